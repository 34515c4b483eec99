//! Formulas as LaTeX that reads back to the same tree.

use std::fmt::Write as _;

use super::{
    Accent, Bracket, Change, Derivative, DerivativeStyle, Evaluated, Expr, Formula, Function,
    Integral, IntegralKind, MatrixStyle, Nabla, Number, Series, SeriesKind, Sign, Symbol, Unit,
};

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
        Expr::Function(function, arguments) => self::function(*function, arguments),
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
            Bracket::Curly => format!(r"\{{{}\}}", list(members)),
            Bracket::None => list(members),
        },
        Expr::Matrix(style, rows) => matrix(*style, rows),
        Expr::Indexed(value, index) => format!("({value})_{{{}}}", script(index)),
        Expr::Condition(formula) => self::formula(formula),
    }
}

fn number(number: &Number) -> String {
    match number.exponent() {
        None => number.mantissa(),
        Some(exponent) => format!(r"{} \times 10^{{{exponent}}}", number.mantissa()),
    }
}

/// The canonical name of a symbol.
pub(super) fn symbol(symbol: &Symbol) -> String {
    let mut name = base(&symbol.base);
    // A hat over a small letter says already that it is a vector.
    let hatted = symbol.accents.contains(&Accent::Hat) && is_small(&symbol.base);
    if symbol.vector && !hatted && symbol.base != r"\nabla" {
        name = format!(r"\vec{{{name}}}");
    }
    for accent in &symbol.accents {
        name = format!("{}{{{name}}}", accent.command());
    }
    for _ in 0..symbol.primes {
        name.push('\'');
    }
    if let Some(label) = &symbol.label {
        let _ = write!(name, "^{{{}}}", label_text(label));
    }
    if let Some(subscript) = &symbol.subscript {
        let _ = write!(name, "_{{{}}}", script(subscript));
    }
    name
}

fn base(base: &str) -> String {
    if base.starts_with('\\') || base.chars().count() == 1 {
        base.to_owned()
    } else {
        format!(r"\text{{{base}}}")
    }
}

/// Whether a base is a small letter, Latin or Greek.
fn is_small(base: &str) -> bool {
    match base.strip_prefix('\\') {
        Some(name) => {
            name.starts_with(|letter: char| letter.is_ascii_lowercase()) && !name.contains('{')
        }
        None => base.len() == 1 && base.starts_with(|letter: char| letter.is_ascii_lowercase()),
    }
}

/// Text that LaTeX would not take for a name has to be said to be text.
fn label_text(label: &str) -> String {
    if label.starts_with('\\') || label.starts_with(['*', '+', '-']) {
        label.to_owned()
    } else {
        format!(r"\text{{{label}}}")
    }
}

/// A subscript, with letters beyond ASCII as text.
fn script(subscript: &str) -> String {
    if subscript.is_ascii() {
        return subscript.to_owned();
    }
    subscript
        .chars()
        .map(|letter| {
            if letter.is_ascii() {
                letter.to_string()
            } else {
                format!(r"\text{{{letter}}}")
            }
        })
        .collect()
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

fn list(members: &[Expr]) -> String {
    let members: Vec<String> = members
        .iter()
        .map(|member| match member {
            Expr::Tuple(Bracket::None, _) | Expr::Condition(_) => format!("({member})"),
            _ => member.to_latex(),
        })
        .collect();
    members.join(", ")
}

fn function(function: Function, arguments: &[Expr]) -> String {
    let inside = list(arguments);
    match (function, arguments) {
        (Function::Log, [value, base]) => format!(r"\log_{{{base}}}({value})"),
        (Function::Abs, _) => format!(r"\lvert {inside} \rvert"),
        (Function::Norm, _) => format!(r"\lVert {inside} \rVert"),
        (Function::Floor, _) => format!(r"\lfloor {inside} \rfloor"),
        (Function::Ceiling, _) => format!(r"\lceil {inside} \rceil"),
        (Function::Binomial, [upper, lower]) => format!(r"\binom{{{upper}}}{{{lower}}}"),
        (Function::Factorial, [value]) => match value {
            Expr::Number(number) if number.exponent().is_none() => format!("{value}!"),
            Expr::Symbol(_) => format!("{value}!"),
            _ => format!("({value})!"),
        },
        _ => format!("{}({inside})", function.as_latex()),
    }
}

impl Function {
    /// The LaTeX of its name.
    pub fn as_latex(self) -> &'static str {
        match self {
            Self::Sin => r"\sin",
            Self::Cos => r"\cos",
            Self::Tan => r"\tan",
            Self::Cot => r"\cot",
            Self::Sec => r"\sec",
            Self::Csc => r"\csc",
            Self::Arcsin => r"\arcsin",
            Self::Arccos => r"\arccos",
            Self::Arctan => r"\arctan",
            Self::Arccot => r"\operatorname{arccot}",
            Self::Arcsec => r"\operatorname{arcsec}",
            Self::Arccsc => r"\operatorname{arccsc}",
            Self::Sinh => r"\sinh",
            Self::Cosh => r"\cosh",
            Self::Tanh => r"\tanh",
            Self::Coth => r"\coth",
            Self::Sech => r"\operatorname{sech}",
            Self::Csch => r"\operatorname{csch}",
            Self::Arsinh => r"\operatorname{arsinh}",
            Self::Arcosh => r"\operatorname{arcosh}",
            Self::Artanh => r"\operatorname{artanh}",
            Self::Arcoth => r"\operatorname{arcoth}",
            Self::Exp => r"\exp",
            Self::Ln => r"\ln",
            Self::Log => r"\log",
            Self::Abs => r"\operatorname{abs}",
            Self::Norm => r"\operatorname{norm}",
            Self::Factorial => r"\operatorname{factorial}",
            Self::Binomial => r"\binom",
            Self::Min => r"\min",
            Self::Max => r"\max",
            Self::Sgn => r"\operatorname{sgn}",
            Self::Re => r"\Re",
            Self::Im => r"\Im",
            Self::Arg => r"\arg",
            Self::Det => r"\det",
            Self::Trace => r"\operatorname{Tr}",
            Self::Erf => r"\operatorname{erf}",
            Self::Floor => r"\operatorname{floor}",
            Self::Ceiling => r"\operatorname{ceil}",
        }
    }
}

fn derivative(derivative: &Derivative) -> String {
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

fn integral(integral: &Integral) -> String {
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

fn series(series: &Series) -> String {
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

fn evaluated(evaluated: &Evaluated) -> String {
    let upper = match &evaluated.upper {
        Some(upper) => format!("^{{{upper}}}"),
        None => String::new(),
    };
    format!(
        r"\left. {} \right|_{{{}}}{upper}",
        evaluated.body, evaluated.lower
    )
}

fn matrix(style: MatrixStyle, rows: &[Vec<Expr>]) -> String {
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
