//! A point in time as both databases store it: UTC, whole microseconds.

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::Timestamp;
use serde::{Deserialize, Serialize};

/// UTC, cut to microseconds: PostgreSQL stores no more, and SQLite would.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    AsExpression,
    FromSqlRow,
)]
#[serde(transparent)]
#[diesel(sql_type = Timestamp)]
pub struct Moment(NaiveDateTime);

impl Moment {
    /// The current time.
    pub fn now() -> Self {
        Utc::now().into()
    }

    /// As a time of chrono.
    pub fn utc(self) -> DateTime<Utc> {
        self.0.and_utc()
    }

    /// This much later.
    #[must_use]
    pub fn plus(self, delta: TimeDelta) -> Self {
        Self(self.0 + delta)
    }

    /// The time from `earlier` to this; negative if `earlier` is later.
    pub fn since(self, earlier: Self) -> TimeDelta {
        self.0 - earlier.0
    }
}

impl From<DateTime<Utc>> for Moment {
    fn from(time: DateTime<Utc>) -> Self {
        // A leap second is the moment that follows it, as it is in the record.
        let micros = DateTime::from_timestamp_micros(time.timestamp_micros());
        Self(micros.unwrap_or(time).naive_utc())
    }
}

impl<DB: Backend> ToSql<Timestamp, DB> for Moment
where
    NaiveDateTime: ToSql<Timestamp, DB>,
{
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
        self.0.to_sql(out)
    }
}

impl<DB: Backend> FromSql<Timestamp, DB> for Moment
where
    NaiveDateTime: FromSql<Timestamp, DB>,
{
    fn from_sql(bytes: DB::RawValue<'_>) -> deserialize::Result<Self> {
        NaiveDateTime::from_sql(bytes).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leap_second_is_the_moment_after_it() {
        let [leap, after] = ["2026-12-01T18:00:60Z", "2026-12-01T18:01:00Z"]
            .map(|text| Moment::from(text.parse::<DateTime<Utc>>().unwrap()));
        assert_eq!(leap, after);
    }

    #[test]
    fn nanoseconds_are_cut_not_rounded() {
        let time = DateTime::from_timestamp(1, 749_041_999).unwrap();
        assert_eq!(
            Moment::from(time).utc().timestamp_subsec_nanos(),
            749_041_000
        );
    }
}
