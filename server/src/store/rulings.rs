//! Rulings that take submissions out of the contest: `rulings`, each with a public reason. Boards are updated in the
//! same transaction; see [`crate::season`].

use diesel::prelude::*;

use super::schema::{barred, problems, rulings, seasons, submissions, users};
use super::{
    AnyConnection, Moment, RulingKind, SeasonId, SeasonState, SubmissionId, SubmissionKind, UserId,
};

/// A ruling on a submission.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = rulings)]
pub struct Ruling {
    /// The submission.
    pub submission_id: SubmissionId,
    /// Its kind.
    pub kind: RulingKind,
    /// Why, for everybody to read.
    pub reason: String,
    /// When it was made.
    pub decided_at: Moment,
}

/// Stores a ruling; returns false if there is one already.
pub fn insert_ruling(
    conn: &mut AnyConnection,
    submission: SubmissionId,
    kind: RulingKind,
    reason: &str,
    by: Option<UserId>,
    now: Moment,
) -> QueryResult<bool> {
    if find_ruling(conn, submission)?.is_some() {
        return Ok(false);
    }
    diesel::insert_into(rulings::table)
        .values((
            rulings::submission_id.eq(submission),
            rulings::kind.eq(kind),
            rulings::reason.eq(reason),
            rulings::decided_by.eq(by),
            rulings::decided_at.eq(now),
        ))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Deletes a ruling; returns false if there is none.
pub fn delete_ruling(conn: &mut AnyConnection, submission: SubmissionId) -> QueryResult<bool> {
    diesel::delete(rulings::table.find(submission))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// The ruling on a submission.
pub fn find_ruling(
    conn: &mut AnyConnection,
    submission: SubmissionId,
) -> QueryResult<Option<Ruling>> {
    rulings::table
        .find(submission)
        .select(Ruling::as_select())
        .first(conn)
        .optional()
}

/// Disqualifies a person from a season; returns false if this is already so.
pub fn insert_bar(
    conn: &mut AnyConnection,
    season: SeasonId,
    user: UserId,
    reason: &str,
    by: Option<UserId>,
    now: Moment,
) -> QueryResult<bool> {
    if is_barred(conn, season, user)? {
        return Ok(false);
    }
    diesel::insert_into(barred::table)
        .values((
            barred::season_id.eq(season),
            barred::user_id.eq(user),
            barred::reason.eq(reason),
            barred::decided_by.eq(by),
            barred::decided_at.eq(now),
        ))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Reinstates a person in a season; returns false if the person was not disqualified.
pub fn delete_bar(conn: &mut AnyConnection, season: SeasonId, user: UserId) -> QueryResult<bool> {
    diesel::delete(barred::table.find((season, user)))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Whether a person is disqualified from a season.
pub fn is_barred(conn: &mut AnyConnection, season: SeasonId, user: UserId) -> QueryResult<bool> {
    diesel::select(diesel::dsl::exists(barred::table.find((season, user)))).get_result(conn)
}

/// The submissions that were disqualified from a season together with their author: in one transaction, and so at the
/// same time.
pub fn list_out_with(
    conn: &mut AnyConnection,
    season: SeasonId,
    user: UserId,
) -> QueryResult<Vec<SubmissionId>> {
    let Some(since) = barred::table
        .find((season, user))
        .select(barred::decided_at)
        .first::<Moment>(conn)
        .optional()?
    else {
        return Ok(Vec::new());
    };
    submissions::table
        .inner_join(problems::table)
        .inner_join(rulings::table)
        .filter(problems::season_id.eq(season))
        .filter(submissions::user_id.eq(user))
        .filter(rulings::kind.eq(RulingKind::Disqualified))
        .filter(rulings::decided_at.eq(since))
        .order(submissions::id)
        .select(submissions::id)
        .load(conn)
}

/// A person who is disqualified from a season.
#[derive(Clone, Debug, Queryable)]
pub struct PersonOut {
    /// Sign-in name.
    pub name: String,
    /// Display name.
    pub display_name: String,
    /// Why, for everybody to read.
    pub reason: String,
    /// Since when.
    pub since: Moment,
}

/// The people who are disqualified from a season, the latest ruling first.
pub fn list_people_out(
    conn: &mut AnyConnection,
    season: SeasonId,
    limit: i64,
) -> QueryResult<Vec<PersonOut>> {
    barred::table
        .inner_join(users::table.on(users::id.eq(barred::user_id)))
        .filter(barred::season_id.eq(season))
        .order((barred::decided_at.desc(), users::name_key))
        .limit(limit)
        .select((
            users::name,
            users::display_name,
            barred::reason,
            barred::decided_at,
        ))
        .load(conn)
}

/// The seasons that a person is disqualified from, with their slugs, titles and the reasons, without seasons that are
/// not public yet.
pub fn list_seasons_out(
    conn: &mut AnyConnection,
    user: UserId,
) -> QueryResult<Vec<(String, String, String)>> {
    barred::table
        .inner_join(seasons::table.on(seasons::id.eq(barred::season_id)))
        .filter(barred::user_id.eq(user))
        .filter(seasons::state.ne(SeasonState::Draft))
        .order(barred::decided_at.desc())
        .select((seasons::slug, seasons::title, barred::reason))
        .load(conn)
}

/// The submissions of a person to a season that are still in the contest; practice never was.
pub fn list_unruled(
    conn: &mut AnyConnection,
    season: SeasonId,
    user: UserId,
) -> QueryResult<Vec<SubmissionId>> {
    submissions::table
        .inner_join(problems::table)
        .left_join(rulings::table)
        .filter(problems::season_id.eq(season))
        .filter(submissions::user_id.eq(user))
        .filter(submissions::kind.ne(SubmissionKind::Practice))
        .filter(rulings::kind.is_null())
        .order(submissions::id)
        .select(submissions::id)
        .load(conn)
}

/// The rulings of a season with the authors' names, the newest first.
pub fn list_rulings(
    conn: &mut AnyConnection,
    season: SeasonId,
    limit: i64,
) -> QueryResult<Vec<(Ruling, String)>> {
    rulings::table
        .inner_join(
            submissions::table
                .inner_join(problems::table)
                .inner_join(users::table),
        )
        .filter(problems::season_id.eq(season))
        .order((rulings::decided_at.desc(), rulings::submission_id))
        .limit(limit)
        .select((Ruling::as_select(), users::display_name))
        .load(conn)
}
