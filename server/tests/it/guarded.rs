//! What keeps an account its owner's, a contest fair and a retry cheap.

use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::Command;
use std::thread;

use dojo_server::store::Role;
use serde_json::json;

use crate::client::{Answer, Api};
use crate::command_line::{Server, dojo, run_well};
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

    // What is wrong is told with the place where it stands.
    std::fs::write(file, "behind-proxy = \"yes\"\n").unwrap();
    let told = |wrong: &mut Command| {
        let refused = wrong.output().unwrap();
        assert_eq!(refused.status.code(), Some(2));
        String::from_utf8(refused.stderr).unwrap()
    };
    let of_file = told(&mut dojo(&["serve", "--config", file]));
    assert!(of_file.starts_with(&format!("In {file}:\n")), "{of_file}");
    assert!(of_file.contains("--behind-proxy"), "{of_file}");
    let of_variable = told(dojo(&["serve"]).env("DOJO_CONNECTIONS_PER_ADDRESS", "0"));
    let place = "In DOJO_CONNECTIONS_PER_ADDRESS:\n";
    assert!(of_variable.starts_with(place), "{of_variable}");
    let of_flag = told(&mut dojo(&["serve", "--connections-per-address", "0"]));
    assert!(of_flag.starts_with("error: invalid value"), "{of_flag}");
}

#[test]
fn the_figures_are_at_an_address_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
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

#[test]
fn a_submission_whose_answer_got_lost_is_sent_again_and_counts_once() {
    let site = TestSite::new();
    let api = Api::of(site.contestant("ada"));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let address = site.address;
    // A proxy that loses the first answer.
    thread::spawn(move || {
        for (number, client) in listener.incoming().enumerate() {
            let mut client = client.unwrap();
            let mut server = TcpStream::connect(address).unwrap();
            let mut request = (client.try_clone().unwrap(), server.try_clone().unwrap());
            thread::spawn(move || io::copy(&mut request.0, &mut request.1));
            if number == 0 {
                server.read_exact(&mut [0]).unwrap();
                client.shutdown(Shutdown::Both).unwrap();
            } else {
                io::copy(&mut server, &mut client).ok();
            }
        }
    });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("solver.py");
    std::fs::write(&file, PROGRAM).unwrap();
    let file = file.to_str().unwrap();
    let sent = dojo(&[
        "submit",
        "squares",
        file,
        "--season",
        "trial",
        "--no-wait",
        "--url",
        &url,
    ])
    .env("DOJO_TOKEN", &api.token)
    .output()
    .unwrap();
    assert!(sent.status.success(), "{sent:?}");
    let submissions = api.get("/submissions").expect(200).json();
    assert_eq!(submissions["submissions"].as_array().unwrap().len(), 1);
}

#[test]
fn the_log_says_who_asked_and_what_strangers_send_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_listening_to_stderr(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--log-format",
        "json",
        "--data",
        folder.path().to_str().unwrap(),
    ]);
    let address = server.base.strip_prefix("http://").unwrap();
    let mut stranger = TcpStream::connect(address).unwrap();
    stranger.write_all(b"\x16\x03\x01 no HTTP\r\n\r\n").unwrap();
    stranger.read_to_end(&mut Vec::new()).unwrap();
    let ada = server.person();
    ada.register("ada");
    let answer = ada.get("/account").expect(200);

    let log = server.stderr_with("\"path\":\"/account\"");
    let lines: Vec<serde_json::Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect();
    for line in &server.greeting {
        let line: serde_json::Value = serde_json::from_str(line).expect(line);
        assert!(line["message"].is_string(), "{line}");
    }
    assert!(lines.iter().all(|line| line["level"] != "ERROR"), "{log}");
    let line = lines
        .iter()
        .find(|line| line["path"] == "/account")
        .unwrap();
    assert_eq!(line["user"], "ada");
    assert_eq!(line["address"], "127.0.0.1");
    assert!(line["ms"].is_u64(), "{line}");
    assert!(line["spans"].is_null(), "{line}");
    assert_eq!(line["span"]["id"], answer.header("x-request-id"));
}
