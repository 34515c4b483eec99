//! The integer-sequence contest: canonical source, policy, run, gates, score.
//!
//! Each step is one module and uses only the steps before it; [`judge`](judge()) combines them.

pub mod canonical;
pub mod classifier;
pub mod diversity;
pub mod gate;
pub mod guess;
mod judge;
pub mod method;
mod neutral;
pub mod package;
pub mod policy;
mod report;
mod rules;
pub mod score;
pub mod setter;
mod tree;
mod verdict;

pub use canonical::{Canonical, MAX_SOURCE_BYTES, SolverHash};
pub use classifier::{Classification, Family};
pub use judge::{Check, JudgeError, check, judge, read_payload_in_guest};
pub use method::{Solution, Tag};
pub use neutral::{WeighedForm, WeighedLine};
pub use policy::{Allowance, Counts, Payload, Thresholds};
pub use report::{PublicReport, Report};
pub use rules::{MIN_PAR, Rules, ScoringVersion};
pub use score::brevity_bonus;
pub use tree::NotATree;
pub use verdict::{Ending, HELD_BACK, PublicVerdict, Rejection, VERDICT_WORDS, Verdict, ended};
