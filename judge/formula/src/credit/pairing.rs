//! Step 2 of Algorithm 2: finds which formulas match which nodes.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

use super::answer_lists::{self, Doubt};
use super::claims::Formulas;
use super::reference::Reference;
use super::{Compare, Difference};
use crate::same::Reason;
use crate::tree::Formula;

/// The outcome of all comparisons.
#[derive(Debug)]
pub(super) struct Pairings {
    /// For each node, how each of its claims is stated: the first formula that states it, with the trials and the
    /// reason. `None` for a claim that nothing states.
    pub(super) nodes: Vec<Vec<Option<Stated>>>,
    /// For each formula, the positions of the nodes that it states a claim of.
    pub(super) formulas: Vec<Vec<usize>>,
    /// For each formula, how the last of its statements that matches nothing differs from nodes, where that has a name:
    /// position of the node, difference, reason.
    pub(super) differences: Vec<Vec<(usize, Difference, String)>>,
    /// For each node, why its statement does not count as a derivation; `None` if it is stated by a derivation, or
    /// not at all.
    pub(super) doubts: Vec<Option<Doubt>>,
}

/// The formula that states a claim.
#[derive(Clone, Debug)]
pub(super) struct Stated {
    /// Position of the formula.
    pub(super) formula: usize,
    /// The trials that decided it.
    pub(super) trials: u32,
    /// Why they are the same.
    pub(super) reason: String,
}

impl Pairings {
    /// Whether every claim of the node is stated, and not only by a list of guesses.
    pub(super) fn is_matched(&self, node: usize) -> bool {
        self.is_stated(node) && self.doubts[node].is_none()
    }

    /// Whether every claim of the node is stated.
    pub(super) fn is_stated(&self, node: usize) -> bool {
        let claims = &self.nodes[node];
        !claims.is_empty() && claims.iter().all(Option::is_some)
    }

    /// Whether every claim of the node is stated by formulas before `end`.
    pub(super) fn is_matched_before(&self, node: usize, end: usize) -> bool {
        let claims = &self.nodes[node];
        let early = |claim: &Option<Stated>| claim.as_ref().is_some_and(|s| s.formula < end);
        self.is_matched(node) && claims.iter().all(early)
    }

    /// The matched nodes of which a formula states a claim.
    pub(super) fn matches_of(&self, formula: usize) -> Vec<usize> {
        let nodes = self.formulas[formula].iter().copied();
        nodes.filter(|&node| self.is_matched(node)).collect()
    }
}

/// Each statement of a solution, by the positions of its formula and of itself in it, with the nodes that it states.
pub(super) type Said = BTreeMap<(usize, usize), BTreeSet<usize>>;

/// A claim that a statement makes.
struct Match {
    node: usize,
    claim: usize,
    /// Only once an integral or sum is carried out.
    carried_out: bool,
    stated: Stated,
}

/// Compares every formula with every node.
pub(super) fn pair<C: Compare>(
    reference: &Reference<C::Prepared>,
    formulas: &Formulas<C::Prepared>,
    compare: &C,
) -> Pairings {
    let count = formulas.statements.len();
    let claims = reference.claims.iter();
    let mut pairings = Pairings {
        nodes: claims.map(|claims| vec![None; claims.len()]).collect(),
        formulas: vec![Vec::new(); count],
        differences: vec![Vec::new(); count],
        doubts: Vec::new(),
    };
    let mut said = Said::new();
    let mut by_branches = Vec::new();
    for (formula, statements) in formulas.statements.iter().enumerate() {
        let mut stated = BTreeSet::new();
        for (position, statement) in statements.iter().flatten().enumerate() {
            let at = (formula, position);
            let conditions = &formulas.conditions[formula];
            let may_say = |node: usize| formulas.may_answer(formula) || !reference.finals[node];
            let (matches, differences) =
                matches(reference, formula, statement, conditions, may_say, compare);
            // What a letter was taken for may be wrong, and then the formula is not.
            if matches.is_empty() && !formulas.remarked[formula] {
                // A chain differs by what it ends with.
                let told = &mut pairings.differences[formula];
                told.retain(|(node, _, _)| differences.iter().all(|(other, _, _)| node != other));
                told.extend(differences);
            }
            let nodes = said.entry(at).or_default();
            for found in direct(matches) {
                nodes.insert(found.node);
                stated.insert(found.node);
                pairings.nodes[found.node][found.claim].get_or_insert(found.stated);
            }
        }
        for (node, known) in reference.equations.iter().enumerate() {
            let written = formulas.equations[formula].as_ref();
            let (Some(known), Some(written)) = (known, written) else {
                continue;
            };
            let may_say = formulas.may_answer(formula) || !reference.finals[node];
            if !may_say || known.branches().len() == written.branches().len() {
                continue;
            }
            let found = compare.compare_branches(reference.dag.index(node), known, written);
            if found.equivalent {
                for claim in &mut pairings.nodes[node] {
                    claim.get_or_insert_with(|| Stated {
                        formula,
                        trials: found.trials,
                        reason: found.reason.clone(),
                    });
                }
                stated.insert(node);
                pairings.differences[formula].clear();
                by_branches.push((node, formula));
            }
        }
        pairings.formulas[formula] = stated.into_iter().collect();
    }
    pairings.doubts = answer_lists::doubts(reference, formulas, &pairings, &said, compare);
    for (node, formula) in by_branches {
        // The values of its two signs are what the node says.
        let doubt = &mut pairings.doubts[node];
        if doubt
            .as_ref()
            .is_some_and(|doubt| doubt.formulas().iter().all(|other| *other == formula))
        {
            *doubt = None;
        }
    }
    pairings
}

/// What one statement states of all nodes, and how it differs from the others.
fn matches<C: Compare>(
    reference: &Reference<C::Prepared>,
    formula: usize,
    statement: &C::Prepared,
    conditions: &[Formula],
    may_say: impl Fn(usize) -> bool,
    compare: &C,
) -> (Vec<Match>, Vec<(usize, Difference, String)>) {
    let (mut matches, mut differences) = (Vec::new(), Vec::new());
    let claims = reference.claims.iter().enumerate();
    for (node, claims) in claims.filter(|(node, _)| may_say(*node)) {
        let index = reference.dag.index(node);
        let holds_elsewhere =
            LazyCell::new(|| compare.contradict(index, &reference.conditions[node], conditions));
        for (claim, wanted) in claims.iter().enumerate() {
            for way in &wanted.ways {
                let found = compare.compare(index, way, statement);
                if found.equivalent && *holds_elsewhere {
                    let reason = Reason::Condition.to_string();
                    differences.push((node, Difference::Value, reason));
                    break;
                }
                if found.equivalent {
                    matches.push(Match {
                        node,
                        claim,
                        carried_out: found.carried_out,
                        stated: Stated {
                            formula,
                            trials: found.trials,
                            reason: found.reason,
                        },
                    });
                    break;
                }
                if let Some(kind) = found.difference {
                    differences.push((node, kind, found.reason));
                }
            }
        }
    }
    (matches, differences)
}

/// A statement that equals some node as written does not also match the nodes that it equals only once an integral is
/// carried out: to set up an integral and to carry it out are two steps.
fn direct(mut matches: Vec<Match>) -> Vec<Match> {
    if matches.iter().any(|found| !found.carried_out) {
        matches.retain(|found| !found.carried_out);
    }
    matches
}
