//! Complex conjugates and adjoints, as far as the marks in the formulas show which letters are complex or operators.

use super::{DAGGER, STAR, Survey, is_same_letter};
use crate::tree::{Call, Expr, Function, Symbol};

impl Survey<'_> {
    /// The complex conjugate of an expression that contains what is complex: letters with a star somewhere in the
    /// formulas, wave functions and brackets of two states; `None` if it contains none.
    pub(in crate::algebra::lower) fn conjugate(&self, expr: &Expr) -> Option<Expr> {
        let mut found = false;
        let conjugate = self.conjugated(expr, &mut found);
        found.then_some(conjugate)
    }

    /// [`Self::conjugate`] of the operand of a real or imaginary part. If it already contains a starred factor, its
    /// other factors are complex too: `\operatorname{Re}(V I^*)` is not `\operatorname{Re}(V I)`.
    pub(in crate::algebra::lower) fn conjugate_of_whole(&self, expr: &Expr) -> Option<Expr> {
        let Expr::Product(factors) = expr else {
            return self.conjugate(expr);
        };
        let is_starred = |factor: &Expr| {
            factor
                .name()
                .is_some_and(|symbol| symbol.label.as_deref() == Some(STAR))
        };
        if !factors.iter().any(is_starred) {
            return self.conjugate(expr);
        }
        let conjugated = |factor: &Expr| {
            let mut found = false;
            let conjugate = self.conjugated(factor, &mut found);
            let is_plain = |symbol: &&Symbol| symbol.label.is_none() && !self.is_imaginary(symbol);
            match factor.name().filter(is_plain).filter(|_| !found) {
                Some(symbol) => renamed(
                    factor,
                    Symbol {
                        label: Some(STAR.to_owned()),
                        ..symbol.clone()
                    },
                ),
                None => conjugate,
            }
        };
        Some(Expr::Product(factors.iter().map(conjugated).collect()))
    }

    /// Carries out `(\ldots)^*`. Letters without a star anywhere are real; `None` if nothing would change.
    pub(in crate::algebra::lower) fn conjugate_of_bracket(&self, expr: &Expr) -> Option<Expr> {
        let conjugate = self.conjugated(expr, &mut false);
        (conjugate != *expr).then_some(conjugate)
    }

    /// Whether a letter is a wave function, or has a star somewhere, with any index: `c_1^*` shows that `c_2` is
    /// complex too.
    fn is_complex_letter(&self, symbol: &Symbol) -> bool {
        is_wave_function(symbol)
            || self
                .starred
                .iter()
                .any(|starred| is_same_letter(starred, symbol))
    }

    fn conjugated(&self, expr: &Expr, found: &mut bool) -> Expr {
        let mut turned = |symbol: &Symbol| {
            let label = match symbol.label.as_deref() {
                Some(STAR) => None,
                None if self.is_complex_letter(symbol) => Some(STAR.to_owned()),
                _ => return symbol.clone(),
            };
            *found = true;
            Symbol {
                label,
                ..symbol.clone()
            }
        };
        match expr {
            Expr::Symbol(symbol) if self.is_imaginary(symbol) => expr.clone().negated(),
            Expr::Symbol(symbol) if let Some(turned) = turned_bracket(symbol) => {
                *found = true;
                Expr::symbol(turned)
            }
            Expr::Symbol(symbol) => Expr::symbol(turned(symbol)),
            Expr::Call(call) => Expr::Call(Box::new(Call {
                function: turned(&call.function),
                arguments: call.arguments.clone(),
            })),
            expr => expr.map_children(&mut |child| self.conjugated(child, found)),
        }
    }

    /// Carries out `(\ldots)^\dagger`: reverses the factors, gives each its dagger and turns kets into bras.
    pub(in crate::algebra::lower) fn adjoint_of(&self, expr: &Expr) -> Expr {
        let of = |expr: &Expr| self.adjoint_of(expr);
        match expr {
            Expr::Number(_) => expr.clone(),
            Expr::Symbol(symbol) if self.is_imaginary(symbol) => expr.clone().negated(),
            Expr::Symbol(symbol) => self.adjoint_of_symbol(symbol),
            Expr::Product(factors) => Expr::product(factors.iter().rev().map(of).collect()),
            Expr::Sum(_)
            | Expr::Fraction(..)
            | Expr::Power(..)
            | Expr::Function(Function::Exp, _) => expr.map_children(&mut |child| of(child)),
            Expr::Function(Function::Adjoint, inside) if let [inside] = inside.as_slice() => {
                inside.clone()
            }
            expr => Expr::Function(Function::Adjoint, vec![expr.clone()]),
        }
    }

    fn adjoint_of_symbol(&self, symbol: &Symbol) -> Expr {
        let of_state = [(r"\ket{", r"\bra{"), (r"\bra{", r"\ket{")]
            .iter()
            .find_map(|(from, to)| Some(format!("{to}{}", symbol.base.strip_prefix(from)?)));
        if let Some(base) = of_state {
            return Expr::symbol(Symbol {
                base,
                ..symbol.clone()
            });
        }
        if !self.is_operator(symbol) {
            return self.conjugated(&Expr::symbol(symbol.clone()), &mut false);
        }
        let label = match symbol.label.as_deref() {
            Some(DAGGER) => None,
            _ => Some(DAGGER.to_owned()),
        };
        Expr::symbol(Symbol {
            label,
            ..symbol.clone()
        })
    }
}

/// Whether a letter is a wave function by custom, with any index: `\psi`, `\psi_0`.
pub(in crate::algebra::lower) fn is_wave_function(symbol: &Symbol) -> bool {
    matches!(symbol.base.as_str(), r"\psi" | r"\Psi") && !symbol.vector
}

/// `\braket{b|a}` for `\braket{a|b}`, its conjugate.
fn turned_bracket(symbol: &Symbol) -> Option<Symbol> {
    let inside = symbol.base.strip_prefix(r"\braket{")?.strip_suffix('}')?;
    let (bra, ket) = inside.split_once('|')?;
    (!ket.contains('|')).then(|| Symbol {
        base: format!(r"\braket{{{ket}|{bra}}}"),
        ..symbol.clone()
    })
}

/// A symbol or call with another name.
fn renamed(expr: &Expr, name: Symbol) -> Expr {
    match expr {
        Expr::Call(call) => Expr::Call(Box::new(Call {
            function: name,
            arguments: call.arguments.clone(),
        })),
        _ => Expr::symbol(name),
    }
}
