//! A generated large season: what freezing and scoring it costs, how fast its boards are under load and
//! while verdicts arrive, and what a replay of its archive costs.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use chrono::TimeDelta;
use dojo_judge::record::archive;
use dojo_judge::record::replay::{Published, replay};
use dojo_sandbox::Runtime;
use serde::Serialize;

use super::figures::{milliseconds, percentile};
use super::memory::{forget_peak, peak_mib, resident_mib};
use super::server::{self, Server};
use super::{generated, live};
use crate::allocator;
use crate::season::lifecycle::{self, Actor};
use crate::season::{self, scores};
use crate::store::{self, Moment, Pool, SeasonId, StoreError, seasons};

pub(super) const SLUG: &str = "large";
const PROBLEMS: u32 = 50;
const USERS: u32 = 2000;

/// Readers at once, and pages that each asks for.
const READERS: usize = 8;
const PAGES: usize = 100;

#[derive(Serialize)]
pub(super) struct Figures {
    problems: u32,
    users: u32,
    submissions: u32,
    generate_s: f64,
    live: live::Figures,
    freeze_s: f64,
    score_s: f64,
    resident_mib_before: Option<f64>,
    resident_mib_after: Option<f64>,
    meanwhile_ms_p50: f64,
    meanwhile_ms_p99: f64,
    meanwhile_ms_max: f64,
    board_ms_p50: f64,
    board_ms_p99: f64,
    boards_per_second: f64,
    show_ms_first: f64,
    show_ms_p50: f64,
    setters_ms_first: f64,
    setters_ms_p50: f64,
    replay: Replayed,
}

/// `dojo replay --scores-only` of the season's archive, from opening the file on.
#[derive(Serialize)]
struct Replayed {
    archive_mib: f64,
    seconds: f64,
    peak_mib: Option<f64>,
}

/// Generates a season of that many submissions in a new SQLite file and measures.
pub(super) fn bench(runtime: &Runtime, data: Option<&Path>, count: u32) -> anyhow::Result<Figures> {
    let folder = tempfile::tempdir()?;
    let pool = store::open(&server::database(folder.path()), 2)?;
    store::blocking(&pool, store::migrate)?;
    let began = Instant::now();
    // The made-up times end now, a millisecond from one submission to the next.
    let opened = Moment::now().plus(-TimeDelta::milliseconds(count.into()));
    let season = generated::open(&pool, runtime, (SLUG, "Large season"), PROBLEMS, opened)?;
    let digest = runtime.digest().to_string();
    let people = generated::register(&pool, USERS, opened)?;
    generated::fill(&pool, season, &people, 0..count, opened, &digest)?;
    let generate_s = began.elapsed().as_secs_f64();

    let server = Server::start(folder.path(), data, &[])?;
    let mut next = count;
    let live = live::bench(&server, || {
        next += 1;
        // These come as they are made.
        let since = Moment::now().plus(-TimeDelta::milliseconds((next - 1).into()));
        generated::submit(&pool, season, &people, next - 1..next, since)?;
        generated::judge(&pool, &digest, Moment::now())
    })?;
    let resident_mib_before = resident_mib("self");
    let over = AtomicBool::new(false);
    let (took, meanwhile) = thread::scope(|scope| {
        let readers = scope.spawn(|| read_boards(server.address, |_| !over.load(Relaxed)));
        let took = freeze_and_score(&pool, season);
        over.store(true, Relaxed);
        (took, readers.join().expect("a reader does not panic"))
    });
    let ([freeze_s, score_s], (mut meanwhile, _)) = (took?, meanwhile?);
    let resident_mib_after = resident_mib("self");

    let (mut times, elapsed) = read_boards(server.address, |number| number < PAGES)?;
    drop(server);
    let pages = u32::try_from(times.len())?;
    let replay = reveal_and_replay(&pool, season, &folder.path().join("season.tar.zst"))?;
    let server = Server::start(folder.path(), data, &[])?;
    let [mut show, mut setters] = read_revealed(server.address)?;
    drop(server);
    Ok(Figures {
        problems: PROBLEMS,
        users: USERS,
        submissions: count,
        generate_s,
        live,
        freeze_s,
        score_s,
        resident_mib_before,
        resident_mib_after,
        meanwhile_ms_p50: milliseconds(percentile(&mut meanwhile, 0.5)),
        meanwhile_ms_p99: milliseconds(percentile(&mut meanwhile, 0.99)),
        meanwhile_ms_max: milliseconds(percentile(&mut meanwhile, 1.0)),
        board_ms_p50: milliseconds(percentile(&mut times, 0.5)),
        board_ms_p99: milliseconds(percentile(&mut times, 0.99)),
        boards_per_second: f64::from(pages) / elapsed.as_secs_f64(),
        show_ms_first: milliseconds(show[0]),
        show_ms_p50: milliseconds(percentile(&mut show, 0.5)),
        setters_ms_first: milliseconds(setters[0]),
        setters_ms_p50: milliseconds(percentile(&mut setters, 0.5)),
        replay,
    })
}

/// The seconds that each took. The server's timer may score first; whoever is second waits for that.
fn freeze_and_score(pool: &Pool, season: SeasonId) -> anyhow::Result<[f64; 2]> {
    let began = Instant::now();
    store::blocking(pool, |conn| {
        lifecycle::freeze(conn, season, &Actor::Terminal, &Moment::now)
    })?;
    let freeze_s = began.elapsed().as_secs_f64();
    let began = Instant::now();
    store::blocking(pool, |conn| scores::score(conn, season, Moment::now()))?.done()?;
    Ok([freeze_s, began.elapsed().as_secs_f64()])
}

fn reveal_and_replay(pool: &Pool, season: SeasonId, path: &Path) -> anyhow::Result<Replayed> {
    let record = store::blocking(pool, |conn| {
        lifecycle::reveal(conn, season, &Actor::Terminal, Moment::now())?;
        let season = seasons::load_season(conn, season).map_err(StoreError::from)?;
        store::read(conn, |conn| season::record::load_record(conn, &season))
    })?;
    archive::write(&record, BufWriter::new(File::create(path)?))?;
    drop(record);
    allocator::give_back();
    forget_peak();
    let began = Instant::now();
    let read = archive::read(|| File::open(path).map(BufReader::new))?;
    let replayed = replay(&read, None, &Published::default());
    let seconds = began.elapsed().as_secs_f64();
    ensure!(
        replayed.is_right(),
        "the replay differs: {:?}",
        replayed.differences.first()
    );
    let bytes = u32::try_from(path.metadata()?.len() >> 10)?;
    Ok(Replayed {
        archive_mib: f64::from(bytes) / 1024.0,
        seconds,
        peak_mib: peak_mib("self"),
    })
}

pub(super) fn describe(figures: &Figures) -> Vec<String> {
    let mib = |value: Option<f64>| value.map_or("?".to_owned(), |value| format!("{value:.0}"));
    let mut lines = vec![format!(
        "season of {} problems, {} people, {} submissions: generated in {:.1} s",
        figures.problems, figures.users, figures.submissions, figures.generate_s
    )];
    lines.extend(live::describe(&figures.live));
    lines.extend([
        format!(
            "frozen in {:.2} s, scored in {:.2} s; memory {} MiB before, {} MiB after",
            figures.freeze_s,
            figures.score_s,
            mib(figures.resident_mib_before),
            mib(figures.resident_mib_after)
        ),
        format!(
            "its boards meanwhile: p50 {:.1} ms, p99 {:.1} ms, at most {:.1} ms",
            figures.meanwhile_ms_p50, figures.meanwhile_ms_p99, figures.meanwhile_ms_max
        ),
        format!(
            "its boards under load: p50 {:.1} ms, p99 {:.1} ms, {:.0} a second",
            figures.board_ms_p50, figures.board_ms_p99, figures.boards_per_second
        ),
        format!(
            "after Reveal, one reader: the show {:.1} ms, then p50 {:.1} ms; the setters' \
             board {:.1} ms, then p50 {:.1} ms",
            figures.show_ms_first,
            figures.show_ms_p50,
            figures.setters_ms_first,
            figures.setters_ms_p50
        ),
        format!(
            "its archive of {:.1} MiB replayed without programs in {:.2} s, with at most {} MiB",
            figures.replay.archive_mib,
            figures.replay.seconds,
            mib(figures.replay.peak_mib)
        ),
    ]);
    lines
}

/// One reader looks at the show and at the setters' board; how long each answer took.
fn read_revealed(address: SocketAddr) -> anyhow::Result<[Vec<Duration>; 2]> {
    let agent: ureq::Agent = ureq::Agent::config_builder().build().into();
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..PAGES {
        for (path, times) in ["show", "setters"].iter().zip(&mut times) {
            let began = Instant::now();
            let url = format!("http://{address}/seasons/{SLUG}/{path}");
            agent.get(url).call()?.body_mut().read_to_vec()?;
            times.push(began.elapsed());
        }
    }
    Ok(times)
}

/// Readers at once ask for the season's boards, page after page, each as long as `goes_on` says of the number of
/// pages it had; how long each answer took, and all together.
pub(super) fn read_boards(
    address: SocketAddr,
    goes_on: impl Fn(usize) -> bool + Sync,
) -> anyhow::Result<(Vec<Duration>, Duration)> {
    let goes_on = &goes_on;
    let began = Instant::now();
    let times = thread::scope(|scope| {
        let readers: Vec<_> = (0..READERS)
            .map(|reader| {
                scope.spawn(move || {
                    let agent: ureq::Agent = ureq::Agent::config_builder().build().into();
                    (0..)
                        .take_while(|number| goes_on(*number))
                        .map(|number| {
                            let path = match (reader + number) % 3 {
                                0 => format!("/seasons/{SLUG}"),
                                1 => {
                                    format!("/seasons/{SLUG}/leaderboard?page={}", number % 20 + 1)
                                }
                                _ => format!(
                                    "/seasons/{SLUG}/problems/p{}/leaderboard",
                                    number % 50 + 1
                                ),
                            };
                            let began = Instant::now();
                            let mut answer = agent
                                .get(format!("http://{address}{path}"))
                                .header("accept-encoding", "gzip")
                                .call()?;
                            answer.body_mut().read_to_vec().context("no body")?;
                            Ok(began.elapsed())
                        })
                        .collect::<anyhow::Result<Vec<_>>>()
                })
            })
            .collect();
        readers
            .into_iter()
            .map(|reader| reader.join().expect("a reader does not panic"))
            .collect::<anyhow::Result<Vec<_>>>()
    })?;
    Ok((times.into_iter().flatten().collect(), began.elapsed()))
}
