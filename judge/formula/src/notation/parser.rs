//! The state of the parser, and the shape of a whole formula.

use super::MAX_NESTING;
use super::error::ReadError;
use super::lookahead::{self, Lookahead};
use super::token::{Token, TokenKind, Words};
use crate::notation::vocabulary::Role;
use crate::tree::{Bracket, Expr, Formula, MAX_DEPTH, MAX_NODES, Relation, Symbol};

/// The most operators in the whole formula that deepen the tree without brackets, as in `a/b/c/d`.
const MAX_CHAINED: usize = 60;

/// Errors are rare and large: they travel boxed.
pub(super) type Result<T> = std::result::Result<T, Box<ReadError>>;

/// An integral whose differential is still to come, or was just read.
#[derive(Default)]
pub(super) struct OpenIntegral {
    /// Brackets around its integrand.
    pub(super) level: usize,
    /// The variables met so far.
    pub(super) variables: Vec<Symbol>,
    /// Brackets around the last differential, once that was met.
    ended: Option<usize>,
    /// Whether a differential inside a vector product was found.
    bound: bool,
}

impl OpenIntegral {
    /// Begins an integrand inside `level` brackets.
    pub(super) fn at(level: usize) -> Self {
        Self {
            level,
            ..Self::default()
        }
    }

    /// Records a differential inside `level` brackets.
    pub(super) fn close(&mut self, variable: &Symbol, order: u32, last: bool, level: usize) {
        for _ in 0..order {
            self.variables.push(variable.clone());
        }
        if last {
            self.ended = Some(level);
        }
    }

    /// Records a differential inside a vector product, whose factors continue.
    pub(super) fn bind(&mut self) {
        self.bound = true;
    }

    /// Whether the factors at this level end, because the differential was among them.
    pub(super) fn ends_group(&self, level: usize) -> bool {
        self.ended == Some(level) && self.level == level
    }

    /// Whether the terms at this level end, because the differential was in the last term, perhaps in the numerator
    /// of a fraction.
    pub(super) fn ends_sum(&self, level: usize) -> bool {
        (self.ended.is_some() || self.bound) && self.level == level
    }
}

pub(super) struct Parser<'t, 's> {
    pub(super) source: &'t str,
    pub(super) tokens: Words<'t, 's>,
    pub(super) scan: Lookahead<'s>,
    /// Index of the next word.
    pub(super) next: usize,
    /// How many plain bars are open inside the innermost bracket.
    pub(super) bars: usize,
    /// How many brackets and braces surround the next token.
    pub(super) level: usize,
    /// The innermost integral whose integrand is being read.
    pub(super) integral: OpenIntegral,
    /// A subscript that was read before the exponent in front of it: where it begins and ends.
    pub(super) read_ahead: Option<(usize, usize)>,
    nesting: usize,
    chained: usize,
}

impl<'t, 's> Parser<'t, 's> {
    pub(super) fn new(source: &'t str, tokens: Words<'t, 's>) -> Self {
        let scan = lookahead::scan(tokens);
        Self {
            source,
            tokens,
            scan,
            next: 0,
            bars: 0,
            level: 0,
            integral: OpenIntegral::default(),
            read_ahead: None,
            nesting: 0,
            chained: 0,
        }
    }

    /// Reads all tokens as one formula.
    pub(super) fn whole(mut self) -> Result<Formula> {
        let formula = self.formula()?;
        if self.next < self.tokens.len() {
            return Err(self.unexpected("an operator, a relation or the end"));
        }
        let (mut depth, mut nodes) = (0, 0);
        for side in formula.sides() {
            let (levels, count) = side.extent();
            depth = depth.max(levels);
            nodes += count;
        }
        if depth > MAX_DEPTH {
            return Err(self.error(0, format!("{depth} levels"), format!("at most {MAX_DEPTH}")));
        }
        if nodes > MAX_NODES {
            return Err(self.error(0, format!("{nodes} parts"), format!("at most {MAX_NODES}")));
        }
        Ok(formula)
    }

    /// `[side] (relation side)*`, up to something that is neither.
    pub(super) fn formula(&mut self) -> Result<Formula> {
        let first = if self.relation().is_some() {
            None
        } else {
            Some(self.side()?)
        };
        let mut links = Vec::new();
        while let Some((relation, length)) = self.relation() {
            self.next += length;
            let side = self.side()?;
            // `E \sim 3\,\text{J}` gives a value.
            let relation = match relation {
                Relation::Similar if is_quantity(&side) => Relation::Approximately,
                relation => relation,
            };
            links.push((relation, side));
        }
        Ok(Formula {
            first,
            links,
            conditions: Vec::new(),
        })
    }

    /// One side: an expression, or several with commas between them at the end of a formula.
    fn side(&mut self) -> Result<Expr> {
        let first = self.expr()?;
        if self.level > 0 || !self.at(',') {
            return Ok(first);
        }
        let mut members = vec![first];
        while self.at(',') {
            self.next += 1;
            members.push(self.expr()?);
        }
        Ok(Expr::Tuple(Bracket::None, members))
    }

    /// The relation that comes next, and its length in tokens.
    pub(super) fn relation(&self) -> Option<(Relation, usize)> {
        let second = self.peek_at(1).map(|token| token.kind);
        Some(match self.peek()?.kind {
            TokenKind::Char('=') => (Relation::Equal, 1),
            TokenKind::Char('<') if second == Some(TokenKind::Char('=')) => {
                (Relation::LessOrEqual, 2)
            }
            TokenKind::Char('>') if second == Some(TokenKind::Char('=')) => {
                (Relation::GreaterOrEqual, 2)
            }
            TokenKind::Char('<') => (Relation::Less, 1),
            TokenKind::Char('>') => (Relation::Greater, 1),
            TokenKind::Char(':') if second == Some(TokenKind::Char('=')) => {
                (Relation::Identical, 2)
            }
            TokenKind::Command(command) => match command.role {
                Role::Not if second == Some(TokenKind::Char('=')) => (Relation::NotEqual, 2),
                Role::Relation(relation) => (relation, 1),
                _ => return None,
            },
            _ => return None,
        })
    }

    pub(super) fn peek(&self) -> Option<&'t Token<'s>> {
        self.tokens.words().get(self.next)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<&'t Token<'s>> {
        self.tokens.words().get(self.next + ahead)
    }

    /// Whether the next token is this character.
    pub(super) fn at(&self, wanted: char) -> bool {
        self.peek().is_some_and(|token| token.is(wanted))
    }

    /// Whether the next token is a bar that does not show which way it faces.
    pub(super) fn at_bar(&self) -> bool {
        self.at('|') || self.at_role(Role::DoubleBar)
    }

    /// Whether the next token is a command with this role.
    pub(super) fn at_role(&self, wanted: Role) -> bool {
        self.peek()
            .is_some_and(|token| token.role() == Some(wanted))
    }

    /// Takes the next token if it is this character.
    pub(super) fn take(&mut self, wanted: char) -> bool {
        let found = self.at(wanted);
        self.next += usize::from(found);
        found
    }

    /// Takes the next token, which must be this character.
    pub(super) fn expect(&mut self, wanted: char, for_what: &str) -> Result<()> {
        if self.take(wanted) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{wanted}` {for_what}")))
    }

    /// Calls `read` one level deeper.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return Err(self.error(
                self.next,
                format!("more than {MAX_NESTING} levels of brackets and arguments"),
                "a flatter formula",
            ));
        }
        let result = read(self);
        self.nesting -= 1;
        result
    }

    /// Counts an operator that makes the tree one level deeper without a bracket.
    pub(super) fn chain(&mut self) -> Result<()> {
        self.chained += 1;
        if self.chained > MAX_CHAINED {
            return Err(self.error(
                self.next,
                format!("more than {MAX_CHAINED} operators in a row"),
                "brackets or fractions",
            ));
        }
        Ok(())
    }

    /// Calls `read` inside a bracket, which has its own bars and integrals.
    pub(super) fn bracketed<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let bars = std::mem::take(&mut self.bars);
        self.level += 1;
        let result = read(self);
        self.level -= 1;
        self.bars = bars;
        result
    }

    /// An error at the token with an index.
    pub(super) fn error(
        &self,
        index: usize,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Box<ReadError> {
        let byte = match self.tokens.get(index) {
            Some(token) => token.start,
            None => self.tokens.last().map_or(0, |token| token.end),
        };
        Box::new(ReadError::new(self.source, byte, found, expected))
    }

    /// An error at the next token.
    pub(super) fn unexpected(&self, expected: &str) -> Box<ReadError> {
        self.error(self.next, self.found(), expected)
    }

    /// Describes the next token in words.
    fn found(&self) -> String {
        match self.peek() {
            None => "the end of the formula".to_owned(),
            Some(token) => match token.kind {
                TokenKind::Raw(..) | TokenKind::Begin(_) | TokenKind::End(_) => {
                    format!("`{}`", excerpt(&self.source[token.start..token.end]))
                }
                TokenKind::Unknown(name) => format!(r"the unknown command `\{name}`"),
                TokenKind::Command(command) => format!(r"`\{}`", command.name),
                TokenKind::Break => "a line break".to_owned(),
                TokenKind::Quad => "a wide space".to_owned(),
                _ => format!("`{}`", excerpt(&self.source[token.start..token.end])),
            },
        }
    }
}

/// Whether an expression is a number with its unit.
fn is_quantity(side: &Expr) -> bool {
    match side {
        Expr::Product(factors) => matches!(factors.as_slice(), [Expr::Number(_), Expr::Unit(_)]),
        _ => false,
    }
}

/// At most 40 characters of the source.
fn excerpt(text: &str) -> String {
    match text.char_indices().nth(40) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
