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
fn what_a_visitor_solved_is_the_account_s_that_is_made_then() {
    let site = at_noon();
    let visitor = site.visitor();
    let before = visitor.get("/daily").expect(200).body;
    let day = before
        .split("action=\"")
        .find(|part| part.starts_with("/daily/20"));
    assert!(day.is_some(), "what is sent names its day: {before}");
    send(&visitor, &of_pool(&visitor).setter)
        .expect(200)
        .shows("place 1 of 1 today");
    visitor.register("ada");
    visitor
        .get("/daily")
        .expect(200)
        .shows("1 day in a row")
        .shows("place 1 of 1 today");
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
        .shows(" bytes</td>");
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

#[test]
fn the_days_before_are_played_out_of_competition() {
    let site = at_noon();
    let (ada, visitor) = (site.contestant("ada"), site.visitor());
    let problem = of_pool(&ada);
    let day = (chrono::Utc::now() + TimeDelta::days(1)).date_naive();
    let solved = send(&ada, &problem.setter).expect(200).body;
    let (_, rest) = solved.split_once("Solved in ").unwrap();
    let own = rest.split(':').next().unwrap().to_owned();
    site.advance(TimeDelta::days(1));

    // The list of the next day has its terms, what she came to and the shortest.
    let list = ada.get("/daily").expect(200);
    let (_, before) = list.body.split_once("id=\"before\"").unwrap();
    let row = before
        .split("<tr>")
        .find(|row| row.contains(&problem.title));
    let row = row.unwrap();
    assert!(row.contains(&format!("/daily/{day}")), "{row}");
    let terms = problem.terms()[..2].join(", ");
    assert!(row.contains(&format!(">{terms}, ")), "{row}");
    assert_eq!(row.matches(&own).count(), 2, "{row}");
    let path = format!("/daily/{day}");
    let page = ada.get(&path).expect(200);
    page.shows("This day is over").shows(&format!(
        "On that day you solved it in {own}: place 1 of 1."
    ));
    let card = visitor.get(&format!("{path}/card.png")).expect(200);
    assert_eq!(card.header("content-type"), "image/png");
    let page = visitor.get(&path).expect(200);
    page.shows(&format!("{path}/card.png\">"));
    let known = visitor.get(&format!("{path}/terms.txt")).expect(200).body;
    assert_eq!(
        known.lines().collect::<Vec<_>>(),
        problem.terms()[..PUBLIC_TERMS]
    );

    // Whoever solves it now is told so, and nothing is kept of it.
    let late = format!("{}\n\n", problem.setter);
    let answer = visitor.post(&path, &[("source", &late)]).expect(200);
    answer.shows("All terms are right").shows("The day is over");
    let again = visitor.get("/daily").expect(200);
    let (_, before) = again.body.split_once("id=\"before\"").unwrap();
    let row = before
        .split("<tr>")
        .find(|row| row.contains(&problem.title));
    assert_eq!(row.unwrap().matches(&own).count(), 1);
    assert!(!again.body.contains("1 day in a row"));
    let wrong = visitor.post(&path, &[("source", "print(7)")]).expect(200);
    assert!(!wrong.body.contains("All terms are right: "));

    let today = day.succ_opt().unwrap();
    let now = visitor.get(&format!("/daily/{today}")).expect(303);
    assert_eq!(now.location(), "/daily");
    for none in [
        today.succ_opt().unwrap().to_string(),
        "2020-01-01".into(),
        "x".into(),
    ] {
        visitor.get(&format!("/daily/{none}")).expect(404);
    }
}
