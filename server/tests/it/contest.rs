//! The main job: register, submit, see the verdict arrive, stand on the boards.

use chrono::TimeDelta;
use diesel::prelude::*;
use dojo_server::store::{self, AnyConnection, Moment, ProblemState, Role, StoreError, schema};

use crate::site::TestSite;

#[test]
fn a_person_registers_submits_and_stands_on_the_boards() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    ada.get("/").expect(200).shows("Trial season").shows("ada");
    ada.get("/seasons/trial").expect(200).shows("Squares");
    ada.get("/seasons/trial/problems/squares")
        .expect(200)
        .shows("<em>square</em>")
        .shows("9801");

    let id = ada.submit("squares", "for n in range(999):print(n*n)");
    let page = ada.verdict_page(id).shows("Solved");
    // 1000 and floor(200·e^(−30/800)).
    page.shows("1,192");
    ada.get(&format!("/submissions/{id}/verdict"))
        .expect(200)
        .shows("Solved");

    for board in [
        "/seasons/trial/leaderboard",
        "/seasons/trial/problems/squares/leaderboard",
    ] {
        site.visitor()
            .get(board)
            .expect(200)
            .shows("ada")
            .shows("1,192");
    }
}

#[test]
fn each_ending_gets_its_verdict() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let token = ada.api_token();
    for (problem, source, verdict) in [
        ("squares", "for n in range(200):print(n*n)", "REWARD"),
        ("marked", "for n in range(999):print(n)", "STAGE"),
        ("squares", "for n in range(999):print(n)", "WRONG"),
        ("squares", "print(0, 1)", "SHORT"),
        ("squares", "print('x')", "BAD_TOKEN"),
        ("squares", "1/0", "EXCEPTION"),
        ("squares", "def", "REJECT_SYNTAX"),
        ("squares", "a=[0]\n\0", "REJECT_FORMAT"),
        (
            "squares",
            &format!("print({:?})", [0; 200]),
            "REJECT_HARDCODE",
        ),
        ("short", "print(*[1]*6)", "REWARD"),
        ("short", "print(*[1]*4)", "STAGE"),
    ] {
        let id = ada.submit(problem, source);
        assert_eq!(ada.api_verdict(&token, id)["verdict"], verdict, "{source}");
    }
}

#[test]
fn a_board_shows_the_best_row_of_each_person() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let bob = site.contestant("bob");
    let short = "for n in range(999):print(n*n)";
    let long = "for n in range(999):\n    print(n ** 2)";
    let judged = |person: &crate::client::Person, source| {
        person.await_event(person.submit("squares", source))
    };
    judged(&bob, long);
    judged(&ada, short);
    judged(&ada, long);
    judged(&ada, "print(1)");
    judged(&bob, short);

    let board = site
        .visitor()
        .get("/api/v1/seasons/trial/problems/squares/leaderboard")
        .expect(200)
        .json();
    let rows: Vec<_> = board["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (&row["rank"], &row["name"], &row["l_chars"]))
        .collect();
    assert_eq!(rows.len(), 2);
    // Equal score and length: the earlier one stands higher.
    assert_eq!(rows[0], (&1.into(), &"ada".into(), &30.into()));
    assert_eq!(rows[1], (&2.into(), &"bob".into(), &30.into()));

    let season = site
        .visitor()
        .get("/api/v1/seasons/trial/leaderboard")
        .expect(200)
        .json();
    assert_eq!(season["rows"][0]["score"], 1192);
    assert_eq!(season["rows"][0]["scores"]["squares"], 1192);
    assert_eq!(season["rows"][1]["rank"], 1, "equal sums share a rank");
    assert_eq!(season["final"], false);
}

#[test]
fn who_may_see_hidden_terms_does_not_rank() {
    let site = TestSite::builder().setter("otto").start();
    let iris = site.staff("iris", Role::Organizer);
    let id = iris.submit("squares", "for n in range(999):print(n*n)");
    iris.verdict_page(id).shows("Solved");
    let otto = site.visitor();
    otto.sign_in("otto", crate::site::PASSWORD).expect(303);
    otto.try_submit("squares", "print(1)")
        .expect(403)
        .shows("own problem")
        .shows("print(1)");
    let board = site
        .visitor()
        .get("/api/v1/seasons/trial/problems/squares/leaderboard")
        .json();
    assert_eq!(board["rows"].as_array().unwrap().len(), 0);
}

#[test]
fn a_verdict_that_is_there_already_comes_at_once() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let id = ada.submit("squares", "print(1)");
    ada.await_event(id);
    assert_eq!(ada.await_event(id), format!("/submissions/{id}/verdict"));
}

#[test]
fn a_draft_is_seen_by_staff_alone() {
    let site = TestSite::builder().draft().start();
    let ada = site.contestant("ada");
    for path in [
        "/seasons/trial",
        "/seasons/trial/problems/squares",
        "/seasons/trial/leaderboard",
        "/api/v1/seasons/trial",
    ] {
        ada.get(path).expect(404);
    }
    assert!(
        !ada.get("/seasons")
            .expect(200)
            .body
            .contains("Trial season")
    );
    ada.try_submit("squares", "print(1)")
        .expect(404)
        .shows("print(1)");
    let iris = site.staff("iris", Role::Organizer);
    iris.get("/seasons").expect(200).shows("Trial season");
    iris.get("/seasons/trial/problems/squares").expect(200);
    iris.try_submit("squares", "print(1)")
        .expect(409)
        .shows("not open yet");
}

#[test]
fn after_the_freeze_nothing_more_is_taken() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    ada.submit("squares", "print(1)");
    site.freeze();
    ada.try_submit("squares", "print(2)")
        .expect(409)
        .shows("The season ended on")
        .shows("print(2)");
    ada.get("/seasons/trial/problems/squares")
        .expect(200)
        .shows("no more submissions");
}

#[test]
fn the_announced_end_holds_without_anybody_doing_anything() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let end = Moment::now().plus(TimeDelta::hours(1));
    update(&site, |conn| {
        diesel::update(schema::seasons::table)
            .set(schema::seasons::freeze_at.eq(end))
            .execute(conn)
    });
    ada.submit("squares", "print(1)");
    site.advance(TimeDelta::hours(2));
    ada.try_submit("squares", "print(2)")
        .expect(409)
        .shows("The season ended on");
}

#[test]
fn a_withdrawn_problem_takes_nothing() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    update(&site, |conn| {
        diesel::update(schema::problems::table)
            .set(schema::problems::state.eq(ProblemState::Withdrawn))
            .execute(conn)
    });
    ada.try_submit("squares", "kept = 1")
        .expect(409)
        .shows("withdrawn")
        .shows("kept = 1");
}

fn update(site: &TestSite, f: impl FnOnce(&mut AnyConnection) -> QueryResult<usize>) {
    let rows = store::blocking(&site.pool, |conn| f(conn).map_err(StoreError::from)).unwrap();
    assert_ne!(rows, 0);
}

#[test]
fn notes_that_are_too_long_are_told_beside_the_program() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let notes = "x".repeat(20_000);
    let path = "/seasons/trial/problems/squares/submissions";
    let fields = [("source", "print(1)"), ("notes", notes.as_str())];
    ada.post(path, &fields)
        .expect(422)
        .shows("have more than 500 characters")
        .shows("print(1)</textarea>");
    // A body of another kind is no fault of ours.
    let page = ada.post_raw(path, &[("content-type", "text/plain")], b"print(1)");
    let page = page
        .expect(415)
        .shows("That kind of content is not taken here");
    assert!(!page.body.contains("in our log"));
}
