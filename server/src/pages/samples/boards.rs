//! Boards, before and after Reveal.

use super::super::bar_chart::Spread;
use super::super::boards::{
    Banner, BoardColumn, KeptForReveal, Pager, ProblemBoardPage, ProblemBoardRow, SeasonBoardPage,
};
use super::super::reveal::{Solution, SolutionsPage};
use super::super::seasons::Phase;
use super::super::solves::solves;
use super::{
    HOSTILE, board_rows, hours_ago, live, problem, problem_board, problem_rows, render, season,
    signed_in, visitor,
};

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
            who: Vec::new(),
        });
        assert_eq!(!html.contains("Results are not final"), final_, "{phase:?}");
        assert_eq!(
            html.contains("bonus for methods</a> is still"),
            provisional,
            "{phase:?}"
        );
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
        who: Vec::new(),
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
        who: Vec::new(),
    }));
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
}
