//! What a judging needs: the judge of programs, and what a problem asks for.

use dojo_judge::contest::Report;
use dojo_judge::contest::physics::grader_digest;
use dojo_judge::digest::Digest;
use dojo_judge::physics;
use dojo_judge::sequence::{self, JudgeError, Rules};
use dojo_physics::eed::Eed;
use dojo_physics::grade::Grader;
use dojo_sandbox::Runtime;

use super::TryError;
use crate::season;
use crate::store::{AnyConnection, Contest, ProblemId, StoreError, UserId, problems, seasons};

/// What judges programs. The real one is [`SandboxJudge`]. Derivations are graded without it.
pub trait Judge: Send + Sync + 'static {
    /// Names the runtime: equal digests mean equal reports.
    fn digest(&self) -> String;

    /// Judges one source.
    ///
    /// # Errors
    /// When the judge itself fails.
    fn judge(
        &self,
        rules: &Rules,
        expected: &[String],
        source: &[u8],
    ) -> Result<sequence::Report, JudgeError>;

    /// The sandbox, for setters' packages; a judge may have none.
    fn runtime(&self) -> Option<&Runtime> {
        None
    }
}

/// Judges in the sandbox.
#[derive(Clone)]
pub struct SandboxJudge(pub Runtime);

impl Judge for SandboxJudge {
    fn digest(&self) -> String {
        self.0.digest().to_string()
    }

    fn judge(
        &self,
        rules: &Rules,
        expected: &[String],
        source: &[u8],
    ) -> Result<sequence::Report, JudgeError> {
        sequence::judge(&self.0, rules, expected, source)
    }

    fn runtime(&self) -> Option<&Runtime> {
        Some(&self.0)
    }
}

/// What a judging needs to know of a problem. It does not change once submissions are accepted.
pub(super) struct Task {
    asked: Asked,
    /// Scoring version of the season.
    pub(super) scoring_version: String,
    /// Its season tells of public terms alone, until it is revealed.
    pub(super) holds_back: bool,
    /// Who does not rank on it.
    pub(super) setter: Option<UserId>,
}

/// What a problem asks for.
enum Asked {
    /// A program that continues these terms.
    Program { rules: Rules, expected: Vec<String> },
    /// A derivation, which the grader holds against the reference solution.
    Derivation(Box<Grader>),
}

impl Task {
    /// Reads a problem; a grader is made once for all its submissions.
    pub(super) fn load(conn: &mut AnyConnection, id: ProblemId) -> Result<Self, TryError> {
        let problem = problems::load_problem(conn, id).map_err(StoreError::from)?;
        let season = seasons::load_season(conn, problem.season_id).map_err(StoreError::from)?;
        let asked = match season.contest {
            Contest::Sequence => Asked::Program {
                rules: season::rules(&season, &problem)?,
                expected: problem.check_terms(),
            },
            Contest::Physics => {
                Asked::Derivation(Box::new(season::grader(conn, &season, &problem)?))
            }
        };
        Ok(Self {
            asked,
            holds_back: season.holds_back(),
            scoring_version: season.scoring_version,
            setter: problem.setter_id,
        })
    }

    /// Judges one submission.
    pub(super) fn judge(
        &self,
        judge: &dyn Judge,
        eed: &Eed,
        source: &[u8],
    ) -> Result<Report, TryError> {
        Ok(match &self.asked {
            Asked::Program { rules, expected } => judge.judge(rules, expected, source)?.into(),
            Asked::Derivation(grader) => physics::judge(grader, eed, source)?.into(),
        })
    }

    /// What judges a derivation; `None` for a program, which the worker's own judge judges.
    pub(super) fn grader_digest(&self) -> Option<Digest> {
        match self.asked {
            Asked::Program { .. } => None,
            Asked::Derivation(_) => Some(grader_digest()),
        }
    }
}
