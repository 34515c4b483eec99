//! Hashes passwords with argon2id, at most as many at a time as there are cores.

use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};

use crate::config::PasswordCost;
use crate::error::AppError;
use crate::waiting_line::{Turn, WaitingLine};
use crate::words::say;

mod common;

/// Shortest password, in characters.
pub const PASSWORD_MIN_CHARS: usize = 10;

/// Longest password, in bytes: long enough for any phrase, short enough to hash.
pub const PASSWORD_MAX_BYTES: usize = 1024;

/// How long a sign-in waits for its turn. Each costs some 25 to 60 ms of a core, so that on two cores a thousand can
/// wait when a contest begins. A waiting sign-in costs only a connection; memory is used only during its turn.
const PATIENCE: Duration = Duration::from_secs(30);

/// What is wrong with a new password; a sentence for the person who typed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// Too short.
    #[error("{}", say!("register-password-short", n = PASSWORD_MIN_CHARS))]
    Short,
    /// Too long.
    #[error("{}", say!("register-password-long", n = PASSWORD_MAX_BYTES.to_string()))]
    Long,
    /// It is the sign-in name.
    #[error("{}", say!("register-password-name"))]
    Name,
    /// It is among those that are tried first.
    #[error("{}", say!("register-password-common"))]
    Common,
}

/// Checks a new password. Length is what counts, and that it is not known; there are no rules about
/// kinds of characters.
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
    if password.eq_ignore_ascii_case(name) {
        return Err(PasswordError::Name);
    }
    if common::is_common(password) {
        return Err(PasswordError::Common);
    }
    Ok(())
}

/// Hashing failed, by the server's fault.
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
    turns: WaitingLine,
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
            turns: WaitingLine::new(PATIENCE),
        })
    }

    /// Hashes a password on this thread, for commands.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn hash_blocking(&self, password: &str) -> Result<String, HashError> {
        hash(&self.argon2, password)
    }

    /// Hashes a password when it is its turn.
    ///
    /// # Errors
    /// When the system has no random numbers, or too many stand in line.
    pub async fn hash(&self, password: String) -> Result<String, AppError> {
        let argon2 = self.argon2.clone();
        self.turns
            .run(move || hash(&argon2, &password))
            .await?
            .map_err(AppError::internal)
    }

    /// Waits for a turn at [`verify`](Self::verify).
    ///
    /// # Errors
    /// When too many stand in line; says when to come back.
    pub async fn enter(&self) -> Result<Turn, AppError> {
        self.turns.enter().await
    }

    /// Whether a password is the one of that hash; never when there is no hash.
    ///
    /// # Errors
    /// When the server is stopping.
    pub async fn verify(
        &self,
        turn: Turn,
        password: String,
        stored: Option<String>,
    ) -> Result<bool, AppError> {
        let argon2 = self.argon2.clone();
        let nobody = Arc::clone(&self.nobody);
        turn.run(move || {
            let text = stored.as_deref().unwrap_or(&nobody);
            PasswordHash::new(text)
                .is_ok_and(|hash| argon2.verify_password(password.as_bytes(), &hash).is_ok())
                && stored.is_some()
        })
        .await
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
            Err(PasswordError::Common)
        );
        assert_eq!(
            check_password("Ada-Lovelace", "ada-lovelace"),
            Err(PasswordError::Name)
        );
        assert_eq!(
            check_password(&"ab".repeat(513), "ada"),
            Err(PasswordError::Long)
        );
    }

    #[actix_web::test]
    async fn a_password_is_checked_against_its_hash_alone() {
        let passwords = Passwords::new(PasswordCost::Weak).unwrap();
        let turn = async || passwords.enter().await.unwrap();
        let stored = passwords.hash("correct horse".into()).await.unwrap();
        assert!(stored.starts_with("$argon2id$"));
        assert_ne!(
            stored,
            passwords.hash("correct horse".into()).await.unwrap()
        );
        assert!(
            passwords
                .verify(turn().await, "correct horse".into(), Some(stored.clone()))
                .await
                .unwrap()
        );
        assert!(
            !passwords
                .verify(turn().await, "correct horses".into(), Some(stored))
                .await
                .unwrap()
        );
        assert!(
            !passwords
                .verify(turn().await, "correct horse".into(), None)
                .await
                .unwrap()
        );
    }
}
