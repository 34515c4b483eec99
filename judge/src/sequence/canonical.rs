//! The canonical form of a submission (`docs/SPEC.md`, Canonical source): the bytes that are hashed, measured and
//! run. This module handles text, not Python, except for the encoding cookie of PEP 263.

use std::fmt;

use sha2::{Digest, Sha256};

use super::verdict::Rejection;

/// The most bytes of a submission, as submitted.
pub const MAX_SOURCE_BYTES: usize = 64 << 10;

/// SHA-256 of a canonical source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SolverHash(pub [u8; 32]);

impl fmt::Display for SolverHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// A source in canonical form: not empty, valid UTF-8, at most [`MAX_SOURCE_BYTES`], with only `\n` as line end and
/// without blank lines at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical(String);

impl Canonical {
    /// Brings submitted bytes into canonical form.
    ///
    /// # Errors
    /// [`Rejection::Size`] or [`Rejection::Format`], with the mistake and its place.
    pub fn new(submitted: &[u8]) -> Result<Self, Rejection> {
        if submitted.len() > MAX_SOURCE_BYTES {
            return Err(Rejection::Size {
                bytes: submitted.len() as u64,
                limit: MAX_SOURCE_BYTES as u64,
            });
        }
        let text = std::str::from_utf8(submitted).map_err(|error| not_utf8(submitted, &error))?;
        if let Some(offset) = text.find('\0') {
            let line = line_at(submitted, offset);
            return Err(format_error(format!(
                "NUL character at byte {offset}, line {line}"
            )));
        }
        if text.starts_with('\u{feff}') {
            return Err(format_error(
                "byte-order mark at the start; save the file as UTF-8 without it".to_owned(),
            ));
        }
        let mut text = text.replace("\r\n", "\n").replace('\r', "\n");
        strip_blank_end(&mut text);
        if text.is_empty() {
            return Err(format_error("nothing but blank lines".to_owned()));
        }
        if let Some((line, name)) = foreign_cookie(&text) {
            return Err(format_error(format!(
                "coding cookie {name:?} in line {line}; only utf-8 is accepted"
            )));
        }
        Ok(Self(text))
    }

    /// The canonical text.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Number of canonical bytes, `L_chars` of the scoring rules; at least 1.
    pub fn l_chars(&self) -> u32 {
        u32::try_from(self.0.len()).expect("a canonical source is no longer than its submission")
    }

    /// Hash of the canonical bytes.
    pub fn hash(&self) -> SolverHash {
        SolverHash(Sha256::digest(self.0.as_bytes()).into())
    }
}

/// Removes line ends at the end of the text and last lines of only spaces and tabs.
fn strip_blank_end(text: &mut String) {
    loop {
        let end = text.trim_end_matches('\n').len();
        let last_line = text[..end].rfind('\n').map_or(0, |newline| newline + 1);
        let blank = text[last_line..end]
            .bytes()
            .all(|byte| matches!(byte, b' ' | b'\t'));
        if !blank || last_line == end {
            text.truncate(end);
            return;
        }
        text.truncate(last_line);
    }
}

fn format_error(message: String) -> Rejection {
    Rejection::Format { message }
}

fn not_utf8(submitted: &[u8], error: &std::str::Utf8Error) -> Rejection {
    let offset = error.valid_up_to();
    let line = line_at(submitted, offset);
    format_error(match (error.error_len(), submitted.get(offset)) {
        (Some(_), Some(byte)) => {
            format!("not UTF-8: byte 0x{byte:02x} at byte {offset}, line {line}")
        }
        (None, _) | (_, None) => {
            format!("not UTF-8: cut off inside a character at byte {offset}, line {line}")
        }
    })
}

/// The line, from 1, of a byte of the source as submitted; `\n`, `\r\n` and `\r` end lines.
fn line_at(submitted: &[u8], offset: usize) -> usize {
    let before = &submitted[..offset.min(submitted.len())];
    let ends_line = |(at, &byte): (usize, &u8)| match byte {
        b'\n' => true,
        b'\r' => submitted.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    1 + before
        .iter()
        .enumerate()
        .filter(|&at| ends_line(at))
        .count()
}

/// An encoding cookie that names an encoding other than UTF-8: its line and the name.
///
/// As `CPython` reads it ([PEP 263](https://peps.python.org/pep-0263/)): in a comment of the first
/// line, or of the second if the first has nothing but a comment.
fn foreign_cookie(text: &str) -> Option<(usize, &str)> {
    for (index, line) in text.split('\n').take(2).enumerate() {
        let code = line.trim_start_matches([' ', '\t', '\x0c']);
        if let Some(comment) = code.strip_prefix('#') {
            if let Some(name) = cookie(comment) {
                return (!names_utf8(name)).then_some((index + 1, name));
            }
        } else if !code.is_empty() {
            return None;
        }
    }
    None
}

/// The first match of Python's `coding[:=][ \t]*([-_.a-zA-Z0-9]+)`.
fn cookie(comment: &str) -> Option<&str> {
    comment.match_indices("coding").find_map(|(at, word)| {
        let rest = &comment[at + word.len()..];
        let name = rest
            .strip_prefix([':', '='])?
            .trim_start_matches([' ', '\t']);
        let end = name
            .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')))
            .unwrap_or(name.len());
        (end > 0).then(|| &name[..end])
    })
}

/// Whether `CPython` knows this name for UTF-8; Emacs writes names like `utf-8-unix`.
fn names_utf8(name: &str) -> bool {
    let name = name.to_ascii_lowercase().replace('_', "-");
    name == "utf8" || name == "utf-8" || name.starts_with("utf-8-")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn canonical(source: &str) -> String {
        Canonical::new(source.as_bytes()).unwrap().0
    }

    fn refusal(source: &[u8]) -> String {
        match Canonical::new(source) {
            Err(Rejection::Format { message }) => message,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn published_vectors() {
        let hash = Canonical::new(b"print(1)").unwrap().hash();
        for source in [
            "print(1)",
            "print(1)\n",
            "print(1)\r\n\r\n",
            "print(1)\n \t\n",
        ] {
            let made = Canonical::new(source.as_bytes()).unwrap();
            assert_eq!((made.l_chars(), made.hash()), (8, hash), "{source:?}");
        }
        assert_eq!(Canonical::new(b"print(1) \n").unwrap().l_chars(), 9);
        // sha256sum of the eight bytes.
        assert_eq!(
            hash.to_string(),
            "d287bb7f9d15abdc5b6e98536263815744b6ef21c8f3c839fc434ca70d8efe99"
        );
    }

    #[test]
    fn only_blank_end_lines_go() {
        assert_eq!(canonical("a\r\rb  \r\n \t\r\n  "), "a\n\nb  ");
        assert_eq!(canonical("\n\n a"), "\n\n a");
        assert_eq!(canonical("a\n\x0c\n"), "a\n\x0c");
    }

    #[test]
    fn refusals_say_what_and_where() {
        assert_eq!(
            refusal(b"a\r\nb\xff"),
            "not UTF-8: byte 0xff at byte 4, line 2"
        );
        assert_eq!(
            refusal(b"a\r\xe2\x82"),
            "not UTF-8: cut off inside a character at byte 2, line 2"
        );
        assert_eq!(refusal(b"a\n\nb\0"), "NUL character at byte 4, line 3");
        assert!(refusal("\u{feff}a".as_bytes()).starts_with("byte-order mark"));
        for empty in ["", "\n", " \t\n\r\n ", "\r"] {
            assert_eq!(refusal(empty.as_bytes()), "nothing but blank lines");
        }
    }

    #[test]
    fn coding_cookies() {
        for accepted in [
            "# coding: utf-8\n1",
            "#!/usr/bin/python\n# -*- coding: UTF8 -*-\n1",
            "# vim: set fileencoding=utf_8 :\n1",
            "# -*- coding: utf-8-unix -*-\n1",
            "# coding latin-1\n1",
            "# encoding = latin-1\n1",
            "1\n# coding: latin-1",
            "'''\n# coding: latin-1'''",
            "#\n#\n# coding: latin-1\n1",
            "s = '# coding: latin-1'",
            "# coding:\n1",
        ] {
            canonical(accepted);
        }
        for (refused, message) in [
            ("# coding: latin-1\n1", "\"latin-1\" in line 1"),
            ("#\n \t# coding=cp1252\n1", "\"cp1252\" in line 2"),
            ("\n\x0c#vim:fileencoding=utf-16\n1", "\"utf-16\" in line 2"),
            ("# coding: utf-7", "\"utf-7\" in line 1"),
            ("# coding: coding:latin-1", "\"coding\" in line 1"),
        ] {
            assert!(refusal(refused.as_bytes()).contains(message), "{refused:?}");
        }
    }

    #[test]
    fn size_is_that_of_the_bytes_as_submitted() {
        let largest = vec![b'\n'; MAX_SOURCE_BYTES - 1];
        assert!(Canonical::new(&[b"1", &largest[..]].concat()).is_ok());
        assert_eq!(
            Canonical::new(&[b"11", &largest[..]].concat()),
            Err(Rejection::Size {
                bytes: 65_537,
                limit: 65_536
            })
        );
    }

    proptest! {
        #[test]
        fn canonical_form_is_a_fixed_point(source in "[a#\" \t\r\n\x0cé]{0,40}") {
            if let Ok(once) = Canonical::new(source.as_bytes()) {
                prop_assert!(usize::try_from(once.l_chars()).unwrap() <= source.len());
                prop_assert_eq!(Canonical::new(once.text().as_bytes()), Ok(once));
            }
        }

        #[test]
        fn line_ends_do_not_matter(source in "[a#\" \t\n]{0,40}", end in "[ \t\n]{0,9}") {
            let plain = Canonical::new(source.as_bytes());
            for newline in ["\r\n", "\r"] {
                let other = format!("{source}\n{end}").replace('\n', newline);
                prop_assert_eq!(&Canonical::new(other.as_bytes()), &plain);
            }
        }

        #[test]
        fn any_bytes_get_an_answer(source in proptest::collection::vec(any::<u8>(), 0..60)) {
            if let Ok(made) = Canonical::new(&source) {
                prop_assert!(made.l_chars() > 0);
            }
        }
    }
}
