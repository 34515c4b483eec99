//! One submission: its page, the part of it that changes, its source.

use std::sync::Arc;

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use dojo_judge::contest::Member as _;
use dojo_judge::contest::physics::Derivations;
use dojo_judge::contest::sequence::Programs;
use dojo_judge::sequence::diversity::{Bonus, DiversityRules};
use dojo_judge::sequence::{ScoringVersion, Solution};
use serde::Deserialize;

use super::afterwards::load_afterwards;
use super::physics;
use super::problems::load_place;
use super::views::{natural, problem_head, season_head_for};
use super::visit::Visit;
use super::{at, read};
use crate::contests::{self, Asker, Audience};
use crate::error::{AppError, Kind};
use crate::pages::submission::{
    Afterwards, Judged, Judging, OutView, PlainVerdict, SubmissionView,
};
use crate::pages::verdict::VerdictLabel;
use crate::pages::{SubmissionPage, VerdictFragment, markdown};
use crate::season::rulings;
use crate::store::judgements::{self, Judgement};
use crate::store::problems::{self, Problem};
use crate::store::receipts::{self, Sealed};
use crate::store::rulings::{self as ruling_table, Ruling};
use crate::store::seasons::{self, Season};
use crate::store::submissions::{self, NewSubmission, Submission, Submitted};
use crate::store::{
    self, AnyConnection, Moment, RulingKind, SeasonState, StoreError, SubmissionId, SubmissionKind,
    SubmissionState, UserId, results, standings, users,
};

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/submissions/{id}", read().to(submission)))
        .service(at("/submissions/{id}/verdict", read().to(verdict)))
        .service(at("/submissions/{id}/source", read().to(source)))
        .service(at("/submissions/{id}/receipt.json", read().to(receipt)))
        .service(at("/submissions/{id}/withdraw", web::post().to(withdraw)));
}

/// Who submits.
#[derive(Clone, Copy)]
pub(super) struct Submitter {
    pub(super) id: UserId,
    pub(super) staff: bool,
}

/// Stores a submission, if its author may submit now, and wakes the judges. The same sent again under
/// the same key is the same submission.
///
/// # Errors
/// `NotFound` when there is no such problem, and when the database fails.
pub(super) async fn submit_to(
    visit: &Visit,
    path: (String, String),
    submitter: Submitter,
    source: Vec<u8>,
    solution: Solution,
    key: Option<String>,
) -> Result<Submitted, AppError> {
    let clock = visit.app.clock.clone();
    let outcome = store::run_write(&visit.app.pool, move |conn| {
        let place = load_place(conn, &path.0, &path.1, submitter.staff)?;
        let says_more = !solution.tag.is_unspecified() || !solution.notes.is_empty();
        let contest = place.season.contest;
        if says_more && !contest.declares_methods() {
            let noun = contest.names().submission;
            let message = format!("a {noun} has no method tag and no notes");
            return Err(AppError::because(Kind::Invalid, message));
        }
        let new = NewSubmission {
            problem: place.problem.id,
            user: submitter.id,
            source,
            method_tag: if solution.tag.is_unspecified() {
                String::new()
            } else {
                solution.tag.into()
            },
            notes: solution.notes,
        };
        Ok::<_, AppError>(match &key {
            Some(key) => submissions::submit_once(conn, &new, key, &|| clock.now())?,
            None => submissions::submit(conn, &new, &|| clock.now())?,
        })
    })
    .await?;
    if let Submitted::Stored(_) = outcome {
        visit.app.waker.wake();
    }
    Ok(outcome)
}

/// A submission as one reader may see it.
pub(super) struct Seen {
    pub(super) submission: Submission,
    pub(super) season: Season,
    pub(super) problem: Problem,
    pub(super) audience: Audience,
    pub(super) judgement: Option<Judgement>,
    /// Of the judgement only that the public terms are right may be told.
    pub(super) held: bool,
    author: String,
    ahead: Option<i64>,
    /// Diversity bonus, once it is computed.
    bonus: Option<Bonus>,
    pub(super) ruling: Option<Ruling>,
    own: bool,
    after: Option<Afterwards>,
}

/// Who asks.
#[derive(Clone, Copy)]
pub(super) struct Reader {
    pub(super) id: Option<UserId>,
    pub(super) staff: bool,
}

impl Reader {
    fn of(visit: &Visit) -> Self {
        Self {
            id: visit.user_id(),
            staff: visit.is_staff(),
        }
    }
}

/// Finds a submission. Others see it before Reveal only when it is on a board, and of it only what
/// makes its score.
///
/// # Errors
/// `NotFound` when there is none that the reader may see.
pub(super) fn load_seen(
    conn: &mut AnyConnection,
    id: SubmissionId,
    reader: Reader,
    now: Moment,
) -> Result<Seen, AppError> {
    // One that is not to be seen is told of like one that there is not.
    let unknown = || {
        let message = format!("there is no submission {id}, or none that you may see");
        AppError::because(Kind::NotFound, message)
    };
    let mut submission = submissions::find_submission(conn, id)?.ok_or_else(unknown)?;
    let problem = problems::load_problem(conn, submission.problem_id)?;
    let season = seasons::load_season(conn, problem.season_id)?;
    let own = reader.id == Some(submission.user_id);
    let audience = if season.is_revealed() || (reader.staff && !own) {
        Audience::Everything
    } else if own {
        Audience::Author
    } else if season.shows_scores() && standings::is_standing(conn, id)? {
        Audience::Public
    } else {
        return Err(unknown());
    };
    let keeps_back = season.holds_back() && audience != Audience::Everything;
    let ahead = match submission.state {
        SubmissionState::Queued if !keeps_back => {
            Some(submissions::count_ahead(conn, &submission)?)
        }
        _ => None,
    };
    let mut judgement = judgements::find_judgement(conn, id)?;
    let told = |it: &Judgement| season.told_at(submission.created_at, it.judged_at) <= now;
    if keeps_back && judgement.as_ref().is_some_and(|it| !told(it)) {
        judgement = None;
        submission.state = SubmissionState::Running;
    }
    let held = keeps_back
        && judgement
            .as_ref()
            .is_some_and(|it| it.depends_on_more(problem.n_public));
    let ruling = ruling_table::find_ruling(conn, id)?;
    let bonus = if !season.shows_bonuses() {
        None
    } else if ruling.is_none() && submission.kind == SubmissionKind::Ranked {
        let (first_tag, shared) = results::find_bonus(conn, problem.id, id)?;
        diversity_rules(&season).map(|rules| rules.bonus(first_tag, shared))
    } else {
        Some(Bonus::default())
    };
    let after = match (&judgement, &ruling) {
        (Some(_), None) if own => load_afterwards(conn, &season, &problem, &submission)?,
        _ => None,
    };
    Ok(Seen {
        audience,
        own,
        after,
        held,
        judgement,
        author: users::load_user(conn, submission.user_id)?.display_name,
        ahead,
        bonus,
        ruling,
        season,
        problem,
        submission,
    })
}

/// How a season of programs gives diversity bonuses.
fn diversity_rules(season: &Season) -> Option<DiversityRules> {
    let version: ScoringVersion = season.scoring_version.parse().ok()?;
    Some(DiversityRules::of(version))
}

async fn seen(visit: &Visit, id: i64) -> Result<Seen, AppError> {
    let (reader, now) = (Reader::of(visit), visit.now);
    store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| load_seen(conn, SubmissionId(id), reader, now))
    })
    .await
}

impl Seen {
    /// When it was judged, where that may be told.
    pub(super) fn judged_at(&self) -> Option<Moment> {
        let keeps_back = self.season.holds_back() && self.audience != Audience::Everything;
        let judgement = self.judgement.as_ref().filter(|_| !keeps_back)?;
        Some(judgement.judged_at)
    }

    /// Who asks, as far as it decides what is told of the report.
    pub(super) fn asker(&self) -> Asker {
        Asker {
            audience: self.audience,
            n_public: natural(self.problem.n_public),
            shows_scores: self.season.shows_scores(),
            settings: self.season.settings.clone(),
        }
    }
}

/// A judgement as its type of contest has it on pages; what none of them shows has a plain verdict.
fn judged(judgement: Judgement, seen: &Seen) -> Result<Judging, AppError> {
    let judged_at = judgement.judged_at.utc();
    let report = &judgement.report;
    if let Some(report) = Programs::report(report) {
        let own_words = seen.audience != Audience::Public;
        return Ok(Judging::Judged(Box::new(Judged {
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
        score: seen.season.shows_scores().then(|| report.score()),
        judged_at,
    }))
}

fn view(mut seen: Seen) -> Result<SubmissionView, AppError> {
    let own_words = seen.audience != Audience::Public;
    let judging = match (seen.submission.state, seen.judgement.take()) {
        (_, Some(judgement)) if seen.held => Judging::Held {
            l_chars: judgement.report.worth().length.unwrap_or(0),
        },
        (_, Some(judgement)) => judged(judgement, &seen)?,
        (SubmissionState::Internal, None) => Judging::Internal,
        (SubmissionState::Running, None) => Judging::Running,
        (SubmissionState::Queued | SubmissionState::Judged, None) => Judging::Queued {
            ahead: seen.ahead.map(natural),
        },
    };
    Ok(SubmissionView {
        id: seen.submission.id.0,
        season: season_head_for(&seen.season, &seen.problem),
        problem: problem_head(&seen.season, &seen.problem),
        author: seen.author,
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
        after: seen.after,
    })
}

async fn submission(visit: Visit, id: web::Path<i64>) -> Result<HttpResponse, AppError> {
    let seen = seen(&visit, *id).await?;
    let source = if seen.audience == Audience::Public {
        None
    } else {
        Some(String::from_utf8_lossy(&load_source(&visit, *id).await?).into_owned())
    };
    let own = seen.own;
    let contest = seen.submission.kind != SubmissionKind::Practice;
    let withdrawable =
        own && contest && seen.ruling.is_none() && seen.season.state == SeasonState::Open;
    let (submission, rendered, source) = visit
        .app
        .rendering
        .run(move || {
            let prose = source
                .as_deref()
                .filter(|_| contests::of(seen.season.contest).is_prose());
            let rendered = prose.map(markdown::derivation);
            Ok::<_, AppError>((view(seen)?, rendered, source))
        })
        .await??;
    visit.page(&SubmissionPage {
        shell: visit.shell(),
        withdrawable,
        has_receipt: own && contest,
        submission,
        rendered,
        source,
    })
}

async fn verdict(visit: Visit, id: web::Path<i64>) -> Result<HttpResponse, AppError> {
    let seen = seen(&visit, *id).await?;
    let submission = visit.app.rendering.run(move || view(seen)).await??;
    visit.page(&VerdictFragment { submission })
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

/// The receipt of one's own submission; from Freeze on with the proof that it is under the root.
async fn receipt(visit: Visit, id: web::Path<i64>) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?.id;
    answer_receipt(&visit, SubmissionId(*id), user).await
}

/// The receipt of a submission of that person, and of nobody else's.
///
/// # Errors
/// `NotFound` when there is none, and when the database fails.
pub(super) async fn answer_receipt(
    visit: &Visit,
    id: SubmissionId,
    user: UserId,
) -> Result<HttpResponse, AppError> {
    let kept = Arc::clone(&visit.app.sealed);
    let receipt = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let submission =
                submissions::find_submission(conn, id)?.ok_or_else(AppError::not_found)?;
            if submission.user_id != user {
                return Err(AppError::not_found());
            }
            let problem = problems::load_problem(conn, submission.problem_id)?;
            let season = seasons::load_season(conn, problem.season_id)?;
            let sealed = match season.freeze_started_at {
                Some(_) => Some(kept.load(conn, season.id, Sealed::load)?),
                None => None,
            };
            receipts::find_receipt(conn, id, sealed.as_deref())?.ok_or_else(AppError::not_found)
        })
    })
    .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .insert_header((
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"receipt-{id}.json\""),
        ))
        .json(receipt))
}

#[derive(Deserialize)]
struct WithdrawForm {
    #[serde(default)]
    csrf_token: String,
    #[serde(default)]
    reason: String,
}

/// Takes one's own submission out of the contest.
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
