//! Judges two equations: by their solutions or, if those do not decide, by their sides.

use super::{Judge, JudgeResult};
use crate::algebra::complex::Complex;
use crate::algebra::graph::{Node, Op};
use crate::algebra::trials::{Equation, Scale};
use crate::algebra::variables::Variables;
use crate::same::reason::Reason;
use crate::same::statement::LoweredSides;
use crate::same::trial_evidence::Verdict;
use crate::same::{diagnose, equation};

impl Judge<'_> {
    pub(super) fn equations(&mut self, sides: &LoweredSides) -> JudgeResult {
        let ([a, b], [c, d]) = (sides.reference.as_slice(), sides.answer.as_slice()) else {
            return (false, 0, Reason::Differ { symbol: None });
        };
        if (a, b) == (d, c) {
            return (true, 0, Reason::Identical);
        }
        let left = self.lowering.graph.difference(*a, *b);
        let right = self.lowering.graph.difference(*c, *d);
        let [one, other] = [left, right].map(|difference| self.states_divided_out(difference));
        if !one.is_empty() && !other.is_empty() && !one.intersects(other) {
            return self.found(Verdict::Different(None), 0, sides);
        }
        let (left, right) = (self.lowering.divided(left), self.lowering.divided(right));
        let (left, right) = self.shown(left, right);
        let fixed = self.lowering.symbols.units();
        let graph = &self.lowering.graph;
        let slots = graph.slots(left).union(graph.slots(right)).without(fixed);
        if slots.is_empty() {
            return self.numbers(sides);
        }
        self.choose_targets(slots);
        let graph = &self.lowering.graph;
        // If each has a symbol that the other lacks, neither equation follows from the other.
        let (of_left, of_right) = (graph.slots(left), graph.slots(right));
        let apart = !of_left.without(of_right).without(fixed).is_empty()
            && !of_right.without(of_left).without(fixed).is_empty();
        if apart && fixed.is_empty() {
            return self.found(Verdict::Different(None), 0, sides);
        }
        let (mut reference, mut answer) = (self.equation(left), self.equation(right));
        let mut trials = self.trials();
        if self.targets.len() == 1 {
            trials.figures = self.context.significant_figures;
            trials.shown_in = self.shown_in.clone();
        }
        trials.in_integrals = self.lowering.in_integrals();
        let mut targets = self.targets.clone();
        trials.stream.shuffle(&mut targets);
        let (verdict, made) = equation::compare(&mut trials, &mut reference, &mut answer, &targets);
        match verdict {
            Verdict::Equivalent if apart => self.found(Verdict::Different(None), made, sides),
            Verdict::OnlyZero if !apart && self.same_at_zero(sides) => {
                self.found(Verdict::Equivalent, made, sides)
            }
            Verdict::Different(Some(target)) => {
                let reason = diagnose::equations(
                    &mut trials,
                    graph,
                    (&mut reference, &mut answer),
                    left,
                    sides,
                    target,
                );
                (false, made, reason)
            }
            Verdict::Identity(true, true) => self.identities(sides),
            verdict => self.found(verdict, made, sides),
        }
    }

    /// The vectors and states among the factors that all terms of a node share. Nobody divides by them as by a number:
    /// `A\vec v_1 = \lambda\vec v_1` is not `A\vec v_2 = \lambda\vec v_2`.
    fn states_divided_out(&self, difference: Node) -> Variables {
        let shared = self.lowering.shared_factors(difference);
        let slots = shared
            .iter()
            .map(|(factor, _)| self.lowering.graph.slots(*factor));
        self.lowering
            .states(slots.fold(Variables::default(), Variables::union))
    }

    /// Two products that must be 0. From the one with additional symbols, removes the factors that contain them: it
    /// states for all their values that the rest is 0.
    fn shown(&mut self, left: Node, right: Node) -> (Node, Node) {
        let graph = &self.lowering.graph;
        let foreign = |one: Node, other: Node| graph.slots(one).without(graph.slots(other));
        let (of_left, of_right) = (foreign(left, right), foreign(right, left));
        if !of_left.is_empty() && of_right.is_empty() {
            (self.without(left, of_left), right)
        } else if of_left.is_empty() && !of_right.is_empty() {
            (left, self.without(right, of_right))
        } else {
            (left, right)
        }
    }

    /// A product without its factors that contain these symbols, if others are left.
    fn without(&mut self, difference: Node, foreign: Variables) -> Node {
        let graph = &mut self.lowering.graph;
        let Some(product) = graph.coefficient(difference).1 else {
            return difference;
        };
        let mut factors = graph.factors(product);
        // A sum has roots of its own: `(x - a)(x - b) = 0` is not `x = a`.
        let is_sum = |factor: Node| matches!(graph.op(factor), Op::Sum(..));
        factors.retain(|(factor, _)| is_sum(*factor) || !graph.slots(*factor).intersects(foreign));
        if factors.is_empty() {
            return difference;
        }
        graph.monomial(&factors)
    }

    /// Two equations that always hold are equivalent if their sides agree.
    fn identities(&self, sides: &LoweredSides) -> JudgeResult {
        let (same, made) = self.sides_agree(sides, true);
        let reason = if same {
            Reason::Agree
        } else {
            Reason::BothAlwaysTrue
        };
        (same, made, reason)
    }

    /// Whether two equations that hold only where a quantity is 0 are equivalent: `m \ddot x = 0` is `\ddot x = 0`,
    /// as dividing by a nonzero quantity is allowed. But `2 m = 3 m` is a mistake, not the statement that there is no
    /// mass: such equations are equivalent if their sides are.
    fn same_at_zero(&self, sides: &LoweredSides) -> bool {
        let graph = &self.lowering.graph;
        let is_zero = |node: &Node| graph.as_number(*node) == Some(0.0);
        sides.reference.iter().chain(&sides.answer).any(is_zero) || self.same_ratio(sides)
    }

    /// Whether the sides of both equations are in the same ratio.
    fn same_ratio(&self, sides: &LoweredSides) -> bool {
        let ([a, b], [c, d]) = (sides.reference.as_slice(), sides.answer.as_slice()) else {
            return false;
        };
        let graph = &self.lowering.graph;
        let mut sides = [a, b, c, d].map(|node| Equation::new(graph, *node));
        let mut trials = self.trials();
        let (mut straight, mut swapped, mut seen) = (true, true, 0);
        for trial in 0..trials.parameters.max_trials {
            trials.draw(Scale::of_trial(trial, false));
            let [a, b, c, d] = sides.each_mut().map(|side| trials.value(side));
            let same = |left: Complex, right: Complex| {
                (left - right).norm() <= trials.parameters.tolerance * left.norm()
            };
            if [a, b, c, d].into_iter().all(Complex::is_finite) {
                straight &= same(a * d, b * c);
                swapped &= same(a * c, b * d);
                seen += 1;
            }
            if seen >= trials.parameters.needed || !(straight || swapped) {
                break;
            }
        }
        seen > 0 && (straight || swapped)
    }

    /// Equations without symbols: their sides must agree as numbers.
    fn numbers(&mut self, sides: &LoweredSides) -> JudgeResult {
        let (same, made) = self.sides_agree(sides, true);
        if same {
            return (true, made, Reason::Agree);
        }
        let holds = |nodes: &[Node]| match nodes {
            [a, b] => self.values(*a, *b).0 == Verdict::Equivalent,
            _ => false,
        };
        let reason = match (holds(&sides.reference), holds(&sides.answer)) {
            (true, true) => Reason::BothAlwaysTrue,
            (false, false) => Reason::Differ { symbol: None },
            _ => Reason::OneAlwaysTrue,
        };
        (false, made, reason)
    }
}
