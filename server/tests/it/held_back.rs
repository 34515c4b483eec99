//! Seasons that keep for Reveal what happens at it: boards that keep still, and whether hidden terms are
//! right. The second is shown with two sites that differ in nothing else.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use dojo_judge::contest::Member as _;
use dojo_judge::contest::sequence::{Programs, SequenceSettings, TermFeedback};
use dojo_server::store::{Boards, Role, SubmissionId, judgements};

use crate::client::Person;
use crate::leaks::Reader;
use crate::site::{TestSite, eventually};

/// Right to the last term.
const RIGHT: &str = "for n in range(200):print(n if n<100 else 70707*10**9+n*n)";

/// As long, and wrong from the first hidden term on.
const WRONG: &str = "for n in range(200):print(n if n<100 else 70708*10**9+n*n)";

fn organize(iris: &Person, action: &str) {
    let sure = [("confirm", "trial")];
    iris.post(&format!("/seasons/trial/organize/{action}"), &sure)
        .expect(303);
}

fn scored(site: &TestSite) {
    eventually("the bonuses", || {
        site.change(|_, season| Ok(season)).scored_at
    });
}

#[test]
fn boards_keep_still_until_the_reveal_brings_the_bonuses() {
    let site = TestSite::builder()
        .content(|content| content.season.boards = Boards::UntilReveal)
        .start();
    let iris = site.staff("iris", Role::Organizer);
    let ada = site.contestant("ada");
    let id = ada.submit("marked", RIGHT);
    ada.await_event(id);
    let boards = [
        "/api/v1/seasons/trial/leaderboard",
        "/api/v1/seasons/trial/problems/marked/leaderboard",
    ];
    let rows = || boards.map(|board| site.visitor().get(board).expect(200).json()["rows"].clone());
    let before = rows();
    assert_eq!(before[0][0]["score"], 1186);
    site.freeze();
    scored(&site);
    assert_eq!(rows(), before);
    let board = "/seasons/trial/problems/marked/leaderboard";
    let page = site.visitor().get(board).expect(200);
    page.shows("Boards do not change until the Reveal")
        .shows("to come");
    site.visitor().get("/@ada").expect(200).shows("1,186");
    let season = site.visitor().get("/seasons/trial").expect(200);
    assert!(!season.body.contains("Hash of the results"));
    let organizers = iris.get("/seasons/trial/organize").expect(200);
    organizers.shows("<dt>Results</dt>");
    let verdict = ada.get(&format!("/submissions/{id}")).expect(200);
    verdict.shows("to come");

    organize(&iris, "reveal");
    // She is the first with her method.
    assert_eq!(rows()[0][0]["score"], 1216);
    assert_eq!(rows()[1][0]["diversity_bonus"], 30);
    site.visitor().get("/@ada").expect(200).shows("1,216");
    organize(&iris, "finalize");
}

/// A text without what differs from one site to another: hashes, tokens and times.
fn normal(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<time") {
        out.push_str(before);
        rest = after.split_once("</time>").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_-:.+".contains(c);
    out.split_inclusive(|c: char| !is_word(c))
        .map(|part| {
            let word = part.trim_end_matches(|c: char| !is_word(c));
            let is_time = word.len() >= 16 && word.starts_with("20") && word.contains(':');
            let is_random = word.len() >= 14 && word.bytes().any(|byte| byte.is_ascii_digit());
            if is_time || is_random { "#" } else { part }
        })
        .collect()
}

/// A season that tells of public terms alone, in which Ada has submitted a program.
struct Held {
    site: TestSite,
    ada: Reader,
    visitor: Reader,
    iris: Person,
    id: i64,
}

impl Held {
    fn new(program: &str) -> Self {
        let site = TestSite::builder()
            .content(|content| {
                content.season.boards = Boards::UntilReveal;
                content.season.settings = Programs::set(SequenceSettings {
                    feedback: TermFeedback::PublicTerms,
                    ..SequenceSettings::default()
                });
            })
            .start();
        let iris = site.staff("iris", Role::Organizer);
        let ada = Reader::signed_in("ada", site.contestant("ada"));
        let visitor = Reader {
            name: "a visitor",
            person: site.visitor(),
            authorization: None,
        };
        let id = ada.person.submit("marked", program);
        let held = Self {
            site,
            ada,
            visitor,
            iris,
            id,
        };
        eventually("the judge", || {
            let judged = |conn: &mut _| judgements::find_judgement(conn, SubmissionId(id));
            held.site.change(|conn, _| Ok(judged(conn)?))
        });
        held
    }

    /// What everybody can read, without what differs by chance.
    fn pages(&self) -> BTreeMap<String, (u16, String)> {
        let mut all = BTreeMap::new();
        for reader in [&self.ada, &self.visitor] {
            for (path, (status, text)) in reader.walk(&[self.id]) {
                let body = text.split_once('\n').map_or("", |(_, body)| body);
                let body = normal(body).replace("70708", "70707");
                // How long a judging took, where its verdict is told, is chance.
                let kept = body
                    .lines()
                    .filter(|line| !line.contains("decides nothing"));
                let body = kept.collect::<Vec<_>>().join("\n");
                all.insert(format!("{}: {path}", reader.name), (status, body));
            }
        }
        all
    }
}

#[track_caller]
fn assert_alike(state: &str, right: &Held, wrong: &Held) {
    let (right, wrong) = (right.pages(), wrong.pages());
    assert!(right.len() > 50, "{} pages", right.len());
    for (path, page) in &right {
        let other = &wrong[path];
        let differs = page.1.lines().zip(other.1.lines()).find(|(a, b)| a != b);
        assert!(page == other, "{state}: {path} tells: {differs:?}");
    }
}

#[test]
fn nothing_tells_whether_hidden_terms_are_right_before_reveal() {
    let (right, wrong) = (Held::new(RIGHT), Held::new(WRONG));
    for held in [&right, &wrong] {
        let page = held.ada.person.get(&format!("/submissions/{}", held.id));
        page.expect(200).shows("The judge runs your program now.");
    }
    for held in [&right, &wrong] {
        held.site.advance(TimeDelta::seconds(30));
        let page = held.ada.person.verdict_page(held.id);
        page.shows("The public terms are right.");
        let list = held.ada.person.get("/seasons/trial/problems/marked");
        list.shows("Public terms right");
        let token = held.ada.person.api_token();
        let verdict = held.ada.person.api_verdict(&token, held.id);
        assert_eq!(verdict["verdict"], "HELD_BACK");
        assert!(verdict["score"].is_null());
    }
    assert_alike("open", &right, &wrong);
    // What a receipt holds of the log follows from receipts alone.
    for held in [&right, &wrong] {
        let second = held.ada.person.submit("squares", "print(1)");
        let receipt = format!("/submissions/{second}/receipt.json");
        let receipt = held.ada.person.get(&receipt).expect(200).json();
        let first = format!("/submissions/{}/receipt.json", held.id);
        let first = held.ada.person.get(&first).expect(200).json();
        assert_eq!(receipt["entry"]["prev"], first["entry"]["hash"]);
    }
    for held in [&right, &wrong] {
        held.site.advance(TimeDelta::seconds(30));
        held.site.freeze();
        scored(&held.site);
    }
    assert_alike("scored", &right, &wrong);

    for (held, word) in [(&right, "Solved"), (&wrong, "Half")] {
        organize(&held.iris, "reveal");
        let page = format!("/submissions/{}", held.id);
        held.visitor.person.get(&page).expect(200).shows(word);
        organize(&held.iris, "finalize");
    }
}

#[test]
fn a_wrong_public_term_is_told_as_ever() {
    let held = Held::new("for n in range(200):print(n if n<70 else 5)");
    held.site.advance(TimeDelta::seconds(30));
    let page = held.ada.person.verdict_page(held.id);
    page.shows("Wrong term");
}
