//! The log of a command, on standard error.
//!
//! A thread writes it, so that whoever logs never waits: where nobody reads the log, its lines are lost, and the
//! program goes on.

use std::io::{self, IsTerminal as _, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use tracing::level_filters::LevelFilter;
use tracing_subscriber::EnvFilter;

/// Lines that may wait to be written, of some 200 bytes each.
const WAITING: usize = 10_000;

/// How long the end of the program waits for its log.
const LAST_LINES: Duration = Duration::from_secs(1);

static QUEUE: OnceLock<SyncSender<Entry>> = OnceLock::new();

/// Lines that found no room.
static LOST: AtomicU64 = AtomicU64::new(0);

enum Entry {
    Line(Vec<u8>),
    /// Tells when everything before it is written.
    Mark(Sender<()>),
}

/// How lines of the log look.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum LogFormat {
    /// For people.
    Text,
    /// For programs: one JSON object a line.
    Json,
}

/// Writes the log to standard error for people; see [`log_to_stderr_as`].
pub(super) fn log_to_stderr(default: &str) {
    log_to_stderr_as(LogFormat::Text, default);
}

/// Writes the log to standard error; `DOJO_LOG` sets what is in it, as in `debug` or
/// `info,actix_server=warn`.
pub(super) fn log_to_stderr_as(format: LogFormat, default: &str) {
    let wanted = std::env::var("DOJO_LOG").unwrap_or_default();
    let filter = Some(&wanted).filter(|wanted| names_levels(wanted));
    let filter = filter.and_then(|wanted| EnvFilter::try_new(wanted).ok());
    let is_ignored = filter.is_none() && !wanted.is_empty();
    let filter = filter.unwrap_or_else(|| EnvFilter::new(default));
    let (queue, entries) = sync_channel(WAITING);
    let thread = thread::Builder::new().name("log".to_owned());
    if thread.spawn(move || write_out(&entries)).is_ok() {
        let _ = QUEUE.set(queue);
    }
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(|| LogLine)
        // It would be told on standard error, too, and a full disk there would be a panic.
        .log_internal_errors(false)
        .with_ansi(io::stderr().is_terminal());
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().flatten_event(true).with_span_list(false).init(),
    }
    if is_ignored {
        tracing::warn!("DOJO_LOG={wanted} names no level; it is ignored");
    }
}

/// Whether each part is a level, or a place in the program with one. The filter takes any other word for a place.
fn names_levels(filter: &str) -> bool {
    let is_level = |level: &str| level.trim().parse::<LevelFilter>().is_ok();
    !filter.trim().is_empty()
        && filter
            .split(',')
            .all(|part| is_level(part.rsplit('=').next().unwrap_or(part)))
}

/// Waits until the log is written, or until nobody seems to read it.
pub(super) fn finish() {
    let Some(queue) = QUEUE.get() else { return };
    let (written, is_written) = channel();
    if queue.try_send(Entry::Mark(written)).is_ok() {
        let _ = is_written.recv_timeout(LAST_LINES);
    }
}

fn write_out(entries: &Receiver<Entry>) {
    for entry in entries {
        match entry {
            // Whoever has closed it does not want it.
            Entry::Line(line) => drop(io::stderr().write_all(&line)),
            Entry::Mark(written) => drop(written.send(())),
        }
        let lost = LOST.swap(0, Ordering::Relaxed);
        if lost > 0 {
            tracing::warn!(lost, "lines of the log were lost: nobody read it");
        }
    }
}

/// Takes a line at a time, as the subscriber writes.
struct LogLine;

impl Write for LogLine {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        match QUEUE.get() {
            Some(queue) if queue.try_send(Entry::Line(line.to_owned())).is_err() => {
                LOST.fetch_add(1, Ordering::Relaxed);
            }
            Some(_) => {}
            None => io::stderr().write_all(line)?,
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
