//! How many attempts there are, how soon, and that a race gives no more.

use std::thread;
use std::time::Instant;

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

#[test]
fn a_class_signs_in_at_once_and_guesses_stay_limited() {
    use dojo_server::config::Rates;
    use dojo_server::store::Role;

    use crate::site::{PASSWORD, add_user};

    const PUPILS: usize = 30;
    let site = TestSite::builder()
        .web(|web| web.rates = Rates::default())
        .start();
    for n in 0..PUPILS {
        add_user(&site.pool, &format!("pupil{n:02}"), Role::Contestant);
    }
    let all_at_once = |count: usize, sign_in: &(dyn Fn(usize) -> u16 + Sync)| {
        thread::scope(|scope| {
            let asked: Vec<_> = (0..count)
                .map(|n| scope.spawn(move || sign_in(n)))
                .collect();
            let answers = asked.into_iter().map(|one| one.join().unwrap());
            answers.collect::<Vec<u16>>()
        })
    };
    let class = |n: usize| {
        let name = format!("pupil{n:02}");
        site.visitor().sign_in(&name, PASSWORD).status
    };
    assert_eq!(all_at_once(PUPILS, &class), [303; PUPILS]);
    // Guesses at accounts all over, whose own limits they do not reach.
    let guess = |n: usize| {
        let name = format!("pupil{:02}", n % PUPILS);
        site.visitor().sign_in(&name, "not the password").status
    };
    let rate = Rates::default().login.unwrap();
    let began = Instant::now();
    let answers = all_at_once(2 * PUPILS, &guess);
    let seconds = usize::try_from(began.elapsed().as_secs()).unwrap();
    let refilled = seconds * rate.per_minute as usize / 60 + 1;
    let burst = rate.burst as usize;
    let tried = answers.iter().filter(|status| **status == 422).count();
    let cores = thread::available_parallelism().unwrap().get();
    assert!(
        (burst..=burst + cores + refilled).contains(&tried),
        "{answers:?}"
    );
    assert_eq!(class(0), 429);
    // Guesses at one account, of which each is the first from its address.
    let site = TestSite::builder()
        .web(|web| {
            web.rates = Rates::default();
            web.behind_proxy = true;
        })
        .start();
    add_user(&site.pool, "ada", Role::Contestant);
    let visitor = site.visitor();
    let token = visitor.csrf_token();
    let guesses = (0..20).map(|n| {
        let from = format!("192.0.2.{n}");
        let headers = [
            ("x-forwarded-for", from.as_str()),
            ("content-type", "application/x-www-form-urlencoded"),
        ];
        let body = format!("csrf_token={token}&name=ada&password=guess-{n}-guess");
        visitor.post_raw("/login", &headers, body.as_bytes()).status
    });
    let tried = guesses.filter(|status| *status == 422).count();
    let burst = Rates::default().account.unwrap().burst as usize;
    assert_eq!(tried, burst);
}
