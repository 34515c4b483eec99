//! Lowers cases: values with the conditions under which they hold.

use super::{Head, Lowered, Lowering};
use crate::tree::{Expr, Formula, Function, MatrixStyle, Relation, Symbol};

impl Lowering<'_> {
    /// Cases; the order of their rows does not matter.
    pub(super) fn cases(&mut self, rows: &[Vec<Expr>]) -> Lowered {
        let mut cases = Vec::with_capacity(rows.len());
        for row in stated(rows) {
            let members = self.exprs(&row)?;
            cases.push(self.opaque(&Head::Case, members, false)?);
        }
        self.opaque(&Head::Cases, cases, false)
    }

    /// A relation in the place of an expression; `x > 0` is `0 < x`.
    pub(super) fn condition(&mut self, formula: &Formula) -> Lowered {
        let mut sides = self.sides(formula)?;
        let mut relations: Vec<Relation> = formula.links.iter().map(|(link, _)| *link).collect();
        let greater = |link: &Relation| {
            matches!(
                link,
                Relation::Greater | Relation::GreaterOrEqual | Relation::MuchGreater
            )
        };
        if relations.iter().all(greater) {
            sides.reverse();
            relations.reverse();
            relations = relations
                .into_iter()
                .filter_map(Relation::flipped)
                .collect();
        }
        self.opaque(&Head::Condition(relations), sides, false)
    }
}

/// Cases with a factor, as cases whose values have it.
pub(super) fn with_factor(factors: &[Expr]) -> Option<Expr> {
    let is_cases = |factor: &Expr| matches!(factor, Expr::Matrix(MatrixStyle::Cases, _));
    let at = factors.iter().position(is_cases)?;
    let Expr::Matrix(style, rows) = &factors[at] else {
        return None;
    };
    if factors[at + 1..].iter().any(is_cases) {
        return None;
    }
    let with = |row: &Vec<Expr>| {
        let mut row = row.clone();
        let mut product = factors.to_vec();
        std::mem::swap(&mut product[at], row.first_mut()?);
        *row.first_mut()? = Expr::Product(product);
        Some(row)
    };
    let rows: Option<_> = rows.iter().map(with).collect();
    Some(Expr::Matrix(*style, rows?))
}

/// Rows of cases with the conditions that they state, each in one spelling.
fn stated(rows: &[Vec<Expr>]) -> Vec<Vec<Expr>> {
    let mut rows = rows.to_vec();
    for condition in rows.iter_mut().flatten().filter_map(condition_of) {
        fold(condition);
    }
    let of_two = rows.len() == 2;
    let mut conditions = rows.iter_mut().flatten().filter_map(condition_of);
    let opposite = conditions.next().filter(|_| of_two);
    let opposite = opposite.and_then(|condition| opposite_of(condition));
    for member in rows.iter_mut().flatten() {
        if is_otherwise(member) {
            *member = match &opposite {
                Some(opposite) => Expr::Condition(Box::new(opposite.clone())),
                None => Expr::symbol(Symbol::new(OTHERWISE[0])),
            };
        }
    }
    let conditions = rows.iter_mut().flatten().filter_map(condition_of);
    conditions.for_each(without_borders);
    rows
}

fn condition_of(member: &mut Expr) -> Option<&mut Formula> {
    match member {
        Expr::Condition(condition) => Some(condition),
        _ => None,
    }
}

/// `-a < x < a` is `|x| < a`.
fn fold(condition: &mut Formula) {
    let Some(first) = condition.first.as_mut() else {
        return;
    };
    let [(to_middle, middle), (to_last, last)] = condition.links.as_slice() else {
        return;
    };
    let (lower, upper, relation) = match (to_middle, to_last) {
        (Relation::Less | Relation::LessOrEqual, Relation::Less | Relation::LessOrEqual) => {
            (&*first, last, *to_last)
        }
        (
            Relation::Greater | Relation::GreaterOrEqual,
            Relation::Greater | Relation::GreaterOrEqual,
        ) => match to_middle.flipped() {
            Some(flipped) => (last, &*first, flipped),
            None => return,
        },
        _ => return,
    };
    if *lower == upper.clone().negated() {
        let middle = Expr::Function(Function::Abs, vec![middle.clone()]);
        *condition = Formula::relation(middle, relation, upper.clone());
    }
}

/// Makes a condition of a case regardless of the case to which the border belongs: `r \ge R` is `r > R`. What is
/// compared with a number other than 0 may be counted, and `n \ge 1` is not `n > 1`.
fn without_borders(condition: &mut Formula) {
    let is_counted = |side: &Expr| matches!(side, Expr::Number(_)) && *side != Expr::integer(0);
    if condition.sides().any(is_counted) {
        return;
    }
    for (relation, _) in &mut condition.links {
        *relation = match *relation {
            Relation::LessOrEqual => Relation::Less,
            Relation::GreaterOrEqual => Relation::Greater,
            other => other,
        };
    }
}

/// Words for what no other case says.
const OTHERWISE: [&str; 3] = ["otherwise", "elsewhere", "else"];

fn is_otherwise(member: &Expr) -> bool {
    let Expr::Symbol(word) = member else {
        return false;
    };
    let word = word.base.trim_matches(['{', '}']);
    OTHERWISE.iter().any(|known| word.ends_with(known))
}

/// What holds where a condition of one relation does not.
fn opposite_of(condition: &Formula) -> Option<Formula> {
    let [(relation, right)] = condition.links.as_slice() else {
        return None;
    };
    let negated = match relation {
        Relation::Less => Relation::GreaterOrEqual,
        Relation::LessOrEqual => Relation::Greater,
        Relation::Greater => Relation::LessOrEqual,
        Relation::GreaterOrEqual => Relation::Less,
        Relation::Equal => Relation::NotEqual,
        Relation::NotEqual => Relation::Equal,
        _ => return None,
    };
    let left = condition.first.clone()?;
    Some(Formula::relation(left, negated, right.clone()))
}
