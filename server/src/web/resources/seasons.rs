//! Finds seasons by their address.

use super::reader::Reader;
use crate::error::{AppError, AppErrorKind};
use crate::store::AnyConnection;
use crate::store::problems;
use crate::store::seasons::{self, Season};
use crate::words::say;

/// A season that the reader may know of: one that was announced, or one that has a problem of the reader.
///
/// # Errors
///
/// `NotFound` when there is none.
pub(in crate::web) fn load_visible(
    conn: &mut AnyConnection,
    slug: &str,
    reader: Reader,
) -> Result<Season, AppError> {
    if let Some(season) = seasons::find_season(conn, slug)?
        && (reader.staff
            || seasons::is_announced(conn, &season)?
            || reader
                .id
                .map_or(Ok(false), |id| problems::has_set(conn, season.id, id))?)
    {
        return Ok(season);
    }
    let message = say!("refused-no-season", season = slug);
    Err(AppError::because(AppErrorKind::NotFound, message))
}

/// A season in any state.
///
/// # Errors
///
/// `NotFound` when there is none.
pub(in crate::web) fn load_any(conn: &mut AnyConnection, slug: &str) -> Result<Season, AppError> {
    seasons::find_season(conn, slug)?.ok_or_else(|| {
        AppError::because(
            AppErrorKind::NotFound,
            say!("refused-no-season", season = slug),
        )
    })
}
