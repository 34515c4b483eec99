//! The diversity bonus of one problem (`docs/SCORING-v0.1.md` §6, `docs/SCORING-v0.3.md`): a small bonus for the
//! first submission with a method, and one for everybody if there is more than one method.
//!
//! The caller gives the Reward Correct submissions that count, all received before Freeze. Bonuses belong to
//! submissions and do not depend on the order of the list.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::method::{METHOD_TAG_MAX_CHARS, Tag};
use super::rules::ScoringVersion;
use crate::digest::Digest;

const UNSPECIFIED: &str = Tag::UNSPECIFIED;

/// The tag that a submission counts with: an empty or too long tag is `unspecified` (`docs/SCORING-v0.1.md` §6.1).
pub fn counted_tag(tag: &str) -> &str {
    if tag.is_empty() || tag.chars().count() > METHOD_TAG_MAX_CHARS {
        UNSPECIFIED
    } else {
        tag
    }
}

/// The numbers and rules of a scoring version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each says whether one rule of the document holds"
)]
pub struct DiversityRules {
    /// `DIVERSITY_FIRST_TAG_BONUS`.
    pub first_tag_bonus: u32,
    /// `DIVERSITY_SHARED_BONUS_EACH`.
    pub shared_bonus_each: u32,
    /// `DIVERSITY_SHARED_BONUS_REPEATS_IF_AT_LEAST_TWO_TAGS`.
    pub shared_bonus_repeats: u32,
    /// `DIVERSITY_BONUS_CAP`.
    pub bonus_cap: u32,
    /// Whether `unspecified` is a tag like any other.
    pub unspecified_is_a_tag: bool,
    /// Whether a tag counts even if the classifier strongly contradicts it.
    pub contradicted_is_a_tag: bool,
    /// Whether the shared bonus needs two tags from two people.
    pub shared_needs_two_people: bool,
    /// Whether a person gets the first-tag bonus for only one tag.
    pub one_first_tag_a_person: bool,
    /// Whether submissions with the same neutral form count as one method, that of the earliest.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_method_a_form: bool,
}

impl DiversityRules {
    /// Scoring v0.1.
    pub const V0_1: Self = Self {
        first_tag_bonus: 30,
        shared_bonus_each: 10,
        shared_bonus_repeats: 2,
        bonus_cap: 50,
        unspecified_is_a_tag: true,
        contradicted_is_a_tag: true,
        shared_needs_two_people: false,
        one_first_tag_a_person: false,
        one_method_a_form: false,
    };

    /// Scoring v0.2: the same numbers, with stricter rules for tags.
    pub const V0_2: Self = Self {
        unspecified_is_a_tag: false,
        contradicted_is_a_tag: false,
        shared_needs_two_people: true,
        one_first_tag_a_person: true,
        ..Self::V0_1
    };

    /// Scoring 0.3: like 0.2, and submissions with the same neutral form are one method.
    pub const V0_3: Self = Self {
        one_method_a_form: true,
        ..Self::V0_2
    };

    /// The rules of a scoring version.
    pub const fn of(version: ScoringVersion) -> Self {
        match version {
            ScoringVersion::V0_1 => Self::V0_1,
            ScoringVersion::V0_2 => Self::V0_2,
            ScoringVersion::V0_3 => Self::V0_3,
        }
    }
}

impl DiversityRules {
    /// The bonus of a submission with these two parts.
    pub fn bonus(&self, first_tag: u32, shared: u32) -> Bonus {
        Bonus {
            first_tag,
            shared,
            total: (first_tag + shared).min(self.bonus_cap),
        }
    }
}

/// A Reward Correct submission that counts.
#[derive(Clone, Copy, Debug)]
pub struct Tagged<'a> {
    /// The author; any number that stands for the person.
    pub person: u32,
    /// When it was received, in µs.
    pub created_at_us: i64,
    /// SHA-256 of its canonical source, where it has one.
    pub solver_hash: Option<Digest>,
    /// SHA-256 of its neutral form, where it has one.
    pub neutral_hash: Option<Digest>,
    /// Its number.
    pub submission: u64,
    /// The method tag as submitted.
    pub tag: &'a str,
    /// Whether the classifier strongly contradicts the tag.
    pub contradicted: bool,
}

/// The diversity bonus of one submission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bonus {
    /// The bonus for being first with its tag.
    pub first_tag: u32,
    /// The bonus for everybody if there is more than one tag.
    pub shared: u32,
    /// Their sum, at most the cap.
    pub total: u32,
}

/// The bonus of each submission, in the order of the list.
pub fn bonuses(rules: &DiversityRules, submissions: &[Tagged<'_>]) -> Vec<Bonus> {
    let mut order: Vec<usize> = (0..submissions.len()).collect();
    order.sort_unstable_by_key(|&at| {
        let submission = &submissions[at];
        (
            submission.created_at_us,
            submission.solver_hash,
            submission.submission,
        )
    });
    // A form belongs to the author who first submitted it, with or without a tag.
    let mut authors = BTreeMap::new();
    for &at in &order {
        let Tagged {
            neutral_hash,
            person,
            ..
        } = submissions[at];
        authors.entry(neutral_hash).or_insert(person);
    }
    order.retain(|&at| is_a_tag(rules, &submissions[at]));
    if rules.one_method_a_form {
        let mut forms = BTreeSet::new();
        order.retain(|&at| {
            let Tagged {
                neutral_hash,
                person,
                ..
            } = submissions[at];
            neutral_hash.is_none() || authors[&neutral_hash] == person && forms.insert(neutral_hash)
        });
    }
    // §6.4: only the earliest submission of each person with each tag matters.
    let mut pairs = BTreeSet::new();
    order.retain(|&at| pairs.insert((submissions[at].person, counted_tag(submissions[at].tag))));

    let mut firsts = BTreeMap::new();
    let mut holders = BTreeSet::new();
    for &at in &order {
        let Tagged { person, tag, .. } = submissions[at];
        // A person who already holds a first tag leaves the others to later submissions.
        let may = !rules.one_first_tag_a_person || !holders.contains(&person);
        if may && !firsts.contains_key(counted_tag(tag)) {
            firsts.insert(counted_tag(tag), at);
            holders.insert(person);
        }
    }

    let tags: BTreeSet<&str> = pairs.iter().map(|(_, tag)| *tag).collect();
    let people: BTreeSet<u32> = pairs.iter().map(|(person, _)| *person).collect();
    // If there are two tags and two people, there are always two tags *from* two people: if every two pairs shared
    // the tag or the person, all pairs would share one of them.
    let agreed = tags.len() >= 2 && (!rules.shared_needs_two_people || people.len() >= 2);
    let shared = if agreed {
        rules.shared_bonus_each * rules.shared_bonus_repeats
    } else {
        0
    };
    let mut bonuses = vec![rules.bonus(0, shared); submissions.len()];
    for &at in firsts.values() {
        bonuses[at] = rules.bonus(rules.first_tag_bonus, shared);
    }
    bonuses
}

/// Whether the submission's tag counts as a tag.
fn is_a_tag(rules: &DiversityRules, submission: &Tagged<'_>) -> bool {
    (rules.unspecified_is_a_tag || counted_tag(submission.tag) != UNSPECIFIED)
        && (rules.contradicted_is_a_tag || !submission.contradicted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bonus_is_at_most_the_cap_of_its_own_version() {
        let rules = |bonus_cap| DiversityRules {
            bonus_cap,
            ..DiversityRules::V0_2
        };
        let totals = [0, 45, 100].map(|cap| rules(cap).bonus(30, 20).total);
        assert_eq!(totals, [0, 45, 50]);
    }
}
