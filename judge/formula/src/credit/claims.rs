//! Claims: the single statements of chains, and of formulas that continue one another, which are compared.

use super::abbreviations::Abbreviations;
use super::lists::has_symbols;
use super::reference::Reference;
use super::{Compare, TakenAnswers, WrittenFormula, names};
use crate::credit::eed;
use crate::same::without_bars;
use crate::tree::{Expr, Formula, Relation, Statement};

/// One relation or expression, in each of the ways that it can be meant. It counts as stated if one of them is
/// stated.
#[derive(Clone, Debug)]
pub struct Claim<P> {
    /// The ways, at least one.
    pub ways: Vec<P>,
}

/// The statements of a solution that are compared.
#[derive(Clone, Debug)]
pub struct Formulas<P> {
    /// For each formula of the solution its statements; `None` if it is not compared, because it could not be read or
    /// is beyond the limit.
    pub statements: Vec<Option<Vec<P>>>,
    /// For each formula the chain that it is or continues, by the position of the chain's first formula;
    /// `None` where `\pm` makes several of one.
    pub(super) chains: Vec<Option<usize>>,
    /// For each formula, whether a letter in it is taken for another one.
    pub(super) remarked: Vec<bool>,
    /// For each formula, the conditions beside it that say where it holds.
    pub(super) conditions: Vec<Vec<Formula>>,
    /// For each formula that is compared, itself if it is an equation.
    pub(super) equations: Vec<Option<Formula>>,
    /// Position of the first formula that is beyond the limit.
    pub first_beyond: Option<usize>,
    /// The formulas that may be final answers, if not every formula may be one.
    pub(super) taken: Option<TakenAnswers>,
}

impl<P> Formulas<P> {
    /// Splits formulas into statements, up to the limit of scored formulas.
    pub(super) fn of<C: Compare<Prepared = P>>(
        written: &[WrittenFormula],
        said_aside: &[Formula],
        taken: Option<TakenAnswers>,
        reference: &Reference<P>,
        most: usize,
        compare: &C,
    ) -> Self {
        let mut statements = Vec::with_capacity(written.len());
        let first_beyond = first_beyond(written, most);
        let mut chains = Vec::with_capacity(written.len());
        let read = written.iter().filter_map(|one| one.formula.as_ref().ok());
        let own = Abbreviations::of(read.chain(said_aside), |name| compare.knows(name));
        let mut before: Option<Continued> = None;
        for (position, one) in written[..first_beyond.unwrap_or(written.len())]
            .iter()
            .enumerate()
        {
            let stated = one.formula.as_ref().ok().map(|formula| {
                let mut meant = if reference.is_result {
                    answered(formula)
                } else {
                    let mut meant = written_statements(formula, before.as_ref());
                    meant.extend(boxed_answer(one, &meant));
                    meant
                };
                let out: Vec<Statement> =
                    meant.iter().filter_map(|it| own.written_out(it)).collect();
                meant.extend(out);
                meant.iter().map(|s| compare.prepare_written(s)).collect()
            });
            statements.push(stated);
            let formula = one.formula.as_ref().ok();
            let continues = formula.is_some_and(|it| it.first.is_none()) && before.is_some();
            let chain = match chains.last() {
                Some(chain) if continues => *chain,
                _ => Some(position),
            };
            chains.push(chain.filter(|_| formula.is_some_and(|it| it.branches().len() == 1)));
            before = formula.and_then(|formula| Continued::after(before, formula));
        }
        statements.resize_with(written.len(), || None);
        chains.resize(written.len(), None);
        let compared = statements.iter().zip(written);
        let equations = compared.map(|(statements, one)| {
            let formula = one.formula.as_ref().ok().filter(|_| statements.is_some());
            formula.filter(|formula| is_equation(formula)).cloned()
        });
        let equations = equations.collect();
        let conditions = |one: &WrittenFormula| {
            let formula = one.formula.as_ref();
            formula.map_or_else(|_| Vec::new(), |formula| formula.conditions.clone())
        };
        Self {
            statements,
            chains,
            remarked: written.iter().map(|one| one.is_remarked).collect(),
            conditions: written.iter().map(conditions).collect(),
            equations,
            first_beyond,
            taken,
        }
    }

    /// Whether a formula may be a final answer.
    pub(super) fn may_answer(&self, formula: usize) -> bool {
        self.taken
            .as_ref()
            .is_none_or(|taken| taken.contain(formula))
    }
}

/// Whether a formula says of two sides that they are equal, and no more.
pub(super) fn is_equation(formula: &Formula) -> bool {
    formula.first.is_some() && matches!(formula.links.as_slice(), [(Relation::Equal, _)])
}

/// Position of the first formula beyond a limit.
pub(super) fn first_beyond(written: &[WrittenFormula], most: usize) -> Option<usize> {
    let mut scored = 0;
    written.iter().position(|one| {
        scored += one.counted();
        scored > most
    })
}

/// What a formula gives as a result, with either sign for `\pm`: the value that it ends with, and the claim that its
/// first side has this value. `S_2 - S_1 = k \ln 2` gives `k \ln 2`, and says the same as `S_1 - S_2 = -k \ln 2`.
pub(super) fn results(formula: &Formula) -> Vec<Statement> {
    let branches = formula.branches();
    distinct(
        branches
            .iter()
            .flat_map(branch_results)
            .collect::<Vec<_>>()
            .iter(),
    )
}

/// What an answer gives as a result: [`results`], and the value before its first sign for "about",
/// `\frac43 \approx 1.33`. A name there, as in `F \approx m g`, is not a value.
fn answered(formula: &Formula) -> Vec<Statement> {
    let before_about = |branch: &Formula| {
        let is_about = |(relation, _): &(Relation, Expr)| *relation == Relation::Approximately;
        let about = branch.links.iter().position(is_about)?;
        match about.checked_sub(1) {
            Some(before) => Some(branch.links[before].1.clone()),
            None => branch
                .first
                .clone()
                .filter(|it| !matches!(it, Expr::Symbol(_) | Expr::Call(_))),
        }
    };
    let mut given = Vec::new();
    for branch in formula.branches() {
        let results = branch_results(&branch);
        let is_value = matches!(results.first(), Some(Statement::Expression(_)));
        given.extend(results);
        let exact = before_about(&branch).filter(|_| is_value);
        given.extend(exact.map(Statement::Expression));
    }
    distinct(given.iter())
}

fn branch_results(branch: &Formula) -> Vec<Statement> {
    let mut results = eed::result(branch).statements();
    let is_value = matches!(results.as_slice(), [Statement::Expression(_)]);
    let is_equality = |relation| matches!(relation, Relation::Equal | Relation::Approximately);
    if let (true, Some(left), [.., (_, right)]) = (is_value, &branch.first, &*branch.links)
        && branch
            .links
            .iter()
            .all(|(relation, _)| is_equality(*relation))
    {
        let whole = Formula::relation(left.clone(), Relation::Equal, right.clone());
        results.extend(whole.statements());
    }
    results
}

/// What a formula without a left side continues: the chain before it.
#[derive(Clone, Debug)]
pub(super) struct Continued {
    /// The side with which the chain begins or, behind another sign, its last formula.
    first: Expr,
    last: Expr,
    /// Equals signs alone lead from the first side to the last.
    is_equal: bool,
}

impl Continued {
    /// The chain after a formula, which goes on with the one before it if it has no left side.
    pub(super) fn after(before: Option<Self>, formula: &Formula) -> Option<Self> {
        let (first, last) = (formula.sides().next()?.clone(), formula.last()?.clone());
        let is_equal = has_equals_signs_alone(formula);
        let before = before.filter(|before| formula.first.is_none() && is_equal && before.is_equal);
        Some(Self {
            first: before.map_or(first, |before| before.first),
            last,
            is_equal,
        })
    }
}

/// Signs for "about" count among them, as in a result.
fn has_equals_signs_alone(formula: &Formula) -> bool {
    formula.links.iter().all(|(relation, _)| {
        matches!(
            relation,
            Relation::Equal | Relation::Identical | Relation::Approximately
        )
    })
}

/// What a formula of a solution states, given the chain before it.
fn written_statements(formula: &Formula, before: Option<&Continued>) -> Vec<Statement> {
    let mut stated = Vec::new();
    for whole in completed(formula, before) {
        for branch in whole.branches() {
            for statement in neighbours_and_ends(&branch) {
                let parts = without_bars(statement.clone());
                // If only one part of `x \in [3, \infty)` is left, it is another statement.
                stated.extend(parts.into_iter().filter(|part| *part != statement));
                stated.push(statement);
            }
        }
    }
    if stated.is_empty() {
        // No formula comes before it, so it only states its right side.
        stated.extend(formula.last().cloned().map(Statement::Expression));
    }
    stated
}

/// What a value in a box says: that it is the answer.
fn boxed_answer(written: &WrittenFormula, meant: &[Statement]) -> Option<Statement> {
    match (written.boxed, meant) {
        (Some(_), [Statement::Expression(value)]) => Some(Statement::Relation {
            left: Expr::symbol(names::answer()),
            relation: Relation::Equal,
            right: value.clone(),
        }),
        _ => None,
    }
}

/// The formula with a left side: its own, or what the chain before it ends or begins with.
fn completed(formula: &Formula, before: Option<&Continued>) -> Vec<Formula> {
    if formula.first.is_some() {
        return vec![formula.clone()];
    }
    let Some(before) = before else {
        return Vec::new();
    };
    let mut completed = vec![formula.clone().continuing(&before.last)];
    // From `a < b` nothing is said of `a` by `= c`.
    let reaches = before.is_equal || !has_equals_signs_alone(formula);
    if before.first != before.last && reaches {
        completed.push(formula.clone().continuing(&before.first));
    }
    completed
}

/// The relations between neighbours, then the first side equated with each later side that is reached by equals signs
/// only. For a number, signs for "about" may lead there too: `t = \frac{h}{v} \approx 2.0 \unit{s}`.
fn neighbours_and_ends(formula: &Formula) -> Vec<Statement> {
    let mut statements = formula.statements();
    let Some(first) = &formula.first else {
        return statements;
    };
    let mut about = false;
    for (position, (relation, right)) in formula.links.iter().enumerate() {
        match relation {
            Relation::Equal | Relation::Identical => {}
            Relation::Approximately => about = true,
            _ => break,
        }
        let is_said = position > 0 && (!about || !has_symbols(right));
        statements.extend(is_said.then(|| Statement::Relation {
            left: first.clone(),
            relation: if about {
                Relation::Approximately
            } else {
                Relation::Equal
            },
            right: right.clone(),
        }));
    }
    statements
}

/// What a formula of the reference claims, given the chain before it: each relation of its chain, with either sign for
/// `\pm`.
pub(super) fn reference_claims(
    formula: &Formula,
    before: Option<&Continued>,
) -> Vec<Claim<Statement>> {
    let mut ways: Vec<Vec<Statement>> = completed(formula, before)
        .iter()
        .map(|whole| {
            whole
                .branches()
                .iter()
                .flat_map(Formula::statements)
                .flat_map(without_bars)
                .collect()
        })
        .collect();
    if ways.is_empty() {
        let bare = formula.last().cloned().map(Statement::Expression);
        ways.push(bare.into_iter().collect());
    }
    let claims = ways.first().map_or(0, Vec::len);
    (0..claims)
        .map(|claim| Claim {
            ways: distinct(ways.iter().filter_map(|way| way.get(claim))),
        })
        .collect()
}

fn distinct<'a>(statements: impl Iterator<Item = &'a Statement>) -> Vec<Statement> {
    let mut distinct = Vec::new();
    for statement in statements {
        if !distinct.contains(statement) {
            distinct.push(statement.clone());
        }
    }
    distinct
}
