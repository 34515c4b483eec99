//! `dojo worker`: judges without a website, on as many machines as one likes.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context as _;

use super::data_folder::{self, DataFolder, DataFolderArgs};
use super::judges::{LeaseArgs, ThreadArgs};
use crate::contests::SandboxJudge;
use crate::database_events::DatabaseEvents;
use crate::events::Events;
use crate::server;
use crate::worker::Workers;

/// Connections on top of one for each judge: dispatcher, relay, clock.
const MORE_CONNECTIONS: usize = 3;

/// Options of `dojo worker`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    home: DataFolderArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    lease: LeaseArgs,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    super::log::log_to_stderr("info");
    let home = DataFolder::open_shared(&args.home)?;
    let threads = args.threads.count();
    let connections = u32::try_from(threads + MORE_CONNECTIONS).unwrap_or(u32::MAX);
    let pool = home.server_pool(connections)?;
    let events = Events::default();
    let workers = Workers::start(
        pool.clone(),
        Arc::new(SandboxJudge(home.runtime()?)),
        Arc::new(home.eed()),
        events.clone(),
        data_folder::clock(&pool)?,
        args.lease.settings(threads),
    )
    .context("cannot start the judges")?;
    let relay =
        DatabaseEvents::start(pool, events, workers.waker()).context("cannot start the relay")?;
    tracing::info!(database = %home.url, workers = threads, "judging");
    server::wait_until_told_to_stop();
    relay.stop();
    workers.stop();
    Ok(ExitCode::SUCCESS)
}
