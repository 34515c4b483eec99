//! Threads of the server that a panic does not end: workers and the timer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{self, JoinHandle};

/// Stack of such a thread. The parser of the policy is recursive and gets a thread of its own where it
/// needs more; this is what the sandbox and the rest use, with room.
const STACK_BYTES: usize = 8 << 20;

/// Starts a thread that does its work to the end, and begins it anew after a panic. Work that may panic
/// at once should wait before it does.
///
/// # Errors
/// When the system gives no thread.
pub(crate) fn spawn(
    name: String,
    work: impl Fn() + Send + 'static,
) -> std::io::Result<JoinHandle<()>> {
    let what = name.clone();
    thread::Builder::new()
        .name(name)
        .stack_size(STACK_BYTES)
        .spawn(move || {
            while catch_unwind(AssertUnwindSafe(&work)).is_err() {
                tracing::error!(thread = what, "a panic; the thread goes on");
            }
        })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn a_panic_ends_one_round_and_not_the_thread() {
        let rounds = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&rounds);
        let work = move || {
            let round = counted.fetch_add(1, Ordering::SeqCst);
            assert!(round >= 2, "round {round}");
        };
        spawn("test".to_owned(), work).unwrap().join().unwrap();
        assert_eq!(rounds.load(Ordering::SeqCst), 3);
    }
}
