//! The second factor of an account: codes of an authenticator app, and recovery codes for people who have lost it.
//! The factor is in force once the app's first code has been entered.

use std::io;

use chrono::TimeDelta;

use super::Code;
use crate::auth::{FactorKey, FactorSecret};
use crate::store::audit::{self, By};
use crate::store::users::User;
use crate::store::{
    AnyConnection, Deed, Moment, StoreError, UserId, second_factors, sessions, write,
};
use crate::words::say;

/// Recovery codes that somebody gets.
pub const RECOVERY_CODES: usize = 10;

/// How long a secret may wait for its first code.
const SETUP_LASTS: TimeDelta = TimeDelta::minutes(30);

/// Digits of an app's code.
const DIGITS: usize = 6;

/// Why nothing is done about a factor.
#[derive(Debug, thiserror::Error)]
pub enum FactorError {
    /// There is one already.
    #[error("{}", say!("factor-is-on"))]
    IsOn,
    /// None was begun, or it was begun too long ago.
    #[error("{}", say!("factor-not-begun"))]
    NotBegun,
    /// There is none.
    #[error("{}", say!("factor-is-off"))]
    IsOff,
    /// The secret cannot be opened: the key is not the one that it was sealed with.
    #[error("{}", say!("factor-unreadable"))]
    Unreadable(#[source] io::Error),
    /// The file of the key cannot be made.
    #[error(transparent)]
    Key(io::Error),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<diesel::result::Error> for FactorError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Store(error.into())
    }
}

/// What somebody typed where a code is asked for.
#[derive(Clone)]
pub enum TypedCode {
    /// Digits of an app.
    OfApp(String),
    /// A recovery code.
    Recovery(Code),
}

impl TypedCode {
    /// Reads it, with or without spaces; `None` for what can be neither.
    pub fn parse(text: &str) -> Option<Self> {
        let plain: String = text.split_whitespace().collect();
        if plain.len() == DIGITS && plain.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(Self::OfApp(plain));
        }
        Code::parse(text.trim()).map(Self::Recovery)
    }
}

/// Makes a secret for somebody who has none yet. An earlier one that has not been confirmed goes.
///
/// # Errors
/// When there is a factor already, and when the key or the database fails.
pub fn begin(
    conn: &mut AnyConnection,
    key: &FactorKey,
    user: UserId,
    now: Moment,
) -> Result<FactorSecret, FactorError> {
    let secret = FactorSecret::random();
    let sealed = key.seal(&secret, user).map_err(FactorError::Key)?;
    write(conn, |conn| {
        if !second_factors::put_factor(conn, user, &sealed, now)? {
            return Err(FactorError::IsOn);
        }
        Ok(secret)
    })
}

/// The secret that somebody is setting up.
///
/// # Errors
/// When there is none that waits for its first code, and when the key or the database fails.
pub fn load_begun(
    conn: &mut AnyConnection,
    key: &FactorKey,
    user: &User,
    now: Moment,
) -> Result<FactorSecret, FactorError> {
    if user.second_factor_at.is_some() {
        return Err(FactorError::IsOn);
    }
    let begun = second_factors::find_factor(conn, user.id)?
        .filter(|begun| now.since(begun.made_at) < SETUP_LASTS)
        .ok_or(FactorError::NotBegun)?;
    key.open(&begun.sealed_secret, user.id)
        .map_err(FactorError::Unreadable)
}

/// Puts the factor into force if that is the code that the app shows; all other sessions of that person end. Returns
/// the recovery codes, which are shown only this once; `None` for a wrong code.
///
/// # Errors
///
/// Like [`load_begun`].
pub fn confirm(
    conn: &mut AnyConnection,
    key: &FactorKey,
    user: &User,
    (typed, kept): (&str, &str),
    (by, now): (&By, Moment),
) -> Result<Option<Vec<Code>>, FactorError> {
    write(conn, |conn| {
        second_factors::lock_factor(conn, user.id)?;
        let secret = load_begun(conn, key, user, now)?;
        let Some(TypedCode::OfApp(digits)) = TypedCode::parse(typed) else {
            return Ok(None);
        };
        let Some(step) = secret.step_of(&digits, now) else {
            return Ok(None);
        };
        if !second_factors::begin_to_count(conn, user.id, now)? {
            return Err(FactorError::IsOn);
        }
        second_factors::take_step(conn, user.id, step)?;
        sessions::delete_other_sessions(conn, user.id, kept)?;
        audit::note(conn, by, (Deed::SecondFactorOn, &user.name, ""), now)?;
        Ok(Some(put_codes(conn, user.id)?))
    })
}

/// Makes new recovery codes; those that there were work no more.
///
/// # Errors
/// When there is no factor, and when the database fails.
pub fn make_codes(
    conn: &mut AnyConnection,
    user: &User,
    by: &By,
    now: Moment,
) -> Result<Vec<Code>, FactorError> {
    if user.second_factor_at.is_none() {
        return Err(FactorError::IsOff);
    }
    write(conn, |conn| {
        audit::note(conn, by, (Deed::RecoveryCodesMade, &user.name, ""), now)?;
        put_codes(conn, user.id)
    })
}

fn put_codes(conn: &mut AnyConnection, user: UserId) -> Result<Vec<Code>, FactorError> {
    let codes: Vec<Code> = (0..RECOVERY_CODES).map(|_| Code::random()).collect();
    let hashes: Vec<String> = codes.iter().map(Code::hash).collect();
    second_factors::replace_recovery_codes(conn, user, &hashes)?;
    Ok(codes)
}

/// Accepts a code inside a write transaction, so that each code works only once: returns false for a wrong code and
/// for one that was used before.
///
/// # Errors
///
/// When the secret cannot be decrypted, and when the database fails.
pub fn take_code(
    conn: &mut AnyConnection,
    key: &FactorKey,
    user: &User,
    typed: &TypedCode,
    (by, now): (&By, Moment),
) -> Result<bool, FactorError> {
    match typed {
        TypedCode::OfApp(digits) => {
            let Some(factor) = second_factors::find_factor(conn, user.id)? else {
                return Ok(false);
            };
            let secret = key
                .open(&factor.sealed_secret, user.id)
                .map_err(FactorError::Unreadable)?;
            match secret.step_of(digits, now) {
                Some(step) => Ok(second_factors::take_step(conn, user.id, step)?),
                None => Ok(false),
            }
        }
        TypedCode::Recovery(code) => {
            if !second_factors::take_recovery_code(conn, user.id, &code.hash())? {
                return Ok(false);
            }
            let left = second_factors::count_recovery_codes(conn, user.id)?;
            let details = format!("{left} left");
            audit::note(
                conn,
                by,
                (Deed::RecoveryCodeUsed, &user.name, &details),
                now,
            )?;
            Ok(true)
        }
    }
}

/// Takes the own factor off.
///
/// # Errors
/// When the database fails.
pub fn take_off(
    conn: &mut AnyConnection,
    user: &User,
    by: &By,
    now: Moment,
) -> Result<(), FactorError> {
    write(conn, |conn| {
        second_factors::delete_factor(conn, user.id)?;
        audit::note(conn, by, (Deed::SecondFactorOff, &user.name, ""), now)?;
        Ok(())
    })
}

/// Whether the key opens what the database has; nothing to open is fine.
///
/// # Errors
/// When the database fails.
pub fn key_fits(conn: &mut AnyConnection, key: &FactorKey) -> Result<bool, StoreError> {
    let some = second_factors::find_any_sealed(conn)?;
    Ok(some.is_none_or(|(user, sealed)| key.open(&sealed, user).is_ok()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_recovery_codes_are_told_apart_as_people_type_them() {
        let of_app = |text| matches!(TypedCode::parse(text), Some(TypedCode::OfApp(digits)) if digits == "012345");
        assert!(of_app("012345") && of_app(" 012 345 "));
        let code = Code::random();
        for text in [code.to_string(), code.to_string().to_uppercase()] {
            let read = TypedCode::parse(&format!(" {text} "));
            assert!(matches!(read, Some(TypedCode::Recovery(read)) if read == code));
        }
        for text in ["", "12345", "1234567", "01234x"] {
            assert!(TypedCode::parse(text).is_none(), "{text}");
        }
    }
}
