//! Options of the commands that judge for a site.

use std::num::{NonZeroU64, NonZeroUsize};
use std::thread;
use std::time::Duration;

use crate::worker::Settings;

/// How much is judged at once.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct ThreadArgs {
    /// Judging threads; by default as many as there are cores.
    #[arg(long, value_name = "N", env = "DOJO_WORKERS")]
    workers: Option<NonZeroUsize>,
}

impl ThreadArgs {
    pub(super) fn count(self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.workers.map_or_else(cores, NonZeroUsize::get)
    }
}

/// How soon others go on with what a machine leaves behind that dies.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct LeaseArgs {
    /// Seconds after which another machine may take over what this one was judging when it died.
    #[arg(
        long,
        value_name = "N",
        env = "DOJO_LEASE_SECONDS",
        default_value = "60"
    )]
    lease_seconds: NonZeroU64,
}

impl LeaseArgs {
    /// What so many judges work by.
    pub(super) fn settings(self, threads: usize) -> Settings {
        Settings {
            lease: Duration::from_secs(self.lease_seconds.get()),
            ..Settings::with_threads(threads)
        }
    }
}
