//! Seasons by their address.

use crate::error::{AppError, AppErrorKind};
use crate::store::AnyConnection;
use crate::store::seasons::{self, Season};
use crate::words::say;

/// A season that the reader may know of.
///
/// # Errors
/// `NotFound` when there is none.
pub(in crate::web) fn load_visible(
    conn: &mut AnyConnection,
    slug: &str,
    staff: bool,
) -> Result<Season, AppError> {
    if let Some(season) = seasons::find_season(conn, slug)?
        && (staff || seasons::is_announced(conn, &season)?)
    {
        return Ok(season);
    }
    let message = say!("refused-no-season", season = slug);
    Err(AppError::because(AppErrorKind::NotFound, message))
}

/// A season in whatever state.
///
/// # Errors
/// `NotFound` when there is none.
pub(in crate::web) fn load_any(conn: &mut AnyConnection, slug: &str) -> Result<Season, AppError> {
    seasons::find_season(conn, slug)?.ok_or_else(|| {
        AppError::because(
            AppErrorKind::NotFound,
            say!("refused-no-season", season = slug),
        )
    })
}
