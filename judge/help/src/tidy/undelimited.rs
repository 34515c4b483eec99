//! Finds formulas without delimiters: lines that contain nothing else, and bold text.

use std::ops::Range;

use super::own_line::{DELIMITERS, behind_label};
use super::spelling;
use super::walker::{closes, fence};
use formula::found::holds_relation;
use formula::notation;
use formula::notation::units;

/// The most bytes of a line that is looked at.
const LONGEST_LINE: usize = 1000;

/// The most adjacent letters that may be symbols: `mgh`.
const MOST_SYMBOLS: usize = 3;

/// The most bytes of an item's mark: `(iii)`.
const LONGEST_MARK: usize = 5;

/// The places of formulas, and their LaTeX.
type Found = (Range<usize>, String);

const BOLD: &str = "**";

/// The formulas of lines that are formulas, after the mark of an item or a label with a colon. Lines that cannot be
/// read as a formula are left alone, and so are code blocks and lines of a paragraph that continues in words.
pub(super) fn formulas(markdown: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let lines: Vec<&str> = lines(markdown).collect();
    for paragraph in lines.split(|line| line.trim().is_empty()) {
        let mut read: Vec<Option<Vec<Found>>> = (paragraph.iter())
            .map(|line| formulas_of_line(markdown, line))
            .collect();
        for at in 0..paragraph.len() {
            // The sentence around a formula may be on the lines around it.
            let is_led = at == 0
                || read[at - 1].is_some()
                || ends(paragraph[at - 1])
                || behind_mark(paragraph[at].trim()).is_some();
            let goes_on = paragraph.get(at + 1).is_some_and(|next| {
                next.trim_start().starts_with(char::is_lowercase) && read[at + 1].is_none()
            });
            if !is_led || goes_on {
                read[at] = None;
            }
        }
        found.extend(read.into_iter().flatten().flatten());
    }
    found
}

/// The formulas in bold, or after a bold label: `**U = 0.80 V**`, `**Answer:** U = 0.80 V`. An author who emphasises
/// a formula means it, even beside formulas between delimiters.
pub(super) fn lifted(markdown: &str) -> Vec<Found> {
    let mut found = Vec::new();
    for line in lines(markdown) {
        let parts: Vec<&str> = line.split(BOLD).collect();
        if parts.len() < 3 || parts.len().is_multiple_of(2) || line.contains('`') {
            continue;
        }
        let is_label = parts[1].trim_end().ends_with([':', '：'])
            || parts[2].trim_start().starts_with([':', '：']);
        if is_label && parts.len() == 3 {
            found.extend(formulas_of_line(markdown, line).into_iter().flatten());
            continue;
        }
        for inside in parts.iter().skip(1).step_by(2) {
            let read = formulas_of_line(markdown, inside).unwrap_or_default();
            let inside = place(markdown, inside);
            let whole = inside.start - BOLD.len()..inside.end + BOLD.len();
            let latex: Vec<String> = read.into_iter().map(|(_, latex)| latex).collect();
            if !latex.is_empty() {
                found.push((whole, latex.join(r" \\ ")));
            }
        }
    }
    found
}

/// Whether a line ends a sentence or announces the next line.
fn ends(line: &str) -> bool {
    line.trim_end_matches(|letter: char| letter.is_whitespace() || "*_".contains(letter))
        .ends_with(['.', ':', ';', '!', '?', '。', '：'])
}

/// The formulas of a line that holds nothing else.
fn formulas_of_line(markdown: &str, line: &str) -> Option<Vec<Found>> {
    let parts = bare(line).split(" and ");
    let read = |part| {
        let (place, latex) = read(markdown, place(markdown, part))?;
        Some((with_marks(markdown, place), latex))
    };
    parts.map(read).collect()
}

/// A place with the marks of code and of formulas that stand around it.
fn with_marks(text: &str, mut place: Range<usize>) -> Range<usize> {
    while let Some(mark) = text[..place.start].chars().next_back()
        && "`$".contains(mark)
        && text[place.end..].starts_with(mark)
    {
        place = place.start - mark.len_utf8()..place.end + mark.len_utf8();
    }
    place
}

/// The place of a part inside a text.
fn place(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr().addr() - text.as_ptr().addr();
    start..start + part.len()
}

/// The lines of a text, with empty lines in the place of code.
fn lines(markdown: &str) -> impl Iterator<Item = &str> {
    let mut fenced = None;
    // An inline code span over several lines.
    let mut boxed = false;
    markdown.lines().map(move |line| {
        let inner = line.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '>');
        let mark = fence(inner);
        let was_fenced = fenced.is_some();
        match fenced {
            None => fenced = mark,
            Some(opening) if closes(inner, opening) => fenced = None,
            Some(_) => {}
        }
        let was_boxed = boxed;
        if line.trim().is_empty() {
            boxed = false;
        } else if line.matches('`').count() % 2 == 1 {
            boxed = !boxed;
        }
        if was_fenced || mark.is_some() || was_boxed || boxed {
            &line[..0]
        } else {
            line
        }
    })
}

/// A line without item mark, label, number and final punctuation: `2. **Speed:** v = 3 t.`
fn bare(line: &str) -> &str {
    let mut text = line.trim();
    while let Some(after) = behind_mark(text) {
        text = after;
    }
    let marks = |letter: char| "*_`".contains(letter);
    let is_marked = text.starts_with(marks);
    if text.contains([':', '：']) && !text.contains(":=") {
        text = behind_label(text);
    }
    let around = |letter: char| letter.is_whitespace() || marks(letter);
    let ends = |letter: char| {
        letter.is_whitespace() || ".,;✓✔✅☑□∎■".contains(letter) || is_marked && marks(letter)
    };
    let text = text.trim_start_matches(around).trim_end_matches(ends);
    let text = before_number(text).unwrap_or(text);
    // Inside such a code span, delimiters are not special.
    let inside = DELIMITERS.iter().find_map(|(open, close)| {
        let inside = text.strip_prefix(open)?;
        inside.strip_suffix(close)
    });
    inside.unwrap_or(text)
}

/// The text before a formula's number, which stands far to the right: `v = 3   (2)`.
fn before_number(text: &str) -> Option<&str> {
    let (before, number) = text.strip_suffix(')')?.rsplit_once('(')?;
    let is_number =
        (1..3).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_far = before.ends_with("  ") || before.ends_with('\t');
    (is_number && is_far).then(|| before.trim_end())
}

/// The text after the mark of an item: `-`, `2.`, `(a)`.
fn behind_mark(text: &str) -> Option<&str> {
    let (mark, after) = text.split_once(char::is_whitespace)?;
    let after = after.trim_start();
    let number = mark.strip_suffix([')', '.']).unwrap_or_default();
    let number = number.trim_start_matches('(');
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_roman = !number.is_empty() && number.bytes().all(|byte| b"ivx".contains(&byte));
    let is_letter = number.len() == 1 && number.starts_with(|letter: char| letter.is_alphabetic());
    let is_mark = (is_number || is_roman || is_letter) && mark.len() <= LONGEST_MARK
        || matches!(mark, "-" | "*" | "+" | "•" | ">" | "∴" | "=>" | "⇒");
    // `(x) = 3`
    let goes_on = after.starts_with(['=', '≈', '<', '>', '+', '/', '-', '−', '·', '×', '^', '('])
        || after.starts_with('*') && !after.starts_with("**");
    let is_bullet = !mark.ends_with([')', '.']);
    (is_mark && (is_bullet || !goes_on)).then_some(after)
}

/// A part of a line, if it contains nothing but formulas.
fn read(markdown: &str, part: Range<usize>) -> Option<Found> {
    let text = &markdown[part.clone()];
    // Addresses, code, tags, quotations and struck-out text.
    let is_other = text.len() > LONGEST_LINE
        || text.contains(['@', '#', '"', '$'])
        || text.contains(':') && !text.contains(":=")
        || text.starts_with(['<', '>'])
        || text.contains("~~");
    if is_other || !holds_relation(text) {
        return None;
    }
    let typed = with_units(text);
    if has_words(&typed) {
        return None;
    }
    let latex = spelling::latex(&typed);
    let pieces = notation::read_range(&latex, 0, latex.len());
    let is_read = |piece: &notation::Piece| {
        piece.formula.is_ok() && holds_relation(&latex[piece.range.clone()])
    };
    (!pieces.is_empty() && pieces.iter().all(is_read)).then_some((part, latex))
}

/// A text with its final units in upright letters: `U = 0.80 V, t = 3 s`.
fn with_units(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(char::is_whitespace) {
        let (number, behind) = rest.split_at(at);
        let unit = behind.trim_start();
        let length = unit
            .find(|letter: char| letter.is_whitespace() || ",;".contains(letter))
            .unwrap_or(unit.len());
        let (unit, after) = unit.split_at(length);
        let next = after.trim_start();
        let ends = next.is_empty() || next.starts_with([',', ';', '=', '≈', '(']);
        if number.ends_with(|letter: char| letter.is_ascii_digit())
            && ends
            && units::says_unit(unit)
        {
            written.extend([number, r"\,\text{", unit, "}"]);
            rest = after;
        } else {
            let space = behind.len() - behind.trim_start().len();
            written.push_str(&rest[..at + space]);
            rest = &rest[at + space..];
        }
    }
    written.push_str(rest);
    written
}

/// Whether letters of a text are words and not symbols, functions or commands.
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
        let is_marked = before.ends_with(['\\', '_', '{']) || spelling::is_command(rest, before);
        let count = word.chars().count();
        // `F dx`
        let is_differential = count == 2 && word.starts_with('d');
        if count == 1
            || is_marked
            || is_differential
            || count <= MOST_SYMBOLS && is_factor(before, after)
        {
            continue;
        }
        return true;
    }
    false
}

/// Whether adjacent letters stand beside signs and not, as a word does, among other words or before a symbol:
/// `h = mgh + 3`, `so v = 3`.
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
