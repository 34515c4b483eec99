//! Grades derivations with the parameters and problems that are stored.

use dojo_judge::contest::physics::Derivations;
use dojo_judge::contest::{Member as _, Report};
use dojo_judge::derivation::{self, Rules};
use formula::credit::Grader;
use formula::credit::eed::Eed;
use formula::problem;

use crate::contests::{Judge, JudgingError, RulesError, Task};
use crate::store::problems::Problem;
use crate::store::seasons::Season;
use crate::store::{AnyConnection, records};

/// A derivation, which the grader holds against the reference solution.
pub(super) struct Derivation(Grader);

impl Derivation {
    /// Makes the grader of a problem. The seed must not reach a page, a log or an answer before Reveal.
    pub(super) fn load(
        conn: &mut AnyConnection,
        season: &Season,
        problem: &Problem,
    ) -> Result<Self, RulesError> {
        let set = Derivations::settings(&season.settings).ok_or(RulesError::Settings)?;
        let rules = Rules {
            max_formulas: set.max_formulas,
            seed: records::load_seed(conn, season.id)?
                .ok_or(RulesError::NoSeed)?
                .0,
        };
        let read = problem::Problem::read(problem.setter_source().as_bytes())?;
        Ok(Self(Grader::new(&read, &rules.settings())?))
    }
}

impl Task for Derivation {
    fn judge(&self, _judge: &dyn Judge, eed: &Eed, source: &[u8]) -> Result<Report, JudgingError> {
        Ok(derivation::judge(&self.0, eed, source)?.into())
    }
}
