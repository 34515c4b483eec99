//! Python as a process, to compare with.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::bail;

/// A native Python to compare with.
pub(super) struct Python {
    command: String,
    pub(super) version: String,
}

impl Python {
    /// The Python of this name, if it starts.
    pub(super) fn find(command: &str) -> Option<Self> {
        let output = Command::new(command).arg("--version").output().ok()?;
        let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success().then(|| Self {
            command: command.to_owned(),
            version,
        })
    }

    /// How long a program takes from start to end.
    pub(super) fn time(&self, file: &Path) -> anyhow::Result<Duration> {
        let started = Instant::now();
        let output = Command::new(&self.command)
            .args(["-S", "-E"])
            .arg(file)
            .stdin(Stdio::null())
            .output()?;
        let elapsed = started.elapsed();
        if !output.status.success() {
            bail!(
                "{} fails: {}",
                self.version,
                String::from_utf8_lossy(&output.stderr).trim()
            );
        }
        Ok(elapsed)
    }
}
