//! What surrounds every answer: headers, caching, compression, health.

use crate::site::TestSite;

#[test]
fn every_answer_has_the_security_headers() {
    let site = TestSite::new();
    let visitor = site.visitor();
    for path in [
        "/",
        "/nothing",
        "/api/v1/seasons",
        "/api/v1/nothing",
        "/healthz",
        "/assets/style.css",
        "/account",
    ] {
        let answer = visitor.get(path);
        let policy = answer.header("content-security-policy");
        assert!(
            policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"),
            "{path}"
        );
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "same-origin", "{path}");
    }
}

#[test]
fn no_page_has_a_script_or_style_in_it() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let id = ada.submit("squares", "for n in range(999):print(n*n)");
    ada.await_event(id);
    let submission = format!("/submissions/{id}");
    for path in [
        "/",
        "/seasons/trial",
        "/seasons/trial/problems/squares",
        "/seasons/trial/leaderboard",
        "/account",
        "/docs/rules",
        "/nothing",
        submission.as_str(),
    ] {
        let body = ada.get(path).body;
        assert!(
            !body.contains("style=\"") && !body.contains("<style"),
            "{path}"
        );
        assert!(
            !body.contains(" onclick=") && !body.contains("javascript:"),
            "{path}"
        );
        for script in body.split("<script").skip(1) {
            assert!(script.starts_with(" src=\"/assets/"), "{path}");
        }
    }
}

#[test]
fn assets_are_cached_by_content() {
    let site = TestSite::new();
    let visitor = site.visitor();
    let page = visitor.get("/").body;
    let (_, rest) = page.split_once("href=\"/assets/style.css?v=").unwrap();
    let address = format!("/assets/style.css?v={}", rest.split('"').next().unwrap());
    let asset = visitor.get(&address).expect(200);
    assert!(asset.header("cache-control").contains("immutable"));
    assert_eq!(asset.header("content-type"), "text/css; charset=utf-8");
    let packed = visitor.get_with(&address, &[("accept-encoding", "gzip")]);
    assert_eq!(packed.expect(200).header("content-encoding"), "gzip");
    let tag = asset.header("etag").to_owned();
    visitor
        .get_with(&address, &[("if-none-match", &tag)])
        .expect(304);
    visitor
        .get_with(&address, &[("if-none-match", "\"other\"")])
        .expect(200);
    assert!(
        visitor
            .get("/assets/style.css?v=old")
            .expect(200)
            .header("cache-control")
            .contains("no-cache")
    );
}

#[test]
fn pages_are_compressed_and_events_are_not() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let id = ada.submit("squares", "print(1)");
    ada.await_event(id);
    let accept = [("accept-encoding", "gzip")];
    assert_eq!(
        ada.get_with("/docs/rules", &accept)
            .expect(200)
            .header("content-encoding"),
        "gzip"
    );
    let events = ada
        .get_with(&format!("/submissions/{id}/events"), &accept)
        .expect(200);
    assert_ne!(events.header("content-encoding"), "gzip");
    assert!(
        events
            .header("content-type")
            .starts_with("text/event-stream")
    );
}

#[test]
fn the_server_tells_its_health() {
    let site = TestSite::new();
    site.visitor().get("/healthz").expect(200);
    site.visitor().get("/readyz").expect(200).shows("ready");
}

#[test]
fn all_documents_are_shown() {
    let site = TestSite::new();
    for name in ["rules", "spec", "platform", "scoring-v0.1", "api"] {
        site.visitor()
            .get(&format!("/docs/{name}"))
            .expect(200)
            .shows("<h1");
    }
}

#[test]
fn nobody_but_a_proxy_says_where_the_site_is() {
    let claims = [
        ("x-forwarded-host", "evil.example"),
        ("x-forwarded-proto", "https"),
        ("forwarded", "host=evil.example"),
    ];
    for behind_proxy in [false, true] {
        let site = TestSite::builder()
            .web(|web| web.behind_proxy = behind_proxy)
            .start();
        let page = site.visitor().get_with("/feed.atom", &claims).expect(200);
        assert_eq!(page.body.contains("evil.example"), behind_proxy);
    }
}
