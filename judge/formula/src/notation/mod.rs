//! Reads formulas from LaTeX.
//!
//! The reader is total: any text gives a tree or a [`ReadError`] with its place, what was found and what was
//! expected. Nothing is dropped silently; only layout (spaces, sizes, alignment, `\tag`, `\label`) is skipped.
//! `docs/physics-latex.md` says how ambiguous notation is read, and each rule is documented beside its code.
//!
//! Input is hostile. A formula has at most [`MAX_SOURCE`] bytes, brackets and arguments nest at most [`MAX_NESTING`]
//! levels, and the tree is bounded by [`MAX_DEPTH`](crate::tree::MAX_DEPTH) and
//! [`MAX_NODES`](crate::tree::MAX_NODES). The parser recurses only inside these limits, so a stack of 512 KiB is
//! enough.

#![allow(
    clippy::unnecessary_box_returns,
    reason = "errors are rare and large: inside the reader they travel boxed"
)]

mod atoms;
mod brackets;
mod calculus;
mod columns;
mod compound;
mod conditional_bars;
mod decorations;
mod error;
mod functions;
mod groups;
mod kets;
mod labels;
pub mod layout;
mod lexer;
mod lookahead;
mod macros;
mod names;
mod numbers;
mod open_intervals;
mod parser;
mod remarks;
mod restated_units;
mod scripts;
mod series;
mod statement_split;
mod states;
mod sums;
mod symbols;
pub mod text_place;
mod token;
mod trailing_signs;
mod tree;
mod unicode;
pub mod units;
mod upright;
pub mod vocabulary;
mod wedge;
mod words;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

pub use error::ReadError;
pub(super) use error::column;
pub(crate) use tree::{Bracketed, GroupKind, Side, TokenRow, TokenTree};
pub use tree::{bracket_length, group_length};
pub use words::is_ideograph;

use crate::tree::{Bracket, Expr, Formula, Relation};
use lexer::Invalid;
use parser::Parser;
use token::{Raw, Token, TokenKind, Words};

/// The most bytes of a formula's source.
pub const MAX_SOURCE: usize = 32 * 1024;
/// How deeply brackets, arguments and prefixes of a formula may nest.
///
/// Each level costs an unoptimised build about 10 KiB of stack.
pub const MAX_NESTING: usize = 40;

/// A formula that was found among others.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Bytes of the source that it takes up.
    pub range: std::ops::Range<usize>,
    /// The reading.
    pub formula: Result<Formula, ReadError>,
}

/// Reads one formula, with or without the `$$`, `\[` or `$` around it.
///
/// # Errors
/// If it is not a formula, or more than one.
pub fn read(source: &str) -> Result<Formula, ReadError> {
    let (from, to) = inside_delimiters(source);
    let mut pieces = read_range(source, from, to);
    if pieces.is_empty() {
        return Err(ReadError::new(source, from, "nothing", "a formula"));
    }
    if pieces.iter().all(|piece| piece.formula.is_ok()) && pieces.len() > 1 {
        if let Some(chain) = joined(&pieces).or_else(|| with_conditions(&pieces)) {
            return Ok(chain);
        }
        let second = pieces[1].range.start;
        return Err(ReadError::new(
            source,
            second,
            "a second formula",
            "one formula",
        ));
    }
    let failed = pieces
        .iter()
        .position(|piece| piece.formula.is_err())
        .unwrap_or(0);
    pieces.swap_remove(failed).formula
}

/// Reads the formulas of `source[from..to]`, separated by line breaks, commas between relations,
/// arrows such as `\Rightarrow`, and connecting words. Places count from the beginning of `source`.
///
/// The result is empty only if the source contains nothing but remarks: `\text{Step 2}`. Text that contains a
/// relation, `\text{v = 12 m/s}`, is a piece that cannot be read.
///
/// # Panics
/// If the range is not one of the source.
pub fn read_range(source: &str, from: usize, to: usize) -> Vec<Piece> {
    let whole = |error: ReadError| {
        vec![Piece {
            range: from..to,
            formula: Err(error),
        }]
    };
    if to - from > MAX_SOURCE {
        return whole(ReadError::new(
            source,
            from,
            format!("a formula of {} bytes", to - from),
            format!("at most {MAX_SOURCE}"),
        ));
    }
    let (tokens, invalid) = match lexer::lex(source, from, to) {
        Ok(words) => words,
        Err(error) => return whole(error),
    };
    let written = TokenTree::of(tokens);
    let tree = macros::expand(source, written.row().words());
    let tokens = tree.row();
    if tokens.is_empty() {
        return whole(ReadError::new(source, from, "nothing", "a formula"));
    }
    let pieces = statement_split::split(tokens);
    let relates = |token: &&Token<'_>| matches!(token.kind, TokenKind::Raw(Raw::Text, text) if text.contains('='));
    if pieces.is_empty()
        && let Some(words) = tokens.iter().find(relates)
    {
        let (found, expected) = ("a formula among words", "it outside of the text");
        return whole(ReadError::new(source, words.start, found, expected));
    }
    pieces
        .into_iter()
        .map(|piece| {
            let words = piece.words.row();
            let (first, last) = (words[0], words[words.len() - 1]);
            let mut formula = match invalid_in(&words, &invalid) {
                Some(found) => Err(found.error(source)),
                None => read_tokens(source, words),
            };
            if let Ok(formula) = &mut formula {
                let conditions = piece.conditions.iter();
                formula.conditions = conditions
                    .filter_map(|words| read_tokens(source, words.row()).ok())
                    .collect();
            }
            Piece {
                range: first.start..last.end,
                formula,
            }
        })
        .collect()
}

/// The error of the first invalid token.
fn invalid_in<'e>(tokens: &[Token<'_>], invalid: &'e [Invalid]) -> Option<&'e Invalid> {
    let word = tokens
        .iter()
        .find(|token| token.kind == TokenKind::Invalid)?;
    let found = invalid.binary_search_by_key(&word.start, |found| found.byte);
    found.ok().map(|index| &invalid[index])
}

fn read_tokens(source: &str, tokens: Words<'_, '_>) -> Result<Formula, ReadError> {
    Parser::new(source, tokens).whole().map_err(|error| *error)
}

/// Joins lines that form one chain: `a = b \\ = c`.
fn joined(pieces: &[Piece]) -> Option<Formula> {
    let mut formulas = pieces
        .iter()
        .filter_map(|piece| piece.formula.as_ref().ok());
    let mut chain = formulas.next()?.clone();
    for formula in formulas {
        if formula.first.is_some() {
            return None;
        }
        chain.links.extend(formula.links.iter().cloned());
        chain.conditions.extend(formula.conditions.iter().cloned());
    }
    Some(chain)
}

/// Joins a formula with the conditions after it: `x = 3 \text{ for } t > 0`, `E_n = n^2 a,\quad n = 1, 2, \ldots`.
fn with_conditions(pieces: &[Piece]) -> Option<Formula> {
    let (first, rest) = pieces.split_first()?;
    let mut formula = first.formula.as_ref().ok()?.clone();
    for piece in rest {
        let said = piece.formula.as_ref().ok()?;
        if !formula.conditions.contains(said) {
            is_domain(said).then(|| formula.conditions.push(said.clone()))?;
        }
    }
    Some(formula)
}

/// Whether a formula says only which values a symbol takes: `n \in \mathbb N`, `n = 1, 2, \ldots`.
fn is_domain(said: &Formula) -> bool {
    match (&said.first, &*said.links) {
        (Some(Expr::Symbol(_)), [(Relation::In, _)]) => true,
        (Some(Expr::Symbol(_)), [(Relation::Equal, Expr::Tuple(Bracket::None, members))]) => {
            members.last().is_some_and(Expr::is_dots)
        }
        _ => false,
    }
}

/// The range of the formula without outer spaces and one pair of delimiters.
fn inside_delimiters(source: &str) -> (usize, usize) {
    let from = source.len() - source.trim_start().len();
    let to = source.trim_end().len().max(from);
    let inside = &source[from..to];
    for (open, close) in [("$$", "$$"), (r"\[", r"\]"), (r"\(", r"\)"), ("$", "$")] {
        let framed = inside.len() >= open.len() + close.len()
            && inside.starts_with(open)
            && inside.ends_with(close);
        if framed {
            return (from + open.len(), to - close.len());
        }
    }
    (from, to)
}
