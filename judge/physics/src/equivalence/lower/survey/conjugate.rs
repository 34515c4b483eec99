//! Complex conjugates and adjoints, as far as the marks in the formulas show what is complex and what an operator.

use super::{DAGGER, STAR, Survey};
use crate::formula::{Call, Expr, Function, Symbol};

impl Survey<'_> {
    /// The complex conjugate of an expression with letters that have a star somewhere; `None` for
    /// one without.
    pub(in crate::equivalence::lower) fn conjugate(&self, expr: &Expr) -> Option<Expr> {
        if self.starred.is_empty() {
            return None;
        }
        let mut found = false;
        let conjugate = self.conjugated(expr, &mut found);
        found.then_some(conjugate)
    }

    /// `(\ldots)^*` carried out: letters without a star anywhere are real; `None` where nothing would change.
    pub(in crate::equivalence::lower) fn conjugate_of_bracket(&self, expr: &Expr) -> Option<Expr> {
        let conjugate = self.conjugated(expr, &mut false);
        (conjugate != *expr).then_some(conjugate)
    }

    fn conjugated(&self, expr: &Expr, found: &mut bool) -> Expr {
        let mut turned = |symbol: &Symbol| {
            let label = match symbol.label.as_deref() {
                Some(STAR) => None,
                None if self.starred.contains(symbol) => Some(STAR.to_owned()),
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
            Expr::Symbol(symbol) => Expr::symbol(turned(symbol)),
            Expr::Call(call) => Expr::Call(Box::new(Call {
                function: turned(&call.function),
                arguments: call.arguments.clone(),
            })),
            expr => expr.map_children(&mut |child| self.conjugated(child, found)),
        }
    }

    /// `(\ldots)^\dagger` carried out: the factors in the other order, each with its dagger, kets as bras.
    pub(in crate::equivalence::lower) fn adjoint_of(&self, expr: &Expr) -> Expr {
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
