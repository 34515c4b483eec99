//! Handles frames, bold letters and underlines around more than a name, which only emphasise it.

use super::Rewriting;
use crate::notation::remarks::relate;
use crate::notation::statement_split::is_table;
use crate::notation::token::{Raw, Token, TokenKind};
use crate::notation::upright;
use crate::notation::vocabulary::{Role, known};

impl Rewriting<'_, '_> {
    /// `\boxed{a = b}`, `\mathbf{a = b}`, `\underline{2x}`: everything but a name is only emphasised.
    pub(super) fn emphasised(&mut self, at: usize) {
        let Some((open, close)) = self.group(at + 1) else {
            return;
        };
        let inside = self.tokens.part(open + 1..close);
        let holds_relation = relate(inside) || is_table(inside);
        let role = self.tokens[at].role();
        let emphasises =
            matches!(self.tokens[at].kind, TokenKind::Command(command) if command.emphasises());
        // `\mathrm{v_0}`, `\mathit{v_{max}}`
        if role == Some(Role::Roman)
            && let [
                letter @ Token {
                    kind: TokenKind::Letter(_),
                    ..
                },
                mark,
                ..,
            ] = inside.words()
            && mark.is('_')
            && self.tokens.after(open + 3) == close
        {
            self.replace(open + 1, &[letter.kind, TokenKind::Char('}')]);
            self.replace(close, &[]);
            return;
        }
        if holds_relation {
            self.replace(at, &[]);
            self.replace(open, &[]);
            self.replace(close, &[]);
        } else if emphasises && self.is_heading(open + 1, close) {
            self.dropped_to[at] = close + 1;
        } else if self.is_text_quantity(at, open, close)
            || emphasises && self.is_quantity(open, close)
        {
            self.replace(at, &[TokenKind::Command(known("mathrm"))]);
        } else if emphasises && role != Some(Role::Roman) && !self.is_name(open + 1, close) {
            self.replace(at, &[]);
        }
    }

    /// `\fbox{12 cm}`, whose content is text.
    fn is_text_quantity(&self, at: usize, open: usize, close: usize) -> bool {
        let is_text =
            matches!(self.tokens[at].kind, TokenKind::Command(command) if command.name == "fbox");
        let inside = self
            .source
            .get(self.tokens[open].end..self.tokens[close].start);
        let begins = self
            .tokens
            .get(open + 1)
            .is_some_and(|token| matches!(token.kind, TokenKind::Digit(_)));
        is_text
            && begins
            && inside.is_some_and(|text| text.contains(' ') && upright::quantity(text).is_some())
    }

    /// `\mathbf{12\,m/s}`: a number, a space, and a unit whose letters count as upright although bold.
    fn is_quantity(&self, open: usize, close: usize) -> bool {
        let inside = self.tokens[open].end..self.tokens[close].start;
        let is_spaced = |text: &str| {
            [r"\,", r"\ ", r"\;", "~"]
                .iter()
                .any(|space| text.contains(space))
        };
        matches!(self.tokens[open + 1].kind, TokenKind::Digit(_))
            && self
                .source
                .get(inside)
                .is_some_and(|text| is_spaced(text) && upright::quantity(text).is_some())
    }

    /// `\mathrm{Result:}`, `\underline{\text{Result}}:`
    fn is_heading(&self, from: usize, close: usize) -> bool {
        let colon = |at: usize| self.tokens.get(at).is_some_and(|token| token.is(':'));
        let [first, ..] = &self.tokens[from..close] else {
            return false;
        };
        let defines = |at: usize| self.tokens.get(at + 1).is_some_and(|token| token.is('='));
        let letters = self.are_letters(from, close);
        // `\mathrm{Answer}:`; two letters may be a name.
        let word = letters && close - from > 2 && colon(close + 1) && !defines(close + 1);
        word || colon(close - 1)
            || match first.kind {
                TokenKind::Raw(Raw::Text, text) => {
                    text.trim_end().ends_with([':', '：'])
                        || colon(close + 1) && !defines(close + 1)
                }
                _ => false,
            }
    }

    pub(super) fn are_letters(&self, from: usize, to: usize) -> bool {
        let is_letter = |token: &Token<'_>| matches!(token.kind, TokenKind::Letter(_));
        self.tokens[from..to].iter().all(is_letter)
    }

    /// Whether tokens can be a symbol: letters with their scripts and marks.
    pub(super) fn is_name(&self, from: usize, to: usize) -> bool {
        let mut at = from;
        let mut named = false;
        while at < to {
            let kind = self.tokens[at].kind;
            match kind {
                TokenKind::Char('_' | '^') => at = self.tokens.after(at + 1),
                TokenKind::Char('\'' | '{' | '}') | TokenKind::Raw(..) => at += 1,
                TokenKind::Digit(_) if named || to == from + 1 => at += 1,
                TokenKind::Letter(_) => {
                    named = true;
                    at += 1;
                }
                // The content of its group is checked next.
                TokenKind::Command(command) if command.takes_symbol() => at += 1,
                TokenKind::Command(command) => match command.role {
                    Role::Letter | Role::Nabla | Role::Mark => {
                        named = true;
                        at += 1;
                    }
                    Role::Prescript | Role::State(_) => {
                        named = true;
                        at += 1;
                        while let Some((_, close)) = self.group(at) {
                            at = close + 1;
                        }
                    }
                    _ => return false,
                },
                _ => return false,
            }
        }
        true
    }
}
