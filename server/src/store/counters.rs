//! Counters of changes, so that caches notice when they are out of date: `counters`. The states of a season need
//! none; they are in its log.

use diesel::prelude::*;

use super::AnyConnection;
use super::any::on_either;
use super::schema::counters;

/// A kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    /// Changes of names that others see.
    Names,
    /// Personal bests in practice, which are in no log.
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

/// Increments a counter, inside the transaction that makes the change.
pub(super) fn count(conn: &mut AnyConnection, counter: Counter) -> QueryResult<()> {
    on_either!(conn, |c| diesel::insert_into(counters::table)
        .values((counters::name.eq(counter.as_str()), counters::value.eq(1)))
        .on_conflict(counters::name)
        .do_update()
        .set(counters::value.eq(counters::value + 1))
        .execute(c))
    .map(drop)
}

/// The value of a counter.
pub fn read(conn: &mut AnyConnection, counter: Counter) -> QueryResult<i64> {
    let value = counters::table
        .find(counter.as_str())
        .select(counters::value)
        .first(conn)
        .optional()?;
    Ok(value.unwrap_or(0))
}
