//! Reads names: a symbol, or a function applied to arguments.

use super::lookahead::{DifferentialRole, holds_an_index};
use super::parser::{Parser, Result};
use super::token::{Raw, TokenKind};
use super::{remarks, words};
use crate::notation::vocabulary;
use crate::notation::vocabulary::Role;
use crate::tree::{
    Accent, Call, Change, Derivative, DerivativeStyle, Expr, Number, Sign, Symbol, Term,
};

impl Parser<'_, '_> {
    /// A symbol, a named function with its arguments, or a derivative written with dots.
    pub(super) fn named(&mut self) -> Result<Expr> {
        let start = self.next;
        // `\mathrm{d}N/\mathrm{d}t`
        let is_upright = !matches!(self.tokens[start].kind, TokenKind::Letter(_));
        if is_upright
            && words::differential_end(&self.tokens, start).is_some()
            && let Some(derivative) = self.slashed_derivative()?
        {
            return Ok(derivative);
        }
        if let Some(function) = self.roman_function()? {
            return Ok(function);
        }
        let command = match self.tokens[start].kind {
            TokenKind::Command(command) => Some(command),
            _ => None,
        };
        let explicit = command.is_some_and(|command| command.name == "operatorname");
        let role = command.map(|command| command.role);
        if self.is_bold_nabla() {
            return self.nabla();
        }
        if command.is_some_and(|command| command.canonical == "Delta") && self.change_follows() {
            return self.change_of_name();
        }
        if command.is_some_and(|command| command.canonical == "Delta")
            && let Some(change) = self.change_of_product()
        {
            return Ok(change);
        }
        if let Some(Role::Dots(order)) = role {
            return self.dotted(u32::from(order));
        }
        if role == Some(Role::Accent(Accent::Bar))
            && let Some(average) = self.mean()?
        {
            return Ok(average);
        }
        let symbol = self.nested(Self::symbol)?;
        self.applied(symbol, self.tokens[start].kind, explicit)
    }

    /// `d` or `D` as a letter, unless `dx/dt` or `Df/Dt` follows.
    pub(super) fn letter_d(&mut self) -> Result<Expr> {
        if let Some(derivative) = self.slashed_derivative()? {
            return Ok(derivative);
        }
        self.named()
    }

    /// `\mathrm{sin}`, `\text{sin}`: a function written in upright letters.
    fn roman_function(&mut self) -> Result<Option<Expr>> {
        let start = self.next;
        let name = match self.tokens[start].kind {
            TokenKind::Raw(Raw::Text, text) => {
                self.next += 1;
                text.trim().to_owned()
            }
            TokenKind::Command(command) if command.role == Role::Roman => {
                self.next += 1;
                self.roman_name()?
            }
            _ => return Ok(None),
        };
        if let Some(operator) = vocabulary::nabla_name(&name)
            && self.begins_factor()
        {
            return self.nabla_of(operator).map(Some);
        }
        let function = match vocabulary::find(&name).map(|command| command.role) {
            Some(Role::Function(function)) => Some(function),
            Some(Role::Root) if self.at('(') || self.at('{') => {
                // `root` steps over one word.
                self.next -= 1;
                return self.root().map(Some);
            }
            _ => None,
        };
        // `\mathrm{Re}` without an operand is the Reynolds number.
        let works = self.begins_factor() || self.at('-') || self.at('^') || self.at('_');
        let Some(function) = function.filter(|_| works) else {
            self.next = start;
            return Ok(None);
        };
        // `function` steps over one word.
        self.next -= 1;
        self.function(function, name == "lg").map(Some)
    }

    fn is_bold_nabla(&self) -> bool {
        let is_vector = self.at_role(Role::Vector) || self.at_role(Role::Bold);
        let skip = 1 + usize::from(self.peek_at(1).is_some_and(|token| token.is('{')));
        is_vector
            && self
                .peek_at(skip)
                .is_some_and(|token| token.role() == Some(Role::Nabla))
    }

    /// Whether a symbol follows `\Delta` directly, so that `\Delta` is its change.
    fn change_follows(&self) -> bool {
        let Some(token) = self.peek_at(1) else {
            return false;
        };
        let is_power_of_e = token.kind == TokenKind::Letter('e')
            && self.peek_at(2).is_some_and(|token| token.is('^'))
            && !self.is_label(self.next + 2);
        let is_dots =
            matches!(token.kind, TokenKind::Command(command) if command.canonical == "ldots");
        words::begins_variable(&token.kind)
            && !is_power_of_e
            && !is_dots
            && self.scan.role(self.next + 1) == DifferentialRole::Letter
            && !matches!(token.role(), Some(Role::Dots(_)))
    }

    /// `\Delta x`, `\Delta x(0)`
    fn change_of_name(&mut self) -> Result<Expr> {
        self.next += 1;
        let first = self.tokens[self.next].kind;
        let symbol = self.nested(Self::symbol)?;
        let of = self.applied(symbol, first, false)?;
        Ok(Expr::Change(Change::Delta, Box::new(of)))
    }

    /// `\Delta(2\theta)`, `\Delta(m v)`: brackets around a product only make sense for what precedes them.
    /// `\Delta(T)` and `\Delta(1 - x)` may be a function and a product.
    fn change_of_product(&mut self) -> Option<Expr> {
        if !self.peek_at(1)?.is('(') {
            return None;
        }
        let (start, ahead) = (self.next, self.read_ahead);
        self.next += 1;
        let of = self.nested(Self::bracket).ok();
        if let Some(of @ (Expr::Product(_) | Expr::Power(..) | Expr::Fraction(..))) = of {
            return Some(Expr::Change(Change::Delta, Box::new(of)));
        }
        self.next = start;
        self.read_ahead = ahead;
        None
    }

    /// `\dot x`, `\ddot{\vec r}_1`
    fn dotted(&mut self, order: u32) -> Result<Expr> {
        let start = self.next;
        self.next += 1;
        let mut symbol = self.nested(|parser| {
            if parser.at('{') {
                parser.braced(Self::symbol)
            } else {
                parser.base()
            }
        })?;
        self.marks(&mut symbol)?;
        // `\dot t^2 - \dot x^2 = 1`: if time has dots, the dots are not derivatives by time.
        if symbol == Symbol::new("t") {
            let dots = [Accent::Dot, Accent::DoubleDot];
            let Some(dots) = dots.get(order as usize - 1) else {
                return Err(self.error(start, "three dots over t", "a derivative by its variable"));
            };
            symbol.accents.push(*dots);
            return Ok(Expr::symbol(symbol));
        }
        let of = self.applied(symbol, self.tokens[start].kind, false)?;
        Ok(Expr::Derivative(Box::new(Derivative {
            style: DerivativeStyle::Dot,
            of,
            by: vec![(Symbol::new("t"), order)],
        })))
    }

    /// `\overline{v^2}`: a bar over more than a symbol is a mean.
    fn mean(&mut self) -> Result<Option<Expr>> {
        let start = self.next;
        let open = start + 1;
        let Some(close) = self.tokens.group_end(open) else {
            return Ok(None);
        };
        let is_symbol = self.nested(Self::base).is_ok();
        self.next = start;
        self.read_ahead = None;
        if is_symbol || close == open + 1 {
            return Ok(None);
        }
        self.next += 1;
        let value = self.nested(|parser| parser.braced(Self::expr))?;
        Ok(Some(Expr::Average(Box::new(value))))
    }

    /// A symbol, or a call of it if its arguments follow.
    ///
    /// `f(r)`, `V(r)`, `\delta(\mathbf r)`, `\psi(x, t)`, `v(0)`, `f(g(x))`: a bracket with a single symbol or call,
    /// with commas, or with a number or infinity holds arguments. Any other bracket is a factor, `m(1 - x)`, unless
    /// the name is applied to a single symbol elsewhere in the formula, or is a letter that is a function by custom.
    /// `f{(…)}` is always a call.
    ///
    /// `y[n]` is a member of a sequence, and then so is `y[n - 1]`. In `P(0 \text{ hits in } [3, 5))` the words
    /// describe an event, and nobody multiplies by an event.
    fn applied(&mut self, symbol: Symbol, first: TokenKind<'_>, explicit: bool) -> Result<Expr> {
        let forced = self.peek_at(1).is_some_and(|token| token.is('('))
            && self
                .tokens
                .group_end(self.next)
                .is_some_and(|end| self.tokens[end - 1].is(')'));
        if forced {
            let arguments = self.nested(|parser| parser.braced(Self::arguments))?;
            return Ok(call(symbol, arguments));
        }
        if !is_callable(&symbol) {
            return Ok(Expr::symbol(symbol));
        }
        // In `v(t) = v_0(1 - e^{-t})`, `v_0` is another symbol than `v`.
        let bare = symbol.subscript.is_none() && symbol.primes == 0;
        let is_sequence = || bare && words::is_letter(&first) && self.scan.is_sequence(&first);
        if self.at('[') && (holds_an_index(&self.tokens, self.next) || is_sequence()) {
            let index = self.nested(Self::bracket)?;
            return Ok(call(symbol, vec![index]));
        }
        if !self.at('(') {
            return Ok(Expr::symbol(symbol));
        }
        if self.holds_words() {
            let event = self.nested(Self::bracket)?;
            let parts = match event {
                Expr::Product(parts) => parts,
                event => vec![event],
            };
            return Ok(call(symbol, parts));
        }
        if let Some(argument) = self.lone_argument() {
            return Ok(call(symbol, vec![argument]));
        }
        let elsewhere = || bare && words::is_letter(&first) && self.scan.is_applied(&first);
        if explicit
            || self.at_customary_arguments(&symbol)
            || self.scan.holds_arguments(self.next)
            || elsewhere()
        {
            let arguments = self.nested(Self::arguments)?;
            return Ok(call(symbol, arguments));
        }
        Ok(Expr::symbol(symbol))
    }

    /// Whether a letter that is a function by custom is followed by a bracket that begins with a symbol.
    fn at_customary_arguments(&self, symbol: &Symbol) -> bool {
        let starts_plain = self
            .peek_at(1)
            .is_some_and(|token| words::begins_variable(&token.kind));
        self.at('(')
            && starts_plain
            && matches!(
                symbol.base.as_str(),
                r"\delta" | r"\psi" | r"\Psi" | r"\Gamma" | r"\Theta"
            )
    }

    /// A function whose power stands before its arguments: a letter or 0 alone, which nobody multiplies by, `v^2(t)`,
    /// `i^2(0)`; what a function by custom has, `\psi^2(x + a)`. Takes nothing otherwise.
    pub(super) fn call_behind_power(&mut self, symbol: &Symbol) -> Result<Option<Expr>> {
        if !self.at('(') || !is_callable(symbol) {
            return Ok(None);
        }
        if self.at_customary_arguments(symbol) {
            let arguments = self.nested(Self::arguments)?;
            return Ok(Some(call(symbol.clone(), arguments)));
        }
        let start = self.next;
        Ok(match self.lone_argument() {
            Some(Expr::Number(number)) if !number.is_zero() => {
                self.next = start;
                self.read_ahead = None;
                None
            }
            argument => argument.map(|argument| call(symbol.clone(), vec![argument])),
        })
    }

    /// Whether the bracket that comes next contains words that are neither the name of a quantity nor a unit.
    fn holds_words(&self) -> bool {
        let Some(close) = self.tokens.close(self.next) else {
            return false;
        };
        let inside = self.tokens.part(self.next + 1..close);
        inside.len() > 1 && (0..inside.len()).any(|index| remarks::is_prose_at(&inside, index))
    }

    /// `(a, b)` after a function.
    pub(super) fn arguments(&mut self) -> Result<Vec<Expr>> {
        self.expect('(', "before the arguments")?;
        let arguments = self.bracketed(|parser| {
            // `x(t = 0)`, `P(x > a)`, `P(\nu_e \to \nu_\mu)`
            let mut arguments = vec![parser.value_or_condition()?];
            // `K(q_2, t_2; q_1, t_1)`
            while parser.take(',') || parser.take(';') {
                arguments.push(parser.value_or_condition()?);
            }
            Ok(arguments)
        })?;
        self.expect(')', "after the arguments")?;
        Ok(arguments)
    }

    /// A number without grouping of its digits.
    fn lone_number(&mut self) -> Option<Expr> {
        let mut digits = String::new();
        loop {
            match self.peek().map(|token| token.kind) {
                Some(TokenKind::Digit(digit)) => digits.push(digit),
                Some(TokenKind::Char('.')) if !digits.contains('.') => digits.push('.'),
                _ => break,
            }
            self.next += 1;
        }
        Number::from_decimal(&digits).map(Expr::Number)
    }

    /// A place, with the side from which it is approached: `\chi(a + 0)`, `\chi(a - 0)`.
    fn with_side(&mut self, place: Expr) -> Expr {
        let sign = match self.peek().map(|token| token.kind) {
            Some(TokenKind::Char('+')) => Sign::Plus,
            Some(TokenKind::Char('-')) => Sign::Minus,
            _ => return place,
        };
        let is_nothing = self
            .peek_at(1)
            .is_some_and(|token| token.kind == TokenKind::Digit('0'))
            && self.peek_at(2).is_some_and(|token| token.is(')'));
        if !is_nothing {
            return place;
        }
        self.next += 2;
        let term = |sign, value| Term { sign, value };
        Expr::Sum(vec![
            term(Sign::Plus, place),
            term(sign, Expr::Number(Number::integer(0))),
        ])
    }

    /// The meaning of a symbol inside a bracket: a place, or the value of a function, as in `f(g(x))`.
    fn value_inside(&mut self, symbol: Symbol) -> Expr {
        let applied = self.at('(') && is_callable(&symbol);
        let argument = applied.then(|| self.nested(|parser| Ok(parser.lone_argument())));
        match argument {
            Some(Ok(Some(argument))) => call(symbol, vec![argument]),
            _ => self.with_side(Expr::symbol(symbol)),
        }
    }

    /// A single symbol, number or infinity in the bracket that comes next. Takes nothing otherwise.
    fn lone_argument(&mut self) -> Option<Expr> {
        let start = self.next;
        self.next += 1;
        let argument = match self.peek().map(|token| token.kind) {
            Some(TokenKind::Digit(_)) => self
                .lone_number()
                .map(|number| self.side_of_zero(&number).unwrap_or(number)),
            Some(TokenKind::Command(command)) if command.role == Role::Infinity => {
                self.next += 1;
                Some(Expr::Infinity)
            }
            Some(kind)
                if words::begins_variable(&kind)
                    || matches!(kind, TokenKind::Command(command) if matches!(command.role, Role::State(_))) =>
            {
                let place = self.nested(Self::symbol).ok();
                place.map(|place| self.value_inside(place))
            }
            _ => None,
        };
        // `m(3)^2` is not a value at 3, but nobody multiplies by 0.
        let is_factor =
            matches!(argument, Some(Expr::Number(_))) && argument != Some(Expr::integer(0));
        let raised = is_factor && self.peek_at(1).is_some_and(|token| token.is('^'));
        if argument.is_some() && !raised && self.take(')') {
            return argument;
        }
        self.next = start;
        self.read_ahead = None;
        None
    }
}

fn call(function: Symbol, arguments: Vec<Expr>) -> Expr {
    Expr::Call(Box::new(Call {
        function,
        arguments,
    }))
}

/// Whether a name can be a function's. Constants and operators cannot.
fn is_callable(symbol: &Symbol) -> bool {
    let is_state = [r"\ket{", r"\bra{", r"\braket{"]
        .iter()
        .any(|state| symbol.base.starts_with(state));
    let is_other = matches!(
        symbol.base.as_str(),
        "e" | "d" | r"\pi" | r"\hbar" | r"\Delta" | r"\ldots" | r"\nabla"
    );
    !is_state && (!is_other || !symbol.is_plain())
}
