//! What organizers see of submissions and judges while a season runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use chrono::{TimeDelta, Utc};
use dojo_judge::sequence::{JudgeError, Report, Rules};
use dojo_sandbox::Runtime;
use dojo_server::contests::{Judge, SandboxJudge};
use dojo_server::season;
use dojo_server::season::lifecycle::ChangeError;
use dojo_server::store;
use dojo_server::store::submissions::{self, NewSubmission};
use dojo_server::store::users::{NewUser, Registered};
use dojo_server::store::{Moment, Role, SubmissionId, SubmissionKind, users};

use crate::client::{Api, Person};
use crate::site::{TestSite, eventually, runtime};

const SQUARES: &str = "for n in range(999):print(n*n)";

/// The numbers of a list for spreadsheets, in its order.
fn numbers(organizer: &Person, query: &str) -> Vec<i64> {
    let path = format!("/seasons/trial/submissions.csv?{query}");
    let list = organizer.get(&path).expect(200).body;
    let mut reader = csv::Reader::from_reader(list.as_bytes());
    let rows = reader.records().map(|row| row.unwrap()[0].parse().unwrap());
    rows.collect()
}

#[test]
fn organizers_find_submissions_by_what_is_known_of_them() {
    let site = TestSite::new();
    let olga = site.staff("olga", Role::Organizer);
    let (ada, bob) = (site.contestant("ada"), site.contestant("bob"));
    site.change(|conn, _| {
        let bob = users::find_user(conn, "bob")?.unwrap();
        users::set_label(conn, bob.id, "10b")?;
        Ok(users::set_display_name(conn, bob.id, "=1+1")?)
    });
    let right = ada.submit("squares", SQUARES);
    ada.await_event(right);
    let wrong = bob.submit("squares", "print(7)  # été");
    bob.await_event(wrong);
    let other = bob.submit("short", "print('x')");
    bob.await_event(other);

    let digest = SandboxJudge(runtime()).digest();
    for (query, found) in [
        ("", vec![other, wrong, right]),
        ("problem=squares", vec![wrong, right]),
        ("person=ADA", vec![right]),
        ("person=%3D1%2B1", vec![other, wrong]),
        ("label=10b", vec![other, wrong]),
        ("verdict=reward", vec![right]),
        ("state=queued", vec![]),
        ("words=print+%C3%A9t%C3%A9", vec![wrong]),
        ("words=range", vec![right]),
        ("since=2020-01-01T00:00&until=2020-01-02T00:00", vec![]),
        ("since=2020-01-01T00:00:00Z", vec![other, wrong, right]),
        (&format!("before={other}"), vec![wrong, right]),
        ("person=%00", vec![]),
        (
            &format!("runtime={}", &digest[..6]),
            vec![other, wrong, right],
        ),
        ("runtime=FF", vec![]),
    ] {
        assert_eq!(numbers(&olga, query), found, "{query}");
    }
    // By the clocks of Kathmandu, which are ahead of UTC by almost six hours.
    let since = Utc::now() + TimeDelta::minutes(5 * 60 + 40);
    let since = format!("since={}", since.format("%Y-%m-%dT%H:%M"));
    let there = format!("{since}&zone=Asia/Kathmandu");
    assert_eq!(numbers(&olga, &there), [other, wrong, right]);
    assert_eq!(numbers(&olga, &since), [0; 0]);
    olga.get(&format!("/seasons/trial/submissions?{there}"))
        .expect(200)
        .shows("<option selected>Asia/Kathmandu")
        .shows("<td>Squares</td>");
    olga.get("/seasons/trial/submissions?zone=Atlantis")
        .expect(400)
        .shows("no place Atlantis");
    let page = olga
        .get("/seasons/trial/submissions?problem=squares&person=bob")
        .expect(200);
    assert!(page.body.contains(&format!("/submissions/{wrong}\"")));
    assert!(!page.body.contains(&format!("/submissions/{right}\"")));
    olga.get("/seasons/trial/submissions?since=noon")
        .expect(400)
        .shows("is no time");
    // Verdicts are chosen by the words of the page, there and where a set is judged again.
    olga.get("/seasons/trial/organize")
        .expect(200)
        .shows("<select id=\"again-verdict\"")
        .shows("<option value=\"WRONG\">Wrong term</option>");
    olga.get("/seasons/trial/submissions?verdict=REWARD")
        .expect(200)
        .shows("<option value=\"REWARD\" selected>Solved</option>");
    olga.get("/seasons/trial/submissions?verdict=solved")
        .expect(400)
        .shows("is no verdict");
    // A spreadsheet executes nothing.
    let list = olga.get("/seasons/trial/submissions.csv").expect(200);
    assert!(list.body.contains(",'=1+1,10b,"), "{}", list.body);
    for path in [
        "/seasons/trial/submissions",
        "/seasons/trial/submissions.csv",
    ] {
        ada.get(path).expect(404);
        site.visitor().get(path).expect(303);
    }

    let olga = Api::of(olga);
    let found = olga
        .get("/seasons/trial/submissions?verdict=REWARD")
        .expect(200)
        .json();
    assert_eq!(found["submissions"][0]["id"], right);
    assert_eq!(found["submissions"][0]["person"], "ada");
    assert_eq!(found["submissions"][0]["l_chars"], 30);
    assert_eq!(found["submissions"][0]["runtime"], digest);
    assert!(found["before"].is_null());
    for wrong in [
        "state=lost",
        "verdict=GREAT",
        "problem=nothing",
        "runtime=mine",
    ] {
        olga.get(&format!("/seasons/trial/submissions?{wrong}"))
            .expect(400);
    }
    Api::of(ada).get("/seasons/trial/submissions").expect(403);
}

#[test]
fn what_is_selected_is_put_out_or_judged_again_in_one_go() {
    let site = TestSite::new();
    let olga = site.staff("olga", Role::Organizer);
    let (ada, bob) = (site.contestant("ada"), site.contestant("bob"));
    let [one, two, kept] =
        [(&ada, "squares"), (&bob, "squares"), (&bob, "short")].map(|(person, problem)| {
            let id = person.submit(problem, SQUARES);
            person.await_event(id);
            id
        });
    let list = "/seasons/trial/submissions";
    let mut page = olga.get(list).expect(200);
    for id in [one, two, kept] {
        page = page.shows(&format!("name=\"submission\" value=\"{id}\""));
    }
    // What the check boxes send fills the form that asks for a reason.
    let both = format!("{one},{two}");
    for (action, field) in [
        ("disqualify", "out-submission"),
        ("rejudge", "again-submission"),
    ] {
        let path = format!("/seasons/trial/organize/{action}?submission={one}&submission={two}");
        let filled = format!("id=\"{field}\" value=\"{both}\"");
        olga.get(&path).expect(200).shows(&filled);
    }
    let organize = |action: &str, all: &str| {
        let form = [("submission", all), ("reason", "the same bytes")];
        olga.post(&format!("/seasons/trial/organize/{action}"), &form)
    };
    organize("rejudge", &both).expect(303);
    let otto = Api::of(site.staff("otto", Role::Organizer));
    let set = otto.get("/seasons/trial/rejudges").expect(200).json();
    assert_eq!(
        set["rejudges"][0]["filter"]["submissions"],
        serde_json::json!([one, two])
    );
    organize("disqualify", &both).expect(303);
    let out = |query: &str| {
        let list = olga.get(&format!("{list}.csv?{query}")).expect(200).body;
        list.matches(",disqualified").count()
    };
    assert_eq!((out(""), out("problem=short")), (2, 0));
    // One of them is out: nothing happens to the other.
    organize("disqualify", &format!("{kept} {one}"))
        .expect(409)
        .shows(&one.to_string());
    assert_eq!(out("problem=short"), 0);
    // Nothing is no list, and least of all one of everything.
    for action in ["disqualify", "rejudge"] {
        organize(action, ", ,").expect(422);
    }
    organize("reinstate", &both).expect(303);
    assert_eq!(out(""), 0);
    // What its author has withdrawn is not offered.
    let withdraw = format!("/submissions/{kept}/withdraw");
    bob.post(&withdraw, &[("reason", "mine")]).expect(303);
    let page = olga.get(&format!("{list}?problem=short")).expect(200);
    assert!(
        !page.body.contains("disqualify?submission="),
        "{}",
        page.body
    );
}

#[test]
fn a_long_list_goes_on_where_it_ended() {
    let site = TestSite::builder()
        .content(|content| {
            content.season.attempts_max = 150;
            content.season.attempt_interval_seconds = 0;
        })
        .start();
    let olga = site.staff("olga", Role::Organizer);
    let ada = site.contestant("ada");
    let ids: Vec<i64> = (0..101).map(|_| ada.submit("squares", "1/0")).collect();
    let page = olga.get("/seasons/trial/submissions").expect(200).body;
    assert!(!page.contains(&format!("/submissions/{}\"", ids[0])));
    let older = format!("/seasons/trial/submissions?before={}", ids[1]);
    assert!(page.contains(&format!("href=\"?before={}\"", ids[1])));
    let page = olga.get(&older).expect(200).body;
    assert!(page.contains(&format!("/submissions/{}\"", ids[0])));
    assert!(!page.contains("rel=\"next\""));
    let olga = Api::of(olga);
    let first = olga.get("/seasons/trial/submissions").expect(200).json();
    assert_eq!(first["before"], ids[1]);
}

/// A judge that fails until it is mended.
struct Broken(Runtime, Arc<AtomicBool>);

impl Judge for Broken {
    fn digest(&self) -> String {
        SandboxJudge(runtime()).digest()
    }

    fn judge(
        &self,
        rules: &Rules,
        expected: &[String],
        source: &[u8],
    ) -> Result<Report, JudgeError> {
        if !self.1.load(Ordering::SeqCst) {
            return Err(JudgeError::IncompleteRun { terms: 0 });
        }
        SandboxJudge(runtime()).judge(rules, expected, source)
    }

    fn runtime(&self) -> Option<&Runtime> {
        Some(&self.0)
    }
}

#[test]
fn the_page_for_trouble_leads_to_what_there_is_and_shows_the_queue() {
    let is_mended = Arc::new(AtomicBool::new(false));
    let site = TestSite::builder()
        .judge(Broken(runtime(), Arc::clone(&is_mended)))
        .start();
    let olga = site.staff("olga", Role::Organizer);
    let ada = site.contestant("ada");
    olga.get("/seasons/trial/organize")
        .expect(200)
        .shows("/seasons/trial/trouble");
    let id = ada.submit("squares", SQUARES);
    let path = "/seasons/trial/trouble";
    let page = eventually("what failed by our fault", || {
        let page = olga.get(path).expect(200);
        page.body
            .contains("/seasons/trial/organize/retry")
            .then_some(page)
    });
    for lead in [
        "/announcements?season=trial#tell",
        "/seasons/trial/questions?state=open",
        "/seasons/trial/organize#correct-problem",
        "/seasons/trial/organize#hold-problem",
        "/seasons/trial/submissions",
    ] {
        assert!(page.body.contains(lead), "{lead}: {}", page.body);
    }
    // PostgreSQL does not tell how full its disk is.
    let is_file = std::env::var_os("DOJO_TEST_POSTGRES_URL").is_none();
    assert_eq!(page.body.contains("Free disk"), is_file);
    ada.get(path).expect(404);
    is_mended.store(true, Ordering::SeqCst);
    olga.post("/seasons/trial/organize/retry", &[]).expect(303);
    ada.await_event(id);
    let page = olga.get(path).expect(200);
    assert!(!page.body.contains("/organize/retry"), "{}", page.body);
    page.shows("Judges ready on this server");
}

#[test]
fn organizers_see_the_people_of_a_season_and_what_they_ask() {
    let site = TestSite::new();
    let olga = site.staff("olga", Role::Organizer);
    let people = ["ada", "bob", "cy"].map(|name| site.contestant(name));
    let [ada, bob, _] = &people;
    for source in ["print(7)", SQUARES] {
        ada.await_event(ada.submit("squares", source));
    }
    let half = "for n in range(999):print(n*n if n<150 else 0)";
    bob.await_event(bob.submit("squares", half));
    site.change(|conn, _| {
        let bob = users::find_user(conn, "bob")?.unwrap();
        users::set_label(conn, bob.id, "10b")?;
        Ok(users::set_display_name(conn, bob.id, "=1+1")?)
    });
    let asked = [("problem", "squares"), ("text", "=what is n?")];
    ada.post("/seasons/trial/questions", &asked).expect(303);

    let list = |query: &str| -> Vec<Vec<String>> {
        let path = format!("/seasons/trial/people.csv?{query}");
        let list = olga.get(&path).expect(200).body;
        let mut reader = csv::Reader::from_reader(list.as_bytes());
        let rows = reader.records().map(Result::unwrap);
        rows.map(|row| row.iter().map(str::to_owned).collect())
            .collect()
    };
    let all = list("");
    let short: Vec<(&str, &str, &str)> = all
        .iter()
        .map(|row| (row[0].as_str(), row[6].as_str(), row[7].as_str()))
        .collect();
    assert_eq!(
        short,
        [("ada", "1", "0"), ("bob", "0", "1")],
        "solved, half"
    );
    assert_eq!([&all[0][4], &all[1][4]], ["2", "1"], "attempts");
    assert!(all[0][8].parse::<u32>().unwrap() > 1000, "{all:?}");
    assert!(!all[0][3].is_empty(), "she was seen");
    // A spreadsheet executes nothing.
    assert_eq!(all[1][1], "'=1+1");
    assert_eq!(list("label=10b").len(), 1);
    assert!(list("label=%00").is_empty());
    let board = olga.get("/seasons/trial/leaderboard.csv").expect(200).body;
    let lines: Vec<&str> = board.lines().collect();
    assert_eq!(
        lines[0],
        "\u{feff}rank,person,display_name,total,solved,half,squares,marked,short"
    );
    assert!(lines[1].starts_with("1,ada,ada,1"), "{board}");
    assert!(lines[1].ends_with(",,"), "{board}");
    ada.get("/seasons/trial/leaderboard.csv").expect(404);
    let page = olga.get("/seasons/trial/people").expect(200);
    page.shows("submissions?person=ada").shows("10b");
    let questions = olga.get("/seasons/trial/questions.csv").expect(200);
    questions.shows("ada").shows(",'=what is n?,");
    // Without a byte-order mark Excel does not read them as UTF-8.
    for list in ["leaderboard", "people", "questions", "submissions"] {
        let list = olga.get(&format!("/seasons/trial/{list}.csv")).expect(200);
        assert!(list.body.starts_with('\u{feff}'), "{}", list.body);
    }
    for path in ["/seasons/trial/people", "/seasons/trial/people.csv"] {
        ada.get(path).expect(404);
        site.visitor().get(path).expect(303);
    }
    ada.get("/seasons/trial/questions.csv").expect(404);

    // Who ends something is told of the question first.
    for action in ["freeze", "cancel", "withdraw-problem"] {
        let path = format!("/seasons/trial/organize/{action}?problem=squares&reason=x");
        olga.get(&path)
            .expect(200)
            .shows("1 question is unanswered.");
    }

    let out = [("person", "cy"), ("reason", "two accounts")];
    olga.post(
        "/seasons/trial/organize/disqualify",
        &[&out[..], &[("sure", "yes")]].concat(),
    )
    .expect(303);
    let olga = Api::of(olga);
    let found = olga.get("/seasons/trial/people").expect(200).json();
    assert_eq!(found["total"], 3);
    assert_eq!(found["people"][2]["person"], "cy");
    assert_eq!(found["people"][2]["out"], "two accounts");
    assert_eq!(found["people"][0]["attempts"], 2);
    let [ada, ..] = people;
    let ada = Api::of(ada);
    ada.get("/seasons/trial/people").expect(403);
    ada.delete("/people/bob").expect(403);
    olga.delete("/people/bob").expect(204);
    olga.delete("/people/nobody").expect(404);
    let left = olga.get("/seasons/trial/people").expect(200).json();
    assert_eq!(left["people"][1]["display_name"], "bob");
}

#[test]
fn the_people_of_a_large_season_come_in_pages() {
    let site = TestSite::new();
    let olga = Api::of(site.staff("olga", Role::Organizer));
    // In one transaction, as judges write to the log as well.
    site.change(|conn, season| {
        store::write(conn, |conn| {
            let problem = season::problems_by_slug(conn, season.id)?["squares"].id;
            let now = Moment::now();
            for number in 0..205 {
                let name = format!("person-{number:03}");
                let new = NewUser {
                    name: &name,
                    display_name: &name,
                    password_hash: "none",
                    role: Role::Contestant,
                };
                let Registered::New(user) = users::insert_user(conn, &new, now)? else {
                    panic!("{name} is there");
                };
                // Of the last five nothing was received but practice.
                let kind = if number < 200 {
                    SubmissionKind::Ranked
                } else {
                    SubmissionKind::Practice
                };
                let new = NewSubmission {
                    problem,
                    user,
                    source: b"print(7)".to_vec(),
                    method_tag: String::new(),
                    notes: String::new(),
                };
                submissions::insert_queued(conn, &new, kind, now)?;
                if number % 2 == 0 {
                    users::set_label(conn, user, "10b")?;
                }
            }
            Ok::<_, ChangeError>(())
        })
    });
    let page = |query: &str| {
        let found = olga.get(&format!("/seasons/trial/people?{query}"));
        found.expect(200).json()
    };
    let second = page("page=2");
    assert_eq!(
        (&second["total"], &second["pages"]),
        (&200.into(), &2.into())
    );
    assert_eq!(second["people"][0]["person"], "person-100");
    assert_eq!(second["people"].as_array().unwrap().len(), 100);
    assert_eq!(page("page=3")["people"].as_array().unwrap().len(), 0);
    let labelled = page("label=10b");
    assert_eq!(labelled["total"], 100);
    assert_eq!(labelled["people"][99]["person"], "person-198");
    site.contestant("zoe");
    let out = [("person", "zoe"), ("reason", "two accounts")];
    let organize = [&out[..], &[("sure", "yes")]].concat();
    site.staff("otto", Role::Organizer)
        .post("/seasons/trial/organize/disqualify", &organize)
        .expect(303);
    assert_eq!(page("page=3")["people"][0]["person"], "zoe");
    assert_eq!(page("")["total"], 201);
}

#[test]
fn a_season_may_have_more_submissions_than_a_query_can_name() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let id = ada.submit("squares", SQUARES);
    ada.await_event(id);
    let many: Vec<SubmissionId> = (1..=40_000).map(SubmissionId).collect();
    let programs = site.change(|conn, _| Ok(submissions::list_programs(conn, &many)?));
    assert_eq!(programs[0].0, SubmissionId(id));
}
