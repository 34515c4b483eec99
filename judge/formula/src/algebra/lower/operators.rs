//! Lowers products whose factors must keep their order (operators, kets and bras) and commutators.

use super::{Head, Lowered, Lowering, MAX_TERMS, Obstacle};
use crate::algebra::graph::{Node, Op};
use crate::tree::{Expr, Function, Sign, Term};

/// A power up to this exponent is written out as factors.
pub(super) const MAX_POWER: u8 = 8;

/// A term: a number, a scalar and the factors that must keep their order.
struct Word {
    by: f64,
    scalar: Node,
    factors: Vec<Node>,
}

impl Lowering<'_> {
    /// The factors of a product. If several must keep their order, they are multiplied out to one factor:
    /// `\hat a^\dagger \hat a` is not `\hat a \hat a^\dagger`.
    pub(super) fn ordered(&mut self, factors: &[Expr]) -> Result<Vec<(Node, f64)>, Obstacle> {
        let mut parts = Vec::with_capacity(factors.len());
        let mut ordered = Vec::new();
        for factor in factors {
            let node = self.expr(factor)?;
            if self.is_ordered(node) {
                ordered.push(node);
            } else {
                parts.push((node, 1.0));
            }
        }
        match ordered.as_slice() {
            [] => {}
            [one] => parts.push((*one, 1.0)),
            _ => parts.push((self.in_order(&ordered)?, 1.0)),
        }
        Ok(parts)
    }

    /// `|\uparrow\rangle \otimes |\downarrow\rangle` is the product of the two; a tensor product of other
    /// factors stays opaque.
    pub(super) fn tensor(&mut self, factors: Vec<Node>) -> Lowered {
        if factors.iter().all(|factor| self.is_ordered(*factor)) {
            return self.in_order(&factors);
        }
        let product = self.opaque(&Head::Function(Function::Tensor), factors, false)?;
        self.symbols.mark_ordered(self.graph.slots(product));
        Ok(product)
    }

    pub(super) fn is_ordered(&self, node: Node) -> bool {
        let slots = self.graph.slots(node);
        slots.intersects(self.symbols.ordered())
    }

    /// The product of factors in their given order.
    pub(super) fn in_order(&mut self, factors: &[Node]) -> Lowered {
        let one = self.graph.number(1.0);
        let mut product = vec![Word {
            by: 1.0,
            scalar: one,
            factors: Vec::new(),
        }];
        for factor in factors {
            let words = self.words(*factor);
            if product.len() * words.len() > MAX_TERMS {
                return self.opaque_product(factors.to_vec());
            }
            let mut longer = Vec::with_capacity(product.len() * words.len());
            for left in &product {
                for right in &words {
                    longer.push(Word {
                        by: left.by * right.by,
                        scalar: self.graph.product(left.scalar, right.scalar),
                        factors: [left.factors.as_slice(), &right.factors].concat(),
                    });
                }
            }
            product = longer;
        }
        let mut terms = Vec::with_capacity(product.len());
        for word in product {
            let value = self.opaque_product(word.factors)?;
            terms.push((word.by, self.graph.product(word.scalar, value)));
        }
        Ok(self.graph.combination(&terms))
    }

    /// An opaque product of factors. Brackets of a bra and a ket are numbers and are moved out; repeated
    /// factors become powers.
    fn opaque_product(&mut self, factors: Vec<Node>) -> Lowered {
        let [mut parts, factors] = self.brackets(factors)?;
        if !factors.is_empty() {
            parts.push(self.uncommuting(factors)?);
        }
        let parts: Vec<(Node, f64)> = parts.into_iter().map(|part| (part, 1.0)).collect();
        Ok(self.graph.monomial(&parts))
    }

    fn uncommuting(&mut self, factors: Vec<Node>) -> Lowered {
        if factors.windows(2).all(|pair| pair[0] == pair[1]) {
            let powers: Vec<(Node, f64)> = factors.into_iter().map(|node| (node, 1.0)).collect();
            return Ok(self.graph.monomial(&powers));
        }
        let product = self.opaque(&Head::Ordered, factors, false)?;
        self.symbols.mark_ordered(self.graph.slots(product));
        Ok(product)
    }

    /// Splits a node into a sum of ordered products.
    fn words(&mut self, node: Node) -> Vec<Word> {
        let one = self.graph.number(1.0);
        let (constant, terms) = self.graph.terms(node);
        let mut words = Vec::with_capacity(terms.len() + 1);
        if constant != 0.0 {
            words.push(Word {
                by: constant,
                scalar: one,
                factors: Vec::new(),
            });
        }
        for (by, term) in terms {
            let (ordered, scalar) = self.parted(term, Self::is_ordered);
            match ordered.as_slice() {
                [(inner, power)]
                    if (*power - 1.0).abs() == 0.0
                        && matches!(self.graph.op(*inner), Op::Sum(..)) =>
                {
                    for word in self.words(*inner) {
                        words.push(Word {
                            by: by * word.by,
                            scalar: self.graph.product(scalar, word.scalar),
                            factors: word.factors,
                        });
                    }
                }
                _ => words.push(Word {
                    by,
                    scalar,
                    factors: self.spelled_out(&ordered),
                }),
            }
        }
        words
    }

    /// Writes out ordered factors with powers as a list of single factors.
    fn spelled_out(&mut self, factors: &[(Node, f64)]) -> Vec<Node> {
        let mut list = Vec::new();
        for &(node, power) in factors {
            let mut left = power;
            if power.fract() == 0.0 && (1.0..=f64::from(MAX_POWER)).contains(&power) {
                while left > 0.0 {
                    match self.factors_of(node) {
                        Some(factors) => list.extend(factors),
                        None => list.push(node),
                    }
                    left -= 1.0;
                }
            } else {
                list.push(self.graph.monomial(&[(node, power)]));
            }
        }
        list
    }

    /// The factors of a node that is an ordered product.
    fn factors_of(&self, node: Node) -> Option<Vec<Node>> {
        match self.as_opaque(node)? {
            (Head::Ordered, arguments) => Some(arguments.to_vec()),
            _ => None,
        }
    }

    /// `[\hat A, \hat B]`, which is `\hat A\hat B - \hat B\hat A`, and `\{\hat A, \hat B\}` with a plus. `None` for an
    /// interval and a set, and where one of them is no operator.
    pub(super) fn commutator(&mut self, members: &[Expr], sign: Sign) -> Option<Lowered> {
        let [left, right] = members else {
            return None;
        };
        let is_operator =
            |part: &Expr| matches!(part, Expr::Symbol(symbol) if self.survey.is_operator(symbol));
        if !left.any(is_operator) || !right.any(is_operator) {
            return None;
        }
        let product =
            |first: &Expr, second: &Expr| Expr::Product(vec![first.clone(), second.clone()]);
        let term = |sign, value| Term { sign, value };
        Some(self.expr(&Expr::Sum(vec![
            term(Sign::Plus, product(left, right)),
            term(sign, product(right, left)),
        ])))
    }
}
