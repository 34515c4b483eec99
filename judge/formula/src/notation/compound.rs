//! Reads measured values with several parts: `1 \unit{min} 30 \unit{s}`, `4\tfrac12 \unit{s}`, `12 \pm 0.5 \unit{m}`.

use super::lookahead::DifferentialRole;
use super::parser::Parser;
use super::sums::Factor;
use super::token::{Raw, TokenKind};
use crate::notation::units;
use crate::notation::units::Dimension;
use crate::notation::vocabulary::Role;
use crate::tree::{Expr, Number, Sign, Term, Unit};

impl Parser<'_, '_> {
    /// Whether a number is the uncertainty of another, `2.02 \pm 0.01`: it is at most a tenth of it, and both have a
    /// unit, or both have decimals and the same number of them.
    pub(super) fn is_uncertainty(&mut self, value: &Expr, error: &Expr) -> bool {
        let (Some(value_number), Some(error_number)) = (measured(value), measured(error)) else {
            return false;
        };
        let in_brackets = self.at(')') && self.begins_unit(self.next + 1);
        let is_percent = unit_of(error).is_some_and(|unit| *unit == Unit::percent());
        let units = match (unit_of(value), unit_of(error)) {
            (Some(one), Some(other)) => one == other || is_percent,
            (Some(_), None) => false,
            (None, _) => true,
        };
        let has_unit = in_brackets || unit_of(error).is_some();
        // `6.1 \pm 0.4 \times 10^{-34} \unit{J}` leaves out brackets that nobody may put in.
        let same_power =
            value_number.exponent() == error_number.exponent() || unit_of(value).is_some();
        let same_place = value_number.decimals() == error_number.decimals();
        let of = match unit_of(value) {
            Some(unit) if is_percent && *unit != Unit::percent() => 100.0,
            _ => value_number.to_f64(),
        };
        units
            && same_power
            && (has_unit || error_number.decimals() > 0 && same_place)
            && error_number.to_f64() <= 0.1 * of
    }

    /// Whether a unit begins at an index.
    fn begins_unit(&mut self, index: usize) -> bool {
        let here = std::mem::replace(&mut self.next, index);
        let in_letters =
            self.scan.role(index) == DifferentialRole::Letter && self.upright_unit(true).is_some();
        self.next = here;
        in_letters
            || self.tokens.get(index).is_some_and(|token| {
                matches!(token.kind, TokenKind::Raw(Raw::Unit, _))
                    || token.role() == Some(Role::Percent)
            })
    }

    /// `4\tfrac12` before a unit is four and a half: nobody multiplies a measured value like this.
    pub(super) fn mixed_number(&mut self, before: Option<&Factor>, value: &Expr) -> Option<Expr> {
        let (Expr::Number(whole), Expr::Fraction(above, below)) = (&before?.value, value) else {
            return None;
        };
        let (Expr::Number(above), Expr::Number(below)) = (&**above, &**below) else {
            return None;
        };
        let (whole, above, below) = (whole.to_i64()?, above.to_i64()?, below.to_i64()?);
        let has_unit = self.begins_unit(self.next);
        let is_proper = 0 < above && above < below;
        let improper = whole.checked_mul(below)?.checked_add(above)?;
        (has_unit && is_proper && whole > 0).then(|| {
            let number = |number: i64| Box::new(Expr::integer(number.unsigned_abs()));
            Expr::Fraction(number(improper), number(below))
        })
    }
}

/// Factors in which adjacent quantities are sums, `1 \unit{min} 30 \unit{s}`: there is no sign between them, each has
/// a smaller unit than the one before and is less than one of that unit.
pub(super) fn with_sums(factors: Vec<Factor>) -> Vec<Factor> {
    let may_end_quantity =
        |factor: &&Factor| matches!(factor.value, Expr::Unit(_) | Expr::Product(_));
    if factors.iter().filter(may_end_quantity).nth(1).is_none() {
        return factors;
    }
    let mut done: Vec<Factor> = Vec::with_capacity(factors.len());
    // The adjacent quantities at the end of the factors so far, and where they begin.
    let mut row: Vec<Quantity> = Vec::new();
    let mut begin = 0;
    for factor in factors {
        done.push(factor);
        let Some((place, quantity)) = last_quantity(&done) else {
            let is_number =
                matches!(done.last(), Some(last) if matches!(last.value, Expr::Number(_)));
            if !is_number || row.is_empty() {
                end_row(&mut done, &mut row, begin);
            }
            continue;
        };
        if !row.last().is_some_and(|before| quantity.is_part_of(before)) {
            let behind = done.split_off(place);
            end_row(&mut done, &mut row, begin);
            begin = done.len();
            done.extend(behind);
        }
        row.push(quantity);
    }
    end_row(&mut done, &mut row, begin);
    done
}

/// The sum of two adjacent quantities; `None` if they are a product.
pub(super) fn sum(first: Expr, second: Expr) -> Option<Expr> {
    let mut values = vec![first];
    match second {
        Expr::Sum(terms) => values.extend(terms.into_iter().map(|term| term.value)),
        value => values.push(value),
    }
    let factors = values.into_iter().map(Factor::of);
    let mut sums = with_sums(factors.collect());
    let sum = sums.pop()?.value;
    (sums.is_empty() && matches!(sum, Expr::Sum(_))).then_some(sum)
}

/// Replaces adjacent quantities by their sum.
fn end_row(done: &mut Vec<Factor>, row: &mut Vec<Quantity>, begin: usize) {
    let terms: Vec<Term> = row.drain(..).map(|quantity| quantity.term).collect();
    if terms.len() < 2 {
        return;
    }
    // A number after them is not part of the sum.
    let length = terms.len();
    let factors_of = |factor: &Factor| match factor.value {
        Expr::Product(_) => 2,
        _ => 1,
    };
    let mut end = begin;
    let mut parts = 0;
    while parts < 2 * length {
        parts += factors_of(&done[end]);
        end += 1;
    }
    done.splice(begin..end, [Factor::of(Expr::Sum(terms))]);
}

/// A number with a unit that is no power or product.
struct Quantity {
    term: Term,
    is_whole: bool,
    dimension: Dimension,
    /// What it is in the SI.
    value: f64,
    /// What one of its unit is in the SI.
    one: f64,
}

impl Quantity {
    fn is_part_of(&self, before: &Self) -> bool {
        before.is_whole
            && !self.dimension.is_none()
            && self.dimension == before.dimension
            && self.one < before.one
            && self.value < before.one * (1.0 - f64::EPSILON)
    }
}

/// The quantity at the end of the factors, and where it begins among them.
fn last_quantity(factors: &[Factor]) -> Option<(usize, Quantity)> {
    let last = factors.len().checked_sub(1)?;
    let value = &factors[last].value;
    let (place, number, unit) = match value {
        // `(4 \unit{h}) (36 \unit{min})` is a product.
        Expr::Product(_) if factors[last].bracketed => return None,
        Expr::Product(_) => (last, measured(value)?, unit_of(value)?),
        Expr::Unit(unit) => match &factors[last.checked_sub(1)?].value {
            Expr::Number(number) => (last - 1, number, unit),
            _ => return None,
        },
        _ => return None,
    };
    let known = units::of(unit).ok()?;
    let is_single = matches!(unit.factors.as_slice(), [one] if one.exponent == 1);
    let quantity = || Quantity {
        term: Term {
            sign: Sign::Plus,
            value: Expr::Product(vec![Expr::Number(number.clone()), Expr::Unit(unit.clone())]),
        },
        is_whole: number.decimals() == 0,
        dimension: known.dimension(),
        value: number.to_f64() * known.factor(),
        one: known.factor(),
    };
    (is_single && known.zero() == 0.0).then(|| (place, quantity()))
}

/// The number of a measured value: alone, or before its unit.
fn measured(value: &Expr) -> Option<&Number> {
    match value {
        Expr::Number(number) => Some(number),
        Expr::Product(factors) => match factors.as_slice() {
            [Expr::Number(number), Expr::Unit(_)] => Some(number),
            _ => None,
        },
        _ => None,
    }
}

/// The unit of a number with one.
pub(super) fn unit_of(value: &Expr) -> Option<&Unit> {
    match value {
        Expr::Product(factors) => match factors.as_slice() {
            [Expr::Number(_), Expr::Unit(unit)] => Some(unit),
            _ => None,
        },
        _ => None,
    }
}
