//! Words that are written in another way than LaTeX has for them: a triangle for Δ, a ring for the index 0, a sign that is
//! struck through, spaces between the entries of a row.

use std::borrow::Cow;

use super::token::{Raw, Token, TokenKind};
use super::words;
use crate::notation::vocabulary::{Role, known};
use crate::tree::Relation;

/// With the words that LaTeX has: `\Delta E` for `\triangle E` and `\mathit\Delta E`, `\epsilon_0` for
/// `\epsilon_\circ`, `\ge` for `\not<`, commas in `[3\ -4\ 0]`.
pub(super) fn plain<'t, 's>(source: &str, tokens: &'t [Token<'s>]) -> Cow<'t, [Token<'s>]> {
    // Most formulas have nothing of this.
    let is_other = |token: &Token<'_>| match token.kind {
        TokenKind::Char('[') | TokenKind::Raw(Raw::Text, "there is" | "for all") => true,
        TokenKind::Command(command) => matches!(
            command.role,
            Role::Not | Role::Ring | Role::Mark | Role::Roman
        ),
        _ => false,
    };
    if !tokens.iter().any(is_other) {
        return Cow::Borrowed(tokens);
    }
    let mut plain = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let rest = &tokens[at..];
        if let Some(length) = upright_delta(rest) {
            plain.push(rest[length / 2]);
            at += length;
        } else if is_change(tokens, at) {
            plain.push(Token {
                kind: TokenKind::Command(known("Delta")),
                ..*token
            });
            at += 1;
        } else if let Some(length) = lowered_ring(rest) {
            let zero = TokenKind::Digit('0');
            plain.extend([
                *token,
                Token {
                    kind: zero,
                    ..rest[length - 1]
                },
            ]);
            at += length;
        } else if let Some(kind) = struck(rest) {
            plain.push(Token { kind, ..*token });
            at += 2;
        } else if let Some(length) = row_of_numbers(source, tokens, at) {
            with_commas(source, &rest[..length], &mut plain);
            at += length;
        } else {
            plain.push(*token);
            at += 1;
        }
    }
    for at in 0..plain.len() {
        if let Some(colon) = colon_behind(&plain, at) {
            plain[colon].kind = TokenKind::Quad;
        }
    }
    Cow::Owned(plain)
}

/// The colon behind what a quantifier says of a letter: `\exists\, n \in \mathbb{N}: E = n^2`.
fn colon_behind(words: &[Token<'_>], at: usize) -> Option<usize> {
    const MOST: usize = 12;
    if !matches!(
        words[at].kind,
        TokenKind::Raw(Raw::Text, "there is" | "for all")
    ) {
        return None;
    }
    let said = words[at + 1..].iter().take(MOST);
    let colon = at + 1 + said.clone().position(|token| token.is(':'))?;
    let relates = words[at + 1..colon].iter().any(super::remarks::is_relation);
    let defines = words.get(colon + 1).is_some_and(|next| next.is('='));
    (relates && !defines).then_some(colon)
}

/// The length of Δ in other letters: `\mathit\Delta`, `\mathrm{\Delta}`.
fn upright_delta(words: &[Token<'_>]) -> Option<usize> {
    let is_delta = |token: &Token<'_>| matches!(token.kind, TokenKind::Command(command) if command.canonical == "Delta");
    let is_roman = |token: &Token<'_>| matches!(token.kind, TokenKind::Command(command) if command.role == Role::Roman && command.name != "operatorname");
    match words {
        [roman, delta, ..] if is_roman(roman) && is_delta(delta) => Some(2),
        [roman, open, delta, close, ..]
            if is_roman(roman) && open.is('{') && is_delta(delta) && close.is('}') =>
        {
            Some(4)
        }
        _ => None,
    }
}

/// Whether a triangle stands before a quantity for its change. In `\triangle ABC` it stands before its corners, and
/// `E_\triangle` is a name.
fn is_change(words: &[Token<'_>], at: usize) -> bool {
    const CORNERS: usize = 3;
    let is_triangle =
        matches!(words[at].kind, TokenKind::Command(command) if command.canonical == "triangle");
    if !is_triangle {
        return false;
    }
    let mut before = words[..at].iter().rev();
    let is_script = |token: &Token<'_>| token.is('_') || token.is('^');
    let hangs = match (before.next(), before.next()) {
        (Some(last), _) if is_script(last) => true,
        (Some(last), Some(script)) => last.is('{') && is_script(script),
        _ => false,
    };
    let behind = &words[at + 1..];
    let is_corner = |token: &&Token<'_>| matches!(token.kind, TokenKind::Letter('A'..='Z'));
    let corners = behind.iter().take_while(is_corner).count();
    !hangs
        && corners < CORNERS
        && behind
            .first()
            .is_some_and(|next| words::begins_variable(&next.kind))
}

/// The length of a ring that is lowered for a zero: `\epsilon_\circ`, `\mu_{\circ}`.
fn lowered_ring(words: &[Token<'_>]) -> Option<usize> {
    let is_ring = |token: &Token<'_>| token.role() == Some(Role::Ring);
    match words {
        [mark, ring, ..] if mark.is('_') && is_ring(ring) => Some(2),
        [mark, open, ring, close, ..]
            if mark.is('_') && open.is('{') && is_ring(ring) && close.is('}') =>
        {
            Some(4)
        }
        _ => None,
    }
}

/// What `\not<` and its kin say: of two quantities one is the greater one, or they are equal.
fn struck<'s>(words: &[Token<'s>]) -> Option<TokenKind<'s>> {
    let [not, sign, ..] = words else {
        return None;
    };
    if not.role() != Some(Role::Not) {
        return None;
    }
    let relation = match sign.kind {
        TokenKind::Char('<') => Relation::Less,
        TokenKind::Char('>') => Relation::Greater,
        TokenKind::Command(command) => command.relation()?,
        _ => return None,
    };
    Some(match relation {
        Relation::Less => TokenKind::Command(known("geq")),
        Relation::Greater => TokenKind::Command(known("leq")),
        Relation::LessOrEqual => TokenKind::Char('>'),
        Relation::GreaterOrEqual => TokenKind::Char('<'),
        _ => return None,
    })
}

/// The length of a row in square brackets behind a relation that has nothing but numbers with spaces of LaTeX between
/// them: `[3\ -4\ 0]`. Of two without a `^T` behind them nobody knows, and `[1\,000\,000]` is one number.
fn row_of_numbers(source: &str, words: &[Token<'_>], at: usize) -> Option<usize> {
    const LEAST: usize = 3;
    let follows = at > 0 && super::remarks::is_relation(&words[at - 1]);
    if !words[at].is('[') || !follows {
        return None;
    }
    let inside = words[at + 1..].iter();
    let is_part = |token: &&Token<'_>| {
        matches!(token.kind, TokenKind::Digit(_) | TokenKind::Quad)
            || matches!(token.kind, TokenKind::Char('.' | '-' | '+' | '{' | '}'))
    };
    let length = inside.take_while(is_part).count() + 2;
    let row = &words[at..];
    if !row.get(length - 1)?.is(']') {
        return None;
    }
    let is_turned = row.get(length).is_some_and(|next| next.is('^'));
    let mut entries = 1;
    let mut digits = 0;
    let mut groups_of_three = true;
    for index in 1..length - 1 {
        let begins = begins_entry(source, row, index);
        if begins && digits == 0 {
            return None;
        }
        if begins {
            groups_of_three &= entries == 1 || digits == 3;
            entries += 1;
            digits = 0;
        }
        let is_sign = row[index].is('-') || row[index].is('+');
        // `[5\ - 3]` is a difference.
        if is_sign && (digits > 0 || begins_entry(source, row, index + 1)) {
            return None;
        }
        digits += usize::from(matches!(row[index].kind, TokenKind::Digit(_)));
    }
    let is_one_number = groups_of_three && digits == 3;
    let least = if is_turned { LEAST - 1 } else { LEAST };
    (entries >= least && digits > 0 && !is_one_number).then_some(length)
}

/// Whether a wide space, or a narrow one that is written out, stands before a word that is none itself.
fn begins_entry(source: &str, row: &[Token<'_>], index: usize) -> bool {
    let (before, here) = (&row[index - 1], &row[index]);
    if here.kind == TokenKind::Quad || here.is(']') || index == 1 {
        return false;
    }
    let is_written = || {
        let between = source.get(before.end..here.start).unwrap_or_default();
        [r"\ ", r"\;", r"\:", "~"]
            .iter()
            .any(|space| between.contains(space))
    };
    before.kind == TokenKind::Quad || is_written()
}

/// Puts commas before the entries of a row.
fn with_commas<'s>(source: &str, row: &[Token<'s>], plain: &mut Vec<Token<'s>>) {
    for (index, token) in row.iter().enumerate() {
        if index > 0 && begins_entry(source, row, index) {
            plain.push(Token {
                kind: TokenKind::Char(','),
                ..*token
            });
        }
        if token.kind != TokenKind::Quad {
            plain.push(*token);
        }
    }
}
