//! Programs that continue a sequence.

mod editor;
mod problem;
mod rules;
mod season_file;

use dojo_judge::contest::sequence::Programs;
use dojo_judge::contest::{Contest, Member as _, Report, Scoring, Settings};
use dojo_judge::package::{Faults, Files};
use dojo_judge::sequence::package::{SeasonParameters, Table, validate};
use dojo_sandbox::Runtime;
use serde::Serialize;
use serde_json::{Value, to_value};

use super::{
    Asker, Audience, Editor, Field, Form, Host, Package, PackageReport, Room, RulesError, Task,
    Tone, VerdictName,
};
use crate::folder::{Folder, LoadError};
use crate::store::AnyConnection;
use crate::store::problems::{NewProblem, Problem};
use crate::store::seasons::{NewSeason, Season};
use crate::words::{Phrase, say};

use problem::parameters_of;
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

    fn attempts(&self) -> i32 {
        50
    }

    fn read_settings(
        &self,
        season_file: &Table<'_, '_>,
        faults: &mut Faults<'_>,
    ) -> Option<(Settings, Scoring)> {
        Some(season_file::read(season_file, faults))
    }

    fn fields(&self) -> &'static [Field] {
        season_file::FIELDS
    }

    fn write_settings(&self, season: &NewSeason) -> toml::Table {
        season_file::write(season)
    }

    fn editor(&self) -> Option<&'static dyn Editor> {
        Some(&editor::Form)
    }

    fn write_problem(&self, problem: &NewProblem) -> Files {
        problem::write(problem)
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

    fn check_again(
        &self,
        season: &NewSeason,
        problem: &Problem,
        package: Option<&Files>,
        runtime: Option<&Runtime>,
    ) -> Result<(), String> {
        let runtime = runtime.ok_or_else(|| say!("change-no-judges").to_owned())?;
        problem::check_again(season, problem, package, runtime)
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

    fn validate(&self, package: &Package<'_>) -> anyhow::Result<PackageReport> {
        let earlier = package.earlier.clone();
        let parameters = match package.season {
            Some(season) => parameters_of(season, earlier)?,
            None => SeasonParameters {
                scoring: package.scoring,
                limits: package.scoring.default_limits(),
                earlier,
            },
        };
        let runtime = (package.runtime)()?;
        let report = validate(&runtime, &parameters, package.files, package.threads)?;
        Ok(PackageReport::Programs(report))
    }

    fn message(&self, report: &Report, asker: &Asker) -> Option<String> {
        let report = Programs::report(report)?;
        match asker.audience {
            Audience::Everything => Some(report.verdict.sentence(asker.index_origin)),
            Audience::Author => {
                let public = report.public(asker.n_public.unwrap_or(0), asker.index_origin);
                Some(public.verdict.message)
            }
            Audience::Public => None,
        }
    }

    fn shown(&self, report: &Report, asker: &Asker) -> serde_json::Result<Value> {
        let Some(report) = Programs::report(report) else {
            return Ok(Value::Null);
        };
        match asker.audience {
            Audience::Everything => to_value(report),
            Audience::Author => {
                to_value(report.public(asker.n_public.unwrap_or(0), asker.index_origin))
            }
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
    noun: Phrase("sequence-noun"),
    whole: Phrase("verdict-name-reward"),
    part: Phrase("verdict-name-stage"),
    in_part: Phrase("verdict-name-stage"),
    any: Phrase("sequence-any"),
    best: Phrase("sequence-best"),
    whole_column: (
        Phrase("sequence-whole-column"),
        Phrase("sequence-whole-counted"),
    ),
    any_column: (
        Phrase("sequence-any-column"),
        Phrase("sequence-any-counted"),
    ),
    nobody: Phrase("sequence-nobody"),
    nobody_whole: Phrase("sequence-nobody-whole"),
    order: Phrase("sequence-order"),
    judging: Phrase("sequence-judging"),
    keys: Phrase("sequence-keys"),
    form: Form::Program,
    has_lengths: true,
    has_formulas: false,
    verdicts: &[
        VerdictName::new("REWARD", Phrase("verdict-name-reward"), Tone::Good),
        VerdictName::new("STAGE", Phrase("verdict-name-stage"), Tone::Half),
        VerdictName::new("WRONG", Phrase("verdict-name-wrong"), Tone::Bad),
        VerdictName::new("SHORT", Phrase("verdict-name-short"), Tone::Bad),
        VerdictName::new("BAD_TOKEN", Phrase("verdict-name-bad-token"), Tone::Bad),
        VerdictName::new("EXCEPTION", Phrase("verdict-name-exception"), Tone::Bad),
        VerdictName::new("FUEL", Phrase("verdict-name-fuel"), Tone::Bad),
        VerdictName::new("MEMORY", Phrase("verdict-name-memory"), Tone::Bad),
        VerdictName::new("OUTPUT", Phrase("verdict-name-output"), Tone::Bad),
        VerdictName::new("TERM_SIZE", Phrase("verdict-name-term-size"), Tone::Bad),
        VerdictName::new("STACK", Phrase("verdict-name-stack"), Tone::Bad),
        VerdictName::REJECT_FORMAT,
        VerdictName::REJECT_SIZE,
        VerdictName::new(
            "REJECT_SYNTAX",
            Phrase("verdict-name-reject-syntax"),
            Tone::Refused,
        ),
        VerdictName::new(
            "REJECT_POLICY",
            Phrase("verdict-name-reject-policy"),
            Tone::Refused,
        ),
        VerdictName::new(
            "REJECT_HARDCODE",
            Phrase("verdict-name-reject-hardcode"),
            Tone::Refused,
        ),
    ],
};
