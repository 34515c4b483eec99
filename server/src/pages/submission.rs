//! The page of one submission, and the part of it that changes when the verdict arrives.

use askama::Template;
use chrono::{DateTime, Utc};
use dojo_judge::sequence::diversity::Bonus;
use dojo_judge::sequence::{HELD_BACK, Report, Verdict};

use crate::contests::Audience;

use super::explain::{self, Explanation, Meter, ScoreLine};
use super::filters;
use super::physics::verdict::Graded;
use super::problem::{ProblemHead, ProblemLink};
use super::seasons::{Beaten, SeasonHead};
use super::shell::Shell;
use super::strip;
use super::traceback::{self, TracePiece};
use super::transcript::Transcript;
use super::trial::{LimitsView, ProgramRules, Trial};
use super::verdict::VerdictLabel;
use crate::html::TrustedHtml;
use crate::words::say;

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
    /// What a model was asked and answered, once that is published.
    pub transcript: Option<Transcript>,
    /// Running the program in the reader's browser, where the reader may see its source.
    pub trial: Option<Trial>,
    /// The reader may withdraw it now.
    pub withdrawable: bool,
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
    /// The sign-in name of its author.
    pub author_name: String,
    /// Who runs the model that sent it; `None` of a person's.
    pub operator: Option<String>,
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
    /// The reader wrote it.
    pub own: bool,
    /// The submission that was sent again as this one, when its problem was replaced.
    pub carried_from: Option<i64>,
    /// What comes next, for its author.
    pub after: Option<Afterwards>,
    /// Which program was the shortest until this one came.
    pub beaten: Option<Beaten>,
}

/// What comes after a verdict.
#[derive(Clone, Debug)]
pub struct Afterwards {
    /// The author's place on the board of the problem.
    pub place: Option<BoardPlace>,
    /// A problem of the season that the author has not solved.
    pub next: Option<ProblemLink>,
}

/// A place on the board of a problem.
#[derive(Clone, Debug)]
pub struct BoardPlace {
    /// Rank, from 1.
    pub rank: u32,
    /// People on the board.
    pub people: u32,
    /// The rank that the author would have without this submission, `None` where there would be none; known while this
    /// is the one that stands there, and before bonuses.
    pub before: Option<Option<u32>>,
    /// The submission that stands there, when it is another one.
    pub best: Option<i64>,
    /// Bytes more than the shortest correct program; none where no program of the author is correct.
    pub behind: Option<u32>,
    /// Sign-in name and display name of who is just above.
    pub above: Option<(String, String)>,
    /// Who is just below.
    pub below: Option<(String, String)>,
    /// The board is that of all time.
    pub all_time: bool,
}

/// What took a submission out of the contest.
#[derive(Clone, Debug)]
pub struct OutView {
    /// The organizer did; otherwise its author.
    pub disqualified: bool,
    /// The public reason.
    pub reason: String,
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
    /// Only that its public terms are right is told.
    Held {
        /// Canonical bytes.
        l_chars: u32,
        /// What it is held against.
        rules: ProgramRules,
    },
    /// A program was judged.
    Judged(Box<JudgedProgram>),
    /// A derivation was graded.
    Graded(Box<Graded>),
    /// Something was judged of which no more is shown.
    Plain(PlainVerdict),
}

/// A verdict of which no more is shown than its words and its score.
#[derive(Clone, Debug)]
pub struct PlainVerdict {
    /// Its label.
    pub label: VerdictLabel,
    /// What it says.
    pub message: Option<String>,
    /// The score, where it may be told.
    pub score: Option<u32>,
    /// When it was judged.
    pub judged_at: DateTime<Utc>,
}

/// A judged program.
#[derive(Clone, Debug)]
pub struct JudgedProgram {
    /// What the program was held against.
    pub rules: ProgramRules,
    /// The terms that are published.
    pub public_terms: Vec<String>,
    /// The judge's report, whole; the page decides by [`Audience`] what it shows of it.
    pub report: Report,
    /// Diversity bonus; `None` before it is computed.
    pub diversity_bonus: Option<Bonus>,
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
            Judging::Held { .. } => HELD_BACK,
            Judging::Judged(judged) => judged.report.verdict.word(),
            Judging::Graded(graded) => return graded.label,
            Judging::Plain(verdict) => return verdict.label,
        })
    }

    /// The verdict is still to come.
    fn is_pending(&self) -> bool {
        matches!(self.judging, Judging::Queued { .. } | Judging::Running)
    }

    /// What the verdict means.
    fn explanation(&self, judged: &JudgedProgram) -> Explanation {
        explain::explain(self, judged)
    }

    /// The strip of a judged program, as far as the reader may know it.
    pub(super) fn strip(&self, judged: &JudgedProgram) -> TrustedHtml {
        let length = |number: u32| usize::try_from(number).unwrap_or(0);
        let (all, stage) = (length(judged.rules.n_check), length(judged.rules.n_stage));
        let everything = self.audience == Audience::Everything;
        let known = if everything {
            all
        } else {
            length(judged.rules.n_public).min(all)
        };
        let matched = length(judged.report.terms_matched);
        // Where it broke among the hidden terms is told to nobody before Reveal.
        let (right, ended) = match (judged.report.reward_correct, judged.report.stage_pass) {
            (true, _) => (all, false),
            (false, true) if everything => (matched, true),
            (false, true) => (stage, false),
            (false, false) if self.shows_details() => (matched.min(known), matched < known),
            (false, false) => (0, false),
        };
        let label = match (right == all, ended) {
            (true, _) => say!("strip-all", n = all),
            (false, true) => say!("strip-breaks", n = right),
            (false, false) if right == 0 => say!("strip").to_owned(),
            (false, false) => say!("strip-right", n = right),
        };
        strip::strip(&strip::judged(right, ended, known, all), &label)
    }

    /// A line to share: the rows of the strip as squares.
    fn shared(&self, judged: &JudgedProgram) -> String {
        let row = if judged.report.reward_correct {
            "🟩🟩🟩🟩"
        } else {
            "🟩🟩⬛⬛"
        };
        let bytes = say!("count-bytes", n = judged.report.l_chars);
        format!("{} {row} {bytes}", self.problem.title)
    }

    /// The hash of what was judged, where that may be told.
    fn told_hash<'a>(&self, hash: Option<&'a str>) -> Option<&'a str> {
        hash.filter(|_| self.shows_details())
    }

    /// More than the verdict and the score may be shown.
    fn shows_details(&self) -> bool {
        self.audience != Audience::Public
    }
}

impl JudgedProgram {
    /// The score as a sum.
    fn derivation(&self) -> Vec<ScoreLine> {
        explain::derivation(self)
    }

    /// The score with every bonus known so far.
    fn total(&self) -> u32 {
        self.report.score + self.diversity().unwrap_or(0)
    }

    /// The diversity bonus as a sum, once it is computed; only what is Reward Correct has one.
    pub(super) fn diversity(&self) -> Option<u32> {
        let bonus = self.diversity_bonus?;
        Some(if self.report.reward_correct {
            bonus.total
        } else {
            0
        })
    }

    /// A part of the score is still to come.
    fn is_provisional(&self) -> bool {
        self.report.reward_correct && self.diversity_bonus.is_none()
    }

    /// What the program wrote to standard error.
    fn stderr(&self) -> Vec<TracePiece<'_>> {
        traceback::pieces(&self.report.stderr)
    }

    /// The program ran.
    pub(super) fn ran(&self) -> bool {
        !matches!(self.report.verdict, Verdict::Rejected { .. })
    }

    /// What the policy counts and weighs, against its limits, when one of them is exceeded.
    fn exceeded(&self, allowed: &LimitsView) -> Vec<Meter> {
        let meters = explain::meters(
            (self.report.counts.as_ref()).map(|counts| (counts, allowed.counts)),
            self.report.payload.as_ref().zip(allowed.payload),
        );
        if meters.iter().any(Meter::is_over) {
            meters
        } else {
            Vec::new()
        }
    }
}
