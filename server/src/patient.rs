//! How long a connection may keep the server waiting.
//!
//! actix bounds the first head of a connection and the pause between two requests. All that is left
//! ends here: a second head, a body or an answer that its client does not take is a connection over
//! which nothing is answered, and such a one is closed.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

use crate::shares::Share;

/// How long a connection may be open without a byte of an answer: above the longest poll, which is
/// a minute, and the pause between two lines to a listener.
const SILENCE: Duration = Duration::from_mins(2);

/// A stream that fails when nothing was written to it for too long.
pub(crate) struct Patient<S> {
    stream: S,
    _share: Option<Share>,
    patience: Duration,
    written: Instant,
    alarm: Pin<Box<Sleep>>,
}

impl<S> Patient<S> {
    /// Watches over `stream` from now on, and keeps its share.
    pub(crate) fn new(stream: S, share: Option<Share>) -> Self {
        Self::with_patience(stream, share, SILENCE)
    }

    fn with_patience(stream: S, share: Option<Share>, patience: Duration) -> Self {
        Self {
            stream,
            _share: share,
            patience,
            written: Instant::now(),
            alarm: Box::pin(sleep(patience)),
        }
    }

    /// Ready once nothing was written for too long; until then the task is woken when that may be so.
    fn poll_silence(&mut self, context: &mut Context<'_>) -> Poll<io::Error> {
        loop {
            ready!(self.alarm.as_mut().poll(context));
            let end = self.written + self.patience;
            if Instant::now() >= end {
                return Poll::Ready(io::ErrorKind::TimedOut.into());
            }
            self.alarm.as_mut().reset(end);
        }
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

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.or_silence(context, polled)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
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

    use super::*;

    #[actix_web::test]
    async fn a_client_that_trickles_is_not_waited_for() {
        let patience = Duration::from_millis(50);
        let (mut client, server) = duplex(8);
        let mut server = Patient::with_patience(server, None, patience);
        client.write_all(b"G").await.unwrap();
        let mut text = String::new();
        let error = server.read_to_string(&mut text).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[actix_web::test]
    async fn a_client_that_takes_nothing_is_not_waited_for() {
        let patience = Duration::from_millis(50);
        let (_client, server) = duplex(8);
        let mut server = Patient::with_patience(server, None, patience);
        let error = server.write_all(&[0; 100]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
