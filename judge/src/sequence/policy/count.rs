//! Counts constants and displays in a tree.

use std::collections::HashSet;

use super::super::tree::{Leaf, Tree};
use super::Counts;

/// A count with its line; the first one of equal counts.
#[derive(Clone, Copy, Debug, Default)]
struct Longest {
    length: u32,
    line: u32,
}

impl Longest {
    fn offer(&mut self, length: u32, line: u32) {
        if length > self.length || (length == self.length && length > 0 && line < self.line) {
            *self = Self { length, line };
        }
    }
}

/// Counts the literals of a tree. `numeric_limit` decides which number's line is reported.
pub(in super::super) fn count(tree: &Tree, numeric_limit: u32) -> Counts {
    let mut number_lines = Vec::new();
    let mut characters = 0u32;
    let (mut string, mut display) = (Longest::default(), Longest::default());
    let mut elements = vec![0u32; tree.nodes.len()];
    for node in &tree.nodes {
        match &node.leaf {
            // The level of a relative import is not a literal.
            Leaf::Int(_) if node.slot() != "level" => number_lines.push(node.line),
            Leaf::Float(_) if node.kind() == "Float" => number_lines.push(node.line),
            Leaf::Text(text) => {
                let length = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
                characters = characters.saturating_add(length);
                string.offer(length, node.line);
            }
            Leaf::Int(_) | Leaf::Float(_) | Leaf::Nothing | Leaf::Name(_) | Leaf::Bytes(_) => {}
        }
        if node.slot() == "elts"
            && node.kind() != "end"
            && let Some(elements) = elements.get_mut(node.parent())
        {
            *elements += 1;
        }
    }
    for (node, elements) in tree.nodes.iter().zip(elements) {
        if matches!(node.kind(), "List" | "Tuple") {
            display.offer(elements, node.line);
        }
    }
    number_lines.sort_unstable();
    let named = usize::try_from(numeric_limit)
        .ok()
        .and_then(|limit| number_lines.get(limit))
        .or(number_lines.last());
    Counts {
        numeric_literals: u32::try_from(number_lines.len()).unwrap_or(u32::MAX),
        string_literal_chars: characters,
        list_tuple_elements: display.length,
        numeric_line: named.copied().unwrap_or(0),
        string_line: string.line,
        list_tuple_line: display.line,
    }
}

impl Counts {
    /// These counts, with each number of the tree counted once. Repeated numbers are not a table, and they are
    /// weighed anyway.
    pub(in super::super) fn of_different_numbers(self, tree: &Tree) -> Self {
        Self {
            numeric_literals: self.numeric_literals.min(different_numbers(tree)),
            ..self
        }
    }
}

/// How many different numbers a tree has.
fn different_numbers(tree: &Tree) -> u32 {
    let integers = tree.nodes.iter().filter_map(|node| match &node.leaf {
        Leaf::Int(value) => Some(value),
        Leaf::Nothing | Leaf::Name(_) | Leaf::Float(_) | Leaf::Text(_) | Leaf::Bytes(_) => None,
    });
    let floats = tree.nodes.iter().filter_map(|node| match node.leaf {
        Leaf::Float(value) => Some(value),
        Leaf::Nothing | Leaf::Name(_) | Leaf::Int(_) | Leaf::Text(_) | Leaf::Bytes(_) => None,
    });
    let different = integers.collect::<HashSet<_>>().len() + floats.collect::<HashSet<_>>().len();
    u32::try_from(different).unwrap_or(u32::MAX)
}
