//! A running server: the website and the judges on one database, from start to SIGTERM.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use actix_web::dev::ServerHandle;
use actix_web::{App as ActixApp, HttpServer, rt, web};
use anyhow::Context as _;

use crate::app::{self, App};
use crate::clock::Clock;
use crate::config::WebConfig;
use crate::events::{Events, News};
use crate::store::Pool;
use crate::worker::{Judge, Settings, Workers};

/// Seconds that open requests get when the server stops.
const SHUTDOWN_SECONDS: u64 = 10;

/// What a server is made of.
pub struct Parts {
    /// The database, with its schema up to date.
    pub pool: Pool,
    /// What judges.
    pub judge: Arc<dyn Judge>,
    /// How the workers work.
    pub workers: Settings,
    /// How the website behaves.
    pub web: WebConfig,
}

/// A server whose judges work already; the website follows with [`Site::serve`].
pub struct Site {
    app: web::Data<App>,
    workers: Workers,
}

impl Site {
    /// Starts the judges.
    ///
    /// # Errors
    /// When the system gives no threads or no random numbers.
    pub fn start(parts: Parts) -> anyhow::Result<Self> {
        let events = Events::default();
        let clock = Clock::system();
        let workers = Workers::start(parts.pool.clone(), parts.judge, events.clone(), clock.clone(), parts.workers)
            .context("cannot start the judges")?;
        let app = App::new(parts.pool, clock, events, workers.waker(), parts.web)?;
        Ok(Self { app: web::Data::new(app), workers })
    }

    /// Serves until the process is told to stop, then ends in good order: no new claims, the
    /// present runs end, what was not begun is given back. `ready` is called with the address once
    /// requests are answered.
    ///
    /// # Errors
    /// When the server does not start.
    pub fn serve(self, listener: TcpListener, ready: impl FnOnce(SocketAddr)) -> anyhow::Result<()> {
        let address = listener.local_addr().context("the socket has no address")?;
        let Self { app, workers } = self;
        let (shared, stop_claiming) = (app.clone(), workers.stopper());
        rt::System::new().block_on(async move {
            let server = HttpServer::new(move || {
                let app = app.clone();
                ActixApp::new().configure(|service| app::configure(service, app))
            })
            .listen(listener)
            .context("cannot listen")?
            .disable_signals()
            .shutdown_timeout(SHUTDOWN_SECONDS)
            .run();
            rt::spawn(stop_on_signal(server.handle(), shared, stop_claiming));
            ready(address);
            server.await.context("the server failed")
        })?;
        workers.stop();
        Ok(())
    }
}

/// Waits for SIGTERM or SIGINT, stops new work and then the server.
async fn stop_on_signal(server: ServerHandle, app: web::Data<App>, stop_claiming: impl FnOnce()) {
    let signal = wait_for_signal().await;
    tracing::info!(signal, "stopping");
    stop_claiming();
    app.events.publish(News::Closing);
    server.stop(true).await;
}

#[cfg(unix)]
async fn wait_for_signal() -> &'static str {
    use futures_util::future::{Either, select};
    use rt::signal::unix::{SignalKind, signal};

    let (Ok(mut terminate), Ok(mut interrupt)) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
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
