//! Closes connections that make the server wait too long.
//!
//! actix limits the time for the first request head of a connection and the pause between two requests. This module
//! covers the rest: if a later head, a body or an unread answer blocks a connection, nothing is written to it any
//! more, and such a connection is closed.

use std::cell::Cell;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

use crate::metrics::METRICS;
use crate::per_address_limits::Share;

/// How long nothing may be written. While a request is being handled this exceeds the longest poll, which is a
/// minute; between requests it exceeds the pause between two keep-alive lines to a listener.
const SILENCE: Patience = Patience {
    at_work: Duration::from_mins(2),
    between: Duration::from_secs(30),
};

#[derive(Clone, Copy)]
struct Patience {
    at_work: Duration,
    between: Duration,
}

/// The number of a connection's requests that are being handled, from the end of the request head to the head of the
/// answer.
#[derive(Clone, Default)]
pub(crate) struct AtWork(Rc<Cell<usize>>);

impl AtWork {
    /// Counts one more request, until the returned guard is dropped.
    pub(crate) fn begin(&self) -> Working {
        self.0.set(self.0.get() + 1);
        Working(self.clone())
    }
}

/// A request that is being handled.
pub(crate) struct Working(AtWork);

impl Drop for Working {
    fn drop(&mut self) {
        let works = &self.0.0;
        works.set(works.get().saturating_sub(1));
    }
}

/// A stream that fails if nothing was written to it for too long.
pub(crate) struct ConnectionTimeouts<S> {
    stream: S,
    _share: Option<Share>,
    patience: Patience,
    at_work: AtWork,
    written: Instant,
    alarm: Pin<Box<Sleep>>,
}

impl<S> ConnectionTimeouts<S> {
    /// Watches `stream` from now on, and holds its share of the connections.
    pub(crate) fn new(stream: S, share: Option<Share>) -> Self {
        Self::with_patience(stream, share, SILENCE)
    }

    fn with_patience(stream: S, share: Option<Share>, patience: Patience) -> Self {
        METRICS.connections.inc();
        Self {
            stream,
            _share: share,
            patience,
            at_work: AtWork::default(),
            written: Instant::now(),
            alarm: Box::pin(sleep(patience.between)),
        }
    }

    /// The counter of this connection's requests.
    pub(crate) fn at_work(&self) -> AtWork {
        self.at_work.clone()
    }

    /// Ready once nothing was written for too long; until then it wakes the task when that may be the case.
    fn poll_silence(&mut self, context: &mut Context<'_>) -> Poll<io::Error> {
        let patience = match self.at_work.0.get() {
            0 => self.patience.between,
            _ => self.patience.at_work,
        };
        let end = self.written + patience;
        if self.alarm.deadline() != end {
            self.alarm.as_mut().reset(end);
        }
        ready!(self.alarm.as_mut().poll(context));
        Poll::Ready(io::ErrorKind::TimedOut.into())
    }

    fn or_silence<T>(
        &mut self,
        context: &mut Context<'_>,
        polled: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        match polled {
            Poll::Ready(done) => Poll::Ready(done),
            Poll::Pending => self.poll_silence(context).map(Err),
        }
    }
}

impl<S> Drop for ConnectionTimeouts<S> {
    fn drop(&mut self) {
        METRICS.connections.dec();
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for ConnectionTimeouts<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.or_silence(context, polled)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ConnectionTimeouts<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        if polled.is_ready() {
            self.written = Instant::now();
        }
        self.or_silence(context, polled)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_flush(context);
        self.or_silence(context, polled)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_shutdown(context);
        self.or_silence(context, polled)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};
    use tokio::time::timeout;

    use super::*;

    const SHORT: Patience = Patience {
        at_work: Duration::from_hours(1),
        between: Duration::from_millis(50),
    };

    #[actix_web::test]
    async fn a_client_that_trickles_is_not_waited_for() {
        let (mut client, server) = duplex(8);
        let mut server = ConnectionTimeouts::with_patience(server, None, SHORT);
        client.write_all(b"G").await.unwrap();
        let mut text = String::new();
        let error = server.read_to_string(&mut text).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[actix_web::test]
    async fn a_client_that_takes_nothing_is_not_waited_for() {
        let (_client, server) = duplex(8);
        let mut server = ConnectionTimeouts::with_patience(server, None, SHORT);
        let error = server.write_all(&[0; 100]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[actix_web::test]
    async fn a_request_that_is_worked_on_may_take_its_time() {
        let (_client, server) = duplex(8);
        let mut server = ConnectionTimeouts::with_patience(server, None, SHORT);
        let at_work = server.at_work();
        let work = at_work.begin();
        let mut text = String::new();
        let reading = server.read_to_string(&mut text);
        assert!(timeout(2 * SHORT.between, reading).await.is_err());
        drop(work);
        let error = server.read_to_string(&mut text).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
