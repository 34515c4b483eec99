//! What a season of derivations has in `season.toml`.

use dojo_judge::contest::physics::{Derivations, PhysicsSettings};
use dojo_judge::contest::{Contest, Member as _, Scoring, Settings};
use dojo_judge::derivation::MAX_FORMULAS;
use dojo_judge::package::Faults;
use dojo_judge::sequence::package::Table;

pub(super) const KEYS: &[&str] = &["grading"];

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
