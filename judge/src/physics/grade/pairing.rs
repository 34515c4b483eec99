//! Step 2 of Algorithm 2: which formulas match which nodes.

use super::claims::Formulas;
use super::reference::Reference;
use super::{Compare, Difference};

/// The outcome of all comparisons.
#[derive(Debug)]
pub(super) struct Pairings {
    /// For each node, the formulas that state each of its claims: the first one, with the trials
    /// and the reason. `None` for a claim that nothing states.
    pub(super) nodes: Vec<Vec<Option<Stated>>>,
    /// For each formula, the positions of the nodes of which it states a claim.
    pub(super) formulas: Vec<Vec<usize>>,
    /// For each formula, how it differs from nodes that it does not match, where that has a name:
    /// position of the node, difference, reason.
    pub(super) differences: Vec<Vec<(usize, Difference, String)>>,
}

/// What states a claim.
#[derive(Clone, Debug)]
pub(super) struct Stated {
    /// Position of the formula.
    pub(super) formula: usize,
    /// Trials that decided it.
    pub(super) trials: u32,
    /// Why they are the same.
    pub(super) reason: String,
}

impl Pairings {
    /// Whether every claim of the node is stated.
    pub(super) fn is_matched(&self, node: usize) -> bool {
        let claims = &self.nodes[node];
        !claims.is_empty() && claims.iter().all(Option::is_some)
    }

    /// Whether every claim of the node is stated by formulas before `end`.
    pub(super) fn is_matched_before(&self, node: usize, end: usize) -> bool {
        let claims = &self.nodes[node];
        let early = |claim: &Option<Stated>| claim.as_ref().is_some_and(|s| s.formula < end);
        !claims.is_empty() && claims.iter().all(early)
    }

    /// The matched nodes that a formula states a claim of.
    pub(super) fn matches_of(&self, formula: usize) -> Vec<usize> {
        let nodes = self.formulas[formula].iter().copied();
        nodes.filter(|&node| self.is_matched(node)).collect()
    }
}

/// Compares every formula with every node.
pub(super) fn pair<C: Compare>(
    reference: &Reference<C::Prepared>,
    formulas: &Formulas<C::Prepared>,
    compare: &C,
) -> Pairings {
    let count = formulas.statements.len();
    let mut pairings = Pairings {
        nodes: reference
            .claims
            .iter()
            .map(|claims| claims.iter().map(|_| None).collect())
            .collect(),
        formulas: vec![Vec::new(); count],
        differences: vec![Vec::new(); count],
    };
    for (formula, statements) in formulas.statements.iter().enumerate() {
        let Some(statements) = statements else {
            continue;
        };
        for (node, claims) in reference.claims.iter().enumerate() {
            let index = reference.dag.index(node);
            let mut states_one = false;
            let mut difference = None;
            for (claim, wanted) in claims.iter().enumerate() {
                let mut stated = None;
                for statement in statements {
                    for way in &wanted.ways {
                        let found = compare.compare(index, way, statement);
                        if found.equivalent {
                            stated = Some(Stated {
                                formula,
                                trials: found.trials,
                                reason: found.reason,
                            });
                            break;
                        }
                        if let Some(kind) = found.difference {
                            difference.get_or_insert((node, kind, found.reason));
                        }
                    }
                    if stated.is_some() {
                        break;
                    }
                }
                states_one |= stated.is_some();
                if pairings.nodes[node][claim].is_none() {
                    pairings.nodes[node][claim] = stated;
                }
            }
            if states_one {
                pairings.formulas[formula].push(node);
            } else {
                pairings.differences[formula].extend(difference);
            }
        }
    }
    pairings
}
