//! The units that can be read, with their factors.
//!
//! Sources: SI brochure (9th edition, 2019) with its table of non-SI units; CODATA 2022 for the
//! dalton; the international yard and pound agreement of 1959; IAU 2012 and 2015 for astronomy.

use num_rational::BigRational;
use num_traits::Zero;

use super::{Dimension, Unit, decimal};

/// One unit: symbol, digits, power of ten, powers of m, kg, s, A, K, mol, cd; whether prefixes go
/// before it.
type Row = (&'static str, &'static str, i32, [i32; 7], bool);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("m",   "1", 0,  [1, 0, 0, 0, 0, 0, 0], true),
    ("g",   "1", -3, [0, 1, 0, 0, 0, 0, 0], true),
    ("s",   "1", 0,  [0, 0, 1, 0, 0, 0, 0], true),
    ("A",   "1", 0,  [0, 0, 0, 1, 0, 0, 0], true),
    ("K",   "1", 0,  [0, 0, 0, 0, 1, 0, 0], true),
    ("mol", "1", 0,  [0, 0, 0, 0, 0, 1, 0], true),
    ("cd",  "1", 0,  [0, 0, 0, 0, 0, 0, 1], true),

    ("rad", "1", 0,  [0; 7], true),
    ("sr",  "1", 0,  [0; 7], true),
    ("Hz",  "1", 0,  [0, 0, -1, 0, 0, 0, 0], true),
    ("N",   "1", 0,  [1, 1, -2, 0, 0, 0, 0], true),
    ("Pa",  "1", 0,  [-1, 1, -2, 0, 0, 0, 0], true),
    ("J",   "1", 0,  [2, 1, -2, 0, 0, 0, 0], true),
    ("W",   "1", 0,  [2, 1, -3, 0, 0, 0, 0], true),
    ("C",   "1", 0,  [0, 0, 1, 1, 0, 0, 0], true),
    ("V",   "1", 0,  [2, 1, -3, -1, 0, 0, 0], true),
    ("F",   "1", 0,  [-2, -1, 4, 2, 0, 0, 0], true),
    ("Ω",   "1", 0,  [2, 1, -3, -2, 0, 0, 0], true),
    ("S",   "1", 0,  [-2, -1, 3, 2, 0, 0, 0], true),
    ("Wb",  "1", 0,  [2, 1, -2, -1, 0, 0, 0], true),
    ("T",   "1", 0,  [0, 1, -2, -1, 0, 0, 0], true),
    ("H",   "1", 0,  [2, 1, -2, -2, 0, 0, 0], true),
    ("lm",  "1", 0,  [0, 0, 0, 0, 0, 0, 1], true),
    ("lx",  "1", 0,  [-2, 0, 0, 0, 0, 0, 1], true),
    ("Bq",  "1", 0,  [0, 0, -1, 0, 0, 0, 0], true),
    ("Gy",  "1", 0,  [2, 0, -2, 0, 0, 0, 0], true),
    ("Sv",  "1", 0,  [2, 0, -2, 0, 0, 0, 0], true),
    ("kat", "1", 0,  [0, 0, -1, 0, 0, 1, 0], true),

    ("min", "60", 0,     [0, 0, 1, 0, 0, 0, 0], false),
    ("h",   "3600", 0,   [0, 0, 1, 0, 0, 0, 0], false),
    ("d",   "86400", 0,  [0, 0, 1, 0, 0, 0, 0], false),
    ("yr",  "31557600", 0, [0, 0, 1, 0, 0, 0, 0], true),
    ("L",   "1", -3,     [3, 0, 0, 0, 0, 0, 0], true),
    ("l",   "1", -3,     [3, 0, 0, 0, 0, 0, 0], true),
    ("ha",  "1", 4,      [2, 0, 0, 0, 0, 0, 0], false),
    ("t",   "1", 3,      [0, 1, 0, 0, 0, 0, 0], true),
    ("u",   "1.66053906892", -27, [0, 1, 0, 0, 0, 0, 0], false),
    ("Da",  "1.66053906892", -27, [0, 1, 0, 0, 0, 0, 0], true),
    ("Å",   "1", -10,    [1, 0, 0, 0, 0, 0, 0], false),
    ("b",   "1", -28,    [2, 0, 0, 0, 0, 0, 0], true),
    ("au",  "149597870700", 0, [1, 0, 0, 0, 0, 0, 0], false),
    ("AU",  "149597870700", 0, [1, 0, 0, 0, 0, 0, 0], false),
    ("ly",  "9460730472580800", 0, [1, 0, 0, 0, 0, 0, 0], true),
    ("nmi", "1852", 0,   [1, 0, 0, 0, 0, 0, 0], false),

    ("eV",  "1.602176634", -19, [2, 1, -2, 0, 0, 0, 0], true),
    ("e",   "1.602176634", -19, [0, 0, 1, 1, 0, 0, 0], false),
    ("c",   "299792458", 0, [1, 0, -1, 0, 0, 0, 0], false),
    ("Wh",  "3600", 0,   [2, 1, -2, 0, 0, 0, 0], true),
    ("Ah",  "3600", 0,   [0, 0, 1, 1, 0, 0, 0], true),
    ("cal", "4.184", 0,  [2, 1, -2, 0, 0, 0, 0], true),
    ("erg", "1", -7,     [2, 1, -2, 0, 0, 0, 0], false),
    ("dyn", "1", -5,     [1, 1, -2, 0, 0, 0, 0], false),
    ("hp",  "745.69987158227022", 0, [2, 1, -3, 0, 0, 0, 0], false),

    ("atm", "101325", 0, [-1, 1, -2, 0, 0, 0, 0], false),
    ("bar", "1", 5,      [-1, 1, -2, 0, 0, 0, 0], true),
    ("mmHg", "133.322387415", 0, [-1, 1, -2, 0, 0, 0, 0], false),
    ("psi", "6894.757293168361", 0, [-1, 1, -2, 0, 0, 0, 0], false),

    ("G",   "1", -4,     [0, 1, -2, -1, 0, 0, 0], true),
    ("Ci",  "3.7", 10,   [0, 0, -1, 0, 0, 0, 0], true),
    ("M",   "1", 3,      [-3, 0, 0, 0, 0, 1, 0], false),
    ("in",  "0.0254", 0, [1, 0, 0, 0, 0, 0, 0], false),
    ("ft",  "0.3048", 0, [1, 0, 0, 0, 0, 0, 0], false),
    ("yd",  "0.9144", 0, [1, 0, 0, 0, 0, 0, 0], false),
    ("mi",  "1609.344", 0, [1, 0, 0, 0, 0, 0, 0], false),
    ("mph", "0.44704", 0, [1, 0, -1, 0, 0, 0, 0], false),
    ("lb",  "0.45359237", 0, [0, 1, 0, 0, 0, 0, 0], false),
    ("lbf", "4.4482216152605", 0, [1, 1, -2, 0, 0, 0, 0], false),
    ("%",   "1", -2,     [0; 7], false),
    ("ppm", "1", -6,     [0; 7], false),
];

/// Other spellings of a symbol, siunitx's names among them.
#[rustfmt::skip]
const SPELLINGS: &[(&str, &str)] = &[
    ("Ω", "Ω"), ("Omega", "Ω"), ("ohm", "Ω"), ("Ohm", "Ω"), ("Å", "Å"), ("AA", "Å"), ("angstrom", "Å"),
    ("ℓ", "l"), ("ell", "l"), ("year", "yr"), ("sec", "s"), ("hr", "h"), ("day", "d"), ("days", "d"),
    ("dyne", "dyn"), ("amu", "u"), ("barn", "b"), ("degree", "°"), ("deg", "°"), ("º", "°"),
    ("celsius", "°C"), ("degreeCelsius", "°C"), ("degC", "°C"), ("℃", "°C"), ("degF", "°F"), ("℉", "°F"),
    ("meter", "m"), ("metre", "m"), ("second", "s"), ("gram", "g"), ("kilogram", "kg"),
    ("ampere", "A"), ("kelvin", "K"), ("mole", "mol"), ("candela", "cd"), ("radian", "rad"),
    ("steradian", "sr"), ("hertz", "Hz"), ("newton", "N"), ("pascal", "Pa"), ("joule", "J"),
    ("watt", "W"), ("coulomb", "C"), ("volt", "V"), ("farad", "F"), ("siemens", "S"), ("weber", "Wb"),
    ("tesla", "T"), ("henry", "H"), ("lumen", "lm"), ("lux", "lx"), ("becquerel", "Bq"), ("gray", "Gy"),
    ("sievert", "Sv"), ("minute", "min"), ("hour", "h"), ("liter", "L"), ("litre", "L"), ("tonne", "t"),
    ("dalton", "Da"), ("electronvolt", "eV"), ("gauss", "G"), ("percent", "%"),
    ("arcminute", "arcmin"), ("arcsecond", "arcsec"), ("′", "arcmin"), ("″", "arcsec"), ("torr", "Torr"),
];

#[rustfmt::skip]
const PREFIXES: &[(&str, &str, i32)] = &[
    ("Q", "quetta", 30), ("R", "ronna", 27), ("Y", "yotta", 24), ("Z", "zetta", 21), ("E", "exa", 18),
    ("P", "peta", 15), ("T", "tera", 12), ("G", "giga", 9), ("M", "mega", 6), ("k", "kilo", 3),
    ("h", "hecto", 2), ("da", "deca", 1), ("d", "deci", -1), ("c", "centi", -2), ("m", "milli", -3),
    ("µ", "micro", -6), ("μ", "micro", -6), ("u", "micro", -6), ("n", "nano", -9), ("p", "pico", -12),
    ("f", "femto", -15), ("a", "atto", -18), ("z", "zepto", -21), ("y", "yocto", -24),
];

fn ratio(digits: &str, exponent: i32) -> BigRational {
    decimal(digits, exponent).expect("a number of the table")
}

/// Units whose factor or zero point is no plain decimal number.
fn special(symbol: &str) -> Option<Unit> {
    let angle = |parts: &str| Unit {
        rational: ratio(parts, 0).recip(),
        pi: 1,
        zero: BigRational::zero(),
        dimension: Dimension::NONE,
    };
    let temperature = |rational: BigRational, zero: BigRational| Unit {
        rational,
        pi: 0,
        zero,
        dimension: Dimension([0, 0, 0, 0, 1, 0, 0]),
    };
    Some(match symbol {
        "°" => angle("180"),
        "arcmin" => angle("10800"),
        "arcsec" => angle("648000"),
        "rev" => Unit {
            rational: ratio("2", 0),
            ..angle("1")
        },
        "pc" => Unit {
            rational: ratio("149597870700", 0) * ratio("648000", 0),
            pi: -1,
            zero: BigRational::zero(),
            dimension: Dimension([1, 0, 0, 0, 0, 0, 0]),
        },
        "Torr" => Unit::exact(
            ratio("101325", 0) / ratio("760", 0),
            Dimension([-1, 1, -2, 0, 0, 0, 0]),
        ),
        "°C" => temperature(ratio("1", 0), ratio("273.15", 0)),
        "°F" => {
            let fifth = ratio("5", 0) / ratio("9", 0);
            let zero = ratio("459.67", 0) * &fifth;
            temperature(fifth, zero)
        }
        _ => return None,
    })
}

fn plain(symbol: &str, with_prefix: bool) -> Option<Unit> {
    if let Some(&(_, digits, exponent, powers, prefixed)) =
        ROWS.iter().find(|(name, ..)| *name == symbol)
    {
        return (prefixed || !with_prefix)
            .then(|| Unit::exact(ratio(digits, exponent), Dimension(powers)));
    }
    match special(symbol) {
        Some(unit) if !with_prefix || matches!(symbol, "pc" | "arcsec") => Some(unit),
        Some(_) | None => None,
    }
}

/// The unit of a symbol such as `km`, `eV`, `°C`, `ohm`.
pub(super) fn unit(symbol: &str) -> Option<Unit> {
    if let Some(unit) = plain(symbol, false) {
        return Some(unit);
    }
    if let Some((_, symbol)) = SPELLINGS.iter().find(|(name, _)| *name == symbol) {
        return unit(symbol);
    }
    PREFIXES.iter().find_map(|(short, long, power)| {
        let rest = symbol
            .strip_prefix(short)
            .filter(|rest| !rest.is_empty())
            .or_else(|| symbol.strip_prefix(long).filter(|rest| !rest.is_empty()))?;
        let rest = SPELLINGS
            .iter()
            .find(|(name, _)| *name == rest)
            .map_or(rest, |(_, symbol)| symbol);
        let unit = plain(rest, true)?;
        Some(Unit {
            rational: unit.rational * ratio("1", *power),
            ..unit
        })
    })
}

/// The power of ten of a prefix that stands alone: `\mu`, `\kilo`.
pub(super) fn prefix(name: &str) -> Option<BigRational> {
    let name = if name == "mu" { "micro" } else { name };
    PREFIXES
        .iter()
        .find(|(short, long, _)| *long == name || (*short == name && !name.is_ascii()))
        .map(|(_, _, power)| ratio("1", *power))
}
