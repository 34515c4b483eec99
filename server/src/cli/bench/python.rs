//! Python as a process, to compare with.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::ensure;

/// Says what a Python was configured with.
const BUILD: &str = "import sysconfig; print(sysconfig.get_config_var('CONFIG_ARGS'))";

/// A native Python to compare with.
pub(super) struct Python {
    command: String,
    pub(super) version: String,
    /// The options that it was built with; they change its speed by half.
    pub(super) build: String,
}

impl Python {
    /// The Python of this name, if it starts.
    pub(super) fn find(command: &str) -> Option<Self> {
        let ask = |arguments: &[&str]| {
            let output = Command::new(command).args(arguments).output().ok()?;
            let said = String::from_utf8_lossy(&output.stdout).trim().to_owned();
            output.status.success().then_some(said)
        };
        Some(Self {
            command: command.to_owned(),
            version: ask(&["--version"])?,
            build: ask(&["-S", "-E", "-c", BUILD]).unwrap_or_default(),
        })
    }

    /// How long a program takes from start to end, or to the line after which the sandbox ends one too.
    pub(super) fn time(&self, file: &Path, lines: u32) -> anyhow::Result<Duration> {
        let started = Instant::now();
        let mut process = Command::new(&self.command)
            // Unbuffered: a program that writes its last term and goes on for ever would not be seen to have written it.
            .args(["-u", "-S", "-E"])
            .arg(file)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let output = process.stdout.take().expect("it was asked for a pipe");
        let most = usize::try_from(lines)?;
        let written = BufReader::new(output)
            .split(b'\n')
            .take(most)
            .try_fold(0, |count, line| line.map(|_| count + 1))?;
        if written == most {
            process.kill()?;
            process.wait()?;
        } else {
            let status = process.wait()?;
            ensure!(status.success(), "{} fails: {status}", self.version);
        }
        Ok(started.elapsed())
    }
}
