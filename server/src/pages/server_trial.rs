//! The result of a program that the server ran for a browser that cannot: the same messages as those of `trial.js`.
//! Like a browser, it knows only the public terms.

use dojo_judge::sequence::ended;
use dojo_sandbox::{End, Run};

use super::advice;
use super::strip::{self, Cell};
use super::terms::shortened;
use super::trial::{Trial, TriedRow};
use crate::html::TrustedHtml;
use crate::words::say;

/// A program that was run, beside the public terms.
#[derive(Clone, Debug)]
pub struct Tried {
    origin: i64,
    check: usize,
    known: Vec<String>,
    printed: Vec<String>,
    end: End,
    /// Fewer instructions than the judge gives.
    short_of_fuel: bool,
    /// Beyond the public terms something is wrong.
    hidden_is_wrong: bool,
    stderr: String,
}

impl Tried {
    /// What became of a program for a problem whose public terms are `known`.
    pub fn new(trial: &Trial, known: Vec<String>, run: Run, short_of_fuel: bool) -> Self {
        let (origin, check) = (trial.rules.index_origin, trial.cells());
        Self {
            short_of_fuel,
            ..Self::beside(origin, check, known, run)
        }
    }

    /// The same of a run with all the fuel that the judge gives, of `check` terms of which the first has the index
    /// `origin`.
    pub fn beside(origin: i64, check: usize, known: Vec<String>, run: Run) -> Self {
        Self {
            origin,
            check,
            known,
            printed: run.terms,
            end: run.end,
            short_of_fuel: false,
            hidden_is_wrong: false,
            stderr: run.stderr,
        }
    }

    /// The same where all terms are known, and not all are right.
    #[must_use]
    pub fn not_right(self) -> Self {
        Self {
            hidden_is_wrong: self.made() > 0,
            ..self
        }
    }

    /// The same of a program that makes the terms: whatever it printed is right.
    pub fn alone(origin: i64, check: usize, run: Run, short_of_fuel: bool) -> Self {
        Self {
            short_of_fuel,
            ..Self::beside(origin, check, run.terms.clone(), run)
        }
    }

    /// It printed as many terms as the judge reads.
    pub fn ran_through(&self) -> bool {
        matches!(self.end, End::Enough)
    }

    /// Public terms printed right before the first difference.
    pub fn right(&self) -> usize {
        let pairs = self.known.iter().zip(&self.printed);
        pairs
            .take_while(|(known, printed)| known == printed)
            .count()
    }

    /// Public terms.
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// Terms printed beyond the public ones, when those are right.
    pub fn made(&self) -> usize {
        if self.right() == self.known.len() {
            self.printed.len() - self.known.len()
        } else {
            0
        }
    }

    /// It printed the right terms, and began one too early or too late; a single equal term says nothing.
    fn is_shifted(&self) -> bool {
        let alike = |known: &[String], printed: &[String]| {
            let overlap = known.len().min(printed.len());
            overlap > 1 && known[..overlap] == printed[..overlap]
        };
        let (known, printed) = (&self.known[..], &self.printed[..]);
        self.right() == 0
            && (known.get(1..).is_some_and(|known| alike(known, printed))
                || printed
                    .get(1..)
                    .is_some_and(|printed| alike(known, printed)))
    }

    /// A public term was printed wrong.
    fn differs(&self) -> bool {
        self.right() < self.printed.len().min(self.known.len())
    }

    /// What there is to say of it.
    pub fn words(&self) -> String {
        let number = |at: usize| self.origin.saturating_add_unsigned(at as u64).to_string();
        let right = self.right();
        if let (true, Some(expected), Some(printed)) = (
            self.differs(),
            self.known.get(right),
            self.printed.get(right),
        ) {
            return say!(
                "tried-differs",
                index = number(right),
                expected = abbreviated(expected),
                printed = abbreviated(printed)
            );
        }
        // Whether what was made beyond the public terms is right is not known here.
        let printed = self.printed.len();
        let index = number(printed);
        let expected = self.known.get(printed).map(|term| abbreviated(term));
        match &self.end {
            End::Enough if self.hidden_is_wrong => say!("daily-hidden-wrong").to_owned(),
            End::Enough if self.made() == 0 => say!("tried-all-right", n = self.known.len()),
            End::Enough => say!("tried-made", n = self.known.len(), made = self.made()),
            End::Finished => say!("tried-ended", n = printed, all = self.check),
            End::BadToken { token, .. } => match expected {
                Some(expected) => say!(
                    "tried-bad-token-expected",
                    index = index,
                    expected = expected,
                    token = token
                ),
                None => say!("tried-bad-token", index = index, token = token),
            },
            End::Exception { message } => say!("tried-exception", n = printed, what = message),
            End::Syntax { message } => ended(message),
            End::Memory => say!("tried-memory", n = printed),
            End::Stack => say!("tried-stack", n = printed),
            End::Output => say!("tried-output", n = printed),
            End::TermSize { .. } => say!("tried-term-size", index = index),
            End::Fuel if self.short_of_fuel => say!("tried-stopped", n = printed),
            End::Fuel => say!("tried-fuel", n = printed),
        }
    }

    /// What to try next, where that can be said.
    pub fn advice(&self) -> Option<String> {
        if self.differs() {
            let first = self.origin.to_string();
            return self
                .is_shifted()
                .then(|| say!("explain-offset", index = first));
        }
        match &self.end {
            End::Finished => Some(say!("explain-short-advice", n = self.check)),
            End::BadToken { token, .. } => Some(advice::of_token(token).to_owned()),
            End::Exception { message } => advice::of_exception(message).map(str::to_owned),
            End::Output => Some(say!("explain-output-advice").to_owned()),
            End::Stack => Some(say!("explain-stack-advice").to_owned()),
            End::Enough | End::Syntax { .. } | End::Memory | End::TermSize { .. } | End::Fuel => {
                None
            }
        }
    }

    /// What was printed beside what was expected, from the first difference on.
    pub fn rows(&self) -> Vec<TriedRow> {
        let token = match &self.end {
            End::BadToken { token, .. } => Some(token.as_str()),
            _ => None,
        };
        let printed: Vec<&str> = self
            .printed
            .iter()
            .map(String::as_str)
            .chain(token)
            .collect();
        let (start, end) = (self.right(), self.known.len().min(self.printed.len() + 1));
        if start == printed.len() {
            return Vec::new();
        }
        let row = |at: usize| TriedRow {
            index: self.origin.saturating_add_unsigned(at as u64),
            expected: abbreviated(&self.known[at]),
            printed: printed.get(at).map(|term| abbreviated(term)),
            differs: printed.get(at) != Some(&self.known[at].as_str()),
        };
        (start..end).map(row).collect()
    }

    /// What it wrote to standard error, where that helps.
    pub fn trace(&self) -> &str {
        if self.differs() {
            ""
        } else {
            self.stderr.trim_end()
        }
    }

    /// The strip, with what it printed.
    pub fn strip(&self) -> TrustedHtml {
        let (right, known) = (self.right(), self.known.len());
        let mut cells = strip::terms(known, self.check);
        cells[..right].fill(Cell::Right);
        let is_broken = self.differs() || !matches!(self.end, End::Enough);
        if is_broken && right < known {
            cells[right] = Cell::Wrong;
        }
        cells[known..known + self.made()].fill(Cell::Made);
        let label = match self.made() {
            0 => say!("strip-tried", n = right, of = known),
            made => say!("strip-tried-made", n = right, of = known, made = made),
        };
        strip::strip(&cells, &label)
    }
}

/// A term, or its ends and how long it is.
fn abbreviated(term: &str) -> String {
    let short = shortened(term);
    if short == term {
        return short;
    }
    let digits = term.trim_start_matches('-');
    if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        // What is no number was cut where it was read.
        return term.to_owned();
    }
    say!("tried-digits", term = short, n = digits.len())
}

#[cfg(test)]
mod tests {
    use dojo_sandbox::Fuel;

    use super::*;

    fn tried(known: &str, printed: &str) -> Tried {
        let terms = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let run = Run {
            terms: terms(printed),
            end: End::Finished,
            fuel: Fuel(1),
            peak_memory_bytes: 1,
            stderr: String::new(),
        };
        Tried::beside(0, 200, terms(known), run)
    }

    #[test]
    fn an_offset_is_advised_only_where_the_terms_are_shifted() {
        for (printed, is_shifted) in [
            ("1 4 9 16 25", true),
            ("1 0 1 4 9", true),
            ("1 4 9 16 25 36 49", true),
            ("7 8 9 10 11", false),
            ("123456789012345678901234567890", false),
            ("1 2 3 4 5", false),
        ] {
            let told = tried("0 1 4 9 16", printed).advice();
            assert_eq!(told.is_some(), is_shifted, "{printed}: {told:?}");
        }
    }
}
