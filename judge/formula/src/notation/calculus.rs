//! Reads fractions, derivatives and the operators written with `\nabla`.

use std::ops::Range;

use super::error::ReadError;
use super::lookahead::DifferentialRole;
use super::parser::{Parser, Result};
use super::token::TokenKind;
use super::words;
use crate::notation::vocabulary::{Operator, Role};
use crate::tree::{
    Derivative, DerivativeOperator, DerivativeStyle, Evaluated, Expr, Formula, Nabla, Relation,
    Symbol, symbols_of, total_order,
};

/// How many tokens before the slash of `dE_{kin}/dt` are searched.
const LONGEST_NAME: usize = 14;

/// The highest order of a derivative.
const MAX_ORDER: u32 = 20;

impl Parser<'_, '_> {
    /// `\frac{a}{b}`, or a derivative.
    pub(super) fn fraction(&mut self) -> Result<Expr> {
        let start = self.next;
        if let Some(derivative) = self.derivative()? {
            return Ok(derivative);
        }
        self.next = start + 1;
        let numerator = self.argument("the numerator of a fraction")?;
        let denominator = self.argument("the denominator of a fraction")?;
        Ok(Expr::Fraction(Box::new(numerator), Box::new(denominator)))
    }

    /// `\frac{dy}{dx}`, `\frac{d^2}{dx^2} y`, `\frac{\partial^2 f}{\partial x \partial y}`.
    ///
    /// `None`, with nothing taken, unless both halves begin with `d` or `\partial` and the lower half contains only
    /// differentials.
    fn derivative(&mut self) -> Result<Option<Expr>> {
        let start = self.next;
        let upper = start + 1;
        let upper_end = self.tokens.group_end(upper);
        let lower = upper_end.map_or(start, |end| end + 1);
        let lower_end = self.tokens.group_end(lower);
        let (Some(upper_end), Some(lower_end)) = (upper_end, lower_end) else {
            return Ok(None);
        };
        let Some((style, above)) = self.differential(upper + 1) else {
            return Ok(None);
        };
        if self.differential_style(lower + 1) != Some(style) {
            return Ok(None);
        }
        if let Some(function) = words::differential_of_function(&self.tokens, lower + 1) {
            return self.logarithmic(style, above..upper_end, function..lower_end);
        }
        self.next = lower + 1;
        let Some(by) = self.bracketed(|parser| parser.variables(lower_end, style))? else {
            self.next = start;
            return Ok(None);
        };
        let total = total_order(&by);
        self.next = above;
        let order = self.order()?;
        if order != total {
            return Err(self.different_orders(upper + 1, order, total));
        }
        let of = if self.next == upper_end {
            self.next = lower_end + 1;
            if !self.begins_operand() && !self.at_join() {
                return Ok(Some(Expr::Operator(Box::new(DerivativeOperator {
                    style,
                    by,
                }))));
            }
            self.nested(|parser| parser.operand(&by))?
        } else {
            let of = self.nested(|parser| parser.bracketed(Self::expr))?;
            if self.next != upper_end {
                return Err(self.unexpected("`}` after what is differentiated"));
            }
            self.next = lower_end + 1;
            of
        };
        Ok(Some(self.differentiated(style, of, by)))
    }

    /// `\frac{d\ln p}{d\ln\rho}`: the derivatives of both by the symbol below, divided. Both halves are given without
    /// their `d`.
    fn logarithmic(
        &mut self,
        style: DerivativeStyle,
        above: Range<usize>,
        below: Range<usize>,
    ) -> Result<Option<Expr>> {
        let mut half = |range: Range<usize>| {
            self.next = range.start;
            let of = self.nested(|parser| parser.bracketed(Self::expr))?;
            if self.next == range.end {
                return Ok(of);
            }
            Err(self.unexpected("`}` after what is differentiated"))
        };
        let (of, by) = (half(above)?, half(below.clone())?);
        let mut symbols = symbols_of([&by]).into_iter();
        let (Some(symbol), None) = (symbols.next(), symbols.next()) else {
            self.next = below.start;
            return Err(self.unexpected("a function of one symbol after `d`"));
        };
        self.next = below.end + 1;
        let [above, below] = [of, by].map(|of| {
            let by = vec![(symbol.clone(), 1)];
            Box::new(Expr::Derivative(Box::new(Derivative { style, of, by })))
        });
        Ok(Some(Expr::Fraction(above, below)))
    }

    /// A derivative of what was just read. `\frac{d}{dx}(f)|_{x=0}` is the derivative of `f` at this place: nobody
    /// differentiates a number.
    fn differentiated(&self, style: DerivativeStyle, of: Expr, by: Vec<(Symbol, u32)>) -> Expr {
        let bracketed = self.tokens[self.next - 1].is(')');
        let derivative = |of, by| Expr::Derivative(Box::new(Derivative { style, of, by }));
        let mut factors = match of {
            Expr::Product(factors) => factors,
            of => vec![of],
        };
        // This also applies to the last of several factors: `\partial_x a(x - y)|_{x=y}`.
        let last = factors.pop_if(|last| {
            matches!(last, Expr::Evaluated(evaluated) if !bracketed && is_evaluated_at(evaluated, &by))
        });
        let Some(Expr::Evaluated(evaluated)) = last else {
            return derivative(Expr::product(factors), by);
        };
        let Evaluated { body, lower, upper } = *evaluated;
        factors.push(body);
        let body = derivative(Expr::product(factors), by);
        Expr::Evaluated(Box::new(Evaluated { body, lower, upper }))
    }

    /// Which `d` stands at an index.
    fn differential_style(&self, index: usize) -> Option<DerivativeStyle> {
        self.differential(index).map(|(style, _)| style)
    }

    /// Which `d` stands at an index, and the index after it.
    fn differential(&self, index: usize) -> Option<(DerivativeStyle, usize)> {
        if let Some(after) = words::material_end(&self.tokens, index) {
            return Some((DerivativeStyle::Material, after));
        }
        let after = words::differential_end(&self.tokens, index)?;
        let style = if self.tokens[index].role() == Some(Role::Partial) {
            DerivativeStyle::Partial
        } else {
            DerivativeStyle::Total
        };
        Some((style, after))
    }

    /// `dx^2 dy` up to an index, all with the same `d`; `None` if it holds anything else.
    fn variables(
        &mut self,
        end: usize,
        style: DerivativeStyle,
    ) -> Result<Option<Vec<(Symbol, u32)>>> {
        let mut by = Vec::new();
        while self.next < end {
            let after = match self.differential(self.next) {
                Some((known, after)) if known == style => after,
                _ => return Ok(None),
            };
            self.next = after;
            let is_variable = self
                .peek()
                .is_some_and(|token| words::begins_variable(&token.kind));
            if !is_variable || style == DerivativeStyle::Material && !self.is_time_at(after) {
                return Ok(None);
            }
            by.push(self.variable()?);
        }
        Ok((!by.is_empty()).then_some(by))
    }

    /// The variable of a derivative, with its order. In `\partial q^n` the `n` is an index: an order is a number.
    fn variable(&mut self) -> Result<(Symbol, u32)> {
        let mut symbol = self.nested(Self::symbol)?;
        let raises_letter = self.at('^')
            && self
                .peek_at(1)
                .is_some_and(|token| words::begins_variable(&token.kind));
        if raises_letter && symbol.label.is_none() {
            self.next += 1;
            symbol.label = Some(self.subscript()?);
        }
        let order = self.order()?;
        Ok((symbol, order))
    }

    /// `^n` with a whole number; 1 if it is missing.
    pub(super) fn order(&mut self) -> Result<u32> {
        if !self.at('^') {
            return Ok(1);
        }
        let here = self.next;
        self.next += 1;
        let exponent = self.argument("an order")?;
        let order = match &exponent {
            Expr::Number(number) => number.to_i64().and_then(|order| u32::try_from(order).ok()),
            _ => None,
        };
        order
            .filter(|order| (1..=MAX_ORDER).contains(order))
            .ok_or_else(|| {
                self.error(
                    here,
                    "an order that is no small number",
                    format!("1 to {MAX_ORDER}"),
                )
            })
    }

    fn begins_operand(&self) -> bool {
        self.begins_factor() && self.scan.role(self.next) == DifferentialRole::Letter
    }

    /// The operand of an operator such as `\frac{d}{dx}`: a bracket with its exponent, or adjacent factors up to one
    /// that is evaluated at a place: `\frac{d}{dx} f|_{x=0} x`.
    fn operand(&mut self, by: &[(Symbol, u32)]) -> Result<Expr> {
        let bracket = matches!(
            self.peek().map(|token| token.kind),
            Some(TokenKind::Char('(' | '[') | TokenKind::Open(_))
        );
        if bracket {
            return self.nested(Self::factor);
        }
        let mut factors = Vec::new();
        let ends = |factors: &[Expr]| matches!(factors.last(), Some(Expr::Evaluated(evaluated)) if is_evaluated_at(evaluated, by));
        while self.begins_operand() && !ends(&factors) {
            factors.push(self.nested(Self::factor)?);
        }
        if factors.is_empty() {
            return Err(self.unexpected("what is differentiated"));
        }
        Ok(Expr::product(factors))
    }

    /// Whether `dx/dt` or `d^2x/dt^2` begins at the next token.
    pub(super) fn begins_slashed_derivative(&self) -> bool {
        let begins = |at: usize| {
            self.tokens
                .get(at)
                .is_some_and(|token| words::begins_variable(&token.kind))
        };
        let Some((style, mut of)) = self.differential(self.next) else {
            return false;
        };
        if self.tokens.get(of).is_some_and(|token| token.is('^')) {
            of = self.tokens.after(of + 1);
        }
        let Some(slash) = (of + 1..of + LONGEST_NAME)
            .find(|at| self.tokens.get(*at).is_some_and(|token| token.is('/')))
        else {
            return false;
        };
        let below = self
            .differential(slash + 1)
            .filter(|(known, _)| *known == style);
        let is_variable = |after: usize| {
            begins(after) && (style != DerivativeStyle::Material || self.is_time_at(after))
        };
        begins(of) && below.is_some_and(|(_, after)| is_variable(after))
    }

    /// Whether the token is a time: material derivatives are only by time, while `DE/DF` divides two distances.
    fn is_time_at(&self, index: usize) -> bool {
        self.tokens
            .get(index)
            .is_some_and(|token| match token.kind {
                TokenKind::Letter(letter) => letter == 't',
                TokenKind::Command(command) => command.canonical == "tau",
                _ => false,
            })
    }

    /// `dx/dt`, `\partial^2 f/\partial x^2`; `None`, with nothing taken, if it is not that.
    pub(super) fn slashed_derivative(&mut self) -> Result<Option<Expr>> {
        if !self.begins_slashed_derivative() {
            return Ok(None);
        }
        let start = self.next;
        let Some((style, after)) = self.differential(start) else {
            return Ok(None);
        };
        self.next = after;
        let order = self.order();
        let of = self.nested(Self::changing);
        let slash = self.next;
        let matches =
            of.is_ok() && self.at('/') && self.differential_style(slash + 1) == Some(style);
        if !matches {
            self.next = start;
            self.read_ahead = None;
            return Ok(None);
        }
        let (order, of) = (order?, of?);
        self.next = slash + 1;
        let by = self.variables_below(start, style, order)?;
        let zero = self.at_zero_argument().then(|| by[0].0.clone());
        let derivative = Expr::Derivative(Box::new(Derivative { style, of, by }));
        // `dg/dx(0)` is the derivative at 0: nobody multiplies by 0.
        let Some(variable) = zero else {
            return Ok(Some(derivative));
        };
        self.next += 3;
        let place = Formula::relation(Expr::symbol(variable), Relation::Equal, Expr::integer(0));
        Ok(Some(Expr::Evaluated(Box::new(Evaluated {
            body: derivative,
            lower: place,
            upper: None,
        }))))
    }

    /// The operand of `d`: a symbol, or a small change of one, `d\delta\rho/dt`.
    fn changing(&mut self) -> Result<Expr> {
        let symbol = self.symbol()?;
        let is_changed = symbol.is(r"\delta") || symbol.is(r"\Delta");
        let begins = self
            .peek()
            .is_some_and(|token| words::begins_variable(&token.kind));
        let mut factors = vec![Expr::symbol(symbol)];
        if is_changed && begins {
            factors.push(Expr::symbol(self.symbol()?));
        }
        Ok(Expr::product(factors))
    }

    /// `\partial/\partial x`, `\partial^2/\partial x^2`, applied to what follows or to nothing yet; `None`, with
    /// nothing taken, if it is something else.
    fn slashed_operator(&mut self) -> Result<Option<Expr>> {
        let start = self.next;
        self.next += 1;
        let order = self.order();
        let slash = self.next;
        let style = DerivativeStyle::Partial;
        if !self.at('/') || self.differential_style(slash + 1) != Some(style) {
            self.next = start;
            self.read_ahead = None;
            return Ok(None);
        }
        let order = order?;
        self.next += 1;
        let by = self.variables_below(start, style, order)?;
        if !self.begins_operand() && !self.at_join() {
            let operator = DerivativeOperator { style, by };
            return Ok(Some(Expr::Operator(Box::new(operator))));
        }
        let of = self.nested(|parser| parser.operand(&by))?;
        Ok(Some(self.differentiated(style, of, by)))
    }

    /// The variables of a derivative of some order that begins at `start` and is written with a slash: `dx\,dy`, `dt^2`.
    fn variables_below(
        &mut self,
        start: usize,
        style: DerivativeStyle,
        order: u32,
    ) -> Result<Vec<(Symbol, u32)>> {
        let mut by: Vec<(Symbol, u32)> = Vec::new();
        let mut left = order;
        while left > 0
            && let Some((known, after)) = self.differential(self.next)
            && known == style
        {
            self.next = after;
            let (symbol, order) = self.variable()?;
            left = left.saturating_sub(order);
            by.push((symbol, order));
        }
        let below = total_order(&by);
        if order != below {
            return Err(self.different_orders(start, order, below));
        }
        Ok(by)
    }

    fn different_orders(&self, at: usize, above: u32, below: u32) -> Box<ReadError> {
        self.error(
            at,
            format!("a derivative of order {above} over differentials of order {below}"),
            "the same order above and below",
        )
    }

    /// `\partial_t f`, `\partial f/\partial x`, or the sign alone, which denotes a boundary.
    pub(super) fn partial(&mut self) -> Result<Expr> {
        if let Some(derivative) = self.slashed_derivative()? {
            return Ok(derivative);
        }
        if let Some(operator) = self.slashed_operator()? {
            return Ok(operator);
        }
        self.next += 1;
        let is_raised = self.at('^');
        if !is_raised && !self.at('_') {
            return Ok(Expr::symbol(Symbol::new(r"\partial")));
        }
        self.next += 1;
        let by = match self.indexed_place(is_raised) {
            Some(place) => vec![(place, self.order()?)],
            None if is_raised => {
                self.next -= 1;
                return Ok(Expr::symbol(Symbol::new(r"\partial")));
            }
            None => self.places_below()?,
        };
        if !self.begins_operand() && !self.at_join() {
            let style = DerivativeStyle::Partial;
            return Ok(Expr::Operator(Box::new(DerivativeOperator { style, by })));
        }
        // As of `\nabla`, the operand is the factor behind it.
        let of = self.nested(Self::factor)?;
        if let Expr::Operator(mut inner) = of {
            // `\partial_\mu \partial^\mu`
            inner.by.splice(0..0, by);
            return Ok(Expr::Operator(inner));
        }
        let of = self.number_divided(of)?;
        Ok(self.differentiated(DerivativeStyle::Partial, of, by))
    }

    /// The variables of `\partial_t`, `\partial_0^2` and `\partial_{xx}`, with their orders.
    fn places_below(&mut self) -> Result<Vec<(Symbol, u32)>> {
        if let Some(by) = self.several_places() {
            return Ok(by);
        }
        let by = match self.counted_place() {
            Some(place) => place,
            None => self.nested(|parser| {
                if parser.at('{') {
                    parser.braced(Self::symbol)
                } else {
                    parser.base()
                }
            })?,
        };
        Ok(vec![(by, self.order()?)])
    }

    /// The coordinate `x^0` of `\partial_0`. Takes nothing if there is no digit.
    fn counted_place(&mut self) -> Option<Symbol> {
        let braced = usize::from(self.at('{'));
        let TokenKind::Digit(digit) = self.peek_at(braced)?.kind else {
            return None;
        };
        if braced == 1 && !self.peek_at(2)?.is('}') {
            return None;
        }
        self.next += 1 + 2 * braced;
        let mut place = Symbol::new('x');
        place.label = Some(digit.to_string());
        Some(place)
    }

    /// The coordinate `x^\mu` of `\partial_\mu`, if the letter is also an index of something else, and `x_\mu` of
    /// `\partial^\mu`. Takes nothing if it may be a quantity.
    fn indexed_place(&mut self, is_raised: bool) -> Option<Symbol> {
        let braced = usize::from(self.at('{'));
        let TokenKind::Command(letter) = self.peek_at(braced)?.kind else {
            return None;
        };
        let is_alone = braced == 0 || self.peek_at(2)?.is('}');
        if !is_alone || !self.scan.is_index(letter) {
            return None;
        }
        self.next += 1 + 2 * braced;
        let mut place = Symbol::new('x');
        if is_raised {
            place.subscript = letter.symbol();
        } else {
            place.label = letter.symbol();
        }
        Some(place)
    }

    /// The letters of `\partial_{xx}` and `\partial_{xt}`, adjacent places and times, with their orders. Takes
    /// nothing if there are none.
    fn several_places(&mut self) -> Option<Vec<(Symbol, u32)>> {
        let close = self.tokens.group_end(self.next)?;
        let letters = self.tokens.get(self.next + 1..close)?;
        let mut by: Vec<(Symbol, u32)> = Vec::new();
        for token in letters {
            let TokenKind::Letter(letter @ ('x' | 'y' | 'z' | 't')) = token.kind else {
                return None;
            };
            let symbol = Symbol::new(letter);
            match by.iter_mut().find(|(known, _)| *known == symbol) {
                Some((_, order)) => *order += 1,
                None => by.push((symbol, 1)),
            }
        }
        if !(2..=4).contains(&letters.len()) {
            return None;
        }
        self.next = close + 1;
        Some(by)
    }

    /// `\nabla` with its operand; without one it is a vector.
    ///
    /// Divergence and curl take the factors up to the first vector, gradient and Laplacian take one factor.
    pub(super) fn nabla(&mut self) -> Result<Expr> {
        let primes = self.nested(Self::base)?.primes;
        // `\nabla_\mu F^{\mu\nu}`, `\nabla_1^2`: with an index it is a symbol, like `D_\mu`.
        if self.at('_') {
            let mut indexed = Symbol::new(r"\nabla");
            self.marks(&mut indexed)?;
            indexed.primes += primes;
            // `\nabla_0 \times F` is not a product of letters.
            indexed.vector = self
                .peek()
                .is_some_and(|token| token.role() == Some(Role::Operator(Operator::Times)));
            return Ok(Expr::symbol(indexed));
        }
        let squared = self.at('^')
            && (self
                .peek_at(1)
                .is_some_and(|token| token.kind == TokenKind::Digit('2'))
                || self.peek_at(1).is_some_and(|token| token.is('{'))
                    && self
                        .peek_at(2)
                        .is_some_and(|token| token.kind == TokenKind::Digit('2'))
                    && self.peek_at(3).is_some_and(|token| token.is('}')));
        let alone = Expr::symbol(Symbol::new(r"\nabla").as_vector());
        if squared {
            let caret = self.next;
            self.next = self.tokens.after(caret + 1);
            if self.at_join() {
                return Err(self.unexpected(r"what `\nabla^2` works on"));
            }
            if !self.begins_operand() {
                // The operator by itself: a superscript is read as its exponent.
                self.next = caret;
                return Ok(alone);
            }
            let value = self.nested(Self::factor)?;
            let value = self.number_divided(value)?;
            return Ok(Expr::Nabla(Nabla::Laplacian, Box::new(value)));
        }
        let operator = match self.peek().map(|token| token.kind) {
            Some(TokenKind::Command(command)) if command.role == Role::Operator(Operator::Dot) => {
                Nabla::Divergence
            }
            Some(TokenKind::Command(command))
                if command.role == Role::Operator(Operator::Times) =>
            {
                Nabla::Curl
            }
            _ if self.begins_factor() && self.scan.role(self.next) == DifferentialRole::Letter => {
                let value = self.nested(Self::factor)?;
                let value = self.number_divided(value)?;
                return Ok(Expr::Nabla(Nabla::Gradient, Box::new(value)));
            }
            _ => return Ok(alone),
        };
        self.next += 1;
        self.nabla_of(operator)
    }

    /// A number with its divisor: in `\nabla 1/r` the gradient is not that of the 1.
    fn number_divided(&mut self, value: Expr) -> Result<Expr> {
        if !matches!(value, Expr::Number(_)) || !self.take('/') {
            return Ok(value);
        }
        let below = self.nested(Self::factor)?;
        Ok(Expr::Fraction(Box::new(value), Box::new(below)))
    }

    /// Whether `\div` comes next; where an operand is expected it is not a division.
    pub(super) fn at_divergence(&self) -> bool {
        self.peek().is_some_and(
            |token| matches!(token.kind, TokenKind::Command(command) if command.name == "div"),
        )
    }

    /// The operand of `\nabla` or a related operator, after its name.
    pub(super) fn nabla_of(&mut self, operator: Nabla) -> Result<Expr> {
        let bracketed = self.at('(') || self.at('[') || operator == Nabla::Gradient;
        let first = self.nested(Self::factor)?;
        let mut factors = vec![if operator == Nabla::Gradient {
            self.number_divided(first)?
        } else {
            first
        }];
        let save = self.next;
        while !bracketed
            && !factors.iter().any(Expr::is_vector)
            && self.begins_factor()
            && self.scan.role(self.next) == DifferentialRole::Letter
        {
            factors.push(self.nested(Self::factor)?);
        }
        if operator != Nabla::Gradient && !factors.iter().any(Expr::is_vector) {
            // No vector is marked as one: the operator takes the factor next to it.
            self.next = save;
            factors.truncate(1);
        }
        Ok(Expr::Nabla(operator, Box::new(Expr::product(factors))))
    }
}

/// Whether an expression is evaluated at a value of the variable of the derivative.
fn is_evaluated_at(evaluated: &Evaluated, by: &[(Symbol, u32)]) -> bool {
    let names = match (&evaluated.lower.first, evaluated.lower.links.as_slice()) {
        (Some(Expr::Symbol(symbol)), [_]) => by.iter().any(|(variable, _)| variable == &**symbol),
        (_, []) => true,
        _ => false,
    };
    names && evaluated.upper.is_none()
}
