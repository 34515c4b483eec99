//! Sends answers in slices. actix copies each piece that a body yields into the connection's buffer, so a client that
//! does not read a long answer would otherwise keep all of it in memory.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::web::Bytes;

/// Bytes of an answer that a connection buffers. Most pages fit, so that they are compressed in one go.
const SLICE_BYTES: usize = 128 << 10;

/// The same body, yielded slice by slice if it is long.
pub(super) fn in_slices(body: BoxBody) -> BoxBody {
    match body.try_into_bytes() {
        Ok(bytes) if bytes.len() > SLICE_BYTES => BoxBody::new(Slices(bytes)),
        Ok(bytes) => BoxBody::new(bytes),
        Err(stream) => stream,
    }
}

/// What is left of a body.
struct Slices(Bytes);

impl MessageBody for Slices {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        self.0.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Infallible>>> {
        let length = self.0.len().min(SLICE_BYTES);
        Poll::Ready((length > 0).then(|| Ok(self.0.split_to(length))))
    }
}
