//! Breaks each rule once.

use super::*;

const GOOD: &str = r#"{
  "id": 1, "context": "A ball falls from rest.",
  "subquestions": [{"letter": "a", "subproblem": "How fast?", "final_answer_form": "algebraic",
    "solution": "$$m g h = \\frac{1}{2} m v^2$$ so $$v = \\sqrt{2 g h}$$ and $$t = \\frac{v}{g}$$"}],
  "grading_standard": [
    {"index": 1, "formula": "$$m g h = \\frac{1}{2} m v^2$$", "dependency": []},
    {"index": 2, "formula": "$$v = \\sqrt{2 g h}$$", "dependency": [1]},
    {"index": 3, "formula": "$$t = \\frac{v}{g}$$", "dependency": [2], "is_final_answer": true}
  ]
}"#;

fn read(latex: &str) -> Result<Formula, Unread> {
    crate::credit::read_latex(latex)
}

fn issues(from: &str, to: &str) -> Vec<Issue> {
    assert!(GOOD.contains(from), "{from}");
    let problem = Problem::read(GOOD.replacen(from, to, 1).as_bytes()).unwrap();
    lint(&problem, read)
}

/// The broken rules except that of the solution's text, which every change of a formula breaks.
#[track_caller]
fn broken(from: &str, to: &str) -> Vec<String> {
    issues(from, to)
        .iter()
        .filter(|issue| issue.rule != Rule::InSolution)
        .map(ToString::to_string)
        .collect()
}

#[test]
fn a_good_problem_breaks_no_rule() {
    let problem = Problem::read(GOOD.as_bytes()).unwrap();
    assert_eq!(lint(&problem, read), []);
}

#[test]
fn dependencies_are_checked() {
    assert_eq!(
        broken("\"dependency\": [1]", "\"dependency\": [3]"),
        [
            "error: formula 2: it depends on 3, which does not come before it [dependency-smaller]",
            "error: formula 2: the formulas depend on one another in a circle: 2 → 3 → 2 [acyclic]",
        ]
    );
    assert_eq!(
        broken("\"dependency\": [2]", "\"dependency\": [2, 1]"),
        [
            "warning: formula 3: it lists 1 and 2, but 1 leads to 2 already: list direct dependencies only [direct-dependencies]"
        ]
    );
    assert_eq!(
        broken("\"dependency\": [2]", "\"dependency\": [1]"),
        [
            "error: formula 2: no final answer follows from it, so right answers would not credit it [reaches-final-answer]"
        ]
    );
    assert_eq!(
        broken("\"dependency\": [2]", "\"dependency\": [2, 8]"),
        ["error: formula 3: it depends on 8, and there is no such formula [dependency-exists]"]
    );
    assert_eq!(
        broken(", \"is_final_answer\": true", ""),
        [
            "error: formula 3: it is the last formula and is not marked as a final answer [last-is-final-answer]"
        ]
    );
    assert_eq!(
        broken("\"index\": 3", "\"index\": 4"),
        ["error: formula 4: formula 3 of the list has the index 4 [index]"]
    );
}

#[test]
fn notation_is_checked() {
    let second = |formula: &str| {
        broken(
            "$$v = \\\\sqrt{2 g h}$$\", \"dep",
            &format!("{formula}\", \"dep"),
        )
    };
    assert_eq!(
        second("$$v = \\\\sqrt{2 g h}.$$").last().unwrap(),
        "error: formula 2: the `.` at its end belongs outside of it [terminal-punctuation]"
    );
    assert_eq!(
        second("v = \\\\sqrt{2 g h}"),
        ["warning: formula 2: the formula is not written between `$$` and `$$` [delimiters]"]
    );
    assert_eq!(
        second("$$v = \\\\left( 2 g h \\\\right)^{1/2}$$"),
        ["warning: formula 2: leave out `\\left`, `\\right` [extra-formatting]"]
    );
    assert_eq!(
        second("$$v = u = 2 g$$"),
        [
            "error: formula 2: it is a chain of 2 equalities: make each a formula of its own [one-formula]"
        ]
    );
    assert_eq!(
        second("$$v = 3 \\\\text{m/s}$$").first().unwrap(),
        "warning: formula 2: leave out `\\text` [extra-formatting]"
    );
    assert!(second("$$v = 3 \\\\text{m/s}$$").contains(
        &"error: formula 2: write the unit as `\\unit{m/s}`, not with `\\text` [units]".to_owned()
    ));
    assert!(
        second("$$v = \\\\unit{3 m/s}$$").contains(
            &"error: formula 2: write the number before the unit, not in `\\unit{3 m/s}` [units]"
                .to_owned()
        )
    );
    let unread = second("$$v = \\\\frac{2 g h}$$");
    assert!(unread[0].contains("cannot be read: column "), "{unread:?}");
    assert!(unread[0].ends_with("[readable]"), "{unread:?}");
    assert_eq!(
        second("$$m g h = \\\\frac{1}{2} m v^2$$"),
        ["error: formula 2: this is formula 1 again [distinct]"]
    );
}

#[test]
fn the_rest_is_checked() {
    assert_eq!(
        broken(", \"final_answer_form\": \"algebraic\"", ""),
        ["warning: question a does not say its `final_answer_form` [answer-form]"]
    );
    assert_eq!(
        broken("\"dependency\": []", "\"dependency\": [], \"points\": 2").len(),
        2,
        "the other two have no points"
    );
    assert_eq!(
        broken("\"id\": 1", "\"id\": 1, \"remarks\": []"),
        ["warning: the key `remarks` means nothing here and is passed over [known-keys]"]
    );
    let moved = issues("$$t = \\\\frac{v}{g}$$\",", "$$t g = v$$\",");
    assert_eq!(moved.len(), 1);
    assert_eq!((moved[0].rule, moved[0].node), (Rule::InSolution, Some(3)));
}

#[test]
fn a_formula_that_can_be_read_in_two_ways_is_named() {
    let guess = |formula: &str| -> Option<String> {
        let formula = formula.replace('\\', "\\\\");
        issues(
            "{\"index\": 3, \"formula\": \"$$t = \\\\frac{v}{g}$$\"",
            &format!("{{\"index\": 3, \"formula\": \"$${formula}$$\""),
        )
        .into_iter()
        .find(|issue| issue.rule == Rule::OneReading)
        .map(|issue| issue.message)
    };
    for (formula, word) in [
        ("t = v(2)", "value of `v`"),
        ("t = p^0", "part of its name"),
        (r"t = 2\frac12 v", r"`2\frac12` is read as a product"),
        (r"t = 10^23 v", "`^23` is read as the exponent 23"),
        (r"t = v g^-1", "`^-1` is read as the exponent -1"),
        (r"\vec t = \omega \times \vec r", r"\vec{\omega}"),
        (r"t = \frac{d}{dr}(r^2 E)", "`constant`"),
        (r"t = \frac{d}{dr}(2 r + 1) e^{-r}", "the bracket alone"),
        (r"t = \Delta(x - y)", "product with the letter"),
        ("t[n] = t[n - 1]", "member of the sequence"),
        (r"t = 3 \quad (v > 0)", "`v > 0` beside the formula"),
        (r"t = 2.02 \pm 0.01 \unit{s}", "how far off"),
        ("t = v0 / g", "is read as `v_{0}`"),
        (r"t = 3\,\text{ms}^{-1}", "metres per second"),
        ("C: t = v", "the name of the line"),
    ] {
        let found = guess(formula);
        let said = found.as_ref().is_some_and(|found| found.contains(word));
        assert!(said, "{formula} {found:?}");
    }
    for formula in [
        r"t = 2 \cdot \frac12 v",
        "t = v(x)",
        "t = 2 v",
        r"t = \frac{d}{dr} r^2",
        "t = p^2",
        r"t = \Delta(2 x)",
        r"t = \Delta x - \Delta y",
        "t = p[1 + x]",
        r"t = 2 \pm 1",
        "t = v_0 / g",
        r"t = 3 \unit{ms^{-1}}",
        "t := v",
    ] {
        assert_eq!(guess(formula), None, "{formula}");
    }
}

#[test]
fn a_derivative_along_with_what_moves_may_be_a_fraction() {
    let warnings = broken(
        r#""formula": "$$t = \\frac{v}{g}"#,
        r#""formula": "$$t = \\frac{D v}{D t}"#,
    );
    assert!(
        warnings
            .iter()
            .any(|warning| warning.contains("along with what moves")),
        "{warnings:?}"
    );
}
