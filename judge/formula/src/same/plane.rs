//! Points of the complex plane: `|z + 2i| < r` is another disc than `|z - 2i| < r`, though no real `z` tells them apart.
//!
//! Quantities are real where nothing says otherwise. A `z` beside the imaginary unit between bars is a point of the
//! plane, so that such statements are compared with both parts of it. Where `z^*` stands too nothing is done: it would
//! have to be the same point.

use super::form;
use crate::tree::{Expr, Function, Sign, Statement, Symbol, Term};

/// Letters that points are called.
const POINTS: [&str; 3] = ["z", "w", r"\zeta"];

/// The statement with the real and the imaginary part of each point, if it has one between bars beside an `i`.
pub(super) fn spread(statement: &Statement) -> Option<Statement> {
    let (mut between_bars, mut conjugated) = (false, false);
    for side in form::sides(statement) {
        side.walk(&mut |part| match part {
            Expr::Function(Function::Abs, of) => {
                let (mut point, mut unit) = (false, false);
                for inside in of {
                    inside.walk(&mut |part| {
                        if let Expr::Symbol(symbol) = part {
                            point |= is_point(symbol);
                            unit |= symbol.is("i");
                        }
                    });
                }
                between_bars |= point && unit;
            }
            Expr::Function(Function::Conjugate | Function::Re | Function::Im, _) => {
                conjugated = true;
            }
            Expr::Symbol(symbol) => {
                conjugated |= POINTS.contains(&symbol.base.as_str()) && !is_point(symbol);
            }
            _ => {}
        });
    }
    (between_bars && !conjugated).then(|| statement.map_sides(in_parts))
}

/// Whether a symbol is a point: `z` or `z_0`, with nothing on it.
fn is_point(symbol: &Symbol) -> bool {
    let bare = symbol.label.is_none() && symbol.accents.is_empty() && symbol.primes == 0;
    bare && POINTS.contains(&symbol.base.as_str())
}

fn in_parts(side: &Expr) -> Expr {
    match side {
        Expr::Symbol(symbol) if is_point(symbol) => {
            let imaginary = Symbol {
                label: Some("i".to_owned()),
                ..(**symbol).clone()
            };
            let unit = Expr::symbol(Symbol::new("i"));
            let turned = Expr::product(vec![unit, Expr::symbol(imaginary)]);
            let plus = |value| Term {
                sign: Sign::Plus,
                value,
            };
            Expr::sum(vec![plus(side.clone()), plus(turned)])
        }
        _ => side.map_children(&mut in_parts),
    }
}
