//! The physics contest: grades a derivation against a problem's reference solution, and decides what its author may
//! learn before Reveal.
//!
//! Contains the rules of a season, the verdict, the report and the setter's package, parallel to those of the
//! sequence contest.

mod answers;
mod card;
mod judge;
mod package;
mod reading;
mod report;
mod rules;
mod simplifier;
mod validate;
mod verdict;

pub use answers::FinalAnswers;
pub use card::{Card, SharedConstant};
pub use judge::judge;
pub use package::{Example, Package};
pub use reading::{Reading, read};
pub use report::{PublicFormula, PublicNode, PublicReport, Report};
pub use rules::{FULL_MARKS, Feedback, MAX_FORMULAS, Rules};
pub use simplifier::OnFirstUse;
pub use validate::{ValidationReport, validate};
pub use verdict::{Rejection, VERDICT_WORDS, Verdict};
