//! Derivatives of the nodes of a graph, by the rules of calculus.

use std::collections::HashMap;

use super::graph::{Graph, Map, Node, Op};
use super::variables::Variable;

/// The derivative of `node` by `slot`; `None` where a rule is missing.
pub(crate) fn derive(graph: &mut Graph, node: Node, slot: Variable) -> Option<Node> {
    step(graph, node, slot, &mut HashMap::new())
}

/// Makes each node's derivative once. Without this, a part that occurs often would be differentiated as
/// often.
fn step(
    graph: &mut Graph,
    node: Node,
    slot: Variable,
    known: &mut HashMap<Node, Option<Node>>,
) -> Option<Node> {
    if let Some(derivative) = known.get(&node) {
        return *derivative;
    }
    let derivative = by_rule(graph, node, slot, known);
    known.insert(node, derivative);
    derivative
}

fn by_rule(
    graph: &mut Graph,
    node: Node,
    slot: Variable,
    known: &mut HashMap<Node, Option<Node>>,
) -> Option<Node> {
    if !graph.slots(node).contains(slot) {
        return Some(graph.number(0.0));
    }
    match graph.op(node).clone() {
        Op::Variable(_) => Some(graph.number(1.0)),
        Op::Sum(_, terms) => {
            let mut parts = Vec::with_capacity(terms.len());
            for (by, term) in terms {
                parts.push((by.get(), step(graph, term, slot, known)?));
            }
            Some(graph.combination(&parts))
        }
        Op::Product(factors) => {
            let mut parts = Vec::new();
            for (factor, by) in &factors {
                if graph.slots(*factor).contains(slot) {
                    let slope = step(graph, *factor, slot, known)?;
                    let rest = graph.monomial(&[(node, 1.0), (*factor, -1.0), (slope, 1.0)]);
                    parts.push((by.get(), rest));
                }
            }
            Some(graph.combination(&parts))
        }
        Op::Power(base, exponent) => {
            let of_base = step(graph, base, slot, known)?;
            let of_exponent = step(graph, exponent, slot, known)?;
            let log = graph.map(Map::Ln, base);
            let first = graph.product(of_exponent, log);
            let second = graph.monomial(&[(exponent, 1.0), (of_base, 1.0), (base, -1.0)]);
            let rate = graph.sum(first, second);
            Some(graph.product(node, rate))
        }
        Op::Map(map, of) => {
            let inner = step(graph, of, slot, known)?;
            let outer = slope(graph, map, of, node)?;
            Some(graph.product(outer, inner))
        }
        Op::Number(_) | Op::Imaginary | Op::Max(_) | Op::Integral(..) | Op::Series(..) => None,
    }
}

/// The derivative of the function `map` at `of`, where it has the value `value`.
fn slope(graph: &mut Graph, map: Map, of: Node, value: Node) -> Option<Node> {
    // 1 + a x²
    let with_square = |graph: &mut Graph, constant: f64, by: f64, x: Node| {
        let square = graph.monomial(&[(x, 2.0)]);
        let constant = graph.number(constant);
        graph.combination(&[(1.0, constant), (by, square)])
    };
    Some(match map {
        Map::Exp => value,
        Map::Ln => graph.monomial(&[(of, -1.0)]),
        Map::Sin => graph.map(Map::Cos, of),
        Map::Cos => {
            let sine = graph.map(Map::Sin, of);
            graph.scaled(-1.0, sine)
        }
        Map::Tan => with_square(graph, 1.0, 1.0, value),
        Map::Asin | Map::Acos => {
            let inside = with_square(graph, 1.0, -1.0, of);
            let rate = graph.monomial(&[(inside, -0.5)]);
            graph.scaled(if map == Map::Asin { 1.0 } else { -1.0 }, rate)
        }
        Map::Atan => {
            let inside = with_square(graph, 1.0, 1.0, of);
            graph.monomial(&[(inside, -1.0)])
        }
        Map::Sinh => graph.map(Map::Cosh, of),
        Map::Cosh => graph.map(Map::Sinh, of),
        Map::Tanh => with_square(graph, 1.0, -1.0, value),
        Map::Asinh => {
            let inside = with_square(graph, 1.0, 1.0, of);
            graph.monomial(&[(inside, -0.5)])
        }
        Map::Acosh => {
            let inside = with_square(graph, -1.0, 1.0, of);
            graph.monomial(&[(inside, -0.5)])
        }
        Map::Atanh => {
            let inside = with_square(graph, 1.0, -1.0, of);
            graph.monomial(&[(inside, -1.0)])
        }
        Map::Abs => graph.map(Map::Sign, of),
        Map::Erf => {
            let square = graph.monomial(&[(of, 2.0)]);
            let exponent = graph.scaled(-1.0, square);
            let bell = graph.map(Map::Exp, exponent);
            graph.scaled(2.0 / libm::sqrt(std::f64::consts::PI), bell)
        }
        Map::Sign | Map::Re | Map::Im | Map::Arg | Map::Gamma | Map::Floor | Map::Ceiling => {
            return None;
        }
    })
}
