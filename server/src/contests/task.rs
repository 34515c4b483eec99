//! What judges, and what the judging of one submission asks of it.

use dojo_judge::contest::Report;
use dojo_judge::sequence::{self, JudgeError, Rules};
use dojo_sandbox::Runtime;
use formula::credit::eed::{Eed, SimplifyError};

/// What judges programs. The real one is [`SandboxJudge`]. Other types of contest are judged without it.
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

/// What a problem asks for. It does not change once submissions are accepted.
pub trait Task: Send + Sync {
    /// Judges one submission.
    ///
    /// # Errors
    /// When what judges fails.
    fn judge(&self, judge: &dyn Judge, eed: &Eed, source: &[u8]) -> Result<Report, JudgingError>;
}

/// What judges failed.
#[derive(Debug, thiserror::Error)]
pub enum JudgingError {
    /// The sandbox.
    #[error("the judge failed: {0:?}")]
    Judge(#[from] JudgeError),
    /// What simplifies formulas.
    #[error("formulas cannot be simplified: {0}")]
    Simplifier(#[from] SimplifyError),
}
