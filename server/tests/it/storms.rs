//! Storms: people submit while servers are killed and stopped, their connections cut, their disks filled, their
//! clocks stepped, and strangers send them half a request or do not wait for the answer. What was accepted
//! is judged once, and the season becomes final, which replays everything.
//!
//! The short form is a part of every run of the tests. `DOJO_STORM_ROUNDS=50` makes a long one of it, and `.ci/long`
//! runs that on both databases. Clocks are stepped where Debian's `libfaketime` is installed.

use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use dojo_server::store::{self, Pool, StoreError, queue};

use crate::client::Person;
use crate::command_line::{Server, dojo, run_well, within};
use crate::database::Database;
use crate::season::Copy;
use crate::site::eventually;

/// Submissions that are accepted before and during each blow.
const ACCEPTED_EACH: usize = 8;

/// Strangers who keep a connection that they do not use.
const SLOW_ONES: usize = 30;

/// People who come at once, and the pages that each asks for.
const CROWD: (usize, usize) = (40, 5);

/// How long a server that stands still is listened to.
const SILENCE: Duration = Duration::from_secs(1);

/// What actix answers when the machine was too busy to read a request in time.
const BUSY: u16 = 408;

/// Where Debian has the library that tells a program another time.
const FAKETIME: &str = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";

/// What happens to the servers.
#[derive(Clone, Copy, Debug)]
enum Blow {
    /// The first one dies and another takes its place.
    Kill,
    /// The first one stands still while the others, if there are any, go on.
    Pause,
    /// PostgreSQL ends all their connections, again and again until somebody is told that it is away.
    Cut,
    /// Another program writes into the SQLite file for long.
    JobsInMemory,
    /// No room is left on the disk.
    Full,
    /// More people come than can be served.
    Crowd,
    /// Their machines' clocks are two hours ahead for a while.
    Step,
}

const ON_SQLITE: [Blow; 6] = {
    use Blow::{Crowd, Full, JobsInMemory, Kill, Pause, Step};
    [Kill, Pause, JobsInMemory, Full, Crowd, Step]
};

const ON_POSTGRESQL: [Blow; 5] = {
    use Blow::{Crowd, Cut, Kill, Pause, Step};
    [Kill, Pause, Cut, Crowd, Step]
};

fn rounds() -> usize {
    let rounds = std::env::var("DOJO_STORM_ROUNDS").ok();
    rounds.map_or(1, |text| text.parse().unwrap())
}

/// The servers of a storm and what is done on them.
struct Storm {
    arguments: Vec<String>,
    /// What their clocks say.
    clock: PathBuf,
    /// By this name their connections are found among those of other tests.
    name: String,
    pool: Pool,
    servers: Mutex<Vec<Server>>,
    accepted: Mutex<Vec<i64>>,
    /// Submissions that were refused because the disk is full, and for other reasons.
    full: AtomicUsize,
    refused: AtomicUsize,
    over: AtomicBool,
}

impl Storm {
    fn start(&self) -> Server {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        let mut program = dojo(&arguments);
        if fs::exists(FAKETIME).unwrap() {
            program
                .env("LD_PRELOAD", FAKETIME)
                .env("FAKETIME_TIMESTAMP_FILE", &self.clock)
                .env("FAKETIME_NO_CACHE", "1")
                .env("DONT_FAKE_MONOTONIC", "1");
        }
        Server::start_command(within("trap '' XFSZ; exec \"$0\" \"$@\"", &program))
    }

    fn with<T>(&self, place: usize, f: impl FnOnce(&Server) -> T) -> T {
        let servers = self.servers.lock().unwrap();
        f(&servers[place % servers.len()])
    }

    /// Somebody who asks the server of that place.
    fn person(&self, place: usize) -> Person {
        self.with(place, Server::person)
    }

    fn connection(&self, place: usize) -> Option<TcpStream> {
        let address = self.with(place, |server| server.base.replace("http://", ""));
        TcpStream::connect(address).ok()
    }

    /// The status of a page, for which a busy machine is asked again.
    fn read(&self, place: usize, path: &str) -> u16 {
        let mut statuses = (0..).map(|_| self.person(place).get(path).status);
        statuses.find(|status| *status != BUSY).unwrap()
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }

    fn look<T>(&self, f: impl FnOnce(&mut store::AnyConnection) -> QueryResult<T>) -> T {
        store::blocking(&self.pool, |conn| f(conn).map_err(StoreError::from)).unwrap()
    }

    fn more_are_accepted(&self) {
        let enough = self.accepted.lock().unwrap().len() + ACCEPTED_EACH;
        eventually("more submissions", || {
            (self.accepted.lock().unwrap().len() >= enough).then_some(())
        });
    }

    /// Submits to a server of its own until the storm is over. Whoever gets no answer, or is told to come
    /// again, does so.
    fn submit(&self, token: &str, lane: usize) {
        let authorization = format!("Bearer {token}");
        let headers = [
            ("authorization", authorization.as_str()),
            ("content-type", "application/json"),
        ];
        for number in 0.. {
            if self.is_over() {
                return;
            }
            let body = submission(&format!("{lane} {number}"), number);
            let answer = self
                .person(lane)
                .try_post_raw(SUBMISSIONS, &headers, body.as_bytes());
            match answer {
                Some(answer) if answer.status == 201 => {
                    let id = answer.json()["id"].as_i64().unwrap();
                    self.accepted.lock().unwrap().push(id);
                }
                Some(answer) if answer.status == BUSY => {}
                Some(answer) => {
                    assert!(answer.status >= 500, "{}: {}", answer.status, answer.body);
                    let count = match answer.status {
                        507 => &self.full,
                        _ => &self.refused,
                    };
                    count.fetch_add(1, Ordering::SeqCst);
                }
                None => {}
            }
        }
    }

    /// Does what strangers do until the storm is over: submits and does not wait for the answer, and begins
    /// what never ends.
    fn disturb(&self, token: &str) {
        let mut slow = VecDeque::new();
        for number in 0.. {
            if self.is_over() {
                return;
            }
            let body = submission(&format!("gone {number}"), number);
            let head = format!(
                "POST {SUBMISSIONS} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\
                 Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
                body.len()
            );
            let whole = head + &body;
            for part in [whole.len(), whole.len() - 1, 30] {
                let Some(mut stream) = self.connection(number) else {
                    continue;
                };
                // The server may be gone.
                let _ = stream.write_all(&whole.as_bytes()[..part]);
                if part < whole.len() {
                    slow.push_back(stream);
                }
            }
            while slow.len() > SLOW_ONES {
                slow.pop_front();
            }
            let _ = self.person(number).try_post_raw("/healthz", &[], b"");
        }
    }

    fn strike(&self, blow: Blow) {
        match blow {
            Blow::Kill => {
                let mut servers = self.servers.lock().unwrap();
                servers.remove(0).kill();
                servers.push(self.start());
            }
            Blow::Pause => {
                self.with(0, |server| server.signal("STOP"));
                if self.servers.lock().unwrap().len() > 1 {
                    self.more_are_accepted();
                } else {
                    self.falls_silent();
                }
                self.with(0, |server| server.signal("CONT"));
            }
            Blow::Cut => {
                let before = self.refused.load(Ordering::SeqCst);
                eventually("a lost database", || {
                    self.look(|conn| {
                        diesel::sql_query(format!(
                            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                             WHERE application_name = '{}'",
                            self.name
                        ))
                        .execute(conn)
                    });
                    (self.refused.load(Ordering::SeqCst) > before).then_some(())
                });
            }
            Blow::JobsInMemory => self.look(|conn| {
                conn.batch_execute("BEGIN IMMEDIATE")?;
                for _ in 0..ACCEPTED_EACH {
                    assert_eq!(self.read(0, "/seasons/trial"), 200);
                }
                conn.batch_execute("ROLLBACK")
            }),
            Blow::Full => {
                let before = self.full.load(Ordering::SeqCst);
                self.with(0, |server| server.limit_files("4096"));
                eventually("a full disk", || {
                    (self.full.load(Ordering::SeqCst) > before).then_some(())
                });
                assert_eq!(self.read(0, "/seasons/trial"), 200);
                self.with(0, |server| server.limit_files("unlimited"));
            }
            Blow::Crowd => thread::scope(|scope| {
                let (people, pages) = CROWD;
                for place in 0..people {
                    scope.spawn(move || {
                        for _ in 0..pages {
                            let status = self.read(place, "/seasons/trial/leaderboard");
                            assert!([200, 503].contains(&status), "{status}");
                        }
                    });
                }
            }),
            Blow::Step => {
                self.set_clock("+7200");
                self.more_are_accepted();
                self.set_clock("+0");
            }
        }
    }

    /// Waits until the first server answers nothing: a signal takes its time to reach all threads.
    fn falls_silent(&self) {
        eventually("a server that stands still", || {
            let mut stream = self.connection(0)?;
            stream.set_read_timeout(Some(SILENCE)).unwrap();
            stream.write_all(b"GET /healthz HTTP/1.1\r\n\r\n").unwrap();
            stream.read_exact(&mut [0]).is_err().then_some(())
        });
    }

    fn set_clock(&self, says: &str) {
        // Whoever reads it meanwhile finds the one or the other.
        let new = self.clock.with_extension("new");
        fs::write(&new, says).unwrap();
        fs::rename(new, &self.clock).unwrap();
    }

    /// Waits until nothing is to be judged, for as long as it becomes less.
    fn end(&self) {
        let mut left = self.look(queue::count_jobs);
        while left > 0 {
            left = eventually("fewer to judge", || {
                let now = self.look(queue::count_jobs);
                (now < left).then_some(now)
            });
        }
    }
}

/// Ends a storm, also when something in it went wrong.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

const SUBMISSIONS: &str = "/api/v1/seasons/trial/problems/squares/submissions";

/// One right program in three sizes of work.
fn submission(name: &str, number: usize) -> String {
    let work = [0, 20_000, 200_000][number % 3];
    let source = format!("for n in range({work}):pass\nfor n in range(200):print(n*n)#{name}");
    serde_json::json!({ "source": source }).to_string()
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

#[test]
#[allow(clippy::print_stdout, reason = "the figures of a long storm")]
fn after_a_storm_nothing_is_lost_and_the_season_becomes_final() {
    let database = Database::new();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap().to_owned();
    let name = format!("storm{:08x}", rand::random::<u32>());
    let url = if database.is_sqlite() {
        database.argument()
    } else {
        format!("{}&application_name={name}", database.argument())
    };
    let season = Copy::new();
    season.replace("season.toml", "max = 50", "max = 1000000");
    let place = ["--data", &data, "--database", &url];
    let with_place = |arguments: &[&str]| run_well(&[arguments, &place[..]].concat());
    let path = season.path("");
    with_place(&["season", "import", path.to_str().unwrap(), "--open"]);
    let serve = ["serve", "--listen", "127.0.0.1:0", "--no-rate-limits"];
    let lease = ["--lease-seconds", "3"];
    let arguments = [&serve[..], &lease, &place].concat();
    let storm = Storm {
        arguments: arguments.iter().map(ToString::to_string).collect(),
        clock: folder.path().join("clock"),
        name,
        pool: database.empty_pool(1),
        servers: Mutex::default(),
        accepted: Mutex::default(),
        full: AtomicUsize::new(0),
        refused: AtomicUsize::new(0),
        over: AtomicBool::new(false),
    };
    storm.set_clock("+0");
    let (servers, blows) = if database.is_sqlite() {
        (1, &ON_SQLITE[..])
    } else {
        (2, &ON_POSTGRESQL[..])
    };
    for _ in 0..servers {
        let server = storm.start();
        storm.servers.lock().unwrap().push(server);
    }
    let tokens = ["ada", "bob", "nobody"].map(|name| {
        let person = storm.person(0);
        person.register(name);
        person.api_token()
    });

    thread::scope(|scope| {
        let (storm, [ada, bob, nobody]) = (&storm, &tokens);
        scope.spawn(|| storm.submit(ada, 0));
        scope.spawn(|| storm.submit(bob, 1));
        scope.spawn(|| storm.disturb(nobody));
        let _end = End(&storm.over);
        for blow in (0..rounds()).flat_map(|_| blows) {
            storm.more_are_accepted();
            storm.strike(*blow);
            storm.more_are_accepted();
        }
    });

    storm.end();
    let judged: Vec<Judged> = storm.look(|conn| {
        diesel::sql_query(
            "SELECT s.id, s.state, count(j.id) AS times FROM submissions s
             LEFT JOIN judgements j ON j.submission_id = s.id GROUP BY s.id, s.state",
        )
        .load(conn)
    });
    let once = |row: &&Judged| row.state == "judged" && row.times == 1;
    let once: BTreeSet<i64> = judged.iter().filter(once).map(|row| row.id).collect();
    assert_eq!(once.len(), judged.len(), "not everything is judged once");
    let accepted = storm.accepted.into_inner().unwrap();
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
    let (rounds, accepted, stored) = (rounds(), accepted.len(), judged.len());
    println!(
        "{rounds} rounds: {accepted} accepted, none lost; {stored} stored, each judged once; final"
    );
}
