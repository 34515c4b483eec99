//! The problem of the day.

use askama::Template;
use chrono::{DateTime, NaiveDate, Utc};

use super::filters;
use super::server_trial::Tried;
use super::shell::Shell;
use super::trial::Trial;
use crate::html::TrustedHtml;
use crate::words::say;

/// `/daily` and the pages of the days before, and the answer to a program that was sent there.
#[derive(Template)]
#[template(path = "daily.html")]
pub struct DailyPage {
    /// Common data.
    pub shell: Shell,
    /// The problem of the day.
    pub day: Daily,
    /// The day is over: it is played out of competition.
    pub is_over: bool,
    /// What is played on the page; `None` where the problem asks for no program.
    pub play: Option<DailyPlay>,
    /// How many solved it on the page.
    pub solvers: u32,
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
    /// Where it comes from; `None` for one that comes with the program.
    pub season: Option<OldSeason>,
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
    /// With how many bytes, where that was on the page of the day.
    pub own: Option<u32>,
    /// Bytes of the shortest program that was sent on that day's page.
    pub shortest: Option<u32>,
}

/// The season that a problem was in.
#[derive(Clone, Debug)]
pub struct OldSeason {
    /// Its slug.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// Slug of the problem.
    pub problem: String,
}

/// A problem that is solved on the page of the day.
pub struct DailyPlay {
    /// What the terms are.
    pub statement: TrustedHtml,
    /// The first terms on one line.
    pub opening: String,
    /// Running a program in the reader's browser.
    pub trial: Trial,
    /// What was sent.
    pub source: String,
    /// What became of it.
    pub tried: Option<Tried>,
    /// Bytes of what was sent now, where it is right and the day is over.
    pub late: Option<u32>,
    /// The reader's place, once it is solved.
    pub place: Option<PlaceOfDay>,
}

/// A place among those who solved the problem of the day.
#[derive(Clone, Copy, Debug)]
pub struct PlaceOfDay {
    /// From 1.
    pub rank: u32,
    /// How many solved it.
    pub people: u32,
    /// Canonical bytes of the reader's shortest program.
    pub l_chars: u32,
}

impl DailyPage {
    /// A line to share.
    fn shared(&self, place: &PlaceOfDay) -> String {
        let line = say!(
            "daily-shared",
            title = self.day.title,
            n = place.l_chars,
            rank = place.rank,
            of = place.people,
            at = self.day.day.format("%-d %B").to_string()
        );
        match self.streak {
            Some(streak) if streak > 1 => format!("{line} · {}", say!("daily-streak", n = streak)),
            _ => line,
        }
    }
}
