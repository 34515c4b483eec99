//! Waiting for the verdict of a submission.
//!
//! A waiting client subscribes to the news first and queries the database afterwards, so that no verdict is missed in
//! between. It queries again at each heartbeat, for verdicts of judges on other machines.

use std::time::Duration;

use actix_web::rt::time::timeout;
use actix_web::web::{self, Bytes};
use futures_util::{Stream, stream};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::app::App;
use crate::events::News;
use crate::metrics::METRICS;
use crate::store::{self, StoreError, SubmissionId, submissions};

/// After this long without an event a comment is sent, so that no proxy closes the connection.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// The event that ends the stream. Its data is the address from which the page then fetches the verdict.
fn verdict_event(id: SubmissionId) -> Bytes {
    Bytes::from(format!(
        "event: verdict\ndata: /submissions/{id}/verdict\n\n"
    ))
}

struct Listener {
    app: web::Data<App>,
    id: SubmissionId,
    news: Receiver<News>,
    step: Step,
}

enum Step {
    Hello,
    Look,
    Wait(Duration),
    End,
}

/// The events of a submission's stream: comments, and the one that ends it.
pub(in crate::web) fn stream(
    app: &web::Data<App>,
    id: SubmissionId,
) -> impl Stream<Item = Bytes> + use<> {
    stream::unfold(Listener::new(app, id), |mut listener| async move {
        let message = listener.next().await?;
        Some((message, listener))
    })
}

/// Waits until a submission has its verdict, `patience` is over, or the server stops.
pub(in crate::web) async fn wait(app: &web::Data<App>, id: SubmissionId, patience: Duration) {
    let mut listener = Listener::new(app, id);
    // In either case the caller queries the database afterwards.
    let _ = timeout(patience, async { while listener.next().await.is_some() {} }).await;
}

impl Drop for Listener {
    fn drop(&mut self) {
        METRICS.listeners.dec();
    }
}

impl Listener {
    fn new(app: &web::Data<App>, id: SubmissionId) -> Self {
        METRICS.listeners.inc();
        Self {
            news: app.events.subscribe(),
            app: app.clone(),
            id,
            step: Step::Hello,
        }
    }

    async fn next(&mut self) -> Option<Bytes> {
        loop {
            match self.step {
                Step::Hello => {
                    self.step = Step::Look;
                    return Some(Bytes::from_static(b"retry: 2000\n: listening\n\n"));
                }
                Step::Look => match self.look().await {
                    Ok(()) => {
                        self.step = Step::End;
                        return Some(verdict_event(self.id));
                    }
                    Err(at_most) => self.step = Step::Wait(at_most),
                },
                Step::Wait(at_most) => match timeout(at_most, self.news.recv()).await {
                    Ok(Ok(News::Settled(id))) if id == self.id => self.step = Step::Look,
                    Ok(Ok(News::Settled(_) | News::Changed)) => {}
                    Ok(Ok(News::Closing) | Err(RecvError::Closed)) => return None,
                    Ok(Err(RecvError::Lagged(_))) => self.step = Step::Look,
                    Err(_) => {
                        self.step = Step::Look;
                        return Some(Bytes::from_static(b": waiting\n\n"));
                    }
                },
                Step::End => return None,
            }
        }
    }

    /// Whether the verdict may be told now; otherwise how long to wait before looking again. A database that fails is
    /// queried again at the next heartbeat.
    async fn look(&self) -> Result<(), Duration> {
        let (id, now) = (self.id, self.app.clock.now());
        let settled = store::run(&self.app.pool, move |conn| {
            submissions::find_settled(conn, id, now).map_err(StoreError::from)
        })
        .await;
        match settled {
            Ok(Ok(())) => Ok(()),
            Ok(Err(None)) => Err(HEARTBEAT),
            Ok(Err(Some(told))) => Err(told.since(now).to_std().unwrap_or_default().min(HEARTBEAT)),
            Err(error) => {
                tracing::warn!(%error, "cannot look for a verdict");
                Err(HEARTBEAT)
            }
        }
    }
}
