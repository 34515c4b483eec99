//! A season of derivations on the site: submitting, what is told before Reveal, boards.

use std::fs;
use std::path::{Path, PathBuf};

use dojo_judge::contest::physics::{Derivations, PhysicsSettings};
use dojo_judge::contest::{Contest, Member as _, Scoring};
use dojo_judge::derivation::Feedback;
use dojo_judge::digest::Seed;
use dojo_server::season;
use dojo_server::store::{self, StoreError, seasons};
use dojo_server::web::MAX_BODY_SOURCE_BYTES;
use formula::credit::MAX_SOLUTION_BYTES;
use serde_json::{Value, json};

use crate::client::Person;
use crate::organizers_season::Terminal;
use crate::site::TestSite;

/// The folder of the demo season in physics.
pub(crate) fn physics_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../seasons/physics-demo")
}

/// A derivation that comes with a problem of the demo season.
pub(crate) fn example(path: &str) -> String {
    let (problem, name) = path.split_once('/').unwrap();
    let path = format!("problems/{problem}/examples/{name}.md");
    fs::read_to_string(physics_folder().join(path)).unwrap()
}

/// Posts a derivation and waits for its verdict.
pub(crate) fn submit(person: &Person, token: &str, problem: &str, solution: &str) -> Value {
    submit_to(person, token, "physics-demo", problem, solution)
}

/// The same in another season.
pub(crate) fn submit_to(
    person: &Person,
    token: &str,
    season: &str,
    problem: &str,
    solution: &str,
) -> Value {
    let path = format!("/api/v1/seasons/{season}/problems/{problem}/submissions");
    let authorization = format!("Bearer {token}");
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
    ];
    let body = json!({"source": solution}).to_string();
    let answer = person
        .post_raw(&path, &headers, body.as_bytes())
        .expect(201);
    person.api_verdict(token, answer.json()["id"].as_i64().unwrap())
}

#[test]
fn a_derivation_is_graded_and_stands_on_the_board() {
    let site = TestSite::builder().season(&physics_folder()).start();
    let ada = site.contestant("ada");
    let token = ada.api_token();
    let verdict = submit(&ada, &token, "bohr", &example("bohr/radius"));
    assert_eq!(verdict["verdict"], "GRADED");
    assert_eq!(verdict["score"], 500);
    assert_eq!(verdict["report"]["formulas"][0]["read"], true);
    let bob = site.contestant("bob");
    let full = submit(&bob, &bob.api_token(), "bohr", &example("bohr/energy"));
    assert_eq!(full["score"], 1000);

    let board = ada
        .get("/api/v1/seasons/physics-demo/problems/bohr/leaderboard")
        .expect(200)
        .json();
    let row = |at: usize| {
        (
            board["rows"][at]["name"].clone(),
            board["rows"][at]["score"].clone(),
        )
    };
    assert_eq!(row(0), (json!("bob"), json!(1000)));
    assert_eq!(row(1), (json!("ada"), json!(500)));
    for page in [
        "/seasons",
        "/seasons/physics-demo",
        "/seasons/physics-demo/leaderboard",
        "/seasons/physics-demo/problems/bohr",
        "/seasons/physics-demo/problems/bohr/leaderboard",
    ] {
        ada.get(page).expect(200);
    }
    ada.get(&format!("/submissions/{}", verdict["id"]))
        .expect(200)
        .shows("<strong>500</strong> of 1,000");
}

#[test]
fn a_derivation_that_is_too_long_is_stored_and_gets_a_verdict() {
    let site = TestSite::builder().season(&physics_folder()).start();
    let ada = site.contestant("ada");
    let token = ada.api_token();
    let verdict = submit(&ada, &token, "bohr", &"a".repeat(MAX_SOLUTION_BYTES + 1));
    assert_eq!(verdict["verdict"], "REJECT_SIZE");
    ada.get(&format!("/submissions/{}", verdict["id"]))
        .expect(200)
        .shows("at most 262,144 are allowed");
    ada.post(
        "/seasons/physics-demo/problems/bohr/submissions",
        &[("source", &"a".repeat(MAX_BODY_SOURCE_BYTES + 1))],
    )
    .expect(413)
    .shows("a derivation at most 262144");
}

#[test]
fn the_client_ends_well_only_with_full_marks() {
    let site = TestSite::builder().season(&physics_folder()).start();
    let ada = Terminal::new();
    let token = site.contestant("ada").api_token();
    assert_eq!(ada.log_in(&site.url(""), &token).0, 0);
    let submit = |problem: &str, name: &str| {
        let file = physics_folder().join(format!("problems/{problem}/examples/{name}.md"));
        ada.ends(&["submit", problem, file.to_str().unwrap()])
    };
    let (code, said, error) = submit("bohr", "energy");
    assert_eq!(code, 0, "{said}{error}");
    assert!(said.contains("\nscore 1000\n"), "{said}");
    let (code, said, _) = submit("cliff", "range-only");
    assert_eq!(code, 1, "{said}");
}

#[test]
fn the_client_shows_no_score_that_the_season_keeps_back() {
    let site = TestSite::builder()
        .season(&physics_folder())
        .content(|content| {
            content.season.settings = Derivations::set(PhysicsSettings {
                feedback: Feedback::Read,
                ..PhysicsSettings::default()
            });
        })
        .start();
    let ada = Terminal::new();
    let token = site.contestant("ada").api_token();
    assert_eq!(ada.log_in(&site.url(""), &token).0, 0);
    let file = physics_folder().join("problems/bohr/examples/energy.md");
    let (code, said, _) = ada.ends(&["submit", "bohr", file.to_str().unwrap()]);
    assert_eq!(code, 1, "{said}");
    assert!(
        said.ends_with("\nGraded. The derivation was graded.\n"),
        "{said}"
    );
}

/// A season may be imported by one version of the program and scheduled by the next.
#[test]
fn a_manifest_names_the_grader_of_the_day_it_is_published() {
    let site = TestSite::builder()
        .season(&physics_folder())
        .draft()
        .start();
    store::blocking(&site.pool, |conn| {
        let mut season = seasons::find_season(conn, "physics-demo")?.unwrap();
        season.runtime_digest = "ab".repeat(32);
        let manifest = season::manifest(&season, Some(&Seed([1; 32])))?;
        manifest.check().unwrap();
        assert_eq!(manifest.scoring, Scoring::newest(Contest::Physics));
        Ok::<_, StoreError>(())
    })
    .unwrap();
}

#[test]
fn what_does_not_apply_to_derivations_is_refused_and_not_there() {
    let site = TestSite::builder().season(&physics_folder()).start();
    let ada = site.contestant("ada");
    let authorization = format!("Bearer {}", ada.api_token());
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
    ];
    let path = "/api/v1/seasons/physics-demo/problems/bohr/submissions";
    let body = json!({"source": "$$E = 1$$", "method_tag": "closed_form"}).to_string();
    ada.post_raw(path, &headers, body.as_bytes())
        .expect(422)
        .shows("no method tag");
    ada.get("/seasons/physics-demo/problems/bohr/terms.txt")
        .expect(404);
    let problem = ada
        .get("/api/v1/seasons/physics-demo/problems/einstein-solid")
        .expect(200)
        .json();
    assert_eq!(problem["card"]["constants"][0]["symbol"], "k");
    assert_eq!(problem["public_terms"], json!([]));
    let season = ada.get("/api/v1/seasons/physics-demo").expect(200).json();
    assert_eq!(season["contest"], "physics");
    assert_eq!(season["max_formulas"], 60);
    assert_eq!(season["feedback"], "score");
}
