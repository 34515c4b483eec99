//! Backups: taken while the server works, restored into either kind of database.

use std::io::Cursor;
use std::path::Path;

use diesel::connection::SimpleConnection as _;
use dojo_server::season;
use dojo_server::store::backup::{self, BackupError, Summary};
use dojo_server::store::submissions::{self, NewSubmission, Submitted};
use dojo_server::store::{self, Moment, Pool, Role, StoreError, SubmissionId};

use crate::command_line::{Server, run, run_well};
use crate::database::Database;
use crate::site::{PASSWORD, TestSite, add_user, trial_folder};

fn written(pool: &Pool) -> (Vec<u8>, Summary) {
    let mut file = Vec::new();
    let summary = store::blocking(pool, |conn| backup::write(conn, &mut file, Moment::now()));
    (file, summary.unwrap())
}

fn restored(database: &Database, file: &[u8]) -> Result<(Pool, Summary), BackupError> {
    let pool = database.empty_pool(2);
    let summary = store::blocking_write(&pool, |conn| backup::restore(conn, Cursor::new(file)))?;
    Ok((pool, summary))
}

/// A site in the middle of its season: verdicts, boards, tokens, bytes that are no text.
fn busy_site() -> TestSite {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    ada.api_token();
    for source in [
        "for n in range(999):print(n*n)",
        "print('ä\u{1F600}\"\\')",
        "for",
    ] {
        let id = ada.submit("squares", source);
        ada.await_event(id);
    }
    let id = ada.submit("marked", "print(7)");
    ada.await_event(id);
    site
}

#[test]
fn what_is_restored_is_what_there_was_and_goes_on_from_there() {
    let site = busy_site();
    let (file, summary) = written(&site.pool);
    assert_eq!(backup::verify(Cursor::new(&file)).unwrap(), summary);
    assert_eq!(summary.rows["submissions"], 4);
    // Into the same kind of database, and into a file.
    for database in [Database::new(), Database::sqlite()] {
        let (pool, stored) = restored(&database, &file).unwrap();
        assert_eq!(stored, summary);
        let (_, again) = written(&pool);
        assert_eq!(again, summary);
        let next = store::blocking_write(&pool, |conn| {
            let season = store::seasons::find_season(conn, "trial")?.unwrap();
            let problems = season::problems_by_slug(conn, season.id)?;
            let new = NewSubmission {
                problem: problems["squares"].id,
                user: store::users::find_user(conn, "ada")?.unwrap().id,
                source: b"print(1)".to_vec(),
                method_tag: String::new(),
                notes: String::new(),
            };
            submissions::submit(conn, &new, &Moment::now)
        });
        assert_eq!(next.unwrap(), Submitted::Stored(SubmissionId(5)));
    }
}

#[test]
fn a_backup_that_is_not_whole_restores_nothing() {
    let database = Database::new();
    let pool = database.pool();
    add_user(&pool, "ada", Role::Contestant);
    let (file, _) = written(&pool);
    let mut cut = zstd::decode_all(file.as_slice()).unwrap();
    let changed = String::from_utf8(cut.clone())
        .unwrap()
        .replace("contestant", "admin");
    cut.truncate(cut.len() - 40);
    for broken in [cut, changed.into_bytes()] {
        let broken = zstd::encode_all(broken.as_slice(), 0).unwrap();
        let other = Database::new();
        let failed = restored(&other, &broken).map(drop).unwrap_err();
        assert!(matches!(failed, BackupError::Broken(_)), "{failed}");
        assert_eq!(written(&other.pool()).1.rows["users"], 0);
    }
    let failed = restored(&database, &file).map(drop).unwrap_err();
    assert!(matches!(failed, BackupError::NotEmpty(_)), "{failed}");
}

#[test]
fn a_backup_of_an_older_program_is_brought_up_to_date() {
    let old = Database::new();
    let pool = old.pool();
    add_user(&pool, "ada", Role::Contestant);
    store::blocking_write(&pool, store::revert_last).unwrap();
    let (file, _) = written(&pool);
    let new = Database::new();
    let (pool, _) = restored(&new, &file).unwrap();
    // An index has the name of the test's schema in it.
    let schema = |pool: &Pool| {
        let mut lines = store::blocking(pool, store::schema_dump).unwrap();
        lines.retain(|line| !line.starts_with("index "));
        lines
    };
    assert_eq!(schema(&pool), schema(&Database::new().pool()));
}

#[test]
fn an_older_program_refuses_what_a_newer_one_has_changed() {
    let database = Database::new();
    let pool = database.pool();
    store::blocking_write(&pool, |conn| {
        conn.batch_execute(
            "INSERT INTO __diesel_schema_migrations (version) VALUES ('20991231000000')",
        )
        .map_err(StoreError::from)
    })
    .unwrap();
    let refused = store::blocking_write(&pool, store::migrate).unwrap_err();
    assert!(matches!(refused, StoreError::Newer(_)), "{refused}");
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_running_server_is_backed_up_and_its_copy_knows_what_came_later() {
    let folder = tempfile::tempdir().unwrap();
    let first = folder.path().join("first");
    let second = folder.path().join("second");
    let (first, second) = (text(&first), text(&second));
    run_well(&[
        "season",
        "import",
        text(&trial_folder()),
        "--open",
        "--data",
        first,
    ]);
    let server = Server::start(&["serve", "--listen", "127.0.0.1:0", "--data", first]);
    let ada = server.person();
    ada.register("ada");
    let before = ada.submit("squares", "print(1)");
    ada.await_event(before);
    let file = folder.path().join("dojo.backup");
    run_well(&["backup", text(&file), "--data", first]);
    assert!(
        !run(&["backup", text(&file), "--data", first])
            .status
            .success()
    );
    let after = ada.submit("squares", "print(2)");
    ada.await_event(after);
    let receipts: Vec<String> = [before, after]
        .iter()
        .map(|id| {
            let path = folder.path().join(format!("{id}.json"));
            let receipt = ada
                .get(&format!("/submissions/{id}/receipt.json"))
                .expect(200);
            std::fs::write(&path, receipt.body).unwrap();
            text(&path).to_owned()
        })
        .collect();
    assert!(
        !run(&["restore", text(&file), "--data", first])
            .status
            .success()
    );
    assert!(run_well(&["restore", text(&file), "--check"]).contains("1 submissions"));
    run_well(&["restore", text(&file), "--data", second]);
    drop(server);
    let server = Server::start(&["serve", "--listen", "127.0.0.1:0", "--data", second]);
    let ada = server.person();
    assert_eq!(ada.sign_in("ada", PASSWORD).status, 303);
    ada.get(&format!("/submissions/{before}")).expect(200);
    ada.get(&format!("/submissions/{after}")).expect(404);
    let told = run(&[
        "season",
        "check-receipts",
        "trial",
        &receipts[0],
        &receipts[1],
        "--data",
        second,
    ]);
    assert_eq!(told.status.code(), Some(1));
    let told = String::from_utf8(told.stdout).unwrap();
    assert!(
        told.contains(&format!("submission {before} is here")),
        "{told}"
    );
    assert!(told.contains("newer than this database"), "{told}");
}

#[test]
fn where_no_database_is_nothing_is_backed_up() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("backup"));
    let told = run(&["backup", text(&file), "--data", text(&data)]);
    assert_eq!(told.status.code(), Some(2));
    let told = String::from_utf8(told.stderr).unwrap();
    assert!(told.contains("there is no database"), "{told}");
    assert!(told.contains("--data"), "{told}");
    assert!(!file.exists());
    assert!(!data.join("dojo.sqlite").exists());
}

/// As on a disk that is full or can only be read: nothing can be written beside the file.
#[test]
fn a_file_that_can_only_be_read_is_backed_up() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    run_well(&[
        "season",
        "import",
        text(&trial_folder()),
        "--data",
        text(&data),
    ]);
    let server = Server::start(&["serve", "--listen", "127.0.0.1:0", "--data", text(&data)]);
    server.person().register("ada");
    // What was committed last is in the log alone.
    server.kill();
    assert!(data.join("dojo.sqlite-wal").exists());
    let index = data.join("dojo.sqlite-shm");
    std::fs::remove_file(&index).unwrap();
    std::fs::create_dir(&index).unwrap();
    let file = folder.path().join("dojo.backup");
    run_well(&["backup", text(&file), "--data", text(&data)]);
    std::fs::remove_dir(&index).unwrap();
    let again = folder.path().join("again.backup");
    let told = run_well(&["backup", text(&again), "--data", text(&data)]);
    let summary = |told: &str| told.split_once(": ").unwrap().1.trim().to_owned();
    let checked = run_well(&["restore", text(&file), "--check"]);
    assert_eq!(
        summary(&checked).trim_start_matches("whole, "),
        summary(&told)
    );
    // The copy is gone.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
}
