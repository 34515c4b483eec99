//! Pages say nothing but messages of the catalogue and what people wrote. In a process of its own, in which every
//! message is marked and what it is given is not.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::Ordering;

use dojo_server::local_time;
use dojo_server::store::Role;
use serde_json::Value;

use crate::leaks::{self, Reader};
use crate::physics_leaks;
use crate::site::{eventually, trial_folder};

/// Started with it, a debug build marks its messages.
const MARK: &str = "DOJO_MARK_WORDS";

/// Attributes that are read to people.
const READ: [&str; 8] = [
    "aria-label",
    "aria-description",
    "title",
    "placeholder",
    "alt",
    "label",
    "data-name",
    "data-announce",
];

/// Elements of which nothing is words.
const NO_WORDS: [&str; 8] = [
    "script", "style", "code", "pre", "math", "textarea", "template", "time",
];

/// What of a page stands outside of the marks, and is read to people.
fn outside(html: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let (mut marked, mut skipped, mut text) = (false, None::<String>, String::new());
    let mut rest = html;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        let is_end = matches!(c, '⟦' | '⟧' | '<');
        if is_end {
            if skipped.is_none() {
                found.insert(text.trim().to_owned());
            }
            text.clear();
        }
        match c {
            '⟦' | '⟧' => marked = c == '⟦',
            '<' => {
                let end = rest.find('>').unwrap_or(rest.len() - 1);
                let tag = &rest[..end];
                rest = &rest[end + 1..];
                let name = tag.split([' ', '\n', '/']).next().unwrap();
                match &skipped {
                    Some(open) if tag.strip_prefix('/') == Some(open) => skipped = None,
                    None if NO_WORDS.contains(&name) && !tag.ends_with('/') => {
                        skipped = Some(name.to_owned());
                    }
                    Some(_) | None => {}
                }
                let mut inside = marked;
                for (at, part) in tag.split('"').enumerate() {
                    let attribute = tag.split('"').nth(at.wrapping_sub(1)).unwrap_or_default();
                    let attribute = attribute.trim().trim_end_matches('=');
                    let is_read = at % 2 == 1 && READ.contains(&attribute);
                    for piece in part.split_inclusive(['⟦', '⟧']) {
                        let words = piece.trim_end_matches(['⟦', '⟧']);
                        if is_read && !inside {
                            found.insert(words.trim().to_owned());
                        }
                        if piece.ends_with('⟦') {
                            inside = true;
                        } else if piece.ends_with('⟧') {
                            inside = false;
                        }
                    }
                }
                marked = inside;
            }
            _ if !marked => text.push(c),
            _ => {}
        }
    }
    found.retain(|text| {
        let plain = text.replace("&#60;", "<").replace("&#39;", "'");
        let letters = |c: char| c.is_alphabetic();
        plain
            .split(|c| !letters(c))
            .any(|word| word.chars().count() > 1)
    });
    found
}

/// A text without what stands around its words.
fn bare(text: &str) -> &str {
    text.trim_matches(|c: char| !c.is_alphabetic())
}

/// What people wrote, and what the API tells as data, such as the sentences of a report.
#[derive(Default)]
struct Data(BTreeSet<String>);

impl Data {
    /// Adds a text: all of it, and what stands between its marks of Markdown, TOML or LaTeX.
    fn add(&mut self, text: &str) {
        let pieces = text.split(['"', '*', '`', '$', '\n']).chain([text]);
        self.0.extend(pieces.map(|piece| bare(piece).to_owned()));
    }

    /// Adds every file of a folder.
    fn add_folder(&mut self, folder: &Path) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                self.add_folder(&path);
            } else {
                self.add(&fs::read_to_string(path).unwrap());
            }
        }
    }

    /// Adds the texts of an answer of the API that no message says. One word may be a code, for which pages have a
    /// word of their own.
    fn add_told(&mut self, value: &Value) {
        match value {
            Value::String(text) if text.contains(' ') && !text.contains('⟦') => self.add(text),
            Value::Array(all) => all.iter().for_each(|one| self.add_told(one)),
            Value::Object(all) => all.values().for_each(|one| self.add_told(one)),
            _ => {}
        }
    }

    /// Whether the words were written by somebody, or are names and units.
    fn has(&self, words: &str) -> bool {
        let plain = words
            .replace("&#34;", "\"")
            .replace("&#39;", "'")
            .replace("&#60;", "<")
            .replace("&#62;", ">")
            .replace("&#38;", "&")
            .replace("Sequence Dojo", "");
        let is_amount = plain.split_once(' ').is_some_and(|(number, unit)| {
            number.starts_with(|c: char| c.is_ascii_digit())
                && ["KiB", "MiB", "GiB", "ms", "s"].contains(&unit)
        });
        let plain = bare(&plain);
        let is_verdict = plain.chars().all(|c| c.is_ascii_uppercase() || c == '_');
        is_amount || is_verdict || NAMES.contains(&plain) || self.0.contains(plain)
    }
}

/// Names, and what the tests write that no answer of the API tells.
const NAMES: [&str; 14] = [
    "ada",
    "bob",
    "sue",
    "seth",
    "ivy",
    "iris",
    "solution.json",
    "for n in range(999):print",
    "ADA-NOTE",
    "ada-secret-tag",
    // What a token is called, who is on no board, and a problem that is not there.
    "test",
    "none",
    "fall",
    // What a library says of an address.
    "invalid digit found in string",
];

/// Walks the site and gives what is neither a message nor data, each with its place.
fn strangers(data: &mut Data, readers: &[&Reader], ids: &[i64]) -> Vec<String> {
    let mut found = Vec::new();
    for reader in readers {
        let pages = reader.walk(ids);
        for (path, (_, text)) in &pages {
            let (_, body) = text.split_once('\n').unwrap();
            if path.starts_with("/api/")
                && !path.ends_with("/openapi.json")
                && let Ok(told) = serde_json::from_str(body)
            {
                data.add_told(&told);
            }
        }
        for (path, (_, text)) in &pages {
            let (head, body) = text.split_once('\n').unwrap();
            // Documents are in English, and no messages.
            if head.contains("text/html") && !path.starts_with("/docs/") {
                let strange = outside(body).into_iter().filter(|words| !data.has(words));
                found.extend(strange.map(|words| format!("{} {path}: {words}", reader.name)));
            }
        }
    }
    found
}

#[test]
fn pages_speak_the_words_of_the_catalogue_alone() {
    if std::env::var_os(MARK).is_none() {
        let name = "marked::pages_speak_the_words_of_the_catalogue_alone";
        let again = Command::new(std::env::current_exe().unwrap())
            .args([name, "--exact", "--nocapture"])
            .env(MARK, "1")
            .status();
        assert!(again.unwrap().success());
        return;
    }
    let mut data = Data::default();
    data.add_folder(&trial_folder());
    data.add_told(&serde_json::from_str(physics_leaks::PROBLEM).unwrap());
    data.add(physics_leaks::DERIVATION);
    data.add("Falls.");
    // The statement of the draft that a setter keeps.
    data.add("DRAFT-SECRETThe");
    // What comes with the program, one paragraph a line.
    data.add_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("daily"));
    // Names of places, in every language the same.
    local_time::zones().for_each(|zone| data.add(zone));

    // The parameter that is wrong is called what it is in the address.
    data.add("page");
    // What was noted of steps of a season.
    for step in ["scheduled → open", "frozen → revealed"] {
        data.add(step);
    }

    let mut programs = leaks::Watched::draft();
    let organizer = Reader::signed_in("ivy", programs.site.staff("ivy", Role::Organizer));
    programs.schedule();
    programs.organize("open", &[]);
    programs.submit_all();
    let [visitor, author, ..] = &programs.readers;
    let mut found = strangers(&mut data, &[visitor, author, &organizer], &programs.ids);
    programs.site.freeze();
    programs.mended.store(true, Ordering::SeqCst);
    programs.organize("retry", &[]);
    eventually("the bonuses", || {
        programs.site.change(|_, season| Ok(season)).scored_at
    });
    programs.organize("reveal", &[]);
    found.extend(strangers(&mut data, &[author, &organizer], &programs.ids));

    let derivations = physics_leaks::Watched::new("score");
    let author = &derivations.readers[1];
    found.extend(strangers(&mut data, &[author], &derivations.ids));
    derivations.site.freeze_and_score();
    derivations.site.reveal();
    found.extend(strangers(&mut data, &[author], &derivations.ids));
    assert!(found.is_empty(), "{}", found.join("\n"));
}
