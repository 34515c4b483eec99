//! Names that carry no information: those of the public vocabulary, which everybody knows, and neutral names, which
//! are numbered.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::bits::Bits;

/// The names of the language and of its standard library's public interface, one on each line with its mark, made by
/// `vocabulary.py`.
const VOCABULARY: &str = include_str!("vocabulary.txt");

/// The cost of selecting a public name: there are fewer than 2¹³.
pub(super) const PUBLIC_NAME: Bits = Bits::new(13);

/// The names of the public vocabulary.
pub(in super::super) fn vocabulary() -> impl Iterator<Item = &'static str> {
    (VOCABULARY.lines()).map(|line| line.split_once(' ').map_or(line, |(name, _)| name))
}

/// Whether a name is in the public vocabulary.
pub(super) fn is_public(name: &str) -> bool {
    static ALL: LazyLock<HashSet<&str>> = LazyLock::new(|| vocabulary().collect());
    ALL.contains(name)
}

/// The neutral name with this number. In a class, Python keeps names with two underscores apart from those of other
/// classes.
pub(super) fn neutral(number: u32, is_private: bool) -> String {
    let underscores = if is_private { "__" } else { "" };
    format!("{underscores}v{number}")
}

/// Whether a name may be a neutral one.
pub(super) fn is_neutral(name: &str) -> bool {
    let name = name.strip_prefix("__").unwrap_or(name);
    let number = name.strip_prefix('v').unwrap_or_default();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vocabulary_fits_its_price() {
        let names: Vec<_> = vocabulary().collect();
        assert!(
            names.is_sorted() && names.len() < 1 << 13,
            "{}",
            names.len()
        );
        let (thousands, rest) = (names.len() / 1000, names.len() % 1000);
        let told = format!("public vocabulary ({thousands},{rest:03} names");
        let document = include_str!("../../../../docs/SCORING-v0.3.md");
        assert!(document.contains(&told), "{told}");
        assert!(is_public("setrecursionlimit") && !is_public("fibonacci_numbers"));
        assert!(!names.iter().any(|name| is_neutral(name)));
    }
}
