//! What fuel is worth in CPU time: how much dearer than the plain loop a program can make it.

use std::fs;

use dojo_sandbox::{End, Fuel, Limits};

use crate::run_with;

/// CPU time that this thread has used, in nanoseconds.
fn cpu_time() -> u64 {
    let statistics = fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    statistics.split(' ').next().unwrap().parse().unwrap()
}

/// CPU time of a program that uses up its fuel, in nanoseconds for each thousand units; the least of
/// three runs, since others use the machine too.
fn price(source: &str) -> u64 {
    let limits = Limits {
        fuel: Fuel(1_000_000_000),
        ..Limits::default()
    };
    let once = || {
        let before = cpu_time();
        let run = run_with(source, &limits);
        assert_eq!(run.end, End::Fuel, "{source}\n{}", run.stderr);
        (cpu_time() - before) / 1_000_000
    };
    (0..3).map(|_| once()).min().unwrap()
}

/// The plain loop uses up the default fuel in a second or two of CPU, so nothing that is known takes more than half a
/// minute.
#[test]
#[ignore = "compares times, for a quiet machine: .ci/long prices"]
fn no_fuel_is_worth_twenty_times_that_of_the_plain_loop() {
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
        // No string is near the one before, and all that is asked of it is its hash.
        "a = [str(i) * 20 for i in range(3 * 10**5)]\n\
         b = tuple([a[i * 99991 % 300000] for i in range(3 * 10**5)])\nwhile 1: hash(b)",
        // No tuple is near the one that it is in.
        "n = 200000\na = [(i + 1000,) for i in range(n)]\n\
         for step in 31337, 7919, 104729, 99991: a = [(a[i * step % n],) for i in range(n)]\n\
         a = tuple(a)\nwhile 1: hash(a)",
    ] {
        let price = price(source);
        assert!(
            price <= 20 * plain,
            "{price}, {plain} for the plain loop: {source}"
        );
    }
}
