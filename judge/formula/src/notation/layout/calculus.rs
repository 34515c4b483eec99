//! Layouts of derivatives, integrals, series, limits and values at a place.

use super::Layout;
use super::expr::{adds, formula, is_greedy, row, term};
use crate::notation::vocabulary::{Role, latex_of};
use crate::tree::{
    Derivative, DerivativeStyle, Evaluated, Expr, Formula, Integral, IntegralKind, Limit, Series,
    Sign, Symbol, total_order,
};

pub(super) fn derivative(derivative: &Derivative) -> Vec<Layout<'_>> {
    if derivative.style == DerivativeStyle::Dot {
        let total = total_order(&derivative.by);
        return vec![Layout::Dots(total, Box::new(row(&derivative.of)))];
    }
    if let Expr::Symbol(symbol) = &derivative.of {
        return vec![differentials(
            derivative.style,
            Some(symbol),
            &derivative.by,
        )];
    }
    let of = row(&derivative.of).bracketed(true, true);
    let sign = differentials(derivative.style, None, &derivative.by);
    vec![sign, Layout::Gap(" "), of]
}

/// `\frac{d^2}{dx^2}`, with the differentiated symbol in the numerator if there is one.
pub(super) fn differentials<'a>(
    style: DerivativeStyle,
    of: Option<&'a Symbol>,
    by: &'a [(Symbol, u32)],
) -> Layout<'a> {
    let d = || match style {
        DerivativeStyle::Partial => Layout::Sign(r"\partial"),
        DerivativeStyle::Material => Layout::Letter("D"),
        _ => Layout::Letter(r"\mathrm{d}"),
    };
    let mut below = Vec::with_capacity(4 * by.len());
    for (symbol, order) in by {
        if !below.is_empty() {
            below.push(Layout::Gap(" "));
        }
        let symbol = Layout::Row(vec![Layout::Symbol(symbol)]);
        below.extend([d(), Layout::Gap(" "), times(symbol, *order)]);
    }
    let mut above = vec![times(d(), total_order(by))];
    if let Some(symbol) = of {
        above.extend([Layout::Gap(" "), Layout::Symbol(symbol)]);
    }
    Layout::Row(above).over(Layout::Row(below))
}

/// `d^2`; an exponent of 1 is left out.
fn times(base: Layout<'_>, order: u32) -> Layout<'_> {
    if order == 1 {
        return base;
    }
    base.above(Layout::Digits(order.to_string()))
}

pub(super) fn integral(integral: &Integral) -> Vec<Layout<'_>> {
    let limits = (integral.lower.as_ref(), integral.upper.as_ref());
    let mut parts = vec![with_limits(Role::Integral(integral.kind), limits, false)];
    if integral.body != Expr::integer(1) || integral.variables.is_empty() {
        let body = &integral.body;
        let in_text = match body {
            Expr::Integral(inner) => {
                is_greedy(body)
                    || !matches!(inner.kind, IntegralKind::Single | IntegralKind::Closed)
            }
            _ => adds(body) || is_greedy(body),
        };
        let shown = adds(body) || matches!(body, Expr::Series(_) | Expr::Limit(_));
        parts.extend([Layout::Gap(" "), row(body).bracketed(in_text, shown)]);
    }
    for same in integral.variables.chunk_by(|a, b| a == b) {
        let order = u32::try_from(same.len()).unwrap_or(u32::MAX);
        let d = times(Layout::Letter(r"\mathrm{d}"), order);
        let variable = Layout::Symbol(&same[0]);
        parts.extend([Layout::Thin, d, Layout::Gap(" "), variable]);
    }
    parts
}

pub(super) fn series(series: &Series) -> Vec<Layout<'_>> {
    let limits = (series.lower.as_ref(), series.upper.as_ref());
    let sign = with_limits(Role::Series(series.kind), limits, true);
    vec![sign, Layout::Gap(" "), term(&series.body)]
}

/// An operator with what stands below and above it.
fn with_limits<'a>(
    role: Role,
    (lower, upper): (Option<&'a Formula>, Option<&'a Expr>),
    limits: bool,
) -> Layout<'a> {
    let sign = latex_of(role).expect("the table has a row for each");
    Layout::Sign(sign).scripts(lower.map(formula), upper.map(row), limits)
}

pub(super) fn limit(limit: &Limit) -> Vec<Layout<'_>> {
    // The mark of `a^{+}` would be the side.
    let is_marked = matches!(&limit.to, Expr::Symbol(symbol) if symbol.label.is_some());
    let to = row(&limit.to).bracketed(is_marked, false);
    let mut to = Layout::Braced(Box::new(to));
    if let Some(side) = limit.side {
        let minus = side == Sign::Minus;
        to = to.above(Layout::Sign(if minus { "-" } else { "+" }));
    }
    let variable = Layout::Symbol(&limit.variable);
    let below = Layout::Row(vec![variable, Layout::Sign(r" \to "), to]);
    let sign = Layout::Sign(r"\lim").scripts(Some(below), None, true);
    vec![sign, Layout::Gap(" "), term(&limit.body)]
}

pub(super) fn evaluated(evaluated: &Evaluated) -> Layout<'_> {
    let upper = evaluated.upper.as_ref().map(formula);
    let bar = Layout::Bar.scripts(Some(formula(&evaluated.lower)), upper, false);
    Layout::Row(vec![Layout::Gap(r"\left. "), row(&evaluated.body), bar])
}
