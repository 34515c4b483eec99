//! How the final answers of a derivation came out: measured with the real `SymPy`, told from Reveal on.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use chrono::TimeDelta;
use dojo_judge::contest::Member as _;
use dojo_judge::contest::physics::{Derivations, PhysicsSettings};
use dojo_judge::derivation::{Feedback, OnFirstUse};
use dojo_sandbox::Simplifier;
use dojo_server::folder::Folder;
use dojo_server::season;
use dojo_server::store::Role;
use formula::credit::eed::{Eed, EedScore, Mode};
use serde_json::{Value, json};

use crate::client::Person;
use crate::organizers_season::Terminal;
use crate::physics::{example, physics_folder, submit, submit_to};
use crate::site::{TestSite, cache_folder};

/// The demo's season under the name that [`TestSite::change`] looks for.
fn site(feedback: Feedback) -> TestSite {
    TestSite::builder()
        .season(&physics_folder())
        .content(|content| {
            "trial".clone_into(&mut content.season.slug);
            content.season.settings = Derivations::set(PhysicsSettings {
                feedback,
                ..PhysicsSettings::default()
            });
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
    site.freeze_and_score();
    site.reveal();
}

fn score(text: &Value) -> EedScore {
    text.as_str().unwrap().parse().unwrap()
}

#[test]
fn final_answers_are_told_from_reveal_on() {
    for feedback in [Feedback::Score, Feedback::Read, Feedback::None] {
        let site = site(feedback);
        let ada = site.contestant("ada");
        let before = submit_wrong_energy(&ada);
        assert_eq!(before["final_answers"], Value::Null);
        assert!(before["report"].get("eed").is_none(), "{before}");
        let page = format!("/submissions/{}", before["id"]);
        let boards = ["/problems/bohr", ""].map(|of| format!("/seasons/trial{of}/leaderboard"));
        let iris = site.staff("iris", Role::Organizer);
        for address in [&page].into_iter().chain(&boards) {
            let shown = ada.get(address).expect(200);
            assert!(!shown.body.contains("EED"), "{}", shown.body);
            iris.get(address).expect(200).shows("EED");
        }
        for board in &boards {
            let rows = ada.get(&format!("/api/v1{board}")).expect(200).json()["rows"].take();
            let expected = usize::from(feedback == Feedback::Score);
            assert_eq!(rows.as_array().unwrap().len(), expected);
            assert!(!rows.to_string().contains("final_answers"), "{rows}");
        }

        reveal(&site);
        let id = before["id"].as_i64().unwrap();
        let after = ada.api_verdict(&ada.api_token(), id);
        // One answer of two is right, the other is not far off.
        let eed = score(&after["final_answers"]["eed"]);
        assert!(EedScore(50_000) < eed && eed < EedScore(80_000), "{eed}");
        let own = json!({"right": 1, "of": 2, "eed": eed});
        assert_eq!(after["final_answers"], own);
        // The season has other problems, which were not tried, and none is right.
        let problems = problems_of_the_season();
        let mean = EedScore::mean(&[eed], problems);
        let sums = json!({"right": 0, "of": problems, "eed": mean});
        let everybody = site.visitor();
        for (board, answers) in boards.iter().zip([&own, &sums]) {
            let rows = everybody.get(&format!("/api/v1{board}")).expect(200).json();
            assert_eq!(rows["rows"][0]["final_answers"], *answers);
            let right = format!(">{} of {}</td>", answers["right"], answers["of"]);
            let eed = format!(">{}</td>", answers["eed"].as_str().unwrap());
            everybody.get(board).expect(200).shows(&right).shows(&eed);
        }
    }
}

fn problems_of_the_season() -> usize {
    let season = season::read_season(&Folder::Disk(physics_folder())).unwrap();
    season.problems.len()
}

#[test]
fn pictures_to_share_show_the_graph_from_reveal_on() {
    let site = site(Feedback::Score);
    let ada = site.contestant("ada");
    let id = submit_wrong_energy(&ada)["id"].as_i64().unwrap();
    let paths = [
        "/seasons/trial/problems/bohr/card.png".to_owned(),
        format!("/submissions/{id}/card.png"),
    ];
    let picture = |path: &String| ada.get(path).expect(200).bytes;
    let before = paths.each_ref().map(picture);
    reveal(&site);
    let after = paths.each_ref().map(picture);
    for (before, after) in before.iter().zip(&after) {
        assert!(after.starts_with(b"\x89PNG"));
        assert_ne!(before, after);
    }
    assert_ne!(after[0], after[1], "what was credited is lit up");
}

/// The shape of the graph is for all, what is lit up on it for the author, and its formulas for nobody.
#[test]
fn a_season_may_show_the_graph_without_its_formulas_before_reveal() {
    let site = site(Feedback::Graph);
    let (ada, ben) = (site.contestant("ada"), site.contestant("ben"));
    let problem = "/seasons/trial/problems/bohr";
    let words = |page: &str| {
        let (_, words) = page.split_once(r#"role="img" aria-label=""#)?;
        words.split_once('"').map(|(words, _)| words.to_owned())
    };
    let empty = site.visitor().get(problem).expect(200);
    let empty = empty.shows(r#"<g class="graph-node"#);
    let said = words(&empty.body).unwrap();
    assert!(
        said.contains("follows from") && !said.contains("matched"),
        "{said}"
    );

    let verdict = submit_wrong_energy(&ada);
    let page = format!("/submissions/{}", verdict["id"]);
    let own = ada.get(&page).expect(200);
    let said = words(&own.body).unwrap();
    assert!(
        said.contains("matched") && said.contains("missed: "),
        "{said}"
    );
    // The same is lit up on the problem's page, for its author alone.
    let lit = ada.get(problem).expect(200).shows("Part marks");
    assert_eq!(words(&lit.body).unwrap(), said);
    assert!(!lit.body.contains("Graded"));
    let others = ben.get(problem).expect(200);
    assert_eq!(words(&others.body), words(&empty.body));
    for page in [&empty.body, &own.body, &lit.body] {
        assert!(!page.contains("graph-formula") && !page.contains("id=\"node-"));
    }
    let lit = verdict["report"]["nodes"].as_array().unwrap();
    for node in lit {
        assert_eq!(node.as_object().unwrap().len(), 2, "{node}");
    }
    assert!(lit.iter().any(|node| node["credit"] == "matched"));

    let others = ben.get(&page).expect(200);
    assert!(!others.body.contains("graph-shape"), "{}", others.body);
}

#[test]
fn from_reveal_on_each_answer_is_told_with_what_was_compared() {
    let site = site(Feedback::Score);
    let ada = site.contestant("ada");
    let before = submit_wrong_energy(&ada);
    assert!(!before.to_string().contains("distance"), "{before}");
    reveal(&site);
    let id = before["id"].as_i64().unwrap();
    let after = ada.api_verdict(&ada.api_token(), id);
    let measured = &after["report"]["grading"]["eed"];
    assert_eq!(measured["score"], after["final_answers"]["eed"]);
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
    assert_eq!(json!(mean), measured["score"]);
    let distance = energy["distance"].as_str().unwrap();
    let shown = site.visitor().get(&format!("/submissions/{id}"));
    shown
        .expect(200)
        .shows("<dt>Final answers that are right</dt><dd>1 of 2</dd>")
        .shows(&format!("<dd>{mean} of 100</dd>"))
        .shows("How near the final answers are</h2>")
        .shows(&format!("{distance} of {} nodes", energy["tree_size"]));
}

#[test]
fn a_problem_counts_as_right_when_all_its_final_answers_are() {
    let site = site(Feedback::Score);
    let mut verdicts = Vec::new();
    for (name, solution) in [
        (
            "ada",
            [example("bohr/radius"), example("bohr/energy")].concat(),
        ),
        ("bob", example("bohr/energy")),
    ] {
        let person = site.contestant(name);
        let verdict = submit_to(&person, &person.api_token(), "trial", "bohr", &solution);
        assert_eq!(verdict["score"], 1000);
        verdicts.push(format!("/submissions/{}", verdict["id"]));
    }
    reveal(&site);
    // Full marks beside an answer that is not there are explained.
    let explained = "A final answer is right here only if you wrote it down";
    let explains = verdicts.iter().map(|page| {
        let page = site.visitor().get(page).expect(200);
        page.body.contains(explained)
    });
    assert_eq!(explains.collect::<Vec<_>>(), [false, true]);
    let board = "/api/v1/seasons/trial/leaderboard";
    let rows = site.visitor().get(board).expect(200).json()["rows"].take();
    // Equal totals are listed by name: these numbers decide nothing.
    let right = |row: &Value| {
        (
            row["name"].clone(),
            row["rank"].clone(),
            row["final_answers"]["right"].clone(),
        )
    };
    assert_eq!(right(&rows[0]), (json!("ada"), json!(1), json!(1)));
    assert_eq!(right(&rows[1]), (json!("bob"), json!(1), json!(0)));
}

#[test]
fn the_client_tells_it_from_reveal_on() {
    let site = TestSite::builder()
        .season(&physics_folder())
        .content(|content| "trial".clone_into(&mut content.season.slug))
        .start();
    let ada = Terminal::new();
    let token = site.contestant("ada").api_token();
    assert_eq!(ada.log_in(&site.url(""), &token).0, 0);
    let file = physics_folder().join("problems/bohr/examples/energy.md");
    let (_, said, _) = ada.ends(&["submit", "bohr", file.to_str().unwrap()]);
    assert!(
        said.ends_with("\nscore 1000\nrank 1 of 1 on this problem\n"),
        "{said}"
    );
    let board = |problem: &[&str]| {
        let (code, said, _) =
            ada.ends(&[&["leaderboard", "trial"], problem, &["--csv"][..]].concat());
        assert_eq!(code, 0);
        said
    };
    assert!(!board(&["bohr"]).contains("eed") && !board(&[]).contains("eed"));

    reveal(&site);
    let (_, said, _) = ada.ends(&["status", "1"]);
    assert!(
        said.ends_with(
            "\nscore 1000\nrank 1 of 1 on this problem\nfinal answers 1 of 2\nEED 50 of 100\n"
        ),
        "{said}"
    );
    let last = |said: &str| {
        let cells = said.lines().map(|line| line.rsplit(',').take(3).collect());
        cells.collect::<Vec<Vec<&str>>>().concat().join(" ")
    };
    assert_eq!(last(&board(&["bohr"])), "eed final_of final_right 50 2 1");
    let season = board(&[]);
    let head = ",final_right,final_of,eed,bohr\n";
    assert!(season.contains(head), "{season}");
    let problems = problems_of_the_season();
    let mean = EedScore::mean(&[EedScore(50_000)], problems);
    assert!(
        season.ends_with(&format!(",0,{problems},{mean},1000\n")),
        "{season}"
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
    assert_eq!(verdict["score"], 1000);
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
