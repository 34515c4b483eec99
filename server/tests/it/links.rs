//! Every link of every page leads somewhere, while the demo seasons are open, once they are revealed, and where a
//! season was called off.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use chrono::TimeDelta;
use dojo_server::season::commit;
use dojo_server::season::lifecycle::{self, Actor, Dates};
use dojo_server::store::{Moment, Role};

use crate::client::Person;
use crate::command_line::{Server, run_well};
use crate::site::{PASSWORD, TestSite, eventually};

/// Both demo seasons.
const SEASONS: [&str; 2] = ["demo", "physics-demo"];

/// Their boards.
const BOARDS: [&str; 2] = [
    "/seasons/demo/leaderboard",
    "/seasons/physics-demo/leaderboard",
];

#[test]
fn no_link_of_any_page_is_dead() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let server = Server::start(&[
        "demo",
        "--listen",
        "127.0.0.1:0",
        "--no-rate-limits",
        "--data",
        data,
    ]);
    server.judges_all();
    let password = fs::read_to_string(folder.path().join("demo-password")).unwrap();
    let visitor = server.person();
    let mut everyone = vec![visitor];
    for name in ["ada", "otto", "iris"] {
        let person = server.person();
        person.sign_in(name, &password).expect(303);
        everyone.push(person);
    }
    for person in &everyone {
        assert_no_dead_link(person, &BOARDS);
    }
    for season in SEASONS {
        run_well(&["season", "freeze", season, "--data", data]);
        eventually("the results", || {
            let status = run_well(&["season", "status", season, "--json", "--data", data]);
            let status: serde_json::Value = serde_json::from_str(&status).unwrap();
            status["scored_at"].as_str().map(drop)
        });
        run_well(&["season", "reveal", season, "--data", data]);
    }
    for person in &everyone {
        assert_no_dead_link(person, &BOARDS);
    }
    for season in SEASONS {
        run_well(&["season", "cancel", season, "--data", data]);
        // Another process did it, which the server notices within a second; until then boards are as they were.
        eventually("the board of a cancelled season", || {
            let board = format!("/seasons/{season}/leaderboard");
            let page = everyone[0].get(&board).expect(200);
            page.body.contains(">Cancelled<").then_some(())
        });
    }
    for person in &everyone {
        assert_no_dead_link(person, &BOARDS);
    }
}

/// Calls the trial season off after `lived`, and follows all links of all who had to do with it.
fn walk_a_cancelled_season(lived: impl FnOnce(&TestSite), needed: &[&str]) {
    let site = TestSite::builder().setter("otto").start();
    let ada = site.contestant("ada");
    for (problem, source) in [
        ("squares", "for n in range(999):print(n*n)"),
        ("marked", "for n in range(150):print(n)\nprint('x')"),
        ("squares", "print(0)"),
    ] {
        ada.await_event(ada.submit(problem, source));
    }
    lived(&site);
    let iris = site.staff("iris", Role::Organizer);
    let sure = [("confirm", "trial")];
    iris.post("/seasons/trial/organize/cancel", &sure)
        .expect(303);
    let otto = site.visitor();
    otto.sign_in("otto", PASSWORD).expect(303);
    for person in [&site.visitor(), &ada, &otto, &iris] {
        assert_no_dead_link(person, needed);
        person
            .get("/seasons/trial")
            .expect(200)
            .shows("This season was cancelled");
    }
}

#[test]
fn no_link_is_dead_where_an_open_season_was_cancelled() {
    walk_a_cancelled_season(
        |_| {},
        &[
            "/@ada",
            "/seasons/trial/leaderboard",
            "/seasons/trial/problems/marked",
            "/submissions/1",
        ],
    );
}

#[test]
fn no_link_is_dead_where_a_frozen_season_was_cancelled() {
    walk_a_cancelled_season(
        TestSite::freeze_and_score,
        &["/@ada", "/seasons/trial/problems/squares"],
    );
}

#[test]
fn a_season_that_was_cancelled_before_it_opened_shows_no_problem() {
    let site = TestSite::builder().draft().start();
    site.change(|conn, season| {
        let now = Moment::now();
        commit::commit_problems(conn, season.id, now)?;
        let dates = Dates {
            opens_at: Some(now.plus(TimeDelta::microseconds(1))),
            frozen_by_hand: true,
            ..Dates::default()
        };
        crate::site::schedule(conn, season.id, dates, now)?;
        // It was to open meanwhile.
        let later = now.plus(TimeDelta::hours(1));
        lifecycle::cancel(conn, season.id, &Actor::Terminal, later)
    });
    let visitor = site.visitor();
    assert_no_dead_link(&visitor, &["/seasons/trial/leaderboard"]);
    visitor.get("/seasons/trial/problems/squares").expect(404);
    let page = visitor.get("/seasons/trial").expect(200);
    let page = page.shows("cancelled before it opened");
    assert!(!page.shows("never shown").body.contains("Squares"));
}

/// What is known of an address.
struct Page {
    status: u16,
    /// Of a page, what a fragment can name.
    ids: Option<BTreeSet<String>>,
}

/// Follows every link that this person can reach from the first page.
fn assert_no_dead_link(person: &Person, needed: &[&str]) {
    let mut pages: BTreeMap<String, Page> = BTreeMap::new();
    // Each with the page that it stands on.
    let mut to_follow = vec![("/".to_owned(), "the start".to_owned())];
    let mut fragments = Vec::new();
    while let Some((link, from)) = to_follow.pop() {
        let (address, fragment) = link.split_once('#').unwrap_or((&link, ""));
        if !fragment.is_empty() {
            fragments.push((address.to_owned(), fragment.to_owned(), from.clone()));
        }
        if pages.contains_key(address) {
            continue;
        }
        let answer = person.get(address);
        assert!(
            matches!(answer.status, 200 | 303 | 308),
            "{from} links to {link}, which is {}",
            answer.status
        );
        let is_page = answer.header("content-type").starts_with("text/html");
        let mut found = Vec::new();
        if answer.status != 200 {
            found.push(answer.location().to_owned());
        } else if is_page {
            found.extend(attributes(&answer.body, "href"));
            found.extend(attributes(&answer.body, "src"));
        }
        let within = found.iter().filter_map(|link| resolved(link, address));
        to_follow.extend(within.map(|link| (link, address.to_owned())));
        let page = Page {
            status: answer.status,
            ids: is_page.then(|| attributes(&answer.body, "id").collect()),
        };
        pages.insert(address.to_owned(), page);
    }
    for (address, fragment, from) in fragments {
        let Page { status, ids } = &pages[&address];
        let there = ids.as_ref().is_some_and(|ids| ids.contains(&fragment));
        assert!(
            there || *status != 200,
            "{from} links to {address}#{fragment}, and there is no such place on it"
        );
    }
    for needed in needed {
        assert!(pages.contains_key(*needed), "nothing leads to {needed}");
    }
}

/// The address that a link on a page leads to; `None` when that is on another site.
fn resolved(link: &str, page: &str) -> Option<String> {
    if link.starts_with("http://") || link.starts_with("https://") || link.starts_with("data:") {
        return None;
    }
    // Where to go afterwards makes no other page of these two.
    for form in ["/login", "/register"] {
        if link.starts_with(&format!("{form}?")) {
            return Some(form.to_owned());
        }
    }
    let (path, query) = page.split_once('?').unwrap_or((page, ""));
    // Filters and orders multiply; from the page without any, each is followed once.
    let other_query = |link: &str| !query.is_empty() && link.starts_with('?');
    if other_query(link.strip_prefix(path).unwrap_or(link)) {
        return None;
    }
    match link.chars().next() {
        Some('/') => Some(link.to_owned()),
        Some('#') => Some(format!("{page}{link}")),
        Some('?') => Some(format!("{path}{link}")),
        _ => panic!("{page} has the link `{link}`, which is neither of this site nor of another"),
    }
}

/// The values of an attribute, wherever it stands.
fn attributes<'a>(html: &'a str, name: &str) -> impl Iterator<Item = String> + 'a {
    let mark = format!(" {name}=\"");
    let values: Vec<&str> = html.split(mark.as_str()).skip(1).collect();
    values
        .into_iter()
        .filter_map(|rest| rest.split('"').next())
        .map(|value| value.replace("&#38;", "&").replace("&amp;", "&"))
}
