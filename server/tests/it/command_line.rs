//! The program as the person at the terminal meets it.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::JoinHandle;

use diesel::connection::SimpleConnection as _;
use dojo_server::store::{self, StoreError};

use crate::client::Person;
use crate::database::Database;
use crate::season::Copy;
use crate::site::{PASSWORD, cache_folder, eventually, runtime, trial_folder};

/// The program, with the compiled sandbox of the tests.
pub(crate) fn dojo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dojo"));
    command
        .args(arguments)
        .env("DOJO_CACHE_DIR", cache_folder())
        .env_remove("DOJO_LOG");
    command
}

/// A program that a line of bash starts, in which it is `"$0" "$@"`.
pub(crate) fn within(line: &str, program: &Command) -> Command {
    let mut bash = Command::new("bash");
    bash.args(["-c", line]);
    bash.arg(program.get_program()).args(program.get_args());
    for (name, value) in program.get_envs() {
        match value {
            Some(value) => bash.env(name, value),
            None => bash.env_remove(name),
        };
    }
    bash
}

/// Runs the program to its end.
pub(crate) fn run(arguments: &[&str]) -> Output {
    dojo(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Runs the program to its end with this as its input.
pub(crate) fn run_piped(arguments: &[&str], input: &str) -> Output {
    let mut child = dojo(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    child.wait_with_output().unwrap()
}

#[track_caller]
pub(crate) fn run_well(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

/// What Linux says of a process: 2 is a filter of system calls.
#[cfg(target_os = "linux")]
#[test]
fn programs_run_behind_the_second_wall() {
    let folder = tempfile::tempdir().unwrap();
    let endless = folder.path().join("endless.py");
    fs::write(&endless, "while 1: pass").unwrap();
    let endless = endless.to_str().unwrap();
    for arguments in [
        &["run", endless][..],
        &["judge", "--setter", endless, "--solver", endless],
        &["run", "--jsonl"],
        &["judge", "--jsonl"],
        &["check", "--jsonl"],
    ] {
        let mut child = dojo(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let status = format!("/proc/{}/status", child.id());
        eventually("the wall", || {
            let status = fs::read_to_string(&status).unwrap();
            status.contains("Seccomp:\t2\n").then_some(())
        });
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn every_program_that_is_checked_gets_an_answer() {
    let programs = [
        (String::new(), "REJECT_FORMAT"),
        ("a\0".to_owned(), "REJECT_FORMAT"),
        ("#".repeat(70_000), "REJECT_SIZE"),
        ("print(1)".to_owned(), "ACCEPT"),
    ];
    let questions: Vec<String> = programs
        .iter()
        .map(|(source, _)| format!("{}\n", serde_json::json!({ "id": 1, "source": source })))
        .collect();
    let output = run_piped(
        &["check", "--jsonl", "--scoring", "0.3"],
        &questions.concat(),
    );
    let answers = String::from_utf8(output.stdout).unwrap();
    let verdicts: Vec<_> = (answers.lines())
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["verdict"].clone())
        .collect();
    assert_eq!(verdicts, programs.map(|(_, verdict)| verdict));
    assert!(output.status.success());
}

/// A table of 60 numbers in the names of variables: nothing to weigh once the names are others.
fn table_in_names() -> String {
    let names: Vec<_> = (0..60).map(|n| format!("a{}z", n * 7919 % 9973)).collect();
    format!(
        "def f({}): pass\nfor name in f.__code__.co_varnames: print(name[1:-1])\n",
        names.join(",")
    )
}

#[test]
fn check_scores_as_new_seasons_do_and_says_what_only_a_run_can_find_out() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let light = file("light.py", "for n in range(200): print(n * n)");
    let said = run_well(&["check", &light]);
    assert!(said.contains("payload:"), "{said}");
    assert!(!said.contains("neutral form"), "{said}");

    let heavy = file("heavy.py", &table_in_names());
    let said = run_well(&["check", &heavy]);
    assert!(
        said.starts_with(
            "ACCEPT: it may run, and is refused after the run if its neutral form prints other terms"
        ),
        "{said}"
    );
    let said = run_well(&["check", "--json", &heavy]);
    let said: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(said["refused_if"], "its neutral form prints other terms");
}

#[test]
fn judge_scores_as_new_seasons_do() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("squares.py");
    fs::write(&file, "for n in range(200): print(n * n)").unwrap();
    let file = file.to_str().unwrap();
    let [by_default, by_name] = [
        &["judge", "--setter", file, "--solver", file][..],
        &[
            "judge",
            "--setter",
            file,
            "--solver",
            file,
            "--scoring",
            "0.3",
        ],
    ]
    .map(run_well);
    assert_eq!(by_default, by_name);
    // At par a program has half of the points for being short.
    assert!(
        by_default.contains("100 points for being short"),
        "{by_default}"
    );
}

#[test]
fn a_source_that_does_not_compile_is_shown_with_a_caret_under_the_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("squares.py");
    let file = text(&file);
    let right = folder.path().join("right.py");
    fs::write(&right, "for n in range(200): print(n * n)").unwrap();
    let shown = "\n    print(a b)\n          ^^^\n";
    fs::write(file, "a = 1\nprint(a b)\n").unwrap();
    for (arguments, begins) in [
        (&["check", file][..], "REJECT_SYNTAX: "),
        (
            &["judge", "--setter", text(&right), "--solver", file],
            "Refused: syntax. ",
        ),
    ] {
        let said = String::from_utf8(run(arguments).stdout).unwrap();
        assert!(said.starts_with(begins), "{said}");
        assert!(said.contains(shown), "{said}");
    }
    // What is wrong only in its place.
    fs::write(file, "print(1)\nreturn 1\n").unwrap();
    let said = String::from_utf8(run(&["check", file]).stdout).unwrap();
    assert!(said.contains("\n    return 1\n"), "{said}");
}

/// A server in a process of its own; killed when dropped.
pub(crate) struct Server {
    child: Child,
    /// What it printed until it was ready.
    pub(crate) greeting: Vec<String>,
    pub(crate) base: String,
    rest: Option<JoinHandle<String>>,
    errors: Option<tempfile::NamedTempFile>,
}

impl Server {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::begin(dojo(arguments), None)
    }

    /// One that is started in a particular way.
    pub(crate) fn start_command(command: Command) -> Self {
        Self::begin(command, None)
    }

    /// One whose log can be read.
    pub(crate) fn start_listening_to_stderr(arguments: &[&str]) -> Self {
        let errors = tempfile::NamedTempFile::new().unwrap();
        let mut command = dojo(arguments);
        command.stderr(errors.reopen().unwrap());
        Self::begin(command, Some(errors))
    }

    /// What it has logged so far, once that has this text.
    pub(crate) fn stderr_with(&self, text: &str) -> String {
        let errors = self.errors.as_ref().unwrap();
        eventually("a line of the log", || {
            let log = fs::read_to_string(errors.path()).unwrap();
            log.contains(text).then_some(log)
        })
    }

    fn begin(mut command: Command, errors: Option<tempfile::NamedTempFile>) -> Self {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let mut greeting = Vec::new();
        let base = loop {
            let mut line = String::new();
            assert_ne!(
                lines.read_line(&mut line).unwrap(),
                0,
                "the server ended at once: {greeting:?}"
            );
            let line = line.trim_end().to_owned();
            // As a line, or as the message of one in JSON.
            let found = line
                .split_once("Open ")
                .map(|(_, url)| url.trim_end_matches(['/', '"', '}']).to_owned());
            greeting.push(line);
            if let Some(base) = found {
                break base;
            }
        };
        let rest = std::thread::spawn(move || {
            let mut rest = String::new();
            lines.read_to_string(&mut rest).unwrap();
            rest
        });
        Self {
            child,
            greeting,
            base,
            rest: Some(rest),
            errors,
        }
    }

    /// The path of the link for the first organizer.
    pub(crate) fn setup_link(&self) -> String {
        let found = self
            .greeting
            .iter()
            .find_map(|line| line.split_once("/link/"));
        format!("/link/{}", found.expect("a link").1)
    }

    /// Bytes that it holds in memory.
    #[cfg(target_os = "linux")]
    pub(crate) fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let kib = line.unwrap().split_whitespace().nth(1).unwrap();
        kib.parse::<u64>().unwrap() << 10
    }

    pub(crate) fn person(&self) -> Person {
        Person::new(self.base.clone())
    }

    /// Waits until nothing is in the queue.
    pub(crate) fn judges_all(&self) {
        eventually("an empty queue", || {
            let ready = self.person().get("/readyz").expect(200).body;
            ready.contains(", 0 in the queue").then_some(())
        });
    }

    /// As `kill -9` does.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends the process a signal.
    pub(crate) fn signal(&self, signal: &str) {
        let pid = self.child.id().to_string();
        let mut kill = Command::new("kill");
        let sent = kill.args([&format!("-{signal}"), &pid]).status();
        assert!(sent.unwrap().success());
    }

    /// Lets no file of it grow beyond that many bytes, or any number again.
    #[cfg(target_os = "linux")]
    pub(crate) fn limit_files(&self, bytes: &str) {
        let pid = format!("--pid={}", self.child.id());
        let limit = format!("--fsize={bytes}:unlimited");
        let limited = Command::new("prlimit").args([pid, limit]).status();
        assert!(limited.unwrap().success());
    }

    /// As `kill` does; gives the exit code and what else was printed.
    pub(crate) fn terminate(self) -> (Option<i32>, String) {
        self.end_by("TERM")
    }

    /// Sends that signal; gives the exit code and what else was printed.
    pub(crate) fn end_by(mut self, signal: &str) -> (Option<i32>, String) {
        self.signal(signal);
        let code = eventually("the end of the server", || self.child.try_wait().unwrap()).code();
        (code, self.rest.take().unwrap().join().unwrap())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn the_demo_fills_its_boards_and_goes_on_from_its_data() {
    let folder = tempfile::tempdir().unwrap();
    let data = text(folder.path());
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();

    let first = Server::start(&["demo", "--listen", &address, "--data", data]);
    assert!(
        first.greeting[0].contains("is taken"),
        "{:?}",
        first.greeting
    );
    assert!(!first.base.ends_with(&address));
    let board = first
        .person()
        .get("/api/v1/seasons/demo/leaderboard")
        .expect(200)
        .json();
    assert!(board["rows"].as_array().unwrap().len() >= 2, "{board}");
    // Derivations are graded behind the pages: formulas have to be simplified for some of them.
    first.judges_all();
    let derivations = first
        .person()
        .get("/api/v1/seasons/physics-demo/leaderboard")
        .expect(200)
        .json();
    assert_eq!(derivations["rows"][0]["name"], "ada", "{derivations}");
    assert_eq!(derivations["people"], 3);
    first.person().get("/").expect(200).shows("Opening season");
    let hint = first.person().get("/login").expect(200).body;
    let (code, rest) = first.terminate();
    assert_eq!(code, Some(0));
    let (_, password) = rest.split_once("the password of each is ").unwrap();
    let password = password.lines().next().unwrap();
    assert!(hint.contains(password));

    let second = Server::start(&["demo", "--listen", "127.0.0.1:0", "--data", data]);
    second.person().sign_in("ada", password).expect(303);
    assert_eq!(
        second
            .person()
            .get("/api/v1/seasons/demo/leaderboard")
            .expect(200)
            .json(),
        board
    );
}

#[test]
fn a_mistyped_path_makes_no_database() {
    let folder = tempfile::tempdir().unwrap();
    let typo = folder.path().join("typo");
    for command in [
        &["season", "list"][..],
        &["season", "status", "trial"],
        &["season", "adopt-runtime", "trial", "--reason", "new"],
        &["season", "finalize", "trial"],
        &[
            "season",
            "create",
            "trial",
            "--title",
            "T",
            "--summary",
            "S",
        ],
        &["user", "add", "olga"],
        &["user", "role", "olga", "organizer"],
    ] {
        let refused = run(&[command, &["--data", text(&typo)]].concat());
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{told}");
        assert!(
            told.contains("no database") && told.contains(text(&typo)),
            "{told}"
        );
        assert!(!typo.exists(), "{command:?}");
    }
}

#[test]
fn a_database_of_somebody_else_gets_no_tables() {
    let database = Database::new();
    let (folder, url) = (tempfile::tempdir().unwrap(), database.argument());
    let pool = database.empty_pool(1);
    store::blocking(&pool, |conn| {
        conn.batch_execute("CREATE TABLE theirs (id INTEGER)")
            .map_err(StoreError::from)
    })
    .unwrap();
    let home = ["--data", text(folder.path()), "--database", &url];
    let mut commands = vec![
        &["season", "list"][..],
        &["user", "add", "olga"],
        &["season", "finalize", "trial"],
    ];
    if !database.is_sqlite() {
        commands.push(&["worker"]);
    }
    for command in commands {
        let refused = run(&[command, &home].concat());
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{told}");
        assert!(told.contains("there is no site in"), "{told}");
        let made = store::blocking(&pool, |conn| {
            store::has_schema(conn).map_err(StoreError::from)
        });
        assert!(!made.unwrap(), "{command:?}");
    }
}

#[test]
fn a_log_that_nobody_reads_stops_no_server() {
    let folder = tempfile::tempdir().unwrap();
    let (_log, end) = std::io::pipe().unwrap();
    let mut command = dojo(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--data",
        text(folder.path()),
    ]);
    command.stderr(end);
    let server = Server::start_command(command);
    let person = server.person();
    // A pipe holds 64 KiB, and a line has more than a hundred bytes.
    for number in 0..700 {
        person.get(&format!("/nowhere/{number}")).expect(404);
    }
    person.get("/healthz").expect(200);
    assert_eq!(server.terminate().0, Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_that_closes_ends_a_server_in_good_order() {
    let folder = tempfile::tempdir().unwrap();
    let serve = [
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--data",
        text(folder.path()),
    ];
    for signal in ["HUP", "QUIT"] {
        let server = Server::start(&serve);
        assert_eq!(server.end_by(signal).0, Some(0), "{signal}");
    }
    // Unless it was started to outlive its terminal.
    let line = "trap '' HUP; exec \"$0\" \"$@\"";
    let server = Server::start_command(within(line, &dojo(&serve)));
    // The others are sent by what rotates the logs of other servers.
    for signal in ["HUP", "USR1", "USR2"] {
        server.signal(signal);
    }
    server.person().get("/healthz").expect(200);
    assert_eq!(server.terminate().0, Some(0));
}

#[test]
fn an_organizer_sets_up_a_server_by_the_command_line() {
    let database = Database::new();
    let folder = tempfile::tempdir().unwrap();
    let trial = trial_folder();
    let url = database.argument();
    let home = ["--data", text(folder.path()), "--database", &url];
    let with_home = |arguments: &[&'static str]| {
        let mut all: Vec<String> = arguments
            .iter()
            .map(|argument| (*argument).to_owned())
            .collect();
        all.extend(home.iter().map(|argument| (*argument).to_owned()));
        all
    };
    let well = |arguments: &[&'static str]| {
        let all = with_home(arguments);
        run_well(&all.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let failing = |arguments: &[&'static str]| {
        let all = with_home(arguments);
        let output = run(&all.iter().map(String::as_str).collect::<Vec<_>>());
        (
            output.status.code(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };

    drop(database.pool());
    let printed = well(&["user", "add", "iris", "--role", "organizer"]);
    assert!(printed.contains("iris is registered as organizer"));
    let password = printed.split("password: ").nth(1).unwrap().trim();
    assert_eq!(
        failing(&["user", "add", "IRIS"]),
        (Some(1), "the name `IRIS` is taken\n".to_owned())
    );
    assert_eq!(failing(&["user", "add", "a b"]).0, Some(2));
    let (code, said) = failing(&["user", "add", "bob", "--role", "king"]);
    assert_eq!(code, Some(2));
    assert!(
        said.contains("contestant, setter, organizer, admin"),
        "{said}"
    );
    assert_eq!(
        well(&["user", "role", "Iris", "admin"]),
        "iris is admin now\n"
    );
    assert_eq!(
        well(&["user", "role", "iris", "organizer"]),
        "iris is organizer now\n"
    );
    assert_eq!(failing(&["user", "role", "nobody", "setter"]).0, Some(2));
    assert_eq!(failing(&["season", "open", "trial"]).0, Some(2));

    let import = [
        "season",
        "import",
        text(&trial),
        "--setter",
        "iris",
        home[0],
        home[1],
        home[2],
        home[3],
    ];
    assert_eq!(run_well(&import), "trial: imported with 3 problems\n");
    assert_eq!(run_well(&import), "trial: unchanged\n");
    assert_eq!(well(&["season", "list"]), "trial\tdraft\tTrial season\n");
    assert_eq!(well(&["season", "open", "trial"]), "trial: opened\n");
    assert_eq!(
        failing(&["season", "open", "trial"]),
        (
            Some(1),
            "trial is open and cannot be opened: it is so already\n".to_owned()
        )
    );

    let server = Server::start(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        home[0],
        home[1],
        home[2],
        home[3],
    ]);
    server.person().sign_in("iris", password).expect(303);
    let ada = server.person();
    ada.register("ada");
    let id = ada.submit("squares", "for n in range(999):print(n*n)");
    ada.verdict_page(id).shows("Solved");
    if database.is_sqlite() {
        let (code, message) = failing(&["serve", "--listen", "127.0.0.1:0"]);
        assert_eq!(code, Some(2));
        assert!(
            message.contains("another server is using this database"),
            "{message}"
        );
    }
    assert_eq!(well(&["season", "freeze", "trial"]), "trial: frozen\n");
    ada.try_submit("squares", "print(1)").expect(409);

    // An open stream does not hold up the end.
    let _stream = ada.open_stream(id);
    assert_eq!(server.terminate().0, Some(0));
}

#[test]
fn a_new_password_ends_the_old_sessions() {
    let folder = tempfile::tempdir().unwrap();
    let data = text(folder.path());
    run_well(&[
        "season",
        "import",
        text(&trial_folder()),
        "--open",
        "--data",
        data,
    ]);
    let server = Server::start(&["serve", "--listen", "127.0.0.1:0", "--data", data]);
    let ada = server.person();
    ada.register("ada");
    let mut command = dojo(&[
        "user",
        "password",
        "ada",
        "--password-stdin",
        "--data",
        data,
    ]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"another good one\n")
        .unwrap();
    assert!(child.wait().unwrap().success());
    ada.get("/account").expect(303);
    ada.sign_in("ada", PASSWORD).expect(422);
    ada.sign_in("ada", "another good one").expect(303);
}

#[test]
fn a_broken_season_is_refused_with_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let copy = Copy::new();
    copy.replace("season.toml", "title", "titel");
    let output = run(&[
        "season",
        "import",
        text(&copy.path("")),
        "--data",
        text(folder.path()),
    ]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.contains("season.toml:2: unknown key `titel` (did you mean `title`?)"),
        "{message}"
    );
}

#[test]
fn a_build_says_what_it_is_of() {
    let said = run_well(&["--version"]);
    for expected in ["dojo ", "commit ", "schema 20", "sandbox "] {
        assert!(said.contains(expected), "{said}");
    }
    let digest = runtime().digest().to_string();
    assert!(said.contains(&digest), "{said}");
}

#[test]
fn the_address_of_the_database_can_stand_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let (file, database) = (
        folder.path().join("url"),
        folder.path().join("other.sqlite"),
    );
    fs::write(&file, format!("{}\n", database.display())).unwrap();
    run_well(&[
        "season",
        "import",
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/season"),
        "--data",
        text(folder.path()),
        "--database-url-file",
        text(&file),
    ]);
    assert!(database.exists());
    fs::write(&file, "mysql://nobody").unwrap();
    let refused = run(&[
        "season",
        "list",
        "--data",
        text(folder.path()),
        "--database-url-file",
        text(&file),
    ]);
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("no address of a database in"), "{said}");
}

#[test]
fn both_sandboxes_can_be_compiled_beforehand() {
    run_well(&["prepare"]);
    let files = fs::read_dir(cache_folder().join("sandbox")).unwrap();
    let files: Vec<_> = files
        .map(|file| file.unwrap().path())
        .filter(|file| {
            file.extension()
                .is_some_and(|extension| extension == "code")
        })
        .map(|file| file.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    for guest in ["python", "sympy"] {
        assert!(
            files.iter().any(|file| file.starts_with(guest)),
            "{files:?}"
        );
    }
}

#[test]
fn what_an_import_passes_over_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let copy = Copy::new();
    fs::write(copy.path("people.toml"), "x = 1").unwrap();
    let output = run(&[
        "season",
        "import",
        text(&copy.path("")),
        "--data",
        text(folder.path()),
    ]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{message}");
    assert!(message.contains("people.toml is passed over"), "{message}");
}
