//! What is counted so that whoever keeps a page knows when it is out of date: `counters`. The steps of a
//! season need none; they are in its log.

use diesel::prelude::*;

use super::AnyConnection;
use super::any::on_either;
use super::schema::counters;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    /// Changes of names that are shown to others.
    Names,
    /// Bests in practice, which are in no log.
    Practice,
}

impl Counter {
    fn as_str(self) -> &'static str {
        match self {
            Self::Names => "names",
            Self::Practice => "practice",
        }
    }
}

/// Counts one more, inside the transaction that changes it.
pub(super) fn count(conn: &mut AnyConnection, counter: Counter) -> QueryResult<()> {
    on_either!(conn, |c| diesel::insert_into(counters::table)
        .values((counters::name.eq(counter.as_str()), counters::value.eq(1)))
        .on_conflict(counters::name)
        .do_update()
        .set(counters::value.eq(counters::value + 1))
        .execute(c))
    .map(drop)
}

/// How often it was counted.
pub fn read(conn: &mut AnyConnection, counter: Counter) -> QueryResult<i64> {
    let value = counters::table
        .find(counter.as_str())
        .select(counters::value)
        .first(conn)
        .optional()?;
    Ok(value.unwrap_or(0))
}
