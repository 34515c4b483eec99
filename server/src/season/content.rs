//! What a season's folder says: `season.toml`, and the problems that it names, which the type of contest
//! reads. Nothing runs here.

use crate::contests;
use crate::folder::{Folder, LoadError};
use crate::store::problems::NewProblem;
use crate::store::seasons::NewSeason;

use super::read_season_file;

/// What a season's folder says.
#[derive(Clone, PartialEq, Eq)]
pub struct SeasonContent {
    /// The season.
    pub season: NewSeason,
    /// Its problems in board order.
    pub problems: Vec<NewProblem>,
}

/// Reads a whole season.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn read_season(folder: &Folder) -> Result<SeasonContent, LoadError> {
    let (season, slugs) = read_season_file(folder)?;
    let host = contests::of(season.contest).host;
    let problems = slugs
        .iter()
        .zip(1..)
        .map(|(slug, position)| host.read_problem(folder, &season, slug, position))
        .collect::<Result<_, _>>()?;
    Ok(SeasonContent { season, problems })
}
