//! The page of one submission, and the part of it that changes when the verdict arrives.

use askama::Template;
use chrono::{DateTime, Utc};
use dojo_judge::sequence::diversity::DiversityRules;
use dojo_judge::sequence::{Report, ScoringVersion, Verdict};

use super::explain::{self, Explanation, Meter, ScoreLine};
use super::filters;
use super::html::TrustedHtml;
use super::physics::verdict::Graded;
use super::problem::ProblemHead;
use super::seasons::SeasonHead;
use super::shell::Shell;
use super::verdict::VerdictLabel;

/// Most that one submission gets for diversity (`docs/SCORING-v0.1.md` §6.2).
const DIVERSITY_BONUS_CAP: u32 = DiversityRules::V0_1.bonus_cap;

/// `/submissions/{id}`. While [`Judging`] is not settled the page listens to
/// `/submissions/{id}/events` for the event `verdict` and then fetches
/// `/submissions/{id}/verdict`.
#[derive(Template)]
#[template(path = "submission.html")]
pub struct SubmissionPage {
    /// Common data.
    pub shell: Shell,
    /// Season, problem and result.
    pub submission: SubmissionView,
    /// The source as submitted, for its owner (and for everybody after Reveal).
    pub source: Option<String>,
    /// A derivation as its author meant it, with its formulas.
    pub rendered: Option<TrustedHtml>,
    /// The reader may withdraw it now.
    pub withdrawable: bool,
    /// The reader may have its receipt.
    pub has_receipt: bool,
}

/// `/submissions/{id}/verdict`: a fragment of HTML without the shell, put in place of
/// `#verdict`.
#[derive(Template)]
#[template(path = "submission/verdict.html")]
pub struct VerdictFragment {
    /// Season, problem and result.
    pub submission: SubmissionView,
}

/// One submission.
#[derive(Clone, Debug)]
pub struct SubmissionView {
    /// Its number.
    pub id: i64,
    /// Its season.
    pub season: SeasonHead,
    /// Its problem.
    pub problem: ProblemHead,
    /// Display name of its author.
    pub author: String,
    /// When it was received.
    pub created_at: DateTime<Utc>,
    /// The method tag; empty when unspecified.
    pub method_tag: String,
    /// The author's notes.
    pub notes: String,
    /// What the reader may see.
    pub audience: Audience,
    /// Whether it is judged.
    pub judging: Judging,
    /// What took it out of the contest, if something did.
    pub out: Option<OutView>,
    /// It is practice: judged, never ranked.
    pub practice: bool,
}

/// What took a submission out of the contest.
#[derive(Clone, Debug)]
pub struct OutView {
    /// The organizer did; otherwise its author.
    pub disqualified: bool,
    /// The public reason.
    pub reason: String,
}

/// What the reader may see of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// The author before Reveal: all, except what would tell of the hidden terms.
    Author,
    /// Somebody else before Reveal: the verdict and how the score comes about.
    Public,
    /// Everybody after Reveal, and staff: all.
    Everything,
}

/// Where the judging of a submission stands.
#[derive(Clone, Debug)]
pub enum Judging {
    /// Waits.
    Queued {
        /// Submissions before it, when that is known.
        ahead: Option<u32>,
    },
    /// Runs.
    Running,
    /// The judge failed; staff are told.
    Internal,
    /// A program was judged.
    Judged(Box<Judged>),
    /// A derivation was graded.
    Graded(Box<Graded>),
}

/// A judged program.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The judge's report, whole; the page decides by [`Audience`] what it shows of it.
    pub report: Report,
    /// Diversity bonus, for being first with a method and shared; `None` before it is computed.
    pub diversity_bonus: Option<(u32, u32)>,
    /// Why the declared method does not count, when it does not.
    pub contradiction: Option<String>,
    /// When it was judged.
    pub judged_at: DateTime<Utc>,
    /// Wall-clock time of the run in microseconds: shown, decides nothing.
    pub wall_us: u64,
}

impl SubmissionView {
    /// The label of its state or verdict.
    pub fn label(&self) -> VerdictLabel {
        match &self.out {
            Some(out) if out.disqualified => return VerdictLabel::of_word("DISQUALIFIED"),
            Some(_) => return VerdictLabel::of_word("WITHDRAWN"),
            None => {}
        }
        VerdictLabel::of_word(match &self.judging {
            Judging::Queued { .. } => "QUEUED",
            Judging::Running => "RUNNING",
            Judging::Internal => "INTERNAL",
            Judging::Judged(judged) => judged.report.verdict.word(),
            Judging::Graded(graded) => return graded.label,
        })
    }

    /// The verdict is still to come.
    fn is_pending(&self) -> bool {
        matches!(self.judging, Judging::Queued { .. } | Judging::Running)
    }

    /// What the verdict means.
    fn explanation(&self, judged: &Judged) -> Explanation {
        explain::explain(self, judged)
    }

    /// The score as a sum.
    fn derivation(&self, judged: &Judged) -> Vec<ScoreLine> {
        explain::derivation(self, judged)
    }

    /// More than the verdict and the score may be shown.
    fn shows_details(&self) -> bool {
        self.audience != Audience::Public
    }
}

impl Judged {
    /// The score with every bonus known so far.
    fn total(&self) -> u32 {
        self.report.score + self.diversity().unwrap_or(0)
    }

    /// The diversity bonus as a sum, once it is computed; only what is Reward Correct has one.
    pub(super) fn diversity(&self) -> Option<u32> {
        let (first, shared) = self.diversity_bonus?;
        Some(if self.report.reward_correct {
            (first + shared).min(DIVERSITY_BONUS_CAP)
        } else {
            0
        })
    }

    /// A part of the score is still to come.
    fn is_provisional(&self) -> bool {
        self.report.reward_correct && self.diversity_bonus.is_none()
    }

    /// The program ran.
    fn ran(&self) -> bool {
        !matches!(self.report.verdict, Verdict::Rejected { .. })
    }

    /// The three counts of the policy against their limits; none when it could not be parsed.
    fn meters(&self, scoring_version: &str) -> Vec<Meter> {
        let (Some(counts), Ok(version)) = (
            &self.report.counts,
            scoring_version.parse::<ScoringVersion>(),
        ) else {
            return Vec::new();
        };
        let limits = version.thresholds();
        let meter = |name, value, limit, line| Meter {
            name,
            value,
            limit,
            line,
        };
        vec![
            meter(
                "Number literals",
                counts.numeric_literals,
                limits.numeric_literals,
                counts.numeric_line,
            ),
            meter(
                "Characters in strings",
                counts.string_literal_chars,
                limits.string_literal_chars,
                counts.string_line,
            ),
            meter(
                "Elements of the longest list or tuple",
                counts.list_tuple_elements,
                limits.list_tuple_elements,
                counts.list_tuple_line,
            ),
        ]
    }
}
