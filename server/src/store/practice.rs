//! Practice on problems of finished seasons: the personal best of each person, which together with the best and the
//! shortest of the season makes the all-time board, and the programs that were shorter than all earlier ones. The record
//! of the season contains neither.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use diesel::dsl::{max, min};
use diesel::prelude::*;

use super::counters::{Counter, count};
use super::locks::{Lock, lock};
use super::models;
use super::schema::{
    improvements, outscored_solutions, practice_bests, problems, seasons, standings, users,
};
use super::seasons::Season;
use super::standings::{Candidate, Standing};
use super::{AnyConnection, Moment, ProblemId, SeasonId, SubmissionId, UserId};

/// Makes a submission the person's best in practice, unless the existing one is as good: fully solved first, then
/// shorter, then more points. Records it if it is shorter than every earlier program, of the season and of practice.
pub(super) fn offer(
    conn: &mut AnyConnection,
    candidate: &Candidate,
    now: Moment,
) -> QueryResult<()> {
    let Candidate {
        problem_id: problem,
        user_id: user,
        ..
    } = *candidate;
    lock(conn, Lock::Shortest(problem))?;
    let key = |whole: bool, l_chars: Option<i32>, score: i32| (!whole, l_chars, Reverse(score));
    let own: Option<(bool, Option<i32>, i32)> = practice_bests::table
        .find((problem, user))
        .select((
            practice_bests::reward_correct,
            practice_bests::l_chars,
            practice_bests::score,
        ))
        .first(conn)
        .optional()?;
    let new = key(candidate.reward_correct, candidate.l_chars, candidate.score);
    if own.is_some_and(|(whole, l_chars, score)| key(whole, l_chars, score) <= new) {
        return Ok(());
    }
    let before = find_shortest(conn, problem)?;
    diesel::delete(practice_bests::table.find((problem, user))).execute(conn)?;
    diesel::insert_into(practice_bests::table)
        .values((
            practice_bests::problem_id.eq(problem),
            practice_bests::user_id.eq(user),
            practice_bests::submission_id.eq(candidate.submission_id),
            practice_bests::score.eq(candidate.score),
            practice_bests::l_chars.eq(candidate.l_chars),
            practice_bests::submitted_at.eq(candidate.submitted_at),
            practice_bests::reward_correct.eq(candidate.reward_correct),
        ))
        .execute(conn)?;
    if let (Some(before), Some(l_chars)) = (before, candidate.l_chars)
        && candidate.reward_correct
        && l_chars < before.l_chars
        // Records are of people, as the board is.
        && users::table
            .find(user)
            .select(users::operator.is_null())
            .first(conn)?
    {
        diesel::insert_into(improvements::table)
            .values((
                improvements::submission_id.eq(candidate.submission_id),
                improvements::problem_id.eq(problem),
                improvements::user_id.eq(user),
                improvements::l_chars.eq(l_chars),
                improvements::holder_id.eq(before.user),
                improvements::holder_l_chars.eq(before.l_chars),
                improvements::improved_at.eq(now),
            ))
            .execute(conn)?;
    }
    count(conn, Counter::Practice)
}

/// The shortest program of all time for a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// The author; of equally short programs, the author of the first.
    pub user: UserId,
    /// Its canonical bytes.
    pub l_chars: i32,
}

/// The shortest program of a person, of all time, that fully solves a problem; `None` if there is none or length does
/// not count.
pub fn find_shortest(
    conn: &mut AnyConnection,
    problem: ProblemId,
) -> QueryResult<Option<Shortest>> {
    type Key = (i32, Moment, UserId);
    let ranked: Option<Key> = standings::table
        .filter(standings::problem_id.eq(problem))
        .filter(standings::reward_correct.eq(true))
        .filter(standings::l_chars.is_not_null())
        .order((standings::l_chars, standings::submitted_at))
        .select((
            standings::l_chars.assume_not_null(),
            standings::submitted_at,
            standings::user_id,
        ))
        .first(conn)
        .optional()?;
    let practised: Option<Key> = practice_bests::table
        .inner_join(users::table)
        .filter(users::operator.is_null())
        .filter(practice_bests::problem_id.eq(problem))
        .filter(practice_bests::reward_correct.eq(true))
        .filter(practice_bests::l_chars.is_not_null())
        .order((practice_bests::l_chars, practice_bests::submitted_at))
        .select((
            practice_bests::l_chars.assume_not_null(),
            practice_bests::submitted_at,
            practice_bests::user_id,
        ))
        .first(conn)
        .optional()?;
    let outscored: Option<Key> = outscored_solutions::table
        .filter(outscored_solutions::problem_id.eq(problem))
        .order((
            outscored_solutions::l_chars,
            outscored_solutions::submitted_at,
        ))
        .select((
            outscored_solutions::l_chars,
            outscored_solutions::submitted_at,
            outscored_solutions::user_id,
        ))
        .first(conn)
        .optional()?;
    let shortest = [ranked, practised, outscored].into_iter().flatten().min();
    Ok(shortest.map(|(l_chars, _, user)| Shortest { user, l_chars }))
}

/// The bytes of the shortest program of a person, of all time, for each solved problem of a season.
pub fn list_shortest(
    conn: &mut AnyConnection,
    season: SeasonId,
) -> QueryResult<BTreeMap<ProblemId, i32>> {
    let ranked: Vec<(ProblemId, Option<i32>)> = standings::table
        .inner_join(problems::table)
        .filter(problems::season_id.eq(season))
        .filter(standings::reward_correct.eq(true))
        .group_by(standings::problem_id)
        .select((standings::problem_id, min(standings::l_chars)))
        .load(conn)?;
    let practised: Vec<(ProblemId, Option<i32>)> = practice_bests::table
        .inner_join(problems::table)
        .inner_join(users::table)
        .filter(users::operator.is_null())
        .filter(problems::season_id.eq(season))
        .filter(practice_bests::reward_correct.eq(true))
        .group_by(practice_bests::problem_id)
        .select((practice_bests::problem_id, min(practice_bests::l_chars)))
        .load(conn)?;
    let outscored: Vec<(ProblemId, Option<i32>)> = outscored_solutions::table
        .inner_join(problems::table)
        .filter(problems::season_id.eq(season))
        .group_by(outscored_solutions::problem_id)
        .select((
            outscored_solutions::problem_id,
            min(outscored_solutions::l_chars),
        ))
        .load(conn)?;
    let mut shortest = BTreeMap::new();
    for (problem, l_chars) in [ranked, practised, outscored].into_iter().flatten() {
        if let Some(l_chars) = l_chars {
            let least = shortest.entry(problem).or_insert(l_chars);
            *least = l_chars.min(*least);
        }
    }
    Ok(shortest)
}

/// A row of the all-time board.
#[derive(Clone, Debug)]
pub struct AllTimeRow {
    /// The submission and its author; the score is without a season's bonuses.
    pub best: Standing,
    /// Whether it was practice.
    pub practice: bool,
    /// Who runs it, for a model.
    pub operator: Option<String>,
}

impl AllTimeRow {
    /// The sort key, smaller is better: bytes if length counts, otherwise the score.
    pub fn key(&self) -> impl Ord + use<> {
        let best = &self.best;
        let score = if best.l_chars.is_some() {
            0
        } else {
            best.score
        };
        (
            best.l_chars,
            Reverse(score),
            best.submitted_at,
            best.submission_id,
        )
    }
}

/// The all-time board of a problem, best first: the best of a person's row of the season, shortest solution of the season
/// and best in practice. If length counts, it lists those who fully solved the problem, by bytes; otherwise everybody,
/// by score.
pub fn list_all_time(
    conn: &mut AnyConnection,
    problem: ProblemId,
    has_lengths: bool,
    limit: i64,
) -> QueryResult<Vec<AllTimeRow>> {
    let mut ranked = standings::table
        .inner_join(users::table)
        .filter(standings::problem_id.eq(problem))
        .limit(limit)
        .select(Standing::as_select())
        .into_boxed();
    if has_lengths {
        ranked = ranked.filter(standings::reward_correct.eq(true)).order((
            standings::l_chars,
            standings::submitted_at,
            standings::submission_id,
        ));
    } else {
        ranked = ranked.order((
            standings::score.desc(),
            standings::submitted_at,
            standings::submission_id,
        ));
    }
    let ranked = ranked.load::<Standing>(conn)?.into_iter();
    let ranked = ranked.map(|best| AllTimeRow {
        best,
        practice: false,
        operator: None,
    });
    let mut of_season: Vec<AllTimeRow> = ranked.collect();
    of_season.extend(list_outscored(conn, problem, limit)?);
    let practised = list_practice(conn, problem, (has_lengths, false), limit)?;
    Ok(merge(of_season, practised, limit))
}

/// The shortest solutions of people whose row of the season is a longer one.
fn list_outscored(
    conn: &mut AnyConnection,
    problem: ProblemId,
    limit: i64,
) -> QueryResult<Vec<AllTimeRow>> {
    let rows: Vec<OutscoredRow> = outscored_solutions::table
        .inner_join(users::table)
        .filter(outscored_solutions::problem_id.eq(problem))
        .order((
            outscored_solutions::l_chars,
            outscored_solutions::submitted_at,
            outscored_solutions::submission_id,
        ))
        .limit(limit)
        .select(OutscoredRow::as_select())
        .load(conn)?;
    Ok(rows.into_iter().map(AllTimeRow::from).collect())
}

/// The same board for models, which are not ranked in a season.
pub fn list_all_time_of_models(
    conn: &mut AnyConnection,
    season: &Season,
    problem: ProblemId,
    has_lengths: bool,
    limit: i64,
) -> QueryResult<Vec<AllTimeRow>> {
    let mut of_season = models::list_best(conn, season, Some(problem), None)?;
    of_season.retain(|model| !has_lengths || model.row.reward_correct);
    let of_season = of_season.into_iter().map(|model| AllTimeRow {
        best: model.row,
        practice: false,
        operator: Some(model.operator),
    });
    let practised = list_practice(conn, problem, (has_lengths, true), limit)?;
    Ok(merge(of_season.collect(), practised, limit))
}

/// The best in practice of people, or of models.
fn list_practice(
    conn: &mut AnyConnection,
    problem: ProblemId,
    (has_lengths, models): (bool, bool),
    limit: i64,
) -> QueryResult<Vec<AllTimeRow>> {
    let mut practised = practice_bests::table
        .inner_join(users::table)
        .filter(practice_bests::problem_id.eq(problem))
        .limit(limit)
        .select(PracticeBest::as_select())
        .into_boxed();
    practised = if models {
        practised.filter(users::operator.is_not_null())
    } else {
        practised.filter(users::operator.is_null())
    };
    practised = if has_lengths {
        practised
            .filter(practice_bests::reward_correct.eq(true))
            .order((
                practice_bests::l_chars,
                practice_bests::submitted_at,
                practice_bests::submission_id,
            ))
    } else {
        practised.order((
            practice_bests::score.desc(),
            practice_bests::submitted_at,
            practice_bests::submission_id,
        ))
    };
    let rows = practised.load::<PracticeBest>(conn)?.into_iter();
    Ok(rows.map(AllTimeRow::from).collect())
}

/// A person's shortest solution of a season whose row is a longer one.
#[derive(Queryable, Selectable)]
#[diesel(table_name = outscored_solutions)]
struct OutscoredRow {
    problem_id: ProblemId,
    user_id: UserId,
    #[diesel(select_expression = users::name)]
    name: String,
    #[diesel(select_expression = users::display_name)]
    display_name: String,
    submission_id: SubmissionId,
    score: i32,
    l_chars: i32,
    submitted_at: Moment,
}

impl From<OutscoredRow> for AllTimeRow {
    fn from(row: OutscoredRow) -> Self {
        Self {
            best: Standing {
                problem_id: row.problem_id,
                user_id: row.user_id,
                name: row.name,
                display_name: row.display_name,
                submission_id: row.submission_id,
                score: row.score,
                l_chars: Some(row.l_chars),
                submitted_at: row.submitted_at,
                reward_correct: true,
                diversity_bonus: None,
            },
            practice: false,
            operator: None,
        }
    }
}

/// A person's best in practice.
#[derive(Queryable, Selectable)]
#[diesel(table_name = practice_bests)]
struct PracticeBest {
    problem_id: ProblemId,
    user_id: UserId,
    #[diesel(select_expression = users::name)]
    name: String,
    #[diesel(select_expression = users::display_name)]
    display_name: String,
    #[diesel(select_expression = users::operator)]
    operator: Option<String>,
    submission_id: SubmissionId,
    score: i32,
    l_chars: Option<i32>,
    submitted_at: Moment,
    reward_correct: bool,
}

impl From<PracticeBest> for AllTimeRow {
    fn from(row: PracticeBest) -> Self {
        Self {
            best: Standing {
                problem_id: row.problem_id,
                user_id: row.user_id,
                name: row.name,
                display_name: row.display_name,
                submission_id: row.submission_id,
                score: row.score,
                l_chars: row.l_chars,
                submitted_at: row.submitted_at,
                reward_correct: row.reward_correct,
                diversity_bonus: None,
            },
            practice: true,
            operator: row.operator,
        }
    }
}

/// The first rows of all lists contain the first rows of the board: whoever is before a row in its list is before it
/// there too.
fn merge(season: Vec<AllTimeRow>, practised: Vec<AllTimeRow>, limit: i64) -> Vec<AllTimeRow> {
    let mut best: BTreeMap<UserId, AllTimeRow> = BTreeMap::new();
    for row in season.into_iter().chain(practised) {
        let user = row.best.user_id;
        if best.get(&user).is_none_or(|there| row.key() < there.key()) {
            best.insert(user, row);
        }
    }
    let mut rows: Vec<AllTimeRow> = best.into_values().collect();
    rows.sort_by_key(AllTimeRow::key);
    rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    rows
}

/// A problem that a person fully solved in practice.
#[derive(Clone, Debug, Queryable)]
pub struct Practised {
    /// The season.
    pub season_id: SeasonId,
    /// The problem.
    pub problem_id: ProblemId,
    /// Its slug.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// The submission.
    pub submission_id: SubmissionId,
    /// Its score.
    pub score: i32,
    /// Canonical bytes, where lengths count.
    pub l_chars: Option<i32>,
}

/// What a person fully solved in practice, the newest first.
pub fn list_practised(conn: &mut AnyConnection, user: UserId) -> QueryResult<Vec<Practised>> {
    practice_bests::table
        .inner_join(problems::table)
        .filter(practice_bests::user_id.eq(user))
        .filter(practice_bests::reward_correct.eq(true))
        .order(practice_bests::submission_id.desc())
        .select((
            problems::season_id,
            problems::id,
            problems::slug,
            problems::title,
            practice_bests::submission_id,
            practice_bests::score,
            practice_bests::l_chars,
        ))
        .load(conn)
}

/// A program that was shorter than all earlier ones.
#[derive(Clone, Debug)]
pub struct Improvement {
    /// Slug of its season.
    pub season: String,
    /// Slug of its problem.
    pub problem: String,
    /// Title of its problem.
    pub title: String,
    /// The submission.
    pub submission_id: SubmissionId,
    /// Who wrote it: sign-in name and display name.
    pub author: (String, String),
    /// Its canonical bytes.
    pub l_chars: i32,
    /// The display name of the author of the previously shortest program; `None` if it was the same person.
    pub holder: Option<String>,
    /// The bytes of the previously shortest program.
    pub holder_l_chars: i32,
    /// When it was judged.
    pub at: Moment,
}

/// The last improvement in each season that has one.
pub fn list_last_improvements(
    conn: &mut AnyConnection,
) -> QueryResult<Vec<(SeasonId, Option<SubmissionId>)>> {
    improvements::table
        .inner_join(problems::table)
        .group_by(problems::season_id)
        .select((problems::season_id, max(improvements::submission_id)))
        .load(conn)
}

/// Which improvements to list.
#[derive(Clone, Copy, Debug)]
pub enum Improved {
    /// All.
    Anywhere,
    /// Those of a season.
    In(SeasonId),
    /// Those with which somebody has to do: as the author, or as who was beaten.
    With(UserId),
    /// The one of a submission.
    By(SubmissionId),
}

/// The latest improvements, the newest first.
pub fn list_improvements(
    conn: &mut AnyConnection,
    asked: Improved,
    limit: i64,
) -> QueryResult<Vec<Improvement>> {
    type Row = (
        (String, String, String),
        (SubmissionId, UserId, String, String),
        (i32, UserId, i32, Moment),
    );
    let mut query = improvements::table
        .inner_join(users::table)
        .inner_join(problems::table.inner_join(seasons::table))
        .order((
            improvements::improved_at.desc(),
            improvements::submission_id.desc(),
        ))
        .limit(limit)
        .select((
            (seasons::slug, problems::slug, problems::title),
            (
                improvements::submission_id,
                users::id,
                users::name,
                users::display_name,
            ),
            (
                improvements::l_chars,
                improvements::holder_id,
                improvements::holder_l_chars,
                improvements::improved_at,
            ),
        ))
        .into_boxed();
    query = match asked {
        Improved::Anywhere => query,
        Improved::In(season) => query.filter(problems::season_id.eq(season)),
        Improved::With(user) => query.filter(
            improvements::user_id
                .eq(user)
                .or(improvements::holder_id.eq(user)),
        ),
        Improved::By(id) => query.filter(improvements::submission_id.eq(id)),
    };
    let rows: Vec<Row> = query.load(conn)?;
    let holders: Vec<UserId> = rows.iter().map(|(_, _, (_, holder, ..))| *holder).collect();
    let names: Vec<(UserId, String)> = users::table
        .filter(users::id.eq_any(holders))
        .select((users::id, users::display_name))
        .load(conn)?;
    let names: BTreeMap<UserId, String> = names.into_iter().collect();
    let rows = rows.into_iter().map(|(place, author, bytes)| {
        let (season, problem, title) = place;
        let (submission_id, user, name, display_name) = author;
        let (l_chars, holder, holder_l_chars, at) = bytes;
        Improvement {
            season,
            problem,
            title,
            submission_id,
            author: (name, display_name),
            l_chars,
            holder: names.get(&holder).filter(|_| holder != user).cloned(),
            holder_l_chars,
            at,
        }
    });
    Ok(rows.collect())
}
