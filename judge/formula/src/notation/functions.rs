//! Reads known functions and decides how far their arguments go.

use super::lookahead::DifferentialRole;
use super::parser::{Parser, Result};
use super::token::TokenKind;
use crate::notation::vocabulary::{Delimiter, Role};
use crate::tree::{Accent, Bracket, Call, Expr, Function, Sign, Symbol};

impl Parser<'_, '_> {
    /// A function's name with its base, exponent and argument.
    pub(super) fn function(&mut self, mut function: Function, decimal: bool) -> Result<Expr> {
        self.next += 1;
        let mut base = decimal.then(|| Expr::integer(10));
        let mut exponent = None;
        loop {
            if self.at('_') && function == Function::Log && base.is_none() {
                self.next += 1;
                base = Some(self.argument("the base of a logarithm")?);
            } else if self.at('^') && exponent.is_none() {
                self.next += 1;
                exponent = Some(self.argument("an exponent")?);
            } else {
                break;
            }
        }
        // `\operatorname{Tr}_B` is over a subsystem only; `\max_i E_i` is over the index.
        let over = match function {
            Function::Trace => Some("Tr"),
            Function::Max => Some("max"),
            Function::Min => Some("min"),
            _ => None,
        };
        if let Some(name) = over.filter(|_| self.at('_') && exponent.is_none()) {
            let mut partial = Symbol::new(name);
            self.marks(&mut partial)?;
            let arguments = self.function_arguments(function)?;
            return Ok(Expr::Call(Box::new(Call {
                function: partial,
                arguments,
            })));
        }
        if exponent.as_ref().is_some_and(is_minus_one)
            && let Some(inverse) = inverse(function)
        {
            function = inverse;
            exponent = None;
        }
        let mut arguments = self.function_arguments(function)?;
        arguments.extend(base);
        let value = Expr::Function(function, arguments);
        Ok(match exponent {
            None => value,
            Some(exponent) => Expr::Power(Box::new(value), Box::new(exponent)),
        })
    }

    fn function_arguments(&mut self, function: Function) -> Result<Vec<Expr>> {
        let several = matches!(function, Function::Min | Function::Max);
        // `\sin{(x)}` is written by computer algebra.
        let braced = self.at('{') && self.peek_at(1).is_some_and(|token| token.is('('));
        Ok(if several && self.at('(') {
            self.nested(Self::arguments)?
        } else if several && braced {
            self.nested(|parser| parser.braced(Self::arguments))?
        } else if several && self.at('{') {
            self.nested(|parser| parser.braced(Self::members))?
        } else {
            match self.nested(Self::function_argument)? {
                // `\max\{a, b\}`
                Expr::Tuple(Bracket::Curly, members) if several => members,
                argument => vec![argument],
            }
        })
    }

    /// The argument of a function: a bracket, braces, or the factors beside it.
    ///
    /// Without a bracket the argument is the adjacent numbers, symbols and their powers. A fraction or root belongs
    /// to it if it comes first, or after only numbers and π. It ends before `+ - \cdot \times /`, a bracket, another
    /// function, an integral, a differential and `e^{…}`. So `\cos\omega t + \phi` is cos(ωt) + φ, and
    /// `\sin\theta\cos\theta` is a product. A vector belongs to it only if it comes first: `\cos\theta\,\hat x` is a
    /// product.
    fn function_argument(&mut self) -> Result<Expr> {
        let Some(token) = self.peek() else {
            return Err(self.unexpected("the argument of a function"));
        };
        match token.kind {
            TokenKind::Char('{') => return self.braced(Self::expr),
            TokenKind::Char('(' | '[') | TokenKind::Open(Delimiter::Curly) => {
                return self.bracket();
            }
            TokenKind::Char('-' | '+') => {
                let negative = self.at('-');
                self.next += 1;
                let value = self.nested(Self::bare_argument)?;
                return Ok(if negative { value.negated() } else { value });
            }
            _ => {}
        }
        self.bare_argument()
    }

    fn bare_argument(&mut self) -> Result<Expr> {
        let mut factors: Vec<Expr> = Vec::new();
        let mut only_numbers = true;
        while self.continues_argument(factors.is_empty(), only_numbers) {
            let value = self.nested(Self::factor)?;
            only_numbers &= match &value {
                Expr::Number(_) => true,
                Expr::Symbol(symbol) => symbol.is(r"\pi"),
                _ => false,
            };
            match value {
                // `60^\circ` is two factors.
                Expr::Product(parts) => factors.extend(parts),
                value => factors.push(value),
            }
        }
        if factors.is_empty() {
            return Err(self.unexpected("the argument of a function"));
        }
        Ok(Expr::product(factors))
    }

    /// Whether the next hat is over a small letter.
    fn is_unit_vector(&self) -> bool {
        let under = match self.peek_at(1) {
            Some(token) if token.is('{') => self.peek_at(2),
            under => under,
        };
        under.is_some_and(|token| is_small(token.kind))
    }

    /// Whether the next factor belongs to an argument without a bracket.
    fn continues_argument(&self, first: bool, only_numbers: bool) -> bool {
        let Some(token) = self.peek() else {
            return false;
        };
        if self.scan.role(self.next) != DifferentialRole::Letter || !self.begins_factor() {
            return false;
        }
        if first {
            return true;
        }
        match token.kind {
            TokenKind::Letter('e') => !self.peek_at(1).is_some_and(|token| token.is('^')),
            TokenKind::Letter('d') => !self.begins_slashed_derivative(),
            TokenKind::Command(command) if matches!(command.role, Role::Fraction | Role::Root) => {
                only_numbers
            }
            TokenKind::Letter(_) | TokenKind::Digit(_) | TokenKind::Char('.') => true,
            TokenKind::Command(command) => match command.role {
                Role::Degree | Role::Infinity | Role::Letter => true,
                Role::Roman | Role::Vector | Role::Bold => false,
                Role::Accent(Accent::Hat) => !self.is_unit_vector(),
                _ => command.takes_symbol(),
            },
            _ => false,
        }
    }
}

/// Whether a hat over this letter makes a unit vector.
fn is_small(kind: TokenKind<'_>) -> bool {
    match kind {
        TokenKind::Letter(letter) => letter.is_ascii_lowercase(),
        TokenKind::Command(command) => {
            command.role == Role::Bold
                || command.role == Role::Letter
                    && command
                        .name
                        .starts_with(|first: char| first.is_ascii_lowercase())
        }
        _ => false,
    }
}

fn is_minus_one(exponent: &Expr) -> bool {
    match exponent {
        Expr::Sum(terms) => match terms.as_slice() {
            [term] => {
                term.sign == Sign::Minus
                    && matches!(&term.value, Expr::Number(number) if number.is_one())
            }
            _ => false,
        },
        _ => false,
    }
}

/// The function that `^{-1}` after a function's name stands for.
fn inverse(function: Function) -> Option<Function> {
    Some(match function {
        Function::Sin => Function::Arcsin,
        Function::Cos => Function::Arccos,
        Function::Tan => Function::Arctan,
        Function::Cot => Function::Arccot,
        Function::Sec => Function::Arcsec,
        Function::Csc => Function::Arccsc,
        Function::Sinh => Function::Arsinh,
        Function::Cosh => Function::Arcosh,
        Function::Tanh => Function::Artanh,
        Function::Coth => Function::Arcoth,
        _ => return None,
    })
}
