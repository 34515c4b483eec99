//! Seasons: how they and their problems are imported, and what happens to them.

use std::collections::BTreeMap;

use crate::store::problems::{self, Problem};
use crate::store::{AnyConnection, SeasonId, StoreError};

pub mod archives;
pub mod audit;
pub mod command;
pub mod commit;
pub mod consequences;
mod content;
pub mod corrections;
pub mod date_changes;
pub mod drafting;
pub mod finalize;
pub mod form;
pub mod hand_in;
mod import;
pub mod lifecycle;
mod manifest;
pub mod record;
pub mod rejudge;
pub mod replacing;
pub mod requirements;
mod revalidation;
pub mod rulings;
pub mod runtime;
pub mod scores;
mod season_file;
pub mod show;
pub mod show_script;
pub mod state;
pub mod status;
pub mod timetable;
mod validation;

pub use content::{SeasonContent, passed_over, read_season};
pub use dojo_judge::sequence::package::MAX_SETTER_BYTES;
pub use import::{ImportError, Imported, import};
pub use manifest::manifest;
pub use revalidation::{Checked, NotValid};
pub use season_file::{FIELDS, new_season, read_season_file, write_season_file};
pub use validation::{earlier_terms, validate_problems};

/// The newest versions of the problems of a season, by slug.
///
/// # Errors
/// When the database fails.
pub fn problems_by_slug(
    conn: &mut AnyConnection,
    id: SeasonId,
) -> Result<BTreeMap<String, Problem>, StoreError> {
    let problems = problems::list_newest(conn, id)?;
    Ok(problems
        .into_iter()
        .map(|problem| (problem.slug.clone(), problem))
        .collect())
}
