//! The data of a problem that judging needs. It does not change once submissions are accepted.

use dojo_judge::contest::{Contest, Report};
use formula::credit::eed::Eed;

use super::TryError;
use crate::contests::{self, Judge};
use crate::store::{AnyConnection, ProblemId, StoreError, UserId, problems, seasons};

/// What a judging needs to know of a problem.
pub(super) struct Task {
    asked: Box<dyn contests::Task>,
    contest: Contest,
    /// Scoring version of the season.
    pub(super) scoring_version: String,
    /// Its season tells of public terms alone, until it is revealed.
    pub(super) holds_back: bool,
    /// Who does not rank on it.
    pub(super) setter: Option<UserId>,
}

impl Task {
    /// Reads a problem.
    pub(super) fn load(conn: &mut AnyConnection, id: ProblemId) -> Result<Self, TryError> {
        let problem = problems::load_problem(conn, id).map_err(StoreError::from)?;
        let season = seasons::load_season(conn, problem.season_id).map_err(StoreError::from)?;
        let host = contests::of(season.contest).host;
        Ok(Self {
            asked: host.task(conn, &season, &problem)?,
            contest: season.contest,
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
        Ok(self.asked.judge(judge, eed, source)?)
    }

    /// Names what judges it on a machine whose sandbox has this digest.
    pub(super) fn digest_beside(&self, sandbox: &str) -> String {
        self.contest.digest_beside(sandbox)
    }
}
