//! The word of a verdict or state, as readers see it in lists.

use dojo_judge::contest::Contest;
use dojo_judge::sequence::HELD_BACK;

use crate::contests::{self, Tone, VerdictName};
use crate::words::Phrase;

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

impl From<VerdictName> for VerdictLabel {
    fn from(verdict: VerdictName) -> Self {
        Self {
            word: verdict.word,
            name: verdict.name.text(),
            class: verdict.tone.class(),
        }
    }
}

impl VerdictLabel {
    /// The label of a word of the protocol: a verdict, or `QUEUED`, `RUNNING`, `INTERNAL`.
    /// A word that is not known (a newer database) is shown as it would be while it is unsettled.
    pub fn of_word(word: &str) -> Self {
        let rooms = Contest::ALL.iter().map(|contest| contests::of(*contest));
        let mut verdicts = rooms.flat_map(|room| room.verdicts);
        let found = verdicts.find(|verdict| verdict.word == word);
        found.copied().unwrap_or_else(|| state(word)).into()
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
        self.class == Tone::Pending.class()
    }
}

/// What is said of a submission of any type of contest.
fn state(word: &str) -> VerdictName {
    match word {
        "QUEUED" => VerdictName::new("QUEUED", Phrase("common-waiting"), Tone::Pending),
        "RUNNING" => VerdictName::new("RUNNING", Phrase("submission-running"), Tone::Pending),
        "DISQUALIFIED" => VerdictName::new(
            "DISQUALIFIED",
            Phrase("verdict-disqualified"),
            Tone::Refused,
        ),
        "WITHDRAWN" => VerdictName::new("WITHDRAWN", Phrase("verdict-withdrawn"), Tone::Refused),
        HELD_BACK => VerdictName::new(HELD_BACK, Phrase("submission-held"), Tone::Graded),
        _ => VerdictName::new("INTERNAL", Phrase("submission-fault"), Tone::Ours),
    }
}

#[cfg(test)]
mod tests {
    use dojo_judge::{derivation, sequence};

    use super::*;

    #[test]
    fn every_verdict_of_the_judge_has_a_label() {
        for word in sequence::VERDICT_WORDS
            .into_iter()
            .chain(derivation::VERDICT_WORDS)
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
