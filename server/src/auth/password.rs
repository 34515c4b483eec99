//! Passwords: argon2id, a few at a time.

use std::sync::Arc;

use actix_web::web;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::config::PasswordCost;

/// Shortest password, in characters.
pub const PASSWORD_MIN_CHARS: usize = 10;

/// Longest password, in bytes: long enough for any phrase, short enough to hash.
pub const PASSWORD_MAX_BYTES: usize = 1024;

/// Hashings at the same time. Each takes 19 MiB and some 20 ms of a core, and must leave cores to
/// pages and judges.
const PARALLEL: usize = 2;

/// What is wrong with a new password; a sentence for the person who typed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// Too short.
    #[error("Use at least 10 characters.")]
    Short,
    /// Too long.
    #[error("Use at most 1024 bytes.")]
    Long,
    /// It contains the sign-in name, or is one character again and again.
    #[error(
        "Choose one that is harder to guess: not your name, not one character again and again."
    )]
    Easy,
}

/// Checks a new password. Length is what counts; there are no rules about kinds of characters.
///
/// # Errors
/// What is wrong with it.
pub fn check_password(password: &str, name: &str) -> Result<(), PasswordError> {
    if password.chars().count() < PASSWORD_MIN_CHARS {
        return Err(PasswordError::Short);
    }
    if password.len() > PASSWORD_MAX_BYTES {
        return Err(PasswordError::Long);
    }
    let first = password.chars().next();
    if password.eq_ignore_ascii_case(name) || password.chars().all(|c| Some(c) == first) {
        return Err(PasswordError::Easy);
    }
    Ok(())
}

/// Hashing failed: our fault.
#[derive(Debug, thiserror::Error)]
#[error("a password could not be hashed: {0}")]
pub struct HashError(String);

/// Hashes and checks passwords away from the web threads.
#[derive(Clone)]
pub struct Passwords {
    argon2: Argon2<'static>,
    /// A hash that nobody's password has. Checking against it takes as long as against a real one,
    /// so that the time of an answer does not tell whether a name exists.
    nobody: Arc<str>,
    turns: Arc<Semaphore>,
}

impl Passwords {
    /// Ready to hash at that cost.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn new(cost: PasswordCost) -> Result<Self, HashError> {
        let params = match cost {
            PasswordCost::Strong => Params::default(),
            PasswordCost::Weak => {
                Params::new(Params::MIN_M_COST, 1, 1, None).map_err(|e| HashError(e.to_string()))?
            }
        };
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let nobody = hash(&argon2, &hex::encode(rand::random::<[u8; 32]>()))?.into();
        Ok(Self {
            argon2,
            nobody,
            turns: Arc::new(Semaphore::new(PARALLEL)),
        })
    }

    /// Hashes a password on this thread, for commands.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn hash_blocking(&self, password: &str) -> Result<String, HashError> {
        hash(&self.argon2, password)
    }

    /// Hashes a password.
    ///
    /// # Errors
    /// When the system has no random numbers, or the server is stopping.
    pub async fn hash(&self, password: String) -> Result<String, HashError> {
        let argon2 = self.argon2.clone();
        self.in_turn(move || hash(&argon2, &password)).await?
    }

    /// Whether a password is the one of that hash; never when there is no hash.
    ///
    /// # Errors
    /// When the server is stopping.
    pub async fn verify(
        &self,
        password: String,
        stored: Option<String>,
    ) -> Result<bool, HashError> {
        let argon2 = self.argon2.clone();
        let nobody = Arc::clone(&self.nobody);
        self.in_turn(move || {
            let text = stored.as_deref().unwrap_or(&nobody);
            PasswordHash::new(text)
                .is_ok_and(|hash| argon2.verify_password(password.as_bytes(), &hash).is_ok())
                && stored.is_some()
        })
        .await
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        f: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, HashError> {
        let _turn = self
            .turns
            .acquire()
            .await
            .map_err(|error| HashError(error.to_string()))?;
        web::block(f)
            .await
            .map_err(|error| HashError(error.to_string()))
    }
}

fn hash(argon2: &Argon2<'_>, password: &str) -> Result<String, HashError> {
    argon2
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
        .map_err(|error| HashError(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn length_counts_and_nothing_else() {
        assert_eq!(check_password("correct horse", "ada"), Ok(()));
        assert_eq!(check_password("äöüäöüäöüß", "ada"), Ok(()));
        assert_eq!(
            check_password("123456789", "ada"),
            Err(PasswordError::Short)
        );
        assert_eq!(
            check_password("aaaaaaaaaaaa", "ada"),
            Err(PasswordError::Easy)
        );
        assert_eq!(
            check_password("Ada-Lovelace", "ada-lovelace"),
            Err(PasswordError::Easy)
        );
        assert_eq!(
            check_password(&"ab".repeat(513), "ada"),
            Err(PasswordError::Long)
        );
    }

    #[actix_web::test]
    async fn a_password_is_checked_against_its_hash_alone() {
        let passwords = Passwords::new(PasswordCost::Weak).unwrap();
        let stored = passwords.hash("correct horse".into()).await.unwrap();
        assert!(stored.starts_with("$argon2id$"));
        assert_ne!(
            stored,
            passwords.hash("correct horse".into()).await.unwrap()
        );
        assert!(
            passwords
                .verify("correct horse".into(), Some(stored.clone()))
                .await
                .unwrap()
        );
        assert!(
            !passwords
                .verify("correct horses".into(), Some(stored))
                .await
                .unwrap()
        );
        assert!(
            !passwords
                .verify("correct horse".into(), None)
                .await
                .unwrap()
        );
    }
}
