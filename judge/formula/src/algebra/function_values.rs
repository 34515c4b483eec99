//! Values and derivatives of the functions that a tape can calculate.

use super::complex::Complex;
use super::graph::Map;

/// `base` to a power that is a number.
pub(crate) fn power(base: Complex, exponent: f64) -> Complex {
    if (exponent - 1.0).abs() == 0.0 {
        return base;
    }
    // The cast changes an exponent that is not a whole number, or is too large. Asking for the fraction
    // instead would cost a call in the hottest path.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "it is compared with what it was"
    )]
    let whole = exponent as i32;
    if (f64::from(whole) - exponent).abs() == 0.0 && whole.unsigned_abs() <= 64 {
        return base.powi(whole);
    }
    if (exponent.abs() - 0.5).abs() == 0.0 {
        let root = base.sqrt();
        return if exponent > 0.0 { root } else { root.recip() };
    }
    base.pow(Complex::real(exponent))
}

/// The tangent; not a number at a pole, where only rounding would give it a value.
fn tangent(z: Complex) -> Complex {
    const POLE: f64 = 1e15;
    let value = z.tan();
    if value.norm() > POLE {
        return Complex::NAN;
    }
    value
}

pub(crate) fn value(map: Map, z: Complex) -> Complex {
    match map {
        Map::Exp => z.exp(),
        Map::Ln => z.ln(),
        Map::Sin => z.sin(),
        Map::Cos => z.cos(),
        Map::Tan => tangent(z),
        Map::Asin => z.asin(),
        Map::Acos => z.acos(),
        Map::Atan => z.atan(),
        Map::Sinh => z.sinh(),
        Map::Cosh => z.cosh(),
        Map::Tanh => z.tanh(),
        Map::Asinh => z.asinh(),
        Map::Acosh => z.acosh(),
        Map::Atanh => z.atanh(),
        Map::Abs => Complex::real(z.norm()),
        Map::Sign => {
            if z == Complex::ZERO {
                Complex::ZERO
            } else {
                z.scale(1.0 / z.norm())
            }
        }
        Map::Re => Complex::real(z.re),
        Map::Im => Complex::real(z.im),
        Map::Arg => Complex::real(z.arg()),
        Map::Gamma => z.gamma(),
        Map::Erf => z.erf(),
        Map::Floor => real_only(z, libm::floor),
        Map::Ceiling => real_only(z, libm::ceil),
    }
}

fn real_only(z: Complex, function: fn(f64) -> f64) -> Complex {
    if z.is_nearly_real() {
        Complex::real(function(z.re))
    } else {
        Complex::NAN
    }
}

/// The derivative at `z`, where the function has the given value.
pub(crate) fn slope(map: Map, z: Complex, value: Complex) -> Complex {
    let one = Complex::ONE;
    match map {
        Map::Exp => value,
        Map::Ln => z.recip(),
        Map::Sin => z.cos(),
        Map::Cos => -z.sin(),
        Map::Tan => one + value * value,
        Map::Asin => (one - z * z).sqrt().recip(),
        Map::Acos => -(one - z * z).sqrt().recip(),
        Map::Atan => (one + z * z).recip(),
        Map::Sinh => z.cosh(),
        Map::Cosh => z.sinh(),
        Map::Tanh => one - value * value,
        Map::Asinh => (z * z + one).sqrt().recip(),
        Map::Acosh => ((z - one).sqrt() * (z + one).sqrt()).recip(),
        Map::Atanh => (one - z * z).recip(),
        Map::Abs => self::value(Map::Sign, z).conj(),
        Map::Re => one,
        // These are constant almost everywhere along the real axis.
        Map::Sign | Map::Im | Map::Arg | Map::Floor | Map::Ceiling => Complex::ZERO,
        Map::Gamma => {
            let step = 1e-6 * z.norm().max(1.0);
            let at = |by: f64| (z + Complex::real(by)).gamma();
            (at(step) - at(-step)).scale(0.5 / step)
        }
        Map::Erf => {
            let scale = 2.0 / libm::sqrt(std::f64::consts::PI);
            (-(z * z)).exp().scale(scale)
        }
    }
}
