//! Layouts of formulas: rows, brackets, products and powers.

use super::calculus::{derivative, differentials, evaluated, integral, limit, series};
use super::{Fence, Layout, Needed, text};
use crate::notation::vocabulary::{Role, latex_of, nabla_name};
use crate::tree::{
    Bracket, Change, DerivativeStyle, Expr, Formula, Function, Nabla, Number, Sign, Term,
};

/// A formula.
pub fn formula(formula: &Formula) -> Layout<'_> {
    Layout::Row(sides(formula))
}

fn sides(formula: &Formula) -> Vec<Layout<'_>> {
    let mut parts = formula.first.as_ref().map_or_else(Vec::new, parts);
    for (relation, side) in &formula.links {
        let before = if parts.is_empty() { "" } else { " " };
        let relation = Layout::Sign(relation.as_latex());
        parts.extend([Layout::Gap(before), relation, Layout::Gap(" ")]);
        parts.extend(self::parts(side));
    }
    parts
}

/// An expression, as one row.
pub fn row(expr: &Expr) -> Layout<'_> {
    Layout::Row(parts(expr))
}

fn parts(expr: &Expr) -> Vec<Layout<'_>> {
    match expr {
        Expr::Number(value) => number(value),
        Expr::Symbol(symbol) => vec![Layout::Symbol(symbol)],
        Expr::Infinity => vec![Layout::Letter(r"\infty")],
        Expr::Unit(unit) => vec![Layout::Unit(unit)],
        Expr::Sum(terms) => sum(terms),
        Expr::Product(factors) => product(factors),
        Expr::Fraction(above, below) => vec![row(above).over(row(below))],
        Expr::Power(base, exponent) => vec![power(base, exponent)],
        Expr::Root(value, degree) => {
            let degree = degree.as_ref().map(|degree| Box::new(row(degree)));
            vec![Layout::Root(Box::new(row(value)), degree)]
        }
        Expr::Function(function, arguments) => self::function(*function, arguments),
        Expr::Call(call) => {
            let list = fenced(Fence::ROUND, list(&call.arguments));
            let arguments = match call.arguments.as_slice() {
                [Expr::Symbol(_)] => list,
                _ => Layout::Braced(Box::new(list)),
            };
            vec![Layout::Symbol(&call.function), Layout::Apply, arguments]
        }
        Expr::Dot(a, b) => vec![operand(a), Layout::Sign(r" \cdot "), operand(b)],
        Expr::Cross(a, b) => vec![operand(a), Layout::Sign(r" \times "), operand(b)],
        Expr::Nabla(nabla, value) => {
            let sign = Layout::Sign(r"\nabla");
            let value = row(value).bracketed(true, splits(value));
            match nabla {
                Nabla::Gradient => vec![sign, Layout::Gap(" "), value],
                Nabla::Divergence => vec![sign, Layout::Sign(r" \cdot "), value],
                Nabla::Curl => vec![sign, Layout::Sign(r" \times "), value],
                Nabla::Laplacian => {
                    let squared = sign.above(Layout::Digits("2".to_owned()));
                    vec![squared, Layout::Gap(" "), value]
                }
            }
        }
        Expr::Derivative(value) => derivative(value),
        Expr::Operator(operator) => vec![differentials(operator.style, None, &operator.by)],
        Expr::Change(change, value) => {
            let sign = match change {
                Change::Differential => r"\mathrm{d}",
                Change::Delta => r"\Delta",
            };
            let several =
                *change == Change::Delta && matches!(**value, Expr::Product(_) | Expr::Power(..));
            let several = several || splits(value);
            let value = row(value).bracketed(several, several);
            vec![Layout::Letter(sign), Layout::Gap(" "), value]
        }
        Expr::Integral(value) => integral(value),
        Expr::Series(value) => series(value),
        Expr::Limit(value) => limit(value),
        Expr::Evaluated(value) => vec![evaluated(value)],
        Expr::Average(value) => vec![fenced(ANGLES, parts(value))],
        Expr::Tuple(bracket, members) => match fence(*bracket) {
            Some(fence) => vec![fenced(fence, list(members))],
            None => list(members),
        },
        Expr::Matrix(style, rows) => {
            let rows = rows.iter().map(|cells| cells.iter().map(row).collect());
            vec![Layout::Matrix(*style, rows.collect())]
        }
        Expr::Indexed(value, index) => {
            vec![fenced(Fence::ROUND, parts(value)).below(Layout::Index(index))]
        }
        Expr::Condition(formula) => sides(formula),
    }
}

const ANGLES: Fence = Fence {
    text: (r"\langle ", r" \rangle"),
    shown: ("⟨", "⟩"),
};

fn fence(bracket: Bracket) -> Option<Fence> {
    Some(match bracket {
        Bracket::Round => Fence::ROUND,
        Bracket::Square => Fence::plain("[", "]"),
        Bracket::RightOpen => Fence::plain("[", ")"),
        Bracket::LeftOpen => Fence::plain("(", "]"),
        Bracket::Curly => Fence {
            text: (r"\{", r"\}"),
            shown: ("{", "}"),
        },
        Bracket::Angle => ANGLES,
        Bracket::None => return None,
    })
}

fn fenced(fence: Fence, inside: Vec<Layout<'_>>) -> Layout<'_> {
    Layout::Fenced(fence, Needed::Always, Box::new(Layout::Row(inside)))
}

fn list(members: &[Expr]) -> Vec<Layout<'_>> {
    let bare = |member: &Expr| matches!(member, Expr::Tuple(Bracket::None, _));
    joined(members, ", ", bare)
}

/// Expressions with a sign between them, some of them in brackets in LaTeX.
fn joined<'a>(
    members: &'a [Expr],
    sign: &'static str,
    in_text: impl Fn(&Expr) -> bool,
) -> Vec<Layout<'a>> {
    let mut parts = Vec::with_capacity(2 * members.len());
    for member in members {
        if !parts.is_empty() {
            parts.push(Layout::Sign(sign));
        }
        parts.push(row(member).bracketed(in_text(member), false));
    }
    parts
}

fn number(number: &Number) -> Vec<Layout<'_>> {
    let mut parts = vec![Layout::Digits(number.mantissa())];
    if let Some(exponent) = number.exponent() {
        let digits = Layout::Digits(exponent.unsigned_abs().to_string());
        let minus = (exponent < 0).then_some(Layout::Sign("-"));
        let exponent = Layout::Row(minus.into_iter().chain([digits]).collect());
        let ten = Layout::Digits("10".to_owned());
        parts.extend([Layout::Sign(r" \times "), ten.above(exponent)]);
    }
    parts
}

fn sum(terms: &[Term]) -> Vec<Layout<'_>> {
    let mut parts = Vec::with_capacity(2 * terms.len());
    for (index, term) in terms.iter().enumerate() {
        let (first, later) = match term.sign {
            Sign::Plus => ("", " + "),
            Sign::Minus => ("-", " - "),
            Sign::PlusMinus => (r"\pm ", r" \pm "),
            Sign::MinusPlus => (r"\mp ", r" \mp "),
        };
        let sign = if index == 0 { first } else { later };
        if !sign.is_empty() {
            parts.push(Layout::Sign(sign));
        }
        parts.push(self::term(&term.value));
    }
    parts
}

/// A term of a sum, or the single term after `\sum` and similar operators.
pub(super) fn term(value: &Expr) -> Layout<'_> {
    // Without its differential, an integral would take a later one.
    let in_text = adds(value) || is_open_integral(value);
    row(value).bracketed(in_text, adds(value))
}

/// A side of a vector product.
fn operand(value: &Expr) -> Layout<'_> {
    let in_text = splits(value)
        || is_greedy(value)
        || matches!(value, Expr::Derivative(_) | Expr::Integral(_));
    row(value).bracketed(in_text, splits(value))
}

/// Whether it would split beside an operator of a sum.
pub(super) fn adds(value: &Expr) -> bool {
    matches!(
        value,
        Expr::Sum(_) | Expr::Tuple(Bracket::None, _) | Expr::Condition(_)
    )
}

/// Whether it would split beside a factor, or take in what follows.
fn splits(value: &Expr) -> bool {
    adds(value)
        || is_open_integral(value)
        || matches!(
            value,
            Expr::Product(_) | Expr::Dot(..) | Expr::Cross(..) | Expr::Series(_) | Expr::Limit(_)
        )
}

fn is_open_integral(value: &Expr) -> bool {
    matches!(value, Expr::Integral(integral) if integral.variables.is_empty())
}

/// Whether the last part of its LaTeX would take in what comes after it.
pub(super) fn is_greedy(value: &Expr) -> bool {
    match value {
        Expr::Series(_) | Expr::Limit(_) => true,
        Expr::Integral(integral) => {
            integral.variables.is_empty() || integral.body == Expr::integer(1)
        }
        _ => false,
    }
}

fn product(factors: &[Expr]) -> Vec<Layout<'_>> {
    // A `\cdot` with vectors on both sides would be a dot product.
    let dots = factors.iter().filter(|factor| factor.is_vector()).count() < 2;
    let last = factors.len() - 1;
    let rows = factors.iter().enumerate().map(|(index, value)| {
        // At the end, an expression that takes in everything after it needs no bracket for the eye.
        let ends = index == last
            && match value {
                Expr::Series(_) | Expr::Limit(_) | Expr::Integral(_) => true,
                _ => last == 1 && matches!(value, Expr::Cross(..)),
            };
        let in_text = splits(value)
            || matches!(value, Expr::Integral(_))
            || !dots && index < last && is_letter_d(value);
        row(value).bracketed(in_text, splits(value) && !ends)
    });
    let rows: Vec<Layout<'_>> = rows.collect();
    let opens: Vec<bool> = rows.iter().map(opens_bracket).collect();
    let mut parts = Vec::with_capacity(2 * factors.len());
    for (index, (value, mut shown)) in factors.iter().zip(rows).enumerate() {
        let before = index.checked_sub(1).map(|before| &factors[before]);
        let number = before.is_some_and(|before| {
            joins_number(before, value, &shown) || is_mixed(before, value, factors.get(index + 1))
        });
        if let Some(before) = before {
            let called = opens[index] && is_callable(before) && !is_operator(before);
            let acts = called || is_letter_d(before);
            parts.push(Layout::Times {
                written: dots && (acts || number && !is_power_of_ten(value)),
                shown: matches!(value, Expr::Number(_)) || is_power_of_ten(value),
            });
        }
        let is_name = !dots && is_callable(value) && !is_letter_d(value);
        let takes = opens
            .get(index + 1)
            .is_some_and(|opens| is_operator(value) || is_name && *opens);
        if takes {
            shown = Layout::Braced(Box::new(shown));
        } else if number && (!dots || is_power_of_ten(value)) {
            shown = shown.bracketed(true, false);
        }
        parts.push(shown);
    }
    parts
}

/// Letters and names that would act on what follows unless braces separate them: `{\Delta} x`.
fn is_operator(value: &Expr) -> bool {
    const OPERATORS: [&str; 3] = [r"\Delta", r"\partial", r"\nabla"];
    matches!(value, Expr::Symbol(symbol)
        if OPERATORS.contains(&symbol.base.as_str()) || nabla_name(&symbol.base).is_some())
}

/// Whether it is a `d`, which would make a differential of what follows.
fn is_letter_d(value: &Expr) -> bool {
    matches!(value, Expr::Symbol(symbol) if symbol.base == "d")
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

fn opens_bracket(shown: &Layout<'_>) -> bool {
    let lead = text::lead(shown);
    lead.starts_with(['(', '[']) || lead.starts_with(r"\{")
}

/// `2 \cdot 10^{3}` would be read as one number.
fn is_power_of_ten(factor: &Expr) -> bool {
    matches!(factor, Expr::Power(base, _) if matches!(&**base, Expr::Number(_)))
}

/// Whether two factors before a unit would be read as a mixed number: `4 \frac{1}{2} \unit{s}`.
fn is_mixed(before: &Expr, value: &Expr, after: Option<&Expr>) -> bool {
    let is_number = |value: &Expr| matches!(value, Expr::Number(_));
    is_number(before)
        && matches!(value, Expr::Fraction(above, below) if is_number(above) && is_number(below))
        && matches!(after, Some(Expr::Unit(_)))
}

/// Whether two factors would be read as one number, or a unit and a number as a sum of two quantities.
fn joins_number(before: &Expr, value: &Expr, shown: &Layout<'_>) -> bool {
    matches!((before, value), (Expr::Unit(_), Expr::Number(_)))
        || matches!(before, Expr::Number(_))
            && (is_power_of_ten(value)
                || text::lead(shown).starts_with(|c: char| c.is_ascii_digit()))
}

fn power<'a>(base: &'a Expr, exponent: &'a Expr) -> Layout<'a> {
    let index = is_index(exponent);
    let mut raised = row(exponent);
    // Text alone or with a sign would be read as a label, and a degree sign alone as a unit.
    let unsigned = match exponent {
        Expr::Sum(terms) if terms.len() == 1 => &terms[0].value,
        other => other,
    };
    let is_text = text::lead(&row(unsigned)).starts_with(r"\text{");
    if is_text || matches!(exponent, Expr::Unit(_)) {
        raised = raised.bracketed(true, false);
    }
    // sin²x
    if let Expr::Function(function, arguments) = base
        && *function != Function::Log
        && let Some(name) = latex_of(Role::Function(*function))
    {
        return Layout::Raised(Box::new([
            Layout::Letter(name),
            raised,
            argument(arguments),
        ]));
    }
    let base = match base {
        Expr::Number(number) if number.exponent().is_none() => {
            Layout::Digits(number.mantissa()).bracketed(index, false)
        }
        Expr::Symbol(symbol) => Layout::Symbol(symbol).bracketed(
            index || symbol.label.is_some(),
            symbol.label.is_some() || symbol.primes > 0,
        ),
        Expr::Infinity | Expr::Average(_) | Expr::Function(Function::Abs | Function::Norm, _) => {
            row(base)
        }
        Expr::Call(_) => row(base).bracketed(false, true),
        _ => row(base).bracketed(true, true),
    };
    base.above(raised)
}

/// Whether an exponent would be read as an index of a symbol: `x^0`, `x^{\mu\nu}`, `x^{k0}`, `x^{ii}`.
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
        Expr::Product(factors) => {
            let ends_in_zero = matches!(factors.last(), Some(Expr::Number(last)) if last.is_zero());
            let is_doubled = matches!(factors.as_slice(), [one, other] if one == other);
            ends_in_zero || is_doubled || factors.iter().all(is_place)
        }
        _ => false,
    }
}

/// The argument of a function: a single symbol or number is shown without brackets.
fn argument(arguments: &[Expr]) -> Layout<'_> {
    let alone = matches!(
        arguments,
        [Expr::Symbol(_) | Expr::Number(_) | Expr::Fraction(..) | Expr::Root(..)]
    );
    match arguments {
        [value] if alone => row(value).bracketed(true, false),
        _ => fenced(Fence::ROUND, list(arguments)),
    }
}

fn function(function: Function, arguments: &[Expr]) -> Vec<Layout<'_>> {
    let fence = |text, shown| vec![fenced(Fence { text, shown }, list(arguments))];
    match (function, arguments) {
        (Function::Abs, _) => fence((r"\lvert ", r" \rvert"), ("|", "|")),
        (Function::Norm, _) => fence((r"\lVert ", r" \rVert"), ("‖", "‖")),
        (Function::Floor, _) => fence((r"\lfloor ", r" \rfloor"), ("⌊", "⌋")),
        (Function::Ceiling, _) => fence((r"\lceil ", r" \rceil"), ("⌈", "⌉")),
        (Function::Conjugate, _) => vec![marked(arguments, "*")],
        (Function::Adjoint, _) => vec![marked(arguments, r"\dagger")],
        (Function::Tensor, _) => joining(arguments, r" \otimes "),
        (Function::DirectSum, _) => joining(arguments, r" \oplus "),
        (Function::Intersection, _) => joining(arguments, r" \cap "),
        (Function::Union, _) => joining(arguments, r" \cup "),
        (Function::Difference, _) => joining(arguments, r" \setminus "),
        (Function::Binomial, [upper, lower]) => {
            vec![Layout::Binomial(Box::new(row(upper)), Box::new(row(lower)))]
        }
        (Function::Factorial | Function::DoubleFactorial, [value]) => {
            let (in_text, shown) = match value {
                Expr::Symbol(_) => (false, false),
                Expr::Number(value) => (value.exponent().is_some(), !value.is_plain_integer()),
                _ => (true, true),
            };
            let marks = match function {
                Function::Factorial => "!",
                _ => "!!",
            };
            let value = row(value).bracketed(in_text, shown);
            vec![value, Layout::Sign(marks)]
        }
        (Function::Log, [value, base]) => {
            let [name, apply, argument] = named(function, std::slice::from_ref(value));
            vec![name.below(row(base)), apply, argument]
        }
        _ => named(function, arguments).into(),
    }
}

/// `(a \otimes b)`
fn joining<'a>(arguments: &'a [Expr], sign: &'static str) -> Vec<Layout<'a>> {
    let is_long = |factor: &Expr| !matches!(factor, Expr::Symbol(_));
    vec![fenced(Fence::ROUND, joined(arguments, sign, is_long))]
}

/// `(a + b)^{*}`
fn marked<'a>(of: &'a [Expr], mark: &'static str) -> Layout<'a> {
    fenced(Fence::ROUND, list(of)).above(Layout::Sign(mark))
}

fn named(function: Function, arguments: &[Expr]) -> [Layout<'_>; 3] {
    let name = latex_of(Role::Function(function)).unwrap_or_default();
    [Layout::Letter(name), Layout::Apply, argument(arguments)]
}
