//! The reference solution as a directed acyclic graph of formulas (PRISM-Physics §3.3): an edge
//! runs from each formula to those that directly follow from it.
//!
//! A graph that was built is acyclic. Nodes are addressed by their position in the problem; people see the index that
//! the problem gives them. No walk recurses, since a chain of 500 nodes is allowed.

use std::collections::BTreeMap;

use crate::problem::{Node, NodeIndex};

/// Why formulas do not form a directed acyclic graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DagError {
    /// Two formulas have the same index.
    #[error("two formulas have the index {0}")]
    DuplicateIndex(NodeIndex),
    /// A formula depends on one that does not exist.
    #[error("node {node} depends on {dependency}, and there is no such node")]
    UnknownDependency {
        /// The formula that depends.
        node: NodeIndex,
        /// The index that does not exist.
        dependency: NodeIndex,
    },
    /// Formulas depend on one another in a cycle.
    #[error("the formulas depend on one another in a circle: {}", circle(.0))]
    Cycle(
        /// The cycle: each node depends on the one before it, the first on the last.
        Vec<NodeIndex>,
    ),
}

fn circle(nodes: &[NodeIndex]) -> String {
    let around = nodes.iter().chain(nodes.first());
    around
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" → ")
}

/// A superfluous edge: a longer path leads from its start to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransitiveEdge {
    /// The formula that depends.
    pub node: NodeIndex,
    /// The dependency that is not a direct one.
    pub dependency: NodeIndex,
    /// A direct dependency of `node` that itself follows from `dependency`.
    pub through: NodeIndex,
}

/// Formulas and what they follow from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dag {
    indices: Vec<NodeIndex>,
    /// Positions of the direct prerequisites, by position, ascending, each once.
    prerequisites: Vec<Vec<usize>>,
    /// Positions, prerequisites first.
    order: Vec<usize>,
}

impl Dag {
    /// Builds the graph.
    ///
    /// # Errors
    /// When an index occurs twice, a dependency does not exist, or there is a cycle.
    pub fn new(nodes: &[Node]) -> Result<Self, DagError> {
        let mut positions = BTreeMap::new();
        for (position, node) in nodes.iter().enumerate() {
            if positions.insert(node.index, position).is_some() {
                return Err(DagError::DuplicateIndex(node.index));
            }
        }
        let mut prerequisites = Vec::with_capacity(nodes.len());
        for node in nodes {
            let mut direct = Vec::with_capacity(node.dependency.len());
            for &dependency in &node.dependency {
                let position = positions.get(&dependency);
                direct.push(*position.ok_or(DagError::UnknownDependency {
                    node: node.index,
                    dependency,
                })?);
            }
            direct.sort_unstable();
            direct.dedup();
            prerequisites.push(direct);
        }
        let indices: Vec<NodeIndex> = nodes.iter().map(|node| node.index).collect();
        let order = sorted(&prerequisites)
            .map_err(|circle| DagError::Cycle(indices_of(&indices, &circle)))?;
        Ok(Self {
            indices,
            prerequisites,
            order,
        })
    }

    /// Number of formulas.
    pub fn len(&self) -> usize {
        self.indices.len()
    }

    /// Whether there is no formula.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// The index of the formula at a position.
    pub fn index(&self, position: usize) -> NodeIndex {
        self.indices[position]
    }

    /// Positions of the formulas that the one at a position directly follows from.
    pub fn prerequisites(&self, position: usize) -> &[usize] {
        &self.prerequisites[position]
    }

    /// The ancestor closure (Definition 1): the marked formulas and everything that they follow from. Marks are by
    /// position.
    pub fn closure(&self, matched: &[bool]) -> Vec<bool> {
        assert_eq!(matched.len(), self.len(), "one mark for each formula");
        let mut achieved = matched.to_vec();
        for &position in self.order.iter().rev() {
            if achieved[position] {
                for &prerequisite in &self.prerequisites[position] {
                    achieved[prerequisite] = true;
                }
            }
        }
        achieved
    }

    /// The layer of each formula: the length of the longest path to it from a formula without dependencies.
    pub fn layers(&self) -> Vec<usize> {
        let mut layers = vec![0; self.len()];
        for &position in &self.order {
            let before = self.prerequisites[position].iter();
            layers[position] = before.map(|&p| layers[p] + 1).max().unwrap_or(0);
        }
        layers
    }

    /// How many formulas each layer has.
    pub fn layer_widths(&self) -> Vec<usize> {
        let layers = self.layers();
        let depth = layers.iter().max().map_or(0, |deepest| deepest + 1);
        let mut widths = vec![0; depth];
        for layer in layers {
            widths[layer] += 1;
        }
        widths
    }

    /// The edges that a longer path makes superfluous.
    pub fn transitive_edges(&self) -> Vec<TransitiveEdge> {
        let ancestors = self.ancestors();
        let mut edges = Vec::new();
        for (position, direct) in self.prerequisites.iter().enumerate() {
            for &dependency in direct {
                let through = direct.iter().find(|&&other| ancestors[other][dependency]);
                if let Some(&through) = through {
                    edges.push(TransitiveEdge {
                        node: self.indices[position],
                        dependency: self.indices[dependency],
                        through: self.indices[through],
                    });
                }
            }
        }
        edges
    }

    /// For each position, the marks of everything that it follows from, without itself.
    fn ancestors(&self) -> Vec<Vec<bool>> {
        let mut ancestors = vec![vec![false; self.len()]; self.len()];
        for &position in &self.order {
            let mut own = vec![false; self.len()];
            for &prerequisite in &self.prerequisites[position] {
                own[prerequisite] = true;
                for (mark, above) in own.iter_mut().zip(&ancestors[prerequisite]) {
                    *mark |= above;
                }
            }
            ancestors[position] = own;
        }
        ancestors
    }
}

fn indices_of(indices: &[NodeIndex], positions: &[usize]) -> Vec<NodeIndex> {
    positions
        .iter()
        .map(|&position| indices[position])
        .collect()
}

/// The positions with prerequisites first, otherwise in file order; or a cycle.
fn sorted(prerequisites: &[Vec<usize>]) -> Result<Vec<usize>, Vec<usize>> {
    let mut followers = vec![Vec::new(); prerequisites.len()];
    let mut waiting: Vec<usize> = prerequisites.iter().map(Vec::len).collect();
    for (position, direct) in prerequisites.iter().enumerate() {
        for &prerequisite in direct {
            followers[prerequisite].push(position);
        }
    }
    let mut order: Vec<usize> = (0..prerequisites.len())
        .filter(|&position| waiting[position] == 0)
        .collect();
    let mut next = 0;
    while let Some(&position) = order.get(next) {
        next += 1;
        for &follower in &followers[position] {
            waiting[follower] -= 1;
            if waiting[follower] == 0 {
                order.push(follower);
            }
        }
    }
    if order.len() == prerequisites.len() {
        Ok(order)
    } else {
        Err(find_circle(prerequisites, &waiting))
    }
}

/// A cycle among the positions that still wait. Each has a prerequisite that also waits, so following them must come
/// back to a visited position.
fn find_circle(prerequisites: &[Vec<usize>], waiting: &[usize]) -> Vec<usize> {
    let waits = |position: &usize| waiting[*position] > 0;
    let mut way = Vec::new();
    let mut at = (0..prerequisites.len()).find(waits);
    while let Some(position) = at {
        if let Some(start) = way.iter().position(|&been| been == position) {
            let mut circle = way.split_off(start);
            circle.reverse();
            let least = circle
                .iter()
                .enumerate()
                .min_by_key(|(_, position)| **position);
            let first = least.map_or(0, |(at, _)| at);
            circle.rotate_left(first);
            return circle;
        }
        way.push(position);
        at = prerequisites[position].iter().copied().find(waits);
    }
    way
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn nodes(edges: &[(NodeIndex, &[NodeIndex])]) -> Vec<Node> {
        let node = |&(index, dependency): &(NodeIndex, &[NodeIndex])| Node {
            index,
            formula: "$$a = b$$".into(),
            dependency: dependency.to_vec(),
            is_final_answer: false,
            points: None,
        };
        edges.iter().map(node).collect()
    }

    fn marked(dag: &Dag, indices: &[NodeIndex]) -> Vec<bool> {
        (0..dag.len())
            .map(|position| indices.contains(&dag.index(position)))
            .collect()
    }

    #[test]
    fn a_formula_credits_what_it_follows_from_and_no_more() {
        let dag = Dag::new(&nodes(&[
            (1, &[]),
            (2, &[]),
            (3, &[1]),
            (4, &[2, 3]),
            (5, &[4]),
        ]))
        .unwrap();
        assert_eq!(
            dag.closure(&marked(&dag, &[4])),
            marked(&dag, &[1, 2, 3, 4])
        );
        assert_eq!(dag.closure(&marked(&dag, &[3])), marked(&dag, &[1, 3]));
        assert_eq!(dag.closure(&marked(&dag, &[])), marked(&dag, &[]));
    }

    #[test]
    fn a_circle_is_named() {
        let error = Dag::new(&nodes(&[(1, &[]), (2, &[4]), (3, &[2, 1]), (4, &[3])])).unwrap_err();
        assert_eq!(error, DagError::Cycle(vec![2, 3, 4]));
        assert_eq!(
            error.to_string(),
            "the formulas depend on one another in a circle: 2 → 3 → 4 → 2"
        );
        let alone = Dag::new(&nodes(&[(1, &[1])])).unwrap_err();
        assert_eq!(alone, DagError::Cycle(vec![1]));
    }

    #[test]
    fn indices_have_to_fit_together() {
        assert_eq!(
            Dag::new(&nodes(&[(1, &[]), (1, &[])])),
            Err(DagError::DuplicateIndex(1))
        );
        assert_eq!(
            Dag::new(&nodes(&[(1, &[]), (2, &[7])])),
            Err(DagError::UnknownDependency {
                node: 2,
                dependency: 7
            })
        );
    }

    #[test]
    fn the_longest_way_decides_the_layer() {
        let dag = Dag::new(&nodes(&[(1, &[]), (2, &[1]), (3, &[1, 2]), (4, &[])])).unwrap();
        assert_eq!(dag.layers(), [0, 1, 2, 0]);
        assert_eq!(dag.layer_widths(), [2, 1, 1]);
    }

    #[test]
    fn an_edge_beside_a_longer_way_is_found() {
        let dag = Dag::new(&nodes(&[(1, &[]), (2, &[1]), (3, &[2]), (4, &[1, 3])])).unwrap();
        assert_eq!(
            dag.transitive_edges(),
            [TransitiveEdge {
                node: 4,
                dependency: 1,
                through: 3
            }]
        );
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        let chain: Vec<Node> = (1..=500)
            .map(|index| Node {
                index,
                formula: "x".into(),
                dependency: (index > 1).then(|| index - 1).into_iter().collect(),
                is_final_answer: false,
                points: None,
            })
            .collect();
        let dag = Dag::new(&chain).unwrap();
        assert_eq!(dag.closure(&marked(&dag, &[500])), vec![true; 500]);
    }

    proptest! {
        /// Definition 4: a matched formula is scored together with all its prerequisites, and nothing else is;
        /// scoring again adds nothing; more matches never lower the score.
        #[test]
        fn the_closure_is_admissible(
            edges in proptest::collection::vec((0_usize..12, 0_usize..12), 0..30),
            matched in proptest::collection::vec(any::<bool>(), 12),
            more in 0_usize..12,
        ) {
            let nodes: Vec<Node> = (0..12_usize).map(|to| Node {
                index: u32::try_from(to + 1).unwrap(),
                formula: "x".into(),
                dependency: edges.iter()
                    .filter(|(from, other)| *other == to && from < other)
                    .map(|(from, _)| u32::try_from(from + 1).unwrap())
                    .collect(),
                is_final_answer: false,
                points: None,
            }).collect();
            let dag = Dag::new(&nodes).unwrap();
            let achieved = dag.closure(&matched);
            prop_assert_eq!(&dag.closure(&achieved), &achieved);
            for position in 0..12 {
                if matched[position] {
                    prop_assert!(achieved[position]);
                }
                if achieved[position] {
                    prop_assert!(dag.prerequisites(position).iter().all(|&p| achieved[p]));
                    let is_ancestor = |to: usize| {
                        let mut one = vec![false; 12];
                        one[to] = true;
                        dag.closure(&one)[position]
                    };
                    prop_assert!((0..12).any(|to| matched[to] && is_ancestor(to)));
                }
            }
            let mut bigger = matched.clone();
            bigger[more] = true;
            let bigger = dag.closure(&bigger);
            prop_assert!(achieved.iter().zip(&bigger).all(|(less, more)| !less | more));
        }
    }
}
