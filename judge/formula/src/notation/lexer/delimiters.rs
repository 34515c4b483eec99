//! Lexes environments, and the delimiters of `\left` and similar commands.

use super::Lexer;
use crate::notation::token::{Raw, TokenKind, is_relation};
use crate::notation::vocabulary;
use crate::notation::vocabulary::command_name;
use crate::notation::vocabulary::{Command, Delimiter, Lines, Role};
use crate::notation::{MAX_NESTING, ReadError, bracket_length, group_length};

/// The environment whose rows the lines after a brace are.
const ROWS: &str = "matrix";

/// The environment whose rows numbered cases are.
const CASES: &str = "cases";

impl<'s> Lexer<'s> {
    pub(super) fn environment(
        &mut self,
        start: usize,
        command: &'static Command,
    ) -> Result<(), ReadError> {
        let name = self.braced(command.name)?;
        if matches!(name, "numcases" | "subnumcases") {
            return self.numbered_cases(start, command.role == Role::Begin);
        }
        let environment = vocabulary::environment(name);
        let aligns = environment.is_some_and(|known| known.lines == Lines::Formulas);
        if command.role == Role::Begin {
            let has_columns = environment.is_some_and(|known| known.has_columns);
            // `\begin{aligned}[t]`, `\begin{empheq}[box=\fbox]`
            let placed = ["[t]", "[c]", "[b]"];
            // `\begin{pmatrix*}[r]`
            let is_placed = has_columns || name.ends_with("matrix*");
            if is_placed || placed.iter().any(|place| self.rest().starts_with(place)) {
                self.skip_option();
            }
            if has_columns && self.rest().trim_start().starts_with('{') {
                self.braced(command.name)?;
            }
            if aligns && self.begins_cases() {
                self.environments.push(true);
                self.rows_of_cases.push(self.environments.len());
                self.push(start, TokenKind::Begin(ROWS));
                return Ok(());
            }
            // `\begin{cases*} a & if $x > 0$`
            self.has_text_column |= name.ends_with("cases*");
            self.environments.push(!aligns);
            if !aligns {
                self.push(start, TokenKind::Begin(name));
            }
            return Ok(());
        }
        self.has_text_column &= !name.ends_with("cases*");
        if self.rows_of_cases.last() == Some(&self.environments.len()) && aligns {
            self.rows_of_cases.pop();
            self.environments.pop();
            self.push(start, TokenKind::End(ROWS));
            return Ok(());
        }
        match self.environments.pop() {
            Some(table) if table != aligns => {
                if !aligns {
                    self.push(start, TokenKind::End(name));
                }
                Ok(())
            }
            _ => Err(self.error(
                start,
                format!(r"`\end{{{name}}}`"),
                format!(r"`\begin{{{name}}}` before it"),
            )),
        }
    }

    /// Whether the last opened bracket is a brace after a relation: `f = \left\{`.
    fn begins_cases(&self) -> bool {
        match self.tokens.as_slice() {
            [.., relation, open] => {
                is_relation(relation) && open.kind == TokenKind::Open(Delimiter::Curly)
            }
            _ => false,
        }
    }

    /// Whether the column of the next token is still empty.
    pub(super) fn begins_column(&self) -> bool {
        self.tokens.last().is_some_and(|last| {
            last.is('&') || matches!(last.kind, TokenKind::Begin(_) | TokenKind::Break)
        })
    }

    /// `\begin{numcases}{f = }` is `f = \begin{cases}` with text in the second column: `a & if $x < 0$`.
    fn numbered_cases(&mut self, start: usize, begins: bool) -> Result<(), ReadError> {
        if begins {
            self.skip_spaces();
            self.head_of_cases = group_length(self.rest()).map(|length| self.at + length - 1);
            if self.head_of_cases.is_none() {
                let found = self.found_here();
                return Err(self.error(self.at, found, r"braces after `\begin{numcases}`"));
            }
            self.at += 1;
            return Ok(());
        }
        self.has_text_column = false;
        if self.environments.pop() != Some(true) {
            let before = r"`\begin{numcases}` before it";
            return Err(self.error(start, r"`\end{numcases}`", before));
        }
        self.push(start, TokenKind::End(CASES));
        Ok(())
    }

    /// Whether the text before the brace of numbered cases ends here; moves past the brace if so.
    pub(super) fn ends_head_of_cases(&mut self) -> bool {
        let start = self.at;
        let ends = self.head_of_cases == Some(start);
        if ends {
            self.head_of_cases = None;
            self.at += 1;
            self.environments.push(true);
            self.has_text_column = true;
            self.push(start, TokenKind::Begin(CASES));
        }
        ends
    }

    /// The text of a column that is not mathematics, up to the next formula in it or the end of the line.
    pub(super) fn text_column(&mut self) {
        let start = self.at;
        let rest = self.rest();
        let length = ["$", r"\\", r"\end", r"\(", r"\label", "&"]
            .iter()
            .filter_map(|end| rest.find(end))
            .min()
            .unwrap_or(rest.len());
        self.at += length;
        if !rest[..length].trim().is_empty() {
            self.push(start, TokenKind::Raw(Raw::Text, &rest[..length]));
        }
    }

    /// A table in the braces after a command, `\pmqty{a & b \\ c & d}`; `\mqty` may be followed by other brackets,
    /// which are shown.
    pub(super) fn table(&mut self, start: usize, name: &'static str) -> Result<(), ReadError> {
        self.skip_spaces();
        let (open, name) = match self.peek() {
            Some('(') if name == "matrix" => ('(', "pmatrix"),
            Some('[') if name == "matrix" => ('[', "bmatrix"),
            Some('|') if name == "matrix" => ('|', "vmatrix"),
            _ => ('{', name),
        };
        let length = match open {
            '{' => group_length(self.rest()),
            open => bracket_length(self.rest(), open),
        };
        let Some(length) = length.filter(|_| self.tables.len() < MAX_NESTING) else {
            let found = self.found_here();
            return Err(self.error(self.at, found, "the brackets of a table"));
        };
        self.tables.push((self.at + length - 1, name));
        self.environments.push(true);
        self.at += 1;
        self.push(start, TokenKind::Begin(name));
        Ok(())
    }

    /// Whether a table ends here; moves past its end if so.
    pub(super) fn ends_table(&mut self) -> bool {
        let start = self.at;
        let Some((end, name)) = self.tables.pop_if(|(end, _)| *end <= start) else {
            return false;
        };
        self.environments.pop();
        self.at += usize::from(end == start);
        self.push(start, TokenKind::End(name));
        true
    }

    /// The delimiter here, with its text and whether it always opens or always closes. Moves past it.
    fn written_delimiter(&mut self) -> Option<(&'s str, Delimiter, Option<bool>)> {
        let rest = self.rest();
        let first = rest.chars().next()?;
        let (length, found) = match first {
            '(' => (1, (Delimiter::Round, Some(true))),
            ')' => (1, (Delimiter::Round, Some(false))),
            '[' => (1, (Delimiter::Square, Some(true))),
            ']' => (1, (Delimiter::Square, Some(false))),
            '<' => (1, (Delimiter::Angle, Some(true))),
            '>' => (1, (Delimiter::Angle, Some(false))),
            '|' => (1, (Delimiter::Bar, None)),
            '.' | '/' => (1, (Delimiter::Empty, None)),
            _ => {
                let (command, length) = match rest.strip_prefix('\\').map(command_name) {
                    Some(name) => (vocabulary::find(name)?, 1 + name.len()),
                    None => (vocabulary::of_character(first)?, first.len_utf8()),
                };
                let found = match command.role {
                    Role::Open(delimiter) => (delimiter, Some(true)),
                    Role::Close(delimiter) => (delimiter, Some(false)),
                    Role::Bar => (Delimiter::Bar, None),
                    Role::DoubleBar => (Delimiter::DoubleBar, None),
                    _ => return None,
                };
                (length, found)
            }
        };
        self.at += length;
        Some((&rest[..length], found.0, found.1))
    }

    /// The delimiter after a size command. `opens` is `None` for `\big`, which does not say.
    pub(super) fn delimiter(
        &mut self,
        start: usize,
        name: &str,
        opens: Option<bool>,
    ) -> Result<(), ReadError> {
        self.skip_spaces();
        let Some((text, delimiter, own)) = self.written_delimiter() else {
            let found = self.found_here();
            return Err(self.error(self.at, found, format!(r"a bracket or bar after `\{name}`")));
        };
        let kind = match (own, opens) {
            _ if text == "/" => TokenKind::Char('/'),
            // `\left)` is a bracket that opens nothing known; `\left]` may belong to an interval.
            (Some(own), Some(opens)) if own != opens && delimiter != Delimiter::Square => {
                return Err(self.error(
                    start,
                    format!(r"`\{name}{text}`"),
                    "a bracket that faces the other way",
                ));
            }
            (Some(true), _) | (None, Some(true)) => TokenKind::Open(delimiter),
            (Some(false), _) | (None, Some(false)) => TokenKind::Close(delimiter),
            (None, None) if delimiter == Delimiter::Bar => TokenKind::Char('|'),
            (None, None) if delimiter == Delimiter::DoubleBar => {
                TokenKind::Command(vocabulary::known("|"))
            }
            (None, None) => {
                return Err(self.error(start, format!(r"`\{name}{text}`"), "a bracket"));
            }
        };
        // `\frac{x^2}{2}\Biggr\rvert_0^a`: a closing bar that no bar opened.
        let is_place = kind == TokenKind::Close(Delimiter::Bar)
            && name != "right"
            && self.rest().starts_with('_')
            && !self.tokens.iter().any(|token| {
                matches!(
                    token.kind,
                    TokenKind::Open(Delimiter::Bar | Delimiter::Empty)
                )
            });
        let kind = if is_place { TokenKind::Char('|') } else { kind };
        // Round and square brackets show which way they face.
        let kind = match kind {
            TokenKind::Open(Delimiter::Round) => TokenKind::Char('('),
            TokenKind::Close(Delimiter::Round) => TokenKind::Char(')'),
            TokenKind::Open(Delimiter::Square) => TokenKind::Char('['),
            TokenKind::Close(Delimiter::Square) => TokenKind::Char(']'),
            kind => kind,
        };
        self.push(start, kind);
        Ok(())
    }
}
