//! A third type of contest through the real server, from its season file to its replayed archive: that a type
//! is its two rooms and a line in each crate.

use std::fs;

use serde_json::Value;

use crate::command_line::{Server, run_well};
use crate::physics::submit_to;
use crate::site::eventually;
use crate::whole_season::Season;

const SEASON: &str = "slug = \"mottos\"\ntitle = \"Mottos\"\nsummary = \"Say it.\"\n\
    contest = \"text\"\npoints = 7\nproblems = [\"stars\", \"arrival\"]\n\n[attempts]\ninterval_seconds = 0\n";

const STARS: &str = "Per aspera ad astra";

/// Who says what of which problem, and what it is worth.
const TEXTS: [(&str, &str, &str, u32); 4] = [
    ("ada", "stars", "Veni", 0),
    ("ada", "stars", STARS, 7),
    ("ben", "stars", "Vidi", 0),
    ("ben", "arrival", "Veni", 7),
];

fn season() -> Season {
    let season = Season::of("mottos", SEASON, &[]);
    for (slug, text) in [("stars", STARS), ("arrival", "Veni")] {
        let folder = season.path(&format!("season/problems/{slug}"));
        fs::create_dir_all(&folder).unwrap();
        let file = format!("title = \"The {slug}\"\nstatement = \"Say it.\"\ntext = \"{text}\"\n");
        fs::write(format!("{folder}/text.toml"), file).unwrap();
    }
    season
}

fn said(answer: &str, what: &str) {
    assert!(answer.contains(what), "no {what:?} in {answer}");
}

#[test]
fn a_third_type_of_contest_goes_through_the_real_server() {
    let season = season();
    let folder = season.path("season");
    // Its own key is known, and that of another type is not.
    let file = format!("{folder}/season.toml");
    fs::write(
        &file,
        SEASON.replace("points = 7", "points = 7\nscoring = \"0.3\""),
    )
    .unwrap();
    let (code, refused) = season.dojo(&["import", &folder]);
    assert_eq!(code, 2);
    said(&refused, "season.toml:6: `scoring`: a text season has none");
    fs::write(&file, SEASON).unwrap();

    season.step(&["import", &folder]);
    season.step(&["import", &folder]);
    season.step(&["commit", "mottos"]);
    season.schedule();
    season.step(&["open", "mottos"]);

    let server = season.serve();
    let mut last = 0;
    for name in ["ada", "ben"] {
        let person = server.person();
        person.register(name);
        let token = person.api_token();
        for (_, problem, text, score) in TEXTS.iter().filter(|it| it.0 == name) {
            let judged = submit_to(&person, &token, "mottos", problem, text);
            let word = if *score > 0 { "RIGHT" } else { "OTHER" };
            assert_eq!(judged["verdict"], word);
            assert_eq!(judged["score"], *score);
            assert_eq!(judged["report"]["is_right"], *score > 0);
            last = judged["id"].as_i64().unwrap();
        }
        let page = person.get(&format!("/submissions/{last}")).expect(200).body;
        said(&page, "setter’s text");
        said(
            &person
                .get("/seasons/mottos/problems/stars")
                .expect(200)
                .body,
            "Your text",
        );
    }
    pages(&server);

    season.step(&["freeze", "mottos"]);
    eventually("the results", || {
        season.status()["scored_at"].as_str().map(drop)
    });
    season.step(&["reveal", "mottos"]);
    let page = server
        .person()
        .get("/seasons/mottos/problems/stars")
        .expect(200)
        .body;
    said(&page, "The setter’s text");
    said(&page, STARS);

    drop(server);
    let archive = season.path("mottos.tar.zst");
    season.step(&["export", "mottos", "--output", &archive]);
    let replayed = run_well(&["replay", &archive, "--json"]);
    let replayed: Value = serde_json::from_str(&replayed).unwrap();
    assert_eq!(replayed["ok"], true, "{replayed}");
    let hash = replayed["results_hash"].as_str().unwrap().to_owned();
    assert_eq!(season.status()["results_hash"], hash);
    assert_eq!(replayed["texts_compared"], 4, "{replayed}");
    season.step(&["finalize", "mottos", "--replayed", &hash]);
    season.assert_the_archive_outlives_an_upgrade();
}

/// What everybody sees of the season and its boards.
fn pages(server: &Server) {
    let visitor = server.person();
    said(&visitor.get("/").expect(200).body, "Mottos");
    said(&visitor.get("/seasons/mottos").expect(200).body, "a text");
    said(
        &visitor.get("/seasons/mottos/leaderboard").expect(200).body,
        "ada",
    );
    let board = visitor.get("/seasons/mottos/problems/stars/leaderboard");
    said(&board.expect(200).body, "earlier text");
}
