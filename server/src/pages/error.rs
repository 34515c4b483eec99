//! The page of an error: what happened and what to do, in plain words.

use askama::Template;

use super::filters;
use super::shell::Shell;
use crate::words::say;

/// Any error, for a person with a browser.
#[derive(Template)]
#[template(path = "error.html")]
pub struct ErrorPage {
    /// Common data.
    pub shell: Shell,
    /// HTTP status.
    pub status: u16,
    /// What is asked for is not shown at present, and the detail says why.
    pub is_kept_back: bool,
    /// What in particular happened, when it may be told; a sentence. Never for 5xx.
    pub detail: Option<String>,
    /// Typed source or other text that must not be lost with the error.
    pub kept_text: Option<String>,
    /// Seconds after which the page asks again by itself: when it may be there then, and nothing was sent.
    pub again_after_s: Option<u32>,
}

impl ErrorPage {
    /// An error page without a particular sentence.
    pub fn new(shell: Shell, status: u16) -> Self {
        Self {
            shell,
            status,
            is_kept_back: false,
            detail: None,
            kept_text: None,
            again_after_s: None,
        }
    }

    /// The heading.
    fn title(&self) -> &'static str {
        match self.status {
            400 => say!("error-title-400"),
            401 => say!("error-title-401"),
            403 => say!("error-title-403"),
            404 if self.is_kept_back => say!("error-title-not-shown"),
            404 => say!("error-title-404"),
            405 => say!("error-title-405"),
            409 => say!("error-title-409"),
            413 => say!("error-title-413"),
            415 => say!("error-title-415"),
            422 => say!("error-title-422"),
            429 => say!("error-title-429"),
            503 => say!("error-title-503"),
            507 => say!("error-title-507"),
            _ => say!("error-title-other"),
        }
    }

    /// What to do about it.
    fn advice(&self) -> &'static str {
        match self.status {
            400 => say!("error-advice-400"),
            401 => say!("error-advice-401"),
            403 => say!("error-advice-403"),
            404 if self.is_kept_back => say!("error-advice-not-shown"),
            404 => say!("error-advice-404"),
            405 => say!("error-advice-405"),
            409 => say!("error-advice-409"),
            413 => say!("error-advice-413"),
            415 => say!("error-advice-415"),
            422 => say!("error-advice-422"),
            429 => say!("error-advice-429"),
            507 => say!("error-advice-507"),
            503 => say!("error-advice-503"),
            _ => say!("error-advice-other"),
        }
    }
}
