//! Pages that change by themselves: what listeners are told, and when.

use std::io::{BufRead as _, BufReader, Lines};
use std::time::Duration;

use dojo_server::store::Role;
use ureq::BodyReader;

use crate::client::Person;
use crate::site::TestSite;

const SQUARES: &str = "for n in range(999):print(n*n)";

/// A page that listens.
struct Listener(Lines<BufReader<BodyReader<'static>>>);

impl Listener {
    fn new(person: &Person, address: &str) -> Self {
        let response = person.stream(address);
        assert_eq!(response.status().as_u16(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Self(BufReader::new(response.into_body().into_reader()).lines())
    }

    /// The next event and its data.
    fn next(&mut self) -> (String, String) {
        let mut event = String::new();
        loop {
            let line = self.0.next().expect("the stream goes on").unwrap();
            match line.split_once(": ") {
                Some(("event", name)) => name.clone_into(&mut event),
                Some(("data", data)) => return (event, data.to_owned()),
                _ => {}
            }
        }
    }
}

/// The version that a page says it shows.
fn version(page: &str) -> &str {
    let (_, rest) = page.split_once("data-version=\"").unwrap();
    rest.split('"').next().unwrap()
}

#[test]
fn listeners_are_told_of_each_new_board_and_of_nothing_else() {
    let site = TestSite::builder()
        .web(|web| web.board_age = Duration::from_nanos(1))
        .start();
    let visitor = site.visitor();
    let mut season = Listener::new(&visitor, "/seasons/trial/live");
    let mut all = Listener::new(&site.visitor(), "/live");
    let (event, first) = season.next();
    assert_eq!(event, "board");
    let page = visitor.get("/seasons/trial/leaderboard").expect(200).body;
    assert_eq!(version(&page), first);
    let (_, first_of_all) = all.next();
    assert_eq!(version(&visitor.get("/").expect(200).body), first_of_all);

    let ada = site.contestant("ada");
    ada.await_event(ada.submit("squares", SQUARES));
    // The submission and its verdict are told together or one after the other.
    let mut told = season.next().1;
    loop {
        let page = visitor.get("/seasons/trial/leaderboard").expect(200).body;
        if version(&page) == told && page.contains("1,192") {
            break;
        }
        told = season.next().1;
        assert_ne!(told, first);
    }
    assert_ne!(all.next().1, first_of_all);
    visitor
        .get("/")
        .expect(200)
        .shows("Latest solves")
        .shows("30 bytes");
    visitor.get("/seasons/trial").expect(200).shows("30 bytes");
}

#[test]
fn nobody_listens_to_a_season_that_nobody_knows_of() {
    let site = TestSite::builder().draft().start();
    let address = "/seasons/trial/live";
    site.visitor().get(address).expect(404);
    let mut iris = Listener::new(&site.staff("iris", Role::Organizer), address);
    assert_eq!(iris.next().0, "board");
}
