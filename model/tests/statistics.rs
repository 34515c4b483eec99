//! Statistics against values that were computed with numpy and scipy.

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use dojo_model::statistics::{McNemar, Mean, pass_at};
use serde_json::Value;

/// The means of the problems of a group.
fn means(rows: &[&Value], model: &str, figure: &str) -> Vec<f64> {
    let mean = |row: &&Value| {
        let values = row[model][figure].as_array().unwrap();
        let sum: f64 = values.iter().map(|value| value.as_f64().unwrap()).sum();
        #[allow(clippy::cast_precision_loss, reason = "a few samples")]
        let count = values.len() as f64;
        sum / count
    };
    rows.iter().map(mean).collect()
}

#[track_caller]
fn same(ours: Option<f64>, right: &Value, what: &str) {
    match (ours, right.as_f64()) {
        (None, None) => {}
        (Some(ours), Some(right)) => {
            assert!((ours - right).abs() < 1e-9, "{what}: {ours}, right {right}");
        }
        (ours, right) => panic!("{what}: {ours:?}, right {right:?}"),
    }
}

#[track_caller]
fn same_mean(ours: Mean, right: &Value, mean: &str, what: &str) {
    same(Some(ours.mean), &right[mean], what);
    same(ours.se, &right["se"], what);
    same(ours.low, &right["low"], what);
    same(ours.high, &right["high"], what);
}

#[test]
fn they_are_right_to_nine_digits() {
    let fixtures: Value = serde_json::from_str(include_str!("cases/statistics.json")).unwrap();
    let mut compared = 0;
    for fixture in fixtures["fixtures"].as_array().unwrap() {
        let all: Vec<&Value> = fixture["rows"].as_array().unwrap().iter().collect();
        let right = &fixture["right"];
        for model in ["A", "B"] {
            for (group, figures) in right[model].as_object().unwrap() {
                if group == "pass_at" {
                    for (picked, right) in figures.as_object().unwrap() {
                        let each = all.iter().map(|row| {
                            let samples = row[model]["final"].as_array().unwrap();
                            let correct = samples.iter().filter(|one| one.as_f64() == Some(1.0));
                            pass_at(samples.len(), correct.count(), picked.parse().unwrap())
                        });
                        let each: Vec<f64> = each.collect();
                        same(Mean::of(&each).map(|mean| mean.mean), right, "pass@k");
                        compared += 1;
                    }
                    continue;
                }
                let is_member = |row: &&&Value| {
                    group == "all" || row["level"] == **group || row["domain"] == **group
                };
                let rows: Vec<&Value> = all.iter().filter(is_member).copied().collect();
                for (figure, right) in figures.as_object().unwrap() {
                    let ours = Mean::of(&means(&rows, model, figure)).unwrap();
                    assert_eq!(right["problems"], ours.problems);
                    same_mean(ours, right, "mean", &format!("{model} {group} {figure}"));
                    compared += 1;
                }
            }
        }
        for (figure, right) in right["A-B"].as_object().unwrap() {
            if figure == "mcnemar" {
                let correct = |model: &str| -> Vec<bool> {
                    let means = means(&all, model, "final");
                    means.iter().map(|value| *value > 0.5).collect()
                };
                let pairs: Vec<_> = correct("A").into_iter().zip(correct("B")).collect();
                let ours = McNemar::of(&pairs);
                assert_eq!(right["only_A"], ours.only_first);
                assert_eq!(right["only_B"], ours.only_second);
                same(Some(ours.p), &right["p_exact"], "McNemar");
            } else {
                let pairs = means(&all, "A", figure)
                    .into_iter()
                    .zip(means(&all, "B", figure));
                let differences: Vec<f64> = pairs.map(|(one, other)| one - other).collect();
                let ours = Mean::of(&differences).unwrap();
                same_mean(ours, right, "difference", figure);
                same(ours.p(), &right["p"], figure);
            }
            compared += 1;
        }
    }
    assert!(compared > 40, "{compared}");
}
