//! One reading of an equation: what it shows about the equation, and when it proves that two equations differ.

use std::collections::BTreeSet;

use super::Unknown;
use super::dependencies::{self, Dependency};
use crate::algebra::complex::Complex;
use crate::algebra::context::Context;
use crate::algebra::graph::Node;
use crate::algebra::jet::Jet;
use crate::algebra::lower::{Head, Lowering, SlotKind};
use crate::algebra::random::RandomStream;
use crate::algebra::trials::{Equation, Scale, Trials};
use crate::algebra::variables::Variables;
use crate::same::statement::trials;
use crate::same::{constants_of, is_over};
use crate::tree::Symbol;

/// The scales of the draws that test whether an equation holds for all numbers.
const DRAWS: [Scale; 4] = [Scale::Tenth, Scale::Range, Scale::Mixed, Scale::Mixed];

/// After this many draws that fail, it does not.
const ENOUGH: usize = 2;

/// Where the sides of equations that hold for all numbers are evaluated: ranges for their symbols. In the first range
/// angles are acute.
const PLACES: [(f64, f64); 2] = [(0.05, 0.7), (2.0, 20.0)];

/// The scales of the draws that test which variables an equation can be solved for.
const SOLVED_AT: [Scale; 2] = [Scale::Range, Scale::Tenth];

/// Values that differ by this many times the tolerance, and this many times the rounding error, are surely different.
const SURELY: f64 = 1000.0;

/// An equation in one reading.
#[derive(Debug, Clone)]
pub(super) struct Reading {
    /// The symbols that its sides depend on.
    pub(super) sides: BTreeSet<Symbol>,
    /// The symbols that the difference of its sides depends on, without the factors that all its terms share.
    pub(super) difference: BTreeSet<Symbol>,
    /// The difference of its sides depends on an integral that is not carried out.
    has_integral: bool,
    /// The difference of its sides depends on no symbol.
    is_of_numbers: bool,
    /// Whether it holds for all numbers; `None` if that is not certain.
    pub(super) holds: Option<bool>,
    /// A derivative was carried out.
    differentiated: bool,
    /// The dependencies of its sides, as the rounds distinguish them.
    things: Vec<Dependency>,
    /// The symbols that its sides show, including those inside opaque terms.
    shown: BTreeSet<Symbol>,
    /// Its right side at each of [`PLACES`], if it holds for all numbers and contains no opaque terms.
    values: Option<[Jet; PLACES.len()]>,
}

impl Reading {
    pub(super) fn of(
        lowering: &mut Lowering<'_>,
        [left, right]: [Node; 2],
        context: &Context,
        stream: RandomStream,
    ) -> Self {
        let difference = lowering.graph.difference(left, right);
        let divided = lowering.divided(difference);
        let graph = &lowering.graph;
        let slots = graph.slots(difference);
        let mut reading = Self {
            sides: BTreeSet::new(),
            difference: BTreeSet::new(),
            has_integral: false,
            is_of_numbers: slots.is_empty(),
            holds: None,
            differentiated: lowering.differentiated,
            things: Vec::new(),
            shown: BTreeSet::new(),
            values: None,
        };
        let divided = lowering.graph.slots(divided);
        reading.has_integral = gather(lowering, divided, &mut reading.difference);
        let both = graph.slots(left).union(graph.slots(right));
        gather(lowering, both, &mut reading.sides);
        let shown = both.union(lowering.symbols.hidden(both));
        reading
            .shown
            .extend(dependencies::symbols(lowering, shown).cloned());
        let mut equation = Equation::new(graph, difference);
        let mut trials = trials(lowering, context, stream);
        reading.holds = holds(&mut trials, &mut equation);
        let mut solved = Variables::default();
        match reading.holds {
            Some(true) => reading.values = values(lowering, trials, &mut equation, right),
            Some(false) => solved = solved_for(lowering, &mut trials, &mut equation),
            None => {}
        }
        let thing = |slot| Dependency::of(lowering, slot, divided, solved);
        reading.things = both.iter().map(thing).collect();
        reading
    }

    /// Whether each depends on something that the other does not have: then neither follows from the other.
    pub(super) fn is_apart(
        &self,
        other: &Self,
        [own, others]: &[Unknown<'_>; 2],
        are_read_alone: bool,
    ) -> bool {
        let depends = |reading: &Self, unknown: &Unknown<'_>| {
            let more = || {
                reading.has_integral && unknown.integrals
                    || reading.difference.iter().any(unknown.constants)
            };
            reading.difference.iter().any(unknown.symbols) || are_read_alone && more()
        };
        depends(self, own) && depends(other, others)
    }

    /// Whether the two differ in this reading: each depends on something that the other does not; or one gives such a
    /// thing a value; or one holds for all numbers and the other does not; or both do, with different values.
    pub(super) fn differs_as_read(&self, other: &Self, context: &Context) -> bool {
        let depends = |one: &Self, other: &Self| {
            let is_in =
                |thing: &Dependency, known: &Dependency| known.matters && known.may_be(thing);
            let lacks = |thing| other.things.iter().all(|known| !is_in(thing, known));
            one.things.iter().any(|thing| thing.matters && lacks(thing))
        };
        let says = |one: &Self, other: &Self| {
            let lacks = |thing| other.things.iter().all(|known| !known.may_be(thing));
            let mut things = one.things.iter();
            other.holds == Some(false) && things.any(|thing| thing.is_solved && lacks(thing))
        };
        if depends(self, other) && depends(other, self) || says(self, other) || says(other, self) {
            return true;
        }
        let are_of_numbers = self.is_of_numbers && other.is_of_numbers;
        match (self.holds, other.holds) {
            (Some(true), Some(true)) => {
                let differentiated = self.differentiated || other.differentiated;
                differentiated && !are_of_numbers && self.sides != other.sides
                    || self.has_other_values(other, context)
            }
            (Some(one), Some(other)) => one != other && !are_of_numbers,
            _ => false,
        }
    }

    /// Whether the sides of two equations that hold for all numbers are surely different.
    fn has_other_values(&self, other: &Self, context: &Context) -> bool {
        let (Some(values), Some(others)) = (&self.values, &other.values) else {
            return false;
        };
        let surely = SURELY * context.parameters.tolerance;
        context.significant_figures.is_none()
            && values.iter().zip(others).all(|(one, other)| {
                let apart = (one.value - other.value).norm();
                let size = one.value.norm().max(other.value.norm());
                apart > surely * size && apart > SURELY * (one.error + other.error)
            })
    }

    /// Whether no relation of a constant is put in for a symbol that only one of the two shows.
    pub(super) fn takes_no_constants(&self, other: &Self) -> bool {
        let unshared = self.shown.symmetric_difference(&other.shown);
        let is_shown =
            |symbol: &Symbol| self.shown.contains(symbol) || other.shown.contains(symbol);
        let constants = unshared.flat_map(constants_of);
        let mut relations = constants.filter_map(|known| known.relation.as_ref());
        !relations.any(|relation| is_over(relation, is_shown))
    }

    /// Whether one holds for all numbers and the other does not, or both do once a derivative is carried out, so that
    /// nothing follows from them; and one mentions something that the other does not.
    pub(super) fn holds_otherwise(&self, other: &Self, [own, others]: &[Unknown<'_>; 2]) -> bool {
        let otherwise = match (self.holds, other.holds) {
            (Some(one), Some(other)) if one != other => true,
            (Some(true), Some(true)) => self.differentiated || other.differentiated,
            _ => false,
        };
        otherwise
            && !(self.is_of_numbers && other.is_of_numbers)
            && (self.sides.iter().any(own.symbols) || other.sides.iter().any(others.symbols))
    }
}

/// Whether an equation holds for all numbers, if some numbers show it beyond doubt.
fn holds(trials: &mut Trials<'_>, equation: &mut Equation) -> Option<bool> {
    trials.stay_within_reals();
    let (mut noise, mut clear) = (0, 0);
    for scale in DRAWS {
        trials.draw_within(scale, &mut [&mut *equation], None)?;
        let jet = trials.jet(equation, None);
        if trials.is_outside(&[equation]) || !jet.value.is_finite() || !jet.error.is_finite() {
            continue;
        }
        *(if Trials::is_noise(&jet) {
            &mut noise
        } else {
            &mut clear
        }) += 1;
        if clear == ENOUGH {
            break;
        }
    }
    match (noise, clear) {
        (0, ENOUGH) => Some(false),
        (noise, 0) if noise == DRAWS.len() => Some(true),
        _ => None,
    }
}

/// The variables for which an equation has a positive solution at some numbers. One Newton step finds it if the
/// equation is linear in the variable; only such solutions are found.
fn solved_for(
    lowering: &Lowering<'_>,
    trials: &mut Trials<'_>,
    equation: &mut Equation,
) -> Variables {
    let symbols = &lowering.symbols;
    let fixed = symbols.units().union(symbols.whole());
    let candidates = equation
        .slots
        .without(fixed)
        .without(lowering.in_integrals());
    let mut solved = Variables::default();
    for scale in SOLVED_AT {
        if trials
            .draw_within(scale, &mut [&mut *equation], None)
            .is_none()
        {
            break;
        }
        for slot in candidates.without(solved).iter() {
            let jet = trials.jet(equation, Some(slot));
            let kept = trials.variables[slot.index()];
            let root = kept - jet.value / jet.slope;
            if Trials::is_noise(&jet) || !root.is_positive() {
                continue;
            }
            trials.variables[slot.index()] = root;
            let there = trials.jet(equation, None);
            trials.variables[slot.index()] = kept;
            if there.error.is_finite() && Trials::is_noise(&there) {
                solved = solved.union(Variables::of(slot));
            }
        }
    }
    solved
}

/// The values of a side of an equation that holds for all numbers, where each symbol has a fixed number, the same in
/// all equations; `None` if it has no value, or if the equation does not hold there.
fn values(
    lowering: &Lowering<'_>,
    mut trials: Trials<'_>,
    equation: &mut Equation,
    side: Node,
) -> Option<[Jet; PLACES.len()]> {
    let graph = &lowering.graph;
    let mut side = Equation::new(graph, side);
    let slots = equation.slots.union(side.slots);
    if graph.has_corners() || dependencies::symbols(lowering, slots).count() < slots.iter().count()
    {
        return None;
    }
    let mut holds = true;
    let values = PLACES.map(|(low, high)| {
        for slot in slots.iter() {
            let number =
                RandomStream::seeded(&[], &[&lowering.symbols.name(slot)]).between(low, high);
            trials.variables[slot.index()] = Complex::real(number);
        }
        let apart = trials.jet(equation, None);
        holds &= apart.error.is_finite() && Trials::is_noise(&apart);
        trials.jet(&mut side, None)
    });
    holds.then_some(values)
}

/// Collects the symbols among some variables, and those inside opaque terms, but not the names of functions: `v(t)`
/// is `v` beside a formula that has `v` alone. Returns whether an integral is among them.
fn gather(lowering: &Lowering<'_>, slots: Variables, found: &mut BTreeSet<Symbol>) -> bool {
    let mut has_integral = false;
    for slot in slots.iter() {
        match lowering.symbols.kind(slot) {
            SlotKind::Symbol(symbol) => {
                found.insert(symbol.clone());
            }
            SlotKind::Opaque {
                head: Head::Name(name),
                ..
            } => {
                found.insert(name.symbol().clone());
            }
            SlotKind::Opaque {
                head, arguments, ..
            } => {
                has_integral |= matches!(head, Head::Integral | Head::Domain(..));
                for argument in arguments {
                    has_integral |= gather(lowering, lowering.graph.slots(*argument), found);
                }
            }
            SlotKind::BaseUnit(_) | SlotKind::Bound(_) => {}
        }
    }
    has_integral
}
