//! Edit distance with the real `SymPy`: scores of `PHYBench`'s kind.

use std::path::Path;

use dojo_judge::derivation::OnFirstUse;
use dojo_sandbox::Simplifier;
use formula::credit::eed::{Caveat, Eed, EedFinding, Mode, Names, settled};
use formula::same::Context;

use crate::CACHE;

fn compare(pairs: &[(&str, &str)]) -> Vec<EedFinding> {
    let simplifier = OnFirstUse::new(|| Simplifier::open(Path::new(CACHE), &mut |_| {}));
    let eed = Eed::new(simplifier, Mode::Dojo);
    let context = Context::default();
    let judged = |(reference, answer): &(&str, &str)| {
        eed.compare(reference, answer, Names::from(&context), |a, b| {
            settled(a, b, &context)
        })
    };
    pairs.iter().map(|pair| judged(pair).unwrap()).collect()
}

#[test]
fn a_wrong_coefficient_costs_two_nodes_of_fifteen() {
    // The example of the published program's readme.
    let found = &compare(&[("2mg+4mv_0^2/l", "2mg+2mv_0^2/l")])[0];
    assert_eq!((found.distance, found.tree_size), (Some(2.0), Some(15)));
    assert!((found.score - 46.666_666_666_666_664).abs() < 1e-12);
}

#[test]
fn right_answers_are_settled_without_sympy() {
    let nothing = OnFirstUse::new(|| panic!("nothing to simplify"));
    let eed = Eed::new(nothing, Mode::Dojo);
    let context = Context::default();
    for (reference, answer) in [
        (r"$$v = \sqrt{2gh}$$", r"(2gh)^{1/2}"),
        (r"\sin 2\theta", r"2\sin\theta\cos\theta"),
        (
            r"$$T = 2\pi\sqrt{\frac{l}{g}}$$",
            r"T = \frac{2\pi l}{\sqrt{gl}}",
        ),
    ] {
        let found = eed
            .compare(reference, answer, Names::from(&context), |a, b| {
                settled(a, b, &context)
            })
            .unwrap();
        assert!(found.equivalent, "{reference} {answer} {found:?}");
    }
}

#[test]
fn towers_end_in_the_fuel_that_they_have() {
    let tower = "2^{2^{2^{2^{2^{2^{2}}}}}}";
    let pairs = [
        ("x+1", tower),
        (tower, "x+1"),
        ("x+2^{2^{2^{2^{2}}}}", "x+3^{3^{3^{3}}}"),
        ("x+1", "x+((9!)!)!"),
    ];
    for (pair, found) in pairs.iter().zip(compare(&pairs)) {
        assert_eq!(
            found.caveat,
            Some(Caveat::Unsimplified),
            "{pair:?} {found:?}"
        );
        assert!(
            found.distance.is_some_and(|distance| distance > 0.0),
            "{pair:?}"
        );
    }
}

#[test]
fn wrong_answers_score_below_sixty() {
    let pairs = [
        (r"\frac{m v^2}{2}", r"\frac{m v^3}{2}"),
        (r"a \sin(\omega t)", r"a \cos(\omega t)"),
        ("x < 3y", "x > 3y"),
        (r"\frac{q}{4\pi\epsilon_0 r^2}", "7"),
    ];
    for (pair, found) in pairs.iter().zip(compare(&pairs)) {
        assert!(
            !found.equivalent && found.score < 60.0,
            "{pair:?} {found:?}"
        );
    }
}

/// A line of `judge/formula/tests/cases/eed.jsonl`.
#[derive(serde::Deserialize)]
struct Case {
    problem: u32,
    reference: String,
    answer: String,
    score: f64,
}

#[test]
fn answers_to_phybench_get_the_published_score() {
    let cases: Vec<Case> = include_str!("../../formula/tests/cases/eed.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let pairs: Vec<(&str, &str)> = cases
        .iter()
        .map(|case| (case.reference.as_str(), case.answer.as_str()))
        .collect();
    for (case, found) in cases.iter().zip(compare(&pairs)) {
        let Case {
            problem, answer, ..
        } = case;
        assert!(
            (found.score - case.score).abs() < 1e-6,
            "problem {problem}: {answer} should get {} and got {found:?}",
            case.score
        );
    }
}

#[test]
fn the_published_reading_decides_only_the_score_of_a_wrong_answer() {
    let simplifier = OnFirstUse::new(|| Simplifier::open(Path::new(CACHE), &mut |_| {}));
    let eed = Eed::new(simplifier, Mode::Phybench);
    let context = Context::default();
    let score = |reference: &str, answer: &str| {
        let found = eed.compare(reference, answer, Names::from(&context), |a, b| {
            settled(a, b, &context)
        });
        found.unwrap().score
    };
    let reference = r"\frac{27}{31} m B_0 \sin \alpha";
    assert!((score(reference, r"27 m B_{0} \sin{(\alpha )} / 31") - 100.0).abs() < 1e-9);
    // The sine of α/62: a number more in the product, and two more nodes in the sine.
    assert!(score(reference, r"27 m B_{0} \sin{(\alpha )} / 62") < 40.0);
}
