//! `dojo worker`: judges without a website, on as many machines as one likes.

use std::num::{NonZeroU64, NonZeroUsize};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;

use super::home::{self, Home, HomeArgs};
use crate::contests::SandboxJudge;
use crate::events::Events;
use crate::relay::Relay;
use crate::server;
use crate::store::DatabaseUrl;
use crate::worker::{Settings, Workers};

/// Connections on top of one for each judge: dispatcher, relay, clock.
const MORE_CONNECTIONS: usize = 3;

/// Options of `dojo worker`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    home: HomeArgs,
    /// Judging threads; by default as many as there are cores.
    #[arg(long, value_name = "N", env = "DOJO_WORKERS")]
    workers: Option<NonZeroUsize>,
    /// Seconds after which another machine may take over what this one was judging when it died.
    #[arg(
        long,
        value_name = "N",
        env = "DOJO_LEASE_SECONDS",
        default_value = "60"
    )]
    lease_seconds: NonZeroU64,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    super::log_to_stderr("info");
    let home = Home::open(&args.home)?;
    anyhow::ensure!(
        matches!(home.url, DatabaseUrl::Postgres(_)),
        "workers of their own need a database that several machines can reach: give --database postgres://…"
    );
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = args.workers.map_or_else(cores, NonZeroUsize::get);
    let connections = u32::try_from(threads + MORE_CONNECTIONS).unwrap_or(u32::MAX);
    let pool = home.server_pool(connections)?;
    let events = Events::default();
    let workers = Workers::start(
        pool.clone(),
        Arc::new(SandboxJudge(home.runtime()?)),
        Arc::new(home.eed()),
        events.clone(),
        home::clock(&pool)?,
        Settings {
            lease: Duration::from_secs(args.lease_seconds.get()),
            ..Settings::with_threads(threads)
        },
    )
    .context("cannot start the judges")?;
    let relay = Relay::start(pool, events, workers.waker()).context("cannot start the relay")?;
    tracing::info!(database = %home.url, workers = threads, "judging");
    server::wait_until_told_to_stop();
    relay.stop();
    workers.stop();
    Ok(ExitCode::SUCCESS)
}
