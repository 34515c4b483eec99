//! Statements made ready for many comparisons.
//!
//! A derivation of 30 formulas meets every node of a reference: most pairs differ in a way that
//! shows before any arithmetic. What that takes is found once a statement. A pair is refused here
//! only where the rounds would refuse it too.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::aligned;
use super::certain;
use super::constants_of;
use super::context::Context;
use super::form::Form;
use super::reason::{EquivalenceAnswer, Reason};
use super::statement::AnswerStatement;
use crate::constants::Meaning;
use crate::formula::{DerivativeStyle, Expr, Statement, Symbol};

/// A statement, with what can be said of it before it is compared.
#[derive(Debug, Clone)]
pub struct Prepared {
    statement: Statement,
    text: OnceLock<String>,
    /// Every symbol that it may come to depend on.
    mentioned: BTreeSet<Symbol>,
    /// Symbols of which one of its sides is all that it says, and that stand nowhere else in it.
    alone: Vec<Symbol>,
    /// Symbols on which an equation depends, however it is read.
    certain: Vec<Symbol>,
    /// It has units: then how it differs is for the rounds to say.
    has_units: bool,
    /// It may come to depend on more than it mentions: `\sum_{i=1}^3 a_i` on `a_1`.
    is_open: bool,
}

impl Prepared {
    /// Looks through a statement. It may be compared in all contexts that say the same of its symbols.
    pub fn new(statement: Statement, context: &Context) -> Self {
        let mut whole = Mentioned::default();
        let mut alone = Vec::new();
        let form = Form::of(&statement);
        let sides = form.sides();
        let mentions: Vec<Mentioned> = sides
            .iter()
            .map(|side| Mentioned::of(side, context))
            .collect();
        if let ([left, right], [in_left, in_right]) = (sides.as_slice(), mentions.as_slice()) {
            for (side, rest) in [(left, in_right), (right, in_left)] {
                if let Some(symbol) = subject(form, side)
                    && stands_for_itself(symbol, context)
                    && !rest.symbols.contains(symbol)
                {
                    alone.push(symbol.clone());
                }
            }
        }
        for side in mentions {
            whole.symbols.extend(side.symbols);
            whole.has_units |= side.has_units;
            whole.is_open |= side.is_open;
        }
        let certain = match form {
            Form::Equation(left, right) | Form::NotEqual(left, right)
                if !whole.has_units && !whole.is_open =>
            {
                certain_symbols([left, right], context)
            }
            _ => Vec::new(),
        };
        Self {
            statement,
            text: OnceLock::new(),
            mentioned: whole.symbols,
            alone,
            certain,
            has_units: whole.has_units,
            is_open: whole.is_open,
        }
    }

    /// The statement.
    pub fn statement(&self) -> &Statement {
        &self.statement
    }

    pub(super) fn written(&self) -> AnswerStatement<'_> {
        AnswerStatement::new(&self.statement, &self.text)
    }

    /// Why it is certain that the two differ, if that shows without arithmetic.
    pub(super) fn refuse(&self, answer: &Self) -> Option<EquivalenceAnswer> {
        let is_aligned = || aligned::aligned(&self.statement, &answer.statement).is_some();
        if self.has_units || answer.has_units || is_aligned() {
            return None;
        }
        let (left, right) = (Form::of(&self.statement), Form::of(&answer.statement));
        let reason = if !left.is_comparable(right) {
            Reason::Shape {
                reference: left.shape(),
                answer: right.shape(),
            }
        } else if matches!(
            left,
            Form::Equation(..) | Form::NotEqual(..) | Form::Inequality(..)
        ) {
            // `x = …` says something of `x`: a statement without `x` cannot be the same.
            if let Some(missing) = self.only_here(answer) {
                Reason::Symbols {
                    missing: vec![missing.name()],
                    extra: Vec::new(),
                }
            } else if let Some(extra) = answer.only_here(self) {
                Reason::Symbols {
                    missing: Vec::new(),
                    extra: vec![extra.name()],
                }
            } else {
                let (missing, extra) = (self.certain_beside(answer), answer.certain_beside(self));
                if missing.is_empty() || extra.is_empty() {
                    return None;
                }
                Reason::Symbols { missing, extra }
            }
        } else {
            return None;
        };
        Some(EquivalenceAnswer {
            equivalent: false,
            trials: 0,
            reason,
            notes: Vec::new(),
        })
    }

    fn only_here(&self, other: &Self) -> Option<&Symbol> {
        let open = self.is_open || other.is_open;
        let mut alone = self.alone.iter();
        alone.find(|symbol| !open && !other.mentioned.contains(symbol))
    }

    /// The names of symbols on which this depends, however it is read, and that the other never mentions.
    fn certain_beside(&self, other: &Self) -> Vec<String> {
        let unknown = |symbol: &&Symbol| !other.is_open && !other.mentioned.contains(*symbol);
        let certain = self.certain.iter().filter(unknown);
        certain.map(Symbol::name).collect()
    }
}

/// The symbols on which an equation depends, however it is read, and for which nothing is ever put in.
fn certain_symbols(sides: [&Expr; 2], context: &Context) -> Vec<Symbol> {
    let mut written = BTreeSet::new();
    for side in sides {
        side.walk(&mut |part| {
            written.extend(match part {
                Expr::Symbol(symbol) => Some((**symbol).clone()),
                Expr::Call(call) => Some(call.function.clone()),
                _ => None,
            });
        });
    }
    // `M^0` may be 1, and of `V^*` and `V` one may stand for the other.
    if written.iter().any(|symbol| symbol.label.is_some()) {
        return Vec::new();
    }
    let certain = certain::symbols(sides, context).into_iter();
    certain
        // What stands in a definition only may be left out with it.
        .filter(|symbol| written.contains(symbol) && stands_for_itself(symbol, context))
        .collect()
}

/// The symbol without which a side would be nothing, or something else: of `x`, and in an equation of
/// `f(r)` and `\nabla \cdot \vec E`.
fn subject<'e>(form: Form<'_>, side: &'e Expr) -> Option<&'e Symbol> {
    let one = match side {
        Expr::Call(call) if matches!(form, Form::Equation(..)) => return Some(&call.function),
        Expr::Nabla(_, of) if matches!(form, Form::Equation(..)) => of,
        side => side,
    };
    match one {
        Expr::Symbol(symbol) => Some(symbol),
        _ => None,
    }
}

/// Whether a symbol is a variable in every round: nothing is ever put in for it.
fn stands_for_itself(symbol: &Symbol, context: &Context) -> bool {
    const OTHERS: [&str; 6] = [r"\pi", "e", "i", "j", r"\Omega", r"\Gamma"];
    let is_nothing = symbol.vector && symbol.base == "0";
    OTHERS.iter().all(|name| !symbol.is(name))
        && symbol.primes == 0
        && !is_nothing
        && context.definitions.find(symbol).is_none()
        && constants_of(symbol).next().is_none()
}

/// What an expression mentions, in the definitions that it uses too.
#[derive(Debug, Default)]
struct Mentioned {
    symbols: BTreeSet<Symbol>,
    has_units: bool,
    is_open: bool,
}

impl Mentioned {
    fn of(expr: &Expr, context: &Context) -> Self {
        let mut found = Self::default();
        let mut waiting = vec![expr];
        while let Some(expr) = waiting.pop() {
            let mut note = |symbol: &Symbol| {
                if found.symbols.insert(symbol.clone())
                    && let Some(Meaning::Formula(meaning)) = context.definitions.find(symbol)
                {
                    waiting.push(meaning);
                }
            };
            match expr {
                Expr::Symbol(symbol) => note(symbol),
                Expr::Operator(operator) => note(&operator.symbol()),
                Expr::Call(call) => note(&call.function),
                Expr::Derivative(derivative) => {
                    if derivative.style == DerivativeStyle::Dot {
                        note(&Symbol::new("t"));
                    }
                    derivative.by.iter().for_each(|(symbol, _)| note(symbol));
                }
                Expr::Integral(integral) => integral.variables.iter().for_each(note),
                Expr::Limit(limit) => note(&limit.variable),
                Expr::Series(_) => found.is_open = true,
                Expr::Unit(_) => found.has_units = true,
                _ => {}
            }
            waiting.extend(expr.children());
        }
        found
    }
}
