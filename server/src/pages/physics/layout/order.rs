//! Which layer each formula stands in, and in which order: barycentre passes.

use formula::problem::dag::Dag;

use super::as_i64;

/// Passes that order the layers, down and up in turn.
const ORDER_PASSES: usize = 12;
/// Bends of all long edges together; where there were more, long edges are drawn straight.
const MAX_BENDS: usize = 5_000;
/// Positions in a layer are compared in this fraction.
const FINE: i64 = 1_000;

/// The layer in which each formula is drawn, from the top.
pub(in super::super) fn drawn_layers(dag: &Dag) -> Vec<usize> {
    let mut layers = dag.layers();
    let mut first_use = vec![usize::MAX; dag.len()];
    for (position, layer) in layers.iter().enumerate() {
        for &prerequisite in dag.prerequisites(position) {
            first_use[prerequisite] = first_use[prerequisite].min(*layer);
        }
    }
    for (position, first_use) in first_use.into_iter().enumerate() {
        if dag.prerequisites(position).is_empty() && first_use != usize::MAX {
            layers[position] = first_use - 1;
        }
    }
    layers
}

/// A graph whose edges lead from each layer to the next: boxes first, then bends.
pub(super) struct Layered {
    /// Vertices of each layer, from left to right.
    pub(super) layers: Vec<Vec<usize>>,
    /// Layer of each vertex.
    pub(super) layer_of: Vec<usize>,
    pub(super) above: Vec<Vec<usize>>,
    pub(super) below: Vec<Vec<usize>>,
    pub(super) boxes: usize,
    /// For each edge the box it comes from, its bends, the box it leads to.
    pub(super) edges: Vec<Vec<usize>>,
}

impl Layered {
    pub(super) fn new(dag: &Dag) -> Self {
        let layer_of = drawn_layers(dag);
        let pairs: Vec<(usize, usize)> = (0..dag.len())
            .flat_map(|to| dag.prerequisites(to).iter().map(move |&from| (from, to)))
            .collect();
        let bends: usize = pairs
            .iter()
            .map(|&(from, to)| layer_of[to] - layer_of[from] - 1)
            .sum();
        let mut graph = Self {
            layers: vec![Vec::new(); layer_of.iter().max().map_or(0, |deepest| deepest + 1)],
            above: vec![Vec::new(); dag.len()],
            below: vec![Vec::new(); dag.len()],
            boxes: dag.len(),
            edges: Vec::with_capacity(pairs.len()),
            layer_of,
        };
        for vertex in 0..dag.len() {
            graph.layers[graph.layer_of[vertex]].push(vertex);
        }
        for (from, to) in pairs {
            graph.connect(from, to, bends <= MAX_BENDS);
        }
        graph
    }

    /// Adds an edge, with a bend in each layer that it passes.
    fn connect(&mut self, from: usize, to: usize, bent: bool) {
        let mut way = vec![from];
        let passed = self.layer_of[from] + 1..self.layer_of[to];
        for layer in passed.filter(|_| bent) {
            let vertex = self.layer_of.len();
            self.layer_of.push(layer);
            self.layers[layer].push(vertex);
            self.above.push(Vec::new());
            self.below.push(Vec::new());
            way.push(vertex);
        }
        way.push(to);
        for step in way.windows(2) {
            if let [upper, lower] = *step
                && self.layer_of[upper] + 1 == self.layer_of[lower]
            {
                self.below[upper].push(lower);
                self.above[lower].push(upper);
            }
        }
        self.edges.push(way);
    }

    /// Orders each layer so that few edges cross.
    pub(super) fn order(&mut self) {
        let mut best = (self.crossings(), self.layers.clone());
        for pass in 0..ORDER_PASSES {
            let count = self.layers.len();
            for step in 1..count {
                let (layer, towards) = if pass % 2 == 0 {
                    (step, &self.above)
                } else {
                    (count - 1 - step, &self.below)
                };
                let positions = self.positions();
                let key = |vertex: usize| {
                    let neighbours = &towards[vertex];
                    let sum: i64 = neighbours
                        .iter()
                        .map(|&other| positions[other] * FINE)
                        .sum();
                    sum.checked_div(as_i64(neighbours.len()))
                        .unwrap_or(positions[vertex] * FINE)
                };
                let mut order = self.layers[layer].clone();
                order.sort_by_key(|&vertex| key(vertex));
                self.layers[layer] = order;
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.layers.clone());
            }
        }
        self.layers = best.1;
    }

    /// The place of each vertex in its layer.
    fn positions(&self) -> Vec<i64> {
        let mut positions = vec![0; self.layer_of.len()];
        for layer in &self.layers {
            for (vertex, place) in layer.iter().zip(0..) {
                positions[*vertex] = place;
            }
        }
        positions
    }

    /// How many pairs of edges cross.
    pub(super) fn crossings(&self) -> usize {
        let positions = self.positions();
        self.layers
            .iter()
            .map(|layer| {
                let mut ends = Vec::new();
                for &vertex in layer {
                    let mut of_vertex: Vec<i64> =
                        self.below[vertex].iter().map(|&v| positions[v]).collect();
                    of_vertex.sort_unstable();
                    ends.extend(of_vertex);
                }
                inversions(&mut ends)
            })
            .sum()
    }
}

/// Pairs that stand in the wrong order; sorts the list.
fn inversions(list: &mut [i64]) -> usize {
    if list.len() < 2 {
        return 0;
    }
    let (left, right) = list.split_at_mut(list.len() / 2);
    let mut count = inversions(left) + inversions(right);
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        if a <= b {
            merged.extend(left.next());
        } else {
            count += left.len();
            merged.extend(right.next());
        }
    }
    merged.extend(left.chain(right));
    list.copy_from_slice(&merged);
    count
}
