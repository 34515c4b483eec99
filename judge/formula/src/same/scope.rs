//! How far a derivative reaches: `\frac{d}{dx}(a) b` is read as that of the bracket alone, but may be meant as
//! that of all. Where `b` shows the variable the two differ, so formulas agree only if they do in both readings.

use crate::tree::{Derivative, DerivativeStyle, Expr, Statement, Symbol};

/// Where among factors a derivative of a bracket stands before one that shows its variable, with the variable.
pub(crate) fn beside_variable(factors: &[Expr]) -> Option<(usize, &Symbol)> {
    factors.iter().enumerate().find_map(|(at, factor)| {
        let Expr::Derivative(derivative) = factor else {
            return None;
        };
        let (by, _) = derivative.by.first()?;
        let bracketed =
            derivative.style != DerivativeStyle::Dot && !matches!(derivative.of, Expr::Symbol(_));
        let shown = factors[at + 1..].iter().any(|factor| factor.mentions(by));
        (bracketed && shown).then_some((at, by))
    })
}

/// The statement with all that follows under such derivatives; nothing where there are none.
pub(super) fn widened(statement: &Statement) -> Option<Statement> {
    let widened = statement.map_sides(widen);
    (widened != *statement).then_some(widened)
}

fn widen(expr: &Expr) -> Expr {
    let mut expr = expr.map_children(&mut |child| widen(child));
    if let Expr::Product(factors) = &mut expr
        && let Some((at, _)) = beside_variable(factors)
    {
        let rest = factors.split_off(at + 1);
        if let Some(Expr::Derivative(derivative)) = factors.pop() {
            let Derivative { style, of, by } = *derivative;
            let of = Expr::product([vec![of], rest].concat());
            factors.push(Expr::Derivative(Box::new(Derivative { style, of, by })));
        }
    }
    expr
}
