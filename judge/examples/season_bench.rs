//! Measures what the end of a large season costs: scores, archive, replay without programs.
//!
//! `cargo run --release -p dojo-judge --example season_bench -- [PROBLEMS PEOPLE SUBMISSIONS]`, by
//! default 50 problems, 2,000 people, 200,000 submissions. Each line has the seconds of one step and
//! the largest memory of the process so far.

#![allow(clippy::unwrap_used, reason = "a benchmark fails by panicking")]
#![allow(clippy::print_stdout, reason = "figures are its output")]
#![allow(dead_code, reason = "the tests use the rest")]

#[path = "../tests/it/season/played.rs"]
mod played;

use std::fs::File;
use std::hint::black_box;
use std::io::{BufReader, BufWriter};
use std::time::Instant;

use dojo_judge::record::archive;
use dojo_judge::record::history::History;
use dojo_judge::record::replay::{Published, replay};

fn main() {
    let numbers: Vec<u64> = std::env::args()
        .skip(1)
        .map(|text| {
            text.parse()
                .expect("PROBLEMS PEOPLE SUBMISSIONS are numbers")
        })
        .collect();
    let [problems, people, submissions] = match numbers.as_slice() {
        [] => [50, 2_000, 200_000],
        &[problems, people, submissions] => [problems, people, submissions],
        _ => panic!("PROBLEMS PEOPLE SUBMISSIONS, or nothing"),
    };
    println!("{problems} problems, {people} people, {submissions} submissions");
    let problems = usize::try_from(problems).unwrap();
    let record = step("generate", || {
        played::generated(problems, people, submissions)
    });
    let (history, _) = step("read the history from the log", || {
        History::read(&record.log)
    });
    let computed = step("score and make boards", || {
        record.results(&history).unwrap()
    });
    println!("results_hash {}", black_box(&computed).hash());
    drop(computed);
    let path = std::env::temp_dir().join(format!("season-bench-{}.tar.zst", std::process::id()));
    step("write the archive", || {
        let out = BufWriter::new(File::create(&path).unwrap());
        archive::write(&record, out).unwrap()
    });
    drop((record, history));
    println!("{} bytes", path.metadata().unwrap().len());
    let read = step("read the archive", || {
        archive::read(|| File::open(&path).map(BufReader::new)).unwrap()
    });
    let replay = step("replay, scores only", || {
        replay(&read, None, &Published::default())
    });
    assert!(replay.is_right(), "{:?}", replay.differences);
    println!("results_hash {}", replay.results_hash.unwrap());
    std::fs::remove_file(&path).unwrap();
}

fn step<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    let seconds = start.elapsed().as_secs_f64();
    println!("{name}: {seconds:.2} s, at most {} MiB", peak_mib());
    result
}

/// Largest resident memory of this process so far, where the system says.
fn peak_mib() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kib.map_or_else(|| "unknown".to_owned(), |kib| (kib >> 10).to_string())
}
