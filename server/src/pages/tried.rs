//! A program that the server ran for a browser that cannot: what is said of it, in the words of `trial.js`. It knows
//! the public terms alone, as a browser does.

use dojo_sandbox::{End, Run};

use super::html::TrustedHtml;
use super::strip::{self, Cell};
use super::terms::shortened;
use super::text::count;
use super::trial::Trial;

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
    stderr: String,
}

impl Tried {
    /// What became of a program for a problem whose public terms are `known`.
    pub fn new(trial: &Trial, known: Vec<String>, run: Run, short_of_fuel: bool) -> Self {
        Self {
            origin: trial.rules.index_origin,
            check: trial.cells(),
            known,
            printed: run.terms,
            end: run.end,
            short_of_fuel,
            stderr: run.stderr,
        }
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

    /// A public term was printed wrong.
    fn differs(&self) -> bool {
        self.right() < self.printed.len().min(self.known.len())
    }

    /// What there is to say of it.
    pub fn words(&self) -> String {
        let right = self.right();
        let after = match right {
            0 => String::new(),
            _ => format!(" after {}", number(right, "right term")),
        };
        let next = format!("a({})", self.origin.saturating_add_unsigned(right as u64));
        let expected = self.known.get(right).map(|term| abbreviated(term));
        if let (true, Some(expected), Some(printed)) =
            (self.differs(), &expected, self.printed.get(right))
        {
            return format!(
                "{next}: expected {expected}, printed {}.",
                abbreviated(printed)
            );
        }
        match &self.end {
            End::Enough if self.made() == 0 => {
                format!("All {} are right.", number(self.known.len(), "term"))
            }
            End::Enough => format!(
                "All {} are right, and {} more were made. Only the judge knows whether those are right.",
                number(self.known.len(), "public term"),
                self.made()
            ),
            End::Finished => {
                let after = if right == 0 {
                    " without printing a term"
                } else {
                    &after
                };
                format!(
                    "The program ended{after}; the judge asks for {}.",
                    self.check
                )
            }
            End::BadToken { token, .. } => {
                let expected = expected.map_or(String::new(), |term| format!("expected {term}, "));
                format!("{next}: {expected}printed “{token}”, which is not a decimal integer.")
            }
            End::Exception { message } => format!("{message}{after}."),
            End::Syntax { message } => format!("{message}."),
            End::Memory => format!("Out of memory{after}."),
            End::Stack => format!("Too deep recursion{after}."),
            End::Output => format!("Too much output{after}."),
            End::TermSize { .. } => format!("{next} has too many digits."),
            End::Fuel if self.short_of_fuel => {
                format!("Stopped{after}: the judge lets a program go on for longer.")
            }
            End::Fuel => format!("Out of fuel{after}."),
        }
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
        let made = match self.made() {
            0 => String::new(),
            made => format!(", {made} more made"),
        };
        let label = format!("The strip: {right} of {known} public terms right{made}.");
        strip::strip(&cells, &label)
    }
}

fn number(number: usize, noun: &str) -> String {
    count(&number.to_string(), noun)
}

/// A term, or its ends and how long it is.
fn abbreviated(term: &str) -> String {
    let short = shortened(term);
    if short == term {
        return short;
    }
    let digits = term.trim_start_matches('-').len();
    format!("{short} ({digits} digits)")
}
