//! Opens the server's sockets and limits their connections.

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

/// How many seconds open requests get when the server stops.
const SHUTDOWN_SECONDS: u64 = 10;

/// The answer to a connection from an address that has too many.
const TOO_MANY_CONNECTIONS: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\n\
    Retry-After: 5\r\nContent-Length: 0\r\n\r\n";

/// The file descriptors of a process if the system does not report a limit.
const SAFE_DESCRIPTORS: u64 = 1024;

/// File descriptors that are reserved for everything except connections.
const OTHER_DESCRIPTORS: usize = 256;

/// The most connections of one web thread.
const MOST_CONNECTIONS: usize = 25_000;

/// Listens for the site and for the metrics. Answers are sent at once (`TCP_NODELAY`): a compressed answer is two
/// writes, and the second would wait for the client's acknowledgement of the first.
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
                // No work is done for a client that has gone.
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

/// Accepts a connection, or answers that its address has too many.
async fn enter(
    connections: Arc<PerAddressLimits>,
    mut stream: TcpStream,
) -> Result<(ConnectionTimeouts<TcpStream>, Option<SocketAddr>), DispatchError> {
    let peer = stream.peer_addr().map_err(DispatchError::Io)?;
    let Some(share) = connections.take(peer.ip(), 1) else {
        // Whether the client reads it does not matter.
        let _ = stream.write_all(TOO_MANY_CONNECTIONS).await;
        return Err(DispatchError::Io(io::ErrorKind::ConnectionRefused.into()));
    };
    stream.set_nodelay(true).map_err(DispatchError::Io)?;
    Ok((ConnectionTimeouts::new(stream, Some(share)), Some(peer)))
}

/// The most connections of one web thread, such that all threads together leave descriptors for files and the
/// database.
fn connections_per_thread() -> usize {
    let descriptors = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(SAFE_DESCRIPTORS);
    let descriptors = usize::try_from(descriptors).unwrap_or(usize::MAX);
    let threads = available_parallelism().map_or(1, usize::from);
    (descriptors.saturating_sub(OTHER_DESCRIPTORS) / threads).clamp(16, MOST_CONNECTIONS)
}
