//! Links for getting in (invitations, password resets and the like): `links`. The table stores the hash of each
//! secret, so that a stolen copy of the database opens no account.

use diesel::prelude::*;

use super::schema::links;
use super::{AnyConnection, LinkId, LinkKind, Moment, Role, UserId};

/// A link.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = links)]
pub struct Link {
    /// Number.
    pub id: LinkId,
    /// Its purpose.
    pub kind: LinkKind,
    /// The existing account that it is about, if any.
    pub user_id: Option<UserId>,
    /// The role of accounts that are made with it.
    pub role: Role,
    /// The label of accounts that are made with it.
    pub label: String,
    /// How often it could be used in total.
    pub uses: i32,
    /// How often it still can.
    pub uses_left: i32,
    /// When it expires.
    pub expires_at: Moment,
    /// Who made it.
    pub made_by: String,
    /// When.
    pub created_at: Moment,
}

/// A link to be stored.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = links)]
pub struct NewLink<'a> {
    /// Its purpose.
    pub kind: LinkKind,
    /// Hash of its secret.
    pub secret_hash: &'a str,
    /// The existing account that it is about, if any.
    pub user_id: Option<UserId>,
    /// The role of accounts that are made with it.
    pub role: Role,
    /// The label of accounts that are made with it.
    pub label: &'a str,
    /// How often it can be used.
    pub uses: i32,
    /// When it expires.
    pub expires_at: Moment,
    /// Who makes it.
    pub made_by: &'a str,
    /// When.
    pub created_at: Moment,
}

/// Stores a link.
pub fn insert_link(conn: &mut AnyConnection, link: &NewLink<'_>) -> QueryResult<()> {
    diesel::insert_into(links::table)
        .values((link, links::uses_left.eq(link.uses)))
        .execute(conn)
        .map(drop)
}

/// The link with this hash, if it can still be used.
pub fn find_usable(
    conn: &mut AnyConnection,
    secret_hash: &str,
    now: Moment,
) -> QueryResult<Option<Link>> {
    links::table
        .filter(links::secret_hash.eq(secret_hash))
        .filter(links::uses_left.gt(0))
        .filter(links::expires_at.gt(now))
        .select(Link::as_select())
        .first(conn)
        .optional()
}

/// Uses a link once; returns false if it was used up in the meantime.
pub fn take_use(conn: &mut AnyConnection, id: LinkId, now: Moment) -> QueryResult<bool> {
    diesel::update(links::table.find(id))
        .filter(links::uses_left.gt(0))
        .filter(links::expires_at.gt(now))
        .set(links::uses_left.eq(links::uses_left - 1))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// The invitations that can still be used, the newest first.
pub fn list_invitations(conn: &mut AnyConnection, now: Moment) -> QueryResult<Vec<Link>> {
    links::table
        .filter(links::kind.eq(LinkKind::Invite))
        .filter(links::uses_left.gt(0))
        .filter(links::expires_at.gt(now))
        .order(links::id.desc())
        .select(Link::as_select())
        .load(conn)
}

/// Ends an invitation; returns `None` if there is none.
pub fn end_invitation(conn: &mut AnyConnection, id: LinkId) -> QueryResult<Option<String>> {
    diesel::delete(links::table.find(id))
        .filter(links::kind.eq(LinkKind::Invite))
        .returning(links::label)
        .get_result(conn)
        .optional()
}

/// Ends the links of one kind for an account.
pub fn end_links_of_kind(
    conn: &mut AnyConnection,
    user: UserId,
    kind: LinkKind,
) -> QueryResult<()> {
    diesel::delete(links::table)
        .filter(links::user_id.eq(user))
        .filter(links::kind.eq(kind))
        .execute(conn)
        .map(drop)
}

/// Ends the links for an account.
pub fn end_links_of(conn: &mut AnyConnection, user: UserId) -> QueryResult<()> {
    diesel::delete(links::table)
        .filter(links::user_id.eq(user))
        .execute(conn)
        .map(drop)
}
