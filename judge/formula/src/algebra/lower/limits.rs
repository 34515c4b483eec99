//! Lowers limits and values at a place.

use super::head::relations;
use super::{Head, Lowered, Lowering, SlotKind};
use crate::algebra::graph::Node;
use crate::algebra::variables::Variable;
use crate::tree::{Evaluated, Expr, Formula, Limit, Relation, Sign, Symbol};

/// The relative distance from the limit at the first evaluation; each further one is half as far. From 10⁻⁴
/// on, rounding spoils a quotient of two terms that vanish in second order.
const NEAR: f64 = 2e-3;
/// The same for limits at infinity, where nothing vanishes as fast.
const FAR: f64 = 1e-5;
/// How many values near the limit are calculated; the polynomial through them is evaluated at the limit.
const LOOKS: i32 = 5;

/// Letters that are whole numbers when a limit takes them to infinity.
const INDICES: [&str; 7] = ["i", "j", "k", "l", "m", "n", "N"];

impl Lowering<'_> {
    /// A limit. It is extrapolated from values near it if the formula shows its variable.
    pub(super) fn limit(&mut self, limit: &Limit) -> Lowered {
        let vector = limit.body.is_vector();
        let to = self.expr(&limit.to)?;
        let slot = self.bind()?;
        let node = self.graph.variable(slot);
        // In `\lim_{n \to \infty} a_n` the name contains the index.
        let counts = matches!(limit.to, Expr::Infinity)
            && INDICES.iter().any(|letter| limit.variable.is(letter));
        let body = if counts {
            let indices = [(limit.variable.clone(), node)];
            self.with_indices(&indices, |lowering| lowering.expr(&limit.body))
        } else {
            self.with(&limit.variable, node, |lowering| lowering.expr(&limit.body))
        };
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
            let of = places.and_then(|places| {
                let of = self.variable_between(body, places)?;
                (!self.is_of_another(of, places)).then_some(of)
            });
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

    /// Whether the places are values of something other than a symbol: `u_2|_{x_1}^{x_2}`,
    /// `\ln p|_{V_1}^{V_2}`.
    fn is_of_another(&self, slot: Variable, places: [&Formula; 2]) -> bool {
        let SlotKind::Symbol(symbol) = self.symbols.kind(slot) else {
            return false;
        };
        let other = places.map(|place| match place.last() {
            Some(Expr::Symbol(place)) if place.subscript.is_some() => {
                Some(&place.base).filter(|base| **base != symbol.base)
            }
            // `\ln y|_{x_0}^{x(t)}`
            Some(Expr::Call(call)) => {
                Some(&call.function.base).filter(|base| **base != symbol.base)
            }
            _ => None,
        });
        match other {
            [Some(lower), Some(upper)] => lower == upper,
            [lower, _] => lower.is_some() && symbol.subscript.is_some(),
        }
    }

    /// The variable whose two values the bar of an expression gives. It is the only symbol of the expression,
    /// or the only one that is not a place and occurs nowhere else, or the one that the names of the places
    /// point to: `V` in `\ln V|_{V_1}^{V_2}`.
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
        let is_named = |symbol: &Symbol| {
            symbol.subscript.is_none()
                && places.iter().any(|place| {
                    matches!(place.last(), Some(Expr::Symbol(at)) if at.subscript.is_some() && at.base == symbol.base)
                })
        };
        if slots.iter().nth(1).is_none() {
            return only(&|_| true);
        }
        // Only if no other letter can be meant: `\ln(a + x)|_0^x`.
        let is_place = |symbol: &Symbol| {
            let is_it = |place: &&Formula| matches!(place.last(), Some(Expr::Symbol(at)) if **at == *symbol);
            places.iter().any(is_it)
        };
        only(&|symbol| !is_place(symbol) && self.survey.shows_between_alone(symbol))
            .or_else(|| only(&is_named))
            .or_else(|| only(&is_place))
    }
}

/// The variable that a place gives a value to: `x = 0`.
fn named_place(evaluated: &Evaluated) -> Option<&Symbol> {
    match (&evaluated.lower.first, evaluated.lower.links.as_slice()) {
        (Some(Expr::Symbol(symbol)), [(Relation::Equal, _)]) => Some(symbol),
        _ => None,
    }
}
