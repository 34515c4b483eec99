//! A page of the season's board.
//!
//! People rank by the sum of their best scores (`docs/SCORING-v0.1.md` §7). The scoring gives no
//! tie-break for the sum, so equal sums share a rank; they are listed by name. Sums and rows are
//! kept up to date by whoever changes them, so that a page costs the same however large the season.

use std::collections::{BTreeMap, HashMap};

use dojo_judge::physics::eed::EedScore;

use crate::store::seasons::Season;
use crate::store::standings::{self, Beside, Standing};
use crate::store::totals::{self, Total};
use crate::store::{
    AnyConnection, Contest, ProblemId, SeasonId, StoreError, SubmissionId, UserId, problems,
};

/// Rows of the season's board on one page.
pub const PAGE_ROWS: u32 = 100;

/// A person on the board.
#[derive(Clone, Debug)]
pub struct BoardRow {
    /// Rank, from 1.
    pub rank: u32,
    /// Who.
    pub user: UserId,
    /// Sign-in name.
    pub name: String,
    /// Display name.
    pub display_name: String,
    /// Sum of the scores.
    pub total: u32,
    /// Problems solved whole.
    pub reward_count: u32,
    /// Problems with at least a Stage Pass.
    pub stage_count: u32,
    /// Twice the median length of the programs that solve a problem whole.
    pub median_l_chars_twice: Option<u32>,
    /// The best row on each problem, in the order of the problems.
    pub cells: Vec<Option<Standing>>,
    /// Mean EED over the problems that count, 0 for one without points; where it was measured.
    pub eed: Option<EedScore>,
}

/// A page of the board.
#[derive(Clone, Debug)]
pub struct BoardPage {
    /// Its rows.
    pub rows: Vec<BoardRow>,
    /// People on the whole board.
    pub people: u32,
}

/// Reads the rows from `offset` on, at most `limit`, of a season whose problems are `problems`. Where
/// the season shows no scores yet, only staff see any.
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
    let contest = season.contest;
    let season = season.id;
    let totals = totals::list_totals(conn, season, offset.into(), limit.into())?;
    let people = u32::try_from(totals::count_totals(conn, season)?).unwrap_or(u32::MAX);
    let better = match totals.first() {
        Some(first) => totals::count_better(conn, season, first.total)?,
        None => 0,
    };
    let users: Vec<UserId> = totals.iter().map(|row| row.user_id).collect();
    let mut cells: BTreeMap<(UserId, ProblemId), Standing> = BTreeMap::new();
    for standing in standings::list_standings_of(conn, season, &users)? {
        cells.insert((standing.user_id, standing.problem_id), standing);
    }
    let eed = match contest {
        Contest::Sequence => BTreeMap::new(),
        Contest::Physics => mean_eed(conn, season, cells.values())?,
    };
    let ranks = ranks(u32::try_from(better).unwrap_or(0) + 1, offset + 1, &totals);
    let rows = totals
        .into_iter()
        .zip(ranks)
        .map(|(total, rank)| BoardRow {
            eed: eed.get(&total.user_id).copied(),
            ..row(total, rank, problems, &mut cells)
        })
        .collect();
    Ok(BoardPage { rows, people })
}

/// The mean EED of the people with these rows.
fn mean_eed<'a>(
    conn: &mut AnyConnection,
    season: SeasonId,
    rows: impl Iterator<Item = &'a Standing> + Clone,
) -> Result<BTreeMap<UserId, EedScore>, StoreError> {
    let ids: Vec<SubmissionId> = rows.clone().map(|row| row.submission_id).collect();
    let beside = standings::list_beside(conn, &ids)?;
    let count = usize::try_from(problems::count_problems(conn, season)?).unwrap_or(0);
    let mut scores: BTreeMap<UserId, Vec<EedScore>> = BTreeMap::new();
    for row in rows {
        if let Some(eed) = beside.get(&row.submission_id).and_then(Beside::eed) {
            scores.entry(row.user_id).or_default().push(eed);
        }
    }
    let means = scores.into_iter();
    Ok(means
        .map(|(user, own)| (user, EedScore::mean(&own, count)))
        .collect())
}

/// The board of one problem, best first, at most `limit` rows. Where its season shows no scores yet,
/// only staff see any.
///
/// # Errors
/// When the database fails.
pub fn load_problem_board(
    conn: &mut AnyConnection,
    season: &Season,
    staff: bool,
    problem: ProblemId,
    limit: i64,
) -> Result<Vec<Standing>, StoreError> {
    if !staff && !season.shows_scores() {
        return Ok(Vec::new());
    }
    Ok(standings::list_problem_standings(conn, problem, limit)?)
}

/// The sums that people's programs would have without anybody's diversity bonus.
pub struct Sums {
    of: HashMap<UserId, i64>,
    /// The largest first.
    sorted: Vec<i64>,
}

impl Sums {
    /// Adds up all rows of a season.
    ///
    /// # Errors
    /// When the database fails.
    pub fn load(conn: &mut AnyConnection, season: SeasonId) -> Result<Self, StoreError> {
        let rows = standings::list_sums(conn, season)?.into_iter();
        let of: HashMap<UserId, i64> = rows
            .map(|(user, total, bonus)| (user, total - bonus))
            .collect();
        let mut sorted: Vec<i64> = of.values().copied().collect();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        Ok(Self { of, sorted })
    }

    /// Somebody's sum, and the rank that goes with it.
    pub fn of(&self, user: UserId) -> (u32, u32) {
        let own = self.of.get(&user).copied().unwrap_or(0);
        let better = self.sorted.partition_point(|sum| *sum > own);
        let rank = u32::try_from(better).unwrap_or(u32::MAX).saturating_add(1);
        (u32::try_from(own).unwrap_or(0), rank)
    }
}

/// The ranks of rows of which the first has rank `first` and place `place`.
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
    let natural = |number: i32| u32::try_from(number).unwrap_or(0);
    BoardRow {
        rank,
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
        eed: None,
    }
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
