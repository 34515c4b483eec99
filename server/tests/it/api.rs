//! The API as a program uses it.

use serde_json::json;

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
    let answer = visitor.post_raw("/api/v1/seasons", &[], b"").expect(405);
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
