//! The versions of a draft, and what changed between them, by line.

use std::collections::BTreeSet;
use std::time::Duration;

use askama::Template;
use chrono::{DateTime, Utc};
use dojo_judge::package::Files;
use similar::{ChangeTag, TextDiff};

use super::filters;
use super::form::FieldErrors;
use super::shell::Shell;

/// Lines around a change that are shown with it.
const AROUND: usize = 3;

/// Most lines of all files that are shown.
const MAX_LINES: usize = 2_000;

/// Versions that are kept.
const KEPT: usize = 20;

/// How long the lines of one file are compared; after that the difference is right, and longer than need be.
const PATIENCE: Duration = Duration::from_millis(300);

/// `/setter/drafts/{draft}/versions`.
#[derive(Template)]
#[template(path = "versions.html")]
pub struct VersionsPage {
    /// Common data.
    pub shell: Shell,
    /// Address of the draft.
    pub draft: String,
    /// Its title.
    pub name: String,
    /// The number of the version that is there now.
    pub current: i32,
    /// The earlier ones with the moments at which they were sent, the newest first.
    pub earlier: Vec<(i32, DateTime<Utc>)>,
    /// The reader can take one back.
    pub can_take_back: bool,
    /// Since which one changes are shown.
    pub since: Option<i32>,
    /// What changed since then.
    pub changes: Vec<FileChange>,
    /// Messages about taking one back.
    pub errors: FieldErrors,
}

/// What changed in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileChange {
    /// Its path.
    pub path: String,
    /// What happened to it.
    pub kind: FileKind,
    /// The lines that changed, with those around them, piece by piece.
    pub pieces: Vec<Vec<LineChange>>,
    /// There are more than are shown.
    pub is_cut: bool,
}

/// What happened to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It is another.
    Changed,
}

/// A line of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineChange {
    /// `+`, `-`, or a space where it is in both.
    pub sign: char,
    /// The line.
    pub text: String,
}

impl LineChange {
    /// The element that it is, which says so without colours.
    fn class(&self) -> &'static str {
        match self.sign {
            '+' => "line-added",
            '-' => "line-removed",
            _ => "line-kept",
        }
    }
}

/// What changed from one package to another.
pub fn changes(old: &Files, new: &Files) -> Vec<FileChange> {
    let paths: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let mut left = MAX_LINES;
    paths
        .into_iter()
        .filter(|path| old.get(*path) != new.get(*path))
        .map(|path| {
            let (was, is) = (old.get(path), new.get(path));
            let (pieces, is_cut) = lines(was, is, &mut left);
            FileChange {
                path: path.clone(),
                kind: match (was, is) {
                    (None, _) => FileKind::Added,
                    (_, None) => FileKind::Removed,
                    _ => FileKind::Changed,
                },
                pieces,
                is_cut,
            }
        })
        .collect()
}

fn lines(
    old: Option<&Vec<u8>>,
    new: Option<&Vec<u8>>,
    left: &mut usize,
) -> (Vec<Vec<LineChange>>, bool) {
    let text = |bytes: Option<&Vec<u8>>| {
        let bytes = bytes.map_or(&[][..], Vec::as_slice);
        String::from_utf8_lossy(bytes).into_owned()
    };
    let (old, new) = (text(old), text(new));
    let mut differ = TextDiff::configure();
    let difference = differ.timeout(PATIENCE).diff_lines(&old, &new);
    let mut pieces = Vec::new();
    for group in difference.grouped_ops(AROUND) {
        let mut piece = Vec::new();
        for change in group.iter().flat_map(|op| difference.iter_changes(op)) {
            if *left == 0 {
                pieces.push(piece);
                return (pieces, true);
            }
            *left -= 1;
            piece.push(LineChange {
                sign: match change.tag() {
                    ChangeTag::Insert => '+',
                    ChangeTag::Delete => '-',
                    ChangeTag::Equal => ' ',
                },
                text: change.value().trim_end_matches(['\n', '\r']).to_owned(),
            });
        }
        pieces.push(piece);
    }
    (pieces, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(all: &[(&str, &str)]) -> Files {
        let entry = |(path, text): &(&str, &str)| ((*path).to_owned(), text.as_bytes().to_vec());
        all.iter().map(entry).collect()
    }

    #[test]
    fn files_and_lines_that_changed_are_told() {
        let long: String = (0..50).map(|n| n.to_string() + "\n").collect();
        let old = files(&[("a", &long), ("b", "same\n"), ("c", "gone\n")]);
        let mended = long.replace("25\n", "x\n");
        let new = files(&[("a", &mended), ("b", "same\n"), ("d", "new\n")]);
        let told = changes(&old, &new);
        let all: Vec<(&str, FileKind)> = told.iter().map(|it| (&*it.path, it.kind)).collect();
        assert_eq!(
            all,
            [
                ("a", FileKind::Changed),
                ("c", FileKind::Removed),
                ("d", FileKind::Added)
            ]
        );
        let shown: Vec<String> = told[0].pieces[0]
            .iter()
            .map(|line| format!("{}{}", line.sign, line.text))
            .collect();
        assert_eq!(
            shown,
            [" 22", " 23", " 24", "-25", "+x", " 26", " 27", " 28"]
        );
        assert_eq!(told[2].pieces[0][0].sign, '+');
    }

    #[test]
    fn no_more_is_shown_than_a_page_holds() {
        let old: String = (0..3_000).map(|n| n.to_string() + "\n").collect();
        let told = changes(&files(&[("a", &old)]), &files(&[("a", "")]));
        let shown: usize = told[0].pieces.iter().map(Vec::len).sum();
        assert_eq!((shown, told[0].is_cut), (2_000, true));
    }
}
