//! Rates how hard a problem is (PRISM-Physics, appendix D.1): its author gives C1 and C2, the entropy of its graph
//! gives C3, and their sum is Easy, Medium or Hard.
//!
//! The paper gives neither the base of the logarithm nor the layering nor the thresholds. Here the logarithm is
//! natural, layers are by the longest path, and the thresholds are parameters: the defaults are ours, and
//! [`Thresholds::RELEASED`] are those of the authors' scripts.

use serde::Serialize;

use super::dag::Dag;
use crate::problem::{Level, Rating};

/// Where one class of difficulty ends and the next begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// C3 is 1 up to this entropy.
    pub tau_1: f64,
    /// C3 is 2 up to this entropy, and 3 above it.
    pub tau_2: f64,
    /// The weight of C3 in the sum.
    pub c3_weight: f64,
    /// Largest sum that is Easy.
    pub easy_most: f64,
    /// Largest sum that is Medium.
    pub medium_most: f64,
}

impl Thresholds {
    /// Those of PRISM-Physics' released scripts.
    pub const RELEASED: Self = Self {
        tau_1: 3.0,
        tau_2: 7.0,
        c3_weight: 0.5,
        easy_most: 5.5,
        medium_most: 6.5,
    };
}

impl Default for Thresholds {
    /// Three branches (ln 3 = 1.1) are no longer simple; twenty paths (ln 20 = 3.0) are many. The seven sums from 3
    /// to 9 are divided into 3–4, 5–6 and 7–9.
    fn default() -> Self {
        Self {
            tau_1: 1.0,
            tau_2: 3.0,
            c3_weight: 1.0,
            easy_most: 4.0,
            medium_most: 6.0,
        }
    }
}

/// How hard a problem is, part by part.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difficulty {
    /// Conceptual depth, 1 to 3, from the problem's file.
    pub c1: Option<u8>,
    /// Computational burden, 1 to 3, from the problem's file.
    pub c2: Option<u8>,
    /// Complexity of the graph, 1 to 3.
    pub c3: u8,
    /// Σ ln(width) over the layers of the graph.
    pub entropy: f64,
    /// How many formulas each layer has.
    pub layer_widths: Vec<usize>,
    /// C1 + C2 + the weighted C3, when the file has the first two.
    pub sum: Option<f64>,
    /// The level: the one that the file gives, or else the one of the sum.
    pub level: Option<Level>,
}

impl Serialize for Level {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// Rates a problem. A level that the file gives directly takes precedence over the sum.
pub fn rate(dag: &Dag, rating: &Rating, thresholds: &Thresholds) -> Difficulty {
    let layer_widths = dag.layer_widths();
    let entropy = entropy(&layer_widths);
    let c3 = if entropy <= thresholds.tau_1 {
        1
    } else if entropy <= thresholds.tau_2 {
        2
    } else {
        3
    };
    let sum = rating
        .conceptual
        .zip(rating.computational)
        .map(|(c1, c2)| f64::from(c1 + c2) + thresholds.c3_weight * f64::from(c3));
    let of_sum = sum.map(|sum| {
        if sum <= thresholds.easy_most {
            Level::Easy
        } else if sum <= thresholds.medium_most {
            Level::Medium
        } else {
            Level::Hard
        }
    });
    Difficulty {
        c1: rating.conceptual,
        c2: rating.computational,
        c3,
        entropy,
        layer_widths,
        sum,
        level: rating.level.or(of_sum),
    }
}

/// Σ ln(width); 0 for a single chain.
pub fn entropy(layer_widths: &[usize]) -> f64 {
    #[allow(
        clippy::cast_precision_loss,
        reason = "at most 500 formulas in a layer"
    )]
    let logarithms = layer_widths.iter().map(|&width| libm::log(width as f64));
    logarithms.sum::<f64>() + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Node;

    fn chain_with_branches(branches: u32) -> Dag {
        let node = |index, dependency: Vec<u32>| Node {
            index,
            formula: "x".into(),
            dependency,
            is_final_answer: false,
            points: None,
        };
        let mut nodes: Vec<Node> = (1..=branches).map(|index| node(index, vec![])).collect();
        nodes.push(node(branches + 1, (1..=branches).collect()));
        Dag::new(&nodes).unwrap()
    }

    #[test]
    fn entropy_is_the_sum_of_logarithms() {
        let widths = [8, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1];
        assert!((entropy(&widths) - 2.772_588_722_239_781).abs() < 1e-15);
        assert!(entropy(&[1, 1, 1]).abs() < 1e-15);
    }

    #[test]
    fn the_sum_decides_unless_the_file_does() {
        let rating = Rating {
            conceptual: Some(2),
            computational: Some(2),
            level: None,
        };
        let rated = rate(&chain_with_branches(3), &rating, &Thresholds::default());
        assert_eq!(
            (rated.c3, rated.sum, rated.level),
            (2, Some(6.0), Some(Level::Medium))
        );
        let rated = rate(&chain_with_branches(30), &rating, &Thresholds::default());
        assert_eq!(
            (rated.c3, rated.sum, rated.level),
            (3, Some(7.0), Some(Level::Hard))
        );
        // ln 30 is 3.4, so half of 2 is added.
        let rated = rate(&chain_with_branches(30), &rating, &Thresholds::RELEASED);
        assert_eq!(
            (rated.c3, rated.sum, rated.level),
            (2, Some(5.0), Some(Level::Easy))
        );
        let given = Rating {
            level: Some(Level::Easy),
            ..rating
        };
        let rated = rate(&chain_with_branches(30), &given, &Thresholds::default());
        assert_eq!(rated.level, Some(Level::Easy));
        let none = rate(
            &chain_with_branches(1),
            &Rating::default(),
            &Thresholds::default(),
        );
        assert_eq!((none.c3, none.sum, none.level), (1, None, None));
    }
}
