//! News of the seasons for other programs: a feed, in Atom (RFC 4287) and in
//! [JSON](https://www.jsonfeed.org/version/1.1/), and a calendar (RFC 5545).

use askama::Template;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use super::filters;
use super::seasons::{MoveView, SeasonHead};
use crate::date_words::iso;
use crate::words::say;

/// `/feed.atom` and `/feed.json`: what happened at the seasons and what was announced to everybody, newest first.
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

impl Feed {
    /// The same as a JSON Feed.
    pub fn json(&self) -> Value {
        let origin = &self.origin;
        let item = |news: &News| {
            let url = format!("{origin}{}", news.path);
            json!({
                "id": format!("{url}#{}", news.word),
                "url": url,
                "title": news.title,
                "content_text": news.text,
                "date_published": iso(&news.at),
            })
        };
        json!({
            "version": "https://jsonfeed.org/version/1.1",
            "title": say!("news-feed"),
            "home_page_url": format!("{origin}/"),
            "feed_url": format!("{origin}/feed.json"),
            "items": self.news.iter().map(item).collect::<Vec<_>>(),
        })
    }
}

/// One thing that happened.
#[derive(Clone, Debug)]
pub struct News {
    /// When.
    pub at: DateTime<Utc>,
    /// The page that tells of it.
    pub path: String,
    /// What tells it apart from other news of that page.
    pub word: String,
    /// What, in a line.
    pub title: String,
    /// What, in full.
    pub text: String,
}

/// Minutes of a Reveal in a calendar, which is at an end before they are.
const SHOW_MINUTES: i64 = 10;

/// The season as an event of a calendar, and its Reveal as another; `None` while it has no date. Lines end as RFC 5545 asks. An end has to
/// be later than its beginning: a season whose end nobody knows has none.
pub fn calendar(
    season: &SeasonHead,
    moves: &[MoveView],
    origin: &str,
    now: DateTime<Utc>,
) -> Option<String> {
    let start = season.opens_at?;
    let end = season
        .freeze_started_at
        .or(season.freeze_at)
        .filter(|end| *end > start);
    let stamp = |at: DateTime<Utc>| at.format("%Y%m%dT%H%M%SZ").to_string();
    let address = format!("{origin}/seasons/{}", season.slug);
    let mut described = season.summary.clone();
    for moved in moves {
        described.push('\n');
        described.push_str(&moved.said());
    }
    let reveal = season.reveals_at.map(|at| {
        [
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{address}/show"),
            format!("DTSTAMP:{}", stamp(now)),
            format!("DTSTART:{}", stamp(at)),
            format!("DTEND:{}", stamp(at + TimeDelta::minutes(SHOW_MINUTES))),
            format!(
                "SUMMARY:{}",
                escaped(&say!("news-calendar-reveal", title = season.title))
            ),
            format!("SEQUENCE:{}", now.timestamp() / 60),
            format!("URL:{address}/show"),
            "END:VEVENT".to_owned(),
        ]
    });
    let lines = [
        Some("BEGIN:VCALENDAR".to_owned()),
        Some("VERSION:2.0".to_owned()),
        Some("PRODID:-//Sequence Dojo//Seasons//EN".to_owned()),
        Some("BEGIN:VEVENT".to_owned()),
        Some(format!("UID:{address}")),
        Some(format!("DTSTAMP:{}", stamp(now))),
        Some(format!("DTSTART:{}", stamp(start))),
        end.map(|end| format!("DTEND:{}", stamp(end))),
        Some(format!("SUMMARY:{}", escaped(&season.title))),
        Some(format!("DESCRIPTION:{}", escaped(&described))),
        Some(format!("SEQUENCE:{}", moves.len())),
        Some(format!("URL:{address}")),
        Some("END:VEVENT".to_owned()),
    ];
    let lines = lines.into_iter().flatten();
    let lines = lines.chain(reveal.into_iter().flatten());
    let lines = lines.chain(["END:VCALENDAR".to_owned()]);
    Some(lines.map(|line| folded(&line)).collect())
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
