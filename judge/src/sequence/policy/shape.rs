//! How much of a program's shape, the choices of its structure, counts as payload.
//!
//! A program must be allowed to have structure, but structure can encode a table. The free part is bounded in five
//! ways. A choice counts more the more often its surroundings occur in proportion to how common they are in ordinary
//! programs, and the deeper it is below its statement. In one statement at most [`FREE_IN_A_STATEMENT`] is free. In a
//! whole program at most [`FREE_OF_KINDS`] and [`FREE_OF_NAMES`] are free, whatever it looks like. And of
//! unpredictable names of its own at most [`FREE_OF_DEAR`] is free, since a table spelled in names out of many
//! consists only of these.

#[cfg(test)]
use std::collections::BTreeMap;
use std::collections::HashMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::super::tree::{Tree, Word};
use super::bits::Bits;
use super::lookup_tables::Rows;
#[cfg(test)]
use super::lookup_tables::row;
use super::symbols::{Context, Quick, part, word_part};

/// A choice that occurs for the `CROWD`-th time in the same setting counts half of its information. A setting is a
/// field of a kind of node. In ordinary programs few settings occur often.
const CROWD: u64 = 600;

/// The same for a choice in the same surroundings that ordinary programs do not have: the fields and kinds of several
/// nodes above it in its statement. In a table made of operators, calls or names, they repeat with every term.
const CLOSE_CROWD: u64 = 7;
const SURROUNDINGS: usize = 5;

/// Surroundings of ordinary programs may occur more often by this factor, times their share of all.
///
/// From 1,400 on, no tested honest program is refused because of it.
const ORDINARY: u64 = 3000;

/// A choice this many levels below its statement counts half.
const DEEP: u64 = 8;

/// The most that is free in one statement, without nested statements.
const FREE_IN_A_STATEMENT: Bits = Bits::new(80);

/// The most that is free for the kinds of a program's nodes. Long programs with classes take up to 250; no tested
/// table comes near, since its surroundings count first.
const FREE_OF_KINDS: Bits = Bits::new(255 * 8);

/// The most that is free for the choice of names. Honest programs take at most 154; tables of names took 270.
const FREE_OF_NAMES: Bits = Bits::new(170 * 8);

/// If choosing one of the program's own names costs more than this, the excess is dear.
const DEAR: Bits = Bits::new(4);

/// The most that is free of everything dear. Honest programs have at most 21 bytes of it, tables of names 150.
const FREE_OF_DEAR: Bits = Bits::new(24 * 8);

/// The kind of a choice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    Kind,
    /// A public name, or a new one.
    Name,
    /// One of the program's own names.
    OwnName,
}

/// The field that contains the node: the kind of its parent, and the slot in it.
#[derive(Clone, Copy)]
struct Field {
    key: Context,
    /// The number of the statement that contains the node, and how many levels below it the node is.
    statement: u32,
    depth: u32,
}

/// How often each surroundings occur in ordinary programs.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Ordinary<'a> {
    /// Sorted.
    #[serde(borrow)]
    surroundings: Rows<'a, 8>,
    times: Rows<'a, 3>,
    all: u64,
}

impl Ordinary<'_> {
    /// Of how often each come.
    #[cfg(test)]
    pub(super) fn of(surroundings: &BTreeMap<Context, u32>) -> Ordinary<'static> {
        Ordinary {
            surroundings: surroundings.keys().map(|key| key.row()).collect(),
            times: surroundings.values().map(|&times| row(times)).collect(),
            all: surroundings.values().copied().map(u64::from).sum(),
        }
    }

    /// How often these surroundings occur before a choice in them counts half.
    fn crowd(&self, surroundings: Context) -> u64 {
        let place = self.surroundings.find_hash(surroundings.number());
        let times = place.and_then(|place| self.times.number(place));
        CLOSE_CROWD + ORDINARY * u64::from(times.unwrap_or_default()) / self.all.max(1)
    }
}

/// The shape of a program so far.
pub(super) struct Crowds<'a> {
    tree: &'a Tree,
    ordinary: Option<&'a Ordinary<'static>>,
    /// Of each node so far.
    fields: Vec<Field>,
    /// How often each field occurred, for kinds and for names.
    settings: HashMap<Context, u64, Quick>,
    /// How often the same surroundings occurred.
    surroundings: HashMap<Context, u64, Quick>,
    /// What is still free, by statement and in total.
    left_of_statement: Vec<Bits>,
    left_of_kinds: Bits,
    left_of_names: Bits,
    left_of_dear: Bits,
}

impl<'a> Crowds<'a> {
    /// An empty count for a program, given what is ordinary.
    pub(super) fn new(tree: &'a Tree, ordinary: Option<&'a Ordinary<'static>>) -> Self {
        Self {
            tree,
            ordinary,
            fields: Vec::new(),
            settings: HashMap::default(),
            surroundings: HashMap::default(),
            left_of_statement: Vec::new(),
            left_of_kinds: FREE_OF_KINDS,
            left_of_names: FREE_OF_NAMES,
            left_of_dear: FREE_OF_DEAR,
        }
    }

    /// The field of a node; fields of all earlier nodes must be known.
    fn field(&mut self, at: usize) -> Option<Field> {
        let nodes = self.tree.nodes.get(self.fields.len()..=at);
        for node in nodes.unwrap_or_default() {
            let parent = self.tree.nodes.get(node.parent());
            let parent = parent.map_or(Word::NONE, |parent| parent.kind_word);
            let is_statement = matches!(node.slot(), "body" | "orelse" | "finalbody")
                && !matches!(parent.as_str(), "Lambda" | "IfExp")
                && node.kind() != "end";
            let (statement, depth) = match self.fields.get(node.parent()) {
                Some(around) if !is_statement => (around.statement, around.depth + 1),
                Some(_) | None => {
                    self.left_of_statement.push(FREE_IN_A_STATEMENT);
                    let statement = self.left_of_statement.len() - 1;
                    let statement = u32::try_from(statement).expect("there are fewer than nodes");
                    (statement, 0)
                }
            };
            self.fields.push(Field {
                key: Context::new(&[class_part(parent), word_part(node.slot_word)]),
                statement,
                depth,
            });
        }
        self.fields.get(at).copied()
    }

    /// The part of a choice in the node at `at` that counts.
    pub(super) fn charged(&mut self, at: usize, choice: Choice, bits: Bits) -> Bits {
        let is_name = choice != Choice::Kind;
        let Some(Field {
            key,
            statement,
            depth,
            ..
        }) = self.field(at)
        else {
            return bits;
        };
        let depth = u64::from(depth);
        let surroundings = self.surroundings_of(at, is_name);
        let crowd = (self.ordinary).map_or(CLOSE_CROWD, |ordinary| ordinary.crowd(surroundings));
        let setting = Context::new(&[u64::from(is_name), key.number()]);
        let all = self.settings.entry(setting).or_default();
        let close = self.surroundings.entry(surroundings).or_default();
        let crowded = (among(bits, *all, CROWD))
            .max(among(bits, *close, crowd))
            .max(among(bits, depth * depth, DEEP * DEEP));
        *all += 1;
        *close += 1;
        let Some(left_of_statement) = self.left_of_statement.get_mut(statement as usize) else {
            return bits;
        };
        let left = match choice {
            Choice::Kind => &mut self.left_of_kinds,
            Choice::Name | Choice::OwnName => &mut self.left_of_names,
        };
        let mut free = (bits.less(crowded)).min(*left_of_statement).min(*left);
        if choice == Choice::OwnName {
            let dear = free.less(DEAR);
            let too_dear = dear.less(self.left_of_dear);
            self.left_of_dear = self.left_of_dear.less(dear);
            free = free.less(too_dear);
        }
        *left_of_statement = left_of_statement.less(free);
        *left = left.less(free);
        bits.less(free)
    }

    /// Blocks count as the same kind, or each nesting of them would be different surroundings.
    pub(super) fn surroundings_of(&mut self, at: usize, is_name: bool) -> Context {
        let mut surroundings = [0; SURROUNDINGS];
        self.field(at);
        let mut at = at;
        for place in &mut surroundings {
            let nodes = &self.tree.nodes;
            let Some((field, node)) = self.fields.get(at).zip(nodes.get(at)) else {
                break;
            };
            if field.depth == 0 {
                *place = part("block");
                break;
            }
            *place = field.key.number();
            at = node.parent();
        }
        let [one, two, three, four, five] = surroundings;
        Context::new(&[u64::from(is_name), one, two, three, four, five])
    }
}

/// The class of a kind as a part of a context.
fn class_part(kind: Word) -> u64 {
    static PARTS: LazyLock<Vec<u64>> =
        LazyLock::new(|| Word::ALL.iter().map(|kind| part(class(kind))).collect());
    PARTS.get(kind.number()).copied().unwrap_or_default()
}

/// Operators count as the same kind, or a chain of them would never repeat its surroundings.
fn class(kind: &'static str) -> &'static str {
    match kind {
        "Add" | "Sub" | "Mult" | "MatMult" | "Div" | "Mod" | "Pow" | "LShift" | "RShift"
        | "BitOr" | "BitXor" | "BitAnd" | "FloorDiv" => "binary",
        "Invert" | "Not" | "UAdd" | "USub" => "unary",
        "And" | "Or" => "boolean",
        "List" | "Tuple" | "Set" => "display",
        "ListComp" | "SetComp" | "GeneratorExp" => "comprehension",
        other => other,
    }
}

/// The part of an amount that counts after `before` earlier ones: half if there are `crowd` of them, little if there
/// are few, nearly all if there are many.
fn among(bits: Bits, before: u64, crowd: u64) -> Bits {
    bits.part(before * before, before * before + crowd * crowd)
}

#[cfg(test)]
mod tests {
    use super::super::super::rules::ScoringVersion;
    use super::*;

    #[test]
    fn the_document_says_how_much_can_pass() {
        let most = ScoringVersion::V0_3.allowance().expect("it weighs");
        let (kinds, names) = (FREE_OF_KINDS.bytes(), FREE_OF_NAMES.bytes());
        let bound = most.total_bytes + kinds + names;
        let told = format!(
            "**no accepted program knows more than {bound} bytes, {} of them",
            most.data_bytes
        );
        let document = include_str!("../../../../docs/SCORING-v0.3.md")
            .replace('\n', " ")
            .replace("  ", " ");
        let common = format!("{},{:03}", ORDINARY / 1000, ORDINARY % 1000);
        let statement = FREE_IN_A_STATEMENT.bytes();
        let dear = FREE_OF_DEAR.bytes();
        for told in [
            told,
            format!("n²/(n²+c²), where c is {CLOSE_CROWD} and {common} times"),
            format!("n²/(n²+{CROWD}²)"),
            format!("n⁴/(n⁴+{DEEP}⁴)"),
            format!(
                "{statement} bytes of its statement, {kinds} bytes of the program's kinds or {names} of its names"
            ),
            format!("more than 4 bits of a name of its own, where {dear} bytes of such"),
        ] {
            assert!(document.contains(&told), "{told}");
        }
    }
}
