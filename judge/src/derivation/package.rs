//! Reads a setter's package: `problem.json`, `statement.md`, and derivations under `examples/` with their expected
//! results in `examples/expected.toml`.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::card::Card;
use super::judge::text as solution_text;
use super::verdict::Verdict;
use crate::package::{EDITORIAL, Fault, Files, MAX_STATEMENT_BYTES, check_line, editorial, text};
use crate::repeated_key;
use formula::credit::{Alias, Grader, Settings, read_latex};
use formula::lint::{Severity, lint};
use formula::problem::{NodeIndex, Problem, ProblemError, place_of_key, place_of_node};

const PROBLEM: &str = "problem.json";
const STATEMENT: &str = "statement.md";
const EXPECTED: &str = "examples/expected.toml";
const REVIEW: &str = "review.toml";

/// The most characters of a title.
const TITLE_MAX_CHARS: usize = 100;

/// The most characters of source and licence.
const LINE_MAX_CHARS: usize = 200;

/// A readable package whose problem follows the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Package {
    /// The problem.
    pub problem: Problem,
    /// Its text, byte for byte: the reference solution, which the commitment covers.
    pub reference: String,
    /// Its public card.
    pub card: Card,
    /// Markdown.
    pub statement: String,
    /// Markdown, shown after Reveal.
    pub editorial: Option<String>,
    /// In the order of their names.
    pub examples: Vec<Example>,
}

/// An example derivation of a problem, with its expected result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The path in the package.
    pub path: String,
    /// The derivation, as it would be submitted.
    pub solution: Vec<u8>,
    /// Its score.
    pub score: u32,
    /// The formulas of the reference solution that it matches.
    pub matched: Vec<NodeIndex>,
    /// The formulas that it is credited with.
    pub achieved: Vec<NodeIndex>,
}

/// Who made a problem, if a model did, and who has reviewed it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Review {
    made_by: String,
    reviewed_by: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    score: u32,
    matched: Vec<NodeIndex>,
    achieved: Vec<NodeIndex>,
}

impl Package {
    /// Reads the package of the problem that has this slug.
    ///
    /// # Errors
    /// Every mistake in it, with its file and line.
    pub fn read(slug: &str, files: &Files) -> Result<Self, Vec<Fault>> {
        let reading = Reading::new(slug, files);
        let unreviewed = reading.unreviewed.map(|what| Fault::of(REVIEW, what));
        let unreviewed: Vec<Fault> = unreviewed.into_iter().collect();
        let faults = [reading.faults, unreviewed, reading.broken_rules].concat();
        reading.package.filter(|_| faults.is_empty()).ok_or(faults)
    }

    /// Grades the examples; each must have its expected result.
    ///
    /// # Errors
    /// Every example that does not.
    pub fn check_examples(&self, settings: &Settings) -> Result<(), Vec<Fault>> {
        let grader = Grader::new(&self.problem, settings)
            .map_err(|error| vec![Fault::of(PROBLEM, error)])?;
        let faults: Vec<Fault> = self
            .examples
            .iter()
            .filter_map(|example| example.difference(&grader))
            .collect();
        if faults.is_empty() {
            Ok(())
        } else {
            Err(faults)
        }
    }

    /// The aliases that would make the examples match more, each once.
    pub fn propose_aliases(&self, settings: &Settings) -> BTreeSet<Alias> {
        let Ok(grader) = Grader::new(&self.problem, settings) else {
            return BTreeSet::new();
        };
        let solutions = self.examples.iter();
        let solutions = solutions.filter_map(|one| str::from_utf8(&one.solution).ok());
        solutions
            .flat_map(|solution| grader.propose_aliases(solution))
            .collect()
    }
}

/// The content of a package, and the mistakes in it.
pub(super) struct Reading {
    /// The title of the problem, if it can be read.
    pub(super) title: Option<String>,
    /// Mistakes in the files.
    pub(super) faults: Vec<Fault>,
    /// A model made the problem and nobody has reviewed it: seasons do not accept it yet.
    pub(super) unreviewed: Option<String>,
    /// Broken rules of the format that would make grading wrong.
    pub(super) broken_rules: Vec<Fault>,
    /// The package, if all files can be read.
    pub(super) package: Option<Package>,
}

impl Reading {
    pub(super) fn new(slug: &str, files: &Files) -> Self {
        let mut faults = Vec::new();
        let problem = kept(text(files, PROBLEM), &mut faults).and_then(|text| {
            let problem = read_problem(&text).map_err(|found| faults.extend(found));
            Some((problem.ok()?, text))
        });
        let mut broken_rules = Vec::new();
        if let Some((problem, text)) = &problem {
            faults.extend(unfit_lines(problem, text));
            broken_rules = self::broken_rules(problem, text);
        }
        let statement = kept(statement(files), &mut faults);
        let editorial = kept(editorial(files), &mut faults);
        let examples = kept(examples(files), &mut faults);
        let unreviewed = kept(unreviewed(files), &mut faults).flatten();
        for path in files.keys() {
            let known = matches!(path.as_str(), PROBLEM | STATEMENT | EDITORIAL | REVIEW)
                || path
                    .split_once('/')
                    .is_some_and(|(folder, _)| folder == "examples");
            if !known {
                let message = "no file of a package; it has problem.json, statement.md, editorial.md, examples";
                faults.push(Fault::of(path, message));
            }
        }
        let title = problem.as_ref().map(|(problem, _)| problem.title.clone());
        let package = match (problem, statement, editorial, examples) {
            (Some((problem, reference)), Some(statement), Some(editorial), Some(examples)) => {
                Some(Package {
                    card: Card::of(slug, &problem),
                    problem,
                    reference,
                    statement,
                    editorial,
                    examples,
                })
            }
            _ => None,
        };
        Self {
            title,
            faults,
            unreviewed,
            broken_rules,
            package,
        }
    }
}

impl Example {
    fn difference(&self, grader: &Grader) -> Option<Fault> {
        let grading = match solution_text(&self.solution) {
            Ok(text) => grader.grade(text),
            Err(reason) => return Some(Fault::of(&self.path, Verdict::from(reason))),
        };
        let score = (grading.contest_score != self.score).then(|| {
            format!(
                "comes to {} points, not to {}",
                grading.contest_score, self.score
            )
        });
        let formulas = |verb: &str, found: &[NodeIndex], expected: &[NodeIndex]| {
            let list = |all: &[NodeIndex]| match all {
                [] => "none".to_owned(),
                all => all
                    .iter()
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
                    .join(", "),
            };
            (found != expected).then(|| {
                format!(
                    "{verb} formulas: {}; expected: {}",
                    list(found),
                    list(expected)
                )
            })
        };
        let differences: Vec<String> = [
            score,
            formulas("matched", &grading.matched, &self.matched),
            formulas("credited", &grading.achieved, &self.achieved),
        ]
        .into_iter()
        .flatten()
        .collect();
        (!differences.is_empty()).then(|| Fault::of(&self.path, differences.join("; ")))
    }
}

fn kept<T>(read: Result<T, Fault>, faults: &mut Vec<Fault>) -> Option<T> {
    read.map_err(|fault| faults.push(fault)).ok()
}

fn read_problem(text: &str) -> Result<Problem, Vec<Fault>> {
    if let Some(repeated) = repeated_key::find(text.as_bytes()) {
        return Err(vec![Fault::at(PROBLEM, repeated.line, repeated.fault())]);
    }
    Problem::read(text.as_bytes()).map_err(|error| match error {
        ProblemError::Json { place, what } => {
            let message = format!("this is not JSON: {what}");
            vec![Fault::at(PROBLEM, place.line, message)]
        }
        ProblemError::Fields(errors) => errors
            .into_iter()
            .map(|error| {
                let message = format!("{}: {}", error.path, error.what);
                Fault::at(PROBLEM, error.place.line, message)
            })
            .collect(),
        ProblemError::NotUtf8 { .. } | ProblemError::TooLong { .. } => {
            vec![Fault::of(PROBLEM, error)]
        }
    })
}

/// What a contest requires of a problem besides its formulas.
fn unfit_lines(problem: &Problem, text: &str) -> Vec<Fault> {
    let lines = [
        ("title", &problem.title, TITLE_MAX_CHARS),
        ("source", &problem.source, LINE_MAX_CHARS),
        ("licence", &problem.licence, LINE_MAX_CHARS),
    ];
    let unfit = lines.into_iter().filter_map(|(key, value, most)| {
        let message = check_line(value, most).err()?;
        let line = place_of_key(text, key).line;
        Some(Fault::at(PROBLEM, line, format!("`{key}`: {message}")))
    });
    unfit.collect()
}

/// The broken rules of a problem's format that make grading wrong.
fn broken_rules(problem: &Problem, text: &str) -> Vec<Fault> {
    let issues = lint(problem, read_latex).into_iter();
    let errors = issues.filter(|issue| issue.severity == Severity::Error);
    let broken = errors.map(|issue| {
        let position = problem
            .nodes
            .iter()
            .position(|node| Some(node.index) == issue.node);
        let place = match position {
            Some(position) => place_of_node(text, position),
            None => place_of_key(text, "grading_standard"),
        };
        Fault::at(PROBLEM, place.line, issue)
    });
    broken.collect()
}

fn statement(files: &Files) -> Result<String, Fault> {
    let text = text(files, STATEMENT)?;
    if text.len() > MAX_STATEMENT_BYTES {
        return Err(Fault::of(STATEMENT, "longer than 64 KiB"));
    }
    if text.trim().is_empty() {
        return Err(Fault::of(STATEMENT, "the statement is empty"));
    }
    Ok(text)
}

/// Why a person must review the problem first, if a model made it.
fn unreviewed(files: &Files) -> Result<Option<String>, Fault> {
    if !files.contains_key(REVIEW) {
        return Ok(None);
    }
    let text = text(files, REVIEW)?;
    let review: Review =
        toml::from_str(&text).map_err(|error| Fault::of(REVIEW, error.message()))?;
    let is_open = review.reviewed_by.trim().is_empty();
    Ok(is_open.then(|| {
        format!(
            "made by {}, and `reviewed_by` names nobody yet: no season takes it before a person has reviewed it",
            review.made_by
        )
    }))
}

/// The examples; a package may have none.
fn examples(files: &Files) -> Result<Vec<Example>, Fault> {
    let mut expected = if files.contains_key(EXPECTED) {
        let text = text(files, EXPECTED)?;
        let read: Result<BTreeMap<String, Expected>, _> = toml::from_str(&text);
        read.map_err(|error| match error.span() {
            Some(span) => {
                let line = text
                    .get(..span.start)
                    .map_or(1, |it| it.matches('\n').count() + 1);
                Fault::at(EXPECTED, line, error.message())
            }
            None => Fault::of(EXPECTED, error.message()),
        })?
    } else {
        BTreeMap::new()
    };
    let mut examples = Vec::new();
    for (path, solution) in files {
        let Some(name) = path.strip_prefix("examples/").filter(|_| path != EXPECTED) else {
            continue;
        };
        let stem = name.strip_suffix(".md");
        let Some(stem) = stem.filter(|stem| !stem.is_empty() && !stem.contains('/')) else {
            return Err(Fault::of(path, "an example is examples/<name>.md"));
        };
        let Some(Expected {
            score,
            matched,
            achieved,
        }) = expected.remove(stem)
        else {
            let message = format!("{EXPECTED} does not say what it comes to");
            return Err(Fault::of(path, message));
        };
        examples.push(Example {
            path: path.clone(),
            solution: solution.clone(),
            score,
            matched,
            achieved,
        });
    }
    match expected.keys().next() {
        Some(name) => Err(Fault::of(
            EXPECTED,
            format!("there is no file examples/{name}.md"),
        )),
        None => Ok(examples),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_model_made_enters_no_season_before_a_person_has_reviewed_it() {
        let problem = br#"{"title": "T", "source": "s", "licence": "CC0-1.0", "context": "c",
            "subquestions": [{"letter": "a", "subproblem": "q", "final_answer_form": "algebraic"}],
            "grading_standard": [{"index": 1, "formula": "$$a = b$$", "dependency": [], "is_final_answer": true}]}"#;
        let with = |review: &str| {
            let files = [
                (PROBLEM, &problem[..]),
                (STATEMENT, b"A statement."),
                (REVIEW, review.as_bytes()),
            ];
            let files = files.map(|(name, bytes)| (name.to_owned(), bytes.to_vec()));
            let files: Files = files.into_iter().collect();
            let valid = super::super::validate("t", &Settings::default(), &files);
            (Package::read("t", &files), valid)
        };
        let (read, report) = with("made_by = \"m\"\nreviewed_by = \" \"\n");
        let told = read.unwrap_err()[0].to_string();
        assert!(
            told.contains("review.toml") && told.contains("made by m"),
            "{told}"
        );
        assert!(
            report.valid && report.to_string().contains("made by m"),
            "{report}"
        );
        let (read, report) = with("made_by = \"m\"\nreviewed_by = \"Ada\"\n");
        assert!(
            read.is_ok() && !report.to_string().contains("made by m"),
            "{read:?}"
        );
        let (read, report) = with("made_by = \"m\"\n");
        assert!(read.unwrap_err()[0].to_string().contains("reviewed_by") && !report.valid);
    }

    #[test]
    fn a_key_twice_is_told_where_it_stands_again() {
        let text = "{\"nodes\": [{\"latex\": \"a\",\n\"latex\": \"b\"}]}";
        let faults = read_problem(text).unwrap_err();
        let message = "the key `nodes.latex` is there twice";
        assert_eq!(faults, [Fault::at(PROBLEM, 2, message.to_owned())]);
    }
}
