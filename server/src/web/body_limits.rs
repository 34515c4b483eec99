//! Limits on requests while they arrive: how long a body may take, how many bytes may be under way from one address,
//! and when the request gets its turn. The limits hold for every handler, before anything of the body is used.

use std::cell::RefCell;
use std::io;
use std::net::IpAddr;
use std::rc::Rc;
use std::sync::Arc;

use actix_web::dev::{Payload, ServiceRequest};
use actix_web::error::PayloadError;
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderMap};
use actix_web::web::{self, Bytes};
use actix_web::{HttpMessage as _, HttpRequest};
use futures_util::{Stream, StreamExt as _, stream};
use tokio::time::{Instant, timeout_at};

use super::body::DRAIN_BYTES;
use crate::app::App;
use crate::error::{AppError, AppErrorKind};
use crate::load_shedding::{Class, LoadShedding, Turn};
use crate::per_address_limits::Share;
use crate::words::say;

/// The prefix of the addresses of links; the rest of such an address is a secret.
pub(super) const LINKS: &str = "/link/";

/// The prefix of the addresses for signing in through a provider.
pub(super) const PROVIDERS: &str = "/login/with/";

/// `Retry-After`, in seconds, for a body for which there was no room.
const ROOM_SECONDS: u32 = 5;

/// The turn of a request, once it has one.
#[derive(Clone, Default)]
struct Held(Rc<RefCell<Option<Turn>>>);

/// Limits the body of a request and waits for its turn. A request with a body starts to wait when the body has
/// arrived, so that a slow sender holds nobody up.
///
/// # Errors
///
/// When the headers say that the body is compressed or far too large, and when the request would have to wait too
/// long.
pub(super) async fn admit(
    request: &mut ServiceRequest,
    app: &App,
    address: IpAddr,
) -> Result<(), AppError> {
    refuse_compressed(request.headers())?;
    refuse_endless(request.headers())?;
    let line = class(request.request()).map(|class| (Arc::clone(&app.admission), class, address));
    let held = Held::default();
    request.extensions_mut().insert(held.clone());
    let payload = request.take_payload();
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if reads || matches!(payload, Payload::None) {
        request.set_payload(payload);
        if let Some((line, class, address)) = line {
            held.0.replace(Some(line.enter(class, address).await?));
        }
        return Ok(());
    }
    let body = Body {
        payload,
        share: app.bodies.take(address, 0),
        end: Instant::now() + app.config.body_timeout,
        line,
        held,
    };
    request.set_payload(Payload::Stream {
        payload: Box::pin(body.bounded()),
    });
    Ok(())
}

/// Compressed bodies are refused: limits count bytes as they arrive, and actix would decompress whole chunks, to up
/// to a thousand times their size, before any limit applies.
fn refuse_compressed(headers: &HeaderMap) -> Result<(), AppError> {
    match headers.get(header::CONTENT_ENCODING) {
        Some(encoding) if encoding != "identity" => Err(AppError::because(
            AppErrorKind::MediaType,
            say!("refused-compressed"),
        )),
        _ => Ok(()),
    }
}

/// No handler reads more of a body than [`DRAIN_BYTES`]; a sender that announces more is refused before it sends the
/// body.
fn refuse_endless(headers: &HeaderMap) -> Result<(), AppError> {
    let announced = headers
        .get(header::CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|bytes| bytes > DRAIN_BYTES as u64) {
        return Err(AppError::because(
            AppErrorKind::TooLarge,
            say!("refused-body-large", n = DRAIN_BYTES >> 20),
        ));
    }
    Ok(())
}

/// Ends the turn of a request that is done or goes on to wait for something else.
pub(super) fn leave(request: &HttpRequest) {
    if let Some(held) = request.extensions().get::<Held>() {
        held.0.replace(None);
    }
}

/// The queue in which a request waits. Static files and requests of monitoring wait in none; signing in has a queue
/// of its own.
pub(super) fn class(request: &HttpRequest) -> Option<Class> {
    let path = request.path();
    let posts = request.method() == Method::POST;
    let is_cheap =
        matches!(path, "/healthz" | "/readyz" | "/favicon.ico") || path.starts_with("/assets/");
    let signs_in = posts
        && (matches!(
            path,
            "/login" | "/register" | "/account/password" | "/account/delete"
        ) || path.starts_with(LINKS));
    if is_cheap || signs_in {
        None
    } else if posts && path.ends_with("/submissions") {
        Some(Class::Submission)
    } else if is_dear(request) {
        Some(Class::Dear)
    } else {
        Some(Class::Page)
    }
}

fn is_dear(request: &HttpRequest) -> bool {
    let app = request.app_data::<web::Data<App>>();
    let route = request.match_pattern();
    app.zip(route)
        .is_some_and(|(app, route)| app.costs.is_dear(&route))
}

/// A body that is arriving.
struct Body {
    payload: Payload,
    share: Option<Share>,
    end: Instant,
    line: Option<(Arc<LoadShedding>, Class, IpAddr)>,
    held: Held,
}

impl Body {
    fn bounded(self) -> impl Stream<Item = Result<Bytes, PayloadError>> {
        stream::unfold(Some(self), |body| async move {
            let mut body = body?;
            let arrived = timeout_at(body.end, body.payload.next()).await;
            let chunk = match arrived {
                Err(_) => Err(io::ErrorKind::TimedOut.into()),
                Ok(Some(Ok(chunk))) if !body.has_room(chunk.len()) => {
                    Err(io::ErrorKind::ResourceBusy.into())
                }
                Ok(Some(chunk)) => return Some((chunk, Some(body))),
                Ok(None) => {
                    let (line, class, address) = body.line?;
                    match line.enter(class, address).await {
                        Ok(turn) => {
                            body.held.0.replace(Some(turn));
                            return None;
                        }
                        Err(refused) => Err(io::Error::other(refused)),
                    }
                }
            };
            Some((chunk.map_err(PayloadError::Io), None))
        })
    }

    fn has_room(&mut self, bytes: usize) -> bool {
        self.share.as_mut().is_some_and(|share| share.grow(bytes))
    }
}

/// The error for a body that did not arrive whole or a request that did not get its turn.
pub(super) fn failure(error: &PayloadError) -> AppError {
    let PayloadError::Io(cause) = error else {
        return AppError::because(
            AppErrorKind::Unreadable,
            say!("refused-body", why = error.to_string()),
        );
    };
    if let Some(refused) = cause
        .get_ref()
        .and_then(|inner| inner.downcast_ref::<AppError>())
    {
        let error = AppError::new(refused.kind);
        return match refused.retry_after_s {
            Some(seconds) => error.retry_after(seconds),
            None => error,
        };
    }
    match cause.kind() {
        io::ErrorKind::TimedOut => {
            AppError::because(AppErrorKind::Unreadable, say!("refused-late"))
        }
        io::ErrorKind::ResourceBusy => {
            AppError::because(AppErrorKind::TooFast, say!("refused-bodies"))
                .retry_after(ROOM_SECONDS)
        }
        _ => AppError::because(
            AppErrorKind::Unreadable,
            say!("refused-body", why = cause.to_string()),
        ),
    }
}
