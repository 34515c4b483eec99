//! Exact numbers that keep how they were written.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Pow, ToPrimitive, Zero};

/// A decimal number without sign, exactly as written: `1.20`, `51450`, `1.5 \times 10^{-3}`.
///
/// Two numbers are equal as nodes if they are written alike; compare their [`Number::value`]s to compare their
/// values. A minus sign belongs to the [`Expr::Sum`](super::Expr::Sum) around it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Number {
    digits: BigUint,
    decimals: u32,
    exponent: Option<i32>,
}

impl Number {
    /// The most digits of a number.
    pub const MAX_DIGITS: usize = 400;
    /// Largest magnitude of a power of ten that is taken into the number.
    pub const MAX_EXPONENT: i32 = 400;

    /// A whole number.
    pub fn integer(value: u64) -> Self {
        Self {
            digits: BigUint::from(value),
            decimals: 0,
            exponent: None,
        }
    }

    /// Reads `12`, `0.50`, `.5` or `12.`; `None` if the text is anything else or longer than [`Self::MAX_DIGITS`].
    pub fn from_decimal(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = format!("{whole}{fraction}");
        let usable = !digits.is_empty()
            && digits.len() <= Self::MAX_DIGITS
            && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !usable {
            return None;
        }
        Some(Self {
            digits: BigUint::parse_bytes(digits.as_bytes(), 10)?,
            decimals: u32::try_from(fraction.len()).ok()?,
            exponent: None,
        })
    }

    /// This number `\times 10^{exponent}`; `None` if it has a power of ten already or the
    /// exponent is beyond [`Self::MAX_EXPONENT`].
    pub fn times_ten_to(&self, exponent: i32) -> Option<Self> {
        if self.exponent.is_some() || exponent.abs() > Self::MAX_EXPONENT {
            return None;
        }
        Some(Self {
            exponent: Some(exponent),
            ..self.clone()
        })
    }

    /// The exact value.
    pub fn value(&self) -> BigRational {
        let shift = i64::from(self.exponent.unwrap_or(0)) - i64::from(self.decimals);
        let digits = BigInt::from(self.digits.clone());
        let power: BigInt = Pow::pow(BigInt::from(10), shift.unsigned_abs());
        if shift >= 0 {
            BigRational::from_integer(digits * power)
        } else {
            BigRational::new(digits, power)
        }
    }

    /// The nearest `f64`.
    pub fn to_f64(&self) -> f64 {
        if self.is_plain_integer()
            && let Some(whole) = self.digits.to_u32()
        {
            return f64::from(whole);
        }
        let shift = i64::from(self.exponent.unwrap_or(0)) - i64::from(self.decimals);
        format!("{}e{shift}", self.digits)
            .parse()
            .expect("digits and an exponent are a number")
    }

    /// The value as a whole number, if it is one and fits.
    pub fn to_i64(&self) -> Option<i64> {
        let value = self.value();
        value
            .is_integer()
            .then(|| i64::try_from(value.to_integer()).ok())?
    }

    /// Whether it is written without a decimal point and without a power of ten.
    pub fn is_plain_integer(&self) -> bool {
        self.decimals == 0 && self.exponent.is_none()
    }

    /// Whether its value is one.
    pub fn is_one(&self) -> bool {
        self.value().is_one()
    }

    /// Whether its value is zero.
    pub fn is_zero(&self) -> bool {
        self.digits.is_zero()
    }

    /// Digits after the decimal point as written.
    pub fn decimals(&self) -> u32 {
        self.decimals
    }

    /// The power of ten written beside it.
    pub fn exponent(&self) -> Option<i32> {
        self.exponent
    }

    /// How many significant figures are shown, at least one: 3 for `0.0120`.
    pub fn significant_figures(&self) -> u32 {
        u32::try_from(self.digits.to_string().len()).unwrap_or(u32::MAX)
    }

    /// The digits with their decimal point, without the power of ten: `1.20`.
    pub fn mantissa(&self) -> String {
        let digits = self.digits.to_string();
        let decimals = self.decimals as usize;
        if decimals == 0 {
            return digits;
        }
        let padded = format!("{digits:0>width$}", width = decimals + 1);
        let (whole, fraction) = padded.split_at(padded.len() - decimals);
        format!("{whole}.{fraction}")
    }
}
