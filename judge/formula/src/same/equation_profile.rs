//! Profiles of equations, calculated once for each equation before it is compared with others.
//!
//! Most pairs of a derivation and a reference are unrelated, which each of the two shows by itself: in the symbols
//! that it depends on, in what it gives a value, and in whether it holds for all numbers. So each equation is lowered
//! into the graph once for each way in which the rounds read it, not once for each pair.

mod dependencies;
mod reading;

use std::cell::LazyCell;
use std::collections::BTreeSet;

use crate::algebra::context::Context;
use crate::algebra::lower::{Lowering, Settings, Survey, SymbolUsage};
use crate::algebra::random::RandomStream;
use crate::tree::{Expr, Symbol};
use reading::Reading;

/// What is known about an equation in each way of reading it.
#[derive(Debug, Clone)]
pub(super) struct EquationProfile {
    /// As written, carried out, and with other symbols under derivatives constant; only the first if nothing can be
    /// carried out.
    readings: Vec<Reading>,
    /// How it uses its symbols; `None` if it may be read differently beside other formulas.
    manner: Option<SymbolUsage>,
}

/// The symbols of one equation that the other never mentions.
#[derive(Clone, Copy)]
pub(super) struct Unknown<'a> {
    /// Symbols that are never substituted.
    pub(super) symbols: &'a dyn Fn(&Symbol) -> bool,
    /// Constants, which may be related to others.
    pub(super) constants: &'a dyn Fn(&Symbol) -> bool,
    pub(super) integrals: bool,
}

impl EquationProfile {
    /// `None` for an equation that cannot be lowered, or whose reading depends on other formulas: in `W = k x^2|_0^L`
    /// they decide which letter runs to `L`.
    pub(super) fn new(sides: [&Expr; 2], text: &str, context: &Context) -> Option<Self> {
        let survey = Survey::new([sides.to_vec()], context);
        if survey.has_difference() || context.pool.left() == 0 {
            return None;
        }
        let read = |evaluate: bool, constant: bool| {
            let settings = Settings {
                evaluate,
                constant,
                ..Settings::default()
            };
            let mut lowering = Lowering::new(context, &survey, settings);
            let nodes = lowering.statement(&sides);
            context.pool.take(lowering.operations());
            let nodes = nodes.ok()?;
            let [left, right] = nodes.as_slice() else {
                return None;
            };
            let stream = RandomStream::seeded(&context.seed, &[text]);
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

    /// Whether it differs from another equation in every round. For each of the two, `unknown` tells the symbols that
    /// the other does not have; the remaining symbols count as fixed if they are never substituted either.
    pub(super) fn differs(
        &self,
        other: &Self,
        unknown: &[Unknown<'_>; 2],
        others_are_fixed: bool,
        context: &Context,
    ) -> bool {
        let are_read_alone = match (&self.manner, &other.manner) {
            (Some(one), Some(other)) => others_are_fixed && one.agrees(other),
            _ => false,
        };
        let count = self.readings.len().max(other.readings.len());
        let pairs = || (0..count).map(|at| (self.reading(at), other.reading(at)));
        // Constants are substituted after one of the first two rounds.
        let nothing_is_put_in = LazyCell::new(|| {
            let mut first = pairs().take(2);
            are_read_alone && first.all(|(one, other)| one.takes_no_constants(other))
        });
        pairs().all(|(one, other)| {
            one.is_apart(other, unknown, are_read_alone)
                || are_read_alone && one.holds_otherwise(other, unknown)
                || one.differs_as_read(other, context) && *nothing_is_put_in
        })
    }

    /// The symbols that it says something about: what cancels is not among them.
    pub(super) fn counting(&self) -> &BTreeSet<Symbol> {
        &self.readings[0].difference
    }

    /// For both equations, whether they hold for all numbers once everything is carried out.
    pub(super) fn hold(&self, other: &Self) -> [bool; 2] {
        [self, other].map(|one| one.reading(1).holds == Some(true))
    }

    fn reading(&self, at: usize) -> &Reading {
        self.readings.get(at).unwrap_or(&self.readings[0])
    }

    /// The names of the symbols that its sides depend on, in any reading.
    pub(super) fn names(&self, of: &Unknown<'_>) -> Vec<String> {
        let last = self.readings.last().into_iter();
        let symbols = last.flat_map(|reading| &reading.sides);
        symbols
            .filter(|symbol| (of.symbols)(symbol))
            .map(Symbol::name)
            .collect()
    }
}
