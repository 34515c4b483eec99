//! Statements that are written alike but for one slip of the pen: an exponent more, a factor less, a fraction turned.
//!
//! Who rewrites a formula changes a part into one of the same value, or changes more than one part. A single part
//! that is another one, of another value, is a slip; that such statements have the same positive solutions is then
//! not enough ([`elsewhere`](super::elsewhere)).

use std::mem::discriminant;

use super::form::Form;
use super::unseen::put;
use crate::tree::{DerivativeStyle, Expr, Function, Sign, Statement, Symbol, Term};

/// What the square of a part is multiplied with to be a third thing.
const THIRD: u64 = 7;

/// Letters for the places of a tensor, and the dots behind them.
const PLACES: [&str; 5] = ["i", "j", "k", "l", r"\ldots"];

/// A letter that nobody writes.
const OTHER: &str = r"\text{?}";

/// The only parts in which two statements differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slip<'s> {
    reference: &'s Statement,
    sides: [&'s Expr; 2],
    parts: [&'s Expr; 2],
}

impl<'s> Slip<'s> {
    /// The parts in which two statements differ, if they do in one slip.
    pub(super) fn between(reference: &'s Statement, answer: &'s Statement) -> Option<Self> {
        if matches!(Form::of(reference), Form::Proportional(..)) {
            return None;
        }
        let sides = sides_apart(reference, answer)?;
        let parts = narrowed(sides[0], sides[1]);
        is_slip(parts[0], parts[1]).then_some(Self {
            reference,
            sides,
            parts,
        })
    }

    /// The parts as statements of their own.
    pub(super) fn values(self) -> [Statement; 2] {
        self.parts.map(|part| Statement::Expression(part.clone()))
    }

    /// The sides that differ as statements of their own.
    pub(super) fn sides(self) -> [Statement; 2] {
        self.sides.map(|side| Statement::Expression(side.clone()))
    }

    /// The side that differs with third things in the place of the part: where none of them makes a difference, the
    /// part is multiplied by 0 or does not show in another way.
    pub(super) fn with_others(self) -> Vec<Statement> {
        let [part, other] = self.parts;
        let thirds = if part.is_vector() {
            let letter = Symbol {
                vector: true,
                ..Symbol::new(OTHER)
            };
            vec![Expr::symbol(letter)]
        } else if matches!(self.parts, [Expr::Product(_), _] | [_, Expr::Product(_)]) {
            // `|e^{i x}|` is 1 whatever the x is multiplied with.
            let times = |number| Expr::product(vec![Expr::integer(number), part.clone()]);
            [THIRD, 20].map(times).into()
        } else {
            let numbers = [3, THIRD, 20].map(Expr::integer).into_iter();
            let apart = numbers.filter(|number| number != part && number != other);
            apart.take(2).collect()
        };
        let put = |third| Statement::Expression(put(self.sides[0], part, third));
        thirds.iter().map(put).collect()
    }

    /// Whether one may write the one for the other although the part has another value: it is a factor of what is 0, as
    /// one may divide by a quantity and `x^2 = 0` is `x = 0`, or a root or power of a whole side, `\sqrt x = 1`, or a
    /// fraction turned that is a number, `a/b = 1`.
    pub(super) fn is_excused(self) -> bool {
        let is_raised = |part: &Expr| matches!(part, Expr::Power(..) | Expr::Root(..));
        let is_fraction = |part: &Expr| matches!(part, Expr::Fraction(..));
        let is_whole = std::ptr::eq(self.sides[0], self.parts[0]);
        // Nobody multiplies by what he divides by: `dx/dt = 0` and `dx\,dt = 0`.
        let is_multiplied = matches!(
            self.parts,
            [Expr::Fraction(upper, lower), Expr::Product(factors)]
            | [Expr::Product(factors), Expr::Fraction(upper, lower)]
                if are_halves(factors, [upper, lower])
        );
        !is_multiplied
            && !is_of_a_letter(self.parts)
            && !is_argument(self.sides[0], self.parts[0])
            && !self.leaves_out_a_function()
            && !self.joins_terms()
            && is_factor_of_nothing(self.reference, self.sides[0], self.parts[0])
            || is_whole
                && (self.parts.into_iter().any(is_raised)
                    || is_beside_number(self.reference) && self.parts.into_iter().all(is_fraction))
    }

    /// Whether a sign between terms is left out: `a b + b a = 0` and `a b b a = 0`.
    fn joins_terms(self) -> bool {
        matches!(
            self.parts,
            [Expr::Sum(terms), Expr::Product(factors)] | [Expr::Product(factors), Expr::Sum(terms)]
                if terms.len() > 1 && are_multiplied(terms, factors)
        )
    }

    /// Whether a letter is left out before what it is applied to, although it is read as a factor: `u(-h/2) = 0`.
    pub(super) fn leaves_out_a_function(self) -> bool {
        let ((Expr::Product(factors), other) | (other, Expr::Product(factors))) =
            (self.parts[0], self.parts[1])
        else {
            return false;
        };
        matches!(factors.as_slice(), [Expr::Symbol(name), of] if of == other && !name.is(r"\pi") && is_applied_to(of))
    }

    /// Whether what is raised makes a name of one that the other has not. A 1 does, `E^1 = \beta`, where it is no power, as in
    /// `x^1 + x^2`, but not in `E^0 + E^1`; and so does a 0 that stands for another power.
    pub(super) fn has_another_name(self) -> bool {
        // `\rho^2 = \rho` and `\rho^0 = \rho`
        if is_power_of_zeroth(self.parts[0], self.parts[1])
            || is_power_of_zeroth(self.parts[1], self.parts[0])
        {
            return true;
        }
        let name = match self.parts {
            [Expr::Power(base, exponent), other] | [other, Expr::Power(base, exponent)]
                if **base == *other && is_one(exponent) =>
            {
                &**base
            }
            _ => return false,
        };
        let Expr::Symbol(name) = name else {
            return false;
        };
        let [mut has_zeroth, mut has_power] = [false; 2];
        for side in Form::of(self.reference).sides() {
            side.walk(&mut |part| match part {
                Expr::Power(base, exponent) if **base == Expr::Symbol(name.clone()) => {
                    has_power |= !is_one(exponent);
                }
                Expr::Symbol(symbol) if symbol.label.as_deref() == Some("0") => {
                    has_zeroth |= symbol.base == name.base;
                }
                _ => {}
            });
        }
        has_zeroth || !has_power
    }

    /// Whether factors stand in another order where it counts: places that are raised, `T^{ij}` and `T^{ji}`, matrices
    /// in a trace, which may only be turned round, and what has a boundary, `\partial V` and `V \partial`.
    pub(super) fn exchanges_places(self) -> bool {
        let [Expr::Product(one), Expr::Product(other)] = self.parts else {
            return false;
        };
        let is_place = |factor: &Expr| matches!(factor, Expr::Symbol(symbol) if PLACES.contains(&&*symbol.base));
        let is_turned_round = (0..one.len()).any(|by| {
            let (begin, end) = one.split_at(by);
            end.iter().chain(begin).eq(other)
        });
        let mut found = behind_boundary(one) != behind_boundary(other);
        self.sides[0].walk(&mut |part| match part {
            Expr::Power(base, exponent) if std::ptr::eq(exponent.as_ref(), self.parts[0]) => {
                found |= match &**base {
                    // What is raised above a vector is a word: `\vec F^{int}`.
                    Expr::Symbol(symbol) => {
                        symbol.vector
                            || !symbol.is("e") && one.iter().all(is_place)
                            || self.has_places(symbol, one)
                    }
                    _ => false,
                };
            }
            Expr::Function(Function::Trace, of) => {
                found |= matches!(of.as_slice(), [only] if std::ptr::eq(only, self.parts[0]))
                    && !is_turned_round;
            }
            _ => {}
        });
        found && are_exchanged(one, other)
    }

    /// Whether a letter has as many places below it elsewhere as factors are raised here: `R_{abcd} R^{abcd}`.
    fn has_places(self, letter: &Symbol, factors: &[Expr]) -> bool {
        let mut found = false;
        let is_letter = |factor: &Expr| matches!(factor, Expr::Symbol(symbol) if symbol.is_plain());
        for side in Form::of(self.reference).sides() {
            side.walk(&mut |part| {
                if let Expr::Symbol(symbol) = part
                    && symbol.base == letter.base
                    && let Some(below) = &symbol.subscript
                {
                    found |=
                        below.chars().filter(|sign| sign.is_alphabetic()).count() == factors.len();
                }
            });
        }
        found && factors.iter().all(is_letter)
    }

    /// Whether the part stands under a limit, which many things have.
    pub(super) fn is_in_limit(self) -> bool {
        let mut found = false;
        self.sides[0].walk(&mut |part| {
            if let Expr::Limit(limit) = part {
                limit
                    .body
                    .walk(&mut |inner| found |= std::ptr::eq(inner, self.parts[0]));
            }
        });
        found
    }

    /// Whether a letter is left out that is the `d` of a differential or the name of what stands beside it, `p p_z = 0`,
    /// `f f(0) = 0`: by these one does not divide.
    pub(super) fn doubles_a_name(self) -> bool {
        let (longer, shorter) = match self.parts {
            [Expr::Product(factors), other] | [other, Expr::Product(factors)] if !matches!(other, Expr::Product(others) if others.len() > factors.len()) => {
                (factors, other)
            }
            _ => return false,
        };
        let kept = match shorter {
            Expr::Product(factors) => factors.as_slice(),
            other => std::slice::from_ref(other),
        };
        let Some(at) = (0..longer.len()).find(|at| longer.get(*at) != kept.get(*at)) else {
            return false;
        };
        let Expr::Symbol(left_out) = &longer[at] else {
            return false;
        };
        let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
        let is_named = |factor: &Expr| {
            *factor != longer[at] && named(factor).is_some_and(|name| name.base == left_out.base)
        };
        // `d\omega = 0` and `d = 0`
        let leaves_d = matches!(kept, [Expr::Symbol(only)] if only.is("d"));
        left_out.is("d")
            || leaves_d && at == 1
            || left_out.is_plain() && beside.filter_map(|at| longer.get(at)).any(is_named)
    }

    /// Whether a factor or a power of `i` or `j` is added or left out.
    pub(super) fn is_of_imaginary_unit(self) -> bool {
        let is_unit =
            |expr: &Expr| matches!(expr, Expr::Symbol(symbol) if symbol.is("i") || symbol.is("j"));
        let count = |part: &Expr| match part {
            Expr::Product(factors) => factors.iter().filter(|factor| is_unit(factor)).count(),
            Expr::Power(base, _) => usize::from(is_unit(base)) * 2,
            part => usize::from(is_unit(part)),
        };
        count(self.parts[0]) != count(self.parts[1])
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
        Some(self.reference.map_sides(|side| put(side, part, &another)))
    }
}

/// The factor behind the sign of a boundary.
fn behind_boundary(factors: &[Expr]) -> Option<&Expr> {
    let is_boundary =
        |factor: &&Expr| matches!(factor, Expr::Symbol(symbol) if symbol.is(r"\partial"));
    let mut rest = factors.iter().skip_while(|factor| !is_boundary(factor));
    rest.nth(1)
}

/// The only sides in which two statements differ.
fn sides_apart<'s>(reference: &'s Statement, answer: &'s Statement) -> Option<[&'s Expr; 2]> {
    let (left, right) = (Form::of(reference), Form::of(answer));
    if !left.relates_as(right) {
        return None;
    }
    let sides = left.sides().into_iter().zip(right.sides());
    let mut apart = sides.filter(|(one, other)| one != other);
    match (apart.next(), apart.next()) {
        (Some((one, other)), None) => Some([one, other]),
        _ => None,
    }
}

/// What two statements have that are written alike but for one function or a fraction turned: these of letters, which
/// tell whether the one is the other. `\cos 0` and `\cosh 0` are 1, and `|a|/a` may be `a/|a|`, but who rewrites a formula
/// changes no function alone and turns no fraction. `\sin x = 0` is `\tan x = 0`, and `a/b = 1` is `b/a = 1`.
pub(super) fn turned(reference: &Statement, answer: &Statement) -> Option<[Statement; 2]> {
    let [one, other] = sides_apart(reference, answer)?;
    let [first, second] = ["x", "y"].map(|name| Expr::symbol(Symbol::new(name)));
    let parts = narrowed(one, other);
    let turned = match parts {
        [Expr::Function(name, of), Expr::Function(another, also)]
            if name != another
                && of == also
                && !(is_factor_of_nothing(reference, one, parts[0])
                    && of.iter().any(has_symbol)) =>
        {
            [*name, *another]
                .map(|function| Expr::Function(function, vec![first.clone(); of.len()]))
        }
        [Expr::Fraction(upper, lower), Expr::Fraction(other, below)]
            if (upper, lower) == (below, other)
                && upper != lower
                && !(std::ptr::eq(one, parts[0]) && is_beside_number(reference)) =>
        {
            let fraction = |upper: &Expr, lower: &Expr| {
                Expr::Fraction(Box::new(upper.clone()), Box::new(lower.clone()))
            };
            [fraction(&first, &second), fraction(&second, &first)]
        }
        // `\frac{v}{|v|}` and `\binom{v}{|v|}`
        [
            Expr::Fraction(upper, lower),
            Expr::Function(Function::Binomial, of),
        ]
        | [
            Expr::Function(Function::Binomial, of),
            Expr::Fraction(upper, lower),
        ] if of.iter().eq([&**upper, &**lower]) => {
            let fraction = Expr::Fraction(Box::new(first.clone()), Box::new(second.clone()));
            [
                fraction,
                Expr::Function(Function::Binomial, vec![first, second]),
            ]
        }
        _ => return None,
    };
    Some(turned.map(Statement::Expression))
}

/// The smallest parts that hold all in which two expressions differ.
fn narrowed<'e>(one: &'e Expr, other: &'e Expr) -> [&'e Expr; 2] {
    let (inside, within) = (one.children(), other.children());
    if discriminant(one) != discriminant(other) || inside.len() != within.len() {
        return [one, other];
    }
    let mut apart = inside
        .into_iter()
        .zip(within)
        .filter(|(one, other)| one != other);
    match (apart.next(), apart.next()) {
        (Some((left, right)), None) if put(one, left, right) == *other => narrowed(left, right),
        _ => [one, other],
    }
}

/// Whether a part is a factor of one side of a statement, and the other side is 0.
fn is_factor_of_nothing(statement: &Statement, side: &Expr, part: &Expr) -> bool {
    let sides = Form::of(statement).sides();
    sides.into_iter().any(is_nothing) && has_factor(side, part)
}

/// Whether an expression is a written 0.
pub(super) fn is_nothing(side: &Expr) -> bool {
    match side {
        Expr::Number(number) => number.is_zero(),
        Expr::Symbol(symbol) => symbol.base == "0",
        _ => false,
    }
}

/// Whether something is raised that another part has with a raised 0 for its name: `\rho^2` and `\rho^0`.
fn is_power_of_zeroth(power: &Expr, other: &Expr) -> bool {
    match (power, other) {
        (Expr::Power(base, _), Expr::Symbol(symbol)) if symbol.label.as_deref() == Some("0") => {
            base.mentions(&Symbol {
                label: None,
                ..(**symbol).clone()
            })
        }
        _ => false,
    }
}

fn is_one(expr: &Expr) -> bool {
    matches!(expr, Expr::Number(number) if number.is_one())
}

fn has_symbol(expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |part| found |= matches!(part, Expr::Symbol(_) | Expr::Call(_)));
    found
}

/// Whether one side of a statement is a number.
fn is_beside_number(statement: &Statement) -> bool {
    let sides = Form::of(statement).sides();
    sides
        .into_iter()
        .any(|side| matches!(side, Expr::Number(_)))
}

/// Whether a part is a factor of a tree, or what a factor is a power of.
fn has_factor(tree: &Expr, part: &Expr) -> bool {
    std::ptr::eq(tree, part)
        || match tree {
            Expr::Product(factors) => factors.iter().any(|factor| has_factor(factor, part)),
            Expr::Fraction(upper, lower) => has_factor(upper, part) || has_factor(lower, part),
            Expr::Power(of, _) | Expr::Root(of, _) => has_factor(of, part),
            Expr::Sum(terms) => matches!(terms.as_slice(), [only] if has_factor(&only.value, part)),
            _ => false,
        }
}

/// Whether a part stands in what a letter is applied to, although it is read as a factor: nobody writes a number or a
/// minus behind a letter that it multiplies, `f'(3\pi/2) = 0`, `p(-a) = 0`.
fn is_argument(tree: &Expr, part: &Expr) -> bool {
    let mut found = false;
    tree.walk(&mut |product| {
        let Expr::Product(factors) = product else {
            return;
        };
        for pair in factors.windows(2) {
            if let [Expr::Symbol(name), factor] = pair
                && !name.is(r"\pi")
                && is_applied_to(factor)
            {
                factor.walk(&mut |inside| found |= std::ptr::eq(inside, part));
            }
        }
    });
    found
}

/// Whether what stands behind a letter is what it is applied to: a number, or something with a sign.
fn is_applied_to(factor: &Expr) -> bool {
    match factor {
        Expr::Sum(terms) => matches!(terms.as_slice(), [only] if only.sign != Sign::Plus),
        factor => is_constant(factor),
    }
}

/// Whether an expression is a number.
fn is_constant(expr: &Expr) -> bool {
    let mut constant = true;
    expr.walk(&mut |part| match part {
        Expr::Symbol(symbol) => constant &= symbol.is(r"\pi"),
        Expr::Call(_) | Expr::Unit(_) => constant = false,
        _ => {}
    });
    constant
}

/// The name of a symbol, a function, or what is differentiated.
fn named(expr: &Expr) -> Option<&Symbol> {
    match expr {
        Expr::Symbol(symbol) => Some(symbol),
        Expr::Call(call) => Some(&call.function),
        Expr::Nabla(_, of) | Expr::Cross(_, of) => named(of),
        Expr::Derivative(derivative) => named(&derivative.of),
        _ => None,
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
        (power @ Expr::Power(..), other) if is_power_of_zeroth(power, other) => true,
        (Expr::Root(of, _), other) if **of == *other => true,
        (Expr::Root(of, _), Expr::Root(also, _)) => of == also,
        (Expr::Function(_, of), other) if matches!(of.as_slice(), [only] if only == other) => true,
        // `\ln x` and `\log_{10} x`
        (Expr::Function(Function::Ln, of), Expr::Function(Function::Log, also)) => {
            of.first() == also.first()
        }
        (Expr::Function(one, of), Expr::Function(other, also)) => one != other && of == also,
        // A fraction turned, or without one of its halves.
        (Expr::Fraction(upper, lower), Expr::Fraction(other, below)) => {
            (upper, lower) == (below, other)
        }
        // `a/b` and `a b`
        (Expr::Fraction(upper, lower), Expr::Product(factors))
            if are_halves(factors, [upper, lower]) =>
        {
            true
        }
        (Expr::Fraction(upper, lower), other) => **upper == *other || **lower == *other,
        (Expr::Product(factors), Expr::Product(others)) => {
            is_shorter_by_one(factors, others) || are_exchanged(factors, others)
        }
        // `\partial_t f` and `d_t f`
        (Expr::Derivative(_), Expr::Product(_) | Expr::Fraction(..)) => {
            is_of_a_letter([one, other])
        }
        // `\Delta\beta` and `\theta\beta`
        (Expr::Change(_, of), Expr::Product(factors)) => {
            matches!(factors.as_slice(), [_, last] if last == &**of)
        }
        (Expr::Change(_, of), other) if **of == *other => true,
        (Expr::Product(factors), other) => match factors.as_slice() {
            [first, second] => first == other || second == other,
            _ => false,
        },
        (Expr::Sum(terms), Expr::Sum(others)) => {
            is_turned(terms, others) || is_joined(terms, others) || is_shorter_by_one(terms, others)
        }
        // `-x` and `x`
        (Expr::Sum(terms), other) if matches!(terms.as_slice(), [only] if only.value == *other) => {
            true
        }
        // `\nabla \times \vec v` and `\nabla + \vec v`
        (Expr::Cross(one, other) | Expr::Dot(one, other), Expr::Sum(terms)) => {
            terms.iter().map(|term| &term.value).eq([&**one, &**other])
        }
        (Expr::Nabla(_, of), Expr::Sum(terms)) => {
            matches!(terms.as_slice(), [_, last] if last.value == **of)
        }
        // `u + 2` and `2`
        (Expr::Sum(terms), other)
            if terms.len() == 2 && terms.iter().any(|term| term.value == *other) =>
        {
            true
        }
        // `a + b` and `a b`, `2 - x` and `2 x`.
        (Expr::Sum(terms), Expr::Product(factors)) => are_multiplied(terms, factors),
        (one, other) => is_leaf(one) && is_leaf(other),
    }
}

/// Whether terms are multiplied instead: `a b + b a` and `a b b a`.
fn are_multiplied(terms: &[Term], factors: &[Expr]) -> bool {
    let values = || terms.iter().map(|term| &term.value);
    let apart = values().flat_map(|value| match value {
        Expr::Product(inside) => inside.as_slice(),
        value => std::slice::from_ref(value),
    });
    values().eq(factors) || apart.eq(factors)
}

/// Whether one of two parts is a derivative, and the other one multiplies with its letters: `\partial_t f` and `d_t f`,
/// `df/dx` and `df\,dx`.
fn is_of_a_letter(parts: [&Expr; 2]) -> bool {
    let ([
        Expr::Derivative(derivative),
        other @ (Expr::Product(_) | Expr::Fraction(..)),
    ]
    | [
        other @ (Expr::Product(_) | Expr::Fraction(..)),
        Expr::Derivative(derivative),
    ]) = parts
    else {
        return false;
    };
    let mut letters = 0;
    let mut differentials = 0;
    other.walk(&mut |part| match part {
        Expr::Symbol(symbol) => {
            letters += usize::from(matches!(&*symbol.base, "d" | r"\partial"));
        }
        Expr::Change(..) => differentials += 1,
        _ => {}
    });
    derivative.style != DerivativeStyle::Dot && (letters > 0 || differentials > 1)
}

/// Whether factors are the two halves of a fraction.
fn are_halves(factors: &[Expr], [upper, lower]: [&Expr; 2]) -> bool {
    fn apart(half: &Expr) -> &[Expr] {
        match half {
            Expr::Product(inside) => inside,
            half => std::slice::from_ref(half),
        }
    }
    factors.iter().eq([upper, lower]) || factors.iter().eq(apart(upper).iter().chain(apart(lower)))
}

/// Whether two lists have the same members.
fn are_exchanged(one: &[Expr], other: &[Expr]) -> bool {
    one.len() == other.len() && one.iter().all(|member| other.contains(member))
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
