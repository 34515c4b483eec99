//! The boards.

use actix_web::{HttpRequest, HttpResponse, web};

use super::organize::organizer;
use super::resources::boards::{
    PageQuery, SHOWN_ROWS, SeasonBoard, WhoQuery, load_problem_board as load_board,
};
use super::resources::problems::load_visible as load_place;
use super::resources::reader::Reader;
use super::resources::seasons::load_visible;
use super::route::{at, read};
use super::shared_pages::{self, Shows};
use super::views::{self, natural, problem_head, season_head};
use super::visit::Visit;
use crate::board::{self, PAGE_ROWS, ProblemBoard, Who};
use crate::error::{AppError, AppErrorKind};
use crate::pages::boards::{self, AllTimePage, BoardColumn, Pager, TagRow};
use crate::pages::{ProblemBoardPage, SeasonBoardPage};
use crate::store::practice::AllTimeRow;
use crate::store::{self, models, results, standings, totals, users};
use crate::web::address_query::AddressQuery;
use crate::words::say;

/// Places at the top of a season that the all-time board marks.
const MARKED: i64 = 3;

/// Rows in one list for spreadsheets.
const CSV_ROWS: u32 = 100_000;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/seasons/{season}/leaderboard", read().to(season_board)))
        .service(at("/seasons/{season}/leaderboard.csv", read().to(as_csv)))
        .service(at(
            "/seasons/{season}/leaderboard/of/{name}",
            read().to(page_of),
        ))
        .service(at(
            "/seasons/{season}/problems/{problem}/leaderboard",
            read().to(problem_board),
        ))
        .service(at(
            "/seasons/{season}/problems/{problem}/all-time",
            read().to(all_time),
        ));
}

async fn all_time(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, String)>,
    query: AddressQuery<WhoQuery>,
) -> Result<HttpResponse, AppError> {
    let path = path.into_inner();
    let shows = Shows::boards(&visit, &path.0);
    let load = load_all_time(visit.clone(), path, query.who);
    shared_pages::page(&visit, &request, shows, load).await
}

async fn load_all_time(
    visit: Visit,
    path: (String, String),
    who: Who,
) -> Result<AllTimePage, AppError> {
    let (reader, me) = (Reader::of(&visit), visit.user_id());
    let live = visit.live_season(&path.0);
    let (place, board, first, has_models) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let place = load_place(conn, &path.0, &path.1, reader)?;
            if !place.season.is_revealed() {
                let message = say!("all-time-refused").to_owned();
                return Err(AppError::because(AppErrorKind::NotShown, message));
            }
            let id = place.problem.id;
            let board = board::load_all_time(conn, (&place.season, who), id, SHOWN_ROWS)?;
            let first = standings::list_problem_standings(conn, id, MARKED)?;
            let has_models = models::has_models(conn, place.season.id)?;
            Ok((place, board, first, has_models))
        })
    })
    .await?;
    let is_cut = i64::try_from(board.len()).is_ok_and(|shown| shown == SHOWN_ROWS);
    let mut from = Vec::new();
    let mut rows = ProblemBoard::default();
    for (rank, row) in board {
        let AllTimeRow {
            best,
            practice,
            operator,
        } = row;
        rows.operators
            .extend(operator.map(|operator| (best.user_id, operator)));
        let place = first.iter().position(|row| row.user_id == best.user_id);
        from.push((practice, place.map(|place| natural(place) + 1)));
        rows.rows.push((rank, best));
    }
    let rows = views::problem_board(rows, me).into_iter().zip(from);
    Ok(AllTimePage {
        shell: visit.shell(),
        live,
        season: season_head(&place.season),
        problem: problem_head(&place.season, &place.problem),
        rows: rows
            .map(|(row, (practice, season_rank))| boards::AllTimeRow {
                row,
                practice,
                season_rank,
            })
            .collect(),
        is_cut,
        who: views::whose(has_models, who),
    })
}

/// Leads to the page of the board that shows a given person.
async fn page_of(
    visit: Visit,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, AppError> {
    let (slug, name) = path.into_inner();
    let (board, reader) = (format!("/seasons/{slug}/leaderboard"), Reader::of(&visit));
    let place = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_visible(conn, &slug, reader)?;
            let user =
                users::find_user(conn, &name)?.filter(|_| reader.staff || season.shows_scores());
            let place = match user {
                Some(user) => totals::find_place(conn, season.id, user.id)?,
                None => None,
            };
            place.ok_or_else(|| {
                let message = say!("refused-not-on-board", name = name);
                AppError::because(AppErrorKind::NotFound, message)
            })
        })
    })
    .await?;
    let page = natural(place) / PAGE_ROWS + 1;
    Ok(visit.see_other(&format!("{board}?page={page}"), None))
}

async fn season_board(
    request: HttpRequest,
    visit: Visit,
    slug: web::Path<String>,
    page: AddressQuery<PageQuery>,
) -> Result<HttpResponse, AppError> {
    let slug = slug.into_inner();
    let shows = Shows::boards(&visit, &slug);
    let own = visit.clone();
    let load = async move { load_season_board(&own, slug, page.into_inner()).await };
    shared_pages::page(&visit, &request, shows, load).await
}

async fn load_season_board(
    visit: &Visit,
    slug: String,
    query: PageQuery,
) -> Result<SeasonBoardPage, AppError> {
    let (offset, who) = (query.offset(), query.who);
    let (reader, me, now) = (Reader::of(visit), visit.user_id(), visit.now);
    let live = visit.live_season(&slug);
    let SeasonBoard {
        season,
        problems,
        board,
        has_models,
    } = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            SeasonBoard::load(conn, &slug, reader, &query, now)
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
        who: views::whose(has_models, who),
    })
}

/// The whole board of a season as a list for spreadsheets, for organizers.
async fn as_csv(
    visit: Visit,
    slug: web::Path<String>,
    query: AddressQuery<WhoQuery>,
) -> Result<HttpResponse, AppError> {
    organizer(&visit)?;
    let (reader, of) = (Reader::of(&visit), (query.who, visit.now));
    let file = format!("{slug}-board.csv");
    let found = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            SeasonBoard::load_part(conn, &slug, reader, of, (0, CSV_ROWS))
        })
    })
    .await?;
    let columns: Vec<String> = found.problems.into_iter().map(|it| it.slug).collect();
    let rows = views::season_board(found.board.rows, None);
    Ok(visit.spreadsheet(&file, boards::csv(&columns, &rows)))
}

async fn problem_board(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, String)>,
    query: AddressQuery<WhoQuery>,
) -> Result<HttpResponse, AppError> {
    let (path, who) = (path.into_inner(), query.who);
    let shows = Shows::boards(&visit, &path.0);
    let own = visit.clone();
    let load = async move { load_problem_board(&own, path, who).await };
    shared_pages::page(&visit, &request, shows, load).await
}

async fn load_problem_board(
    visit: &Visit,
    path: (String, String),
    who: Who,
) -> Result<ProblemBoardPage, AppError> {
    let (reader, me, now) = (Reader::of(visit), visit.user_id(), visit.now);
    let live = visit.live_season(&path.0);
    let (place, board, tags, has_models) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let (place, board) = load_board(conn, (&path.0, &path.1), reader, (who, now))?;
            let contest = place.season.contest;
            let tags = if contest.declares_methods() && place.problem.is_open(&place.season) {
                results::list_method_tags(conn, place.problem.id)?
            } else {
                Vec::new()
            };
            let has_models = models::has_models(conn, place.season.id)?;
            Ok::<_, AppError>((place, board, tags, has_models))
        })
    })
    .await?;
    let shown = board.rows.len();
    Ok(ProblemBoardPage {
        shell: visit.shell(),
        live,
        season: views::season_head_at(&place.season, &place.problem),
        banner: views::problem_banner(&place.season, &place.problem, now),
        problem: problem_head(&place.season, &place.problem),
        is_cut: i64::try_from(shown).is_ok_and(|shown| shown == SHOWN_ROWS),
        rows: views::problem_board(board, me),
        who: views::whose(has_models, who),
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
