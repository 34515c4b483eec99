//! The confirmation page before an action that cannot be undone.

use askama::Template;
use chrono::{DateTime, Utc};

use super::filters;
use super::organize::ComparisonView;
use super::shell::Shell;

/// `/seasons/{season}/organize/{action}` and `/setter/drafts/{draft}/commit`: what will be published, ended or lost.
#[derive(Template)]
#[template(path = "confirm.html")]
pub struct ConfirmPage {
    /// Common data.
    pub shell: Shell,
    /// What it is about.
    pub about: String,
    /// The page of that, where who does not go on comes back to and finds what was typed.
    pub back: String,
    /// Where the form is sent.
    pub address: String,
    /// What the button says.
    pub label: &'static str,
    /// What happens, a sentence each.
    pub facts: Vec<String>,
    /// The dates in words, a line each.
    pub plan: Vec<String>,
    /// A correction that will stand above a statement, with its date.
    pub correction: Option<(String, DateTime<Utc>)>,
    /// What was judged to see what would come of it.
    pub preview: Option<PreviewView>,
    /// It can be taken back.
    pub returns: bool,
    /// What is still missing.
    pub needs: Vec<String>,
    /// Whether all of that comes by itself, so that the page looks again.
    pub looks_again: bool,
    /// What is allowed and seldom meant.
    pub doubts: Vec<String>,
    /// Why it was not done.
    pub refused: Option<String>,
    /// What is to be typed where something ends.
    pub typed: Option<String>,
    /// What was typed, to be sent again.
    pub hidden: Vec<(&'static str, String)>,
}

impl ConfirmPage {
    /// The page before something that is ready to be done, whose form is sent to `address`.
    pub fn ready(
        shell: Shell,
        about: String,
        (back, address): (String, String),
        label: &'static str,
        facts: Vec<String>,
    ) -> Self {
        Self {
            shell,
            about,
            back,
            address,
            label,
            facts,
            plan: Vec::new(),
            correction: None,
            preview: None,
            returns: false,
            needs: Vec::new(),
            looks_again: false,
            doubts: Vec::new(),
            refused: None,
            typed: None,
            hidden: Vec::new(),
        }
    }
}

/// What would be sent again when a problem is replaced.
#[derive(Clone, Debug)]
pub struct PreviewView {
    /// Title of the new problem.
    pub title: String,
    /// Submissions that there was no time to judge.
    pub left: usize,
    /// Submissions whose verdict or score changes.
    pub changed: usize,
    /// All of them, those that change first.
    pub rows: Vec<ComparisonView>,
}
