//! The sequence contest: programs that continue a sequence, run in the sandbox.

mod check;
mod parameters;
mod settings;
mod tables;

use dojo_sandbox::End;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Announced, Columns, Judged, Judges, Kind, Names, NoPoints, Points, ProblemFiles, ProblemRow,
    Scoring, Season, SeasonRow, SubmissionRow, Told, Worth, Wrong,
};
use crate::digest::Digest;
use crate::sequence::diversity::{Bonus, DiversityRules};
use crate::sequence::gate::Gates;
use crate::sequence::package::ProblemLimits;
use crate::sequence::score::score;
use crate::sequence::setter::SetterScore;
use crate::sequence::{self, Report, Rules, ScoringVersion, Tag};

pub use parameters::{ScoringNumbers, SequenceParameters, TermFeedback};
pub use settings::SequenceSettings;

const TERMS: &str = "terms.txt";

/// Programs that continue a sequence.
#[derive(Clone, Copy, Debug)]
pub struct Programs;

/// The part of the report on a program that is stored beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramDetails {
    /// How many terms are right before the first that is wrong or missing.
    pub terms_matched: u32,
    /// Fuel used.
    pub fuel: u64,
    /// Largest size of its memory, in bytes.
    pub peak_memory_bytes: u64,
    /// Brevity bonus, which is part of the score.
    pub brevity_bonus: u32,
    /// As in the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub par: Option<u32>,
    /// As in the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub neutral_hash: Option<Digest>,
}

/// A problem prepared for judging.
#[derive(Clone, Debug)]
pub struct Task {
    /// The rules by which programs are judged.
    pub rules: Rules,
    /// The terms that programs must print.
    pub expected: Vec<String>,
}

impl Judged for Report {
    fn verdict_word(&self) -> &'static str {
        self.verdict.word()
    }

    fn score(&self) -> u32 {
        self.score
    }

    fn depends_on_more(&self, n_public: u32) -> bool {
        self.verdict.depends_on_more(n_public, self.terms_matched)
    }

    fn gates(&self) -> Gates {
        Gates::of(&self.verdict)
    }

    fn content_hash(&self) -> Option<&str> {
        self.solver_hash.as_deref()
    }

    fn measured(&self) -> String {
        let (fuel, memory) = (self.fuel.0, self.peak_memory_bytes);
        format!("{fuel} fuel and {memory} bytes of memory")
    }

    fn fuel(&self) -> Option<u64> {
        Some(self.fuel.0)
    }

    fn length(&self) -> Option<u32> {
        self.solver_hash.as_ref().map(|_| self.l_chars)
    }

    fn contradiction(&self, tag: &str) -> Option<&str> {
        let found = self.classification.as_ref()?;
        found.strongly_contradicts(&Tag::new(tag))
    }
}

impl Kind for Programs {
    const NAMES: Names = Names {
        word: "sequence",
        scorings: &[
            ScoringVersion::V0_1.as_str(),
            ScoringVersion::V0_2.as_str(),
            ScoringVersion::V0_3.as_str(),
        ],
        submission: "program",
        judged: "run",
        judge: "sandbox",
        counted: "programs_run",
        extension: "py",
        package: "problem.toml",
        card: "problem.json",
        solution: "setter.py",
        terms: Some(TERMS),
        commitment: "sequence-dojo/commit/1",
        report_key: "stage_pass",
    };

    type Settings = SequenceSettings;
    type Parameters = SequenceParameters;
    type Report = Report;
    type Details = ProgramDetails;
    type Task = Task;

    fn told(settings: &SequenceSettings) -> Told {
        settings.told()
    }

    fn announce(
        settings: &SequenceSettings,
        announced: &Announced<'_>,
    ) -> Result<SequenceParameters, &'static str> {
        settings.announce(announced)
    }

    fn check_parameters(
        parameters: &SequenceParameters,
        scoring: Scoring,
        _judge: Digest,
    ) -> Result<(), String> {
        parameters.check(version(scoring))
    }

    fn other_policy(parameters: &SequenceParameters, scoring: Scoring) -> Option<String> {
        parameters.other_policy(version(scoring))
    }

    fn details(report: &Report) -> ProgramDetails {
        ProgramDetails {
            terms_matched: report.terms_matched,
            fuel: report.fuel.0,
            peak_memory_bytes: report.peak_memory_bytes,
            brevity_bonus: report.brevity_bonus,
            par: report.par,
            neutral_hash: report.neutral_hash,
        }
    }

    fn par(details: &ProgramDetails) -> Option<u32> {
        details.par
    }

    fn method_hash(details: &ProgramDetails) -> Option<Digest> {
        details.neutral_hash
    }

    fn check_report(report: &Report, source: Option<&[u8]>, wrong: &mut dyn FnMut(&str, &str)) {
        check::check_report(report, source, wrong);
    }

    fn check_problem(season: &Season<'_, Self>, problem: &ProblemFiles<'_>) -> Result<(), Wrong> {
        let rules = rules_of(season, problem)?;
        if problem.terms.len() == rules.n_check as usize {
            return Ok(());
        }
        let message = format!(
            "{} terms, `n_check` is {}",
            problem.terms.len(),
            rules.n_check
        );
        Err(Wrong::new(TERMS, "terms", message))
    }

    fn points(worth: &Worth) -> Result<Points, NoPoints> {
        let wrong = |fault| NoPoints {
            field: "l_chars",
            fault,
        };
        let Some(length) = worth.length.filter(|length| *length > 0) else {
            return Err(wrong("is 0, and no empty program passes a gate"));
        };
        let (brevity, score) = score(worth.gates, length, worth.par);
        Ok(Points {
            brevity,
            diversity: Bonus::default(),
            score,
        })
    }

    fn diversity(scoring: Scoring) -> Option<DiversityRules> {
        Some(DiversityRules::of(version(scoring)))
    }

    const HAS_SETTERS_BOARD: bool = true;

    fn setter_score(length: u32, solvers: u32, triers: u32) -> SetterScore {
        SetterScore::new(length, solvers, triers)
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

    fn judge_digest(judges: &Judges<'_>) -> Result<Digest, &'static str> {
        let runtime = judges
            .runtime
            .ok_or("programs cannot be run again without a sandbox")?;
        let digest = runtime.digest().to_string();
        Ok(digest.parse().expect("the sandbox writes SHA-256 as we do"))
    }

    fn task(season: &Season<'_, Self>, problem: &ProblemFiles<'_>) -> Result<Task, Option<Wrong>> {
        // Files without valid rules are reported by the check of the problem.
        let rules = rules_of(season, problem).map_err(|_| None)?;
        Ok(Task {
            rules,
            expected: problem.terms.to_vec(),
        })
    }

    fn check_solution(
        task: &Task,
        problem: &ProblemFiles<'_>,
        judges: &Judges<'_>,
    ) -> Option<Result<(), Wrong>> {
        let runtime = judges.runtime?;
        Some(check_terms(task, problem, runtime))
    }

    fn in_words_of(made: &Report, recorded: &Report) -> Report {
        made.in_words_of(recorded)
    }

    fn judge(task: &Task, judges: &Judges<'_>, source: &[u8]) -> Result<Report, String> {
        let runtime = judges.runtime.ok_or("there is no sandbox")?;
        sequence::judge(runtime, &task.rules, &task.expected, source)
            .map_err(|error| error.to_string())
    }
}

/// The version of the scoring document.
fn version(scoring: Scoring) -> ScoringVersion {
    scoring
        .as_str()
        .parse()
        .expect("a scoring of programs is one of their versions")
}

/// Whether the setter's program prints the terms.
fn check_terms(
    task: &Task,
    problem: &ProblemFiles<'_>,
    runtime: &dojo_sandbox::Runtime,
) -> Result<(), Wrong> {
    let setter = |why| Wrong::new(Programs::NAMES.solution, "run", why);
    let run = runtime
        .run(problem.solution.as_bytes(), &task.rules.limits)
        .map_err(|error| setter(error.to_string()))?;
    if run.end != End::Enough {
        return Err(setter(format!(
            "wrote {} of {} terms, then ended with {:?}",
            run.terms.len(),
            task.rules.n_check,
            run.end
        )));
    }
    if run.terms == task.expected {
        return Ok(());
    }
    let pairs = run.terms.iter().zip(&task.expected);
    let at = pairs.take_while(|(a, b)| a == b).count();
    let shown = |terms: &[String]| terms.get(at).map_or("nothing".to_owned(), Clone::clone);
    let message = format!(
        "is {}, the setter's program gives {}",
        shown(&task.expected),
        shown(&run.terms)
    );
    Err(Wrong::new(TERMS, format!("term {at}"), message))
}

/// The rules of a problem: its own numbers of terms and limits, or the season's. A season's number is lowered if it
/// exceeds the one that it depends on, as in the package.
fn rules_of(season: &Season<'_, Programs>, problem: &ProblemFiles<'_>) -> Result<Rules, Wrong> {
    let wrong = |why: String| Wrong::new(Programs::NAMES.card, "rules", why);
    let json: Value =
        serde_json::from_str(problem.card).map_err(|error| wrong(error.to_string()))?;
    let number = |key: &str, default: u32| match json.get(key) {
        None | Some(Value::Null) => Ok(default),
        Some(value) => value
            .as_u64()
            .and_then(|value| u32::try_from(value).ok())
            .ok_or_else(|| wrong(format!("`{key}` is {value}, not a number of terms"))),
    };
    let parameters = season.parameters;
    let n_check = number("n_check", parameters.n_check)?;
    let n_stage = number("n_stage", parameters.n_stage.min(n_check))?;
    if n_stage == 0 || n_stage > n_check {
        return Err(wrong(format!(
            "`n_stage` {n_stage} is not between 1 and `n_check` {n_check}"
        )));
    }
    let limits: ProblemLimits = match json.get("limits") {
        None => ProblemLimits::default(),
        Some(table) => serde_json::from_value(table.clone())
            .map_err(|error| wrong(format!("`limits`: {error}")))?,
    };
    let version = version(season.scoring);
    let rules = parameters.rules(version, n_check, n_stage);
    let rules = Rules {
        limits: limits.within(&rules.limits).map_err(wrong)?,
        ..rules
    };
    Ok(rules.beside(problem.solution, limits.par))
}
