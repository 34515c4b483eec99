//! Rewrites bounds: `|x - a| < b` is the chain `a - b < x < a + b`, and `x \in [a, b)` is `a \le x < b`.

use crate::tree::{Bracket, Expr, Function, Relation, Statement};

/// The statements of a bounded absolute difference without its bars; the statement itself if it is not one. A
/// positive quantity needs no bars.
pub(crate) fn without_bars(statement: Statement) -> Vec<Statement> {
    let Statement::Relation {
        left,
        relation,
        right,
    } = &statement
    else {
        return vec![statement];
    };
    if let (Relation::In, Expr::Tuple(bracket, ends)) = (relation, right)
        && let [lower, upper] = ends.as_slice()
    {
        return between(lower, left, upper, *bracket).unwrap_or(vec![statement]);
    }
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

/// The bounds of an interval that something is in; `None` if the bracket is not an interval.
fn between(lower: &Expr, left: &Expr, upper: &Expr, bracket: Bracket) -> Option<Vec<Statement>> {
    let (above, below) = match bracket {
        Bracket::Round => (Relation::Less, Relation::Less),
        Bracket::Square => (Relation::LessOrEqual, Relation::LessOrEqual),
        Bracket::RightOpen => (Relation::LessOrEqual, Relation::Less),
        Bracket::LeftOpen => (Relation::Less, Relation::LessOrEqual),
        Bracket::Curly | Bracket::Angle | Bracket::None => return None,
    };
    // An infinite end gives no bound: `(0, -\infty)` has none above.
    let said = [
        (lower, above, left, Expr::Infinity.negated() != *lower),
        (left, below, upper, Expr::Infinity != *upper),
    ];
    let statements: Vec<Statement> = said
        .into_iter()
        .filter(|(.., says)| *says)
        .map(|(left, relation, right, _)| Statement::Relation {
            left: left.clone(),
            relation,
            right: right.clone(),
        })
        .collect();
    (!statements.is_empty()).then_some(statements)
}
