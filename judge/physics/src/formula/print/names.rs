//! Numbers, symbols and units as LaTeX.

use std::fmt::Write as _;

use crate::formula::{Accent, Number, Symbol, Unit};

pub(super) fn number(number: &Number) -> String {
    match number.exponent() {
        None => number.mantissa(),
        Some(exponent) => format!(r"{} \times 10^{{{exponent}}}", number.mantissa()),
    }
}

/// The canonical name of a symbol.
pub(in crate::formula) fn symbol(symbol: &Symbol) -> String {
    let mut name = base(&symbol.base);
    // A hat over a small letter says already that it is a vector.
    let hatted = symbol.accents.contains(&Accent::Hat) && is_small(&symbol.base);
    if symbol.vector && !hatted && symbol.base != r"\nabla" {
        name = format!(r"\vec{{{name}}}");
    }
    for accent in &symbol.accents {
        name = format!("{}{{{name}}}", accent.command());
    }
    for _ in 0..symbol.primes {
        name.push('\'');
    }
    if let Some(label) = &symbol.label {
        let _ = write!(name, "^{{{}}}", label_text(label));
    }
    if let Some(subscript) = &symbol.subscript {
        let _ = write!(name, "_{{{}}}", script(subscript));
    }
    name
}

fn base(base: &str) -> String {
    if base.starts_with('\\') || base.chars().count() == 1 {
        base.to_owned()
    } else {
        format!(r"\text{{{base}}}")
    }
}

/// Whether a base is a small letter, Latin or Greek.
fn is_small(base: &str) -> bool {
    match base.strip_prefix('\\') {
        Some(name) => {
            name.starts_with(|letter: char| letter.is_ascii_lowercase()) && !name.contains('{')
        }
        None => base.len() == 1 && base.starts_with(|letter: char| letter.is_ascii_lowercase()),
    }
}

/// Text that LaTeX would not take for a name has to be said to be text.
fn label_text(label: &str) -> String {
    if label.starts_with('\\') || label.starts_with(['*', '+', '-']) {
        label.to_owned()
    } else {
        format!(r"\text{{{label}}}")
    }
}

/// A subscript, with letters beyond ASCII as text.
pub(super) fn script(subscript: &str) -> String {
    if subscript.is_ascii() {
        return subscript.to_owned();
    }
    subscript
        .chars()
        .map(|letter| {
            if letter.is_ascii() {
                letter.to_string()
            } else {
                format!(r"\text{{{letter}}}")
            }
        })
        .collect()
}

pub(super) fn unit(unit: &Unit) -> String {
    if *unit == Unit::degree() {
        return r"\degree".to_owned();
    }
    if *unit == Unit::percent() {
        return r"\%".to_owned();
    }
    let factors: Vec<String> = unit
        .factors
        .iter()
        .map(|factor| {
            let name = factor.name.replace('%', r"\%");
            if factor.exponent == 1 {
                name
            } else {
                format!("{name}^{{{}}}", factor.exponent)
            }
        })
        .collect();
    let text = if factors.is_empty() {
        "1".to_owned()
    } else {
        factors.join("*")
    };
    format!(r"\unit{{{text}}}")
}
