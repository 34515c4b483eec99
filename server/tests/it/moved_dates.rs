//! Dates by the clocks of a place, the page before what cannot be taken back, and dates that are moved.

use std::fs;

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use dojo_judge::record::archive;
use dojo_judge::record::replay::{Published, replay};
use dojo_server::store::{Moment, Role};
use serde_json::Value;

use crate::client::{Answer, Person};
use crate::site::TestSite;
use crate::whole_season::{unpack_archive, verify_by_others};

/// Dates as they are typed, with what must come of them.
const DATES: &str = include_str!("dates.jsonl");

/// Dates as of a moment, with what must come of them.
const PLANS: &str = include_str!("plans.jsonl");

const PAGE: &str = "/seasons/trial/organize";

/// Asks for the page before the announcement.
fn ask(iris: &Person, fields: &[(&str, &str)]) -> Answer {
    let query: Vec<String> = fields
        .iter()
        .map(|(name, value)| format!("{name}={}", value.replace('+', "%2B")))
        .collect();
    iris.get(&format!("{PAGE}/schedule?{}", query.join("&")))
}

fn moments(list: &Value) -> Vec<String> {
    let list = list.as_array().unwrap();
    list.iter().map(|at| said(at.as_str().unwrap())).collect()
}

fn said(iso: &str) -> String {
    let at: DateTime<Utc> = iso.parse().unwrap();
    at.format("%-d %b %Y, %H:%M UTC").to_string()
}

#[test]
fn dates_are_read_by_the_clocks_of_a_place() {
    let site = TestSite::builder().draft().start();
    let iris = site.staff("iris", Role::Organizer);
    iris.post(&format!("{PAGE}/commit"), &[]).expect(303);
    iris.get(PAGE)
        .expect(200)
        .shows("type=\"datetime-local\"")
        .shows("<option>Europe/Berlin");
    for line in DATES.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| case[key].as_str().unwrap();
        let typed = [("opens_at", text("local")), ("zone", text("zone"))];
        let answer = ask(&iris, &typed);
        match text("outcome") {
            "taken" => {
                answer
                    .expect(200)
                    .shows(&said(text("utc")))
                    .shows("Opens on ");
            }
            "refused" => {
                let mut page = answer.expect(422).shows("does not exist");
                for at in moments(&case["nearest"]) {
                    page = page.shows(&at);
                }
            }
            _ => {
                let [first, second] = &moments(&case["choices"])[..] else {
                    panic!("{line}");
                };
                answer
                    .expect(422)
                    .shows("comes twice")
                    .shows("name=\"opens_at_which\"")
                    .shows(first)
                    .shows(second);
                for (which, at) in [("first", first), ("second", second)] {
                    let mut typed = typed.to_vec();
                    typed.push(("opens_at_which", which));
                    ask(&iris, &typed).expect(200).shows(at);
                }
            }
        }
    }
    ask(
        &iris,
        &[("opens_at", "2027-01-01T10:00"), ("zone", "Europe/Bonn")],
    )
    .expect(422)
    .shows("no place Europe/Bonn");
}

#[test]
fn a_plan_is_taken_refused_or_asked_about() {
    let site = TestSite::builder().draft().start();
    let iris = site.staff("iris", Role::Organizer);
    iris.post(&format!("{PAGE}/commit"), &[]).expect(303);
    for line in PLANS.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let moment = |key: &str| {
            let at: DateTime<Utc> = case[key].as_str()?.parse().unwrap();
            Some(at)
        };
        let since = Utc::now() - moment("now").unwrap();
        let dates: Vec<(&str, String)> = ["opens_at", "freeze_at", "blackout_at"]
            .into_iter()
            .filter_map(|key| Some((key, (moment(key)? + since).to_rfc3339())))
            .collect();
        let typed: Vec<(&str, &str)> = dates.iter().map(|(key, at)| (*key, at.as_str())).collect();
        let page = ask(&iris, &typed).expect(200).body;
        let (needs, asks) = (
            page.contains("Still needed"),
            page.contains("name=\"sure\""),
        );
        let outcome = match (needs, asks) {
            (true, false) => "refused",
            (false, true) => "asked",
            (false, false) => "taken",
            (true, true) => "both",
        };
        assert_eq!(case["outcome"], outcome, "{line}");
        if needs {
            iris.post(&format!("{PAGE}/schedule"), &typed).expect(409);
        }
    }
}

#[test]
fn a_date_more_than_a_year_after_the_one_before_it_is_asked_about() {
    let site = TestSite::builder().draft().start();
    let iris = site.staff("iris", Role::Organizer);
    iris.post(&format!("{PAGE}/commit"), &[]).expect(303);
    let later = |days| (Utc::now() + TimeDelta::days(days)).to_rfc3339();
    let (opening, end, reveal) = (later(1), later(400), later(800));
    let far = "9999-12-31T00:00:00Z";
    for (freeze_at, reveals_at, told) in [
        (far, None, "which is more than a year"),
        (&*end, None, "The season would take 399 days"),
        (
            &*later(30),
            Some(&*reveal),
            "days after the end, which is more than a year",
        ),
    ] {
        let mut typed = vec![("opens_at", &*opening), ("freeze_at", freeze_at)];
        typed.extend(reveals_at.map(|at| ("reveals_at", at)));
        let page = ask(&iris, &typed).expect(200);
        page.shows(told).shows("name=\"sure\"");
        iris.post(&format!("{PAGE}/schedule"), &typed).expect(409);
        // The same holds for a season that opens at once.
        typed.retain(|(key, _)| *key != "opens_at");
        let typed: Vec<String> = typed
            .iter()
            .map(|(key, at)| format!("{key}={}", at.replace('+', "%2B")))
            .collect();
        let page = iris.get(&format!("{PAGE}/open-at-once?{}", typed.join("&")));
        page.expect(200).shows("more than a year");
    }
    let near = later(30);
    let typed = [("opens_at", &*opening), ("freeze_at", &*near)];
    iris.post(&format!("{PAGE}/schedule"), &typed).expect(303);
    let slip = [("freeze_at", far), ("reason", "a slip of the finger")];
    moved(&iris, "move-dates", &slip)
        .expect(409)
        .shows("more than a year")
        .shows("name=\"sure\"")
        .shows("value=\"a slip of the finger\"");
    let meant = [&slip[..], &[("sure", "yes")]].concat();
    moved(&iris, "move-dates", &meant).expect(303);
    // What was meant once is not asked about again.
    let moved_again = [("opens_at", &*later(2)), ("reason", "the room was locked")];
    moved(&iris, "move-dates", &moved_again).expect(303);
}

/// Where *Not now* leads.
fn way_back(page: &Answer) -> String {
    let (before, _) = page.body.split_once("\">Not now</a>").unwrap();
    let (_, address) = before.rsplit_once("href=\"").unwrap();
    address.replace("&#38;", "&")
}

#[test]
fn what_was_typed_stands_in_the_form_again_for_who_does_not_go_on() {
    let site = TestSite::builder().draft().start();
    let iris = site.staff("iris", Role::Organizer);
    let typed = [
        ("opens_at", "2099-01-01T10:00"),
        ("freeze_at", "2099-02-01T18:30"),
        ("zone", "Asia/Kathmandu"),
    ];
    let comes_back = |told: &str| {
        let asked = ask(&iris, &typed).expect(200).shows(told);
        iris.get(&way_back(&asked))
            .expect(200)
            .shows("value=\"2099-01-01T10:00\"")
            .shows("value=\"2099-02-01T18:30\"")
            .shows("<option selected>Asia/Kathmandu");
    };
    comes_back("Still needed");
    iris.post(&format!("{PAGE}/commit"), &[]).expect(303);
    comes_back("name=\"sure\"");
    let withdrawal = "withdraw-problem?problem=short&reason=a+wrong+term";
    let asked = iris.get(&format!("{PAGE}/{withdrawal}")).expect(200);
    iris.get(&way_back(&asked))
        .expect(200)
        .shows("<details id=\"withdraw\" open>")
        .shows("value=\"a wrong term\"");
}

#[test]
fn a_plan_is_told_in_words_before_it_is_announced() {
    let site = TestSite::builder().draft().start();
    let iris = site.staff("iris", Role::Organizer);
    let opens = Utc::now() + TimeDelta::days(3);
    let local = |at: DateTime<Utc>| at.format("%Y-%m-%dT%H:%M").to_string();
    let (opens_at, blackout_at, freeze_at) = (
        local(opens),
        local(opens + TimeDelta::hours(22)),
        local(opens + TimeDelta::hours(24)),
    );
    let typed = [
        ("opens_at", opens_at.as_str()),
        ("blackout_at", blackout_at.as_str()),
        ("freeze_at", freeze_at.as_str()),
        ("zone", "Asia/Kathmandu"),
    ];
    // Each date that is out of order is named by what the form calls it, and none lasts 0 seconds.
    let before = local(opens - TimeDelta::hours(1));
    for (key, at, told) in [
        ("freeze_at", &before, "It must end after it opens"),
        (
            "blackout_at",
            &before,
            "keep still from a moment after the opening",
        ),
        (
            "reveals_at",
            &blackout_at,
            "The Reveal must begin after the end",
        ),
    ] {
        let mut wrong = typed.to_vec();
        wrong.retain(|(name, _)| *name != key);
        wrong.push((key, at));
        let page = ask(&iris, &wrong).expect(200);
        let page = page.body.to_lowercase();
        assert!(page.contains(&told.to_lowercase()), "{key}: {page}");
        assert!(!page.contains("after 0 seconds"), "{key}: {page}");
    }
    // Nothing is announced while something is missing.
    ask(&iris, &typed)
        .expect(200)
        .shows("these problems are to be committed");
    iris.get(&format!("{PAGE}/commit"))
        .expect(200)
        .shows("3 problems are fixed");
    iris.post(&format!("{PAGE}/commit"), &[]).expect(303);
    let page = ask(&iris, &typed).expect(200);
    let page = page
        .shows("Asia/Kathmandu")
        .shows("for the last 2 hours")
        .shows("after 1 day")
        .shows("but not yet the 3 problems");
    assert!(!page.body.contains("these problems are to be committed"));
    iris.post(&format!("{PAGE}/schedule"), &typed).expect(303);
    let season = site.change(|_, season| Ok(season));
    let kathmandu = TimeDelta::minutes(5 * 60 + 45);
    let minute = |at: Option<Moment>| local(at.unwrap().utc());
    assert_eq!(minute(season.opens_at), local(opens - kathmandu));
}

#[test]
fn what_ends_something_asks_for_the_address_in_numbers() {
    let site = TestSite::new();
    let iris = site.staff("iris", Role::Organizer);
    let ada = site.contestant("ada");
    let sent = ada.post(
        "/seasons/trial/problems/squares/submissions",
        &[("source", "print(1)"), ("method_tag", "other")],
    );
    sent.expect(303);
    for action in ["freeze", "cancel"] {
        let page = format!("{PAGE}/{action}");
        ada.get(&page).expect(404);
        let shown = iris.get(&page).expect(200);
        assert!(shown.body.contains("1 person "), "{}", shown.body);
        for typed in ["", "trail"] {
            iris.post(&page, &[("confirm", typed)])
                .expect(422)
                .shows("name=\"confirm\"");
        }
    }
    let withdrawal = [("problem", "short"), ("reason", "a wrong term")];
    iris.post(&format!("{PAGE}/withdraw-problem"), &withdrawal)
        .expect(422)
        .shows("0 people have submitted to it")
        .shows("value=\"a wrong term\"");
    let season = site.change(|_, season| Ok(season));
    assert!(season.freeze_started_at.is_none() && season.cancelled_at.is_none());
    iris.post(&format!("{PAGE}/freeze"), &[("confirm", "trial")])
        .expect(303);
    // What can be done no more is refused before anything is asked.
    iris.get(&format!("{PAGE}/freeze")).expect(409);
    // An action that can be taken back leads to the page of the season.
    iris.get(&format!("{PAGE}/take-problems")).expect(303);
}

fn moved(iris: &Person, action: &str, fields: &[(&str, &str)]) -> Answer {
    iris.post(&format!("{PAGE}/{action}"), fields)
}

/// A moved end is told on the next page of a contestant, in the feed and in the audit log, by the clocks of who reads.
fn is_told_by_itself(site: &TestSite, ada: &Person, iris: &Person, [before, after]: [Moment; 2]) {
    let iso = |at: Moment| at.utc().to_rfc3339_opts(SecondsFormat::Secs, true);
    let time = |at: Moment| format!("<time datetime=\"{}\">{}</time>", iso(at), said(&iso(at)));
    let ends = format!("Ends: {} instead of {}", time(after), time(before));
    ada.get("/problems")
        .expect(200)
        .shows("Dates have changed. ")
        .shows(&ends)
        .shows("Boards do not change from: ")
        .shows(". a power cut");
    site.visitor()
        .get("/feed.json")
        .expect(200)
        .shows(&format!("Ends: {} instead of", said(&iso(after))));
    iris.get("/people/log?name=trial")
        .expect(200)
        .shows(&format!("Ends: {} → {}", time(before), time(after)));
}

#[test]
fn a_reveal_that_would_begin_before_the_new_end_is_as_much_later() {
    let site = TestSite::builder().draft().start();
    let iris = site.staff("iris", Role::Organizer);
    iris.post(&format!("{PAGE}/commit"), &[]).expect(303);
    let later = |hours| (Utc::now() + TimeDelta::hours(hours)).to_rfc3339();
    let (opens_at, freeze_at) = (later(2), later(10));
    let dates = [("opens_at", opens_at.as_str()), ("freeze_at", &freeze_at)];
    iris.post(&format!("{PAGE}/schedule"), &dates).expect(303);
    let end = site.change(|_, season| Ok(season)).freeze_at.unwrap();
    let reveal = end.plus(TimeDelta::minutes(10)).utc();
    let typed = reveal.format("%Y-%m-%dT%H:%M").to_string();
    let fields = [("reveals_at", typed.as_str()), ("reason", "a show")];
    moved(&iris, "move-dates", &fields).expect(303);
    let reveal = site.change(|_, season| Ok(season)).reveals_at.unwrap();
    let fields = [("minutes", "30"), ("reason", "another power cut")];
    moved(&iris, "extend", &fields).expect(303);
    let moved_to = site.change(|_, season| Ok(season)).reveals_at.unwrap();
    assert_eq!(moved_to.since(reveal), TimeDelta::minutes(30));
}

#[test]
fn dates_are_moved_with_a_reason_and_the_archive_replays() {
    let site = TestSite::builder().draft().start();
    let iris = site.staff("iris", Role::Organizer);
    iris.post(&format!("{PAGE}/commit"), &[]).expect(303);
    let places = [("place.squares", "3"), ("place.marked", "1")];
    iris.post(&format!("{PAGE}/arrange"), &places).expect(303);
    iris.post(&format!("{PAGE}/arrange"), &[("out.short", "yes")])
        .expect(303);
    let later = |hours| (Utc::now() + TimeDelta::hours(hours)).to_rfc3339();
    let dates = [
        ("opens_at", later(2)),
        ("freeze_at", later(10)),
        ("blackout_at", later(8)),
    ];
    let dates: Vec<(&str, &str)> = dates.iter().map(|(key, at)| (*key, at.as_str())).collect();
    iris.post(&format!("{PAGE}/schedule"), &dates).expect(303);
    let manifest = site.visitor().get("/seasons/trial/manifest.json").body;

    moved(&iris, "move-dates", &[("opens_at", &later(3))])
        .expect(409)
        .shows("reason");
    let past = [("opens_at", later(-1)), ("reason", "a slip".to_owned())];
    let past: Vec<(&str, &str)> = past.iter().map(|(key, at)| (*key, at.as_str())).collect();
    moved(&iris, "move-dates", &past)
        .expect(409)
        .shows("It must open in the future");
    moved(&iris, "move-dates", &[("reason", "nothing")])
        .expect(409)
        .shows("No date is another");
    let opening = later(3);
    moved(
        &iris,
        "move-dates",
        &[("opens_at", &opening), ("reason", "the room was locked")],
    )
    .expect(303);
    site.visitor()
        .get("/seasons/trial")
        .expect(200)
        .shows("the room was locked")
        .shows("<del>");

    iris.post(&format!("{PAGE}/open"), &[]).expect(303);
    let ada = site.contestant("ada");
    moved(
        &iris,
        "move-dates",
        &[("opens_at", &later(5)), ("reason", "too late")],
    )
    .expect(409)
    .shows("has opened");
    let before = site.change(|_, season| Ok(season)).freeze_at.unwrap();
    moved(
        &iris,
        "extend",
        &[("minutes", "20"), ("reason", "a power cut")],
    )
    .expect(422);
    moved(
        &iris,
        "extend",
        &[("minutes", "30"), ("reason", "a power cut")],
    )
    .expect(303);
    let after = site.change(|_, season| Ok(season)).freeze_at.unwrap();
    assert_eq!(after.since(before), TimeDelta::minutes(30));
    // Another organizer pressed the same button on a page that had the old end.
    let seen = before.utc().to_rfc3339();
    let fields = [
        ("minutes", "30"),
        ("freeze_at", seen.as_str()),
        ("reason", "a power cut"),
    ];
    moved(&iris, "extend", &fields)
        .expect(409)
        .shows("moved the end meanwhile");
    is_told_by_itself(&site, &ada, &iris, [before, after]);
    for path in ["/announcements", "/feed.json"] {
        site.visitor().get(path).expect(200).shows("a power cut");
    }
    site.visitor()
        .get("/seasons/trial")
        .expect(200)
        .shows("a power cut");
    let calendar = site.visitor().get("/seasons/trial/calendar.ics");
    let calendar = calendar.expect(200).shows("SEQUENCE:2").body;
    assert!(calendar.replace("\r\n ", "").contains("a power cut"));
    assert_eq!(
        site.visitor().get("/seasons/trial/manifest.json").body,
        manifest
    );

    site.freeze_and_score();
    site.reveal();
    moved(
        &iris,
        "extend",
        &[("minutes", "15"), ("reason", "too late")],
    )
    .expect(409);
    let bytes = iris.get("/seasons/trial/archive.tar.zst").expect(200).bytes;
    let told = archive::read(|| Ok(bytes.as_slice())).unwrap();
    let outcome = replay(&told, None, &Published::default());
    assert!(outcome.is_right(), "{outcome:?}");
    assert_others_agree(&bytes);
}

/// What others wrote agrees with the archive, and finds an end that was moved from what it was not.
fn assert_others_agree(archive: &[u8]) {
    let folder = unpack_archive(archive);
    let unpacked = folder.path().join("season-trial");
    let Some((code, said)) = verify_by_others(&unpacked) else {
        return;
    };
    assert_eq!(code, Some(0), "{said}");
    let manifest = unpacked.join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    let planned: Value = serde_json::from_str(&text).unwrap();
    let (end, other) = (planned["freezes_at_us"].to_string(), "1".to_owned());
    fs::write(&manifest, text.replace(&end, &other)).unwrap();
    let (_, said) = verify_by_others(&unpacked).unwrap();
    assert!(said.contains("dates before they were moved"), "{said}");
}
