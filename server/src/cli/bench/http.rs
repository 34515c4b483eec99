//! Submissions through HTTP to the stored verdict: the clients are here, the server is a process of
//! its own on the same machine.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::ensure;
use dojo_sandbox::Runtime;
use serde::Serialize;
use serde_json::{Value, json};

use super::Args;
use super::figures::{milliseconds, percentile};
use super::generated;
use super::server::{self, Server};
use crate::auth::{API_TOKEN_PREFIX, hash_token};
use crate::cli::data_folder::query;
use crate::cli::demo;
use crate::config::PasswordCost;
use crate::season;
use crate::store::tokens::{self, NewToken};
use crate::store::users::{NewUser, Registered};
use crate::store::{self, Moment, Pool, Role, Scope, queue, users};

/// A trivial solver of the problem `squares`.
const SOLVER: &str = "for n in range(999):print(n*n)";
const PROBLEM: &str = "squares";

/// Clients that submit at once when throughput is measured.
const CLIENTS: u32 = 4;
/// Contestants whose submissions they send, in turn, as many people do in a contest.
const CONTESTANTS: u32 = 400;
/// Submissions of one block.
const BLOCK: u32 = 10_000;
/// Submissions of the one client that waits for each verdict, after the first block and the last.
const ONE_BY_ONE: u32 = 500;
/// How often the queue is looked at while it empties.
const LOOK: Duration = Duration::from_millis(1);

#[derive(Serialize)]
pub(super) struct Figures {
    cores: usize,
    block: u32,
    /// In each block.
    submissions_per_second: Vec<f64>,
    /// Of the server after each block; empty where the system does not tell.
    resident_mib: Vec<f64>,
    first: Latency,
    last: Latency,
}

/// From request to verdict, one at a time.
#[derive(Serialize)]
struct Latency {
    after_judgings: u32,
    p50_ms: f64,
    p99_ms: f64,
}

pub(super) fn bench(runtime: &Runtime, args: &Args) -> anyhow::Result<Figures> {
    let folder = tempfile::tempdir()?;
    let pool = store::open(&server::database(folder.path()), 2)?;
    store::blocking(&pool, store::migrate)?;
    let tokens = prepare(&pool, runtime)?;
    let server = Server::start(folder.path(), args.data.as_deref(), &[])?;
    measure(&pool, &server, &tokens, args.blocks)
}

/// One open problem and contestants without limits on attempts; their tokens.
fn prepare(pool: &Pool, runtime: &Runtime) -> anyhow::Result<Vec<String>> {
    let mut content = season::read_season(&demo::folder())?;
    content.season.attempts_max = i32::MAX;
    content.season.attempt_interval_seconds = 0;
    content.problems.retain(|problem| problem.slug == PROBLEM);
    let now = Moment::now();
    generated::open_content(pool, runtime, &content, now)?;
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
        store::blocking(pool, |conn| users::register(conn, &contestant, now))?
    else {
        anyhow::bail!("the database is not new");
    };
    let token = format!("{API_TOKEN_PREFIX}{name}");
    query(pool, |conn| {
        let new = NewToken {
            label: "bench",
            token_hash: &hash_token(&token),
            scope: Scope::Submit,
            expires_at: None,
        };
        tokens::insert_token(conn, user, &new, now)
    })?;
    Ok(token)
}

fn measure(
    pool: &Pool,
    server: &Server,
    tokens: &[String],
    blocks: u32,
) -> anyhow::Result<Figures> {
    let (mut rates, mut resident) = (Vec::new(), Vec::new());
    let mut block = || {
        let elapsed = submit_many(pool, server.address, tokens, BLOCK)?;
        rates.push(f64::from(BLOCK) / elapsed.as_secs_f64());
        resident.extend(server.resident_mib());
        anyhow::Ok(())
    };
    block()?;
    let first = latency(server.address, &tokens[0], BLOCK)?;
    for _ in 1..blocks {
        block()?;
    }
    let last = latency(server.address, &tokens[0], blocks * BLOCK)?;
    Ok(Figures {
        cores: thread::available_parallelism().map_or(1, usize::from),
        block: BLOCK,
        submissions_per_second: rates,
        resident_mib: resident,
        first,
        last,
    })
}

fn latency(address: SocketAddr, token: &str, after_judgings: u32) -> anyhow::Result<Latency> {
    let mut times = one_by_one(address, token)?;
    Ok(Latency {
        after_judgings,
        p50_ms: milliseconds(percentile(&mut times, 0.5)),
        p99_ms: milliseconds(percentile(&mut times, 0.99)),
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
        thread::sleep(LOOK);
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

/// The figures in words.
pub(super) fn describe(figures: &Figures) -> Vec<String> {
    let list = |values: &[f64]| {
        let rounded: Vec<String> = values.iter().map(|value| format!("{value:.0}")).collect();
        rounded.join(", ")
    };
    let mut lines = vec![
        format!(
            "through HTTP to the stored verdict, clients included, on {} cores, in blocks of {}:",
            figures.cores, figures.block
        ),
        format!(
            "  submissions a second: {}",
            list(&figures.submissions_per_second)
        ),
    ];
    if !figures.resident_mib.is_empty() {
        lines.push(format!(
            "  memory of the server in RAM after each, MiB: {}",
            list(&figures.resident_mib)
        ));
    }
    for latency in [&figures.first, &figures.last] {
        lines.push(format!(
            "one at a time after {} judgings: p50 {:.1} ms, p99 {:.1} ms from request to verdict",
            latency.after_judgings, latency.p50_ms, latency.p99_ms
        ));
    }
    lines
}
