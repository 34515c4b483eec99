//! What values do not show: the 4 of `y = 4 \cdot 0`, the D of `B D = 0`, the i of `|e^{2 i}| = 1`.
//!
//! No numbers that are drawn tell such a symbol from another one. So of two statements that are written alike but
//! for one number, symbol or sign, neither is the other if a third thing in its place makes no difference either.
//! What is written otherwise is not looked at: `y = 0` is `y = 4 \cdot 0`.

use super::digits;
use super::form::Form;
use crate::tree::{Accent, Expr, Formula, Number, Relation, Statement, Symbol, Term};

/// What is put in the place of something else: numbers that are far from each other.
const THIRDS: [u64; 4] = [3, 7, 20, 100];

/// A letter that nobody writes.
const OTHER: &str = r"\text{?}";

/// What can be written alike but for one place.
pub(super) trait Written: PartialEq + Sized {
    /// Its sides in an order that is the same for all that are written alike; none of what holds up to a factor,
    /// `T \propto 2 \sqrt l`.
    fn sides(&self) -> Vec<&Expr>;

    /// The same with `change` done to its sides.
    fn map_sides(&self, change: &mut dyn FnMut(&Expr) -> Expr) -> Self;
}

impl Written for Formula {
    fn sides(&self) -> Vec<&Expr> {
        let is_proportional =
            |(relation, _): &(Relation, Expr)| *relation == Relation::Proportional;
        if self.links.iter().any(is_proportional) {
            return Vec::new();
        }
        Formula::sides(self).collect()
    }

    fn map_sides(&self, change: &mut dyn FnMut(&Expr) -> Expr) -> Self {
        Formula::map_sides(self, change)
    }
}

impl Written for Statement {
    fn sides(&self) -> Vec<&Expr> {
        match Form::of(self) {
            Form::Proportional(..) => Vec::new(),
            form => form.sides(),
        }
    }

    fn map_sides(&self, change: &mut dyn FnMut(&Expr) -> Expr) -> Self {
        Statement::map_sides(self, change)
    }
}

/// Whether two that are the same differ in what values do not show, where `same` compares.
pub(super) fn is_between<W: Written>(
    reference: &W,
    answer: &W,
    same: impl Fn(&W, &W) -> bool,
) -> bool {
    let thirds = thirds(reference, answer);
    let makes_none = |third: &W| same(reference, third) || same(answer, third);
    !thirds.is_empty() && thirds.iter().all(makes_none)
}

/// Whether two formulas are written alike but for one number or symbol.
pub(super) fn are_alike_but_once(one: &Formula, other: &Formula) -> bool {
    let mut places = Vec::new();
    for (one, other) in one.sides().zip(other.sides()) {
        digits::gather(one, other, &mut places);
    }
    let relations = |formula: &Formula| -> Vec<Relation> {
        let links = formula.links.iter();
        links.map(|(relation, _)| *relation).collect()
    };
    matches!(places.as_slice(), [(one, other)] if is_atom(one) && is_atom(other))
        && relations(one) == relations(other)
}

/// The reference with other things in the only place in which the two differ: if all of them make no difference,
/// values do not show it. None where they differ in more than a number, a symbol or a sign.
fn thirds<W: Written>(reference: &W, answer: &W) -> Vec<W> {
    let (sides, others) = (reference.sides(), answer.sides());
    let mut places = Vec::new();
    for (one, other) in sides.iter().zip(others) {
        digits::gather(one, other, &mut places);
    }
    let [(one, other)] = places.as_slice() else {
        return Vec::new();
    };
    let with = |instead: &Expr| reference.map_sides(&mut |side| put(side, one, instead));
    if with(other) != *answer {
        return Vec::new();
    }
    let is_exponent = sides.iter().any(|side| {
        let mut found = false;
        side.walk(&mut |part| {
            if let Expr::Power(_, exponent) = part {
                // `x^{-3}` has a sum of one term.
                let (exponent, inside) = (exponent.as_ref(), exponent.children());
                let alone = matches!(inside.as_slice(), [only] if std::ptr::eq(*only, *one));
                found |= std::ptr::eq(exponent, *one) || alone;
            }
        });
        found
    });
    let is_zero = |side: &&Expr| matches!(side, Expr::Number(number) if number.is_zero());
    if let Some(raised) = other_powers(one, other, sides.iter().any(is_zero)) {
        return raised.iter().map(with).collect();
    }
    instead_of(one, other, is_exponent)
        .iter()
        .map(with)
        .collect()
}

/// Things that are neither of two, and far from both.
fn instead_of(one: &Expr, other: &Expr, is_exponent: bool) -> Vec<Expr> {
    match (one, other) {
        (Expr::Number(one), Expr::Number(other)) if one.value() == other.value() => Vec::new(),
        // Of `w^2 > 0` and `w^4 > 0` the next one is `w^6 > 0`, of `x^3 = x` and `x^5 = x` it is `x^7 = x`.
        (Expr::Number(one), Expr::Number(other)) if is_exponent && are_alike(one, other) => {
            let (one, other) = (one.to_i64(), other.to_i64());
            let (low, high) = (one.min(other), one.max(other));
            let next = low
                .zip(high)
                .and_then(|(low, high)| high.checked_add(high.checked_sub(low)?));
            let next = next.and_then(|next| u64::try_from(next).ok());
            next.map(Expr::integer).into_iter().collect()
        }
        (Expr::Number(one), Expr::Number(other)) => {
            let far = |third: &u64| {
                let third = Number::integer(*third).to_f64();
                [one, other].into_iter().all(|number| {
                    let number = number.to_f64();
                    (third - number).abs() > 0.5 * number.abs()
                })
            };
            let mut numbers = next(one, other).into_iter().chain(THIRDS).filter(far);
            let Some(third) = numbers.next() else {
                return Vec::new();
            };
            // `(-1)^{n - 1}` is `(-1)^{n - 3}`, but not with a 2. Of `x^3` and `x^7` the next one is `x^{11}`, which
            // has the solutions that both have.
            let odd = (!is_exponent).then_some(third + 1);
            [third].into_iter().chain(odd).map(Expr::integer).collect()
        }
        // `|\hat n| = 1` holds for no number.
        (Expr::Symbol(one), Expr::Symbol(other)) if has_hat(one) && has_hat(other) => {
            let third = Symbol {
                base: OTHER.to_owned(),
                ..(**one).clone()
            };
            vec![Expr::symbol(third)]
        }
        (one, other) if is_atom(one) && is_atom(other) => {
            let thirds = THIRDS.into_iter().map(Expr::integer);
            let apart = thirds.filter(|third| third != one && third != other);
            apart.take(2).collect()
        }
        // `\sin x` and `\cos x`
        (Expr::Function(one, of), Expr::Function(other, also)) if one != other && of == also => {
            THIRDS.into_iter().take(2).map(Expr::integer).collect()
        }
        // `-x` and `x`
        (one, other) if one.clone().negated() == *other || other.clone().negated() == *one => {
            vec![doubled(one)]
        }
        (Expr::Sum(terms), Expr::Sum(others)) if terms.len() == others.len() => {
            let mut terms = terms.clone();
            let turned = |(one, other): &(&mut Term, &Term)| one.sign != other.sign;
            let mut signs = terms.iter_mut().zip(others).filter(turned);
            let (Some((term, _)), None) = (signs.next(), signs.next()) else {
                return Vec::new();
            };
            term.value = doubled(&term.value);
            vec![Expr::Sum(terms)]
        }
        // `\epsilon^{kl}` and `\epsilon^{klm}`
        (one, other) if is_exponent && (has_symbol(one) || has_symbol(other)) => {
            THIRDS.into_iter().take(2).map(Expr::integer).collect()
        }
        _ => Vec::new(),
    }
}

/// Other powers of what one of two is a power of and the other is itself: `A^T B = B`, `|\hat n|^2 = 1`. Of something
/// that is 0 only those of letters, which may be an index, `W_\sigma P^\sigma = 0`, as `x^2 = 0` is `x = 0`.
fn other_powers(one: &Expr, other: &Expr, of_zero: bool) -> Option<Vec<Expr>> {
    let (base, exponent) = match (one, other) {
        (Expr::Power(base, exponent), left) | (left, Expr::Power(base, exponent))
            if **base == *left =>
        {
            (base, exponent)
        }
        _ => return None,
    };
    if of_zero && !has_symbol(exponent) {
        return None;
    }
    let mut is_number = true;
    base.walk(&mut |part| is_number &= !matches!(part, Expr::Symbol(_) | Expr::Call(_)));
    let exponents = THIRDS.into_iter().map(Expr::integer);
    let apart = exponents.filter(|third| *third != **exponent).take(2);
    let powers = apart.map(|third| Expr::Power(base.clone(), Box::new(third)));
    (!is_number).then(|| powers.collect())
}

/// Whether two whole numbers are both even or both odd.
fn are_alike(one: &Number, other: &Number) -> bool {
    let (one, other) = (one.to_i64(), other.to_i64());
    matches!((one, other), (Some(one), Some(other)) if one.rem_euclid(2) == other.rem_euclid(2))
}

/// The number that follows on two: 11 on 3 and 7.
fn next(one: &Number, other: &Number) -> Option<u64> {
    let (one, other) = (one.to_i64()?, other.to_i64()?);
    [(one, other), (other, one)]
        .into_iter()
        .filter_map(|(from, to)| to.checked_add(to.checked_sub(from)?))
        .find_map(|next| u64::try_from(next).ok().filter(|next| *next > 0))
}

fn has_symbol(expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |part| found |= matches!(part, Expr::Symbol(_)));
    found
}

fn has_hat(symbol: &Symbol) -> bool {
    symbol.accents.contains(&Accent::Hat)
}

fn doubled(value: &Expr) -> Expr {
    Expr::product(vec![Expr::integer(2), value.clone()])
}

fn is_atom(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Number(_)
            | Expr::Symbol(_)
            | Expr::Call(_)
            | Expr::Change(..)
            | Expr::Derivative(_)
            | Expr::Infinity
    )
}

/// The tree with something else where `place`, a part of it, stands.
pub(super) fn put(tree: &Expr, place: &Expr, instead: &Expr) -> Expr {
    if std::ptr::eq(tree, place) {
        return instead.clone();
    }
    tree.map_children(&mut |child| put(child, place, instead))
}
