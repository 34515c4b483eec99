//! Units that stand beside the symbol and not behind the number, as heads of tables have them: `v\,[\text{m/s}] = 12`,
//! `v/\text{(m/s)} = 12`, `\frac{v}{\text{m/s}} = 12`.

use super::token::{Raw, Token, TokenKind, Words, is_relation};
use super::tree::TokenTree;
use super::words;
use crate::notation::units;
use crate::notation::vocabulary::{Macro, Operator, Role};

/// A formula with the unit behind its numbers that stands beside its symbol; nothing for any other formula.
pub(super) fn with_unit_behind<'s>(
    source: &str,
    tokens: Words<'_, 's>,
) -> Option<TokenTree<Token<'s>>> {
    let (relation, _) = tokens.outside().find(|(_, token)| is_relation(token))?;
    let are_numbers = tokens[relation..].iter().all(|token| is_of_number(token));
    let digits = tokens[relation..].iter();
    let has_digit = digits
        .clone()
        .any(|token| matches!(token.kind, TokenKind::Digit(_)));
    if !are_numbers || !has_digit {
        return None;
    }
    let (symbol, unit) = head(source, tokens.up_to(relation))?;
    let (first, last) = (*unit.first()?, *unit.last()?);
    let bracket = |mark, at: Token<'s>| Token {
        kind: TokenKind::Char(mark),
        ..at
    };
    let mut whole = symbol.to_vec();
    for (index, token) in tokens[relation..].iter().enumerate() {
        whole.push(*token);
        let ends = tokens[relation + index + 1..]
            .first()
            .is_none_or(is_relation);
        if ends && !is_relation(token) {
            whole.push(bracket('[', first));
            whole.extend_from_slice(&unit);
            whole.push(bracket(']', last));
        }
    }
    Some(TokenTree::of(whole))
}

/// The symbol of a left side and the unit beside it.
fn head<'t, 's>(source: &str, left: Words<'t, 's>) -> Option<(Words<'t, 's>, Words<'t, 's>)> {
    let last = left.len().checked_sub(1)?;
    let (symbol, unit) = if left[0].role() == Some(Role::Fraction) {
        let above = left.group_end(1)?;
        let below = left.group_end(above + 1).filter(|below| *below == last)?;
        (left.part(2..above), left.part(above + 2..below))
    } else if let Some((slash, _)) = left.outside().find(|(_, token)| token.is('/')) {
        let unit = match left.open(last) {
            Some(open) if open == slash + 1 => left.part(open + 1..last),
            _ => left.from(slash + 1),
        };
        (left.up_to(slash), unit)
    } else {
        let open = left.open(last)?;
        // `k[\text{A}] = 3` has a concentration.
        let gap = source.get(left.get(open.checked_sub(1)?)?.end..left[open].start);
        gap.filter(|gap| !gap.is_empty())?;
        (left.up_to(open), left.part(open + 1..last))
    };
    let text = source.get(unit.first()?.start..unit.last()?.end)?;
    let is_unit = is_upright(unit.first()?) && units::says_unit(text.trim());
    (is_unit && is_symbol(symbol)).then_some((symbol, unit))
}

/// Whether upright letters begin with a word.
fn is_upright(token: &Token<'_>) -> bool {
    matches!(token.kind, TokenKind::Raw(Raw::Text | Raw::Unit, _))
        || matches!(
            token.role(),
            Some(Role::Roman | Role::Macro(Macro::Upright))
        )
}

/// Whether words are one symbol: a letter with what hangs on it.
fn is_symbol(words: Words<'_, '_>) -> bool {
    let letters = words
        .outside()
        .filter(|(_, token)| words::is_letter(&token.kind));
    let joins = |token: &Token<'_>| {
        matches!(token.role(), Some(Role::Operator(_)))
            || matches!(token.kind, TokenKind::Char('+' | '-' | '*' | '/' | ','))
    };
    letters.count() >= 1 && words.len() <= LONGEST && !words.iter().any(joins)
}

/// Words that a symbol has at most.
const LONGEST: usize = 12;

/// Whether a word is a part of numbers that are calculated.
fn is_of_number(token: &Token<'_>) -> bool {
    is_relation(token)
        || matches!(token.kind, TokenKind::Digit(_))
        || matches!(token.kind, TokenKind::Char(mark) if "+-*/.,(){}^".contains(mark))
        || matches!(
            token.role(),
            Some(
                Role::Fraction
                    | Role::Root
                    | Role::Operator(Operator::Dot | Operator::Times | Operator::Over)
            )
        )
}
