//! The problem of the day, and the days in a row on which a person solved it.

use std::fs;

use chrono::{TimeDelta, Timelike as _};
use dojo_server::store::Moment;

use crate::client::Person;
use crate::site::{TestSite, trial_folder};

/// The problem that the page gives for today.
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
    let none_yet = "so there is no old problem yet";
    visitor.get("/daily").expect(200).shows(none_yet);
    site.freeze_and_score();
    site.reveal();

    // To a noon, so that no midnight comes in between.
    let hours = 36 - i64::from(Moment::now().utc().hour());
    site.advance(TimeDelta::hours(hours));
    for streak in ["1 day in a row", "2 days in a row"] {
        let slug = slug_of_today(&visitor);
        assert_eq!(slug, slug_of_today(&ada), "the same for everybody");
        solve(&ada, &slug);
        ada.get("/daily")
            .expect(200)
            .shows(streak)
            .shows("solved today");
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
