//! What a version of a problem must keep: the final answers of the text that it was made of, by the comparison that grades
//! answers, and the rules of the linter.

use std::collections::BTreeMap;

use anyhow::{Context as _, bail, ensure};
use dojo_model::making::Stage;
use formula::credit::{Grader, Settings, read_latex};
use formula::found::{self, Inline, Values, holds_relation};
use formula::lint::{Rule, Severity, lint};
use formula::problem::{AnswerRule, Constant, Format, Node, Problem};
use serde_json::{Map, Value, json};

/// The final answer of each question of the text, by its letter.
pub(super) struct FinalAnswers(BTreeMap<String, String>);

impl FinalAnswers {
    /// The last box of each solution; without one its last formula.
    pub(super) fn of(document: &Map<String, Value>) -> anyhow::Result<Self> {
        let mut answers = BTreeMap::new();
        for (letter, solution) in solutions(document) {
            let name = if letter.is_empty() {
                "the solution".to_owned()
            } else {
                format!("the solution of ({letter})")
            };
            let answer = final_answer(solution)
                .with_context(|| format!("{name} ends in no formula that can be read"))?;
            grader(&answer, &[]).with_context(|| format!("{name}: `{answer}`"))?;
            if answers.insert(letter.to_owned(), answer).is_some() {
                bail!("two questions have the letter `{letter}`");
            }
        }
        ensure!(!answers.is_empty(), "it asks nothing");
        Ok(Self(answers))
    }

    /// What is wrong with a version, as far as a program can tell.
    pub(super) fn complaints(&self, stage: Stage, document: &Map<String, Value>) -> Vec<String> {
        let letters: Vec<&str> = solutions(document).map(|(letter, _)| letter).collect();
        let all: Vec<&str> = self.0.keys().map(String::as_str).collect();
        let mut sorted = letters.clone();
        sorted.sort_unstable();
        if sorted != all {
            return vec![format!(
                "the letters of the questions have to be {}",
                all.join(", ")
            )];
        }
        let mut finals: Vec<(&str, String)> = Vec::new();
        for (letter, solution) in solutions(document) {
            match final_answer(solution) {
                Some(answer) => finals.push((letter, answer)),
                None => {
                    return vec![format!(
                        "the solution of ({letter}) ends in no formula that can be read"
                    )];
                }
            }
        }
        let (problem, nodes) = match problem(stage, document, &finals) {
            Ok(read) => read,
            Err(wrong) => return vec![wrong],
        };
        let mut wrong = Vec::new();
        for (letter, answer) in &finals {
            if !same(&self.0[*letter], answer, &problem.constants) {
                wrong.push(format!(
                    "the final answer of ({letter}) is {answer}, and was {}",
                    self.0[*letter]
                ));
            }
        }
        // Before there is a graph, the final answers stand for its nodes.
        if stage == Stage::Graph {
            wrong.extend(self.complaints_about_graph(&nodes, &problem.constants));
        }
        wrong.extend(
            lint(&problem, read_latex)
                .into_iter()
                .filter(|issue| {
                    issue.severity == Severity::Error
                        || match stage {
                            Stage::Normalize => false,
                            Stage::Clarify => issue.rule == Rule::AnswerForm,
                            Stage::Graph => true,
                        }
                })
                .map(|issue| issue.to_string()),
        );
        wrong
    }

    /// Final answers that the graph lacks, and formulas that it marks as final answers and are none.
    fn complaints_about_graph(&self, marked: &[String], constants: &[Constant]) -> Vec<String> {
        let is_same = |answer: &str, node: &str| same(answer, node, constants);
        let mut wrong = Vec::new();
        for (letter, answer) in &self.0 {
            if !marked.iter().any(|node| is_same(answer, node)) {
                wrong.push(format!(
                    "no final answer of the graph is that of ({letter}), {answer}"
                ));
            }
        }
        for node in marked {
            if !self.0.values().any(|answer| is_same(answer, node)) {
                wrong.push(format!("{node} is marked as a final answer and is none"));
            }
        }
        wrong
    }
}

/// The problem as a grader would read it, with the formulas that it marks as final answers. Before there is a graph, the
/// final answers stand for it.
fn problem(
    stage: Stage,
    document: &Map<String, Value>,
    finals: &[(&str, String)],
) -> Result<(Problem, Vec<String>), String> {
    let mut document = document.clone();
    if stage != Stage::Graph {
        let nodes = (1..).zip(finals).map(|(index, (_, answer))| {
            json!({"index": index, "formula": format!("$${answer}$$"), "dependency": [], "is_final_answer": true})
        });
        document.insert("grading_standard".to_owned(), nodes.collect());
    }
    let text = Value::Object(document).to_string();
    let problem = Problem::read(text.as_bytes()).map_err(|error| error.to_string())?;
    let marked = problem.nodes.iter().zip(problem.final_answers());
    let marked = marked.filter(|(_, is_final)| *is_final);
    let marked = marked.map(|(node, _)| node.latex().to_owned()).collect();
    Ok((problem, marked))
}

/// The letter and the solution of each question.
fn solutions(document: &Map<String, Value>) -> impl Iterator<Item = (&str, &str)> {
    let questions = document.get("subquestions").and_then(Value::as_array);
    questions.into_iter().flatten().map(|question| {
        let text = |key: &str| question[key].as_str().unwrap_or_default();
        (text("letter"), text("solution"))
    })
}

/// The formula in the last box, or the last one.
fn final_answer(solution: &str) -> Option<String> {
    let found = found::find(solution, Inline::Aside, Values::All);
    let last = found.formulas.iter().filter_map(|one| one.boxed).max();
    let mut own = found.formulas.iter().rev();
    let answer = own.find(|one| one.boxed == last && one.formula.is_ok())?;
    Some(answer.source.trim().to_owned())
}

/// Grades an answer by one formula alone.
fn grader(answer: &str, constants: &[Constant]) -> anyhow::Result<Grader> {
    let problem = Problem {
        nodes: vec![Node {
            index: 1,
            formula: format!("$${answer}$$"),
            is_final_answer: true,
            ..Node::default()
        }],
        constants: constants.to_vec(),
        answers: AnswerRule::Box,
        // There a value may have no name.
        format: if holds_relation(answer) {
            Format::Prism
        } else {
            Format::PhyBench
        },
        ..Problem::default()
    };
    Ok(Grader::new(&problem, &Settings::default())?)
}

/// Whether another formula is the same answer.
fn same(answer: &str, other: &str, constants: &[Constant]) -> bool {
    let Ok(grader) = grader(answer, constants) else {
        return false;
    };
    !grader
        .grade(&format!("$$\\boxed{{{other}}}$$"))
        .matched
        .is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(solution: &str) -> Map<String, Value> {
        let document = json!({"id": "fall", "context": "A mass falls from the height $h$.",
            "subquestions": [{"letter": "a", "subproblem": "How fast is it?", "solution": solution}]});
        document.as_object().unwrap().clone()
    }

    #[test]
    fn the_final_answer_stays_what_it_was() {
        let text =
            document("$$m g h = \\frac12 m v^2$$ so $$\\boxed{v = \\sqrt{2 g h}}$$ in the end.");
        let answers = FinalAnswers::of(&text).unwrap();
        let stays = document("$$m g h = \\frac{1}{2} m v^2$$\n\n$$v = (2 g h)^{1/2}$$");
        assert_eq!(
            answers.complaints(Stage::Normalize, &stays),
            Vec::<String>::new()
        );
        let other = document("$$v = \\sqrt{g h}$$");
        let told = answers.complaints(Stage::Normalize, &other).join("\n");
        assert!(
            told.contains("the final answer of (a) is v = \\sqrt{g h}, and was"),
            "{told}"
        );
        assert!(FinalAnswers::of(&document("nothing")).is_err());
    }

    #[test]
    fn a_graph_has_all_final_answers_and_no_others() {
        let text = document("$$E = m g h$$\n\n$$v = \\sqrt{2 E / m}$$");
        let answers = FinalAnswers::of(&text).unwrap();
        let with = |last: bool, first: bool| {
            let mut graph = text.clone();
            graph["subquestions"][0]["final_answer_form"] = json!("algebraic");
            graph.insert("grading_standard".to_owned(), json!([
                {"index": 1, "formula": "$$E = m g h$$", "dependency": [], "is_final_answer": first},
                {"index": 2, "formula": "$$v = \\sqrt{2 E / m}$$", "dependency": [1], "is_final_answer": last}]));
            answers.complaints(Stage::Graph, &graph)
        };
        assert_eq!(with(true, false), Vec::<String>::new());
        let told = with(true, true).join("\n");
        assert!(
            told.contains("is marked as a final answer and is none"),
            "{told}"
        );
        let told = with(false, true).join("\n");
        assert!(
            told.contains("no final answer of the graph is that of (a)"),
            "{told}"
        );
    }
}
