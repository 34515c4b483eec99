//! Computes the scores of a whole season from its submissions: diversity, one row for each person on each problem,
//! season totals, the setters' board (`docs/SCORING-v0.1.md` §4–§7, `docs/SCORING-v0.3.md`). Derivations have their
//! own points and no bonuses (`docs/physics.md`).
//!
//! The result does not depend on the order of the input; the cost is n log n in the number of submissions.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::contest::{Contest, Kind as _, NoPoints, Points, Scoring, Worth, each};
use crate::digest::Digest;
use crate::sequence::diversity::{self, DiversityRules, Tagged};
use crate::sequence::gate::Gates;

/// The facts about a problem that affect scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScoredProblem {
    /// The setter, who does not rank on it.
    pub setter: Option<u32>,
    /// Whether it is withdrawn and gives 0 to everyone.
    pub withdrawn: bool,
}

/// The facts about a judged submission that affect scores.
#[derive(Clone, Copy, Debug)]
pub struct JudgedSubmission<'a> {
    /// Its number.
    pub submission: u64,
    /// The position of its problem in the list of problems.
    pub problem: u32,
    /// The author; any number that stands for the person.
    pub person: u32,
    /// When it was received, in µs.
    pub created_at_us: i64,
    /// SHA-256 of its canonical source; `None` if there is none, which is possible if it passed no gate.
    pub solver_hash: Option<Digest>,
    /// SHA-256 of what it shares with others of the same method, if that is known.
    pub method_hash: Option<Digest>,
    /// The part of its judgement that decides points and places.
    pub worth: Worth,
    /// The method tag as submitted.
    pub tag: &'a str,
    /// Whether the classifier strongly contradicts the tag.
    pub contradicted: bool,
    /// Whether it counts: its author ranks, and it is neither disqualified nor withdrawn.
    pub counts: bool,
}

/// A row of a problem's board: a person's best submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The place, from 1. No two rows share one.
    pub rank: u32,
    /// Who.
    pub person: u32,
    /// The position of the submission in the input.
    pub at: usize,
}

/// A row of the season's board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonRow {
    /// The place, from 1; equal totals share one, and the next place is skipped.
    pub rank: u32,
    /// Who.
    pub person: u32,
    /// Sum of the points of the person's rows.
    pub total: u32,
    /// Problems with at least a Stage Pass.
    pub stage_count: u32,
    /// How many problems are fully solved.
    pub reward_count: u32,
    /// Twice the median of the lengths over the fully solved problems. The median of an even number of values is the
    /// mean of the two in the middle, so twice the median is an integer.
    pub median_length_twice: Option<u32>,
}

/// All scores of a season.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeasonScores {
    /// Points of each submission, in the order of the input.
    pub points: Vec<Points>,
    /// The board of each problem, best first, in the order of the problems.
    pub boards: Vec<Vec<Row>>,
    /// The season's board, best first.
    pub season: Vec<SeasonRow>,
}

/// A value of a judgement that no judge produces.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{field}` of submission {submission} {fault}")]
pub struct ScoringError {
    /// The submission.
    pub submission: u64,
    /// The name of the value.
    pub field: &'static str,
    /// What is wrong with it, in a clause.
    pub fault: &'static str,
}

/// Scores a season. Before Freeze (without `freeze_started_at_us`) the scores are provisional and have no diversity
/// bonus. A submission received after Freeze does not count.
///
/// # Errors
/// The first submission with a value from which no points can be computed.
pub fn score_season(
    scoring: Scoring,
    freeze_started_at_us: Option<i64>,
    problems: &[ScoredProblem],
    submissions: &[JudgedSubmission<'_>],
) -> Result<SeasonScores, ScoringError> {
    let mut by_problem: Vec<Vec<usize>> = vec![Vec::new(); problems.len()];
    for (at, submission) in submissions.iter().enumerate() {
        let place = usize::try_from(submission.problem).expect("32 bits fit");
        let in_time = freeze_started_at_us.is_none_or(|freeze| submission.created_at_us <= freeze);
        let problem = &problems[place];
        let own = problem.setter == Some(submission.person);
        if submission.counts
            && in_time
            && !own
            && !problem.withdrawn
            && submission.worth.gates != Gates::None
        {
            by_problem[place].push(at);
        }
    }
    let contest = scoring.contest();
    let rules = freeze_started_at_us.and_then(|_| each!(contest, K => K::diversity(scoring)));
    let mut points = vec![Points::default(); submissions.len()];
    let mut boards: Vec<Vec<Row>> = Vec::with_capacity(problems.len());
    for at in &by_problem {
        for &at in at {
            points[at] = points_alone(contest, &submissions[at])?;
        }
        if let Some(rules) = &rules {
            add_bonuses(rules, submissions, at, &mut points);
        }
        boards.push(board(submissions, at, &points));
    }
    let season = season_board(submissions, &boards, &points)?;
    Ok(SeasonScores {
        points,
        boards,
        season,
    })
}

/// The points of a submission without the bonuses that depend on others.
fn points_alone(
    contest: Contest,
    submission: &JudgedSubmission<'_>,
) -> Result<Points, ScoringError> {
    let points = each!(contest, K => K::points(&submission.worth));
    points.map_err(|NoPoints { field, fault }| ScoringError {
        submission: submission.submission,
        field,
        fault,
    })
}

/// Adds the bonuses to the submissions of one problem that count (`counted`, positions in the input).
fn add_bonuses(
    rules: &DiversityRules,
    submissions: &[JudgedSubmission<'_>],
    counted: &[usize],
    points: &mut [Points],
) {
    let correct = || {
        counted
            .iter()
            .filter(|&&at| submissions[at].worth.gates == Gates::Reward)
    };
    let tagged: Vec<Tagged<'_>> = correct()
        .map(|&at| {
            let submission = &submissions[at];
            Tagged {
                person: submission.person,
                created_at_us: submission.created_at_us,
                solver_hash: submission.solver_hash,
                neutral_hash: submission.method_hash,
                submission: submission.submission,
                tag: submission.tag,
                contradicted: submission.contradicted,
            }
        })
        .collect();
    for (&at, bonus) in correct().zip(diversity::bonuses(rules, &tagged)) {
        points[at].diversity = bonus;
        points[at].score += bonus.total;
    }
}

/// Orders submissions to one problem, better ones first: points, then shorter if length counts, then earlier, then
/// the smaller hash (§5.3). The number comes last, so that no two are equal.
fn better_first(a: (&JudgedSubmission<'_>, u32), b: (&JudgedSubmission<'_>, u32)) -> Ordering {
    b.1.cmp(&a.1)
        .then(a.0.worth.length.cmp(&b.0.worth.length))
        .then(a.0.created_at_us.cmp(&b.0.created_at_us))
        .then(a.0.solver_hash.cmp(&b.0.solver_hash))
        .then(a.0.submission.cmp(&b.0.submission))
}

/// One row for each person: the best submission, including bonuses.
fn board(submissions: &[JudgedSubmission<'_>], counted: &[usize], points: &[Points]) -> Vec<Row> {
    let compare = |a: usize, b: usize| {
        better_first(
            (&submissions[a], points[a].score),
            (&submissions[b], points[b].score),
        )
    };
    let mut best: BTreeMap<u32, usize> = BTreeMap::new();
    for &at in counted {
        let row = best.entry(submissions[at].person).or_insert(at);
        if compare(at, *row).is_lt() {
            *row = at;
        }
    }
    let mut rows: Vec<(u32, usize)> = best.into_iter().collect();
    rows.sort_unstable_by(|a, b| compare(a.1, b.1));
    rows.into_iter()
        .zip(1..)
        .map(|((person, at), rank)| Row { rank, person, at })
        .collect()
}

fn season_board(
    submissions: &[JudgedSubmission<'_>],
    boards: &[Vec<Row>],
    points: &[Points],
) -> Result<Vec<SeasonRow>, ScoringError> {
    #[derive(Default)]
    struct Sum {
        total: u32,
        stage_count: u32,
        reward_count: u32,
        lengths: Vec<(u32, usize)>,
    }
    let mut people: BTreeMap<u32, Sum> = BTreeMap::new();
    for row in boards.iter().flatten() {
        let sum = people.entry(row.person).or_default();
        sum.total = (sum.total.checked_add(points[row.at].score)).ok_or(ScoringError {
            submission: submissions[row.at].submission,
            field: "score",
            fault: "makes a sum that is too large",
        })?;
        sum.stage_count += 1;
        if submissions[row.at].worth.gates == Gates::Reward {
            sum.reward_count += 1;
            let length = submissions[row.at].worth.length;
            sum.lengths.extend(length.map(|length| (length, row.at)));
        }
    }
    let mut rows: Vec<SeasonRow> = people
        .into_iter()
        .map(|(person, sum)| {
            Ok(SeasonRow {
                rank: 0,
                person,
                total: sum.total,
                stage_count: sum.stage_count,
                reward_count: sum.reward_count,
                median_length_twice: twice_median(submissions, sum.lengths)?,
            })
        })
        .collect::<Result<_, _>>()?;
    rows.sort_by(|a, b| b.total.cmp(&a.total).then(a.person.cmp(&b.person)));
    let mut last = None;
    for (row, place) in rows.iter_mut().zip(1..) {
        row.rank = match last {
            Some((total, rank)) if total == row.total => rank,
            _ => place,
        };
        last = Some((row.total, row.rank));
    }
    Ok(rows)
}

/// Twice the median of the lengths that belong to these submissions.
fn twice_median(
    submissions: &[JudgedSubmission<'_>],
    mut lengths: Vec<(u32, usize)>,
) -> Result<Option<u32>, ScoringError> {
    lengths.sort_unstable();
    let Some(&(upper, at)) = lengths.get(lengths.len() / 2) else {
        return Ok(None);
    };
    let (lower, _) = lengths[(lengths.len() - 1) / 2];
    let twice = upper.checked_add(lower).ok_or(ScoringError {
        submission: submissions[at].submission,
        field: "l_chars",
        fault: "is longer than any program",
    })?;
    Ok(Some(twice))
}
