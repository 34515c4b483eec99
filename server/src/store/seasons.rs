//! Seasons and their parameters: `seasons`.

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
    /// Submissions of a person to one problem.
    pub attempts_max: i32,
    /// Seconds between two of them.
    pub attempt_interval_seconds: i32,
    /// Digest of the runtime that made the terms.
    pub runtime_digest: String,
    /// When it opened or is to open.
    pub opens_at: Option<Moment>,
    /// When it is to freeze.
    pub freeze_at: Option<Moment>,
    /// When it froze.
    pub freeze_started_at: Option<Moment>,
    /// When it came into the database.
    pub created_at: Moment,
    /// From when on until the scoring boards show nothing new of others.
    pub blackout_at: Option<Moment>,
    /// When bonuses were computed.
    pub scored_at: Option<Moment>,
    /// When setters' programs became public.
    pub revealed_at: Option<Moment>,
    /// When results became final.
    pub finalized_at: Option<Moment>,
    /// When it was called off.
    pub cancelled_at: Option<Moment>,
    /// What it asks for.
    #[diesel(deserialize_as = StoredContest)]
    pub contest: Contest,
    /// What its organizer set for its type of contest.
    #[diesel(deserialize_as = StoredSettings)]
    pub settings: Settings,
    /// Setters may hand in problems.
    pub takes_problems: bool,
    /// Digest of the runtime that judges, when the whole season was judged again by another than made
    /// the terms.
    pub judged_by: Option<String>,
    /// Until when boards keep still.
    pub boards: Boards,
    /// When its Reveal is to begin.
    pub reveals_at: Option<Moment>,
    /// When problems that setters hand in are committed.
    pub handing_in: HandingIn,
    /// Numbers of the problems that the show of its Reveal has passed, one a line.
    pub passed: String,
}

/// Steps in which verdicts are told where nothing of the hidden terms may be felt: how long a judging
/// took would tell how far a program came.
const TOLD_EVERY_US: i64 = 10_000_000;

impl Season {
    /// A season that is open and nowhere stored, to look at a problem in.
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

    /// The show of its Reveal has passed a problem, which is open to everybody from then on.
    pub fn has_passed(&self, problem: ProblemId) -> bool {
        has_passed(&self.passed, problem)
    }

    /// Problems that the show of its Reveal has passed.
    pub fn list_passed(&self) -> Vec<ProblemId> {
        let numbers = self.passed.lines().filter_map(|line| line.parse().ok());
        numbers.map(ProblemId).collect()
    }

    /// Digest of the runtime by which submissions are judged.
    pub fn judging_digest(&self) -> &str {
        self.judged_by.as_deref().unwrap_or(&self.runtime_digest)
    }

    /// Digest of what in this program would judge its submissions: the sandbox `runtime`, or the
    /// grader.
    pub fn own_digest(&self, runtime: &str) -> String {
        self.contest.digest_beside(runtime)
    }

    /// Its problems were shown to everybody. They still are when it is called off later: what was public
    /// stays public, and nothing more becomes so.
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

    /// Everybody may see hidden terms, sources, origins and reports whole.
    pub fn is_revealed(&self) -> bool {
        is_revealed(self.state)
    }

    /// Everybody may see scores, ranks and boards. A season that gives its contestants less shows
    /// them from Reveal on.
    pub fn shows_scores(&self) -> bool {
        shows_scores(self.state, self.settings.told())
    }

    /// Nobody but staff may learn whether terms that are not public are right.
    pub fn holds_back(&self) -> bool {
        holds_back(self.state, self.settings.told())
    }

    /// Verdicts go into the log at Freeze, not as they come: what a receipt holds of the log would tell
    /// of the verdicts before it.
    pub fn logs_verdicts_later(&self) -> bool {
        self.holds_back() && self.state == SeasonState::Open
    }

    /// Its submissions have ended, for good.
    pub fn has_ended(&self) -> bool {
        self.state == SeasonState::Frozen || self.is_revealed()
    }

    /// Its Reveal has a date and is still to come.
    pub fn awaits_reveal(&self) -> bool {
        let is_ahead = matches!(
            self.state,
            SeasonState::Scheduled | SeasonState::Open | SeasonState::Frozen
        );
        is_ahead && self.reveals_at.is_some()
    }

    /// Boards keep still until Reveal, and nobody but staff learns of the bonuses.
    pub fn stands_still(&self) -> bool {
        self.boards == Boards::UntilReveal && !self.is_revealed()
    }

    /// The bonuses are there and may be told.
    pub fn shows_bonuses(&self) -> bool {
        self.scored_at.is_some() && !self.stands_still()
    }

    /// When the author of a submission may learn that it was judged.
    pub fn told_at(&self, received: Moment, judged: Moment) -> Moment {
        told_at(self.holds_back(), received, judged)
    }

    /// The moment up to which submissions show on boards; `None` when all do. Progress after a
    /// blackout stays hidden until the bonuses are computed, or until Reveal.
    pub fn visible_until(&self, now: Moment) -> Option<Moment> {
        let hidden = matches!(self.state, SeasonState::Open | SeasonState::Frozen)
            && (self.scored_at.is_none() || self.stands_still());
        self.blackout_at.filter(|at| hidden && now > *at)
    }

    /// The moment up to which submissions count where people who tried are counted; `None` when all
    /// do. Practice, which comes later, does not.
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
    /// What of a stored season comes from its folder.
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

/// Whether a season was ever announced. Of a draft, also one that was called off, nobody but staff
/// learns anything.
pub fn is_announced(conn: &mut AnyConnection, season: &Season) -> QueryResult<bool> {
    match season.state {
        SeasonState::Draft => Ok(false),
        SeasonState::Cancelled => {
            diesel::select(diesel::dsl::exists(season_records::table.find(season.id)))
                .get_result(conn)
        }
        _ => Ok(true),
    }
}

/// All seasons, newest first; those that were never announced only for staff.
pub fn list_seasons(conn: &mut AnyConnection, with_drafts: bool) -> QueryResult<Vec<Season>> {
    let mut query = seasons::table
        .select(Season::as_select())
        .order((seasons::created_at.desc(), seasons::id.desc()))
        .into_boxed();
    if !with_drafts {
        let record = season_records::table.filter(season_records::season_id.eq(seasons::id));
        query = query.filter(seasons::state.ne(SeasonState::Draft)).filter(
            seasons::state
                .ne(SeasonState::Cancelled)
                .or(diesel::dsl::exists(record)),
        );
    }
    query.load(conn)
}

/// The season of that slug, in whatever state.
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

/// The season of that number.
///
/// # Errors
/// `NotFound`, and when the database fails.
pub fn load_season(conn: &mut AnyConnection, id: SeasonId) -> QueryResult<Season> {
    seasons::table
        .find(id)
        .select(Season::as_select())
        .first(conn)
}

/// Like [`load_season`], and nobody changes the season before the transaction ends.
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

/// Gives a draft other content: the season's row is changed, and its problems that are not committed
/// are taken away. Once something is committed, the runtime stays that of the commitments.
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

/// Takes away a draft that has neither problems nor a log any more.
pub fn delete_draft(conn: &mut AnyConnection, id: SeasonId) -> QueryResult<()> {
    diesel::delete(seasons::table)
        .filter(seasons::id.eq(id))
        .filter(seasons::state.eq(SeasonState::Draft))
        .execute(conn)
        .map(drop)
}

/// Like [`load_season`], and nobody else changes the season or stores a submission to it before the
/// transaction ends. Whoever asks is next in line.
///
/// # Errors
/// `NotFound`, and when the database fails.
pub fn load_season_to_change(conn: &mut AnyConnection, id: SeasonId) -> QueryResult<Season> {
    lock(conn, Lock::Season(id))?;
    take_time(conn)?;
    load_season(conn, id)
}

/// The stamps that a transition may set; `None` leaves what is there.
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

/// Takes a season from one state to another; false when it is not in the first one.
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

/// Takes away the moment at which a season was to open that never will.
pub fn clear_opening(conn: &mut AnyConnection, id: SeasonId) -> QueryResult<()> {
    diesel::update(seasons::table.find(id))
        .set(seasons::opens_at.eq(None::<Moment>))
        .execute(conn)
        .map(drop)
}

/// Notes when the bonuses were computed.
pub fn set_scored(conn: &mut AnyConnection, id: SeasonId, now: Moment) -> QueryResult<()> {
    diesel::update(seasons::table.find(id))
        .set(seasons::scored_at.eq(now))
        .execute(conn)
        .map(drop)
}

/// Keeps that the show of a season's Reveal has passed a problem.
pub fn add_passed(conn: &mut AnyConnection, id: SeasonId, problem: ProblemId) -> QueryResult<()> {
    let line = format!("{}\n", problem.0);
    diesel::update(seasons::table.find(id))
        .set(seasons::passed.eq(seasons::passed.concat(line)))
        .execute(conn)
        .map(drop)
}

/// Names the runtime that makes the terms of a season without any, and judges it.
pub fn set_runtime_digest(conn: &mut AnyConnection, id: SeasonId, digest: &str) -> QueryResult<()> {
    diesel::update(seasons::table.find(id))
        .set(seasons::runtime_digest.eq(digest))
        .execute(conn)
        .map(drop)
}

/// Names the runtime by which submissions are judged from now on; the terms stay what they are.
pub fn set_judged_by(conn: &mut AnyConnection, id: SeasonId, digest: &str) -> QueryResult<()> {
    diesel::update(seasons::table.find(id))
        .set(seasons::judged_by.eq(digest))
        .execute(conn)
        .map(drop)
}

/// Lets setters hand problems in, or no longer.
pub fn set_takes_problems(conn: &mut AnyConnection, id: SeasonId, takes: bool) -> QueryResult<()> {
    diesel::update(seasons::table.find(id))
        .set(seasons::takes_problems.eq(takes))
        .execute(conn)
        .map(drop)
}

/// The seasons into which setters may hand problems, newest first, drafts too.
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

/// The seasons that are judged, or are to be judged, by another runtime than this one.
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

/// Seasons for which something is due: those to open, those to freeze, those to score.
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
                        .or(diesel::dsl::exists(show)),
                )),
        )
        .select(Season::as_select())
        .order(seasons::id)
        .load(conn)
}
