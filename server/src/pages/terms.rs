//! The public terms of a problem: a table, a plot and a plain list.

use super::plot;
use crate::html::TrustedHtml;
use crate::words::say;

/// A term with more digits than this is shown by its ends; 40 digits fit a phone in two lines.
const SHOWN_DIGITS: usize = 40;
/// Digits shown at each end of a long term.
const END_DIGITS: usize = 12;

/// The public terms as the page shows them.
#[derive(Clone, Debug)]
pub struct PublicTerms {
    /// One row a term, in order.
    pub rows: Vec<TermRow>,
    /// A plot of them.
    pub plot: TrustedHtml,
    /// The first terms as one line, as many as fit about 60 characters.
    pub opening: String,
}

/// One term.
#[derive(Clone, Debug)]
pub struct TermRow {
    /// Its index in the problem's own counting.
    pub index: i64,
    /// The term, or its ends when it is long.
    pub shown: String,
    /// The whole term, when `shown` is not.
    pub full: Option<LongTerm>,
}

/// A term too long for a line.
#[derive(Clone, Debug)]
pub struct LongTerm {
    /// Number of its digits.
    pub digits: usize,
    /// All of it.
    pub text: String,
}

impl PublicTerms {
    /// Prepares terms in canonical decimal form, the first of which has index `index_origin`.
    pub fn new(index_origin: i64, terms: &[String]) -> Self {
        let rows = terms
            .iter()
            .zip(index_origin..)
            .map(|(term, index)| row(index, term))
            .collect();
        Self {
            rows,
            plot: plot::plot(index_origin, terms),
            opening: opening(terms),
        }
    }
}

fn row(index: i64, term: &str) -> TermRow {
    let digits = term.trim_start_matches('-').len();
    if digits <= SHOWN_DIGITS {
        return TermRow {
            index,
            shown: term.to_owned(),
            full: None,
        };
    }
    TermRow {
        index,
        shown: shortened(term),
        full: Some(LongTerm {
            digits,
            text: term.to_owned(),
        }),
    }
}

/// A term, or its two ends with an ellipsis when it has more than 40 digits.
pub fn shortened(term: &str) -> String {
    let digits = term.trim_start_matches('-').len();
    let sign = term.len() - digits;
    match (
        term.get(..sign + END_DIGITS),
        term.get(term.len().saturating_sub(END_DIGITS)..),
    ) {
        (Some(head), Some(tail)) if digits > SHOWN_DIGITS => format!("{head}…{tail}"),
        _ => term.to_owned(),
    }
}

/// The first terms on one line, never cut inside a term unless the very first is too long.
pub fn opening(terms: &[String]) -> String {
    const LINE: usize = 60;
    let mut line = String::new();
    for term in terms {
        let term = shortened(term);
        if !line.is_empty() {
            if line.len() + term.len() + 2 > LINE {
                break;
            }
            line.push_str(", ");
        }
        line.push_str(&term);
    }
    line
}

/// The number of digits with its noun, for the switch that shows a long term.
impl LongTerm {
    /// `1,000 digits`.
    pub fn length(&self) -> String {
        say!("count-digits", n = self.digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_start_at_the_origin() {
        let terms = PublicTerms::new(-1, &["5".into(), "-7".into()]);
        let indices: Vec<i64> = terms.rows.iter().map(|row| row.index).collect();
        assert_eq!(indices, [-1, 0]);
    }

    #[test]
    fn a_long_term_shows_its_ends_and_keeps_the_whole() {
        let long = format!("-{}{}", "1".repeat(500), "2".repeat(500));
        let terms = PublicTerms::new(0, std::slice::from_ref(&long));
        let row = terms.rows.first().unwrap();
        assert_eq!(row.shown, "-111111111111…222222222222");
        let full = row.full.as_ref().unwrap();
        assert_eq!(full.text, long);
        assert_eq!(full.length(), "1,000 digits");
    }

    #[test]
    fn forty_digits_are_still_shown_whole() {
        let term = "9".repeat(40);
        let terms = PublicTerms::new(0, std::slice::from_ref(&term));
        assert_eq!(terms.rows.first().unwrap().shown, term);
        assert!(terms.rows.first().unwrap().full.is_none());
    }

    #[test]
    fn the_opening_ends_between_terms() {
        let terms: Vec<String> = (0..100).map(|n: u32| (n * n * 1000).to_string()).collect();
        let line = opening(&terms);
        assert!(line.len() <= 60);
        assert!(line.starts_with("0, 1000, 4000"));
        assert!(!line.ends_with(','));
        assert_eq!(opening(&[]), "");
    }
}
