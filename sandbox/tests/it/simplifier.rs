//! `SymPy` in the sandbox: trees in, trees out, the same each time.

use std::path::Path;
use std::sync::OnceLock;

use dojo_sandbox::{Before, Fuel, Simplified, Simplifier};
use serde_json::{Value, json};

use crate::{CACHE, runtime};

fn simplifier() -> &'static Simplifier {
    static SIMPLIFIER: OnceLock<Simplifier> = OnceLock::new();
    SIMPLIFIER.get_or_init(|| Simplifier::open(Path::new(CACHE), &mut |_| {}).unwrap())
}

const FUEL: Fuel = Fuel(30_000_000_000);

fn simplify(tree: &Value) -> Simplified {
    simplifier().simplify(tree, FUEL, None).unwrap()
}

#[test]
fn simplifies_for_positive_quantities() {
    let x = json!(["s", "x"]);
    let squares = json!([
        "Add",
        ["Pow", ["f", "sin", x], ["n", "2"]],
        ["Pow", ["f", "cos", x], ["n", "2"]],
        ["Pow", ["Pow", ["s", "a"], ["n", "2"]], ["n", "1/2"]],
    ]);
    let expected = json!(["Add", ["n", "1"], ["s", "a"]]);
    assert_eq!(simplify(&squares), Simplified::Tree(expected));
}

#[test]
fn an_answer_does_not_depend_on_those_before() {
    let tree = json!([
        "Mul",
        ["s", "g"],
        ["Add", ["s", "m_{1}"], ["Mul", ["n", "-1"], ["s", "m_{2}"]]],
        ["Pow", ["Add", ["s", "m_{2}"], ["s", "m_{1}"]], ["n", "-1"]],
    ]);
    let first = simplify(&tree);
    assert!(matches!(first, Simplified::Tree(_)), "{first:?}");
    simplify(&json!([
        "f",
        "log",
        ["Mul", ["s", "m_{2}"], ["s", "m_{1}"]]
    ]));
    assert_eq!(simplify(&tree), first);
}

#[test]
fn what_came_before_is_the_same_whether_it_was_kept_or_not() {
    let sum = json!(["Add", ["s", "a"], ["f", "sin", ["s", "x"]]]);
    let first = json!(["Pow", ["Mul", sum, ["s", "k"]], ["n", "1/2"]]);
    let tree = json!(["Mul", ["n", "2"], first.clone(), ["Pow", sum, ["n", "-1"]]]);
    let before = Before {
        tree: &first,
        fuel: FUEL,
    };
    let alone = simplify(&tree);
    // The least fuel that suffices after another tells whether its memory was found.
    let suffices = |fuel| {
        let found = simplifier().simplify(&tree, Fuel(fuel), Some(before));
        found.unwrap() != Simplified::Exhausted
    };
    let least = || {
        let mut between = 0..FUEL.0;
        while between.end - between.start > 1 {
            let middle = between.start.midpoint(between.end);
            if suffices(middle) {
                between.end = middle;
            } else {
                between.start = middle;
            }
        }
        between.end
    };
    let kept_nothing = least();
    simplify(&first);
    assert_eq!(least(), kept_nothing);
    assert!(!matches!(
        simplifier().simplify(&tree, Fuel(kept_nothing), None),
        Ok(Simplified::Tree(_))
    ));
    let after = simplifier().simplify(&tree, FUEL, Some(before)).unwrap();
    assert_eq!(after, alone);
}

#[test]
fn what_could_not_be_simplified_is_as_if_it_had_not_come_before() {
    let nine = json!(["n", "9"]);
    let endless = json!(["Pow", nine, ["Pow", nine, ["Pow", nine, nine]]]);
    let tree = json!(["Add", ["s", "b"], ["s", "a"], ["s", "b"]]);
    let (little, much) = (Fuel(0), Fuel(1_000_000_000));
    for (first, fuel) in [
        (&tree, little),
        (&endless, much),
        (&json!(["unknown"]), much),
    ] {
        let before = Before { tree: first, fuel };
        let found = simplifier().simplify(&tree, FUEL, Some(before)).unwrap();
        assert_eq!(found, simplify(&tree), "{first}");
    }
}

#[test]
fn keeps_names_whatever_is_in_them() {
    for name in ["\\theta", "a\"b", "'\n\u{0}", "ħ′", "){import os}("] {
        let tree = json!(["s", name]);
        assert_eq!(simplify(&tree), Simplified::Tree(tree));
    }
}

#[test]
fn what_has_no_value_or_no_end_is_told() {
    let by_zero = json!(["Pow", ["n", "0"], ["n", "-1"]]);
    assert!(matches!(simplify(&by_zero), Simplified::Refused(_)));
    let nine = json!(["n", "9"]);
    let tower = json!(["Pow", nine, ["Pow", nine, ["Pow", nine, nine]]]);
    let found = simplify(&tower);
    assert!(!matches!(found, Simplified::Refused(_)), "{found:?}");
    assert!(matches!(
        simplify(&json!(["unknown"])),
        Simplified::Refused(_)
    ));
}

#[test]
fn what_the_fuel_does_not_suffice_for_is_exhausted() {
    let tree = json!(["f", "sin", ["s", "x"]]);
    let little = simplifier().simplify(&tree, Fuel(1_000_000), None).unwrap();
    assert_eq!(little, Simplified::Exhausted);
    assert_eq!(simplify(&tree), Simplified::Tree(tree));
}

#[test]
fn arranges_without_simplifying() {
    let tree = json!(["Add", ["s", "y"], ["f", "sin", ["s", "x"]], ["n", "2"]]);
    let expected = json!(["Add", ["s", "y"], ["f", "sin", ["s", "x"]], ["n", "2"]]);
    let Simplified::Tree(found) = simplifier().arrange(&tree, FUEL).unwrap() else {
        panic!("not arranged");
    };
    let sorted = |tree: &Value| {
        let mut children: Vec<_> = tree
            .as_array()
            .unwrap()
            .iter()
            .map(Value::to_string)
            .collect();
        children.sort();
        children
    };
    assert_eq!(sorted(&found), sorted(&expected));
}

#[test]
fn is_another_runtime_than_the_one_for_programs() {
    assert_ne!(Simplifier::digest(), *runtime().digest());
    assert_eq!(
        runtime().digest().to_string(),
        DIGEST_OF_PROGRAMS,
        "another runtime: seasons have to be judged again"
    );
}

/// The runtime digest of the Python guest.
const DIGEST_OF_PROGRAMS: &str = "73fc1678bba77068962bfc1a8cf710f1dee2470eb3152bacb720ac7ea3074dbc";
