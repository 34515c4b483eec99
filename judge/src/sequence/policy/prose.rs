//! Takes away from the texts of a program what is there for whoever reads them: messages, questions and titles, and
//! remarks in texts of several lines.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::super::tree::{Edit, Leaf, Tree};

/// The program with nothing in place of what reads like prose: messages, questions, titles.
pub(super) fn without_prose(tree: &Tree) -> Cow<'_, Tree> {
    let mut words: HashMap<usize, usize> = HashMap::new();
    let mut apart: HashSet<usize> = HashSet::new();
    let looked_for = looked_for(tree);
    for (at, node) in tree.nodes.iter().enumerate() {
        if let Leaf::Text(text) = &node.leaf
            && !is_list_of_words(tree, at)
            && !looked_for.contains(&**text)
        {
            let parent = tree.nodes.get(node.parent()).map_or("", |node| node.kind());
            // An f-string goes as a whole.
            let whole = if parent == "JoinedStr" {
                node.parent()
            } else {
                at
            };
            *words.entry(whole).or_default() += prose_words(text);
            if text.contains(char::is_whitespace) {
                apart.insert(whole);
            }
        }
    }
    tree.edited(|at, node| {
        let is_prose = words.get(&at).is_some_and(|&words| words > 1) && apart.contains(&at);
        if is_prose && node.slot() != "format_spec" {
            Edit::Leaf("Str", Leaf::text(""))
        } else {
            Edit::Keep
        }
    })
}

/// Texts that something is found by: a dictionary is asked for them, or they are compared. They are names, of however
/// many words.
fn looked_for(tree: &Tree) -> HashSet<&str> {
    let mut looked_for = HashSet::new();
    let mut times: HashMap<&str, u32> = HashMap::new();
    let mut keys = Vec::new();
    for node in &tree.nodes {
        if let Leaf::Text(text) = &node.leaf {
            *times.entry(text).or_default() += 1;
            let parent = tree.nodes.get(node.parent()).map_or("", |node| node.kind());
            match (parent, node.slot()) {
                ("Subscript", "slice") | ("Compare" | "MatchValue", _) => {
                    looked_for.insert(&**text);
                }
                ("Dict", "keys") => keys.push(&**text),
                _ => {}
            }
        }
    }
    // Others are only there to be shown.
    let is_said_again = |key: &&str| times.get(key).is_some_and(|&times| times > 1);
    looked_for.extend(keys.into_iter().filter(is_said_again));
    looked_for
}

/// Whether a text is words for the program: it is split, or says the names of fields or members.
fn is_list_of_words(tree: &Tree, at: usize) -> bool {
    let name = |at: usize| match &tree.nodes.get(at)?.leaf {
        Leaf::Name(name) => Some(&**name),
        _ => None,
    };
    let Some(node) = tree.nodes.get(at) else {
        return false;
    };
    let parent = node.parent();
    match tree.nodes.get(parent).map_or("", |parent| parent.kind()) {
        "Attribute" => matches!(name(at + 1), Some("split" | "splitlines")),
        // What is called follows the call, as `namedtuple` or `collections.namedtuple`.
        "Call" => (parent + 2..=parent + 4)
            .filter(|&name| name < at)
            .any(|at| {
                matches!(
                    name(at),
                    Some("namedtuple" | "Enum" | "IntEnum" | "Flag" | "IntFlag")
                )
            }),
        _ => false,
    }
}

/// How many words a text has. What has several lines is no message but something to be read, as docstrings
/// are gone.
fn prose_words(text: &str) -> usize {
    if text.trim().contains('\n') {
        return 0;
    }
    // `1RB` is part of a program.
    let is_word = |word: &&str| {
        let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        word.chars().filter(|letter| letter.is_alphabetic()).count() > 1
            && !word.contains(|letter: char| letter.is_numeric())
    };
    text.split_whitespace().filter(is_word).count()
}

/// The program without remarks in its texts of several lines: rules, and programs in little languages, have them as
/// sources do.
pub(super) fn without_remarks(tree: &Tree) -> Cow<'_, Tree> {
    tree.edited(|_, node| match &node.leaf {
        Leaf::Text(text) => match without_remarks_in(text) {
            Cow::Borrowed(_) => Edit::Keep,
            Cow::Owned(text) => Edit::Leaf(node.kind(), Leaf::text(&text)),
        },
        _ => Edit::Keep,
    })
}

/// A text of several lines without those that are remarks, and without remarks at the end of others.
fn without_remarks_in(text: &str) -> Cow<'_, str> {
    if !text.contains('\n') || !text.lines().any(|line| remark_of(line).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut rest = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let Some(start) = remark_of(line) else {
            rest += line;
            continue;
        };
        let said = line.get(..start).unwrap_or(line).trim_end();
        if !said.is_empty() {
            rest += said;
            if line.ends_with('\n') {
                rest.push('\n');
            }
        }
    }
    Cow::Owned(rest)
}

/// Where the remark of a line starts: at a mark before words, in front of which there is nothing, or a gap. A number
/// sign says nothing else before words, so that one space is enough for it.
fn remark_of(line: &str) -> Option<usize> {
    const MARKS: [&str; 4] = ["#", ";", "//", "--"];
    let places = MARKS.iter().flat_map(|mark| line.match_indices(mark));
    places
        .filter(|&(at, mark)| {
            let (before, from) = line.split_at(at);
            let said = before.trim_end();
            let gap = if mark == "#" { 1 } else { 2 };
            let after = from.get(mark.len()..).unwrap_or_default();
            (said.is_empty() || before.len() >= said.len() + gap)
                && after.starts_with(' ')
                && after.trim_start().starts_with(char::is_alphabetic)
        })
        .map(|(at, _)| at)
        .min()
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn prose_goes_and_other_text_stays() {
        let (_, tree) = parse::read_tree(
            "print('two words', 'A0 1RB B1 0LC', f'{a} and {b} more', 'word', '1 2', f'{a} b', f'one{a}two')\n\
             A('two words', 'a b'.split(), 'two words'.split())\n\
             a.namedtuple('A', 'two words')",
            120,
        )
        .unwrap();
        let expected = "print('', 'A0 1RB B1 0LC', '', 'word', '1 2', f'{a} b', f'one{a}two')\n\
                        A('', 'a b'.split(), 'two words'.split())\n\
                        a.namedtuple('A', 'two words')";
        assert_eq!(without_prose(&tree).print(), expected);
    }

    #[test]
    fn remarks_go_from_texts_of_several_lines() {
        for (text, expected) in [
            ("# go on\na 1 b\n", "a 1 b\n"),
            ("  a 1   # go on\nb\n", "  a 1\nb\n"),
            (
                "mov a b  ; go on\n: sq dup * ; sq\n",
                "mov a b\n: sq dup * ; sq\n",
            ),
            ("#..#\n# #.\n", "#..#\n# #.\n"),
            ("# one line", "# one line"),
        ] {
            assert_eq!(without_remarks_in(text), expected);
        }
    }
}
