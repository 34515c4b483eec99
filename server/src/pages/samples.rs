//! Every page with sample data, held against snapshots; a hostile name and hostile text are in
//! each place where a person's words appear.

use askama::Template;
use chrono::{DateTime, TimeDelta, TimeZone, Utc};
use dojo_judge::contest::Contest;
use dojo_judge::contest::sequence::SequenceSettings;
use dojo_judge::sequence::{Counts, Ending, Rejection, Report, Verdict};
use dojo_sandbox::Fuel;

use super::account::{AccountPage, LoginPage, NewToken, RegisterPage, TokenRow};
use super::bars::Spread;
use super::boards::{
    Banner, BoardCell, BoardColumn, KeptForReveal, Pager, ProblemBoardPage, ProblemBoardRow,
    SeasonBoardPage, SeasonBoardRow,
};
use super::docs::{DocLink, DocPage};
use super::error::ErrorPage;
use super::form::FieldErrors;
use super::live::Live;
use super::markdown;
use super::problem::{
    ProblemHead, ProblemLink, ProblemPage, SubmissionRow, SubmitForm, SubmitGate,
};
use super::reveal::{Before, ResolverPage, Solution, SolutionsPage, Step};
use super::seasons::{
    Latest, Mine, Phase, ProblemRow, Published, SeasonCard, SeasonHead, SeasonPage, SeasonsPage,
    StartHere,
};
use super::shell::{Flash, FlashKind, Shell, Viewer};
use super::solves::solves;
use super::submission::{JudgedProgram, Judging, SubmissionPage, SubmissionView, VerdictFragment};
use super::terms::PublicTerms;
use super::trial::{LimitsView, ProgramRules, Trial};
use super::verdict::VerdictLabel;
use crate::contests::{self, Audience};

const HOSTILE: &str = "<script>alert(1)</script>";

fn live(address: &str) -> Live {
    Live {
        address: address.to_owned(),
        version: "0123456789abcdef".to_owned(),
        is_shared: true,
    }
}

fn latest() -> Latest {
    Latest {
        season: "demo".into(),
        problem: "squares".into(),
        title: "Squares".into(),
        name: "ada".into(),
        display_name: HOSTILE.into(),
        l_chars: Some(29),
        submission_id: 17,
        at: now() - TimeDelta::minutes(3),
    }
}

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 12, 0, 0).unwrap()
}

fn hours_ago(hours: i64) -> DateTime<Utc> {
    now() - TimeDelta::hours(hours)
}

fn visitor(path: &str) -> Shell {
    Shell::visitor(path, "csrf-token-of-a-visitor", now())
}

fn signed_in(path: &str) -> Shell {
    Shell {
        viewer: Some(Viewer {
            name: "mallory".into(),
            display_name: HOSTILE.into(),
            role: "contestant".into(),
        }),
        csrf_token: "csrf-token-of-mallory".into(),
        ..visitor(path)
    }
}

fn season(phase: Phase) -> SeasonHead {
    SeasonHead {
        slug: "demo".into(),
        title: "Demo season".into(),
        summary: "Twelve sequences to try the dojo with, from squares to self-reference.".into(),
        phase,
        room: contests::of(Contest::Sequence),
        programs: Some(SequenceSettings::default()),
        derivations: None,
        public_terms_only: false,
        scoring_version: "0.1".into(),
        opens_at: Some(hours_ago(50)),
        freeze_at: Some(now() + TimeDelta::days(9)),
        freeze_started_at: None,
        attempts_max: 50,
        attempt_interval_seconds: 15,
    }
}

fn problem() -> ProblemHead {
    ProblemHead {
        slug: "squares".into(),
        position: 1,
        title: "Squares".into(),
        difficulty: Some("easy".into()),
        tags: vec!["polynomial".into(), "first steps".into()],
        licence: "CC0-1.0".into(),
        known_as: None,
        commitment: Some("9f".repeat(32)),
        withdrawn: None,
    }
}

fn squares(count: u64) -> Vec<String> {
    (0..count).map(|n| (n * n).to_string()).collect()
}

fn problem_rows() -> Vec<ProblemRow> {
    let row = |position: u32,
               slug: &str,
               title: &str,
               level: &str,
               tags: &[&str],
               terms: &[&str],
               mine,
               my_score| ProblemRow {
        slug: slug.into(),
        position,
        title: title.into(),
        difficulty: Some(level.into()),
        tags: tags.iter().map(|&tag| tag.into()).collect(),
        first_terms: terms.iter().map(|&term| term.into()).collect(),
        solvers: 12 - position,
        tried: 15,
        mine,
        my_score,
        withdrawn: (slug == "golomb").then(|| HOSTILE.into()),
        superseded: Vec::new(),
    };
    vec![
        row(
            1,
            "squares",
            "Squares",
            "easy",
            &["polynomial"],
            &["0", "1", "4", "9", "16", "25", "36", "49"],
            Mine::Reward,
            Some(1195),
        ),
        row(
            2,
            "fibonacci",
            "Fibonacci numbers",
            "easy",
            &["recurrence"],
            &["0", "1", "1", "2", "3", "5", "8", "13"],
            Mine::Stage,
            Some(200),
        ),
        row(
            3,
            "bell",
            "Bell numbers",
            "medium",
            &["combinatorics"],
            &["1", "1", "2", "5", "15", "52", "203", "877"],
            Mine::Tried,
            None,
        ),
        row(
            4,
            "golomb",
            "Golomb’s sequence",
            "hard",
            &["self-reference", HOSTILE],
            &["1", "2", "2", "3", "3", "4", "4", "4"],
            Mine::None,
            None,
        ),
    ]
}

fn board_rows(columns: usize) -> Vec<SeasonBoardRow> {
    let row = |rank: u32, name: &str, display: &str, is_me, solved: usize| SeasonBoardRow {
        rank,
        name: name.into(),
        display_name: display.into(),
        is_me,
        total: 1190 * u32::try_from(solved).unwrap() + 200,
        reward_count: u32::try_from(solved).unwrap(),
        stage_count: u32::try_from(solved).unwrap() + 1,
        median_l_chars_twice: (solved > 0).then_some(73 + rank),
        final_answers: None,
        cells: (0..columns)
            .map(|column| match column {
                c if c < solved => Some(BoardCell {
                    submission_id: 10 + i64::from(rank),
                    score: 1190,
                    l_chars: Some(36),
                    reward_correct: true,
                }),
                c if c == solved => Some(BoardCell {
                    submission_id: 20 + i64::from(rank),
                    score: 200,
                    l_chars: Some(1036),
                    reward_correct: false,
                }),
                _ => None,
            })
            .collect(),
    };
    vec![
        row(1, "ada", "Ada", false, columns.saturating_sub(1)),
        row(2, "mallory", HOSTILE, true, columns / 2),
        row(3, "sofya", "Софья Ковалевская", false, 0),
    ]
}

fn problem_board() -> Vec<ProblemBoardRow> {
    let row = |rank: u32, name: &str, display: &str, is_me, score, l_chars| ProblemBoardRow {
        beside: None,
        rank,
        name: name.into(),
        display_name: display.into(),
        is_me,
        reward_correct: score > 200,
        score,
        l_chars: Some(l_chars),
        submitted_at: hours_ago(30 - i64::from(rank)),
        submission_id: 100 + i64::from(rank),
        diversity_bonus: (rank == 1).then_some(20),
    };
    vec![
        row(1, "ada", "Ada", false, 1193, 28),
        row(2, "mallory", HOSTILE, true, 1184, 64),
        row(3, "kurt", "kurt", false, 200, 12_345),
    ]
}

fn submission_rows() -> Vec<SubmissionRow> {
    ["QUEUED", "REWARD", "STAGE", "WRONG", "REJECT_HARDCODE"]
        .iter()
        .zip(0..)
        .map(|(word, age)| SubmissionRow {
            id: 120 - age,
            season: "demo".into(),
            problem: "squares".into(),
            problem_title: "Squares".into(),
            created_at: hours_ago(age * age),
            verdict: VerdictLabel::of_word(word),
            l_chars: (*word != "QUEUED").then_some(36),
            score: match *word {
                "REWARD" => Some(1191),
                "STAGE" => Some(200),
                "QUEUED" => None,
                _ => Some(0),
            },
            counts: *word == "REWARD",
            practice: false,
        })
        .collect()
}

fn program_rules() -> ProgramRules {
    ProgramRules {
        index_origin: 0,
        n_check: 200,
        n_stage: 100,
        n_public: 100,
        limits: LimitsView {
            source_bytes: 65_536,
            fuel: 10_000_000_000,
            memory_bytes: 128 << 20,
            output_bytes: 256 << 10,
            max_term_digits: 1000,
            payload: None,
        },
    }
}

fn trial() -> Trial {
    Trial {
        problem: "/seasons/demo/problems/squares".into(),
        known: 100,
        rules: program_rules(),
    }
}

fn problem_page(shell: Shell, gate: SubmitGate) -> ProblemPage {
    ProblemPage {
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

fn report(verdict: Verdict) -> Report {
    let reward_correct = verdict == Verdict::Reward;
    let stage_pass = reward_correct || matches!(verdict, Verdict::Stage { .. });
    let ran = !matches!(verdict, Verdict::Rejected { .. });
    Report {
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
        created_at: hours_ago(1),
        method_tag: "closed_form".into(),
        notes: "n*n </p><script>alert(1)</script>".into(),
        audience,
        judging,
        out: None,
        practice: false,
        own: true,
        after: None,
    }
}

fn submission_page(judging: Judging) -> String {
    render(&SubmissionPage {
        rendered: None,
        shell: signed_in("/submissions/117"),
        submission: submission(judging, Audience::Author),
        source: Some("for n in range(999):\n  if n<2: print(n) # </code><script>alert(1)</script>\n  else:print(n*n)".into()),
        withdrawable: true,
        has_receipt: true,
    })
}

/// Renders, and holds what is true of every page: nothing hostile survives, nothing that the
/// content policy forbids appears.
fn render(page: &impl Template) -> String {
    let html = page.render().unwrap();
    assert!(
        !html.contains("alert(1)</script>") && !html.contains("<img src=x"),
        "unescaped text"
    );
    for forbidden in [
        " style=",
        "<style",
        "javascript:",
        " onclick",
        " onload",
        "<script>",
    ] {
        assert!(!html.contains(forbidden), "{forbidden} in a page");
    }
    // The addresses of assets change with their content.
    let mut parts = html.split("?v=");
    let mut stable = parts.next().unwrap().to_owned();
    for part in parts {
        stable.push_str("?v=…");
        stable.push_str(part.trim_start_matches(|c: char| c.is_ascii_hexdigit()));
    }
    stable
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
fn seasons() {
    let card = |phase, solved| SeasonCard {
        head: season(phase),
        problems: 12,
        contestants: 31,
        solved,
    };
    insta::assert_snapshot!(render(&SeasonsPage {
        shell: visitor("/"),
        live: live("/live"),
        latest: vec![latest()],
        seasons: vec![card(Phase::Open, None), card(Phase::Scheduled, Some(3))],
        start: Some(StartHere {
            season: "demo".into(),
            problem: "squares".into(),
            title: "Squares".into(),
            first_terms: squares(8),
            trial: trial(),
        }),
    }));
}

#[test]
fn no_season_yet() {
    let html = render(&SeasonsPage {
        shell: visitor("/"),
        live: live("/live"),
        latest: Vec::new(),
        seasons: Vec::new(),
        start: None,
    });
    assert!(html.contains("No season has been announced yet"));
}

#[test]
fn season_open() {
    insta::assert_snapshot!(render(&SeasonPage {
        shell: signed_in("/seasons/demo"),
        live: live("/seasons/demo/live"),
        latest: vec![latest()],
        season: season(Phase::Open),
        published: Published {
            manifest_hash: Some("ab".repeat(32)),
            seed: None,
            ..Published::default()
        },
        problems: problem_rows(),
        top: board_rows(4),
        contestants: 31,
        organizes: false,
    }));
}

#[test]
fn results_are_called_final_only_when_they_are() {
    for (phase, is_scored, final_, provisional) in [
        (Phase::Open, false, false, true),
        (Phase::Frozen, false, false, true),
        (Phase::Frozen, true, false, false),
        (Phase::Final, true, true, false),
    ] {
        let html = render(&SeasonBoardPage {
            shell: visitor("/"),
            live: live("/seasons/demo/live"),
            season: season(phase),
            banner: Banner {
                is_scored,
                hidden_since: None,
                kept: KeptForReveal::Nothing,
                without_bonuses: false,
            },
            pager: Pager { page: 1, pages: 1 },
            columns: Vec::new(),
            rows: board_rows(0),
        });
        assert_eq!(!html.contains("Results are not final"), final_, "{phase:?}");
        assert_eq!(html.contains("diversity pending"), provisional, "{phase:?}");
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
            "It printed 40 terms; 100 are needed",
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
        (Ending::Fuel, "The fuel is 10 billion"),
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

#[test]
fn board_of_a_problem() {
    insta::assert_snapshot!(render(&ProblemBoardPage {
        shell: signed_in("/seasons/demo/problems/squares/leaderboard"),
        live: live("/seasons/demo/live"),
        season: season(Phase::Open),
        banner: Banner::default(),
        problem: problem(),
        rows: problem_board(),
        is_cut: false,
        tags: Vec::new(),
    }));
}

#[test]
fn board_of_a_season() {
    insta::assert_snapshot!(render(&SeasonBoardPage {
        shell: signed_in("/seasons/demo/leaderboard"),
        live: live("/seasons/demo/live"),
        season: season(Phase::Open),
        banner: Banner::default(),
        pager: Pager { page: 2, pages: 3 },
        columns: problem_rows()
            .into_iter()
            .map(|row| BoardColumn {
                slug: row.slug,
                title: row.title,
                position: row.position
            })
            .collect(),
        rows: board_rows(4),
    }));
}

#[test]
fn register_refused() {
    let mut errors = FieldErrors::one("name", "Somebody has that name already.");
    errors.add("password", "Ten characters or more, please.");
    insta::assert_snapshot!(render(&RegisterPage {
        shell: visitor("/register"),
        name: HOSTILE.into(),
        display_name: String::new(),
        errors,
        next: "/seasons/demo".into(),
        password_min: 10,
    }));
}

#[test]
fn login() {
    insta::assert_snapshot!(render(&LoginPage {
        shell: visitor("/login"),
        name: String::new(),
        errors: FieldErrors::one("", "Name and password do not fit together."),
        next: String::new(),
        hint: Some("This is a demo.".into()),
    }));
}

#[test]
fn account() {
    let token = |id, label: &str, revoked_at| TokenRow {
        id,
        label: label.into(),
        created_at: hours_ago(40),
        last_used_at: None,
        revoked_at,
    };
    insta::assert_snapshot!(render(&AccountPage {
        shell: Shell {
            flash: Some(Flash {
                kind: FlashKind::Done,
                text: "Saved.".into()
            }),
            ..signed_in("/account")
        },
        name: "mallory".into(),
        display_name: HOSTILE.into(),
        role: "contestant".into(),
        created_at: hours_ago(400),
        errors: FieldErrors::new(),
        password_min: 10,
        token_label: String::new(),
        new_token: Some(NewToken {
            label: HOSTILE.into(),
            secret: "dojo_0123456789abcdef".into()
        }),
        tokens: vec![token(2, HOSTILE, None), token(1, "old", Some(hours_ago(3)))],
        sessions: 2,
        submissions: submission_rows(),
        submissions_total: 105,
    }));
}

#[test]
fn document() {
    insta::assert_snapshot!(render(&DocPage {
        shell: visitor("/docs/rules"),
        document: markdown::document(
            "# Rules\n\nThe *rules*, v1.\n\n## Terms\n\n| L | bonus |\n|--:|--:|\n| 1 | 199 |\n\n## Attempts\n\n```python\nprint(1)\n```\n"
        ),
        name: "rules".into(),
        all: vec![
            DocLink {
                name: "rules".into(),
                title: "Rules".into()
            },
            DocLink {
                name: "spec".into(),
                title: "Protocol".into()
            }
        ],
    }));
}

#[test]
fn errors() {
    insta::assert_snapshot!(render(&ErrorPage {
        detail: Some("The problem “squares” has been withdrawn.".into()),
        kept_text: Some(format!("print(1)\n{HOSTILE}")),
        ..ErrorPage::new(visitor("/x"), 409)
    }));
    for status in [400, 401, 403, 404, 405, 409, 413, 422, 429, 500, 503] {
        let html = render(&ErrorPage::new(visitor("/x"), status));
        assert!(html.contains(&format!(r#"<p class="status">{status}</p>"#)));
        assert!(html.contains("fault") == (status == 500), "{status}");
    }
}

#[test]
fn words_of_people_are_escaped_on_the_pages_of_reveal() {
    let hostile = |row: ProblemBoardRow| ProblemBoardRow {
        display_name: HOSTILE.into(),
        ..row
    };
    let rows: Vec<ProblemBoardRow> = problem_board().into_iter().map(hostile).collect();
    let solutions: Vec<Solution> = rows
        .iter()
        .map(|row| Solution {
            rendered: None,
            row: row.clone(),
            method_tag: HOSTILE.into(),
            source: format!("print('</code></pre>{HOSTILE}')"),
        })
        .collect();
    let programs = solutions.len();
    let html = render(&SolutionsPage {
        shell: signed_in("/"),
        season: season(Phase::Revealed),
        problem: problem(),
        spread: Spread::new(
            &[(HOSTILE.into(), 2)],
            &[28, 41],
            solves(&[hours_ago(20), hours_ago(3)], (Some(hours_ago(50)), None)),
        ),
        choices: rows,
        chosen: (None, None),
        pair: Vec::new(),
        solutions,
        pager: Pager { page: 1, pages: 1 },
        is_cut: false,
    });
    assert_eq!(html.matches("<pre class=\"code\"").count(), programs);
    assert_eq!(html.matches("</pre>").count(), programs);

    let rows = board_rows(1);
    let html = render(&ResolverPage {
        shell: signed_in("/"),
        season: season(Phase::Revealed),
        banner: Banner::default(),
        people: 9,
        shown: 3,
        step: Some(Step {
            row: SeasonBoardRow {
                display_name: HOSTILE.into(),
                ..rows[0].clone()
            },
            lines: Vec::new(),
            before: Before {
                rank: 2,
                points: 100,
            },
            ahead_of: Some((HOSTILE.into(), 1)),
        }),
        rows,
    });
    assert!(html.contains("1 point ahead of"), "{html}");
}
