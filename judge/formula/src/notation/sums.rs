//! Reads sums, products and quotients.

use super::compound::{self, unit_of};
use super::lookahead::DifferentialRole;
use super::parser::{Parser, Result};
use super::token::TokenKind;
use crate::notation::vocabulary::{Operator, Role};
use crate::tree::{Expr, Function, Sign, Symbol, Term};

/// How a group of factors is joined to what precedes it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Join {
    Dot,
    Times,
    Joins(Function),
    Slash,
}

/// A factor.
pub(super) struct Factor {
    pub(super) value: Expr,
    /// Whether it is a bare number or symbol, with or without a power.
    pub(super) simple: bool,
    /// Whether it stands in brackets.
    pub(super) bracketed: bool,
}

impl Factor {
    /// One that is neither simple nor in brackets.
    pub(super) fn of(value: Expr) -> Self {
        Self {
            value,
            simple: false,
            bracketed: false,
        }
    }
}

/// Factors between operators.
struct FactorGroup {
    join: Join,
    factors: Vec<Expr>,
}

impl FactorGroup {
    fn of(join: Join, factors: Vec<Factor>) -> Self {
        let factors = compound::with_sums(factors);
        let factors = factors.into_iter().map(|factor| factor.value).collect();
        Self { join, factors }
    }
}

impl Parser<'_, '_> {
    /// Terms with signs between them.
    pub(super) fn expr(&mut self) -> Result<Expr> {
        let sign = self.sign().unwrap_or(Sign::Plus);
        let mut terms = vec![Term {
            sign,
            value: self.term()?,
        }];
        while !self.integral.ends_sum(self.level) {
            let Some(sign) = self.sign() else { break };
            terms.push(Term {
                sign,
                value: self.term()?,
            });
        }
        if let [first, error] = terms.as_slice()
            && error.sign == Sign::PlusMinus
            && self.is_uncertainty(&first.value, &error.value)
        {
            let unit = unit_of(&error.value).filter(|_| unit_of(&first.value).is_none());
            let value = match unit {
                Some(unit) => Expr::Product(vec![first.value.clone(), Expr::Unit(unit.clone())]),
                None => first.value.clone(),
            };
            let sign = first.sign;
            terms = vec![Term { sign, value }];
        }
        Ok(Expr::sum(terms))
    }

    /// Takes a sign.
    fn sign(&mut self) -> Option<Sign> {
        let sign = match self.peek()?.kind {
            TokenKind::Char('+') => Sign::Plus,
            TokenKind::Char('-') => Sign::Minus,
            TokenKind::Command(command) => match command.role {
                Role::Operator(Operator::PlusMinus) => Sign::PlusMinus,
                Role::Operator(Operator::MinusPlus) => Sign::MinusPlus,
                _ => return None,
            },
            _ => return None,
        };
        self.next += 1;
        Some(sign)
    }

    /// A product: groups of juxtaposed factors with `\cdot`, `\times` or `/` between them.
    ///
    /// `\times` between vectors binds more tightly than `\cdot`. After `/` come the adjacent plain numbers and
    /// symbols: `p^2/2m` is p²/(2m), but `a/b \sin x` is (a/b) sin x. A number over a number is a fraction by itself:
    /// `1/2 m v^2`.
    pub(super) fn term(&mut self) -> Result<Expr> {
        let first = self.group(false, false)?;
        let mut groups = vec![FactorGroup::of(Join::Dot, first)];
        let mut slashes = 0;
        loop {
            if self.at_difference() {
                groups = self.difference(groups)?;
                continue;
            }
            if self.integral.ends_group(self.level) {
                break;
            }
            let Some(join) = self.join() else { break };
            self.next += 1;
            let after_unit = groups
                .last()
                .and_then(|group| group.factors.last())
                .is_some_and(|factor| matches!(factor, Expr::Unit(_)));
            let factors = self.group(true, after_unit)?;
            if join == Join::Slash {
                slashes += 1;
                if slashes > 1 {
                    self.chain()?;
                }
                divide(&mut groups, factors);
            } else {
                groups.push(FactorGroup::of(join, factors));
            }
        }
        self.product(groups)
    }

    /// `x e^{-x} \Big|_0^1` with the adjacent factors after it.
    fn difference(&mut self, groups: Vec<FactorGroup>) -> Result<Vec<FactorGroup>> {
        self.chain()?;
        let body = self.product(groups)?;
        self.next += 1;
        let mut factors = vec![self.evaluated(body)?];
        if self.begins_factor() {
            let behind = self.group(false, false)?;
            factors.extend(behind.into_iter().map(|factor| factor.value));
        }
        Ok(vec![FactorGroup {
            join: Join::Dot,
            factors,
        }])
    }

    /// Combines groups of factors by the signs between them.
    fn product(&mut self, groups: Vec<FactorGroup>) -> Result<Expr> {
        let crossed = self.cross(groups)?;
        let dotted = self.dot(crossed)?;
        let Some(dotted) = joined(dotted) else {
            return Err(self.unexpected(r"brackets around `\cap` or `\cup`"));
        };
        let factors: Vec<Expr> = dotted.into_iter().flat_map(|group| group.factors).collect();
        Ok(if factors.is_empty() {
            // Only a differential: `\int d\phi`.
            Expr::integer(1)
        } else {
            Expr::product(factors)
        })
    }

    /// Divides a value by what comes after a slash that was taken.
    pub(super) fn divided(&mut self, value: Expr) -> Result<Expr> {
        // `d\theta/2\pi` is not a number over a number.
        let is_one = matches!(&value, Expr::Number(one) if one.to_i64() == Some(1));
        let mut groups = [FactorGroup {
            join: Join::Dot,
            factors: if is_one { Vec::new() } else { vec![value] },
        }];
        let factors = self.group(true, false)?;
        divide(&mut groups, factors);
        let [group] = groups;
        Ok(Expr::product(group.factors))
    }

    /// Whether a multiplication or division sign comes next.
    pub(super) fn at_join(&self) -> bool {
        self.join().is_some()
    }

    fn join(&self) -> Option<Join> {
        Some(match self.peek()?.kind {
            TokenKind::Char('*') => Join::Dot,
            TokenKind::Char('/') => Join::Slash,
            TokenKind::Command(command) => match command.role {
                Role::Operator(Operator::Dot) => Join::Dot,
                Role::Operator(Operator::Times) => Join::Times,
                Role::Operator(Operator::Joins(function)) => Join::Joins(function),
                Role::Operator(Operator::Over) => Join::Slash,
                _ => return None,
            },
            _ => return None,
        })
    }

    /// `\times` between two vectors is their cross product, including the scalars before it.
    fn cross(&mut self, groups: Vec<FactorGroup>) -> Result<Vec<FactorGroup>> {
        self.multiply(groups, Join::Times, Expr::Cross)
    }

    /// `\cdot` between two vectors is their dot product.
    fn dot(&mut self, groups: Vec<FactorGroup>) -> Result<Vec<FactorGroup>> {
        self.multiply(groups, Join::Dot, Expr::Dot)
    }

    fn multiply(
        &mut self,
        groups: Vec<FactorGroup>,
        wanted: Join,
        make: impl Fn(Box<Expr>, Box<Expr>) -> Expr,
    ) -> Result<Vec<FactorGroup>> {
        let mut done: Vec<FactorGroup> = Vec::with_capacity(groups.len());
        for mut group in groups {
            let joined = match done.last_mut() {
                Some(before) if group.join == wanted => {
                    let (left, right) = (vector_at(&before.factors), vector_at(&group.factors));
                    let crossed = wanted == Join::Times;
                    let last = before.factors.len().checked_sub(1);
                    match (left, right) {
                        (Some(left), Some(right)) => Some((before, left, right)),
                        // `\omega \times \mathbf r`, where an arrow was left out.
                        (None, Some(right))
                            if crossed && before.factors.last().is_some_and(may_be_vector) =>
                        {
                            last.map(|left| (before, left, right))
                        }
                        (Some(left), None)
                            if crossed && group.factors.first().is_some_and(may_be_vector) =>
                        {
                            Some((before, left, 0))
                        }
                        _ => None,
                    }
                }
                _ => None,
            };
            let Some((before, left, right)) = joined else {
                done.push(group);
                continue;
            };
            let left = before.factors.remove(left);
            if matches!(left, Expr::Cross(..) | Expr::Dot(..)) {
                self.chain()?;
            }
            let right = group.factors.remove(right);
            before.factors.append(&mut group.factors);
            before.factors.push(make(Box::new(left), Box::new(right)));
        }
        Ok(done)
    }

    /// Adjacent factors; empty only if a differential stands alone in an integral.
    fn group(&mut self, after_operator: bool, after_unit: bool) -> Result<Vec<Factor>> {
        let mut factors = Vec::new();
        let mut differentials = false;
        if after_operator && (self.at('-') || self.at('+')) {
            let sign = self.sign().unwrap_or(Sign::Plus);
            let value = self.nested(Self::factor)?;
            factors.push(Factor::of(Expr::sum(vec![Term { sign, value }])));
        }
        loop {
            if let DifferentialRole::Closes { last } = self.scan.role(self.next) {
                let (variable, order) = self.differential_variable()?;
                self.integral.close(&variable, order, last, self.level);
                if self.integral.ends_group(self.level) {
                    return Ok(factors);
                }
                differentials = true;
                continue;
            }
            // A bar opens where an operand is expected, even inside bars.
            let begins = self.begins_factor()
                || factors.is_empty()
                    && !differentials
                    && (self.at_bar() || self.at_prescript() || self.at_divergence());
            if !begins && !factors.is_empty() {
                return Ok(factors);
            }
            // `a + -b`, and a side that ends in a differential before anything else.
            if !begins {
                if differentials {
                    return Ok(factors);
                }
                if self.at('-') || self.at('+') {
                    let sign = self.sign().unwrap_or(Sign::Plus);
                    let value = self.nested(Self::term)?;
                    let value = Expr::sum(vec![Term { sign, value }]);
                    return Ok(vec![Factor::of(value)]);
                }
                return Err(self.unexpected("a number, a symbol or a bracket"));
            }
            let quantity = match factors.last() {
                Some(factor) => is_quantity(&factor.value),
                None => after_unit,
            };
            if (quantity || !factors.is_empty())
                && let Some(unit) = self.upright_unit(quantity)
            {
                factors.push(Factor {
                    value: Expr::Unit(unit),
                    // In `-13.6 Z^2/n^2 \,\text{eV}` the unit is not in the denominator.
                    simple: quantity,
                    bracketed: false,
                });
                continue;
            }
            let bracketed = self.at('(')
                || self.at('[')
                || self
                    .peek()
                    .is_some_and(|token| matches!(token.kind, TokenKind::Open(_)));
            let plain = self.peek().is_some_and(|token| {
                matches!(
                    token.kind,
                    TokenKind::Digit(_)
                        | TokenKind::Letter(_)
                        | TokenKind::Raw(..)
                        | TokenKind::Char('.')
                ) || super::words::is_letter(&token.kind)
            });
            let mut value = self.nested(Self::factor)?;
            if let Some(mixed) = self.mixed_number(factors.last(), &value) {
                factors.pop();
                value = mixed;
            }
            let simple = plain && is_simple(&value);
            if let Expr::Product(parts) = value {
                // A quantity such as `\qty{3}{m}` or `60^\circ` is two factors.
                if plain {
                    factors.extend(parts.into_iter().map(|value| Factor {
                        value,
                        simple,
                        bracketed,
                    }));
                } else {
                    factors.push(Factor {
                        value: Expr::Product(parts),
                        simple,
                        bracketed,
                    });
                }
            } else {
                factors.push(Factor {
                    value,
                    simple,
                    bracketed,
                });
            }
        }
    }

    /// Takes `d` and the symbol after it; in `d^3 r` the exponent is the dimension of space.
    pub(super) fn differential_variable(&mut self) -> Result<(Symbol, u32)> {
        self.next =
            super::words::differential_end(&self.tokens, self.next).unwrap_or(self.next + 1);
        let order = self.order()?;
        Ok((self.nested(Self::symbol)?, order))
    }
}

/// `\otimes` takes all factors on its left and all up to the next sign on its right, and so do `\cap` and `\cup`.
/// `None` if two of them follow each other, as either might bind first.
fn joined(groups: Vec<FactorGroup>) -> Option<Vec<FactorGroup>> {
    let mut done: Vec<FactorGroup> = Vec::with_capacity(groups.len());
    let mut last = None;
    for group in groups {
        match (done.last_mut(), group.join) {
            (Some(before), Join::Joins(function))
                if !group.factors.is_empty() && !before.factors.is_empty() =>
            {
                if last.replace(function).is_some_and(|last| last != function) {
                    return None;
                }
                let left = Expr::product(std::mem::take(&mut before.factors));
                let right = Expr::product(group.factors);
                let mut factors = match left {
                    Expr::Function(own, factors) if own == function => factors,
                    left => vec![left],
                };
                factors.push(right);
                before.factors = vec![Expr::Function(function, factors)];
            }
            _ => done.push(group),
        }
    }
    Some(done)
}

/// Divides the last group by the factors that belong to the denominator, and multiplies it by the rest.
fn divide(groups: &mut [FactorGroup], factors: Vec<Factor>) {
    let Some(group) = groups.last_mut() else {
        return;
    };
    let numbers = matches!(group.factors.as_slice(), [Expr::Number(_)])
        && matches!(
            factors.first(),
            Some(Factor {
                value: Expr::Number(_),
                ..
            })
        );
    let length = if numbers || !factors.first().is_some_and(|factor| factor.simple) {
        1
    } else {
        factors.iter().take_while(|factor| factor.simple).count()
    };
    let mut factors = factors.into_iter().map(|factor| factor.value);
    let denominator: Vec<Expr> = factors.by_ref().take(length).collect();
    if denominator.is_empty() {
        return;
    }
    let numerator = std::mem::take(&mut group.factors);
    let numerator = if numerator.is_empty() {
        Expr::integer(1)
    } else {
        Expr::product(numerator)
    };
    group.factors.push(Expr::Fraction(
        Box::new(numerator),
        Box::new(Expr::product(denominator)),
    ));
    group.factors.extend(factors);
}

/// Whether a factor has a value by itself, so that letters after it are a unit: 3, √2, π/6, (0, 3).
fn is_quantity(value: &Expr) -> bool {
    match value {
        Expr::Symbol(symbol) => symbol.is(r"\pi"),
        Expr::Number(_) | Expr::Unit(_) => true,
        Expr::Sum(_)
        | Expr::Product(_)
        | Expr::Tuple(..)
        | Expr::Matrix(..)
        | Expr::Fraction(..)
        | Expr::Power(..)
        | Expr::Root(..)
        | Expr::Function(..) => value.children().into_iter().all(is_quantity),
        _ => false,
    }
}

fn is_simple(value: &Expr) -> bool {
    match value {
        Expr::Number(_) | Expr::Unit(_) => true,
        Expr::Symbol(symbol) => !symbol.vector,
        Expr::Power(base, _) => {
            matches!(&**base, Expr::Number(_))
                || matches!(&**base, Expr::Symbol(symbol) if !symbol.vector)
        }
        _ => false,
    }
}

/// Whether a letter without an arrow stands for a vector when it is multiplied with one by `\times`: all do, except
/// letters for charges, masses and times.
fn may_be_vector(value: &Expr) -> bool {
    matches!(value, Expr::Symbol(symbol)
        if !symbol.vector && !matches!(symbol.base.as_str(), "q" | "Q" | "e" | "m" | "M" | "t" | r"\pi"))
}

/// The index of the only vector among factors.
fn vector_at(factors: &[Expr]) -> Option<usize> {
    let mut vectors = factors
        .iter()
        .enumerate()
        .filter(|(_, factor)| factor.is_vector());
    let (index, _) = vectors.next()?;
    vectors.next().is_none().then_some(index)
}
