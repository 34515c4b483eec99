//! Signed-in sessions: `sessions`. The table stores the hash of each token, so that a stolen copy of the database
//! opens no session.

use chrono::TimeDelta;
use diesel::prelude::*;

use super::schema::{sessions, users as people};
use super::users::{self, User};
use super::{AnyConnection, Moment, UserId};

/// The resolution of `last_seen_at`: a reader causes at most one write in this time.
const SEEN_STEP: TimeDelta = TimeDelta::minutes(10);

/// A session with its person.
#[derive(Clone, Debug, Queryable)]
pub struct Session {
    /// The CSRF token of its forms.
    pub csrf_token: String,
    /// When it was last used, within ten minutes.
    pub last_seen_at: Moment,
    /// Who is signed in.
    pub user: User,
}

/// A session to be stored.
#[derive(Clone, Debug)]
pub struct NewSession<'a> {
    /// The hash of the token in its cookie.
    pub token_hash: &'a str,
    /// Who is signed in.
    pub user: UserId,
    /// The CSRF token of its forms.
    pub csrf_token: &'a str,
    /// Browser and system, as in "Firefox · Linux"; empty if unknown.
    pub browser: &'a str,
    /// How long it lasts.
    pub lifetime: TimeDelta,
}

/// A signed-in browser, as its owner sees it.
#[derive(Clone, Debug, Queryable)]
pub struct ListedSession {
    /// The hash of the token in its cookie.
    pub token_hash: String,
    /// Browser and system; empty if unknown.
    pub browser: String,
    /// When the person signed in there.
    pub created_at: Moment,
    /// When it was last used, within ten minutes.
    pub last_seen_at: Moment,
}

/// Starts a session.
pub fn insert_session(
    conn: &mut AnyConnection,
    new: &NewSession<'_>,
    now: Moment,
) -> QueryResult<()> {
    diesel::insert_into(sessions::table)
        .values((
            sessions::token_hash.eq(new.token_hash),
            sessions::user_id.eq(new.user),
            sessions::csrf_token.eq(new.csrf_token),
            sessions::created_at.eq(now),
            sessions::expires_at.eq(now.plus(new.lifetime)),
            sessions::last_seen_at.eq(now),
            sessions::browser.eq(new.browser),
        ))
        .execute(conn)?;
    users::note_seen(conn, new.user, now)
}

impl Session {
    /// Whether its use must be recorded.
    pub fn is_to_be_noted(&self, now: Moment) -> bool {
        now.since(self.last_seen_at) > SEEN_STEP
    }
}

/// The session of that token, unless it has expired.
pub fn find_session(
    conn: &mut AnyConnection,
    token_hash: &str,
    now: Moment,
) -> QueryResult<Option<Session>> {
    sessions::table
        .inner_join(people::table)
        .filter(sessions::token_hash.eq(token_hash))
        .filter(sessions::expires_at.gt(now))
        .filter(people::disabled_at.is_null())
        .select((
            sessions::csrf_token,
            sessions::last_seen_at,
            User::as_select(),
        ))
        .first(conn)
        .optional()
}

/// Records that a session was used.
pub fn note_seen(
    conn: &mut AnyConnection,
    token_hash: &str,
    user: UserId,
    now: Moment,
) -> QueryResult<()> {
    diesel::update(sessions::table.find(token_hash))
        .set(sessions::last_seen_at.eq(now))
        .execute(conn)?;
    users::note_seen(conn, user, now)
}

/// Ends a session; does nothing if it does not exist.
pub fn delete_session(conn: &mut AnyConnection, token_hash: &str) -> QueryResult<()> {
    diesel::delete(sessions::table.find(token_hash))
        .execute(conn)
        .map(drop)
}

/// Ends all sessions of a person except one.
pub fn delete_other_sessions(
    conn: &mut AnyConnection,
    user: UserId,
    kept: &str,
) -> QueryResult<usize> {
    diesel::delete(sessions::table)
        .filter(sessions::user_id.eq(user))
        .filter(sessions::token_hash.ne(kept))
        .execute(conn)
}

/// Deletes expired sessions.
pub fn delete_expired_sessions(conn: &mut AnyConnection, now: Moment) -> QueryResult<usize> {
    diesel::delete(sessions::table)
        .filter(sessions::expires_at.le(now))
        .execute(conn)
}

/// The browsers in which a person is signed in, the one seen last first.
pub fn list_sessions(
    conn: &mut AnyConnection,
    user: UserId,
    now: Moment,
) -> QueryResult<Vec<ListedSession>> {
    sessions::table
        .filter(sessions::user_id.eq(user))
        .filter(sessions::expires_at.gt(now))
        .order((sessions::last_seen_at.desc(), sessions::token_hash))
        .select((
            sessions::token_hash,
            sessions::browser,
            sessions::created_at,
            sessions::last_seen_at,
        ))
        .load(conn)
}
