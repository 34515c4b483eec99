//! The documents: rules, protocol, platform, scoring.

use askama::Template;

use super::filters;
use super::markdown::Document;
use super::shell::Shell;

/// `/docs/{name}`.
#[derive(Template)]
#[template(path = "doc.html")]
pub struct DocPage {
    /// Common data.
    pub shell: Shell,
    /// The document: [`super::markdown::document`] of its text.
    pub document: Document,
    /// Its name in the address.
    pub name: String,
    /// All documents, for the links at the side.
    pub all: Vec<DocLink>,
}

impl DocPage {
    fn of(&self, group: DocGroup) -> impl Iterator<Item = &DocLink> {
        self.all.iter().filter(move |link| link.group == group)
    }

    /// The document is one of them.
    fn is_in(&self, group: DocGroup) -> bool {
        self.of(group).any(|link| link.name == self.name)
    }
}

/// Whom a document is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocGroup {
    /// Who takes part.
    Playing,
    /// Who sets problems or organizes seasons.
    Setting,
    /// Who checks what was done.
    Checking,
}

/// A link to a document.
#[derive(Clone, Debug)]
pub struct DocLink {
    /// Whom it is for.
    pub group: DocGroup,
    /// Its name in the address.
    pub name: String,
    /// Its title.
    pub title: String,
}
