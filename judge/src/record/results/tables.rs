//! Writes results as CSV tables (RFC 4180) with a header line. The columns of all types of contest come first, then
//! those of the season's type.

use super::{Input, ProblemResults, SeasonLine, own};
use crate::contest::{Columns, Member, ProblemRow, SeasonRow, SubmissionRow};
use crate::record::scoring::SeasonScores;

/// The points of each submission, in the order of their numbers.
pub(super) fn submissions_csv<K: Member>(input: &Input<'_>, scores: &SeasonScores) -> String {
    let mut order: Vec<usize> = (0..input.submissions.len()).collect();
    order.sort_unstable_by_key(|&at| input.submissions[at].submission);
    let rows: Vec<SubmissionRow<'_, K>> = order
        .iter()
        .map(|&at| {
            let submission = &input.submissions[at];
            let hash = submission.solver_hash;
            SubmissionRow {
                worth: &submission.worth,
                points: &scores.points[at],
                hash: hash.map_or_else(String::new, |hash| hash.to_string()),
                details: own::<K>(submission),
            }
        })
        .collect();
    let common = order.iter().map(|&at| {
        let submission = &input.submissions[at];
        let problem = &input.problems[submission.problem as usize];
        vec![
            submission.submission.to_string(),
            problem.problem.to_owned(),
            problem.version.to_string(),
            CsvCell(submission.person).to_string(),
            submission.created_at_us.to_string(),
            u8::from(submission.counts).to_string(),
            submission.verdict.to_owned(),
        ]
    });
    let names = [
        "submission",
        "problem",
        "version",
        "person",
        "created_at_us",
        "counts",
        "verdict",
    ];
    let score = |&at: &usize| vec![scores.points[at].score.to_string()];
    csv(&[
        columns(&names, common),
        K::submission_columns(&rows),
        columns(&["score"], order.iter().map(score)),
    ])
}

/// The season's board.
pub(super) fn season_csv<K: Member>(board: &[SeasonLine], rows: &[SeasonRow<'_, K>]) -> String {
    let common = board.iter().map(|line| {
        vec![
            line.rank.to_string(),
            CsvCell(&line.person).to_string(),
            line.total.to_string(),
        ]
    });
    csv(&[
        columns(&["rank", "person", "total"], common),
        K::season_columns(rows),
    ])
}

/// The problems' boards.
pub(super) fn problems_csv<K: Member>(
    input: &Input<'_>,
    scores: &SeasonScores,
    problems: &[ProblemResults],
) -> String {
    let rows: Vec<ProblemRow<'_, K>> = scores
        .boards
        .iter()
        .flatten()
        .map(|row| {
            let submission = &input.submissions[row.at];
            ProblemRow {
                worth: &submission.worth,
                points: &scores.points[row.at],
                created_at_us: submission.created_at_us,
                details: own::<K>(submission),
            }
        })
        .collect();
    let common = problems.iter().flat_map(|problem| {
        problem.board.iter().map(|line| {
            vec![
                problem.problem.clone(),
                problem.version.to_string(),
                line.rank.to_string(),
                CsvCell(&line.person).to_string(),
                line.submission.to_string(),
                line.score.to_string(),
            ]
        })
    });
    let names = [
        "problem",
        "version",
        "rank",
        "person",
        "submission",
        "score",
    ];
    csv(&[columns(&names, common), K::problem_columns(&rows)])
}

fn columns(names: &[&'static str], rows: impl Iterator<Item = Vec<String>>) -> Columns {
    Columns {
        names: names.to_vec(),
        rows: rows.collect(),
    }
}

/// Writes columns side by side. Cells are not quoted.
fn csv(parts: &[Columns]) -> String {
    let names: Vec<&str> = parts.iter().flat_map(|part| part.names.clone()).collect();
    let mut csv = names.join(",");
    csv.push('\n');
    for line in 0..parts[0].rows.len() {
        let cells: Vec<&str> = (parts.iter())
            .flat_map(|part| part.rows[line].iter().map(String::as_str))
            .collect();
        csv.push_str(&cells.join(","));
        csv.push('\n');
    }
    csv
}

/// A text as a CSV cell (RFC 4180), quoted if needed.
pub struct CsvCell<'a>(pub &'a str);

impl std::fmt::Display for CsvCell<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0.contains([',', '"', '\n', '\r']) {
            write!(f, "\"{}\"", self.0.replace('"', "\"\""))
        } else {
            f.write_str(self.0)
        }
    }
}
