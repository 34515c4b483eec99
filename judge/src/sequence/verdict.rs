//! The verdicts of a sequence contest, with their data. The words are defined only here; the database stores
//! [`Verdict::word`] and the data as JSON.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Every word of [`Verdict::word`], the best verdict first.
pub const VERDICT_WORDS: [&str; 16] = [
    "REWARD",
    "STAGE",
    "WRONG",
    "SHORT",
    "BAD_TOKEN",
    "EXCEPTION",
    "FUEL",
    "MEMORY",
    "OUTPUT",
    "TERM_SIZE",
    "STACK",
    "REJECT_FORMAT",
    "REJECT_SIZE",
    "REJECT_SYNTAX",
    "REJECT_POLICY",
    "REJECT_HARDCODE",
];

/// The judge's verdict on one submission (`docs/SPEC.md`, Verdicts).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Verdict {
    /// All `n_check` terms are right.
    Reward,
    /// The first `n_stage` terms are right, a later one is wrong or missing.
    Stage {
        /// Why not all terms are right. Hidden from contestants before Reveal.
        reason: Ending,
    },
    /// The program ended with fewer than `n_stage` right terms.
    Failed {
        /// The reason.
        reason: Ending,
    },
    /// The source was refused and did not run.
    Rejected {
        /// The reason.
        reason: Rejection,
    },
}

/// Why the terms of a program stop being right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ending", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Ending {
    /// A term differs.
    Wrong {
        /// Its place, from 0.
        index: u32,
        /// The setter's term.
        expected: String,
        /// The program's term.
        got: String,
    },
    /// The program ended with too few terms.
    Short {
        /// How many it wrote.
        terms: u32,
    },
    /// A token that is not a decimal integer.
    BadToken {
        /// Its place, from 0.
        index: u32,
        /// The token, shortened.
        token: String,
    },
    /// An uncaught exception.
    Exception {
        /// The last line of the traceback.
        message: String,
    },
    /// Out of fuel.
    Fuel,
    /// Out of memory.
    Memory,
    /// Too much output.
    Output,
    /// A term with too many digits.
    TermSize {
        /// Its place, from 0.
        index: u32,
    },
    /// Too deep recursion.
    Stack,
}

/// Why a source was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rejection", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Rejection {
    /// Not a text that this contest accepts: encoding, NUL, byte-order mark, empty.
    Format {
        /// What is wrong and where.
        message: String,
    },
    /// Longer than the limit.
    Size {
        /// Bytes submitted.
        bytes: u64,
        /// Bytes allowed.
        limit: u64,
    },
    /// Not Python.
    Syntax {
        /// The parser's message.
        message: String,
        /// Line, from 1; 0 when it is not known.
        line: u32,
    },
    /// A capability or form that the rules exclude.
    Policy {
        /// What and where.
        message: String,
    },
    /// An answer table rather than a program, by the limits of the scoring version.
    Hardcode {
        /// Which count exceeds its limit, by how much and where.
        message: String,
        /// Line of the worst place, from 1.
        line: u32,
    },
}

/// The word shown in place of a verdict if contestants may only learn that the public terms are right.
pub const HELD_BACK: &str = "HELD_BACK";

/// How the message of a [`Rejection::Hardcode`] begins if a run showed it.
pub(super) const FOUND_BY_A_RUN: &str = "looks like an answer table: without ";

impl Verdict {
    /// Whether the verdict depends on more than the first `n_public` terms; `matched` terms are right.
    pub(crate) fn depends_on_more(&self, n_public: u32, matched: u32) -> bool {
        match self {
            Self::Rejected { reason } => reason.is_of_a_run(),
            Self::Reward | Self::Stage { .. } | Self::Failed { .. } => matched >= n_public,
        }
    }

    /// Why the terms stop being right, if they do.
    pub(super) fn ending(&self) -> Option<&Ending> {
        match self {
            Self::Stage { reason } | Self::Failed { reason } => Some(reason),
            Self::Reward | Self::Rejected { .. } => None,
        }
    }

    /// The same, mutable.
    pub(super) fn ending_mut(&mut self) -> Option<&mut Ending> {
        match self {
            Self::Stage { reason } | Self::Failed { reason } => Some(reason),
            Self::Reward | Self::Rejected { .. } => None,
        }
    }

    /// The verdict as one word, as it is stored and shown.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Reward => "REWARD",
            Self::Stage { .. } => "STAGE",
            Self::Failed { reason } => reason.word(),
            Self::Rejected { reason } => reason.word(),
        }
    }

    /// The whole verdict in a sentence, including hidden terms: for staff, setters and the time after Reveal.
    /// Contestants get [`Verdict::public`]. The first term has the index `index_origin`.
    pub fn sentence(&self, index_origin: i64) -> String {
        match self {
            Self::Reward => "All terms are right.".to_owned(),
            Self::Stage { reason } => {
                let reason = reason.sentence(index_origin);
                format!("The public terms are right, then: {reason}")
            }
            Self::Failed { reason } => reason.sentence(index_origin),
            Self::Rejected { reason } => reason.to_string(),
        }
    }

    /// The part of the verdict that a contestant may see before Reveal. For hidden terms this is only REWARD or
    /// STAGE, without place, value or reason. For a wrong term below `n_stage` that is not among the `n_public`
    /// published ones, it is only the fact that there is one.
    pub fn public(&self, n_public: u32, index_origin: i64) -> PublicVerdict {
        let mut public = PublicVerdict {
            verdict: self.word(),
            message: self.sentence(index_origin),
            index: None,
            expected: None,
            got: None,
            line: None,
        };
        match self {
            Self::Reward => {}
            Self::Stage { .. } => {
                "The public terms are right; a later term is wrong or missing."
                    .clone_into(&mut public.message);
            }
            Self::Failed { reason } if reason.is_beyond(n_public) => {
                "A term beyond the public ones is wrong.".clone_into(&mut public.message);
            }
            Self::Failed { reason } => match reason {
                Ending::Wrong {
                    index,
                    expected,
                    got,
                } => {
                    public.index = Some(*index);
                    public.expected = Some(expected.clone());
                    public.got = Some(got.clone());
                }
                Ending::BadToken { index, token } => {
                    public.index = Some(*index);
                    public.got = Some(token.clone());
                }
                Ending::Short { terms: index } | Ending::TermSize { index } => {
                    public.index = Some(*index);
                }
                Ending::Exception { .. }
                | Ending::Fuel
                | Ending::Memory
                | Ending::Output
                | Ending::Stack => {}
            },
            Self::Rejected { reason } => {
                if let Rejection::Syntax { line, .. } | Rejection::Hardcode { line, .. } = reason {
                    public.line = (*line > 0).then_some(*line);
                }
            }
        }
        public
    }
}

impl Rejection {
    /// Whether only a run showed it: the program passed a gate that its lighter form did not pass.
    fn is_of_a_run(&self) -> bool {
        matches!(self, Self::Hardcode { message, .. } if message.starts_with(FOUND_BY_A_RUN))
    }
}

impl Ending {
    /// Takes over the words of an earlier release for the same ending: a line of this standard error, or another part
    /// of a bad token.
    pub(super) fn take_words_of(&mut self, earlier: &Self, stderr: &str) {
        match (self, earlier) {
            (Self::Exception { message }, Self::Exception { message: line })
                if stderr.contains(line.as_str()) =>
            {
                message.clone_from(line);
            }
            (
                Self::BadToken { index, token },
                Self::BadToken {
                    index: place,
                    token: end,
                },
            ) if index == place && token.ends_with('…') && end.starts_with('…') => {
                token.clone_from(end);
            }
            _ => {}
        }
    }

    /// Whether the wrong term is not among the first `n_public`, so that its place and value are hidden before
    /// Reveal.
    pub fn is_beyond(&self, n_public: u32) -> bool {
        matches!(self, Self::Wrong { index, .. } if *index >= n_public)
    }

    /// The ending as one word.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Wrong { .. } => "WRONG",
            Self::Short { .. } => "SHORT",
            Self::BadToken { .. } => "BAD_TOKEN",
            Self::Exception { .. } => "EXCEPTION",
            Self::Fuel => "FUEL",
            Self::Memory => "MEMORY",
            Self::Output => "OUTPUT",
            Self::TermSize { .. } => "TERM_SIZE",
            Self::Stack => "STACK",
        }
    }
}

impl Rejection {
    /// The rejection as one word.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Format { .. } => "REJECT_FORMAT",
            Self::Size { .. } => "REJECT_SIZE",
            Self::Syntax { .. } => "REJECT_SYNTAX",
            Self::Policy { .. } => "REJECT_POLICY",
            Self::Hardcode { .. } => "REJECT_HARDCODE",
        }
    }
}

/// A term by the number that readers of the problem know it by, `a(7)`. `index` counts from 0.
pub(super) fn term_at(index_origin: i64, index: usize) -> String {
    let index = i64::try_from(index).unwrap_or(i64::MAX);
    format!("a({})", index_origin.saturating_add(index))
}

impl Ending {
    /// Why a program wrote no more right terms, in a sentence.
    fn sentence(&self, index_origin: i64) -> String {
        let a = |index: &u32| term_at(index_origin, *index as usize);
        match self {
            Self::Wrong {
                index,
                expected,
                got,
            } => format!(
                "The term {} is {}; the program wrote {}.",
                a(index),
                Shortened(expected),
                Shortened(got)
            ),
            Self::Short { terms } => {
                let s = if *terms == 1 { "" } else { "s" };
                format!("The program ended after {terms} term{s}.")
            }
            Self::BadToken { index, token } => format!(
                "In the place of {} the program wrote “{token}”, which is not a decimal integer.",
                a(index)
            ),
            Self::Exception { message } => format!("The program raised “{message}”."),
            Self::Fuel => "The program used up its instructions.".to_owned(),
            Self::Memory => "The program needs more memory than it may use.".to_owned(),
            Self::Output => "The program wrote more output than it may.".to_owned(),
            Self::TermSize { index } => format!(
                "The program's {} has more digits than a term may have.",
                a(index)
            ),
            Self::Stack => "The program recursed too deeply.".to_owned(),
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format { message } => write!(f, "Not an acceptable text: {message}."),
            Self::Size { bytes, limit } => write!(
                f,
                "The source has {bytes} bytes; at most {limit} are accepted."
            ),
            Self::Syntax { message, line: 0 } => {
                write!(f, "Not valid Python: {}", ended(message))
            }
            Self::Syntax { message, line } => {
                write!(f, "Not valid Python: {message} (line {line}).")
            }
            Self::Policy { message } => write!(f, "Excluded by the rules: {message}."),
            Self::Hardcode { message, line: _ } => write!(f, "Refused: {message}."),
        }
    }
}

/// The interpreter's message, with a full stop if it has none.
pub fn ended(message: &str) -> String {
    if message.ends_with(['.', '?', '!']) {
        message.to_owned()
    } else {
        format!("{message}.")
    }
}

/// A term in a sentence: its two ends, if it is long.
struct Shortened<'a>(&'a str);

impl fmt::Display for Shortened<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Terms are ASCII; if a slice fails, the whole text is shown.
        let length = self.0.len();
        match (self.0.get(..20), self.0.get(length.saturating_sub(20)..)) {
            (Some(head), Some(tail)) if length > 60 => {
                write!(f, "{head}…{tail} ({length} characters)")
            }
            _ => f.write_str(self.0),
        }
    }
}

/// A verdict without what contestants may not know before Reveal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PublicVerdict {
    /// [`Verdict::word`].
    pub verdict: &'static str,
    /// The verdict in a sentence.
    pub message: String,
    /// Place, from 0, of the term that is missing, or is wrong and public.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// The setter's term there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What the program wrote there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub got: Option<String>,
    /// Line of the source, from 1, for a rejected one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endings() -> Vec<Ending> {
        vec![
            Ending::Wrong {
                index: 7,
                expected: "12345".to_owned(),
                got: "-1".to_owned(),
            },
            Ending::Short { terms: 7 },
            Ending::BadToken {
                index: 7,
                token: "1.0".to_owned(),
            },
            Ending::Exception {
                message: "ValueError: no".to_owned(),
            },
            Ending::Fuel,
            Ending::Memory,
            Ending::Output,
            Ending::TermSize { index: 7 },
            Ending::Stack,
        ]
    }

    fn all() -> Vec<Verdict> {
        let stage = Verdict::Stage {
            reason: endings().swap_remove(0),
        };
        let rejections = [
            Rejection::Format {
                message: "NUL".to_owned(),
            },
            Rejection::Size { bytes: 9, limit: 8 },
            Rejection::Syntax {
                message: "invalid syntax".to_owned(),
                line: 3,
            },
            Rejection::Policy {
                message: "no".to_owned(),
            },
            Rejection::Hardcode {
                message: "too many".to_owned(),
                line: 2,
            },
        ];
        [Verdict::Reward, stage]
            .into_iter()
            .chain(
                endings()
                    .into_iter()
                    .map(|reason| Verdict::Failed { reason }),
            )
            .chain(rejections.map(|reason| Verdict::Rejected { reason }))
            .collect()
    }

    #[test]
    fn every_word_has_a_verdict_and_every_verdict_a_word() {
        let words: Vec<_> = all().iter().map(Verdict::word).collect();
        assert_eq!(words, VERDICT_WORDS);
    }

    #[test]
    fn verdicts_survive_json() {
        for verdict in all() {
            let json = serde_json::to_string(&verdict).unwrap();
            assert_eq!(
                serde_json::from_str::<Verdict>(&json).unwrap(),
                verdict,
                "{json}"
            );
        }
    }

    #[test]
    fn every_verdict_has_a_sentence() {
        for verdict in all() {
            let sentence = verdict.public(0, 1).message;
            assert!(sentence.len() > 15, "{verdict:?}: {sentence}");
            assert!(sentence.starts_with(char::is_uppercase), "{sentence}");
        }
    }

    #[test]
    fn a_stage_shows_nothing_of_the_hidden_terms() {
        let shown: Vec<_> = endings()
            .into_iter()
            .map(|reason| serde_json::to_string(&Verdict::Stage { reason }.public(100, 0)).unwrap())
            .collect();
        assert!(shown.iter().all(|json| json == &shown[0]));
        assert!(!shown[0].contains(|c: char| c.is_ascii_digit()));
    }

    #[test]
    fn a_wrong_public_term_is_shown() {
        let public = Verdict::Failed {
            reason: endings().swap_remove(0),
        }
        .public(8, 1);
        assert_eq!(
            (
                public.index,
                public.expected.as_deref(),
                public.got.as_deref()
            ),
            (Some(7), Some("12345"), Some("-1"))
        );
        assert_eq!(
            public.message,
            "The term a(8) is 12345; the program wrote -1."
        );
    }

    #[test]
    fn a_wrong_term_that_is_not_public_is_hidden() {
        let verdict = Verdict::Failed {
            reason: endings().swap_remove(0),
        };
        let shown = serde_json::to_string(&verdict.public(7, 0)).unwrap();
        assert!(shown.contains("WRONG"));
        assert!(!shown.contains(|c: char| c.is_ascii_digit()), "{shown}");
    }

    #[test]
    fn what_the_interpreter_asks_ends_with_its_question() {
        let told = |message: &str| {
            let message = message.to_owned();
            Rejection::Syntax { message, line: 0 }.to_string()
        };
        assert_eq!(
            told("Did you mean print(...)?"),
            "Not valid Python: Did you mean print(...)?"
        );
        assert_eq!(told("invalid syntax"), "Not valid Python: invalid syntax.");
    }

    #[test]
    fn long_terms_are_shortened_in_sentences() {
        let sentence = Ending::Wrong {
            index: 0,
            expected: "1".repeat(1000),
            got: "2".to_owned(),
        }
        .sentence(0);
        assert!(sentence.len() < 150, "{sentence}");
        assert!(sentence.contains("(1000 characters)"));
    }
}
