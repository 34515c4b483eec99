//! Accounts of people who sign in through a provider of OpenID Connect. They are identified by issuer and subject
//! alone.

use super::Code;
use super::links::{self, Entered};
use crate::auth::{Secret, hash_token};
use crate::store::audit::{self, By};
use crate::store::identities::{self, Identity, Pass};
use crate::store::users::{self, NO_PASSWORD, NewUser, Registered, User};
use crate::store::{AnyConnection, Deed, IdentityId, Moment, Role, StoreError, UserId, write};

/// Lets the browser with that secret connect an account, whose password was just given, with somebody at that provider.
///
/// # Errors
/// When the database fails.
pub fn may_connect(
    conn: &mut AnyConnection,
    secret: &Secret,
    (user, issuer): (UserId, &str),
    (until, now): (Moment, Moment),
) -> Result<(), StoreError> {
    let pass = Pass::Connect(user, issuer.to_owned());
    let hash = hash_token(secret.as_str());
    write(conn, |conn| {
        identities::insert_pass(conn, (&hash, &pass), until, now)
    })
    .map_err(StoreError::from)
}

/// Lets the browser with that secret make an account for somebody whom the provider has named.
///
/// # Errors
/// When the database fails.
pub fn may_register(
    conn: &mut AnyConnection,
    secret: &Secret,
    identity: Identity,
    (until, now): (Moment, Moment),
) -> Result<(), StoreError> {
    let hash = hash_token(secret.as_str());
    let pass = Pass::Register(identity);
    write(conn, |conn| {
        identities::insert_pass(conn, (&hash, &pass), until, now)
    })
    .map_err(StoreError::from)
}

/// The person for whom the browser with that secret may make an account.
///
/// # Errors
/// When the database fails.
pub fn find_new(
    conn: &mut AnyConnection,
    secret: &Secret,
    issuer: &str,
    now: Moment,
) -> Result<Option<Identity>, StoreError> {
    let pass = identities::find_pass(conn, &hash_token(secret.as_str()), now)?;
    Ok(match pass {
        Some(Pass::Register(identity)) if identity.issuer == issuer => Some(identity),
        _ => None,
    })
}

/// The result of connecting an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connecting {
    /// It is connected.
    Done,
    /// The password was given too long ago, or by somebody else.
    Over,
    /// The account is connected with somebody at that provider, or that person with an account.
    Taken,
}

/// Connects the account of whoever has just given its password and is now named by a provider. `word` is how that is
/// called.
///
/// # Errors
/// When the database fails.
pub fn connect(
    conn: &mut AnyConnection,
    secret: &Secret,
    (user, identity): (&User, &Identity),
    (word, by): (&str, &By),
    now: Moment,
) -> Result<Connecting, StoreError> {
    let hash = hash_token(secret.as_str());
    write(conn, |conn| {
        let allowed = Pass::Connect(user.id, identity.issuer.clone());
        let pass = identities::find_pass(conn, &hash, now)?;
        if pass != Some(allowed) || !identities::delete_pass(conn, &hash)? {
            return Ok(Connecting::Over);
        }
        if !identities::insert_identity(conn, user.id, identity, now)? {
            return Ok(Connecting::Taken);
        }
        audit::note(conn, by, (Deed::ProviderConnected, &user.name, word), now)?;
        Ok(Connecting::Done)
    })
}

/// The result of disconnecting a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disconnecting {
    /// It is off, or was not on.
    Done,
    /// Nothing would be left to sign in with.
    Last,
}

/// Takes a provider off somebody's own account, unless it is the last way to sign in. `word_of` tells how the provider of an
/// issuer is called.
///
/// # Errors
/// When the database fails.
pub fn disconnect(
    conn: &mut AnyConnection,
    user: &User,
    id: IdentityId,
    word_of: &dyn Fn(&str) -> String,
    (by, now): (&By, Moment),
) -> Result<Disconnecting, StoreError> {
    write(conn, |conn| {
        let has_password = users::has_password_locked(conn, user.id)?;
        let all = identities::list_identities(conn, user.id)?;
        let Some(one) = all.iter().find(|one| one.id == id) else {
            return Ok(Disconnecting::Done);
        };
        if !has_password && all.len() == 1 {
            return Ok(Disconnecting::Last);
        }
        identities::delete_identity(conn, id)?;
        let word = word_of(&one.issuer);
        audit::note(
            conn,
            by,
            (Deed::ProviderDisconnected, &user.name, &word),
            now,
        )?;
        Ok(Disconnecting::Done)
    })
}

/// Makes an account, without a password, for somebody whom a provider has named; by an invitation, where there is one, and
/// with what that says.
///
/// # Errors
/// When the database fails.
pub fn register(
    conn: &mut AnyConnection,
    (secret, invitation): (&Secret, Option<&Code>),
    (name, display_name): (&str, &str),
    (identity, word): (&Identity, &str),
    (by, now): (&By, Moment),
) -> Result<Entered, StoreError> {
    let new = NewUser {
        name,
        display_name,
        password_hash: NO_PASSWORD,
        role: Role::Contestant,
    };
    write(conn, |conn| {
        if identities::find_owner(conn, identity)?.is_some()
            || find_new(conn, secret, &identity.issuer, now)?.as_ref() != Some(identity)
        {
            return Ok(Entered::Gone);
        }
        if !users::list_taken(conn, &[name.to_owned()])?.is_empty() {
            return Ok(Entered::NameTaken);
        }
        let entered = match invitation {
            Some(code) => links::register_inside(conn, code, &new, by, now)?,
            None => match users::insert_user(conn, &new, now)? {
                Registered::New(id) => Entered::Done(id),
                Registered::NameTaken => Entered::NameTaken,
            },
        };
        if let Entered::Done(user) = entered {
            identities::delete_pass(conn, &hash_token(secret.as_str()))?;
            identities::insert_identity(conn, user, identity, now)?;
            audit::note(conn, by, (Deed::ProviderRegistered, name, word), now)?;
        }
        Ok(entered)
    })
}
