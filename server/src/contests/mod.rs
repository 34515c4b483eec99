//! The types of contest as the server knows them: one folder per type, and this file is the only place of the server
//! that lists them. What the judge knows about a type is asked of [`Contest`] itself.

mod editor;
mod field;
mod host;
pub mod physics;
pub mod sequence;
mod task;
#[cfg(feature = "text-contest")]
mod text;
mod verdicts;

use std::fmt;

use dojo_judge::contest::Contest;

pub use crate::package_report::PackageReport;
pub use editor::{Drawing, Editor, Table, Typed};
pub use field::{Field, FieldKind, Values, Wrong, slug_of};
pub use host::{Asker, Audience, Host, Package, RulesError};
pub use task::{Judge, JudgingError, SandboxJudge, Task};
pub use verdicts::{Tone, VerdictName};

use crate::words::Phrase;

/// What people submit, as pages treat it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A program: a visitor's browser runs it, and the server weighs it.
    Program,
    /// A derivation: its formulas are read and rendered.
    Derivation,
    /// A text, which is shown as it is.
    Plain,
}

/// A type of contest as the server knows it: its words, which are messages of the catalogue, and what is done for it.
pub struct Room {
    /// The type.
    pub contest: Contest,
    /// What the server does for it.
    pub host: &'static dyn Host,
    /// What people submit, as a noun.
    pub noun: Phrase,
    /// A problem solved whole.
    pub whole: Phrase,
    /// A problem solved in part, as a verdict.
    pub part: Phrase,
    /// The same beside other words of a line.
    pub in_part: Phrase,
    /// At least solved in part, over a number of problems.
    pub any: Phrase,
    /// A solution that solves its problem whole.
    pub best: Phrase,
    /// Heading of the number of problems solved whole, and what it counts.
    pub whole_column: (Phrase, Phrase),
    /// Heading of the number of problems solved at least in part, and what it counts.
    pub any_column: (Phrase, Phrase),
    /// The board is empty.
    pub nobody: Phrase,
    /// Nobody solved a problem whole.
    pub nobody_whole: Phrase,
    /// How equal scores are ordered on a problem's board, and what its columns are.
    pub order: Phrase,
    /// What the judge does with one's submission.
    pub judging: Phrase,
    /// What the keys do that show a draft before it is submitted.
    pub keys: Phrase,
    /// How pages treat what people submit.
    pub form: Form,
    /// Of equal scores the shorter solution is better, so that its length is shown.
    pub has_lengths: bool,
    /// The formulas of what people submit are read and compared.
    pub has_formulas: bool,
    /// How its verdicts are called.
    pub verdicts: &'static [VerdictName],
}

impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Room({})", self.contest)
    }
}

impl Room {
    /// Its problems can be written in a form, so that a season needs no files.
    pub fn has_editor(&self) -> bool {
        self.host.editor().is_some()
    }

    /// Programs are asked for.
    pub fn runs(&self) -> bool {
        self.form == Form::Program
    }

    /// Texts are asked for that are shown as they are.
    pub fn is_plain(&self) -> bool {
        self.form == Form::Plain
    }

    /// Derivations are asked for.
    pub fn is_prose(&self) -> bool {
        self.form == Form::Derivation
    }
}

/// The type of contest that a package was found to be of.
pub fn of_package(report: &PackageReport) -> Contest {
    match report {
        PackageReport::Programs(_) => Contest::Sequence,
        PackageReport::Derivations(_) => Contest::Physics,
        #[cfg(feature = "text-contest")]
        PackageReport::Text(_) => Contest::Text,
    }
}

/// What the server knows of a type of contest.
pub fn of(contest: Contest) -> &'static Room {
    match contest {
        Contest::Sequence => &sequence::ROOM,
        Contest::Physics => &physics::ROOM,
        #[cfg(feature = "text-contest")]
        Contest::Text => &text::ROOM,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_has_its_own_room() {
        for contest in Contest::ALL {
            assert_eq!(of(*contest).contest, *contest);
        }
    }
}
