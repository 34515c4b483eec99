//! Recognises text beside a formula, and conditions in brackets after it.

use super::Lexer;
use crate::notation::token::{Raw, TokenKind};
use crate::notation::units;
use crate::notation::vocabulary;
use crate::notation::vocabulary::Role;
use crate::notation::vocabulary::command_name;
use crate::notation::{bracket_length, group_length, words};

/// How many spaces in a text are tried as the end of a unit.
const MAX_GAPS: usize = 8;

/// The most bytes of a condition in brackets.
const LONGEST_CONDITION: usize = 256;

impl<'s> Lexer<'s> {
    /// Whether a bracket comes next that says where the formula before it holds: a LaTeX space separates it,
    /// `y = a x\ (x > 0)`, it contains a relation and ends the line. After a name it may be an argument:
    /// `\psi\,(x = 0)`.
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
        let Some(length) = bracket_length(&rest[..near], '(') else {
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

    /// Whether only a number in brackets remains in the line: `y = a x\ \ (1)`.
    pub(super) fn is_at_number_of_line(&self) -> bool {
        let Some(inside) = self.rest().trim_start().strip_prefix('(') else {
            return false;
        };
        let digits = inside.bytes().take_while(u8::is_ascii_digit).count();
        let after = inside[digits..].strip_prefix(')').map(str::trim);
        (1..3).contains(&digits)
            && after.is_some_and(|after| after.is_empty() || after.starts_with(r"\\"))
    }

    /// The words of a text in a table that opens a bracket and introduces the condition after it.
    pub(super) fn words_in_open_bracket(&self, text: &'s str) -> Option<&'s str> {
        let is_in_table = self.environments.last() == Some(&true);
        let words = text
            .trim_start()
            .strip_prefix('(')
            .filter(|_| is_in_table)?;
        let leads_over = words.trim_end().ends_with(',') || words::is_connective(words);
        (leads_over && !words.contains(')')).then_some(words)
    }

    /// Splits a text after a number into a unit and a remark: a word that leads to another formula, a direction, a
    /// number of figures.
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

    /// Whether the rest of a time comes next, less than one of a unit, as it is written after `and`: `30 \text{ s}`.
    pub(super) fn goes_on_with_part(&self, of: &str) -> bool {
        let gap = |text: &'s str| text.trim_start_matches(|letter| " ~,;\\".contains(letter));
        let rest = gap(self.rest());
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = rest[..digits].parse::<f64>();
        let text = ["text{", "mathrm{", "unit{"]
            .iter()
            .find_map(|command| gap(&rest[digits..]).strip_prefix(command));
        let part = text.and_then(|text| units::parse(text.split('}').next()?).ok());
        let (Ok(number), Some(part), Ok(whole)) = (number, part, units::parse(of)) else {
            return false;
        };
        let is_time =
            whole.dimension() == units::Dimension::TIME && part.dimension() == whole.dimension();
        is_time && part.factor() < whole.factor() && number * part.factor() < whole.factor()
    }

    /// The operator of vector calculus under an arrow: `\overrightarrow{\mathrm{grad}}`. Moves past it.
    pub(super) fn named_nabla(&mut self) -> Option<TokenKind<'s>> {
        let inside = self.rest().strip_prefix('{')?;
        let name = [r"\mathrm{", r"\operatorname{", r"\text{", r"\rm "]
            .iter()
            .find_map(|command| inside.strip_prefix(command))
            .unwrap_or(inside);
        let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
        vocabulary::nabla_name(&name[..letters])?;
        let length = group_length(self.rest())?;
        let is_alone = self.rest()[..length]
            .trim_end_matches(['}', ' '])
            .ends_with(&name[..letters]);
        is_alone.then(|| {
            self.at += length;
            TokenKind::Raw(Raw::Text, &name[..letters])
        })
    }

    /// The sign that a text stands for: `V^2 \text{/} R`, `90\% \text{ of } I`.
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
