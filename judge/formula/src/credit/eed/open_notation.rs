//! The second reading of ambiguous LaTeX: how `PHYBench`'s program reads it, and how `SymPy`'s printer, which wrote
//! many answers, means it.
//!
//! This module only decides where brackets would have to be; it does not interpret what they contain.

use crate::notation::vocabulary;
use crate::notation::vocabulary::{Command, Macro, Operator, Role};
use crate::notation::{Bracketed, GroupKind, Side, TokenRow, TokenTree, group_length};

/// Which ambiguous notation is read differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// A slash divides by everything up to the next sign or dot, `a / 2 (b+c)` = a/(2(b+c)), and `\Delta x^2` is Δ
    /// times x².
    Open,
    /// Also notation that the site no longer treats as ambiguous: after a function without round brackets, everything
    /// up to a sign is its argument, so that `\sin{(x)} / 2` is the sine of x/2.
    Published,
}

/// The text with added brackets that make the second reading the only one; `None` if brackets do not match. `source`
/// must be readable text, which bounds its nesting.
pub(super) fn reread(source: &str, reading: Reading) -> Option<String> {
    let tree = TokenTree::of(words(source)?);
    let items = reading.items(tree.row())?;
    Some(reading.arrange(&items, 0))
}

/// A command with its backslash, or a character.
struct PlainWord<'a> {
    name: &'a str,
    /// Includes the delimiter after `\left` and `\right`, and arguments that are names: the argument of `\text`, the
    /// subscript of a symbol.
    text: &'a str,
}

impl Bracketed for PlainWord<'_> {
    fn side(&self) -> Side {
        match self.name {
            "(" | "[" | "{" | r"\left" => Side::Opens,
            ")" | "]" | "}" | r"\right" => Side::Closes,
            _ => Side::Neither,
        }
    }

    fn group(&self) -> Option<GroupKind> {
        None
    }
}

impl PlainWord<'_> {
    /// Whether it closes the bracket that another word opens.
    fn closes(&self, open: &Self) -> bool {
        match open.name {
            "(" | "[" => matches!(self.name, ")" | "]"),
            "{" => self.name == "}",
            name => name == r"\left" && self.name == r"\right",
        }
    }
}

/// The words of a text; `None` where the argument of one is missing.
fn words(source: &str) -> Option<Vec<PlainWord<'_>>> {
    let mut words = Vec::new();
    let mut rest = source;
    while !rest.is_empty() {
        let name = &rest[..word_length(rest)];
        let after = &rest[name.len()..];
        let length = if matches!(name, r"\left" | r"\right") {
            word_length(after)
        } else if name == "_" || takes_name(name) {
            let argument = after.trim_start_matches(' ');
            let length = if argument.starts_with('{') {
                group_length(argument)?
            } else {
                word_length(argument)
            };
            if length == 0 {
                return None;
            }
            after.len() - argument.len() + length
        } else {
            0
        };
        let (text, left) = rest.split_at(name.len() + length);
        words.push(PlainWord { name, text });
        rest = left;
    }
    Some(words)
}

/// The length in bytes of the command or character at the start of a text.
fn word_length(text: &str) -> usize {
    let mut letters = text.chars();
    let first = letters.next().map_or(0, char::len_utf8);
    match letters.next() {
        Some(second) if text.starts_with('\\') => {
            let name = text.bytes().skip(1).take_while(u8::is_ascii_alphabetic);
            first + name.count().max(second.len_utf8())
        }
        _ => first,
    }
}

/// A part of a formula with its exponents and subscripts, already rewritten inside.
struct Part {
    kind: PartKind,
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PartKind {
    Factor,
    /// Something in `(…)` or `[…]`.
    Bracketed,
    Function,
    Root,
    Dot,
    Slash,
    Space,
    /// A sign, a relation, or anything else that ends a product.
    End,
}

/// How deeply added brackets may nest; deeper ones could not be read anyway.
const DEEPEST: usize = 40;

/// Whether the argument of a command is a name.
fn takes_name(word: &str) -> bool {
    let Some(command) = command(word) else {
        return false;
    };
    matches!(
        command.role,
        Role::Text | Role::Roman | Role::Vector | Role::Bold | Role::Unit | Role::Begin | Role::End
    ) || command.role == Role::Macro(Macro::Upright)
}

fn command(token: &str) -> Option<&'static Command> {
    vocabulary::find(token.strip_prefix('\\')?)
}

fn kind(token: &str) -> PartKind {
    match token {
        "/" => return PartKind::Slash,
        "*" => return PartKind::Dot,
        " " | "~" | "\n" | "\t" => return PartKind::Space,
        "+" | "-" | "=" | "<" | ">" | "," | ";" | ":" | "." | "&" | "$" | r"\[" | r"\]" | r"\("
        | r"\)" => return PartKind::End,
        r"\operatorname" => return PartKind::Function,
        _ => {}
    }
    match command(token).map(|command| command.role) {
        Some(Role::Operator(Operator::Dot | Operator::Times)) => PartKind::Dot,
        Some(Role::Layout) => PartKind::Space,
        Some(
            Role::Relation(_) | Role::Consequence | Role::Operator(_) | Role::Quad | Role::Break,
        ) => PartKind::End,
        Some(Role::Root) => PartKind::Root,
        Some(Role::Function(_)) => PartKind::Function,
        _ => PartKind::Factor,
    }
}

impl Reading {
    /// The parts of a row of words; `None` where brackets do not match.
    fn items(self, row: TokenRow<'_, PlainWord<'_>>) -> Option<Vec<Part>> {
        let mut items: Vec<Part> = Vec::new();
        let mut at = 0;
        while let Some(word) = row.get(at) {
            if !matches!(word.name, "^" | "_" | "!" | "'") {
                let (item, after) = self.item(row, at)?;
                items.push(item);
                at = after;
                continue;
            }
            let mut text = word.text.to_owned();
            at += 1;
            if word.name == "^" {
                while row.get(at).is_some_and(|space| space.name == " ") {
                    text.push(' ');
                    at += 1;
                }
                let (raised, after) = self.item(row, at)?;
                text += &raised.text;
                at = after;
            }
            match items.last_mut() {
                Some(item) if item.kind != PartKind::Space => item.text += &text,
                _ => items.push(Part {
                    kind: PartKind::Factor,
                    text,
                }),
            }
        }
        Some(items)
    }

    /// The part that begins at an index, and the index after it.
    fn item(self, row: TokenRow<'_, PlainWord<'_>>, at: usize) -> Option<(Part, usize)> {
        let word = row.get(at)?;
        let close = match word.side() {
            Side::Opens => row.close(at).filter(|close| row[*close].closes(word))?,
            Side::Closes => return None,
            Side::Neither if word.name == "|" => {
                let mut after = row.from(at + 1).outside();
                at + 1 + after.find(|(_, bar)| bar.name == "|")?.0
            }
            Side::Neither => {
                let (kind, text) = (kind(word.name), word.text.to_owned());
                return Some((Part { kind, text }, at + 1));
            }
        };
        let inside = self.items(row.part(at + 1..close))?;
        let text = [word.text, &self.arrange(&inside, 0), row[close].text].concat();
        let kind = match word.text {
            "{" | "|" | r"\left|" => PartKind::Factor,
            _ => PartKind::Bracketed,
        };
        Some((Part { kind, text }, close + 1))
    }

    /// Writes items at `depth` levels of added brackets.
    fn arrange(self, items: &[Part], depth: usize) -> String {
        let mut text = String::new();
        let mut rest = items;
        while let Some((item, after)) = rest.split_first() {
            rest = after;
            match item.kind {
                PartKind::Slash => {
                    let divisor = &rest[..divisor(rest)];
                    text += "/{";
                    text += &self.arrange(divisor, depth + 1);
                    text += "}";
                    rest = &rest[divisor.len()..];
                }
                PartKind::Function if self == Self::Published && depth < DEEPEST => {
                    let argument = &rest[..argument(rest)];
                    let factors = argument.iter().filter(|item| item.kind != PartKind::Space);
                    text += &item.text;
                    if factors.count() > 1 {
                        text += r"\left(";
                        text += &self.arrange(argument, depth + 1);
                        text += r"\right)";
                        rest = &rest[argument.len()..];
                    } else {
                        // Without the space a letter would become part of the command.
                        text += " ";
                    }
                }
                _ if item.text == r"\Delta" => text += r"{\Delta}",
                _ => text += &item.text,
            }
        }
        text
    }
}

/// How many items a slash divides by.
fn divisor(items: &[Part]) -> usize {
    let ends = |item: &Part| matches!(item.kind, PartKind::End | PartKind::Dot | PartKind::Slash);
    items.iter().position(ends).unwrap_or(items.len())
}

/// How many items after a function are its argument; none if it has its own brackets.
fn argument(items: &[Part]) -> usize {
    let mut before = None;
    for (place, item) in items.iter().enumerate() {
        match (item.kind, before) {
            (PartKind::Space, _) => {}
            (PartKind::Bracketed, None) => return 0,
            (PartKind::End, _) => return place,
            // After an operator, even a function is part of the argument.
            (PartKind::Function | PartKind::Root, Some(before))
                if !matches!(before, PartKind::Dot | PartKind::Slash) =>
            {
                return place;
            }
            (kind, _) => before = Some(kind),
        }
    }
    items.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;

    fn same(reading: Reading, source: &str, meant: &str) {
        let reread = reread(source, reading).unwrap();
        let found = notation::read(&reread).unwrap_or_else(|error| panic!("{reread}: {error}"));
        assert_eq!(
            found,
            notation::read(meant).unwrap(),
            "{source} became {reread}"
        );
    }

    #[test]
    fn a_slash_divides_by_all_that_follows() {
        for (source, meant) in [
            (r"1 / 2 v", r"\frac{1}{2v}"),
            (r"(a + b) / c_{1} c_{2} + d", r"\frac{a+b}{c_1 c_2} + d"),
            (r"x^{2} / 2 y (a+b) \cdot c", r"\frac{x^2}{2y(a+b)} \cdot c"),
            (r"a / b / c d", r"\frac{a/b}{cd}"),
            (
                r"e^{- x / 2 y} + \frac{1 / 2 m}{k}",
                r"e^{-\frac{x}{2y}} + \frac{\frac{1}{2m}}{k}",
            ),
            (r"G^{8 / 3} m", r"G^{8/3} m"),
            (r"\sin{(x)} / 31", r"\frac{\sin x}{31}"),
        ] {
            same(Reading::Open, source, meant);
        }
    }

    #[test]
    fn a_delta_is_a_factor() {
        same(
            Reading::Open,
            r"\frac{\Delta a^{4} p}{l}",
            r"\frac{\Delta \cdot a^4 p}{l}",
        );
        same(Reading::Open, r"T_{\Delta}", r"T_{\Delta}");
    }

    #[test]
    fn the_published_argument_goes_on_to_a_sign() {
        for (source, meant) in [
            (
                r"27 m \sin{(\alpha )} / 31",
                r"27 m \sin\left(\frac{(\alpha)}{31}\right)",
            ),
            (
                r"\sin\frac{\pi}{N}(9-x)^{2}",
                r"\sin\left(\frac{\pi}{N}(9-x)^{2}\right)",
            ),
            (r"\cos^{2}{(x)} y + 1", r"\cos^{2}\left((x) y\right) + 1"),
            (r"\sin(x) y", r"\sin(x) y"),
            (r"\sin\left(x\right) y", r"\sin(x) y"),
            (r"\sin{(x)} y \cos{(z)} w", r"\sin((x) y) \cos((z) w)"),
            (r"\sin 2\theta \sqrt{l}", r"\sin(2\theta) \sqrt{l}"),
            (r"\sin x", r"\sin x"),
        ] {
            same(Reading::Published, source, meant);
        }
    }

    #[test]
    fn brackets_that_do_not_match_have_no_second_reading() {
        for source in ["(a", "a)", r"\left(a", "x^", r"\text{a"] {
            assert_eq!(reread(source, Reading::Published), None, "{source}");
        }
    }
}
