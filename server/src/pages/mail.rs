//! Mail addresses, links that were mailed, and mails that did not go out.

use askama::Template;
use chrono::{DateTime, Utc};

use super::filters;
use super::shell::Shell;

/// The mail address on the page of its owner's account. Its forms: `POST /account/mail` (`address`, `password`),
/// `POST /account/mail/again`, `POST /account/mail/remove`, `POST /account/mail/wishes` (`answers`, `announcements`).
#[derive(Clone, Debug, Default)]
pub struct OwnMail {
    /// Mails are sent here.
    pub sends_mail: bool,
    /// The address that there is.
    pub present: Option<AddressView>,
    /// Why the link that verifies an address did not go out.
    pub refused: Option<String>,
    /// The address typed, when it was refused.
    pub typed: String,
}

/// A person's own mail address.
#[derive(Clone, Debug)]
pub struct AddressView {
    /// The address.
    pub address: String,
    /// Mail to it arrives.
    pub is_verified: bool,
    /// The address that is to take its place.
    pub next: Option<String>,
    /// Answers to one's own questions are mailed.
    pub wants_answers: bool,
    /// Announcements are mailed.
    pub wants_announcements: bool,
}

/// `/link/{code}` of somebody who verifies an address. The form: `POST` to the same address.
#[derive(Template)]
#[template(path = "people/verify.html")]
pub struct VerifyPage {
    /// Common data.
    pub shell: Shell,
    /// Address of this page.
    pub address: String,
    /// Sign-in name of the account.
    pub name: String,
    /// The mail address.
    pub mail: String,
}

/// `/link/{code}/{action}`, with which mails of a kind are ended. The form: `POST` to the same address.
#[derive(Template)]
#[template(path = "people/unsubscribe.html")]
pub struct UnsubscribePage {
    /// Common data.
    pub shell: Shell,
    /// Address of this page.
    pub address: String,
    /// Announcements are ended, and else answers.
    pub is_announcements: bool,
    /// It is done.
    pub done: bool,
}

/// A mail that did not go out.
#[derive(Clone, Debug)]
pub struct RefusedView {
    /// Its number.
    pub id: i64,
    /// `reset`, `verify`, `answer` or `announcement`.
    pub kind: &'static str,
    /// Sign-in name of the person.
    pub name: String,
    /// The person's address.
    pub address: String,
    /// Why, in the words of the mail server.
    pub why: String,
    /// How often it was tried.
    pub tries: u32,
    /// Since when.
    pub queued_at: DateTime<Utc>,
    /// When it is tried again; never without.
    pub next_try_at: Option<DateTime<Utc>>,
}

/// `/people/mail`. Its form: `POST /people/mail/{id}/again`.
#[derive(Template)]
#[template(path = "people/mail.html")]
pub struct MailPage {
    /// Common data.
    pub shell: Shell,
    /// Mails are sent here.
    pub sends_mail: bool,
    /// Mails that wait.
    pub waiting: u32,
    /// Mails that went out within a day.
    pub sent: u32,
    /// Mails that did not go out.
    pub total: u32,
    /// The latest of them.
    pub refused: Vec<RefusedView>,
}
