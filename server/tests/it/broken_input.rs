//! Broken input of each kind at each door gives a clear answer, and nothing is lost.

use dojo_server::web::MAX_BODY_SOURCE_BYTES;

use crate::client::{Person, escaped, multipart};
use crate::site::TestSite;

const FORM: &str = "/seasons/trial/problems/squares/submissions";
const API: &str = "/api/v1/seasons/trial/problems/squares/submissions";

fn urlencoded(person: &Person, source: &[u8]) -> crate::client::Answer {
    let body = format!(
        "csrf_token={}&source={}",
        person.csrf_token(),
        escaped(source)
    );
    person.post_raw(
        FORM,
        &[("content-type", "application/x-www-form-urlencoded")],
        body.as_bytes(),
    )
}

fn upload(person: &Person, source: &[u8]) -> crate::client::Answer {
    let token = person.csrf_token();
    let (kind, body) = multipart(&[
        ("csrf_token", None, token.as_bytes()),
        ("source", None, b""),
        ("file", Some("solver.py"), source),
        ("method_tag", None, b"other"),
        ("notes", None, b""),
    ]);
    person.post_raw(FORM, &[("content-type", &kind)], &body)
}

fn api(person: &Person, token: &str, body: &[u8]) -> crate::client::Answer {
    let authorization = format!("Bearer {token}");
    person.post_raw(
        API,
        &[
            ("authorization", &authorization),
            ("content-type", "application/json"),
        ],
        body,
    )
}

#[test]
fn a_source_may_be_so_large_and_one_byte_more_is_413() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let token = ada.api_token();
    // Every byte of this takes three in a form and two in JSON.
    let source = |bytes: usize| "\n".repeat(bytes);
    let json = |bytes: usize| serde_json::json!({"source": source(bytes)}).to_string();
    let largest = MAX_BODY_SOURCE_BYTES;

    urlencoded(&ada, source(largest).as_bytes()).expect(303);
    let id = upload(&ada, source(largest).as_bytes()).expect(303);
    let id: i64 = id
        .location()
        .strip_prefix("/submissions/")
        .unwrap()
        .parse()
        .unwrap();
    api(&ada, &token, json(largest).as_bytes()).expect(201);
    assert_eq!(ada.api_verdict(&token, id)["verdict"], "REJECT_SIZE");

    urlencoded(&ada, source(largest + 1).as_bytes())
        .expect(413)
        .shows("program may have at most 65536 bytes, a derivation at most 262144");
    upload(&ada, source(largest + 1).as_bytes()).expect(413);
    let refused = api(&ada, &token, json(largest + 1).as_bytes()).expect(413);
    assert_eq!(refused.json()["error"]["code"], "too_large");
    // Far beyond any limit there is still an answer.
    api(&ada, &token, json(4 << 20).as_bytes()).expect(413);
    upload(&ada, source(4 << 20).as_bytes()).expect(413);
}

#[test]
fn the_judges_own_limit_is_a_verdict() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let token = ada.api_token();
    let padded = |bytes: usize| format!("print(0)#{}", "x".repeat(bytes - 9));
    let fits = ada.submit("squares", &padded(65536));
    let over = ada.submit("squares", &padded(65537));
    assert_eq!(ada.api_verdict(&token, fits)["verdict"], "SHORT");
    assert_eq!(ada.api_verdict(&token, over)["verdict"], "REJECT_SIZE");
}

#[test]
fn bytes_that_are_no_text_are_stored_as_they_came() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let token = ada.api_token();
    for answer in [
        upload(&ada, b"print(1)\xff\xfe"),
        urlencoded(&ada, b"print(1)\xff\xfe"),
    ] {
        let location = answer.expect(303).location().to_owned();
        let id: i64 = location
            .strip_prefix("/submissions/")
            .unwrap()
            .parse()
            .unwrap();
        assert_eq!(ada.api_verdict(&token, id)["verdict"], "REJECT_FORMAT");
        ada.get(&location).expect(200);
        let source = ada.get(&format!("{location}/source")).expect(200);
        assert_eq!(source.header("content-type"), "text/plain; charset=utf-8");
        assert!(source.body.starts_with("print(1)"));
    }
}

#[test]
fn a_file_wins_over_the_text_and_an_empty_one_does_not() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let token = ada.csrf_token();
    let send = |file: &[u8]| {
        let (kind, body) = multipart(&[
            ("file", Some("a.py"), file),
            ("csrf_token", None, token.as_bytes()),
            ("source", None, b"typed = 1"),
        ]);
        let answer = ada
            .post_raw(FORM, &[("content-type", &kind)], &body)
            .expect(303);
        ada.get(&format!("{}/source", answer.location())).body
    };
    assert_eq!(send(b"chosen = 1"), "chosen = 1");
    assert_eq!(send(b""), "typed = 1");
}

#[test]
fn broken_forms_are_refused_with_a_reason() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let token = ada.csrf_token();
    let form = "application/x-www-form-urlencoded";
    let post = |kind: &str, body: &[u8]| ada.post_raw(FORM, &[("content-type", kind)], body);

    post("text/plain", b"print(1)")
        .expect(415)
        .shows("multipart/form-data");
    post("multipart/form-data", b"x").expect(400);
    post("multipart/form-data; boundary=a", b"no boundary at all").expect(400);
    let (kind, body) = multipart(&[
        ("csrf_token", None, token.as_bytes()),
        ("source", None, b"print(1)"),
    ]);
    post(&kind, &body[..body.len() - 30]).expect(400);
    post(form, b"").expect(403);
    post(form, format!("csrf_token={token}").as_bytes())
        .expect(422)
        .shows("Write something or choose a file.");
    post(form, format!("csrf_token={token}&source=").as_bytes()).expect(422);
    post(
        form,
        format!("csrf_token={token}&source=1&notes=%FF").as_bytes(),
    )
    .expect(400)
    .shows("UTF-8");
    post(
        form,
        format!("csrf_token={token}&source=1&notes={}", "x".repeat(5000)).as_bytes(),
    )
    .expect(422);
    // The other forms.
    let login = |kind: &str, body: &[u8]| ada.post_raw("/login", &[("content-type", kind)], body);
    login("application/json", b"{}").expect(415);
    login(form, b"name=x").expect(400);
    let visitor = site.visitor();
    visitor.sign_in("a\0b", "some password").expect(422);
    login(form, "x".repeat(20_000).as_bytes()).expect(413);
    // None of this has become a submission or cost an attempt.
    ada.get("/seasons/trial/problems/squares")
        .shows("50 submissions left");
}

#[test]
fn broken_json_is_refused_with_a_reason() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let token = ada.api_token();
    for (body, status, reason) in [
        (&b""[..], 400, "EOF"),
        (b"{", 400, "EOF"),
        (b"[]", 422, "must be a JSON object"),
        (b" null", 422, "must be a JSON object"),
        (b"{}", 422, "missing field `source`"),
        (b"{\"source\": 1}", 422, "expected a string"),
        (b"{\"source\": \"\"}", 422, "`source` is empty"),
        (
            b"{\"source\": \"1\", \"sorce\": \"2\"}",
            422,
            "unknown field `sorce`",
        ),
        (b"{\"source\": \"1\"} {}", 400, "trailing"),
        (b"{\"source\": \"\xff\"}", 400, "unicode"),
        (
            b"{\"source\": \"1\", \"notes\": 5}",
            422,
            "expected a string",
        ),
    ] {
        let answer = api(&ada, &token, body).expect(status);
        let message = answer.json()["error"]["message"]
            .as_str()
            .unwrap()
            .to_owned();
        assert!(message.contains(reason), "{message}");
    }
    let deep = format!(
        "{{\"source\": {}1{}}}",
        "[".repeat(10_000),
        "]".repeat(10_000)
    );
    assert!([400, 422].contains(&api(&ada, &token, deep.as_bytes()).status));
    let authorization = format!("Bearer {token}");
    ada.post_raw(
        API,
        &[
            ("authorization", &authorization),
            ("content-type", "text/plain"),
        ],
        b"{}",
    )
    .expect(415);
    // By the scoring, a tag that is no string is no tag.
    api(
        &ada,
        &token,
        b"{\"source\": \"print(1)\", \"method_tag\": 7}",
    )
    .expect(201);
}

#[test]
fn addresses_that_lead_nowhere_are_404() {
    let site = TestSite::new();
    let visitor = site.visitor();
    for path in [
        "/nothing",
        "/seasons/none",
        "/seasons/trial/problems/none",
        "/seasons/trial/problems/none/leaderboard",
        "/seasons/none/leaderboard",
        "/submissions/1",
        "/submissions/-1",
        "/submissions/99999999999999999999",
        "/submissions/x",
        "/submissions/1/events",
        "/docs/none",
        "/assets/none",
        "/assets/..%2f..%2fCargo.toml",
        "/seasons/%00",
        "/seasons/%ff",
    ] {
        let answer = visitor.get(path).expect(404);
        assert!(
            answer.header("content-type").starts_with("text/html"),
            "{path}"
        );
        answer.shows("There is no such page");
    }
    assert_eq!(visitor.get("/seasons/").expect(308).location(), "/seasons");
    // Browsers take a backslash for a slash, and two slashes for the name of another site.
    visitor.get("/\\evil.example/").expect(404);
    visitor.get("//evil.example/").expect(404);
}
