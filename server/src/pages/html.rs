//! The one place where a string enters a page unescaped.

use std::fmt;

use askama::filters::HtmlSafe;
use fluent_bundle::FluentValue;

use crate::words::Argument;

/// HTML that this program wrote itself: rendered markdown ([`super::markdown`]) and plots
/// ([`super::plot`],
/// [`super::bars`]).
///
/// It can only be made inside `pages`, by code that escapes everything it took from people.
/// Templates print it like any value; `|safe` is not used anywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrustedHtml(String);

impl TrustedHtml {
    /// Vouches that `html` is well-formed and contains nothing of a person's unescaped.
    pub(super) fn vouch(html: String) -> Self {
        Self(html)
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

impl Argument for TrustedHtml {
    fn plain(&self) -> FluentValue<'static> {
        self.0.clone().into()
    }

    fn html(&self) -> FluentValue<'static> {
        self.plain()
    }
}
