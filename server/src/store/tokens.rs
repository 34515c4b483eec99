//! API tokens: `api_tokens`, stored as hashes like sessions.

use chrono::TimeDelta;
use diesel::prelude::*;

use super::schema::{api_tokens, users};
use super::users::{User, lock_user};
use super::{AnyConnection, Moment, Scope, TokenId, UserId, write};

/// The most tokens of a person.
pub const MAX_TOKENS: i64 = 20;

/// The resolution of `last_used_at`.
const USED_STEP: TimeDelta = TimeDelta::minutes(1);

/// A token, as its owner sees it afterwards.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = api_tokens)]
pub struct Token {
    /// Number.
    pub id: TokenId,
    /// The owner's label.
    pub label: String,
    /// When it was made.
    pub created_at: Moment,
    /// When it was last used, to the minute.
    pub last_used_at: Option<Moment>,
    /// When it was revoked.
    pub revoked_at: Option<Moment>,
    /// Its scope.
    pub scope: Scope,
    /// When it expires.
    pub expires_at: Option<Moment>,
}

impl Token {
    /// Whether it is still valid.
    pub fn works(&self, now: Moment) -> bool {
        self.revoked_at.is_none() && self.expires_at.is_none_or(|end| end > now)
    }
}

/// A token to be stored.
#[derive(Clone, Debug)]
pub struct NewToken<'a> {
    /// The owner's label.
    pub label: &'a str,
    /// Its hash.
    pub token_hash: &'a str,
    /// Its scope.
    pub scope: Scope,
    /// When it expires.
    pub expires_at: Option<Moment>,
}

/// Stores a new token.
pub fn insert_token(
    conn: &mut AnyConnection,
    user: UserId,
    new: &NewToken<'_>,
    now: Moment,
) -> QueryResult<TokenId> {
    diesel::insert_into(api_tokens::table)
        .values((
            api_tokens::user_id.eq(user),
            api_tokens::label.eq(new.label),
            api_tokens::token_hash.eq(new.token_hash),
            api_tokens::created_at.eq(now),
            api_tokens::scope.eq(new.scope),
            api_tokens::expires_at.eq(new.expires_at),
        ))
        .returning(api_tokens::id)
        .get_result(conn)
}

/// A valid token with its owner.
#[derive(Clone, Debug, Queryable)]
pub struct Owned {
    /// Number.
    pub id: TokenId,
    /// When it was last used, to the minute.
    pub last_used_at: Option<Moment>,
    /// Its scope.
    pub scope: Scope,
    /// Its owner.
    pub user: User,
}

impl Owned {
    /// Whether its use must be recorded.
    pub fn is_to_be_noted(&self, now: Moment) -> bool {
        self.last_used_at
            .is_none_or(|used| now.since(used) > USED_STEP)
    }
}

/// The valid tokens.
macro_rules! works {
    ($now:expr) => {
        api_tokens::revoked_at.is_null().and(
            api_tokens::expires_at
                .is_null()
                .or(api_tokens::expires_at.gt($now)),
        )
    };
}

/// The valid token with this hash.
pub fn find_owned(
    conn: &mut AnyConnection,
    token_hash: &str,
    now: Moment,
) -> QueryResult<Option<Owned>> {
    api_tokens::table
        .inner_join(users::table)
        .filter(api_tokens::token_hash.eq(token_hash))
        .filter(works!(now))
        .filter(users::disabled_at.is_null())
        .select((
            api_tokens::id,
            api_tokens::last_used_at,
            api_tokens::scope,
            User::as_select(),
        ))
        .first(conn)
        .optional()
}

/// Records that a token was used.
pub fn note_used(conn: &mut AnyConnection, id: TokenId, now: Moment) -> QueryResult<()> {
    diesel::update(api_tokens::table.find(id))
        .set(api_tokens::last_used_at.eq(now))
        .execute(conn)
        .map(drop)
}

/// The tokens of a person, newest first.
pub fn list_tokens(conn: &mut AnyConnection, user: UserId) -> QueryResult<Vec<Token>> {
    api_tokens::table
        .filter(api_tokens::user_id.eq(user))
        .order((api_tokens::created_at.desc(), api_tokens::id.desc()))
        .select(Token::as_select())
        .load(conn)
}

/// The number of a person's valid tokens.
pub fn count_live_tokens(conn: &mut AnyConnection, user: UserId, now: Moment) -> QueryResult<i64> {
    api_tokens::table
        .filter(api_tokens::user_id.eq(user))
        .filter(works!(now))
        .count()
        .get_result(conn)
}

/// Stores a token, unless the person already has `most` valid ones; then returns false. Concurrent requests wait for
/// each other.
pub fn insert_limited(
    conn: &mut AnyConnection,
    user: UserId,
    new: &NewToken<'_>,
    most: i64,
    now: Moment,
) -> QueryResult<bool> {
    write(conn, |conn| {
        lock_user(conn, user)?;
        if count_live_tokens(conn, user, now)? >= most {
            return Ok(false);
        }
        insert_token(conn, user, new, now)?;
        Ok(true)
    })
}

/// Revokes all tokens of a person.
pub fn revoke_all_tokens(
    conn: &mut AnyConnection,
    user: UserId,
    now: Moment,
) -> QueryResult<usize> {
    diesel::update(api_tokens::table)
        .filter(api_tokens::user_id.eq(user))
        .filter(api_tokens::revoked_at.is_null())
        .set(api_tokens::revoked_at.eq(now))
        .execute(conn)
}

/// Revokes a token of a person; returns false if there is no such valid token.
pub fn revoke_token(
    conn: &mut AnyConnection,
    user: UserId,
    id: TokenId,
    now: Moment,
) -> QueryResult<bool> {
    diesel::update(api_tokens::table)
        .filter(api_tokens::id.eq(id))
        .filter(api_tokens::user_id.eq(user))
        .filter(api_tokens::revoked_at.is_null())
        .set(api_tokens::revoked_at.eq(now))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Removes all tokens of a person.
pub(super) fn delete_tokens(conn: &mut AnyConnection, user: UserId) -> QueryResult<()> {
    diesel::delete(api_tokens::table)
        .filter(api_tokens::user_id.eq(user))
        .execute(conn)
        .map(drop)
}
