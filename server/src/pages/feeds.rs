//! What happens at the seasons, for other programs: a feed (RFC 4287) and a calendar (RFC 5545).

use askama::Template;
use chrono::{DateTime, Utc};

use super::filters;
use super::seasons::SeasonHead;

/// `/feed.atom`: what happened at the seasons, newest first.
#[derive(Template)]
#[template(path = "feed.xml")]
pub struct Feed {
    /// The address of the site, without a slash at its end.
    pub origin: String,
    /// When the last of the news happened.
    pub updated: DateTime<Utc>,
    /// The news, newest first.
    pub news: Vec<News>,
}

/// One thing that happened.
#[derive(Clone, Debug)]
pub struct News {
    /// When.
    pub at: DateTime<Utc>,
    /// To which season.
    pub season: String,
    /// Title of the season.
    pub title: String,
    /// What, in one word; part of its identity.
    pub word: &'static str,
    /// What, after the title of the season.
    pub what: &'static str,
}

/// The season as an event of a calendar; `None` while it has no date. Lines end as RFC 5545 asks.
pub fn calendar(season: &SeasonHead, origin: &str, now: DateTime<Utc>) -> Option<String> {
    let start = season.opens_at?;
    let end = season
        .freeze_started_at
        .or(season.freeze_at)
        .unwrap_or(start);
    let stamp = |at: DateTime<Utc>| at.format("%Y%m%dT%H%M%SZ").to_string();
    let address = format!("{origin}/seasons/{}", season.slug);
    let lines = [
        "BEGIN:VCALENDAR".to_owned(),
        "VERSION:2.0".to_owned(),
        "PRODID:-//Sequence Dojo//Seasons//EN".to_owned(),
        "BEGIN:VEVENT".to_owned(),
        format!("UID:{address}"),
        format!("DTSTAMP:{}", stamp(now)),
        format!("DTSTART:{}", stamp(start)),
        format!("DTEND:{}", stamp(end)),
        format!("SUMMARY:{}", escaped(&season.title)),
        format!("DESCRIPTION:{}", escaped(&season.summary)),
        format!("URL:{address}"),
        "END:VEVENT".to_owned(),
        "END:VCALENDAR".to_owned(),
    ];
    Some(lines.iter().map(|line| folded(line)).collect())
}

/// A text as RFC 5545 §3.3.11 has it.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace(';', "\\;")
        .replace(',', "\\,")
        .replace('\n', "\\n")
}

/// A line of at most 75 bytes; what is longer goes on in the next, after a space.
fn folded(line: &str) -> String {
    const BYTES: usize = 74;
    let mut text = String::new();
    let mut width = 0;
    for c in line.chars() {
        if width + c.len_utf8() > BYTES {
            text.push_str("\r\n ");
            width = 1;
        }
        text.push(c);
        width += c.len_utf8();
    }
    text + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::{escaped, folded};

    #[test]
    fn texts_of_a_calendar_are_escaped_and_folded() {
        assert_eq!(escaped("a, b; c\nd"), "a\\, b\\; c\\nd");
        let line = folded(&"é".repeat(100));
        assert!(line.lines().all(|part| part.len() <= 75), "{line}");
        assert_eq!(line.replace("\r\n ", ""), "é".repeat(100) + "\r\n");
    }
}
