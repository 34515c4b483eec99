//! People's identities at OpenID Connect providers: `identities`, by issuer and subject. `provider_passes` stores for
//! some minutes what a browser may do with such an identity; the browser has the secret, and the table its hash.

use diesel::prelude::*;

use super::schema::{identities, provider_passes, users as people};
use super::users::User;
use super::{AnyConnection, IdentityId, Moment, StoreError, UserId, may_exist};

/// A person's identity at a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Address of the provider.
    pub issuer: String,
    /// The provider's identifier of the person.
    pub subject: String,
}

/// A provider that a person signs in through, as the person sees it.
#[derive(Clone, Debug, Queryable)]
pub struct Connected {
    /// Number.
    pub id: IdentityId,
    /// Address of the provider.
    pub issuer: String,
    /// The provider's identifier of the person.
    pub subject: String,
    /// Since when.
    pub created_at: Moment,
}

/// What a browser may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Connect this account with an identity at this provider.
    Connect(UserId, String),
    /// Make an account for this person.
    Register(Identity),
}

/// The account of an identity, and when it was disabled.
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

/// The providers that a person signs in through.
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

/// Connects an account with an identity; returns false if the account already has one at that provider, or the
/// identity has an account.
///
/// # Errors
/// When the database fails.
pub fn insert_identity(
    conn: &mut AnyConnection,
    user: UserId,
    identity: &Identity,
    now: Moment,
) -> Result<bool, StoreError> {
    // Checked first, since an error would end the transaction.
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

/// Removes an identity from its account.
pub fn delete_identity(conn: &mut AnyConnection, id: IdentityId) -> QueryResult<()> {
    diesel::delete(identities::table.find(id))
        .execute(conn)
        .map(drop)
}

/// Deletes a person's identities.
pub fn delete_identities_of(conn: &mut AnyConnection, user: UserId) -> QueryResult<()> {
    diesel::delete(identities::table)
        .filter(identities::user_id.eq(user))
        .execute(conn)?;
    diesel::delete(provider_passes::table)
        .filter(provider_passes::user_id.eq(user))
        .execute(conn)
        .map(drop)
}

/// Stores a pass, and deletes expired ones.
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

/// What a browser with this secret may do, unless it has expired.
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

/// Uses up a pass; returns false if it was used before.
pub fn delete_pass(conn: &mut AnyConnection, token_hash: &str) -> QueryResult<bool> {
    diesel::delete(provider_passes::table.find(token_hash))
        .execute(conn)
        .map(|rows| rows == 1)
}
