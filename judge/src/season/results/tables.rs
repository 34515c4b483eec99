//! Results as tables: CSV (RFC 4180) with a line of names first.

use std::fmt::Write as _;

use super::{Input, Results};
use crate::physics::FinalAnswers;
use crate::season::contest::Contest;
use crate::season::scoring::SeasonScores;

/// The points of each submission, in the order of their numbers.
pub(super) fn submissions_csv(input: &Input<'_>, scores: &SeasonScores) -> String {
    let mut order: Vec<usize> = (0..input.submissions.len()).collect();
    order.sort_unstable_by_key(|&at| input.submissions[at].submission);
    match input.scoring.contest() {
        Contest::Sequence => programs_csv(input, scores, &order),
        Contest::Physics => derivations_csv(input, scores, &order),
    }
}

fn derivations_csv(input: &Input<'_>, scores: &SeasonScores, order: &[usize]) -> String {
    let answers = AnswerColumns::of(input.submissions.iter().map(|it| it.final_answers));
    let mut csv = format!(
        "submission,problem,version,person,created_at_us,counts,verdict,solution_hash,\
         formulas_scored,formulas_matched{},score\n",
        answers.names()
    );
    for &at in order {
        let submission = &input.submissions[at];
        let problem = &input.problems[submission.problem as usize];
        let hash = submission
            .solver_hash
            .map_or_else(String::new, |hash| hash.to_string());
        let formulas = submission.formulas.unwrap_or_default();
        writeln!(
            csv,
            "{},{},{},{},{},{},{},{hash},{},{}{},{}",
            submission.submission,
            problem.problem,
            problem.version,
            CsvCell(submission.person),
            submission.created_at_us,
            u8::from(submission.counts),
            submission.verdict,
            formulas.scored,
            formulas.matched,
            answers.cells(submission.final_answers),
            scores.points[at].score,
        )
        .expect("writing to a text does not fail");
    }
    csv
}

fn programs_csv(input: &Input<'_>, scores: &SeasonScores, order: &[usize]) -> String {
    let mut csv = "submission,problem,version,person,created_at_us,counts,verdict,l_chars,\
                   solver_hash,fuel,peak_memory_bytes,brevity_bonus,first_tag_bonus,shared_bonus,\
                   diversity_bonus,score\n"
        .to_owned();
    for &at in order {
        let submission = &input.submissions[at];
        let problem = &input.problems[submission.problem as usize];
        let points = &scores.points[at];
        let hash = submission
            .solver_hash
            .map_or_else(String::new, |hash| hash.to_string());
        writeln!(
            csv,
            "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
            submission.submission,
            problem.problem,
            problem.version,
            CsvCell(submission.person),
            submission.created_at_us,
            u8::from(submission.counts),
            submission.verdict,
            submission.l_chars,
            hash,
            submission.fuel,
            submission.peak_memory_bytes,
            points.brevity,
            points.diversity.first_tag,
            points.diversity.shared,
            points.diversity.total,
            points.score,
        )
        .expect("writing to a text does not fail");
    }
    csv
}

/// The season's board.
pub(super) fn season_csv(results: &Results) -> String {
    if results.scoring.contest() == Contest::Physics {
        return season_of_derivations_csv(results);
    }
    let mut csv = "rank,person,total,stage_count,reward_count,median_l_chars_twice\n".to_owned();
    for line in &results.board {
        let median = line
            .median_l_chars_twice
            .map_or_else(String::new, |median| median.to_string());
        writeln!(
            csv,
            "{},{},{},{},{},{median}",
            line.rank,
            CsvCell(&line.person),
            line.total,
            line.stage_count,
            line.reward_count
        )
        .expect("writing to a text does not fail");
    }
    csv
}

fn season_of_derivations_csv(results: &Results) -> String {
    let answers = AnswerColumns::of(results.board.iter().map(|line| line.final_answers));
    let mut csv = format!(
        "rank,person,total,scored_count,full_marks_count{}\n",
        answers.names()
    );
    for line in &results.board {
        writeln!(
            csv,
            "{},{},{},{},{}{}",
            line.rank,
            CsvCell(&line.person),
            line.total,
            line.stage_count,
            line.reward_count,
            answers.cells(line.final_answers)
        )
        .expect("writing to a text does not fail");
    }
    csv
}

/// The problems' boards.
pub(super) fn problems_csv(results: &Results) -> String {
    if results.scoring.contest() == Contest::Physics {
        return problems_in_physics_csv(results);
    }
    let mut csv = "problem,version,rank,person,submission,score,brevity_bonus,diversity_bonus,\
                   l_chars,created_at_us,reward_correct\n"
        .to_owned();
    for problem in &results.problems {
        for line in &problem.board {
            writeln!(
                csv,
                "{},{},{},{},{},{},{},{},{},{},{}",
                problem.problem,
                problem.version,
                line.rank,
                CsvCell(&line.person),
                line.submission,
                line.score,
                line.brevity_bonus,
                line.diversity_bonus,
                line.l_chars,
                line.created_at_us,
                u8::from(line.reward_correct)
            )
            .expect("writing to a text does not fail");
        }
    }
    csv
}

fn problems_in_physics_csv(results: &Results) -> String {
    let rows = results.problems.iter().flat_map(|problem| &problem.board);
    let answers = AnswerColumns::of(rows.map(|line| line.final_answers));
    let mut csv = format!(
        "problem,version,rank,person,submission,score,formulas_scored,formulas_matched\
         {},created_at_us\n",
        answers.names()
    );
    for problem in &results.problems {
        for line in &problem.board {
            let formulas = line.formulas.unwrap_or_default();
            writeln!(
                csv,
                "{},{},{},{},{},{},{},{}{},{}",
                problem.problem,
                problem.version,
                line.rank,
                CsvCell(&line.person),
                line.submission,
                line.score,
                formulas.scored,
                formulas.matched,
                answers.cells(line.final_answers),
                line.created_at_us,
            )
            .expect("writing to a text does not fail");
        }
    }
    csv
}

/// The columns of how final answers came out. A table has them if one of its rows has: without them,
/// the tables of graders that measured none are what they were.
#[derive(Clone, Copy)]
struct AnswerColumns {
    are_there: bool,
}

impl AnswerColumns {
    fn of(mut rows: impl Iterator<Item = Option<FinalAnswers>>) -> Self {
        Self {
            are_there: rows.any(|row| row.is_some()),
        }
    }

    /// The names, each with a comma before it.
    fn names(self) -> &'static str {
        if self.are_there {
            ",final_right,final_of,eed"
        } else {
            ""
        }
    }

    /// The cells of a row, each with a comma before it.
    fn cells(self, row: Option<FinalAnswers>) -> String {
        match row {
            Some(FinalAnswers { right, of, eed }) => format!(",{right},{of},{eed}"),
            None if self.are_there => ",,,".to_owned(),
            None => String::new(),
        }
    }
}

/// A text as a cell of CSV (RFC 4180): in quotes where it must be.
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
