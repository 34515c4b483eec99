//! Compares formulas of a solution with nodes by Algorithm 1, with the problem's information about its symbols.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use super::super::problem::{Node, NodeIndex, Problem};
use super::names::ProblemNames;
use super::{Compare, Difference, GraderError, Settings, StatementComparison, Unread};
use crate::algebra::constants;
use crate::algebra::constants::{Definition, DefinitionError, Definitions};
use crate::same;
use crate::same::{Context, Parameters, Pool, Prepared, Reason, Suggestion, compare_prepared};
use crate::tree::symbols_of;
use crate::tree::{Change, Expr, Formula, Relation, Statement, Symbol};

/// How many significant figures an intermediate result must keep.
const ROUNDED: u32 = 2;

/// The largest relative change from rounding a number to this many figures: `1.05` to `1.1`. Rounding in another
/// unit, `95 s` to `1.6 min`, leaves other figures.
const ROUNDING: f64 = 0.05;

/// How many arithmetic operations a derivation may take; comparisons left when they are spent are undecided. A
/// derivation of 30 formulas takes about 2 million.
const OPERATIONS: u64 = 150_000_000;

/// Compares by Algorithm 1, with what the problem says about its symbols.
#[derive(Clone, Debug)]
pub(super) struct Comparer {
    /// What all nodes have in common.
    pub(super) context: Context,
    /// One context for each node, since the trials depend on the node.
    contexts: BTreeMap<NodeIndex, Context>,
    pub(super) names: ProblemNames,
    /// The nodes that answer a question.
    finals: BTreeSet<NodeIndex>,
}

impl Comparer {
    /// Prepares a problem; `formulas` are those of its nodes.
    pub(super) fn new(
        problem: &Problem,
        formulas: &[Result<Formula, Unread>],
        settings: &Settings,
    ) -> Result<Self, GraderError> {
        let read: Vec<&Formula> = formulas.iter().flatten().collect();
        let context = context(problem, &read, settings)?;
        let of_node = |(node, formula): (&Node, &Result<Formula, Unread>)| {
            let shown = || shown_figures(formula.as_ref().ok()?);
            let own = Context {
                node: node.index.to_string(),
                significant_figures: context.significant_figures.or_else(shown),
                ..context.clone()
            };
            (node.index, own)
        };
        let finals = problem.nodes.iter().zip(problem.final_answers());
        Ok(Self {
            contexts: problem.nodes.iter().zip(formulas).map(of_node).collect(),
            names: ProblemNames::new(problem, &read)?,
            finals: finals
                .filter(|(_, is_final)| *is_final)
                .map(|(node, _)| node.index)
                .collect(),
            context,
        })
    }

    /// The same comparer with a fresh budget of operations, for one derivation.
    pub(super) fn for_one(&self) -> Self {
        let mut own = self.clone();
        let pool = Pool::of(OPERATIONS);
        for context in own.contexts.values_mut().chain([&mut own.context]) {
            context.pool = pool.clone();
        }
        own
    }

    pub(super) fn context_of(&self, node: NodeIndex) -> &Context {
        self.contexts.get(&node).expect("every node has a context")
    }

    /// Whether two numbers agree as far as the rounded one tells.
    fn are_near(&self, node: NodeIndex, known: &Ready, other: &Ready) -> bool {
        let (Some((_, known)), Some((_, other))) = (&known.given, &other.given) else {
            return false;
        };
        let rounded = Context {
            significant_figures: Some(ROUNDED),
            ..self.context_of(node).clone()
        };
        compare_prepared(known, other, &rounded).equivalent
            || bare(known).is_some_and(|known| {
                let known = Prepared::new(known, &rounded);
                compare_prepared(&known, other, &rounded).equivalent
            })
    }

    /// Whether a statement is solved for the quantity that `known` gives a value, in the same symbols.
    fn names_it(&self, node: NodeIndex, known: &Ready, other: &Ready) -> bool {
        let (Some(one), Some(also)) = (&known.solved, &other.solved) else {
            return false;
        };
        let is_unnamed = self.is_unnamed(node, known) || self.is_unnamed(node, other);
        let named = one.is_of_the_same(also) || is_unnamed && one.bound == also.bound;
        named && one.used == also.used
    }

    /// Whether a statement is an equation of the same symbols as the value that `known` gives a quantity, so that it
    /// gives the quantity a value too, however it is written. Equations of numbers may be rounded.
    fn is_of_its_symbols(&self, known: &Ready, other: &Ready) -> bool {
        let counting = |one: &Ready| one.whole.counting(&self.context).cloned();
        let is_value = |it: &Solved| it.bound == Ordering::Equal && !it.used.is_empty();
        known.solved.as_ref().is_some_and(is_value)
            && is_without_calculus(other.whole.statement())
            && counting(known).is_some_and(|symbols| counting(other) == Some(symbols))
    }

    /// Whether `written` gives the answer without a name, and the node is one.
    fn is_unnamed(&self, node: NodeIndex, written: &Ready) -> bool {
        written.is_answer && self.finals.contains(&node)
    }
}

/// A statement prepared for comparison.
#[derive(Debug)]
pub(super) struct Ready {
    whole: Prepared,
    /// The value that it gives a symbol, exactly or about.
    given: Option<(Relation, Prepared)>,
    has_integral: bool,
    /// The symbol that it gives a value or a bound.
    solved: Option<Solved>,
    /// It gives the answer without naming it.
    is_answer: bool,
}

impl Ready {
    fn new(statement: &Statement, context: &Context) -> Self {
        let prepared = |value: &Expr| Prepared::new(Statement::Expression(value.clone()), context);
        Self {
            has_integral: has_integral(statement),
            solved: solved(statement),
            is_answer: false,
            whole: Prepared::new(statement.clone(), context),
            given: given(statement).map(|(relation, value)| (relation, prepared(value))),
        }
    }

    /// The value that it gives a symbol exactly. A reference without a name is compared with this.
    fn value(&self) -> Option<&Prepared> {
        let (relation, value) = self.given.as_ref()?;
        (*relation == Relation::Equal).then_some(value)
    }

    /// Whether both give the same symbol a value in the same symbols, so that at most one of them is right if they
    /// differ.
    fn contradicts(&self, reference: &Self) -> bool {
        match (&self.solved, &reference.solved) {
            (Some(own), Some(known)) => {
                own.is_of_the_same(known)
                    && own.used.is_subset(&known.used)
                    && own.used.is_empty() == known.used.is_empty()
            }
            _ => false,
        }
    }

    /// The form of this statement that is compared with `reference`.
    fn against(&self, reference: &Self) -> &Prepared {
        match (reference.whole.statement(), self.value()) {
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

    fn knows(&self, name: &Symbol) -> bool {
        self.names.know(name) || self.context.definitions.find(name).is_some()
    }

    fn compare(&self, node: NodeIndex, reference: &Ready, written: &Ready) -> StatementComparison {
        let context = self.context_of(node);
        let unnamed = self.is_unnamed(node, written);
        let answer = match (reference.value(), written.value()) {
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
        StatementComparison {
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

    fn compare_branches(
        &self,
        node: NodeIndex,
        reference: &Formula,
        written: &Formula,
    ) -> StatementComparison {
        let written = self.names.meant_formula(written);
        let answer = same::compare(reference, &written, self.context_of(node));
        StatementComparison {
            equivalent: answer.equivalent,
            trials: answer.trials,
            carried_out: false,
            difference: None,
            reason: answer.reason.to_string(),
        }
    }

    fn contradict(&self, node: NodeIndex, reference: &[Formula], written: &[Formula]) -> bool {
        same::contradict(reference, written, self.context_of(node))
    }

    fn is_rival(&self, node: NodeIndex, known: &Ready, other: &Ready) -> bool {
        self.names_it(node, known, other) || self.is_of_its_symbols(known, other)
    }

    fn gives_a_value(&self, node: NodeIndex, known: &Ready, stating: &Ready) -> bool {
        let is_bare = matches!(stating.whole.statement(), Statement::Expression(_));
        is_bare || self.names_it(node, known, stating)
    }

    fn is_rounded(&self, node: NodeIndex, known: &Ready, other: &Ready) -> bool {
        let is_number = |one: &Ready| one.solved.as_ref().is_some_and(|it| it.used.is_empty());
        is_number(known) && is_number(other) && self.are_near(node, known, other)
    }

    fn is_beyond_rounding(&self, node: NodeIndex, known: &Ready, other: &Ready) -> bool {
        let (Some((_, known)), Some((_, other))) = (&known.given, &other.given) else {
            return true;
        };
        let mut rough = self.context_of(node).clone();
        rough.parameters.tolerance = ROUNDING;
        let found = compare_prepared(known, other, &rough);
        // Beside units, a part must be clearly above the tolerance, which no part is with a tolerance this wide.
        let is_near = matches!(found.reason, Reason::Factor(by) if (by - 1.0).abs() <= ROUNDING);
        !(found.equivalent || is_near)
    }
}

/// The bare number of a value with a unit, as solutions write it when they leave units out on the way:
/// `t = \frac{20}{9.81} = 2.04 \unit{s}`.
fn bare(value: &Prepared) -> Option<Statement> {
    match value.statement() {
        Statement::Expression(Expr::Product(factors)) => {
            let is_unit = |factor: &&Expr| match factor {
                Expr::Unit(_) => true,
                Expr::Symbol(symbol) => is_ohm(symbol),
                _ => false,
            };
            let units = factors.iter().filter(is_unit).count();
            let numbers: Vec<Expr> = factors
                .iter()
                .filter(|factor| !is_unit(factor))
                .cloned()
                .collect();
            (units > 0 && !numbers.is_empty())
                .then(|| Statement::Expression(Expr::product(numbers)))
        }
        _ => None,
    }
}

/// Whether it contains an integral or sum that could be carried out.
fn has_integral(statement: &Statement) -> bool {
    let sides: Vec<&Expr> = match statement {
        Statement::Expression(side) | Statement::Continuation { right: side, .. } => vec![side],
        Statement::Relation { left, right, .. } => vec![left, right],
    };
    let is_integral = |part: &Expr| matches!(part, Expr::Integral(_) | Expr::Series(_));
    sides.into_iter().any(|side| side.any(is_integral))
}

/// What a statement is solved for.
#[derive(Debug)]
struct Solved {
    symbol: Symbol,
    /// On which side of its value the symbol is.
    bound: Ordering,
    /// The symbols in that value.
    used: BTreeSet<Symbol>,
}

impl Solved {
    fn is_of_the_same(&self, other: &Self) -> bool {
        self.symbol == other.symbol && self.bound == other.bound
    }
}

/// The symbol that a statement gives a value or bound, or a power of it, and the symbols in that value. `None` if
/// calculus occurs, since its variables are symbols too.
fn solved(statement: &Statement) -> Option<Solved> {
    let Statement::Relation {
        left,
        relation,
        right,
    } = statement
    else {
        return None;
    };
    let bound = match relation {
        Relation::Equal | Relation::Approximately => Ordering::Equal,
        Relation::Less | Relation::LessOrEqual => Ordering::Less,
        Relation::Greater | Relation::GreaterOrEqual => Ordering::Greater,
        _ => return None,
    };
    let solved = |(symbol, used), bound| Solved {
        symbol,
        bound,
        used,
    };
    solved_for(left, right)
        .map(|found| solved(found, bound))
        .or_else(|| solved_for(right, left).map(|found| solved(found, bound.reverse())))
}

fn solved_for(quantity: &Expr, value: &Expr) -> Option<(Symbol, BTreeSet<Symbol>)> {
    let quantity = match quantity {
        Expr::Power(base, exponent) if matches!(**exponent, Expr::Number(_)) => base,
        other => other,
    };
    let symbol = quantity_name(quantity)?;
    let mut used = symbols_without_calculus(value)?;
    if used.iter().all(is_ohm) {
        used.clear();
    }
    (!used.contains(&symbol)).then_some((symbol, used))
}

/// The symbols of an expression; `None` if calculus occurs.
fn symbols_without_calculus(value: &Expr) -> Option<BTreeSet<Symbol>> {
    let mut used = BTreeSet::new();
    let mut plain = true;
    value.walk(&mut |part| match part {
        // `\frac{\pi}{6}` is a number.
        Expr::Symbol(symbol) if symbol.is(r"\pi") => {}
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
    plain.then_some(used)
}

/// Whether a statement is an equation without calculus, since the variables of calculus are symbols too.
fn is_without_calculus(statement: &Statement) -> bool {
    match statement {
        Statement::Relation {
            left,
            relation: Relation::Equal | Relation::Approximately,
            right,
        } => [left, right]
            .into_iter()
            .all(|side| symbols_without_calculus(side).is_some()),
        _ => false,
    }
}

/// Whether a letter is the unit ohm after numbers: `R = 470\,\Omega`.
fn is_ohm(symbol: &Symbol) -> bool {
    symbol.is(r"\Omega")
}

/// The name of a quantity: a symbol, its change, its mean, or a function of symbols.
fn quantity_name(quantity: &Expr) -> Option<Symbol> {
    match quantity {
        Expr::Symbol(symbol) => Some((**symbol).clone()),
        Expr::Change(Change::Delta, of) => Some(Symbol::new(format!(
            r"\Delta {}",
            quantity_name(of)?.name()
        ))),
        Expr::Average(of) => Some(Symbol::new(format!(
            r"\langle {}",
            quantity_name(of)?.name()
        ))),
        Expr::Call(call) => {
            let of_symbols = call
                .arguments
                .iter()
                .all(|one| matches!(one, Expr::Symbol(_)));
            of_symbols.then(|| call.function.clone())
        }
        _ => None,
    }
}

/// The value that a statement gives a symbol, exactly or about.
fn given(statement: &Statement) -> Option<(Relation, &Expr)> {
    match statement {
        Statement::Relation {
            left,
            relation: relation @ (Relation::Equal | Relation::Approximately),
            right,
        } => quantity_name(left).map(|_| (*relation, right)),
        _ => None,
    }
}

fn context(
    problem: &Problem,
    formulas: &[&Formula],
    settings: &Settings,
) -> Result<Context, GraderError> {
    let overrides = &problem.equivalence;
    let defaults = Parameters::default();
    let (low, high) = overrides.range.unwrap_or((defaults.low, defaults.high));
    Ok(Context {
        pool: Pool::default(),
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
        varying: differentiated(formulas),
        // `v(t)` is then read as `v`.
        plain: symbols_of(formulas.iter().flat_map(|formula| formula.sides())),
        significant_figures: significant_figures(problem),
        log_is_decimal: overrides.log_is_decimal,
        seed: settings.seed.clone(),
        node: String::new(),
    })
}

/// The symbols that some formula has a derivative or a differential of.
fn differentiated(formulas: &[&Formula]) -> BTreeSet<Symbol> {
    let mut found = BTreeSet::new();
    for side in formulas.iter().flat_map(|formula| formula.sides()) {
        side.walk(&mut |part| {
            let of = match part {
                Expr::Derivative(derivative) => &derivative.of,
                Expr::Change(Change::Differential, of) => &**of,
                _ => return,
            };
            if let Expr::Symbol(symbol) = of {
                found.insert((**symbol).clone());
            }
        });
    }
    found
}

/// Parses the problem's own constants.
///
/// # Errors
/// When a name is not a symbol, or a value cannot be read.
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

/// The significant figures of the number that a formula ends with, if it says that the value is approximate: 2 for
/// `R \approx 4.2 \times 10^4 \unit{km}`.
fn shown_figures(formula: &Formula) -> Option<u32> {
    let (relation, value) = formula.links.last()?;
    let mut numbers = Vec::new();
    value.walk(&mut |part| {
        if let Expr::Number(number) = part {
            numbers.push(number.significant_figures());
        }
    });
    match numbers.as_slice() {
        [figures] if *relation == Relation::Approximately => Some(*figures),
        _ => None,
    }
}

/// How precise numbers must be: as the problem says, or as its least precise question says.
fn significant_figures(problem: &Problem) -> Option<u32> {
    let questions = problem.subquestions.iter();
    problem
        .significant_figures
        .or_else(|| questions.filter_map(|q| q.significant_figures).min())
        .map(u32::from)
}
