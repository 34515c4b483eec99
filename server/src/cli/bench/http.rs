//! Submissions through HTTP to the stored verdict, with clients and server on this machine.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use dojo_sandbox::Runtime;
use serde::Serialize;
use serde_json::{Value, json};

use super::{milliseconds, percentile};
use crate::auth::{API_TOKEN_PREFIX, hash_token};
use crate::cli::demo;
use crate::cli::home::query;
use crate::clock::Clock;
use crate::config::{PasswordCost, Rates, WebConfig};
use crate::season::{self, lifecycle::Actor};
use crate::server::{Parts, Site};
use crate::store::users::{NewUser, Registered};
use crate::store::{self, DatabaseUrl, Moment, Pool, Role, queue, tokens, users};
use crate::worker::{SandboxJudge, Settings};

/// A trivial solver of the problem `squares`.
const SOLVER: &str = "for n in range(999):print(n*n)";
const PROBLEM: &str = "squares";

/// Clients that submit at once when throughput is measured.
const CLIENTS: u32 = 4;
/// Contestants whose submissions they send, in turn, as many people do in a contest.
const CONTESTANTS: u32 = 400;
/// Submissions of one block; memory is read after each, and throughput is that of the last.
const BLOCK: u32 = 10_000;
/// Blocks. The database's caches fill during the first; after it memory has to stay flat.
const BLOCKS: u32 = 6;
/// Submissions of the one client that waits for each verdict.
const ONE_BY_ONE: u32 = 500;

#[derive(Serialize)]
pub(super) struct Figures {
    cores: usize,
    submissions: u32,
    submissions_per_second: f64,
    latency_ms_p50: f64,
    latency_ms_p99: f64,
    /// After each block of submissions; empty where the system does not tell.
    resident_mib: Vec<f64>,
}

pub(super) fn bench(runtime: &Runtime) -> anyhow::Result<Figures> {
    let folder = tempfile::tempdir()?;
    let pool = store::open(&DatabaseUrl::Sqlite(folder.path().join("bench.sqlite")), 8)?;
    store::blocking(&pool, store::migrate)?;
    let tokens = prepare(&pool, runtime)?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    with_site(&pool, runtime, folder.path(), |address| {
        measure(&pool, address, &tokens, cores)
    })
}

/// Does something with a site on that database that runs meanwhile.
pub(super) fn with_site<T>(
    pool: &Pool,
    runtime: &Runtime,
    data: &Path,
    f: impl FnOnce(SocketAddr) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let site = Site::start(Parts {
        pool: pool.clone(),
        judge: Arc::new(SandboxJudge(runtime.clone())),
        workers: Settings::with_threads(cores),
        web: WebConfig {
            rates: Rates::unlimited(),
            ..WebConfig::default()
        },
        clock: Clock::system(),
        data: data.to_owned(),
    })?;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let (ready, address) = mpsc::channel();
    let server = thread::spawn(move || {
        let listener = TcpListener::bind("127.0.0.1:0").context("cannot listen")?;
        let stop = async move {
            // The other end only ever drops the channel or sends: both mean stop.
            let _ = stopped.await;
            "the end of the measurement"
        };
        site.serve_until(listener, stop, |address| {
            // Nobody waits any more if the measurement has failed by now.
            let _ = ready.send(address);
        })
    });
    let outcome = address
        .recv()
        .context("the server did not start")
        .and_then(f);
    drop(stop);
    server
        .join()
        .map_err(|_| anyhow::anyhow!("the server panicked"))??;
    outcome
}

/// One open problem and contestants without limits on attempts; their tokens.
fn prepare(pool: &Pool, runtime: &Runtime) -> anyhow::Result<Vec<String>> {
    let mut content = season::read_season(&demo::folder())?;
    content.season.attempts_max = i32::MAX;
    content.season.attempt_interval_seconds = 0;
    content.problems.retain(|problem| problem.slug == PROBLEM);
    let now = Moment::now();
    let season = store::blocking(pool, |conn| {
        season::import(conn, runtime, &content, None, now)
    })?
    .id();
    store::blocking(pool, |conn| {
        season::lifecycle::open_at_once(conn, season, &Actor::Terminal, now)
    })?;
    let password_hash =
        crate::auth::Passwords::new(PasswordCost::Weak)?.hash_blocking("measuring")?;
    (0..CONTESTANTS)
        .map(|number| register(pool, &format!("bench-{number}"), &password_hash, now))
        .collect()
}

/// Registers a contestant; the token that signs its requests.
fn register(pool: &Pool, name: &str, password_hash: &str, now: Moment) -> anyhow::Result<String> {
    let contestant = NewUser {
        name,
        display_name: name,
        password_hash,
        role: Role::Contestant,
    };
    let Registered::New(user) =
        store::blocking(pool, |conn| users::insert_user(conn, &contestant, now))?
    else {
        anyhow::bail!("the database is not new");
    };
    let token = format!("{API_TOKEN_PREFIX}{name}");
    query(pool, |conn| {
        tokens::insert_token(conn, user, "bench", &hash_token(&token), now)
    })?;
    Ok(token)
}

fn measure(
    pool: &Pool,
    address: SocketAddr,
    tokens: &[String],
    cores: usize,
) -> anyhow::Result<Figures> {
    let mut resident = Vec::new();
    let mut elapsed = Duration::ZERO;
    for _ in 0..BLOCKS {
        elapsed = submit_many(pool, address, tokens, BLOCK)?;
        resident.extend(resident_mib());
    }
    let mut latencies = one_by_one(address, &tokens[0])?;
    Ok(Figures {
        cores,
        submissions: BLOCK,
        submissions_per_second: f64::from(BLOCK) / elapsed.as_secs_f64(),
        latency_ms_p50: milliseconds(percentile(&mut latencies, 0.5)),
        latency_ms_p99: milliseconds(percentile(&mut latencies, 0.99)),
        resident_mib: resident,
    })
}

/// The time from the first request until the last verdict is stored.
fn submit_many(
    pool: &Pool,
    address: SocketAddr,
    tokens: &[String],
    count: u32,
) -> anyhow::Result<Duration> {
    let next = AtomicU32::new(0);
    let started = Instant::now();
    thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|_| {
                scope.spawn(|| {
                    let client = Client::new(address);
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= count {
                            return anyhow::Ok(());
                        }
                        let contestant = usize::try_from(number)? % tokens.len();
                        client.submit(&tokens[contestant])?;
                    }
                })
            })
            .collect();
        clients
            .into_iter()
            .try_for_each(|client| client.join().expect("a client does not panic"))
    })?;
    while query(pool, queue::count_jobs)? > 0 {
        thread::yield_now();
    }
    Ok(started.elapsed())
}

/// The times from each request to its verdict, one after another.
fn one_by_one(address: SocketAddr, token: &str) -> anyhow::Result<Vec<Duration>> {
    let client = Client::new(address);
    (0..ONE_BY_ONE)
        .map(|_| {
            let started = Instant::now();
            let place = client.submit(token)?;
            loop {
                let submission = client.get(&place, token)?;
                if submission["settled"] == json!(true) {
                    let verdict = &submission["verdict"];
                    ensure!(verdict == "REWARD", "the trivial solver got {verdict}");
                    return Ok(started.elapsed());
                }
            }
        })
        .collect()
}

struct Client {
    agent: ureq::Agent,
    base: String,
}

impl Client {
    fn new(address: SocketAddr) -> Self {
        Self {
            agent: ureq::Agent::new_with_defaults(),
            base: format!("http://{address}"),
        }
    }

    /// Submits the trivial solver; the path of the submission.
    fn submit(&self, token: &str) -> anyhow::Result<String> {
        let url = format!(
            "{}/api/v1/seasons/demo/problems/{PROBLEM}/submissions",
            self.base
        );
        let mut response = self
            .agent
            .post(url)
            .header("Authorization", format!("Bearer {token}"))
            .send_json(json!({ "source": SOLVER }))?;
        let answer: Value = response.body_mut().read_json()?;
        Ok(format!("/api/v1/submissions/{}", answer["id"]))
    }

    fn get(&self, path: &str, token: &str) -> anyhow::Result<Value> {
        let mut response = self
            .agent
            .get(format!("{}{path}", self.base))
            .header("Authorization", format!("Bearer {token}"))
            .call()?;
        Ok(response.body_mut().read_json()?)
    }
}

/// Memory of this process that is in RAM, where the system tells.
pub(super) fn resident_mib() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024.0)
}

/// The figures in words.
pub(super) fn describe(figures: &Figures) -> Vec<String> {
    let mut lines = vec![
        format!(
            "through HTTP to the stored verdict, clients included, on {} cores: {:.0} submissions a second",
            figures.cores, figures.submissions_per_second
        ),
        format!(
            "one at a time: p50 {:.1} ms, p99 {:.1} ms from request to verdict",
            figures.latency_ms_p50, figures.latency_ms_p99
        ),
    ];
    if !figures.resident_mib.is_empty() {
        let after: Vec<String> = (1..)
            .zip(&figures.resident_mib)
            .map(|(block, mib)| format!("{mib:.0} MiB after {} judgings", block * BLOCK))
            .collect();
        lines.push(format!("memory in RAM: {}", after.join(", ")));
    }
    lines
}
