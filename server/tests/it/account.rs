//! Registering, signing in, sessions, tokens, and forms that somebody else made.

use chrono::{TimeDelta, Utc};
use dojo_server::store::Role;
use serde_json::{Value, json};

use crate::client::Person;
use crate::site::{PASSWORD, TestSite};

#[test]
fn a_name_is_taken_in_whatever_case() {
    let site = TestSite::new();
    site.contestant("Ada");
    let visitor = site.visitor();
    let fields = [
        ("name", "aDA"),
        ("display_name", "Somebody"),
        ("password", PASSWORD),
    ];
    visitor
        .post("/register", &fields)
        .expect(422)
        .shows("taken")
        .shows("Somebody");
}

#[test]
fn a_form_with_mistakes_comes_back_with_all_of_them() {
    let site = TestSite::new();
    let fields = [
        ("name", "a b"),
        ("display_name", "x\u{202e}y"),
        ("password", "short"),
    ];
    let page = site.visitor().post("/register", &fields).expect(422);
    let page = page
        .shows("2 to 32 letters")
        .shows("invisible")
        .shows("at least 10");
    assert!(page.body.contains("value=\"a b\""));
    assert!(
        !page.body.contains("short\""),
        "a password never comes back"
    );
}

#[test]
fn a_wrong_password_and_a_wrong_name_look_the_same() {
    let site = TestSite::new();
    site.contestant("ada");
    let visitor = site.visitor();
    let wrong_password = visitor.sign_in("ada", "not the password").expect(422);
    let wrong_name = visitor.sign_in("eve", "not the password").expect(422);
    let message = "There is no such name with this password.";
    wrong_password.shows(message);
    wrong_name.shows(message);
    visitor.sign_in("ADA", PASSWORD).expect(303);
}

#[test]
fn a_session_is_rotated_and_ends() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let session = |answer: &crate::client::Answer| {
        let cookies = answer.headers.get_all("set-cookie");
        let mut cookies = cookies
            .iter()
            .map(|value| value.to_str().unwrap().to_owned());
        cookies
            .find(|cookie| cookie.starts_with("dojo-session="))
            .expect("a session cookie")
    };
    let first = session(&site.visitor().sign_in("ada", PASSWORD));
    for attribute in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age="] {
        assert!(first.contains(attribute), "{first}");
    }
    assert!(
        !first.contains("Secure"),
        "over http the cookie would never come back"
    );

    // Signing in again from the same browser ends the session that it had.
    let old = first.split(';').next().unwrap();
    let stolen = site.visitor();
    stolen.get_with("/account", &[("cookie", old)]).expect(200);
    let page = stolen.get_with("/", &[("cookie", old)]).body;
    let token = page
        .split("name=\"csrf_token\" value=\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    let form = format!(
        "csrf_token={token}&name=ada&password={}",
        PASSWORD.replace(' ', "+")
    );
    let headers = [
        ("cookie", old),
        ("content-type", "application/x-www-form-urlencoded"),
    ];
    let again = site
        .visitor()
        .post_raw("/login", &headers, form.as_bytes())
        .expect(303);
    assert_ne!(session(&again), first);
    site.visitor()
        .get_with("/account", &[("cookie", old)])
        .expect(303);

    // Ending the others leaves this one; signing out ends it.
    ada.post("/account/sessions/end", &[]).expect(303);
    ada.get("/account").expect(200);
    ada.post("/logout", &[]).expect(303);
    assert_eq!(
        ada.get("/account").expect(303).location(),
        "/login?next=/account"
    );
}

#[test]
fn each_browser_is_listed_and_ended_by_itself() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let csrf_token = site.visitor();
    let page = csrf_token.get("/login").expect(200);
    let token = page
        .body
        .split("name=\"csrf_token\" value=\"")
        .nth(1)
        .unwrap();
    let token = token.split('"').next().unwrap();
    let form = format!(
        "csrf_token={token}&name=ada&password={}",
        PASSWORD.replace(' ', "+")
    );
    let headers = [
        ("content-type", "application/x-www-form-urlencoded"),
        (
            "user-agent",
            "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
        ),
    ];
    let elsewhere = csrf_token;
    elsewhere
        .post_raw("/login", &headers, form.as_bytes())
        .expect(303);
    elsewhere.get("/account").expect(200);

    let page = ada.get("/account").expect(200).shows("Firefox · Linux");
    let code = page
        .body
        .split("/account/sessions/")
        .map(|rest| rest.split('/').next().unwrap());
    let code = code.filter(|code| code.len() == 64).collect::<Vec<_>>();
    assert_eq!(code.len(), 1, "the other one can be ended: {code:?}");
    // Nobody else ends it.
    let end = format!("/account/sessions/{}/end", code[0]);
    site.contestant("bob").post(&end, &[]).expect(303);
    elsewhere.get("/account").expect(200);
    ada.post(&end, &[]).expect(303);
    elsewhere.get("/account").expect(303);
    let page = ada.get("/account").expect(200);
    assert!(!page.body.contains("Firefox · Linux"));
}

/// A new token of that scope, as a header has it.
fn make(person: &Person, scope: &str, last_day: &str) -> String {
    let fields = [("label", "mine"), ("scope", scope), ("last_day", last_day)];
    let page = person.post("/account/tokens", &fields).expect(200);
    let token = &page.body[page.body.find("dojo_").unwrap()..];
    let token: String = token
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
        .collect();
    format!("Bearer {token}")
}

#[test]
fn a_token_does_what_it_is_made_for_until_its_last_day() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let olga = site.staff("olga", Role::Organizer);
    let submit = "/api/v1/seasons/trial/problems/squares/submissions";
    let send = |token: &str| {
        let headers = [
            ("authorization", token),
            ("content-type", "application/json"),
        ];
        let body = json!({"source": "print(1)"}).to_string();
        site.visitor().post_raw(submit, &headers, body.as_bytes())
    };
    let reads = make(&ada, "read", "");
    let me = |token: &str| {
        site.visitor()
            .get_with("/api/v1/me", &[("authorization", token)])
    };
    me(&reads).expect(200);
    let refused = send(&reads).expect(403);
    assert_eq!(refused.json()["error"]["code"], "forbidden");
    let refused = refused.shows("made to `read`");
    drop(refused.shows("made to `submit`"));
    send(&make(&ada, "submit", "")).expect(201);
    // The form offers what the role may, and a token never does more than its owner.
    let page = ada.get("/account").expect(200);
    assert!(!page.body.contains("value=\"organize\""));
    olga.get("/account").expect(200).shows("value=\"organize\"");
    ada.post("/account/tokens", &[("label", "x"), ("scope", "all")])
        .expect(400);

    // Whatever changes something is asked for the right scope: all of it is in the description of the API.
    let scopes = ["read", "submit", "set"];
    let tokens = scopes.map(|scope| make(&olga, scope, ""));
    let api: Value = serde_json::from_str(include_str!("../../../docs/openapi.json")).unwrap();
    let mut asked = 0;
    let paths = api["paths"].as_object().unwrap().iter();
    let asked_for = paths.flat_map(|(pattern, methods)| {
        let methods = methods.as_object().unwrap().keys();
        methods.map(move |method| (pattern, method.to_uppercase()))
    });
    for (pattern, method) in asked_for.filter(|(_, method)| method != "GET") {
        let path = pattern
            .replace("{season}", "trial")
            .replace("{problem}", "squares")
            .replace("{id}", "1")
            .replace("{draft}", "1")
            .replace("{person}", "ada");
        let is_draft = path.starts_with("/drafts");
        let last = path.rsplit('/').next().unwrap();
        let query = match last {
            "agree" | "send-back" | "take-back" => "",
            _ if is_draft && method != "DELETE" => "?season=trial",
            _ => "",
        };
        let needs = match last {
            "submissions" | "try" | "questions" | "read" | "transcript" => 1,
            "agree" | "send-back" => 3,
            "validate" | "drafts" | "draft" => 2,
            _ if is_draft => 2,
            _ => 3,
        };
        for (place, token) in tokens.iter().enumerate() {
            let headers = [
                ("authorization", token.as_str()),
                ("content-type", "application/json"),
            ];
            let answer =
                site.visitor()
                    .send_raw(&method, &format!("/api/v1{path}{query}"), &headers, b"{");
            let is_refused = answer.status == 403 && answer.body.contains("made to");
            assert_eq!(
                is_refused,
                place < needs,
                "{} {path}: {}",
                scopes[place],
                answer.body
            );
            asked += 1;
        }
    }
    assert!(asked > 60, "{asked}");

    // The last day is a whole one wherever its owner is.
    let day = |days| {
        (Utc::now() + TimeDelta::days(days))
            .date_naive()
            .to_string()
    };
    let short = make(&ada, "read", &day(1));
    let ended = [
        ("label", "x"),
        ("scope", "read"),
        ("last_day", "2020-01-01"),
    ];
    ada.post("/account/tokens", &ended)
        .expect(422)
        .shows("a day from today on");
    site.advance(TimeDelta::hours(24));
    me(&short).expect(200);
    site.advance(TimeDelta::hours(49));
    me(&short).expect(401).shows("last day");
    me(&reads).expect(200);
    ada.get("/account")
        .expect(200)
        .shows("its last day is over");
}

#[test]
fn a_session_expires() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    site.advance(TimeDelta::days(29));
    ada.get("/account").expect(200);
    site.advance(TimeDelta::days(2));
    ada.get("/account").expect(303);
}

#[test]
fn over_https_cookies_cannot_be_forged_by_a_neighbour() {
    let site = TestSite::builder()
        .web(|web| web.public_url = Some("https://dojo.example".parse().unwrap()))
        .start();
    let page = site.visitor().get("/login").expect(200);
    let cookie = page.header("set-cookie");
    assert!(cookie.starts_with("__Host-dojo-form="), "{cookie}");
    assert!(
        cookie.contains("Secure") && cookie.contains("Path=/") && !cookie.contains("Domain"),
        "{cookie}"
    );
    assert_eq!(page.header("strict-transport-security"), "max-age=31536000");
}

/// Every address that changes something.
const CHANGES: [&str; 11] = [
    "/register",
    "/login",
    "/logout",
    "/account",
    "/account/tokens",
    "/account/profile",
    "/account/delete",
    "/account/tokens/1/revoke",
    "/account/sessions/end",
    "/account/sessions/none/end",
    "/seasons/trial/problems/squares/submissions",
];

/// What each of them would take.
const FIELDS: [(&str, &str); 5] = [
    ("name", "eve"),
    ("password", PASSWORD),
    ("display_name", "Eve"),
    ("label", "mine"),
    ("source", "print(1)"),
];

#[test]
fn nothing_changes_without_the_token_of_the_form() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let others = site.contestant("bob").csrf_token();
    for path in CHANGES {
        ada.post_bare(path, &FIELDS).expect(403);
        let mut fields = vec![("csrf_token", others.as_str())];
        fields.extend(FIELDS);
        ada.post_bare(path, &fields).expect(403);
        ada.get(path).expect(match path {
            "/account" => 200,
            "/logout"
            | "/account/tokens/1/revoke"
            | "/account/sessions/end"
            | "/account/sessions/none/end" => 405,
            _ => 303,
        });
    }
    ada.get("/account").expect(200);
}

#[test]
fn nothing_changes_from_another_site() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let token = ada.csrf_token();
    let body = format!(
        "csrf_token={token}&name=eve&password=correct+horse&display_name=Eve&label=x&source=print(1)"
    );
    for foreign in [
        ("origin", "https://evil.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
    ] {
        for path in CHANGES {
            let headers = [
                ("content-type", "application/x-www-form-urlencoded"),
                foreign,
            ];
            ada.post_raw(path, &headers, body.as_bytes()).expect(403);
        }
    }
    let own = site.url("");
    let headers = [
        ("content-type", "application/x-www-form-urlencoded"),
        ("origin", own.as_str()),
    ];
    ada.post_raw("/account", &headers, body.as_bytes())
        .expect(303);
    ada.get("/account").shows("Eve");
}

#[test]
fn a_refused_submission_brings_its_source_back() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let path = "/seasons/trial/problems/squares/submissions";
    ada.post_bare(path, &[("source", "kept = 1")])
        .expect(403)
        .shows("kept = 1");
    site.visitor()
        .post(path, &[("source", "kept = 2")])
        .expect(401)
        .shows("kept = 2");
    let notes = "x".repeat(501);
    ada.post(path, &[("source", "kept = 3"), ("notes", &notes)])
        .expect(422)
        .shows("kept = 3")
        .shows(&notes);
}

#[test]
fn a_token_of_the_api_works_until_it_is_revoked() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let token = ada.api_token();
    assert!(
        !ada.get("/account").body.contains(&token),
        "a token is shown once"
    );
    let authorization = format!("Bearer {token}");
    let me = || ada.get_with("/api/v1/me", &[("authorization", &authorization)]);
    assert_eq!(me().expect(200).json()["name"], "ada");
    // Nobody revokes what belongs to others.
    site.contestant("bob")
        .post("/account/tokens/1/revoke", &[])
        .expect(404);
    me().expect(200);
    ada.post("/account/tokens/1/revoke", &[]).expect(303);
    assert_eq!(me().expect(401).json()["error"]["code"], "sign_in");
}

#[test]
fn signing_in_leads_back_but_never_away() {
    let site = TestSite::new();
    site.contestant("ada");
    let next = |next: &str| {
        let fields = [("name", "ada"), ("password", PASSWORD), ("next", next)];
        site.visitor()
            .post("/login", &fields)
            .expect(303)
            .location()
            .to_owned()
    };
    assert_eq!(next("/seasons/trial"), "/seasons/trial");
    assert_eq!(next("//evil.example"), "/");
    assert_eq!(next("https://evil.example"), "/");
}

#[test]
fn hostile_names_are_shown_as_text() {
    let site = TestSite::new();
    let hostile = "<img src=x onerror=alert(1)>'\"&";
    let ada = site.contestant("ada");
    ada.post("/account", &[("display_name", hostile)])
        .expect(303);
    let id = ada.submit(
        "squares",
        "for n in range(999):print(n*n)#</textarea><script>alert(1)</script>",
    );
    ada.await_event(id);
    let paths = [
        "/".to_owned(),
        "/account".to_owned(),
        "/seasons/trial/leaderboard".to_owned(),
        "/seasons/trial/problems/squares".to_owned(),
        "/seasons/trial/problems/squares/leaderboard".to_owned(),
        format!("/submissions/{id}"),
    ];
    for path in paths {
        let page = ada.get(&path).expect(200);
        assert!(!page.body.contains("<img src=x"), "{path}");
        assert!(!page.body.contains("<script>alert"), "{path}");
        page.shows("&#60;img");
    }
    ada.post("/account/tokens", &[("label", "<script>alert(1)</script>")])
        .expect(200)
        .shows("&#60;script");
    for path in [
        "/seasons/<script>alert(1)</script>",
        "/login?next=%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
    ] {
        let path = path.replace('<', "%3C").replace('>', "%3E");
        assert!(
            !site.visitor().get(&path).body.contains("<script>alert"),
            "{path}"
        );
    }
}
