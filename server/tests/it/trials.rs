//! Programs that the server runs for browsers that cannot: nothing is stored, and submissions come first.

use std::sync::{Arc, Condvar, Mutex, mpsc};

use actix_web::rt::System;
use dojo_judge::sequence::{JudgeError, Report, Rules};
use dojo_sandbox::{Limits, Runtime};
use dojo_server::config::Rate;
use dojo_server::contests::{Judge, SandboxJudge};
use dojo_server::validator::Validator;
use futures_util::future::join3;
use serde_json::json;

use crate::client::{Answer, Api, Person};
use crate::openapi;
use crate::site::{TestSite, eed, eventually, runtime};

const PROBLEM: &str = "/seasons/trial/problems/squares";
const TRY: &str = "/seasons/trial/problems/squares/try";

fn tries(person: &Person, source: &str) -> Answer {
    person.post_bare(TRY, &[("source", source)])
}

#[test]
fn a_visitor_tries_a_program_and_nothing_is_left_of_it() {
    let site = TestSite::new();
    let visitor = site.visitor();
    for (source, words) in [
        (
            "for n in range(999):print(n*n)",
            "All 100 public terms are right, and 100 more were made.",
        ),
        (
            "for n in range(999):print(n*n+n//57)",
            "a(57): expected 3249, printed 3250.",
        ),
        (
            "for n in range(3):print(n*n)\nprint(9/0)",
            "The program raised “ZeroDivisionError: division by zero” after 3 terms.",
        ),
        (
            "print(0,1,4,9,'016')",
            "a(4): expected 16, printed “016”, which is not a decimal integer.",
        ),
        ("print(0", "SyntaxError"),
        ("# coding: latin-1\nprint(0)", "only utf-8 is accepted"),
        (
            "print(0,1,4,flush=True)\nwhile 1:0",
            "Stopped after 3 terms by the limits of a try here; the judge lets a program go on for longer.",
        ),
    ] {
        let page = tries(&visitor, source).expect(200);
        let shown = page.body.replace("&#39;", "'");
        assert!(shown.contains(words), "{source}: no `{words}` in {shown}");
        page.shows("Run on the server; no attempt was spent.");
    }
    // What was typed is still there, and so is the form.
    let page = tries(&visitor, "print(7)").expect(200);
    page.shows("\nprint(7)</textarea>")
        .shows("Sign in to submit");
    let ada = site.contestant("ada");
    tries(&ada, "print(7)")
        .expect(200)
        .shows("50 submissions left");
    assert!(!ada.get("/account").body.contains("/submissions/"));
    visitor
        .post_bare(
            "/seasons/trial/problems/none/try",
            &[("source", "print(1)")],
        )
        .expect(404);
    assert_eq!(visitor.get(TRY).expect(303).location(), PROBLEM);
}

#[test]
fn the_api_tries_a_program_with_and_without_a_token() {
    let site = TestSite::new();
    let api = Api::of(site.contestant("ada"));
    let source = json!({ "source": "for n in range(99):print(n*n)" });
    let answer = api.post(TRY, &source).expect(200).json();
    assert_eq!(answer["right"], 99);
    assert_eq!(answer["known"], 100);
    assert_eq!(answer["made"], 0);
    assert_eq!(
        answer["message"],
        "The program ended after 99 terms; the judge asks for 200."
    );
    let kind = [("content-type", "application/json")];
    let body = source.to_string();
    let anybody = site
        .visitor()
        .post_raw(&format!("/api/v1{TRY}"), &kind, body.as_bytes());
    assert_eq!(anybody.expect(200).json(), answer);
    assert!(
        api.get("/submissions").json()["submissions"]
            .as_array()
            .unwrap()
            .is_empty()
    );
}

#[test]
fn a_trial_and_a_verdict_tell_an_end_in_the_same_words() {
    let site = TestSite::new();
    for (number, (source, words)) in [
        ("print(0,1)", "The program ended"),
        ("print(0,1,5)", "a(2)"),
        ("print(0,'x')", "not a decimal integer"),
        ("print(0)\nraise ValueError('no')", "ValueError: no"),
        ("print(0,", "'(' was never closed"),
        ("# coding: latin-1\nprint(0)", "only utf-8 is accepted"),
        ("print(0)\nx=[0]\nwhile 1:x+=x", "Out of memory"),
        ("print(0,1)\nprint(' '*300000)", "Too much output"),
        ("print(0,10**1000)", "too many digits"),
        ("def f(n):return f(n+1)\nf(0)", "Too deep recursion"),
    ]
    .into_iter()
    .enumerate()
    {
        let person = site.contestant(&format!("person{number}"));
        let verdict = person.verdict_page(person.submit("squares", source));
        for page in [tries(&person, source).expect(200), verdict] {
            let shown = page.body.replace("&#39;", "'");
            assert!(shown.contains(words), "{source}: no `{words}` in {shown}");
        }
    }
}

#[test]
fn trying_again_and_again_has_a_limit_for_each_account() {
    let rate = Rate {
        burst: 1,
        per_minute: 1,
    };
    let site = TestSite::builder()
        .web(|web| web.rates.trial = Some(rate))
        .start();
    let (visitor, ada, bob) = (
        site.visitor(),
        site.contestant("ada"),
        site.contestant("bob"),
    );
    for person in [&visitor, &ada, &bob] {
        tries(person, "print(0)").expect(200);
        let refused = tries(person, "print(0)").expect(429).shows("print(0)");
        assert!(!refused.header("retry-after").is_empty());
    }
}

/// A judge that waits until it is let go.
struct Held {
    runtime: Runtime,
    is_free: Arc<(Mutex<bool>, Condvar)>,
}

impl Judge for Held {
    fn digest(&self) -> String {
        SandboxJudge(runtime()).digest()
    }

    fn judge(
        &self,
        rules: &Rules,
        expected: &[String],
        source: &[u8],
    ) -> Result<Report, JudgeError> {
        let (free, changed) = &*self.is_free;
        drop(
            changed
                .wait_while(free.lock().unwrap(), |free| !*free)
                .unwrap(),
        );
        SandboxJudge(runtime()).judge(rules, expected, source)
    }

    fn runtime(&self) -> Option<&Runtime> {
        Some(&self.runtime)
    }
}

/// Lets the judge go, however the test ends.
struct LetsGo(Arc<(Mutex<bool>, Condvar)>);

impl LetsGo {
    fn now(&self) {
        *self.0.0.lock().unwrap() = true;
        self.0.1.notify_all();
    }
}

impl Drop for LetsGo {
    fn drop(&mut self) {
        self.now();
    }
}

#[test]
fn while_judges_are_busy_nothing_is_tried_and_submissions_are_taken() {
    let is_free = Arc::new((Mutex::new(false), Condvar::new()));
    let judge = Held {
        runtime: runtime(),
        is_free: Arc::clone(&is_free),
    };
    let site = TestSite::builder().judge(judge).judges(1).start();
    let lets_go = LetsGo(is_free);
    let ada = site.contestant("ada");
    tries(&ada, "print(0)").expect(200);
    let first = ada.submit("squares", "print(0)");
    let refused = eventually("a busy judge", || {
        Some(tries(&ada, "print(0)")).filter(|answer| answer.status != 200)
    });
    let refused = refused.expect(503).shows("print(0)");
    assert!(!refused.header("retry-after").is_empty());
    let body = json!({ "source": "print(0)" }).to_string();
    let kind = [("content-type", "application/json")];
    let refused = ada
        .post_raw(&format!("/api/v1{TRY}"), &kind, body.as_bytes())
        .expect(503);
    openapi::check("POST", TRY, &refused);
    let second = ada.submit("squares", "print(1)");
    lets_go.now();
    for id in [first, second] {
        ada.await_event(id);
    }
    eventually("a judge with nothing to do", || {
        Some(tries(&ada, "print(0)")).filter(|answer| answer.status == 200)
    });
}

#[test]
fn who_tries_a_program_waits_for_those_before() {
    let validator = Validator::new(Some(runtime()), eed());
    let (lets_go, waits) = mpsc::channel();
    let (before, tried, ()) = System::new().block_on(join3(
        validator.run(move |_| waits.recv().unwrap()),
        validator.try_out("print(7)".to_owned(), Limits::default()),
        async { lets_go.send(()).unwrap() },
    ));
    before.unwrap();
    assert_eq!(tried.unwrap().terms, ["7"]);
}

#[test]
fn a_source_that_python_cannot_read_is_shown_with_a_caret_to_its_author() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    let id = ada.submit("squares", "n = 1\nprint(n n)");
    ada.await_event(id);
    let token = ada.api_token();
    let told = ada.api_verdict(&token, id);
    assert_eq!(told["verdict"], "REJECT_SYNTAX");
    let excerpt = told["excerpt"].as_str().unwrap();
    let lines: Vec<&str> = excerpt.lines().map(str::trim).collect();
    assert_eq!(lines, ["print(n n)", "^^^"], "{excerpt}");
    let right = ada.submit("squares", "print(0)");
    ada.await_event(right);
    assert!(ada.api_verdict(&token, right)["excerpt"].is_null());
    // A method that is too long is told beside the program.
    let long = "y".repeat(5000);
    let fields = [("source", "print(12345)"), ("method_tag", long.as_str())];
    let refused = ada.post("/seasons/trial/problems/squares/submissions", &fields);
    refused
        .expect(422)
        .shows("print(12345)")
        .shows("longer than");
}
