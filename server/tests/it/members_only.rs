//! A site for members: a stranger gets the sign-in page and what it needs, at whatever address the program has.

use dojo_server::config::Registration;
use dojo_server::store::Role;
use serde_json::json;

use crate::client::Person;
use crate::leaks::patterns;
use crate::people::only_link;
use crate::site::{PASSWORD, TestSite};

/// Addresses that are for all; every other one asks to sign in.
const FOR_ALL: [&str; 12] = [
    "/assets/{name}",
    "/favicon.ico",
    "/forgot",
    "/healthz",
    "/link/{code}",
    "/link/{code}/{action}",
    "/login",
    "/login/code",
    "/login/with/{provider}",
    "/login/with/{provider}/back",
    "/login/with/{provider}/new",
    "/readyz",
];

/// An address of something that there is.
fn of_something(pattern: &str) -> String {
    let Some((before, rest)) = pattern.split_once('{') else {
        return pattern.to_owned();
    };
    let (parameter, after) = rest.split_once('}').unwrap();
    let value = match parameter {
        "season" => "trial",
        "problem" => "squares",
        "name" | "person" => "ada",
        "action" => "reveal",
        "id" | "draft" => "1",
        "provider" => "school",
        "code" | "day" => "none",
        other => panic!("what is `{other}` in {pattern}?"),
    };
    of_something(&format!("{before}{value}{after}"))
}

/// What is here is not for the reader, who is asked to sign in and told nothing else.
fn assert_shut(reader: &Person, path: &str, headers: &[(&str, &str)]) {
    let read = reader.get_with(path, headers);
    let sent = reader.post_raw(path, headers, b"");
    for answer in [&read, &sent] {
        for told in ["squares", "Squares", "trial", "Trial", "olga"] {
            let known = answer.body.replace(path, "");
            assert!(!known.contains(told), "{path} tells `{told}`: {known}");
        }
    }
    assert_eq!(sent.status, 401, "POST {path}: {}", sent.body);
    if path.starts_with("/api/") {
        let read = read.expect(401);
        assert_eq!(read.header("www-authenticate"), "Bearer");
        assert_eq!(read.json()["error"]["code"], "sign_in", "{path}");
        assert_eq!(sent.json()["error"]["code"], "sign_in", "{path}");
    } else {
        assert_eq!(read.status, 303, "GET {path}: {}", read.body);
        assert!(read.location().starts_with("/login"), "{path}");
    }
}

fn site_for_members() -> TestSite {
    let site = TestSite::builder().web(|web| {
        web.members_only = true;
        web.registration = Registration::Invited;
    });
    site.start()
}

#[test]
fn whatever_a_stranger_asks_for_is_the_sign_in_page() {
    let site = site_for_members();
    let olga = site.staff("olga", Role::Organizer);
    let ada = site.staff("ada", Role::Contestant);
    ada.verdict_page(ada.submit("squares", "for n in range(200):print(n*n)"));

    let stranger = site.visitor();
    let all = patterns();
    assert!(all.len() > 140, "{} addresses", all.len());
    let shut = all.iter().filter(|it| !FOR_ALL.contains(&it.as_str()));
    let unknown = [
        "/nothing",
        "/api/v1/nothing",
        "/login/",
        "/assets/python.wasm",
    ];
    let shut: Vec<String> = shut
        .map(|pattern| of_something(pattern))
        .chain(unknown.map(str::to_owned))
        .collect();
    for path in &shut {
        assert_shut(&stranger, path, &[]);
    }

    // A member gets what there is.
    for path in [
        "/",
        "/seasons/trial",
        "/feed.atom",
        "/sitemap.xml",
        "/docs/rules",
    ] {
        ada.get(path).expect(200);
    }
    let card = ada.get("/seasons/trial/card.png").expect(200);
    assert!(card.header("cache-control").starts_with("private"));
    let token = format!("Bearer {}", ada.api_token());
    let with_token = [("authorization", token.as_str())];
    ada.get_with("/api/v1/seasons", &with_token).expect(200);
    // A browser is no token, and a token no browser.
    ada.get("/api/v1/seasons").expect(401);
    stranger.get_with("/seasons", &with_token).expect(303);
    let forgot = stranger.get("/forgot").expect(200).body;
    assert!(!forgot.to_lowercase().contains("olga"), "{forgot}");
    ada.get("/forgot").expect(200).shows("olga");

    // Whose account is switched off is a stranger.
    olga.post("/people/@ada/disable", &[]).expect(303);
    for path in ["/", "/seasons/trial", "/api/v1/seasons", "/events"] {
        assert_shut(&ada, path, &with_token);
    }
}

#[test]
fn the_sign_in_page_of_a_site_for_members_is_whole() {
    let site = site_for_members();
    let olga = site.staff("olga", Role::Organizer);
    let stranger = site.visitor();
    let sent = stranger.get("/@ada?page=2").expect(303);
    assert_eq!(sent.location(), "/login?next=/%40ada%3Fpage%3D2");
    let page = stranger
        .get("/login?next=/seasons/trial")
        .expect(200)
        .shows("for its members");
    let of = |attribute: &str| {
        let mark = format!(" {attribute}=\"/");
        let found = page.body.split(mark.as_str()).skip(1);
        let found = found.map(|rest| format!("/{}", rest.split('"').next().unwrap()));
        found.collect::<Vec<_>>()
    };
    // All that it loads is there, and all that it leads to but the front page, which is its name.
    let loaded = of("src");
    assert!(loaded.len() >= 3, "{loaded:?}");
    for path in loaded.iter().chain(&of("href")).filter(|it| *it != "/") {
        let answer = stranger.get(&path.replace("&amp;", "&"));
        assert_eq!(answer.status, 200, "{path}");
    }
    let style = stranger.get("/assets/style.css").expect(200);
    for part in style.body.split("url(\"").skip(1) {
        let name = part.split('"').next().unwrap();
        stranger.get(&format!("/assets/{name}")).expect(200);
    }
    stranger.get("/healthz").expect(200);
    stranger.get("/readyz").expect(200);
    stranger.get("/register").expect(303);

    // Somebody with a link comes in, and goes where the way led.
    let fields = [("role", "contestant"), ("label", "10b"), ("uses", "1")];
    let day = (chrono::Utc::now() + chrono::TimeDelta::days(1)).date_naive();
    let day = day.to_string();
    let made = olga
        .post(
            "/people/invitations",
            &[&fields[..], &[("last_day", &day)]].concat(),
        )
        .expect(200);
    let newcomer = site.visitor();
    let address = only_link(&made);
    newcomer.get(&address).expect(200);
    let account = [("name", "newton"), ("password", PASSWORD)];
    newcomer.post(&address, &account).expect(303);
    newcomer.get("/seasons/trial").expect(200);
    let back = stranger.post(
        "/login",
        &[
            ("name", "newton"),
            ("password", PASSWORD),
            ("next", "/seasons/trial"),
        ],
    );
    assert_eq!(back.expect(303).location(), "/seasons/trial");
    stranger.get("/seasons/trial").expect(200);
    let api = json!({"source": "print(1)"}).to_string();
    site.visitor()
        .post_raw(
            "/api/v1/try",
            &[("content-type", "application/json")],
            api.as_bytes(),
        )
        .expect(401);
}
