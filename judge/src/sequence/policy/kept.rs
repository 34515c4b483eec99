//! Names that have to stay, because a text says them or the library is asked for them.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use super::super::tree::{Leaf, Node, Tree};
use super::names;
use super::neutral::{Renaming, bound};

/// What has to stay because it is asked for by name, or is not the program's own. It weighs what it
/// weighs.
pub(super) struct Kept<'a> {
    /// What modules are called, and what is in them.
    names: HashSet<&'a str>,
    /// What texts say.
    said: HashSet<Cow<'a, str>>,
    /// What a text starts: `getattr(self, 'visit_' + kind)`, `name.startswith('visit')`.
    starts: Affixes<'a>,
    /// What a text ends: `name.endswith('_visit')`.
    ends: Affixes<'a>,
    /// What is looked for between the underscores of a name: `'VISIT' in member.name`.
    segments: HashSet<&'a str>,
    /// What modules are called here.
    modules: HashSet<&'a str>,
    /// Names of the public vocabulary that go all the same.
    bound: HashSet<&'a str>,
}

impl<'a> Kept<'a> {
    pub(super) fn of(tree: &'a Tree) -> Self {
        let mut kept = Self {
            names: HashSet::new(),
            said: HashSet::new(),
            starts: Affixes::default(),
            ends: Affixes::default(),
            segments: HashSet::new(),
            modules: HashSet::new(),
            bound: HashSet::new(),
        };
        for (at, node) in tree.nodes.iter().enumerate() {
            match &node.leaf {
                Leaf::Text(text) => {
                    kept.add_text(text);
                    kept.add_part(tree, at, text);
                }
                Leaf::Bytes(bytes) => {
                    if let Ok(text) = str::from_utf8(bytes) {
                        kept.add_text(text);
                    }
                }
                Leaf::Name(name) if kept.is_of_a_module(tree, at) => {
                    kept.names.extend(name.split('.'));
                    kept.modules.extend(name.split('.').next());
                }
                Leaf::Name(name) if node.slot() == "asname" => {
                    kept.modules.insert(name);
                }
                Leaf::Nothing | Leaf::Name(_) | Leaf::Int(_) | Leaf::Float(_) => {}
            }
        }
        kept
    }

    fn add_text(&mut self, text: &'a str) {
        for word in names::words(text) {
            self.said.insert(Cow::Borrowed(word));
            if word.ends_with('_') && !word.trim_matches('_').is_empty() {
                self.starts.insert(word);
            }
        }
        // An option of a command line is an attribute with underscores.
        if let Some(option) = text.strip_prefix("--") {
            self.said.insert(Cow::Owned(option.replace('-', "_")));
        }
    }

    /// Adds a text by which parts of names are looked for.
    fn add_part(&mut self, tree: &'a Tree, at: usize, text: &'a str) {
        let word = text.trim_matches('_');
        if word.is_empty() || names::words(text).nth(1).is_some() {
            return;
        }
        match asked_by(tree, at) {
            Some(Part::Start) => self.starts.insert(text),
            Some(Part::End) => self.ends.insert(text),
            Some(Part::Segment) => {
                self.segments.insert(word);
            }
            None => {}
        }
    }

    /// What has to stay where names and words change so.
    pub(super) fn by(tree: &'a Tree, renaming: Renaming) -> Self {
        let mut kept = Self::of(tree);
        if renaming.said {
            kept.said.clear();
            kept.starts = Affixes::default();
            kept.ends = Affixes::default();
            kept.segments.clear();
        }
        if renaming.shared {
            kept.bound = bound(tree, &kept);
        }
        kept
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains(name)
            || names::is_public(name) && !self.bound.contains(name)
            || self.is_said(name)
    }

    /// Whether a text says a name, or a part by which it is found.
    pub(super) fn is_said(&self, name: &str) -> bool {
        // Members of an enumeration are asked for with `Kind[word.upper()]`.
        let is_loud = || {
            name.bytes().all(|byte| !byte.is_ascii_lowercase())
                && self.said.contains(name.to_ascii_lowercase().as_str())
        };
        self.said.contains(name) || is_loud() || self.completes(name)
    }

    /// Whether a text is a part of this name.
    fn completes(&self, name: &str) -> bool {
        let is_segment = || {
            !self.segments.is_empty() && name.split('_').any(|part| self.segments.contains(part))
        };
        (self.starts).any(name, |length| name.get(..length))
            || (self.ends).any(name, |length| name.get(name.len() - length..))
            || is_segment()
    }

    /// Whether a word of a text is a part of names.
    pub(super) fn is_part(&self, word: &str) -> bool {
        self.starts.all.contains(word)
            || self.ends.all.contains(word)
            || self.segments.contains(word.trim_matches('_'))
    }

    /// Whether a keyword is for what a module has.
    pub(super) fn is_for_the_library(&self, tree: &Tree, keyword: usize) -> bool {
        let node = |at: usize| tree.nodes.get(at);
        let says = |at: usize, names: &HashSet<&str>| {
            node(at).is_some_and(
                |node| matches!(&node.leaf, Leaf::Name(name) if names.contains(&**name)),
            )
        };
        // What is called follows the call.
        let Some(call) = node(keyword).map(Node::parent) else {
            return false;
        };
        match node(call + 1).map_or("", |called| called.kind()) {
            "Name" => says(call + 2, &self.names) || says(call + 2, &self.modules),
            "Attribute" => says(call + 3, &self.modules),
            _ => false,
        }
    }

    /// Whether a name is that of a module, or of what is in one.
    pub(super) fn is_of_a_module(&self, tree: &Tree, at: usize) -> bool {
        let node = |at: usize| tree.nodes.get(at);
        let Some((name, parent)) = node(at).and_then(|name| Some((name, node(name.parent())?)))
        else {
            return false;
        };
        match (parent.kind(), name.slot()) {
            ("alias", "name") | ("ImportFrom", "module") => true,
            ("Attribute", "attr") => {
                // The fields of a node follow it: what this is an attribute of, and its name.
                let (value, its_name) = (node(name.parent() + 1), node(name.parent() + 2));
                value.is_some_and(|value| value.kind() == "Name")
                    && its_name.is_some_and(
                        |its| matches!(&its.leaf, Leaf::Name(id) if self.modules.contains(&**id)),
                    )
            }
            _ => false,
        }
    }
}

/// Texts that names begin or end with.
#[derive(Default)]
struct Affixes<'a> {
    all: HashSet<&'a str>,
    /// Of different lengths there are few, however many names there are.
    lengths: BTreeSet<usize>,
}

impl<'a> Affixes<'a> {
    fn insert(&mut self, text: &'a str) {
        self.all.insert(text);
        self.lengths.insert(text.len());
    }

    /// Whether the part of a name of some length is one of these.
    fn any<'b>(&self, name: &str, part: impl Fn(usize) -> Option<&'b str>) -> bool {
        (self.lengths.range(..=name.len()))
            .filter_map(|&length| part(length))
            .any(|part| self.all.contains(part))
    }
}

/// Which part of a name is looked for.
enum Part {
    Start,
    End,
    Segment,
}

/// Which part of names is looked for by a text, if it is one of those asked for, or by a tuple of them.
fn asked_by(tree: &Tree, at: usize) -> Option<Part> {
    let node = |at: usize| tree.nodes.get(at);
    let text = node(at)?;
    let mut asked = text;
    let parent = node(text.parent())?;
    if parent.kind() == "Tuple" {
        asked = parent;
    }
    let above = asked.parent();
    match (node(above)?.kind(), asked.slot()) {
        ("Call", "args") => {
            // What is called follows the call, and its name is the last of what it says.
            let is_its_name = |at: &usize| {
                node(*at).is_some_and(|name| name.parent() == above + 1 && name.slot() == "attr")
            };
            let name = (above + 1..at).rev().take(MOST_BEFORE).find(is_its_name)?;
            match &node(name)?.leaf {
                Leaf::Name(name) => match &**name {
                    "startswith" | "removeprefix" => Some(Part::Start),
                    "endswith" | "removesuffix" => Some(Part::End),
                    _ => None,
                },
                _ => None,
            }
        }
        ("Compare", "left") => {
            let operator = node(at + 1)?;
            matches!(operator.kind(), "In" | "NotIn").then_some(Part::Segment)
        }
        _ => None,
    }
}

/// How far before a text the method is looked for that it is given to.
const MOST_BEFORE: usize = 16;

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn names_stay_whose_parts_are_looked_for() {
        let source = "A.RED_AFTER.name.startswith('RED')\n\
                      A.b.name.endswith(('_ON', '_OFF'))\n\
                      'GREEN' in A.c.name and 'two words' in d\n\
                      'visit_' + e";
        let (_, tree) = parse::read_tree(source, 120).unwrap();
        let kept = Kept::of(&tree);
        for name in [
            "RED_BEFORE",
            "REDS",
            "IT_IS_OFF",
            "NS_GREEN",
            "GREEN_LIGHT",
            "visit_a",
        ] {
            assert!(kept.is_said(name), "{name}");
        }
        for name in ["AFTER_RED", "ON_TIME", "GREENS", "words_of", "revisit_a"] {
            assert!(!kept.is_said(name), "{name}");
        }
    }
}
