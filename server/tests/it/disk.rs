//! A SQLite file on a disk: who may read it, what happens when it is damaged or the disk is full.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::thread;

use dojo_server::store::{self, DatabaseUrl, StoreError, Trouble};

use crate::command_line::{Server, dojo, run, run_well, within};
use crate::database::Database;
use crate::site::{PASSWORD, eventually, trial_folder};

#[test]
fn nobody_else_reads_the_file_wherever_its_folder_comes_from() {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let file = folder.path().join("dojo.sqlite");
    let url = DatabaseUrl::Sqlite(file.clone());
    for _ in 0..2 {
        let pool = store::open(&url, 2).unwrap();
        store::blocking_write(&pool, store::migrate).unwrap();
        for name in ["dojo.sqlite", "dojo.sqlite-wal", "dojo.sqlite-shm"] {
            let rights = fs::metadata(folder.path().join(name))
                .unwrap()
                .permissions();
            assert_eq!(rights.mode() & 0o777, 0o600, "{name}");
        }
        drop(pool);
        // As an older program left it.
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    }
}

/// Brings the season of tests into the database of a folder.
fn import_trial(data: &str) {
    let folder = trial_folder();
    run_well(&["season", "import", folder.to_str().unwrap(), "--data", data]);
}

#[test]
fn a_server_refuses_a_damaged_file() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    import_trial(data);
    let file = folder.path().join("dojo.sqlite");
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    for byte in &mut bytes[middle..middle + 40_000] {
        *byte ^= 0x5a;
    }
    fs::write(&file, bytes).unwrap();
    let serve = ["serve", "--listen", "127.0.0.1:0", "--data", data];
    let refused = run(&serve);
    assert_eq!(refused.status.code(), Some(2));
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(
        told.contains("damaged") || told.contains("malformed"),
        "{told}"
    );
    // A cause is told once.
    fs::write(&file, "no database\n".repeat(100)).unwrap();
    let refused = run(&["season", "list", "--data", data]);
    let told = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(told.matches("file is not a database").count(), 1, "{told}");
}

#[test]
fn a_full_disk_is_told_and_stops_no_reader() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    run_well(&[
        "season",
        "import",
        trial_folder().to_str().unwrap(),
        "--open",
        "--data",
        data,
    ]);
    let serve = [
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--data",
        data,
        "--no-rate-limits",
    ];
    // No file may grow beyond 2 MiB: what SQLite is told then is what a full disk tells. The log, on the same
    // disk, cannot grow any more from the beginning.
    let log = folder.path().join("log");
    fs::write(&log, vec![b'\n'; 2 << 20]).unwrap();
    let mut program = dojo(&serve);
    program.env("LOG", &log);
    let line = "ulimit -f 2048; trap '' XFSZ; exec \"$0\" \"$@\" 2>>\"$LOG\"";
    let server = Server::start_command(within(line, &program));
    let ada = server.person();
    ada.register("ada");
    let padding = "x".repeat(60_000);
    let full = (0..200)
        .map(|n| ada.try_submit("squares", &format!("print({n})#{padding}")))
        .find(|answer| answer.status != 303)
        .expect("it is full at last");
    full.expect(507).shows("disk is full");
    let registered = (0..100).map(|n| {
        let name = format!("person-{n}");
        let fields = [
            ("name", name.as_str()),
            ("display_name", "Somebody"),
            ("password", PASSWORD),
        ];
        server.person().post("/register", &fields)
    });
    let refused = registered.into_iter().find(|answer| answer.status != 303);
    refused.expect("nobody can register any more").expect(507);
    ada.get("/seasons/trial").expect(200);
    ada.get("/account").expect(200).shows("ada");
}

#[test]
fn readyz_tries_whether_the_disk_takes_anything() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let server = Server::start(&["serve", "--listen", "127.0.0.1:0", "--data", data]);
    // One look holds for a second, for all who ask.
    let ready = |status| {
        eventually("another answer", || {
            let told = server.person().get("/readyz");
            (told.status == status).then_some(told.body)
        })
    };
    ready(200);
    // What it writes has no place any more, as on a disk that has failed.
    let place = folder.path().join("dojo.probe");
    fs::create_dir(&place).unwrap();
    let told = ready(503);
    assert!(told.contains("the disk takes nothing"), "{told}");
    fs::remove_dir(&place).unwrap();
    ready(200);
    assert!(!place.exists());
}

#[test]
fn two_watchers_do_not_take_a_server_out_of_service() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let server = Server::start(&["serve", "--listen", "127.0.0.1:0", "--data", data]);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let watcher = server.person();
                for _ in 0..50 {
                    watcher.get("/readyz").expect(200);
                }
            });
        }
    });
}

#[test]
fn a_postgresql_that_may_only_be_read_is_away_for_writers() {
    let database = Database::new();
    if database.is_sqlite() {
        return;
    }
    let url = database.argument() + "%20-cdefault_transaction_read_only%3Don";
    drop(database.pool());
    let pool = store::open(&DatabaseUrl::Postgres(url), 2).unwrap();
    let refusal = store::blocking(&pool, |conn| pool.refusal(conn).map_err(StoreError::from));
    assert!(refusal.unwrap().unwrap().contains("read-only"));
    let refused = store::blocking_write(&pool, store::queue::give_back_all).unwrap_err();
    assert_eq!(refused.trouble(), Some(Trouble::Away), "{refused}");
    let well = store::open(&database.url, 2).unwrap();
    let refusal = store::blocking(&well, |conn| well.refusal(conn).map_err(StoreError::from));
    assert_eq!(refusal.unwrap(), None);
}

#[test]
fn a_start_on_a_full_disk_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    import_trial(data);
    let serve = dojo(&["serve", "--listen", "127.0.0.1:0", "--data", data]);
    let line = "ulimit -f 0; trap '' XFSZ; exec \"$0\" \"$@\"";
    let refused = within(line, &serve).output().unwrap();
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{told}");
    assert!(told.contains("is full or takes nothing"), "{told}");
}

/// As at a start on a disk that is full: SQLite can write nothing beside its file.
#[test]
fn a_start_on_a_disk_that_takes_nothing_serves_readers_until_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let trial = trial_folder();
    let trial = trial.to_str().unwrap();
    run_well(&["season", "import", trial, "--open", "--data", data]);
    let serve = ["serve", "--listen", "127.0.0.1:0", "--data", data];
    let server = Server::start(&serve);
    let ada = server.person();
    ada.register("ada");
    let squares = "for n in range(200):print(n*n)";
    ada.verdict_page(ada.submit("squares", squares));
    // What was committed last is in the log alone.
    server.kill();
    let index = folder.path().join("dojo.sqlite-shm");
    fs::remove_file(&index).unwrap();
    fs::create_dir(&index).unwrap();
    let server = Server::start(&serve);
    let reader = server.person();
    reader.get("/seasons/trial").expect(200);
    reader.get("/@ada").expect(200).shows("ada");
    let told = reader.get("/readyz").expect(503).body;
    assert!(told.contains("full or takes nothing"), "{told}");
    reader.sign_in("ada", PASSWORD).expect(507);
    fs::remove_dir(&index).unwrap();
    // The server of readers ends, and what it has just accepted with it.
    eventually("the site", || {
        let told = server.person().try_get("/readyz")?;
        (told.status == 200).then_some(())
    });
    let ada = server.person();
    ada.sign_in("ada", PASSWORD).expect(303);
    let id = ada.submit("squares", &format!("{squares}#"));
    ada.verdict_page(id).shows("REWARD");
}

#[test]
fn what_a_database_says_of_its_disk_is_understood() {
    use diesel::result::{DatabaseErrorKind, Error};
    let told = |text: &str| {
        let error = Error::DatabaseError(DatabaseErrorKind::Unknown, Box::new(text.to_owned()));
        StoreError::from(error).trouble()
    };
    assert_eq!(told("database or disk is full"), Some(Trouble::Full));
    let extend = "could not extend file \"base/1\": No space left on device";
    assert_eq!(told(extend), Some(Trouble::Full));
    assert_eq!(
        told("database disk image is malformed"),
        Some(Trouble::Damaged)
    );
    assert_eq!(told("something else"), None);
}
