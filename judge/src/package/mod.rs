//! Packages that setters send, for any type of contest: a map of paths to bytes, unpacked from an archive and read
//! file by file. Every mistake is reported with its file and line.
//!
//! This module knows no problems and runs nothing. Each type of contest defines what its packages contain.

use std::collections::BTreeMap;

mod fault;
mod finding;
mod unpack;
#[cfg(test)]
mod unpack_tests;

use fault::line_after;
pub use fault::{Fault, Faults};
pub use finding::{Finding, Outcome, Subject};
pub(crate) use finding::{conclusion, count, is_valid, write_report};
pub use unpack::{
    MAX_ARCHIVE_BYTES, MAX_FILES, MAX_PATH_BYTES, MAX_UNPACKED_BYTES, NoFile, PathFault, Room,
    UnpackError, check_distinct, is_left_behind, path_of, unpack, unpack_within,
    without_outer_folders,
};

/// The most bytes of a statement.
pub const MAX_STATEMENT_BYTES: usize = 64 << 10;

/// The optional file in which a setter explains the solution.
pub const EDITORIAL: &str = "editorial.md";

/// The folder of the examples.
pub(crate) const EXAMPLES: &str = "examples";

/// The files of a package: paths relative to its folder, with `/` between the names.
pub type Files = BTreeMap<String, Vec<u8>>;

/// A file of a package as text.
pub(crate) fn text(files: &Files, name: &str) -> Result<String, Fault> {
    let bytes = files
        .get(name)
        .ok_or_else(|| Fault::of(name, "there is no such file"))?;
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = line_after(&bytes[..error.valid_up_to()]);
        Fault::at(name, line, "the file is not UTF-8")
    })?;
    match text.find('\0') {
        Some(offset) => {
            let line = line_after(&bytes[..offset]);
            Err(Fault::at(name, line, "the file has a NUL in it"))
        }
        None => Ok(text.to_owned()),
    }
}

/// The editorial of a package, if it has one: Markdown within the limits of a statement.
pub(crate) fn editorial(files: &Files) -> Result<Option<String>, Fault> {
    if !files.contains_key(EDITORIAL) {
        return Ok(None);
    }
    let text = text(files, EDITORIAL)?;
    if text.len() > MAX_STATEMENT_BYTES {
        return Err(Fault::of(EDITORIAL, "longer than 64 KiB"));
    }
    if text.trim().is_empty() {
        return Err(Fault::of(EDITORIAL, "the editorial is empty"));
    }
    Ok(Some(text))
}

/// Checks that a text may be part of an address.
///
/// # Errors
/// What it should be.
pub fn check_slug(slug: &str) -> Result<(), &'static str> {
    let fine = (1..=64).contains(&slug.len())
        && slug
            .bytes()
            .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
        && !slug.starts_with('-')
        && !slug.ends_with('-');
    if fine {
        Ok(())
    } else {
        Err("1 to 64 of a-z, 0-9 and hyphens between them")
    }
}

/// Checks that a text is one line of at most `max_chars` characters.
///
/// # Errors
/// What is wrong with it.
pub fn check_line(text: &str, max_chars: usize) -> Result<(), String> {
    let chars = text.chars().count();
    if text.trim().is_empty() {
        Err("may not be empty".to_owned())
    } else if text.chars().any(char::is_control) {
        Err("one line without control characters".to_owned())
    } else if chars > max_chars {
        Err(format!("{chars} characters; at most {max_chars}"))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_told_its_limit() {
        assert_eq!(check_line("Tri", 3), Ok(()));
        let told = check_line("Trí!", 3);
        assert_eq!(told, Err("4 characters; at most 3".to_owned()));
        assert!(check_line(" ", 3).is_err() && check_line("a\nb", 3).is_err());
    }
}
