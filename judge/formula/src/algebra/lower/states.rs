//! Combines bras, operators and kets: `\bra{a} \hat H \ket{b}` is the number that `\braket{a|\hat H|b}`
//! names.

use std::fmt::Write as _;

use super::head::Name;
use super::indices::{spelled, words};
use super::survey::is_wave_function;
use super::{Head, Lowered, Lowering, Obstacle, SlotKind};
use crate::algebra::graph::{Node, Op};
use crate::algebra::variables::{Variable, Variables};
use crate::tree::Symbol;

/// Stands for a bound index in a text.
const INDEX: char = '\u{e000}';

impl Lowering<'_> {
    /// The variables among these that are no numbers: vectors, operators, kets and bras, wave functions, and places in
    /// a matrix.
    pub(crate) fn states(&self, slots: Variables) -> Variables {
        let marked = self.symbols.vectors().union(self.symbols.ordered());
        let is_state = |slot: &Variable| match self.symbols.kind(*slot) {
            SlotKind::Symbol(symbol) => is_wave_function(symbol),
            SlotKind::Opaque { head, .. } => match head {
                Head::Name(name) => is_wave_function(name.symbol()),
                head => matches!(head, Head::Place { .. }),
            },
            SlotKind::BaseUnit(_) | SlotKind::Bound(_) => false,
        };
        slots
            .iter()
            .filter(|slot| marked.contains(*slot) || is_state(slot))
            .fold(Variables::default(), |states, slot| {
                states.union(Variables::of(slot))
            })
    }

    /// Splits ordered factors into the brackets among them and the rest.
    pub(super) fn brackets(&mut self, factors: Vec<Node>) -> Result<[Vec<Node>; 2], Obstacle> {
        let mut brackets = Vec::new();
        let mut others: Vec<Node> = Vec::with_capacity(factors.len());
        for factor in factors {
            others.push(factor);
            if self.inside(factor, r"\ket{").is_none() {
                continue;
            }
            let is_bra = |node: &Node| self.inside(*node, r"\bra{").is_some();
            if let Some(open) = others.iter().rposition(is_bra)
                && let Some((symbol, indices)) = self.bracket(&others[open..])
            {
                others.truncate(open);
                brackets.push(self.bracketed(&symbol, indices)?);
            }
        }
        Ok([brackets, others])
    }

    /// The symbol of a bra, operators that are symbols, and a ket together, with the nodes of the indices in
    /// it.
    fn bracket(&self, factors: &[Node]) -> Option<(Symbol, Vec<Node>)> {
        let [bra, operators @ .., ket] = factors else {
            return None;
        };
        let (mut text, mut indices) = self.inside(*bra, r"\bra{")?;
        text.push('|');
        for run in operators.chunk_by(|one, other| one == other) {
            let (symbol, more) = self.letter(run[0])?;
            text.push_str(&symbol.name());
            indices.extend(more);
            if run.len() > 1 {
                let _ = write!(text, "^{}", run.len());
            }
        }
        if !operators.is_empty() {
            text.push('|');
        }
        let (inside, more) = self.inside(*ket, r"\ket{")?;
        indices.extend(more);
        Some((Symbol::new(format!(r"\braket{{{text}{inside}}}")), indices))
    }

    /// A bracket as the variable that it would be if the formula wrote it as one.
    fn bracketed(&mut self, symbol: &Symbol, indices: Vec<Node>) -> Lowered {
        if indices.is_empty() {
            let slot = self.symbols.of_symbol(symbol, self.context)?;
            return Ok(self.graph.variable(slot));
        }
        let is_index = |word: &str| word.starts_with(INDEX);
        let parts = words(symbol, is_index)
            .into_iter()
            .map(|word| (!is_index(&word)).then_some(word))
            .collect();
        let symbol = spelled(symbol, "");
        self.opaque(&Head::Name(Name { symbol, parts }), indices, false)
    }

    /// The label inside a ket or bra.
    fn inside(&self, node: Node, command: &str) -> Option<(String, Vec<Node>)> {
        let (symbol, indices) = self.letter(node)?;
        let inside = symbol.base.strip_prefix(command)?.strip_suffix('}')?;
        // `\ket{a}^{(1)}` is the state of another particle than `\ket{a}^{(2)}`.
        let label = symbol.label.as_deref().map(|label| format!("^{label}"));
        Some((format!("{inside}{}", label.unwrap_or_default()), indices))
    }

    /// The symbol of a node, with [`INDEX`] in its name for each of the nodes returned beside it.
    fn letter(&self, node: Node) -> Option<(Symbol, Vec<Node>)> {
        let Op::Variable(slot) = self.graph.op(node) else {
            return None;
        };
        match self.symbols.kind(*slot) {
            SlotKind::Symbol(symbol) => Some((symbol.clone(), Vec::new())),
            SlotKind::Opaque {
                head: Head::Name(name),
                arguments,
                ..
            } => {
                let indices = name.parts.iter().filter(|part| part.is_none()).count();
                let placeholder = INDEX.to_string();
                let text: String = name
                    .parts
                    .iter()
                    .map(|part| part.as_ref().unwrap_or(&placeholder).as_str())
                    .collect();
                (indices > 0 && indices == arguments.len())
                    .then(|| (spelled(&name.symbol, &text), arguments.clone()))
            }
            _ => None,
        }
    }
}
