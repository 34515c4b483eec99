//! Several servers on one PostgreSQL: one that stands still, and one that is next in line. SQLite has one
//! server, so there these tests have nothing to look at.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use diesel::sql_types::BigInt;
use diesel::{QueryableByName, RunQueryDsl as _};
use dojo_judge::sequence::{self, JudgeError, Rules};
use dojo_server::contests::{Judge, SandboxJudge};
use dojo_server::folder::Folder;
use dojo_server::season;
use dojo_server::season::lifecycle::{self, Actor, ChangeError};
use dojo_server::store::attempt::Refusal;
use dojo_server::store::judgements::NewJudgement;
use dojo_server::store::queue::{self, Claimed, Finished};
use dojo_server::store::submissions::{self, NewSubmission, Submitted};
use dojo_server::store::{
    self, AnyConnection, Moment, Pool, ProblemId, Role, SeasonId, StoreError, SubmissionKind,
    Trouble, UserId, seasons, standings, totals,
};

use crate::database::Database;
use crate::site::{PATIENCE, TestSite, add_user, eventually, runtime, trial_folder};

/// What solves the first problem of the trial season.
const SQUARES: &str = "for n in range(999):print(n*n)";

/// The trial season, open, on PostgreSQL.
struct Trial {
    pool: Pool,
    season: SeasonId,
    squares: ProblemId,
    marked: ProblemId,
    ada: UserId,
    // Last, so that the schema is dropped when nobody uses it any more.
    _database: Database,
}

impl Trial {
    /// `None` on SQLite.
    fn new() -> Option<Self> {
        let database = Database::new();
        if database.is_sqlite() {
            return None;
        }
        let pool = database.pool();
        let content = season::read_season(&Folder::Disk(trial_folder())).unwrap();
        let ada = add_user(&pool, "ada", Role::Contestant);
        let imported = store::blocking(&pool, |conn| {
            season::import(conn, &runtime(), &content, None, Moment::now())
        });
        let season = imported.unwrap().id();
        let problems = store::blocking(&pool, |conn| {
            crate::site::open_at_once(conn, season)?;
            Ok::<_, ChangeError>(season::problems_by_slug(conn, season)?)
        })
        .unwrap();
        Some(Self {
            pool,
            season,
            squares: problems["squares"].id,
            marked: problems["marked"].id,
            ada,
            _database: database,
        })
    }

    fn submit(&self, problem: ProblemId) -> Submitted {
        let new = new_submission(problem, self.ada);
        store::blocking(&self.pool, |conn| {
            submissions::submit(conn, &new, &Moment::now)
        })
        .unwrap()
    }
}

fn new_submission(problem: ProblemId, user: UserId) -> NewSubmission {
    NewSubmission {
        problem,
        user,
        source: SQUARES.into(),
        method_tag: String::new(),
        notes: String::new(),
    }
}

fn claim(pool: &Pool) -> Vec<Claimed> {
    let digest = runtime().digest().to_string();
    store::blocking(pool, |conn| {
        let lease = TimeDelta::minutes(1);
        queue::claim(conn, "elsewhere", &digest, 9, Moment::now(), lease)
    })
    .unwrap()
}

/// Full marks, as another server would give them.
fn judgement() -> NewJudgement {
    let expected: Vec<String> = (0..200).map(|n| (n * n).to_string()).collect();
    let report = SandboxJudge(runtime())
        .judge(&Rules::default(), &expected, SQUARES.as_bytes())
        .unwrap();
    NewJudgement {
        report: report.into(),
        runtime_digest: runtime().digest().to_string(),
        contradiction: None,
        scoring_version: "0.1".into(),
        wall_us: 1,
        worker: "elsewhere".into(),
        judged_at: Moment::now(),
    }
}

fn finish(pool: &Pool, job: &Claimed) {
    let finished = store::blocking(pool, |conn| {
        queue::finish(conn, "elsewhere", job, true, &judgement())
    });
    assert_eq!(finished.unwrap(), Finished::Written);
}

/// Waits until that many transactions of this test wait for one of the store's locks.
fn until_waiting(pool: &Pool, wanted: i64) {
    #[derive(QueryableByName)]
    struct Number {
        #[diesel(sql_type = BigInt)]
        value: i64,
    }
    eventually("transactions that wait", || {
        let waiting: Number = store::blocking(pool, |conn| {
            diesel::sql_query(
                "SELECT count(*) AS value FROM pg_locks, unnest(ARRAY['season', 'total', 'log']) kind
                 WHERE locktype = 'advisory' AND NOT granted AND classid::bigint
                   = hashtext(kind || ' ' || current_schema())::bigint & 4294967295",
            )
            .get_result(conn)
            .map_err(StoreError::from)
        })
        .unwrap();
        (waiting.value == wanted).then_some(())
    });
}

/// A submission whose transaction stays open until the sender says so or is gone; what became of it.
fn slow_submission(
    trial: &Trial,
    user: UserId,
    stored: &mpsc::Sender<()>,
    go_on: &mpsc::Receiver<()>,
) -> Result<(), StoreError> {
    let new = new_submission(trial.squares, user);
    store::blocking(&trial.pool, |conn| {
        store::write(conn, |conn| {
            seasons::load_season_locked(conn, trial.season)?;
            submissions::insert_queued(conn, &new, SubmissionKind::Ranked, Moment::now())?;
            stored.send(()).unwrap();
            let _ = go_on.recv();
            Ok(())
        })
    })
}

#[test]
fn a_server_that_stands_still_holds_up_nobody_for_long() {
    let Some(trial) = Trial::new() else { return };
    let bob = add_user(&trial.pool, "bob", Role::Contestant);
    let (stored, is_stored) = mpsc::channel();
    let (wake, woken) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let trial = &trial;
        let paused = scope.spawn(move || slow_submission(trial, bob, &stored, &woken));
        is_stored.recv_timeout(PATIENCE).unwrap();
        assert!(matches!(trial.submit(trial.squares), Submitted::Stored(_)));
        drop(wake);
        let failed = paused.join().unwrap().unwrap_err();
        assert_eq!(failed.trouble(), Some(Trouble::Away), "{failed}");
    });
}

#[test]
fn whoever_freezes_is_next_in_line() {
    let Some(trial) = Trial::new() else { return };
    let bob = add_user(&trial.pool, "bob", Role::Contestant);
    let (stored, is_stored) = mpsc::channel();
    let (go_on, may_go_on) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let trial = &trial;
        let first = scope.spawn(move || slow_submission(trial, bob, &stored, &may_go_on));
        is_stored.recv_timeout(PATIENCE).unwrap();
        let freeze = scope.spawn(|| {
            store::blocking(&trial.pool, |conn| {
                lifecycle::freeze(conn, trial.season, &Actor::Terminal, &Moment::now)
            })
        });
        until_waiting(&trial.pool, 1);
        let late = scope.spawn(|| trial.submit(trial.squares));
        until_waiting(&trial.pool, 2);
        drop(go_on);
        first.join().unwrap().unwrap();
        freeze.join().unwrap().unwrap();
        assert_eq!(late.join().unwrap(), Submitted::Refused(Refusal::Over));
    });
}

#[test]
fn two_verdicts_of_one_person_at_once_are_both_in_the_sum() {
    let Some(trial) = Trial::new() else { return };
    let bob = add_user(&trial.pool, "bob", Role::Contestant);
    trial.submit(trial.squares);
    trial.submit(trial.marked);
    let jobs = claim(&trial.pool);
    let (stored, is_stored) = mpsc::channel();
    let (go_on, may_go_on) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let trial = &trial;
        // Whoever holds the log keeps both in the middle of their transactions.
        let first = scope.spawn(move || slow_submission(trial, bob, &stored, &may_go_on));
        is_stored.recv_timeout(PATIENCE).unwrap();
        for job in &jobs {
            scope.spawn(move || finish(&trial.pool, job));
        }
        until_waiting(&trial.pool, 2);
        drop(go_on);
        first.join().unwrap().unwrap();
    });
    let (rows, board) = store::blocking(&trial.pool, |conn| {
        let rows = standings::list_standings_of(conn, trial.season, &[trial.ada])?;
        let board = totals::list_totals(conn, trial.season, 0, 9)?;
        Ok::<_, StoreError>((rows, board))
    })
    .unwrap();
    assert_eq!(rows.len(), 2);
    let sum: i32 = rows.iter().map(|row| row.score).sum();
    assert_eq!(board[0].total, sum);
}

/// A judge of another kind, which leaves the season's submissions to other servers.
struct Elsewhere;

impl Judge for Elsewhere {
    fn digest(&self) -> String {
        "another runtime".to_owned()
    }

    fn judge(&self, _: &Rules, _: &[String], _: &[u8]) -> Result<sequence::Report, JudgeError> {
        Err(JudgeError::IncompleteRun { terms: 0 })
    }
}

#[test]
fn a_verdict_of_another_server_arrives_at_once() {
    let site = TestSite::builder().judge(Elsewhere).start();
    if matches!(*site.pool.get().unwrap(), AnyConnection::Sqlite(_)) {
        return;
    }
    let ada = site.contestant("ada");
    let id = ada.submit("squares", SQUARES);
    let jobs = claim(&site.pool);
    let began = Instant::now();
    thread::scope(|scope| {
        let waits = scope.spawn(|| ada.await_event(id));
        scope.spawn(|| finish(&site.pool, &jobs[0]));
        assert!(waits.join().unwrap().contains("verdict"));
    });
    // Without a word from the other server the page looks for itself after ten seconds.
    assert!(began.elapsed() < Duration::from_secs(8));
}
