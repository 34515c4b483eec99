//! Where one formula ends and the next begins.

use super::token::{Kind, Raw, Token};
use super::{scan, words};
use crate::formula::MatrixStyle;
use crate::vocabulary::{Delimiter, Lines, Role, environment};

/// Splits words at line breaks, arrows, connecting words, and commas and wide spaces between
/// relations. Punctuation and equation numbers at the ends are left out, and so are frames around
/// a whole formula (`\boxed{…}`, `\left\{ … \right.`). No piece is empty.
pub(super) fn split<'s>(tokens: &[Token<'s>]) -> Vec<Vec<Token<'s>>> {
    let tokens = unframed(tokens);
    let mut pieces: Vec<Vec<Token<'s>>> = Vec::new();
    for (segment, broken) in segments(tokens) {
        let segment = trimmed(unframed(trimmed(segment)));
        if segment.is_empty() {
            continue;
        }
        match pieces.last_mut() {
            Some(before) if broken && continues(before, segment) => {
                before.extend_from_slice(segment);
            }
            _ => pieces.push(segment.to_vec()),
        }
    }
    pieces
}

/// The stretches between separators, each with whether a line break stands before it.
fn segments<'t, 's>(tokens: &'t [Token<'s>]) -> Vec<(&'t [Token<'s>], bool)> {
    let mut cuts = vec![(0, 0, false)];
    // A comma or wide space separates only if there is a relation on both sides of it.
    let mut maybe: Option<(usize, usize)> = None;
    let mut related = false;
    let mut level = 0_usize;
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Char('(' | '[' | '{') | Kind::Open(_) | Kind::Begin(_) => level += 1,
            Kind::Char(')' | ']' | '}') | Kind::Close(_) | Kind::End(_) => {
                level = level.saturating_sub(1);
            }
            _ => {}
        }
        if level > 0 {
            continue;
        }
        let separator = match token.kind {
            Kind::Break => Some(true),
            Kind::Char(';') => Some(false),
            Kind::Command(command) if command.role == Role::Consequence => Some(false),
            Kind::Raw(Raw::Text, text) if words::is_connective(text) => Some(false),
            _ => None,
        };
        if let Some(broken) = separator {
            cuts.push((index, index + 1, broken));
            (maybe, related) = (None, false);
        } else if matches!(token.kind, Kind::Char(',') | Kind::Quad) {
            if related {
                // Of commas in a row of values, the last before the next relation counts.
                let start = match maybe {
                    Some((start, end)) if end == index => start,
                    _ => index,
                };
                maybe = Some((start, index + 1));
            }
        } else if is_relation(tokens, index) {
            if let Some((start, end)) = maybe.take()
                && end < index
            {
                cuts.push((start, end, false));
            }
            related = true;
        }
    }
    let ends = cuts
        .iter()
        .skip(1)
        .map(|(start, ..)| *start)
        .chain([tokens.len()]);
    cuts.iter()
        .zip(ends)
        .map(|((_, begin, broken), end)| (&tokens[*begin..end.max(*begin)], *broken))
        .collect()
}

fn is_relation(tokens: &[Token<'_>], index: usize) -> bool {
    match tokens[index].kind {
        Kind::Char('=' | '<' | '>') => true,
        Kind::Command(command) => command.relation().is_some(),
        _ => false,
    }
}

/// Without punctuation, wide spaces and an equation number at the ends.
fn trimmed<'t, 's>(mut tokens: &'t [Token<'s>]) -> &'t [Token<'s>] {
    let is_empty =
        |token: &Token<'_>| matches!(token.kind, Kind::Quad | Kind::Char(',' | '.' | ';'));
    while let [first, rest @ ..] = tokens {
        let decimal =
            first.is('.') && matches!(rest.first().map(|token| token.kind), Some(Kind::Digit(_)));
        if decimal || !is_empty(first) {
            break;
        }
        tokens = rest;
    }
    loop {
        while let [rest @ .., last] = tokens {
            if !is_empty(last) {
                break;
            }
            tokens = rest;
        }
        match numbered(tokens) {
            Some(length) => tokens = &tokens[..length],
            None => return tokens,
        }
    }
}

/// The length without `\quad (2.3)` at the end.
fn numbered(tokens: &[Token<'_>]) -> Option<usize> {
    let quad = tokens.iter().rposition(|token| token.kind == Kind::Quad)?;
    let [open, inside @ .., close] = &tokens[quad + 1..] else {
        return None;
    };
    let plain = inside.iter().all(|token| {
        matches!(
            token.kind,
            Kind::Digit(_) | Kind::Char('.' | '*' | '-' | '\'')
        )
    });
    (open.is('(') && close.is(')') && plain && !inside.is_empty()).then_some(quad)
}

/// Without frames around the whole.
fn unframed<'t, 's>(tokens: &'t [Token<'s>]) -> &'t [Token<'s>] {
    let mut tokens = trimmed(tokens);
    let partners = scan::partners(tokens);
    let relations = (0..tokens.len()).any(|index| is_relation(tokens, index));
    let mut offset = 0;
    loop {
        let inside = match tokens {
            [frame, open, .., _] if frame.role() == Some(Role::Frame) && open.is('{') => 2,
            [open, .., _] if open.is('{') => 1,
            [open, inside @ .., close] if is_frame(open, inside, close) => {
                // Nothing but lines: each is a formula of its own.
                return inside;
            }
            _ => return tokens,
        };
        let last = offset + tokens.len() - 1;
        if partners[offset + inside - 1] != last || !relations {
            return tokens;
        }
        tokens = &tokens[inside..tokens.len() - 1];
        offset += inside;
        if tokens.is_empty() {
            return tokens;
        }
    }
}

/// Whether `\left\{ … \right.` or `cases` stands around lines that are formulas.
fn is_frame(open: &Token<'_>, inside: &[Token<'_>], close: &Token<'_>) -> bool {
    let pair = match (open.kind, close.kind) {
        (Kind::Open(Delimiter::Curly), Kind::Close(Delimiter::Empty)) => !inside
            .iter()
            .any(|token| matches!(token.kind, Kind::Begin(_))),
        (Kind::Begin(begin), Kind::End(end)) => {
            let lines = environment(begin).map(|known| (known.lines, known.has_columns));
            begin == end
                && matches!(
                    lines,
                    Some((Lines::Rows(MatrixStyle::Cases), _) | (Lines::Rows(_), true))
                )
        }
        _ => false,
    };
    let mut level = 0_i32;
    let mut flat = true;
    let mut related = true;
    let mut seen = false;
    for (index, token) in inside.iter().enumerate() {
        match token.kind {
            Kind::Char('&') => return false,
            Kind::Begin(_) | Kind::Open(_) => level += 1,
            Kind::End(_) | Kind::Close(_) => level -= 1,
            Kind::Break if level == 0 => {
                related &= seen;
                seen = false;
            }
            _ => seen |= is_relation(inside, index),
        }
        flat &= level >= 0;
    }
    pair && flat && related && seen
}

/// Whether a line only goes on with the one before: it begins with an operator, or that ended with
/// one.
fn continues(before: &[Token<'_>], line: &[Token<'_>]) -> bool {
    let is_operator = |token: &Token<'_>| {
        let by_command = matches!(token.role(), Some(Role::Operator(_)));
        by_command || matches!(token.kind, Kind::Char('+' | '-' | '/' | '*'))
    };
    let open_end = before
        .last()
        .is_some_and(|last| is_operator(last) || is_relation(before, before.len() - 1));
    let begins = line.first().is_some_and(is_operator)
        && !(0..line.len()).any(|index| is_relation(line, index));
    open_end || begins
}
