//! Before Reveal no page, feed or answer tells of the hidden terms.

use std::collections::BTreeSet;

use crate::client::Person;
use crate::site::TestSite;

/// What must not be anywhere: the hidden terms, the setter's program, where the problem is from.
const SECRETS: [&str; 3] = ["70707", "SETTER-SECRET", "KNOWN-AS-SECRET"];

/// A program that knows the public terms alone.
const STAGE: &str = "for n in range(999):print(n)";

/// Visits everything that links lead to, from the home page and the roots that no link names.
fn walk(person: &Person, roots: &[String]) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut open: Vec<String> = [
        "/",
        "/api/v1/seasons",
        "/api/v1/seasons/trial",
        "/api/v1/seasons/trial/problems",
    ]
    .map(str::to_owned)
    .into_iter()
    .chain(
        [
            "/api/v1/seasons/trial/leaderboard",
            "/api/v1/seasons/trial/problems/marked",
        ]
        .map(str::to_owned),
    )
    .chain(["/api/v1/seasons/trial/problems/marked/leaderboard".to_owned()])
    .chain(roots.iter().cloned())
    .collect();
    while let Some(path) = open.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        let answer = person.get(&path);
        for secret in SECRETS {
            assert!(!answer.body.contains(secret), "{path} tells {secret}");
        }
        let links = answer
            .body
            .split("href=\"/")
            .skip(1)
            .filter_map(|rest| rest.split('"').next());
        open.extend(
            links.map(|link| format!("/{}", link.split('#').next().unwrap().replace("&amp;", "&"))),
        );
    }
    seen
}

#[test]
fn no_page_tells_of_the_hidden_terms() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let sources = [
        STAGE,
        "for n in range(150):print(n)",
        "for n in range(150):print(n)\n1/0",
        "for n in range(150):print(n)\nprint('x')",
        "for n in range(50):print(n)\nprint(7)",
        "import sys\nfor n in range(150):print(n)\nsys.setrecursionlimit(50)\ndef f():f()\nf()",
    ];
    let ids: Vec<i64> = sources
        .iter()
        .map(|source| ada.submit("marked", source))
        .collect();
    for id in &ids {
        ada.await_event(*id);
    }
    let roots: Vec<String> = ids
        .iter()
        .flat_map(|id| ["", "/verdict", "/source"].map(|part| format!("/submissions/{id}{part}")))
        .collect();
    let bob = site.contestant("bob");
    let mut visited = walk(&site.visitor(), &roots);
    visited.extend(walk(&ada, &roots));
    visited.extend(walk(&bob, &roots));
    for path in [
        "/seasons/trial/problems/marked",
        "/seasons/trial/leaderboard",
        "/account",
        "/docs/rules",
    ] {
        assert!(visited.contains(path), "the walk missed {path}");
    }
}

#[test]
fn of_a_stage_pass_nothing_is_told_but_that() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let token = ada.api_token();
    // One goes wrong at the first hidden term, the other ends by an exception half-way.
    let wrong = ada.submit("marked", STAGE);
    let broken = ada.submit("marked", "for n in range(150):print(n)\n1/0");
    let mut reports = Vec::new();
    for id in [wrong, broken] {
        let body = ada.api_verdict(&token, id);
        assert_eq!(body["verdict"], "STAGE");
        let report = body["report"].as_object().unwrap();
        for hidden in [
            "terms_matched",
            "reason",
            "index",
            "expected",
            "got",
            "stage_pass",
        ] {
            assert!(!report.contains_key(hidden), "{hidden} in {body}");
        }
        let fuel = report["fuel"].as_u64().unwrap().to_string();
        assert!(
            fuel.trim_end_matches('0').len() <= 2,
            "{fuel} has more than two significant digits"
        );
        reports.push(ada.get(&format!("/submissions/{id}/verdict")).expect(200));
    }
    // The page of the second shows what the program itself wrote to stderr, and nothing of terms.
    for page in &reports {
        for hidden in [
            "WRONG",
            "expected",
            "Expected",
            "index 100",
            "100 of",
            "150 of",
        ] {
            assert!(!page.body.contains(hidden), "{hidden} in {}", page.body);
        }
    }
}

#[test]
fn others_see_of_a_submission_only_what_makes_its_score() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let bob = site.contestant("bob");
    let source = "# ADA-SECRET\nfor n in range(999):print(n*n)";
    let best = ada.submit("squares", source);
    let other = ada.submit("squares", "# ADA-SECRET\nprint(1)");
    ada.await_event(best);
    ada.await_event(other);

    ada.get(&format!("/submissions/{best}/source"))
        .expect(200)
        .shows(source);
    for reader in [&bob, &site.visitor()] {
        let page = reader
            .get(&format!("/submissions/{best}"))
            .expect(200)
            .shows("Reward Correct");
        assert!(!page.body.contains("ADA-SECRET"));
        reader
            .get(&format!("/submissions/{best}/source"))
            .expect(404);
        for part in ["", "/verdict", "/source", "/events"] {
            reader
                .get(&format!("/submissions/{other}{part}"))
                .expect(404);
        }
    }
    let token = bob.api_token();
    let body = bob.api_verdict(&token, best);
    let mut keys: Vec<&String> = body["report"].as_object().unwrap().keys().collect();
    keys.sort();
    assert_eq!(keys, ["brevity_bonus", "l_chars", "score"]);
}
