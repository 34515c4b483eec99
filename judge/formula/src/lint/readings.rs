//! Warns about formulas with more than one possible reading: the teacher is told which one is used.

use super::super::problem::{Node, NodeIndex};
use super::{Issue, Rule};
use crate::credit::mixed_number;
use crate::tree::{DerivativeStyle, Expr, Formula, Symbol};

pub(super) fn lint(node: &Node, formula: &Formula, constant: &[String], out: &mut Vec<Issue>) {
    let mut guesses: Vec<String> = Vec::new();
    for side in formula.sides() {
        side.walk(&mut |part| {
            if let Some(guess) = of_bracket(part, node.latex()).or_else(|| guess(part, constant))
                && !guesses.contains(&guess)
            {
                guesses.push(guess);
            }
        });
    }
    let latex = node.latex();
    let has_sign = latex.contains(r"\pm") || latex.contains('±');
    if has_sign && !formula.sides().any(Expr::has_plus_minus) {
        guesses.push(
            r"`\pm` behind a number says how far off it may be, which is not compared; of two values write both"
                .to_owned(),
        );
    }
    guesses.extend(of_letters(latex).map(str::to_owned));
    guesses.extend(formula.conditions.iter().map(|said| {
        format!(
            "`{}` beside the formula is compared only with a condition beside a student's formula; what has to be \
             said is a formula of its own",
            said.to_latex()
        )
    }));
    let warnings = guesses
        .into_iter()
        .map(|guess| Issue::warning(Rule::OneReading, node.index, guess));
    out.extend(warnings);
}

/// How adjacent letters, and a name before a colon, are read.
fn of_letters(latex: &str) -> impl Iterator<Item = &'static str> {
    let speed = ["{ms}^{-", "{ms^{-"]
        .iter()
        .any(|unit| latex.contains(unit))
        && !latex.contains(r"\unit");
    let relates = |text: &str| text.contains(['=', '<', '>']);
    let named = latex.split_once(':').is_some_and(|(name, rest)| {
        !relates(name) && !name.contains(r"\{") && !rest.starts_with('=') && relates(rest)
    });
    let speed = speed.then_some(
        r"`\text{ms}^{-1}` is read as metres per second; per millisecond is `\unit{ms^{-1}}`",
    );
    let named = named.then_some(
        "what stands before the `:` is read as the name of the line, which is not compared",
    );
    speed.into_iter().chain(named)
}

/// How a bracket after a letter is read: `y[n]`, `\Delta(a - b)`.
fn of_bracket(part: &Expr, latex: &str) -> Option<String> {
    let opens = |name: &str, bracket: char| {
        latex.match_indices(name).any(|(at, _)| {
            let rest = latex[at + name.len()..].trim_start();
            rest.strip_prefix(r"\left")
                .unwrap_or(rest)
                .starts_with(bracket)
        })
    };
    let typed_index = |symbol: &Symbol| {
        let typed = format!("{}0", symbol.base);
        symbol.subscript.as_deref() == Some("0") && latex.contains(&typed)
    };
    let is_delta = |factor: &Expr| matches!(factor, Expr::Symbol(symbol) if symbol.is(r"\Delta"));
    match part {
        Expr::Symbol(symbol) if typed_index(symbol) => Some(format!(
            "`{}0` is read as `{symbol}`; write the index with `_`",
            symbol.base
        )),
        Expr::Call(call) if opens(&call.function.name(), '[') => {
            let name = &call.function;
            Some(format!(
                "`{name}[…]` is read as a member of the sequence `{name}`; a product is written with a round bracket"
            ))
        }
        Expr::Product(factors) if factors.iter().any(is_delta) && opens(r"\Delta", '(') => Some(
            r"`\Delta(…)` is read as a product with the letter `\Delta`; a change is written without the bracket: \
              `\Delta x - \Delta y`"
                .to_owned(),
        ),
        _ => None,
    }
}

/// Warns about a product that may be meant as a mixed number, and about an exponent of several digits without braces.
pub(super) fn lint_numbers(node: NodeIndex, latex: &str, out: &mut Vec<Issue>) {
    out.extend(mixed_number(latex).map(|number| {
        let message = format!(
            "`{number}` is read as a product; two and a half is written `\\frac{{5}}{{2}}`"
        );
        Issue::warning(Rule::OneReading, node, message)
    }));
    out.extend(typed_exponent(latex).map(|exponent| {
        let message =
            format!("`^{exponent}` is read as the exponent {exponent}; write `^{{{exponent}}}`");
        Issue::warning(Rule::OneReading, node, message)
    }));
}

/// The first exponent of several characters without braces: `10^23`, `x^-1`.
fn typed_exponent(latex: &str) -> Option<&str> {
    latex.match_indices('^').find_map(|(at, _)| {
        let rest = &latex[at + 1..];
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
        (digits > 0 && sign + digits > 1).then(|| &rest[..sign + digits])
    })
}

/// How an ambiguous part is read.
fn guess(part: &Expr, constant: &[String]) -> Option<String> {
    match part {
        Expr::Call(call) => match call.arguments.as_slice() {
            [Expr::Number(number)] if !number.is_zero() => {
                let name = &call.function;
                Some(format!(
                    "`{name}({part})` is read as the value of `{name}` there; a product is written \
                     `{part} {name}`",
                    part = Expr::Number(number.clone())
                ))
            }
            _ => None,
        },
        Expr::Symbol(symbol) if symbol.label.as_deref() == Some("0") => Some(format!(
            "the 0 above `{}` is read as a part of its name, not as a power",
            Symbol {
                label: None,
                ..(**symbol).clone()
            }
        )),
        Expr::Cross(left, right) => {
            let plain = [left, right].into_iter().find(|side| !side.is_vector())?;
            Some(format!(
                "`{plain}` is read as a vector, since it is multiplied with one by `\\times`; write \
                 `\\vec{{{plain}}}`"
            ))
        }
        Expr::Product(factors) => {
            let (_, by) = beside_variable(factors)?;
            Some(format!(
                "the derivative by `{by}` is read as that of the bracket alone; write one bracket around \
                 all that is differentiated"
            ))
        }
        Expr::Derivative(derivative)
            if derivative.style == DerivativeStyle::Material
                && matches!(derivative.of, Expr::Symbol(_)) =>
        {
            let (by, _) = derivative.by.first()?;
            Some(format!(
                "the `D` before `{}` and `{by}` is read as a derivative along with what moves, not as a letter",
                derivative.of
            ))
        }
        Expr::Derivative(derivative)
            if derivative.style != DerivativeStyle::Dot
                && !matches!(derivative.of, Expr::Symbol(_) | Expr::Call(_)) =>
        {
            let mut others: Vec<String> = Vec::new();
            derivative.of.walk(&mut |inside| {
                if let Expr::Symbol(symbol) = inside {
                    let name = symbol.name();
                    let is_variable = derivative.by.iter().any(|(by, _)| by == &**symbol);
                    let is_known = symbol.is(r"\pi") || symbol.is("e") || constant.contains(&name);
                    if !is_variable && !is_known && !others.contains(&name) {
                        others.push(name);
                    }
                }
            });
            let (by, _) = derivative.by.first()?;
            (!others.is_empty()).then(|| {
                format!(
                    "under the derivative by `{by}` `{}` may depend on it; what does not is listed \
                     under `constant` in `equivalence`",
                    others.join("`, `")
                )
            })
        }
        _ => None,
    }
}

/// The position among factors where a derivative of a bracket comes before a bracket that contains its variable, with
/// the variable.
fn beside_variable(factors: &[Expr]) -> Option<(usize, &Symbol)> {
    factors.iter().enumerate().find_map(|(at, factor)| {
        let Expr::Derivative(derivative) = factor else {
            return None;
        };
        let (by, _) = derivative.by.first()?;
        let bracketed =
            derivative.style != DerivativeStyle::Dot && !matches!(derivative.of, Expr::Symbol(_));
        let shown = factors[at + 1..].iter().any(|factor| factor.mentions(by));
        (bracketed && shown).then_some((at, by))
    })
}
