//! The boards.

use actix_web::{HttpResponse, web};

use super::problems::load_place;
use super::seasons::load_visible;
use super::views::{self, has_begun, natural, problem_head, season_head, season_head_for};
use super::visit::Visit;
use super::{at, read};
use crate::board;
use crate::error::AppError;
use crate::pages::boards::BoardColumn;
use crate::pages::{ProblemBoardPage, SeasonBoardPage};
use crate::store::{self, ProblemId, problems, standings, submissions};

/// Rows of a problem's board that are shown.
pub(super) const SHOWN_ROWS: i64 = 1000;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/seasons/{season}/leaderboard", read().to(season_board)))
        .service(at(
            "/seasons/{season}/problems/{problem}/leaderboard",
            read().to(problem_board),
        ));
}

async fn season_board(visit: Visit, slug: web::Path<String>) -> Result<HttpResponse, AppError> {
    let (staff, me) = (visit.is_staff(), visit.user_id());
    let (season, problems, standings) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_visible(conn, &slug, staff)?;
            let problems = if staff || has_begun(&season) {
                problems::list_problems(conn, season.id)?
            } else {
                Vec::new()
            };
            let standings = standings::list_season_standings(conn, season.id)?;
            Ok::<_, AppError>((season, problems, standings))
        })
    })
    .await?;
    let order: Vec<ProblemId> = problems.iter().map(|problem| problem.id).collect();
    let columns = problems
        .into_iter()
        .map(|problem| BoardColumn {
            slug: problem.slug,
            title: problem.title,
            position: natural(problem.position),
        })
        .collect();
    visit.page(&SeasonBoardPage {
        shell: visit.shell(),
        season: season_head(&season),
        columns,
        rows: views::season_board(board::season_board(&order, standings), me),
    })
}

async fn problem_board(
    visit: Visit,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, AppError> {
    let (staff, me) = (visit.is_staff(), visit.user_id());
    let (place, rows, solvers, tried) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let place = load_place(conn, &path.0, &path.1, staff)?;
            let rows = standings::list_problem_standings(conn, place.problem.id, SHOWN_ROWS)?;
            let solvers = standings::count_solvers(conn, place.problem.id)?;
            let tried = submissions::count_people_of_problem(conn, place.problem.id)?;
            Ok::<_, AppError>((place, rows, solvers, tried))
        })
    })
    .await?;
    visit.page(&ProblemBoardPage {
        shell: visit.shell(),
        season: season_head_for(&place.season, &place.problem),
        problem: problem_head(&place.season, &place.problem, solvers, tried),
        rows: views::problem_board(rows, me),
    })
}
