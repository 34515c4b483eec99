//! Lowers sums, products and powers.

use super::operators::MAX_POWER;
use super::{Lowered, Lowering, Obstacle, cases};
use crate::algebra::graph::{Node, Op};
use crate::notation::units;
use crate::tree::{Accent, Expr, Function, Sign, Term, Unit};

impl Lowering<'_> {
    pub(super) fn sum(&mut self, terms: &[Term]) -> Lowered {
        let mut parts = Vec::with_capacity(terms.len());
        for term in terms {
            // Formulas were split at `\pm` before; a `\pm` inside a definition is read as plus.
            let by = match term.sign {
                Sign::Plus | Sign::PlusMinus => 1.0,
                Sign::Minus | Sign::MinusPlus => -1.0,
            };
            if let Expr::Product(factors) = &term.value
                && let Some(temperature) = self.temperature(factors, by)?
            {
                parts.push((1.0, temperature));
                continue;
            }
            parts.push((by, self.expr(&term.value)?));
        }
        Ok(self.graph.combination(&parts))
    }

    pub(super) fn product(&mut self, factors: &[Expr]) -> Lowered {
        if let Some(temperature) = self.temperature(factors, 1.0)? {
            return Ok(temperature);
        }
        if let Some(cases) = cases::with_factor(factors) {
            return self.expr(&cases);
        }
        let (matrices, others): (Vec<&Expr>, Vec<&Expr>) = factors
            .iter()
            .partition(|factor| matches!(factor, Expr::Matrix(style, _) if style.multiplies()));
        if let [_, _, ..] = matrices.as_slice() {
            let rows: Vec<&[Vec<Expr>]> = matrices
                .iter()
                .filter_map(|matrix| match matrix {
                    Expr::Matrix(_, rows) => Some(rows.as_slice()),
                    _ => None,
                })
                .collect();
            if let Some(product) = self.matrix_product(&rows)? {
                let mut parts = vec![(product, 1.0)];
                for other in others {
                    parts.push((self.expr(other)?, 1.0));
                }
                return Ok(self.graph.monomial(&parts));
            }
        }
        let parts = self.ordered(factors)?;
        Ok(self.graph.monomial(&parts))
    }

    /// `20 \unit{°C}` is a point on a scale, not a multiple of a degree. For a difference
    /// (`\Delta T = 5 \unit{°C}`) the zero of the scale does not matter.
    pub(super) fn temperature(
        &mut self,
        factors: &[Expr],
        sign: f64,
    ) -> Result<Option<Node>, Obstacle> {
        let [numbers @ .., Expr::Unit(unit)] = factors else {
            return Ok(None);
        };
        let unit = units::of(unit).map_err(Obstacle::Unit)?;
        if unit.zero() == 0.0 || self.survey.temperature_difference {
            return Ok(None);
        }
        let mut parts = Vec::with_capacity(numbers.len());
        for number in numbers {
            parts.push((self.expr(number)?, 1.0));
        }
        let number = self.graph.monomial(&parts);
        let zero = self.graph.number(unit.zero());
        let place = self
            .graph
            .combination(&[(sign * unit.factor(), number), (1.0, zero)]);
        let kelvin = self.symbols.of_base_unit(4)?;
        let kelvin = self.graph.variable(kelvin);
        Ok(Some(self.graph.product(place, kelvin)))
    }

    /// The unit in which a side gives its number: km/h for `36 \unit{km/h}`; 1 where no unit, or not one alone, is a
    /// factor of it.
    pub(crate) fn unit_of(&self, side: &Expr) -> units::Unit {
        let unit = factor_unit(side).and_then(|unit| units::of(unit).ok());
        match unit {
            Some(unit) if self.survey.temperature_difference => unit.of_difference(),
            unit => unit.unwrap_or_else(units::Unit::one),
        }
    }

    pub(super) fn power(&mut self, base: &Expr, exponent: &Expr) -> Lowered {
        if let Expr::Symbol(symbol) = base
            && symbol.is("e")
            && self.survey.is_exponential(exponent)
        {
            return self.function(Function::Exp, std::slice::from_ref(exponent));
        }
        // `\hat p^2` is the square of an operator: nobody squares a unit vector.
        let hatted = matches!(base, Expr::Symbol(symbol) if symbol.accents.contains(&Accent::Hat));
        let base = self.expr(base)?;
        let exponent = self.expr(exponent)?;
        if self.graph.as_number(exponent) == Some(2.0) && self.is_vector(base) && !hatted {
            return self.dot(base, base);
        }
        if let Some(times) = self.times_in_order(base, exponent) {
            return self.in_order(&vec![base; times]);
        }
        Ok(self.graph.power(base, exponent))
    }

    /// How often a sum of operators is multiplied with itself: `(\hat A + \hat B)^2` is multiplied out.
    fn times_in_order(&self, base: Node, exponent: Node) -> Option<usize> {
        let is_sum = matches!(self.graph.op(base), Op::Sum(..));
        let times = (2..=MAX_POWER)
            .find(|times| self.graph.as_number(exponent) == Some(f64::from(*times)))?;
        (is_sum && self.is_ordered(base) && !self.is_vector(base)).then_some(times.into())
    }
}

/// The only unit among the factors of a side.
fn factor_unit(side: &Expr) -> Option<&Unit> {
    match side {
        Expr::Unit(unit) => Some(unit),
        Expr::Sum(terms) => match terms.as_slice() {
            [term] => factor_unit(&term.value),
            _ => None,
        },
        Expr::Product(factors) => {
            let mut found = factors.iter().filter_map(factor_unit);
            found.next().filter(|_| found.next().is_none())
        }
        Expr::Fraction(above, below) => factor_unit(above).filter(|_| factor_unit(below).is_none()),
        _ => None,
    }
}
