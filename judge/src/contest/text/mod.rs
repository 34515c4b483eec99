//! A third type of contest, only for tests: a text is right if it equals the setter's. It shows all that a type
//! needs: one folder and one line. The server has the same, and a test there plays a season of it.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::{
    Announced, Columns, Contest, Judged, Judges, Kind, Names, NoPoints, Points, ProblemFiles,
    ProblemRow, Scoring, Season, SeasonRow, SubmissionRow, Worth, Wrong,
};
use crate::digest::Digest;
use crate::sequence::gate::Gates;

/// The input of the digest that identifies the comparison.
const COMPARISON: &str = "compares texts";

/// Texts that must be another text.
#[derive(Clone, Copy, Debug)]
pub struct Texts;

/// What an organizer may set for a season of texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextSettings {
    /// Points for the right text.
    pub points: u32,
}

/// The numbers of a season of texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextParameters {
    /// `text`.
    pub contest: Contest,
    /// Points for the right text.
    pub points: u32,
}

/// The judge's report on a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextReport {
    /// It equals the setter's text.
    pub is_right: bool,
    /// Its points.
    pub score: u32,
    /// SHA-256 of it.
    pub text_hash: String,
}

/// What is kept of the report on a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextDetails {
    /// It equals the setter's text.
    pub is_right: bool,
}

/// The setter's text and its points.
#[derive(Clone, Debug)]
pub struct Task {
    /// The text.
    pub text: Vec<u8>,
    /// Points for it.
    pub points: u32,
}

impl Judged for TextReport {
    fn verdict_word(&self) -> &'static str {
        if self.is_right { "RIGHT" } else { "OTHER" }
    }

    fn score(&self) -> u32 {
        self.score
    }

    fn gates(&self) -> Gates {
        if self.is_right {
            Gates::Reward
        } else {
            Gates::None
        }
    }

    fn content_hash(&self) -> Option<&str> {
        Some(&self.text_hash)
    }

    fn measured(&self) -> String {
        format!("{} points", self.score)
    }
}

impl Kind for Texts {
    const NAMES: Names = Names {
        word: "text",
        scorings: &["text-1"],
        submission: "text",
        judged: "compared",
        judge: "comparison",
        counted: "texts_compared",
        extension: "txt",
        package: "text.toml",
        card: "about.json",
        solution: "text.txt",
        terms: None,
        commitment: "sequence-dojo/commit/text/1",
        report_key: "text_hash",
    };

    type Settings = TextSettings;
    type Parameters = TextParameters;
    type Report = TextReport;
    type Details = TextDetails;
    type Task = Task;

    fn announce(
        settings: &TextSettings,
        _announced: &Announced<'_>,
    ) -> Result<TextParameters, &'static str> {
        Ok(TextParameters {
            contest: Contest::Text,
            points: settings.points,
        })
    }

    fn digest_beside(_sandbox: &str) -> String {
        Digest::of(COMPARISON).to_string()
    }

    fn check_parameters(
        parameters: &TextParameters,
        _scoring: Scoring,
        _judge: Digest,
    ) -> Result<(), String> {
        match parameters.points {
            0 => Err("`parameters`: nobody could get a point".to_owned()),
            _ => Ok(()),
        }
    }

    fn details(report: &TextReport) -> TextDetails {
        TextDetails {
            is_right: report.is_right,
        }
    }

    fn check_report(report: &TextReport, source: Option<&[u8]>, wrong: &mut dyn FnMut(&str, &str)) {
        if source.is_some_and(|source| Digest::of(source).to_string() != report.text_hash) {
            wrong("text_hash", "is not the hash of the text");
        }
    }

    fn check_problem(_season: &Season<'_, Self>, problem: &ProblemFiles<'_>) -> Result<(), Wrong> {
        if problem.solution.is_empty() {
            return Err(Wrong::new(Self::NAMES.solution, "text", "is empty"));
        }
        Ok(())
    }

    fn points(worth: &Worth) -> Result<Points, NoPoints> {
        Ok(Points {
            score: worth.score,
            ..Points::default()
        })
    }

    fn submission_columns(rows: &[SubmissionRow<'_, Self>]) -> Columns {
        Columns {
            names: vec!["text_hash"],
            rows: rows.iter().map(|row| vec![row.hash.clone()]).collect(),
        }
    }

    fn problem_columns(rows: &[ProblemRow<'_, Self>]) -> Columns {
        Columns {
            names: vec!["is_right"],
            rows: (rows.iter())
                .map(|row| vec![u8::from(row.details.is_right).to_string()])
                .collect(),
        }
    }

    fn season_columns(rows: &[SeasonRow<'_, Self>]) -> Columns {
        Columns {
            names: Vec::new(),
            rows: rows.iter().map(|_| Vec::new()).collect(),
        }
    }

    fn judge_digest(_judges: &Judges<'_>) -> Result<Digest, &'static str> {
        Ok(Digest::of(COMPARISON))
    }

    fn task(season: &Season<'_, Self>, problem: &ProblemFiles<'_>) -> Result<Task, Option<Wrong>> {
        Ok(Task {
            text: problem.solution.as_bytes().to_vec(),
            points: season.parameters.points,
        })
    }

    fn judge(task: &Task, _judges: &Judges<'_>, source: &[u8]) -> Result<TextReport, String> {
        let is_right = task.text == source;
        Ok(TextReport {
            is_right,
            score: if is_right { task.points } else { 0 },
            text_hash: Digest::of(source).to_string(),
        })
    }
}
