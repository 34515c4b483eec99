//! Judges one submission, from bytes to report: canonical source, policy, run, gates, score.
//!
//! [`check`] stops before the run and gives the same REJECT as [`judge`].

use dojo_sandbox::{Count, End, Fuel, Limits, Runtime, SandboxError};
use serde::{Deserialize, Serialize};

use super::canonical::Canonical;
use super::classifier::Classification;
use super::gate::{Gates, pass};
use super::neutral::{Neutral, WeighedForm};
use super::policy::{self, Allowance, Counts, Payload};
use super::report::Report;
use super::rules::{Rules, ScoringVersion};
use super::score::score;
use super::tree::{Answer, Asked, NotATree, Tree};
use super::verdict::{FOUND_BY_A_RUN, Rejection, Verdict};

/// The fuel for compiling a source in the guest and writing its tree, half a second of CPU. A source of 64 KiB takes
/// 0.6·10⁹ if it consists of ordinary programs, and 1.2·10⁹ of golfed ones. `CPython` 3.13 parses f-strings with
/// thousands of fields in quadratic time, beyond any limit.
const READING_FUEL: Fuel = Fuel(2_000_000_000);

/// The memory for this, of which the guest uses 30 MiB before it begins. Ordinary programs of 64 KiB take 50 MiB.
const READING_MEMORY_BYTES: u64 = 76 << 20;

/// The fuel for bringing a source into its neutral form in the guest.
const NEUTRAL_FUEL: Fuel = Fuel(12_000_000_000);

/// The memory for this.
const NEUTRAL_MEMORY_BYTES: u64 = 160 << 20;

/// The judge failed. This is never the fault of the submission.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The sandbox failed.
    #[error("the sandbox failed")]
    Sandbox(#[from] SandboxError),
    /// The guest's output is not a tree.
    #[error("the guest's syntax tree cannot be read")]
    Tree(#[from] NotATree),
    /// The rules contradict themselves.
    #[error("n_stage {n_stage} and n_check {n_check} are no rules")]
    Rules {
        /// Terms for Stage Pass.
        n_stage: u32,
        /// Terms for Reward Correct.
        n_check: u32,
    },
    /// The scoring belongs to an earlier program, which judged by another policy.
    #[error("scoring {0} is read from archives, and judges no more")]
    Retired(ScoringVersion),
    /// The problem has too few terms.
    #[error("the problem has {have} terms where {need} are needed")]
    TooFewTerms {
        /// Terms of the problem.
        have: usize,
        /// `n_check`.
        need: u32,
    },
    /// A term of the problem is not a decimal integer in canonical form.
    #[error("term {index} of the problem is not a canonical decimal integer")]
    NotATerm {
        /// Its place, from 0.
        index: usize,
    },
    /// The sandbox reports a complete run with terms missing.
    #[error("the sandbox says complete after {terms} terms")]
    IncompleteRun {
        /// Terms read.
        terms: usize,
    },
}

/// What the judge finds about a source without running it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// Why the source is refused; `None` if it may run.
    pub rejection: Option<Rejection>,
    /// SHA-256 of the canonical source, in hexadecimal; `None` when there is no canonical source.
    pub solver_hash: Option<String>,
    /// Number of canonical bytes; 0 when there is no canonical source.
    pub l_chars: u32,
    /// What the policy counted; `None` if the source is refused before that or is not Python.
    pub counts: Option<Counts>,
    /// What the policy of scoring 0.3 weighed; `None` under 0.1, and whenever `counts` is `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload: Option<Payload>,
    /// The classifier's findings; `None` under v0.1 and for a refused source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classification: Option<Classification>,
    /// The neutral form, line by line; `None` under 0.1, or if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub neutral: Option<WeighedForm>,
}

impl Check {
    /// `ACCEPT`, or the word for the rejection.
    pub fn word(&self) -> &'static str {
        self.rejection.as_ref().map_or("ACCEPT", Rejection::word)
    }

    /// Whether the text is too heavy as it stands, so that judging accepts it only if its neutral form prints the
    /// same terms.
    pub fn rests_on_neutral_form(&self, rules: &Rules) -> bool {
        let weighed = self.payload.as_ref().zip(rules.allowance());
        weighed.is_some_and(|(payload, most)| payload.in_full_bytes > most.data_bytes)
    }

    fn refuse(&mut self, reason: Rejection) {
        if matches!(reason, Rejection::Syntax { .. }) {
            self.counts = None;
            self.payload = None;
        }
        self.classification = None;
        self.rejection = Some(reason);
    }
}

/// A checked source. Whether it compiles is only known once the guest was asked.
struct Examined {
    check: Check,
    canonical: Option<Canonical>,
    guest_asked: bool,
    /// The neutral form, which must pass the gate that the source passes; `None` if the source is light.
    neutral: Option<Neutral>,
}

/// Brings a source into canonical form and applies the policy; compiles it, never runs it.
///
/// # Errors
/// [`JudgeError::Sandbox`].
pub fn check(runtime: &Runtime, rules: &Rules, source: &[u8]) -> Result<Check, JudgeError> {
    let Examined {
        mut check,
        canonical,
        guest_asked,
        mut neutral,
    } = examine(runtime, rules, source)?;
    let Some(canonical) = canonical else {
        return Ok(check);
    };
    let is_weighed = check.payload.is_some();
    if is_weighed && neutral.is_none() && check.rejection.is_none() {
        neutral = neutral_form(runtime, &canonical)?;
    }
    check.neutral = neutral.as_ref().map(Neutral::weighed);
    if check.rejection.is_none()
        && !guest_asked
        && neutral.is_none()
        && let Err(reason) = compile_in_guest(runtime, &canonical)?
    {
        check.refuse(reason);
    }
    Ok(check)
}

/// Judges a submission against the terms of a problem.
///
/// # Errors
/// [`JudgeError`] if the judge itself fails; anything that a program does is a verdict.
pub fn judge(
    runtime: &Runtime,
    rules: &Rules,
    expected: &[String],
    source: &[u8],
) -> Result<Report, JudgeError> {
    let expected = terms_of_problem(rules, expected)?;
    let Examined {
        mut check,
        canonical,
        guest_asked: _,
        neutral,
    } = examine(runtime, rules, source)?;
    let canonical = match (check.rejection.take(), canonical) {
        (None, Some(canonical)) => canonical,
        (Some(reason), _) => {
            check.refuse(reason);
            return Ok(rejected(check));
        }
        (None, None) => unreachable!("a source without canonical form is refused"),
    };

    let limits = Limits {
        max_terms: rules.n_check,
        ..rules.limits
    };
    let run = runtime.run(canonical.text().as_bytes(), &limits)?;
    if let End::Syntax { message } = run.end {
        // The policy's parser checks no semantic rules, such as that `return` needs a function. The guest is asked
        // again for the line, so that `check` gives the same reason.
        let reason = compile_in_guest(runtime, &canonical)?
            .err()
            .unwrap_or(Rejection::Syntax { message, line: 0 });
        check.refuse(reason);
        return Ok(rejected(check));
    }

    let passage = pass(rules, expected, &run.terms, &run.end).ok_or(JudgeError::IncompleteRun {
        terms: run.terms.len(),
    })?;
    let gates = Gates::of(&passage.verdict);
    if let Some(neutral) = neutral.as_ref().filter(|_| gates >= Gates::Stage) {
        let again = runtime.run(neutral.text().as_bytes(), &limits)?;
        let passage = pass(rules, expected, &again.terms, &again.end);
        if passage.is_none_or(|passage| Gates::of(&passage.verdict) < gates) {
            let reason = was_data(runtime, rules, &check, &canonical)?;
            check.refuse(reason);
            return Ok(rejected(check));
        }
    }
    let neutral = match neutral {
        None if gates == Gates::Reward && check.payload.is_some() => {
            neutral_form(runtime, &canonical)?
        }
        neutral => neutral,
    };
    let neutral_hash = neutral
        .filter(|_| gates == Gates::Reward)
        .map(|neutral| neutral.hash());
    let (brevity_bonus, score) = score(gates, check.l_chars, rules.par);
    Ok(Report {
        stage_pass: gates >= Gates::Stage,
        reward_correct: gates == Gates::Reward,
        verdict: passage.verdict,
        solver_hash: check.solver_hash,
        l_chars: check.l_chars,
        counts: check.counts,
        payload: check.payload,
        classification: check.classification,
        neutral_hash,
        par: rules.par.filter(|_| gates == Gates::Reward),
        terms_matched: passage.terms_matched,
        fuel: run.fuel,
        peak_memory_bytes: run.peak_memory_bytes,
        brevity_bonus,
        score,
        stderr: run.stderr,
    })
}

/// Why a source is refused that passes a gate which its neutral form does not pass.
fn was_data(
    runtime: &Runtime,
    rules: &Rules,
    check: &Check,
    canonical: &Canonical,
) -> Result<Rejection, JudgeError> {
    let bytes = check
        .payload
        .as_ref()
        .map_or(0, |payload| payload.in_full_bytes);
    let most = rules.allowance().unwrap_or_default().data_bytes;
    let tree = match policy::read_tree(canonical.text(), 0) {
        Ok((_, tree)) => Some(tree),
        Err(_) => read_in_guest(runtime, canonical, 0)?
            .ok()
            .map(|(_, tree)| tree),
    };
    let as_it_stands = tree
        .map(|tree| policy::weigh(&tree).payload())
        .unwrap_or_default();
    let line = as_it_stands
        .heaviest
        .first()
        .map_or(1, |weight| weight.line);
    let places = as_it_stands.heaviest_places();
    Ok(Rejection::Hardcode {
        message: format!(
            "{FOUND_BY_A_RUN}its comments, layout, own names and what else its neutral form lacks the program prints \
             something else, so they are data, and as text it carries {}{bytes} bytes, at most {most} are accepted{places}",
            policy::more(bytes),
        ),
        line,
    })
}

/// The first `n_check` terms of a problem, checked.
fn terms_of_problem<'a>(rules: &Rules, expected: &'a [String]) -> Result<&'a [String], JudgeError> {
    let &Rules {
        n_stage, n_check, ..
    } = rules;
    if n_check == 0 || n_stage > n_check {
        return Err(JudgeError::Rules { n_stage, n_check });
    }
    let terms = usize::try_from(n_check)
        .ok()
        .and_then(|n_check| expected.get(..n_check))
        .ok_or(JudgeError::TooFewTerms {
            have: expected.len(),
            need: n_check,
        })?;
    match terms.iter().position(|term| !is_canonical_term(term)) {
        Some(index) => Err(JudgeError::NotATerm { index }),
        None => Ok(terms),
    }
}

/// `-?(0|[1-9][0-9]*)` without `-0`, the term grammar of `docs/SPEC.md`.
fn is_canonical_term(term: &str) -> bool {
    let digits = term.strip_prefix('-').unwrap_or(term);
    let starts_well = match digits.as_bytes() {
        [b'0'] => digits.len() == term.len(),
        [b'1'..=b'9', ..] => true,
        _ => false,
    };
    starts_well && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// All checks that may refuse a source before it runs, except the guest's compiler for a source that the policy's own
/// parser can read.
fn examine(runtime: &Runtime, rules: &Rules, source: &[u8]) -> Result<Examined, JudgeError> {
    let mut examined = Examined {
        check: Check {
            rejection: None,
            solver_hash: None,
            l_chars: 0,
            counts: None,
            payload: None,
            classification: None,
            neutral: None,
        },
        canonical: None,
        guest_asked: false,
        neutral: None,
    };
    if rules.scoring.is_retired() {
        return Err(JudgeError::Retired(rules.scoring));
    }
    let canonical = match Canonical::new(source) {
        Ok(canonical) => canonical,
        Err(reason) => {
            examined.check.refuse(reason);
            return Ok(examined);
        }
    };
    examined.check.solver_hash = Some(canonical.hash().to_string());
    examined.check.l_chars = canonical.l_chars();

    match rules.allowance() {
        None => count(runtime, rules, &canonical, &mut examined)?,
        Some(most) => weigh(runtime, rules, most, &canonical, &mut examined)?,
    }
    examined.canonical = Some(canonical);
    Ok(examined)
}

/// The policy of scoring v0.1: three counts.
fn count(
    runtime: &Runtime,
    rules: &Rules,
    canonical: &Canonical,
    examined: &mut Examined,
) -> Result<(), JudgeError> {
    let thresholds = rules.thresholds();
    let counts = if let Ok(counts) = policy::read(canonical.text(), thresholds.numeric_literals) {
        Ok(counts)
    } else {
        examined.guest_asked = true;
        count_in_guest(runtime, canonical)?
    };
    match counts {
        Ok(counts) => {
            examined.check.counts = Some(counts);
            if let Err(reason) = thresholds.examine(&counts) {
                examined.check.refuse(reason);
            }
        }
        Err(reason) => examined.check.refuse(reason),
    }
    Ok(())
}

/// The policy of scoring 0.3: a light source is accepted as it is, any other is weighed in its neutral form. The
/// classifier reads accepted sources.
fn weigh(
    runtime: &Runtime,
    rules: &Rules,
    most: Allowance,
    canonical: &Canonical,
    examined: &mut Examined,
) -> Result<(), JudgeError> {
    let thresholds = rules.thresholds();
    let read = policy::read_tree(canonical.text(), thresholds.numeric_literals);
    let (counts, tree) = if let Ok(read) = read {
        read
    } else {
        examined.guest_asked = true;
        match read_in_guest(runtime, canonical, thresholds.numeric_literals)? {
            Ok(read) => read,
            Err(reason) => {
                examined.check.refuse(reason);
                return Ok(());
            }
        }
    };
    let counts = counts.of_different_numbers(&tree);
    let in_full_bytes = policy::weigh_text(canonical.text());
    let check = &mut examined.check;
    let allowed = if in_full_bytes <= most.data_bytes {
        check.counts = Some(counts);
        check.payload = Some(Payload::of_text(in_full_bytes));
        thresholds.examine(&counts)
    } else if let Some(neutral) = neutral_form(runtime, canonical)? {
        let counts = neutral.counts(thresholds.numeric_literals);
        let payload = Payload {
            in_full_bytes,
            ..neutral.payload()
        };
        // The payload is checked first, because its message names the heaviest places.
        let allowed = most
            .examine(&payload)
            .and_then(|()| thresholds.examine(&counts));
        check.counts = Some(counts);
        check.payload = Some(payload);
        examined.neutral = Some(neutral);
        allowed
    } else {
        let compiled = compile_in_guest(runtime, canonical)?;
        check.counts = Some(counts);
        check.payload = Some(Payload::of_text(in_full_bytes));
        compiled.and_then(|()| most.examine_text(in_full_bytes))
    };
    match allowed {
        Ok(()) => examined.check.classification = Some(Classification::of(&tree)),
        Err(reason) => examined.check.refuse(reason),
    }
    Ok(())
}

/// The neutral form of a source, if it compiles and the guest can make it within its limits.
fn neutral_form(runtime: &Runtime, canonical: &Canonical) -> Result<Option<Neutral>, JudgeError> {
    neutral_form_by(runtime, &asked_for_neutral_form(canonical))
}

/// How the guest is asked for it.
pub(super) fn asked_for_neutral_form(canonical: &Canonical) -> Asked {
    let public: Vec<_> = policy::vocabulary().collect();
    Asked::neutral_form(canonical.text(), &public.join(" "))
}

/// The neutral form that the guest answers with.
pub(super) fn neutral_form_by(
    runtime: &Runtime,
    asked: &Asked,
) -> Result<Option<Neutral>, JudgeError> {
    let answer = ask_guest(runtime, asked, NEUTRAL_FUEL, NEUTRAL_MEMORY_BYTES)?;
    Ok(match answer {
        Some(Answer::Compiles(written)) => Some(Neutral::new(written)),
        Some(Answer::Refused { .. }) | None => None,
    })
}

/// The guest's counts and parse tree, or that the source does not compile.
fn read_in_guest(
    runtime: &Runtime,
    canonical: &Canonical,
    numeric_limit: u32,
) -> Result<Result<(Counts, Tree), Rejection>, JudgeError> {
    let asked = Asked::tree(canonical.text());
    let answer = ask_guest(runtime, &asked, READING_FUEL, READING_MEMORY_BYTES)?;
    Ok(match answer {
        Some(Answer::Compiles(written)) => {
            Ok((policy::count(&written.tree, numeric_limit), written.tree))
        }
        Some(Answer::Refused { message, line }) => Err(Rejection::Syntax { message, line }),
        None => Err(Rejection::Syntax {
            message: "the source is too deeply nested or too large to be parsed".into(),
            line: 0,
        }),
    })
}

/// Whether a source that the policy's own parser has read compiles. A source too large for this check is assumed to
/// compile until it runs.
fn compile_in_guest(
    runtime: &Runtime,
    canonical: &Canonical,
) -> Result<Result<(), Rejection>, JudgeError> {
    let asked = Asked::compiles(canonical.text());
    let answer = ask_guest(runtime, &asked, READING_FUEL, READING_MEMORY_BYTES)?;
    Ok(match answer {
        Some(Answer::Refused { message, line }) => Err(Rejection::Syntax { message, line }),
        Some(Answer::Compiles(_)) | None => Ok(()),
    })
}

/// The guest's answer; `None` if it did not come to one within these limits.
fn ask_guest(
    runtime: &Runtime,
    asked: &Asked,
    fuel: Fuel,
    memory_bytes: u64,
) -> Result<Option<Answer>, JudgeError> {
    let limits = Limits {
        fuel,
        memory_bytes,
        ..Limits::default()
    };
    let written = runtime.evaluate_after(&asked.before, &asked.program, &limits)?;
    let Some(written) = written else {
        return Ok(None);
    };
    Ok(Some(Answer::read(&String::from_utf8_lossy(&written))?))
}

/// The counts and the payload by the guest's own parser; `None` for a source that does not compile. The policy's
/// parser must give the same for sources that it can read.
///
/// # Errors
/// [`JudgeError`] when the guest fails.
pub fn read_payload_in_guest(
    runtime: &Runtime,
    source: &[u8],
    numeric_limit: u32,
) -> Result<Option<(Counts, Payload)>, JudgeError> {
    let Ok(canonical) = Canonical::new(source) else {
        return Ok(None);
    };
    let read = read_in_guest(runtime, &canonical, numeric_limit)?.ok();
    Ok(read.map(|(counts, tree)| (counts, policy::weigh(&tree).payload())))
}

/// The guest's counts, or that the source does not compile.
fn count_in_guest(
    runtime: &Runtime,
    canonical: &Canonical,
) -> Result<Result<Counts, Rejection>, JudgeError> {
    Ok(match runtime.count(canonical.text().as_bytes())? {
        Count::Counted(counts) => Ok(counts.into()),
        Count::Syntax { message, line } => Err(Rejection::Syntax { message, line }),
    })
}

/// The report of a source that did not run.
fn rejected(check: Check) -> Report {
    let Check {
        rejection,
        solver_hash,
        l_chars,
        counts,
        payload,
        classification,
        neutral: _,
    } = check;
    Report {
        verdict: Verdict::Rejected {
            reason: rejection.expect("only refused sources come here"),
        },
        solver_hash,
        l_chars,
        counts,
        payload,
        classification,
        neutral_hash: None,
        par: None,
        stage_pass: false,
        reward_correct: false,
        terms_matched: 0,
        fuel: Fuel(0),
        peak_memory_bytes: 0,
        brevity_bonus: 0,
        score: 0,
        stderr: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_canonical_integers_are_terms() {
        for good in ["0", "7", "-7", "10", &"9".repeat(1000)] {
            assert!(is_canonical_term(good), "{good}");
        }
        for bad in [
            "", "-", "-0", "+1", "01", "1.0", "1_0", " 1", "0x1", "\u{0661}",
        ] {
            assert!(!is_canonical_term(bad), "{bad}");
        }
    }

    #[test]
    fn broken_problems_are_our_fault() {
        let terms = vec!["1".to_owned(); 200];
        let rules = Rules::default();
        assert_eq!(terms_of_problem(&rules, &terms).unwrap().len(), 200);
        assert!(matches!(
            terms_of_problem(&rules, &terms[1..]),
            Err(JudgeError::TooFewTerms {
                have: 199,
                need: 200
            })
        ));
        let mut spoilt = terms.clone();
        "01".clone_into(&mut spoilt[7]);
        assert!(matches!(
            terms_of_problem(&rules, &spoilt),
            Err(JudgeError::NotATerm { index: 7 })
        ));
        let rules = Rules {
            n_stage: 201,
            ..rules
        };
        assert!(matches!(
            terms_of_problem(&rules, &terms),
            Err(JudgeError::Rules { .. })
        ));
    }
}
