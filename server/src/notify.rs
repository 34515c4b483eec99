//! Tells the service manager the server's state by the `sd_notify` protocol: a datagram to the socket in
//! `NOTIFY_SOCKET`. Does nothing if there is no such socket.

use std::env;

/// The server's state.
#[derive(Clone, Copy, Debug)]
pub(crate) enum State {
    /// Requests are answered.
    Ready,
    /// Running work is being finished.
    Stopping,
}

impl State {
    const fn message(self) -> &'static [u8] {
        match self {
            Self::Ready => b"READY=1",
            Self::Stopping => b"STOPPING=1",
        }
    }
}

/// Sends the state.
#[cfg(target_os = "linux")]
pub(crate) fn tell(state: State) {
    use std::os::linux::net::SocketAddrExt as _;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    let Some(name) = env::var_os("NOTIFY_SOCKET") else {
        return;
    };
    let address = match name.as_bytes() {
        [b'@', name @ ..] => SocketAddr::from_abstract_name(name),
        _ => SocketAddr::from_pathname(&name),
    };
    let sent = address
        .and_then(|address| UnixDatagram::unbound()?.send_to_addr(state.message(), &address));
    if let Err(error) = sent {
        tracing::warn!(%error, "cannot tell the service manager");
    }
}

/// Other systems do not have it.
#[cfg(not(target_os = "linux"))]
pub(crate) fn tell(state: State) {
    let _ = (state.message(), env::var_os("NOTIFY_SOCKET"));
}
