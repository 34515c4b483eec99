//! Threads of the server that restart after a panic: workers and the timer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{self, JoinHandle};

/// The stack of such a thread. The policy's parser is recursive and gets its own thread if it needs more; this is
/// enough for the sandbox and everything else.
const STACK_BYTES: usize = 8 << 20;

/// Starts a thread that runs its work to the end, and restarts it after a panic. Work that may panic at once should
/// wait first.
///
/// # Errors
/// When the system cannot start a thread.
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
