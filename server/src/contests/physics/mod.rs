//! Derivations, graded by the formulas in them.

mod editor;
mod grading;
mod problem;
mod season_file;

use dojo_judge::contest::physics::Derivations;
use dojo_judge::contest::{Contest, Member as _, Report, Scoring, Settings};
use dojo_judge::derivation::{Feedback, validate};
use dojo_judge::package::{Faults, Files};
use dojo_judge::sequence::package::Table;
use dojo_sandbox::Runtime;
use formula::credit;
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
use crate::words::Phrase;
use grading::Derivation;

/// What makes the score of somebody else's derivation.
#[derive(Serialize)]
struct PublicDerivation {
    formulas_scored: u32,
    formulas_matched: u32,
    score: u32,
}

/// What a season tells of a derivation to its author by now.
pub fn feedback(settings: &Settings, shows_scores: bool) -> Feedback {
    let set = Derivations::settings(settings).map(|set| set.feedback);
    set.filter(|told| !shows_scores || told.tells_scores())
        .unwrap_or(Feedback::Score)
}

struct Hosted;

impl Host for Hosted {
    fn keys(&self) -> &'static [&'static str] {
        season_file::KEYS
    }

    fn attempts(&self) -> i32 {
        10
    }

    fn read_settings(
        &self,
        season_file: &Table<'_, '_>,
        faults: &mut Faults<'_>,
    ) -> Option<(Settings, Scoring)> {
        season_file::read(season_file, faults)
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
        _season: &NewSeason,
        slug: &str,
        position: i32,
    ) -> Result<NewProblem, LoadError> {
        problem::read(folder, slug, position)
    }

    fn check_problems(
        &self,
        folder: &Folder,
        season: &NewSeason,
        problems: &[NewProblem],
        _runtime: &Runtime,
    ) -> Result<(), LoadError> {
        problem::check_examples(folder, season, problems)
    }

    fn check_again(
        &self,
        season: &NewSeason,
        problem: &Problem,
        package: Option<&Files>,
        _runtime: Option<&Runtime>,
    ) -> Result<(), String> {
        problem::check_again(season, problem, package)
    }

    fn task(
        &self,
        conn: &mut AnyConnection,
        season: &Season,
        problem: &Problem,
    ) -> Result<Box<dyn Task>, RulesError> {
        Ok(Box::new(Derivation::load(conn, season, problem)?))
    }

    fn validate(&self, package: &Package<'_>) -> anyhow::Result<PackageReport> {
        let settings = match package.season {
            Some(season) => problem::settings_of(season)?,
            None => credit::Settings::default(),
        };
        let name = package.name.map(str::to_owned);
        let name = name.unwrap_or_else(|| problem::slug(package.files));
        let report = validate(&name, &settings, package.files);
        Ok(PackageReport::Derivations(report))
    }

    fn message(&self, report: &Report, asker: &Asker) -> Option<String> {
        let report = Derivations::report(report)?;
        match asker.audience {
            Audience::Everything | Audience::Author => Some(report.verdict.to_string()),
            Audience::Public => None,
        }
    }

    fn shown(&self, report: &Report, asker: &Asker) -> serde_json::Result<Value> {
        let Some(report) = Derivations::report(report) else {
            return Ok(Value::Null);
        };
        match asker.audience {
            Audience::Everything => to_value(report),
            Audience::Author => {
                to_value(report.public(feedback(&asker.settings, asker.shows_scores)))
            }
            Audience::Public => to_value(PublicDerivation {
                formulas_scored: report.formulas_scored,
                formulas_matched: report.formulas_matched,
                score: report.score,
            }),
        }
    }
}

pub(super) const ROOM: Room = Room {
    contest: Contest::Physics,
    host: &Hosted,
    noun: Phrase("physics-noun"),
    whole: Phrase("verdict-full-marks"),
    part: Phrase("verdict-part-marks"),
    in_part: Phrase("physics-in-part"),
    any: Phrase("physics-any"),
    best: Phrase("physics-best"),
    whole_column: (
        Phrase("physics-whole-column"),
        Phrase("physics-whole-counted"),
    ),
    any_column: (Phrase("physics-any-column"), Phrase("physics-any-counted")),
    nobody: Phrase("physics-nobody"),
    nobody_whole: Phrase("physics-nobody-whole"),
    order: Phrase("physics-order"),
    judging: Phrase("physics-judging"),
    keys: Phrase("physics-keys"),
    form: Form::Derivation,
    has_lengths: false,
    has_formulas: true,
    verdicts: &[
        VerdictName::new("GRADED", Phrase("verdict-name-graded"), Tone::Graded),
        VerdictName::REJECT_FORMAT,
        VerdictName::REJECT_SIZE,
    ],
};
