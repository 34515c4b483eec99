//! The page of one problem: statement, public terms, the box to submit, the reader's attempts.

use askama::Template;
use chrono::{DateTime, Utc};
use dojo_judge::sequence::Tag;

use super::bar_chart::Spread;
use super::boards::{Banner, ProblemBoardRow};
use super::form::FieldErrors;
use super::live::Live;
use super::seasons::SeasonHead;
use super::server_trial::Tried;
use super::shell::Shell;
use super::terms::PublicTerms;
use super::trial::Trial;
use super::verdict::VerdictLabel;
use super::{explain, filters};
use crate::html::TrustedHtml;
use crate::words::say;

/// `/seasons/{season}/problems/{problem}`; also the answer to a refused submission, then with
/// `form` and `errors` filled and the status that the error has.
#[derive(Template)]
#[template(path = "sequence/problem.html")]
pub struct ProblemPage {
    /// Common data.
    pub shell: Shell,
    /// Its season.
    pub season: SeasonHead,
    /// The problem.
    pub problem: ProblemHead,
    /// People who submitted anything.
    pub tried: u32,
    /// People with REWARD.
    pub solvers: u32,
    /// The statement: [`super::markdown::statement`] of the problem's markdown.
    pub statement: TrustedHtml,
    /// The public terms: [`PublicTerms::new`].
    pub terms: PublicTerms,
    /// Running a program in the reader's browser.
    pub trial: Trial,
    /// What became of the program that the server has just run.
    pub tried_here: Option<Tried>,
    /// How final its board is.
    pub banner: Banner,
    /// Earlier versions, the oldest first.
    pub superseded: Vec<Superseded>,
    /// What became public at Reveal.
    pub revealed: Option<RevealedView>,
    /// Whether the reader may submit now.
    pub gate: SubmitGate,
    /// What the reader typed; empty at first.
    pub form: SubmitForm,
    /// Bytes of the shortest program that solves it, where that may be told.
    pub shortest: Option<u32>,
    /// What was wrong with it: fields `source`, `method_tag`, `notes`, `file`
    /// or the whole form.
    pub errors: FieldErrors,
    /// The reader's submissions to this problem, newest first.
    pub mine: Vec<SubmissionRow>,
    /// The first rows of the board (about five).
    pub top: Vec<ProblemBoardRow>,
    /// The problem before, if any.
    pub previous: Option<ProblemLink>,
    /// The problem after, if any.
    pub next: Option<ProblemLink>,
}

/// What became public of a problem at Reveal.
#[derive(Clone, Debug)]
pub struct RevealedView {
    /// The setter's program.
    pub setter_source: String,
    /// The salt of the commitment.
    pub salt: String,
    /// What is stored was held against the commitment and agreed.
    pub verified: bool,
    /// How the programs that solve it are spread.
    pub spread: Spread,
}

/// A problem as the head of its pages shows it.
#[derive(Clone, Debug)]
pub struct ProblemHead {
    /// Part of the address.
    pub slug: String,
    /// Place in the season, from 1.
    pub position: u32,
    /// Title.
    pub title: String,
    /// `easy`, `medium` or `hard`, when the setter said.
    pub difficulty: Option<String>,
    /// Topic words, without the difficulty.
    pub tags: Vec<String>,
    /// Licence of the statement and the setter's program.
    pub licence: String,
    /// Where it is known from; `None` before Reveal.
    pub known_as: Option<String>,
    /// The commitment, once there is one.
    pub commitment: Option<String>,
    /// Why it was taken out of the contest, if it was.
    pub withdrawn: Option<String>,
    /// What stands above its statement: the words, and since when. On the page of the problem alone.
    pub corrections: Vec<(String, DateTime<Utc>)>,
    /// Why it is hidden at present, for those who see it all the same.
    pub held: Option<String>,
    /// The reader may see how it fares.
    pub watched: bool,
    /// Address of the draft of which this is what contestants will see.
    pub preview: Option<String>,
    /// What tells that there is something to read for who may submit, or that nobody may any more; until the end.
    pub live: Option<Live>,
    /// What its setter says of the solution, from Reveal on. On the pages of the problem and its solutions alone.
    pub editorial: Option<TrustedHtml>,
}

/// A version of a problem that was withdrawn and has been replaced by a newer one.
#[derive(Clone, Debug)]
pub struct Superseded {
    /// The version.
    pub version: u32,
    /// Why it was taken out of the contest.
    pub reason: String,
}

/// A link to a problem of the same season.
#[derive(Clone, Debug)]
pub struct ProblemLink {
    /// Part of the address.
    pub slug: String,
    /// Title.
    pub title: String,
}

/// Whether the reader may submit now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubmitGate {
    /// Yes.
    Open {
        /// Submissions left to this problem.
        attempts_left: u32,
        /// The next one is accepted from this moment on, when that is not yet.
        next_at: Option<DateTime<Utc>>,
    },
    /// After signing in.
    SignIn,
    /// The season is not open yet.
    NotYet,
    /// The season takes no more submissions.
    Over,
    /// Organizers hide the problem.
    Hidden,
    /// The problem is out of the contest.
    Withdrawn,
    /// All attempts are used.
    NoAttemptsLeft,
    /// Setters do not submit to their own problems.
    OwnProblem,
    /// The reader is disqualified from the season.
    Barred,
    /// The problem is a draft, of which only the page is shown.
    Preview,
}

impl SubmitGate {
    /// There is something to submit to, now or after signing in.
    pub(super) fn is_open(&self) -> bool {
        matches!(self, Self::Open { .. } | Self::SignIn)
    }
}

/// What a person typed into the submit form (`POST …/submissions`, `multipart/form-data` with
/// the fields `csrf_token`, `source`, `file`, `method_tag`, `notes`, `solution`; a chosen file that
/// is not empty wins over `source`, and a `solution.json` stands for `method_tag` and `notes`).
#[derive(Clone, Debug, Default)]
pub struct SubmitForm {
    /// The source.
    pub source: String,
    /// One of [`Tag::SUGGESTED`] or a word of the person's own; empty for `unspecified`.
    pub method_tag: String,
    /// A short description.
    pub notes: String,
}

/// What a method tag that is offered means.
fn method(tag: &str) -> &'static str {
    match tag {
        "closed_form" => say!("method-closed-form"),
        "linear_recurrence" => say!("method-linear-recurrence"),
        "matrix_power" => say!("method-matrix-power"),
        "symbolic_guess" => say!("method-symbolic-guess"),
        "search_enum" => say!("method-search"),
        _ => say!("method-other"),
    }
}

impl ProblemPage {
    /// The box is there for those who may submit, now or after signing in.
    fn shows_form(&self) -> bool {
        self.gate.is_open() || !self.form.source.is_empty() && self.tried_here.is_none()
    }

    fn draft_key(&self) -> String {
        let name = self
            .shell
            .viewer
            .as_ref()
            .map_or("", |viewer| viewer.name.as_str());
        draft_key(&self.season.slug, &self.problem.slug, name)
    }

    /// The name of a draft that was typed before signing in.
    fn visitor_draft_key(&self) -> String {
        draft_key(&self.season.slug, &self.problem.slug, "")
    }

    /// Something beside the source was said, or is wrong.
    fn says_more(&self) -> bool {
        let fields = ["method_tag", "notes", "file"];
        let filled = !self.form.method_tag.is_empty() || !self.form.notes.is_empty();
        filled || fields.iter().any(|field| self.errors.has(field))
    }

    fn limit_lines(&self) -> Vec<(&'static str, String)> {
        explain::limit_lines(&self.trial.rules.limits)
    }
}

/// Under which name the browser keeps the draft: one for each person and problem.
pub(super) fn draft_key(season: &str, problem: &str, name: &str) -> String {
    format!("draft {season}/{problem} {name}")
}

/// One submission in a list.
#[derive(Clone, Debug)]
pub struct SubmissionRow {
    /// Its number.
    pub id: i64,
    /// Slug of the season.
    pub season: String,
    /// Slug of the problem.
    pub problem: String,
    /// Title of the problem.
    pub problem_title: String,
    /// When it was received.
    pub created_at: DateTime<Utc>,
    /// Its state or verdict: [`VerdictLabel::of_word`].
    pub verdict: VerdictLabel,
    /// Canonical bytes, when known.
    pub l_chars: Option<u32>,
    /// Score, when judged.
    pub score: Option<u32>,
    /// It is the person's row on the board.
    pub counts: bool,
    /// It is practice.
    pub practice: bool,
}
