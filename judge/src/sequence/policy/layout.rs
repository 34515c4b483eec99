//! Weighs the layout of a source: where lines break and how many spaces stand between tokens.
//!
//! It only matters where a program can ask for its own lines and columns. The text is read
//! roughly, without a grammar, so that it does not matter who parses it.

use std::sync::OnceLock;

use super::coder::{Bits, Coder, Key};
use super::weigh::PRIMER;

/// What a stretch of text is, as far as the space beside it depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Start,
    Word,
    Opening,
    Closing,
    Separator,
    Colon,
    Operator,
}

impl Class {
    fn of(letter: char) -> Self {
        match letter {
            '(' | '[' | '{' => Self::Opening,
            ')' | ']' | '}' => Self::Closing,
            ',' | ';' => Self::Separator,
            ':' => Self::Colon,
            _ if letter.is_alphanumeric() || letter == '_' || letter == '\'' || letter == '"' => {
                Self::Word
            }
            _ => Self::Operator,
        }
    }

    fn key(self) -> [u8; 1] {
        [match self {
            Self::Start => 0,
            Self::Word => 1,
            Self::Opening => 2,
            Self::Closing => 3,
            Self::Separator => 4,
            Self::Operator => 5,
            Self::Colon => 6,
        }]
    }
}

/// The information in the gaps between tokens, and the line of the widest one. Gaps as in the
/// primer cost little.
pub(super) fn weigh(source: &str) -> (Bits, u32) {
    static PRIMED: OnceLock<Coder> = OnceLock::new();
    let primed = PRIMED.get_or_init(|| {
        let mut coder = Coder::default();
        read(&mut coder, PRIMER);
        coder
    });
    read(&mut primed.clone(), source)
}

fn read(coder: &mut Coder, source: &str) -> (Bits, u32) {
    let mut bits = Bits::ZERO;
    let mut before = Class::Start;
    let mut last_gap = Key::new(&[b"none"]);
    let mut gap = (0u32, 0i64);
    let mut indentation = 0;
    let (mut line, mut widest) = (1, (0, 1));
    let mut letters = source.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\n' => {
                line += 1;
                gap = (gap.0 + 1, 0);
                continue;
            }
            ' ' | '\t' | '\\' => {
                gap.1 += 1;
                continue;
            }
            '#' => {
                while letters.next_if(|&letter| letter != '\n').is_some() {}
                continue;
            }
            _ => {}
        }
        let class = Class::of(letter);
        // Inside a word there is no gap.
        if gap != (0, 0) || class != Class::Word || before != Class::Word {
            let place = Key::new(&[&before.key(), &class.key()]);
            // What a line tells is how far it is indented beside the one before.
            let width = match gap.0 {
                0 => gap.1,
                _ => gap.1 - std::mem::replace(&mut indentation, gap.1),
            };
            let symbol = Key::new(&[&gap.0.to_le_bytes(), &width.to_le_bytes()]);
            let size = u64::from(gap.0) + width.unsigned_abs();
            let novel = Bits::new(4 + 2 * u64::from((size + 1).ilog2()));
            let contexts = [
                Key::new(&[&place.bytes(), &last_gap.bytes()]),
                place,
                Key::new(&[b"any"]),
            ];
            bits += coder.cost(&contexts, symbol, novel);
            last_gap = symbol;
            if gap.0 > widest.0 {
                widest = (gap.0, line);
            }
        }
        gap = (0, 0);
        before = class;
        if letter == '\'' || letter == '"' {
            line += skip_string(letter, &mut letters);
        }
    }
    (bits, widest.1)
}

/// Passes over the rest of a string and says how many lines it went on for.
fn skip_string(quote: char, letters: &mut std::iter::Peekable<std::str::Chars<'_>>) -> u32 {
    let mut lines = 0;
    let triple = letters.next_if_eq(&quote).is_some();
    if triple && letters.next_if_eq(&quote).is_none() {
        return 0;
    }
    let mut quotes = 0;
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => lines += u32::from(letters.next() == Some('\n')),
            '\n' if !triple => return lines + 1,
            '\n' => lines += 1,
            _ => {}
        }
        quotes = if letter == quote { quotes + 1 } else { 0 };
        if quotes == if triple { 3 } else { 1 } {
            return lines;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regular_layout_weighs_little() {
        let regular = "def f(a, b):\n    return a + b\n\n\n".repeat(10);
        assert!(weigh(&regular).0.bytes() < 20, "{:?}", weigh(&regular));
    }

    #[test]
    fn telling_layout_weighs_what_it_tells() {
        let lines: String = (0..100)
            .map(|n| "\n".repeat(n * n % 37 + 1) + " f")
            .collect();
        assert!(weigh(&lines).0.bytes() > 50);
        let spaces: String = (0..200)
            .map(|n| if n * n % 7 < 3 { "f()+" } else { "f() +" })
            .collect();
        assert!(weigh(&spaces).0.bytes() > 10);
    }

    #[test]
    fn strings_and_comments_are_passed_over() {
        for source in ["'a   b  c'", "'''a\n\n\nb'''", "x # a   b", r"'\'  '", "''"] {
            assert!(weigh(source).0.bytes() <= 6, "{source}");
        }
        assert_eq!(weigh("'''a\nb'''\n\n\nf").1, 5);
    }
}
