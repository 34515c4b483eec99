//! The progress of a problem: counts of attempts, verdicts, first solves and questions over time. It names no people
//! and contains no sources; page and API show it unchanged.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::store::problems::Problem;
use crate::store::progress::Attempt;
use crate::store::questions::{self, QuestionFilter};
use crate::store::seasons::Season;
use crate::store::{AnyConnection, Moment, StoreError, UserId, progress};

/// The most periods that a season is divided into.
const PERIODS: i32 = 24;

/// The length of a period: the first of these, in seconds, that gives at most [`PERIODS`] periods, or whole days.
const STEPS: [i64; 7] = [60, 300, 900, 3_600, 6 * 3_600, DAY, 7 * DAY];

const DAY: i64 = 24 * 3_600;

/// How many first solves are listed.
const FIRST_SOLVES: usize = 10;

/// How many questions are listed.
const QUESTIONS: i64 = 50;

/// How a problem fares.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Progress {
    /// Only what was submitted until then is counted, while boards keep still.
    pub until: Option<DateTime<Utc>>,
    /// Submissions that count, judged or not.
    pub attempts: u32,
    /// People who made them.
    pub people: u32,
    /// People who solved it.
    pub solvers: u32,
    /// How many attempts got which verdict, the most frequent one first.
    pub verdicts: Vec<VerdictCount>,
    /// The same over time.
    pub periods: Vec<Period>,
    /// When people solved it for the first time: the earliest ten.
    pub first_solves: Vec<DateTime<Utc>>,
    /// Questions about it, the newest first.
    pub questions: Vec<QuestionAbout>,
}

/// How many attempts got a verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct VerdictCount {
    /// The word of the verdict, or `QUEUED`.
    pub verdict: String,
    /// Of a derivation `full`, `part` or `none`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<Marks>,
    /// How many.
    pub attempts: u32,
}

/// What of the marks of a derivation was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Marks {
    /// All.
    Full,
    /// Some.
    Part,
    /// None.
    None,
}

/// A part of the season.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Period {
    /// When it began.
    pub from: DateTime<Utc>,
    /// Submissions in it.
    pub attempts: u32,
    /// People who solved the problem for the first time in it.
    pub solves: u32,
    /// How many of the submissions got which verdict.
    pub verdicts: Vec<VerdictCount>,
}

/// A question about a problem, without who asked it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct QuestionAbout {
    /// What was asked.
    pub text: String,
    /// When.
    pub asked_at: DateTime<Utc>,
    /// When it was answered last.
    pub answered_at: Option<DateTime<Utc>>,
}

impl Progress {
    /// The progress of a problem in a season that has opened. Readers who are not organizers learn no more about the
    /// attempts than boards show while they are not updated.
    ///
    /// # Errors
    /// When the database fails.
    pub fn load(
        conn: &mut AnyConnection,
        season: &Season,
        problem: &Problem,
        organizes: bool,
        now: Moment,
    ) -> Result<Self, StoreError> {
        let until = problem.visible_until(season, now).filter(|_| !organizes);
        let attempts = progress::list_attempts(conn, problem.id, until)?;
        let filter = QuestionFilter {
            problem: Some(problem.slug.clone()),
            ..QuestionFilter::default()
        };
        let asked = questions::list_questions(conn, season.id, &filter, QUESTIONS)?;
        let opened = season.opens_at.unwrap_or(now);
        let ended = until.or(season.freeze_started_at).unwrap_or(now);
        Ok(Self {
            until: until.map(Moment::utc),
            questions: asked
                .into_iter()
                .map(|asked| QuestionAbout {
                    text: asked.question.text,
                    asked_at: asked.question.asked_at.utc(),
                    answered_at: asked.question.answered_at.map(Moment::utc),
                })
                .collect(),
            ..Self::count(&attempts, opened.utc(), ended.utc())
        })
    }

    /// Counts attempts between two moments; they are in order.
    fn count(attempts: &[Attempt], opened: DateTime<Utc>, ended: DateTime<Utc>) -> Self {
        let mut solves: BTreeMap<UserId, DateTime<Utc>> = BTreeMap::new();
        for attempt in attempts.iter().filter(|attempt| attempt.solves()) {
            solves
                .entry(attempt.user_id)
                .or_insert(attempt.created_at.utc());
        }
        let mut first_solves: Vec<DateTime<Utc>> = solves.values().copied().collect();
        first_solves.sort_unstable();
        let people: BTreeSet<UserId> = attempts.iter().map(|attempt| attempt.user_id).collect();
        let step = step((ended - opened).num_seconds());
        let mut periods = Vec::new();
        let mut from = opened;
        while from < ended || periods.is_empty() {
            let to = from + step;
            // An attempt at the very end belongs to the last period.
            let is_last = to >= ended;
            let is_in = |at: DateTime<Utc>| at >= from && (at < to || is_last);
            let of: Vec<&Attempt> = attempts
                .iter()
                .filter(|attempt| is_in(attempt.created_at.utc()))
                .collect();
            periods.push(Period {
                from,
                attempts: number(of.len()),
                solves: number(first_solves.iter().filter(|at| is_in(**at)).count()),
                verdicts: verdicts(of.into_iter()),
            });
            from = to;
        }
        let people_right = number(first_solves.len());
        first_solves.truncate(FIRST_SOLVES);
        Self {
            until: None,
            attempts: number(attempts.len()),
            people: number(people.len()),
            solvers: people_right,
            verdicts: verdicts(attempts.iter()),
            periods,
            first_solves,
            questions: Vec::new(),
        }
    }
}

/// The length of a period in a season of this many seconds.
fn step(seconds: i64) -> TimeDelta {
    let most = i64::from(PERIODS);
    let fits = STEPS.into_iter().find(|step| seconds <= step * most);
    let days = |seconds: i64| (seconds / most / DAY + 1) * DAY;
    TimeDelta::seconds(fits.unwrap_or_else(|| days(seconds)))
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn verdicts<'a>(attempts: impl Iterator<Item = &'a Attempt>) -> Vec<VerdictCount> {
    let mut counts: BTreeMap<(&str, Option<Marks>), u32> = BTreeMap::new();
    for attempt in attempts {
        let key = match &attempt.result {
            Some((verdict, score, solves)) => (verdict.as_str(), marks(verdict, *solves, *score)),
            None => ("QUEUED", None),
        };
        *counts.entry(key).or_default() += 1;
    }
    let mut counts: Vec<VerdictCount> = counts
        .into_iter()
        .map(|((verdict, marks), attempts)| VerdictCount {
            verdict: verdict.to_owned(),
            marks,
            attempts,
        })
        .collect();
    counts.sort_by_key(|count| std::cmp::Reverse(count.attempts));
    counts
}

fn marks(verdict: &str, solves: bool, score: i32) -> Option<Marks> {
    match (verdict, solves, score) {
        ("GRADED", true, _) => Some(Marks::Full),
        ("GRADED", _, 0) => Some(Marks::None),
        ("GRADED", ..) => Some(Marks::Part),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minute: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::minutes(minute)
    }

    fn attempt(minute: i64, user: i64, result: Option<(&str, i32, bool)>) -> Attempt {
        Attempt {
            created_at: Moment::from(at(minute)),
            user_id: UserId(user),
            result: result.map(|(verdict, score, solves)| (verdict.to_owned(), score, solves)),
        }
    }

    #[test]
    fn attempts_are_counted_over_time_and_first_solves_once() {
        let attempts = [
            attempt(1, 1, Some(("SHORT", 0, false))),
            attempt(2, 1, Some(("REWARD", 1200, true))),
            attempt(31, 1, Some(("REWARD", 1300, true))),
            attempt(31, 2, Some(("REWARD", 1100, true))),
            attempt(60, 3, None),
        ];
        let progress = Progress::count(&attempts, at(0), at(60));
        assert_eq!(
            (progress.attempts, progress.people, progress.solvers),
            (5, 3, 2)
        );
        assert_eq!(progress.first_solves, [at(2), at(31)]);
        let told: Vec<(&str, u32)> = progress
            .verdicts
            .iter()
            .map(|count| (count.verdict.as_str(), count.attempts))
            .collect();
        assert_eq!(told, [("REWARD", 3), ("QUEUED", 1), ("SHORT", 1)]);
        let told: Vec<(u32, u32)> = progress
            .periods
            .iter()
            .map(|period| (period.attempts, period.solves))
            .filter(|told| *told != (0, 0))
            .collect();
        assert_eq!(progress.periods.len(), 12);
        assert_eq!(told, [(2, 1), (2, 1), (1, 0)]);
    }

    #[test]
    fn a_long_season_has_no_more_periods_than_a_short_one() {
        for days in [0, 1, 24, 168, 400, 4000] {
            let progress = Progress::count(&[], at(0), at(days * 1440));
            let periods = progress.periods.len();
            assert!((1..=24).contains(&periods), "{days}: {periods}");
        }
    }
}
