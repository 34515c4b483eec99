//! Texts that must be another text, for tests alone: all that the server needs of a type of contest.

use std::num::NonZeroUsize;

use dojo_judge::contest::text::{Task as TextTask, TextSettings, Texts};
use dojo_judge::contest::{Contest, Judges, Kind, Member as _, Report, Scoring, Settings};
use dojo_judge::package::{Faults, Files};
use dojo_judge::sequence::package::Table;
use formula::credit::eed::Eed;
use serde::Deserialize;
use serde_json::{Value, json, to_value};

use super::{
    Asker, Audience, Field, FieldKind, Form, Host, Judge, JudgingError, Package, PackageReport,
    Room, RulesError, Task, Tone, VerdictName,
};
use crate::folder::{Folder, LoadError, read_toml};
use crate::package_report::TextReport;
use crate::store::AnyConnection;
use crate::store::problems::{NewProblem, Problem};
use crate::store::seasons::{NewSeason, Season};
use crate::words::{Phrase, say};

/// The file of a problem that says what it is about.
const FILE: &str = Texts::NAMES.package;

/// What a problem's own file says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TextFile {
    title: String,
    statement: String,
    text: String,
}

/// The setter's text and what it is worth, as the judge compares.
struct TextComparer(TextTask);

impl Task for TextComparer {
    fn judge(&self, _judge: &dyn Judge, eed: &Eed, source: &[u8]) -> Result<Report, JudgingError> {
        let judges = Judges {
            runtime: None,
            eed: Some(eed),
            threads: NonZeroUsize::MIN,
        };
        let report = Texts::judge(&self.0, &judges, source);
        Ok(Texts::whole(report.expect("comparing cannot fail")))
    }
}

struct Hosted;

impl Host for Hosted {
    fn keys(&self) -> &'static [&'static str] {
        &["points"]
    }

    fn attempts(&self) -> i32 {
        5
    }

    fn read_settings(
        &self,
        season_file: &Table<'_, '_>,
        faults: &mut Faults<'_>,
    ) -> Option<(Settings, Scoring)> {
        season_file.require(&["points"], faults);
        let points = season_file.number("points", 0..=u32::MAX.into(), faults)?;
        let points = u32::try_from(points.value).ok()?;
        let settings = Texts::set(TextSettings { points });
        Some((settings, Scoring::newest(Contest::Text)))
    }

    fn fields(&self) -> &'static [Field] {
        &[Field {
            key: "points",
            label: Phrase("text-points"),
            does: Phrase("text-points-does"),
            kind: FieldKind::Number(1),
        }]
    }

    fn write_settings(&self, season: &NewSeason) -> toml::Table {
        let set = Texts::settings(&season.settings);
        set.map(|set| ("points".to_owned(), i64::from(set.points).into()))
            .into_iter()
            .collect()
    }

    fn write_problem(&self, problem: &NewProblem) -> Files {
        let text = |text: &str| toml::Value::from(text);
        let table: toml::Table = [
            ("title".to_owned(), text(&problem.title)),
            ("statement".to_owned(), text(&problem.statement)),
            ("text".to_owned(), text(&problem.setter_source)),
        ]
        .into_iter()
        .collect();
        Files::from([(FILE.to_owned(), table.to_string().into_bytes())])
    }

    fn read_problem(
        &self,
        folder: &Folder,
        _season: &NewSeason,
        slug: &str,
        position: i32,
    ) -> Result<NewProblem, LoadError> {
        let path = format!("problems/{slug}/{FILE}");
        let file: TextFile = read_toml(&path, &folder.read_text(&path)?)?;
        Ok(NewProblem {
            slug: slug.to_owned(),
            position,
            definition: Some(json!({ "title": file.title }).to_string()),
            title: file.title,
            statement: file.statement,
            tags: String::new(),
            licence: String::new(),
            known_as: None,
            difficulty: None,
            setter_source: file.text,
            term_counts: None,
            limits: None,
            editorial: None,
        })
    }

    fn task(
        &self,
        _conn: &mut AnyConnection,
        season: &Season,
        problem: &Problem,
    ) -> Result<Box<dyn Task>, RulesError> {
        let set = Texts::settings(&season.settings).ok_or(RulesError::Settings)?;
        Ok(Box::new(TextComparer(TextTask {
            text: problem.setter_source().into(),
            points: set.points,
        })))
    }

    fn validate(&self, package: &Package<'_>) -> anyhow::Result<PackageReport> {
        Ok(PackageReport::Text(TextReport {
            slug: package.name.unwrap_or("text").to_owned(),
            valid: package.files.contains_key(FILE),
        }))
    }

    fn message(&self, report: &Report, asker: &Asker) -> Option<String> {
        let report = Texts::report(report).filter(|_| asker.audience != Audience::Public)?;
        let message = if report.is_right {
            say!("text-is-right")
        } else {
            say!("text-is-other")
        };
        Some(message.to_owned())
    }

    fn shown(&self, report: &Report, _asker: &Asker) -> serde_json::Result<Value> {
        to_value(report)
    }
}

pub(super) const ROOM: Room = Room {
    contest: Contest::Text,
    host: &Hosted,
    noun: Phrase("text-noun"),
    whole: Phrase("text-whole"),
    part: Phrase("text-whole"),
    in_part: Phrase("text-in-part"),
    any: Phrase("text-whole"),
    best: Phrase("text-best"),
    whole_column: (Phrase("text-whole"), Phrase("text-counted")),
    any_column: (Phrase("text-any-column"), Phrase("text-counted")),
    nobody: Phrase("text-nobody"),
    nobody_whole: Phrase("text-nobody-whole"),
    order: Phrase("text-order"),
    judging: Phrase("text-judging"),
    keys: Phrase("text-keys"),
    form: Form::Plain,
    has_lengths: false,
    has_formulas: false,
    verdicts: &[
        VerdictName::new("RIGHT", Phrase("verdict-name-right"), Tone::Good),
        VerdictName::new("OTHER", Phrase("verdict-name-other"), Tone::Bad),
    ],
};
