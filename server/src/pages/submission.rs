//! The page of one submission, and the part of it that changes when the verdict arrives.

use askama::Template;
use chrono::{DateTime, Utc};
use dojo_judge::sequence::Report;

use super::explain::{self, Explanation};
use super::filters;
use super::problem::ProblemHead;
use super::seasons::SeasonHead;
use super::shell::Shell;
use super::verdict::VerdictLabel;

/// `/submissions/{id}`. While [`Judging`] is not settled the page listens to
/// `/submissions/{id}/events` for the event `verdict` and then fetches
/// `/submissions/{id}/verdict`.
#[derive(Template)]
#[template(path = "submission.html")]
pub struct SubmissionPage {
    /// Common data.
    pub shell: Shell,
    /// Season, problem and result.
    pub submission: SubmissionView,
    /// The source as submitted, for its owner (and for everybody after Reveal).
    pub source: Option<String>,
}

/// `/submissions/{id}/verdict`: a fragment of HTML without the shell, put in place of
/// `#verdict`.
#[derive(Template)]
#[template(path = "submission/verdict.html")]
pub struct VerdictFragment {
    /// Season, problem and result.
    pub submission: SubmissionView,
}

/// One submission.
#[derive(Clone, Debug)]
pub struct SubmissionView {
    /// Its number.
    pub id: i64,
    /// Its season.
    pub season: SeasonHead,
    /// Its problem.
    pub problem: ProblemHead,
    /// Display name of its author.
    pub author: String,
    /// When it was received.
    pub created_at: DateTime<Utc>,
    /// The method tag; empty when unspecified.
    pub method_tag: String,
    /// The author's notes.
    pub notes: String,
    /// What the reader may see.
    pub audience: Audience,
    /// Whether it is judged.
    pub judging: Judging,
}

/// What the reader may see of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// The author before Reveal: all, except what would tell of the hidden terms.
    Author,
    /// Somebody else before Reveal: the verdict and how the score comes about.
    Public,
    /// Everybody after Reveal, and staff: all.
    Everything,
}

/// Where the judging of a submission stands.
#[derive(Clone, Debug)]
pub enum Judging {
    /// Waits.
    Queued {
        /// Submissions before it, when that is known.
        ahead: Option<u32>,
    },
    /// Runs.
    Running,
    /// The judge failed; staff are told.
    Internal,
    /// Judged.
    Judged(Box<Judged>),
}

/// A judged submission.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The judge's report, whole; the page decides by [`Audience`] what it shows of it.
    pub report: Report,
    /// Diversity bonus; `None` before it is computed at Freeze.
    pub diversity_bonus: Option<u32>,
    /// When it was judged.
    pub judged_at: DateTime<Utc>,
    /// Wall-clock time of the run in microseconds: shown, decides nothing.
    pub wall_us: u64,
}
