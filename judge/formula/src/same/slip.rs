//! Detects slips that values do not show: the 4 in `y = 4 \cdot 0`, the even power in `\lambda^4 = 1`.
//!
//! A person who rewrites a formula replaces a part by one of the same value, or changes more than one part. So there
//! is one rule, only for formulas that agree by values and are **written alike except for one part**: if the two
//! parts, as functions of their symbols, differ, the formulas differ, unless
//!
//! - (a) the whole side keeps its value, and a third expression in that place would change it: `\cos(-x)` is
//!   `\cos x`;
//! - (b) the part is a whole side and not only a number, and the other side contains nothing of it: its solutions
//!   were compared, and `\sqrt x = 1` is `x = 1`.
//!
//! The rule never refuses formulas that are written differently.

use std::mem::discriminant;

use crate::tree::{Expr, Symbol};

/// A letter that no formula contains.
const OTHER: &str = r"\text{?}";

/// A part times this is the third expression. `(-1)^n` is `(-1)^{7n}`, but not `(-1)^{20n}`.
const MULTIPLES: [u64; 2] = [7, 20];

/// The only parts in which two formulas that are otherwise written alike differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slip<'s> {
    sides: [&'s Expr; 2],
    parts: [&'s Expr; 2],
    /// What both have on the other side, if there is one.
    beside: Option<&'s Expr>,
}

impl<'s> Slip<'s> {
    /// The differing parts of formulas with these sides and the same relation.
    pub(super) fn between(reference: &[&'s Expr], answer: &[&'s Expr]) -> Option<Self> {
        let pairs = || reference.iter().copied().zip(answer.iter().copied());
        let mut apart = pairs().filter(|(one, other)| one != other);
        let (Some((one, other)), None) = (apart.next(), apart.next()) else {
            return None;
        };
        (reference.len() == answer.len()).then(|| Self {
            sides: [one, other],
            parts: narrowed(one, other),
            beside: pairs().find_map(|(one, other)| (one == other).then_some(one)),
        })
    }

    /// Whether the formulas differ although they agree by values. `same` compares two expressions; `to_figures` says
    /// that it compares numbers only to significant figures.
    pub(super) fn matters(self, to_figures: bool, same: impl Fn(&Expr, &Expr) -> bool) -> bool {
        let [part, other] = self.parts;
        // `1237 \unit{N}` has the three figures of `1240 \unit{N}`.
        let is_rounded = to_figures && self.sides.into_iter().all(is_quantity);
        if let (false, Expr::Number(one), Expr::Number(two)) = (is_rounded, part, other)
            && one.is_plain_integer()
            && two.is_plain_integer()
            && same(part, other)
        {
            // Whole numbers are exact, however close to each other.
            return one.value() != two.value();
        }
        !self.is_solved_for() && !same(part, other) && !self.keeps_value(same)
    }

    /// (a)
    fn keeps_value(self, same: impl Fn(&Expr, &Expr) -> bool) -> bool {
        let [side, also] = self.sides;
        let part = self.parts[0];
        let changes = |third: Expr| !same(side, &put(side, part, &third));
        let of_its_kind = match part {
            Expr::Symbol(symbol) => (**symbol).clone(),
            part => Symbol {
                vector: part.is_vector(),
                ..Symbol::new(OTHER)
            },
        };
        let letter = Expr::symbol(Symbol {
            base: OTHER.to_owned(),
            ..of_its_kind
        });
        let multiple = |by| Expr::product(vec![Expr::integer(by), part.clone()]);
        same(side, also) && changes(letter) && MULTIPLES.into_iter().map(multiple).any(changes)
    }

    /// (b)
    fn is_solved_for(self) -> bool {
        let is_whole = std::ptr::eq(self.sides[0], self.parts[0]);
        // A number may be too small to show beside what it is solved for: `a - b = 2 \times 10^{-16}`.
        let are_numbers = self.sides.into_iter().all(is_number);
        is_whole
            && !are_numbers
            && self
                .beside
                .is_none_or(|beside| !self.sides.iter().any(|side| share(side, beside)))
    }

    /// The only sides in which the formulas differ.
    pub(super) fn sides(self) -> [&'s Expr; 2] {
        self.sides
    }
}

/// The smallest parts that contain all differences between two expressions.
fn narrowed<'e>(one: &'e Expr, other: &'e Expr) -> [&'e Expr; 2] {
    let (inside, within) = (one.children(), other.children());
    // Inside these a letter is bound: which one it is does not matter.
    let binds = matches!(
        one,
        Expr::Evaluated(_) | Expr::Integral(_) | Expr::Limit(_) | Expr::Series(_)
    );
    if binds || discriminant(one) != discriminant(other) || inside.len() != within.len() {
        return [one, other];
    }
    let mut apart = inside
        .into_iter()
        .zip(within)
        .filter(|(one, other)| one != other);
    match (apart.next(), apart.next()) {
        // A condition has no value: `x(t = 0)` and `x(0)`.
        (Some((Expr::Condition(_), _) | (_, Expr::Condition(_))), _) => [one, other],
        (Some((left, right)), None) if put(one, left, right) == *other => narrowed(left, right),
        _ => [one, other],
    }
}

/// The tree with `place`, a part of it, replaced.
fn put(tree: &Expr, place: &Expr, instead: &Expr) -> Expr {
    if std::ptr::eq(tree, place) {
        return instead.clone();
    }
    tree.map_children(&mut |child| put(child, place, instead))
}

/// Whether two expressions have a symbol in common.
fn share(one: &Expr, other: &Expr) -> bool {
    one.any(|part| matches!(part, Expr::Symbol(symbol) if other.mentions(symbol)))
}

/// Whether a side consists only of numbers.
fn is_number(side: &Expr) -> bool {
    !side.any(|part| matches!(part, Expr::Unit(_))) && is_quantity(side)
}

/// Whether a side consists only of numbers and units.
fn is_quantity(side: &Expr) -> bool {
    let is_other = |part: &Expr| {
        !matches!(
            part,
            Expr::Number(_)
                | Expr::Unit(_)
                | Expr::Sum(_)
                | Expr::Product(_)
                | Expr::Fraction(..)
                | Expr::Power(..)
                | Expr::Root(..)
        )
    };
    !side.any(is_other)
}
