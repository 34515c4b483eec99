//! A season's way from draft to final: by hand, by the timer, by two at once, and with a process
//! that dies in the middle of each step.

use std::thread;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use dojo_judge::season::archive;
use dojo_judge::season::log::verify_chain;
use dojo_judge::season::receipt::{Proven, Receipt};
use dojo_judge::season::replay::{Published, replay};
use dojo_server::season::lifecycle::{self, Actor, ChangeError, Dates};
use dojo_server::season::state::Event;
use dojo_server::season::{self, Folder, scores};
use dojo_server::store::seasons::{self, Season};
use dojo_server::store::submissions::{self, NewSubmission, Submitted};
use dojo_server::store::{
    self, AnyConnection, Moment, Pool, ProblemId, Role, SeasonState, StoreError, SubmissionId,
    UserId, log, records,
};

use crate::client::Person;
use crate::command_line::{dojo, run, run_well};
use crate::database::Database;
use crate::site::{TestSite, add_user, eventually, runtime, trial_folder};

const SQUARES: &str = "for n in range(999):print(n*n)";

/// The trial season as a draft, in a database of its own.
struct Draft {
    pool: Pool,
    id: store::SeasonId,
    problem: ProblemId,
    user: UserId,
    database: Database,
}

impl Draft {
    fn new() -> Self {
        let database = Database::new();
        let pool = database.pool();
        let content = season::read_season(&Folder::Disk(trial_folder())).unwrap();
        let id = store::blocking(&pool, |conn| {
            season::import(conn, &runtime(), &content, None, Moment::now())
        })
        .unwrap()
        .id();
        let problem =
            store::blocking(&pool, |conn| season::problems_by_slug(conn, id)).unwrap()["squares"]
                .id;
        let user = add_user(&pool, "ada", Role::Contestant);
        Self {
            pool,
            id,
            problem,
            user,
            database,
        }
    }

    fn open() -> Self {
        let draft = Self::new();
        draft
            .change(|conn, id| lifecycle::open_at_once(conn, id, &Actor::Terminal, Moment::now()))
            .unwrap();
        draft
    }

    fn change<T>(
        &self,
        f: impl FnOnce(&mut AnyConnection, store::SeasonId) -> Result<T, ChangeError>,
    ) -> Result<T, ChangeError> {
        store::blocking(&self.pool, |conn| f(conn, self.id))
    }

    fn season(&self) -> Season {
        self.change(|conn, id| Ok(seasons::load_season(conn, id)?))
            .unwrap()
    }

    fn submit_at(&self, now: Moment) -> Submitted {
        let new = NewSubmission {
            problem: self.problem,
            user: self.user,
            source: SQUARES.into(),
            method_tag: String::new(),
            notes: String::new(),
        };
        store::blocking(&self.pool, |conn| submissions::submit(conn, &new, &|| now)).unwrap()
    }

    fn freeze_at(&self, now: Moment) -> Result<(), ChangeError> {
        self.change(|conn, id| lifecycle::freeze(conn, id, &Actor::Terminal, &|| now))
    }

    fn log(&self) -> Vec<dojo_judge::season::log::Entry> {
        store::blocking(&self.pool, |conn| log::list_log(conn, self.id, 0, 10_000)).unwrap()
    }
}

fn refusal(result: Result<(), ChangeError>) -> String {
    result.unwrap_err().to_string()
}

fn dates(from: Moment) -> Dates {
    Dates {
        opens_at: Some(from),
        freeze_at: Some(from.plus(TimeDelta::hours(1))),
        blackout_at: None,
        frozen_by_hand: false,
    }
}

#[test]
fn what_a_step_needs_is_told() {
    let draft = Draft::new();
    let now = Moment::now();
    let schedule = |dates| {
        refusal(
            draft.change(|conn, id| lifecycle::schedule(conn, id, dates, &Actor::Terminal, now)),
        )
    };
    assert_eq!(
        schedule(Dates::default()),
        "the season cannot be scheduled yet: these problems are to be committed: squares, marked, \
         short; it needs the time at which it opens; it needs the time at which it freezes, or to \
         be frozen by hand"
    );
    draft
        .change(|conn, id| season::commit::commit_problems(conn, id, now))
        .unwrap();
    let backwards = Dates {
        blackout_at: Some(now.plus(TimeDelta::hours(2))),
        ..dates(now)
    };
    assert!(schedule(backwards).contains("with the blackout in between"));
    assert_eq!(
        refusal(draft.freeze_at(now)),
        "the season is draft and cannot be frozen: it is to be scheduled first"
    );
    let record = |conn: &mut AnyConnection, id| Ok(records::find_record(conn, id)?);
    assert!(draft.change(record).unwrap().is_none());
    draft
        .change(|conn, id| lifecycle::schedule(conn, id, dates(now), &Actor::Terminal, now))
        .unwrap();
    let published = draft.change(record).unwrap().unwrap();
    assert!(published.manifest.contains("\"runtime_digest\":"));
    let kinds: Vec<&str> = draft.log().iter().map(|entry| entry.body.kind()).collect();
    assert_eq!(
        kinds,
        [
            "problem_committed",
            "problem_committed",
            "problem_committed",
            "manifest_published",
            "transition"
        ]
    );
}

#[test]
fn at_the_very_microsecond_of_the_freeze_a_submission_counts_and_one_later_it_does_not() {
    let draft = Draft::new();
    let opened = Moment::now();
    let end = opened.plus(TimeDelta::hours(1));
    draft
        .change(|conn, id| {
            season::commit::commit_problems(conn, id, opened)?;
            lifecycle::schedule(conn, id, dates(opened), &Actor::Terminal, opened)?;
            lifecycle::open(conn, id, &Actor::Timer, opened)
        })
        .unwrap();
    store::blocking(&draft.pool, |conn| {
        diesel::update(store::schema::seasons::table)
            .set(store::schema::seasons::attempt_interval_seconds.eq(0))
            .execute(conn)
            .map_err(StoreError::from)
    })
    .unwrap();
    assert!(matches!(draft.submit_at(end), Submitted::Stored(_)));
    let late = draft.submit_at(end.plus(TimeDelta::microseconds(1)));
    assert!(matches!(late, Submitted::Refused(_)));
    // However late the timer comes, the announced moment is the one that is stamped.
    draft.freeze_at(end.plus(TimeDelta::minutes(5))).unwrap();
    assert_eq!(draft.season().freeze_started_at, Some(end));
    assert!(matches!(draft.submit_at(end), Submitted::Refused(_)));
    assert_eq!(
        refusal(draft.freeze_at(end)),
        "the season is frozen and cannot be frozen: it is so already"
    );
    assert_eq!(draft.season().freeze_started_at, Some(end));
}

#[test]
fn a_freeze_is_never_before_a_submission_that_was_accepted() {
    // Two machines whose clocks differ.
    let draft = Draft::open();
    let ahead = Moment::now().plus(TimeDelta::seconds(30));
    assert!(matches!(draft.submit_at(ahead), Submitted::Stored(_)));
    draft.freeze_at(Moment::now()).unwrap();
    assert_eq!(draft.season().freeze_started_at, Some(ahead));
}

#[test]
fn of_two_organizers_at_once_one_wins_and_the_other_is_told() {
    for event in [Event::Freeze, Event::Cancel] {
        let draft = Draft::open();
        let outcomes: Vec<Result<(), ChangeError>> = thread::scope(|scope| {
            let both: Vec<_> = (0..2)
                .map(|_| {
                    scope.spawn(|| {
                        draft.change(|conn, id| match event {
                            Event::Freeze => {
                                lifecycle::freeze(conn, id, &Actor::Terminal, &Moment::now)
                            }
                            _ => lifecycle::cancel(conn, id, &Actor::Terminal, Moment::now()),
                        })
                    })
                })
                .collect();
            both.into_iter().map(|one| one.join().unwrap()).collect()
        });
        let (done, refused): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(Result::is_ok);
        assert_eq!((done.len(), refused.len()), (1, 1));
        assert!(matches!(
            refused.into_iter().next(),
            Some(Err(ChangeError::Illegal(_) | ChangeError::Conflict))
        ));
        let entries = draft.log();
        let to = event.target().as_str();
        let written = entries
            .iter()
            .filter(|entry| entry.body.to_json().contains(&format!("\"to\":\"{to}\"")));
        assert_eq!(written.count(), 1, "one entry for one transition");
        verify_chain("trial", &entries).unwrap();
    }
}

/// Something that holds a transaction up when it writes its transition to the log.
fn hold_up(pool: &Pool, sqlite: bool) {
    let sql = if sqlite {
        "CREATE TRIGGER hold_up BEFORE INSERT ON log WHEN NEW.kind IN ('transition', 'results_computed')
         BEGIN SELECT count(*) FROM (WITH RECURSIVE n(i) AS
           (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000) SELECT i FROM n); END"
    } else {
        "CREATE FUNCTION hold_up() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN PERFORM pg_sleep(2); RAISE EXCEPTION 'held up'; END $$;
         CREATE TRIGGER hold_up BEFORE INSERT ON log FOR EACH ROW
           WHEN (NEW.kind IN ('transition', 'results_computed')) EXECUTE FUNCTION hold_up()"
    };
    store::blocking(pool, |conn| {
        conn.batch_execute(sql).map_err(StoreError::from)
    })
    .unwrap();
}

fn let_go(pool: &Pool, sqlite: bool) {
    let sql = if sqlite {
        "DROP TRIGGER hold_up"
    } else {
        "DROP TRIGGER hold_up ON log; DROP FUNCTION hold_up()"
    };
    eventually("the lock of a dead process", || {
        store::blocking(pool, |conn| {
            conn.batch_execute(sql).map_err(StoreError::from)
        })
        .ok()
    });
}

/// Everything of a season that a transition changes.
fn snapshot(pool: &Pool) -> String {
    #[derive(QueryableByName)]
    struct Line {
        #[diesel(sql_type = diesel::sql_types::Text)]
        line: String,
    }
    let sql = "SELECT state || ' ' || coalesce(CAST(freeze_started_at AS TEXT), '-') || ' '
         || coalesce(CAST(scored_at AS TEXT), '-') || ' ' || coalesce(CAST(revealed_at AS TEXT), '-') || ' '
         || coalesce(CAST(finalized_at AS TEXT), '-') || ' ' || coalesce(CAST(cancelled_at AS TEXT), '-') || ' '
         || coalesce(CAST(opens_at AS TEXT), '-') || ' '
         || (SELECT count(*) FROM log) || ' ' || (SELECT count(*) FROM season_records) || ' '
         || coalesce((SELECT merkle_root FROM season_records), '-') || ' '
         || coalesce((SELECT results_hash FROM season_records), '-') || ' '
         || (SELECT count(*) FROM standings WHERE diversity_bonus IS NOT NULL) AS line FROM seasons";
    store::blocking(pool, |conn| {
        diesel::sql_query(sql)
            .get_result::<Line>(conn)
            .map_err(StoreError::from)
    })
    .unwrap()
    .line
}

/// The process has begun to write: on SQLite nobody else can; on PostgreSQL it holds the season.
fn is_writing(database: &Database) -> bool {
    let pool = database.empty_pool(1);
    let sql = if database.is_sqlite() {
        "PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; ROLLBACK"
    } else {
        "SELECT id FROM seasons FOR UPDATE NOWAIT"
    };
    store::blocking(&pool, |conn| {
        conn.batch_execute(sql).map_err(StoreError::from)
    })
    .is_err()
}

/// The command line, on the database of a draft.
struct Terminal<'a> {
    draft: &'a Draft,
    data: tempfile::TempDir,
}

impl<'a> Terminal<'a> {
    fn new(draft: &'a Draft) -> Self {
        let data = tempfile::tempdir().unwrap();
        Self { draft, data }
    }

    /// `dojo season` with these words, run by `f`.
    fn with<T>(&self, words: &[&str], f: impl FnOnce(&[&str]) -> T) -> T {
        let (data, url) = (
            self.data.path().to_str().unwrap(),
            self.draft.database.argument(),
        );
        let tail = ["--data", data, "--database", &url];
        f(&[&["season"], words, &tail].concat())
    }

    fn run(&self, words: &[&str]) -> String {
        self.with(words, run_well)
    }

    /// Kills the process in the middle of the step, finds nothing changed, and then takes the step.
    fn kill_in_the_middle(&self, words: &[&str]) {
        let Draft { pool, database, .. } = self.draft;
        let before = snapshot(pool);
        hold_up(pool, database.is_sqlite());
        let mut child = self.with(words, |all| {
            dojo(all)
                .stdout(std::process::Stdio::null())
                .stderr(std::process::Stdio::null())
                .spawn()
                .unwrap()
        });
        eventually("a process in the middle of its step", || {
            is_writing(database).then_some(())
        });
        child.kill().unwrap();
        child.wait().unwrap();
        let_go(pool, database.is_sqlite());
        assert_eq!(snapshot(pool), before, "{words:?} left something");
        self.run(words);
        assert_ne!(snapshot(pool), before, "{words:?} did nothing");
    }
}

const SCHEDULE: [&str; 5] = [
    "schedule",
    "trial",
    "--opens-at",
    "2026-01-01T00:00:00Z",
    "--freeze-by-hand",
];

#[test]
fn a_process_killed_in_the_middle_of_a_step_leaves_the_season_as_it_was() {
    let draft = Draft::new();
    let terminal = Terminal::new(&draft);
    terminal.run(&["commit", "trial"]);
    terminal.kill_in_the_middle(&SCHEDULE);
    for step in ["open", "freeze", "score", "reveal"] {
        terminal.kill_in_the_middle(&[step, "trial"]);
    }
    terminal.kill_in_the_middle(&["finalize", "trial"]);
    assert_eq!(draft.season().state, SeasonState::Final);
    verify_chain("trial", &draft.log()).unwrap();
}

#[test]
fn a_process_killed_while_it_cancels_leaves_the_season_as_it_was() {
    for steps in [0, 1, 2, 4] {
        let draft = Draft::new();
        let terminal = Terminal::new(&draft);
        terminal.run(&["commit", "trial"]);
        for step in ["schedule", "open", "freeze", "reveal"].iter().take(steps) {
            match *step {
                "schedule" => terminal.run(&SCHEDULE),
                "reveal" => {
                    terminal.run(&["score", "trial"]);
                    terminal.run(&["reveal", "trial"])
                }
                other => terminal.run(&[other, "trial"]),
            };
        }
        terminal.kill_in_the_middle(&["cancel", "trial"]);
        assert_eq!(draft.season().state, SeasonState::Cancelled);
        verify_chain("trial", &draft.log()).unwrap();
    }
}

#[test]
fn the_timer_opens_freezes_and_scores() {
    let site = TestSite::builder().draft().start();
    let now = Moment::now();
    let hour = TimeDelta::hours(1);
    site.change(|conn, season| {
        season::commit::commit_problems(conn, season.id, now)?;
        lifecycle::schedule(
            conn,
            season.id,
            dates(now.plus(hour)),
            &Actor::Terminal,
            now,
        )
    });
    let ada = site.contestant("ada");
    ada.get("/seasons/trial").expect(200).shows("Announced");
    ada.try_submit("squares", "print(1)").expect(404);
    site.advance(hour);
    let state = || {
        store::blocking(&site.pool, |conn| {
            seasons::find_season(conn, "trial").map_err(StoreError::from)
        })
        .unwrap()
        .unwrap()
    };
    eventually("an open season", || {
        (state().state == SeasonState::Open).then_some(())
    });
    let id = ada.submit("squares", SQUARES);
    ada.await_event(id);
    site.advance(hour * 2);
    eventually("a scored season", || state().scored_at);
    assert_eq!(state().state, SeasonState::Frozen);
    // 1000, the brevity of 30 bytes, and 30 for the first with a method (v0.1: any tag is one).
    site.visitor()
        .get("/seasons/trial/leaderboard")
        .expect(200)
        .shows("1,222")
        .shows("the scores have their diversity bonus");
}

#[test]
fn two_timers_do_no_harm() {
    let draft = Draft::new();
    let now = Moment::now();
    draft
        .change(|conn, id| {
            season::commit::commit_problems(conn, id, now)?;
            lifecycle::schedule(conn, id, dates(now), &Actor::Terminal, now)
        })
        .unwrap();
    for hours in [0, 2, 3] {
        let clock = dojo_server::clock::Clock::from_fn(move || now.plus(TimeDelta::hours(hours)));
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| dojo_server::timer::tick(&draft.pool, &clock));
            }
        });
    }
    let season = draft.season();
    assert_eq!(season.state, SeasonState::Frozen);
    assert!(season.scored_at.is_some());
    let kinds: Vec<&str> = draft.log().iter().map(|entry| entry.body.kind()).collect();
    let count = |kind| kinds.iter().filter(|found| **found == kind).count();
    assert_eq!((count("transition"), count("results_computed")), (3, 1));
}

#[test]
fn what_was_submitted_in_time_is_judged_after_the_freeze() {
    let draft = Draft::open();
    let Submitted::Stored(id) = draft.submit_at(Moment::now()) else {
        panic!("it is open")
    };
    draft.freeze_at(Moment::now()).unwrap();
    let missing = draft.change(|conn, id| scores::score(conn, id, Moment::now()));
    assert!(matches!(missing, Ok(scores::Scored::Missing(_))));
    assert!(
        refusal(
            draft.change(|conn, id| {
                lifecycle::reveal(conn, id, &Actor::Terminal, Moment::now())
            })
        )
        .contains("submissions that wait to be judged: 1")
    );
    judge_all(&draft.pool);
    assert_eq!(
        draft
            .change(|conn, id| scores::score(conn, id, Moment::now()))
            .unwrap(),
        scores::Scored::Now
    );
    let row = store::blocking(&draft.pool, |conn| {
        store::standings::list_problem_standings(conn, draft.problem, 9).map_err(StoreError::from)
    })
    .unwrap()
    .remove(0);
    assert_eq!(
        (row.submission_id, row.score, row.diversity_bonus),
        (id, 1222, Some(30))
    );
}

/// Judges everything that waits, as a worker does.
fn judge_all(pool: &Pool) {
    let workers = dojo_server::worker::Workers::start(
        pool.clone(),
        std::sync::Arc::new(dojo_server::worker::SandboxJudge(runtime())),
        dojo_server::events::Events::default(),
        dojo_server::clock::Clock::system(),
        dojo_server::worker::Settings::with_threads(1),
    )
    .unwrap();
    workers.waker().wake();
    eventually("an empty queue", || {
        let left = store::blocking(pool, |conn| {
            store::queue::count_jobs(conn).map_err(StoreError::from)
        })
        .unwrap();
        (left == 0).then_some(())
    });
    workers.stop();
}

fn organize(person: &Person, action: &str, fields: &[(&str, &str)]) -> crate::client::Answer {
    person.post(&format!("/seasons/trial/organize/{action}"), fields)
}

/// From a draft to an open season, on the organizers' page.
fn take_to_open(site: &TestSite, iris: &Person, ada: &Person) {
    let page = iris.get("/seasons/trial/organize").expect(200);
    page.shows("Schedule")
        .shows("these problems are to be committed");
    ada.get("/seasons/trial/organize").expect(404);
    ada.post("/seasons/trial/organize/commit", &[]).expect(404);
    organize(iris, "schedule", &[("opens_at", "2026-01-01T00:00:00Z")])
        .expect(409)
        .shows("these problems are to be committed");
    organize(iris, "commit", &[]).expect(303);
    // What was typed is still there.
    organize(
        iris,
        "schedule",
        &[("opens_at", "soon"), ("freeze_at", "2100-02-01T00:00:00Z")],
    )
    .expect(422)
    .shows("is no time; write it as")
    .shows("value=\"soon\"")
    .shows("value=\"2100-02-01T00:00:00Z\"");
    let opens_at = "2100-01-01T00:00:00Z";
    organize(iris, "schedule", &[("opens_at", opens_at)]).expect(303);
    let manifest = site
        .visitor()
        .get("/seasons/trial/manifest.json")
        .expect(200);
    let at: DateTime<Utc> = opens_at.parse().unwrap();
    assert_eq!(manifest.json()["opens_at_us"], at.timestamp_micros());
    organize(iris, "open", &[]).expect(303);
}

#[test]
#[expect(clippy::too_many_lines, reason = "one way from end to end")]
fn an_organizer_takes_a_season_to_its_end_on_the_site() {
    let site = TestSite::builder().draft().setter("otto").start();
    let iris = site.staff("iris", Role::Organizer);
    let ada = site.contestant("ada");
    take_to_open(&site, &iris, &ada);
    let bob = site.contestant("bob");
    let judged = |person: &Person, tag: &str, source: &str| {
        let answer = person.post(
            "/seasons/trial/problems/squares/submissions",
            &[("source", source), ("method_tag", tag)],
        );
        let place = answer.expect(303).location().to_owned();
        let id: i64 = place
            .strip_prefix("/submissions/")
            .unwrap()
            .parse()
            .unwrap();
        person.await_event(id);
        id
    };
    let first = judged(&ada, "closed_form", SQUARES);
    let second = judged(
        &bob,
        "linear_recurrence",
        "a=0\nfor n in range(999):print(a);a+=2*n+1",
    );
    let early: Receipt = serde_json::from_str(
        &ada.get(&format!("/submissions/{first}/receipt.json"))
            .expect(200)
            .body,
    )
    .unwrap();
    assert_eq!(early.verify(None), Ok(Proven::Logged));
    bob.get(&format!("/submissions/{first}/receipt.json"))
        .expect(404);
    site.visitor().get("/seasons/trial/log.jsonl").expect(404);
    iris.get("/seasons/trial/archive.tar.zst").expect(409);

    organize(&iris, "freeze", &[]).expect(303);
    eventually("the bonuses", || {
        let season = site.change(|_, season| Ok(season));
        season.scored_at
    });
    site.visitor()
        .get("/seasons/trial/problems/squares/leaderboard")
        .expect(200)
        .shows("Results are not final")
        .shows("1,242");
    iris.get(&format!("/submissions/{second}"))
        .expect(200)
        .shows("30 for the first with a method, 20 for several methods");
    let receipt: Receipt = serde_json::from_str(
        &ada.get(&format!("/submissions/{first}/receipt.json"))
            .expect(200)
            .body,
    )
    .unwrap();
    let root = site.change(|conn, season| {
        Ok(records::find_record(conn, season.id)?
            .unwrap()
            .merkle_root
            .unwrap())
    });
    let root = root.parse().unwrap();
    assert_eq!(receipt.verify(Some(&root)), Ok(Proven::Included { root }));
    assert_eq!(receipt.submitted, early.submitted);

    organize(&iris, "finalize", &[("replayed", &"0".repeat(64))])
        .expect(409)
        .shows("it is to be revealed first");
    organize(&iris, "reveal", &[]).expect(303);
    // What was hidden is public, and agrees with its commitment.
    site.visitor()
        .get("/seasons/trial/problems/marked")
        .expect(200)
        .shows("SETTER-SECRET")
        .shows("It agrees with the commitment");
    let terms = site
        .visitor()
        .get("/seasons/trial/problems/marked/terms.txt");
    assert_eq!(terms.body.lines().count(), 200);
    // Practice is judged and never ranked.
    let practice = ada.submit("squares", "for n in range(999):print(n**2)");
    ada.verdict_page(practice)
        .shows("Practice")
        .shows("Reward Correct");
    let board = site
        .visitor()
        .get("/api/v1/seasons/trial/problems/squares/leaderboard")
        .json();
    assert_eq!(board["rows"].as_array().unwrap().len(), 2);
    assert_eq!(board["rows"][0]["submission"], first);

    organize(&iris, "finalize", &[("replayed", &"0".repeat(64))])
        .expect(409)
        .shows("replay elsewhere gave 000");
    let hash = replayed_hash(&site);
    organize(&iris, "finalize", &[("replayed", &hash)]).expect(303);
    // The archive is made once, and the one of before is gone.
    let archive = || {
        site.visitor()
            .get("/seasons/trial/archive.tar.zst")
            .expect(200)
            .body
    };
    let made = || {
        let folder = std::fs::read_dir(site.data.path().join("archives")).unwrap();
        let files: Vec<_> = folder.map(|entry| entry.unwrap()).collect();
        let only = files.first().unwrap();
        (
            files.len(),
            only.path(),
            only.metadata().unwrap().modified().unwrap(),
        )
    };
    let first = archive();
    let file = made();
    assert_eq!(file.0, 1);
    assert!(first == archive() && made() == file);
    std::fs::remove_file(file.1).unwrap();
    assert!(first == archive(), "it is the same whenever it is made");
    site.visitor()
        .get("/seasons/trial/log.jsonl")
        .expect(200)
        .shows("\"to\":\"final\"");
    ada.try_submit("squares", "print(1)").expect(409);
    organize(&iris, "cancel", &[])
        .expect(409)
        .shows("what is final is never changed");
}

/// Exports the season and replays the archive without running programs.
fn replayed_hash(site: &TestSite) -> String {
    let record = site.change(|conn, season| season::record::load_record(conn, &season));
    let mut bytes = Vec::new();
    archive::write(&record, &mut bytes).unwrap();
    let read = archive::read(|| Ok(bytes.as_slice())).unwrap();
    let outcome = replay(&read, None, &Published::default());
    assert!(outcome.is_right(), "{outcome:?}");
    outcome.results_hash.unwrap().to_string()
}

#[test]
fn a_submission_or_problem_that_leaves_the_contest_leaves_the_boards_at_once() {
    let site = TestSite::new();
    let (ada, bob) = (site.contestant("ada"), site.contestant("bob"));
    let iris = site.staff("iris", Role::Organizer);
    let best = ada.submit("squares", SQUARES);
    let longer = ada.submit("squares", "for n in range(999):print(n * n)");
    let short = ada.submit("short", "print(*[1]*6)");
    for id in [best, longer, short] {
        ada.await_event(id);
    }
    let total = || {
        let board = site
            .visitor()
            .get("/api/v1/seasons/trial/leaderboard")
            .json();
        board["rows"][0]["score"].as_i64()
    };
    // Brevity of 13, 30 and 32 bytes: 196, 192, 192.
    assert_eq!(total(), Some(1196 + 1192));
    bob.post(
        &format!("/submissions/{best}/withdraw"),
        &[("reason", "no")],
    )
    .expect(409)
    .shows("Only its author");
    ada.post(
        &format!("/submissions/{short}/withdraw"),
        &[("reason", " ")],
    )
    .expect(409)
    .shows("A public reason is needed");
    ada.post(
        &format!("/submissions/{short}/withdraw"),
        &[("reason", "a slip")],
    )
    .expect(303);
    assert_eq!(total(), Some(1192));
    ada.get(&format!("/submissions/{short}"))
        .expect(200)
        .shows("a slip");

    let form = [
        ("submission", best.to_string()),
        ("reason", "copied".to_owned()),
    ];
    let fields: Vec<(&str, &str)> = form.iter().map(|(k, v)| (*k, v.as_str())).collect();
    // One submission or all of a person: who gives both may mean either.
    organize(
        &iris,
        "disqualify",
        &[&fields[..], &[("person", "ada")]].concat(),
    )
    .expect(422)
    .shows("Give a submission or a person, not both")
    .shows("value=\"copied\"");
    organize(&iris, "disqualify", &fields).expect(303);
    organize(&iris, "disqualify", &fields)
        .expect(409)
        .shows("out of the contest already");
    let board = site
        .visitor()
        .get("/api/v1/seasons/trial/problems/squares/leaderboard")
        .json();
    assert_eq!(
        board["rows"][0]["submission"], longer,
        "the next best takes its place"
    );
    organize(&iris, "reinstate", &fields).expect(303);
    assert_eq!(total(), Some(1192));

    organize(
        &iris,
        "withdraw-problem",
        &[("problem", "squares"), ("reason", "too easy")],
    )
    .expect(303);
    assert_eq!(total(), None);
    site.visitor()
        .get("/seasons/trial/problems/squares")
        .expect(200)
        .shows("0 points for everyone: too easy");

    // After the bonuses the results follow too.
    site.freeze();
    eventually("the bonuses", || {
        site.change(|_, season| Ok(season)).scored_at
    });
    organize(
        &iris,
        "reinstate",
        &[("submission", &short.to_string()), ("reason", "asked for")],
    )
    .expect(303);
    assert_eq!(total(), Some(1226));
    organize(&iris, "reveal", &[]).expect(303);
    replayed_hash(&site);
}

#[test]
fn judging_again_is_looked_at_then_applied_and_a_difference_is_an_incident() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let iris = site.staff("iris", Role::Organizer);
    let good = ada.submit("squares", SQUARES);
    let other = ada.submit("squares", "print(1)");
    ada.await_event(good);
    ada.await_event(other);
    // A machine with a broken memory once said something else.
    store::blocking(&site.pool, |conn| {
        conn.batch_execute(&format!(
            "UPDATE judgements SET verdict = 'STAGE', score = 200, reward_correct = FALSE,
             report = replace(report, '\"fuel\":', '\"fuel\":1') WHERE submission_id = {good}"
        ))
        .map_err(StoreError::from)
    })
    .unwrap();
    organize(
        &iris,
        "rejudge",
        &[("reason", "a broken machine"), ("problem", "gone")],
    )
    .expect(409)
    .shows("There is no problem `gone` in this season")
    .shows("value=\"a broken machine\"");
    organize(
        &iris,
        "rejudge",
        &[("reason", "a broken machine"), ("problem", "squares")],
    )
    .expect(303);
    let page = eventually("a judged set", || {
        let page = iris.get("/seasons/trial/organize/rejudges/1").expect(200);
        page.body.contains("ready").then_some(page)
    });
    page.shows("verdict or score changes for 1")
        .shows("STAGE")
        .shows("REWARD");
    iris.get("/seasons/trial/organize")
        .expect(200)
        .shows("the same job gave two results");
    organize(&iris, "apply", &[("rejudge", "1")]).expect(303);
    organize(&iris, "apply", &[("rejudge", "1")])
        .expect(409)
        .shows("is applied");
    let token = ada.api_token();
    assert_eq!(ada.api_verdict(&token, good)["verdict"], "REWARD");
    let kept: i64 = store::blocking(&site.pool, |conn| {
        store::schema::judgements::table
            .filter(store::schema::judgements::submission_id.eq(SubmissionId(good)))
            .count()
            .get_result(conn)
            .map_err(StoreError::from)
    })
    .unwrap();
    assert_eq!(kept, 2, "the old judgement is kept");

    organize(&iris, "rejudge", &[("reason", "once more")]).expect(303);
    site.freeze();
    eventually("the bonuses", || {
        site.change(|_, season| Ok(season)).scored_at
    });
    organize(&iris, "reveal", &[]).expect(303);
    organize(&iris, "finalize", &[])
        .expect(409)
        .shows("rejudgings to be applied or discarded: 2");
    organize(&iris, "discard", &[("rejudge", "2")]).expect(303);
    organize(&iris, "finalize", &[]).expect(303);
}

#[test]
fn a_blackout_hides_what_others_do_until_the_bonuses_are_there() {
    let site = TestSite::builder().draft().start();
    let now = Moment::now();
    let minutes = TimeDelta::minutes;
    site.change(|conn, season| {
        season::commit::commit_problems(conn, season.id, now)?;
        let dates = Dates {
            blackout_at: Some(now.plus(minutes(10))),
            ..dates(now)
        };
        lifecycle::schedule(conn, season.id, dates, &Actor::Terminal, now)?;
        lifecycle::open(conn, season.id, &Actor::Terminal, now)
    });
    let (ada, bob) = (site.contestant("ada"), site.contestant("bob"));
    ada.await_event(ada.submit("squares", SQUARES));
    site.advance(minutes(11));
    let hidden = bob.submit("squares", SQUARES);
    bob.verdict_page(hidden).shows("Reward Correct");
    for path in [
        "/api/v1/seasons/trial/leaderboard",
        "/api/v1/seasons/trial/problems/squares/leaderboard",
    ] {
        assert_eq!(
            ada.get(path).json()["rows"].as_array().unwrap().len(),
            1,
            "{path}"
        );
    }
    ada.get(&format!("/submissions/{hidden}")).expect(404);
    ada.get("/seasons/trial")
        .expect(200)
        .shows("1 solver of 1 who tried");
    ada.get("/").expect(200).shows("1 contestant");
    bob.get("/seasons/trial").expect(200).shows("1,192");
    site.advance(minutes(60));
    eventually("the bonuses", || {
        site.change(|_, season| Ok(season)).scored_at
    });
    let board = ada.get("/api/v1/seasons/trial/leaderboard").json();
    assert_eq!(board["rows"].as_array().unwrap().len(), 2);
}

#[test]
fn the_command_line_tells_what_is_missing() {
    let draft = Draft::open();
    let url = draft.database.argument();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let tail = ["--data", data, "--database", &url];
    let output = run(&[&["season", "reveal", "trial"], &tail[..]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "trial is open and cannot be revealed: it is to be frozen first\n"
    );
    let status = run_well(&[&["season", "status", "trial", "--json"], &tail[..]].concat());
    let status: serde_json::Value = serde_json::from_str(&status).unwrap();
    assert_eq!(
        (&status["state"], &status["next"]),
        (&"open".into(), &"freeze".into())
    );
}
