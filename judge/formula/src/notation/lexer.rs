//! Splits LaTeX into tokens and drops layout (spaces, sizes, alignment, tags).

mod arguments;
mod chemistry;
mod delimiters;
mod signs;
mod slashes;
mod texts;

use super::ReadError;
use super::token::{Raw, Token, TokenKind};
use super::{unicode, words};
use crate::notation::units;
use crate::notation::vocabulary;
use crate::notation::vocabulary::{Command, Delimiter, Macro, Role, command_name};

/// Reads the tokens of `source[from..to]`; places count from the beginning of `source`.
///
/// A character that is not LaTeX spoils only the formula that contains it: it becomes an invalid token, and the
/// second list says in order what is wrong with each.
pub(super) fn lex(
    source: &str,
    from: usize,
    to: usize,
) -> Result<(Vec<Token<'_>>, Vec<Invalid>), ReadError> {
    let mut lexer = Lexer {
        source,
        at: from,
        end: to,
        environments: Vec::new(),
        rows_of_cases: Vec::new(),
        head_of_cases: None,
        has_text_column: false,
        tables: Vec::new(),
        tokens: Vec::with_capacity((to - from) / 2),
        narrow: (0, 0),
        invalid: Vec::new(),
    };
    while let Some(letter) = lexer.peek() {
        lexer.step(letter)?;
    }
    slashes::negated_letters(&mut lexer.tokens);
    Ok((lexer.tokens, lexer.invalid))
}

/// A character that is not LaTeX.
pub(super) struct Invalid {
    pub(super) byte: usize,
    letter: char,
}

impl Invalid {
    /// What is wrong with it.
    pub(super) fn error(&self, source: &str) -> ReadError {
        let (found, expected) = match self.letter {
            '%' => (
                "`%`, which begins a comment in LaTeX".to_owned(),
                r"`\%` for percent",
            ),
            '$' => ("`$` inside a formula".to_owned(), "the rest of the formula"),
            letter if letter.is_control() => (
                format!("the control character U+{:04X}", u32::from(letter)),
                "LaTeX",
            ),
            letter => (format!("the character `{letter}`"), "LaTeX"),
        };
        ReadError::new(source, self.byte, found, expected)
    }
}

struct Lexer<'s> {
    source: &'s str,
    at: usize,
    end: usize,
    /// For each open environment, whether it is a table, in which `&` has a meaning.
    environments: Vec<bool>,
    /// For lines that are rows of cases, how many environments surround each: `f = \left\{\begin{aligned}`.
    rows_of_cases: Vec<usize>,
    /// The brace that closes the text before numbered cases.
    head_of_cases: Option<usize>,
    /// Whether the second column is text, in which dollars surround formulas.
    has_text_column: bool,
    /// The ends of the tables that stand in the braces of a command, with their kinds.
    tables: Vec<(usize, &'static str)>,
    tokens: Vec<Token<'s>>,
    /// How many adjacent LaTeX spaces there are, and how many tokens precede the first of them.
    narrow: (usize, usize),
    invalid: Vec<Invalid>,
}

/// Digits of a whole number before `½`.
const MAX_WHOLE: usize = 9;

/// This many adjacent narrow spaces are a wide one: `\ \ \ `, `~~~`.
const NARROW_SPACES: usize = 3;

impl<'s> Lexer<'s> {
    fn rest(&self) -> &'s str {
        &self.source[self.at..self.end]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn push(&mut self, start: usize, kind: TokenKind<'s>) {
        self.tokens.push(Token {
            kind,
            start,
            end: self.at,
        });
    }

    fn error(&self, at: usize, found: impl Into<String>, expected: impl Into<String>) -> ReadError {
        ReadError::new(self.source, at, found, expected)
    }

    /// A token that spoils its formula.
    fn invalid(&mut self, start: usize, letter: char) {
        self.invalid.push(Invalid {
            byte: start,
            letter,
        });
        self.push(start, TokenKind::Invalid);
    }

    fn step(&mut self, letter: char) -> Result<(), ReadError> {
        let start = self.at;
        if self.ends_table() || self.ends_head_of_cases() {
            return Ok(());
        }
        if letter == '\\' {
            return self.backslash(start);
        }
        // `f(x, ..., t)`; the value of `0.33...` is not defined.
        let lists =
            |token: &Token<'_>| matches!(token.kind, TokenKind::Char(',' | '+' | '-' | '*'));
        if self.rest().starts_with("...") && self.tokens.last().is_some_and(lists) {
            self.at += 3;
            self.push(start, Self::kind(vocabulary::known("ldots")));
            return Ok(());
        }
        if letter == '(' && self.is_condition_after_space() {
            self.push(start, TokenKind::Quad);
        }
        self.at += letter.len_utf8();
        match letter {
            '~' => self.narrow_space(start),
            ' '
            | '\t'
            | '\n'
            | '\r'
            | '\u{a0}'
            | '\u{ad}'
            | '\u{2002}'..='\u{200f}'
            | '\u{202f}'
            | '\u{2060}'
            | '\u{3000}'
            | '\u{fe0f}'
            | '\u{feff}' => {}
            ':' if self.repeats_equals() => {}
            '/' if self.strikes_letter(start) => {}
            'a'..='z' | 'A'..='Z' => self.push(start, TokenKind::Letter(letter)),
            '0'..='9' => self.push(start, TokenKind::Digit(letter)),
            '+' | '-' | '=' | '<' | '>' | '(' | ')' | '[' | ']' | '{' | '}' | '^' | '_' | '|'
            | ',' | ';' | '.' | ':' | '!' | '\'' | '*' | '/' => {
                self.push(start, TokenKind::Char(letter));
            }
            '&' => self.ampersand(start),
            '%' => self.percent(start),
            '$' if self.has_text_column => {}
            // `\fbox{$x$}`
            '$' if self.is_inside_braces(start) => {}
            '$' => self.invalid(start, letter),
            _ => self.other(start, letter),
        }
        Ok(())
    }

    /// A space; it becomes part of a wide one if others precede it.
    fn narrow_space(&mut self, start: usize) {
        let (count, after) = self.narrow;
        let count = if after == self.tokens.len() {
            count + 1
        } else {
            1
        };
        self.narrow = (count, self.tokens.len());
        if count == NARROW_SPACES || count == 2 && self.is_at_number_of_line() {
            self.push(start, TokenKind::Quad);
        }
    }

    /// A number that a token stands for, at the place of the token.
    fn digits(&mut self, start: usize, number: &str) {
        for letter in number.chars() {
            self.push(start, unicode::plain_kind(letter));
        }
    }

    /// A character beyond ASCII that has a LaTeX spelling.
    fn other(&mut self, start: usize, letter: char) {
        if letter.is_ascii() {
            self.invalid(start, letter);
            return;
        }
        if let Some((mark, _)) = unicode::script(letter) {
            // A run of raised or lowered characters is one exponent or subscript.
            self.push(start, TokenKind::Char(mark));
            self.push(start, TokenKind::Char('{'));
            self.at = start;
            while let Some((also, plain)) = self.peek().and_then(unicode::script) {
                if also != mark {
                    break;
                }
                let here = self.at;
                self.at += self.peek().map_or(0, char::len_utf8);
                self.push(here, unicode::plain_kind(plain));
            }
            self.push(start, TokenKind::Char('}'));
            return;
        }
        if let Some((upper, lower)) = unicode::fraction(letter) {
            return self.fraction(start, letter, upper, lower);
        }
        if let Some(command) = unicode::accent(letter) {
            return self.accent(start, letter, command);
        }
        if let Some((base, command)) = unicode::accented(letter) {
            self.push(start, Self::kind(vocabulary::known(command)));
            self.push(start, unicode::plain_kind(base));
            return;
        }
        if let Some((base, is_bold)) = unicode::alphabet(letter) {
            if is_bold {
                self.push(start, Self::kind(vocabulary::known("mathbf")));
            }
            self.push(start, unicode::plain_kind(base));
            return;
        }
        if let Some(degree) = unicode::root(letter) {
            self.push(start, Self::kind(vocabulary::known("sqrt")));
            for kind in [
                TokenKind::Char('['),
                TokenKind::Digit(degree),
                TokenKind::Char(']'),
            ] {
                self.push(start, kind);
            }
            return;
        }
        // `a†`: the dagger is a superscript of the letter before it.
        let hangs =
            |token: &Token<'_>| words::is_letter(&token.kind) || token.is(')') || token.is('}');
        if letter == '†' && self.tokens.last().is_some_and(hangs) {
            self.push(start, TokenKind::Char('^'));
        }
        if letter == '″' {
            self.push(start, TokenKind::Char('\''));
            self.push(start, TokenKind::Char('\''));
            return;
        }
        if let Some(plain) = unicode::plain(letter) {
            self.push(start, unicode::plain_kind(plain));
            return;
        }
        if let Some(command) = vocabulary::of_character(letter) {
            if command.role != Role::Layout {
                self.push(start, Self::kind(command));
            }
            return;
        }
        if units::is_sign(letter) {
            let sign = &self.source[start..self.at];
            self.push(start, TokenKind::Raw(Raw::Unit, sign));
            return;
        }
        self.invalid(start, letter);
    }

    /// `½`; after a whole number, `4½`, both are one fraction.
    fn fraction(&mut self, start: usize, letter: char, upper: char, lower: char) {
        let digits = self.tokens.iter().rev();
        let digits = digits.map_while(|token| match token.kind {
            TokenKind::Digit(digit) => Some(digit),
            _ => None,
        });
        let whole: String = digits.take(MAX_WHOLE + 1).collect();
        let first = self.tokens.len() - whole.len();
        let goes_on =
            |token: &Token<'_>| matches!(token.kind, TokenKind::Char('.' | ',' | '^' | '_' | '}'));
        let is_part = first > 0 && goes_on(&self.tokens[first - 1]);
        if whole.len() > MAX_WHOLE || !whole.is_empty() && is_part {
            self.invalid(start, letter);
            return;
        }
        let above = |whole: &str| -> Option<u64> {
            let whole: u64 = whole.chars().rev().collect::<String>().parse().ok()?;
            let [upper, lower] = [upper, lower].map(|digit| digit.to_digit(10).map(u64::from));
            whole.checked_mul(lower?)?.checked_add(upper?)
        };
        let from = self.tokens.get(first).map_or(start, |token| token.start);
        let above = above(&whole).map_or(upper.to_string(), |above| above.to_string());
        self.tokens.truncate(first);
        self.push(from, Self::kind(vocabulary::known("frac")));
        self.push(from, TokenKind::Char('{'));
        self.digits(from, &above);
        self.push(from, TokenKind::Char('}'));
        self.push(from, TokenKind::Digit(lower));
    }

    /// A mark that is set over the letter before it.
    fn accent(&mut self, start: usize, letter: char, command: &'static str) {
        let over = self.tokens.pop_if(|token| words::is_letter(&token.kind));
        let Some(over) = over else {
            self.invalid(start, letter);
            return;
        };
        self.push(over.start, Self::kind(vocabulary::known(command)));
        self.push(over.start, over.kind);
    }

    fn backslash(&mut self, start: usize) -> Result<(), ReadError> {
        self.at += 1;
        let name = command_name(self.rest());
        if name.is_empty() {
            return Err(self.error(start, "a backslash at the end", "a command after it"));
        }
        self.at += name.len();
        if let "imath" | "jmath" = name {
            self.push(
                start,
                unicode::plain_kind(if name == "imath" { 'i' } else { 'j' }),
            );
            return Ok(());
        }
        // `\e^{-t}`: many people define an upright e like this.
        if matches!(name, "e" | "ee") && self.rest().trim_start().starts_with('^') {
            self.push(start, TokenKind::Letter('e'));
            return Ok(());
        }
        // `M^\top`, `M^{\intercal}`: another form of the letter T.
        let raised = match self.tokens.as_slice() {
            [.., caret] if caret.is('^') => true,
            [.., caret, open] => caret.is('^') && open.is('{'),
            _ => false,
        };
        if raised && matches!(name, "top" | "intercal") {
            self.push(start, TokenKind::Letter('T'));
            return Ok(());
        }
        // `M^{\mathsf T}`
        if raised && name == "mathsf" && self.takes_t() {
            self.push(start, TokenKind::Letter('T'));
            return Ok(());
        }
        if name == "angle" && self.is_at_one_letter() {
            return Ok(());
        }
        if let Some(command) = vocabulary::find(name) {
            return self.command(start, command);
        }
        // `20\celsius`
        let written = &self.source[start..self.at];
        let behind_number =
            matches!(self.tokens.last(), Some(token) if matches!(token.kind, TokenKind::Digit(_)));
        let kind = if behind_number && units::read(written).is_ok() {
            TokenKind::Raw(Raw::Unit, written)
        } else {
            TokenKind::Unknown(name)
        };
        self.push(start, kind);
        Ok(())
    }

    /// Reads a command after its name.
    fn command(&mut self, start: usize, command: &'static Command) -> Result<(), ReadError> {
        let command = self.meant(command);
        let name = command.name;
        match command.role {
            Role::Chemistry => {
                let reaction = self.reaction();
                self.tokens.extend(reaction.unwrap_or_else(|| {
                    vec![Token {
                        kind: TokenKind::Unknown(name),
                        start,
                        end: self.at,
                    }]
                }));
                return Ok(());
            }
            // `\overrightarrow{\mathrm{grad}}`
            Role::Vector | Role::Bold if let Some(kind) = self.named_nabla() => {
                self.push(start, kind);
                return Ok(());
            }
            Role::Break => self.skip_optional(),
            Role::Table(name) => return self.table(start, name),
            Role::Begin | Role::End => return self.environment(start, command),
            Role::Size(opens) => return self.delimiter(start, name, opens),
            Role::Text if self.holds_formula() => return Ok(()),
            Role::Skip => {
                self.skip_length();
                return Ok(());
            }
            Role::Text => {
                let text = match self.letter_after_space() {
                    Some(letter) => letter,
                    None => self.braced(name)?,
                };
                if matches!(text.trim(), "Δ" | "∆") {
                    self.push(start, Self::kind(vocabulary::known("Delta")));
                    return Ok(());
                }
                if let Some(kind) = self.sign_in_text(text.trim()) {
                    self.push(start, kind);
                    return Ok(());
                }
                // `a & \text{(inside, } r < R)`
                if let Some(words) = self.words_in_open_bracket(text) {
                    self.push(start, TokenKind::Char('('));
                    self.push(start, TokenKind::Raw(Raw::Text, words));
                    return Ok(());
                }
                // `20 \text{ cm or } x_2 = …`, `12 \text{ m/s to the right}`
                if let Some((unit, words)) = self.unit_before_words(text) {
                    self.push(start, TokenKind::Raw(Raw::Text, unit));
                    // `1 \text{ min and } 30 \text{ s}`
                    if words.trim() != "and" || !self.goes_on_with_part(unit) {
                        self.push(start, TokenKind::Raw(Raw::Text, words));
                    }
                    return Ok(());
                }
                // `\text{ }`
                if text.is_empty() || !text.trim().is_empty() {
                    self.push(start, TokenKind::Raw(Raw::Text, text));
                }
                return Ok(());
            }
            Role::Unit => {
                if let Some(number) = self.number_option() {
                    self.digits(start, number);
                }
                self.skip_settings();
                let text = self.braced(name)?;
                self.push(start, TokenKind::Raw(Raw::Unit, text));
                return Ok(());
            }
            Role::Layout => return self.layout(start, command),
            Role::Frame => self.skip_option(),
            Role::Quantity | Role::Number | Role::Angle => self.skip_settings(),
            // `\vb*{F}`, `\ket*{\psi}`, `\dv*{x}{t}`
            Role::Bold
            | Role::Vector
            | Role::Accent(_)
            | Role::State(_)
            | Role::Macro(Macro::Derivative | Macro::Partial)
                if self.rest().starts_with("*{") =>
            {
                self.at += 1;
            }
            Role::Roman | Role::Macro(Macro::Indices) if self.rest().starts_with('*') => {
                self.at += 1;
            }
            Role::Consequence | Role::Character(_) => self.skip_notes(command)?,
            _ => {}
        }
        self.push(start, Self::kind(command));
        Ok(())
    }

    /// A column of a table, or what is beside a formula. In `& a && x > 0`, in lines after a brace, the empty columns
    /// are dropped.
    fn ampersand(&mut self, start: usize) {
        if self.rows_of_cases.last() == Some(&self.environments.len()) && self.begins_column() {
            return;
        }
        if self.environments.last() == Some(&true) {
            self.push(start, TokenKind::Char('&'));
            if self.has_text_column {
                self.text_column();
            }
        } else if self.rest().starts_with('&') {
            // A column of its own: `x &= 3 && (1)`.
            self.push(start, TokenKind::Quad);
        }
    }

    /// Reads a layout command after its name.
    fn layout(&mut self, start: usize, command: &'static Command) -> Result<(), ReadError> {
        let name = command.name;
        self.skip_notes(command)?;
        if name.ends_with("intertext") {
            self.push(start, TokenKind::Break);
            return Ok(());
        }
        let is_wide = name == "hspace" && !self.source[start..self.at].contains('-');
        if is_wide {
            self.push(start, TokenKind::Quad);
        } else if matches!(name, " " | "," | ":" | ";" | ">" | "space" | "nobreakspace") {
            self.narrow_space(start);
        }
        Ok(())
    }

    /// The token of a command without raw text.
    fn kind(command: &'static Command) -> TokenKind<'s> {
        match command.role {
            Role::Open(Delimiter::Square) => TokenKind::Char('['),
            Role::Close(Delimiter::Square) => TokenKind::Char(']'),
            Role::Open(delimiter) => TokenKind::Open(delimiter),
            Role::Close(delimiter) => TokenKind::Close(delimiter),
            Role::Bar => TokenKind::Char('|'),
            Role::Says(words) => TokenKind::Raw(Raw::Text, words),
            Role::Character(letter) => TokenKind::Char(letter),
            Role::Break => TokenKind::Break,
            Role::Quad => TokenKind::Quad,
            _ => TokenKind::Command(command),
        }
    }
}
