//! From a distance to a score between 0 and 100.

/// Score of an answer that is not equivalent, just beside distance 0.
const BEST_WRONG_SCORE: f64 = 60.0;

/// The distance in parts of the reference's tree.
pub fn relative_distance(distance: f64, tree_size: usize) -> f64 {
    distance / nodes(tree_size)
}

fn nodes(tree_size: usize) -> f64 {
    f64::from(u32::try_from(tree_size).unwrap_or(u32::MAX))
}

/// `100` for the same tree, `60 − 100 r` for a relative distance `r` below 0.6, else 0.
pub fn score(distance: f64, tree_size: usize) -> f64 {
    if distance == 0.0 {
        return 100.0;
    }
    // In this order, so that the last digit is that of the published program.
    let lost = 100.0 * distance / nodes(tree_size);
    (BEST_WRONG_SCORE - lost).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_example() {
        let points = score(2.0, 15);
        assert!((points - 46.666_666_666_666_664).abs() < 1e-12, "{points}");
    }

    #[test]
    fn the_last_digit_is_the_published_one() {
        for (distance, size, points) in [
            (7.4, 23, 27.826_086_956_521_742_f64),
            (1.0, 6, 43.333_333_333_333_33),
            (8.8, 19, 13.684_210_526_315_78),
        ] {
            assert_eq!(score(distance, size).to_bits(), points.to_bits());
        }
    }

    #[test]
    fn the_ends_of_the_scale() {
        assert!((score(0.0, 7) - 100.0).abs() < f64::EPSILON);
        assert!(score(6.0, 10).abs() < 1e-9);
        assert!(score(60.0, 10).abs() < f64::EPSILON);
    }
}
