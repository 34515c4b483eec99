//! Validates the problems of a draft again before its parameters are published: an organizer may have changed the
//! parameters since a problem was committed, and commitments never change.

use std::fmt;

use dojo_judge::package::unpack;
use dojo_sandbox::Runtime;

use super::lifecycle::ChangeError;
use crate::contests;
use crate::store::problems::{self, Problem};
use crate::store::seasons::{NewSeason, Season};
use crate::store::{AnyConnection, ProblemId, ProblemState, SeasonState, drafts};
use crate::words::say;

/// Problems that are not valid with the parameters of their season.
#[derive(Debug, thiserror::Error)]
pub struct NotValid {
    /// Each problem's slug, and what is wrong with it.
    problems: Vec<(String, String)>,
}

impl fmt::Display for NotValid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slugs: Vec<&str> = self
            .problems
            .iter()
            .map(|(slug, _)| slug.as_str())
            .collect();
        f.write_str(&say!("change-not-valid", name = slugs.join(", ")))?;
        self.problems
            .iter()
            .try_for_each(|(slug, report)| write!(f, "\n\n{slug}: {}", report.trim_end()))
    }
}

/// A proof that problems are valid with the parameters of their season. Only a validation can make it.
#[derive(Debug)]
pub struct Checked {
    season: NewSeason,
    problems: Vec<ProblemId>,
}

impl Checked {
    /// Validates the problems of a draft: handed-in ones by their packages, others by what is stored. Any other
    /// season has published its parameters, which no longer change.
    ///
    /// # Errors
    /// [`NotValid`], when a sandbox is needed but missing, and when the database fails.
    pub fn load(
        conn: &mut AnyConnection,
        season: &Season,
        runtime: Option<&Runtime>,
    ) -> Result<Self, ChangeError> {
        let host = contests::of(season.contest).host;
        let season_parameters = NewSeason::from(season);
        let mut valid = Vec::new();
        let mut wrong = Vec::new();
        let all = if season.state == SeasonState::Draft {
            problems::list_problems(conn, season.id)?
        } else {
            Vec::new()
        };
        for problem in standing(&all) {
            let package: Option<Vec<u8>> = drafts::find_package_of(conn, problem.id)?;
            // It could be unpacked when it was handed in.
            let files = package.and_then(|archive| unpack(&archive).ok());
            match host.check_again(&season_parameters, problem, files.as_ref(), runtime) {
                Ok(()) => valid.push(problem.id),
                Err(report) => wrong.push((problem.slug.clone(), report)),
            }
        }
        if !wrong.is_empty() {
            return Err(NotValid { problems: wrong }.into());
        }
        Ok(Self {
            season: season_parameters,
            problems: valid,
        })
    }

    /// Whether nothing has changed since the validation.
    pub(super) fn holds(&self, season: &Season, problems: &[Problem]) -> bool {
        self.season == NewSeason::from(season)
            && standing(problems).all(|problem| self.problems.contains(&problem.id))
    }
}

fn standing(problems: &[Problem]) -> impl Iterator<Item = &Problem> {
    problems
        .iter()
        .filter(|problem| problem.state != ProblemState::Withdrawn)
}
