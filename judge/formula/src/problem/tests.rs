//! What an author is told about a problem's file.

use super::*;

const SMALL: &str = r#"{
  "id": 7,
  "context": "A ball falls.",
  "subquestions": [
    {"letter": "a", "subproblem": "How fast?", "final_answer_form": "algebraic"}
  ],
  "grading_standard": [
    {"index": 1, "formula": "$$E = m g h$$", "dependency": []},
    {"index": 2, "formula": "v = \\sqrt{2 g h}", "dependency": [1], "is_final_answer": true}
  ]
}"#;

#[track_caller]
fn complaint(from: &str, to: &str) -> String {
    assert!(SMALL.contains(from), "{from}");
    Problem::read(SMALL.replacen(from, to, 1).as_bytes())
        .unwrap_err()
        .to_string()
}

#[test]
fn a_published_problem_is_read() {
    let problem = Problem::read(SMALL.as_bytes()).unwrap();
    assert_eq!(problem.id, "7");
    assert_eq!(problem.nodes[0].latex(), "E = m g h");
    assert_eq!(problem.nodes[1].latex(), "v = \\sqrt{2 g h}");
    assert_eq!(problem.nodes[1].dependency, [1]);
    assert!(problem.nodes[1].is_final_answer && !problem.nodes[0].is_final_answer);
    assert_eq!(
        problem.subquestions[0].final_answer_form,
        Some(AnswerForm::Algebraic)
    );
    assert!(!problem.has_points() && problem.unknown_keys.is_empty());
}

#[test]
fn what_is_missing_is_named_with_its_place_and_node() {
    assert_eq!(
        complaint(", \"dependency\": [1]", ""),
        "line 9, column 5: grading_standard[1] (node 2): `dependency` is missing"
    );
    assert_eq!(
        complaint("dependency", "dependancy"),
        "line 8, column 60: grading_standard[0].dependancy (node 1): this key is not known; is `dependency` meant?"
    );
    assert_eq!(
        complaint("\"grading_standard\": [", "\"grading\": ["),
        "line 1, column 1: the problem: `grading_standard` is missing"
    );
}

#[test]
fn what_has_the_wrong_type_is_named_with_what_was_found() {
    assert_eq!(
        complaint("[1], \"is", "[\"one\"], \"is"),
        "line 9, column 65: grading_standard[1].dependency[0] (node 2): a whole number from 1 to 1000000 is expected, the text \"one\" was found"
    );
    assert_eq!(
        complaint("\"$$E = m g h$$\"", "\"$$ $$\""),
        "line 8, column 29: grading_standard[0].formula (node 1): the formula is empty"
    );
    assert_eq!(
        complaint("\"algebraic\"", "\"algebra\""),
        "line 5, column 69: subquestions[0].final_answer_form: `algebraic`, `numerical` or `text-based` is expected"
    );
    assert_eq!(
        complaint("\"A ball falls.\"", "\"A\\u0000\""),
        "line 3, column 14: context: character 2 is NUL"
    );
}

#[test]
fn all_mistakes_are_told_at_once_from_top_to_bottom() {
    let broken = SMALL
        .replace("\"A ball falls.\"", "[\"A ball falls.\"]")
        .replace("\"algebraic\"", "\"algebra\"")
        .replace("\"index\": 1", "\"index\": 0")
        .replace(
            ", \"dependency\": [1], \"is_final_answer\": true",
            ", \"points\": -1",
        );
    let error = Problem::read(broken.as_bytes()).unwrap_err().to_string();
    insta::assert_snapshot!(error, @r#"
    line 3, column 14: context: a text is expected, a list of 1 was found
    line 5, column 69: subquestions[0].final_answer_form: `algebraic`, `numerical` or `text-based` is expected
    line 8, column 15: grading_standard[0].index (node 0): a whole number from 1 to 1000000 is expected, the number 0 was found
    line 9, column 5: grading_standard[1] (node 2): `dependency` is missing
    line 9, column 60: grading_standard[1].points (node 2): a number from 0 to 1000 is expected, the number -1 was found
    "#);
}

#[test]
fn a_text_full_of_mistakes_is_answered_at_once_with_the_first_of_them() {
    let lists = "[],".repeat(MAX_PROBLEM_BYTES / 3 - 300);
    let broken = SMALL.replace("[1], ", &format!("[{lists}1], "));
    let Err(ProblemError::Fields(errors)) = Problem::read(broken.as_bytes()) else {
        panic!("a list is no number of a formula");
    };
    assert_eq!(errors.len(), 50);
    assert_eq!(errors[0].path, "grading_standard[1].dependency[0] (node 2)");
}

#[test]
fn a_slip_is_an_error_and_a_note_is_not() {
    let typed = complaint("is_final_answer", "is_final_anwser");
    assert!(typed.contains("is `is_final_answer` meant?"), "{typed}");
    let noted = SMALL.replacen("\"id\": 7", "\"id\": 7, \"remarks\": [1]", 1);
    let noted = Problem::read(noted.as_bytes()).unwrap();
    assert_eq!(noted.unknown_keys, ["remarks"]);
}

#[test]
fn broken_json_has_a_line_and_a_column() {
    assert_eq!(
        complaint("\"id\": 7,", "\"id\": 7"),
        "line 3, column 3: this is not JSON: expected `,` or `}`"
    );
    let braces = "{\"a\":".repeat(100_000);
    let deep = Problem::read(braces.as_bytes()).unwrap_err().to_string();
    assert!(deep.contains("recursion limit"), "{deep}");
    let long = vec![b'{'; MAX_PROBLEM_BYTES + 1];
    let long = Problem::read(&long).unwrap_err().to_string();
    assert_eq!(
        long,
        "the text has 1048577 bytes; a problem has at most 1048576"
    );
}

#[test]
fn optional_keys_are_read() {
    let full = SMALL.replacen(
        "\"id\": 7,",
        r#""id": "ball", "domain": "Mechanics", "subtopic": "newtonian mechanics",
        "difficulty": {"scores": {"C1": 1, "C2": 2}, "confidence": 0.9},
        "constants": {"g": 9.81, "\\hbar": "\\frac{h}{2\\pi}"},
        "equivalence": {"range": [1, 3], "trials": 50, "signed": ["v"]},
        "human_baseline": {"final": 0.5}, "significant_figures": 3,"#,
        1,
    );
    let problem = Problem::read(
        full.replacen("\"dependency\"", "\"points\": 2.5, \"dependency\"", 1)
            .as_bytes(),
    )
    .unwrap();
    assert_eq!(problem.id, "ball");
    assert_eq!(problem.subtopic, Some("Newtonian Mechanics"));
    assert_eq!(
        (
            problem.difficulty.conceptual,
            problem.difficulty.computational
        ),
        (Some(1), Some(2))
    );
    assert_eq!(problem.constants[0].value, "9.81");
    assert_eq!(problem.constants[1].symbol, "\\hbar");
    assert_eq!(problem.equivalence.range, Some((1.0, 3.0)));
    assert_eq!(problem.equivalence.signed, ["v"]);
    assert_eq!(problem.nodes[0].points, Some(Points(2500)));
    assert_eq!(problem.significant_figures, Some(3));
}

#[test]
fn a_row_of_phybench_is_a_problem_of_one_formula() {
    let row = r#"{"id": 12, "tag": "ELECTRICITY", "content": "Find $T$.", "solution": "…",
        "answer": "$$T = 2mg$$"}"#;
    let problem = Problem::read(row.as_bytes()).unwrap();
    assert_eq!(problem.format, Format::PhyBench);
    assert_eq!(problem.domain, Some(Domain::Electromagnetism));
    assert_eq!(problem.nodes.len(), 1);
    assert!(problem.nodes[0].is_final_answer);
    assert_eq!(problem.nodes[0].latex(), "T = 2mg");
    let error = Problem::read(row.replace("ELECTRICITY", "SPELLS").as_bytes()).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("line 1, column 19: tag: this domain is not known")
    );
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let marked = format!("\u{feff}{SMALL}");
    assert_eq!(
        Problem::read(marked.as_bytes()).unwrap(),
        Problem::read(SMALL.as_bytes()).unwrap()
    );
}
