//! The one place where a string enters a page unescaped.

use std::borrow::Cow;
use std::fmt;

use askama::filters::HtmlSafe;

/// HTML that this program wrote itself: rendered markdown, plots, and messages, whose markup is that of the catalogue and
/// whose arguments are escaped.
///
/// Only `pages` and `words` make it (`.ci/rooms.py`), and escape everything they took from people.
/// Templates print it like any value; `|safe` is not used anywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrustedHtml(Cow<'static, str>);

impl TrustedHtml {
    /// Vouches that `html` is well-formed and contains nothing of a person's unescaped.
    pub(crate) fn vouch(html: impl Into<Cow<'static, str>>) -> Self {
        Self(html.into())
    }

    /// The HTML.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TrustedHtml {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

// Tells askama not to escape a `TrustedHtml`; see the type for why that is right.
impl HtmlSafe for TrustedHtml {}
