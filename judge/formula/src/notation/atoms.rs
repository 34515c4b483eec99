//! Reads factors: an atom with its exponent, subscript and marks.

use super::lookahead::DifferentialRole;
use super::parser::{Parser, Result};
use super::token::{Raw, Token, TokenKind};
use crate::notation::vocabulary::{Command, Delimiter, Macro, Role};
use crate::tree::{
    Bracket, Change, DerivativeStyle, Evaluated, Expr, Formula, Function, MatrixStyle, Nabla,
    Symbol, Unit,
};

/// The meaning of a superscript after an atom.
enum Raised {
    Power(Expr),
    Degree,
}

impl Parser<'_, '_> {
    /// Whether a factor can begin at the next token.
    pub(super) fn begins_factor(&self) -> bool {
        let Some(token) = self.peek() else {
            return false;
        };
        match token.kind {
            TokenKind::Raw(Raw::Text, _) if self.at_words_behind() => false,
            TokenKind::Letter(_)
            | TokenKind::Digit(_)
            | TokenKind::Open(_)
            | TokenKind::Raw(..)
            | TokenKind::Begin(_)
            | TokenKind::Char('(' | '[' | '{') => true,
            TokenKind::Char('|') => self.bars == 0 && !self.at_difference() || self.at_ket(),
            TokenKind::Char('.') => {
                matches!(
                    self.peek_at(1).map(|token| token.kind),
                    Some(TokenKind::Digit(_))
                ) || self.period(self.next + 1).is_some()
            }
            TokenKind::Command(command) if command.role == Role::DoubleBar => {
                self.bars == 0 || self.at_ket()
            }
            TokenKind::Command(command) => command.begins_factor(),
            TokenKind::Char(_)
            | TokenKind::Close(_)
            | TokenKind::End(_)
            | TokenKind::Break
            | TokenKind::Quad
            | TokenKind::Unknown(_)
            | TokenKind::Invalid => false,
        }
    }

    /// An atom with its exponent, subscript, factorial or degree sign.
    pub(super) fn factor(&mut self) -> Result<Expr> {
        // In `{\left(…\right)}_V` the braces have no meaning.
        let inside = self.next + 1;
        let fills = self.at('{')
            && self.tokens.close(inside).is_some_and(|close| {
                !self.tokens[inside].is('{') && self.tokens.group_end(self.next) == Some(close + 1)
            });
        let start = if fills { inside } else { self.next };
        let mut value = self.atom()?;
        let bracketed = matches!(
            self.tokens[start].kind,
            TokenKind::Char('(' | '[') | TokenKind::Open(_)
        );
        // `\|x\|_2`
        let is_norm = self.tokens[start].role() == Some(Role::DoubleBar);
        if let Some(side) = self.side_of_zero(&value) {
            value = side;
        }
        let mut raised = false;
        let mut has_degree = false;
        loop {
            if let Some((from, to)) = self.read_ahead
                && from == self.next
            {
                self.next = to;
                self.read_ahead = None;
                continue;
            }
            if self.at('_') && (bracketed || is_norm) {
                self.chain()?;
                value = self.lowered_bracket(value, start)?;
            } else if self.marked(&mut value, bracketed)? {
                // `(a + b)^*`
            } else if self.at('^') {
                let here = self.next;
                match self.raised()? {
                    Raised::Degree => {
                        if matches!(value, Expr::Product(_)) {
                            self.chain()?;
                        }
                        value = Expr::Product(vec![value, self.degree()]);
                        has_degree = true;
                    }
                    Raised::Power(_) if raised => {
                        return Err(self.error(
                            here,
                            "a second exponent",
                            "one exponent, or braces around the first power",
                        ));
                    }
                    Raised::Power(exponent) => {
                        let call = match &value {
                            Expr::Symbol(symbol) => self.call_behind_power(symbol)?,
                            _ => None,
                        };
                        if let Some(call) = call {
                            raised = true;
                            value = Expr::Power(Box::new(call), Box::new(exponent));
                        } else if bracketed && self.is_raised_order(here) {
                            return Err(self.error(
                                here,
                                "an order in brackets above a bracket",
                                "it above a symbol, or a power without brackets",
                            ));
                        } else if !bracketed && is_degrees(&value, &exponent) {
                            value = Expr::Product(vec![value, self.degree()]);
                        } else {
                            raised = true;
                            value = power_of(value, exponent, has_degree);
                        }
                    }
                }
            } else if self.at('!') {
                if matches!(
                    value,
                    Expr::Function(Function::Factorial | Function::DoubleFactorial, _)
                ) {
                    self.chain()?;
                }
                value = self.factorial(value)?;
            } else if self.at_place() {
                self.next += 1;
                self.chain()?;
                value = self.evaluated(value)?;
            } else {
                return Ok(value);
            }
        }
    }

    /// The factorial of what stands before `!` or `!!`.
    pub(super) fn factorial(&mut self, of: Expr) -> Result<Expr> {
        self.expect('!', "behind what it is the factorial of")?;
        let function = if self.take('!') {
            Function::DoubleFactorial
        } else {
            Function::Factorial
        };
        Ok(Expr::Function(function, vec![of]))
    }

    /// Takes the mark after a bracket or a call: `(a + b)^*`, and `\psi(x)^*`, which is read as `\psi^*(x)`.
    fn marked(&mut self, value: &mut Expr, bracketed: bool) -> Result<bool> {
        let Some(function) = self.mark_of_bracket() else {
            return Ok(false);
        };
        match value {
            Expr::Call(call) if !bracketed && call.function.label.is_none() => {
                self.label(&mut call.function)?;
            }
            _ if bracketed => {
                self.chain()?;
                self.next = self.tokens.after(self.next + 1);
                *value = Expr::Function(function, vec![value.clone()]);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether a bar with one place comes next: `f|_{x=0}` evaluates the factor before it.
    fn at_place(&self) -> bool {
        self.at('|')
            && self.bars == 0
            && self.peek_at(1).is_some_and(|token| token.is('_'))
            && !self.at_difference()
    }

    /// Whether a bar with two places comes next: `F|_a^b` is the difference of all factors before it.
    pub(super) fn at_difference(&self) -> bool {
        if !self.at('|') || self.bars > 0 {
            return false;
        }
        let is_script = |at: usize, mark| self.tokens.get(at).is_some_and(|token| token.is(mark));
        let first = self.next + 1;
        let second = self.tokens.after(first + 1);
        is_script(first, '_') && is_script(second, '^')
            || is_script(first, '^') && is_script(second, '_')
    }

    /// `0^+` and `0^-`, if they are a whole argument: the side from which a variable tends to 0. Takes nothing
    /// otherwise.
    pub(super) fn side_of_zero(&mut self, value: &Expr) -> Option<Expr> {
        let is_zero = matches!(value, Expr::Number(number) if number.is_zero());
        let braced = usize::from(self.peek_at(1)?.is('{'));
        let TokenKind::Char(sign @ ('+' | '-')) = self.peek_at(1 + braced)?.kind else {
            return None;
        };
        let closes = braced == 0 || self.peek_at(3)?.is('}');
        let after = self.peek_at(2 + 2 * braced)?;
        let is_place = after.is(')') || after.is(',') || after.is('}');
        if !is_zero || !self.at('^') || !closes || !is_place {
            return None;
        }
        self.next += 2 + 2 * braced;
        let mut side = Symbol::new("0");
        side.label = Some(sign.to_string());
        Some(Expr::symbol(side))
    }

    /// Whether `(0)` comes next.
    pub(super) fn at_zero_argument(&self) -> bool {
        self.at('(')
            && self
                .peek_at(1)
                .is_some_and(|token| token.kind == TokenKind::Digit('0'))
            && self.peek_at(2).is_some_and(|token| token.is(')'))
    }

    /// A subscript after a bracket: `[F]_a^b` and `(…)_V`.
    fn lowered_bracket(&mut self, value: Expr, start: usize) -> Result<Expr> {
        let save = self.next;
        self.next += 1;
        let after = self.tokens.after(self.next);
        let has_upper = self.tokens.get(after).is_some_and(|token| token.is('^'));
        if has_upper && self.tokens[start].is('[') {
            self.next = save;
            return self.evaluated(value);
        }
        let index = self.subscript()?;
        Ok(Expr::Indexed(Box::new(value), index))
    }

    /// `_{x=0}` or `_a^b` after what is evaluated there.
    pub(super) fn evaluated(&mut self, body: Expr) -> Result<Expr> {
        let mut lower = None;
        let mut upper = None;
        loop {
            if self.at('_') && lower.is_none() {
                self.next += 1;
                lower = Some(self.bound()?);
            } else if self.at('^') && upper.is_none() {
                self.next += 1;
                upper = Some(self.bound()?);
            } else {
                break;
            }
        }
        let Some(lower) = lower else {
            return Err(self.unexpected("`_` with the place at which it is evaluated"));
        };
        if upper.is_none()
            && let Some(held) = held(&body, &lower)
        {
            return Ok(Expr::Indexed(Box::new(body), held));
        }
        Ok(Expr::Evaluated(Box::new(Evaluated { body, lower, upper })))
    }

    /// A limit of an integral or series: a formula in braces, or one word.
    pub(super) fn bound(&mut self) -> Result<Formula> {
        if let Some(boundary) = self.boundary() {
            return Ok(Formula::expression(Expr::symbol(boundary)));
        }
        if self.at('{') {
            return self.braced(Self::bounds);
        }
        // `∑_(i=1)^n`, as editors type it.
        if self.take('(') {
            let bounds = self.nested(|parser| parser.bracketed(Self::bounds))?;
            self.expect(')', "after a limit")?;
            return Ok(bounds);
        }
        Ok(Formula::expression(self.argument("a limit")?))
    }

    fn is_function(&self, index: usize) -> bool {
        let role = self.tokens.get(index).and_then(Token::role);
        matches!(role, Some(Role::Function(_)))
    }

    /// The name of the boundary that an integral is over: `\partial V`. Takes nothing if there is none.
    fn boundary(&mut self) -> Option<Symbol> {
        let inside = self.tokens.get(self.next..self.next + 4)?;
        let [open, sign, of, close] = inside else {
            return None;
        };
        let is_boundary = open.is('{') && sign.role() == Some(Role::Partial) && close.is('}');
        let name = match of.kind {
            TokenKind::Letter(letter) => letter.to_string(),
            TokenKind::Command(command) => command.symbol()?,
            _ => return None,
        };
        is_boundary.then(|| {
            self.next += 4;
            Symbol::new(format!(r"\partial {name}"))
        })
    }

    /// A formula, or a list: `\sum_{i,j}`.
    fn bounds(&mut self) -> Result<Formula> {
        // `\sum_{\text{all } i}`
        if let Some(TokenKind::Raw(Raw::Text, text)) = self.peek().map(|token| token.kind)
            && matches!(
                text.trim(),
                "all" | "for all" | "over all" | "alle" | "tous les"
            )
            && !self.peek_at(1).is_some_and(|next| next.is('}'))
        {
            self.next += 1;
        }
        let mut formula = self.formula()?;
        let last = match formula.links.last_mut() {
            Some((_, side)) => Some(side),
            None => formula.first.as_mut(),
        };
        if let (true, Some(last)) = (self.at(','), last) {
            let mut members = vec![last.clone()];
            while self.take(',') {
                members.push(self.value_or_condition()?);
            }
            *last = Expr::Tuple(Bracket::None, members);
        }
        Ok(formula)
    }

    /// Calls `read` for the content of braces.
    pub(super) fn braced<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.expect('{', "")?;
        let result = self.bracketed(read)?;
        self.expect('}', "that closes a group")?;
        Ok(result)
    }

    /// The argument of a command, an exponent or a limit: in braces, or one token.
    pub(super) fn argument(&mut self, what: &str) -> Result<Expr> {
        let Some(token) = self.peek() else {
            return Err(self.unexpected(what));
        };
        match token.kind {
            TokenKind::Char('{') => self.nested(|parser| parser.braced(Self::expr)),
            TokenKind::Digit(digit) => {
                self.next += 1;
                Ok(Expr::integer(u64::from(digit.to_digit(10).unwrap_or(0))))
            }
            TokenKind::Letter(letter) => {
                self.next += 1;
                Ok(Expr::symbol(Symbol::new(letter)))
            }
            // In `R^\mu_\nu` the subscript belongs to the R.
            TokenKind::Command(command) if let Some(base) = command.symbol() => {
                self.next += 1;
                Ok(Expr::symbol(Symbol::new(base)))
            }
            TokenKind::Command(_) | TokenKind::Raw(..) if self.begins_factor() => {
                self.nested(Self::atom)
            }
            TokenKind::Char('-' | '+') => Err(self.unexpected(&format!("{what} in braces"))),
            _ => Err(self.unexpected(what)),
        }
    }

    /// Reads what comes after `^`.
    fn raised(&mut self) -> Result<Raised> {
        self.next += 1;
        let is_degree = |token: &Token<'_>| matches!(token.role(), Some(Role::Ring | Role::Degree));
        if self.peek().is_some_and(is_degree) {
            self.next += 1;
            return Ok(Raised::Degree);
        }
        let is_alone = self.tokens.group_end(self.next) == Some(self.next + 2);
        if is_alone && is_degree(&self.tokens[self.next + 1]) {
            self.next += 3;
            return Ok(Raised::Degree);
        }
        // `e^(-t)` is typed for `e^{-t}`.
        if self.at('(') {
            return Ok(Raised::Power(self.nested(Self::bracket)?));
        }
        if let Some((exponent, after)) = self.typed_exponent(self.next) {
            self.next = after;
            let size = Expr::integer(exponent.unsigned_abs());
            return Ok(Raised::Power(if exponent < 0 {
                size.negated()
            } else {
                size
            }));
        }
        Ok(Raised::Power(self.argument("an exponent")?))
    }

    /// The unit of a degree sign: of arc, or Celsius where a `C` follows.
    fn degree(&mut self) -> Expr {
        let is_scale = |text: &str| matches!(text, "C" | "С" | "F");
        let (scale, length) = match self.peek().map(|token| token.kind) {
            Some(TokenKind::Letter('C')) => ("C", 1),
            // The letter may be the Cyrillic one, which looks the same.
            Some(TokenKind::Raw(Raw::Text, text)) if is_scale(text.trim()) => (text.trim(), 1),
            Some(TokenKind::Command(command)) if command.role == Role::Roman => {
                match self.tokens.get(self.next + 1..self.next + 4) {
                    Some([open, letter, close]) if open.is('{') && close.is('}') => {
                        match letter.kind {
                            TokenKind::Letter('C') => ("C", 4),
                            TokenKind::Letter('F') => ("F", 4),
                            _ => ("", 0),
                        }
                    }
                    _ => ("", 0),
                }
            }
            _ => ("", 0),
        };
        self.next += length;
        Expr::Unit(match scale {
            "" => Unit::degree(),
            "F" => Unit::named("°F"),
            _ => Unit::named("°C"),
        })
    }

    /// An expression that can stand alone.
    pub(super) fn atom(&mut self) -> Result<Expr> {
        let Some(token) = self.peek() else {
            return Err(self.unexpected("a number, a symbol or a bracket"));
        };
        match token.kind {
            TokenKind::Digit(_) | TokenKind::Char('.') => self.number(),
            TokenKind::Letter(_) | TokenKind::Raw(Raw::Text, _)
                if self.scan.role(self.next) != DifferentialRole::Letter =>
            {
                self.change()
            }
            TokenKind::Raw(Raw::Text, _) if let Some(value) = self.upright_quantity() => Ok(value),
            TokenKind::Letter('d' | 'D') => self.letter_d(),
            TokenKind::Letter(_) | TokenKind::Raw(Raw::Text, _) => self.named(),
            TokenKind::Raw(Raw::Unit, text) => {
                let unit = self.unit(self.next, text)?;
                self.next += 1;
                Ok(Expr::Unit(unit))
            }
            _ if self.at_ket() => self.ket(),
            TokenKind::Open(Delimiter::Angle) if self.bra_end().is_some() => self.bra(),
            _ if self.at_prescript() => self.named(),
            TokenKind::Char('(' | '[' | '{') | TokenKind::Open(_) => self.bracket(),
            TokenKind::Char('|') => self.bars(),
            TokenKind::Begin(_) => self.matrix(),
            TokenKind::Command(command) => self.command(command),
            _ => Err(self.unexpected("a number, a symbol or a bracket")),
        }
    }

    fn command(&mut self, command: &'static Command) -> Result<Expr> {
        if self.scan.role(self.next) != DifferentialRole::Letter {
            return self.change();
        }
        match command.role {
            Role::Letter | Role::State(_) | Role::Prescript => self.named(),
            Role::Roman if let Some(value) = self.upright_quantity() => Ok(value),
            _ if command.takes_symbol() => self.named(),
            Role::Fraction => self.fraction(),
            Role::Function(function) => self.function(function, command.name == "lg"),
            Role::Integral(_) => self.integral(),
            Role::Root => self.root(),
            Role::Binomial => {
                self.next += 1;
                let upper = self.argument("the upper number of a binomial")?;
                let lower = self.argument("the lower number of a binomial")?;
                Ok(Expr::Function(Function::Binomial, vec![upper, lower]))
            }
            Role::Series(kind) => self.series(kind),
            Role::Limit => self.limit(),
            Role::Nabla => self.nabla(),
            Role::Partial => self.partial(),
            Role::DoubleBar => self.bars(),
            Role::Infinity => {
                self.next += 1;
                Ok(Expr::Infinity)
            }
            Role::Degree => {
                self.next += 1;
                Ok(self.degree())
            }
            Role::Percent => {
                self.next += 1;
                Ok(Expr::Unit(Unit::percent()))
            }
            Role::Macro(Macro::Upright) => {
                self.next += 1;
                self.nested(Self::atom)
            }
            Role::Differential => match self.slashed_derivative()? {
                Some(derivative) => Ok(derivative),
                // `\frac{\dif\ln T}{\dif\ln P}`
                None if self.is_function(self.next + 1) => {
                    self.next += 1;
                    Ok(Expr::symbol(Symbol::new('d')))
                }
                None => Err(self.unexpected("a number, a symbol or a bracket")),
            },
            Role::Frame => {
                self.next += 1;
                self.argument("braces with what is boxed")
            }
            _ if self.at_divergence() => {
                self.next += 1;
                self.nabla_of(Nabla::Divergence)
            }
            Role::Quantity => self.quantity(),
            Role::Number => self.plain_number(),
            Role::Angle => self.angle(),
            _ => Err(self.unexpected("a number, a symbol or a bracket")),
        }
    }

    /// `\sqrt{x}`, `\sqrt[3]{x}`
    pub(super) fn root(&mut self) -> Result<Expr> {
        self.next += 1;
        let degree = if self.at('[') {
            self.next += 1;
            let degree = self.nested(|parser| parser.bracketed(Self::expr))?;
            self.expect(']', "after the degree of a root")?;
            Some(Box::new(degree))
        } else {
            None
        };
        // `√(x)` comes with its bracket.
        let radicand = if self.at('(') {
            self.nested(Self::bracket)?
        } else {
            self.argument("what the root is of")?
        };
        Ok(Expr::Root(Box::new(radicand), degree))
    }

    /// A differential: `dx`, `d(PV)`.
    fn change(&mut self) -> Result<Expr> {
        if self.scan.role(self.next) == DifferentialRole::Bound {
            self.integral.bind();
        }
        let start = self.next;
        let after = super::words::differential_end(&self.tokens, start).unwrap_or(start + 1);
        if self.tokens.get(after).is_some_and(|token| token.is('(')) {
            self.next = after;
            let of = self.nested(Self::bracket)?;
            return Ok(Expr::Change(Change::Differential, Box::new(of)));
        }
        let (variable, order) = self.differential_variable()?;
        if order != 1 {
            return Err(self.error(
                start,
                "a differential of higher order outside of an integral or derivative",
                "a plain one",
            ));
        }
        Ok(Expr::Change(
            Change::Differential,
            Box::new(Expr::symbol(variable)),
        ))
    }

    /// Whether the next token closes a bracket of this kind.
    pub(super) fn at_close(&self, delimiter: Delimiter) -> bool {
        self.peek().is_some_and(|token| match token.kind {
            TokenKind::Close(found) => found == delimiter,
            TokenKind::Char(')') => delimiter == Delimiter::Round,
            TokenKind::Char(']') => delimiter == Delimiter::Square,
            _ => false,
        })
    }
}

/// A power. A matrix raised to a T is transposed.
fn power(base: Expr, exponent: Expr) -> Expr {
    let is_t = matches!(&exponent, Expr::Symbol(letter) if letter.is("T"));
    let turned = transposed(&base).filter(|_| is_t);
    turned.unwrap_or_else(|| Expr::Power(Box::new(base), Box::new(exponent)))
}

/// A power. For a number with a degree sign, it is the power of the unit: `\frac{1}{273} ^\circ C^{-1}`.
fn power_of(value: Expr, exponent: Expr, has_degree: bool) -> Expr {
    let mut factors = match value {
        Expr::Product(factors) if has_degree => factors,
        value => return power(value, exponent),
    };
    if let Some(unit) = factors.pop() {
        factors.push(power(unit, exponent));
    }
    Expr::Product(factors)
}

/// The transpose of a matrix or of a row.
fn transposed(value: &Expr) -> Option<Expr> {
    match value {
        Expr::Tuple(Bracket::Round | Bracket::Square, members) => {
            let rows = members.iter().map(|member| vec![member.clone()]);
            Some(Expr::Matrix(MatrixStyle::Round, rows.collect()))
        }
        Expr::Matrix(style @ (MatrixStyle::Round | MatrixStyle::Square), rows) => {
            let columns = 0..rows.first()?.len();
            let column = |at: usize| rows.iter().map(|row| row[at].clone()).collect();
            Some(Expr::Matrix(*style, columns.map(column).collect()))
        }
        _ => None,
    }
}

/// Whether `45^0` means degrees, since nobody writes it for 1. Small numbers may be powers: `10^0`.
fn is_degrees(base: &Expr, exponent: &Expr) -> bool {
    let (Expr::Number(base), Expr::Number(exponent)) = (base, exponent) else {
        return false;
    };
    let small = base.is_plain_integer() && base.to_i64().is_some_and(|base| base <= 10);
    exponent.is_zero() && !small
}

/// The quantities held fixed in a partial derivative: `T, N` in
/// `\left. \frac{\partial S}{\partial V} \right|_{T, N}`.
fn held(body: &Expr, place: &Formula) -> Option<String> {
    let Expr::Derivative(derivative) = body else {
        return None;
    };
    let (Some(first), true) = (&place.first, place.links.is_empty()) else {
        return None;
    };
    let letters = match first {
        Expr::Tuple(Bracket::None, letters) => letters.as_slice(),
        letter => std::slice::from_ref(letter),
    };
    let is_by = |symbol: &Symbol| derivative.by.iter().any(|(by, _)| by == symbol);
    let names: Option<Vec<&str>> = letters
        .iter()
        .map(|letter| match letter {
            Expr::Symbol(symbol) if symbol.is_plain() && !is_by(symbol) => {
                Some(symbol.base.as_str())
            }
            _ => None,
        })
        .collect();
    (derivative.style == DerivativeStyle::Partial)
        .then_some(names?)
        .map(|names| names.join(","))
}
