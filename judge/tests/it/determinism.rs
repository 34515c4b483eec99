//! The same submission gets the same report, byte for byte, whatever else goes on.

use std::collections::BTreeMap;
use std::thread;

use super::{Case, cases, report};

/// The serialized reports of cases judged in the given order.
fn reports(order: impl Iterator<Item = Case>) -> BTreeMap<String, String> {
    order
        .map(|case| {
            let report = serde_json::to_string(&report(&case)).unwrap();
            (case.name, report)
        })
        .collect()
}

#[test]
fn two_threads_in_different_order_say_the_same() {
    // A fixed shuffle: 17 has no factor in common with any number of cases below 17².
    let shuffled = || {
        let mut cases: Vec<_> = cases().into_iter().map(Some).collect();
        let count = cases.len();
        assert!(count % 17 != 0, "choose another step");
        (0..count).map(move |n| cases[(n * 17 + 5) % count].take().unwrap())
    };
    let (straight, shuffled) = thread::scope(|scope| {
        let straight = scope.spawn(|| reports(cases().into_iter()));
        let shuffled = scope.spawn(|| reports(shuffled()));
        (straight.join().unwrap(), shuffled.join().unwrap())
    });
    assert_eq!(straight, shuffled);
}
