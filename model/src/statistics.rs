//! Means, differences and intervals over problems. Samples and parts of a problem are not separate problems: each
//! problem contributes one value, its mean.

use serde::Serialize;

/// The confidence level of an interval.
const CONFIDENCE: f64 = 0.95;

/// A mean over problems with its standard error and 95 % interval. A single problem has neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Mean {
    /// Number of problems.
    pub problems: usize,
    /// The mean; for differences, the mean difference.
    pub mean: f64,
    /// The standard error.
    pub se: Option<f64>,
    /// The lower end of the interval, by Student's t.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl Mean {
    /// The mean of values, one for each problem; `None` for no values.
    pub fn of(values: &[f64]) -> Option<Self> {
        let problems = values.len();
        let mean = average(values)?;
        let se = deviation(values).map(|deviation| deviation / as_f64(problems).sqrt());
        let reach = se.map(|se| se * quantile(as_f64(problems) - 1.0));
        Some(Self {
            problems,
            mean,
            se,
            low: reach.map(|reach| mean - reach),
            high: reach.map(|reach| mean + reach),
        })
    }

    /// The two-sided p-value that the mean is 0, by Student's t.
    pub fn p(&self) -> Option<f64> {
        let se = self.se.filter(|se| *se > 0.0)?;
        Some(two_sided(self.mean / se, as_f64(self.problems) - 1.0))
    }
}

/// The mean; `None` for no values. Summed in order, so that the result does not depend on threads.
pub fn average(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / as_f64(values.len()))
}

/// The standard deviation of a sample; `None` for fewer than two values.
pub fn deviation(values: &[f64]) -> Option<f64> {
    let mean = average(values)?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (values.len() > 1).then(|| (squares / (as_f64(values.len()) - 1.0)).sqrt())
}

/// `McNemar`'s exact test of pairs of right and wrong.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct McNemar {
    /// How many pairs have only the first right.
    pub only_first: usize,
    /// How many pairs have only the second right.
    pub only_second: usize,
    /// The two-sided p-value.
    pub p: f64,
}

impl McNemar {
    /// The test of these pairs.
    pub fn of(pairs: &[(bool, bool)]) -> Self {
        let count = |wanted: (bool, bool)| pairs.iter().filter(|pair| **pair == wanted).count();
        let (only_first, only_second) = (count((true, false)), count((false, true)));
        let differing = only_first + only_second;
        // How likely a fair coin gives so few or so many heads.
        let logarithm = |heads: usize| {
            libm::lgamma(as_f64(differing) + 1.0)
                - libm::lgamma(as_f64(heads) + 1.0)
                - libm::lgamma(as_f64(differing - heads) + 1.0)
                - as_f64(differing) * std::f64::consts::LN_2
        };
        let tail: f64 = (0..=only_first.min(only_second))
            .map(|heads| logarithm(heads).exp())
            .sum();
        Self {
            only_first,
            only_second,
            p: (2.0 * tail).min(1.0),
        }
    }
}

/// How likely at least one of `picked` samples is right, picked from `samples` of which `right` are right; `picked`
/// is at most `samples`.
pub fn pass_at(samples: usize, right: usize, picked: usize) -> f64 {
    let wrong = samples - right;
    if wrong < picked {
        return 1.0;
    }
    let all_wrong: f64 = (0..picked)
        .map(|at| as_f64(wrong - at) / as_f64(samples - at))
        .product();
    1.0 - all_wrong
}

/// The two-sided p-value of a value of Student's t.
fn two_sided(t: f64, freedom: f64) -> f64 {
    incomplete_beta(freedom / (freedom + t * t), freedom / 2.0, 0.5)
}

/// The half-width of an interval, in standard errors.
fn quantile(freedom: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1e4);
    // Bisects down to neighbouring numbers.
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if two_sided(middle, freedom) > 1.0 - CONFIDENCE {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// The regularised incomplete beta function, by its continued fraction
/// (<https://dlmf.nist.gov/8.17#v>).
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    // It converges fast below the mean, and each side is one minus the other.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(1.0 - x, b, a);
    }
    let front =
        libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b) + a * x.ln() + b * (-x).ln_1p();
    let nonzero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    // The ratios of neighbouring numerators and denominators (Lentz).
    let mut above = 1.0;
    let mut below = 1.0 / nonzero(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = below;
    for step in (1..1000).map(f64::from) {
        let place = a + 2.0 * step;
        let even = step * (b - step) * x / ((place - 1.0) * place);
        let odd = -(a + step) * (a + b + step) * x / (place * (place + 1.0));
        let mut change = 1.0;
        for term in [even, odd] {
            below = 1.0 / nonzero(1.0 + term * below);
            above = nonzero(1.0 + term / above);
            change = above * below;
            fraction *= change;
        }
        if (change - 1.0).abs() < 1e-16 {
            break;
        }
    }
    front.exp() * fraction / a
}

#[allow(clippy::cast_precision_loss, reason = "fewer than 2^52 problems")]
fn as_f64(number: usize) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_values_have_no_interval() {
        assert_eq!(Mean::of(&[]), None);
        let one = Mean::of(&[0.5]).unwrap();
        assert_eq!(
            (one.mean, one.se, one.low, one.p()),
            (0.5, None, None, None)
        );
        let same = Mean::of(&[0.5, 0.5]).unwrap();
        assert_eq!((same.se, same.low, same.p()), (Some(0.0), Some(0.5), None));
    }

    /// With few degrees of freedom there are closed forms.
    #[test]
    fn tails_are_right_far_out_too() {
        for t in [0.1, 1.0, 2.5, 40.0, 1e4] {
            let angle = |freedom: f64| f64::atan2(t, freedom.sqrt());
            let four = angle(4.0);
            let inside = [
                (1.0, angle(1.0) * std::f64::consts::FRAC_2_PI),
                (2.0, angle(2.0).sin()),
                (4.0, four.sin() * (1.0 + four.cos().powi(2) / 2.0)),
            ];
            for (freedom, inside) in inside {
                let found = two_sided(t, freedom);
                assert!(
                    (found - (1.0 - inside)).abs() < 1e-12,
                    "{t} {freedom}: {found}"
                );
            }
        }
        // Towards the normal distribution, with the first terms of the way there.
        let (t, freedom) = (2.0_f64, 1341.0);
        let density = (-t * t / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
        let normal = libm::erfc(t / std::f64::consts::SQRT_2);
        let near = normal + density * (t.powi(3) + t) / (2.0 * freedom);
        assert!((two_sided(t, freedom) / near - 1.0).abs() < 1e-5);
        let reach = quantile(1.0) * (0.025 * std::f64::consts::PI).tan();
        assert!((reach - 1.0).abs() < 1e-12, "{reach}");
    }
}
