//! Operators that are read as letters: `\Box\psi`, `\nabla_\mu T^{\mu\nu}`, `\slashed\partial\psi`, `\frac{\delta S}{\delta q}`,
//! `d(u v)`.
//!
//! As letters they may stand anywhere among the factors, and one may divide by what they work on: `\nabla_\mu(\rho u^\mu) = 0`
//! would be `\nabla_\mu u^\mu = 0`. So what agrees is compared once more with them as functions, which go through sums and
//! numbers, of what stands behind them.

use super::alike::is_nothing;
use super::form;
use crate::tree::{Call, Expr, Sign, Statement, Symbol, Term};

/// Letters that are operators whatever index they have.
const OPERATORS: [&str; 2] = [r"\Box", r"\slashed{\partial}"];

/// Indices of the derivatives of fields, `D_\mu`.
const INDICES: [&str; 2] = [r"\mu", r"\nu"];

/// Letters of functions. Before a product in brackets they are no factors, for which nobody would need these.
const FUNCTIONS: [&str; 14] = [
    "d", r"\delta", "f", "g", "h", "F", "G", "P", "u", "w", r"\phi", r"\psi", r"\Phi", r"\Psi",
];

/// What is raised at the name of a letter that is applied.
const APPLIED: &str = "()";

/// Those that are functions of sums, too, `\delta(x - y)`.
const FUNCTIONS_OF_SUMS: [&str; 2] = [r"\delta", r"\Delta"];

/// Times that an operator is applied at most.
const MAX_TIMES: i64 = 3;

/// Two statements in which operators are functions of what stands behind them, if either has one.
pub(super) fn applied(statements: [&Statement; 2]) -> Option<[Statement; 2]> {
    let is_zero = |statement: &&Statement| form::sides(statement).into_iter().any(is_nothing);
    let mut reading = Reading {
        of_nothing: statements.iter().all(is_zero),
        found: false,
    };
    let read = statements.map(|statement| statement.map_sides(|side| reading.expr(side)));
    reading.found.then_some(read)
}

struct Reading {
    /// Whether both statements say that something is 0, so that values tell of no factor.
    of_nothing: bool,
    found: bool,
}

impl Reading {
    fn expr(&mut self, expr: &Expr) -> Expr {
        let read = expr.map_children(&mut |child| self.expr(child));
        match &read {
            Expr::Product(factors) => self.product(factors),
            // `\frac{\delta S}{\delta q}`
            Expr::Fraction(upper, lower) => match (&**upper, variation(lower)) {
                (Expr::Product(factors), Some(by)) if is_variation(&factors[0]) => {
                    let of = Expr::product(factors[1..].to_vec());
                    self.apply(&by, of)
                }
                _ => read,
            },
            _ => read,
        }
    }

    fn product(&mut self, factors: &[Expr]) -> Expr {
        let mut behind: Vec<Expr> = Vec::new();
        for factor in factors.iter().rev() {
            // What is in brackets is all that an operator before it works on.
            let reach = match behind.last() {
                None => 0,
                Some(Expr::Product(_) | Expr::Sum(_)) => 1,
                Some(_) => behind.len(),
            };
            let kept = behind.len() - reach;
            let of: Vec<Expr> = behind[kept..].iter().rev().cloned().collect();
            let value = match of.as_slice() {
                [] => None,
                [Expr::Product(_) | Expr::Sum(_)] => self
                    .function(factor, &of[0])
                    .or_else(|| self.operated(factor, &of[0])),
                _ => self.operated(factor, &Expr::product(of)),
            };
            if value.is_some() {
                behind.truncate(kept);
            }
            behind.push(value.unwrap_or_else(|| factor.clone()));
        }
        behind.reverse();
        if behind.len() == 1 {
            return behind.remove(0);
        }
        Expr::Product(behind)
    }

    /// A letter applied to what stands in brackets behind it, if it may be the name of a function.
    fn function(&mut self, factor: &Expr, of: &Expr) -> Option<Expr> {
        match factor {
            Expr::Symbol(symbol) if self.of_nothing && is_function(symbol, of) => {
                self.found = true;
                Some(call(symbol, of.clone()))
            }
            _ => None,
        }
    }

    /// A factor applied to what stands behind it, if it is an operator, a power of one, or a sum with one in it:
    /// `(\slashed\partial - m)\psi`.
    fn operated(&mut self, factor: &Expr, of: &Expr) -> Option<Expr> {
        match factor {
            Expr::Symbol(symbol) if is_operator(symbol) => Some(self.apply(symbol, of.clone())),
            // `\mathbf{d} t`, where it is no vector.
            Expr::Symbol(symbol) if self.of_nothing && is_form(symbol) => {
                Some(self.apply(symbol, of.clone()))
            }
            Expr::Power(base, exponent) => match (&**base, &**exponent) {
                // `\nabla^\mu`
                (Expr::Symbol(symbol), Expr::Symbol(index)) if symbol.base == r"\nabla" => {
                    let raised = Symbol {
                        label: Some(index.name()),
                        vector: false,
                        ..(**symbol).clone()
                    };
                    Some(self.apply(&raised, of.clone()))
                }
                (Expr::Symbol(symbol), Expr::Number(times)) if is_operator(symbol) => {
                    let times = times
                        .to_i64()
                        .filter(|times| (1..=MAX_TIMES).contains(times))?;
                    Some((0..times).fold(of.clone(), |of, _| self.apply(symbol, of)))
                }
                _ => None,
            },
            Expr::Fraction(upper, lower) if is_variation(upper) => {
                let by = variation(lower)?;
                Some(self.apply(&by, of.clone()))
            }
            Expr::Sum(terms) if terms.iter().any(|term| ends_in_operator(&term.value)) => {
                let terms = terms.iter().map(|term| Term {
                    sign: term.sign,
                    value: match &term.value {
                        Expr::Product(factors) => {
                            let all: Vec<Expr> = factors.iter().chain([of]).cloned().collect();
                            self.product(&all)
                        }
                        value => self
                            .operated(value, of)
                            .unwrap_or_else(|| Expr::product(vec![value.clone(), of.clone()])),
                    },
                });
                Some(Expr::Sum(terms.collect()))
            }
            _ => None,
        }
    }

    /// An operator applied to something, through sums and numbers.
    fn apply(&mut self, operator: &Symbol, of: Expr) -> Expr {
        self.found = true;
        match of {
            Expr::Sum(terms) => {
                let terms = terms.into_iter().map(|Term { sign, value }| Term {
                    sign,
                    value: self.apply(operator, value),
                });
                Expr::Sum(terms.collect())
            }
            Expr::Product(factors) => {
                let (numbers, rest): (Vec<Expr>, Vec<Expr>) =
                    factors.into_iter().partition(is_number);
                match rest.as_slice() {
                    [] => call(operator, Expr::product(numbers)),
                    [Expr::Sum(_) | Expr::Product(_)] => {
                        let of = rest.into_iter().next().expect("there is one");
                        let inner = self.apply(operator, of);
                        Expr::product(numbers.into_iter().chain([inner]).collect())
                    }
                    _ => {
                        let inner = call(operator, Expr::product(rest));
                        Expr::product(numbers.into_iter().chain([inner]).collect())
                    }
                }
            }
            // `\nabla^\mu\nabla_\mu\phi` is `\nabla_\mu\nabla^\mu\phi`.
            Expr::Call(inner) if is_contraction(operator, &inner.function) => {
                let Call {
                    function,
                    arguments,
                } = *inner;
                let inner = arguments.into_iter().map(|of| call(operator, of));
                Expr::Call(Box::new(Call {
                    function,
                    arguments: inner.collect(),
                }))
            }
            of => call(operator, of),
        }
    }
}

/// Whether the index of one operator is raised and that of the one behind it is the same one below.
fn is_contraction(raised: &Symbol, inner: &Symbol) -> bool {
    raised.base == inner.base
        && raised.subscript.is_none()
        && raised.label.is_some()
        && raised.label == inner.subscript
}

fn call(operator: &Symbol, of: Expr) -> Expr {
    // Another name than the letter's, which may stand alone in the other statement.
    let label = operator.label.as_deref().unwrap_or_default();
    let function = Symbol {
        vector: operator.vector || of.is_vector(),
        label: Some(format!("{label}{APPLIED}")),
        ..operator.clone()
    };
    Expr::Call(Box::new(Call {
        function,
        arguments: vec![of],
    }))
}

/// Whether a letter is an operator. A `\nabla` without index and mark has been read as one.
fn is_operator(symbol: &Symbol) -> bool {
    let is_index = |index: &str| INDICES.contains(&index);
    OPERATORS.contains(&&*symbol.base)
        || symbol.base == r"\nabla"
        || symbol.base == r"\mathcal{L}" && symbol.subscript.is_some()
        || symbol.base == "D" && symbol.subscript.as_deref().is_some_and(is_index)
}

/// Whether a letter is the bold `d` that makes a form of what stands behind it.
fn is_form(symbol: &Symbol) -> bool {
    let bold = Symbol::new("d").as_vector();
    *symbol == bold
}

/// Whether a letter may be the name of a function of what stands behind it in brackets.
fn is_function(symbol: &Symbol, of: &Expr) -> bool {
    let names: &[&str] = match of {
        Expr::Product(_) => &FUNCTIONS,
        _ => &FUNCTIONS_OF_SUMS,
    };
    symbol.is_plain() && names.contains(&&*symbol.base)
}

/// Whether a term of a sum has an operator as its last factor.
fn ends_in_operator(term: &Expr) -> bool {
    match term {
        Expr::Symbol(symbol) => is_operator(symbol),
        Expr::Power(base, _) => ends_in_operator(base),
        Expr::Product(factors) => factors.last().is_some_and(ends_in_operator),
        Expr::Sum(terms) => matches!(terms.as_slice(), [only] if ends_in_operator(&only.value)),
        _ => false,
    }
}

fn is_variation(expr: &Expr) -> bool {
    matches!(expr, Expr::Symbol(symbol) if symbol.is(r"\delta"))
}

/// The derivative by what is varied below a fraction, `\delta q`.
fn variation(lower: &Expr) -> Option<Symbol> {
    let Expr::Product(factors) = lower else {
        return None;
    };
    let name = match factors.as_slice() {
        [first, Expr::Symbol(by)] if is_variation(first) => by.name(),
        [first, Expr::Call(call)] if is_variation(first) => call.function.name(),
        _ => return None,
    };
    Some(Symbol::new(format!(r"\delta/\delta {name}")))
}

fn is_number(expr: &Expr) -> bool {
    match expr {
        Expr::Number(_) => true,
        Expr::Fraction(upper, lower) => is_number(upper) && is_number(lower),
        Expr::Sum(terms) => {
            matches!(terms.as_slice(), [Term { sign: Sign::Minus, value }] if is_number(value))
        }
        _ => false,
    }
}
