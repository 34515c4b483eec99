//! How near a derivation comes to the final answers: measured with the real `SymPy`, told when the
//! score is, whole from Reveal on.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use chrono::TimeDelta;
use dojo_judge::physics::eed::{Eed, EedScore, Mode, OnFirstUse};
use dojo_sandbox::Simplifier;
use dojo_server::season::lifecycle::{self, Actor};
use dojo_server::season::{self, Folder};
use dojo_server::store::{Feedback, Moment};
use serde_json::{Value, json};

use crate::client::Person;
use crate::organizers_season::Terminal;
use crate::physics::{example, physics_folder, submit, submit_to};
use crate::site::{TestSite, cache_folder, eventually};

/// The demo's season under the name that [`TestSite::change`] looks for.
fn site(feedback: Feedback) -> TestSite {
    TestSite::builder()
        .season(&physics_folder())
        .content(|content| {
            "trial".clone_into(&mut content.season.slug);
            content.season.feedback = Some(feedback);
        })
        .start()
}

/// The right radius, and an energy that is twice the right one.
fn submit_wrong_energy(person: &Person) -> Value {
    let energy = r"$$E = -\frac{k^2 Z^2 q^4 m}{j^2 \hbar^2}$$";
    let solution = format!("{}\n{energy}\n", example("bohr/radius"));
    submit_to(person, &person.api_token(), "trial", "bohr", &solution)
}

fn reveal(site: &TestSite) {
    site.freeze();
    eventually("the results", || {
        site.change(|_, season| Ok(season)).scored_at
    });
    site.change(|conn, season| lifecycle::reveal(conn, season.id, &Actor::Terminal, Moment::now()));
}

fn score(text: &Value) -> EedScore {
    text.as_str().unwrap().parse().unwrap()
}

#[test]
fn the_number_is_told_with_the_score_and_all_of_it_from_reveal_on() {
    let site = site(Feedback::Score);
    let ada = site.contestant("ada");
    let before = submit_wrong_energy(&ada);
    // One answer of two is right, the other is not far off.
    let eed = score(&before["eed"]);
    assert!(EedScore(50_000) < eed && eed < EedScore(80_000), "{eed}");
    assert_eq!(before["report"]["eed"], before["eed"]);
    assert!(!before.to_string().contains("distance"), "{before}");
    let page = format!("/submissions/{}", before["id"]);
    let shown = ada.get(&page).expect(200);
    let shown = shown.shows(&format!("{eed} of 100"));
    assert!(!shown.body.contains("How near the final answers are</h2>"));
    let board = "/seasons/trial/problems/bohr/leaderboard";
    let everybody = site.visitor();
    everybody
        .get(board)
        .expect(200)
        .shows(&format!("<td class=\"num\">{eed}</td>"));
    let rows = everybody.get(&format!("/api/v1{board}")).expect(200).json();
    assert_eq!(rows["rows"][0]["eed"], before["eed"]);

    reveal(&site);
    let id = before["id"].as_i64().unwrap();
    let after = ada.api_verdict(&ada.api_token(), id);
    assert_eq!(after["eed"], before["eed"]);
    let measured = &after["report"]["grading"]["eed"];
    assert_eq!(measured["score"], before["eed"]);
    let [radius, energy] = measured["answers"].as_array().unwrap().as_slice() else {
        panic!("{measured}");
    };
    assert_eq!(
        (&radius["node"], &radius["score"]),
        (&json!(3), &json!("100"))
    );
    assert_eq!(radius["formula"], Value::Null);
    assert_eq!(
        (&energy["node"], &energy["formula"]),
        (&json!(6), &json!(5))
    );
    let mean = EedScore::mean(&[EedScore::FULL, score(&energy["score"])], 2);
    assert_eq!(mean, eed);
    let distance = energy["distance"].as_str().unwrap();
    let shown = everybody.get(&page).expect(200);
    shown
        .shows("How near the final answers are</h2>")
        .shows(&format!("{distance} of {} nodes", energy["tree_size"]));

    // The season's board has the mean over its problems, of which others were not tried.
    let rows = everybody.get("/api/v1/seasons/trial/leaderboard");
    let rows = rows.expect(200).json();
    let season = season::read_season(&Folder::Disk(physics_folder())).unwrap();
    let mean = EedScore::mean(&[eed], season.problems.len());
    assert_eq!(rows["rows"][0]["eed"], json!(mean));
    everybody
        .get("/seasons/trial/leaderboard")
        .expect(200)
        .shows(&format!("<td class=\"num\">{mean}</td>"));
}

#[test]
fn a_season_that_keeps_scores_back_keeps_eed_back() {
    for feedback in [Feedback::Read, Feedback::None] {
        let site = site(feedback);
        let ada = site.contestant("ada");
        let verdict = submit_wrong_energy(&ada);
        assert_eq!(verdict["eed"], Value::Null);
        assert_eq!(verdict["report"]["eed"], Value::Null);
        let page = ada
            .get(&format!("/submissions/{}", verdict["id"]))
            .expect(200);
        assert!(!page.body.contains("EED"), "{}", page.body);
        reveal(&site);
        let id = verdict["id"].as_i64().unwrap();
        let after = ada.api_verdict(&ada.api_token(), id);
        assert!(score(&after["eed"]) > EedScore(50_000), "{after}");
    }
}

#[test]
fn the_client_tells_it_after_the_score() {
    let site = TestSite::builder().season(&physics_folder()).start();
    let ada = Terminal::new();
    let token = site.contestant("ada").api_token();
    assert_eq!(ada.log_in(&site.url(""), &token).0, 0);
    let file = physics_folder().join("problems/bohr/examples/energy.md");
    let (_, said, _) = ada.ends(&["submit", "bohr", file.to_str().unwrap()]);
    assert!(said.ends_with("\nscore 1000\nEED 50 of 100\n"), "{said}");
    let (code, said, _) = ada.ends(&["leaderboard", "physics-demo", "bohr", "--csv"]);
    let mut lines = said.lines().map(|line| line.rsplit(',').next().unwrap());
    assert_eq!(
        (code, lines.next(), lines.next()),
        (0, Some("eed"), Some("50"))
    );
}

/// Full marks need the last answer only; EED looks at both.
#[test]
fn right_derivations_open_no_simplifier() {
    let eed = Eed::new(OnFirstUse::new(|| panic!("opened")), Mode::Dojo);
    let site = TestSite::builder()
        .season(&physics_folder())
        .eed(eed)
        .start();
    let ada = site.contestant("ada");
    let verdict = submit(&ada, &ada.api_token(), "bohr", &example("bohr/energy"));
    assert_eq!(
        (&verdict["score"], &verdict["eed"]),
        (&json!(1000), &json!("50"))
    );
}

/// A simplifier that cannot be opened as often as this, because no file is a folder.
fn broken(times: u32) -> Eed {
    let tries = AtomicU32::new(0);
    let open = move || {
        if tries.fetch_add(1, Ordering::SeqCst) < times {
            Simplifier::open(Path::new("/dev/null"), &mut |_| {})
        } else {
            Simplifier::open(&cache_folder().join("sandbox"), &mut |_| {})
        }
    };
    Eed::new(OnFirstUse::new(open), Mode::Dojo)
}

#[test]
fn a_simplifier_that_does_not_open_is_no_fault_of_the_derivation() {
    let site = TestSite::builder()
        .season(&physics_folder())
        .eed(broken(2))
        .start();
    let ada = site.contestant("ada");
    let verdict = submit(&ada, &ada.api_token(), "bohr", &example("bohr/radius"));
    assert_eq!(verdict["verdict"], "GRADED");

    let site = TestSite::builder()
        .season(&physics_folder())
        .content(|content| content.season.attempts_max = 1)
        .eed(broken(u32::MAX))
        .start();
    let ada = site.contestant("ada");
    let token = ada.api_token();
    let verdict = submit(&ada, &token, "bohr", &example("bohr/radius"));
    assert_eq!(verdict["verdict"], "INTERNAL");
    // It was no attempt, and what needs no simplifier is graded.
    site.advance(TimeDelta::minutes(1));
    let verdict = submit(&ada, &token, "bohr", &example("bohr/energy"));
    assert_eq!(verdict["score"], 1000);
}
