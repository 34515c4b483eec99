//! Derivatives, integrals, series, limits and values at a place.

use super::{Kind, Lowered, Lowering, Obstacle};
use crate::physics::equivalence::derive::derive;
use crate::physics::equivalence::graph::{Node, Op, Slot};
use crate::physics::formula::{
    Call, Derivative, DerivativeStyle, Evaluated, Expr, Formula, Integral, IntegralKind, Limit,
    Nabla, Relation, Series, SeriesKind, Symbol,
};

/// Terms that a finite series is written out to at most.
const MAX_TERMS: f64 = 64.0;

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

    pub(super) fn integral(&mut self, integral: &Integral) -> Lowered {
        let vector = integral.body.is_vector();
        let limits = match (&integral.lower, &integral.upper) {
            (Some(lower), Some(upper)) if lower.links.is_empty() => {
                lower.first.as_ref().map(|first| (first, upper))
            }
            _ => None,
        };
        if let (IntegralKind::Single, [variable], Some((lower, upper))) =
            (integral.kind, integral.variables.as_slice(), limits)
        {
            let (lower, upper) = (self.expr(lower)?, self.expr(upper)?);
            let slot = self.bind()?;
            let node = self.graph.variable(slot);
            let before = self.evaluated;
            let body = self.with(variable, node, |lowering| lowering.expr(&integral.body));
            self.bound -= 1;
            let body = body?;
            // `\int \int r dr d\phi` is known as a whole.
            let known = self.is_known(body, slot)
                || (self.evaluated > before && !self.is_hidden(body, slot));
            if known && !vector {
                if self.settings.evaluate {
                    self.evaluated += 1;
                    return Ok(self.graph.integral(slot, lower, upper, body));
                }
                self.left_alone = true;
            }
            return self.linear("integral", body, &[lower, upper], vector, false);
        }
        let mut rest = match &integral.lower {
            Some(lower) => self.sides(lower)?,
            None => Vec::new(),
        };
        if let Some(upper) = &integral.upper {
            rest.push(self.expr(upper)?);
        }
        for variable in &integral.variables {
            rest.push(self.variable(variable)?);
        }
        let body = self.expr(&integral.body)?;
        let head = format!(
            "{:?} integral {}",
            integral.kind,
            integral.lower.as_ref().map_or(0, |lower| lower.links.len())
        );
        self.linear(&head, body, &rest, vector, false)
    }

    /// Whether an integrand or a term is known: it shows the variable, and nothing in it may
    /// depend on it unseen. `\int_0^x F dx` is not known, `\int_0^{2\pi} d\phi` is.
    fn is_known(&self, body: Node, slot: Slot) -> bool {
        let slots = self.graph.slots(body);
        !self.is_hidden(body, slot)
            && (slots.intersects(self.symbols.bound())
                || slots.without(self.symbols.units()).is_empty())
    }

    fn is_hidden(&self, body: Node, slot: Slot) -> bool {
        let slots = self.graph.slots(body);
        self.symbols.hidden(slots).contains(slot)
    }

    pub(super) fn series(&mut self, series: &Series) -> Lowered {
        let vector = series.body.is_vector();
        let head = match series.kind {
            SeriesKind::Sum => "sum",
            SeriesKind::Product => "product",
        };
        let Some((index, first, last)) = series.range() else {
            return self.open_series(series, head, vector);
        };
        let (first, last) = (self.expr(first)?, self.expr(last)?);
        if let (Some(from), Some(to)) = (self.graph.as_number(first), self.graph.as_number(last))
            && from.fract() == 0.0
            && to.fract() == 0.0
            && (0.0..MAX_TERMS).contains(&(to - from))
        {
            return self.written_out(series, index, from, to);
        }
        let slot = self.bind()?;
        let node = self.graph.variable(slot);
        let renamed = with_index(
            &series.body,
            &index.name(),
            &format!("bound {}", self.bound),
        );
        let subscripts = renamed != series.body;
        let body = self.with(index, node, |lowering| lowering.expr(&renamed));
        self.bound -= 1;
        let body = body?;
        if self.is_known(body, slot) && !subscripts && !vector && series.kind == SeriesKind::Sum {
            if self.settings.evaluate {
                self.evaluated += 1;
                let limits = self.graph.slots(first).union(self.graph.slots(last));
                self.symbols.mark_whole(limits);
                return Ok(self.graph.series(slot, first, last, body));
            }
            self.left_alone = true;
        }
        self.opaque_series(series.kind, head, body, &[first, last], vector)
    }

    fn opaque_series(
        &mut self,
        kind: SeriesKind,
        head: &str,
        body: Node,
        limits: &[Node],
        vector: bool,
    ) -> Lowered {
        match kind {
            SeriesKind::Sum => self.linear(head, body, limits, vector, false),
            SeriesKind::Product => {
                let mut arguments = vec![body];
                arguments.extend_from_slice(limits);
                self.opaque(head, arguments, vector)
            }
        }
    }

    /// `\sum_i m_i`, `\sum_{i < j}`: without limits that are known.
    fn open_series(&mut self, series: &Series, head: &str, vector: bool) -> Lowered {
        let index = match &series.lower {
            Some(Formula {
                first: Some(Expr::Symbol(index)),
                links,
            }) if links.is_empty() && series.upper.is_none() => Some(&**index),
            _ => None,
        };
        let Some(index) = index else {
            let mut limits = match &series.lower {
                Some(lower) => self.sides(lower)?,
                None => Vec::new(),
            };
            if let Some(upper) = &series.upper {
                limits.push(self.expr(upper)?);
            }
            let body = self.expr(&series.body)?;
            let links: Vec<Relation> = series
                .lower
                .iter()
                .flat_map(|lower| lower.links.iter().map(|(relation, _)| *relation))
                .collect();
            let head = format!("{head} {links:?}");
            return self.opaque_series(series.kind, &head, body, &limits, vector);
        };
        let slot = self.bind()?;
        let node = self.graph.variable(slot);
        let renamed = with_index(
            &series.body,
            &index.name(),
            &format!("bound {}", self.bound),
        );
        let body = self.with(index, node, |lowering| lowering.expr(&renamed));
        self.bound -= 1;
        self.opaque_series(series.kind, head, body?, &[], vector)
    }

    /// A series of few terms is what it says: `m_1 + m_2 + m_3`.
    fn written_out(&mut self, series: &Series, index: &Symbol, from: f64, to: f64) -> Lowered {
        let mut terms = Vec::new();
        let mut value = from;
        while value <= to {
            let renamed = with_index(&series.body, &index.name(), &format!("{value}"));
            let node = self.graph.number(value);
            let term = self.with(index, node, |lowering| lowering.expr(&renamed))?;
            terms.push(term);
            value += 1.0;
        }
        Ok(match series.kind {
            SeriesKind::Sum => {
                let parts: Vec<(f64, Node)> = terms.into_iter().map(|term| (1.0, term)).collect();
                self.graph.combination(&parts)
            }
            SeriesKind::Product => {
                let parts: Vec<(Node, f64)> = terms.into_iter().map(|term| (term, 1.0)).collect();
                self.graph.monomial(&parts)
            }
        })
    }

    pub(super) fn limit(&mut self, limit: &Limit) -> Lowered {
        let to = self.expr(&limit.to)?;
        let slot = self.bind()?;
        let node = self.graph.variable(slot);
        let body = self.with(&limit.variable, node, |lowering| lowering.expr(&limit.body));
        self.bound -= 1;
        let head = format!("limit {:?}", limit.side);
        self.linear(&head, body?, &[to], limit.body.is_vector(), false)
    }

    /// `f|_{x=a}` and `[F]_a^b`, carried out where the variable is known and stands in the open.
    pub(super) fn at_place(&mut self, evaluated: &Evaluated) -> Lowered {
        let body = self.expr(&evaluated.body)?;
        let mut arguments = vec![body];
        arguments.extend(self.sides(&evaluated.lower)?);
        if let Some(upper) = &evaluated.upper {
            arguments.extend(self.sides(upper)?);
        }
        let Some(symbol) = self.place_variable(evaluated, body) else {
            return self.opaque("at", arguments, evaluated.body.is_vector());
        };
        let hidden = self.symbols.hidden(self.graph.slots(body));
        let slot = self.symbols.of_symbol(&symbol, self.context)?;
        if hidden.contains(slot) {
            return self.opaque("at", arguments, evaluated.body.is_vector());
        }
        let value_at = |lowering: &mut Self, place: &Formula| {
            let Some(place) = place.last() else {
                return Ok(body);
            };
            let place = lowering.expr(place)?;
            lowering.with(&symbol, place, |lowering| lowering.expr(&evaluated.body))
        };
        let lower = value_at(self, &evaluated.lower)?;
        match &evaluated.upper {
            None => Ok(lower),
            Some(upper) => {
                let upper = value_at(self, upper)?;
                Ok(self.graph.difference(upper, lower))
            }
        }
    }

    /// The variable that a place is a value of: named (`x = 0`), or the only one there is.
    fn place_variable(&self, evaluated: &Evaluated, body: Node) -> Option<Symbol> {
        if let (Some(Expr::Symbol(symbol)), [(Relation::Equal, _)]) =
            (&evaluated.lower.first, evaluated.lower.links.as_slice())
        {
            return Some((**symbol).clone());
        }
        evaluated.upper.as_ref()?;
        let mut slots = self.graph.slots(body).without(self.symbols.units()).iter();
        match (slots.next(), slots.next()) {
            (Some(slot), None) => match self.symbols.kind(slot) {
                Kind::Symbol(symbol) => Some(symbol.clone()),
                Kind::BaseUnit(_) | Kind::Bound(_) | Kind::Opaque { .. } => None,
            },
            _ => None,
        }
    }
}

/// The tree with an index in subscripts replaced.
fn with_index(expr: &Expr, index: &str, value: &str) -> Expr {
    match expr {
        Expr::Symbol(symbol) => Expr::symbol(symbol.with_index(index, value)),
        Expr::Call(call) => Expr::Call(Box::new(Call {
            function: call.function.with_index(index, value),
            arguments: call
                .arguments
                .iter()
                .map(|argument| with_index(argument, index, value))
                .collect(),
        })),
        expr => expr.map_children(&mut |child| with_index(child, index, value)),
    }
}
