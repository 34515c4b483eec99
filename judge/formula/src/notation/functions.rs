//! Reads known functions and decides how far their arguments go.

use super::lookahead::DifferentialRole;
use super::parser::{Parser, Result};
use super::token::TokenKind;
use crate::notation::vocabulary::{Delimiter, Role};
use crate::tree::{Accent, Bracket, Call, Expr, Function, Symbol, Term, symbols_of};

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
        if exponent.as_ref().is_some_and(Expr::is_minus_one)
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
            match self.nested(|parser| parser.function_argument(function))? {
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
    /// product. A space ends it: `\cos\theta\,t` is a product, too.
    ///
    /// Nobody takes the sine of a wave number: `\sin k(x - vt)`, `\cos\omega\,t` and `\cos(n + 1)\theta` go on behind it. Nor the
    /// factorial of a logarithm: in `\ln(N - n)!` it is of the bracket.
    fn function_argument(&mut self, function: Function) -> Result<Expr> {
        let Some(token) = self.peek() else {
            return Err(self.unexpected("the argument of a function"));
        };
        match token.kind {
            TokenKind::Char('{') => self.braced(Self::expr),
            TokenKind::Char('(' | '[') | TokenKind::Open(Delimiter::Curly) => {
                let argument = self.bracket()?;
                if self.at('!') {
                    return self.factorial(argument);
                }
                let goes_on = matches!(argument, Expr::Sum(_))
                    && counts_waves(function, &argument)
                    && self.continues_argument(false, true);
                if !goes_on {
                    return Ok(argument);
                }
                let rest = self.nested(|parser| parser.bare_argument(function))?;
                Ok(Expr::product(vec![argument, rest]))
            }
            TokenKind::Char('-' | '+') => {
                let negative = self.at('-');
                self.next += 1;
                let value = self.nested(|parser| parser.argument_with_bracket(function))?;
                Ok(if negative { value.negated() } else { value })
            }
            _ => self.argument_with_bracket(function),
        }
    }

    /// The factors beside a function, and the bracket behind them if they are no argument by themselves.
    fn argument_with_bracket(&mut self, function: Function) -> Result<Expr> {
        let argument = self.bare_argument(function)?;
        let is_bracket = self.peek().is_some_and(|token| {
            matches!(
                token.kind,
                TokenKind::Char('(' | '[')
                    | TokenKind::Open(Delimiter::Round | Delimiter::Square | Delimiter::Curly)
            )
        });
        if !(is_bracket && counts_waves(function, &argument)) {
            return Ok(argument);
        }
        let bracket = self.nested(Self::bracket)?;
        Ok(Expr::product(vec![argument, bracket]))
    }

    fn bare_argument(&mut self, function: Function) -> Result<Expr> {
        let mut factors: Vec<Expr> = Vec::new();
        let mut only_numbers = true;
        while self.continues_argument(factors.is_empty(), only_numbers) {
            let is_over = self.follows_a_space()
                && !factors.is_empty()
                && !counts_waves(function, &Expr::product(factors.clone()));
            if is_over {
                break;
            }
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

    /// Whether a space is written before the next token: `\theta\,t`.
    fn follows_a_space(&self) -> bool {
        let from = self.next.checked_sub(1).map(|last| self.tokens[last].end);
        let gap = from
            .zip(self.peek())
            .and_then(|(from, token)| self.source.get(from..token.start));
        gap.is_some_and(|gap| {
            [r"\,", r"\:", r"\;", r"\ ", "~"]
                .iter()
                .any(|space| gap.contains(space))
        })
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

/// Whether something beside a function of an angle or a phase is none by itself: `2\pi`, `n`, `k_1`,
/// `\frac{2\pi}{\lambda}`, `n + 1`, and in a phase `i`.
fn counts_waves(function: Function, argument: &Expr) -> bool {
    match (function, argument) {
        (Function::Exp, Expr::Symbol(symbol)) if symbol.is("i") => true,
        (Function::Exp, Expr::Product(factors)) => {
            factors.iter().all(|factor| counts_waves(function, factor))
        }
        (
            Function::Sin
            | Function::Cos
            | Function::Tan
            | Function::Cot
            | Function::Sec
            | Function::Csc
            | Function::Sinh
            | Function::Cosh
            | Function::Tanh
            | Function::Coth
            | Function::Exp,
            argument,
        ) => is_count(argument),
        _ => false,
    }
}

/// Whether something counts waves, or is their number or frequency.
fn is_count(value: &Expr) -> bool {
    match value {
        Expr::Number(number) => number.to_i64().is_some_and(|number| number < 10),
        Expr::Symbol(symbol) => {
            let base = symbol.base.as_str();
            symbol.is(r"\pi") || is_wave_letter(base) && !symbol.vector
        }
        Expr::Product(factors) => factors.iter().all(is_count),
        Expr::Sum(terms) => {
            let counts = |term: &Term| match &term.value {
                Expr::Fraction(above, below) => is_count(above) && is_count(below),
                value => is_count(value),
            };
            terms.iter().all(counts) && terms.iter().any(|term| has_letter(&term.value))
        }
        // `\frac{\pi}{4}` is an angle.
        Expr::Fraction(above, below) => is_count(above) && (has_letter(above) || has_letter(below)),
        _ => false,
    }
}

/// Letters for wave numbers, frequencies and whole numbers.
fn is_wave_letter(base: &str) -> bool {
    matches!(
        base,
        "k" | "n" | "m" | "N" | r"\omega" | r"\kappa" | r"\Omega"
    )
}

fn has_letter(value: &Expr) -> bool {
    let symbols = symbols_of([value]);
    symbols.iter().any(|symbol| !symbol.is(r"\pi"))
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
