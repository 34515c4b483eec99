//! Derivatives, integrals, series and matrices as LaTeX.

use std::fmt::Write as _;

use super::{body, expr, is_greedy, symbol};
use crate::formula::{
    Derivative, DerivativeStyle, Evaluated, Expr, Formula, Integral, IntegralKind, MatrixStyle,
    Series, SeriesKind,
};

pub(super) fn derivative(derivative: &Derivative) -> String {
    let total = derivative
        .by
        .iter()
        .fold(0_u32, |sum, (_, order)| sum.saturating_add(*order));
    let d = match derivative.style {
        DerivativeStyle::Dot => return dotted(derivative, total),
        DerivativeStyle::Total => r"\mathrm{d}",
        DerivativeStyle::Partial => r"\partial",
    };
    let order = |order: u32| {
        if order == 1 {
            String::new()
        } else {
            format!("^{{{order}}}")
        }
    };
    let below: Vec<String> = derivative
        .by
        .iter()
        .map(|(symbol, times)| format!("{d} {}{}", self::symbol(symbol), order(*times)))
        .collect();
    let (above, below) = (format!("{d}{}", order(total)), below.join(" "));
    match &derivative.of {
        Expr::Symbol(symbol) => format!(r"\frac{{{above} {symbol}}}{{{below}}}"),
        of => format!(r"\frac{{{above}}}{{{below}}} ({of})"),
    }
}

fn dotted(derivative: &Derivative, order: u32) -> String {
    let command = match order {
        1 => r"\dot",
        2 => r"\ddot",
        _ => r"\dddot",
    };
    match &derivative.of {
        Expr::Call(call) => {
            let whole = derivative.of.to_latex();
            let name = symbol(&call.function);
            format!("{command}{{{name}}}{}", &whole[name.len()..])
        }
        of => format!("{command}{{{of}}}"),
    }
}

pub(super) fn integral(integral: &Integral) -> String {
    let sign = match integral.kind {
        IntegralKind::Single => r"\int",
        IntegralKind::Double => r"\iint",
        IntegralKind::Triple => r"\iiint",
        IntegralKind::Closed => r"\oint",
        IntegralKind::ClosedSurface => r"\oiint",
    };
    let limits = limits(integral.lower.as_ref(), integral.upper.as_ref());
    let differentials: String = integral
        .variables
        .chunk_by(|a, b| a == b)
        .map(|same| match same.len() {
            1 => format!(r" \mathrm{{d}} {}", same[0]),
            order => format!(r" \mathrm{{d}}^{{{order}}} {}", same[0]),
        })
        .collect();
    if integral.body == Expr::integer(1) && !integral.variables.is_empty() {
        return format!("{sign}{limits}{differentials}");
    }
    let body = match &integral.body {
        Expr::Dot(..) | Expr::Cross(..) => integral.body.to_latex(),
        value if is_greedy(value) => format!("({value})"),
        Expr::Integral(inner)
            if !matches!(inner.kind, IntegralKind::Single | IntegralKind::Closed) =>
        {
            format!("({})", integral.body)
        }
        value => body(value),
    };
    format!("{sign}{limits} {body}{differentials}")
}

pub(super) fn series(series: &Series) -> String {
    let sign = match series.kind {
        SeriesKind::Sum => r"\sum",
        SeriesKind::Product => r"\prod",
    };
    let limits = limits(series.lower.as_ref(), series.upper.as_ref());
    format!("{sign}{limits} {}", body(&series.body))
}

fn limits(lower: Option<&Formula>, upper: Option<&Expr>) -> String {
    let mut text = String::new();
    if let Some(lower) = lower {
        let _ = write!(text, "_{{{lower}}}");
    }
    if let Some(upper) = upper {
        let _ = write!(text, "^{{{upper}}}");
    }
    text
}

pub(super) fn evaluated(evaluated: &Evaluated) -> String {
    let upper = match &evaluated.upper {
        Some(upper) => format!("^{{{upper}}}"),
        None => String::new(),
    };
    format!(
        r"\left. {} \right|_{{{}}}{upper}",
        evaluated.body, evaluated.lower
    )
}

pub(super) fn matrix(style: MatrixStyle, rows: &[Vec<Expr>]) -> String {
    let name = match style {
        MatrixStyle::Plain => "matrix",
        MatrixStyle::Round => "pmatrix",
        MatrixStyle::Square => "bmatrix",
        MatrixStyle::Bars => "vmatrix",
        MatrixStyle::Cases => "cases",
    };
    let rows: Vec<String> = rows
        .iter()
        .map(|row| {
            let cells: Vec<String> = row.iter().map(expr).collect();
            cells.join(" & ")
        })
        .collect();
    format!(r"\begin{{{name}}} {} \end{{{name}}}", rows.join(r" \\ "))
}
