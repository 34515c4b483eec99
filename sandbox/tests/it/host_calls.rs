//! A call of the host costs fuel, so that no program has the host work for nothing.

use dojo_sandbox::End;

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

/// An error of the host's would be judged again and again.
#[test]
fn what_the_host_does_not_know_is_an_error_that_a_program_can_catch() {
    let run = run("import os, time
def answer(call, *arguments):
    try: call(*arguments)
    except OSError as error: print(error.errno)
    else: print(0)
answer(os.lseek, 1, 0, 7)
# A clock is told by the address of its number.
clock = (77).to_bytes(4, 'little')
answer(time.clock_gettime_ns, id(clock) + 16)
answer(time.clock_getres, id(clock) + 16)");
    assert_eq!(
        (run.end, run.terms.join(" ").as_str()),
        (End::Finished, "70 8 8")
    );
}
