//! Statistics of many measurements.

use std::time::Duration;

/// The value below which the share `p` of the values lies, by the nearest rank.
pub(super) fn percentile<T: PartialOrd + Copy>(values: &mut [T], p: f64) -> T {
    assert!(!values.is_empty(), "a percentile of nothing");
    values.sort_by(|a, b| a.partial_cmp(b).expect("measurements are ordered"));
    #[allow(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an index into a list of measurements"
    )]
    let rank = ((values.len() as f64 * p).ceil() as usize).clamp(1, values.len());
    values[rank - 1]
}

pub(super) fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
