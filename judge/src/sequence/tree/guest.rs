//! Trees from the guest: a program of ours that parses a source with `CPython`'s own parser and
//! writes the tree down, and the reader of what it writes.

use num_bigint::BigUint;

use super::kinds::word;
use super::{Leaf, Tree};

/// The program, to which [`program_that_dumps`] adds the source.
const DUMPER: &str = include_str!("dump.py");

/// What the guest wrote is not a whole tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the guest's tree: {what}")]
pub struct NotATree {
    /// Line of the dump, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: &'static str,
}

/// A program that writes down the tree of `source`, which it holds as a literal and never runs.
pub(crate) fn program_that_dumps(source: &str) -> String {
    format!(
        "source = bytes.fromhex('{}').decode()\n{DUMPER}",
        hex::encode(source)
    )
}

impl Tree {
    /// Reads what [`DUMPER`] wrote.
    ///
    /// # Errors
    /// [`NotATree`]
    pub(crate) fn from_dump(dump: &str) -> Result<Self, NotATree> {
        let mut tree = Self::new();
        for (at, line) in dump.lines().enumerate() {
            if line == "whole" {
                return Ok(tree);
            }
            let at = at + 1;
            let bad = |what| NotATree { line: at, what };
            let mut fields = line.split(' ');
            let mut field = || fields.next().ok_or(bad("too few fields"));
            let parent = field()?.parse().map_err(|_| bad("no parent"))?;
            let kind = word(field()?).ok_or(bad("an unknown kind"))?;
            let slot = word(field()?).ok_or(bad("an unknown field"))?;
            let own_line: u32 = field()?.parse().map_err(|_| bad("no line"))?;
            let leaf = leaf(field()?).ok_or(bad("an unreadable leaf"))?;
            if parent >= at {
                return Err(bad("a parent that comes later"));
            }
            tree.add(parent, slot, kind, (own_line > 0).then_some(own_line), leaf);
        }
        Err(NotATree {
            line: dump.lines().count(),
            what: "it is not whole",
        })
    }
}

fn leaf(text: &str) -> Option<Leaf> {
    let (kind, value) = text.split_at_checked(1)?;
    let text_of = |value| String::from_utf8(hex::decode(value).ok()?).ok();
    Some(match kind {
        "-" => Leaf::Nothing,
        "n" => Leaf::Name(text_of(value)?),
        "s" => Leaf::Text(text_of(value)?),
        "b" => Leaf::Bytes(hex::decode(value).ok()?),
        "i" => Leaf::Int(BigUint::parse_bytes(value.as_bytes(), 16)?),
        "f" => Leaf::Float(u64::from_str_radix(value, 16).ok()?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dump_is_read_back() {
        let dump = "0 Expr body 3 -\n1 Int value 3 i1f\n0 end body 0 -\nwhole\n";
        let tree = Tree::from_dump(dump).unwrap();
        assert_eq!(tree.nodes.len(), 4);
        let int = &tree.nodes[2];
        assert_eq!((int.kind, int.parent, int.line), ("Int", 1, 3));
        assert_eq!(int.leaf, Leaf::Int(BigUint::from(31u8)));
    }

    #[test]
    fn a_broken_dump_is_named() {
        for dump in [
            "",
            "0 Expr body 3 -",
            "unread x",
            "5 Expr body 3 -\nwhole",
            "0 Nonsense body 3 -\nwhole",
            "0 Int value 3 ixyz\nwhole",
        ] {
            assert!(Tree::from_dump(dump).is_err(), "{dump}");
        }
    }
}
