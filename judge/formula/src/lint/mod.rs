//! The rules that a problem must follow: those of PRISM-Physics, appendix C.3, and those that grading needs. Each
//! broken rule is reported with its node.
//!
//! A broken rule is an error if grading would be wrong or impossible, and a warning if the problem can be graded
//! anyway. The sample printed in the paper breaks several of its own rules (`\mathbf`, `\left`, a formula without a
//! left side): those are warnings.

mod graph;
mod notation;
mod readings;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;

use super::problem::{AnswerForm, NodeIndex, Problem};
use crate::credit::{Alias, Grader, GraderError, Settings, Unread, definitions};
use crate::tree::Formula;

/// How much a broken rule matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Grading would be wrong or impossible.
    Error,
    /// The problem can be graded, but should be corrected.
    Warning,
}

/// A rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// Each formula has an index of its own, counted from 1.
    Index,
    /// A dependency is the index of a formula.
    DependencyExists,
    /// Formulas do not depend on one another in a circle.
    Acyclic,
    /// A formula depends only on earlier ones.
    DependencySmaller,
    /// Only direct dependencies are listed, each once.
    DirectDependencies,
    /// Every formula leads to a final answer.
    ReachesFinalAnswer,
    /// The last formula is a final answer.
    LastIsFinalAnswer,
    /// The formula can be read.
    Readable,
    /// A block holds one formula, which is not a chain of equalities.
    OneFormula,
    /// A formula has a left side.
    LeftSide,
    /// A formula stands between `$$` and `$$`.
    Delimiters,
    /// No punctuation ends a formula.
    TerminalPunctuation,
    /// Units are written with `\unit{}`, numbers before it.
    Units,
    /// No commands for fonts, spacing and the size of brackets.
    ExtraFormatting,
    /// A formula has only one reading.
    OneReading,
    /// Derivatives are fractions, integrals have their differential.
    CalculusNotation,
    /// No two formulas are the same.
    Distinct,
    /// Every formula occurs in the solution.
    InSolution,
    /// Each question says what kind of answer it expects, and how precise.
    AnswerForm,
    /// Points are given to all formulas or to none, and some are worth something.
    Points,
    /// Constants can be read.
    Constants,
    /// The examples use the problem's names, or aliases that it gives.
    Aliases,
    /// The file has no unknown keys.
    KnownKeys,
}

impl Rule {
    /// The rule's name, as `--json` writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Index => "index",
            Self::DependencyExists => "dependency-exists",
            Self::Acyclic => "acyclic",
            Self::DependencySmaller => "dependency-smaller",
            Self::DirectDependencies => "direct-dependencies",
            Self::ReachesFinalAnswer => "reaches-final-answer",
            Self::LastIsFinalAnswer => "last-is-final-answer",
            Self::Readable => "readable",
            Self::OneFormula => "one-formula",
            Self::LeftSide => "left-side",
            Self::Delimiters => "delimiters",
            Self::TerminalPunctuation => "terminal-punctuation",
            Self::Units => "units",
            Self::ExtraFormatting => "extra-formatting",
            Self::OneReading => "one-reading",
            Self::CalculusNotation => "calculus-notation",
            Self::Distinct => "distinct",
            Self::InSolution => "in-solution",
            Self::AnswerForm => "answer-form",
            Self::Points => "points",
            Self::Constants => "constants",
            Self::Aliases => "aliases",
            Self::KnownKeys => "known-keys",
        }
    }
}

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Issue {
    /// How much it matters.
    pub severity: Severity,
    /// The rule.
    pub rule: Rule,
    /// The formula that breaks it; `None` if the problem as a whole does.
    pub node: Option<NodeIndex>,
    /// What is wrong, in a sentence.
    pub message: String,
}

impl Issue {
    fn error(rule: Rule, node: impl Into<Option<NodeIndex>>, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            rule,
            node: node.into(),
            message: message.into(),
        }
    }

    fn warning(rule: Rule, node: impl Into<Option<NodeIndex>>, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(rule, node, message)
        }
    }
}

impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        match self.node {
            Some(node) => write!(f, "{severity}: formula {node}: ")?,
            None => write!(f, "{severity}: ")?,
        }
        write!(f, "{} [{}]", self.message, self.rule.name())
    }
}

/// Every broken rule: first those of the graph, then those of each node, then the rest. `read` parses the LaTeX of
/// one formula.
pub fn lint(problem: &Problem, read: impl Fn(&str) -> Result<Formula, Unread>) -> Vec<Issue> {
    let mut issues = graph::lint(problem);
    for node in &problem.nodes {
        notation::lint(node, &read, &mut issues);
        if let Ok(formula) = read(node.latex()) {
            let constant = &problem.equivalence.constant;
            readings::lint(node, &formula, constant, &mut issues);
            readings::lint_numbers(node.index, node.latex(), &mut issues);
        }
    }
    same_formulas(problem, &mut issues);
    in_solution(problem, &mut issues);
    constants(problem, &mut issues);
    points(problem, &mut issues);
    answer_forms(problem, &mut issues);
    for key in &problem.unknown_keys {
        issues.push(Issue::warning(
            Rule::KnownKeys,
            None,
            format!("the key `{key}` means nothing here and is passed over"),
        ));
    }
    issues
}

/// The names in example derivations (in Markdown) that are probably aliases of the problem's names.
///
/// # Errors
///
/// When the problem cannot be used for grading; [`lint`] says why.
pub fn lint_examples<'a>(
    problem: &Problem,
    examples: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<Issue>, GraderError> {
    let grader = Grader::new(problem, &Settings::default())?;
    let proposed: BTreeSet<Alias> = examples
        .into_iter()
        .flat_map(|example| grader.propose_aliases(example))
        .collect();
    let warning = |alias: &Alias| Issue::warning(Rule::Aliases, alias.node, alias.to_string());
    Ok(proposed.iter().map(warning).collect())
}

/// The text without the characters in which copies of a formula may differ: spaces and braces.
fn bare(text: &str) -> String {
    let is_kept = |c: &char| !c.is_whitespace() && !matches!(c, '{' | '}');
    text.chars().filter(is_kept).collect()
}

fn same_formulas(problem: &Problem, issues: &mut Vec<Issue>) {
    let mut seen: Vec<(String, NodeIndex)> = Vec::with_capacity(problem.nodes.len());
    for node in &problem.nodes {
        let latex = bare(node.latex());
        match seen.iter().find(|(other, _)| *other == latex) {
            Some((_, first)) => issues.push(Issue::error(
                Rule::Distinct,
                node.index,
                format!("this is formula {first} again"),
            )),
            None => seen.push((latex, node.index)),
        }
    }
}

/// Appendix C.3, third stage, rule 2: formulas are copied from the solution.
fn in_solution(problem: &Problem, issues: &mut Vec<Issue>) {
    let solutions: Vec<String> = problem
        .subquestions
        .iter()
        .map(|question| bare(&question.solution))
        .filter(|solution| !solution.is_empty())
        .collect();
    if solutions.is_empty() || solutions.len() < problem.subquestions.len() {
        return;
    }
    for node in &problem.nodes {
        let latex = bare(node.latex());
        if !solutions.iter().any(|solution| solution.contains(&latex)) {
            issues.push(Issue::warning(
                Rule::InSolution,
                node.index,
                "this formula does not stand in the solution as it is written here",
            ));
        }
    }
}

fn constants(problem: &Problem, issues: &mut Vec<Issue>) {
    if let Err(error) = definitions(problem) {
        issues.push(Issue::error(Rule::Constants, None, error.to_string()));
    }
}

fn points(problem: &Problem, issues: &mut Vec<Issue>) {
    if !problem.has_points() {
        return;
    }
    for node in &problem.nodes {
        if node.points.is_none() {
            issues.push(Issue::error(
                Rule::Points,
                node.index,
                "this formula has no points, others have",
            ));
        }
    }
    let worth = problem.nodes.iter().filter_map(|node| node.points);
    if worth.map(|points| u64::from(points.0)).sum::<u64>() == 0 {
        issues.push(Issue::error(
            Rule::Points,
            None,
            "no formula is worth anything",
        ));
    }
}

fn answer_forms(problem: &Problem, issues: &mut Vec<Issue>) {
    for (position, question) in problem.subquestions.iter().enumerate() {
        let name = if question.letter.is_empty() {
            format!("question {}", position + 1)
        } else {
            format!("question {}", question.letter)
        };
        let figures = question.significant_figures.or(problem.significant_figures);
        let message = match question.final_answer_form {
            None => format!("{name} does not say its `final_answer_form`"),
            Some(AnswerForm::TextBased) => {
                format!("{name} expects an answer in words, which formulas cannot grade")
            }
            Some(AnswerForm::Numerical) if figures.is_none() && has_decimals(problem) => {
                format!("{name} expects a number and does not say its `significant_figures`")
            }
            Some(AnswerForm::Numerical | AnswerForm::Algebraic) => continue,
        };
        issues.push(Issue::warning(Rule::AnswerForm, None, message));
    }
}

/// Whether a final answer has a decimal point or a power of ten, so that it is rounded.
fn has_decimals(problem: &Problem) -> bool {
    let finals = problem.nodes.iter().filter(|node| node.is_final_answer);
    finals.map(|node| node.latex().as_bytes()).any(|latex| {
        let point = |three: &[u8]| {
            three[0].is_ascii_digit() && three[1] == b'.' && three[2].is_ascii_digit()
        };
        latex.windows(3).any(point) || latex.windows(3).any(|three| three == b"10^")
    })
}
