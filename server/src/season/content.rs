//! Reads a season's folder: `season.toml`, and the problems that it names, which the type of contest reads. Nothing
//! runs here.

use dojo_judge::package::Fault;

use crate::contests;
use crate::folder::{Folder, LoadError, SEASON_FILE};
use crate::store::problems::NewProblem;
use crate::store::seasons::NewSeason;
use crate::words::say;

use super::season_file;

/// The folder of the problems' folders.
const PROBLEMS: &str = "problems";

/// The content of a season's folder.
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
/// Every mistake in `season.toml`, or else in the problems. A problem folder that it does not name is a mistake too,
/// since nobody would notice the missing problem before the season is open.
pub fn read_season(folder: &Folder) -> Result<SeasonContent, LoadError> {
    let (season, named) = season_file::read(folder)?;
    let host = contests::of(season.contest).host;
    let present = folder.names(PROBLEMS)?;
    let mut faults = Vec::new();
    let mut problems = Vec::new();
    for (named, position) in named.iter().zip(1..) {
        let slug = named.slug.as_str();
        if !present.contains(&format!("{slug}/")) {
            let message = say!("folder-problem-missing", name = slug);
            faults.push(Fault::at(SEASON_FILE, named.line, message));
            continue;
        }
        match host.read_problem(folder, &season, slug, position) {
            Ok(problem) => problems.push(problem),
            Err(error) => faults.extend(Vec::from(error)),
        }
    }
    for name in present.iter().filter_map(|name| name.strip_suffix('/')) {
        if named.iter().all(|named| named.slug != name) {
            let path = format!("{PROBLEMS}/{name}");
            faults.push(Fault::of(&path, say!("folder-problem-unnamed")));
        }
    }
    if faults.is_empty() {
        Ok(SeasonContent { season, problems })
    } else {
        Err(faults.into())
    }
}

/// The files in a season's folder that are ignored.
///
/// # Errors
/// When the folder cannot be read.
pub fn passed_over(folder: &Folder) -> Result<Vec<String>, LoadError> {
    let beside = folder.names("")?.into_iter();
    let beside = beside.filter(|name| name != SEASON_FILE && name != &format!("{PROBLEMS}/"));
    let among = folder.names(PROBLEMS)?.into_iter();
    let among = among.filter(|name| !name.ends_with('/'));
    Ok(beside
        .chain(among.map(|name| format!("{PROBLEMS}/{name}")))
        .collect())
}
