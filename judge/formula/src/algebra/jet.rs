//! Jets: a value with its derivative by one variable and a bound of the rounding error.

use super::complex::Complex;
use super::graph::Map;
use super::tape::{Budget, Tape};
use super::trials::NOISE;
use super::variables::Variable;
use super::{function_values, quadrature};

/// Half the distance from 1 to the next number.
pub(crate) const EPSILON: f64 = f64::EPSILON / 2.0;

/// A value, its derivative by one variable, and how far rounding may have moved it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Jet {
    pub(crate) value: Complex,
    pub(crate) slope: Complex,
    pub(crate) error: f64,
}

impl Jet {
    pub(crate) fn exact(value: Complex) -> Self {
        Self {
            value,
            slope: Complex::ZERO,
            error: 0.0,
        }
    }
}

pub(crate) fn sum(constant: f64, terms: &[(f64, usize)], jets: &[Jet]) -> Jet {
    let mut total = Jet::exact(Complex::real(constant));
    let mut size = constant.abs();
    for &(by, of) in terms {
        let term = &jets[of];
        total.value = total.value + term.value.scale(by);
        total.slope = total.slope + term.slope.scale(by);
        total.error += term.error * by.abs();
        size += term.value.norm() * by.abs();
    }
    total.error += EPSILON * size;
    total
}

pub(crate) fn product(factors: &[(usize, f64)], jets: &[Jet]) -> Jet {
    let mut total = Jet::exact(Complex::ONE);
    for &(of, by) in factors {
        let base = &jets[of];
        let value = function_values::power(base.value, by);
        let rate = if (by - 1.0).abs() == 0.0 {
            Complex::ONE
        } else {
            function_values::power(base.value, by - 1.0).scale(by)
        };
        let error = rate.norm() * base.error + EPSILON * value.norm();
        let slope = rate * base.slope;
        total = Jet {
            slope: total.slope * value + total.value * slope,
            error: total.error * value.norm() + total.value.norm() * error,
            value: total.value * value,
        };
    }
    total
}

pub(crate) fn power(base: Jet, exponent: Jet) -> Jet {
    let value = base.value.pow(exponent.value);
    let log = base.value.ln();
    let per_base = exponent.value / base.value * value;
    let mut slope = per_base * base.slope;
    if exponent.slope != Complex::ZERO {
        slope = slope + value * log * exponent.slope;
    }
    let turns = 1.0 + (log * exponent.value).norm();
    Jet {
        value,
        slope,
        error: per_base.norm() * base.error
            + value.norm() * (log.norm() * exponent.error + EPSILON * turns),
    }
}

pub(crate) fn map_jet(map: Map, of: Jet) -> Jet {
    let value = function_values::value(map, of.value);
    let rate = function_values::slope(map, of.value, value);
    // At the end of its domain, as in `\arcsin 1`, a function has an infinite slope. The effect of rounding
    // is measured a little inside the domain instead.
    let through = if map == Map::Ln && of.value.norm() <= NOISE * of.error {
        // In `1 - e^{-500}` the power is lost to rounding, so its logarithm may be anything.
        f64::INFINITY
    } else if rate.is_finite() {
        rate.norm() * (of.error + EPSILON * of.value.norm())
    } else {
        let inside = of.value.scale(1.0 - of.error / of.value.norm());
        (function_values::value(map, inside) - value).norm()
    };
    Jet {
        value,
        slope: if of.slope == Complex::ZERO {
            Complex::ZERO
        } else {
            rate * of.slope
        },
        error: through + EPSILON * value.norm() + underflow(map, value),
    }
}

/// The error made when a value is too small for a float: `e^{-800}` is not 0, and multiplied by `e^{700}` it
/// still counts.
fn underflow(map: Map, value: Complex) -> f64 {
    if map == Map::Exp && value.norm() < f64::MIN_POSITIVE {
        f64::MIN_POSITIVE
    } else {
        0.0
    }
}

/// The jet of an integral, whose limits may depend on the variable too.
pub(crate) fn integral_jet(
    body: &mut Tape,
    slot: Variable,
    (lower, upper): (Jet, Jet),
    variables: &mut [Complex],
    target: Option<Variable>,
    budget: &mut Budget,
) -> Jet {
    let mut at = |variables: &mut [Complex], by: f64| {
        let moved = |limit: Jet| limit.value + limit.slope.scale(by);
        quadrature::integral(body, slot, (moved(lower), moved(upper)), variables, budget)
    };
    by_steps(&mut at, variables, target)
}

pub(crate) fn series_jet(
    body: &mut Tape,
    slot: Variable,
    limits: (Complex, Complex),
    variables: &mut [Complex],
    target: Option<Variable>,
    budget: &mut Budget,
) -> Jet {
    let mut at = |variables: &mut [Complex], _: f64| {
        quadrature::series(body, slot, limits, variables, budget)
    };
    by_steps(&mut at, variables, target)
}

/// The jet of something that gives only values. `at` holds values at some points and how far the target
/// variable was moved to reach them; the derivative is a finite difference.
fn by_steps(
    at: &mut dyn FnMut(&mut [Complex], f64) -> Complex,
    variables: &mut [Complex],
    target: Option<Variable>,
) -> Jet {
    let value = at(variables, 0.0);
    let slope = target.map_or(Complex::ZERO, |target| {
        let place = variables[target.index()];
        let step = 1e-5 * place.norm().max(1e-30);
        let mut moved = |by: f64| {
            variables[target.index()] = place + Complex::real(by);
            at(variables, by)
        };
        let slope = (moved(step) - moved(-step)).scale(0.5 / step);
        variables[target.index()] = place;
        slope
    });
    Jet {
        value,
        slope,
        error: quadrature::ACCURACY * value.norm(),
    }
}
