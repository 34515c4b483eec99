//! What the two formulas together say about their symbols.
//!
//! `e` may be the charge or the base of the logarithm, `i` an index or the imaginary unit, `v(t)`
//! a function or the symbol `v`: the formulas are looked through before they are read.

use std::collections::BTreeSet;

use crate::physics::equivalence::context::Context;
use crate::physics::formula::{Change, DerivativeStyle, Expr, Function, Symbol};

/// How `e` occurs.
#[derive(Debug, Clone, Copy, Default)]
struct Euler {
    /// It stands alone: it is a symbol, and so are its whole powers.
    bare: bool,
    /// It has an exponent that no charge would have.
    exponential: bool,
}

/// What has been seen in the formulas.
#[derive(Debug, Default)]
pub(in crate::physics::equivalence) struct Survey {
    /// Symbols that stand somewhere without arguments.
    plain: BTreeSet<Symbol>,
    /// Those of them that are not only differentiated: factors, terms.
    open: BTreeSet<Symbol>,
    /// Symbols that are differentiated or have arguments: they vary.
    varying: BTreeSet<Symbol>,
    euler: Euler,
    /// `i` is the imaginary unit.
    pub(super) imaginary: bool,
    /// A differential stands outside of derivatives and integrals.
    pub(super) differentials: bool,
    /// A difference of temperatures is spoken of.
    pub(super) temperature_difference: bool,
}

impl Survey {
    pub(in crate::physics::equivalence) fn new<'a>(
        sides: impl IntoIterator<Item = &'a Expr>,
        context: &Context,
    ) -> Self {
        let mut survey = Self::default();
        for side in sides {
            survey.look(side, context);
        }
        survey
    }

    /// Whether `e` was read as the base of the natural logarithm, and whether also as a symbol.
    pub(in crate::physics::equivalence) fn euler(&self) -> (bool, bool) {
        (self.euler.exponential, self.euler.bare)
    }

    pub(in crate::physics::equivalence) fn has_imaginary_unit(&self) -> bool {
        self.imaginary
    }

    /// Whether `e^{exponent}` is an exponential.
    pub(super) fn is_exponential(&self, exponent: &Expr) -> bool {
        !is_whole(exponent) || (self.euler.exponential && !self.euler.bare)
    }

    /// Whether a call of `name` is the symbol itself.
    pub(super) fn is_plain(&self, name: &Symbol, context: &Context) -> bool {
        !context.functions.contains(name)
            && (self.plain.contains(name) || context.plain.contains(name))
    }

    /// Whether `name` is a factor or a term somewhere: then it is no function.
    pub(super) fn is_open(&self, name: &Symbol, context: &Context) -> bool {
        !context.functions.contains(name) && self.open.contains(name)
    }

    pub(super) fn varies(&self, symbol: &Symbol) -> bool {
        self.varying.contains(symbol)
    }

    fn look(&mut self, expr: &Expr, context: &Context) {
        let mut waiting = vec![expr];
        while let Some(expr) = waiting.pop() {
            match expr {
                Expr::Symbol(symbol) => {
                    if symbol.is("e") {
                        self.euler.bare = true;
                    }
                    self.plain.insert((**symbol).clone());
                    self.open.insert((**symbol).clone());
                }
                Expr::Power(base, exponent) => {
                    if let Expr::Symbol(symbol) = &**base
                        && symbol.is("e")
                    {
                        if !is_whole(exponent) {
                            self.euler.exponential = true;
                            self.look_for_i(exponent, context);
                        }
                        waiting.push(exponent);
                        continue;
                    }
                }
                Expr::Function(Function::Exp, arguments) => {
                    for argument in arguments {
                        self.look_for_i(argument, context);
                    }
                }
                Expr::Call(call) => {
                    self.varying.insert(call.function.clone());
                }
                Expr::Derivative(derivative) => {
                    if derivative.style == DerivativeStyle::Dot {
                        self.plain.insert(Symbol::new("t"));
                    }
                    if let Expr::Symbol(symbol) = &derivative.of {
                        self.varying.insert((**symbol).clone());
                        self.plain.insert((**symbol).clone());
                        continue;
                    }
                }
                Expr::Change(Change::Differential, of) => {
                    self.differentials = true;
                    if let Expr::Symbol(symbol) = &**of {
                        self.varying.insert((**symbol).clone());
                    }
                }
                Expr::Change(Change::Delta, of) => {
                    if let Expr::Symbol(symbol) = &**of
                        && matches!(symbol.base.as_str(), "T" | r"\theta" | r"\vartheta" | "t")
                    {
                        self.temperature_difference = true;
                    }
                }
                _ => {}
            }
            waiting.extend(expr.children());
        }
    }

    /// `i` in the exponent of an exponential is the imaginary unit everywhere.
    fn look_for_i(&mut self, exponent: &Expr, context: &Context) {
        let i = Symbol::new("i");
        if context.definitions.find(&i).is_some() {
            return;
        }
        exponent.walk(&mut |node| {
            if let Expr::Symbol(symbol) = node
                && **symbol == i
            {
                self.imaginary = true;
            }
        });
    }
}

/// Whether an expression is a whole number as written, with or without a minus.
fn is_whole(expr: &Expr) -> bool {
    match expr {
        Expr::Number(number) => number.is_plain_integer(),
        Expr::Sum(terms) => {
            terms.len() == 1
                && matches!(&terms[0].value, Expr::Number(number) if number.is_plain_integer())
        }
        _ => false,
    }
}
