//! The same program gives the same terms, end, fuel and memory, wherever and whenever it runs.

use std::thread;

use dojo_sandbox::{Fuel, Limits, Run};

use crate::runtime;

const PROGRAMS: [&str; 12] = [
    "n = 0\nwhile 1: print(n * n); n += 1",
    "a, b = 0, 1\nwhile 1: print(a); a, b = b, a + b",
    "s = {str(i) for i in range(2000)}\nfor x in s: print(x)",
    "import random\nfor _ in range(300): print(random.randrange(10**9), random.choice(range(9)))",
    "print(id(object()), id([]), hash('abc') % 10**6, hash((1, 'x')) % 10**6)",
    "from math import *\nfor n in range(1, 250): print(int(sin(n) * 1e15), int(gamma(n % 20 + 1.5) * 1e3))",
    "from decimal import *\ngetcontext().prec = 60\nfor n in range(2, 250): print(int(Decimal(n).sqrt() * 10**50))",
    "x = float('nan'); import struct\nfor v in (x, -x, x * 0, x - x): print(struct.unpack('<Q', struct.pack('<d', v))[0])",
    "def f(n): return 1 if n < 2 else f(n - 1) + f(n - 2)\nfor n in range(22): print(f(n))",
    "class A: pass\nd = {A(): i for i in range(500)}\nfor k in sorted(d, key=hash): print(d[k])",
    "import sys, gc\nprint(len(gc.get_objects()), sys.getrefcount(None) % 97)\n1/0",
    "x = []\nwhile 1: x.append(bytes(1000))",
];

fn run_all(order: &[usize]) -> Vec<(usize, Run)> {
    let limits = Limits {
        fuel: Fuel(300_000_000),
        ..Limits::default()
    };
    let run = |&at: &usize| (at, runtime().run(PROGRAMS[at].as_bytes(), &limits).unwrap());
    let mut runs: Vec<_> = order.iter().map(run).collect();
    runs.sort_by_key(|(at, _)| *at);
    runs
}

#[test]
fn order_threads_and_company_change_nothing() {
    let forward: Vec<usize> = (0..PROGRAMS.len()).collect();
    let alone = run_all(&forward);
    for (at, run) in &alone {
        assert!(
            !run.terms.is_empty() || *at == 11,
            "{}\n{}",
            PROGRAMS[*at],
            run.stderr
        );
    }
    let handles: Vec<_> = (0..6)
        .map(|shift| {
            let mut order: Vec<usize> = forward.clone();
            order.rotate_left(2 * shift);
            if shift % 2 == 1 {
                order.reverse();
            }
            thread::spawn(move || run_all(&order))
        })
        .collect();
    for handle in handles {
        assert_eq!(handle.join().unwrap(), alone);
    }
}
