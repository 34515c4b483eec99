//! Scans a formula before it is parsed, for facts that parsing from left to right needs: which `d` is a differential,
//! which integral each of them ends, and which letters are used as functions.
//!
//! It walks through the tree of tokens once, row by row.

use std::ops::Range;

use super::token::{Raw, Token, TokenKind, Words};
use super::tree::{Bracketed as _, Side};
use super::{MAX_NESTING, words};
use crate::notation::vocabulary::{Command, Operator, Role};
use crate::tree::{Function, IntegralKind};

/// How deeply nested rows are scanned: deeper than can be parsed, as everything after a bra counts as inside it to
/// the end of the row.
const MAX_LEVELS: usize = 2 * MAX_NESTING;

/// The role of a `d`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DifferentialRole {
    /// The letter.
    Letter,
    /// A differential that belongs to no integral: `dv = a\,dt`.
    Differential,
    /// The differential of the innermost open integral; `last` if it ends that integral.
    Closes { last: bool },
    /// The differential of an integral inside a vector product: `\vec E \cdot d\vec l`.
    Bound,
}

/// The findings, by index of the token.
#[derive(Debug)]
pub(super) struct Lookahead<'s> {
    roles: Vec<(usize, DifferentialRole)>,
    closed: Vec<usize>,
    argued: Vec<usize>,
    applied: Vec<TokenKind<'s>>,
    sequences: Vec<TokenKind<'s>>,
    /// Greek letters that are an index somewhere: `A_\mu`.
    indices: Vec<&'static Command>,
    /// Greek letters that no power can be somewhere: lowered, `A_\alpha`, or raised together, `F^{\alpha\beta}`.
    tensor_indices: Vec<&'static Command>,
}

impl Lookahead<'_> {
    /// The role of the `d` at `index`.
    pub(super) fn role(&self, index: usize) -> DifferentialRole {
        match self.roles.binary_search_by_key(&index, |(at, _)| *at) {
            Ok(found) => self.roles[found].1,
            Err(_) => DifferentialRole::Letter,
        }
    }

    /// Whether the integral at `index` has a differential that ends it.
    pub(super) fn is_closed(&self, index: usize) -> bool {
        self.closed.binary_search(&index).is_ok()
    }

    /// Whether the bracket that opens at `index` can only hold arguments, because it directly contains a comma or a
    /// relation: `P(a, b)`, `P(a \to b)`, `x(t = 0)`.
    pub(super) fn holds_arguments(&self, index: usize) -> bool {
        self.argued.binary_search(&index).is_ok()
    }

    /// Whether the letter stands before a bracket with a single symbol somewhere: `f(r)`.
    pub(super) fn is_applied(&self, letter: &TokenKind<'_>) -> bool {
        self.applied.contains(letter)
    }

    /// Whether a Greek letter is an index of something other than a derivative.
    pub(super) fn is_index(&self, letter: &Command) -> bool {
        self.indices.iter().any(|index| index.name == letter.name)
    }

    /// Whether a Greek letter stands somewhere as a power cannot: `J^\beta = \partial_\alpha F^{\alpha\beta}`.
    pub(super) fn is_tensor_index(&self, letter: &Command) -> bool {
        self.tensor_indices
            .iter()
            .any(|index| index.name == letter.name)
    }

    /// Whether the letter stands before an index in square brackets somewhere: `y[n]`.
    pub(super) fn is_sequence(&self, letter: &TokenKind<'_>) -> bool {
        self.sequences.contains(letter)
    }
}

/// An integral whose differential has not been found yet.
struct Waiting {
    at: usize,
    signs: u8,
}

/// What is known about the inside of a bracket.
#[derive(Default)]
struct Inside {
    /// The open integrals in it.
    waiting: Vec<Waiting>,
    /// Whether it contains a comma, a semicolon or a relation, which no factor does.
    arguments: bool,
    /// Whether it is the integrand of an open integral around it.
    integrand: bool,
}

struct Scanner<'t, 's> {
    tokens: Words<'t, 's>,
    loose: Vec<usize>,
    /// Every `d` with a space between it and the letter after it, and that letter.
    spaced: Vec<(usize, TokenKind<'s>)>,
    /// Every `d` before a bracket: `d(PV)` beside `dU`, or a letter.
    grouped: Vec<usize>,
    lone: bool,
    /// Whether a small amount is written with a delta, as in `\delta Q = T\,dS`: then a `d` is no length.
    varies: bool,
    /// Rows around the one that is walked.
    level: usize,
    found: Lookahead<'s>,
}

/// Scans the tokens of one formula.
pub(super) fn scan<'s>(tokens: Words<'_, 's>) -> Lookahead<'s> {
    let mut scanner = Scanner {
        tokens,
        loose: Vec::new(),
        spaced: Vec::new(),
        grouped: Vec::new(),
        lone: false,
        varies: false,
        level: 0,
        found: Lookahead {
            roles: Vec::new(),
            closed: Vec::new(),
            argued: Vec::new(),
            applied: Vec::new(),
            sequences: Vec::new(),
            indices: indices(tokens),
            tensor_indices: tensor_indices(tokens),
        },
    };
    scanner.row(0..tokens.len(), &mut Inside::default());
    let Scanner {
        mut found,
        mut loose,
        spaced,
        grouped,
        mut lone,
        varies,
        ..
    } = scanner;
    // In `x d x + y d y = 0` no `d` is a length: a length would not precede each of two letters and occur nowhere
    // else.
    let of_two = spaced.iter().any(|(_, letter)| *letter != spaced[0].1);
    lone |= !spaced.is_empty() && !of_two;
    loose.extend(spaced.into_iter().map(|(at, _)| at));
    let known = |(_, role): &&(usize, DifferentialRole)| *role == DifferentialRole::Differential;
    let certain = found.roles.iter().filter(known).count();
    let changes = certain + loose.len() + grouped.len() + usize::from(varies);
    if !loose.is_empty() && changes >= 2 && !lone {
        let all = loose.into_iter().chain(grouped);
        found
            .roles
            .extend(all.map(|at| (at, DifferentialRole::Differential)));
    }
    found.roles.sort_by_key(|(at, _)| *at);
    found.closed.sort_unstable();
    found.argued.sort_unstable();
    found
}

impl Scanner<'_, '_> {
    fn kind(&self, index: usize) -> Option<TokenKind<'_>> {
        self.tokens.get(index).map(|token| token.kind)
    }

    fn is(&self, index: usize, wanted: char) -> bool {
        self.tokens.get(index).is_some_and(|token| token.is(wanted))
    }

    /// Scans the tokens of a row.
    fn row(&mut self, row: Range<usize>, inside: &mut Inside) {
        if self.level > MAX_LEVELS {
            return;
        }
        self.level += 1;
        let mut index = row.start;
        while index < row.end {
            let token = &self.tokens[index];
            index = if token.side() == Side::Opens && token.group().is_none() {
                let integrand = inside.integrand || !inside.waiting.is_empty();
                self.bracket(index, row.end, integrand)
            } else {
                self.step(index, row.end, inside)
            };
        }
        self.level -= 1;
    }

    /// Scans a bracket in a row that ends at `end`; returns the index after it. An unclosed one, such as that of a
    /// bra, contains the rest of the row.
    fn bracket(&mut self, open: usize, end: usize, integrand: bool) -> usize {
        let close = self.tokens.close(open).filter(|close| *close < end);
        let mut inside = Inside {
            integrand,
            ..Inside::default()
        };
        self.row(open + 1..close.unwrap_or(end), &mut inside);
        if inside.arguments && close.is_some() {
            self.found.argued.push(open);
        }
        close.unwrap_or(end) + 1
    }

    /// Scans the token at `index` in a row that ends at `end`; returns the index to continue with.
    fn step(&mut self, index: usize, end: usize, inside: &mut Inside) -> usize {
        match self.tokens[index].kind {
            TokenKind::Char('^' | '_') => return self.script(index, end, inside),
            TokenKind::Char('{') => return self.group(index, index + 1, end, inside),
            TokenKind::Char(',' | ';' | '=' | '<' | '>') => {
                inside.arguments = true;
                inside.waiting.clear();
            }
            TokenKind::Command(command) => return self.command(index, command, end, inside),
            kind if kind == TokenKind::Letter('d') || is_upright_d(&kind) => {
                return self.letter_d(index, inside);
            }
            _ => self.note_application(index),
        }
        index + 1
    }

    /// An exponent, limit or subscript. Content of braces has its own integrals, but the subscript of a symbol is
    /// text.
    fn script(&mut self, index: usize, end: usize, inside: &mut Inside) -> usize {
        let before = index.checked_sub(1).and_then(|before| self.kind(before));
        let is_text = self.is(index, '_')
            && before.is_some_and(|kind| {
                words::is_letter(&kind)
                    || matches!(kind, TokenKind::Char('}' | '\'') | TokenKind::Raw(..))
            });
        if is_text || self.tokens.group_end(index + 1).is_none() {
            return self.tokens.after(index + 1);
        }
        let outside = std::mem::take(&mut inside.waiting);
        let after = self.group(index + 1, index + 2, end, inside);
        inside.waiting = outside;
        after
    }

    /// Scans the group that begins at `open`, starting from a token in it; returns the index after it. Its integrals
    /// stay open no longer than the group.
    fn group(&mut self, open: usize, from: usize, end: usize, inside: &mut Inside) -> usize {
        let Some(close) = self.tokens.group_end(open).filter(|close| *close < end) else {
            return from;
        };
        let waited = inside.waiting.len();
        self.row(from..close, inside);
        inside.waiting.truncate(waited);
        close + 1
    }

    fn command(
        &mut self,
        index: usize,
        command: &Command,
        end: usize,
        inside: &mut Inside,
    ) -> usize {
        match command.role {
            Role::Integral(kind) => {
                let signs = signs(kind);
                inside.waiting.push(Waiting { at: index, signs });
            }
            Role::Fraction => return self.fraction(index, end, inside),
            Role::Relation(_) => {
                inside.arguments = true;
                inside.waiting.clear();
            }
            Role::Partial => {}
            _ if command.name == "delta" && self.variable_end(index + 1).is_some() => {
                self.varies = true;
            }
            // `\Pr(A \cup B)`
            Role::Operator(Operator::Joins(function))
                if !matches!(function, Function::Tensor | Function::DirectSum) =>
            {
                inside.arguments = true;
            }
            _ if words::differential_end(&self.tokens, index).is_some() => {
                return self.letter_d(index, inside);
            }
            _ => {}
        }
        self.note_application(index);
        index + 1
    }

    /// `f(r)`: a letter before a bracket that holds a lone symbol.
    fn note_application(&mut self, index: usize) {
        let token = &self.tokens[index];
        if !words::is_letter(&token.kind) {
            return;
        }
        if holds_an_index(&self.tokens, index + 1) && !self.found.sequences.contains(&token.kind) {
            self.found.sequences.push(token.kind);
        }
        if !self.is(index + 1, '(') {
            return;
        }
        if self.holds_a_symbol(index + 1) && !self.found.applied.contains(&token.kind) {
            self.found.applied.push(token.kind);
        }
    }

    /// The index after the symbol that begins at `index`.
    fn variable_end(&self, index: usize) -> Option<usize> {
        let kind = self.kind(index)?;
        if !words::begins_variable(&kind) {
            return None;
        }
        let mut end = match kind {
            TokenKind::Command(command) if command.takes_symbol() => self.tokens.after(index + 1),
            _ => index + 1,
        };
        loop {
            if self.is(end, '\'') {
                end += 1;
            } else if self.is(end, '_') {
                end = self.tokens.after(end + 1);
            } else {
                return Some(end.min(self.tokens.len()));
            }
        }
    }

    /// The index of the variable after the `d` at `index`, past an order such as `^3`.
    ///
    /// In `d\,dx` the first one is the letter.
    fn variable_of(&self, index: usize) -> Option<usize> {
        let mut at = words::differential_end(&self.tokens, index)?;
        if self.is(at, '^') {
            at = self.tokens.after(at + 1);
        }
        let kind = self.kind(at)?;
        let is_differential = words::differential_end(&self.tokens, at).is_some_and(|after| {
            kind != TokenKind::Letter('d')
                || self
                    .kind(after)
                    .is_some_and(|kind| words::begins_variable(&kind))
        });
        (words::begins_variable(&kind) && !is_differential).then_some(at)
    }

    /// Scans a fraction. The `d`s of a derivative, `\frac{d…}{dx…}`, end no integral.
    fn fraction(&mut self, index: usize, end: usize, inside: &mut Inside) -> usize {
        let upper = index + 1;
        let above = words::differential_end(&self.tokens, upper + 1);
        let lower = self.tokens.after(upper);
        let (true, Some(above), true) = (self.is(upper, '{'), above, self.is(lower, '{')) else {
            return upper;
        };
        if self.variable_of(lower + 1).is_none()
            && words::differential_of_function(&self.tokens, lower + 1).is_none()
        {
            return upper;
        }
        self.group(upper, above, end, inside);
        self.tokens.after(lower)
    }

    fn letter_d(&mut self, index: usize, inside: &mut Inside) -> usize {
        let begin = words::differential_end(&self.tokens, index).unwrap_or(index + 1);
        let Some(variable) = self.variable_of(index) else {
            // In `d(x)` the `d` may be a function.
            let groups = self.is(begin, '(') && !self.holds_a_symbol(begin);
            if groups && inside.waiting.is_empty() {
                if self.tokens[index].kind == TokenKind::Letter('d') {
                    self.grouped.push(index);
                } else if self.tokens[index].role() != Some(Role::Partial) {
                    self.found
                        .roles
                        .push((index, DifferentialRole::Differential));
                }
                return begin;
            }
            self.lone |= self.tokens[index].kind == TokenKind::Letter('d');
            self.note_application(index);
            return begin;
        };
        let end = self.variable_end(variable).unwrap_or(variable + 1);
        // `dx/dt`, `d\delta x/dt`
        let changed = self.is_change(variable).then(|| self.variable_end(end));
        for end in [Some(end), changed.flatten()].into_iter().flatten() {
            if self.is(end, '/')
                && let Some(below) = self.variable_of(end + 1)
            {
                return self.variable_end(below).unwrap_or(below + 1);
            }
        }
        if let Some(role) = self.close(index, variable, end, &mut inside.waiting) {
            self.found.roles.push((index, role));
            return end;
        }
        let upright = self.tokens[index].kind != TokenKind::Letter('d');
        // `\int (\vec F \cdot d\vec r + w)`
        let is_path = inside.integrand && self.is_bound(index, variable, end);
        if upright || is_path {
            self.found
                .roles
                .push((index, DifferentialRole::Differential));
        } else if self.is(begin, '^') {
            // `\rho d^2 h`: a differential of second order does not occur alone.
            self.lone = true;
        } else if self.tokens[index].end == self.tokens[begin.min(self.tokens.len() - 1)].start {
            self.loose.push(index);
        } else {
            self.spaced.push((index, self.tokens[variable].kind));
        }
        end
    }

    /// Whether the token is a letter for a small change.
    fn is_change(&self, index: usize) -> bool {
        matches!(self.kind(index), Some(TokenKind::Command(command)) if matches!(command.canonical, "delta" | "Delta"))
    }

    /// Whether the bracket that opens at an index contains only a symbol, perhaps in braces.
    fn holds_a_symbol(&self, open: usize) -> bool {
        let braces = usize::from(self.is(open + 1, '{'));
        self.variable_end(open + 1 + braces)
            .is_some_and(|end| (braces == 0 || self.is(end, '}')) && self.is(end + braces, ')'))
    }

    /// Whether the differential at an index is inside a vector product: `\vec E \cdot d\vec l`.
    fn is_bound(&self, index: usize, variable: usize, end: usize) -> bool {
        let is_product = |at: usize| {
            self.tokens
                .get(at)
                .and_then(Token::role)
                .is_some_and(|role| matches!(role, Role::Operator(Operator::Dot | Operator::Times)))
        };
        let is_vector = matches!(self.kind(variable), Some(TokenKind::Command(command)) if matches!(command.role, Role::Vector | Role::Bold));
        is_vector && (index > 0 && is_product(index - 1) || is_product(end))
    }

    /// The role of a differential if an integral is open.
    fn close(
        &mut self,
        index: usize,
        variable: usize,
        end: usize,
        waiting: &mut Vec<Waiting>,
    ) -> Option<DifferentialRole> {
        let integral = waiting.pop()?;
        let bound = self.is_bound(index, variable, end);
        let another = self.variable_of(end).is_some();
        let alone = waiting.is_empty();
        let last = bound || !(another && (integral.signs > 1 || alone));
        if !last {
            waiting.push(Waiting {
                signs: integral.signs.saturating_sub(1).max(1),
                ..integral
            });
        }
        if self.found.closed.last() != Some(&integral.at) {
            self.found.closed.push(integral.at);
        }
        Some(if bound {
            DifferentialRole::Bound
        } else {
            DifferentialRole::Closes { last }
        })
    }
}

/// Whether the bracket at an index is square, directly follows its base, and contains only a whole number or the
/// letter of an index: `y[n]`, `y[-1]`. In `k[A]` it is a concentration, in `F = m a\ [2]` the points of a formula.
pub(super) fn holds_an_index(tokens: &[Token<'_>], open: usize) -> bool {
    let Some([before, bracket, inside @ ..]) = tokens.get(open.wrapping_sub(1)..) else {
        return false;
    };
    if !bracket.is('[') || before.end != bracket.start {
        return false;
    }
    let is_digit = |token: &Token<'_>| matches!(token.kind, TokenKind::Digit(_));
    let may_stand = |token: &Token<'_>| {
        is_digit(token) || token.is('-') || matches!(token.kind, TokenKind::Letter(_))
    };
    let Some(close) = inside.iter().position(|token| !may_stand(token)) else {
        return false;
    };
    if !inside[close].is(']') {
        return false;
    }
    match &inside[..close] {
        [letter] if matches!(letter.kind, TokenKind::Letter('i'..='n')) => true,
        [sign, digits @ ..] if sign.is('-') => !digits.is_empty() && digits.iter().all(is_digit),
        digits => !digits.is_empty() && digits.iter().all(is_digit),
    }
}

/// The Greek letters that are indices of tensor components and belong to something other than `\partial`, or are raised
/// there.
fn indices(tokens: Words<'_, '_>) -> Vec<&'static Command> {
    let differentiates = |token: &Token<'_>| token.role() == Some(Role::Partial);
    if !tokens.iter().any(differentiates) {
        return Vec::new();
    }
    letters_of_scripts(tokens, |at, _| {
        tokens[at].is('^') || !differentiates(&tokens[at - 1])
    })
}

/// The Greek letters that stand lowered, or raised with nothing but other indices.
fn tensor_indices(tokens: Words<'_, '_>) -> Vec<&'static Command> {
    let is_brace = |token: &Token<'_>| token.is('{') || token.is('}');
    let is_raised = |script: &[Token<'_>]| {
        let places = script.iter().filter(|token| !is_brace(token));
        places.clone().count() > 1 && places.clone().all(words::is_place)
    };
    letters_of_scripts(tokens, |at, script| tokens[at].is('_') || is_raised(script))
}

/// The Greek letters of tensor components in those scripts that `counts` is true of, given where the mark is and what
/// it raises or lowers.
fn letters_of_scripts<'s>(
    tokens: Words<'_, 's>,
    counts: impl Fn(usize, &[Token<'s>]) -> bool,
) -> Vec<&'static Command> {
    /// How many tokens of an index are looked at.
    const MOST: usize = 12;
    let mut found: Vec<&'static Command> = Vec::new();
    for at in 1..tokens.len() {
        if !tokens[at].is('_') && !tokens[at].is('^') {
            continue;
        }
        let script = &tokens[at + 1..tokens.after(at + 1).min(tokens.len())];
        let script = &script[..script.len().min(MOST)];
        if !counts(at, script) {
            continue;
        }
        for token in script {
            if let TokenKind::Command(letter) = token.kind
                && words::is_space_time(token)
                && !found.contains(&letter)
            {
                found.push(letter);
            }
        }
    }
    found
}

/// Whether the raw text is an upright `d`.
pub(super) fn is_upright_d(kind: &TokenKind<'_>) -> bool {
    matches!(kind, TokenKind::Raw(Raw::Text, text) if text.trim() == "d")
}

/// How many integral signs a kind has.
fn signs(kind: IntegralKind) -> u8 {
    match kind {
        IntegralKind::Single | IntegralKind::Closed => 1,
        IntegralKind::Double | IntegralKind::ClosedSurface => 2,
        IntegralKind::Triple => 3,
    }
}
