//! Removes braces that group nothing.
//!
//! A group is the argument of a command or a script, or it stands by itself. A group that stands by itself and
//! contains one atom is that atom, as in TeX: `{F}^{\mu\nu}`, `{\vec f}_0`, `\Delta{E}`. Braces around a sign only
//! change the space around it, and braces around a formula mean nothing; both are removed.

use super::remarks::is_operator;
use super::token::{Token, TokenKind, Words, is_relation};
use super::tree::TokenTree;
use super::words;
use crate::notation::vocabulary::Role;

/// How many directly nested braces are looked through.
const MOST_INSIDE: usize = 4;

/// Removes the braces that group nothing, empty scripts and empty orders of roots.
pub(super) fn plain(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    if !tokens.iter().any(|token| token.is('{')) {
        return tokens;
    }
    let tree = TokenTree::of(tokens);
    let row = tree.row();
    let is_argument = arguments(row);
    let mut groups = Groups {
        is_dropped: vec![false; row.len()],
        holds_formula: vec![false; row.len()],
        row,
    };
    for open in (0..row.len()).rev() {
        // `\sqrt[]{x}`
        let is_order = row[..open]
            .last()
            .is_some_and(|before| before.role() == Some(Role::Root));
        if is_order && row[open].is('[') && row.close(open) == Some(open + 1) {
            groups.leave_out([open, open + 1]);
        }
        if let Some(close) = row.group_end(open) {
            groups.look(open, close, is_argument[open]);
        }
    }
    let kept = row.iter().zip(&groups.is_dropped);
    kept.filter(|(_, is_dropped)| !**is_dropped)
        .map(|(token, _)| *token)
        .collect()
}

/// For each token, whether the group that begins there is the argument of what comes before it.
pub(super) fn arguments(row: Words<'_, '_>) -> Vec<bool> {
    let mut is_argument = vec![false; row.len()];
    // The ends of the open groups, with the arguments that are expected after them.
    let mut outside: Vec<(usize, usize)> = Vec::new();
    let mut wanted = 0_usize;
    for (at, token) in row.iter().enumerate() {
        if let Some((_, behind)) = outside.pop_if(|(end, _)| *end == at) {
            wanted = behind;
            continue;
        }
        let opens = match token.kind {
            TokenKind::Char('{') => row.group_end(at),
            // The order of a root.
            TokenKind::Char('[') if wanted > 0 => row.close(at),
            _ => None,
        };
        if let Some(end) = opens {
            is_argument[at] = wanted > 0;
            let taken = usize::from(token.is('{'));
            outside.push((end, wanted.saturating_sub(taken)));
            wanted = 0;
            continue;
        }
        wanted = match token.kind {
            TokenKind::Char('^' | '_') => wanted + 1,
            TokenKind::Char('\'') => wanted,
            TokenKind::Command(command) => wanted.saturating_sub(1) + command.groups(),
            _ => wanted.saturating_sub(1),
        };
    }
    is_argument
}

/// The groups, visited from the last to the first.
struct Groups<'t, 's> {
    row: Words<'t, 's>,
    /// For each token, whether it is removed.
    is_dropped: Vec<bool>,
    /// For each removed group, whether it contains a relation.
    holds_formula: Vec<bool>,
}

impl Groups<'_, '_> {
    fn is(&self, at: usize, mark: char) -> bool {
        self.row.get(at).is_some_and(|token| token.is(mark))
    }

    fn is_script(&self, at: usize) -> bool {
        self.is(at, '^') || self.is(at, '_')
    }

    fn look(&mut self, open: usize, close: usize, is_argument: bool) {
        // `{{U}}_{{eff}}`, as converters from other formats write it.
        let is_double = open > 0 && self.row.group_end(open - 1) == Some(close + 1);
        if is_double && close > open + 1 {
            self.leave_out([open, close]);
        } else if is_argument && close == open + 1 {
            self.look_at_empty_argument(open);
        } else if !is_argument && self.groups_nothing(open, close) {
            self.leave_out([open, close]);
        }
    }

    /// `F_{}` is `F`. In `{}_{}^{14}C` the indices have no base.
    fn look_at_empty_argument(&mut self, open: usize) {
        let script = open - 1;
        let hangs =
            script > 0 && !(self.is(script - 1, '}') && self.is(script.wrapping_sub(2), '{'));
        if self.is_script(script) && hangs {
            self.leave_out([script, open, open + 1]);
        }
    }

    fn leave_out(&mut self, words: impl IntoIterator<Item = usize>) {
        for at in words {
            self.is_dropped[at] = true;
        }
    }

    fn groups_nothing(&mut self, open: usize, close: usize) -> bool {
        if close == open + 1 {
            return self.is_filler(open);
        }
        let begins = self.first_inside(open);
        let inside = self.row.part(begins..close);
        if self.holds_formula(open, close) {
            self.holds_formula[open] = true;
            return true;
        }
        // `a{=}b`, `1{+}2`
        let is_sign = |token: &Token<'_>| is_relation(token) || is_operator(token);
        if inside.len() == 1 && is_sign(&inside[0]) {
            return !self.is_script(close + 1);
        }
        self.is_atom(begins, close)
    }

    /// Where the content of a group begins, after removed braces.
    fn first_inside(&self, open: usize) -> usize {
        let most = open + 1 + MOST_INSIDE;
        (open + 1..most)
            .find(|at| self.is_dropped.get(*at) != Some(&true))
            .unwrap_or(most)
    }

    /// Whether an empty group separates nothing. Before an index it may be the base: `{}_1F_1`.
    fn is_filler(&self, open: usize) -> bool {
        let hangs = open.checked_sub(1).is_some_and(|before| {
            let before = &self.row[before];
            before.is('}') || before.is('\'') || words::is_letter(&before.kind)
        });
        let is_number = || {
            open.checked_sub(1)
                .is_some_and(|before| matches!(self.row[before].kind, TokenKind::Digit(_)))
        };
        // `25{}^\circ C`, `R^1{}_{23}`
        let is_index = || open > 1 && self.is_script(open - 2);
        let raised = open + 3 + usize::from(self.is(open + 3, '{'));
        let is_ring = |token: &Token<'_>| matches!(token.role(), Some(Role::Ring | Role::Degree));
        let degrees = || is_index() || self.row.get(raised).is_some_and(is_ring);
        !self.is_script(open + 2) || hangs || is_number() && degrees()
    }

    /// Whether a group contains a relation, or ends with a comma, as in cells that programs write.
    fn holds_formula(&self, open: usize, close: usize) -> bool {
        let is_cell = |at: usize| {
            self.row.get(at).is_none_or(|token| {
                matches!(token.kind, TokenKind::End(_) | TokenKind::Break) || token.is('&')
            })
        };
        if self.is(close - 1, ',') {
            return is_cell(close + 1);
        }
        let mut at = open + 1;
        while at < close {
            let token = &self.row[at];
            if is_relation(token) || self.holds_formula[at] {
                return true;
            }
            at = self.row.past(at);
        }
        false
    }

    /// Whether tokens are one atom: a letter with its decorations and scripts. If a script of the same kind follows
    /// the group, both remain: `{x^2}^3`. Content of braces takes no operand: `{f}(x)` is a product, and so is
    /// `{\Delta} x`.
    fn is_atom(&self, begins: usize, close: usize) -> bool {
        let Some(token) = self.row.get(begins) else {
            return false;
        };
        let is_factor = self.row.get(close + 1).is_some_and(|next| {
            matches!(next.kind, TokenKind::Char('(' | '[') | TokenKind::Open(_))
        });
        let is_delta =
            matches!(token.kind, TokenKind::Command(command) if command.canonical == "Delta");
        let is_symbol = words::is_letter(&token.kind)
            || matches!(
                token.role(),
                Some(Role::Partial | Role::Nabla | Role::Infinity)
            );
        if is_factor || is_delta && !self.is_script(close + 1) {
            return false;
        }
        let mut at = match token.kind {
            TokenKind::Command(command) if command.takes_symbol() => self.row.after(begins + 1),
            _ if is_symbol => begins + 1,
            _ => return false,
        };
        while at < close {
            let token = &self.row[at];
            at = match token.kind {
                TokenKind::Char('\'') => at + 1,
                TokenKind::Char(script @ ('^' | '_')) if !self.is(close + 1, script) => {
                    self.row.after(at + 1)
                }
                TokenKind::Char('}') if self.is_dropped[at] => at + 1,
                _ => return false,
            };
        }
        at == close
    }
}
