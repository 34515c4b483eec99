//! Questions to organizers, their answers, and announcements, as each reader meets them.

use std::io::{BufRead as _, BufReader};

use chrono::TimeDelta;
use dojo_server::store::Role;
use serde_json::json;

use crate::client::{Api, Person};
use crate::site::{PASSWORD, TestSite};
use crate::whole_season::verify_by_others;

const QUESTIONS: &str = "/seasons/trial/questions";

/// A contestant asks, and sees the question.
fn ask(person: &Person, problem: &str, text: &str) {
    let fields = [("problem", problem), ("text", text)];
    person.post(QUESTIONS, &fields).expect(303);
    person.get(QUESTIONS).expect(200).shows(text);
}

/// The address of the latest question on the organizer's page.
fn latest(organizer: &Person) -> String {
    let page = organizer.get(QUESTIONS).expect(200).body;
    let (_, rest) = page.split_once("href=\"/seasons/trial/questions/").unwrap();
    format!("{QUESTIONS}/{}", rest.split('"').next().unwrap())
}

#[test]
fn a_question_is_seen_by_its_asker_and_organizers_and_answered_to_one_or_to_all() {
    let site = TestSite::new();
    let (ada, bob) = (site.contestant("ada"), site.contestant("bob"));
    let olga = site.staff("olga", Role::Organizer);
    ada.get("/seasons/trial/problems/squares")
        .expect(200)
        .shows("/seasons/trial/questions?problem=squares");
    let typed = "Does it begin with zero? I print `0` and $n^2$.";
    ada.post(QUESTIONS, &[("problem", "squares"), ("text", typed)])
        .expect(303);
    // A problem is named by its title, and what people write is shown as statements are.
    for reader in [&ada, &olga] {
        reader
            .get(QUESTIONS)
            .expect(200)
            .shows("about “Squares”")
            .shows("<code>0</code> and <span class=\"whole\"><math");
    }
    for (reader, name) in [(&bob, "bob"), (&site.visitor(), "a visitor")] {
        let page = reader.get(QUESTIONS).expect(200);
        assert!(!page.body.contains("begin with zero"), "{name}");
    }
    olga.get("/seasons/trial/organize")
        .expect(200)
        .shows("1 open question");
    // Every page of an organizer says so, and leads there.
    let waits = "<a href=\"/seasons/trial/questions?state=open\">1 open question</a>";
    olga.get("/docs/rules").expect(200).shows(waits);
    assert!(!ada.get("/docs/rules").expect(200).body.contains(waits));
    let page = olga.get(QUESTIONS).expect(200).shows("begin with zero");
    assert!(page.body.contains("@ada"));
    let question = latest(&olga);
    bob.get(&question).expect(404);
    bob.post(&format!("{question}/answer"), &[("text", "no")])
        .expect(404);

    // To the asker alone: a banner on whatever page comes next, until it is dismissed.
    let answer = format!("{question}/answer");
    let fields = [("text", "Yes, with n = 0."), ("to", "asker"), ("seen", "0")];
    olga.post(&answer, &fields).expect(303);
    assert!(!olga.get("/docs/rules").expect(200).body.contains(waits));
    let page = ada.get("/").expect(200).shows("Yes, with n = 0.");
    let page = page.shows("about “Squares”");
    assert!(page.body.contains("1 announcement that you have not"));
    assert!(!bob.get("/announcements").expect(200).body.contains("n = 0"));
    let until = page.body.split("name=\"until\" value=\"").nth(1).unwrap();
    let until = until.split('"').next().unwrap();
    ada.post("/announcements/read", &[("until", until), ("next", "/")])
        .expect(303);
    let page = ada.get("/").expect(200);
    assert!(!page.body.contains("n = 0"), "{}", page.body);
    ada.get("/announcements").expect(200).shows("n = 0");

    // To all: without a name.
    ask(&ada, "", "May we use lists?");
    let question = latest(&olga);
    let fields = [("text", "You may."), ("to", "all"), ("seen", "0")];
    olga.post(&format!("{question}/answer"), &fields)
        .expect(303);
    for reader in [&bob, &site.visitor()] {
        let page = reader
            .get(QUESTIONS)
            .expect(200)
            .shows("May we use lists?")
            .shows("You may.");
        assert!(!page.names("ada"), "{}", page.body);
    }
    site.visitor()
        .get("/feed.json")
        .expect(200)
        .shows("You may.");
    site.visitor()
        .get("/seasons/trial")
        .expect(200)
        .shows("You may.");
    // The answers given before are offered again.
    ask(&bob, "", "Sets, too?");
    let question = latest(&olga);
    olga.get(&format!("{question}?usual=0"))
        .expect(200)
        .shows(">You may.</textarea>");
}

#[test]
fn five_questions_wait_at_a_time_and_none_is_too_long() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let long = "x".repeat(501);
    ada.post(QUESTIONS, &[("text", &long)])
        .expect(422)
        .shows(&long);
    ada.post(QUESTIONS, &[("text", " \n ")]).expect(422);
    ada.post(QUESTIONS, &[("text", &long[..500])]).expect(303);
    for n in 2..=5 {
        let text = format!("Question {n}?");
        ada.post(QUESTIONS, &[("text", &text)]).expect(303);
    }
    ada.post(QUESTIONS, &[("text", "One too many?")])
        .expect(409)
        .shows("5 questions of yours wait")
        .shows("One too many?");
    let olga = site.staff("olga", Role::Organizer);
    let answer = format!("{}/answer", latest(&olga));
    olga.post(&answer, &[("text", "No."), ("seen", "0")])
        .expect(303);
    ada.post(QUESTIONS, &[("text", "Now?")]).expect(303);
    site.visitor()
        .post(QUESTIONS, &[("text", "And I?")])
        .expect(401);
    // Found by state and person.
    let of = |query: &str| {
        let page = olga.get(&format!("{QUESTIONS}?{query}")).expect(200);
        page.body
            .matches("href=\"/seasons/trial/questions/")
            .count()
    };
    assert_eq!(of(""), 6);
    assert_eq!(of("state=open&person=ADA"), 5);
    assert_eq!(of("state=answered"), 1);
    assert_eq!(of("person=bob"), 0);
    assert_eq!(of("problem=squares"), 0);
}

#[test]
fn two_organizers_see_each_other_and_nobody_answers_twice_unawares() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let olga = site.staff("olga", Role::Organizer);
    let otto = site.staff("otto", Role::Organizer);
    ask(&ada, "", "When does it end?");
    let question = latest(&otto);
    olga.post(&format!("{question}/claim"), &[]).expect(303);
    otto.get(&question).expect(200).shows("olga is answering");
    let own = olga.get(&question).expect(200);
    assert!(!own.body.contains("is answering"), "{}", own.body);
    let answer = format!("{question}/answer");
    olga.post(&answer, &[("text", "At noon."), ("seen", "0")])
        .expect(303);
    let late = [("text", "At one."), ("to", "all"), ("seen", "0")];
    otto.post(&answer, &late)
        .expect(409)
        .shows("Answered meanwhile by olga: “At noon.”")
        .shows(">At one.</textarea>");
    let page = ada.get(QUESTIONS).expect(200).shows("At noon.");
    assert!(!page.body.contains("At one."));
    let sure = [late.as_slice(), &[("sure", "yes")]].concat();
    otto.post(&answer, &sure).expect(303);
    ada.get(QUESTIONS).expect(200).shows("At one.");
}

#[test]
fn a_setter_reads_questions_about_own_problems_and_proposes_answers() {
    let site = TestSite::builder().setter("seth").start();
    let seth = site.visitor();
    seth.sign_in("seth", PASSWORD).expect(303);
    let sue = site.staff("sue", Role::Setter);
    let ada = site.contestant("ada");
    let olga = site.staff("olga", Role::Organizer);
    ask(&ada, "squares", "Is it a square?");
    let question = latest(&olga);
    sue.get(&question).expect(404);
    let page = seth.get(&question).expect(200).shows("Is it a square?");
    assert!(!page.names("ada"), "{}", page.body);
    seth.get(QUESTIONS).expect(200).shows("Is it a square?");
    seth.post(&format!("{question}/answer"), &[("text", "Mine")])
        .expect(404);
    seth.post(&format!("{question}/draft"), &[("text", "It is one.")])
        .expect(303);
    let page = ada.get(QUESTIONS).expect(200);
    assert!(!page.body.contains("It is one."));
    olga.get(&question)
        .expect(200)
        .shows("Proposed by @seth")
        .shows(">It is one.</textarea>");
}

#[test]
fn what_names_a_problem_before_the_opening_is_asked_about() {
    let site = TestSite::builder().draft().start();
    let olga = site.staff("olga", Role::Organizer);
    let ada = site.contestant("ada");
    let tell = |text: &str, more: &[(&str, &str)]| {
        olga.post("/announcements", &[&[("text", text)], more].concat())
    };
    tell("Mind the squares tomorrow!", &[])
        .expect(409)
        .shows("which has not opened");
    let page = ada.get("/announcements").expect(200);
    assert!(!page.body.contains("Mind the"));
    tell("Nothing", &[("season", "trial")]).expect(409);
    tell("Mind the squares tomorrow!", &[("sure", "yes")]).expect(303);
    ada.get("/").expect(200).shows("Mind the squares");
    tell("Come early.", &[]).expect(303);
    tell("Only you, Ada.", &[("person", "ADA")]).expect(303);
    tell("Nobody", &[("person", "zoe")]).expect(422);
    ada.get("/announcements")
        .expect(200)
        .shows("Only you, Ada.");
    let bob = site.contestant("bob");
    let page = bob.get("/").expect(200);
    assert!(!page.body.contains("Come early."), "told before bob came");
    let page = bob.get("/announcements").expect(200).shows("Come early.");
    assert!(!page.body.contains("Only you"));
    ada.post("/announcements", &[("text", "Mine")]).expect(404);
}

#[test]
fn an_announcement_that_is_sent_twice_is_told_once() {
    let site = TestSite::new();
    let olga = site.staff("olga", Role::Organizer);
    let tell = |season: &str| {
        let fields = [("season", season), ("text", "The bell rang.")];
        olga.post("/announcements", &fields).expect(303);
        let page = site.visitor().get("/announcements").expect(200);
        page.body.matches("The bell rang.").count()
    };
    assert_eq!((tell("trial"), tell("trial")), (1, 1));
    // It is news to everybody but the one who tells it.
    let unread = "<aside class=\"notice calm news\"";
    assert!(!olga.get("/").expect(200).body.contains(unread));
    // To others, or later, it is another one.
    assert_eq!(tell(""), 2);
    site.advance(TimeDelta::minutes(6));
    assert_eq!(tell("trial"), 3);
}

#[test]
fn pages_that_listen_are_told_of_news_and_only_of_their_own() {
    let site = TestSite::new();
    let olga = site.staff("olga", Role::Organizer);
    let (ada, bob) = (site.contestant("ada"), site.contestant("bob"));
    let listen = |person: &Person| {
        let body = person.stream("/seasons/trial/live").into_body();
        let mut lines = BufReader::new(body.into_reader()).lines();
        move || {
            let mut event = String::new();
            loop {
                let line = lines.next().expect("the stream goes on").unwrap();
                match line.split_once(": ") {
                    Some(("event", name)) => name.clone_into(&mut event),
                    Some(("data", data)) if event == "news" => return data.to_owned(),
                    _ => {}
                }
            }
        }
    };
    let (mut to_ada, mut to_bob) = (listen(&ada), listen(&bob));
    let tell = |text: &str, person: &str| {
        olga.post("/announcements", &[("text", text), ("person", person)])
            .expect(303);
    };
    tell("Only Ada", "ada");
    let first = to_ada();
    tell("All of you", "");
    let second = to_bob();
    assert_ne!(first, second, "bob was told of what is Ada's");
    assert_eq!(to_ada(), second);
}

#[test]
fn the_api_asks_answers_and_tells() {
    let site = TestSite::new();
    let olga = Api::of(site.staff("olga", Role::Organizer));
    let ada = Api::of(site.contestant("ada"));
    let asked = json!({ "text": "Zero?", "problem": "squares" });
    let id = ada.post(QUESTIONS, &asked).expect(201).json()["id"].clone();
    let wrong = json!({ "text": "Zero?", "problem": "none" });
    ada.post(QUESTIONS, &wrong).expect(404);
    let list = olga.get(&format!("{QUESTIONS}?state=open")).expect(200);
    assert_eq!(list.json()["questions"][0]["person"], "ada");
    let own = ada.get(QUESTIONS).expect(200).json();
    assert_eq!(own["questions"][0]["person"], json!(null));
    olga.step(&format!("{QUESTIONS}/{id}/claim")).expect(204);
    let answers = format!("{QUESTIONS}/{id}/answers");
    ada.post(&answers, &json!({ "text": "Me" })).expect(404);
    let answer = json!({ "text": "Yes.", "to_all": true });
    olga.post(&answers, &answer).expect(204);
    olga.post(&answers, &answer)
        .expect(409)
        .shows("answered meanwhile by olga");
    let draft = format!("{QUESTIONS}/{id}/draft");
    olga.put_json(&draft, &json!({ "text": "Or so." }))
        .expect(204);
    let told = ada.get("/announcements").expect(200).json();
    assert_eq!(told["unread"], 1);
    assert_eq!(told["announcements"][0]["question"], "Zero?");
    let newest = told["announcements"][0]["id"].clone();
    ada.post("/announcements/read", &json!({ "until": newest }))
        .expect(204);
    assert_eq!(ada.get("/announcements").expect(200).json()["unread"], 0);
    let all = site.visitor().get("/api/v1/announcements").expect(200);
    assert_eq!(all.json()["unread"], json!(null));
    let announce = json!({ "text": "Hello", "season": "trial" });
    olga.post("/announcements", &announce).expect(201);
    ada.post("/announcements", &announce).expect(403);
    olga.get(&format!("{QUESTIONS}?state=old")).expect(422);
}

#[test]
fn nothing_of_it_is_in_the_record() {
    let site = TestSite::new();
    let olga = site.staff("olga", Role::Organizer);
    let ada = site.contestant("ada");
    ask(&ada, "squares", "QUESTION-SECRET");
    let answer = format!("{}/answer", latest(&olga));
    let fields = [("text", "ANSWER-SECRET"), ("to", "all"), ("seen", "0")];
    olga.post(&answer, &fields).expect(303);
    site.freeze_and_score();
    site.reveal();
    let archive = olga.get("/seasons/trial/archive.tar.zst").expect(200).bytes;
    let tar = zstd::decode_all(archive.as_slice()).unwrap();
    let text = String::from_utf8_lossy(&tar);
    assert!(text.contains("problem_committed"), "it is no archive");
    for secret in ["QUESTION-SECRET", "ANSWER-SECRET"] {
        assert!(!text.contains(secret), "{secret}");
    }
}

#[test]
fn a_correction_stands_above_the_statement_is_told_to_all_and_is_in_the_record() {
    let site = TestSite::new();
    let olga = site.staff("olga", Role::Organizer);
    let (ada, api) = (site.contestant("ada"), site.visitor());
    let problem = "/seasons/trial/problems/squares";
    ada.await_event(ada.submit("squares", "for n in range(999):print(n*n)"));
    let correct = |text: &str, sure: &str| {
        let fields = [("problem", "squares"), ("text", text), ("sure", sure)];
        olga.post("/seasons/trial/organize/correct-problem", &fields)
    };
    correct(" ", "yes").expect(409);
    correct(" ", "").expect(409);
    // It is shown as others will read it before anybody else does.
    let shown = correct("Count from *n* = 0 & up.", "").expect(200);
    shown
        .shows("<em>n</em> = 0 &#38; up.")
        .shows("value=\"Count from *n* = 0 &#38; up.\"")
        .shows("name=\"sure\" value=\"yes\"");
    let page = ada.get(problem).expect(200).body;
    assert!(!page.contains("Count from"), "{page}");
    correct("Count from n = 0.", "yes").expect(303);
    for reader in [&ada, &site.visitor()] {
        let page = reader.get(problem).expect(200).body;
        let (above, _) = page.split_once("aria-label=\"Statement\"").unwrap();
        assert!(above.contains("Count from n = 0."), "{page}");
    }
    ada.get("/seasons/trial")
        .expect(200)
        .shows("Correction: Count from n = 0.");
    let told = api.get(&format!("/api/v1{problem}")).expect(200).json();
    assert_eq!(told["corrections"][0]["text"], "Count from n = 0.");

    // Hidden for a while: nobody reads it or submits to it, and points stay.
    let hold = |action: &str| {
        let fields = [("problem", "squares"), ("reason", "A leak?")];
        olga.post(&format!("/seasons/trial/organize/{action}"), &fields)
    };
    let board = "/seasons/trial/leaderboard";
    ada.get(board).expect(200).shows("1,192");
    hold("release-problem").expect(409);
    hold("hold-problem").expect(303);
    hold("hold-problem").expect(409);
    for reader in [&ada, &site.visitor()] {
        reader.get(problem).expect(404).shows("A leak?");
        reader.get(&format!("{problem}/terms.txt")).expect(404);
        for (path, heading) in [("/seasons/trial", "<h3>"), ("/problems", "<h2>")] {
            let page = reader.get(path).expect(200);
            let listed = |problem: &str| {
                let link = format!("{heading}<a href=\"/seasons/trial/problems/{problem}\"");
                page.body.contains(&link)
            };
            assert!(listed("short") && !listed("squares"), "{}", page.body);
        }
    }
    ada.try_submit("squares", "print(1)").expect(404);
    api.get(&format!("/api/v1{problem}")).expect(404);
    ada.get(board).expect(200).shows("1,192");
    olga.get(problem)
        .expect(200)
        .shows("hidden this problem for now: A leak?");
    ada.get("/announcements")
        .expect(200)
        .shows("2 announcements that you have not dismissed")
        .shows("is hidden for now");
    hold("release-problem").expect(303);
    ada.get(problem).expect(200).shows("Count from n = 0.");
    // What held before gave way: the correction and this are told, and no third.
    for _ in 0..2 {
        let told = ada.get("/announcements").expect(200);
        let told = told
            .shows("2 announcements that you have not dismissed")
            .shows("is shown again");
        assert!(!told.body.contains("is hidden for now"), "{}", told.body);
        hold("hold-problem").expect(303);
        hold("release-problem").expect(303);
    }

    site.freeze_and_score();
    site.reveal();
    let log = ada.get("/seasons/trial/log.jsonl").expect(200);
    let log = log.shows("problem_corrected").shows("problem_held");
    assert!(log.body.contains("problem_released"));
    let fields = [("sure", "yes")];
    olga.post("/seasons/trial/organize/finalize", &fields)
        .expect(303);
    correct("Too late.", "yes").expect(409);
    assert_others_read_the_correction(&site);
}

/// `docs/verify_archive.py` agrees with the archive and tells the correction.
fn assert_others_read_the_correction(site: &TestSite) {
    let folder = tempfile::tempdir().unwrap();
    let bytes = site
        .visitor()
        .get("/seasons/trial/archive.tar.zst")
        .expect(200)
        .bytes;
    let tar = zstd::decode_all(bytes.as_slice()).unwrap();
    tar::Archive::new(tar.as_slice())
        .unpack(folder.path())
        .unwrap();
    let Some((code, said)) = verify_by_others(&folder.path().join("season-trial")) else {
        return;
    };
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("corrected: Count from n = 0."), "{said}");
}

#[test]
fn who_hides_a_problem_tells_everybody_and_the_page_says_so() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let olga = site.staff("olga", Role::Organizer);
    let reason = [("problem", "squares"), ("reason", "a(3) is wrong.")];
    olga.post("/seasons/trial/organize/hold-problem", &reason)
        .expect(303);
    let told = "The problem “Squares” is hidden for now; points stay. a(3) is wrong.";
    ada.get("/problems").expect(200).shows(told);
    ada.get("/seasons/trial/problems/squares")
        .expect(404)
        .shows("That is not shown at present")
        .shows("a(3) is wrong.")
        .shows("Nothing is wrong with the address");
    ada.get("/seasons/trial")
        .expect(200)
        .shows(&format!("<p class=\"notice\">{told}</p>"));
    olga.post("/seasons/trial/organize/release-problem", &reason)
        .expect(303);
    ada.get("/problems")
        .expect(200)
        .shows("The problem “Squares” is shown again.");
    let page = ada.get("/seasons/trial").expect(200);
    assert!(!page.body.contains("<p class=\"notice\">The problem"));
    // The Reveal shows what is hidden, says so before, and then nobody is told the contrary.
    olga.post("/seasons/trial/organize/hold-problem", &reason)
        .expect(303);
    site.freeze_and_score();
    olga.get("/seasons/trial/organize/reveal")
        .expect(200)
        .shows("“Squares” is hidden, and is shown again");
    site.reveal();
    let page = ada.get("/announcements").expect(200);
    assert!(!page.body.contains("is hidden for now"), "{}", page.body);
}

#[test]
fn who_withdraws_a_problem_tells_everybody_and_it_is_hidden_no_longer() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let olga = site.staff("olga", Role::Organizer);
    let of = |reason| {
        [
            ("problem", "squares"),
            ("reason", reason),
            ("confirm", "trial"),
        ]
    };
    olga.post("/seasons/trial/organize/hold-problem", &of("We look."))
        .expect(303);
    olga.post(
        "/seasons/trial/organize/withdraw-problem",
        &of("a(3) is wrong."),
    )
    .expect(303);
    let told = "The problem “Squares” was withdrawn: nobody gets points for it. a(3) is wrong.";
    ada.get("/problems").expect(200).shows(told);
    let page = ada.get("/announcements").expect(200);
    assert!(!page.body.contains("is hidden for now"), "{}", page.body);
}

#[test]
fn the_banner_has_one_announcement_of_a_season_that_is_not_over() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let olga = site.staff("olga", Role::Organizer);
    let tell = |season: &str, text: &str| {
        let fields = [("season", season), ("text", text)];
        olga.post("/announcements", &fields).expect(303);
    };
    tell("", "The site **moves** to $n^2$.");
    tell("trial", "The first of the season.");
    tell("trial", "The second of the season.");
    let page = ada.get("/problems").expect(200);
    let page = page
        .shows("The second of the season.")
        .shows("2 other announcements");
    assert!(!page.body.contains("The first of the season."));
    site.change(|conn, season| {
        let cancelled = dojo_server::store::SeasonState::Cancelled;
        let stamps = dojo_server::store::seasons::Stamps::default();
        let (id, state) = (season.id, season.state);
        Ok(dojo_server::store::seasons::change_state(
            conn, id, state, cancelled, stamps,
        )?)
    });
    // Of a season that is over only a count is left; and Markdown is shown as in statements.
    let page = ada.get("/problems").expect(200);
    let page = page
        .shows("The site <strong>moves</strong>")
        .shows("<math")
        .shows("2 other announcements");
    assert!(!page.body.contains("of the season."));
    let list = ada.get("/announcements").expect(200).shows("Dismiss all");
    let until = list.body.split("name=\"until\" value=\"").last().unwrap();
    let until = until.split('"').next().unwrap();
    ada.post("/announcements/read", &[("until", until), ("next", "/")])
        .expect(303);
    let page = ada.get("/problems").expect(200);
    assert!(!page.body.contains("other announcements"));
}
