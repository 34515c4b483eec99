//! Registering, signing in, and a person's own account.

use askama::Template;
use chrono::{DateTime, Utc};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::filters;
use super::form::FieldErrors;
use super::mail::OwnMail;
use super::problem::SubmissionRow;
use super::providers::{ProviderView, WaysIn};
use super::shell::Shell;
use crate::html::TrustedHtml;

/// `/register`: fields `name`, `display_name`, `password`, `next`.
#[derive(Template)]
#[template(path = "register.html")]
pub struct RegisterPage {
    /// Common data.
    pub shell: Shell,
    /// The name typed.
    pub name: String,
    /// The display name typed.
    pub display_name: String,
    /// What was wrong.
    pub errors: FieldErrors,
    /// Local path to go to afterwards; empty for the home page.
    pub next: String,
    /// Least length of a password.
    pub password_min: u32,
    /// Providers that make accounts.
    pub providers: Vec<ProviderView>,
}

/// `/login`: fields `name`, `password`, `next`.
#[derive(Template)]
#[template(path = "login.html")]
pub struct LoginPage {
    /// Common data.
    pub shell: Shell,
    /// The name typed.
    pub name: String,
    /// What was wrong.
    pub errors: FieldErrors,
    /// Local path to go to afterwards; empty for the home page.
    pub next: String,
    /// A sentence about sample users, in the demo.
    pub hint: Option<String>,
    /// Providers through which people sign in as well.
    pub providers: Vec<ProviderView>,
}

/// `/login/code`, after the password: fields `code`, `next`.
#[derive(Template)]
#[template(path = "login_code.html")]
pub struct CodePage {
    /// Common data; nobody is signed in yet.
    pub shell: Shell,
    /// Who has given the password.
    pub display_name: String,
    /// What was wrong.
    pub errors: FieldErrors,
    /// Local path to go to afterwards; empty for the home page.
    pub next: String,
}

/// Where somebody stands with a second factor.
#[derive(Clone)]
pub enum FactorState {
    /// There is none.
    Off,
    /// It was begun and waits for its first code.
    Begun {
        /// The secret for a camera.
        qr: TrustedHtml,
        /// The same for an app on this device.
        address: String,
        /// The same to type.
        typed: String,
    },
    /// Recovery codes were made, which are shown this once.
    Made {
        /// The codes.
        codes: Vec<String>,
        /// The factor counts from now on.
        is_new: bool,
    },
    /// It counts.
    On {
        /// Since when.
        since: DateTime<Utc>,
        /// Recovery codes that were not used.
        codes_left: u32,
    },
}

/// `/account/second-factor`. Its forms: `POST` to it (`password`), and below it `confirm` (`code`), `codes` (`password`),
/// `off` (`password`); the first two with `next`.
#[derive(Template)]
#[template(path = "second_factor.html")]
pub struct SecondFactorPage {
    /// Common data; there is always a viewer.
    pub shell: Shell,
    /// The settings ask the reader for one.
    pub is_needed: bool,
    /// Local path to go to afterwards; empty when the reader came by itself.
    pub next: String,
    /// Where the reader stands.
    pub state: FactorState,
    /// What was wrong: fields `password`, `code`, `codes_password`, `off_password`.
    pub errors: FieldErrors,
}

impl SecondFactorPage {
    /// Recovery codes as the address of a file.
    #[expect(clippy::unused_self, reason = "templates call methods, not functions")]
    fn codes_as_file(&self, codes: &[String]) -> String {
        let lines = codes.join("\r\n");
        format!(
            "data:text/plain;charset=utf-8,{}",
            utf8_percent_encode(&lines, NON_ALPHANUMERIC)
        )
    }
}

/// `/account`. Its forms: `POST /account` (`display_name`), `POST /account/profile` (`private`), `POST /account/tokens`
/// (`label`, `scope`, `last_day`), `POST /account/tokens/{id}/revoke`, `POST /account/sessions/end`, `POST
/// /account/sessions/{code}/end`, `POST /account/password` (`password`, `new_password`), `POST
/// /account/connect/{provider}` (`password`), `POST /account/connected/{id}/end`.
#[derive(Template)]
#[template(path = "account.html")]
pub struct AccountPage {
    /// Common data; there is always a viewer.
    pub shell: Shell,
    /// The sign-in name.
    pub name: String,
    /// The display name, as typed when it was refused.
    pub display_name: String,
    /// The page about the person is for nobody else.
    pub is_private: bool,
    /// `contestant`, `setter`, `organizer` or `admin`.
    pub role: String,
    /// Member since.
    pub created_at: DateTime<Utc>,
    /// The mail address.
    pub mail: OwnMail,
    /// Since when signing in takes a code as well.
    pub second_factor_at: Option<DateTime<Utc>>,
    /// How the person signs in.
    pub ways_in: WaysIn,
    /// What was wrong: fields `display_name`, `label`, `password`, `new_password`, `mail_address`, `mail_password`,
    /// `connect_password`, `connected`.
    pub errors: FieldErrors,
    /// Least length of a password.
    pub password_min: u32,
    /// The label typed for a new token.
    pub token_label: String,
    /// What it can be for, the narrowest first.
    pub token_scopes: Vec<ScopeView>,
    /// The last day typed for a new token.
    pub token_last_day: String,
    /// The token just made, shown this once.
    pub new_token: Option<NewToken>,
    /// The tokens, newest first.
    pub tokens: Vec<TokenRow>,
    /// The browsers in which the person is signed in, this one included.
    pub sessions: Vec<SessionRow>,
    /// The person's submissions, newest first (the last hundred).
    pub submissions: Vec<SubmissionRow>,
    /// How many there are in all.
    pub submissions_total: u32,
}

impl AccountPage {
    /// Submissions that are not listed.
    fn hidden_submissions(&self) -> u32 {
        let listed = u32::try_from(self.submissions.len()).unwrap_or(u32::MAX);
        self.submissions_total.saturating_sub(listed)
    }
}

/// A token in clear, which exists only in this answer.
#[derive(Clone)]
pub struct NewToken {
    /// Its label.
    pub label: String,
    /// The token.
    pub secret: String,
}

/// What a token can be for.
#[derive(Clone, Debug)]
pub struct ScopeView {
    /// The word.
    pub word: &'static str,
    /// What it means.
    pub explained: &'static str,
    /// The form has chosen it.
    pub chosen: bool,
}

/// A browser in which the person is signed in.
#[derive(Clone, Debug)]
pub struct SessionRow {
    /// What names it in an address.
    pub code: String,
    /// Browser and system; empty when it did not say.
    pub browser: String,
    /// It is the one that reads this page.
    pub is_here: bool,
    /// Since when.
    pub created_at: DateTime<Utc>,
    /// When it was last used, to ten minutes.
    pub last_seen_at: DateTime<Utc>,
}

/// One API token.
#[derive(Clone, Debug)]
pub struct TokenRow {
    /// Its number.
    pub id: i64,
    /// Its label.
    pub label: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it was last used.
    pub last_used_at: Option<DateTime<Utc>>,
    /// When it was revoked.
    pub revoked_at: Option<DateTime<Utc>>,
    /// What it is for.
    pub scope: &'static str,
    /// From when on it works no more.
    pub expires_at: Option<DateTime<Utc>>,
    /// It still works.
    pub works: bool,
}
