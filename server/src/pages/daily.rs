//! The problem of the day.

use askama::Template;
use chrono::{DateTime, NaiveDate, Utc};

use super::filters;
use super::shell::Shell;
use crate::contests::Room;

/// `/daily`.
#[derive(Template)]
#[template(path = "daily.html")]
pub struct DailyPage {
    /// Common data.
    pub shell: Shell,
    /// The problem of today; `None` before the first season is revealed.
    pub today: Option<Daily>,
    /// When the next one comes.
    pub next_at: DateTime<Utc>,
    /// Days in a row that the reader has; `None` for visitors.
    pub streak: Option<usize>,
    /// The days before, the last one first.
    pub before: Vec<Daily>,
}

/// A problem of one day.
#[derive(Clone, Debug)]
pub struct Daily {
    /// The day, by UTC.
    pub day: NaiveDate,
    /// Slug of its season.
    pub season: String,
    /// Title of its season.
    pub season_title: String,
    /// What its season asks for.
    pub room: &'static Room,
    /// Slug of the problem.
    pub slug: String,
    /// Title of the problem.
    pub title: String,
    /// How hard it is, when the setter said.
    pub difficulty: Option<String>,
    /// Its topics.
    pub tags: Vec<String>,
    /// Its first terms; none of a problem without terms.
    pub first_terms: Vec<String>,
    /// The reader solved it on that day.
    pub solved: bool,
}
