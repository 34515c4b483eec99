//! The cookies of the site: the session, the token of forms before signing in, and the result of the last action.

use actix_web::cookie::{Cookie, SameSite};
use actix_web::{HttpRequest, HttpResponse};

use crate::app::App;
use crate::config::PublicUrl;
use crate::error::AppError;
use crate::words::Phrase;

/// The result of the last action, shown on the next page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notice {
    Registered,
    SignedIn,
    SignedOut,
    NameChanged,
    ProfileKept,
    ProfileOpened,
    TokenRevoked,
    SessionsEnded,
    PasswordChanged,
    AccountDeleted,
    MailSet,
    MailVerified,
    MailRemoved,
    SecondFactorOff,
    Connected,
    Disconnected,
    PasswordChosen,
    Saved,
    Asked,
    Answered,
    Told,
    DraftDeleted,
    Done,
}

impl Notice {
    const ALL: [(Self, &'static str, Phrase); 23] = [
        (
            Self::Registered,
            "registered",
            Phrase("account-did-registered"),
        ),
        (Self::SignedIn, "signed-in", Phrase("account-did-signed-in")),
        (
            Self::SignedOut,
            "signed-out",
            Phrase("account-did-signed-out"),
        ),
        (
            Self::NameChanged,
            "name-changed",
            Phrase("account-did-name-changed"),
        ),
        (
            Self::ProfileKept,
            "profile-kept",
            Phrase("account-did-profile-kept"),
        ),
        (
            Self::ProfileOpened,
            "profile-opened",
            Phrase("account-did-profile-opened"),
        ),
        (
            Self::TokenRevoked,
            "token-revoked",
            Phrase("account-did-token-revoked"),
        ),
        (
            Self::SessionsEnded,
            "sessions-ended",
            Phrase("account-did-sessions-ended"),
        ),
        (
            Self::PasswordChanged,
            "password-changed",
            Phrase("account-did-password-changed"),
        ),
        (
            Self::AccountDeleted,
            "account-deleted",
            Phrase("account-did-deleted"),
        ),
        (Self::MailSet, "mail-set", Phrase("mail-did-set")),
        (
            Self::MailVerified,
            "mail-verified",
            Phrase("mail-did-verify"),
        ),
        (Self::MailRemoved, "mail-removed", Phrase("mail-did-remove")),
        (
            Self::SecondFactorOff,
            "second-factor-off",
            Phrase("account-did-second-factor-off"),
        ),
        (Self::Connected, "connected", Phrase("provider-did-connect")),
        (
            Self::Disconnected,
            "disconnected",
            Phrase("provider-did-disconnect"),
        ),
        (
            Self::PasswordChosen,
            "password-chosen",
            Phrase("provider-did-choose-password"),
        ),
        (Self::Saved, "saved", Phrase("account-did-saved")),
        (Self::Asked, "asked", Phrase("account-did-asked")),
        (Self::Answered, "answered", Phrase("account-did-answered")),
        (Self::Told, "told", Phrase("account-did-told")),
        (
            Self::DraftDeleted,
            "draft-deleted",
            Phrase("account-did-delete-draft"),
        ),
        (Self::Done, "done", Phrase("account-did-it")),
    ];

    /// Reads the word that a cookie carries.
    pub(super) fn parse(word: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(_, known, _)| *known == word)
            .map(|(notice, ..)| *notice)
    }

    /// The word in the cookie, and the sentence on the page.
    pub(super) fn texts(self) -> (&'static str, &'static str) {
        Self::ALL
            .iter()
            .find(|(notice, ..)| *notice == self)
            .map_or(("", ""), |(_, word, phrase)| (*word, phrase.text()))
    }
}

/// The five cookies. Over https their names have the `__Host-` prefix, which no subdomain can forge.
#[derive(Clone, Copy)]
pub(super) enum CookieKind {
    /// Who is signed in.
    Session,
    /// Who has given the password, and not yet the code.
    SignIn,
    /// The way to a provider and back.
    Provider,
    /// Goes with the forms of people who have not signed in.
    Form,
    /// A [`Notice`].
    Notice,
}

impl CookieKind {
    fn name(self, https: bool) -> &'static str {
        match (self, https) {
            (Self::Session, true) => "__Host-dojo-session",
            (Self::Session, false) => "dojo-session",
            (Self::SignIn, true) => "__Host-dojo-sign-in",
            (Self::SignIn, false) => "dojo-sign-in",
            (Self::Provider, true) => "__Host-dojo-provider",
            (Self::Provider, false) => "dojo-provider",
            (Self::Form, true) => "__Host-dojo-form",
            (Self::Form, false) => "dojo-form",
            (Self::Notice, true) => "__Host-dojo-notice",
            (Self::Notice, false) => "dojo-notice",
        }
    }
}

/// Reads and makes cookies.
#[derive(Clone, Copy)]
pub(super) struct Cookies {
    https: bool,
}

impl Cookies {
    /// The cookies of this site; their names and attributes depend on whether it is served over https.
    pub(super) fn of(app: &App) -> Self {
        let https = app
            .config
            .public_url
            .as_ref()
            .is_some_and(PublicUrl::is_https);
        Self { https }
    }

    /// The value that came with a request.
    pub(super) fn read(self, request: &HttpRequest, kind: CookieKind) -> Option<String> {
        let cookie = request.cookie(kind.name(self.https))?;
        Some(cookie.value().to_owned())
    }

    /// A cookie for the whole site that no script can read.
    pub(super) fn make(self, kind: CookieKind, value: &str) -> Cookie<'static> {
        Cookie::build(kind.name(self.https), value.to_owned())
            .path("/")
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(self.https)
            .finish()
    }

    /// A cookie that deletes the present one.
    pub(super) fn removal(self, kind: CookieKind) -> Cookie<'static> {
        let mut cookie = self.make(kind, "");
        cookie.make_removal();
        cookie
    }
}

/// Sends a cookie with an answer.
///
/// # Errors
/// When it cannot be a header.
pub(super) fn add_cookie(response: &mut HttpResponse, cookie: &Cookie<'_>) -> Result<(), AppError> {
    response
        .add_cookie(cookie)
        .map_err(|error| AppError::internal(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notice_reads_back() {
        for (notice, word, _) in Notice::ALL {
            assert_eq!(Notice::parse(word), Some(notice));
        }
    }
}
