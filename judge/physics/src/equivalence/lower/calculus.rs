//! Derivatives, and what `\nabla` does.

use super::{Kind, Lowered, Lowering, Obstacle};
use crate::equivalence::derive::derive;
use crate::equivalence::graph::{Node, Op};
use crate::equivalence::slots::Slot;
use crate::formula::{Derivative, DerivativeStyle, Nabla, Symbol};

impl Lowering<'_> {
    pub(super) fn derivative(&mut self, derivative: &Derivative) -> Lowered {
        let vector = derivative.of.is_vector();
        let of = self.expr(&derivative.of)?;
        let mut by = Vec::with_capacity(derivative.by.len());
        for (symbol, order) in &derivative.by {
            by.push((self.differentiated_by(symbol)?, *order));
        }
        let partial = derivative.style == DerivativeStyle::Partial;
        if let ([(variable, 1)], false, true) = (by.as_slice(), partial, self.survey.differentials)
        {
            let above = self.differential(of, vector)?;
            let variable = self.graph.variable(*variable);
            let below = self.differential(variable, false)?;
            return Ok(self.graph.quotient(above, below));
        }
        let explicit = by
            .iter()
            .any(|(slot, _)| self.graph.slots(of).contains(*slot));
        if let ([(_, 1)], false) = (by.as_slice(), explicit) {
            let parts = self.by_parts(of);
            let mut terms = Vec::with_capacity(parts.len());
            for (factor, part) in parts {
                let value = self.opaque_derivative(part, &by, partial, vector)?;
                terms.push((1.0, self.graph.product(factor, value)));
            }
            return Ok(self.graph.combination(&terms));
        }
        if self.can_differentiate(of, &by) {
            if self.settings.evaluate {
                if let Some(value) = self.differentiate(of, &by) {
                    self.evaluated += 1;
                    self.differentiated = true;
                    return Ok(value);
                }
            } else {
                self.left_alone = true;
            }
        }
        self.opaque_derivative(of, &by, partial, vector)
    }

    /// `dx`; of a product of symbols by the product rule where things are carried out.
    pub(super) fn differential(&mut self, of: Node, vector: bool) -> Lowered {
        let parts = self.by_parts(of);
        let mut terms = Vec::with_capacity(parts.len());
        for (factor, part) in parts {
            let value = self.linear("d", part, &[], vector, true)?;
            terms.push((1.0, self.graph.product(factor, value)));
        }
        Ok(self.graph.combination(&terms))
    }

    /// `∇` and its kin; the divergence of a gradient is the Laplacian.
    pub(super) fn nabla(&mut self, nabla: Nabla, of: Node, vector: bool) -> Lowered {
        if nabla == Nabla::Divergence
            && let Op::Variable(slot) = self.graph.op(of)
            && let Kind::Opaque {
                head, arguments, ..
            } = self.symbols.kind(*slot)
            && *head == format!("{:?}", Nabla::Gradient)
            && let [inner] = arguments.as_slice()
        {
            let inner = *inner;
            return self.nabla(Nabla::Laplacian, inner, false);
        }
        self.linear(&format!("{nabla:?}"), of, &[], vector, true)
    }

    /// What an expression of plain symbols changes by: for each symbol the derivative by it. The
    /// expression itself where it is a single symbol, holds anything else, or nothing is to be
    /// carried out.
    fn by_parts(&mut self, of: Node) -> Vec<(Node, Node)> {
        let one = self.graph.number(1.0);
        let whole = vec![(one, of)];
        let (_, terms) = self.graph.terms(of);
        let composite = terms
            .iter()
            .any(|(_, term)| !matches!(self.graph.op(*term), Op::Variable(_)));
        let slots = self.graph.slots(of);
        let plain = slots
            .iter()
            .all(|slot| matches!(self.symbols.kind(slot), Kind::Symbol(symbol) if !symbol.vector));
        if !composite || !plain {
            return whole;
        }
        if !self.settings.evaluate {
            self.left_alone = true;
            return whole;
        }
        let mut parts = Vec::new();
        for slot in slots.iter() {
            let Some(factor) = derive(&mut self.graph, of, slot) else {
                return whole;
            };
            parts.push((factor, self.graph.variable(slot)));
        }
        self.evaluated += 1;
        self.differentiated = true;
        parts
    }

    /// The variable that is differentiated by; one that is bound stays so.
    fn differentiated_by(&mut self, symbol: &Symbol) -> Result<Slot, Obstacle> {
        let bound = self
            .scope
            .iter()
            .rev()
            .find(|(name, _)| name == symbol)
            .map(|(_, node)| *node);
        let node = match bound {
            Some(node) if matches!(self.graph.op(node), Op::Variable(_)) => node,
            _ => self.variable(symbol)?,
        };
        match self.graph.op(node) {
            Op::Variable(slot) => Ok(*slot),
            _ => self.symbols.of_symbol(symbol, self.context),
        }
    }

    /// A derivative can be carried out where the variable is written in the operand and nothing
    /// in there may depend on it unseen: no `f(r)`, no symbol that is differentiated elsewhere.
    fn can_differentiate(&self, of: Node, by: &[(Slot, u32)]) -> bool {
        let slots = self.graph.slots(of);
        let hidden = self.symbols.hidden(slots);
        by.iter()
            .all(|(slot, order)| slots.contains(*slot) && !hidden.contains(*slot) && *order <= 4)
            && slots.iter().all(|slot| match self.symbols.kind(slot) {
                Kind::Symbol(symbol) => {
                    by.iter().any(|(other, _)| *other == slot) || !self.survey.varies(symbol)
                }
                Kind::BaseUnit(_) | Kind::Bound(_) | Kind::Opaque { .. } => true,
            })
    }

    fn differentiate(&mut self, of: Node, by: &[(Slot, u32)]) -> Option<Node> {
        let mut value = of;
        for &(slot, order) in by {
            for _ in 0..order {
                value = derive(&mut self.graph, value, slot)?;
            }
        }
        Some(value)
    }

    /// A derivative as a symbol, through sums and numbers. One of a derivative is a higher one;
    /// the order of the variables does not matter.
    fn opaque_derivative(
        &mut self,
        of: Node,
        by: &[(Slot, u32)],
        partial: bool,
        vector: bool,
    ) -> Lowered {
        let head = if partial { "∂" } else { "derivative" };
        let (_, terms) = self.graph.terms(of);
        let mut parts = Vec::with_capacity(terms.len());
        for (factor, term) in terms {
            let (mut operand, mut orders) = (term, by.to_vec());
            if let Some((inner, before)) = self.differentiated(term, head) {
                operand = inner;
                orders.extend(before);
            }
            orders.sort_unstable();
            let mut merged: Vec<(Slot, u32)> = Vec::with_capacity(orders.len());
            for (slot, order) in orders {
                match merged.last_mut() {
                    Some((last, sum)) if *last == slot => *sum = sum.saturating_add(order),
                    _ => merged.push((slot, order)),
                }
            }
            let mut arguments = vec![operand];
            for (slot, order) in merged {
                arguments.push(self.graph.variable(slot));
                arguments.push(self.graph.number(f64::from(order)));
            }
            parts.push((factor, self.opaque(head, arguments, vector)?));
        }
        Ok(self.graph.combination(&parts))
    }

    /// Operand and variables of a node that is an opaque derivative of the same kind.
    fn differentiated(&self, node: Node, head: &str) -> Option<(Node, Vec<(Slot, u32)>)> {
        let Op::Variable(slot) = self.graph.op(node) else {
            return None;
        };
        let Kind::Opaque {
            head: known,
            arguments,
            ..
        } = self.symbols.kind(*slot)
        else {
            return None;
        };
        if known != head {
            return None;
        }
        let (operand, rest) = arguments.split_first()?;
        let mut by = Vec::with_capacity(rest.len() / 2);
        for pair in rest.chunks_exact(2) {
            let Op::Variable(slot) = self.graph.op(pair[0]) else {
                return None;
            };
            let order = self.graph.as_number(pair[1])?;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it was made from a u32"
            )]
            by.push((*slot, order as u32));
        }
        Some((*operand, by))
    }
}
