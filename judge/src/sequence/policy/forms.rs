//! What a source weighs, and what would have to be shown for it to weigh less.
//!
//! As it stands, a source weighs what its text does, letter by letter. A lighter form of it, without
//! what a program need not be charged for, is a program of its own. It counts in place of the source
//! if it passes the same gate.

use std::borrow::Cow;
use std::collections::HashSet;

use super::super::tree::{Leaf, Tree, changed};
use super::super::verdict::{FOUND_BY_A_RUN, Rejection};
use super::neutral::{
    Words, without_any_names, without_bound_names, without_comments, without_names, without_prose,
};
use super::parse::read_tree;
use super::payload::{Allowance, Payload};
use super::spare::{Showing, without_annotations, without_checks, without_unused};
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
            let payload = weigh_within(form, most)?;
            Some((payload, Form::new(form, without, in_full_bytes)))
        };
        let bare = match first_light(&plain, light) {
            Ok((payload, form)) => {
                weighed.payload = Payload {
                    in_full_bytes,
                    ..payload
                };
                weighed.form = Some(form);
                return (weighed, Ok(()));
            }
            Err(bare) => bare,
        };
        weighed.payload = weigh(&bare);
        let allowed = most.examine(&weighed.payload);
        if allowed.is_ok() {
            weighed.form = Some(Form::new(&bare, WORDLESS, in_full_bytes));
        }
        (weighed, allowed)
    }
}

/// What the last forms are without.
const BARE: &str =
    "any names of its own, messages, checks, comments, layout and what it never uses";
const WORDLESS: &str =
    "any names and words of its own, messages, checks, comments, layout and what it never uses";

/// The first form of a program that is light enough, as `light` finds it, from the one that keeps most;
/// or else the last form, which is still to be looked at.
///
/// A form that is the same as the one before it is left out.
fn first_light<T>(
    plain: &Tree,
    light: impl Fn(&Tree, &'static str) -> Option<T>,
) -> Result<T, Tree> {
    let is_new = |form: &Cow<'_, Tree>| matches!(form, Cow::Owned(_));
    if let Some(found) = light(plain, "its comments and layout") {
        return Ok(found);
    }
    if let Cow::Owned(neutral) = without_names(plain)
        && let Some(found) = light(&neutral, "its own names, comments and layout")
    {
        return Ok(found);
    }
    if let Cow::Owned(quiet) = without_prose(plain)
        && let Some(found) = light(
            &without_names(&quiet),
            "its own names, messages, comments and layout",
        )
    {
        return Ok(found);
    }
    let unannotated = without_annotations(plain);
    let used = without_unused(&unannotated, Showing::Used);
    if (is_new(&unannotated) || is_new(&used))
        && let Some(found) = light(
            &changed(changed(used, without_prose), without_names),
            "its own names, messages, comments, layout and what it never uses",
        )
    {
        return Ok(found);
    }
    let unchecked = without_checks(&unannotated);
    if is_new(&unchecked) {
        let used = without_unused(&unchecked, Showing::Used);
        if let Some(found) = light(
            &changed(changed(used, without_prose), without_names),
            "its own names, messages, checks, comments, layout and what it never uses",
        ) {
            return Ok(found);
        }
    }
    let shown = changed(without_unused(&unchecked, Showing::Spare), without_prose);
    let bare = without_any_names(&shown);
    if let Some(found) = light(&bare, BARE) {
        return Ok(found);
    }
    let own = without_bound_names(&shown, Words::Kept);
    if let Some(found) = light(&own, BARE) {
        return Ok(found);
    }
    if let Some(found) = light(&without_bound_names(&shown, Words::Renamed), WORDLESS) {
        return Ok(found);
    }
    Err(without_bound_names(&shown, Words::Apart).into_owned())
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
