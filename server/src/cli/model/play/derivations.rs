//! Seasons of derivations: one answer, and one more once the model has seen how the first is read. Nothing is compared with
//! anything here, and nothing is changed that the model wrote.

use dojo_judge::derivation::{self, PublicFormula, Reading, Verdict};
use dojo_model::prompt::Prompt;
use help::tidy::{Tidied, tidy};

use super::game::{Game, Round};
use super::season::Problem;
use crate::cli::input::counted;
use crate::words::say;

/// How often a model is asked: before and after it has seen how it is read.
const ROUNDS: u32 = 2;

/// How derivations are played.
pub(super) struct Derivations {
    pub(super) max_formulas: u32,
}

impl Game for Derivations {
    fn prompt(&self) -> Prompt {
        Prompt::for_derivations()
    }

    fn rounds(&self) -> (u32, u32) {
        (ROUNDS, ROUNDS)
    }

    fn told(&self, problem: &Problem, rounds: &[Round]) -> String {
        let most = counted(self.max_formulas, "formula");
        let mut parts = vec![problem.stated(), format!("At most {most} are compared.")];
        for round in rounds {
            parts.push("# Your derivation".to_owned());
            parts.extend(round.answer.as_deref().map(|text| text.trim().to_owned()));
            parts.push(format!("# {}", say!("physics-how-read-now")));
            parts.push(round.told.clone());
            parts.push(
                "# Now\n\nWrite the derivation that is submitted, all of it, also where it stays as it is."
                    .to_owned(),
            );
        }
        parts.join("\n\n")
    }

    fn play(
        &self,
        _problem: &Problem,
        asked: String,
        answer: Option<String>,
    ) -> anyhow::Result<Round> {
        let text = answer.as_deref().unwrap_or_default();
        let (told, has_formulas) = match derivation::read(text.as_bytes(), self.max_formulas) {
            Ok(reading) => (how_read(&reading, &tidy(text)), reading.found > 0),
            Err(rejection) => (Verdict::from(rejection).to_string(), false),
        };
        Ok(Round {
            asked,
            solution: answer.clone().filter(|_| has_formulas),
            answer,
            told,
            bytes: None,
        })
    }

    /// The last one that has formulas.
    fn best(&self, rounds: &[Round]) -> Option<usize> {
        rounds.iter().rposition(|round| round.solution.is_some())
    }

    fn file_name(&self) -> &'static str {
        "solution.md"
    }
}

/// What the page shows when somebody asks how a derivation is read, as text.
fn how_read(reading: &Reading, tidied: &Tidied) -> String {
    let mut parts = Vec::new();
    if !tidied.changes.is_empty() {
        let mut lines = vec![say!("physics-proposal", n = tidied.changes.len())];
        lines.extend(tidied.changes.iter().map(ToString::to_string));
        parts.push(lines.join("\n"));
    }
    let all = reading.formulas.len();
    let read = reading.formulas.iter().filter(|one| one.read).count();
    let mut facts = vec![
        say!("physics-found", n = reading.found),
        say!("physics-read", n = read),
    ];
    if read < all {
        facts.push(say!("physics-unread", n = all - read));
    }
    if all < reading.found {
        facts.push(say!("physics-beyond", n = reading.found - all));
    }
    parts.push(facts.join(", ") + ".");
    if reading.formulas.is_empty() {
        parts.push(say!("physics-no-formula").to_owned());
    } else {
        let lines: Vec<String> = reading.formulas.iter().map(one).collect();
        parts.push(lines.join("\n"));
    }
    parts.join("\n\n")
}

/// How one formula is read.
fn one(formula: &PublicFormula) -> String {
    let place = format!(
        "{}. ({} {})",
        formula.number,
        say!("physics-line"),
        formula.line
    );
    if let Some(canonical) = &formula.canonical {
        return format!("{place} $${canonical}$$");
    }
    let why = formula.error.as_ref();
    let why = why.map_or_else(String::new, |error| error.message.clone());
    let why = match (formula.error_line, formula.error_column) {
        (Some(line), Some(column)) => {
            say!(
                "physics-not-read-at",
                line = line,
                column = column,
                why = why
            )
        }
        _ => say!("physics-not-read", why = why),
    };
    format!("{place} {why}: {}", formula.source.trim())
}
