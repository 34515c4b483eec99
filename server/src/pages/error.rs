//! The page of an error: what happened and what to do, in plain words.

use askama::Template;

use super::filters;
use super::shell::Shell;

/// Any error, for a person with a browser.
#[derive(Template)]
#[template(path = "error.html")]
pub struct ErrorPage {
    /// Common data.
    pub shell: Shell,
    /// HTTP status.
    pub status: u16,
    /// What in particular happened, when it may be told; a sentence. Never for 5xx.
    pub detail: Option<String>,
    /// Typed source or other text that must not be lost with the error.
    pub kept_text: Option<String>,
}

impl ErrorPage {
    /// An error page without a particular sentence.
    pub fn new(shell: Shell, status: u16) -> Self {
        Self {
            shell,
            status,
            detail: None,
            kept_text: None,
        }
    }

    /// The heading.
    fn title(&self) -> &'static str {
        match self.status {
            400 => "That request could not be read",
            401 => "Please sign in",
            403 => "That is not allowed",
            404 => "There is no such page",
            405 => "That does not work this way",
            409 => "Something changed meanwhile",
            413 => "That is too large",
            422 => "Something is missing or wrong",
            429 => "Too fast",
            503 => "Not available right now",
            507 => "The server's disk is full",
            _ => "That was our fault",
        }
    }

    /// What to do about it.
    fn advice(&self) -> &'static str {
        match self.status {
            400 => {
                "Go back, reload the page and try again. If you came by a link, it is probably damaged."
            }
            401 => {
                "Sign in and try again; if you have no account yet, registering takes half a minute."
            }
            403 => {
                "If you were signed out meanwhile, or the page was open for very long, go back, reload it and try again."
            }
            404 => {
                "Check the address. Some pages are there for their owner alone: then sign in. What is not announced yet is not shown."
            }
            405 => "Use the links and forms of the site, or see the documents for the API.",
            409 => "Go back and reload to see how things stand now, then decide again.",
            413 => {
                "Make it smaller and send it again. What you typed on a problem's page is still there as its draft."
            }
            422 => "Go back, correct what is named above and send it again.",
            429 => "Wait a few seconds and try again. Nothing you sent has been counted.",
            507 => {
                "Nothing of this request was stored; what you had submitted before is. Tell the organizers, and try again in a minute."
            }
            503 => "Try again in a minute. Nothing that you had already submitted is lost.",
            _ => {
                "It is in our log. Nothing that you had already submitted is lost. Try again in a minute."
            }
        }
    }
}
