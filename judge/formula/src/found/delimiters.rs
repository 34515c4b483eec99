//! Finds mathematics in a text by its delimiters: `$$…$$`, `\[…\]`, `\begin{equation}…`, `$…$`, `\(…\)`, and boxes
//! outside of them.
//!
//! As in TeX, no formula contains a blank line, except one before dollars on a line of their own. The work is linear
//! in the text.

use std::ops::Range;

use super::boxes::{self, MAX_BOX};
use crate::notation::group_length;
use crate::notation::vocabulary;

/// The most bytes of an unclosed formula that are shown.
const MAX_SHOWN: usize = 120;

/// A formula with its delimiters.
#[derive(Clone, Debug)]
pub(super) struct Span {
    /// Its bytes with delimiters.
    pub(super) whole: Range<usize>,
    /// Its bytes without delimiters. A box and an environment are their own delimiters.
    pub(super) inside: Range<usize>,
    /// What the delimiters say about it.
    pub(super) style: Style,
}

/// What the delimiters of a formula say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// It is displayed.
    Display,
    /// It stands among words.
    Inline,
    /// It is an answer.
    Box,
    /// It is not closed; this delimiter is missing at its end.
    Unclosed(String),
}

/// The formulas of a text outside of `code`, in order.
pub(super) fn spans(text: &str, code: &[Range<usize>]) -> Vec<Span> {
    let mut scanner = Scanner {
        text,
        code,
        limit: 0,
        missing: Vec::new(),
    };
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(length) = text[at..].find(['$', '\\']) {
        at += length;
        let before = scanner.code.partition_point(|code| code.end <= at);
        scanner.code = &scanner.code[before..];
        if let Some(code) = scanner.code.first().filter(|code| code.start <= at) {
            at = code.end;
            continue;
        }
        match scanner.span(at) {
            Ok(span) => {
                at = span.whole.end;
                found.push(span);
            }
            Err(next) => at = next,
        }
    }
    found
}

struct Scanner<'t> {
    text: &'t str,
    /// The ranges of code from here on.
    code: &'t [Range<usize>],
    /// The end of the paragraph that was looked at last.
    limit: usize,
    /// Closing delimiters that do not occur before the end of a paragraph.
    missing: Vec<(String, usize)>,
}

impl Scanner<'_> {
    /// The formula that begins here, or where to look next.
    fn span(&mut self, at: usize) -> Result<Span, usize> {
        let rest = &self.text[at..];
        if rest.starts_with("$$") {
            return Ok(self.display(at, 2, "$$"));
        }
        if rest.starts_with('$') {
            return self.inline(at, 1, "$");
        }
        if rest.starts_with(r"\[") {
            return Ok(self.display(at, 2, r"\]"));
        }
        if rest.starts_with(r"\(") {
            return self.inline(at, 2, r"\)");
        }
        if let Some(name) = displaying(rest) {
            let closer = format!(r"\end{{{name}}}");
            let span = self.display(at, 0, &closer);
            let inside = at..span.inside.end.max(span.whole.end);
            return Ok(Span { inside, ..span });
        }
        if let Some(length) = boxes::opening(rest) {
            let open = at + length - 1;
            let end = self
                .text
                .floor_char_boundary(self.paragraph(at).min(open + MAX_BOX));
            let inside = group_length(&self.text[open..end.max(open)]).ok_or(open + 1)?;
            let whole = at..open + inside;
            if boxes::boxes(&self.text[whole.clone()]).is_empty() {
                return Err(whole.end);
            }
            return Ok(Span {
                inside: whole.clone(),
                whole,
                style: Style::Box,
            });
        }
        // A command, or a character that is escaped.
        let next = self.text[at + 1..].chars().next();
        Err(at + 1 + next.map_or(0, char::len_utf8))
    }

    /// A displayed formula; an unclosed one is reported as such.
    fn display(&mut self, at: usize, opening: usize, closer: &str) -> Span {
        let start = at + opening;
        let end = self.paragraph(start).max(start);
        let close = self
            .find(start, end, closer)
            .or_else(|| self.own_line(at, start, end).filter(|_| closer == "$$"));
        if let Some(close) = close {
            return Span {
                whole: at..close + closer.len(),
                inside: start..close,
                style: Style::Display,
            };
        }
        let shown = &self.text[start..self.text.floor_char_boundary(end.min(start + MAX_SHOWN))];
        let line = shown.find('\n').unwrap_or(shown.len());
        Span {
            whole: at..start.max(at + 1),
            inside: start..start + line,
            style: Style::Unclosed(closer.to_owned()),
        }
    }

    /// Where dollars on a line of their own close those that opened on one, after the blank line that ends the
    /// paragraph.
    fn own_line(&self, at: usize, start: usize, end: usize) -> Option<usize> {
        let is_own = |line: &str| line.trim().is_empty();
        let line = self.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let line_of = |at: usize| self.text[at..].lines().next().unwrap_or_default();
        if !is_own(&self.text[line..at]) || !is_own(line_of(start)) {
            return None;
        }
        let behind = &self.text[end..];
        let close = end + behind.len() - behind.trim_start().len();
        let next = self.code.partition_point(|code| code.end <= close);
        let is_code = self.code.get(next).is_some_and(|code| code.start <= close);
        let closes = self.text[close..].starts_with("$$") && is_own(line_of(close + 2));
        (closes && close > start && !is_code).then_some(close)
    }

    /// An inline formula. Inside dollars there is a space at both ends or at neither: `$5 or $6` is not a formula.
    fn inline(&mut self, at: usize, opening: usize, closer: &str) -> Result<Span, usize> {
        let start = at + opening;
        let end = self.paragraph(at).max(start);
        let close = self.find(start, end, closer).ok_or(start)?;
        let inside = &self.text[start..close];
        let is_price = closer == "$"
            && inside.starts_with(char::is_whitespace) != inside.ends_with(char::is_whitespace);
        if inside.is_empty() || is_price {
            return Err(start);
        }
        Ok(Span {
            whole: at..close + closer.len(),
            inside: start..close,
            style: Style::Inline,
        })
    }

    /// The first `closer` between two places that is not escaped.
    fn find(&mut self, start: usize, end: usize, closer: &str) -> Option<usize> {
        let is_missing = |(missing, until): &(String, usize)| missing == closer && *until >= end;
        if self.missing.iter().any(is_missing) {
            return None;
        }
        let mut at = start;
        while let Some(length) = self.text[at..end].find(closer) {
            let place = at + length;
            let before = self.text.as_bytes()[start..place].iter().rev();
            if before.take_while(|byte| **byte == b'\\').count() % 2 == 0 {
                return Some(place);
            }
            at = place + 1;
        }
        self.missing.retain(|(missing, _)| missing != closer);
        self.missing.push((closer.to_owned(), end));
        None
    }

    /// Where the paragraph around a place ends, or code begins in it.
    fn paragraph(&mut self, at: usize) -> usize {
        if at >= self.limit {
            let is_blank = |line: &str| line.trim_matches(['>', ' ', '\t', '\r', '\n']).is_empty();
            let mut line = at;
            self.limit = loop {
                let Some(length) = self.text[line..].find('\n') else {
                    break self.text.len();
                };
                line += length + 1;
                let next = self.text[line..].split_inclusive('\n').next();
                if next.is_none_or(is_blank) {
                    break line;
                }
            };
        }
        let code = self.code.iter().find(|code| code.start > at);
        code.map_or(self.limit, |code| code.start.min(self.limit))
    }
}

/// The name of a display environment that begins here, with its star.
fn displaying(rest: &str) -> Option<&str> {
    let name = rest.strip_prefix(r"\begin{")?;
    let name = &name[..name.bytes().take(20).position(|byte| byte == b'}')?];
    vocabulary::environment(name)?.displays.then_some(name)
}
