//! A season of derivations from draft to final, through the command line and the API alone; then
//! replayed from its archive by somebody who has nothing else.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::command_line::{Server, run, run_well};
use crate::physics::{example, physics_folder, submit_to};
use crate::site::{cache_folder, eventually};
use crate::whole_season::{Season, assert_tampering_is_found};

/// Problems of the demo season.
const PROBLEMS: [&str; 2] = ["bohr", "cliff"];

/// Who submits what, and what it scores.
const DERIVATIONS: [(&str, &str, u32); 4] = [
    ("ada", "bohr/radius", 500),
    ("ben", "bohr/energy", 1000),
    ("ada", "bohr/positive-energy", 500),
    ("ben", "bohr/radius", 500),
];

const SEASON: &str = "slug = \"spring\"\ntitle = \"Spring\"\nsummary = \"From draft to final.\"\n\
    contest = \"physics\"\nproblems = [\"bohr\", \"cliff\"]\n\n\
    [grading]\nmax_formulas = 40\nfeedback = \"score\"\n\n\
    [attempts]\nmax = 10\ninterval_seconds = 0\n";

fn package(problem: &str) -> PathBuf {
    physics_folder().join("problems").join(problem)
}

#[test]
fn a_season_of_derivations_goes_from_draft_to_final_and_is_replayed_from_its_archive_alone() {
    let season = Season::of("spring", SEASON, &PROBLEMS.map(package));
    season.step(&["import", &season.path("season")]);
    season.step(&["import", &season.path("season")]);
    season.step(&["commit", "spring"]);
    season.schedule();
    season.step(&["open", "spring"]);

    let serve = season.at_home(&["serve", "--listen", "127.0.0.1:0", "--no-rate-limits"]);
    let server = Server::start(&serve.iter().map(String::as_str).collect::<Vec<_>>());
    let people = ["ada", "ben"].map(|name| {
        let person = server.person();
        person.register(name);
        let token = person.api_token();
        (name, person, token)
    });
    let mut ids = Vec::new();
    for (name, path, score) in DERIVATIONS {
        let (_, person, token) = people.iter().find(|it| it.0 == name).unwrap();
        let (problem, _) = path.split_once('/').unwrap();
        let verdict = submit_to(person, token, "spring", problem, &example(path));
        assert_eq!(verdict["verdict"], "GRADED");
        assert_eq!(verdict["score"], json!(score), "{name}: {path}");
        ids.push(verdict["id"].as_i64().unwrap());
    }
    let id = ids[3].to_string();
    season.step(&[
        "disqualify",
        "spring",
        "--submission",
        &id,
        "--reason",
        "copied",
    ]);

    season.step(&["freeze", "spring"]);
    eventually("the results", || {
        season.status()["scored_at"].as_str().map(drop)
    });
    // Judged again by the same grader, nothing changes.
    let before = season.status()["results_hash"].clone();
    season.step(&["rejudge", "create", "spring", "--reason", "to be sure"]);
    let said = eventually("all to be judged again", || {
        let (code, said) = season.dojo(&["rejudge", "show", "spring", "1"]);
        (code == 0).then_some(said)
    });
    assert!(!said.contains("\"changes\":true"), "{said}");
    season.step(&["rejudge", "apply", "spring", "1"]);
    let status = season.status();
    assert_eq!(status["results_hash"], before);
    let root = status["merkle_root"].as_str().unwrap();
    let receipt = season.path("receipt.json");
    let path = format!("/submissions/{}/receipt.json", ids[0]);
    fs::write(&receipt, people[0].1.get(&path).expect(200).body).unwrap();
    run_well(&["verify-receipt", &receipt, "--root", root]);

    season.step(&["reveal", "spring"]);
    // Practice is graded and no part of the record.
    let (_, ada, token) = &people[0];
    let practice = submit_to(ada, token, "spring", "bohr", &example("bohr/energy"));
    assert_eq!(practice["score"], 1000);
    let achieved = &practice["report"]["grading"]["achieved"];
    assert_eq!(*achieved, json!([1, 2, 3, 4, 5, 6]));

    let archive = season.path("season-spring.tar.zst");
    season.step(&["export", "spring", "--output", &archive]);
    let again = season.path("again.tar.zst");
    season.step(&["export", "spring", "--output", &again]);
    assert_eq!(fs::read(&archive).unwrap(), fs::read(&again).unwrap());

    let cache = cache_folder().to_str().unwrap().to_owned();
    let replayed: Value =
        serde_json::from_str(&run_well(&["replay", &archive, "--json", "--data", &cache])).unwrap();
    assert_eq!(replayed["submissions"], json!(DERIVATIONS.len()));
    assert_eq!(replayed["programs_run"], 0);
    assert_eq!(replayed["derivations_graded"], 3, "{replayed}");
    let hash = replayed["results_hash"].as_str().unwrap();
    assert_eq!(status["results_hash"], json!(hash));
    let scores_only = run_well(&["replay", &archive, "--scores-only"]);
    assert!(
        scores_only.contains("No derivation was graded"),
        "{scores_only}"
    );

    season.step(&["finalize", "spring", "--replayed", hash]);
    assert_eq!(season.status()["state"], "final");
    let board = ada
        .get("/api/v1/seasons/spring/leaderboard")
        .expect(200)
        .json();
    assert_eq!(board["rows"][0]["name"], "ben");
    assert_eq!(board["rows"][0]["score"], 1000);
    assert_eq!(board["rows"][1]["score"], 500);
    drop(server);
    season.assert_the_archive_outlives_an_upgrade();
    assert_tampering_is_found(&archive, &again);
}

/// Replaces a text in a file of the season's folder and gives what the import says of it.
fn import_says(season: &Season, file: &str, from: &str, to: &str) -> String {
    let path = season.path(&format!("season/{file}"));
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "no `{from}` in {file}");
    fs::write(&path, text.replacen(from, to, 1)).unwrap();
    let (code, said) = season.dojo(&["import", &season.path("season")]);
    fs::write(&path, text).unwrap();
    assert_eq!(code, 2, "{said}");
    said
}

#[test]
fn each_mistake_in_a_season_of_derivations_is_told_where_it_is() {
    let season = Season::of("spring", SEASON, &PROBLEMS.map(package));
    let problem = "problems/bohr/problem.json";
    for (file, from, to, expected) in [
        (
            "season.toml",
            "contest = \"physics\"",
            "contest = \"poetry\"",
            "season.toml:4: `contest`: unknown contest \"poetry\"; known: sequence, physics",
        ),
        (
            "season.toml",
            "contest = \"physics\"",
            "contest = \"physics\"\nscoring = \"0.3\"",
            "season.toml:5: `scoring`: a physics season has none",
        ),
        (
            "season.toml",
            "[grading]",
            "[limits]\nfuel = 5\n[grading]",
            "season.toml:7: `limits`: a physics season has none",
        ),
        (
            "season.toml",
            "contest = \"physics\"",
            "scoring = \"0.3\"",
            "season.toml:7: `grading`: a sequence season has none",
        ),
        (
            "season.toml",
            "max_formulas = 40",
            "max_formulas = 0",
            "season.toml:8: `grading.max_formulas`: expected a whole number from 1 to 10000, found 0",
        ),
        (
            "season.toml",
            "feedback = \"score\"",
            "feedback = \"all\"",
            "season.toml:9: `grading.feedback`: unknown feedback \"all\"; known: graph, score, read, none",
        ),
        (problem, "\"id\"", "id", "problems/bohr/problem.json:2: "),
        (
            problem,
            "$$m v r = j \\\\hbar$$\",\n      \"dependency\": []",
            "$$m v r = j \\\\hbar$$\",\n      \"dependency\": [77]",
            "problems/bohr/problem.json:40: error: formula 2: ",
        ),
        (
            "problems/bohr/examples/expected.toml",
            "score = 1000",
            "score = 900",
            "problems/bohr/examples/energy.md: comes to 1000 points, not to 900",
        ),
        (
            "problems/bohr/examples/expected.toml",
            "[energy]",
            "[power]",
            "problems/bohr/examples/energy.md: examples/expected.toml does not say",
        ),
    ] {
        let said = import_says(&season, file, from, to);
        assert!(said.contains(expected), "{expected} is not in: {said}");
    }
    assert_eq!(run(&["replay", "nothing.tar.zst"]).status.code(), Some(2));
    season.step(&["import", &season.path("season"), "--open"]);
}
