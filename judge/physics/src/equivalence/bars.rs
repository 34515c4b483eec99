//! `|x - a| < b` is the chain `a - b < x < a + b`.

use crate::formula::{Expr, Function, Relation, Statement};

/// What a statement says without the bars around a difference that is bounded; the statement
/// itself where there are none. A positive quantity has no need of bars.
pub(crate) fn without_bars(statement: Statement) -> Vec<Statement> {
    let Statement::Relation {
        left,
        relation,
        right,
    } = &statement
    else {
        return vec![statement];
    };
    let (inside, relation, bound) = match (left, relation, right) {
        (Expr::Function(Function::Abs, of), Relation::Less | Relation::LessOrEqual, bound) => {
            (of, *relation, bound)
        }
        (bound, Relation::Greater, Expr::Function(Function::Abs, of)) => {
            (of, Relation::Less, bound)
        }
        (bound, Relation::GreaterOrEqual, Expr::Function(Function::Abs, of)) => {
            (of, Relation::LessOrEqual, bound)
        }
        _ => return vec![statement],
    };
    match inside.as_slice() {
        [difference @ Expr::Sum(terms)] if terms.len() > 1 => vec![
            Statement::Relation {
                left: bound.clone().negated(),
                relation,
                right: difference.clone(),
            },
            Statement::Relation {
                left: difference.clone(),
                relation,
                right: bound.clone(),
            },
        ],
        _ => vec![statement],
    }
}
