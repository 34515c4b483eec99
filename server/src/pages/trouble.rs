//! What an organizer can do when something goes wrong during a season.

use askama::Template;
use chrono::{DateTime, Utc};

use super::filters;
use super::live::Live;
use super::seasons::{Phase, SeasonHead};
use super::shell::Shell;

/// `/seasons/{season}/trouble`: what can be done, what each costs, and how the judges are.
#[derive(Template)]
#[template(path = "trouble.html")]
pub struct TroublePage {
    /// Common data.
    pub shell: Shell,
    /// How it changes by itself.
    pub live: Live,
    /// The season.
    pub season: SeasonHead,
    /// Submissions and problems can still be taken out of it.
    pub can_change: bool,
    /// Submissions that wait or are being judged.
    pub queued: u32,
    /// Since when the oldest one waits.
    pub oldest: Option<DateTime<Utc>>,
    /// What judges have in hand.
    pub running: Vec<RunningView>,
    /// Judges of this server that have nothing in hand, and all of them; `None` where it does not judge.
    pub judges: Option<(usize, usize)>,
    /// When anything was judged last.
    pub last_judged: Option<DateTime<Utc>>,
    /// Free bytes on the disk of the database, where that is known.
    pub free: Option<u64>,
    /// Submissions that failed by our fault.
    pub internal: u32,
    /// Mails that did not go out.
    pub mails: u32,
}

/// A submission that a judge has in hand.
#[derive(Clone, Debug)]
pub struct RunningView {
    /// The submission.
    pub submission: i64,
    /// Title of its problem.
    pub problem: String,
    /// The judge.
    pub judge: String,
    /// Since when.
    pub since: Option<DateTime<Utc>>,
}
