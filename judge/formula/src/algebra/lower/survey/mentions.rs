//! Walks through expressions and records what they say about their symbols.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::{BRA, BRAKET, DAGGER, KET, STAR, Seen, Survey, ZERO, is_whole, unlabelled};
use crate::algebra::context::Context;
use crate::tree::{
    Bracket, Call, Change, Derivative, DerivativeStyle, Evaluated, Expr, Formula, Function, Sign,
    Symbol, symbols_of,
};

/// The variable of derivatives written with dots.
static TIME: LazyLock<Symbol> = LazyLock::new(|| Symbol::new("t"));

impl<'a> Survey<'a> {
    fn note_call(&mut self, call: &'a Call) {
        self.varying.insert(&call.function);
        if call.function.primes > 0 {
            self.primed.insert(&call.function);
        }
        let applied = self.applied.entry(&call.function).or_default();
        let is_condition = |argument: &Expr| matches!(argument, Expr::Condition(_));
        if !call.arguments.iter().any(is_condition) {
            applied.unnamed.push(&call.arguments);
        }
        if applied.arguments.is_empty() {
            applied.arguments = &call.arguments;
        } else if applied.arguments != call.arguments {
            applied.several = true;
        }
    }

    /// Records what the mark on a letter says about the letter itself.
    fn note_marks(&mut self, symbol: &Symbol, seen: &mut Seen) {
        seen.zeroth |= symbol.label.as_deref() == Some(ZERO);
        let of = match symbol.label.as_deref() {
            Some(STAR) => &mut self.starred,
            Some(DAGGER) => &mut self.adjoint,
            Some(ZERO) => &mut self.zeroth,
            _ => return,
        };
        of.insert(unlabelled(symbol));
    }

    /// Records the factors that two sides have in two orders: in `A B = B A + C` as in `A B - B A = C`.
    pub(super) fn note_sides_exchanged(&mut self, sides: &[&Expr]) {
        let [left, right] = sides else { return };
        let mut terms = signed_terms(left);
        let moved = signed_terms(right).into_iter();
        terms.extend(moved.map(|(is_added, term)| (!is_added, term)));
        self.note_exchanged(&terms);
    }

    /// Records factors that occur in both orders in terms that would cancel if they were numbers, or that are all of an
    /// equation: in `P A - A P = B` and `P A = -A P` both are operators.
    fn note_exchanged(&mut self, terms: &[(bool, &Expr)]) {
        // The terms with the same letters, by these letters. No two of them are compared, since a sum may have
        // thousands: a letter has moved if the terms have another one in its place.
        let mut orders: BTreeMap<Vec<&Symbol>, Vec<(bool, Vec<&Symbol>)>> = BTreeMap::new();
        let mut is_all = true;
        for (is_added, term) in terms {
            match term {
                Expr::Number(number) if number.is_zero() => {}
                Expr::Product(factors) if let Some(word) = word(factors) => {
                    let letters = sorted(&word);
                    orders.entry(letters).or_default().push((*is_added, word));
                }
                _ => is_all = false,
            }
        }
        is_all &= orders.len() == 1;
        for (letters, words) in &orders {
            for place in 0..letters.len() {
                let in_place = |sign: bool| -> BTreeSet<&Symbol> {
                    let words = words.iter().filter(|(own, _)| *own == sign || is_all);
                    words.map(|(_, word)| word[place]).collect()
                };
                let (added, subtracted) = (in_place(true), in_place(false));
                for (own, other) in [(&added, &subtracted), (&subtracted, &added)] {
                    let moved = own.iter().filter(|own| other.iter().any(|it| it != *own));
                    self.adjoint.extend(moved.map(|letter| (**letter).clone()));
                }
            }
        }
    }

    /// Records a letter that stands on both sides of others, once as its inverse, and these: in `S^{-1} A S` both are
    /// operators.
    fn note_turned(&mut self, factors: &[Expr]) {
        let inverse = |factor: &Expr| match factor {
            Expr::Power(base, exponent) if exponent.is_minus_one() => base.as_symbol().cloned(),
            _ => None,
        };
        for (at, letter) in factors.iter().map(inverse).enumerate() {
            let Some(letter) = letter else { continue };
            let is_it = |factor: &Expr| factor.as_symbol() == Some(&letter);
            let Some(other) = factors.iter().position(is_it) else {
                continue;
            };
            let between = &factors[at.min(other) + 1..at.max(other)];
            if !between.is_empty() {
                self.adjoint
                    .extend(between.iter().filter_map(Expr::as_symbol).cloned());
                self.adjoint.insert(letter);
            }
        }
    }

    /// Records the letters between a bra and a ket, `H` in `\bra{\phi} H \ket{\psi}`, and those beside states and
    /// brackets, which may be numbers: `E\braket{\phi|\psi}`.
    fn note_beside_states(&mut self, factors: &[Expr]) {
        let is = |factor: &Expr, command: &str| {
            factor
                .as_symbol()
                .is_some_and(|symbol| symbol.base.starts_with(command))
        };
        let bra = factors.iter().position(|factor| is(factor, BRA));
        let ket = factors.iter().rposition(|factor| is(factor, KET));
        let between = match (bra, ket) {
            (Some(bra), Some(ket)) if bra < ket => bra + 1..ket,
            (None, None) if !factors.iter().any(|factor| is(factor, BRAKET)) => return,
            _ => 0..0,
        };
        for (at, symbol) in factors.iter().map(Expr::as_symbol).enumerate() {
            let Some(symbol) = symbol else { continue };
            if between.contains(&at) {
                self.enclosed.insert(symbol.clone());
            } else {
                self.beside_states.insert(symbol.clone());
            }
        }
    }

    /// Records operators that lead up and down a ladder: `a_- a_+`, `L_+ L_-`.
    fn note_ladder(&mut self, factors: &[Expr]) {
        /// Their letters by custom; `x_+ x_-` is a product of roots.
        const LETTERS: [&str; 8] = ["a", "b", "J", "K", "L", "S", r"\sigma", r"\tau"];
        let leads = |factor: &'_ Expr, where_to: &str| match factor {
            Expr::Symbol(symbol) => (symbol.subscript.as_deref() == Some(where_to)
                && LETTERS.contains(&symbol.base.as_str()))
            .then(|| (**symbol).clone()),
            _ => None,
        };
        for up in factors.iter().filter_map(|factor| leads(factor, "+")) {
            let downs = factors.iter().filter_map(|factor| leads(factor, "-"));
            for down in downs.filter(|down| down.base == up.base) {
                self.adjoint.extend([up.clone(), down]);
            }
        }
    }

    /// Records the letters of `[x, p]`, which is no interval unless it has a number or two ends of one letter.
    fn note_commutator(&mut self, members: &[Expr]) {
        let letters: Vec<_> = members.iter().map(|member| symbols_of([member])).collect();
        let [left, right] = letters.as_slice() else {
            return;
        };
        if left != right && !left.is_empty() && !right.is_empty() {
            let letters = left.union(right);
            self.adjoint.extend(letters.cloned());
        }
    }

    /// What has a gradient varies: `n` of `\nabla n`.
    fn note_nabla(&mut self, of: &'a Expr) {
        if let Expr::Symbol(symbol) = of
            && !symbol.vector
        {
            self.varying.insert(symbol);
        }
    }

    pub(super) fn look(&mut self, expr: &'a Expr, context: &Context, seen: &mut Seen<'a>) {
        let mut waiting = vec![expr];
        while let Some(expr) = waiting.pop() {
            match expr {
                Expr::Symbol(symbol) => {
                    if symbol.is("e") {
                        self.euler.bare = true;
                    }
                    self.letter_d.stands_alone |= symbol.is("d");
                    let unit = symbol.is("i") || symbol.is("j");
                    if unit && context.definitions.find(symbol).is_none() {
                        self.maybe_imaginary.insert((**symbol).clone());
                    }
                    if symbol.primes > 0 {
                        self.primed.insert(symbol);
                    }
                    self.note_marks(symbol, seen);
                    seen.open.insert(symbol);
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
                Expr::Product(factors) => {
                    self.note_turned(factors);
                    self.note_beside_states(factors);
                    self.note_ladder(factors);
                }
                Expr::Call(call) => {
                    self.note_marks(&call.function, seen);
                    self.note_call(call);
                    seen.called.insert(&call.function);
                }
                Expr::Evaluated(evaluated) => self.note_difference(evaluated),
                Expr::Derivative(derivative) => {
                    self.note_derivative(derivative);
                    if derivative.style == DerivativeStyle::Dot {
                        self.differentiated_alone.insert(&TIME);
                    }
                    if let Expr::Symbol(symbol) = &derivative.of {
                        self.varying.insert(symbol);
                        self.differentiated_alone.insert(symbol);
                        continue;
                    }
                    if let Expr::Call(call) = &derivative.of {
                        self.note_call(call);
                        waiting.extend(&call.arguments);
                        continue;
                    }
                }
                Expr::Change(Change::Differential, of) => {
                    self.differentials = true;
                    if let Expr::Symbol(symbol) = &**of {
                        self.varying.insert(symbol);
                    } else {
                        self.letter_d.of_more = true;
                    }
                }
                Expr::Tuple(Bracket::Square, members) => self.note_commutator(members),
                Expr::Nabla(_, of) => self.note_nabla(of),
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

    /// Records a difference between two places.
    fn note_difference(&mut self, evaluated: &Evaluated) {
        if evaluated.upper.is_some() {
            self.outside_of_differences.get_or_insert_default();
        }
    }

    /// Records the symbols outside of differences between two places, and outside of the domains of integrals.
    pub(super) fn look_outside(&mut self, side: &'a Expr) {
        let outside = self.outside_of_differences.get_or_insert_default();
        let mut waiting = vec![(side, Vec::new())];
        while let Some((expr, bound)) = waiting.pop() {
            match expr {
                Expr::Symbol(symbol) if !bound.contains(&&**symbol) => {
                    outside.insert(&**symbol);
                }
                Expr::Integral(integral) => {
                    let own = bound.iter().copied().chain(&integral.variables);
                    waiting.push((&integral.body, own.collect()));
                    let places = integral.lower.iter().flat_map(Formula::sides);
                    let places = places.chain(&integral.upper);
                    waiting.extend(places.map(|place| (place, bound.clone())));
                }
                Expr::Evaluated(evaluated) if let Some(upper) = &evaluated.upper => {
                    let places = evaluated.lower.sides().chain(upper.sides());
                    waiting.extend(places.map(|place| (place, bound.clone())));
                }
                _ => waiting.extend(
                    expr.children()
                        .into_iter()
                        .map(|part| (part, bound.clone())),
                ),
            }
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

    /// Records that the letters under a derivative vary with its variable: `R` in `\frac{d}{dr}(r R)`.
    fn note_derivative(&mut self, derivative: &'a Derivative) {
        let [(by, _)] = derivative.by.as_slice() else {
            return;
        };
        let style = match derivative.style {
            DerivativeStyle::Dot => DerivativeStyle::Total,
            style => style,
        };
        derivative.of.walk(&mut |part| {
            let of = match part {
                Expr::Symbol(symbol) if **symbol != *by => &**symbol,
                Expr::Call(call) => &call.function,
                _ => return,
            };
            self.differentiated.push((of, by, style));
        });
    }
}

/// The terms of an expression, and whether each is added.
fn signed_terms(expr: &Expr) -> Vec<(bool, &Expr)> {
    match expr {
        Expr::Sum(terms) => terms
            .iter()
            .map(|term| (term.sign != Sign::Minus, &term.value))
            .collect(),
        expr => vec![(true, expr)],
    }
}

/// The letters of a product of letters.
fn word(factors: &[Expr]) -> Option<Vec<&Symbol>> {
    factors.iter().map(Expr::as_symbol).collect()
}

fn sorted<'a>(word: &[&'a Symbol]) -> Vec<&'a Symbol> {
    let mut sorted = word.to_vec();
    sorted.sort_unstable();
    sorted
}
