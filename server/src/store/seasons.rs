//! Seasons and their parameters: `seasons`.

use std::collections::BTreeSet;

use diesel::dsl;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use dojo_judge::contest::{Contest, Settings, Told};

use super::connection::take_time;
use super::contests::{StoredContest, StoredSettings};
use super::locks::{Lock, lock, lock_shared};
use super::schema::{problems, season_records, seasons, shows};
use super::{
    AnyConnection, Boards, HandingIn, Moment, ProblemId, ProblemState, SeasonId, SeasonState,
    may_exist,
};

/// A season.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = seasons)]
pub struct Season {
    /// Number.
    pub id: SeasonId,
    /// Part of the address.
    pub slug: String,
    /// Title.
    pub title: String,
    /// One or two sentences.
    pub summary: String,
    /// State.
    pub state: SeasonState,
    /// Version of the scoring.
    pub scoring_version: String,
    /// The most submissions of a person to one problem.
    pub attempts_max: i32,
    /// The seconds between two of them.
    pub attempt_interval_seconds: i32,
    /// Digest of the runtime that made the terms.
    pub runtime_digest: String,
    /// When it opened or is to open.
    pub opens_at: Option<Moment>,
    /// When it is to freeze.
    pub freeze_at: Option<Moment>,
    /// When it froze.
    pub freeze_started_at: Option<Moment>,
    /// When it was imported or made.
    pub created_at: Moment,
    /// From this time until the scoring, boards show nothing new about others.
    pub blackout_at: Option<Moment>,
    /// When bonuses were computed.
    pub scored_at: Option<Moment>,
    /// When setters' programs became public.
    pub revealed_at: Option<Moment>,
    /// When results became final.
    pub finalized_at: Option<Moment>,
    /// When it was cancelled.
    pub cancelled_at: Option<Moment>,
    /// The type of contest.
    #[diesel(deserialize_as = StoredContest)]
    pub contest: Contest,
    /// The organizer's settings for its type of contest.
    #[diesel(deserialize_as = StoredSettings)]
    pub settings: Settings,
    /// Whether setters may hand in problems.
    pub takes_problems: bool,
    /// The digest of the runtime that judges, if the whole season was judged again by another one than made the
    /// terms.
    pub judged_by: Option<String>,
    /// How long boards are not updated.
    pub boards: Boards,
    /// When its Reveal is to begin.
    pub reveals_at: Option<Moment>,
    /// When problems that setters hand in are committed.
    pub handing_in: HandingIn,
    /// The numbers of the problems that the show of its Reveal has passed, one on each line.
    pub passed: String,
}

/// If nothing about hidden terms may leak, verdicts are shown in steps of this length: the duration of judging would
/// reveal how far a program got.
const TOLD_EVERY_US: i64 = 10_000_000;

impl Season {
    /// An open season that is not stored, for previewing a problem.
    pub fn unstored(new: NewSeason, now: Moment) -> Self {
        Self {
            id: SeasonId(0),
            slug: new.slug,
            title: new.title,
            summary: new.summary,
            state: SeasonState::Open,
            scoring_version: new.scoring_version,
            attempts_max: new.attempts_max,
            attempt_interval_seconds: new.attempt_interval_seconds,
            runtime_digest: String::new(),
            opens_at: Some(now),
            freeze_at: None,
            freeze_started_at: None,
            created_at: now,
            blackout_at: None,
            scored_at: None,
            revealed_at: None,
            finalized_at: None,
            cancelled_at: None,
            contest: new.contest,
            settings: new.settings,
            takes_problems: false,
            judged_by: None,
            boards: new.boards,
            reveals_at: None,
            handing_in: new.handing_in,
            passed: String::new(),
        }
    }

    /// Whether the show of its Reveal has passed a problem, which is public from then on.
    pub fn has_passed(&self, problem: ProblemId) -> bool {
        has_passed(&self.passed, problem)
    }

    /// The problems that the show of its Reveal has passed.
    pub fn list_passed(&self) -> Vec<ProblemId> {
        let numbers = self.passed.lines().filter_map(|line| line.parse().ok());
        numbers.map(ProblemId).collect()
    }

    /// The digest of the runtime that judges submissions.
    pub fn judging_digest(&self) -> &str {
        self.judged_by.as_deref().unwrap_or(&self.runtime_digest)
    }

    /// The digest of what would judge its submissions in this program: the sandbox `runtime`, or the grader.
    pub fn own_digest(&self, runtime: &str) -> String {
        self.contest.digest_beside(runtime)
    }

    /// Whether its problems were shown to everybody. They still are if it is cancelled later: what was public stays
    /// public, and nothing more becomes public.
    pub fn has_opened(&self) -> bool {
        match self.state {
            SeasonState::Draft | SeasonState::Scheduled => false,
            SeasonState::Open
            | SeasonState::Frozen
            | SeasonState::Revealed
            | SeasonState::Final => true,
            SeasonState::Cancelled => {
                let moments = self.opens_at.zip(self.cancelled_at);
                moments.is_some_and(|(opens, cancelled)| opens <= cancelled)
            }
        }
    }

    /// Whether everybody may see hidden terms, sources, origins and whole reports.
    pub fn is_revealed(&self) -> bool {
        is_revealed(self.state)
    }

    /// Whether everybody may see scores, ranks and boards. A season that shows its contestants less shows them from
    /// Reveal on.
    pub fn shows_scores(&self) -> bool {
        shows_scores(self.state, self.settings.told())
    }

    /// Whether only staff may learn whether hidden terms are right.
    pub fn holds_back(&self) -> bool {
        holds_back(self.state, self.settings.told())
    }

    /// Whether verdicts are logged at Freeze, not as they come: the log entries in a receipt would reveal earlier
    /// verdicts.
    pub fn logs_verdicts_later(&self) -> bool {
        self.holds_back() && self.state == SeasonState::Open
    }

    /// Whether its submissions have ended for good.
    pub fn has_ended(&self) -> bool {
        self.state == SeasonState::Frozen || self.is_revealed()
    }

    /// Whether its Reveal is ahead, with a date or without one.
    pub fn is_to_be_revealed(&self) -> bool {
        matches!(
            self.state,
            SeasonState::Scheduled | SeasonState::Open | SeasonState::Frozen
        )
    }

    /// Whether boards are not updated until Reveal, and only staff see the bonuses.
    pub fn stands_still(&self) -> bool {
        self.boards == Boards::UntilReveal && !self.is_revealed()
    }

    /// Whether the bonuses are computed and may be shown.
    pub fn shows_bonuses(&self) -> bool {
        self.scored_at.is_some() && !self.stands_still()
    }

    /// When the author of a submission may learn that it was judged.
    pub fn told_at(&self, received: Moment, judged: Moment) -> Moment {
        told_at(self.holds_back(), received, judged)
    }

    /// Boards only show submissions received before this time; `None` if they show all. Progress during a blackout
    /// stays hidden until the bonuses are computed, or until Reveal.
    pub fn visible_until(&self, now: Moment) -> Option<Moment> {
        let hidden = matches!(self.state, SeasonState::Open | SeasonState::Frozen)
            && (self.scored_at.is_none() || self.stands_still());
        self.blackout_at.filter(|at| hidden && now > *at)
    }

    /// Counts of people who tried a problem only include submissions before this time; `None` if they include all.
    /// Practice, which comes later, is excluded.
    pub fn counted_until(&self, now: Moment) -> Option<Moment> {
        self.visible_until(now).or(self.freeze_started_at)
    }
}

/// See [`Season::shows_scores`].
pub fn shows_scores(state: SeasonState, told: Told) -> bool {
    is_revealed(state) || told == Told::Scores
}

/// See [`Season::holds_back`].
pub fn holds_back(state: SeasonState, told: Told) -> bool {
    told == Told::PublicTerms && !is_revealed(state)
}

/// See [`Season::has_passed`].
pub(super) fn has_passed(passed: &str, problem: ProblemId) -> bool {
    passed.lines().any(|line| line.parse() == Ok(problem.0))
}

/// See [`Season::told_at`].
pub(super) fn told_at(holds_back: bool, received: Moment, judged: Moment) -> Moment {
    if !holds_back {
        return judged;
    }
    let took = judged.since(received).num_microseconds().unwrap_or(0);
    let steps = (took.max(1) - 1) / TOLD_EVERY_US + 1;
    received.plus(chrono::TimeDelta::microseconds(steps * TOLD_EVERY_US))
}

fn is_revealed(state: SeasonState) -> bool {
    matches!(state, SeasonState::Revealed | SeasonState::Final)
}

/// A season to be stored, without its problems.
#[derive(Clone, Debug, PartialEq, Eq, Insertable, AsChangeset)]
#[diesel(table_name = seasons, treat_none_as_null = true)]
pub struct NewSeason {
    /// See [`Season`].
    pub slug: String,
    /// See [`Season`].
    pub title: String,
    /// See [`Season`].
    pub summary: String,
    /// See [`Season`].
    pub scoring_version: String,
    /// See [`Season`].
    pub attempts_max: i32,
    /// See [`Season`].
    pub attempt_interval_seconds: i32,
    /// See [`Season`].
    #[diesel(serialize_as = StoredContest)]
    pub contest: Contest,
    /// See [`Season`].
    #[diesel(serialize_as = StoredSettings)]
    pub settings: Settings,
    /// See [`Season`].
    pub boards: Boards,
    /// See [`Season`].
    pub handing_in: HandingIn,
}

impl From<&Season> for NewSeason {
    /// The parts of a stored season that come from its folder.
    fn from(season: &Season) -> Self {
        Self {
            slug: season.slug.clone(),
            title: season.title.clone(),
            summary: season.summary.clone(),
            scoring_version: season.scoring_version.clone(),
            attempts_max: season.attempts_max,
            attempt_interval_seconds: season.attempt_interval_seconds,
            contest: season.contest,
            settings: season.settings.clone(),
            boards: season.boards,
            handing_in: season.handing_in,
        }
    }
}

/// Whether a season was ever announced. Only staff learn anything about a draft, even one that was cancelled.
pub fn is_announced(conn: &mut AnyConnection, season: &Season) -> QueryResult<bool> {
    match season.state {
        SeasonState::Draft => Ok(false),
        SeasonState::Cancelled => {
            diesel::select(dsl::exists(season_records::table.find(season.id))).get_result(conn)
        }
        _ => Ok(true),
    }
}

/// Those of which not only staff may know: see [`is_announced`].
macro_rules! announced {
    () => {
        seasons::state
            .ne(SeasonState::Draft)
            .and(seasons::state.ne(SeasonState::Cancelled).or(dsl::exists(
                season_records::table.filter(season_records::season_id.eq(seasons::id)),
            )))
    };
}

/// All seasons, newest first; those that were never announced only for staff.
pub fn list_seasons(conn: &mut AnyConnection, with_drafts: bool) -> QueryResult<Vec<Season>> {
    newest_first(with_drafts).load(conn)
}

/// Those of them with these numbers.
pub fn list_these(
    conn: &mut AnyConnection,
    with_drafts: bool,
    ids: &BTreeSet<SeasonId>,
) -> QueryResult<Vec<Season>> {
    newest_first(with_drafts)
        .filter(seasons::id.eq_any(ids))
        .load(conn)
}

/// Those of them that still change.
pub fn list_current(conn: &mut AnyConnection, with_drafts: bool) -> QueryResult<Vec<Season>> {
    newest_first(with_drafts)
        .filter(seasons::state.ne_all(OVER))
        .load(conn)
}

/// Those of them that are over, from a place on, so many.
pub fn list_over(
    conn: &mut AnyConnection,
    with_drafts: bool,
    (offset, limit): (i64, i64),
) -> QueryResult<Vec<Season>> {
    newest_first(with_drafts)
        .filter(seasons::state.eq_any(OVER))
        .offset(offset)
        .limit(limit)
        .load(conn)
}

/// How many of them are over.
pub fn count_over(conn: &mut AnyConnection, with_drafts: bool) -> QueryResult<i64> {
    let mut query = seasons::table
        .filter(seasons::state.eq_any(OVER))
        .count()
        .into_boxed();
    if !with_drafts {
        query = query.filter(announced!());
    }
    query.get_result(conn)
}

/// Seasons in these states are over.
const OVER: [SeasonState; 2] = [SeasonState::Final, SeasonState::Cancelled];

type SeasonsQuery = dsl::IntoBoxed<
    'static,
    dsl::Select<seasons::table, dsl::AsSelect<Season, AnyBackend>>,
    AnyBackend,
>;
type AnyBackend = <AnyConnection as Connection>::Backend;

fn newest_first(with_drafts: bool) -> SeasonsQuery {
    let query = seasons::table
        .select(Season::as_select())
        .order((seasons::created_at.desc(), seasons::id.desc()))
        .into_boxed();
    if with_drafts {
        query
    } else {
        query.filter(announced!())
    }
}

/// The seasons that were announced.
pub fn list_announced(conn: &mut AnyConnection) -> QueryResult<BTreeSet<SeasonId>> {
    let all: Vec<SeasonId> = seasons::table
        .filter(announced!())
        .select(seasons::id)
        .load(conn)?;
    Ok(all.into_iter().collect())
}

/// The season with this slug, in any state.
pub fn find_season(conn: &mut AnyConnection, slug: &str) -> QueryResult<Option<Season>> {
    if !may_exist(slug) {
        return Ok(None);
    }
    seasons::table
        .filter(seasons::slug.eq(slug))
        .select(Season::as_select())
        .first(conn)
        .optional()
}

/// The season with this number.
///
/// # Errors
/// `NotFound`, and when the database fails.
pub fn load_season(conn: &mut AnyConnection, id: SeasonId) -> QueryResult<Season> {
    seasons::table
        .find(id)
        .select(Season::as_select())
        .first(conn)
}

/// Like [`load_season`], but nobody changes the season before the transaction ends.
///
/// # Errors
/// `NotFound`, and when the database fails.
pub fn load_season_locked(conn: &mut AnyConnection, id: SeasonId) -> QueryResult<Season> {
    lock_shared(conn, Lock::Season(id))?;
    load_season(conn, id)
}

/// Stores a draft.
pub fn insert_season(
    conn: &mut AnyConnection,
    season: &NewSeason,
    runtime_digest: &str,
    now: Moment,
) -> QueryResult<SeasonId> {
    diesel::insert_into(seasons::table)
        .values((
            season.clone(),
            seasons::state.eq(SeasonState::Draft),
            seasons::runtime_digest.eq(runtime_digest),
            seasons::created_at.eq(now),
        ))
        .returning(seasons::id)
        .get_result(conn)
}

/// Replaces the content of a draft: changes the season's row and deletes its uncommitted problems. Once something is
/// committed, the runtime stays that of the commitments.
pub fn replace_draft(
    conn: &mut AnyConnection,
    id: SeasonId,
    season: &NewSeason,
    runtime_digest: &str,
) -> QueryResult<()> {
    diesel::delete(problems::table)
        .filter(problems::season_id.eq(id))
        .filter(problems::commitment.is_null())
        .filter(problems::state.ne(ProblemState::Withdrawn))
        .execute(conn)?;
    let committed = problems::table
        .filter(problems::season_id.eq(id))
        .filter(problems::commitment.is_not_null())
        .count()
        .get_result::<i64>(conn)?;
    diesel::update(seasons::table.find(id))
        .set(season.clone())
        .execute(conn)?;
    if committed == 0 {
        diesel::update(seasons::table.find(id))
            .set(seasons::runtime_digest.eq(runtime_digest))
            .execute(conn)?;
    }
    Ok(())
}

/// Deletes a draft that has neither problems nor a log any more.
pub fn delete_draft(conn: &mut AnyConnection, id: SeasonId) -> QueryResult<()> {
    diesel::delete(seasons::table)
        .filter(seasons::id.eq(id))
        .filter(seasons::state.eq(SeasonState::Draft))
        .execute(conn)
        .map(drop)
}

/// Like [`load_season`], but nobody else changes the season or stores a submission to it before the transaction ends.
/// The caller is next in line.
///
/// # Errors
/// `NotFound`, and when the database fails.
pub fn load_season_to_change(conn: &mut AnyConnection, id: SeasonId) -> QueryResult<Season> {
    lock(conn, Lock::Season(id))?;
    take_time(conn)?;
    load_season(conn, id)
}

/// The times that a transition may set; `None` leaves a time unchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, AsChangeset)]
#[diesel(table_name = seasons)]
pub struct Stamps {
    /// See [`Season`].
    pub opens_at: Option<Moment>,
    /// See [`Season`].
    pub freeze_at: Option<Moment>,
    /// See [`Season`].
    pub blackout_at: Option<Moment>,
    /// See [`Season`].
    pub reveals_at: Option<Moment>,
    /// See [`Season`].
    pub freeze_started_at: Option<Moment>,
    /// See [`Season`].
    pub scored_at: Option<Moment>,
    /// See [`Season`].
    pub revealed_at: Option<Moment>,
    /// See [`Season`].
    pub finalized_at: Option<Moment>,
    /// See [`Season`].
    pub cancelled_at: Option<Moment>,
}

/// Changes the state of a season; returns false if it is not in the first one.
pub fn change_state(
    conn: &mut AnyConnection,
    id: SeasonId,
    from: SeasonState,
    to: SeasonState,
    stamps: Stamps,
) -> QueryResult<bool> {
    diesel::update(seasons::table)
        .filter(seasons::id.eq(id))
        .filter(seasons::state.eq(from))
        .set((seasons::state.eq(to), stamps))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Deletes the opening time of a season that will never open.
pub fn clear_opening(conn: &mut AnyConnection, id: SeasonId) -> QueryResult<()> {
    diesel::update(seasons::table.find(id))
        .set(seasons::opens_at.eq(None::<Moment>))
        .execute(conn)
        .map(drop)
}

/// Records when the bonuses were computed.
pub fn set_scored(conn: &mut AnyConnection, id: SeasonId, now: Moment) -> QueryResult<()> {
    diesel::update(seasons::table.find(id))
        .set(seasons::scored_at.eq(now))
        .execute(conn)
        .map(drop)
}

/// Records that the show of a season's Reveal has passed a problem.
pub fn add_passed(conn: &mut AnyConnection, id: SeasonId, problem: ProblemId) -> QueryResult<()> {
    let line = format!("{}\n", problem.0);
    diesel::update(seasons::table.find(id))
        .set(seasons::passed.eq(seasons::passed.concat(line)))
        .execute(conn)
        .map(drop)
}

/// Sets the runtime of a season that has none yet; it makes the terms and judges.
pub fn set_runtime_digest(conn: &mut AnyConnection, id: SeasonId, digest: &str) -> QueryResult<()> {
    diesel::update(seasons::table.find(id))
        .set(seasons::runtime_digest.eq(digest))
        .execute(conn)
        .map(drop)
}

/// Sets the runtime that judges submissions from now on; the terms stay.
pub fn set_judged_by(conn: &mut AnyConnection, id: SeasonId, digest: &str) -> QueryResult<()> {
    diesel::update(seasons::table.find(id))
        .set(seasons::judged_by.eq(digest))
        .execute(conn)
        .map(drop)
}

/// Allows setters to hand problems in, or stops that.
pub fn set_takes_problems(conn: &mut AnyConnection, id: SeasonId, takes: bool) -> QueryResult<()> {
    diesel::update(seasons::table.find(id))
        .set(seasons::takes_problems.eq(takes))
        .execute(conn)
        .map(drop)
}

/// The seasons that setters may hand problems in to, newest first, including drafts.
pub fn list_taking(
    conn: &mut AnyConnection,
    states: &[SeasonState],
    from_staff: bool,
) -> QueryResult<Vec<Season>> {
    seasons::table
        .filter(
            seasons::takes_problems
                .eq(true)
                .or(from_staff.into_sql::<Bool>()),
        )
        .filter(seasons::state.eq_any(states))
        .select(Season::as_select())
        .order((seasons::created_at.desc(), seasons::id.desc()))
        .load(conn)
}

/// The seasons that another runtime judges, or must judge.
pub fn list_foreign(conn: &mut AnyConnection, digest: &str) -> QueryResult<Vec<Season>> {
    let states = [
        SeasonState::Scheduled,
        SeasonState::Open,
        SeasonState::Frozen,
        SeasonState::Revealed,
    ];
    let all: Vec<Season> = seasons::table
        .filter(seasons::state.eq_any(states))
        .order(seasons::id)
        .select(Season::as_select())
        .load(conn)?;
    Ok(all
        .into_iter()
        .filter(|season| season.judging_digest() != season.own_digest(digest))
        .collect())
}

/// Seasons for which something is due: to open, to freeze or to score.
pub fn list_due(conn: &mut AnyConnection, now: Moment) -> QueryResult<Vec<Season>> {
    let show = shows::table.filter(shows::season_id.eq(seasons::id));
    seasons::table
        .filter(
            seasons::state
                .eq(SeasonState::Scheduled)
                .and(seasons::opens_at.le(now))
                .or(seasons::state
                    .eq(SeasonState::Open)
                    .and(seasons::freeze_at.lt(now)))
                .or(seasons::state.eq(SeasonState::Frozen).and(
                    seasons::scored_at
                        .is_null()
                        .or(seasons::reveals_at.le(now))
                        .or(dsl::exists(show)),
                )),
        )
        .select(Season::as_select())
        .order(seasons::id)
        .load(conn)
}
