//! The judging workers: separate threads that take submissions from the queue.
//!
//! One thread, the dispatcher, claims jobs in batches and renews their leases; `threads` others judge. They are plain
//! threads, because the sandbox must not run inside an async runtime and judging must not delay web requests. A panic
//! while judging counts as a failed try of that submission and nothing more. Leases are only renewed for jobs held in
//! memory: a job whose result could not be written goes back into the queue as soon as the database answers.

mod jobs_in_memory;
mod task;
mod tasks;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use dojo_judge::contest::Report;
use formula::credit::eed::Eed;

use crate::clock::Clock;
use crate::contests::{Judge, JudgingError, RulesError};
use crate::events::{Events, News};
use crate::metrics::METRICS;
use crate::store::judgements::NewJudgement;
use crate::store::queue::{self, AfterFailure, Claimed, Finished};
use crate::store::{self, Pool, RejudgeId, StoreError, SubmissionKind, rejudges};
use crate::supervised_threads;

pub use jobs_in_memory::Load;

use jobs_in_memory::{JobsInMemory, State};
use task::Task;
use tasks::Tasks;

/// How many jobs are held for each thread beyond the current one, so that threads rarely wait for the database. There
/// are few, because held jobs wait behind long runs while other machines may be idle.
const HELD_PER_THREAD: usize = 2;

/// The settings of the workers.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The number of judging threads.
    pub threads: usize,
    /// How long a job stays claimed without renewal.
    pub lease: Duration,
    /// The first pause before a failed job is retried.
    pub first_pause: Duration,
    /// How often the queue is polled without being woken; other machines may fill it.
    pub poll: Duration,
}

impl Settings {
    /// `threads` judging threads, possibly none, with a lease of a minute; the queue is polled twice a second.
    pub fn with_threads(threads: usize) -> Self {
        Self {
            threads,
            lease: Duration::from_mins(1),
            first_pause: Duration::from_secs(2),
            poll: Duration::from_millis(500),
        }
    }
}

/// Running workers. They run until [`Workers::stop`], and then until their current runs end.
pub struct Workers {
    crew: Arc<Crew>,
    threads: Vec<JoinHandle<()>>,
}

/// Wakes the workers when a submission has been stored.
#[derive(Clone)]
pub struct Waker(Arc<Crew>);

impl Waker {
    /// Tells them that the queue is not empty.
    pub fn wake(&self) {
        self.0.wake();
    }

    /// The digest of what they judge with.
    pub fn digest(&self) -> &str {
        &self.0.digest
    }

    /// The jobs that they currently hold.
    pub fn load(&self) -> Load {
        self.0.state().load()
    }

    /// Whether a judging thread is idle.
    pub fn has_room(&self) -> bool {
        let load = self.load();
        load.waiting == 0 && load.judging < self.0.settings.threads.max(1)
    }

    /// The numbers of idle judging threads and of all; `None` once they were told to stop.
    pub fn ready(&self) -> Option<(usize, usize)> {
        let all = self.0.settings.threads.max(1);
        let ready = all.saturating_sub(self.load().judging);
        self.is_working().then_some((ready, all))
    }

    /// Whether the workers have not been told to stop.
    pub fn is_working(&self) -> bool {
        !self.0.state().stopping
    }
}

struct Crew {
    name: String,
    pool: Pool,
    judge: Arc<dyn Judge>,
    eed: Arc<Eed>,
    digest: String,
    events: Events,
    clock: Clock,
    settings: Settings,
    lease: TimeDelta,
    first_pause: TimeDelta,
    state: Mutex<State>,
    /// Wakes a judging thread: a job is available.
    work: Condvar,
    /// Wakes the dispatcher: there is room, or news about the queue.
    ask: Condvar,
    tasks: Tasks,
}

/// Why judging gave no report.
#[derive(Debug, thiserror::Error)]
enum TryError {
    #[error("the problem cannot be loaded: {0}")]
    Store(#[from] StoreError),
    #[error("the season's rules cannot be used: {0}")]
    Rules(#[from] RulesError),
    #[error(transparent)]
    Judging(#[from] JudgingError),
    #[error("the judge panicked: {0}")]
    Panic(String),
}

impl Workers {
    /// Starts the threads.
    ///
    /// # Errors
    /// When the system cannot start a thread.
    pub fn start(
        pool: Pool,
        judge: Arc<dyn Judge>,
        eed: Arc<Eed>,
        events: Events,
        clock: Clock,
        settings: Settings,
    ) -> std::io::Result<Self> {
        let crew = Arc::new(Crew {
            name: format!("{}-{:016x}", std::process::id(), rand::random::<u64>()),
            pool,
            digest: judge.digest(),
            judge,
            eed,
            events,
            clock,
            lease: TimeDelta::from_std(settings.lease).unwrap_or(TimeDelta::minutes(1)),
            first_pause: TimeDelta::from_std(settings.first_pause).unwrap_or(TimeDelta::zero()),
            settings,
            state: Mutex::default(),
            work: Condvar::new(),
            ask: Condvar::new(),
            tasks: Tasks::default(),
        });
        let mut threads = Vec::with_capacity(crew.settings.threads + 1);
        if crew.settings.threads > 0 {
            threads.push(spawn("dispatcher".into(), &crew, Crew::dispatch)?);
        }
        for number in 0..crew.settings.threads {
            threads.push(spawn(format!("judge-{number}"), &crew, Crew::work)?);
        }
        Ok(Self { crew, threads })
    }

    /// A handle that wakes them.
    pub fn waker(&self) -> Waker {
        Waker(Arc::clone(&self.crew))
    }

    /// A function that tells them to claim no more jobs; current runs continue.
    pub fn stopper(&self) -> impl FnOnce() + use<> {
        let crew = Arc::clone(&self.crew);
        move || crew.stop_claiming()
    }

    /// Stops claiming, lets current runs finish and returns the other jobs.
    pub fn stop(self) {
        self.crew.stop_claiming();
        for thread in self.threads {
            if thread.join().is_err() {
                tracing::error!("a worker thread had panicked");
            }
        }
        if self.crew.settings.threads == 0 {
            return;
        }
        match store::blocking_write(&self.crew.pool, |conn| {
            queue::give_back(conn, &self.crew.name)
        }) {
            Ok(0) => {}
            Ok(jobs) => tracing::info!(jobs, "gave back what was not begun"),
            Err(error) => {
                tracing::error!(%error, "could not give back jobs; their lease will run out");
            }
        }
    }
}

/// Starts a thread of the crew. It restarts after a panic, and the jobs that it held go back into the queue.
fn spawn(name: String, crew: &Arc<Crew>, work: fn(&Crew)) -> std::io::Result<JoinHandle<()>> {
    let crew = Arc::clone(crew);
    supervised_threads::spawn(name, move || work(&crew))
}

impl Crew {
    /// A panic elsewhere leaves the state in memory valid.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stop_claiming(&self) {
        self.state().stopping = true;
        self.ask.notify_all();
        self.work.notify_all();
    }

    fn wake(&self) {
        self.state().maybe_more = true;
        self.ask.notify_one();
    }

    fn dispatch(&self) {
        let mut renew_at = Instant::now() + self.settings.lease / 3;
        while let Some(room) = self.wait_for_room(renew_at) {
            if Instant::now() >= renew_at || self.state().strays {
                self.renew();
                renew_at = Instant::now() + self.settings.lease / 3;
            }
            if room > 0 {
                self.claim(room);
            }
        }
    }

    /// Waits until there is something to claim and room for it, or leases to renew. `None` if the workers must stop.
    fn wait_for_room(&self, renew_at: Instant) -> Option<usize> {
        let poll_at = Instant::now() + self.settings.poll;
        let mut state = self.state();
        loop {
            if state.stopping {
                return None;
            }
            let room = (self.settings.threads * HELD_PER_THREAD).saturating_sub(state.waiting());
            let now = Instant::now();
            if (state.maybe_more && room > 0) || now >= poll_at || now >= renew_at {
                state.maybe_more = false;
                return Some(room);
            }
            let wait = poll_at.min(renew_at) - now;
            state = self
                .ask
                .wait_timeout(state, wait)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }

    fn claim(&self, room: usize) {
        let limit = i64::try_from(room).unwrap_or(1);
        let now = self.clock.now();
        // Rejudgings get the room that first judgings leave.
        let claimed = store::blocking_write(&self.pool, |conn| {
            let mut jobs = queue::claim(conn, &self.name, &self.digest, limit, now, self.lease)?;
            let left = room.saturating_sub(jobs.len());
            if let Ok(left @ 1..) = i64::try_from(left) {
                let again = rejudges::jobs::claim(conn, &self.name, left, now, self.lease)?;
                jobs.extend(again);
            }
            Ok::<_, StoreError>(jobs)
        });
        match claimed {
            Ok(jobs) => {
                let mut state = self.state();
                state.maybe_more |= jobs.len() == room;
                state.take(jobs);
                drop(state);
                self.work.notify_all();
            }
            Err(error) => {
                tracing::error!(%error, "cannot claim jobs");
                // The claim may have been written although the answer was lost.
                self.state().strays = true;
            }
        }
    }

    /// Renews the leases of held jobs; only this thread adds jobs, so no new one can be missed.
    fn renew(&self) {
        if let Err(error) = self.clock.check() {
            tracing::error!(%error, "cannot look at the clock");
        }
        let now = self.clock.now();
        let held = {
            let mut state = self.state();
            state.strays = false;
            state.keys()
        };
        match store::blocking_write(&self.pool, |conn| {
            queue::renew(conn, &self.name, &held, now, self.lease, self.first_pause)
        }) {
            Ok(0) => {}
            Ok(jobs) => tracing::warn!(jobs, "gave back what could not be written down"),
            Err(error) => {
                tracing::error!(%error, "cannot renew leases");
                self.state().strays = true;
            }
        }
    }

    fn work(&self) {
        while let Some(hold) = self.next_job() {
            self.process(hold);
        }
    }

    fn next_job(&self) -> Option<JobsInMemory<'_>> {
        let mut state = self.state();
        loop {
            if state.stopping {
                return None;
            }
            if let Some(job) = state.begin() {
                if state.maybe_more {
                    self.ask.notify_one();
                }
                return Some(JobsInMemory::new(&self.state, job));
            }
            state = self
                .work
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn process(&self, hold: JobsInMemory<'_>) {
        let (job, began) = (hold.job(), Instant::now());
        let outcome = catch_unwind(AssertUnwindSafe(|| self.judge_one(job)))
            .unwrap_or_else(|panic| Err(TryError::Panic(panic_text(panic.as_ref()))));
        let written = match outcome {
            Ok((task, report)) => {
                let took = began.elapsed();
                let is_kept_back = task.holds_back && job.kind != SubmissionKind::Practice;
                METRICS.judged(&report, is_kept_back, took);
                self.finish(job, &task, report, took)
            }
            Err(error) => self.fail(job, &error),
        };
        match written {
            Ok(()) => hold.settle(),
            Err(error) => {
                tracing::error!(submission = %job.submission, %error, "cannot write how a judging ended; it goes back");
            }
        }
    }

    fn judge_one(&self, job: &Claimed) -> Result<(Arc<Task>, Report), TryError> {
        let load = || store::blocking(&self.pool, |conn| Task::load(conn, job.problem));
        let task = self.tasks.get(job.problem, load)?;
        let report = task.judge(self.judge.as_ref(), &self.eed, &job.source)?;
        Ok((task, report))
    }

    /// A setter does not rank on their own problem, and staff, who may see hidden terms, on none.
    fn finish(
        &self,
        job: &Claimed,
        task: &Task,
        report: Report,
        wall: Duration,
    ) -> Result<(), StoreError> {
        let verdict = report.verdict_word();
        let contradiction = report.contradiction(&job.method_tag).map(str::to_owned);
        let judgement = NewJudgement {
            report,
            runtime_digest: task.digest_beside(&self.digest),
            scoring_version: task.scoring_version.clone(),
            wall_us: i64::try_from(wall.as_micros()).unwrap_or(i64::MAX),
            worker: self.name.clone(),
            judged_at: self.clock.now(),
            contradiction,
        };
        if let Some(rejudge) = job.rejudge {
            return self.finish_again(job, rejudge, &judgement);
        }
        let ranked = task.setter != Some(job.user) && job.kind == SubmissionKind::Ranked;
        match store::blocking_write(&self.pool, |conn| {
            queue::finish(conn, &self.name, job, ranked, &judgement)
        })? {
            Finished::Written => {
                tracing::debug!(submission = %job.submission, verdict, "judged");
                self.events.publish(News::Settled(job.submission));
            }
            Finished::Lost => {
                tracing::warn!(submission = %job.submission, "judged, but the lease was lost");
            }
            Finished::Foreign => {
                tracing::warn!(submission = %job.submission, "judged, but its season is judged by another sandbox");
            }
            Finished::Differs => {
                tracing::error!(submission = %job.submission, verdict, "judged twice with two results");
            }
        }
        Ok(())
    }

    fn finish_again(
        &self,
        job: &Claimed,
        rejudge: RejudgeId,
        judgement: &NewJudgement,
    ) -> Result<(), StoreError> {
        if store::blocking_write(&self.pool, |conn| {
            rejudges::jobs::finish(conn, &self.name, rejudge, job.submission, judgement)
        })? {
            tracing::debug!(submission = %job.submission, %rejudge, "judged again");
        } else {
            tracing::warn!(submission = %job.submission, %rejudge, "judged again, but the lease was lost");
        }
        Ok(())
    }

    fn fail(&self, job: &Claimed, error: &TryError) -> Result<(), StoreError> {
        tracing::error!(submission = %job.submission, %error, "a judging failed");
        let now = self.clock.now();
        if let Some(rejudge) = job.rejudge {
            return store::blocking_write(&self.pool, |conn| {
                rejudges::jobs::fail(
                    conn,
                    &self.name,
                    rejudge,
                    job.submission,
                    now,
                    self.first_pause,
                )
            });
        }
        let after = store::blocking_write(&self.pool, |conn| {
            queue::fail(conn, &self.name, job.submission, now, self.first_pause)
        })?;
        match after {
            AfterFailure::Requeued { .. } | AfterFailure::Lost => {}
            AfterFailure::GivenUp => {
                METRICS.set_aside();
                tracing::error!(submission = %job.submission, "set aside as INTERNAL after {} tries", queue::MAX_TRIES);
                self.events.publish(News::Settled(job.submission));
            }
        }
        Ok(())
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_else(|| "without a message".to_owned())
}
