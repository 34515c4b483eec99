//! The physics contest: derivations, graded by the formulas in them.

mod check;
mod grader;
mod parameters;
mod settings;
mod tables;

use formula::credit::Grader;
use formula::problem::Problem;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    Announced, Columns, Judged, Judges, Kind, Names, NoPoints, Points, ProblemFiles, ProblemRow,
    Scoring, Season, SeasonRow, SubmissionRow, Told, Worth, Wrong,
};
use crate::canonical_json;
use crate::derivation::{Card, FULL_MARKS, FinalAnswers, Report, Rules, judge};
use crate::digest::Digest;
use crate::sequence::diversity::Bonus;
use crate::sequence::gate::Gates;

pub use grader::grader_digest;
pub use parameters::{EedParameters, Equivalence, PhysicsParameters};
pub use settings::PhysicsSettings;

/// Derivations, graded by the formulas in them.
#[derive(Clone, Copy, Debug)]
pub struct Derivations;

/// How many formulas of a derivation were compared, and how many of them matched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formulas {
    /// How many were compared.
    pub scored: u32,
    /// How many of them matched.
    pub matched: u32,
}

/// The part of the report on a derivation that is stored beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DerivationDetails {
    /// Its formulas.
    pub formulas: Formulas,
    /// The result of its final answers, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_answers: Option<FinalAnswers>,
}

impl Judged for Report {
    fn verdict_word(&self) -> &'static str {
        self.verdict.word()
    }

    fn score(&self) -> u32 {
        self.score
    }

    /// Full marks count as Reward Correct, and any points as a Stage Pass.
    fn gates(&self) -> Gates {
        match self.score {
            0 => Gates::None,
            FULL_MARKS.. => Gates::Reward,
            _ => Gates::Stage,
        }
    }

    fn content_hash(&self) -> Option<&str> {
        Some(&self.solution_hash)
    }

    fn measured(&self) -> String {
        let (points, formulas) = (self.score, self.formulas_scored);
        format!("{points} points and {formulas} formulas compared")
    }
}

impl Kind for Derivations {
    const NAMES: Names = Names {
        word: "physics",
        scorings: &["physics-1"],
        submission: "derivation",
        judged: "graded",
        judge: "grader",
        counted: "derivations_graded",
        extension: "md",
        package: "problem.json",
        card: "card.json",
        solution: "problem.json",
        terms: None,
        commitment: "sequence-dojo/commit/physics/1",
        report_key: "solution_hash",
    };

    type Settings = PhysicsSettings;
    type Parameters = PhysicsParameters;
    type Report = Report;
    type Details = DerivationDetails;
    type Task = Grader;

    const HAS_SEED: bool = true;

    fn digest_beside(_sandbox: &str) -> String {
        grader_digest().to_string()
    }

    fn told(settings: &PhysicsSettings) -> Told {
        settings.told()
    }

    fn announce(
        settings: &PhysicsSettings,
        announced: &Announced<'_>,
    ) -> Result<PhysicsParameters, &'static str> {
        settings.announce(announced)
    }

    fn check_parameters(
        parameters: &PhysicsParameters,
        _scoring: Scoring,
        judge: Digest,
    ) -> Result<(), String> {
        let checked = parameters.check(judge);
        checked.map_err(|why| format!("`parameters`: {why}"))
    }

    fn seed_commitment(parameters: &PhysicsParameters) -> Option<Digest> {
        Some(parameters.seed_commitment)
    }

    fn details(report: &Report) -> DerivationDetails {
        DerivationDetails {
            formulas: Formulas {
                scored: report.formulas_scored,
                matched: report.formulas_matched,
            },
            final_answers: report.final_answers(),
        }
    }

    fn check_report(report: &Report, source: Option<&[u8]>, wrong: &mut dyn FnMut(&str, &str)) {
        check::check_report(report, source, wrong);
    }

    /// The card must agree with the problem itself.
    fn check_problem(_season: &Season<'_, Self>, problem: &ProblemFiles<'_>) -> Result<(), Wrong> {
        let read = Problem::read(problem.solution.as_bytes())
            .map_err(|error| Wrong::new(Self::NAMES.solution, "content", error.to_string()))?;
        let card = canonical_json::to_string(&Card::of(problem.slug, &read)).expect("texts only");
        if card == problem.card {
            return Ok(());
        }
        let message = "is not what problem.json says of the problem";
        Err(Wrong::new(Self::NAMES.card, "content", message))
    }

    fn points(worth: &Worth) -> Result<Points, NoPoints> {
        if worth.score > FULL_MARKS {
            return Err(NoPoints {
                field: "score",
                fault: "is more than full marks",
            });
        }
        Ok(Points {
            brevity: 0,
            diversity: Bonus::default(),
            score: worth.score,
        })
    }

    fn submission_columns(rows: &[SubmissionRow<'_, Self>]) -> Columns {
        tables::submissions(rows)
    }

    fn problem_columns(rows: &[ProblemRow<'_, Self>]) -> Columns {
        tables::problems(rows)
    }

    fn season_columns(rows: &[SeasonRow<'_, Self>]) -> Columns {
        tables::season(rows)
    }

    fn problem_keys(details: &DerivationDetails) -> Map<String, Value> {
        keys(details)
    }

    fn season_keys(row: &SeasonRow<'_, Self>) -> Map<String, Value> {
        let answers = tables::answers_of_season(row);
        answers.map_or_else(Map::new, |answers| {
            let value = serde_json::to_value(answers).expect("texts and integers only");
            Map::from_iter([("final_answers".to_owned(), value)])
        })
    }

    fn judge_digest(judges: &Judges<'_>) -> Result<Digest, &'static str> {
        match judges.eed {
            Some(_) => Ok(grader_digest()),
            None => Err("derivations cannot be graded again without what simplifies formulas"),
        }
    }

    fn task(
        season: &Season<'_, Self>,
        problem: &ProblemFiles<'_>,
    ) -> Result<Grader, Option<Wrong>> {
        // A missing seed and an unreadable problem are reported with the manifest and the problem.
        let seed = season.seed.ok_or(None)?;
        let read = Problem::read(problem.solution.as_bytes()).map_err(|_| None)?;
        let rules = Rules {
            max_formulas: season.parameters.max_formulas,
            seed: seed.0,
        };
        Grader::new(&read, &rules.settings()).map_err(|error| {
            Some(Wrong::new(
                Self::NAMES.solution,
                "content",
                error.to_string(),
            ))
        })
    }

    fn judge(task: &Grader, judges: &Judges<'_>, source: &[u8]) -> Result<Report, String> {
        let eed = judges.eed.ok_or("there is nothing that simplifies")?;
        judge(task, eed, source).map_err(|error| error.to_string())
    }
}

fn keys(details: &DerivationDetails) -> Map<String, Value> {
    match serde_json::to_value(details) {
        Ok(Value::Object(keys)) => keys,
        _ => unreachable!("the details are an object of texts and integers"),
    }
}
