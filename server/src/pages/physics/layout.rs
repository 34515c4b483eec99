//! Where the formulas of a graph are drawn: layers from the laws at the top to the answers at the
//! bottom (Sugiyama's method).
//!
//! A formula stands one layer below the lowest that it follows from, a law right above the first
//! formula that uses it. Edges over several layers get a bend in each layer between. Within layers the order is improved by barycentre passes, and the
//! places by weighted least squares under the distances that have to be kept. All arithmetic is on
//! integers, in pixels, so that the same graph is always drawn the same.

use dojo_judge::physics::dag::Dag;

/// Passes that order the layers, down and up in turn.
const ORDER_PASSES: usize = 12;
/// Passes that place what is ordered.
const PLACE_PASSES: usize = 24;
/// How many of them, at the end, look both up and down.
const BOTH_PASSES: usize = 12;
/// Bends of all long edges together; where there were more, long edges are drawn straight.
const MAX_BENDS: usize = 5_000;
/// How much more a bend is pulled into line than a box.
const BEND_WEIGHT: i64 = 4;
/// Positions in a layer are compared in this fraction.
const FINE: i64 = 1_000;

/// Sizes of a drawing, in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// Width of a box.
    pub(super) width: i64,
    /// Height of a box.
    pub(super) height: i64,
    /// Between two boxes of a layer.
    pub(super) gap: i64,
    /// Between two layers.
    pub(super) layer_gap: i64,
    /// Around everything.
    pub(super) margin: i64,
}

/// A drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) width: i64,
    pub(super) height: i64,
    /// The upper left corner of each box, by position.
    pub(super) boxes: Vec<(i64, i64)>,
    /// The edges.
    pub(super) edges: Vec<Edge>,
}

/// An edge from a formula to one that follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    /// From the lower side of one box to the upper side of the other. Each second stretch runs
    /// straight down through a layer.
    pub(super) points: Vec<(i64, i64)>,
}

/// The layer in which each formula is drawn, from the top.
pub(super) fn drawn_layers(dag: &Dag) -> Vec<usize> {
    let mut layers = dag.layers();
    let mut first_use = vec![usize::MAX; dag.len()];
    for position in 0..dag.len() {
        for &prerequisite in dag.prerequisites(position) {
            first_use[prerequisite] = first_use[prerequisite].min(layers[position]);
        }
    }
    for (position, first_use) in first_use.into_iter().enumerate() {
        if dag.prerequisites(position).is_empty() && first_use != usize::MAX {
            layers[position] = first_use - 1;
        }
    }
    layers
}

/// Draws a graph.
pub(super) fn layout(dag: &Dag, sizes: Sizes) -> Layout {
    let mut layered = Layered::new(dag);
    layered.order();
    let centres = layered.places(sizes);
    layered.drawing(dag, sizes, &centres)
}

/// A graph whose edges lead from each layer to the next: boxes first, then bends.
struct Layered {
    /// Vertices of each layer, from left to right.
    layers: Vec<Vec<usize>>,
    /// Layer of each vertex.
    layer_of: Vec<usize>,
    above: Vec<Vec<usize>>,
    below: Vec<Vec<usize>>,
    boxes: usize,
    /// For each edge the box it comes from, its bends, the box it leads to.
    edges: Vec<Vec<usize>>,
}

impl Layered {
    fn new(dag: &Dag) -> Self {
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
            let bend = self.layer_of.len();
            self.layer_of.push(layer);
            self.layers[layer].push(bend);
            self.above.push(Vec::new());
            self.below.push(Vec::new());
            way.push(bend);
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
    fn order(&mut self) {
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
    fn crossings(&self) -> usize {
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

    /// The horizontal centre of each vertex.
    fn places(&self, sizes: Sizes) -> Vec<i64> {
        let mut centres = vec![0; self.layer_of.len()];
        for layer in &self.layers {
            let distances = self.distances(layer, sizes);
            let whole: i64 = distances.iter().sum();
            for (&vertex, distance) in layer.iter().zip(&distances) {
                centres[vertex] = distance - whole / 2;
            }
        }
        for pass in 0..PLACE_PASSES {
            let both = pass + BOTH_PASSES >= PLACE_PASSES;
            for step in 0..self.layers.len() {
                let down = pass % 2 == 0;
                let layer = if down {
                    step
                } else {
                    self.layers.len() - 1 - step
                };
                let wanted: Vec<i64> = self.layers[layer]
                    .iter()
                    .map(|&vertex| {
                        let above = self.above[vertex].iter().filter(|_| down || both);
                        let below = self.below[vertex].iter().filter(|_| !down || both);
                        let neighbours: Vec<i64> =
                            above.chain(below).map(|&v| centres[v]).collect();
                        let sum: i64 = neighbours.iter().sum();
                        sum.checked_div(as_i64(neighbours.len()))
                            .unwrap_or(centres[vertex])
                    })
                    .collect();
                let placed = self.placed(&self.layers[layer], &wanted, sizes);
                for (&vertex, centre) in self.layers[layer].iter().zip(placed) {
                    centres[vertex] = centre;
                }
            }
        }
        centres
    }

    fn is_box(&self, vertex: usize) -> bool {
        vertex < self.boxes
    }

    /// How far right of the first vertex of a layer each has to be at least.
    fn distances(&self, layer: &[usize], sizes: Sizes) -> Vec<i64> {
        let half = |vertex: usize| {
            if self.is_box(vertex) {
                sizes.width / 2
            } else {
                0
            }
        };
        let mut distances = Vec::with_capacity(layer.len());
        let mut at = 0;
        let mut before: Option<usize> = None;
        for &vertex in layer {
            if let Some(before) = before {
                at += half(before) + sizes.gap + half(vertex);
            }
            distances.push(at);
            before = Some(vertex);
        }
        distances
    }

    /// The places nearest to the wanted ones that keep order and distance: isotonic regression by
    /// pooling neighbours.
    fn placed(&self, layer: &[usize], wanted: &[i64], sizes: Sizes) -> Vec<i64> {
        struct Pool {
            sum: i64,
            weight: i64,
            members: usize,
        }
        let distances = self.distances(layer, sizes);
        let mut pools: Vec<Pool> = Vec::with_capacity(layer.len());
        for ((&vertex, wanted), distance) in layer.iter().zip(wanted).zip(&distances) {
            let weight = if self.is_box(vertex) { 1 } else { BEND_WEIGHT };
            let mut pool = Pool {
                sum: (wanted - distance) * weight,
                weight,
                members: 1,
            };
            while let Some(before) = pools.pop_if(|p| p.sum * pool.weight > pool.sum * p.weight) {
                pool.sum += before.sum;
                pool.weight += before.weight;
                pool.members += before.members;
            }
            pools.push(pool);
        }
        let starts = pools
            .iter()
            .flat_map(|pool| std::iter::repeat_n(pool.sum.div_euclid(pool.weight), pool.members));
        starts.zip(distances).map(|(start, d)| start + d).collect()
    }

    fn drawing(&self, dag: &Dag, sizes: Sizes, centres: &[i64]) -> Layout {
        let half = sizes.width / 2;
        let edge_of = |vertex: usize| if self.is_box(vertex) { half } else { 0 };
        let vertices = 0..self.layer_of.len();
        let left = vertices
            .clone()
            .map(|v| centres[v] - edge_of(v))
            .min()
            .unwrap_or(0);
        let right = vertices.map(|v| centres[v] + edge_of(v)).max().unwrap_or(0);
        let x = |vertex: usize| centres[vertex] - left + sizes.margin;
        let top = |vertex: usize| {
            sizes.margin + as_i64(self.layer_of[vertex]) * (sizes.height + sizes.layer_gap)
        };
        let layers = as_i64(self.layers.len());
        let ports = Ports::new(dag, &self.edges, centres);
        let edges = self
            .edges
            .iter()
            .enumerate()
            .map(|(edge, way)| {
                let (from, to) = (way[0], way[way.len() - 1]);
                let mut points = vec![(
                    x(from) + ports.leaving[edge].offset(half),
                    top(from) + sizes.height,
                )];
                for &bend in &way[1..way.len() - 1] {
                    points.push((x(bend), top(bend)));
                    points.push((x(bend), top(bend) + sizes.height));
                }
                points.push((x(to) + ports.arriving[edge].offset(half), top(to)));
                Edge { from, to, points }
            })
            .collect();
        Layout {
            width: right - left + 2 * sizes.margin,
            height: layers * (sizes.height + sizes.layer_gap) - sizes.layer_gap + 2 * sizes.margin,
            boxes: (0..self.boxes).map(|v| (x(v) - half, top(v))).collect(),
            edges,
        }
    }
}

/// Where on the side of a box an edge begins or ends.
#[derive(Clone, Copy, Default)]
struct Port {
    /// From the left, from 0.
    place: i64,
    of: i64,
}

impl Port {
    /// How far right of the middle.
    fn offset(self, half_width: i64) -> i64 {
        (2 * self.place + 1 - self.of) * half_width / (self.of + 1)
    }
}

/// The ports of every edge, so that edges of one box do not lie on each other.
struct Ports {
    leaving: Vec<Port>,
    arriving: Vec<Port>,
}

impl Ports {
    fn new(dag: &Dag, edges: &[Vec<usize>], centres: &[i64]) -> Self {
        let mut ports = Self {
            leaving: vec![Port::default(); edges.len()],
            arriving: vec![Port::default(); edges.len()],
        };
        let mut out = vec![Vec::new(); dag.len()];
        let mut into = vec![Vec::new(); dag.len()];
        for (edge, way) in edges.iter().enumerate() {
            out[way[0]].push((centres[way[1]], edge));
            into[way[way.len() - 1]].push((centres[way[way.len() - 2]], edge));
        }
        for (sides, ports) in [(out, &mut ports.leaving), (into, &mut ports.arriving)] {
            for mut side in sides {
                side.sort_unstable();
                let of = as_i64(side.len());
                for ((_, edge), place) in side.into_iter().zip(0..) {
                    ports[edge] = Port { place, of };
                }
            }
        }
        ports
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

fn as_i64(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use dojo_judge::physics::problem::Node;
    use proptest::prelude::*;

    use super::*;

    const SIZES: Sizes = Sizes {
        width: 100,
        height: 40,
        gap: 20,
        layer_gap: 50,
        margin: 10,
    };

    fn dag(dependencies: &[Vec<usize>]) -> Dag {
        let nodes: Vec<Node> = dependencies
            .iter()
            .zip(1..)
            .map(|(dependency, index)| Node {
                index,
                formula: "$$a = b$$".into(),
                dependency: dependency
                    .iter()
                    .map(|&position| u32::try_from(position + 1).unwrap())
                    .collect(),
                is_final_answer: false,
                points: None,
            })
            .collect();
        Dag::new(&nodes).unwrap()
    }

    fn crossings(dependencies: &[Vec<usize>]) -> usize {
        let mut layered = Layered::new(&dag(dependencies));
        layered.order();
        layered.crossings()
    }

    #[test]
    fn a_chain_is_drawn_straight_down() {
        let drawing = layout(&dag(&[vec![], vec![0], vec![1]]), SIZES);
        assert_eq!(drawing.boxes, [(10, 10), (10, 100), (10, 190)]);
        assert_eq!((drawing.width, drawing.height), (120, 240));
        assert_eq!(drawing.edges[0].points, [(60, 50), (60, 100)]);
    }

    #[test]
    fn crossings_that_need_not_be_are_taken_out() {
        // Two laws each lead to one result, written in the wrong order.
        assert_eq!(crossings(&[vec![], vec![], vec![1], vec![0]]), 0);
        // Three of each in reverse.
        assert_eq!(
            crossings(&[
                vec![],
                vec![],
                vec![],
                vec![2],
                vec![1],
                vec![0],
                vec![3, 4, 5]
            ]),
            0
        );
        // Two results of two laws each cannot but cross.
        assert_eq!(crossings(&[vec![], vec![], vec![0, 1], vec![0, 1]]), 1);
    }

    #[test]
    fn a_long_edge_bends_around_what_is_between() {
        let drawing = layout(&dag(&[vec![], vec![0], vec![0, 1]]), SIZES);
        let long = drawing
            .edges
            .iter()
            .find(|edge| (edge.from, edge.to) == (0, 2))
            .unwrap();
        assert_eq!(long.points.len(), 4);
        let (x, y) = drawing.boxes[1];
        let (bend, _) = long.points[1];
        assert!(bend < x || bend > x + SIZES.width, "{bend} in {x}");
        assert_eq!(long.points[1].1, y);
    }

    #[test]
    fn a_law_stands_right_above_its_first_use() {
        // 0 → 1 → 2 → 4, and the law 3 for 4 alone.
        let drawing = layout(&dag(&[vec![], vec![0], vec![1], vec![], vec![2, 3]]), SIZES);
        assert_eq!(drawing.boxes[3].1, drawing.boxes[2].1);
        assert!(drawing.edges.iter().all(|edge| edge.points.len() == 2));
    }

    #[test]
    fn a_graph_that_is_dense_beyond_reason_is_still_drawn() {
        let everything: Vec<Vec<usize>> = (0..300).map(|to| (0..to).collect()).collect();
        let drawing = layout(&dag(&everything), SIZES);
        assert_eq!(drawing.boxes.len(), 300);
        assert_eq!(drawing.edges.len(), 300 * 299 / 2);
    }

    #[test]
    fn nothing_gives_an_empty_drawing() {
        assert_eq!(layout(&dag(&[]), SIZES).boxes, []);
    }

    proptest! {
        /// No two boxes touch, everything is inside, every edge goes down, and the drawing is the
        /// same each time.
        #[test]
        fn drawings_are_in_order(
            edges in proptest::collection::vec((0_usize..20, 0_usize..20), 0..60),
        ) {
            let dependencies: Vec<Vec<usize>> = (0..20)
                .map(|to| edges.iter().filter(|(from, other)| *other == to && from < other)
                    .map(|(from, _)| *from).collect())
                .collect();
            let graph = dag(&dependencies);
            let drawing = layout(&graph, SIZES);
            for (one, &(x, y)) in drawing.boxes.iter().enumerate() {
                prop_assert!(x >= SIZES.margin && x + SIZES.width + SIZES.margin <= drawing.width);
                prop_assert!(y >= SIZES.margin && y + SIZES.height + SIZES.margin <= drawing.height);
                for &(other_x, other_y) in &drawing.boxes[one + 1..] {
                    prop_assert!(y != other_y || (x - other_x).abs() >= SIZES.width + SIZES.gap);
                }
            }
            for edge in &drawing.edges {
                prop_assert!(edge.points.windows(2).all(|step| step[0].1 < step[1].1));
            }
            prop_assert_eq!(drawing, layout(&graph, SIZES));
        }
    }
}
