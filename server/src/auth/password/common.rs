//! Recognizes passwords that attackers try first: a common word with digits and signs around it, in any spelling, and
//! keyboard walks.

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Words that people choose, one a line: written down for this project from what lists of leaked
/// passwords are known to begin with, not copied from any of them.
static WORDS: LazyLock<BTreeSet<&str>> =
    LazyLock::new(|| include_str!("common.txt").lines().collect());

/// Rows along which fingers walk, forwards and backwards.
const ROWS: [&str; 9] = [
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "1234567890",
    "0123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "qazwsxedcrfvtgbyhnujmikolp",
];

/// Longest stretch that makes a password easy when it is all there is, again and again.
const MAX_PERIOD: usize = 4;

/// Shortest walk that counts as one.
const MIN_WALK: usize = 3;

/// Whether a password is among those that are tried first.
pub(super) fn is_common(password: &str) -> bool {
    let password: Vec<char> = password.to_lowercase().chars().collect();
    repeats(&password) || is_walk(&password) || is_word(&password)
}

/// Something short, again and again.
fn repeats(text: &[char]) -> bool {
    (1..=MAX_PERIOD).any(|period| {
        text.iter()
            .zip(text.iter().skip(period))
            .all(|(a, b)| a == b)
    })
}

/// Nothing but walks.
fn is_walk(text: &[char]) -> bool {
    let mut rest = text;
    while !rest.is_empty() {
        let walked = ROWS.iter().map(|row| walk(rest, row)).max().unwrap_or(0);
        if walked < MIN_WALK {
            return false;
        }
        rest = &rest[walked..];
    }
    true
}

/// How far a text begins with a part of a row, in one direction.
fn walk(text: &[char], row: &str) -> usize {
    let place = |c: &char| row.chars().position(|key| key == *c);
    let steps = |step: fn(usize) -> Option<usize>| {
        text.windows(2)
            .take_while(|pair| match (place(&pair[0]), place(&pair[1])) {
                (Some(from), Some(to)) => step(from) == Some(to),
                _ => false,
            })
            .count()
    };
    1 + steps(|from| from.checked_add(1)).max(steps(|from| from.checked_sub(1)))
}

/// A word of the list, or one such word twice, with what stands around it and with signs that stand
/// for letters.
fn is_word(text: &[char]) -> bool {
    [bare(text), spelled(text)].into_iter().any(|word| {
        let (first, second) = word.split_at(word.len() / 2);
        WORDS.contains(word.as_str()) || (first == second && WORDS.contains(first))
    })
}

/// Without everything but letters.
fn bare(text: &[char]) -> String {
    text.iter().filter(|c| c.is_ascii_alphabetic()).collect()
}

/// With signs read as the letters that they stand for, up to the last letter: numbers at the end are
/// numbers.
fn spelled(text: &[char]) -> String {
    let end = text
        .iter()
        .rposition(|c| c.is_alphabetic())
        .map_or(0, |last| last + 1);
    text[..end]
        .iter()
        .map(|c| match c {
            '0' => 'o',
            '1' | '!' => 'i',
            '3' => 'e',
            '4' | '@' => 'a',
            '5' | '$' => 's',
            '7' => 't',
            other => *other,
        })
        .filter(char::is_ascii_alphabetic)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_tried_first_is_common() {
        for common in [
            "1234567890",
            "0987654321",
            "123456789123",
            "password12",
            "Password1!",
            "P@ssw0rd2026",
            "qwertyuiop",
            "qwerty123456",
            "iloveyou123",
            "abcabcabcabc",
            "monkey!!2024",
            "letmeinletmein",
            "aaaaaaaaaa",
        ] {
            assert!(is_common(common), "{common}");
        }
    }

    #[test]
    fn a_phrase_is_not() {
        for good in [
            "correct horse",
            "tide-under-the-old-bridge",
            "äöüäöüäöüß",
            "my dog ate 3 primes",
            "k7vq2m9xw4",
            "2718281828459",
        ] {
            assert!(!is_common(good), "{good}");
        }
    }
}
