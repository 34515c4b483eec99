//! What a season of derivations has in `season.toml`.

use dojo_judge::contest::physics::{Derivations, PhysicsSettings};
use dojo_judge::contest::{Contest, Member as _, Scoring, Settings};
use dojo_judge::derivation::{Feedback, MAX_FORMULAS};
use dojo_judge::package::Faults;
use dojo_judge::sequence::package::Table;

use crate::contests::{Field, FieldKind};
use crate::store::seasons::NewSeason;
use crate::words::Phrase;

pub(super) const KEYS: &[&str] = &["grading"];

/// The same as fields of a form.
pub(super) const FIELDS: &[Field] = &[
    Field {
        key: "grading.max_formulas",
        label: Phrase("field-formulas"),
        does: Phrase("field-formulas-does"),
        kind: FieldKind::Number(1),
    },
    Field {
        key: "grading.feedback",
        label: Phrase("field-grading"),
        does: Phrase("field-grading-does"),
        kind: FieldKind::Choice(|| Feedback::ALL.iter().map(|it| it.as_str()).collect()),
    },
];

/// See [`Host::write_settings`](super::super::Host::write_settings).
pub(super) fn write(season: &NewSeason) -> toml::Table {
    let Some(set) = Derivations::settings(&season.settings) else {
        return toml::Table::new();
    };
    let grading: toml::Table = [
        (
            "max_formulas".to_owned(),
            i64::from(set.max_formulas).into(),
        ),
        ("feedback".to_owned(), set.feedback.as_str().into()),
    ]
    .into_iter()
    .collect();
    [("grading".to_owned(), grading.into())]
        .into_iter()
        .collect()
}

/// See [`Host::read_settings`](super::super::Host::read_settings).
pub(super) fn read(root: &Table<'_, '_>, faults: &mut Faults<'_>) -> Option<(Settings, Scoring)> {
    let mut settings = PhysicsSettings::default();
    if let Some(grading) = root.table("grading", faults) {
        grading.close(&["max_formulas", "feedback"], faults);
        if let Some(most) = grading.number("max_formulas", 1..=MAX_FORMULAS.into(), faults) {
            settings.max_formulas = u32::try_from(most.value).ok()?;
        }
        if let Some(feedback) = grading.word("feedback", faults) {
            settings.feedback = feedback.value;
        }
    }
    Some((
        Derivations::set(settings),
        Scoring::newest(Contest::Physics),
    ))
}
