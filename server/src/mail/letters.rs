//! What is mailed: its words, and to whom. It is written when it is sent, so that links hold from then on, and nobody gets
//! what is not wanted any more.

use std::net::IpAddr;

use lettre::message::header::{HeaderName, HeaderValue, Headers};
use lettre::message::{Mailbox, Message, SinglePart};

use super::server::MailServer;
use crate::date_words::spelled_out;
use crate::people::links::{self, RESET_LASTS, VERIFY_LASTS};
use crate::people::mail::has_many;
use crate::store::announcements::{self, ToldAnnouncement};
use crate::store::audit::By;
use crate::store::mail_addresses::{self, MailAddress};
use crate::store::mails::{self, Mail};
use crate::store::users::{self, User};
use crate::store::{AnyConnection, MailKind, Moment, StoreError, UserId, questions, write};
use crate::words::say;

/// What is to be done with a mail of the queue.
pub(super) enum Written {
    /// It goes out.
    Letter(Box<Message>),
    /// Nothing: it is off the queue.
    Nothing,
    /// It cannot be written, for this reason.
    Wrong(String),
}

/// What somebody is told.
struct Letter {
    subject: String,
    body: String,
    /// The address that ends such mails.
    off: Option<String>,
}

/// Finds out for whom a mail is. One for nobody is off the queue; in the place of an announcement there is one for each of
/// its readers then.
pub(super) fn address(
    conn: &mut AnyConnection,
    mail: &Mail,
    now: Moment,
) -> Result<Option<UserId>, StoreError> {
    if mail.user_id.is_some() {
        return Ok(mail.user_id);
    }
    write(conn, |conn| {
        if mail.kind != MailKind::Reset {
            let readers = list_readers(conn, mail)?;
            mails::address_announcement(conn, mail, &readers, now)?;
            return Ok(None);
        }
        let found = find_who_forgot(conn, mail, now)?;
        match found {
            Some(user) => mails::set_user(conn, mail.id, user)?,
            None => mails::delete_mail(conn, mail.id)?,
        }
        Ok(found)
    })
}

/// Writes a mail to a person. What is not wanted any more is off the queue.
pub(super) fn write_letter(
    conn: &mut AnyConnection,
    mail: &Mail,
    to: UserId,
    server: &MailServer,
    now: Moment,
) -> Result<Written, StoreError> {
    write(conn, |conn| {
        let recipient = mail_addresses::find_recipient(conn, to)?;
        let wanted = recipient.filter(|(_, to)| to.takes(mail.kind));
        let letter = match wanted {
            Some((user, to)) => tell(conn, mail, (&user, &to), server, now)?.zip(Some(to)),
            None => None,
        };
        let Some((letter, to)) = letter else {
            mails::delete_mail(conn, mail.id)?;
            return Ok(Written::Nothing);
        };
        Ok(
            match put_together(letter, to.address_for(mail.kind), mail, server) {
                Ok(message) => Written::Letter(Box::new(message)),
                Err(why) => Written::Wrong(why),
            },
        )
    })
}

/// Whoever lost a password and typed a name, unless enough was mailed there.
fn find_who_forgot(
    conn: &mut AnyConnection,
    mail: &Mail,
    now: Moment,
) -> Result<Option<UserId>, StoreError> {
    let name = mail.typed_name.as_deref().unwrap_or_default();
    let Some(user) = users::find_user(conn, name)? else {
        return Ok(None);
    };
    if has_many(conn, user.id, MailKind::Reset, now)? {
        tracing::info!("no more links are mailed for this account in this hour");
        return Ok(None);
    }
    let recipient = mail_addresses::find_recipient(conn, user.id)?;
    Ok(recipient
        .filter(|(_, to)| to.takes(mail.kind))
        .map(|(user, _)| user.id))
}

/// For whom an announcement is, and as what: whoever asked gets the answer.
fn list_readers(
    conn: &mut AnyConnection,
    mail: &Mail,
) -> Result<Vec<(UserId, MailKind)>, StoreError> {
    let told = match mail.announcement_id {
        Some(id) => announcements::find_announcement(conn, id)?,
        None => None,
    };
    let Some(told) = told.map(|told| told.announcement) else {
        return Ok(Vec::new());
    };
    let asker = match told.question_id {
        Some(question) => questions::find_asker(conn, question)?,
        None => None,
    };
    let others = match told.to_id {
        Some(person) => vec![person],
        None => mail_addresses::list_who_want_announcements(conn)?,
    };
    let others = others.into_iter().filter(|user| Some(*user) != asker);
    let others = others.map(|user| (user, MailKind::Announcement));
    let asker = asker.map(|user| (user, MailKind::Answer));
    Ok(asker.into_iter().chain(others).collect())
}

/// What a mail says; `None` when there is nothing to say any more.
fn tell(
    conn: &mut AnyConnection,
    mail: &Mail,
    (user, to): (&User, &MailAddress),
    server: &MailServer,
    now: Moment,
) -> Result<Option<Letter>, StoreError> {
    let by = By {
        name: "mail".to_owned(),
        address: mail.asked_from.as_deref().and_then(parse_address),
    };
    let (origin, site) = (server.origin(), site_name(server.origin()));
    Ok(Some(match mail.kind {
        MailKind::Reset => {
            let code = links::make_reset(conn, user, &by, now)?;
            Letter {
                subject: say!("mail-reset-subject", site = site),
                body: say!(
                    "mail-reset-body",
                    name = user.name.as_str(),
                    site = site,
                    link = format!("{origin}/link/{code}"),
                    n = RESET_LASTS.num_minutes()
                ),
                off: None,
            }
        }
        MailKind::Verify => {
            let code = links::make_verify(conn, user, &by, now)?;
            Letter {
                subject: say!("mail-verify-subject", site = site),
                body: say!(
                    "mail-verify-body",
                    name = user.name.as_str(),
                    site = site,
                    link = format!("{origin}/link/{code}"),
                    n = VERIFY_LASTS.num_hours()
                ),
                off: None,
            }
        }
        MailKind::Answer | MailKind::Announcement => {
            let told = match mail.announcement_id {
                Some(id) => announcements::find_announcement(conn, id)?,
                None => None,
            };
            return Ok(told.map(|told| tell_announcement(told, mail.kind, (user, to), origin)));
        }
    }))
}

fn tell_announcement(
    told: ToldAnnouncement,
    kind: MailKind,
    (user, to): (&User, &MailAddress),
    origin: &str,
) -> Letter {
    let about = match &told.season {
        Some((_, title)) => title.as_str(),
        None => site_name(origin),
    };
    let text = spelled_out(&told.announcement.text);
    let name = user.display_name.as_str();
    let code = &to.unsubscribe_code;
    if kind == MailKind::Announcement {
        let off = format!("{origin}/link/{code}/no-announcements");
        return Letter {
            subject: say!("mail-announcement-subject", about = about),
            body: say!(
                "mail-announcement-body",
                name = name,
                about = about,
                text = match told.question {
                    Some(question) => [&quoted(&question), "\n\n", &text].concat(),
                    None => text,
                },
                link = format!("{origin}/announcements"),
                off = off
            ),
            off: Some(off),
        };
    }
    let off = format!("{origin}/link/{code}/no-answers");
    let link = match (&told.season, told.announcement.question_id) {
        (Some((season, _)), Some(question)) => {
            format!("{origin}/seasons/{season}/questions/{question}")
        }
        _ => format!("{origin}/announcements"),
    };
    Letter {
        subject: say!("mail-answer-subject", about = about),
        body: say!(
            "mail-answer-body",
            name = name,
            question = quoted(&told.question.unwrap_or_default()),
            text = text,
            link = link,
            off = off
        ),
        off: Some(off),
    }
}

/// A text as mails quote it.
fn quoted(text: &str) -> String {
    let lines = text.lines().map(|line| format!("> {line}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The site as people call it: its address without the scheme.
fn site_name(origin: &str) -> &str {
    origin.split_once("://").map_or(origin, |(_, host)| host)
}

fn parse_address(text: &str) -> Option<IpAddr> {
    text.parse().ok()
}

/// The message with its headers.
fn put_together(
    letter: Letter,
    to: &str,
    mail: &Mail,
    server: &MailServer,
) -> Result<Message, String> {
    let to = to.parse().map_err(|error| format!("{to}: {error}"))?;
    let from = server.from();
    // A mail that is sent twice is one mail, but each of its links is another.
    let try_number = if letter.off.is_some() { 0 } else { mail.tries };
    let number = mail.queued_at.utc().timestamp_micros();
    let id = format!(
        "<{}.{number}.{try_number}@{}>",
        mail.id,
        from.email.domain()
    );
    // A header is a line.
    let subject = letter.subject.split_whitespace().collect::<Vec<_>>();
    let mut message = Message::builder()
        .from(from.clone())
        .to(Mailbox::new(None, to))
        .subject(subject.join(" "))
        .message_id(Some(id))
        .date_now()
        .singlepart(SinglePart::plain(letter.body))
        .map_err(|error| error.to_string())?;
    add(message.headers_mut(), "Auto-Submitted", "auto-generated");
    if let Some(off) = &letter.off {
        let headers = message.headers_mut();
        add(headers, "List-Unsubscribe", &format!("<{off}>"));
        add(
            headers,
            "List-Unsubscribe-Post",
            "List-Unsubscribe=One-Click",
        );
    }
    Ok(message)
}

fn add(headers: &mut Headers, name: &'static str, value: &str) {
    let name = HeaderName::new_from_ascii_str(name);
    headers.insert_raw(HeaderValue::new(name, value.to_owned()));
}
