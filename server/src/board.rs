//! A page of the season's board.
//!
//! People rank by the sum of their best scores (`docs/SCORING-v0.1.md` §7). The scoring has no tie-break for the sum,
//! so equal sums share a rank and are listed by name. Sums and rows are updated with each change, so a page costs the
//! same for any size of season.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use dojo_judge::contest::Member as _;
use dojo_judge::contest::physics::{DerivationDetails, Derivations};
use dojo_judge::derivation::FinalAnswers;

use crate::contests;
use crate::store::models::{self, ModelStanding};
use crate::store::practice::{self, AllTimeRow};
use crate::store::problems::Problem;
use crate::store::seasons::Season;
use crate::store::standings::{self, Standing};
use crate::store::totals::{self, Total};
use crate::store::{AnyConnection, Moment, ProblemId, StoreError, SubmissionId, UserId, problems};

/// Rows of the season's board on one page.
pub const PAGE_ROWS: u32 = 100;

/// Whose rows a board shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// People, ranked among themselves.
    #[default]
    People,
    /// Models, ranked among themselves.
    Models,
    /// People with their ranks, and models without a rank at the place where they would be.
    All,
}

impl Who {
    /// The word in addresses.
    pub const fn word(self) -> &'static str {
        match self {
            Self::People => "people",
            Self::Models => "models",
            Self::All => "all",
        }
    }
}

/// A row of the board: a person or a model.
#[derive(Clone, Debug)]
pub struct BoardRow {
    /// The rank, from 1; 0 for a model among people, which has none.
    pub rank: u32,
    /// Who runs it, for a model.
    pub operator: Option<String>,
    /// The person.
    pub user: UserId,
    /// Sign-in name.
    pub name: String,
    /// Display name.
    pub display_name: String,
    /// Sum of the scores.
    pub total: u32,
    /// How many problems are fully solved.
    pub reward_count: u32,
    /// Problems with at least a Stage Pass.
    pub stage_count: u32,
    /// Twice the median length of the programs that fully solve a problem.
    pub median_l_chars_twice: Option<u32>,
    /// The best row on each problem, in the order of the problems.
    pub cells: Vec<Option<Standing>>,
    /// The result of the final answers over the problems that count, if it was measured and may be shown.
    pub final_answers: Option<FinalAnswers>,
}

/// A page of the board.
#[derive(Clone, Debug)]
pub struct BoardPage {
    /// Its rows.
    pub rows: Vec<BoardRow>,
    /// How many people are on the whole board, or models on a board of models.
    pub people: u32,
}

/// [`load_board`] for the requested kind of rows.
///
/// # Errors
/// When the database fails.
pub fn load_board_of(
    conn: &mut AnyConnection,
    (season, who): (&Season, Who),
    staff: bool,
    problems: &[ProblemId],
    (offset, limit): (u32, u32),
    now: Moment,
) -> Result<BoardPage, StoreError> {
    let is_told = staff || season.shows_scores();
    if who == Who::People || !is_told {
        return load_board(conn, season, staff, problems, offset, limit);
    }
    let models = model_rows(conn, season, staff, problems, now)?;
    let [from, most] = [offset, limit].map(|rows| usize::try_from(rows).unwrap_or(usize::MAX));
    if who == Who::Models {
        return Ok(BoardPage {
            people: u32::try_from(models.len()).unwrap_or(u32::MAX),
            rows: models.into_iter().skip(from).take(most).collect(),
        });
    }
    let mut board = load_board(conn, season, staff, problems, offset, limit)?;
    // Each model is on one page: after the last row of the previous page.
    let above = match offset.checked_sub(1) {
        Some(last) => totals::list_totals(conn, season.id, last.into(), 1)?
            .first()
            .map(|row| natural(row.total)),
        None => None,
    };
    let is_last = offset.saturating_add(limit) >= board.people;
    let last = board.rows.last().map(|row| row.total).filter(|_| !is_last);
    let own = models.into_iter().filter(|model| {
        above.is_none_or(|above| model.total <= above) && last.is_none_or(|last| model.total > last)
    });
    for model in own {
        let at = board.rows.partition_point(|row| row.total >= model.total);
        board.rows.insert(at, BoardRow { rank: 0, ..model });
    }
    Ok(board)
}

/// The models of a season, ranked among themselves.
fn model_rows(
    conn: &mut AnyConnection,
    season: &Season,
    staff: bool,
    problems: &[ProblemId],
    now: Moment,
) -> Result<Vec<BoardRow>, StoreError> {
    let best = models::list_best(conn, season, None, season.visible_until(now))?;
    let answers = if tells_answers(season, staff) {
        final_answers(conn, season, best.iter().map(|model| &model.row))?
    } else {
        BTreeMap::new()
    };
    let mut of: BTreeMap<UserId, Vec<ModelStanding>> = BTreeMap::new();
    for standing in best {
        of.entry(standing.row.user_id).or_default().push(standing);
    }
    let mut cells: BTreeMap<(UserId, ProblemId), Standing> = BTreeMap::new();
    let mut operators: BTreeMap<UserId, String> = BTreeMap::new();
    let mut sums: Vec<Total> = Vec::new();
    for (user, own) in of {
        let solved = || own.iter().filter(|standing| standing.row.reward_correct);
        let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        let first = &own[0].row;
        sums.push(Total {
            user_id: user,
            name: first.name.clone(),
            display_name: first.display_name.clone(),
            total: own.iter().map(|standing| standing.row.score).sum(),
            reward_count: count(solved().count()),
            stage_count: count(own.len()),
            median_l_chars_twice: totals::twice_median(
                solved()
                    .filter_map(|standing| standing.row.l_chars)
                    .collect(),
            ),
        });
        for standing in own {
            operators.insert(user, standing.operator);
            cells.insert((user, standing.row.problem_id), standing.row);
        }
    }
    sums.sort_by(|one, other| (other.total, &one.name).cmp(&(one.total, &other.name)));
    let ranks = ranks(1, 1, &sums);
    let rows = sums.into_iter().zip(ranks);
    Ok(rows
        .map(|(total, rank)| BoardRow {
            final_answers: answers.get(&total.user_id).copied(),
            operator: operators.remove(&total.user_id),
            ..row(total, rank, problems, &mut cells)
        })
        .collect())
}

/// Reads at most `limit` rows from `offset` on, of a season with these `problems`. If the season shows no scores yet,
/// only staff see any.
///
/// # Errors
/// When the database fails.
pub fn load_board(
    conn: &mut AnyConnection,
    season: &Season,
    staff: bool,
    problems: &[ProblemId],
    offset: u32,
    limit: u32,
) -> Result<BoardPage, StoreError> {
    if !staff && !season.shows_scores() {
        return Ok(BoardPage {
            rows: Vec::new(),
            people: 0,
        });
    }
    let totals = totals::list_totals(conn, season.id, offset.into(), limit.into())?;
    let people = u32::try_from(totals::count_totals(conn, season.id)?).unwrap_or(u32::MAX);
    let better = match totals.first() {
        Some(first) => totals::count_better(conn, season.id, first.total)?,
        None => 0,
    };
    let users: Vec<UserId> = totals.iter().map(|row| row.user_id).collect();
    let mut cells: BTreeMap<(UserId, ProblemId), Standing> = BTreeMap::new();
    for standing in standings::list_standings_of(conn, season.id, &users)? {
        cells.insert((standing.user_id, standing.problem_id), standing);
    }
    let answers = if tells_answers(season, staff) {
        final_answers(conn, season, cells.values())?
    } else {
        BTreeMap::new()
    };
    let ranks = ranks(u32::try_from(better).unwrap_or(0) + 1, offset + 1, &totals);
    let rows = totals
        .into_iter()
        .zip(ranks)
        .map(|(total, rank)| BoardRow {
            final_answers: answers.get(&total.user_id).copied(),
            ..row(total, rank, problems, &mut cells)
        })
        .collect();
    Ok(BoardPage { rows, people })
}

/// The results of the final answers of the people with these rows.
fn final_answers<'a>(
    conn: &mut AnyConnection,
    season: &Season,
    rows: impl Iterator<Item = &'a Standing> + Clone,
) -> Result<BTreeMap<UserId, FinalAnswers>, StoreError> {
    let ids: Vec<SubmissionId> = rows.clone().map(|row| row.submission_id).collect();
    let details = standings::list_details(conn, season.contest, &ids)?;
    let count = usize::try_from(problems::count_problems(conn, season.id)?).unwrap_or(0);
    let mut of: BTreeMap<UserId, Vec<FinalAnswers>> = BTreeMap::new();
    for row in rows {
        let details = details.get(&row.submission_id);
        let own = details.and_then(Derivations::own);
        if let Some(answers) = own.and_then(|own| own.final_answers) {
            of.entry(row.user_id).or_default().push(answers);
        }
    }
    let people = of.into_iter();
    Ok(people
        .map(|(user, own)| (user, FinalAnswers::of_season(&own, count)))
        .collect())
}

/// Whether the reader may see the results of final answers: only staff may until Reveal, whatever scores the season
/// shows.
fn tells_answers(season: &Season, staff: bool) -> bool {
    contests::of(season.contest).has_formulas && (staff || season.is_revealed())
}

/// The same for one problem.
fn tells_answers_to(season: &Season, problem: &Problem, staff: bool) -> bool {
    contests::of(season.contest).has_formulas && (staff || problem.is_open(season))
}

/// The board of a problem.
#[derive(Debug, Default)]
pub struct ProblemBoard {
    /// Its rows, best first, each with its rank; 0 for models among people, which have none.
    pub rows: Vec<(u32, Standing)>,
    /// Who runs the models among them.
    pub operators: BTreeMap<UserId, String>,
    /// Additional details of derivations, if they may be shown.
    pub beside: BTreeMap<SubmissionId, DerivationDetails>,
}

/// The board of one problem, at most `limit` rows. If its season shows no scores yet, only staff see any.
///
/// # Errors
/// When the database fails.
pub fn load_problem_board(
    conn: &mut AnyConnection,
    season: &Season,
    staff: bool,
    problem: &Problem,
    limit: i64,
) -> Result<ProblemBoard, StoreError> {
    if !staff && !problem.shows_scores(season) {
        return Ok(ProblemBoard::default());
    }
    let rows = standings::list_problem_standings(conn, problem.id, limit)?;
    let tells = tells_answers_to(season, problem, staff);
    with_details(conn, season, tells, (1..).zip(rows).collect())
}

/// [`load_problem_board`] for the requested kind of rows.
///
/// # Errors
/// When the database fails.
pub fn load_problem_board_of(
    conn: &mut AnyConnection,
    (season, who): (&Season, Who),
    staff: bool,
    problem: &Problem,
    limit: i64,
    now: Moment,
) -> Result<ProblemBoard, StoreError> {
    let is_told = staff || problem.shows_scores(season);
    if who == Who::People || !is_told {
        return load_problem_board(conn, season, staff, problem, limit);
    }
    let models = models::list_best(conn, season, Some(problem.id), season.visible_until(now))?;
    let mut operators = BTreeMap::new();
    let mut rows: Vec<(u32, Standing)> = match who {
        Who::All => (1..)
            .zip(standings::list_problem_standings(conn, problem.id, limit)?)
            .collect(),
        _ => Vec::new(),
    };
    let order = |row: &Standing| (Reverse(row.score), row.l_chars, row.submitted_at);
    for (rank, ModelStanding { row, operator, .. }) in (1..).zip(models) {
        operators.insert(row.user_id, operator);
        let at = rows.partition_point(|(_, other)| order(other) <= order(&row));
        let rank = if who == Who::Models { rank } else { 0 };
        rows.insert(at, (rank, row));
    }
    rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let shown: BTreeSet<UserId> = rows.iter().map(|(_, row)| row.user_id).collect();
    operators.retain(|user, _| shown.contains(user));
    Ok(ProblemBoard {
        operators,
        ..with_details(conn, season, tells_answers_to(season, problem, staff), rows)?
    })
}

/// The all-time board of a problem: each row with its rank; models are ranked only among themselves.
///
/// # Errors
/// When the database fails.
pub fn load_all_time(
    conn: &mut AnyConnection,
    (season, who): (&Season, Who),
    problem: ProblemId,
    limit: i64,
) -> Result<Vec<(u32, AllTimeRow)>, StoreError> {
    let has_lengths = contests::of(season.contest).has_lengths;
    let mut rows: Vec<(u32, AllTimeRow)> = match who {
        Who::Models => Vec::new(),
        Who::People | Who::All => (1..)
            .zip(practice::list_all_time(conn, problem, has_lengths, limit)?)
            .collect(),
    };
    let models = match who {
        Who::People => Vec::new(),
        Who::Models | Who::All => {
            practice::list_all_time_of_models(conn, season, problem, has_lengths, limit)?
        }
    };
    for (rank, model) in (1..).zip(models) {
        let at = rows.partition_point(|(_, other)| other.key() <= model.key());
        let rank = if who == Who::Models { rank } else { 0 };
        rows.insert(at, (rank, model));
    }
    rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(rows)
}

/// The first rows of the board of one problem, and those around a person's own row.
///
/// # Errors
/// When the database fails.
pub fn load_small_board(
    conn: &mut AnyConnection,
    season: &Season,
    staff: bool,
    problem: &Problem,
    me: Option<UserId>,
) -> Result<ProblemBoard, StoreError> {
    /// How many rows from the top are shown.
    const TOP_ROWS: i64 = 5;
    if !staff && !problem.shows_scores(season) {
        return Ok(ProblemBoard::default());
    }
    let top = standings::list_problem_standings(conn, problem.id, TOP_ROWS)?;
    let mut rows: Vec<(u32, Standing)> = (1..).zip(top).collect();
    let around = match me {
        Some(me) => standings::list_around(conn, problem.id, me)?,
        None => None,
    };
    if let Some((first, around)) = around {
        let shown = rows.len();
        let first = u32::try_from(first).unwrap_or(u32::MAX);
        let below = (first..).zip(around);
        rows.extend(
            below.filter(|(rank, _)| usize::try_from(*rank).is_ok_and(|rank| rank > shown)),
        );
    }
    let tells = tells_answers_to(season, problem, staff);
    with_details(conn, season, tells, rows)
}

fn with_details(
    conn: &mut AnyConnection,
    season: &Season,
    tells_answers: bool,
    rows: Vec<(u32, Standing)>,
) -> Result<ProblemBoard, StoreError> {
    let mut beside = BTreeMap::new();
    if contests::of(season.contest).has_formulas {
        let ids: Vec<SubmissionId> = rows.iter().map(|(_, row)| row.submission_id).collect();
        for (id, details) in standings::list_details(conn, season.contest, &ids)? {
            if let Some(own) = Derivations::own(&details) {
                let final_answers = own.final_answers.filter(|_| tells_answers);
                let own = DerivationDetails {
                    final_answers,
                    ..*own
                };
                beside.insert(id, own);
            }
        }
    }
    Ok(ProblemBoard {
        rows,
        beside,
        operators: BTreeMap::new(),
    })
}

/// The ranks of rows; the first has rank `first` and place `place`.
fn ranks(first: u32, place: u32, totals: &[Total]) -> Vec<u32> {
    let mut rank = first;
    let mut last = totals.first().map(|row| row.total);
    totals
        .iter()
        .zip(place..)
        .map(|(row, place)| {
            if last != Some(row.total) {
                rank = place;
                last = Some(row.total);
            }
            rank
        })
        .collect()
}

fn row(
    total: Total,
    rank: u32,
    problems: &[ProblemId],
    cells: &mut BTreeMap<(UserId, ProblemId), Standing>,
) -> BoardRow {
    BoardRow {
        rank,
        operator: None,
        user: total.user_id,
        cells: problems
            .iter()
            .map(|problem| cells.remove(&(total.user_id, *problem)))
            .collect(),
        name: total.name,
        display_name: total.display_name,
        total: natural(total.total),
        reward_count: natural(total.reward_count),
        stage_count: natural(total.stage_count),
        median_l_chars_twice: total.median_l_chars_twice.map(natural),
        final_answers: None,
    }
}

fn natural(number: i32) -> u32 {
    u32::try_from(number).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn totals(totals: &[i32]) -> Vec<Total> {
        totals
            .iter()
            .zip(1..)
            .map(|(total, user)| Total {
                user_id: UserId(user),
                name: format!("user{user}"),
                display_name: format!("User {user}"),
                total: *total,
                reward_count: 0,
                stage_count: 0,
                median_l_chars_twice: None,
            })
            .collect()
    }

    #[test]
    fn equal_sums_share_a_rank_also_across_pages() {
        assert_eq!(ranks(1, 1, &totals(&[2250, 1000, 1000, 200])), [1, 2, 2, 4]);
        // The page begins in the middle of a tie that began on the page before.
        assert_eq!(ranks(2, 3, &totals(&[1000, 200, 200])), [2, 4, 4]);
        assert_eq!(ranks(1, 1, &[]), [0_u32; 0]);
    }
}
