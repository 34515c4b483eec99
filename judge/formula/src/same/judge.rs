//! Judges two statements of one kind: as expressions, equations, inequalities or proportions.

mod equations;

use super::diagnose;
use super::expression;
use super::form::Form;
use super::inequality;
use super::reason::Reason;
use super::statement::{AnswerStatement, LoweredSides, parameters, trials};
use super::trial_evidence::Verdict;
use crate::algebra::context::Context;
use crate::algebra::graph::{Node, Op};
use crate::algebra::lower::Lowering;
use crate::algebra::trials::{Equation, Scale, Trials};
use crate::algebra::variables::{Variable, Variables};
use crate::notation::units::Unit;

/// Whether two statements are the same, the trials made and why.
pub(super) type JudgeResult = (bool, u32, Reason);

/// Two statements in one graph.
pub(super) struct Judge<'a> {
    lowering: Lowering<'a>,
    context: &'a Context,
    targets: Vec<Variable>,
    /// The unit in which the reference gives a number.
    shown_in: Unit,
    written: &'a AnswerStatement<'a>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(
        lowering: Lowering<'a>,
        context: &'a Context,
        written: &'a AnswerStatement<'a>,
    ) -> Self {
        Self {
            lowering,
            context,
            targets: Vec::new(),
            shown_in: Unit::one(),
            written,
        }
    }

    pub(super) fn forms(
        &mut self,
        left: Form<'_>,
        right: Form<'_>,
        sides: &LoweredSides,
    ) -> JudgeResult {
        if self.lowering.graph.overflows(self.lowering.infinity) {
            return (false, 0, Reason::TooLarge);
        }
        if sides.reference == sides.answer && left.relates_as(right) {
            // `\frac{d}{dx} e^x = e^x` says more than `e^x = e^x`.
            let always = matches!(sides.reference.as_slice(), [a, b] if a == b);
            if always && self.lowering.differentiated {
                return (false, 0, Reason::BothAlwaysTrue);
            }
            return (true, 0, Reason::Identical);
        }
        let mut units = left
            .sides()
            .into_iter()
            .map(|side| self.lowering.unit_of(side));
        self.shown_in = units
            .find(|unit| *unit != Unit::one())
            .unwrap_or_else(Unit::one);
        match (left, right) {
            (Form::Expression(_), Form::Expression(_)) => self.expressions(sides),
            (Form::Equation(..), Form::Equation(..)) | (Form::NotEqual(..), Form::NotEqual(..)) => {
                self.equations(sides)
            }
            (
                Form::Inequality(_, _, equal, much),
                Form::Inequality(_, _, other_equal, other_much),
            ) => {
                if much != other_much {
                    return (false, 0, Reason::Differ { symbol: None });
                }
                let (equivalent, trials, reason) = self.inequalities(sides);
                if equivalent && equal != other_equal {
                    return (false, trials, Reason::Strictness);
                }
                (equivalent, trials, reason)
            }
            (Form::Proportional(..), Form::Proportional(..)) => self.proportionals(sides),
            (Form::Other(relation, ..), Form::Other(other, ..)) if relation == other => {
                self.pairwise(sides)
            }
            (left, right) => (
                false,
                0,
                Reason::Shape {
                    reference: left.shape(),
                    answer: right.shape(),
                },
            ),
        }
    }

    /// The draws and the budget for a comparison of this pair.
    fn trials(&self) -> Trials<'_> {
        let mut trials = trials(
            &self.lowering,
            self.context,
            self.written.stream(self.context),
        );
        // A limit already evaluates at large numbers.
        if !trials.magnitudes.is_empty() && self.lowering.in_limits.is_empty() {
            let graph = &self.lowering.graph;
            for node in graph.nodes() {
                if matches!(graph.op(node), Op::Integral(..)) {
                    trials.hidden = trials.hidden.union(graph.slots(node));
                }
            }
        }
        trials
    }

    fn expressions(&mut self, sides: &LoweredSides) -> JudgeResult {
        let (Some(&left), Some(&right)) = (sides.reference.first(), sides.answer.first()) else {
            return (false, 0, Reason::Differ { symbol: None });
        };
        match self.values(left, right) {
            (Verdict::Different(_), made) => {
                let mut trials = self.trials();
                let reason = diagnose::expressions(&mut trials, &self.lowering.graph, sides);
                (false, made, reason)
            }
            (verdict, made) => self.found(verdict, made, sides),
        }
    }

    /// The result for a verdict, if nothing more is to be found out.
    fn found(&self, verdict: Verdict, made: u32, sides: &LoweredSides) -> JudgeResult {
        let reason = match verdict {
            Verdict::Equivalent => return (true, made, Reason::Agree),
            Verdict::Different(_) | Verdict::OnlyZero => {
                let symbols = self.symbols_differ(sides);
                symbols.unwrap_or(Reason::Differ { symbol: None })
            }
            Verdict::Identity(..) => self.symbols_differ(sides).unwrap_or(Reason::OneAlwaysTrue),
            Verdict::Opposite => Reason::Direction,
            Verdict::Undecided(succeeded) => Reason::Undecided {
                succeeded,
                needed: parameters(&self.lowering, self.context).needed,
            },
            Verdict::TooLarge => Reason::TooLarge,
        };
        (false, made, reason)
    }

    /// The symbols that only one of the two has, if there are any.
    fn symbols_differ(&self, sides: &LoweredSides) -> Option<Reason> {
        diagnose::symbols(&self.lowering.symbols, &self.lowering.graph, sides)
    }

    fn values(&self, left: Node, right: Node) -> (Verdict, u32) {
        if left == right {
            return (Verdict::Equivalent, 0);
        }
        let (mut left, mut right) = (self.equation(left), self.equation(right));
        let mut trials = self.trials();
        let units = self.lowering.symbols.units();
        if left.slots.union(right.slots).without(units).is_empty() {
            trials.figures = self.context.significant_figures;
            trials.shown_in = self.shown_in.clone();
        }
        expression::compare(&mut trials, &mut left, &mut right)
    }

    /// Whether the sides agree one by one, in their order or swapped.
    fn sides_agree(&self, sides: &LoweredSides, swap: bool) -> (bool, u32) {
        let ([a, b], [c, d]) = (sides.reference.as_slice(), sides.answer.as_slice()) else {
            return (false, 0);
        };
        let mut made = 0;
        let mut agree = |left: Node, right: Node| {
            let (verdict, trials) = self.values(left, right);
            made += trials;
            verdict == Verdict::Equivalent
        };
        let same = (agree(*a, *c) && agree(*b, *d)) || (swap && agree(*a, *d) && agree(*b, *c));
        (same, made)
    }

    fn pairwise(&mut self, sides: &LoweredSides) -> JudgeResult {
        let (same, made) = self.sides_agree(sides, false);
        let reason = if same {
            Reason::Agree
        } else {
            Reason::Differ { symbol: None }
        };
        (same, made, reason)
    }

    /// A node that must be 0. Its parts are not tested one by one if integrals and limits limit the accuracy.
    fn equation(&self, difference: Node) -> Equation {
        let mut equation = Equation::new(&self.lowering.graph, difference);
        if !self.lowering.in_integrals().is_empty() {
            equation.leave_parts();
        }
        equation
    }

    fn inequalities(&mut self, sides: &LoweredSides) -> JudgeResult {
        let ([a, b], [c, d]) = (sides.reference.as_slice(), sides.answer.as_slice()) else {
            return (false, 0, Reason::Differ { symbol: None });
        };
        let left = self.lowering.graph.difference(*a, *b);
        let right = self.lowering.graph.difference(*c, *d);
        let graph = &self.lowering.graph;
        if left == right {
            return (true, 0, Reason::Identical);
        }
        let slots = graph.slots(left).union(graph.slots(right));
        if slots.is_empty() {
            return self.pairwise(sides);
        }
        self.choose_targets(slots.without(self.lowering.symbols.units()));
        let graph = &self.lowering.graph;
        let (mut reference, mut answer) = (Equation::new(graph, left), Equation::new(graph, right));
        let mut trials = self.trials();
        let (verdict, made) =
            inequality::compare(&mut trials, &mut reference, &mut answer, &self.targets);
        self.found(verdict, made, sides)
    }

    /// `l ∝ r`: the quotient is constant, up to a power.
    fn proportionals(&mut self, sides: &LoweredSides) -> JudgeResult {
        let ([a, b], [c, d]) = (sides.reference.as_slice(), sides.answer.as_slice()) else {
            return (false, 0, Reason::Differ { symbol: None });
        };
        let left = self.lowering.graph.quotient(*a, *b);
        let right = self.lowering.graph.quotient(*c, *d);
        let graph = &self.lowering.graph;
        let (mut left, mut right) = (Equation::new(graph, left), Equation::new(graph, right));
        let mut trials = self.trials();
        let mut points: Vec<(f64, f64)> = Vec::new();
        let max = trials.parameters.max_trials;
        for trial in 0..max {
            trials.draw(Scale::of_trial(trial, false));
            let (first, second) = (trials.value(&mut left), trials.value(&mut right));
            if first.is_positive() && second.is_positive() {
                points.push((libm::log(first.re), libm::log(second.re)));
            }
        }
        let verdict = if on_a_line(&points, trials.parameters.needed) {
            Verdict::Equivalent
        } else {
            Verdict::Different(None)
        };
        self.found(verdict, max, sides)
    }

    /// Chooses the symbols that equations are solved for: not units, not whole numbers, and not symbols in integrals
    /// or limits if there are others.
    fn choose_targets(&mut self, slots: Variables) {
        let heavy = self.lowering.in_integrals();
        let whole = self.lowering.symbols.whole();
        let candidates = [
            slots.without(heavy).without(whole),
            slots.without(whole),
            slots,
        ];
        let chosen = candidates
            .into_iter()
            .find(|slots| !slots.is_empty())
            .unwrap_or(slots);
        self.targets = chosen.iter().collect();
    }
}

/// Whether `y = αx + β` for all points, with an α that is not 0.
fn on_a_line(points: &[(f64, f64)], needed: u32) -> bool {
    let Some((&(x0, y0), rest)) = points.split_first() else {
        return false;
    };
    if points.len() < usize::try_from(needed).unwrap_or(usize::MAX) {
        return false;
    }
    let far = rest
        .iter()
        .max_by(|a, b| (a.0 - x0).abs().total_cmp(&(b.0 - x0).abs()));
    let Some(&(x1, y1)) = far else {
        return false;
    };
    if (x1 - x0).abs() < 1e-9 {
        return rest.iter().all(|(_, y)| (y - y0).abs() < 1e-9);
    }
    let slope = (y1 - y0) / (x1 - x0);
    slope.abs() > 1e-6
        && rest
            .iter()
            .all(|(x, y)| (y - y0 - slope * (x - x0)).abs() <= 1e-6 * (1.0 + y.abs()))
}
