//! Splits tokens into statements: where one formula ends and the next begins.

use super::kets;
use super::labels;
use super::remarks::{self, is_operator};
use super::token::{Raw, Token, TokenKind, Words, is_relation};
use super::tree::{Bracketed as _, Side, TokenTree};
use super::words;
use crate::notation::vocabulary::{Delimiter, Lines, Role, environment};
use crate::tree::{Accent, MatrixStyle, Relation};

/// The tokens of a formula.
pub(super) struct StatementText<'s> {
    pub(super) words: TokenTree<Token<'s>>,
    /// The tokens of the conditions beside it: `(t > 0)`.
    pub(super) conditions: Vec<TokenTree<Token<'s>>>,
}

/// How deeply tables whose lines are formulas may nest.
const MAX_TABLES: usize = 4;

/// The most conditions of one formula that are read.
const MAX_CONDITIONS: usize = 8;

/// Splits tokens at line breaks, arrows, connecting words, and at commas and wide spaces between relations. Leaves
/// out punctuation, labels, remarks and equation numbers at the ends, and frames around a whole formula (`\boxed{…}`,
/// `\left\{ … \right.`). No piece is empty.
pub(super) fn split<'s>(tokens: Words<'_, 's>) -> Vec<StatementText<'s>> {
    let (lines, are_rows) = unframed(tokens);
    if are_rows {
        let lines = TokenTree::of(without_columns(lines));
        return formulas(lines.row(), 0);
    }
    formulas(lines, 0)
}

/// The formulas of lines inside `depth` tables.
fn formulas<'s>(lines: Words<'_, 's>, depth: usize) -> Vec<StatementText<'s>> {
    let mut pieces: Vec<Vec<Token<'s>>> = Vec::new();
    let mut conditions: Vec<Vec<TokenTree<Token<'s>>>> = Vec::new();
    // Whether this line contains a relation.
    let mut related = false;
    for (segment, cut) in segments(lines) {
        let (segment, beside) = match cut {
            Cut::Aside => (trimmed(segment), Vec::new()),
            _ => bare(segment),
        };
        let after_words = matches!(cut, Cut::Word | Cut::When | Cut::And | Cut::Or);
        related &= after_words || cut == Cut::Aside;
        let has_relation = remarks::relate(segment);
        if cut == Cut::Aside
            && let Some(before) = pieces.last_mut()
        {
            related |= has_relation;
            before.extend_from_slice(&segment);
            continue;
        }
        // `x = 1 \text{ and } \frac{7}{8}` is a list of values, and so is `x = a \text{ or } -a`.
        if matches!(cut, Cut::And | Cut::Or)
            && related
            && !has_relation
            && !segment.is_empty()
            && let Some(before) = pieces.last_mut()
            && let Some(value) = before.iter().rposition(is_relation)
            && (is_number(&segment) && is_number(&before[value + 1..])
                || cut == Cut::Or && !segment.iter().any(is_text))
        {
            let mut comma = segment[0];
            comma.kind = TokenKind::Char(',');
            before.push(comma);
            before.extend_from_slice(&segment);
            continue;
        }
        // In `F = ma \text{ for every } m` the m is not a formula. Something that cannot be read is not a remark:
        // `\text{ and } A \subset B`.
        let unread = |token: &Token<'_>| matches!(token.kind, TokenKind::Unknown(_));
        let follows_words = after_words && related && !segment.iter().any(unread);
        if segment.is_empty() || only_says(&segment) || follows_words && !has_relation {
            continue;
        }
        // `x = 3 \text{ for } t > 0` says where its x is 3.
        if cut == Cut::When
            && related
            && has_relation
            && let Some(said) = conditions.last_mut()
        {
            said.push(spaceless(segment.to_vec()));
        }
        related |= has_relation;
        // `\implies \begin{cases} a = b \\ c = d \end{cases}`
        if depth < MAX_TABLES && cut != Cut::Break && is_table(segment) {
            let rows = TokenTree::of(without_columns(segment.part(1..segment.len() - 1)));
            for row in formulas(rows.row(), depth + 1) {
                pieces.push(row.words.row().words().to_vec());
                conditions.push(row.conditions);
            }
            continue;
        }
        match pieces.last_mut() {
            Some(before) if cut == Cut::Break && continues(before, &segment) => {
                // `a = \\ = b`: the sign is written at both ends of the break.
                let twice = is_relation(&segment[0])
                    && before
                        .last()
                        .is_some_and(|last| last.kind == segment[0].kind);
                before.extend_from_slice(&segment[usize::from(twice)..]);
            }
            _ => {
                pieces.push(segment.to_vec());
                conditions.push(Vec::new());
            }
        }
        if let Some(said) = conditions.last_mut() {
            said.extend(beside);
        }
    }
    let stretch = |(words, mut conditions): (_, Vec<_>)| {
        conditions.truncate(MAX_CONDITIONS);
        StatementText {
            words: spaceless(words),
            conditions,
        }
    };
    pieces.into_iter().zip(conditions).map(stretch).collect()
}

/// Tokens without wide spaces.
fn spaceless(mut words: Vec<Token<'_>>) -> TokenTree<Token<'_>> {
    words.retain(|token| token.kind != TokenKind::Quad);
    TokenTree::of(words)
}

fn is_text(token: &Token<'_>) -> bool {
    matches!(token.kind, TokenKind::Raw(Raw::Text, _))
}

/// Whether the tokens are only a number: digits, signs, fractions and roots.
fn is_number(tokens: &[Token<'_>]) -> bool {
    let is_part = |token: &Token<'_>| match token.kind {
        TokenKind::Digit(_) | TokenKind::Quad => true,
        TokenKind::Char(letter) => matches!(letter, '.' | '-' | '+' | '/' | '{' | '}' | ','),
        TokenKind::Command(command) => matches!(command.role, Role::Fraction | Role::Root),
        _ => false,
    };
    tokens
        .iter()
        .any(|token| matches!(token.kind, TokenKind::Digit(_)))
        && tokens.iter().all(is_part)
}

/// The most frames, labels and remarks around one formula; each round looks at all of it.
const MAX_ROUNDS: usize = 50;

/// What separates a stretch from the one before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    /// A line break, or nothing.
    Break,
    /// Connecting words.
    Word,
    /// The word before a condition.
    When,
    /// The word between two things that both hold.
    And,
    /// The word between values of which one holds.
    Or,
    /// Words that say what was counted, in the middle of a formula.
    Aside,
    /// An arrow or a comma.
    Sign,
}

/// The tokens outside of all brackets, kets and bras, with their positions.
fn outside_of_states<'t, 's>(
    tokens: Words<'t, 's>,
) -> impl Iterator<Item = (usize, &'t Token<'s>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < tokens.len() {
            let index = at;
            let token = &tokens.words()[index];
            if let Some(end) = kets::state_end(tokens, index) {
                at = end;
                continue;
            }
            at = tokens.past(index);
            if token.side() != Side::Opens {
                return Some((index, token));
            }
        }
        None
    })
}

/// The stretches between separators.
fn segments<'t, 's>(tokens: Words<'t, 's>) -> Vec<(Words<'t, 's>, Cut)> {
    let mut cuts = vec![(0, 0, Cut::Break)];
    // A comma or wide space separates only if there is a relation on both sides of it.
    let mut maybe: Option<(usize, usize)> = None;
    let mut related = false;
    for (index, token) in outside_of_states(tokens) {
        let begin = cuts.last().map_or(0, |(_, end, _)| *end);
        let aside = match token.kind {
            TokenKind::Raw(..) if begin < index => remarks::aside_end(tokens, index),
            _ => None,
        };
        let separator = match token.kind {
            // Skips the words that the last separator covers.
            _ if index < begin => None,
            TokenKind::Break => Some(Cut::Break),
            TokenKind::Char(';') => Some(Cut::Sign),
            TokenKind::Command(command) if command.role == Role::Consequence => Some(Cut::Sign),
            TokenKind::Raw(..)
                if aside.is_some() && remarks::is_prose_at(&tokens[begin..], index - begin) =>
            {
                Some(Cut::Aside)
            }
            TokenKind::Raw(_, text) if remarks::is_prose_at(&tokens[begin..], index - begin) => {
                Some(match text.trim().trim_start_matches(',').trim() {
                    "and" | "und" | "et" => Cut::And,
                    "or" | "oder" | "ou" | "或" | "或者" => Cut::Or,
                    said if words::leads_to_condition(said) => Cut::When,
                    _ => Cut::Word,
                })
            }
            _ => None,
        };
        if let Some(cut) = separator {
            let end = aside.filter(|_| cut == Cut::Aside).unwrap_or(index + 1);
            cuts.push((index, end, cut));
            (maybe, related) = (None, false);
        } else if matches!(token.kind, TokenKind::Char(',') | TokenKind::Quad) {
            if related {
                // In a row of values, the last comma before the next relation separates.
                let start = match maybe {
                    Some((start, end)) if end == index => start,
                    _ => index,
                };
                maybe = Some((start, index + 1));
            }
        } else if is_relation(token) {
            if let Some((start, end)) = maybe.take()
                && end < index
            {
                cuts.push((start, end, Cut::Sign));
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
        .map(|((_, begin, cut), end)| (tokens.part(*begin..end.max(*begin)), *cut))
        .collect()
}

/// The formula in a stretch, without frames and remarks, and the conditions found there.
fn bare<'t, 's>(mut tokens: Words<'t, 's>) -> (Words<'t, 's>, Vec<TokenTree<Token<'s>>>) {
    let mut conditions = Vec::new();
    for _ in 0..MAX_ROUNDS {
        let before = tokens.len();
        tokens = trimmed(tokens);
        if let Some(end) = labels::label_before(tokens) {
            tokens = tokens.from(end);
        }
        if let Some(start) = remarks::remark_after(tokens) {
            conditions.extend(conditions_in(tokens.from(start)));
            tokens = tokens.up_to(start);
        }
        if let Some(inside) = remarks::inside_frame(tokens) {
            tokens = inside;
        }
        if tokens.len() == before {
            break;
        }
    }
    (tokens, conditions)
}

/// The relations in a remark that stands in brackets.
fn conditions_in<'s>(remark: Words<'_, 's>) -> Vec<TokenTree<Token<'s>>> {
    let last = remark.len().saturating_sub(1);
    let Some(open) = remark.open(last) else {
        return Vec::new();
    };
    segments(remark.part(open + 1..last))
        .into_iter()
        .map(|(segment, _)| trimmed(segment))
        .filter(|segment| remarks::relate(*segment))
        .map(|segment| spaceless(segment.to_vec()))
        .collect()
}

/// Whether there is only a remark of several words.
fn only_says(tokens: &[Token<'_>]) -> bool {
    match tokens {
        [one] => {
            matches!(one.kind, TokenKind::Raw(_, text) if text.trim().contains(char::is_whitespace))
        }
        _ => false,
    }
}

/// Removes punctuation and wide spaces at the ends.
fn trimmed<'t, 's>(mut tokens: Words<'t, 's>) -> Words<'t, 's> {
    let is_empty = |token: &Token<'_>| {
        matches!(
            token.kind,
            TokenKind::Quad | TokenKind::Char(',' | '.' | ';' | ':')
        )
    };
    while let [first, rest @ ..] = tokens.words() {
        // `.5`, `.\overline{3}`
        let decimal = first.is('.')
            && rest.first().is_some_and(|next| {
                matches!(next.kind, TokenKind::Digit(_))
                    || next.role() == Some(Role::Accent(Accent::Bar))
            });
        let defines = first.is(':') && rest.first().is_some_and(|token| token.is('='));
        if decimal || defines || !is_empty(first) {
            break;
        }
        tokens = tokens.from(1);
    }
    let kept = tokens.iter().rposition(|token| !is_empty(token));
    let kept = tokens.up_to(kept.map_or(0, |last| last + 1));
    // `a = b \quad \to`: the arrow leads to the next line.
    match kept.words() {
        [before @ .., gap, arrow]
            if gap.kind == TokenKind::Quad
                && arrow.role() == Some(Role::Relation(Relation::Tends))
                && before.iter().any(is_relation) =>
        {
            trimmed(kept.up_to(before.len()))
        }
        _ => kept,
    }
}

/// Removes frames around the whole, and tells whether the rest are the rows of a table.
fn unframed<'t, 's>(tokens: Words<'t, 's>) -> (Words<'t, 's>, bool) {
    let mut tokens = trimmed(tokens);
    for _ in 0..MAX_ROUNDS {
        if let Some(inside) = remarks::inside_frame(tokens) {
            tokens = trimmed(inside);
            continue;
        }
        let [open, .., close] = tokens.words() else {
            break;
        };
        let inside = tokens.part(1..tokens.len() - 1);
        match (open.kind, close.kind) {
            (TokenKind::Open(Delimiter::Curly), TokenKind::Close(Delimiter::Empty))
                if is_lines(inside) || is_table(trimmed(inside)) =>
            {
                tokens = trimmed(inside);
            }
            // `\left[\begin{array}{l} x = 1 \\ x = 3 \end{array}\right.`: one of them holds.
            (TokenKind::Char('['), TokenKind::Close(Delimiter::Empty))
                if is_table(trimmed(inside)) =>
            {
                tokens = trimmed(inside);
            }
            // Nothing but lines: each is a formula of its own.
            (TokenKind::Begin(_), TokenKind::End(_)) if is_table(tokens) => return (inside, true),
            _ => break,
        }
    }
    (tokens, false)
}

/// Whether `cases` or `array` stands around lines that are formulas.
pub(super) fn is_table(tokens: Words<'_, '_>) -> bool {
    let [open, .., close] = tokens.words() else {
        return false;
    };
    let (TokenKind::Begin(begin), TokenKind::End(end)) = (open.kind, close.kind) else {
        return false;
    };
    let has_lines = environment(begin).is_some_and(|known| {
        matches!(
            known.lines,
            Lines::Rows(MatrixStyle::Cases | MatrixStyle::Plain)
        )
    });
    let rows = || TokenTree::of(without_braces(tokens.part(1..tokens.len() - 1)));
    begin == end && has_lines && is_lines(rows().row())
}

/// Lines without the braces around a whole one: `{{x = 1}} \\ {{y = 2}}`.
fn without_braces<'s>(tokens: Words<'_, 's>) -> Vec<Token<'s>> {
    let mut lines = Vec::with_capacity(tokens.len());
    let mut begin = 0;
    let breaks = tokens
        .outside()
        .filter(|(_, token)| token.kind == TokenKind::Break)
        .map(|(index, _)| index);
    for end in breaks.chain([tokens.len()]) {
        let mut line = tokens.part(begin..end);
        while line.len() > 2 && line[0].is('{') && line.close(0) == Some(line.len() - 1) {
            line = line.part(1..line.len() - 1);
        }
        lines.extend_from_slice(&line);
        lines.extend(tokens.get(end));
        begin = end + 1;
    }
    lines
}

/// Whether each line is a formula: its first relation is in the first column or begins another. In `x & x > 0`
/// neither is so: that is a value with its condition.
fn is_lines(tokens: Words<'_, '_>) -> bool {
    let mut column = 0;
    let mut seen = false;
    let mut has_line = false;
    for (index, token) in tokens.outside() {
        match token.kind {
            TokenKind::Break if index + 1 < tokens.len() => {
                if !seen && !is_heading_or_nothing(&tokens[..index]) {
                    return false;
                }
                has_line |= seen;
                (seen, column) = (false, 0);
            }
            // A column of words names the lines.
            TokenKind::Char('&') if index > 0 && names_line(&tokens[..index]) => {}
            TokenKind::Char('&') => column += 1,
            _ if token.side() == Side::Closes => return false,
            _ if !seen && is_relation(token) => {
                let begins = index > 0 && tokens[index - 1].is('&');
                if column > 0 && !begins {
                    return false;
                }
                seen = true;
            }
            _ => {}
        }
    }
    // `\\ \hline` ends a table, too, and so do words.
    seen || has_line && is_heading_or_nothing(&tokens)
}

/// Whether tokens end with an empty line, or one with only text of several letters: `\text{Answer:}`.
fn is_heading_or_nothing(tokens: &[Token<'_>]) -> bool {
    let is_word = matches!(tokens.last(), Some(token) if matches!(token.kind, TokenKind::Raw(Raw::Text, text) if text.trim().chars().count() > 2));
    let is_nothing = tokens
        .last()
        .is_none_or(|last| last.kind == TokenKind::Break);
    is_nothing || is_word && names_line(tokens)
}

/// Whether tokens end with text at the beginning of a line.
fn names_line(tokens: &[Token<'_>]) -> bool {
    match tokens {
        [rest @ .., last] if matches!(last.kind, TokenKind::Raw(Raw::Text, _)) => rest
            .last()
            .is_none_or(|before| before.kind == TokenKind::Break),
        _ => false,
    }
}

/// Lines without the column separators, and without braces around them.
fn without_columns<'s>(tokens: Words<'_, 's>) -> Vec<Token<'s>> {
    let bare = TokenTree::of(without_braces(tokens));
    let tokens = bare.row();
    let mut lines = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let past = tokens.environment_end(at).unwrap_or(at) + 1;
        if !tokens[at].is('&') {
            lines.extend_from_slice(&tokens[at..past]);
        } else if names_line(&tokens[..at]) {
            lines.push(Token {
                kind: TokenKind::Quad,
                ..tokens[at]
            });
        }
        at = past;
    }
    lines
}

/// Whether a line continues the one before: it begins with an operator, or the line before ended with one.
fn continues(before: &[Token<'_>], line: &[Token<'_>]) -> bool {
    let open_end = before
        .last()
        .is_some_and(|last| is_operator(last) || is_relation(last));
    let begins = line.first().is_some_and(is_operator) && !line.iter().any(is_relation);
    open_end || begins
}
