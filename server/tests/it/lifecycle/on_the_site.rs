//! What organizers do on the site, and what others see of it at once.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use dojo_judge::record::archive;
use dojo_judge::record::receipt::{Proven, Receipt};
use dojo_judge::record::replay::{Published, replay};
use dojo_server::season;
use dojo_server::season::lifecycle::{self, Actor, Dates};
use dojo_server::store::{self, Moment, Role, StoreError, SubmissionId, records};

use super::{SQUARES, dates};
use crate::client::Person;
use crate::site::{TestSite, eventually};

fn organize(person: &Person, action: &str, fields: &[(&str, &str)]) -> crate::client::Answer {
    let mut fields = fields.to_vec();
    fields.push(("confirm", "trial"));
    person.post(&format!("/seasons/trial/organize/{action}"), &fields)
}

/// From a draft to an open season, on the organizers' page.
fn take_to_open(site: &TestSite, iris: &Person, ada: &Person) {
    let page = iris.get("/seasons/trial/organize").expect(200);
    page.shows("Schedule")
        .shows("these problems are to be committed");
    ada.get("/seasons/trial/organize").expect(404);
    ada.post("/seasons/trial/organize/commit", &[]).expect(404);
    organize(iris, "schedule", &[("opens_at", "2026-01-01T00:00:00Z")])
        .expect(409)
        .shows("these problems are to be committed");
    organize(iris, "commit", &[]).expect(303);
    // What was typed is still there.
    organize(
        iris,
        "schedule",
        &[("opens_at", "soon"), ("freeze_at", "2100-02-01T00:00:00Z")],
    )
    .expect(422)
    .shows("is no time; write it as")
    .shows("value=\"soon\"")
    .shows("value=\"2100-02-01T00:00:00Z\"");
    organize(iris, "schedule", &[("opens_at", "2026-01-01T00:00:00Z")])
        .expect(409)
        .shows("it must open in the future");
    let opens_at = "2100-01-01T00:00:00Z";
    organize(iris, "schedule", &[("opens_at", opens_at)])
        .expect(409)
        .shows("which is a year or more")
        .shows("Yes, I mean it");
    let sure = [("opens_at", opens_at), ("sure", "yes")];
    organize(iris, "schedule", &sure).expect(303);
    let manifest = site
        .visitor()
        .get("/seasons/trial/manifest.json")
        .expect(200);
    let at: DateTime<Utc> = opens_at.parse().unwrap();
    assert_eq!(manifest.json()["opens_at_us"], at.timestamp_micros());
    organize(iris, "open", &[]).expect(303);
}

#[test]
#[expect(clippy::too_many_lines, reason = "one way from end to end")]
fn an_organizer_takes_a_season_to_its_end_on_the_site() {
    let site = TestSite::builder().draft().setter("otto").start();
    let iris = site.staff("iris", Role::Organizer);
    let ada = site.contestant("ada");
    take_to_open(&site, &iris, &ada);
    let bob = site.contestant("bob");
    let judged = |person: &Person, tag: &str, source: &str| {
        let answer = person.post(
            "/seasons/trial/problems/squares/submissions",
            &[("source", source), ("method_tag", tag)],
        );
        let place = answer.expect(303).location().to_owned();
        let id: i64 = place
            .strip_prefix("/submissions/")
            .unwrap()
            .parse()
            .unwrap();
        person.await_event(id);
        id
    };
    let first = judged(&ada, "closed_form", SQUARES);
    let second = judged(
        &bob,
        "linear_recurrence",
        "a=0\nfor n in range(999):print(a);a+=2*n+1",
    );
    let early: Receipt = serde_json::from_str(
        &ada.get(&format!("/submissions/{first}/receipt.json"))
            .expect(200)
            .body,
    )
    .unwrap();
    assert_eq!(early.verify(None), Ok(Proven::Logged));
    bob.get(&format!("/submissions/{first}/receipt.json"))
        .expect(404);
    site.visitor().get("/seasons/trial/log.jsonl").expect(404);
    iris.get("/seasons/trial/archive.tar.zst").expect(409);

    organize(&iris, "freeze", &[]).expect(303);
    eventually("the bonuses", || {
        let season = site.change(|_, season| Ok(season));
        season.scored_at
    });
    site.visitor()
        .get("/seasons/trial/problems/squares/leaderboard")
        .expect(200)
        .shows("Results are not final")
        .shows("1,242");
    iris.get(&format!("/submissions/{second}"))
        .expect(200)
        .shows("30 for the first with a method, 20 for several methods");
    let receipt: Receipt = serde_json::from_str(
        &ada.get(&format!("/submissions/{first}/receipt.json"))
            .expect(200)
            .body,
    )
    .unwrap();
    let root = site.change(|conn, season| {
        Ok(records::find_record(conn, season.id)?
            .unwrap()
            .merkle_root
            .unwrap())
    });
    let root = root.parse().unwrap();
    assert_eq!(receipt.verify(Some(&root)), Ok(Proven::Included { root }));
    assert_eq!(receipt.submitted, early.submitted);

    organize(&iris, "finalize", &[("replayed", &"0".repeat(64))])
        .expect(409)
        .shows("it is to be revealed first");
    organize(&iris, "reveal", &[]).expect(303);
    // What was hidden is public, and agrees with its commitment.
    site.visitor()
        .get("/seasons/trial/problems/marked")
        .expect(200)
        .shows("SETTER-SECRET")
        .shows("agrees with the <a");
    let terms = site
        .visitor()
        .get("/seasons/trial/problems/marked/terms.txt");
    assert_eq!(terms.body.lines().count(), 200);
    // Practice is judged and never ranked.
    let practice = ada.submit("squares", "for n in range(999):print(n**2)");
    ada.verdict_page(practice).shows("Practice").shows("Solved");
    let board = site
        .visitor()
        .get("/api/v1/seasons/trial/problems/squares/leaderboard")
        .json();
    assert_eq!(board["rows"].as_array().unwrap().len(), 2);
    assert_eq!(board["rows"][0]["submission"], first);

    organize(&iris, "finalize", &[("replayed", &"0".repeat(64))])
        .expect(409)
        .shows("replay elsewhere gave 000");
    let hash = replayed_hash(&site);
    organize(&iris, "finalize", &[("replayed", &hash)]).expect(303);
    // The archive is made once, and the one of before is gone.
    let archive = || {
        site.visitor()
            .get("/seasons/trial/archive.tar.zst")
            .expect(200)
            .body
    };
    let made = || {
        let folder = std::fs::read_dir(site.data.path().join("archives")).unwrap();
        let files: Vec<_> = folder.map(|entry| entry.unwrap()).collect();
        let only = files.first().unwrap();
        (
            files.len(),
            only.path(),
            only.metadata().unwrap().modified().unwrap(),
        )
    };
    let first = archive();
    let file = made();
    assert_eq!(file.0, 1);
    assert!(first == archive() && made() == file);
    std::fs::remove_file(file.1).unwrap();
    assert!(first == archive(), "it is the same whenever it is made");
    site.visitor()
        .get("/seasons/trial/log.jsonl")
        .expect(200)
        .shows("\"to\":\"final\"");
    // Practice has no end, and is no part of what is final.
    let log = || site.visitor().get("/seasons/trial/log.jsonl").body;
    let sealed = (log(), archive());
    ada.get("/seasons/trial/problems/squares")
        .expect(200)
        .shows("This is practice");
    let practice = ada.submit("squares", "for n in range(999):print(0+n*n)");
    ada.verdict_page(practice)
        .shows("never in the season.")
        .shows("All 200 terms are right.");
    assert!(sealed == (log(), archive()));
    // From now on the season is part of a rating.
    site.visitor()
        .get("/@ada")
        .expect(200)
        .shows("rating 1500 → 1540");
    organize(&iris, "cancel", &[])
        .expect(409)
        .shows("what is final is never changed");
}

/// Exports the season and replays the archive without running programs.
fn replayed_hash(site: &TestSite) -> String {
    let record = site.change(|conn, season| season::record::load_record(conn, &season));
    let mut bytes = Vec::new();
    archive::write(&record, &mut bytes).unwrap();
    let read = archive::read(|| Ok(bytes.as_slice())).unwrap();
    let outcome = replay(&read, None, &Published::default());
    assert!(outcome.is_right(), "{outcome:?}");
    outcome.results_hash.unwrap().to_string()
}

#[test]
fn a_submission_or_problem_that_leaves_the_contest_leaves_the_boards_at_once() {
    let site = TestSite::new();
    let (ada, bob) = (site.contestant("ada"), site.contestant("bob"));
    let iris = site.staff("iris", Role::Organizer);
    let best = ada.submit("squares", SQUARES);
    let longer = ada.submit("squares", "for n in range(999):print(n * n)");
    let short = ada.submit("short", "print(*[1]*6)");
    for id in [best, longer, short] {
        ada.await_event(id);
    }
    let total = || {
        let board = site
            .visitor()
            .get("/api/v1/seasons/trial/leaderboard")
            .json();
        board["rows"][0]["score"].as_i64()
    };
    // Brevity of 13, 30 and 32 bytes: 196, 192, 192.
    assert_eq!(total(), Some(1196 + 1192));
    bob.post(
        &format!("/submissions/{best}/withdraw"),
        &[("reason", "no")],
    )
    .expect(409)
    .shows("Only its author");
    ada.post(
        &format!("/submissions/{short}/withdraw"),
        &[("reason", " ")],
    )
    .expect(409)
    .shows("A public reason is needed");
    ada.post(
        &format!("/submissions/{short}/withdraw"),
        &[("reason", "a slip")],
    )
    .expect(303);
    assert_eq!(total(), Some(1192));
    ada.get(&format!("/submissions/{short}"))
        .expect(200)
        .shows("a slip");

    let form = [
        ("submission", best.to_string()),
        ("reason", "copied".to_owned()),
    ];
    let fields: Vec<(&str, &str)> = form.iter().map(|(k, v)| (*k, v.as_str())).collect();
    // One submission or all of a person: who gives both may mean either.
    organize(
        &iris,
        "disqualify",
        &[&fields[..], &[("person", "ada")]].concat(),
    )
    .expect(422)
    .shows("Give a submission or a person, not both")
    .shows("value=\"copied\"");
    organize(&iris, "disqualify", &fields).expect(303);
    organize(&iris, "disqualify", &fields)
        .expect(409)
        .shows("out of the contest already");
    let board = site
        .visitor()
        .get("/api/v1/seasons/trial/problems/squares/leaderboard")
        .json();
    assert_eq!(
        board["rows"][0]["submission"], longer,
        "the next best takes its place"
    );
    organize(&iris, "reinstate", &fields).expect(303);
    assert_eq!(total(), Some(1192));

    organize(
        &iris,
        "withdraw-problem",
        &[("problem", "squares"), ("reason", "too easy")],
    )
    .expect(303);
    assert_eq!(total(), None);
    site.visitor()
        .get("/seasons/trial/problems/squares")
        .expect(200)
        .shows("0 points for everyone: too easy");

    // What its author has withdrawn stays out, and may be sent again.
    let rule = |action: &str, id: i64| {
        let id = id.to_string();
        let fields = [("submission", id.as_str()), ("reason", "asked for")];
        organize(&iris, action, &fields)
    };
    rule("reinstate", short)
        .expect(409)
        .shows("has withdrawn submission");
    let again = ada.submit("short", "print(*[1]*6)");
    ada.await_event(again);
    rule("disqualify", again).expect(303);
    assert_eq!(total(), None);

    // After the bonuses the results follow too.
    site.freeze();
    eventually("the bonuses", || {
        site.change(|_, season| Ok(season)).scored_at
    });
    rule("reinstate", again).expect(303);
    assert_eq!(total(), Some(1226));
    organize(&iris, "reveal", &[]).expect(303);
    replayed_hash(&site);
}

#[test]
fn judging_again_is_looked_at_then_applied_and_a_difference_is_an_incident() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let iris = site.staff("iris", Role::Organizer);
    let good = ada.submit("squares", SQUARES);
    let other = ada.submit("squares", "print(1)");
    ada.await_event(good);
    ada.await_event(other);
    // A machine with a broken memory once said something else.
    store::blocking(&site.pool, |conn| {
        conn.batch_execute(&format!(
            "UPDATE judgements SET verdict = 'STAGE', score = 200, reward_correct = FALSE,
             report = replace(report, '\"fuel\":', '\"fuel\":1') WHERE submission_id = {good}"
        ))
        .map_err(StoreError::from)
    })
    .unwrap();
    organize(
        &iris,
        "rejudge",
        &[("reason", "a broken machine"), ("problem", "gone")],
    )
    .expect(409)
    .shows("There is no problem <code>gone</code> in this season")
    .shows("value=\"a broken machine\"");
    organize(
        &iris,
        "rejudge",
        &[("reason", "a broken machine"), ("problem", "squares")],
    )
    .expect(303);
    let page = eventually("a judged set", || {
        let page = iris.get("/seasons/trial/organize/rejudges/1").expect(200);
        page.body.contains("ready").then_some(page)
    });
    page.shows("verdict or score changes for 1")
        .shows("STAGE")
        .shows("REWARD");
    iris.get("/seasons/trial/organize")
        .expect(200)
        .shows("the same job gave two results");
    organize(&iris, "apply", &[("rejudge", "1")]).expect(303);
    organize(&iris, "apply", &[("rejudge", "1")])
        .expect(409)
        .shows("is applied");
    let token = ada.api_token();
    assert_eq!(ada.api_verdict(&token, good)["verdict"], "REWARD");
    let kept: i64 = store::blocking(&site.pool, |conn| {
        store::schema::judgements::table
            .filter(store::schema::judgements::submission_id.eq(SubmissionId(good)))
            .count()
            .get_result(conn)
            .map_err(StoreError::from)
    })
    .unwrap();
    assert_eq!(kept, 2, "the old judgement is kept");

    organize(&iris, "rejudge", &[("reason", "once more")]).expect(303);
    site.freeze();
    eventually("the bonuses", || {
        site.change(|_, season| Ok(season)).scored_at
    });
    organize(&iris, "reveal", &[]).expect(303);
    organize(&iris, "finalize", &[])
        .expect(409)
        .shows("rejudgings to be applied or discarded: 2");
    organize(&iris, "discard", &[("rejudge", "2")]).expect(303);
    organize(&iris, "finalize", &[]).expect(303);
}

#[test]
fn a_blackout_hides_what_others_do_until_the_bonuses_are_there() {
    let site = TestSite::builder().draft().start();
    let now = Moment::now();
    let minutes = TimeDelta::minutes;
    site.change(|conn, season| {
        season::commit::commit_problems(conn, season.id, now)?;
        let dates = Dates {
            blackout_at: Some(now.plus(minutes(10))),
            ..dates(now)
        };
        crate::site::schedule(conn, season.id, dates, now)?;
        lifecycle::open(conn, season.id, &Actor::Terminal, now)
    });
    let (ada, bob) = (site.contestant("ada"), site.contestant("bob"));
    ada.await_event(ada.submit("squares", SQUARES));
    site.advance(minutes(11));
    let hidden = bob.submit("squares", SQUARES);
    bob.verdict_page(hidden).shows("Solved");
    for path in [
        "/api/v1/seasons/trial/leaderboard",
        "/api/v1/seasons/trial/problems/squares/leaderboard",
    ] {
        assert_eq!(
            ada.get(path).json()["rows"].as_array().unwrap().len(),
            1,
            "{path}"
        );
    }
    ada.get(&format!("/submissions/{hidden}")).expect(404);
    ada.get("/seasons/trial")
        .expect(200)
        .shows("1 of 1 solved it, shortest 30 bytes");
    ada.get("/").expect(200).shows("1 contestant");
    bob.get("/seasons/trial").expect(200).shows("1,192");
    site.advance(minutes(60));
    eventually("the bonuses", || {
        site.change(|_, season| Ok(season)).scored_at
    });
    let board = ada.get("/api/v1/seasons/trial/leaderboard").json();
    assert_eq!(board["rows"].as_array().unwrap().len(), 2);
}
