//! Parses sources in the guest: programs of ours compile a source with `CPython`'s own parser and write its tree as
//! text, which this module reads.

use std::borrow::Cow;

use num_bigint::BigUint;

use super::{Leaf, Tree, Word};

/// Compiles the source.
const COMPILER: &str = include_str!("compile.py");

/// Writes its tree, too.
const DUMPER: &str = concat!(include_str!("compile.py"), include_str!("dump.py"));

/// Brings it into its neutral form before.
const NEUTRALIZER: &str = concat!(
    include_str!("compile.py"),
    include_str!("dump.py"),
    include_str!("neutral.py")
);

/// The guest's answer about a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It compiles, with the requested output.
    Compiles(Written),
    /// It does not compile.
    Refused {
        /// Why.
        message: String,
        /// The line, 0 if there is none.
        line: u32,
    },
}

/// What the guest writes down of a source that compiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    /// Its tree, or that of its neutral form.
    pub(crate) tree: Tree,
    /// The neutral form.
    pub(crate) text: String,
    /// For each line of the neutral form, the line of the source that it comes from.
    pub(crate) origin: Vec<u32>,
}

/// The guest's output is not a valid answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the guest's tree: {what}")]
pub struct NotATree {
    /// Line of the dump, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: &'static str,
}

/// What the guest is asked about a source.
pub(crate) struct Asked {
    /// The program that defines how it is answered; the same for every source.
    pub(crate) before: Cow<'static, str>,
    /// The program that contains the source as a literal, never runs it, and writes the answer.
    pub(crate) program: String,
}

impl Asked {
    fn about(source: &str, before: &'static str, rest: &str) -> Self {
        let source = hex::encode(source);
        Self {
            before: Cow::Borrowed(before),
            program: format!("source = bytes.fromhex('{source}').decode()\n{rest}"),
        }
    }

    /// Whether it compiles.
    pub(crate) fn compiles(source: &str) -> Self {
        Self::about(source, COMPILER, "print(answer(compiled))")
    }

    /// The same with its tree.
    pub(crate) fn tree(source: &str) -> Self {
        let rest = "lines.append(answer(compiled_and_dumped))\nprint(chr(10).join(lines))";
        Self::about(source, DUMPER, rest)
    }

    /// Its neutral form: the tree, the text and the origin of each line. `public` are the names of the public
    /// vocabulary.
    pub(crate) fn neutral_form(source: &str, public: &str) -> Self {
        let rest = format!(
            "public = frozenset('{public}'.split())\n\
             lines.append(answer(neutral))\nprint(chr(10).join(lines))"
        );
        Self::about(source, NEUTRALIZER, &rest)
    }
}

impl Answer {
    /// Reads the guest's output: nodes, one on each line, and whether the output is complete.
    ///
    /// # Errors
    /// [`NotATree`]
    pub(crate) fn read(written: &str) -> Result<Self, NotATree> {
        let mut tree = Tree::new();
        let (mut text, mut origin) = (String::new(), Vec::new());
        for (at, line) in written.lines().enumerate() {
            let at = at + 1;
            let bad = |what| NotATree { line: at, what };
            if line == "whole" {
                return Ok(Self::Compiles(Written { tree, text, origin }));
            }
            if let Some(neutral) = line.strip_prefix("text ") {
                text = text_of(neutral).ok_or(bad("an unreadable text"))?;
                continue;
            }
            if let Some(lines) = line.strip_prefix("origin ") {
                origin = numbers(lines).ok_or(bad("unreadable lines"))?;
                continue;
            }
            if let Some(refusal) = line.strip_prefix("refused ") {
                return refused(refusal).ok_or(bad("an unreadable refusal"));
            }
            let mut fields = line.split(' ');
            let mut field = || fields.next().ok_or(bad("too few fields"));
            let parent = field()?.parse().map_err(|_| bad("no parent"))?;
            let kind = Word::find(field()?).ok_or(bad("an unknown kind"))?;
            let slot = Word::find(field()?).ok_or(bad("an unknown field"))?;
            let own_line: u32 = field()?.parse().map_err(|_| bad("no line"))?;
            let leaf = leaf(field()?).ok_or(bad("an unreadable leaf"))?;
            if parent >= at {
                return Err(bad("a parent that comes later"));
            }
            tree.add(parent, slot, kind, (own_line > 0).then_some(own_line), leaf);
        }
        Err(NotATree {
            line: written.lines().count(),
            what: "it is not whole",
        })
    }
}

fn text_of(hexadecimal: &str) -> Option<String> {
    String::from_utf8(hex::decode(hexadecimal).ok()?).ok()
}

fn numbers(text: &str) -> Option<Vec<u32>> {
    text.split(' ').map(|number| number.parse().ok()).collect()
}

fn refused(text: &str) -> Option<Answer> {
    let (line, message) = text.split_once(' ')?;
    Some(Answer::Refused {
        message: text_of(message)?,
        line: line.parse().ok()?,
    })
}

fn leaf(text: &str) -> Option<Leaf> {
    let (kind, value) = text.split_at_checked(1)?;
    Some(match kind {
        "-" => Leaf::Nothing,
        "n" => Leaf::Name(text_of(value)?.into()),
        "s" => Leaf::Text(text_of(value)?.into()),
        "b" => Leaf::Bytes(hex::decode(value).ok()?.into()),
        "i" => Leaf::int(BigUint::parse_bytes(value.as_bytes(), 16)?),
        "f" => Leaf::Float(u64::from_str_radix(value, 16).ok()?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dump_is_read_back() {
        let dump =
            "0 Expr body 3 -\n1 Int value 3 i1f\n0 end body 0 -\ntext 330a\norigin 3\nwhole\n";
        let Answer::Compiles(Written { tree, text, origin }) = Answer::read(dump).unwrap() else {
            panic!("it is whole");
        };
        assert_eq!((text.as_str(), origin.as_slice()), ("3\n", &[3][..]));
        assert_eq!(tree.nodes.len(), 4);
        let int = &tree.nodes[2];
        assert_eq!((int.kind(), int.parent(), int.line), ("Int", 1, 3));
        assert_eq!(int.leaf, Leaf::int(31u8));
    }

    #[test]
    fn a_refusal_is_read_back_wherever_it_stands() {
        let refused = Answer::Refused {
            message: "no".to_owned(),
            line: 7,
        };
        for written in ["refused 7 6e6f\n", "0 Expr body 3 -\nrefused 7 6e6f\n"] {
            assert_eq!(Answer::read(written).as_ref(), Ok(&refused));
        }
    }

    #[test]
    fn a_broken_dump_is_named() {
        for dump in [
            "",
            "0 Expr body 3 -",
            "refused",
            "refused 1",
            "refused x 6e6f",
            "refused 1 6",
            "5 Expr body 3 -\nwhole",
            "0 Nonsense body 3 -\nwhole",
            "0 Int value 3 ixyz\nwhole",
            "text 6\nwhole",
            "origin 1 x\nwhole",
        ] {
            assert!(Answer::read(dump).is_err(), "{dump}");
        }
    }
}
