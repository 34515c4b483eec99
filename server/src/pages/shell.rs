//! The data that every page has: the reader, the address, and the message about the last action.

use chrono::{DateTime, Utc};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What is escaped of an address that stands in a parameter.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/');

/// Common data of every page.
#[derive(Clone, Debug)]
pub struct Shell {
    /// The signed-in person, if any.
    pub viewer: Option<Viewer>,
    /// Token that every form sends back as `csrf_token`.
    pub csrf_token: String,
    /// Names this very page, for forms that count once however often they are sent; may be empty.
    pub page_key: String,
    /// The address of the site as this reader reaches it, without a slash at its end; empty when it is not known. On
    /// pages that are kept for all it must not stand.
    pub origin: String,
    /// The same where the operator says it, and then the same for all readers; else empty.
    pub public_origin: String,
    /// Path and query of this page, as in `/seasons/demo`; used to come back after signing in.
    pub path: String,
    /// A form was sent, and this is the answer: loading it again would send the form again.
    pub answers_form: bool,
    /// Whoever likes makes an account.
    pub is_open_to_all: bool,
    /// The site is for members, and the reader is none: no address but those of the sign-in page leads anywhere.
    pub is_shut: bool,
    /// Slug and title of each season whose Reveal is on.
    pub live_shows: Vec<(String, String)>,
    /// What the reader has not dismissed yet.
    pub unread: UnreadView,
    /// For who answers them: the slug of the season whose question waits longest, and how many questions wait in all.
    pub waiting_questions: Option<(String, usize)>,
    /// Result of the last action, shown once.
    pub flash: Option<Flash>,
    /// The moment for which the page is made; relative times refer to it.
    pub now: DateTime<Utc>,
}

impl Shell {
    /// The shell of a page for somebody who is not signed in.
    pub fn visitor(
        path: impl Into<String>,
        csrf_token: impl Into<String>,
        now: DateTime<Utc>,
    ) -> Self {
        Self {
            viewer: None,
            csrf_token: csrf_token.into(),
            page_key: String::new(),
            origin: String::new(),
            public_origin: String::new(),
            path: path.into(),
            answers_form: false,
            is_open_to_all: true,
            is_shut: false,
            live_shows: Vec::new(),
            unread: UnreadView::default(),
            waiting_questions: None,
            flash: None,
            now,
        }
    }

    /// The address of a page that comes back here, as in `/login?next=%2Fseasons`.
    pub(super) fn address_with_return(&self, address: &str) -> String {
        self.address_of(address, &self.path)
    }

    /// The address of a page that goes on to `next`, when there is one.
    #[expect(clippy::unused_self, reason = "templates call methods, not functions")]
    pub(crate) fn address_of(&self, address: &str, next: &str) -> String {
        with_return(address, next)
    }
}

/// The address of a page that goes on to `next`, when there is one.
pub(crate) fn with_return(address: &str, next: &str) -> String {
    if next.is_empty() {
        address.to_owned()
    } else {
        format!("{address}?next={}", utf8_percent_encode(next, ESCAPED))
    }
}

/// A signed-in person.
#[derive(Clone, Debug)]
pub struct Viewer {
    /// The name used to sign in.
    pub name: String,
    /// The name shown to others.
    pub display_name: String,
    /// `contestant`, `setter`, `organizer` or `admin`.
    pub role: String,
}

impl Viewer {
    /// This person makes and runs seasons.
    pub(super) fn organizes(&self) -> bool {
        matches!(self.role.as_str(), "organizer" | "admin")
    }
}

/// Announcements that the reader has not dismissed yet.
#[derive(Clone, Debug, Default)]
pub struct UnreadView {
    /// How many.
    pub count: u32,
    /// The latest of them that is of no season that is over.
    pub latest: Option<AnnouncementView>,
    /// The number of the last announcement to the reader, dismissed or not; 0 when there is none.
    pub last: i64,
}

impl UnreadView {
    /// How many there are beside the one that is shown.
    pub(super) fn others(&self) -> u32 {
        self.count.saturating_sub(u32::from(self.latest.is_some()))
    }
}

/// What organizers told everybody or the reader.
#[derive(Clone, Debug)]
pub struct AnnouncementView {
    /// Number.
    pub id: i64,
    /// Slug and title of the season it is about.
    pub season: Option<(String, String)>,
    /// Title of the problem it is about.
    pub problem: Option<String>,
    /// It is for the reader alone.
    pub to_reader: bool,
    /// The question that it answers.
    pub question: Option<String>,
    /// What.
    pub text: String,
    /// When.
    pub at: DateTime<Utc>,
}

/// A message about the last action.
#[derive(Clone, Debug)]
pub struct Flash {
    /// Whether it went well.
    pub kind: FlashKind,
    /// A sentence for the reader.
    pub text: String,
}

impl Flash {
    pub(super) fn is_problem(&self) -> bool {
        self.kind == FlashKind::Problem
    }
}

/// Kind of a [`Flash`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlashKind {
    /// It went well.
    Done,
    /// It did not.
    Problem,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_back_is_encoded() {
        let shell = Shell::visitor("/seasons/demo?page=2&x=\"é", "t", DateTime::UNIX_EPOCH);
        assert_eq!(
            shell.address_with_return("/login"),
            "/login?next=/seasons/demo%3Fpage%3D2%26x%3D%22%C3%A9"
        );
        assert_eq!(shell.address_of("/register", ""), "/register");
    }
}
