//! The additional columns in the tables of a season of programs.

use super::super::{Columns, ProblemRow, SeasonRow, SubmissionRow};
use super::Programs;
use crate::sequence::gate::Gates;

fn length(length: Option<u32>) -> String {
    length.unwrap_or(0).to_string()
}

pub(super) fn submissions(rows: &[SubmissionRow<'_, Programs>]) -> Columns {
    let cells = |row: &SubmissionRow<'_, Programs>| {
        let diversity = row.points.diversity;
        vec![
            length(row.worth.length),
            row.hash.clone(),
            row.details.fuel.to_string(),
            row.details.peak_memory_bytes.to_string(),
            row.points.brevity.to_string(),
            diversity.first_tag.to_string(),
            diversity.shared.to_string(),
            diversity.total.to_string(),
        ]
    };
    Columns {
        names: vec![
            "l_chars",
            "solver_hash",
            "fuel",
            "peak_memory_bytes",
            "brevity_bonus",
            "first_tag_bonus",
            "shared_bonus",
            "diversity_bonus",
        ],
        rows: rows.iter().map(cells).collect(),
    }
}

pub(super) fn problems(rows: &[ProblemRow<'_, Programs>]) -> Columns {
    let cells = |row: &ProblemRow<'_, Programs>| {
        let is_whole = row.worth.gates == Gates::Reward;
        vec![
            row.points.brevity.to_string(),
            row.points.diversity.total.to_string(),
            length(row.worth.length),
            row.created_at_us.to_string(),
            u8::from(is_whole).to_string(),
        ]
    };
    Columns {
        names: vec![
            "brevity_bonus",
            "diversity_bonus",
            "l_chars",
            "created_at_us",
            "reward_correct",
        ],
        rows: rows.iter().map(cells).collect(),
    }
}

pub(super) fn season(rows: &[SeasonRow<'_, Programs>]) -> Columns {
    let cells = |row: &SeasonRow<'_, Programs>| {
        vec![
            row.stage_count.to_string(),
            row.reward_count.to_string(),
            row.median_length_twice
                .map_or_else(String::new, |twice| twice.to_string()),
        ]
    };
    Columns {
        names: vec!["stage_count", "reward_count", "median_l_chars_twice"],
        rows: rows.iter().map(cells).collect(),
    }
}
