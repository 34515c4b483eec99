//! Lowers integrals and series.

use super::head::relations;
use super::indices::with_index;
use super::{Head, Lowered, Lowering, MAX_TERMS, Obstacle, SlotKind};
use crate::algebra::graph::{Map, Node};
use crate::algebra::variables::{Variable, Variables};
use crate::tree::{
    Bracket, Expr, Formula, Integral, IntegralKind, Relation, Series, SeriesKind, Symbol,
};

/// A finite series with at most this many terms is written out.
const MAX_WRITTEN: f64 = 64.0;

impl Lowering<'_> {
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
            if known && !vector && !self.grows(body, slot, [lower, upper]) {
                if self.settings.evaluate {
                    self.evaluated += 1;
                    return Ok(self.graph.integral(slot, lower, upper, body));
                }
                self.left_alone = true;
            }
            let (sign, mut limits) = in_order([lower, upper]);
            // In `\int_a^b F dx`, `F` may depend on `x`, but on nothing else with this name.
            if !self.graph.slots(body).contains(slot) && !self.is_hidden(body, slot) {
                limits.push(self.variable(&without_primes(variable))?);
            }
            let value = self.summed(&Head::Integral, body, &limits, vector, &|depends| {
                depends.contains(slot)
            })?;
            return Ok(self.graph.scaled(sign, value));
        }
        let (sign, mut rest) =
            if let (IntegralKind::Single, Some((lower, upper))) = (integral.kind, limits) {
                in_order([self.expr(lower)?, self.expr(upper)?])
            } else {
                let mut rest = match &integral.lower {
                    Some(lower) => self.sides(lower)?,
                    None => Vec::new(),
                };
                if let Some(upper) = &integral.upper {
                    rest.push(self.expr(upper)?);
                }
                (1.0, rest)
            };
        for variable in &integral.variables {
            rest.push(self.variable(variable)?);
        }
        let body = self.expr(&integral.body)?;
        let head = Head::Domain(
            integral.kind,
            integral.lower.as_ref().map(relations).unwrap_or_default(),
        );
        let runs = self.named_like(body, &integral.variables);
        let value = self.summed(&head, body, &rest, vector, &|depends| {
            depends.intersects(runs)
        })?;
        Ok(self.graph.scaled(sign, value))
    }

    /// The variables in an integrand that share a name with its differentials: for `d^3 r'` also `\vec r'`.
    fn named_like(&self, body: Node, variables: &[Symbol]) -> Variables {
        let slots = self.graph.slots(body);
        let mut found = Variables::default();
        for slot in slots.union(self.symbols.hidden(slots)).iter() {
            if let SlotKind::Symbol(symbol) = self.symbols.kind(slot)
                && variables
                    .iter()
                    .any(|other| (&other.base, other.primes) == (&symbol.base, symbol.primes))
            {
                found = found.union(Variables::of(slot));
            }
        }
        found
    }

    /// An opaque integral or sum, made linear in its operand. Factors that do not depend on its variable are
    /// moved in front if others do. In `\int_0^x F dx` it is unknown what depends on `x`.
    fn summed(
        &mut self,
        head: &Head,
        body: Node,
        limits: &[Node],
        vector: bool,
        runs: &dyn Fn(Variables) -> bool,
    ) -> Lowered {
        let body = self.graph.multiplied_out(body, MAX_TERMS);
        let (constant, terms) = self.graph.terms(body);
        let one = self.graph.number(1.0);
        let mut parts = Vec::with_capacity(terms.len() + 1);
        if constant != 0.0 {
            parts.push((constant, self.linear(head, one, limits, vector, false)?));
        }
        for (by, term) in terms {
            let (inside, outside) = self.parted_by_variable(term, vector, runs);
            let value = self.linear(head, inside, limits, vector, false)?;
            parts.push((by, self.graph.product(value, outside)));
        }
        Ok(self.graph.combination(&parts))
    }

    /// Splits a term into the factors that depend on the variable of an integral or series and the others. If
    /// none does, all but constants of nature count as dependent. Vectors stay under it.
    fn parted_by_variable(
        &mut self,
        term: Node,
        vector: bool,
        runs: &dyn Fn(Variables) -> bool,
    ) -> (Node, Node) {
        let depends = |lowering: &Self, node: Node| {
            let slots = lowering.graph.slots(node);
            runs(slots.union(lowering.symbols.hidden(slots)))
        };
        let (mut inside, mut outside) = self.parted(term, depends);
        if vector && !inside.is_empty() {
            (inside, outside) = self.parted(term, |lowering, node| {
                depends(lowering, node) || lowering.is_vector(node)
            });
        }
        let (inside, outside) = if vector && inside.is_empty() {
            (vec![(term, 1.0)], self.graph.number(1.0))
        } else if inside.is_empty() {
            self.parted(term, |lowering, node| {
                let mut slots = lowering.graph.slots(node).iter();
                !slots.all(|slot| lowering.is_of_nature(slot))
            })
        } else {
            (inside, outside)
        };
        (self.graph.monomial(&inside), outside)
    }

    /// Whether an integrand grows like a power where an integral goes to infinity. Then the integral has no
    /// value, so another factor must depend on the variable without showing it: `\psi` in
    /// `\int_{-\infty}^\infty \psi x \psi dx`.
    fn grows(&mut self, body: Node, slot: Variable, limits: [Node; 2]) -> bool {
        let is_infinite = |limit: &Node| self.graph.as_number(*limit).is_some_and(f64::is_infinite);
        if !limits.iter().any(is_infinite) {
            return false;
        }
        let (_, terms) = self.graph.terms(body);
        terms.into_iter().any(|(_, term)| {
            let (inside, _) = self.graph.split(term, slot);
            self.graph.is_power(inside)
        })
    }

    /// Whether an integrand or term can be calculated: it shows the variable, and nothing in it may depend on
    /// the variable without showing it. `\int_0^x F dx` cannot, `\int_0^{2\pi} d\phi` can.
    fn is_known(&self, body: Node, slot: Variable) -> bool {
        let slots = self.graph.slots(body);
        !self.is_hidden(body, slot)
            && (slots.intersects(self.symbols.bound())
                || slots.without(self.symbols.units()).is_empty())
    }

    pub(super) fn is_hidden(&self, body: Node, slot: Variable) -> bool {
        let slots = self.graph.slots(body);
        self.symbols.hidden(slots).contains(slot)
    }

    pub(super) fn series(&mut self, series: &Series) -> Lowered {
        if let Some(plainer) = nested(series).or_else(|| ascending(series)) {
            return self.series(&plainer);
        }
        let vector = series.body.is_vector();
        let Some((index, first, last)) = series.range() else {
            return self.open_series(series, vector);
        };
        let (first, last) = (self.expr(first)?, self.expr(last)?);
        if let (Some(from), Some(to)) = (self.graph.as_number(first), self.graph.as_number(last))
            && from.fract() == 0.0
            && to.fract() == 0.0
            && (0.0..MAX_WRITTEN).contains(&(to - from))
        {
            return self.written_out(series, index, from, to);
        }
        let slot = self.bind()?;
        let indices = [(index.clone(), self.graph.variable(slot))];
        let body = self.with_indices(&indices, |lowering| lowering.expr(&series.body));
        self.bound -= 1;
        let body = body?;
        if self.is_known(body, slot) && !vector && series.kind == SeriesKind::Sum {
            if self.settings.evaluate {
                self.evaluated += 1;
                let limits = self.graph.slots(first).union(self.graph.slots(last));
                self.symbols.mark_whole(limits);
                return Ok(self.graph.series(slot, first, last, body));
            }
            self.left_alone = true;
        }
        let runs = Variables::of(slot);
        let head = Head::Series(series.kind);
        self.opaque_series(series.kind, &head, body, &[first, last], (vector, runs))
    }

    fn opaque_series(
        &mut self,
        kind: SeriesKind,
        head: &Head,
        body: Node,
        limits: &[Node],
        (vector, runs): (bool, Variables),
    ) -> Lowered {
        match kind {
            SeriesKind::Sum => self.summed(head, body, limits, vector, &|depends| {
                depends.intersects(runs)
            }),
            SeriesKind::Product => {
                let mut arguments = vec![body];
                arguments.extend_from_slice(limits);
                self.opaque(head, arguments, vector)
            }
        }
    }

    /// The logarithm of a product of many as a sum: `\ln\prod_i z_i`. `None` of anything else.
    pub(super) fn logarithm_of_series(&mut self, of: Node) -> Result<Option<Node>, Obstacle> {
        let (head, body, limits) = match self.as_opaque(of) {
            Some((head, [body, limits @ ..])) => match head {
                Head::Series(SeriesKind::Product) => {
                    (Head::Series(SeriesKind::Sum), *body, limits.to_vec())
                }
                Head::OpenSeries(SeriesKind::Product, relations) => {
                    let head = Head::OpenSeries(SeriesKind::Sum, relations.clone());
                    (head, *body, limits.to_vec())
                }
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        let runs = self.symbols.bound();
        let body = self.graph.map(Map::Ln, body);
        let sum = self.summed(&head, body, &limits, false, &|depends| {
            depends.intersects(runs)
        })?;
        Ok(Some(sum))
    }

    /// A series whose limits are not known: `\sum_i m_i`, `\sum_{i < j}`, `\sum_{m \ne n}`.
    fn open_series(&mut self, series: &Series, vector: bool) -> Lowered {
        let mut indices = Vec::new();
        for index in indices_of(series) {
            let slot = self.bind()?;
            indices.push((index.clone(), self.graph.variable(slot)));
        }
        let lowered = self.with_indices(&indices, |lowering| lowering.open_parts(series));
        for _ in &indices {
            self.bound -= 1;
        }
        let (body, limits) = lowered?;
        let head = Head::OpenSeries(
            series.kind,
            series.lower.as_ref().map(relations).unwrap_or_default(),
        );
        let slots = indices.iter().map(|(_, node)| self.graph.slots(*node));
        let runs = slots.fold(Variables::default(), Variables::union);
        self.opaque_series(series.kind, &head, body, &limits, (vector, runs))
    }

    /// The term and the limits of a series whose limits are not known.
    fn open_parts(&mut self, series: &Series) -> Result<(Node, Vec<Node>), Obstacle> {
        let mut limits = match &series.lower {
            Some(lower) => self.sides(lower)?,
            None => Vec::new(),
        };
        if let Some(upper) = &series.upper {
            limits.push(self.expr(upper)?);
        }
        Ok((self.expr(&series.body)?, limits))
    }

    /// Writes out a series of few terms: `m_1 + m_2 + m_3`.
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
}

/// The limits of an integral in a fixed order, with the sign that the exchange causes.
fn in_order([lower, upper]: [Node; 2]) -> (f64, Vec<Node>) {
    if lower <= upper {
        (1.0, vec![lower, upper])
    } else {
        (-1.0, vec![upper, lower])
    }
}

/// A series over several indices as a series of series: `\sum_i \sum_j` for `\sum_{i, j}` and `\sum_{i j}`, with the last
/// bound for all in `\sum_{i, j = 1}^3`.
fn nested(series: &Series) -> Option<Series> {
    let lower = series.lower.as_ref()?;
    let (Some(Expr::Tuple(Bracket::None, members) | Expr::Product(members)), []) =
        (&lower.first, lower.links.as_slice())
    else {
        return None;
    };
    let (last, others) = members.split_last()?;
    let (last, bound) = match last {
        Expr::Condition(last) => (last.first.as_ref()?, last.links.as_slice()),
        last => (last, [].as_slice()),
    };
    let over = |index: &Expr, body: Expr| Series {
        kind: series.kind,
        lower: Some(Formula {
            first: Some(index.clone()),
            links: bound.to_vec(),
            conditions: Vec::new(),
        }),
        upper: series.upper.clone(),
        body,
    };
    let mut indices = others.iter().chain([last]);
    if !indices.clone().all(|index| index.as_symbol().is_some()) {
        return None;
    }
    let first = indices.next()?;
    let inner = indices.rev().fold(series.body.clone(), |body, index| {
        Expr::Series(Box::new(over(index, body)))
    });
    Some(over(first, inner))
}

/// `\sum_{i < j}` for `\sum_{j > i}`.
fn ascending(series: &Series) -> Option<Series> {
    let lower = series.lower.as_ref()?;
    let (Some(greater @ Expr::Symbol(_)), [(relation, lesser @ Expr::Symbol(_))]) =
        (&lower.first, lower.links.as_slice())
    else {
        return None;
    };
    let relation = match relation {
        Relation::Greater => Relation::Less,
        Relation::GreaterOrEqual => Relation::LessOrEqual,
        _ => return None,
    };
    Some(Series {
        lower: Some(Formula::relation(lesser.clone(), relation, greater.clone())),
        ..series.clone()
    })
}

/// The indices of a series whose limits are not known: `i`; `i` and `j` for `i < j`; `m` for `m \ne n` and `m \in M`.
fn indices_of(series: &Series) -> Vec<&Symbol> {
    let Some(Formula {
        first: Some(first),
        links,
        ..
    }) = &series.lower
    else {
        return Vec::new();
    };
    match (first, links.as_slice()) {
        (first, [] | [(Relation::NotEqual | Relation::In, _)]) => {
            first.as_symbol().into_iter().collect()
        }
        (
            first,
            [
                (
                    Relation::Less
                    | Relation::LessOrEqual
                    | Relation::Greater
                    | Relation::GreaterOrEqual,
                    second,
                ),
            ],
        ) => [first, second]
            .into_iter()
            .filter_map(Expr::as_symbol)
            .collect(),
        _ => Vec::new(),
    }
}

fn without_primes(variable: &Symbol) -> Symbol {
    Symbol {
        primes: 0,
        ..variable.clone()
    }
}
