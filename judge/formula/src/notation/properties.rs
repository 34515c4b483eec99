//! Property tests: any tree reads back from its LaTeX, and any text gets an answer.

use proptest::prelude::*;
use proptest::sample::select;

use super::read;
use crate::tree::*;

fn symbol() -> BoxedStrategy<Symbol> {
    let base = select(vec![
        "a",
        "b",
        "m",
        "x",
        "t",
        "e",
        "d",
        "T",
        "F",
        r"\alpha",
        r"\omega",
        r"\Delta",
        r"\pi",
        "kin",
        r"\mathcal{L}",
        r"\prescript{14}{6}{C}",
        "ans",
    ]);
    let accent = select(vec![
        Accent::Hat,
        Accent::Bar,
        Accent::Tilde,
        Accent::Underline,
    ]);
    let label = select(vec!["*", r"\dagger", "max", "+"]);
    let subscript = select(vec![
        "0",
        "AB",
        "max",
        r"\alpha",
        "1,x",
        "i+1",
        r"\alpha k_2",
    ]);
    (
        base,
        prop::option::weighted(0.2, accent),
        prop::bool::weighted(0.2),
        0_u8..3,
        prop::option::weighted(0.1, label),
        prop::option::weighted(0.3, subscript),
    )
        .prop_map(|(base, accent, vector, primes, label, subscript)| {
            let small = Symbol::new(base)
                .base
                .trim_start_matches('\\')
                .starts_with(|c: char| c.is_ascii_lowercase())
                && !base.contains('{')
                && (base.len() == 1 || base.starts_with('\\'));
            Symbol {
                base: base.to_owned(),
                accents: accent.into_iter().collect(),
                vector: vector
                    || accent == Some(Accent::Underline)
                    || accent == Some(Accent::Hat) && small,
                primes,
                label: label.map(str::to_owned),
                subscript: subscript.map(str::to_owned),
            }
        })
        .boxed()
}

fn number() -> BoxedStrategy<Expr> {
    (
        select(vec![
            "0",
            "1",
            "2",
            "10",
            "137",
            "0.50",
            "3.00",
            "299792458",
        ]),
        prop::option::weighted(0.2, -30_i32..30),
    )
        .prop_map(|(text, exponent)| {
            let number = Number::from_decimal(text).unwrap();
            Expr::Number(match exponent {
                Some(exponent) => number.times_ten_to(exponent).unwrap(),
                None => number,
            })
        })
        .boxed()
}

fn unit() -> BoxedStrategy<Expr> {
    let factor = (
        select(vec!["m", "km", "µF", "kΩ", "°C", "s"]),
        select(vec![1, 2, -1, -3]),
    );
    prop_oneof![
        Just(Expr::Unit(Unit::degree())),
        Just(Expr::Unit(Unit::percent())),
        prop::collection::vec(factor, 1..3).prop_map(|factors| Expr::Unit(Unit {
            factors: factors
                .into_iter()
                .map(|(name, exponent)| UnitFactor {
                    name: name.to_owned(),
                    exponent,
                })
                .collect(),
        })),
    ]
    .boxed()
}

fn leaf() -> BoxedStrategy<Expr> {
    prop_oneof![
        4 => symbol().prop_map(Expr::symbol),
        2 => number(),
        1 => unit(),
        1 => Just(Expr::Infinity),
        1 => Just(Expr::symbol(Symbol::new(r"\ket{n-1}"))),
        1 => symbol().prop_filter("the letter d", |symbol| symbol.base != "d" && symbol.base != r"\Delta").prop_map(|symbol| {
            Expr::Change(Change::Delta, Box::new(Expr::symbol(symbol)))
        }),
    ]
        .boxed()
}

fn sign() -> impl Strategy<Value = Sign> {
    select(vec![
        Sign::Plus,
        Sign::Minus,
        Sign::PlusMinus,
        Sign::MinusPlus,
    ])
}

fn function_name() -> BoxedStrategy<Symbol> {
    symbol()
        .prop_filter("a constant is no function", |symbol| {
            !["e", "d", r"\pi", r"\Delta"].contains(&symbol.base.as_str())
        })
        .boxed()
}

fn formula(expr: BoxedStrategy<Expr>) -> BoxedStrategy<Formula> {
    let relation = select(vec![
        Relation::Equal,
        Relation::LessOrEqual,
        Relation::Approximately,
        Relation::Greater,
    ]);
    (expr.clone(), prop::collection::vec((relation, expr), 0..3))
        .prop_map(|(first, links)| Formula {
            first: Some(first),
            links,
            conditions: Vec::new(),
        })
        .boxed()
}

fn tree() -> BoxedStrategy<Expr> {
    leaf()
        .prop_recursive(4, 40, 4, |inner| {
            let expr = inner.boxed();
            prop_oneof![
                3 => sums(expr.clone()),
                3 => prop::collection::vec(expr.clone(), 2..5).prop_map(Expr::Product),
                2 => pair(expr.clone()).prop_map(|(a, b)| Expr::Fraction(a, b)),
                2 => pair(expr.clone())
                    .prop_filter("a transpose", |(a, b)| !is_transpose(a, b))
                    .prop_map(|(a, b)| Expr::Power(a, b)),
                2 => applied(expr.clone()),
                2 => bracketed(expr.clone()),
                2 => calculus(expr),
            ]
        })
        .boxed()
}

/// Whether a power is read as the transpose of a matrix, which is another matrix.
fn is_transpose(base: &Expr, exponent: &Expr) -> bool {
    let turns = matches!(
        base,
        Expr::Tuple(Bracket::Round | Bracket::Square, _) | Expr::Matrix(MatrixStyle::Round, _)
    );
    turns && *exponent == Expr::symbol(Symbol::new("T"))
}

fn pair(expr: BoxedStrategy<Expr>) -> impl Strategy<Value = (Box<Expr>, Box<Expr>)> {
    (expr.clone(), expr).prop_map(|(a, b)| (Box::new(a), Box::new(b)))
}

fn sums(expr: BoxedStrategy<Expr>) -> BoxedStrategy<Expr> {
    prop::collection::vec((sign(), expr), 1..4)
        .prop_map(|terms| {
            terms
                .into_iter()
                .map(|(sign, value)| Term { sign, value })
                .collect::<Vec<_>>()
        })
        .prop_filter("one term with a plus is no sum", |terms| {
            terms.len() > 1 || terms[0].sign != Sign::Plus
        })
        .prop_map(Expr::Sum)
        .boxed()
}

fn applied(expr: BoxedStrategy<Expr>) -> BoxedStrategy<Expr> {
    let name = select(vec![
        Function::Sin,
        Function::Arctan,
        Function::Arcoth,
        Function::Exp,
        Function::Ln,
        Function::Log,
        Function::Abs,
        Function::Norm,
        Function::Factorial,
        Function::DoubleFactorial,
        Function::Sgn,
        Function::Re,
        Function::Conjugate,
        Function::Adjoint,
        Function::Floor,
    ]);
    prop_oneof![
        (name, expr.clone()).prop_map(|(name, value)| Expr::Function(name, vec![value])),
        (
            select(vec![Function::Log, Function::Binomial, Function::Max]),
            expr.clone(),
            expr.clone()
        )
            .prop_map(|(name, a, b)| Expr::Function(name, vec![a, b])),
        (function_name(), prop::collection::vec(expr.clone(), 1..3)).prop_map(
            |(function, arguments)| {
                Expr::Call(Box::new(Call {
                    function,
                    arguments,
                }))
            }
        ),
        (expr.clone(), prop::option::of(expr))
            .prop_map(|(value, degree)| { Expr::Root(Box::new(value), degree.map(Box::new)) }),
    ]
    .boxed()
}

fn bracketed(expr: BoxedStrategy<Expr>) -> BoxedStrategy<Expr> {
    let kind = select(vec![
        Bracket::Round,
        Bracket::Square,
        Bracket::RightOpen,
        Bracket::LeftOpen,
        Bracket::Curly,
        Bracket::Angle,
    ]);
    let style = select(vec![
        MatrixStyle::Plain,
        MatrixStyle::Round,
        MatrixStyle::Bars,
        MatrixStyle::Cases,
    ]);
    let row = prop::collection::vec(expr.clone(), 2);
    prop_oneof![
        expr.clone()
            .prop_map(|value| Expr::Average(Box::new(value))),
        expr.clone()
            .prop_map(|value| Expr::Indexed(Box::new(value), "V".to_owned())),
        (kind, prop::collection::vec(expr.clone(), 2..4)).prop_map(|(kind, mut members)| {
            if matches!(kind, Bracket::RightOpen | Bracket::LeftOpen) {
                members.truncate(2);
            }
            Expr::Tuple(kind, members)
        }),
        (style, prop::collection::vec(row, 1..3))
            .prop_map(|(style, rows)| Expr::Matrix(style, rows)),
        (
            expr.clone(),
            formula(expr.clone()),
            prop::option::of(formula(expr.clone()))
        )
            .prop_map(|(body, lower, upper)| Expr::Evaluated(Box::new(Evaluated {
                body,
                lower,
                upper
            }))),
        (vector(), vector_sum(expr.clone()))
            .prop_map(|(a, b)| Expr::Cross(Box::new(a), Box::new(b))),
        (vector_sum(expr), vector()).prop_map(|(a, b)| Expr::Dot(Box::new(a), Box::new(b))),
    ]
    .boxed()
}

fn vector() -> BoxedStrategy<Expr> {
    symbol()
        .prop_map(|symbol| Expr::symbol(symbol.as_vector()))
        .boxed()
}

/// A sum that begins with a vector, or a vector over something.
fn vector_sum(expr: BoxedStrategy<Expr>) -> BoxedStrategy<Expr> {
    let minus = |value| Term {
        sign: Sign::Minus,
        value,
    };
    prop_oneof![
        (vector(), expr.clone()).prop_map(move |(a, b)| Expr::Sum(vec![minus(a), minus(b)])),
        (vector(), expr).prop_map(|(a, b)| Expr::Fraction(Box::new(a), Box::new(b))),
    ]
    .boxed()
}

fn calculus(expr: BoxedStrategy<Expr>) -> BoxedStrategy<Expr> {
    let nabla = select(vec![
        Nabla::Gradient,
        Nabla::Divergence,
        Nabla::Curl,
        Nabla::Laplacian,
    ]);
    let style = select(vec![DerivativeStyle::Total, DerivativeStyle::Partial]);
    let by = prop::collection::vec((symbol(), 1_u32..4), 1..3);
    let kind = select(vec![IntegralKind::Single, IntegralKind::Closed]);
    let series = select(vec![SeriesKind::Sum, SeriesKind::Product]);
    let limits = (
        prop::option::of(formula(expr.clone())),
        prop::option::of(expr.clone()),
    )
        .boxed();
    prop_oneof![
        (nabla, expr.clone()).prop_map(|(nabla, value)| Expr::Nabla(nabla, Box::new(value))),
        (style, expr.clone(), by)
            .prop_map(|(style, of, by)| Expr::Derivative(Box::new(Derivative { style, of, by }))),
        (
            function_name()
                .prop_filter("time has no dots by time", |name| *name != Symbol::new("t")),
            1_u32..4
        )
            .prop_map(|(of, order)| Expr::Derivative(Box::new(Derivative {
                style: DerivativeStyle::Dot,
                of: Expr::symbol(of),
                by: vec![(Symbol::new("t"), order)],
            }))),
        (
            kind,
            limits.clone(),
            expr.clone(),
            prop::option::weighted(0.8, (symbol(), 1_usize..4))
        )
            .prop_map(
                |(kind, (lower, upper), body, variable)| Expr::Integral(Box::new(Integral {
                    kind,
                    lower,
                    upper,
                    body,
                    variables: variable
                        .map_or_else(Vec::new, |(symbol, order)| vec![symbol; order]),
                }))
            ),
        (
            series,
            // `\sum_{a \le i \le b}` is `\sum_{i=a}^b`.
            limits.prop_filter("a chain below a sum", |(lower, upper)| {
                upper.is_some() || lower.as_ref().is_none_or(|lower| lower.links.len() < 2)
            }),
            expr.clone()
        )
            .prop_map(
                |(kind, (lower, upper), body)| Expr::Series(Box::new(Series {
                    kind,
                    lower,
                    upper,
                    body,
                }))
            ),
        (symbol(), expr.clone(), expr).prop_map(|(variable, to, body)| Expr::Limit(Box::new(
            Limit {
                variable,
                to,
                side: None,
                body,
            }
        ))),
    ]
    .boxed()
}

/// Pieces of LaTeX, so that random texts come near to formulas.
const WORDS: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "^",
    "_",
    "|",
    "+",
    "-",
    "=",
    "<",
    "/",
    ",",
    "!",
    "'",
    "&",
    ".",
    "1",
    "2",
    "x",
    "d",
    "f",
    "t",
    " ",
    r"\frac",
    r"\sqrt",
    r"\left(",
    r"\right)",
    r"\left.",
    r"\right|",
    r"\int",
    r"\sum",
    r"\lim",
    r"\to",
    r"\partial",
    r"\nabla",
    r"\cdot",
    r"\times",
    r"\vec",
    r"\dot",
    r"\hat",
    r"\sin",
    r"\log",
    r"\Delta",
    r"\alpha",
    r"\mathrm",
    r"\mathrm{d}",
    r"\text{a b}",
    r"\unit{m/s}",
    r"\unit",
    r"\begin{pmatrix}",
    r"\end{pmatrix}",
    r"\begin{aligned}",
    r"\end{aligned}",
    r"\\",
    r"\infty",
    r"\circ",
    r"\pm",
    r"\langle",
    r"\rangle",
    r"\{",
    r"\}",
    r"\quad",
    r"\boxed",
    r"\langle",
    r"\rangle",
    r"|",
    r"\ket",
    r"\braket",
    r"\prescript",
    r"{}",
    r"!!",
    r"\num",
    r"\SI",
    r"\frac{\partial}{\partial x}",
    r"\nabla^2",
    r"\operatorname{div}",
    r"\underbrace",
    r"\overset",
    r"\stackrel",
    r"\over",
    r"\choose",
    r"\dv",
    r"\pdv",
    r"\dd",
    r"\abs",
    r"\qty",
    r"\rm",
    r"\color",
    r"\cancel",
    r"\Rightarrow",
    r"\prime",
    r"\,",
    "²",
    "é",
    "\0",
    "%",
    "$",
    "\\",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: ProptestConfig::default().cases.max(400), ..ProptestConfig::default() })]

    #[test]
    fn a_tree_reads_back(tree in tree()) {
        let text = tree.to_latex();
        // A word at the end of brackets is a remark.
        prop_assume!(!text.contains(r", \text{"));
        let formula = read(&text);
        prop_assert!(formula.is_ok(), "{text}\n{}", formula.unwrap_err());
        prop_assert_eq!(formula.unwrap(), Formula::expression(tree), "{}", text);
    }

    #[test]
    fn a_chain_reads_back(formula in formula(leaf().boxed())) {
        let text = formula.to_latex();
        prop_assert_eq!(read(&text), Ok(formula), "{}", text);
    }

    #[test]
    fn what_was_read_is_written_so_that_it_reads_back(words in prop::collection::vec(select(WORDS), 0..30)) {
        let text = words.concat();
        match read(&text) {
            Ok(formula) => {
                let written = formula.to_latex();
                // Words at the end may be a remark.
                prop_assume!(!written.ends_with(r"\text{a b}"));
                prop_assert_eq!(read(&written), Ok(formula), "{}", text);
            }
            Err(error) => {
                prop_assert!(error.byte <= text.len());
                prop_assert!(!error.found.is_empty() && !error.expected.is_empty());
            }
        }
    }

    #[test]
    fn any_text_is_answered(text in any::<String>()) {
        if let Err(error) = read(&text) {
            prop_assert!(error.column <= text.chars().count() + 1);
        }
    }
}
