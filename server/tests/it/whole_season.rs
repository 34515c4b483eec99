//! A season from draft to final, with real setter packages and real solvers, through the command
//! line and the API alone; then replayed from its archive by somebody who has nothing else.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use dojo_server::store;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::Person;
use crate::command_line::{Server, run, run_well};
use crate::database::Database;
use crate::site::eventually;

/// Packages of the demo season, of different difficulty.
pub(crate) const PROBLEMS: [&str; 4] = ["squares", "stairs", "run-lengths", "necklaces"];

/// Contestants, with the method that each of them names.
pub(crate) const PEOPLE: [(&str, &str); 3] = [
    ("ada", "closed_form"),
    ("ben", "linear_recurrence"),
    ("chiara", "search_enum"),
];

/// Places of an archive that are changed, one at a time.
const TAMPERED_PLACES: usize = 24;

/// A season in a folder, and a database for it.
pub(crate) struct Season {
    slug: &'static str,
    folder: TempDir,
    database: Database,
}

impl Season {
    /// A season of real packages.
    pub(crate) fn new() -> Self {
        let names = PROBLEMS.map(|problem| format!("{problem:?}")).join(", ");
        let text = format!(
            "slug = \"autumn\"\ntitle = \"Autumn\"\nsummary = \"From draft to final.\"\n\
             scoring = \"0.3\"\nproblems = [{names}]\n\n\
             [attempts]\nmax = 50\ninterval_seconds = 0\n"
        );
        Self::of("autumn", &text, &PROBLEMS.map(package))
    }

    /// A season of these packages.
    pub(crate) fn of(slug: &'static str, season_toml: &str, packages: &[PathBuf]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("season")).unwrap();
        fs::write(folder.path().join("season/season.toml"), season_toml).unwrap();
        for package in packages {
            let to = folder.path().join("season/problems");
            copy(package, &to.join(package.file_name().unwrap()));
        }
        Self {
            slug,
            folder,
            database: Database::new(),
        }
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    /// Arguments with those that say where the data is.
    pub(crate) fn at_home(&self, arguments: &[&str]) -> Vec<String> {
        let home = [
            "--data",
            &self.path("data"),
            "--database",
            &self.database.argument(),
        ]
        .map(str::to_owned);
        let arguments = arguments.iter().map(|&argument| argument.to_owned());
        arguments.chain(home).collect()
    }

    /// Runs `dojo season …`; its exit code and what it says.
    pub(crate) fn dojo(&self, arguments: &[&str]) -> (i32, String) {
        let arguments = self.at_home(&[&["season"], arguments].concat());
        let output = run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        let said = [output.stdout, output.stderr].concat();
        (
            output.status.code().unwrap(),
            String::from_utf8(said).unwrap(),
        )
    }

    /// Starts the server, without limits.
    pub(crate) fn serve(&self) -> Server {
        let serve = self.at_home(&["serve", "--listen", "127.0.0.1:0", "--no-rate-limits"]);
        Server::start(&serve.iter().map(String::as_str).collect::<Vec<_>>())
    }

    #[track_caller]
    pub(crate) fn step(&self, arguments: &[&str]) {
        let (code, said) = self.dojo(arguments);
        assert_eq!(code, 0, "{arguments:?}: {said}");
    }

    /// Announces it, to be opened and frozen by hand.
    #[track_caller]
    pub(crate) fn schedule(&self) {
        let opens = "2030-01-01T00:00:00Z";
        let by_hand = ["--opens-at", opens, "--freeze-by-hand"];
        self.step(&[&["schedule", self.slug], &by_hand[..]].concat());
    }

    /// Its archive is made again to the byte by a database of the program before, which the program upgrades. No
    /// server may run.
    #[track_caller]
    pub(crate) fn assert_the_archive_outlives_an_upgrade(&self) {
        let export = |name: &str| {
            // Archives that were made are kept beside the database.
            let _ = fs::remove_dir_all(self.path("data/archives"));
            let file = self.path(name);
            self.step(&["export", self.slug, "--output", &file]);
            fs::read(file).unwrap()
        };
        let before = export("before.tar.zst");
        store::blocking(&self.database.empty_pool(1), store::revert_last).unwrap();
        assert!(export("after.tar.zst") == before, "it is another archive");
    }

    pub(crate) fn status(&self) -> Value {
        let (code, said) = self.dojo(&["status", self.slug, "--json"]);
        assert_eq!(code, 0, "{said}");
        serde_json::from_str(&said).unwrap()
    }
}

fn package(problem: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../seasons/demo/problems")
        .join(problem)
}

pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The example programs of a package with the verdicts they must get, in order of their names.
pub(crate) fn solvers(problem: &str) -> Vec<(String, String)> {
    let mut solvers = Vec::new();
    for verdict in fs::read_dir(package(problem).join("examples")).unwrap() {
        let verdict = verdict.unwrap();
        for file in fs::read_dir(verdict.path()).unwrap() {
            let source = fs::read_to_string(file.unwrap().path()).unwrap();
            let word = verdict.file_name().to_str().unwrap().to_uppercase();
            solvers.push((word, source));
        }
    }
    solvers.sort();
    solvers
}

/// Sends every example of every package, in turn by each of the people; the submissions with the
/// verdicts that they must get.
fn submit_everything(people: &[(Person, String)]) -> Vec<(i64, usize, String)> {
    let mut sent = Vec::new();
    for problem in PROBLEMS {
        for (number, (verdict, source)) in solvers(problem).into_iter().enumerate() {
            let place = number % people.len();
            let (person, token) = &people[place];
            let body = json!({"source": source, "method_tag": PEOPLE[place].1}).to_string();
            let answer = person.post_raw(
                &format!("/api/v1/seasons/autumn/problems/{problem}/submissions"),
                &[
                    ("authorization", &format!("Bearer {token}")),
                    ("content-type", "application/json"),
                ],
                body.as_bytes(),
            );
            let id = answer.expect(201).json()["id"].as_i64().unwrap();
            sent.push((id, place, verdict));
        }
    }
    sent
}

#[test]
fn a_season_goes_from_draft_to_final_and_is_replayed_from_its_archive_alone() {
    let season = Season::new();
    for problem in PROBLEMS {
        run_well(&["problem", "validate", package(problem).to_str().unwrap()]);
    }
    season.step(&["import", &season.path("season")]);
    season.step(&["commit", "autumn"]);
    season.schedule();
    assert_eq!(season.dojo(&["freeze", "autumn"]).0, 1, "it is not open");
    season.step(&["open", "autumn"]);

    let server = season.serve();
    let people = PEOPLE.map(|(name, _)| {
        let person = server.person();
        person.register(name);
        let token = person.api_token();
        (person, token)
    });
    let sent = submit_everything(&people);
    for (id, place, verdict) in &sent {
        let (person, token) = &people[*place];
        let judged = eventually("a verdict", || {
            let path = format!("/api/v1/submissions/{id}");
            let authorization = format!("Bearer {token}");
            let answer = person.get_with(&path, &[("authorization", &authorization)]);
            let submission = answer.expect(200).json();
            (submission["settled"] == json!(true)).then_some(submission)
        });
        assert_eq!(judged["verdict"], json!(verdict), "submission {id}");
    }

    // The results depend on these, too.
    let out = sent[1].0.to_string();
    season.step(&[
        "disqualify",
        "autumn",
        "--submission",
        &out,
        "--reason",
        "A copy.",
    ]);
    season.step(&[
        "withdraw-problem",
        "autumn",
        PROBLEMS[3],
        "--reason",
        "A mistake.",
    ]);
    season.step(&["freeze", "autumn"]);
    eventually("the bonuses", || {
        season.status()["scored_at"].as_str().map(drop)
    });
    let status = season.status();
    let root = status["merkle_root"].as_str().unwrap();
    let receipt = season.path("receipt.json");
    let (first, place, _) = &sent[0];
    let path = format!("/submissions/{first}/receipt.json");
    fs::write(&receipt, people[*place].0.get(&path).expect(200).body).unwrap();
    run_well(&["verify-receipt", &receipt, "--root", root]);

    assert_eq!(
        season.dojo(&["export", "autumn"]).0,
        1,
        "it is not revealed"
    );
    season.step(&["reveal", "autumn"]);
    let archive = season.path("season-autumn.tar.zst");
    season.step(&["export", "autumn", "--output", &archive]);
    let again = season.path("again.tar.zst");
    season.step(&["export", "autumn", "--output", &again]);
    assert_eq!(fs::read(&archive).unwrap(), fs::read(&again).unwrap());

    let replayed: Value = serde_json::from_str(&run_well(&["replay", &archive, "--json"])).unwrap();
    assert_eq!(replayed["submissions"], json!(sent.len()));
    assert_eq!(
        replayed["programs_run"],
        json!(sent.len() + PROBLEMS.len()),
        "{replayed}"
    );
    let hash = replayed["results_hash"].as_str().unwrap();
    assert_eq!(status["results_hash"], json!(hash));
    assert_eq!(
        season.dojo(&["finalize", "autumn", "--replayed", root]).0,
        1
    );
    let (code, said) = season.dojo(&["finalize", "autumn", "--replayed", hash]);
    assert_eq!(code, 0, "{said}");
    let programs = sent.len() + PROBLEMS.len();
    assert!(
        said.contains(&format!(
            "replayed: {programs} judged again, results_hash {hash}"
        )),
        "{said}"
    );
    assert_eq!(season.status()["state"], "final");
    // What is published now holds the log's last word too, and replays as before.
    let published = people[0].0.get("/seasons/autumn/archive.tar.zst");
    published.expect(200);
    drop(server);
    season.assert_the_archive_outlives_an_upgrade();

    assert_tampering_is_found(&archive, &again);
    assert_a_program_of_others_agrees(&archive, hash);
}

/// A folder with the files of an archive.
pub(crate) fn unpack_archive(archive: &[u8]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let content = zstd::decode_all(archive).unwrap();
    tar::Archive::new(content.as_slice())
        .unpack(folder.path())
        .unwrap();
    folder
}

/// `docs/verify_archive.py`, which knows nothing but the documents, computes the same results, and finds a
/// submission that was changed.
#[track_caller]
fn assert_a_program_of_others_agrees(archive: &str, results_hash: &str) {
    let folder = unpack_archive(&fs::read(archive).unwrap());
    let unpacked = folder.path().join("season-autumn");
    let Some((code, said)) = verify_by_others(&unpacked) else {
        return;
    };
    assert_eq!(code, Some(0), "{said}");
    let (code, packed) = verify_by_others(&folder.path().join("no-folder.tar.zst")).unwrap();
    assert_eq!(code, Some(2));
    assert!(packed.contains("is no unpacked archive"), "{packed}");
    assert!(
        said.contains(&format!("results_hash {results_hash}")),
        "{said}"
    );

    let submissions = unpacked.join("submissions.jsonl");
    let text = fs::read_to_string(&submissions).unwrap();
    fs::write(&submissions, text.replacen("\"ada\"", "\"bob\"", 1)).unwrap();
    let (code, said) = verify_by_others(&unpacked).unwrap();
    assert_eq!(code, Some(1));
    assert!(said.contains("receipt of "), "{said}");
}

/// The exit code of `docs/verify_archive.py` on an unpacked archive and what it says; `None` without Python.
pub(crate) fn verify_by_others(unpacked: &Path) -> Option<(Option<i32>, String)> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/verify_archive.py");
    let found = match Command::new("python3").arg(&program).arg(unpacked).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let required = std::env::var_os("DOJO_REQUIRE_PYTHON").is_some_and(|it| it == "1");
            assert!(!required, "DOJO_REQUIRE_PYTHON=1, but there is no python3");
            eprintln!("skipped: no python3 on this machine");
            return None;
        }
        found => found.unwrap(),
    };
    let said = String::from_utf8([found.stdout, found.stderr].concat()).unwrap();
    Some((found.status.code(), said))
}

/// Whatever byte of an archive is changed, in a copy, a replay finds it.
#[track_caller]
pub(crate) fn assert_tampering_is_found(archive: &str, copy: &str) {
    let bytes = fs::read(archive).unwrap();
    for place in 0..TAMPERED_PLACES {
        let mut tampered = bytes.clone();
        tampered[place * bytes.len() / TAMPERED_PLACES] ^= 1;
        fs::write(copy, tampered).unwrap();
        let output = run(&["replay", copy, "--scores-only"]);
        assert_eq!(
            output.status.code(),
            Some(1),
            "byte {place} of {TAMPERED_PLACES}"
        );
    }
}
