//! The corrections above the statements of problems: `corrections`. Rows are only ever added.

use diesel::prelude::*;

use super::schema::corrections;
use super::{AnyConnection, Moment, ProblemId};

/// A correction.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = corrections)]
pub struct Correction {
    /// The text.
    pub text: String,
    /// When it was added.
    pub made_at: Moment,
}

/// Adds a correction of one version of a problem.
pub fn insert_correction(
    conn: &mut AnyConnection,
    problem: ProblemId,
    text: &str,
    now: Moment,
) -> QueryResult<()> {
    diesel::insert_into(corrections::table)
        .values((
            corrections::problem_id.eq(problem),
            corrections::text.eq(text),
            corrections::made_at.eq(now),
        ))
        .execute(conn)
        .map(drop)
}

/// The corrections of one version of a problem, the first one first.
pub fn list_corrections(
    conn: &mut AnyConnection,
    problem: ProblemId,
) -> QueryResult<Vec<Correction>> {
    corrections::table
        .filter(corrections::problem_id.eq(problem))
        .order(corrections::id)
        .select(Correction::as_select())
        .load(conn)
}
