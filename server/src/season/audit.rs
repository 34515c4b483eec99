//! Records organizers' changes to seasons in the site's audit log, with the values before and after. The log of a
//! season is something else: it is part of the record, and public.

use super::date_changes::changes;
use super::form::{fields, values_of};
use super::import::Imported;
use crate::contests::Values;
use crate::date_words::iso;
use crate::store::audit::{self, By};
use crate::store::seasons::{self, NewSeason, Season};
use crate::store::{self, AnyConnection, Deed, Moment, StoreError};

/// Imports a season and records whether it is new, or which settings changed.
///
/// # Errors
/// Those of the import, and when the database fails.
pub fn note_import<E: From<StoreError>>(
    conn: &mut AnyConnection,
    slug: &str,
    by: &By,
    now: Moment,
    import: impl FnOnce(&mut AnyConnection) -> Result<Imported, E>,
) -> Result<Imported, E> {
    let before = seasons::find_season(conn, slug).map_err(StoreError::from)?;
    let imported = import(conn)?;
    if matches!(imported, Imported::Unchanged(_)) {
        return Ok(imported);
    }
    store::write(conn, |conn| {
        let after = seasons::load_season(conn, imported.id())?;
        let (deed, details) = match &before {
            None => (Deed::SeasonMade, String::new()),
            Some(before) => (Deed::SeasonChanged, differences(before, &after)),
        };
        Ok::<_, StoreError>(audit::note(conn, by, (deed, slug, &details), now)?)
    })?;
    Ok(imported)
}

/// The settings that changed, as the form calls them.
fn differences(before: &Season, after: &Season) -> String {
    let values = |season: &Season| values_of(&NewSeason::from(season));
    let (before, now) = (values(before), values(after));
    let changed = fields(after.contest).filter_map(|field| {
        let value = |values: &Values| values.get(field.key).cloned().unwrap_or_default();
        let (was, now) = (value(&before), value(&now));
        (was != now).then(|| format!("{}: {was} → {now}", field.label))
    });
    changed.collect::<Vec<_>>().join("; ")
}

fn date(at: Option<Moment>) -> String {
    at.map_or_else(|| "–".to_owned(), |at| iso(&at.utc()))
}

/// The dates that changed.
pub(super) fn moved(before: &Season, after: Option<&Season>) -> String {
    let dates = |season: &Season| {
        [
            season.opens_at,
            season.freeze_at,
            season.blackout_at,
            season.reveals_at,
        ]
    };
    let Some(after) = after else {
        return String::new();
    };
    let changed = changes(dates(before), dates(after)).into_iter();
    let told = changed.map(|(what, was, now)| format!("{what}: {} → {}", date(was), date(now)));
    told.collect::<Vec<_>>().join("; ")
}
