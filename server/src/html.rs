//! The only place where a string enters a page unescaped.

use std::borrow::Cow;
use std::fmt;

use askama::filters::HtmlSafe;

/// Trusted HTML that this program wrote itself: rendered markdown, plots, and messages whose markup comes from the
/// catalogue and whose arguments are escaped.
///
/// Only `pages` and `words` create it (`.ci/rooms.py`), and they escape everything that people wrote. Templates print
/// it like any value; `|safe` is not used anywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrustedHtml(Cow<'static, str>);

impl TrustedHtml {
    /// Asserts that `html` is well-formed and contains nothing unescaped that people wrote.
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

// Tells askama not to escape a `TrustedHtml`; its docs say why that is right.
impl HtmlSafe for TrustedHtml {}
