//! What a source weighs, and what would have to be shown for it to weigh less.
//!
//! As it stands, a source weighs what its text does, letter by letter. A lighter form of it, without
//! what a program need not be charged for, is a program of its own. It counts in place of the source
//! if it passes the same gate.

use std::collections::HashSet;

use super::super::tree::{Leaf, Tree};
use super::super::verdict::{FOUND_BY_A_RUN, Rejection};
use super::neutral::{without_any_names, without_comments, without_names, without_prose};
use super::parse::read_tree;
use super::payload::{Allowance, Payload};
use super::spare::{Extent, without_spare_parts};
use super::weigh::{weigh, weigh_text, weigh_within};

/// A lighter form of a source that is light enough.
pub(in super::super) struct Form {
    /// Its source.
    pub(in super::super) text: String,
    /// What is gone.
    without: &'static str,
    in_full_bytes: u32,
}

/// What a source weighs.
pub(in super::super) struct Weighed {
    /// Of the form that counts, with what it weighs as it stands.
    pub(in super::super) payload: Payload,
    /// The form that has to pass the gate which the source passes. `None` if the source is light
    /// enough as it stands, or too heavy in every form.
    ///
    /// It is the one that keeps most: what it lacks, lighter ones lack too.
    pub(in super::super) form: Option<Form>,
    /// Characters of its strings without those that need not be weighed.
    pub(in super::super) characters: u32,
    /// Numbers in it that differ.
    pub(in super::super) numbers: u32,
}

/// What solving a problem may take whose setter's program is this: twice what that weighs without
/// comments and names. Its texts may be what the problem is about.
pub(in super::super) fn room_beside(setter: &str) -> Allowance {
    let payload = match read_tree(setter, 0) {
        Ok((_, tree)) => weigh(&without_names(&without_comments(&tree))),
        // What only the guest reads is taken as it stands.
        Err(_) => Payload {
            data_bytes: weigh_text(setter),
            total_bytes: weigh_text(setter),
            ..Payload::default()
        },
    };
    Allowance {
        data_bytes: payload.data_bytes.saturating_mul(2),
        total_bytes: payload.total_bytes.saturating_mul(2),
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
            form: None,
            characters: characters(&plain),
            numbers: numbers(&plain),
        };
        if in_full_bytes <= most.data_bytes {
            weighed.payload = weigh(&plain);
            return (weighed, Ok(()));
        }
        let light = |form: &Tree, without| {
            weigh_within(form, most)
                .map(|payload| (payload, Form::new(form, without, in_full_bytes)))
        };
        let found = light(&plain, "its comments and layout")
            .or_else(|| {
                let neutral = without_names(&plain);
                light(&neutral, "its own names, comments and layout")
            })
            .or_else(|| {
                let silent = without_names(&without_prose(&plain));
                light(&silent, "its own names, messages, comments and layout")
            })
            .or_else(|| {
                let used = without_prose(&without_spare_parts(&plain, Extent::Unused));
                light(
                    &without_names(&used),
                    "its own names, messages, comments, layout and what it never uses",
                )
            })
            .or_else(|| {
                let unchecked = without_prose(&without_spare_parts(&plain, Extent::Checks));
                light(
                    &without_names(&unchecked),
                    "its own names, messages, checks, comments, layout and what it never uses",
                )
            });
        if let Some((payload, form)) = found {
            weighed.payload = Payload {
                in_full_bytes,
                ..payload
            };
            weighed.form = Some(form);
            return (weighed, Ok(()));
        }
        let bare = without_any_names(&without_prose(&without_spare_parts(
            &plain,
            Extent::Showing,
        )));
        weighed.payload = weigh(&bare);
        let allowed = most.examine(&weighed.payload);
        if allowed.is_ok() {
            let without =
                "any names of its own, messages, checks, comments, layout and what it never uses";
            weighed.form = Some(Form::new(&bare, without, in_full_bytes));
        }
        (weighed, allowed)
    }
}

impl Form {
    fn new(form: &Tree, without: &'static str, in_full_bytes: u32) -> Self {
        Self {
            text: form.print(),
            without,
            in_full_bytes,
        }
    }

    /// Why a source is refused that passes a gate which this form of it does not pass.
    pub(in super::super) fn was_data(&self, tree: &Tree, most: Allowance) -> Rejection {
        let payload = weigh(tree);
        Rejection::Hardcode {
            message: format!(
                "{FOUND_BY_A_RUN}{} the program prints something else, so they \
                 are data, and the program carries {} bytes, at most {} are accepted{}",
                self.without,
                self.in_full_bytes,
                most.data_bytes,
                payload.heaviest_places(),
            ),
            line: payload.heaviest.first().map_or(1, |weight| weight.line),
        }
    }
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
