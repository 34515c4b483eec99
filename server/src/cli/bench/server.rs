//! `dojo serve` as a process of its own, so that the memory measured is the server's and not that
//! of its clients.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::Context as _;

use crate::cli::runtime;
use crate::store::DatabaseUrl;

use super::resident_mib;

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
    /// Starts one on the database in that folder, with the compiled sandbox that is kept under `data`.
    pub(super) fn start(folder: &Path, data: Option<&Path>) -> anyhow::Result<Self> {
        let cache = data.map_or_else(runtime::default_data_folder, PathBuf::from);
        let program = std::env::current_exe().context("cannot find this program")?;
        let mut process = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--no-rate-limits"])
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
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line)?;
        let address = line
            .trim()
            .strip_prefix("Open http://")
            .and_then(|url| url.strip_suffix('/'))
            .and_then(|address| address.parse().ok());
        let Some(address) = address else {
            process.kill()?;
            process.wait()?;
            anyhow::bail!("the server did not start; it said {line:?}");
        };
        Ok(Self { process, address })
    }

    /// Its memory that is in RAM, where the system tells.
    pub(super) fn resident_mib(&self) -> Option<f64> {
        resident_mib(&self.process.id().to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Its database is thrown away with it; one that is gone already cannot be ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
