//! Second factors: `second_factors`, `recovery_codes`. Whether a factor is active is a column of `users`.

use diesel::prelude::*;

use super::schema::{recovery_codes, second_factors, users};
use super::users::lock_user;
use super::{AnyConnection, Moment, UserId, sign_ins};

/// A factor, as it is stored.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = second_factors)]
pub struct StoredFactor {
    /// The encrypted secret.
    pub sealed_secret: Vec<u8>,
    /// When it was made.
    pub made_at: Moment,
}

/// Locks a person's factor against concurrent changes, inside a write transaction.
pub fn lock_factor(conn: &mut AnyConnection, user: UserId) -> QueryResult<()> {
    lock_user(conn, user).map(drop)
}

/// The factor of a person, active or not.
pub fn find_factor(conn: &mut AnyConnection, user: UserId) -> QueryResult<Option<StoredFactor>> {
    second_factors::table
        .find(user)
        .select(StoredFactor::as_select())
        .first(conn)
        .optional()
}

/// Any encrypted secret, to test a key with.
pub fn find_any_sealed(conn: &mut AnyConnection) -> QueryResult<Option<(UserId, Vec<u8>)>> {
    second_factors::table
        .order(second_factors::made_at.desc())
        .select((second_factors::user_id, second_factors::sealed_secret))
        .first(conn)
        .optional()
}

/// Stores the secret of an inactive factor, inside a write transaction, replacing an earlier one. Returns false if
/// there is an active factor.
pub fn put_factor(
    conn: &mut AnyConnection,
    user: UserId,
    sealed_secret: &[u8],
    now: Moment,
) -> QueryResult<bool> {
    lock_user(conn, user)?;
    if counts(conn, user)? {
        return Ok(false);
    }
    delete_parts(conn, user)?;
    diesel::insert_into(second_factors::table)
        .values((
            second_factors::user_id.eq(user),
            second_factors::sealed_secret.eq(sealed_secret),
            second_factors::made_at.eq(now),
            second_factors::last_step.eq(0),
        ))
        .execute(conn)?;
    Ok(true)
}

fn counts(conn: &mut AnyConnection, user: UserId) -> QueryResult<bool> {
    users::table
        .find(user)
        .select(users::second_factor_at.is_not_null())
        .first(conn)
}

/// Uses up the code of a time step; returns false if that step, or a later one, was used before.
pub fn take_step(conn: &mut AnyConnection, user: UserId, step: i64) -> QueryResult<bool> {
    diesel::update(second_factors::table.find(user))
        .filter(second_factors::last_step.lt(step))
        .set(second_factors::last_step.eq(step))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Activates the factor; returns false if it was active before.
pub fn begin_to_count(conn: &mut AnyConnection, user: UserId, now: Moment) -> QueryResult<bool> {
    diesel::update(users::table.find(user))
        .filter(users::second_factor_at.is_null())
        .set(users::second_factor_at.eq(now))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Replaces the recovery codes, inside a write transaction.
pub fn replace_recovery_codes(
    conn: &mut AnyConnection,
    user: UserId,
    hashes: &[String],
) -> QueryResult<()> {
    lock_user(conn, user)?;
    delete_recovery_codes(conn, user)?;
    for hash in hashes {
        diesel::insert_into(recovery_codes::table)
            .values((
                recovery_codes::code_hash.eq(hash),
                recovery_codes::user_id.eq(user),
            ))
            .execute(conn)?;
    }
    Ok(())
}

/// Uses up a recovery code; returns false if there is no such code.
pub fn take_recovery_code(conn: &mut AnyConnection, user: UserId, hash: &str) -> QueryResult<bool> {
    diesel::delete(recovery_codes::table.find(hash))
        .filter(recovery_codes::user_id.eq(user))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// How many recovery codes are unused.
pub fn count_recovery_codes(conn: &mut AnyConnection, user: UserId) -> QueryResult<i64> {
    recovery_codes::table
        .filter(recovery_codes::user_id.eq(user))
        .count()
        .get_result(conn)
}

/// Deletes a factor with everything that belongs to it, inside a write transaction.
pub fn delete_factor(conn: &mut AnyConnection, user: UserId) -> QueryResult<()> {
    diesel::update(users::table.find(user))
        .set(users::second_factor_at.eq(None::<Moment>))
        .execute(conn)?;
    delete_parts(conn, user)
}

fn delete_parts(conn: &mut AnyConnection, user: UserId) -> QueryResult<()> {
    diesel::delete(second_factors::table.find(user)).execute(conn)?;
    sign_ins::delete_sign_ins_of(conn, user)?;
    delete_recovery_codes(conn, user)
}

fn delete_recovery_codes(conn: &mut AnyConnection, user: UserId) -> QueryResult<()> {
    diesel::delete(recovery_codes::table)
        .filter(recovery_codes::user_id.eq(user))
        .execute(conn)
        .map(drop)
}
