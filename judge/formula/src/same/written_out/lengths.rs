//! Writes lengths and directions of vectors with the letters that the other statement has for them: `|\vec r|` is
//! `r`, and `\hat r` is `\vec r / r`.

use super::names;
use super::parts::{Pair, parts, respelled};
use crate::tree::{Accent, Expr, Function, Statement, Symbol};

/// Whether a part is a length, or a square, of a vector that is a symbol.
pub(super) fn is_length(part: &Expr) -> bool {
    length(part).is_some()
}

/// The letter of a length, and its power: `r` and 1 for `|\vec r|`, `v` and 2 for `\vec v^2` and `\vec v \cdot \vec v`.
fn length(part: &Expr) -> Option<(Symbol, u64)> {
    let letter = |of: &Expr| match of {
        Expr::Symbol(symbol) if symbol.vector && !symbol.accents.contains(&Accent::Hat) => {
            Some(Symbol {
                vector: false,
                ..(**symbol).clone()
            })
        }
        _ => None,
    };
    match part {
        Expr::Function(Function::Abs | Function::Norm, of) => match of.as_slice() {
            [of] => Some((letter(of)?, 1)),
            _ => None,
        },
        Expr::Power(of, exponent) if **exponent == Expr::integer(2) => Some((letter(of)?, 2)),
        Expr::Dot(left, right) if left == right => Some((letter(left)?, 2)),
        _ => None,
    }
}

/// `|\vec r|` as `r`, and `\vec v^2` as `v^2`, where one of the statements has that letter.
pub(super) fn lengths([statement, other]: Pair<'_>) -> Option<Statement> {
    let is_known = |letter: &Symbol| {
        let is_it = |part: &Expr| matches!(part, Expr::Symbol(symbol) if **symbol == *letter);
        let stands = |statement| !parts(statement, |part| is_it(part).then_some(())).is_empty();
        stands(statement) || stands(other)
    };
    respelled(statement, &|part| {
        let (letter, power) = length(part).filter(|(letter, _)| is_known(letter))?;
        let letter = Expr::symbol(letter);
        Some(match power {
            1 => letter,
            power => Expr::Power(Box::new(letter), Box::new(Expr::integer(power))),
        })
    })
}

/// `\hat r` and `\vec e_r` as `\vec r / r`, if the other has `\vec r` and no such unit vector.
pub(super) fn directions([statement, other]: Pair<'_>) -> Option<Statement> {
    let there = parts(other, |part| match part {
        Expr::Symbol(symbol) if symbol.vector => Some(&**symbol),
        _ => None,
    });
    respelled(statement, &|part| match part {
        Expr::Symbol(symbol) => {
            let vector = names::vector_along(symbol)?;
            let is_unit = |known: &&&Symbol| names::vector_along(known).as_ref() == Some(&vector);
            if !there.contains(&&vector) || there.iter().any(|known| is_unit(&known)) {
                return None;
            }
            let length = Symbol {
                vector: false,
                ..vector.clone()
            };
            Some(Expr::Fraction(
                Box::new(Expr::symbol(vector)),
                Box::new(Expr::symbol(length)),
            ))
        }
        _ => None,
    })
}
