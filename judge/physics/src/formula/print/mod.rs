//! Formulas as LaTeX that reads back to the same tree.

mod calculus;
mod functions;
mod names;

use std::fmt::Write as _;

use calculus::{derivative, evaluated, integral, matrix, series};
use names::{number, script, unit};

pub(super) use names::symbol;

use super::{Bracket, Change, DerivativeStyle, Expr, Formula, Function, Nabla, Sign};

pub(super) fn formula(formula: &Formula) -> String {
    let mut parts: Vec<String> = formula.first.iter().map(expr).collect();
    for (relation, side) in &formula.links {
        parts.push(relation.as_latex().to_owned());
        parts.push(expr(side));
    }
    parts.join(" ")
}

pub(super) fn expr(expr: &Expr) -> String {
    match expr {
        Expr::Number(value) => number(value),
        Expr::Symbol(value) => symbol(value),
        Expr::Infinity => r"\infty".to_owned(),
        Expr::Unit(value) => unit(value),
        Expr::Sum(_) => sum(expr),
        Expr::Product(factors) => product(factors),
        Expr::Fraction(upper, lower) => format!(r"\frac{{{upper}}}{{{lower}}}"),
        Expr::Power(base, exponent) => power(base, exponent),
        Expr::Root(value, None) => format!(r"\sqrt{{{value}}}"),
        Expr::Root(value, Some(degree)) => format!(r"\sqrt[{{{degree}}}]{{{value}}}"),
        Expr::Function(function, arguments) => functions::function(*function, arguments),
        Expr::Call(call) => match call.arguments.as_slice() {
            [Expr::Symbol(argument)] => format!("{}({})", call.function, symbol(argument)),
            arguments => format!("{}{{({})}}", call.function, list(arguments)),
        },
        Expr::Dot(a, b) => format!(r"{} \cdot {}", operand(a), operand(b)),
        Expr::Cross(a, b) => format!(r"{} \times {}", operand(a), operand(b)),
        Expr::Nabla(nabla, value) => match nabla {
            Nabla::Gradient => format!(r"\nabla ({value})"),
            Nabla::Divergence => format!(r"\nabla \cdot ({value})"),
            Nabla::Curl => format!(r"\nabla \times ({value})"),
            Nabla::Laplacian => format!(r"\nabla^{{2}} ({value})"),
        },
        Expr::Derivative(value) => derivative(value),
        Expr::Change(Change::Differential, value) => format!(r"\mathrm{{d}} {value}"),
        Expr::Change(Change::Delta, value) => format!(r"\Delta {value}"),
        Expr::Integral(value) => integral(value),
        Expr::Series(value) => series(value),
        Expr::Limit(limit) => {
            let side = match limit.side {
                Some(Sign::Minus) => "^{-}",
                Some(_) => "^{+}",
                None => "",
            };
            format!(
                r"\lim_{{{} \to {{{}}}{side}}} {}",
                limit.variable,
                limit.to,
                body(&limit.body)
            )
        }
        Expr::Evaluated(value) => evaluated(value),
        Expr::Average(value) => format!(r"\langle {value} \rangle"),
        Expr::Tuple(bracket, members) => match bracket {
            Bracket::Round => format!("({})", list(members)),
            Bracket::Square => format!("[{}]", list(members)),
            Bracket::RightOpen => format!("[{})", list(members)),
            Bracket::LeftOpen => format!("({}]", list(members)),
            Bracket::Curly => format!(r"\{{{}\}}", list(members)),
            Bracket::None => list(members),
        },
        Expr::Matrix(style, rows) => matrix(*style, rows),
        Expr::Indexed(value, index) => format!("({value})_{{{}}}", script(index)),
        Expr::Condition(formula) => self::formula(formula),
    }
}

fn sum(expr: &Expr) -> String {
    let Expr::Sum(terms) = expr else {
        return expr.to_latex();
    };
    let mut text = String::new();
    for (index, term) in terms.iter().enumerate() {
        let sign = match term.sign {
            Sign::Plus => "+",
            Sign::Minus => "-",
            Sign::PlusMinus => r"\pm",
            Sign::MinusPlus => r"\mp",
        };
        if index > 0 {
            text.push(' ');
        }
        if index > 0 || term.sign != Sign::Plus {
            text.push_str(sign);
            if index > 0 || sign.len() > 1 {
                text.push(' ');
            }
        }
        text.push_str(&self::term(&term.value));
    }
    text
}

/// What a term of a sum looks like.
fn term(value: &Expr) -> String {
    match value {
        Expr::Sum(_) | Expr::Tuple(Bracket::None, _) | Expr::Condition(_) => format!("({value})"),
        // Without its differential it would take one that stands further on.
        Expr::Integral(integral) if integral.variables.is_empty() => format!("({value})"),
        _ => value.to_latex(),
    }
}

/// What stands after `\sum` and its kin: one term.
fn body(value: &Expr) -> String {
    match value {
        Expr::Sum(_) => format!("({value})"),
        _ => term(value),
    }
}

/// A side of a vector product.
fn operand(value: &Expr) -> String {
    if is_greedy(value) || matches!(value, Expr::Product(_) | Expr::Dot(..) | Expr::Cross(..)) {
        return format!("({value})");
    }
    match value {
        Expr::Derivative(_) | Expr::Integral(_) => format!("({value})"),
        _ => term(value),
    }
}

/// Whether the last part of what is written would take in what comes after it.
fn is_greedy(value: &Expr) -> bool {
    match value {
        Expr::Series(_) | Expr::Limit(_) => true,
        Expr::Integral(integral) => {
            integral.variables.is_empty() || integral.body == Expr::integer(1)
        }
        _ => false,
    }
}

fn product(factors: &[Expr]) -> String {
    // A `\cdot` with vectors on both sides would be a dot product.
    let dots = factors.iter().filter(|factor| factor.is_vector()).count() < 2;
    let mut text = String::new();
    for (index, value) in factors.iter().enumerate() {
        let shown = factor(value);
        let before = index.checked_sub(1).map(|before| &factors[before]);
        let number = before.is_some_and(|before| joins_number(before, value, &shown));
        if let Some(before) = before {
            let called = opens_bracket(&shown) && is_callable(before) && !is_operator(before);
            let dot = dots && (called || number && !is_power_of_ten(value));
            text.push_str(if dot { r" \cdot " } else { " " });
        }
        let takes = factors.get(index + 1).is_some_and(|after| {
            is_operator(value) || !dots && is_callable(value) && opens_bracket(&factor(after))
        });
        if takes {
            let _ = write!(text, "{{{shown}}}");
        } else if number && (!dots || is_power_of_ten(value)) {
            let _ = write!(text, "({shown})");
        } else {
            text.push_str(&shown);
        }
    }
    text
}

/// Letters that do something to what follows, unless braces keep them apart: `{d} x`.
fn is_operator(value: &Expr) -> bool {
    const OPERATORS: [&str; 4] = [r"\Delta", r"\partial", r"\nabla", "d"];
    matches!(value, Expr::Symbol(symbol) if OPERATORS.contains(&symbol.base.as_str()))
}

/// Whether a bracket after this would be read as its arguments.
fn is_callable(value: &Expr) -> bool {
    match value {
        Expr::Symbol(_) | Expr::Change(..) => true,
        Expr::Derivative(derivative) => derivative.style == DerivativeStyle::Dot,
        Expr::Power(base, _) => matches!(&**base, Expr::Symbol(_)),
        _ => false,
    }
}

fn opens_bracket(shown: &str) -> bool {
    shown.starts_with(['(', '[']) || shown.starts_with(r"\{")
}

/// `2 \cdot 10^{3}` would be one number.
fn is_power_of_ten(factor: &Expr) -> bool {
    matches!(factor, Expr::Power(base, _) if matches!(&**base, Expr::Number(_)))
}

/// Whether two factors would run into one number.
fn joins_number(before: &Expr, value: &Expr, shown: &str) -> bool {
    matches!(before, Expr::Number(_))
        && (is_power_of_ten(value) || shown.starts_with(|letter: char| letter.is_ascii_digit()))
}

/// What a factor of a product looks like.
fn factor(value: &Expr) -> String {
    match value {
        Expr::Product(_) | Expr::Dot(..) | Expr::Cross(..) => format!("({value})"),
        _ if is_greedy(value) => format!("({value})"),
        Expr::Integral(_) => format!("({value})"),
        _ => term(value),
    }
}

fn power(base: &Expr, exponent: &Expr) -> String {
    let mut raised = exponent.to_latex();
    // Text alone would be a label, and a degree sign alone a unit.
    if raised.starts_with(r"\text{") || matches!(exponent, Expr::Unit(_)) {
        raised = format!("({raised})");
    }
    let plain = match base {
        Expr::Number(_) | Expr::Symbol(_) if is_index(exponent) => false,
        Expr::Number(number) => number.exponent().is_none(),
        Expr::Symbol(symbol) => symbol.label.is_none(),
        Expr::Infinity
        | Expr::Call(_)
        | Expr::Average(_)
        | Expr::Function(Function::Abs | Function::Norm, _) => true,
        _ => false,
    };
    if plain {
        format!("{base}^{{{raised}}}")
    } else {
        format!("({base})^{{{raised}}}")
    }
}

/// Whether an exponent would be taken for an index of a symbol: `x^0`, `x^{\mu\nu}`.
fn is_index(exponent: &Expr) -> bool {
    let is_place = |factor: &Expr| {
        matches!(factor, Expr::Symbol(symbol)
            if [r"\mu", r"\nu", r"\rho", r"\sigma", r"\lambda", r"\alpha", r"\beta"]
                .iter()
                .any(|name| symbol.is(name)))
    };
    match exponent {
        Expr::Number(number) => number.is_zero(),
        Expr::Symbol(symbol) => symbol.is(r"\mu") || symbol.is(r"\nu"),
        Expr::Product(factors) => factors.iter().all(is_place),
        _ => false,
    }
}

fn list(members: &[Expr]) -> String {
    let members: Vec<String> = members
        .iter()
        .map(|member| match member {
            Expr::Tuple(Bracket::None, _) => format!("({member})"),
            _ => member.to_latex(),
        })
        .collect();
    members.join(", ")
}
