//! The server ends in the middle of its work, killed several times or told to stop: every submission
//! that was accepted is judged, and judged once.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Text};
use dojo_server::store::{self, StoreError, queue};

use crate::client::Person;
use crate::command_line::{Server, run_well};
use crate::database::Database;
use crate::season::Copy;
use crate::site::{PATIENCE, eventually};

/// Times that the server is killed.
const KILLS: usize = 4;

/// Submissions accepted before each kill.
const ACCEPTED_EACH: usize = 30;

/// One right program in three sizes of work, so that a kill falls into runs, waits and writes.
fn source(number: usize) -> String {
    let work = [0, 20_000, 400_000][number % 3];
    format!("for n in range({work}):pass\nfor n in range(200):print(n*n)#{number}")
}

/// Submits until the server is gone; what was accepted goes into the list.
fn flood(person: &Person, token: &str, lane: usize, accepted: &Mutex<Vec<i64>>, stop: &AtomicBool) {
    let authorization = format!("Bearer {token}");
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
    ];
    let mut number = lane;
    while !stop.load(Ordering::SeqCst) {
        let body = serde_json::json!({"source": source(number)}).to_string();
        let path = "/api/v1/seasons/trial/problems/squares/submissions";
        match person.try_post_raw(path, &headers, body.as_bytes()) {
            Some(answer) => {
                let id = answer.expect(201).json()["id"].as_i64().unwrap();
                accepted.lock().unwrap().push(id);
            }
            // Killed while it answered. Whether this one was stored, nobody was told.
            None => return,
        }
        number += 2;
    }
}

#[derive(QueryableByName)]
struct Judged {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = BigInt)]
    times: i64,
}

#[test]
fn whatever_dies_every_submission_is_judged_once() {
    let database = Database::new();
    let url = database.argument();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let season = Copy::new();
    season.replace("season.toml", "max = 50", "max = 100000");
    run_well(&[
        "season",
        "import",
        season.path("").to_str().unwrap(),
        "--open",
        "--data",
        data,
        "--database",
        &url,
    ]);
    // On PostgreSQL nobody knows that a server is dead until its lease has run out.
    let arguments = [
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--no-rate-limits",
        "--lease-seconds",
        "3",
        "--data",
        data,
        "--database",
        &url,
    ];

    let accepted = Mutex::new(Vec::new());
    let mut token = None;
    for _ in 0..KILLS {
        let server = Server::start(&arguments);
        let token = token.get_or_insert_with(|| {
            let ada = server.person();
            ada.register("ada");
            ada.api_token()
        });
        let enough = accepted.lock().unwrap().len() + ACCEPTED_EACH;
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            for lane in 0..2 {
                let (person, token, accepted, stop) = (server.person(), &*token, &accepted, &stop);
                scope.spawn(move || flood(&person, token, lane, accepted, stop));
            }
            eventually("enough submissions", || {
                (accepted.lock().unwrap().len() >= enough).then_some(())
            });
            server.kill();
            stop.store(true, Ordering::SeqCst);
        });
    }

    let _server = Server::start(&arguments);
    let pool = database.empty_pool(1);
    eventually("an empty queue", || {
        let left = store::blocking(&pool, |conn| {
            queue::count_jobs(conn).map_err(StoreError::from)
        })
        .unwrap();
        (left == 0).then_some(())
    });
    let judged: Vec<Judged> = store::blocking(&pool, |conn| {
        diesel::sql_query(
            "SELECT s.id AS id, count(j.id) AS times FROM submissions s
             LEFT JOIN judgements j ON j.submission_id = s.id AND j.id = s.judgement_id
               AND s.state = 'judged' AND j.verdict = 'REWARD'
             GROUP BY s.id",
        )
        .load(conn)
        .map_err(StoreError::from)
    })
    .unwrap();
    let all: Judged = store::blocking(&pool, |conn| {
        diesel::sql_query(
            "SELECT count(*) AS id, count(DISTINCT submission_id) AS times FROM judgements",
        )
        .get_result(conn)
        .map_err(StoreError::from)
    })
    .unwrap();
    assert!(
        judged.iter().all(|row| row.times == 1),
        "waited {PATIENCE:?}"
    );
    let stored = i64::try_from(judged.len()).unwrap();
    assert_eq!((all.id, all.times), (stored, stored));
    let accepted = accepted.into_inner().unwrap();
    assert!(accepted.len() >= KILLS * ACCEPTED_EACH);
    assert!(
        accepted
            .iter()
            .all(|id| judged.iter().any(|row| row.id == *id)),
        "an accepted one is lost"
    );
}

#[derive(QueryableByName)]
struct Job {
    #[diesel(sql_type = Text)]
    state: String,
    #[diesel(sql_type = Integer)]
    claims: i32,
}

#[test]
fn a_server_told_to_stop_ends_what_it_began_and_gives_back_the_rest() {
    const SUBMISSIONS: usize = 6;
    let database = Database::new();
    let url = database.argument();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let season = crate::site::trial_folder();
    run_well(&[
        "season",
        "import",
        season.to_str().unwrap(),
        "--open",
        "--data",
        data,
        "--database",
        &url,
    ]);
    let arguments = [
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--workers",
        "1",
        "--data",
        data,
        "--database",
        &url,
    ];
    let server = Server::start(&arguments);
    let ada = server.person();
    ada.register("ada");
    // Near the end of the fuel, so that even a busy machine accepts them all before the last is judged.
    let slow = "for n in range(15000000):pass\nfor n in range(200):print(n*n)#";
    let ids: Vec<i64> = (0..SUBMISSIONS)
        .map(|n| ada.submit("squares", &format!("{slow}{n}")))
        .collect();
    eventually("one to run", || {
        let mut pages = ids.iter().map(|id| ada.get(&format!("/submissions/{id}")));
        pages
            .any(|page| page.expect(200).body.contains("Running"))
            .then_some(())
    });
    assert_eq!(server.terminate().0, Some(0));

    let pool = database.empty_pool(1);
    let jobs: Vec<Job> = store::blocking(&pool, |conn| {
        diesel::sql_query("SELECT state, claims FROM jobs")
            .load(conn)
            .map_err(StoreError::from)
    })
    .unwrap();
    assert!(jobs.len() < SUBMISSIONS, "what was begun has ended");
    assert!(
        jobs.len() > 1,
        "a test of nothing: all were judged before the end"
    );
    for job in jobs {
        assert_eq!((job.state.as_str(), job.claims), ("queued", 0));
    }

    let server = Server::start(&arguments);
    let ada = server.person();
    ada.sign_in("ada", crate::site::PASSWORD).expect(303);
    for id in ids {
        ada.verdict_page(id).shows("Solved");
    }
}
