//! Finds where formulas stand in a text.

mod adjacent_text;
mod code;
mod markup;

use std::ops::Range;

use adjacent_text::{name_before, side_behind, unit_behind};
pub(super) use code::CodeFence;
pub(super) use code::{closes, fence};
use formula::found::{boxes, holds_relation, opening_of_box};
use markup::{is_directive, tags};

use super::own_line::{is_alone, is_markup};
use formula::notation::group_length;
use formula::notation::vocabulary;

/// The most bytes of an unclosed formula that are shown.
const MAX_SHOWN: usize = 120;

/// The end of a formula without LaTeX delimiters is searched within this many bytes, so that unclosed openers are
/// cheap.
const MAX_LOOSE: usize = 2048;

/// The most bytes before a formula on its line that may be a mark: a list, a quotation, bold type.
const MAX_MARK: usize = 200;

/// A stretch of mathematics.
#[derive(Debug)]
pub(super) struct Block {
    /// Its bytes, without delimiters.
    pub(super) range: Range<usize>,
    /// Its bytes with delimiters.
    pub(super) whole: Range<usize>,
    /// The first byte after it and its delimiter.
    pub(super) after: usize,
    /// The delimiter that is missing at its end.
    pub(super) unclosed: Option<String>,
    pub(super) kind: BlockKind,
}

/// How it stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockKind {
    /// Displayed by itself.
    Display,
    /// In a fence, where each line may be a formula.
    Fence,
    /// On a line that contains nothing else.
    Alone,
    /// Inside a sentence.
    Inline,
}

/// Finds mathematics.
pub(super) struct Walker<'t> {
    text: &'t str,
    /// The end of the paragraph around the last position.
    paragraph_end: usize,
    /// Delimiters that do not occur before a position.
    missing: Vec<(String, usize)>,
    /// The fence that is being searched.
    pub(super) fence: Option<CodeFence>,
}

impl<'t> Walker<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            paragraph_end: 0,
            missing: Vec::new(),
            fence: None,
        }
    }

    /// The next block at or after a byte.
    pub(super) fn next_block(&mut self, from: usize) -> Option<Block> {
        let bytes = self.text.as_bytes();
        let mut at = from;
        while at < bytes.len() {
            if let Some(fence) = self.fence.filter(|fence| at >= fence.end) {
                self.fence = None;
                at = at.max(fence.after);
                continue;
            }
            let rest = &self.text[at..];
            let line_start = at == 0 || bytes[at - 1] == b'\n';
            let found = if line_start && self.fence.is_none() && fence(rest).is_some() {
                self.fenced(at)
            } else if line_start && is_directive(rest) {
                self.directed(at)
            } else {
                self.block_at(at)
            };
            match found {
                Ok(block) => return Some(block),
                Err(next) => at = next,
            }
        }
        None
    }

    /// The block that begins at a byte, or where to look next.
    fn block_at(&mut self, at: usize) -> Result<Block, usize> {
        let rest = &self.text[at..];
        match rest.as_bytes()[0] {
            b'`' => Err(self.after_code(at)),
            b'$' if rest.starts_with("$$$") && !rest.starts_with("$$$$") => {
                Ok(self.block(at, 3, "$$$"))
            }
            b'$' if rest.starts_with("$$") => Ok(self.block(at, 2, "$$")),
            b'$' => self.inline(at, 1, "$"),
            b'\\' if rest.starts_with(r"\[") => Ok(self.block(at, 2, r"\]")),
            b'\\' if rest.starts_with(r"\\[") => self.doubled(at),
            b'\\' if rest.starts_with(r"\\(") => self.inline(at, 3, r"\\)"),
            b'\\' if rest.starts_with(r"\(") => self.inline(at, 2, r"\)"),
            b'\\' if rest.starts_with(r"\begin{") => match environment(rest) {
                Some(name) => Ok(self.environment(at, &name)),
                None => Err(at + r"\begin{".len()),
            },
            b'\\' if let Some(length) = opening_of_box(rest) => self.boxed(at, length),
            b'\\' if rest.starts_with(r"\$") => self.escaped(at),
            // An escaped character: `\#`, `\\`.
            b'\\' => Err(at + 1 + self.text[at + 1..].chars().next().map_or(0, char::len_utf8)),
            b'[' | b'<' | b'#' | b':' | b'l' | b's'
                if let Some((length, close)) = tags(rest, self.text[..at].chars().next_back()) =>
            {
                self.inline(at, length, close)
            }
            b'[' => self.bracketed(at),
            b'(' => self.parenthesised(at),
            _ => Err(at + rest.chars().next().map_or(1, char::len_utf8)),
        }
    }

    /// The block that begins with a delimiter.
    fn block(&mut self, at: usize, length: usize, closer: &str) -> Block {
        let start = at + length;
        let end = self.paragraph(start);
        let mut found = self.find(start, end, closer);
        // A closing bracket is unambiguous, so a blank line does no harm.
        if found.is_none() && closer == r"\]" {
            let limit = self.limit(start, r"\[");
            found = self.find(start, limit, closer);
        }
        // Neither do those between dollars on lines of their own, if formulas alone stand there.
        if found.is_none() && closer == "$$" {
            let ends_line = |at: usize| {
                self.line_after(at)
                    .is_some_and(|line| line.trim().is_empty())
            };
            let starts_line = |at: usize| {
                self.line_before(at)
                    .is_some_and(|line| line.chars().all(is_markup))
            };
            let opens = starts_line(at) && ends_line(start);
            let close = self.limit(start, closer);
            let is_closed = self.text[close..].starts_with(closer)
                && starts_line(close)
                && ends_line(close + closer.len());
            let holds_formulas = || {
                let mut parts = self.text[start..close].split("\n\n");
                parts.all(|part| part.trim().is_empty() || holds_relation(part))
            };
            found = (opens && is_closed && close > start && holds_formulas()).then_some(close);
        }
        match found {
            Some(close) => Block {
                range: start..close,
                whole: at..close + closer.len(),
                after: close + closer.len(),
                unclosed: None,
                kind: BlockKind::Display,
            },
            None => Block {
                range: start..self.line_end(start, end),
                whole: at..start,
                after: start,
                unclosed: Some(closer.to_owned()),
                kind: BlockKind::Display,
            },
        }
    }

    /// The end of the text or fence, or the next opener.
    fn limit(&self, start: usize, opener: &str) -> usize {
        let end = self.fence.map_or(self.text.len(), |fence| fence.end);
        self.text[start..end]
            .find(opener)
            .map_or(end, |length| start + length)
    }

    /// `\\[ … \\]`, as JSON writes it.
    fn doubled(&mut self, at: usize) -> Result<Block, usize> {
        let start = at + 3;
        let end = self.near(start);
        match self.text[start..end].find(r"\\]") {
            Some(length) => Ok(Block {
                range: start..start + length,
                whole: at..start + length + 3,
                after: start + length + 3,
                unclosed: None,
                kind: BlockKind::Display,
            }),
            None => Err(at + 2),
        }
    }

    /// `\boxed{…}` in plain text, including the command. The closing brace is unambiguous, so a blank line does no
    /// harm.
    fn boxed(&self, at: usize, length: usize) -> Result<Block, usize> {
        let open = at + length - 1;
        let limit = self.fence.map_or(self.text.len(), |fence| fence.end);
        let end = self.text.floor_char_boundary(limit.min(open + MAX_LOOSE));
        let length = group_length(&self.text[open..end.max(open)]).ok_or(open + 1)?;
        let after = open + length;
        if boxes(&self.text[at..after]).is_empty() {
            return Err(after);
        }
        Ok(Block {
            range: at..after,
            whole: at..after,
            after,
            unclosed: None,
            kind: BlockKind::Display,
        })
    }

    /// `[ … ]` on its own lines, as chats show `\[ … \]`.
    fn bracketed(&mut self, at: usize) -> Result<Block, usize> {
        if !self
            .line_before(at)
            .is_some_and(|line| line.chars().all(is_markup))
        {
            return Err(at + 1);
        }
        let start = at + 1;
        let end = self.near(start);
        let inside = &self.text[start..end];
        let first = &inside[..inside.find('\n').unwrap_or(inside.len())];
        let length = if first.trim().is_empty() {
            let mut offset = first.len();
            let lines = inside[offset..].split_inclusive('\n');
            // Another opener ends the search, so that the work is linear.
            lines
                .take_while(|line| line.trim() != "[")
                .find_map(|line| {
                    let here = offset;
                    offset += line.len();
                    (line.trim() == "]").then(|| here + line.find(']').unwrap_or(0))
                })
        } else {
            first
                .trim_end()
                .strip_suffix(']')
                .filter(|inside| inside.starts_with(' ') && inside.ends_with(' '))
                .map(str::len)
        };
        let holds = |length: &usize| {
            let inside = &inside[..*length];
            inside.contains('=') || inside.contains('\\')
        };
        let length = length.filter(holds).ok_or(start)?;
        Ok(Block {
            range: start..start + length,
            whole: at..start + length + 1,
            after: start + length + 1,
            unclosed: None,
            kind: BlockKind::Display,
        })
    }

    /// `( … )` on its own line, as chats show `\( … \)`.
    fn parenthesised(&mut self, at: usize) -> Result<Block, usize> {
        let line = self.line_before(at);
        let is_first = line.is_some_and(|line| line.chars().all(is_markup));
        let rest = self.line_after(at).unwrap_or_default().trim_end();
        let inside = rest
            .strip_prefix("( ")
            .and_then(|rest| rest.strip_suffix(" )"))
            .filter(|inside| is_first && inside.contains('\\') && holds_relation(inside));
        let Some(inside) = inside else {
            return Err(at + 1);
        };
        let start = at + 2;
        Ok(Block {
            range: start..start + inside.len(),
            whole: at..at + rest.len(),
            after: at + rest.len(),
            unclosed: None,
            kind: BlockKind::Display,
        })
    }

    /// `$…$` or `\(…\)`; otherwise the end of a lone delimiter.
    fn inline(&mut self, at: usize, length: usize, closer: &str) -> Result<Block, usize> {
        let start = at + length;
        let end = self.paragraph(at);
        let found = match closer {
            r"\\)" => self.text[start..self.near(start)].find(closer),
            "]" => closing_bracket(&self.text[start..self.near(start)]),
            _ => (self.find(start, end.max(start), closer)).map(|close| close - start),
        };
        let close = start + found.ok_or(start)?;
        let mut after = close + closer.len();
        let (mut first, mut last) = (start, close);
        if closer == "$" {
            while let Some(length) = side_behind(&self.text[start..last], &self.text[after..]) {
                after += length;
                last = after - closer.len();
            }
        }
        let named = || {
            let line = self.line_before(at).filter(|_| closer == "$");
            line.is_some_and(|line| name_before(line).is_some())
        };
        if matches!(closer, "$" | r"\)")
            && let Some(length) = unit_behind(&self.text[start..last], named, &self.text[after..])
        {
            after += length;
            last = after;
        }
        let alone = match (self.line_before(at), self.line_after(after)) {
            (Some(mut before), Some(behind)) => {
                if closer == "$"
                    && let Some(length) = name_before(before)
                {
                    before = &before[..before.len() - length];
                    first = at - length;
                }
                // An escaped dollar in a sentence is a price.
                let line = first.min(at) - before.len();
                let is_own = !closer.starts_with(r"\$") && self.is_own(line, after + behind.len());
                is_alone(before, behind, is_own)
            }
            _ => false,
        };
        // `$latex x = 1$`, as blogs write it.
        let named = self.text[start..close].strip_prefix("latex ");
        Ok(Block {
            range: named.map_or(first, |named| close - named.len())..last,
            whole: first.min(at)..after,
            after,
            unclosed: None,
            kind: if alone {
                BlockKind::Alone
            } else {
                BlockKind::Inline
            },
        })
    }

    /// `\$…\$` or `\$\$…\$\$` on its own line, as programs write that escape dollars as prices.
    fn escaped(&mut self, at: usize) -> Result<Block, usize> {
        let closer = if self.text[at..].starts_with(r"\$\$") {
            r"\$\$"
        } else {
            r"\$"
        };
        let block = self.inline(at, closer.len(), closer)?;
        let inside = &self.text[block.range.clone()];
        let is_meant = block.kind == BlockKind::Alone && inside.contains(['=', '\\']);
        is_meant.then_some(block).ok_or(at + closer.len())
    }

    /// The block of an environment, with its `\begin` and `\end`.
    fn environment(&mut self, at: usize, name: &str) -> Block {
        let end = self.paragraph(at);
        let closer = format!(r"\end{{{name}}}");
        let mut found = self.find(at, end, &closer);
        if found.is_none() {
            let limit = self.limit(at + 1, &format!(r"\begin{{{name}}}"));
            found = self.find(at, limit, &closer);
        }
        match found {
            Some(close) => Block {
                range: at..close + closer.len(),
                whole: at..close + closer.len(),
                after: close + closer.len(),
                unclosed: None,
                kind: BlockKind::Display,
            },
            None => Block {
                range: at..self.line_end(at, end),
                whole: at..at + r"\begin{".len(),
                after: at + r"\begin{".len(),
                unclosed: Some(closer),
                kind: BlockKind::Display,
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

    /// The line before a position; `None` if it is too long to be the mark of a formula.
    fn line_before(&self, at: usize) -> Option<&'t str> {
        let from = self.text.floor_char_boundary(at.saturating_sub(MAX_MARK));
        let near = &self.text[from..at];
        match near.rfind('\n') {
            Some(newline) => Some(&near[newline + 1..]),
            None => (from == 0).then_some(near),
        }
    }

    /// The rest of the line after a position; `None` if it is too long to be a remark.
    fn line_after(&self, at: usize) -> Option<&'t str> {
        let until = self.text.floor_char_boundary(at + MAX_MARK);
        let near = &self.text[at..until];
        match near.find('\n') {
            Some(newline) => Some(&near[..newline]),
            None => (until == self.text.len()).then_some(near),
        }
    }

    /// Whether the line between two positions is a paragraph, an item of a list, or a sentence between others.
    fn is_own(&self, start: usize, end: usize) -> bool {
        let line = &self.text[start..end];
        let before = start
            .checked_sub(1)
            .map(|newline| self.line_end_before(newline));
        let next = (end < self.text.len()).then(|| self.line_start_after(end + 1));
        let is_ended = |line: &str| {
            line.is_empty()
                || line.ends_with(['.', ':', ';', '!', '?', '$', '。', '：'])
                || line.ends_with(r"\)")
        };
        let goes_on = |line: &str| line.starts_with(char::is_lowercase);
        (before.is_none_or(is_ended) || is_item(line)) && !next.is_some_and(goes_on)
    }

    /// The end of the line before a position, limited in length and trimmed.
    fn line_end_before(&self, at: usize) -> &'t str {
        let near = &self.text[self.text.floor_char_boundary(at.saturating_sub(MAX_MARK))..at];
        near.rsplit('\n').next().unwrap_or_default().trim()
    }

    /// The beginning of the line after a position, limited in length and trimmed.
    fn line_start_after(&self, at: usize) -> &'t str {
        let near = &self.text[at..self.text.floor_char_boundary(at + MAX_MARK)];
        near.split('\n').next().unwrap_or_default().trim()
    }

    /// The limit of the search for the end of a formula without LaTeX delimiters.
    fn near(&mut self, start: usize) -> usize {
        let end = self.paragraph(start);
        self.text
            .floor_char_boundary(end.min(start + MAX_LOOSE))
            .max(start)
    }

    /// The end of the paragraph around a position: no formula contains a blank line.
    fn paragraph(&mut self, at: usize) -> usize {
        let limit = self.fence.map_or(self.text.len(), |fence| fence.end);
        if at < self.paragraph_end {
            return self.paragraph_end.min(limit);
        }
        let mut line = at;
        while let Some(length) = self.text[line..].find('\n') {
            let next = line + length + 1;
            let until = self.text[next..]
                .find('\n')
                .map_or(self.text.len(), |length| next + length);
            if self.text[next..until].trim().is_empty() {
                self.paragraph_end = next;
                return next.min(limit);
            }
            line = next;
        }
        self.paragraph_end = self.text.len();
        limit
    }

    /// The shown part of an unclosed block: its line, limited in length.
    fn line_end(&self, start: usize, end: usize) -> usize {
        let until = self.text.floor_char_boundary(end.min(start + MAX_SHOWN));
        self.text[start..until]
            .find('\n')
            .map_or(until, |length| start + length)
    }
}

/// Where the bracket that was opened before a text closes.
fn closing_bracket(text: &str) -> Option<usize> {
    let mut open = 1;
    text.bytes().position(|byte| {
        open += usize::from(byte == b'[');
        open -= usize::from(byte == b']');
        open == 0
    })
}

/// Whether a line begins like the items of lists: `-`, `*`, `2.`
fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    let number = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let counted = number.len() < line.len() && number.starts_with(['.', ')']);
    counted
        || ["- ", "* ", "+ ", "• "]
            .iter()
            .any(|mark| line.starts_with(mark))
}

/// The name of a display environment that begins here, with its star.
fn environment(rest: &str) -> Option<String> {
    let name = rest.strip_prefix(r"\begin{")?;
    let name = &name[..name.bytes().take(20).position(|byte| byte == b'}')?];
    let known = vocabulary::environment(name)?;
    known.displays.then(|| name.to_owned())
}
