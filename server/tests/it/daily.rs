//! The problem of the day, and the days in a row on which a person solved it.

use std::fs;

use chrono::{TimeDelta, Timelike as _};
use dojo_sandbox::{End, Fuel, Limits};
use dojo_server::daily::pool::{PUBLIC_TERMS, PoolProblem, pool};
use dojo_server::store::Moment;

use crate::client::{Answer, Person};
use crate::site::{TestSite, runtime, trial_folder};

/// The old problem that the page gives for today.
fn slug_of_today(person: &Person) -> String {
    let page = person.get("/daily").expect(200).body;
    let (_, rest) = page.split_once("/seasons/trial/problems/").unwrap();
    rest.split('"').next().unwrap().to_owned()
}

fn solve(person: &Person, slug: &str) {
    let setters = trial_folder().join("problems").join(slug).join("setter.py");
    let id = person.submit(slug, &fs::read_to_string(setters).unwrap());
    person.await_event(id);
}

#[test]
fn the_problem_of_the_day_is_an_old_one_and_a_streak_lasts_while_each_day_is_solved() {
    let site = TestSite::new();
    let (ada, visitor) = (site.contestant("ada"), site.visitor());
    site.freeze_and_score();
    site.reveal();

    // To a noon, so that no midnight comes in between.
    let hours = 36 - i64::from(Moment::now().utc().hour());
    site.advance(TimeDelta::hours(hours));
    for streak in ["1 day in a row", "2 days in a row"] {
        let slug = slug_of_today(&visitor);
        assert_eq!(slug, slug_of_today(&ada), "the same for everybody");
        solve(&ada, &slug);
        ada.get("/daily").expect(200).shows(streak);
        site.advance(TimeDelta::days(1));
    }
    ada.get("/daily")
        .expect(200)
        .shows("2 days in a row")
        .shows("solved on the day");
    site.advance(TimeDelta::days(1));
    ada.get("/daily").expect(200).shows("no streak yet");
    visitor
        .get("/daily")
        .expect(200)
        .shows("Sign in to keep a streak");
}

/// A site on which nothing was revealed yet, at noon, so that no midnight comes in between.
fn at_noon() -> TestSite {
    let site = TestSite::new();
    let hours = 36 - i64::from(Moment::now().utc().hour());
    site.advance(TimeDelta::hours(hours));
    site
}

/// The problem that comes with the program for the day of a site.
fn of_pool(person: &Person) -> &'static PoolProblem {
    let page = person.get("/daily").expect(200).body;
    let (_, title) = page.split_once("<h1>").unwrap();
    let title = title.split('<').next().unwrap();
    let of_title = pool().iter().find(|problem| problem.title == title);
    of_title.unwrap_or_else(|| panic!("no {title}"))
}

fn send(person: &Person, source: &str) -> Answer {
    person.post("/daily", &[("source", source)])
}

#[test]
fn before_the_first_reveal_there_is_a_problem_of_the_day_for_who_has_no_account() {
    let site = at_noon();
    let (first, second) = (site.visitor(), site.visitor());
    let problem = of_pool(&first);
    let front = first.get("/").expect(200).body;
    assert!(front.contains("href=\"/daily\""), "{front}");
    let public = first.get("/daily/terms.txt").expect(200).body;
    let terms = problem.terms();
    assert_eq!(public.lines().collect::<Vec<_>>(), terms[..PUBLIC_TERMS]);
    let page = first
        .get("/daily")
        .expect(200)
        .shows("nobody has solved it yet");
    assert!(!page.body.contains(&terms[PUBLIC_TERMS..].join(" ")));

    // Who prints what is public alone has not solved it.
    let public = format!(
        "for t in '{}'.split():print(t)\nwhile 1:print(7)",
        terms[..PUBLIC_TERMS].join(" ")
    );
    send(&first, &public)
        .expect(200)
        .shows("a hidden one is not")
        .shows("nobody has solved it yet");

    send(&first, &format!("x = 0\n{}", problem.setter))
        .expect(200)
        .shows("place 1 of 1 today");
    send(&second, &problem.setter)
        .expect(200)
        .shows("place 1 of 2 today")
        .shows("🟩🟩🟩🟩")
        .shows("place 1 of 2 · the problem of the day");
    first
        .get("/daily")
        .expect(200)
        .shows("place 2 of 2 today")
        .shows("2 have solved it");
    // As short is later.
    send(&first, &problem.setter)
        .expect(200)
        .shows("place 2 of 2 today");
    let card = first.get("/daily/card.png").expect(200);
    assert_eq!(card.header("content-type"), "image/png");
}

#[test]
fn an_account_keeps_the_streak_of_problems_that_come_with_the_program() {
    let site = at_noon();
    let ada = site.contestant("ada");
    for streak in ["1 day in a row", "2 days in a row"] {
        let setter = &of_pool(&ada).setter;
        send(&ada, setter).expect(200).shows(streak);
        site.advance(TimeDelta::days(1));
    }
    ada.get("/daily")
        .expect(200)
        .shows("2 days in a row")
        .shows("solved on the day");
    site.advance(TimeDelta::days(1));
    ada.get("/daily").expect(200).shows("no streak yet");
}

#[test]
fn the_programs_of_the_pool_print_its_terms_in_the_sandbox() {
    let limits = Limits {
        fuel: Fuel(2_000_000_000),
        max_terms: 60,
        ..Limits::default()
    };
    for problem in pool() {
        let run = runtime().run(problem.setter.as_bytes(), &limits).unwrap();
        assert_eq!(run.terms, problem.terms(), "{}", problem.slug);
        assert!(matches!(run.end, End::Enough), "{}", problem.slug);
    }
}
