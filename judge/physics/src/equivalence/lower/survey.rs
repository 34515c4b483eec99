//! What the two formulas together say about their symbols.
//!
//! `e` may be the charge or the base of the logarithm, `i` an index or the imaginary unit, `v(t)`
//! a function or the symbol `v`: the formulas are looked through before they are read.

use std::collections::BTreeSet;

use crate::equivalence::context::Context;
use crate::formula::{Call, Change, Derivative, DerivativeStyle, Expr, Function, Symbol};

/// What the unit ohm is written as without `\unit`.
const OHM: &str = r"\Omega";

/// How `e` occurs.
#[derive(Debug, Clone, Copy, Default)]
struct Euler {
    /// It stands alone: it is a symbol, and so are its whole powers.
    bare: bool,
    /// It has an exponent that no charge would have.
    exponential: bool,
}

/// Readings of symbols that formulas do not force on one.
#[derive(Debug, Default)]
struct Readings {
    /// What is the imaginary unit.
    imaginary: Option<Symbol>,
    /// Primes are derivatives.
    primes: bool,
    /// `\Omega` is the ohm.
    ohm: bool,
}

/// What has been seen in the formulas.
#[derive(Debug, Default)]
pub(in crate::equivalence) struct Survey {
    /// Symbols that stand somewhere without arguments.
    plain: BTreeSet<Symbol>,
    /// Those of them that are not only differentiated: factors, terms.
    open: BTreeSet<Symbol>,
    /// Symbols that are differentiated or have arguments: they vary.
    varying: BTreeSet<Symbol>,
    euler: Euler,
    /// `i` and `j`, where they stand as symbols.
    maybe_imaginary: BTreeSet<Symbol>,
    /// Symbols with primes.
    primed: BTreeSet<Symbol>,
    /// What is differentiated by what, and how.
    differentiated: Vec<(Symbol, Symbol, DerivativeStyle)>,
    /// A unit is written.
    units: bool,
    readings: Readings,
    /// A differential stands outside of derivatives and integrals.
    pub(super) differentials: bool,
    /// A difference of temperatures is spoken of.
    pub(super) temperature_difference: bool,
}

impl Survey {
    pub(in crate::equivalence) fn new<'a>(
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
    pub(in crate::equivalence) fn euler(&self) -> (bool, bool) {
        (self.euler.exponential, self.euler.bare)
    }

    pub(in crate::equivalence) fn imaginary_unit(&self) -> Option<&Symbol> {
        self.readings.imaginary.as_ref()
    }

    pub(in crate::equivalence) fn reads_primes(&self) -> bool {
        self.readings.primes
    }

    pub(super) fn is_imaginary(&self, symbol: &Symbol) -> bool {
        self.readings.imaginary.as_ref() == Some(symbol)
    }

    /// Reads more into the formulas than they have to say, for two that differ otherwise: `i` or
    /// `j` is the imaginary unit unless a formula says what it is, `u''` the derivative of what is
    /// differentiated elsewhere, and `\Omega` the ohm beside other units. Whether that changes
    /// anything.
    pub(in crate::equivalence) fn read_more<'a>(
        &mut self,
        sides: impl IntoIterator<Item = &'a Expr>,
    ) -> bool {
        let mut changed = false;
        for side in sides {
            if let Expr::Symbol(symbol) = side {
                self.maybe_imaginary.remove(&**symbol);
            }
        }
        if self.readings.imaginary.is_none() {
            self.readings.imaginary = self.maybe_imaginary.pop_first();
            changed |= self.readings.imaginary.is_some();
        }
        if self.units && !self.readings.ohm {
            self.readings.ohm = self.plain.contains(&Symbol::new(OHM));
            changed |= self.readings.ohm;
        }
        if !self.readings.primes && !self.differentiated.is_empty() {
            self.readings.primes = self.primed.iter().any(|symbol| {
                let plain = without_primes(symbol);
                self.differentiated.iter().any(|(of, _, _)| *of == plain)
            });
            changed |= self.readings.primes;
        }
        changed
    }

    /// Whether a symbol is the unit ohm: `2000\,\Omega`.
    pub(super) fn is_ohm(&self, symbol: &Symbol) -> bool {
        self.readings.ohm && symbol.is(OHM)
    }

    /// The derivative that a symbol with primes stands for.
    pub(super) fn primed(&self, symbol: &Symbol) -> Option<Derivative> {
        if !self.readings.primes || symbol.primes == 0 {
            return None;
        }
        let of = without_primes(symbol);
        let (_, by, style) = self
            .differentiated
            .iter()
            .find(|(known, _, _)| *known == of)?;
        Some(Derivative {
            style: *style,
            of: Expr::symbol(of),
            by: vec![(by.clone(), u32::from(symbol.primes))],
        })
    }

    /// The derivative that a call of a function with primes stands for.
    pub(super) fn primed_call(&self, call: &Call) -> Option<Derivative> {
        let [Expr::Symbol(argument)] = call.arguments.as_slice() else {
            return None;
        };
        if !self.readings.primes || call.function.primes == 0 {
            return None;
        }
        let of = without_primes(&call.function);
        let style = self
            .differentiated
            .iter()
            .find(|(known, by, _)| *known == of && *by == **argument)
            .map(|(_, _, style)| *style)?;
        Some(Derivative {
            style,
            of: Expr::Call(Box::new(Call {
                function: of,
                arguments: call.arguments.clone(),
            })),
            by: vec![((**argument).clone(), u32::from(call.function.primes))],
        })
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
                    let unit = symbol.is("i") || symbol.is("j");
                    if unit && context.definitions.find(symbol).is_none() {
                        self.maybe_imaginary.insert((**symbol).clone());
                    }
                    if symbol.primes > 0 {
                        self.primed.insert((**symbol).clone());
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
                Expr::Unit(_) => self.units = true,
                Expr::Call(call) => {
                    self.varying.insert(call.function.clone());
                    if call.function.primes > 0 {
                        self.primed.insert(call.function.clone());
                    }
                }
                Expr::Derivative(derivative) => {
                    self.note_derivative(derivative);
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
                self.readings.imaginary = Some(i.clone());
            }
        });
    }

    fn note_derivative(&mut self, derivative: &Derivative) {
        let of = match &derivative.of {
            Expr::Symbol(symbol) => &**symbol,
            Expr::Call(call) => &call.function,
            _ => return,
        };
        if let [(by, _)] = derivative.by.as_slice() {
            let style = match derivative.style {
                DerivativeStyle::Dot => DerivativeStyle::Total,
                style => style,
            };
            self.differentiated.push((of.clone(), by.clone(), style));
        }
    }
}

fn without_primes(symbol: &Symbol) -> Symbol {
    Symbol {
        primes: 0,
        ..symbol.clone()
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
