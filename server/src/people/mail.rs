//! A person's mail address: set, verified by a link, removed. The audit log records that it was changed, but not the
//! address.

use chrono::TimeDelta;
use lettre::Address;

use super::Code;
use crate::store::audit::{self, By};
use crate::store::users::User;
use crate::store::{
    AnyConnection, Deed, LinkKind, MailKind, Moment, StoreError, UserId, links, mail_addresses,
    mails, write,
};
use crate::words::say;

/// Longest address (RFC 5321, 4.5.3.1.3, without the brackets).
const MAX_ADDRESS_BYTES: usize = 254;

/// Links that are mailed for one account in [`COUNTED_OVER`], of each kind.
pub const MOST_LINKS: i64 = 5;

/// The time over which they are counted.
pub const COUNTED_OVER: TimeDelta = TimeDelta::hours(1);

/// The result of a request for a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A link is on its way.
    Queued,
    /// There is nothing to be done: that address is verified, or there is none.
    Nothing,
    /// Too many links were mailed.
    TooMany,
}

/// A mail address as it is stored.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub fn check_address(text: &str) -> Result<String, String> {
    let text = text.trim();
    // Not every mail server accepts characters beyond ASCII.
    let is_right = text.is_ascii() && text.len() <= MAX_ADDRESS_BYTES;
    match text.parse::<Address>() {
        Ok(address) if is_right && is_domain(address.domain()) => Ok(text.to_owned()),
        _ => Err(say!("mail-address-wrong").to_owned()),
    }
}

/// Names with a dot lead out of this machine and its network; numeric addresses could lead into it.
fn is_domain(domain: &str) -> bool {
    let (_, last) = domain.rsplit_once('.').unwrap_or_default();
    last.len() >= 2 && last.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Sets a person's address and queues the link that verifies it; earlier ones of this kind end.
///
/// # Errors
/// When the database fails.
pub fn set_address(
    conn: &mut AnyConnection,
    user: &User,
    address: &str,
    by: &By,
    now: Moment,
) -> Result<Asked, StoreError> {
    write(conn, |conn| {
        let present = mail_addresses::find_address(conn, user.id)?;
        let is_verified =
            present.is_some_and(|it| it.address == address && it.verified_at.is_some());
        if !is_verified && has_many(conn, user.id, MailKind::Verify, now)? {
            return Ok(Asked::TooMany);
        }
        mail_addresses::set_address(conn, user.id, address, &Code::random().to_string())?;
        links::end_links_of_kind(conn, user.id, LinkKind::Verify)?;
        if is_verified {
            return Ok(Asked::Nothing);
        }
        mails::queue_verify(conn, user.id, now)?;
        audit::note(conn, by, (Deed::MailSet, &user.name, ""), now)?;
        Ok(Asked::Queued)
    })
}

/// Queues the link that verifies a person's address once more.
///
/// # Errors
/// When the database fails.
pub fn verify_again(
    conn: &mut AnyConnection,
    user: UserId,
    now: Moment,
) -> Result<Asked, StoreError> {
    write(conn, |conn| {
        let present = mail_addresses::find_address(conn, user)?;
        if present.is_none_or(|it| it.unverified().is_none()) {
            return Ok(Asked::Nothing);
        }
        if has_many(conn, user, MailKind::Verify, now)? {
            return Ok(Asked::TooMany);
        }
        mails::queue_verify(conn, user, now)?;
        Ok(Asked::Queued)
    })
}

/// As many links of a kind were mailed for an account as may be.
///
/// # Errors
/// When the database fails.
pub fn has_many(
    conn: &mut AnyConnection,
    user: UserId,
    kind: MailKind,
    now: Moment,
) -> Result<bool, StoreError> {
    let since = now.plus(-COUNTED_OVER);
    Ok(mails::count_since(conn, user, kind, since)? >= MOST_LINKS)
}

/// Removes a person's address, with what waits to be mailed to it and the links that were.
///
/// # Errors
/// When the database fails.
pub fn remove_address(
    conn: &mut AnyConnection,
    user: &User,
    by: &By,
    now: Moment,
) -> Result<(), StoreError> {
    write(conn, |conn| {
        if mail_addresses::remove_address(conn, user.id)? {
            links::end_links_of_kind(conn, user.id, LinkKind::Verify)?;
            links::end_links_of_kind(conn, user.id, LinkKind::Reset)?;
            mails::delete_waiting_of(conn, user.id)?;
            audit::note(conn, by, (Deed::MailRemoved, &user.name, ""), now)?;
        }
        Ok(())
    })
}

/// Ends the mails of a kind for whoever has the code of the address; false when there is none.
///
/// # Errors
/// When the database fails.
pub fn unsubscribe(
    conn: &mut AnyConnection,
    code: &Code,
    kind: MailKind,
) -> Result<bool, StoreError> {
    write(conn, |conn| {
        let Some(address) = mail_addresses::find_by_code(conn, &code.to_string())? else {
            return Ok(false);
        };
        let answers = address.wants_answers && kind != MailKind::Answer;
        let announcements = address.wants_announcements && kind != MailKind::Announcement;
        mail_addresses::set_wishes(conn, address.user_id, answers, announcements)?;
        Ok(true)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_one_that_mail_servers_take() {
        for right in [
            "ada@example.org",
            " a.b+c@mail.example.co.uk ",
            "x_y@xn--bcher-kva.example",
        ] {
            assert_eq!(check_address(right).unwrap(), right.trim());
        }
        let long = format!("ada@{}.org", "a.".repeat(130));
        for wrong in [
            "",
            "ada",
            "ada@",
            "@example.org",
            "ada@localhost",
            "ada@[127.0.0.1]",
            "ada@127.0.0.1",
            "ada@example.org\r\nBcc: eve@example.org",
            "Ada <ada@example.org>",
            "ada@example.org, eve@example.org",
            "äda@example.org",
            "ada@bücher.example",
            &long,
        ] {
            assert!(check_address(wrong).is_err(), "{wrong:?}");
        }
    }
}
