//! The boards.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;

use super::problems::{Place, load_place};
use super::seasons::load_visible;
use super::shared::{self, Shows};
use super::views::{self, has_begun, natural, problem_head, season_head, season_head_for};
use super::visit::Visit;
use super::{at, read};
use crate::board::{self, PAGE_ROWS};
use crate::error::AppError;
use crate::pages::boards::{BoardColumn, Pager, TagRow};
use crate::pages::{ProblemBoardPage, SeasonBoardPage};
use crate::store::{self, ProblemId, problems, results};

/// Rows of a problem's board that are shown.
pub(super) const SHOWN_ROWS: i64 = 500;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/seasons/{season}/leaderboard", read().to(season_board)))
        .service(at(
            "/seasons/{season}/problems/{problem}/leaderboard",
            read().to(problem_board),
        ));
}

/// Which page of a board is asked for.
#[derive(Deserialize)]
pub(super) struct PageQuery {
    /// From 1.
    #[serde(default = "first_page")]
    pub(super) page: u32,
}

fn first_page() -> u32 {
    1
}

impl PageQuery {
    /// Rows before the page.
    pub(super) fn offset(&self) -> u32 {
        self.page.max(1).saturating_sub(1).min(1_000_000) * PAGE_ROWS
    }
}

async fn season_board(
    request: HttpRequest,
    visit: Visit,
    slug: web::Path<String>,
    page: web::Query<PageQuery>,
) -> Result<HttpResponse, AppError> {
    let offset = page.offset();
    let slug = slug.into_inner();
    let shows = Shows::boards(&visit, &slug);
    let own = visit.clone();
    let load = async move { load_season_board(&own, slug, offset).await };
    shared::page(&visit, &request, shows, load).await
}

async fn load_season_board(
    visit: &Visit,
    slug: String,
    offset: u32,
) -> Result<SeasonBoardPage, AppError> {
    let (staff, me, now) = (visit.is_staff(), visit.user_id(), visit.now);
    let live = visit.live_season(&slug);
    let (season, problems, board) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_visible(conn, &slug, staff)?;
            let problems = if staff || has_begun(&season) {
                problems::list_newest(conn, season.id)?
            } else {
                Vec::new()
            };
            let order: Vec<ProblemId> = problems.iter().map(|problem| problem.id).collect();
            let board = board::load_board(conn, &season, staff, &order, offset, PAGE_ROWS)?;
            Ok::<_, AppError>((season, problems, board))
        })
    })
    .await?;
    let columns = problems
        .into_iter()
        .map(|problem| BoardColumn {
            slug: problem.slug,
            title: problem.title,
            position: natural(problem.position),
        })
        .collect();
    Ok(SeasonBoardPage {
        shell: visit.shell(),
        live,
        season: season_head(&season),
        banner: views::banner(&season, now),
        columns,
        pager: Pager {
            page: offset / PAGE_ROWS + 1,
            pages: board.people.div_ceil(PAGE_ROWS).max(1),
        },
        rows: views::season_board(board.rows, me),
    })
}

async fn problem_board(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, AppError> {
    let path = path.into_inner();
    let shows = Shows::boards(&visit, &path.0);
    let own = visit.clone();
    let load = async move { load_problem_board(&own, path).await };
    shared::page(&visit, &request, shows, load).await
}

async fn load_problem_board(
    visit: &Visit,
    path: (String, String),
) -> Result<ProblemBoardPage, AppError> {
    let (staff, me, now) = (visit.is_staff(), visit.user_id(), visit.now);
    let live = visit.live_season(&path.0);
    let (place, board, tags) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let place = load_place(conn, &path.0, &path.1, staff)?;
            let Place { season, problem } = &place;
            let board = board::load_problem_board(conn, season, staff, problem.id, SHOWN_ROWS)?;
            let contest = place.season.contest;
            let tags = if contest.declares_methods() && place.season.is_revealed() {
                results::list_method_tags(conn, place.problem.id)?
            } else {
                Vec::new()
            };
            Ok::<_, AppError>((place, board, tags))
        })
    })
    .await?;
    let shown = board.rows.len();
    Ok(ProblemBoardPage {
        shell: visit.shell(),
        live,
        season: season_head_for(&place.season, &place.problem),
        banner: views::banner(&place.season, now),
        problem: problem_head(&place.season, &place.problem),
        is_cut: i64::try_from(shown).is_ok_and(|shown| shown == SHOWN_ROWS),
        rows: views::problem_board(board, me),
        tags: tags
            .into_iter()
            .map(|tag| TagRow {
                people: natural(tag.users),
                tag: tag.tag,
                first_submission_id: tag.first_submission_id.0,
                first_bonus: natural(tag.first_bonus),
            })
            .collect(),
    })
}
