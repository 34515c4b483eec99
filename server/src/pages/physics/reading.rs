//! How the formulas of a derivation were read: each as `MathML`, or why not, with the place marked
//! in its source.

use dojo_judge::derivation::PublicFormula;
use formula::credit;
use formula::problem::NodeIndex;
use help::tidy::Tidied;

use super::latex;
use crate::html::TrustedHtml;

/// Characters of a source that are shown before and after the place of an error.
const SHOWN_CHARS: usize = 60;

/// The formulas of a derivation, as they were read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// How many there are, those beyond the limit too.
    pub found: usize,
    /// Each up to the limit of the season.
    pub lines: Vec<FormulaLine>,
    /// What each matches is shown.
    pub has_matches: bool,
    /// The text in which more of what is meant would be read; nothing where all of it is.
    pub proposal: Option<Tidied>,
    /// The derivation was to be submitted and was not.
    pub is_given_back: bool,
    /// What stands before the names of its rows, so that a page may have many.
    pub name: String,
}

/// One formula of a derivation.
#[derive(Clone, Debug)]
pub struct FormulaLine {
    /// Its number, from 1.
    pub number: usize,
    /// Line of the derivation, from 1.
    pub line: usize,
    /// Column of that line, from 1.
    pub column: usize,
    /// What was read, or why nothing was.
    pub outcome: Result<TrustedHtml, Fault>,
    /// Numbers of the reference formulas that it says; empty before Reveal.
    pub matches: Vec<NodeIndex>,
}

/// Why a formula could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What was found, and what was expected.
    pub message: String,
    /// Where reading stopped: line and column of the derivation, from 1.
    pub place: Option<(usize, usize)>,
    /// The source before that place, its end if it is long.
    pub before: String,
    /// What stands there; empty at the end of the formula.
    pub at: String,
    /// The source after it, its beginning if it is long.
    pub after: String,
}

impl Reading {
    /// The formulas of a derivation without what they match, `found` of them altogether.
    pub fn new(found: usize, formulas: &[PublicFormula]) -> Self {
        Self {
            found,
            lines: formulas.iter().map(FormulaLine::new).collect(),
            has_matches: false,
            proposal: None,
            is_given_back: false,
            name: String::new(),
        }
    }

    /// The same with a text in which more would be read, if there is one.
    #[must_use]
    pub fn with_proposal(self, tidied: Tidied) -> Self {
        Self {
            proposal: Some(tidied).filter(|tidied| !tidied.changes.is_empty()),
            ..self
        }
    }

    /// The same of a derivation that was to be submitted and was not.
    #[must_use]
    pub fn given_back(self) -> Self {
        Self {
            is_given_back: true,
            ..self
        }
    }

    /// The formulas of a graded derivation, under a name.
    pub fn graded(grading: &credit::Report, name: &str) -> Self {
        let formulas: Vec<_> = grading.formulas.iter().map(PublicFormula::of).collect();
        Self {
            name: name.to_owned(),
            ..Self::new(grading.formulas_found, &formulas).with_matches(grading)
        }
    }

    /// The same with what each formula matches: only from Reveal on.
    #[must_use]
    pub fn with_matches(mut self, grading: &credit::Report) -> Self {
        for (line, formula) in self.lines.iter_mut().zip(&grading.formulas) {
            line.matches.clone_from(&formula.matches);
        }
        self.has_matches = true;
        self
    }

    /// The formulas that were read.
    pub(in crate::pages) fn read(&self) -> usize {
        let read = self.lines.iter().filter(|line| line.outcome.is_ok());
        read.count()
    }

    /// The formulas that could not be read.
    pub(crate) fn unread(&self) -> usize {
        self.lines.len() - self.read()
    }

    /// The formulas beyond the limit.
    pub(in crate::pages) fn beyond(&self) -> usize {
        self.found.saturating_sub(self.lines.len())
    }
}

impl FormulaLine {
    fn new(formula: &PublicFormula) -> Self {
        let outcome = match &formula.canonical {
            Some(canonical) => Ok(latex::canonical(canonical)),
            None => Err(fault(formula)),
        };
        Self {
            number: formula.number,
            line: formula.line,
            column: formula.column,
            outcome,
            matches: Vec::new(),
        }
    }
}

fn fault(formula: &PublicFormula) -> Fault {
    let column = formula.error.as_ref().map_or(1, |error| error.column);
    let (before, rest) = split_at_char(&formula.source, column.saturating_sub(1));
    let (at, after) = rest.split_at(word(rest));
    Fault {
        message: formula
            .error
            .as_ref()
            .map_or_else(String::new, |error| error.message.clone()),
        place: formula.error_line.zip(formula.error_column),
        before: ending(before),
        at: at.to_owned(),
        after: beginning(after),
    }
}

fn split_at_char(text: &str, chars: usize) -> (&str, &str) {
    let at = text.char_indices().nth(chars);
    text.split_at(at.map_or(text.len(), |(byte, _)| byte))
}

/// Bytes of the command or character that a text begins with.
fn word(text: &str) -> usize {
    let mut chars = text.chars();
    let first = chars.next().map_or(0, char::len_utf8);
    if !text.starts_with('\\') {
        return first;
    }
    let letters = text.bytes().skip(1).take_while(u8::is_ascii_alphabetic);
    match letters.count() {
        0 => first + chars.next().map_or(0, char::len_utf8),
        letters => first + letters,
    }
}

/// The last characters of a text.
fn ending(text: &str) -> String {
    let chars = text.chars().count();
    match chars.checked_sub(SHOWN_CHARS) {
        None | Some(0) => text.to_owned(),
        Some(left_out) => format!("…{}", split_at_char(text, left_out).1),
    }
}

/// The first characters of a text.
fn beginning(text: &str) -> String {
    match split_at_char(text, SHOWN_CHARS) {
        (whole, "") => whole.to_owned(),
        (shown, _) => format!("{shown}…"),
    }
}

#[cfg(test)]
mod tests {
    use dojo_judge::derivation;

    use super::*;

    fn lines(solution: &str) -> Vec<FormulaLine> {
        let read = derivation::read(solution.as_bytes(), 60).unwrap();
        Reading::new(read.found, &read.formulas).lines
    }

    #[test]
    fn the_place_of_an_error_is_marked_in_its_source() {
        let lines = lines("So\n\n$$v = 2 \\badness h$$ and $$x = (3$$ and $$y = 1$$");
        let fault = lines[0].outcome.as_ref().unwrap_err();
        assert_eq!(
            (
                fault.before.as_str(),
                fault.at.as_str(),
                fault.after.as_str()
            ),
            ("v = 2 ", "\\badness", " h")
        );
        assert_eq!(fault.place, Some((3, 9)));
        let fault = lines[1].outcome.as_ref().unwrap_err();
        assert_eq!(
            format!("{}{}{}", fault.before, fault.at, fault.after),
            "x = (3"
        );
        let read = lines[2].outcome.as_ref().unwrap();
        assert!(read.as_str().starts_with("<math"));
        assert_eq!((lines[2].line, lines[2].column), (3, 43));
    }

    #[test]
    fn of_a_long_source_only_the_place_is_shown() {
        let long = format!("$${} \\badness {}$$", "α + ".repeat(50), "β + ".repeat(50));
        let lines = lines(&long);
        let fault = lines[0].outcome.as_ref().unwrap_err();
        assert_eq!(fault.at, "\\badness");
        assert_eq!(fault.before.chars().count(), SHOWN_CHARS + 1);
        assert!(fault.before.starts_with('…') && fault.after.ends_with('…'));
    }
}
