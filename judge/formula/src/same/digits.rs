//! Numbers that a comparison of values cannot tell apart: `635013559600` and `635013589600`.
//!
//! A decimal number is a rounded one, and a late digit of it may differ. A whole number is exact. So two
//! statements that are written alike but for one whole number are two statements, however near the two are.
//! And two true statements about numbers alone do not say the same: where one number is another one, its
//! value may be too small beside the others to show, but no other numbers can be drawn for it.

use std::mem::discriminant;

use super::unseen::put;
use crate::algebra::context::{Context, Parameters};
use crate::tree::{Expr, Number, Relation, Statement};

/// Where two statements differ that are written alike else.
pub(super) enum Slip<'e> {
    /// In a number that values do not show.
    Number,
    /// In what may have the same value, in a statement about numbers.
    Part(&'e Expr, &'e Expr),
}

/// Whether one number alone is another one, which values do not show.
pub(super) fn slip<'e>(
    reference: &'e Statement,
    answer: &'e Statement,
    context: &Context,
) -> Option<Slip<'e>> {
    // The problem says how exact numbers have to be.
    let rounded = context.significant_figures.is_some()
        || context.parameters.tolerance > Parameters::default().tolerance;
    let ((relation, sides), (also, others)) = (related(reference), related(answer));
    if rounded || relation != also || sides.len() != others.len() {
        return None;
    }
    let pairs: Vec<_> = sides.iter().copied().zip(others).collect();
    let (stated, rough) = (sides.len() > 1, relation == Some(Relation::Approximately));
    let of_numbers = stated
        && pairs
            .iter()
            .all(|(one, other)| is_of_numbers(one) && is_of_numbers(other));
    // `\cos(90 - 45)` and `\cos(0 - 45)`
    let alone = !stated
        && pairs
            .iter()
            .all(|(one, other)| is_of_numbers(one) && is_of_numbers(other));
    let mut places = Vec::new();
    for (one, other) in &pairs {
        gather(one, other, &mut places);
    }
    let found = match places.as_slice() {
        _ if rough => None,
        [(Expr::Number(one), Expr::Number(other))] => {
            let whole = one.is_plain_integer() && other.is_plain_integer();
            let exact = of_numbers || whole && alone;
            let slipped = near(one, other) || exact && apart(one, other);
            slipped.then_some(Slip::Number)
        }
        [(one, other)] => of_numbers.then_some(Slip::Part(one, other)),
        _ => None,
    };
    found.or_else(|| {
        let mut apart = pairs.into_iter().filter(|(one, other)| one != other);
        match (apart.next(), apart.next()) {
            (Some((one, other)), None) if is_of_numbers(one) && is_of_numbers(other) => {
                // `\gamma - 1 = 7 \times 10^{-15}` gives its `\gamma` to no more digits than another number.
                let whole = (stated && is_arithmetic(one) && is_arithmetic(other))
                    .then_some(Slip::Part(one, other));
                beside_numbers(one, other).or(whole)
            }
            _ => None,
        }
    })
}

/// How a statement relates what it has, and its sides.
fn related(statement: &Statement) -> (Option<Relation>, Vec<&Expr>) {
    match statement {
        Statement::Expression(value) => (None, vec![value]),
        Statement::Continuation { relation, right } => (Some(*relation), vec![right]),
        Statement::Relation {
            left,
            relation,
            right,
        } => (Some(*relation), vec![left, right]),
    }
}

/// The only part in which two numbers are written differently, where another value of it gives another number: in
/// `10^{20} + 3` it may be too small beside the rest to show.
fn beside_numbers<'e>(one: &'e Expr, other: &'e Expr) -> Option<Slip<'e>> {
    let carries = match (one, other) {
        (Expr::Sum(_), Expr::Sum(_))
        | (Expr::Product(_), Expr::Product(_))
        | (Expr::Fraction(..), Expr::Fraction(..)) => true,
        // `10^{-10^{22}}` is too small to be more than 0.
        (Expr::Power(base, _), Expr::Power(also, _)) => match &**base {
            Expr::Number(base) => {
                also.as_ref() == &Expr::Number(base.clone()) && base.to_f64() > 1.0
            }
            _ => false,
        },
        _ => false,
    };
    let (inside, within) = (one.children(), other.children());
    if !carries || inside.len() != within.len() {
        return None;
    }
    let mut apart = inside
        .into_iter()
        .zip(within)
        .filter(|(part, also)| part != also);
    match (apart.next(), apart.next()) {
        (Some((part, also)), None) if put(one, part, also) == *other => {
            beside_numbers(part, also).or(Some(Slip::Part(part, also)))
        }
        _ => None,
    }
}

/// The places in which two expressions differ, at most two.
pub(super) fn gather<'e>(one: &'e Expr, other: &'e Expr, places: &mut Vec<(&'e Expr, &'e Expr)>) {
    if one == other || places.len() > 1 {
        return;
    }
    let (inside, within) = (one.children(), other.children());
    // `\Delta x` and `\Delta p` are two quantities, as are `dx/dt` and `dy/dt`.
    let is_whole = |expr: &Expr| match expr {
        Expr::Change(..) => true,
        Expr::Derivative(derivative) => matches!(derivative.of, Expr::Symbol(_)),
        _ => false,
    };
    let alike = discriminant(one) == discriminant(other)
        && !is_whole(one)
        && !inside.is_empty()
        && inside.len() == within.len();
    let before = places.len();
    if alike {
        for (one, other) in inside.into_iter().zip(within) {
            gather(one, other, places);
        }
    }
    // What differs in nothing that is inside differs itself.
    if places.len() == before {
        places.push((one, other));
    }
}

/// Whether no symbol but a mathematical constant or the imaginary unit occurs.
fn is_of_numbers(side: &Expr) -> bool {
    let mut numbers = true;
    side.walk(&mut |part| match part {
        Expr::Symbol(symbol) => {
            numbers &= ["e", r"\pi", "i"].iter().any(|name| symbol.is(name));
        }
        Expr::Call(_) | Expr::Integral(_) | Expr::Series(_) | Expr::Limit(_) => numbers = false,
        _ => {}
    });
    numbers
}

/// Whether nothing but numbers stands there, added, multiplied, divided and raised.
fn is_arithmetic(side: &Expr) -> bool {
    let mut is_arithmetic = true;
    side.walk(&mut |part| {
        is_arithmetic &= matches!(
            part,
            Expr::Number(_)
                | Expr::Sum(_)
                | Expr::Product(_)
                | Expr::Fraction(..)
                | Expr::Power(..)
        );
    });
    is_arithmetic
}

/// Whether two different whole numbers are so near to each other that values hide it.
fn near(one: &Number, other: &Number) -> bool {
    const NEAR: f64 = 1e-5;
    let whole = one.is_plain_integer() && other.is_plain_integer() && one.value() != other.value();
    let (one, other) = (one.to_f64(), other.to_f64());
    whole && (one - other).abs() <= NEAR * one.abs()
}

/// Whether two numbers differ, and neither is the other with fewer digits.
fn apart(one: &Number, other: &Number) -> bool {
    let unit = |number: &Number| {
        let decimals = i32::try_from(number.decimals()).unwrap_or(i32::MAX);
        let exponent = number.exponent().unwrap_or(0);
        libm::pow(10.0, f64::from(exponent.saturating_sub(decimals)))
    };
    let (coarse, fine) = (unit(one).max(unit(other)), unit(one).min(unit(other)));
    let rounding = if fine < coarse { coarse } else { 0.0 };
    one.value() != other.value() && (one.to_f64() - other.to_f64()).abs() > rounding
}
