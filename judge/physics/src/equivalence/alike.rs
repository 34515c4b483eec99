//! Statements that are written alike but for one slip of the pen: an exponent more, a factor less, a fraction turned.
//!
//! Who rewrites a formula changes a part into one of the same value, or changes more than one part. A single part
//! that is another one, of another value, is a slip; that such statements have the same positive solutions is then
//! not enough ([`elsewhere`](super::elsewhere)).

use std::mem::discriminant;

use super::form::Form;
use super::unseen::put;
use crate::formula::{Change, Expr, Statement, Term};

/// What the square of a part is multiplied with to be a third thing.
const THIRD: u64 = 7;

/// The letter of variations, `\delta x`.
const VARIATION: &str = r"\delta";

/// The only parts in which two statements differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slip<'s> {
    reference: &'s Statement,
    parts: [&'s Expr; 2],
}

impl<'s> Slip<'s> {
    /// The parts in which two statements differ, if they do in one slip.
    pub(super) fn between(reference: &'s Statement, answer: &'s Statement) -> Option<Self> {
        let (left, right) = (Form::of(reference), Form::of(answer));
        if !left.relates_as(right) || matches!(left, Form::Expression(_) | Form::Proportional(..)) {
            return None;
        }
        let sides = left.sides().into_iter().zip(right.sides());
        let mut apart = sides.filter(|(one, other)| one != other);
        let (Some((one, other)), None) = (apart.next(), apart.next()) else {
            return None;
        };
        let (one, other) = narrowed(one, other);
        is_slip(one, other).then_some(Self {
            reference,
            parts: [one, other],
        })
    }

    /// The parts as statements of their own.
    pub(super) fn values(self) -> [Statement; 2] {
        self.parts.map(|part| Statement::Expression(part.clone()))
    }

    /// The reference with a third thing in place of a fraction, of the same symbols. None where a part is
    /// left out, as one may divide by a quantity, and `x^2 = 0` is `x = 0`.
    pub(super) fn with_another(self) -> Option<Statement> {
        let [part, other] = self.parts;
        let is_changed = matches!(part, Expr::Fraction(..));
        if discriminant(part) != discriminant(other) || !is_changed {
            return None;
        }
        let square = Expr::Power(Box::new(part.clone()), Box::new(Expr::integer(2)));
        let another = Expr::product(vec![Expr::integer(THIRD), square]);
        let third = self.reference.map_sides(|side| put(side, part, &another));
        Some(third)
    }
}

/// The smallest parts that hold all in which two expressions differ.
fn narrowed<'e>(one: &'e Expr, other: &'e Expr) -> (&'e Expr, &'e Expr) {
    let (inside, within) = (one.children(), other.children());
    if discriminant(one) != discriminant(other) || inside.len() != within.len() {
        return (one, other);
    }
    let mut apart = inside
        .into_iter()
        .zip(within)
        .filter(|(one, other)| one != other);
    match (apart.next(), apart.next()) {
        (Some((left, right)), None) if put(one, left, right) == *other => narrowed(left, right),
        _ => (one, other),
    }
}

/// Whether one comes from the other by a single slip.
fn is_slip(one: &Expr, other: &Expr) -> bool {
    is_slip_to(one, other) || is_slip_to(other, one)
}

fn is_slip_to(one: &Expr, other: &Expr) -> bool {
    let is_leaf = |expr: &Expr| expr.children().is_empty();
    match (one, other) {
        // A root or an exponent that is left out; `\sqrt[3]{x}` is another root than `\sqrt{x}`.
        (Expr::Power(base, _), other) if **base == *other => true,
        (Expr::Root(of, _), other) if **of == *other => true,
        (Expr::Root(of, _), Expr::Root(also, _)) => of == also,
        (Expr::Function(_, of), other) if matches!(of.as_slice(), [only] if only == other) => true,
        (Expr::Function(one, of), Expr::Function(other, also)) => one != other && of == also,
        // A fraction turned, or without one of its halves.
        (Expr::Fraction(upper, lower), Expr::Fraction(other, below)) => {
            (upper, lower) == (below, other)
        }
        (Expr::Fraction(upper, lower), other) => **upper == *other || **lower == *other,
        (Expr::Product(factors), Expr::Product(others)) => is_shorter_by_one(factors, others),
        (Expr::Product(factors), other) => match factors.as_slice() {
            [first, second] => first == other || second == other,
            _ => false,
        },
        (Expr::Sum(terms), Expr::Sum(others)) => {
            is_turned(terms, others) || is_joined(terms, others) || is_shorter_by_one(terms, others)
        }
        // `u + 2` and `2`
        (Expr::Sum(terms), other)
            if terms.len() == 2 && terms.iter().any(|term| term.value == *other) =>
        {
            true
        }
        // `a + b` and `a b`, `2 - x` and `2 x`.
        (Expr::Sum(terms), Expr::Product(factors)) => {
            terms.iter().map(|term| &term.value).eq(factors)
        }
        (one, other) => is_leaf(one) && is_leaf(other),
    }
}

/// Whether a list is another one without one of its members.
fn is_shorter_by_one<T: PartialEq>(longer: &[T], shorter: &[T]) -> bool {
    let ends = longer
        .iter()
        .rev()
        .zip(shorter.iter().rev())
        .take_while(|(one, other)| one == other)
        .count();
    let begins = longer
        .iter()
        .zip(shorter)
        .take_while(|(one, other)| one == other)
        .count();
    longer.len() == shorter.len() + 1 && begins + ends >= shorter.len()
}

/// Whether one sign is another one.
fn is_turned(terms: &[Term], others: &[Term]) -> bool {
    let pairs = || terms.iter().zip(others);
    terms.len() == others.len()
        && pairs().all(|(one, other)| one.value == other.value)
        && pairs()
            .filter(|(one, other)| one.sign != other.sign)
            .count()
            == 1
}

/// Whether a sign between two terms is left out: `a - b + c` and `a - b c`.
fn is_joined(terms: &[Term], others: &[Term]) -> bool {
    if terms.len() != others.len() + 1 {
        return false;
    }
    (1..terms.len()).any(|at| {
        let joined = Expr::product(vec![terms[at - 1].value.clone(), terms[at].value.clone()]);
        let (before, after) = (&terms[..at - 1], &terms[at + 1..]);
        others[..at - 1] == *before
            && others[at..] == *after
            && others[at - 1].sign == terms[at - 1].sign
            && others[at - 1].value == joined
    })
}

/// Two statements in which `\delta` before something is its variation, as `\Delta` is its change, if it is so in
/// either.
pub(super) fn varied(statements: [&Statement; 2]) -> Option<[Statement; 2]> {
    let is_delta = |expr: &Expr| matches!(expr, Expr::Symbol(symbol) if symbol.is(VARIATION));
    let mut found = false;
    let read = statements
        .map(|statement| statement.map_sides(|side| with_variations(side, &is_delta, &mut found)));
    found.then_some(read)
}

fn with_variations(expr: &Expr, is_delta: &dyn Fn(&Expr) -> bool, found: &mut bool) -> Expr {
    let read = expr.map_children(&mut |child| with_variations(child, is_delta, found));
    let Expr::Product(factors) = &read else {
        return read;
    };
    let mut varied: Vec<Expr> = Vec::new();
    for factor in factors.iter().rev() {
        let times = match factor {
            Expr::Power(base, exponent) if is_delta(base) => match &**exponent {
                Expr::Number(number) => number.to_i64(),
                _ => None,
            },
            // `d^2 F = 0` is no product, either.
            Expr::Power(base, exponent) if matches!(&**base, Expr::Symbol(d) if d.is("d")) => {
                match &**exponent {
                    Expr::Number(number) => number.to_i64().filter(|times| *times > 1),
                    _ => None,
                }
            }
            factor if is_delta(factor) => Some(1),
            _ => None,
        };
        match (times, varied.pop()) {
            (Some(times), Some(of)) if (1..=3).contains(&times) => {
                *found = true;
                let change = |of, _| Expr::Change(Change::Delta, Box::new(of));
                varied.push((0..times).fold(of, change));
            }
            (_, before) => {
                varied.extend(before);
                varied.push(factor.clone());
            }
        }
    }
    varied.reverse();
    if varied.len() == 1 {
        return varied.remove(0);
    }
    Expr::Product(varied)
}
