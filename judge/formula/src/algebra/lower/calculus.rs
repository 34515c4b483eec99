//! Lowers derivatives.

use super::{Head, Lowered, Lowering, Obstacle, SlotKind};
use crate::algebra::constant_table::constants_of;
use crate::algebra::derive::derive;
use crate::algebra::graph::{Node, Op};
use crate::algebra::variables::{Variable, Variables};
use crate::tree::{Derivative, DerivativeStyle, Symbol};

impl Lowering<'_> {
    pub(super) fn derivative(&mut self, derivative: &Derivative) -> Lowered {
        let vector = derivative.of.is_vector();
        let of = self.expr(&derivative.of)?;
        let mut by = Vec::with_capacity(derivative.by.len());
        for (symbol, order) in &derivative.by {
            by.push((self.differentiated_by(symbol)?, *order));
        }
        let style = derivative.style;
        let is_quotient = matches!(style, DerivativeStyle::Total | DerivativeStyle::Dot);
        if let ([(variable, 1)], true, true) =
            (by.as_slice(), is_quotient, self.survey.differentials)
        {
            let above = self.differential(of, vector)?;
            let variable = self.graph.variable(*variable);
            let below = self.differential(variable, false)?;
            return Ok(self.graph.quotient(above, below));
        }
        let explicit = by
            .iter()
            .any(|(slot, _)| self.graph.slots(of).contains(*slot));
        if let ([(variable, order @ 1..=4)], false) = (by.as_slice(), explicit) {
            let once = [(*variable, 1)];
            let mut value = of;
            // `\frac{d^2}{dt^2}` of what has parts is twice `\frac{d}{dt}`.
            for taken in 0..*order {
                let left = [(*variable, order - taken)];
                let parts = if self.graph.is_large() {
                    None
                } else {
                    self.by_parts(value, Some(&head_of(style)))
                };
                let Some(parts) = parts else {
                    return self.opaque_derivative(value, &left, style, vector);
                };
                let mut terms = Vec::with_capacity(parts.len());
                for (factor, part) in parts {
                    let value = self.rate(part, &once, style)?;
                    terms.push((1.0, self.graph.product(factor, value)));
                }
                value = self.graph.combination(&terms);
            }
            return Ok(value);
        }
        if explicit && by.iter().all(|(_, order)| *order <= 4) && !self.graph.is_large() {
            let value = if self.carries_out() {
                self.differentiate(of, &by, style)?
            } else {
                None
            };
            if let Some(value) = value {
                self.note_carried_out();
                return Ok(value);
            }
        }
        self.opaque_derivative(of, &by, style, vector)
    }

    /// `dx`; the differential of a product of symbols is taken by the product rule when derivatives are
    /// carried out.
    pub(super) fn differential(&mut self, of: Node, vector: bool) -> Lowered {
        let Some(parts) = self.by_parts(of, None) else {
            return self.linear(&Head::Differential, of, &[], vector, true);
        };
        let mut terms = Vec::with_capacity(parts.len());
        for (factor, part) in parts {
            let value = self.linear(&Head::Differential, part, &[], self.is_vector(part), true)?;
            terms.push((1.0, self.graph.product(factor, value)));
        }
        Ok(self.graph.combination(&terms))
    }

    /// The chain rule for an expression made of symbols, products of vectors and terms of one opaque kind, `inner`:
    /// for each of them, the derivative by it. `None` if it is a single symbol, contains anything else, or nothing is
    /// to be carried out.
    pub(super) fn by_parts(&mut self, of: Node, inner: Option<&Head>) -> Option<Vec<(Node, Node)>> {
        let (_, terms) = self.graph.terms(of);
        let slots = self.graph.slots(of);
        let is_opaque = |slot: Variable, is_it: &dyn Fn(&Head) -> bool| matches!(self.symbols.kind(slot), SlotKind::Opaque { head, .. } if is_it(head));
        let is_product = |slot| is_opaque(slot, &|head| matches!(head, Head::Dot | Head::Cross));
        let is_inner = |slot| is_opaque(slot, &|head| Some(head) == inner);
        let composite = inner.is_some() && slots.iter().any(is_product)
            || terms
                .iter()
                .any(|(_, term)| !matches!(self.graph.op(*term), Op::Variable(_)));
        let plain = slots.iter().all(|slot| match self.symbols.kind(slot) {
            SlotKind::Symbol(_) => true,
            SlotKind::Opaque { .. } => is_product(slot) || is_inner(slot),
            SlotKind::BaseUnit(_) | SlotKind::Bound(_) => false,
        });
        // `\frac{d}{dt}(m\dot x)`: what varies there is shown by its derivative.
        let shows = slots.iter().any(is_inner);
        if !composite || !plain || !self.carries_out() {
            return None;
        }
        let mut parts = Vec::new();
        let partial = inner == Some(&Head::Partial);
        let varying: Vec<Variable> = slots
            .iter()
            .filter(|slot| !self.is_taken_for_constant(*slot, shows, partial))
            .collect();
        for slot in varying {
            let factor = derive(&mut self.graph, of, slot)?;
            parts.push((factor, self.graph.variable(slot)));
        }
        self.note_carried_out();
        Some(parts)
    }

    /// Whether derivatives are carried out; if not, it is noted that one could have been.
    pub(super) fn carries_out(&mut self) -> bool {
        self.left_alone |= !self.settings.evaluate;
        self.settings.evaluate
    }

    pub(super) fn note_carried_out(&mut self) {
        self.evaluated += 1;
        self.differentiated = true;
    }

    /// Whether a symbol under a derivative is read as a constant: where something else there `shows` what varies,
    /// letters are that stand for constants by custom; elsewhere only constants of nature with an index, `\epsilon_0`.
    pub(super) fn is_taken_for_constant(&self, slot: Variable, shows: bool, partial: bool) -> bool {
        match self.symbols.kind(slot) {
            SlotKind::Symbol(symbol) if self.settings.constant && !self.varies(symbol) => {
                (shows || self.is_of_nature(slot)) && self.may_be_constant(symbol, partial)
            }
            _ => false,
        }
    }

    /// Whether a symbol is a constant of nature with an index, `\epsilon_0`: such a name is given to nothing that varies.
    pub(super) fn is_of_nature(&self, slot: Variable) -> bool {
        match self.symbols.kind(slot) {
            SlotKind::Symbol(symbol) => {
                symbol.subscript.is_some()
                    && !self.varies(symbol)
                    && constants_of(symbol).next().is_some()
            }
            _ => false,
        }
    }

    /// The derivative of one part: products of vectors follow the product rule.
    fn rate(&mut self, part: Node, by: &[(Variable, u32)], style: DerivativeStyle) -> Lowered {
        let (is_dot, left, right) = match self.as_opaque(part) {
            Some((Head::Dot, &[left, right])) => (true, left, right),
            Some((Head::Cross, &[left, right])) => (false, left, right),
            _ => return self.opaque_derivative(part, by, style, self.is_vector(part)),
        };
        let multiply = if is_dot { Self::dot } else { Self::cross };
        let (of_left, of_right) = (self.rate(left, by, style)?, self.rate(right, by, style)?);
        let (first, second) = (
            multiply(self, of_left, right)?,
            multiply(self, left, of_right)?,
        );
        Ok(self.graph.combination(&[(1.0, first), (1.0, second)]))
    }

    /// The variable that a derivative is taken by; a bound variable stays bound.
    fn differentiated_by(&mut self, symbol: &Symbol) -> Result<Variable, Obstacle> {
        let bound = self
            .scope
            .iter()
            .rev()
            .find(|(name, _)| name == symbol)
            .map(|(_, node)| *node);
        let node = match bound {
            Some(node) if matches!(self.graph.op(node), Op::Variable(_)) => node,
            _ => match self.indexed(symbol) {
                Some(node) => node?,
                None => self.variable(symbol)?,
            },
        };
        match self.graph.op(node) {
            Op::Variable(slot) => Ok(*slot),
            _ => self.symbols.of_symbol(symbol, self.context),
        }
    }

    /// Takes a derivative by rule, as far as the variable is written in the operand. Any other symbol there
    /// may depend on the variable too: it is either differentiated in turn or, if
    /// [`Settings::constant`](super::Settings) says so, treated as a constant. `None` if a rule is missing,
    /// or if nobody would read the other symbols as constants.
    fn differentiate(
        &mut self,
        of: Node,
        by: &[(Variable, u32)],
        style: DerivativeStyle,
    ) -> Result<Option<Node>, Obstacle> {
        let mut value = of;
        for &(slot, order) in by {
            for _ in 0..order {
                if self.graph.is_large() {
                    return Ok(None);
                }
                let others = self.graph.slots(value).without(self.symbols.units());
                let others = others.without(Variables::of(slot));
                if self.settings.constant {
                    let hidden = self.symbols.hidden(others).contains(slot);
                    let varies = others.iter().any(|other| {
                        matches!(self.symbols.kind(other), SlotKind::Symbol(symbol) if self.varies(symbol))
                    });
                    if hidden || varies || !self.is_of_constants(value, slot, style) {
                        return Ok(None);
                    }
                }
                let Some(slope) = derive(&mut self.graph, value, slot) else {
                    return Ok(None);
                };
                let mut terms = vec![(1.0, slope)];
                let varying: Vec<Variable> =
                    others.iter().filter(|slot| self.may_vary(*slot)).collect();
                for other in varying {
                    let Some(rate) = derive(&mut self.graph, value, other) else {
                        return Ok(None);
                    };
                    let variable = self.graph.variable(other);
                    let vector = self.symbols.vectors().contains(other);
                    let change = self.opaque_derivative(variable, &[(slot, 1)], style, vector)?;
                    terms.push((1.0, self.graph.product(rate, change)));
                }
                value = self.graph.combination(&terms);
            }
        }
        Ok(Some(value))
    }

    /// Whether a variable may depend on another one although the formula does not show it.
    fn may_vary(&self, slot: Variable) -> bool {
        !self.settings.constant
            && match self.symbols.kind(slot) {
                SlotKind::Symbol(symbol) => !self.context.constant.contains(symbol),
                SlotKind::Opaque { .. } => true,
                SlotKind::BaseUnit(_) | SlotKind::Bound(_) => false,
            }
    }

    /// Whether an operand looks like a function with constant coefficients, such as `A\cos\omega t` and
    /// `\frac12 k x^2`. Nobody writes the derivative of `r^2 E` by `r` for a constant `E`.
    fn is_of_constants(&mut self, of: Node, by: Variable, style: DerivativeStyle) -> bool {
        let partial = style == DerivativeStyle::Partial;
        let (_, terms) = self.graph.terms(of);
        terms.into_iter().all(|(_, term)| {
            let (inside, outside) = self.graph.split(term, by);
            !self.graph.is_power(inside)
                || self
                    .graph
                    .slots(outside)
                    .iter()
                    .all(|slot| match self.symbols.kind(slot) {
                        SlotKind::Symbol(symbol) => self.may_be_constant(symbol, partial),
                        SlotKind::BaseUnit(_) | SlotKind::Bound(_) => true,
                        SlotKind::Opaque { .. } => false,
                    })
        })
    }

    /// Whether a derivative of a letter is written somewhere, in one of the formulas or in the problem.
    fn varies(&self, symbol: &Symbol) -> bool {
        self.survey.varies(symbol) || self.context.varying.contains(symbol)
    }

    /// Whether a letter stands for a constant, because the problem says so or by custom.
    fn may_be_constant(&self, symbol: &Symbol, partial: bool) -> bool {
        self.context.constant.contains(symbol) || is_constant(symbol, partial)
    }

    /// A derivative that stays opaque, made linear in its operand. A derivative of a derivative becomes one
    /// of higher order; the order of the variables does not matter.
    fn opaque_derivative(
        &mut self,
        of: Node,
        by: &[(Variable, u32)],
        style: DerivativeStyle,
        vector: bool,
    ) -> Lowered {
        let head = head_of(style);
        let (_, terms) = self.graph.terms(of);
        let mut parts = Vec::with_capacity(terms.len());
        for (factor, term) in terms {
            let (mut operand, mut orders) = (term, by.to_vec());
            if let Some((inner, before)) = self.differentiated(term, &head) {
                operand = inner;
                orders.extend(before);
            }
            orders.sort_unstable();
            let mut merged: Vec<(Variable, u32)> = Vec::with_capacity(orders.len());
            for (slot, order) in orders {
                match merged.last_mut() {
                    Some((last, sum)) if *last == slot => *sum = sum.saturating_add(order),
                    _ => merged.push((slot, order)),
                }
            }
            if let [(by, 1)] = merged.as_slice()
                && operand == self.graph.variable(*by)
            {
                parts.push((factor, self.graph.number(1.0)));
                continue;
            }
            let mut arguments = vec![operand];
            for (slot, order) in merged {
                arguments.push(self.graph.variable(slot));
                arguments.push(self.graph.number(f64::from(order)));
            }
            parts.push((factor, self.opaque(&head, arguments, vector)?));
        }
        Ok(self.graph.combination(&parts))
    }

    /// The operand and variables of a node that is an opaque derivative of the same kind.
    fn differentiated(&self, node: Node, head: &Head) -> Option<(Node, Vec<(Variable, u32)>)> {
        let (_, arguments) = self.as_opaque(node).filter(|(known, _)| *known == head)?;
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

/// The head for a style of derivative.
fn head_of(style: DerivativeStyle) -> Head {
    match style {
        DerivativeStyle::Partial => Head::Partial,
        DerivativeStyle::Material => Head::Material,
        DerivativeStyle::Total | DerivativeStyle::Dot => Head::Derivative,
    }
}

/// Letters of coordinates. A symbol with one of them as its subscript is a component of a field.
const COORDINATES: &[&str] = &[
    "x", "y", "z", "r", "t", r"\theta", r"\phi", r"\varphi", r"\rho",
];

/// Letters that stand for quantities that vary in space or time unless the problem says otherwise.
const FIELDS: &[&str] = &[
    "B", "E", "F", "H", "I", "J", "P", "Q", "S", "T", "U", "V", "W", "Z", "f", "j", "p", "s", "u",
    "v", "w", "x", "y", "z", "r", "t", r"\theta", r"\phi", r"\varphi", r"\rho", r"\psi", r"\Phi",
    r"\Psi",
];

/// Whether a letter beside a power of the variable is a constant by custom: `k` in `\frac12 k x^2`, `v_0` in
/// `v_0 t`, and in a partial derivative the other coordinates.
fn is_constant(symbol: &Symbol, partial: bool) -> bool {
    let base = symbol.base.as_str();
    if symbol.vector || symbol.label.is_some() {
        return false;
    }
    match symbol.subscript.as_deref() {
        Some(subscript) => !COORDINATES.contains(&subscript),
        None if partial && COORDINATES.contains(&base) => true,
        None => !FIELDS.contains(&base),
    }
}
