//! SHA-256 digests, written and read as 64 lower-case hexadecimal digits.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

/// A SHA-256 digest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

/// 32 random bytes that keep hashed content from being guessed. Secret until Reveal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Salt(pub [u8; 32]);

/// 32 random bytes that seed the trials of comparing formulas in a season. Secret until Reveal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(pub [u8; 32]);

/// The text is not 64 lower-case hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not 64 lower-case hexadecimal digits")]
pub struct NotADigest(String);

impl Digest {
    /// The SHA-256 of some bytes.
    pub fn of(bytes: impl AsRef<[u8]>) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

impl Seed {
    /// The published commitment to a season's seed before Reveal: `SHA-256("sequence-dojo/seed/1" ‖ season ‖ seed)`,
    /// every field preceded by its length as eight bytes, most significant first.
    pub fn commitment(&self, season: &str) -> Digest {
        Fields::new("sequence-dojo/seed/1")
            .text(season)
            .bytes(&self.0)
            .finish()
    }
}

/// A hash over fields, each preceded by its length as eight bytes, most significant first, so that different lists of
/// fields never give the same input. The first field says what is hashed.
#[derive(Clone)]
pub struct Fields(Sha256);

impl Fields {
    /// Starts with the field that says what is hashed.
    pub fn new(domain: &str) -> Self {
        Self(Sha256::new()).text(domain)
    }

    /// Appends a field of bytes.
    #[must_use]
    pub fn bytes(mut self, field: &[u8]) -> Self {
        self.0.update((field.len() as u64).to_be_bytes());
        self.0.update(field);
        self
    }

    /// Appends a field of text.
    #[must_use]
    pub fn text(self, field: &str) -> Self {
        self.bytes(field.as_bytes())
    }

    /// Appends a digest, as its 32 bytes.
    #[must_use]
    pub fn digest(self, field: &Digest) -> Self {
        self.bytes(&field.0)
    }

    /// The digest over all fields.
    pub fn finish(self) -> Digest {
        Digest(self.0.finalize().into())
    }
}

/// SHA-256 of `t0\nt1\n…`: a newline follows every term, including the last one.
pub fn terms_hash<T: AsRef<str>>(terms: &[T]) -> Digest {
    let mut hash = Sha256::new();
    for term in terms {
        hash.update(term.as_ref());
        hash.update("\n");
    }
    Digest(hash.finalize().into())
}

/// Reads 32 bytes from exactly 64 lower-case digits, so that each value has one text.
fn from_hex(text: &str) -> Result<[u8; 32], NotADigest> {
    let lower = text
        .bytes()
        .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let mut bytes = [0; 32];
    if lower && hex::decode_to_slice(text, &mut bytes).is_ok() {
        Ok(bytes)
    } else {
        let shown = text.chars().take(80).collect();
        Err(NotADigest(shown))
    }
}

macro_rules! hexadecimal {
    ($($name:ident)*) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&hex::encode(self.0))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({self})", stringify!($name))
            }
        }

        impl FromStr for $name {
            type Err = NotADigest;

            fn from_str(text: &str) -> Result<Self, NotADigest> {
                from_hex(text).map(Self)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?
                    .parse()
                    .map_err(serde::de::Error::custom)
            }
        }
    )*};
}

hexadecimal! { Digest Salt Seed }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_has_one_text() {
        let digest = Digest::of("abc");
        let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(digest.to_string(), text);
        assert_eq!(text.parse(), Ok(digest));
        for wrong in [&text.to_uppercase(), &text[1..], &format!("{text}0"), ""] {
            assert!(wrong.parse::<Digest>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn moving_a_border_between_fields_changes_the_digest() {
        let ab_c = Fields::new("test").text("ab").text("c").finish();
        let a_bc = Fields::new("test").text("a").text("bc").finish();
        assert_ne!(ab_c, a_bc);
    }
}
