//! Waiting for the verdict of a submission: as a server-sent event, or until an answer can be given.
//!
//! Whoever waits subscribes to the news first and looks into the database afterwards, so that no
//! verdict falls between the two; it looks again at each heartbeat, for verdicts that another
//! machine gave.

use std::time::Duration;

use actix_web::http::header;
use actix_web::rt::time::timeout;
use actix_web::web::Bytes;
use actix_web::{HttpResponse, web};
use futures_util::{Stream, StreamExt as _, stream};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::submissions::{Reader, load_seen};
use super::visit::Visit;
use super::{at, read};
use crate::app::App;
use crate::error::AppError;
use crate::events::News;
use crate::metrics::METRICS;
use crate::store::{self, StoreError, SubmissionId, submissions};

/// Silence after which a comment is sent, so that nothing on the way closes the connection.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// What ends the stream. The page then fetches the verdict itself; the data is its address.
fn verdict_event(id: SubmissionId) -> Bytes {
    Bytes::from(format!(
        "event: verdict\ndata: /submissions/{id}/verdict\n\n"
    ))
}

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(at("/submissions/{id}/events", read().to(events)));
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

async fn events(visit: Visit, id: web::Path<i64>) -> Result<HttpResponse, AppError> {
    let id = SubmissionId(id.into_inner());
    let reader = Reader {
        id: visit.user_id(),
        staff: visit.is_staff(),
    };
    let now = visit.now;
    store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| load_seen(conn, id, reader, now).map(drop))
    })
    .await?;
    let listener = Listener::new(&visit.app, id);
    Ok(stream_events(stream::unfold(
        listener,
        |mut listener| async move {
            let message = listener.next().await?;
            Some((message, listener))
        },
    )))
}

/// An answer of server-sent events, each of which leaves at once.
pub(super) fn stream_events(messages: impl Stream<Item = Bytes> + 'static) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/event-stream"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        // A compressor would hold small messages back.
        .insert_header((header::CONTENT_ENCODING, "identity"))
        .insert_header(("x-accel-buffering", "no"))
        .streaming(messages.map(Ok::<_, AppError>))
}

/// Waits until a submission has its verdict, the patience is at its end, or the server is.
pub(super) async fn wait_for_verdict(app: &web::Data<App>, id: SubmissionId, patience: Duration) {
    let mut listener = Listener::new(app, id);
    // Either way whoever waits looks into the database afterwards.
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

    /// Whether the verdict may be told now; otherwise after which silence to look again. A database that
    /// does not answer is asked again at the next heartbeat.
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
