//! The formulas of a Markdown text.
//!
//! Display mathematics only: `$$…$$`, `\[…\]`, and `\begin{equation}` and its kin. What stands in
//! `$…$` is an aside, and code is code. Aligned blocks give one formula a line. Work is linear in
//! the text, and no text fails as a whole: what cannot be read is reported in its place.

use std::ops::Range;

use super::formula::Formula;
use super::latex::{self, Options, ReadError};
use super::vocabulary::{self, Lines};

/// Formulas that are taken from one text; what comes after them is one error.
pub const MAX_FORMULAS: usize = 10_000;

/// Bytes that are shown of a formula that does not end.
const MAX_SHOWN: usize = 120;

/// A place in a text, both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character in its line.
    pub column: usize,
}

/// A formula of the text.
#[derive(Clone, Debug)]
pub struct Extracted {
    /// Its bytes in the text, without delimiters.
    pub range: Range<usize>,
    /// Where it begins.
    pub place: Place,
    /// What is written there.
    pub source: String,
    /// The reading, or why there is none; places in the error count from the beginning of
    /// `source`.
    pub formula: Result<Formula, ReadError>,
    /// Where in the text the error is.
    pub error_place: Option<Place>,
}

/// The formulas of a text, in order.
pub fn formulas(markdown: &str) -> Vec<Extracted> {
    formulas_with(markdown, &Options::default())
}

/// Where display mathematics stands in a text, each with its delimiters and without; an environment
/// is its own delimiter. What does not end is left out.
pub fn blocks(markdown: &str) -> Vec<(Range<usize>, Range<usize>)> {
    let mut walker = Walker::new(markdown);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(block) = walker.next_block(at) {
        at = block.after;
        if block.unclosed.is_none() {
            // The delimiters on both sides are of one length.
            let delimiter = block.after - block.range.end;
            found.push((block.range.start - delimiter..block.after, block.range));
        }
    }
    found
}

/// [`formulas`] with what the problem says about its names.
pub fn formulas_with(markdown: &str, options: &Options) -> Vec<Extracted> {
    let mut walker = Walker::new(markdown);
    let mut cursor = Cursor::new(markdown);
    let mut found = Vec::new();
    let mut at = 0;
    // Blocks come in order, so the cursor only walks forward.
    while let Some(block) = walker.next_block(at) {
        at = block.after;
        if found.len() >= MAX_FORMULAS {
            let error = error(0, "another formula", format!("at most {MAX_FORMULAS}"));
            found.push(cursor.extracted(block.range, Err(error)));
            break;
        }
        if let Some(closer) = block.unclosed {
            let end = block.range.len();
            let error = ReadError {
                byte: end,
                column: markdown[block.range.clone()].chars().count() + 1,
                found: "no end in this paragraph".to_owned(),
                expected: format!("`{closer}` that closes the formula"),
            };
            found.push(cursor.extracted(block.range, Err(error)));
            continue;
        }
        for (range, formula) in read_block(markdown, block.range, options) {
            found.push(cursor.extracted(range, formula));
        }
    }
    found
}

fn error(byte: usize, found: &str, expected: String) -> ReadError {
    ReadError {
        byte,
        column: byte + 1,
        found: found.to_owned(),
        expected,
    }
}

/// The formulas of one block, their errors counted from the beginning of each.
fn read_block(
    markdown: &str,
    block: Range<usize>,
    options: &Options,
) -> Vec<(Range<usize>, Result<Formula, ReadError>)> {
    let source = &markdown[block.clone()];
    latex::read_range(source, 0, source.len(), options)
        .into_iter()
        .map(|piece| {
            let formula = piece.formula.map_err(|error| {
                let skipped = latex::column(source, piece.range.start) - 1;
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

/// A stretch of display mathematics.
struct Block {
    range: Range<usize>,
    after: usize,
    /// The delimiter that is missing at its end.
    unclosed: Option<String>,
}

/// Finds display mathematics.
struct Walker<'t> {
    text: &'t str,
    /// End of the paragraph around the place looked at last.
    paragraph_end: usize,
    /// Delimiters that do not occur before a place.
    missing: Vec<(String, usize)>,
}

impl<'t> Walker<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            paragraph_end: 0,
            missing: Vec::new(),
        }
    }

    /// The next block at or after a byte.
    fn next_block(&mut self, from: usize) -> Option<Block> {
        let bytes = self.text.as_bytes();
        let mut at = from;
        while at < bytes.len() {
            let rest = &self.text[at..];
            let line_start = at == 0 || bytes[at - 1] == b'\n';
            match bytes[at] {
                _ if line_start && fence(rest).is_some() => at = self.after_fence(at),
                b'`' => at = self.after_code(at),
                b'$' if rest.starts_with("$$") => return Some(self.block(at, 2, "$$")),
                b'$' => at = self.after_inline(at),
                b'\\' if rest.starts_with(r"\[") => return Some(self.block(at, 2, r"\]")),
                b'\\' if rest.starts_with(r"\begin{") => match environment(rest) {
                    Some(name) => return Some(self.environment(at, &name)),
                    None => at += r"\begin{".len(),
                },
                // An escaped character: `\$`, `\\`.
                b'\\' => at += 1 + self.text[at + 1..].chars().next().map_or(0, char::len_utf8),
                _ => {
                    at += 1;
                    while !self.text.is_char_boundary(at) {
                        at += 1;
                    }
                }
            }
        }
        None
    }

    /// The block that begins with a delimiter.
    fn block(&mut self, at: usize, length: usize, closer: &str) -> Block {
        let start = at + length;
        let end = self.paragraph(start);
        match self.find(start, end, closer) {
            Some(close) => Block {
                range: start..close,
                after: close + closer.len(),
                unclosed: None,
            },
            None => Block {
                range: start..self.line_end(start, end),
                after: start,
                unclosed: Some(closer.to_owned()),
            },
        }
    }

    /// The block that an environment is, with its `\begin` and `\end`.
    fn environment(&mut self, at: usize, name: &str) -> Block {
        let end = self.paragraph(at);
        let closer = format!(r"\end{{{name}}}");
        match self.find(at, end, &closer) {
            Some(close) => Block {
                range: at..close + closer.len(),
                after: close + closer.len(),
                unclosed: None,
            },
            None => Block {
                range: at..self.line_end(at, end),
                after: at + r"\begin{".len(),
                unclosed: Some(closer),
            },
        }
    }

    /// The first unescaped `closer` between two places.
    fn find(&mut self, start: usize, end: usize, closer: &str) -> Option<usize> {
        let known = self
            .missing
            .iter()
            .any(|(delimiter, until)| delimiter == closer && *until >= end);
        if known {
            return None;
        }
        let mut at = start;
        while let Some(found) = self.text[at..end].find(closer) {
            let place = at + found;
            let backslashes = self.text.as_bytes()[start..place]
                .iter()
                .rev()
                .take_while(|byte| **byte == b'\\')
                .count();
            if backslashes % 2 == 0 {
                return Some(place);
            }
            at = place + 1;
        }
        self.missing.retain(|(delimiter, _)| delimiter != closer);
        self.missing.push((closer.to_owned(), end));
        None
    }

    /// The end of the paragraph around a place: no formula goes over a blank line.
    fn paragraph(&mut self, at: usize) -> usize {
        if at < self.paragraph_end {
            return self.paragraph_end;
        }
        let mut line = at;
        while let Some(length) = self.text[line..].find('\n') {
            let next = line + length + 1;
            let until = self.text[next..]
                .find('\n')
                .map_or(self.text.len(), |length| next + length);
            if self.text[next..until].trim().is_empty() {
                self.paragraph_end = next;
                return next;
            }
            line = next;
        }
        self.paragraph_end = self.text.len();
        self.text.len()
    }

    /// What is shown of a block without end: its line, and not much of it.
    fn line_end(&self, start: usize, end: usize) -> usize {
        let mut until = end.min(start + MAX_SHOWN);
        while !self.text.is_char_boundary(until) {
            until -= 1;
        }
        self.text[start..until]
            .find('\n')
            .map_or(until, |length| start + length)
    }

    /// Past `$…$`, or past a lone `$`.
    fn after_inline(&mut self, at: usize) -> usize {
        let end = self.paragraph(at);
        match self.find(at + 1, end, "$") {
            Some(close) => close + 1,
            None => at + 1,
        }
    }

    /// Past `` `code` ``, or past backticks that close nothing.
    fn after_code(&mut self, at: usize) -> usize {
        let ticks = self.text[at..]
            .bytes()
            .take_while(|byte| *byte == b'`')
            .count();
        let end = self.paragraph(at);
        let closer = "`".repeat(ticks.min(8));
        let known = self
            .missing
            .iter()
            .any(|(delimiter, until)| *delimiter == closer && *until >= end);
        if known {
            return at + ticks;
        }
        if let Some(close) = self.text[at + ticks..end].find(&closer) {
            at + ticks + close + closer.len()
        } else {
            self.missing.retain(|(delimiter, _)| *delimiter != closer);
            self.missing.push((closer, end));
            at + ticks
        }
    }

    /// Past a fenced block of code, or past the whole text if its fence does not close.
    fn after_fence(&self, at: usize) -> usize {
        let Some(opening) = fence(&self.text[at..]) else {
            return at;
        };
        let mut line = at;
        while let Some(length) = self.text[line..].find('\n') {
            line += length + 1;
            let closes = fence(&self.text[line..]).is_some_and(|(mark, count)| {
                let rest = self.text[line..].trim_start().trim_start_matches(mark);
                let rest = &rest[..rest.find('\n').unwrap_or(rest.len())];
                mark == opening.0 && count >= opening.1 && rest.trim().is_empty()
            });
            if closes {
                return self.text[line..]
                    .find('\n')
                    .map_or(self.text.len(), |length| line + length + 1);
            }
        }
        self.text.len()
    }
}

/// The mark and length of a code fence at the beginning of a line.
fn fence(line: &str) -> Option<(char, usize)> {
    let text = line.trim_start_matches(' ');
    if line.len() - text.len() > 3 {
        return None;
    }
    let mark = text
        .chars()
        .next()
        .filter(|mark| matches!(mark, '`' | '~'))?;
    let count = text.chars().take_while(|letter| *letter == mark).count();
    if count < 3 {
        return None;
    }
    // A line of inline code begins with backticks too, and has more of them.
    let first_line = &text[count..text.find('\n').unwrap_or(text.len()).max(count)];
    (mark == '~' || !first_line.contains('`')).then_some((mark, count))
}

/// The name of a display environment that begins here, with its star.
fn environment(rest: &str) -> Option<String> {
    let name = rest.strip_prefix(r"\begin{")?;
    let name = &name[..name.bytes().take(20).position(|byte| byte == b'}')?];
    let displays = vocabulary::environment(name)?.lines == Lines::Formulas;
    displays.then(|| name.to_owned())
}

/// Counts lines and columns while it walks forward.
struct Cursor<'t> {
    text: &'t str,
    byte: usize,
    place: Place,
}

impl<'t> Cursor<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            byte: 0,
            place: Place { line: 1, column: 1 },
        }
    }

    fn extracted(&mut self, range: Range<usize>, formula: Result<Formula, ReadError>) -> Extracted {
        let place = after(self.place, &self.text[self.byte..range.start]);
        (self.byte, self.place) = (range.start, place);
        let source = self.text[range.clone()].to_owned();
        let error_place = formula
            .as_ref()
            .err()
            .map(|error| after(place, &source[..floor(&source, error.byte)]));
        Extracted {
            range,
            place,
            source,
            formula,
            error_place,
        }
    }
}

/// The last character boundary at or before a byte.
fn floor(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

/// The place after a text that begins at a place.
fn after(place: Place, text: &str) -> Place {
    match text.rfind('\n') {
        None => Place {
            column: place.column + text.chars().count(),
            ..place
        },
        Some(last) => Place {
            line: place.line + text.bytes().filter(|byte| *byte == b'\n').count(),
            column: text[last + 1..].chars().count() + 1,
        },
    }
}

#[cfg(test)]
mod tests;
