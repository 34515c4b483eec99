//! What a season of programs has in `season.toml`.

use std::ops::RangeInclusive;

use dojo_judge::contest::sequence::{Programs, SequenceSettings, TermFeedback};
use dojo_judge::contest::{Member as _, Scoring, Settings};
use dojo_judge::package::Faults;
use dojo_judge::sequence::ScoringVersion;
use dojo_judge::sequence::package::{Found, Table};

use crate::words::say;

pub(super) const KEYS: &[&str] = &["scoring", "feedback", "limits"];

/// See [`Host::read_settings`](super::super::Host::read_settings).
pub(super) fn read(root: &Table<'_, '_>, faults: &mut Faults<'_>) -> (Settings, Scoring) {
    let scoring = match root.word("scoring", faults) {
        Some(Found { value, offset }) => {
            if ScoringVersion::is_retired(value) {
                let message = say!("folder-scoring-retired", version = value.as_str());
                root.wrong("scoring", offset, message, faults);
            }
            value
        }
        None => ScoringVersion::FOR_NEW_SEASONS,
    };
    let feedback = root.word("feedback", faults);
    let limits = root.table("limits", faults);
    let settings = SequenceSettings {
        feedback: feedback.map_or(TermFeedback::Verdict, |found| found.value),
        ..with_limits(limits.as_ref(), scoring, faults)
    };
    (Programs::set(settings), scoring.into())
}

/// The defaults with these limits, which the API tells as whole numbers with a sign.
fn with_limits(
    limits: Option<&Table<'_, '_>>,
    scoring: ScoringVersion,
    faults: &mut Faults<'_>,
) -> SequenceSettings {
    let default = SequenceSettings {
        fuel: scoring.default_fuel().0,
        ..SequenceSettings::default()
    };
    let Some(limits) = limits else { return default };
    limits.close(
        &["fuel", "memory_mib", "output_kib", "max_term_digits"],
        faults,
    );
    let mut limit = |key, range: RangeInclusive<i64>| {
        let found = limits.number(key, range, faults);
        found.map(|found| found.value.unsigned_abs())
    };
    let whole = i64::from(i32::MAX);
    let small = |value: Option<u64>| value.and_then(|value| u32::try_from(value).ok());
    SequenceSettings {
        fuel: limit("fuel", 1..=i64::MAX).unwrap_or(default.fuel),
        memory_bytes: limit("memory_mib", 1..=u32::MAX.into())
            .map_or(default.memory_bytes, |mib| mib << 20),
        output_bytes: small(limit("output_kib", 1..=whole >> 10))
            .map_or(default.output_bytes, |kib| kib << 10),
        max_term_digits: small(limit("max_term_digits", 1..=whole))
            .unwrap_or(default.max_term_digits),
        ..default
    }
}
