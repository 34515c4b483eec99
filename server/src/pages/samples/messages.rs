//! Questions and announcements.

use super::super::messages::{
    AnnouncementsPage, AnswerView, QuestionPage, QuestionsPage, ThreadView,
};
use super::super::seasons::Phase;
use super::super::shell::Shell;
use super::{HOSTILE, UnreadView, announcement, hours_ago, render, season, signed_in};
use crate::messages::questions::Right;

fn thread() -> ThreadView {
    ThreadView {
        id: 3,
        problem: Some("squares".into()),
        problem_title: Some(HOSTILE.into()),
        asker: Some(("mallory".into(), HOSTILE.into())),
        text: format!("Does it begin\nat {HOSTILE}?"),
        asked_at: hours_ago(3),
        answering: Some(("olga".into(), hours_ago(2))),
        draft: Some((HOSTILE.into(), "sonja".into())),
        answers: vec![AnswerView {
            text: HOSTILE.into(),
            to_all: true,
            by: Some("olga".into()),
            at: hours_ago(1),
        }],
    }
}

fn shell(path: &str) -> Shell {
    Shell {
        unread: UnreadView {
            count: 2,
            latest: Some(announcement()),
            last: 7,
        },
        ..signed_in(path)
    }
}

#[test]
fn questions_of_a_season() {
    insta::assert_snapshot!(render(&QuestionsPage {
        shell: shell("/seasons/demo/questions"),
        season: season(Phase::Open),
        takes: true,
        problems: vec![("squares".into(), "Squares".into())],
        problem: "squares".into(),
        state: String::new(),
        person: String::new(),
        threads: vec![thread()],
        told: vec![announcement()],
        sees_others: true,
        organizes: false,
        text: HOSTILE.into(),
        refused: Some(HOSTILE.into()),
    }));
}

#[test]
fn question_for_an_organizer() {
    insta::assert_snapshot!(render(&QuestionPage {
        shell: shell("/seasons/demo/questions/3"),
        season: season(Phase::Open),
        thread: thread(),
        right: Right::Answer,
        text: HOSTILE.into(),
        to_all: true,
        usual: vec![HOSTILE.into()],
        refused: Some(HOSTILE.into()),
        asks: true,
    }));
}

#[test]
fn announcements() {
    insta::assert_snapshot!(render(&AnnouncementsPage {
        shell: shell("/announcements"),
        announcements: vec![announcement()],
        may_tell: true,
        seasons: vec![("demo".into(), "Demo season".into())],
        season: "demo".into(),
        person: HOSTILE.into(),
        text: HOSTILE.into(),
        refused: Some(HOSTILE.into()),
        asks: true,
    }));
}
