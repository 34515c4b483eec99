//! The sockets of a server: who gets in, and how what goes out is sent.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread::available_parallelism;

use actix_http::HttpService;
use actix_http::error::DispatchError;
use actix_server::Server;
use actix_service::{IntoServiceFactory as _, ServiceFactoryExt as _, fn_service, map_config};
use actix_web::dev::AppConfig;
use actix_web::rt::net::TcpStream;
use actix_web::{App as ActixApp, web};
use tokio::io::AsyncWriteExt as _;

use crate::app::App;
use crate::connection_timeouts::ConnectionTimeouts;
use crate::per_address_limits::PerAddressLimits;
use crate::web as pages;

/// Seconds that open requests get when the server stops.
const SHUTDOWN_SECONDS: u64 = 10;

/// What a connection is told whose address has too many.
const TOO_MANY_CONNECTIONS: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\n\
    Retry-After: 5\r\nContent-Length: 0\r\n\r\n";

/// Descriptors that a process has when the system does not say.
const SAFE_DESCRIPTORS: u64 = 1024;

/// Descriptors for all but connections.
const OTHER_DESCRIPTORS: usize = 256;

/// Connections of one web thread at most.
const MOST_CONNECTIONS: usize = 25_000;

/// The site as it is reached from outside, and the figures about it. Each answer is on its way at once
/// (`TCP_NODELAY`): a compressed one is two writes, and the second would wait for the client's
/// acknowledgement of the first.
pub(crate) fn listen(
    app: web::Data<App>,
    listener: TcpListener,
    metrics: Option<TcpListener>,
) -> io::Result<Server> {
    let connections = PerAddressLimits::new(app.config.connections_per_address());
    let mut server = Server::build();
    if let Some(metrics) = metrics {
        let app = app.clone();
        server = server.listen("metrics", metrics, move || {
            let figures = ActixApp::new()
                .app_data(app.clone())
                .configure(pages::metrics)
                .into_factory()
                .map_err(|error| error.error_response());
            HttpService::build()
                .h1(map_config(figures, |()| AppConfig::default()))
                .tcp()
        })?;
    }
    let stopping = server.graceful_shutdown_signal();
    Ok(server
        .disable_signals()
        .shutdown_timeout(SHUTDOWN_SECONDS)
        .max_concurrent_connections(connections_per_thread())
        .listen("dojo", listener, move || {
            let (app, connections, stopping) =
                (app.clone(), Arc::clone(&connections), stopping.clone());
            let site = ActixApp::new()
                .configure(|service| pages::configure(service, app))
                .into_factory()
                .map_err(|error| error.error_response());
            let http = HttpService::build()
                // A client that has gone is not worked for.
                .h1_allow_half_closed(false)
                .graceful_shutdown_signal(move || {
                    let stopping = stopping.clone();
                    async move { stopping.notified().await }
                })
                .on_connect_ext(|stream: &ConnectionTimeouts<TcpStream>, data| {
                    data.insert(stream.at_work());
                })
                .h1(map_config(site, |()| AppConfig::default()));
            fn_service(move |stream: TcpStream| enter(Arc::clone(&connections), stream))
                .and_then(http)
        })?
        .run())
}

/// Lets a connection in, or tells it that its address has too many.
async fn enter(
    connections: Arc<PerAddressLimits>,
    mut stream: TcpStream,
) -> Result<(ConnectionTimeouts<TcpStream>, Option<SocketAddr>), DispatchError> {
    let peer = stream.peer_addr().map_err(DispatchError::Io)?;
    let Some(share) = connections.take(peer.ip(), 1) else {
        // Whether it is read does not matter.
        let _ = stream.write_all(TOO_MANY_CONNECTIONS).await;
        return Err(DispatchError::Io(io::ErrorKind::ConnectionRefused.into()));
    };
    stream.set_nodelay(true).map_err(DispatchError::Io)?;
    Ok((ConnectionTimeouts::new(stream, Some(share)), Some(peer)))
}

/// Connections of one web thread, so that all together leave descriptors for files and database.
fn connections_per_thread() -> usize {
    let descriptors = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(SAFE_DESCRIPTORS);
    let descriptors = usize::try_from(descriptors).unwrap_or(usize::MAX);
    let threads = available_parallelism().map_or(1, usize::from);
    (descriptors.saturating_sub(OTHER_DESCRIPTORS) / threads).clamp(16, MOST_CONNECTIONS)
}
