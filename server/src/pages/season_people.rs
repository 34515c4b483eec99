//! The list of a season's people for organizers: page, CSV and API show the same data.

use askama::Template;
use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::boards::Pager;
use super::csv::CsvFile;
use super::filters;
use super::seasons::SeasonHead;
use super::shell::Shell;
use super::text;
use crate::html::TrustedHtml;

/// What is known of a person of a season.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeasonPerson {
    /// Sign-in name.
    pub person: String,
    /// Name that others see.
    pub display_name: String,
    /// A word of the organizers', such as a class.
    pub label: String,
    /// When the person was last seen on the site, to ten minutes.
    pub last_seen_at: Option<DateTime<Utc>>,
    /// Attempts that were used.
    pub attempts: u32,
    /// When the last of them was received.
    pub last_attempt_at: Option<DateTime<Utc>>,
    /// Problems that were solved.
    pub solved: u32,
    /// Problems that were solved in part.
    pub half: u32,
    /// Sum of the best scores, whatever boards show, without bonuses that depend on others.
    pub best: u32,
    /// Why the person is out of the contest, who is.
    pub out: Option<String>,
}

/// The list as CSV.
pub fn csv(people: &[SeasonPerson]) -> CsvFile {
    let mut out = CsvFile::new(&[
        "person",
        "display_name",
        "label",
        "last_seen_at",
        "attempts",
        "last_attempt_at",
        "solved",
        "half",
        "best",
        "out",
    ]);
    let moment = |at: Option<DateTime<Utc>>| {
        at.map(|at| at.to_rfc3339_opts(SecondsFormat::Micros, true))
            .unwrap_or_default()
    };
    for person in people {
        out.push(&[
            person.person.as_str(),
            &person.display_name,
            &person.label,
            &moment(person.last_seen_at),
            &person.attempts.to_string(),
            &moment(person.last_attempt_at),
            &person.solved.to_string(),
            &person.half.to_string(),
            &person.best.to_string(),
            person.out.as_deref().unwrap_or_default(),
        ]);
    }
    out
}

/// `/seasons/{season}/people?label=…&page=…`, for organizers. The same with `.csv` is a list for spreadsheets.
#[derive(Template)]
#[template(path = "season_people.html")]
pub struct SeasonPeoplePage {
    /// Common data.
    pub shell: Shell,
    /// The season.
    pub season: SeasonHead,
    /// The labels that people have.
    pub labels: Vec<String>,
    /// The label that is looked for.
    pub label: String,
    /// A page of them, by sign-in name.
    pub people: Vec<SeasonPerson>,
    /// How many there are.
    pub total: u32,
    /// Which page this is.
    pub pager: Pager,
}

impl SeasonPeoplePage {
    /// The address of a page.
    fn address(&self, page: u32) -> TrustedHtml {
        let label = text::query(&self.label);
        TrustedHtml::vouch(format!("?label={label}&amp;page={page}"))
    }
}
