//! Braces that say nothing, empty ones, those around a letter that has an index and those around a sign; and spaces that say where a column
//! of cases begins.

use super::remarks::is_relation;
use super::token::{Raw, Token, TokenKind};
use super::tree::TokenTree;
use super::words;
use crate::notation::vocabulary::{Lines, Role, environment};
use crate::tree::MatrixStyle;

/// Without the empty groups that keep indices apart, `R^\mu{}_\nu`, and those that nothing hangs on, `\pi{}`; and
/// without empty indices, `F_{}`, and orders of roots, `\sqrt[]{x}`.
pub(super) fn without_empty<'s>(tokens: &[Token<'s>]) -> Vec<Token<'s>> {
    let is_empty = |at: usize| is(tokens, at, '{') && is(tokens, at + 1, '}');
    let is_script = |at: usize| is(tokens, at, '^') || is(tokens, at, '_');
    // In `{}_{}^{14}C` they hang on nothing.
    let is_empty_script =
        |at: usize| is_script(at) && is_empty(at + 1) && at > 0 && !(at > 1 && is_empty(at - 2));
    let is_filler = |at: usize| {
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        // `\\ {}+ b`
        let begins = before.is_none_or(|before| before.kind == TokenKind::Break);
        let Some(before) = before.filter(|_| !begins) else {
            let joins = |token: &Token<'_>| is_relation(token) || token.is('+') || token.is('-');
            return is_empty(at) && tokens.get(at + 2).is_some_and(joins);
        };
        let is_number = matches!(before.kind, TokenKind::Digit(_));
        // `R^1{}_{23}`
        let is_index = is_number && at > 1 && is_script(at - 2);
        let hangs = before.is('}') || before.is('\'') || is_index || words::is_letter(&before.kind);
        // `25{}^\circ C`
        let is_ring = |token: &Token<'_>| matches!(token.role(), Some(Role::Ring | Role::Degree));
        let raised = at + 3 + usize::from(is(tokens, at + 3, '{'));
        let degrees = is_number && tokens.get(raised).is_some_and(is_ring);
        // `12{}\text{m/s}`
        let is_text = |token: &Token<'_>| matches!(token.kind, TokenKind::Raw(..));
        let spaces = is_number && tokens.get(at + 2).is_some_and(is_text);
        // `\frac{{}\pi{}}{2}`; behind `}` it may be an argument.
        let is_sign = |token: &Token<'_>| {
            is_relation(token) || matches!(token.kind, TokenKind::Char('{' | '+' | '-' | '*' | '/'))
        };
        // `F_{\mu\nu}{} = 0`
        let closes_index = before.is('}')
            && ends_index(&tokens[..at])
            && tokens
                .get(at + 2)
                .is_none_or(|next| is_relation(next) || next.is('+') || next.is('-'));
        let nothing = !is_script(at + 2)
            && (is_number || words::is_letter(&before.kind) || is_sign(before) || closes_index);
        is_empty(at) && ((hangs || degrees) && is_script(at + 2) || spaces || nothing)
    };
    let is_rootless = |at: usize| {
        at > 0
            && tokens[at - 1].role() == Some(Role::Root)
            && is(tokens, at, '[')
            && is(tokens, at + 1, ']')
    };
    let mut kept = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        if is_empty_script(at) {
            at += 3;
        } else if is_filler(at) || is_rootless(at) {
            at += 2;
        } else {
            kept.push(tokens[at]);
            at += 1;
        }
    }
    kept
}

/// Without braces directly inside others, `{{U}}_{{eff}}`, as they come from other formats.
pub(super) fn without_double(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    without_braces(tokens, |tokens, at| {
        if at == 0 || !is(tokens, at - 1, '{') {
            return None;
        }
        let inside = tokens[at + 1..].iter();
        let length = inside
            .take_while(|token| !token.is('{') && !token.is('}'))
            .count();
        let close = at + 1 + length;
        let is_double = length > 0 && is(tokens, close, '}') && is(tokens, close + 1, '}');
        is_double.then_some(close)
    })
}

/// Without the words that a line begins with, and the brackets around the symbol behind them: `\text{Range } (R) = 3`.
pub(super) fn without_words(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let is_said = |at: usize| {
        let begins = at == 0 || matches!(tokens[at - 1].kind, TokenKind::Break);
        let is_spaced = matches!(tokens[at].kind, TokenKind::Raw(Raw::Text, text) if text.trim().len() > 1 && text.trim().contains(char::is_whitespace) | text.ends_with(' '));
        let relates = tokens.get(at + 4).is_some_and(is_relation);
        let symbol = tokens
            .get(at + 2)
            .is_some_and(|token| words::is_letter(&token.kind));
        begins
            && is_spaced
            && is(&tokens, at + 1, '(')
            && symbol
            && is(&tokens, at + 3, ')')
            && relates
    };
    let named: Vec<usize> = (0..tokens.len()).filter(|at| is_said(*at)).collect();
    if named.is_empty() {
        return tokens;
    }
    let is_kept = |at: usize| {
        !named
            .iter()
            .any(|named| matches!(at.checked_sub(*named), Some(0 | 1 | 3)))
    };
    let kept = tokens.iter().enumerate().filter(|(at, _)| is_kept(*at));
    kept.map(|(_, token)| *token).collect()
}

/// Without the braces around one letter that has an index, as publishers write it: `{F}^{\mu\nu}`, `{q}_{a}`.
pub(super) fn without_lone(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let is_letter =
        |token: &Token<'_>| words::is_letter(&token.kind) || token.role() == Some(Role::Partial);
    without_braces(tokens, |tokens, at| {
        // `{T^{\mu}}_{\nu}`
        if let Some(close) = close_of_tensor(tokens, at) {
            return is_free(&tokens[..at]).then_some(close);
        }
        // `{\vec f}_0`, `{\vec{f}}_0`
        let is_vector = |token: &Token<'_>| matches!(token.role(), Some(Role::Vector | Role::Bold));
        if tokens.get(at + 1).is_some_and(is_vector) {
            let braced = usize::from(is(tokens, at + 2, '{'));
            let close = at + 3 + 2 * braced;
            let is_vector = tokens.get(at + 2 + braced).is_some_and(is_letter)
                && is(tokens, close - braced, '}')
                && is(tokens, close, '}')
                && is(tokens, close + 1, '_')
                && is_free(&tokens[..at]);
            return is_vector.then_some(close);
        }
        let is_lone = tokens.get(at + 1).is_some_and(is_letter)
            && is(tokens, at + 2, '}')
            && (is(tokens, at + 3, '^') || is(tokens, at + 3, '_'))
            && is_free(&tokens[..at]);
        is_lone.then_some(at + 2)
    })
}

/// Where the braces close that open before a letter with a raised index, if a lowered one hangs on them.
fn close_of_tensor(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let letter = tokens.get(at + 1)?;
    if !words::is_letter(&letter.kind) || !is(tokens, at + 2, '^') {
        return None;
    }
    let raised = at + 3;
    let close = if is(tokens, raised, '{') {
        let inside = tokens[raised + 1..].iter();
        let length = inside
            .take_while(|token| !token.is('{') && !token.is('}'))
            .count();
        raised + length + 2
    } else {
        raised + 1
    };
    (is(tokens, close - 1, '}') || close == raised + 1).then_some(())?;
    (is(tokens, close, '}') && is(tokens, close + 1, '_')).then_some(close)
}

/// Without the braces around a sign between two sides, `a{=}b`, `1{+}2`, which only change the space around it.
pub(super) fn without_spacing(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let is_sign = |token: &Token<'_>| {
        is_relation(token)
            || matches!(token.kind, TokenKind::Char('+' | '-' | '*' | '/'))
            || matches!(token.role(), Some(Role::Operator(_)))
    };
    let ends_side = |token: &Token<'_>| {
        words::is_letter(&token.kind)
            || matches!(token.kind, TokenKind::Digit(_) | TokenKind::Close(_))
            || matches!(token.kind, TokenKind::Char(')' | ']' | '\''))
    };
    without_braces(tokens, |tokens, at| {
        let is_script = |at: usize| is(tokens, at, '^') || is(tokens, at, '_');
        // In `x^2{-}1` the digit is a side's end, in `x_2{-}` as well; `{}` after `x^` is none of these. Behind `}` a
        // relation may be what `\overset{…}{=}` sets something over.
        let is_after_group = at > 0 && is(tokens, at - 1, '}');
        let joins = tokens.get(at + 1).is_some_and(|token| !is_relation(token));
        let hangs = at > 0 && !is_script(at - 1) && ends_side(&tokens[at - 1])
            || is_after_group && (joins || ends_index(&tokens[..at]));
        let closes = is(tokens, at + 2, '}') && !is_script(at + 3);
        (hangs && closes && is_sign(&tokens[at + 1])).then_some(at + 2)
    })
}

/// Without the braces inside those of upright letters, `\mathrm{{kg}}`, and those around the letter of a change,
/// `\Delta{E}`.
pub(super) fn without_inner(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    without_braces(tokens, |tokens, at| {
        let before = tokens[..at].last()?;
        let letters = |from: usize| {
            let letters = tokens[from..]
                .iter()
                .take_while(|token| words::is_letter(&token.kind));
            from + letters.count()
        };
        let close = letters(at + 1);
        let is_change =
            matches!(before.kind, TokenKind::Command(command) if command.canonical == "Delta");
        let is_upright = before.is('{') && at > 1 && tokens[at - 2].role() == Some(Role::Roman);
        let is_inner = close > at + 1
            && is(tokens, close, '}')
            && (is_upright && is(tokens, close + 1, '}') || is_change && close == at + 2);
        is_inner.then_some(close)
    })
}

/// With the mark of an index before a zero that is typed directly behind a letter, `v0`, `\mu0`: nobody multiplies by it.
pub(super) fn with_indices(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    if !(0..tokens.len()).any(|at| is_index(&tokens, at)) {
        return tokens;
    }
    let tree = TokenTree::of(tokens);
    let row = tree.row();
    // Of each word, whether it is in a group that is a name or an index, or begins one.
    let mut named = vec![false; row.len()];
    let mut marked = Vec::with_capacity(row.len());
    for (at, token) in row.iter().enumerate() {
        let begins_name = token.is('{')
            && row[..at].last().is_some_and(|before| {
                before.is('_')
                    || before.is('^')
                    || matches!(before.role(), Some(Role::Roman | Role::Font))
            });
        let is_inside = row.group_around(at).is_some_and(|(begin, _)| named[begin]);
        named[at] = is_inside || begins_name;
        if !is_inside && is_index(&row, at) {
            marked.push(Token {
                kind: TokenKind::Char('_'),
                end: token.start,
                ..*token
            });
        }
        marked.push(*token);
    }
    marked
}

/// Whether an index can hang on a word without a mark.
fn is_symbol(token: &Token<'_>) -> bool {
    let is_number = matches!(token.kind, TokenKind::Command(command) if matches!(command.canonical, "pi" | "ldots"));
    words::is_letter(&token.kind) && !is_number
}

/// Whether a word is a zero that is the index of the letter before it, and no part of a number.
fn is_index(tokens: &[Token<'_>], at: usize) -> bool {
    let Some(letter) = at.checked_sub(1).map(|before| &tokens[before]) else {
        return false;
    };
    let is_zero = matches!(tokens[at].kind, TokenKind::Digit('0'));
    let hangs = is_symbol(letter) && letter.end == tokens[at].start;
    let is_of_number =
        |token: &Token<'_>| matches!(token.kind, TokenKind::Digit(_)) || token.is('.');
    let goes_on = tokens.get(at + 1).is_some_and(is_of_number);
    let before = tokens[..at - 1].last();
    // `1.2e0`
    let is_exponent =
        matches!(letter.kind, TokenKind::Letter('e' | 'E')) && before.is_some_and(is_of_number);
    let is_index = before.is_some_and(|before| before.is('_') || before.is('^'));
    is_zero && hangs && !goes_on && !is_exponent && !is_index
}

/// Without the braces for which a place is told where they open and close.
fn without_braces<'s>(
    tokens: Vec<Token<'s>>,
    closes: impl Fn(&[Token<'s>], usize) -> Option<usize>,
) -> Vec<Token<'s>> {
    let opens = (0..tokens.len()).filter(|at| is(&tokens, *at, '{'));
    let mut braces: Vec<usize> = opens
        .filter_map(|at| closes(&tokens, at).map(|close| [at, close]))
        .flatten()
        .collect();
    if braces.is_empty() {
        return tokens;
    }
    braces.sort_unstable();
    let kept = tokens.iter().enumerate();
    let kept = kept.filter(|(at, _)| braces.binary_search(at).is_err());
    kept.map(|(_, token)| *token).collect()
}

/// With `&` for the first wide space in a row of cases that has none, `0 \quad t < 0`, or for the comma before its condition.
pub(super) fn with_columns(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    // For each environment that stands open: whether it has cases, and the wide space that may be a column. The commas
    // are those behind `f =`: `f = \begin{cases} a, x < 0 \\ b, x > 0 \end{cases}`.
    let mut open: Vec<(bool, Option<usize>)> = Vec::new();
    let mut comma = None;
    let mut is_value = false;
    for at in 0..tokens.len() {
        match tokens[at].kind {
            TokenKind::Begin(name) => {
                let lines = environment(name).map(|known| known.lines);
                open.push((lines == Some(Lines::Rows(MatrixStyle::Cases)), None));
                is_value = at > 0 && is_relation(&tokens[at - 1]);
                continue;
            }
            TokenKind::End(_) => {
                let space = open.pop().and_then(|(_, space)| space);
                divide(&mut tokens, space);
                continue;
            }
            _ => {}
        }
        let Some((true, space)) = open.last_mut() else {
            continue;
        };
        match tokens[at].kind {
            TokenKind::Quad => *space = space.or(Some(at)),
            TokenKind::Break => {
                divide(&mut tokens, space.take());
                comma = None;
            }
            TokenKind::Char(',') if is_value => comma = Some(at),
            // A row with `&` has its columns: a space that is no place takes the rest of it.
            TokenKind::Char('&') => *space = Some(usize::MAX),
            // `\begin{cases} x = 1 \quad y = 2 \end{cases}` has formulas in its rows.
            _ if space.is_none() && is_relation(&tokens[at]) => {
                *space = Some(comma.take().unwrap_or(usize::MAX));
            }
            _ => {}
        }
    }
    tokens
}

fn divide(tokens: &mut [Token<'_>], space: Option<usize>) {
    if let Some(token) = space.and_then(|at| tokens.get_mut(at)) {
        token.kind = TokenKind::Char('&');
    }
}

/// Whether a group after words is no argument, as it is in `\sqrt{F}^2`.
fn is_free(before: &[Token<'_>]) -> bool {
    match before.last().map(|token| token.kind) {
        None | Some(TokenKind::Letter(_) | TokenKind::Digit(_) | TokenKind::Quad) => true,
        Some(TokenKind::Char('}')) => ends_index(before),
        Some(TokenKind::Char(mark)) => "+-*/=(){[,&|".contains(mark),
        Some(TokenKind::Command(command)) => matches!(
            command.role,
            Role::Letter | Role::Partial | Role::Relation(_) | Role::Operator(_)
        ),
        _ => false,
    }
}

/// Whether words end in an index in braces, `Q_{1}`, that has no braces in it.
fn ends_index(words: &[Token<'_>]) -> bool {
    let open = words
        .iter()
        .rev()
        .skip(1)
        .position(|token| token.is('{') || token.is('}'));
    open.is_some_and(|inside| {
        let open = words.len() - 2 - inside;
        words[open].is('{') && open > 0 && (words[open - 1].is('_') || words[open - 1].is('^'))
    })
}

fn is(tokens: &[Token<'_>], at: usize, mark: char) -> bool {
    tokens.get(at).is_some_and(|token| token.is(mark))
}
