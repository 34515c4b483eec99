//! Proposes a cleaned-up version of what people, chats and models write, in the notation that is graded.
//!
//! A formula counts by where it stands. This module finds formulas that are meant to count but stand elsewhere or
//! between other delimiters: after a label, at the end of a sentence, in lines without delimiters, in the markup of a
//! forum. Each is moved to its own lines between `$$` and `$$`. Formulas that are not typed as LaTeX are respelled as
//! LaTeX ([`spelling`]). Nothing else in the text changes. A proposal may be wrong: the author checks it before
//! submitting.

mod denials;
mod own_line;
pub mod spelling;
mod undelimited;
mod walker;

use std::fmt;
use std::ops::Range;

use formula::found::{self, holds_relation, opening_of_box};
use formula::notation::text_place::TextPlace;
use formula::notation::units;
use walker::{Block, BlockKind, CodeFence, Walker};

/// The version of these rules. Results that depend on them record it.
pub const TIDY_VERSION: u32 = 5;

/// A text whose formulas stand where they count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tidied {
    /// The text.
    pub text: String,
    /// The changes, in order; empty if the text is graded as it stands.
    pub changes: Vec<Change>,
}

/// A formula that was moved or marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The place before the change.
    pub place: TextPlace,
    /// The text before the change.
    pub before: String,
    /// The text after the change.
    pub after: String,
}

/// A range of a text and its replacement.
type Proposal = (Range<usize>, String);

impl fmt::Display for Change {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (before, after) = (line(&self.before), line(&self.after));
        write!(out, "line {}: {before} becomes {after}", self.place.line)
    }
}

/// Proposes a text in which all formulas count that are probably meant.
pub fn tidy(markdown: &str) -> Tidied {
    // Respelling formulas does not change the line numbers.
    let mut spelled = spelled(markdown);
    let mut moved = moved(&spelled.text);
    spelled.changes.append(&mut moved.changes);
    spelled.changes.sort_by_key(|change| change.place.line);
    Tidied {
        text: moved.text,
        changes: spelled.changes,
    }
}

/// The text with all formulas between delimiters respelled as LaTeX.
fn spelled(markdown: &str) -> Tidied {
    let mut walker = Walker::new(markdown);
    let (mut text, mut changes) = (String::with_capacity(markdown.len()), Vec::new());
    let (mut at, mut written) = (0, 0);
    while let Some(block) = walker.next_block(at) {
        at = block.after;
        let before = &markdown[block.range.clone()];
        let after = spelling::latex(before);
        if before == after {
            continue;
        }
        text.push_str(&markdown[written..block.range.start]);
        text.push_str(&after);
        written = block.range.end;
        changes.push(Change {
            place: TextPlace::of_byte(markdown, block.range.start),
            before: before.to_owned(),
            after,
        });
    }
    text.push_str(&markdown[written..]);
    Tidied { text, changes }
}

/// The text with all formulas that are meant to count moved to where they count.
fn moved(markdown: &str) -> Tidied {
    let mut proposals = meant(markdown);
    // Formulas that are already stated need nothing, and struck-out or hidden ones are not meant.
    let stated = found::formulas(markdown);
    let hidden = found::hidden(markdown);
    proposals.retain(|(whole, after)| {
        let behind = hidden.partition_point(|part| part.end <= whole.start);
        if hidden
            .get(behind)
            .is_some_and(|part| part.start < whole.end)
        {
            return false;
        }
        let first = stated.partition_point(|one| one.range.end <= whole.start);
        let here = stated[first..]
            .iter()
            .take_while(|one| one.range.start < whole.end)
            .map(|one| one.source.trim());
        let then = found::formulas(after);
        !here.eq(then.iter().map(|one| one.source.trim()))
    });
    let changes = proposals.iter().map(|(whole, after)| Change {
        place: TextPlace::of_byte(markdown, whole.start),
        before: markdown[whole.clone()].to_owned(),
        after: after.clone(),
    });
    Tidied {
        changes: changes.collect(),
        text: with(markdown, 0..markdown.len(), &proposals),
    }
}

/// A range of a text with the proposals in it applied, each on its own lines.
fn with(markdown: &str, range: Range<usize>, proposals: &[Proposal]) -> String {
    const BOLD: &str = "**";
    let mut text = String::with_capacity(range.len());
    let mut end = range.start;
    for (at, (whole, after)) in proposals.iter().enumerate() {
        text.push_str(markdown[end..whole.start].trim_end_matches(' '));
        end = whole.end;
        let next = proposals.get(at + 1);
        let next = next.map_or(range.end, |(whole, _)| whole.start);
        let line = text.rfind('\n').map_or(0, |newline| newline + 1);
        if text[line..].matches(BOLD).count() % 2 == 1 && markdown[end..next].starts_with(BOLD) {
            end += BOLD.len();
            match text.strip_suffix(BOLD).map(str::len) {
                Some(without) => text.truncate(without),
                None => text.push_str(BOLD),
            }
        }
        text.truncate(text.trim_end().len());
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        text.push_str(after);
        let rest = &markdown[end..next];
        let goes_on = rest
            .trim_start_matches([' ', '.', ',', ';', '。', '，'])
            .trim_start_matches('\n');
        end += rest.len() - goes_on.len();
        let ends = end == range.end;
        text.push_str(if ends { "\n" } else { "\n\n" });
    }
    text.push_str(&markdown[end..range.end]);
    text
}

/// The formulas that are meant to count, each with its replacement.
fn meant(markdown: &str) -> Vec<Proposal> {
    let mut walker = Walker::new(markdown);
    let mut found = Vec::new();
    // A fence that is not a program, and the proposals in it.
    let mut fenced: Option<(CodeFence, Vec<Proposal>)> = None;
    let (mut at, mut asides) = (0, false);
    while let Some(block) = walker.next_block(at) {
        at = block.after;
        asides |= block.kind == BlockKind::Inline && holds_relation(&markdown[block.range.clone()]);
        let is_in = |fence: &CodeFence| block.whole.start < fence.after;
        if let Some((fence, inside)) = fenced.take_if(|(fence, _)| !is_in(fence)) {
            found.push(opened(markdown, fence, &inside));
        }
        let fence = walker.fence;
        let Some(proposal) = displayed(markdown, block) else {
            continue;
        };
        match (fence, &mut fenced) {
            (None, _) => found.push(proposal),
            (Some(_), Some((_, inside))) => inside.push(proposal),
            (Some(fence), None) => fenced = Some((fence, vec![proposal])),
        }
    }
    found.extend(fenced.map(|(fence, inside)| opened(markdown, fence, &inside)));
    let typed = if found.is_empty() && !asides {
        undelimited::formulas(markdown)
    } else {
        undelimited::lifted(markdown)
    };
    // The proposals are found in order.
    let is_apart = |(range, _): &Proposal| {
        let behind = found.partition_point(|(other, _)| other.end <= range.start);
        let next = found.get(behind);
        next.is_none_or(|(other, _)| range.end <= other.start)
    };
    let typed = typed.into_iter().filter(is_apart);
    let typed: Vec<Proposal> = typed
        .map(|(range, latex)| (range, display(&latex)))
        .collect();
    found.extend(typed);
    found.sort_by_key(|(range, _)| range.start);
    found
}

/// The content of a fence, without its marks.
fn opened(markdown: &str, fence: CodeFence, inside: &[Proposal]) -> Proposal {
    let content = with(markdown, fence.content..fence.end, inside);
    (fence.start..fence.after, content.trim().to_owned())
}

/// A formula on its own lines; `None` if it is an aside.
fn displayed(markdown: &str, block: Block) -> Option<Proposal> {
    let inside = &markdown[block.range.clone()];
    match block.kind {
        _ if block.unclosed.is_some() => None,
        // An environment and a box need no other delimiters.
        BlockKind::Display if block.range == block.whole => Some((block.whole, inside.to_owned())),
        BlockKind::Inline => None,
        BlockKind::Alone if !holds_relation(inside) => None,
        BlockKind::Display => Some((block.whole, display(inside))),
        BlockKind::Alone => {
            let behind = &markdown[block.range.end..];
            let ends_inside = behind.starts_with(['$', '\\']);
            Some((block.whole, display(&joined(inside, ends_inside))))
        }
        BlockKind::Fence => Some((block.whole, format!("```math\n{}\n```", inside.trim_end()))),
    }
}

/// A formula that was written in several pieces: `v = $12$ m/s`, `$v$ = $3 t$`. The last of them may end it between
/// delimiters.
fn joined(inside: &str, ends_inside: bool) -> String {
    let inside = inside.replace(r"\)", "$").replace(r"\(", "$");
    // The text after the last dollar is a unit, if it can be one.
    let (formula, unit) = match inside.rsplit_once('$') {
        Some((formula, unit)) if !ends_inside && units::says_unit(unit) => (formula, unit.trim()),
        _ => (inside.as_str(), ""),
    };
    let mut formula = formula.replace('$', "");
    if !unit.is_empty() {
        let unit = unit.replace("<sup>", "^{").replace("</sup>", "}");
        let end = match formula.strip_suffix('}') {
            Some(inside) if opening_of_box(&formula).is_some() => inside.len(),
            _ => formula.len(),
        };
        formula.insert_str(end, &format!(r"\,\text{{{unit}}}"));
    }
    formula
}

/// A formula between `$$` and `$$`, without blank lines and quotation marks of lines. Formulas with blank lines between
/// them are each displayed.
fn display(inside: &str) -> String {
    let lines: Vec<&str> = inside
        .lines()
        .map(|line| line.trim_start_matches(['>', ' ', '\t']).trim_end())
        .collect();
    let parts = lines.split(|line| line.is_empty());
    let parts: Vec<String> = parts
        .filter(|lines| !lines.is_empty())
        .map(|lines| lines.join("\n"))
        .collect();
    let whole = parts.join("\n");
    let parts = if whole.contains(r"\begin{") || !parts.iter().all(|part| holds_relation(part)) {
        vec![whole]
    } else {
        parts
    };
    let displayed = parts.iter().map(|part| {
        // A comment goes to the end of its line.
        if part.contains(['\n', '%']) {
            format!("$$\n{part}\n$$")
        } else {
            format!("$${part}$$")
        }
    });
    displayed.collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests;
