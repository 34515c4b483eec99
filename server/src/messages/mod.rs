//! Questions to organizers, their answers, and announcements. An answer is an announcement, to the asker or to all. None
//! of it is a part of a season's record. Knows no HTTP.

pub mod announcements;
pub mod questions;

use crate::store::StoreError;
use crate::words::say;

/// Longest question, in characters.
pub const QUESTION_MAX_CHARS: usize = 500;

/// Longest announcement or answer, in characters.
pub const ANNOUNCEMENT_MAX_CHARS: usize = 2000;

/// Why nothing is asked or told.
#[derive(Debug, thiserror::Error)]
pub enum MessageError {
    /// What was written cannot be taken.
    #[error("{0}")]
    Invalid(String),
    /// It cannot be done now.
    #[error("{0}")]
    Refused(String),
    /// It can be done, and may not be meant.
    #[error("{0}")]
    Doubtful(String),
    /// There is no such question, or none that this person may know of.
    #[error("{}", say!("refused-no-question", id = .0.to_string()))]
    NoQuestion(i64),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<diesel::result::Error> for MessageError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Store(error.into())
    }
}

/// A text as it is kept: lines without what is invisible at their ends, not empty and not too long.
///
/// # Errors
/// When it is empty or too long.
pub fn check_text(text: &str, max_chars: usize) -> Result<String, MessageError> {
    let lines: Vec<String> = text
        .lines()
        .map(|line| {
            let kept: String = line.chars().filter(|c| !c.is_control()).collect();
            kept.trim_end().to_owned()
        })
        .collect();
    let text = lines.join("\n").trim().to_owned();
    if text.is_empty() {
        return Err(MessageError::Invalid(say!("message-empty").to_owned()));
    }
    let chars = text.chars().count();
    if chars > max_chars {
        return Err(MessageError::Invalid(say!(
            "message-long",
            n = chars,
            of = max_chars
        )));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_keep_their_lines_and_lose_what_nobody_sees() {
        assert_eq!(check_text("  a \r\n\r\nb\u{7}\n ", 9).unwrap(), "a\n\nb");
        assert!(check_text(" \n\t", 9).is_err());
        assert!(check_text("ten letter", 9).is_err());
        assert!(check_text("äöüäöüäöü", 9).is_ok());
    }
}
