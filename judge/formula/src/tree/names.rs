//! The names of symbols.

use std::fmt::Write as _;

use super::{Accent, Symbol};

impl Symbol {
    /// The canonical name, which is also LaTeX that reads back to this symbol.
    pub fn name(&self) -> String {
        let mut name = base(&self.base);
        // A hat over a small letter already marks a vector.
        let hatted = self.accents.contains(&Accent::Hat) && is_small(&self.base);
        if self.vector && !hatted && self.base != r"\nabla" {
            name = format!(r"\vec{{{name}}}");
        }
        for accent in &self.accents {
            name = format!("{}{{{name}}}", accent.command());
        }
        for _ in 0..self.primes {
            name.push('\'');
        }
        if let Some(label) = &self.label {
            let _ = write!(name, "^{{{}}}", label_text(label));
        }
        if let Some(subscript) = &self.subscript {
            let _ = write!(name, "_{{{}}}", script(subscript));
        }
        name
    }
}

fn base(base: &str) -> String {
    if base.starts_with('\\') || base.chars().count() == 1 {
        base.to_owned()
    } else {
        format!(r"\text{{{base}}}")
    }
}

/// Whether a base is a small letter, Latin or Greek.
pub(crate) fn is_small(base: &str) -> bool {
    match base.strip_prefix('\\') {
        Some(name) => {
            name.starts_with(|letter: char| letter.is_ascii_lowercase()) && !name.contains('{')
        }
        None => base.len() == 1 && base.starts_with(|letter: char| letter.is_ascii_lowercase()),
    }
}

/// Text that LaTeX would not read as a name is wrapped as text.
fn label_text(label: &str) -> String {
    if label.starts_with('\\') || label.starts_with(['*', '+', '-']) {
        label.to_owned()
    } else {
        format!(r"\text{{{label}}}")
    }
}

/// A subscript, with letters beyond ASCII wrapped as text.
pub(crate) fn script(subscript: &str) -> String {
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
