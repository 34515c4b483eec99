//! A season from draft to final through the JSON API and the `dojo` client alone, against a server
//! in a process of its own.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use crate::client::Api;
use crate::command_line::{Server, dojo, run_well};
use crate::season::Copy;
use crate::setter::archive;
use crate::site::trial_folder;
use crate::whole_season::{PEOPLE, PROBLEMS, Season, solvers};

/// Somebody at a terminal, with a config folder of their own.
pub(crate) struct Terminal {
    config: tempfile::TempDir,
}

impl Terminal {
    pub(crate) fn new() -> Self {
        Self {
            config: tempfile::tempdir().unwrap(),
        }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = dojo(arguments);
        command
            .env("XDG_CONFIG_HOME", self.config.path())
            .env_remove("DOJO_URL")
            .env_remove("DOJO_TOKEN");
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments)
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }

    /// The exit code, and what was written to standard output and error.
    pub(crate) fn ends(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = self.run(arguments);
        (
            output.status.code().unwrap(),
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        )
    }

    pub(crate) fn log_in(&self, base: &str, token: &str) -> (i32, String) {
        let mut child = self
            .command(&["login", base])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(format!("{token}\n").as_bytes()).unwrap();
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        (output.status.code().unwrap(), said)
    }
}

/// A contestant with an account, logged in at a terminal.
fn contestant(server: &Server, name: &str) -> Terminal {
    let person = server.person();
    person.register(name);
    let terminal = Terminal::new();
    let (code, said) = terminal.log_in(&server.base, &person.api_token());
    assert_eq!(code, 0);
    assert!(
        said.contains(&format!("signed in as {name} (contestant)")),
        "{said}"
    );
    terminal
}

/// Sends every example of every package, in turn by each of the people; how many.
fn submit_everything(season: &Season, people: &[Terminal]) -> usize {
    let mut sent = 0;
    let file = season.path("solver.py");
    for problem in PROBLEMS {
        for (number, (verdict, source)) in solvers(problem).into_iter().enumerate() {
            let place = number % people.len();
            fs::write(&file, source).unwrap();
            let method = PEOPLE[place].1;
            let arguments = ["submit", problem, &file, "--method", method, "--json"];
            let (code, said, error) = people[place].ends(&arguments);
            assert_eq!(code, i32::from(verdict != "REWARD"), "{said}{error}");
            let told: Value = serde_json::from_str(&said).unwrap();
            assert_eq!(told["verdict"], verdict, "{said}{error}");
            sent += 1;
        }
    }
    sent
}

#[test]
fn a_season_goes_from_draft_to_final_by_the_api_and_the_client_alone() {
    let season = Season::new();
    let server = season.serve();
    let home = season.at_home(&["user", "add", "iris", "--role", "organizer"]);
    let printed = run_well(&home.iter().map(String::as_str).collect::<Vec<_>>());
    let password = printed.split("password: ").nth(1).unwrap().trim();
    let iris = server.person();
    iris.sign_in("iris", password).expect(303);
    let iris = Api::of(iris);

    let packed = archive(Path::new(&season.path("season")));
    let import = || iris.post_raw("/seasons", "application/x-tar", &packed);
    assert_eq!(import().expect(201).json()["outcome"], "new");
    assert_eq!(import().expect(200).json()["outcome"], "unchanged");
    let committed = iris.step("/seasons/autumn/commit").expect(200).json();
    assert!(committed["problems"][0]["commitment"].is_string());
    let dates = json!({"opens_at": "2100-01-01T00:00:00Z", "freeze_by_hand": true});
    for _ in 0..2 {
        let scheduled = iris.post("/seasons/autumn/schedule", &dates).expect(200);
        assert_eq!(scheduled.json()["next"], "open");
    }
    assert_eq!(
        iris.step("/seasons/autumn/open").expect(200).json()["state"],
        "open"
    );

    let people = PEOPLE.map(|(name, _)| contestant(&server, name));
    let sent = submit_everything(&season, &people);

    iris.step("/seasons/autumn/freeze").expect(200);
    let late = [
        "submit",
        "-s",
        "autumn",
        "squares",
        &season.path("solver.py"),
    ];
    let (code, _, error) = people[0].ends(&late);
    assert_eq!(code, 2);
    assert!(
        error.contains("the season takes no more submissions"),
        "{error}"
    );
    let scored = iris.step("/seasons/autumn/score").expect(200).json();
    assert!(scored["scored_at"].is_string(), "{scored}");
    iris.get("/seasons/autumn/archive").expect(409);
    iris.step("/seasons/autumn/reveal").expect(200);

    let packed = season.path("season-autumn.tar.zst");
    fs::write(
        &packed,
        iris.get("/seasons/autumn/archive").expect(200).bytes,
    )
    .unwrap();
    let replayed: Value =
        serde_json::from_str(&run_well(&["replay", &packed, "--scores-only", "--json"])).unwrap();
    assert_eq!(replayed["submissions"], json!(sent));
    let finalize = |hash: &Value| iris.post("/seasons/autumn/finalize", &json!({"replayed": hash}));
    let answer = finalize(&scored["merkle_root"]).expect(409).json();
    assert_eq!(answer["error"]["code"], "conflict");
    finalize(&json!("abc")).expect(422).shows("`replayed`");
    for _ in 0..2 {
        let last = finalize(&replayed["results_hash"]).expect(200).json();
        assert_eq!(
            (&last["state"], &last["next"]),
            (&json!("final"), &Value::Null)
        );
    }
    look_at_results(&people, &iris);
}

/// What everybody sees in the end.
fn look_at_results(people: &[Terminal], iris: &Api) {
    let (code, board, _) = people[0].ends(&["leaderboard", "autumn", "--json"]);
    assert_eq!(code, 0);
    let board: Value = serde_json::from_str(&board).unwrap();
    let published = iris.get("/seasons/autumn/leaderboard").json();
    assert_eq!(board["rows"], published["rows"]);
    assert_eq!(board["final"], true);
    let first = &board["rows"][0];
    let (_, csv, _) = people[0].ends(&["leaderboard", "autumn", "--csv"]);
    let mut lines = csv.lines();
    assert_eq!(
        lines.next().unwrap(),
        "rank,name,score,solved,solved or half,median bytes,squares,stairs,run-lengths,necklaces"
    );
    let begin = format!("1,{},{},", first["name"].as_str().unwrap(), first["score"]);
    assert!(lines.next().unwrap().starts_with(&begin), "{csv}");
    let (_, table, error) = people[0].ends(&["leaderboard", "autumn", "squares"]);
    assert!(table.starts_with("rank  name"), "{table}");
    assert_eq!(error, "");
    let log = iris.get("/seasons/autumn/log").expect(200);
    let last: Value = serde_json::from_str(log.body.lines().last().unwrap()).unwrap();
    assert!(last.to_string().contains("\"by\":\"iris\""), "{last}");
}

/// A server with the trial season, open.
fn serve_trial(data: &str) -> Server {
    let trial = trial_folder();
    let trial = trial.to_str().unwrap();
    run_well(&["season", "import", trial, "--open", "--data", data]);
    Server::start(&["serve", "--listen", "127.0.0.1:0", "--data", data])
}

#[test]
fn a_token_is_kept_privately_and_goes_to_its_own_server_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (server, other) = (serve_trial(&path("one")), serve_trial(&path("two")));
    let ada = Terminal::new();
    let (code, _, error) = ada.ends(&["status"]);
    assert_eq!(code, 2);
    assert!(error.contains("run `dojo login URL`"), "{error}");
    assert_eq!(ada.log_in(&server.base, "dojo_wrong").0, 2);
    assert_eq!(ada.log_in(&server.base, "").0, 2);
    assert!(!ada.config.path().join("sequence-dojo/login.toml").exists());

    let person = server.person();
    person.register("eve");
    let token = person.api_token();
    assert_eq!(ada.log_in(&server.base, &token).0, 0);
    let file = ada.config.path().join("sequence-dojo/login.toml");
    assert!(fs::read_to_string(&file).unwrap().contains(&token));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&file), 0o600);
        assert_eq!(mode(file.parent().unwrap()), 0o700);
    }
    assert_eq!(ada.ends(&["status"]).0, 0);
    let (code, _, error) = ada.ends(&["status", "--url", &other.base]);
    assert_eq!(code, 2);
    assert!(error.contains("there is no token for"), "{error}");

    let solver = path("solver.py");
    fs::write(&solver, "for n in range(999):print(n*n)").unwrap();
    let (code, said, error) = ada.ends(&["submit", "squares", &solver, "--no-wait", "--json"]);
    assert_eq!(code, 0, "{error}");
    let stored: Value = serde_json::from_str(&said).unwrap();
    let id = stored["id"].to_string();
    let (code, said, _) = ada.ends(&["status", &id, "--wait"]);
    assert_eq!(
        (code, said.lines().next()),
        (0, Some("Solved. All terms are right."))
    );
    assert!(
        said.contains("score 1192 (30 bytes, 192 points for being short), about "),
        "{said}"
    );
    assert!(
        said.contains("rank 1 of 1 on this problem, nobody's program is shorter"),
        "{said}"
    );
    let (_, said, _) = ada.ends(&["status"]);
    assert!(said.lines().nth(1).unwrap().starts_with(&id), "{said}");
    let told = path("solution.json");
    fs::write(&told, "{\n\"method_tag\": 7}").unwrap();
    let (code, said, error) = ada.ends(&["submit", "squares", &solver, "--solution", &told]);
    assert_eq!(code, 0, "{said}{error}");
    // The same came before.
    let stays = format!("on this problem with submission {id}, which stays your best");
    assert!(said.contains(&stays), "{said}");
    assert!(
        error.starts_with("warning: solution.json, line 2: `method_tag`"),
        "{error}"
    );
    let (code, _, error) = ada.ends(&["submit", "none", &solver]);
    assert_eq!(code, 2);
    assert!(error.starts_with("error: http"), "{error}");

    let by_variables = Terminal::new();
    let output = by_variables
        .command(&["status", "--json"])
        .env("DOJO_URL", &server.base)
        .env("DOJO_TOKEN", &token)
        .output()
        .unwrap();
    assert!(output.status.success());

    assert_eq!(ada.ends(&["logout"]).0, 0);
    assert!(!file.exists());
    assert_eq!(ada.ends(&["status"]).0, 2);
}

#[test]
fn a_program_is_tried_on_this_machine_and_a_submission_waits_for_its_turn() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let season = Copy::new();
    season.replace(
        "season.toml",
        "interval_seconds = 0",
        "interval_seconds = 2",
    );
    let copied = season.path("");
    let copied = copied.to_str().unwrap();
    let data = path("data");
    run_well(&["season", "import", copied, "--open", "--data", &data]);
    let server = Server::start(&["serve", "--listen", "127.0.0.1:0", "--data", &data]);
    let solver = path("solver.py");
    let write = |source: &str| fs::write(&solver, source).unwrap();

    // Trying needs no account.
    let anybody = Terminal::new();
    let attempt = ["try", "squares", &solver, "--url", &server.base];
    write("for n in range(999):print(n*n)");
    let (code, said, error) = anybody.ends(&attempt);
    assert_eq!(code, 0, "{said}{error}");
    assert!(
        said.contains("All 100 public terms are right, and 100 more were made"),
        "{said}"
    );
    assert!(said.contains("30 bytes"), "{said}");
    write("for n in range(999):print(n*n+n//4)");
    let (code, said, _) = anybody.ends(&attempt);
    assert_eq!(code, 1);
    assert!(said.starts_with("a(4): expected 16, printed 17."), "{said}");
    write("print(1");
    assert_eq!(anybody.ends(&attempt).0, 1);

    let ada = Terminal::new();
    let person = server.person();
    person.register("ada");
    assert_eq!(ada.log_in(&server.base, &person.api_token()).0, 0);
    write("for n in range(999):print(n*n)");
    assert_eq!(ada.ends(&["submit", "squares", &solver, "--no-wait"]).0, 0);
    let (code, _, error) = ada.ends(&["submit", "squares", &solver]);
    assert_eq!(code, 2, "{error}");
    let (code, said, error) = ada.ends(&["submit", "squares", &solver, "--wait"]);
    assert_eq!(code, 0, "{said}{error}");
    assert!(
        error.contains("the server takes the next attempt in"),
        "{error}"
    );
    assert!(said.contains("rank 1 of 1"), "{said}");
}
