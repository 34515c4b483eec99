//! The boards.

use actix_web::{HttpResponse, web};
use serde_json::{Value, json};

use super::utc;
use crate::board::{self, PAGE_ROWS, ProblemBoard};
use crate::error::AppError;
use crate::store::seasons::Season;
use crate::store::{self, ProblemId, problems};
use crate::web::leaderboards::{PageQuery, SHOWN_ROWS};
use crate::web::problems::{Place, load_place};
use crate::web::seasons::load_visible;
use crate::web::views::has_begun;
use crate::web::visit::Visit;
use crate::web::{at, read};

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/seasons/{season}/leaderboard", read().to(season_board)))
        .service(at(
            "/seasons/{season}/problems/{problem}/leaderboard",
            read().to(problem_board),
        ));
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
                problems::list_newest(conn, season.id)?
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
            let mut line = json!({
                "rank": row.rank,
                "name": row.name,
                "display_name": row.display_name,
                "score": row.total,
                "reward_correct": row.reward_count,
                "stage_pass": row.stage_count,
                "median_l_chars": row.median_l_chars_twice.map(|twice| f64::from(twice) / 2.0),
                "scores": scores,
            });
            if let Some(answers) = row.final_answers {
                line["final_answers"] = json!(answers);
            }
            line
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
    let (place, board) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let place = load_place(conn, &path.0, &path.1, false)?;
            let Place { season, problem } = &place;
            let board = board::load_problem_board(conn, season, false, problem.id, SHOWN_ROWS)?;
            Ok::<_, AppError>((place, board))
        })
    })
    .await?;
    let ProblemBoard { rows, beside } = board;
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
            if let Some(beside) = beside.get(&row.submission_id) {
                line["formulas_scored"] = json!(beside.formulas.scored);
                line["formulas_matched"] = json!(beside.formulas.matched);
                if let Some(answers) = beside.final_answers {
                    line["final_answers"] = json!(answers);
                }
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
