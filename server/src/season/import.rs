//! Imports a season's folder into the database.
//!
//! Importing is idempotent: the same content changes nothing. Other content replaces the uncommitted parts of a
//! draft, and adds a new version of a withdrawn problem; any other difference from what is committed or was public is
//! refused. Problems that setters handed in are not part of the folder and stay.

use std::collections::{BTreeMap, BTreeSet};

use dojo_judge::contest::Contest;
use dojo_sandbox::Runtime;

use super::lifecycle::ChangeError;
use super::state::said;
use super::{SeasonContent, commit};
use crate::contests::{self, sequence};
use crate::folder::{LoadError, SEASON_FILE};
use crate::store::problems::{self, NewProblem, Problem};
use crate::store::seasons::{self, NewSeason, Season};
use crate::store::{
    self, AnyConnection, Moment, ProblemId, ProblemState, SeasonId, SeasonState, StoreError, UserId,
};
use crate::words::say;

/// Why a season cannot be imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Something is wrong with its files.
    #[error("{0}")]
    Load(#[from] LoadError),
    /// Contestants have already seen it with other content.
    #[error("{}", say!("import-differs", season = .slug, state = said(*.state), what = .what))]
    Differs {
        /// The season.
        slug: String,
        /// Its state.
        state: SeasonState,
        /// The first thing that differs.
        what: String,
    },
    /// A problem is committed, and commitments never change.
    #[error("{}", say!("import-committed", problem = .problem, season = .slug))]
    Committed {
        /// The season.
        slug: String,
        /// The problem.
        problem: String,
    },
    /// It already exists as a season of another type of contest with committed problems.
    #[error("{}", say!("import-contest", season = .slug, of = .theirs.as_str(), what = .ours.as_str()))]
    Contest {
        /// The season.
        slug: String,
        /// Type of the season that is there.
        theirs: Contest,
        /// Type of the folder.
        ours: Contest,
    },
    /// Another sandbox made its terms.
    #[error("{}", say!("import-runtime", season = .slug, of = .theirs, hash = .ours))]
    Runtime {
        /// The season.
        slug: String,
        /// Digest of the season.
        theirs: String,
        /// Digest of this program.
        ours: String,
    },
    /// A new version could not be committed.
    #[error("{0}")]
    Commit(#[from] ChangeError),
    /// The database failed.
    #[error("{}", say!("rules-database", why = .0.to_string()))]
    Store(#[from] StoreError),
}

impl From<diesel::result::Error> for ImportError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Store(error.into())
    }
}

/// The result of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Imported {
    /// The season is new, a draft.
    New(SeasonId),
    /// It was a draft and was replaced.
    Replaced(SeasonId),
    /// It has new versions of withdrawn problems, which are already committed.
    Versions(SeasonId),
    /// It already existed with the same content.
    Unchanged(SeasonId),
}

impl Imported {
    /// The season's number.
    pub fn id(self) -> SeasonId {
        match self {
            Self::New(id) | Self::Replaced(id) | Self::Versions(id) | Self::Unchanged(id) => id,
        }
    }
}

/// Imports a season into the database. The setters' programs only run if something has changed; a season of
/// derivations needs no sandbox.
///
/// # Errors
/// When a setter's program does not print its terms, when the season exists with other content, or when the database
/// fails.
pub fn import(
    conn: &mut AnyConnection,
    runtime: &Runtime,
    content: &SeasonContent,
    setter: Option<UserId>,
    now: Moment,
) -> Result<Imported, ImportError> {
    let named = |setter| (content.problems.iter()).map(move |it| (it.slug.clone(), setter));
    let setters = setter.into_iter().flat_map(named).collect();
    import_with(conn, runtime, content, &setters, now)
}

/// The setters of problems, by slug.
pub(super) type Setters = BTreeMap<String, UserId>;

/// Like [`import`], with a setter for each problem.
pub(super) fn import_with(
    conn: &mut AnyConnection,
    runtime: &Runtime,
    content: &SeasonContent,
    setters: &Setters,
    now: Moment,
) -> Result<Imported, ImportError> {
    if let Plan::Unchanged(id) = Plan::load(conn, content)? {
        return Ok(Imported::Unchanged(id));
    }
    let SeasonContent { season, problems } = content;
    let host = contests::of(season.contest).host;
    let terms = host.make_terms(season, problems, runtime)?;
    let digest = season.contest.digest_beside(&runtime.digest().to_string());
    store::write(conn, |conn| {
        if let Some(season) = seasons::find_season(conn, &content.season.slug)? {
            seasons::load_season_to_change(conn, season.id)?;
        }
        let (imported, fresh) = match Plan::load(conn, content)? {
            Plan::Unchanged(id) => return Ok(Imported::Unchanged(id)),
            Plan::New => {
                let id = seasons::insert_season(conn, &content.season, &digest, now)?;
                (
                    Imported::New(id),
                    (1..).zip(0..content.problems.len()).collect(),
                )
            }
            Plan::Draft { season, fresh } => {
                seasons::replace_draft(conn, season, &content.season, &digest)?;
                (Imported::Replaced(season), fresh)
            }
            Plan::Versions { season, fresh } => (Imported::Versions(season), fresh),
        };
        let id = imported.id();
        let season = seasons::load_season(conn, id)?;
        if season.runtime_digest != digest {
            return Err(ImportError::Runtime {
                slug: season.slug,
                theirs: season.runtime_digest,
                ours: digest,
            });
        }
        let kept = if season.contest.has_terms() {
            problems::list_problems(conn, id)?
        } else {
            Vec::new()
        };
        for kept in kept {
            sequence::rules(&season, &kept)
                .map_err(|error| LoadError::new(SEASON_FILE, format!("{}: {error}", kept.slug)))?;
        }
        for (position, place) in fresh {
            let (problem, terms) = (&content.problems[place], &terms[place]);
            let problem = NewProblem {
                position,
                ..problem.clone()
            };
            let setter = setters.get(&problem.slug).copied();
            problems::insert_problem(conn, id, &problem, setter, terms, None, now)?;
            if season.state != SeasonState::Draft {
                commit::commit_in(conn, id, Some(&problem.slug), now)?;
            }
        }
        Ok(imported)
    })
}

/// Problems to store: their place on the board, and their position in the folder.
type Fresh = Vec<(i32, usize)>;

/// The work of an import.
enum Plan {
    /// The season does not exist.
    New,
    /// It exists with the same content.
    Unchanged(SeasonId),
    /// It is a draft: uncommitted parts are replaced.
    Draft { season: SeasonId, fresh: Fresh },
    /// It is announced or open: withdrawn problems get new versions.
    Versions { season: SeasonId, fresh: Fresh },
}

impl Plan {
    fn load(conn: &mut AnyConnection, content: &SeasonContent) -> Result<Self, ImportError> {
        let Some(season) = seasons::find_season(conn, &content.season.slug)? else {
            return Ok(Self::New);
        };
        let stored = problems::list_problems(conn, season.id)?;
        let handed_in = problems::list_handed_in(conn, season.id)?;
        Self::new(content, &season, &stored, &handed_in.into_iter().collect())
    }

    fn new(
        content: &SeasonContent,
        season: &Season,
        stored: &[Problem],
        handed_in: &BTreeSet<ProblemId>,
    ) -> Result<Self, ImportError> {
        let is_fixed = season.state != SeasonState::Draft
            || stored.iter().any(|problem| problem.commitment.is_some());
        if season.contest != content.season.contest && is_fixed {
            return Err(ImportError::Contest {
                slug: season.slug.clone(),
                theirs: season.contest,
                ours: content.season.contest,
            });
        }
        let same_season = content.season == NewSeason::from(season);
        let newest = problems::newest(stored.to_vec());
        let of_slug = |slug: &str| newest.iter().find(|problem| problem.slug == slug);
        let gone = newest.iter().find(|old| {
            let named = content.problems.iter().any(|new| new.slug == old.slug);
            !named && old.state != ProblemState::Withdrawn && !handed_in.contains(&old.id)
        });
        let changed = content
            .problems
            .iter()
            .find(|new| of_slug(&new.slug).is_none_or(|old| !is_same(new, old)));
        let ordered = content
            .problems
            .iter()
            .filter_map(|new| of_slug(&new.slug))
            .filter(|old| old.state != ProblemState::Withdrawn)
            .is_sorted_by_key(|old| old.position);
        if same_season && gone.is_none() && changed.is_none() && ordered {
            return Ok(Self::Unchanged(season.id));
        }
        if season.state == SeasonState::Draft {
            let kept = |problem: &Problem| {
                problem.commitment.is_some() && problem.state != ProblemState::Withdrawn
            };
            if let Some(problem) = gone.filter(|problem| kept(problem)) {
                return Err(committed(season, problem));
            }
            let fresh = places(content, season, &newest, kept)?;
            return Ok(Self::Draft {
                season: season.id,
                fresh,
            });
        }
        let open = matches!(season.state, SeasonState::Scheduled | SeasonState::Open);
        let differs = |what: String| ImportError::Differs {
            slug: season.slug.clone(),
            state: season.state,
            what,
        };
        if !same_season {
            return Err(differs(say!("import-season-file").to_owned()));
        }
        if gone.is_some()
            || content
                .problems
                .iter()
                .any(|new| of_slug(&new.slug).is_none())
        {
            return Err(differs(say!("import-problem-list").to_owned()));
        }
        let kept = |problem: &Problem| problem.state != ProblemState::Withdrawn;
        let wrong = content.problems.iter().find(|new| {
            of_slug(&new.slug).is_some_and(|old| !is_same(new, old) && (kept(old) || !open))
        });
        if let Some(problem) = wrong {
            return Err(differs(say!("import-a-problem", problem = problem.slug)));
        }
        if !ordered {
            return Err(differs(say!("import-problem-order").to_owned()));
        }
        let fresh = places(content, season, &newest, kept)?;
        Ok(Self::Versions {
            season: season.id,
            fresh,
        })
    }
}

/// Gives every problem to store the first free place after the previous problem of the folder. Existing problems stay
/// where they are.
fn places(
    content: &SeasonContent,
    season: &Season,
    newest: &[Problem],
    kept: impl Fn(&Problem) -> bool,
) -> Result<Fresh, ImportError> {
    let mut taken: BTreeSet<i32> = newest
        .iter()
        .filter(|problem| kept(problem))
        .map(|problem| problem.position)
        .collect();
    let mut last = 0;
    let mut fresh = Vec::new();
    for (place, new) in content.problems.iter().enumerate() {
        match newest.iter().find(|old| old.slug == new.slug) {
            Some(old) if kept(old) => {
                if !is_same(new, old) || old.position < last {
                    return Err(committed(season, old));
                }
                last = old.position;
            }
            // Unchanged since it was withdrawn.
            Some(old) if old.state == ProblemState::Withdrawn && is_same(new, old) => {}
            _ => {
                let free = (last + 1..=i32::MAX).find(|position| !taken.contains(position));
                last = free.unwrap_or(last);
                taken.insert(last);
                fresh.push((last, place));
            }
        }
    }
    Ok(fresh)
}

fn committed(season: &Season, problem: &Problem) -> ImportError {
    ImportError::Committed {
        slug: season.slug.clone(),
        problem: problem.slug.clone(),
    }
}

/// Whether a problem of the folder equals the stored one, ignoring its place on the board.
fn is_same(new: &NewProblem, old: &Problem) -> bool {
    // Problems stored before definitions were kept have none.
    let definition = old.definition.as_ref().and(new.definition.clone());
    let new = NewProblem {
        definition,
        position: old.position,
        ..new.clone()
    };
    new == NewProblem::from(old)
}
