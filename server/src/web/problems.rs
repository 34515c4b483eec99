//! The page of a problem, and submitting to it.

use std::sync::Arc;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use dojo_judge::contest::Report;
use dojo_judge::sequence::Solution;
use serde::Deserialize;

use super::body::{self, SubmitFields};
use super::middleware::sentence;
use super::physics;
use super::resources::problems::{VisibleProblem, list_visible, load_visible};
use super::resources::progress::may_watch;
use super::resources::reader::Reader;
use super::resources::submissions::{Submitter, load_seen, submit_to};
use super::reveal::load_spread;
use super::route::{at, read};
use super::views::{self, gate, natural, problem_head, submission_row};
use super::visit::Visit;
use crate::board::{self, ProblemBoard};
use crate::contests::{self, Audience, RulesError};
use crate::error::AppError;
use crate::html::TrustedHtml;
use crate::pages::bar_chart::Spread;
use crate::pages::form::FieldErrors;
use crate::pages::plain_problem::PlainProblemPage;
use crate::pages::problem::{
    ProblemHead, ProblemLink, RevealedView, SubmitForm, SubmitGate, Superseded,
};
use crate::pages::server_trial::Tried;
use crate::pages::terms::PublicTerms;
use crate::pages::{ProblemPage, markdown, text};
use crate::solve_counts::{ProblemCount, SolveCounts};
use crate::store::attempt::{self, Attempts, Refusal};
use crate::store::corrections::{self, Correction};
use crate::store::practice;
use crate::store::problems::{self, Problem};
use crate::store::submissions::{self, ListedSubmission, Submitted};
use crate::store::{self, AnyConnection, Moment, ProblemState, SeasonState, SubmissionId};
use crate::web::address_query::AddressQuery;
use crate::words::say;

/// The reader's submissions shown on the page; a person seldom has more attempts.
const SHOWN_SUBMISSIONS: i64 = 100;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at(
            "/seasons/{season}/problems/{problem}",
            read().to(problem),
        ))
        .service(at(
            "/seasons/{season}/problems/{problem}/terms.txt",
            read().to(terms),
        ))
        .service(
            web::resource("/seasons/{season}/problems/{problem}/submissions")
                .route(read().to(back_to_problem))
                .route(web::post().to(submit)),
        );
}

pub(super) struct LoadedProblem {
    pub(super) place: VisibleProblem,
    /// The reader may see the problem's statistics.
    watched: bool,
    /// The address of its draft, when the problem is only a draft.
    preview: Option<String>,
    /// The editorial as the page shows it.
    editorial: Option<TrustedHtml>,
    pub(super) neighbours: (Option<ProblemLink>, Option<ProblemLink>),
    pub(super) superseded: Vec<Superseded>,
    /// What stands above the statement.
    corrections: Vec<Correction>,
    /// People who tried, and those who solved it.
    pub(super) counts: ProblemCount,
    pub(super) attempts: Attempts,
    pub(super) mine: Vec<ListedSubmission>,
    /// What the judge says of the reader's best derivation, where the page shows what it reached.
    pub(super) best: Option<Report>,
    pub(super) top: ProblemBoard,
    /// Bytes of the shortest program that solves it, where that may be told.
    shortest: Option<i32>,
    /// The plots, from Reveal on.
    spread: Option<Spread>,
}

impl LoadedProblem {
    /// The head of the problem's page.
    pub(super) fn head(&self, visit: &Visit) -> ProblemHead {
        let corrections = self.corrections.iter();
        let season = &self.place.season;
        let before_practice = matches!(
            season.state,
            SeasonState::Scheduled | SeasonState::Open | SeasonState::Frozen
        );
        ProblemHead {
            corrections: corrections
                .map(|it| (it.text.clone(), it.made_at.utc()))
                .collect(),
            watched: self.watched,
            preview: self.preview.clone(),
            live: (self.preview.is_none() && before_practice)
                .then(|| visit.live_admission(&season.slug)),
            editorial: self.editorial.clone(),
            ..problem_head(season, &self.place.problem)
        }
    }

    /// Whether the reader may submit now, or why not.
    pub(super) fn gate(&self, visit: &Visit) -> SubmitGate {
        if self.preview.is_some() {
            return SubmitGate::Preview;
        }
        gate(
            visit,
            &self.place.season,
            &self.place.problem,
            self.attempts,
        )
    }
}

fn load(
    conn: &mut AnyConnection,
    path: &(String, String),
    visit: (Reader, Moment),
    tallies: &SolveCounts,
) -> Result<LoadedProblem, AppError> {
    let (reader, now) = visit;
    let place = load_visible(conn, &path.0, &path.1, reader)?;
    let id = place.problem.id;
    let practises = attempt::is_practice(&place.season);
    let (attempts, mine) = match reader.id {
        Some(me) => (
            submissions::attempts(conn, id, me, practises)?,
            submissions::list_submissions(conn, me, Some(id), SHOWN_SUBMISSIONS, now)?,
        ),
        None => (Attempts::default(), Vec::new()),
    };
    let all = list_visible(conn, &place.season, reader)?;
    Ok(LoadedProblem {
        superseded: views::superseded(&all, &place.problem),
        corrections: corrections::list_corrections(conn, id)?,
        editorial: None,
        preview: None,
        watched: may_watch(&place.season, &place.problem, reader),
        neighbours: neighbours(&problems::newest(all), &place.problem),
        counts: tallies.load(conn, &place.season, now)?.of(id),
        attempts,
        best: physics::load_best(conn, &place, &mine)?,
        mine,
        top: board::load_small_board(conn, &place.season, reader.staff, &place.problem, reader.id)?,
        shortest: if place.problem.shows_scores(&place.season) {
            practice::find_shortest(conn, id)?.map(|shortest| shortest.l_chars)
        } else {
            None
        },
        spread: if place.problem.is_open(&place.season) && contests::of(place.season.contest).runs()
        {
            Some(load_spread(conn, &place.season, id)?)
        } else {
            None
        },
        place,
    })
}

fn neighbours(all: &[Problem], problem: &Problem) -> (Option<ProblemLink>, Option<ProblemLink>) {
    let link = |other: &Problem| ProblemLink {
        slug: other.slug.clone(),
        title: other.title.clone(),
    };
    let mut shown = all
        .iter()
        .filter(|other| other.state != ProblemState::Withdrawn);
    let after = shown
        .clone()
        .find(|other| other.position > problem.position);
    let before = shown.rfind(|other| other.position < problem.position);
    (before.map(link), after.map(link))
}

#[derive(Deserialize)]
struct GoOn {
    /// The submission whose source is put into the form.
    from: Option<i64>,
}

async fn problem(
    visit: Visit,
    path: web::Path<(String, String)>,
    query: AddressQuery<GoOn>,
) -> Result<HttpResponse, AppError> {
    let path = path.into_inner();
    let typed = match query.from {
        Some(id) => load_version(&visit, &path, SubmissionId(id)).await?,
        None => TypedProgram::default(),
    };
    let loaded = load_for(&visit, path).await?;
    show(&visit, loaded, typed, StatusCode::OK).await
}

/// The source of an earlier submission to a problem, to continue with, if the reader may see it.
async fn load_version(
    visit: &Visit,
    path: &(String, String),
    id: SubmissionId,
) -> Result<TypedProgram, AppError> {
    let (reader, now) = (Reader::of(visit), visit.now);
    let (season, problem) = path.clone();
    store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let seen = load_seen(conn, id, reader, now)?;
            let is_here = seen.season.slug == season && seen.problem.slug == problem;
            if !is_here || seen.audience == Audience::Public {
                return Err(AppError::not_found());
            }
            let source = submissions::load_source(conn, id)?;
            let own = |text: String| if seen.own { text } else { String::new() };
            Ok(TypedProgram {
                form: SubmitForm {
                    source: String::from_utf8_lossy(&source).into_owned(),
                    method_tag: own(seen.submission.method_tag),
                    notes: own(seen.submission.notes),
                },
                ..TypedProgram::default()
            })
        })
    })
    .await
}

/// What is in the form of the page.
#[derive(Default)]
struct TypedProgram {
    form: SubmitForm,
    errors: FieldErrors,
    /// The result of a trial run, when the program was only tried.
    tried: Option<Tried>,
}

/// The page of a draft as a problem at that address, as contestants will see it.
///
/// # Errors
///
/// When it cannot be shown.
pub(super) async fn show_preview(
    visit: &Visit,
    place: VisibleProblem,
    draft: String,
) -> Result<HttpResponse, AppError> {
    let loaded = LoadedProblem {
        place,
        preview: Some(draft),
        neighbours: (None, None),
        superseded: Vec::new(),
        corrections: Vec::new(),
        counts: ProblemCount::default(),
        attempts: Attempts::default(),
        mine: Vec::new(),
        best: None,
        top: ProblemBoard::default(),
        shortest: None,
        spread: None,
        watched: false,
        editorial: None,
    };
    show(visit, loaded, TypedProgram::default(), StatusCode::OK).await
}

/// The page of a problem, by its type of contest.
async fn show(
    visit: &Visit,
    loaded: LoadedProblem,
    typed: TypedProgram,
    status: StatusCode,
) -> Result<HttpResponse, AppError> {
    if let Some(rules) = views::derivation_rules(&loaded.place.season) {
        let typed = physics::TypedDerivation {
            text: typed.form.source,
            errors: typed.errors,
            reading: None,
        };
        let page = physics::page(visit, rules, loaded, typed).await?;
        return visit.page_with(status, &page);
    }
    let text = loaded.place.problem.statement.clone();
    let statement = visit.app.rendering.run(move || markdown::statement(&text));
    let statement = statement.await?;
    if contests::of(loaded.place.season.contest).runs() {
        let page = page(visit, loaded, statement, typed).map_err(AppError::internal)?;
        visit.page_with(status, &page)
    } else {
        let page = plain_page(visit, loaded, statement, typed);
        visit.page_with(status, &page)
    }
}

/// The setter's program, the salt and the plots, once they are public.
fn revealed(place: &VisibleProblem, spread: Option<Spread>) -> Option<RevealedView> {
    let VisibleProblem { season, problem } = place;
    let salt = problem.salt().filter(|_| problem.is_open(season))?;
    Some(RevealedView {
        spread: spread.unwrap_or_default(),
        setter_source: problem.setter_source().to_owned(),
        salt: salt.to_owned(),
        verified: problem.verified_at.is_some(),
    })
}

/// The terms that are public as plain text, one a line: all of them after Reveal.
async fn terms(visit: Visit, path: web::Path<(String, String)>) -> Result<HttpResponse, AppError> {
    let reader = Reader::of(&visit);
    let place = store::run(&visit.app.pool, move |conn| {
        load_visible(conn, &path.0, &path.1, reader)
    })
    .await?;
    if !place.season.contest.has_terms() {
        return Err(AppError::not_found());
    }
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/plain; charset=utf-8"))
        .body(views::visible_terms(&place.season, &place.problem).join("\n") + "\n"))
}

/// Loads what the page of a problem shows to the reader.
///
/// # Errors
///
/// `NotFound` when there is no such problem, and when the database fails.
pub(super) async fn load_for(
    visit: &Visit,
    path: (String, String),
) -> Result<LoadedProblem, AppError> {
    let (reader, now) = (Reader::of(visit), visit.now);
    let tallies = Arc::clone(&visit.app.tallies);
    let mut loaded = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| load(conn, &path, (reader, now), &tallies))
    })
    .await?;
    loaded.editorial = views::render_editorial(visit, &loaded.place).await?;
    Ok(loaded)
}

fn page(
    visit: &Visit,
    loaded: LoadedProblem,
    statement: TrustedHtml,
    typed: TypedProgram,
) -> Result<ProblemPage, RulesError> {
    let (head, submit_gate) = (loaded.head(visit), loaded.gate(visit));
    let VisibleProblem { season, problem } = &loaded.place;
    let (previous, next) = loaded.neighbours;
    let known = views::visible_terms(season, problem);
    let trial = views::trial(season, problem, known.len())?;
    Ok(ProblemPage {
        shell: visit.shell(),
        season: views::season_head_at(season, problem),
        problem: head,
        tried: natural(loaded.counts.tried),
        solvers: natural(loaded.counts.solvers),
        banner: views::problem_banner(season, problem, visit.now),
        superseded: loaded.superseded,
        revealed: revealed(&loaded.place, loaded.spread),
        statement,
        terms: PublicTerms::new(trial.rules.index_origin, &known),
        trial,
        tried_here: typed.tried,
        gate: submit_gate,
        form: typed.form,
        shortest: loaded.shortest.map(natural),
        errors: typed.errors,
        mine: loaded.mine.into_iter().map(submission_row).collect(),
        top: views::problem_board(loaded.top, visit.user_id()),
        previous,
        next,
    })
}

/// The page of a problem whose type of contest has no page of its own.
fn plain_page(
    visit: &Visit,
    loaded: LoadedProblem,
    statement: TrustedHtml,
    typed: TypedProgram,
) -> PlainProblemPage {
    let (head, submit_gate) = (loaded.head(visit), loaded.gate(visit));
    let VisibleProblem { season, problem } = &loaded.place;
    let (previous, next) = loaded.neighbours;
    PlainProblemPage {
        shell: visit.shell(),
        season: views::season_head_at(season, problem),
        problem: head,
        tried: natural(loaded.counts.tried),
        solvers: natural(loaded.counts.solvers),
        statement,
        banner: views::problem_banner(season, problem, visit.now),
        superseded: loaded.superseded,
        revealed: revealed(&loaded.place, None),
        gate: submit_gate,
        text: typed.form.source,
        errors: typed.errors,
        mine: loaded.mine.into_iter().map(submission_row).collect(),
        top: views::problem_board(loaded.top, visit.user_id()),
        previous,
        next,
    }
}

/// Leads whoever reloads the answer to a form of the problem's page back to that page.
pub(super) async fn back_to_problem(request: HttpRequest) -> HttpResponse {
    let problem = request
        .path()
        .rsplit_once('/')
        .map_or("/", |(page, _)| page);
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, problem))
        .finish()
}

/// Stores a submission and leads to its page. If it is refused, the page comes back with the source.
async fn submit(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, String)>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let fields = body::read_form(&request, payload).await?;
    let typed = String::from_utf8_lossy(&fields.source).into_owned();
    match store_submission(&visit, path.into_inner(), fields).await {
        Ok(response) => Ok(response),
        Err(error) => Err(error.keeping(typed)),
    }
}

async fn store_submission(
    visit: &Visit,
    path: (String, String),
    fields: SubmitFields,
) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?.id;
    visit.check_form(&fields.csrf_token)?;
    visit.app.limiters.submit.check(visit.address)?;
    let form = SubmitForm {
        source: String::from_utf8_lossy(&fields.source).into_owned(),
        method_tag: fields.method_tag.clone(),
        notes: fields.notes.clone(),
    };
    if fields.source.is_empty() {
        let errors = FieldErrors::one("source", say!("submit-empty"));
        return again(visit, path, form, errors, StatusCode::UNPROCESSABLE_ENTITY).await;
    }
    let solution = match read_solution(&fields) {
        Ok(solution) => solution,
        Err(errors) => {
            return again(visit, path, form, errors, StatusCode::UNPROCESSABLE_ENTITY).await;
        }
    };
    if fields.ask_first
        && let Some(given_back) = physics::give_back(visit, path.clone(), &fields).await?
    {
        return Ok(given_back);
    }
    let submitter = Submitter {
        id: user,
        staff: visit.is_staff(),
    };
    let key = Some(fields.attempt_key).filter(|key| !key.is_empty());
    match submit_to(visit, path.clone(), submitter, fields.source, solution, key).await? {
        Submitted::Stored(id) => Ok(visit.see_other(&format!("/submissions/{id}"), None)),
        Submitted::Refused(refusal) => {
            let error = AppError::from(refusal);
            let loaded = load_for(visit, path).await?;
            let season = &loaded.place.season;
            let end = season.freeze_started_at.or(season.freeze_at);
            let message = match (refusal, end) {
                (Refusal::Over, Some(end)) => say!("submit-late", at = text::iso(&end.utc())),
                _ => sentence(&refusal.to_string()),
            };
            let typed = TypedProgram {
                form,
                errors: FieldErrors::one("", message),
                ..TypedProgram::default()
            };
            let mut response = show(visit, loaded, typed, error.kind.parts().0).await?;
            if let Some(seconds) = error.retry_after_s {
                response
                    .headers_mut()
                    .insert(header::RETRY_AFTER, seconds.into());
            }
            Ok(response)
        }
    }
}

/// The author's description of the program. A person can correct a form, so what the API merely complains about is an
/// error here.
fn read_solution(fields: &SubmitFields) -> Result<Solution, FieldErrors> {
    let solution = fields
        .solution()
        .map_err(|twice| FieldErrors::one("", sentence(&twice.to_string())))?;
    let mut errors = FieldErrors::new();
    for complaint in &solution.complaints {
        let field = match (complaint.line, complaint.key) {
            (None, Some(key)) => key,
            // The form has no field for such a file; a program that sends one is told at the top of the page.
            _ => "",
        };
        errors.add(field, format!("{}.", complaint.fault()));
    }
    if errors.is_empty() {
        Ok(solution)
    } else {
        Err(errors)
    }
}

/// The problem's page again, with the errors and what was typed.
async fn again(
    visit: &Visit,
    path: (String, String),
    form: SubmitForm,
    errors: FieldErrors,
    status: StatusCode,
) -> Result<HttpResponse, AppError> {
    let loaded = load_for(visit, path).await?;
    let typed = TypedProgram {
        form,
        errors,
        ..TypedProgram::default()
    };
    show(visit, loaded, typed, status).await
}

/// The page of a problem with a program that was tried and its result.
///
/// # Errors
///
/// `NotFound` when there is no such problem, and when the database fails.
pub(super) async fn show_tried(
    visit: &Visit,
    path: (String, String),
    form: SubmitForm,
    tried: Tried,
) -> Result<HttpResponse, AppError> {
    let loaded = load_for(visit, path).await?;
    let typed = TypedProgram {
        form,
        tried: Some(tried),
        ..TypedProgram::default()
    };
    show(visit, loaded, typed, StatusCode::OK).await
}
