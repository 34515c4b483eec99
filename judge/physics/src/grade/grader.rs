//! Everything together: from a problem and the text of a solution to a report.

use std::collections::{BTreeMap, BTreeSet};

use super::super::constants::{self, Definition, DefinitionError, Definitions};
use super::super::dag::DagError;
use super::super::eed::{Eed, SimplifyError};
use super::super::equivalence::{Context, Parameters, Prepared, Suggestion, compare_prepared};
use super::super::extract::{self, Inline};
use super::super::formula::{Expr, Formula, Relation, Statement, Symbol};
use super::super::latex;
use super::super::problem::{NodeIndex, Problem};
use super::super::text_place::TextPlace;
use super::answers::FinalAnswers;
use super::claims::first_beyond;
use super::names::{self, ProblemNames};
use super::{
    Compare, Comparison, DEFAULT_MAX_FORMULAS, Difference, FormulaReport, Reference, Report,
    Unread, WrittenFormula, grade, hints,
};

/// Changes with every change that can change a report, so that kept results are not mixed up.
pub const GRADER_VERSION: u32 = 7;

/// Significant figures of a number that is rounded on the way.
const ROUNDED: u32 = 2;

/// What grading depends on besides the problem and the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Formulas of a solution that are scored.
    pub max_formulas: usize,
    /// The season's seed, from which the trials of comparisons come.
    pub seed: Vec<u8>,
    /// What a formula in `$…$` inside a sentence is; the problem says it where this does not.
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

/// Why a problem cannot grade solutions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraderError {
    /// The formulas make no graph.
    #[error("grading_standard: {0}")]
    Graph(#[from] DagError),
    /// A constant cannot be used.
    #[error("constants: {0}")]
    Constants(#[from] DefinitionError),
    /// A name among the aliases is no symbol.
    #[error("aliases: `{0}` is no symbol")]
    Alias(String),
    /// A name among the parameters of comparison is no symbol.
    #[error("equivalence.{key}: `{name}` is no symbol")]
    Name {
        /// The key of the problem's file.
        key: &'static str,
        /// What stands there.
        name: String,
    },
}

/// A problem that is ready to grade solutions.
#[derive(Debug)]
pub struct Grader {
    reference: Reference<Ready>,
    comparer: Comparer,
    answers: FinalAnswers,
    max_formulas: usize,
    inline: Inline,
}

impl Grader {
    /// Reads a problem's formulas, once for all solutions.
    ///
    /// # Errors
    /// When the formulas make no graph, or a constant or name cannot be used.
    pub fn new(problem: &Problem, settings: &Settings) -> Result<Self, GraderError> {
        let comparer = Comparer::new(problem, settings)?;
        Ok(Self {
            reference: Reference::new(problem, read_latex, &comparer)?,
            answers: FinalAnswers::new(problem, &comparer.context),
            comparer,
            max_formulas: settings.max_formulas,
            inline: settings.inline.or(problem.inline).unwrap_or_default(),
        })
    }

    /// Grades a solution in Markdown, without measuring how near it comes to the final answers.
    pub fn grade(&self, solution: &str) -> Report {
        self.grade_found(solution).0
    }

    /// As [`Self::grade`], with the formulas of the solution.
    pub(super) fn grade_found(&self, solution: &str) -> (Report, Vec<WrittenFormula>) {
        let (written, asides) = written(solution, self.inline);
        (self.grade_written(&written, asides), written)
    }

    /// The symbols of the reference.
    pub(super) fn symbols(&self) -> &BTreeSet<Symbol> {
        &self.comparer.names.symbols
    }

    /// The reference, and what compares with it.
    pub(super) fn parts(&self) -> (&Reference<Ready>, &Comparer) {
        (&self.reference, &self.comparer)
    }

    /// Grades a solution in Markdown and measures how near it comes to the final answers.
    ///
    /// # Errors
    /// When the simplifier fails, which is not the solution's fault.
    pub fn grade_and_measure(&self, solution: &str, eed: &Eed) -> Result<Report, SimplifyError> {
        let (written, asides) = written(solution, self.inline);
        let mut report = self.grade_written(&written, asides);
        let context = |node| self.comparer.context_of(node);
        report.eed = Some(self.answers.measure(&written, &report, context, eed)?);
        Ok(report)
    }

    fn grade_written(&self, written: &[WrittenFormula], asides: usize) -> Report {
        let mut report = grade(&self.reference, written, &self.comparer, self.max_formulas);
        if written.is_empty() && asides > 0 {
            report.notes.insert(0, only_asides(asides));
        }
        self.add_hints(&mut report, written);
        report
    }

    /// Tells what formulas that match nothing may have been meant to say.
    fn add_hints(&self, report: &mut Report, written: &[WrittenFormula]) {
        let unmatched = report.formulas.iter().zip(written);
        for (told, one) in unmatched.filter(|(told, _)| told.matches.is_empty()) {
            let Ok(formula) = &one.formula else { continue };
            for hint in hints::hints(formula, self.symbols()) {
                report
                    .notes
                    .push(format!("formula {}: {hint}", told.number));
            }
        }
    }
}

/// How the formulas of a solution in Markdown are read, whatever they are graded by: how many there
/// are, and a report on each of the first `most`, compared with nothing. A chain counts as many
/// formulas as it has relations.
pub fn read_formulas(solution: &str, most: usize) -> (usize, Vec<FormulaReport>) {
    let (written, _) = written(solution, Inline::Aside);
    let listed = first_beyond(&written, most).unwrap_or(written.len());
    let reports = written[..listed].iter().enumerate();
    let reports = reports.map(|(position, one)| FormulaReport::unmatched(one, position));
    (written.len(), reports.collect())
}

/// The formulas of a solution in Markdown, in the order of the text, and how many asides there are.
fn written(solution: &str, inline: Inline) -> (Vec<WrittenFormula>, usize) {
    let found = extract::find(solution, inline);
    let written = found.formulas.into_iter().map(self::found).collect();
    (written, found.asides)
}

/// What a solution is told whose formulas all stand in sentences.
fn only_asides(asides: usize) -> String {
    let formulas = if asides == 1 {
        "formula stands"
    } else {
        "formulas stand"
    };
    format!(
        "nothing was graded: {asides} {formulas} inside sentences, between `$` or `\\(` and `\\)`, \
         which are asides; write each step between `$$` and `$$`, or in a line of its own"
    )
}

/// Reads the LaTeX of one formula.
///
/// # Errors
/// When it is no formula, or more than one.
pub fn read_latex(latex: &str) -> Result<Formula, Unread> {
    latex::read(latex).map_err(|error| unread(&error, None))
}

fn unread(error: &latex::ReadError, place: Option<TextPlace>) -> Unread {
    Unread {
        column: error.column,
        message: format!("found {}, expected {}", error.found, error.expected),
        place,
    }
}

fn found(extracted: extract::Extracted) -> WrittenFormula {
    let error_place = extracted.error_place;
    WrittenFormula {
        source: extracted.source,
        place: extracted.place,
        formula: extracted
            .formula
            .map_err(|error| unread(&error, error_place)),
    }
}

/// Compares by Algorithm 1, with what the problem says of its symbols.
#[derive(Debug)]
pub(super) struct Comparer {
    /// What all nodes have in common.
    context: Context,
    /// One for each node, since the trials depend on it.
    contexts: BTreeMap<NodeIndex, Context>,
    names: ProblemNames,
    /// The nodes that answer a question.
    finals: BTreeSet<NodeIndex>,
}

impl Comparer {
    fn new(problem: &Problem, settings: &Settings) -> Result<Self, GraderError> {
        let context = context(problem, settings)?;
        let of_node = |index: NodeIndex| Context {
            node: index.to_string(),
            ..context.clone()
        };
        let contexts = problem.nodes.iter();
        let finals = problem.nodes.iter().zip(problem.final_answers());
        let formulas = problem.nodes.iter();
        let formulas: Vec<Formula> = formulas
            .filter_map(|node| latex::read(node.latex()).ok())
            .collect();
        Ok(Self {
            contexts: contexts
                .map(|node| (node.index, of_node(node.index)))
                .collect(),
            names: ProblemNames::new(problem, &formulas)?,
            finals: finals
                .filter(|(_, is_final)| *is_final)
                .map(|(node, _)| node.index)
                .collect(),
            context,
        })
    }

    fn context_of(&self, node: NodeIndex) -> &Context {
        self.contexts.get(&node).expect("every node has a context")
    }

    /// Whether two numbers agree as far as a rounded one tells.
    fn are_near(&self, node: NodeIndex, known: &Ready, other: &Ready) -> bool {
        let (Some(known), Some(other)) = (&known.value, &other.value) else {
            return false;
        };
        let rounded = Context {
            significant_figures: Some(ROUNDED),
            ..self.context_of(node).clone()
        };
        compare_prepared(known, other, &rounded).equivalent
    }

    /// Whether `written` gives the answer without a name, and the node is one.
    fn is_unnamed(&self, node: NodeIndex, written: &Ready) -> bool {
        written.is_answer && self.finals.contains(&node)
    }
}

/// A statement as the comparer wants it.
#[derive(Debug)]
pub(super) struct Ready {
    whole: Prepared,
    /// The value that it gives a symbol: what a reference without a name is compared with.
    value: Option<Prepared>,
    has_integral: bool,
    /// The symbol that it gives a value, and the symbols in that value.
    solved: Option<(Symbol, BTreeSet<Symbol>)>,
    /// It gives the answer without naming it.
    is_answer: bool,
}

impl Ready {
    fn new(statement: &Statement, context: &Context) -> Self {
        let value = value_of(statement).map(|value| Statement::Expression(value.clone()));
        Self {
            has_integral: has_integral(statement),
            solved: solved(statement),
            is_answer: false,
            whole: Prepared::new(statement.clone(), context),
            value: value.map(|value| Prepared::new(value, context)),
        }
    }

    /// Whether both give the same symbol a value in the same symbols, so that only one is right
    /// where they are not the same.
    fn contradicts(&self, reference: &Self) -> bool {
        match (&self.solved, &reference.solved) {
            (Some((symbol, used)), Some((wanted, known))) => {
                symbol == wanted && used.is_subset(known) && used.is_empty() == known.is_empty()
            }
            _ => false,
        }
    }

    /// What is compared with `reference`.
    fn against(&self, reference: &Self) -> &Prepared {
        match (reference.whole.statement(), &self.value) {
            (Statement::Expression(_), Some(value)) => value,
            _ => &self.whole,
        }
    }
}

impl Compare for Comparer {
    type Prepared = Ready;

    fn prepare(&self, _: NodeIndex, statement: &Statement) -> Ready {
        Ready::new(statement, &self.context)
    }

    fn prepare_written(&self, statement: &Statement) -> Ready {
        let statement = self.names.meant(statement);
        Ready {
            is_answer: self.names.is_answer(&statement),
            ..Ready::new(&statement, &self.context)
        }
    }

    fn compare(&self, node: NodeIndex, reference: &Ready, written: &Ready) -> Comparison {
        let context = self.context_of(node);
        let unnamed = self.is_unnamed(node, written);
        let answer = match (&reference.value, &written.value) {
            (Some(reference), Some(value)) if unnamed => {
                compare_prepared(reference, value, context)
            }
            _ => compare_prepared(&reference.whole, written.against(reference), context),
        };
        let mut reason = answer.reason.to_string();
        if answer.equivalent {
            for note in &answer.notes {
                reason.push_str("; ");
                reason.push_str(&note.to_string());
            }
        }
        Comparison {
            equivalent: answer.equivalent,
            trials: answer.trials,
            carried_out: reference.has_integral != written.has_integral,
            difference: match answer.reason.suggestion() {
                Some(Suggestion::UnitDimension) => Some(Difference::Units),
                Some(Suggestion::DerivationCalculation) => Some(Difference::SignOrFactor),
                None => written.contradicts(reference).then_some(Difference::Value),
            },
            reason,
        }
    }

    fn is_rival(&self, node: NodeIndex, known: &Ready, other: &Ready) -> bool {
        let (Some((quantity, used)), Some((also, also_used))) = (&known.solved, &other.solved)
        else {
            return false;
        };
        let named =
            quantity == also || self.is_unnamed(node, known) || self.is_unnamed(node, other);
        // A number that is rounded is no other value.
        named && used == also_used && !(used.is_empty() && self.are_near(node, known, other))
    }
}

/// Whether an integral or a sum stands in it that could be carried out.
fn has_integral(statement: &Statement) -> bool {
    let sides: Vec<&Expr> = match statement {
        Statement::Expression(side) | Statement::Continuation { right: side, .. } => vec![side],
        Statement::Relation { left, right, .. } => vec![left, right],
    };
    let mut found = false;
    for side in sides {
        side.walk(&mut |part| found |= matches!(part, Expr::Integral(_) | Expr::Series(_)));
    }
    found
}

/// The symbol that an equality gives a value, or a power of it, and the symbols of that value, without
/// calculus, whose variables are symbols too.
fn solved(statement: &Statement) -> Option<(Symbol, BTreeSet<Symbol>)> {
    let Statement::Relation {
        left,
        relation: Relation::Equal | Relation::Approximately,
        right,
    } = statement
    else {
        return None;
    };
    solved_for(left, right).or_else(|| solved_for(right, left))
}

fn solved_for(quantity: &Expr, value: &Expr) -> Option<(Symbol, BTreeSet<Symbol>)> {
    let quantity = match quantity {
        Expr::Power(base, exponent) if matches!(**exponent, Expr::Number(_)) => base,
        other => other,
    };
    let Expr::Symbol(symbol) = quantity else {
        return None;
    };
    let mut used = BTreeSet::new();
    let mut plain = true;
    value.walk(&mut |part| match part {
        Expr::Symbol(symbol) => {
            used.insert((**symbol).clone());
        }
        Expr::Number(_)
        | Expr::Unit(_)
        | Expr::Sum(_)
        | Expr::Product(_)
        | Expr::Fraction(..)
        | Expr::Power(..)
        | Expr::Root(..)
        | Expr::Function(..) => {}
        _ => plain = false,
    });
    (plain && !used.contains(symbol)).then(|| ((**symbol).clone(), used))
}

/// The value that an equality gives a symbol.
fn value_of(statement: &Statement) -> Option<&Expr> {
    match statement {
        Statement::Relation {
            left: Expr::Symbol(_),
            relation: Relation::Equal,
            right,
        } => Some(right),
        _ => None,
    }
}

fn context(problem: &Problem, settings: &Settings) -> Result<Context, GraderError> {
    let overrides = &problem.equivalence;
    let defaults = Parameters::default();
    let (low, high) = overrides.range.unwrap_or((defaults.low, defaults.high));
    Ok(Context {
        parameters: Parameters {
            low,
            high,
            max_trials: overrides.trials.unwrap_or(defaults.max_trials),
            needed: overrides.successes.unwrap_or(defaults.needed),
            tolerance: overrides.tolerance.unwrap_or(defaults.tolerance),
            ..defaults
        },
        definitions: definitions(problem)?,
        signed: symbols("signed", &overrides.signed)?,
        functions: symbols("functions", &overrides.functions)?,
        constant: symbols("constant", &overrides.constant)?,
        plain: plain_symbols(problem),
        significant_figures: significant_figures(problem),
        log_is_decimal: overrides.log_is_decimal,
        seed: settings.seed.clone(),
        node: String::new(),
    })
}

/// The problem's own constants, read.
///
/// # Errors
/// When a name is no symbol, or a value cannot be read.
pub fn definitions(problem: &Problem) -> Result<Definitions, DefinitionError> {
    let read: Vec<(&str, Definition)> = problem
        .constants
        .iter()
        .map(|constant| {
            let value = constant.value.parse::<f64>();
            let text = || Definition::Text(constant.value.clone());
            (
                constant.symbol.as_str(),
                value.map_or_else(|_| text(), Definition::Number),
            )
        })
        .collect();
    Definitions::read(read.iter().map(|(symbol, value)| (*symbol, value)))
}

fn symbols(key: &'static str, names: &[String]) -> Result<BTreeSet<Symbol>, GraderError> {
    let read = |name: &String| {
        constants::symbol(name).ok_or_else(|| GraderError::Name {
            key,
            name: name.clone(),
        })
    };
    names.iter().map(read).collect()
}

/// Symbols that stand without arguments somewhere in the reference: `v(t)` is `v` then.
fn plain_symbols(problem: &Problem) -> BTreeSet<Symbol> {
    let read = problem.nodes.iter().map(|node| latex::read(node.latex()));
    let formulas: Vec<Formula> = read.filter_map(Result::ok).collect();
    names::symbols_of(formulas.iter().flat_map(Formula::sides))
}

/// How precise numbers have to be: as the problem says, or as the least precise question does.
fn significant_figures(problem: &Problem) -> Option<u32> {
    let questions = problem.subquestions.iter();
    problem
        .significant_figures
        .or_else(|| questions.filter_map(|q| q.significant_figures).min())
        .map(u32::from)
}
