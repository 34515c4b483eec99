//! Shows how the formulas of a derivation are read, before it is graded.

use formula::credit::read_formulas;

use super::judge::text;
use super::report::PublicFormula;
use super::verdict::Rejection;

/// The formulas of a derivation as grading would read them. This says nothing about any problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// How many formulas were found, including those beyond the limit.
    pub found: usize,
    /// Every formula up to the limit.
    pub formulas: Vec<PublicFormula>,
}

/// Reads the formulas of a derivation in Markdown, of which `max_formulas` would be compared.
///
/// # Errors
/// When the derivation would be refused.
pub fn read(solution: &[u8], max_formulas: u32) -> Result<Reading, Rejection> {
    let most = usize::try_from(max_formulas).unwrap_or(usize::MAX);
    let (found, formulas) = read_formulas(text(solution)?, most);
    Ok(Reading {
        found,
        formulas: formulas.iter().map(PublicFormula::of).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::Rules;
    use super::*;
    use formula::credit::Grader;
    use formula::problem::Problem;

    #[test]
    fn a_derivation_is_read_as_it_is_graded() {
        let problem = br#"{"id": "x", "context": "", "subquestions": [],
            "grading_standard": [{"index": 1, "formula": "$$a = b$$", "dependency": []}]}"#;
        let problem = Problem::read(problem).unwrap();
        let rules = Rules {
            max_formulas: 3,
            seed: [0; 32],
        };
        let grader = Grader::new(&problem, &rules.settings()).unwrap();
        for text in [
            "So $$a = b$$ and $$x = (3$$ and $$c = d$$",
            "$$a = b = c$$ $$d = e$$ $$f = g$$",
            "$$a = b = c = d = e$$",
            "nothing",
        ] {
            let report = grader.grade(text);
            let reading = read(text.as_bytes(), rules.max_formulas).unwrap();
            assert_eq!(reading.found, report.formulas_found, "{text}");
            let compared: Vec<_> = report.formulas.iter().map(PublicFormula::of).collect();
            assert_eq!(reading.formulas, compared, "{text}");
        }
        assert!(read(b"\xff", 3).is_err());
    }
}
