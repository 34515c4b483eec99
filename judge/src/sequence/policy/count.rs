//! Counts constants and displays on a syntax tree.

use rustpython_parser::ast::{Constant, Expr, Ranged as _, Stmt};
use rustpython_parser::text_size::TextSize;

use super::super::tree::{Part, walk};
use super::Counts;

/// A count with the place to name for it, the earlier of equals.
#[derive(Clone, Copy, Debug, Default)]
struct Longest {
    length: u32,
    at: TextSize,
}

impl Longest {
    fn offer(&mut self, length: usize, at: TextSize) {
        let length = u32::try_from(length).unwrap_or(u32::MAX);
        if length > self.length || (length == self.length && length > 0 && at < self.at) {
            *self = Self { length, at };
        }
    }
}

#[derive(Default)]
struct Literals {
    numbers: Vec<TextSize>,
    characters: u32,
    string: Longest,
    display: Longest,
}

/// Counts the literals of a parsed module. `source` is only read for line numbers, and
/// `numeric_limit` decides which number is named.
pub(super) fn count(module: &[Stmt], source: &str, numeric_limit: u32) -> Counts {
    let mut found = Literals::default();
    walk(module, |part| found.note(part));
    let line = |at: TextSize| {
        let before = source.as_bytes().iter().take(usize::from(at));
        let newlines = before.filter(|&&byte| byte == b'\n').count();
        u32::try_from(newlines + 1).unwrap_or(u32::MAX)
    };
    let line_of_longest = |longest: Longest| match longest.length {
        0 => 0,
        _ => line(longest.at),
    };
    found.numbers.sort_unstable();
    let named = usize::try_from(numeric_limit)
        .ok()
        .and_then(|limit| found.numbers.get(limit))
        .or(found.numbers.last());
    Counts {
        numeric_literals: u32::try_from(found.numbers.len()).unwrap_or(u32::MAX),
        string_literal_chars: found.characters,
        list_tuple_elements: found.display.length,
        numeric_line: named.map_or(0, |&at| line(at)),
        string_line: line_of_longest(found.string),
        list_tuple_line: line_of_longest(found.display),
    }
}

impl Literals {
    fn note(&mut self, part: &Part<'_>) {
        match part {
            Part::Expr(Expr::Constant(expr)) => self.constant(&expr.value, expr.start()),
            // Here text beside text counts as the parser cut it.
            Part::Expr(Expr::JoinedStr(expr)) => {
                for text in expr.values.iter().filter_map(Expr::as_constant_expr) {
                    self.constant(&text.value, text.start());
                }
            }
            Part::Expr(Expr::List(expr)) => self.display.offer(expr.elts.len(), expr.start()),
            Part::Expr(Expr::Tuple(expr)) => self.display.offer(expr.elts.len(), expr.start()),
            Part::StarredIndex(starred) => self.display.offer(1, starred.start()),
            _ => {}
        }
    }

    fn constant(&mut self, value: &Constant, at: TextSize) {
        match value {
            Constant::Int(_) | Constant::Float(_) => self.numbers.push(at),
            Constant::Str(text) => {
                // The parser replaces a lone surrogate by one other character, so that the
                // number of code points is right.
                let length = text.chars().count();
                let total = u32::try_from(length).unwrap_or(u32::MAX);
                self.characters = self.characters.saturating_add(total);
                self.string.offer(length, at);
            }
            // A tuple is only made by a constant folder, which is not used here.
            Constant::Tuple(_)
            | Constant::None
            | Constant::Bool(_)
            | Constant::Bytes(_)
            | Constant::Complex { .. }
            | Constant::Ellipsis => {}
        }
    }
}
