//! The submissions of a season, for organizers: which are asked for, and how they are loaded.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::Deserialize;

use crate::contests;
use crate::error::{AppError, AppErrorKind};
use crate::local_time::{self, LocalTime};
use crate::pages::submission_list::{SeasonSubmission, SoughtSubmissions};
use crate::store::problems::Problem;
use crate::store::seasons::Season;
use crate::store::submission_list::{FoundSubmission, SubmissionFilter, list_found};
use crate::store::{AnyConnection, Moment, RulingKind, SeasonId, SubmissionId};
use crate::web::views::natural;
use crate::words::say;

/// Submissions on one page.
pub(in crate::web) const PAGE_ROWS: u32 = 100;

/// Submissions in one list for spreadsheets.
pub(in crate::web) const CSV_ROWS: u32 = 100_000;

/// Which submissions are asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(in crate::web) struct SubmissionsQuery {
    problem: String,
    person: String,
    label: String,
    verdict: String,
    runtime: String,
    state: String,
    since: String,
    until: String,
    /// The place whose clocks these two mean.
    zone: String,
    words: String,
    before: Option<i64>,
}

fn filled(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// The moment that a field means, by the clocks of a place, or as programs write it. Of a time that comes twice, or that
/// clocks pass over, it is the one that finds more.
fn moment(typed: &str, zone: Tz, end: TimeEnd) -> Result<Option<Moment>, AppError> {
    let Some(typed) = filled(typed) else {
        return Ok(None);
    };
    if let Ok(at) = typed.parse::<DateTime<Utc>>() {
        return Ok(Some(at.into()));
    }
    let at = match local_time::read(zone, &typed) {
        Some(LocalTime::Once(at)) => at,
        Some(LocalTime::Never([first, last]) | LocalTime::Twice([first, last])) => match end {
            TimeEnd::Since => first,
            TimeEnd::Until => last,
        },
        None => {
            let message = say!("submission-list-no-time", name = typed);
            return Err(AppError::because(AppErrorKind::Unreadable, message));
        }
    };
    Ok(Some(at.into()))
}

/// The end of a span of time.
#[derive(Clone, Copy)]
enum TimeEnd {
    Since,
    Until,
}

impl SubmissionsQuery {
    /// What it says, to be shown again.
    pub(in crate::web) fn sought(&self) -> SoughtSubmissions {
        SoughtSubmissions {
            problem: self.problem.clone(),
            person: self.person.clone(),
            label: self.label.clone(),
            verdict: self.verdict.clone(),
            runtime: self.runtime.clone(),
            state: self.state.clone(),
            since: self.since.clone(),
            until: self.until.clone(),
            zone: self.zone.clone(),
            words: self.words.clone(),
        }
    }

    /// The filter of these words, for a season with these problems.
    ///
    /// # Errors
    /// When there is no such problem, verdict, state or time.
    pub(in crate::web) fn filter(
        &self,
        season: &Season,
        problems: &[Problem],
    ) -> Result<SubmissionFilter, AppError> {
        let wrong = |message| AppError::because(AppErrorKind::Unreadable, message);
        let state = filled(&self.state).map(|word| {
            word.parse()
                .map_err(|_| wrong(say!("submission-list-no-state", name = word)))
        });
        let problem = filled(&self.problem);
        if let Some(slug) = &problem
            && !problems.iter().any(|problem| problem.slug == *slug)
        {
            let message = say!("refused-no-problem", problem = slug, season = season.slug);
            return Err(wrong(message));
        }
        let verdict = filled(&self.verdict).map(|word| word.to_ascii_uppercase());
        let mut verdicts = contests::of(season.contest).verdicts.iter();
        if let Some(word) = &verdict
            && !verdicts.any(|verdict| verdict.word == word)
        {
            return Err(wrong(say!("submission-list-no-verdict", name = word)));
        }
        let runtime = filled(&self.runtime).map(|digest| digest.to_ascii_lowercase());
        if let Some(digest) = &runtime
            && !digest.bytes().all(|byte| byte.is_ascii_hexdigit())
        {
            return Err(wrong(say!("submission-list-no-runtime", name = digest)));
        }
        let zone: Tz = match filled(&self.zone) {
            None => Tz::UTC,
            Some(name) => name
                .parse()
                .map_err(|_| wrong(say!("organize-no-zone", name = name)))?,
        };
        Ok(SubmissionFilter {
            problem,
            person: filled(&self.person),
            label: filled(&self.label),
            verdict,
            runtime,
            state: state.transpose()?,
            since: moment(&self.since, zone, TimeEnd::Since)?,
            until: moment(&self.until, zone, TimeEnd::Until)?,
            words: self.words.split_whitespace().map(str::to_owned).collect(),
            before: self.before.map(SubmissionId),
        })
    }
}

/// The submissions that are asked for, newest first, at most `limit`, and whether there are more.
///
/// # Errors
/// When the database fails.
pub(in crate::web) fn load_found(
    conn: &mut AnyConnection,
    season: SeasonId,
    filter: &SubmissionFilter,
    limit: u32,
) -> Result<(Vec<SeasonSubmission>, bool), AppError> {
    let mut found = list_found(conn, season, filter, i64::from(limit) + 1)?;
    let rows = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = found.len() > rows;
    found.truncate(rows);
    Ok((found.into_iter().map(season_submission).collect(), more))
}

fn season_submission(found: FoundSubmission) -> SeasonSubmission {
    let (problem, version) = found.problem;
    let (person, display_name, label) = found.author;
    let (verdict, l_chars, score, runtime) = match found.result {
        Some((verdict, l_chars, score, runtime)) => (
            Some(verdict),
            l_chars.map(natural),
            Some(natural(score)),
            Some(runtime),
        ),
        None => (None, None, None, None),
    };
    SeasonSubmission {
        id: found.id.0,
        problem,
        version: natural(version),
        person,
        display_name,
        label,
        submitted_at: found.created_at.utc(),
        state: found.state.as_str(),
        kind: found.kind.as_str(),
        verdict,
        score,
        l_chars,
        runtime,
        out: found.ruling.map(RulingKind::as_str),
    }
}
