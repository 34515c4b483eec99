//! The best row of each person on each problem: `standings`. The transaction that finishes a job keeps it up to date,
//! so that a board is one query and never behind a verdict. Only rows with points are stored. When the bonuses are
//! computed, the rows are rewritten; see [`super::results`].

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use diesel::prelude::*;
use diesel::upsert::excluded;
use dojo_judge::contest::{Contest, Details};

use super::any::on_either;
use super::schema::{
    judgements, outscored_solutions, problems, seasons, standings, submissions, users,
};
use super::seasons::Season;
use super::{
    AnyConnection, Moment, ProblemId, SeasonId, StoreError, SubmissionId, UserId, in_parts,
};

/// The sort key of rows on boards: a smaller key is better.
pub type BoardKey = (Reverse<i32>, Option<i32>, Moment);

/// A row that may become somebody's best.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = standings)]
pub struct Candidate {
    /// Problem.
    pub problem_id: ProblemId,
    /// Person.
    pub user_id: UserId,
    /// Submission.
    pub submission_id: SubmissionId,
    /// Its score.
    pub score: i32,
    /// Its canonical bytes, if length counts.
    pub l_chars: Option<i32>,
    /// When it was received.
    pub submitted_at: Moment,
    /// SHA-256 of its canonical source, in hexadecimal.
    pub solver_hash: String,
    /// Whether all terms are right.
    pub reward_correct: bool,
}

/// A row of a board.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = standings)]
pub struct Standing {
    /// Problem.
    pub problem_id: ProblemId,
    /// Person.
    pub user_id: UserId,
    /// Sign-in name.
    #[diesel(select_expression = users::name)]
    pub name: String,
    /// Display name.
    #[diesel(select_expression = users::display_name)]
    pub display_name: String,
    /// Submission.
    pub submission_id: SubmissionId,
    /// Score.
    pub score: i32,
    /// Canonical bytes, if length counts.
    pub l_chars: Option<i32>,
    /// When it was received.
    pub submitted_at: Moment,
    /// Whether all terms are right.
    pub reward_correct: bool,
    /// Diversity bonus, included in the score; `None` until it is computed.
    pub diversity_bonus: Option<i32>,
}

/// Makes the row the person's best, unless the existing one is at least as good: higher score, then fewer bytes, then
/// earlier, then the smaller hash (`docs/SCORING-v0.1.md` §5.3). This is one statement, so that two judges that
/// finish at once cannot overwrite the better row. Returns whether it is the best now.
pub fn offer(conn: &mut AnyConnection, candidate: &Candidate) -> QueryResult<bool> {
    use diesel::query_dsl::methods::FilterDsl as _;

    // Either all rows of a problem have a length or none has.
    let as_long = standings::l_chars
        .eq(candidate.l_chars)
        .or(standings::l_chars.is_null());
    on_either!(conn, |c| diesel::insert_into(standings::table)
        .values(candidate)
        .on_conflict((standings::problem_id, standings::user_id))
        .do_update()
        .set((
            standings::submission_id.eq(excluded(standings::submission_id)),
            standings::score.eq(excluded(standings::score)),
            standings::l_chars.eq(excluded(standings::l_chars)),
            standings::submitted_at.eq(excluded(standings::submitted_at)),
            standings::solver_hash.eq(excluded(standings::solver_hash)),
            standings::reward_correct.eq(excluded(standings::reward_correct)),
        ))
        .filter(
            standings::score
                .lt(candidate.score)
                .or(standings::score.eq(candidate.score).and(
                    standings::l_chars.gt(candidate.l_chars).or(as_long.and(
                        standings::submitted_at.gt(candidate.submitted_at).or(
                            standings::submitted_at
                                .eq(candidate.submitted_at)
                                .and(standings::solver_hash.gt(&candidate.solver_hash)),
                        ),
                    )),
                )),
        )
        .execute(c))
    .map(|rows| rows == 1)
}

/// The board of one problem, best first.
pub fn list_problem_standings(
    conn: &mut AnyConnection,
    problem: ProblemId,
    limit: i64,
) -> QueryResult<Vec<Standing>> {
    list_from(conn, problem, 0, limit)
}

fn list_from(
    conn: &mut AnyConnection,
    problem: ProblemId,
    offset: i64,
    limit: i64,
) -> QueryResult<Vec<Standing>> {
    standings::table
        .inner_join(users::table)
        .filter(standings::problem_id.eq(problem))
        .order((
            standings::score.desc(),
            standings::l_chars.asc(),
            standings::submitted_at.asc(),
            standings::solver_hash.asc(),
        ))
        .offset(offset)
        .limit(limit)
        .select(Standing::as_select())
        .load(conn)
}

/// The rows of the board of one problem around a person's, the best first, with the rank of the first; empty if that
/// person has no row.
pub fn list_around(
    conn: &mut AnyConnection,
    problem: ProblemId,
    user: UserId,
) -> QueryResult<Option<(i64, Vec<Standing>)>> {
    type Key = (i32, Option<i32>, Moment, String);
    let own: Option<Key> = standings::table
        .filter(standings::problem_id.eq(problem))
        .filter(standings::user_id.eq(user))
        .select((
            standings::score,
            standings::l_chars,
            standings::submitted_at,
            standings::solver_hash,
        ))
        .first(conn)
        .optional()?;
    let Some((score, l_chars, at, hash)) = own else {
        return Ok(None);
    };
    let better = count_better(conn, (problem, user), (Reverse(score), l_chars, at), &hash)?;
    let first = (better - 1).max(0);
    let rows = list_from(conn, problem, first, 3)?;
    Ok(Some((first + 1, rows)))
}

/// How many others have a row on the board of one problem that is better than this key; of equal ones that with the
/// smaller hash of its program is better.
pub fn count_better(
    conn: &mut AnyConnection,
    (problem, user): (ProblemId, UserId),
    (Reverse(score), l_chars, at): BoardKey,
    hash: &str,
) -> QueryResult<i64> {
    let as_long = standings::l_chars
        .eq(l_chars)
        .or(standings::l_chars.is_null());
    let better = standings::score
        .gt(score)
        .or(standings::score.eq(score).and(
            standings::l_chars.lt(l_chars).or(as_long.and(
                standings::submitted_at.lt(at).or(standings::submitted_at
                    .eq(at)
                    .and(standings::solver_hash.lt(hash))),
            )),
        ));
    standings::table
        .filter(standings::problem_id.eq(problem))
        .filter(standings::user_id.ne(user))
        .filter(better)
        .count()
        .get_result(conn)
}

/// The number of rows on the board of one problem.
pub fn count_standings(conn: &mut AnyConnection, problem: ProblemId) -> QueryResult<i64> {
    standings::table
        .filter(standings::problem_id.eq(problem))
        .count()
        .get_result(conn)
}

/// The stored details of those submissions that are on a board.
///
/// # Errors
/// When the database fails or contains details of another type.
pub fn list_details(
    conn: &mut AnyConnection,
    contest: Contest,
    ids: &[SubmissionId],
) -> Result<BTreeMap<SubmissionId, Details>, StoreError> {
    let rows: Vec<(SubmissionId, String)> = in_parts(ids, |some| {
        submissions::table
            .inner_join(
                judgements::table.on(submissions::judgement_id.eq(judgements::id.nullable())),
            )
            .filter(submissions::id.eq_any(some))
            .select((submissions::id, judgements::details))
            .load(conn)
    })?;
    rows.into_iter()
        .map(|(id, json)| Ok((id, read_details(contest, &json)?)))
        .collect()
}

/// Reads the stored details of a judgement.
///
/// # Errors
/// When they are not details of this type of contest.
pub fn read_details(contest: Contest, json: &str) -> Result<Details, StoreError> {
    contest
        .read_details(json)
        .map_err(|error| StoreError::Value(format!("unreadable details: {error}")))
}

/// The rows of some people in a season, in no particular order.
pub fn list_standings_of(
    conn: &mut AnyConnection,
    season: SeasonId,
    people: &[UserId],
) -> QueryResult<Vec<Standing>> {
    in_parts(people, |some| {
        standings::table
            .inner_join(users::table)
            .inner_join(problems::table)
            .filter(problems::season_id.eq(season))
            .filter(standings::user_id.eq_any(some))
            .select(Standing::as_select())
            .load(conn)
    })
}

/// A row of a board, only by numbers.
#[derive(Clone, Debug, Queryable)]
pub struct BestRow {
    /// Problem.
    pub problem_id: ProblemId,
    /// Person.
    pub user_id: UserId,
    /// Submission.
    pub submission_id: SubmissionId,
    /// Score.
    pub score: i32,
    /// Canonical bytes, if length counts.
    pub l_chars: Option<i32>,
}

/// The rows of all boards of a season, each board from its best on.
pub fn list_best_rows(conn: &mut AnyConnection, season: SeasonId) -> QueryResult<Vec<BestRow>> {
    standings::table
        .inner_join(problems::table)
        .filter(problems::season_id.eq(season))
        .order((
            standings::problem_id,
            standings::score.desc(),
            standings::l_chars.asc(),
            standings::submitted_at.asc(),
            standings::solver_hash.asc(),
        ))
        .select((
            standings::problem_id,
            standings::user_id,
            standings::submission_id,
            standings::score,
            standings::l_chars,
        ))
        .load(conn)
}

/// A row that fully solves a problem, with the problem's slug and title.
pub type LatestRow = (String, String, Standing);

/// The latest rows that solve a problem whole, of those seasons for which `is_shown`, each with its season. Reads from the
/// newest row on until there are enough, and of the seasons those of these rows.
pub fn list_latest(
    conn: &mut AnyConnection,
    limit: i64,
    is_shown: impl Fn(&Season) -> bool,
) -> QueryResult<Vec<(Season, LatestRow)>> {
    let enough = usize::try_from(limit).unwrap_or(usize::MAX);
    let (mut found, mut offset, mut batch) = (Vec::new(), 0, 4 * limit);
    while found.len() < enough {
        let rows: Vec<(ProblemId, SubmissionId)> = standings::table
            .filter(standings::reward_correct.eq(true))
            .order((
                standings::submitted_at.desc(),
                standings::submission_id.desc(),
            ))
            .offset(offset)
            .limit(batch)
            .select((standings::problem_id, standings::submission_id))
            .load(conn)?;
        let problems: BTreeSet<ProblemId> = rows.iter().map(|(problem, _)| *problem).collect();
        let seasons: Vec<(ProblemId, Season)> = problems::table
            .inner_join(seasons::table)
            .filter(problems::id.eq_any(problems))
            .select((problems::id, Season::as_select()))
            .load(conn)?;
        let shown: BTreeSet<ProblemId> = seasons
            .iter()
            .filter(|(_, season)| is_shown(season))
            .map(|(problem, _)| *problem)
            .collect();
        let of_shown = rows.iter().filter(|(problem, _)| shown.contains(problem));
        found.extend(of_shown.map(|(_, submission)| *submission));
        if rows.len() < usize::try_from(batch).unwrap_or(usize::MAX) {
            break;
        }
        (offset, batch) = (offset + batch, 2 * batch);
    }
    found.truncate(enough);
    standings::table
        .inner_join(users::table)
        .inner_join(problems::table.inner_join(seasons::table))
        .filter(standings::submission_id.eq_any(found))
        .order((
            standings::submitted_at.desc(),
            standings::submission_id.desc(),
        ))
        .select((
            Season::as_select(),
            (problems::slug, problems::title, Standing::as_select()),
        ))
        .load(conn)
}

/// The latest full solution of each problem of a season, found by an index.
pub fn list_latest_of(
    conn: &mut AnyConnection,
    season: SeasonId,
    limit: i64,
) -> QueryResult<Vec<LatestRow>> {
    let problems: Vec<(ProblemId, String, String)> = problems::table
        .filter(problems::season_id.eq(season))
        .select((problems::id, problems::slug, problems::title))
        .load(conn)?;
    let mut latest: Vec<LatestRow> = Vec::new();
    for (id, slug, title) in problems {
        let rows: Vec<Standing> = standings::table
            .inner_join(users::table)
            .filter(standings::problem_id.eq(id))
            .filter(standings::reward_correct.eq(true))
            .order((
                standings::submitted_at.desc(),
                standings::submission_id.desc(),
            ))
            .limit(limit)
            .select(Standing::as_select())
            .load(conn)?;
        let rows = rows.into_iter();
        latest.extend(rows.map(|row| (slug.clone(), title.clone(), row)));
    }
    latest.sort_by_key(|(_, _, row)| Reverse((row.submitted_at, row.submission_id)));
    latest.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(latest)
}

/// Deletes the row of a person on a problem, and their shorter solution.
pub fn delete_standing(
    conn: &mut AnyConnection,
    problem: ProblemId,
    user: UserId,
) -> QueryResult<()> {
    diesel::delete(standings::table.find((problem, user))).execute(conn)?;
    diesel::delete(outscored_solutions::table.find((problem, user)))
        .execute(conn)
        .map(drop)
}

/// Deletes all rows of a problem, and the shorter solutions of those people; returns the people who had one.
pub fn delete_problem_standings(
    conn: &mut AnyConnection,
    problem: ProblemId,
) -> QueryResult<Vec<UserId>> {
    let rows = standings::table.filter(standings::problem_id.eq(problem));
    let people = rows.select(standings::user_id).load(conn)?;
    diesel::delete(rows).execute(conn)?;
    diesel::delete(outscored_solutions::table.filter(outscored_solutions::problem_id.eq(problem)))
        .execute(conn)?;
    Ok(people)
}

/// How many people have fully solved a problem.
pub fn count_solvers(conn: &mut AnyConnection, problem: ProblemId) -> QueryResult<i64> {
    standings::table
        .filter(standings::problem_id.eq(problem))
        .filter(standings::reward_correct.eq(true))
        .count()
        .get_result(conn)
}

/// The canonical bytes of the best rows that fully solve a problem, the shortest first; empty if length does not
/// count.
pub fn list_solver_lengths(conn: &mut AnyConnection, problem: ProblemId) -> QueryResult<Vec<i32>> {
    list_shortest(conn, problem, i64::MAX)
}

/// The length of the shortest program of the season that solves a problem, also where its author has more points with a
/// longer one; `None` if there is none or length does not count.
pub fn find_shortest(conn: &mut AnyConnection, problem: ProblemId) -> QueryResult<Option<i32>> {
    let standing = list_shortest(conn, problem, 1)?.pop();
    let outscored: Option<i32> = outscored_solutions::table
        .filter(outscored_solutions::problem_id.eq(problem))
        .select(diesel::dsl::min(outscored_solutions::l_chars))
        .first(conn)?;
    Ok([standing, outscored].into_iter().flatten().min())
}

/// The first of these rows.
pub fn list_shortest(
    conn: &mut AnyConnection,
    problem: ProblemId,
    limit: i64,
) -> QueryResult<Vec<i32>> {
    standings::table
        .filter(standings::problem_id.eq(problem))
        .filter(standings::reward_correct.eq(true))
        .filter(standings::l_chars.is_not_null())
        .order(standings::l_chars)
        .limit(limit)
        .select(standings::l_chars.assume_not_null())
        .load(conn)
}

/// Whether a submission is its author's row on the board.
pub fn is_standing(conn: &mut AnyConnection, submission: SubmissionId) -> QueryResult<bool> {
    diesel::select(diesel::dsl::exists(
        standings::table.filter(standings::submission_id.eq(submission)),
    ))
    .get_result(conn)
}
