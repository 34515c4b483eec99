//! Pages that update themselves: a stream of server-sent events tells a page the name of what has changed, and the
//! page then fetches it like any other reader. Nothing is judged or rendered for the stream itself.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use actix_web::rt::time::{sleep, timeout};
use actix_web::web::Bytes;
use actix_web::{HttpResponse, web};
use futures_util::stream;
use serde::Serialize;
use tokio::sync::{broadcast, watch};

use super::events::stream_events;
use super::resources::reader::Reader;
use super::resources::seasons::load_visible;
use super::route::{at, read};
use super::visit::Visit;
use crate::app::App;
use crate::error::AppError;
use crate::events::{News, closing};
use crate::metrics::METRICS;
use crate::pages::live::Live;
use crate::season_versions::Snapshot;
use crate::store::shows::ShowClock;
use crate::store::{self, AnnouncementId, UserId};

/// After this long without an event a comment is sent, so that no proxy closes the connection.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// The shortest time between two events to one listener; changes in between are sent together.
const PAUSE: Duration = Duration::from_secs(1);

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/live", read().to(everything)))
        .service(at("/seasons/{season}/live", read().to(season)));
}

impl Visit {
    /// What a page about a season listens to.
    pub(super) fn live_season(&self, slug: &str) -> Live {
        self.live(
            format!("/seasons/{slug}/live"),
            self.app.versions.of(slug).map(|it| it.as_str().to_owned()),
        )
    }

    /// What a page about all seasons listens to.
    pub(super) fn live_all(&self) -> Live {
        let version = self.app.versions.all();
        self.live("/live".to_owned(), version.map(|it| it.as_str().to_owned()))
    }

    /// What the page of a problem listens to that takes submissions.
    pub(super) fn live_admission(&self, slug: &str) -> Live {
        let version = self.app.versions.admission_of(slug);
        Live {
            // What somebody may still submit is in it.
            is_shared: false,
            ..self.live(
                format!("/seasons/{slug}/live"),
                version.map(|it| it.as_str().to_owned()),
            )
        }
    }

    fn live(&self, address: String, version: Option<String>) -> Live {
        Live {
            address,
            version: version.unwrap_or_default(),
            is_shared: !self.is_staff(),
        }
    }
}

async fn everything(visit: Visit) -> HttpResponse {
    listen(&visit, None)
}

async fn season(visit: Visit, slug: web::Path<String>) -> Result<HttpResponse, AppError> {
    let reader = Reader::of(&visit);
    let season = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| load_visible(conn, &slug, reader))
    })
    .await?;
    Ok(listen(&visit, Some(season.slug)))
}

fn listen(visit: &Visit, season: Option<String>) -> HttpResponse {
    let listener = Listener::new(&visit.app, season, visit.user_id());
    stream_events(stream::unfold(listener, |mut listener| async move {
        let message = listener.next().await?;
        Some((message, listener))
    }))
}

/// A client that is told of changes.
struct Listener {
    app: web::Data<App>,
    /// The season; `None` for all of them.
    season: Option<String>,
    /// Who listens.
    reader: Option<UserId>,
    versions: watch::Receiver<Option<Arc<Snapshot>>>,
    news: broadcast::Receiver<News>,
    told: Option<Told>,
}

/// What the listener was told last.
#[derive(Clone, PartialEq, Eq)]
struct Told {
    version: String,
    admission: Option<String>,
    show: Option<ShowClock>,
    announcement: Option<AnnouncementId>,
}

/// The clock of a show, as scripts read it.
#[derive(Serialize)]
struct ShowEvent {
    position: i64,
    running: bool,
    /// The server's time, in milliseconds since 1970.
    now: i64,
}

impl Drop for Listener {
    fn drop(&mut self) {
        METRICS.listeners.dec();
    }
}

impl Listener {
    fn new(app: &web::Data<App>, season: Option<String>, reader: Option<UserId>) -> Self {
        METRICS.listeners.inc();
        Self {
            versions: app.versions.subscribe(),
            news: app.events.subscribe(),
            app: app.clone(),
            season,
            reader,
            told: None,
        }
    }

    /// The next message; the first one gives the present versions.
    async fn next(&mut self) -> Option<Bytes> {
        if self.told.is_some() {
            // A show starts for everybody at once; boards may be told later.
            sleep(PAUSE).await;
        }
        loop {
            if let Some(message) = self.change() {
                return Some(message);
            }
            let closing = closing(&mut self.news);
            tokio::select! {
                () = closing => return None,
                changed = timeout(HEARTBEAT, self.versions.changed()) => match changed {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => return None,
                    Err(_) => return Some(Bytes::from_static(b": waiting\n\n")),
                },
            }
        }
    }

    /// What has changed since the last message.
    fn change(&mut self) -> Option<Bytes> {
        let now = self.versions.borrow_and_update().clone()?;
        let shown = match &self.season {
            Some(slug) => Some(now.seasons.get(slug)?),
            None => None,
        };
        let version = shown.map_or(&now.all, |shown| &shown.version);
        let told = Told {
            version: version.as_str().to_owned(),
            admission: shown.map(|shown| shown.admission.as_str().to_owned()),
            show: shown.and_then(|shown| shown.show),
            announcement: now.last_announcement(self.reader),
        };
        let last = self.told.replace(told.clone());
        if last.as_ref() == Some(&told) {
            return None;
        }
        let mut message = String::new();
        if last.is_none() {
            message.push_str("retry: 3000\n\n");
        }
        if last.as_ref().map(|last| &last.version) != Some(&told.version) {
            let _ = write!(message, "event: board\ndata: {}\n\n", told.version);
        }
        if let Some(admission) = &told.admission
            && last
                .as_ref()
                .is_none_or(|last| last.admission != told.admission)
        {
            let _ = write!(message, "event: admission\ndata: {admission}\n\n");
        }
        if let Some(id) = told.announcement
            && last
                .as_ref()
                .is_none_or(|last| last.announcement != Some(id))
        {
            let _ = write!(message, "event: news\ndata: {id}\n\n");
        }
        if let Some(clock) = told.show
            && last.is_none_or(|last| last.show != told.show)
        {
            message.push_str(&self.show_event(clock));
        }
        Some(message.into())
    }

    fn show_event(&self, clock: ShowClock) -> String {
        let now = self.app.clock.now();
        let event = ShowEvent {
            position: clock.position(now),
            running: clock.since.is_some(),
            now: now.utc().timestamp_millis(),
        };
        let data = serde_json::to_string(&event).expect("numbers can be written");
        format!("event: show\ndata: {data}\n\n")
    }
}
