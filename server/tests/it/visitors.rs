//! What a visitor finds without an account: the interpreter, the scales, people, all problems, feeds.

use std::io::Read as _;
use std::time::Duration;

use diesel::prelude::*;
use dojo_sandbox::Image;
use dojo_server::season::archives::Archives;
use dojo_server::season::finalize::replay_and_finalize;
use dojo_server::season::lifecycle::Actor;
use dojo_server::store::seasons::{self, NewSeason};
use dojo_server::store::{self, Moment, StoreError};
use sha2::{Digest as _, Sha256};

use crate::client::{Person, multipart};
use crate::site::{TestSite, eventually};

const SQUARES: &str = "/seasons/trial/problems/squares";

/// The address that the page of a problem gives.
fn guest_address(visitor: &Person) -> String {
    let page = visitor.get(SQUARES).expect(200).body;
    let (_, rest) = page.split_once("data-guest=\"").unwrap();
    rest.split('"').next().unwrap().to_owned()
}

#[test]
fn the_interpreter_comes_in_what_the_browser_takes() {
    let site = TestSite::new();
    let visitor = site.visitor();
    let address = guest_address(&visitor);
    for (accepted, encoding) in [
        ("gzip, deflate, br, zstd", "zstd"),
        ("gzip, deflate", "gzip"),
        ("zstd;q=0, gzip", "gzip"),
        ("", "gzip"),
    ] {
        let answer = visitor
            .get_with(&address, &[("accept-encoding", accepted)])
            .expect(200);
        assert_eq!(answer.header("content-encoding"), encoding);
        assert_eq!(answer.header("content-type"), "application/wasm");
        assert!(answer.header("cache-control").contains("immutable"));
        assert!(answer.header("vary").contains("accept-encoding"));
        let mut unpacked = Vec::new();
        if encoding == "zstd" {
            zstd::stream::copy_decode(answer.bytes.as_slice(), &mut unpacked).unwrap();
        } else {
            let mut gzip = flate2::read::GzDecoder::new(answer.bytes.as_slice());
            gzip.read_to_end(&mut unpacked).unwrap();
        }
        assert_eq!(
            hex::encode(Sha256::digest(&unpacked)),
            Image::python().sha256,
            "{accepted}"
        );
    }
    let other = visitor.get("/assets/python.wasm?v=old").expect(200);
    assert!(other.header("cache-control").contains("no-cache"));
    // The worker alone may compile it.
    let worker = visitor.get("/assets/worker.js").expect(200);
    assert!(
        worker
            .header("content-security-policy")
            .contains("'wasm-unsafe-eval'")
    );
}

#[test]
fn a_program_is_weighed_without_an_account_and_without_an_attempt() {
    let site = TestSite::new();
    let weigh = |person: &Person, source: &str| {
        let (kind, body) = multipart(&[("source", None, source.as_bytes())]);
        person.post_raw(
            &format!("{SQUARES}/weigh"),
            &[("content-type", kind.as_str())],
            &body,
        )
    };
    let visitor = site.visitor();
    weigh(&visitor, "for n in range(999):print(n*n)\n\n")
        .expect(200)
        .shows("It is no table of answers.")
        .shows("30 bytes")
        .shows("bonus 192 when");
    let table: Vec<String> = (0..500).map(|n| (n * n).to_string()).collect();
    weigh(
        &visitor,
        &format!("for x in [{}]:print(x)", table.join(",")),
    )
    .expect(200)
    .shows("class=\"over\"");
    weigh(&visitor, "print(")
        .expect(200)
        .shows("Not valid Python");

    let ada = site.contestant("ada");
    weigh(&ada, "print(1)").expect(200);
    let token = ada.api_token();
    let mine = ada
        .get_with(
            "/api/v1/submissions",
            &[("authorization", &format!("Bearer {token}"))],
        )
        .expect(200)
        .json();
    assert_eq!(mine["submissions"].as_array().unwrap().len(), 0, "{mine}");
}

#[test]
fn a_person_has_a_page_from_the_first_place_on_a_board_on() {
    let site = TestSite::new();
    let (ada, visitor) = (site.contestant("ada"), site.visitor());
    visitor.get("/@ada").expect(404);
    ada.get("/@ada").expect(200).shows("On no board yet.");
    let id = ada.submit("squares", "for n in range(999):print(n*n)");
    ada.await_event(id);
    visitor
        .get("/seasons/trial/leaderboard")
        .expect(200)
        .shows("href=\"/@ada\"");
    visitor
        .get("/@ada")
        .expect(200)
        .shows("1 problem solved")
        .shows("rank 1 of 1")
        .shows("cells-small");
    visitor.get("/@nobody").expect(404);
}

/// Five have solved the problem before anything about it is rare; practice takes the one badge, not the other.
#[test]
fn badges_are_for_what_few_have() {
    let site = TestSite::new();
    let people = ["ada", "bob", "cleo", "dora", "eli"].map(|name| site.contestant(name));
    for (person, more) in people.iter().zip(["", "+0", "+0+0", "+0+0+0", "+1-1"]) {
        let program = format!("for n in range(999):print(n*n{more})");
        person.await_event(person.submit("squares", &program));
    }
    let four = people[0].submit("short", "print(*[1]*6)");
    people[0].await_event(four);
    let page = |name: &str| site.visitor().get(&format!("/@{name}")).expect(200);
    let has = |name: &str, badge: &str| page(name).body.contains(badge);
    let (shortest, first) = ("shortest of all time", "first solver");
    assert!(!has("ada", shortest) && !has("ada", first));
    site.freeze_and_score();
    site.reveal();
    let ada = page("ada").shows("href=\"/docs/rules#badges\"").body;
    // In the head, and with the problem; not with the one that nobody else solved.
    assert_eq!(ada.matches(shortest).count(), 2);
    assert_eq!(ada.matches(first).count(), 2);
    assert!(!has("bob", "class=\"badge\""));

    let record = people[1].submit("squares", "n=0\nwhile 1:print(n*n);n+=1");
    people[1].await_event(record);
    assert!(has("bob", shortest) && !has("bob", first));
    assert!(!has("ada", shortest) && has("ada", first));
}

#[test]
fn a_verdict_tells_of_the_rank_before_and_who_is_just_above_and_below() {
    let site = TestSite::new();
    let verdict = |person: &Person, term: &str| {
        let program = format!("for n in range(999):print({term})");
        let id = person.submit("squares", &program);
        person.await_event(id);
        person.get(&format!("/submissions/{id}")).expect(200)
    };
    let [ada, bob, cleo] = ["ada", "bob", "cleo"].map(|name| site.contestant(name));
    verdict(&ada, "n*n");
    verdict(&cleo, "n*n+0");
    verdict(&bob, "n*n+0+0")
        .shows("Rank 3 of 3 on this problem")
        .shows("You had no place here before.");
    verdict(&bob, "n**2")
        .shows("Rank 2 of 3 on this problem, 1 byte behind the shortest.")
        .shows("Without it you would have rank 3.")
        .shows("Just above: <a href=\"/@ada\">")
        .shows("Just below: <a href=\"/@cleo\">");
    let worse = verdict(&bob, "n**2+0").shows("stays your best: rank 2 of 3");
    assert!(!worse.body.contains("Without it"), "{}", worse.body);
}

#[test]
fn who_likes_keeps_the_page_private() {
    let site = TestSite::new();
    let (ada, bob, visitor) = (
        site.contestant("ada"),
        site.contestant("bob"),
        site.visitor(),
    );
    let id = ada.submit("squares", "for n in range(999):print(n*n)");
    ada.await_event(id);
    ada.post("/account/profile", &[("private", "on")])
        .expect(303);
    for other in [&bob, &visitor] {
        let page = other.get("/@ada").expect(200);
        let page = page.shows("keeps this page private");
        for told in ["solved", "rank 1", "card.png"] {
            assert!(!page.body.contains(told), "{told}");
        }
        other.get("/@ada/card.png").expect(404);
    }
    ada.get("/@ada")
        .expect(200)
        .shows("Nobody but you sees this page.")
        .shows("rank 1 of 1");
    ada.get("/account").expect(200).shows("checked");
    visitor
        .get("/seasons/trial/leaderboard")
        .expect(200)
        .shows("href=\"/@ada\"");
    ada.post("/account/profile", &[]).expect(303);
    visitor.get("/@ada").expect(200).shows("rank 1 of 1");
}

#[test]
fn problems_are_found_by_words_and_by_public_terms_alone() {
    let site = TestSite::new();
    let visitor = site.visitor();
    let finds = |query: &str| {
        visitor
            .get(&format!("/problems?q={query}"))
            .expect(200)
            .body
            .contains(&format!("href=\"{SQUARES}\""))
    };
    assert!(finds(""));
    assert!(finds("SQUARES"));
    assert!(finds("0,+1,+4,+9"));
    assert!(finds("81+100+121"));
    assert!(!finds("0,+2,+4,+10"));
    visitor
        .get("/problems?q=1,+4,+9,+17,+25")
        .expect(200)
        .shows("nearly, at a(1): a(4) is 16 there");
    assert!(!finds("no+such+words"));
    // As sequences are written in texts and programs.
    for list in [
        "0,+1,+4,+9,+%E2%80%A6",
        "%5B0,+1,+4%5D",
        "%7B0%3B1%3B4%7D",
        "...,+4,+9,+16,+...",
    ] {
        assert!(finds(list), "{list}");
    }
    // a(150) is not public yet.
    assert!(!finds("22500"));
    visitor
        .get("/problems?q=81,100")
        .expect(200)
        .shows("found at a(9)");
}

#[test]
fn a_search_reads_no_problem_until_there_is_another_thing_to_be_seen() {
    let site = TestSite::builder()
        .web(|web| web.board_age = Duration::from_hours(1))
        .start();
    let visitor = site.visitor();
    let finds = |query: &str| {
        let page = visitor.get(&format!("/problems?q={query}")).expect(200);
        page.body.contains(&format!("href=\"{SQUARES}\""))
    };
    let rename = |title: &str| {
        store::blocking(&site.pool, |conn| {
            diesel::sql_query(format!(
                "UPDATE problems SET title = '{title}' WHERE slug = 'squares'"
            ))
            .execute(conn)
            .map_err(StoreError::from)
        })
        .unwrap();
    };
    // Behind the back of the program: only who reads the problem again finds the new title.
    let mut titles = (0..).map(|n| format!("title{n}"));
    eventually("a search that reads nothing", || {
        let title = titles.next()?;
        rename(&title);
        (!finds(&title)).then_some(())
    });
    assert!(finds(""));
    assert!(!finds("22500"));
    site.freeze_and_score();
    site.reveal();
    // a(150) is public from Reveal on.
    eventually("hidden terms", || finds("22500").then_some(()));
}

#[test]
fn seasons_that_are_over_come_in_pages() {
    let site = TestSite::new();
    site.change(|conn, season| {
        for n in 0..30 {
            let old = NewSeason {
                slug: format!("old-{n}"),
                ..NewSeason::from(&season)
            };
            seasons::insert_season(conn, &old, &season.runtime_digest, Moment::now())?;
        }
        diesel::sql_query("UPDATE seasons SET state = 'final' WHERE slug LIKE 'old-%'")
            .execute(conn)?;
        Ok(())
    });
    let shown = |path: &str| -> Vec<String> {
        let page = site.visitor().get(path).expect(200).body;
        let cards = page.split("<h3><a href=\"/seasons/").skip(1);
        cards
            .map(|card| card.split('"').next().unwrap().to_owned())
            .collect()
    };
    let first = shown("/");
    assert_eq!(first.first().unwrap(), "trial");
    assert_eq!(first.get(1).unwrap(), "old-29");
    assert_eq!(first.len(), 1 + 24);
    let second = shown("/seasons?page=2");
    assert_eq!(second.get(1).unwrap(), "old-5");
    assert_eq!(second.last().unwrap(), "old-0");
    assert_eq!(second.len(), 1 + 6);
    let page = site.visitor().get("/").expect(200);
    let page = page.shows("Archive (30)");
    page.shows("href=\"/seasons?page=2#archive\"");
    site.visitor().get("/seasons?page=3").expect(404);
    site.visitor().get("/card.png").expect(200);
}

#[test]
fn a_front_page_reads_no_season_that_it_does_not_show() {
    let site = TestSite::new();
    site.change(|conn, season| {
        for n in 0..30 {
            let old = NewSeason {
                slug: format!("old-{n}"),
                ..NewSeason::from(&season)
            };
            seasons::insert_season(conn, &old, &season.runtime_digest, Moment::now())?;
        }
        diesel::sql_query("UPDATE seasons SET state = 'final' WHERE slug LIKE 'old-%'")
            .execute(conn)?;
        // Whoever reads it fails.
        diesel::sql_query("UPDATE seasons SET settings = '{}' WHERE slug = 'old-0'")
            .execute(conn)?;
        Ok(())
    });
    let ada = site.contestant("ada");
    for person in [&site.visitor(), &ada] {
        person.get("/").expect(200).shows("Archive (30)");
        person.get("/seasons?page=2").expect(500);
    }
}

#[test]
fn the_archive_is_filtered_and_put_in_order_by_links() {
    let site = TestSite::new();
    let (visitor, ada) = (site.visitor(), site.contestant("ada"));
    for (slug, source) in [
        ("squares", "for n in range(999):print(n*n)"),
        ("short", include_str!("season/problems/short/setter.py")),
    ] {
        let id = ada.submit(slug, source);
        ada.await_event(id);
    }
    let found = |person: &Person, query: &str| -> Vec<String> {
        let page = person.get(&format!("/problems?{query}")).expect(200).body;
        let hits = page.split("<h2><a href=\"/seasons/trial/problems/").skip(1);
        hits.map(|hit| hit.split('"').next().unwrap().to_owned())
            .collect()
    };
    let all = found(&visitor, "");
    assert_eq!(all.len(), 3);
    assert_eq!(
        found(&visitor, "difficulty=easy"),
        found(&visitor, "q=easy")
    );
    assert!(found(&visitor, "difficulty=easy").contains(&"squares".to_owned()));
    assert_eq!(found(&visitor, "contest=physics"), Vec::<String>::new());
    assert_eq!(found(&ada, "mine=open"), ["marked"]);
    assert_eq!(found(&ada, "mine=solved").len(), 2);
    let by_length = found(&visitor, "sort=shortest");
    assert_eq!(by_length.last().unwrap(), "marked");
    assert_eq!(found(&visitor, "sort=solvers").last().unwrap(), "marked");
    // A chip that is on takes its filter away and leaves the others.
    visitor
        .get("/problems?q=s&difficulty=easy&sort=shortest")
        .expect(200)
        .shows("chip chip-on\" href=\"/problems?q=s&#38;sort=shortest\"");
}

#[test]
fn a_season_is_in_the_feed_and_goes_into_a_calendar() {
    let site = TestSite::new();
    let visitor = site.visitor();
    let feed = visitor.get("/feed.atom").expect(200);
    assert!(
        feed.header("content-type")
            .starts_with("application/atom+xml")
    );
    feed.shows(&format!("<link href=\"{}\"/>", site.url("/seasons/trial")))
        .shows("has opened");
    let feed = visitor.get("/feed.json").expect(200);
    assert_eq!(feed.header("content-type"), "application/feed+json");
    let feed = feed.json();
    assert_eq!(feed["version"], "https://jsonfeed.org/version/1.1");
    assert_eq!(feed["feed_url"], site.url("/feed.json"));
    assert_eq!(feed["items"][0]["url"], site.url("/seasons/trial"));
    assert!(
        feed["items"][0]["title"]
            .as_str()
            .unwrap()
            .ends_with("has opened")
    );
    let calendar = visitor.get("/seasons/trial/calendar.ics").expect(200);
    assert!(calendar.header("content-type").starts_with("text/calendar"));
    let calendar = calendar
        .shows("BEGIN:VEVENT\r\n")
        .shows(&format!("URL:{}\r\n", site.url("/seasons/trial")));
    // Nobody knows when it ends, and an end has to be later than its beginning.
    assert!(!calendar.body.contains("DTEND"));
    site.freeze();
    let calendar = visitor.get("/seasons/trial/calendar.ics").expect(200);
    assert!(calendar.body.contains("DTEND"));
}

#[test]
fn machines_are_told_which_pages_there_are() {
    let site = TestSite::new();
    let visitor = site.visitor();
    let robots = visitor.get("/robots.txt").expect(200);
    let origin = site.url("");
    let robots = robots.shows(&format!("Sitemap: {origin}/sitemap.xml"));
    assert!(
        robots
            .shows("Disallow: /api/")
            .header("content-type")
            .starts_with("text/plain")
    );
    let map = visitor.get("/sitemap.xml").expect(200);
    assert!(map.header("content-type").starts_with("application/xml"));
    let pages: Vec<&str> = map
        .body
        .split("<loc>")
        .skip(1)
        .map(|rest| rest.split('<').next().unwrap())
        .collect();
    for path in ["/", "/docs/rules", "/seasons/trial", SQUARES] {
        assert!(
            pages.contains(&format!("{origin}{path}").as_str()),
            "{pages:?}"
        );
    }
    for page in pages {
        visitor.get(page.strip_prefix(&origin).unwrap()).expect(200);
    }
    visitor.get("/.well-known/security.txt").expect(404);
    let contact = "mailto:security@dojo.example";
    let site = TestSite::builder()
        .web(|web| web.security_contact = Some(contact.to_owned()))
        .start();
    let told = site.visitor().get("/.well-known/security.txt").expect(200);
    let lines: Vec<&str> = told.body.lines().collect();
    assert_eq!(lines[0], format!("Contact: {contact}"));
    let until = lines[1].strip_prefix("Expires: ").unwrap();
    assert!(chrono::DateTime::parse_from_rfc3339(until).unwrap() > chrono::Utc::now());
    // A draft is its organizers' own.
    let site = TestSite::builder().draft().start();
    let map = site.visitor().get("/sitemap.xml").expect(200);
    assert!(!map.body.contains("/seasons/"), "{}", map.body);
}

#[test]
fn the_front_page_is_in_the_order_of_what_one_can_do() {
    let site = TestSite::new();
    let ada = site.contestant("ada");
    ada.await_event(ada.submit("squares", "for n in range(999):print(n*n)"));
    let visitor = site.visitor();
    visitor
        .get("/")
        .expect(200)
        .shows("Open now")
        .shows("data-lengths=\"30\"");
    site.freeze_and_score();
    let page = visitor.get("/").expect(200).shows("Over, results to come");
    assert!(!page.body.contains("Open now"));
    site.reveal();
    let season = site.change(|_, season| Ok(season)).id;
    let archives = Archives::new(site.data.path());
    store::blocking(&site.pool, |conn| {
        replay_and_finalize(
            conn,
            &archives,
            season,
            None,
            None,
            &Actor::Terminal,
            &Moment::now,
        )
    })
    .unwrap();
    let page = visitor.get("/").expect(200).shows("Archive (1)");
    let (_, card) = page.body.split_once("first-three").unwrap();
    assert!(card.contains("/@ada"), "{card}");
}

#[test]
fn a_submission_is_brought_back_to_go_on_with() {
    let site = TestSite::new();
    let (ada, ben) = (site.contestant("ada"), site.contestant("ben"));
    let id = ada.submit("squares", "for n in range(999):print(n*n)#");
    ada.await_event(id);
    let go_on = format!("{SQUARES}?from={id}");
    ada.verdict_page(id).shows(&format!("{go_on}#submit"));
    ada.get(&go_on)
        .expect(200)
        .shows("for n in range(999):print(n*n)#</textarea>");
    ben.get(&go_on).expect(404);
    ada.get(&format!("/seasons/trial/problems/marked?from={id}"))
        .expect(404);
    site.freeze_and_score();
    site.reveal();
    ben.get(&go_on).expect(200).shows("print(n*n)#</textarea>");
}

#[test]
fn the_small_board_has_the_first_five_and_ones_own_row_with_its_neighbours() {
    let site = TestSite::new();
    let people: Vec<Person> = (0..9)
        .map(|at| site.contestant(&format!("p{at}")))
        .collect();
    for (at, person) in people.iter().enumerate() {
        let source = format!("for n in range(999):print(n*n)#{}", "x".repeat(at));
        person.await_event(person.submit("squares", &source));
    }
    let rows = |person: &Person| -> Vec<String> {
        let page = person
            .get(SQUARES)
            .expect(200)
            .shows("shortest so far: 31 bytes");
        let (_, board) = page.body.split_once("class=\"list mini\"").unwrap();
        let (board, _) = board.split_once("</table>").unwrap();
        let names = board.split("href=\"/@").skip(1);
        names
            .map(|rest| rest.split('"').next().unwrap().to_owned())
            .collect()
    };
    assert_eq!(rows(&site.visitor()), ["p0", "p1", "p2", "p3", "p4"]);
    assert_eq!(rows(&people[1]), ["p0", "p1", "p2", "p3", "p4"]);
    assert_eq!(rows(&people[4]), ["p0", "p1", "p2", "p3", "p4", "p5"]);
    assert_eq!(
        rows(&people[7]),
        ["p0", "p1", "p2", "p3", "p4", "p6", "p7", "p8"]
    );
    people[7]
        .get(SQUARES)
        .expect(200)
        .shows("<td class=\"num\">8</td><td><a class=\"plain person\" href=\"/@p7\">");
}
