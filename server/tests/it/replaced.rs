//! A problem that is wrong gives way to another one: what counts is sent again for its authors, old beside new is shown
//! before, and the archive replays.

use chrono::{TimeDelta, Utc};
use dojo_judge::record::archive;
use dojo_judge::record::replay::{Published, replay};
use dojo_server::store::Role;
use serde_json::{Value, json};

use crate::client::{Answer, Api, Person};
use crate::season::Copy;
use crate::setter::archive as packed;
use crate::site::{PASSWORD, TestSite, eventually};
use crate::whole_season::{unpack_archive, verify_by_others};

const PAGE: &str = "/seasons/trial/organize";
const SQUARES: &str = "for n in range(999):print(n*n)";
const CUBES: &str = "for n in range(999):print(n**3)";
const SHORT_CUBES: &str = "for n in range(999):print(n*n*n)";

/// Keeps a package whose terms are cubes as a draft; its number.
fn draft_of_cubes(setter: &Api, slug: &str) -> i64 {
    let season = Copy::new();
    season.replace("problems/squares/setter.py", "n*n", "n**3");
    let named = format!("slug = \"{slug}\"");
    season.replace(
        "problems/squares/problem.toml",
        "slug = \"squares\"",
        &named,
    );
    let package = packed(&season.path("problems/squares"));
    let kept = setter.post_raw("/drafts?season=trial", "application/x-tar", &package);
    kept.expect(201).json()["id"].as_i64().unwrap()
}

/// What a person has sent to a problem, the oldest first: number, verdict and whether it is the row on the board.
fn sent(person: &Api, problem: &str) -> Vec<(i64, String, bool)> {
    let list = person.get("/submissions").expect(200).json();
    let rows = list["submissions"].as_array().unwrap().clone();
    let of = rows.iter().filter(|row| row["problem"] == problem);
    let mut all: Vec<_> = of
        .map(|row| {
            let verdict = row["verdict"].as_str().unwrap().to_owned();
            (
                row["id"].as_i64().unwrap(),
                verdict,
                row["on_board"] == true,
            )
        })
        .collect();
    all.sort_unstable();
    all
}

/// The same once there are so many, all with verdicts.
fn judged(person: &Api, problem: &str, count: usize) -> Vec<(i64, String, bool)> {
    eventually("all verdicts", || {
        let all = sent(person, problem);
        let waits = |verdict: &str| matches!(verdict, "QUEUED" | "RUNNING");
        (all.len() == count && !all.iter().any(|(_, verdict, _)| waits(verdict))).then_some(all)
    })
}

fn verdicts(all: &[(i64, String, bool)]) -> Vec<&str> {
    all.iter().map(|(_, verdict, _)| verdict.as_str()).collect()
}

/// Asks for the page before a replacement, or for the replacement itself.
fn fields<'a>(draft: &'a str, more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let asked = [
        ("problem", "squares"),
        ("draft", draft),
        ("reason", "wrong terms"),
    ];
    [&asked[..], more].concat()
}

fn look(iris: &Person, fields: &[(&str, &str)]) -> Answer {
    let query: Vec<String> = fields
        .iter()
        .map(|(key, value)| format!("{key}={}", value.replace(' ', "+")))
        .collect();
    iris.get(&format!("{PAGE}/replace-problem?{}", query.join("&")))
}

fn log_of(iris: &Api, kind: &str) -> Vec<Value> {
    let log = iris.get("/seasons/trial/log").expect(200).body;
    let entries = log
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    entries
        .map(|entry| entry["body"].clone())
        .filter(|body| body["kind"] == kind)
        .collect()
}

/// The archive is right, by this program and by one that knows nothing but the documents.
fn assert_replays(iris: &Person) {
    let bytes = iris.get("/seasons/trial/archive.tar.zst").expect(200).bytes;
    let told = archive::read(|| Ok(bytes.as_slice())).unwrap();
    let outcome = replay(&told, None, &Published::default());
    assert!(outcome.is_right(), "{outcome:?}");
    let folder = unpack_archive(&bytes);
    if let Some((code, said)) = verify_by_others(&folder.path().join("season-trial")) {
        assert_eq!(code, Some(0), "{said}");
    }
}

#[test]
fn what_counts_is_sent_again_to_the_problem_that_replaces_a_wrong_one() {
    let site = TestSite::builder()
        .content(|content| content.season.attempts_max = 2)
        .start();
    let iris = site.staff("iris", Role::Organizer);
    let sue = Api::of(site.staff("sue", Role::Setter));
    let (ada, ben) = (site.contestant("ada"), site.contestant("ben"));
    for (person, sources) in [(&ada, [CUBES, SQUARES]), (&ben, [SHORT_CUBES, CUBES])] {
        for source in sources {
            person.await_event(person.submit("squares", source));
        }
    }
    ada.try_submit("squares", SQUARES).expect(409);
    let (ada, ben) = (Api::of(ada), Api::of(ben));
    assert_eq!(verdicts(&judged(&ada, "squares", 2)), ["WRONG", "REWARD"]);

    iris.get("/seasons/trial/trouble")
        .expect(200)
        .shows("/seasons/trial/organize#replace");
    iris.get(PAGE).expect(200).shows("There is no draft yet");
    let draft = draft_of_cubes(&sue, "squares").to_string();
    iris.get(PAGE).expect(200).shows("Squares (sue, draft ");
    ada.person
        .get(&format!(
            "{PAGE}/replace-problem?problem=squares&draft={draft}"
        ))
        .expect(404);

    // Old beside new; nothing is changed by looking. Of whoever has no best the last goes: the terms were wrong.
    let best = look(&iris, &fields(&draft, &[]))
        .expect(200)
        .shows("2 submissions would be sent again; the verdict or score of 2 changes")
        .shows("Nobody gets points for “Squares” any more; 2 people have submitted to it")
        .shows(">Solved</span>")
        .shows(">Wrong term</span>");
    for word in ["REWARD", "WRONG"] {
        let shown = format!(">{word}<");
        assert!(!best.body.contains(&shown), "{word}: {}", best.body);
    }
    let all = look(&iris, &fields(&draft, &[("all", "yes")])).expect(200);
    all.shows("4 submissions would be sent again; the verdict or score of 4 changes")
        .shows("name=\"all\" value=\"yes\"");
    look(&iris, &fields("99", &[]))
        .expect(409)
        .shows("There is no draft 99");
    assert_eq!(sent(&ben, "squares").len(), 2);
    let replace = format!("{PAGE}/replace-problem");
    iris.post(&replace, &fields(&draft, &[("confirm", "trail")]))
        .expect(422);

    let done = fields(&draft, &[("all", "yes"), ("confirm", "trial")]);
    iris.post(&replace, &done).expect(303);
    let (of_ada, of_ben) = (judged(&ada, "squares", 4), judged(&ben, "squares", 4));
    assert_eq!(
        verdicts(&of_ada),
        ["WRONG", "REWARD", "REWARD", "WRONG"],
        "the old order"
    );
    assert_eq!(verdicts(&of_ben)[2..], ["REWARD", "REWARD"]);
    // Of equal programs the one that came first counts, and nobody has used an attempt.
    let board = ben.get("/seasons/trial/problems/squares/leaderboard");
    let rows = board.expect(200).json()["rows"].clone();
    assert_eq!(
        (&rows[0]["name"], &rows[1]["name"]),
        (&json!("ada"), &json!("ben")),
        "{rows}"
    );
    ben.person
        .get("/seasons/trial/problems/squares")
        .expect(200)
        .shows("Version 1 of this problem was withdrawn, 0 points for everyone: wrong terms");
    for _ in 0..2 {
        ben.person.submit("squares", SQUARES);
    }
    ben.person.try_submit("squares", SQUARES).expect(409);

    // Each is told, and has a receipt that says where it comes from.
    let (old, new) = (of_ada[0].0, of_ada[2].0);
    let page = ada.person.get(&format!("/submissions/{new}")).expect(200);
    page.shows(&format!(
        "<a href=\"/submissions/{old}\">submission {old}</a>"
    ));
    let replaced = "The problem “Squares” was replaced by a new version. wrong terms";
    ada.person
        .get("/announcements")
        .expect(200)
        .shows(replaced)
        .shows("2 of your submissions to “Squares” were sent again for you.");
    // What was sent again concerns nobody else.
    for other in [&iris, &site.contestant("zoe")] {
        let page = other.get("/announcements").expect(200).shows(replaced);
        assert!(!page.body.contains("sent again"), "{}", page.body);
    }
    let receipt = ada.person.get(&format!("/submissions/{new}/receipt.json"));
    let receipt = receipt.expect(200).json();
    assert_eq!(receipt["entry"]["body"]["carried_from"], json!(old));
    let iris = Api::of(iris);
    assert_eq!(log_of(&iris, "problem_withdrawn")[0]["by"], json!("iris"));
    let received = log_of(&iris, "submission_received");
    let carried = received.iter().filter(|body| body["carried_from"].is_i64());
    assert_eq!(carried.count(), 4);

    site.freeze_and_score();
    let late = json!({"draft": 1, "reason": "too late"});
    iris.post("/seasons/trial/problems/squares/replace", &late)
        .expect(409)
        .shows("replaced while it is open");
    site.reveal();
    assert_replays(&iris.person);
}

#[test]
fn an_archive_after_everything_that_can_go_wrong_replays() {
    let site = TestSite::builder().draft().start();
    let iris = Api::of(site.staff("iris", Role::Organizer));
    let sue = Api::of(site.staff("sue", Role::Setter));
    let organize = |action: &str, fields: &[(&str, &str)]| {
        iris.person
            .post(&format!("{PAGE}/{action}"), fields)
            .expect(303);
    };
    organize("commit", &[]);
    let later = |hours| (Utc::now() + TimeDelta::hours(hours)).to_rfc3339();
    let (opens, ends, moved) = (later(2), later(10), later(3));
    organize("schedule", &[("opens_at", &opens), ("freeze_at", &ends)]);
    organize(
        "move-dates",
        &[("opens_at", &moved), ("reason", "the room was locked")],
    );
    organize("open", &[]);
    organize("extend", &[("minutes", "30"), ("reason", "a power cut")]);

    let people = ["ada", "ben", "cleo"].map(|name| Api::of(site.contestant(name)));
    let [ada, ben, cleo] = &people;
    for person in &people {
        for source in [CUBES, SQUARES] {
            person.person.submit("squares", source);
        }
        judged(person, "squares", 2);
    }
    organize(
        "correct-problem",
        &[
            ("problem", "marked"),
            ("text", "n begins with 0"),
            ("sure", "yes"),
        ],
    );
    let hidden = [("problem", "squares"), ("reason", "a leak")];
    organize("hold-problem", &hidden);
    ada.person
        .get("/seasons/trial/problems/squares")
        .expect(404);
    let out = [("person", "ben"), ("reason", "shared the terms")];
    organize("disqualify", &out);
    let alone = judged(ada, "squares", 2)[0].0.to_string();
    let alone = [("submission", alone.as_str()), ("reason", "looked copied")];
    organize("disqualify", &alone);
    cleo.person
        .post("/account/delete", &[("password", PASSWORD)])
        .expect(303);

    // Another slug, by the API: the new problem is not hidden, and what is sent again for those who are out stays out
    // with them, as the right program does that was wrong under the old terms.
    let asked = json!({"draft": draft_of_cubes(&sue, "cubes"), "reason": "a leak"});
    iris.post("/seasons/trial/problems/squares/replace", &asked)
        .expect(200);
    assert_eq!(
        verdicts(&judged(ada, "cubes", 2)),
        ["DISQUALIFIED", "WRONG"]
    );
    let on_board = || {
        let board = ada.get("/seasons/trial/problems/cubes/leaderboard");
        let rows = board.expect(200).json()["rows"].as_array().unwrap().clone();
        rows.into_iter()
            .map(|row| row["name"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(verdicts(&judged(ben, "cubes", 2)), ["DISQUALIFIED"; 2]);
    assert!(on_board().is_empty());
    ada.person.get("/seasons/trial/problems/cubes").expect(200);
    // What was hidden is replaced now, and nobody is told that its points stay.
    let page = ada.person.get("/seasons/trial").expect(200);
    assert!(!page.body.contains("hidden for now"), "{}", page.body);
    ada.person
        .get("/seasons/trial/problems/squares")
        .expect(200);
    let hold = json!({"reason": "it is looked at"});
    iris.post("/seasons/trial/problems/cubes/hold", &hold)
        .expect(200);
    iris.post("/seasons/trial/problems/cubes/release", &hold)
        .expect(200);
    organize("reinstate", &out);
    assert_eq!(verdicts(&judged(ben, "cubes", 2)), ["REWARD", "WRONG"]);
    assert_eq!(on_board(), [json!("ben")]);
    organize("reinstate", &alone);
    assert_eq!(on_board(), [json!("ada"), json!("ben")]);

    site.freeze_and_score();
    site.reveal();
    assert_replays(&iris.person);
    organize("finalize", &[]);
    assert_replays(&iris.person);
    let kinds = [
        "dates_moved",
        "problem_corrected",
        "problem_held",
        "problem_released",
        "problem_withdrawn",
        "person_disqualified",
        "person_reinstated",
        "submission_withdrawn",
        "replayed",
    ];
    for kind in kinds {
        assert!(!log_of(&iris, kind).is_empty(), "{kind}");
    }
}
