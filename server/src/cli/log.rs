//! The log of a command, on standard error.

use std::io::IsTerminal as _;

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
    let filter = tracing_subscriber::EnvFilter::try_from_env("DOJO_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new(default));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // It would be told on standard error, too, and a full disk there would be a panic.
        .log_internal_errors(false)
        .with_ansi(std::io::stderr().is_terminal());
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().flatten_event(true).with_span_list(false).init(),
    }
}
