//! An equation read alone, before it is compared with others.
//!
//! Most pairs of a derivation and a reference are of different things, which shows in each of the two by itself: in the
//! symbols on which it depends, and in whether it holds for all numbers. So each is brought into the graph once, in each
//! way in which the rounds read it, and not once a pair.

use std::collections::BTreeSet;

use super::context::Context;
use super::graph::Node;
use super::lower::{Head, Lowering, Manner, Settings, SlotKind, Survey};
use super::slots::Slots;
use super::statement::trials;
use super::stream::Stream;
use super::trials::{Equation, Scale, Trials};
use crate::formula::{Expr, Symbol};

/// The numbers with which it is seen whether an equation holds for all.
const DRAWS: [Scale; 4] = [Scale::Tenth, Scale::Range, Scale::Mixed, Scale::Mixed];

/// Draws that are enough to see that it does not.
const ENOUGH: usize = 2;

/// An equation in each way of reading it.
#[derive(Debug, Clone)]
pub(super) struct Alone {
    /// As it is written, carried out, and with what stands under derivatives constant; only the first where nothing can
    /// be carried out.
    readings: Vec<Reading>,
    /// How it uses its symbols; `None` if beside other formulas it may be read in other ways.
    manner: Option<Manner>,
}

/// An equation in one way of reading it.
#[derive(Debug, Clone)]
struct Reading {
    /// What its sides depend on.
    sides: BTreeSet<Symbol>,
    /// What the difference of its sides depends on.
    difference: BTreeSet<Symbol>,
    /// The difference of its sides depends on an integral that is not carried out.
    has_integral: bool,
    /// The difference of its sides depends on nothing.
    is_of_numbers: bool,
    /// Whether it holds for all numbers; `None` where that does not show.
    holds: Option<bool>,
    /// A derivative was carried out.
    differentiated: bool,
}

/// What another equation never mentions.
#[derive(Clone, Copy)]
pub(super) struct Unknown<'a> {
    /// Symbols for which nothing is ever put in.
    pub(super) symbols: &'a dyn Fn(&Symbol) -> bool,
    /// Symbols for which numbers may be put in, where no others are unknown.
    pub(super) constants: &'a dyn Fn(&Symbol) -> bool,
    pub(super) integrals: bool,
}

impl Alone {
    /// `None` for an equation that cannot be brought into the graph.
    pub(super) fn new(sides: [&Expr; 2], text: &str, context: &Context) -> Option<Self> {
        let survey = Survey::new([sides.to_vec()], context);
        let read = |evaluate: bool, constant: bool| {
            let settings = Settings {
                evaluate,
                constant,
                ..Settings::default()
            };
            let mut lowering = Lowering::new(context, &survey, settings);
            let nodes = lowering.statement(&sides).ok()?;
            let [left, right] = nodes.as_slice() else {
                return None;
            };
            let stream = Stream::seeded(&context.seed, &[text]);
            let reading = Reading::of(&mut lowering, [*left, *right], context, stream);
            Some((reading, lowering.left_alone))
        };
        let (written, can_evaluate) = read(false, false)?;
        let mut readings = vec![written];
        if can_evaluate {
            for constant in [false, true] {
                readings.push(read(true, constant)?.0);
            }
        }
        let e = Symbol::new("e");
        let has_e = sides.iter().any(|side| side.mentions(&e));
        Some(Self {
            readings,
            manner: survey.manner(has_e),
        })
    }

    /// Whether it differs from another equation in every round. Of each of the two `unknown` tells the symbols that the
    /// other has not; the other symbols are fixed if nothing is put in for them either.
    pub(super) fn differs(
        &self,
        other: &Self,
        unknown: &[Unknown<'_>; 2],
        others_are_fixed: bool,
    ) -> bool {
        let are_read_alone = match (&self.manner, &other.manner) {
            (Some(one), Some(other)) => others_are_fixed && one.agrees(other),
            _ => false,
        };
        let count = self.readings.len().max(other.readings.len());
        (0..count).all(|at| {
            let (one, other) = (self.reading(at), other.reading(at));
            one.is_apart(other, unknown, are_read_alone)
                || are_read_alone && one.holds_otherwise(other, unknown)
        })
    }

    fn reading(&self, at: usize) -> &Reading {
        self.readings.get(at).unwrap_or(&self.readings[0])
    }

    /// The names of the symbols on which its sides depend, however it is read.
    pub(super) fn names(&self, of: &Unknown<'_>) -> Vec<String> {
        let last = self.readings.last().into_iter();
        let symbols = last.flat_map(|reading| &reading.sides);
        symbols
            .filter(|symbol| (of.symbols)(symbol))
            .map(Symbol::name)
            .collect()
    }
}

impl Reading {
    fn of(
        lowering: &mut Lowering<'_>,
        [left, right]: [Node; 2],
        context: &Context,
        stream: Stream,
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
        };
        reading.has_integral = gather(lowering, slots, &mut reading.difference);
        let both = graph.slots(left).union(graph.slots(right));
        gather(lowering, both, &mut reading.sides);
        let mut equation = Equation::new(graph, difference);
        let mut trials = trials(lowering, context, stream);
        reading.holds = holds(&mut trials, &mut equation);
        reading
    }

    /// Whether each depends on something that the other has not: then neither follows from the other.
    fn is_apart(
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

    /// Whether one holds for all numbers and the other does not, or both do once a derivative is carried out, of which
    /// nothing follows; where one speaks of something that the other has not.
    fn holds_otherwise(&self, other: &Self, [own, others]: &[Unknown<'_>; 2]) -> bool {
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

/// The symbols among some variables, and those inside of what stands as it is. Not what a name is applied to: `v(t)` is
/// `v` beside a formula that has `v` alone. Whether an integral is among them.
fn gather(lowering: &Lowering<'_>, slots: Slots, found: &mut BTreeSet<Symbol>) -> bool {
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
