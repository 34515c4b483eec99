//! Packages that setters store on the server: `drafts`.
//!
//! A package contains the hidden parts of a problem, so only [`load_package`] returns it, for its setter and for
//! organizers.

use diesel::dsl::{auto_type, count_star, sql};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable};

use super::schema::{drafts, problems, seasons, users};
use super::users::lock_user;
use super::{
    AnyConnection, DraftId, DraftState, Moment, ProblemId, StoreError, UserId, draft_versions,
    hand_ins,
};
use crate::package_report::PackageReport;

/// A draft, without its package.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = drafts)]
pub struct Draft {
    /// Number.
    pub id: DraftId,
    /// The setter.
    pub setter_id: UserId,
    /// Sign-in name of its setter.
    #[diesel(select_expression = users::name)]
    pub setter: String,
    /// The slug of the problem, if `problem.toml` can be read.
    pub slug: Option<String>,
    /// The title of the problem, if `problem.toml` can be read.
    pub title: Option<String>,
    /// Its state.
    pub state: DraftState,
    /// What it was validated against: a season's slug or a scoring version.
    pub held_against: String,
    /// When it was first sent.
    pub created_at: Moment,
    /// When the current package was sent.
    pub updated_at: Moment,
    /// The problem that it has become: season, problem, commitment and its time.
    #[diesel(embed)]
    pub became: Option<Became>,
}

/// The problem that a draft has become.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = problems)]
pub struct Became {
    /// Slug of the season.
    #[diesel(select_expression = seasons::slug)]
    pub season: String,
    /// Slug of the problem.
    #[diesel(select_expression = problems::slug)]
    pub problem: String,
    /// Its version.
    pub version: i32,
    /// Its commitment.
    pub commitment: Option<String>,
    /// When it was committed.
    pub committed_at: Option<Moment>,
}

/// A package to store, with the report on it.
#[derive(Clone, Debug)]
pub struct NewDraft {
    /// What it was validated against.
    pub held_against: String,
    /// The archive as it was sent.
    pub package: Vec<u8>,
    /// The report.
    pub report: PackageReport,
}

/// The state of a package with this report.
fn state_of(report: &PackageReport) -> DraftState {
    if report.is_valid() {
        DraftState::Validated
    } else {
        DraftState::Draft
    }
}

/// A setter's drafts that have not become problems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeptDrafts {
    /// How many.
    pub drafts: i64,
    /// Bytes of their packages.
    pub bytes: i64,
}

/// Drafts with their setters and the problems that they have become.
#[auto_type]
fn with_setter_and_problem() -> _ {
    drafts::table.inner_join(users::table).left_join(
        problems::table
            .inner_join(seasons::table)
            .on(drafts::problem_id.eq(problems::id.nullable())),
    )
}

fn report_text(report: &PackageReport) -> Result<String, StoreError> {
    serde_json::to_string(report).map_err(|error| StoreError::Value(error.to_string()))
}

/// A setter's drafts except one. Two requests of one setter wait for each other here, inside a write transaction.
pub fn count_kept(
    conn: &mut AnyConnection,
    setter: UserId,
    but: Option<DraftId>,
) -> QueryResult<KeptDrafts> {
    lock_user(conn, setter)?;
    let (drafts, bytes): (i64, Option<i64>) = drafts::table
        .filter(drafts::setter_id.eq(setter))
        .filter(drafts::problem_id.is_null())
        .filter(drafts::id.ne(but.unwrap_or(DraftId(0))))
        .select((
            count_star(),
            sql::<Nullable<BigInt>>("CAST(SUM(LENGTH(package)) AS BIGINT)"),
        ))
        .first(conn)?;
    Ok(KeptDrafts {
        drafts,
        bytes: bytes.unwrap_or(0),
    })
}

/// Stores a package.
pub fn insert_draft(
    conn: &mut AnyConnection,
    setter: UserId,
    new: &NewDraft,
    now: Moment,
) -> Result<DraftId, StoreError> {
    Ok(diesel::insert_into(drafts::table)
        .values((
            drafts::setter_id.eq(setter),
            drafts::slug.eq(new.report.slug()),
            drafts::title.eq(new.report.title()),
            drafts::state.eq(state_of(&new.report)),
            drafts::held_against.eq(&new.held_against),
            drafts::package.eq(&new.package),
            drafts::report.eq(report_text(&new.report)?),
            drafts::created_at.eq(now),
            drafts::updated_at.eq(now),
        ))
        .returning(drafts::id)
        .get_result(conn)?)
}

/// Replaces the package of a draft; returns false if it has become a problem.
pub fn replace_draft(
    conn: &mut AnyConnection,
    id: DraftId,
    new: &NewDraft,
    now: Moment,
) -> Result<bool, StoreError> {
    draft_versions::keep_current(conn, id, &new.package)?;
    let rows = diesel::update(drafts::table.find(id))
        .filter(drafts::problem_id.is_null())
        .set((
            drafts::slug.eq(new.report.slug()),
            drafts::title.eq(new.report.title()),
            drafts::state.eq(state_of(&new.report)),
            drafts::held_against.eq(&new.held_against),
            drafts::package.eq(&new.package),
            drafts::report.eq(report_text(&new.report)?),
            drafts::updated_at.eq(now),
        ))
        .execute(conn)?;
    // An organizer must not see a package change during review.
    hand_ins::take_back(conn, id)?;
    Ok(rows == 1)
}

/// Stores the report of a draft that was validated against something else, unless its package was replaced since
/// `updated_at`.
pub fn set_report(
    conn: &mut AnyConnection,
    (id, updated_at): (DraftId, Moment),
    held_against: &str,
    report: &PackageReport,
) -> Result<(), StoreError> {
    diesel::update(drafts::table.find(id))
        .filter(drafts::problem_id.is_null())
        .filter(drafts::updated_at.eq(updated_at))
        .set((
            drafts::state.eq(state_of(report)),
            drafts::held_against.eq(held_against),
            drafts::report.eq(report_text(report)?),
        ))
        .execute(conn)?;
    Ok(())
}

/// Records which problem a draft has become; returns false if it already was one, or if its package was replaced
/// since `updated_at`.
pub fn set_committed(
    conn: &mut AnyConnection,
    id: DraftId,
    updated_at: Moment,
    problem: ProblemId,
) -> QueryResult<bool> {
    hand_ins::delete_hand_in(conn, id)?;
    diesel::update(drafts::table.find(id))
        .filter(drafts::problem_id.is_null())
        .filter(drafts::updated_at.eq(updated_at))
        .set((
            drafts::state.eq(DraftState::Committed),
            drafts::problem_id.eq(problem),
        ))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Deletes a draft; returns false if it has become a problem.
pub fn delete_draft(conn: &mut AnyConnection, id: DraftId) -> QueryResult<bool> {
    diesel::delete(drafts::table.find(id))
        .filter(drafts::problem_id.is_null())
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Which drafts are listed.
#[derive(Clone, Copy, Debug)]
pub enum Whose {
    /// Those of everybody.
    All,
    /// Those of this setter.
    Of(UserId),
    /// Those of all others.
    NotOf(UserId),
    /// Those of everybody that are valid and have not become problems.
    Ready,
}

/// Drafts, the newest first.
pub fn list_drafts(conn: &mut AnyConnection, whose: Whose, limit: i64) -> QueryResult<Vec<Draft>> {
    let all = with_setter_and_problem()
        .select(Draft::as_select())
        .order(drafts::id.desc())
        .limit(limit)
        .into_boxed();
    match whose {
        Whose::All => all,
        Whose::Of(setter) => all.filter(drafts::setter_id.eq(setter)),
        Whose::NotOf(setter) => all.filter(drafts::setter_id.ne(setter)),
        Whose::Ready => all.filter(drafts::state.eq(DraftState::Validated)),
    }
    .load(conn)
}

/// The draft of that number.
pub fn find_draft(conn: &mut AnyConnection, id: DraftId) -> QueryResult<Option<Draft>> {
    with_setter_and_problem()
        .filter(drafts::id.eq(id))
        .select(Draft::as_select())
        .first(conn)
        .optional()
}

/// The report on a draft.
///
/// # Errors
/// `NotFound`, and when the database fails or contains a report that cannot be read.
pub fn load_report(conn: &mut AnyConnection, id: DraftId) -> Result<PackageReport, StoreError> {
    let text: String = drafts::table.find(id).select(drafts::report).first(conn)?;
    serde_json::from_str(&text)
        .map_err(|error| StoreError::Value(format!("an unreadable report: {error}")))
}

/// The archive that a problem was made from, if it was handed in.
pub fn find_package_of(
    conn: &mut AnyConnection,
    problem: ProblemId,
) -> QueryResult<Option<Vec<u8>>> {
    drafts::table
        .filter(drafts::problem_id.eq(problem))
        .select(drafts::package)
        .first::<Vec<u8>>(conn)
        .optional()
}

/// Returns a draft to its setter when the problem that it had become is removed.
pub fn give_back(conn: &mut AnyConnection, problem: ProblemId) -> QueryResult<()> {
    diesel::update(drafts::table.filter(drafts::problem_id.eq(problem)))
        .set((
            drafts::state.eq(DraftState::Validated),
            drafts::problem_id.eq(None::<ProblemId>),
        ))
        .execute(conn)
        .map(drop)
}

/// The archive as it was sent.
///
/// # Errors
/// `NotFound`, and when the database fails.
pub fn load_package(conn: &mut AnyConnection, id: DraftId) -> QueryResult<Vec<u8>> {
    drafts::table.find(id).select(drafts::package).first(conn)
}

/// Deletes a setter's drafts that were not handed in.
pub(super) fn delete_drafts_of(conn: &mut AnyConnection, setter: UserId) -> QueryResult<()> {
    diesel::delete(drafts::table)
        .filter(drafts::setter_id.eq(setter))
        .filter(drafts::problem_id.is_null())
        .execute(conn)
        .map(drop)
}
