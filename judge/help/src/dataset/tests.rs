//! Data sets and answers as people have them.

use super::*;

const ONE: &str = r#"{"id": 1, "grading_standard": [{"index": 1, "formula": "$$a = b$$", "dependency": [], "is_final_answer": true}]}"#;

fn with_id(id: &str) -> String {
    ONE.replacen('1', id, 1)
}

#[test]
fn an_array_lines_and_a_single_problem_are_read() {
    let ids = |text: &str| -> Vec<String> {
        let dataset = read_problems(text.as_bytes()).unwrap();
        assert_eq!(dataset.refused, []);
        dataset
            .problems
            .into_iter()
            .map(|item| item.problem.id)
            .collect()
    };
    assert_eq!(
        ids(&format!("[{}, {}]", with_id("7"), with_id("\"b\""))),
        ["7", "b"]
    );
    assert_eq!(
        ids(&format!("{}\n\n{}\n", with_id("7"), with_id("8"))),
        ["7", "8"]
    );
    assert_eq!(ids(ONE), ["1"]);
}

#[test]
fn a_bad_row_is_named_and_the_rest_is_read() {
    let bad = ONE.replace("dependency", "depends");
    let lines = format!(
        "{ONE}\n{}\n{{\n{}",
        with_id("2").replace("\"$$a = b$$\"", "5"),
        bad
    );
    let dataset = read_problems(lines.as_bytes()).unwrap();
    assert_eq!(dataset.problems.len(), 1);
    let refused: Vec<&str> = dataset.refused.iter().map(|one| one.why.as_str()).collect();
    assert_eq!(refused.len(), 3);
    assert!(
        refused[1].starts_with("line 3, column 1: this is not JSON"),
        "{refused:?}"
    );
    assert!(
        refused[2].starts_with(
            "line 4, column 32: grading_standard[0] (node 1): `dependency` is missing"
        ),
        "{refused:?}"
    );
    let array = format!("[\n{ONE},\n{bad}]");
    let dataset = read_problems(array.as_bytes()).unwrap();
    assert_eq!(dataset.refused.len(), 1);
    assert!(
        dataset.refused[0].why.starts_with("line 3, column 32: "),
        "{:?}",
        dataset.refused
    );
    let twice = read_problems(format!("[{ONE},{ONE}]").as_bytes()).unwrap();
    assert_eq!(twice.refused[0].why, "the id `1` occurs a second time");
}

#[test]
fn answers_are_read_in_each_shape() {
    let of = |text: &str| {
        let answers = read_answers(text.as_bytes(), |id| id == "x").unwrap();
        let list = answers.by_problem.into_iter();
        list.map(|(id, answers)| (id, answers[0].solution.clone()))
            .collect::<Vec<_>>()
    };
    let wanted = [
        ("1".to_owned(), "$$a$$".to_owned()),
        ("x".to_owned(), String::new()),
    ];
    assert_eq!(
        of(r#"[{"id": 1, "solution": "$$a$$"}, {"id": "x", "answer": null}]"#),
        wanted
    );
    assert_eq!(
        of("{\"id\": 1, \"solution\": \"$$a$$\"}\n{\"id\": \"x\", \"solution\": \"\"}"),
        wanted
    );
    assert_eq!(of(r#"{"1": "$$a$$", "x": ""}"#), wanted);
    assert_eq!(
        of(r#"{"1": {"response": "$$a$$", "usage": {}}, "x": null}"#),
        wanted
    );
    assert_eq!(
        of(r#"[{"problem_id": 1, "response": "$$a$$"}, {"id": "x", "model_output": null}]"#),
        wanted
    );
    assert_eq!(
        of(r#"[{"id": 1, "model_output": null, "answer": "$$a$$"}, {"id": "x", "answer": null}]"#),
        wanted
    );
    // None of its keys is a problem's, so it is one answer.
    assert_eq!(
        of(r#"{"problem_id": "1", "model_solution": "$$a$$"}"#),
        wanted[..1]
    );
    let bad = "{\"id\": 1, \"solution\": \"\"}\n{\"solution\": \"a\"}";
    let bad = read_answers(bad.as_bytes(), |_| false).unwrap();
    assert_eq!(bad.refused[0].why, "line 2, column 1: `id` is missing");
}

#[test]
fn a_row_that_also_holds_the_reference_is_the_answer_of_its_model() {
    for key in ["model_solution", "model_output", "response", "completion"] {
        let row = format!(r#"{{"id": 1, "solution": "$$b$$", "answer": "b", "{key}": "$$a$$"}}"#);
        let answers = read_answers(row.as_bytes(), |_| false).unwrap();
        assert_eq!(answers.by_problem["1"][0].solution, "$$a$$", "{key}");
    }
}

#[test]
fn a_request_that_failed_is_no_answer() {
    let text = "{\"id\": 1, \"status\": \"failed\", \"solution\": null}\n{\"id\": 1, \"status\": \"ok\", \"solution\": \"$$a$$\"}";
    let answers = read_answers(text.as_bytes(), |_| true).unwrap();
    assert_eq!(answers.by_problem["1"].len(), 1);
}

#[test]
fn every_sample_is_an_answer() {
    let text = "{\"id\": 1, \"epoch\": 1, \"answer\": \"$$a$$\"}\n{\"id\": 1, \"epoch\": 2, \"answer\": \"$$b$$\"}";
    let answers = read_answers(text.as_bytes(), |_| true).unwrap();
    let samples = answers.by_problem["1"].iter();
    let samples: Vec<_> = samples.map(|one| (&*one.sample, &*one.solution)).collect();
    assert_eq!(samples, [("1", "$$a$$"), ("2", "$$b$$")]);
    // They are one problem in a mean.
    let results = [
        result("a", "Easy", 1.0, None),
        result("a", "Easy", 0.0, None),
        result("b", "Easy", 1.0, None),
    ];
    let all = Table::new("", &results).all;
    assert!(all.problems == 2 && (all.step - 0.75).abs() < 1e-12);
}

#[test]
fn what_has_no_reference_is_counted_apart() {
    let rows = r#"[{"id": 1, "tag": "OPTICS", "content": "", "answer": ""},
        {"problem_id": "t", "context": "Why?", "grading_standard": []},
        {"id": 3, "context": "", "subquestions": [{"subproblem": "?"}]}]"#;
    let dataset = read_problems(rows.as_bytes()).unwrap();
    let ids = dataset
        .without_reference
        .iter()
        .map(|question| &*question.id);
    assert_eq!(ids.collect::<Vec<_>>(), ["1", "t", "3"]);
    assert_eq!((dataset.problems.len(), dataset.refused), (0, vec![]));
}

#[test]
fn a_broken_reference_is_set_aside() {
    let broken = with_id("2").replace("\"dependency\": []", "\"dependency\": [9]");
    let mut dataset = read_problems(format!("{ONE}\n{broken}").as_bytes()).unwrap();
    let aside = dataset.set_broken_aside();
    let told: Vec<String> = (aside.iter())
        .map(|(id, error)| format!("{id}: {error}"))
        .collect();
    assert_eq!(told, ["2: node 1 depends on 9, and there is no such node"]);
    assert_eq!(dataset.problems.len(), 1);
    assert_eq!(dataset.without_reference[0].id, "2");
}

#[test]
fn rows_are_read_as_they_are_published() {
    let graph = r#"[{\"index\": 1, \"formula\": \"$$a = b$$\", \"dependency\": []}]"#;
    let row = format!(
        r#"{{"problem_id": "p", "context": "c", "solution": "So $$a = b$$", "final_answer_form": "algebraic", "grading_standard": "{graph}"}}"#
    );
    let dataset = read_problems(row.as_bytes()).unwrap();
    let problem = &dataset.problems[0].problem;
    assert_eq!((&*problem.id, problem.nodes.len()), ("p", 1));
    assert_eq!(problem.subquestions[0].solution, "So $$a = b$$");
    assert_eq!(problem.unknown_keys, [""; 0]);
}

fn result(id: &str, level: &str, step: f64, human: Option<f64>) -> Graded {
    Graded {
        level: level.into(),
        answered: true,
        step_accuracy: step,
        score: step,
        final_correct: step > 0.9,
        human_final: human,
        ..Graded::missing(
            &Problem::read(with_id(&format!("\"{id}\"")).as_bytes()).unwrap(),
            None,
            "",
        )
    }
}

#[test]
fn the_table_averages_by_level() {
    let results = [
        result("a", "Easy", 1.0, Some(0.8)),
        result("b", "Easy", 0.5, None),
        result("c", "Hard", 0.0, Some(0.2)),
    ];
    let table = Table::new("", &results);
    let names: Vec<&str> = table
        .by_difficulty
        .iter()
        .map(|group| group.name.as_str())
        .collect();
    assert_eq!(names, ["Easy", "Hard"]);
    let easy = &table.by_difficulty[0].cell;
    assert!((easy.final_accuracy - 0.5).abs() < 1e-12 && (easy.step - 0.75).abs() < 1e-12);
    assert_eq!(easy.human_final, Some(0.8));
    assert_eq!(table.all.human_final, Some(0.5));
    assert_eq!(table.by_domain[0].name, "no domain");
}

#[test]
fn csv_fields_are_quoted_and_harmless() {
    let results = [result("=1,\\\"x\\\"", "Easy", 1.0, None)];
    let text = csv(&results);
    let line = text.lines().nth(1).unwrap();
    assert!(
        line.starts_with("\"'=1,\"\"x\"\"\",,Easy,,true,1,"),
        "{line}"
    );
}

#[test]
fn keys_tell_everything_apart() {
    let base = key("p", "m", Some("s"), "1");
    assert_eq!(base, key("p", "m", Some("s"), "1"));
    let others = [
        key("p", "m", Some("s"), "2"),
        key("p", "m", None, "1"),
        key("p", "ms", Some(""), "1"),
        key("pm", "", Some("s"), "1"),
    ];
    assert!(others.iter().all(|other| *other != base));
}
