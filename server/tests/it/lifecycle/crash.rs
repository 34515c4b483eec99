//! A process that dies in the middle of a step leaves the season as it was before the step.

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use dojo_judge::record::log::verify_chain;
use dojo_server::store::{self, Pool, SeasonState, StoreError};

use super::Draft;
use crate::command_line::{dojo, run_well};
use crate::database::Database;
use crate::site::eventually;

/// Something that holds a transaction up when it writes its transition to the log.
fn hold_up(pool: &Pool, sqlite: bool) {
    let sql = if sqlite {
        "CREATE TRIGGER hold_up BEFORE INSERT ON log WHEN NEW.kind IN ('transition', 'results_computed')
         BEGIN SELECT count(*) FROM (WITH RECURSIVE n(i) AS
           (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000) SELECT i FROM n); END"
    } else {
        "CREATE FUNCTION hold_up() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN PERFORM pg_sleep(600); END $$;
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
        // Nobody tells a sleeping backend that its client is gone, and it may fall asleep later.
        "SET lock_timeout = 100;
         SELECT pg_terminate_backend(pid) FROM pg_locks
           WHERE relation = 'log'::regclass AND pid <> pg_backend_pid();
         DROP TRIGGER hold_up ON log; DROP FUNCTION hold_up(); RESET lock_timeout"
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
    "2100-01-01T00:00:00Z",
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
