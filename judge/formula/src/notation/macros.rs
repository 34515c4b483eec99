//! Expands commands that only abbreviate others or decorate, before anything else looks at the tokens: `\dv{x}{t}` is
//! `\frac{dx}{dt}`, `{a \over b}` is `\frac{a}{b}`, `\underbrace{a + b}_{c}` is `a + b`, `\overset{!}{=}` is `=`.
//!
//! A command that does not have the expected form is left as it stands, and the parser reports it. Every inserted
//! token has the place of the token that it replaces.

mod accents;
mod emphasis;

use std::cell::OnceCell;

use super::remarks::relate;
use super::token::{Raw, Token, TokenKind, Words, is_relation};
use super::tree::TokenTree;
use super::{columns, conditional_bars, groups, open_intervals, scripts, states, wedge, words};
use crate::notation::units;
use crate::notation::vocabulary;
use crate::notation::vocabulary::{Delimiter, Macro, Role, known};

/// Expands them.
pub(super) fn expand<'s>(source: &'s str, tokens: &[Token<'s>]) -> TokenTree<Token<'s>> {
    let tokens = groups::plain(tokens.to_vec());
    let tokens = states::marked(scripts::with_indices(scripts::apart(tokens)));
    let tokens = conditional_bars::related(wedge::multiplied(columns::with_columns(tokens)));
    let tree = TokenTree::of(open_intervals::turned(tokens));
    let tokens = tree.row();
    let mut macros = (0..tokens.len())
        .filter(|&at| match tokens[at].kind {
            TokenKind::Command(command) => {
                command.takes_symbol()
                    || command.emphasises()
                    || command.role == Role::Frame
                    || matches!(
                        command.role,
                        Role::Macro(_) | Role::Differential | Role::Quantity
                    )
            }
            _ => false,
        })
        .peekable();
    if macros.peek().is_none() {
        return tree;
    }
    let mut rewriting = Rewriting {
        source,
        instead: vec![None; tokens.len()],
        dropped_to: vec![0; tokens.len()],
        is_argument: OnceCell::new(),
        tokens,
    };
    for at in macros {
        rewriting.rewrite(at);
    }
    TokenTree::of(rewriting.written())
}

struct Rewriting<'t, 's> {
    source: &'s str,
    tokens: Words<'t, 's>,
    /// For each token, whether the group that begins there is an argument; calculated on first use.
    is_argument: OnceCell<Vec<bool>>,
    /// The replacement of each token that is rewritten.
    instead: Vec<Option<Vec<TokenKind<'s>>>>,
    /// Where the stretch that is removed from a token on ends; 0 if none begins there.
    dropped_to: Vec<usize>,
}

impl<'s> Rewriting<'_, 's> {
    fn rewrite(&mut self, at: usize) {
        let group = self.tokens.group_around(at);
        match self.tokens[at].role() {
            Some(Role::Macro(which)) => match which {
                Macro::Stacked => self.stacked(at),
                Macro::Underbrace => self.annotated(at, '_'),
                Macro::Overbrace => self.annotated(at, '^'),
                Macro::Noted => self.relation_with_note(at),
                Macro::Over => self.infix(at, group, "frac"),
                Macro::Choose => self.infix(at, group, "binom"),
                Macro::Derivative => self.derivative(at, "dd"),
                Macro::Partial => self.derivative(at, "partial"),
                Macro::Classed => self.classed(at),
                Macro::Mean => self.mean(at),
                Macro::Dyad => self.dyad(at),
                Macro::Fenced(Delimiter::Bar) if self.is_between_states(at) => self.bars(at),
                Macro::Fenced(delimiter) => self.fenced(at, [delimiter; 2]),
                Macro::Placed => self.fenced(at, [Delimiter::Empty, Delimiter::Bar]),
                Macro::Paired(delimiter) => self.paired(at, delimiter),
                Macro::Upright => self.upright(at, group),
                Macro::Emboldened => self.emboldened(at, group),
                Macro::Indices => self.indices(at),
            },
            Some(Role::Roman) if self.says(at) => {}
            Some(Role::Differential) => self.differential(at),
            Some(Role::Vector) if self.is_vector_of_differential(at) => {
                self.replace(at, &[TokenKind::Letter('d'), self.tokens[at].kind]);
                self.replace(at + 2, &[]);
            }
            Some(Role::Quantity) => self.sized_bracket(at),
            _ => self.emphasised(at),
        }
    }

    /// The group that begins at a token: its `{` and its `}`.
    fn group(&self, at: usize) -> Option<(usize, usize)> {
        Some((at, self.tokens.group_end(at)?))
    }

    fn replace(&mut self, at: usize, with: &[TokenKind<'s>]) {
        self.instead[at] = Some(with.to_vec());
    }

    /// `\substack{a = b \\ c = d}`: lines between commas.
    fn stacked(&mut self, at: usize) {
        let Some((open, close)) = self.group(at + 1) else {
            return;
        };
        // In `_{\substack{…}}` the outer braces are enough.
        let is = |index: usize, mark| self.tokens.get(index).is_some_and(|token| token.is(mark));
        let alone = at.checked_sub(1).is_some_and(|before| is(before, '{')) && is(close + 1, '}');
        if alone {
            self.replace(open, &[]);
            self.replace(close, &[]);
        }
        self.replace(at, &[]);
        let mut at = open + 1;
        while at < close {
            if self.tokens[at].kind == TokenKind::Break {
                self.replace(at, &[TokenKind::Char(',')]);
            }
            at = self.tokens.environment_end(at).unwrap_or(at) + 1;
        }
    }

    /// `\underbrace{…}_{note}`: the note is not part of the formula.
    fn annotated(&mut self, at: usize, script: char) {
        let Some((_, close)) = self.group(at + 1) else {
            return;
        };
        self.replace(at, &[]);
        let note = close + 1;
        if self.tokens.get(note).is_some_and(|token| token.is(script)) {
            self.dropped_to[note] = self.tokens.after(note + 1).min(self.tokens.len());
        }
    }

    /// `\overset{note}{=}`
    fn relation_with_note(&mut self, at: usize) {
        let note = self.group(at + 1);
        let Some((open, close)) = note.and_then(|(_, end)| self.group(end + 1)) else {
            return;
        };
        // `\underset{x \to 0}{\lim}`
        if let [under] = self.tokens[open + 1..close]
            && matches!(under.role(), Some(Role::Limit | Role::Series(_)))
        {
            let is_below = matches!(self.tokens[at].kind, TokenKind::Command(command) if command.name == "underset");
            let mark = TokenKind::Char(if is_below { '_' } else { '^' });
            self.replace(at, &[under.kind, mark]);
            self.dropped_to[open] = close + 1;
            return;
        }
        // `\overset{(1)}{\Rightarrow}`
        if let [arrow] = self.tokens[open + 1..close]
            && arrow.role() == Some(Role::Consequence)
        {
            self.replace(at, &[arrow.kind]);
            self.dropped_to[at + 1] = close + 1;
            return;
        }
        // `\overset{..}{x}`, `\overset{\rightharpoonup}{F}`
        if let Some(accent) = self.accent_of(at)
            && self.is_name(open + 1, close)
        {
            self.replace(at, &[TokenKind::Command(accent)]);
            self.dropped_to[at + 1] = open;
            return;
        }
        // `\underset{\text{sphere}}{I}`
        let says = |token: &Token<'_>| matches!(token.kind, TokenKind::Raw(Raw::Text, _));
        if self.tokens[at + 2..open - 1].iter().all(says) && self.is_name(open + 1, close) {
            self.dropped_to[at] = open + 1;
            self.replace(close, &[]);
            return;
        }
        // `\underset{\text{speed}}{\boxed{v = a t}}`
        if relate(self.tokens.part(open + 1..close)) {
            self.dropped_to[at] = open + 1;
            self.replace(close, &[]);
        }
    }

    /// `{a \over b}`
    fn infix(&mut self, at: usize, group: Option<(usize, usize)>, command: &'static str) {
        let Some((open, close)) = group else {
            return;
        };
        // A second one in the same group is an error in LaTeX too.
        if self.instead[open].is_some() {
            return;
        }
        self.replace(
            open,
            &[
                TokenKind::Char('{'),
                TokenKind::Command(known(command)),
                TokenKind::Char('{'),
            ],
        );
        self.replace(at, &[TokenKind::Char('}'), TokenKind::Char('{')]);
        self.replace(close, &[TokenKind::Char('}'), TokenKind::Char('}')]);
    }

    /// `\dv{t}`, `\dv{x}{t}`, `\dv[2]{x}{t}`, `\pdv{f}{x}{y}`
    fn derivative(&mut self, at: usize, sign: &'static str) {
        let (first, order) = match self.order(at + 1) {
            Some((end, order)) => (end + 1, order),
            None => (at + 1, Vec::new()),
        };
        let Some(above) = self.group(first) else {
            return;
        };
        let below = self.group(above.1 + 1);
        let also = below
            .filter(|_| sign == "partial" && order.is_empty())
            .and_then(|(_, end)| self.group(end + 1));
        let sign = TokenKind::Command(known(sign));
        let raised = |order: &[TokenKind<'s>]| match order {
            [] => Vec::new(),
            order => [
                &[TokenKind::Char('^'), TokenKind::Char('{')],
                order,
                &[TokenKind::Char('}')],
            ]
            .concat(),
        };
        let upper = match also {
            Some(_) => raised(&[TokenKind::Digit('2')]),
            None => raised(&order),
        };
        let begin = [
            &[
                TokenKind::Command(known("frac")),
                TokenKind::Char('{'),
                sign,
            ],
            &*upper,
        ]
        .concat();
        let end = [&*raised(&order), &[TokenKind::Char('}')]].concat();
        if first > at + 1 {
            self.dropped_to[at + 1] = first;
        }
        match below {
            None => {
                self.replace(at, &[&*begin, &[TokenKind::Char('}')]].concat());
                self.replace(above.0, &[TokenKind::Char('{'), sign]);
                self.replace(above.1, &end);
            }
            Some(below) => {
                self.replace(at, &begin);
                self.replace(above.0, &[]);
                self.replace(below.0, &[TokenKind::Char('{'), sign]);
                match also {
                    None => self.replace(below.1, &end),
                    Some(also) => {
                        self.replace(below.1, &[]);
                        self.replace(also.0, &[sign]);
                    }
                }
            }
        }
    }

    /// `[n]`: where it ends, and what is in it.
    fn order(&self, at: usize) -> Option<(usize, Vec<TokenKind<'s>>)> {
        self.tokens.get(at).filter(|token| token.is('['))?;
        let length = self.tokens[at + 1..]
            .iter()
            .take_while(|token| matches!(token.kind, TokenKind::Digit(_)))
            .count();
        let end = at + 1 + length;
        let closed = length > 0 && self.tokens.get(end).is_some_and(|token| token.is(']'));
        let inside = self.tokens[at + 1..end].iter().map(|token| token.kind);
        closed.then(|| (end, inside.collect()))
    }

    /// `\abs{x}`
    fn fenced(&mut self, at: usize, [opens, closes]: [Delimiter; 2]) {
        if let Some((open, close)) = self.group(at + 1) {
            self.replace(at, &[]);
            self.replace(open, &[TokenKind::Open(opens)]);
            self.replace(close, &[TokenKind::Close(closes)]);
        }
    }

    /// `\langle a \abs{r} b \rangle`, if `\abs` was used for `|` by mistake: the bars belong to a bracket of states.
    fn bars(&mut self, at: usize) {
        if let Some((open, close)) = self.group(at + 1) {
            self.replace(at, &[]);
            self.replace(open, &[TokenKind::Char('|')]);
            self.replace(close, &[TokenKind::Char('|')]);
        }
    }

    /// Whether a command with its braces stands between `\langle …` and `… \rangle`.
    fn is_between_states(&self, at: usize) -> bool {
        let Some((_, close)) = self.group(at + 1) else {
            return false;
        };
        let is_bar = |token: &Token<'_>| {
            token.is('|') || matches!(token.role(), Some(Role::Macro(Macro::Fenced(_))))
        };
        let before = self.tokens[..at].iter().rev();
        let before = before.take_while(|token| !is_bar(token) && !is_relation(token));
        let opened = before
            .take_while(|token| token.kind != TokenKind::Close(Delimiter::Angle))
            .position(|token| token.kind == TokenKind::Open(Delimiter::Angle));
        let after = self.tokens[close + 1..].iter();
        let after = after.take_while(|token| !is_bar(token) && !is_relation(token));
        let closed = after
            .take_while(|token| token.kind != TokenKind::Open(Delimiter::Angle))
            .position(|token| token.kind == TokenKind::Close(Delimiter::Angle));
        opened.is_some_and(|words| words > 0) && closed.is_some_and(|words| words > 0)
    }

    /// `\mathrel{=}` is `=`, `\mathop{}` is nothing; around anything else the braces stay.
    fn classed(&mut self, at: usize) {
        self.replace(at, &[]);
        let Some((open, close)) = self.group(at + 1) else {
            return;
        };
        let joins = |token: &Token<'_>| {
            is_relation(token)
                || token.is(':')
                || matches!(
                    token.role(),
                    Some(Role::Operator(_) | Role::Macro(Macro::Classed))
                )
        };
        if self.tokens[open + 1..close].iter().all(joins) {
            self.replace(open, &[]);
            self.replace(close, &[]);
        }
    }

    /// `\expval{A}{\psi}` is `\braket{\psi|A|\psi}`, and `\expval{A}` an average.
    fn mean(&mut self, at: usize) {
        let first = self.group(at + 1);
        let Some((open, close)) = first.and_then(|(_, end)| self.group(end + 1)) else {
            return self.fenced(at, [Delimiter::Angle; 2]);
        };
        let state = self.tokens[open + 1..close].iter().map(|token| token.kind);
        let bar = TokenKind::Char('|');
        let mut before = vec![TokenKind::Char('{')];
        before.extend(state.clone());
        before.push(bar);
        let mut after = vec![bar];
        after.extend(state);
        after.push(TokenKind::Char('}'));
        self.replace(at, &[TokenKind::Command(known("braket"))]);
        self.replace(at + 1, &before);
        self.replace(open - 1, &after);
        self.dropped_to[open] = close + 1;
    }

    /// `\ketbra{a}{b}` is `\ket{a}\bra{b}`.
    fn dyad(&mut self, at: usize) {
        let Some((first, end)) = self.group(at + 1) else {
            return;
        };
        let bra = TokenKind::Command(known("bra"));
        self.replace(at, &[TokenKind::Command(known("ket"))]);
        if let Some((open, _)) = self.group(end + 1) {
            return self.replace(open, &[bra, TokenKind::Char('{')]);
        }
        // `\ketbra{\psi}`: on both sides the same.
        let state = self.tokens[first..=end].iter().map(|token| token.kind);
        let both = [TokenKind::Char('}'), bra].into_iter().chain(state);
        self.replace(end, &both.collect::<Vec<_>>());
    }

    /// `\comm{x}{p}` is `[x, p]`.
    fn paired(&mut self, at: usize, delimiter: Delimiter) {
        let first = self.group(at + 1);
        let Some((open, close)) = first.and_then(|(_, end)| self.group(end + 1)) else {
            return;
        };
        let (begin, end) = match delimiter {
            Delimiter::Square => (TokenKind::Char('['), TokenKind::Char(']')),
            other => (TokenKind::Open(other), TokenKind::Close(other)),
        };
        self.replace(at, &[]);
        self.replace(at + 1, &[begin]);
        self.replace(open - 1, &[TokenKind::Char(',')]);
        self.replace(open, &[]);
        self.replace(close, &[end]);
    }

    /// `\dd{x}`
    fn differential(&mut self, at: usize) {
        if let Some((open, close)) = self.group(at + 1) {
            self.replace(open, &[]);
            self.replace(close, &[]);
        }
    }

    /// `\tensor{T}{^\mu_\nu_\rho}` and `T\indices{^\mu_\nu_\rho}` are `T^{\mu}_{\nu\rho}`.
    fn indices(&mut self, at: usize) {
        let is_tensor =
            matches!(self.tokens[at].kind, TokenKind::Command(command) if command.name == "tensor");
        let first = self.group(at + 1);
        let indices = match first {
            Some((_, end)) if is_tensor => self.group(end + 1),
            group => group,
        };
        let Some((open, close)) = indices else {
            return;
        };
        let mut scripts = [('^', Vec::new()), ('_', Vec::new())];
        let mut here = open + 1;
        while here < close {
            let after = self.tokens.after(here + 1);
            let known = scripts
                .iter_mut()
                .find(|(mark, _)| self.tokens[here].is(*mark));
            let Some((_, script)) = known.filter(|_| after <= close) else {
                return;
            };
            script.extend(self.tokens[here + 1..after].iter().map(|token| token.kind));
            here = after;
        }
        let mut kinds = Vec::new();
        for (mark, script) in scripts.into_iter().filter(|(_, script)| !script.is_empty()) {
            kinds.extend([TokenKind::Char(mark), TokenKind::Char('{')]);
            kinds.extend(script);
            kinds.push(TokenKind::Char('}'));
        }
        self.replace(at, &[]);
        if let Some((begin, end)) = first.filter(|_| is_tensor)
            && end == begin + 2
        {
            self.replace(begin, &[]);
            self.replace(end, &[]);
        }
        self.replace(open, &kinds);
        self.dropped_to[open + 1] = close + 1;
    }

    /// The source text between two tokens.
    fn text_between(&self, from: usize, to: usize) -> Option<&'s str> {
        self.source
            .get(self.tokens[from].end..self.tokens[to].start)
    }

    /// `\mathrm{and}`, `\mathrm{Thus,}` and `\mathrm{.}` are read as text. Returns whether this is one of them.
    fn says(&mut self, at: usize) -> bool {
        let Some((open, close)) = self.group(at + 1) else {
            return false;
        };
        // `E_\mathrm{or}`, `E_{\mathrm{or}}`
        let is_script =
            |before: Option<&Token<'_>>| before.is_some_and(|token| token.is('_') || token.is('^'));
        let group = self.tokens.group_around(at).map_or(0, |(begin, _)| begin);
        if is_script(self.tokens[..at].last()) || is_script(self.tokens[..group].last()) {
            return false;
        }
        let Some(text) = self.text_between(open, close) else {
            return false;
        };
        let kind = match (text.trim(), text.trim().trim_end_matches([',', ':'])) {
            (mark @ ("," | "."), _) => TokenKind::Char(if mark == "," { ',' } else { '.' }),
            (whole, word) => {
                // `\mathrm{Hence~we~get}`
                let spaced = word.trim_matches('~').contains('~')
                    && word
                        .bytes()
                        .all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'~' | b','));
                let is_word = word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
                // `5\,\mathrm{as}`
                let is_long = word.len() > 2 || matches!(word, "or" | "if");
                let joins = is_long && words::is_connective(word);
                // `\quad \mathrm{(i)}`, `\quad \mathrm{QED}`
                let inside = word
                    .strip_prefix('(')
                    .and_then(|rest| rest.strip_suffix(')'));
                let is_number =
                    inside.is_some_and(|inside| inside.chars().all(char::is_alphanumeric));
                let apart = matches!(self.tokens[..at].last(), Some(token) if token.kind == TokenKind::Quad);
                let spaced = spaced || apart && (is_number || word == "QED");
                let says = spaced || is_word && (joins || is_long && word.len() < whole.len());
                if !says {
                    return false;
                }
                TokenKind::Raw(Raw::Text, text)
            }
        };
        self.replace(at, &[kind]);
        self.dropped_to[open] = close + 1;
        true
    }

    /// `\vec{dl}` is `d\vec{l}`.
    fn is_vector_of_differential(&self, at: usize) -> bool {
        let inside = self
            .group(at + 1)
            .map(|(open, close)| &self.tokens[open + 1..close]);
        matches!(inside, Some([d, of]) if d.kind == TokenKind::Letter('d') && matches!(of.kind, TokenKind::Letter(_)))
    }

    /// `\qty(…)` is a bracket that fits its content; with braces `\qty` is a quantity.
    fn sized_bracket(&mut self, at: usize) {
        let bracket = self.tokens.get(at + 1).is_some_and(|token| {
            matches!(
                token.kind,
                TokenKind::Char('(' | '[' | '|') | TokenKind::Open(_)
            )
        });
        if bracket {
            self.replace(at, &[]);
        }
    }

    /// `v_{\rm max}`: subscripts are text anyway. `{\rm d}` is `\mathrm{d}`.
    fn upright(&mut self, at: usize, group: Option<(usize, usize)>) {
        let Some((open, close)) = group.filter(|(open, _)| open + 1 == at) else {
            return self.upright_unit(at);
        };
        let lowered = open
            .checked_sub(1)
            .is_some_and(|before| self.tokens[before].is('_'));
        if lowered {
            self.replace(at, &[]);
        } else if let Some(text) = self.text_between(at, close)
            && words::is_connective(text)
        {
            self.replace(open, &[TokenKind::Raw(Raw::Text, text)]);
            self.dropped_to[at] = close + 1;
        } else if let Some(text) = self.text_between(at, close)
            && let Some(function) = vocabulary::find(text.trim())
            && matches!(function.role, Role::Function(_))
        {
            // `{\rm sin}\,\theta`
            self.replace(open, &[TokenKind::Command(function)]);
            self.dropped_to[at] = close + 1;
        } else if self.are_letters(at + 1, close) {
            let [open_brace, close_brace] = ['{', '}'].map(TokenKind::Char);
            let upright = [open_brace, TokenKind::Command(known("mathrm")), open_brace];
            self.replace(at, &[]);
            // In `\frac{\rm m}{\rm s}` the braces belong to the arguments.
            let is_argument = self
                .is_argument
                .get_or_init(|| groups::arguments(self.tokens));
            if is_argument[open] {
                self.replace(open, &upright);
                self.replace(close, &[close_brace; 2]);
            } else {
                self.replace(open, &upright[1..]);
            }
        }
    }

    /// `v = 12\ \rm m/s`: the letters after a number are a unit.
    fn upright_unit(&mut self, at: usize) {
        let behind_number = at.checked_sub(1).is_some_and(|before| {
            matches!(self.tokens[before].kind, TokenKind::Digit(_)) || self.tokens[before].is('}')
        });
        let letters = self.tokens[at + 1..]
            .iter()
            .take_while(|token| matches!(token.kind, TokenKind::Letter(_) | TokenKind::Char('/')));
        // `9.8\ \rm\frac{m}{s^2}`
        let is_fraction = self
            .tokens
            .get(at + 1)
            .is_some_and(|token| token.role() == Some(Role::Fraction));
        let below = self
            .group(at + 2)
            .and_then(|(_, close)| self.group(close + 1));
        let last = match below {
            Some((_, close)) if is_fraction => close,
            _ => at + letters.count(),
        };
        let unit = match (self.tokens.get(at + 1), self.tokens.get(last)) {
            (Some(first), Some(end)) if last > at => &self.source[first.start..end.end],
            _ => return,
        };
        let is_unit = units::says_unit(unit);
        if behind_number && is_unit && self.instead[last].is_none() {
            self.replace(
                at,
                &[TokenKind::Command(known("mathrm")), TokenKind::Char('{')],
            );
            self.replace(last, &[self.tokens[last].kind, TokenKind::Char('}')]);
        }
    }

    /// `{\bf F}` is `\mathbf{F}`, and `{\bf a = b}` is `a = b`.
    fn emboldened(&mut self, at: usize, group: Option<(usize, usize)>) {
        self.replace(at, &[]);
        if let Some((open, close)) = group
            && open + 1 == at
            && self.is_name(at + 1, close)
        {
            self.replace(
                open,
                &[TokenKind::Command(known("mathbf")), TokenKind::Char('{')],
            );
        }
    }

    fn written(self) -> Vec<Token<'s>> {
        let mut written = Vec::with_capacity(self.tokens.len() + 8);
        let mut at = 0;
        while let Some(token) = self.tokens.get(at) {
            match (&self.instead[at], self.dropped_to[at]) {
                (_, end) if end > at => {
                    at = end;
                    continue;
                }
                (Some(kinds), _) => {
                    written.extend(kinds.iter().map(|kind| Token {
                        kind: *kind,
                        ..*token
                    }));
                }
                (None, _) => written.push(*token),
            }
            at += 1;
        }
        written
    }
}
