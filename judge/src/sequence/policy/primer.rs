//! Reads the primer; the resulting state is stored in `known`.

use std::collections::BTreeMap;

use dojo_sandbox::Runtime;

use super::super::canonical::Canonical;
use super::super::judge::{asked_for_neutral_form, neutral_form_by};
use super::super::tree::{Leaf, Tree};
use super::model::{Model, TextOf};
use super::parse;
use super::payload::Ledger;
use super::primed_state::Known;
use super::shape::{Crowds, Ordinary};
use super::symbols::Context;
use super::weigh::Reading;

/// Programs that are read as trees and letter by letter.
const PRIMER: [&str; 2] = [
    include_str!("primer/sequences.py"),
    include_str!("primer/ordinary.py"),
];

/// Further programs of which only the trees are read: sources that are light letter by letter are short.
const MORE: [&str; 6] = [
    include_str!("primer/knowledge.py"),
    include_str!("primer/facts.py"),
    include_str!("primer/languages.py"),
    include_str!("primer/programs.py"),
    include_str!("primer/objects.py"),
    include_str!("primer/simulations.py"),
];

/// Splits a text into programs, at separator lines.
fn programs(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split("\n# ---\n")
}

/// The knowledge after reading the primer, program by program, each in its neutral form.
fn read(runtime: &Runtime) -> Known<'static> {
    let mut letters = Model::default();
    for program in PRIMER.into_iter().flat_map(programs) {
        letters.text(TextOf::Source, program.chars().map(u32::from));
        letters.end_program();
    }
    let mut trees = Vec::new();
    let mut model = Model::default();
    for program in MORE.into_iter().chain(PRIMER).flat_map(programs) {
        let module = parse::module(program).expect("the primer is Python");
        trees.push(Tree::from_parsed(&module, program));
        let canonical = Canonical::new(program.as_bytes()).expect("it is text");
        // Unused content is kept.
        let mut asked = asked_for_neutral_form(&canonical);
        asked.before = asked.before.replace("    drop_unused(tree)\n", "").into();
        let neutral = neutral_form_by(runtime, &asked).expect("the sandbox runs");
        let neutral = neutral.unwrap_or_else(|| panic!("no neutral form: {program}"));
        let mut reading = Reading::new(&mut model, neutral.tree(), None);
        let mut ledger = Ledger::default();
        while reading.go_on(&mut ledger) {}
        model.end_program();
    }
    Known {
        messages: model.into_knowledge(),
        shape: Ordinary::of(&surroundings(&trees)),
        letters: letters.into_knowledge().texts,
    }
}

/// How often each surroundings occur in programs.
fn surroundings(programs: &[Tree]) -> BTreeMap<Context, u32> {
    let mut times = BTreeMap::new();
    for tree in programs {
        let mut crowds = Crowds::new(tree, None);
        // The root is not a choice.
        for (at, node) in tree.nodes.iter().enumerate().skip(1) {
            *times.entry(crowds.surroundings_of(at, false)).or_default() += 1;
            if matches!(node.leaf, Leaf::Name(_)) {
                *times.entry(crowds.surroundings_of(at, true)).or_default() += 1;
            }
        }
    }
    times
}

#[cfg(test)]
mod tests {
    use super::super::primed_state::ARCHIVE;
    use super::*;

    #[test]
    fn the_archive_is_what_the_primer_says() {
        let cache = std::env::temp_dir().join("sequence-dojo-primer");
        let runtime = Runtime::open(&cache, &mut |_| {}).unwrap();
        let made = postcard::to_allocvec(&read(&runtime)).unwrap();
        if made != ARCHIVE {
            let file = std::env::temp_dir().join("known.bin");
            std::fs::write(&file, made).unwrap();
            panic!(
                "judge/src/sequence/policy/primer/known.bin is not up to date: copy {} there",
                file.display()
            );
        }
    }
}
