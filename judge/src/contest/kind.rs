//! The trait that a type of contest implements for the rest of the judge. Everything else (log, receipts, archives,
//! replay, boards) is the same for all types.

use std::fmt::Debug;
use std::num::NonZeroUsize;

use dojo_sandbox::Runtime;
use formula::credit::eed::Eed;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::Scoring;
use crate::digest::{Digest, Seed};
use crate::sequence::diversity::{Bonus, DiversityRules};
use crate::sequence::gate::Gates;
use crate::sequence::setter::SetterScore;

/// The words and file names of a type of contest.
#[derive(Debug)]
pub struct Names {
    /// The word in `season.toml` and in records.
    pub word: &'static str,
    /// The published scoring rules of its seasons, the oldest first.
    pub scorings: &'static [&'static str],
    /// What people submit.
    pub submission: &'static str,
    /// How a submission is judged: it is `run` or `graded`.
    pub judged: &'static str,
    /// What judges it.
    pub judge: &'static str,
    /// The key under which a replay reports how many it judged.
    pub counted: &'static str,
    /// The extension of a submission's file.
    pub extension: &'static str,
    /// The file that identifies a setter's package.
    pub package: &'static str,
    /// The file of a problem with what everybody knows about it, as canonical JSON.
    pub card: &'static str,
    /// The file of a problem with its setter's solution.
    pub solution: &'static str,
    /// The file of a problem with its terms, if problems have terms.
    pub terms: Option<&'static str>,
    /// The domain separator of a commitment. It contains the type of the problem, so that a problem of one type can
    /// never be presented as one of another.
    pub commitment: &'static str,
    /// A key that its reports have and those of no other type have.
    pub report_key: &'static str,
}

/// What a report of any type of contest can answer.
pub trait Judged {
    /// The word of the verdict.
    fn verdict_word(&self) -> &'static str;

    /// Points without the bonuses that depend on other submissions.
    fn score(&self) -> u32;

    /// The highest gate that the submission passed.
    fn gates(&self) -> Gates;

    /// SHA-256 in hexadecimal of the submission in the form in which it is compared; `None` if it has no such form.
    fn content_hash(&self) -> Option<&str>;

    /// Other measurements, worded so that they can follow the word `with`.
    fn measured(&self) -> String;

    /// The fuel used, if something ran.
    fn fuel(&self) -> Option<u64> {
        None
    }

    /// The tie-breaker between equal points, smaller is better: the canonical bytes of a program. `None` if length
    /// does not count, or if there is no canonical form.
    fn length(&self) -> Option<u32> {
        None
    }

    /// Whether it would reveal something about terms after the first `n_public`. Always true for contests without
    /// terms.
    fn depends_on_more(&self, _n_public: u32) -> bool {
        true
    }

    /// Why the submission cannot deserve the method tag that its author declared, if it cannot.
    fn contradiction(&self, _tag: &str) -> Option<&str> {
        None
    }
}

/// The part of a judgement that decides points and places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The highest gate that the submission passed.
    pub gates: Gates,
    /// Points as judged, without the bonuses that depend on other submissions.
    pub score: u32,
    /// See [`Judged::length`].
    pub length: Option<u32>,
    /// See [`Kind::par`].
    pub par: Option<u32>,
}

/// The points of a submission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// The bonus for a short program.
    pub brevity: u32,
    /// The bonus for different methods.
    pub diversity: Bonus,
    /// All points; 0 if the submission does not count.
    pub score: u32,
}

/// A value from which no points can be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPoints {
    /// The name of the value.
    pub field: &'static str,
    /// What is wrong with it, in a clause.
    pub fault: &'static str,
}

/// The programs that judge submissions again.
#[derive(Clone)]
pub struct Judges<'a> {
    /// The sandbox that runs programs.
    pub runtime: Option<&'a Runtime>,
    /// Measures how near derivations come to final answers.
    pub eed: Option<&'a Eed>,
    /// How many submissions are judged at once.
    pub threads: NonZeroUsize,
}

/// What judging needs to know about a season.
pub struct Season<'a, K: Kind> {
    /// Its parameters.
    pub parameters: &'a K::Parameters,
    /// How it counts points.
    pub scoring: Scoring,
    /// Its seed, where it has one and it is known.
    pub seed: Option<Seed>,
}

/// The files of a committed problem.
#[derive(Clone, Copy, Debug)]
pub struct ProblemFiles<'a> {
    /// Its slug.
    pub slug: &'a str,
    /// [`Names::card`].
    pub card: &'a str,
    /// [`Names::solution`].
    pub solution: &'a str,
    /// [`Names::terms`]; empty where problems have none.
    pub terms: &'a [String],
}

/// A mistake in a file of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The file.
    pub file: &'static str,
    /// Which field of it.
    pub field: String,
    /// What is wrong, in a clause.
    pub message: String,
}

impl Wrong {
    /// A mistake in the `field` of `file`.
    pub fn new(file: &'static str, field: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            file,
            field: field.into(),
            message: message.into(),
        }
    }
}

/// Additional columns of a table that only one type of contest has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// Their names.
    pub names: Vec<&'static str>,
    /// The cells of each row, in the same order.
    pub rows: Vec<Vec<String>>,
}

/// A row of the table of all submissions.
pub struct SubmissionRow<'a, K: Kind> {
    /// What it is worth.
    pub worth: &'a Worth,
    /// Its points with the bonuses that depend on other submissions.
    pub points: &'a Points,
    /// SHA-256 of the submission; empty if it has none.
    pub hash: String,
    /// The part of its report that is stored beside it.
    pub details: &'a K::Details,
}

/// A row of a problem's board.
pub struct ProblemRow<'a, K: Kind> {
    /// What it is worth.
    pub worth: &'a Worth,
    /// Its points with the bonuses that depend on other submissions.
    pub points: &'a Points,
    /// When it was received, in µs.
    pub created_at_us: i64,
    /// The part of its report that is stored beside it.
    pub details: &'a K::Details,
}

/// A row of the season's board.
pub struct SeasonRow<'a, K: Kind> {
    /// Problems with at least a Stage Pass.
    pub stage_count: u32,
    /// How many problems are fully solved.
    pub reward_count: u32,
    /// Twice the median length over the fully solved problems.
    pub median_length_twice: Option<u32>,
    /// The stored details of the person's rows, without withdrawn problems.
    pub details: Vec<&'a K::Details>,
    /// The number of the season's problems that were not withdrawn.
    pub problems: usize,
}

/// How much contestants learn before Reveal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// Verdicts, scores and boards.
    Scores,
    /// Verdicts, but nothing that reveals a score.
    NoScores,
    /// Whether the public terms are right.
    PublicTerms,
}

/// The parts of any season's manifest that the parameters of one type need.
#[derive(Clone, Copy, Debug)]
pub struct Announced<'a> {
    /// Its slug.
    pub season: &'a str,
    /// Its scoring rules.
    pub scoring: Scoring,
    /// Submissions of one person to one problem.
    pub attempts_max: u32,
    /// Seconds between two of them.
    pub attempt_interval_seconds: u32,
    /// Its seed, where it has one.
    pub seed: Option<&'a Seed>,
}

/// A type of contest. All code for one type is in a folder beside this file.
pub trait Kind: Sized + 'static {
    /// Its words and files.
    const NAMES: Names;

    /// What an organizer may set for a season, as the database keeps it.
    type Settings: Clone + Debug + PartialEq + Eq + Serialize + DeserializeOwned;

    /// The parameters of a season in its manifest.
    type Parameters: Clone + Debug + PartialEq + Eq + Serialize + DeserializeOwned;

    /// The judge's report on a submission.
    type Report: Judged + Clone + Debug + PartialEq + Eq + Serialize + DeserializeOwned;

    /// The part of a report that is stored beside it, for tables and points.
    type Details: Clone + Debug + PartialEq + Eq + Serialize + DeserializeOwned;

    /// A problem prepared for judging, made once for all its submissions.
    type Task: Send + Sync;

    /// How much contestants learn before Reveal.
    fn told(_settings: &Self::Settings) -> Told {
        Told::Scores
    }

    /// Whether its seasons have a seed, which is drawn when they are announced.
    const HAS_SEED: bool = false;

    /// The parameters of a season that is announced with these settings.
    ///
    /// # Errors
    /// What is missing for them.
    fn announce(
        settings: &Self::Settings,
        announced: &Announced<'_>,
    ) -> Result<Self::Parameters, &'static str>;

    /// The digest that identifies what judges on a machine whose sandbox has this digest.
    fn digest_beside(sandbox: &str) -> String {
        sandbox.to_owned()
    }

    /// Checks that the parameters make sense, belong to the scoring version, and name the judge by its digest.
    ///
    /// # Errors
    /// The first mistake, worded to follow the word `parameters`.
    fn check_parameters(
        parameters: &Self::Parameters,
        scoring: Scoring,
        judge: Digest,
    ) -> Result<(), String>;

    /// How the limits by which a season was judged differ from those of this program, for limits that do not affect
    /// points.
    fn other_policy(_parameters: &Self::Parameters, _scoring: Scoring) -> Option<String> {
        None
    }

    /// What the season's manifest publishes about its seed, if it has one.
    fn seed_commitment(_parameters: &Self::Parameters) -> Option<Digest> {
        None
    }

    /// The part of a report that is stored beside it.
    fn details(report: &Self::Report) -> Self::Details;

    /// The par of the problem, which the length of a submission is compared with, if the scoring has one.
    fn par(_details: &Self::Details) -> Option<u32> {
        None
    }

    /// A hash that submissions with the same method share, if it is known.
    fn method_hash(_details: &Self::Details) -> Option<Digest> {
        None
    }

    /// A contradiction inside a report, or between the report and the submission: the field and the fault.
    fn check_report(
        report: &Self::Report,
        source: Option<&[u8]>,
        wrong: &mut dyn FnMut(&str, &str),
    );

    /// Checks the files of a problem.
    ///
    /// # Errors
    /// The first mistake.
    fn check_problem(season: &Season<'_, Self>, problem: &ProblemFiles<'_>) -> Result<(), Wrong>;

    /// The points without the bonuses that depend on other submissions.
    ///
    /// # Errors
    /// A value that no judge produces.
    fn points(worth: &Worth) -> Result<Points, NoPoints>;

    /// The rules of the bonuses for different methods; `None` if there are none.
    fn diversity(_scoring: Scoring) -> Option<DiversityRules> {
        None
    }

    /// Whether setters have a board, whose points are [`setter_score`](Self::setter_score).
    const HAS_SETTERS_BOARD: bool = false;

    /// The points of a setter for a problem whose solution has this length.
    fn setter_score(_length: u32, _solvers: u32, _triers: u32) -> SetterScore {
        SetterScore::default()
    }

    /// Its columns in the table of all submissions, before the score.
    fn submission_columns(rows: &[SubmissionRow<'_, Self>]) -> Columns;

    /// Its columns in the table of the problems' boards, after the score.
    fn problem_columns(rows: &[ProblemRow<'_, Self>]) -> Columns;

    /// Its columns in the table of the season's board, after the sum.
    fn season_columns(rows: &[SeasonRow<'_, Self>]) -> Columns;

    /// Its keys in a row of a problem's board in the results.
    fn problem_keys(_details: &Self::Details) -> Map<String, Value> {
        Map::new()
    }

    /// Its keys in a row of the season's board in the results.
    fn season_keys(_row: &SeasonRow<'_, Self>) -> Map<String, Value> {
        Map::new()
    }

    /// The digest that identifies what judges on this machine.
    ///
    /// # Errors
    /// What is missing, in a sentence.
    fn judge_digest(judges: &Judges<'_>) -> Result<Digest, &'static str>;

    /// Prepares a problem for judging.
    ///
    /// # Errors
    /// What is wrong with it; `None` for mistakes that [`check_problem`](Self::check_problem) reports.
    fn task(
        season: &Season<'_, Self>,
        problem: &ProblemFiles<'_>,
    ) -> Result<Self::Task, Option<Wrong>>;

    /// Whether the problem matches its setter's solution; `None` if nothing is judged.
    fn check_solution(
        _task: &Self::Task,
        _problem: &ProblemFiles<'_>,
        _judges: &Judges<'_>,
    ) -> Option<Result<(), Wrong>> {
        None
    }

    /// A newly made report, in the words of a recorded one if both say the same. Another release may use other words
    /// where no result depends on them.
    fn in_words_of(made: &Self::Report, _recorded: &Self::Report) -> Self::Report {
        made.clone()
    }

    /// Judges a submission.
    ///
    /// # Errors
    /// Why the judge itself failed.
    fn judge(task: &Self::Task, judges: &Judges<'_>, source: &[u8])
    -> Result<Self::Report, String>;
}
