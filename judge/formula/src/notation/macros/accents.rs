//! Reads accents that are set over a symbol as a note: `\overset{..}{x}`, `\overset{\rightharpoonup}{F}`.

use super::Rewriting;
use crate::notation::token::{Token, TokenKind};
use crate::notation::vocabulary::{Command, Operator, Role, known};

impl Rewriting<'_, '_> {
    /// The accent that the note of a command stands for.
    pub(super) fn accent_of(&self, at: usize) -> Option<&'static Command> {
        let TokenKind::Command(command) = self.tokens[at].kind else {
            return None;
        };
        let (open, close) = self.group(at + 1)?;
        let note = &self.tokens[open + 1..close];
        let is_one_of = |names: &[&str]| match note {
            [one] => match one.kind {
                TokenKind::Command(sign) => names.contains(&sign.canonical),
                TokenKind::Unknown(sign) => names.contains(&sign),
                TokenKind::Char(sign) => {
                    let mut sign_text = [0; 4];
                    let sign: &str = sign.encode_utf8(&mut sign_text);
                    names.contains(&sign)
                }
                _ => false,
            },
            _ => false,
        };
        if command.name == "underset" {
            // A wave under a letter is a handwritten vector.
            return is_one_of(&["sim"]).then(|| known("underline"));
        }
        let is_dot = |token: &Token<'_>| {
            token.is('.') || token.role() == Some(Role::Operator(Operator::Dot))
        };
        if !note.is_empty() && note.iter().all(is_dot) {
            let dots = ["dot", "ddot", "dddot"];
            return dots.get(note.len() - 1).map(|name| known(name));
        }
        let accents: [(&[&str], &str); 5] = [
            (&["to", "longrightarrow", "rightharpoonup"], "vec"),
            (&["sim"], "tilde"),
            (&["-"], "bar"),
            (&["^", "wedge"], "hat"),
            (&["circ"], "mathring"),
        ];
        let accent = accents.iter().find(|(signs, _)| is_one_of(signs));
        accent.map(|(_, name)| known(name))
    }
}
