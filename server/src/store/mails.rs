//! The queue of mails: `mails`. It holds what each is about and no word of it, so that neither texts nor the secrets of
//! links lie in the database.

use chrono::TimeDelta;
use diesel::prelude::*;

use super::schema::{mail_addresses, mails, users};
use super::{AnnouncementId, AnyConnection, MailId, MailKind, Moment, UserId};

/// How long a mail that went out is remembered.
const SENT_REMEMBERED: TimeDelta = TimeDelta::days(1);

/// How long one that could not be sent is.
const REFUSED_REMEMBERED: TimeDelta = TimeDelta::days(30);

/// A mail in the queue.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = mails)]
pub struct Mail {
    /// Number.
    pub id: MailId,
    /// What it is for.
    pub kind: MailKind,
    /// The sign-in name that whoever lost a password typed; there may be no such person.
    pub typed_name: Option<String>,
    /// The network address of whoever asked for it.
    pub asked_from: Option<String>,
    /// For whom; an announcement without is to be addressed yet.
    pub user_id: Option<UserId>,
    /// What it tells.
    pub announcement_id: Option<AnnouncementId>,
    /// When it was put here.
    pub queued_at: Moment,
    /// How often it was tried.
    pub tries: i32,
    /// Why it could not be sent.
    pub refusal: Option<String>,
}

/// A mail that could not be sent yet, or at all.
#[derive(Clone, Debug, Queryable)]
pub struct RefusedMail {
    /// Number.
    pub id: MailId,
    /// What it is for.
    pub kind: MailKind,
    /// Sign-in name of the person.
    pub name: String,
    /// The person's address.
    pub address: Option<String>,
    /// Why, in the words of the mail server.
    pub refusal: Option<String>,
    /// How often it was tried.
    pub tries: i32,
    /// When it was put here.
    pub queued_at: Moment,
    /// When it is tried again; never without.
    pub next_try_at: Option<Moment>,
}

/// How the queue is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MailCounts {
    /// Mails that wait for their first try.
    pub waiting: i64,
    /// Mails that could not be sent yet, or at all.
    pub refused: i64,
    /// Mails that went out within a day.
    pub sent: i64,
}

/// Queues a link for the person of that name, if there is one; whether there is, is looked up when it is sent.
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
    // Those before it that wait or were refused are not sent any more, and still count.
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

/// Queues an announcement for those who want it, who are looked up later: whoever tells it does not wait for that.
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

/// Puts a mail for each of these people in the place of an announcement, inside a transaction that writes.
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

/// A mail is due.
pub fn has_due(conn: &mut AnyConnection, now: Moment) -> QueryResult<bool> {
    let due = mails::table.filter(mails::next_try_at.le(now));
    diesel::select(diesel::dsl::exists(due)).get_result(conn)
}

/// Takes the next mail that is due, links before announcements. Whoever takes it and is heard of no more has lost it
/// at `until`; then it is due again.
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
    // Another server may have taken it meanwhile.
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

/// Notes for whom a mail is.
pub fn set_user(conn: &mut AnyConnection, id: MailId, user: UserId) -> QueryResult<()> {
    diesel::update(mails::table.find(id))
        .set(mails::user_id.eq(user))
        .execute(conn)
        .map(drop)
}

/// Notes that a mail went out.
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

/// Notes why a mail could not be sent, and when it is tried again.
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

/// Tries a mail again that could not be sent, for another day; false when there is none.
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

/// Removes the mails for a person that did not go out.
pub fn delete_waiting_of(conn: &mut AnyConnection, user: UserId) -> QueryResult<()> {
    diesel::delete(mails::table)
        .filter(mails::user_id.eq(user))
        .filter(mails::sent_at.is_null())
        .execute(conn)
        .map(drop)
}

/// Removes mails that went out, or could not be sent, long ago.
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

/// The mails of a kind for a person since that moment, sent or not.
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

/// How many mails could not be sent yet, or at all.
pub fn count_refused(conn: &mut AnyConnection) -> QueryResult<i64> {
    mails::table
        .filter(mails::refusal.is_not_null())
        .count()
        .get_result(conn)
}

/// The mails that could not be sent yet, or at all, the latest first.
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
