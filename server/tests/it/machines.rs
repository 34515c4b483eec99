//! Judges on other machines, and the way to their database. All over PostgreSQL: on SQLite, and without
//! TLS, these tests have nothing to look at.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command};

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Text};
use dojo_server::store::{self, DatabaseUrl, Pool, StoreError};
use tempfile::TempDir;

use crate::command_line::{Server, dojo, run, run_well};
use crate::database::Database;
use crate::site::{eventually, trial_folder};

/// Where the certificate is that vouches for the PostgreSQL of the tests, which is `localhost` by it.
const AUTHORITY: &str = "DOJO_TEST_POSTGRES_CA";

/// The address of the database through TLS, where the tests have that. There it asks for a password, as PostgreSQL
/// does by default.
fn with_tls(database: &Database) -> Option<String> {
    let authority = std::env::var(AUTHORITY).ok()?;
    let plain = database.argument();
    Some(format!(
        "{plain}&password=dojo&host=localhost&hostaddr=127.0.0.1&sslmode=verify-full&sslrootcert={authority}"
    ))
}

fn open(url: &str) -> Result<Pool, StoreError> {
    store::open(&DatabaseUrl::Postgres(url.to_owned()), 2)
}

#[test]
fn what_goes_to_another_machine_is_encrypted() {
    #[derive(QueryableByName)]
    struct Connection {
        #[diesel(sql_type = Bool)]
        ssl: bool,
        #[diesel(sql_type = Text)]
        version: String,
    }

    let database = Database::new();
    let Some(url) = with_tls(&database) else {
        return;
    };
    let pool = open(&url).unwrap();
    let how: Connection = store::blocking(&pool, |conn| {
        store::migrate(conn)?;
        let own = "SELECT ssl, version FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
        diesel::sql_query(own)
            .get_result(conn)
            .map_err(StoreError::from)
    })
    .unwrap();
    assert!(how.ssl);
    assert_eq!(how.version, "TLSv1.3");
    // More than fits into one record, both ways.
    let long = "x".repeat(3 << 20);
    let length: i64 = store::blocking(&pool, |conn| {
        #[derive(QueryableByName)]
        struct Back {
            #[diesel(sql_type = Text)]
            text: String,
        }
        let back: Back = diesel::sql_query("SELECT $1 AS text")
            .bind::<Text, _>(&long)
            .get_result(conn)?;
        assert!(back.text == long);
        Ok::<_, StoreError>(i64::try_from(back.text.len()).unwrap())
    })
    .unwrap();
    assert_eq!(length, 3 << 20);
}

#[test]
fn a_server_is_not_trusted_by_its_word() {
    let database = Database::new();
    let Some(url) = with_tls(&database) else {
        return;
    };
    for (wrong, reason) in [
        // Nobody whom everybody trusts vouches for it.
        ("sslrootcert=system", "UnknownIssuer"),
        // It is somebody else.
        ("host=127.0.0.1", "not valid for name"),
    ] {
        let refused = run(&[
            "season",
            "status",
            "trial",
            "--database",
            &format!("{url}&{wrong}"),
        ]);
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{told}");
        assert!(told.contains(reason), "{told}");
    }
}

/// A pooler before the PostgreSQL of the tests; killed when dropped.
struct Pooler(
    Child,
    #[expect(dead_code, reason = "the folder goes away with it")] TempDir,
);

impl Pooler {
    /// Starts one that keeps sessions in that way; gives its address, or nothing where there is no `PgBouncer`.
    fn start(mode: &str, database: &str) -> Option<(Self, String)> {
        let program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"]
            .into_iter()
            .find(|path| Path::new(path).exists())?;
        let (_, place) = database.split_once('@')?;
        let (host, port) = place.split('/').next()?.split_once(':')?;
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let own = free.local_addr().unwrap().port();
        drop(free);
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let file = folder.path().join("pgbouncer.ini");
        let settings = format!(
            "[databases]\npostgres = host={host} port={port} dbname=postgres user=dojo\n\
             [pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {own}\nauth_type = any\n\
             unix_socket_dir =\npool_mode = {mode}\nignore_startup_parameters = options\n"
        );
        fs::write(&file, settings).unwrap();
        // As root it refuses to run as root.
        let child = Command::new(program)
            .args(["-q", "-u", "postgres"])
            .arg(&file)
            .spawn()
            .unwrap();
        let pooler = Self(child, folder);
        eventually("the pooler", || TcpStream::connect(("127.0.0.1", own)).ok());
        Some((pooler, format!("postgres://dojo@127.0.0.1:{own}/postgres")))
    }
}

impl Drop for Pooler {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_pooler_that_shares_sessions_is_refused() {
    let database = Database::new();
    if database.is_sqlite() {
        return;
    }
    for mode in ["transaction", "session"] {
        let Some((_pooler, url)) = Pooler::start(mode, &database.argument()) else {
            return;
        };
        match open(&url) {
            Err(StoreError::SharedSession) => assert_eq!(mode, "transaction"),
            other => {
                other.unwrap();
                assert_eq!(mode, "session");
            }
        }
    }
}

/// A process that judges; killed when dropped.
struct Worker(Child);

impl Worker {
    fn start(place: &[&str]) -> Self {
        let judging = ["worker", "--workers", "1", "--lease-seconds", "2"];
        Self(dojo(&[&judging, place].concat()).spawn().unwrap())
    }

    fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    /// As `kill` does; its exit code.
    fn terminate(&mut self) -> Option<i32> {
        let pid = self.0.id().to_string();
        assert!(Command::new("kill").arg(pid).status().unwrap().success());
        eventually("the end of the worker", || self.0.try_wait().unwrap()).code()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn count(pool: &Pool, query: &str) -> i64 {
    #[derive(QueryableByName)]
    struct Number {
        #[diesel(sql_type = BigInt)]
        value: i64,
    }
    let number: Number = store::blocking(pool, |conn| {
        diesel::sql_query(format!("SELECT count(*) AS value FROM {query}"))
            .get_result(conn)
            .map_err(StoreError::from)
    })
    .unwrap();
    number.value
}

#[test]
fn what_a_worker_was_judging_when_it_died_another_one_judges() {
    let database = Database::new();
    if database.is_sqlite() {
        return;
    }
    let url = with_tls(&database).unwrap_or_else(|| database.argument());
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let place = ["--data", data, "--database", &url];
    let trial = trial_folder();
    let import = ["season", "import", trial.to_str().unwrap(), "--open"];
    run_well(&[&import[..], &place].concat());
    let serve = [
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--no-judges",
        "--no-rate-limits",
    ];
    let server = Server::start(&[&serve[..], &place].concat());
    let ada = server.person();
    ada.register("ada");
    let pool = database.empty_pool(1);

    let slow = "for n in range(15000000):pass\nfor n in range(200):print(n*n)";
    let first = ada.submit("squares", slow);
    let others: Vec<i64> = (0..6)
        .map(|n| ada.submit("squares", &format!("for n in range(200):print(n*n)#{n}")))
        .collect();
    assert_eq!(
        count(&pool, "jobs WHERE state = 'queued'"),
        7,
        "no judge is here"
    );
    let mut worker = Worker::start(&place);
    eventually("the first to run", || {
        (count(&pool, "jobs WHERE state = 'leased'") > 0).then_some(())
    });
    worker.kill();
    assert_eq!(count(&pool, "judgements"), 0);
    let mut worker = Worker::start(&place);
    ada.verdict_page(first).shows("REWARD");
    for id in others {
        ada.verdict_page(id);
    }
    assert_eq!(count(&pool, "judgements"), 7);
    assert_eq!(count(&pool, "jobs"), 0);
    assert_eq!(worker.terminate(), Some(0));
}

#[test]
fn nobody_else_can_judge_what_is_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let data = ["--data", folder.path().to_str().unwrap()];
    for command in [&["worker"][..], &["serve", "--no-judges"]] {
        let refused = run(&[command, &data].concat());
        assert_eq!(refused.status.code(), Some(2));
        let told = String::from_utf8(refused.stderr).unwrap();
        assert!(told.contains("postgres://"), "{told}");
    }
}
