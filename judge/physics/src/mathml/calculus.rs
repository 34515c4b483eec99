//! Derivatives, integrals, series and matrices in `MathML`.

use super::{body, expr, factor, fence, operator, row, sides, symbol};
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
        DerivativeStyle::Dot => {
            let dots = match total {
                1 => "˙",
                2 => "¨",
                _ => "⃛",
            };
            return format!(
                r#"<mover accent="true">{}<mo>{dots}</mo></mover>"#,
                row(&expr(&derivative.of))
            );
        }
        DerivativeStyle::Total => "<mi>d</mi>",
        DerivativeStyle::Partial => "<mo>∂</mo>",
    };
    let raised = |base: String, order: u32| {
        if order == 1 {
            base
        } else {
            format!("<msup>{base}<mn>{order}</mn></msup>")
        }
    };
    let mut below = String::new();
    for (symbol, order) in &derivative.by {
        below.extend([d, &raised(row(&self::symbol(symbol)), *order)]);
    }
    let above = raised(d.to_owned(), total);
    match &derivative.of {
        Expr::Symbol(symbol) => {
            let above = row(&format!("{above}{}", self::symbol(symbol)));
            format!("<mfrac>{above}{}</mfrac>", row(&below))
        }
        of => format!(
            "<mfrac>{}{}</mfrac>{}",
            row(&above),
            row(&below),
            fence("(", &expr(of), ")")
        ),
    }
}

pub(super) fn integral(integral: &Integral) -> String {
    let sign = match integral.kind {
        IntegralKind::Single => "∫",
        IntegralKind::Double => "∬",
        IntegralKind::Triple => "∭",
        IntegralKind::Closed => "∮",
        IntegralKind::ClosedSurface => "∯",
    };
    let mut text = with_limits(
        sign,
        "sub",
        "sup",
        integral.lower.as_ref(),
        integral.upper.as_ref(),
    );
    if integral.body != Expr::integer(1) || integral.variables.is_empty() {
        text.push_str(&match &integral.body {
            Expr::Product(_) | Expr::Dot(..) | Expr::Cross(..) | Expr::Integral(_) => {
                row(&expr(&integral.body))
            }
            value => factor(value),
        });
    }
    for same in integral.variables.chunk_by(|a, b| a == b) {
        text.push_str("<mspace width=\"0.17em\"/>");
        if same.len() == 1 {
            text.push_str("<mi>d</mi>");
        } else {
            text.extend([
                "<msup><mi>d</mi><mn>",
                &same.len().to_string(),
                "</mn></msup>",
            ]);
        }
        text.push_str(&symbol(&same[0]));
    }
    text
}

pub(super) fn series(series: &Series) -> String {
    let sign = match series.kind {
        SeriesKind::Sum => "∑",
        SeriesKind::Product => "∏",
    };
    let sign = with_limits(
        sign,
        "under",
        "over",
        series.lower.as_ref(),
        series.upper.as_ref(),
    );
    format!("{sign}{}", body(&series.body))
}

/// An operator with what stands below and above it.
fn with_limits(
    sign: &str,
    below: &str,
    above: &str,
    lower: Option<&Formula>,
    upper: Option<&Expr>,
) -> String {
    let sign = operator(sign);
    let lower = lower.map(|lower| row(&sides(lower)));
    let upper = upper.map(|upper| row(&expr(upper)));
    match (lower, upper) {
        (None, None) => sign,
        (Some(lower), None) => format!("<m{below}>{sign}{lower}</m{below}>"),
        (None, Some(upper)) => format!("<m{above}>{sign}{upper}</m{above}>"),
        (Some(lower), Some(upper)) => {
            format!("<m{below}{above}>{sign}{lower}{upper}</m{below}{above}>")
        }
    }
}

pub(super) fn evaluated(evaluated: &Evaluated) -> String {
    let bar = r#"<mo fence="true" stretchy="true">|</mo>"#;
    let lower = row(&sides(&evaluated.lower));
    let bar = match &evaluated.upper {
        None => format!("<msub>{bar}{lower}</msub>"),
        Some(upper) => format!("<msubsup>{bar}{lower}{}</msubsup>", row(&sides(upper))),
    };
    row(&format!("{}{bar}", row(&expr(&evaluated.body))))
}

pub(super) fn matrix(style: MatrixStyle, rows: &[Vec<Expr>]) -> String {
    let mut table = "<mtable>".to_owned();
    for cells in rows {
        table.push_str("<mtr>");
        for cell in cells {
            table.extend(["<mtd>", &row(&expr(cell)), "</mtd>"]);
        }
        table.push_str("</mtr>");
    }
    table.push_str("</mtable>");
    match style {
        MatrixStyle::Plain => table,
        MatrixStyle::Round => fence("(", &table, ")"),
        MatrixStyle::Square => fence("[", &table, "]"),
        MatrixStyle::Bars => fence("|", &table, "|"),
        MatrixStyle::Cases => fence("{", &table, ""),
    }
}
