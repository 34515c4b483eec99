//! From JSON to a problem. Keys that are not known are kept by name for the linter, since
//! published data sets carry notes of their own; a slip of a known key is an error.

use serde_json::Value;

use super::cursor::{Cursor, FieldError, path_text};
use super::{
    AnswerForm, Baseline, Constant, Format, Image, Level, MAX_NODES, Node, NodeIndex, Overrides,
    Points, Problem, Rating, Subquestion,
};
use crate::domain::Domain;
use crate::extract::Inline;

const PROBLEM_KEYS: &[&str] = &[
    "id",
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

/// Most significant figures that an answer can need: what a 64-bit float holds.
const MAX_FIGURES: u64 = 15;

/// Most wrong values that a problem can allow beside a right one.
const MAX_GUESSES: u64 = 100;

/// Most points of one formula.
const MAX_POINTS: f64 = 1000.0;

type Result<T> = std::result::Result<T, FieldError>;

/// Reads a problem in the format that its keys speak of.
pub(super) fn problem(value: &Value) -> Result<Problem> {
    let root = Cursor::new(value);
    let is_row = root.optional("answer")?.is_some() && root.optional("content")?.is_some();
    if is_row && root.optional("grading_standard")?.is_none() {
        phybench_row(&root)
    } else {
        prism(&root)
    }
}

fn prism(root: &Cursor) -> Result<Problem> {
    let mut unknown = root.unknown(PROBLEM_KEYS)?;
    let domain = root.optional("domain")?.map(|at| domain(&at)).transpose()?;
    let nodes = root.required("grading_standard")?;
    let mut problem = Problem {
        id: root
            .optional("id")?
            .map_or_else(|| Ok(String::new()), |at| name(&at))?,
        title: text_or_empty(root, "title")?,
        context: text_or_empty(root, "context")?,
        source: text_or_empty(root, "source")?,
        licence: text_or_empty(root, "licence")?,
        images: list(root, "images")?
            .iter()
            .map(image)
            .collect::<Result<_>>()?,
        subquestions: Vec::new(),
        nodes: graph(&nodes, &mut unknown)?,
        constants: constants(root)?,
        domain,
        subtopic: subtopic(root, domain)?,
        difficulty: root
            .optional("difficulty")?
            .map_or_else(|| Ok(Rating::default()), |at| rating(&at))?,
        significant_figures: figures(root)?,
        equivalence: root
            .optional("equivalence")?
            .map_or_else(|| Ok(Overrides::default()), |at| overrides(&at))?,
        human_baseline: root
            .optional("human_baseline")?
            .map(|at| baseline(&at))
            .transpose()?,
        inline: inline(root)?,
        aliases: aliases(root)?,
        guesses: guesses(root)?,
        unknown_keys: Vec::new(),
        format: Format::Prism,
    };
    let form = answer_form(root)?;
    let instructions = text_or_empty(root, "final_answer_instructions")?;
    for question in list(root, "subquestions")? {
        unknown.extend(question.unknown(SUBQUESTION_KEYS)?);
        let mut question = subquestion(&question)?;
        question.final_answer_form = question.final_answer_form.or(form);
        if question.final_answer_instructions.is_empty() {
            question.final_answer_instructions.clone_from(&instructions);
        }
        problem.subquestions.push(question);
    }
    problem.unknown_keys = unknown.iter().map(|path| path_text(path)).collect();
    Ok(problem)
}

/// A row of `PHYBench` has one formula, its answer, which is the final one.
fn phybench_row(root: &Cursor) -> Result<Problem> {
    let unknown = root.unknown(&["id", "tag", "content", "solution", "answer"])?;
    let answer = root.required("answer")?.string()?.trim();
    if answer.is_empty() {
        return Err(root.required("answer")?.wrong("the answer is empty"));
    }
    let question = Subquestion {
        letter: String::new(),
        subproblem: String::new(),
        solution: text_or_empty(root, "solution")?,
        final_answer_form: Some(AnswerForm::Algebraic),
        final_answer_instructions: String::new(),
        significant_figures: None,
    };
    Ok(Problem {
        id: name(&root.required("id")?)?,
        title: String::new(),
        context: root.required("content")?.string()?.to_owned(),
        source: "PHYBench".to_owned(),
        licence: "MIT".to_owned(),
        images: Vec::new(),
        subquestions: vec![question],
        nodes: vec![Node {
            index: 1,
            formula: answer.to_owned(),
            dependency: Vec::new(),
            is_final_answer: true,
            points: None,
        }],
        constants: Vec::new(),
        domain: root.optional("tag")?.map(|at| domain(&at)).transpose()?,
        subtopic: None,
        difficulty: Rating::default(),
        significant_figures: None,
        equivalence: Overrides::default(),
        human_baseline: None,
        inline: None,
        aliases: Vec::new(),
        guesses: None,
        unknown_keys: unknown.iter().map(|path| path_text(path)).collect(),
        format: Format::PhyBench,
    })
}

/// An `id`: a whole number or a short text.
fn name(at: &Cursor) -> Result<String> {
    match at.value() {
        Value::Number(number) if number.is_u64() => Ok(number.to_string()),
        _ => {
            let text = at.string()?;
            if text.is_empty() || text.len() > 200 || text.chars().any(char::is_control) {
                return Err(
                    at.wrong("a number, or a text of 1 to 200 bytes on one line, is expected")
                );
            }
            Ok(text.to_owned())
        }
    }
}

fn text_or_empty(of: &Cursor, key: &str) -> Result<String> {
    let text = of.optional(key)?.map(|at| at.string()).transpose()?;
    Ok(text.unwrap_or_default().to_owned())
}

fn list<'a>(of: &Cursor<'a>, key: &str) -> Result<Vec<Cursor<'a>>> {
    of.optional(key)?
        .map_or_else(|| Ok(Vec::new()), |at| at.list())
}

fn image(at: &Cursor) -> Result<Image> {
    Ok(Image {
        caption: text_or_empty(at, "caption")?,
        location: text_or_empty(at, "location")?,
    })
}

fn subquestion(at: &Cursor) -> Result<Subquestion> {
    Ok(Subquestion {
        letter: text_or_empty(at, "letter")?,
        subproblem: at.required("subproblem")?.string()?.to_owned(),
        solution: text_or_empty(at, "solution")?,
        final_answer_form: answer_form(at)?,
        final_answer_instructions: text_or_empty(at, "final_answer_instructions")?,
        significant_figures: figures(at)?,
    })
}

fn answer_form(of: &Cursor) -> Result<Option<AnswerForm>> {
    let Some(at) = of.optional("final_answer_form")? else {
        return Ok(None);
    };
    let word = at.string()?;
    let form = AnswerForm::ALL.into_iter().find(|form| form.word() == word);
    form.map(Some)
        .ok_or_else(|| at.wrong("`algebraic`, `numerical` or `text-based` is expected"))
}

fn figures(of: &Cursor) -> Result<Option<u8>> {
    let Some(at) = of.optional("significant_figures")? else {
        return Ok(None);
    };
    let figures = at.whole(1, MAX_FIGURES)?;
    Ok(u8::try_from(figures).ok())
}

fn graph(at: &Cursor, unknown: &mut Vec<Vec<super::Step>>) -> Result<Vec<Node>> {
    let elements = at.list()?;
    if elements.is_empty() {
        return Err(at.wrong("at least one formula is needed"));
    }
    if elements.len() > MAX_NODES {
        return Err(at.wrong(format!(
            "{} formulas, at most {MAX_NODES} are allowed",
            elements.len()
        )));
    }
    let mut nodes = Vec::with_capacity(elements.len());
    for element in elements {
        let index = element.object()?.get("index").and_then(Value::as_u64);
        let element = element.of_node(index);
        unknown.extend(element.unknown(NODE_KEYS)?);
        nodes.push(node(&element)?);
    }
    Ok(nodes)
}

fn node(at: &Cursor) -> Result<Node> {
    let formula = at.required("formula")?;
    if formula
        .string()?
        .trim_matches(['$', ' ', '\n', '\t'])
        .is_empty()
    {
        return Err(formula.wrong("the formula is empty"));
    }
    let dependency = at.required("dependency")?.list()?;
    Ok(Node {
        index: index(&at.required("index")?)?,
        formula: formula.string()?.to_owned(),
        dependency: dependency.iter().map(index).collect::<Result<_>>()?,
        is_final_answer: at
            .optional("is_final_answer")?
            .map_or(Ok(false), |at| at.boolean())?,
        points: at.optional("points")?.map(|at| points(&at)).transpose()?,
    })
}

fn index(at: &Cursor) -> Result<NodeIndex> {
    let index = at.whole(1, 1_000_000)?;
    NodeIndex::try_from(index).map_err(|_| at.wrong("the index is too large"))
}

fn points(at: &Cursor) -> Result<Points> {
    let points = at.number(0.0, MAX_POINTS)?;
    let thousandths = (points * 1000.0).round();
    if (thousandths - points * 1000.0).abs() > 1e-6 {
        return Err(at.wrong("points have at most three decimals"));
    }
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "0 to a million"
    )]
    Ok(Points(thousandths as u32))
}

fn constants(of: &Cursor) -> Result<Vec<Constant>> {
    let Some(at) = of.optional("constants")? else {
        return Ok(Vec::new());
    };
    let constant = |(symbol, at): (&str, Cursor)| {
        let value = match at.value() {
            Value::Number(number) => number.to_string(),
            _ => at.string()?.to_owned(),
        };
        Ok(Constant {
            symbol: symbol.to_owned(),
            value,
        })
    };
    at.members()?.into_iter().map(constant).collect()
}

fn inline(of: &Cursor) -> Result<Option<Inline>> {
    let Some(at) = of.optional("inline")? else {
        return Ok(None);
    };
    match at.string()? {
        "aside" => Ok(Some(Inline::Aside)),
        "count" => Ok(Some(Inline::Count)),
        _ => Err(at.wrong("`aside` or `count` is expected")),
    }
}

fn aliases(of: &Cursor) -> Result<Vec<(String, String)>> {
    let Some(at) = of.optional("aliases")? else {
        return Ok(Vec::new());
    };
    let alias = |(name, at): (&str, Cursor)| Ok((name.to_owned(), at.string()?.to_owned()));
    at.members()?.into_iter().map(alias).collect()
}

fn guesses(of: &Cursor) -> Result<Option<u8>> {
    let found = of.optional("guesses")?.map(|at| at.whole(0, MAX_GUESSES));
    Ok(found.transpose()?.and_then(|most| u8::try_from(most).ok()))
}

fn domain(at: &Cursor) -> Result<Domain> {
    Domain::find(at.string()?).ok_or_else(|| {
        let known = Domain::ALL.map(|domain| format!("`{domain}`")).join(", ");
        at.wrong(format!("this domain is not known; the domains are {known}"))
    })
}

fn subtopic(root: &Cursor, domain: Option<Domain>) -> Result<Option<&'static str>> {
    let Some(at) = root.optional("subtopic")? else {
        return Ok(None);
    };
    let Some(domain) = domain else {
        return Err(at.wrong("a subtopic needs a `domain` beside it"));
    };
    let found = domain.find_subtopic(at.string()?);
    found.map(Some).ok_or_else(|| {
        at.wrong(format!(
            "this is not a subtopic of {domain}, which has: {}",
            domain.subtopics().join(", ")
        ))
    })
}

/// `"Easy"`, `{"C1": 2, "C2": 1}`, or the annotation of appendix D.1 with its `scores`.
fn rating(at: &Cursor) -> Result<Rating> {
    if at.value().is_string() {
        return Ok(Rating {
            level: Some(level(at)?),
            ..Rating::default()
        });
    }
    let scores = at.optional("scores")?.unwrap_or_else(|| at.clone());
    let score = |key| {
        let found = scores.optional(key)?.map(|at| at.whole(1, 3)).transpose()?;
        Ok(found.and_then(|score| u8::try_from(score).ok()))
    };
    Ok(Rating {
        conceptual: score("C1")?,
        computational: score("C2")?,
        level: at.optional("level")?.map(|at| level(&at)).transpose()?,
    })
}

fn level(at: &Cursor) -> Result<Level> {
    Level::find(at.string()?).ok_or_else(|| at.wrong("`Easy`, `Medium` or `Hard` is expected"))
}

fn overrides(at: &Cursor) -> Result<Overrides> {
    const KEYS: &[&str] = &[
        "range",
        "trials",
        "successes",
        "tolerance",
        "signed",
        "functions",
        "constant",
        "log_is_decimal",
    ];
    if let Some(path) = at.unknown(KEYS)?.first() {
        return Err(at.wrong(format!(
            "`{}` is not known; the keys are {}",
            path_text(path),
            KEYS.join(", ")
        )));
    }
    let count = |key| {
        let found = at.optional(key)?.map(|at| at.whole(1, 1000)).transpose()?;
        Ok(found.and_then(|count| u32::try_from(count).ok()))
    };
    let names = |key| {
        let names = list(at, key)?;
        let name = |at: &Cursor| at.string().map(str::to_owned);
        names.iter().map(name).collect::<Result<Vec<String>>>()
    };
    Ok(Overrides {
        range: at.optional("range")?.map(|at| range(&at)).transpose()?,
        trials: count("trials")?,
        successes: count("successes")?,
        tolerance: at
            .optional("tolerance")?
            .map(|at| at.number(1e-12, 0.1))
            .transpose()?,
        signed: names("signed")?,
        functions: names("functions")?,
        constant: names("constant")?,
        log_is_decimal: at
            .optional("log_is_decimal")?
            .map_or(Ok(false), |at| at.boolean())?,
    })
}

fn range(at: &Cursor) -> Result<(f64, f64)> {
    let ends = at.list()?;
    let [low, high] = ends.as_slice() else {
        return Err(at.wrong("two numbers are expected, as in [2, 20]"));
    };
    let ends = (low.number(1e-6, 1e6)?, high.number(1e-6, 1e6)?);
    if ends.0 >= ends.1 {
        return Err(at.wrong("the first number has to be below the second"));
    }
    Ok(ends)
}

fn baseline(at: &Cursor) -> Result<Baseline> {
    let share = |key| at.optional(key)?.map(|at| at.number(0.0, 1.0)).transpose();
    Ok(Baseline {
        final_accuracy: share("final")?,
        step_accuracy: share("step")?,
    })
}
