//! A running server: the website and the judges on one database, from start to SIGTERM.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;

use actix_http::HttpService;
use actix_http::error::DispatchError;
use actix_server::Server;
use actix_service::{IntoServiceFactory as _, ServiceFactoryExt as _, fn_service, map_config};
use actix_web::dev::AppConfig;
use actix_web::rt::net::TcpStream;
use actix_web::{App as ActixApp, rt, web};
use anyhow::Context as _;
use dojo_physics::eed::Eed;
use tokio::io::AsyncWriteExt as _;

use crate::app::{self, App};
use crate::archives::Archives;
use crate::clock::Clock;
use crate::config::WebConfig;
use crate::events::{Events, News};
use crate::patient::Patient;
use crate::relay::Relay;
use crate::shares::Shares;
use crate::store::Pool;
use crate::timer::Timer;
use crate::validator::Validator;
use crate::worker::{Judge, Settings, Workers};

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

/// What a server is made of.
pub struct Parts {
    /// The database, with its schema up to date.
    pub pool: Pool,
    /// What judges programs.
    pub judge: Arc<dyn Judge>,
    /// What measures how near derivations come to the final answers.
    pub eed: Arc<Eed>,
    /// How the workers work.
    pub workers: Settings,
    /// How the website behaves.
    pub web: WebConfig,
    /// The time.
    pub clock: Clock,
    /// Folder of files that can be made again.
    pub data: PathBuf,
}

/// A server whose judges work already; the website follows with [`Site::serve`].
pub struct Site {
    app: web::Data<App>,
    workers: Workers,
    timer: Timer,
    relay: Relay,
}

impl Site {
    /// Starts the judges and the timer.
    ///
    /// # Errors
    /// When the system gives no threads or no random numbers.
    pub fn start(parts: Parts) -> anyhow::Result<Self> {
        let events = Events::default();
        let validator = Validator::new(parts.judge.runtime().cloned(), Arc::clone(&parts.eed));
        let workers = Workers::start(
            parts.pool.clone(),
            parts.judge,
            parts.eed,
            events.clone(),
            parts.clock.clone(),
            parts.workers,
        )
        .context("cannot start the judges")?;
        let timer = Timer::start(parts.pool.clone(), parts.clock.clone())
            .context("cannot start the timer")?;
        let relay = Relay::start(parts.pool.clone(), events.clone(), workers.waker())
            .context("cannot start the relay")?;
        let app = App::new(
            parts.pool,
            parts.clock,
            events,
            workers.waker(),
            validator,
            Archives::new(&parts.data),
            parts.web,
        )?;
        Ok(Self {
            app: web::Data::new(app),
            workers,
            timer,
            relay,
        })
    }

    /// Serves until the process is told to stop by SIGTERM or SIGINT.
    ///
    /// # Errors
    /// When the server does not start.
    pub fn serve(
        self,
        listener: TcpListener,
        ready: impl FnOnce(SocketAddr),
    ) -> anyhow::Result<()> {
        self.serve_until(listener, wait_for_signal(), ready)
    }

    /// Serves until `stop` is there, then ends in good order: no new claims, the present runs end,
    /// what was not begun is given back. `ready` is called with the address once requests are
    /// answered.
    ///
    /// # Errors
    /// When the server does not start.
    pub fn serve_until(
        self,
        listener: TcpListener,
        stop: impl Future<Output = &'static str> + 'static,
        ready: impl FnOnce(SocketAddr),
    ) -> anyhow::Result<()> {
        let address = listener.local_addr().context("the socket has no address")?;
        let Self {
            app,
            workers,
            timer,
            relay,
        } = self;
        let (shared, stop_claiming) = (app.clone(), workers.stopper());
        rt::System::new().block_on(async move {
            let server = listen(app, listener).context("cannot listen")?;
            let handle = server.handle();
            rt::spawn(async move {
                let reason = stop.await;
                tracing::info!(reason, "stopping");
                stop_claiming();
                shared.events.publish(News::Closing);
                handle.stop(true).await;
            });
            ready(address);
            server.await.context("the server failed")
        })?;
        timer.stop();
        relay.stop();
        workers.stop();
        Ok(())
    }
}

/// The site as it is reached from outside. Each answer is on its way at once (`TCP_NODELAY`): a compressed one is
/// two writes, and the second would wait for the client's acknowledgement of the first.
fn listen(app: web::Data<App>, listener: TcpListener) -> io::Result<Server> {
    let connections = Shares::new(app.config.connections_per_address());
    let server = Server::build();
    let stopping = server.graceful_shutdown_signal();
    Ok(server
        .disable_signals()
        .shutdown_timeout(SHUTDOWN_SECONDS)
        .max_concurrent_connections(connections_per_thread())
        .listen("dojo", listener, move || {
            let (app, connections, stopping) =
                (app.clone(), Arc::clone(&connections), stopping.clone());
            let site = ActixApp::new()
                .configure(|service| app::configure(service, app))
                .into_factory()
                .map_err(|error| error.error_response());
            let http = HttpService::build()
                // A client that has gone is not worked for.
                .h1_allow_half_closed(false)
                .graceful_shutdown_signal(move || {
                    let stopping = stopping.clone();
                    async move { stopping.notified().await }
                })
                .h1(map_config(site, |()| AppConfig::default()));
            fn_service(move |stream: TcpStream| enter(Arc::clone(&connections), stream))
                .and_then(http)
        })?
        .run())
}

/// Lets a connection in, or tells it that its address has too many.
async fn enter(
    connections: Arc<Shares>,
    mut stream: TcpStream,
) -> Result<(Patient<TcpStream>, Option<SocketAddr>), DispatchError> {
    let peer = stream.peer_addr().map_err(DispatchError::Io)?;
    let Some(share) = connections.take(peer.ip(), 1) else {
        // Whether it is read does not matter.
        let _ = stream.write_all(TOO_MANY_CONNECTIONS).await;
        return Err(DispatchError::Io(io::ErrorKind::ConnectionRefused.into()));
    };
    stream.set_nodelay(true).map_err(DispatchError::Io)?;
    Ok((Patient::new(stream, Some(share)), Some(peer)))
}

/// Connections of one web thread, so that all together leave descriptors for files and database.
fn connections_per_thread() -> usize {
    let descriptors = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(SAFE_DESCRIPTORS);
    let descriptors = usize::try_from(descriptors).unwrap_or(usize::MAX);
    let threads = available_parallelism().map_or(1, usize::from);
    (descriptors.saturating_sub(OTHER_DESCRIPTORS) / threads).clamp(16, MOST_CONNECTIONS)
}

#[cfg(unix)]
async fn wait_for_signal() -> &'static str {
    use futures_util::future::{Either, select};
    use rt::signal::unix::{SignalKind, signal};

    let (Ok(mut terminate), Ok(mut interrupt)) = (
        signal(SignalKind::terminate()),
        signal(SignalKind::interrupt()),
    ) else {
        tracing::error!("cannot listen for signals");
        return std::future::pending().await;
    };
    match select(Box::pin(terminate.recv()), Box::pin(interrupt.recv())).await {
        Either::Left(_) => "SIGTERM",
        Either::Right(_) => "SIGINT",
    }
}

#[cfg(not(unix))]
async fn wait_for_signal() -> &'static str {
    match rt::signal::ctrl_c().await {
        Ok(()) => "Ctrl-C",
        Err(_) => std::future::pending().await,
    }
}
