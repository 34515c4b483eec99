//! Before Reveal nothing tells of a reference solution, of what a derivation matches, of how its final
//! answers came out, of a salt or of the seed, and in a season that shows no scores nothing tells of those;
//! from Reveal on the same walk finds it all.

use std::fs;

use dojo_server::store::{Role, problems, records};
use tempfile::TempDir;

use crate::client::Person;
use crate::leaks::Reader;
use crate::physics::submit_to;
use crate::site::TestSite;

pub(crate) const PROBLEM: &str = r#"{
  "id": "fall", "title": "A fall", "source": "Written for a test.", "licence": "CC0-1.0",
  "context": "A ball falls from rest through the height $h$.",
  "subquestions": [{"letter": "a", "subproblem": "How long does it fall?",
    "final_answer_form": "algebraic", "solution": "REFERENCE-SECRET: $$m g h = \\frac{1}{2} m v^2$$ $$t = \\frac{v}{g}$$ $$s = 7070770707 t$$"}],
  "equivalence": {"signed": ["Z_{hidden}"]},
  "grading_standard": [
    {"index": 1, "formula": "$$m g h = \\frac{1}{2} m v^2$$", "dependency": []},
    {"index": 2, "formula": "$$t = \\frac{v}{g}$$", "dependency": [1]},
    {"index": 3, "formula": "$$s = 7070770707 t$$", "dependency": [2], "is_final_answer": true}
  ]
}"#;

/// Two of three steps, and an answer that is not far off.
pub(crate) const DERIVATION: &str =
    "ADA-SECRET says $$t = \\frac{v}{g}$$ and $$s = 7 t$$ and $$x = (3$$";

/// One node of three is another.
const EED: &str = "26.667";

/// What tells of the reference solution or of what was matched.
const HIDDEN: [&str; 15] = [
    "REFERENCE-SECRET",
    "7070770707",
    "Z_{hidden}",
    "\"matched\":[",
    "\"matches\"",
    "\"achieved\"",
    "\"nodes\"",
    "\"trials\"",
    "final_correct",
    "\"answers\":[",
    "\"distance\"",
    "tree_size",
    EED,
    ">EED<",
    "\"final_answers\":{",
];

/// What tells of the score of Ada's derivation.
const SCORES: [&str; 4] = ["\"score\":666", "Score: 666", ">666<", "Score 666"];

fn folder(feedback: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let season = format!(
        "slug = \"trial\"\ntitle = \"Trial season\"\nsummary = \"Falls.\"\ncontest = \"physics\"\n\
         problems = [\"fall\"]\n\n[grading]\nfeedback = \"{feedback}\"\n"
    );
    fs::write(folder.path().join("season.toml"), season).unwrap();
    let problem = folder.path().join("problems/fall");
    fs::create_dir_all(&problem).unwrap();
    fs::write(problem.join("problem.json"), PROBLEM).unwrap();
    fs::write(problem.join("statement.md"), "How long does it fall?\n").unwrap();
    folder
}

pub(crate) struct Watched {
    pub(crate) site: TestSite,
    pub(crate) readers: [Reader; 3],
    pub(crate) ids: Vec<i64>,
}

impl Watched {
    pub(crate) fn new(feedback: &str) -> Self {
        let site = TestSite::builder().season(folder(feedback).path()).start();
        let readers = [
            Reader {
                name: "a visitor",
                person: site.visitor(),
                authorization: None,
            },
            Reader::signed_in("ada", site.contestant("ada")),
            Reader::signed_in("bob", site.contestant("bob")),
        ];
        let ada = &readers[1].person;
        let verdict = submit_to(ada, &ada.api_token(), "trial", "fall", DERIVATION);
        assert_eq!(verdict["verdict"], "GRADED");
        let ids = vec![verdict["id"].as_i64().unwrap()];
        Self { site, readers, ids }
    }

    /// Salt and seed.
    fn random_bytes(&self) -> Vec<String> {
        self.site.change(|conn, season| {
            let record = records::find_record(conn, season.id)?.unwrap();
            let all = problems::list_problems(conn, season.id)?;
            let salt = all[0].salt().unwrap().to_owned();
            Ok(vec![salt, record.seed().unwrap().to_owned()])
        })
    }

    fn assert_hidden(&self, state: &str, shows_scores: bool) {
        let mut secrets = self.random_bytes();
        secrets.extend(HIDDEN.map(str::to_owned));
        if !shows_scores {
            secrets.extend(SCORES.map(str::to_owned));
        }
        for reader in &self.readers {
            for (path, (_, text)) in reader.walk(&self.ids) {
                if path.starts_with("/docs/") || path == "/api/v1/openapi.json" {
                    // What a report looks like is no secret.
                    continue;
                }
                for secret in &secrets {
                    assert!(
                        !text.contains(secret),
                        "{state}: {path} tells {} {secret}",
                        reader.name
                    );
                }
                assert!(
                    reader.name == "ada" || !text.contains("ADA-SECRET"),
                    "{state}: {path} shows {} the derivation",
                    reader.name
                );
            }
        }
    }

    fn assert_shown(&self) {
        let mut shown = self.random_bytes();
        let eed = format!("\"eed\":\"{EED}\"");
        let answers = [">EED<", "\"final_answers\":{", &eed];
        let texts = ["REFERENCE-SECRET", "7070770707", "ADA-SECRET"];
        shown.extend(answers.iter().chain(&texts).map(|text| (*text).to_owned()));
        for reader in &self.readers {
            let pages = reader.walk(&self.ids).into_values();
            let all: String = pages.map(|(_, text)| text).collect();
            for secret in &shown {
                assert!(all.contains(secret), "{} misses {secret}", reader.name);
            }
        }
    }
}

#[test]
fn of_a_reference_solution_nothing_is_told_before_reveal() {
    for (feedback, shows_scores) in [("score", true), ("none", false)] {
        let watched = Watched::new(feedback);
        watched.assert_hidden("open", shows_scores);
        watched.site.freeze_and_score();
        watched.assert_hidden("scored", shows_scores);
        watched.site.reveal();
        watched.assert_shown();
    }
}

/// Score, formulas found and verdict as the author and others read them.
fn read(watched: &Watched, person: &Person) -> serde_json::Value {
    person.api_verdict(&person.api_token(), watched.ids[0])
}

#[test]
fn an_author_learns_what_the_season_gives_and_no_more() {
    let watched = Watched::new("read");
    let [_, ada, bob] = &watched.readers;
    let own = read(&watched, &ada.person);
    assert_eq!(own["score"], serde_json::Value::Null);
    assert_eq!(own["report"]["score"], serde_json::Value::Null);
    assert_eq!(own["report"]["formulas"][0]["read"], true);
    assert_eq!(own["report"]["formulas"][2]["read"], false);
    assert_eq!(own["report"]["formulas_scored"], 2);
    let address = format!("/submissions/{}", watched.ids[0]);
    bob.person.get(&address).expect(404);
    for board in ["", "/problems/fall"] {
        let path = format!("/api/v1/seasons/trial{board}/leaderboard");
        let board = bob.person.get(&path).expect(200).json();
        assert_eq!(board["rows"], serde_json::json!([]));
        assert_eq!(board["shows_scores"], false);
    }
    let iris = watched.site.staff("iris", Role::Organizer);
    assert_eq!(read(&watched, &iris)["score"], 666, "staff see all");
    iris.get("/seasons/trial/leaderboard")
        .expect(200)
        .shows("ada");
}
