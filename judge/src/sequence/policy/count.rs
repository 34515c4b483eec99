//! Counts constants and displays on a syntax tree.
//!
//! The walk is written out and keeps its own list of what is left to visit. The parser's default
//! visitor does not enter arguments, keywords, comprehensions, `with` items and `case` blocks,
//! and a recursive walk would need stack for each level. Every node is taken apart field by
//! field, so that a field added to the parser cannot be missed.

mod expressions;
mod parameters;
mod patterns;
mod statements;

use rustpython_parser::ast::{Constant, Expr, Pattern, Stmt};
use rustpython_parser::text_size::TextSize;

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

enum Node<'a> {
    Stmt(&'a Stmt),
    Expr(&'a Expr),
    Pattern(&'a Pattern),
}

#[derive(Default)]
struct Walk<'a> {
    left: Vec<Node<'a>>,
    numbers: Vec<TextSize>,
    characters: u32,
    string: Longest,
    display: Longest,
}

/// Counts the literals of a parsed module. `source` is only read for line numbers, and
/// `numeric_limit` decides which number is named.
pub(super) fn count(module: &[Stmt], source: &str, numeric_limit: u32) -> Counts {
    let mut walk = Walk::default();
    walk.body(module);
    while let Some(node) = walk.left.pop() {
        match node {
            Node::Stmt(stmt) => walk.stmt(stmt),
            Node::Expr(expr) => walk.expr(expr),
            Node::Pattern(pattern) => walk.pattern(pattern),
        }
    }
    let line = |at: TextSize| {
        let before = source.as_bytes().iter().take(usize::from(at));
        let newlines = before.filter(|&&byte| byte == b'\n').count();
        u32::try_from(newlines + 1).unwrap_or(u32::MAX)
    };
    let line_of_longest = |longest: Longest| match longest.length {
        0 => 0,
        _ => line(longest.at),
    };
    walk.numbers.sort_unstable();
    let named = usize::try_from(numeric_limit)
        .ok()
        .and_then(|limit| walk.numbers.get(limit))
        .or(walk.numbers.last());
    Counts {
        numeric_literals: u32::try_from(walk.numbers.len()).unwrap_or(u32::MAX),
        string_literal_chars: walk.characters,
        list_tuple_elements: walk.display.length,
        numeric_line: named.map_or(0, |&at| line(at)),
        string_line: line_of_longest(walk.string),
        list_tuple_line: line_of_longest(walk.display),
    }
}

impl<'a> Walk<'a> {
    fn body(&mut self, body: &'a [Stmt]) {
        self.left.extend(body.iter().map(Node::Stmt));
    }

    fn exprs(&mut self, exprs: impl IntoIterator<Item = &'a Expr>) {
        self.left.extend(exprs.into_iter().map(Node::Expr));
    }

    fn patterns(&mut self, patterns: &'a [Pattern]) {
        self.left.extend(patterns.iter().map(Node::Pattern));
    }

    fn one(&mut self, expr: &'a Expr) {
        self.left.push(Node::Expr(expr));
    }

    fn maybe(&mut self, expr: Option<&'a Expr>) {
        self.left.extend(expr.map(Node::Expr));
    }

    fn constant(&mut self, value: &'a Constant, at: TextSize) {
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
            // Only made by a constant folder, which is not used here.
            Constant::Tuple(values) => values.iter().for_each(|value| self.constant(value, at)),
            Constant::None
            | Constant::Bool(_)
            | Constant::Bytes(_)
            | Constant::Complex { .. }
            | Constant::Ellipsis => {}
        }
    }

    fn display(&mut self, elements: &'a [Expr], at: TextSize) {
        self.display.offer(elements.len(), at);
        self.exprs(elements);
    }
}
