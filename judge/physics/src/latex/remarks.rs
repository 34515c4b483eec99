//! What stands beside a formula and is none of it: the letter of a part, a word that leads over, a
//! range in brackets, the sign that all is proved.
//!
//! A remark costs the remark and not the formula. What can be read as mathematics is never one:
//! `\text{kinetic energy} = \frac12 mv^2` has a name in it, `3\,\text{m/s}` a unit, and `a(b - c)`
//! a bracket.

use super::token::{Raw, Token, TokenKind, Words};
use super::{restated, upright, words};
use crate::formula::Relation;
use crate::units;
use crate::vocabulary::{self, Delimiter, Operator, Role};

/// Words before a wide space that can be the number of a part: `(ii)`, `Step 2:`.
const LONGEST_LABEL: usize = 8;

/// Whether a word stands between two sides.
pub(super) fn is_relation(token: &Token<'_>) -> bool {
    match token.kind {
        TokenKind::Char('=' | '<' | '>') => true,
        TokenKind::Command(command) => command.relation().is_some(),
        _ => false,
    }
}

/// Whether words relate something: a relation stands among them, or in a frame, but not in the
/// limits of a sum or a bracket.
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

/// Whether the text at an index is no operand, but says something.
///
/// The text of a name is an operand: it stands where one is expected, and an operator, a relation or
/// a script follows.
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
    // `pV = \text{const.}`: where an operand has to follow it is no remark.
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

/// Where words end that stand at an index and only say what was counted or meant, and the formula goes on after
/// them: `3 \text{ apples} + 4`, `6 \text{in.} \times 3`, `\theta \text{ (in } \unit{°C}) + 273`.
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

/// Whether a text is a unit or the rest of one: `m/s`, `/s`.
fn is_unit(text: &str) -> bool {
    let unit = text.trim().trim_start_matches(['/', '·', '*']);
    units::read(unit).is_ok_and(|unit| units::is_upright(&unit))
}

/// Whether a text is a unit up to a bracket that other text closes, or from one on: `\text{W/(m}^2\text{ K)}`.
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

/// Whether a text that stands beside an operand says something rather than naming it.
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

fn is_operator(token: &Token<'_>) -> bool {
    matches!(token.role(), Some(Role::Operator(_)))
        || matches!(token.kind, TokenKind::Char('+' | '-' | '/' | '*'))
}

/// Whether a word hangs on the operand before it, or closes a group around it.
fn is_hung(token: &Token<'_>) -> bool {
    matches!(
        token.kind,
        TokenKind::Char('_' | '^' | '\'' | '(' | ',' | '}' | ')' | ']' | '&') | TokenKind::Close(_)
    )
}

/// Whether an operand can end with a word.
fn ends_operand(token: &Token<'_>) -> bool {
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

/// Where what is before a formula in its line ends: `(a)`, `Step 2:`, an arrow, a bullet.
pub(super) fn label_before(tokens: Words<'_, '_>) -> Option<usize> {
    let first = tokens.first()?;
    let rest = tokens.from(1);
    let related = || relate(rest);
    match first.kind {
        TokenKind::Raw(Raw::Text, _) if !rest.is_empty() => {
            if is_prose_at(&tokens, 0) {
                return Some(1);
            }
            let next = &rest[0];
            let colon = next.is(':') && !rest.get(1).is_some_and(|token| token.is('='));
            let wide = next.kind == TokenKind::Quad && related();
            return (colon || wide).then_some(2);
        }
        // `\to x = 3`: nothing tends to it.
        TokenKind::Command(command)
            if command.role == Role::Relation(Relation::Tends) && related() =>
        {
            return Some(1);
        }
        TokenKind::Command(command)
            if matches!(command.role, Role::Operator(Operator::Dot)) && related() =>
        {
            return Some(1);
        }
        TokenKind::Command(command)
            if command.is_label() && rest[..].first()?.kind == TokenKind::Quad && related() =>
        {
            return Some(1);
        }
        // A bullet has a space after it; `*F = 0` is the dual of a form.
        TokenKind::Char('*') if related() && rest.first()?.start > first.end => return Some(1),
        TokenKind::Command(command) if command.role == Role::Ring && related() => return Some(1),
        _ => {}
    }
    if let Some(colon) = name_of_line(tokens) {
        return Some(colon + 1);
    }
    let is_label = |token: &Token<'_>| {
        matches!(
            token.kind,
            TokenKind::Letter(_)
                | TokenKind::Digit(_)
                | TokenKind::Char('(' | ')' | '[' | ']' | '.' | ':')
        ) || is_direction(token)
    };
    let length = tokens
        .iter()
        .take(LONGEST_LABEL)
        .take_while(|token| is_label(token))
        .count();
    // `(a)\quad x = 3`
    let marked = matches!(first.kind, TokenKind::Char('(' | '[') | TokenKind::Digit(_))
        || matches!(rest.first(), Some(next) if next.is(')') || next.is('.') || next.is(':'));
    let wide = tokens
        .get(length)
        .is_some_and(|token| token.kind == TokenKind::Quad);
    let begins = tokens
        .get(length + 1)
        .is_some_and(|token| !is_relation(token) && !is_operator(token));
    if marked && wide && begins && related() {
        return Some(length + 1);
    }
    // `1) x = 3`, `2. x = 3`, `(a) x = 3`
    let unopened = tokens.iter().take(3).position(|token| token.is(')'));
    let opened = first.is('(') || first.is('[');
    match unopened {
        Some(close @ 1..) if !opened && related() => return Some(close + 1),
        _ => {}
    }
    let numbered = tokens
        .iter()
        .take_while(|token| matches!(token.kind, TokenKind::Digit(_)))
        .count();
    let point = numbered > 0
        && tokens.get(numbered).is_some_and(|token| token.is('.'))
        && tokens
            .get(numbered + 1)
            .is_some_and(|token| !matches!(token.kind, TokenKind::Digit(_)) && !is_relation(token))
        && tokens[numbered].end < tokens[numbered + 1].start;
    if point && related() {
        return Some(numbered + 1);
    }
    // `(ii) x = 3`
    let counts = |token: &Token<'_>| matches!(token.kind, TokenKind::Letter('i' | 'v' | 'x'));
    let counted = rest.iter().take_while(|token| counts(token)).count();
    let behind = (rest.get(counted), rest.get(counted + 1));
    if let (Some(close), Some(next)) = behind
        && first.is('(')
        && (2..=4).contains(&counted)
        && close.is(')')
        && words::begins_variable(&next.kind)
        && related()
    {
        return Some(counted + 2);
    }
    let [open, letter, close, next, ..] = tokens.words() else {
        return None;
    };
    let lone = open.is('(') && close.is(')') && !is_relation(next) && !is_operator(next);
    let once = matches!(letter.kind, TokenKind::Letter('a'..='i'))
        && !tokens[3..].iter().any(|token| token.kind == letter.kind);
    (lone && once && !is_hung(next) && related()).then_some(3)
}

/// The colon behind the name of a line: `C: y = x^2`, `(1) + (2): x = 3`, `R(\rightarrow): F = m a`. In `a : b = 2 : 1` it
/// is a ratio, and in `f: A \to B` a map.
fn name_of_line(tokens: Words<'_, '_>) -> Option<usize> {
    let is_colon = |token: &Token<'_>| token.is(':');
    let colon = tokens.iter().take(LONGEST_LABEL + 1).position(is_colon)?;
    let name = &tokens[..colon];
    let last = name.last()?;
    let next = tokens.get(colon + 1)?;
    let apart = next.kind == TokenKind::Quad || next.start > tokens[colon].end;
    let spaced = last.end == tokens[colon].start && apart;
    let rest = tokens.from(colon + 1);
    if !spaced || next.is('=') || rest.iter().any(is_colon) || !relate(rest) {
        return None;
    }
    let relation = rest.iter().find(|token| is_relation(token))?;
    let maps = matches!(
        relation.role(),
        Some(Role::Relation(Relation::Tends | Relation::In))
    );
    let letters = name
        .iter()
        .take_while(|token| words::is_letter(&token.kind))
        .count();
    let is_number = |token: &Token<'_>| {
        matches!(
            token.kind,
            TokenKind::Digit(_) | TokenKind::Char('(' | ')' | '+' | '-')
        ) || is_direction(token)
            || matches!(token.role(), Some(Role::Operator(_)))
    };
    let numbered = name[letters..].iter().all(is_number) && name.iter().any(|token| token.is('('));
    let indexed = letters == 1
        && match &name[1..] {
            [] => true,
            [mark, index] => mark.is('_') && matches!(index.kind, TokenKind::Digit(_)),
            [mark, open, .., close] => mark.is('_') && open.is('{') && close.is('}'),
            _ => false,
        };
    (!maps && (indexed || numbered && letters < 2)).then_some(colon)
}

/// Whether an arrow shows a direction: `(\uparrow)`.
fn is_direction(token: &Token<'_>) -> bool {
    let points = |name: &str| {
        matches!(
            name,
            "uparrow" | "downarrow" | "gets" | "to" | "nearrow" | "searrow"
        )
    };
    matches!(token.kind, TokenKind::Command(command) if points(command.canonical))
}

/// Where a remark begins that ends the line: `\quad (n = 1, 2, …)`, `[\text{since } g > 0]`,
/// `\quad (3)`, `\quad \Box`, `\quad | \cdot 2`.
pub(super) fn remark_after(tokens: Words<'_, '_>) -> Option<usize> {
    let last = tokens.len().checked_sub(1)?;
    if let Some(bar) = operation_after(&tokens) {
        return Some(bar);
    }
    // What comes after an operator, a relation, a function or a sum is its operand.
    let is_operand = |index: usize| {
        let before = tokens[..index].last();
        before.is_none_or(|token| {
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
    };
    if tokens[last].role() == Some(Role::Letter)
        && matches!(tokens[last].kind, TokenKind::Command(command) if command.canonical == "Box")
        && !is_operand(last)
    {
        return Some(last);
    }
    // `v = a t \Big| \text{since } …`
    let has_other =
        |token: &Token<'_>| is_bar(token) || token.kind == TokenKind::Open(Delimiter::Angle);
    if is_bar(&tokens[last]) && !tokens[..last].iter().any(has_other) {
        return Some(last);
    }
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
    let again = restated::is_said_again(&tokens[..open], &inside);
    if again || points && open > 0 && ends_operand(&tokens[open - 1]) {
        return Some(open);
    }
    let dots = tokens[..open]
        .iter()
        .rev()
        .take_while(|token| is_dots(token));
    let before = open - dots.count();
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
    // `(2.1a)`, `(\mathrm{iii})`
    let counts = |token: &Token<'_>| matches!(token.kind, TokenKind::Letter('i' | 'v' | 'x'));
    let letter = match inside.words() {
        [digits @ .., last] if matches!(last.kind, TokenKind::Letter('a'..='z')) => digits
            .iter()
            .all(|token| matches!(token.kind, TokenKind::Digit(_) | TokenKind::Char('.'))),
        [roman, open, number @ .., _] if roman.role() == Some(Role::Roman) && open.is('{') => {
            number.iter().all(counts)
        }
        _ => false,
    };
    // `v = \sqrt{2 g h} \quad [\text{m/s}]`: the unit of symbols is a remark.
    let value = tokens.iter().rposition(is_relation).map_or(0, |at| at + 1);
    let symbolic = value < before
        && tokens[value..before]
            .iter()
            .any(|token| words::is_letter(&token.kind));
    let in_unit = symbolic
        && tokens[last].is(']')
        && matches!(inside.words(), [one] if matches!(one.kind, TokenKind::Raw(Raw::Text, _)));
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
    let remark = says && !computes && !is_event
        || text && (apart || words && behind)
        || apart && (related || numbered || letter || signed || in_unit);
    // `(a = 3), (b = 4)` are two formulas, each in brackets.
    let listed = is_list_of_brackets(tokens.up_to(before));
    (remark && !listed && !is_operand(before)).then_some(before)
}

/// Whether nothing but brackets stands there, with commas and spaces after them.
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

/// Where it is said what is done to both sides next: a bar after a wide space, and an operation.
fn operation_after(tokens: &[Token<'_>]) -> Option<usize> {
    let is_bar = |token: &Token<'_>| token.is('|') || token.role() == Some(Role::DoubleBar);
    let bar = tokens.iter().rposition(is_bar)?;
    let apart = tokens[..bar].last()?.kind == TokenKind::Quad;
    let next = tokens[bar + 1..]
        .iter()
        .find(|token| token.kind != TokenKind::Quad)?;
    let operates = is_operator(next) || next.is(':') || matches!(next.kind, TokenKind::Raw(..));
    let opened = tokens[..bar].iter().any(is_bar);
    (apart && operates && !opened).then_some(bar)
}

/// Whether a bar stands there, of which it does not show what it belongs to.
fn is_bar(token: &Token<'_>) -> bool {
    token.is('|')
        || matches!(
            token.kind,
            TokenKind::Open(Delimiter::Bar) | TokenKind::Close(Delimiter::Bar)
        )
}

fn is_dots(token: &Token<'_>) -> bool {
    matches!(token.kind, TokenKind::Command(command) if command.canonical == "ldots")
}

/// What is inside braces or brackets that stand around a whole relation.
pub(super) fn inside_frame<'t, 's>(tokens: Words<'t, 's>) -> Option<Words<'t, 's>> {
    let last = tokens.len().checked_sub(1)?;
    if tokens.close(0) != Some(last) {
        return None;
    }
    let mut inside = tokens.part(1..last);
    let opens = match tokens[0].kind {
        TokenKind::Char('{' | '(' | '[') | TokenKind::Open(Delimiter::Empty) => true,
        // `\{x : x > 0\}` says of its `x` what an interval says.
        TokenKind::Open(Delimiter::Curly) => {
            let such_that = inside
                .iter()
                .position(|token| token.is(':') || token.is('|'));
            match (such_that, inside.words()) {
                (Some(1), [variable, _, rest @ ..])
                    if words::is_letter(&variable.kind)
                        && rest.iter().any(|token| token.kind == variable.kind) =>
                {
                    inside = inside.from(2);
                    true
                }
                (such_that, _) => such_that.is_none(),
            }
        }
        _ => false,
    };
    (opens && relate(inside)).then_some(inside)
}
