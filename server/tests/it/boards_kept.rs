//! The bytes of a board, made once for everybody who asks until there is something else to be seen.

use std::time::Duration;

use dojo_server::season::lifecycle::{self, Actor};
use dojo_server::store::{Moment, Role};

use crate::client::Answer;
use crate::site::{TestSite, eventually};

const SQUARES: &str = "for n in range(999):print(n*n)";
const BOARDS: [&str; 4] = [
    "/seasons/trial/leaderboard",
    "/seasons/trial/problems/squares/leaderboard",
    "/api/v1/seasons/trial/leaderboard",
    "/api/v1/seasons/trial/problems/squares/leaderboard",
];

/// A site that makes what has changed anew for the next who asks.
fn site() -> TestSite {
    TestSite::builder()
        .web(|web| web.board_age = Duration::from_nanos(1))
        .start()
}

/// A visitor's board, once it is another one than that.
fn another(site: &TestSite, board: &str, than: &str) -> Answer {
    eventually("another board", || {
        let answer = site.visitor().get(board).expect(200);
        (answer.header("etag") != than).then_some(answer)
    })
}

fn kept(site: &TestSite, board: &str) -> Answer {
    eventually("a kept board", || {
        let answer = site.visitor().get(board).expect(200);
        (!answer.header("etag").is_empty()).then_some(answer)
    })
}

#[test]
fn a_board_is_the_same_bytes_for_everybody_until_a_verdict_changes_it() {
    let site = site();
    let ada = site.contestant("ada");
    let before = BOARDS.map(|board| kept(&site, board));
    for (board, first) in BOARDS.iter().zip(&before) {
        let etag = first.header("etag");
        assert_eq!(etag.len(), 34, "{etag}");
        assert_eq!(first.header("cache-control"), "no-cache");
        let again = site.visitor().get_with(board, &[("if-none-match", etag)]);
        again.expect(304);
        assert_eq!(site.visitor().get(board).expect(200).body, first.body);
    }

    ada.await_event(ada.submit("squares", SQUARES));
    for (board, first) in BOARDS.iter().zip(&before) {
        let now = another(&site, board, first.header("etag"));
        assert!(now.names("ada") && !first.names("ada"));
    }
    let beyond = site.visitor().get("/seasons/trial/leaderboard?page=7");
    beyond.expect(200).shows("The board has no page 7.");
    // Whoever is signed in gets a page of their own.
    let own = ada.get(BOARDS[0]).expect(200);
    assert_eq!(own.header("cache-control"), "no-store");
    own.shows("me-row");
}

#[test]
fn a_board_follows_names_rulings_and_steps() {
    let site = site();
    let iris = site.staff("iris", Role::Organizer);
    let ada = site.contestant("ada");
    ada.await_event(ada.submit("squares", SQUARES));
    let board = BOARDS[0];
    let first = eventually("her row", || {
        let answer = site.visitor().get(board).expect(200);
        answer.body.contains("1,192").then_some(answer)
    });

    ada.post("/account", &[("display_name", "Countess")])
        .expect(303);
    let renamed = another(&site, board, first.header("etag"));
    assert!(renamed.body.contains("Countess"));

    let out = [("person", "ada"), ("reason", "Two accounts.")];
    iris.post("/seasons/trial/organize/disqualify", &out)
        .expect(303);
    let without = another(&site, board, renamed.header("etag"));
    assert!(!without.body.contains("Countess"));

    // As another process does it, of which this one hears nothing.
    site.change(|conn, season| lifecycle::freeze(conn, season.id, &Actor::Terminal, &Moment::now));
    another(&site, board, without.header("etag")).shows("Submissions ended on");
}

#[test]
fn the_page_of_the_board_on_which_somebody_is_has_an_address() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    ada.await_event(ada.submit("squares", "for n in range(999):print(n*n)"));
    let visitor = site.visitor();
    let of = |name: &str| visitor.get(&format!("/seasons/trial/leaderboard/of/{name}"));
    let page = of("ada").expect(303);
    assert_eq!(page.location(), "/seasons/trial/leaderboard?page=1");
    visitor
        .get(page.location())
        .expect(200)
        .shows(r#"data-name="ada""#);
    site.contestant("bob");
    for name in ["bob", "nobody"] {
        of(name).expect(404).shows("on this board");
    }
}
