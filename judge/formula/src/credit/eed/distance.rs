//! The extended Zhang–Shasha distance of `PHYBench`: besides single nodes, whole subtrees can be
//! inserted and removed at a discount.
//!
//! The recurrence is that of the published program (`EED/extended_zss.py`). All its costs are
//! multiples of a fifth, so this one counts in fifths and is exact.

use super::Tree;

/// The most nodes that a tree may have.
pub const MAX_NODES: usize = 1000;

/// The most pairs of nodes that are looked at, which takes about a second. Two trees of some hundred nodes have fewer
/// than 10⁷; two chains of a thousand have 6·10¹⁰.
const MAX_STEPS: u64 = 100_000_000;

/// Costs are counted in fifths.
type Fifths = u32;

/// Cost of inserting, removing or relabelling one node: 1.
const NODE_COST: Fifths = 5;

/// A subtree above this size is cheaper than its single nodes.
const DISCOUNT_FROM: u32 = 5;

/// What each further node of such a subtree costs: 0.6.
const DISCOUNTED_COST: Fifths = 3;

/// Trees that are too large to be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    /// One has more than [`MAX_NODES`].
    #[error("a tree of {nodes} nodes is too large to be compared; {MAX_NODES} are allowed")]
    Nodes {
        /// How many it has.
        nodes: usize,
    },
    /// Both are deep, and comparing them would take too long.
    #[error("the trees are too deep to be compared: {steps} steps; {MAX_STEPS} are allowed")]
    Steps {
        /// Pairs of nodes to look at.
        steps: u64,
    },
}

/// The cost of turning `test` into `answer`.
///
/// # Errors
///
/// When either tree has more than [`MAX_NODES`] nodes, or the two are so deep that comparing them would
/// take too long.
pub fn distance(answer: &Tree, test: &Tree) -> Result<f64, TooLarge> {
    let test = Numbered::new(test)?;
    let answer = Numbered::new(answer)?;
    let steps = test.spans() * answer.spans();
    if steps > MAX_STEPS {
        return Err(TooLarge::Steps { steps });
    }
    let mut table = DistanceTable {
        trees: vec![0; test.len() * answer.len()],
        forests: vec![0; (test.len() + 1) * (answer.len() + 1)],
        width: answer.len(),
    };
    for &x in &test.key_roots {
        for &y in &answer.key_roots {
            table.fill(&test, &answer, x, y);
        }
    }
    let fifths = table.trees[table.trees.len() - 1];
    Ok(f64::from(fifths) / f64::from(NODE_COST))
}

/// A tree's nodes in postorder.
struct Numbered<'a> {
    labels: Vec<&'a str>,
    /// For each node its leftmost leaf.
    leftmost: Vec<usize>,
    /// For each node what inserting or removing all of its subtree costs.
    subtree_cost: Vec<Fifths>,
    /// The highest node for each leftmost leaf, ascending.
    key_roots: Vec<usize>,
}

impl<'a> Numbered<'a> {
    fn new(tree: &'a Tree) -> Result<Self, TooLarge> {
        let nodes = tree.size();
        if nodes > MAX_NODES {
            return Err(TooLarge::Nodes { nodes });
        }
        let mut numbered = Self {
            labels: Vec::with_capacity(nodes),
            leftmost: Vec::with_capacity(nodes),
            subtree_cost: Vec::with_capacity(nodes),
            key_roots: Vec::new(),
        };
        numbered.visit(tree);
        for node in 0..nodes {
            let leaf = numbered.leftmost[node];
            if !numbered.leftmost[node + 1..].contains(&leaf) {
                numbered.key_roots.push(node);
            }
        }
        Ok(numbered)
    }

    fn visit(&mut self, tree: &'a Tree) {
        let first = self.labels.len();
        for child in &tree.children {
            self.visit(child);
        }
        let place = self.labels.len();
        self.labels.push(&tree.label);
        self.leftmost.push(first);
        self.subtree_cost.push(subtree_cost(place - first + 1));
    }

    fn len(&self) -> usize {
        self.labels.len()
    }

    /// The number of nodes below the key roots, counting a node once for each key root above it: the work that this
    /// tree causes in a comparison.
    fn spans(&self) -> u64 {
        let spans = self.key_roots.iter();
        let spans = spans.map(|&root| root - self.leftmost[root] + 1);
        u64::try_from(spans.sum::<usize>()).expect("at most half a million")
    }
}

fn subtree_cost(nodes: usize) -> Fifths {
    let nodes = u32::try_from(nodes).expect("at most MAX_NODES");
    let discounted = DISCOUNTED_COST * nodes.saturating_sub(DISCOUNT_FROM);
    NODE_COST * nodes.min(DISCOUNT_FROM) + discounted
}

struct DistanceTable {
    /// Distances of subtrees, a row for each node of the test's tree.
    trees: Vec<Fifths>,
    /// Distances of forests: the nodes before a number, back to where the current pair of key
    /// roots begins.
    forests: Vec<Fifths>,
    /// Nodes of the answer's tree.
    width: usize,
}

impl DistanceTable {
    /// The distances of all subtrees on the left edges of two key roots.
    fn fill(&mut self, test: &Numbered, answer: &Numbered, x: usize, y: usize) {
        let row = self.width + 1;
        let at = |i: usize, j: usize| i * row + j;
        let (first_i, first_j) = (test.leftmost[x], answer.leftmost[y]);
        let forests = &mut self.forests;
        forests[at(first_i, first_j)] = 0;
        for i in first_i..=x {
            let before = forests[at(test.leftmost[i], first_j)];
            forests[at(i + 1, first_j)] = before + test.subtree_cost[i];
        }
        for j in first_j..=y {
            let before = forests[at(first_i, answer.leftmost[j])];
            forests[at(first_i, j + 1)] = before + answer.subtree_cost[j];
        }
        for i in first_i..=x {
            for j in first_j..=y {
                let (left_i, left_j) = (test.leftmost[i], answer.leftmost[j]);
                let changed = (forests[at(i, j + 1)] + NODE_COST)
                    .min(forests[at(i + 1, j)] + NODE_COST)
                    .min(forests[at(left_i, j + 1)] + test.subtree_cost[i])
                    .min(forests[at(i + 1, left_j)] + answer.subtree_cost[j]);
                let tree = i * self.width + j;
                if left_i == first_i && left_j == first_j {
                    let relabelled = test.labels[i] != answer.labels[j];
                    let cost = if relabelled { NODE_COST } else { 0 };
                    let least = changed.min(forests[at(i, j)] + cost);
                    self.trees[tree] = least;
                    forests[at(i + 1, j + 1)] = least;
                } else {
                    let kept = forests[at(left_i, left_j)] + self.trees[tree];
                    forests[at(i + 1, j + 1)] = changed.min(kept);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    /// The same distance directly from its definition: the last trees of two forests are relabelled into each other,
    /// or a root is removed or inserted, or a whole tree is.
    fn by_definition<'a>(
        test: &[&'a Tree],
        answer: &[&'a Tree],
        known: &mut BTreeMap<(Vec<*const Tree>, Vec<*const Tree>), Fifths>,
    ) -> Fifths {
        let (Some((a, left_of_a)), Some((b, left_of_b))) = (test.split_last(), answer.split_last())
        else {
            // Against an empty forest only whole trees can be removed.
            let trees = test.iter().chain(answer);
            return trees.map(|tree| subtree_cost(tree.size())).sum();
        };
        let key = |trees: &[&Tree]| trees.iter().map(|tree| std::ptr::from_ref(*tree)).collect();
        let key = (key(test), key(answer));
        if let Some(&least) = known.get(&key) {
            return least;
        }
        let opened = |left: &[&'a Tree], tree: &'a Tree| -> Vec<&'a Tree> {
            left.iter().copied().chain(&tree.children).collect()
        };
        let below = |tree: &'a Tree| tree.children.iter().collect::<Vec<_>>();
        let relabelled = if a.label == b.label { 0 } else { NODE_COST };
        let least = [
            by_definition(&opened(left_of_a, a), answer, known) + NODE_COST,
            by_definition(test, &opened(left_of_b, b), known) + NODE_COST,
            by_definition(left_of_a, answer, known) + subtree_cost(a.size()),
            by_definition(test, left_of_b, known) + subtree_cost(b.size()),
            by_definition(left_of_a, left_of_b, known)
                + if left_of_a.is_empty() && left_of_b.is_empty() {
                    by_definition(&below(a), &below(b), known) + relabelled
                } else {
                    by_definition(&[a], &[b], known)
                },
        ];
        let least = least.into_iter().min().expect("five ways");
        known.insert(key, least);
        least
    }

    fn trees() -> impl Strategy<Value = Tree> {
        let leaf = prop::sample::select(vec!["a", "b", "c"]).prop_map(Tree::leaf);
        leaf.prop_recursive(4, 14, 4, |inner| {
            let label = prop::sample::select(vec!["f", "g"]);
            (label, prop::collection::vec(inner, 1..4))
                .prop_map(|(label, children)| Tree::new(label, children))
        })
    }

    proptest! {
        #[test]
        fn equals_the_definition(answer in trees(), test in trees()) {
            let expected = by_definition(&[&test], &[&answer], &mut BTreeMap::new());
            let found = distance(&answer, &test).unwrap();
            prop_assert!((found * 5.0 - f64::from(expected)).abs() < 1e-9, "{found} {expected}");
        }

        #[test]
        fn is_zero_for_equal_trees_alone(answer in trees(), test in trees()) {
            prop_assert!(distance(&answer, &answer).unwrap().abs() < f64::EPSILON);
            prop_assert_eq!(distance(&answer, &test).unwrap() == 0.0, answer == test);
        }

        #[test]
        fn costs_no_more_than_writing_it_anew(answer in trees(), test in trees()) {
            let anew = f64::from(subtree_cost(answer.size()) + subtree_cost(test.size())) / 5.0;
            prop_assert!(distance(&answer, &test).unwrap() <= anew + 1e-9);
        }
    }

    #[test]
    fn a_large_subtree_is_cheaper_than_its_nodes() {
        let many = |n: usize| Tree::new("f", vec![Tree::leaf("a"); n]);
        let with = Tree::new("g", vec![Tree::leaf("b"), many(10)]);
        let without = Tree::new("g", vec![Tree::leaf("b")]);
        // Eleven nodes cost 0.6 · 11 + 2.
        assert!((distance(&with, &without).unwrap() - 8.6).abs() < 1e-12);
    }

    #[test]
    fn a_tree_that_is_too_large_is_refused() {
        let tree = Tree::new("f", vec![Tree::leaf("a"); MAX_NODES]);
        let refused = distance(&Tree::leaf("a"), &tree);
        assert_eq!(
            refused,
            Err(TooLarge::Nodes {
                nodes: MAX_NODES + 1
            })
        );
    }

    #[test]
    fn trees_that_would_take_minutes_are_refused() {
        let chain = |length: usize| {
            let end = Tree::leaf("a");
            (0..length).fold(end, |tree, _| Tree::new("f", vec![Tree::leaf("b"), tree]))
        };
        let refused = distance(&chain(499), &chain(499));
        assert!(
            matches!(refused, Err(TooLarge::Steps { .. })),
            "{refused:?}"
        );
        assert!(distance(&chain(5), &chain(499)).is_ok());
        // As many nodes side by side are cheap.
        let flat = Tree::new("f", vec![Tree::leaf("a"); MAX_NODES - 1]);
        assert_eq!(distance(&flat, &flat), Ok(0.0));
    }
}
