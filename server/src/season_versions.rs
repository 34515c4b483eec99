//! The version of what each season shows: a name that changes with it. Caches compare versions instead of asking the
//! database. One task of the server updates them: at once after an event in this process, otherwise once a second for
//! changes by others (another server or a command).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use actix_web::rt::time::{sleep, timeout};
use sha2::{Digest as _, Sha256};
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::{broadcast, watch};

use crate::clock::Clock;
use crate::events::{Events, News};
use crate::store::counters::{self, Counter};
use crate::store::shows::{self, ShowClock};
use crate::store::{
    self, AnnouncementId, AnyConnection, Moment, Pool, StoreError, UserId, announcements, log,
    practice, problems, seasons,
};

/// How often the database is polled without an event.
const EVERY: Duration = Duration::from_secs(1);

/// How many of the latest announcements are searched for those to a listener.
const LATEST: i64 = 200;

/// Events within this time are handled together.
const GATHER: Duration = Duration::from_millis(50);

/// Names what a season shows. Equal names mean equal boards, for every reader and on every server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version(String);

impl Version {
    pub(crate) fn of(parts: &str) -> Self {
        Self(hex::encode(
            Sha256::digest(parts).get(..8).expect("a hash has 32 bytes"),
        ))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What the pages of a season currently show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Its version.
    pub version: Version,
    /// The version without names of people, announcements, and practice that beats nothing.
    pub record: Version,
    /// The version of what decides who may submit to its problems: its state, its dates, which of them are hidden, and the
    /// last announcement about it, as whoever corrects or withdraws a problem makes one.
    pub admission: Version,
    /// How far the show is, once it was started.
    pub show: Option<ShowClock>,
}

/// All seasons at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// By slug.
    pub seasons: BTreeMap<String, Shown>,
    /// Slug and title of each season whose Reveal is running, for every page.
    pub live: Vec<(String, String)>,
    /// The version of all announced seasons together.
    pub all: Version,
    /// The latest announcements, newest first, each with its recipient if it is for one person.
    pub announcements: Vec<(AnnouncementId, Option<UserId>)>,
}

impl Snapshot {
    /// The last announcement that this reader may read.
    pub fn last_announcement(&self, reader: Option<UserId>) -> Option<AnnouncementId> {
        let mut all = self.announcements.iter();
        all.find(|(_, to)| to.is_none() || *to == reader)
            .map(|(id, _)| *id)
    }
}

/// The latest snapshot, for everybody who reads or waits; `None` before the first.
#[derive(Clone)]
pub struct Versions(Arc<watch::Sender<Option<Arc<Snapshot>>>>);

impl Default for Versions {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(None)))
    }
}

impl Versions {
    /// The latest.
    pub fn now(&self) -> Option<Arc<Snapshot>> {
        self.0.borrow().clone()
    }

    /// The version of a season, if it is known.
    pub fn of(&self, slug: &str) -> Option<Version> {
        let now = self.0.borrow();
        let shown = now.as_ref()?.seasons.get(slug)?;
        Some(shown.version.clone())
    }

    /// The version of what decides who may submit to its problems, if it is known.
    pub fn admission_of(&self, slug: &str) -> Option<Version> {
        let now = self.0.borrow();
        let shown = now.as_ref()?.seasons.get(slug)?;
        Some(shown.admission.clone())
    }

    /// The version of all seasons together.
    pub fn all(&self) -> Option<Version> {
        let now = self.0.borrow();
        now.as_ref().map(|now| now.all.clone())
    }

    /// Subscribes to new snapshots.
    pub fn subscribe(&self) -> watch::Receiver<Option<Arc<Snapshot>>> {
        self.0.subscribe()
    }
}

/// Keeps the versions up to date until the server stops.
pub(crate) async fn follow(versions: Versions, pool: Pool, clock: Clock, events: Events) {
    let mut news = events.subscribe();
    loop {
        let now = clock.now();
        match store::run(&pool, move |conn| load(conn, now)).await {
            Ok(snapshot) => versions.0.send_if_modified(|last| {
                let is_new = last.as_deref() != Some(&snapshot);
                if is_new {
                    *last = Some(Arc::new(snapshot));
                }
                is_new
            }),
            Err(error) => {
                tracing::warn!(%error, "cannot look for changes of boards");
                false
            }
        };
        match timeout(EVERY, news.recv()).await {
            Ok(Ok(News::Closing) | Err(RecvError::Closed)) => return,
            Ok(_) => sleep(GATHER).await,
            Err(_) => {}
        }
        if is_closing(&mut news) {
            return;
        }
    }
}

/// Takes all pending events; returns whether the server is stopping.
fn is_closing(news: &mut broadcast::Receiver<News>) -> bool {
    loop {
        match news.try_recv() {
            Ok(News::Closing) | Err(TryRecvError::Closed) => return true,
            Ok(_) | Err(TryRecvError::Lagged(_)) => {}
            Err(TryRecvError::Empty) => return false,
        }
    }
}

/// What boards show depends on a season's log, which contains verdicts, rulings and states; on what is currently
/// hidden; on what a show has passed; on announcements; on names; and on practice once it has begun.
fn load(conn: &mut AnyConnection, now: Moment) -> Result<Snapshot, StoreError> {
    store::read(conn, |conn| {
        let names = counters::read(conn, Counter::Names)?;
        let practised = counters::read(conn, Counter::Practice)?;
        let improved: BTreeMap<_, _> = practice::list_last_improvements(conn)?
            .into_iter()
            .collect();
        let told: BTreeMap<_, _> = announcements::list_last_to_all(conn)?.into_iter().collect();
        let all = seasons::list_seasons(conn, true)?;
        let known_to_all = seasons::list_announced(conn)?;
        let heads = log::list_heads(conn)?;
        let shown = shows::list_shows(conn)?;
        let hidden = problems::list_held(conn)?;
        let is_on = |id| {
            shown
                .get(id)
                .is_some_and(|show: &ShowClock| show.is_on(now))
        };
        let live: Vec<(String, String)> = all
            .iter()
            .filter(|season| season.has_ended() && is_on(&season.id))
            .map(|season| (season.slug.clone(), season.title.clone()))
            .collect();
        let mut known = BTreeMap::new();
        let mut announced = format!("{live:?}");
        for season in all {
            let head = heads.get(&season.id);
            let until = season.visible_until(now);
            let practised = season.is_revealed().then_some(practised);
            let record = Version::of(&format!(
                "{} {} {head:?} {until:?} {:?} {} {:?}",
                season.slug,
                season.state,
                season.scored_at,
                season.passed,
                improved.get(&season.id)
            ));
            let told = told.get(&Some(season.id));
            let version = Version::of(&format!(
                "{} {names} {practised:?} {told:?} {:?} {live:?}",
                record.as_str(),
                season.reveals_at
            ));
            if known_to_all.contains(&season.id) {
                announced.push_str(version.as_str());
            }
            let admission = Version::of(&format!(
                "{} {:?} {:?} {:?} {told:?}",
                season.state,
                season.opens_at,
                season.freeze_at,
                hidden.get(&season.id)
            ));
            let show = shown.get(&season.id).copied();
            known.insert(
                season.slug,
                Shown {
                    version,
                    record,
                    admission,
                    show,
                },
            );
        }
        Ok(Snapshot {
            seasons: known,
            live,
            all: Version::of(&announced),
            announcements: announcements::list_latest(conn, LATEST)?,
        })
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use diesel::Connection as _;
    use diesel::connection::InstrumentationEvent;
    use dojo_judge::contest::Member as _;
    use dojo_judge::contest::sequence::{Programs, SequenceSettings};

    use super::*;
    use crate::store::seasons::NewSeason;
    use crate::store::{Boards, DatabaseUrl, HandingIn};

    fn season(slug: String) -> NewSeason {
        let settings = Programs::set(SequenceSettings::default());
        NewSeason {
            title: slug.clone(),
            slug,
            summary: String::new(),
            scoring_version: "0.3".to_owned(),
            attempts_max: 1,
            attempt_interval_seconds: 0,
            contest: settings.contest(),
            settings,
            boards: Boards::UntilScored,
            handing_in: HandingIn::AtOnce,
        }
    }

    #[test]
    fn many_seasons_are_looked_at_with_as_many_queries_as_few() {
        let folder = tempfile::tempdir().unwrap();
        let url = DatabaseUrl::Sqlite(folder.path().join("dojo.sqlite"));
        let pool = store::open(&url, 1).unwrap();
        store::blocking(&pool, store::migrate).unwrap();
        let queries = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&queries);
        let mut conn = pool.get().unwrap();
        conn.set_instrumentation(move |event: InstrumentationEvent<'_>| {
            if matches!(event, InstrumentationEvent::StartQuery { .. }) {
                counted.fetch_add(1, Ordering::Relaxed);
            }
        });
        let now = Moment::now();
        let mut look_at = |names: &[&str]| {
            for name in names {
                seasons::insert_season(&mut conn, &season((*name).to_owned()), "", now).unwrap();
            }
            queries.store(0, Ordering::Relaxed);
            let seen = load(&mut conn, now).unwrap().seasons.len();
            (seen, queries.load(Ordering::Relaxed))
        };
        let (one, queries_for_one) = look_at(&["one"]);
        let (five, queries_for_five) = look_at(&["two", "three", "four", "five"]);
        assert_eq!((one, five), (1, 5));
        assert_eq!(queries_for_one, queries_for_five);
    }
}
