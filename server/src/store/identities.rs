//! Who people are at providers of OpenID Connect: `identities`, by issuer and subject. `provider_passes` holds, for some
//! minutes, what a browser may do with such an identity; the browser has the secret and the table its hash.

use diesel::prelude::*;

use super::schema::{identities, provider_passes, users as people};
use super::users::User;
use super::{AnyConnection, IdentityId, Moment, StoreError, UserId, may_exist};

/// Who somebody is at a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Address of the provider.
    pub issuer: String,
    /// What the provider calls the person.
    pub subject: String,
}

/// A provider through which somebody signs in, as its owner sees it.
#[derive(Clone, Debug, Queryable)]
pub struct Connected {
    /// Number.
    pub id: IdentityId,
    /// Address of the provider.
    pub issuer: String,
    /// What the provider calls the person.
    pub subject: String,
    /// Since when.
    pub created_at: Moment,
}

/// What a browser may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Connect this account with somebody at this provider.
    Connect(UserId, String),
    /// Make an account for this person.
    Register(Identity),
}

/// The account of a person of a provider, and when it was switched off.
pub fn find_owner(
    conn: &mut AnyConnection,
    identity: &Identity,
) -> QueryResult<Option<(User, Option<Moment>)>> {
    if !may_exist(&identity.subject) {
        return Ok(None);
    }
    identities::table
        .inner_join(people::table)
        .filter(identities::issuer.eq(&identity.issuer))
        .filter(identities::subject.eq(&identity.subject))
        .select((User::as_select(), people::disabled_at))
        .first(conn)
        .optional()
}

/// The providers through which somebody signs in.
pub fn list_identities(conn: &mut AnyConnection, user: UserId) -> QueryResult<Vec<Connected>> {
    identities::table
        .filter(identities::user_id.eq(user))
        .order(identities::id)
        .select((
            identities::id,
            identities::issuer,
            identities::subject,
            identities::created_at,
        ))
        .load(conn)
}

/// Connects an account; false when it is connected with somebody at that provider, or that person with an account.
///
/// # Errors
/// When the database fails.
pub fn insert_identity(
    conn: &mut AnyConnection,
    user: UserId,
    identity: &Identity,
    now: Moment,
) -> Result<bool, StoreError> {
    // Asked before, since an error would end the transaction.
    let same_person = identities::subject.eq(&identity.subject);
    let taken = identities::table
        .filter(identities::issuer.eq(&identity.issuer))
        .filter(same_person.or(identities::user_id.eq(user)))
        .count()
        .get_result::<i64>(conn)?;
    if taken > 0 {
        return Ok(false);
    }
    diesel::insert_into(identities::table)
        .values((
            identities::user_id.eq(user),
            identities::issuer.eq(&identity.issuer),
            identities::subject.eq(&identity.subject),
            identities::created_at.eq(now),
        ))
        .execute(conn)?;
    Ok(true)
}

/// Ends signing in through a provider.
pub fn delete_identity(conn: &mut AnyConnection, id: IdentityId) -> QueryResult<()> {
    diesel::delete(identities::table.find(id))
        .execute(conn)
        .map(drop)
}

/// Forgets who somebody is at providers.
pub fn delete_identities_of(conn: &mut AnyConnection, user: UserId) -> QueryResult<()> {
    diesel::delete(identities::table)
        .filter(identities::user_id.eq(user))
        .execute(conn)?;
    diesel::delete(provider_passes::table)
        .filter(provider_passes::user_id.eq(user))
        .execute(conn)
        .map(drop)
}

/// Stores a pass, and forgets those that are over.
pub fn insert_pass(
    conn: &mut AnyConnection,
    (token_hash, pass): (&str, &Pass),
    expires_at: Moment,
    now: Moment,
) -> QueryResult<()> {
    diesel::delete(provider_passes::table)
        .filter(provider_passes::expires_at.le(now))
        .execute(conn)?;
    let (user, issuer, subject) = match pass {
        Pass::Connect(user, issuer) => (Some(*user), issuer, None),
        Pass::Register(identity) => (None, &identity.issuer, Some(&identity.subject)),
    };
    diesel::insert_into(provider_passes::table)
        .values((
            provider_passes::token_hash.eq(token_hash),
            provider_passes::user_id.eq(user),
            provider_passes::issuer.eq(issuer),
            provider_passes::subject.eq(subject),
            provider_passes::expires_at.eq(expires_at),
        ))
        .execute(conn)
        .map(drop)
}

/// What a browser with that secret may do, unless it is over.
pub fn find_pass(
    conn: &mut AnyConnection,
    token_hash: &str,
    now: Moment,
) -> QueryResult<Option<Pass>> {
    let found = provider_passes::table
        .find(token_hash)
        .filter(provider_passes::expires_at.gt(now))
        .select((
            provider_passes::user_id,
            provider_passes::issuer,
            provider_passes::subject,
        ))
        .first::<(Option<UserId>, String, Option<String>)>(conn)
        .optional()?;
    Ok(
        found.and_then(|(user, issuer, subject)| match (user, subject) {
            (Some(user), None) => Some(Pass::Connect(user, issuer)),
            (None, Some(subject)) => Some(Pass::Register(Identity { issuer, subject })),
            _ => None,
        }),
    )
}

/// Uses a pass up; false when it was used before.
pub fn delete_pass(conn: &mut AnyConnection, token_hash: &str) -> QueryResult<bool> {
    diesel::delete(provider_passes::table.find(token_hash))
        .execute(conn)
        .map(|rows| rows == 1)
}
