//! How people come in: the setup link, invitations, a class from a list, links for who forgot; and what organizers do
//! to accounts.

use std::collections::BTreeSet;
use std::time::Instant;

use chrono::TimeDelta;
use dojo_server::config::{Rate, Registration};
use dojo_server::store::Role;
use serde_json::{Value, json};

use crate::client::{Answer, Api, Person, multipart};
use crate::command_line::{Server, run, run_well};
use crate::site::{PASSWORD, TestSite, add_user};

/// Lists of people as bytes, with what must come of them.
const LISTS: &str = include_str!("people.jsonl");

const OTHER_PASSWORD: &str = "another horse battery";

/// The links that a page shows, as paths.
fn links(page: &str) -> Vec<String> {
    let after = page.split("<code").skip(1);
    let shown = after.filter_map(|rest| rest.split('>').nth(1)?.split('<').next());
    let paths = shown.filter_map(|shown| shown.split_once("/link/"));
    paths.map(|(_, code)| format!("/link/{code}")).collect()
}

pub(crate) fn only_link(page: &Answer) -> String {
    let links = links(&page.body);
    assert_eq!(links.len(), 1, "{}", page.body);
    links[0].clone()
}

/// Sends a list by the form, as a file.
fn send_list(person: &Person, list: &[u8], label: &str) -> Answer {
    let token = person.csrf_token();
    let (kind, body) = multipart(&[
        ("csrf_token", None, token.as_bytes()),
        ("label", None, label.as_bytes()),
        ("list", None, b"display name\r\n"),
        ("file", Some("class.csv"), list),
    ]);
    person.post_raw("/people/list", &[("content-type", &kind)], &body)
}

/// The CSV that a page of strips offers: sign-in name, display name, link.
fn csv(page: &str) -> Vec<Vec<String>> {
    let (_, rest) = page.split_once("data:text/csv;charset=utf-8,").unwrap();
    let escaped = rest.split('"').next().unwrap();
    let text = percent_encoding::percent_decode_str(escaped)
        .decode_utf8()
        .unwrap();
    assert!(text.starts_with('\u{feff}'), "{text}");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let records = reader.records().map(Result::unwrap);
    let cells = |record: csv::StringRecord| record.iter().map(str::to_owned).collect();
    records.map(cells).collect()
}

#[test]
fn lists_are_taken_whole_or_every_wrong_line_is_named() {
    for line in LISTS.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let site = TestSite::new();
        let olga = site.staff("olga", Role::Organizer);
        let list = hex::decode(case["hex"].as_str().unwrap()).unwrap();
        let answer = send_list(&olga, &list, "10b");
        let errors = case["errors"].as_array().unwrap();
        if errors.is_empty() {
            let strips = csv(&answer.expect(200).body);
            let expected = case["accounts"].as_array().unwrap();
            assert_eq!(strips.len(), expected.len(), "{line}");
            for (strip, expected) in strips.iter().zip(expected) {
                if let Some(name) = expected[0].as_str() {
                    assert_eq!(strip[0], name, "{line}");
                }
                assert_eq!(strip[1], expected[1].as_str().unwrap(), "{line}");
                assert!(strip[2].contains("/link/"), "{line}");
            }
        } else {
            let page = answer.expect(422);
            let told = page.body.matches("<li>Line ").count();
            assert_eq!(told, errors.len(), "{line}: {}", page.body);
            for error in errors {
                let about = format!("Line {}, {}:", error[0], error[1].as_str().unwrap());
                assert!(page.body.contains(&about), "{line}: {}", page.body);
            }
            // Nobody was made.
            olga.get("/people").expect(200).shows("1 person");
        }
    }
}

#[test]
fn a_list_with_its_own_headings_below_those_of_the_form_makes_nobody() {
    let site = TestSite::new();
    let olga = site.staff("olga", Role::Organizer);
    let typed = olga.get("/people/list").expect(200).shows("display name");
    assert!(typed.body.contains("<textarea"), "{}", typed.body);
    let token = olga.csrf_token();
    let list = b"display name\nName;Account\nAnna;fox-01\n";
    let fields: [(&str, Option<&str>, &[u8]); 3] = [
        ("csrf_token", None, token.as_bytes()),
        ("label", None, b""),
        ("list", None, list),
    ];
    let (kind, body) = multipart(&fields);
    olga.post_raw("/people/list", &[("content-type", &kind)], &body)
        .expect(422)
        .shows("Line 2, columns:")
        .shows("Line 3, columns:");
    olga.get("/people").expect(200).shows("1 person");
}

#[test]
fn lost_strips_are_printed_again_for_those_who_have_not_come() {
    let site = TestSite::new();
    let olga = site.staff("olga", Role::Organizer);
    let strips = send_list(&olga, b"display name\nAnna\nBen\nCleo\n", "10b").expect(200);
    send_list(&olga, b"display name\nDora\n", "10c").expect(200);
    let old = links(&strips.body);
    site.visitor()
        .post(&old[0], &[("password", PASSWORD)])
        .expect(303);
    olga.get("/people?label=10b")
        .expect(200)
        .shows("Print new links");
    assert!(
        !olga
            .get("/people")
            .expect(200)
            .body
            .contains("/people/links")
    );
    let again = olga.post("/people/links", &[("label", "10b")]).expect(200);
    let again = again.shows("2 people have not come yet");
    let new = links(&again.body);
    assert_eq!(new.len(), 2);
    let names = |page: &Answer| -> Vec<String> {
        csv(&page.body)
            .into_iter()
            .map(|row| row[0].clone())
            .collect()
    };
    let mut waiting = names(&strips).split_off(1);
    waiting.sort();
    assert_eq!(names(&again), waiting);
    site.visitor().get(&old[1]).expect(404);
    for link in &new {
        site.visitor()
            .post(link, &[("password", PASSWORD)])
            .expect(303);
    }
    olga.post("/people/links", &[("label", "10b")])
        .expect(200)
        .shows("Nobody with this label is still to come");
    olga.post("/people/links", &[("label", "")]).expect(404);
    site.contestant("ada")
        .post("/people/links", &[("label", "10c")])
        .expect(404);
}

#[test]
fn a_thousand_are_made_in_ten_seconds() {
    let site = TestSite::new();
    let olga = site.staff("olga", Role::Organizer);
    let list = format!("display name\n{}", "Anna M.\n".repeat(1000));
    let began = Instant::now();
    let page = send_list(&olga, list.as_bytes(), "").expect(200);
    assert!(began.elapsed().as_secs() < 10, "{:?}", began.elapsed());
    let names: BTreeSet<String> = csv(&page.body)
        .into_iter()
        .map(|row| row[0].clone())
        .collect();
    assert_eq!(names.len(), 1000);
    assert_eq!(page.body.matches("<svg class=\"qr\"").count(), 1000);
    olga.get("/people?page=11")
        .expect(200)
        .shows("1,001 people");
}

/// From an empty folder to thirty people who are signed in: what the teacher does is counted.
#[test]
fn a_teacher_gets_a_class_in_by_the_printed_link_alone() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().to_str().unwrap();
    let server =
        Server::start_listening_to_stderr(&["serve", "--data", folder, "--listen", "127.0.0.1:0"]);
    let setup = server.setup_link();
    let mut steps = 0;
    let mut count = |clicks_and_fields: usize| steps += clicks_and_fields;
    // Opens the link, types a name and a password, sends the form.
    let olga = server.person();
    olga.get(&setup).expect(200).shows("first organizer");
    let fields = [("name", "olga"), ("password", PASSWORD)];
    olga.post(&setup, &fields).expect(303);
    count(1 + 2 + 1);
    // The first page says what to do next; pastes the list, sends it.
    let home = olga.get("/").expect(200).shows("/people/list");
    assert!(home.body.contains("Make accounts for a class"));
    let class: Vec<String> = (0..30).map(|n| format!("Pupil {n}")).collect();
    let class = format!("display name\n{}\n", class.join("\n"));
    let strips = send_list(&olga, class.as_bytes(), "10b").expect(200);
    count(1 + 1 + 1);
    assert_eq!(steps, 7, "clicks and fields of the teacher");
    let paths = links(&strips.body);
    assert_eq!(paths.len(), 30);
    for (n, path) in paths.iter().enumerate() {
        let pupil = server.person();
        pupil
            .get(path)
            .expect(200)
            .shows(&format!("Hello, Pupil {n}"));
        let answer = pupil
            .post(path, &[("password", OTHER_PASSWORD)])
            .expect(303);
        assert_eq!(answer.location(), "/");
        pupil.get("/account").expect(200);
    }
    olga.get("/people?label=10b").expect(200).shows("30 people");
    // Nobody else becomes organizer by it.
    server.person().get(&setup).expect(404);
    // The secrets are in no log.
    let code = paths[0].trim_start_matches("/link/").to_owned();
    let setup_code = setup.trim_start_matches("/link/").to_owned();
    let log = server.stderr_with("/link/");
    assert!(!log.contains(&code) && !log.contains(&setup_code));
    let printed = server.terminate().1;
    assert!(!printed.contains(&code));
    // A server that somebody runs prints none.
    let server = Server::start(&["serve", "--data", folder, "--listen", "127.0.0.1:0"]);
    assert!(!server.terminate().1.contains("/link/"));
}

#[test]
fn a_link_is_used_up_by_its_form_and_not_by_being_opened() {
    let site = TestSite::new();
    let olga = site.staff("olga", Role::Organizer);
    let ada = site.contestant("ada");
    let token = ada.api_token();
    let authorization = format!("Bearer {token}");
    let me = || ada.get_with("/api/v1/me", &[("authorization", &authorization)]);
    me().expect(200);
    let page = olga.post("/people/@ada/link", &[]).expect(200);
    let first = only_link(&page);
    // Shown once, and an earlier one ends.
    assert!(links(&olga.get("/people/@ada").expect(200).body).is_empty());
    let link = only_link(&olga.post("/people/@ADA/link", &[]).expect(200));
    site.visitor()
        .get(&first)
        .expect(404)
        .shows("has been used or is over");

    let visitor = site.visitor();
    for _ in 0..3 {
        visitor.get(&link).expect(200).shows("ada");
    }
    visitor
        .post(&link, &[("password", "short")])
        .expect(422)
        .shows("at least 10");
    visitor
        .post_bare(&link, &[("password", OTHER_PASSWORD)])
        .expect(403);
    visitor
        .post(&link, &[("password", OTHER_PASSWORD)])
        .expect(303);
    visitor.get("/account").expect(200).shows("ada");
    // Whatever was signed in before is out.
    ada.get("/account").expect(303);
    me().expect(401);
    site.visitor().sign_in("ada", PASSWORD).expect(422);
    site.visitor().sign_in("ada", OTHER_PASSWORD).expect(303);
    site.visitor().get(&link).expect(404);
    site.visitor()
        .post(&link, &[("password", PASSWORD)])
        .expect(404);
    // Who did what is told.
    let page = olga.get("/people/@ada").expect(200);
    page.shows("link made")
        .shows("password chosen by a link")
        .shows("127.0.0.1");

    let link = only_link(&olga.post("/people/@ada/link", &[]).expect(200));
    site.advance(TimeDelta::days(8));
    site.visitor().get(&link).expect(404);
    for wrong in ["/link/x", "/link/0000-0000-0000-0000"] {
        site.visitor().get(wrong).expect(404);
    }
}

#[test]
fn an_invitation_lets_so_many_in_and_registering_without_one_can_be_closed() {
    let site = TestSite::builder()
        .web(|web| {
            web.registration = Registration::Invited;
            // By invitation this does not count.
            web.rates.register = Some(Rate {
                burst: 1,
                per_minute: 1,
            });
        })
        .start();
    let olga = site.staff("olga", Role::Organizer);
    let page = site.visitor().get("/").expect(200);
    assert!(!page.body.contains("/register"), "{}", page.body);
    site.visitor()
        .get("/register")
        .expect(403)
        .shows("by invitation");
    let fields = [("name", "eve"), ("password", PASSWORD)];
    site.visitor().post("/register", &fields).expect(403);

    let form = |role: &'static str, uses: &'static str| {
        [
            ("role", role),
            ("label", "10b"),
            ("uses", uses),
            ("last_day", "2999-01-01"),
        ]
    };
    olga.post("/people/invitations", &form("contestant", "3"))
        .expect(422)
        .shows("a day from today on");
    let tomorrow = (chrono::Utc::now() + TimeDelta::days(1))
        .date_naive()
        .to_string();
    let invite = |role, uses| {
        let mut fields = form(role, uses);
        fields[3].1 = &tomorrow;
        olga.post("/people/invitations", &fields)
    };
    invite("contestant", "0").expect(422);
    invite("admin", "1").expect(422);
    let link = only_link(&invite("contestant", "3").expect(200));
    for n in 0..3 {
        let pupil = site.visitor();
        // A sign-in name is suggested that tells nothing.
        let page = pupil.get(&link).expect(200);
        let (_, rest) = page.body.split_once("name=\"name\" value=\"").unwrap();
        let suggested = rest.split('"').next().unwrap().to_owned();
        assert!(suggested.contains('-'), "{suggested}");
        let shown = format!("Pupil {n}");
        if n == 1 {
            let taken = [("name", "OLGA"), ("password", PASSWORD)];
            pupil.post(&link, &taken).expect(422).shows("taken");
        }
        let fields = [
            ("name", suggested.as_str()),
            ("display_name", shown.as_str()),
            ("password", PASSWORD),
        ];
        pupil.post(&link, &fields).expect(303);
        pupil.get("/account").expect(200).shows(&shown);
    }
    site.visitor().get(&link).expect(404);
    olga.get("/people?label=10b&role=contestant")
        .shows("3 people");
    // One of another role, ended before its day.
    let link = only_link(&invite("setter", "5").expect(200));
    let sue = site.visitor();
    let fields = [("name", "sue"), ("password", PASSWORD)];
    sue.post(&link, &fields).expect(303);
    sue.get("/setter").expect(200);
    let open = olga.get("/people/invitations").expect(200).shows("1 of 5");
    let (_, rest) = open.body.split_once("/people/invitations/").unwrap();
    let id = rest.split('/').next().unwrap();
    olga.post(&format!("/people/invitations/{id}/end"), &[])
        .expect(303);
    site.visitor().get(&link).expect(404);
}

#[test]
fn whoever_is_switched_off_is_out_until_switched_on() {
    let site = TestSite::new();
    let olga = site.staff("olga", Role::Organizer);
    let ada = Api::of(site.contestant("ada"));
    ada.get("/me").expect(200);
    olga.post("/people/@ada/disable", &[]).expect(303);
    ada.get("/me").expect(401);
    ada.person.get("/account").expect(303);
    site.visitor()
        .sign_in("ada", PASSWORD)
        .expect(403)
        .shows("switched off");
    site.visitor().sign_in("ada", OTHER_PASSWORD).expect(422);
    olga.get("/people?q=AD").expect(200).shows("switched off");
    olga.post("/people/@ada/link", &[]).expect(409);
    olga.post("/people/@ada/enable", &[]).expect(303);
    // A token rested; sessions ended.
    ada.get("/me").expect(200);
    ada.person.get("/account").expect(303);
    site.visitor().sign_in("ada", PASSWORD).expect(303);
    // Who has not come yet has no password that could be right.
    send_list(&olga, b"name\nfox-01\n", "").expect(200);
    for password in ["", "fox-01", PASSWORD] {
        site.visitor().sign_in("fox-01", password).expect(422);
    }
    olga.get("/people?q=fox").shows("has not come yet");
}

#[test]
fn somebody_always_runs_the_site_and_admins_are_changed_by_admins() {
    let site = TestSite::new();
    let olga = site.staff("olga", Role::Organizer);
    for (path, fields) in [
        ("/people/@olga/role", [("role", "contestant")].as_slice()),
        ("/people/@olga/disable", &[]),
    ] {
        olga.post(path, fields)
            .expect(409)
            .shows("Nobody would be left");
    }
    site.contestant("ada");
    olga.post("/people/@ada/role", &[("role", "setter")])
        .expect(303);
    olga.post("/people/@ada/role", &[("role", "admin")])
        .expect(403);
    olga.post("/people/@ada/role", &[("role", "king")])
        .expect(422);
    olga.post("/people/@ada/label", &[("label", "10b")])
        .expect(303);
    olga.post("/people/@nobody/label", &[("label", "10b")])
        .expect(404);
    olga.get("/people/@ada")
        .shows("10b")
        .shows("contestant → setter");
    add_user(&site.pool, "root1", Role::Admin);
    for action in ["link", "disable", "role"] {
        let path = format!("/people/@root1/{action}");
        olga.post(&path, &[("role", "contestant")]).expect(403);
    }
    // Another one is there now.
    olga.post("/people/@olga/role", &[("role", "contestant")])
        .expect(303);
    for path in [
        "/people",
        "/people/@ada",
        "/people/list",
        "/people/invitations",
    ] {
        olga.get(path).expect(404);
        site.visitor().get(path).expect(303);
    }
    olga.post("/people/@ada/role", &[("role", "organizer")])
        .expect(404);
}

#[test]
fn whoever_forgot_is_told_who_helps() {
    let site = TestSite::new();
    site.staff("olga", Role::Organizer);
    site.contestant("ada");
    site.visitor().get("/login").expect(200).shows("/forgot");
    let page = site.visitor().get("/forgot").expect(200).shows("olga");
    assert!(!page.names("ada"));
}

#[test]
fn people_are_managed_from_the_terminal() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().to_str().unwrap();
    let server = Server::start(&["serve", "--data", folder, "--listen", "127.0.0.1:0"]);
    let user = |arguments: &[&str]| {
        let mut all = vec!["user"];
        all.extend(arguments);
        all.extend(["--data", folder]);
        run_well(&all)
    };
    user(&["add", "olga", "--role", "organizer"]);
    let address = server.base.clone();
    let link = user(&["link", "olga", "--public-url", &address]);
    let path = link.trim().strip_prefix(&address).unwrap();
    let olga = server.person();
    olga.post(path, &[("password", OTHER_PASSWORD)]).expect(303);
    let list = send_list(&olga, b"name,display name\nfox-01,Anna M.\n", "10b").expect(200);
    assert_eq!(links(&list.body).len(), 1);
    let listed = user(&["list", "--label", "10b"]);
    assert_eq!(listed, "fox-01\tcontestant\tnew\t-\t10b\tAnna M.\n");
    user(&["disable", "fox-01"]);
    assert!(user(&["list", "--search", "anna"]).contains("\toff\t"));
    user(&["enable", "fox-01"]);
    assert!(user(&["list"]).contains("olga\torganizer\tactive\t"));
    // A model has a token and no password, and only with somebody who runs it.
    let refused = run(&["user", "add", "gpt", "--model", "--data", folder]);
    assert_eq!(refused.status.code(), Some(2));
    let made = user(&["add", "gpt", "--model", "--operator", "Lab X, effort high"]);
    assert!(
        made.starts_with("gpt is registered as a model, run by Lab X, effort high"),
        "{made}"
    );
    let token = user(&["token", "gpt"]);
    let authorization = format!("Bearer {}", token.trim());
    let headers = [("authorization", authorization.as_str())];
    server
        .person()
        .get_with("/api/v1/submissions", &headers)
        .expect(200);
    server
        .person()
        .get("/@gpt")
        .expect(200)
        .shows("model, run by Lab X, effort high");
    let refused = run(&["user", "disable", "olga", "--data", folder]);
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("nobody would be left"), "{said}");
}

#[test]
fn a_program_looks_after_people() {
    let site = TestSite::new();
    let olga = Api::of(site.staff("olga", Role::Organizer));
    let ada = Api::of(site.contestant("ada"));
    let list = b"name;display name\nfox-01;Anna M.\n;Ben K.\n";
    ada.post_raw("/people?label=10b", "text/csv", list)
        .expect(403);
    ada.get("/people").expect(403);
    let made = olga
        .post_raw("/people?label=10b", "text/csv", list)
        .expect(201)
        .json();
    let people = made["people"].as_array().unwrap();
    assert_eq!(people[0]["name"], "fox-01");
    assert_eq!(people[1]["display_name"], "Ben K.");
    let link = people[0]["link"].as_str().unwrap();
    let path = link.strip_prefix(&site.url("")).unwrap();
    let anna = site.visitor();
    anna.post(path, &[("password", PASSWORD)]).expect(303);
    let again = olga
        .post_raw("/people", "text/csv", list)
        .expect(422)
        .json();
    let message = again["error"]["message"].as_str().unwrap();
    assert_eq!(message, "Line 2, name: “fox-01” is taken.");
    let found = olga.get("/people?label=10b").expect(200).json();
    assert_eq!((&found["total"], &found["pages"]), (&2.into(), &1.into()));
    let has = |n: usize| found["people"][n]["has_password"].as_bool().unwrap();
    assert!(has(0) != has(1));
    let put = |body: &Value| olga.put_json("/people/fox-01", body);
    let changed = put(&json!({"role": "setter", "disabled": true}))
        .expect(200)
        .json();
    assert_eq!(
        (&changed["role"], &changed["disabled"]),
        (&"setter".into(), &true.into())
    );
    anna.get("/account").expect(303);
    put(&json!({"rule": "setter"})).expect(422);
    olga.put_json("/people/olga", &json!({"role": "contestant", "label": "x"}))
        .expect(409);
    // Nothing of it was done.
    assert_eq!(olga.get("/people/olga").expect(200).json()["label"], "");
    olga.step("/people/fox-01/link").expect(409);
    put(&json!({"disabled": false})).expect(200);
    olga.step("/people/FOX-01/link").expect(201);
    olga.step("/people/nobody/link").expect(404);
}

/// What models reach is shown beside what people reach, and changes nothing of it.
#[test]
fn models_stand_beside_people_and_never_among_them() {
    let site = TestSite::new();
    let ada = Api::of(site.contestant("ada"));
    let gpt = site.model("gpt", "Lab <X>");
    let boards = [
        "/seasons/trial/leaderboard",
        "/seasons/trial/problems/squares/leaderboard",
    ];
    let rows = |board: &str, who: &str| {
        let answer = ada.get(&format!("{board}{who}")).expect(200).json();
        answer["rows"].as_array().unwrap().clone()
    };
    let long = "for n in range(999):\n  print(n * n) # 1";
    ada.person.await_event(ada.person.submit("squares", long));
    let before = boards.map(|board| rows(board, ""));
    assert_eq!((before[0].len(), &before[0][0]["rank"]), (1, &json!(1)));
    for board in boards {
        let page = site.visitor().get(board).expect(200);
        assert!(!page.body.contains("who="), "{}", page.body);
    }

    gpt.await_event(gpt.submit("squares", "for n in range(999):print(n*n)"));
    for (board, before) in boards.into_iter().zip(&before) {
        assert_eq!(rows(board, ""), *before);
        assert_eq!(rows(board, "?who=people"), *before);
        let models = rows(board, "?who=models");
        assert_eq!(models.len(), 1);
        assert_eq!(models[0]["name"], "gpt");
        assert_eq!(models[0]["model_of"], "Lab <X>");
        assert_eq!(models[0]["rank"], 1);
        // It has fewer bytes, and more points for them.
        let all = rows(board, "?who=all");
        assert_eq!(
            (&all[0]["name"], &all[0]["rank"]),
            (&json!("gpt"), &Value::Null)
        );
        assert_eq!(all[1], before[0]);
        ada.get(&format!("{board}?who=everybody")).expect(400);

        let page = site.visitor().get(board).expect(200).shows("?who=models");
        assert!(!page.body.contains("gpt"), "{}", page.body);
        let page = site.visitor().get(&format!("{board}?who=all")).expect(200);
        page.shows("model, run by Lab &#60;X&#62;").shows("ada");
    }
    site.visitor()
        .get("/@gpt")
        .expect(200)
        .shows("model, run by Lab &#60;X&#62;");

    // Nor do bonuses.
    site.freeze_and_score();
    let after = rows(boards[0], "");
    assert_eq!(
        (after.len(), &after[0]["name"], &after[0]["rank"]),
        (1, &json!("ada"), &json!(1))
    );
}

#[test]
fn what_was_done_is_found_by_name_and_kind_and_comes_as_a_list() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let bob = site.contestant("bob");
    let olga = site.staff("olga", Role::Organizer);
    olga.post("/people/@ada/label", &[("label", "=1+1")])
        .expect(303);
    olga.post("/people/@bob/disable", &[]).expect(303);
    olga.get("/people").expect(200).shows("/people/log");
    let all = olga.get("/people/log").expect(200);
    let all = all
        .shows("label changed")
        .shows("switched off")
        .shows("127.0.0.1");
    // The newest first.
    assert!(
        all.body.find("<td>switched off").unwrap() < all.body.find("<td>label changed").unwrap()
    );
    let of_ada = olga.get("/people/log?name=ada").expect(200).shows("=1+1");
    assert!(!of_ada.body.contains("<td>switched off"), "{}", of_ada.body);
    let by_kind = olga.get("/people/log?deed=disabled").expect(200);
    assert!(by_kind.body.contains("<td>bob</td>") && !by_kind.body.contains("=1+1"));
    olga.get("/people/log?deed=none").expect(400);
    let list = olga.get("/people/log.csv?name=ada").expect(200);
    assert!(list.header("content-type").starts_with("text/csv"));
    let lines: Vec<&str> = list.body.lines().collect();
    assert_eq!(lines[0], "\u{feff}at,by,address,deed,subject,details");
    assert_eq!(lines.len(), 2);
    assert!(
        lines[1].contains(",olga,127.0.0.1,label-changed,ada,"),
        "{}",
        lines[1]
    );
    for path in ["/people/log", "/people/log.csv"] {
        ada.get(path).expect(404);
        bob.get(path).expect(303);
        site.visitor().get(path).expect(303);
    }
}

#[test]
fn a_list_that_is_typed_beside_a_file_is_not_dropped() {
    let site = TestSite::new();
    let olga = site.staff("olga", Role::Organizer);
    let token = olga.csrf_token();
    let (kind, body) = multipart(&[
        ("csrf_token", None, token.as_bytes()),
        ("list", None, b"display name\r\nAnna\r\n"),
        ("file", Some("class.csv"), b"display name\nBen\n"),
    ]);
    olga.post_raw("/people/list", &[("content-type", &kind)], &body)
        .expect(422)
        .shows("You typed a list and chose a file")
        .shows("Anna");
    olga.get("/people").expect(200).shows("1 person");
}

#[test]
fn a_list_that_is_sent_again_makes_nobody_a_second_account() {
    let site = TestSite::new();
    let olga = site.staff("olga", Role::Organizer);
    let class = b"Ada Lovelace\nBen K.\n";
    send_list(&olga, class, "10b").expect(200);
    send_list(&olga, class, "10b")
        .expect(422)
        .shows("Line 1, display name: there is a “Ada Lovelace” with the label 10b already")
        .shows("Line 2, display name:");
    // One more came; the rest of the list is as it was.
    send_list(&olga, b"Ada Lovelace\nBen K.\nCem\n", "10b").expect(422);
    olga.get("/people").expect(200).shows("3 people");
    send_list(&olga, b"Cem\n", "10b").expect(200);
    // Another class, and whoever has a name of their own.
    send_list(&olga, class, "10c").expect(200);
    send_list(&olga, b"name,display name\nfox-01,Ben K.\n", "10b").expect(200);
    olga.get("/people").expect(200).shows("7 people");
}

#[test]
fn names_alone_make_a_class() {
    let site = TestSite::new();
    let olga = site.staff("olga", Role::Organizer);
    let strips = csv(&send_list(&olga, b"Ada Lovelace\nBen K.\n", "")
        .expect(200)
        .body);
    let shown: Vec<&str> = strips.iter().map(|strip| strip[1].as_str()).collect();
    assert_eq!(shown, ["Ada Lovelace", "Ben K."]);
}

#[test]
fn a_list_that_is_too_large_is_told_what_a_list_may_have() {
    let site = TestSite::new();
    let olga = site.staff("olga", Role::Organizer);
    let list = "Ada Lovelace\n".repeat(2 << 20 >> 4);
    let page = send_list(&olga, list.as_bytes(), "").expect(413);
    let page = page.shows("A list may have at most 1,024 KiB; send it in parts");
    assert!(!page.body.contains("problem’s page") && !page.body.contains("problem's page"));
}
