//! Products of operators, whose order counts, and commutators.

use super::{Lowered, Lowering, Obstacle};
use crate::equivalence::graph::Node;
use crate::formula::{Accent, Expr, Symbol};

impl Lowering<'_> {
    /// The factors of a product, with its operators, if there are several, as one factor:
    /// `\hat a^\dagger \hat a` is not `\hat a \hat a^\dagger`.
    pub(super) fn ordered(&mut self, factors: &[Expr]) -> Result<Vec<(Node, f64)>, Obstacle> {
        let mut parts = Vec::with_capacity(factors.len());
        let mut operators = Vec::new();
        for factor in factors {
            let node = self.expr(factor)?;
            if is_operator(factor, factors) {
                operators.push(node);
            } else {
                parts.push((node, 1.0));
            }
        }
        let several = operators.windows(2).any(|pair| pair[0] != pair[1]);
        if several {
            parts.push((self.opaque("ordered", operators, false)?, 1.0));
        } else {
            parts.extend(operators.into_iter().map(|node| (node, 1.0)));
        }
        Ok(parts)
    }

    /// `[\hat A, \hat B]`, which changes its sign if the two change places; `None` for an interval.
    pub(super) fn commutator(&mut self, members: &[Expr]) -> Option<Lowered> {
        let [left, right] = members else {
            return None;
        };
        if !is_operator(left, members) && !is_operator(right, members) {
            return None;
        }
        Some(self.antisymmetric(left, right))
    }

    fn antisymmetric(&mut self, left: &Expr, right: &Expr) -> Lowered {
        let (left, right) = (self.expr(left)?, self.expr(right)?);
        let value = self.opaque("commutator", vec![left.min(right), left.max(right)], false)?;
        Ok(self
            .graph
            .scaled(if left <= right { 1.0 } else { -1.0 }, value))
    }
}

/// Whether an expression is written as an operator: with a hat, with a dagger, or by the letter
/// that has a dagger beside it.
fn is_operator(expr: &Expr, beside: &[Expr]) -> bool {
    let Some(symbol) = base(expr) else {
        return false;
    };
    let is_adjoint = |symbol: &Symbol| symbol.label.as_deref() == Some(r"\dagger");
    symbol.accents.contains(&Accent::Hat)
        || is_adjoint(symbol)
        || beside
            .iter()
            .filter_map(base)
            .any(|other| is_adjoint(other) && other.base == symbol.base)
}

/// The symbol that an expression is, or is a power of.
fn base(expr: &Expr) -> Option<&Symbol> {
    match expr {
        Expr::Symbol(symbol) => Some(symbol),
        Expr::Power(base, _) => match &**base {
            Expr::Symbol(symbol) => Some(symbol),
            _ => None,
        },
        _ => None,
    }
}
