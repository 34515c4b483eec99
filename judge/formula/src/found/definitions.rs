//! Expands commands that a text defines itself: `\newcommand{\half}{\frac{1}{2}}`, `\def\bold#1{\mathbf{#1}}`,
//! `\DeclareMathOperator{\sinc}{sinc}`, `\let\old\sqrt`.
//!
//! A text is read with its commands expanded, even if an expansion starts a formula: `\be x = 3 \ee`. The work is
//! bounded: a text that would grow too long is left unexpanded, and reading then reports unknown commands.

use std::cell::Cell;
use std::ops::Range;

use crate::notation::vocabulary::command_name;
use crate::notation::{MAX_SOURCE, group_length};

/// The most definitions of a text.
const MAX_DEFINITIONS: usize = 200;
/// How deeply expansions may nest.
const MAX_DEPTH: usize = 8;
/// The most bytes of a command's body.
const MAX_BODY: usize = 1024;
/// The most bytes of a definition.
const MAX_DEFINITION: usize = 2 * MAX_BODY;
/// The end of an argument is searched within this many bytes.
const MAX_ARGUMENT: usize = 16 << 10;
/// The most bytes that expansion may add to a text.
const MAX_LONGER: usize = 256 << 10;
/// The most expansions in a text.
const MAX_CALLS: usize = 20_000;

/// The commands that a text defines.
#[derive(Debug)]
pub(super) struct Definitions<'t> {
    known: Vec<Definition<'t>>,
    /// How many expansions are left.
    left: Cell<usize>,
}

#[derive(Debug)]
struct Definition<'t> {
    name: &'t str,
    arguments: usize,
    /// The default of an optional first argument, which is given in square brackets.
    default: Option<&'t str>,
    body: String,
    /// Whether the body is the command's earlier meaning, which is not expanded again.
    is_final: bool,
}

/// Commands are left unexpanded: there are too many of them, or the text would grow too long.
struct TooLong;

/// A text with its commands expanded.
pub(super) struct Expanded {
    pub(super) text: String,
    /// For stretches of the expanded text: where they begin, the place in the source that they come from, and whether
    /// they are unchanged.
    stretches: Vec<(usize, Range<usize>, bool)>,
}

impl<'t> Definitions<'t> {
    /// The definitions of a text.
    pub(super) fn of(text: &'t str) -> Self {
        let mut found = Self {
            known: Vec::new(),
            left: Cell::new(MAX_CALLS),
        };
        let mut at = 0;
        while found.known.len() < MAX_DEFINITIONS
            && let Some(length) = text[at..].find('\\')
        {
            let start = at + length;
            at = start + 1;
            let found_here = definition(&text[start..]);
            if let Some((definition, rest)) =
                found_here.filter(|(found, _)| found.body.len() <= MAX_BODY)
            {
                at = text.len() - rest.len();
                found.known.push(definition);
            }
        }
        found
    }

    /// The text without its definitions and with its commands expanded; `None` if it defines none.
    pub(super) fn expand(&self, source: &str) -> Option<Expanded> {
        if self.known.is_empty() {
            return None;
        }
        let mut expanded = Expanded {
            text: String::with_capacity(source.len()),
            stretches: Vec::new(),
        };
        let mut at = 0;
        while let Some(length) = source[at..].find('\\') {
            let start = at + length;
            expanded.copy(source, at..start);
            let rest = &source[start..];
            let defined = definition(rest).map(|(_, left)| (String::new(), left));
            let put_in = match defined {
                Some(nothing) => Some(nothing),
                None => self.call(rest, 0).ok()?,
            };
            let Some((with, left)) = put_in else {
                at = start + command_length(rest);
                expanded.copy(source, start..at);
                continue;
            };
            at = source.len() - left.len();
            expanded
                .stretches
                .push((expanded.text.len(), start..at, false));
            expanded.text.push_str(&with);
            if expanded.text.len() > source.len() + MAX_LONGER {
                return None;
            }
        }
        expanded.copy(source, at..source.len());
        let is_changed = expanded.stretches.iter().any(|(.., as_it_is)| !as_it_is);
        is_changed.then_some(expanded)
    }

    /// Expands the command at the beginning of a text, if it is defined, and returns the text after it.
    fn call<'s>(&self, text: &'s str, depth: usize) -> Result<Option<(String, &'s str)>, TooLong> {
        let name = &text[1..command_length(text)];
        // The last definition counts.
        let Some(known) = self.known.iter().rev().find(|known| known.name == name) else {
            return Ok(None);
        };
        self.left
            .set(self.left.get().checked_sub(1).ok_or(TooLong)?);
        let Some((with, rest)) = known.applied(&text[1 + name.len()..]) else {
            return Ok(None);
        };
        let whole = if known.is_final {
            with
        } else {
            self.whole(&with, depth + 1)?
        };
        Ok(Some((whole, rest)))
    }

    /// The text with its commands expanded.
    fn whole(&self, text: &str, depth: usize) -> Result<String, TooLong> {
        let mut whole = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, _)) = rest.split_once('\\') {
            whole.push_str(before);
            rest = &rest[before.len()..];
            let call = if depth < MAX_DEPTH {
                self.call(rest, depth)?
            } else {
                None
            };
            let (with, after) = match &call {
                Some((with, after)) => (with.as_str(), *after),
                None => rest.split_at(command_length(rest)),
            };
            whole.push_str(with);
            rest = after;
            if whole.len() > MAX_SOURCE {
                return Err(TooLong);
            }
        }
        whole.push_str(rest);
        Ok(whole)
    }
}

impl Definition<'_> {
    /// The body with the arguments that come next, and the text after them; `None` if one is missing.
    fn applied<'s>(&self, text: &'s str) -> Option<(String, &'s str)> {
        let mut rest = text;
        let mut arguments: Vec<&str> = Vec::new();
        if let Some(default) = self.default {
            let option = near(rest, MAX_BODY).strip_prefix('[');
            let given = option.and_then(|option| option.split_once(']'));
            arguments.push(given.map_or(default, |(given, _)| given));
            rest = &rest[given.map_or(0, |(given, _)| given.len() + 2)..];
        }
        while arguments.len() < self.arguments {
            let (argument, after) = argument(rest)?;
            arguments.push(argument);
            rest = after;
        }
        let mut with = String::with_capacity(self.body.len());
        let mut body = self.body.as_str();
        while let Some((before, after)) = body.split_once('#') {
            with.push_str(before);
            let number = after.chars().next()?.to_digit(10)?;
            let place = usize::try_from(number).ok()?.checked_sub(1)?;
            with.push_str(arguments.get(place)?);
            body = &after[1..];
            if with.len() > MAX_SOURCE {
                return None;
            }
        }
        with.push_str(body);
        Some((with, rest))
    }
}

impl Expanded {
    fn copy(&mut self, source: &str, range: Range<usize>) {
        if !range.is_empty() {
            self.stretches.push((self.text.len(), range.clone(), true));
            self.text.push_str(&source[range]);
        }
    }

    /// The place in the source of a byte of the text. For an expanded command this is where the command begins.
    pub(super) fn begin(&self, byte: usize) -> usize {
        match self.stretch(byte) {
            Some((start, from, true)) => (from.start + (byte - start)).min(from.end),
            Some((_, from, false)) => from.start,
            None => byte,
        }
    }

    /// The place in the source after a byte of the text. For an expanded command this is where the command ends.
    pub(super) fn end(&self, byte: usize) -> usize {
        match self.stretch(byte.saturating_sub(1)) {
            Some((start, from, true)) => (from.start + (byte - start)).min(from.end),
            Some((_, from, false)) => from.end,
            None => byte,
        }
    }

    fn stretch(&self, byte: usize) -> Option<(usize, &Range<usize>, bool)> {
        let after = self.stretches.partition_point(|(start, ..)| *start <= byte);
        let (start, from, as_it_is) = self.stretches.get(after.checked_sub(1)?)?;
        Some((*start, from, *as_it_is))
    }
}

/// The definition at the beginning of a text, and what follows it.
fn definition(text: &str) -> Option<(Definition<'_>, &str)> {
    // The search is limited, so that an unclosed definition is cheap.
    let near = near(text, MAX_DEFINITION);
    let (definition, after) = whole_definition(near)?;
    Some((definition, &text[near.len() - after.len()..]))
}

/// The beginning of a text.
fn near(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}

fn whole_definition(text: &str) -> Option<(Definition<'_>, &str)> {
    let (command, rest) = text.split_at(command_length(text));
    match &command[1..] {
        "def" => {
            let (name, rest) = name(rest)?;
            let (parameters, _) = rest.split_once('{')?;
            let arguments = parameters.matches('#').count();
            let counted: Vec<String> = (1..=arguments).map(|number| format!("#{number}")).collect();
            let (body, after) = group(&rest[parameters.len()..])?;
            let definition = Definition {
                name,
                arguments,
                default: None,
                body: body.to_owned(),
                is_final: false,
            };
            (parameters.trim() == counted.concat()).then_some((definition, after))
        }
        "newcommand" | "renewcommand" | "providecommand" => {
            let (name, mut rest) = name(rest.strip_prefix('*').unwrap_or(rest))?;
            let mut option = || {
                let (inside, after) = rest.trim_start().strip_prefix('[')?.split_once(']')?;
                rest = after;
                Some(inside)
            };
            let arguments = option().map_or(Some(0), |number| number.trim().parse().ok())?;
            let default = option();
            let (body, after) = group(rest)?;
            let definition = Definition {
                name,
                arguments: if arguments > 9 {
                    return None;
                } else {
                    arguments
                },
                default,
                body: body.to_owned(),
                is_final: false,
            };
            Some((definition, after))
        }
        "let" => {
            let (name, rest) = name(rest)?;
            let rest = rest.trim_start();
            let rest = rest.strip_prefix('=').unwrap_or(rest).trim_start();
            let (body, after) = rest.split_at(command_length(rest));
            let definition = Definition {
                name,
                arguments: 0,
                default: None,
                body: body.to_owned(),
                is_final: true,
            };
            (body.len() > 1).then_some((definition, after))
        }
        "DeclareMathOperator" => {
            let (name, rest) = name(rest.strip_prefix('*').unwrap_or(rest))?;
            let (body, after) = group(rest)?;
            let definition = Definition {
                name,
                arguments: 0,
                default: None,
                body: format!(r"\operatorname{{{body}}}"),
                is_final: false,
            };
            Some((definition, after))
        }
        _ => None,
    }
}

/// The name of the command that is defined, with or without braces, and what follows it.
fn name(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let (inside, after) = match group(text) {
        Some(group) => group,
        None => text.split_at(command_length(text)),
    };
    let name = inside.trim().strip_prefix('\\')?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_name.then_some((name, after))
}

/// What stands in the braces that come next, and what follows them.
fn group(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let length = group_length(text).filter(|_| text.starts_with('{'))?;
    Some((&text[1..length - 1], &text[length..]))
}

/// The argument that comes next: in braces, a command, or one character; and what follows it.
fn argument(text: &str) -> Option<(&str, &str)> {
    let trimmed = text.trim_start();
    let near = near(trimmed, MAX_ARGUMENT);
    if let Some((inside, after)) = group(near) {
        return Some((inside, &trimmed[near.len() - after.len()..]));
    }
    let length = match trimmed.chars().next()? {
        '\\' => command_length(trimmed),
        '{' | '}' | '$' => return None,
        letter => letter.len_utf8(),
    };
    Some(trimmed.split_at(length))
}

/// The length of a command that may stand at the beginning of a text: its backslash with letters or one character.
fn command_length(text: &str) -> usize {
    let name = text.strip_prefix('\\').map(command_name);
    name.map_or(0, |name| 1 + name.len())
}
