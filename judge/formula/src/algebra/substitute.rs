//! Replaces a variable by a node.

use std::collections::HashMap;

use super::graph::{Graph, Node, Op};
use super::variables::Variable;

impl Graph {
    /// The node with a variable replaced, except where an integral or series runs over it.
    pub(crate) fn substituted(&mut self, node: Node, slot: Variable, by: Node) -> Node {
        let mut known = HashMap::new();
        self.substitute(node, slot, by, &mut known)
    }

    fn substitute(
        &mut self,
        node: Node,
        slot: Variable,
        by: Node,
        known: &mut HashMap<Node, Node>,
    ) -> Node {
        if !self.slots(node).contains(slot) {
            return node;
        }
        if let Some(done) = known.get(&node) {
            return *done;
        }
        let mut inside = |graph: &mut Self, part: Node| graph.substitute(part, slot, by, known);
        let done = match self.op(node).clone() {
            Op::Number(_) | Op::Imaginary => node,
            Op::Variable(_) => by,
            Op::Sum(constant, terms) => {
                let one = self.number(1.0);
                let mut parts = vec![(constant.get(), one)];
                for (factor, term) in terms {
                    parts.push((factor.get(), inside(self, term)));
                }
                self.combination(&parts)
            }
            Op::Product(factors) => {
                let mut parts = Vec::with_capacity(factors.len());
                for (factor, exponent) in factors {
                    parts.push((inside(self, factor), exponent.get()));
                }
                self.monomial(&parts)
            }
            Op::Power(base, exponent) => {
                let (base, exponent) = (inside(self, base), inside(self, exponent));
                self.power(base, exponent)
            }
            Op::Map(map, of) => {
                let of = inside(self, of);
                self.map(map, of)
            }
            Op::Max(of) => {
                let of = of.iter().map(|member| inside(self, *member)).collect();
                self.maximum(of)
            }
            Op::Integral(bound, [lower, upper, body]) => {
                let (lower, upper) = (inside(self, lower), inside(self, upper));
                let body = if bound == slot {
                    body
                } else {
                    inside(self, body)
                };
                self.integral(bound, lower, upper, body)
            }
            Op::Series(bound, [first, last, term]) => {
                let (first, last) = (inside(self, first), inside(self, last));
                let term = if bound == slot {
                    term
                } else {
                    inside(self, term)
                };
                self.series(bound, first, last, term)
            }
        };
        known.insert(node, done);
        done
    }
}
