//! Formats times as text, in UTC.

use chrono::{DateTime, Datelike as _, Utc};

use crate::words::say;

/// A moment for people: `21 Nov 2026, 22:50 UTC`.
pub fn moment(at: &DateTime<Utc>) -> String {
    say!(
        "time-moment",
        at = day(at),
        of = at.year().to_string(),
        to = at.format("%H:%M").to_string()
    )
}

/// A day of some year: `21 Nov`.
pub fn day(at: &DateTime<Utc>) -> String {
    let month = match at.month() {
        1 => say!("time-month-1"),
        2 => say!("time-month-2"),
        3 => say!("time-month-3"),
        4 => say!("time-month-4"),
        5 => say!("time-month-5"),
        6 => say!("time-month-6"),
        7 => say!("time-month-7"),
        8 => say!("time-month-8"),
        9 => say!("time-month-9"),
        10 => say!("time-month-10"),
        11 => say!("time-month-11"),
        _ => say!("time-month-12"),
    };
    say!("time-day", at = at.day().to_string(), of = month)
}
