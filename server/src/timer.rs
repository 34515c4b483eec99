//! Opens, freezes, scores and reveals seasons when they are due, on one thread. Several servers may each have a
//! timer: a transition is guarded by the old state, so the second one finds it done.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use crate::clock::Clock;
use crate::season::lifecycle::{self, Actor, ChangeError};
use crate::season::requirements::Facts;
use crate::season::scores::{self, Scored};
use crate::season::show::{self, Due};
use crate::store::seasons::{self, Season};
use crate::store::{self, Pool, SeasonState, StoreError};
use crate::supervised_threads;
use crate::wake_signal::WakeSignal;

/// How often seasons are checked.
const EVERY: Duration = Duration::from_millis(500);

/// A running timer. It runs until [`Timer::stop`].
pub struct Timer {
    bell: Arc<WakeSignal>,
    thread: JoinHandle<()>,
}

impl Timer {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the system cannot start a thread.
    pub fn start(pool: Pool, clock: Clock) -> std::io::Result<Self> {
        let bell = Arc::new(WakeSignal::default());
        let theirs = Arc::clone(&bell);
        let thread = supervised_threads::spawn("timer".to_owned(), move || {
            // It waits first, so that a tick that panics is not retried at once.
            while !theirs.wait(EVERY) {
                tick(&pool, &clock);
            }
        })?;
        Ok(Self { bell, thread })
    }

    /// Stops it after the current tick.
    pub fn stop(self) {
        self.bell.ring();
        if self.thread.join().is_err() {
            tracing::error!("the timer had panicked");
        }
    }
}

/// Does everything that is due now.
pub fn tick(pool: &Pool, clock: &Clock) {
    if let Err(error) = clock.check() {
        tracing::error!(%error, "cannot look at the clock");
        return;
    }
    let due = store::blocking(pool, |conn| {
        seasons::list_due(conn, clock.now()).map_err(StoreError::from)
    });
    let due = match due {
        Ok(due) => due,
        Err(error) => {
            tracing::error!(%error, "cannot look for seasons that are due");
            return;
        }
    };
    for season in due {
        match store::blocking_write(pool, |conn| step(conn, &season, clock)) {
            Ok(Some(done)) => tracing::info!(season = %season.slug, done, "by the timer"),
            // Another server or an organizer was faster.
            Ok(None) | Err(ChangeError::Illegal(_) | ChangeError::Conflict) => {}
            Err(error) => tracing::error!(season = %season.slug, %error, "the timer failed"),
        }
    }
}

fn step(
    conn: &mut store::AnyConnection,
    season: &Season,
    clock: &Clock,
) -> Result<Option<&'static str>, ChangeError> {
    match season.state {
        SeasonState::Scheduled => {
            lifecycle::open(conn, season.id, &Actor::Timer, clock.now())?;
            Ok(Some("opened"))
        }
        SeasonState::Open => {
            lifecycle::freeze(conn, season.id, &Actor::Timer, &|| clock.now())?;
            Ok(Some("frozen"))
        }
        SeasonState::Frozen => {
            if season.scored_at.is_none() {
                // This is only read first: freezing may wait for long, and nobody else should wait for it.
                let facts = store::read(conn, |conn| Facts::load(conn, season.clone()))?;
                if !facts.needs_to_score().is_empty() {
                    return Ok(None);
                }
                return match scores::score(conn, season.id, clock.now())? {
                    Scored::Now => Ok(Some("scored")),
                    Scored::Before | Scored::Missing(_) => Ok(None),
                };
            }
            match store::read(conn, |conn| show::due(conn, season, clock.now()))? {
                Due::Nothing => Ok(None),
                Due::Show => {
                    show::control(conn, season.id, show::Step::Start, clock.now())?;
                    Ok(Some("its show has begun"))
                }
                Due::Opening => {
                    let opened = show::open_passed(conn, season.id, clock.now())?;
                    Ok(opened.then_some("opened a problem that its show has passed"))
                }
                Due::Reveal => {
                    lifecycle::reveal(conn, season.id, &Actor::Timer, clock.now())?;
                    Ok(Some("revealed"))
                }
            }
        }
        SeasonState::Draft
        | SeasonState::Revealed
        | SeasonState::Final
        | SeasonState::Cancelled => Ok(None),
    }
}
