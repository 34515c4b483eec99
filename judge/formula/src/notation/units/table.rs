//! The table of units, with their names and factors.
//!
//! Sources: SI brochure (9th edition, 2019) with its table of non-SI units; CODATA 2022 for the
//! dalton; the international yard and pound agreement of 1959; IAU 2012 and 2015 for astronomy.

use num_rational::BigRational;

use super::{Dimension, Unit, cyrillic, decimal};

/// One unit: `digits · 10^exponent · π^pi / divisor` of the SI.
struct UnitRow {
    symbol: &'static str,
    /// Its names in words, and other symbols for it; each is also a command of siunitx.
    names: &'static [&'static str],
    digits: &'static str,
    exponent: i32,
    divisor: &'static str,
    pi: i32,
    /// Where the scale's zero lies, in this unit.
    zero: &'static str,
    /// Powers of m, kg, s, A, K, mol, cd.
    powers: [i32; 7],
    /// Whether it takes prefixes.
    prefixed: bool,
    /// Whether its symbol in upright letters after a number is read as this unit. `e`, `d`, `c` and similar letters
    /// mean something else there.
    upright: bool,
}

const fn unit(symbol: &'static str, powers: [i32; 7]) -> UnitRow {
    UnitRow {
        symbol,
        names: &[],
        digits: "1",
        exponent: 0,
        divisor: "1",
        pi: 0,
        zero: "0",
        powers,
        prefixed: false,
        upright: true,
    }
}

/// A unit of the SI, which takes prefixes.
const fn si(symbol: &'static str, names: &'static [&'static str], powers: [i32; 7]) -> UnitRow {
    unit(symbol, powers).named(names).with_prefixes()
}

impl UnitRow {
    const fn named(mut self, names: &'static [&'static str]) -> Self {
        self.names = names;
        self
    }

    const fn factor(mut self, digits: &'static str, exponent: i32) -> Self {
        self.digits = digits;
        self.exponent = exponent;
        self
    }

    const fn over(mut self, divisor: &'static str) -> Self {
        self.divisor = divisor;
        self
    }

    const fn times_pi_to(mut self, power: i32) -> Self {
        self.pi = power;
        self
    }

    const fn with_zero(mut self, zero: &'static str) -> Self {
        self.zero = zero;
        self
    }

    const fn with_prefixes(mut self) -> Self {
        self.prefixed = true;
        self
    }

    /// A unit only if `\unit` says so.
    const fn marked(mut self) -> Self {
        self.upright = false;
        self
    }

    fn value(&self) -> Unit {
        let rational = ratio(self.digits, self.exponent) / ratio(self.divisor, 0);
        Unit {
            zero: ratio(self.zero, 0) * &rational,
            rational,
            pi: self.pi,
            dimension: Dimension(self.powers),
        }
    }
}

const NUMBER: [i32; 7] = [0; 7];
const LENGTH: [i32; 7] = [1, 0, 0, 0, 0, 0, 0];
const AREA: [i32; 7] = [2, 0, 0, 0, 0, 0, 0];
const VOLUME: [i32; 7] = [3, 0, 0, 0, 0, 0, 0];
const MASS: [i32; 7] = [0, 1, 0, 0, 0, 0, 0];
const TIME: [i32; 7] = [0, 0, 1, 0, 0, 0, 0];
const TEMPERATURE: [i32; 7] = [0, 0, 0, 0, 1, 0, 0];
const SPEED: [i32; 7] = [1, 0, -1, 0, 0, 0, 0];
const FORCE: [i32; 7] = [1, 1, -2, 0, 0, 0, 0];
const ENERGY: [i32; 7] = [2, 1, -2, 0, 0, 0, 0];
const POWER: [i32; 7] = [2, 1, -3, 0, 0, 0, 0];
const PRESSURE: [i32; 7] = [-1, 1, -2, 0, 0, 0, 0];
const CHARGE: [i32; 7] = [0, 0, 1, 1, 0, 0, 0];
const RATE: [i32; 7] = [0, 0, -1, 0, 0, 0, 0];
const FIELD: [i32; 7] = [0, 1, -2, -1, 0, 0, 0];

#[rustfmt::skip]
const ROWS: &[UnitRow] = &[
    si("m",   &["metre", "meter", "mètre", "metro", "metri", "米", "メートル", "미터"], LENGTH),
    si("g",   &["gram", "gramm", "gramme", "gramo", "grammi", "克", "グラム"], MASS).factor("1", -3),
    si("s",   &["second", "sec", "Sekunde", "Sekunden", "seconde", "segundo", "secondo", "secondi", "秒", "초"], TIME),
    si("A",   &["ampere", "amp", "ampère", "amperio", "安", "安培", "アンペア"], [0, 0, 0, 1, 0, 0, 0]),
    si("K",   &["kelvin", "kelvins", "开", "开尔文"], TEMPERATURE),
    si("mol", &["mole", "moles", "摩尔"], [0, 0, 0, 0, 0, 1, 0]),
    si("cd",  &["candela"], [0, 0, 0, 0, 0, 0, 1]),

    si("rad", &["radian", "radián", "radianes", "弧度", "ラジアン"], NUMBER),
    si("sr",  &["steradian"], NUMBER),
    si("Hz",  &["hertz", "赫兹"], RATE),
    si("N",   &["newton", "牛", "牛顿", "ニュートン", "뉴턴"], FORCE),
    si("Pa",  &["pascal", "帕", "帕斯卡", "パスカル"], PRESSURE),
    si("J",   &["joule", "julio", "焦", "焦耳", "ジュール", "줄"], ENERGY),
    si("W",   &["watt", "vatio", "瓦", "瓦特", "ワット"], POWER),
    si("C",   &["coulomb", "库", "库仑"], CHARGE),
    si("V",   &["volt", "voltio", "伏", "伏特", "ボルト"], [2, 1, -3, -1, 0, 0, 0]),
    si("F",   &["farad"], [-2, -1, 4, 2, 0, 0, 0]),
    si("Ω",   &["ohm", "Ohm", "Omega", "\u{2126}", "ohmio", "欧", "欧姆", "オーム"], [2, 1, -3, -2, 0, 0, 0]),
    si("S",   &["siemens"], [-2, -1, 3, 2, 0, 0, 0]),
    si("Wb",  &["weber"], [2, 1, -2, -1, 0, 0, 0]),
    si("T",   &["tesla", "特斯拉"], FIELD),
    si("H",   &["henry"], [2, 1, -2, -2, 0, 0, 0]),
    si("lm",  &["lumen"], [0, 0, 0, 0, 0, 0, 1]),
    si("lx",  &["lux"], [-2, 0, 0, 0, 0, 0, 1]),
    si("Bq",  &["becquerel"], RATE),
    si("Gy",  &["gray"], [2, 0, -2, 0, 0, 0, 0]),
    si("Sv",  &["sievert"], [2, 0, -2, 0, 0, 0, 0]),
    si("kat", &["katal"], [0, 0, -1, 0, 0, 1, 0]),

    unit("min", TIME).factor("60", 0).named(&["minute", "mins", "Minuten", "minuto", "minuti", "分钟"]),
    unit("h",   TIME).factor("3600", 0).named(&["hour", "hr", "hrs", "Stunde", "Stunden", "heure", "hora", "ora", "ore", "小时", "時間"]),
    unit("d",   TIME).factor("86400", 0).named(&["day", "Tag", "Tage", "Tagen", "jour", "día", "giorni", "天"]).marked(),
    si("yr",    &["year", "Jahr", "Jahre", "Jahren", "année", "año", "anni", "年"], TIME).factor("31557600", 0),
    si("L",     &["litre", "liter", "升"], VOLUME).factor("1", -3),
    si("l",     &["ℓ", "ell"], VOLUME).factor("1", -3),
    unit("cc",  VOLUME).factor("1", -6).named(&["ccm"]),
    unit("ha",  AREA).factor("1", 4).named(&["hectare"]).marked(),
    si("t",     &["tonne"], MASS).factor("1", 3).marked(),
    unit("u",   MASS).factor("1.66053906892", -27).named(&["amu"]),
    si("Da",    &["dalton"], MASS).factor("1.66053906892", -27),
    unit("Å",   LENGTH).factor("1", -10).named(&["angstrom", "AA", "\u{212b}"]),
    si("b",     &["barn"], AREA).factor("1", -28).marked(),
    unit("au",  LENGTH).factor("149597870700", 0),
    unit("AU",  LENGTH).factor("149597870700", 0),
    si("ly",    &[], LENGTH).factor("9460730472580800", 0),
    si("pc",    &["parsec"], LENGTH).factor("96939420213600000", 0).times_pi_to(-1),
    unit("nmi", LENGTH).factor("1852", 0),

    si("eV",    &["electronvolt", "Elektronenvolt", "électronvolt", "elettronvolt", "电子伏", "电子伏特"], ENERGY).factor("1.602176634", -19),
    unit("e",   CHARGE).factor("1.602176634", -19).marked(),
    unit("c",   SPEED).factor("299792458", 0).marked(),
    si("Wh",    &[], ENERGY).factor("3600", 0),
    si("Ah",    &[], CHARGE).factor("3600", 0),
    si("cal",   &["calorie"], ENERGY).factor("4.184", 0),
    unit("erg", ENERGY).factor("1", -7),
    unit("dyn", FORCE).factor("1", -5).named(&["dyne"]),
    unit("hp",  POWER).factor("745.69987158227022", 0),

    unit("atm", PRESSURE).factor("101325", 0),
    si("bar",   &[], PRESSURE).factor("1", 5),
    unit("mmHg", PRESSURE).factor("133.322387415", 0),
    unit("Torr", PRESSURE).factor("101325", 0).over("760").named(&["torr"]),
    unit("psi", PRESSURE).factor("6894.757293168361", 0),

    si("G",     &["gauss"], FIELD).factor("1", -4).marked(),
    si("Ci",    &["curie"], RATE).factor("3.7", 10),
    unit("M",   [-3, 0, 0, 0, 0, 1, 0]).factor("1", 3).marked(),
    unit("in",  LENGTH).factor("0.0254", 0).named(&["inch", "inches"]).marked(),
    unit("ft",  LENGTH).factor("0.3048", 0).named(&["foot", "feet"]),
    unit("yd",  LENGTH).factor("0.9144", 0).named(&["yard"]),
    unit("mi",  LENGTH).factor("1609.344", 0).named(&["mile"]),
    unit("mph", SPEED).factor("0.44704", 0),
    unit("kph", SPEED).factor("1", 3).over("3600").named(&["kmph"]),
    unit("mps", SPEED),
    unit("lb",  MASS).factor("0.45359237", 0).named(&["pound", "lbs"]),
    unit("lbf", FORCE).factor("4.4482216152605", 0),

    unit("°",   NUMBER).over("180").times_pi_to(1).named(&["degree", "deg", "º", "Grad", "grado", "gradi", "grau", "graus", "degré", "度"]),
    unit("arcmin", NUMBER).over("10800").times_pi_to(1).named(&["arcminute", "′"]),
    si("arcsec", &["arcsecond", "″"], NUMBER).over("648000").times_pi_to(1),
    unit("rpm", RATE).over("30").times_pi_to(1),
    unit("rps", RATE).factor("2", 0).times_pi_to(1),
    unit("rev", NUMBER).factor("2", 0).times_pi_to(1).named(&["revolution"]),
    unit("%",   NUMBER).factor("1", -2).named(&["percent", "Prozent", "pourcent", "procent", "процентов", "процента", "проц"]),
    unit("cycle", NUMBER).named(&["cycle"]),
    unit("ppm", NUMBER).factor("1", -6),
    unit("dB",  NUMBER).named(&["decibel"]),
    unit("°C",  TEMPERATURE).with_zero("273.15").named(&["celsius", "degreeCelsius", "degC", "textcelsius", "℃"]),
    unit("°F",  TEMPERATURE).factor("5", 0).over("9").with_zero("459.67").named(&["fahrenheit", "degF", "℉"]),
];

/// Symbol, name and power of ten.
#[rustfmt::skip]
const PREFIXES: &[(&str, &str, i32)] = &[
    ("Q", "quetta", 30), ("R", "ronna", 27), ("Y", "yotta", 24), ("Z", "zetta", 21), ("E", "exa", 18),
    ("P", "peta", 15), ("T", "tera", 12), ("G", "giga", 9), ("M", "mega", 6), ("k", "kilo", 3),
    ("k", "千", 3), ("c", "厘", -2), ("m", "毫", -3), ("h", "hecto", 2), ("da", "deca", 1), ("d", "deci", -1), ("c", "centi", -2), ("m", "milli", -3),
    ("µ", "micro", -6), ("μ", "mu", -6), ("u", "micro", -6), ("µ", "upmu", -6), ("µ", "textmu", -6), ("n", "nano", -9), ("p", "pico", -12),
    ("f", "femto", -15), ("a", "atto", -18), ("z", "zepto", -21), ("y", "yocto", -24),
];

fn ratio(digits: &str, exponent: i32) -> BigRational {
    decimal(digits, exponent).expect("a number of the table")
}

/// The row by a symbol or a name, which may be in the plural.
fn row(name: &str) -> Option<&'static UnitRow> {
    let by_symbol = ROWS.iter().find(|row| row.symbol == name);
    by_symbol.or_else(|| ROWS.iter().find(|row| is_name(row, name)))
}

/// Whether it is a name of the unit: `metre`, `metres`.
fn is_name(row: &UnitRow, name: &str) -> bool {
    let is_own = |name: &str| {
        let singular = name.strip_suffix('s').filter(|bare| bare.len() > 2);
        let mut names = row.names.iter();
        names.any(|own| *own == name || Some(*own) == singular)
    };
    // `Newton`: many languages capitalise names of units; none of these names is long.
    let mut letters = name.chars();
    let small = letters.next().map(|first| first.to_ascii_lowercase());
    is_own(name)
        || (4..24).contains(&name.len())
            && is_own(&small.into_iter().chain(letters).collect::<String>())
}

/// A unit with the power of ten of its prefix, and the symbol of both together.
struct FoundUnit {
    row: &'static UnitRow,
    power: i32,
    symbol: String,
    /// Whether it was written by its name in words.
    is_word: bool,
}

/// The unit of a symbol or name, with or without a prefix: `km`, `kilometres`, `°C`, `ohm`.
fn find(name: &str) -> Option<FoundUnit> {
    if let Some(latin) = cyrillic::latin(name) {
        return find(&latin);
    }
    if let Some(row) = row(name) {
        let symbol = row.symbol.to_owned();
        return Some(FoundUnit {
            row,
            power: 0,
            symbol,
            is_word: row.symbol != name,
        });
    }
    PREFIXES.iter().find_map(|(short, long, power)| {
        let after = |prefix: &str| row(name.strip_prefix(prefix)?);
        let row = after(short)
            .or_else(|| after(long))
            .filter(|row| row.prefixed)
            // Nobody measures in terametres: `Tm` is a tesla times a metre.
            .filter(|row| (*short, row.symbol) != ("T", "m"))?;
        let symbol = format!("{}{}", symbol_of(short), row.symbol);
        Some(FoundUnit {
            row,
            power: *power,
            symbol,
            is_word: !name.ends_with(row.symbol),
        })
    })
}

/// The one symbol of a prefix that has several.
fn symbol_of(prefix: &'static str) -> &'static str {
    if matches!(prefix, "μ" | "u") {
        "µ"
    } else {
        prefix
    }
}

/// The unit of a symbol such as `km`, `eV`, `°C`, `ohm`.
pub(super) fn unit_of(name: &str) -> Option<Unit> {
    let found = find(name)?;
    let unit = found.row.value();
    Some(if found.power == 0 {
        unit
    } else {
        Unit {
            rational: unit.rational * ratio("1", found.power),
            ..unit
        }
    })
}

/// The symbol of a unit that may be written in any way: `km` for `kilometres`.
pub(super) fn symbol(name: &str) -> Option<String> {
    find(name).map(|found| found.symbol)
}

/// Whether a symbol in upright letters after a number is a unit.
pub(super) fn is_upright(symbol: &str) -> bool {
    find(symbol).is_some_and(|found| found.row.upright)
}

/// Whether letters are a unit's name in words, which means nothing else.
pub(super) fn is_word(name: &str) -> bool {
    find(name).is_some_and(|found| found.is_word)
}

/// Whether a character that occurs in no other formula is a unit by itself.
pub(crate) fn is_sign(letter: char) -> bool {
    matches!(letter, '℃' | '℉' | 'Å' | '\u{212b}')
}

/// The symbol of a prefix that stands alone as a command: `\kilo`, `\mu`.
pub(super) fn prefix(name: &str) -> Option<&'static str> {
    let found = PREFIXES.iter().find(|(_, long, _)| *long == name)?;
    Some(symbol_of(found.0))
}
