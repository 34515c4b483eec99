//! What is written beside a formula and is not read: letters, numbers, signs and brackets of remarks, of labels at braces
//! and of notes at arrows.
//!
//! What changes nothing is left out: spaces, braces, alignment, arrows over vectors, signs of multiplication, arrows between
//! formulas, text, the number of a formula and the power 1.

use std::collections::BTreeSet;

use super::pieces::Stretch;
use super::remarks::{is_relation, relate};
use super::token::{Token, TokenKind, Words};
use crate::notation::vocabulary::{Delimiter, Macro, Operator, Role};
use crate::tree::wording::{INSIDE, LABEL, RELATION};
use crate::tree::{Expr, Formula, Wording};

/// What stands in a source around the formulas that are read of it.
pub(super) struct Beside<'t, 's> {
    written: Words<'t, 's>,
    /// Where each formula begins, and where the last one ends.
    begins: Vec<usize>,
    /// The places of the words that are left out where formulas begin and end.
    left_out: BTreeSet<usize>,
}

impl<'t, 's> Beside<'t, 's> {
    /// The words as they are written up to the byte `to`, the same with all that only abbreviates written out, and the
    /// formulas among these.
    pub(super) fn new(
        written: Words<'t, 's>,
        expanded: Words<'_, 's>,
        pieces: &[Stretch<'s>],
        to: usize,
    ) -> Self {
        let words = || pieces.iter().map(|piece| piece.words.row());
        let begins = words().filter_map(|words| Some(words.first()?.start));
        let mut left_out: BTreeSet<usize> = expanded.iter().map(|word| word.start).collect();
        for word in words().flat_map(Words::words) {
            left_out.remove(&word.start);
        }
        // A condition may be a formula of its own, too.
        let said = pieces.iter().flat_map(|piece| &piece.conditions);
        for words in said {
            left_out.extend(words.row().iter().map(|word| word.start));
        }
        Self {
            written,
            begins: begins.chain([to]).collect(),
            left_out,
        }
    }

    /// What is written beside a formula: behind it, and before the first one.
    pub(super) fn wording(&self, index: usize, words: Words<'_, '_>, formula: &Formula) -> Wording {
        let place = |index: usize| {
            let start = self.begins[index];
            self.written.partition_point(|word| word.start < start)
        };
        let from = if index == 0 { 0 } else { place(index) };
        let errors = if formula.sides().any(Expr::has_plus_minus) {
            Vec::new()
        } else {
            errors(words)
        };
        let mut writer = Writer {
            tokens: self.written.part(from..place(index + 1)),
            left_out: &self.left_out,
            errors: &errors,
            written: Vec::new(),
            script: None,
            begins: true,
            notes: Vec::new(),
            labels: Vec::new(),
            long_labels: Vec::new(),
            begun: None,
            here: 0,
        };
        let mut at = 0;
        while at < writer.tokens.len() {
            at = writer.word(at);
        }
        let begins_with_plus = words.first().is_some_and(|word| word.is('+'));
        Wording::new(without_number(writer.written), begins_with_plus)
    }
}

/// The places of what stands behind `\pm` in a formula that has no signs: an uncertainty.
fn errors(words: Words<'_, '_>) -> Vec<usize> {
    let is_sign = |word: &Token<'_>| word.role() == Some(Role::Operator(Operator::PlusMinus));
    let Some(sign) = words.iter().position(is_sign) else {
        return Vec::new();
    };
    let is_part = |word: &&Token<'_>| {
        word.is('.') || word.is(',') || matches!(word.kind, TokenKind::Digit(_))
    };
    let number = words[sign + 1..].iter().take_while(is_part);
    number.map(|word| word.start).collect()
}

struct Writer<'t, 's> {
    tokens: Words<'t, 's>,
    left_out: &'t BTreeSet<usize>,
    /// The places of the digits of an uncertainty.
    errors: &'t [usize],
    written: Vec<Box<str>>,
    /// The sign of the index or exponent that the next word begins.
    script: Option<char>,
    /// Whether a sign here would stand before its operand, and not between two.
    begins: bool,
    /// Labels at braces and notes over relations: where each begins, and the index after it.
    notes: Vec<(usize, usize)>,
    /// Where labels of one word at braces begin.
    labels: Vec<usize>,
    /// Where labels of several words at braces begin, and the index after each.
    long_labels: Vec<(usize, usize)>,
    /// The label of several words whose first word was written last.
    begun: Option<usize>,
    /// The index of the word that is written.
    here: usize,
}

impl Writer<'_, '_> {
    /// Writes the word at an index, and gives the index after it.
    fn word(&mut self, at: usize) -> usize {
        let token = self.tokens[at];
        self.here = at;
        if let Some(Role::Macro(which)) = token.role() {
            match which {
                Macro::Underbrace => self.label(at, '_'),
                Macro::Overbrace => self.label(at, '^'),
                Macro::Noted => self.note(at),
                _ => {}
            }
        }
        let is_noted = self
            .notes
            .iter()
            .any(|(from, to)| (*from..*to).contains(&at));
        let is_error = self.errors.contains(&token.start);
        if !is_noted && !is_error && !self.left_out.contains(&token.start) {
            self.begins = is_relation(&token);
            return at + 1;
        }
        match token.kind {
            TokenKind::Char(script @ ('^' | '_')) => {
                let is = |at: usize, sign| self.tokens.get(at).is_some_and(|token| token.is(sign));
                let is_empty = is(at + 1, '{') && is(at + 2, '}');
                let script = if self.labels.contains(&at) {
                    LABEL
                } else {
                    script
                };
                self.script = (!is_empty).then_some(script);
                return at + if is_empty { 3 } else { 1 };
            }
            TokenKind::Digit(_) => {
                if is_error {
                    self.script = Some(LABEL);
                }
                return self.number(at);
            }
            TokenKind::Char('{' | '}' | ',' | ';' | ':' | '.' | '&' | '*') => {}
            TokenKind::Char('+') if self.begins || self.script.is_some() => {}
            _ if is_relation(&token) => self.relation(&token),
            TokenKind::Char('(' | '[') => self.write("("),
            TokenKind::Char(')' | ']') => self.write(")"),
            TokenKind::Char(letter) | TokenKind::Letter(letter) => {
                self.write(letter.encode_utf8(&mut [0; 4]));
            }
            TokenKind::Open(Delimiter::Empty) | TokenKind::Close(Delimiter::Empty) => {}
            TokenKind::Open(Delimiter::Bar) | TokenKind::Close(Delimiter::Bar) => self.write("|"),
            TokenKind::Open(_) => self.write("("),
            TokenKind::Close(_) => self.write(")"),
            TokenKind::Unknown(name) => self.write(name),
            TokenKind::Command(_) => self.command(at),
            TokenKind::Raw(..)
            | TokenKind::Begin(_)
            | TokenKind::End(_)
            | TokenKind::Break
            | TokenKind::Quad
            | TokenKind::Invalid => self.script = None,
        }
        let opens = token.is('(') || token.is('[') || matches!(token.kind, TokenKind::Open(_));
        let is_written = !token.is('{') && !token.is('}') && token.kind != TokenKind::Quad;
        if is_written {
            self.begins = opens || is_relation(&token) || token.kind == TokenKind::Break;
        }
        at + 1
    }

    fn relation(&mut self, token: &Token<'_>) {
        let mut letter = [0; 4];
        let word = match token.kind {
            TokenKind::Command(command) => command.canonical,
            TokenKind::Char(sign) => sign.encode_utf8(&mut letter),
            _ => return,
        };
        self.write(&format!("{RELATION}{word}"));
    }

    fn command(&mut self, at: usize) {
        let TokenKind::Command(command) = self.tokens[at].kind else {
            return;
        };
        match command.role {
            Role::Vector
            | Role::Bold
            | Role::Roman
            | Role::Frame
            | Role::Layout
            | Role::Size(_)
            | Role::Consequence
            | Role::Operator(Operator::Dot | Operator::Times)
            | Role::Macro(_) => {}
            Role::Differential => self.write("d"),
            Role::Bar => self.write("|"),
            Role::Open(_) => self.write("("),
            Role::Close(_) => self.write(")"),
            _ if matches!(command.canonical, "ldots" | "Box") => {}
            _ => self.write(command.canonical),
        }
    }

    /// Finds the label at a brace.
    fn label(&mut self, at: usize, script: char) {
        let Some(close) = self.tokens.group_end(at + 1) else {
            return;
        };
        let label = close + 1;
        if self.tokens.get(label).is_some_and(|token| token.is(script)) {
            let after = self.tokens.after(label + 1).min(self.tokens.len());
            let is_word = |token: &&Token<'_>| !token.is('{') && !token.is('}');
            let words = self.tokens[label + 1..after].iter().filter(is_word);
            if words.count() < 2 {
                self.labels.push(label);
            } else {
                self.long_labels.push((label, after));
            }
            self.notes.push((label, after));
        }
    }

    /// Finds the note over a relation.
    fn note(&mut self, at: usize) {
        let Some(close) = self.tokens.group_end(at + 1) else {
            return;
        };
        let Some(end) = self.tokens.group_end(close + 1) else {
            return;
        };
        if relate(self.tokens.part(close + 2..end)) {
            self.notes.push((at + 1, close + 1));
        }
    }

    /// Writes a number without the zeros at its end, and gives the index after it.
    fn number(&mut self, at: usize) -> usize {
        let digit = |at: usize| match self.tokens.get(at)?.kind {
            TokenKind::Digit(digit) => Some(digit),
            _ => None,
        };
        let mut number = String::new();
        let mut next = at;
        loop {
            if let Some(digit) = digit(next) {
                number.push(digit);
            } else if self.tokens.get(next).is_some_and(|token| token.is('.'))
                && digit(next + 1).is_some()
            {
                number.push('.');
            } else {
                break;
            }
            next += 1;
        }
        let shown = if number.contains('.') {
            number.trim_end_matches('0').trim_end_matches('.')
        } else {
            &number
        };
        if self.script == Some('^') && shown == "1" {
            self.script = None;
        } else {
            self.write(shown);
        }
        self.begins = false;
        next
    }

    fn write(&mut self, word: &str) {
        // The sign of an exponent or a label is a word of its own.
        let signs = matches!(word, "-" | "+");
        let script = self.script.take().filter(|_| !signs);
        let inside = self.goes_on_with_label() && !word.starts_with(RELATION);
        let marks = inside.then_some(INSIDE).into_iter().chain(script);
        let word: String = marks.chain(word.chars()).collect();
        self.written.push(word.into());
    }

    /// Whether a word here follows on another one of a label.
    fn goes_on_with_label(&mut self) -> bool {
        let here = self.here;
        let mut labels = self.long_labels.iter();
        let label = labels.find(|(from, to)| (*from..*to).contains(&here));
        let label = label.map(|(from, _)| *from);
        let goes_on = label.is_some() && self.begun == label;
        self.begun = label;
        goes_on
    }
}

/// Without the number of the formula at the end: `(3)`.
fn without_number(mut words: Vec<Box<str>>) -> Vec<Box<str>> {
    let is_number = |word: &str| {
        word == "*"
            || word
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.')
    };
    if let [.., open, number, close] = words.as_slice()
        && &**open == "("
        && is_number(number)
        && &**close == ")"
    {
        words.truncate(words.len() - 3);
    }
    words
}
