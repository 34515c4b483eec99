//! Sign-ins after the password that wait for the code of a second factor: `sign_ins`. Like `sessions`, the table
//! stores the hash of each token.

use diesel::prelude::*;

use super::schema::{sign_ins, users as people};
use super::{AnyConnection, Moment, UserId};

/// Stores a sign-in that waits for its code, and deletes expired ones.
pub fn insert_sign_in(
    conn: &mut AnyConnection,
    (token_hash, user): (&str, UserId),
    expires_at: Moment,
    now: Moment,
) -> QueryResult<()> {
    diesel::delete(sign_ins::table)
        .filter(sign_ins::expires_at.le(now))
        .execute(conn)?;
    diesel::insert_into(sign_ins::table)
        .values((
            sign_ins::token_hash.eq(token_hash),
            sign_ins::user_id.eq(user),
            sign_ins::expires_at.eq(expires_at),
        ))
        .execute(conn)
        .map(drop)
}

/// The person of a sign-in, unless it has expired.
pub fn find_sign_in(
    conn: &mut AnyConnection,
    token_hash: &str,
    now: Moment,
) -> QueryResult<Option<UserId>> {
    sign_ins::table
        .inner_join(people::table)
        .filter(sign_ins::token_hash.eq(token_hash))
        .filter(sign_ins::expires_at.gt(now))
        .filter(people::disabled_at.is_null())
        .select(sign_ins::user_id)
        .first(conn)
        .optional()
}

/// Ends a sign-in; returns false if it was ended before.
pub fn delete_sign_in(conn: &mut AnyConnection, token_hash: &str) -> QueryResult<bool> {
    diesel::delete(sign_ins::table.find(token_hash))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Ends the sign-ins of a person.
pub fn delete_sign_ins_of(conn: &mut AnyConnection, user: UserId) -> QueryResult<()> {
    diesel::delete(sign_ins::table)
        .filter(sign_ins::user_id.eq(user))
        .execute(conn)
        .map(drop)
}
