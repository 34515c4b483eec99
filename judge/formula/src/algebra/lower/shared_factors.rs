//! Divides by what all terms of an equation share.

use super::Lowering;
use crate::algebra::graph::Node;

impl Lowering<'_> {
    /// The factors that all terms of a node share.
    pub(crate) fn shared_factors(&self, difference: Node) -> Vec<(Node, f64)> {
        let graph = &self.graph;
        let (constant, terms) = graph.terms(difference);
        let factors: Vec<_> = terms.iter().map(|(_, term)| graph.factors(*term)).collect();
        let [first, rest @ ..] = factors.as_slice() else {
            return Vec::new();
        };
        if constant != 0.0 {
            return Vec::new();
        }
        let shared = |&(factor, exponent): &(Node, f64)| {
            let least = rest.iter().try_fold(exponent, |least, factors| {
                let own = factors.iter().find(|(node, _)| *node == factor);
                own.map(|(_, exponent)| least.min(*exponent))
            });
            least.map(|least| (factor, least))
        };
        first.iter().filter_map(shared).collect()
    }

    /// A node that must be 0, without the factors that all its terms share: `T \cos\theta = m g \cos\theta` is
    /// `T = m g`.
    pub(crate) fn divided(&mut self, difference: Node) -> Node {
        let units = self.symbols.units();
        let shared = self.shared_factors(difference);
        let graph = &mut self.graph;
        let terms = graph.terms(difference).1;
        let divides =
            |(factor, least): &(Node, f64)| *least > 0.0 && !graph.slots(*factor).intersects(units);
        let shared = shared.into_iter().filter(divides);
        let divisor: Vec<(Node, f64)> = shared.map(|(factor, least)| (factor, -least)).collect();
        if divisor.is_empty() || terms.len() < 2 {
            return difference;
        }
        let parts: Vec<(f64, Node)> = terms
            .iter()
            .map(|(by, term)| {
                (
                    *by,
                    graph.monomial(&[&[(*term, 1.0)], divisor.as_slice()].concat()),
                )
            })
            .collect();
        graph.combination(&parts)
    }
}
