//! The first page, and that of a season.

use chrono::TimeDelta;

use super::super::boards::Pager;
use super::super::seasons::{
    Beaten, FirstPlace, Latest, Phase, Published, SeasonCard, SeasonPage, SeasonsPage, StartHere,
};
use super::{
    HOSTILE, announcement, board_rows, live, now, problem_rows, render, season, signed_in, squares,
    trial, visitor,
};

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
        beaten: Some(Beaten {
            holder: Some(HOSTILE.into()),
            l_chars: 31,
            by: 2,
        }),
    }
}

#[test]
fn seasons() {
    let card = |phase: Phase, solved| SeasonCard {
        problems: (phase == Phase::Open).then_some(12),
        head: season(phase),
        contestants: 31,
        solved,
        first: if phase == Phase::Final {
            vec![FirstPlace {
                name: "ada".into(),
                display_name: HOSTILE.into(),
                total: 21_004,
            }]
        } else {
            Vec::new()
        },
    };
    insta::assert_snapshot!(render(&SeasonsPage {
        shell: visitor("/"),
        live: live("/live"),
        latest: vec![latest()],
        seasons: vec![
            card(Phase::Final, None),
            card(Phase::Open, None),
            card(Phase::Scheduled, Some(3)),
        ],
        archived: 1,
        pager: Pager { page: 1, pages: 1 },
        start: Some(StartHere {
            season: "demo".into(),
            problem: "squares".into(),
            title: "Squares".into(),
            first_terms: squares(8),
            squares: true,
            trial: trial(),
            lengths: vec![27, 29, 30],
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
        archived: 1,
        pager: Pager { page: 1, pages: 1 },
        start: None,
    });
    assert!(html.contains("No season has been announced yet"));
    assert!(!html.contains("Look at all problems"));
}

#[test]
fn an_organizer_is_told_what_to_do_next_and_nobody_else_is() {
    let html = |shell| {
        render(&SeasonsPage {
            shell,
            live: live("/live"),
            latest: Vec::new(),
            seasons: Vec::new(),
            archived: 1,
            pager: Pager { page: 1, pages: 1 },
            start: None,
        })
    };
    let next = "/new-season";
    let role = |role: &str| {
        let mut shell = signed_in("/");
        shell.viewer.as_mut().unwrap().role = role.to_owned();
        shell
    };
    assert!(html(role("organizer")).contains(next));
    for shell in [visitor("/"), role("contestant"), role("setter")] {
        assert!(!html(shell).contains(next));
    }
}

#[test]
fn the_box_on_the_first_page_is_empty_where_the_squares_are_not_the_answer() {
    let start = |squares| StartHere {
        season: "demo".into(),
        problem: "sums".into(),
        title: "Sums".into(),
        first_terms: vec!["0".into(), "2".into()],
        lengths: Vec::new(),
        squares,
        trial: trial(),
    };
    let html = |squares| {
        render(&SeasonsPage {
            shell: visitor("/"),
            live: live("/live"),
            latest: Vec::new(),
            seasons: Vec::new(),
            archived: 1,
            pager: Pager { page: 1, pages: 1 },
            start: Some(start(squares)),
        })
    };
    assert!(html(true).contains("print(n*)</textarea>"));
    let other = html(false);
    assert!(other.contains("data-language=\"python\"></textarea>"));
    assert!(!other.contains("data-caret") && !other.contains("missing letter"));
}

#[test]
fn no_season_is_open() {
    let html = render(&SeasonsPage {
        shell: visitor("/"),
        live: live("/live"),
        latest: Vec::new(),
        seasons: vec![SeasonCard {
            first: Vec::new(),
            head: season(Phase::Final),
            problems: Some(12),
            contestants: 31,
            solved: None,
        }],
        archived: 1,
        pager: Pager { page: 1, pages: 1 },
        start: None,
    });
    assert!(html.contains("Look at all problems"));
}

#[test]
fn season_open() {
    insta::assert_snapshot!(render(&SeasonPage {
        moves: Vec::new(),
        held: Vec::new(),
        people_out: Vec::new(),
        told: vec![announcement()],
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
