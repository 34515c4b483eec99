//! Measures how near a derivation comes to the final answers, by EED. This does not change the score.
//!
//! A final answer that a formula matches gets 100. Otherwise the compared formula is the last scored formula that
//! matches nothing and is solved for the same quantity, or else the last scored formula that matches nothing. Without
//! such a formula the answer gets 0. The derivation's EED is the mean over the final answers.

use serde::{Deserialize, Serialize};

use super::super::problem::{NodeIndex, Problem};
use super::report::{Credit, Report};
use super::{FormulaReport, Unread, WrittenFormula};
use crate::credit::eed;
use crate::credit::eed::{Eed, EedFinding, EedScore, FUEL, Fuel, Names, SimplifyError};
use crate::same::Context;
use crate::tree::{Expr, Formula, Symbol};

const NO_CANDIDATE: &str =
    "there is no formula to compare with it: each one that was read matches something else";

/// How near a derivation comes to the final answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EedReport {
    /// The mean over the answers.
    pub score: EedScore,
    /// Every final answer, in the order of the problem.
    pub answers: Vec<AnswerEed>,
}

impl EedReport {
    fn new(answers: Vec<AnswerEed>) -> Self {
        Self {
            score: mean(&answers),
            answers,
        }
    }

    /// Whether the score is the mean of the answers' scores.
    pub fn adds_up(&self) -> bool {
        self.score == mean(&self.answers)
    }
}

fn mean(answers: &[AnswerEed]) -> EedScore {
    let scores: Vec<EedScore> = answers.iter().map(|answer| answer.score).collect();
    EedScore::mean(&scores, scores.len())
}

/// How near a derivation comes to one final answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerEed {
    /// Index of the node.
    pub node: NodeIndex,
    /// 100 if the answer is matched or the values are equivalent.
    pub score: EedScore,
    /// The number of the formula that was compared with the answer; `None` if the answer is matched, or if there was
    /// no formula to compare.
    pub formula: Option<usize>,
    /// The edit distance as a decimal number, if trees were compared.
    pub distance: Option<String>,
    /// The number of nodes in the reference's tree, if trees were compared.
    pub tree_size: Option<usize>,
    /// Why the score is what it is, if it follows from neither a match nor a distance.
    pub note: Option<String>,
}

impl AnswerEed {
    fn matched(node: NodeIndex) -> Self {
        Self {
            score: EedScore::FULL,
            ..Self::nothing(node, None)
        }
    }

    fn nothing(node: NodeIndex, why: Option<&str>) -> Self {
        Self {
            node,
            score: EedScore::default(),
            formula: None,
            distance: None,
            tree_size: None,
            note: why.map(str::to_owned),
        }
    }

    fn compared(node: NodeIndex, formula: usize, found: &EedFinding) -> Self {
        Self {
            node,
            score: EedScore::of_points(found.score),
            formula: Some(formula),
            distance: found.distance.map(|distance| distance.to_string()),
            tree_size: found.tree_size,
            note: found.caveat.as_ref().map(ToString::to_string),
        }
    }
}

/// The final answers of a problem, parsed once for all solutions.
#[derive(Debug)]
pub(super) struct FinalAnswers(Vec<FinalAnswer>);

#[derive(Debug)]
struct FinalAnswer {
    /// Position of the node.
    position: usize,
    node: NodeIndex,
    /// `None` if it cannot be read.
    formula: Option<Formula>,
    /// The symbol that it is solved for.
    target: Option<Symbol>,
}

impl FinalAnswers {
    pub(super) fn new(
        problem: &Problem,
        formulas: &[Result<Formula, Unread>],
        context: &Context,
    ) -> Self {
        let targets = targets(formulas.iter().map(|one| one.as_ref().ok()), context);
        let nodes = problem.nodes.iter().zip(formulas).zip(targets).enumerate();
        let finals = problem.final_answers();
        Self(
            nodes
                .filter(|(position, _)| finals[*position])
                .map(|(position, ((node, formula), target))| FinalAnswer {
                    position,
                    node: node.index,
                    formula: formula.as_ref().ok().cloned(),
                    target,
                })
                .collect(),
        )
    }

    /// Measures a solution that `report` has graded. `context` gives what a node is compared with.
    ///
    /// All answers of a problem share the fuel of one simplification, so that a derivation of hopeless formulas costs
    /// about as much as one formula, whatever the cache holds.
    pub(super) fn measure<'a>(
        &self,
        written: &[WrittenFormula],
        report: &Report,
        context: impl Fn(NodeIndex) -> &'a Context,
        eed: &Eed,
    ) -> Result<EedReport, SimplifyError> {
        let share = Fuel(FUEL.0 / u64::try_from(self.0.len().max(1)).expect("a count fits"));
        let measured = self.0.iter().map(|answer| {
            let index = answer.node;
            if report.nodes[answer.position].credit == Credit::Matched {
                return Ok(AnswerEed::matched(index));
            }
            let Some(reference) = &answer.formula else {
                return Ok(AnswerEed::nothing(
                    index,
                    Some("the final answer cannot be read"),
                ));
            };
            let context = context(index);
            let Some((number, formula)) = answer.candidate(written, report, context) else {
                return Ok(AnswerEed::nothing(index, Some(NO_CANDIDATE)));
            };
            let settled = |a: &Formula, b: &Formula| eed::settled(a, b, context);
            let names = Names::from(context);
            let found = eed.compare_formulas(reference, formula, names, share, settled)?;
            Ok(AnswerEed::compared(index, number, &found))
        });
        let measured: Result<Vec<AnswerEed>, SimplifyError> = measured.collect();
        Ok(EedReport::new(measured?))
    }
}

impl FinalAnswer {
    /// The formula that is taken as the student's answer, with its number.
    fn candidate<'w>(
        &self,
        written: &'w [WrittenFormula],
        report: &Report,
        context: &Context,
    ) -> Option<(usize, &'w Formula)> {
        let may_answer = |formula: &FormulaReport| {
            let taken = report.answers.as_ref();
            taken.is_none_or(|taken| taken.formulas.contains(&formula.number))
        };
        let read = written.iter().map(|one| one.formula.as_ref().ok());
        let targets = targets(read, context);
        let left = report.formulas.iter().zip(written).zip(targets).filter_map(
            |((formula, written), target)| {
                let own = written.formula.as_ref().ok()?;
                let is_left = formula.matches.is_empty() && may_answer(formula);
                is_left.then_some((formula.number, own, target))
            },
        );
        let left: Vec<_> = left.collect();
        let same = |(_, _, target): &&(usize, &Formula, Option<Symbol>)| {
            target.is_some() && *target == self.target
        };
        let last = left.iter().rev();
        let (number, formula, _) = last.clone().find(same).or_else(|| left.last())?;
        Some((*number, *formula))
    }
}

/// The symbols that formulas are solved for: the left side if it is one symbol. A formula without a left side
/// inherits that of the formula before it.
fn targets<'a>(
    formulas: impl Iterator<Item = Option<&'a Formula>>,
    context: &Context,
) -> Vec<Option<Symbol>> {
    let mut before = None;
    formulas
        .map(|formula| {
            before = match formula.map(|formula| &formula.first) {
                Some(Some(left)) => target(left, context).cloned(),
                Some(None) => before.take(),
                None => None,
            };
            before.clone()
        })
        .collect()
}

/// The one symbol that an expression is; `v(t)` is `v` where `v` stands alone in the problem.
fn target<'a>(left: &'a Expr, context: &Context) -> Option<&'a Symbol> {
    match left {
        Expr::Call(call)
            if context.plain.contains(&call.function)
                && !context.functions.contains(&call.function) =>
        {
            Some(&call.function)
        }
        _ => left.as_symbol(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use serde_json::Value;

    use super::super::{Grader, Settings};
    use super::*;
    use crate::credit::eed::{Before, Mode, Simplified, Simplify};

    /// Leaves trees as they are and records the fuel that it was given.
    #[derive(Clone, Default)]
    struct Idle(Arc<Mutex<Vec<u64>>>);

    impl Simplify for Idle {
        fn simplify(
            &self,
            tree: &Value,
            fuel: Fuel,
            _: Option<Before<'_>>,
        ) -> Result<Simplified, SimplifyError> {
            self.0.lock().unwrap().push(fuel.0);
            Ok(Simplified::Tree(tree.clone()))
        }

        fn arrange(&self, tree: &Value, _: Fuel) -> Result<Simplified, SimplifyError> {
            Ok(Simplified::Tree(tree.clone()))
        }
    }

    /// Two final answers, 2 and 4.
    const PROBLEM: &str = r#"{"id": "fall", "context": "", "subquestions": [], "grading_standard": [
        {"index": 1, "formula": "$$m g h = \\frac{1}{2} m v^2$$", "dependency": []},
        {"index": 2, "formula": "$$v(t) = g t + u$$", "dependency": [1], "is_final_answer": true},
        {"index": 3, "formula": "$$v = 5 k$$", "dependency": [1]},
        {"index": 4, "formula": "$$s = a + b c$$", "dependency": [3], "is_final_answer": true}]}"#;

    fn grader() -> Grader {
        let problem = Problem::read(PROBLEM.as_bytes()).unwrap();
        Grader::new(&problem, &Settings::default()).unwrap()
    }

    fn measured(solution: &str) -> EedReport {
        let eed = Eed::new(Idle::default(), Mode::Dojo);
        let report = grader().grade_and_measure(solution, &eed).unwrap();
        report.eed.unwrap()
    }

    /// For each final answer, the formula that was compared and the score.
    fn compared(solution: &str) -> [(Option<usize>, String); 2] {
        let answers = measured(solution).answers.into_iter();
        let answers: Vec<_> = answers
            .map(|answer| (answer.formula, answer.score.to_string()))
            .collect();
        answers.try_into().unwrap()
    }

    fn points(text: &str) -> String {
        text.to_owned()
    }

    #[test]
    fn a_matched_answer_has_100_and_nothing_is_simplified_for_it() {
        let idle = Idle::default();
        let eed = Eed::new(idle.clone(), Mode::Dojo);
        let solution = "$$v = u + g t$$ and $$s = c b + a$$";
        let report = grader().grade_and_measure(solution, &eed).unwrap();
        let eed = report.eed.unwrap();
        assert_eq!(eed.score, EedScore::FULL);
        assert!(eed.answers.iter().all(|answer| answer.formula.is_none()));
        assert_eq!(*idle.0.lock().unwrap(), [0; 0]);
    }

    #[test]
    fn the_last_formula_for_the_same_quantity_is_compared() {
        // Formula 2 is for s and stands before others; the ones for v fit answer 2.
        let found = compared("$$v = g$$ $$s = a + b$$ $$v = g t + w$$ $$x = 1$$");
        assert_eq!(found[0], (Some(3), points("40")));
        assert_eq!(found[1].0, Some(2));
    }

    #[test]
    fn without_one_for_the_same_quantity_the_last_is_compared() {
        let found = compared("$$x = 3$$ $$\\frac{s}{2} = a + b d$$ and $$y = (4$$");
        assert_eq!(found[0].0, Some(2));
        assert_eq!(found[1], (Some(2), points("40")));
    }

    #[test]
    fn what_matches_something_else_is_no_answer() {
        // v = 5 k is a step of its own.
        let found = compared("$$v = 5 k$$");
        assert_eq!(found[0], (None, points("0")));
        let answers = measured("$$v = 5 k$$").answers;
        assert!(answers[0].note.is_some() && answers[0].distance.is_none());
        assert_eq!(
            compared("nothing"),
            [(None, points("0")), (None, points("0"))]
        );
    }

    #[test]
    fn a_formula_that_goes_on_is_for_the_quantity_of_the_one_before() {
        let found = compared("$$s = b + a$$ $$= a + b$$ $$z = 2$$");
        assert_eq!(found[1].0, Some(2));
    }

    #[test]
    fn what_is_beyond_the_limit_is_not_compared() {
        let problem = Problem::read(PROBLEM.as_bytes()).unwrap();
        let settings = Settings {
            max_formulas: 1,
            ..Settings::default()
        };
        let grader = Grader::new(&problem, &settings).unwrap();
        let eed = Eed::new(Idle::default(), Mode::Dojo);
        let solution = "$$s = a$$ $$s = a + b c$$";
        let found = grader
            .grade_and_measure(solution, &eed)
            .unwrap()
            .eed
            .unwrap();
        assert_eq!(found.answers[1].formula, Some(1));
    }

    #[test]
    fn the_right_value_under_another_name_has_100() {
        let found = compared("$$S_1 = b c + a$$");
        assert_eq!(found[1], (Some(1), points("100")));
    }

    #[test]
    fn the_report_tells_distance_size_and_mean() {
        let eed = measured("$$v = u + t g$$ so $$s = a + b d$$");
        let answer = &eed.answers[1];
        assert_eq!(
            (answer.distance.as_deref(), answer.tree_size),
            (Some("1"), Some(5))
        );
        assert_eq!(
            (eed.score, answer.score),
            (EedScore(70_000), EedScore(40_000))
        );
        assert!(eed.adds_up());
        let json = serde_json::to_string(&eed).unwrap();
        let again: EedReport = serde_json::from_str(&json).unwrap();
        assert_eq!(again, eed);
    }

    #[test]
    fn a_derivation_has_the_fuel_of_one_simplification_whatever_came_before() {
        let idle = Idle::default();
        let eed = Eed::new(idle.clone(), Mode::Dojo);
        let grader = grader();
        let ask = |solution: &str| {
            idle.0.lock().unwrap().clear();
            let report = grader.grade_and_measure(solution, &eed).unwrap();
            (report, idle.0.lock().unwrap().clone())
        };
        let (all, half) = (FUEL.0, FUEL.0 / 2);
        let (first, fuel) = ask("$$v = x$$ $$s = y$$");
        assert_eq!(fuel, [all, half, all, half]);
        // The references are kept, and so is what an answer came to.
        let (_, fuel) = ask("$$v = z$$ $$s = y$$");
        assert_eq!(fuel, [half]);
        assert_eq!(ask("$$v = x$$ $$s = y$$"), (first, Vec::new()));
    }
}
