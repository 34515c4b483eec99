//! New versions of withdrawn problems, and problems with limits of their own, from the folder to the
//! replay of the archive.

use std::fs;

use serde_json::{Value, json};

use crate::command_line::{Server, run, run_piped, run_well};
use crate::database::Database;
use crate::season::Copy;
use crate::site::eventually;

const SQUARES: &str = "for n in range(999):print(n*n)";

#[test]
fn a_withdrawn_problem_gets_a_new_version_that_is_replayed_with_the_old_one() {
    let database = Database::new();
    let folder = tempfile::tempdir().unwrap();
    let (data, url) = (
        folder.path().to_str().unwrap().to_owned(),
        database.argument(),
    );
    let home = ["--data", &data, "--database", &url];
    let well = |arguments: &[&str]| run_well(&[arguments, &home].concat());
    let copy = Copy::new();
    let root = copy.path(".");
    let import = ["season", "import", root.to_str().unwrap()];
    well(&import);
    well(&["season", "open", "trial"]);
    let server = Server::start(&[&["serve", "--listen", "127.0.0.1:0"], &home[..]].concat());
    let ada = server.person();
    ada.register("ada");
    let token = ada.api_token();
    let first = ada.submit("short", "print(*[1]*6)");
    assert_eq!(ada.api_verdict(&token, first)["verdict"], "REWARD");

    // What was seen may not change, unless it is withdrawn.
    copy.replace("problems/short/setter.py", "print", "#2\nprint");
    copy.replace("problems/short/statement.md", "Ones", "Only ones");
    let refused = run(&[&import[..], &home].concat());
    assert_eq!(refused.status.code(), Some(2));
    well(&[
        "season",
        "withdraw-problem",
        "trial",
        "short",
        "--reason",
        "a slip",
    ]);
    let board = "/api/v1/seasons/trial/leaderboard";
    assert_eq!(ada.get(board).json()["people"], 0);
    assert_eq!(
        well(&import),
        "trial: new versions of withdrawn problems are committed\n"
    );
    assert_eq!(well(&import), "trial: unchanged\n");

    let page = ada.get("/seasons/trial/problems/short").expect(200);
    page.shows("Only ones")
        .shows("Version 1 of this problem was withdrawn, 0 points for everyone: a slip");
    ada.get("/seasons/trial")
        .expect(200)
        .shows("Version 1 of this problem was withdrawn");
    ada.get("/").expect(200).shows("3 problems");
    // The old one gives nothing; what is sent now goes to the new one.
    let second = ada.submit("short", "print(1,1,1,1,1,1)");
    assert_eq!(ada.api_verdict(&token, second)["verdict"], "REWARD");
    ada.await_event(ada.submit("squares", SQUARES));
    let row = ada.get(board).json()["rows"][0].clone();
    assert_eq!(row["reward_correct"], 2, "{row}");
    ada.get(&format!("/submissions/{first}"))
        .expect(200)
        .shows("a slip");

    for step in ["freeze", "reveal"] {
        if step == "reveal" {
            eventually("the bonuses", || {
                let status = well(&["season", "status", "trial", "--json"]);
                serde_json::from_str::<Value>(&status).unwrap()["scored_at"]
                    .as_str()
                    .map(drop)
            });
        }
        well(&["season", step, "trial"]);
    }
    let archive = folder.path().join("trial.tar.zst");
    let archive = archive.to_str().unwrap();
    well(&["season", "export", "trial", "--output", archive]);
    let replayed: Value = serde_json::from_str(&run_well(&["replay", archive, "--json"])).unwrap();
    assert_eq!(
        (&replayed["ok"], &replayed["problems"]),
        (&true.into(), &4.into())
    );
    well(&["season", "finalize", "trial"]);
    let published = ada.get("/seasons/trial/setters").expect(200);
    assert!(
        published
            .body
            .contains("No problem of this season has a setter")
    );
}

#[test]
fn limits_of_a_problem_hold_for_its_setter_its_contestants_and_the_replay() {
    let database = Database::new();
    let folder = tempfile::tempdir().unwrap();
    let (data, url) = (
        folder.path().to_str().unwrap().to_owned(),
        database.argument(),
    );
    let home = ["--data", &data, "--database", &url];
    let well = |arguments: &[&str]| run_well(&[arguments, &home].concat());
    let copy = Copy::new();
    let root = copy.path(".");
    let import = ["season", "import", root.to_str().unwrap()];
    let file = copy.path("problems/squares/problem.toml");
    let plain = fs::read_to_string(&file).unwrap();
    let told = |limits: &str| {
        fs::write(&file, format!("{plain}\n[limits]\n{limits}\n")).unwrap();
        let output = run(&[&import[..], &home].concat());
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    let above = told("fuel = 99000000000");
    assert!(
        above.contains("problems/squares/problem.toml")
            && above.contains("above the season's limit"),
        "{above}"
    );
    assert!(told("max_term_digits = 4").contains("more than 4 digits"));
    fs::write(
        &file,
        format!("{plain}\nn_check = 50\n\n[limits]\nfuel = 20000000\nmax_term_digits = 5\n"),
    )
    .unwrap();
    well(&import);
    well(&["season", "open", "trial"]);
    let server = Server::start(&[&["serve", "--listen", "127.0.0.1:0"], &home[..]].concat());
    let ada = server.person();
    ada.register("ada");
    let token = ada.api_token();
    ada.get("/seasons/trial/problems/squares")
        .expect(200)
        .shows("20 million");
    ada.get("/seasons/trial/problems/marked")
        .expect(200)
        .shows("10 billion");
    let problem = ada.get("/api/v1/seasons/trial/problems/squares").json();
    assert_eq!(problem["limits"]["max_term_digits"], 5);
    let slow = format!("for i in range(10**7):pass\n{SQUARES}");
    for (source, verdict) in [
        (SQUARES.to_owned(), "REWARD"),
        (slow, "FUEL"),
        ("print(123456)".to_owned(), "TERM_SIZE"),
    ] {
        let id = ada.submit("squares", &source);
        assert_eq!(ada.api_verdict(&token, id)["verdict"], verdict);
    }
    well(&["season", "freeze", "trial"]);
    eventually("the bonuses", || {
        let status = well(&["season", "status", "trial", "--json"]);
        serde_json::from_str::<Value>(&status).unwrap()["scored_at"]
            .as_str()
            .map(drop)
    });
    well(&["season", "reveal", "trial"]);
    well(&["season", "finalize", "trial"]);
}

const GEORGIAN: &str = "ნული ერთი ორი სამი ოთხი ხუთი ექვსი შვიდი რვა ცხრა ათი თერთმეტი თორმეტი ცამეტი \
                        თოთხმეტი თხუთმეტი თექვსმეტი ჩვიდმეტი თვრამეტი ცხრამეტი";

/// What `dojo check` or `dojo judge` says of one line.
fn answered(command: &str, question: &Value) -> Value {
    let arguments = [command, "--scoring", "0.3", "--jsonl"];
    let answer = run_piped(&arguments, &format!("{question}\n")).stdout;
    serde_json::from_slice(&answer).unwrap()
}

#[test]
fn what_a_program_may_carry_follows_the_problem() {
    let database = Database::new();
    let folder = tempfile::tempdir().unwrap();
    let (data, url) = (
        folder.path().to_str().unwrap().to_owned(),
        database.argument(),
    );
    let home = ["--data", &data, "--database", &url];
    let well = |arguments: &[&str]| run_well(&[arguments, &home].concat());
    let copy = Copy::new();
    copy.replace("season.toml", "scoring = \"0.1\"", "scoring = \"0.3\"");
    let setter = format!("w='{GEORGIAN}'.split()\nfor n in range(200):print(len(w[n%20])+n//20)\n");
    fs::write(copy.path("problems/squares/setter.py"), &setter).unwrap();
    // The same words for either problem: with others of other lengths, neither program prints the same.
    let solver = |term: &str| {
        format!(
            "names = '{GEORGIAN}'.split()\nfor n in range(200):\n  name = names[n % 20]\n  print({term})\n"
        )
    };
    let letters = GEORGIAN.chars().filter(|letter| *letter != ' ').count();
    let (needed, elsewhere) = (
        solver("len(name) + n // 20"),
        solver(&format!("sum(map(len, names)) // {letters}")),
    );
    well(&["season", "import", copy.path(".").to_str().unwrap()]);
    well(&["season", "open", "trial"]);
    let server = Server::start(&[&["serve", "--listen", "127.0.0.1:0"], &home[..]].concat());
    let ada = server.person();
    ada.register("ada");
    let token = ada.api_token();

    let id = ada.submit("squares", &needed);
    let site = ada.api_verdict(&token, id);
    assert_eq!(site["verdict"], "REWARD", "{site}");
    let id = ada.submit("short", &elsewhere);
    assert_eq!(ada.api_verdict(&token, id)["verdict"], "REJECT_HARDCODE");

    let expected: Vec<String> = {
        let words: Vec<_> = GEORGIAN.split_whitespace().collect();
        let letters = |n: usize| words[n % 20].chars().count();
        (0..200)
            .map(|n| (letters(n) + n / 20).to_string())
            .collect()
    };
    // `check` runs nothing and so cannot know that the words are needed.
    let program = json!({"id": 1, "source": needed});
    let mut judged = program.clone();
    judged["expected"] = json!(expected);
    for (command, question, verdict) in
        [("check", &program, "ACCEPT"), ("judge", &judged, "REWARD")]
    {
        let mut question = question.clone();
        question["setter"] = setter.clone().into();
        assert_eq!(answered(command, &question)["verdict"], verdict);
    }
    let allowance = &answered(
        "check",
        &json!({"id": 1, "source": needed, "setter": setter}),
    )["allowance"];
    let carried = allowance["data_bytes"].as_u64().unwrap();
    assert!(carried > 80, "{allowance}");
    ada.get("/seasons/trial/problems/squares")
        .expect(200)
        .shows(&format!("{carried} bytes of data"));
    ada.get("/seasons/trial/problems/short")
        .expect(200)
        .shows("66 bytes of data");
    let (solver_file, setter_file) = (
        folder.path().join("s.py"),
        copy.path("problems/squares/setter.py"),
    );
    fs::write(&solver_file, &needed).unwrap();
    let [solver_file, setter_file] =
        [&solver_file, &setter_file].map(|file| file.to_str().unwrap());
    run_well(&[
        "check",
        "--scoring",
        "0.3",
        "--setter",
        setter_file,
        solver_file,
    ]);
    run_well(&[
        "judge",
        "--scoring",
        "0.3",
        "--setter",
        setter_file,
        "--solver",
        solver_file,
    ]);
}
