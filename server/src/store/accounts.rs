//! Deletes accounts, with what belongs to them in all tables.

use diesel::prelude::*;

use super::counters::{self, Counter};
use super::schema::users;
use super::users::NO_PASSWORD;
use super::{
    AnyConnection, Moment, Role, UserId, daily, drafts, identities, links, mail_addresses, mails,
    questions, second_factors, sessions, submissions, tokens,
};

/// Deletes an account, inside a write transaction: everything that is not in a record is deleted. The sign-in name
/// stays and replaces the display name; nobody can sign in with it again.
pub fn delete_account(conn: &mut AnyConnection, id: UserId, now: Moment) -> QueryResult<()> {
    diesel::update(users::table.find(id))
        .set((
            users::display_name.eq(users::name),
            users::password_hash.eq(NO_PASSWORD),
            users::role.eq(Role::Contestant),
            users::label.eq(""),
            users::is_private.eq(true),
            users::last_seen_at.eq(None::<Moment>),
            users::disabled_at.eq(now),
            users::deleted_at.eq(now),
        ))
        .execute(conn)?;
    sessions::delete_other_sessions(conn, id, "")?;
    second_factors::delete_factor(conn, id)?;
    identities::delete_identities_of(conn, id)?;
    links::end_links_of(conn, id)?;
    mail_addresses::remove_address(conn, id)?;
    mails::delete_mails_of(conn, id)?;
    tokens::delete_tokens(conn, id)?;
    drafts::delete_drafts_of(conn, id)?;
    questions::delete_questions_of(conn, id)?;
    daily::delete_solves_of(conn, id)?;
    submissions::forget_words_of_practice(conn, id)?;
    counters::count(conn, Counter::Names)
}
