//! The check-lists of CONTRIBUTING.md lead to files that are there.

use std::path::Path;

use super::{ARCHITECTURE, quoted, section};

const CONTRIBUTING: &str = include_str!("../../../../../CONTRIBUTING.md");

/// What somebody may want to add.
const ADDED: [&str; 8] = [
    "a policy rule",
    "a page",
    "a scoring version",
    "a LaTeX command",
    "a contest type",
    "a column",
    "something that organizers do",
    "an API endpoint",
];

#[test]
fn every_check_list_is_there() {
    for what in ADDED {
        let list = section(CONTRIBUTING, &format!("### {what}"));
        assert!(list.contains("- [ ]"), "{what}");
    }
    section(ARCHITECTURE, "## How to add a contest type");
}

#[test]
fn every_place_that_is_named_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let places = quoted(CONTRIBUTING).chain(quoted(section(
        ARCHITECTURE,
        "## How to add a contest type",
    )));
    let places: Vec<&str> = places
        .filter(|place| place.contains('/') && !place.contains([' ', '<']))
        .collect();
    assert!(places.len() > 30, "{places:?}");
    for place in places {
        assert!(root.join(place).exists(), "{place}");
    }
}
