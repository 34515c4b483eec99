//! Converts between local times of a place and UTC. Pure.

use chrono::{
    DateTime, Datelike as _, MappedLocalTime, NaiveDateTime, Offset as _, TimeDelta, TimeZone as _,
    Utc,
};
use chrono_tz::{TZ_VARIANTS, Tz};

/// The meaning of a local time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalTime {
    /// It is this moment.
    Once(DateTime<Utc>),
    /// It does not exist, because clocks are put forward over it. The moments before and after that it may mean.
    Never([DateTime<Utc>; 2]),
    /// It happens twice, because clocks are put back over it.
    Twice([DateTime<Utc>; 2]),
}

/// Clocks are never put forward by more than a day.
const FURTHEST: TimeDelta = TimeDelta::hours(25);

/// Reads a local time of a zone as a date and time field sends it; `None` if the text has another form, or if its year
/// has not four digits.
pub fn read(zone: Tz, typed: &str) -> Option<LocalTime> {
    let formats = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"];
    let local = formats
        .iter()
        .find_map(|format| NaiveDateTime::parse_from_str(typed, format).ok())
        .filter(|local| (1000..=9999).contains(&local.year()))?;
    let utc = |at: DateTime<Tz>| at.with_timezone(&Utc);
    Some(match zone.from_local_datetime(&local) {
        MappedLocalTime::Single(at) => LocalTime::Once(utc(at)),
        MappedLocalTime::Ambiguous(one, other) => {
            let mut both = [utc(one), utc(other)];
            both.sort();
            LocalTime::Twice(both)
        }
        MappedLocalTime::None => {
            let mut both = [-FURTHEST, FURTHEST].map(|by| {
                let offset = zone.offset_from_utc_datetime(&(local + by)).fix();
                (local - offset).and_utc()
            });
            both.sort();
            LocalTime::Never(both)
        }
    })
}

/// The names of all time zones, UTC first.
pub fn zones() -> impl Iterator<Item = &'static str> {
    let rest = TZ_VARIANTS.iter().map(|zone| zone.name());
    std::iter::once(Tz::UTC.name()).chain(rest.filter(|name| *name != Tz::UTC.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_that_no_calendar_has_are_no_dates() {
        for year in ["-262143", "+262142", "0000", "12026"] {
            assert_eq!(read(Tz::UTC, &format!("{year}-01-01T00:00")), None);
        }
        assert!(read(Tz::Europe__Berlin, "9999-12-31T23:59").is_some());
    }
}
