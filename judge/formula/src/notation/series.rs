//! Reads integrals, sums, products and limits.

use super::lookahead::DifferentialRole;
use super::parser::{OpenIntegral, Parser, Result};
use super::token::{Token, TokenKind};
use super::words;
use crate::notation::vocabulary::{Operator, Role};
use crate::tree::{
    Bracket, Change, Expr, Formula, Integral, IntegralKind, Limit, Relation, Series, SeriesKind,
    Sign, Symbol,
};

impl Parser<'_, '_> {
    /// An integral with its limits, integrand and differentials.
    ///
    /// The integrand goes up to the differential, which may be in the numerator of a fraction. Without a
    /// differential, or if it is inside a vector product, the integrand is one term. If the differential comes first,
    /// `\int dx\, f(x)`, the integrand is the adjacent factors after it, or the product in `\int dx \cdot f(x) g(x)`.
    /// Factors after a differential that contain its variable are part of the integrand too:
    /// `\int 4\pi r^2 dr\, \rho(r)`.
    pub(super) fn integral(&mut self) -> Result<Expr> {
        let start = self.next;
        let Some(Role::Integral(kind)) = self.peek().and_then(Token::role) else {
            return Err(self.unexpected("an integral"));
        };
        self.next += 1;
        let (lower, upper) = self.limits()?;
        let outer = std::mem::replace(&mut self.integral, OpenIntegral::at(self.level));
        let leading = matches!(self.scan.role(self.next), DifferentialRole::Closes { .. });
        let body = if self.scan.is_closed(start) {
            self.nested(Self::expr)
        } else {
            self.nested(Self::term)
        };
        let variables = std::mem::replace(&mut self.integral, outer).variables;
        let mut body = body?;
        // `\int dx/x`: the divisor is part of the integrand.
        if self.at('/') && self.scan.is_closed(start) {
            self.next += 1;
            let outer = std::mem::take(&mut self.integral);
            let numerator = match bare_integrand(&mut body) {
                Some(_) => Expr::integer(1),
                None => std::mem::replace(&mut body, Expr::integer(1)),
            };
            let quotient = self.nested(|parser| parser.divided(numerator));
            self.integral = outer;
            match bare_integrand(&mut body) {
                Some(place) => *place = quotient?,
                None => body = quotient?,
            }
        }
        let is_product = self
            .peek()
            .and_then(Token::role)
            .is_some_and(|role| matches!(role, Role::Operator(Operator::Dot | Operator::Times)));
        let follows = (leading || bare_integrand(&mut body).is_some())
            && (self.begins_factor() || is_product)
            && !matches!(self.scan.role(self.next), DifferentialRole::Closes { .. });
        if follows {
            let outer = std::mem::take(&mut self.integral);
            self.next += usize::from(is_product);
            let following = self.nested(if is_product {
                Self::term
            } else {
                Self::juxtaposed
            });
            self.integral = outer;
            match bare_integrand(&mut body) {
                Some(place) => *place = following?,
                None => body = following?,
            }
        }
        let bounds = [lower.as_ref().and_then(Formula::last), upper.as_ref()];
        if !follows && self.shows_below(&variables, bounds) {
            let outer = std::mem::take(&mut self.integral);
            let following = self.nested(Self::juxtaposed);
            self.integral = outer;
            body = Expr::product(vec![body, following?]);
        }
        // `\oiint \vec E \cdot d\vec A`, `\iiint_V \rho\,dV`: for a domain, further integral signs mean nothing.
        let kind = match kind {
            _ if upper.is_some() => kind,
            IntegralKind::ClosedSurface => IntegralKind::Closed,
            IntegralKind::Double | IntegralKind::Triple => IntegralKind::Single,
            kind => kind,
        };
        Ok(Expr::Integral(Box::new(Integral {
            kind,
            lower,
            upper,
            body,
            variables,
        })))
    }

    /// Whether the factors that come next contain a variable of the integral that its limits do not contain.
    fn shows_below(&self, variables: &[Symbol], bounds: [Option<&Expr>; 2]) -> bool {
        let in_bounds = |variable: &Symbol| {
            bounds
                .iter()
                .flatten()
                .any(|bound| bound.mentions(variable))
        };
        let names: Vec<&str> = variables
            .iter()
            .filter(|variable| variable.is_plain() && !in_bounds(variable))
            .map(|variable| variable.base.as_str())
            .collect();
        let shows = |token: &Token<'_>| match token.kind {
            TokenKind::Letter(letter) => names.iter().any(|name| name.chars().eq([letter])),
            TokenKind::Command(command) if command.role == Role::Letter => command
                .symbol()
                .is_some_and(|symbol| names.contains(&symbol.as_str())),
            _ => false,
        };
        let mut at = self.next;
        while let Some(token) = self.tokens.get(at) {
            let goes_on = match token.kind {
                TokenKind::Char(sign) => matches!(sign, '(' | '[' | '{' | '^' | '_'),
                TokenKind::Open(_) | TokenKind::Letter(_) | TokenKind::Digit(_) => true,
                TokenKind::Command(command) => {
                    command.begins_factor() && !matches!(command.role, Role::Integral(_))
                }
                _ => false,
            };
            if !goes_on || self.scan.role(at) != DifferentialRole::Letter {
                return false;
            }
            let past = self.tokens.past(at);
            if self.tokens[at..past].iter().any(shows) {
                return true;
            }
            at = past;
        }
        false
    }

    /// Adjacent factors.
    fn juxtaposed(&mut self) -> Result<Expr> {
        let mut factors = Vec::new();
        while self.begins_factor() && self.scan.role(self.next) == DifferentialRole::Letter {
            factors.push(self.nested(Self::factor)?);
        }
        if factors.is_empty() {
            return Err(self.unexpected("an integrand"));
        }
        Ok(Expr::product(factors))
    }

    /// `_a^b`, in any order, each at most once.
    fn limits(&mut self) -> Result<(Option<Formula>, Option<Expr>)> {
        let (mut lower, mut upper) = (None, None);
        loop {
            if self.at('_') && lower.is_none() {
                self.next += 1;
                lower = Some(self.nested(Self::bound)?);
            } else if self.at('^') && upper.is_none() {
                self.next += 1;
                upper = Some(self.argument("an upper limit")?);
            } else {
                return Ok((lower, upper));
            }
        }
    }

    /// `\sum_{i=1}^{n}` with the product after it.
    pub(super) fn series(&mut self, kind: SeriesKind) -> Result<Expr> {
        self.next += 1;
        let (lower, upper) = self.limits()?;
        let (lower, upper) = between(lower, upper);
        let body = self.nested(Self::term)?;
        Ok(Expr::Series(Box::new(Series {
            kind,
            lower,
            upper,
            body,
        })))
    }

    /// `\lim_{x \to 0}` with the product after it.
    pub(super) fn limit(&mut self) -> Result<Expr> {
        self.next += 1;
        self.expect('_', r"after `\lim`")?;
        let here = self.next;
        self.expect('{', "with the variable and where it goes")?;
        let changed = self.at_change();
        self.next += usize::from(changed);
        let variable = self.nested(Self::symbol)?;
        match self.relation() {
            Some((Relation::Tends, length)) => self.next += length,
            _ => return Err(self.unexpected(r"`\to`")),
        }
        let to = self.nested(|parser| parser.bracketed(Self::expr_before_side))?;
        let side = self.side_of_limit();
        self.expect('}', "after where a limit goes")?;
        if !self.begins_factor() && !self.at('-') {
            return Err(self.error(here.max(self.next), "nothing", "what the limit is of"));
        }
        let body = self.nested(Self::term)?;
        // `\lim_{\Delta t \to 0} \frac{\Delta x}{\Delta t}` runs over the change as a whole.
        let (variable, body) = if changed {
            let change = Symbol::new(format!(r"\Delta {}", variable.name()));
            let body = with_change(&body, &variable, &change);
            (change, body)
        } else {
            (variable, body)
        };
        Ok(Expr::Limit(Box::new(Limit {
            variable,
            to,
            side,
            body,
        })))
    }

    /// Whether `\Delta` and a letter come next.
    fn at_change(&self) -> bool {
        let is_delta = |token: &Token<'_>| matches!(token.kind, TokenKind::Command(command) if command.canonical == "Delta");
        self.peek().is_some_and(is_delta)
            && self
                .peek_at(1)
                .is_some_and(|next| words::begins_variable(&next.kind))
    }

    /// The value that a limit tends to: an expression, but only the zero of `0^+`.
    fn expr_before_side(&mut self) -> Result<Expr> {
        let after = self.tokens.after(self.next);
        if self.side_at(after).is_some() {
            return self.argument("where the limit goes");
        }
        self.expr()
    }

    /// `^+` or `^{-}` at an index.
    fn side_at(&self, index: usize) -> Option<Sign> {
        if !self.tokens.get(index)?.is('^') {
            return None;
        }
        let braced = usize::from(self.tokens.get(index + 1)?.is('{'));
        match self.tokens.get(index + 1 + braced)?.kind {
            TokenKind::Char('+') => Some(Sign::Plus),
            TokenKind::Char('-') => Some(Sign::Minus),
            _ => None,
        }
        .filter(|_| {
            braced == 0
                || self
                    .tokens
                    .get(index + 3)
                    .is_some_and(|token| token.is('}'))
        })
    }

    /// Takes `^+` or `^{-}`.
    fn side_of_limit(&mut self) -> Option<Sign> {
        let sign = self.side_at(self.next)?;
        self.next = self.tokens.after(self.next + 1);
        Some(sign)
    }
}

/// `1 \le i \le N` and `i \in \{1, \ldots, N\}` below a sum mean `i = 1` below it and `N` above.
fn between(lower: Option<Formula>, upper: Option<Expr>) -> (Option<Formula>, Option<Expr>) {
    let Some(below) = lower.as_ref().filter(|_| upper.is_none()) else {
        return (lower, upper);
    };
    let (index, first, last) = match (&below.first, below.links.as_slice()) {
        (
            Some(first),
            [
                (Relation::LessOrEqual, index @ Expr::Symbol(_)),
                (Relation::LessOrEqual, last),
            ],
        ) => (index, first, last),
        (Some(index @ Expr::Symbol(_)), [(Relation::In, Expr::Tuple(Bracket::Curly, members))]) => {
            match members.as_slice() {
                [first, rest @ .., Expr::Symbol(dots), last]
                    if dots.is(r"\ldots") && are_counted(first, rest) =>
                {
                    (index, first, last)
                }
                _ => return (lower, upper),
            }
        }
        _ => return (lower, upper),
    };
    let begins = Formula::expression(index.clone());
    let begins = Formula {
        links: vec![(Relation::Equal, first.clone())],
        ..begins
    };
    let last = last.clone();
    (Some(begins), Some(last))
}

/// Whether whole numbers are consecutive: 1, 2, 3.
fn are_counted(first: &Expr, rest: &[Expr]) -> bool {
    let whole = |value: &Expr| match value {
        Expr::Number(number) => number.to_i64(),
        _ => None,
    };
    let mut before = whole(first);
    rest.iter().all(|value| {
        let next = before.map(|before| before + 1);
        before = whole(value);
        before.is_some() && before == next
    })
}

/// The place for the integrand of integrals whose differentials all come first: `\int \int dX\,dY\, f`.
fn bare_integrand(body: &mut Expr) -> Option<&mut Expr> {
    let Expr::Integral(inner) = body else {
        return None;
    };
    if matches!(&inner.body, Expr::Number(one) if one.to_i64() == Some(1)) {
        return Some(&mut inner.body);
    }
    bare_integrand(&mut inner.body)
}

/// An expression with each change of a letter replaced by a symbol.
fn with_change(expr: &Expr, of: &Symbol, change: &Symbol) -> Expr {
    match expr {
        Expr::Change(Change::Delta, inner) if **inner == Expr::symbol(of.clone()) => {
            Expr::symbol(change.clone())
        }
        other => other.map_children(&mut |child| with_change(child, of, change)),
    }
}
