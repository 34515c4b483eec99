//! What text beside a formula is, and what stands in a bracket behind it, as the lexer tells it.

use super::{Lexer, command_name, delimiters};
use crate::latex::token::TokenKind;
use crate::latex::words;
use crate::units;
use crate::vocabulary::{self, Role};

/// Spaces in a text at which a unit may end.
const MAX_GAPS: usize = 8;

/// Bytes of a condition in brackets.
const LONGEST_CONDITION: usize = 256;

impl<'s> Lexer<'s> {
    /// Whether a bracket comes next that says where what stands before it holds: a space of LaTeX sets it apart,
    /// `y = a x\ (x > 0)`, it relates something and ends the line. A name may be applied to it: `\psi\,(x = 0)`.
    pub(super) fn is_condition_after_space(&self) -> bool {
        const SPACES: [&str; 4] = [r"\ ", r"\;", r"\:", "~"];
        const ENDS: [&str; 5] = [r"\\", "&", "}", r"\end", r"\tag"];
        const GAPS: [&str; 10] = [
            ".", ",", ";", "$", "~", r"\,", r"\;", r"\:", r"\ ", r"\quad",
        ];
        let before = &self.source[..self.at];
        let before = match before.trim_end_matches(' ') {
            // `\ `
            spaced if spaced.ends_with('\\') => before,
            bare => bare,
        };
        let last = self.tokens.last();
        let is_name = last.is_some_and(|token| words::is_letter(&token.kind));
        let apart = SPACES.iter().any(|space| before.ends_with(space))
            || before.ends_with(r"\,") && !is_name
            // `x^2 + y^2 = 1 (y > 0)`
            || before.len() < self.at
                && last.is_some_and(|token| matches!(token.kind, TokenKind::Digit(_)));
        if !apart {
            return false;
        }
        let rest = self.rest();
        let near = rest.floor_char_boundary(LONGEST_CONDITION);
        let Some(length) = delimiters::bracket_length(&rest[..near], '(') else {
            return false;
        };
        let (inside, after) = rest.split_at(length);
        let mut words = inside.split('\\').skip(1).map(command_name);
        let relates = inside.contains(['=', '<', '>', '≤', '≥', '≠', '∈'])
            || words
                .any(|word| vocabulary::find(word).is_some_and(|known| known.relation().is_some()));
        let mut after = after.trim_start();
        while let Some(rest) = GAPS.iter().find_map(|gap| after.strip_prefix(gap)) {
            after = rest.trim_start();
        }
        relates && (after.is_empty() || ENDS.iter().any(|end| after.starts_with(end)))
    }

    /// Whether nothing but a number in brackets comes next in the line: `y = a x\ \ (1)`.
    pub(super) fn is_at_number_of_line(&self) -> bool {
        let Some(inside) = self.rest().trim_start().strip_prefix('(') else {
            return false;
        };
        let digits = inside.bytes().take_while(u8::is_ascii_digit).count();
        let after = inside[digits..].strip_prefix(')').map(str::trim);
        (1..3).contains(&digits)
            && after.is_some_and(|after| after.is_empty() || after.starts_with(r"\\"))
    }

    /// A unit after a number with what is said behind it, if a text is these: a word that leads over to another
    /// formula, a direction, how many figures count.
    pub(super) fn unit_before_words(&self, text: &'s str) -> Option<(&'s str, &'s str)> {
        let last = self.tokens.last()?;
        // `1.6 \times 10^{-19} \text{ J}`
        if !matches!(last.kind, TokenKind::Digit(_)) && !last.is('}') {
            return None;
        }
        let text = text.trim();
        if units::says_unit(text) {
            return None;
        }
        let mut gaps: Vec<usize> = text.match_indices([' ', ',']).map(|(at, _)| at).collect();
        gaps.truncate(MAX_GAPS);
        let unit = gaps
            .into_iter()
            .rev()
            .find(|gap| units::says_unit(&text[..*gap]))?;
        let (unit, words) = text.split_at(unit);
        words::say_of_quantity(words.trim_start_matches(',')).then_some((unit, words))
    }

    /// The sign that a text is: `V^2 \text{/} R`, `90\% \text{ of } I`.
    pub(super) fn sign_in_text(&self, text: &str) -> Option<TokenKind<'s>> {
        let before = self.tokens.last()?;
        match text {
            "of" if before.role() == Some(Role::Percent) => {
                Some(Self::kind(vocabulary::known("cdot")))
            }
            "/" | "+" | "-" | "=" | "*" | "," if !matches!(before.kind, TokenKind::Raw(..)) => {
                text.chars().next().map(TokenKind::Char)
            }
            "×" | "·" | "⋅" | "÷" if !matches!(before.kind, TokenKind::Raw(..)) => {
                let sign = text.chars().next().and_then(vocabulary::of_character);
                sign.map(Self::kind)
            }
            // `1.6 \text{ x } 10^{-19}`
            "x" | "X" if self.rest().trim_start().starts_with("10^") => {
                matches!(before.kind, TokenKind::Digit(_))
                    .then(|| Self::kind(vocabulary::known("times")))
            }
            // `2 \text{ atoms/} (a b)`
            _ => {
                let counted = text.strip_suffix('/')?.trim_end();
                let is_word = counted.len() > 2 && counted.chars().all(char::is_alphabetic);
                let is_unit = units::says_unit(counted);
                (is_word && !is_unit).then_some(TokenKind::Char('/'))
            }
        }
    }
}

/// Whether a text is the space of `\\ \\text{m}`, with the backslashes of JSON: no line begins with a unit.
pub(super) fn is_space_before_text(text: &str) -> bool {
    let unit = [r" \\text{", r" \\mathrm{", r" \\unit{"];
    unit.iter().any(|command| text.starts_with(command))
}
