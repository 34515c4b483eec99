//! Writes layouts as LaTeX.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::{Layout, Needed};
use crate::notation::vocabulary::{Role, latex_of, name_of};
use crate::tree::{MatrixStyle, Unit, script};

pub(super) fn write(layout: &Layout<'_>, text: &mut String) {
    match layout {
        Layout::Row(parts) => {
            for part in parts {
                write(part, text);
            }
        }
        Layout::Fenced(_, Needed::Shown, inside) => write(inside, text),
        Layout::Fenced(fence, _, inside) => {
            text.push_str(fence.text.0);
            write(inside, text);
            text.push_str(fence.text.1);
        }
        Layout::Braced(inside) => braces(inside, text),
        Layout::Fraction(above, below) => command(r"\frac", [above, below], text),
        Layout::Binomial(upper, lower) => command(r"\binom", [upper, lower], text),
        Layout::Root(radicand, degree) => {
            text.push_str(r"\sqrt");
            if let Some(degree) = degree {
                text.push('[');
                braces(degree, text);
                text.push(']');
            }
            braces(radicand, text);
        }
        Layout::Script(script) => {
            write(&script.base, text);
            for (mark, value) in [('_', &script.below), ('^', &script.above)] {
                if let Some(value) = value {
                    text.push(mark);
                    braces(value, text);
                }
            }
        }
        Layout::Raised(parts) => {
            let [name, exponent, argument] = &**parts;
            text.push('(');
            write(name, text);
            write(argument, text);
            text.push_str(")^");
            braces(exponent, text);
        }
        Layout::Dots(order, of) => {
            let dots = u8::try_from(*order).unwrap_or(3).min(3);
            text.push_str(latex_of(Role::Dots(dots)).unwrap_or_default());
            // The dot of `\dot f(x)` is over the name.
            let (under, rest) = match &**of {
                Layout::Row(parts) => match parts.as_slice() {
                    [name @ Layout::Symbol(_), Layout::Apply, rest @ ..] => (name, rest),
                    _ => (&**of, [].as_slice()),
                },
                of => (of, [].as_slice()),
            };
            braces(under, text);
            for part in rest {
                write(part, text);
            }
        }
        Layout::Matrix(style, rows) => matrix(*style, rows, text),
        leaf => text.push_str(&self::leaf(leaf)),
    }
}

fn braces(inside: &Layout<'_>, text: &mut String) {
    text.push('{');
    write(inside, text);
    text.push('}');
}

fn command(name: &str, arguments: [&Layout<'_>; 2], text: &mut String) {
    text.push_str(name);
    for argument in arguments {
        braces(argument, text);
    }
}

fn matrix(style: MatrixStyle, rows: &[Vec<Layout<'_>>], text: &mut String) {
    let name = name_of(style);
    let rows: Vec<String> = rows
        .iter()
        .map(|row| {
            let cells: Vec<String> = row.iter().map(Layout::to_latex).collect();
            cells.join(" & ")
        })
        .collect();
    let _ = write!(
        text,
        r"\begin{{{name}}} {} \end{{{name}}}",
        rows.join(r" \\ ")
    );
}

/// What has no parts.
fn leaf<'a>(layout: &'a Layout<'_>) -> Cow<'a, str> {
    match layout {
        Layout::Digits(digits) => digits.into(),
        Layout::Symbol(symbol) => symbol.name().into(),
        Layout::Unit(unit) => self::unit(unit).into(),
        Layout::Index(name) => script(name).into(),
        Layout::Letter(text) | Layout::Sign(text) | Layout::Gap(text) => (*text).into(),
        Layout::Times { written: true, .. } => r" \cdot ".into(),
        Layout::Times { written: false, .. } | Layout::Thin => " ".into(),
        Layout::Bar => r" \right|".into(),
        _ => "".into(),
    }
}

/// The start of the LaTeX, up to the end of one leaf or bracket; empty if it starts with a command.
pub(super) fn lead<'a>(layout: &'a Layout<'_>) -> Cow<'a, str> {
    match layout {
        Layout::Row(parts) => parts.first().map_or("".into(), lead),
        Layout::Fenced(_, Needed::Shown, inside) => lead(inside),
        Layout::Fenced(fence, ..) => fence.text.0.into(),
        Layout::Script(script) => lead(&script.base),
        Layout::Raised(_) => "(".into(),
        leaf => self::leaf(leaf),
    }
}

fn unit(unit: &Unit) -> String {
    if *unit == Unit::degree() {
        return r"\degree".to_owned();
    }
    if *unit == Unit::percent() {
        return r"\%".to_owned();
    }
    let factors: Vec<String> = unit
        .factors
        .iter()
        .map(|factor| {
            let name = factor.name.replace('%', r"\%");
            if factor.exponent == 1 {
                name
            } else {
                format!("{name}^{{{}}}", factor.exponent)
            }
        })
        .collect();
    let text = if factors.is_empty() {
        "1".to_owned()
    } else {
        factors.join("*")
    };
    format!(r"\unit{{{text}}}")
}
