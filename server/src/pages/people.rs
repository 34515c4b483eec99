//! The pages with which people come in, and organizers' pages about people.

use askama::Template;
use chrono::{DateTime, Utc};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::boards::Pager;
use super::csv::CsvFile;
use super::filters;
use super::form::FieldErrors;
use super::providers::{ConnectedRow, ProviderView};
use super::shell::Shell;
use super::text;
use crate::html::TrustedHtml;
use crate::people::WITH_LINKS;
use crate::words::say;

/// `/link/{code}` of somebody who makes an account. The form: `POST` to the same address, fields `name`,
/// `display_name`, `password`.
#[derive(Template)]
#[template(path = "people/join.html")]
pub struct JoinPage {
    /// Common data.
    pub shell: Shell,
    /// The address of the link.
    pub address: String,
    /// The person will be the first organizer.
    pub is_setup: bool,
    /// What the person may do then.
    pub role: String,
    /// The sign-in name typed or suggested.
    pub name: String,
    /// The display name typed.
    pub display_name: String,
    /// What was wrong.
    pub errors: FieldErrors,
    /// Least length of a password.
    pub password_min: u32,
    /// Providers that make accounts.
    pub providers: Vec<ProviderView>,
}

/// `/link/{code}` of somebody who has an account. The form: `POST` to the same address, field `password`.
#[derive(Template)]
#[template(path = "people/enter.html")]
pub struct EnterPage {
    /// Common data.
    pub shell: Shell,
    /// The address of the link.
    pub address: String,
    /// Sign-in name.
    pub name: String,
    /// Name that others see.
    pub display_name: String,
    /// What was wrong.
    pub errors: FieldErrors,
    /// Least length of a password.
    pub password_min: u32,
}

/// `/forgot`: field `name`.
#[derive(Template)]
#[template(path = "people/forgot.html")]
pub struct ForgotPage {
    /// Common data.
    pub shell: Shell,
    /// Display names of organizers.
    pub organizers: Vec<String>,
    /// A link can be mailed.
    pub sends_mail: bool,
    /// The name under which one was just asked for.
    pub asked_for: Option<String>,
    /// Minutes that such a link holds.
    pub minutes: i64,
}

/// Where an account stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Its owner has chosen no password yet.
    New,
    /// Its owner can sign in.
    Active,
    /// It is switched off.
    Disabled,
    /// It is deleted.
    Deleted,
}

impl Standing {
    fn label(self) -> &'static str {
        match self {
            Self::New => say!("people-new"),
            Self::Active => say!("people-active"),
            Self::Disabled => say!("people-disabled"),
            Self::Deleted => say!("people-deleted"),
        }
    }

    fn class(self) -> &'static str {
        match self {
            Self::New => "v-half",
            Self::Active => "v-good",
            Self::Disabled | Self::Deleted => "v-bad",
        }
    }
}

/// A person as organizers see one.
#[derive(Clone, Debug)]
pub struct PersonView {
    /// Sign-in name.
    pub name: String,
    /// Name that others see.
    pub display_name: String,
    /// `contestant`, `setter`, `organizer` or `admin`.
    pub role: &'static str,
    /// An organizer's word about the person.
    pub label: String,
    /// When the person was last seen, to ten minutes.
    pub last_seen_at: Option<DateTime<Utc>>,
    /// Since when signing in takes a code as well.
    pub second_factor_at: Option<DateTime<Utc>>,
    /// Member since.
    pub created_at: DateTime<Utc>,
    /// The mail address, and whether it is verified.
    pub mail: Option<(String, bool)>,
    /// Where the account stands.
    pub standing: Standing,
}

/// `/people?q=…&role=…&label=…&page=…`.
#[derive(Template)]
#[template(path = "people/people.html")]
pub struct PeoplePage {
    /// Common data.
    pub shell: Shell,
    /// What is looked for in names.
    pub text: String,
    /// The role that is looked for; may be empty.
    pub role: String,
    /// The label that is looked for; may be empty.
    pub label: String,
    /// The roles there are.
    pub roles: Vec<&'static str>,
    /// The labels there are.
    pub labels: Vec<String>,
    /// The people found, a page of them.
    pub people: Vec<PersonView>,
    /// How many there are.
    pub total: u32,
    /// Which page it is.
    pub pager: Pager,
}

impl PeoplePage {
    /// The address of another page of the same people.
    fn address(&self, page: u32) -> TrustedHtml {
        let part = |text: &str| text::query(text);
        TrustedHtml::vouch(format!(
            "/people?q={}&amp;role={}&amp;label={}&amp;page={page}",
            part(&self.text),
            part(&self.role),
            part(&self.label)
        ))
    }
}

/// A link in clear, which exists only in this answer.
#[derive(Clone)]
pub struct MadeLink {
    /// Its address.
    pub address: String,
    /// The same for a camera.
    pub qr: TrustedHtml,
    /// Until when it holds.
    pub expires_at: DateTime<Utc>,
}

/// Something that was done to an account.
#[derive(Clone, Debug)]
pub struct DeedView {
    /// When.
    pub at: DateTime<Utc>,
    /// By whom.
    pub by: String,
    /// From where.
    pub address: Option<String>,
    /// What.
    pub deed: &'static str,
    /// To whom, or to what.
    pub subject: String,
    /// What else there is to know.
    pub details: String,
}

/// `/people/@{name}`. Its forms, below that address: `role` (`role`), `label` (`label`), `second-factor-off`, `disable`,
/// `enable`, `link`.
#[derive(Template)]
#[template(path = "people/member.html")]
pub struct MemberPage {
    /// Common data.
    pub shell: Shell,
    /// The person.
    pub person: PersonView,
    /// The reader may change this account.
    pub may_change: bool,
    /// It is the reader's own.
    pub is_own: bool,
    /// The providers through which the person signs in.
    pub connected: Vec<ConnectedRow>,
    /// The roles that the reader may give.
    pub roles: Vec<&'static str>,
    /// Why something was not done.
    pub refused: Option<String>,
    /// The link just made, shown this once.
    pub made: Option<MadeLink>,
    /// What was done to the account, newest first.
    pub deeds: Vec<DeedView>,
}

/// An invitation that can still be used.
#[derive(Clone, Debug)]
pub struct InvitationView {
    /// Its number.
    pub id: i64,
    /// What whoever comes by it may do.
    pub role: &'static str,
    /// The label that they get.
    pub label: String,
    /// How often it could be used.
    pub uses: u32,
    /// How often it was.
    pub used: u32,
    /// Until when it holds.
    pub expires_at: DateTime<Utc>,
    /// Who made it.
    pub made_by: String,
}

/// What is in the form of an invitation.
#[derive(Clone, Debug)]
pub struct InvitationFields {
    /// What whoever comes by it may do.
    pub role: String,
    /// The label that they get.
    pub label: String,
    /// How many may come.
    pub uses: String,
    /// The last day on which it holds, as in `2026-12-31`.
    pub last_day: String,
}

/// `/people/invitations`. Its forms: `POST` to it (`role`, `label`, `uses`, `last_day`),
/// `POST /people/invitations/{id}/end`.
#[derive(Template)]
#[template(path = "people/invitations.html")]
pub struct InvitationsPage {
    /// Common data.
    pub shell: Shell,
    /// What was typed.
    pub fields: InvitationFields,
    /// What was wrong.
    pub errors: FieldErrors,
    /// The roles that the reader may give.
    pub roles: Vec<&'static str>,
    /// The invitation just made, shown this once.
    pub made: Option<MadeLink>,
    /// Those that can still be used, newest first.
    pub open: Vec<InvitationView>,
}

/// A line of a list that cannot be taken.
#[derive(Clone, Debug)]
pub struct WrongLine {
    /// Its number, from 1.
    pub line: u64,
    /// What of it is wrong.
    pub about: String,
    /// In a sentence.
    pub message: String,
}

/// `/people/list`. The form: `POST`, `multipart/form-data`, fields `label`, `list`, `file`.
#[derive(Template)]
#[template(path = "people/list.html")]
pub struct ListPage {
    /// Common data.
    pub shell: Shell,
    /// The label typed.
    pub label: String,
    /// The list typed.
    pub list: String,
    /// What was wrong with fields.
    pub errors: FieldErrors,
    /// What was wrong with lines.
    pub wrong: Vec<WrongLine>,
    /// People that one list may have.
    pub max: usize,
}

/// What somebody gets on paper.
#[derive(Clone)]
pub struct StripView {
    /// Sign-in name.
    pub name: String,
    /// Name that others see.
    pub display_name: String,
    /// The address of the person's link.
    pub address: String,
    /// The same for a camera.
    pub qr: TrustedHtml,
}

/// The answer to a list: a strip of paper for each, and the same as CSV.
#[derive(Template)]
#[template(path = "people/strips.html")]
pub struct StripsPage {
    /// Common data.
    pub shell: Shell,
    /// The label of all.
    pub label: String,
    /// The accounts were there before, and only their links are new.
    pub are_known: bool,
    /// The strips, in the order of the list.
    pub strips: Vec<StripView>,
    /// Until when the links hold.
    pub expires_at: DateTime<Utc>,
}

impl StripsPage {
    /// The strips as CSV, as the address of a file.
    fn csv(&self) -> String {
        let mut out = CsvFile::new(&WITH_LINKS);
        for strip in &self.strips {
            out.push(&[&strip.name, &strip.display_name, &strip.address]);
        }
        format!(
            "data:text/csv;charset=utf-8,{}",
            utf8_percent_encode(&out.into_text(), NON_ALPHANUMERIC)
        )
    }
}
