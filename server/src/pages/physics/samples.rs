//! The pages of a physics contest with sample data; hostile text is in each place where a person's
//! words appear.

use askama::Template;
use chrono::{DateTime, Utc};
use dojo_judge::contest::Contest;
use dojo_judge::derivation::{self, Card, Feedback, Rules};
use formula::credit::Grader;
use formula::credit::eed::{Before, Eed, Fuel, Mode, Simplified, Simplify, SimplifyError};
use formula::problem::Problem;
use serde_json::Value;

use super::super::boards::Banner;
use super::super::form::FieldErrors;
use super::super::markdown;
use super::super::problem::{ProblemHead, SubmitGate};
use super::super::seasons::{Phase, PhysicsRules, SeasonHead};
use super::super::shell::Shell;
use super::super::submission::{Judging, SubmissionPage, SubmissionView};
use super::problem::{About, PhysicsProblemPage, RevealedSolution};
use super::verdict::{Graded, Shown};
use crate::contests;
use crate::contests::Audience;

const HOSTILE: &str = "<script>alert(1)</script>";

/// A problem whose every text is hostile, with one formula that no page may show before Reveal.
fn problem() -> Problem {
    let text = r#"{
        "id": "fall", "title": "HOSTILE", "source": "HOSTILE", "context": "",
        "constants": {"g": 9.81},
        "subquestions": [{"letter": "HOSTILE", "subproblem": "HOSTILE $v$", "solution": "HOSTILE $$v = 3$$"}],
        "grading_standard": [
            {"index": 1, "formula": "$$m g h = \\frac{1}{2} m v^2$$", "dependency": []},
            {"index": 2, "formula": "$$Q = m v \\text{HOSTILE}$$", "dependency": [1]},
            {"index": 3, "formula": "$$X < HOSTILE$$", "dependency": [2], "is_final_answer": true}
        ]
    }"#;
    Problem::read(text.replace("HOSTILE", HOSTILE).as_bytes()).unwrap()
}

/// Leaves every expression as it is.
struct Unchanged;

impl Simplify for Unchanged {
    fn simplify(
        &self,
        tree: &Value,
        _: Fuel,
        _: Option<Before<'_>>,
    ) -> Result<Simplified, SimplifyError> {
        Ok(Simplified::Tree(tree.clone()))
    }

    fn arrange(&self, tree: &Value, _: Fuel) -> Result<Simplified, SimplifyError> {
        Ok(Simplified::Tree(tree.clone()))
    }
}

fn graded(solution: &str, shown: Shown<'_>) -> Graded {
    let rules = Rules {
        max_formulas: 60,
        seed: [0; 32],
    };
    let grader = Grader::new(&problem(), &rules.settings()).unwrap();
    let eed = Eed::new(Unchanged, Mode::Dojo);
    let report = derivation::judge(&grader, &eed, solution.as_bytes()).unwrap();
    Graded::new(&report, shown, DateTime::UNIX_EPOCH)
}

fn season(phase: Phase, feedback: Feedback) -> SeasonHead {
    SeasonHead {
        slug: "physics".into(),
        title: HOSTILE.into(),
        summary: HOSTILE.into(),
        phase,
        room: contests::of(Contest::Physics),
        programs: None,
        derivations: Some(rules(feedback)),
        public_terms_only: false,
        problem_is_open: false,
        scoring_version: "0.2".into(),
        opens_at: None,
        freeze_at: None,
        reveals_at: None,
        freeze_started_at: None,
        revealed_at: None,
        cancelled_at: None,
        attempts_max: 10,
        attempt_interval_seconds: 15,
    }
}

fn rules(feedback: Feedback) -> PhysicsRules {
    PhysicsRules {
        max_bytes: 262_144,
        max_formulas: 60,
        feedback,
    }
}

fn head() -> ProblemHead {
    ProblemHead {
        watched: false,
        preview: None,
        live: None,
        editorial: None,
        slug: "fall".into(),
        position: 1,
        title: HOSTILE.into(),
        difficulty: None,
        tags: Vec::new(),
        licence: HOSTILE.into(),
        known_as: None,
        commitment: None,
        withdrawn: None,
        corrections: Vec::new(),
        held: None,
    }
}

fn shell() -> Shell {
    Shell::visitor("/", "token", DateTime::<Utc>::UNIX_EPOCH)
}

fn submission(phase: Phase, feedback: Feedback, graded: Graded, text: &str) -> String {
    SubmissionPage {
        trial: None,
        transcript: None,
        shell: shell(),
        submission: SubmissionView {
            id: 7,
            season: season(phase, feedback),
            problem: head(),
            author: HOSTILE.into(),
            author_name: "ada".into(),
            operator: Some(HOSTILE.into()),
            created_at: DateTime::UNIX_EPOCH,
            method_tag: String::new(),
            notes: String::new(),
            audience: Audience::Author,
            judging: Judging::Graded(Box::new(graded)),
            out: None,
            practice: false,
            own: true,
            carried_from: None,
            after: None,
            beaten: None,
        },
        source: Some(text.to_owned()),
        rendered: Some(markdown::derivation(text)),
        withdrawable: false,
    }
    .render()
    .unwrap()
}

const DERIVATION: &str = "<script>alert(1)</script> $$v^2 = 2 g h$$ $$x = (<script>$$";

/// A page without the addresses of its assets, whose hashes may hold any digits.
fn without_assets(page: &str) -> String {
    let mut parts = page.split("/assets/");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + part.split_once('"').map_or("", |(_, rest)| rest)
    })
}

#[test]
fn before_reveal_a_page_tells_what_the_season_says() {
    let page = |feedback| {
        let graded = graded(DERIVATION, Shown::Author(feedback));
        submission(Phase::Open, feedback, graded, DERIVATION)
    };
    let (score, read, none) = (
        page(Feedback::Score),
        page(Feedback::Read),
        page(Feedback::None),
    );
    assert!(score.contains("Part marks") && score.contains("<strong>333</strong> of 1,000"));
    assert!(score.contains("1 read") && read.contains("1 read") && !none.contains("1 read"));
    for page in [&read, &none] {
        assert!(page.contains("Scores of this season are shown from Reveal on"));
        let page = without_assets(page);
        assert!(
            !page.contains("333") && !page.contains("Part marks") && !page.contains("Board of")
        );
    }
    for page in [&score, &read, &none] {
        assert!(!page.contains("<script>alert"), "{page}");
        for told in [
            "id=\"graph-1\"",
            "id=\"node-1\"",
            "matched",
            "credited",
            "First wrong",
        ] {
            assert!(!page.contains(told), "{told}");
        }
    }
}

#[test]
fn a_season_may_show_what_was_reached_without_any_formula() {
    let problem = problem();
    let graded = graded(DERIVATION, Shown::Shape(&problem));
    let page = submission(Phase::Open, Feedback::Graph, graded, DERIVATION);
    assert!(page.contains("<strong>333</strong> of 1,000") && page.contains("1 read"));
    assert!(
        page.contains("matched: 1. missed: 2, 3.")
            && page.contains(r#"<g class="graph-node matched">"#),
        "{page}"
    );
    for told in ["graph-formula", "id=\"node-1\"", "First wrong"] {
        assert!(!page.contains(told), "{told}");
    }
}

#[test]
fn somebody_else_sees_the_score_alone() {
    let graded = graded(DERIVATION, Shown::Board);
    assert_eq!((graded.score, graded.solution_hash), (Some(333), None));
    assert!(graded.reading.is_none() && graded.result.is_none());
}

#[test]
fn from_reveal_on_each_match_is_shown_with_its_formula() {
    let problem = problem();
    let graded = graded(DERIVATION, Shown::Everything(&problem));
    let page = submission(Phase::Revealed, Feedback::None, graded, DERIVATION);
    assert!(
        page.contains(r#"id="graph-1" class="graph-node matched"#),
        "{page}"
    );
    assert!(page.contains(r#"id="graph-3" class="graph-node missed answer""#));
    assert!(page.contains(r##"<a href="#node-1"><title>Formula 1, matched</title>"##));
    assert!(page.contains(r##"href="#formula-1">formula 1</a>"##));
    assert!(page.contains("matched: 1. missed: 2, 3."));
    assert!(
        !page.contains("<script>alert") && !page.contains(" style="),
        "{page}"
    );
}

#[test]
fn words_of_the_setter_are_escaped() {
    let problem = problem();
    let page = PhysicsProblemPage {
        shell: shell(),
        season: season(Phase::Revealed, Feedback::Score),
        rules: rules(Feedback::Score),
        problem: head(),
        statement: markdown::statement("<script>alert(1)</script> $x$"),
        about: About::new(&Card::of("fall", &problem)),
        banner: Banner::default(),
        tried: 1,
        solvers: 0,
        superseded: Vec::new(),
        shape: None,
        revealed: RevealedSolution::new(&problem, "salt", true),
        gate: SubmitGate::SignIn,
        text: format!("</textarea>{HOSTILE}"),
        errors: FieldErrors::one("source", HOSTILE),
        reading: None,
        mine: Vec::new(),
        top: Vec::new(),
        previous: None,
        next: None,
    };
    let html = page.render().unwrap();
    assert!(!html.contains("<script>alert"), "{html}");
    assert_eq!(html.matches("</textarea>").count(), 1);
    assert!(html.contains(r#"id="graph-3""#) && html.contains("agrees with the <a"));
}
