//! What pages, API and command line say of a type of contest: one file a type, and this file is the
//! one place of the server where they are listed. What the judge says of a type is asked of
//! [`Contest`] itself.

use dojo_judge::contest::Contest;

mod physics;
mod sequence;

/// What people submit, as pages treat it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A program: a visitor's browser runs it, and the server weighs it.
    Program,
    /// A text to be read, which is rendered.
    Prose,
}

/// How a type of contest is shown.
#[derive(Debug)]
pub struct Room {
    /// The type.
    pub contest: Contest,
    /// A problem solved whole.
    pub whole: &'static str,
    /// A problem solved in part, as a verdict.
    pub part: &'static str,
    /// The same beside other words of a line.
    pub in_part: &'static str,
    /// At least solved in part, over a number of problems.
    pub any: &'static str,
    /// A solution that solves its problem whole.
    pub best: &'static str,
    /// Heading of the number of problems solved whole, and what it counts.
    pub whole_column: (&'static str, &'static str),
    /// Heading of the number of problems solved at least in part, and what it counts.
    pub any_column: (&'static str, &'static str),
    /// The board is empty.
    pub nobody: &'static str,
    /// Nobody solved a problem whole.
    pub nobody_whole: &'static str,
    /// How equal scores are ordered on a problem's board, and what its columns are.
    pub order: &'static str,
    /// What the judge does with one's submission.
    pub judging: &'static str,
    /// What the keys do that show a draft before it is submitted.
    pub keys: &'static str,
    /// What people submit.
    pub form: Form,
    /// Of equal scores the shorter solution is better, so that its length is shown.
    pub has_lengths: bool,
    /// The formulas of what people submit are read and compared.
    pub has_formulas: bool,
    /// Packages of its problems are handed in and validated one by one, not with their season.
    pub takes_packages: bool,
}

impl Room {
    /// Programs are asked for.
    pub fn runs(&self) -> bool {
        self.form == Form::Program
    }

    /// Texts to be read are asked for.
    pub fn is_prose(&self) -> bool {
        self.form == Form::Prose
    }
}

/// How a type of contest is shown.
pub fn of(contest: impl Into<Contest>) -> &'static Room {
    match contest.into() {
        Contest::Sequence => &sequence::ROOM,
        Contest::Physics => &physics::ROOM,
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
