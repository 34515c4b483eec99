//! Handles code in a text: skips inline code, and searches some fences for formulas.

use std::ops::Range;

use super::{Block, BlockKind, Walker};
use formula::found::holds_relation;
use formula::notation::vocabulary;

/// A fenced code block that is searched for formulas.
#[derive(Clone, Copy)]
pub(in crate::tidy) struct CodeFence {
    /// Where it begins.
    pub(in crate::tidy) start: usize,
    /// Where its content begins.
    pub(in crate::tidy) content: usize,
    /// Where its content ends.
    pub(in crate::tidy) end: usize,
    /// Where the text goes on.
    pub(in crate::tidy) after: usize,
}

impl Walker<'_> {
    /// Skips `` `code` ``, or backticks that close nothing.
    pub(super) fn after_code(&mut self, at: usize) -> usize {
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
        let from = (at + ticks).min(end);
        if let Some(close) = self.text[from..end].find(&closer) {
            at + ticks + close + closer.len()
        } else {
            self.missing.retain(|(delimiter, _)| *delimiter != closer);
            self.missing.push((closer, end));
            at + ticks
        }
    }

    /// The formulas in a fence, or where to look next: inside it if it is not a program, otherwise after it.
    pub(super) fn fenced(&mut self, at: usize) -> Result<Block, usize> {
        let (mut content, after) = self.fence_content(at);
        let opening = &self.text[at..content.start];
        let info = opening.trim().trim_start_matches(['`', '~']).trim();
        let word = info
            .trim_matches(['{', '}'])
            .split_whitespace()
            .next()
            .unwrap_or("")
            .to_ascii_lowercase();
        let is_math = matches!(
            word.as_str(),
            "math" | "latex" | "tex" | "katex" | "mathjax"
        );
        let is_text = matches!(
            word.as_str(),
            "" | "markdown" | "md" | "text" | "txt" | "plaintext"
        );
        let is_plain = matches!(word.as_str(), "" | "text" | "txt" | "plaintext");
        // Options of MyST: `:label: speed`.
        if is_math && info.starts_with('{') {
            let lines = self.text[content.clone()].split_inclusive('\n');
            let options = lines.take_while(|line| line.starts_with(':'));
            content.start += options.map(str::len).sum::<usize>();
        }
        let inside = &self.text[content.clone()];
        let delimited = ["$", r"\[", r"\(", r"\begin{document}"]
            .iter()
            .any(|delimiter| inside.contains(delimiter));
        if is_math && !delimited || is_plain && !delimited && are_formulas(inside) {
            return Ok(Block {
                range: content,
                whole: at..after,
                after,
                unclosed: None,
                kind: BlockKind::Fence,
            });
        }
        if is_math || is_text {
            self.fence = Some(CodeFence {
                start: at,
                content: content.start,
                end: content.end,
                after,
            });
            return Err(content.start);
        }
        Err(after)
    }

    /// The content of the fence that opens at a byte, and where the text continues; the rest of the text if it does
    /// not close.
    fn fence_content(&self, at: usize) -> (Range<usize>, usize) {
        let Some(opening) = fence(&self.text[at..]) else {
            return (at..at, at);
        };
        let first_line = self.text[at..]
            .find('\n')
            .map_or(self.text.len(), |length| at + length + 1);
        let mut line = at;
        while let Some(length) = self.text[line..].find('\n') {
            line += length + 1;
            if closes(&self.text[line..], opening) {
                let after = self.text[line..]
                    .find('\n')
                    .map_or(self.text.len(), |length| line + length + 1);
                return (first_line..line, after);
            }
        }
        (first_line..self.text.len(), self.text.len())
    }
}

/// The mark and length of a code fence at the beginning of a line.
pub(in crate::tidy) fn fence(line: &str) -> Option<(char, usize)> {
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
    // A line of inline code begins with backticks too, and contains more of them.
    let first_line = &text[count..text.find('\n').unwrap_or(text.len()).max(count)];
    (mark == '~' || !first_line.contains('`')).then_some((mark, count))
}

/// Whether a line closes the fence that opened with this mark and length.
pub(in crate::tidy) fn closes(line: &str, (opening, least): (char, usize)) -> bool {
    fence(line).is_some_and(|(mark, count)| {
        let rest = line.trim_start().trim_start_matches(mark);
        let rest = &rest[..rest.find('\n').unwrap_or(rest.len())];
        mark == opening && count >= least && rest.trim().is_empty()
    })
}

/// Whether each line of a fence contains a relation in LaTeX, or characters that no program contains: `v = √(2gh)`.
fn are_formulas(inside: &str) -> bool {
    const SIGNS: [char; 16] = [
        '√', '½', '²', '³', '₀', '₁', '₂', '·', '×', 'π', 'θ', 'ω', 'λ', '≈', '≤', '≥',
    ];
    let has_command = |line: &str| {
        line.split('\\').skip(1).any(|rest| {
            let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
            letters > 1 && vocabulary::find(&rest[..letters]).is_some()
        })
    };
    // Words belong to a table or to a program's output.
    let is_word = |word: &str| word.len() > 3 && word != "sqrt";
    let has_words = |line: &str| {
        line.split(|letter: char| !letter.is_ascii_alphabetic())
            .any(is_word)
    };
    let is_typed =
        |line: &str| line.contains(SIGNS) && !line.contains(['@', '#']) && !has_words(line);
    let is_formula = |line: &str| holds_relation(line) && (is_typed(line) || has_command(line));
    let mut lines = inside
        .lines()
        .filter(|line| !line.trim().is_empty())
        .peekable();
    lines.peek().is_some() && lines.all(is_formula)
}
