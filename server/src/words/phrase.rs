//! A message that is named in one place and said in another.

use std::fmt;

use fluent_bundle::FluentValue;

use super::{Argument, catalogue};

/// A message that takes no argument and has no markup, by its key: `Phrase("common-waiting")`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phrase(pub &'static str);

impl Phrase {
    /// What it says.
    pub fn text(self) -> &'static str {
        catalogue::phrase(self.0)
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl Argument for Phrase {
    fn plain(&self) -> FluentValue<'static> {
        self.text().into()
    }
}
