//! The list of a season's submissions for organizers: page, CSV and API show the same data.

use askama::Template;
use chrono::{DateTime, SecondsFormat, Utc};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use utoipa::ToSchema;

use super::csv::CsvFile;
use super::filters;
use super::physics::verdict::scored_label;
use super::seasons::SeasonHead;
use super::shell::Shell;
use super::verdict::VerdictLabel;
use crate::local_time;

/// What is known of a submission in a list of organizers.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeasonSubmission {
    /// Number.
    pub id: i64,
    /// Slug of the problem.
    pub problem: String,
    /// Version of the problem.
    pub version: u32,
    /// Sign-in name of its author.
    pub person: String,
    /// Name that others see.
    pub display_name: String,
    /// The author's label, such as a class.
    pub label: String,
    /// When it was received.
    pub submitted_at: DateTime<Utc>,
    /// `queued`, `running`, `judged` or `internal`.
    pub state: &'static str,
    /// `ranked`, `unranked` or `practice`.
    pub kind: &'static str,
    /// Word of its verdict, once it is judged.
    pub verdict: Option<String>,
    /// Its points, without bonuses that depend on others.
    pub score: Option<u32>,
    /// Characters that count for its length.
    pub l_chars: Option<u32>,
    /// Digest of the runtime that judged it.
    pub runtime: Option<String>,
    /// `disqualified` or `withdrawn`, when it is out of the contest.
    pub out: Option<&'static str>,
}

impl SeasonSubmission {
    fn verdict_label(&self) -> VerdictLabel {
        match (self.state, &self.verdict) {
            ("judged", Some(verdict)) => scored_label(verdict, self.score),
            (state, _) => VerdictLabel::of_word(&state.to_ascii_uppercase()),
        }
    }
}

/// The list as CSV.
pub fn csv(rows: &[SeasonSubmission]) -> CsvFile {
    let mut out = CsvFile::new(&[
        "id",
        "problem",
        "version",
        "person",
        "display_name",
        "label",
        "submitted_at",
        "state",
        "kind",
        "verdict",
        "score",
        "l_chars",
        "runtime",
        "out",
    ]);
    let number = |number: Option<u32>| number.map(|it| it.to_string()).unwrap_or_default();
    for row in rows {
        out.push(&[
            row.id.to_string().as_str(),
            &row.problem,
            &row.version.to_string(),
            &row.person,
            &row.display_name,
            &row.label,
            &row.submitted_at
                .to_rfc3339_opts(SecondsFormat::Micros, true),
            row.state,
            row.kind,
            row.verdict.as_deref().unwrap_or_default(),
            &number(row.score),
            &number(row.l_chars),
            row.runtime.as_deref().unwrap_or_default(),
            row.out.unwrap_or_default(),
        ]);
    }
    out
}

/// What is looked for, as it was typed.
#[derive(Clone, Debug, Default)]
pub struct SoughtSubmissions {
    /// Slug of a problem.
    pub problem: String,
    /// Sign-in name or display name.
    pub person: String,
    /// Label.
    pub label: String,
    /// Word of a verdict.
    pub verdict: String,
    /// The beginning of a runtime's digest.
    pub runtime: String,
    /// Word of a state.
    pub state: String,
    /// Received then or later.
    pub since: String,
    /// Received before then.
    pub until: String,
    /// The place whose clocks these two mean.
    pub zone: String,
    /// Words in the source.
    pub words: String,
}

/// A version of a problem, as the list names it.
#[derive(Clone, Debug)]
pub struct ProblemVersion {
    /// Slug.
    pub slug: String,
    /// Version.
    pub version: u32,
    /// Title.
    pub title: String,
    /// It was withdrawn or replaced: nothing counts for it any more.
    pub is_out: bool,
}

/// `/seasons/{season}/submissions?problem=…&person=…&label=…&verdict=…&runtime=…&state=…&since=…&until=…&zone=…&words=…&before=…`,
/// for organizers. The same with `.csv` is a list for spreadsheets.
#[derive(Template)]
#[template(path = "submission_list.html")]
pub struct SubmissionListPage {
    /// Common data.
    pub shell: Shell,
    /// The season.
    pub season: SeasonHead,
    /// Slug and title of its problems.
    pub problems: Vec<(String, String)>,
    /// Each version of them.
    pub versions: Vec<ProblemVersion>,
    /// The labels that people have.
    pub labels: Vec<String>,
    /// The verdicts of its type of contest.
    pub verdicts: Vec<VerdictLabel>,
    /// The digests of the runtimes that judged here.
    pub runtimes: Vec<String>,
    /// The states there are.
    pub states: Vec<&'static str>,
    /// What is looked for.
    pub sought: SoughtSubmissions,
    /// A page of what was found, newest first.
    pub rows: Vec<SeasonSubmission>,
    /// There are older ones.
    pub more: bool,
    /// Submissions can still be taken out of the season.
    pub can_change: bool,
    /// Why nothing was looked for.
    pub refused: Option<String>,
}

impl SubmissionListPage {
    /// What is looked for, behind the question mark of an address.
    fn query(&self) -> String {
        let sought = &self.sought;
        let all = [
            ("problem", &sought.problem),
            ("person", &sought.person),
            ("label", &sought.label),
            ("verdict", &sought.verdict),
            ("runtime", &sought.runtime),
            ("state", &sought.state),
            ("since", &sought.since),
            ("until", &sought.until),
            ("zone", &sought.zone),
            ("words", &sought.words),
        ];
        let given = all.iter().filter(|(_, value)| !value.is_empty());
        let pairs: Vec<String> = given
            .map(|(name, value)| format!("{name}={}", utf8_percent_encode(value, NON_ALPHANUMERIC)))
            .collect();
        pairs.join("&")
    }

    /// The places whose clocks may be meant, the chosen one marked.
    fn zones(&self) -> impl Iterator<Item = (&'static str, bool)> {
        local_time::zones().map(|name| (name, name == self.sought.zone))
    }

    /// The digests of the runtimes, the beginning of each, and whether it is the one that is looked for.
    fn digests(&self) -> impl Iterator<Item = (&str, &str, bool)> {
        let sought = self.sought.runtime.to_ascii_lowercase();
        self.runtimes.iter().map(move |digest| {
            let begin = digest.get(..12).unwrap_or(digest);
            let is_sought = !sought.is_empty() && digest.starts_with(&sought);
            (digest.as_str(), begin, is_sought)
        })
    }

    /// The problem of a submission.
    fn problem_of(&self, row: &SeasonSubmission) -> Option<&ProblemVersion> {
        let mut versions = self.versions.iter();
        versions.find(|it| (&it.slug, it.version) == (&row.problem, row.version))
    }

    /// The sign-in name of the person whose submissions these are, where they can be taken out and are of one alone.
    fn only_person(&self) -> Option<&str> {
        let first = self
            .rows
            .first()
            .filter(|_| self.can_change && !self.sought.person.is_empty())?;
        let are_of_one = self.rows.iter().all(|row| row.person == first.person);
        are_of_one.then_some(&first.person)
    }

    /// The page of those that are older than these.
    fn older(&self) -> String {
        let last = self.rows.last().map_or(0, |row| row.id);
        let query = self.query();
        let and = if query.is_empty() { "" } else { "&" };
        format!("?{query}{and}before={last}")
    }
}
