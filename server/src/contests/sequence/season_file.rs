//! What a season of programs has in `season.toml`.

use dojo_judge::contest::sequence::{Programs, SequenceSettings, TermFeedback};
use dojo_judge::contest::{Member as _, Scoring, Settings};
use dojo_judge::sequence::ScoringVersion;
use serde::Deserialize;

use crate::folder::{LoadError, SEASON_FILE, read_toml};
use crate::words::say;

pub(super) const KEYS: &[&str] = &["scoring", "feedback", "limits"];

/// Its keys and tables.
#[derive(Deserialize)]
struct Own {
    scoring: Option<String>,
    feedback: Option<String>,
    #[serde(default)]
    limits: LimitsTable,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitsTable {
    fuel: Option<u64>,
    memory_mib: Option<u32>,
    output_kib: Option<u32>,
    max_term_digits: Option<u32>,
}

/// See [`Host::read_settings`](super::super::Host::read_settings).
pub(super) fn read(text: &str) -> Result<(Settings, Scoring), LoadError> {
    let Own {
        scoring,
        feedback,
        limits,
    } = read_toml(SEASON_FILE, text)?;
    let scoring: ScoringVersion = match scoring {
        Some(version) => version
            .parse()
            .map_err(|error| LoadError::at(SEASON_FILE, text, "scoring", error))?,
        None => ScoringVersion::FOR_NEW_SEASONS,
    };
    if scoring.is_retired() {
        let message = say!("folder-scoring-retired", version = scoring.as_str());
        return Err(LoadError::at(SEASON_FILE, text, "scoring", message));
    }
    let settings = limits
        .settings(scoring)
        .map_err(|(key, message)| LoadError::at(SEASON_FILE, text, key, message))?;
    let feedback = match feedback {
        None => TermFeedback::Verdict,
        Some(word) => word.parse().map_err(|_| {
            let known: Vec<&str> = TermFeedback::ALL.iter().map(|it| it.as_str()).collect();
            let message = say!("folder-none-of", name = word, of = known.join(", "));
            LoadError::at(SEASON_FILE, text, "feedback", message)
        })?,
    };
    let settings = SequenceSettings {
        feedback,
        ..settings
    };
    Ok((Programs::set(settings), scoring.into()))
}

/// A key, and what is wrong with its value.
type Wrong = (&'static str, &'static str);

impl LimitsTable {
    /// The defaults with these limits, which the API tells as whole numbers with a sign.
    fn settings(&self, scoring: ScoringVersion) -> Result<SequenceSettings, Wrong> {
        let default = SequenceSettings {
            fuel: scoring.default_fuel().0,
            ..SequenceSettings::default()
        };
        let too_large = |key| (key, say!("folder-number-large"));
        let kib = self.output_kib.unwrap_or(default.output_bytes >> 10);
        let settings = SequenceSettings {
            fuel: self.fuel.unwrap_or(default.fuel),
            memory_bytes: (self.memory_mib)
                .map_or(default.memory_bytes, |mib| u64::from(mib) << 20),
            output_bytes: (kib.checked_mul(1024)).ok_or_else(|| too_large("output_kib"))?,
            max_term_digits: self.max_term_digits.unwrap_or(default.max_term_digits),
            ..default
        };
        for (key, value, message) in [
            ("fuel", settings.fuel, say!("folder-nothing-runs")),
            (
                "memory_mib",
                settings.memory_bytes,
                say!("folder-nothing-runs"),
            ),
            (
                "output_kib",
                settings.output_bytes.into(),
                say!("folder-nothing-written"),
            ),
            (
                "max_term_digits",
                settings.max_term_digits.into(),
                say!("folder-no-term"),
            ),
        ] {
            if value == 0 {
                return Err((key, message));
            }
        }
        i64::try_from(settings.fuel).map_err(|_| too_large("fuel"))?;
        i32::try_from(settings.output_bytes).map_err(|_| too_large("output_kib"))?;
        i32::try_from(settings.max_term_digits).map_err(|_| too_large("max_term_digits"))?;
        Ok(settings)
    }
}
