//! The season's board from its rows. Pure.
//!
//! People rank by the sum of their best scores (`docs/SCORING-v0.1.md` §7). The scoring gives no
//! tie-break for the sum, so equal sums share a rank; they are listed by name.

use std::collections::BTreeMap;

use crate::store::standings::Standing;
use crate::store::{ProblemId, UserId};

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
}

/// Makes the board of a season whose problems are `problems`, in that order.
pub fn season_board(problems: &[ProblemId], standings: Vec<Standing>) -> Vec<BoardRow> {
    let mut people: BTreeMap<UserId, BTreeMap<ProblemId, Standing>> = BTreeMap::new();
    for standing in standings {
        people
            .entry(standing.user_id)
            .or_default()
            .insert(standing.problem_id, standing);
    }
    let mut rows: Vec<BoardRow> = people
        .into_iter()
        .filter_map(|(user, best)| row(user, best, problems))
        .collect();
    rows.sort_by(|a, b| {
        b.total.cmp(&a.total).then_with(|| {
            a.name
                .to_ascii_lowercase()
                .cmp(&b.name.to_ascii_lowercase())
        })
    });
    let mut rank = 0;
    let mut last_total = None;
    for (row, place) in rows.iter_mut().zip(1..) {
        if last_total != Some(row.total) {
            rank = place;
            last_total = Some(row.total);
        }
        row.rank = rank;
    }
    rows
}

fn row(
    user: UserId,
    mut best: BTreeMap<ProblemId, Standing>,
    problems: &[ProblemId],
) -> Option<BoardRow> {
    let (name, display_name) = best
        .values()
        .next()
        .map(|row| (row.name.clone(), row.display_name.clone()))?;
    let cells: Vec<Option<Standing>> = problems
        .iter()
        .map(|problem| best.remove(problem))
        .collect();
    let held = || cells.iter().flatten();
    let rewarded = || held().filter(|row| row.reward_correct);
    let total = held()
        .map(|row| u32::try_from(row.score).unwrap_or(0))
        .sum();
    let reward_count = u32::try_from(rewarded().count()).unwrap_or(u32::MAX);
    let stage_count = u32::try_from(held().count()).unwrap_or(u32::MAX);
    let median_l_chars_twice = twice_median(
        rewarded()
            .map(|row| u32::try_from(row.l_chars).unwrap_or(0))
            .collect(),
    );
    Some(BoardRow {
        rank: 0,
        user,
        name,
        display_name,
        total,
        reward_count,
        stage_count,
        median_l_chars_twice,
        cells,
    })
}

fn twice_median(mut lengths: Vec<u32>) -> Option<u32> {
    lengths.sort_unstable();
    let upper = lengths.get(lengths.len() / 2)?;
    let lower = lengths.get((lengths.len() - 1) / 2)?;
    Some(upper + lower)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Moment, SubmissionId};

    fn standing(user: i64, problem: i64, score: i32, l_chars: i32) -> Standing {
        Standing {
            problem_id: ProblemId(problem),
            user_id: UserId(user),
            name: format!("user{user}"),
            display_name: format!("User {user}"),
            submission_id: SubmissionId(user * 100 + problem),
            score,
            l_chars,
            submitted_at: Moment::now(),
            reward_correct: score >= 1000,
        }
    }

    #[test]
    fn sums_rank_and_equal_sums_share_a_rank() {
        let rows = season_board(
            &[ProblemId(1), ProblemId(2)],
            vec![
                standing(3, 1, 200, 30),
                standing(1, 1, 1100, 40),
                standing(2, 1, 1000, 900),
                standing(1, 2, 1150, 51),
                standing(4, 2, 1000, 10),
            ],
        );
        let table: Vec<_> = rows
            .iter()
            .map(|row| (row.rank, row.name.as_str(), row.total))
            .collect();
        assert_eq!(
            table,
            [
                (1, "user1", 2250),
                (2, "user2", 1000),
                (2, "user4", 1000),
                (4, "user3", 200)
            ]
        );
        assert_eq!(rows[0].median_l_chars_twice, Some(91));
        assert_eq!(
            (
                rows[3].reward_count,
                rows[3].stage_count,
                rows[3].median_l_chars_twice
            ),
            (0, 1, None)
        );
        assert!(rows[1].cells[0].is_some() && rows[1].cells[1].is_none());
    }
}
