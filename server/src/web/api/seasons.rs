//! Seasons and their problems.

use actix_web::web;
use chrono::{DateTime, Utc};
use dojo_judge::contest::Member as _;
use dojo_judge::contest::physics::Derivations;
use dojo_judge::contest::sequence::Programs;
use dojo_judge::derivation::Card;
use serde::Serialize;
use utoipa::{OpenApi, ToSchema};

use super::bearer::{Asker, Bearer};
use super::{organize, utc};
use crate::contests;
use crate::error::AppError;
use crate::pages::trial::LimitsView;
use crate::problem_progress::Progress;
use crate::store::problems::Problem;
use crate::store::seasons::{self, Season};
use crate::store::{self, StoreError, corrections, problems};
use crate::web::resources::problems::{list_visible, load_visible as load_problem};
use crate::web::resources::progress::load_progress;
use crate::web::resources::seasons::load_visible;
use crate::web::route::{at, read};
use crate::web::views::{self, natural};
use crate::web::visit::Visit;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(
            web::resource("/seasons")
                .route(read().to(list_seasons))
                .route(web::post().to(organize::import)),
        )
        .service(at("/seasons/{season}", read().to(season)))
        .service(at("/seasons/{season}/problems", read().to(list_problems)))
        .service(at(
            "/seasons/{season}/problems/{problem}",
            read().to(problem),
        ))
        .service(at(
            "/seasons/{season}/problems/{problem}/progress",
            read().to(progress),
        ));
}

#[derive(OpenApi)]
#[openapi(paths(list_seasons, season, list_problems, problem, progress))]
pub(super) struct Paths;

/// A season. What a type of contest has not is left out.
#[derive(Serialize, ToSchema)]
struct SeasonAnswer {
    slug: String,
    title: String,
    summary: String,
    state: &'static str,
    contest: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_formulas: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    feedback: Option<&'static str>,
    scoring_version: String,
    attempts_max: u32,
    attempt_interval_seconds: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    fuel_limit: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_limit_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_limit_bytes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_term_digits: Option<u32>,
    runtime_digest: String,
    opens_at: Option<DateTime<Utc>>,
    freeze_at: Option<DateTime<Utc>>,
    freeze_started_at: Option<DateTime<Utc>>,
    /// When its Reveal is to begin.
    reveals_at: Option<DateTime<Utc>>,
}

impl From<Season> for SeasonAnswer {
    fn from(season: Season) -> Self {
        let programs = Programs::settings(&season.settings);
        let derivations = Derivations::settings(&season.settings);
        Self {
            state: season.state.as_str(),
            contest: season.contest.as_str(),
            max_formulas: derivations.map(|set| set.max_formulas),
            feedback: derivations.map(|set| set.feedback.as_str()),
            attempts_max: natural(season.attempts_max),
            attempt_interval_seconds: natural(season.attempt_interval_seconds),
            fuel_limit: programs.map(|set| set.fuel),
            memory_limit_bytes: programs.map(|set| set.memory_bytes),
            output_limit_bytes: programs.map(|set| set.output_bytes),
            max_term_digits: programs.map(|set| set.max_term_digits),
            opens_at: season.opens_at.map(utc),
            freeze_at: season.freeze_at.map(utc),
            freeze_started_at: season.freeze_started_at.map(utc),
            reveals_at: season.reveals_at.map(utc),
            slug: season.slug,
            title: season.title,
            summary: season.summary,
            scoring_version: season.scoring_version,
            runtime_digest: season.runtime_digest,
        }
    }
}

/// A problem. What a type of contest has not is left out.
#[derive(Serialize, ToSchema)]
struct ProblemAnswer {
    slug: String,
    position: u32,
    title: String,
    difficulty: Option<&'static str>,
    tags: Vec<String>,
    licence: String,
    known_as: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    index_origin: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    n_check: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    n_stage: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    n_public: Option<u32>,
    limits: Option<LimitsAnswer>,
    /// Bytes of the setter's program, from Reveal on.
    #[serde(skip_serializing_if = "Option::is_none")]
    setter_l_chars: Option<u32>,
    state: &'static str,
    public_terms: Vec<String>,
    /// What is public of a physics problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object)]
    card: Option<Card>,
}

/// What a run for a problem may use.
#[derive(Serialize, ToSchema)]
struct LimitsAnswer {
    fuel: u64,
    memory_bytes: u64,
    output_bytes: u64,
    max_term_digits: u32,
}

impl From<LimitsView> for LimitsAnswer {
    fn from(limits: LimitsView) -> Self {
        Self {
            fuel: limits.fuel,
            memory_bytes: limits.memory_bytes,
            output_bytes: limits.output_bytes,
            max_term_digits: limits.max_term_digits,
        }
    }
}

fn problem_answer(season: &Season, problem: &Problem) -> ProblemAnswer {
    let counts = problem.term_counts();
    ProblemAnswer {
        slug: problem.slug.clone(),
        position: natural(problem.position),
        title: problem.title.clone(),
        difficulty: problem.difficulty.map(store::Difficulty::as_str),
        tags: problem.tag_list(),
        licence: problem.licence.clone(),
        known_as: problem.known_as.clone().filter(|_| problem.is_open(season)),
        index_origin: counts.map(|counts| counts.index_origin),
        n_check: counts.map(|counts| counts.n_check),
        n_stage: counts.map(|counts| counts.n_stage),
        n_public: counts.map(|counts| counts.n_public),
        limits: views::program_rules(season, problem)
            .ok()
            .map(|rules| LimitsAnswer::from(rules.limits)),
        setter_l_chars: (problem.is_open(season) && season.contest.has_setters_board())
            .then(|| natural(problem.setter_source().len())),
        state: problem.state.as_str(),
        public_terms: problem.public_terms(),
        card: problem
            .card()
            .filter(|_| contests::of(season.contest).has_formulas),
    }
}

/// All seasons.
#[derive(Serialize, ToSchema)]
struct SeasonsAnswer {
    seasons: Vec<SeasonAnswer>,
}

/// The problems of a season.
#[derive(Serialize, ToSchema)]
struct ProblemsAnswer {
    problems: Vec<ProblemAnswer>,
}

/// A problem with its statement.
#[derive(Serialize, ToSchema)]
struct StatedProblemAnswer {
    #[serde(flatten)]
    problem: ProblemAnswer,
    /// In Markdown.
    statement: String,
    /// What stands above the statement.
    corrections: Vec<CorrectionAnswer>,
    /// What the setter says of the solution, in Markdown, from Reveal on.
    #[serde(skip_serializing_if = "Option::is_none")]
    editorial: Option<String>,
}

/// Words above the statement of a problem.
#[derive(Serialize, ToSchema)]
struct CorrectionAnswer {
    text: String,
    made_at: DateTime<Utc>,
}

/// All seasons; the drafts among them are for organizers.
#[utoipa::path(
    get,
    path = "/seasons",
    security((), ("token" = [])),
    responses((status = 200, description = "They", body = SeasonsAnswer)),
)]
async fn list_seasons(visit: Visit, asker: Asker) -> Result<web::Json<SeasonsAnswer>, AppError> {
    let staff = asker.reader().staff;
    let seasons = store::run(&visit.app.pool, move |conn| {
        seasons::list_seasons(conn, staff).map_err(StoreError::from)
    })
    .await?;
    let seasons = seasons.into_iter().map(SeasonAnswer::from).collect();
    Ok(web::Json(SeasonsAnswer { seasons }))
}

/// A season.
#[utoipa::path(
    get,
    path = "/seasons/{season}",
    security((), ("token" = [])),
    responses((status = 200, description = "It", body = SeasonAnswer)),
)]
async fn season(
    visit: Visit,
    asker: Asker,
    slug: web::Path<String>,
) -> Result<web::Json<SeasonAnswer>, AppError> {
    let reader = asker.reader();
    let season = store::run(&visit.app.pool, move |conn| {
        load_visible(conn, &slug, reader)
    })
    .await?;
    Ok(web::Json(season.into()))
}

/// The problems of a season that has begun; before, those of whom the token belongs to.
#[utoipa::path(
    get,
    path = "/seasons/{season}/problems",
    security((), ("token" = [])),
    responses((status = 200, description = "It", body = ProblemsAnswer)),
)]
async fn list_problems(
    visit: Visit,
    asker: Asker,
    slug: web::Path<String>,
) -> Result<web::Json<ProblemsAnswer>, AppError> {
    let reader = asker.reader();
    let problems = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_visible(conn, &slug, reader)?;
            let problems = problems::newest(list_visible(conn, &season, reader)?);
            Ok::<_, AppError>(
                problems
                    .iter()
                    .map(|problem| problem_answer(&season, problem))
                    .collect::<Vec<_>>(),
            )
        })
    })
    .await?;
    Ok(web::Json(ProblemsAnswer { problems }))
}

/// A problem with its statement.
#[utoipa::path(
    get,
    path = "/seasons/{season}/problems/{problem}",
    security((), ("token" = [])),
    responses((status = 200, description = "It", body = StatedProblemAnswer)),
)]
async fn problem(
    visit: Visit,
    asker: Asker,
    path: web::Path<(String, String)>,
) -> Result<web::Json<StatedProblemAnswer>, AppError> {
    let reader = asker.reader();
    let (place, corrections) = store::run(&visit.app.pool, move |conn| {
        let place = load_problem(conn, &path.0, &path.1, reader)?;
        let corrections = corrections::list_corrections(conn, place.problem.id)?;
        Ok::<_, AppError>((place, corrections))
    })
    .await?;
    Ok(web::Json(StatedProblemAnswer {
        corrections: corrections
            .into_iter()
            .map(|it| CorrectionAnswer {
                text: it.text,
                made_at: it.made_at.utc(),
            })
            .collect(),
        problem: problem_answer(&place.season, &place.problem),
        editorial: place.problem.editorial(&place.season).map(str::to_owned),
        statement: place.problem.statement,
    }))
}

/// How a problem fares, from the opening on, for its setter and organizers: counts, and nobody's name.
#[utoipa::path(
    get,
    path = "/seasons/{season}/problems/{problem}/progress",
    responses((status = 200, description = "It", body = Progress)),
)]
async fn progress(
    visit: Visit,
    bearer: Bearer,
    path: web::Path<(String, String)>,
) -> Result<web::Json<Progress>, AppError> {
    let (reader, now) = (bearer.reader(), visit.now);
    let (_, progress) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            load_progress(conn, &path.0, &path.1, reader, now)
        })
    })
    .await?;
    Ok(web::Json(progress))
}
