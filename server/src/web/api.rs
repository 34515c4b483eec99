//! The API, version 1: JSON, with a token of the account page as `Authorization: Bearer …`.
//!
//! Cookies mean nothing here, so no other site can act in somebody's name. What a contestant may
//! not see on a page is not here either.

use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use dojo_judge::physics::contest::Card;
use dojo_judge::season::Report;
use futures_util::future::LocalBoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::body::{self, SubmitJson};
use super::leaderboards::{PageQuery, SHOWN_ROWS};
use super::problems::{Place, load_place};
use super::seasons::load_visible;
use super::setter;
use super::submissions::{Reader, Seen, Submitter, Words, load_seen, submit_to};
use super::views::{has_begun, is_revealed, natural, state_word};
use super::visit::Visit;
use super::{at, read};
use crate::auth::{API_TOKEN_PREFIX, hash_token};
use crate::board::{self, PAGE_ROWS};
use crate::error::{AppError, Kind};
use crate::pages::submission::Audience;
use crate::store::problems::Problem;
use crate::store::seasons::{self, Season};
use crate::store::submissions::Submitted;
use crate::store::users::User;
use crate::store::{
    self, Contest, Moment, ProblemId, StoreError, SubmissionId, SubmissionState, problems,
    standings, tokens,
};

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(
        web::scope("/api/v1")
            .service(at("/seasons", read().to(list_seasons)))
            .service(at("/seasons/{season}", read().to(season)))
            .service(at("/seasons/{season}/problems", read().to(list_problems)))
            .service(at(
                "/seasons/{season}/problems/{problem}",
                read().to(problem),
            ))
            .service(at("/seasons/{season}/leaderboard", read().to(season_board)))
            .service(at(
                "/seasons/{season}/problems/{problem}/leaderboard",
                read().to(problem_board),
            ))
            .service(at(
                "/seasons/{season}/problems/{problem}/submissions",
                web::post().to(submit),
            ))
            .service(at("/submissions/{id}", read().to(submission)))
            .service(at("/problems/validate", web::post().to(validate)))
            .service(at("/me", read().to(me))),
    );
}

/// The owner of the token that came with a request.
struct Bearer(User);

impl FromRequest for Bearer {
    type Error = AppError;
    type Future = LocalBoxFuture<'static, Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let refuse = |detail: &str| AppError::because(Kind::SignIn, detail);
            let token = request
                .headers()
                .get(header::AUTHORIZATION)
                .and_then(|value| value.to_str().ok())
                .and_then(|value| value.strip_prefix("Bearer "))
                .map(|token| token.trim().to_owned())
                .ok_or_else(|| {
                    refuse("send a token of your account page as `Authorization: Bearer …`")
                })?;
            if !token.starts_with(API_TOKEN_PREFIX) {
                return Err(refuse("this is no token of the API"));
            }
            let visit = Visit::of(&request).await?;
            let now = visit.now;
            let owner = store::run(&visit.app.pool, move |conn| {
                tokens::find_token_owner(conn, &hash_token(&token), now).map_err(StoreError::from)
            })
            .await?;
            owner
                .map(Self)
                .ok_or_else(|| refuse("this token does not exist or is revoked"))
        })
    }
}

impl Bearer {
    fn is_staff(&self) -> bool {
        self.0.role.sees_hidden_terms()
    }
}

fn utc(moment: Moment) -> DateTime<Utc> {
    moment.utc()
}

#[derive(Serialize)]
struct SeasonJson {
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
    fuel_limit: i64,
    memory_limit_bytes: i64,
    output_limit_bytes: i32,
    max_term_digits: i32,
    runtime_digest: String,
    opens_at: Option<DateTime<Utc>>,
    freeze_at: Option<DateTime<Utc>>,
    freeze_started_at: Option<DateTime<Utc>>,
}

impl From<Season> for SeasonJson {
    fn from(season: Season) -> Self {
        Self {
            state: season.state.as_str(),
            contest: season.contest.as_str(),
            max_formulas: season.max_formulas.map(natural),
            feedback: season.feedback.map(store::Feedback::as_str),
            attempts_max: natural(season.attempts_max),
            attempt_interval_seconds: natural(season.attempt_interval_seconds),
            fuel_limit: season.fuel_limit,
            memory_limit_bytes: season.memory_limit_bytes,
            output_limit_bytes: season.output_limit_bytes,
            max_term_digits: season.max_term_digits,
            opens_at: season.opens_at.map(utc),
            freeze_at: season.freeze_at.map(utc),
            freeze_started_at: season.freeze_started_at.map(utc),
            slug: season.slug,
            title: season.title,
            summary: season.summary,
            scoring_version: season.scoring_version,
            runtime_digest: season.runtime_digest,
        }
    }
}

#[derive(Serialize)]
struct ProblemJson {
    slug: String,
    position: u32,
    title: String,
    difficulty: Option<&'static str>,
    tags: Vec<String>,
    licence: String,
    known_as: Option<String>,
    index_origin: i64,
    n_check: u32,
    n_stage: u32,
    n_public: u32,
    state: &'static str,
    public_terms: Vec<String>,
    /// What is public of a physics problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    card: Option<Card>,
}

fn problem_json(season: &Season, problem: &Problem) -> ProblemJson {
    ProblemJson {
        slug: problem.slug.clone(),
        position: natural(problem.position),
        title: problem.title.clone(),
        difficulty: problem.difficulty.map(store::Difficulty::as_str),
        tags: problem.tag_list(),
        licence: problem.licence.clone(),
        known_as: problem.known_as.clone().filter(|_| is_revealed(season)),
        index_origin: problem.index_origin,
        n_check: natural(problem.n_check),
        n_stage: natural(problem.n_stage),
        n_public: natural(problem.n_public),
        state: problem.state.as_str(),
        public_terms: problem.public_terms(),
        card: match season.contest {
            Contest::Sequence => None,
            Contest::Physics => problem.card(),
        },
    }
}

async fn list_seasons(visit: Visit) -> Result<HttpResponse, AppError> {
    let seasons = store::run(&visit.app.pool, |conn| {
        seasons::list_seasons(conn, false).map_err(StoreError::from)
    })
    .await?;
    let seasons: Vec<SeasonJson> = seasons.into_iter().map(SeasonJson::from).collect();
    Ok(HttpResponse::Ok().json(json!({"seasons": seasons})))
}

async fn season(visit: Visit, slug: web::Path<String>) -> Result<HttpResponse, AppError> {
    let season = store::run(&visit.app.pool, move |conn| {
        load_visible(conn, &slug, false)
    })
    .await?;
    Ok(HttpResponse::Ok().json(SeasonJson::from(season)))
}

async fn list_problems(visit: Visit, slug: web::Path<String>) -> Result<HttpResponse, AppError> {
    let problems = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_visible(conn, &slug, false)?;
            let problems = if has_begun(&season) {
                problems::list_problems(conn, season.id)?
            } else {
                Vec::new()
            };
            Ok::<_, AppError>(
                problems
                    .iter()
                    .map(|problem| problem_json(&season, problem))
                    .collect::<Vec<_>>(),
            )
        })
    })
    .await?;
    Ok(HttpResponse::Ok().json(json!({"problems": problems})))
}

async fn problem(
    visit: Visit,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, AppError> {
    let place = store::run(&visit.app.pool, move |conn| {
        load_place(conn, &path.0, &path.1, false)
    })
    .await?;
    let mut body = json!(problem_json(&place.season, &place.problem));
    body["statement"] = json!(place.problem.statement);
    Ok(HttpResponse::Ok().json(body))
}

async fn season_board(
    visit: Visit,
    slug: web::Path<String>,
    page: web::Query<PageQuery>,
) -> Result<HttpResponse, AppError> {
    let offset = page.offset();
    let (season, problems, board) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_visible(conn, &slug, false)?;
            let problems = if has_begun(&season) {
                problems::list_problems(conn, season.id)?
            } else {
                Vec::new()
            };
            let order: Vec<ProblemId> = problems.iter().map(|problem| problem.id).collect();
            let board = board::load_board(conn, &season, false, &order, offset, PAGE_ROWS)?;
            Ok::<_, AppError>((season, problems, board))
        })
    })
    .await?;
    let people = board.people;
    let rows: Vec<Value> = board
        .rows
        .into_iter()
        .map(|row| {
            let scores: serde_json::Map<String, Value> = problems
                .iter()
                .zip(&row.cells)
                .filter_map(|(problem, cell)| {
                    Some((problem.slug.clone(), json!(cell.as_ref()?.score)))
                })
                .collect();
            json!({
                "rank": row.rank,
                "name": row.name,
                "display_name": row.display_name,
                "score": row.total,
                "reward_correct": row.reward_count,
                "stage_pass": row.stage_count,
                "median_l_chars": row.median_l_chars_twice.map(|twice| f64::from(twice) / 2.0),
                "scores": scores,
            })
        })
        .collect();
    Ok(HttpResponse::Ok().json(json!({
        "season": season.slug,
        "final": is_final(&season),
        "provisional": season.scored_at.is_none(),
        "shows_scores": season.shows_scores(),
        "people": people,
        "page": offset / PAGE_ROWS + 1,
        "pages": people.div_ceil(PAGE_ROWS).max(1),
        "rows": rows,
    })))
}

fn is_final(season: &Season) -> bool {
    season.state == store::SeasonState::Final
}

async fn problem_board(
    visit: Visit,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, AppError> {
    let (place, rows, formulas) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let place = load_place(conn, &path.0, &path.1, false)?;
            let Place { season, problem } = &place;
            let rows = board::load_problem_board(conn, season, false, problem.id, SHOWN_ROWS)?;
            let ids: Vec<SubmissionId> = rows.iter().map(|row| row.submission_id).collect();
            let formulas = standings::list_formulas(conn, &ids)?;
            Ok::<_, AppError>((place, rows, formulas))
        })
    })
    .await?;
    let rows: Vec<Value> = rows
        .into_iter()
        .zip(1..)
        .map(|(row, rank)| {
            let mut line = json!({
                "rank": rank,
                "name": row.name,
                "display_name": row.display_name,
                "score": row.score,
                "l_chars": row.l_chars,
                "diversity_bonus": row.diversity_bonus,
                "reward_correct": row.reward_correct,
                "submitted_at": utc(row.submitted_at),
                "submission": row.submission_id,
            });
            if let Some((scored, matched)) = formulas.get(&row.submission_id) {
                line["formulas_scored"] = json!(scored);
                line["formulas_matched"] = json!(matched);
            }
            line
        })
        .collect();
    Ok(HttpResponse::Ok().json(json!({
        "season": place.season.slug,
        "problem": place.problem.slug,
        "final": is_final(&place.season),
        "provisional": place.season.scored_at.is_none(),
        "shows_scores": place.season.shows_scores(),
        "rows": rows,
    })))
}

async fn submit(
    request: HttpRequest,
    visit: Visit,
    bearer: Bearer,
    path: web::Path<(String, String)>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let SubmitJson {
        source,
        method_tag,
        notes,
    } = body::read_json(&request, payload).await?;
    if source.is_empty() {
        return Err(AppError::because(Kind::Invalid, "`source` is empty"));
    }
    visit.app.limiters.submit.check(visit.address)?;
    // What is no string counts as unspecified (`docs/SCORING-v0.1.md` §6.1).
    let tag = method_tag.as_ref().and_then(Value::as_str).unwrap_or("");
    let words = Words::clean(tag, notes.as_deref().unwrap_or(""))
        .map_err(|error| AppError::because(Kind::Invalid, format!("`notes`: {error}")))?;
    let submitter = Submitter {
        id: bearer.0.id,
        staff: bearer.is_staff(),
    };
    match submit_to(
        &visit,
        path.into_inner(),
        submitter,
        source.into_bytes(),
        words,
    )
    .await?
    {
        Submitted::Stored(id) => Ok(HttpResponse::Created()
            .insert_header((header::LOCATION, format!("/api/v1/submissions/{id}")))
            .json(json!({"id": id, "state": "QUEUED", "url": format!("/submissions/{id}")}))),
        Submitted::Refused(refusal) => Err(refusal.into()),
    }
}

async fn submission(
    visit: Visit,
    bearer: Bearer,
    id: web::Path<i64>,
) -> Result<HttpResponse, AppError> {
    let reader = Reader {
        id: Some(bearer.0.id),
        staff: bearer.is_staff(),
        now: visit.now,
    };
    let tallies = Arc::clone(&visit.app.tallies);
    let seen = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            load_seen(conn, SubmissionId(*id), reader, &tallies)
        })
    })
    .await?;
    Ok(HttpResponse::Ok().json(submission_json(&seen)))
}

fn submission_json(seen: &Seen) -> Value {
    let report = seen.judgement.as_ref().map(|judgement| &judgement.report);
    let result = report.map(|report| match seen.audience {
        Audience::Everything => json!(report),
        Audience::Author => match report {
            Report::Sequence(report) => json!(report.public(natural(seen.problem.n_public))),
            Report::Physics(report) => json!(report.public(seen.feedback())),
        },
        Audience::Public => match report {
            Report::Sequence(report) => json!({
                "l_chars": report.l_chars,
                "brevity_bonus": report.brevity_bonus,
                "score": report.score,
            }),
            Report::Physics(report) => json!({
                "formulas_scored": report.formulas_scored,
                "formulas_matched": report.formulas_matched,
                "score": report.score,
            }),
        },
    });
    let shows_score = seen.audience == Audience::Everything || seen.season.shows_scores();
    let word = match (report, seen.submission.state) {
        (Some(report), _) => report.verdict_word(),
        (None, state) => state_word(state),
    };
    json!({
        "id": seen.submission.id,
        "season": seen.season.slug,
        "problem": seen.problem.slug,
        "created_at": utc(seen.submission.created_at),
        "judged_at": seen.judgement.as_ref().map(|judgement| utc(judgement.judged_at)),
        "settled": matches!(seen.submission.state, SubmissionState::Judged | SubmissionState::Internal),
        "verdict": word,
        "score": report.filter(|_| shows_score).map(Report::score),
        "report": result,
    })
}

#[derive(Deserialize)]
struct ValidateQuery {
    /// A season's slug or a scoring version.
    #[serde(default)]
    season: Option<String>,
}

/// The report on a package that is the whole body.
async fn validate(
    bearer: Bearer,
    visit: Visit,
    query: web::Query<ValidateQuery>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    setter::require_setter(&bearer.0)?;
    let season = query.into_inner().season;
    let season = season.as_deref().unwrap_or(setter::DEFAULT_SEASON);
    let archive = body::read_archive(payload).await?;
    let report = setter::validate(&visit, season, bearer.is_staff(), &archive).await?;
    Ok(HttpResponse::Ok().json(report))
}

async fn me(bearer: Bearer) -> HttpResponse {
    HttpResponse::Ok().json(json!({
        "name": bearer.0.name,
        "display_name": bearer.0.display_name,
        "role": bearer.0.role.as_str(),
        "created_at": utc(bearer.0.created_at),
    }))
}
