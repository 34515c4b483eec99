//! Recognises a quantity that is repeated in another unit in brackets: `12\,\text{m/s}\ (43.2\,\text{km/h})`,
//! `0.25\ (25\%)`. Nobody multiplies two numbers for the same quantity.

use super::token::{Token, TokenKind, is_relation};
use crate::notation::units;
use crate::notation::units::Dimension;
use crate::notation::vocabulary::Role;

/// The largest relative difference between the two, which are rounded.
const ROUNDING: f64 = 0.05;

/// Whether a bracket repeats the quantity at the end of the tokens before it.
pub(super) fn is_said_again(before: &[Token<'_>], inside: &[Token<'_>]) -> bool {
    let value = before.iter().rposition(is_relation).map_or(0, |at| at + 1);
    let (Some(first), Some(again)) = (quantity(&before[value..]), quantity(inside)) else {
        return false;
    };
    let near = (first.in_si - again.in_si).abs() <= ROUNDING * first.in_si.abs();
    first.typed != again.typed && first.dimension == again.dimension && near
}

struct Quantity {
    /// The number as it is written.
    typed: String,
    in_si: f64,
    dimension: Dimension,
}

/// A number with its unit or percent, if words are nothing else.
fn quantity(words: &[Token<'_>]) -> Option<Quantity> {
    let is_space = |token: &&Token<'_>| token.kind != TokenKind::Quad;
    let words: Vec<&Token<'_>> = words.iter().filter(is_space).collect();
    let typed: String = words
        .iter()
        .map_while(|token| match token.kind {
            TokenKind::Digit(letter) | TokenKind::Char(letter @ '.') => Some(letter),
            _ => None,
        })
        .collect();
    let number: f64 = typed.parse().ok()?;
    let unit = match words[typed.len()..] {
        [] => units::Unit::one(),
        [percent] if percent.role() == Some(Role::Percent) => units::parse("%").ok()?,
        [unit] => match unit.kind {
            TokenKind::Raw(_, text) => units::parse(text.trim()).ok()?,
            _ => return None,
        },
        _ => return None,
    };
    Some(Quantity {
        typed,
        in_si: number * unit.factor() + unit.zero(),
        dimension: unit.dimension(),
    })
}
