//! One submission: its page, the part of it that changes, its source.

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use dojo_judge::contest::Member as _;
use dojo_judge::contest::physics::Derivations;
use dojo_judge::contest::sequence::Programs;
use serde::Deserialize;

use super::after_verdict::load_afterwards;
use super::physics;
use super::resources::reader::Reader;
use super::resources::submissions::{SeenSubmission, answer_receipt, load_seen};
use super::resources::transcripts;
use super::route::{at, read};
use super::views::{
    beaten_by, natural, problem_head, program_rules, season_head_at, trial, visible_terms,
};
use super::visit::Visit;
use crate::contests::{self, Audience, RulesError};
use crate::error::AppError;
use crate::pages::seasons::Beaten;
use crate::pages::submission::{
    Afterwards, JudgedProgram, Judging, OutView, PlainVerdict, SubmissionView,
};
use crate::pages::transcript::Transcript;
use crate::pages::trial::ProgramRules;
use crate::pages::verdict::VerdictLabel;
use crate::pages::{SubmissionPage, VerdictFragment, markdown};
use crate::season::rulings;
use crate::store::judgements::Judgement;
use crate::store::practice::{Improved, list_improvements};
use crate::store::submissions;
use crate::store::transcripts::find_transcript;
use crate::store::{
    self, RulingKind, SeasonState, StoreError, SubmissionId, SubmissionKind, SubmissionState,
};

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/submissions/{id}", read().to(submission)))
        .service(at("/submissions/{id}/verdict", read().to(verdict)))
        .service(at("/submissions/{id}/source", read().to(source)))
        .service(at("/submissions/{id}/receipt.json", read().to(receipt)))
        .service(at(
            "/submissions/{id}/transcript.json",
            read().to(transcript),
        ))
        .service(at("/submissions/{id}/withdraw", web::post().to(withdraw)));
}

async fn seen(visit: &Visit, id: i64) -> Result<SeenSubmission, AppError> {
    let (reader, now) = (Reader::of(visit), visit.now);
    store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| load_seen(conn, SubmissionId(id), reader, now))
    })
    .await
}

/// What is shown beside a verdict.
struct Beside {
    /// The next steps, which only the author sees.
    after: Option<Afterwards>,
    beaten: Option<Beaten>,
}

async fn seen_through(visit: &Visit, id: i64) -> Result<(SeenSubmission, Beside), AppError> {
    let (reader, now) = (Reader::of(visit), visit.now);
    store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let seen = load_seen(conn, SubmissionId(id), reader, now)?;
            let after = if seen.own && seen.judgement.is_some() && seen.ruling.is_none() {
                load_afterwards(conn, &seen.season, &seen.problem, &seen.submission)?
            } else {
                None
            };
            let beaten = match seen.submission.kind {
                SubmissionKind::Practice => {
                    list_improvements(conn, Improved::By(seen.submission.id), 1)?.pop()
                }
                _ => None,
            };
            let beaten = beaten.map(|improvement| beaten_by(&improvement));
            Ok((seen, Beside { after, beaten }))
        })
    })
    .await
}

/// Converts a judgement into its page's view; a type of contest without a view of its own gets a plain verdict.
fn judged(judgement: Judgement, seen: &SeenSubmission) -> Result<Judging, AppError> {
    let judged_at = judgement.judged_at.utc();
    let report = &judgement.report;
    if let Some(report) = Programs::report(report) {
        let own_words = seen.audience != Audience::Public;
        return Ok(Judging::Judged(Box::new(JudgedProgram {
            rules: rules_of(seen)?,
            public_terms: seen.problem.public_terms(),
            report: report.clone(),
            diversity_bonus: seen.bonus,
            contradiction: judgement.contradiction.filter(|_| own_words),
            judged_at,
            wall_us: judgement.wall_us.try_into().unwrap_or(0),
        })));
    }
    if let Some(report) = Derivations::report(report) {
        return Ok(Judging::Graded(Box::new(physics::graded(
            report, seen, judged_at,
        )?)));
    }
    let host = contests::of(seen.season.contest).host;
    Ok(Judging::Plain(PlainVerdict {
        label: VerdictLabel::of_word(report.verdict_word()),
        message: host.message(report, &seen.asker()),
        score: seen.shows_scores().then(|| report.score()),
        judged_at,
    }))
}

/// The view of a program of which only the result on the public terms may be told.
fn held(judgement: &Judgement, seen: &SeenSubmission) -> Result<Judging, AppError> {
    let report = Programs::report(&judgement.report);
    let report = report.ok_or_else(|| AppError::internal(RulesError::NoTerms))?;
    Ok(Judging::Held {
        l_chars: report.l_chars,
        rules: rules_of(seen)?,
    })
}

fn rules_of(seen: &SeenSubmission) -> Result<ProgramRules, AppError> {
    program_rules(&seen.season, &seen.problem).map_err(AppError::internal)
}

fn view(mut seen: SeenSubmission, beside: Beside) -> Result<SubmissionView, AppError> {
    let own_words = seen.audience != Audience::Public;
    let judging = match (seen.submission.state, seen.judgement.take()) {
        (_, Some(judgement)) if seen.held => held(&judgement, &seen)?,
        (_, Some(judgement)) => judged(judgement, &seen)?,
        (SubmissionState::Internal, None) => Judging::Internal,
        (SubmissionState::Running, None) => Judging::Running,
        (SubmissionState::Queued | SubmissionState::Judged, None) => Judging::Queued {
            ahead: seen.ahead.map(natural),
        },
    };
    Ok(SubmissionView {
        id: seen.submission.id.0,
        season: season_head_at(&seen.season, &seen.problem),
        problem: problem_head(&seen.season, &seen.problem),
        author: seen.author,
        author_name: seen.author_name,
        operator: seen.operator,
        created_at: seen.submission.created_at.utc(),
        method_tag: if own_words {
            seen.submission.method_tag
        } else {
            String::new()
        },
        notes: if own_words {
            seen.submission.notes
        } else {
            String::new()
        },
        audience: seen.audience,
        judging,
        out: seen.ruling.map(|ruling| OutView {
            disqualified: ruling.kind == RulingKind::Disqualified,
            reason: ruling.reason,
        }),
        practice: seen.submission.kind == SubmissionKind::Practice,
        own: seen.own,
        carried_from: seen.submission.carried_from.map(|id| id.0),
        after: beside.after,
        beaten: beside.beaten,
    })
}

async fn submission(visit: Visit, id: web::Path<i64>) -> Result<HttpResponse, AppError> {
    let (seen, beside) = seen_through(&visit, *id).await?;
    let source = if seen.audience == Audience::Public {
        None
    } else {
        Some(String::from_utf8_lossy(&load_source(&visit, *id).await?).into_owned())
    };
    let trial = if source.is_some() && contests::of(seen.season.contest).runs() {
        let known = visible_terms(&seen.season, &seen.problem).len();
        Some(trial(&seen.season, &seen.problem, known).map_err(AppError::internal)?)
    } else {
        None
    };
    let transcript = if seen.season.is_revealed() {
        load_transcript(&visit, *id).await?
    } else {
        None
    };
    let own = seen.own;
    let contest = seen.submission.kind != SubmissionKind::Practice;
    let withdrawable =
        own && contest && seen.ruling.is_none() && seen.season.state == SeasonState::Open;
    let (submission, rendered, source, transcript) = visit
        .app
        .rendering
        .run(move || {
            let prose = source
                .as_deref()
                .filter(|_| contests::of(seen.season.contest).is_prose());
            let rendered = prose.map(markdown::derivation);
            let transcript = transcript.as_deref().map(Transcript::read);
            Ok::<_, AppError>((view(seen, beside)?, rendered, source, transcript))
        })
        .await??;
    visit.page(&SubmissionPage {
        shell: visit.shell(),
        withdrawable,
        submission,
        rendered,
        source,
        transcript,
        trial,
    })
}

async fn verdict(visit: Visit, id: web::Path<i64>) -> Result<HttpResponse, AppError> {
    let submission = load_view(&visit, *id).await?;
    visit.page(&VerdictFragment { submission })
}

/// A submission as its page shows it to the reader.
///
/// # Errors
/// `NotFound` when there is none that the reader may see, and when the database fails.
pub(super) async fn load_view(visit: &Visit, id: i64) -> Result<SubmissionView, AppError> {
    let (seen, beside) = seen_through(visit, id).await?;
    visit.app.rendering.run(move || view(seen, beside)).await?
}

async fn load_transcript(visit: &Visit, id: i64) -> Result<Option<String>, AppError> {
    Ok(store::run(&visit.app.pool, move |conn| {
        find_transcript(conn, SubmissionId(id)).map_err(StoreError::from)
    })
    .await?)
}

async fn load_source(visit: &Visit, id: i64) -> Result<Vec<u8>, AppError> {
    Ok(store::run(&visit.app.pool, move |conn| {
        submissions::load_source(conn, SubmissionId(id)).map_err(StoreError::from)
    })
    .await?)
}

/// The bytes as they were submitted.
async fn source(visit: Visit, id: web::Path<i64>) -> Result<HttpResponse, AppError> {
    let seen = seen(&visit, *id).await?;
    if seen.audience == Audience::Public {
        return Err(AppError::not_found());
    }
    let ending = seen.season.contest.names().extension;
    let bytes = load_source(&visit, *id).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/plain; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .insert_header((
            header::CONTENT_DISPOSITION,
            format!("inline; filename=\"submission-{id}.{ending}\""),
        ))
        .body(bytes))
}

/// The transcript of a model, byte for byte as it was hashed.
async fn transcript(visit: Visit, id: web::Path<i64>) -> Result<HttpResponse, AppError> {
    let text = transcripts::find(&visit, SubmissionId(*id)).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/json"))
        .insert_header((
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"transcript-{id}.json\""),
        ))
        .body(text))
}

/// The receipt of one's own submission; from Freeze on with its inclusion proof.
async fn receipt(visit: Visit, id: web::Path<i64>) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?.id;
    answer_receipt(&visit, SubmissionId(*id), user).await
}

#[derive(Deserialize)]
struct WithdrawForm {
    #[serde(default)]
    csrf_token: String,
    #[serde(default)]
    reason: String,
}

/// Withdraws one's own submission from the contest.
async fn withdraw(
    visit: Visit,
    id: web::Path<i64>,
    form: web::Form<WithdrawForm>,
) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?.id;
    visit.check_form(&form.csrf_token)?;
    let (id, reason, now) = (SubmissionId(*id), form.into_inner().reason, visit.now);
    let reader = Reader::of(&visit);
    store::run_write(&visit.app.pool, move |conn| {
        load_seen(conn, id, reader, now)?;
        rulings::withdraw_own(conn, id, user, &reason, now).map_err(AppError::from)
    })
    .await?;
    Ok(visit.see_other(&format!("/submissions/{id}"), None))
}
