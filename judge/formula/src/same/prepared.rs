//! Statements prepared for many comparisons.
//!
//! Each formula of a derivation of 30 is compared with every node of a reference, and most pairs differ in a way that
//! shows before any arithmetic. What this needs is calculated once for each statement. A pair is refused here only if
//! the rounds would refuse it too.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::equation_profile::{EquationProfile, Unknown};
use super::form::Form;
use super::reason::{EquivalenceAnswer, Reason};
use super::statement::AnswerStatement;
use super::written_out::Spelling;
use super::{constants_of, is_over};
use crate::algebra::constants::Meaning;
use crate::algebra::context::Context;
use crate::tree::{DerivativeStyle, Expr, Function, Statement, Symbol};

/// A statement, with what is known about it before any comparison.
#[derive(Debug, Clone)]
pub struct Prepared {
    statement: Statement,
    text: OnceLock<String>,
    /// Every symbol that it may depend on.
    mentioned: BTreeSet<Symbol>,
    /// Symbols that are a whole side of it and occur nowhere else in it.
    alone: Vec<Symbol>,
    /// Symbols that it contains and that are never substituted, except by the relations of constants.
    own: BTreeSet<Symbol>,
    /// The constants of the table among them.
    constants: BTreeSet<Symbol>,
    /// The constants of the table that it mentions, and their possible substitutions; `None` if the problem defines
    /// one of its symbols.
    relations: Option<Vec<(Symbol, &'static Expr)>>,
    has_integrals: bool,
    /// The profile of the equation, made when it is needed.
    profile: OnceLock<Option<EquationProfile>>,
    /// It has units: then the rounds must say how it differs.
    has_units: bool,
    /// It may depend on more than it mentions: `\sum_{i=1}^3 a_i` on `a_1`, `\bra{a} \ket{b}` on `\braket{a|b}`, and
    /// `\langle E\rangle` on `\bar E`, `|\vec r|` on `r`.
    is_open: bool,
    spelling: Spelling,
}

impl Prepared {
    /// Prepares a statement. It may be compared in all contexts that say the same about its symbols.
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
            whole.has_integrals |= side.has_integrals;
            whole.is_open |= side.is_open;
        }
        let own = own(&sides, context);
        Self {
            text: OnceLock::new(),
            constants: own.iter().filter(|one| is_constant(one)).cloned().collect(),
            own,
            relations: relations(&whole.symbols, context),
            profile: OnceLock::new(),
            mentioned: whole.symbols,
            alone,
            has_units: whole.has_units,
            has_integrals: whole.has_integrals,
            is_open: whole.is_open,
            spelling: Spelling::of(&statement),
            statement,
        }
    }

    /// The statement.
    pub fn statement(&self) -> &Statement {
        &self.statement
    }

    pub(super) fn written(&self) -> AnswerStatement<'_> {
        AnswerStatement::new(&self.statement, &self.text)
    }

    /// The two in one notation, if they differ in notation.
    pub(super) fn in_one_way(&self, answer: &Self) -> Option<[Statement; 2]> {
        let may_differ = self.spelling.may_differ(answer.spelling);
        super::in_one_way(&self.statement, &answer.statement, may_differ)
    }

    /// A proof that the two differ, if there is one without arithmetic.
    pub(super) fn refuse(&self, answer: &Self, context: &Context) -> Option<EquivalenceAnswer> {
        if self.has_units || answer.has_units || self.in_one_way(answer).is_some() {
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
            // `x = …` states something about `x`: a statement without `x` cannot be equivalent.
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
                self.by_themselves(answer, context)?
            }
        } else {
            return None;
        };
        Some(EquivalenceAnswer::at_sight(false, reason))
    }

    fn only_here(&self, other: &Self) -> Option<&Symbol> {
        let open = self.is_open || other.is_open;
        let mut alone = self.alone.iter();
        alone.find(|symbol| !open && !other.mentioned.contains(symbol))
    }

    /// Why two equations differ, if their profiles show that they do in every round.
    fn by_themselves(&self, answer: &Self, context: &Context) -> Option<Reason> {
        if self.is_open || answer.is_open {
            return None;
        }
        let unknown = |own: &Self, other: &Self, symbol: &Symbol, constant: bool| {
            own.own.contains(symbol)
                && own.constants.contains(symbol) == constant
                && !other.mentioned.contains(symbol)
        };
        let here = |symbol: &Symbol| unknown(self, answer, symbol, false);
        let there = |symbol: &Symbol| unknown(answer, self, symbol, false);
        let is_fixed = !self.may_become(answer) && !answer.may_become(self);
        let (one, other) = (self.profile(context)?, answer.profile(context)?);
        let [here, there] = [
            Unknown {
                symbols: &here,
                constants: &|symbol| unknown(self, answer, symbol, true),
                integrals: !answer.has_integrals,
            },
            Unknown {
                symbols: &there,
                constants: &|symbol| unknown(answer, self, symbol, true),
                integrals: !self.has_integrals,
            },
        ];
        if !one.differs(other, &[here, there], is_fixed, context) {
            return None;
        }
        let [missing, extra] = [one.names(&here), other.names(&there)];
        let symbols = !missing.is_empty() || !extra.is_empty();
        Some(match one.hold(other) {
            _ if symbols => Reason::Symbols { missing, extra },
            [true, true] => Reason::BothAlwaysTrue,
            [false, false] => Reason::Differ { symbol: None },
            _ => Reason::OneAlwaysTrue,
        })
    }

    /// Whether a symbol may be substituted: by the problem's definition, or a constant that the other does not
    /// mention by constants that both mention, `2 \pi \hbar` for `h`.
    fn may_become(&self, other: &Self) -> bool {
        let Some(relations) = &self.relations else {
            return true;
        };
        let known =
            |symbol: &Symbol| self.mentioned.contains(symbol) || other.mentioned.contains(symbol);
        relations.iter().any(|(constant, relation)| {
            !other.mentioned.contains(constant) && is_over(relation, known)
        })
    }

    /// The symbols that an equation says something about: what cancels is not among them. `None` for what is no
    /// equation of its own.
    pub fn counting(&self, context: &Context) -> Option<&BTreeSet<Symbol>> {
        self.profile(context).map(EquationProfile::counting)
    }

    /// The profile of the equation.
    fn profile(&self, context: &Context) -> Option<&EquationProfile> {
        let read = self
            .profile
            .get_or_init(|| match Form::of(&self.statement) {
                Form::Equation(left, right) | Form::NotEqual(left, right) => {
                    EquationProfile::new([left, right], self.written().text(), context)
                }
                _ => None,
            });
        read.as_ref()
    }
}

/// The symbols in the sides that are only ever substituted by the relations of constants. None if a mark ties a letter to others: `M^0`
/// may be 1, and `V^*` may stand for `V`.
fn own(sides: &[&Expr], context: &Context) -> BTreeSet<Symbol> {
    let mut own = BTreeSet::new();
    let mut tied = false;
    for side in sides {
        side.walk(&mut |part| match part {
            Expr::Symbol(symbol) => {
                own.insert(&**symbol);
            }
            Expr::Call(call) => {
                own.insert(&call.function);
            }
            Expr::Operator(_) => tied = true,
            _ => {}
        });
    }
    if tied || own.iter().any(|symbol| symbol.label.is_some()) {
        return BTreeSet::new();
    }
    let own = own.into_iter();
    own.filter(|symbol| is_letter(symbol, context))
        .cloned()
        .collect()
}

/// The constants of the table among symbols that a formula relates to others; `None` if the problem defines a symbol.
fn relations(
    symbols: &BTreeSet<Symbol>,
    context: &Context,
) -> Option<Vec<(Symbol, &'static Expr)>> {
    let mut relations = Vec::new();
    for symbol in symbols {
        if context.definitions.find(symbol).is_some() {
            return None;
        }
        let formulas = constants_of(symbol).filter_map(|known| known.relation.as_ref());
        relations.extend(formulas.map(|formula| (symbol.clone(), formula)));
    }
    Some(relations)
}

/// The symbol that a side consists of: for `x`, and in an equation also for `f(r)` and `\nabla \cdot \vec E`.
fn subject<'e>(form: Form<'_>, side: &'e Expr) -> Option<&'e Symbol> {
    let one = match side {
        Expr::Call(call) if matches!(form, Form::Equation(..)) => return Some(&call.function),
        Expr::Nabla(_, of) if matches!(form, Form::Equation(..)) => of,
        side => side,
    };
    one.as_symbol()
}

/// Whether a symbol is a variable in every round: it is never substituted, and no mark ties it to others, as the star
/// of `V^*` does, which is `(V)^*`.
fn stands_for_itself(symbol: &Symbol, context: &Context) -> bool {
    is_letter(symbol, context) && !is_constant(symbol) && symbol.label.is_none()
}

/// Whether a symbol may be a constant of the table.
fn is_constant(symbol: &Symbol) -> bool {
    constants_of(symbol).next().is_some()
}

/// Whether a symbol is a variable unless it is a constant of the table.
fn is_letter(symbol: &Symbol, context: &Context) -> bool {
    const OTHERS: [&str; 6] = [r"\pi", "e", "i", "j", r"\Omega", r"\Gamma"];
    let is_nothing = symbol.vector && symbol.base == "0";
    OTHERS.iter().all(|name| !symbol.is(name))
        && symbol.primes == 0
        && !is_nothing
        && context.definitions.find(symbol).is_none()
}

/// The symbols that an expression mentions, including those in the definitions that it uses.
#[derive(Debug, Default)]
struct Mentioned {
    symbols: BTreeSet<Symbol>,
    has_integrals: bool,
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
                Expr::Symbol(symbol) => {
                    note(symbol);
                    // A bra and a ket form one bracket.
                    found.is_open |= symbol.base.starts_with(r"\bra{");
                }
                Expr::Operator(operator) => note(&operator.symbol()),
                Expr::Call(call) => note(&call.function),
                Expr::Derivative(derivative) => {
                    if derivative.style == DerivativeStyle::Dot {
                        note(&Symbol::new("t"));
                    }
                    derivative.by.iter().for_each(|(symbol, _)| note(symbol));
                }
                Expr::Integral(integral) => {
                    integral.variables.iter().for_each(note);
                    found.has_integrals = true;
                }
                Expr::Limit(limit) => note(&limit.variable),
                Expr::Series(_) | Expr::Average(_) | Expr::Dot(..) => found.is_open = true,
                Expr::Power(of, _) => found.is_open |= of.is_vector(),
                Expr::Function(Function::Abs | Function::Norm, of) => {
                    found.is_open |= of.iter().any(Expr::is_vector);
                }
                Expr::Unit(_) => found.has_units = true,
                _ => {}
            }
            waiting.extend(expr.children());
        }
        found
    }
}
