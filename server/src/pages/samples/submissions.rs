//! A submission and what its verdict says, to whom.

use dojo_judge::sequence::{Counts, Ending, Rejection, Report, Verdict, brevity_bonus};
use dojo_sandbox::Fuel;

use super::super::explain;
use super::super::seasons::Phase;
use super::super::submission::{
    JudgedProgram, Judging, SubmissionPage, SubmissionView, VerdictFragment,
};
use super::{HOSTILE, hours_ago, problem, program_rules, render, season, signed_in};
use crate::contests::Audience;

fn report(verdict: Verdict) -> Report {
    let reward_correct = verdict == Verdict::Reward;
    let stage_pass = reward_correct || matches!(verdict, Verdict::Stage { .. });
    let ran = !matches!(verdict, Verdict::Rejected { .. });
    Report {
        neutral_hash: None,
        par: None,
        solver_hash: Some(
            "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08".into(),
        ),
        l_chars: 32,
        counts: Some(Counts {
            numeric_literals: if ran { 2 } else { 320 },
            string_literal_chars: 0,
            list_tuple_elements: if ran { 0 } else { 200 },
            numeric_line: 2,
            string_line: 0,
            list_tuple_line: 2,
        }),
        payload: None,
        classification: None,
        stage_pass,
        reward_correct,
        terms_matched: if reward_correct {
            200
        } else if stage_pass {
            143
        } else {
            57
        },
        fuel: Fuel(if ran { 12_345_678 } else { 0 }),
        peak_memory_bytes: if ran { 64 << 20 } else { 0 },
        brevity_bonus: if reward_correct { 192 } else { 0 },
        score: if reward_correct {
            1192
        } else if stage_pass {
            200
        } else {
            0
        },
        stderr: String::new(),
        verdict,
    }
}

fn judged(verdict: Verdict) -> Judging {
    Judging::Judged(Box::new(JudgedProgram {
        rules: program_rules(),
        public_terms: Vec::new(),
        report: report(verdict),
        diversity_bonus: None,
        contradiction: None,
        judged_at: hours_ago(0),
        wall_us: 2_345,
    }))
}

fn submission(judging: Judging, audience: Audience) -> SubmissionView {
    SubmissionView {
        id: 117,
        season: season(Phase::Open),
        problem: problem(),
        author: HOSTILE.into(),
        author_name: "ada".into(),
        operator: None,
        created_at: hours_ago(1),
        method_tag: "closed_form".into(),
        notes: "n*n </p><script>alert(1)</script>".into(),
        audience,
        judging,
        out: None,
        practice: false,
        own: true,
        carried_from: None,
        after: None,
        beaten: None,
    }
}

fn submission_page(judging: Judging) -> String {
    render(&SubmissionPage {
        trial: None,
        transcript: None,
        rendered: None,
        shell: signed_in("/submissions/117"),
        submission: submission(judging, Audience::Author),
        source: Some("for n in range(999):\n  if n<2: print(n) # </code><script>alert(1)</script>\n  else:print(n*n)".into()),
        withdrawable: true,
    })
}

fn wrong() -> Verdict {
    Verdict::Failed {
        reason: Ending::Wrong {
            index: 57,
            expected: "3249".into(),
            got: "3248".into(),
        },
    }
}

#[test]
fn submission_waiting() {
    insta::assert_snapshot!(submission_page(Judging::Queued { ahead: Some(2) }));
}

#[test]
fn submission_wrong() {
    insta::assert_snapshot!(submission_page(judged(wrong())));
}

#[test]
fn submission_right() {
    insta::assert_snapshot!(render(&VerdictFragment {
        submission: submission(judged(Verdict::Reward), Audience::Author)
    }));
}

#[test]
fn submission_refused() {
    insta::assert_snapshot!(render(&VerdictFragment {
        submission: submission(
            judged(Verdict::Rejected {
                reason: Rejection::Hardcode { message: "looks like an answer table: 320 number literals, at most 120 are accepted (see line 2)".into(), line: 2 },
            }),
            Audience::Author,
        ),
    }));
}

#[test]
fn a_stage_pass_tells_nothing_of_the_hidden_terms() {
    let hidden = [
        Ending::Wrong {
            index: 143,
            expected: "20449".into(),
            got: "20448".into(),
        },
        Ending::Short { terms: 143 },
        Ending::Fuel,
        Ending::Exception {
            message: "ValueError: 143".into(),
        },
    ];
    let pages: Vec<String> = hidden
        .into_iter()
        .map(|reason| {
            render(&VerdictFragment {
                submission: submission(judged(Verdict::Stage { reason }), Audience::Author),
            })
        })
        .collect();
    let first = pages.first().unwrap();
    assert!(pages.iter().all(|page| page == first));
    assert!(!first.contains("143") && !first.contains("20449"));
    let after = render(&VerdictFragment {
        submission: submission(
            judged(Verdict::Stage {
                reason: Ending::Wrong {
                    index: 143,
                    expected: "20449".into(),
                    got: "20448".into(),
                },
            }),
            Audience::Everything,
        ),
    });
    assert!(after.contains("a(143)") && after.contains("20449"));
}

#[test]
fn others_see_the_score_but_not_the_run() {
    let html = render(&VerdictFragment {
        submission: submission(judged(wrong()), Audience::Public),
    });
    assert!(html.contains("Wrong term"));
    for hidden in ["3249", "3248", "Fuel", "Number literals", "SHA-256"] {
        assert!(!html.contains(hidden), "{hidden}");
    }
}

#[test]
fn every_ending_is_explained() {
    let endings = [
        (Ending::Short { terms: 0 }, "printed no terms"),
        (
            Ending::Short { terms: 40 },
            "It printed 40 terms; 100 right ones",
        ),
        (
            Ending::BadToken {
                index: 3,
                token: "1.0".into(),
            },
            "// divides without a fraction",
        ),
        (
            Ending::BadToken {
                index: 3,
                token: "[1,".into(),
            },
            "without commas or brackets",
        ),
        (
            Ending::Exception {
                message: "ZeroDivisionError: division by zero".into(),
            },
            "ZeroDivisionError",
        ),
        (Ending::Fuel, "about 10 billion"),
        (Ending::Memory, "The limit is 128 MiB"),
        (Ending::Output, "The limit is 256 KiB"),
        (
            Ending::TermSize { index: 9 },
            "a(9) had more than 1,000 digits",
        ),
        (Ending::Stack, "recursed too deeply"),
    ];
    for (reason, said) in endings {
        let html = render(&VerdictFragment {
            submission: submission(judged(Verdict::Failed { reason }), Audience::Author),
        });
        assert!(html.contains(said), "{said}");
    }
    let rejections = [
        (
            Rejection::Format {
                message: "a NUL byte at byte 17".into(),
            },
            "a NUL byte at byte 17",
        ),
        (
            Rejection::Size {
                bytes: 70_000,
                limit: 65_536,
            },
            "It has 70,000 bytes and may have 65,536.",
        ),
        (
            Rejection::Syntax {
                message: "invalid syntax".into(),
                line: 3,
            },
            "See <a href=\"#L3\">line 3</a>",
        ),
        (
            Rejection::Policy {
                message: "no".into(),
            },
            "did not run",
        ),
    ];
    for (reason, said) in rejections {
        let html = render(&VerdictFragment {
            submission: submission(judged(Verdict::Rejected { reason }), Audience::Author),
        });
        assert!(html.contains(said), "{said}");
    }
}

fn judged_program(report: Report) -> JudgedProgram {
    JudgedProgram {
        rules: program_rules(),
        public_terms: ["0", "1", "4", "9"].map(str::to_owned).into(),
        report,
        diversity_bonus: None,
        contradiction: None,
        judged_at: hours_ago(0),
        wall_us: 2_345,
    }
}

#[test]
fn the_shortness_that_is_shown_is_by_the_formula_of_the_scoring() {
    for (par, formula) in [(None, "200·e^(−32/800)"), (Some(31), "200·2^(−32/31)")] {
        let judged = judged_program(Report {
            par,
            brevity_bonus: brevity_bonus(32, par),
            ..report(Verdict::Reward)
        });
        let lines = explain::derivation(&judged);
        assert!(
            lines.iter().any(|line| line.what.contains(formula)),
            "{lines:?}"
        );
    }
}

#[test]
fn an_offset_is_advised_only_where_the_next_term_stands_first() {
    for (got, is_advised) in [("1", true), ("7", false), ("12345678901234567890", false)] {
        let verdict = Verdict::Failed {
            reason: Ending::Wrong {
                index: 0,
                expected: "0".into(),
                got: got.into(),
            },
        };
        let judged = judged_program(report(verdict));
        let submission = submission(Judging::Running, Audience::Author);
        let advice = explain::explain(&submission, &judged).advice;
        assert_eq!(advice.is_some(), is_advised, "{got}: {advice:?}");
    }
}
