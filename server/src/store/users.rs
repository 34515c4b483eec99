//! People: `users`.

use std::collections::BTreeMap;

use diesel::dsl::exists;
use diesel::prelude::*;

use super::counters::{self, Counter};
use super::schema::{identities, mail_addresses, users};
use super::{
    AnyConnection, Moment, Role, StoreError, UserId, in_parts, links, may_exist, sessions,
    sign_ins, tokens, write,
};

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
    /// Whether only the person can see the page about the person.
    pub is_private: bool,
    /// Who runs it, if the account belongs to a model.
    pub operator: Option<String>,
    /// Since when signing in also needs a code.
    pub second_factor_at: Option<Moment>,
}

impl User {
    /// Whether the person runs seasons or the platform without a second factor.
    pub fn is_staff_without_factor(&self) -> bool {
        self.role.sees_hidden_terms() && self.second_factor_at.is_none()
    }
}

/// A person to be registered.
#[derive(Clone, Debug)]
pub struct NewUser<'a> {
    /// Name used to sign in; unique regardless of case.
    pub name: &'a str,
    /// Name shown to others.
    pub display_name: &'a str,
    /// Argon2 in PHC form.
    pub password_hash: &'a str,
    /// What the person may do.
    pub role: Role,
}

/// The outcome of [`insert_user`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Registered {
    /// The new person.
    New(UserId),
    /// Somebody has this name, perhaps in other case.
    NameTaken,
}

fn key(name: &str) -> String {
    name.to_ascii_lowercase()
}

/// A person as organizers see one.
#[derive(Clone, Debug, Queryable)]
pub struct Person {
    /// The account.
    pub user: User,
    /// The organizers' label for the person, such as a class.
    pub label: String,
    /// When the account was disabled.
    pub disabled_at: Option<Moment>,
    /// When the person was last seen, within ten minutes.
    pub last_seen_at: Option<Moment>,
    /// Whether the person has a password.
    pub has_password: bool,
    /// Whether the person signs in through a provider.
    pub is_connected: bool,
    /// Whether the account is deleted: only the sign-in name is left of it.
    pub is_deleted: bool,
    /// The mail address.
    pub mail: Option<OwnAddress>,
    /// Who runs the model whose account it is; `None` of a person's.
    pub operator: Option<String>,
}

/// A mail address, as its owner and organizers see it.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
pub struct OwnAddress {
    /// The address.
    pub address: String,
    /// When its owner proved that mail to it arrives.
    pub verified_at: Option<Moment>,
}

/// Which people to list.
#[derive(Clone, Debug, Default)]
pub struct PeopleFilter {
    /// Part of the sign-in name or the display name.
    pub text: String,
    /// Role.
    pub role: Option<Role>,
    /// The whole label.
    pub label: String,
}

/// The password hash of people without a password. No password has it.
pub const NO_PASSWORD: &str = "";

/// Registers a person, inside a write transaction.
///
/// # Errors
/// When the database fails; a taken name is not an error, but the transaction can only be taken back then.
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

/// The same in a transaction of its own.
///
/// # Errors
/// When the database fails.
pub fn register(
    conn: &mut AnyConnection,
    user: &NewUser<'_>,
    now: Moment,
) -> Result<Registered, StoreError> {
    let mut is_taken = false;
    let registered = write(conn, |conn| match insert_user(conn, user, now)? {
        // PostgreSQL ends a transaction in which a name was taken.
        Registered::NameTaken => {
            is_taken = true;
            Err(StoreError::from(diesel::result::Error::RollbackTransaction))
        }
        new @ Registered::New(_) => Ok(new),
    });
    if is_taken {
        Ok(Registered::NameTaken)
    } else {
        registered
    }
}

/// Whether the person has a password.
pub fn has_password(conn: &mut AnyConnection, id: UserId) -> QueryResult<bool> {
    users::table
        .find(id)
        .select(users::password_hash.ne(NO_PASSWORD))
        .first(conn)
}

/// The same, inside a write transaction: on PostgreSQL, transactions that remove a way to sign in wait for each other
/// here.
pub fn has_password_locked(conn: &mut AnyConnection, id: UserId) -> QueryResult<bool> {
    let has = users::table
        .find(id)
        .select(users::password_hash.ne(NO_PASSWORD));
    match conn {
        AnyConnection::Sqlite(c) => has.first(c),
        AnyConnection::Postgres(c) => has.for_no_key_update().first(c),
    }
}

/// A person who wants to sign in.
#[derive(Clone, Debug, Queryable)]
pub struct Candidate {
    /// The account.
    pub user: User,
    /// Hash of the password.
    pub password_hash: String,
    /// When the account was disabled.
    pub disabled_at: Option<Moment>,
}

/// The person with this name in any case, with what decides about signing in.
pub fn find_candidate(conn: &mut AnyConnection, name: &str) -> QueryResult<Option<Candidate>> {
    if !may_exist(name) {
        return Ok(None);
    }
    users::table
        .filter(users::name_key.eq(key(name)))
        .select((User::as_select(), users::password_hash, users::disabled_at))
        .first(conn)
        .optional()
}

/// Whether a person signs in through a provider.
macro_rules! is_connected {
    () => {
        exists(identities::table.filter(identities::user_id.eq(users::id)))
    };
}

/// The columns that organizers see of people.
macro_rules! person {
    () => {
        (
            User::as_select(),
            users::label,
            users::disabled_at,
            users::last_seen_at,
            users::password_hash.ne(NO_PASSWORD),
            is_connected!(),
            users::deleted_at.is_not_null(),
            (mail_addresses::address, mail_addresses::verified_at).nullable(),
            users::operator,
        )
    };
}

/// The person with this name, as organizers see them.
pub fn find_person(conn: &mut AnyConnection, name: &str) -> QueryResult<Option<Person>> {
    if !may_exist(name) {
        return Ok(None);
    }
    users::table
        .left_join(mail_addresses::table)
        .filter(users::name_key.eq(key(name)))
        .select(person!())
        .first(conn)
        .optional()
}

/// Escapes a text so that no character is special in LIKE.
pub(super) fn escape_like(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars().filter(|c| *c != '\0') {
        if matches!(c, '\\' | '%' | '_') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// The matching people by sign-in name, from an offset on, and their total number.
pub fn list_people(
    conn: &mut AnyConnection,
    filter: &PeopleFilter,
    (offset, limit): (i64, i64),
) -> QueryResult<(Vec<Person>, i64)> {
    let narrowed = || {
        let mut query = users::table.left_join(mail_addresses::table).into_boxed();
        if !filter.text.is_empty() {
            let escaped = escape_like(&filter.text);
            let part = format!("%{escaped}%");
            query = query.filter(
                users::name_key
                    .like(key(&part))
                    .escape('\\')
                    .or(users::display_name.like(part).escape('\\')),
            );
        }
        if let Some(role) = filter.role {
            query = query.filter(users::role.eq(role));
        }
        if !filter.label.is_empty() {
            query = query.filter(users::label.eq(&filter.label));
        }
        query
    };
    let total = narrowed().count().get_result(conn)?;
    let people = narrowed()
        .select(person!())
        .order(users::name_key)
        .offset(offset)
        .limit(limit)
        .load(conn)?;
    Ok((people, total))
}

/// Whether an account is deleted.
pub fn is_deleted(conn: &mut AnyConnection, user: UserId) -> QueryResult<bool> {
    users::table
        .find(user)
        .select(users::deleted_at.is_not_null())
        .get_result(conn)
}

/// The labels that people have.
pub fn list_labels(conn: &mut AnyConnection) -> QueryResult<Vec<String>> {
    users::table
        // People without a label are skipped by the index.
        .filter(users::label.gt(""))
        .select(users::label)
        .distinct()
        .order(users::label)
        .load(conn)
}

/// The sign-in names and display names of these people.
pub fn list_names(
    conn: &mut AnyConnection,
    ids: &[UserId],
) -> QueryResult<BTreeMap<UserId, (String, String)>> {
    let rows: Vec<(UserId, String, String)> = in_parts(ids, |some| {
        users::table
            .filter(users::id.eq_any(some))
            .select((users::id, users::name, users::display_name))
            .load(conn)
    })?;
    let named = rows
        .into_iter()
        .map(|(id, name, shown)| (id, (name, shown)));
    Ok(named.collect())
}

/// Those of these sign-in names that are taken, in lower case.
pub fn list_taken(conn: &mut AnyConnection, names: &[String]) -> QueryResult<Vec<String>> {
    in_parts(names, |some| {
        let keys: Vec<String> = some.iter().map(|name| key(name)).collect();
        users::table
            .filter(users::name_key.eq_any(keys))
            .select(users::name_key)
            .load(conn)
    })
}

/// Those of these names that others see that somebody with this label has.
pub fn list_labelled(
    conn: &mut AnyConnection,
    label: &str,
    shown: &[String],
) -> QueryResult<Vec<String>> {
    in_parts(shown, |some| {
        users::table
            .filter(users::label.eq(label))
            .filter(users::display_name.eq_any(some))
            .select(users::display_name)
            .load(conn)
    })
}

/// People who have a way to sign in and are not disabled.
macro_rules! can_sign_in {
    () => {
        users::disabled_at
            .is_null()
            .and(users::password_hash.ne(NO_PASSWORD).or(is_connected!()))
    };
}

/// People who run seasons or the platform and can sign in. On PostgreSQL, transactions that change who they are wait
/// for each other here; must be called inside a write transaction.
pub fn lock_staff(conn: &mut AnyConnection) -> QueryResult<Vec<UserId>> {
    let staff = users::table
        .filter(users::role.eq_any([Role::Organizer, Role::Admin]))
        .filter(can_sign_in!())
        .select(users::id);
    match conn {
        AnyConnection::Sqlite(c) => staff.load(c),
        AnyConnection::Postgres(c) => staff.for_no_key_update().load(c),
    }
}

/// Display names of organizers who can sign in, the first ones first.
pub fn list_organizers(conn: &mut AnyConnection, limit: i64) -> QueryResult<Vec<String>> {
    users::table
        .filter(users::role.eq(Role::Organizer))
        .filter(can_sign_in!())
        .order(users::id)
        .limit(limit)
        .select(users::display_name)
        .load(conn)
}

/// Whether somebody who runs seasons or the platform can sign in.
pub fn has_staff(conn: &mut AnyConnection) -> QueryResult<bool> {
    let staff = users::table
        .filter(users::role.eq_any([Role::Organizer, Role::Admin]))
        .filter(can_sign_in!());
    diesel::select(exists(staff)).get_result(conn)
}

/// Changes the organizers' label for a person.
pub fn set_label(conn: &mut AnyConnection, id: UserId, label: &str) -> QueryResult<()> {
    diesel::update(users::table.find(id))
        .set(users::label.eq(label))
        .execute(conn)
        .map(drop)
}

/// Disables an account and ends its sessions and links, or enables it again.
pub fn set_disabled(conn: &mut AnyConnection, id: UserId, at: Option<Moment>) -> QueryResult<()> {
    diesel::update(users::table.find(id))
        .set(users::disabled_at.eq(at))
        .execute(conn)?;
    if at.is_some() {
        sessions::delete_other_sessions(conn, id, "")?;
        sign_ins::delete_sign_ins_of(conn, id)?;
        links::end_links_of(conn, id)?;
    }
    Ok(())
}

/// Records that a person was seen.
pub(super) fn note_seen(conn: &mut AnyConnection, id: UserId, now: Moment) -> QueryResult<()> {
    diesel::update(users::table.find(id))
        .set(users::last_seen_at.eq(now))
        .execute(conn)
        .map(drop)
}

/// The person with this name, in any case.
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

/// The person with this number.
///
/// # Errors
/// `NotFound`, and when the database fails.
pub fn load_user(conn: &mut AnyConnection, id: UserId) -> QueryResult<User> {
    users::table.find(id).select(User::as_select()).first(conn)
}

/// The role of a person. On PostgreSQL two requests of one person wait for each other here, inside a write
/// transaction; SQLite has one writer anyway.
pub fn lock_user(conn: &mut AnyConnection, id: UserId) -> QueryResult<Role> {
    let role = users::table.find(id).select(users::role);
    match conn {
        AnyConnection::Sqlite(c) => role.first(c),
        AnyConnection::Postgres(c) => role.for_no_key_update().first(c),
    }
}

/// Changes the display name, inside a write transaction; the counter tells caches about it.
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

/// Makes the page about a person public, or private.
pub fn set_private(conn: &mut AnyConnection, id: UserId, is_private: bool) -> QueryResult<()> {
    diesel::update(users::table.find(id))
        .set(users::is_private.eq(is_private))
        .execute(conn)
        .map(drop)
}

/// Changes the role of a person.
pub fn set_role(conn: &mut AnyConnection, id: UserId, role: Role) -> QueryResult<()> {
    diesel::update(users::table.find(id))
        .set(users::role.eq(role))
        .execute(conn)
        .map(drop)
}

/// Changes the password. Whoever knew the old one is signed out: all sessions end except the one whose token has the
/// hash `kept`, and all tokens are revoked.
pub fn change_password(
    conn: &mut AnyConnection,
    id: UserId,
    password_hash: &str,
    kept: Option<&str>,
    now: Moment,
) -> QueryResult<()> {
    write(conn, |conn| {
        set_password(conn, id, password_hash, kept, now)
    })
}

/// The same, inside a write transaction.
pub fn set_password(
    conn: &mut AnyConnection,
    id: UserId,
    password_hash: &str,
    kept: Option<&str>,
    now: Moment,
) -> QueryResult<()> {
    diesel::update(users::table.find(id))
        .set(users::password_hash.eq(password_hash))
        .execute(conn)?;
    sessions::delete_other_sessions(conn, id, kept.unwrap_or(""))?;
    sign_ins::delete_sign_ins_of(conn, id)?;
    links::end_links_of(conn, id)?;
    tokens::revoke_all_tokens(conn, id, now).map(drop)
}
