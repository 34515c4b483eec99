//! Rules for names of people. The sign-in name is plain ASCII, so that nobody can imitate another person in an
//! address or a command line; the display name is free, except for characters that would disturb a page.

use crate::words::say;

/// Longest display name, in characters.
pub const DISPLAY_NAME_MAX_CHARS: usize = 40;

/// Names that nobody may take, because they would pass for the platform.
const RESERVED: [&str; 10] = [
    "admin",
    "administrator",
    "dojo",
    "judge",
    "moderator",
    "organizer",
    "root",
    "staff",
    "support",
    "system",
];

/// What is wrong with a name; a sentence for the person who typed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Its characters or length.
    #[error("{}", say!("register-name-form"))]
    Form,
    /// It would pass for the platform.
    #[error("{}", say!("register-name-reserved"))]
    Reserved,
    /// The display name is empty.
    #[error("{}", say!("register-display-name-empty"))]
    Empty,
    /// The display name is too long.
    #[error("{}", say!("register-display-name-long", n = DISPLAY_NAME_MAX_CHARS))]
    Long,
    /// The display name has invisible or direction-changing characters.
    #[error("{}", say!("register-display-name-invisible"))]
    Invisible,
}

/// Checks a sign-in name.
///
/// # Errors
/// What is wrong with it.
pub fn check_name(name: &str) -> Result<(), NameError> {
    let plain = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    let begins = name
        .bytes()
        .next()
        .is_some_and(|byte| byte.is_ascii_alphanumeric());
    if !(2..=32).contains(&name.len()) || !plain || !begins {
        return Err(NameError::Form);
    }
    if RESERVED.contains(&name.to_ascii_lowercase().as_str()) {
        return Err(NameError::Reserved);
    }
    Ok(())
}

/// Brings a display name into the form in which it is stored: no space around it, single spaces
/// inside.
///
/// # Errors
/// What is wrong with it.
pub fn check_display_name(text: &str) -> Result<String, NameError> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return Err(NameError::Empty);
    }
    if name.chars().count() > DISPLAY_NAME_MAX_CHARS {
        return Err(NameError::Long);
    }
    if name.chars().any(disturbs) {
        return Err(NameError::Invisible);
    }
    Ok(name)
}

/// Control characters, zero-width ones, marks that turn the direction of what follows, and
/// unassigned fillers that show nothing.
fn disturbs(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sign_in_names_are_plain() {
        for good in ["ada", "Ada_L-1815", "7of9", "ab", &"x".repeat(32)] {
            assert_eq!(check_name(good), Ok(()), "{good}");
        }
        for bad in [
            "",
            "a",
            "-a",
            "_a",
            "a b",
            "a.b",
            "ä",
            "аda",
            "a/b",
            "<b>",
            "a\n",
            &"x".repeat(33),
        ] {
            assert_eq!(check_name(bad), Err(NameError::Form), "{bad}");
        }
        assert_eq!(check_name("Admin"), Err(NameError::Reserved));
    }

    #[test]
    fn display_names_are_free_but_visible() {
        assert_eq!(
            check_display_name("  Ada   Lovelace ").unwrap(),
            "Ada Lovelace"
        );
        assert_eq!(check_display_name("<script>&\"'").unwrap(), "<script>&\"'");
        assert_eq!(check_display_name("葛飾 北斎").unwrap(), "葛飾 北斎");
        assert_eq!(check_display_name(" \n\t"), Err(NameError::Empty));
        assert_eq!(check_display_name(&"x".repeat(41)), Err(NameError::Long));
        for bad in ["a\u{202e}b", "a\u{200b}", "\u{3164}", "a\u{7}", "\u{2800}"] {
            assert_eq!(
                check_display_name(bad),
                Err(NameError::Invisible),
                "{bad:?}"
            );
        }
    }
}
