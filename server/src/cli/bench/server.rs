//! `dojo serve` as a process of its own, so that the memory measured is the server's and not that
//! of its clients.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::Context as _;

use crate::cli::runtime;
use crate::store::DatabaseUrl;

use super::memory::resident_mib;

/// A running server; it ends when this is dropped.
pub(super) struct Server {
    process: Child,
    /// Where it listens.
    pub(super) address: SocketAddr,
}

/// The database of a server in that folder.
pub(super) fn database(folder: &Path) -> DatabaseUrl {
    DatabaseUrl::Sqlite(folder.join("dojo.sqlite"))
}

impl Server {
    /// Starts one on the database in that folder, with the compiled sandbox that is kept under `data` and more options.
    pub(super) fn start(
        folder: &Path,
        data: Option<&Path>,
        options: &[&str],
    ) -> anyhow::Result<Self> {
        let cache = data.map_or_else(runtime::default_data_folder, PathBuf::from);
        let program = std::env::current_exe().context("cannot find this program")?;
        let mut process = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--no-rate-limits"])
            .args(options)
            .arg("--data")
            .arg(folder)
            .arg("--cache")
            .arg(cache)
            .env_remove("DOJO_DATABASE_URL")
            .env_remove("DOJO_PUBLIC_URL")
            .env("DOJO_LOG", "warn")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start a server")?;
        let out = process.stdout.take().context("the server has no output")?;
        // A site that nobody runs yet says so first.
        let mut said = Vec::new();
        let address = BufReader::new(out).lines().find_map(|line| {
            let line = line.ok()?;
            let url = line.trim().strip_prefix("Open http://");
            let address = url.and_then(|url| url.strip_suffix('/')?.parse().ok());
            said.push(line);
            address
        });
        let Some(address) = address else {
            process.kill()?;
            process.wait()?;
            anyhow::bail!("the server did not start; it said {said:?}");
        };
        Ok(Self { process, address })
    }

    /// Its memory that is in RAM, where the system tells.
    pub(super) fn resident_mib(&self) -> Option<f64> {
        resident_mib(&self.process.id().to_string())
    }

    /// Milliseconds of a core that it spends while something is done.
    pub(super) fn cpu(&self, what: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<f64> {
        let before = self.threads()?;
        what()?;
        let spent = self.threads()?.into_iter().map(|(thread, after)| {
            after.saturating_sub(before.get(&thread).copied().unwrap_or_default())
        });
        Ok(Duration::from_nanos(spent.sum()).as_secs_f64() * 1e3)
    }

    /// Nanoseconds that each of its threads has run.
    fn threads(&self) -> anyhow::Result<BTreeMap<OsString, u64>> {
        let tasks = format!("/proc/{}/task", self.process.id());
        let tasks = fs::read_dir(tasks).context("this system does not tell what threads spend")?;
        let mut threads = BTreeMap::new();
        for task in tasks {
            let task = task?;
            // One that ends meanwhile is not counted.
            let said = fs::read_to_string(task.path().join("schedstat")).unwrap_or_default();
            let spent = said.split_whitespace().next();
            if let Some(spent) = spent.and_then(|spent| spent.parse().ok()) {
                threads.insert(task.file_name(), spent);
            }
        }
        Ok(threads)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Its database is thrown away with it; one that is gone already cannot be ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
