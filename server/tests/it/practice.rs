//! After the season: the board of all time, records, and what practice counts for.

use chrono::TimeDelta;
use diesel::prelude::*;
use dojo_server::store::schema::practice_bests;
use dojo_server::store::{self, Role, StoreError, migrate, revert_last, schema_dump};

use crate::client::Person;
use crate::site::{TestSite, eventually};

const ALL_TIME: &str = "/seasons/trial/problems/squares/all-time";
const BOARD: &str = "/seasons/trial/problems/squares/leaderboard";

/// Prints the squares; the longer the name, the more bytes.
fn squares(name: &str) -> String {
    format!("for {name} in range(999):print({name}*{name})")
}

fn solve(person: &Person, name: &str) -> i64 {
    let id = person.submit("squares", &squares(name));
    person.await_event(id);
    id
}

/// The rows of the board of all time: name, bytes, where it comes from.
fn rows(person: &Person) -> Vec<String> {
    rows_of(person, "")
}

/// The same of those whom the question of the address means.
fn rows_of(person: &Person, question: &str) -> Vec<String> {
    let address = format!("{ALL_TIME}{question}");
    let page = person.get(&address).expect(200).body;
    let between = |text: &str, from: &str, to: &str| {
        let (_, rest) = text.split_once(from).unwrap();
        rest.split_once(to).unwrap().0.to_owned()
    };
    let rows = page.split("<tr data-name=\"").skip(1);
    rows.map(|row| {
        let name = row.split('"').next().unwrap().to_owned();
        let bytes = between(&between(row, "/submissions/", "/a>"), ">", "<");
        let (_, from) = row.split_once("</a></td>").unwrap();
        let from =
            between(from, "<td class=\"from\">", "</td>").replace("<span class=\"tag\">", "");
        format!("{name} {bytes} {}", from.replace("</span>", ""))
    })
    .collect()
}

/// A season that Ada won with 36 bytes before Ben with 39, and that is revealed.
fn revealed() -> (TestSite, Person, Person) {
    let site = TestSite::new();
    let (ada, ben) = (site.contestant("ada"), site.contestant("ben"));
    solve(&ada, "abc");
    solve(&ben, "abcd");
    site.visitor()
        .get(ALL_TIME)
        .expect(404)
        .shows("begins when the season is revealed");
    site.freeze_and_score();
    site.reveal();
    (site, ada, ben)
}

#[test]
fn practice_stands_on_the_board_of_all_time_and_a_shorter_program_is_a_record() {
    let (site, ada, ben) = revealed();
    let (visitor, cy) = (site.visitor(), site.contestant("cy"));
    let board = visitor.get(BOARD).expect(200).body;
    let in_season = [
        "ada 36 the season rank 1 in the season",
        "ben 39 the season rank 2 in the season",
    ];
    assert_eq!(rows(&visitor), in_season);

    // Who is no better in practice stays where the season left off.
    solve(&ben, "abcde");
    let record = solve(&cy, "ab");
    let with_cy = [
        "cy 33 practice",
        "ada 36 the season rank 1 in the season",
        "ben 39 the season rank 2 in the season",
    ];
    eventually("the record on a page that was kept", || {
        (rows(&visitor) == with_cy).then_some(())
    });
    visitor
        .get(ALL_TIME)
        .expect(200)
        .shows(r#"<meta property="og:image" content="/seasons/trial/problems/squares/card.png">"#)
        .shows(r#"content="cy is first with 33 bytes.""#);
    let rows_of = |page: &str| page.split("<tbody>").nth(1).unwrap_or_default().to_owned();
    let after = visitor.get(BOARD).expect(200).body;
    assert_eq!(rows_of(&after), rows_of(&board), "the season's own board");

    let beaten = "ada’s 36 was beaten by 3";
    cy.get(&format!("/submissions/{record}"))
        .expect(200)
        .shows(&format!("A record: {beaten}"))
        .shows("Rank 1 of 3")
        .shows(ALL_TIME);
    for path in [
        "/",
        "/seasons/trial",
        "/@cy",
        "/@ada",
        "/feed.atom",
        "/feed.json",
    ] {
        visitor.get(path).expect(200).shows(beaten);
    }
    visitor.get("/@ben").expect(200).shows("1 problem solved");
    let shortest = "shortest so far: 33 bytes";
    visitor
        .get("/seasons/trial/problems/squares")
        .expect(200)
        .shows(shortest)
        .shows(ALL_TIME);

    // Two bytes fewer by the same person beat nobody else.
    site.advance(TimeDelta::minutes(1));
    solve(&cy, "a");
    assert_eq!(rows(&cy)[0], "cy 30 practice");
    visitor.get("/@cy").expect(200).shows("3 fewer than before");
    // As short is no record.
    solve(&ada, "b");
    assert_eq!(rows(&ada)[1], "ada 30 practice rank 1 in the season");
    let records = visitor.get("/@ada").expect(200).body;
    assert_eq!(records.matches("was beaten by").count(), 1);
}

#[test]
fn models_stand_apart_on_the_board_of_all_time() {
    let site = TestSite::new();
    let (ada, gpt) = (site.contestant("ada"), site.model("gpt", "Lab X"));
    solve(&ada, "abc");
    solve(&gpt, "ab");
    site.freeze_and_score();
    site.reveal();
    let ada_row = "ada 36 the season rank 1 in the season";
    let visitor = site.visitor();
    assert_eq!(rows(&visitor), [ada_row]);
    let models = rows_of(&visitor, "?who=models");
    assert_eq!(models, ["gpt 33 the season"]);

    solve(&gpt, "a");
    assert_eq!(rows(&ada), [ada_row]);
    assert_eq!(rows_of(&ada, "?who=models"), ["gpt 30 practice"]);
    assert_eq!(rows_of(&ada, "?who=all"), ["gpt 30 practice", ada_row]);
    let problem = visitor.get("/seasons/trial/problems/squares").expect(200);
    problem.shows("shortest so far: 36 bytes");
    let beaten = |page: &str| visitor.get(page).expect(200).body.contains("was beaten by");
    assert!(!beaten("/@gpt") && !beaten("/"), "records are of people");
    solve(&site.contestant("cy"), "ab");
    visitor
        .get("/@cy")
        .expect(200)
        .shows("ada’s 36 was beaten by 3");
    let page = ada.get(&format!("{ALL_TIME}?who=all")).expect(200);
    page.shows("model, run by Lab X")
        .shows("<td class=\"num rank\">–</td>")
        .shows("<td class=\"num rank\">1</td>");
}

#[test]
fn whoever_has_practised_is_put_out_like_others() {
    let (site, ada, ben) = revealed();
    let iris = site.staff("iris", Role::Organizer);
    let practised = solve(&ada, "ab");
    let out = [("person", "ada"), ("reason", "copied from a book")];
    iris.post("/seasons/trial/organize/disqualify", &out)
        .expect(303);
    let board = ben.get(BOARD).expect(200).body;
    assert!(!board.contains("data-name=\"ada\""), "{board}");
    assert_eq!(rows(&ben)[0], "ada 33 practice");
    ada.get(&format!("/submissions/{practised}")).expect(200);
}

#[test]
fn what_was_solved_in_practice_stays_solved_on_the_page_of_a_person() {
    let (site, ..) = revealed();
    let (visitor, cy) = (site.visitor(), site.contestant("cy"));
    visitor.get("/@cy").expect(404);
    solve(&cy, "abcdefg");
    visitor
        .get("/@cy")
        .expect(200)
        .shows("1 problem solved")
        .shows("Practice")
        .shows("/seasons/trial/problems/squares");
    cy.get("/problems").expect(200).shows("v-good");
}

#[test]
fn what_was_practised_before_is_found_by_the_migration() {
    let (site, ada, ben) = revealed();
    for (person, name) in [(&ada, "a"), (&ada, "abcdef"), (&ben, "ab"), (&ben, "b")] {
        solve(person, name);
    }
    let bests = || {
        store::blocking(&site.pool, |conn| {
            let bests: Vec<(i64, Option<i32>)> = practice_bests::table
                .order(practice_bests::submission_id)
                .select((practice_bests::submission_id, practice_bests::l_chars))
                .load(conn)?;
            Ok::<_, StoreError>(bests)
        })
        .unwrap()
    };
    let before = bests();
    let lengths: Vec<_> = before.iter().map(|(_, bytes)| bytes.unwrap()).collect();
    assert_eq!(lengths, [30, 30]);
    make_anew(&site, "practice_bests");
    assert_eq!(bests(), before);
}

/// Takes migrations back until a table is gone, and makes them again.
fn make_anew(site: &TestSite, table: &str) {
    store::blocking(&site.pool, |conn| {
        let is_there = |line: &String| line.contains(table);
        while schema_dump(conn)?.iter().any(is_there) {
            revert_last(conn)?;
        }
        migrate(conn)
    })
    .unwrap();
}

/// Submits with a method, which is the first one of the problem and gets a bonus.
fn solve_with_bonus(person: &Person, name: &str) -> i64 {
    let source = squares(name);
    let fields = [("source", source.as_str()), ("method_tag", "closed_form")];
    let answer = person.post("/seasons/trial/problems/squares/submissions", &fields);
    let answer = answer.expect(303);
    let id = answer.location().strip_prefix("/submissions/").unwrap();
    let id: i64 = id.parse().unwrap();
    person.await_event(id);
    id
}

#[test]
fn the_shortest_of_the_season_counts_where_a_longer_one_has_more_points() {
    let site = TestSite::new();
    let (ada, ben) = (site.contestant("ada"), site.contestant("ben"));
    let iris = site.staff("iris", Role::Organizer);
    solve(&ben, "abcde");
    let ranked = solve_with_bonus(&ada, "abcd");
    let shorter = solve(&ada, "abc");
    site.freeze_and_score();
    site.reveal();
    let (visitor, cy) = (site.visitor(), site.contestant("cy"));
    let board = visitor.get(BOARD).expect(200);
    board.shows(&format!("/submissions/{ranked}\""));
    let of_ben = "ben 42 the season rank 2 in the season";
    let before = ["ada 36 the season rank 1 in the season", of_ben];
    assert_eq!(rows(&visitor), before);
    let problem = "/seasons/trial/problems/squares";
    visitor
        .get(problem)
        .expect(200)
        .shows("shortest so far: 36 bytes");

    // The migration finds it too.
    make_anew(&site, "outscored_solutions");
    assert_eq!(rows(&ada), before);

    // What is longer than that is no record.
    solve(&cy, "abcd");
    assert_eq!(rows(&cy)[1], "cy 39 practice");
    let page = visitor.get("/@ada").expect(200).body;
    assert!(!page.contains("was beaten by"), "{page}");

    // What leaves the contest leaves this board.
    let shorter = shorter.to_string();
    let out = [
        ("submission", shorter.as_str()),
        ("reason", "copied from a book"),
    ];
    iris.post("/seasons/trial/organize/disqualify", &out)
        .expect(303);
    assert_eq!(rows(&ada)[0], "ada 39 the season rank 1 in the season");
}
