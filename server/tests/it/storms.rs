//! Storms: people submit while servers are killed and stopped and their connections cut. What was accepted is
//! judged once, and the season becomes final, which replays everything.
//!
//! The short form is a part of every run of the tests. `DOJO_STORM_ROUNDS=50` makes a long one of it.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use dojo_server::store::{self, Pool, StoreError, queue};

use crate::client::Person;
use crate::command_line::{Server, run_well};
use crate::database::Database;
use crate::season::Copy;
use crate::site::eventually;

/// Submissions that are accepted before and during each blow.
const ACCEPTED_EACH: usize = 8;

/// What happens to the servers.
#[derive(Clone, Copy)]
enum Blow {
    /// The first one dies and another takes its place.
    Kill,
    /// The first one stands still while the others go on.
    Pause,
    /// PostgreSQL ends all their connections.
    Cut,
}

fn rounds() -> usize {
    let rounds = std::env::var("DOJO_STORM_ROUNDS").ok();
    rounds.map_or(1, |text| text.parse().unwrap())
}

/// The servers of a storm and where they are.
struct Fleet {
    arguments: Vec<String>,
    servers: Mutex<Vec<Server>>,
}

impl Fleet {
    fn start(&self) -> Server {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        Server::start(&arguments)
    }

    /// Somebody who asks the server of that place.
    fn person(&self, place: usize) -> Person {
        let servers = self.servers.lock().unwrap();
        servers[place % servers.len()].person()
    }
}

/// Submits to a server of its own until it is told to stop. Whoever gets no answer, or is told to come again,
/// does so.
fn submit_on(
    fleet: &Fleet,
    token: &str,
    lane: usize,
    accepted: &Mutex<Vec<i64>>,
    stop: &AtomicBool,
) {
    let authorization = format!("Bearer {token}");
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
    ];
    let mut number = 0;
    while !stop.load(Ordering::SeqCst) {
        number += 1;
        let work = [0, 20_000, 200_000][number % 3];
        let source =
            format!("for n in range({work}):pass\nfor n in range(200):print(n*n)#{lane} {number}");
        let body = serde_json::json!({ "source": source }).to_string();
        let path = "/api/v1/seasons/trial/problems/squares/submissions";
        let answer = fleet
            .person(lane)
            .try_post_raw(path, &headers, body.as_bytes());
        match answer {
            Some(answer) if answer.status == 201 => {
                let id = answer.json()["id"].as_i64().unwrap();
                accepted.lock().unwrap().push(id);
            }
            Some(answer) => assert!(answer.status >= 500, "{}: {}", answer.status, answer.body),
            None => {}
        }
    }
}

#[derive(QueryableByName)]
struct Judged {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Text)]
    state: String,
    #[diesel(sql_type = BigInt)]
    times: i64,
}

fn look<T>(pool: &Pool, f: impl FnOnce(&mut store::AnyConnection) -> QueryResult<T>) -> T {
    store::blocking(pool, |conn| f(conn).map_err(StoreError::from)).unwrap()
}

#[test]
#[expect(
    clippy::too_many_lines,
    reason = "one storm, told from its beginning to its end"
)]
fn after_a_storm_nothing_is_lost_and_the_season_becomes_final() {
    let database = Database::new();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap().to_owned();
    let name = format!("storm{:08x}", rand::random::<u32>());
    let url = if database.is_sqlite() {
        database.argument()
    } else {
        // By this name its connections are found among those of other tests.
        format!("{}&application_name={name}", database.argument())
    };
    let season = Copy::new();
    season.replace("season.toml", "max = 50", "max = 100000");
    let place = ["--data", &data, "--database", &url];
    let with_place = |arguments: &[&str]| run_well(&[arguments, &place[..]].concat());
    let path = season.path("");
    with_place(&["season", "import", path.to_str().unwrap(), "--open"]);
    let serve = [
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--no-rate-limits",
        "--lease-seconds",
        "3",
    ];
    let fleet = Fleet {
        arguments: [&serve[..], &place[..]]
            .concat()
            .iter()
            .map(ToString::to_string)
            .collect(),
        servers: Mutex::default(),
    };
    let (servers, blows): (usize, &[Blow]) = if database.is_sqlite() {
        (1, &[Blow::Kill])
    } else {
        (2, &[Blow::Kill, Blow::Pause, Blow::Cut])
    };
    for _ in 0..servers {
        let server = fleet.start();
        fleet.servers.lock().unwrap().push(server);
    }
    let tokens: Vec<String> = (0..2)
        .map(|lane| {
            let person = fleet.person(0);
            person.register(&format!("person{lane}"));
            person.api_token()
        })
        .collect();
    let pool = database.empty_pool(1);

    let (accepted, stop) = (Mutex::new(Vec::new()), AtomicBool::new(false));
    let more_are_accepted = || {
        let enough = accepted.lock().unwrap().len() + ACCEPTED_EACH;
        eventually("more submissions", || {
            (accepted.lock().unwrap().len() >= enough).then_some(())
        });
    };
    thread::scope(|scope| {
        for (lane, token) in tokens.iter().enumerate() {
            let (fleet, accepted, stop) = (&fleet, &accepted, &stop);
            scope.spawn(move || submit_on(fleet, token, lane, accepted, stop));
        }
        for blow in (0..rounds()).flat_map(|_| blows) {
            more_are_accepted();
            match blow {
                Blow::Kill => {
                    let mut servers = fleet.servers.lock().unwrap();
                    servers.remove(0).kill();
                    servers.push(fleet.start());
                }
                Blow::Pause => {
                    fleet.servers.lock().unwrap()[0].signal("STOP");
                    more_are_accepted();
                    fleet.servers.lock().unwrap()[0].signal("CONT");
                }
                Blow::Cut => look(&pool, |conn| {
                    diesel::sql_query(format!(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                         WHERE application_name = '{name}'"
                    ))
                    .execute(conn)
                    .map(drop)
                }),
            }
            more_are_accepted();
        }
        stop.store(true, Ordering::SeqCst);
    });

    eventually("an empty queue", || {
        (look(&pool, queue::count_jobs) == 0).then_some(())
    });
    let judged: Vec<Judged> = look(&pool, |conn| {
        diesel::sql_query(
            "SELECT s.id, s.state, count(j.id) AS times FROM submissions s
             LEFT JOIN judgements j ON j.submission_id = s.id GROUP BY s.id, s.state",
        )
        .load(conn)
    });
    let once = |row: &&Judged| row.state == "judged" && row.times == 1;
    let once: BTreeSet<i64> = judged.iter().filter(once).map(|row| row.id).collect();
    assert_eq!(once.len(), judged.len(), "not everything is judged once");
    let accepted = accepted.into_inner().unwrap();
    assert!(
        accepted.iter().all(|id| once.contains(id)),
        "an accepted one is lost"
    );

    with_place(&["season", "freeze", "trial"]);
    eventually("the scores", || {
        let status = with_place(&["season", "status", "trial", "--json"]);
        let status: serde_json::Value = serde_json::from_str(&status).unwrap();
        status["scored_at"].is_string().then_some(())
    });
    with_place(&["season", "reveal", "trial"]);
    with_place(&["season", "finalize", "trial"]);
}
