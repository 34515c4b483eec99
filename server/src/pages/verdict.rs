//! The word of a verdict or state, as readers see it in lists.

use dojo_judge::sequence::HELD_BACK;

/// A verdict or state with its name for readers and its tone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerdictLabel {
    /// The word of the protocol, such as `REJECT_SIZE`.
    pub word: &'static str,
    /// The name for readers, such as `Too large`.
    pub name: &'static str,
    /// Class of its badge; the name says the same without colour.
    pub class: &'static str,
}

impl VerdictLabel {
    /// The label of a word of the protocol: a verdict, or `QUEUED`, `RUNNING`, `INTERNAL`.
    /// A word that is not known (a newer database) is shown as it would be while it is unsettled.
    pub fn of_word(word: &str) -> Self {
        LABELS
            .iter()
            .copied()
            .find(|label| label.word == word)
            .unwrap_or(INTERNAL)
    }

    /// The same verdict under a name and class that say more of it.
    pub(super) fn called(self, name: &'static str, class: &'static str) -> Self {
        Self {
            name,
            class,
            ..self
        }
    }

    /// The verdict is not there yet.
    pub fn is_pending(self) -> bool {
        self.class == PENDING
    }
}

const GOOD: &str = "v-good";
const HALF: &str = "v-half";
const BAD: &str = "v-bad";
const REFUSED: &str = "v-refused";
const GRADED: &str = "v-graded";
const PENDING: &str = "v-pending";
const OURS: &str = "v-ours";

const INTERNAL: VerdictLabel = label("INTERNAL", "Our fault", OURS);

const LABELS: [VerdictLabel; 23] = [
    label("QUEUED", "Waiting", PENDING),
    label("RUNNING", "Running", PENDING),
    INTERNAL,
    label("DISQUALIFIED", "Disqualified", REFUSED),
    label("WITHDRAWN", "Withdrawn", REFUSED),
    label(HELD_BACK, "Public terms right", GRADED),
    label("REWARD", "Reward Correct", GOOD),
    label("STAGE", "Stage Pass", HALF),
    label("WRONG", "Wrong term", BAD),
    label("SHORT", "Too few terms", BAD),
    label("BAD_TOKEN", "Not an integer", BAD),
    label("EXCEPTION", "Exception", BAD),
    label("FUEL", "Out of fuel", BAD),
    label("MEMORY", "Out of memory", BAD),
    label("OUTPUT", "Too much output", BAD),
    label("TERM_SIZE", "Term too long", BAD),
    label("STACK", "Too deep recursion", BAD),
    label("GRADED", "Graded", GRADED),
    label("REJECT_FORMAT", "Refused: format", REFUSED),
    label("REJECT_SIZE", "Refused: too large", REFUSED),
    label("REJECT_SYNTAX", "Refused: syntax", REFUSED),
    label("REJECT_POLICY", "Refused: policy", REFUSED),
    label("REJECT_HARDCODE", "Refused: answer table", REFUSED),
];

const fn label(word: &'static str, name: &'static str, class: &'static str) -> VerdictLabel {
    VerdictLabel { word, name, class }
}

#[cfg(test)]
mod tests {
    use dojo_judge::{physics, sequence};

    use super::*;

    #[test]
    fn every_verdict_of_the_judge_has_a_label() {
        for word in sequence::VERDICT_WORDS
            .into_iter()
            .chain(physics::VERDICT_WORDS)
        {
            let label = VerdictLabel::of_word(word);
            assert_eq!(label.word, word);
            assert!(!label.is_pending());
        }
    }

    #[test]
    fn only_unsettled_states_are_pending() {
        assert!(VerdictLabel::of_word("QUEUED").is_pending());
        assert!(VerdictLabel::of_word("RUNNING").is_pending());
        assert!(!VerdictLabel::of_word("INTERNAL").is_pending());
    }
}
