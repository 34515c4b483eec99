//! Applies operators in brackets to the factors after them: `(\frac{d^2}{dx^2} + V)\psi` means
//! `\frac{d^2\psi}{dx^2} + V\psi`.

use super::{Derivative, DerivativeOperator, Expr, Nabla, Symbol};

/// The highest power of a bracket with operators that is written out.
const MAX_POWER: i64 = 4;

/// The most nodes that one operator may make of what it is applied to.
const MAX_COPIES: usize = 4096;

impl Expr {
    /// The tree with each bracket of operators applied to the factors behind it.
    #[must_use]
    pub fn applied(&self) -> Self {
        if self.any(is_operator) {
            apply_within(self)
        } else {
            self.clone()
        }
    }
}

fn apply_within(expr: &Expr) -> Expr {
    match expr.map_children(&mut |child| apply_within(child)) {
        Expr::Product(factors) => apply_first(factors),
        other => other,
    }
}

/// The product with its first operator applied to the factors after it, in which later operators are applied first.
fn apply_first(mut factors: Vec<Expr>) -> Expr {
    let Some(at) = factors.iter().position(works) else {
        return Expr::product(factors);
    };
    let behind = factors.split_off(at + 1);
    if behind.is_empty() {
        return Expr::product(factors);
    }
    let of = apply_first(behind);
    let (_, nodes) = of.extent();
    let applied = match factors.pop() {
        Some(operator) if copies(&operator).saturating_mul(nodes) <= MAX_COPIES => {
            on(&operator, of)
        }
        operator => Expr::product(operator.into_iter().chain([of]).collect()),
    };
    factors.push(applied);
    Expr::product(factors)
}

/// `\frac{d}{dx}`, `\partial_t` and `\nabla^2` without an operand.
fn is_operator(expr: &Expr) -> bool {
    match expr {
        Expr::Operator(_) => true,
        Expr::Power(base, exponent) => {
            **base == Expr::symbol(Symbol::new(r"\nabla").as_vector())
                && **exponent == Expr::integer(2)
        }
        _ => false,
    }
}

/// Whether an expression acts on the factors after it.
fn works(expr: &Expr) -> bool {
    match expr {
        Expr::Sum(terms) => terms.iter().any(|term| works(&term.value)),
        Expr::Product(factors) => factors.last().is_some_and(works),
        Expr::Power(base, _) if !is_operator(expr) => power(expr).is_some() && works(base),
        expr => is_operator(expr),
    }
}

/// The exponent of a power that is written out.
fn power(expr: &Expr) -> Option<i64> {
    match expr {
        Expr::Power(_, exponent) => match &**exponent {
            Expr::Number(number) => number.to_i64(),
            _ => None,
        },
        _ => None,
    }
    .filter(|power| (1..=MAX_POWER).contains(power))
}

/// How many copies of its operand an operator makes.
fn copies(operator: &Expr) -> usize {
    match operator {
        Expr::Sum(terms) if works(operator) => terms
            .iter()
            .map(|term| copies(&term.value))
            .fold(0, usize::saturating_add),
        Expr::Product(factors) => factors.last().map_or(1, copies),
        Expr::Power(base, _) if works(operator) && !is_operator(operator) => {
            let power = u32::try_from(power(operator).unwrap_or(1)).unwrap_or(1);
            copies(base).saturating_pow(power)
        }
        _ => 1,
    }
}

fn on(operator: &Expr, of: Expr) -> Expr {
    match operator {
        Expr::Operator(operator) => {
            let DerivativeOperator { style, by } = (**operator).clone();
            Expr::Derivative(Box::new(Derivative { style, of, by }))
        }
        Expr::Power(..) if is_operator(operator) => Expr::Nabla(Nabla::Laplacian, Box::new(of)),
        Expr::Power(base, _) if works(operator) => {
            (0..power(operator).unwrap_or(0)).fold(of, |of, _| on(base, of))
        }
        Expr::Sum(_) if works(operator) => operator.map_children(&mut |term| on(term, of.clone())),
        Expr::Product(factors) if works(operator) => {
            let mut factors = factors.clone();
            let last = factors.pop();
            factors.extend(last.map(|last| on(&last, of)));
            Expr::product(factors)
        }
        factor => Expr::product(vec![factor.clone(), of]),
    }
}
