//! The API as a program uses it.

use serde_json::json;

use crate::client::{Api, multipart};
use crate::site::TestSite;

const SUBMISSIONS: &str = "/api/v1/seasons/trial/problems/squares/submissions";

#[test]
fn a_program_submits_and_reads_its_verdict() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let token = ada.api_token();
    let authorization = format!("Bearer {token}");
    let body = json!({"source": "for n in range(999):print(n*n)", "method_tag": "closed_form", "notes": "short"});
    let headers = [
        ("authorization", authorization.as_str()),
        ("content-type", "application/json"),
    ];
    let answer = ada
        .post_raw(SUBMISSIONS, &headers, body.to_string().as_bytes())
        .expect(201);
    let id = answer.json()["id"].as_i64().unwrap();
    assert_eq!(answer.location(), format!("/api/v1/submissions/{id}"));
    let verdict = ada.api_verdict(&token, id);
    assert_eq!(verdict["verdict"], "REWARD");
    assert_eq!(verdict["score"], 1192);
    assert_eq!(verdict["report"]["l_chars"], 30);
    assert_eq!(verdict["report"]["brevity_bonus"], 192);
    ada.get(&format!("/submissions/{id}"))
        .expect(200)
        .shows("closed_form")
        .shows("short");
}

#[test]
fn public_things_are_public() {
    let site = TestSite::new();
    let visitor = site.visitor();
    assert_eq!(
        visitor.get("/api/v1/seasons").expect(200).json()["seasons"][0]["slug"],
        "trial"
    );
    let problems = visitor
        .get("/api/v1/seasons/trial/problems")
        .expect(200)
        .json();
    assert_eq!(problems["problems"].as_array().unwrap().len(), 3);
    let problem = visitor
        .get("/api/v1/seasons/trial/problems/squares")
        .expect(200)
        .json();
    let terms = problem["public_terms"].as_array().unwrap();
    assert_eq!((terms.len(), &terms[99]), (100, &json!("9801")));
    assert_eq!(problem["statement"], "The *square* numbers.\n");
    assert_eq!(
        visitor.get("/api/v1/seasons/trial/problems/short").json()["public_terms"],
        json!(["1", "1"])
    );
}

#[test]
fn errors_are_json() {
    let site = TestSite::new();
    let visitor = site.visitor();
    for (path, status, code) in [
        ("/api/v1/nothing", 404, "not_found"),
        ("/api/v1/seasons/none", 404, "not_found"),
        ("/api/v1/submissions/1", 401, "sign_in"),
        ("/api/v1/submissions/x", 401, "sign_in"),
        ("/api", 404, "not_found"),
    ] {
        let answer = visitor.get(path).expect(status);
        assert_eq!(answer.json()["error"]["code"], code, "{path}");
        assert!(
            answer
                .header("content-type")
                .starts_with("application/json")
        );
    }
    let answer = visitor.post_raw("/api/v1/me", &[], b"").expect(405);
    assert_eq!(answer.json()["error"]["code"], "method_not_allowed");
    assert_eq!(answer.header("allow"), "GET, HEAD");
    let answer = visitor.get("/logout").expect(405);
    assert_eq!(answer.header("allow"), "POST");
    assert_eq!(
        visitor.get("/api/v1/me").header("www-authenticate"),
        "Bearer"
    );
}

#[test]
fn a_cookie_is_no_token() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let headers = [("content-type", "application/json")];
    ada.post_raw(SUBMISSIONS, &headers, b"{\"source\": \"print(1)\"}")
        .expect(401);
    for wrong in [
        "Bearer",
        "Bearer ",
        "Bearer dojo_x",
        "Basic YWRhOmFkYQ==",
        "bearer x",
    ] {
        ada.get_with("/api/v1/me", &[("authorization", wrong)])
            .expect(401);
    }
}

#[test]
fn the_two_files_of_a_submission_come_as_they_are() {
    let site = TestSite::new();
    let ada = Api::of(site.contestant("ada"));
    let path = SUBMISSIONS.strip_prefix("/api/v1").unwrap();
    let send = |parts: &[(&str, Option<&str>, &[u8])]| {
        let (kind, body) = multipart(parts);
        ada.post_raw(path, &kind, &body)
    };
    let source = (
        "source",
        Some("solver.py"),
        &b"n=0\nwhile 1:print(n*n);n+=1"[..],
    );
    let told = b"{\n  \"method_tag\": \"closed_form\",\n  \"notes\": \"n times n\"\n}";
    let stored = send(&[source, ("solution", Some("solution.json"), told)])
        .expect(201)
        .json();
    assert_eq!(stored["complaints"], json!([]));
    let id = stored["id"].as_i64().unwrap();
    let verdict = ada
        .get(&format!("/submissions/{id}?wait=50"))
        .expect(200)
        .json();
    assert_eq!(
        (&verdict["settled"], &verdict["verdict"]),
        (&json!(true), &json!("REWARD"))
    );
    ada.person
        .get(&format!("/submissions/{id}"))
        .expect(200)
        .shows("closed_form")
        .shows("n times n");

    // What is wrong with solution.json is told and costs nothing.
    for (told, complaint) in [
        (
            &b"{\n\"method_tag\": 7}"[..],
            "solution.json, line 2: `method_tag` is a number where a string is expected; it counts \
             as unspecified.",
        ),
        (
            b"{\n\"method_tag\": closed_form}",
            "solution.json, line 2: this is not JSON: expected value at line 2 column 15; the method \
             tag is unspecified.",
        ),
        (
            b"{\"method_tag\": \"closed_form\",\n\"method_tag\": \"recurrence\"}",
            "solution.json, line 2: the key `method_tag` is there twice; the method tag is unspecified.",
        ),
    ] {
        let stored = send(&[source, ("solution", Some("solution.json"), told)]).expect(201);
        assert_eq!(stored.json()["complaints"], json!([complaint]));
    }
    send(&[source, ("solution", None, told), ("notes", None, b"x")])
        .expect(422)
        .shows("either in solution.json or beside it");
    send(&[source, ("solver.py", None, b"x")])
        .expect(422)
        .shows("unknown part `solver.py`");
    send(&[("notes", None, b"x")])
        .expect(422)
        .shows("`source` is empty");
    let listed = ada.get("/submissions").expect(200).json();
    let listed = listed["submissions"].as_array().unwrap().clone();
    assert_eq!(listed.len(), 4);
    assert_eq!(listed[3]["id"], json!(id));
    assert_eq!(listed[3]["verdict"], "REWARD");
    // One of two values would be dropped without a word.
    let twice = br#"{"source": "print(0)", "method_tag": "a", "more": [{"n": 1, "n": 2}]}"#;
    ada.post_raw(
        "/seasons/trial/problems/squares/submissions",
        "application/json",
        twice,
    )
    .expect(422)
    .shows("the key `more.n` is there twice, again at line 1");
}

#[test]
fn the_form_takes_the_two_files_and_asks_again_when_one_is_wrong() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let send = |solution: &[u8], notes: &[u8]| {
        let token = ada.csrf_token();
        let (kind, body) = multipart(&[
            ("csrf_token", None, token.as_bytes()),
            ("source", None, b""),
            ("file", Some("solver.py"), b"n=0\nwhile 1:print(n*n);n+=1"),
            ("method_tag", None, b""),
            ("notes", None, notes),
            ("solution", Some("solution.json"), solution),
        ]);
        let form = "/seasons/trial/problems/squares/submissions";
        ada.post_raw(form, &[("content-type", &kind)], &body)
    };
    send(b"{\n\n\"method_tag\": 7}", b"")
        .expect(422)
        .shows("solution.json, line 3: <code>method_tag</code> is a number where a string is expected.")
        .shows("while 1:print");
    send(b"{}", b"short")
        .expect(422)
        .shows("Method and notes come either in solution.json or beside it, not in both.");
    let too_long = "x".repeat(501);
    send(b"", too_long.as_bytes())
        .expect(422)
        .shows("<code>notes</code> have more than 500 characters.");
    let stored = send(b"{\"method_tag\": \"closed_form\"}", b"").expect(303);
    ada.get(stored.location()).expect(200).shows("closed_form");
}

#[test]
fn what_means_nothing_behind_the_question_mark_is_refused_by_name() {
    let site = TestSite::new();
    let ada = Api::of(site.contestant("ada"));
    let id = ada.person.submit("squares", "print(1)");
    let submission = format!("/submissions/{id}");
    for (path, name) in [
        ("/seasons?sort=new".to_owned(), "sort"),
        ("/seasons/trial/leaderboard?pgae=2".to_owned(), "pgae"),
        (
            "/seasons/trial/leaderboard?page=1&size=7".to_owned(),
            "size",
        ),
        (format!("{submission}?wiat=5"), "wiat"),
        ("/me?pretty".to_owned(), "pretty"),
    ] {
        let answer = ada.get(&path).expect(400);
        let message = answer.json()["error"]["message"]
            .as_str()
            .unwrap()
            .to_owned();
        assert_eq!(message, format!("{name} means nothing at this address"));
    }
    ada.post(
        "/seasons/trial/problems/squares/try?page=1",
        &json!({"source": "print(0)"}),
    )
    .expect(400);
    // A value that may not be is told with its name.
    for (path, told) in [
        (
            "/seasons/trial/leaderboard?page=abc",
            "`page`: “abc” is no whole number",
        ),
        (
            "/seasons/trial/leaderboard?who=dogs",
            "`who`: unknown variant",
        ),
        ("/seasons/trial/log?from=-1", "`from`: -1 is not taken here"),
    ] {
        let answer = ada.get(path).expect(400).json();
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.starts_with(told), "{path}: {message}");
    }
    // The scheme of a token has no case.
    let lower = format!("bearer {}", ada.person.api_token());
    ada.person
        .get_with("/api/v1/me", &[("authorization", &lower)])
        .expect(200);
    // What is there is not bent to what it may be.
    for path in [
        "/seasons/trial/leaderboard?page=0".to_owned(),
        "/seasons/trial/leaderboard?page=1000001".to_owned(),
        "/seasons/trial/leaderboard?page=-1".to_owned(),
        format!("{submission}?wait=61"),
        format!("{submission}?wait=-1"),
    ] {
        ada.get(&path).expect(400);
    }
    ada.get("/seasons/trial/leaderboard?page=1000000")
        .expect(200);
    ada.get(&format!("{submission}?wait=60")).expect(200);
}
