//! Judges one derivation, from bytes to report.

use sha2::{Digest as _, Sha256};

use super::report::Report;
use super::verdict::{Rejection, Verdict};
use formula::credit::eed::{Eed, SimplifyError};
use formula::credit::{Grader, MAX_SOLUTION_BYTES};

/// Judges a derivation in Markdown. The report depends only on the bytes, and on the problem and the season's
/// [`Rules`](super::Rules) that the grader was made from.
///
/// # Errors
/// When the simplifier of `eed` fails; this is not the derivation's fault.
pub fn judge(grader: &Grader, eed: &Eed, solution: &[u8]) -> Result<Report, SimplifyError> {
    let solution_hash = hex::encode(Sha256::digest(solution));
    let text = match text(solution) {
        Ok(text) => text,
        Err(reason) => {
            return Ok(Report {
                verdict: reason.into(),
                score: 0,
                solution_hash,
                formulas_scored: 0,
                formulas_matched: 0,
                grading: None,
            });
        }
    };
    let grading = grader.grade_and_measure(text, eed)?;
    let small = |count: usize| u32::try_from(count).expect("fewer formulas than bytes");
    Ok(Report {
        verdict: Verdict::Graded,
        score: grading.contest_score,
        solution_hash,
        formulas_scored: small(grading.formulas_scored),
        formulas_matched: small(grading.formulas_matched),
        grading: Some(grading),
    })
}

/// The text of a derivation.
pub(super) fn text(solution: &[u8]) -> Result<&str, Rejection> {
    if solution.len() > MAX_SOLUTION_BYTES {
        return Err(Rejection::Size {
            bytes: solution.len() as u64,
            limit: MAX_SOLUTION_BYTES as u64,
        });
    }
    let format = |message: String| Rejection::Format { message };
    let text = std::str::from_utf8(solution)
        .map_err(|error| format(format!("byte {} is not UTF-8", error.valid_up_to())))?;
    match text.find('\0') {
        Some(at) => Err(format(format!("there is a NUL at byte {at}"))),
        None => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Feedback, FinalAnswers, Rules};
    use super::*;
    use crate::derivation::OnFirstUse;
    use formula::credit::eed::{EedScore, Mode};
    use formula::problem::Problem;

    const PROBLEM: &str = r#"{
        "id": "fall", "context": "A ball falls from rest through the height $h$.",
        "subquestions": [{"letter": "a", "subproblem": "How long does it fall?", "solution": ""}],
        "grading_standard": [
            {"index": 1, "formula": "$$m g h = \\frac{1}{2} m v^2$$", "dependency": []},
            {"index": 2, "formula": "$$t = \\frac{v}{g}$$", "dependency": [1], "is_final_answer": true}
        ]
    }"#;

    fn grader() -> Grader {
        let rules = Rules {
            max_formulas: 60,
            seed: [7; 32],
        };
        let problem = Problem::read(PROBLEM.as_bytes()).unwrap();
        Grader::new(&problem, &rules.settings()).unwrap()
    }

    /// Judges what needs no simplifier.
    fn judged(solution: &[u8]) -> Report {
        let eed = Eed::new(
            OnFirstUse::new(|| panic!("nothing to simplify")),
            Mode::Dojo,
        );
        judge(&grader(), &eed, solution).unwrap()
    }

    #[test]
    fn a_derivation_is_graded_and_its_report_survives_json() {
        let report = judged(b"Energy: $$g h = v^2/2$$ and $$x = (3$$");
        assert_eq!(report.verdict, Verdict::Graded);
        assert_eq!(
            (
                report.score,
                report.formulas_scored,
                report.formulas_matched
            ),
            (500, 1, 1)
        );
        let json = crate::canonical_json::to_string(&report).unwrap();
        let again: Report = crate::canonical_json::from_slice(json.as_bytes()).unwrap();
        assert_eq!(again, report);
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let word = |bytes: &[u8]| judged(bytes).verdict.word();
        assert_eq!(word(b"\xff"), "REJECT_FORMAT");
        assert_eq!(word(b"a\0"), "REJECT_FORMAT");
        assert_eq!(word(&vec![b'a'; MAX_SOLUTION_BYTES + 1]), "REJECT_SIZE");
        assert_eq!(word(&vec![b'a'; MAX_SOLUTION_BYTES]), "GRADED");
    }

    #[test]
    fn before_reveal_nothing_tells_of_the_reference() {
        let report = judged(b"$$t = v / g$$ and $$v = (3$$");
        let shown = |feedback| report.public(feedback);
        let score = shown(Feedback::Score);
        assert_eq!(score.score, Some(1000));
        let right = FinalAnswers {
            right: 1,
            of: 1,
            eed: EedScore::FULL,
        };
        assert_eq!(report.final_answers(), Some(right));
        assert_eq!(score.formulas.len(), 2);
        assert!(score.formulas[1].error.is_some());
        let json = serde_json::to_string(&score).unwrap();
        for told in [
            "matched",
            "matches",
            "nodes",
            "trials",
            "achieved",
            "final",
            "eed",
            "answers",
            "distance",
            "tree_size",
        ] {
            assert!(!json.contains(told), "{told}: {json}");
        }
        let read = shown(Feedback::Read);
        assert_eq!((read.score, read.formulas.len()), (None, 2));
        let none = shown(Feedback::None);
        assert_eq!(
            (none.score, none.formulas_found, none.formulas.len()),
            (None, None, 0)
        );
        assert_eq!(none.verdict, "GRADED");
    }

    #[test]
    fn a_season_may_tell_what_was_reached_but_no_formula() {
        let report = judged(b"$$v = (3$$ and $$t = v / g$$");
        let shown = report.public(Feedback::Graph);
        let told = serde_json::to_value(&shown).unwrap();
        let full = serde_json::to_value(report.grading.unwrap()).unwrap();
        let reached: Vec<_> = full["nodes"].as_array().unwrap().iter().collect();
        assert!(!reached.is_empty());
        for (node, whole) in told["nodes"].as_array().unwrap().iter().zip(reached) {
            let of_it = serde_json::json!({"index": whole["index"], "credit": whole["credit"]});
            assert_eq!(*node, of_it);
        }
        assert_eq!(shown.score, Some(1000));
    }
}
