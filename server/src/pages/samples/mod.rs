//! Renders every page with sample data and compares it with a snapshot; each place where a person's words appear
//! contains a hostile name or text.

use askama::Template;
use chrono::{DateTime, TimeDelta, TimeZone, Utc};
use dojo_judge::contest::Contest;
use dojo_judge::contest::sequence::SequenceSettings;
use dojo_judge::sequence::ScoringVersion;

use super::boards::{BoardCell, ProblemBoardRow, SeasonBoardRow};
use super::live::Live;
use super::problem::{ProblemHead, SubmissionRow};
use super::seasons::{Mine, Phase, ProblemRow, SeasonHead};
use super::shell::{AnnouncementView, Shell, UnreadView, Viewer};
use super::trial::{LimitsView, ProgramRules, Trial};
use super::verdict::VerdictLabel;
use crate::contests;

mod boards;
mod messages;
mod organizers;
mod people;
mod problems;
mod seasons;
mod site;
mod submissions;

const HOSTILE: &str = "<script>alert(1)</script>";

fn live(address: &str) -> Live {
    Live {
        address: address.to_owned(),
        version: "0123456789abcdef".to_owned(),
        is_shared: true,
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

fn announcement() -> AnnouncementView {
    AnnouncementView {
        id: 7,
        season: Some(("demo".into(), "Demo season".into())),
        problem: Some("The squares".into()),
        to_reader: false,
        question: Some(HOSTILE.into()),
        text: format!("Yes.\n{HOSTILE}"),
        at: hours_ago(1),
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
        problem_is_open: false,
        scoring_version: "0.1".into(),
        opens_at: Some(hours_ago(50)),
        freeze_at: Some(now() + TimeDelta::days(9)),
        reveals_at: Some(now() + TimeDelta::days(10)),
        freeze_started_at: None,
        revealed_at: None,
        cancelled_at: None,
        attempts_max: 50,
        attempt_interval_seconds: 15,
    }
}

fn problem() -> ProblemHead {
    ProblemHead {
        watched: false,
        preview: None,
        live: Some(live("/seasons/demo/live")),
        editorial: None,
        slug: "squares".into(),
        position: 1,
        title: "Squares".into(),
        difficulty: Some("easy".into()),
        tags: vec!["polynomial".into(), "first steps".into()],
        licence: "CC0-1.0".into(),
        known_as: None,
        commitment: Some("9f".repeat(32)),
        withdrawn: None,
        corrections: vec![("n begins with 0".into(), hours_ago(1))],
        held: None,
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
        shortest: Some(26 + position),
        mine,
        my_score,
        my_bytes: my_score.map(|_| 30 + position),
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
        operator: None,
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
        operator: None,
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
            counts: ScoringVersion::V0_1.thresholds(),
            payload: None,
            par: None,
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
