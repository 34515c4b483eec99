//! The queue of mails: `mails`. It stores what each mail is about but none of its text, so that neither texts nor the
//! secrets of links are in the database.

use chrono::TimeDelta;
use diesel::prelude::*;

use super::schema::{mail_addresses, mails, users};
use super::{AnnouncementId, AnyConnection, MailId, MailKind, Moment, UserId};

/// How long a sent mail is remembered.
const SENT_REMEMBERED: TimeDelta = TimeDelta::days(1);

/// How long a mail that could not be sent is remembered.
const REFUSED_REMEMBERED: TimeDelta = TimeDelta::days(30);

/// A mail in the queue.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = mails)]
pub struct Mail {
    /// Number.
    pub id: MailId,
    /// Its kind.
    pub kind: MailKind,
    /// The sign-in name that was typed to reset a password; there may be no such person.
    pub typed_name: Option<String>,
    /// The network address of the request.
    pub asked_from: Option<String>,
    /// The recipient; an announcement without one has yet to be expanded to its recipients.
    pub user_id: Option<UserId>,
    /// The announcement.
    pub announcement_id: Option<AnnouncementId>,
    /// When it was queued.
    pub queued_at: Moment,
    /// How often sending was tried.
    pub tries: i32,
    /// Why it could not be sent.
    pub refusal: Option<String>,
}

/// A mail that was not sent yet, or could not be sent at all.
#[derive(Clone, Debug, Queryable)]
pub struct RefusedMail {
    /// Number.
    pub id: MailId,
    /// Its kind.
    pub kind: MailKind,
    /// Sign-in name of the person.
    pub name: String,
    /// The person's address.
    pub address: Option<String>,
    /// Why, in the mail server's words.
    pub refusal: Option<String>,
    /// How often it was tried.
    pub tries: i32,
    /// When it was queued.
    pub queued_at: Moment,
    /// When it is retried; `None` means never.
    pub next_try_at: Option<Moment>,
}

/// The state of the queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MailCounts {
    /// Mails that wait for their first try.
    pub waiting: i64,
    /// Mails that were not sent yet, or could not be sent.
    pub refused: i64,
    /// Mails that were sent within a day.
    pub sent: i64,
}

/// Queues a password reset link for the person with this name. Whether there is one is looked up when it is sent.
pub fn queue_reset(
    conn: &mut AnyConnection,
    name: &str,
    asked_from: &str,
    now: Moment,
) -> QueryResult<()> {
    diesel::insert_into(mails::table)
        .values((
            mails::kind.eq(MailKind::Reset),
            mails::typed_name.eq(name),
            mails::asked_from.eq(asked_from),
            mails::queued_at.eq(now),
            mails::next_try_at.eq(now),
        ))
        .execute(conn)
        .map(drop)
}

/// Queues a link with which a person verifies the mail address.
pub fn queue_verify(conn: &mut AnyConnection, user: UserId, now: Moment) -> QueryResult<()> {
    // Earlier ones that wait or were refused are not sent any more, but still count.
    diesel::update(mails::table)
        .filter(mails::user_id.eq(user))
        .filter(mails::kind.eq(MailKind::Verify))
        .filter(mails::sent_at.is_null())
        .filter(mails::tries.eq(0).or(mails::refusal.is_not_null()))
        .set((
            mails::next_try_at.eq(None::<Moment>),
            mails::refusal.eq(None::<String>),
        ))
        .execute(conn)?;
    diesel::insert_into(mails::table)
        .values((
            mails::kind.eq(MailKind::Verify),
            mails::user_id.eq(user),
            mails::queued_at.eq(now),
            mails::next_try_at.eq(now),
        ))
        .execute(conn)
        .map(drop)
}

/// Queues an announcement. Its recipients are looked up later, so that the organizer does not wait for that.
pub(super) fn queue_announcement(
    conn: &mut AnyConnection,
    announcement: AnnouncementId,
    now: Moment,
) -> QueryResult<()> {
    diesel::insert_into(mails::table)
        .values((
            mails::kind.eq(MailKind::Announcement),
            mails::announcement_id.eq(announcement),
            mails::queued_at.eq(now),
            mails::next_try_at.eq(now),
        ))
        .execute(conn)
        .map(drop)
}

/// Replaces an announcement in the queue by a mail for each of these people, inside a write transaction.
pub fn address_announcement(
    conn: &mut AnyConnection,
    mail: &Mail,
    to: &[(UserId, MailKind)],
    now: Moment,
) -> QueryResult<()> {
    for (user, kind) in to {
        diesel::insert_into(mails::table)
            .values((
                mails::kind.eq(*kind),
                mails::user_id.eq(*user),
                mails::announcement_id.eq(mail.announcement_id),
                mails::queued_at.eq(mail.queued_at),
                mails::next_try_at.eq(now),
            ))
            .execute(conn)?;
    }
    delete_mail(conn, mail.id)
}

/// Whether a mail is due.
pub fn has_due(conn: &mut AnyConnection, now: Moment) -> QueryResult<bool> {
    let due = mails::table.filter(mails::next_try_at.le(now));
    diesel::select(diesel::dsl::exists(due)).get_result(conn)
}

/// Takes the next mail that is due, links before announcements. If the server that takes it dies, it is due again at
/// `until`.
pub fn claim(conn: &mut AnyConnection, now: Moment, until: Moment) -> QueryResult<Option<Mail>> {
    let due = mails::table
        .filter(mails::next_try_at.le(now))
        .order((
            mails::announcement_id.is_not_null(),
            mails::next_try_at,
            mails::id,
        ))
        .select(Mail::as_select())
        .first(conn)
        .optional()?;
    let Some(mail) = due else {
        return Ok(None);
    };
    // Another server may have taken it in the meantime.
    let taken = diesel::update(mails::table.find(mail.id))
        .filter(mails::next_try_at.le(now))
        .filter(mails::tries.eq(mail.tries))
        .set((
            mails::next_try_at.eq(until),
            mails::tries.eq(mails::tries + 1),
        ))
        .execute(conn)?;
    Ok((taken == 1).then(|| Mail {
        tries: mail.tries + 1,
        ..mail
    }))
}

/// Records the recipient of a mail.
pub fn set_user(conn: &mut AnyConnection, id: MailId, user: UserId) -> QueryResult<()> {
    diesel::update(mails::table.find(id))
        .set(mails::user_id.eq(user))
        .execute(conn)
        .map(drop)
}

/// Records that a mail was sent.
pub fn set_sent(conn: &mut AnyConnection, id: MailId, now: Moment) -> QueryResult<()> {
    diesel::update(mails::table.find(id))
        .set((
            mails::sent_at.eq(now),
            mails::next_try_at.eq(None::<Moment>),
            mails::refusal.eq(None::<String>),
        ))
        .execute(conn)
        .map(drop)
}

/// Records why a mail could not be sent, and when it is retried.
pub fn set_refused(
    conn: &mut AnyConnection,
    id: MailId,
    refusal: &str,
    next_try: Option<Moment>,
) -> QueryResult<()> {
    diesel::update(mails::table.find(id))
        .set((mails::refusal.eq(refusal), mails::next_try_at.eq(next_try)))
        .execute(conn)
        .map(drop)
}

/// Retries a mail that could not be sent, for another day; returns false if there is none.
pub fn try_again(conn: &mut AnyConnection, id: MailId, now: Moment) -> QueryResult<bool> {
    diesel::update(mails::table.find(id))
        .filter(mails::refusal.is_not_null())
        .set((
            mails::queued_at.eq(now),
            mails::next_try_at.eq(now),
            mails::tries.eq(0),
        ))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Removes a mail.
pub fn delete_mail(conn: &mut AnyConnection, id: MailId) -> QueryResult<()> {
    diesel::delete(mails::table.find(id))
        .execute(conn)
        .map(drop)
}

/// Removes the mails for a person.
pub fn delete_mails_of(conn: &mut AnyConnection, user: UserId) -> QueryResult<()> {
    diesel::delete(mails::table)
        .filter(mails::user_id.eq(user))
        .execute(conn)
        .map(drop)
}

/// Deletes the unsent mails for a person.
pub fn delete_waiting_of(conn: &mut AnyConnection, user: UserId) -> QueryResult<()> {
    diesel::delete(mails::table)
        .filter(mails::user_id.eq(user))
        .filter(mails::sent_at.is_null())
        .execute(conn)
        .map(drop)
}

/// Deletes mails that were sent, or could not be sent, long ago.
pub fn delete_old(conn: &mut AnyConnection, now: Moment) -> QueryResult<()> {
    diesel::delete(mails::table)
        .filter(mails::sent_at.lt(now.plus(-SENT_REMEMBERED)))
        .execute(conn)?;
    diesel::delete(mails::table)
        .filter(mails::next_try_at.is_null())
        .filter(mails::queued_at.lt(now.plus(-REFUSED_REMEMBERED)))
        .execute(conn)
        .map(drop)
}

/// The number of mails of a kind for a person since this moment, sent or not.
pub fn count_since(
    conn: &mut AnyConnection,
    user: UserId,
    kind: MailKind,
    since: Moment,
) -> QueryResult<i64> {
    mails::table
        .filter(mails::user_id.eq(user))
        .filter(mails::kind.eq(kind))
        .filter(mails::queued_at.gt(since))
        .count()
        .get_result(conn)
}

/// Why the last link that verifies an address did not go to a person, if so.
pub fn find_refused_verify(conn: &mut AnyConnection, user: UserId) -> QueryResult<Option<String>> {
    let last: Option<Option<String>> = mails::table
        .filter(mails::user_id.eq(user))
        .filter(mails::kind.eq(MailKind::Verify))
        .order(mails::id.desc())
        .select(mails::refusal)
        .first(conn)
        .optional()?;
    Ok(last.flatten())
}

/// How the queue is.
pub fn count_mails(conn: &mut AnyConnection) -> QueryResult<MailCounts> {
    let all = || mails::table.into_boxed();
    Ok(MailCounts {
        waiting: all()
            .filter(mails::next_try_at.is_not_null())
            .filter(mails::refusal.is_null())
            .count()
            .get_result(conn)?,
        refused: count_refused(conn)?,
        sent: all()
            .filter(mails::sent_at.is_not_null())
            .count()
            .get_result(conn)?,
    })
}

/// How many mails were not sent yet, or could not be sent.
pub fn count_refused(conn: &mut AnyConnection) -> QueryResult<i64> {
    mails::table
        .filter(mails::refusal.is_not_null())
        .count()
        .get_result(conn)
}

/// The mails that were not sent yet, or could not be sent, the latest first.
pub fn list_refused(conn: &mut AnyConnection, limit: i64) -> QueryResult<Vec<RefusedMail>> {
    mails::table
        .inner_join(users::table.left_join(mail_addresses::table))
        .filter(mails::refusal.is_not_null())
        .order(mails::id.desc())
        .limit(limit)
        .select((
            mails::id,
            mails::kind,
            users::name,
            mail_addresses::address.nullable(),
            mails::refusal,
            mails::tries,
            mails::queued_at,
            mails::next_try_at,
        ))
        .load(conn)
}
