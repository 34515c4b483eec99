//! Reads the log of a season from beginning to end: commitments, receipts, verdicts, disqualified people and
//! submissions, and the freeze. Also checks that such a history is possible.

use std::collections::{BTreeMap, BTreeSet};

use super::commitment::Commitment;
use super::log::{Entry, EntryBody, PlannedDates};
use crate::digest::{Digest, Salt, Seed};

/// Every possible transition (`docs/SPEC.md`, Season).
const TRANSITIONS: [(&str, &str); 10] = [
    ("draft", "scheduled"),
    ("scheduled", "open"),
    ("open", "frozen"),
    ("frozen", "revealed"),
    ("revealed", "final"),
    ("draft", "cancelled"),
    ("scheduled", "cancelled"),
    ("open", "cancelled"),
    ("frozen", "cancelled"),
    ("revealed", "cancelled"),
];

/// A problem, by slug and version.
pub type ProblemKey = (String, u32);

/// The log's information about a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedProblem {
    /// Its commitment.
    pub commitment: Commitment,
    /// Place on the board, from 1.
    pub position: u32,
    /// Its setter.
    pub setter: Option<String>,
    /// Why it was withdrawn, if it was.
    pub withdrawn: Option<String>,
    /// The corrections of its statement, in order.
    pub corrections: Vec<String>,
    /// Whether it is hidden.
    pub held: bool,
    /// The salt, once it is revealed.
    pub salt: Option<Salt>,
}

/// The log's information about a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedSubmission {
    /// The position of its receipt in the log.
    pub seq: u64,
    /// When it was logged, in µs.
    pub at_us: i64,
    /// Leaf hash of its receipt.
    pub receipt: Digest,
    /// The last verdict, with the digest of the sandbox.
    pub verdict: Option<(String, Digest)>,
    /// Why it does not count, if it does not.
    pub out: Option<Out>,
}

/// Why a submission does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Out {
    /// The organizer's public reason.
    Disqualified(String),
    /// The author's public reason.
    Withdrawn(String),
}

/// The history of a season.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// Hash of the season's manifest.
    pub manifest: Option<Digest>,
    /// The season's state, by its word.
    pub state: Option<String>,
    /// When it opened, in µs.
    pub opened_at_us: Option<i64>,
    /// The last moment of the contest, in µs.
    pub freeze_started_at_us: Option<i64>,
    /// The original dates, if dates were moved, and the current ones.
    pub moved: Option<(PlannedDates, PlannedDates)>,
    /// The sign-in names of disqualified people.
    pub people_out: BTreeSet<String>,
    /// The problems.
    pub problems: BTreeMap<ProblemKey, LoggedProblem>,
    /// The submissions, by their numbers.
    pub submissions: BTreeMap<u64, LoggedSubmission>,
    /// The number and the Merkle root of the submissions.
    pub sealed: Option<(u64, Digest)>,
    /// The newest hash of the results.
    pub results: Option<Digest>,
    /// The seed of a season of derivations, once it is revealed.
    pub seed: Option<Seed>,
    /// The newest hash of the judgements.
    pub judgements: Option<Digest>,
}

/// An entry that is impossible at its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible {
    /// Its position in the log, from 0.
    pub seq: u64,
    /// Why not, in a clause.
    pub why: String,
}

impl History {
    /// Reads a log, and collects the entries that are impossible in this order.
    pub fn read(entries: &[Entry]) -> (Self, Vec<Impossible>) {
        let mut history = Self::default();
        let mut impossible = Vec::new();
        for entry in entries {
            if let Err(why) = history.apply(entry) {
                impossible.push(Impossible {
                    seq: entry.seq,
                    why,
                });
            }
        }
        (history, impossible)
    }

    fn apply(&mut self, entry: &Entry) -> Result<(), String> {
        match &entry.body {
            EntryBody::ManifestPublished { manifest } => once(
                &mut self.manifest,
                *manifest,
                "a second manifest is published",
            ),
            EntryBody::ProblemCommitted { .. }
            | EntryBody::ProblemWithdrawn { .. }
            | EntryBody::ProblemCorrected { .. }
            | EntryBody::ProblemHeld { .. }
            | EntryBody::ProblemReleased { .. }
            | EntryBody::ProblemTakenOut { .. }
            | EntryBody::ProblemMoved { .. }
            | EntryBody::ProblemRevealed { .. } => self.apply_to_problem(&entry.body),
            EntryBody::DatesMoved { old, new, .. } => self.move_dates(*old, *new),
            EntryBody::Transition {
                from,
                to,
                by: _,
                freeze_started_at_us,
            } => self.transition(entry.at_us, from, to, *freeze_started_at_us),
            EntryBody::PersonDisqualified { person, .. } => self.disqualify(person),
            EntryBody::PersonReinstated { person, .. } => {
                // The first logs did not say who was disqualified.
                self.people_out.remove(person);
                Ok(())
            }
            EntryBody::SubmissionReceived {
                submission,
                receipt,
                carried_from,
            } => {
                if let Some(from) = carried_from {
                    self.submission(*from)?;
                }
                self.receive(entry, *submission, *receipt)
            }
            EntryBody::SubmissionJudged {
                submission,
                verdict,
                runtime_digest,
                rejudge: _,
            } => {
                let judged = (verdict.clone(), *runtime_digest);
                self.submission(*submission)?.verdict = Some(judged);
                Ok(())
            }
            EntryBody::SubmissionDisqualified {
                submission, reason, ..
            } => {
                self.submission(*submission)?.out = Some(Out::Disqualified(reason.clone()));
                Ok(())
            }
            EntryBody::SubmissionWithdrawn { submission, reason } => {
                self.submission(*submission)?.out = Some(Out::Withdrawn(reason.clone()));
                Ok(())
            }
            EntryBody::SubmissionReinstated { submission, .. } => {
                self.submission(*submission)?.out = None;
                Ok(())
            }
            EntryBody::RejudgeApplied { .. }
            | EntryBody::RejudgeDiscarded { .. }
            | EntryBody::RuntimeAdopted { .. } => Ok(()),
            EntryBody::SubmissionsSealed { count, root } => once(
                &mut self.sealed,
                (*count, *root),
                "the submissions are sealed twice",
            ),
            EntryBody::ResultsComputed { results } => {
                self.results = Some(*results);
                Ok(())
            }
            EntryBody::SeedRevealed { seed } => {
                once(&mut self.seed, *seed, "a seed is revealed twice")
            }
            EntryBody::JudgementsSealed { judgements } => {
                self.judgements = Some(*judgements);
                Ok(())
            }
            EntryBody::Replayed { results, .. } => self.replayed(*results),
        }
    }

    /// Applies an entry about a problem; ignores other entries.
    fn apply_to_problem(&mut self, body: &EntryBody) -> Result<(), String> {
        match body {
            EntryBody::ProblemCommitted {
                problem,
                version,
                position,
                setter,
                commitment,
            } => {
                let logged = LoggedProblem {
                    commitment: *commitment,
                    position: *position,
                    setter: setter.clone(),
                    withdrawn: None,
                    corrections: Vec::new(),
                    held: false,
                    salt: None,
                };
                self.commit(problem, *version, logged)
            }
            EntryBody::ProblemWithdrawn {
                problem,
                version,
                reason,
                by: _,
            } => {
                self.problem(problem, *version)?.withdrawn = Some(reason.clone());
                Ok(())
            }
            EntryBody::ProblemCorrected {
                problem,
                version,
                text,
                by: _,
            } => {
                self.refuse_after("final", "a problem is corrected")?;
                self.problem(problem, *version)?
                    .corrections
                    .push(text.clone());
                Ok(())
            }
            EntryBody::ProblemHeld {
                problem, version, ..
            } => self.hold(problem, *version, true),
            EntryBody::ProblemReleased {
                problem, version, ..
            } => self.hold(problem, *version, false),
            EntryBody::ProblemTakenOut {
                problem,
                version,
                by: _,
            } => self.take_out(problem, *version),
            EntryBody::ProblemMoved {
                problem,
                version,
                position,
                by: _,
            } => {
                self.while_draft("a problem is moved")?;
                self.problem(problem, *version)?.position = *position;
                Ok(())
            }
            EntryBody::ProblemRevealed {
                problem,
                version,
                salt,
            } => {
                let logged = self.problem(problem, *version)?;
                once(&mut logged.salt, *salt, "a salt is revealed twice")
            }
            _ => Ok(()),
        }
    }

    fn commit(&mut self, problem: &str, version: u32, logged: LoggedProblem) -> Result<(), String> {
        let key = (problem.to_owned(), version);
        if self.problems.contains_key(&key) {
            return Err(format!(
                "problem {problem} version {version} is committed twice"
            ));
        }
        self.problems.insert(key, logged);
        Ok(())
    }

    fn refuse_after(&self, state: &str, what: &str) -> Result<(), String> {
        if self.state.as_deref() == Some(state) {
            return Err(format!("{what} after the season is {state}"));
        }
        Ok(())
    }

    fn hold(&mut self, problem: &str, version: u32, held: bool) -> Result<(), String> {
        let logged = self.problem(problem, version)?;
        if logged.held == held {
            let state = if held { "hidden" } else { "shown" };
            return Err(format!(
                "problem {problem} version {version} is {state} already"
            ));
        }
        logged.held = held;
        Ok(())
    }

    fn while_draft(&self, what: &str) -> Result<(), String> {
        match self.state.as_deref() {
            None => Ok(()),
            Some(state) => Err(format!("{what} while the season is {state}")),
        }
    }

    fn take_out(&mut self, problem: &str, version: u32) -> Result<(), String> {
        self.while_draft("a problem is taken out")?;
        self.problem(problem, version)?;
        self.problems.remove(&(problem.to_owned(), version));
        Ok(())
    }

    /// An announced season may move all of its dates; an open one can no longer move its opening.
    fn move_dates(&mut self, old: PlannedDates, new: PlannedDates) -> Result<(), String> {
        let state = self.state.as_deref().unwrap_or("draft");
        if !matches!(state, "scheduled" | "open") {
            return Err(format!("dates are moved while the season is {state}"));
        }
        if state == "open" && old.opens_at_us != new.opens_at_us {
            return Err("an opening is moved that has been".to_owned());
        }
        let first = match self.moved {
            None => old,
            Some((first, last)) => {
                // A season may open later than announced if no server runs at that time.
                let opens_at_us = if state == "open" {
                    old.opens_at_us
                } else {
                    last.opens_at_us
                };
                let before = PlannedDates {
                    opens_at_us,
                    ..last
                };
                if before != old {
                    return Err("dates are moved that were others".to_owned());
                }
                first
            }
        };
        self.moved = Some((first, new));
        Ok(())
    }

    fn disqualify(&mut self, person: &str) -> Result<(), String> {
        if self.people_out.insert(person.to_owned()) {
            Ok(())
        } else {
            Err(format!("{person} is disqualified twice"))
        }
    }

    fn transition(
        &mut self,
        at_us: i64,
        from: &str,
        to: &str,
        freeze: Option<i64>,
    ) -> Result<(), String> {
        let state = self.state.replace(to.to_owned());
        let before = state.as_deref().unwrap_or("draft");
        if before != from {
            return Err(format!(
                "a transition from {from} while the season is {before}"
            ));
        }
        if !TRANSITIONS.contains(&(from, to)) {
            return Err(format!("there is no transition from {from} to {to}"));
        }
        if to == "open" {
            self.opened_at_us = Some(at_us);
        }
        match (to, freeze) {
            ("frozen", Some(at)) if self.opened_at_us.is_some_and(|opened| at < opened) => {
                Err("the season ends before it opened".to_owned())
            }
            ("frozen", Some(at)) => once(
                &mut self.freeze_started_at_us,
                at,
                "`freeze_started_at_us` is stamped twice",
            ),
            ("frozen", None) => Err("the season freezes without `freeze_started_at_us`".to_owned()),
            (_, None) => Ok(()),
            (_, Some(_)) => Err(format!("`freeze_started_at_us` in a transition to {to}")),
        }
    }

    fn replayed(&self, results: Digest) -> Result<(), String> {
        if self.results == Some(results) {
            Ok(())
        } else {
            Err(format!(
                "a replay gave the results {results}, which were not the last ones"
            ))
        }
    }

    fn receive(&mut self, entry: &Entry, number: u64, receipt: Digest) -> Result<(), String> {
        if self.sealed.is_some() {
            return Err(format!(
                "submission {number} is received after the submissions were sealed"
            ));
        }
        let logged = LoggedSubmission {
            seq: entry.seq,
            at_us: entry.at_us,
            receipt,
            verdict: None,
            out: None,
        };
        match self.submissions.insert(number, logged) {
            None => Ok(()),
            Some(_) => Err(format!("submission {number} is received twice")),
        }
    }

    fn problem(&mut self, problem: &str, version: u32) -> Result<&mut LoggedProblem, String> {
        self.problems
            .get_mut(&(problem.to_owned(), version))
            .ok_or_else(|| format!("problem {problem} version {version} was never committed"))
    }

    fn submission(&mut self, number: u64) -> Result<&mut LoggedSubmission, String> {
        self.submissions
            .get_mut(&number)
            .ok_or_else(|| format!("submission {number} was never received"))
    }
}

fn once<T>(place: &mut Option<T>, value: T, otherwise: &str) -> Result<(), String> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(otherwise.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(bodies: impl IntoIterator<Item = EntryBody>) -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        for body in bodies {
            entries.push(Entry::append("s1", entries.last(), 10, body));
        }
        entries
    }

    fn goes(from: &str, to: &str) -> EntryBody {
        EntryBody::Transition {
            from: from.to_owned(),
            to: to.to_owned(),
            by: "timer".to_owned(),
            freeze_started_at_us: (to == "frozen").then_some(12),
        }
    }

    fn moves(from: i64, to: i64) -> EntryBody {
        let ends = |at| PlannedDates {
            freezes_at_us: Some(at),
            ..PlannedDates::default()
        };
        EntryBody::DatesMoved {
            old: ends(from),
            new: ends(to),
            reason: "a power cut".to_owned(),
            by: "Olga".to_owned(),
        }
    }

    fn received(submission: u64) -> EntryBody {
        EntryBody::SubmissionReceived {
            submission,
            receipt: Digest::of("x"),
            carried_from: None,
        }
    }

    fn committed() -> EntryBody {
        EntryBody::ProblemCommitted {
            problem: "squares".to_owned(),
            version: 1,
            position: 1,
            setter: None,
            commitment: Commitment(Digest::of("c")),
        }
    }

    fn held(held: bool) -> EntryBody {
        let (problem, version) = ("squares".to_owned(), 1);
        let (reason, by) = ("a leak".to_owned(), "Olga".to_owned());
        if held {
            EntryBody::ProblemHeld {
                problem,
                version,
                reason,
                by,
            }
        } else {
            EntryBody::ProblemReleased {
                problem,
                version,
                reason,
                by,
            }
        }
    }

    #[test]
    fn corrections_are_kept_in_order_and_a_problem_is_hidden_and_shown() {
        let correct = |text: &str| EntryBody::ProblemCorrected {
            problem: "squares".to_owned(),
            version: 1,
            text: text.to_owned(),
            by: "Olga".to_owned(),
        };
        let (history, impossible) = History::read(&log([
            committed(),
            correct("n from 0"),
            held(true),
            held(false),
            correct("n from 1"),
        ]));
        assert_eq!(impossible, []);
        let problem = &history.problems[&("squares".to_owned(), 1)];
        assert_eq!(problem.corrections, ["n from 0", "n from 1"]);
        assert!(!problem.held);
    }

    #[test]
    fn the_last_word_on_a_submission_counts() {
        let text = |text: &str| text.to_owned();
        let (history, impossible) = History::read(&log([
            goes("draft", "scheduled"),
            goes("scheduled", "open"),
            received(1),
            EntryBody::SubmissionDisqualified {
                submission: 1,
                reason: text("shared"),
                by: text("Olga"),
            },
            goes("open", "frozen"),
        ]));
        assert_eq!(impossible, []);
        assert_eq!(history.freeze_started_at_us, Some(12));
        let out = &history.submissions[&1].out;
        assert_eq!(*out, Some(Out::Disqualified(text("shared"))));
    }

    #[test]
    fn what_cannot_have_happened_is_named() {
        let seal = EntryBody::SubmissionsSealed {
            count: 0,
            root: Digest::of([]),
        };
        let judged = EntryBody::SubmissionJudged {
            submission: 9,
            verdict: "REWARD".to_owned(),
            runtime_digest: Digest::of("r"),
            rejudge: None,
        };
        for (bodies, why) in [
            (vec![goes("open", "frozen")], "while the season is draft"),
            (
                vec![goes("draft", "open")],
                "no transition from draft to open",
            ),
            (
                vec![seal.clone(), received(1)],
                "after the submissions were sealed",
            ),
            (vec![received(1), received(1)], "received twice"),
            (vec![seal.clone(), seal], "sealed twice"),
            (vec![judged], "submission 9 was never received"),
            (vec![held(true)], "squares version 1 was never committed"),
            (
                vec![committed(), held(true), held(true)],
                "is hidden already",
            ),
            (vec![committed(), held(false)], "is shown already"),
            (vec![moves(1, 2)], "while the season is draft"),
            (
                vec![goes("draft", "scheduled"), moves(1, 2), moves(1, 3)],
                "dates are moved that were others",
            ),
            (
                vec![EntryBody::ProblemTakenOut {
                    problem: "squares".to_owned(),
                    version: 1,
                    by: "Olga".to_owned(),
                }],
                "was never committed",
            ),
        ] {
            let (_, impossible) = History::read(&log(bodies));
            assert!(impossible[0].why.contains(why), "{impossible:?}");
        }
    }
}
