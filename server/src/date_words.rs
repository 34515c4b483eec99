//! Formats times as text, in UTC, and finds times in texts that are stored.

use chrono::{DateTime, Datelike as _, SecondsFormat, Utc};

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

/// A moment for machines, and in texts that are stored: `2026-11-21T22:50:00Z`. Pages show it by the reader's own clocks,
/// mails in words.
pub fn iso(at: &DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// A part of a stored text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoredPart<'a> {
    /// Words.
    Words(&'a str),
    /// A moment, written by [`iso`].
    Moment(DateTime<Utc>),
}

/// Characters of a moment in a stored text.
const MOMENT_BYTES: usize = "2026-11-21T22:50:00Z".len();

/// The parts of a stored text.
pub(crate) fn parts_of_stored(text: &str) -> Vec<StoredPart<'_>> {
    let mut parts = Vec::new();
    let mut told = 0;
    for (last, _) in text.match_indices('Z') {
        let end = last + 1;
        let Some(begin) = end.checked_sub(MOMENT_BYTES).filter(|it| *it >= told) else {
            continue;
        };
        let is_apart = |next: Option<char>| !next.is_some_and(char::is_alphanumeric);
        let found = text.get(begin..end).and_then(|it| it.parse().ok());
        if let Some(at) = found
            && is_apart(text[..begin].chars().next_back())
            && is_apart(text[end..].chars().next())
        {
            if begin > told {
                parts.push(StoredPart::Words(&text[told..begin]));
            }
            parts.push(StoredPart::Moment(at));
            told = end;
        }
    }
    if told < text.len() {
        parts.push(StoredPart::Words(&text[told..]));
    }
    parts
}

/// A stored text with its moments in words.
pub(crate) fn spelled_out(text: &str) -> String {
    let parts = parts_of_stored(text).into_iter();
    parts
        .map(|part| match part {
            StoredPart::Words(words) => words.to_owned(),
            StoredPart::Moment(at) => moment(&at),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_found_in_texts_that_are_stored() {
        let at: DateTime<Utc> = "2026-11-21T22:50:00Z".parse().unwrap();
        let text = format!("Ends: {} – not 2026-11-21T22:50:00Zz. Zoë.", iso(&at));
        assert_eq!(
            parts_of_stored(&text),
            [
                StoredPart::Words("Ends: "),
                StoredPart::Moment(at),
                StoredPart::Words(" – not 2026-11-21T22:50:00Zz. Zoë."),
            ]
        );
        assert!(spelled_out(&text).starts_with("Ends: 21 Nov 2026, 22:50 UTC – not"));
        for plain in ["", "Z", "ÄÖ-11-21T22:50:00Z", "12026-11-21T22:50:00Z"] {
            assert_eq!(spelled_out(plain), plain);
        }
    }
}
