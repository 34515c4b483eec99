//! Where in its layer each formula stands: as near to its neighbours as order and distances allow.

use super::order::Layered;
use super::{Sizes, as_i64};

/// Passes that place what is ordered.
const PLACE_PASSES: usize = 24;
/// How many of them, at the end, look both up and down.
const BOTH_PASSES: usize = 12;
/// How much more a bend is pulled into line than a box.
const BEND_WEIGHT: i64 = 4;

impl Layered {
    /// The horizontal centre of each vertex.
    pub(super) fn places(&self, sizes: Sizes) -> Vec<i64> {
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
        self.put_side_by_side(&mut centres, sizes);
        centres
    }

    /// Moves the parts of a graph that hang together next to each other, in the order in which they
    /// are.
    fn put_side_by_side(&self, centres: &mut [i64], sizes: Sizes) {
        let half = |vertex: usize| {
            if self.is_box(vertex) {
                sizes.width / 2
            } else {
                0
            }
        };
        let mut parts: Vec<(i64, i64, Vec<usize>)> = self
            .parts()
            .into_iter()
            .map(|part| {
                let left = part.iter().map(|&v| centres[v] - half(v)).min();
                let right = part.iter().map(|&v| centres[v] + half(v)).max();
                (left.unwrap_or(0), right.unwrap_or(0), part)
            })
            .collect();
        parts.sort();
        let mut at = 0;
        for (left, right, part) in parts {
            for vertex in part {
                centres[vertex] += at - left;
            }
            at += right - left + sizes.gap;
        }
    }

    /// The vertices that hang together, in lists.
    fn parts(&self) -> Vec<Vec<usize>> {
        let mut neighbours = vec![Vec::new(); self.layer_of.len()];
        for way in &self.edges {
            for step in way.windows(2) {
                neighbours[step[0]].push(step[1]);
                neighbours[step[1]].push(step[0]);
            }
        }
        let mut seen = vec![false; neighbours.len()];
        let mut parts = Vec::new();
        for start in 0..neighbours.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let mut part = vec![start];
            let mut next = 0;
            while let Some(&vertex) = part.get(next) {
                next += 1;
                for &other in &neighbours[vertex] {
                    if !std::mem::replace(&mut seen[other], true) {
                        part.push(other);
                    }
                }
            }
            parts.push(part);
        }
        parts
    }

    pub(super) fn is_box(&self, vertex: usize) -> bool {
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
}
