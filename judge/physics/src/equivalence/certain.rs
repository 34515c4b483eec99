//! What an equation depends on, however it is read.
//!
//! Of two equations each of which depends on something that the other never mentions neither follows from the other,
//! whatever is carried out in them. To see it one equation alone is brought into the graph, in each way in which the
//! rounds read it.

use std::collections::BTreeSet;

use super::context::Context;
use super::lower::{Head, Lowering, Settings, SlotKind, Survey};
use super::slots::Slots;
use crate::formula::{Expr, Symbol};

/// The symbols on which the difference of two sides depends in every round; none where they cannot be brought into the
/// graph.
pub(super) fn symbols(sides: [&Expr; 2], context: &Context) -> BTreeSet<Symbol> {
    let survey = Survey::new([sides.to_vec()], context);
    let read = |evaluate: bool, constant: bool| {
        let settings = Settings {
            evaluate,
            constant,
            ..Settings::default()
        };
        let mut lowering = Lowering::new(context, &survey, settings);
        let mut found = BTreeSet::new();
        if let Ok(nodes) = lowering.statement(&sides)
            && let [left, right] = nodes.as_slice()
        {
            let difference = lowering.graph.difference(*left, *right);
            gather(&lowering, lowering.graph.slots(difference), &mut found);
        }
        (found, lowering.left_alone)
    };
    let (mut found, can_evaluate) = read(false, false);
    if can_evaluate {
        for constant in [false, true] {
            let (carried_out, _) = read(true, constant);
            found.retain(|symbol| carried_out.contains(symbol));
        }
    }
    found
}

/// The symbols among some variables, and those inside of what stands as it is. Not what a name is applied to: `v(t)` is
/// `v` beside a formula that has `v` alone.
fn gather(lowering: &Lowering<'_>, slots: Slots, found: &mut BTreeSet<Symbol>) {
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
            SlotKind::Opaque { arguments, .. } => {
                for argument in arguments {
                    gather(lowering, lowering.graph.slots(*argument), found);
                }
            }
            SlotKind::BaseUnit(_) | SlotKind::Bound(_) => {}
        }
    }
}
