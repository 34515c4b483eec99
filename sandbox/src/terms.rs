//! Reads terms from a program's standard output while it runs.
//!
//! A term is `-?(0|[1-9][0-9]*)`. Terms are separated by ASCII white space, and a term is complete only when white
//! space or the end of the program follows.

use serde::{Deserialize, Serialize};

use crate::stderr::whole_characters;

/// How many characters of a bad token are shown.
const SHOWN_TOKEN_CHARS: usize = 40;

/// How many bytes of a bad token are kept to be shown, from the first wrong one.
const SHOWN_TOKEN_BYTES: usize = 4 * SHOWN_TOKEN_CHARS + 1;

/// Why reading stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Stop {
    /// All requested terms were read.
    Enough,
    /// A token that is not a term.
    BadToken { index: u32, token: String },
    /// A term with too many digits.
    TermSize { index: u32 },
    /// The output exceeded the limit before the last term.
    Output,
}

/// A reader of terms with its limits. Once it has stopped, it ignores further bytes.
#[derive(Clone, Debug)]
pub(crate) struct TermReader {
    terms: Vec<String>,
    token: Vec<u8>,
    bytes_left: u32,
    max_terms: u32,
    max_digits: u32,
    stop: Option<Stop>,
}

impl TermReader {
    pub(crate) fn new(max_terms: u32, max_digits: u32, max_bytes: u32) -> Self {
        Self {
            terms: Vec::new(),
            token: Vec::new(),
            bytes_left: max_bytes,
            max_terms,
            max_digits,
            // If no terms are requested, nothing needs to be read.
            stop: (max_terms == 0).then_some(Stop::Enough),
        }
    }

    /// Why reading stopped, if it has.
    pub(crate) fn stop(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    /// Takes the next bytes of output.
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        for (at, &byte) in bytes.iter().enumerate() {
            if self.stop.is_some() {
                return;
            }
            let Some(left) = self.bytes_left.checked_sub(1) else {
                self.stop = Some(Stop::Output);
                return;
            };
            self.bytes_left = left;
            if is_white_space(byte) {
                self.end_token();
            } else {
                self.token.push(byte);
                self.check_token(&bytes[at + 1..]);
            }
        }
    }

    /// The program has ended by itself, so the pending bytes are a whole token.
    pub(crate) fn finish(&mut self) {
        if self.stop.is_none() {
            self.end_token();
        }
    }

    /// The terms read and why reading stopped.
    pub(crate) fn into_parts(self) -> (Vec<String>, Option<Stop>) {
        (self.terms, self.stop)
    }

    /// The position of the current token among the terms.
    fn index(&self) -> u32 {
        u32::try_from(self.terms.len()).expect("no more than max_terms terms, a u32")
    }

    /// Checks the last byte of the current token; `following` is shown with a bad token.
    fn check_token(&mut self, following: &[u8]) {
        let last = self.token[self.token.len() - 1];
        let digits = self.token.strip_prefix(b"-").unwrap_or(&self.token);
        let fits = match digits {
            [] => last == b'-' && self.token.len() == 1,
            [b'0', rest @ ..] => rest.is_empty() && self.token[0] != b'-',
            _ => last.is_ascii_digit(),
        };
        if !fits {
            let bad_from = self.token.len() - 1;
            let rest = following.iter().take_while(|b| !is_white_space(**b));
            self.token.extend(rest.take(SHOWN_TOKEN_BYTES));
            self.stop_at_bad_token(bad_from);
        } else if digits.len() > self.max_digits as usize {
            self.stop = Some(Stop::TermSize {
                index: self.index(),
            });
        }
    }

    fn end_token(&mut self) {
        match self.token.as_slice() {
            [] => {}
            b"-" => self.stop_at_bad_token(0),
            _ => {
                let term = String::from_utf8(std::mem::take(&mut self.token))
                    .expect("a checked token is made of ASCII digits");
                self.terms.push(term);
                if self.index() == self.max_terms {
                    self.stop = Some(Stop::Enough);
                }
            }
        }
    }

    /// The token is bad from this byte on.
    fn stop_at_bad_token(&mut self, bad_from: usize) {
        self.stop = Some(Stop::BadToken {
            index: self.index(),
            token: shown_token(&self.token, bad_from),
        });
    }
}

/// The beginning of a bad token. If many digits precede the wrong byte, the middle is left out.
fn shown_token(token: &[u8], bad_from: usize) -> String {
    let (good, bad) = token.split_at(bad_from);
    let good = String::from_utf8_lossy(good);
    let bad = match whole_characters(bad) {
        none if none.is_empty() => String::from_utf8_lossy(bad).into_owned(),
        bad => bad,
    };
    let mut shown = String::new();
    let mut room = SHOWN_TOKEN_CHARS;
    if good.len() >= room {
        room /= 2;
        shown.push_str(&good[..room]);
        shown.push('…');
    } else {
        room -= good.len();
        shown.push_str(&good);
    }
    for character in bad.chars().take(room) {
        match character {
            // Only characters that cannot be seen are escaped.
            '\'' | '"' | '\\' => shown.push(character),
            _ => shown.extend(character.escape_debug()),
        }
    }
    if bad.chars().count() > room {
        shown.push('…');
    }
    shown
}

fn is_white_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(chunks: &[&[u8]]) -> (Vec<String>, Option<Stop>) {
        let mut reader = TermReader::new(3, 5, 30);
        for chunk in chunks {
            reader.feed(chunk);
        }
        reader.finish();
        reader.into_parts()
    }

    fn bad(text: &str) -> Option<String> {
        match read(&[text.as_bytes()]).1 {
            Some(Stop::BadToken { token, .. }) => Some(token),
            _ => None,
        }
    }

    #[test]
    fn reads_terms_however_they_are_cut() {
        let whole = read(&[b" 1\t-23\r\n0\x0b9"]);
        assert_eq!(whole.0, ["1", "-23", "0"]);
        assert_eq!(whole.1, Some(Stop::Enough));
        let text = b" 1\t-23\r\n0\x0b9";
        for cut in 0..text.len() {
            assert_eq!(read(&[&text[..cut], &text[cut..]]), whole);
        }
    }

    #[test]
    fn the_end_of_the_program_completes_a_token() {
        assert_eq!(read(&[b"1 2"]), (vec!["1".into(), "2".into()], None));
        assert_eq!(read(&[b""]), (vec![], None));
    }

    #[test]
    fn refuses_what_is_not_a_decimal_integer() {
        for text in [
            "-0", "+1", "1_0", "1.0", "True", "007", "-", "- ", "--1", "1-", "1,2", "0x1", "00",
            "١", "１", "1e0", "[1,", "-00", "\u{a0}1",
        ] {
            assert!(bad(text).is_some(), "{text:?} was read as a term");
        }
        assert_eq!(bad("1 2.50 3").as_deref(), Some("2.50"));
        assert_eq!(bad("nan\n").as_deref(), Some("nan"));
    }

    #[test]
    fn a_bad_token_is_shown_escaped_and_short() {
        assert_eq!(bad("\u{7f}").as_deref(), Some("\\u{7f}"));
        assert_eq!(bad("[0,").as_deref(), Some("[0,"));
        assert_eq!(bad("it's"), Some("it's".to_owned()));
        for (written, shown) in [
            ("’".repeat(500), format!("{}…", "’".repeat(40))),
            (
                format!("{}x{}", "1".repeat(90), "y".repeat(90)),
                format!("{}…x{}…", "1".repeat(20), "y".repeat(19)),
            ),
        ] {
            let mut reader = TermReader::new(3, 100, 10_000);
            reader.feed(written.as_bytes());
            let token = match reader.stop() {
                Some(Stop::BadToken { token, index: 0 }) => token,
                other => panic!("not refused: {other:?}"),
            };
            assert_eq!(*token, shown);
        }
    }

    #[test]
    fn limits_are_exact() {
        assert_eq!(read(&[b"-12345 "]).0, ["-12345"]);
        assert_eq!(read(&[b"123456"]).1, Some(Stop::TermSize { index: 0 }));
        assert_eq!(read(&[b"1 -123456"]).1, Some(Stop::TermSize { index: 1 }));
        let spaces = [b' '; 29];
        assert_eq!(read(&[&spaces, b"1"]).0, ["1"]);
        assert_eq!(read(&[&spaces, b" 1"]).1, Some(Stop::Output));
    }

    #[test]
    fn output_after_the_last_term_does_not_count() {
        assert_eq!(read(&[b"1 2 3 ", &[b'x'; 100]]).1, Some(Stop::Enough));
    }
}
