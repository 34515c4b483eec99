//! How many attempts there are, how soon, and that a race gives no more.

use std::thread;

use chrono::TimeDelta;

use crate::site::TestSite;

#[test]
fn the_next_attempt_waits_and_the_answer_says_how_long() {
    let site = TestSite::builder()
        .content(|content| content.season.attempt_interval_seconds = 15)
        .start();
    let ada = site.contestant("ada");
    ada.submit("squares", "print(1)");
    let refused = ada.try_submit("squares", "print(2)").expect(429);
    let seconds: u32 = refused.header("retry-after").parse().unwrap();
    assert!((1..=15).contains(&seconds));
    refused.shows("print(2)").shows(&format!("in {seconds} s"));
    // Another problem is another matter.
    ada.submit("marked", "print(1)");
    site.advance(TimeDelta::seconds(15));
    ada.submit("squares", "print(2)");
}

#[test]
fn the_last_attempt_is_the_last() {
    let site = TestSite::builder()
        .content(|content| content.season.attempts_max = 2)
        .start();
    let ada = site.contestant("ada");
    ada.get("/seasons/trial/problems/squares")
        .shows("2 submissions left");
    ada.submit("squares", "print(1)");
    ada.submit("squares", "print(2)");
    ada.try_submit("squares", "print(3)")
        .expect(409)
        .shows("All 2 attempts")
        .shows("print(3)");
    ada.get("/seasons/trial/problems/squares")
        .expect(200)
        .shows("used all 2");
    ada.submit("marked", "print(1)");
}

#[test]
fn a_race_of_posts_gets_no_more_attempts() {
    const MAX: i32 = 5;
    let site = TestSite::builder()
        .content(|content| content.season.attempts_max = MAX)
        .start();
    let ada = site.contestant("ada");
    let token = ada.api_token();
    let authorization = format!("Bearer {token}");
    let answers: Vec<u16> = thread::scope(|scope| {
        let posts: Vec<_> = (0..16)
            .map(|n| {
                let person = site.visitor();
                let authorization = &authorization;
                scope.spawn(move || {
                    let body = format!("{{\"source\": \"print({n})\"}}");
                    let headers = [
                        ("authorization", authorization.as_str()),
                        ("content-type", "application/json"),
                    ];
                    let path = "/api/v1/seasons/trial/problems/squares/submissions";
                    person.post_raw(path, &headers, body.as_bytes()).status
                })
            })
            .collect();
        posts.into_iter().map(|post| post.join().unwrap()).collect()
    });
    let count = |status| answers.iter().filter(|answer| **answer == status).count();
    assert_eq!((count(201), count(409)), (5, 11), "{answers:?}");
}

#[test]
fn one_address_cannot_flood_the_site() {
    use dojo_server::config::Rate;
    let slow = Some(Rate {
        burst: 2,
        per_minute: 1,
    });
    let site = TestSite::builder()
        .web(|web| {
            web.rates.login = slow;
            web.rates.register = slow;
            web.rates.submit = slow;
        })
        .start();
    let ada = site.contestant("ada");
    site.contestant("bob");
    let fields = [("name", "eve"), ("password", crate::site::PASSWORD)];
    let refused = site.visitor().post("/register", &fields).expect(429);
    assert!(refused.header("retry-after").parse::<u32>().unwrap() > 0);
    for _ in 0..2 {
        site.visitor().sign_in("ada", "wrong password").expect(422);
    }
    site.visitor()
        .sign_in("ada", crate::site::PASSWORD)
        .expect(429);
    ada.submit("squares", "print(1)");
    ada.submit("squares", "print(2)");
    ada.try_submit("squares", "print(3)")
        .expect(429)
        .shows("print(3)");
}
