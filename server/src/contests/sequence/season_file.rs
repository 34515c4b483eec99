//! What a season of programs has in `season.toml`.

use std::ops::RangeInclusive;

use dojo_judge::contest::sequence::{Programs, SequenceSettings, TermFeedback};
use dojo_judge::contest::{Member as _, Scoring, Settings};
use dojo_judge::package::Faults;
use dojo_judge::sequence::ScoringVersion;
use dojo_judge::sequence::package::{Found, Table};

use crate::contests::{Field, FieldKind};
use crate::store::seasons::NewSeason;
use crate::words::{Phrase, say};

pub(super) const KEYS: &[&str] = &["scoring", "feedback", "limits"];

/// The same as fields of a form.
pub(super) const FIELDS: &[Field] = &[
    Field {
        key: "scoring",
        label: Phrase("field-scoring"),
        does: Phrase("field-scoring-does"),
        kind: FieldKind::Choice(|| {
            let all = ScoringVersion::ALL.iter();
            all.filter(|version| !version.is_retired())
                .map(|version| version.as_str())
                .collect()
        }),
    },
    Field {
        key: "feedback",
        label: Phrase("field-feedback"),
        does: Phrase("field-feedback-does"),
        kind: FieldKind::Choice(|| TermFeedback::ALL.iter().map(|it| it.as_str()).collect()),
    },
    Field {
        key: "limits.fuel",
        label: Phrase("field-fuel"),
        does: Phrase("field-fuel-does"),
        kind: FieldKind::Number(1),
    },
    Field {
        key: "limits.memory_mib",
        label: Phrase("field-memory"),
        does: Phrase("field-memory-does"),
        kind: FieldKind::Number(1),
    },
    Field {
        key: "limits.output_kib",
        label: Phrase("field-output"),
        does: Phrase("field-output-does"),
        kind: FieldKind::Number(1),
    },
    Field {
        key: "limits.max_term_digits",
        label: Phrase("field-digits"),
        does: Phrase("field-digits-does"),
        kind: FieldKind::Number(1),
    },
];

/// See [`Host::write_settings`](super::super::Host::write_settings).
pub(super) fn write(season: &NewSeason) -> toml::Table {
    let mut table = toml::Table::new();
    table.insert("scoring".to_owned(), season.scoring_version.clone().into());
    let Some(set) = Programs::settings(&season.settings) else {
        return table;
    };
    table.insert("feedback".to_owned(), set.feedback.as_str().into());
    let limits: toml::Table = [
        ("fuel", set.fuel),
        ("memory_mib", set.memory_bytes >> 20),
        ("output_kib", u64::from(set.output_bytes >> 10)),
        ("max_term_digits", set.max_term_digits.into()),
    ]
    .into_iter()
    .map(|(key, value)| (key.to_owned(), value.cast_signed().into()))
    .collect();
    table.insert("limits".to_owned(), limits.into());
    table
}

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

/// Ten times the default of new seasons: some hundred seconds of a core, for which a judge takes no other submission.
const MOST_FUEL: i64 = 400_000_000_000;

/// More memory than this no sandbox gives a program.
const MOST_MEMORY_MIB: i64 = (dojo_sandbox::MAX_MEMORY_BYTES >> 20).cast_signed();

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
        fuel: limit("fuel", 1..=MOST_FUEL).unwrap_or(default.fuel),
        memory_bytes: limit("memory_mib", 1..=MOST_MEMORY_MIB)
            .map_or(default.memory_bytes, |mib| mib << 20),
        output_bytes: small(limit("output_kib", 1..=whole >> 10))
            .map_or(default.output_bytes, |kib| kib << 10),
        max_term_digits: small(limit("max_term_digits", 1..=whole))
            .unwrap_or(default.max_term_digits),
        ..default
    }
}
