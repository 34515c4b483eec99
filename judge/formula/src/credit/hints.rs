//! Hints on slips in how a formula is written that cost it its match.

use std::collections::BTreeSet;

use crate::notation::units;
use crate::tree::{Bracket, Change, Expr, Formula, Symbol, symbols_of};

/// The likely slips in a formula written as `source`; `known` are the symbols of the problem.
pub(super) fn hints(formula: &Formula, source: &str, known: &BTreeSet<Symbol>) -> Vec<String> {
    let mut hints = Vec::new();
    hints.extend(mixed_number(source).map(|number| {
        format!("`{number}` is read as a product, not as a sum; write one fraction, or `+`")
    }));
    hints.extend(formula.sides().find_map(|side| decimal_comma(side, source)));
    if formula.sides().any(lacks_differential) {
        hints.push("an integral has no differential, such as `dx`".to_owned());
    }
    let values = formula.links.iter().map(|(_, right)| right);
    hints.extend(values.filter_map(|value| slanted_unit(value, known)));
    hints
}

/// The first whole number directly followed by a fraction of numbers: `2\frac12`. It may be meant as two and a half,
/// but is read as two times a half, like a fraction after any other factor.
pub(crate) fn mixed_number(source: &str) -> Option<&str> {
    source.match_indices("frac").find_map(|(at, name)| {
        let before = source[..at]
            .trim_end_matches(['d', 't'])
            .strip_suffix('\\')?
            .trim_end();
        let digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
        let start = before.len() - digits;
        let is_whole = digits > 0 && !before[..start].ends_with(['.', ',', '}', '_', '^', '{']);
        let mut rest = source[at + name.len()..].trim_start();
        for _ in 0..2 {
            let digit = |letter: char| letter.is_ascii_digit();
            rest = match rest.strip_prefix('{') {
                Some(inside) => {
                    let after = inside.trim_start_matches(digit);
                    (after.len() < inside.len()).then(|| after.strip_prefix('}'))??
                }
                None => rest.strip_prefix(digit)?,
            }
            .trim_start();
        }
        let end = source.len() - rest.len();
        is_whole.then(|| source[start..end].trim_end())
    })
}

/// A list of two numbers without a space between them, which may be meant as one number with a decimal comma.
fn decimal_comma(side: &Expr, source: &str) -> Option<String> {
    let Expr::Tuple(Bracket::None, members) = side else {
        return None;
    };
    let [whole @ Expr::Number(_), rest @ Expr::Number(_)] = members.as_slice() else {
        return None;
    };
    let list = format!("{whole},{rest}");
    source.contains(&list).then(|| {
        format!(
            "`{list}` is read as a list of two numbers; a decimal comma is written `{whole}{{,}}{rest}`"
        )
    })
}

/// Whether it contains an integral without a differential.
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

/// A number followed by letters that form a unit and are not all symbols of the problem: `12 m/s`.
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
    let read = units::upright(&unit)?;
    (parts.has_number && !read.factors.is_empty()).then(|| {
        format!("`{unit}` in slanted letters are symbols; write the unit as `\\unit{{{unit}}}`")
    })
}

/// The letters in the numerator and denominator of a value.
#[derive(Default)]
struct Parts {
    above: String,
    below: String,
    has_number: bool,
}

impl Parts {
    /// Adds a factor; `None` if it is neither a number nor a letter.
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
