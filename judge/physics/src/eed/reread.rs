//! The second reading of notation that LaTeX leaves open: that of `PHYBench`'s program, and of
//! `SymPy`'s printer, whose output answers often are.
//!
//! It says where brackets would have to be, and knows nothing of what they hold.

use crate::vocabulary::{self, Command, Macro, Operator, Role};

/// What else than usual is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// A slash divides by all that follows up to a sign or a dot, `a / 2 (b+c)` = a/(2(b+c)), and
    /// `\Delta x^2` is Δ times x².
    Open,
    /// Also what is no longer open: after a function without round brackets of its own everything
    /// up to a sign is its argument, so that `\sin{(x)} / 2` is the sine of x/2.
    Published,
}

/// The text with the brackets that make the second reading the only one; `None` where brackets do
/// not match. `source` is text that could be read, which bounds how deeply it nests.
pub(super) fn reread(source: &str, reading: Reading) -> Option<String> {
    let mut reader = Reader {
        tokens: tokens(source),
        next: 0,
        reading,
    };
    let items = reader.level(&[])?;
    (reader.next == reader.tokens.len()).then(|| reader.arrange(&items, 0))
}

/// Commands, with their backslash, and characters.
fn tokens(source: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        let length = match after.chars().next() {
            Some(second) if first == '\\' => {
                let letters = after.bytes().take_while(u8::is_ascii_alphabetic).count();
                1 + letters.max(second.len_utf8())
            }
            _ => first.len_utf8(),
        };
        let (token, left) = rest.split_at(length);
        tokens.push(token);
        rest = left;
    }
    tokens
}

/// A part of a formula, with its exponents and subscripts, in the second reading inside.
struct Item {
    kind: Kind,
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Factor,
    /// Something in `(…)` or `[…]`.
    Bracketed,
    Function,
    Root,
    Dot,
    Slash,
    Space,
    /// A sign, a relation, whatever ends a product.
    End,
}

/// Brackets added inside each other; more could not be read anyway.
const DEEPEST: usize = 40;

/// Whether the argument of a command is a name.
fn takes_name(token: &str) -> bool {
    let Some(command) = command(token) else {
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

fn kind(token: &str) -> Kind {
    match token {
        "/" => return Kind::Slash,
        "*" => return Kind::Dot,
        " " | "~" | "\n" | "\t" => return Kind::Space,
        "+" | "-" | "=" | "<" | ">" | "," | ";" | ":" | "." | "&" | "$" | r"\[" | r"\]" | r"\("
        | r"\)" => return Kind::End,
        r"\operatorname" => return Kind::Function,
        _ => {}
    }
    match command(token).map(|command| command.role) {
        Some(Role::Operator(Operator::Dot | Operator::Times)) => Kind::Dot,
        Some(Role::Layout) => Kind::Space,
        Some(
            Role::Relation(_) | Role::Consequence | Role::Operator(_) | Role::Quad | Role::Break,
        ) => Kind::End,
        Some(Role::Root) => Kind::Root,
        Some(Role::Function(_)) => Kind::Function,
        _ => Kind::Factor,
    }
}

struct Reader<'a> {
    tokens: Vec<&'a str>,
    next: usize,
    reading: Reading,
}

impl<'a> Reader<'a> {
    /// What stands before one of the closing brackets, or before the end of the text.
    fn level(&mut self, closing: &[&str]) -> Option<Vec<Item>> {
        let mut items: Vec<Item> = Vec::new();
        while let Some(&token) = self.tokens.get(self.next) {
            if closing.contains(&token) {
                return Some(items);
            }
            match token {
                ")" | "]" | "}" | r"\right" => return None,
                "^" | "_" | "!" | "'" => {
                    let text = self.script()?;
                    match items.last_mut() {
                        Some(item) if item.kind != Kind::Space => item.text += &text,
                        _ => items.push(Item {
                            kind: Kind::Factor,
                            text,
                        }),
                    }
                }
                _ => items.push(self.item()?),
            }
        }
        closing.is_empty().then_some(items)
    }

    fn take(&mut self) -> Option<&'a str> {
        let token = *self.tokens.get(self.next)?;
        self.next += 1;
        Some(token)
    }

    fn item(&mut self) -> Option<Item> {
        let token = self.take()?;
        let closing: &[&str] = match token {
            "(" | "[" => &[")", "]"],
            "{" => &["}"],
            "|" => &["|"],
            r"\left" => &[r"\right"],
            name if takes_name(name) => {
                let text = format!("{name}{}", self.verbatim()?);
                let kind = kind(name);
                return Some(Item { kind, text });
            }
            _ => {
                let (kind, text) = (kind(token), token.to_owned());
                return Some(Item { kind, text });
            }
        };
        let mut text = token.to_owned();
        let bracketed = match token {
            r"\left" => {
                let delimiter = self.take()?;
                text += delimiter;
                delimiter != "|"
            }
            other => other != "{" && other != "|",
        };
        let inside = self.level(closing)?;
        text += &self.arrange(&inside, 0);
        text += self.take()?;
        if token == r"\left" {
            text += self.take()?;
        }
        let kind = if bracketed {
            Kind::Bracketed
        } else {
            Kind::Factor
        };
        Some(Item { kind, text })
    }

    /// `^{…}` and its like; what is below a symbol is part of its name.
    fn script(&mut self) -> Option<String> {
        let mut text = self.take()?.to_owned();
        match text.as_str() {
            "_" => text += &self.verbatim()?,
            "^" => {
                while self.tokens.get(self.next) == Some(&" ") {
                    text += self.take()?;
                }
                text += &self.item()?.text;
            }
            _ => {}
        }
        Some(text)
    }

    /// The next token, or all of the next group, as it is.
    fn verbatim(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut depth = 0;
        loop {
            let token = self.take()?;
            text += token;
            match token {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 && token != " " {
                return Some(text);
            }
        }
    }

    /// The text of items that are `depth` levels of added brackets deep.
    fn arrange(&self, items: &[Item], depth: usize) -> String {
        let mut text = String::new();
        let mut rest = items;
        while let Some((item, after)) = rest.split_first() {
            rest = after;
            match item.kind {
                Kind::Slash => {
                    let divisor = &rest[..divisor(rest)];
                    text += "/{";
                    text += &self.arrange(divisor, depth + 1);
                    text += "}";
                    rest = &rest[divisor.len()..];
                }
                Kind::Function if self.reading == Reading::Published && depth < DEEPEST => {
                    let argument = &rest[..argument(rest)];
                    let factors = argument.iter().filter(|item| item.kind != Kind::Space);
                    text += &item.text;
                    if factors.count() > 1 {
                        text += r"\left(";
                        text += &self.arrange(argument, depth + 1);
                        text += r"\right)";
                        rest = &rest[argument.len()..];
                    } else {
                        // A letter would become part of the command.
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
fn divisor(items: &[Item]) -> usize {
    let ends = |item: &Item| matches!(item.kind, Kind::End | Kind::Dot | Kind::Slash);
    items.iter().position(ends).unwrap_or(items.len())
}

/// How many items after a function are its argument; none if it has brackets of its own.
fn argument(items: &[Item]) -> usize {
    let mut before = None;
    for (place, item) in items.iter().enumerate() {
        match (item.kind, before) {
            (Kind::Space, _) => {}
            (Kind::Bracketed, None) => return 0,
            (Kind::End, _) => return place,
            // After an operator even a function goes into the argument.
            (Kind::Function | Kind::Root, Some(before))
                if !matches!(before, Kind::Dot | Kind::Slash) =>
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
    use crate::latex;

    fn same(reading: Reading, source: &str, meant: &str) {
        let reread = reread(source, reading).unwrap();
        let found = latex::read(&reread).unwrap_or_else(|error| panic!("{reread}: {error}"));
        assert_eq!(
            found,
            latex::read(meant).unwrap(),
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
