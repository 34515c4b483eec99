//! The secret of a link, as it is printed on paper: sixteen letters and digits in groups of four, which is 80 bits.

use std::fmt;

use crate::auth::hash_token;

/// Digits and small letters without those that look like others (Crockford's).
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Letters and digits of a code.
const LENGTH: usize = 16;

/// The secret of a link.
#[derive(Clone, PartialEq, Eq)]
pub struct Code(String);

impl Code {
    /// A new one, from the system's random numbers.
    pub fn random() -> Self {
        let bytes = rand::random::<[u8; LENGTH]>();
        // 256 is a multiple of 32, so that each is as likely.
        let digit = |byte: u8| char::from(ALPHABET[usize::from(byte % 32)]);
        Self(bytes.into_iter().map(digit).collect())
    }

    /// Parses a code that was opened or typed: in any case, with or without hyphens, with the letters that look like
    /// its digits.
    pub fn parse(text: &str) -> Option<Self> {
        let plain = text.chars().filter(|c| !matches!(c, '-' | ' '));
        let code: String = plain
            .map(|c| match c.to_ascii_lowercase() {
                'o' => '0',
                'i' | 'l' => '1',
                c => c,
            })
            .collect();
        let is_right = code.len() == LENGTH && code.bytes().all(|byte| ALPHABET.contains(&byte));
        is_right.then_some(Self(code))
    }

    /// What the database keeps of it.
    pub fn hash(&self) -> String {
        hash_token(&self.0)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, digit) in self.0.chars().enumerate() {
            if place > 0 && place % 4 == 0 {
                f.write_str("-")?;
            }
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_reads_back_as_people_type_it() {
        let code = Code::random();
        let shown = code.to_string();
        assert_eq!(shown.len(), 19);
        for typed in [
            shown.clone(),
            shown.to_uppercase(),
            shown.replace('-', ""),
            shown.replace('-', " "),
            shown.replace('0', "O").replace('1', "l"),
        ] {
            assert!(Code::parse(&typed) == Some(code.clone()), "{typed}");
        }
        for wrong in [
            "",
            "abcd",
            &shown[1..],
            &format!("{shown}0"),
            "uuuu-uuuu-uuuu-uuuu",
        ] {
            assert!(Code::parse(wrong).is_none(), "{wrong}");
        }
        assert!(Code::random() != code);
    }
}
