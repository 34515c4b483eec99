//! Hands in packages: a setter's package becomes the next problem of a season that accepts problems, and is committed
//! in the same transaction. So no setter's problem is ever stored without its commitment, and it never changes after
//! that.

use std::num::NonZeroUsize;

use dojo_judge::contest::Contest;
use dojo_judge::digest::terms_hash;
use dojo_judge::package::Files;
use dojo_judge::sequence::ScoringVersion;
use dojo_judge::sequence::package::EarlierTerms;
use dojo_sandbox::Runtime;

use super::commit;
use super::lifecycle::ChangeError;
use super::state::said;
use crate::contests::{self, Package, PackageReport};
use crate::folder::{Folder, LoadError};
use crate::store::problems::{self, NewProblem, Problem};
use crate::store::seasons::{self, NewSeason, Season};
use crate::store::{
    self, AnyConnection, DraftId, Moment, ProblemState, SeasonId, SeasonState, StoreError, UserId,
    drafts, hand_ins,
};
use crate::words::say;

/// The most problems of a season that accepts handed-in problems.
pub const MAX_PROBLEMS: usize = 200;

/// Why a package could not be validated. Mistakes in the package are in the report instead.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    /// The season's parameters are invalid, or the sandbox failed.
    #[error(transparent)]
    Failed(#[from] anyhow::Error),
    /// The season is of another type of contest.
    #[error("{}", say!("refused-other-contest", season = .0, what = .1.as_str()))]
    OtherContest(String, Contest),
    /// It is valid, but no season accepts it as it is.
    #[error("{}", say!("folder-no-problem", why = .0.to_string()))]
    Load(#[from] LoadError),
}

/// A package that was validated for a season, with its terms.
pub struct Prepared {
    season: NewSeason,
    problem: NewProblem,
    terms: Vec<String>,
    report: PackageReport,
    runtime_digest: String,
}

/// The origin of a prepared problem, and its place on the board.
#[derive(Clone, Copy)]
pub(super) struct Set {
    /// Its setter.
    pub(super) setter: UserId,
    /// The setter's draft, with the time when this package was sent.
    pub(super) draft: Option<(DraftId, Moment)>,
    /// Its place on the board.
    pub(super) position: i32,
}

impl Prepared {
    /// The slug of the problem.
    pub(super) fn slug(&self) -> &str {
        &self.problem.slug
    }

    /// The problem as it would be stored.
    pub(super) fn unstored(&self, season: &Season) -> Problem {
        Problem::unstored(season.id, &self.problem, &self.terms)
    }

    /// The report on it.
    pub fn report(&self) -> &PackageReport {
        &self.report
    }
}

/// Validates a package for a season and computes its terms; returns the report if it is not valid.
///
/// # Errors
/// When it cannot be validated.
pub fn prepare(
    runtime: &Runtime,
    season: &Season,
    earlier: Vec<EarlierTerms>,
    files: &Files,
    threads: NonZeroUsize,
) -> Result<Result<Prepared, PackageReport>, PrepareError> {
    let contest = Contest::of_package(files).unwrap_or_default();
    if contest != season.contest {
        return Err(PrepareError::OtherContest(season.slug.clone(), contest));
    }
    let host = contests::of(contest).host;
    let season = NewSeason::from(season);
    let report = host.validate(&Package {
        files,
        name: None,
        season: Some(&season),
        scoring: ScoringVersion::FOR_NEW_SEASONS,
        earlier,
        runtime: &|| Ok(runtime.clone()),
        threads,
    })?;
    let Some(slug) = report.slug().filter(|_| report.is_valid()) else {
        return Ok(Err(report));
    };
    let (problem, terms) = read_package(runtime, &season, slug, files)?;
    let validated = report.programs().and_then(|of| of.measures.as_ref());
    if validated.is_some_and(|of| of.terms_hash != terms_hash(&terms).to_string()) {
        return Err(LoadError::new("setter.py", say!("folder-terms-differ")).into());
    }
    Ok(Ok(Prepared {
        season,
        problem,
        terms,
        report,
        runtime_digest: contest.digest_beside(&runtime.digest().to_string()),
    }))
}

/// A package as the problem that a season would store, with its terms.
fn read_package(
    runtime: &Runtime,
    season: &NewSeason,
    slug: &str,
    files: &Files,
) -> Result<(NewProblem, Vec<String>), LoadError> {
    let host = contests::of(season.contest).host;
    let below = |(path, bytes): (&String, &Vec<u8>)| {
        let path = format!("problems/{slug}/{path}");
        (path, bytes.clone())
    };
    let folder = Folder::Unpacked(files.iter().map(below).collect());
    let problem = host.read_problem(&folder, season, slug, 1)?;
    let terms = host.make_terms(season, std::slice::from_ref(&problem), runtime)?;
    Ok((problem, terms.concat()))
}

/// The problem of a package as it would appear in a season, for a preview.
///
/// # Errors
/// Why it would not.
pub fn preview(
    runtime: &Runtime,
    season: &Season,
    slug: &str,
    files: &Files,
) -> Result<Problem, LoadError> {
    let (problem, terms) = read_package(runtime, &NewSeason::from(season), slug, files)?;
    Ok(Problem::unstored(season.id, &problem, &terms))
}

/// Who hands a problem in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Giver {
    /// Its setter.
    pub setter: UserId,
    /// Whether the setter is an organizer, who may hand in without permission.
    pub staff: bool,
}

/// A problem that was handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandedIn {
    /// Its slug.
    pub problem: String,
    /// Its version.
    pub version: i32,
    /// Its commitment.
    pub commitment: String,
    /// When it was committed.
    pub committed_at: Moment,
}

/// Makes a package a problem of a season and commits it, inside a write transaction. `draft` is the setter's draft,
/// with the time when this package was sent.
///
/// # Errors
/// When the season does not accept it, or has changed since the package was prepared, and when the database fails.
pub fn hand_in(
    conn: &mut AnyConnection,
    season: SeasonId,
    prepared: &Prepared,
    giver: &Giver,
    draft: Option<(DraftId, Moment)>,
    now: Moment,
) -> Result<HandedIn, ChangeError> {
    let season = seasons::load_season_to_change(conn, season)?;
    let all = problems::list_problems(conn, season.id)?;
    let newest = problems::newest(all.clone());
    let slug = &prepared.problem.slug;
    let before = newest.iter().find(|problem| problem.slug == *slug);
    may_hand_in(&season, before, &all, giver)?;
    let set = Set {
        setter: giver.setter,
        draft,
        position: position(&newest, before),
    };
    let stored = commit_prepared(conn, &season, &all, prepared, set, now)?;
    match (stored.commitment, stored.committed_at) {
        (Some(commitment), Some(committed_at)) => Ok(HandedIn {
            problem: stored.slug,
            version: stored.version,
            commitment,
            committed_at,
        }),
        _ => Err(ChangeError::Conflict),
    }
}

/// Puts a draft on the list that waits for an organizer's agreement, inside a write transaction.
///
/// # Errors
/// When the season does not accept it, or it has changed since it was prepared, and when the database fails.
pub fn offer(
    conn: &mut AnyConnection,
    season: SeasonId,
    prepared: &Prepared,
    draft: (DraftId, Moment),
    setter: UserId,
    now: Moment,
) -> Result<(), ChangeError> {
    let season = seasons::load_season_to_change(conn, season)?;
    let giver = Giver {
        setter,
        staff: false,
    };
    would_take(conn, &season, &prepared.problem.slug, &giver)?;
    let (id, sent_at) = draft;
    let there = drafts::find_draft(conn, id)?;
    if there.is_none_or(|draft| draft.became.is_some() || draft.updated_at != sent_at) {
        return Err(ChangeError::refused(say!("change-draft-replaced")));
    }
    drafts::set_report(conn, draft, &season.slug, &prepared.report)?;
    Ok(hand_ins::insert_hand_in(conn, id, season.id, now)?)
}

/// Stores a prepared problem and commits it, inside a write transaction. `all` are the problems that existed before
/// it.
///
/// # Errors
/// When the season, the sandbox or the draft has changed since it was prepared, and when the database fails.
pub(super) fn commit_prepared(
    conn: &mut AnyConnection,
    season: &Season,
    all: &[Problem],
    prepared: &Prepared,
    set: Set,
    now: Moment,
) -> Result<Problem, ChangeError> {
    if prepared.season != NewSeason::from(season) {
        return Err(ChangeError::refused(say!("change-parameters")));
    }
    agree_on_runtime(conn, season, all, &prepared.runtime_digest)?;
    let problem = NewProblem {
        position: set.position,
        ..prepared.problem.clone()
    };
    let report = serde_json::to_string(&prepared.report)
        .map_err(|error| StoreError::Value(error.to_string()))?;
    let id = problems::insert_problem(
        conn,
        season.id,
        &problem,
        Some(set.setter),
        &prepared.terms,
        Some(&report),
        now,
    )?;
    if let Some((draft, sent_at)) = set.draft
        && !drafts::set_committed(conn, draft, sent_at, id)?
    {
        return Err(ChangeError::refused(say!("change-draft-replaced")));
    }
    commit::commit_in(conn, season.id, Some(prepared.slug()), now)?;
    Ok(problems::load_problem(conn, id)?)
}

/// Allows setters to hand problems in to a season, or stops that.
///
/// # Errors
/// When its problems can no longer change, and when the database fails.
pub fn set_taking(
    conn: &mut AnyConnection,
    season: SeasonId,
    takes: bool,
) -> Result<(), ChangeError> {
    store::write(conn, |conn| {
        let season = seasons::load_season_to_change(conn, season)?;
        if takes && !TAKING.contains(&season.state) {
            return Err(ChangeError::refused(say!(
                "change-takes-no-more",
                state = said(season.state)
            )));
        }
        Ok(seasons::set_takes_problems(conn, season.id, takes)?)
    })
}

/// The states in which a season may accept problems. While it is open, these are new versions of withdrawn problems.
pub const TAKING: [SeasonState; 3] = [
    SeasonState::Draft,
    SeasonState::Scheduled,
    SeasonState::Open,
];

/// Whether this person may hand in a problem of this slug now.
///
/// # Errors
/// When the season does not take it, with the reason; and when the database fails.
pub fn would_take(
    conn: &mut AnyConnection,
    season: &Season,
    slug: &str,
    giver: &Giver,
) -> Result<(), ChangeError> {
    let all = problems::list_problems(conn, season.id)?;
    let newest = problems::newest(all.clone());
    let before = newest.iter().find(|problem| problem.slug == slug);
    may_hand_in(season, before, &all, giver)
}

/// Whether this person may hand in a problem; `before` is its existing version.
fn may_hand_in(
    season: &Season,
    before: Option<&Problem>,
    all: &[Problem],
    giver: &Giver,
) -> Result<(), ChangeError> {
    if !(season.takes_problems || giver.staff) || !TAKING.contains(&season.state) {
        return Err(ChangeError::refused(say!("change-takes-none")));
    }
    if all.len() >= MAX_PROBLEMS {
        return Err(ChangeError::refused(say!(
            "change-takes-full",
            n = MAX_PROBLEMS
        )));
    }
    match before {
        None if season.state == SeasonState::Open => {
            Err(ChangeError::refused(say!("change-takes-versions")))
        }
        Some(problem) if problem.state != ProblemState::Withdrawn => Err(ChangeError::refused(
            say!("change-slug-taken", problem = problem.slug),
        )),
        Some(problem) if problem.setter_id != Some(giver.setter) => Err(ChangeError::refused(
            say!("change-slug-of-another", problem = problem.slug),
        )),
        None | Some(_) => Ok(()),
    }
}

/// All terms of a season are made by one runtime: that of its first committed problem.
fn agree_on_runtime(
    conn: &mut AnyConnection,
    season: &Season,
    all: &[Problem],
    digest: &str,
) -> Result<(), ChangeError> {
    if season.runtime_digest == digest {
        return Ok(());
    }
    let untouched = season.state == SeasonState::Draft && all.is_empty();
    if untouched {
        return Ok(seasons::set_runtime_digest(conn, season.id, digest)?);
    }
    Err(ChangeError::refused(say!(
        "change-other-sandbox",
        of = season.runtime_digest,
        hash = digest
    )))
}

/// The place of the withdrawn version if it is free, otherwise the one after all others.
fn position(newest: &[Problem], before: Option<&Problem>) -> i32 {
    let standing = || {
        let all = newest.iter();
        all.filter(|problem| problem.state != ProblemState::Withdrawn)
    };
    let next = standing()
        .map(|problem| problem.position)
        .max()
        .unwrap_or(0)
        + 1;
    before
        .map(|problem| problem.position)
        .filter(|place| standing().all(|problem| problem.position != *place))
        .unwrap_or(next)
}
