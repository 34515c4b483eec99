//! Organizers' operations on a draft season: edit, copy, download, delete, and reorder or remove its problems. Drafts
//! are not public.

use std::collections::BTreeMap;

use dojo_judge::package::{Files, unpack};
use dojo_judge::record::log::EntryBody;
use dojo_sandbox::Runtime;

use super::lifecycle::{Actor, ChangeError};
use super::state::said;
use super::{ImportError, Imported, SeasonContent, import, write_season_file};
use crate::contests;
use crate::folder::SEASON_FILE;
use crate::store::problems::{self, NewProblem, Problem};
use crate::store::seasons::{self, NewSeason, Season};
use crate::store::{
    self, AnyConnection, Moment, ProblemId, ProblemState, SeasonId, SeasonState, StoreError,
    drafts, log,
};
use crate::words::say;

/// The folder of a season, as far as it is stored: the examples of problems that did not come as packages are not
/// kept.
///
/// # Errors
/// When the database fails.
pub fn folder(conn: &mut AnyConnection, season: &Season) -> Result<Files, StoreError> {
    let host = contests::of(season.contest).host;
    let standing = standing(conn, season.id)?;
    let slugs: Vec<&str> = standing.iter().map(|it| it.slug.as_str()).collect();
    let file = write_season_file(&NewSeason::from(season), &slugs).to_string();
    let mut files = Files::from([(SEASON_FILE.to_owned(), file.into_bytes())]);
    for problem in &standing {
        let package = drafts::find_package_of(conn, problem.id)?;
        let package = package.and_then(|archive| unpack(&archive).ok());
        let package = package.unwrap_or_else(|| host.write_problem(&NewProblem::from(problem)));
        let below = |(path, bytes)| (format!("problems/{}/{path}", problem.slug), bytes);
        files.extend(package.into_iter().map(below));
    }
    Ok(files)
}

/// The newest versions of the problems that are not withdrawn, in board order.
fn standing(conn: &mut AnyConnection, id: SeasonId) -> Result<Vec<Problem>, StoreError> {
    let mut standing = problems::list_newest(conn, id)?;
    standing.retain(|problem| problem.state != ProblemState::Withdrawn);
    Ok(standing)
}

/// Why a draft cannot be made or changed.
#[derive(Debug, thiserror::Error)]
pub enum DraftError {
    /// Its folder would not be imported.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// A season with this slug exists.
    #[error("{}", say!("draft-slug-taken", name = .0))]
    Taken(String),
    /// It is not a draft any more.
    #[error(transparent)]
    Change(#[from] ChangeError),
}

impl From<diesel::result::Error> for DraftError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Import(error.into())
    }
}

impl From<StoreError> for DraftError {
    fn from(error: StoreError) -> Self {
        Self::Import(error.into())
    }
}

/// Makes a draft, optionally with the problems of another season.
///
/// # Errors
/// When its slug is taken or its folder would not be imported.
pub fn make(
    conn: &mut AnyConnection,
    runtime: &Runtime,
    new: &NewSeason,
    of: Option<&Season>,
    now: Moment,
) -> Result<Imported, DraftError> {
    if seasons::find_season(conn, &new.slug)?.is_some() {
        return Err(DraftError::Taken(new.slug.clone()));
    }
    save(conn, runtime, new, of, now)
}

/// Replaces the parameters of a draft; its problems stay.
///
/// # Errors
/// When it is not a draft or its folder would not be imported.
pub fn edit(
    conn: &mut AnyConnection,
    runtime: &Runtime,
    season: &Season,
    new: &NewSeason,
    now: Moment,
) -> Result<Imported, DraftError> {
    expect_draft(season)?;
    save(conn, runtime, new, Some(season), now)
}

fn save(
    conn: &mut AnyConnection,
    runtime: &Runtime,
    new: &NewSeason,
    problems_of: Option<&Season>,
    now: Moment,
) -> Result<Imported, DraftError> {
    let standing = match problems_of {
        Some(season) => standing(conn, season.id)?,
        None => Vec::new(),
    };
    let content = SeasonContent {
        season: new.clone(),
        problems: standing.iter().map(NewProblem::from).collect(),
    };
    let setters = standing
        .into_iter()
        .filter_map(|problem| Some((problem.slug, problem.setter_id?)))
        .collect();
    Ok(import::import_with(conn, runtime, &content, &setters, now)?)
}

fn expect_draft(season: &Season) -> Result<(), ChangeError> {
    if season.state == SeasonState::Draft {
        Ok(())
    } else {
        let state = said(season.state);
        Err(ChangeError::refused(say!("draft-none", state = state)))
    }
}

/// Reorders the problems of a draft to these places, and removes some. Commitments stay in the log.
///
/// # Errors
/// When it is not a draft, and when the database fails.
pub fn arrange(
    conn: &mut AnyConnection,
    id: SeasonId,
    places: &BTreeMap<String, u32>,
    out: &[String],
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    store::write(conn, |conn| {
        let season = seasons::load_season_to_change(conn, id)?;
        expect_draft(&season)?;
        let mut standing = standing(conn, id)?;
        let mut entries = Vec::new();
        for problem in standing.extract_if(.., |problem| out.contains(&problem.slug)) {
            take_out(conn, problem.id)?;
            if problem.commitment.is_some() {
                entries.push(EntryBody::ProblemTakenOut {
                    version: problem.recorded_version(),
                    problem: problem.slug,
                    by: actor.name(),
                });
            }
        }
        // Two problems with the same place keep their order.
        standing.sort_by_key(|problem| {
            let place = places.get(&problem.slug).copied();
            place.unwrap_or_else(|| u32::try_from(problem.position).unwrap_or(0))
        });
        let moved: Vec<(Problem, i32)> = standing
            .into_iter()
            .zip(1..)
            .filter(|(problem, position)| problem.position != *position)
            .collect();
        for (problem, position) in &moved {
            // No place may be used twice at any time.
            problems::set_position(conn, problem.id, ASIDE + position)?;
        }
        for (problem, position) in moved {
            problems::set_position(conn, problem.id, position)?;
            if problem.commitment.is_some() {
                entries.push(EntryBody::ProblemMoved {
                    version: problem.recorded_version(),
                    problem: problem.slug,
                    position: u32::try_from(position).unwrap_or(0),
                    by: actor.name(),
                });
            }
        }
        log::append(conn, id, now, entries)?;
        Ok(())
    })
}

/// Higher than every place on a board.
const ASIDE: i32 = 1_000_000;

fn take_out(conn: &mut AnyConnection, problem: ProblemId) -> Result<(), StoreError> {
    drafts::give_back(conn, problem)?;
    problems::delete_problem(conn, problem)?;
    Ok(())
}

/// Deletes a draft with its problems and its log; its slug is free again. Setters get back what they handed in.
///
/// # Errors
/// When it is not a draft, and when the database fails.
pub fn delete(conn: &mut AnyConnection, id: SeasonId) -> Result<(), ChangeError> {
    store::write(conn, |conn| {
        let season = seasons::load_season_to_change(conn, id)?;
        expect_draft(&season)?;
        for problem in problems::list_problems(conn, id)? {
            take_out(conn, problem.id)?;
        }
        log::delete_of_draft(conn, id)?;
        seasons::delete_draft(conn, id)?;
        Ok(())
    })
}
