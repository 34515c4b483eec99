//! Writes unit vectors with the vector that the other statement has: `\hat r` is `\vec r / r`.

use super::names;
use super::parts::{Pair, parts, respelled};
use crate::tree::{Expr, Statement, Symbol};

/// `\hat r` and `\vec e_r` as `\vec r / r`, if the other has `\vec r` and no such unit vector.
pub(super) fn along_vectors([statement, other]: Pair<'_>) -> Option<Statement> {
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
