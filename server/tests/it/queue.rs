//! The queue and the judges, with judges that fail.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use chrono::TimeDelta;
use diesel::connection::SimpleConnection as _;
use dojo_judge::sequence::{JudgeError, Report, Rules};
use dojo_server::clock::Clock;
use dojo_server::contests::{Judge, SandboxJudge};
use dojo_server::events::Events;
use dojo_server::folder::Folder;
use dojo_server::season;
use dojo_server::season::lifecycle::ChangeError;
use dojo_server::store::judgements::{NewJudgement, find_judgement};
use dojo_server::store::queue::{self, AfterFailure, Claimed, Finished, JobKey};
use dojo_server::store::submissions::{self, NewSubmission};
use dojo_server::store::{
    self, Moment, Pool, ProblemId, Role, StoreError, SubmissionId, SubmissionKind, SubmissionState,
    UserId, problems, rejudges, standings,
};
use dojo_server::worker::{Settings, Workers};

use crate::database::Database;
use crate::site::{PATIENCE, TestSite, add_user, eed, eventually, runtime, trial_folder};

const LEASE: TimeDelta = TimeDelta::seconds(60);

/// The first pause of what went wrong.
const PAUSE: TimeDelta = TimeDelta::seconds(2);

/// A database with the trial season open and one person.
fn prepared(database: &Database) -> (Pool, ProblemId, UserId) {
    let pool = database.pool();
    let content = season::read_season(&Folder::Disk(trial_folder())).unwrap();
    let user = add_user(&pool, "ada", Role::Contestant);
    let id = store::blocking(&pool, |conn| {
        season::import(conn, &runtime(), &content, None, Moment::now())
    })
    .unwrap()
    .id();
    let problem = store::blocking(&pool, |conn| {
        crate::site::open_at_once(conn, id)?;
        Ok::<_, ChangeError>(season::problems_by_slug(conn, id)?["squares"].id)
    })
    .unwrap();
    (pool, problem, user)
}

fn submit(pool: &Pool, problem: ProblemId, user: UserId, source: &str) -> SubmissionId {
    let new = NewSubmission {
        problem,
        user,
        source: source.into(),
        method_tag: String::new(),
        notes: String::new(),
    };
    store::blocking(pool, |conn| {
        store::write(conn, |conn| {
            submissions::insert_queued(conn, &new, SubmissionKind::Ranked, Moment::now())
        })
    })
    .unwrap()
}

fn claim(pool: &Pool, worker: &str, limit: i64, now: Moment) -> Vec<Claimed> {
    let digest = runtime().digest().to_string();
    store::blocking(pool, |conn| {
        queue::claim(conn, worker, &digest, limit, now, LEASE)
    })
    .unwrap()
}

fn judged(source: &str, worker: &str) -> NewJudgement {
    let expected: Vec<String> = (0..200).map(|n| (n * n).to_string()).collect();
    let report = SandboxJudge(runtime())
        .judge(&Rules::default(), &expected, source.as_bytes())
        .unwrap();
    NewJudgement {
        report: report.into(),
        runtime_digest: runtime().digest().to_string(),
        contradiction: None,
        scoring_version: "0.1".into(),
        wall_us: 1,
        worker: worker.into(),
        judged_at: Moment::now(),
    }
}

fn finish(pool: &Pool, worker: &str, job: &Claimed, judgement: &NewJudgement) -> bool {
    store::blocking(pool, |conn| {
        queue::finish(conn, worker, job, true, judgement)
    })
    .unwrap()
        == Finished::Written
}

fn state(pool: &Pool, id: SubmissionId) -> SubmissionState {
    store::blocking(pool, |conn| {
        submissions::find_state(conn, id).map_err(StoreError::from)
    })
    .unwrap()
    .unwrap()
}

#[test]
fn many_workers_claim_each_job_once() {
    let database = Database::new();
    let (pool, problem, user) = prepared(&database);
    let all: Vec<SubmissionId> = (0..60)
        .map(|n| submit(&pool, problem, user, &format!("print({n})")))
        .collect();
    let claimed = thread::scope(|scope| {
        let workers: Vec<_> = (0..4)
            .map(|number| {
                let pool = &pool;
                scope.spawn(move || {
                    let mut mine = Vec::new();
                    loop {
                        let jobs = claim(pool, &format!("worker-{number}"), 3, Moment::now());
                        if jobs.is_empty() {
                            return mine;
                        }
                        mine.extend(jobs.into_iter().map(|job| job.submission));
                    }
                })
            })
            .collect();
        let mut claimed: Vec<SubmissionId> = workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap())
            .collect();
        claimed.sort();
        claimed
    });
    // A worker that found all free jobs locked by others may have left early; no job is lost by it.
    let rest = claim(&pool, "last", 100, Moment::now());
    let mut claimed: Vec<SubmissionId> = claimed
        .into_iter()
        .chain(rest.into_iter().map(|job| job.submission))
        .collect();
    claimed.sort();
    assert_eq!(claimed, all);
}

#[test]
fn a_lost_lease_writes_nothing() {
    let database = Database::new();
    let (pool, problem, user) = prepared(&database);
    let source = "for n in range(999):print(n*n)";
    let id = submit(&pool, problem, user, source);
    let now = Moment::now();
    let slow = claim(&pool, "slow", 1, now).remove(0);
    assert!(claim(&pool, "quick", 1, now).is_empty(), "the lease holds");
    store::blocking(&pool, |conn| {
        queue::renew(
            conn,
            "slow",
            &[slow.key()],
            now.plus(LEASE / 2),
            LEASE,
            PAUSE,
        )
    })
    .unwrap();
    assert!(
        claim(&pool, "quick", 1, now.plus(LEASE)).is_empty(),
        "it has been renewed"
    );
    let quick = claim(&pool, "quick", 1, now.plus(LEASE * 2)).remove(0);
    let judgement = judged(source, "any");
    assert!(!finish(&pool, "slow", &slow, &judgement));
    assert_eq!(state(&pool, id), SubmissionState::Running);
    assert!(finish(&pool, "quick", &quick, &judgement));
    assert!(
        !finish(&pool, "quick", &quick, &judgement),
        "a second time is one too many"
    );
    assert_eq!(state(&pool, id), SubmissionState::Judged);
    let stored = store::blocking(&pool, |conn| find_judgement(conn, id))
        .unwrap()
        .unwrap();
    assert_eq!(stored.report, judgement.report);
}

#[test]
fn leases_are_given_back() {
    let database = Database::new();
    let (pool, problem, user) = prepared(&database);
    let ids: Vec<SubmissionId> = (0..3)
        .map(|n| submit(&pool, problem, user, &format!("print({n})")))
        .collect();
    let now = Moment::now();
    assert_eq!(claim(&pool, "one", 2, now).len(), 2);
    assert_eq!(
        store::blocking(&pool, |conn| queue::give_back(conn, "one")).unwrap(),
        2
    );
    assert_eq!(state(&pool, ids[0]), SubmissionState::Queued);
    assert_eq!(claim(&pool, "two", 5, now).len(), 3);
    assert_eq!(
        store::blocking(&pool, |conn| queue::give_back(conn, "one")).unwrap(),
        0
    );
    assert_eq!(store::blocking(&pool, queue::give_back_all).unwrap(), 3);
    assert_eq!(claim(&pool, "three", 5, now).len(), 3);
}

#[test]
fn whoever_sends_many_waits_for_their_own_and_nobody_else_does() {
    let database = Database::new();
    let (pool, problem, ada) = prepared(&database);
    let [bo, cy] = ["bo", "cy"].map(|name| add_user(&pool, name, Role::Contestant));
    let send = |user, n: usize| -> Vec<SubmissionId> {
        (0..n)
            .map(|k| submit(&pool, problem, user, &format!("print({k})")))
            .collect()
    };
    let ada_sent = send(ada, 4);
    let bo_sent = send(bo, 2);
    let ahead = |id| {
        store::blocking(&pool, |conn| {
            Ok::<_, StoreError>(submissions::count_ahead(conn, id)?)
        })
        .unwrap()
    };
    assert_eq!([ahead(bo_sent[0]), ahead(bo_sent[1])], [1, 3]);
    assert_eq!(ahead(ada_sent[3]), 5);
    let names = |jobs: Vec<Claimed>| -> Vec<SubmissionId> {
        jobs.iter().map(|job| job.submission).collect()
    };
    let now = Moment::now();
    assert_eq!(
        names(claim(&pool, "one", 3, now)),
        [ada_sent[0], bo_sent[0], ada_sent[1]]
    );
    let cy_sent = send(cy, 2);
    assert_eq!(
        names(claim(&pool, "two", 9, now)),
        [cy_sent[0], bo_sent[1], cy_sent[1], ada_sent[2], ada_sent[3]]
    );
    assert_eq!(
        ahead(SubmissionId(0)),
        0,
        "what is judged waits for nothing"
    );
}

#[test]
fn what_a_worker_no_longer_holds_goes_back() {
    let database = Database::new();
    let (pool, problem, user) = prepared(&database);
    for n in 0..3 {
        submit(&pool, problem, user, &format!("print({n})"));
    }
    let now = Moment::now();
    let mine = claim(&pool, "one", 2, now);
    claim(&pool, "two", 1, now);
    let renew = |held: &[JobKey], at| {
        store::blocking(&pool, |conn| {
            queue::renew(conn, "one", held, at, LEASE, PAUSE)
        })
        .unwrap()
    };
    assert_eq!(renew(&[mine[0].key()], now), 1, "only what is its own");
    assert_eq!(state(&pool, mine[1].submission), SubmissionState::Queued);
    assert!(
        claim(&pool, "three", 9, now).is_empty(),
        "not at once: what went wrong may still be wrong"
    );
    let later = now.plus(LEASE / 2);
    assert_eq!(renew(&[mine[0].key()], later), 0);
    let taken = claim(&pool, "three", 9, later);
    let taken: Vec<SubmissionId> = taken.iter().map(|job| job.submission).collect();
    assert_eq!(taken, [mine[1].submission]);
}

#[test]
fn failures_are_tried_again_ever_later_and_then_set_aside() {
    let database = Database::new();
    let (pool, problem, user) = prepared(&database);
    let id = submit(&pool, problem, user, "print(1)");
    let mut now = Moment::now();
    let fail = |worker, now| {
        store::blocking(&pool, |conn| queue::fail(conn, worker, id, now, PAUSE)).unwrap()
    };
    let mut pauses = Vec::new();
    for tries in 1..queue::MAX_TRIES {
        assert_eq!(claim(&pool, "one", 1, now).len(), 1);
        assert_eq!(fail("two", now), AfterFailure::Lost);
        assert_eq!(fail("one", now), AfterFailure::Requeued { tries });
        let pause = (0..600).find(|seconds| {
            let then = now.plus(TimeDelta::seconds(*seconds));
            let found = claim(&pool, "looking", 1, then).len() == 1;
            if found {
                store::blocking(&pool, |conn| queue::give_back(conn, "looking")).unwrap();
            }
            found
        });
        pauses.push(pause.unwrap());
        now = now.plus(TimeDelta::seconds(pause.unwrap()));
    }
    assert_eq!(pauses, [2, 8, 32, 128]);
    claim(&pool, "one", 1, now);
    assert_eq!(fail("one", now), AfterFailure::GivenUp);
    assert_eq!(state(&pool, id), SubmissionState::Internal);
    assert!(claim(&pool, "one", 1, now).is_empty());
    let attempts = store::blocking(&pool, |conn| {
        submissions::attempts(conn, problem, user, false).map_err(StoreError::from)
    });
    assert_eq!(attempts.unwrap().used, 0, "our failure costs no attempt");
}

#[test]
fn the_better_row_stays_whatever_comes_first() {
    let long = "for n in range(999):\n    print(n * n)";
    let short = "for n in range(999):print(n*n)";
    let stage = "for n in range(999):print(n*n if n<150 else 0)";
    for order in [
        [short, long, stage],
        [stage, long, short],
        [long, short, stage],
    ] {
        let database = Database::new();
        let (pool, problem, user) = prepared(&database);
        for source in order {
            submit(&pool, problem, user, source);
        }
        for job in claim(&pool, "one", 9, Moment::now()) {
            let judgement = judged(std::str::from_utf8(&job.source).unwrap(), "one");
            assert!(finish(&pool, "one", &job, &judgement));
        }
        let rows = store::blocking(&pool, |conn| {
            standings::list_problem_standings(conn, problem, 9).map_err(StoreError::from)
        })
        .unwrap();
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].l_chars, Some(30));
    }
}

#[test]
fn what_cannot_be_written_whole_is_not_written_at_all() {
    let database = Database::new();
    let (pool, problem, user) = prepared(&database);
    let rename = |from: &str, to: &str| {
        store::blocking(&pool, |conn| {
            conn.batch_execute(&format!("ALTER TABLE {from} RENAME TO {to}"))
                .map_err(StoreError::from)
        })
        .unwrap();
    };
    let source = "for n in range(999):print(n*n)";
    let new = NewSubmission {
        problem,
        user,
        source: source.into(),
        method_tag: String::new(),
        notes: String::new(),
    };
    rename("jobs", "other_jobs");
    let refused = store::blocking(&pool, |conn| submissions::submit(conn, &new, &Moment::now));
    rename("other_jobs", "jobs");
    refused.unwrap_err();
    let stored = |conn: &mut store::AnyConnection| {
        submissions::attempts(conn, problem, user, false).map_err(StoreError::from)
    };
    assert_eq!(store::blocking(&pool, stored).unwrap().used, 0);

    let id = submit(&pool, problem, user, source);
    let job = claim(&pool, "one", 1, Moment::now()).remove(0);
    let judgement = judged(source, "one");
    rename("log", "other_log");
    let failed = store::blocking(&pool, |conn| {
        queue::finish(conn, "one", &job, true, &judgement)
    });
    rename("other_log", "log");
    failed.unwrap_err();
    assert_eq!(state(&pool, id), SubmissionState::Running);
    store::blocking(&pool, |conn| {
        assert!(find_judgement(conn, id)?.is_none());
        assert!(standings::list_problem_standings(conn, problem, 9)?.is_empty());
        Ok::<_, StoreError>(())
    })
    .unwrap();
    assert!(finish(&pool, "one", &job, &judgement));
}

/// Panics or fails as often as a source says, then judges.
#[derive(Default)]
struct Flaky {
    failures: AtomicU32,
}

impl Judge for Flaky {
    fn digest(&self) -> String {
        SandboxJudge(runtime()).digest()
    }

    fn judge(
        &self,
        rules: &Rules,
        expected: &[String],
        source: &[u8],
    ) -> Result<Report, JudgeError> {
        let text = String::from_utf8_lossy(source).into_owned();
        let wanted: BTreeMap<&str, u32> = [("twice", 2), ("always", u32::MAX), ("panic", 1)].into();
        if let Some((kind, times)) = wanted.into_iter().find(|(kind, _)| text.contains(*kind))
            && self.failures.fetch_add(1, Ordering::SeqCst) < times
        {
            assert!(kind != "panic", "a panic inside the judge");
            return Err(JudgeError::IncompleteRun { terms: 0 });
        }
        SandboxJudge(runtime()).judge(rules, expected, source)
    }
}

#[test]
fn a_judge_that_fails_is_tried_again() {
    for how in ["twice", "panic"] {
        let site = TestSite::builder().judge(Flaky::default()).start();
        let ada = site.contestant("ada");
        let id = ada.submit(
            "squares",
            &format!("for n in range(999):print(n*n) # {how}"),
        );
        ada.verdict_page(id).shows("Solved");
    }
}

#[test]
fn a_judge_that_always_fails_costs_no_attempt() {
    let site = TestSite::builder()
        .judge(Flaky::default())
        .content(|content| content.season.attempts_max = 1)
        .start();
    let ada = site.contestant("ada");
    let id = ada.submit("squares", "print(1) # always");
    ada.verdict_page(id).shows("Our fault");
    // The judges live on, and the attempt is still there.
    let id = ada.submit("squares", "for n in range(999):print(n*n)");
    ada.verdict_page(id).shows("Solved");
}

/// Judges when it is let.
struct Gated {
    reached: mpsc::Sender<()>,
    gate: Arc<Mutex<()>>,
}

impl Judge for Gated {
    fn digest(&self) -> String {
        SandboxJudge(runtime()).digest()
    }

    fn judge(
        &self,
        rules: &Rules,
        expected: &[String],
        source: &[u8],
    ) -> Result<Report, JudgeError> {
        let report = SandboxJudge(runtime()).judge(rules, expected, source);
        // Whoever is not there any more needs no word.
        let _ = self.reached.send(());
        drop(self.gate.lock().unwrap());
        report
    }
}

fn one_worker(pool: &Pool, judge: impl Judge, clock: Clock) -> Workers {
    let settings = Settings::with_threads(1);
    let events = Events::default();
    Workers::start(
        pool.clone(),
        Arc::new(judge),
        eed(),
        events,
        clock,
        settings,
    )
    .unwrap()
}

fn batch(pool: &Pool, sql: &str) {
    store::blocking(pool, |conn| {
        conn.batch_execute(sql).map_err(StoreError::from)
    })
    .unwrap();
}

#[test]
fn work_that_could_not_be_written_down_is_taken_up_again() {
    let database = Database::new();
    let (pool, problem, user) = prepared(&database);
    let (reached, begun) = mpsc::channel();
    let gate = Arc::new(Mutex::new(()));
    let closed = gate.lock().unwrap();
    let judge = Gated {
        reached,
        gate: Arc::clone(&gate),
    };
    let workers = one_worker(&pool, judge, Clock::from_fn(Moment::now));
    let waker = workers.waker();
    let id = submit(&pool, problem, user, "for n in range(999):print(n*n)");
    waker.wake();
    begun.recv_timeout(PATIENCE).unwrap();
    // Neither the result nor the failure can be written now.
    batch(&pool, "ALTER TABLE jobs RENAME TO away");
    drop(closed);
    eventually("the end of the run", || {
        (waker.load().judging == 0).then_some(())
    });
    batch(&pool, "ALTER TABLE away RENAME TO jobs");
    eventually("the verdict", || {
        (state(&pool, id) == SubmissionState::Judged).then_some(())
    });
    workers.stop();
}

#[test]
fn judging_again_goes_on_while_others_submit() {
    let database = Database::new();
    let (pool, problem, user) = prepared(&database);
    let source = |n: u32| format!("for n in range(999):print(n*n)#{n}");
    for n in 0..8 {
        submit(&pool, problem, user, &source(n));
        let job = &claim(&pool, "earlier", 1, Moment::now())[0];
        assert!(finish(
            &pool,
            "earlier",
            job,
            &judged(&source(n), "earlier")
        ));
    }
    let (set, count) = store::blocking(&pool, |conn| {
        let season = problems::load_problem(conn, problem)?.season_id;
        let all = rejudges::Filter::default();
        rejudges::create_rejudge(conn, season, &all, "a test", None, Moment::now())
    })
    .unwrap()
    .unwrap();
    assert_eq!(count, 8);
    let id = submit(&pool, problem, user, &source(8));
    // Nothing wakes the crew but what it is told once.
    let settings = Settings {
        poll: Duration::from_hours(1),
        ..Settings::with_threads(1)
    };
    let workers = Workers::start(
        pool.clone(),
        Arc::new(SandboxJudge(runtime())),
        eed(),
        Events::default(),
        Clock::from_fn(Moment::now),
        settings,
    )
    .unwrap();
    workers.waker().wake();
    eventually("the end of the set", || {
        let left = store::blocking(&pool, |conn| {
            rejudges::has_left(conn, set).map_err(StoreError::from)
        });
        (!left.unwrap()).then_some(())
    });
    assert_eq!(state(&pool, id), SubmissionState::Judged);
    workers.stop();
}

#[test]
fn readyz_knows_work_that_nobody_does_from_work_that_waits() {
    let site = TestSite::builder().judges(0).start();
    let ada = site.contestant("ada");
    let ready = |status| site.visitor().get("/readyz").expect(status).body;
    for n in 0..2 {
        ada.submit("squares", &format!("for n in range(999):print(n*n)#{n}"));
    }
    ready(200);
    site.advance(TimeDelta::minutes(3));
    let told = ready(503);
    assert!(
        told.contains("stuck") && told.contains("no judge works"),
        "{told}"
    );
    // A judge of another server takes the first.
    let digest = runtime().digest().to_string();
    let now = Moment::now().plus(TimeDelta::minutes(3));
    let claimed = store::blocking(&site.pool, |conn| {
        queue::claim(conn, "elsewhere", &digest, 1, now, TimeDelta::minutes(1))
    });
    assert!(ready(200).contains("the oldest waits for"));
    // It has given its verdict and not yet taken the next.
    let expected: Vec<String> = (0..200).map(|n| (n * n).to_string()).collect();
    let job = &claimed.unwrap()[0];
    let report = SandboxJudge(runtime())
        .judge(&Rules::default(), &expected, &job.source)
        .unwrap();
    let judgement = NewJudgement {
        report: report.into(),
        runtime_digest: digest,
        contradiction: None,
        scoring_version: "0.1".into(),
        wall_us: 1,
        worker: "elsewhere".into(),
        judged_at: now,
    };
    store::blocking(&site.pool, |conn| {
        queue::finish(conn, "elsewhere", job, true, &judgement)
    })
    .unwrap();
    ready(200);
    site.advance(TimeDelta::minutes(3));
    ready(503);
}

#[test]
fn a_thread_that_panics_lets_go_of_its_work() {
    let database = Database::new();
    let (pool, problem, user) = prepared(&database);
    let once = AtomicBool::new(true);
    // A judge asks for the time when it has a result to write.
    let clock = Clock::from_fn(move || {
        let by_judge = thread::current().name() == Some("judge-0");
        assert!(
            !(by_judge && once.swap(false, Ordering::SeqCst)),
            "a panic outside the judge"
        );
        Moment::now()
    });
    let workers = one_worker(&pool, SandboxJudge(runtime()), clock);
    let id = submit(&pool, problem, user, "for n in range(999):print(n*n)");
    workers.waker().wake();
    eventually("the verdict", || {
        (state(&pool, id) == SubmissionState::Judged).then_some(())
    });
    workers.stop();
}
