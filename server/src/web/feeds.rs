//! The feed of all seasons, as Atom and as JSON, and each season as a calendar event.

use std::cmp::Reverse;

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use askama::Template as _;
use chrono::DateTime;

use super::resources::reader::Reader;
use super::resources::seasons::load_visible;
use super::route::{at, read};
use super::seasons::list_moves;
use super::views::{beaten_by, natural, season_head};
use super::visit::Visit;
use crate::date_words::spelled_out;
use crate::error::{AppError, AppErrorKind};
use crate::pages::feeds::{self, Feed, News};
use crate::pages::text;
use crate::store::announcements::{self, AnnouncementFilter, ToldAnnouncement};
use crate::store::practice::{Improved, Improvement, list_improvements};
use crate::store::seasons::{self, Season};
use crate::store::{self, Moment, StoreError, shows};
use crate::words::say;

/// Most entries in the feed.
const SHOWN: i64 = 50;

/// Most entries about record programs, which were shorter than any before.
const IMPROVEMENTS: i64 = 25;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/feed.atom", read().to(atom)))
        .service(at("/feed.json", read().to(json)))
        .service(at("/seasons/{season}/calendar.ics", read().to(calendar)));
}

async fn atom(visit: Visit) -> Result<HttpResponse, AppError> {
    let feed = load_feed(&visit).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/atom+xml; charset=utf-8"))
        .body(feed.render()?))
}

async fn json(visit: Visit) -> Result<HttpResponse, AppError> {
    let feed = load_feed(&visit).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/feed+json"))
        .body(feed.json().to_string()))
}

async fn load_feed(visit: &Visit) -> Result<Feed, AppError> {
    let (seasons, begun, improved, told) = store::run(&visit.app.pool, |conn| {
        store::read(conn, |conn| {
            let seasons = seasons::list_seasons(conn, false)?;
            let begun = shows::list_shows(conn)?;
            let improved = list_improvements(conn, Improved::Anywhere, IMPROVEMENTS)?;
            let filter = AnnouncementFilter::default();
            let told = announcements::list_announcements(conn, &filter, SHOWN)?;
            Ok::<_, StoreError>((seasons, begun, improved, told))
        })
    })
    .await?;
    let mut news: Vec<News> = seasons
        .iter()
        .flat_map(|season| {
            let begun = season.has_ended() && begun.contains_key(&season.id);
            news(season, begun, visit.now)
        })
        .chain(improved.iter().map(improvement))
        .chain(told.into_iter().map(announced))
        .collect();
    news.sort_by_key(|news| Reverse(news.at));
    news.truncate(usize::try_from(SHOWN).unwrap_or(usize::MAX));
    Ok(Feed {
        updated: news.first().map_or(DateTime::UNIX_EPOCH, |news| news.at),
        origin: visit.origin.clone(),
        news,
    })
}

/// A program that was shorter than any before.
fn improvement(row: &Improvement) -> News {
    let beaten = beaten_by(row).words();
    let title = say!(
        "news-improved",
        title = row.title,
        name = row.author.1,
        n = natural(row.l_chars),
        beaten = beaten
    );
    News {
        at: row.at.utc(),
        path: format!("/submissions/{}", row.submission_id),
        word: "shortest".to_owned(),
        text: format!("{title}."),
        title,
    }
}

/// The news of a season; `begun` says whether its show has begun.
fn news(season: &Season, begun: bool, now: Moment) -> Vec<News> {
    let begins = season.reveals_at.filter(|_| season.has_ended());
    let ended = match begins {
        Some(at) => say!("news-frozen-reveal", at = text::moment(&at.utc())),
        None => say!("news-frozen").to_owned(),
    };
    [
        (season.opens_at, "open", say!("news-open")),
        (season.freeze_started_at, "frozen", ended.as_str()),
        (begins.filter(|_| begun), "live", say!("news-live")),
        (season.scored_at, "scored", say!("news-scored")),
        (season.revealed_at, "revealed", say!("news-revealed")),
        (season.finalized_at, "final", say!("news-final")),
        (season.cancelled_at, "cancelled", say!("news-cancelled")),
    ]
    .into_iter()
    .filter_map(|(at, word, what)| {
        let at = at.filter(|at| *at <= now)?;
        Some(News {
            at: at.utc(),
            path: format!("/seasons/{}", season.slug),
            word: word.to_owned(),
            title: format!("{} {what}", season.title),
            text: format!("{} {what}.", season.title),
        })
    })
    .collect()
}

/// Longest title of an announcement in the feed, in characters.
const TITLE_CHARS: usize = 80;

/// The news of an announcement to everybody.
fn announced(told: ToldAnnouncement) -> News {
    let one = told.announcement;
    let text = spelled_out(&one.text);
    let first: String = text.lines().next().unwrap_or_default().to_owned();
    let short: String = first.chars().take(TITLE_CHARS).collect();
    let title = match told.season {
        Some((_, season)) => say!("announce-news-title", season = season, text = short),
        None => short,
    };
    let question = told.question.map(|text| format!("{text}\n\n"));
    News {
        at: one.made_at.utc(),
        path: "/announcements".to_owned(),
        word: one.id.to_string(),
        title,
        text: question.unwrap_or_default() + &text,
    }
}

async fn calendar(visit: Visit, slug: web::Path<String>) -> Result<HttpResponse, AppError> {
    let reader = Reader::of(&visit);
    let (season, moves) = store::run(&visit.app.pool, move |conn| {
        let season = load_visible(conn, &slug, reader)?;
        let moves = list_moves(conn, &season)?;
        Ok::<_, AppError>((season, moves))
    })
    .await?;
    let head = season_head(&season);
    let text = feeds::calendar(&head, &moves, &visit.origin, visit.now.utc())
        .ok_or_else(|| AppError::because(AppErrorKind::NotShown, say!("refused-no-date")))?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/calendar; charset=utf-8"))
        .body(text))
}
