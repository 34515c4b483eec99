//! What is found out about an equation in one way of reading it, and when that tells two apart.

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
use crate::same::constants_of;
use crate::same::statement::trials;
use crate::tree::{Expr, Symbol};

/// The numbers with which it is seen whether an equation holds for all.
const DRAWS: [Scale; 4] = [Scale::Tenth, Scale::Range, Scale::Mixed, Scale::Mixed];

/// Draws that are enough to see that it does not.
const ENOUGH: usize = 2;

/// Where the sides of equations that hold for all numbers are calculated: ranges for their symbols, in the first of which
/// angles are acute.
const PLACES: [(f64, f64); 2] = [(0.05, 0.7), (2.0, 20.0)];

/// The numbers with which it is seen for what an equation has a solution.
const SOLVED_AT: [Scale; 2] = [Scale::Range, Scale::Tenth];

/// How many times the tolerance, and how many times what rounding may have done, values are apart that are surely others.
const SURELY: f64 = 1000.0;

/// An equation in one way of reading it.
#[derive(Debug, Clone)]
pub(super) struct Reading {
    /// What its sides depend on.
    pub(super) sides: BTreeSet<Symbol>,
    /// What the difference of its sides depends on.
    difference: BTreeSet<Symbol>,
    /// The difference of its sides depends on an integral that is not carried out.
    has_integral: bool,
    /// The difference of its sides depends on nothing.
    is_of_numbers: bool,
    /// Whether it holds for all numbers; `None` where that does not show.
    pub(super) holds: Option<bool>,
    /// A derivative was carried out.
    differentiated: bool,
    /// What its sides depend on, as the rounds tell it apart.
    things: Vec<Dependency>,
    /// The symbols that its sides show, those inside of what stands as it is among them.
    shown: BTreeSet<Symbol>,
    /// Its right side at each of [`PLACES`], if it holds for all numbers and nothing stands as it is.
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
        reading.has_integral = gather(lowering, slots, &mut reading.difference);
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
        let thing = |slot| Dependency::of(lowering, slot, slots, solved);
        reading.things = both.iter().map(thing).collect();
        reading
    }

    /// Whether each depends on something that the other has not: then neither follows from the other.
    pub(super) fn is_apart(
        &self,
        other: &Self,
        [own, others]: &[Unknown<'_>; 2],
        are_read_alone: bool,
    ) -> bool {
        let no_numbers_are_put_in =
            || self.sides.iter().any(own.symbols) || other.sides.iter().any(others.symbols);
        let surely = are_read_alone && no_numbers_are_put_in();
        let depends = |reading: &Self, unknown: &Unknown<'_>| {
            let more = || {
                reading.has_integral && unknown.integrals
                    || reading.difference.iter().any(unknown.constants)
            };
            reading.difference.iter().any(unknown.symbols) || surely && more()
        };
        depends(self, own) && depends(other, others)
    }

    /// Whether the two differ as they are read here: each depends on something on which the other does not, one says what
    /// such a thing is, one holds for all numbers and the other does not, or both do and say different things.
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

    /// Whether the sides of two equations that hold for all numbers are surely not the same.
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

    /// Whether no constant of the table is put in for what only one of the two shows: neither numbers, as something else is
    /// not shared either, nor relations.
    pub(super) fn takes_no_constants(&self, other: &Self) -> bool {
        let unshared = || self.shown.symmetric_difference(&other.shown);
        let mut constants = unshared().flat_map(constants_of).peekable();
        if constants.peek().is_none() {
            return true;
        }
        let is_shown = |symbol: &Symbol| {
            symbol.is(r"\pi") || self.shown.contains(symbol) || other.shown.contains(symbol)
        };
        let may_be = |relation: &Expr| {
            let mut all = true;
            relation.walk(&mut |part| {
                if let Expr::Symbol(symbol) = part {
                    all &= is_shown(symbol);
                }
            });
            all
        };
        let mut relations = constants.filter_map(|known| known.relation.as_ref());
        !relations.any(may_be) && unshared().any(|symbol| constants_of(symbol).next().is_none())
    }

    /// Whether one holds for all numbers and the other does not, or both do once a derivative is carried out, of which
    /// nothing follows; where one speaks of something that the other has not.
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

/// Whether an equation holds for all numbers, if some show it beyond doubt.
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

/// Variables for which an equation has a positive solution at some numbers. It is met by one step from them where it is linear
/// in the variable, and only such are found.
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

/// The values of a side of an equation that holds for all numbers, where each symbol has a number of its own, the same in all
/// equations; `None` where something in it has none, or the equation does not hold there.
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

/// The symbols among some variables, and those inside of what stands as it is. Not what a name is applied to: `v(t)` is
/// `v` beside a formula that has `v` alone. Whether an integral is among them.
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
