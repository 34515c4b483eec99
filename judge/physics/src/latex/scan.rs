//! What has to be known of a formula before it is read from left to right: which `d` is a
//! differential, which of them ends which integral, which letters are used as functions.
//!
//! One pass over the words, with a stack for the brackets that stand open.

use super::token::{Raw, Token, TokenKind, Words};
use super::words;
use crate::formula::{IntegralKind, Relation};
use crate::vocabulary::{Command, Operator, Role};

/// What a `d` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DifferentialRole {
    /// The letter.
    Letter,
    /// A differential that belongs to no integral: `dv = a\,dt`.
    Differential,
    /// The differential of the innermost open integral; `last` if that ends with it.
    Closes { last: bool },
    /// The differential of an integral, bound into a vector product: `\vec E \cdot d\vec l`.
    Bound,
}

/// The findings, by index of the word.
#[derive(Debug)]
pub(super) struct Scan<'s> {
    roles: Vec<(usize, DifferentialRole)>,
    closed: Vec<usize>,
    commas: Vec<usize>,
    applied: Vec<TokenKind<'s>>,
}

impl Scan<'_> {
    /// What the `d` at `index` is.
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

    /// Whether the bracket that opens at `index` holds a comma of its own.
    pub(super) fn has_comma(&self, index: usize) -> bool {
        self.commas.binary_search(&index).is_ok()
    }

    /// Whether the letter stands before a bracket with a lone symbol somewhere: `f(r)`.
    pub(super) fn is_applied(&self, letter: &TokenKind<'_>) -> bool {
        self.applied.contains(letter)
    }
}

/// An integral that waits for its differential.
#[derive(Clone, Copy)]
struct Waiting {
    at: usize,
    signs: u8,
}

struct Scanner<'t, 's> {
    tokens: Words<'t, 's>,
    /// Integrals that wait, one list for each round, square or other bracket that stands open.
    waiting: Vec<Vec<Waiting>>,
    /// Brackets that stand open, with whether a comma was seen in them.
    brackets: Vec<(usize, bool)>,
    /// Ends of the brace groups that stand open, with the integrals that waited before, or nothing
    /// where the group has a list of its own.
    braces: Vec<(Option<usize>, Option<usize>)>,
    /// Lower halves of derivatives, whose differentials belong to no integral.
    denominators: Vec<usize>,
    loose: Vec<usize>,
    /// Every `d` before a bracket: `d(PV)` beside `dU`, or a letter.
    grouped: Vec<usize>,
    lone: bool,
    found: Scan<'s>,
}

/// Looks through the words of one formula.
pub(super) fn scan<'s>(tokens: Words<'_, 's>) -> Scan<'s> {
    let mut scanner = Scanner {
        tokens,
        waiting: vec![Vec::new()],
        brackets: Vec::new(),
        braces: Vec::new(),
        denominators: Vec::new(),
        loose: Vec::new(),
        grouped: Vec::new(),
        lone: false,
        found: Scan {
            roles: Vec::new(),
            closed: Vec::new(),
            commas: Vec::new(),
            applied: Vec::new(),
        },
    };
    let mut index = 0;
    while index < tokens.len() {
        index = scanner.step(index);
    }
    let Scanner {
        mut found,
        loose,
        grouped,
        lone,
        ..
    } = scanner;
    let known = |(_, role): &&(usize, DifferentialRole)| *role == DifferentialRole::Differential;
    let certain = found.roles.iter().filter(known).count();
    if !loose.is_empty() && certain + loose.len() + grouped.len() >= 2 && !lone {
        let all = loose.into_iter().chain(grouped);
        found
            .roles
            .extend(all.map(|at| (at, DifferentialRole::Differential)));
    }
    found.roles.sort_by_key(|(at, _)| *at);
    found.closed.sort_unstable();
    found.commas.sort_unstable();
    found
}

impl Scanner<'_, '_> {
    fn kind(&self, index: usize) -> Option<TokenKind<'_>> {
        self.tokens.get(index).map(|token| token.kind)
    }

    fn is(&self, index: usize, wanted: char) -> bool {
        self.tokens.get(index).is_some_and(|token| token.is(wanted))
    }

    /// Looks at the word at `index`; the index to go on with.
    fn step(&mut self, index: usize) -> usize {
        let token = &self.tokens[index];
        match token.kind {
            TokenKind::Char('^' | '_') => return self.script(index),
            TokenKind::Char('{') if self.denominators.contains(&index) => {
                return self.tokens.after(index);
            }
            TokenKind::Char('{') => {
                let waited = self.innermost().len();
                self.braces
                    .push((self.tokens.group_end(index), Some(waited)));
            }
            TokenKind::Char('}') => self.close_brace(index),
            TokenKind::Char('(' | '[') | TokenKind::Open(_) => {
                self.brackets.push((index, false));
                self.waiting.push(Vec::new());
            }
            TokenKind::Char(')' | ']') | TokenKind::Close(_) => {
                if let Some((open, true)) = self.brackets.pop() {
                    self.found.commas.push(open);
                }
                if self.waiting.len() > 1 {
                    self.waiting.pop();
                }
            }
            TokenKind::Char(',') => {
                if let Some(bracket) = self.brackets.last_mut() {
                    bracket.1 = true;
                }
                self.innermost().clear();
            }
            TokenKind::Char('=' | '<' | '>') => self.innermost().clear(),
            TokenKind::Command(command) => return self.command(index, command),
            TokenKind::Letter('d') => return self.letter_d(index),
            _ => {}
        }
        self.note_application(index);
        index + 1
    }

    /// An exponent, limit or subscript. What is in braces has integrals of its own, but the
    /// subscript of a symbol is text.
    fn script(&mut self, index: usize) -> usize {
        let before = index.checked_sub(1).and_then(|before| self.kind(before));
        let is_text = self.is(index, '_')
            && before.is_some_and(|kind| {
                words::is_letter(&kind)
                    || matches!(kind, TokenKind::Char('}' | '\'') | TokenKind::Raw(..))
            });
        let end = self.tokens.group_end(index + 1);
        if is_text || end.is_none() {
            return self.tokens.after(index + 1);
        }
        self.braces.push((end, None));
        self.waiting.push(Vec::new());
        index + 2
    }

    /// The end of a group: its integrals wait no longer.
    fn close_brace(&mut self, index: usize) {
        if self
            .braces
            .last()
            .is_none_or(|(end, _)| *end != Some(index))
        {
            return;
        }
        match self.braces.pop() {
            Some((_, Some(waited))) => self.innermost().truncate(waited),
            _ if self.waiting.len() > 1 => {
                self.waiting.pop();
            }
            _ => {}
        }
    }

    fn innermost(&mut self) -> &mut Vec<Waiting> {
        self.waiting
            .last_mut()
            .expect("the outermost list is never popped")
    }

    fn command(&mut self, index: usize, command: &Command) -> usize {
        match command.role {
            Role::Integral(kind) => {
                let signs = signs(kind);
                self.innermost().push(Waiting { at: index, signs });
            }
            Role::Fraction => return self.fraction(index),
            Role::Relation(relation) => {
                // `P(a \to b)` is a call as `P(a, b)` is.
                if let (Some(bracket), Relation::Tends) = (self.brackets.last_mut(), relation) {
                    bracket.1 = true;
                }
                self.innermost().clear();
            }
            Role::Partial => {}
            _ if words::differential_end(&self.tokens, index).is_some() => {
                return self.letter_d(index);
            }
            _ => {}
        }
        self.note_application(index);
        index + 1
    }

    /// `f(r)`: a letter before a bracket that holds a lone symbol.
    fn note_application(&mut self, index: usize) {
        let token = &self.tokens[index];
        if !self.is(index + 1, '(') || !words::is_letter(&token.kind) {
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

    /// Steps into a fraction. The `d`s of a derivative, `\frac{d…}{dx…}`, end no integral.
    fn fraction(&mut self, index: usize) -> usize {
        let upper = index + 1;
        let above = words::differential_end(&self.tokens, upper + 1);
        let lower = self.tokens.after(upper);
        let (true, Some(above), true) = (self.is(upper, '{'), above, self.is(lower, '{')) else {
            return upper;
        };
        if self.variable_of(lower + 1).is_none() {
            return upper;
        }
        self.denominators.retain(|denominator| *denominator > index);
        self.denominators.push(lower);
        let waited = self.innermost().len();
        self.braces
            .push((self.tokens.group_end(upper), Some(waited)));
        above
    }

    fn letter_d(&mut self, index: usize) -> usize {
        let begin = words::differential_end(&self.tokens, index).unwrap_or(index + 1);
        let Some(variable) = self.variable_of(index) else {
            // In `d(x)` it may be a function.
            let groups = self.is(begin, '(') && !self.holds_a_symbol(begin);
            if groups && self.innermost().is_empty() {
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
        if self.is(end, '/') && self.variable_of(end + 1).is_some() {
            let below = self.variable_of(end + 1).unwrap_or(end + 1);
            return self.variable_end(below).unwrap_or(below + 1);
        }
        if let Some(integral) = self.innermost().last().copied() {
            let role = self.close(index, variable, end, integral);
            self.found.roles.push((index, role));
            return end;
        }
        let upright = self.tokens[index].kind != TokenKind::Letter('d');
        if upright {
            self.found
                .roles
                .push((index, DifferentialRole::Differential));
        } else if self.tokens[index].end == self.tokens[begin.min(self.tokens.len() - 1)].start {
            self.loose.push(index);
        } else {
            self.lone = true;
        }
        end
    }

    /// Whether the bracket that opens at an index holds a symbol and nothing else.
    fn holds_a_symbol(&self, open: usize) -> bool {
        self.variable_end(open + 1)
            .is_some_and(|end| self.is(end, ')'))
    }

    /// The role of a differential that an integral waits for.
    fn close(
        &mut self,
        index: usize,
        variable: usize,
        end: usize,
        integral: Waiting,
    ) -> DifferentialRole {
        let is_product = |at: usize| {
            self.tokens
                .get(at)
                .and_then(Token::role)
                .is_some_and(|role| matches!(role, Role::Operator(Operator::Dot | Operator::Times)))
        };
        let is_vector = matches!(self.kind(variable), Some(TokenKind::Command(command)) if matches!(command.role, Role::Vector | Role::Bold));
        let bound = index > 0 && is_product(index - 1) && is_vector || is_vector && is_product(end);
        let another = self.variable_of(end).is_some();
        let alone = self.innermost().len() == 1;
        let last = bound || !(another && (integral.signs > 1 || alone));
        let innermost = self.innermost();
        innermost.pop();
        if !last {
            innermost.push(Waiting {
                signs: integral.signs.saturating_sub(1).max(1),
                ..integral
            });
        }
        if self.found.closed.last() != Some(&integral.at) {
            self.found.closed.push(integral.at);
        }
        if bound {
            DifferentialRole::Bound
        } else {
            DifferentialRole::Closes { last }
        }
    }
}

/// Whether the raw text is an upright `d`.
pub(super) fn is_upright_d(kind: &TokenKind<'_>) -> bool {
    matches!(kind, TokenKind::Raw(Raw::Text, text) if text.trim() == "d")
}

/// The signs of an integral.
fn signs(kind: IntegralKind) -> u8 {
    match kind {
        IntegralKind::Single | IntegralKind::Closed => 1,
        IntegralKind::Double | IntegralKind::ClosedSurface => 2,
        IntegralKind::Triple => 3,
    }
}
