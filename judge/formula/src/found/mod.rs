//! Finds the formulas that a Markdown text states. Only their position in the text decides, never the words around
//! them.
//!
//! A text states display mathematics (`$$…$$`, `\[…\]`, `\begin{equation}` and similar), a fence marked `math` or
//! `latex`, a formula in `$…$` or `\(…\)` that stands alone in its paragraph, item or cell, and the content of
//! `\boxed{…}` anywhere, which is an answer. Any other formula inside a sentence is an aside and is ignored unless
//! the caller asks for asides. The text is read as the page shows it, so code, comments and struck-out text state
//! nothing. Commands that the text defines are expanded. Aligned blocks give one formula for each line. The work is
//! linear in the text, and no text fails as a whole: what cannot be read is reported at its place.

mod boxes;
mod definitions;
mod delimiters;
mod markdown;

use std::iter;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::notation;
use crate::notation::ReadError;
use crate::notation::text_place::TextPlace;
use crate::tree::{Expr, Formula};
pub use boxes::{boxes, opening as opening_of_box};
use definitions::Definitions;
use markdown::{Block, BlockKind, Page};
pub use markdown::{MAX_DEPTH, is_too_deep};

/// The most formulas that are taken from one text; the rest is reported as one error.
pub const MAX_FORMULAS: usize = 10_000;

/// How a formula in `$…$` inside a sentence is treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Inline {
    /// It is an aside and is ignored.
    #[default]
    Aside,
    /// It counts like any other, if it contains a relation.
    Count,
}

/// Which formulas between single delimiters count at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Those that contain a relation.
    Named,
    /// Also a value without a left side: `$2 m g$`. A single letter or number does not count.
    All,
}

/// A formula of the text.
#[derive(Clone, Debug)]
pub struct Extracted {
    /// Its bytes in the text, without delimiters.
    pub range: Range<usize>,
    /// Where it begins.
    pub place: TextPlace,
    /// What is written there.
    pub source: String,
    /// The parsed formula, or why it could not be read; places in the error count from the beginning of `source`.
    pub formula: Result<Formula, ReadError>,
    /// Where in the text the error is.
    pub error_place: Option<TextPlace>,
    /// The number of the last box of the text that contains it or is contained in it.
    pub boxed: Option<usize>,
}

/// What was found in a text.
#[derive(Clone, Debug, Default)]
pub struct FoundFormulas {
    /// The formulas, in order.
    pub formulas: Vec<Extracted>,
    /// How many asides contain a relation and were ignored.
    pub asides: usize,
    /// What can be read of them.
    pub said_aside: Vec<Formula>,
    /// How many formulas are code, because backticks surround them.
    pub quoted: usize,
    /// How many boxes there are, including those in which nothing can be read.
    pub boxes: usize,
}

/// The formulas of a text, in order, without asides.
pub fn formulas(markdown: &str) -> Vec<Extracted> {
    find(markdown, Inline::Aside, Values::Named).formulas
}

/// A formula that the page renders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Its bytes with delimiters.
    pub whole: Range<usize>,
    /// Its bytes without. An environment and a box are their own delimiters.
    pub inside: Range<usize>,
    /// Whether it is displayed on its own line.
    pub displayed: bool,
}

/// The formulas of a text between any delimiters, outside of fences. Unclosed ones are left out.
pub fn shown(markdown: &str) -> Vec<Shown> {
    let closed = markdown::page(markdown)
        .blocks
        .into_iter()
        .filter(|block| block.unclosed.is_none() && block.kind != BlockKind::Fence);
    closed
        .map(
            |Block {
                 whole,
                 inside,
                 kind,
                 ..
             }| Shown {
                displayed: kind == BlockKind::Display
                    && opening_of_box(&markdown[whole.clone()]).is_none(),
                whole,
                inside,
            },
        )
        .collect()
}

/// The parts of a text that a page does not show, or strikes out, in order; nothing in them is stated.
pub fn hidden(markdown: &str) -> Vec<Range<usize>> {
    markdown::page(markdown).hidden
}

/// The formulas of a text, in order.
pub fn find(markdown: &str, inline: Inline, values: Values) -> FoundFormulas {
    let mut cursor = PlaceCursor::new(markdown);
    let Some(expanded) = Definitions::of(markdown).expand(markdown) else {
        return find_in(markdown, inline, values, &mut |range, formula| {
            cursor.extracted(range, formula)
        });
    };
    let mut found = find_in(&expanded.text, inline, values, &mut |range, formula| {
        let start = expanded.begin(range.start);
        let place = start..expanded.end(range.end).max(start);
        let formula = formula.map_err(|error: ReadError| {
            let byte = expanded.begin(range.start + error.byte);
            let byte = markdown.floor_char_boundary(byte).max(place.start);
            ReadError {
                byte: byte - place.start,
                column: markdown[place.start..byte].chars().count() + 1,
                ..error
            }
        });
        cursor.extracted(place, formula)
    });
    // A definition that stood alone leaves nothing behind.
    found.formulas.retain(|one| !one.source.trim().is_empty());
    found
}

/// The formulas of a text without definitions, each passed to `extracted`.
fn find_in(
    markdown: &str,
    inline: Inline,
    values: Values,
    extracted: &mut dyn FnMut(Range<usize>, Result<Formula, ReadError>) -> Extracted,
) -> FoundFormulas {
    let mut found = FoundFormulas::default();
    let Page { blocks, quoted, .. } = markdown::page(markdown);
    found.quoted = quoted;
    for block in blocks {
        let source = &markdown[block.inside.clone()];
        let own_boxes = boxes(source);
        let aside =
            block.kind == BlockKind::Inline && inline == Inline::Aside && own_boxes.is_empty();
        if found.formulas.len() >= MAX_FORMULAS {
            if aside {
                continue;
            }
            let error = error(0, "another formula", format!("at most {MAX_FORMULAS}"));
            found.formulas.push(extracted(block.inside, Err(error)));
            break;
        }
        if let Some(closer) = block.unclosed {
            let error = ReadError {
                byte: source.len(),
                column: source.chars().count() + 1,
                found: "no end in this paragraph".to_owned(),
                expected: format!("`{closer}` that closes the formula"),
            };
            found.formulas.push(extracted(block.inside, Err(error)));
            continue;
        }
        let among_words = matches!(block.kind, BlockKind::Inline | BlockKind::Alone);
        let is_value = among_words && own_boxes.is_empty() && !holds_relation(source);
        if is_value && (aside || values == Values::Named) {
            continue;
        }
        if aside {
            found.asides += 1;
        }
        let begins = block.inside.start;
        let mut formulas = read_block(markdown, block.inside, block.kind);
        if aside {
            let read = formulas.into_iter().filter_map(|(_, formula)| formula.ok());
            found.said_aside.extend(read);
            continue;
        }
        formulas.retain(|(_, formula)| !is_value || formula.as_ref().is_ok_and(is_composed));
        for (range, formula) in formulas {
            let is_in = |own: &Range<usize>| {
                own.start + begins < range.end && range.start < own.end + begins
            };
            let boxed = own_boxes.iter().rposition(is_in);
            found.formulas.push(Extracted {
                boxed: boxed.map(|own| found.boxes + own),
                ..extracted(range, formula)
            });
        }
        found.boxes += own_boxes.len();
    }
    found
}

/// Whether a text may contain a relation; an aside such as `$x$` only names something.
pub fn holds_relation(source: &str) -> bool {
    const COMMANDS: [&str; 12] = [
        r"\approx", r"\le", r"\ge", r"\ll", r"\gg", r"\propto", r"\equiv", r"\sim", r"\ne", r"\to",
        r"\lt", r"\gt",
    ];
    source.contains(['=', '<', '>', '≈', '≤', '≥', '≡', '∝', '≠'])
        || COMMANDS.iter().any(|command| source.contains(command))
}

/// Whether a formula is more than a single letter or number.
fn is_composed(formula: &Formula) -> bool {
    !matches!(
        (&formula.first, formula.links.as_slice()),
        (Some(Expr::Symbol(_) | Expr::Number(_)), [])
    )
}

fn error(byte: usize, found: &str, expected: String) -> ReadError {
    ReadError {
        byte,
        column: byte + 1,
        found: found.to_owned(),
        expected,
    }
}

/// The formulas of one block; their errors count from the beginning of each formula.
fn read_block(
    markdown: &str,
    block: Range<usize>,
    kind: BlockKind,
) -> Vec<(Range<usize>, Result<Formula, ReadError>)> {
    let quoted = unquoted(markdown, &block);
    let source = quoted.as_deref().unwrap_or(&markdown[block.clone()]);
    let mut pieces = Vec::new();
    for lines in stretches(source, kind) {
        pieces.extend(notation::read_range(source, lines.start, lines.end));
    }
    pieces
        .into_iter()
        .map(|piece| {
            let formula = piece.formula.map_err(|error| {
                let skipped = notation::column(source, piece.range.start) - 1;
                ReadError {
                    byte: error.byte.saturating_sub(piece.range.start),
                    column: error.column.saturating_sub(skipped).max(1),
                    ..error
                }
            });
            let range = block.start + piece.range.start..block.start + piece.range.end;
            (range, formula)
        })
        .collect()
}

/// The paragraphs of a fence, or the lines of a paragraph if each line is a formula; or the whole content.
fn stretches(source: &str, kind: BlockKind) -> Vec<Range<usize>> {
    if kind != BlockKind::Fence || source.contains(r"\\") || source.contains(r"\begin") {
        return iter::once(0..source.len()).collect();
    }
    let mut at = 0;
    let lines: Vec<Range<usize>> = source
        .split_inclusive('\n')
        .map(|line| {
            at += line.len();
            at - line.len()..at
        })
        .collect();
    let is_blank = |line: &Range<usize>| source[line.clone()].trim().is_empty();
    let relates = |line: &Range<usize>| holds_relation(&source[line.clone()]);
    let paragraphs = lines.split(is_blank).filter(|lines| !lines.is_empty());
    let stretches = paragraphs.flat_map(|lines| match lines {
        [first, .., last] if !lines.iter().all(relates) => {
            iter::once(first.start..last.end).collect()
        }
        _ => lines.to_vec(),
    });
    let stretches: Vec<_> = stretches.collect();
    if stretches.is_empty() {
        return iter::once(0..source.len()).collect();
    }
    stretches
}

/// The text of a block inside a quotation, with the marks of its lines replaced by spaces; `None` outside of a
/// quotation.
fn unquoted(markdown: &str, block: &Range<usize>) -> Option<String> {
    let source = &markdown[block.clone()];
    if !source.contains("\n>") && !source.contains("\n ") {
        return None;
    }
    let line = markdown[..block.start]
        .rfind('\n')
        .map_or(0, |newline| newline + 1);
    if !markdown[line..].trim_start().starts_with('>') {
        return None;
    }
    let mut text = String::with_capacity(source.len());
    for (index, line) in source.split_inclusive('\n').enumerate() {
        let mark = line.trim_start_matches(' ');
        match mark.strip_prefix('>') {
            Some(rest) if index > 0 => {
                text.extend(iter::repeat_n(' ', line.len() - rest.len()));
                text.push_str(rest);
            }
            _ => text.push_str(line),
        }
    }
    Some(text)
}

/// Counts lines and columns while it walks forward.
struct PlaceCursor<'t> {
    text: &'t str,
    byte: usize,
    place: TextPlace,
}

impl<'t> PlaceCursor<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            byte: 0,
            place: TextPlace::START,
        }
    }

    fn extracted(&mut self, range: Range<usize>, formula: Result<Formula, ReadError>) -> Extracted {
        let place = self.place.after(&self.text[self.byte..range.start]);
        (self.byte, self.place) = (range.start, place);
        let source = self.text[range.clone()].to_owned();
        let error_place = formula
            .as_ref()
            .err()
            .map(|error| place.after(&source[..source.floor_char_boundary(error.byte)]));
        Extracted {
            range,
            place,
            source,
            formula,
            error_place,
            boxed: None,
        }
    }
}

#[cfg(test)]
mod tests;
