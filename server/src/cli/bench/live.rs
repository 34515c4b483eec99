//! Boards while verdicts arrive: how fast readers get them, and what a thousand listeners cost.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::ensure;
use serde::Serialize;

use super::figures::{milliseconds, percentile};
use super::season::{SLUG, read_boards};
use super::server::Server;

/// Verdicts a second while boards are read.
const VERDICTS: u32 = 20;

/// How long boards are read.
const READING: Duration = Duration::from_secs(10);

/// Pages that listen.
const LISTENERS: usize = 1000;

/// How long the last of them is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Serialize)]
pub(super) struct Figures {
    verdicts: u32,
    boards_per_second: f64,
    board_ms_p50: f64,
    board_ms_p99: f64,
    board_ms_max: f64,
    listeners: usize,
    listeners_mib: Option<f64>,
    /// From a verdict that another process stored to the first listener that was told, and the last.
    told_ms_first: f64,
    told_ms_p50: f64,
    told_ms_last: f64,
}

/// Reads boards and listens, while `verdict` stores one verdict each time it is called.
pub(super) fn bench(
    server: &Server,
    mut verdict: impl FnMut() -> anyhow::Result<()> + Send,
) -> anyhow::Result<Figures> {
    let over = AtomicBool::new(false);
    let (verdicts, read) = thread::scope(|scope| {
        let readers = scope.spawn(|| read_boards(server.address, |_| !over.load(Relaxed)));
        let verdicts = store_verdicts(&mut verdict);
        over.store(true, Relaxed);
        (verdicts, readers.join().expect("a reader does not panic"))
    });
    let (verdicts, (mut times, elapsed)) = (verdicts?, read?);
    let boards = f64::from(u32::try_from(times.len())?);

    let before = server.resident_mib();
    let mut listeners = listen(server.address)?;
    let after = server.resident_mib();
    verdict()?;
    let mut told = await_event(server.address, &mut listeners)?;
    Ok(Figures {
        verdicts,
        boards_per_second: boards / elapsed.as_secs_f64(),
        board_ms_p50: milliseconds(percentile(&mut times, 0.5)),
        board_ms_p99: milliseconds(percentile(&mut times, 0.99)),
        board_ms_max: milliseconds(percentile(&mut times, 1.0)),
        listeners: LISTENERS,
        listeners_mib: before.zip(after).map(|(before, after)| after - before),
        told_ms_first: milliseconds(percentile(&mut told, 0.0)),
        told_ms_p50: milliseconds(percentile(&mut told, 0.5)),
        told_ms_last: milliseconds(percentile(&mut told, 1.0)),
    })
}

/// Stores verdicts at an even pace; how many.
fn store_verdicts(verdict: &mut impl FnMut() -> anyhow::Result<()>) -> anyhow::Result<u32> {
    let began = Instant::now();
    let mut stored = 0;
    while began.elapsed() < READING {
        verdict()?;
        stored += 1;
        let next = began + stored * Duration::from_secs(1) / VERDICTS;
        thread::sleep(next.saturating_duration_since(Instant::now()));
    }
    Ok(stored)
}

/// Connections that were told what is to be seen at first.
fn listen(address: SocketAddr) -> anyhow::Result<Vec<TcpStream>> {
    // Where that cannot be, opening them says so.
    let _ = rlimit::increase_nofile_limit(2 * LISTENERS as u64);
    let mut listeners = Vec::with_capacity(LISTENERS);
    for _ in 0..LISTENERS {
        listeners.push(connect(address)?);
    }
    await_event(address, &mut listeners)?;
    Ok(listeners)
}

fn connect(address: SocketAddr) -> anyhow::Result<TcpStream> {
    let mut stream = TcpStream::connect(address)?;
    write!(
        stream,
        "GET /seasons/{SLUG}/live HTTP/1.1\r\nHost: {address}\r\n\r\n"
    )?;
    stream.set_nonblocking(true)?;
    Ok(stream)
}

/// Waits until each was told of a board; how long that took. Whoever was refused, because a thousand come at once,
/// comes again, as pages do.
fn await_event(address: SocketAddr, listeners: &mut [TcpStream]) -> anyhow::Result<Vec<Duration>> {
    let began = Instant::now();
    let mut told = vec![None; listeners.len()];
    let mut buffer = [0; 4096];
    while told.iter().any(Option::is_none) {
        ensure!(began.elapsed() < PATIENCE, "not every listener was told");
        for (stream, told) in listeners.iter_mut().zip(&mut told) {
            if told.is_some() {
                continue;
            }
            match stream.read(&mut buffer) {
                Ok(0) => *stream = connect(address)?,
                Ok(read) if buffer[..read].windows(6).any(|part| part == b"event:") => {
                    *told = Some(began.elapsed());
                }
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Err(error.into()),
            }
        }
        thread::sleep(Duration::from_millis(1));
    }
    Ok(told.into_iter().flatten().collect())
}

pub(super) fn describe(figures: &Figures) -> Vec<String> {
    let mib = figures
        .listeners_mib
        .map_or("?".to_owned(), |mib| format!("{mib:.1}"));
    vec![
        format!(
            "its boards while {} verdicts arrive in {} s: {:.0} a second, p50 {:.2} ms, p99 {:.2} ms, at most {:.0} ms",
            figures.verdicts,
            READING.as_secs(),
            figures.boards_per_second,
            figures.board_ms_p50,
            figures.board_ms_p99,
            figures.board_ms_max
        ),
        format!(
            "{} listeners: {mib} MiB; told of a verdict by another process after {:.0} ms, half of them after {:.0}, the last after {:.0}",
            figures.listeners, figures.told_ms_first, figures.told_ms_p50, figures.told_ms_last
        ),
    ]
}
