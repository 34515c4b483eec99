//! Executes the commands of organizers, from pages and the API: in the queue of writers or, when a season is
//! rejudged, with the sandbox. A command runs to its end even if the client has gone.

use std::num::NonZeroUsize;

use dojo_judge::contest::Judges;

use super::resources::seasons::load_any;
use super::visit::Visit;
use crate::error::AppError;
use crate::events::News;
use crate::season::command::{self, Command, Done, Execute, Hand};
use crate::season::lifecycle::Actor;
use crate::season::requirements::Doubt;
use crate::store::{self, AnyConnection};

/// The warnings that an organizer must confirm before a command is executed, a sentence each.
///
/// # Errors
///
/// When there is no such season or person, and when the database fails.
pub(super) async fn doubts(
    visit: &Visit,
    slug: String,
    command: Command,
) -> Result<Vec<String>, AppError> {
    let now = visit.now;
    store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_any(conn, &slug)?;
            let doubts = command::doubts(conn, &season, &command, now)?;
            Ok(doubts.iter().map(Doubt::to_string).collect())
        })
    })
    .await
}

/// Executes a command and wakes those who wait for its effects.
///
/// # Errors
///
/// When there is no such season, or the command is refused.
pub(super) async fn execute(
    visit: &Visit,
    slug: String,
    command: Command,
    actor: Actor,
    how: Execute,
) -> Result<Done, AppError> {
    let (app, address) = (visit.app.clone(), Some(visit.address));
    let judges = command.judges();
    let execute = move |conn: &mut AnyConnection, judges: Option<&Judges<'_>>| {
        let season = load_any(conn, &slug)?;
        let hand = Hand {
            actor: &actor,
            address,
            clock: &|| app.clock.now(),
            archives: &app.archives,
            judges,
        };
        how(conn, &season, &command, &hand).map_err(AppError::from)
    };
    let done = if judges {
        let (pool, eed) = (visit.app.pool.clone(), visit.app.validator.eed());
        let replayed = visit.app.validator.run(move |runtime| {
            let judges = Judges {
                runtime: Some(runtime),
                eed: Some(&eed),
                threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            };
            store::blocking(&pool, |conn| execute(conn, Some(&judges))).inspect_err(|error| {
                tracing::warn!(detail = error.detail, "a season was not changed");
            })
        });
        replayed.await??
    } else {
        store::run_write(&visit.app.pool, move |conn| execute(conn, None)).await?
    };
    visit.app.waker.wake();
    visit.app.events.publish(News::Changed);
    Ok(done)
}
