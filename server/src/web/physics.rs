//! The pages of physics contests that differ from those of sequence contests: the problem, the preview of a
//! derivation, and a graded derivation.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use dojo_judge::contest::physics::Derivations;
use dojo_judge::contest::{Member as _, Report};
use dojo_judge::derivation::{self, Feedback};
use formula::credit;
use formula::problem::Problem as Reference;
use help::tidy::tidy;

use super::body::{self, SubmitFields};
use super::problems::{LoadedProblem, back_to_problem, load_for};
use super::resources::problems::VisibleProblem;
use super::resources::submissions::SeenSubmission;
use super::route::read;
use super::views::{self, natural, submission_row};
use super::visit::Visit;
use crate::contests::Audience;
use crate::contests::physics::feedback;
use crate::error::{AppError, AppErrorKind};
use crate::html::TrustedHtml;
use crate::pages::form::FieldErrors;
use crate::pages::markdown;
use crate::pages::physics::graph::{Graph, Shape};
use crate::pages::physics::problem::{About, PhysicsProblemPage, RevealedSolution};
use crate::pages::physics::reading::Reading;
use crate::pages::physics::verdict::{Graded, Shown};
use crate::pages::seasons::PhysicsRules;
use crate::store::problems::Problem;
use crate::store::submissions::ListedSubmission;
use crate::store::{AnyConnection, judgements};
use crate::words::say;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(
        web::resource("/seasons/{season}/problems/{problem}/reading")
            .route(read().to(back_to_problem))
            .route(web::post().to(reading)),
    );
}

/// The contents of the box for a derivation.
#[derive(Default)]
pub(super) struct TypedDerivation {
    pub(super) text: String,
    pub(super) errors: FieldErrors,
    /// How it is read, when that was asked.
    pub(super) reading: Option<Reading>,
}

/// The page of a problem.
///
/// # Errors
/// When what is stored of the problem cannot be read.
pub(super) async fn page(
    visit: &Visit,
    rules: PhysicsRules,
    loaded: LoadedProblem,
    typed: TypedDerivation,
) -> Result<PhysicsProblemPage, AppError> {
    let (loaded, written) = visit
        .app
        .rendering
        .run(move || DerivationTexts::of(&loaded, rules).map(|written| (loaded, written)))
        .await??;
    let (head, gate) = (loaded.head(visit), loaded.gate(visit));
    let VisibleProblem { season, problem } = &loaded.place;
    let (previous, next) = loaded.neighbours;
    Ok(PhysicsProblemPage {
        shell: visit.shell(),
        season: views::season_head_at(season, problem),
        rules,
        problem: head,
        tried: natural(loaded.counts.tried),
        solvers: natural(loaded.counts.solvers),
        statement: written.statement,
        about: written.about,
        banner: views::problem_banner(season, problem, visit.now),
        superseded: loaded.superseded,
        shape: written.shape,
        revealed: written.revealed,
        gate,
        text: typed.text,
        errors: typed.errors,
        reading: typed.reading,
        mine: loaded.mine.into_iter().map(submission_row).collect(),
        top: views::problem_board(loaded.top, visit.user_id()),
        previous,
        next,
    })
}

/// The setter's texts, as the page shows them.
struct DerivationTexts {
    statement: TrustedHtml,
    about: About,
    shape: Option<Shape>,
    revealed: Option<RevealedSolution>,
}

impl DerivationTexts {
    fn of(loaded: &LoadedProblem, rules: PhysicsRules) -> Result<Self, AppError> {
        let LoadedProblem { place, best, .. } = loaded;
        let card = place
            .problem
            .card()
            .ok_or_else(|| AppError::internal("a physics problem has no card"))?;
        let shape = if shows_shape(place, rules) {
            let best = best.as_ref().and_then(Derivations::report);
            let reached = best.and_then(|report| report.grading.as_ref());
            shape(&reference(&place.problem)?, reached)
        } else {
            None
        };
        Ok(Self {
            statement: markdown::statement(&place.problem.statement),
            about: About::new(&card),
            shape,
            revealed: revealed(place)?,
        })
    }
}

/// The reference solution, once it is public.
fn revealed(place: &VisibleProblem) -> Result<Option<RevealedSolution>, AppError> {
    let VisibleProblem { season, problem } = place;
    let Some(salt) = problem.salt().filter(|_| problem.is_open(season)) else {
        return Ok(None);
    };
    let verified = problem.verified_at.is_some();
    Ok(RevealedSolution::new(&reference(problem)?, salt, verified))
}

/// The drawing of a problem's graph without its formulas; shown from Reveal on, or as soon as the problem is public
/// if the season says so.
///
/// # Errors
///
/// When the reference solution cannot be read.
pub(super) async fn graph(
    visit: &Visit,
    place: &VisibleProblem,
) -> Result<Option<TrustedHtml>, AppError> {
    let Some(rules) = views::derivation_rules(&place.season) else {
        return Ok(None);
    };
    if !place.problem.is_open(&place.season) && !shows_shape(place, rules) {
        return Ok(None);
    }
    let reference = reference(&place.problem)?;
    let drawn = visit.app.rendering.run(move || shape(&reference, None));
    Ok(drawn.await?.map(|shape| shape.drawing))
}

/// The graph without its formulas is shown instead of the full graph.
fn shows_shape(place: &VisibleProblem, rules: PhysicsRules) -> bool {
    rules.feedback == Feedback::Graph && !place.problem.is_open(&place.season)
}

/// The graph of a reference solution without its formulas, and what a derivation reached in it; `None` when the steps
/// form no graph.
fn shape(reference: &Reference, reached: Option<&credit::Report>) -> Option<Shape> {
    Some(Graph::new(reference, reached).ok()?.shape)
}

/// The judge's report on the best of these submissions, if the page of its problem shows what it reached.
///
/// # Errors
///
/// When the database fails.
pub(super) fn load_best(
    conn: &mut AnyConnection,
    place: &VisibleProblem,
    mine: &[ListedSubmission],
) -> Result<Option<Report>, AppError> {
    let rules = views::derivation_rules(&place.season);
    if !rules.is_some_and(|rules| shows_shape(place, rules)) {
        return Ok(None);
    }
    let judged = mine.iter().filter_map(|it| {
        let (.., score) = it.result.as_ref()?;
        Some((*score, it.id))
    });
    let Some((_, best)) = judged.max() else {
        return Ok(None);
    };
    Ok(judgements::find_judgement(conn, best)?.map(|judgement| judgement.report))
}

/// The reference solution as it is stored; it must not reach a page before Reveal.
fn reference(problem: &Problem) -> Result<Reference, AppError> {
    Reference::read(problem.setter_source().as_bytes())
        .map_err(|error| AppError::internal(format!("problem {}: {error}", problem.slug)))
}

/// The parts of the report on a derivation that the reader may see.
///
/// # Errors
///
/// When the reference solution cannot be read.
pub(super) fn graded(
    report: &derivation::Report,
    seen: &SeenSubmission,
    judged_at: DateTime<Utc>,
) -> Result<Graded, AppError> {
    let told = feedback(&seen.season.settings, seen.shows_scores());
    let reference = || reference(&seen.problem);
    let graded = |shown: Shown<'_>| Graded::new(report, shown, judged_at);
    Ok(match (seen.audience, told) {
        (Audience::Public, _) => graded(Shown::Board),
        (Audience::Author, Feedback::Graph) => graded(Shown::Shape(&reference()?)),
        (Audience::Author, told) => graded(Shown::Author(told)),
        (Audience::Everything, _) => graded(Shown::Everything(&reference()?)),
    })
}

/// How the formulas of a derivation are read, and which further parts seem to be meant as formulas.
fn read_derivation(source: &[u8], rules: PhysicsRules) -> Result<Reading, derivation::Rejection> {
    let found = derivation::read(source, rules.max_formulas)?;
    let tidied = tidy(&String::from_utf8_lossy(source));
    Ok(Reading::new(found.found, &found.formulas).with_proposal(tidied))
}

/// Shows the problem's page again, with the derivation in its box, when some of what seems to be meant as formulas is
/// not read. Nothing is submitted then.
///
/// # Errors
///
/// `NotFound` when there is no such problem, and when the database fails.
pub(super) async fn give_back(
    visit: &Visit,
    path: (String, String),
    fields: &SubmitFields,
) -> Result<Option<HttpResponse>, AppError> {
    let loaded = load_for(visit, path).await?;
    let Some(rules) = views::derivation_rules(&loaded.place.season) else {
        return Ok(None);
    };
    let source = fields.source.clone();
    let read = visit
        .app
        .rendering
        .run(move || read_derivation(&source, rules));
    // A derivation that is rejected as a whole is submitted and gets its verdict in the usual way.
    let Ok(reading) = read.await? else {
        return Ok(None);
    };
    if reading.proposal.is_none() && reading.unread() == 0 {
        return Ok(None);
    }
    let why = if reading.proposal.is_some() {
        say!("physics-given-back")
    } else {
        say!("physics-given-back-unread")
    };
    let typed = TypedDerivation {
        text: String::from_utf8_lossy(&fields.source).into_owned(),
        errors: FieldErrors::one("", why),
        reading: Some(reading.given_back()),
    };
    let page = page(visit, rules, loaded, typed).await?;
    visit
        .page_with(StatusCode::UNPROCESSABLE_ENTITY, &page)
        .map(Some)
}

/// Shows how the formulas of a derivation are read. Nothing is stored or compared, so no form token is needed: a
/// first-time visitor without a cookie is answered too.
async fn reading(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, String)>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let fields = body::read_form(&request, payload).await?;
    let text = String::from_utf8_lossy(&fields.source).into_owned();
    let keeping = |error: AppError| error.keeping(text.clone());
    visit
        .app
        .limiters
        .read
        .check(visit.address)
        .map_err(keeping)?;
    let loaded = load_for(&visit, path.into_inner()).await.map_err(keeping)?;
    let rules = views::derivation_rules(&loaded.place.season)
        .ok_or_else(|| AppError::because(AppErrorKind::NotFound, say!("refused-no-formulas")))?;
    let read = visit
        .app
        .rendering
        .run(move || read_derivation(&fields.source, rules));
    let typed = match read.await.map_err(keeping)? {
        Ok(reading) => TypedDerivation {
            reading: Some(reading),
            ..TypedDerivation::default()
        },
        Err(rejection) => TypedDerivation {
            errors: FieldErrors::one("source", derivation::Verdict::from(rejection).to_string()),
            ..TypedDerivation::default()
        },
    };
    let text = text.clone();
    visit.page(&page(&visit, rules, loaded, TypedDerivation { text, ..typed }).await?)
}
