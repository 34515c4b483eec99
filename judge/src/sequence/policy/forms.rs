//! What a source weighs, and what would have to be shown for it to weigh less.
//!
//! As it stands, a source weighs what its text does, letter by letter. A lighter form of it, without
//! what a program need not be charged for, is a program of its own. It counts in place of the source
//! if it passes the same gate.

use std::borrow::Cow;
use std::collections::HashSet;

use super::super::tree::{Leaf, Tree, changed};
use super::super::verdict::{FOUND_BY_A_RUN, Rejection};
use super::neutral::{Renaming, Words, renamed, without_comments, without_names};
use super::parse::read_tree;
use super::payload::{Allowance, ENOUGH_BYTES, Payload, more};
use super::prose::{without_prose, without_remarks};
use super::spare::{Showing, without_annotations, without_checks, without_unused};
use super::weigh::{weigh, weigh_text, weigh_within};

/// How many forms of one source are run at most.
const MOST_RUNS: usize = 4;

/// A lighter form of a source that is light enough.
pub(in super::super) struct Form {
    /// Its source.
    pub(in super::super) text: String,
    /// What it weighs, with what the source weighs as it stands.
    pub(in super::super) payload: Payload,
    without: &'static [Part],
}

/// The lighter forms of a source that are light enough, one after the other.
///
/// One that is without all that another was without which printed something else is passed over. How many
/// are tried lets no more through: the one that counts is a program that is light enough, knows nothing of
/// the others, and would be accepted by itself.
pub(in super::super) struct Forms {
    in_full_bytes: u32,
    most: Allowance,
    left: &'static [&'static [Part]],
    /// Those that printed something else.
    failed: Vec<Form>,
}

/// What a source weighs.
pub(in super::super) struct Weighed {
    /// Of the form that is to be run, with what it weighs as it stands.
    pub(in super::super) payload: Payload,
    /// The form that has to pass the gate which the source passes, and those after it of which each may
    /// do so in its place. `None` if the source is light enough as it stands, or too heavy in every form.
    pub(in super::super) forms: Option<(Form, Forms)>,
    /// Characters of its strings without those that need not be weighed.
    pub(in super::super) characters: u32,
    /// Numbers in it that differ.
    pub(in super::super) numbers: u32,
}

/// What solving a problem may take whose setter's program is this: twice what that weighs without
/// comments and names, and no more than is read on of what a program weighs. Its texts may be what the problem
/// is about.
pub(in super::super) fn room_beside(setter: &str) -> Allowance {
    let payload = if let Ok((_, tree)) = read_tree(setter, 0) {
        weigh(&without_names(&without_comments(&tree)))
    } else {
        // What only the guest reads is taken as it stands.
        let bytes = weigh_text(setter);
        Payload {
            data_bytes: bytes,
            total_bytes: bytes,
            ..Payload::default()
        }
    };
    let twice = |bytes: u32| bytes.saturating_mul(2).min(ENOUGH_BYTES);
    Allowance {
        data_bytes: twice(payload.data_bytes),
        total_bytes: twice(payload.total_bytes),
    }
}

impl Weighed {
    /// Weighs a source, and refuses it if it is too heavy in every form.
    pub(in super::super) fn new(
        tree: &Tree,
        source: &str,
        most: Allowance,
    ) -> (Self, Result<(), Rejection>) {
        let in_full_bytes = weigh_text(source);
        let weigh = |tree: &Tree| Payload {
            in_full_bytes,
            ..weigh(tree)
        };
        let plain = without_comments(tree);
        let mut weighed = Self {
            payload: Payload::default(),
            forms: None,
            characters: characters(&plain),
            numbers: numbers(&plain),
        };
        if in_full_bytes <= most.data_bytes {
            weighed.payload = weigh(&plain);
            return (weighed, Ok(()));
        }
        let mut forms = Forms {
            in_full_bytes,
            most,
            left: &LADDER,
            failed: Vec::new(),
        };
        if let Some(first) = forms.next(&plain) {
            weighed.payload = first.payload.clone();
            weighed.forms = Some((first, forms));
            return (weighed, Ok(()));
        }
        weighed.payload = weigh(&without(&plain, &LIGHTEST));
        let allowed = most.examine(&weighed.payload);
        (weighed, allowed)
    }
}

/// What a form may be without, besides its comments and layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Names of its own, but for those that its texts say.
    Names,
    /// Texts that read like prose.
    Messages,
    /// What nothing mentions, and annotations of variables.
    Unused,
    /// Conditions under which it only complains.
    Checks,
    /// How its objects show themselves.
    Showing,
    /// Names of its own that its texts say.
    Said,
    /// Names that it binds and the library has as well.
    Shared,
    /// Words of its texts and remarks in them; one that is also a name is called as that is.
    Words,
    /// Words of its texts, whatever a name is called that they say.
    WordsApart,
}

/// The forms of which the first that is light enough is run, from the one that keeps most.
const LADDER: [&[Part]; 9] = {
    use Part::{Checks, Messages, Names, Said, Shared, Showing, Unused, Words};
    [
        &[],
        &[Names],
        &[Names, Messages],
        &[Names, Messages, Unused],
        &[Names, Messages, Unused, Checks],
        &[Names, Messages, Unused, Checks, Showing, Said],
        &[Names, Messages, Unused, Checks, Showing, Said, Shared],
        &[
            Names, Messages, Unused, Checks, Showing, Said, Shared, Words,
        ],
        &LIGHTEST,
    ]
};

/// The form that keeps least.
const LIGHTEST: [Part; 8] = {
    use Part::{Checks, Messages, Names, Said, Shared, Showing, Unused, WordsApart};
    [
        Names, Messages, Unused, Checks, Showing, Said, Shared, WordsApart,
    ]
};

/// Those that may be run in place of one that printed something else: each keeps what others are without,
/// and gives up what they keep.
const OTHERS: [&[Part]; 9] = {
    use Part::{Checks, Messages, Names, Said, Shared, Showing, Unused, Words, WordsApart};
    [
        &LIGHTEST,
        // Messages that are read.
        &[Names, Unused, Checks, Showing, Said, Shared, WordsApart],
        &[Names, Unused, Checks, Showing],
        // Names that texts say.
        &[Names, Messages, Unused, Checks, Showing, Words],
        // Checks that do something.
        &[Names, Messages, Unused, Showing, Said, Shared, Words],
        &[Names, Messages, Unused, Showing],
        // What is used in a way that nobody sees.
        &[Names, Messages, Checks, Said, Shared, Words],
        // Names that are asked for.
        &[Messages, Unused, Checks, Showing],
        &[Messages, Unused, Checks, Showing, Words],
    ]
};

/// A program without these parts.
fn without<'a>(plain: &'a Tree, parts: &[Part]) -> Cow<'a, Tree> {
    changed(without_statements(plain, parts), |tree| {
        without_spelling(tree, parts)
    })
}

/// Those of these parts that are more than the spelling of names and words.
fn of_statements(parts: &[Part]) -> Vec<Part> {
    let is_more = |part: &Part| {
        matches!(
            part,
            Part::Messages | Part::Unused | Part::Checks | Part::Showing
        )
    };
    parts.iter().copied().filter(is_more).collect()
}

/// A program without those of these parts that are more than the spelling of names and words.
fn without_statements<'a>(plain: &'a Tree, parts: &[Part]) -> Cow<'a, Tree> {
    let lacks = |part| parts.contains(&part);
    let mut form = Cow::Borrowed(plain);
    if lacks(Part::Unused) {
        form = changed(form, without_annotations);
    }
    if lacks(Part::Checks) {
        form = changed(form, without_checks);
    }
    if lacks(Part::Unused) {
        let showing = if lacks(Part::Showing) {
            Showing::Spare
        } else {
            Showing::Used
        };
        form = changed(form, |tree| without_unused(tree, showing));
    }
    if lacks(Part::Messages) {
        form = changed(form, without_prose);
    }
    form
}

/// A program without those of these parts that are the spelling of names and words.
fn without_spelling<'a>(tree: &'a Tree, parts: &[Part]) -> Cow<'a, Tree> {
    let lacks = |part| parts.contains(&part);
    let words = if lacks(Part::WordsApart) {
        Words::Apart
    } else if lacks(Part::Words) {
        Words::Renamed
    } else {
        Words::Kept
    };
    let renaming = Renaming {
        own: lacks(Part::Names),
        said: lacks(Part::Said),
        shared: lacks(Part::Shared),
        words,
    };
    let tree = match words {
        Words::Kept => Cow::Borrowed(tree),
        Words::Renamed | Words::Apart => without_remarks(tree),
    };
    changed(tree, |tree| renamed(tree, renaming))
}

impl Forms {
    /// The next form that is light enough, if there is one and not too many have been run.
    fn next(&mut self, plain: &Tree) -> Option<Form> {
        let mut heavy = None;
        // Forms in a row go without the same statements.
        let mut rest = (Vec::new(), Cow::Borrowed(plain));
        while self.failed.len() < MOST_RUNS
            && let Some((&parts, left)) = self.left.split_first()
        {
            self.left = left;
            let lacks_all_of =
                |failed: &Form| failed.without.iter().all(|part| parts.contains(part));
            if self.failed.iter().any(lacks_all_of) {
                continue;
            }
            let statements = of_statements(parts);
            if rest.0 != statements {
                rest = (statements, without_statements(plain, parts));
            }
            let form = without_spelling(&rest.1, parts).into_owned();
            if heavy.as_ref() == Some(&form) {
                continue;
            }
            if let Some(payload) = weigh_within(&form, self.most) {
                let text = form.print();
                if self.failed.iter().all(|failed| failed.text != text) {
                    return Some(Form {
                        text,
                        payload: Payload {
                            in_full_bytes: self.in_full_bytes,
                            ..payload
                        },
                        without: parts,
                    });
                }
            }
            heavy = Some(form);
        }
        None
    }

    /// The form to be run after one that printed something else.
    pub(in super::super) fn after(&mut self, failed: Form, tree: &Tree) -> Option<Form> {
        if self.failed.is_empty() {
            self.left = &OTHERS;
        }
        self.failed.push(failed);
        self.next(&without_comments(tree))
    }

    /// Why a source is refused that passes a gate which no form of it passes.
    pub(in super::super) fn were_data(&self, tree: &Tree) -> Rejection {
        let payload = weigh(tree);
        let without = self.failed.first().map_or(&[][..], |form| form.without);
        Rejection::Hardcode {
            message: format!(
                "{FOUND_BY_A_RUN}{} the program prints something else, so they \
                 are data, and the program carries {}{} bytes, at most {} are accepted{}",
                in_words(without),
                more(self.in_full_bytes),
                self.in_full_bytes,
                self.most.data_bytes,
                payload.heaviest_places(),
            ),
            line: payload.heaviest.first().map_or(1, |weight| weight.line),
        }
    }
}

/// What a form is without, as a message says it.
fn in_words(parts: &[Part]) -> String {
    let lacks = |part| parts.contains(&part);
    let lacks_words = lacks(Part::Words) || lacks(Part::WordsApart);
    let names = match (lacks(Part::Names), lacks(Part::Said), lacks_words) {
        (true, true, true) => "any names and words of its own",
        (true, false, true) => "its own names and words",
        (true, true, false) => "any names of its own",
        (true, false, false) => "its own names",
        (false, _, true) => "its own words",
        (false, _, false) => "its",
    };
    let rest = [
        (lacks(Part::Messages), "messages"),
        (lacks(Part::Checks), "checks"),
        (true, "comments"),
        (true, "layout"),
        (lacks(Part::Unused), "what it never uses"),
    ];
    let mut rest: Vec<_> = (rest.into_iter())
        .filter_map(|(is_gone, what)| is_gone.then_some(what))
        .collect();
    let last = rest.pop().unwrap_or_default();
    let comma = if names == "its" { "" } else { "," };
    format!("{names}{comma} {} and {last}", rest.join(", "))
}

/// Characters of all strings.
fn characters(tree: &Tree) -> u32 {
    let characters = tree.nodes.iter().map(|node| match &node.leaf {
        Leaf::Text(text) => text.chars().count(),
        Leaf::Nothing | Leaf::Name(_) | Leaf::Int(_) | Leaf::Float(_) | Leaf::Bytes(_) => 0,
    });
    u32::try_from(characters.sum::<usize>()).unwrap_or(u32::MAX)
}

/// How many numbers differ. What is repeated is no table, and is weighed.
fn numbers(tree: &Tree) -> u32 {
    let integers = tree.nodes.iter().filter_map(|node| match &node.leaf {
        Leaf::Int(value) => Some(value),
        Leaf::Nothing | Leaf::Name(_) | Leaf::Float(_) | Leaf::Text(_) | Leaf::Bytes(_) => None,
    });
    let floats = tree.nodes.iter().filter_map(|node| match node.leaf {
        Leaf::Float(value) => Some(value),
        Leaf::Nothing | Leaf::Name(_) | Leaf::Int(_) | Leaf::Text(_) | Leaf::Bytes(_) => None,
    });
    let different = integers.collect::<HashSet<_>>().len() + floats.collect::<HashSet<_>>().len();
    u32::try_from(different).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = r#"
"""A stack machine, with more than it needs."""
import sys
from dataclasses import dataclass


@dataclass
class Machine:
    depth: int = 0

    def __repr__(self):
        return "Machine"

    def step_push(self, value):
        """Pushes a value."""
        if value < 0:
            raise ValueError(f"{value} is below zero")
        self.depth += value


machine = Machine()
for word in "push push twice".split():
    if word != "twice":
        getattr(machine, "step_" + word)(len("three words here"))
exec("machine.depth += 1")
print(machine.depth)
"#;

    #[test]
    fn a_form_by_itself_weighs_what_it_weighs_as_a_form() {
        let (_, tree) = read_tree(PROGRAM, 120).unwrap();
        let plain = without_comments(&tree);
        let mut texts = HashSet::new();
        for parts in LADDER.into_iter().chain(OTHERS) {
            let form = without(&plain, parts);
            let text = form.print();
            let (_, again) = read_tree(&text, 120).unwrap();
            let (by_itself, as_form) = (weigh(&without_comments(&again)), weigh(&form));
            let bytes = |payload: &Payload| (payload.data_bytes, payload.total_bytes);
            assert_eq!(bytes(&by_itself), bytes(&as_form), "{text}");
            texts.insert(text);
        }
        assert!(texts.len() > 10, "{}", texts.len());
    }

    #[test]
    fn what_lacks_all_that_failed_is_passed_over() {
        let (_, tree) = read_tree(PROGRAM, 120).unwrap();
        // Its comments alone are not all that has to go.
        let most = Allowance {
            data_bytes: weigh(&without_comments(&tree)).data_bytes - 1,
            total_bytes: 1000,
        };
        let (weighed, allowed) = Weighed::new(&tree, PROGRAM, most);
        assert_eq!(allowed, Ok(()));
        let (mut form, mut forms) = weighed.forms.unwrap();
        let mut tried: Vec<&[Part]> = vec![form.without];
        while let Some(next) = forms.after(form, &tree) {
            let lacks = |all: &&[Part]| all.iter().all(|part| next.without.contains(part));
            assert!(!tried.iter().any(lacks), "{tried:?}, {:?}", next.without);
            tried.push(next.without);
            form = next;
        }
        assert!((2..=MOST_RUNS).contains(&tried.len()), "{tried:?}");
    }

    #[test]
    fn a_message_says_what_a_form_is_without() {
        let said: Vec<_> = (LADDER.iter().chain(&OTHERS))
            .map(|parts| in_words(parts))
            .collect();
        for words in [
            "its comments and layout",
            "its own names, comments and layout",
            "its own names, messages, checks, comments, layout and what it never uses",
            "any names and words of its own, messages, checks, comments, layout and what it never uses",
            "its own words, messages, checks, comments, layout and what it never uses",
        ] {
            assert!(said.iter().any(|said| said == words), "{said:#?}");
        }
    }
}
