//! Grades a solution: from a problem and the text of a solution to a report.

use std::collections::BTreeSet;

use super::super::problem::{AnswerRule, Problem};
use super::answers::FinalAnswers;
use super::claims::first_beyond;
use super::comparer::{Comparer, Ready};
use super::final_answers::{TakenAnswers, with_last_box};
use super::lists::Lists;
use super::{
    DEFAULT_MAX_FORMULAS, FormulaReport, Reference, Report, Unread, WrittenFormula, grade, hints,
    letter_marks,
};
use crate::algebra::constants::DefinitionError;
use crate::credit::eed::{Eed, SimplifyError};
use crate::found;
use crate::found::{Inline, Values};
use crate::notation;
use crate::notation::text_place::TextPlace;
use crate::problem::dag::DagError;
use crate::same::Context;
use crate::tree::{Formula, Symbol};

/// Must change with every change that can change a report, so that stored results of different versions are never
/// mixed.
pub const GRADER_VERSION: u32 = 38;

/// Settings of grading that come from neither the problem nor the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The most formulas of a solution that are scored.
    pub max_formulas: usize,
    /// The season's seed, from which the trials of comparisons come.
    pub seed: Vec<u8>,
    /// How a formula in `$…$` inside a sentence is treated, if not as the problem says.
    pub inline: Option<Inline>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            max_formulas: DEFAULT_MAX_FORMULAS as usize,
            seed: Vec::new(),
            inline: None,
        }
    }
}

/// Why a problem cannot be used for grading.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraderError {
    /// The formulas do not form an acyclic graph.
    #[error("grading_standard: {0}")]
    Graph(#[from] DagError),
    /// A constant cannot be used.
    #[error("constants: {0}")]
    Constants(#[from] DefinitionError),
    /// A name among the aliases is not a symbol.
    #[error("aliases: `{0}` is no symbol")]
    Alias(String),
    /// A name among the parameters of comparison is not a symbol.
    #[error("equivalence.{key}: `{name}` is no symbol")]
    Name {
        /// The key of the problem's file.
        key: &'static str,
        /// The name as it is written.
        name: String,
    },
}

/// A problem that is ready to grade solutions.
#[derive(Debug)]
pub struct Grader {
    reference: Reference<Ready>,
    comparer: Comparer,
    answers: FinalAnswers,
    lists: Lists,
    max_formulas: usize,
    inline: Inline,
    rule: AnswerRule,
}

impl Grader {
    /// Prepares a problem; its formulas are parsed once for all solutions.
    ///
    /// # Errors
    /// When the formulas do not form an acyclic graph, or a constant or name cannot be used.
    pub fn new(problem: &Problem, settings: &Settings) -> Result<Self, GraderError> {
        let nodes = problem.nodes.iter();
        let formulas: Vec<_> = nodes.map(|node| read_latex(node.latex())).collect();
        let read: Vec<&Formula> = formulas.iter().flatten().collect();
        let comparer = Comparer::new(problem, &formulas, settings)?;
        Ok(Self {
            lists: Lists::new(&read, &comparer.context),
            answers: FinalAnswers::new(problem, &formulas, &comparer.context),
            reference: Reference::new(problem, &formulas, &comparer)?,
            comparer,
            max_formulas: settings.max_formulas,
            inline: settings.inline.or(problem.inline).unwrap_or_default(),
            rule: problem.answers,
        })
    }

    /// Grades a solution in Markdown without measuring how near it comes to the final answers.
    pub fn grade(&self, solution: &str) -> Report {
        self.grade_found(solution).0
    }

    /// Like [`Self::grade`], and also returns the formulas of the solution.
    pub(super) fn grade_found(&self, solution: &str) -> (Report, Vec<WrittenFormula>) {
        let comparer = self.comparer.for_one();
        let (written, beside) = self.written(solution, &comparer.context);
        (self.grade_written(&written, &beside, &comparer), written)
    }

    /// The formulas of a solution, and the rest. The comparisons that this takes are those of a context.
    fn written(&self, solution: &str, context: &Context) -> (Vec<WrittenFormula>, Beside) {
        let mut found = found::find(solution, self.inline, Values::Named);
        if self.rule == AnswerRule::Box && found.boxes == 0 {
            found = found::find(solution, self.inline, Values::All);
        }
        let (mut written, mut beside) = written(found);
        let names = &self.comparer.names;
        let mut formulas: Vec<_> = written
            .iter_mut()
            .filter_map(|one| Some((one.formula.as_mut().ok()?, &mut one.is_remarked)))
            .collect();
        beside.notes = letter_marks::as_in_problem(&mut formulas, &names.symbols, &names.aliases);
        let written = self.lists.gathered(written, self.max_formulas, context);
        (with_last_box(written, self.max_formulas), beside)
    }

    /// The symbols of the reference.
    pub(super) fn symbols(&self) -> &BTreeSet<Symbol> {
        &self.comparer.names.symbols
    }

    /// The reference and the comparer.
    pub(super) fn parts(&self) -> (&Reference<Ready>, &Comparer) {
        (&self.reference, &self.comparer)
    }

    /// Grades a solution in Markdown and measures how near it comes to the final answers.
    ///
    /// # Errors
    /// When the simplifier fails; this is not the solution's fault.
    pub fn grade_and_measure(&self, solution: &str, eed: &Eed) -> Result<Report, SimplifyError> {
        let comparer = self.comparer.for_one();
        let (written, beside) = self.written(solution, &comparer.context);
        let mut report = self.grade_written(&written, &beside, &comparer);
        let context = |node| self.comparer.context_of(node);
        report.eed = Some(self.answers.measure(&written, &report, context, eed)?);
        Ok(report)
    }

    fn grade_written(
        &self,
        written: &[WrittenFormula],
        beside: &Beside,
        comparer: &Comparer,
    ) -> Report {
        let finals = self.reference.finals.iter().filter(|is_final| **is_final);
        let taken = TakenAnswers::of(self.rule, written, beside.boxes, finals.count());
        let most = self.max_formulas;
        let mut report = grade(
            &self.reference,
            written,
            &beside.said_aside,
            taken,
            comparer,
            most,
        );
        report.notes.extend(beside.notes.iter().cloned());
        if beside.quoted > 0 {
            report.notes.insert(0, quoted(beside.quoted));
        }
        if written.is_empty() && beside.asides > 0 {
            report.notes.insert(0, only_asides(beside.asides));
        }
        self.add_hints(&mut report, written);
        report
    }

    /// Adds hints on what formulas that match nothing may have been meant to say.
    fn add_hints(&self, report: &mut Report, written: &[WrittenFormula]) {
        let unmatched = report.formulas.iter().zip(written);
        for (told, one) in unmatched.filter(|(told, _)| told.matches.is_empty()) {
            let Ok(formula) = &one.formula else { continue };
            for hint in hints::hints(formula, &one.source, self.symbols()) {
                report
                    .notes
                    .push(format!("formula {}: {hint}", told.number));
            }
        }
    }
}

/// Shows how the formulas of a solution in Markdown are read, without grading: their number, and a report on each of
/// the first `most`. A chain counts as many formulas as it has relations.
pub fn read_formulas(solution: &str, most: usize) -> (usize, Vec<FormulaReport>) {
    let (written, _) = written(found::find(solution, Inline::Aside, Values::Named));
    let listed = first_beyond(&written, most).unwrap_or(written.len());
    let reports = written[..listed].iter().enumerate();
    let reports = reports.map(|(position, one)| FormulaReport::unmatched(one, position));
    (written.len(), reports.collect())
}

/// What a solution contains besides the formulas that are graded.
struct Beside {
    asides: usize,
    said_aside: Vec<Formula>,
    boxes: usize,
    quoted: usize,
    /// Notes on how names are read.
    notes: Vec<String>,
}

/// The formulas found in a solution, in the order of the text, and the rest.
fn written(found: found::FoundFormulas) -> (Vec<WrittenFormula>, Beside) {
    let beside = Beside {
        asides: found.asides,
        said_aside: found.said_aside,
        boxes: found.boxes,
        quoted: found.quoted,
        notes: Vec::new(),
    };
    let written = found.formulas.into_iter().map(self::found).collect();
    (written, beside)
}

/// The note for a solution with formulas that are code.
fn quoted(count: usize) -> String {
    let formulas = if count == 1 {
        "formula stands"
    } else {
        "formulas stand"
    };
    format!(
        "{count} {formulas} between backticks, which makes it code that is not read; leave them out"
    )
}

/// The note for a solution whose formulas are all inside sentences.
fn only_asides(asides: usize) -> String {
    let formulas = if asides == 1 {
        "formula stands"
    } else {
        "formulas stand"
    };
    format!(
        "nothing was graded: {asides} {formulas} inside sentences, between `$` or `\\(` and `\\)`, \
         which are asides; write each step between `$$` and `$$`, or in a paragraph of its own"
    )
}

/// Reads the LaTeX of one formula.
///
/// # Errors
/// When it is not a formula, or more than one.
pub fn read_latex(latex: &str) -> Result<Formula, Unread> {
    notation::read(latex).map_err(|error| unread(&error, None))
}

fn unread(error: &notation::ReadError, place: Option<TextPlace>) -> Unread {
    Unread {
        column: error.column,
        message: format!("found {}, expected {}", error.found, error.expected),
        place,
    }
}

fn found(extracted: found::Extracted) -> WrittenFormula {
    let error_place = extracted.error_place;
    WrittenFormula {
        source: extracted.source,
        place: extracted.place,
        formula: extracted
            .formula
            .map_err(|error| unread(&error, error_place)),
        boxed: extracted.boxed,
        is_remarked: false,
    }
}
