//! The problem of the day: one problem of a revealed season, the same for everybody from midnight to midnight UTC; or
//! one that comes with the program ([`pool`]) before any season is revealed. It only counts for a person's streak of
//! solved days.
//!
//! The choice depends only on the date and on the problems that were public when the day began, so every server
//! chooses the same one and nothing is stored.

pub mod pool;

use std::collections::BTreeSet;

use chrono::{Days, NaiveDate, NaiveTime};
use sha2::{Digest as _, Sha256};

use crate::store::daily::OldProblem;
use crate::store::{Moment, ProblemId, UserId};

/// Whoever solves on the pages of days: an account, or the browser to which the forms with this token belong.
pub fn solver(account: Option<UserId>, csrf_token: &str) -> String {
    match account {
        Some(id) => format!("account {}", id.0),
        None => format!("browser {}", hex::encode(Sha256::digest(csrf_token))),
    }
}

/// The problem of a day; `None` if no season had been revealed when it began.
pub fn of_day(day: NaiveDate, old: &[OldProblem]) -> Option<&OldProblem> {
    let begin = Moment::from(day.and_time(NaiveTime::MIN).and_utc());
    let day = Sha256::new_with_prefix(day.to_string());
    old.iter()
        .filter(|problem| problem.revealed_at.is_some_and(|at| at < begin))
        .min_by_key(|problem| lot(&day, problem))
}

/// Each problem draws a random number for each day, so that an additional problem changes few days. The hash starts
/// with the day, which all problems share.
fn lot(day: &Sha256, problem: &OldProblem) -> [u8; 32] {
    let mut lot = day.clone();
    for part in [" ", &problem.season, " ", &problem.slug] {
        lot.update(part);
    }
    lot.finalize().into()
}

/// What a person solved on which day.
#[derive(Clone, Debug, Default)]
pub struct Solved {
    /// Problems of seasons, by the day of the submission.
    handed_in: BTreeSet<(NaiveDate, ProblemId)>,
    /// Days on whose page the problem of the day was solved.
    played: BTreeSet<NaiveDate>,
}

/// Groups solved problems by the day of the submission, and adds what was solved on the pages of days.
pub fn by_day(solved: &[(Moment, ProblemId)], played: BTreeSet<NaiveDate>) -> Solved {
    let day = |at: Moment| at.utc().date_naive();
    Solved {
        handed_in: solved.iter().map(|(at, id)| (day(*at), *id)).collect(),
        played,
    }
}

impl Solved {
    /// Whether a person solved the problem of a day on that very day. Which it is, is asked only where something was handed
    /// in then: every old problem draws a lot for that.
    pub fn on(&self, day: NaiveDate, problem: impl FnOnce() -> Option<ProblemId>) -> bool {
        let that_day = (day, ProblemId(i64::MIN))..=(day, ProblemId(i64::MAX));
        let mut handed_in = self.handed_in.range(that_day).peekable();
        self.played.contains(&day)
            || (handed_in.peek().is_some() && {
                let problem = problem();
                handed_in.any(|(_, handed_in)| Some(*handed_in) == problem)
            })
    }
}

/// The number of consecutive solved days up to `today`. An unfinished day does not end a streak.
pub fn streak(today: NaiveDate, solved: &Solved, old: &[OldProblem]) -> usize {
    let is_solved =
        |day: &NaiveDate| solved.on(*day, || of_day(*day, old).map(|problem| problem.id));
    let last = if is_solved(&today) {
        Some(today)
    } else {
        today.pred_opt()
    };
    let back = (0..).map_while(|days| last?.checked_sub_days(Days::new(days)));
    back.take_while(is_solved).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn moment(text: &str) -> Moment {
        chrono::DateTime::parse_from_rfc3339(text)
            .unwrap()
            .to_utc()
            .into()
    }

    fn old(count: i64) -> Vec<OldProblem> {
        (0..count)
            .map(|id| OldProblem {
                id: ProblemId(id),
                slug: format!("problem-{id}"),
                season: "first".into(),
                revealed_at: Some(moment("2026-03-01T12:00:00Z")),
            })
            .collect()
    }

    #[test]
    fn a_day_has_one_problem_and_days_differ() {
        let old = old(20);
        let days = day("2026-03-02").iter_days().take(200);
        let of_days: Vec<i64> = days.map(|day| of_day(day, &old).unwrap().id.0).collect();
        assert!(of_days.iter().collect::<BTreeSet<_>>().len() > 18);
        let mut turned = old.clone();
        turned.reverse();
        let again = of_day(day("2026-03-02"), &turned).unwrap();
        assert_eq!(again.id.0, of_days[0]);
    }

    #[test]
    fn the_choice_of_a_day_stays_what_it_was() {
        let lot = lot(&Sha256::new_with_prefix("2026-03-02"), &old(1)[0]);
        assert_eq!(lot, Sha256::digest("2026-03-02 first problem-0")[..]);
    }

    #[test]
    fn lots_are_drawn_only_for_days_on_which_something_was_handed_in() {
        let handed_in = (moment("2026-03-04T10:00:00Z"), ProblemId(7));
        let solved = by_day(&[handed_in], BTreeSet::from([day("2026-03-03")]));
        let never = || -> Option<ProblemId> { panic!("lots are drawn") };
        assert!(solved.on(day("2026-03-03"), never));
        assert!(!solved.on(day("2026-03-05"), never));
        assert!(solved.on(day("2026-03-04"), || Some(ProblemId(7))));
        assert!(!solved.on(day("2026-03-04"), || Some(ProblemId(8))));
    }

    #[test]
    fn what_is_revealed_during_a_day_waits_for_the_next() {
        let old = old(1);
        assert!(of_day(day("2026-03-01"), &old).is_none());
        assert!(of_day(day("2026-03-02"), &old).is_some());
    }

    #[test]
    fn a_streak_is_of_days_whose_own_problem_was_solved_on_them() {
        let old = old(3);
        let at = |day: &str| moment(&format!("{day}T23:59:59Z"));
        let daily = |text: &str| of_day(day(text), &old).unwrap().id;
        let other = |text: &str| ProblemId((daily(text).0 + 1) % 3);
        let solved = [
            (at("2026-03-03"), other("2026-03-03")),
            (at("2026-03-04"), daily("2026-03-04")),
            (at("2026-03-05"), daily("2026-03-05")),
            (at("2026-03-05"), daily("2026-03-05")),
            (at("2026-03-06"), daily("2026-03-06")),
        ];
        let played = BTreeSet::from([day("2026-03-08")]);
        let solved = by_day(&solved, played);
        assert_eq!(streak(day("2026-03-06"), &solved, &old), 3);
        assert_eq!(streak(day("2026-03-07"), &solved, &old), 3);
        // The seventh was not solved; the eighth was, on the page of the day.
        assert_eq!(streak(day("2026-03-08"), &solved, &old), 1);
        assert_eq!(streak(day("2026-03-10"), &solved, &old), 0);
    }
}
