//! Brings lists and vectors that two statements write in different ways into one form: `x \in \{1, 2\}` as
//! `x = 1, 2`, a column and `a\hat x + b\hat y` as `(a, b)`.
//!
//! What both write in the same way is left alone: a row is not a column.

use std::collections::BTreeSet;

use crate::tree::{Accent, Bracket, Expr, MatrixStyle, Relation, Sign, Statement, Symbol, Term};

/// Both statements, where each gives something a list, or gives or is a vector, and they do not write it alike.
pub(super) fn aligned(reference: &Statement, answer: &Statement) -> Option<[Statement; 2]> {
    let (one, other) = (Given::of(reference)?, Given::of(answer)?);
    lists(&one, &other).or_else(|| vectors(&one, &other))
}

/// A value, and what is given it.
struct Given<'s> {
    to: Option<&'s Expr>,
    relation: Relation,
    value: &'s Expr,
}

impl<'s> Given<'s> {
    fn of(statement: &'s Statement) -> Option<Self> {
        match statement {
            Statement::Relation {
                left,
                relation: relation @ (Relation::Equal | Relation::In),
                right,
            } => Some(Self {
                to: Some(left),
                relation: *relation,
                value: right,
            }),
            Statement::Expression(value) => Some(Self {
                to: None,
                relation: Relation::Equal,
                value,
            }),
            Statement::Relation { .. } | Statement::Continuation { .. } => None,
        }
    }

    /// The values of a list, and whether they stand in the braces of a set.
    fn list(&self) -> Option<(&'s [Expr], bool)> {
        match (self.relation, self.value) {
            (Relation::Equal, Expr::Tuple(Bracket::None, values)) => Some((values, false)),
            (_, Expr::Tuple(Bracket::Curly, values)) => Some((values, true)),
            _ => None,
        }
    }
}

fn equation(left: &Expr, value: Expr) -> Statement {
    Statement::Relation {
        left: left.clone(),
        relation: Relation::Equal,
        right: value,
    }
}

/// A list against a set.
fn lists(one: &Given<'_>, other: &Given<'_>) -> Option<[Statement; 2]> {
    let ((left, in_braces), (right, also)) = (one.list()?, other.list()?);
    let left_side = one.to.filter(|to| other.to == Some(*to))?;
    (in_braces != also).then(|| {
        [left, right].map(|values| {
            let list = Expr::Tuple(Bracket::None, values.to_vec());
            equation(left_side, list)
        })
    })
}

/// Vectors by their components.
fn vectors(one: &Given<'_>, other: &Given<'_>) -> Option<[Statement; 2]> {
    if one.to != other.to || one.relation != other.relation || one.relation == Relation::In {
        return None;
    }
    let (left, right) = (Writing::of(one.value), Writing::of(other.value));
    let is_sum = |given: &Given<'_>| given.to.is_some_and(Expr::is_vector);
    let [left, right] = match (left, right) {
        (Some(left), Some(right)) if left.is_other(&right) => [left.components, right.components],
        (Some(left), None) if is_sum(one) => {
            let right = along_axes(other.value, left.components.len())?;
            [left.components, right]
        }
        (None, Some(right)) if is_sum(one) => {
            let left = along_axes(one.value, right.components.len())?;
            [left, right.components]
        }
        (None, None) if is_sum(one) => {
            if way_of_axes(one.value)? == way_of_axes(other.value)? {
                return None;
            }
            [in_a_plane(one.value)?, in_a_plane(other.value)?]
        }
        _ => return None,
    };
    let vector = |components| {
        let value = Expr::Tuple(Bracket::Round, components);
        match one.to {
            Some(to) => equation(to, value),
            None => Statement::Expression(value),
        }
    };
    Some([vector(left), vector(right)])
}

/// How components are written beside each other.
struct Writing {
    components: Vec<Expr>,
    bracket: Option<Bracket>,
    /// Whether a factor of all components stands outside the bracket.
    scaled: bool,
}

impl Writing {
    fn of(value: &Expr) -> Option<Self> {
        let (components, bracket) = match value {
            Expr::Product(factors) => {
                let mut written = factors.iter().enumerate();
                let (at, inner) = written.find_map(|(at, factor)| Some((at, Self::of(factor)?)))?;
                let others: Vec<Expr> = [&factors[..at], &factors[at + 1..]].concat();
                if !others.iter().all(is_scalar) {
                    return None;
                }
                return Some(
                    inner.scaled_by(|component| Expr::product([&*others, &[component]].concat())),
                );
            }
            Expr::Fraction(above, below) => {
                return Some(
                    Self::of(above)?
                        .scaled_by(|component| Expr::Fraction(Box::new(component), below.clone())),
                );
            }
            Expr::Sum(terms) => {
                let [term] = terms.as_slice() else {
                    return None;
                };
                return Some(
                    Self::of(&term.value)?
                        .scaled_by(|value| Expr::sum(vec![Term { value, ..*term }])),
                );
            }
            Expr::Tuple(
                bracket @ (Bracket::Round | Bracket::Angle | Bracket::Square),
                components,
            ) => (components.clone(), Some(*bracket)),
            // `(a, b)^T`
            Expr::Power(row, transposed) => match (&**row, &**transposed) {
                (Expr::Tuple(Bracket::Round | Bracket::Square, components), Expr::Symbol(mark))
                    if mark.is("T") =>
                {
                    (components.clone(), None)
                }
                _ => return None,
            },
            Expr::Matrix(MatrixStyle::Plain | MatrixStyle::Round | MatrixStyle::Square, rows) => {
                let is_column = rows.len() > 1 && rows.iter().all(|row| row.len() == 1);
                let is_row = rows.len() == 1 && rows[0].len() > 1;
                if !(is_column || is_row) {
                    return None;
                }
                (rows.concat(), None)
            }
            _ => return None,
        };
        Some(Self {
            components,
            bracket,
            scaled: false,
        })
    }

    /// What multiplies a vector multiplies each of its components; 0 stays 0, whatever its unit is.
    fn scaled_by(self, mut scale: impl FnMut(Expr) -> Expr) -> Self {
        let scaled = |component: Expr| match component {
            Expr::Number(ref number) if number.is_zero() => component,
            _ => scale(component),
        };
        Self {
            components: self.components.into_iter().map(scaled).collect(),
            scaled: true,
            ..self
        }
    }

    /// Whether the other is written with other brackets or factors; two matrices are compared as such.
    fn is_other(&self, other: &Self) -> bool {
        self.bracket != other.bracket || self.scaled || other.scaled
    }
}

/// Whether an expression contains no vector and no matrix.
fn is_scalar(value: &Expr) -> bool {
    !value.any(|part| match part {
        Expr::Tuple(..) | Expr::Matrix(..) => true,
        Expr::Symbol(symbol) => symbol.vector,
        _ => false,
    })
}

/// The components of a sum of unit vectors, `a\hat x + b\hat y`, in this many dimensions.
fn along_axes(value: &Expr, count: usize) -> Option<Vec<Expr>> {
    let mut terms: [Vec<Term>; 3] = Default::default();
    collect(value, Sign::Plus, &mut |axis, term| terms[axis].push(term))?;
    let beyond = terms.iter().skip(count).any(|terms| !terms.is_empty());
    let components = terms.into_iter().take(count).map(|terms| {
        if terms.is_empty() {
            Expr::integer(0)
        } else {
            Expr::sum(terms)
        }
    });
    (!beyond && count <= 3).then(|| components.collect())
}

/// The components of a sum that has two or more: `\hat k` alone may be any direction.
fn in_a_plane(value: &Expr) -> Option<Vec<Expr>> {
    let components = along_axes(value, 3)?;
    let is_zero = |component: &&Expr| matches!(component, Expr::Number(number) if number.is_zero());
    let zeros = components.iter().filter(is_zero).count();
    (zeros < 2).then_some(components)
}

/// The naming scheme of the axes in a sum; `None` if it mixes schemes: `\hat x + \hat k`.
fn way_of_axes(value: &Expr) -> Option<(usize, bool, bool)> {
    let mut ways = BTreeSet::new();
    value.walk(&mut |part| {
        if let Expr::Symbol(symbol) = part
            && let Some((_, way)) = axis_and_way(symbol)
        {
            ways.insert((way, symbol.base == "e", symbol.accents.is_empty()));
        }
    });
    ways.pop_first().filter(|_| ways.is_empty())
}

/// Passes the coefficient of each unit vector to `found`; `None` if the sum has any other part.
fn collect(value: &Expr, sign: Sign, found: &mut dyn FnMut(usize, Term)) -> Option<()> {
    match value {
        Expr::Symbol(symbol) => {
            let value = Expr::integer(1);
            found(axis(symbol)?, Term { sign, value });
        }
        Expr::Sum(terms) => {
            for term in terms {
                let sign = match (sign, term.sign) {
                    (_, Sign::PlusMinus | Sign::MinusPlus) => return None,
                    (one, other) if one == other => Sign::Plus,
                    _ => Sign::Minus,
                };
                collect(&term.value, sign, found)?;
            }
        }
        Expr::Product(factors) => {
            let mut vectors = factors.iter().filter(|factor| has_axis(factor));
            let (vector, None) = (vectors.next()?, vectors.next()) else {
                return None;
            };
            let others = factors.iter().filter(|factor| !has_axis(factor));
            let others: Vec<Expr> = others.cloned().collect();
            collect(vector, sign, &mut |axis, term| {
                let value = Expr::product([others.as_slice(), &[term.value]].concat());
                found(axis, Term { value, ..term });
            })?;
        }
        Expr::Fraction(above, below) if !has_axis(below) => {
            collect(above, sign, &mut |axis, term| {
                let value = Expr::Fraction(Box::new(term.value), below.clone());
                found(axis, Term { value, ..term });
            })?;
        }
        _ => return None,
    }
    Some(())
}

fn has_axis(value: &Expr) -> bool {
    value.any(|part| matches!(part, Expr::Symbol(symbol) if axis(symbol).is_some()))
}

/// The axis of a unit vector: `\hat x`, `\hat\imath`, `\mathbf{j}`, `\hat e_z`.
fn axis(symbol: &Symbol) -> Option<usize> {
    axis_and_way(symbol).map(|(axis, _)| axis)
}

/// The axis of a unit vector, and the naming scheme that it uses.
fn axis_and_way(symbol: &Symbol) -> Option<(usize, usize)> {
    const AXES: [[&str; 3]; 3] = [["x", "i", "1"], ["y", "j", "2"], ["z", "k", "3"]];
    let has_hat = symbol.accents.contains(&Accent::Hat);
    if symbol.primes > 0 || symbol.label.is_some() || !(has_hat || symbol.vector) {
        return None;
    }
    let name = match symbol.subscript.as_deref() {
        Some(place) if symbol.base == "e" => place,
        None if has_hat || !matches!(symbol.base.as_str(), "x" | "y" | "z") => &symbol.base,
        _ => return None,
    };
    AXES.iter().enumerate().find_map(|(axis, names)| {
        let way = names.iter().position(|known| *known == name)?;
        Some((axis, way))
    })
}
