//! The additional columns in the tables of a season of derivations.

use super::super::{Columns, ProblemRow, SeasonRow, SubmissionRow};
use super::{DerivationDetails, Derivations};
use crate::derivation::FinalAnswers;

/// The columns for final answers. A table has them if one of its rows has measured answers: without them, tables of
/// older graders stay as they were.
const ANSWERS: [&str; 3] = ["final_right", "final_of", "eed"];

fn answers(row: Option<FinalAnswers>) -> Vec<String> {
    match row {
        Some(FinalAnswers { right, of, eed }) => {
            vec![right.to_string(), of.to_string(), eed.to_string()]
        }
        None => vec![String::new(); ANSWERS.len()],
    }
}

/// Builds columns: the cells of each row, its final answers, and further cells.
fn with_answers(
    before: &[&'static str],
    after: &[&'static str],
    rows: Vec<(Vec<String>, Option<FinalAnswers>, Vec<String>)>,
) -> Columns {
    let are_there = rows.iter().any(|(_, row, _)| row.is_some());
    let names: &[&str] = if are_there { &ANSWERS } else { &[] };
    Columns {
        names: [before, names, after].concat(),
        rows: rows
            .into_iter()
            .map(|(before, row, after)| {
                let cells = if are_there { answers(row) } else { Vec::new() };
                [before, cells, after].concat()
            })
            .collect(),
    }
}

fn formulas(details: &DerivationDetails) -> [String; 2] {
    [
        details.formulas.scored.to_string(),
        details.formulas.matched.to_string(),
    ]
}

pub(super) fn submissions(rows: &[SubmissionRow<'_, Derivations>]) -> Columns {
    let cells = |row: &SubmissionRow<'_, Derivations>| {
        let [scored, matched] = formulas(row.details);
        let before = vec![row.hash.clone(), scored, matched];
        (before, row.details.final_answers, Vec::new())
    };
    with_answers(
        &["solution_hash", "formulas_scored", "formulas_matched"],
        &[],
        rows.iter().map(cells).collect(),
    )
}

pub(super) fn problems(rows: &[ProblemRow<'_, Derivations>]) -> Columns {
    let cells = |row: &ProblemRow<'_, Derivations>| {
        let before = formulas(row.details).to_vec();
        let after = vec![row.created_at_us.to_string()];
        (before, row.details.final_answers, after)
    };
    with_answers(
        &["formulas_scored", "formulas_matched"],
        &["created_at_us"],
        rows.iter().map(cells).collect(),
    )
}

pub(super) fn season(rows: &[SeasonRow<'_, Derivations>]) -> Columns {
    let cells = |row: &SeasonRow<'_, Derivations>| {
        let before = vec![row.stage_count.to_string(), row.reward_count.to_string()];
        (before, answers_of_season(row), Vec::new())
    };
    with_answers(
        &["scored_count", "full_marks_count"],
        &[],
        rows.iter().map(cells).collect(),
    )
}

/// A person's final answers over the problems that count; `None` if no row was measured.
pub(super) fn answers_of_season(row: &SeasonRow<'_, Derivations>) -> Option<FinalAnswers> {
    let own: Vec<FinalAnswers> = (row.details.iter())
        .filter_map(|details| details.final_answers)
        .collect();
    (!own.is_empty()).then(|| FinalAnswers::of_season(&own, row.problems))
}
