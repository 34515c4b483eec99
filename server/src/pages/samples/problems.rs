//! The page of a problem, with its box.

use chrono::TimeDelta;

use super::super::boards::Banner;
use super::super::form::FieldErrors;
use super::super::markdown;
use super::super::problem::{ProblemLink, ProblemPage, SubmitForm, SubmitGate};
use super::super::seasons::Phase;
use super::super::shell::Shell;
use super::super::terms::PublicTerms;
use super::{
    now, problem, problem_board, render, season, signed_in, squares, submission_rows, trial,
    visitor,
};

fn problem_page(shell: Shell, gate: SubmitGate) -> ProblemPage {
    ProblemPage {
        shortest: Some(29),
        shell,
        season: season(Phase::Open),
        problem: problem(),
        tried: 15,
        solvers: 12,
        statement: markdown::statement(
            "The squares of the natural numbers, **0 included**.\n\n<img src=x onerror=alert(1)>\n",
        ),
        terms: PublicTerms::new(0, &squares(100)),
        trial: trial(),
        tried_here: None,
        banner: Banner::default(),
        superseded: Vec::new(),
        revealed: None,
        gate,
        form: SubmitForm::default(),
        errors: FieldErrors::new(),
        mine: submission_rows(),
        top: problem_board(),
        previous: None,
        next: Some(ProblemLink {
            slug: "fibonacci".into(),
            title: "Fibonacci numbers".into(),
        }),
    }
}

#[test]
fn problem_for_a_contestant() {
    insta::assert_snapshot!(render(&problem_page(
        signed_in("/seasons/demo/problems/squares"),
        SubmitGate::Open {
            attempts_left: 47,
            next_at: Some(now() + TimeDelta::seconds(9))
        },
    )));
}

#[test]
fn problem_for_a_visitor() {
    let html = render(&problem_page(
        visitor("/seasons/demo/problems/squares"),
        SubmitGate::SignIn,
    ));
    assert!(
        html.contains(r#"href="/login?next=/seasons/demo/problems/squares">Sign in to submit"#)
    );
    assert!(!html.contains("Your submissions"));
}

#[test]
fn a_closed_season_has_no_box() {
    let html = render(&problem_page(signed_in("/"), SubmitGate::Over));
    assert!(html.contains("takes no more submissions"));
    // A program can still be run here, and not be sent.
    assert!(html.contains("data-guest") && !html.contains("id=\"send\""));
}

#[test]
fn a_refused_submission_keeps_what_was_typed() {
    let mut page = problem_page(
        signed_in("/"),
        SubmitGate::Open {
            attempts_left: 47,
            next_at: None,
        },
    );
    page.form = SubmitForm {
        source: "\nprint('</textarea><script>alert(1)</script>')\n".into(),
        method_tag: "other".into(),
        notes: "\"quoted\"".into(),
    };
    page.errors = FieldErrors::one(
        "source",
        "Wait 9 seconds: one submission each 15 seconds is accepted.",
    );
    let html = render(&page);
    assert!(
        html.contains(">\n\nprint(&#39;&#60;/textarea&#62;"),
        "the first newline is kept"
    );
    assert!(html.contains(r#"maxlength="64" value="other""#));
    assert!(html.contains("&#34;quoted&#34;"));
    assert!(html.contains(r#"id="source-error">Wait 9 seconds"#));
    assert!(html.contains("aria-describedby=\"source-count source-error\""));
}

#[test]
fn the_source_is_kept_even_when_the_season_closed_meanwhile() {
    let mut page = problem_page(signed_in("/"), SubmitGate::Over);
    page.form.source = "print(1)".into();
    assert!(render(&page).contains("print(1)</textarea>"));
}

#[test]
fn huge_terms() {
    let terms: Vec<String> = (0..100_usize)
        .map(|n| {
            if n % 3 == 1 {
                format!("-{}", "7".repeat(n * 10))
            } else {
                "1".repeat(n * 10 + 1)
            }
        })
        .collect();
    let mut page = problem_page(visitor("/"), SubmitGate::SignIn);
    page.terms = PublicTerms::new(1, &terms);
    let html = render(&page);
    assert!(html.contains(
        "<summary>-777777777777…777777777777 <span class=\"fine\">970 digits</span></summary>"
    ));
}
