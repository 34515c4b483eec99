//! The list of seasons and the page of one.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::{HttpResponse, web};

use super::views::{self, has_begun, natural, season_head};
use super::visit::Visit;
use super::{at, read};
use crate::board;
use crate::error::AppError;
use crate::pages::seasons::{Mine, ProblemRow, SeasonCard, StartHere};
use crate::pages::{SeasonPage, SeasonsPage};
use crate::store::problems::{self, Problem};
use crate::store::seasons::{self, Season};
use crate::store::standings::{self, Standing};
use crate::store::{
    self, AnyConnection, Difficulty, ProblemId, SeasonState, StoreError, UserId, submissions,
};

/// Terms shown in a list.
const FIRST_TERMS: usize = 8;

/// Rows of the board shown on the page of the season.
const TOP_ROWS: usize = 5;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/", read().to(list)))
        .service(at("/seasons", read().to(list)))
        .service(at("/seasons/{season}", read().to(season)));
}

/// A season that the reader may know of.
///
/// # Errors
/// `NotFound` when there is none.
pub(super) fn load_visible(
    conn: &mut AnyConnection,
    slug: &str,
    staff: bool,
) -> Result<Season, AppError> {
    seasons::find_season(conn, slug)?
        .filter(|season| staff || season.state != SeasonState::Draft)
        .ok_or_else(AppError::not_found)
}

fn first_terms(problem: &Problem) -> Vec<String> {
    problem
        .public_terms()
        .into_iter()
        .take(FIRST_TERMS)
        .collect()
}

async fn list(visit: Visit) -> Result<HttpResponse, AppError> {
    let (staff, me) = (visit.is_staff(), visit.user_id());
    let (cards, start) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let all = seasons::list_seasons(conn, staff)?;
            let start = start_here(conn, &all)?;
            let cards = all
                .iter()
                .map(|season| card(conn, season, me))
                .collect::<Result<Vec<_>, _>>()?;
            Ok::<_, StoreError>((cards, start))
        })
    })
    .await?;
    visit.page(&SeasonsPage {
        shell: visit.shell(),
        seasons: cards,
        start,
    })
}

fn card(
    conn: &mut AnyConnection,
    season: &Season,
    me: Option<UserId>,
) -> Result<SeasonCard, StoreError> {
    let begun = has_begun(season);
    let problems = if begun {
        problems::list_problems(conn, season.id)?.len()
    } else {
        0
    };
    let solved = match me {
        Some(me) if begun => Some(
            standings::list_season_standings(conn, season.id)?
                .iter()
                .filter(|row| row.user_id == me && row.reward_correct)
                .count(),
        ),
        _ => None,
    };
    Ok(SeasonCard {
        head: season_head(season),
        problems: natural(problems),
        contestants: natural(submissions::count_people(conn, season.id)?),
        solved: solved.map(natural),
    })
}

/// The easiest problem of the newest open season.
fn start_here(conn: &mut AnyConnection, all: &[Season]) -> Result<Option<StartHere>, StoreError> {
    let Some(season) = all.iter().find(|season| season.state == SeasonState::Open) else {
        return Ok(None);
    };
    let problems = problems::list_problems(conn, season.id)?;
    let easiest = problems.iter().min_by_key(|problem| {
        (
            problem.difficulty.unwrap_or(Difficulty::Medium),
            problem.position,
        )
    });
    Ok(easiest.map(|problem| StartHere {
        season: season.slug.clone(),
        problem: problem.slug.clone(),
        title: problem.title.clone(),
        index_origin: problem.index_origin,
        first_terms: first_terms(problem),
    }))
}

struct Loaded {
    season: Season,
    problems: Vec<Problem>,
    standings: Vec<Standing>,
    tried: BTreeMap<ProblemId, i64>,
    mine: BTreeSet<ProblemId>,
}

fn load(
    conn: &mut AnyConnection,
    slug: &str,
    staff: bool,
    me: Option<UserId>,
) -> Result<Loaded, AppError> {
    let season = load_visible(conn, slug, staff)?;
    let problems = if staff || has_begun(&season) {
        problems::list_problems(conn, season.id)?
    } else {
        Vec::new()
    };
    let mine = match me {
        Some(me) => submissions::list_tried(conn, season.id, me)?,
        None => Vec::new(),
    };
    Ok(Loaded {
        problems,
        standings: standings::list_season_standings(conn, season.id)?,
        tried: submissions::count_people_by_problem(conn, season.id)?
            .into_iter()
            .collect(),
        mine: mine.into_iter().collect(),
        season,
    })
}

async fn season(visit: Visit, slug: web::Path<String>) -> Result<HttpResponse, AppError> {
    let (staff, me) = (visit.is_staff(), visit.user_id());
    let loaded = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| load(conn, &slug, staff, me))
    })
    .await?;
    let problems = loaded
        .problems
        .iter()
        .map(|problem| problem_row(problem, &loaded, me))
        .collect();
    let order: Vec<ProblemId> = loaded.problems.iter().map(|problem| problem.id).collect();
    let mut rows = board::season_board(&order, loaded.standings);
    let contestants = natural(rows.len());
    rows.truncate(TOP_ROWS);
    visit.page(&SeasonPage {
        shell: visit.shell(),
        season: season_head(&loaded.season),
        problems,
        top: views::season_board(rows, me),
        contestants,
    })
}

fn problem_row(problem: &Problem, loaded: &Loaded, me: Option<UserId>) -> ProblemRow {
    let rows = || {
        loaded
            .standings
            .iter()
            .filter(|row| row.problem_id == problem.id)
    };
    let my_row = me.and_then(|me| rows().find(|row| row.user_id == me));
    let mine = match my_row {
        Some(row) if row.reward_correct => Mine::Reward,
        Some(_) => Mine::Stage,
        None if loaded.mine.contains(&problem.id) => Mine::Tried,
        None => Mine::None,
    };
    ProblemRow {
        slug: problem.slug.clone(),
        position: natural(problem.position),
        title: problem.title.clone(),
        difficulty: problem
            .difficulty
            .map(|difficulty| difficulty.as_str().to_owned()),
        tags: problem.tag_list(),
        first_terms: first_terms(problem),
        solvers: natural(rows().filter(|row| row.reward_correct).count()),
        tried: natural(loaded.tried.get(&problem.id).copied().unwrap_or(0)),
        mine,
        my_score: my_row.map(|row| natural(row.score)),
    }
}
