//! The earlier packages of drafts: `draft_versions`. They are as hidden as the draft.

use diesel::dsl::{max, sql};
use diesel::prelude::*;
use diesel::sql_types::BigInt;

use super::schema::{draft_versions, drafts};
use super::{AnyConnection, DraftId, Moment};

/// The most versions of a draft that are kept, including the current one.
pub const MAX_VERSIONS: usize = 20;

/// The most bytes of all earlier versions of a draft.
const MAX_BYTES: i64 = 2 << 20;

/// An earlier version of a draft.
#[derive(Clone, Debug, Queryable)]
pub struct DraftVersion {
    /// From 1.
    pub number: i32,
    /// When it was sent.
    pub sent_at: Moment,
}

/// Stores the package of a draft before another one replaces it. The oldest versions are deleted if there are too
/// many, or if they are too large.
pub(super) fn keep_current(
    conn: &mut AnyConnection,
    draft: DraftId,
    next: &[u8],
) -> QueryResult<()> {
    let current: Option<(Vec<u8>, Moment)> = drafts::table
        .find(draft)
        .filter(drafts::problem_id.is_null())
        .select((drafts::package, drafts::updated_at))
        .first(conn)
        .optional()?;
    let Some((package, sent_at)) = current.filter(|(package, _)| package != next) else {
        return Ok(());
    };
    let number = number_of_current(conn, draft)?;
    diesel::insert_into(draft_versions::table)
        .values((
            draft_versions::draft_id.eq(draft),
            draft_versions::number.eq(number),
            draft_versions::sent_at.eq(sent_at),
            draft_versions::package.eq(package),
        ))
        .execute(conn)?;
    let sizes: Vec<(i32, i64)> = draft_versions::table
        .filter(draft_versions::draft_id.eq(draft))
        .order(draft_versions::number.desc())
        .select((
            draft_versions::number,
            sql::<BigInt>("CAST(LENGTH(package) AS BIGINT)"),
        ))
        .load(conn)?;
    let mut bytes = 0;
    let too_old = sizes.into_iter().enumerate().find(|(place, (_, size))| {
        bytes += size;
        *place + 1 >= MAX_VERSIONS || bytes > MAX_BYTES
    });
    if let Some((_, (number, _))) = too_old {
        diesel::delete(draft_versions::table)
            .filter(draft_versions::draft_id.eq(draft))
            .filter(draft_versions::number.le(number))
            .execute(conn)?;
    }
    Ok(())
}

/// The number of the current version.
pub fn number_of_current(conn: &mut AnyConnection, draft: DraftId) -> QueryResult<i32> {
    let last: Option<i32> = draft_versions::table
        .filter(draft_versions::draft_id.eq(draft))
        .select(max(draft_versions::number))
        .first(conn)?;
    Ok(last.unwrap_or(0) + 1)
}

/// The earlier versions of a draft, the newest first.
pub fn list_versions(conn: &mut AnyConnection, draft: DraftId) -> QueryResult<Vec<DraftVersion>> {
    draft_versions::table
        .filter(draft_versions::draft_id.eq(draft))
        .order(draft_versions::number.desc())
        .select((draft_versions::number, draft_versions::sent_at))
        .load(conn)
}

/// The archive of an earlier version.
pub fn find_version(
    conn: &mut AnyConnection,
    draft: DraftId,
    number: i32,
) -> QueryResult<Option<Vec<u8>>> {
    draft_versions::table
        .find((draft, number))
        .select(draft_versions::package)
        .first(conn)
        .optional()
}
