//! The guides with pictures: what they call a thing is what the pages call it, and their pictures are there.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::{FIRST_PROBLEM, ORGANIZING};

/// Bytes of all pictures together: they are in the program.
const MOST_BYTES: u64 = 1_000_000;

/// The texts of all messages, in pieces: what a message is given may be anything, and so may tags.
fn messages() -> Vec<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../templates/words/en");
    let files = fs::read_dir(folder).unwrap();
    let texts = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    let mut messages = Vec::new();
    for text in texts.collect::<Vec<_>>() {
        for line in text.lines() {
            let said = line.split_once(" = ").map_or(line, |(_, said)| said);
            for part in said.split(['<', '>']) {
                let pieces = part.split('{').map(|piece| {
                    let after = piece.split_once('}').map_or(piece, |(_, after)| after);
                    after.to_owned()
                });
                messages.push(pieces.collect());
            }
        }
    }
    messages
}

/// A message says this.
fn says(pieces: &[String], label: &str) -> bool {
    let mut rest = label;
    for (at, piece) in pieces.iter().enumerate() {
        match rest.find(piece.as_str()) {
            Some(0) => rest = &rest[piece.len()..],
            Some(found) if at > 0 => rest = &rest[found + piece.len()..],
            _ => return false,
        }
    }
    rest.is_empty() || pieces.len() > 1 && pieces.last().is_some_and(String::is_empty)
}

#[test]
fn the_guides_call_each_thing_as_its_page_does() {
    let messages = messages();
    for guide in [ORGANIZING, FIRST_PROBLEM] {
        let labels: Vec<&str> = guide.split('*').skip(1).step_by(2).collect();
        assert!(labels.len() > 8, "{labels:?}");
        for label in labels {
            let mut known = messages.iter();
            assert!(
                known.any(|one| one[0].len() > 3 && says(one, label)),
                "{label}"
            );
        }
    }
}

#[test]
fn the_guides_show_the_pictures_that_there_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/guide");
    let shown: BTreeSet<String> = [ORGANIZING, FIRST_PROBLEM]
        .iter()
        .flat_map(|guide| guide.split("](guide/").skip(1))
        .map(|rest| rest.split(')').next().unwrap().to_owned())
        .collect();
    let files = fs::read_dir(folder).unwrap();
    let files: Vec<_> = files.map(Result::unwrap).collect();
    let there: BTreeSet<String> = files
        .iter()
        .map(|file| file.file_name().into_string().unwrap())
        .collect();
    assert_eq!(shown, there);
    let bytes: u64 = files
        .iter()
        .map(|file| file.metadata().unwrap().len())
        .sum();
    assert!(bytes < MOST_BYTES, "{bytes}");
}
