//! People: `users`.

use diesel::prelude::*;

use super::counters::{self, Counter};
use super::schema::users;
use super::{AnyConnection, Moment, Role, StoreError, UserId, may_exist, sessions, tokens, write};

/// A person, without the password.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = users)]
pub struct User {
    /// Number.
    pub id: UserId,
    /// Name used to sign in, spelt as at registration.
    pub name: String,
    /// Name shown to others.
    pub display_name: String,
    /// What the person may do.
    pub role: Role,
    /// Member since.
    pub created_at: Moment,
    /// The page about the person is for nobody else.
    pub is_private: bool,
}

/// A person to be registered.
#[derive(Clone, Debug)]
pub struct NewUser<'a> {
    /// Name used to sign in; unique when upper and lower case are the same.
    pub name: &'a str,
    /// Name shown to others.
    pub display_name: &'a str,
    /// Argon2 in PHC form.
    pub password_hash: &'a str,
    /// What the person may do.
    pub role: Role,
}

/// Outcome of [`insert_user`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Registered {
    /// Done.
    New(UserId),
    /// Somebody has that name, perhaps in other letter case.
    NameTaken,
}

fn key(name: &str) -> String {
    name.to_ascii_lowercase()
}

/// Registers a person.
///
/// # Errors
/// When the database fails; a taken name is not an error.
pub fn insert_user(
    conn: &mut AnyConnection,
    user: &NewUser<'_>,
    now: Moment,
) -> Result<Registered, StoreError> {
    let inserted = diesel::insert_into(users::table)
        .values((
            users::name.eq(user.name),
            users::name_key.eq(key(user.name)),
            users::display_name.eq(user.display_name),
            users::password_hash.eq(user.password_hash),
            users::role.eq(user.role),
            users::created_at.eq(now),
        ))
        .returning(users::id)
        .get_result::<UserId>(conn)
        .map_err(StoreError::from);
    match inserted {
        Ok(id) => Ok(Registered::New(id)),
        Err(error) if error.is_unique_violation() => Ok(Registered::NameTaken),
        Err(error) => Err(error),
    }
}

/// The person of that name, whatever the letter case, with the password's hash.
pub fn find_user_with_password(
    conn: &mut AnyConnection,
    name: &str,
) -> QueryResult<Option<(User, String)>> {
    if !may_exist(name) {
        return Ok(None);
    }
    users::table
        .filter(users::name_key.eq(key(name)))
        .select((User::as_select(), users::password_hash))
        .first(conn)
        .optional()
}

/// The person of that name, whatever the letter case.
pub fn find_user(conn: &mut AnyConnection, name: &str) -> QueryResult<Option<User>> {
    if !may_exist(name) {
        return Ok(None);
    }
    users::table
        .filter(users::name_key.eq(key(name)))
        .select(User::as_select())
        .first(conn)
        .optional()
}

/// The person of that number.
///
/// # Errors
/// `NotFound`, and when the database fails.
pub fn load_user(conn: &mut AnyConnection, id: UserId) -> QueryResult<User> {
    users::table.find(id).select(User::as_select()).first(conn)
}

/// What a person may do. On PostgreSQL two requests of one person wait for each other here, inside a transaction
/// that writes; SQLite has one writer anyway.
pub(super) fn lock_user(conn: &mut AnyConnection, id: UserId) -> QueryResult<Role> {
    let role = users::table.find(id).select(users::role);
    match conn {
        AnyConnection::Sqlite(c) => role.first(c),
        AnyConnection::Postgres(c) => role.for_no_key_update().first(c),
    }
}

/// Changes the name shown to others, inside a write transaction: pages that are kept learn of it by the
/// counter.
pub fn set_display_name(
    conn: &mut AnyConnection,
    id: UserId,
    display_name: &str,
) -> QueryResult<()> {
    diesel::update(users::table.find(id))
        .set(users::display_name.eq(display_name))
        .execute(conn)?;
    counters::count(conn, Counter::Names)
}

/// Opens the page about a person to everybody, or keeps it from them.
pub fn set_private(conn: &mut AnyConnection, id: UserId, is_private: bool) -> QueryResult<()> {
    diesel::update(users::table.find(id))
        .set(users::is_private.eq(is_private))
        .execute(conn)
        .map(drop)
}

/// Changes what a person may do.
pub fn set_role(conn: &mut AnyConnection, id: UserId, role: Role) -> QueryResult<()> {
    diesel::update(users::table.find(id))
        .set(users::role.eq(role))
        .execute(conn)
        .map(drop)
}

/// Changes the password. Whoever knew the old one is out: all sessions end but the one whose token has
/// the hash `kept`, and all tokens are revoked.
pub fn change_password(
    conn: &mut AnyConnection,
    id: UserId,
    password_hash: &str,
    kept: Option<&str>,
    now: Moment,
) -> QueryResult<()> {
    write(conn, |conn| {
        diesel::update(users::table.find(id))
            .set(users::password_hash.eq(password_hash))
            .execute(conn)?;
        sessions::delete_other_sessions(conn, id, kept.unwrap_or(""))?;
        tokens::revoke_all_tokens(conn, id, now).map(drop)
    })
}
