//! What is public from Reveal on: the solutions of a problem side by side, as soon as the show has passed it, and the
//! setters' board. Before that these addresses answer 404, for staff too.

use std::collections::BTreeMap;
use std::sync::Arc;

use actix_web::{HttpResponse, web};
use dojo_judge::sequence::diversity::counted_tag;
use dojo_judge::sequence::setter::SetterScore;
use serde::Deserialize;

use super::resources::boards::SHOWN_ROWS;
use super::resources::problems::{VisibleProblem, load_visible as load_problem};
use super::resources::reader::Reader;
use super::resources::seasons::load_visible;
use super::route::{at, read};
use super::views::{self, natural, problem_head, season_head};
use super::visit::Visit;
use crate::board;
use crate::contests;
use crate::error::AppError;
use crate::pages::bar_chart::Spread;
use crate::pages::boards::{Pager, ProblemBoardRow};
use crate::pages::reveal::{SetterProblem, SetterRow, Solution};
use crate::pages::solves::solves;
use crate::pages::{SettersPage, SolutionsPage, markdown};
use crate::season_cache::SeasonCache;
use crate::store::problems::{self, Problem};
use crate::store::seasons::Season;
use crate::store::users::{self, User};
use crate::store::{
    self, AnyConnection, Moment, ProblemId, ProblemState, SeasonId, StoreError, SubmissionId,
    UserId, results, standings, submissions,
};
use crate::web::address_query::AddressQuery;

/// Fewer solvers than this are shown as a list without charts.
const CHARTED_FROM: usize = 5;

/// Programs on one page; each may have 64 KiB.
const PAGE_SOLUTIONS: usize = 20;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/seasons/{season}/setters", read().to(setters)))
        .service(at(
            "/seasons/{season}/problems/{problem}/solutions",
            read().to(solutions),
        ));
}

/// A season that has been revealed.
///
/// # Errors
///
/// `NotFound` when there is none, or it is not revealed yet.
pub(super) fn load_revealed(
    conn: &mut AnyConnection,
    slug: &str,
    reader: Reader,
) -> Result<Season, AppError> {
    let season = load_visible(conn, slug, reader)?;
    if season.is_revealed() {
        Ok(season)
    } else {
        Err(AppError::not_found())
    }
}

/// The plots of a problem of a revealed season; none if few have solved it.
pub(super) fn load_spread(
    conn: &mut AnyConnection,
    season: &Season,
    problem: ProblemId,
) -> Result<Spread, StoreError> {
    let methods: Vec<(String, u32)> = results::list_method_tags(conn, problem)?
        .into_iter()
        .map(|tag| (tag.tag, natural(tag.users)))
        .collect();
    let lengths: Vec<u32> = standings::list_solver_lengths(conn, problem)?
        .into_iter()
        .map(natural)
        .collect();
    if lengths.len() < CHARTED_FROM {
        return Ok(Spread {
            solved: lengths.len(),
            ..Spread::default()
        });
    }
    let first_solves: Vec<_> = submissions::list_first_solves(conn, problem)?
        .into_iter()
        .map(Moment::utc)
        .collect();
    let open = (
        season.opens_at.map(Moment::utc),
        season.freeze_started_at.map(Moment::utc),
    );
    Ok(Spread::new(&methods, &lengths, solves(&first_solves, open)))
}

/// Which programs are shown.
#[derive(Clone, Copy, Deserialize)]
struct SolutionsQuery {
    left: Option<i64>,
    right: Option<i64>,
    #[serde(default)]
    page: usize,
}

struct Solved {
    place: VisibleProblem,
    spread: Spread,
    /// The Reward Correct rows of the board.
    rows: Vec<ProblemBoardRow>,
    is_cut: bool,
    pager: Pager,
    shown: Vec<Solution>,
}

impl SolutionsQuery {
    fn is_pair(self) -> bool {
        self.left.is_some() || self.right.is_some()
    }

    /// The rows whose programs are shown.
    ///
    /// # Errors
    ///
    /// `NotFound` when a chosen submission is not among the rows.
    fn choose(self, rows: &[ProblemBoardRow]) -> Result<Vec<ProblemBoardRow>, AppError> {
        if self.is_pair() {
            let right = self.right.filter(|right| self.left != Some(*right));
            return self
                .left
                .into_iter()
                .chain(right)
                .map(|id| {
                    let mut rows = rows.iter();
                    let row = rows.find(|row| row.submission_id == id);
                    row.cloned().ok_or_else(AppError::not_found)
                })
                .collect();
        }
        let before = self.page.max(1).saturating_sub(1);
        let pages = rows.chunks(PAGE_SOLUTIONS).nth(before);
        Ok(pages.map(<[_]>::to_vec).unwrap_or_default())
    }
}

/// The programs or derivations of some rows of a problem's board.
fn load_solutions(
    conn: &mut AnyConnection,
    rows: Vec<ProblemBoardRow>,
) -> Result<Vec<Solution>, StoreError> {
    let ids: Vec<SubmissionId> = rows
        .iter()
        .map(|row| SubmissionId(row.submission_id))
        .collect();
    let mut programs: BTreeMap<i64, (String, Vec<u8>)> = submissions::list_programs(conn, &ids)?
        .into_iter()
        .map(|(id, tag, source)| (id.0, (tag, source)))
        .collect();
    let solution = |row: ProblemBoardRow| {
        let (tag, source) = programs.remove(&row.submission_id)?;
        let source = String::from_utf8_lossy(&source).into_owned();
        Some(Solution {
            row,
            method_tag: counted_tag(&tag).to_owned(),
            rendered: None,
            source,
        })
    };
    Ok(rows.into_iter().filter_map(solution).collect())
}

async fn solutions(
    visit: Visit,
    path: web::Path<(String, String)>,
    query: AddressQuery<SolutionsQuery>,
) -> Result<HttpResponse, AppError> {
    let (reader, me) = (Reader::of(&visit), visit.user_id());
    let query = query.into_inner();
    let mut solved = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let place = load_problem(conn, &path.0, &path.1, reader)?;
            let VisibleProblem { season, problem } = &place;
            if !problem.is_open(season) {
                return Err(AppError::not_found());
            }
            let id = problem.id;
            let all = board::load_problem_board(conn, season, reader.staff, problem, SHOWN_ROWS)?;
            let is_cut = i64::try_from(all.rows.len()).is_ok_and(|rows| rows == SHOWN_ROWS);
            let mut rows = views::problem_board(all, me);
            rows.retain(|row| row.reward_correct);
            let runs = contests::of(place.season.contest).runs();
            let shown = load_solutions(conn, query.choose(&rows)?)?;
            Ok::<_, AppError>(Solved {
                spread: if runs {
                    load_spread(conn, &place.season, id)?
                } else {
                    Spread::default()
                },
                pager: Pager {
                    page: natural(query.page.max(1)),
                    pages: natural(rows.len().div_ceil(PAGE_SOLUTIONS).max(1)),
                },
                place,
                rows,
                is_cut,
                shown,
            })
        })
    })
    .await?;
    if contests::of(solved.place.season.contest).is_prose() {
        let rendered = visit.app.rendering.run(move || {
            for solution in &mut solved.shown {
                solution.rendered = Some(markdown::derivation(&solution.source));
            }
            solved
        });
        solved = rendered.await?;
    }
    let editorial = views::render_editorial(&visit, &solved.place).await?;
    let mut page = solutions_page(&visit, query, solved);
    page.problem.editorial = editorial;
    visit.page(&page)
}

fn solutions_page(visit: &Visit, query: SolutionsQuery, solved: Solved) -> SolutionsPage {
    let VisibleProblem { season, problem } = &solved.place;
    let nth = |place: usize| solved.rows.get(place).map(|row| row.submission_id);
    let (pair, all) = if query.is_pair() {
        (solved.shown, Vec::new())
    } else {
        (Vec::new(), solved.shown)
    };
    SolutionsPage {
        shell: visit.shell(),
        season: views::season_head_at(season, problem),
        problem: problem_head(season, problem),
        spread: solved.spread,
        chosen: (query.left.or(nth(0)), query.right.or(nth(1))),
        choices: solved.rows,
        pair,
        solutions: all,
        pager: solved.pager,
        is_cut: solved.is_cut,
    }
}

/// A problem with its setter and the setter's points for it.
struct Set {
    problem: Problem,
    setter: User,
    solved: u32,
    tried: u32,
    score: SetterScore,
}

impl Set {
    fn is_withdrawn(&self) -> bool {
        self.problem.state == ProblemState::Withdrawn
    }
}

/// For each problem that was tried, how many solved it and how many tried, as the results of the season
/// count them.
fn count_solved(
    conn: &mut AnyConnection,
    season: SeasonId,
) -> Result<BTreeMap<ProblemId, (u32, u32)>, StoreError> {
    results::count_triers(conn, season)?
        .into_iter()
        .map(|(problem, tried)| {
            let tried = natural(tried);
            let solved = natural::<i64>(standings::count_solvers(conn, problem)?).min(tried);
            Ok((problem, (solved, tried)))
        })
        .collect()
}

/// The problems that have a setter.
fn list_set(
    conn: &mut AnyConnection,
    season: &Season,
    solved: &SeasonCache<BTreeMap<ProblemId, (u32, u32)>>,
) -> Result<Vec<Set>, StoreError> {
    let counts = solved.load(conn, season.id, count_solved)?;
    let mut all = Vec::new();
    for problem in problems::list_problems(conn, season.id)? {
        let (Some(setter), true) = (problem.setter_id, problem.commitment.is_some()) else {
            continue;
        };
        let setter = users::load_user(conn, setter)?;
        let (solved, tried) = counts.get(&problem.id).copied().unwrap_or_default();
        let score = if problem.state == ProblemState::Withdrawn {
            SetterScore::default()
        } else {
            SetterScore::new(natural(problem.setter_source().len()), solved, tried)
        };
        all.push(Set {
            problem,
            setter,
            solved,
            tried,
            score,
        });
    }
    Ok(all)
}

async fn setters(visit: Visit, slug: web::Path<String>) -> Result<HttpResponse, AppError> {
    let (reader, me, now) = (Reader::of(&visit), visit.user_id(), visit.now);
    let solved = Arc::clone(&visit.app.solved);
    let (season, set) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_revealed(conn, &slug, reader)?;
            if !season.contest.has_setters_board() {
                return Err(AppError::not_found());
            }
            let set = list_set(conn, &season, &solved)?;
            Ok::<_, AppError>((season, set))
        })
    })
    .await?;
    visit.page(&SettersPage {
        shell: visit.shell(),
        season: season_head(&season),
        banner: views::banner(&season, now),
        rows: setter_rows(&set, me),
        problems: set
            .iter()
            .map(|set| SetterProblem {
                slug: set.problem.slug.clone(),
                title: set.problem.title.clone(),
                setter: set.setter.display_name.clone(),
                l_chars: natural(set.problem.setter_source().len()),
                solved: set.solved,
                tried: set.tried,
                brevity: set.score.brevity,
                balance: set.score.balance,
                withdrawn: set.is_withdrawn(),
            })
            .collect(),
    })
}

/// The setters' board: sums over the problems that count; ties are ordered by name.
fn setter_rows(set: &[Set], me: Option<UserId>) -> Vec<SetterRow> {
    let mut sums: BTreeMap<&str, SetterRow> = BTreeMap::new();
    for one in set.iter().filter(|one| !one.is_withdrawn()) {
        let row = sums.entry(&one.setter.name).or_insert_with(|| SetterRow {
            rank: 0,
            name: one.setter.name.clone(),
            display_name: one.setter.display_name.clone(),
            is_me: me == Some(one.setter.id),
            problems: 0,
            total: 0,
        });
        row.problems += 1;
        row.total += one.score.total();
    }
    let mut rows: Vec<SetterRow> = sums.into_values().collect();
    rows.sort_by(|a, b| b.total.cmp(&a.total).then_with(|| a.name.cmp(&b.name)));
    let totals: Vec<u32> = rows.iter().map(|row| row.total).collect();
    for row in &mut rows {
        let better = totals.iter().filter(|total| **total > row.total).count();
        row.rank = natural::<usize>(better) + 1;
    }
    rows
}
