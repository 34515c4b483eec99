//! Lowers limits and values at a place.

use super::head::relations;
use super::{Head, Lowered, Lowering, SlotKind};
use crate::algebra::graph::Node;
use crate::algebra::variables::Variable;
use crate::tree::{Evaluated, Expr, Formula, Limit, Sign, Symbol};

/// The relative distance from the limit at the first evaluation; each further one is half as far. From 10⁻⁴
/// on, rounding spoils a quotient of two terms that vanish in second order.
const NEAR: f64 = 2e-3;
/// The same for limits at infinity, where nothing vanishes as fast.
const FAR: f64 = 1e-5;
/// How many values near the limit are calculated; the polynomial through them is evaluated at the limit.
const LOOKS: i32 = 5;

impl Lowering<'_> {
    /// A limit. It is extrapolated from values near it if the formula shows its variable.
    pub(super) fn limit(&mut self, limit: &Limit) -> Lowered {
        let vector = limit.body.is_vector();
        let to = self.expr(&limit.to)?;
        let slot = self.bind()?;
        let node = self.graph.variable(slot);
        // In `\lim_{n \to \infty} a_n` the name contains the variable.
        let variable = [(limit.variable.clone(), node)];
        let body = self.with_indices(&variable, |lowering| lowering.expr(&limit.body));
        self.bound -= 1;
        let body = body?;
        let head = Head::Limit(limit.side);
        let hidden = self.is_hidden(body, slot);
        if !hidden && !self.graph.slots(body).contains(slot) {
            // `\lim_{r \to 0} \phi`: `\phi` may depend on `r`.
            let variable = self.variable(&limit.variable)?;
            return self.linear(&head, body, &[variable, to], vector, false);
        }
        if !hidden && !vector && !self.graph.is_large() {
            if self.settings.evaluate {
                self.evaluated += 1;
                let value = self.tends(body, slot, to, limit.side);
                self.in_limits = self.in_limits.union(self.graph.slots(value));
                return Ok(value);
            }
            self.left_alone = true;
        }
        self.linear(&head, body, &[to], vector, false)
    }

    /// Richardson extrapolation of `body` to the value that `slot` tends to.
    fn tends(&mut self, body: Node, slot: Variable, to: Node, side: Option<Sign>) -> Node {
        let limit = self.graph.as_number(to);
        let infinite = limit.is_some_and(f64::is_infinite);
        let upwards = side == Some(Sign::Plus) || (side.is_none() && limit == Some(0.0));
        let mut parts = Vec::new();
        for look in 0..LOOKS {
            let step = libm::scalbn(if infinite { FAR } else { NEAR }, -look);
            let at = match limit {
                Some(limit) if infinite => self.graph.number(1.0 / step.copysign(limit)),
                Some(0.0) => self.graph.number(if upwards { step } else { -step }),
                _ => {
                    let by = if upwards { 1.0 + step } else { 1.0 - step };
                    self.graph.scaled(by, to)
                }
            };
            let weight: f64 = (0..LOOKS)
                .filter(|other| *other != look)
                .map(|other| 1.0 / (1.0 - libm::scalbn(1.0, other - look)))
                .product();
            parts.push((weight, self.graph.substituted(body, slot, at)));
        }
        self.graph.combination(&parts)
    }

    /// `f|_{x=a}` and `[F]_a^b`, carried out if the variable is known and the formula shows it.
    pub(super) fn at_place(&mut self, evaluated: &Evaluated) -> Lowered {
        let vector = evaluated.body.is_vector();
        let (body, place) = if let Some(symbol) = named_place(evaluated) {
            let slot = self.symbols.of_symbol(symbol, self.context)?;
            let node = self.graph.variable(slot);
            let body = self.with(symbol, node, |lowering| lowering.expr(&evaluated.body))?;
            (body, Some(slot))
        } else {
            let body = self.expr(&evaluated.body)?;
            let places = evaluated.upper.as_ref();
            let places = places.map(|upper| [&evaluated.lower, upper]);
            let of = places.and_then(|places| self.variable_between(body, places));
            (body, of)
        };
        let hidden = self.symbols.hidden(self.graph.slots(body));
        let in_the_open = |slot: &Variable| !hidden.contains(*slot);
        // `\phi|_{x=a}`: `\phi` may depend on `x`.
        let slots = self.graph.slots(body);
        let shows = |slot: &Variable| slots.contains(*slot);
        let Some(slot) = place
            .filter(in_the_open)
            .filter(shows)
            .filter(|_| !self.graph.is_large())
        else {
            let mut said = relations(&evaluated.lower);
            let mut arguments = vec![body];
            arguments.extend(self.sides(&evaluated.lower)?);
            if let Some(upper) = &evaluated.upper {
                said.extend(relations(upper));
                arguments.extend(self.sides(upper)?);
            }
            return self.opaque(&Head::At(said), arguments, vector);
        };
        let value_at = |lowering: &mut Self, place: &Formula| {
            let Some(place) = place.last() else {
                return Ok(body);
            };
            let place = lowering.expr(place)?;
            Ok(lowering.graph.substituted(body, slot, place))
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

    /// The variable whose two values the bar of an expression gives. It is the only symbol of the expression,
    /// or the only one that is not a place and occurs nowhere else.
    fn variable_between(&self, body: Node, places: [&Formula; 2]) -> Option<Variable> {
        let slots = self.graph.slots(body).without(self.symbols.units());
        let symbols = |slot: &Variable| match self.symbols.kind(*slot) {
            SlotKind::Symbol(symbol) => Some(symbol),
            _ => None,
        };
        let only = |is_it: &dyn Fn(&Symbol) -> bool| {
            let mut found = slots.iter().filter(|slot| symbols(slot).is_some_and(is_it));
            found.next().filter(|_| found.next().is_none())
        };
        if slots.iter().nth(1).is_none() {
            return only(&|_| true);
        }
        let is_place = |symbol: &Symbol| {
            let is_it = |place: &&Formula| matches!(place.last(), Some(Expr::Symbol(at)) if **at == *symbol);
            places.iter().any(is_it)
        };
        only(&|symbol| !is_place(symbol) && self.survey.shows_between_alone(symbol))
    }
}

/// The variable that a place gives a value to: `x = 0`.
fn named_place(evaluated: &Evaluated) -> Option<&Symbol> {
    evaluated.lower.assignment().map(|(symbol, _)| symbol)
}
