//! A running server: the website and the judges on one database, from start to SIGTERM.

use std::cell::Cell;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;

use actix_web::{rt, web};
use anyhow::Context as _;
use formula::credit::eed::Eed;
use futures_util::future::{Either, select};

use crate::app::App;
use crate::clock::Clock;
use crate::config::WebConfig;
use crate::contests::Judge;
use crate::database_events::DatabaseEvents;
use crate::events::{Events, News};
use crate::listener::listen;
use crate::mail::{MailServer, Sender};
use crate::notify;
use crate::oidc::ProviderSettings;
use crate::people::second_factor;
use crate::season_versions;
use crate::store::{self, Pool};
use crate::timer::Timer;
use crate::validator::Validator;
use crate::worker::{Settings, Workers};

/// The parts of a server.
pub struct Parts {
    /// The database, with an up-to-date schema.
    pub pool: Pool,
    /// Judges programs.
    pub judge: Arc<dyn Judge>,
    /// Measures how near derivations come to the final answers.
    pub eed: Arc<Eed>,
    /// The settings of the workers.
    pub workers: Settings,
    /// The settings of the website.
    pub web: WebConfig,
    /// The mail server, if mails are sent.
    pub mail: Option<MailServer>,
    /// The providers through which people sign in; they need the public address.
    pub providers: Vec<ProviderSettings>,
    /// The clock.
    pub clock: Clock,
    /// The folder of files that can be recreated, except the key of second factors.
    pub data: PathBuf,
}

/// A server whose judges are already running; [`Site::serve`] starts the website.
pub struct Site {
    app: web::Data<App>,
    workers: Workers,
    /// None where nothing can be changed.
    timer: Option<Timer>,
    relay: DatabaseEvents,
    mail: Option<Sender>,
    metrics: Option<TcpListener>,
}

impl Site {
    /// Starts the judges and the timer.
    ///
    /// # Errors
    /// When the system cannot start threads or gives no random numbers.
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
        let timer = if parts.pool.is_for_readers() {
            None
        } else {
            let timer = Timer::start(parts.pool.clone(), parts.clock.clone());
            Some(timer.context("cannot start the timer")?)
        };
        let relay = DatabaseEvents::start(parts.pool.clone(), events.clone(), workers.waker())
            .context("cannot start the relay")?;
        let web = WebConfig {
            sends_mail: parts.mail.is_some(),
            ..parts.web
        };
        let mail = parts.mail.map(|server| {
            Sender::start(server, parts.pool.clone(), parts.clock.clone())
                .context("cannot start the thread of mails")
        });
        let app = App::new(
            parts.pool,
            parts.clock,
            events,
            workers.waker(),
            validator,
            parts.data,
            web,
        )?
        .with_providers(parts.providers)?;
        if !store::blocking(&app.pool, |conn| {
            second_factor::key_fits(conn, &app.factor_key)
        })? {
            let file = app.factor_key.file().display();
            tracing::error!(%file, "this is not the key of the second factors that there are: put the right one in its place; until then recovery codes alone work");
        } else if let Err(error) = app.factor_key.check() {
            tracing::error!(%error, "nobody can set up a second factor");
        }
        Ok(Self {
            app: web::Data::new(app),
            workers,
            timer,
            relay,
            mail: mail.transpose()?,
            metrics: None,
        })
    }

    /// Also serves metrics at another address, which is not public.
    #[must_use]
    pub fn with_metrics(mut self, listener: Option<TcpListener>) -> Self {
        self.metrics = listener;
        self
    }

    /// Serves until the process is told to stop by SIGTERM, SIGINT, SIGQUIT or SIGHUP.
    ///
    /// # Errors
    /// When the server cannot start.
    pub fn serve(
        self,
        listener: TcpListener,
        ready: impl FnOnce(SocketAddr),
    ) -> anyhow::Result<()> {
        let stop = async {
            let reason = wait_for_signal().await;
            notify::tell(notify::State::Stopping);
            reason
        };
        self.serve_until(listener, stop, ready)
    }

    /// Serves readers until the process is told to stop, or until `over` is ready; returns whether it was told to stop.
    ///
    /// # Errors
    /// When the server cannot start.
    pub(crate) fn serve_readers(
        self,
        listener: TcpListener,
        over: impl Future<Output = &'static str> + 'static,
        ready: impl FnOnce(SocketAddr),
    ) -> anyhow::Result<bool> {
        let told = Rc::new(Cell::new(false));
        let is_told = Rc::clone(&told);
        let stop = async move {
            match select(pin!(wait_for_signal()), pin!(over)).await {
                Either::Left((reason, _)) => {
                    notify::tell(notify::State::Stopping);
                    is_told.set(true);
                    reason
                }
                Either::Right((reason, _)) => reason,
            }
        };
        self.serve_until(listener, stop, ready)?;
        Ok(told.get())
    }

    /// Serves until `stop` is ready, then shuts down in order: no new claims, current runs finish, jobs not yet begun
    /// are returned. `ready` is called with the address once requests are answered.
    ///
    /// # Errors
    /// When the server cannot start.
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
            mail,
            metrics,
        } = self;
        let (shared, stop_claiming) = (app.clone(), workers.stopper());
        rt::System::new().block_on(async move {
            rt::spawn(season_versions::follow(
                app.versions.clone(),
                app.pool.clone(),
                app.clock.clone(),
                app.events.clone(),
            ));
            let server = listen(app, listener, metrics).context("cannot listen")?;
            let handle = server.handle();
            rt::spawn(async move {
                let reason = stop.await;
                tracing::info!(reason, "stopping");
                stop_claiming();
                shared.events.publish(News::Closing);
                handle.stop(true).await;
            });
            // The task that waits for signals only listens after its first poll; before that a signal would kill the
            // process.
            tokio::task::yield_now().await;
            ready(address);
            notify::tell(notify::State::Ready);
            server.await.context("the server failed")
        })?;
        if let Some(timer) = timer {
            timer.stop();
        }
        relay.stop();
        workers.stop();
        if let Some(mail) = mail {
            mail.stop();
        }
        Ok(())
    }
}

/// Waits for SIGTERM, SIGINT, SIGQUIT or SIGHUP.
pub(crate) fn wait_until_told_to_stop() {
    let reason = rt::System::new().block_on(async {
        notify::tell(notify::State::Ready);
        wait_for_signal().await
    });
    notify::tell(notify::State::Stopping);
    tracing::info!(reason, "stopping");
}

#[cfg(unix)]
async fn wait_for_signal() -> &'static str {
    use std::task::Poll;

    use rt::signal::unix::{SignalKind, signal};

    let mut kinds = vec![
        ("SIGTERM", SignalKind::terminate()),
        ("SIGINT", SignalKind::interrupt()),
        ("SIGQUIT", SignalKind::quit()),
    ];
    if !ignores_hangup() {
        kinds.push(("SIGHUP", SignalKind::hangup()));
    }
    let mut signals = Vec::with_capacity(kinds.len());
    for (name, kind) in kinds {
        match signal(kind) {
            Ok(signal) => signals.push((name, signal)),
            Err(error) => tracing::error!(%error, name, "cannot listen for a signal"),
        }
    }
    // What asks other servers to open their log again must not kill this one, which has none to open: once listened to,
    // these signals do nothing.
    let _ignored = [SignalKind::user_defined1(), SignalKind::user_defined2()].map(signal);
    std::future::poll_fn(move |context| {
        let told = signals
            .iter_mut()
            .find_map(|(name, signal)| signal.poll_recv(context).is_ready().then_some(*name));
        told.map_or(Poll::Pending, Poll::Ready)
    })
    .await
}

/// Whether this process was started to outlive its terminal, as `nohup` does. Linux has a bit for each ignored
/// signal; SIGHUP is the first.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    ignored.is_some_and(|bits| bits & 1 == 1)
}

#[cfg(not(unix))]
async fn wait_for_signal() -> &'static str {
    match rt::signal::ctrl_c().await {
        Ok(()) => "Ctrl-C",
        Err(_) => std::future::pending().await,
    }
}
