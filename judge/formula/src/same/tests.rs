//! Whole comparisons: pairs with known answers, properties, reasons.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::Deserialize;

use super::*;
use crate::algebra::constants;
use crate::algebra::constants::{Definition, Definitions};
use crate::notation;

/// A pair of `tests/cases/equivalence.jsonl`.
#[derive(Debug, Deserialize)]
struct Pair {
    kind: String,
    equivalent: bool,
    reference: String,
    answer: String,
    #[serde(default)]
    constants: BTreeMap<String, Definition>,
    #[serde(default)]
    signed: Vec<String>,
    significant_figures: Option<u32>,
}

impl Pair {
    fn context(&self, seed: &str) -> Context {
        let definitions = self
            .constants
            .iter()
            .map(|(name, what)| (name.as_str(), what));
        Context {
            definitions: Definitions::read(definitions).unwrap(),
            signed: self
                .signed
                .iter()
                .map(|name| constants::symbol(name).unwrap())
                .collect(),
            significant_figures: self.significant_figures,
            seed: seed.as_bytes().to_vec(),
            ..Context::default()
        }
    }
}

fn pairs() -> Vec<Pair> {
    include_str!("../../tests/cases/equivalence.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn formula(text: &str) -> Formula {
    notation::read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn answer(reference: &str, answer: &str) -> EquivalenceAnswer {
    compare(&formula(reference), &formula(answer), &Context::default())
}

fn same(left: &str, right: &str) -> bool {
    answer(left, right).equivalent
}

#[test]
fn definitions_that_come_back_to_themselves_in_a_sum_end() {
    let sum = Definition::Text(r"2 \sum_{i=1}^{3} x_i".to_owned());
    let context = Context {
        definitions: Definitions::read([("x_1", &sum)]).unwrap(),
        ..Context::default()
    };
    let ends = move || {
        let found = compare(&formula("y = x_1"), &formula("y = 2 x_1"), &context);
        assert_eq!(found.reason, Reason::TooLarge);
    };
    // Tests have a smaller stack than the threads that grade.
    let thread = std::thread::Builder::new().stack_size(8 << 20);
    thread.spawn(ends).unwrap().join().unwrap();
}

#[test]
fn pairs_have_their_verdicts_whatever_the_seed_and_the_order() {
    let mut otherwise = Vec::new();
    for pair in pairs() {
        let (left, right) = (formula(&pair.reference), formula(&pair.answer));
        for seed in ["a", "b", "c"] {
            let context = pair.context(seed);
            for (one, other) in [(&left, &right), (&right, &left)] {
                let found = compare(one, other, &context);
                if found.equivalent != pair.equivalent {
                    otherwise.push(format!("{seed} {pair:?} {}", found.reason));
                }
            }
        }
    }
    assert!(otherwise.is_empty(), "{}", otherwise.join("\n"));
}

#[test]
fn a_formula_is_equivalent_to_itself() {
    for pair in pairs() {
        for text in [&pair.reference, &pair.answer] {
            let context = pair.context("");
            assert!(compare(&formula(text), &formula(text), &context).equivalent);
            // Also where the trees are not the same one.
            let spaced = formula(&format!("\\, {text} \\,"));
            assert!(
                compare(&formula(text), &spaced, &context).equivalent,
                "{text}"
            );
        }
    }
}

#[test]
fn a_pair_has_one_verdict_for_ever() {
    for pair in pairs().iter().step_by(5) {
        let (left, right) = (formula(&pair.reference), formula(&pair.answer));
        let context = pair.context("season");
        let first = compare(&left, &right, &context);
        assert_eq!(compare(&left, &right, &context), first, "{}", pair.kind);
    }
}

#[test]
fn reasons_are_given_in_words() {
    for (reference, student, words) in [
        (
            "E = \\frac{1}{2} m v^2",
            "E = m v^2",
            "the two sides differ by a factor of 2",
        ),
        (
            r"L = \hbar n",
            r"L = 2\pi \hbar n",
            "the two sides differ by a factor of 2π",
        ),
        ("F = -k x", "F = k x", "the sign differs"),
        (
            r"v = u \ln\frac{a}{b} - g t",
            r"v = u \ln\frac{a}{b} + g t",
            "one term has the wrong sign",
        ),
        (
            "N_1 + N_2 = m g",
            "m g = N_1 - N_2",
            "one term has the wrong sign",
        ),
        (
            r"m g L \sin\theta - f L = \frac{1}{2} m v^2",
            r"m g L \sin\theta + f L = \frac{1}{2} m v^2",
            "one term has the wrong sign",
        ),
        (
            r"s = v t + \frac{1}{2} a t^2",
            "s = v t + a t^2",
            "one term differs by a factor of 2",
        ),
        ("x = a b + c", "x = a b", "c does not occur"),
        ("x = a b + a c", "x = a b + 0 c", "c does not occur"),
        ("y = a + a b", "y = a b", "one term is missing"),
        (
            "M' = M + m",
            "M_1 = M + m",
            "different symbols: M_{1} against M'",
        ),
        (
            r"v = 3 \unit{m/s}",
            r"v = 3 \unit{s}",
            "the dimensions differ: s against m/s",
        ),
        (r"v = 3 \unit{m/s}", "v = 3", "the unit is missing"),
        (
            "v = 3",
            r"v = 3 \unit{m/s}",
            "there is a unit where none is expected",
        ),
        (
            r"v = 3 \unit{m/s}",
            r"v = 3 \unit{blub}",
            "`blub` is no unit",
        ),
        ("x > a", "x < a", "the inequality points the other way"),
        (
            "x > a",
            r"x \ge a",
            "one inequality allows equality, the other does not",
        ),
        (
            "x > a",
            "x = a",
            "this is an equation, an inequality is expected",
        ),
        (
            r"\int_0^\pi \sin\theta d\theta = 2",
            r"\int_0^{2\pi} d\phi = 2\pi",
            "both formulas hold always, but they say different things",
        ),
        (
            "x + a = b",
            "x + a - b = a + x - b",
            "one formula holds for all numbers, the other does not",
        ),
        (
            "x = a^2",
            "x = a^3",
            "the formulas give different values for x",
        ),
        (
            "a = b = c",
            "a = b = d",
            "the chains do not consist of the same statements",
        ),
        ("F = m a", "m a = F", "the formulas are the same"),
        (
            "F = m a",
            "a = F / m",
            "the formulas have the same solutions",
        ),
    ] {
        let found = answer(reference, student).reason.to_string();
        assert_eq!(found, words, "{reference} | {student}");
    }
}

#[test]
fn reasons_suggest_error_labels() {
    let label = |reference: &str, student: &str| {
        answer(reference, student)
            .reason
            .suggestion()
            .map(Suggestion::as_str)
    };
    assert_eq!(label(r"v = 3 \unit{m}", r"v = 3 \unit{s}"), Some("UDE"));
    assert_eq!(label(r"v = 3 \unit{m}", "v = 3"), Some("UDE"));
    assert_eq!(label("F = -k x", "F = k x"), Some("DCE"));
    assert_eq!(label("x = 2 a", "x = 3 a"), Some("DCE"));
    assert_eq!(label("x = a", "x = b"), None);
}

#[test]
fn ambiguous_symbols_are_reported() {
    let notes = |reference: &str, student: &str| -> Vec<String> {
        answer(reference, student)
            .notes
            .iter()
            .map(ToString::to_string)
            .collect()
    };
    assert_eq!(
        notes("x = e^{-b t}", r"x = \exp(-b t)"),
        ["e was read as the base of the natural logarithm"]
    );
    assert_eq!(
        notes("F = k q Q / r^2", r"F = \frac{q Q}{4 \pi \epsilon_0 r^2}"),
        ["k was read as the Coulomb constant"]
    );
    assert_eq!(
        notes("y = e^{i x}", r"y = \cos x + i \sin x"),
        [
            "e was read as the base of the natural logarithm",
            "i was read as the imaginary unit"
        ]
    );
    assert!(notes("V = e^2 / r", "V r = e^2").is_empty());
}

#[test]
fn a_step_and_its_result_are_told_from_the_same_formula() {
    let step = r"y = \int_0^{\infty} e^{-b r} dr";
    assert_eq!(
        answer(step, r"y = \frac{1}{b}").reason,
        Reason::AgreeCarriedOut
    );
    assert_eq!(
        answer(step, r"\int_0^{\infty} e^{-b x} dx = y").reason,
        Reason::Identical
    );
}

#[test]
fn hostile_pairs_end() {
    let many = |count: usize| -> String {
        (0..count)
            .map(|index| format!("x_{{{index}}}"))
            .collect::<Vec<_>>()
            .join(" + ")
    };
    let deep = format!("{}x{}", "\\sin(".repeat(15), ")".repeat(15));
    let wide = (1..400)
        .map(|n| format!("+ \\sin({n} x)"))
        .collect::<Vec<_>>()
        .join(" ");
    let roots = |order: fn(u32) -> (u32, u32)| -> String {
        let root = |(first, second)| format!(r"\sqrt{{x_{{{first}}} - x_{{{second}}}}}");
        (0..50).map(order).map(root).collect::<Vec<_>>().concat()
    };
    let nested = format!("{}x{}", r"\int_0^x ".repeat(6), " dx".repeat(6));
    for (left, right) in [
        (format!("y = {}", many(300)), format!("y = {}", many(301))),
        (format!("y = {deep}"), format!("y = {deep} + x")),
        (format!("y = 0 {wide}"), format!("y = x {wide}")),
        (format!("y = {nested}"), format!("y = x + {nested}")),
        (
            r"y = \sum_{k=1}^{\infty} \sum_{n=1}^{\infty} \frac{\sin(k x)}{k^n}".to_owned(),
            "y = x".to_owned(),
        ),
        (
            "y = x^{x^{x^{x^x}}}".to_owned(),
            "y = x^{x^{x^x}}".to_owned(),
        ),
        // No draw gives real roots.
        (
            format!("y = {}", roots(|n| (n, n + 1))),
            format!("y = {}", roots(|n| (n + 1, n))),
        ),
        ("y = 10^{400} x".to_owned(), "y = 10^{399} x".to_owned()),
        (r"y = \frac{1}{0}".to_owned(), r"y = \frac{2}{0}".to_owned()),
    ] {
        let found = compare(&formula(&left), &formula(&right), &Context::default());
        assert!(!found.equivalent, "{left} {right}");
    }
}

/// Towers of what grows fastest, as LaTeX.
fn towers() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        prop::sample::select(vec!["x", "n", "a", "2", "9", "10^{99}", "170"])
            .prop_map(str::to_owned)
    ];
    leaf.prop_recursive(24, 48, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|a| format!("({a})!")),
            inner.clone().prop_map(|a| format!("({a})!!")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a})^{{{b}}}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!(r"\binom{{{a}}}{{{b}}}")),
            inner
                .clone()
                .prop_map(|a| format!(r"\sum_{{k=1}}^{{64}} ({a} + k)")),
            inner
                .clone()
                .prop_map(|a| format!(r"\prod_{{k=1}}^{{60}} ({a} + k)")),
            (inner.clone(), inner.clone())
                .prop_map(|(a, b)| format!(r"\sum_{{k=1}}^{{{a}}} ({b})^k")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!(r"\sqrt[{a}]{{{b}}}")),
            (inner.clone(), inner.clone())
                .prop_map(|(a, b)| format!(r"\int_0^{{{a}}} ({b}) e^{{-x}} \, dx")),
            inner
                .clone()
                .prop_map(|a| format!(r"\frac{{d}}{{dx}}\left(x {a}\right)")),
            inner.prop_map(|a| format!(r"\exp({a})")),
        ]
    })
}

#[test]
fn marks_in_a_row_are_written_and_compared_once() {
    let marks = |count: usize| format!("x{}", "!".repeat(count));
    let tower = formula(&marks(100));
    assert!(tower.to_latex().len() < 1000);
    let other = format!("z{}", "!".repeat(100));
    assert!(!same(
        &format!("y = {}", marks(100)),
        &format!("y = {other}")
    ));
    let binomials = format!("{}x{}", r"\binom{".repeat(18), "}{2}".repeat(18));
    assert!(formula(&binomials).to_latex().len() < 1000);
}

#[test]
fn sums_of_sums_are_written_out_only_as_far_as_a_comparison_reaches() {
    let sums = r"\sum_{k=1}^{60} ".repeat(12);
    let found = answer(&format!("y = {sums} k x"), &format!("y = {sums} x"));
    assert!(!found.equivalent);
    let chain = |last: &str| format!("{}{last}", "a = b = ".repeat(400));
    assert!(!same(&chain("c"), &chain("d")));
}

/// Expressions with positive values, as LaTeX.
fn expressions() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        prop::sample::select(vec!["a", "b", "c", "m", r"\omega", "v_0"]).prop_map(str::to_owned),
        (1u32..10).prop_map(|number| number.to_string()),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} + {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!(r"{a} \cdot {b}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!(r"\frac{{{a}}}{{{b}}}")),
            inner.clone().prop_map(|a| format!(r"\sqrt{{{a}}}")),
            inner.clone().prop_map(|a| format!("({a})^2")),
            inner.prop_map(|a| format!(r"\ln(1 + {a})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A quarter of the operations, and all that is done besides is a small part of them.
    #[test]
    fn towers_end(a in towers(), b in towers()) {
        if let (Ok(left), Ok(right)) = (notation::read(&a), notation::read(&b)) {
            let mut context = Context::default();
            context.parameters.operations /= 4;
            let there = compare(&left, &right, &context);
            prop_assert!(left == right || there.trials <= 1000);
        }
    }

    #[test]
    fn both_sides_may_be_scaled(e in expressions(), factor in 2u32..50) {
        let (left, right) = (format!("y = {e}"), format!(r"{factor} \cdot {e} = {factor} y"));
        prop_assert!(same(&left, &right), "{} {}", left, right);
    }

    #[test]
    fn both_sides_may_be_shifted(e in expressions()) {
        let (left, right) = (format!("y = {e}"), format!("y + k = k + {e}"));
        prop_assert!(same(&left, &right), "{} {}", left, right);
    }

    #[test]
    fn terms_may_change_places(a in expressions(), b in expressions(), c in expressions()) {
        let left = format!("y = {a} + {b} + {c}");
        let right = format!("{c} + {a} + {b} = y");
        prop_assert!(same(&left, &right), "{} {}", left, right);
    }

    /// Of numbers alone one may be within the tolerance of the other: `9^8 + 1`.
    #[test]
    fn a_changed_coefficient_is_seen(a in expressions(), b in expressions()) {
        let left = format!(r"y = {a} + w \cdot {b}");
        let right = format!(r"y = {a} + 1.01 w \cdot {b}");
        prop_assert!(!same(&left, &right), "{} {}", left, right);
    }

    #[test]
    fn a_changed_sign_is_seen(a in expressions(), b in expressions()) {
        let (left, right) = (format!(r"y = {a} + w \cdot {b}"), format!(r"y = {a} - w \cdot {b}"));
        prop_assert!(!same(&left, &right), "{} {}", left, right);
    }

    #[test]
    fn comparing_is_symmetric(a in expressions(), b in expressions()) {
        let (left, right) = (format!("y = {a}"), format!("y = {b}"));
        prop_assert_eq!(same(&left, &right), same(&right, &left), "{} {}", left, right);
    }

    #[test]
    fn a_root_of_differences_is_a_product_of_roots(
        names in prop::sample::subsequence(vec!["a", "b", "c", "d", "f", "g", "h", "k"], 2..=8)
            .prop_shuffle(),
        power in prop::sample::select(vec!["1/2", "3/2", "1/3", "-1/4"]),
    ) {
        let differences: Vec<String> = names
            .chunks_exact(2)
            .map(|pair| format!("({} - {})", pair[0], pair[1]))
            .collect();
        let left = format!("y = ({})^{{{power}}}", differences.concat());
        let each: Vec<String> =
            differences.iter().map(|one| format!("{one}^{{{power}}}")).collect();
        let right = format!("y = {}", each.join(r" \cdot "));
        prop_assert!(same(&left, &right), "{} {}", left, right);
        let wrong = format!("y = -{}", each.join(r" \cdot "));
        prop_assert!(!same(&left, &wrong), "{} {}", left, wrong);
        let turned = right.replacen(
            &differences[0],
            &format!("({} - {})", names[1], names[0]),
            1,
        );
        prop_assert!(!same(&left, &turned), "{} {}", left, turned);
    }

    #[test]
    fn an_inequality_flips_with_its_sides(a in expressions(), b in expressions()) {
        let (left, right) = (format!("x {a} < y {b}"), format!("-x {a} > -y {b}"));
        prop_assert!(same(&left, &right), "{} {}", left, right);
        let wrong = format!("-x {a} < -y {b}");
        prop_assert!(!same(&left, &wrong), "{} {}", left, wrong);
    }
}

#[test]
fn what_is_refused_at_once_is_refused_by_the_rounds_too() {
    let pairs = pairs();
    let mut refused = 0;
    for (index, pair) in pairs.iter().enumerate() {
        let context = pair.context("");
        let prepared = |text: &str| -> Vec<Prepared> {
            let statements = formula(text).statements().into_iter();
            statements
                .map(|statement| Prepared::new(statement, &context))
                .collect()
        };
        let own = prepared(&pair.reference);
        for other in pairs.iter().skip(index).step_by(7).take(6) {
            for (left, right) in own.iter().flat_map(|left| {
                prepared(&other.answer)
                    .into_iter()
                    .map(move |right| (left, right))
            }) {
                if left.refuse(&right, &context).is_some() {
                    refused += 1;
                    let slow = compare_statements(left.statement(), right.statement(), &context);
                    assert!(!slow.equivalent, "{} | {}", pair.reference, other.answer);
                }
            }
        }
    }
    assert!(refused > 200, "{refused}");
}

#[test]
fn equations_of_other_symbols_are_refused_at_once() {
    let context = Context::default();
    let prepared = |text: &str| {
        let mut statements = formula(text).statements().into_iter();
        Prepared::new(statements.next().unwrap(), &context)
    };
    let refused = |left: &str, right: &str| {
        let answer = prepared(right);
        prepared(left).refuse(&answer, &context).is_some()
    };
    for (left, right) in [
        (r"\frac{1}{2} m v^2 = m g h", r"F r = m a r"),
        (
            r"r^2 f(r) = A r",
            r"\nabla \cdot (f(r) \mathbf{e}_r) = 3 f(r)",
        ),
        (r"\int_0^\infty a e^{-b r} dr = c b", r"r^2 f(r) = A r"),
        // One always holds, the other does not; both hold once they are carried out.
        (
            r"\int_0^\infty e^{-k r} dr = \frac{1}{k}",
            r"r^2 y = A r e^{-k r}",
        ),
        (
            r"\int_0^\infty e^{-k r} dr = \frac{1}{k}",
            r"\frac{d}{dr} (A r) = A",
        ),
        // One says what the other does not have.
        (r"2 F w = 2 m a", r"2 F = 2 m a"),
        (r"2 Q w = \int_V \rho dV", r"2 Q = 3 w"),
        // Both hold, and say different things.
        (
            r"\int_0^\infty e^{-w r} dr = \frac{1}{w}",
            r"\int_0^\pi \sin x dx = 2",
        ),
    ] {
        assert!(refused(left, right), "{left} | {right}");
        assert!(refused(right, left), "{right} | {left}");
    }
    for (left, right) in [
        // The mass goes out of it, and a constant may be put in.
        (r"\frac{1}{2} m v^2 = m g h", r"v^2 = 2 g h"),
        (r"2 E = 2 h f", r"E / \hbar = 2 \pi f"),
        // Carried out, neither has its letter any more.
        (
            r"2 x \frac{d}{dt} (a + t) = 2 x",
            r"2 y \frac{d}{dt} t = 2 y",
        ),
        // `v(t)` is `v`, and `u(y)` is `u`.
        (r"2 v(t) = 2 u", r"2 v = 2 u(y)"),
        // Both hold, for whole numbers only, and say the same.
        (
            r"(2 n - 1)!! = \frac{(2 n)!}{2^n n!}",
            r"\frac{(2 n)!}{2^n n!} = (2 n - 1)!!",
        ),
        // Beside the other one the square is no product of vectors.
        (
            r"w = \frac{\langle \hat n (\hat n - 1) \rangle}{\langle \hat n \rangle^2}",
            r"\langle \hat n \rangle^2 w = \langle \hat n (\hat n - 1) \rangle",
        ),
        // A star says the same behind brackets.
        (
            r"\braket{a|\hat A|a}^* = 2 w",
            r"(\braket{a|\hat A|a})^* = 2 w",
        ),
        // Only the rounds say which term is wrong.
        (r"2 x - y = 2 R - y", r"2 x - y = 2 R + y"),
        // Beside the other one `k` is no constant.
        (
            r"\frac{d}{dx} (\frac{1}{2} k x^2) = k x",
            r"2 \frac{dk}{dx} = 0",
        ),
    ] {
        assert!(!refused(left, right), "{left} | {right}");
    }
}

#[test]
fn luck_does_not_make_the_greater_of_two_one_of_them() {
    // With this seed the first twelve draws have `a` above `b`.
    let context = Context {
        seed: b"season 286".to_vec(),
        ..Context::default()
    };
    let verdict = compare(&formula(r"\max(a, b)"), &formula("a"), &context);
    assert!(!verdict.equivalent);
}
