//! The survey: what two formulas together say about their symbols.
//!
//! `e` may be the charge or the base of the logarithm, `i` an index or the imaginary unit, `v(t)` a function
//! or the symbol `v`. So both formulas are surveyed before they are lowered.

mod conjugate;
mod mentions;
mod usage;

use std::collections::{BTreeMap, BTreeSet};

pub(super) use conjugate::is_wave_function;
pub(crate) use usage::SymbolUsage;

use crate::algebra::context::Context;
use crate::tree::{Accent, Call, Derivative, DerivativeStyle, Expr, Symbol};

/// The spelling of the unit ohm without `\unit`.
const OHM: &str = r"\Omega";
/// The letter of the gamma function.
const GAMMA: &str = r"\Gamma";
/// The mark of a complex conjugate.
const STAR: &str = "*";
/// The mark of an adjoint operator.
const DAGGER: &str = r"\dagger";
/// How the name of a bra begins.
const BRA: &str = r"\bra{";
/// How the name of a bracket of both begins.
const BRAKET: &str = r"\braket{";
/// How the name of a ket begins.
const KET: &str = r"\ket{";
/// How the name of a letter with a slash through it begins.
const SLASHED: &str = r"\slashed{";

/// A raised zero.
const ZERO: &str = "0";

/// What the survey found in one statement.
#[derive(Debug, Default)]
struct Seen<'a> {
    /// Symbols that stand without arguments.
    open: BTreeSet<&'a Symbol>,
    /// Names with arguments, except those that only occur differentiated.
    called: BTreeSet<&'a Symbol>,
    /// A letter has a raised 0.
    zeroth: bool,
}

/// How `e` occurs.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Euler {
    /// It stands alone: it is a symbol, and so are its whole powers.
    bare: bool,
    /// It has an exponent that no charge would have.
    exponential: bool,
}

/// How symbols are read where the formulas leave it open.
#[derive(Debug, Default)]
struct Readings {
    /// What is the imaginary unit.
    imaginary: Option<Symbol>,
    /// Primes are derivatives.
    primes: bool,
    /// `\Omega` is the ohm.
    ohm: bool,
    /// `\Gamma(x)` is the gamma function.
    gamma: bool,
    /// `M^0` is 1, for these `M`.
    zeroth: BTreeSet<Symbol>,
}

/// How `d` occurs as a letter.
#[derive(Debug, Default)]
struct LetterD {
    /// It stands as a letter of its own.
    stands_alone: bool,
    /// There is a differential of something other than a letter: `d(u v)`.
    of_more: bool,
}

/// The arguments that a name is applied to.
#[derive(Debug, Default)]
struct Applied<'a> {
    /// The first list of arguments found.
    arguments: &'a [Expr],
    /// Other lists of arguments occur too.
    several: bool,
    /// The lists of arguments that do not name their variable.
    unnamed: Vec<&'a [Expr]>,
    /// One statement has the name both with arguments and alone: `N = N(t) + 1`.
    beside: bool,
}

/// What the survey found in both formulas.
#[derive(Debug, Default)]
pub(crate) struct Survey<'a> {
    /// Symbols that stand without arguments under a derivative, and the time of those with dots.
    differentiated_alone: BTreeSet<&'a Symbol>,
    /// What each statement has.
    statements: Vec<Seen<'a>>,
    /// Symbols that are differentiated or have arguments, so they vary.
    varying: BTreeSet<&'a Symbol>,
    /// What names are applied to.
    applied: BTreeMap<&'a Symbol, Applied<'a>>,
    /// Letters that have a star somewhere, `\psi` of `\psi^*`: they are complex.
    starred: BTreeSet<Symbol>,
    /// Letters that have a dagger somewhere, or whose order is seen to count: they are operators.
    adjoint: BTreeSet<Symbol>,
    /// Letters between a bra and a ket.
    enclosed: BTreeSet<Symbol>,
    /// Letters beside states and brackets.
    beside_states: BTreeSet<Symbol>,
    /// Letters that have a raised 0 somewhere, `M` of `M^0`.
    zeroth: BTreeSet<Symbol>,
    euler: Euler,
    /// `i` and `j`, where they stand as symbols.
    maybe_imaginary: BTreeSet<Symbol>,
    /// Symbols with primes.
    primed: BTreeSet<&'a Symbol>,
    /// What is differentiated by what, and how.
    differentiated: Vec<(&'a Symbol, &'a Symbol, DerivativeStyle)>,
    /// A unit is written.
    units: bool,
    readings: Readings,
    /// If a difference between two places occurs: the symbols outside of such differences.
    outside_of_differences: Option<BTreeSet<&'a Symbol>>,
    letter_d: LetterD,
    /// A differential stands outside of derivatives and integrals.
    pub(super) differentials: bool,
    /// A difference of temperatures is spoken of.
    pub(super) temperature_difference: bool,
}

impl<'a> Survey<'a> {
    /// Surveys the sides of each statement.
    pub(crate) fn new(
        statements: impl IntoIterator<Item = Vec<&'a Expr>>,
        context: &Context,
    ) -> Self {
        let mut survey = Self::default();
        let statements: Vec<Vec<&Expr>> = statements.into_iter().collect();
        for sides in &statements {
            let mut seen = Seen::default();
            for side in sides {
                survey.look(side, context, &mut seen);
            }
            survey.note_sides_exchanged(sides);
            for name in seen.called.intersection(&seen.open) {
                if let Some(applied) = survey.applied.get_mut(name) {
                    applied.beside = true;
                }
            }
            survey.statements.push(seen);
        }
        if survey.has_difference() {
            statements
                .iter()
                .flatten()
                .for_each(|side| survey.look_outside(side));
        }
        survey
    }

    /// Whether a symbol occurs only in a difference between two places: `x` in `k x^2|_0^L`.
    pub(super) fn shows_between_alone(&self, symbol: &Symbol) -> bool {
        let outside = self.outside_of_differences.as_ref();
        outside.is_some_and(|outside| !outside.contains(symbol))
    }

    /// Whether the `d` of differentials is read as a letter: `d m` beside `m (L - d)`.
    pub(super) fn reads_d(&self) -> bool {
        self.letter_d.stands_alone && !self.letter_d.of_more
    }

    /// Whether a difference between two places is spoken of.
    pub(crate) fn has_difference(&self) -> bool {
        self.outside_of_differences.is_some()
    }

    /// Whether `\Gamma(x)` was read as the gamma function.
    pub(crate) fn reads_gamma(&self) -> bool {
        self.readings.gamma
    }

    /// Whether `e` was read as the base of the natural logarithm, and whether also as a symbol.
    pub(crate) fn euler(&self) -> (bool, bool) {
        (self.euler.exponential, self.euler.bare)
    }

    pub(crate) fn imaginary_unit(&self) -> Option<&Symbol> {
        self.readings.imaginary.as_ref()
    }

    pub(crate) fn reads_primes(&self) -> bool {
        self.readings.primes
    }

    pub(super) fn is_imaginary(&self, symbol: &Symbol) -> bool {
        self.readings.imaginary.as_ref() == Some(symbol)
    }

    /// Reads less likely meanings into two formulas that differ otherwise: `i` or `j` is the imaginary unit
    /// unless a formula says what it is, `u''` is the derivative of a symbol that is differentiated
    /// elsewhere, and `\Omega` is the ohm beside other units. Returns whether that changes anything.
    pub(crate) fn read_more<'e>(&mut self, sides: impl IntoIterator<Item = &'e Expr>) -> bool {
        let mut changed = false;
        for side in sides {
            if let Expr::Symbol(symbol) = side {
                self.maybe_imaginary.remove(&**symbol);
            }
        }
        if self.readings.imaginary.is_none() {
            // `i` beside `j` is an index or a current, not the imaginary unit.
            if self.maybe_imaginary.len() == 1 {
                self.readings.imaginary = self.maybe_imaginary.pop_first();
            }
            changed |= self.readings.imaginary.is_some();
        }
        if self.units && !self.readings.ohm {
            self.readings.ohm = self.is_alone(&Symbol::new(OHM));
            changed |= self.readings.ohm;
        }
        if !self.readings.primes && !self.differentiated.is_empty() {
            self.readings.primes = self.primed.iter().any(|symbol| {
                let plain = without_primes(symbol);
                self.differentiated.iter().any(|(of, _, _)| **of == plain)
            });
            changed |= self.readings.primes;
        }
        // If both formulas raise a letter to zero, `x^0` and `y^0` are components.
        if self.readings.zeroth.is_empty() && !self.statements.iter().all(|one| one.zeroth) {
            let zeroth = self.zeroth.iter();
            self.readings.zeroth = zeroth
                .filter(|symbol| self.statements.iter().all(|one| one.open.contains(symbol)))
                .cloned()
                .collect();
            changed |= !self.readings.zeroth.is_empty();
        }
        let gamma = Symbol::new(GAMMA);
        if !self.readings.gamma && !self.stands_alone(&gamma) {
            self.readings.gamma = self
                .applied
                .get(&gamma)
                .is_some_and(|applied| applied.arguments.len() == 1);
            changed |= self.readings.gamma;
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
            .find(|(known, _, _)| **known == of)?;
        Some(Derivative {
            style: *style,
            of: Expr::symbol(of),
            by: vec![((*by).clone(), u32::from(symbol.primes))],
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
            .find(|(known, by, _)| **known == of && **by == **argument)
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

    /// Whether a call of `name` is read as the bare symbol: the letter stands alone in the other statement,
    /// and all its calls have the same argument.
    pub(super) fn is_plain(&self, name: &Symbol, context: &Context) -> bool {
        let name = &self.as_written(name);
        !context.functions.contains(name)
            && (context.plain.contains(name) || self.is_alone(name))
            && self.is_applied_once(name)
    }

    /// The letter of a conjugate that stands for a square of its length: `|\psi(x)|^2` is `\psi^*(x) \psi(x)`, and nobody
    /// wrote the star.
    fn as_written(&self, name: &Symbol) -> Symbol {
        let mut letter = name.clone();
        if name.label.as_deref() == Some(STAR)
            && !self.applied.contains_key(name)
            && !self.is_alone(name)
        {
            letter.label = None;
        }
        letter
    }

    /// Whether a symbol stands somewhere without arguments.
    fn is_alone(&self, name: &Symbol) -> bool {
        self.stands_alone(name) || self.differentiated_alone.contains(name)
    }

    /// Whether a call of `name` is read as a product: the name is a factor or a term somewhere.
    pub(super) fn is_open(&self, name: &Symbol, context: &Context) -> bool {
        let by_custom = matches!(name.base.as_str(), r"\psi" | r"\Psi" | r"\Theta" | GAMMA);
        !by_custom
            && !context.functions.contains(name)
            && self.stands_alone(name)
            && self.is_applied_once(name)
    }

    /// Whether a name is a factor or a term somewhere.
    pub(super) fn stands_alone(&self, name: &Symbol) -> bool {
        self.statements.iter().any(|one| one.open.contains(name))
    }

    fn is_applied_once(&self, name: &Symbol) -> bool {
        let applied = self.applied.get(name);
        applied.is_none_or(|applied| !applied.several && !applied.beside)
    }

    /// The call as the other formula writes it, without the names of its arguments: `x(0)` for `x(t = 0)`.
    pub(super) fn as_elsewhere(&self, call: &Call) -> Option<Call> {
        let name = &call.function;
        let applied = self.applied.get(name)?;
        let mut statements = self.statements.iter();
        let alone = statements.any(|one| one.open.contains(name) && !one.called.contains(name));
        let bare = call.without_names()?;
        let unnamed = match self.statements.as_slice() {
            // How the other statement writes it is not known yet.
            [_] => !applied.unnamed.is_empty(),
            _ => applied.unnamed.contains(&bare.arguments.as_slice()),
        };
        (alone || unnamed).then_some(bare)
    }

    /// Whether a symbol with a raised zero is a power.
    pub(super) fn is_zeroth_power(&self, symbol: &Symbol) -> bool {
        symbol.label.as_deref() == Some(ZERO) && self.readings.zeroth.contains(&unlabelled(symbol))
    }

    /// The letters whose raised zero was read as a power.
    pub(crate) fn zeroth_powers(&self) -> impl Iterator<Item = &Symbol> {
        self.readings.zeroth.iter()
    }

    /// Whether a call of `name` is the gamma function.
    pub(super) fn is_gamma(&self, name: &Symbol) -> bool {
        self.readings.gamma && name.is(GAMMA)
    }

    /// Whether a symbol is written as an operator: with a hat, with a dagger, as a ket, by a letter that has a dagger
    /// elsewhere or whose order is seen to count, between a bra and a ket and never beside states, or as a Pauli matrix
    /// beside the imaginary unit.
    pub(super) fn is_operator(&self, symbol: &Symbol) -> bool {
        symbol.accents.contains(&Accent::Hat)
            || symbol.label.as_deref() == Some(DAGGER)
            || [KET, BRA, SLASHED]
                .iter()
                .any(|state| symbol.base.starts_with(state))
            || self
                .adjoint
                .iter()
                .any(|adjoint| is_same_letter(adjoint, symbol))
            || self.enclosed.contains(symbol) && !self.beside_states.contains(symbol)
            || is_named_as_pauli_matrix(symbol) && self.stands_alone(&Symbol::new("i"))
    }

    pub(super) fn varies(&self, symbol: &Symbol) -> bool {
        self.varying.contains(symbol)
    }
}

/// `\sigma_x`, `\sigma_y` or `\sigma_z`, which are deviations or stresses too.
fn is_named_as_pauli_matrix(symbol: &Symbol) -> bool {
    symbol.base == r"\sigma" && matches!(symbol.subscript.as_deref(), Some("x" | "y" | "z"))
}

fn unlabelled(symbol: &Symbol) -> Symbol {
    Symbol {
        label: None,
        ..symbol.clone()
    }
}

/// Whether two names are the same letter with any indices: if `p_j` has a dagger, `p_i` is an operator too.
fn is_same_letter(one: &Symbol, other: &Symbol) -> bool {
    (&one.base, &one.accents, one.primes, &one.label)
        == (&other.base, &other.accents, other.primes, &other.label)
}

fn without_primes(symbol: &Symbol) -> Symbol {
    Symbol {
        primes: 0,
        ..symbol.clone()
    }
}

/// Whether an expression is written as a whole number, perhaps with a minus.
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
