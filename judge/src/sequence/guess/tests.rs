use num_traits::{One as _, Pow as _};
use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

const PUBLIC: usize = 100;

fn big(terms: impl IntoIterator<Item = i64>) -> Vec<BigInt> {
    terms.into_iter().map(BigInt::from).collect()
}

/// What is said of 200 terms of which 100 are public; the first has index 0.
fn said(terms: &[BigInt]) -> Option<String> {
    assert_eq!(terms.len(), 200);
    foretold(terms, PUBLIC, 0)
}

fn recurrence(coefficients: &[i64], first: &[i64]) -> Vec<BigInt> {
    let mut terms = big(first.iter().copied());
    while terms.len() < 200 {
        let backwards = terms.iter().rev();
        terms.push(backwards.zip(coefficients).map(|(term, c)| term * c).sum());
    }
    terms
}

fn products(factor: impl Fn(u32) -> u32) -> Vec<BigInt> {
    (0..200)
        .scan(BigInt::one(), |product, n| {
            let term = product.clone();
            *product *= factor(n + 1);
            Some(term)
        })
        .collect()
}

#[test]
fn rules_are_said_as_one_writes_them() {
    let factorials = products(|n| n);
    let by_turns = (0..200).map(|n| match n % 2 {
        0 => factorials[n / 2].clone(),
        _ => BigInt::from(n),
    });
    let long_steps = (0..200).scan(0, |sum, n| {
        *sum += (n % 47) * (n % 47) % 10;
        Some(*sum)
    });
    for (terms, words) in [
        (big((0..200).map(|_| 7)), "a(n) = 7"),
        (
            big((0..200).map(|n| if n < 3 { n } else { -2 })),
            "a(n) = -2 from n = 3",
        ),
        (
            big((0..200).map(|n| n % 3 + 1)),
            "a(n) repeats with period 3: 1, 2, 3",
        ),
        (big((0..200).map(|n| n * n)), "a(n) = n^2"),
        (big((0..200).map(|n| n * (n + 1) / 2)), "a(n) = (n^2 + n)/2"),
        (
            recurrence(&[2, 1], &[0, 1]),
            "a(n) = 2·a(n-1) + a(n-2) from n = 2",
        ),
        (recurrence(&[2], &[1]), "a(n) = 2·a(n-1) from n = 1"),
        (factorials.clone(), "q(n) = a(n)/a(n-1), where q(n) = n"),
        (
            by_turns.collect(),
            "b(k) = a(2k), where q(k) = b(k)/b(k-1), where q(k) = k; \
             b(k) = a(2k + 1), where b(k) = 2·k + 1",
        ),
        (
            big(long_steps),
            "d(n) = a(n) - a(n-1), where d(n) repeats with period 47: \
             1, 4, 9, 6, 5, 6, 9, 4, … (39 more)",
        ),
    ] {
        assert_eq!(said(&terms).as_deref(), Some(words));
    }
}

#[test]
fn recurrences_with_polynomials_are_found() {
    let divided = |a: fn(u32) -> u32, b: fn(u32) -> u32| -> Vec<BigInt> {
        (1..201)
            .scan(BigInt::one(), |term, n| {
                let now = term.clone();
                *term = &now * a(n) / b(n);
                Some(now)
            })
            .collect()
    };
    let mut motzkin = vec![BigInt::from(1), BigInt::from(1)];
    for n in 2..200u32 {
        let next = (&motzkin[motzkin.len() - 1] * (2 * n + 1)
            + &motzkin[motzkin.len() - 2] * (3 * n - 3))
            / (n + 2);
        motzkin.push(next);
    }
    for (terms, words) in [
        (
            divided(|n| 4 * n - 2, |n| n + 1),
            "(n + 1)·a(n) = (4·n - 2)·a(n-1) from n = 1",
        ),
        (
            divided(|n| 4 * n - 2, |n| n),
            "n·a(n) = (4·n - 2)·a(n-1) from n = 1",
        ),
        (
            motzkin,
            "(n + 2)·a(n) = (2·n + 1)·a(n-1) + (3·n - 3)·a(n-2) from n = 2",
        ),
    ] {
        assert_eq!(said(&terms).as_deref(), Some(words));
    }
    let catalan = divided(|n| 4 * n - 2, |n| n + 1);
    assert_eq!(
        foretold(&catalan, PUBLIC, 1).unwrap(),
        "n·a(n) = (4·n - 6)·a(n-1) from n = 2"
    );
    assert_eq!(
        foretold(&catalan, PUBLIC, -1).unwrap(),
        "(n + 2)·a(n) = (4·n + 2)·a(n-1) from n = 0"
    );
    assert_eq!(
        foretold(&catalan, PUBLIC, 3).unwrap(),
        "(n - 2)·a(n) = (4·n - 14)·a(n-1) from n = 4"
    );
    // Enough to determine it, not enough to confirm it.
    assert!(foretold(&catalan, 8, 0).is_some());
    assert!(foretold(&catalan, 7, 0).is_none());
}

#[test]
fn formulas_speak_of_the_index_that_the_problem_uses() {
    let squares = big((0..200).map(|n| n * n));
    assert_eq!(
        foretold(&squares, PUBLIC, 1).unwrap(),
        "a(n) = n^2 - 2·n + 1"
    );
    let settles = big((0..200).map(|n| if n < 5 { 7 * n } else { n % 2 }));
    assert_eq!(
        foretold(&settles, PUBLIC, -3).unwrap(),
        "a(n) repeats with period 2 from n = 2: 1, 0"
    );
}

#[test]
fn a_rule_that_the_hidden_terms_leave_is_no_warning() {
    for place in [100, 150, 199] {
        let mut terms = big((0..200).map(|n| n * n));
        terms[place] += 1;
        assert_eq!(said(&terms), None);
    }
}

#[test]
fn a_rule_needs_terms_that_confirm_it() {
    // 100 public terms determine a recurrence of order 50 and leave nothing to confirm it.
    for (order, found) in [(30, true), (45, true), (46, false), (50, false)] {
        let mut coefficients = vec![0; order];
        coefficients[order - 1] = 2;
        coefficients[order - 2] = 1;
        let first: Vec<_> = (0..50).map(|n| (n * n * 7919) % 101).collect();
        let terms = recurrence(&coefficients, &first[..order]);
        assert_eq!(said(&terms).is_some(), found, "order {order}");
    }
    assert_eq!(foretold(&big([1, 2, 3, 4, 5, 6]), 4, 0), None);
    assert_eq!(foretold(&big([]), 0, 0), None);
    assert_eq!(foretold(&big([1, 2]), 3, 0), None);
}

#[test]
fn every_public_term_and_no_hidden_one_is_enough_to_say_it() {
    assert!(foretold(&big((0..100).map(|n| n * 3)), 100, 0).is_some());
}

#[test]
fn the_longest_problems_are_looked_at_too() {
    let terms = big((0..10_000).map(|n| n * n));
    assert_eq!(foretold(&terms, 9_000, 0).unwrap(), "a(n) = n^2");
    let terms = big((0..10_000).map(|n| if n % 2 == 0 { n } else { n * n }));
    assert!(foretold(&terms, 9_000, 0).is_some());
    let mut terms = big((0..10_000).map(|n| if n % 2 == 0 { n } else { n * n }));
    terms[8_999] += 1;
    assert_eq!(foretold(&terms, 9_000, 0), None);
}

#[test]
fn coefficients_may_be_larger_than_a_machine_word() {
    let large = BigInt::from(10).pow(60u32) + 7;
    let mut terms = vec![BigInt::from(1), BigInt::from(-1)];
    while terms.len() < 24 {
        let next = &terms[terms.len() - 1] * 3 - &terms[terms.len() - 2] * &large;
        terms.push(next);
    }
    assert_eq!(
        foretold(&terms, 12, 0).unwrap(),
        "a(n) = 3·a(n-1) - (a number of 61 digits)·a(n-2) from n = 2"
    );
}

#[test]
fn terms_of_a_thousand_digits_cost_little() {
    let large = BigInt::from(10).pow(999u32);
    let terms: Vec<_> = (0..200u32)
        .map(|n| &large + BigInt::from(n).pow(20u32))
        .collect();
    assert!(said(&terms).is_some());
    let noise: Vec<_> = (0..200u32)
        .map(|n| BigInt::from(n * 7919 + 13).pow(170u32) % &large)
        .collect();
    assert_eq!(said(&noise), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn periods_are_found(head in vec(-9..9i64, 0..30), cycle in vec(-9..9i64, 1..60)) {
        let terms: Vec<_> = head.iter().chain(cycle.iter().cycle()).take(200).copied().collect();
        prop_assert!(said(&big(terms)).is_some());
    }

    #[test]
    fn polynomials_are_found(coefficients in vec(-99..99i64, 1..8), origin in -5..5i64) {
        let value = |n: i64| coefficients.iter().fold(BigInt::from(0), |sum, c| sum * n + c);
        let terms: Vec<_> = (origin..origin + 200).map(value).collect();
        let words = foretold(&terms, PUBLIC, origin).unwrap();
        // The constant term is written at the end, unless it is 0.
        let last = coefficients[coefficients.len() - 1];
        prop_assert!(last == 0 || words.ends_with(&last.abs().to_string()), "{}", words);
    }

    #[test]
    fn recurrences_are_found(rule in vec((-4..4i64, -9..9i64), 1..12)) {
        let (coefficients, first): (Vec<_>, Vec<_>) = rule.into_iter().unzip();
        prop_assert!(said(&recurrence(&coefficients, &first)).is_some());
    }

    #[test]
    fn recurrences_that_begin_late_are_found(
        head in vec(-99..99i64, 1..20),
        rule in vec((-4..4i64, -9..9i64), 1..5),
    ) {
        let (coefficients, first): (Vec<_>, Vec<_>) = rule.into_iter().unzip();
        let mut terms = big(head);
        terms.extend(recurrence(&coefficients, &first));
        terms.truncate(200);
        prop_assert!(said(&terms).is_some());
    }

    #[test]
    fn two_rules_by_turns_are_found(rules in vec(vec((-3..3i64, -9..9i64), 1..8), 2..4)) {
        let parts: Vec<_> = rules
            .into_iter()
            .map(|rule| {
                let (coefficients, first): (Vec<_>, Vec<_>) = rule.into_iter().unzip();
                recurrence(&coefficients, &first)
            })
            .collect();
        let terms: Vec<_> = (0..200).map(|n| parts[n % parts.len()][n / parts.len()].clone()).collect();
        prop_assert!(said(&terms).is_some());
    }

    #[test]
    fn products_of_simple_factors_are_found(a in 1..20u32, b in 0..20u32) {
        prop_assert!(said(&products(|n| a * n + b)).is_some());
    }

    #[test]
    fn sums_of_products_are_found(a in 1..9u32, b in 0..9u32, c in 1..9u32) {
        let products = products(|n| a * n + b);
        let mut sum = BigInt::from(0);
        let terms: Vec<_> = products
            .iter()
            .map(|product| {
                sum = &sum * c + product;
                sum.clone()
            })
            .collect();
        prop_assert!(said(&terms).is_some());
    }

    #[test]
    fn random_terms_follow_from_nothing(terms in vec(-2..3i64, 200)) {
        prop_assert_eq!(said(&big(terms)), None);
    }

    #[test]
    fn random_large_terms_follow_from_nothing(terms in vec(any::<i64>(), 200)) {
        prop_assert_eq!(said(&big(terms)), None);
    }

    #[test]
    fn noise_after_a_rule_is_no_rule(hidden in vec(0..1000i64, 100)) {
        let terms = (0..100).map(|n| n * n).chain(hidden);
        prop_assert_eq!(said(&big(terms)), None);
    }
}
