//! Reads a problem from JSON. Unknown keys are kept by name for the linter, since published data sets carry their own
//! notes; a key that looks like a slip of a known one is a mistake.
//!
//! For a missing or wrong value, the cursor records a mistake and these functions return a default. Nobody sees such
//! a problem, because a single mistake refuses it.

use serde_json::Value;

use super::cursor::{Cursor, Object};
use super::mistakes::path_text;
use super::{
    AnswerForm, AnswerRule, Baseline, Constant, Format, Image, JsonStep, Level, MAX_NODES, Node,
    NodeIndex, Overrides, Points, Problem, Rating, Subquestion,
};
use crate::found::Inline;
use crate::problem::domain::Domain;

const PROBLEM_KEYS: &[&str] = &[
    "id",
    "problem_id",
    "solution",
    "title",
    "context",
    "source",
    "licence",
    "images",
    "subquestions",
    "grading_standard",
    "constants",
    "domain",
    "subtopic",
    "difficulty",
    "final_answer_form",
    "final_answer_instructions",
    "significant_figures",
    "equivalence",
    "human_baseline",
    "inline",
    "answer",
    "aliases",
    "guesses",
];

const NODE_KEYS: &[&str] = &[
    "index",
    "formula",
    "dependency",
    "is_final_answer",
    "points",
];

const SUBQUESTION_KEYS: &[&str] = &[
    "letter",
    "subproblem",
    "solution",
    "final_answer_form",
    "final_answer_instructions",
    "significant_figures",
];

const OVERRIDE_KEYS: &[&str] = &[
    "range",
    "trials",
    "successes",
    "tolerance",
    "signed",
    "functions",
    "constant",
    "log_is_decimal",
];

/// The most significant figures of an answer: what a 64-bit float holds.
const MAX_FIGURES: u8 = 15;

/// The most wrong values that a problem can allow beside a right one.
const MAX_GUESSES: u8 = 100;

/// The highest index of a formula.
const MAX_INDEX: NodeIndex = 1_000_000;

/// The most points of one formula.
const MAX_POINTS: f64 = 1000.0;

/// Reads a problem in the format that its keys show.
pub(super) fn problem(root: &Cursor) -> Problem {
    let Some(root) = root.object() else {
        return Problem::default();
    };
    let has = |key| root.optional(key).is_some();
    if has("answer") && has("content") && !has("grading_standard") {
        phybench_row(&root)
    } else {
        prism(&root)
    }
}

fn prism(root: &Object) -> Problem {
    let mut unknown = root.unknown(PROBLEM_KEYS);
    let nodes = root.required("grading_standard");
    let domain = root.optional("domain").and_then(|at| domain(&at));
    let mut problem = Problem {
        id: root
            .optional("id")
            .or_else(|| root.optional("problem_id"))
            .and_then(|at| name(&at))
            .unwrap_or_default(),
        title: root.text("title"),
        context: root.text("context"),
        source: root.text("source"),
        licence: root.text("licence"),
        images: root.objects("images").iter().map(image).collect(),
        subquestions: Vec::new(),
        nodes: nodes.map_or_else(Vec::new, |at| graph(&at, &mut unknown)),
        constants: root
            .named("constants", number_or_text)
            .into_iter()
            .map(|(symbol, value)| Constant { symbol, value })
            .collect(),
        domain,
        subtopic: subtopic(root, domain),
        difficulty: root
            .optional("difficulty")
            .and_then(|at| rating(&at))
            .unwrap_or_default(),
        significant_figures: figures(root),
        equivalence: root
            .object("equivalence")
            .map(|at| overrides(&at))
            .unwrap_or_default(),
        human_baseline: root.object("human_baseline").map(|at| baseline(&at)),
        inline: root.optional("inline").and_then(|at| inline(&at)),
        answers: root
            .optional("answer")
            .and_then(|at| answer_rule(&at))
            .unwrap_or_default(),
        aliases: root.named("aliases", |at| at.string().map(str::to_owned)),
        guesses: root
            .optional("guesses")
            .and_then(|at| at.whole(0, MAX_GUESSES)),
        unknown_keys: Vec::new(),
        format: Format::Prism,
    };
    let form = answer_form(root);
    let instructions = root.text("final_answer_instructions");
    for question in root.objects("subquestions") {
        unknown.extend(question.unknown(SUBQUESTION_KEYS));
        let mut question = subquestion(&question);
        question.final_answer_form = question.final_answer_form.or(form);
        if question.final_answer_instructions.is_empty() {
            question.final_answer_instructions.clone_from(&instructions);
        }
        problem.subquestions.push(question);
    }
    // A problem with one question has its reference solution beside the context.
    let solution = root.text("solution");
    problem.unknown_keys = unknown.iter().map(|path| path_text(path)).collect();
    if problem.subquestions.is_empty() && !solution.is_empty() {
        problem.subquestions.push(Subquestion {
            solution,
            final_answer_form: form,
            final_answer_instructions: instructions,
            ..Subquestion::default()
        });
    } else if !solution.is_empty() {
        problem.unknown_keys.push("solution".to_owned());
    }
    problem
}

/// A row of `PHYBench` has one formula, its answer, which is the final one.
fn phybench_row(root: &Object) -> Problem {
    let unknown = root.unknown(&["id", "tag", "content", "solution", "answer"]);
    let answer = root.required("answer").and_then(|at| {
        let text = at.string()?.trim();
        if text.is_empty() {
            at.wrong("the answer is empty");
        }
        Some(text.to_owned())
    });
    let question = Subquestion {
        solution: root.text("solution"),
        final_answer_form: Some(AnswerForm::Algebraic),
        ..Subquestion::default()
    };
    Problem {
        id: root
            .required("id")
            .and_then(|at| name(&at))
            .unwrap_or_default(),
        context: root.required_text("content"),
        source: "PHYBench".to_owned(),
        licence: "MIT".to_owned(),
        subquestions: vec![question],
        nodes: vec![Node {
            index: 1,
            formula: answer.unwrap_or_default(),
            is_final_answer: true,
            ..Node::default()
        }],
        domain: root.optional("tag").and_then(|at| domain(&at)),
        unknown_keys: unknown.iter().map(|path| path_text(path)).collect(),
        inline: Some(Inline::Count),
        answers: AnswerRule::Box,
        format: Format::PhyBench,
        ..Problem::default()
    }
}

/// An `id`: a whole number or a short text.
fn name(at: &Cursor) -> Option<String> {
    if let Value::Number(number) = at.value()
        && number.is_u64()
    {
        return Some(number.to_string());
    }
    let text = at.string()?;
    if text.is_empty() || text.len() > 200 || text.chars().any(char::is_control) {
        at.wrong("a number, or a text of 1 to 200 bytes on one line, is expected");
    }
    Some(text.to_owned())
}

fn number_or_text(at: &Cursor) -> Option<String> {
    match at.value() {
        Value::Number(number) => Some(number.to_string()),
        _ => at.string().map(str::to_owned),
    }
}

fn image(of: &Object) -> Image {
    Image {
        caption: of.text("caption"),
        location: of.text("location"),
    }
}

fn subquestion(of: &Object) -> Subquestion {
    Subquestion {
        letter: of.text("letter"),
        subproblem: of.required_text("subproblem"),
        solution: of.text("solution"),
        final_answer_form: answer_form(of),
        final_answer_instructions: of.text("final_answer_instructions"),
        significant_figures: figures(of),
    }
}

fn answer_form(of: &Object) -> Option<AnswerForm> {
    let at = of.optional("final_answer_form")?;
    let word = at.string()?;
    let form = AnswerForm::ALL.into_iter().find(|form| form.word() == word);
    if form.is_none() {
        at.wrong("`algebraic`, `numerical` or `text-based` is expected");
    }
    form
}

fn figures(of: &Object) -> Option<u8> {
    of.optional("significant_figures")?.whole(1, MAX_FIGURES)
}

fn graph(at: &Cursor, unknown: &mut Vec<Vec<JsonStep>>) -> Vec<Node> {
    let Some(elements) = at.list() else {
        return Vec::new();
    };
    if elements.is_empty() {
        at.wrong("at least one formula is needed");
    }
    if elements.len() > MAX_NODES {
        let count = elements.len();
        at.wrong(format!("{count} formulas, at most {MAX_NODES} are allowed"));
        return Vec::new();
    }
    let mut nodes = Vec::with_capacity(elements.len());
    for element in elements {
        let index = element.value().get("index").and_then(Value::as_u64);
        if let Some(element) = element.of_node(index).object() {
            unknown.extend(element.unknown(NODE_KEYS));
            nodes.push(node(&element));
        }
    }
    nodes
}

fn node(of: &Object) -> Node {
    let formula = of.required("formula").and_then(|at| {
        let text = at.string()?;
        if text.trim_matches(['$', ' ', '\n', '\t']).is_empty() {
            at.wrong("the formula is empty");
        }
        Some(text.to_owned())
    });
    let dependency = of.required("dependency").and_then(|at| at.list());
    let dependency = dependency.unwrap_or_default();
    Node {
        index: of
            .required("index")
            .and_then(|at| index(&at))
            .unwrap_or_default(),
        formula: formula.unwrap_or_default(),
        dependency: dependency.iter().filter_map(index).collect(),
        is_final_answer: of
            .optional("is_final_answer")
            .and_then(|at| at.boolean())
            .unwrap_or_default(),
        points: of.optional("points").and_then(|at| points(&at)),
    }
}

fn index(at: &Cursor) -> Option<NodeIndex> {
    at.whole(1, MAX_INDEX)
}

fn points(at: &Cursor) -> Option<Points> {
    let points = at.number(0.0, MAX_POINTS)?;
    let thousandths = (points * 1000.0).round();
    if (thousandths - points * 1000.0).abs() > 1e-6 {
        at.wrong("points have at most three decimals");
    }
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "0 to a million"
    )]
    Some(Points(thousandths as u32))
}

fn inline(at: &Cursor) -> Option<Inline> {
    match at.string()? {
        "aside" => Some(Inline::Aside),
        "count" => Some(Inline::Count),
        _ => {
            at.wrong("`aside` or `count` is expected");
            None
        }
    }
}

fn answer_rule(at: &Cursor) -> Option<AnswerRule> {
    match at.string()? {
        "any" => Some(AnswerRule::Any),
        "stated" => Some(AnswerRule::Stated),
        "box" => Some(AnswerRule::Box),
        _ => {
            at.wrong("`box`, `stated` or `any` is expected");
            None
        }
    }
}

fn domain(at: &Cursor) -> Option<Domain> {
    let found = Domain::find(at.string()?);
    if found.is_none() {
        let known = Domain::ALL.map(|domain| format!("`{domain}`")).join(", ");
        at.wrong(format!("this domain is not known; the domains are {known}"));
    }
    found
}

/// The subtopic; mistakes in the domain itself were recorded where it was read.
fn subtopic(of: &Object, domain: Option<Domain>) -> Option<&'static str> {
    let at = of.optional("subtopic")?;
    let word = at.string()?;
    let Some(domain) = domain else {
        if of.optional("domain").is_none() {
            at.wrong("a subtopic needs a `domain` beside it");
        }
        return None;
    };
    let found = domain.find_subtopic(word);
    if found.is_none() {
        at.wrong(format!(
            "this is not a subtopic of {domain}, which has: {}",
            domain.subtopics().join(", ")
        ));
    }
    found
}

/// `"Easy"`, `{"C1": 2, "C2": 1}`, or the annotation of appendix D.1 with its `scores`.
fn rating(at: &Cursor) -> Option<Rating> {
    if at.value().is_string() {
        return Some(Rating {
            level: level(at),
            ..Rating::default()
        });
    }
    let annotation = at.object()?;
    let scores = annotation.object("scores");
    let scores = scores.as_ref().unwrap_or(&annotation);
    let score = |key| scores.optional(key)?.whole(1_u8, 3);
    Some(Rating {
        conceptual: score("C1"),
        computational: score("C2"),
        level: annotation.optional("level").and_then(|at| level(&at)),
    })
}

fn level(at: &Cursor) -> Option<Level> {
    let level = Level::find(at.string()?);
    if level.is_none() {
        at.wrong("`Easy`, `Medium` or `Hard` is expected");
    }
    level
}

fn overrides(of: &Object) -> Overrides {
    for path in of.unknown(OVERRIDE_KEYS) {
        let (path, keys) = (path_text(&path), OVERRIDE_KEYS.join(", "));
        of.wrong(format!("`{path}` is not known; the keys are {keys}"));
    }
    let count = |key| of.optional(key)?.whole(1_u32, 1000);
    let names = |key| {
        let names = of.list(key);
        let name = |at: &Cursor| at.string().map(str::to_owned);
        names.iter().filter_map(name).collect()
    };
    Overrides {
        range: of.optional("range").and_then(|at| range(&at)),
        trials: count("trials"),
        successes: count("successes"),
        tolerance: of
            .optional("tolerance")
            .and_then(|at| at.number(1e-12, 0.1)),
        signed: names("signed"),
        functions: names("functions"),
        constant: names("constant"),
        log_is_decimal: of
            .optional("log_is_decimal")
            .and_then(|at| at.boolean())
            .unwrap_or_default(),
    }
}

fn range(at: &Cursor) -> Option<(f64, f64)> {
    let ends = at.list()?;
    let [low, high] = ends.as_slice() else {
        at.wrong("two numbers are expected, as in [2, 20]");
        return None;
    };
    let ends = low.number(1e-6, 1e6).zip(high.number(1e-6, 1e6))?;
    if ends.0 >= ends.1 {
        at.wrong("the first number has to be below the second");
    }
    Some(ends)
}

fn baseline(of: &Object) -> Baseline {
    let share = |key| of.optional(key)?.number(0.0, 1.0);
    Baseline {
        final_accuracy: share("final"),
        step_accuracy: share("step"),
    }
}
