//! TLS to PostgreSQL. The libpq in this program has no TLS, so it connects to a socket of this process, in a folder
//! that nobody else may open, and what it writes there goes to the server through rustls. If a server is not trusted,
//! libpq gets a PostgreSQL error message, as if the server had refused.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixListener as StdUnixListener;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use futures_util::future;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rustls::pki_types::ServerName;
use socket2::{SockRef, TcpKeepalive};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional};
use tokio::net::{TcpStream, UnixListener, UnixStream};
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use super::StoreError;
use super::connection::with_parameters;
use address::Address;

mod address;

/// The time limit for the TLS handshake. libpq gives up at the same time.
const PATIENCE: Duration = Duration::from_secs(10);

/// The pause after a connection that could not be accepted for lack of descriptors.
const PAUSE: Duration = Duration::from_secs(1);

/// The port that libpq is given; it determines the name of the socket.
const PORT: &str = "5432";

/// A client's request for TLS: its length, and a number that no version has.
/// <https://www.postgresql.org/docs/current/protocol-message-formats.html>
const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f];

/// The kind of message with which a server asks a client to sign in, and how the body begins that lists mechanisms of
/// SASL, each with a zero behind it and one more at the end.
const AUTHENTICATION: u8 = b'R';
const SASL: [u8; 4] = [0, 0, 0, 10];

/// The longest first message of libpq.
const MAX_STARTUP_BYTES: u64 = 10_000;

/// Forwards connections of libpq to the server; the connections end when it is dropped.
#[derive(Debug)]
pub(super) struct Tunnel {
    folder: TempDir,
    /// Dropped first; the thread waits for it.
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Tunnel {
    /// The tunnel to the server of this address; `None` if the connection is plain.
    pub(super) fn of(url: &str) -> Result<Option<Self>, StoreError> {
        let Some(address) = Address::read(url)? else {
            return Ok(None);
        };
        let server = Server {
            name: address.server_name()?,
            connector: TlsConnector::from(Arc::new(address.client_config()?)),
            address,
        };
        Self::open(server)
            .map(Some)
            .map_err(|error| StoreError::Tls(format!("cannot make a socket: {error}")))
    }

    fn open(server: Server) -> io::Result<Self> {
        let only_us = Permissions::from_mode(0o700);
        let folder = tempfile::Builder::new()
            .prefix("dojo-")
            .permissions(only_us)
            .tempdir()?;
        let listener = StdUnixListener::bind(folder.path().join(format!(".s.PGSQL.{PORT}")))?;
        listener.set_nonblocking(true)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let (stop, stopped) = oneshot::channel();
        let thread = thread::Builder::new()
            .name("tls".to_owned())
            .spawn(move || {
                runtime.block_on(async {
                    let serving = Box::pin(serve(listener, Arc::new(server)));
                    future::select(serving, stopped).await;
                });
            })?;
        Ok(Self {
            folder,
            stop: Some(stop),
            thread: Some(thread),
        })
    }

    /// The address with which libpq connects through the tunnel.
    pub(super) fn through(&self, url: &str) -> String {
        let folder = self.folder.path().to_string_lossy();
        let folder = utf8_percent_encode(&folder, NON_ALPHANUMERIC).to_string();
        let ours = [
            ("host", folder.as_str()),
            ("hostaddr", ""),
            ("port", PORT),
            ("sslmode", "disable"),
            ("sslrootcert", ""),
        ];
        with_parameters(url, ours)
    }
}

impl Drop for Tunnel {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the thread of TLS had panicked");
        }
    }
}

/// The server.
struct Server {
    address: Address,
    name: ServerName<'static>,
    connector: TlsConnector,
}

async fn serve(listener: StdUnixListener, server: Arc<Server>) {
    let listener = match UnixListener::from_std(listener) {
        Ok(listener) => listener,
        Err(error) => {
            tracing::error!(%error, "nobody can connect to the database");
            return;
        }
    };
    loop {
        match listener.accept().await {
            Ok((local, _)) => {
                tokio::spawn(carry(local, Arc::clone(&server)));
            }
            Err(error) => {
                tracing::warn!(%error, "cannot take a connection to the database");
                sleep(PAUSE).await;
            }
        }
    }
}

async fn carry(mut local: UnixStream, server: Arc<Server>) {
    let reached = timeout(PATIENCE, server.connect()).await;
    let ended = match reached.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into())) {
        Ok(mut remote) => match introduce(&mut local, &mut remote).await {
            Ok(()) => copy_bidirectional(&mut local, &mut remote).await.map(drop),
            Err(error) => Err(error),
        },
        Err(error) => refuse(&mut local, &error.to_string()).await,
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection to the database broke");
    }
}

impl Server {
    async fn connect(&self) -> io::Result<TlsStream<TcpStream>> {
        let mut stream = TcpStream::connect(self.address.to_connect()).await?;
        stream.set_nodelay(true)?;
        notice_its_death(&stream)?;
        stream.write_all(&SSL_REQUEST).await?;
        // Only one byte: everything after it must be TLS.
        match stream.read_u8().await? {
            b'S' => self.connector.connect(self.name.clone(), stream).await,
            b'N' => Err(io::Error::other(
                "the server offers no TLS; where its network is private, say sslmode=disable",
            )),
            _ => Err(io::Error::other("the server does not answer as PostgreSQL")),
        }
    }
}

/// Carries libpq's first message, and the server's answer without the ways to sign in that are bound to TLS: a server
/// offers them on such a connection, and libpq, whose own has no TLS, would think that somebody had removed it.
async fn introduce(local: &mut UnixStream, remote: &mut TlsStream<TcpStream>) -> io::Result<()> {
    let length = local.read_u32().await?;
    let rest = u64::from(length).min(MAX_STARTUP_BYTES).saturating_sub(4);
    remote.write_u32(length).await?;
    tokio::io::copy(&mut (&mut *local).take(rest), remote).await?;
    remote.flush().await?;
    let (kind, length) = (remote.read_u8().await?, remote.read_u32().await?);
    let body = length.checked_sub(4).filter(|_| kind == AUTHENTICATION);
    let Some(body) = body.filter(|body| u64::from(*body) <= MAX_STARTUP_BYTES) else {
        local.write_u8(kind).await?;
        return local.write_u32(length).await;
    };
    let mut message = Vec::new();
    remote.take(body.into()).read_to_end(&mut message).await?;
    let message = unbound(&message);
    local.write_u8(kind).await?;
    let length = u32::try_from(message.len() + 4).unwrap_or(u32::MAX);
    local.write_u32(length).await?;
    local.write_all(&message).await
}

/// A request to sign in without the mechanisms that are bound to TLS.
fn unbound(message: &[u8]) -> Vec<u8> {
    let Some(offered) = message.strip_prefix(&SASL) else {
        return message.to_vec();
    };
    let mut kept = SASL.to_vec();
    for name in offered.split(|byte| *byte == 0) {
        if !name.is_empty() && !name.ends_with(b"-PLUS") {
            kept.extend(name);
            kept.push(0);
        }
    }
    kept.push(0);
    kept
}

/// The same limits that libpq sets on its own connections: for a machine that is silent (10 + 3 × 5 s), and for one
/// that does not accept data (20 s).
fn notice_its_death(stream: &TcpStream) -> io::Result<()> {
    let socket = SockRef::from(stream);
    let keepalive = TcpKeepalive::new()
        .with_time(Duration::from_secs(10))
        .with_interval(Duration::from_secs(5));
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(Duration::from_secs(20)))?;
    #[cfg(target_os = "linux")]
    let keepalive = keepalive.with_retries(3);
    socket.set_tcp_keepalive(&keepalive)
}

/// Sends libpq an error as a server would. libpq must have sent its first message, or it would not listen.
async fn refuse(local: &mut UnixStream, why: &str) -> io::Result<()> {
    let length = u64::from(local.read_u32().await?).min(MAX_STARTUP_BYTES);
    let mut startup = (&mut *local).take(length.saturating_sub(4));
    tokio::io::copy(&mut startup, &mut tokio::io::sink()).await?;
    let mut fields = Vec::new();
    for (kind, value) in [(b'S', "FATAL"), (b'C', "08001"), (b'M', why)] {
        fields.push(kind);
        fields.extend(value.bytes().filter(|byte| *byte != 0));
        fields.push(0);
    }
    fields.push(0);
    let length = u32::try_from(fields.len() + 4).unwrap_or(u32::MAX);
    local.write_u8(b'E').await?;
    local.write_u32(length).await?;
    local.write_all(&fields).await?;
    local.shutdown().await
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpListener;

    use diesel::{Connection as _, PgConnection};

    use super::*;

    /// A server that answers the wish for TLS with these bytes; what it read after that.
    fn answers(answer: &'static [u8]) -> (u16, JoinHandle<Vec<u8>>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let thread = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = [0; 8];
            stream.read_exact(&mut request).unwrap();
            assert_eq!(request, SSL_REQUEST);
            stream.write_all(answer).unwrap();
            let mut rest = Vec::new();
            let _ = stream.read_to_end(&mut rest);
            rest
        });
        (port, thread)
    }

    fn refusal(answer: &'static [u8]) -> (String, Vec<u8>) {
        let (port, server) = answers(answer);
        let url = format!("postgres://ada:s3cret@127.0.0.1:{port}/dojo?sslmode=verify-full");
        let tunnel = Tunnel::of(&url).unwrap().unwrap();
        let error = PgConnection::establish(&tunnel.through(&url))
            .err()
            .unwrap();
        (error.to_string(), server.join().unwrap())
    }

    #[test]
    fn a_server_without_tls_is_told_nothing() {
        let (told, heard) = refusal(b"N");
        assert!(told.contains("offers no TLS"), "{told}");
        assert!(heard.is_empty());
    }

    #[test]
    fn what_is_no_tls_is_not_spoken_to() {
        // An attacker in between drops the request for TLS and continues in plain text.
        for answer in [&b"SR\0\0\0\x08\0\0\0\0"[..], b"R\0\0\0\x08\0\0\0\0"] {
            let (_, heard) = refusal(answer);
            let heard = String::from_utf8_lossy(&heard);
            assert!(!heard.contains("s3cret") && !heard.contains("ada"));
        }
    }

    #[test]
    fn nobody_else_may_open_the_socket() {
        let url = "postgres://db.example/dojo";
        let tunnel = Tunnel::of(url).unwrap().unwrap();
        let folder = tunnel.folder.path().to_owned();
        let rights = std::fs::metadata(&folder).unwrap().permissions();
        assert_eq!(rights.mode() & 0o777, 0o700);
        drop(tunnel);
        assert!(!folder.exists());
    }
}
