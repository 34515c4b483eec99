//! The list of seasons and the page of one.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;

use dojo_judge::record::log::EntryBody;

use super::announcement_views::announcement_view;
use super::resources::boards::PageNumber;
use super::resources::problems::list_visible;
use super::resources::reader::Reader;
use super::resources::seasons::load_visible;
use super::route::{at, read};
use super::shared_pages::{self, Shows};
use super::views::{self, natural, season_head};
use super::visit::Visit;
use crate::board::{self, BoardPage};
use crate::error::AppError;
use crate::pages::boards::Pager;
use crate::pages::seasons::{
    FirstPlace, Latest, Mine, MoveView, ProblemRow, SeasonCard, StartHere,
};
use crate::pages::{SeasonPage, SeasonsPage};
use crate::season::rulings::LISTED;
use crate::solve_counts::{SolveCount, SolveCounts};
use crate::store::announcements::{self, AnnouncementFilter, ToldAnnouncement};
use crate::store::practice::{Improved, list_improvements};
use crate::store::problems::{self, Problem};
use crate::store::records::{self, SeasonRecord};
use crate::store::rulings::{self, PersonOut};
use crate::store::seasons::{self, Season};
use crate::store::totals::{self, Total};
use crate::store::{
    self, AnyConnection, Difficulty, Moment, ProblemId, ProblemState, SeasonId, SeasonState,
    StoreError, UserId, boards, log, standings, submissions,
};
use crate::web::address_query::AddressQuery;

/// Most entries in the list of the latest events on boards.
const LATEST: i64 = 6;

/// Announcements on the page of a season.
const TOLD: i64 = 3;

/// Seasons on a page of the archive.
const ARCHIVE_CARDS: u32 = 24;

/// First places of a final season that the list names.
const FIRST_PLACES: i64 = 3;

/// Most lengths from which a script computes a newcomer's rank; a rank below all of them is not shown.
const LENGTHS: i64 = 500;

/// Rows of the board shown on the page of the season.
const TOP_ROWS: u32 = 5;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/", read().to(list)))
        .service(at("/seasons", read().to(list)))
        .service(at("/seasons/{season}", read().to(season)));
}

/// Which page of the archive is asked for.
#[derive(Deserialize)]
struct ArchiveQuery {
    #[serde(default)]
    page: PageNumber,
}

async fn list(
    request: HttpRequest,
    visit: Visit,
    query: AddressQuery<ArchiveQuery>,
) -> Result<HttpResponse, AppError> {
    let load = load_list(visit.clone(), Archived::Page(query.page.0));
    shared_pages::page(&visit, &request, Shows::all(&visit), load).await
}

/// Which past seasons the front page lists.
#[derive(Clone, Copy)]
pub(super) enum Archived {
    /// All.
    All,
    /// Those of a page.
    Page(u32),
}

/// What the front page shows to the reader.
///
/// # Errors
/// When there is no such page, and when the database fails.
pub(super) async fn load_list(visit: Visit, archived: Archived) -> Result<SeasonsPage, AppError> {
    let (staff, me, now) = (visit.is_staff(), visit.user_id(), visit.now);
    let tallies = Arc::clone(&visit.app.tallies);
    let live = visit.live_all();
    let (cards, archive, start, latest) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let current = seasons::list_current(conn, staff)?;
            let start = start_here(conn, &current, me)?;
            let over = seasons::count_over(conn, staff)?;
            let archive = archive(natural(over), archived)?;
            let shown = seasons::list_over(conn, staff, archive.places)?;
            let solved = match me {
                Some(me) => list_solved(conn, me)?,
                None => BTreeMap::new(),
            };
            let cards = current
                .iter()
                .chain(&shown)
                .map(|season| {
                    let tally = tallies.load(conn, season, now)?;
                    let solved = solved.get(&season.id).map_or(0, BTreeSet::len);
                    card(conn, season, &tally, me.map(|_| solved))
                })
                .collect::<Result<Vec<_>, _>>()?;
            let latest = load_latest_of_all(conn)?;
            Ok::<_, AppError>((cards, archive, start, latest))
        })
    })
    .await?;
    Ok(SeasonsPage {
        shell: visit.shell(),
        live,
        latest,
        seasons: cards,
        archived: archive.all,
        pager: archive.pager,
        start,
    })
}

/// A page of the past seasons.
struct Archive {
    all: u32,
    /// The first of them, and how many.
    places: (i64, i64),
    pager: Pager,
}

fn archive(all: u32, archived: Archived) -> Result<Archive, AppError> {
    let Archived::Page(page) = archived else {
        return Ok(Archive {
            all,
            places: (0, i64::MAX),
            pager: Pager { page: 1, pages: 1 },
        });
    };
    let pages = all.div_ceil(ARCHIVE_CARDS).max(1);
    if page > pages {
        return Err(AppError::not_found());
    }
    let first = i64::from(page - 1) * i64::from(ARCHIVE_CARDS);
    Ok(Archive {
        all,
        places: (first, ARCHIVE_CARDS.into()),
        pager: Pager { page, pages },
    })
}

/// The latest that boards have to tell, as far as everybody may see them. What is hidden is on no board.
fn load_latest_of_all(conn: &mut AnyConnection) -> Result<Vec<Latest>, StoreError> {
    let rows = standings::list_latest(conn, LATEST, tells_latest)?;
    with_improvements(conn, rows, Improved::Anywhere)
}

/// Like [`load_latest_of_all`], for one season.
fn load_latest(conn: &mut AnyConnection, season: &Season) -> Result<Vec<Latest>, StoreError> {
    if !tells_latest(season) {
        return Ok(Vec::new());
    }
    let rows = standings::list_latest_of(conn, season.id, LATEST)?;
    let rows = rows.into_iter().map(|row| (season.clone(), row)).collect();
    with_improvements(conn, rows, Improved::In(season.id))
}

fn tells_latest(season: &Season) -> bool {
    season.has_opened() && season.shows_scores()
}

fn with_improvements(
    conn: &mut AnyConnection,
    rows: Vec<(Season, standings::LatestRow)>,
    improved: Improved,
) -> Result<Vec<Latest>, StoreError> {
    let latest = rows
        .into_iter()
        .map(|(season, (problem, title, row))| Latest {
            season: season.slug,
            problem,
            title,
            name: row.name,
            display_name: row.display_name,
            l_chars: row.l_chars.map(natural),
            submission_id: row.submission_id.0,
            at: row.submitted_at.utc(),
            beaten: None,
        });
    let improved = list_improvements(conn, improved, LATEST)?;
    let improved = improved.into_iter().map(views::improvement_row);
    let mut latest: Vec<Latest> = latest.chain(improved).collect();
    latest.sort_by_key(|row| Reverse(row.at));
    latest.truncate(usize::try_from(LATEST).unwrap_or(usize::MAX));
    Ok(latest)
}

fn card(
    conn: &mut AnyConnection,
    season: &Season,
    tally: &SolveCount,
    solved: Option<usize>,
) -> Result<SeasonCard, StoreError> {
    let begun = season.has_opened();
    let solved = solved.filter(|_| begun && season.shows_scores());
    let first = match season.state {
        SeasonState::Final => totals::list_totals(conn, season.id, 0, FIRST_PLACES)?,
        _ => Vec::new(),
    };
    Ok(SeasonCard {
        first: first.into_iter().map(first_place).collect(),
        head: season_head(season),
        problems: begun.then(|| natural(tally.listed)),
        contestants: natural(tally.people),
        solved: solved.map(natural),
    })
}

/// The problems that a person has solved, by season.
fn list_solved(
    conn: &mut AnyConnection,
    me: UserId,
) -> Result<BTreeMap<SeasonId, BTreeSet<ProblemId>>, StoreError> {
    let mut solved: BTreeMap<SeasonId, BTreeSet<ProblemId>> = BTreeMap::new();
    for (season, problem, _, reward) in boards::list_own_best(conn, None, me)? {
        if reward {
            solved.entry(season).or_default().insert(problem);
        }
    }
    Ok(solved)
}

/// What somebody has solved of a season, as far as that may be told.
fn solved_by(
    conn: &mut AnyConnection,
    season: &Season,
    me: UserId,
) -> Result<BTreeSet<ProblemId>, StoreError> {
    if !season.shows_scores() {
        return Ok(BTreeSet::new());
    }
    let own = boards::list_own_best(conn, Some(season.id), me)?.into_iter();
    Ok(own
        .filter_map(|(_, id, _, reward)| reward.then_some(id))
        .collect())
}

fn first_place(row: Total) -> FirstPlace {
    FirstPlace {
        name: row.name,
        display_name: row.display_name,
        total: natural(row.total),
    }
}

/// The easiest problem that the reader has not solved, of the newest open season of programs that has one.
fn start_here(
    conn: &mut AnyConnection,
    all: &[Season],
    me: Option<UserId>,
) -> Result<Option<StartHere>, StoreError> {
    let is_open =
        |season: &&Season| season.state == SeasonState::Open && season.contest.has_terms();
    let mut found = None;
    for season in all.iter().filter(is_open) {
        let mut problems = problems::list_newest(conn, season.id)?;
        problems.retain(|it| it.state != ProblemState::Withdrawn && !it.is_hidden(season));
        let solved = match me {
            Some(me) => solved_by(conn, season, me)?,
            None => BTreeSet::new(),
        };
        problems.retain(|problem| !solved.contains(&problem.id));
        let easiest = problems.into_iter().min_by_key(|problem| {
            (
                problem.difficulty.unwrap_or(Difficulty::Medium),
                problem.position,
            )
        });
        if let Some(problem) = easiest {
            found = Some((season, problem));
            break;
        }
    }
    let Some((season, problem)) = found else {
        return Ok(None);
    };
    let lengths = if season.shows_scores() {
        standings::list_shortest(conn, problem.id, LENGTHS)?
    } else {
        Vec::new()
    };
    let trial = views::trial(season, &problem, problem.public_terms().len());
    Ok(trial.ok().map(|trial| StartHere {
        season: season.slug.clone(),
        problem: problem.slug.clone(),
        title: problem.title.clone(),
        first_terms: views::first_terms(&problem),
        squares: are_squares(&problem.public_terms()),
        lengths: lengths.into_iter().map(natural).collect(),
        trial,
    }))
}

/// The terms are 0, 1, 4, 9 and so on.
fn are_squares(terms: &[String]) -> bool {
    let squares = (0_u64..).map(|n| (n * n).to_string());
    !terms.is_empty()
        && terms
            .iter()
            .zip(squares)
            .all(|(term, square)| *term == square)
}

struct LoadedSeason {
    season: Season,
    record: Option<SeasonRecord>,
    /// The newest version of each problem.
    problems: Vec<Problem>,
    /// Every version.
    all: Vec<Problem>,
    /// Titles of those that are hidden for now, with the public reasons.
    held: Vec<(String, String)>,
    board: BoardPage,
    tally: Arc<SolveCount>,
    /// Problems that the reader has tried.
    tried: BTreeSet<ProblemId>,
    /// The reader's progress: best score, and whether all terms are right.
    reached: BTreeMap<ProblemId, (i32, bool)>,
    /// The bytes of the reader's own solutions on the board.
    lengths: BTreeMap<ProblemId, i32>,
    latest: Vec<Latest>,
    people_out: Vec<PersonOut>,
    told: Vec<ToldAnnouncement>,
    moves: Vec<MoveView>,
}

fn load(
    conn: &mut AnyConnection,
    slug: &str,
    visit: (Reader, Moment),
    tallies: &SolveCounts,
) -> Result<LoadedSeason, AppError> {
    let (reader, now) = visit;
    let me = reader.id;
    let season = load_visible(conn, slug, reader)?;
    let all = list_visible(conn, &season, reader)?;
    let problems = problems::newest(all.clone());
    let mut reached: BTreeMap<ProblemId, (i32, bool)> = BTreeMap::new();
    let mut lengths = BTreeMap::new();
    let mut tried = BTreeSet::new();
    if let Some(me) = me {
        tried.extend(submissions::list_tried(conn, season.id, me)?);
    }
    if let Some(me) = me.filter(|_| season.shows_scores()) {
        for (_, problem, score, reward) in boards::list_own_best(conn, Some(season.id), me)? {
            let best = reached.entry(problem).or_default();
            *best = (*best).max((score, reward));
        }
        for row in standings::list_standings_of(conn, season.id, &[me])? {
            // The bonus is in the board's row alone.
            let best = reached.entry(row.problem_id).or_default();
            *best = (*best).max((row.score, row.reward_correct));
            if let Some(l_chars) = row.l_chars.filter(|_| row.reward_correct) {
                lengths.insert(row.problem_id, l_chars);
            }
        }
    }
    let order: Vec<ProblemId> = problems.iter().map(|problem| problem.id).collect();
    Ok(LoadedSeason {
        board: board::load_board(conn, &season, reader.staff, &order, 0, TOP_ROWS)?,
        tally: tallies.load(conn, &season, now)?,
        record: records::find_record(conn, season.id)?,
        latest: load_latest(conn, &season)?,
        people_out: rulings::list_people_out(conn, season.id, LISTED)?,
        told: announcements::list_announcements(
            conn,
            &AnnouncementFilter {
                season: Some(season.id),
                ..AnnouncementFilter::default()
            },
            TOLD,
        )?,
        moves: list_moves(conn, &season)?,
        held: list_held(conn, &season)?,
        problems,
        all,
        tried,
        reached,
        lengths,
        season,
    })
}

fn list_held(
    conn: &mut AnyConnection,
    season: &Season,
) -> Result<Vec<(String, String)>, StoreError> {
    let mut problems = problems::list_newest(conn, season.id)?;
    problems.retain(|problem| season.has_opened() && problem.is_hidden(season));
    let held = problems.into_iter();
    Ok(held
        .filter_map(|problem| Some((problem.title, problem.held_reason?)))
        .collect())
}

/// The changes of its dates that the log records.
///
/// # Errors
///
/// When the database fails or holds what cannot be read.
pub(super) fn list_moves(
    conn: &mut AnyConnection,
    season: &Season,
) -> Result<Vec<MoveView>, StoreError> {
    let mut moves = Vec::new();
    for entry in log::list_of_kind(conn, season.id, "dates_moved")? {
        let EntryBody::DatesMoved {
            old, new, reason, ..
        } = entry.body
        else {
            continue;
        };
        let changed = |old: Option<i64>, new: Option<i64>| match new {
            Some(new) if old != Some(new) => {
                let old = old.map(log::moment).transpose()?.map(Moment::utc);
                Ok::<_, StoreError>(Some((old, log::moment(new)?.utc())))
            }
            _ => Ok(None),
        };
        moves.push(MoveView {
            at: log::moment(entry.at_us)?.utc(),
            opening: changed(old.opens_at_us, new.opens_at_us)?,
            end: changed(old.freezes_at_us, new.freezes_at_us)?,
            blackout: changed(old.blackout_at_us, new.blackout_at_us)?,
            reason,
        });
    }
    Ok(moves)
}

async fn season(
    request: HttpRequest,
    visit: Visit,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    let shows = Shows::season(&visit, &slug);
    let load = load_season(visit.clone(), slug.into_inner());
    shared_pages::page(&visit, &request, shows, load).await
}

/// What the page of a season shows to the reader.
///
/// # Errors
/// `NotFound` when there is no such season, and when the database fails.
pub(super) async fn load_season(visit: Visit, slug: String) -> Result<SeasonPage, AppError> {
    let live = visit.live_season(&slug);
    let (reader, me, now) = (Reader::of(&visit), visit.user_id(), visit.now);
    let tallies = Arc::clone(&visit.app.tallies);
    let loaded = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| load(conn, &slug, (reader, now), &tallies))
    })
    .await?;
    let problems = loaded
        .problems
        .iter()
        .map(|problem| problem_row(problem, &loaded))
        .collect();
    Ok(SeasonPage {
        shell: visit.shell(),
        live,
        latest: loaded.latest,
        season: season_head(&loaded.season),
        published: views::published(&loaded.season, loaded.record.as_ref(), false, now),
        problems,
        top: views::season_board(loaded.board.rows, me),
        contestants: loaded.board.people,
        people_out: loaded
            .people_out
            .into_iter()
            .map(views::person_out)
            .collect(),
        told: loaded.told.into_iter().map(announcement_view).collect(),
        moves: loaded.moves,
        held: loaded.held,
        organizes: reader.staff,
    })
}

fn problem_row(problem: &Problem, loaded: &LoadedSeason) -> ProblemRow {
    let counts = loaded.tally.of(problem.id);
    let is_told = problem.shows_scores(&loaded.season);
    let reached = loaded.reached.get(&problem.id);
    let mine = match reached {
        Some((_, true)) => Mine::Reward,
        Some(_) => Mine::Stage,
        None if loaded.tried.contains(&problem.id) => Mine::Tried,
        None => Mine::None,
    };
    ProblemRow {
        solvers: if is_told { natural(counts.solvers) } else { 0 },
        tried: natural(counts.tried),
        shortest: counts.shortest.filter(|_| is_told).map(natural),
        my_score: reached.map(|(score, _)| natural(*score)),
        my_bytes: loaded.lengths.get(&problem.id).copied().map(natural),
        superseded: views::superseded(&loaded.all, problem),
        ..views::problem_row(problem, mine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_told_by_all_of_the_terms() {
        let terms = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert!(are_squares(&terms("0 1 4 9 16")));
        assert!(!are_squares(&terms("0 1 4 9 17")));
        assert!(!are_squares(&terms("1 4 9 16")));
        assert!(!are_squares(&[]));
    }
}
