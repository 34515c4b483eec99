//! The correctness gates: turn the terms that a program wrote, and how it ended, into a verdict. This module knows
//! neither Python nor points.

use dojo_sandbox::End;

use super::rules::Rules;
use super::verdict::{Ending, Verdict};

/// The highest gate that a submission passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gates {
    /// Fewer than `n_stage` terms are right.
    None,
    /// Stage Pass: at least `n_stage` terms are right, but not all `n_check`.
    Stage,
    /// Reward Correct: all `n_check` terms are right.
    Reward,
}

impl Gates {
    /// The highest gate that a verdict implies.
    pub fn of(verdict: &Verdict) -> Self {
        match verdict {
            Verdict::Reward => Self::Reward,
            Verdict::Stage { .. } => Self::Stage,
            Verdict::Failed { .. } | Verdict::Rejected { .. } => Self::None,
        }
    }
}

/// The result of the gates for a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// How many terms are right before the first that is wrong or missing.
    pub terms_matched: u32,
    /// The verdict.
    pub verdict: Verdict,
}

/// Judges the terms that a program wrote before it ended. Terms are compared as canonical decimal text. A wrong term
/// takes precedence over anything that happened after it; otherwise the reason is how the program ended.
///
/// `None` if the run claims to be complete and is not, or if it did not compile: no contestant's program can cause
/// the former, and the caller handles the latter.
pub fn pass(rules: &Rules, expected: &[String], terms: &[String], end: &End) -> Option<Passage> {
    assert!(rules.n_stage <= rules.n_check, "a stage beyond the terms");
    let n_check = usize::try_from(rules.n_check).expect("32 bits fit");
    let expected = expected
        .get(..n_check)
        .expect("the problem has n_check terms");
    let terms = terms.get(..n_check).unwrap_or(terms);

    let matched = expected
        .iter()
        .zip(terms)
        .take_while(|(e, t)| e == t)
        .count();
    let terms_matched = u32::try_from(matched).expect("at most n_check");
    let ending = match (expected.get(matched), terms.get(matched)) {
        (None, _) => {
            return Some(Passage {
                terms_matched,
                verdict: Verdict::Reward,
            });
        }
        (Some(expected), Some(got)) => Ending::Wrong {
            index: terms_matched,
            expected: expected.clone(),
            got: got.clone(),
        },
        (Some(_), None) => ending(end, terms_matched)?,
    };
    let verdict = if terms_matched >= rules.n_stage {
        Verdict::Stage { reason: ending }
    } else {
        Verdict::Failed { reason: ending }
    };
    Some(Passage {
        terms_matched,
        verdict,
    })
}

/// Why a run has no term at `index`, although the earlier ones are right.
fn ending(end: &End, index: u32) -> Option<Ending> {
    Some(match end {
        End::Enough | End::Syntax { .. } => return None,
        End::Finished => Ending::Short { terms: index },
        End::Exception { message } => Ending::Exception {
            message: message.clone(),
        },
        End::BadToken { index, token } => Ending::BadToken {
            index: *index,
            token: token.clone(),
        },
        End::Fuel => Ending::Fuel,
        End::Memory => Ending::Memory,
        End::Output => Ending::Output,
        End::TermSize { index } => Ending::TermSize { index: *index },
        End::Stack => Ending::Stack,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: fn() -> Rules = || Rules {
        n_check: 4,
        n_stage: 2,
        ..Rules::default()
    };

    fn gate(terms: &[&str], end: &End) -> (u32, Verdict) {
        let own = |terms: &[&str]| terms.iter().map(|&t| t.to_owned()).collect::<Vec<_>>();
        let expected = own(&["0", "1", "-4", "9", "16"]);
        let passage = pass(&RULES(), &expected, &own(terms), end).unwrap();
        (passage.terms_matched, passage.verdict)
    }

    fn exception() -> End {
        End::Exception {
            message: "ValueError: no".to_owned(),
        }
    }

    #[test]
    fn all_terms_right_is_a_reward() {
        assert_eq!(
            gate(&["0", "1", "-4", "9"], &End::Enough),
            (4, Verdict::Reward)
        );
    }

    #[test]
    fn a_wrong_term_comes_before_what_happened_later() {
        for end in [
            End::Enough,
            End::Finished,
            exception(),
            End::Fuel,
            End::BadToken {
                index: 2,
                token: "x".to_owned(),
            },
        ] {
            let reason = Ending::Wrong {
                index: 1,
                expected: "1".to_owned(),
                got: "7".to_owned(),
            };
            assert_eq!(gate(&["0", "7"], &end), (1, Verdict::Failed { reason }));
        }
    }

    #[test]
    fn below_the_stage_the_ending_is_the_verdict() {
        let bad = End::BadToken {
            index: 1,
            token: "1.0".to_owned(),
        };
        for (end, word) in [
            (End::Finished, "SHORT"),
            (exception(), "EXCEPTION"),
            (bad, "BAD_TOKEN"),
            (End::Fuel, "FUEL"),
            (End::Memory, "MEMORY"),
            (End::Output, "OUTPUT"),
            (End::TermSize { index: 1 }, "TERM_SIZE"),
            (End::Stack, "STACK"),
        ] {
            let (matched, verdict) = gate(&["0"], &end);
            assert_eq!((matched, verdict.word()), (1, word));
        }
    }

    #[test]
    fn from_the_stage_on_it_is_a_stage_with_the_reason() {
        let reason = Ending::Exception {
            message: "ValueError: no".to_owned(),
        };
        assert_eq!(
            gate(&["0", "1"], &exception()),
            (2, Verdict::Stage { reason })
        );
        let reason = Ending::Wrong {
            index: 3,
            expected: "9".to_owned(),
            got: "8".to_owned(),
        };
        let terms = ["0", "1", "-4", "8"];
        assert_eq!(gate(&terms, &End::Enough), (3, Verdict::Stage { reason }));
        let reason = Ending::Short { terms: 3 };
        assert_eq!(
            gate(&terms[..3], &End::Finished),
            (3, Verdict::Stage { reason })
        );
    }

    #[test]
    fn nothing_written_is_short() {
        let reason = Ending::Short { terms: 0 };
        assert_eq!(gate(&[], &End::Finished), (0, Verdict::Failed { reason }));
    }

    #[test]
    fn an_incomplete_run_that_claims_to_be_complete_is_no_verdict() {
        let expected = [
            "0".to_owned(),
            "1".to_owned(),
            "2".to_owned(),
            "3".to_owned(),
        ];
        assert_eq!(
            pass(&RULES(), &expected, &expected[..1], &End::Enough),
            None
        );
    }
}
