//! Makes nodes: sums collect like terms, products collect like factors, and factors that do not depend on the
//! variable of an integral are moved in front of it.

use super::{Bits, Graph, Map, Node, Op};
use crate::algebra::complex::Complex;
use crate::algebra::variables::Variable;

/// Up to this argument the value of the gamma function fits into a float.
const LARGEST_GAMMA: f64 = 171.0;

/// The largest exponent of e whose power fits into a float.
const LARGEST_EXPONENT: f64 = 700.0;

/// A sum of numbers that is smaller than this part of its terms is only rounding.
const LEFT_OVER: f64 = 4.0 * f64::EPSILON;

/// Powers of sums are multiplied out up to this exponent.
const MOST_POWER: f64 = 4.0;

/// A number, and factors with their exponents.
type Monomial = (f64, Vec<(Node, f64)>);

/// A running sum of numbers.
#[derive(Debug, Default, Clone, Copy)]
struct Collected {
    sum: f64,
    /// The sum of the absolute values.
    size: f64,
}

impl Collected {
    fn add(&mut self, number: f64) {
        self.sum += number;
        self.size += number.abs();
    }

    /// The sum; 0 if it is only what rounding leaves, as in `3 a - 5 \cdot \frac{3}{5} a`.
    fn sum(self) -> f64 {
        if self.size.is_finite() && self.sum.abs() <= LEFT_OVER * self.size {
            0.0
        } else {
            self.sum
        }
    }
}

impl Graph {
    /// `Σ coefficient · node`
    pub(crate) fn combination(&mut self, parts: &[(f64, Node)]) -> Node {
        let mut constant = Collected::default();
        let mut flat: Vec<(Node, f64)> = Vec::with_capacity(parts.len());
        for &(by, part) in parts {
            match self.op(part) {
                Op::Number(number) => constant.add(by * number.get()),
                Op::Sum(inner, members) => {
                    constant.add(by * inner.get());
                    for (factor, member) in members {
                        flat.push((*member, by * factor.get()));
                    }
                }
                _ => flat.push((part, by)),
            }
        }
        let constant = constant.sum();
        self.collected += flat.len() as u64;
        // Like terms stand together then, each in the order in which they came.
        flat.sort_by_key(|(node, _)| *node);
        let alike = flat.chunk_by(|(one, _), (other, _)| one == other);
        let terms = alike.map(|same| {
            let mut sum = Collected::default();
            for (_, by) in same {
                sum.add(*by);
            }
            (same[0].0, sum.sum())
        });
        let terms: Vec<(Node, f64)> = terms.filter(|(_, by)| *by != 0.0).collect();
        match terms.as_slice() {
            [] => self.number(constant),
            [(node, by)] if constant == 0.0 && (*by - 1.0).abs() == 0.0 => *node,
            _ => {
                let terms = terms
                    .into_iter()
                    .map(|(node, by)| (Bits::of(by), node))
                    .collect();
                self.add(Op::Sum(Bits::of(constant), terms))
            }
        }
    }

    pub(crate) fn sum(&mut self, left: Node, right: Node) -> Node {
        self.combination(&[(1.0, left), (1.0, right)])
    }

    pub(crate) fn difference(&mut self, left: Node, right: Node) -> Node {
        self.combination(&[(1.0, left), (-1.0, right)])
    }

    pub(crate) fn scaled(&mut self, by: f64, node: Node) -> Node {
        self.combination(&[(by, node)])
    }

    /// Splits a node into its numeric coefficient and the rest: `(2, x)` for `2x`.
    pub(crate) fn coefficient(&self, node: Node) -> (f64, Option<Node>) {
        match self.op(node) {
            Op::Number(number) => (number.get(), None),
            Op::Sum(constant, terms) if constant.get() == 0.0 && terms.len() == 1 => {
                (terms[0].0.get(), Some(terms[0].1))
            }
            _ => (1.0, Some(node)),
        }
    }

    /// Splits a node into a constant and terms with their numeric coefficients.
    pub(crate) fn terms(&self, node: Node) -> (f64, Vec<(f64, Node)>) {
        match self.op(node) {
            Op::Number(number) => (number.get(), Vec::new()),
            Op::Sum(constant, terms) => (
                constant.get(),
                terms.iter().map(|(by, node)| (by.get(), *node)).collect(),
            ),
            _ => (0.0, vec![(1.0, node)]),
        }
    }

    /// Multiplies out the sums among the factors of a node's terms, if that makes at most `most` terms.
    pub(crate) fn multiplied_out(&mut self, node: Node, most: usize) -> Node {
        // Most nodes have none, and each is seen once for each operation applied to it.
        let has_sum = |(_, term): &(f64, Node)| {
            let mut factors = self.factors(*term).into_iter();
            factors.any(|(factor, exponent)| self.is_sum_to_a_power(factor, exponent))
        };
        let (_, terms) = self.terms(node);
        if !terms.iter().any(has_sum) {
            return node;
        }
        let Some(monomials) = self.monomials(node, most) else {
            return node;
        };
        let parts: Vec<(f64, Node)> = monomials
            .into_iter()
            .map(|(by, factors)| (by, self.monomial(&factors)))
            .collect();
        self.combination(&parts)
    }

    fn monomials(&self, node: Node, most: usize) -> Option<Vec<Monomial>> {
        let (constant, terms) = self.terms(node);
        let mut found: Vec<Monomial> = Vec::new();
        if constant != 0.0 {
            found.push((constant, Vec::new()));
        }
        for (by, term) in terms {
            let mut products: Vec<Monomial> = vec![(by, Vec::new())];
            for (factor, exponent) in self.factors(term) {
                if !self.is_sum_to_a_power(factor, exponent) {
                    for (_, factors) in &mut products {
                        factors.push((factor, exponent));
                    }
                    continue;
                }
                let members = self.monomials(factor, most)?;
                let mut times = exponent;
                while times > 0.0 {
                    if products.len() * members.len() > most {
                        return None;
                    }
                    let pairs = products.iter().flat_map(|(by, factors)| {
                        members.iter().map(move |(also, others)| {
                            (by * also, [factors.as_slice(), others].concat())
                        })
                    });
                    products = pairs.collect();
                    times -= 1.0;
                }
            }
            found.extend(products);
        }
        (found.len() <= most).then_some(found)
    }

    /// Whether a factor is a sum to a power small enough to be multiplied out.
    fn is_sum_to_a_power(&self, factor: Node, exponent: f64) -> bool {
        matches!(self.op(factor), Op::Sum(..))
            && (1.0..=MOST_POWER).contains(&exponent)
            && exponent.fract() == 0.0
    }

    /// Splits a node into factors with their exponents.
    pub(crate) fn factors(&self, node: Node) -> Vec<(Node, f64)> {
        match self.op(node) {
            Op::Product(factors) => {
                let factors = factors.iter();
                factors.map(|(node, by)| (*node, by.get())).collect()
            }
            _ => vec![(node, 1.0)],
        }
    }

    /// `Π node^exponent`
    pub(crate) fn monomial(&mut self, parts: &[(Node, f64)]) -> Node {
        let mut number = 1.0;
        let mut factors: Vec<(Node, f64)> = Vec::with_capacity(parts.len());
        let mut add =
            |node: Node, by: f64| match factors.iter_mut().find(|(factor, _)| *factor == node) {
                Some((_, sum)) => *sum += by,
                None => factors.push((node, by)),
            };
        for &(part, exponent) in parts {
            let whole = exponent.fract() == 0.0;
            let (before, rest) = self.coefficient(part);
            // A negative number may not be moved out of a root.
            let (before, rest) = if before > 0.0 || whole {
                (before, rest)
            } else {
                (1.0, Some(part))
            };
            number *= if whole && exponent.abs() < 1024.0 {
                Complex::real(before).pow(Complex::real(exponent)).re
            } else {
                libm::pow(before, exponent)
            };
            match rest.map(|rest| (rest, self.op(rest))) {
                None => {}
                Some((_, Op::Product(members))) if whole => {
                    for (member, inner) in members {
                        add(*member, inner.get() * exponent);
                    }
                }
                Some((rest, _)) => add(rest, exponent),
            }
        }
        self.collected += factors.len() as u64;
        factors.retain(|(_, by)| *by != 0.0);
        if factors.iter().any(|(node, _)| self.is_beyond(*node)) {
            let mut exponent = 0.0;
            factors.retain(|(node, by)| match self.exponent(*node) {
                Some(of) => {
                    exponent += of * by;
                    false
                }
                None => true,
            });
            if exponent.abs() <= LARGEST_EXPONENT {
                number *= libm::exp(exponent);
            } else {
                let exponent = self.number(exponent);
                factors.push((self.map(Map::Exp, exponent), 1.0));
            }
        }
        factors.sort_unstable_by_key(|(node, _)| *node);
        if number == 0.0 {
            return self.number(0.0);
        }
        let product = match factors.as_slice() {
            [] => return self.number(number),
            [(node, by)] if (*by - 1.0).abs() == 0.0 => *node,
            _ => {
                let factors = factors
                    .into_iter()
                    .map(|(node, by)| (node, Bits::of(by)))
                    .collect();
                self.add(Op::Product(factors))
            }
        };
        self.scaled(number, product)
    }

    pub(crate) fn product(&mut self, left: Node, right: Node) -> Node {
        self.monomial(&[(left, 1.0), (right, 1.0)])
    }

    pub(crate) fn quotient(&mut self, above: Node, below: Node) -> Node {
        self.monomial(&[(above, 1.0), (below, -1.0)])
    }

    pub(crate) fn power(&mut self, base: Node, exponent: Node) -> Node {
        match self.as_number(exponent) {
            Some(exponent) if exponent.is_finite() => self.monomial(&[(base, exponent)]),
            _ => self.add(Op::Power(base, exponent)),
        }
    }

    pub(crate) fn map(&mut self, map: Map, of: Node) -> Node {
        match self.op(of) {
            Op::Map(Map::Exp, exponent)
                if map == Map::Ln && self.as_number(*exponent).is_some() =>
            {
                *exponent
            }
            _ => self.add(Op::Map(map, of)),
        }
    }

    /// The gamma function. For an argument whose value does not fit into a float, the exponential of its
    /// logarithm, so that `200!/198!` is still a number.
    pub(crate) fn gamma(&mut self, of: Node) -> Node {
        match self.as_number(of) {
            Some(number) if number > LARGEST_GAMMA && number.is_finite() => {
                let exponent = self.number(libm::lgamma(number));
                self.map(Map::Exp, exponent)
            }
            _ => self.map(Map::Gamma, of),
        }
    }

    /// Whether a node is e to a numeric power that does not fit into a float.
    pub(crate) fn is_beyond(&self, node: Node) -> bool {
        self.exponent(node)
            .is_some_and(|exponent| exponent.abs() > LARGEST_EXPONENT)
    }

    /// The exponent of a node that is e to a numeric power.
    fn exponent(&self, node: Node) -> Option<f64> {
        match self.op(node) {
            Op::Map(Map::Exp, exponent) => self.as_number(*exponent),
            _ => None,
        }
    }

    pub(crate) fn maximum(&mut self, mut of: Vec<Node>) -> Node {
        of.sort_unstable();
        of.dedup();
        if of.len() == 1 {
            return of[0];
        }
        self.add(Op::Max(of.into()))
    }

    /// The factors of a node that depend on `slot`, and those that do not.
    pub(crate) fn split(&mut self, node: Node, slot: Variable) -> (Node, Node) {
        let (number, rest) = self.coefficient(node);
        let number = self.number(number);
        let Some(rest) = rest else {
            let one = self.number(1.0);
            return (one, number);
        };
        let (inside, mut outside): (Vec<_>, Vec<_>) = self
            .factors(rest)
            .into_iter()
            .partition(|(node, _)| self.slots(*node).contains(slot));
        outside.push((number, 1.0));
        (self.monomial(&inside), self.monomial(&outside))
    }

    /// A definite integral, with the factors that do not depend on its variable moved in front.
    pub(crate) fn integral(
        &mut self,
        slot: Variable,
        lower: Node,
        upper: Node,
        body: Node,
    ) -> Node {
        let (inside, outside) = self.split(body, slot);
        let ends = [lower, upper].map(|limit| self.as_number(limit));
        let endless = ends.iter().flatten().any(|end| !end.is_finite());
        let integral = if endless || self.slots(inside).contains(slot) {
            self.add(Op::Integral(slot, [lower, upper, inside]))
        } else {
            self.difference(upper, lower)
        };
        self.product(integral, outside)
    }

    pub(crate) fn series(&mut self, slot: Variable, first: Node, last: Node, term: Node) -> Node {
        let (inside, outside) = self.split(term, slot);
        let series = self.add(Op::Series(slot, [first, last, inside]));
        self.product(series, outside)
    }
}
