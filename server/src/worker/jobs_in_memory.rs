//! The jobs that a crew holds in memory: those that wait for a thread, and those that are being judged. This list
//! decides which leases under the crew's name are valid: jobs that are not in it go back into the queue.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Mutex, PoisonError};

use crate::store::queue::{Claimed, JobKey};

/// How busy a crew is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// Claimed, and waiting for a thread.
    pub waiting: usize,
    /// Being judged.
    pub judging: usize,
}

#[derive(Default)]
pub(super) struct State {
    waiting: VecDeque<Claimed>,
    judging: BTreeSet<JobKey>,
    /// The queue may have more than was claimed.
    pub(super) maybe_more: bool,
    /// The database may have jobs leased to us that nobody holds.
    pub(super) strays: bool,
    /// No more jobs are to be started.
    pub(super) stopping: bool,
}

impl State {
    /// Adds claimed jobs. First judgings, for which somebody waits, come before rejudgings.
    pub(super) fn take(&mut self, jobs: Vec<Claimed>) {
        let (again, first): (Vec<_>, Vec<_>) =
            jobs.into_iter().partition(|job| job.rejudge.is_some());
        let held_again = self.waiting.iter().position(|job| job.rejudge.is_some());
        let held_again = self
            .waiting
            .split_off(held_again.unwrap_or(self.waiting.len()));
        self.waiting.extend(first);
        self.waiting.extend(held_again);
        self.waiting.extend(again);
    }

    /// Hands out the next job.
    pub(super) fn begin(&mut self) -> Option<Claimed> {
        let job = self.waiting.pop_front()?;
        self.judging.insert(job.key());
        Some(job)
    }

    /// Jobs that wait for a thread.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// All that is held.
    pub(super) fn keys(&self) -> Vec<JobKey> {
        let waiting = self.waiting.iter().map(Claimed::key);
        waiting.chain(self.judging.iter().copied()).collect()
    }

    pub(super) fn load(&self) -> Load {
        Load {
            waiting: self.waiting.len(),
            judging: self.judging.len(),
        }
    }
}

/// A job that a thread works on, until its result is written or the thread drops it.
pub(super) struct JobsInMemory<'a> {
    state: &'a Mutex<State>,
    job: Claimed,
    settled: bool,
}

impl<'a> JobsInMemory<'a> {
    /// What [`State::begin`] handed out.
    pub(super) fn new(state: &'a Mutex<State>, job: Claimed) -> Self {
        Self {
            state,
            job,
            settled: false,
        }
    }

    pub(super) fn job(&self) -> &Claimed {
        &self.job
    }

    /// The result of the job has been written.
    pub(super) fn settle(mut self) {
        self.settled = true;
    }
}

impl Drop for JobsInMemory<'_> {
    fn drop(&mut self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.judging.remove(&self.job.key());
        state.strays |= !self.settled;
    }
}
