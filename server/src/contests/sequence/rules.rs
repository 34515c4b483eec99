//! The rules by which programs are judged, from what is stored.

use dojo_judge::contest::sequence::{Programs, SequenceSettings};
use dojo_judge::contest::{Member as _, Report};
use dojo_judge::sequence::package::ProblemLimits;
use dojo_judge::sequence::{Rules, ScoringVersion};
use dojo_sandbox::Limits;
use formula::credit::eed::Eed;

use crate::contests::{Judge, JudgingError, RulesError, Task};
use crate::store::problems::{NewProblem, Problem};
use crate::store::seasons::{NewSeason, Season};

/// What is set for a season of programs.
pub(super) fn settings(season: &NewSeason) -> Result<&SequenceSettings, RulesError> {
    Programs::settings(&season.settings).ok_or(RulesError::Settings)
}

/// What a run for a problem may use: the season's limits, or its own where it has them.
pub(super) fn limits(season: &NewSeason, problem: &NewProblem) -> Result<Limits, RulesError> {
    let whole = Limits {
        max_terms: problem.term_counts.ok_or(RulesError::NoTerms)?.n_check,
        ..settings(season)?.limits()
    };
    let own = own_limits(problem.limits.as_deref())?;
    own.within(&whole).map_err(RulesError::Limits)
}

fn own_limits(stored: Option<&str>) -> Result<ProblemLimits, RulesError> {
    let own = stored.map_or(Ok(ProblemLimits::default()), serde_json::from_str);
    own.map_err(|error| RulesError::Limits(error.to_string()))
}

/// The rules by which submissions to a problem are judged.
///
/// # Errors
/// When the stored parameters make no sense to this program.
pub fn rules(season: &Season, problem: &Problem) -> Result<Rules, RulesError> {
    let scoring: ScoringVersion = season.scoring_version.parse()?;
    let counts = problem.term_counts().ok_or(RulesError::NoTerms)?;
    let own = own_limits(problem.limits.as_deref())?;
    let rules = Rules {
        scoring,
        n_check: counts.n_check,
        n_stage: counts.n_stage,
        limits: limits(&NewSeason::from(season), &NewProblem::from(problem))?,
        ..Rules::default()
    };
    Ok(rules.beside(problem.setter_source(), own.par))
}

/// A program that continues these terms.
pub(super) struct Program {
    pub(super) rules: Rules,
    pub(super) expected: Vec<String>,
}

impl Task for Program {
    fn judge(&self, judge: &dyn Judge, _eed: &Eed, source: &[u8]) -> Result<Report, JudgingError> {
        Ok(judge.judge(&self.rules, &self.expected, source)?.into())
    }
}
