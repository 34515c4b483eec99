//! Units and dimensions.
//!
//! A unit is an exact factor to the SI, a dimension, and for temperature scales a zero point. The table holds the SI
//! with its prefixes and the other units that physics problems use. `\unit{…}` is either read completely or refused
//! with the place: nothing is dropped.
//!
//! Everything after a slash, up to the next one, is in the denominator, as units are commonly written: `J/kg K` and
//! `J/kg·K` are `J/(kg K)`.

mod cyrillic;
mod read;
mod table;

use std::fmt;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use crate::tree;

pub use read::{UnitError, read, says_unit, upright};
pub(crate) use table::is_sign;

/// Powers of the SI base units, in the order m, kg, s, A, K, mol, cd.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Dimension(pub [i32; 7]);

/// Symbols of the SI base units, in the order of [`Dimension`].
pub const BASE_UNITS: [&str; 7] = ["m", "kg", "s", "A", "K", "mol", "cd"];

impl Dimension {
    /// The dimension of a plain number.
    pub const NONE: Self = Self([0; 7]);
    /// The dimension of a time.
    pub const TIME: Self = Self([0, 0, 1, 0, 0, 0, 0]);

    /// Whether it is the dimension of a plain number.
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    fn combine(self, other: Self, sign: i32) -> Self {
        let mut powers = self.0;
        for (power, more) in powers.iter_mut().zip(other.0) {
            *power += sign * more;
        }
        Self(powers)
    }

    fn power(self, exponent: i32) -> Self {
        Self(self.0.map(|power| power * exponent))
    }
}

impl fmt::Display for Dimension {
    /// In base units, as a person writes them: `kg m/s^2`; `1` for a plain number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The kilogram comes first by custom.
        const ORDER: [usize; 7] = [1, 0, 2, 3, 4, 5, 6];
        let mut above = Vec::new();
        let mut below = Vec::new();
        for index in ORDER {
            let (name, power) = (BASE_UNITS[index], self.0[index]);
            let side = if power > 0 { &mut above } else { &mut below };
            match power.unsigned_abs() {
                0 => {}
                1 => side.push(name.to_owned()),
                power => side.push(format!("{name}^{power}")),
            }
        }
        match (above.is_empty(), below.len()) {
            (true, 0) => f.write_str("1"),
            (false, 0) => f.write_str(&above.join(" ")),
            (true, 1) => write!(f, "1/{}", below.join(" ")),
            (true, _) => write!(f, "1/({})", below.join(" ")),
            (false, 1) => write!(f, "{}/{}", above.join(" "), below.join(" ")),
            (false, _) => write!(f, "{}/({})", above.join(" "), below.join(" ")),
        }
    }
}

/// A unit: `x` of it is `x · factor + zero` in the SI.
#[derive(Debug, Clone, PartialEq)]
pub struct Unit {
    /// The factor without its power of π.
    rational: BigRational,
    /// The power of π in the factor: 1 for degrees.
    pi: i32,
    /// The zero of the scale in the SI; it is 0 except for °C and °F.
    zero: BigRational,
    dimension: Dimension,
}

impl Unit {
    /// The number 1.
    pub fn one() -> Self {
        Self::exact(BigRational::one(), Dimension::NONE)
    }

    fn exact(rational: BigRational, dimension: Dimension) -> Self {
        Self {
            rational,
            pi: 0,
            zero: BigRational::zero(),
            dimension,
        }
    }

    /// Its dimension.
    pub fn dimension(&self) -> Dimension {
        self.dimension
    }

    /// The factor to the SI.
    pub fn factor(&self) -> f64 {
        let rational = self.rational.to_f64().unwrap_or(f64::NAN);
        rational * libm::pow(std::f64::consts::PI, f64::from(self.pi))
    }

    /// Where the scale's zero lies, in the SI: 273.15 for °C.
    pub fn zero(&self) -> f64 {
        self.zero.to_f64().unwrap_or(f64::NAN)
    }

    /// The same for a difference, for which the zero of the scale does not matter.
    pub(crate) fn of_difference(self) -> Self {
        Self {
            zero: BigRational::zero(),
            ..self
        }
    }

    // Inside a product, a temperature scale is a difference: J/°C is J/K.
    fn times(&self, other: &Self, sign: i32) -> Self {
        Self {
            rational: if sign > 0 {
                &self.rational * &other.rational
            } else {
                &self.rational / &other.rational
            },
            pi: self.pi + sign * other.pi,
            zero: BigRational::zero(),
            dimension: self.dimension.combine(other.dimension, sign),
        }
    }

    fn power(&self, exponent: i32) -> Self {
        if exponent == 1 {
            return self.clone();
        }
        Self {
            rational: num_traits::pow(
                if exponent < 0 {
                    self.rational.recip()
                } else {
                    self.rational.clone()
                },
                usize::try_from(exponent.unsigned_abs()).expect("a small exponent"),
            ),
            pi: self.pi * exponent,
            zero: BigRational::zero(),
            dimension: self.dimension.power(exponent),
        }
    }
}

/// The unit that a formula's `\unit{…}` stands for.
///
/// # Errors
/// The name of a factor that is not a unit.
pub fn of(unit: &tree::Unit) -> Result<Unit, String> {
    let mut product: Option<Unit> = None;
    for factor in &unit.factors {
        let exponent = factor.exponent;
        let next = table::unit_of(&factor.name)
            .filter(|_| exponent.abs() <= read::MAX_EXPONENT)
            .ok_or_else(|| factor.name.clone())?
            .power(exponent);
        product = Some(match product {
            Some(product) => product.times(&next, 1),
            None => next,
        });
    }
    Ok(product.unwrap_or_else(Unit::one))
}

/// Reads a unit and says what it is.
///
/// # Errors
/// When any part of the text is not a unit.
pub fn parse(text: &str) -> Result<Unit, UnitError> {
    of(&read(text)?).map_err(|name| UnitError {
        byte: text.find(&name).unwrap_or(0),
        found: format!("`{name}`"),
        expected: "a unit".to_owned(),
    })
}

/// `digits · 10^exponent`, exactly; `digits` may hold a point.
fn decimal(digits: &str, exponent: i32) -> Option<BigRational> {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let number: BigInt = format!("{whole}{fraction}").parse().ok()?;
    let exponent = exponent - i32::try_from(fraction.len()).ok()?;
    let power = num_traits::pow(
        BigInt::from(10),
        usize::try_from(exponent.unsigned_abs()).ok()?,
    );
    Some(if exponent < 0 {
        BigRational::new(number, power)
    } else {
        BigRational::from(number * power)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(left: f64, right: f64) -> bool {
        (left - right).abs() <= 1e-14 * right.abs()
    }

    #[test]
    fn units_that_are_the_same() {
        for (left, right) in [
            ("Hz", "1/s"),
            ("s^{-1}", "1/s"),
            ("N*m", "J"),
            ("kg.m^2/s^2", "J"),
            (r"kg \cdot m^2 / s^2", "J"),
            ("kW h", "kWh"),
            (r"\mu F", "uF"),
            ("µF", r"\mu F"),
            (r"\frac{kg}{m^3}", "kg/m^3"),
            (r"\mathrm{m}\,\mathrm{s}^{-2}", "m/s^2"),
            ("m s⁻²", "m/s^2"),
            ("J/kg K", "J/(kg*K)"),
            ("W/m·K", "W/(m*K)"),
            ("Tm/A", "T*m/A"),
            ("rpm", "rev/min"),
            ("J/kg/K", "J/(kg*K)"),
            (r"\text{V} \cdot \text{m}", "V*m"),
            (r"C^2/(N \cdot m^2)", "F/m"),
            (r"\kilo\metre\per\hour", "km/h"),
            (r"\metre\per\second\squared", "m/s^2"),
            (r"{\rm m}/{\rm s}", "m/s"),
            (r"\Omega", "V/A"),
            (r"^\circ C", "°C"),
            ("T", "Wb/m^2"),
            ("L", "dm^3"),
            ("(m/s)^2", "m^2/s^2"),
        ] {
            let (a, b) = (parse(left).unwrap(), parse(right).unwrap());
            assert_eq!(a.dimension(), b.dimension(), "{left} {right}");
            assert!(close(a.factor(), b.factor()), "{left} {right}");
        }
    }

    #[test]
    fn factors_to_the_si() {
        for (text, factor) in [
            ("km/h", 1.0 / 3.6),
            ("eV", 1.602_176_634e-19),
            ("MeV", 1.602_176_634e-13),
            ("atm", 101_325.0),
            ("min", 60.0),
            ("ms", 1e-3),
            ("Ms", 1e6),
            ("mm", 1e-3),
            ("cm^2", 1e-4),
            ("g", 1e-3),
            ("kg", 1.0),
            ("t", 1e3),
            ("deg", std::f64::consts::PI / 180.0),
            (r"^\circ", std::f64::consts::PI / 180.0),
            ("cal", 4.184),
            ("kcal", 4184.0),
            ("bar", 1e5),
            ("Pa", 1.0),
            ("hPa", 100.0),
            ("cd", 1.0),
            ("d", 86_400.0),
            ("mol", 1.0),
            ("u", 1.660_539_068_92e-27),
            ("MeV/c^2", 1.602_176_634e-13 / 299_792_458.0 / 299_792_458.0),
            ("ly", 9_460_730_472_580_800.0),
            ("mmHg", 133.322_387_415),
            ("mT", 1e-3),
            ("dam", 10.0),
            ("%", 0.01),
        ] {
            let unit = parse(text).unwrap();
            assert!(close(unit.factor(), factor), "{text}: {}", unit.factor());
        }
    }

    #[test]
    fn temperature_scales_have_a_zero() {
        let zero = |text| parse(text).unwrap().zero();
        assert!(close(zero("°C"), 273.15));
        assert!(close(zero("°F"), 459.67 * 5.0 / 9.0));
        assert!(zero("J/°C") == 0.0);
    }

    #[test]
    fn dimensions_are_shown_in_base_units() {
        for (text, shown) in [
            ("N", "kg m/s^2"),
            ("V", "kg m^2/(s^3 A)"),
            ("Hz", "1/s"),
            ("1/(m*s)", "1/(m s)"),
            ("rad", "1"),
            ("km", "m"),
        ] {
            assert_eq!(parse(text).unwrap().dimension().to_string(), shown);
        }
    }

    #[test]
    fn a_unit_has_a_name_and_a_plural() {
        for (left, right) in [
            ("metres per second", "m/s"),
            ("seconds", "s"),
            ("kilometres", "km"),
            ("feet", "ft"),
            ("Nm", "N m"),
            ("Js", "J s"),
            ("k\\Omega", "kΩ"),
            ("kg m^{-1} s^{-2}", "Pa"),
        ] {
            let (a, b) = (parse(left).unwrap(), parse(right).unwrap());
            assert_eq!(a.dimension(), b.dimension(), "{left} {right}");
            assert!(close(a.factor(), b.factor()), "{left} {right}");
        }
    }

    #[test]
    fn errors_name_the_place() {
        for (text, byte, found) in [
            ("", 0, "nothing"),
            ("m/", 2, "the end of the unit"),
            ("m/qqq", 2, "`qqq`"),
            ("m^", 1, "the exponent ``"),
            ("m^{-", 1, "`^` in a unit"),
            ("m^{1.5}", 1, "the exponent `1.5`"),
            ("(m", 2, "the end of the unit"),
            ("m)", 1, "`)` in a unit"),
            (r"\foo", 0, r"the unknown command `\foo` in a unit"),
            ("0 m", 0, "`0` in a unit"),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!((error.byte, error.found.as_str()), (byte, found), "{text}");
        }
        assert!(parse(&"(".repeat(1000)).is_err());
        assert!(parse(&"m".repeat(100_000)).is_err());
        assert!(parse("\0").is_err());
        assert!(parse(&"Ym^{99}".repeat(50)).is_err());
    }
}
