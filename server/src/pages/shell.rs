//! What every page has: who reads it, where it is, and a message from the last action.

use chrono::{DateTime, Utc};

/// Common data of every page.
#[derive(Clone, Debug)]
pub struct Shell {
    /// The signed-in person, if any.
    pub viewer: Option<Viewer>,
    /// Token that every form sends back as `csrf_token`.
    pub csrf_token: String,
    /// Path and query of this page, as in `/seasons/demo`; used to come back after signing in.
    pub path: String,
    /// Result of the last action, shown once.
    pub flash: Option<Flash>,
    /// The moment for which the page is made; relative times refer to it.
    pub now: DateTime<Utc>,
}

impl Shell {
    /// The shell of a page for somebody who is not signed in.
    pub fn visitor(path: impl Into<String>, csrf_token: impl Into<String>, now: DateTime<Utc>) -> Self {
        Self {
            viewer: None,
            csrf_token: csrf_token.into(),
            path: path.into(),
            flash: None,
            now,
        }
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

/// A message about the last action.
#[derive(Clone, Debug)]
pub struct Flash {
    /// Whether it went well.
    pub kind: FlashKind,
    /// A sentence for the reader.
    pub text: String,
}

/// Kind of a [`Flash`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlashKind {
    /// It went well.
    Done,
    /// It did not.
    Problem,
}
