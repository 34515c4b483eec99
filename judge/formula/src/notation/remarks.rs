//! Recognises remarks beside a formula: a word that leads to the next one, a range in brackets, the sign at the end
//! of a proof.
//!
//! A remark is dropped and the formula stays. Anything that can be read as mathematics is not a remark:
//! `\text{kinetic energy} = \frac12 mv^2` contains a name, `3\,\text{m/s}` a unit, and `a(b - c)` a bracket.

use super::labels::is_direction;
use super::token::{Raw, Token, TokenKind, Words, is_relation};
use super::trailing_signs::{self, is_dots, is_gap};
use super::{restated_units, upright, words};
use crate::notation::units;
use crate::notation::vocabulary;
use crate::notation::vocabulary::{Delimiter, Operator, Role};
use crate::tree::Relation;

/// The most letters of a name after a unit, which would be its factor.
const LONGEST_NAME: usize = 3;

/// Whether tokens contain a relation, also inside a frame, but not in the limits of a sum or in a bracket.
pub(super) fn relate(tokens: Words<'_, '_>) -> bool {
    let frames = |before: &Token<'_>| match before.kind {
        TokenKind::Char('{') => true,
        TokenKind::Command(command) => command.role == Role::Frame || command.emphasises(),
        _ => false,
    };
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if is_relation(token) {
            return true;
        }
        let in_frame = token.is('{') && tokens[..at].last().is_none_or(frames);
        at = if in_frame { at + 1 } else { tokens.past(at) };
    }
    false
}

/// Whether the text at an index is a remark, not an operand.
///
/// The text of a name is an operand: it stands where one is expected, and an operator, a relation or a script
/// follows.
pub(super) fn is_prose_at(tokens: &[Token<'_>], index: usize) -> bool {
    let TokenKind::Raw(Raw::Text, text) = tokens[index].kind else {
        return false;
    };
    if words::is_connective(text) {
        return true;
    }
    let is_space = |token: &&Token<'_>| token.kind == TokenKind::Quad || token.is(',');
    let spaces = tokens[..index].iter().rev().take_while(is_space).count();
    let before = tokens[..index - spaces].last();
    let takes_it = before.is_some_and(|token| match token.kind {
        TokenKind::Char('_' | '^') => true,
        TokenKind::Command(command) => {
            command.takes_symbol() || matches!(command.role, Role::Root | Role::Fraction)
        }
        _ => false,
    });
    // `12\,\text{m/s}\;\text{downwards}`
    let is_unit_before = |token: &Token<'_>| match token.kind {
        TokenKind::Raw(Raw::Text, unit) => is_unit(unit),
        TokenKind::Raw(Raw::Unit, _) => true,
        _ => false,
    };
    if index + 1 == tokens.len()
        && text.trim().chars().count() > LONGEST_NAME
        && before.is_some_and(is_unit_before)
        && words::say_of_quantity(text)
    {
        return true;
    }
    // `\lambda = h/p \quad \text{[m]}`; behind a number it is the unit.
    let follows_letters = || {
        let mut before = tokens[..index - spaces].iter().rev();
        let last = before.find(|token| !token.is('}'));
        last.is_some_and(|token| words::is_letter(&token.kind))
    };
    let in_brackets = text.trim().starts_with('[') && text.trim().ends_with(']');
    if in_brackets && spaces > 0 && follows_letters() {
        return true;
    }
    if takes_it || is_unit(text) || is_part_of_unit(text) || upright::quantity(text).is_some() {
        return false;
    }
    let continued = tokens
        .get(index + 1)
        .is_some_and(|token| is_relation(token) || is_operator(token) || is_hung(token));
    // `\mathrm{d} \text{kinetic energy}`
    let changes = (index - spaces).checked_sub(4).is_some_and(|roman| {
        tokens[roman].role() == Some(Role::Roman)
            && words::differential_end(tokens, roman) == Some(index - spaces)
    });
    let expected = changes || !before.is_some_and(ends_operand);
    let ends = index + 1 == tokens.len();
    // `pV = \text{const.}`: where an operand must follow, text is not a remark.
    let wanted = before.is_some_and(|token| is_operator(token) || is_relation(token));
    let name = if wanted {
        text.trim_end().trim_end_matches('.')
    } else {
        text
    };
    if expected && (continued || ends) && is_name(name) {
        return false;
    }
    is_prose(text) || spaces > 0 && before.is_some() && !continued
}

/// The end of words in the middle of a formula that only say what was counted or meant: `3 \text{ apples} + 4`,
/// `6 \text{in.} \times 3`, `\theta \text{ (in } \unit{°C}) + 273`.
pub(super) fn aside_end(tokens: Words<'_, '_>, index: usize) -> Option<usize> {
    let TokenKind::Raw(Raw::Text, text) = tokens[index].kind else {
        return None;
    };
    let words = text.trim();
    // A bracket that the words open ends where the formula closes it.
    let end = if words.starts_with('(') && !words.contains(')') {
        let close = tokens
            .from(index)
            .outside()
            .find(|(_, token)| token.is(')'));
        close.map(|(close, _)| index + close + 1)?
    } else {
        index + 1
    };
    let follows = |token: &&Token<'_>| token.kind != TokenKind::Quad;
    let next = tokens[end..].iter().find(follows)?;
    let is_sign = next.is('+') || next.is('-');
    // `\text{valid for } -1 < x`
    let alone = words.starts_with('(')
        || !words.contains(char::is_whitespace) && !words::is_preposition(text);
    let is_aside = tokens[..index].last().is_some_and(ends_operand)
        && is_operator(next)
        && !words::is_connective(text)
        && (alone || !is_sign);
    is_aside.then_some(end)
}

/// Whether a text is a unit or the end of one: `m/s`, `/s`.
fn is_unit(text: &str) -> bool {
    let unit = text.trim().trim_start_matches(['/', '·', '*']);
    units::says_unit(unit)
}

/// Whether a text is a unit up to a bracket that a later text closes, or the rest after one:
/// `\text{W/(m}^2\text{ K)}`.
fn is_part_of_unit(text: &str) -> bool {
    let begins = text.split_once('(').is_some_and(|(before, inside)| {
        !inside.contains(')') && is_unit(before.trim_end().trim_end_matches('/'))
    });
    let ends = text
        .trim_end()
        .strip_suffix(')')
        .is_some_and(|inside| !inside.contains('(') && is_unit(inside));
    begins || ends
}

/// Whether a text can be a symbol's name.
fn is_name(text: &str) -> bool {
    let name = text.trim();
    name.starts_with(char::is_alphabetic)
        && name
            .chars()
            .all(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-'))
}

/// Whether a text beside an operand is a remark and not a name.
fn is_prose(text: &str) -> bool {
    let words = text.trim();
    let alone = words.chars().count() < 2
        || vocabulary::find(words)
            .is_some_and(|known| matches!(known.role, Role::Function(_) | Role::Differential));
    words.is_empty()
        || words.chars().count() > 1 && words.starts_with(words::is_ideograph)
        || words.contains(|letter: char| letter.is_whitespace() || letter == '~')
        || words.starts_with(|letter: char| !letter.is_alphanumeric() && letter != '\\')
        || words.ends_with([
            ':', ',', ';', '.', ')', ']', '!', '?', '—', '：', '，', '；', '。', '）',
        ])
        || words.len() < text.len() && !alone
}

pub(super) fn is_operator(token: &Token<'_>) -> bool {
    matches!(token.role(), Some(Role::Operator(_)))
        || matches!(token.kind, TokenKind::Char('+' | '-' | '/' | '*'))
}

/// Whether a token belongs to the operand before it, or closes a group around it.
pub(super) fn is_hung(token: &Token<'_>) -> bool {
    matches!(
        token.kind,
        TokenKind::Char('_' | '^' | '\'' | '(' | ',' | '}' | ')' | ']' | '&') | TokenKind::Close(_)
    )
}

/// Whether an operand can end with a token.
pub(super) fn ends_operand(token: &Token<'_>) -> bool {
    match token.kind {
        TokenKind::Letter(_)
        | TokenKind::Digit(_)
        | TokenKind::Raw(..)
        | TokenKind::Close(_)
        | TokenKind::End(_) => true,
        TokenKind::Char(letter) => matches!(letter, '}' | ')' | ']' | '\'' | '!' | '|' | '*'),
        TokenKind::Command(command) => matches!(
            command.role,
            Role::Letter | Role::Mark | Role::Infinity | Role::Degree | Role::Percent | Role::Ring
        ),
        _ => false,
    }
}

/// The start of a remark that ends the line: `\quad (n = 1, 2, …)`, `[\text{since } g > 0]`, `\quad (3)`,
/// `\quad \Box`, `\quad | \cdot 2`.
pub(super) fn remark_after(tokens: Words<'_, '_>) -> Option<usize> {
    trailing_signs::sign_after(tokens).or_else(|| bracket_after(tokens))
}

/// Whether the token at an index is the operand of what precedes it: an operator, a relation, a function, a sum.
pub(super) fn is_operand(tokens: &[Token<'_>], index: usize) -> bool {
    tokens[..index].last().is_none_or(|token| {
        let takes = matches!(
            token.role(),
            Some(
                Role::Function(_)
                    | Role::Series(_)
                    | Role::Integral(_)
                    | Role::Nabla
                    | Role::Root
                    | Role::Differential
            )
        );
        takes || is_operator(token) || is_relation(token)
    })
}

/// The start of a remark in brackets at the end of the line.
fn bracket_after(tokens: Words<'_, '_>) -> Option<usize> {
    let last = tokens.len().checked_sub(1)?;
    let is_curly = tokens[last].kind == TokenKind::Close(Delimiter::Curly);
    if !tokens[last].is(')') && !tokens[last].is(']') && !is_curly {
        return None;
    }
    let open = tokens.open(last)?;
    let inside = tokens.part(open + 1..last);
    // `\{\text{since } a = b\}`; without words it is a set.
    if is_curly && (inside.is_empty() || !is_prose_at(&inside, 0)) {
        return None;
    }
    // `x = 20 \unit{cm} (= 0.2 \unit{m})`
    if inside.first().is_some_and(is_relation) && open > 0 && ends_operand(&tokens[open - 1]) {
        return Some(open);
    }
    // `12\,\text{m/s}\ (\downarrow)`
    let points = !inside.is_empty() && inside.iter().all(is_direction);
    let again = restated_units::is_said_again(&tokens[..open], &inside);
    if again || points && open > 0 && ends_operand(&tokens[open - 1]) {
        return Some(open);
    }
    let gap = tokens[..open]
        .iter()
        .rev()
        .take_while(|token| is_gap(token));
    let dots = tokens[..open]
        .iter()
        .rev()
        .take_while(|token| is_dots(token));
    // `x = 3 \quad \cdots \quad (1)`
    let (gap, dots) = (gap.count(), dots.count());
    let has_dots = tokens[open - gap..open].iter().any(is_dots);
    let before = open - if has_dots { gap } else { dots };
    // `n(n-1)\cdots(n-9)` is a product.
    if before < open && inside.len() > 1 && inside.iter().any(is_operator) {
        return None;
    }
    let apart = before < open
        || matches!(tokens[..before].last(), Some(token) if token.kind == TokenKind::Quad || token.is(','));
    let numbered = !inside.is_empty()
        && inside.iter().all(|token| {
            matches!(
                token.kind,
                TokenKind::Digit(_) | TokenKind::Char('.' | '*' | '-' | '\'')
            ) || matches!(token.kind, TokenKind::Command(command) if command.is_label())
        });
    // `v = \sqrt{2 g h} \quad [\text{m/s}]`: the unit of symbols is a remark.
    let value = tokens.iter().rposition(is_relation).map_or(0, |at| at + 1);
    let symbolic = value < before
        && tokens[value..before]
            .iter()
            .any(|token| words::is_letter(&token.kind));
    let in_unit = symbolic
        && tokens[last].is(']')
        && matches!(inside.words(), [one] if matches!(one.kind, TokenKind::Raw(Raw::Text, _)));
    // `v = \sqrt{2 g h}\ \left[\mathrm{m\,s^{-1}}\right]`; in `k[\text{A}]` it is a concentration.
    let spaced = open > 0 && tokens[open - 1].end < tokens[open].start;
    let in_unit_beside =
        symbolic && value > 0 && (spaced || apart) && names_unit(inside, tokens[last].is(']'));
    let related = relate(inside);
    let says = (0..inside.len()).any(|index| is_prose_at(&inside, index));
    let text = matches!(inside.words(), [one] if matches!(one.kind, TokenKind::Raw(Raw::Text, text) if !is_unit(text)));
    // `5\,\text{N} (\text{to the right})`: several words are no argument of what stands before.
    let words = matches!(inside.words(), [one] if matches!(one.kind, TokenKind::Raw(_, text) if text.trim().contains(' ')));
    // `(+\text{ve upward})`
    let signed = matches!(inside.words(), [sign, said] if is_operator(sign) && matches!(said.kind, TokenKind::Raw(Raw::Text, _)));
    let behind = matches!(tokens[..before].last(), Some(token) if matches!(token.kind, TokenKind::Raw(..) | TokenKind::Digit(_) | TokenKind::Char('}')));
    // `a (b + \text{something})` is a product.
    let begins_with_words = !inside.is_empty() && is_prose_at(&inside, 0);
    let computes = !apart && !begins_with_words && inside.iter().any(is_operator);
    // `1 - P(0 \text{ hits})`: the words say of what it is the probability.
    let is_event = before == open
        && matches!(tokens[..open].last(), Some(token)
            if token.kind == TokenKind::Letter('P') && token.end == tokens[open].start);
    // `\omega = \sqrt{g/L} \left(\alpha \ll 1\right)`
    let is_condition = ends_value(tokens.up_to(before))
        && related
        && tokens[last].is(')')
        && relate(tokens.up_to(before));
    // `x = 3 \quad -(1)`
    let dash = numbered
        && matches!(tokens[..before], [.., space, dash] if space.kind == TokenKind::Quad && dash.is('-'));
    if dash {
        return Some(before - 1);
    }
    let remark = says && !computes && !is_event
        || in_unit_beside
        || is_condition
        || text && (apart || words && behind)
        || apart && (related || numbered || counts_letters(inside) || signed || in_unit);
    // `(a = 3), (b = 4)` are two formulas, each in brackets.
    let listed = is_list_of_brackets(tokens.up_to(before));
    (remark && !listed && !is_operand(&tokens, before)).then_some(before)
}

/// Whether a bracket contains a number with a letter, `(2.1a)`, or a Roman numeral, `(\mathrm{iii})`.
fn counts_letters(inside: Words<'_, '_>) -> bool {
    let counts = |token: &Token<'_>| matches!(token.kind, TokenKind::Letter('i' | 'v' | 'x'));
    match inside.words() {
        [digits @ .., last] if matches!(last.kind, TokenKind::Letter('a'..='z')) => digits
            .iter()
            .all(|token| matches!(token.kind, TokenKind::Digit(_) | TokenKind::Char('.'))),
        [roman, open, number @ .., _] if roman.role() == Some(Role::Roman) && open.is('{') => {
            number.iter().all(counts)
        }
        _ => false,
    }
}

/// Whether tokens end with a number, a root or a fraction; none of these takes an argument as `P_{1}` takes
/// `(x > a)`.
fn ends_value(tokens: Words<'_, '_>) -> bool {
    match tokens.last() {
        Some(token) if token.is('}') => {
            let open = tokens.open(tokens.len() - 1);
            let behind = open.and_then(|open| tokens[..open].last());
            behind.is_some_and(|token| token.is('}') || token.role() == Some(Role::Root))
        }
        Some(token) => matches!(token.kind, TokenKind::Digit(_)),
        None => false,
    }
}

/// Whether a bracket after symbols contains only a unit in upright letters. In square brackets it may be any unit
/// except a single capital letter, in round ones only one with an exponent or a slash.
fn names_unit(inside: Words<'_, '_>, is_square: bool) -> bool {
    let mut unit = String::new();
    let mut end = None;
    for token in inside.words() {
        // `\mathrm{kg\,m^2}`
        if end.is_some_and(|end| end < token.start) {
            unit.push(' ');
        }
        end = Some(token.end);
        match token.kind {
            TokenKind::Raw(Raw::Text, text) => unit.push_str(text),
            TokenKind::Letter(letter)
            | TokenKind::Digit(letter)
            | TokenKind::Char(letter @ ('^' | '-' | '/' | '{' | '}')) => unit.push(letter),
            TokenKind::Command(command) if command.role == Role::Roman => {}
            TokenKind::Command(command) if command.role == Role::Operator(Operator::Dot) => {
                unit.push('*');
            }
            _ => return false,
        }
    }
    let unit = unit.trim();
    let begins = matches!(inside.first(), Some(first) if matches!(first.kind, TokenKind::Raw(..)) || first.role() == Some(Role::Roman));
    let unit = unit
        .strip_prefix('{')
        .and_then(|unit| unit.strip_suffix('}'))
        .unwrap_or(unit);
    let composed = unit.contains(['^', '/']);
    let is_capital = unit.len() == 1 && unit.starts_with(|letter: char| letter.is_uppercase());
    begins && is_unit(unit) && (composed || is_square && !is_capital)
}

/// Whether there are only brackets, with commas and spaces after them.
fn is_list_of_brackets(tokens: Words<'_, '_>) -> bool {
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if !token.is('(') {
            return false;
        }
        let after = tokens.past(at);
        let is_gap = |token: &&Token<'_>| token.kind == TokenKind::Quad || token.is(',');
        at = after + tokens[after..].iter().take_while(is_gap).count();
        if at == after {
            return false;
        }
    }
    !tokens.is_empty()
}

/// The content of braces or brackets around a whole relation.
pub(super) fn inside_frame<'t, 's>(tokens: Words<'t, 's>) -> Option<Words<'t, 's>> {
    let last = tokens.len().checked_sub(1)?;
    if tokens.close(0) != Some(last) {
        return None;
    }
    let mut inside = tokens.part(1..last);
    let opens = match tokens[0].kind {
        TokenKind::Char('{' | '(' | '[') | TokenKind::Open(Delimiter::Empty) => true,
        // `\{x : x > 0\}` says the same about its `x` as an interval.
        TokenKind::Open(Delimiter::Curly) => {
            let such_that = inside
                .iter()
                .position(|token| token.is(':') || token.is('|'));
            match (such_that, inside.words()) {
                // `\{x \in \mathbb{R} : x > 0\}`
                (Some(at @ (1 | 3..=6)), [variable, belongs, rest @ ..])
                    if words::is_letter(&variable.kind)
                        && (at == 1 || belongs.role() == Some(Role::Relation(Relation::In)))
                        && rest.iter().any(|token| token.kind == variable.kind) =>
                {
                    inside = inside.from(at + 1);
                    true
                }
                (such_that, _) => such_that.is_none(),
            }
        }
        _ => false,
    };
    (opens && relate(inside)).then_some(inside)
}
