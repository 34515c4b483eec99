//! Formulas as `MathML` (presentation), for pages.
//!
//! Text is escaped here and nowhere else, so what comes out is well-formed whatever the formula
//! was called; what the reader could not read is shown as it was written.

mod calculus;
mod names;

use super::formula::{
    Bracket, Change, Expr, Formula, Function, Nabla, Relation, Sign, Symbol, Unit,
};
use calculus::{derivative, evaluated, integral, matrix, series};
use names::{escape, subscript};

/// A `<math>` element in display style.
pub fn formula(formula: &Formula) -> String {
    format!(
        r#"<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">{}</math>"#,
        row(&sides(formula))
    )
}

/// A `<math>` element that stands in a line of text.
pub fn inline(formula: &Formula) -> String {
    format!(
        r#"<math xmlns="http://www.w3.org/1998/Math/MathML">{}</math>"#,
        row(&sides(formula))
    )
}

/// A `<math>` element with LaTeX that could not be read, as it is written.
pub fn unread(source: &str) -> String {
    format!(
        r#"<math xmlns="http://www.w3.org/1998/Math/MathML"><mtext>{}</mtext></math>"#,
        escape(source)
    )
}

fn row(inside: &str) -> String {
    format!("<mrow>{inside}</mrow>")
}

fn operator(text: &str) -> String {
    format!("<mo>{}</mo>", escape(text))
}

/// A bracket that grows with what is in it.
fn fence(open: &str, inside: &str, close: &str) -> String {
    let fence = |text: &str| match text {
        "" => String::new(),
        _ => format!(r#"<mo fence="true" stretchy="true">{}</mo>"#, escape(text)),
    };
    row(&format!("{}{inside}{}", fence(open), fence(close)))
}

fn sides(formula: &Formula) -> String {
    let mut text: String = formula.first.iter().map(expr).collect();
    for (relation, side) in &formula.links {
        text.push_str(&operator(self::relation(*relation)));
        text.push_str(&expr(side));
    }
    text
}

fn relation(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "=",
        Relation::Identical => "≡",
        Relation::Approximately => "≈",
        Relation::Similar => "∼",
        Relation::Proportional => "∝",
        Relation::NotEqual => "≠",
        Relation::Less => "<",
        Relation::LessOrEqual => "≤",
        Relation::Greater => ">",
        Relation::GreaterOrEqual => "≥",
        Relation::MuchLess => "≪",
        Relation::MuchGreater => "≫",
        Relation::Tends => "→",
        Relation::In => "∈",
    }
}

/// One element, or several that belong into a row.
fn expr(expr: &Expr) -> String {
    match expr {
        Expr::Number(number) => match number.exponent() {
            None => format!("<mn>{}</mn>", number.mantissa()),
            Some(exponent) => format!(
                "<mn>{}</mn><mo>×</mo><msup><mn>10</mn>{}</msup>",
                number.mantissa(),
                row(&signed(exponent))
            ),
        },
        Expr::Symbol(value) => symbol(value),
        Expr::Infinity => "<mi>∞</mi>".to_owned(),
        Expr::Unit(value) => unit(value),
        Expr::Sum(_) => sum(expr),
        Expr::Product(factors) => product(factors),
        Expr::Fraction(upper, lower) => format!(
            "<mfrac>{}{}</mfrac>",
            row(&self::expr(upper)),
            row(&self::expr(lower))
        ),
        Expr::Power(base, exponent) => power(base, exponent),
        Expr::Root(value, None) => format!("<msqrt>{}</msqrt>", self::expr(value)),
        Expr::Root(value, Some(degree)) => {
            format!(
                "<mroot>{}{}</mroot>",
                row(&self::expr(value)),
                row(&self::expr(degree))
            )
        }
        Expr::Function(function, arguments) => self::function(*function, arguments),
        Expr::Call(call) => format!(
            "{}<mo>&#x2061;</mo>{}",
            symbol(&call.function),
            fence("(", &list(&call.arguments), ")")
        ),
        Expr::Dot(a, b) => format!("{}<mo>⋅</mo>{}", factor(a), factor(b)),
        Expr::Cross(a, b) => format!("{}<mo>×</mo>{}", factor(a), factor(b)),
        Expr::Nabla(nabla, value) => {
            let sign = match nabla {
                Nabla::Gradient => "<mo>∇</mo>",
                Nabla::Divergence => "<mo>∇</mo><mo>⋅</mo>",
                Nabla::Curl => "<mo>∇</mo><mo>×</mo>",
                Nabla::Laplacian => "<msup><mo>∇</mo><mn>2</mn></msup>",
            };
            format!("{sign}{}", factor(value))
        }
        Expr::Derivative(value) => derivative(value),
        Expr::Change(Change::Differential, value) => format!("<mi>d</mi>{}", factor(value)),
        Expr::Change(Change::Delta, value) => format!("<mi>Δ</mi>{}", factor(value)),
        Expr::Integral(value) => integral(value),
        Expr::Series(value) => series(value),
        Expr::Limit(limit) => {
            let side = match limit.side {
                Some(Sign::Minus) => "<mo>−</mo>",
                Some(_) => "<mo>+</mo>",
                None => "",
            };
            let to = row(&self::expr(&limit.to));
            let to = if side.is_empty() {
                to
            } else {
                format!("<msup>{to}{side}</msup>")
            };
            let below = row(&format!("{}<mo>→</mo>{to}", symbol(&limit.variable)));
            format!("<munder><mo>lim</mo>{below}</munder>{}", body(&limit.body))
        }
        Expr::Evaluated(value) => evaluated(value),
        Expr::Average(value) => fence("⟨", &self::expr(value), "⟩"),
        Expr::Tuple(bracket, members) => match bracket {
            Bracket::Round => fence("(", &list(members), ")"),
            Bracket::Square => fence("[", &list(members), "]"),
            Bracket::RightOpen => fence("[", &list(members), ")"),
            Bracket::LeftOpen => fence("(", &list(members), "]"),
            Bracket::Curly => fence("{", &list(members), "}"),
            Bracket::None => list(members),
        },
        Expr::Matrix(style, rows) => matrix(*style, rows),
        Expr::Indexed(value, index) => {
            format!(
                "<msub>{}{}</msub>",
                fence("(", &self::expr(value), ")"),
                subscript(index)
            )
        }
        Expr::Condition(formula) => sides(formula),
    }
}

fn signed(value: i32) -> String {
    let sign = if value < 0 { "<mo>−</mo>" } else { "" };
    format!("{sign}<mn>{}</mn>", value.unsigned_abs())
}

fn symbol(symbol: &Symbol) -> String {
    let mut base = names::base(symbol);
    for accent in &symbol.accents {
        let (tag, mark) = names::accent(*accent);
        base = format!(r#"<{tag} accent="true">{base}<mo>{mark}</mo></{tag}>"#);
    }
    let mut above = "′".repeat(usize::from(symbol.primes));
    if !above.is_empty() {
        above = operator(&above);
    }
    if let Some(label) = &symbol.label {
        above.push_str(&subscript(label));
    }
    match (&symbol.subscript, above.is_empty()) {
        (None, true) => base,
        (None, false) => format!("<msup>{base}{}</msup>", row(&above)),
        (Some(below), true) => format!("<msub>{base}{}</msub>", subscript(below)),
        (Some(below), false) => format!(
            "<msubsup>{base}{}{}</msubsup>",
            subscript(below),
            row(&above)
        ),
    }
}

fn unit(unit: &Unit) -> String {
    if *unit == Unit::degree() {
        return "<mi>°</mi>".to_owned();
    }
    let mut text = "<mspace width=\"0.17em\"/>".to_owned();
    for (index, factor) in unit.factors.iter().enumerate() {
        if index > 0 {
            text.push_str("<mo>⋅</mo>");
        }
        let name = format!(r#"<mi mathvariant="normal">{}</mi>"#, escape(&factor.name));
        if factor.exponent == 1 {
            text.push_str(&name);
        } else {
            text.extend(["<msup>", &name, &row(&signed(factor.exponent)), "</msup>"]);
        }
    }
    row(&text)
}

fn sum(expr: &Expr) -> String {
    let Expr::Sum(terms) = expr else {
        return self::expr(expr);
    };
    let mut text = String::new();
    for (index, term) in terms.iter().enumerate() {
        let sign = match term.sign {
            Sign::Plus => "+",
            Sign::Minus => "−",
            Sign::PlusMinus => "±",
            Sign::MinusPlus => "∓",
        };
        if index > 0 || term.sign != Sign::Plus {
            text.push_str(&operator(sign));
        }
        text.push_str(&body(&term.value));
    }
    text
}

/// A term: a sum in it has brackets.
fn body(value: &Expr) -> String {
    match value {
        Expr::Sum(_) | Expr::Condition(_) | Expr::Tuple(Bracket::None, _) => {
            fence("(", &expr(value), ")")
        }
        _ => row(&expr(value)),
    }
}

/// A factor: sums, products and what takes in all that follows have brackets.
fn factor(value: &Expr) -> String {
    match value {
        Expr::Product(_) | Expr::Dot(..) | Expr::Cross(..) | Expr::Series(_) | Expr::Limit(_) => {
            fence("(", &expr(value), ")")
        }
        Expr::Integral(integral) if integral.variables.is_empty() => fence("(", &expr(value), ")"),
        _ => body(value),
    }
}

fn product(factors: &[Expr]) -> String {
    let mut text = String::new();
    for (index, value) in factors.iter().enumerate() {
        let last = index + 1 == factors.len();
        if index > 0 {
            let digits = matches!(value, Expr::Number(_))
                || matches!(value, Expr::Power(base, _) if matches!(&**base, Expr::Number(_)));
            text.push_str(if digits {
                "<mo>⋅</mo>"
            } else {
                "<mo>&#x2062;</mo>"
            });
        }
        // What takes in all that follows needs no bracket at the end.
        text.push_str(&match value {
            Expr::Series(_) | Expr::Limit(_) | Expr::Integral(_) if last => row(&expr(value)),
            Expr::Cross(..) | Expr::Dot(..)
                if last && factors.len() == 2 && matches!(value, Expr::Cross(..)) =>
            {
                row(&expr(value))
            }
            _ => factor(value),
        });
    }
    text
}

fn power(base: &Expr, exponent: &Expr) -> String {
    let exponent = row(&expr(exponent));
    match base {
        // sin²x
        Expr::Function(function, arguments) if names::has_name(*function) => format!(
            "<msup>{}{exponent}</msup><mo>&#x2061;</mo>{}",
            names::function(*function),
            argument(arguments)
        ),
        Expr::Symbol(symbol) if symbol.label.is_none() && symbol.primes == 0 => {
            match &symbol.subscript {
                Some(below) => {
                    let plain = Symbol {
                        subscript: None,
                        ..(**symbol).clone()
                    };
                    format!(
                        "<msubsup>{}{}{exponent}</msubsup>",
                        self::symbol(&plain),
                        subscript(below)
                    )
                }
                None => format!("<msup>{}{exponent}</msup>", self::symbol(symbol)),
            }
        }
        Expr::Number(number) if number.exponent().is_none() => {
            format!("<msup>{}{exponent}</msup>", expr(base))
        }
        Expr::Function(Function::Abs | Function::Norm, _) | Expr::Average(_) | Expr::Infinity => {
            format!("<msup>{}{exponent}</msup>", row(&expr(base)))
        }
        _ => format!("<msup>{}{exponent}</msup>", fence("(", &expr(base), ")")),
    }
}

fn list(members: &[Expr]) -> String {
    let members: Vec<String> = members.iter().map(|member| row(&expr(member))).collect();
    members.join("<mo>,</mo>")
}

/// The argument of a function: a lone symbol or number needs no bracket.
fn argument(arguments: &[Expr]) -> String {
    match arguments {
        [value @ (Expr::Symbol(_) | Expr::Number(_) | Expr::Fraction(..) | Expr::Root(..))] => {
            row(&expr(value))
        }
        _ => fence("(", &list(arguments), ")"),
    }
}

fn function(function: Function, arguments: &[Expr]) -> String {
    match (function, arguments) {
        (Function::Abs, _) => fence("|", &list(arguments), "|"),
        (Function::Norm, _) => fence("‖", &list(arguments), "‖"),
        (Function::Floor, _) => fence("⌊", &list(arguments), "⌋"),
        (Function::Ceiling, _) => fence("⌈", &list(arguments), "⌉"),
        (Function::Tensor, _) => {
            let factors: Vec<String> = arguments.iter().map(|factor| row(&expr(factor))).collect();
            fence("(", &factors.join("<mo>⊗</mo>"), ")")
        }
        (Function::Binomial, [upper, lower]) => fence(
            "(",
            &format!(
                r#"<mfrac linethickness="0">{}{}</mfrac>"#,
                row(&expr(upper)),
                row(&expr(lower))
            ),
            ")",
        ),
        (Function::Factorial | Function::DoubleFactorial, [value]) => {
            let simple = matches!(value, Expr::Symbol(_))
                || matches!(value, Expr::Number(number) if number.is_plain_integer());
            let value = if simple {
                row(&expr(value))
            } else {
                fence("(", &expr(value), ")")
            };
            let marks = if function == Function::Factorial {
                "!"
            } else {
                "!!"
            };
            format!("{value}<mo>{marks}</mo>")
        }
        (Function::Log, [value, base]) => format!(
            "<msub><mi>log</mi>{}</msub><mo>&#x2061;</mo>{}",
            row(&expr(base)),
            argument(std::slice::from_ref(value))
        ),
        _ => format!(
            "{}<mo>&#x2061;</mo>{}",
            names::function(function),
            argument(arguments)
        ),
    }
}

#[cfg(test)]
mod tests;
