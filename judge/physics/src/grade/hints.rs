//! Slips of writing that cost a formula its match: what its writer can do about them.

use std::collections::BTreeSet;

use super::super::formula::{Change, Expr, Formula, Symbol};
use super::super::units;
use super::names::symbols_of;

/// What may be amiss with how a formula is written; `known` are the symbols of the problem.
pub(super) fn hints(formula: &Formula, known: &BTreeSet<Symbol>) -> Vec<String> {
    let mut hints = Vec::new();
    if formula.sides().any(lacks_differential) {
        hints.push("an integral has no differential, such as `dx`".to_owned());
    }
    let values = formula.links.iter().map(|(_, right)| right);
    hints.extend(values.filter_map(|value| slanted_unit(value, known)));
    hints
}

/// Whether there is an integral in it that does not say what it is over.
pub(crate) fn lacks_differential(side: &Expr) -> bool {
    let here = match side {
        Expr::Integral(integral) => {
            integral.variables.is_empty() && !holds_differential(&integral.body)
        }
        _ => false,
    };
    here || side.children().into_iter().any(lacks_differential)
}

fn holds_differential(side: &Expr) -> bool {
    matches!(side, Expr::Change(Change::Differential, _))
        || side.children().into_iter().any(holds_differential)
}

/// A number followed by letters that are a unit and not all symbols of the problem: `12 m/s`.
fn slanted_unit(value: &Expr, known: &BTreeSet<Symbol>) -> Option<String> {
    let symbols = symbols_of([value]);
    if symbols.is_subset(known) {
        return None;
    }
    let mut parts = Parts::default();
    parts.gather(value, false)?;
    let unit = match parts.below.as_str() {
        "" => parts.above,
        below => format!("{}/{below}", parts.above),
    };
    let read = units::read(&unit).ok().filter(units::is_upright)?;
    (parts.has_number && !read.factors.is_empty()).then(|| {
        format!("`{unit}` in slanted letters are symbols; write the unit as `\\unit{{{unit}}}`")
    })
}

/// The letters above and below the line of a value.
#[derive(Default)]
struct Parts {
    above: String,
    below: String,
    has_number: bool,
}

impl Parts {
    /// Takes in a factor; nothing if it is neither number nor letter.
    fn gather(&mut self, factor: &Expr, is_below: bool) -> Option<()> {
        let letters = if is_below {
            &mut self.below
        } else {
            &mut self.above
        };
        match factor {
            Expr::Number(_) => self.has_number = true,
            Expr::Symbol(symbol) if symbol.is_plain() => letters.push_str(&symbol.base),
            Expr::Power(base, exponent) => match (&**base, &**exponent) {
                (Expr::Symbol(symbol), Expr::Number(number)) if symbol.is_plain() => {
                    let power = number.to_i64()?;
                    letters.extend([symbol.base.as_str(), "^", &power.to_string()]);
                }
                _ => return None,
            },
            Expr::Product(factors) => {
                for factor in factors {
                    self.gather(factor, is_below)?;
                }
            }
            Expr::Fraction(above, below) => {
                self.gather(above, is_below)?;
                self.gather(below, !is_below)?;
            }
            _ => return None,
        }
        Some(())
    }
}
