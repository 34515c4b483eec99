//! What organizers see while a season runs.

use super::super::seasons::Phase;
use super::super::submission_list::{
    ProblemVersion, SeasonSubmission, SoughtSubmissions, SubmissionListPage, csv,
};
use super::super::trouble::{RunningView, TroublePage};
use super::super::verdict::VerdictLabel;
use super::{HOSTILE, hours_ago, live, render, season, signed_in};

fn submission(id: i64, verdict: Option<&str>) -> SeasonSubmission {
    SeasonSubmission {
        id,
        problem: "squares".into(),
        version: 2,
        person: "mallory".into(),
        display_name: HOSTILE.into(),
        label: "=HYPERLINK(\"x\")".into(),
        submitted_at: hours_ago(1),
        state: if verdict.is_some() {
            "judged"
        } else {
            "queued"
        },
        kind: "unranked",
        verdict: verdict.map(str::to_owned),
        score: verdict.map(|_| 1192),
        l_chars: verdict.map(|_| 30),
        runtime: verdict.map(|_| "00".repeat(32)),
        out: verdict.map(|_| "disqualified"),
    }
}

#[test]
fn submissions_of_a_season() {
    insta::assert_snapshot!(render(&SubmissionListPage {
        shell: signed_in("/seasons/demo/submissions"),
        season: season(Phase::Open),
        problems: vec![("squares".into(), "Squares".into())],
        versions: vec![ProblemVersion {
            slug: "squares".into(),
            version: 1,
            title: "Squares".into(),
            is_out: true,
        }],
        labels: vec![HOSTILE.into()],
        verdicts: vec![VerdictLabel::of_word("REWARD")],
        runtimes: vec!["00".repeat(32), HOSTILE.into()],
        states: vec!["queued", "judged"],
        sought: SoughtSubmissions {
            problem: "squares".into(),
            words: HOSTILE.into(),
            ..SoughtSubmissions::default()
        },
        rows: vec![submission(9, Some("REWARD")), submission(8, None)],
        more: true,
        can_change: true,
        refused: Some(HOSTILE.into()),
    }));
}

#[test]
fn the_same_for_spreadsheets_executes_nothing() {
    let list = csv(&[submission(9, Some("REWARD")), submission(8, None)]).into_text();
    insta::assert_snapshot!(list);
}

#[test]
fn something_is_wrong() {
    insta::assert_snapshot!(render(&TroublePage {
        shell: signed_in("/seasons/demo/trouble"),
        live: live("/seasons/demo/live"),
        season: season(Phase::Open),
        can_change: true,
        queued: 3,
        oldest: Some(hours_ago(2)),
        running: vec![RunningView {
            submission: 7,
            problem: "squares".into(),
            judge: HOSTILE.into(),
            since: Some(hours_ago(1)),
        }],
        judges: None,
        last_judged: Some(hours_ago(2)),
        free: Some(5 << 30),
        internal: 2,
        mails: 1,
    }));
}
