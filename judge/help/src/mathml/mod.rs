//! Renders formulas as `MathML` (presentation) for pages.
//!
//! Text is escaped only here, so the output is well-formed whatever names the formula contains; LaTeX that the reader
//! could not read is shown as it was written.

mod names;

use formula::notation::layout;
use formula::notation::layout::{Layout, Needed, Script};
use formula::tree::{Formula, MatrixStyle, Symbol, Unit};
use names::{escape, shown, subscript};

/// A `<math>` element in display style.
pub fn formula(formula: &Formula) -> String {
    math(r#" display="block""#, &markup(&layout::formula(formula)))
}

/// A `<math>` element for a line of text.
pub fn inline(formula: &Formula) -> String {
    math("", &markup(&layout::formula(formula)))
}

/// A `<math>` element with LaTeX that could not be read, as written.
pub fn unread(source: &str) -> String {
    math("", &format!("<mtext>{}</mtext>", escape(source)))
}

fn math(attributes: &str, inside: &str) -> String {
    format!(r#"<math xmlns="http://www.w3.org/1998/Math/MathML"{attributes}>{inside}</math>"#)
}

const THIN_SPACE: &str = r#"<mspace width="0.17em"/>"#;

/// One element, or nothing for parts that only LaTeX has; after a raised function two more.
fn markup(layout: &Layout<'_>) -> String {
    match layout {
        Layout::Row(_) => row(&inside(layout)),
        Layout::Digits(digits) => format!("<mn>{digits}</mn>"),
        Layout::Symbol(symbol) => self::symbol(symbol, None),
        Layout::Unit(unit) => self::unit(unit),
        Layout::Index(name) => subscript(name),
        Layout::Letter(latex) => format!("<mi>{}</mi>", shown(latex)),
        Layout::Sign(latex) => operator(shown(latex)),
        Layout::Times { shown: true, .. } => operator("⋅"),
        Layout::Times { shown: false, .. } => "<mo>&#x2062;</mo>".to_owned(),
        Layout::Apply => "<mo>&#x2061;</mo>".to_owned(),
        Layout::Gap(_) => String::new(),
        Layout::Thin => THIN_SPACE.to_owned(),
        Layout::Bar => bracket("|"),
        Layout::Fenced(_, Needed::InText, value) | Layout::Braced(value) => markup(value),
        Layout::Fenced(fence, _, value) => fenced(fence.shown, &inside(value)),
        Layout::Fraction(above, below) => {
            format!("<mfrac>{}{}</mfrac>", markup(above), markup(below))
        }
        Layout::Binomial(upper, lower) => {
            let (upper, lower) = (markup(upper), markup(lower));
            let pair = format!(r#"<mfrac linethickness="0">{upper}{lower}</mfrac>"#);
            fenced(("(", ")"), &pair)
        }
        Layout::Root(value, None) => format!("<msqrt>{}</msqrt>", inside(value)),
        Layout::Root(value, Some(degree)) => {
            format!("<mroot>{}{}</mroot>", markup(value), markup(degree))
        }
        Layout::Script(script) => self::script(script),
        Layout::Raised(parts) => {
            let [name, exponent, argument] = parts.each_ref().map(markup);
            format!("<msup>{name}{exponent}</msup><mo>&#x2061;</mo>{argument}")
        }
        Layout::Dots(order, of) => {
            let dots = match order {
                1 => "˙",
                2 => "¨",
                _ => "⃛",
            };
            accented("mover", &markup(of), dots)
        }
        Layout::Matrix(style, rows) => matrix(*style, rows),
    }
}

/// The elements of a row, without the row.
fn inside(layout: &Layout<'_>) -> String {
    match layout {
        Layout::Row(parts) => parts.iter().map(markup).collect(),
        one => markup(one),
    }
}

fn row(inside: &str) -> String {
    format!("<mrow>{inside}</mrow>")
}

fn operator(text: &str) -> String {
    format!("<mo>{}</mo>", escape(text))
}

/// A bracket that grows with its content.
fn bracket(text: &str) -> String {
    match text {
        "" => String::new(),
        _ => format!(r#"<mo fence="true" stretchy="true">{text}</mo>"#),
    }
}

fn fenced((open, close): (&str, &str), inside: &str) -> String {
    row(&format!("{}{inside}{}", bracket(open), bracket(close)))
}

fn accented(tag: &str, base: &str, mark: &str) -> String {
    format!(r#"<{tag} accent="true">{base}<mo>{mark}</mo></{tag}>"#)
}

fn script(script: &Script<'_>) -> String {
    let below = script.below.as_ref().map(markup);
    let above = script.above.as_ref().map(markup);
    let base = match &script.base {
        Layout::Fenced(_, Needed::InText, value) => value,
        base => base,
    };
    match base {
        // The exponent is placed above the subscript.
        Layout::Symbol(symbol) => self::symbol(symbol, above),
        base => scripted(&markup(base), below, above, script.limits),
    }
}

/// A base with something below or above it: directly (limits) or beside it.
fn scripted(base: &str, below: Option<String>, above: Option<String>, limits: bool) -> String {
    let tag = match (&below, &above, limits) {
        (None, None, _) => return base.to_owned(),
        (Some(_), None, false) => "msub",
        (None, Some(_), false) => "msup",
        (Some(_), Some(_), false) => "msubsup",
        (Some(_), None, true) => "munder",
        (None, Some(_), true) => "mover",
        (Some(_), Some(_), true) => "munderover",
    };
    let (below, above) = (below.unwrap_or_default(), above.unwrap_or_default());
    format!("<{tag}>{base}{below}{above}</{tag}>")
}

/// A symbol without primes or label may have an exponent.
fn symbol(symbol: &Symbol, exponent: Option<String>) -> String {
    let mut base = names::base(symbol);
    for accent in &symbol.accents {
        let (tag, mark) = names::accent(*accent);
        base = accented(tag, &base, mark);
    }
    let mut marks = "′".repeat(usize::from(symbol.primes));
    if !marks.is_empty() {
        marks = operator(&marks);
    }
    if let Some(label) = &symbol.label {
        marks.push_str(&subscript(label));
    }
    let above = exponent.or_else(|| (!marks.is_empty()).then(|| row(&marks)));
    let below = symbol.subscript.as_deref().map(subscript);
    scripted(&base, below, above, false)
}

fn unit(unit: &Unit) -> String {
    if *unit == Unit::degree() {
        return "<mi>°</mi>".to_owned();
    }
    let mut text = THIN_SPACE.to_owned();
    for (index, factor) in unit.factors.iter().enumerate() {
        if index > 0 {
            text.push_str("<mo>⋅</mo>");
        }
        let name = format!(r#"<mi mathvariant="normal">{}</mi>"#, escape(&factor.name));
        let exponent = (factor.exponent != 1).then(|| {
            let minus = if factor.exponent < 0 {
                "<mo>−</mo>"
            } else {
                ""
            };
            row(&format!(
                "{minus}<mn>{}</mn>",
                factor.exponent.unsigned_abs()
            ))
        });
        text.push_str(&scripted(&name, None, exponent, false));
    }
    row(&text)
}

fn matrix(style: MatrixStyle, rows: &[Vec<Layout<'_>>]) -> String {
    let mut table = "<mtable>".to_owned();
    for cells in rows {
        table.push_str("<mtr>");
        for cell in cells {
            table.extend(["<mtd>", &markup(cell), "</mtd>"]);
        }
        table.push_str("</mtr>");
    }
    table.push_str("</mtable>");
    let fences = match style {
        MatrixStyle::Plain => return table,
        MatrixStyle::Round => ("(", ")"),
        MatrixStyle::Square => ("[", "]"),
        MatrixStyle::Bars => ("|", "|"),
        MatrixStyle::Cases => ("{", ""),
    };
    fenced(fences, &table)
}

#[cfg(test)]
mod tests;
