//! Evaluates definite integrals and series numerically.
//!
//! Integrals use the double exponential rules of Takahasi and Mori (1974): these choose their own step, take infinite
//! limits and tolerate singular ends. An integral or series that does not converge is not a number.

use std::f64::consts::FRAC_PI_2;
use std::sync::LazyLock;

use super::complex::Complex;
use super::tape::{Budget, Tape};
use super::variables::{Variable, Variables};

/// The relative accuracy that results are assumed to have.
pub(crate) const ACCURACY: f64 = 1e-11;

/// The least relative accuracy of a result. Near a singular end, as in `1/\sqrt{A^2 - x^2}`, rounding leaves no more.
pub(crate) const LEAST_ACCURACY: f64 = 1e-7;

/// How often the step of a rule is halved.
const MAX_LEVEL: usize = 7;

/// The first step of a rule.
const FIRST_STEP: f64 = 0.5;

/// How far from the middle a rule evaluates.
const WIDEST: f64 = 4.5;

/// The most terms of a series that are added.
const MAX_TERMS: u32 = 4000;

/// `∫ body d(slot)` between two limits, each finite or infinite.
pub(crate) fn integral(
    body: &mut Tape,
    slot: Variable,
    (lower, upper): (Complex, Complex),
    variables: &mut [Complex],
    budget: &mut Budget,
) -> Complex {
    if lower.re.is_nan() || upper.re.is_nan() || !lower.is_nearly_flat() || !upper.is_nearly_flat()
    {
        return Complex::NAN;
    }
    let depends = body.depends_on().without(Variables::of(slot));
    let key: Vec<Complex> = [lower, upper]
        .into_iter()
        .chain(depends.iter().map(|slot| variables[slot.index()]))
        .collect();
    if let Some(result) = body.kept(&key) {
        return result;
    }
    let before = variables[slot.index()];
    variables[slot.index()] = Complex::ONE;
    body.begin_line(variables, budget, slot);
    let mut at = |x: f64| body.along(variables, budget, slot, x);
    let (a, b) = (lower.re, upper.re);
    let result = if a.total_cmp(&b).is_eq() {
        Complex::ZERO
    } else if a > b {
        -between(&mut at, b, a)
    } else {
        between(&mut at, a, b)
    };
    variables[slot.index()] = before;
    body.keep(key, result);
    result
}

/// A point of a rule, with the values that all rules need there.
#[derive(Debug)]
struct QuadraturePoint {
    t: f64,
    cosh_t: f64,
    /// `π/2 sinh t`
    u: f64,
    sinh_u: f64,
    cosh_u: f64,
    exp_u: f64,
    /// `exp(-|u|)`
    decay: f64,
}

impl QuadraturePoint {
    fn at(t: f64) -> Self {
        let u = FRAC_PI_2 * libm::sinh(t);
        Self {
            t,
            cosh_t: libm::cosh(t),
            u,
            sinh_u: libm::sinh(u),
            cosh_u: libm::cosh(u),
            exp_u: libm::exp(u),
            decay: libm::exp(-u.abs()),
        }
    }
}

/// The points that each halving of the step adds, in pairs on both sides of the middle.
static PLACES: LazyLock<Vec<Vec<[QuadraturePoint; 2]>>> = LazyLock::new(|| {
    let mut step = FIRST_STEP;
    let mut levels = Vec::new();
    for level in 0..MAX_LEVEL {
        let stride = step;
        if level > 0 {
            step /= 2.0;
        }
        let mut t = step;
        let mut places = Vec::new();
        while t <= WIDEST {
            places.push([QuadraturePoint::at(t), QuadraturePoint::at(-t)]);
            t += stride;
        }
        levels.push(places);
    }
    levels
});

static MIDDLE: LazyLock<QuadraturePoint> = LazyLock::new(|| QuadraturePoint::at(0.0));

fn between(at: &mut dyn FnMut(f64) -> Complex, a: f64, b: f64) -> Complex {
    match (a.is_finite(), b.is_finite()) {
        (true, true) => {
            let (middle, half) = (f64::midpoint(a, b), (b - a) / 2.0);
            settle(4.0, &mut |place| {
                let (u, cosh) = (place.u, place.cosh_u);
                // Measured from the nearer end, so that a singular end is never hit.
                let from_end = half * place.decay / cosh;
                let x = if u == 0.0 {
                    middle
                } else if u < 0.0 {
                    a + from_end
                } else {
                    b - from_end
                };
                let weight = half * FRAC_PI_2 * place.cosh_t / (cosh * cosh);
                if x <= a || x >= b {
                    return Complex::ZERO;
                }
                at(x).scale(weight)
            })
        }
        (true, false) => settle(WIDEST, &mut |place| {
            let weight = FRAC_PI_2 * place.cosh_t * place.exp_u;
            at(a + place.exp_u).scale(weight)
        }),
        (false, true) => settle(WIDEST, &mut |place| {
            let weight = FRAC_PI_2 * place.cosh_t * place.exp_u;
            at(b - place.exp_u).scale(weight)
        }),
        (false, false) => settle(WIDEST, &mut |place| {
            let weight = FRAC_PI_2 * place.cosh_t * place.cosh_u;
            at(place.sinh_u).scale(weight)
        }),
    }
}

/// The trapezoidal rule over `-width..width`, with halved steps until the result no longer changes.
fn settle(width: f64, at: &mut dyn FnMut(&QuadraturePoint) -> Complex) -> Complex {
    let mut finite = |place: &QuadraturePoint| {
        let value = at(place);
        // Far out, a weight of 0 meets an overflow.
        (value.is_finite()).then_some(value)
    };
    let mut step = FIRST_STEP;
    let mut bad = 0;
    let mut sum = finite(&MIDDLE).unwrap_or_else(|| {
        bad += 1;
        Complex::ZERO
    });
    let mut last: Option<Complex> = None;
    for (level, places) in PLACES.iter().enumerate() {
        if level > 0 {
            step /= 2.0;
        }
        let mut total = 0;
        let within = places.iter().take_while(|[place, _]| place.t <= width);
        for place in within.flatten() {
            total += 1;
            match finite(place) {
                Some(value) => sum = sum + value,
                // Only the far ends may have no value.
                None if place.t.abs() > 0.6 * width => {}
                None => bad += 1,
            }
        }
        if bad > total / 4 {
            return Complex::NAN;
        }
        let result = sum.scale(step);
        if let Some(last) = last {
            let change = (result - last).norm();
            if level >= 2 && change <= 1e-10 * result.norm() {
                return result;
            }
            if level + 1 == MAX_LEVEL && change <= LEAST_ACCURACY * result.norm() {
                return result;
            }
            if level >= 3 && result.norm() < 1e-280 && change < 1e-280 {
                return Complex::ZERO;
            }
        }
        last = Some(result);
    }
    Complex::NAN
}

/// `Σ term` for the whole numbers between two limits, the second finite or infinite.
pub(crate) fn series(
    term: &mut Tape,
    slot: Variable,
    (first, last): (Complex, Complex),
    variables: &mut [Complex],
    budget: &mut Budget,
) -> Complex {
    let start = first.re.round();
    if !first.is_finite()
        || (first.re - start).abs() > 1e-9
        || last.re.is_nan()
        || last.re == f64::NEG_INFINITY
    {
        return Complex::NAN;
    }
    let count = if last.re.is_finite() {
        let count = last.re - start + 1.0;
        // A sum whose end lies before its begin is refused: formulas for sums hold from no terms on.
        if (count - count.round()).abs() > 1e-6 || !(-1e-6..=f64::from(MAX_TERMS)).contains(&count)
        {
            return Complex::NAN;
        }
        Some(count.round())
    } else {
        None
    };
    let before = variables[slot.index()];
    variables[slot.index()] = Complex::real(start);
    term.begin_line(variables, budget, slot);
    let mut at = |k: f64| term.along(variables, budget, slot, start + k);
    let result = match count {
        Some(count) => finite_series(&mut at, count),
        None => infinite_series(&mut at),
    };
    variables[slot.index()] = before;
    result
}

fn finite_series(at: &mut dyn FnMut(f64) -> Complex, count: f64) -> Complex {
    let mut sum = Complex::ZERO;
    let mut k = 0.0;
    while k < count {
        sum = sum + at(k);
        k += 1.0;
    }
    sum
}

/// Adds until the terms no longer count. Slowly falling terms are extrapolated (Richardson, for terms like `1/k^2`);
/// anything else is not a number.
fn infinite_series(at: &mut dyn FnMut(f64) -> Complex) -> Complex {
    let mut sum = Complex::ZERO;
    let mut quiet = 0;
    // Partial sums at 2^6, 2^7, … terms.
    let mut marks: Vec<Complex> = Vec::new();
    let mut mark = 64.0;
    for k in 0..MAX_TERMS {
        let k = f64::from(k);
        let term = at(k);
        if !term.is_finite() {
            return Complex::NAN;
        }
        sum = sum + term;
        if term.norm() <= 1e-17 * sum.norm() {
            quiet += 1;
            if quiet >= 3 {
                return sum;
            }
        } else {
            quiet = 0;
        }
        if (k + 1.0 - mark).abs() < 0.5 {
            marks.push(sum);
            mark *= 2.0;
        }
    }
    richardson(&marks)
}

/// The limit of sums whose error falls like a series in 1/n.
fn richardson(marks: &[Complex]) -> Complex {
    let mut row = marks.to_vec();
    let mut factor = 2.0;
    let mut best = Complex::NAN;
    while row.len() > 1 {
        let next: Vec<Complex> = row
            .windows(2)
            .map(|pair| (pair[1].scale(factor) - pair[0]).scale(1.0 / (factor - 1.0)))
            .collect();
        if let [.., left, right] = next.as_slice()
            && (*right - *left).norm() <= 1e-9 * right.norm()
        {
            best = *right;
        }
        row = next;
        factor *= 2.0;
    }
    best
}

impl Complex {
    /// Whether a limit lies on the real axis; infinite limits may.
    fn is_nearly_flat(self) -> bool {
        self.im == 0.0 || self.is_nearly_real()
    }
}
