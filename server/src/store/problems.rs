//! Problems and their terms: `problems`.
//!
//! Hidden terms leave this file only through [`Problem::check_terms`], the setter's program through
//! [`Problem::setter_source`], the salt through [`Problem::salt`]. Before a problem is open, only workers and the
//! season's own transitions call them.

use std::collections::{BTreeMap, BTreeSet};

use diesel::dsl::max;
use diesel::prelude::*;
use dojo_judge::derivation::Card;
use dojo_judge::digest::terms_hash;

use super::schema::{problems, seasons};
use super::seasons::Season;
use super::{
    AnyConnection, Difficulty, Moment, ProblemId, ProblemState, SeasonId, UserId, may_exist,
};

/// The term counts of a problem, if problems have terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TermCounts {
    /// Index of the first term.
    pub index_origin: i64,
    /// Terms of a full solution.
    pub n_check: u32,
    /// Terms of a Stage Pass.
    pub n_stage: u32,
    /// Terms that are published.
    pub n_public: u32,
}

/// A problem.
#[derive(Clone, Queryable, Selectable)]
#[diesel(table_name = problems)]
pub struct Problem {
    /// Number.
    pub id: ProblemId,
    /// Its season.
    pub season_id: SeasonId,
    /// Part of the address.
    pub slug: String,
    /// Place on the board, from 1.
    pub position: i32,
    /// Title.
    pub title: String,
    /// Markdown.
    pub statement: String,
    /// Topics, one on each line.
    pub tags: String,
    /// Licence of statement and program.
    pub licence: String,
    /// Where it is known from; hidden until Reveal.
    pub known_as: Option<String>,
    /// The difficulty, if the setter gave one.
    pub difficulty: Option<Difficulty>,
    /// Its setter, who does not rank on it.
    pub setter_id: Option<UserId>,
    /// State.
    pub state: ProblemState,
    /// Its version, from 1: how often it was committed.
    pub version: i32,
    /// `problem.toml`, or the card of a physics problem, as canonical JSON; `None` for problems from before there
    /// were commitments.
    pub definition: Option<String>,
    /// The commitment, public from the commit on.
    pub commitment: Option<String>,
    /// When it was committed.
    pub committed_at: Option<Moment>,
    /// When the setter's program was verified against the commitment.
    pub verified_at: Option<Moment>,
    /// When it was taken out of the contest.
    pub withdrawn_at: Option<Moment>,
    /// Why, for everybody to read.
    pub withdrawn_reason: Option<String>,
    /// Why it is currently hidden, for everybody to read.
    pub held_reason: Option<String>,
    /// Its own limits as JSON (the judge's `ProblemLimits`); `None` if it uses the season's.
    pub limits: Option<String>,
    editorial: Option<String>,
    salt: Option<String>,
    index_origin: Option<i64>,
    n_check: Option<i32>,
    n_stage: Option<i32>,
    n_public: Option<i32>,
    terms: Option<String>,
    setter_source: String,
}

impl Problem {
    /// A problem as it would be stored, for judging before it is stored.
    pub fn unstored(season: SeasonId, new: &NewProblem, terms: &[String]) -> Self {
        let counts = new.term_counts;
        Self {
            id: ProblemId(0),
            season_id: season,
            slug: new.slug.clone(),
            position: new.position,
            title: new.title.clone(),
            statement: new.statement.clone(),
            tags: new.tags.clone(),
            licence: new.licence.clone(),
            known_as: new.known_as.clone(),
            difficulty: new.difficulty,
            setter_id: None,
            state: ProblemState::Validated,
            version: 0,
            definition: new.definition.clone(),
            commitment: None,
            committed_at: None,
            verified_at: None,
            withdrawn_at: None,
            withdrawn_reason: None,
            held_reason: None,
            limits: new.limits.clone(),
            editorial: new.editorial.clone(),
            salt: None,
            index_origin: counts.map(|of| of.index_origin),
            n_check: counts.map(|of| of.n_check.cast_signed()),
            n_stage: counts.map(|of| of.n_stage.cast_signed()),
            n_public: counts.map(|of| of.n_public.cast_signed()),
            terms: counts.map(|_| terms.join("\n")),
            setter_source: new.setter_source.clone(),
        }
    }

    /// The version as records have it; the database counts from 1.
    pub fn recorded_version(&self) -> u32 {
        self.version.cast_unsigned()
    }

    /// Whether everybody may see its hidden terms, its sources and its whole board: its season was revealed, or the
    /// show of the Reveal has passed it.
    pub fn is_open(&self, season: &Season) -> bool {
        season.is_revealed() || season.has_passed(self.id)
    }

    /// [`Season::shows_scores`] for this problem.
    pub fn shows_scores(&self, season: &Season) -> bool {
        self.is_open(season) || season.shows_scores()
    }

    /// [`Season::holds_back`] for this problem.
    pub fn holds_back(&self, season: &Season) -> bool {
        season.holds_back() && !self.is_open(season)
    }

    /// [`Season::shows_bonuses`] for this problem.
    pub fn shows_bonuses(&self, season: &Season) -> bool {
        season.scored_at.is_some() && (self.is_open(season) || !season.stands_still())
    }

    /// [`Season::visible_until`] for this problem.
    pub fn visible_until(&self, season: &Season, now: Moment) -> Option<Moment> {
        season.visible_until(now).filter(|_| !self.is_open(season))
    }

    /// Whether only organizers and its setter may currently read it. Once it is open, everybody may, and so when it was
    /// withdrawn or replaced, of which its page tells.
    pub fn is_hidden(&self, season: &Season) -> bool {
        let is_standing = self.state != ProblemState::Withdrawn;
        self.held_reason.is_some() && is_standing && !self.is_open(season)
    }

    /// The setter's explanation of the solution, in Markdown; only once it is open.
    pub fn editorial(&self, season: &Season) -> Option<&str> {
        self.editorial.as_deref().filter(|_| self.is_open(season))
    }

    /// The term counts; `None` for a problem without terms.
    pub fn term_counts(&self) -> Option<TermCounts> {
        Some(TermCounts {
            index_origin: self.index_origin?,
            n_check: u32::try_from(self.n_check?).ok()?,
            n_stage: u32::try_from(self.n_stage?).ok()?,
            n_public: u32::try_from(self.n_public?).ok()?,
        })
    }

    /// The number of published terms.
    pub fn n_public(&self) -> Option<u32> {
        Some(self.term_counts()?.n_public)
    }

    /// The terms that everybody may see once the season is open.
    pub fn public_terms(&self) -> Vec<String> {
        let mut terms = self.check_terms();
        terms.truncate(self.n_public().map_or(0, |public| public as usize));
        terms
    }

    /// All terms, for the judge and for Reveal. They must not appear in a page, a log or an answer before Reveal.
    pub fn check_terms(&self) -> Vec<String> {
        let terms = self.terms.as_deref().unwrap_or_default();
        terms.lines().map(str::to_owned).collect()
    }

    /// The setter's program, or the reference solution of a physics problem (the text of its `problem.json`), for the
    /// judge and for Reveal. It must not appear in a page, a log or an answer before that.
    pub fn setter_source(&self) -> &str {
        &self.setter_source
    }

    /// The salt of the commitment, for Reveal. It must not appear in a page, a log or an answer before that.
    pub fn salt(&self) -> Option<&str> {
        self.salt.as_deref()
    }

    /// The public card of a physics problem; `None` for other problems.
    pub fn card(&self) -> Option<Card> {
        serde_json::from_str(self.definition.as_deref()?).ok()
    }

    /// The topics.
    pub fn tag_list(&self) -> Vec<String> {
        self.tags.lines().map(str::to_owned).collect()
    }
}

/// A problem to be stored.
#[derive(Clone, PartialEq, Eq, Insertable)]
#[diesel(table_name = problems)]
pub struct NewProblem {
    /// See [`Problem`].
    pub slug: String,
    /// See [`Problem`].
    pub position: i32,
    /// See [`Problem`].
    pub title: String,
    /// See [`Problem`].
    pub statement: String,
    /// See [`Problem`].
    pub tags: String,
    /// See [`Problem`].
    pub licence: String,
    /// See [`Problem`].
    pub known_as: Option<String>,
    /// See [`Problem`].
    pub difficulty: Option<Difficulty>,
    /// See [`Problem::setter_source`].
    pub setter_source: String,
    /// See [`Problem::term_counts`].
    #[diesel(skip_insertion)]
    pub term_counts: Option<TermCounts>,
    /// See [`Problem`].
    pub definition: Option<String>,
    /// See [`Problem`].
    pub limits: Option<String>,
    /// See [`Problem::editorial`].
    pub editorial: Option<String>,
}

impl From<&Problem> for NewProblem {
    /// The parts of a stored problem that come from its folder.
    fn from(problem: &Problem) -> Self {
        Self {
            slug: problem.slug.clone(),
            position: problem.position,
            title: problem.title.clone(),
            statement: problem.statement.clone(),
            tags: problem.tags.clone(),
            licence: problem.licence.clone(),
            known_as: problem.known_as.clone(),
            difficulty: problem.difficulty,
            setter_source: problem.setter_source.clone(),
            term_counts: problem.term_counts(),
            definition: problem.definition.clone(),
            limits: problem.limits.clone(),
            editorial: problem.editorial.clone(),
        }
    }
}

/// The problems of a season in board order, with all their versions.
pub fn list_problems(conn: &mut AnyConnection, season: SeasonId) -> QueryResult<Vec<Problem>> {
    let mut all: Vec<Problem> = problems::table
        .filter(problems::season_id.eq(season))
        .select(Problem::as_select())
        .load(conn)?;
    // Sorted by bytes, as in records: a database may collate texts differently.
    all.sort_by(|a, b| (a.position, &a.slug, a.version).cmp(&(b.position, &b.slug, b.version)));
    Ok(all)
}

/// The newest version of each problem of a season, in board order.
pub fn list_newest(conn: &mut AnyConnection, season: SeasonId) -> QueryResult<Vec<Problem>> {
    Ok(newest(list_problems(conn, season)?))
}

/// The titles of problems by season and slug, each of the newest version.
pub fn list_titles(
    conn: &mut AnyConnection,
    of: impl Iterator<Item = (SeasonId, String)>,
) -> QueryResult<BTreeMap<(SeasonId, String), String>> {
    let (seasons, slugs): (BTreeSet<SeasonId>, BTreeSet<String>) = of.unzip();
    if slugs.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rows: Vec<((SeasonId, String), String)> = problems::table
        .filter(problems::season_id.eq_any(seasons))
        .filter(problems::slug.eq_any(slugs))
        .order(problems::version)
        .select(((problems::season_id, problems::slug), problems::title))
        .load(conn)?;
    Ok(rows.into_iter().collect())
}

/// The problems that are hidden, by season.
pub fn list_held(conn: &mut AnyConnection) -> QueryResult<BTreeMap<SeasonId, Vec<ProblemId>>> {
    let rows: Vec<(SeasonId, ProblemId)> = problems::table
        .filter(problems::held_reason.is_not_null())
        .order(problems::id)
        .select((problems::season_id, problems::id))
        .load(conn)?;
    let mut held: BTreeMap<SeasonId, Vec<ProblemId>> = BTreeMap::new();
    for (season, problem) in rows {
        held.entry(season).or_default().push(problem);
    }
    Ok(held)
}

/// The slugs of the problems of all seasons in board order, each with whether it is hidden.
pub fn list_slugs(
    conn: &mut AnyConnection,
) -> QueryResult<BTreeMap<SeasonId, Vec<(String, bool)>>> {
    type Row = ((SeasonId, String), i32, i32, Option<String>);
    let rows: Vec<Row> = problems::table
        .select((
            (problems::season_id, problems::slug),
            problems::version,
            problems::position,
            problems::held_reason,
        ))
        .load(conn)?;
    let mut newest: BTreeMap<(SeasonId, String), (i32, i32, bool)> = BTreeMap::new();
    for (place, version, position, held) in rows {
        let last = newest.entry(place).or_default();
        *last = (version, position, held.is_some()).max(*last);
    }
    let mut slugs: BTreeMap<SeasonId, Vec<(i32, String, bool)>> = BTreeMap::new();
    for ((season, slug), (_, position, held)) in newest {
        let of_season = slugs.entry(season).or_default();
        of_season.push((position, slug, held));
    }
    let slugs = slugs.into_iter().map(|(season, mut of_season)| {
        of_season.sort_unstable();
        let of_season = of_season.into_iter().map(|(_, slug, held)| (slug, held));
        (season, of_season.collect())
    });
    Ok(slugs.collect())
}

/// Problems of a season that are not withdrawn.
pub fn count_problems(conn: &mut AnyConnection, season: SeasonId) -> QueryResult<i64> {
    problems::table
        .filter(problems::season_id.eq(season))
        .filter(problems::state.ne(ProblemState::Withdrawn))
        .count()
        .get_result(conn)
}

/// The newest version of each problem among these, in their order.
pub fn newest(all: Vec<Problem>) -> Vec<Problem> {
    let mut last: BTreeMap<String, i32> = BTreeMap::new();
    for problem in &all {
        let version = last.entry(problem.slug.clone()).or_default();
        *version = problem.version.max(*version);
    }
    all.into_iter()
        .filter(|problem| last.get(&problem.slug) == Some(&problem.version))
        .collect()
}

/// The newest version of the problem of that slug in a season.
pub fn find_problem(
    conn: &mut AnyConnection,
    season: SeasonId,
    slug: &str,
) -> QueryResult<Option<Problem>> {
    if !may_exist(slug) {
        return Ok(None);
    }
    problems::table
        .filter(problems::season_id.eq(season))
        .filter(problems::slug.eq(slug))
        .order(problems::version.desc())
        .select(Problem::as_select())
        .first(conn)
        .optional()
}

/// The problem with this number.
///
/// # Errors
/// `NotFound`, and when the database fails.
pub fn load_problem(conn: &mut AnyConnection, id: ProblemId) -> QueryResult<Problem> {
    problems::table
        .find(id)
        .select(Problem::as_select())
        .first(conn)
}

/// These problems with their seasons.
pub fn list_with_seasons(
    conn: &mut AnyConnection,
    ids: impl IntoIterator<Item = ProblemId>,
) -> QueryResult<Vec<(Problem, Season)>> {
    problems::table
        .inner_join(seasons::table)
        .filter(problems::id.eq_any(ids))
        .select((Problem::as_select(), Season::as_select()))
        .load(conn)
}

/// Stores a problem with its terms, validated and not committed yet: the version after those that
/// there are. `validation` is the report on a package that its setter handed in, as JSON.
pub fn insert_problem(
    conn: &mut AnyConnection,
    season: SeasonId,
    problem: &NewProblem,
    setter: Option<UserId>,
    terms: &[String],
    validation: Option<&str>,
    now: Moment,
) -> QueryResult<ProblemId> {
    let last: Option<i32> = problems::table
        .filter(problems::season_id.eq(season))
        .filter(problems::slug.eq(&problem.slug))
        .select(max(problems::version))
        .first(conn)?;
    let counts = problem.term_counts;
    diesel::insert_into(problems::table)
        .values((
            problem,
            problems::season_id.eq(season),
            problems::setter_id.eq(setter),
            (
                problems::index_origin.eq(counts.map(|of| of.index_origin)),
                problems::n_check.eq(counts.map(|of| of.n_check.cast_signed())),
                problems::n_stage.eq(counts.map(|of| of.n_stage.cast_signed())),
                problems::n_public.eq(counts.map(|of| of.n_public.cast_signed())),
                problems::terms.eq(counts.map(|_| terms.join("\n"))),
                problems::terms_hash.eq(counts.map(|_| terms_hash(terms).to_string())),
            ),
            problems::state.eq(ProblemState::Validated),
            problems::version.eq(last.unwrap_or(0) + 1),
            problems::validation.eq(validation),
            problems::created_at.eq(now),
        ))
        .returning(problems::id)
        .get_result(conn)
}

/// Whether a person has set a problem of a season.
pub fn has_set(conn: &mut AnyConnection, season: SeasonId, user: UserId) -> QueryResult<bool> {
    let own = problems::table
        .filter(problems::season_id.eq(season))
        .filter(problems::setter_id.eq(user));
    diesel::select(diesel::dsl::exists(own)).get_result(conn)
}

/// The problems of a season that setters handed in; the others come from its folder.
pub fn list_handed_in(conn: &mut AnyConnection, season: SeasonId) -> QueryResult<Vec<ProblemId>> {
    problems::table
        .filter(problems::season_id.eq(season))
        .filter(problems::validation.is_not_null())
        .select(problems::id)
        .load(conn)
}

/// Commits a problem: stores its salt and commitment. Returns false if it is already committed, or withdrawn.
pub fn commit_problem(
    conn: &mut AnyConnection,
    id: ProblemId,
    salt: &str,
    commitment: &str,
    now: Moment,
) -> QueryResult<bool> {
    diesel::update(problems::table)
        .filter(problems::id.eq(id))
        .filter(problems::state.eq_any([ProblemState::Validated, ProblemState::Committed]))
        .filter(problems::commitment.is_null())
        .set((
            problems::state.eq(ProblemState::Committed),
            problems::salt.eq(salt),
            problems::commitment.eq(commitment),
            problems::committed_at.eq(now),
        ))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Moves a problem of a draft to another place on the board.
pub fn set_position(conn: &mut AnyConnection, id: ProblemId, position: i32) -> QueryResult<()> {
    diesel::update(problems::table.find(id))
        .set(problems::position.eq(position))
        .execute(conn)
        .map(drop)
}

/// Deletes a problem of a draft.
pub fn delete_problem(conn: &mut AnyConnection, id: ProblemId) -> QueryResult<()> {
    diesel::delete(problems::table.find(id))
        .execute(conn)
        .map(drop)
}

/// Records that the setter's program matches its commitment.
pub fn set_verified(conn: &mut AnyConnection, id: ProblemId, now: Moment) -> QueryResult<()> {
    diesel::update(problems::table.find(id))
        .set(problems::verified_at.eq(now))
        .execute(conn)
        .map(drop)
}

/// Hides a problem, with the reason, or shows it again; returns false if this is already so.
pub fn set_held(
    conn: &mut AnyConnection,
    id: ProblemId,
    reason: Option<&str>,
) -> QueryResult<bool> {
    let problem = problems::table.find(id);
    let changed = match reason {
        Some(reason) => diesel::update(problem)
            .filter(problems::held_reason.is_null())
            .set(problems::held_reason.eq(reason))
            .execute(conn)?,
        None => diesel::update(problem)
            .filter(problems::held_reason.is_not_null())
            .set(problems::held_reason.eq(None::<String>))
            .execute(conn)?,
    };
    Ok(changed == 1)
}

/// Withdraws a problem from the contest; returns false if it is already withdrawn.
pub fn withdraw_problem(
    conn: &mut AnyConnection,
    id: ProblemId,
    reason: &str,
    now: Moment,
) -> QueryResult<bool> {
    diesel::update(problems::table)
        .filter(problems::id.eq(id))
        .filter(problems::state.ne(ProblemState::Withdrawn))
        .set((
            problems::state.eq(ProblemState::Withdrawn),
            problems::withdrawn_at.eq(now),
            problems::withdrawn_reason.eq(reason),
        ))
        .execute(conn)
        .map(|rows| rows == 1)
}
