//! Runs one round: lowers two statements into one graph and compares them by their form.

use std::cell::OnceCell;
use std::sync::OnceLock;

use super::form::Form;
use super::judge::Judge;
use super::reason::Reason;
use crate::algebra::context::{Context, Parameters};
use crate::algebra::graph::{Graph, Node};
use crate::algebra::lower::{Lowering, Obstacle, Settings, SlotKind, Survey};
use crate::algebra::random::RandomStream;
use crate::algebra::trials::Trials;
use crate::algebra::variables::Variables;
use crate::tree::{Formula, Statement, Symbol};

/// The result of a round.
#[derive(Debug)]
pub(super) struct Round {
    pub(super) equivalent: bool,
    pub(super) trials: u32,
    pub(super) reason: Reason,
    /// Something is opaque that could be carried out.
    pub(super) can_evaluate: bool,
    /// A derivative was carried out in exactly one of the two.
    pub(super) is_result: bool,
    /// Symbols that both have.
    pub(super) shared: Vec<Symbol>,
    /// Symbols that only one has.
    pub(super) unshared: Vec<Symbol>,
}

/// The sides of both statements as nodes.
#[derive(Debug)]
pub(super) struct LoweredSides {
    pub(super) reference: Vec<Node>,
    pub(super) answer: Vec<Node>,
}

/// Compares two statements in one reading.
pub(super) fn compare_once(
    reference: &Statement,
    written: &AnswerStatement<'_>,
    context: &Context,
    survey: &Survey<'_>,
    settings: Settings,
) -> Round {
    let (left, right) = (Form::of(reference), Form::of(written.statement));
    let mut round = Round {
        equivalent: false,
        trials: 0,
        reason: Reason::Differ { symbol: None },
        can_evaluate: false,
        is_result: false,
        shared: Vec::new(),
        unshared: Vec::new(),
    };
    if context.pool.left() == 0 {
        round.reason = Reason::TooLarge;
        return round;
    }
    let evaluate = settings.evaluate;
    let mut lowering = Lowering::new(context, survey, settings);
    let lowered = lower(&mut lowering, left, right);
    context.pool.take(lowering.operations());
    let (sides, carried_out) = match lowered {
        Ok(lowered) => lowered,
        Err(obstacle) => {
            round.reason = match obstacle {
                Obstacle::Unit(name) => Reason::UnknownUnit(name),
                Obstacle::Variables => Reason::TooManySymbols,
                Obstacle::Parts => Reason::TooLarge,
            };
            return round;
        }
    };
    round.can_evaluate = lowering.left_alone || (evaluate && lowering.evaluated > 0);
    round.is_result = carried_out[0] != carried_out[1];
    share(&lowering, &sides, &mut round);
    let mut judge = Judge::new(lowering, context, written);
    let (equivalent, trials, reason) = judge.forms(left, right, &sides);
    round.equivalent = equivalent;
    round.trials = trials;
    round.reason = reason;
    round
}

/// Both statements in the graph, the reference first, and whether derivatives were carried out in each.
fn lower(
    lowering: &mut Lowering<'_>,
    left: Form<'_>,
    right: Form<'_>,
) -> Result<(LoweredSides, [bool; 2]), Obstacle> {
    let mut lowered = |form: Form<'_>| -> Result<_, Obstacle> {
        let sides = lowering.statement(&form.sides())?;
        Ok((sides, std::mem::take(&mut lowering.differentiated)))
    };
    let (reference, carried_out) = lowered(left)?;
    let (answer, also) = lowered(right)?;
    lowering.differentiated = carried_out || also;
    Ok((LoweredSides { reference, answer }, [carried_out, also]))
}

/// All variables of some nodes.
pub(super) fn slots_of(graph: &Graph, nodes: &[Node]) -> Variables {
    nodes.iter().fold(Variables::default(), |slots, node| {
        slots.union(graph.slots(*node))
    })
}

/// Which symbols the two share, including those inside opaque terms.
fn share(lowering: &Lowering<'_>, sides: &LoweredSides, round: &mut Round) {
    let (graph, symbols) = (&lowering.graph, &lowering.symbols);
    let all = |nodes: &[Node]| {
        let slots = slots_of(graph, nodes);
        slots.union(symbols.hidden(slots))
    };
    let (left, right) = (all(&sides.reference), all(&sides.answer));
    for slot in left.union(right).iter() {
        if let SlotKind::Symbol(symbol) = symbols.kind(slot) {
            if left.contains(slot) && right.contains(slot) {
                round.shared.push(symbol.clone());
            } else {
                round.unshared.push(symbol.clone());
            }
        }
    }
}

/// The student's formula as text for the seed, made when it is needed.
#[derive(Debug)]
pub(super) struct AnswerStatement<'a> {
    statement: &'a Statement,
    text: &'a OnceLock<String>,
    stream: OnceCell<RandomStream>,
}

impl<'a> AnswerStatement<'a> {
    /// Stores the text in `text`.
    pub(super) fn new(statement: &'a Statement, text: &'a OnceLock<String>) -> Self {
        Self {
            statement,
            text,
            stream: OnceCell::new(),
        }
    }

    pub(super) fn statement(&self) -> &'a Statement {
        self.statement
    }

    /// The random numbers of its comparisons in a context; they are always the same.
    pub(super) fn stream(&self, context: &Context) -> RandomStream {
        let stream = self.stream.get_or_init(|| stream(context, self.text()));
        stream.clone()
    }

    pub(super) fn text(&self) -> &str {
        self.text.get_or_init(|| {
            let formula = match self.statement.clone() {
                Statement::Expression(expr) => Formula::expression(expr),
                Statement::Relation {
                    left,
                    relation,
                    right,
                } => Formula::relation(left, relation, right),
                Statement::Continuation { relation, right } => Formula {
                    first: None,
                    links: vec![(relation, right)],
                    conditions: Vec::new(),
                },
            };
            formula.to_latex()
        })
    }
}

/// How many times more trials formulas with corners get.
const AT_CORNERS: u32 = 4;

/// The parameters of Algorithm 1. `\max(a, b)` equals `a` whenever `b` happens to be smaller, which happens ten times
/// in a row once in a thousand pairs: such formulas get more trials.
pub(super) fn parameters(lowering: &Lowering<'_>, context: &Context) -> Parameters {
    let by = if lowering.graph.has_corners() {
        AT_CORNERS
    } else {
        1
    };
    let parameters = context.parameters;
    Parameters {
        needed: parameters.needed.saturating_mul(by),
        max_trials: parameters.max_trials.saturating_mul(by),
        ..parameters
    }
}

/// The random numbers of a comparison with a formula.
pub(super) fn stream(context: &Context, formula: &str) -> RandomStream {
    RandomStream::seeded(&context.seed, &[&context.node, formula])
}

/// The draws and the budget for a comparison.
pub(super) fn trials<'a>(
    lowering: &'a Lowering<'_>,
    context: &'a Context,
    stream: RandomStream,
) -> Trials<'a> {
    let parameters = parameters(lowering, context);
    let mut trials = Trials::new(parameters, &context.pool, &lowering.symbols, stream);
    trials.magnitudes = lowering.graph.magnitudes(1e3);
    trials.sizes = lowering.graph.magnitudes(10.0);
    trials
}
