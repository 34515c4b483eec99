//! Complex numbers, with the functions of physics formulas.
//!
//! Everything goes through `libm`, never through the machine's mathematical library: a verdict is
//! the same on every machine. Many-valued functions give their principal value.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// A complex number.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Complex {
    pub(crate) re: f64,
    pub(crate) im: f64,
}

impl Complex {
    pub(crate) const ZERO: Self = Self { re: 0.0, im: 0.0 };
    pub(crate) const ONE: Self = Self { re: 1.0, im: 0.0 };
    pub(crate) const I: Self = Self { re: 0.0, im: 1.0 };
    pub(crate) const NAN: Self = Self {
        re: f64::NAN,
        im: f64::NAN,
    };

    pub(crate) const fn new(re: f64, im: f64) -> Self {
        Self { re, im }
    }

    pub(crate) const fn real(re: f64) -> Self {
        Self { re, im: 0.0 }
    }

    pub(crate) fn is_finite(self) -> bool {
        self.re.is_finite() && self.im.is_finite()
    }

    /// Whether the imaginary part is no more than rounding.
    pub(crate) fn is_nearly_real(self) -> bool {
        self.im.abs() <= 1e-9 * self.re.abs()
    }

    pub(crate) fn is_positive(self) -> bool {
        self.is_finite() && self.is_nearly_real() && self.re > 0.0
    }

    pub(crate) fn norm(self) -> f64 {
        if self.im == 0.0 {
            self.re.abs()
        } else if self.re == 0.0 {
            self.im.abs()
        } else {
            libm::hypot(self.re, self.im)
        }
    }

    pub(crate) fn arg(self) -> f64 {
        libm::atan2(self.im, self.re)
    }

    pub(crate) fn conj(self) -> Self {
        Self::new(self.re, -self.im)
    }

    pub(crate) fn scale(self, by: f64) -> Self {
        Self::new(self.re * by, self.im * by)
    }

    pub(crate) fn recip(self) -> Self {
        Self::ONE / self
    }

    pub(crate) fn exp(self) -> Self {
        let size = libm::exp(self.re);
        if self.im == 0.0 {
            return Self::real(size);
        }
        Self::new(size * libm::cos(self.im), size * libm::sin(self.im))
    }

    pub(crate) fn ln(self) -> Self {
        if self.im == 0.0 && self.re > 0.0 {
            return Self::real(libm::log(self.re));
        }
        Self::new(libm::log(self.norm()), self.arg())
    }

    pub(crate) fn sqrt(self) -> Self {
        if self.im == 0.0 {
            return if self.re >= 0.0 {
                Self::real(libm::sqrt(self.re))
            } else {
                Self::new(0.0, libm::sqrt(-self.re))
            };
        }
        let norm = self.norm();
        let re = libm::sqrt(f64::midpoint(norm, self.re).max(0.0));
        let im = libm::sqrt(f64::midpoint(norm, -self.re).max(0.0));
        Self::new(re, im.copysign(self.im))
    }

    /// `self` to an integer power, by repeated squaring.
    pub(crate) fn powi(self, exponent: i32) -> Self {
        let mut base = self;
        let mut left = exponent.unsigned_abs();
        let mut product = Self::ONE;
        while left > 0 {
            if left & 1 == 1 {
                product = product * base;
            }
            left >>= 1;
            if left > 0 {
                base = base * base;
            }
        }
        if exponent < 0 {
            product.recip()
        } else {
            product
        }
    }

    /// `self` to any power; `0^w` is 0 where the real part of `w` is positive.
    pub(crate) fn pow(self, exponent: Self) -> Self {
        if exponent.im == 0.0 {
            if self.im == 0.0 && self.re > 0.0 {
                return Self::real(libm::pow(self.re, exponent.re));
            }
            if exponent.re.fract() == 0.0 && exponent.re.abs() < 1024.0 {
                #[expect(clippy::cast_possible_truncation, reason = "a small whole number")]
                return self.powi(exponent.re as i32);
            }
        }
        if self == Self::ZERO {
            return if exponent.re > 0.0 {
                Self::ZERO
            } else {
                Self::NAN
            };
        }
        (self.ln() * exponent).exp()
    }

    pub(crate) fn sin(self) -> Self {
        if self.im == 0.0 {
            return Self::real(libm::sin(self.re));
        }
        Self::new(
            libm::sin(self.re) * libm::cosh(self.im),
            libm::cos(self.re) * libm::sinh(self.im),
        )
    }

    pub(crate) fn cos(self) -> Self {
        if self.im == 0.0 {
            return Self::real(libm::cos(self.re));
        }
        Self::new(
            libm::cos(self.re) * libm::cosh(self.im),
            -libm::sin(self.re) * libm::sinh(self.im),
        )
    }

    pub(crate) fn tan(self) -> Self {
        if self.im == 0.0 {
            return Self::real(libm::tan(self.re));
        }
        self.sin() / self.cos()
    }

    pub(crate) fn sinh(self) -> Self {
        if self.im == 0.0 {
            return Self::real(libm::sinh(self.re));
        }
        Self::new(
            libm::sinh(self.re) * libm::cos(self.im),
            libm::cosh(self.re) * libm::sin(self.im),
        )
    }

    pub(crate) fn cosh(self) -> Self {
        if self.im == 0.0 {
            return Self::real(libm::cosh(self.re));
        }
        Self::new(
            libm::cosh(self.re) * libm::cos(self.im),
            libm::sinh(self.re) * libm::sin(self.im),
        )
    }

    pub(crate) fn tanh(self) -> Self {
        if self.im == 0.0 {
            return Self::real(libm::tanh(self.re));
        }
        self.sinh() / self.cosh()
    }

    pub(crate) fn asin(self) -> Self {
        if self.im == 0.0 && self.re.abs() <= 1.0 {
            return Self::real(libm::asin(self.re));
        }
        // asin z = -i ln(iz + sqrt(1 - z²))
        let inside = Self::I * self + (Self::ONE - self * self).sqrt();
        -(Self::I * inside.ln())
    }

    pub(crate) fn acos(self) -> Self {
        if self.im == 0.0 && self.re.abs() <= 1.0 {
            return Self::real(libm::acos(self.re));
        }
        Self::real(std::f64::consts::FRAC_PI_2) - self.asin()
    }

    pub(crate) fn atan(self) -> Self {
        if self.im == 0.0 {
            return Self::real(libm::atan(self.re));
        }
        let upper = (Self::ONE - Self::I * self).ln();
        let lower = (Self::ONE + Self::I * self).ln();
        Self::I * (upper - lower).scale(0.5)
    }

    pub(crate) fn asinh(self) -> Self {
        if self.im == 0.0 {
            return Self::real(libm::asinh(self.re));
        }
        (self + (self * self + Self::ONE).sqrt()).ln()
    }

    pub(crate) fn acosh(self) -> Self {
        if self.im == 0.0 && self.re >= 1.0 {
            return Self::real(libm::acosh(self.re));
        }
        (self + (self + Self::ONE).sqrt() * (self - Self::ONE).sqrt()).ln()
    }

    pub(crate) fn atanh(self) -> Self {
        if self.im == 0.0 && self.re.abs() < 1.0 {
            return Self::real(libm::atanh(self.re));
        }
        ((Self::ONE + self).ln() - (Self::ONE - self).ln()).scale(0.5)
    }

    /// The gamma function; not a number off the real axis.
    pub(crate) fn gamma(self) -> Self {
        if self.is_nearly_real() {
            Self::real(libm::tgamma(self.re))
        } else {
            Self::NAN
        }
    }

    /// The error function; not a number off the real axis.
    pub(crate) fn erf(self) -> Self {
        if self.is_nearly_real() {
            Self::real(libm::erf(self.re))
        } else {
            Self::NAN
        }
    }
}

impl Add for Complex {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.re + other.re, self.im + other.im)
    }
}

impl Sub for Complex {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.re - other.re, self.im - other.im)
    }
}

impl Mul for Complex {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        if self.im == 0.0 && other.im == 0.0 {
            return Self::real(self.re * other.re);
        }
        Self::new(
            self.re * other.re - self.im * other.im,
            self.re * other.im + self.im * other.re,
        )
    }
}

impl Div for Complex {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        if other.im == 0.0 {
            return Self::new(self.re / other.re, self.im / other.re);
        }
        // Smith's method: no square of the divisor, so nothing overflows on the way.
        if other.re.abs() >= other.im.abs() {
            let ratio = other.im / other.re;
            let below = other.re + other.im * ratio;
            Self::new(
                (self.re + self.im * ratio) / below,
                (self.im - self.re * ratio) / below,
            )
        } else {
            let ratio = other.re / other.im;
            let below = other.re * ratio + other.im;
            Self::new(
                (self.re * ratio + self.im) / below,
                (self.im * ratio - self.re) / below,
            )
        }
    }
}

impl Neg for Complex {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.re, -self.im)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(left: Complex, right: Complex) -> bool {
        (left - right).norm() <= 1e-12 * (1.0 + right.norm())
    }

    #[test]
    fn inverse_functions_undo() {
        for z in [
            Complex::new(0.3, 0.4),
            Complex::new(2.5, 0.0),
            Complex::new(0.7, -1.2),
        ] {
            assert!(close(z.exp().ln(), z));
            assert!(close(z.sqrt() * z.sqrt(), z));
            assert!(close(z.asin().sin(), z));
            assert!(close(z.acos().cos(), z));
            assert!(close(z.atan().tan(), z));
            assert!(close(z.asinh().sinh(), z));
            assert!(close(z.acosh().cosh(), z));
            assert!(close(z.atanh().tanh(), z));
            assert!(close(z / z, Complex::ONE));
            assert!(close(z.powi(-3) * z.powi(3), Complex::ONE));
        }
    }

    #[test]
    fn euler() {
        let turn = (Complex::I.scale(std::f64::consts::PI)).exp();
        assert!(close(turn, Complex::real(-1.0)));
        assert!(close(
            Complex::real(-8.0).pow(Complex::real(2.0)),
            Complex::real(64.0)
        ));
    }
}
