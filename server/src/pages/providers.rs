//! Signing in through providers: the buttons, the page of a new person, and the messages when it fails.

use askama::Template;
use chrono::{DateTime, Utc};

use super::filters;
use super::form::FieldErrors;
use super::shell::Shell;

/// A provider on a page from which somebody goes to it.
#[derive(Clone, Debug)]
pub struct ProviderView {
    /// Its name in addresses.
    pub name: String,
    /// How people call it.
    pub word: String,
    /// It gave no answer to whoever asked last.
    pub is_down: bool,
}

/// `/login/with/{provider}/new`, after the provider has named somebody whom nobody here knows: fields `name`,
/// `display_name`.
#[derive(Template)]
#[template(path = "provider_new.html")]
pub struct NewFromProviderPage {
    /// Common data; nobody is signed in.
    pub shell: Shell,
    /// The provider.
    pub provider: ProviderView,
    /// The sign-in name typed or suggested.
    pub name: String,
    /// The display name typed.
    pub display_name: String,
    /// What was wrong.
    pub errors: FieldErrors,
}

/// The page of somebody who was not signed in, or whose account was not connected.
#[derive(Template)]
#[template(path = "provider_failed.html")]
pub struct ProviderFailedPage {
    /// Common data.
    pub shell: Shell,
    /// What did not work.
    pub title: String,
    /// What happened, and what to do.
    pub message: String,
    /// Display names of organizers, where they can help.
    pub organizers: Vec<String>,
    /// Where to begin again.
    pub again: String,
}

/// The page that leads to a provider after a form. A form itself may not lead to another site, by the policy of all pages.
#[derive(Template)]
#[template(path = "provider_leave.html")]
pub struct LeavePage {
    /// Common data.
    pub shell: Shell,
    /// How the provider is called.
    pub word: String,
    /// Where it wants people sent.
    pub address: String,
}

/// A provider through which somebody signs in.
#[derive(Clone, Debug)]
pub struct ConnectedRow {
    /// Number of the connection.
    pub id: i64,
    /// How the provider is called; its address when the settings have it no more.
    pub word: String,
    /// Since when.
    pub since: DateTime<Utc>,
}

/// The ways to sign in on the account page.
#[derive(Clone, Debug)]
pub struct WaysIn {
    /// The reader has a password.
    pub has_password: bool,
    /// The providers that are connected.
    pub connected: Vec<ConnectedRow>,
    /// Those that can be.
    pub others: Vec<ProviderView>,
}
