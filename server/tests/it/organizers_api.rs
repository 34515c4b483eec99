//! What organizers do by the API: who may, what is refused and how, and what can be sent again.

use std::fs;
use std::path::Path;

use dojo_server::store::Role;
use serde_json::{Value, json};

use crate::client::Api;
use crate::season::Copy;
use crate::setter::archive;
use crate::site::{TestSite, eventually};

const STEPS: [&str; 10] = [
    "commit",
    "open",
    "freeze",
    "score",
    "reveal",
    "cancel",
    "retry",
    "show/start",
    "show/pause",
    "show/resume",
];

fn state(answer: crate::client::Answer) -> Value {
    answer.expect(200).json()["state"].clone()
}

/// Submits to the problem of squares; the number of the submission, once it is judged.
fn submit(api: &Api, source: &str) -> i64 {
    let path = "/seasons/trial/problems/squares/submissions";
    let stored = api
        .post(path, &json!({"source": source}))
        .expect(201)
        .json();
    let id = stored["id"].as_i64().unwrap();
    api.person.api_verdict(&api.token, id);
    id
}

#[test]
fn only_organizers_organize() {
    let site = TestSite::builder().draft().start();
    let ada = Api::of(site.contestant("ada"));
    let sam = Api::of(site.staff("sam", Role::Setter));
    for api in [&ada, &sam] {
        // Whether the season is there or not.
        for season in ["trial", "none"] {
            for step in STEPS {
                api.step(&format!("/seasons/{season}/{step}")).expect(403);
            }
            for path in ["status", "rulings", "rejudges", "rejudges/1", "incidents"] {
                api.get(&format!("/seasons/{season}/{path}")).expect(403);
            }
            for path in [
                "schedule",
                "finalize",
                "disqualify",
                "reinstate",
                "rejudges",
                "rejudges/1/apply",
                "rejudges/1/discard",
                "incidents/1/resolve",
                "problems/squares/withdraw",
            ] {
                let path = format!("/seasons/{season}/{path}");
                let answer = api.post(&path, &json!({})).expect(403).json();
                assert_eq!(answer["error"]["code"], "forbidden", "{path}");
            }
        }
        api.post_raw("/seasons", "application/zip", b"PK")
            .expect(403);
        for path in ["", "/problems", "/log", "/manifest", "/archive"] {
            api.get(&format!("/seasons/trial{path}")).expect(404);
        }
        assert_eq!(api.get("/seasons").json()["seasons"], json!([]));
    }
    let visitor = site.visitor();
    visitor
        .post_raw("/api/v1/seasons/trial/open", &[], b"")
        .expect(401);
    visitor.get("/api/v1/seasons/trial/status").expect(401);
    let iris = Api::of(site.staff("iris", Role::Organizer));
    assert_eq!(iris.get("/seasons").json()["seasons"][0]["state"], "draft");
    let problems = iris.get("/seasons/trial/problems").expect(200).json();
    assert_eq!(problems["problems"].as_array().unwrap().len(), 3);
    iris.step("/seasons/none/open").expect(404);
}

#[test]
fn a_wrong_step_is_refused_with_its_reason_and_a_step_can_be_sent_again() {
    let site = TestSite::builder().draft().start();
    let iris = Api::of(site.staff("iris", Role::Organizer));
    let refused = |path: &str, body: Value, status: u16| {
        let answer = iris.post(&format!("/seasons/trial/{path}"), &body);
        let answer = answer.expect(status).json();
        answer["error"]["message"].as_str().unwrap().to_owned()
    };
    assert_eq!(
        refused("open", Value::Null, 409),
        "the season is a draft and cannot be opened: it is to be scheduled first"
    );
    let by_hand = json!({"opens_at": "2100-01-01T00:00:00Z", "freeze_by_hand": true});
    let message = refused("schedule", by_hand.clone(), 409);
    assert!(
        message.contains("are to be committed: squares"),
        "{message}"
    );
    iris.step("/seasons/trial/commit").expect(200);
    iris.step("/seasons/trial/commit").expect(200);
    let message = refused("schedule", json!({"opens_at": "2100-01-01T00:00:00Z"}), 409);
    assert!(
        message.contains("the time at which it freezes"),
        "{message}"
    );
    for (body, names) in [
        (json!({}), "opens_at"),
        (json!({"opens_at": "soon"}), "`opens_at`: a time is written"),
        (
            json!({"opens_at": "2100-01-01T00:00:00Z", "freezes": 1}),
            "unknown field `freezes`",
        ),
        (
            json!({
                "opens_at": "2100-01-01T00:00:00Z",
                "freeze_at": "2100-01-02T00:00:00Z",
                "freeze_by_hand": true,
            }),
            "`freeze_by_hand`",
        ),
    ] {
        let message = refused("schedule", body, 422);
        assert!(message.contains(names), "{message}");
    }
    let answer = iris.post_raw("/seasons/trial/schedule", "application/json", b"{");
    assert_eq!(answer.expect(400).json()["error"]["code"], "unreadable");
    iris.step("/seasons/trial/schedule").expect(415);

    let dates = json!({
        "opens_at": "2100-01-01T00:00:00Z",
        "blackout_at": "2100-01-02T00:00:00Z",
        "freeze_at": "2100-01-03T00:00:00Z",
    });
    for _ in 0..2 {
        let scheduled = iris
            .post("/seasons/trial/schedule", &dates)
            .expect(200)
            .json();
        assert_eq!(scheduled["blackout_at"], "2100-01-02T00:00:00Z");
        assert_eq!(scheduled["needs"], json!([]));
        assert!(scheduled["manifest_hash"].is_string());
    }
    assert!(refused("schedule", by_hand, 409).contains("it is so already"));
    for _ in 0..2 {
        assert_eq!(state(iris.step("/seasons/trial/open")), "open");
    }
    assert_eq!(
        refused("reveal", Value::Null, 409),
        "the season is open and cannot be revealed: it is to be frozen first"
    );
    for _ in 0..2 {
        assert_eq!(state(iris.step("/seasons/trial/freeze")), "frozen");
    }
    for _ in 0..2 {
        assert!(iris.step("/seasons/trial/score").expect(200).json()["scored_at"].is_string());
    }
    for _ in 0..2 {
        assert_eq!(state(iris.step("/seasons/trial/cancel")), "cancelled");
    }
    assert!(refused("open", Value::Null, 409).contains("it was called off"));
}

#[test]
fn a_broken_folder_is_refused_with_file_and_line_and_a_draft_is_replaced() {
    let site = TestSite::builder().draft().start();
    let iris = Api::of(site.staff("iris", Role::Organizer));
    let import = |folder: &Path| iris.post_raw("/seasons", "application/x-tar", &archive(folder));
    let copy = Copy::new();
    copy.replace("season.toml", "title", "titel");
    import(&copy.path(""))
        .expect(422)
        .shows("season.toml:2: unknown key `titel` (did you mean `title`?)");
    iris.post_raw("/seasons", "application/zip", b"slug = 1")
        .expect(422)
        .shows("no zip and no tar");
    let copy = Copy::new();
    copy.replace("season.toml", "Trial season", "Trial and error");
    for file in ["README.md", "problems/notes.txt"] {
        fs::write(copy.path(file), "Not for the server.").unwrap();
    }
    let replaced = import(&copy.path("")).expect(200).json();
    assert_eq!(
        replaced,
        json!({
            "season": "trial",
            "outcome": "replaced",
            "problems": 3,
            "passed_over": ["README.md", "problems/notes.txt"],
        })
    );
    let season = iris.get("/seasons/trial").expect(200).json();
    assert_eq!(season["title"], "Trial and error");
    let nobody = archive(&copy.path(""));
    iris.post_raw("/seasons?setter=nobody", "application/x-tar", &nobody)
        .expect(422)
        .shows("there is no user `nobody`");

    iris.step("/seasons/trial/commit").expect(200);
    iris.post(
        "/seasons/trial/schedule",
        &json!({"opens_at": "2100-01-01T00:00:00Z", "freeze_by_hand": true}),
    )
    .expect(200);
    copy.replace("season.toml", "Trial and error", "Another one");
    import(&copy.path(""))
        .expect(409)
        .shows("what contestants have seen is never changed");
}

#[test]
fn what_leaves_the_contest_leaves_the_boards() {
    let site = TestSite::new();
    let iris = Api::of(site.staff("iris", Role::Organizer));
    let ada = Api::of(site.contestant("ada"));
    let id = submit(&ada, "for n in range(999):print(n*n)");
    let rows = || {
        let board = ada.get("/seasons/trial/leaderboard").expect(200).json();
        board["rows"].as_array().unwrap().len()
    };
    assert_eq!(rows(), 1);
    let out = |body: Value| iris.post("/seasons/trial/disqualify", &body);
    for body in [
        json!({"reason": "copied"}),
        json!({"reason": "copied", "submission": id, "person": "ada"}),
        json!({"submission": id}),
    ] {
        out(body).expect(422);
    }
    out(json!({"submission": id, "reason": " "}))
        .expect(409)
        .shows("a public reason is needed");
    out(json!({"person": "nobody", "reason": "copied"})).expect(409);
    out(json!({"submission": 999, "reason": "copied"}))
        .expect(409)
        .shows("there is no submission 999 in this season");
    out(json!({"submission": id, "reason": "copied"})).expect(200);
    assert_eq!(rows(), 0);
    let seen = ada.get(&format!("/submissions/{id}")).expect(200).json();
    assert_eq!(
        (&seen["verdict"], &seen["message"]),
        (&json!("DISQUALIFIED"), &json!("copied"))
    );
    let rulings = iris.get("/seasons/trial/rulings").expect(200).json();
    assert_eq!(
        rulings["rulings"],
        json!([{"submission": id, "person": "ada", "kind": "disqualified", "reason": "copied"}])
    );
    let body = json!({"submission": id, "reason": "it was not"});
    iris.post("/seasons/trial/reinstate", &body).expect(200);
    assert_eq!(rows(), 1);
    out(json!({"person": "ada", "reason": "two accounts"})).expect(200);
    assert_eq!(rows(), 0);
    let rulings = iris.get("/seasons/trial/rulings").expect(200).json();
    assert_eq!(rulings["people"][0]["person"], "ada");
    // The reason stands where everybody reads it, and on the own page of the person.
    for (reader, page) in [(&site.visitor(), "/seasons/trial"), (&ada.person, "/@ada")] {
        reader.get(page).expect(200).shows("two accounts");
    }
    iris.post("/seasons/trial/reinstate", &body)
        .expect(409)
        .shows("take ada back in");
    let person = json!({"person": "ada", "reason": "it was not"});
    iris.post("/seasons/trial/reinstate", &person).expect(200);

    let path = "/seasons/trial/problems/squares/withdraw";
    iris.post(path, &json!({"reason": "a slip"})).expect(200);
    assert_eq!(rows(), 0);
    iris.post(path, &json!({"reason": "a slip"}))
        .expect(409)
        .shows("is out of the contest already");
    // The log is for organizers alone until Reveal.
    let log = iris.get("/seasons/trial/log").expect(200);
    assert!(log.body.contains("a slip"));
    let said = |kind: &str, text: &str| {
        let mut lines = log.body.lines().filter(|line| line.contains(kind));
        assert!(lines.any(|line| line.contains(text) && line.contains(r#""by":"iris""#)));
    };
    said("person_disqualified", "two accounts");
    said("problem_withdrawn", "a slip");
    ada.get("/seasons/trial/log").expect(404);
}

#[test]
fn judging_again_is_looked_at_then_applied_or_discarded() {
    let site = TestSite::new();
    let iris = Api::of(site.staff("iris", Role::Organizer));
    let ada = Api::of(site.contestant("ada"));
    let id = submit(&ada, "for n in range(999):print(n*n)");
    let create = |body: Value| iris.post("/seasons/trial/rejudges", &body);
    create(json!({"reason": "why not", "verdict": "WRONG"}))
        .expect(409)
        .shows("no judged submission fits");
    create(json!({"reason": "why not", "speed": 1})).expect(422);
    for (decision, done) in [("apply", "applied"), ("discard", "discarded")] {
        let body = json!({"reason": "a new machine", "verdict": "reward"});
        let made = create(body).expect(201);
        let address = made.location().strip_prefix("/api/v1").unwrap().to_owned();
        assert_eq!(made.json()["submissions"], 1);
        let set = eventually("a judged set", || {
            let set = iris.get(&address).expect(200).json();
            (set["state"] == "ready").then_some(set)
        });
        assert_eq!((&set["left"], &set["changed"]), (&json!(0), &json!(0)));
        let row = &set["submissions"][0];
        assert_eq!(row["submission"], json!(id));
        assert_eq!(row["old_verdict"], row["new_verdict"]);
        let status = iris.get("/seasons/trial/status").expect(200).json();
        assert_eq!(status["open_rejudges"].as_array().unwrap().len(), 1);
        for _ in 0..2 {
            iris.step(&format!("{address}/{decision}")).expect(200);
        }
        assert_eq!(iris.get(&address).json()["state"], done);
    }
    iris.step("/seasons/trial/rejudges/99/apply").expect(404);
    let all = iris.get("/seasons/trial/rejudges").expect(200).json();
    assert_eq!(all["rejudges"].as_array().unwrap().len(), 2);
    assert_eq!(all["rejudges"][0]["filter"], json!({"verdict": "REWARD"}));
}

#[test]
fn dates_are_moved_by_the_api() {
    let site = TestSite::builder().draft().start();
    let iris = Api::of(site.staff("iris", Role::Organizer));
    let ada = Api::of(site.contestant("ada"));
    iris.step("/seasons/trial/commit").expect(200);
    let dates = json!({"opens_at": "2100-01-01T00:00:00Z", "freeze_at": "2100-01-02T00:00:00Z"});
    iris.post("/seasons/trial/schedule", &dates).expect(200);
    let later = json!({"freeze_at": "2100-01-03T00:00:00Z", "reason": "one day more"});
    ada.post("/seasons/trial/dates", &later).expect(403);
    let moved = iris.post("/seasons/trial/dates", &later).expect(200).json();
    assert_eq!(moved["freeze_at"], "2100-01-03T00:00:00Z");
    let past = json!({"opens_at": "2020-01-01T00:00:00Z", "reason": "a slip"});
    iris.post("/seasons/trial/dates", &past).expect(409);
    let log = iris.get("/seasons/trial/log").expect(200).body;
    assert_eq!(log.matches("dates_moved").count(), 1, "{log}");
    assert!(log.contains("one day more"), "{log}");
}
