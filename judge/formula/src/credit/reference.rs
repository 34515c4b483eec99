//! Prepares a problem for grading: its graph, and its formulas parsed and prepared once.

use super::super::problem::{AnswerRule, Format, Node, NodeIndex, Points, Problem};
use super::Compare;
use super::answer_lists::DEFAULT_GUESSES;
use super::claims::{Claim, Continued, is_equation, reference_claims, results};
use super::report::{Fraction, Unread};
use crate::problem::dag::{Dag, DagError};
use crate::tree::Formula;

/// A problem's reference solution, ready to be compared with.
#[derive(Clone, Debug)]
pub struct Reference<P> {
    /// The graph of dependencies between the nodes.
    pub dag: Dag,
    /// For each node, the claims that must be stated; empty if the node cannot be read.
    pub(super) claims: Vec<Vec<Claim<P>>>,
    /// For each node, the conditions beside it that say where it holds.
    pub(super) conditions: Vec<Vec<Formula>>,
    /// For each node, its formula if it is an equation.
    pub(super) equations: Vec<Option<Formula>>,
    pub(super) nodes: Vec<Node>,
    /// Which nodes answer a question.
    pub(super) finals: Vec<bool>,
    /// Whether final answers count only if a formula states them directly.
    answers_are_stated: bool,
    /// Whether the results of formulas are compared, not what they state, because the reference is only an answer.
    pub(super) is_result: bool,
    /// How many wrong values are allowed beside a right one.
    pub(super) guesses: u8,
    /// The nodes that cannot be read and so cannot be matched.
    pub unread: Vec<UnreadNode>,
}

/// A formula of the reference that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadNode {
    /// Its index.
    pub node: NodeIndex,
    /// Why.
    pub why: Unread,
}

impl<P> Reference<P> {
    /// Prepares a problem; `formulas` are those of its nodes.
    ///
    /// # Errors
    /// When the formulas do not form an acyclic graph.
    pub fn new<C: Compare<Prepared = P>>(
        problem: &Problem,
        formulas: &[Result<Formula, Unread>],
        compare: &C,
    ) -> Result<Self, DagError> {
        let dag = Dag::new(&problem.nodes)?;
        let mut claims = Vec::with_capacity(problem.nodes.len());
        let mut conditions = Vec::with_capacity(problem.nodes.len());
        let mut equations = Vec::with_capacity(problem.nodes.len());
        let (mut unread, mut before) = (Vec::new(), None);
        for (node, formula) in problem.nodes.iter().zip(formulas) {
            unread.extend(formula.as_ref().err().map(|why| UnreadNode {
                node: node.index,
                why: why.clone(),
            }));
            let formula = formula.as_ref().ok();
            let own = formula.map_or_else(Vec::new, |formula| {
                let own = match problem.format {
                    Format::Prism => reference_claims(formula, before.as_ref()),
                    Format::PhyBench => vec![Claim {
                        ways: results(formula),
                    }],
                };
                let prepare = |statement| compare.prepare(node.index, &statement);
                own.into_iter()
                    .map(|claim| Claim {
                        ways: claim.ways.into_iter().map(prepare).collect(),
                    })
                    .collect()
            });
            claims.push(own);
            let said = formula.map(|formula| formula.conditions.clone());
            conditions.push(said.unwrap_or_default());
            let equation = formula.filter(|formula| is_equation(formula));
            let equation = equation.filter(|_| problem.format == Format::Prism);
            equations.push(equation.cloned());
            before = formula.and_then(|formula| Continued::after(before, formula));
        }
        Ok(Self {
            finals: problem.final_answers(),
            answers_are_stated: problem.answers == AnswerRule::Stated,
            is_result: problem.format == Format::PhyBench,
            guesses: problem.guesses.unwrap_or(DEFAULT_GUESSES),
            nodes: problem.nodes.clone(),
            dag,
            claims,
            conditions,
            equations,
            unread,
        })
    }

    /// The achieved nodes, given the matched ones: they and everything that they follow from.
    pub(super) fn achieved(&self, matched: &[bool]) -> Vec<bool> {
        let mut achieved = self.dag.closure(matched);
        if self.answers_are_stated {
            for (node, achieved) in achieved.iter_mut().enumerate() {
                *achieved &= matched[node] || !self.finals[node];
            }
        }
        achieved
    }

    /// The worth of a set of nodes, in points if the problem gives points, otherwise in nodes.
    pub(super) fn worth(&self, marks: &[bool]) -> Fraction {
        let by_points = self.nodes.iter().any(|node| node.points.is_some());
        let worth = |node: &Node| {
            if by_points {
                u64::from(node.points.unwrap_or(Points(0)).0)
            } else {
                1
            }
        };
        let marked = self.nodes.iter().zip(marks).filter(|(_, mark)| **mark);
        Fraction {
            earned: marked.map(|(node, _)| worth(node)).sum(),
            of: self.nodes.iter().map(worth).sum(),
        }
    }
}
