//! Takes away from a program what it need not be charged for, if it can do without.
//!
//! What is left is a program of its own, which weighs what it weighs. Whoever finds it to pass the
//! same gate knows that the rest was no data, without a look at how a program might have read it.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::super::tree::{Children, Edit, Leaf, Node, Tree, changed};
use super::alphabet::Alphabets;
use super::kept::Kept;
use super::names;
use super::own::binds;
use super::spare::{looked_at, reads_annotations};
use super::unpack::{self, Room};

/// How deeply code in strings may hold code in strings; what is deeper stays text.
const MAX_UNPACKING: u32 = 3;

/// The program without docstrings, other strings that stand as statements, messages of exceptions,
/// and annotations of functions. Code in literals is code.
pub(in super::super) fn without_comments(tree: &Tree) -> Cow<'_, Tree> {
    changed(unpacked(tree, &Room::for_a_source(), 0), stripped)
}

/// The same with neutral names in place of its own, but for those that its texts say.
pub(in super::super) fn without_names(tree: &Tree) -> Cow<'_, Tree> {
    renamed(
        tree,
        Renaming {
            own: true,
            ..Renaming::default()
        },
    )
}

/// Which names and words of a program others take the place of.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Renaming {
    /// Names of its own, but for those that its texts say.
    pub(super) own: bool,
    /// Those, too.
    pub(super) said: bool,
    /// Those, too, that it binds and the library has as well.
    pub(super) shared: bool,
    /// Words of its texts.
    pub(super) words: Words,
}

/// What becomes of the words of texts, such as tags and keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Words {
    #[default]
    Kept,
    /// Each is the name that it says, or a short one.
    Renamed,
    /// Each is a short one, whatever the name that it says is called.
    Apart,
}

/// The public names that a program binds and that nothing of the library is asked for by, as far as
/// one sees: what objects answer to is one of them only where it is nothing but a variable, what an object
/// is asked for only where objects of the program have it, and what the library is told by is none.
pub(super) fn bound<'a>(tree: &'a Tree, kept: &Kept<'_>) -> HashSet<&'a str> {
    let mut bound = HashSet::new();
    let mut members = HashSet::new();
    let mut asked = HashSet::new();
    let mut answered = HashSet::new();
    for (at, node) in tree.nodes.iter().enumerate() {
        let Leaf::Name(name) = &node.leaf else {
            continue;
        };
        let name = &**name;
        let parent = tree
            .nodes
            .get(node.parent())
            .map_or("", |parent| parent.kind());
        if binds(tree, at) {
            bound.insert(name);
            if parent == "Attribute" || is_of_a_class(tree, at) {
                answered.insert(name);
            }
        } else if parent == "Attribute" && node.slot() == "attr" {
            asked.insert(name);
        }
        let is_free = match names::public(name) {
            None | Some(names::Public::Library) => !name.starts_with("__"),
            Some(names::Public::Language) => false,
            Some(names::Public::Members) => matches!(parent, "Name" | "arg"),
        };
        if !is_free || parent == "keyword" && kept.is_for_the_library(tree, node.parent()) {
            members.insert(name);
        }
    }
    bound.retain(|name| {
        !members.contains(name) && (answered.contains(name) || !asked.contains(name))
    });
    bound
}

/// Whether a name is bound in the body of a class.
fn is_of_a_class(tree: &Tree, at: usize) -> bool {
    let outwards = std::iter::successors(tree.nodes.get(at), |node| tree.nodes.get(node.parent()));
    (outwards.take(4))
        .find(|node| node.slot() == "body")
        .and_then(|statement| tree.nodes.get(statement.parent()))
        .is_some_and(|around| around.kind() == "ClassDef")
}

/// The tree with the code that its literals hold in their place.
fn unpacked<'a>(tree: &'a Tree, room: &Room, depth: u32) -> Cow<'a, Tree> {
    if depth == MAX_UNPACKING {
        return Cow::Borrowed(tree);
    }
    let packed: HashMap<usize, Tree> = (unpack::packed(tree, room).into_iter())
        .map(|packed| {
            let code = Cow::Owned(packed.code);
            let code = changed(code, |code| unpacked(code, room, depth + 1));
            (packed.at, code.into_owned())
        })
        .collect();
    tree.edited(|at, _| packed.get(&at).map_or(Edit::Keep, Edit::Code))
}

fn stripped(tree: &Tree) -> Cow<'_, Tree> {
    let children = tree.children();
    let of = |at: usize| children.of(at);
    let kind = |at: usize| tree.nodes.get(at).map_or("", |node| node.kind());
    let slot = |at: usize| tree.nodes.get(at).map_or("", |node| node.slot());
    let is_idle = |at: usize| {
        kind(at) == "Expr" && matches!(of(at), [only] if matches!(kind(*only), "Str" | "Bytes"))
    };
    let decorators = tree.nodes.iter();
    let decorators =
        decorators.filter(|node| node.slot() == "decorator_list" && node.kind() != "end");
    let decorated: HashSet<usize> = decorators.map(Node::parent).collect();
    let is_decorated = |at: usize| decorated.contains(&at);
    let is_text = |at: usize| is_text(tree, &children, at);
    let reads_annotations = reads_annotations(tree);
    let looked_at = looked_at(tree);
    let is_looked_at = |call: usize| {
        let called = of(call).first().and_then(|&at| of(at).last().copied());
        let called = called
            .and_then(|at| tree.nodes.get(at))
            .map(|node| &node.leaf);
        looked_at.contains("Exception")
            || matches!(called, Some(Leaf::Name(name)) if looked_at.contains(&**name))
    };
    // What a program does with its own docstring, it does with any text.
    let asked_for = (of(0).iter().copied())
        .find(|&at| slot(at) == "body")
        .filter(|&at| is_idle(at) && asks_for_its_docstring(tree));
    tree.edited(|at, node| {
        let parent = tree.nodes.get(node.parent());
        let parent_kind = parent.map_or("", |parent| parent.kind());
        let above = parent.map_or(0, Node::parent);
        match (parent_kind, node.slot()) {
            _ if Some(at) == asked_for => Edit::Keep,
            _ if Some(node.parent()) == asked_for => Edit::Leaf("Str", Leaf::text(".")),
            // The value of `eval`.
            ("Code", "body") if of(node.parent()).len() == 1 => Edit::Keep,
            (_, "body") if node.kind() == "end" && !matches!(parent_kind, "Module" | "Code") => {
                let mut statements = of(node.parent()).iter().filter(|&&at| slot(at) == "body");
                if statements.all(|&at| is_idle(at)) {
                    Edit::KeepAfter("Pass")
                } else {
                    Edit::Keep
                }
            }
            (_, "body" | "orelse" | "finalbody") if is_idle(at) => Edit::Drop,
            ("Assert", "msg") => Edit::Leaf("none", Leaf::Nothing),
            ("Call", "args")
                if kind(above) == "Raise" && is_text(at) && !is_looked_at(node.parent()) =>
            {
                Edit::Leaf("Str", Leaf::text(""))
            }
            // What decorates a function may read them.
            ("arg", "annotation")
                if !reads_annotations
                    && !is_decorated(tree.nodes.get(above).map_or(0, Node::parent)) =>
            {
                Edit::Leaf("none", Leaf::Nothing)
            }
            (_, "returns") if !reads_annotations && !is_decorated(node.parent()) => {
                Edit::Leaf("none", Leaf::Nothing)
            }
            _ => Edit::Keep,
        }
    })
}

/// Whether a program mentions `__doc__`, and not that of something.
fn asks_for_its_docstring(tree: &Tree) -> bool {
    let mut names = tree.nodes.iter().filter(|node| node.slot() == "id");
    names.any(|node| matches!(&node.leaf, Leaf::Name(name) if &**name == "__doc__"))
}

/// Whether an expression is a text that is written out, or is made from one.
fn is_text(tree: &Tree, children: &Children, at: usize) -> bool {
    let mut at = at;
    loop {
        let Some(node) = tree.nodes.get(at) else {
            return false;
        };
        match node.kind() {
            "Str" | "JoinedStr" => return true,
            "Add" | "Mod" | "Call" | "Attribute" => {}
            _ => return false,
        }
        let Some(&first) = children.of(at).first() else {
            return false;
        };
        at = first;
    }
}

/// The same with other names and words in place of these.
pub(super) fn renamed(tree: &Tree, renaming: Renaming) -> Cow<'_, Tree> {
    let Renaming { own, words, .. } = renaming;
    let kept = Kept::by(tree, renaming);
    let mut neutral: HashMap<&str, Rc<str>> = HashMap::new();
    for (at, node) in tree.nodes.iter().enumerate() {
        let Leaf::Name(name) = &node.leaf else {
            continue;
        };
        let stays = kept.is_of_a_module(tree, at) || kept.has(name) && !names::is_neutral(name);
        if !own || stays {
            continue;
        }
        let number = u32::try_from(neutral.len()).unwrap_or(u32::MAX);
        let is_private = name.starts_with("__") && !name.ends_with("__");
        (neutral.entry(name)).or_insert_with(|| names::neutral(number, is_private).into());
    }
    let said = (words == Words::Renamed).then_some(&neutral);
    // Where names stay that texts say, so do the words that say them.
    let called: HashSet<&str> = (tree.nodes.iter())
        .filter_map(|node| match &node.leaf {
            Leaf::Name(name) if !renaming.said => Some(&**name),
            _ => None,
        })
        .collect();
    let alphabets = (words != Words::Kept).then(|| Alphabets::of(tree));
    let short = (alphabets.as_ref()).map_or_else(ShortWords::default, |alphabets| {
        ShortWords::of(alphabets, tree, said, |word| {
            called.contains(word) || kept.is_part(word)
        })
    });
    tree.edited(|at, node| match &node.leaf {
        Leaf::Name(name) if !kept.is_of_a_module(tree, at) => match neutral.get(&**name) {
            Some(name) => Edit::Leaf(node.kind(), Leaf::Name(name.clone())),
            None => Edit::Keep,
        },
        Leaf::Text(text)
            if alphabets
                .as_ref()
                .is_some_and(|alphabets| !alphabets.has(at)) =>
        {
            Edit::Leaf(
                node.kind(),
                Leaf::text(&short.in_place_of_words(text, said)),
            )
        }
        _ => Edit::Keep,
    })
}

/// Short words in place of others: `a`, `b` and so on, or of as many letters as tell all of them apart.
#[derive(Default)]
struct ShortWords<'a> {
    words: HashMap<&'a str, String>,
}

impl<'a> ShortWords<'a> {
    /// For all words of a program but these names and those that stay: as they come, or where there are no
    /// names, in their order.
    fn of(
        alphabets: &Alphabets<'_>,
        tree: &'a Tree,
        names: Option<&HashMap<&str, Rc<str>>>,
        stays: impl Fn(&str) -> bool,
    ) -> Self {
        let texts = (tree.nodes.iter().enumerate()).filter_map(|(at, node)| match &node.leaf {
            Leaf::Text(text) if !alphabets.has(at) => Some(&**text),
            _ => None,
        });
        let goes = |word: &&str| {
            word.chars().count() > 2
                && word.starts_with(char::is_alphabetic)
                && names.is_none_or(|names| !names.contains_key(word))
                && !stays(word)
        };
        let all: Vec<&str> = texts.flat_map(names::words).collect();
        let taken: HashSet<&str> = all.iter().copied().filter(|word| !goes(word)).collect();
        let mut seen = HashSet::new();
        let mut long: Vec<&str> = all.into_iter().filter(goes).collect();
        long.retain(|word| seen.insert(*word));
        if names.is_none() {
            long.sort_unstable();
        }
        let length = (1..=usize::BITS)
            .find(|&length| long.len() + taken.len() <= 26usize.saturating_pow(length))
            .expect("there are more words than places in memory");
        let free = (0..)
            .map(|number| letters(number, length))
            .filter(|word| !taken.contains(&**word));
        Self {
            words: long.into_iter().zip(free).collect(),
        }
    }

    /// A text with the same in place of these names as in the program, and short words in place of others.
    fn in_place_of_words(&self, text: &str, names: Option<&HashMap<&str, Rc<str>>>) -> String {
        let is_of_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let mut rest = text;
        let mut all = String::new();
        while let Some(start) = rest.find(is_of_word) {
            let (between, from) = rest.split_at(start);
            let end = from.find(|letter| !is_of_word(letter));
            let (word, after) = from.split_at(end.unwrap_or(from.len()));
            all += between;
            match names.and_then(|names| names.get(word)) {
                Some(name) => all += name,
                None => all += self.words.get(word).map_or(word, String::as_str),
            }
            rest = after;
        }
        all + rest
    }
}

/// The word of this number among those of so many letters, in their order.
fn letters(number: u32, length: u32) -> String {
    let place = |place: u32| number / 26u32.saturating_pow(place) % 26;
    let letter = |number: u32| char::from(b'a' + u8::try_from(number).expect("26 letters"));
    (0..length).rev().map(|at| letter(place(at))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    fn neutral(source: &str) -> String {
        let (_, tree) = parse::read_tree(source, 120).unwrap();
        without_names(&without_comments(&tree)).print()
    }

    #[test]
    fn words_of_texts_go_with_their_names_or_apart() {
        let source = "token = 3\nprint(token, xs.append, 'token', 'push 7 to', ds['push'])";
        for (words, expected) in [
            (
                Words::Kept,
                "v0 = 3\nprint(v0, v1.append, 'token', 'push 7 to', v2['push'])",
            ),
            (
                Words::Renamed,
                "v0 = 3\nprint(v0, v1.append, 'v0', 'a 7 to', v2['a'])",
            ),
            (
                Words::Apart,
                "v0 = 3\nprint(v0, v1.append, 'b', 'a 7 to', v2['a'])",
            ),
        ] {
            assert_eq!(without_bound_names(source, words), expected);
        }
    }

    fn without_bound_names(source: &str, words: Words) -> String {
        let (_, tree) = parse::read_tree(source, 120).unwrap();
        let renaming = Renaming {
            own: true,
            said: true,
            shared: true,
            words,
        };
        renamed(&tree, renaming).print()
    }

    #[test]
    fn words_stay_that_say_names_which_stay() {
        let source = "class Aa:\n def do_lefty(self):\n  pass\n\
                      getattr(Aa(), 'do_' + 'lefty righty'[:5])\nprint('Aa', 'topmost')";
        let (_, tree) = parse::read_tree(source, 120).unwrap();
        let renaming = Renaming {
            own: true,
            words: Words::Renamed,
            ..Renaming::default()
        };
        let expected = "class Aa:\n def do_lefty(self):\n  pass\n\
                        getattr(Aa(), 'do_' + 'lefty righty'[:5])\nprint('Aa', 'a')";
        assert_eq!(renamed(&tree, renaming).print(), expected);
    }

    #[test]
    fn words_keep_their_order_and_alphabets_their_letters() {
        let source = "print(min('zebra', 'apple', 'mango', 'kiwi'), 'ACGT'[1], 'XYZ'.index(c_c))";
        assert_eq!(
            without_bound_names(source, Words::Apart),
            "print(min('d', 'a', 'c', 'b'), 'ACGT'[1], 'XYZ'.index(v0))"
        );
        let many: Vec<_> = (100..130).map(|number| format!("w{number}")).collect();
        let source = format!("print({many:?})");
        let words = without_bound_names(&source, Words::Apart);
        assert!(words.starts_with("print(['aa', 'ab', "), "{words}");
        assert!(words.ends_with("'bc', 'bd'])"), "{words}");
    }

    #[test]
    fn what_the_library_is_asked_for_keeps_its_name() {
        for (source, expected) in [
            // A variable, and what the library knows by the same name.
            ("value = 1\nAa.value", "value = 1\nv0.value"),
            (
                "class Aa:\n def __init__(self, value):\n  self.value = value",
                "class v0:\n def __init__(self, v1):\n  self.v1 = v1",
            ),
            (
                "import logging\nlevel = 1\nlogging.basicConfig(level=level)",
                "import logging\nlevel = 1\nlogging.basicConfig(level=level)",
            ),
            (
                "def ff(level):\n pass\nff(level=1)",
                "def v0(v1):\n pass\nv0(v1=1)",
            ),
            (
                "class Aa(metaclass=Bb):\n pass",
                "class v0(metaclass=v1):\n pass",
            ),
        ] {
            assert_eq!(without_bound_names(source, Words::Kept), expected);
        }
    }

    #[test]
    fn what_is_not_weighed_is_gone() {
        for (source, expected) in [
            (
                "'''doc'''\nalfalfa = 1 # note\n\n\nprint( alfalfa )",
                "v0 = 1\nprint(v0)",
            ),
            ("def ff(nn: int) -> int:\n '''doc'''", "def v0(v1):\n pass"),
            (
                "class Aa:\n 'doc'\n value = 1\n __own = 2\nAa().value",
                "class v0:\n value = 1\n __v1 = 2\nv0().value",
            ),
            (
                "'doc'\nprint(__doc__[0])\ndef ff():\n 'doc'",
                "'.'\nprint(__doc__[0])\ndef v0():\n pass",
            ),
            ("'doc'\nff.__doc__", "v0.__doc__"),
            ("assert xs, 'none'", "assert v0"),
            ("raise ValueError(f'no {xs}')", "raise ValueError('')"),
            ("raise ValueError('no %d' % xs)", "raise ValueError('')"),
            (
                "class Ee(ValueError):\n pass\nraise Ee('no')\nraise KeyError('no')\n\
                 try:\n pass\nexcept ValueError as vv:\n print(vv)",
                "class v0(ValueError):\n pass\nraise v0('no')\nraise KeyError('')\n\
                 try:\n pass\nexcept ValueError as v1:\n print(v1)",
            ),
            (
                "def ff(nn: int):\n pass\nget_type_hints(ff)",
                "def v0(v1: int):\n pass\nget_type_hints(v0)",
            ),
            (
                "import math as mm\nmm.gcd(aa, bb)",
                "import math as v0\nv0.gcd(v1, v2)",
            ),
            ("pointy(toppy=1).lefty", "v0(v1=1).v2"),
            (
                "import moddy as mm\nmm.lefty(aa).righty",
                "import moddy as v0\nv0.lefty(v1).v2",
            ),
            (
                "getattr(itty, 'do_' + wordy).do_lefty.doo_",
                "getattr(v0, 'do_' + v1).do_lefty.v2",
            ),
            (
                "argy('--lefty-side').lefty_side.lefty_top",
                "v0('--lefty-side').lefty_side.v1",
            ),
            (
                "Aa['ready'.upper()].READY.STEADY",
                "v0['ready'.upper()].READY.v1",
            ),
            (
                "getattr(itty, 'lefty').righty.lefty",
                "getattr(v0, 'lefty').v1.lefty",
            ),
            (
                "exec('for aa in bb:print(aa)')",
                "exec('for v0 in v1:\\n print(v0)\\n')",
            ),
            ("exec('aa+=1;'*9)", "exec('v0 += 1\\n' * 9)"),
            ("eval('+'.join(['aa']*1))", "eval('+'.join(['aa'] * 1))"),
            ("eval('+'.join(['aa','bb']))", "eval('v0 + v1\\n')"),
            ("eval(')aa(tni'[::-1])", "eval('int(v0)\\n')"),
            ("eval(\"'word'\")", "eval('\\'word\\'\\n')"),
            ("v3 = v0 = 'v3'", "v0 = v1 = 'v3'"),
        ] {
            assert_eq!(neutral(source), expected, "{source}");
        }
    }
}
