//! Brings operators and names that one statement writes out and the other abbreviates into one spelling:
//! `\dot{\vec B}` as `\frac{\partial\vec B}{\partial t}`, a Laplacian as its second derivatives, `\mu_o` as `\mu_0`.
//!
//! A spelling is changed only if the other statement shows which one is meant, and the changed statement does not use
//! that spelling itself: what both spell in the same way is left alone.

mod components;
mod directions;
mod integrals;
mod letters;
mod names;
mod parts;
mod symmetric_names;
mod tensor_indices;

use std::sync::LazyLock;

use super::form;
use crate::tree::{Change, Derivative, DerivativeStyle, Expr, Integral, Nabla, Statement, Symbol};
use parts::{Pair, derivatives, parts, respelled};

/// The variable of derivatives written with dots.
static TIME: LazyLock<Symbol> = LazyLock::new(|| Symbol::new("t"));

/// The spellings that a statement uses, one bit each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Spelling(u32);

impl Spelling {
    const DOTS: Self = Self(1);
    const PARTIALS: Self = Self(1 << 1);
    const NABLAS: Self = Self(1 << 2);
    const DELTAS: Self = Self(1 << 3);
    const UNIT_VECTORS: Self = Self(1 << 4);
    const PLACES: Self = Self(1 << 5);
    const INTEGRALS: Self = Self(1 << 6);
    const DOMAINS: Self = Self(1 << 7);
    const VECTORS: Self = Self(1 << 8);
    const INDICES: Self = Self(1 << 9);
    const REPEATED_INTEGRALS: Self = Self(1 << 10);
    const ELEMENTS: Self = Self(1 << 11);
    const LETTERS: Self = Self(1 << 12);

    pub(super) fn of(statement: &Statement) -> Self {
        let mut found = Self::default();
        for side in form::sides(statement) {
            side.walk(&mut |part| found.note(part));
        }
        found
    }

    fn note(&mut self, part: &Expr) {
        match part {
            Expr::Derivative(derivative) => {
                match derivative.style {
                    DerivativeStyle::Dot => self.add(Self::DOTS),
                    DerivativeStyle::Partial => self.add(Self::PARTIALS),
                    DerivativeStyle::Total | DerivativeStyle::Material => {}
                }
                if derivative
                    .by
                    .iter()
                    .any(|(by, _)| tensor_indices::has_one(by))
                {
                    self.add(Self::INDICES);
                }
            }
            Expr::Nabla(..) => self.add(Self::NABLAS),
            Expr::Change(Change::Delta, _) => self.add(Self::DELTAS),
            _ if letters::element(part).is_some() => self.add(Self::LETTERS),
            Expr::Integral(integral) if integrals::is_repeated(integral) => {
                self.add(Self::REPEATED_INTEGRALS);
            }
            Expr::Integral(integral) if integral.upper.is_none() => {
                if integrals::element(integral).is_some() {
                    self.add(Self::ELEMENTS);
                }
                self.add(if integral.lower.is_some() {
                    Self::DOMAINS
                } else {
                    Self::INTEGRALS
                });
            }
            Expr::Symbol(symbol) => {
                if names::vector_along(symbol).is_some() {
                    self.add(Self::UNIT_VECTORS);
                } else if symbol.vector {
                    self.add(Self::VECTORS);
                }
                if letters::has_one(symbol) {
                    self.add(Self::LETTERS);
                }
                if tensor_indices::has_one(symbol) || symmetric_names::exchanged(symbol).is_some() {
                    self.add(Self::INDICES);
                }
                let places = symbol.subscript.as_deref().filter(|_| !symbol.vector);
                if places.is_some_and(|places| places.len() > 1) {
                    self.add(Self::PLACES);
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether two statements may spell the same thing in different ways.
    pub(super) fn may_differ(self, other: Self) -> bool {
        const WAYS: [(Spelling, Spelling); 11] = [
            (Spelling::DOTS, Spelling::PARTIALS),
            (Spelling::NABLAS, Spelling::PARTIALS),
            (Spelling::NABLAS, Spelling::DELTAS),
            (Spelling::UNIT_VECTORS, Spelling::UNIT_VECTORS),
            (Spelling::UNIT_VECTORS, Spelling::VECTORS),
            (Spelling::PLACES, Spelling::PARTIALS),
            (Spelling::DOMAINS, Spelling::INTEGRALS),
            (Spelling::INDICES, Spelling::INDICES),
            (Spelling::REPEATED_INTEGRALS, Spelling::REPEATED_INTEGRALS),
            (Spelling::ELEMENTS, Spelling::ELEMENTS),
            (Spelling::LETTERS, Spelling::LETTERS),
        ];
        let either =
            |(one, two)| self.has(one) && other.has(two) || self.has(two) && other.has(one);
        WAYS.into_iter().any(either)
    }
}

/// Respells the first of two statements as the second, for one kind of spelling.
type Way = fn(Pair<'_>) -> Option<Statement>;

/// The ways, in the order in which they are applied.
const WAYS: [Way; 12] = [
    letters::as_elsewhere,
    names::as_elsewhere,
    tensor_indices::as_elsewhere,
    symmetric_names::as_elsewhere,
    directions::along_vectors,
    integrals::in_order,
    integrals::named_as_elsewhere,
    domains,
    dots,
    deltas,
    places,
    components::derivatives,
];

/// Both statements, if one of them can be spelled as the other is.
pub(super) fn alike(reference: &Statement, answer: &Statement) -> Option<[Statement; 2]> {
    let mut pair = [reference.clone(), answer.clone()];
    let mut changed = false;
    for way in WAYS {
        let [one, other] = &pair;
        let found = [way([one, other]), way([other, one])];
        for (place, respelled) in pair.iter_mut().zip(found) {
            if let Some(respelled) = respelled {
                *place = respelled;
                changed = true;
            }
        }
    }
    changed.then_some(pair)
}

/// `\dot\rho` as `\frac{\partial\rho}{\partial t}`, if the other has that.
fn dots([statement, other]: Pair<'_>) -> Option<Statement> {
    let differentiated = |statement, is_style: fn(DerivativeStyle) -> bool| -> Vec<&Symbol> {
        let by_time = derivatives(statement).into_iter().filter(|derivative| {
            is_style(derivative.style)
                && matches!(derivative.by.as_slice(), [(by, _)] if *by == *TIME)
        });
        by_time
            .filter_map(|derivative| derivative.of.name())
            .collect()
    };
    let is_partial = |style| style == DerivativeStyle::Partial;
    let [partials, meant] = [statement, other].map(|one| differentiated(one, is_partial));
    let ordinary = differentiated(other, |style| style != DerivativeStyle::Partial);
    let totals = differentiated(statement, |style| style == DerivativeStyle::Total);
    respelled(statement, &|part| match part {
        Expr::Derivative(derivative) if derivative.style == DerivativeStyle::Dot => {
            let of = derivative.of.name()?;
            let elsewhere = [&partials, &ordinary, &totals];
            let is_it = meant.contains(&of) && !elsewhere.iter().any(|others| others.contains(&of));
            is_it.then(|| {
                Expr::Derivative(Box::new(Derivative {
                    style: DerivativeStyle::Partial,
                    ..(**derivative).clone()
                }))
            })
        }
        _ => None,
    })
}

/// `\oint_C` as `\oint`, if the other names no domains and the name occurs nowhere else.
fn domains([statement, other]: Pair<'_>) -> Option<Statement> {
    let integrals = |statement| {
        parts(statement, |part| match part {
            Expr::Integral(integral) => Some(&**integral),
            _ => None,
        })
    };
    let there = integrals(other);
    let is_bare = |integral: &&Integral| integral.lower.is_none() && integral.upper.is_none();
    if there.is_empty() || !there.iter().all(is_bare) {
        return None;
    }
    let is_known = |name: &Symbol| {
        let mentions = |part: &Expr| matches!(part, Expr::Symbol(symbol) if **symbol == *name);
        let count = |statement| parts(statement, |part| mentions(part).then_some(())).len();
        count(statement) == 1 && count(other) == 0
    };
    respelled(statement, &|part| match part {
        Expr::Integral(integral) if integral.upper.is_none() => {
            let lower = integral.lower.as_ref()?;
            let (Some(Expr::Symbol(name)), []) = (&lower.first, lower.links.as_slice()) else {
                return None;
            };
            is_known(name).then(|| {
                Expr::Integral(Box::new(Integral {
                    lower: None,
                    ..(**integral).clone()
                }))
            })
        }
        _ => None,
    })
}

/// `\Delta\phi` as `\nabla^2\phi`, if the other has that.
fn deltas([statement, other]: Pair<'_>) -> Option<Statement> {
    let laplacians = |statement| {
        parts(statement, |part| match part {
            Expr::Nabla(Nabla::Laplacian, of) => Some(&**of),
            _ => None,
        })
    };
    let (here, there) = (laplacians(statement), laplacians(other));
    let changes_there = parts(other, |part| match part {
        Expr::Change(Change::Delta, of) => Some(&**of),
        _ => None,
    });
    respelled(statement, &|part| match part {
        Expr::Change(Change::Delta, of) => {
            let of = &**of;
            let is_it = there.contains(&of) && !here.contains(&of) && !changes_there.contains(&of);
            is_it.then(|| Expr::Nabla(Nabla::Laplacian, Box::new(of.clone())))
        }
        _ => None,
    })
}

/// `T_{xx}` and `T_t` as derivatives, if the other has derivatives of `T` by these letters. A derivative of second
/// order shows that they are not components.
fn places([statement, other]: Pair<'_>) -> Option<Statement> {
    let is_partial = |derivative: &&Derivative| derivative.style == DerivativeStyle::Partial;
    let by_name = |statement| -> Vec<(&Expr, &[(Symbol, u32)])> {
        let partial = derivatives(statement).into_iter().filter(is_partial);
        partial
            .filter(|one| one.of.name().is_some_and(|name| name.subscript.is_none()))
            .map(|one| (&one.of, one.by.as_slice()))
            .collect()
    };
    let (here, there) = (by_name(statement), by_name(other));
    let derivative = |symbol: &Symbol| -> Option<Derivative> {
        let letters = symbol.subscript.as_deref()?;
        let plain = Symbol {
            subscript: None,
            ..symbol.clone()
        };
        let is_it = |of: &Expr| of.name() == Some(&plain);
        if here.iter().any(|(of, _)| is_it(of)) {
            return None;
        }
        let of = there.iter().find(|(of, _)| is_it(of))?.0;
        let known = |letter: char| {
            let mut by = there
                .iter()
                .filter(|(of, _)| is_it(of))
                .flat_map(|(_, by)| *by);
            by.find(|(by, _)| by.is(letter.encode_utf8(&mut [0; 4])))
                .map(|(by, _)| by.clone())
        };
        let mut by: Vec<(Symbol, u32)> = Vec::new();
        for letter in letters.chars().filter(|letter| *letter != ',') {
            let variable = known(letter)?;
            match by.iter_mut().find(|(known, _)| *known == variable) {
                Some((_, order)) => *order += 1,
                None => by.push((variable, 1)),
            }
        }
        Some(Derivative {
            style: DerivativeStyle::Partial,
            of: of.clone(),
            by,
        })
    };
    let symbols = parts(statement, |part| match part {
        Expr::Symbol(symbol) => Some(&**symbol),
        _ => None,
    });
    let is_second = |symbol: &&Symbol| {
        derivative(symbol).is_some_and(|found| crate::tree::total_order(&found.by) > 1)
    };
    let second: Vec<&Symbol> = symbols.into_iter().filter(is_second).collect();
    let is_shown = |symbol: &Symbol| second.iter().any(|other| other.base == symbol.base);
    respelled(statement, &|part| match part {
        Expr::Symbol(symbol) if is_shown(symbol) => {
            derivative(symbol).map(|found| Expr::Derivative(Box::new(found)))
        }
        _ => None,
    })
}
