//! Formulas as LaTeX.

use super::{Expr, Formula, Symbol};

pub(super) fn formula(_formula: &Formula) -> String {
    String::new()
}
pub(super) fn expr(_expr: &Expr) -> String {
    String::new()
}
pub(super) fn symbol(symbol: &Symbol) -> String {
    symbol.base.clone()
}
