//! The show that the Reveal is: nothing before it, one clock for everybody, nothing ahead of it.

use std::io::{BufRead as _, BufReader};

use chrono::TimeDelta;
use diesel::RunQueryDsl as _;
use dojo_judge::contest::Member as _;
use dojo_judge::contest::sequence::{Programs, SequenceSettings, TermFeedback};
use dojo_server::season::show_script::ShowScript;
use dojo_server::store::shows::{self, ShowClock};
use dojo_server::store::{Boards, Role, SeasonState};
use serde_json::{Value, json};

use crate::client::{Api, Person};
use crate::leaks::Reader;
use crate::site::{TestSite, eventually};

const SQUARES: &str = "for n in range(999):print(n*n)";
const HALF: &str = "for n in range(999):print(n*n+(n>2))";

/// The first `show` event that somebody who comes now is told.
fn told(person: &Person) -> Value {
    let response = person.stream("/seasons/trial/live");
    let mut is_show = false;
    for line in BufReader::new(response.into_body().into_reader()).lines() {
        let line = line.unwrap();
        match line.strip_prefix("data: ") {
            Some(data) if is_show => return serde_json::from_str(data).unwrap(),
            _ => is_show = line == "event: show",
        }
    }
    panic!("the stream ended");
}

#[test]
fn nobody_is_told_to_wait_for_the_show_of_a_revealed_season() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    ada.await_event(ada.submit("squares", SQUARES));
    site.freeze_and_score();
    site.reveal();
    let page = site.visitor().get("/seasons/trial/show").expect(200);
    let page = page.shows("Press Play to see the Reveal whenever you like.");
    assert!(!page.body.contains("wait for"));
}

#[test]
fn the_show_of_a_revealed_season_is_composed_once_and_has_the_names_of_now() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    ada.await_event(ada.submit("squares", SQUARES));
    site.freeze_and_score();
    site.reveal();
    ada.get("/seasons/trial/show").expect(200).shows("squares");
    // Whoever reads the reports again fails.
    site.change(|conn, _| {
        diesel::sql_query("UPDATE judgements SET report = '{}'").execute(conn)?;
        Ok(())
    });
    ada.post("/account", &[("display_name", "Countess")])
        .expect(303);
    for address in ["/seasons/trial/show", "/seasons/trial/show.json"] {
        ada.get(address).expect(200).shows("Countess");
    }
}

#[test]
fn the_show_begins_at_reveal_and_has_one_clock_for_everybody() {
    let site = TestSite::new();
    let iris = site.staff("iris", Role::Organizer);
    let ada = site.contestant("ada");
    ada.await_event(ada.submit("squares", SQUARES));
    let ben = site.contestant("ben");
    ben.await_event(ben.submit("squares", HALF));
    let act = |action: &str| {
        let sure = [("confirm", "trial")];
        iris.post(&format!("/seasons/trial/organize/{action}"), &sure)
    };
    for before in ["freeze", "reveal"] {
        // There is nothing to see, and the page says where it will be seen.
        for reader in [&site.visitor(), &iris] {
            let page = reader.get("/seasons/trial/show").expect(200);
            page.shows("The Reveal has no date yet.");
            let data = reader.get("/seasons/trial/show.json").expect(200).json();
            assert_eq!(data["acts"], serde_json::json!([]));
        }
        if before == "freeze" {
            act("show-start").expect(409);
        }
        if before == "reveal" {
            eventually("the bonuses", || {
                site.change(|_, season| Ok(season)).scored_at
            });
        }
        act(before).expect(303);
    }

    let data = site
        .visitor()
        .get("/seasons/trial/show.json")
        .expect(200)
        .json();
    let acts = data["acts"].as_array().unwrap();
    let squares = acts.iter().find(|act| act["slug"] == "squares").unwrap();
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let hidden = number(&squares["cells"]) - number(&squares["known"]);
    assert_eq!(squares["opens"].as_array().unwrap().len(), hidden);
    assert_eq!(squares["terms"].as_array().unwrap().len(), hidden);
    let name = |who: &Value| data["people"][number(who)]["name"].clone();
    assert_eq!(name(&squares["rows"][0]["who"]), "ada");
    assert!(!squares["rows"][0]["cells"].as_str().unwrap().contains('w'));
    assert_eq!(name(&data["winners"][0]["who"]), "ada");
    assert!(data["length"].as_u64() > acts.last().unwrap()["ends"].as_u64());
    let page = site.visitor().get("/seasons/trial/show").expect(200);
    assert!(!page.body.contains("show-start"));
    page.shows("As a list")
        .shows("ada")
        .shows("Press Play to see the Reveal");

    act("show-pause").expect(409);
    assert_eq!(
        act("show-start").expect(303).location(),
        "/seasons/trial/show"
    );
    let late = eventually("the show", || {
        let told = told(&site.visitor());
        (told["position"].as_i64() > Some(0)).then_some(told)
    });
    assert_eq!(late["running"], true);
    act("show-pause").expect(303);
    let still = eventually("the pause", || {
        let told = told(&site.visitor());
        (told["running"] == false).then_some(told)
    });
    assert!(still["position"].as_i64() >= late["position"].as_i64());
    assert_eq!(told(&site.visitor())["position"], still["position"]);
    // To begin again ends what everybody sees now: the organizer is asked first.
    iris.get("/seasons/trial/show")
        .expect(200)
        .shows("<form action=\"/seasons/trial/organize/show-start\">");
    iris.get("/seasons/trial/organize/show-start")
        .expect(200)
        .shows("The show runs from its beginning for everybody");
    let api = Api::of(iris);
    let step = |step: &str| api.step(&format!("/seasons/trial/show/{step}"));
    step("resume").expect(200);
    eventually("the show going on", || {
        (told(&site.visitor())["position"].as_i64() > still["position"].as_i64()).then_some(())
    });
    step("pause").expect(200);
    eventually("the second pause", || {
        (told(&site.visitor())["running"] == false).then_some(())
    });
}

#[test]
fn a_reveal_begins_at_its_date_and_nothing_is_told_ahead_of_the_show() {
    let site = TestSite::builder()
        .content(|content| content.season.boards = Boards::UntilReveal)
        .start();
    let iris = site.staff("iris", Role::Organizer);
    let ada = site.contestant("ada");
    ada.await_event(ada.submit("squares", SQUARES));
    let ben = site.contestant("ben");
    ben.await_event(ben.submit("squares", HALF));
    let at = (chrono::Utc::now() + TimeDelta::hours(2)).format("%Y-%m-%dT%H:%M:%SZ");
    let moved = json!({"reveals_at": at.to_string(), "reason": "all can come"});
    let api = Api::of(iris);
    let status = api.post("/seasons/trial/dates", &moved).expect(200).json();
    assert_eq!(status["reveals_at"], at.to_string());
    let visitor = site.visitor();
    visitor
        .get("/seasons/trial")
        .expect(200)
        .shows("<dt>Reveal</dt>");
    let calendar = visitor.get("/seasons/trial/calendar.ics").expect(200);
    calendar.shows("SUMMARY:Reveal of ");
    site.freeze_and_score();
    eventually("the feed", || {
        let feed = visitor.get("/feed.atom").expect(200);
        feed.body.contains("its Reveal begins ").then_some(())
    });
    visitor
        .get("/seasons/trial/show")
        .expect(200)
        .shows("The Reveal begins ");
    let board = || {
        let board = "/api/v1/seasons/trial/leaderboard";
        site.visitor().get(board).expect(200).json()["rows"][0]["score"].clone()
    };
    let before = board();
    let data = || {
        let data = site.visitor().get("/seasons/trial/show.json");
        data.expect(200).json()
    };
    assert_eq!(data()["acts"], json!([]));

    site.advance(TimeDelta::hours(2));
    let begun = eventually("the show", || {
        let data = data();
        (data["acts"].as_array()?.first()?["opens"].as_array()?.len() > 2).then_some(data)
    });
    assert_eq!(begun["is_whole"], false);
    assert_eq!(begun["winners"], json!([]));
    let act = &begun["acts"][0];
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let open = act["opens"].as_array().unwrap().len();
    assert_eq!(act["terms"].as_array().unwrap().len(), open);
    assert!(open < number(&act["cells"]) - number(&act["known"]));
    for row in act["rows"].as_array().unwrap() {
        let cells = row["cells"].as_str().unwrap();
        assert_eq!(cells.len(), number(&act["known"]) + open);
        assert_eq!(row["bytes"], Value::Null);
    }
    eventually("the banner", || {
        let page = site.visitor().get("/docs/rules").expect(200);
        page.body.contains("Live: the Reveal of ").then_some(())
    });
    assert_eq!(board(), before);
    let season = site.visitor().get("/seasons/trial").expect(200);
    assert!(!season.body.contains("Setters' board"));
    visitor
        .get("/seasons/trial/problems/squares/solutions")
        .expect(404);

    site.advance(TimeDelta::minutes(5));
    eventually("the end of the show", || {
        (data()["is_whole"] == true).then_some(())
    });
    eventually("the Reveal", || {
        (site.change(|_, season| Ok(season)).state == SeasonState::Revealed).then_some(())
    });
    // The bonus of the first with a method has come onto the board.
    eventually("the bonus", || (board() != before).then_some(()));
    eventually("no banner", || {
        let page = site.visitor().get("/docs/rules").expect(200);
        (!page.body.contains("Live: the Reveal of ")).then_some(())
    });
}

/// What tells of a problem that it is open, in the walk of somebody.
struct Opened {
    problem: &'static str,
    /// Its hidden terms and what its setter wrote.
    secrets: [&'static str; 2],
}

const OPENED: [Opened; 2] = [
    Opened {
        problem: "marked",
        secrets: ["707070000", "SETTER-SECRET"],
    },
    Opened {
        problem: "short",
        secrets: ["8989898989", "print(1,1,*[8989898989]*4)"],
    },
];

#[test]
#[expect(
    clippy::too_many_lines,
    reason = "one show from its beginning to its end"
)]
fn each_problem_opens_as_the_show_passes_it_and_not_before() {
    let site = TestSite::builder()
        .content(|content| {
            content.season.boards = Boards::UntilReveal;
            let short = content.problems.iter_mut().find(|one| one.slug == "short");
            "print(1,1,*[8989898989]*4)".clone_into(&mut short.unwrap().setter_source);
        })
        .start();
    let ada = site.contestant("ada");
    let programs = [
        (
            "marked",
            "for n in range(200):print(n if n<100 else 70707*10**9+n*n)#ADA-ON-MARKED",
        ),
        ("short", "print(1,1,*[8989898989]*4)#ADA-ON-SHORT"),
    ];
    let ids = programs.map(|(problem, source)| ada.submit(problem, source));
    for id in ids {
        ada.await_event(id);
    }
    // What came after boards went dark comes onto them with its problem.
    site.change(|conn, _| {
        let now = chrono::Utc::now().format("%Y-%m-%d %H:%M:%S%.6f");
        let dark = format!("UPDATE seasons SET blackout_at = '{now}'");
        Ok(diesel::sql_query(dark).execute(conn).map(drop)?)
    });
    let ben = site.contestant("ben");
    ben.await_event(ben.submit("marked", programs[0].1));
    site.freeze_and_score();
    let readers = [
        Reader {
            name: "a visitor",
            person: site.visitor(),
            authorization: None,
        },
        Reader::signed_in("cleo", site.contestant("cleo")),
    ];
    let visitor = site.visitor();
    let row = |problem: &str, name: &str| {
        let board = format!("/api/v1/seasons/trial/problems/{problem}/leaderboard");
        let rows = visitor.get(&board).expect(200).json()["rows"].clone();
        let rows = rows.as_array().unwrap().clone();
        rows.into_iter().find(|row| row["name"] == name)
    };
    let total = || {
        let board = visitor.get("/api/v1/seasons/trial/leaderboard").expect(200);
        board.json()["rows"][0]["score"].as_i64().unwrap()
    };
    // Until the show has passed a problem, nobody is told of it but by the show; from then on everybody.
    let check = |open: [bool; 2]| {
        for reader in &readers {
            let pages = reader.walk(&ids);
            for (of, is_open) in OPENED.iter().zip(open) {
                for secret in of.secrets {
                    let told = pages.iter().filter(|(path, (_, body))| {
                        !path.contains("/show") && body.contains(secret)
                    });
                    let told: Vec<&String> = told.map(|(path, _)| path).collect();
                    assert_eq!(!told.is_empty(), is_open, "{}: {told:?}", reader.name);
                }
            }
        }
        for (Opened { problem, .. }, is_open) in OPENED.iter().zip(open) {
            let solutions = format!("/seasons/trial/problems/{problem}/solutions");
            let status = if is_open { 200 } else { 404 };
            assert_eq!(visitor.get(&solutions).status, status, "{problem}");
            let bonus = row(problem, "ada").unwrap()["diversity_bonus"].clone();
            assert_eq!(bonus.is_null(), !is_open, "{problem}: {bonus}");
        }
    };
    let bill = site.change(|conn, season| Ok(ShowScript::load(conn, &season)?));
    let stand_at = |position: u32| {
        site.change(|conn, season| {
            let clock = ShowClock {
                position_ms: position.into(),
                since: None,
                length_ms: bill.length.into(),
            };
            Ok(shows::set_show(conn, season.id, clock)?)
        });
    };
    let iris = site.staff("iris", Role::Organizer);
    check([false, false]);
    let before = total();
    assert!(row("marked", "ben").is_none());
    Api::of(iris).step("/seasons/trial/show/start").expect(200);
    stand_at(0);
    let passes = |slug: &str| {
        let act = bill.acts.iter().find(|act| act.slug == slug).unwrap();
        act.schedule.ranks
    };
    stand_at(passes("marked") - 1);
    check([false, false]);
    assert_eq!(total(), before);
    stand_at(passes("marked"));
    eventually("the first problem", || row("marked", "ben"));
    check([true, false]);
    assert!(total() > before, "the bonus is in the sum");
    let page = visitor.get("/seasons/trial/problems/marked").expect(200);
    page.shows("SETTER-SECRET");
    let id = ids[0];
    let source = visitor.get(&format!("/submissions/{id}")).expect(200);
    source.shows("ADA-ON-MARKED");
    visitor
        .get("/problems?q=70707000010000")
        .expect(200)
        .shows("Marked");
    // A program of a problem that is not open yet is told of by its score alone.
    let other = visitor.get(&format!("/submissions/{}", ids[1])).expect(200);
    assert!(!other.body.contains("ADA-ON-SHORT"));

    stand_at(passes("short"));
    eventually("the second problem", || {
        row("short", "ada").filter(|row| !row["diversity_bonus"].is_null())
    });
    check([true, true]);
    assert_eq!(
        site.change(|_, season| Ok(season)).state,
        SeasonState::Frozen
    );
    stand_at(bill.length);
    eventually("the Reveal", || {
        (site.change(|_, season| Ok(season)).state == SeasonState::Revealed).then_some(())
    });
    check([true, true]);
}

#[test]
fn verdicts_that_were_held_back_come_with_their_problem() {
    let site = TestSite::builder()
        .content(|content| {
            content.season.boards = Boards::UntilReveal;
            content.season.settings = Programs::set(SequenceSettings {
                feedback: TermFeedback::PublicTerms,
                ..SequenceSettings::default()
            });
        })
        .start();
    let ada = site.contestant("ada");
    let squares = ada.submit("squares", SQUARES);
    let marked = ada.submit(
        "marked",
        "for n in range(200):print(n if n<100 else 70707*10**9+n*n)",
    );
    site.advance(TimeDelta::seconds(30));
    let token = ada.api_token();
    for id in [squares, marked] {
        assert_eq!(ada.api_verdict(&token, id)["verdict"], "HELD_BACK");
    }
    site.freeze_and_score();
    let iris = site.staff("iris", Role::Organizer);
    Api::of(iris).step("/seasons/trial/show/start").expect(200);
    site.change(|conn, season| {
        let bill = ShowScript::load(conn, &season)?;
        let clock = ShowClock {
            position_ms: bill.acts[0].schedule.ends.into(),
            since: None,
            length_ms: bill.length.into(),
        };
        Ok(shows::set_show(conn, season.id, clock)?)
    });
    eventually("the first verdict", || {
        (ada.api_verdict(&token, squares)["verdict"] != "HELD_BACK").then_some(())
    });
    let told = ada.api_verdict(&token, squares);
    assert!(told["score"].is_number(), "{told}");
    assert_eq!(ada.api_verdict(&token, marked)["verdict"], "HELD_BACK");
    let page = |problem: &str| {
        let page = format!("/seasons/trial/problems/{problem}");
        ada.get(&page).expect(200)
    };
    page("squares").shows("Solved");
    page("marked").shows("Public terms right");
    let board = |problem: &str| {
        let board = format!("/api/v1/seasons/trial/problems/{problem}/leaderboard");
        site.visitor().get(&board).expect(200).json()["rows"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!((board("squares"), board("marked")), (1, 0));
}
