//! Where the formulas of a graph are drawn: layers from the laws at the top to the answers at the
//! bottom (Sugiyama's method).
//!
//! A formula stands one layer below the lowest that it follows from, a law right above the first
//! formula that uses it. Edges over several layers get a bend in each layer between. Within layers the order is improved by barycentre passes, and the
//! places by weighted least squares under the distances that have to be kept. All arithmetic is on
//! integers, in pixels, so that the same graph is always drawn the same.

mod order;
mod place;
#[cfg(test)]
mod tests;

use formula::problem::dag::Dag;

use order::Layered;
pub(super) use order::drawn_layers;

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

/// Draws a graph.
pub(super) fn layout(dag: &Dag, sizes: Sizes) -> Layout {
    let mut layered = Layered::new(dag);
    layered.order();
    let centres = layered.places(sizes);
    layered.drawing(dag, sizes, &centres)
}

impl Layered {
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

fn as_i64(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
