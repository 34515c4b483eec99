//! The metrics that Prometheus reads. Events are counted where they happen; states are looked up when somebody asks.
//! `docs/operating.md` says what each metric means and when to worry.

use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use chrono::TimeDelta;
use dojo_judge::contest::Report;
use dojo_judge::sequence::HELD_BACK;
use prometheus::{
    Encoder as _, Gauge, Histogram, HistogramOpts, HistogramVec, IntCounterVec, IntGauge, Opts,
    Registry, TextEncoder,
};

/// The buckets for requests and for waits for a connection, in seconds.
const SHORT: [f64; 10] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.0, 10.0];

/// The buckets for judging, in seconds.
const LONG: [f64; 10] = [0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0];

/// The buckets for the fuel of judging.
const FUEL: [f64; 8] = [1e6, 1e7, 1e8, 3e8, 1e9, 3e9, 1e10, 1e11];

/// Stands for a verdict if a submission was set aside.
const INTERNAL: &str = "INTERNAL";

/// The metrics of this process.
pub static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::new);

/// The metrics of a process.
pub struct Metrics {
    registry: Registry,
    /// Requests answered, by class and status.
    pub requests: IntCounterVec,
    /// How long they took, by class.
    pub request_seconds: HistogramVec,
    /// Requests refused because of overload, by class.
    pub shed: IntCounterVec,
    /// Requests that wait in line.
    pub waiting: IntGauge,
    /// Open connections of clients.
    pub connections: IntGauge,
    /// Pages that listen for a verdict or for changes.
    pub listeners: IntGauge,
    /// How long a query waited for a connection to the database.
    pub pool_wait_seconds: Histogram,
    /// Verdicts given by this process.
    pub verdicts: IntCounterVec,
    /// How long judging took.
    pub judging_seconds: Histogram,
    /// Fuel that programs burnt.
    pub fuel: Histogram,
    /// How far the reference clock was ahead of this process's clock, in seconds.
    pub clock_difference: Gauge,
    queued: IntGauge,
    oldest: Gauge,
    free_bytes: Gauge,
}

impl Metrics {
    fn new() -> Self {
        let registry = Registry::new();
        let counters = |name: &str, help: &str, labels: &[&str]| {
            kept(&registry, IntCounterVec::new(Opts::new(name, help), labels))
        };
        let gauge = |name: &str, help: &str| kept(&registry, IntGauge::new(name, help));
        let real = |name: &str, help: &str| kept(&registry, Gauge::new(name, help));
        let histogram = |name: &str, help: &str, bounds: &[f64]| {
            let options = HistogramOpts::new(name, help).buckets(bounds.to_vec());
            kept(&registry, Histogram::with_opts(options))
        };
        let by_class = HistogramOpts::new(
            "dojo_request_seconds",
            "How long requests took, the wait in line included.",
        )
        .buckets(SHORT.to_vec());
        Self {
            requests: counters(
                "dojo_requests_total",
                "Requests answered.",
                &["class", "status"],
            ),
            request_seconds: kept(&registry, HistogramVec::new(by_class, &["class"])),
            shed: counters(
                "dojo_shed_total",
                "Requests refused because more was asked for than can be done.",
                &["class"],
            ),
            waiting: gauge("dojo_waiting", "Requests in line."),
            connections: gauge("dojo_connections", "Open connections of clients."),
            listeners: gauge("dojo_listeners", "Pages that listen for a verdict."),
            pool_wait_seconds: histogram(
                "dojo_pool_wait_seconds",
                "How long queries waited for a connection to the database.",
                &SHORT,
            ),
            verdicts: counters(
                "dojo_verdicts_total",
                "Verdicts given by this process.",
                &["verdict"],
            ),
            judging_seconds: histogram(
                "dojo_judging_seconds",
                "How long judging a submission took.",
                &LONG,
            ),
            fuel: histogram("dojo_fuel", "Fuel burnt by judged programs.", &FUEL),
            clock_difference: real(
                "dojo_clock_difference_seconds",
                "By how much the clock of the database was ahead of this process's.",
            ),
            queued: gauge("dojo_queue_jobs", "Submissions that wait or run."),
            oldest: real(
                "dojo_queue_oldest_seconds",
                "Age of the oldest submission that has no verdict.",
            ),
            free_bytes: real(
                "dojo_disk_free_bytes",
                "Bytes free where the database or its files are.",
            ),
            registry,
        }
    }

    /// Records the length of the queue and the age of its oldest job.
    pub fn note_queue(&self, jobs: i64, oldest: TimeDelta) {
        self.queued.set(jobs);
        self.oldest.set(oldest.as_seconds_f64().max(0.0));
    }

    /// Records the free space on the disk of a folder.
    pub fn look_at_disk(&self, folder: &Path) {
        if let Ok(disk) = rustix::fs::statvfs(folder) {
            #[expect(clippy::cast_precision_loss, reason = "a figure for people")]
            self.free_bytes.set((disk.f_bavail * disk.f_frsize) as f64);
        }
    }

    /// Counts a verdict of this process; if it is `held` back, only that there is one.
    pub fn judged(&self, report: &Report, held: bool, took: Duration) {
        if held {
            self.verdicts.with_label_values(&[HELD_BACK]).inc();
            return;
        }
        self.verdicts
            .with_label_values(&[report.verdict_word()])
            .inc();
        self.judging_seconds.observe(took.as_secs_f64());
        if let Some(fuel) = report.fuel() {
            #[expect(clippy::cast_precision_loss, reason = "a figure for people")]
            self.fuel.observe(fuel as f64);
        }
    }

    /// Counts a submission that was set aside after the last retry: a fault of the server, not a verdict.
    pub fn set_aside(&self) {
        self.verdicts.with_label_values(&[INTERNAL]).inc();
    }

    /// All metrics in the text format.
    pub fn text(&self) -> String {
        let mut out = Vec::new();
        TextEncoder::new()
            .encode(&self.registry.gather(), &mut out)
            .expect("writing to memory cannot fail");
        String::from_utf8(out).expect("names and figures are ASCII")
    }
}

/// Registers a metric under its name.
fn kept<C: prometheus::core::Collector + Clone + 'static>(
    registry: &Registry,
    made: prometheus::Result<C>,
) -> C {
    let collector = made.expect("names and labels are those written here");
    registry
        .register(Box::new(collector.clone()))
        .expect("each name is written here once");
    collector
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_can_be_read() {
        let metrics = Metrics::new();
        metrics.verdicts.with_label_values(&["REWARD"]).inc();
        metrics.set_aside();
        metrics.judging_seconds.observe(0.2);
        metrics.look_at_disk(Path::new("."));
        let text = metrics.text();
        assert!(
            text.contains("dojo_verdicts_total{verdict=\"REWARD\"} 1"),
            "{text}"
        );
        assert!(text.contains("dojo_verdicts_total{verdict=\"INTERNAL\"} 1"));
        assert!(text.contains("dojo_judging_seconds_count 1"));
        assert!(!text.contains("dojo_disk_free_bytes 0\n"));
    }
}
