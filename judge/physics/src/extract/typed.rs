//! Formulas in a text in which none stands between delimiters, or only in code: lines that are nothing else.

use std::ops::Range;

use super::holds_relation;
use super::line::{DELIMITERS, behind_label};
use super::walker::fence;
use crate::formula::Formula;
use crate::latex::{self, Options};

/// Bytes of a line that is looked at.
const LONGEST_LINE: usize = 1000;

/// Letters in a row that may be symbols: `mgh`.
const MOST_SYMBOLS: usize = 3;

/// The formulas of lines that are formulas, behind the mark of an item or a label with a colon. What cannot be read as
/// one is left alone, and so are blocks of code.
pub(super) fn formulas(markdown: &str) -> impl Iterator<Item = (Range<usize>, Formula)> {
    let lines = lines(markdown).filter(|line| line.len() <= LONGEST_LINE);
    lines.flat_map(move |line| {
        let parts = bare(line).split(" and ");
        let read: Option<Vec<_>> = parts
            .map(|part| read(markdown, place(markdown, part)))
            .collect();
        read.into_iter().flatten().flatten()
    })
}

/// Where a part of a text stands in it.
fn place(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr().addr() - text.as_ptr().addr();
    start..start + part.len()
}

/// The lines of a text that are not code.
fn lines(markdown: &str) -> impl Iterator<Item = &str> {
    let mut opened = None;
    markdown.lines().filter(move |line| {
        let (was, mark) = (opened, fence(line));
        match (was, mark) {
            (None, Some(_)) => opened = mark,
            (Some((was, least)), Some((mark, count))) if mark == was && count >= least => {
                opened = None;
            }
            _ => {}
        }
        was.is_none() && mark.is_none()
    })
}

/// A line without the mark of an item, a label, and what ends it: `2. **Speed:** v = 3 t.`
fn bare(line: &str) -> &str {
    let mut text = line.trim();
    while let Some(after) = behind_mark(text) {
        text = after;
    }
    if text.contains([':', '：']) && !text.contains(":=") {
        text = behind_label(text);
    }
    let around = |letter: char| letter.is_whitespace() || "*_`".contains(letter);
    let ends = |letter: char| around(letter) || ".,;!✓✔✅☑□∎■".contains(letter);
    let text = text.trim_start_matches(around).trim_end_matches(ends);
    // In a box of code delimiters are none.
    let inside = DELIMITERS.iter().find_map(|(open, close)| {
        let inside = text.strip_prefix(open)?;
        inside.strip_suffix(close)
    });
    inside.unwrap_or(text)
}

/// What stands behind the mark of an item: `-`, `2.`, `(a)`.
fn behind_mark(text: &str) -> Option<&str> {
    const LONGEST_MARK: usize = 5;
    let (mark, after) = text.split_once(char::is_whitespace)?;
    let after = after.trim_start();
    let number = mark.strip_suffix([')', '.']).unwrap_or_default();
    let number = number.trim_start_matches('(');
    let is_number = !number.is_empty() && number.chars().all(char::is_alphanumeric);
    let is_mark = is_number && mark.len() <= LONGEST_MARK
        || matches!(mark, "-" | "*" | "+" | "•" | ">" | "∴" | "=>" | "⇒");
    // `(x) = 3`
    let goes_on = after.starts_with(['=', '≈', '<', '>', '+', '/']);
    (is_mark && !goes_on).then_some(after)
}

/// The formulas of a part of a line, if it holds nothing else.
fn read(markdown: &str, part: Range<usize>) -> Option<Vec<(Range<usize>, Formula)>> {
    let text = &markdown[part.clone()];
    // Addresses, code, a tag, a quotation.
    let is_other = text.contains(['@', '#', '"'])
        || text.contains(':') && !text.contains(":=")
        || text.starts_with(['<', '>']);
    if is_other || !holds_relation(text) || has_words(text) {
        return None;
    }
    let pieces = latex::read_range(markdown, part.start, part.end, &Options::default());
    pieces
        .into_iter()
        .map(|piece| {
            let relates = holds_relation(&markdown[piece.range.clone()]);
            let formula = piece.formula.ok().filter(|_| relates)?;
            Some((piece.range, formula))
        })
        .collect()
}

/// Whether letters of a text are words and no symbols, functions or commands.
fn has_words(text: &str) -> bool {
    let mut at = 0;
    while let Some(letters) = text[at..].find(char::is_alphabetic) {
        let start = at + letters;
        let rest = &text[start..];
        at = start
            + rest
                .find(|letter: char| !letter.is_alphabetic())
                .unwrap_or(rest.len());
        let (before, word, after) = (&text[..start], &text[start..at], &text[at..]);
        if word.contains(|letter| matches!(letter, '\u{3041}'..='\u{faff}')) {
            return true;
        }
        let is_marked = before.ends_with(['\\', '_', '{']) || latex::is_typed_command(rest, before);
        let count = word.chars().count();
        if count == 1 || is_marked || count <= MOST_SYMBOLS && is_factor(before, after) {
            continue;
        }
        return true;
    }
    false
}

/// Whether letters in a row stand beside signs and not, as a word does, among others or before a symbol: `h = mgh + 3`,
/// `so v = 3`.
fn is_factor(before: &str, after: &str) -> bool {
    let joins = |letter: char| !letter.is_alphanumeric() && !".,;".contains(letter);
    let is_spaced = |letter: Option<char>| letter.is_none_or(char::is_whitespace);
    if !is_spaced(before.chars().next_back()) || !is_spaced(after.chars().next()) {
        return true;
    }
    let (before, after) = (before.trim_end(), after.trim_start());
    (before.ends_with(joins) || before.is_empty())
        && (after.starts_with(joins) || after.is_empty() || after.starts_with([',', ';']))
}
