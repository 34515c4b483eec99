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

/// A link to a document.
#[derive(Clone, Debug)]
pub struct DocLink {
    /// Its name in the address.
    pub name: String,
    /// Its title.
    pub title: String,
}
