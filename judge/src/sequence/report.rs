//! The judge's report on one submission.

use dojo_sandbox::{Fuel, OMITTED};
use serde::{Deserialize, Serialize};

use super::classifier::Classification;
use super::policy::{Counts, Payload};
use super::verdict::{PublicVerdict, Verdict};
use crate::digest::Digest;

/// The report of one judging. It depends only on the source, the problem, the rules and the runtime digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The verdict with its data.
    pub verdict: Verdict,
    /// SHA-256 of the canonical source, in hexadecimal; `None` when there is no canonical source.
    pub solver_hash: Option<String>,
    /// Number of canonical bytes; 0 when there is no canonical source.
    pub l_chars: u32,
    /// What the policy counted; `None` if the source could not be parsed.
    pub counts: Option<Counts>,
    /// What the policy of scoring 0.3 weighed; `None` under 0.1 and if the source could not be parsed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload: Option<Payload>,
    /// The classifier's findings; `None` under v0.1 and if the source was refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classification: Option<Classification>,
    /// SHA-256 of the neutral form; `None` under 0.1, unless `reward_correct`, and if there is no such form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub neutral_hash: Option<Digest>,
    /// The par of the problem, which the brevity bonus depends on; `None` under 0.1 and unless `reward_correct`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub par: Option<u32>,
    /// The first `n_stage` terms are right.
    pub stage_pass: bool,
    /// All `n_check` terms are right.
    pub reward_correct: bool,
    /// How many terms are right before the first that is wrong or missing.
    pub terms_matched: u32,
    /// The fuel used; 0 if the program did not run.
    pub fuel: Fuel,
    /// The largest size of the program's memory, in bytes; 0 if the program did not run.
    pub peak_memory_bytes: u64,
    /// Brevity bonus, 0 unless `reward_correct`.
    pub brevity_bonus: u32,
    /// Score without the diversity bonus.
    pub score: u32,
    /// Standard error of the program.
    pub stderr: String,
}

impl Report {
    /// The same report in the words of an earlier release, if `recorded` uses them: exceptions were named by the last
    /// line of standard error, of which only the beginning was kept, and a bad token was shown from its end.
    pub(crate) fn in_words_of(&self, recorded: &Self) -> Self {
        let mut told = self.clone();
        let cut = self.stderr.find(OMITTED);
        let beginning = cut.and_then(|at| self.stderr.get(..at)?.rsplit_once('\n'));
        if beginning.is_some_and(|(beginning, _)| recorded.stderr.starts_with(beginning)) {
            told.stderr.clone_from(&recorded.stderr);
        }
        if let (Some(ending), Some(earlier)) =
            (told.verdict.ending_mut(), recorded.verdict.ending())
        {
            ending.take_words_of(earlier, &self.stderr);
        }
        told
    }

    /// The part of the report that the contestant may see before Reveal, if the first `n_public` terms are published
    /// and the first has the index `index_origin`.
    pub fn public(&self, n_public: u32, index_origin: i64) -> PublicReport {
        PublicReport {
            verdict: self.verdict.public(n_public, index_origin),
            solver_hash: self.solver_hash.clone(),
            l_chars: self.l_chars,
            counts: self.counts,
            payload: self.payload.clone(),
            classification: self.classification.clone(),
            fuel: rounded(self.fuel),
            peak_memory_bytes: self.peak_memory_bytes,
            brevity_bonus: self.brevity_bonus,
            score: self.score,
            stderr: self.stderr.clone(),
        }
    }
}

/// A [`Report`] without what contestants may not know before Reveal: how far the program got in the hidden terms; the
/// fuel is shown only roughly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PublicReport {
    /// [`Verdict::public`].
    #[serde(flatten)]
    pub verdict: PublicVerdict,
    /// As in [`Report`].
    pub solver_hash: Option<String>,
    /// As in [`Report`].
    pub l_chars: u32,
    /// As in [`Report`].
    pub counts: Option<Counts>,
    /// As in [`Report`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payload: Option<Payload>,
    /// As in [`Report`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classification: Option<Classification>,
    /// Fuel used, rounded up to two significant digits.
    pub fuel: Fuel,
    /// As in [`Report`].
    pub peak_memory_bytes: u64,
    /// As in [`Report`].
    pub brevity_bonus: u32,
    /// As in [`Report`].
    pub score: u32,
    /// As in [`Report`].
    pub stderr: String,
}

/// Rounds up to two significant digits.
fn rounded(fuel: Fuel) -> Fuel {
    let mut unit = 1u64;
    while fuel.0 / unit >= 100 {
        unit *= 10;
    }
    Fuel(fuel.0.div_ceil(unit).saturating_mul(unit))
}

#[cfg(test)]
mod tests {
    use super::super::verdict::Ending;
    use super::*;

    #[test]
    fn fuel_is_rounded_to_two_digits() {
        for (exact, shown) in [
            (0, 0),
            (7, 7),
            (99, 99),
            (101, 110),
            (12_345_678, 13_000_000),
            (9_999_999, 10_000_000),
            (10_000_000_000, 10_000_000_000),
            (u64::MAX, u64::MAX),
        ] {
            assert_eq!(rounded(Fuel(exact)), Fuel(shown), "{exact}");
        }
    }

    #[test]
    fn words_of_an_earlier_release_are_taken_for_the_same_and_others_are_not() {
        let report = |message: &str, stderr: String| Report {
            verdict: Verdict::Failed {
                reason: Ending::Exception {
                    message: message.to_owned(),
                },
            },
            solver_hash: None,
            l_chars: 0,
            counts: None,
            payload: None,
            classification: None,
            neutral_hash: None,
            par: None,
            stage_pass: false,
            reward_correct: false,
            terms_matched: 0,
            fuel: Fuel(0),
            peak_memory_bytes: 0,
            brevity_bonus: 0,
            score: 0,
            stderr,
        };
        let made = report(
            "AssertionError: no",
            format!("xxx\n… 9{OMITTED}AssertionError: no\nway\n"),
        );
        let earlier = report("way", "xxxxxxxxxx".to_owned());
        assert_eq!(made.in_words_of(&earlier), earlier);
        for forged in [report("other", "xxx".into()), report("way", "yyy".into())] {
            assert_ne!(made.in_words_of(&forged), forged);
        }
    }
}
