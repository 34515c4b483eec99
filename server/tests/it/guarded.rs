//! What keeps an account its owner's, a contest fair and a retry cheap.

use serde_json::json;

use dojo_server::store::Role;

use crate::client::{Answer, Api};
use crate::command_line::{Server, run_well};
use crate::site::{PASSWORD, TestSite};

const NEW_PASSWORD: &str = "tide under the old bridge";

const PROGRAM: &str = "for n in range(200):print(n*n)";

#[test]
fn with_a_new_password_only_this_browser_stays_signed_in() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let token = ada.api_token();
    let elsewhere = site.visitor();
    elsewhere.sign_in("ada", PASSWORD).expect(303);

    let change = |old, new| {
        ada.post(
            "/account/password",
            &[("password", old), ("new_password", new)],
        )
    };
    change("not my password", NEW_PASSWORD)
        .expect(422)
        .shows("This is not your password.");
    change(PASSWORD, "qwertyuiop12")
        .expect(422)
        .shows("tried first");
    change(PASSWORD, NEW_PASSWORD).expect(303);

    ada.get("/account").expect(200);
    elsewhere.get("/account").expect(303);
    let authorization = format!("Bearer {token}");
    let headers = [("authorization", authorization.as_str())];
    ada.get_with("/api/v1/submissions", &headers).expect(401);
    site.visitor().sign_in("ada", PASSWORD).expect(422);
    site.visitor().sign_in("ada", NEW_PASSWORD).expect(303);
}

#[test]
fn guesses_at_one_account_from_many_addresses_are_slowed_down() {
    let site = TestSite::builder()
        .web(|web| {
            web.behind_proxy = true;
            web.rates.account = Some("3,1".parse().unwrap());
        })
        .start();
    site.contestant("ada");
    let guess = |number: u8| {
        let stranger = site.visitor();
        let csrf_token = stranger.get("/login").expect(200);
        let csrf_token = csrf_token
            .body
            .split("name=\"csrf_token\" value=\"")
            .nth(1)
            .unwrap();
        let csrf_token = csrf_token.split('"').next().unwrap();
        let body = format!("csrf_token={csrf_token}&name=ada&password=guess-number-{number}");
        let address = format!("192.0.2.{number}");
        stranger.post_raw(
            "/login",
            &[
                ("content-type", "application/x-www-form-urlencoded"),
                ("x-forwarded-for", &address),
            ],
            body.as_bytes(),
        )
    };
    for number in 1..=3 {
        guess(number).expect(422);
    }
    assert_ne!(guess(4).expect(429).header("retry-after"), "");
}

#[test]
fn who_is_disqualified_submits_no_more_until_let_in_again() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let iris = Api::of(site.staff("iris", Role::Organizer));
    let first = ada.submit("squares", PROGRAM);
    ada.verdict_page(first);

    let ruling = json!({"person": "ada", "reason": "two accounts"});
    iris.post("/seasons/trial/disqualify", &ruling).expect(200);
    ada.try_submit("squares", PROGRAM)
        .expect(403)
        .shows("disqualified from this season");
    ada.get("/seasons/trial/problems/squares")
        .expect(200)
        .shows("You are disqualified");
    let board = site
        .visitor()
        .get("/api/v1/seasons/trial/leaderboard")
        .expect(200);
    assert!(!board.body.contains("\"ada\""), "{}", board.body);

    iris.post("/seasons/trial/reinstate", &ruling).expect(200);
    ada.submit("squares", PROGRAM);
}

#[test]
fn what_is_sent_again_under_its_key_is_one_attempt() {
    let site = TestSite::new();
    let api = Api::of(site.contestant("ada"));
    let authorization = format!("Bearer {}", api.token);
    let send = |key: &str, source: &str| -> Answer {
        api.person.post_raw(
            "/api/v1/seasons/trial/problems/squares/submissions",
            &[
                ("authorization", &authorization),
                ("content-type", "application/json"),
                ("idempotency-key", key),
            ],
            json!({ "source": source }).to_string().as_bytes(),
        )
    };
    let id = |answer: Answer| answer.expect(201).json()["id"].as_i64().unwrap();
    let first = id(send("one", PROGRAM));
    assert_eq!(id(send("one", PROGRAM)), first);
    assert_ne!(id(send("one", "print(1)")), first);
    assert_ne!(id(send("two", PROGRAM)), first);
    send("", PROGRAM).expect(400);

    // The form of one page, sent twice.
    let page = api
        .person
        .get("/seasons/trial/problems/squares")
        .expect(200);
    let key = page
        .body
        .split("name=\"attempt_key\" value=\"")
        .nth(1)
        .unwrap();
    let key = key.split('"').next().unwrap();
    let send = || {
        let fields = [("source", PROGRAM), ("attempt_key", key)];
        let answer = api
            .person
            .post("/seasons/trial/problems/squares/submissions", &fields)
            .expect(303);
        answer.location().to_owned()
    };
    assert_eq!(send(), send());
}

#[test]
fn a_receipt_comes_by_token_and_is_kept_by_nobody_on_the_way() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let id = ada.submit("squares", PROGRAM);
    let api = Api::of(ada);
    let receipt = api.get(&format!("/submissions/{id}/receipt")).expect(200);
    assert_eq!(receipt.header("cache-control"), "private, no-store");
    let on_the_page = api.person.get(&format!("/submissions/{id}/receipt.json"));
    assert_eq!(receipt.json(), on_the_page.json());
    let list = api.get("/submissions").expect(200);
    assert_eq!(list.header("cache-control"), "private, no-store");
    assert_eq!(list.header("x-request-id").len(), 16);
    let bob = Api::of(site.contestant("bob"));
    bob.get(&format!("/submissions/{id}/receipt")).expect(404);
}

#[test]
fn a_draft_that_is_called_off_stays_private() {
    let site = TestSite::builder().draft().start();
    let iris = Api::of(site.staff("iris", Role::Organizer));
    iris.step("/seasons/trial/cancel").expect(200);
    iris.person.get("/seasons/trial").expect(200);
    let stranger = site.visitor();
    stranger.get("/seasons/trial").expect(404);
    let list = stranger.get("/api/v1/seasons").expect(200).json();
    assert_eq!(list["seasons"], json!([]));
    assert!(
        !stranger
            .get("/seasons")
            .expect(200)
            .body
            .contains("/seasons/trial")
    );
}

#[test]
fn settings_come_from_a_file_a_variable_or_a_flag() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dojo.toml");
    std::fs::write(
        &file,
        "listen = \"127.0.0.1:0\"\nrate-login = \"500,100\"\nbehind-proxy = true\nworkers = 1\n",
    )
    .unwrap();
    let file = file.to_str().unwrap();
    let shown = run_well(&["config", "--config", file, "--workers", "2"]);
    for line in [
        format!("listen = \"127.0.0.1:0\"  # {file}"),
        format!("rate-login = \"500,100\"  # {file}"),
        format!("behind-proxy = true  # {file}"),
        "workers = 2  # --workers".to_owned(),
        "rate-account = \"10,5\"  # default".to_owned(),
        "# public-url: not set".to_owned(),
    ] {
        assert!(shown.lines().any(|shown| shown == line), "{line}\n{shown}");
    }
}

#[test]
fn the_figures_are_at_an_address_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap().to_string();
    drop(free);
    let server = Server::start(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--metrics",
        &address,
        "--data",
        folder.path().to_str().unwrap(),
    ]);
    server.person().get("/seasons").expect(200);
    server.person().get("/metrics").expect(404);
    let figures = crate::client::Person::new(format!("http://{address}"));
    figures
        .get("/metrics")
        .expect(200)
        .shows("dojo_requests_total{class=\"page\",status=\"200\"} 1")
        .shows("dojo_queue_jobs 0");
}
