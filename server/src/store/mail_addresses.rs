//! People's mail addresses and mail settings: `mail_addresses`. Only their owners and organizers see them.

use diesel::prelude::*;

use super::schema::{mail_addresses, users};
use super::users::User;
use super::{AnyConnection, MailKind, Moment, UserId};

/// A person's mail address.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = mail_addresses)]
pub struct MailAddress {
    /// The owner.
    pub user_id: UserId,
    /// The address.
    pub address: String,
    /// When its owner proved that mail to it arrives.
    pub verified_at: Option<Moment>,
    /// Whether answers to the person's own questions are mailed.
    pub wants_answers: bool,
    /// Whether announcements are mailed.
    pub wants_announcements: bool,
    /// The code that ends such mails without a password.
    pub unsubscribe_code: String,
    /// The address that takes the place of a verified one once its owner has proved that mail to it arrives.
    pub next_address: Option<String>,
}

impl MailAddress {
    /// The address that is still to be verified.
    pub fn unverified(&self) -> Option<&str> {
        let first = self.verified_at.is_none().then_some(&self.address);
        self.next_address.as_ref().or(first).map(String::as_str)
    }

    /// Where a mail of this kind goes.
    pub fn address_for(&self, kind: MailKind) -> &str {
        match kind {
            MailKind::Verify => self.unverified().unwrap_or(&self.address),
            MailKind::Reset | MailKind::Answer | MailKind::Announcement => &self.address,
        }
    }

    /// Whether a mail of this kind may be sent to it.
    pub fn takes(&self, kind: MailKind) -> bool {
        match kind {
            MailKind::Verify => self.unverified().is_some(),
            MailKind::Reset => self.verified_at.is_some(),
            MailKind::Answer => self.verified_at.is_some() && self.wants_answers,
            MailKind::Announcement => self.verified_at.is_some() && self.wants_announcements,
        }
    }
}

/// A person's mail address, if there is one.
pub fn find_address(conn: &mut AnyConnection, user: UserId) -> QueryResult<Option<MailAddress>> {
    mail_addresses::table
        .find(user)
        .select(MailAddress::as_select())
        .first(conn)
        .optional()
}

/// A person whose account is enabled, with the mail address.
pub fn find_recipient(
    conn: &mut AnyConnection,
    user: UserId,
) -> QueryResult<Option<(User, MailAddress)>> {
    mail_addresses::table
        .inner_join(users::table)
        .filter(users::id.eq(user))
        .filter(users::disabled_at.is_null())
        .select((User::as_select(), MailAddress::as_select()))
        .first(conn)
        .optional()
}

/// The people who want announcements by mail.
pub fn list_who_want_announcements(conn: &mut AnyConnection) -> QueryResult<Vec<UserId>> {
    mail_addresses::table
        .inner_join(users::table)
        .filter(users::disabled_at.is_null())
        .filter(mail_addresses::verified_at.is_not_null())
        .filter(mail_addresses::wants_announcements)
        .order(users::id)
        .select(users::id)
        .load(conn)
}

/// Sets a person's address, inside a write transaction. A verified one stays until the new one is verified, or for good
/// if it is the same; the mail settings stay too. `code` is for a person who had no address.
pub fn set_address(
    conn: &mut AnyConnection,
    user: UserId,
    address: &str,
    code: &str,
) -> QueryResult<()> {
    let row = mail_addresses::table.find(user);
    match find_address(conn, user)? {
        Some(present) if present.verified_at.is_some() => {
            let next = (present.address != address).then_some(address);
            diesel::update(row)
                .set(mail_addresses::next_address.eq(next))
                .execute(conn)?;
        }
        Some(_) => {
            diesel::update(row)
                .set(mail_addresses::address.eq(address))
                .execute(conn)?;
        }
        None => {
            diesel::insert_into(mail_addresses::table)
                .values((
                    mail_addresses::user_id.eq(user),
                    mail_addresses::address.eq(address),
                    mail_addresses::wants_answers.eq(true),
                    mail_addresses::wants_announcements.eq(true),
                    mail_addresses::unsubscribe_code.eq(code),
                ))
                .execute(conn)?;
        }
    }
    Ok(())
}

/// Records that mail to the address that was to be verified arrives: it is the person's now.
pub fn set_verified(
    conn: &mut AnyConnection,
    address: &MailAddress,
    now: Moment,
) -> QueryResult<()> {
    diesel::update(mail_addresses::table.find(address.user_id))
        .set((
            mail_addresses::address.eq(address.address_for(MailKind::Verify)),
            mail_addresses::next_address.eq(None::<String>),
            mail_addresses::verified_at.eq(now),
        ))
        .execute(conn)
        .map(drop)
}

/// Removes a person's address; returns false if there was none.
pub fn remove_address(conn: &mut AnyConnection, user: UserId) -> QueryResult<bool> {
    diesel::delete(mail_addresses::table.find(user))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Changes a person's mail settings.
pub fn set_wishes(
    conn: &mut AnyConnection,
    user: UserId,
    answers: bool,
    announcements: bool,
) -> QueryResult<()> {
    diesel::update(mail_addresses::table.find(user))
        .set((
            mail_addresses::wants_answers.eq(answers),
            mail_addresses::wants_announcements.eq(announcements),
        ))
        .execute(conn)
        .map(drop)
}

/// The address with this unsubscribe code.
pub fn find_by_code(conn: &mut AnyConnection, code: &str) -> QueryResult<Option<MailAddress>> {
    mail_addresses::table
        .filter(mail_addresses::unsubscribe_code.eq(code))
        .select(MailAddress::as_select())
        .first(conn)
        .optional()
}
