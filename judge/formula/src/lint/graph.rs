//! Lint rules about indices and dependencies.

use super::super::problem::{Node, NodeIndex, Problem};
use super::{Issue, Rule};
use crate::problem::dag::{Dag, DagError};

pub(super) fn lint(problem: &Problem) -> Vec<Issue> {
    let nodes = &problem.nodes;
    let mut issues = Vec::new();
    indices(nodes, &mut issues);
    for node in nodes {
        dependencies(node, nodes, &mut issues);
    }
    match Dag::new(nodes) {
        Ok(dag) => {
            direct(&dag, &mut issues);
            dangling(&dag, nodes, &mut issues);
        }
        Err(DagError::Cycle(circle)) => {
            let message = DagError::Cycle(circle.clone()).to_string();
            issues.push(Issue::error(
                Rule::Acyclic,
                circle.first().copied(),
                message,
            ));
        }
        // These two are already reported in more detail.
        Err(DagError::DuplicateIndex(_) | DagError::UnknownDependency { .. }) => {}
    }
    last_is_final(nodes, &mut issues);
    issues
}

fn indices(nodes: &[Node], issues: &mut Vec<Issue>) {
    let mut seen: Vec<NodeIndex> = Vec::with_capacity(nodes.len());
    for (expected, node) in (1..).zip(nodes) {
        if seen.contains(&node.index) {
            issues.push(Issue::error(
                Rule::Index,
                node.index,
                format!("two formulas have the index {}", node.index),
            ));
        } else if node.index != expected {
            issues.push(Issue::error(
                Rule::Index,
                node.index,
                format!(
                    "formula {expected} of the list has the index {}",
                    node.index
                ),
            ));
        }
        seen.push(node.index);
    }
}

fn dependencies(node: &Node, nodes: &[Node], issues: &mut Vec<Issue>) {
    let mut seen = Vec::with_capacity(node.dependency.len());
    for &dependency in &node.dependency {
        let is_there = nodes.iter().any(|other| other.index == dependency);
        if !is_there {
            issues.push(Issue::error(
                Rule::DependencyExists,
                node.index,
                format!("it depends on {dependency}, and there is no such formula"),
            ));
        } else if dependency >= node.index {
            issues.push(Issue::error(
                Rule::DependencySmaller,
                node.index,
                format!("it depends on {dependency}, which does not come before it"),
            ));
        }
        if seen.contains(&dependency) {
            issues.push(Issue::warning(
                Rule::DirectDependencies,
                node.index,
                format!("it lists the dependency {dependency} twice"),
            ));
        }
        seen.push(dependency);
    }
}

fn direct(dag: &Dag, issues: &mut Vec<Issue>) {
    for edge in dag.transitive_edges() {
        issues.push(Issue::warning(
            Rule::DirectDependencies,
            edge.node,
            format!(
                "it lists {} and {}, but {} leads to {} already: list direct dependencies only",
                edge.dependency, edge.through, edge.dependency, edge.through
            ),
        ));
    }
}

/// Formulas that do not lead to a final answer: a correct final answer would not credit them.
fn dangling(dag: &Dag, nodes: &[Node], issues: &mut Vec<Issue>) {
    let finals: Vec<bool> = nodes.iter().map(|node| node.is_final_answer).collect();
    if !finals.contains(&true) {
        return;
    }
    for (node, reached) in nodes.iter().zip(dag.closure(&finals)) {
        if !reached {
            issues.push(Issue::error(
                Rule::ReachesFinalAnswer,
                node.index,
                "no final answer follows from it, so right answers would not credit it",
            ));
        }
    }
}

fn last_is_final(nodes: &[Node], issues: &mut Vec<Issue>) {
    if let Some(last) = nodes.last()
        && !last.is_final_answer
    {
        issues.push(Issue::error(
            Rule::LastIsFinalAnswer,
            last.index,
            "it is the last formula and is not marked as a final answer",
        ));
    }
}
