//! What a type of contest tells the rest of the judge of itself. Everything else (log, receipts,
//! archives, replay, boards) is the same for all types.

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

/// The words and names of files by which a type of contest is known.
#[derive(Debug)]
pub struct Names {
    /// In `season.toml` and in records.
    pub word: &'static str,
    /// The published rules by which its seasons count points, the oldest first.
    pub scorings: &'static [&'static str],
    /// What people submit.
    pub submission: &'static str,
    /// What is done with it: it is `run` or `graded`.
    pub judged: &'static str,
    /// What does that.
    pub judge: &'static str,
    /// Under which a replay tells how many it judged.
    pub counted: &'static str,
    /// How the name of a submission's file ends.
    pub extension: &'static str,
    /// The file by which a setter's package is known.
    pub package: &'static str,
    /// The file of a problem that holds what everybody knows of it, as canonical JSON.
    pub card: &'static str,
    /// The file of a problem that holds its setter's solution.
    pub solution: &'static str,
    /// The file of a problem that holds its terms, where problems have terms.
    pub terms: Option<&'static str>,
    /// The domain of a commitment. It says of which type a problem is, so that one can never be shown
    /// for another.
    pub commitment: &'static str,
    /// A key that its reports have and those of no other type.
    pub report_key: &'static str,
}

/// What a report of any type answers.
pub trait Judged {
    /// The word of the verdict.
    fn verdict_word(&self) -> &'static str;

    /// Points without bonuses that depend on others.
    fn score(&self) -> u32;

    /// The highest gate that is passed.
    fn gates(&self) -> Gates;

    /// SHA-256 of what was submitted, in the form in which it is compared, in hexadecimal; `None` when
    /// there is no such form.
    fn content_hash(&self) -> Option<&str>;

    /// What was measured besides, as it follows the word `with`.
    fn measured(&self) -> String;

    /// Fuel used, where something ran.
    fn fuel(&self) -> Option<u64> {
        None
    }

    /// What decides between equal points, the less the better: of a program its canonical bytes. `None`
    /// where that does not count, and when there is no canonical form.
    fn length(&self) -> Option<u32> {
        None
    }

    /// Whether it would tell of more than the first `n_public` terms; of what is no matter of terms, always.
    fn depends_on_more(&self, _n_public: u32) -> bool {
        true
    }

    /// Why the submission cannot deserve the tag that its author declared, when it cannot.
    fn contradiction(&self, _tag: &str) -> Option<&str> {
        None
    }
}

/// What of a judgement decides points and places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The highest gate that is passed.
    pub gates: Gates,
    /// Points without bonuses that depend on others, as they were judged.
    pub score: u32,
    /// See [`Judged::length`].
    pub length: Option<u32>,
    /// See [`Kind::par`].
    pub par: Option<u32>,
}

/// What a submission scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// For being short.
    pub brevity: u32,
    /// For being one of several methods.
    pub diversity: Bonus,
    /// All points; 0 when it does not count.
    pub score: u32,
}

/// A number from which no points follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPoints {
    /// The number.
    pub field: &'static str,
    /// What is wrong with it, in a clause.
    pub fault: &'static str,
}

/// What judges again.
#[derive(Clone)]
pub struct Judges<'a> {
    /// The sandbox, which programs need.
    pub runtime: Option<&'a Runtime>,
    /// What measures how near derivations come to final answers, which those need.
    pub eed: Option<&'a Eed>,
    /// Submissions judged at once.
    pub threads: NonZeroUsize,
}

/// What judging depends on of a season.
pub struct Season<'a, K: Kind> {
    /// Its numbers.
    pub parameters: &'a K::Parameters,
    /// How it counts points.
    pub scoring: Scoring,
    /// Its seed, where it has one and it is known.
    pub seed: Option<Seed>,
}

/// A committed problem, as its files are.
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

/// Something wrong in a file of a problem.
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
    /// The `field` of `file` is wrong.
    pub fn new(file: &'static str, field: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            file,
            field: field.into(),
            message: message.into(),
        }
    }
}

/// Columns that a type of contest has in a table, beside those of all types.
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
    /// Its points with what depends on others.
    pub points: &'a Points,
    /// SHA-256 of what was submitted; empty without one.
    pub hash: String,
    /// What else is kept of its report.
    pub details: &'a K::Details,
}

/// A row of a problem's board.
pub struct ProblemRow<'a, K: Kind> {
    /// What it is worth.
    pub worth: &'a Worth,
    /// Its points with what depends on others.
    pub points: &'a Points,
    /// When it was received, in µs.
    pub created_at_us: i64,
    /// What else is kept of its report.
    pub details: &'a K::Details,
}

/// A row of the season's board.
pub struct SeasonRow<'a, K: Kind> {
    /// Problems with at least a Stage Pass.
    pub stage_count: u32,
    /// Problems solved whole.
    pub reward_count: u32,
    /// Twice the median of the lengths over the problems solved whole.
    pub median_length_twice: Option<u32>,
    /// What is kept of the reports of the person's rows, on problems that were not withdrawn.
    pub details: Vec<&'a K::Details>,
    /// Problems of the season that were not withdrawn.
    pub problems: usize,
}

/// How much contestants learn before Reveal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// Verdicts, scores and boards.
    Scores,
    /// Verdicts as far as they tell of no score.
    NoScores,
    /// Whether the public terms are right.
    PublicTerms,
}

/// What the manifest of any season has, for the numbers of one type.
#[derive(Clone, Copy, Debug)]
pub struct Announced<'a> {
    /// Its slug.
    pub season: &'a str,
    /// How it counts points.
    pub scoring: Scoring,
    /// Submissions of one person to one problem.
    pub attempts_max: u32,
    /// Seconds between two of them.
    pub attempt_interval_seconds: u32,
    /// Its seed, where it has one.
    pub seed: Option<&'a Seed>,
}

/// A type of contest. One folder beside this file holds all that only it knows.
pub trait Kind: Sized + 'static {
    /// Its words and files.
    const NAMES: Names;

    /// What an organizer may set for a season, as the database keeps it.
    type Settings: Clone + Debug + PartialEq + Eq + Serialize + DeserializeOwned;

    /// The numbers of a season in its manifest.
    type Parameters: Clone + Debug + PartialEq + Eq + Serialize + DeserializeOwned;

    /// What the judge finds of a submission.
    type Report: Judged + Clone + Debug + PartialEq + Eq + Serialize + DeserializeOwned;

    /// What of a report is kept beside it, for tables and for points.
    type Details: Clone + Debug + PartialEq + Eq + Serialize + DeserializeOwned;

    /// What judging needs to know of a problem, made once for all its submissions.
    type Task: Send + Sync;

    /// How much contestants learn before Reveal.
    fn told(_settings: &Self::Settings) -> Told {
        Told::Scores
    }

    /// Whether its seasons have a seed, which is drawn when they are announced.
    const HAS_SEED: bool = false;

    /// The numbers of a season that is announced with these settings.
    ///
    /// # Errors
    /// What is missing for them.
    fn announce(
        settings: &Self::Settings,
        announced: &Announced<'_>,
    ) -> Result<Self::Parameters, &'static str>;

    /// Names what judges on a machine whose sandbox has this digest.
    fn digest_beside(sandbox: &str) -> String {
        sandbox.to_owned()
    }

    /// Whether the numbers make sense, are those of the scoring, and name what judges by its digest.
    ///
    /// # Errors
    /// The first thing that is wrong, after the word `parameters`.
    fn check_parameters(
        parameters: &Self::Parameters,
        scoring: Scoring,
        judge: Digest,
    ) -> Result<(), String>;

    /// How the limits by which a season was judged differ from those of this program, where no points follow from
    /// them.
    fn other_policy(_parameters: &Self::Parameters, _scoring: Scoring) -> Option<String> {
        None
    }

    /// What the manifest of a season publishes of its seed, where it has one.
    fn seed_commitment(_parameters: &Self::Parameters) -> Option<Digest> {
        None
    }

    /// What of a report is kept beside it.
    fn details(report: &Self::Report) -> Self::Details;

    /// What the length of a submission is held against, where the scoring has such a thing: the par of its problem.
    fn par(_details: &Self::Details) -> Option<u32> {
        None
    }

    /// What submissions have in common that are one method, where that is known.
    fn method_hash(_details: &Self::Details) -> Option<Digest> {
        None
    }

    /// Tells what of a report contradicts itself or the submission: field and fault.
    fn check_report(
        report: &Self::Report,
        source: Option<&[u8]>,
        wrong: &mut dyn FnMut(&str, &str),
    );

    /// Tells what is wrong with the files of a problem.
    ///
    /// # Errors
    /// The first thing that is wrong.
    fn check_problem(season: &Season<'_, Self>, problem: &ProblemFiles<'_>) -> Result<(), Wrong>;

    /// Points without what depends on others.
    ///
    /// # Errors
    /// A number that no judge gives.
    fn points(worth: &Worth) -> Result<Points, NoPoints>;

    /// How bonuses for different methods are given; `None` where there are none.
    fn diversity(_scoring: Scoring) -> Option<DiversityRules> {
        None
    }

    /// Whether setters have a board, on which [`setter_score`](Self::setter_score) counts.
    const HAS_SETTERS_BOARD: bool = false;

    /// What a setter gets for a problem whose solution has this length.
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

    /// Names what judges here.
    ///
    /// # Errors
    /// What is missing for it, in a sentence.
    fn judge_digest(judges: &Judges<'_>) -> Result<Digest, &'static str>;

    /// Reads a problem for judging.
    ///
    /// # Errors
    /// What is wrong with it; `None` for what [`check_problem`](Self::check_problem) tells.
    fn task(
        season: &Season<'_, Self>,
        problem: &ProblemFiles<'_>,
    ) -> Result<Self::Task, Option<Wrong>>;

    /// Whether the problem is what its setter's solution gives; `None` where nothing is to be judged.
    fn check_solution(
        _task: &Self::Task,
        _problem: &ProblemFiles<'_>,
        _judges: &Judges<'_>,
    ) -> Option<Result<(), Wrong>> {
        None
    }

    /// A report that was made now, in the words of one in a record where it says the same. Another release may have
    /// put in other words what no result depends on.
    fn in_words_of(made: &Self::Report, _recorded: &Self::Report) -> Self::Report {
        made.clone()
    }

    /// Judges a submission.
    ///
    /// # Errors
    /// Why the judge itself cannot.
    fn judge(task: &Self::Task, judges: &Judges<'_>, source: &[u8])
    -> Result<Self::Report, String>;
}
