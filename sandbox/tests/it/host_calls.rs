//! A call of the host costs fuel, so that no program has the host work for nothing.

use crate::run;

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
