//! The parameters of a season of programs.

use std::collections::BTreeMap;

use dojo_sandbox::{Fuel, Limits};
use serde::{Deserialize, Serialize};

use crate::sequence::diversity::DiversityRules;
use crate::sequence::method::METHOD_TAG_MAX_CHARS;
use crate::sequence::score::{B_MAX, BETA_DENOMINATOR, REWARD_BASE, STAGE_BASE};
use crate::sequence::{Rules, ScoringVersion};
use crate::words;

words! {
    /// What the author of a program learns before Reveal.
    TermFeedback("feedback") {
        /// The verdict.
        Verdict = "verdict",
        /// Whether the public terms are right.
        PublicTerms = "public-terms",
    }
}

/// The parameters of a season of programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SequenceParameters {
    /// How many terms are compared, unless a problem says otherwise.
    pub n_check: u32,
    /// How many terms must be right for a Stage Pass, unless a problem says otherwise.
    pub n_stage: u32,
    /// How many terms everybody sees, unless a problem says otherwise.
    pub n_public: u32,
    /// The fuel of one run.
    pub fuel: u64,
    /// The memory of one run, in bytes.
    pub memory_bytes: u64,
    /// The most standard output before the last term, in bytes.
    pub output_bytes: u32,
    /// How much standard error is kept, in bytes.
    pub stderr_bytes: u32,
    /// The most digits of one term.
    pub max_term_digits: u32,
    /// How many submissions one person may make to one problem.
    pub attempts_max: u32,
    /// The seconds between two submissions.
    pub attempt_interval_seconds: u32,
    /// What authors learn before Reveal; omitted if it is the verdict.
    #[serde(default = "verdict", skip_serializing_if = "is_verdict")]
    pub feedback: TermFeedback,
    /// The numbers that the scoring version fixes.
    pub scoring: ScoringNumbers,
}

fn verdict() -> TermFeedback {
    TermFeedback::Verdict
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_verdict(feedback: &TermFeedback) -> bool {
    *feedback == TermFeedback::Verdict
}

/// The numbers of a scoring version (`docs/SCORING-v0.1.md`, all tables). They are written into the manifest so that
/// it can be read without this program, and must equal those of the version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoringNumbers {
    /// `STAGE_BASE`.
    pub stage_base: u32,
    /// `REWARD_BASE`.
    pub reward_base: u32,
    /// `B_MAX`.
    pub b_max: u32,
    /// 1/`BETA`.
    pub beta_denominator: u32,
    /// `METHOD_TAG_MAX_CHARS`.
    pub method_tag_max_chars: u32,
    /// The limits of the policy, by the names of the document.
    pub policy: BTreeMap<String, u64>,
    /// The diversity bonus.
    pub diversity: DiversityRules,
}

impl ScoringNumbers {
    /// The numbers of a version.
    pub fn of(version: ScoringVersion) -> Self {
        Self {
            stage_base: STAGE_BASE,
            reward_base: REWARD_BASE,
            b_max: B_MAX,
            beta_denominator: BETA_DENOMINATOR,
            method_tag_max_chars: u32::try_from(METHOD_TAG_MAX_CHARS).expect("64"),
            policy: policy_numbers(version),
            diversity: DiversityRules::of(version),
        }
    }
}

fn policy_numbers(version: ScoringVersion) -> BTreeMap<String, u64> {
    let thresholds = version.thresholds();
    let counts = [
        ("MAX_NUMERIC_LITERALS", thresholds.numeric_literals),
        ("MAX_STRING_LITERAL_CHARS", thresholds.string_literal_chars),
        ("MAX_LIST_TUPLE_ELEMENTS", thresholds.list_tuple_elements),
    ];
    let payload = version.allowance().map(|allowance| {
        [
            ("MAX_DATA_BYTES", allowance.data_bytes),
            ("MAX_PAYLOAD_BYTES", allowance.total_bytes),
        ]
    });
    counts
        .into_iter()
        .chain(payload.into_iter().flatten())
        .map(|(name, value)| (name.to_owned(), value.into()))
        .collect()
}

impl SequenceParameters {
    /// The defaults of a scoring version.
    pub fn of(version: ScoringVersion) -> Self {
        let Limits {
            fuel: _,
            memory_bytes,
            output_bytes,
            stderr_bytes,
            max_terms: _,
            max_term_digits,
        } = Limits::default();
        Self {
            n_check: 200,
            n_stage: 100,
            n_public: 100,
            fuel: version.default_fuel().0,
            memory_bytes,
            output_bytes,
            stderr_bytes,
            max_term_digits,
            attempts_max: 50,
            attempt_interval_seconds: 15,
            feedback: TermFeedback::Verdict,
            scoring: ScoringNumbers::of(version),
        }
    }

    /// The limits of a run that is stopped after `n_check` terms.
    pub fn limits(&self, n_check: u32) -> Limits {
        Limits {
            fuel: Fuel(self.fuel),
            memory_bytes: self.memory_bytes,
            output_bytes: self.output_bytes,
            stderr_bytes: self.stderr_bytes,
            max_terms: n_check,
            max_term_digits: self.max_term_digits,
        }
    }

    /// The rules by which submissions to a problem with these numbers of terms are judged.
    pub fn rules(&self, scoring: ScoringVersion, n_check: u32, n_stage: u32) -> Rules {
        Rules {
            scoring,
            n_check,
            n_stage,
            limits: self.limits(n_check),
            ..Rules::default()
        }
    }

    pub(super) fn check(&self, version: ScoringVersion) -> Result<(), String> {
        let &Self {
            n_check,
            n_stage,
            n_public,
            ..
        } = self;
        if n_public == 0 || n_public > n_stage || n_stage > n_check {
            return Err(format!(
                "`parameters`: n_public {n_public}, n_stage {n_stage} and n_check {n_check} must be at \
                 least 1 and in this order"
            ));
        }
        let mut expected = ScoringNumbers::of(version);
        // No release had scoring 0.2, and its limits were later changed under the same name. They do not affect
        // points.
        if version == ScoringVersion::V0_2 {
            expected.policy.clone_from(&self.scoring.policy);
        }
        match first_difference(&self.scoring, &expected) {
            None => Ok(()),
            Some((found, expected)) => Err(format!(
                "`parameters.scoring` has {found}, scoring {version} has {expected}"
            )),
        }
    }

    /// How the season's limits differ from those of this program.
    pub(super) fn other_policy(&self, version: ScoringVersion) -> Option<String> {
        if version.is_retired() {
            return Some(format!(
                "scoring {version}, by which this program does not judge"
            ));
        }
        let ours = ScoringNumbers {
            policy: policy_numbers(version),
            ..self.scoring.clone()
        };
        let (theirs, ours) = first_difference(&self.scoring, &ours)?;
        Some(format!("{theirs}, where this program has {ours}"))
    }
}

/// The first key in which two values differ, as `key: value` of each.
fn first_difference(found: &ScoringNumbers, expected: &ScoringNumbers) -> Option<(String, String)> {
    let flat = |numbers| {
        let mut all = BTreeMap::new();
        let value = serde_json::to_value(numbers).expect("texts and integers only");
        flatten("", &value, &mut all);
        all
    };
    let (found, expected) = (flat(found), flat(expected));
    let keys = found.keys().chain(expected.keys());
    let key = keys
        .into_iter()
        .find(|key| found.get(*key) != expected.get(*key))?;
    let shown = |all: &BTreeMap<String, String>| match all.get(key) {
        Some(value) => format!("{key}: {value}"),
        None => format!("no {key}"),
    };
    Some((shown(&found), shown(&expected)))
}

fn flatten(at: &str, value: &serde_json::Value, into: &mut BTreeMap<String, String>) {
    match value {
        serde_json::Value::Object(map) => {
            for (key, value) in map {
                let key = if at.is_empty() {
                    key.clone()
                } else {
                    format!("{at}.{key}")
                };
                flatten(&key, value, into);
            }
        }
        other => {
            into.insert(at.to_owned(), other.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The appendix of the scoring document.
    #[test]
    fn numbers_of_v0_1() {
        let numbers = ScoringNumbers::of(ScoringVersion::V0_1);
        let json = serde_json::to_value(&numbers).unwrap();
        let expected = serde_json::json!({
            "stage_base": 200, "reward_base": 1000, "b_max": 200, "beta_denominator": 800,
            "method_tag_max_chars": 64,
            "policy": {
                "MAX_LIST_TUPLE_ELEMENTS": 400, "MAX_NUMERIC_LITERALS": 120,
                "MAX_STRING_LITERAL_CHARS": 2000,
            },
            "diversity": {
                "first_tag_bonus": 30, "shared_bonus_each": 10, "shared_bonus_repeats": 2,
                "bonus_cap": 50, "unspecified_is_a_tag": true, "contradicted_is_a_tag": true,
                "shared_needs_two_people": false, "one_first_tag_a_person": false,
            },
        });
        assert_eq!(json, expected);
        assert_eq!(SequenceParameters::of(ScoringVersion::V0_1).n_check, 200);
    }

    #[test]
    fn a_number_that_the_version_does_not_have_is_named() {
        let mut numbers = SequenceParameters::of(ScoringVersion::V0_1);
        numbers.scoring.diversity.bonus_cap = 60;
        assert_eq!(
            numbers.check(ScoringVersion::V0_1).unwrap_err(),
            "`parameters.scoring` has diversity.bonus_cap: 60, scoring 0.1 has diversity.bonus_cap: 50"
        );
        numbers.n_stage = 300;
        let error = numbers.check(ScoringVersion::V0_1).unwrap_err();
        assert!(error.contains("n_stage 300"), "{error}");
    }
}
