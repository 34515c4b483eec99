//! Random tokens. They are shown or sent once; the database keeps their hashes.

use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

/// What a token for the API begins with, so that a leaked one is recognised.
pub const API_TOKEN_PREFIX: &str = "dojo_";

/// 256 random bits in hexadecimal.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// A new one, from the system's random numbers.
    pub fn random() -> Self {
        Self(hex::encode(rand::random::<[u8; 32]>()))
    }

    /// A token that came back, when it has the form of one.
    pub fn parse(text: &str) -> Option<Self> {
        let fine = text.len() == 64
            && text
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        fine.then(|| Self(text.to_owned()))
    }

    /// The token.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What the database keeps of a token. It has 256 random bits, so that a plain hash is enough.
pub fn hash_token(token: &str) -> String {
    hex::encode(Sha256::digest(token))
}

/// The token that a form carries before anybody has signed in, made from the cookie that goes with
/// it; neither can be told from the other.
pub fn form_token(cookie: &Secret) -> String {
    let mut hash = Sha256::new();
    hash.update("sequence-dojo/form/1\0");
    hash.update(cookie.as_str());
    hex::encode(hash.finalize())
}

/// Whether two secrets are equal, in a time that does not tell where they differ.
pub fn same_secret(a: &str, b: &str) -> bool {
    a.as_bytes().ct_eq(b.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_reads_back_and_never_repeats() {
        let secret = Secret::random();
        assert_eq!(
            Secret::parse(secret.as_str()).unwrap().as_str(),
            secret.as_str()
        );
        assert_ne!(Secret::random().as_str(), secret.as_str());
        assert!(Secret::parse("").is_none());
        assert!(Secret::parse(&"G".repeat(64)).is_none());
    }

    #[test]
    fn the_token_of_a_form_is_not_the_cookie() {
        let cookie = Secret::random();
        assert!(!same_secret(&form_token(&cookie), cookie.as_str()));
        assert!(same_secret(&form_token(&cookie), &form_token(&cookie)));
    }
}
