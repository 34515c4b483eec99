//! What a season of derivations has in `season.toml`.

use dojo_judge::contest::physics::{Derivations, PhysicsSettings};
use dojo_judge::contest::{Contest, Member as _, Scoring, Settings};
use dojo_judge::derivation::{Feedback, MAX_FORMULAS};
use serde::Deserialize;

use crate::folder::{LoadError, SEASON_FILE, read_toml};
use crate::words::say;

pub(super) const KEYS: &[&str] = &["grading"];

/// Its tables.
#[derive(Deserialize)]
struct Own {
    #[serde(default)]
    grading: GradingTable,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct GradingTable {
    max_formulas: Option<u32>,
    feedback: Option<String>,
}

/// See [`Host::read_settings`](super::super::Host::read_settings).
pub(super) fn read(text: &str) -> Result<(Settings, Scoring), LoadError> {
    let Own { grading } = read_toml(SEASON_FILE, text)?;
    let default = PhysicsSettings::default();
    let max_formulas = grading.max_formulas.unwrap_or(default.max_formulas);
    if !(1..=MAX_FORMULAS).contains(&max_formulas) {
        let message = say!(
            "folder-range",
            n = max_formulas.to_string(),
            from = 1,
            to = MAX_FORMULAS.to_string()
        );
        return Err(LoadError::at(SEASON_FILE, text, "max_formulas", message));
    }
    let feedback = match grading.feedback {
        None => default.feedback,
        Some(word) => word.parse().map_err(|_| {
            let known: Vec<&str> = Feedback::ALL.iter().map(|it| it.as_str()).collect();
            let message = say!("folder-none-of", name = word, of = known.join(", "));
            LoadError::at(SEASON_FILE, text, "feedback", message)
        })?,
    };
    let settings = PhysicsSettings {
        max_formulas,
        feedback,
    };
    Ok((
        Derivations::set(settings),
        Scoring::newest(Contest::Physics),
    ))
}
