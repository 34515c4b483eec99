//! Quotients of polynomials, and the roots of polynomials.

use super::complex::Complex;

/// The highest degree that is handled; for higher degrees roots are searched by bracketing.
const MAX_DEGREE: usize = 24;

/// The most iterations of the root finder.
const MAX_ROUNDS: usize = 100;

/// Coefficients, constant first.
type Coefficients = Vec<Complex>;

/// A quotient of two polynomials in `u`, times a power of `u`.
#[derive(Debug, Clone)]
pub(crate) struct Ratio {
    above: Coefficients,
    below: Coefficients,
    shift: i32,
}

impl Ratio {
    pub(crate) fn constant(value: Complex) -> Self {
        Self {
            above: vec![value],
            below: vec![Complex::ONE],
            shift: 0,
        }
    }

    /// `u^exponent`
    pub(crate) fn power(exponent: u32) -> Self {
        Self {
            shift: i32::try_from(exponent).expect("a small exponent"),
            ..Self::constant(Complex::ONE)
        }
    }

    pub(crate) fn weight(&self) -> usize {
        2 + self.above.len() * self.below.len()
    }

    pub(crate) fn scaled(mut self, by: Complex) -> Self {
        for coefficient in &mut self.above {
            *coefficient = *coefficient * by;
        }
        self
    }

    pub(crate) fn plus(mut self, mut other: Self) -> Option<Self> {
        if self.above.iter().all(|c| *c == Complex::ZERO) {
            return Some(other);
        }
        let shift = self.shift.min(other.shift);
        for ratio in [&mut self, &mut other] {
            let up = usize::try_from(ratio.shift - shift).ok()?;
            ratio.above.splice(0..0, vec![Complex::ZERO; up]);
            ratio.shift = shift;
        }
        if self.below != other.below {
            self.above = multiply(&self.above, &other.below)?;
            other.above = multiply(&other.above, &self.below)?;
            self.below = multiply(&self.below, &other.below)?;
        }
        if self.above.len() < other.above.len() {
            self.above.resize(other.above.len(), Complex::ZERO);
        }
        for (sum, coefficient) in self.above.iter_mut().zip(other.above) {
            *sum = *sum + coefficient;
        }
        self.above = bounded(self.above)?;
        Some(self)
    }

    pub(crate) fn times(&self, other: &Self) -> Option<Self> {
        Some(Self {
            above: multiply(&self.above, &other.above)?,
            below: multiply(&self.below, &other.below)?,
            shift: self.shift.checked_add(other.shift)?,
        })
    }

    /// The quotient to a power, if the result is a quotient of polynomials again.
    pub(crate) fn raised(&self, exponent: f64) -> Option<Self> {
        let shift = f64::from(self.shift) * exponent;
        if (shift - shift.round()).abs() > 1e-9 || shift.abs() > 100.0 {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "a small whole number")]
        let shift = shift.round() as i32;
        if self.above.len() == 1 && self.below.len() == 1 {
            let value = super::function_values::power(self.above[0] / self.below[0], exponent);
            return Some(Self {
                shift,
                ..Self::constant(value)
            });
        }
        let times = exponent.abs();
        if times.fract() != 0.0 || times > 24.0 {
            return None;
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a small whole number"
        )]
        let times = times as usize;
        let repeat = |factor: &Coefficients| {
            (0..times).try_fold(vec![Complex::ONE], |product, _| multiply(&product, factor))
        };
        let (above, below) = (repeat(&self.above)?, repeat(&self.below)?);
        Some(if exponent < 0.0 {
            Self {
                above: below,
                below: above,
                shift,
            }
        } else {
            Self {
                above,
                below,
                shift,
            }
        })
    }

    /// The values of `u` where the quotient may be 0: the roots of the numerator, and 0 if the power of `u` is
    /// positive.
    pub(crate) fn zeros(&self) -> Vec<Complex> {
        let mut zeros = roots(&self.above);
        if self.shift > 0 {
            zeros.push(Complex::ZERO);
        } else if self.shift < 0 {
            zeros.retain(|zero| *zero != Complex::ZERO);
        }
        zeros
    }
}

fn bounded(coefficients: Coefficients) -> Option<Coefficients> {
    (coefficients.len() <= MAX_DEGREE + 1).then_some(coefficients)
}

fn multiply(left: &[Complex], right: &[Complex]) -> Option<Coefficients> {
    if let [only] = right {
        return bounded(left.iter().map(|c| *c * *only).collect());
    }
    let mut product = vec![Complex::ZERO; left.len() + right.len() - 1];
    if product.len() > MAX_DEGREE + 1 {
        return None;
    }
    for (i, a) in left.iter().enumerate() {
        for (j, b) in right.iter().enumerate() {
            product[i + j] = product[i + j] + *a * *b;
        }
    }
    Some(product)
}

/// The roots of a polynomial, each repeated by its multiplicity; none if a coefficient is not finite.
pub(crate) fn roots(coefficients: &[Complex]) -> Vec<Complex> {
    let size = coefficients
        .iter()
        .fold(0.0_f64, |size, c| size.max(c.norm()));
    if !size.is_finite() || size == 0.0 {
        return Vec::new();
    }
    let used = coefficients
        .iter()
        .rposition(|c| *c != Complex::ZERO)
        .map_or(0, |last| last + 1);
    let low = coefficients
        .iter()
        .position(|c| *c != Complex::ZERO)
        .unwrap_or(0);
    let mut found = vec![Complex::ZERO; usize::from(low > 0)];
    let rest = &coefficients[low..used];
    match rest {
        [] | [_] => {}
        [c, b] => found.push(-(*c / *b)),
        [c, b, a] => found.extend(quadratic(*a, *b, *c)),
        _ => found.extend(aberth(rest)),
    }
    found
}

fn quadratic(a: Complex, b: Complex, c: Complex) -> [Complex; 2] {
    let root = (b * b - (a * c).scale(4.0)).sqrt();
    let (plus, minus) = (b + root, b - root);
    // First the sum without cancellation, then the other root from the product of both.
    let large = if plus.norm() >= minus.norm() {
        plus
    } else {
        minus
    };
    if large == Complex::ZERO {
        return [Complex::ZERO; 2];
    }
    [-large / a.scale(2.0), -(c.scale(2.0) / large)]
}

/// Aberth's method (1973): all roots at once, starting on a circle whose radius is the geometric mean of the roots.
fn aberth(coefficients: &[Complex]) -> Vec<Complex> {
    let degree = coefficients.len() - 1;
    #[expect(clippy::cast_precision_loss, reason = "a small degree")]
    let count = degree as f64;
    let ratio = coefficients[0].norm() / coefficients[degree].norm();
    let radius = libm::pow(ratio, 1.0 / count);
    if !radius.is_finite() || radius == 0.0 {
        return Vec::new();
    }
    // With roots near 1, powers neither overflow nor vanish.
    let mut scale = 1.0;
    let scaled: Vec<Complex> = coefficients
        .iter()
        .map(|c| {
            let value = c.scale(scale);
            scale *= radius;
            value
        })
        .collect();
    let mut roots: Vec<Complex> = (0..degree)
        .map(|index| {
            #[expect(clippy::cast_precision_loss, reason = "a small degree")]
            let part = index as f64 / count;
            let angle = 2.0 * std::f64::consts::PI * part + 0.4;
            Complex::new(libm::cos(angle), libm::sin(angle))
        })
        .collect();
    for _ in 0..MAX_ROUNDS {
        let mut moved = 0.0_f64;
        for index in 0..degree {
            let at = roots[index];
            let (mut value, mut slope) = (Complex::ZERO, Complex::ZERO);
            for c in scaled.iter().rev() {
                slope = slope * at + value;
                value = value * at + *c;
            }
            if value == Complex::ZERO {
                continue;
            }
            let newton = value / slope;
            let others = roots
                .iter()
                .enumerate()
                .filter(|(other, root)| *other != index && **root != at)
                .fold(Complex::ZERO, |sum, (_, root)| sum + (at - *root).recip());
            let step = newton / (Complex::ONE - newton * others);
            if step.is_finite() {
                roots[index] = at - step;
                moved = moved.max(step.norm() / at.norm().max(1e-300));
            }
        }
        if moved < 1e-14 {
            break;
        }
    }
    roots.into_iter().map(|root| root.scale(radius)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from_roots(roots: &[f64]) -> Coefficients {
        roots.iter().fold(vec![Complex::ONE], |product, root| {
            multiply(&product, &[Complex::real(-root), Complex::ONE]).unwrap()
        })
    }

    fn finds(expected: &[f64]) {
        let mut found = roots(&from_roots(expected));
        found.sort_by(|a, b| a.re.total_cmp(&b.re));
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            let off = (*found - Complex::real(*expected)).norm();
            assert!(off <= 1e-6 * expected.abs(), "{found:?} {expected}");
        }
    }

    #[test]
    fn finds_all_roots() {
        finds(&[3.0]);
        finds(&[-3.0, 2.0]);
        finds(&[-1e9, 2e-9]);
        finds(&[-7.0, 0.5, 1.0, 2.0, 30.0]);
        finds(&[1e-20, 1e-10, 1.0]);
        let circle = roots(&[
            Complex::ONE,
            Complex::ZERO,
            Complex::ZERO,
            Complex::ZERO,
            Complex::ONE,
        ]);
        assert!(
            circle
                .iter()
                .all(|z| (z.powi(4) + Complex::ONE).norm() < 1e-12)
        );
    }

    #[test]
    fn ratios_keep_their_zeros() {
        // 1/u - 1/(u + 1) - 1/6 = 0 at 2 and -3
        let u = Ratio::power(1);
        let one = Ratio::constant(Complex::ONE);
        let inverse = u.raised(-1.0).unwrap();
        let next = u.plus(one.clone()).unwrap().raised(-1.0).unwrap();
        let sum = inverse
            .plus(next.scaled(Complex::real(-1.0)))
            .unwrap()
            .plus(one.scaled(Complex::real(-1.0 / 6.0)))
            .unwrap();
        let mut zeros: Vec<f64> = sum.zeros().iter().map(|z| z.re).collect();
        zeros.sort_by(f64::total_cmp);
        assert_eq!(zeros.len(), 2);
        assert!((zeros[0] + 3.0).abs() < 1e-12 && (zeros[1] - 2.0).abs() < 1e-12);
    }
}
