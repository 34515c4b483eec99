//! The boards.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use dojo_judge::derivation::FinalAnswers;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::{OpenApi, ToSchema};

use super::bearer::Asker;
use super::utc;
use crate::board::{PAGE_ROWS, ProblemBoard, Who};
use crate::error::AppError;
use crate::store::seasons::Season;
use crate::store::{self, SubmissionId};
use crate::web::address_query::AddressQuery;
use crate::web::resources::boards::{
    PageQuery, SeasonBoard, WhoQuery, load_problem_board as load_board,
};
use crate::web::resources::reader::Reader;
use crate::web::route::{at, read};
use crate::web::shared_pages::{self, Shows};
use crate::web::visit::Visit;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/seasons/{season}/leaderboard", read().to(season_board)))
        .service(at(
            "/seasons/{season}/problems/{problem}/leaderboard",
            read().to(problem_board),
        ));
}

#[derive(OpenApi)]
#[openapi(paths(season_board, problem_board))]
pub(super) struct Paths;

/// The board of a season, a page of it.
#[derive(Serialize, ToSchema)]
struct SeasonBoardAnswer {
    season: String,
    /// Its scores never change any more.
    r#final: bool,
    /// Its scores have no diversity bonus yet.
    provisional: bool,
    /// Without, it has no rows yet.
    shows_scores: bool,
    people: u32,
    page: u32,
    pages: u32,
    rows: Vec<SeasonRow>,
}

/// A person on the board of a season, or a model.
#[derive(Serialize, ToSchema)]
struct SeasonRow {
    /// Among people; `null` for a model beside them, which has none.
    rank: Option<u32>,
    /// Who runs it, of a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    model_of: Option<String>,
    name: String,
    display_name: String,
    score: u32,
    /// Problems solved whole.
    reward_correct: u32,
    /// Problems with at least a Stage Pass.
    stage_pass: u32,
    /// Of the programs that solve a problem whole, where lengths count.
    median_l_chars: Option<f64>,
    /// By slug of the problem.
    #[schema(value_type = BTreeMap<String, i32>)]
    scores: Map<String, Value>,
    /// From Reveal on, over the problems that count.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object)]
    final_answers: Option<FinalAnswers>,
}

/// The board of a problem.
#[derive(Serialize, ToSchema)]
struct ProblemBoardAnswer {
    season: String,
    problem: String,
    /// Its scores never change any more.
    r#final: bool,
    /// Its scores have no diversity bonus yet.
    provisional: bool,
    /// Without, it has no rows yet.
    shows_scores: bool,
    rows: Vec<ProblemRow>,
}

/// A person on the board of a problem, or a model.
#[derive(Serialize, ToSchema)]
struct ProblemRow {
    /// Among people; `null` for a model beside them, which has none.
    rank: Option<u32>,
    /// Who runs it, of a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    model_of: Option<String>,
    name: String,
    display_name: String,
    score: i32,
    /// Canonical bytes, where lengths count.
    l_chars: Option<i32>,
    diversity_bonus: Option<i32>,
    reward_correct: bool,
    submitted_at: DateTime<Utc>,
    #[schema(value_type = i64)]
    submission: SubmissionId,
    /// Formulas of a derivation that were compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    formulas_scored: Option<u32>,
    /// Formulas of a derivation that match.
    #[serde(skip_serializing_if = "Option::is_none")]
    formulas_matched: Option<u32>,
    /// From Reveal on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object)]
    final_answers: Option<FinalAnswers>,
}

/// The board of a season, a hundred people a page.
#[utoipa::path(
    get,
    path = "/seasons/{season}/leaderboard",
    params(
        ("page" = Option<u32>, Query, description = "From 1"),
        ("who" = Option<String>, Query, description = "`people`, `models` or `all`; people if it is left out"),
    ),
    security((), ("token" = [])),
    responses((status = 200, description = "The board", body = SeasonBoardAnswer)),
)]
async fn season_board(
    request: HttpRequest,
    visit: Visit,
    asker: Asker,
    slug: web::Path<String>,
    page: AddressQuery<PageQuery>,
) -> Result<HttpResponse, AppError> {
    let shows = Shows::boards(&visit, &slug);
    let reader = asker.reader();
    let load = load_season_board(visit.clone(), reader, slug, page.into_inner());
    answer(&visit, &request, reader, shows, load).await
}

/// Answers with a board: visitors share one answer; a signed-in reader gets what the page shows to them.
async fn answer<T: Serialize + Send + 'static>(
    visit: &Visit,
    request: &HttpRequest,
    reader: Reader,
    shows: Shows,
    load: impl Future<Output = Result<T, AppError>> + 'static,
) -> Result<HttpResponse, AppError> {
    if reader.id.is_some() {
        return Ok(HttpResponse::Ok().json(load.await?));
    }
    shared_pages::json(visit, request, shows, load).await
}

async fn load_season_board(
    visit: Visit,
    reader: Reader,
    slug: web::Path<String>,
    query: PageQuery,
) -> Result<SeasonBoardAnswer, AppError> {
    let (offset, now) = (query.offset(), visit.now);
    let SeasonBoard {
        season,
        problems,
        board,
        has_models: _,
    } = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            SeasonBoard::load(conn, &slug, reader, &query, now)
        })
    })
    .await?;
    let people = board.people;
    let rows = board
        .rows
        .into_iter()
        .map(|row| SeasonRow {
            rank: ranked(row.rank),
            model_of: row.operator,
            name: row.name,
            display_name: row.display_name,
            score: row.total,
            reward_correct: row.reward_count,
            stage_pass: row.stage_count,
            median_l_chars: row.median_l_chars_twice.map(|twice| f64::from(twice) / 2.0),
            scores: problems
                .iter()
                .zip(&row.cells)
                .filter_map(|(problem, cell)| {
                    Some((problem.slug.clone(), cell.as_ref()?.score.into()))
                })
                .collect(),
            final_answers: row.final_answers,
        })
        .collect();
    Ok(SeasonBoardAnswer {
        r#final: is_final(&season),
        provisional: season.contest.declares_methods() && !season.shows_bonuses(),
        shows_scores: season.shows_scores(),
        season: season.slug,
        people,
        page: offset / PAGE_ROWS + 1,
        pages: people.div_ceil(PAGE_ROWS).max(1),
        rows,
    })
}

/// The rank, or nothing for a row without one.
fn ranked(rank: u32) -> Option<u32> {
    (rank > 0).then_some(rank)
}

fn is_final(season: &Season) -> bool {
    season.state == store::SeasonState::Final
}

/// The board of a problem, the first 500.
#[utoipa::path(
    get,
    path = "/seasons/{season}/problems/{problem}/leaderboard",
    params(("who" = Option<String>, Query, description = "`people`, `models` or `all`; people if it is left out")),
    security((), ("token" = [])),
    responses((status = 200, description = "The board", body = ProblemBoardAnswer)),
)]
async fn problem_board(
    request: HttpRequest,
    visit: Visit,
    asker: Asker,
    path: web::Path<(String, String)>,
    query: AddressQuery<WhoQuery>,
) -> Result<HttpResponse, AppError> {
    let shows = Shows::boards(&visit, &path.0);
    let reader = asker.reader();
    let load = load_problem_board(visit.clone(), reader, path, query.who);
    answer(&visit, &request, reader, shows, load).await
}

async fn load_problem_board(
    visit: Visit,
    reader: Reader,
    path: web::Path<(String, String)>,
    who: Who,
) -> Result<ProblemBoardAnswer, AppError> {
    let now = visit.now;
    let (place, board) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            load_board(conn, (&path.0, &path.1), reader, (who, now))
        })
    })
    .await?;
    let ProblemBoard {
        rows,
        beside,
        mut operators,
    } = board;
    let rows = rows
        .into_iter()
        .map(|(rank, row)| {
            let beside = beside.get(&row.submission_id);
            ProblemRow {
                rank: ranked(rank),
                model_of: operators.remove(&row.user_id),
                name: row.name,
                display_name: row.display_name,
                score: row.score,
                l_chars: row.l_chars,
                diversity_bonus: row.diversity_bonus,
                reward_correct: row.reward_correct,
                submitted_at: utc(row.submitted_at),
                submission: row.submission_id,
                formulas_scored: beside.map(|beside| beside.formulas.scored),
                formulas_matched: beside.map(|beside| beside.formulas.matched),
                final_answers: beside.and_then(|beside| beside.final_answers),
            }
        })
        .collect();
    Ok(ProblemBoardAnswer {
        r#final: is_final(&place.season),
        provisional: place.season.contest.declares_methods()
            && !place.problem.shows_bonuses(&place.season),
        shows_scores: place.problem.shows_scores(&place.season),
        season: place.season.slug,
        problem: place.problem.slug,
        rows,
    })
}
