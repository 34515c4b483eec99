//! Programs that continue a sequence.

mod problem;
mod rules;
mod season_file;

use std::num::NonZeroUsize;

use dojo_judge::contest::sequence::Programs;
use dojo_judge::contest::{Contest, Member as _, Report, Scoring, Settings};
use dojo_judge::sequence::package::{SeasonParameters, validate};
use dojo_sandbox::{Limits, Runtime};
use serde::Serialize;
use serde_json::{Value, to_value};

use super::{
    Asker, Audience, Form, Host, Package, Room, RulesError, Task, Tone, Validated, VerdictName,
};
use crate::folder::{Folder, LoadError};
use crate::store::AnyConnection;
use crate::store::problems::{NewProblem, Problem};
use crate::store::seasons::{NewSeason, Season};

pub use problem::{parameters_of, setter_terms, stored_form};
use rules::Program;
pub use rules::rules;

/// What makes the score of somebody else's program.
#[derive(Serialize)]
struct PublicProgram {
    l_chars: u32,
    brevity_bonus: u32,
    score: u32,
}

struct Hosted;

impl Host for Hosted {
    fn keys(&self) -> &'static [&'static str] {
        season_file::KEYS
    }

    fn attempts(&self) -> u32 {
        50
    }

    fn read_settings(&self, season_file: &str) -> Result<(Settings, Scoring), LoadError> {
        season_file::read(season_file)
    }

    fn read_problem(
        &self,
        folder: &Folder,
        season: &NewSeason,
        slug: &str,
        position: i32,
    ) -> Result<NewProblem, LoadError> {
        problem::read(folder, season, slug, position)
    }

    fn check_problems(
        &self,
        folder: &Folder,
        season: &NewSeason,
        problems: &[NewProblem],
        runtime: &Runtime,
    ) -> Result<(), LoadError> {
        problem::check_all(folder, season, problems, runtime)
    }

    fn make_terms(
        &self,
        season: &NewSeason,
        problems: &[NewProblem],
        runtime: &Runtime,
    ) -> Result<Vec<Vec<String>>, LoadError> {
        problem::make_all_terms(season, problems, runtime)
    }

    fn task(
        &self,
        _conn: &mut AnyConnection,
        season: &Season,
        problem: &Problem,
    ) -> Result<Box<dyn Task>, RulesError> {
        Ok(Box::new(Program {
            rules: rules(season, problem)?,
            expected: problem.check_terms(),
        }))
    }

    fn validate(&self, package: &Package<'_>) -> anyhow::Result<Validated> {
        let earlier = package.earlier.clone();
        let parameters = match package.season {
            Some(season) => parameters_of(season, earlier)?,
            None => SeasonParameters {
                scoring: package.scoring,
                limits: Limits::default(),
                earlier,
            },
        };
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let report = validate(&(package.runtime)()?, &parameters, package.files, threads)?;
        Validated::new(report.valid, &report)
    }

    fn message(&self, report: &Report, asker: &Asker) -> Option<String> {
        let report = Programs::report(report)?;
        match asker.audience {
            Audience::Everything => Some(report.verdict.to_string()),
            Audience::Author => Some(report.verdict.public(asker.n_public.unwrap_or(0)).message),
            Audience::Public => None,
        }
    }

    fn shown(&self, report: &Report, asker: &Asker) -> serde_json::Result<Value> {
        let Some(report) = Programs::report(report) else {
            return Ok(Value::Null);
        };
        match asker.audience {
            Audience::Everything => to_value(report),
            Audience::Author => to_value(report.public(asker.n_public.unwrap_or(0))),
            Audience::Public => to_value(PublicProgram {
                l_chars: report.l_chars,
                brevity_bonus: report.brevity_bonus,
                score: report.score,
            }),
        }
    }
}

pub(super) const ROOM: Room = Room {
    contest: Contest::Sequence,
    host: &Hosted,
    whole: "Reward Correct",
    part: "Stage Pass",
    in_part: "Stage Pass",
    any: "At least a Stage Pass",
    best: "Reward Correct program",
    whole_column: ("Reward", "Problems with all terms right"),
    any_column: ("Stage", "Problems with at least a Stage Pass"),
    nobody: "Nobody has passed yet.",
    nobody_whole: "Nobody solved it whole.",
    order: "Equal scores are ordered by fewer bytes, then the earlier submission, then the hash of the source.",
    judging: "runs your program",
    keys: "runs it here",
    form: Form::Program,
    has_lengths: true,
    has_formulas: false,
    takes_packages: true,
    verdicts: &[
        VerdictName::new("REWARD", "Reward Correct", Tone::Good),
        VerdictName::new("STAGE", "Stage Pass", Tone::Half),
        VerdictName::new("WRONG", "Wrong term", Tone::Bad),
        VerdictName::new("SHORT", "Too few terms", Tone::Bad),
        VerdictName::new("BAD_TOKEN", "Not an integer", Tone::Bad),
        VerdictName::new("EXCEPTION", "Exception", Tone::Bad),
        VerdictName::new("FUEL", "Out of fuel", Tone::Bad),
        VerdictName::new("MEMORY", "Out of memory", Tone::Bad),
        VerdictName::new("OUTPUT", "Too much output", Tone::Bad),
        VerdictName::new("TERM_SIZE", "Term too long", Tone::Bad),
        VerdictName::new("STACK", "Too deep recursion", Tone::Bad),
        VerdictName::new("REJECT_FORMAT", "Refused: format", Tone::Refused),
        VerdictName::new("REJECT_SIZE", "Refused: too large", Tone::Refused),
        VerdictName::new("REJECT_SYNTAX", "Refused: syntax", Tone::Refused),
        VerdictName::new("REJECT_POLICY", "Refused: policy", Tone::Refused),
        VerdictName::new("REJECT_HARDCODE", "Refused: answer table", Tone::Refused),
    ],
};
