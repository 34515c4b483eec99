//! Diagnoses how two statements differ, as far as numbers show it.

use super::reason::Reason;
use super::statement::{LoweredSides, slots_of};
use crate::algebra::complex::Complex;
use crate::algebra::graph::{Graph, Node, Op};
use crate::algebra::lower::Symbols;
use crate::algebra::trials::{Equation, Scale, Trials};
use crate::algebra::variables::{Variable, Variables};
use crate::notation::units::Dimension;

/// How many draws a pattern must explain.
const DRAWS: u32 = 4;

/// Why two equations have different solutions for `target`; `difference` is the reference as a node that must be 0.
pub(super) fn equations(
    trials: &mut Trials<'_>,
    graph: &Graph,
    (reference, answer): (&mut Equation, &mut Equation),
    difference: Node,
    sides: &LoweredSides,
    target: Variable,
) -> Reason {
    if let Some(reason) = units(trials, graph, (reference, answer), sides, target)
        .or_else(|| symbols(trials.symbols, graph, sides))
    {
        return reason;
    }
    let target = alone(graph, sides).unwrap_or(target);
    let mut terms = term_equations(graph, &terms(graph, &sides.reference, target));
    let mut values: Vec<Draw> = Vec::new();
    for trial in 0..3 * DRAWS {
        trials.draw(Scale::of_trial(trial, false));
        let (Some(left), Some(right)) = (
            only_root(trials, reference, target),
            only_root(trials, answer, target),
        ) else {
            continue;
        };
        values.push(Draw {
            reference: left,
            answer: right,
            terms: term_values(trials, &mut terms),
        });
    }
    pattern(&values)
        .or_else(|| one_term(trials, graph, (reference, answer), difference))
        .unwrap_or_else(|| Reason::Differ {
            symbol: Some(trials.symbols.name(target)),
        })
}

/// The single term by which a law differs from the reference: `N_1 - N_2 = m g` from `N_1 + N_2 = m g`.
fn one_term(
    trials: &mut Trials<'_>,
    graph: &Graph,
    (reference, answer): (&mut Equation, &mut Equation),
    difference: Node,
) -> Option<Reason> {
    let mut terms = term_equations(graph, &graph.terms(difference).1);
    let mut draws = Vec::new();
    for trial in 0..DRAWS {
        trials.draw(Scale::of_trial(trial, false));
        draws.push(Draw {
            reference: trials.value(reference),
            answer: trials.value(answer),
            terms: term_values(trials, &mut terms),
        });
    }
    // The sides may be exchanged.
    changed_term(&draws, 1.0).or_else(|| changed_term(&draws, -1.0))
}

/// Why two expressions differ.
pub(super) fn expressions(trials: &mut Trials<'_>, graph: &Graph, sides: &LoweredSides) -> Reason {
    if let Some(reason) = unit_presence(trials.symbols, graph, sides)
        .or_else(|| symbols(trials.symbols, graph, sides))
    {
        return reason;
    }
    let ([reference], [answer]) = (sides.reference.as_slice(), sides.answer.as_slice()) else {
        return Reason::Differ { symbol: None };
    };
    let terms: Vec<(f64, Node)> = match graph.op(*reference) {
        Op::Sum(..) => graph.terms(*reference).1,
        _ => Vec::new(),
    };
    let mut terms = term_equations(graph, &terms);
    let (mut left, mut right) = (
        Equation::new(graph, *reference),
        Equation::new(graph, *answer),
    );
    let mut values = Vec::new();
    for trial in 0..DRAWS {
        trials.draw(Scale::of_trial(trial, false));
        values.push(Draw {
            reference: trials.value(&mut left),
            answer: trials.value(&mut right),
            terms: term_values(trials, &mut terms),
        });
    }
    pattern(&values).unwrap_or(Reason::Differ { symbol: None })
}

/// The symbols that only one of the statements has.
pub(super) fn symbols(symbols: &Symbols, graph: &Graph, sides: &LoweredSides) -> Option<Reason> {
    let all = |nodes: &[Node]| slots_of(graph, nodes).without(symbols.units());
    let (left, right) = (all(&sides.reference), all(&sides.answer));
    let names = |slots: Variables| slots.iter().map(|slot| symbols.name(slot)).collect();
    (left != right).then(|| Reason::Symbols {
        missing: names(left.without(right)),
        extra: names(right.without(left)),
    })
}

fn unit_presence(symbols: &Symbols, graph: &Graph, sides: &LoweredSides) -> Option<Reason> {
    let has = |nodes: &[Node]| slots_of(graph, nodes).intersects(symbols.units());
    match (has(&sides.reference), has(&sides.answer)) {
        (true, false) => Some(Reason::MissingUnit),
        (false, true) => Some(Reason::UnexpectedUnit),
        _ => None,
    }
}

/// A missing unit, or a solution with another dimension.
fn units(
    trials: &mut Trials<'_>,
    graph: &Graph,
    (reference, answer): (&mut Equation, &mut Equation),
    sides: &LoweredSides,
    target: Variable,
) -> Option<Reason> {
    let present = unit_presence(trials.symbols, graph, sides);
    if let Some(reason) = present {
        // If the symbols differ, it is another formula, not one that lacks its unit.
        return symbols(trials.symbols, graph, sides)
            .is_none()
            .then_some(reason);
    }
    if trials.symbols.units().is_empty() {
        return None;
    }
    trials.draw(Scale::Range);
    let left = dimension(trials, reference, target)?;
    let right = dimension(trials, answer, target)?;
    (left != right).then(|| Reason::Dimensions {
        reference: left.to_string(),
        answer: right.to_string(),
    })
}

/// The dimension of an equation's solution: how it scales with the base units.
fn dimension(
    trials: &mut Trials<'_>,
    equation: &mut Equation,
    target: Variable,
) -> Option<Dimension> {
    let units = trials.symbols.units();
    for slot in units.iter() {
        trials.variables[slot.index()] = Complex::ONE;
    }
    let plain = only_root(trials, equation, target)?;
    let mut powers = [0; 7];
    for slot in units.iter() {
        trials.variables[slot.index()] = Complex::real(2.0);
        let doubled = only_root(trials, equation, target)?;
        trials.variables[slot.index()] = Complex::ONE;
        let power = libm::log2((doubled / plain).norm());
        if (power - power.round()).abs() > 1e-6 || power.abs() > 90.0 {
            return None;
        }
        if let crate::algebra::lower::SlotKind::BaseUnit(index) = trials.symbols.kind(slot) {
            #[expect(clippy::cast_possible_truncation, reason = "a small whole number")]
            let power = power.round() as i32;
            powers[*index] = power;
        }
    }
    Some(Dimension(powers))
}

/// The only root that is not 0, or the only positive one.
fn only_root(
    trials: &mut Trials<'_>,
    equation: &mut Equation,
    target: Variable,
) -> Option<Complex> {
    let roots = trials.solve(equation, target);
    let mut positive = roots.iter().filter(|root| root.is_positive());
    match (positive.next(), positive.next()) {
        (Some(root), None) => return Some(root.at),
        (Some(_), Some(_)) => return None,
        (None, _) => {}
    }
    let mut others = roots.iter().filter(|root| !root.is_zero());
    match (others.next(), others.next()) {
        (Some(root), None) => Some(root.at),
        _ => None,
    }
}

/// The symbol that stands alone on a side of the reference.
fn alone(graph: &Graph, sides: &LoweredSides) -> Option<Variable> {
    sides
        .reference
        .iter()
        .find_map(|node| match graph.op(*node) {
            Op::Variable(slot) => Some(*slot),
            _ => None,
        })
}

/// The terms of the side that is not the symbol itself.
fn terms(graph: &Graph, reference: &[Node], target: Variable) -> Vec<(f64, Node)> {
    let other = reference
        .iter()
        .find(|node| !graph.slots(**node).contains(target));
    match other {
        Some(node) if matches!(graph.op(*node), Op::Sum(..)) => graph.terms(*node).1,
        _ => Vec::new(),
    }
}

fn term_equations(graph: &Graph, terms: &[(f64, Node)]) -> Vec<(f64, Equation)> {
    let ready = |(by, node): &(f64, Node)| (*by, Equation::new(graph, *node));
    terms.iter().map(ready).collect()
}

fn term_values(trials: &mut Trials<'_>, terms: &mut [(f64, Equation)]) -> Vec<Complex> {
    terms
        .iter_mut()
        .map(|(by, term)| trials.value(term).scale(*by))
        .collect()
}

/// The solutions of both for one draw of numbers, and the reference's terms.
struct Draw {
    reference: Complex,
    answer: Complex,
    terms: Vec<Complex>,
}

/// A factor, a sign or a single term that explains the solutions of all draws.
fn pattern(draws: &[Draw]) -> Option<Reason> {
    let needed = usize::try_from(DRAWS).expect("a small number");
    if draws.len() < needed.min(2) {
        return None;
    }
    let factor = constant(draws.iter().map(|draw| draw.answer / draw.reference));
    if let Some(factor) = factor.filter(|factor| *factor != 0.0 && is_change(factor - 1.0)) {
        return Some(if (factor + 1.0).abs() < 1e-6 {
            Reason::Sign
        } else {
            Reason::Factor(factor)
        });
    }
    changed_term(draws, 1.0)
}

/// A single term of the reference that explains all draws. `sides` is 1 for the answer's sides as they are, -1 for
/// exchanged sides.
fn changed_term(draws: &[Draw], sides: f64) -> Option<Reason> {
    let count = draws.first()?.terms.len();
    (0..count).find_map(|index| {
        let change = constant(
            draws
                .iter()
                .map(|draw| (draw.answer.scale(sides) - draw.reference) / draw.terms[index]),
        )
        .filter(|change| is_change(*change))?;
        Some(if (change + 2.0).abs() < 1e-6 {
            Reason::TermSign
        } else if (change + 1.0).abs() < 1e-6 {
            Reason::MissingTerm
        } else {
            Reason::TermFactor(1.0 + change)
        })
    })
}

/// Whether a factor differs from 1 by more than the tolerance.
fn is_change(by: f64) -> bool {
    by.abs() > 1e-6
}

/// The real number that all values equal.
fn constant(values: impl Iterator<Item = Complex>) -> Option<f64> {
    let mut known: Option<f64> = None;
    for value in values {
        if !value.is_finite() || !value.is_nearly_real() {
            return None;
        }
        let first = *known.get_or_insert(value.re);
        if (value.re - first).abs() > 1e-6 * first.abs() {
            return None;
        }
    }
    known
}
