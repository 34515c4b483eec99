//! Runs work on all cores and delivers the answers in the order of the questions.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::mpsc;
use std::thread;

/// The most answers for each thread that wait while an earlier one is still being worked on.
const BACKLOG_PER_THREAD: usize = 64;

/// Calls `work` on every input, on `threads` threads, and `sink` with each answer on the calling thread, in the order
/// of the inputs. Inputs are taken when they are needed, so that an endless stream can be processed. If `sink` fails,
/// stops taking inputs and returns its error.
///
/// # Errors
///
/// The first error of `sink`.
pub fn in_order<I, O, E>(
    threads: NonZeroUsize,
    inputs: impl Iterator<Item = I> + Send,
    work: impl Fn(I) -> O + Sync,
    mut sink: impl FnMut(O) -> Result<(), E>,
) -> Result<(), E>
where
    O: Send,
{
    let inputs = Mutex::new(inputs.enumerate());
    let room = threads.get() * BACKLOG_PER_THREAD;
    // A token is taken with an input and returned with its answer, which bounds the backlog.
    let (give, take) = mpsc::sync_channel(room);
    for _ in 0..room {
        give.send(()).expect("the receiver is alive");
    }
    let take = Mutex::new(take);
    thread::scope(|scope| {
        let (answer, answers) = mpsc::channel();
        for _ in 0..threads.get() {
            let answer = answer.clone();
            let (inputs, take, work) = (&inputs, &take, &work);
            scope.spawn(move || {
                loop {
                    let token = take.lock().expect("no panic while locked").recv();
                    if token.is_err() {
                        return;
                    }
                    let input = inputs.lock().expect("an input iterator panicked").next();
                    let Some((place, input)) = input else { return };
                    if answer.send((place, work(input))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(answer);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (place, output) in answers {
            waiting.insert(place, output);
            while let Some(output) = waiting.remove(&next) {
                next += 1;
                if let Err(error) = sink(output) {
                    // Dropping both ends ends every thread.
                    drop(give);
                    return Err(error);
                }
                // All threads may have ended: then nobody needs the token.
                let _ = give.try_send(());
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const THREADS: NonZeroUsize = NonZeroUsize::new(3).expect("three");

    #[test]
    fn answers_come_in_the_order_of_the_inputs() {
        let mut seen = Vec::new();
        let uneven = |n: u64| (0..(n * 7919) % 5000).fold(n, |a, _| std::hint::black_box(a));
        in_order(THREADS, 0..5000, uneven, |n| {
            seen.push(n);
            Ok::<(), ()>(())
        })
        .unwrap();
        assert_eq!(seen, (0..5000).collect::<Vec<_>>());
    }

    #[test]
    fn an_endless_input_ends_when_the_sink_does() {
        let mut seen = 0;
        let result = in_order(
            THREADS,
            0..,
            |n: u64| n,
            |_| {
                seen += 1;
                if seen < 1000 { Ok(()) } else { Err("full") }
            },
        );
        assert_eq!(result, Err("full"));
    }
}
