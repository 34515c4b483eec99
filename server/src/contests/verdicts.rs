//! How verdicts are called.

use crate::words::Phrase;

/// How the badge of a verdict looks; its name says the same without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Solved whole.
    Good,
    /// Solved in part.
    Half,
    /// Not solved.
    Bad,
    /// Not accepted for judging.
    Refused,
    /// Judged, which says nothing of how good it is.
    Graded,
    /// Not there yet.
    Pending,
    /// Our fault.
    Ours,
}

impl Tone {
    /// The class of the badge.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Good => "v-good",
            Self::Half => "v-half",
            Self::Bad => "v-bad",
            Self::Refused => "v-refused",
            Self::Graded => "v-graded",
            Self::Pending => "v-pending",
            Self::Ours => "v-ours",
        }
    }
}

/// How a verdict is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerdictName {
    /// The word of the protocol, such as `REJECT_SIZE`.
    pub word: &'static str,
    /// The name for readers, such as `Too large`.
    pub name: Phrase,
    /// How its badge looks.
    pub tone: Tone,
}

impl VerdictName {
    /// What was sent is not in the form that is asked for, whatever that is.
    pub const REJECT_FORMAT: Self = Self::new(
        "REJECT_FORMAT",
        Phrase("verdict-name-reject-format"),
        Tone::Refused,
    );

    /// What was sent is too large.
    pub const REJECT_SIZE: Self = Self::new(
        "REJECT_SIZE",
        Phrase("verdict-name-reject-size"),
        Tone::Refused,
    );

    /// A verdict and its name.
    pub const fn new(word: &'static str, name: Phrase, tone: Tone) -> Self {
        Self { word, name, tone }
    }
}
