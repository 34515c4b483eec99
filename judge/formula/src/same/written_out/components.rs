//! Writes out operators with `\nabla` along the axes `x`, `y` and `z`.

use super::names::direction;
use super::parts::{Pair, derivatives as all_derivatives, parts, respelled};
use crate::tree::{Derivative, DerivativeStyle, Expr, Nabla, Sign, Statement, Symbol, Term};

const AXES: [&str; 3] = ["x", "y", "z"];

/// Writes operators with `\nabla` as derivatives along the axes, if the other has derivatives along all three and no
/// `\nabla`.
pub(super) fn derivatives([statement, other]: Pair<'_>) -> Option<Statement> {
    let is_nabla = |part| matches!(part, &Expr::Nabla(..)).then_some(());
    if parts(statement, is_nabla).is_empty() || !parts(other, is_nabla).is_empty() {
        return None;
    }
    let by_axis = |statement, axis: &str| {
        all_derivatives(statement).iter().any(|derivative| {
            derivative.style == DerivativeStyle::Partial
                && derivative.by.iter().any(|(by, _)| by.is(axis))
        })
    };
    let mut axes = AXES.iter();
    if !axes.all(|axis| by_axis(other, axis) && !by_axis(statement, axis)) {
        return None;
    }
    let unit_vectors = AXES.map(|axis| {
        let named = |part: &Expr| match part {
            Expr::Symbol(symbol) if direction(symbol) == Some(axis) => Some((**symbol).clone()),
            _ => None,
        };
        parts(other, named).into_iter().next()
    });
    respelled(statement, &|part| match part {
        Expr::Nabla(Nabla::Laplacian, of) => {
            Some(added(AXES.map(|axis| along(axis, (**of).clone(), 2))))
        }
        Expr::Nabla(Nabla::Divergence, of) => {
            let [x, y, z] = [0, 1, 2]
                .map(|axis| component(of, axis).map(|component| along(AXES[axis], component, 1)));
            Some(added([x?, y?, z?]))
        }
        Expr::Nabla(Nabla::Gradient, of) => {
            let [x, y, z] = unit_vectors.clone();
            let vectors = [x?, y?, z?];
            let mut terms = AXES.iter().zip(vectors).map(|(axis, vector)| {
                Expr::product(vec![along(axis, (**of).clone(), 1), Expr::symbol(vector)])
            });
            Some(added([terms.next()?, terms.next()?, terms.next()?]))
        }
        _ => None,
    })
}

fn added(values: [Expr; 3]) -> Expr {
    let term = |value| Term {
        sign: Sign::Plus,
        value,
    };
    Expr::Sum(values.into_iter().map(term).collect())
}

/// The partial derivative along an axis.
fn along(axis: &str, of: Expr, order: u32) -> Expr {
    Expr::Derivative(Box::new(Derivative {
        style: DerivativeStyle::Partial,
        of,
        by: vec![(Symbol::new(axis), order)],
    }))
}

/// The component of a vector along an axis, if it can be written: `v_x` for `\vec v`.
fn component(of: &Expr, axis: usize) -> Option<Expr> {
    match of {
        Expr::Symbol(symbol) if symbol.vector && symbol.accents.is_empty() => {
            let place = symbol.subscript.as_deref().unwrap_or_default();
            Some(Expr::symbol(Symbol {
                vector: false,
                subscript: Some(format!("{place}{}", AXES[axis])),
                ..(**symbol).clone()
            }))
        }
        Expr::Product(factors) => {
            let mut vectors = factors.iter().filter(|factor| factor.is_vector());
            let (vector, None) = (vectors.next()?, vectors.next()) else {
                return None;
            };
            let component = component(vector, axis)?;
            let replaced = |factor: &Expr| {
                if std::ptr::eq(factor, vector) {
                    component.clone()
                } else {
                    factor.clone()
                }
            };
            Some(Expr::Product(factors.iter().map(replaced).collect()))
        }
        Expr::Fraction(above, below) if !below.is_vector() => Some(Expr::Fraction(
            Box::new(component(above, axis)?),
            below.clone(),
        )),
        Expr::Sum(terms) => {
            let mut components = Vec::with_capacity(terms.len());
            for term in terms {
                components.push(Term {
                    sign: term.sign,
                    value: component(&term.value, axis)?,
                });
            }
            Some(Expr::Sum(components))
        }
        Expr::Derivative(derivative) => Some(Expr::Derivative(Box::new(Derivative {
            of: component(&derivative.of, axis)?,
            ..(**derivative).clone()
        }))),
        Expr::Nabla(Nabla::Gradient, of) => Some(along(AXES[axis], (**of).clone(), 1)),
        _ => None,
    }
}
