//! The show that the Reveal is: nothing before it, one clock for everybody, nothing ahead of it.

use std::io::{BufRead as _, BufReader};

use chrono::TimeDelta;
use dojo_server::store::{Boards, Role, SeasonState};
use serde_json::{Value, json};

use crate::client::{Api, Person};
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
        for path in ["/seasons/trial/show", "/seasons/trial/show.json"] {
            site.visitor().get(path).expect(404);
            iris.get(path).expect(404);
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
