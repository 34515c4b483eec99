//! A call of the host costs fuel, so that no program has the host work for nothing.

use std::fs;

use dojo_sandbox::{End, Fuel, Limits};

use crate::{run, run_with};

/// CPU time that this thread has used, in nanoseconds.
fn cpu_time() -> u64 {
    let statistics = fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    statistics.split(' ').next().unwrap().parse().unwrap()
}

/// CPU time of a program that uses up its fuel, in nanoseconds for each thousand units; the least of
/// three runs, since others use the machine too.
fn price(source: &str) -> u64 {
    let limits = Limits {
        fuel: Fuel(300_000_000),
        ..Limits::default()
    };
    let once = || {
        let before = cpu_time();
        let run = run_with(source, &limits);
        assert_eq!(run.end, End::Fuel, "{source}\n{}", run.stderr);
        (cpu_time() - before) / 300_000
    };
    (0..3).map(|_| once()).min().unwrap()
}

fn fuel(source: &str) -> u64 {
    run(source).fuel.0
}

#[test]
fn entropy_costs_by_the_byte() {
    let little = fuel("import os; os.urandom(1)");
    let much = fuel("import os; os.urandom(10**6)");
    assert!(much - little > 20_000_000, "{little} {much}");
}

#[test]
fn every_call_costs() {
    for call in [
        "time.time()",
        "os.fstat(1)",
        "os.read(0, 1)",
        "os.isatty(0) or os.get_blocking(1)",
        "os.sched_yield()",
    ] {
        let times = |n: u32| fuel(&format!("import os, time\nfor _ in range({n}): {call}"));
        let each = (times(1100) - times(100)) / 1000;
        assert!(each > 400, "{call} costs {each}");
    }
}

/// The plain loop uses up the default fuel in about a second of CPU, so nothing takes ten.
#[test]
fn no_fuel_is_worth_nine_times_that_of_the_plain_loop() {
    let plain = price("while 1: pass");
    for source in [
        "import os\nwhile 1: os.urandom(10**6)",
        "import os\nwhile 1: os.urandom(1)",
        "import time\nwhile 1: time.time()",
        "import os\nb = b'x' * 10**7\nwhile 1: os.write(2, b)",
        // The slowest of some hundred tried: every byte is in a page of its own.
        "b = memoryview(bytearray(9 * 10**7))\nwhile 1: b[::4096].tobytes()",
        "b = bytearray(9 * 10**7)\nwhile 1: b[::4160] = b[::4160]",
        "b = bytes(3 * 10**7)\nwhile 1: b + b''",
        "a = [object() for _ in range(10**6)]\nb = [a[i * 99991 % 10**6] for i in range(10**6)]\n\
         while 1: b[:]",
    ] {
        let price = price(source);
        assert!(
            price <= 9 * plain,
            "{price}, {plain} for the plain loop: {source}"
        );
    }
}
