//! Bodies while they arrive: how long one may take, and how many bytes one address may have on their
//! way. Both hold for every handler, before anything of the body is used.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::HttpMessage as _;
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::error::PayloadError;
use actix_web::web::Bytes;
use futures_util::{Stream, StreamExt as _, stream};
use tokio::time::{Instant, timeout_at};

use crate::error::{AppError, Kind};
use crate::shares::{Share, Shares};

/// Bytes of bodies that one address may have on their way: ten of the largest submissions.
pub(crate) const BYTES_PER_ADDRESS: usize = 32 << 20;

/// Seconds after which to send a body again that there was no room for.
const ROOM_SECONDS: u32 = 5;

/// Puts the bounds around the body of a request.
pub(super) fn bound(
    request: &mut ServiceRequest,
    address: IpAddr,
    bodies: &Arc<Shares>,
    patience: Duration,
) {
    let payload = request.take_payload();
    if matches!(payload, Payload::None) {
        return;
    }
    let share = bodies.take(address, 0);
    request.set_payload(Payload::Stream {
        payload: Box::pin(bounded(payload, share, Instant::now() + patience)),
    });
}

fn bounded(
    payload: Payload,
    share: Option<Share>,
    end: Instant,
) -> impl Stream<Item = Result<Bytes, PayloadError>> {
    stream::unfold(Some((payload, share)), move |state| async move {
        let (mut payload, mut share) = state?;
        let chunk = match timeout_at(end, payload.next()).await {
            Err(_) => Err(io::ErrorKind::TimedOut.into()),
            Ok(None) => return None,
            Ok(Some(Ok(chunk))) if !share.as_mut().is_some_and(|share| share.grow(chunk.len())) => {
                Err(io::ErrorKind::ResourceBusy.into())
            }
            Ok(Some(chunk)) => return Some((chunk, Some((payload, share)))),
        };
        Some((chunk.map_err(PayloadError::Io), None))
    })
}

/// Why a body did not arrive whole.
pub(super) fn failure(error: &PayloadError) -> AppError {
    match error {
        PayloadError::Io(error) if error.kind() == io::ErrorKind::TimedOut => {
            AppError::because(Kind::Unreadable, "the body did not arrive in time")
        }
        PayloadError::Io(error) if error.kind() == io::ErrorKind::ResourceBusy => {
            AppError::because(
                Kind::TooFast,
                "too many large bodies are on their way from your address",
            )
            .retry_after(ROOM_SECONDS)
        }
        error => AppError::because(
            Kind::Unreadable,
            format!("the body could not be read: {error}"),
        ),
    }
}
