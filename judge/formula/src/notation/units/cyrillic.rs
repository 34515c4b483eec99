//! Units in Cyrillic letters: `м/с`, `кДж`.

/// The symbols of GOST 8.417 with those of this table.
const SYMBOLS: [(&str, &str); 33] = [
    ("м", "m"),
    ("г", "g"),
    ("с", "s"),
    ("А", "A"),
    ("К", "K"),
    ("моль", "mol"),
    ("кд", "cd"),
    ("рад", "rad"),
    ("ср", "sr"),
    ("Гц", "Hz"),
    ("Н", "N"),
    ("Па", "Pa"),
    ("Дж", "J"),
    ("Вт", "W"),
    ("Кл", "C"),
    ("В", "V"),
    ("Ф", "F"),
    ("Ом", "Ω"),
    ("См", "S"),
    ("Вб", "Wb"),
    ("Тл", "T"),
    ("Гн", "H"),
    ("лм", "lm"),
    ("лк", "lx"),
    ("Бк", "Bq"),
    ("Гр", "Gy"),
    ("Зв", "Sv"),
    ("мин", "min"),
    ("ч", "h"),
    ("л", "L"),
    ("т", "t"),
    ("эВ", "eV"),
    ("атм", "atm"),
];

/// Their names in words, as they are counted.
const NAMES: [(&str, &str); 25] = [
    ("метр", "m"),
    ("метра", "m"),
    ("метров", "m"),
    ("сек", "s"),
    ("секунда", "s"),
    ("секунды", "s"),
    ("секунд", "s"),
    ("секунду", "s"),
    ("минута", "min"),
    ("минуты", "min"),
    ("минут", "min"),
    ("час", "h"),
    ("часа", "h"),
    ("часов", "h"),
    ("градус", "°"),
    ("градуса", "°"),
    ("градусов", "°"),
    ("джоуль", "J"),
    ("джоулей", "J"),
    ("ньютон", "N"),
    ("ньютонов", "N"),
    ("вольт", "V"),
    ("ампер", "A"),
    ("ватт", "W"),
    ("паскаль", "Pa"),
];

const PREFIXES: [(&str, &str); 12] = [
    ("", ""),
    ("к", "k"),
    ("М", "M"),
    ("Г", "G"),
    ("Т", "T"),
    ("г", "h"),
    ("д", "d"),
    ("с", "c"),
    ("м", "m"),
    ("мк", "µ"),
    ("н", "n"),
    ("п", "p"),
];

/// Whether a letter is one of the Cyrillic alphabet.
fn is_cyrillic(letter: char) -> bool {
    matches!(letter, '\u{400}'..='\u{4ff}')
}

/// The symbol in Latin letters; nothing where there is none.
pub(super) fn latin(name: &str) -> Option<String> {
    if !name.starts_with(is_cyrillic) {
        return None;
    }
    if let Some((_, unit)) = NAMES.iter().find(|(known, _)| *known == name) {
        return Some((*unit).to_owned());
    }
    // The name without a prefix comes first: `мин` is a minute, not milli-something.
    PREFIXES.iter().find_map(|(prefix, latin)| {
        let symbol = name.strip_prefix(prefix)?;
        let (_, unit) = SYMBOLS.iter().find(|(known, _)| *known == symbol)?;
        Some(format!("{latin}{unit}"))
    })
}
