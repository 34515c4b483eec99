//! `dojo physics` as the person at the terminal meets it: answers, exit codes, messages.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::command_line::{run, run_piped};
use crate::site::cache_folder;

const PROBLEM: &str = r#"{
  "id": "fall", "context": "A ball falls from rest through the height $h$.",
  "subquestions": [{"letter": "a", "subproblem": "How long does it fall?",
    "final_answer_form": "algebraic",
    "solution": "$$m g h = \\frac{1}{2} m v^2$$ so $$v = \\sqrt{2 g h}$$ and $$t = \\frac{v}{g}$$"}],
  "grading_standard": [
    {"index": 1, "formula": "$$m g h = \\frac{1}{2} m v^2$$", "dependency": []},
    {"index": 2, "formula": "$$v = \\sqrt{2 g h}$$", "dependency": [1]},
    {"index": 3, "formula": "$$t = \\frac{v}{g}$$", "dependency": [2], "is_final_answer": true}
  ]
}"#;

/// A folder with files in it.
struct Folder(tempfile::TempDir);

impl Folder {
    fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        for (name, text) in files {
            fs::write(folder.0.path().join(name), text).unwrap();
        }
        folder
    }

    fn path(&self, name: &str) -> String {
        text(&self.0.path().join(name))
    }
}

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

fn physics(arguments: &[&str]) -> Output {
    run(&[&["physics"], arguments].concat())
}

/// Runs a command with lines on its standard input.
fn piped(arguments: &[&str], input: &str) -> Output {
    run_piped(&[&["physics"], arguments].concat(), input)
}

fn printed(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The lines of JSON that a command printed, and its exit code.
#[track_caller]
fn answers(output: &Output) -> (Vec<Value>, Option<i32>) {
    let lines = printed(output);
    let lines = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    (lines.collect(), output.status.code())
}

/// The command ends with 2, prints nothing and says in one line what is wrong.
#[track_caller]
fn refuses(arguments: &[&str], what: &str) {
    let output = physics(arguments);
    let message = told(&output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert_eq!(printed(&output), "");
    assert_eq!(message.trim_end().lines().count(), 1, "{message}");
    assert!(message.contains(what), "{message}");
}

#[test]
fn lint_states_broken_rules_and_ends_with_1() {
    let transitive = PROBLEM.replace(r#""dependency": [2]"#, r#""dependency": [1, 2]"#);
    let folder = Folder::with(&[("good.json", PROBLEM), ("bad.json", &transitive)]);
    let good = physics(&["lint", &folder.path("good.json")]);
    assert_eq!(good.status.code(), Some(0));
    assert!(printed(&good).contains("problem fall: all rules are kept"));
    let bad = physics(&["lint", "--strict", "--json", &folder.path("bad.json")]);
    let (lines, code) = answers(&bad);
    assert_eq!(code, Some(1));
    let issue = &lines[0]["issues"][0];
    assert!(issue.to_string().contains('3'), "{issue}");
}

#[test]
fn a_key_twice_is_refused_with_its_line() {
    let twice = PROBLEM.replacen('{', "{\n\"id\": \"other\",", 1);
    let rows = format!(
        "{}\n{}\n",
        PROBLEM.replace('\n', " "),
        twice.replace('\n', " ")
    );
    let folder = Folder::with(&[
        ("twice.json", &twice),
        ("rows.jsonl", &rows),
        ("solution.md", "$$v^2 = 2 g h$$"),
    ]);
    let [twice, rows] = ["twice.json", "rows.jsonl"].map(|name| folder.path(name));
    let solution = folder.path("solution.md");
    for arguments in [
        &["lint", &twice][..],
        &["lint", &rows],
        &["grade", "--problem", &twice, "--solution", &solution],
    ] {
        let refused = physics(arguments);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(
            said.contains("the key `id` is there twice, again at line "),
            "{said}"
        );
    }
}

#[test]
fn lint_proposes_aliases_for_names_in_examples() {
    let folder = Folder::with(&[("problem.json", PROBLEM)]);
    let problem = folder.path("problem.json");
    let lint = || printed(&physics(&["lint", &problem]));
    assert!(lint().contains("all rules are kept"));
    let examples = folder.0.path().join("examples");
    fs::create_dir(&examples).unwrap();
    fs::write(examples.join("theirs.md"), "$$u = \\sqrt{2 g h}$$\n").unwrap();
    fs::write(examples.join("wrong.md"), "$$w = \\sqrt{3 g h}$$\n").unwrap();
    let proposed = lint();
    assert!(
        proposed.contains(r#"with "aliases": {"u": "v"} node 1 would be matched [aliases]"#),
        "{proposed}"
    );
    assert!(proposed.contains("0 errors, 1 warnings"), "{proposed}");
    let named = physics(&["lint", "--examples", &folder.path("none"), &problem]);
    assert_eq!(named.status.code(), Some(2));
}

#[test]
fn grade_scores_a_solution_and_what_it_follows_from() {
    let solution = "First $$m g h = \\frac{m v^2}{2}$$ and so $$v^2 = 2 g h$$.\n";
    let folder = Folder::with(&[("problem.json", PROBLEM), ("solution.md", solution)]);
    let (problem, solution) = (folder.path("problem.json"), folder.path("solution.md"));
    let arguments = ["grade", "--problem", &problem, "--solution", &solution];
    let shown = physics(&arguments);
    assert_eq!(shown.status.code(), Some(0));
    assert!(printed(&shown).starts_with("score 666 of 1000 (2/3 = 0.6667)"));
    let json = physics(&[arguments.as_slice(), &["--json"]].concat());
    let (reports, code) = answers(&json);
    assert_eq!(code, Some(0));
    assert_eq!(reports[0]["contest_score"], 666);
    assert_eq!(reports[0]["final_correct"], false);
}

#[test]
fn grade_tells_what_a_text_would_come_to_once_it_is_tidied() {
    let folder = Folder::with(&[
        ("problem.json", PROBLEM),
        (
            "solution.md",
            "So $v = \\sqrt{2 g h}$, and in the end $t = v/g$.\n\n**Answer:** t = v/g\n",
        ),
    ]);
    let (problem, solution) = (folder.path("problem.json"), folder.path("solution.md"));
    let arguments = [
        "grade",
        "--no-eed",
        "--problem",
        &problem,
        "--solution",
        &solution,
    ];
    let told = printed(&physics(&arguments));
    assert!(told.starts_with("score 0 of 1000"), "{told}");
    assert!(told.contains("the score is 1000 of 1000"), "{told}");
    let json: Value =
        serde_json::from_str(&printed(&physics(&[&arguments[..], &["--json"]].concat()))).unwrap();
    assert_eq!(
        (&json["contest_score"], &json["tidied"]["contest_score"]),
        (&0.into(), &1000.into())
    );
}

#[test]
fn grade_measures_how_near_a_wrong_answer_is() {
    let files = [
        ("problem.json", PROBLEM),
        (
            "solution.md",
            "$$v = \\sqrt{2 g h}$$ $$t = \\frac{v}{2 g}$$\n",
        ),
        ("right.md", "$$t = \\frac{v}{g}$$\n"),
    ];
    let folder = Folder::with(&files);
    let problem = folder.path("problem.json");
    let grade = |solution: &str, options: &[&str]| {
        let solution = folder.path(solution);
        let arguments = ["grade", "--problem", &problem, "--solution", &solution];
        physics(&[&arguments, options].concat())
    };
    let cache = text(&cache_folder());
    let (reports, code) = answers(&grade("solution.md", &["--json", "--data", &cache]));
    assert_eq!(code, Some(0));
    let eed = &reports[0]["eed"];
    // t is v/g, a tree of five nodes; here it is half of that.
    assert_eq!(eed["answers"][0]["node"], 3);
    assert_eq!(eed["answers"][0]["formula"], 2);
    assert_eq!(eed["answers"][0]["tree_size"], 5);
    assert_eq!(eed["answers"][0]["distance"], "1");
    assert_eq!(eed["score"], "40");
    let shown = printed(&grade("solution.md", &["--data", &cache]));
    assert!(shown.contains("EED: 40 of 100\n"), "{shown}");

    // What is right needs no sandbox, and neither does who wants none.
    let empty = tempfile::tempdir().unwrap();
    let data = text(empty.path());
    let (reports, _) = answers(&grade("right.md", &["--json", "--data", &data]));
    assert_eq!(reports[0]["eed"]["score"], "100");
    let options = ["--json", "--no-eed", "--data", &data];
    let (reports, _) = answers(&grade("solution.md", &options));
    assert!(reports[0].get("eed").is_none(), "{}", reports[0]);
    assert!(!empty.path().join("sandbox").exists());
    let refused = grade("solution.md", &["--data", "/dev/null"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(told(&refused).contains("--no-eed"), "{}", told(&refused));
}

#[test]
fn a_data_set_is_told_of_in_right_numbers() {
    let solution = r"$$t = \frac{v}{g}$$".replace('\\', r"\\");
    let answer = |id: &str| format!(r#"{{"id": "{id}", "solution": "{solution}"}}"#);
    let another = |id: &str| PROBLEM.replace("\"fall\"", &format!("\"{id}\""));
    let line = |problem: String| problem.replace('\n', " ");
    let all_told = |problems: &[String], answers: &[String]| {
        let folder = Folder::with(&[
            ("problems.jsonl", &problems.join("\n")),
            ("answers.jsonl", &answers.join("\n")),
        ]);
        let [problems, answers, page] =
            ["problems.jsonl", "answers.jsonl", "page.html"].map(|name| folder.path(name));
        let files = [
            "--dataset",
            &problems,
            "--answers",
            &answers,
            "--html",
            &page,
        ];
        let grade = || physics(&[&["grade", "--no-eed"], files.as_slice()].concat());
        let (first, again) = (grade(), grade());
        let page = fs::read_to_string(page).unwrap();
        [told(&first), printed(&first), told(&again), page].concat()
    };
    let all = ["fall", "jump"].map(|id| line(another(id)));
    let one = all_told(&all, &[answer("fall"), answer("none")]);
    for told in [
        "warning: ",
        ": 1 answer to no problem of the data set, the first to `none`",
        "2 answers graded in ",
        "2 of 2 results known already",
        "\n0 answers graded in ",
        "\n1 problem without an answer, counted as 0\n",
        "<p>1 problem without an answer, counted as 0.</p>",
        "<title>1 answer from 900 to 1000</title>",
        "<summary>2 answers</summary>",
    ] {
        assert!(one.contains(told), "no {told:?} in {one}");
    }
    let one = all_told(&all[..1], &[answer("fall")]);
    for told in [
        "1 answer graded in ",
        "1 of 1 result known already",
        "<summary>1 answer</summary>",
    ] {
        assert!(one.contains(told), "no {told:?} in {one}");
    }
    // Such a row may have the reference's solution, which is always right.
    let beside =
        r#"{"id": "fall", "content": "How fast?", "solution": "$v = 2$", "text": "$v = 3$"}"#;
    let warned = all_told(&all[..1], &[beside.to_owned()]);
    let told = "1 answer from `solution` or `answer` of a row that also holds the problem";
    assert!(warned.contains(told), "{warned}");
}

/// Grades answers to a whole data set.
fn graded_all(problems: &str, answers: &str) -> Output {
    let folder = Folder::with(&[("problems.json", problems), ("answers.jsonl", answers)]);
    let [problems, answers] = ["problems.json", "answers.jsonl"].map(|name| folder.path(name));
    let files = ["--dataset", &problems, "--answers", &answers];
    physics(&[&["grade", "--no-eed"], &files[..]].concat())
}

#[test]
fn a_reference_that_cannot_be_read_is_told() {
    let graded = graded_all(
        r#"[{"id": 7, "content": "q", "solution": "s", "answer": "$$a = ?$$"}, {"id": 8, "content": "q", "solution": "s", "answer": "$$a = b$$"}]"#,
        r#"{"id": 8, "response": "$$a = b$$"}"#,
    );
    let said = told(&graded);
    let warning =
        "1 problem without a final answer that can be read, so that nobody's is right: 7; ";
    assert!(said.contains(warning), "{said}");
}

#[test]
fn a_file_without_an_answer_gives_no_table() {
    for (answers, said) in [
        ("", "there is no answer in it that can be read"),
        (
            r#"{"id": "fall", "messages": []}"#,
            "the answer to fall has none of these: model_solution, ",
        ),
    ] {
        let graded = graded_all(PROBLEM, answers);
        assert_eq!(
            (graded.status.code(), printed(&graded)),
            (Some(2), String::new())
        );
        assert!(told(&graded).contains(said), "{}", told(&graded));
    }
}

#[test]
fn problems_are_left_out_of_every_mean_and_told_with_their_reasons() {
    let another = |id: &str| PROBLEM.replace("\"fall\"", &format!("\"{id}\""));
    let problems = ["fall", "jump"].map(|id| another(id).replace('\n', " "));
    let folder = Folder::with(&[
        ("problems.jsonl", &problems.join("\n")),
        (
            "answers.jsonl",
            r#"{"id": "fall", "solution": "$$t = \\frac{v}{g}$$"}"#,
        ),
        (
            "errata.csv",
            "id,reason\njump,\"the reference has a wrong sign, twice\"\nnone,typo\n",
        ),
    ]);
    let [problems, answers, errata, page] =
        ["problems.jsonl", "answers.jsonl", "errata.csv", "page.html"]
            .map(|name| folder.path(name));
    let files = ["--dataset", &problems, "--answers", &answers];
    let grade = |more: &[&str]| physics(&[&["grade", "--no-eed"], &files[..], more].concat());
    let mean = |output: &Output| {
        let lines = printed(output);
        let mean = lines.lines().find(|line| line.starts_with("Avg.")).unwrap();
        mean.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(mean(&grade(&[])), ["Avg.", "2", "50.00", "50.00", "50.00"]);
    let without = grade(&["--exclude", &errata, "--html", &page]);
    assert_eq!(mean(&without), ["Avg.", "1", "100.00", "100.00", "100.00"]);
    let told_below = "\n1 problem left out:\n  jump: the reference has a wrong sign, twice\n";
    assert!(
        printed(&without).ends_with(told_below),
        "{}",
        printed(&without)
    );
    assert!(told(&without).contains("warning: `none` is to be left out"));
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("<li>jump: the reference has a wrong sign, twice</li>"));
    let json = grade(&["--exclude", &errata, "--json"]);
    let (lines, _) = self::answers(&json);
    assert_eq!(
        lines[0]["left_out"]["jump"],
        "the reference has a wrong sign, twice"
    );
    refuses(
        &[&["grade"], &files[..], &["--exclude", &answers]].concat(),
        "there is no column `id`",
    );
}

#[test]
fn the_thresholds_of_the_authors_can_be_taken() {
    let rated = PROBLEM.replace(
        "\"id\": \"fall\"",
        "\"id\": \"fall\", \"difficulty\": {\"C1\": 3, \"C2\": 2}",
    );
    let folder = Folder::with(&[("problem.json", &rated)]);
    let difficulty = |more: &[&str]| {
        let file = folder.path("problem.json");
        let output = physics(&[&["difficulty", "--json", &file], more].concat());
        let (lines, _) = answers(&output);
        (lines[0]["sum"].as_f64(), lines[0]["level"].clone())
    };
    assert_eq!(difficulty(&[]), (Some(6.0), "Medium".into()));
    assert_eq!(
        difficulty(&["--thresholds", "released"]),
        (Some(5.5), "Easy".into())
    );
    assert_eq!(
        difficulty(&["--thresholds", "released", "--easy-most", "5"]).1,
        "Medium"
    );
}

#[test]
fn equivalent_answers_line_by_line() {
    let same = physics(&["equivalent", r"v = \sqrt{2 g h}", "v^2 = 2 g h"]);
    assert_eq!(same.status.code(), Some(0));
    let other = physics(&["equivalent", "v = v_0", r"v = \sqrt{v_0^2 + 2 g h}"]);
    assert_eq!(other.status.code(), Some(1));
    assert!(printed(&other).starts_with("not the same"));

    let pairs = r#"{"id": 1, "ref_latex": "F = m a", "gen_latex": "a = \\frac{F}{m}"}
{"id": 2, "ref_latex": "\\max(a, b)", "gen_latex": "a"}
{"id": 3, "ref_latex": "E = m k^2", "gen_latex": "E = 9 m", "constants": {"k": 3}}
"#;
    let (lines, code) = answers(&piped(&["equivalent", "--jsonl"], pairs));
    assert_eq!(code, Some(0));
    let verdicts: Vec<&Value> = lines.iter().map(|line| &line["equivalent"]).collect();
    assert_eq!(verdicts, [true, false, true]);

    let broken = "{\"id\": 4, \"ref_latex\": \"a\", \"gen_latex\": \"\\\\frac{\"}\nnothing\n";
    let (lines, code) = answers(&piped(&["equivalent", "--jsonl"], broken));
    assert_eq!(code, Some(2));
    let error = |line: &Value| line["error"].as_str().unwrap().to_owned();
    assert!(error(&lines[0]).contains("gen_latex"), "{}", lines[0]);
    assert_eq!(lines[0]["id"], 4);
    assert!(error(&lines[1]).starts_with("line 2: "), "{}", lines[1]);
}

#[test]
fn eed_opens_its_sandbox_only_for_pairs_that_numbers_do_not_settle() {
    let empty = tempfile::tempdir().unwrap();
    let data = text(empty.path());
    let settled = r#"{"id": "same", "gt_latex": "2 (a + b)", "gen_latex": "2 a + 2 b"}"#;
    let output = piped(&["eed", "--jsonl", "--data", &data], settled);
    let (lines, code) = answers(&output);
    assert_eq!((lines[0]["score"].as_f64(), code), (Some(100.0), Some(0)));
    assert!(!told(&output).contains("sandbox"), "{}", told(&output));
    assert!(!empty.path().join("sandbox").exists());

    let data = text(&cache_folder());
    let pairs = r#"{"id": "sign", "gt_latex": "\\sqrt{2 g h} + v", "gen_latex": "\\sqrt{2 g h} - v"}
{"id": "broken", "gt_latex": "a", "gen_latex": "\\frac{1}{"}
"#;
    let output = piped(&["eed", "--jsonl", "--data", &data], pairs);
    let (lines, code) = answers(&output);
    assert_eq!(code, Some(0), "{}", told(&output));
    let sign = &lines[0];
    assert_eq!(sign["equivalent"], false);
    let score = sign["score"].as_f64().unwrap();
    assert!(0.0 < score && score < 60.0, "{sign}");
    assert!(sign["tree_size"].as_u64().unwrap() > 3, "{sign}");
    assert_eq!(lines[1]["score"].as_f64(), Some(0.0));
    assert!(lines[1]["note"].is_string(), "{}", lines[1]);
}

#[test]
fn eed_compares_trees_as_they_are() {
    let trees = r#"{"id": 1, "answer": ["+", [["x", []], ["y", []]]], "test": ["+", [["x", []], ["z", []]]]}
{"id": 2, "answer": ["+"], "test": 3}
"#;
    let (lines, code) = answers(&piped(&["eed", "--trees", "--jsonl"], trees));
    assert_eq!(code, Some(2));
    assert_eq!(lines[0]["distance"].as_f64(), Some(1.0));
    let score = lines[0]["score"].as_f64().unwrap();
    assert!((score - (60.0 - 100.0 / 3.0)).abs() < 1e-9, "{score}");
    let error = lines[1]["error"].as_str().unwrap();
    assert!(error.starts_with("line 2: "), "{error}");
}

#[test]
fn agreement_and_difficulty_print_numbers() {
    let rankings = r#"{"id": "up", "x": [1, 2, 3, 4], "y": [1, 2, 3, 4]}
{"id": "tied", "x": [1, 1], "y": [1, 2]}
{"id": "short", "x": [1, 2, 3], "y": [1]}
"#;
    let (lines, code) = answers(&piped(&["agreement", "--jsonl"], rankings));
    assert_eq!(code, Some(2));
    assert_eq!(lines[0]["tau_b"].as_f64(), Some(1.0));
    assert!(lines[1]["tau_b"].is_null(), "{}", lines[1]);
    assert!(lines[2]["error"].is_string(), "{}", lines[2]);

    // Columns of a table, with the values of scipy.stats.kendalltau(method="asymptotic").
    let folder = Folder::with(&[
        ("problem.json", PROBLEM),
        ("scores.csv", include_str!("agreement.csv")),
        ("tied.csv", "x,y\n1,2\n1,3\n"),
    ]);
    let table = folder.path("scores.csv");
    let compare = [
        "agreement",
        &table,
        "--x",
        "dag,judge,steps",
        "--y",
        "human",
        "--json",
    ];
    let (lines, code) = answers(&physics(&compare));
    assert_eq!(code, Some(0));
    for (column, tau_b, p) in [
        ("dag", 0.608_610_408_695_754_2, 1.582_788_716_340_934_8e-12),
        ("judge", 0.514_661_669_067_032_8, 5.698_705_010_983_409e-7),
        (
            "steps",
            0.391_505_183_164_605_86,
            1.176_463_719_922_076_4e-5,
        ),
    ] {
        let found = |key: &str| lines[0][column][key].as_f64().unwrap();
        assert!((found("tau_b") - tau_b).abs() < 1e-9, "{}", lines[0]);
        assert!(
            (found("p_asymptotic") / p - 1.0).abs() < 1e-9,
            "{}",
            lines[0]
        );
    }
    let tied = physics(&["agreement", &folder.path("tied.csv")]);
    assert_eq!(tied.status.code(), Some(1));
    refuses(
        &["agreement", &table, "--x", "nobody", "--y", "human"],
        "no column `nobody`",
    );
    refuses(
        &["agreement", &table, "--x", "domain", "--y", "human"],
        "row 2: `Mechanics` in column `domain` is no number",
    );

    let (lines, code) = answers(&physics(&[
        "difficulty",
        "--json",
        &folder.path("problem.json"),
    ]));
    assert_eq!(code, Some(0));
    assert_eq!(lines[0]["layer_widths"], serde_json::json!([1, 1, 1]));
    assert_eq!(lines[0]["entropy"].as_f64(), Some(0.0));
}

#[test]
fn input_that_cannot_be_used_is_refused_in_one_sentence() {
    let cyclic = PROBLEM.replace(r#""dependency": []"#, r#""dependency": [3]"#);
    let folder = Folder::with(&[
        ("problem.json", PROBLEM),
        ("cut.json", &PROBLEM[..100]),
        ("cyclic.json", &cyclic),
        ("empty.json", ""),
        ("nul.md", "$$a = b\0$$"),
        ("solution.md", "$$a = b$$"),
    ]);
    let path = |name: &str| folder.path(name);
    let missing = path("missing.json");
    refuses(&["lint", &missing], "missing.json");
    refuses(&["lint", &path("cut.json")], "cut.json");
    refuses(&["difficulty", &path("empty.json")], "empty.json");
    let (problem, solution) = (path("problem.json"), path("solution.md"));
    let nul = path("nul.md");
    refuses(
        &["grade", "--problem", &problem, "--solution", &nul],
        "line 1: the solution has a NUL in it",
    );
    let cyclic = path("cyclic.json");
    refuses(
        &["grade", "--problem", &cyclic, "--solution", &solution],
        "cyclic.json",
    );
    refuses(
        &[
            "grade",
            "--problem",
            &problem,
            "--id",
            "x",
            "--solution",
            &solution,
        ],
        "there is no problem with the id `x`",
    );
    refuses(&["equivalent", r"\frac{", "a"], "ref_latex");
    refuses(&["agreement", &problem], "problem.json");
}

#[test]
fn a_text_is_tidied_and_answers_are_unless_told_not_to() {
    let folder = Folder::with(&[
        ("problems.jsonl", &PROBLEM.replace('\n', " ")),
        (
            "answers.jsonl",
            r#"{"id": "fall", "solution": "Result:\n\n[ t = \\frac{v}{g} ]"}"#,
        ),
        ("solution.md", "Result:\n\n[ t = \\frac{v}{g} ]\n"),
    ]);
    let [problems, answers, solution] =
        ["problems.jsonl", "answers.jsonl", "solution.md"].map(|name| folder.path(name));
    let tidied = physics(&["tidy", &solution]);
    assert_eq!(printed(&tidied), "Result:\n\n$$t = \\frac{v}{g}$$\n");
    assert_eq!(
        told(&tidied),
        "line 3: [ t = \\frac{v}{g} ] becomes $$t = \\frac{v}{g}$$\n"
    );
    let check = physics(&["tidy", "--check", &solution]);
    assert_eq!(
        (check.status.code(), printed(&check)),
        (Some(1), String::new())
    );
    let grade = [
        "grade",
        "--no-eed",
        "--no-state",
        "--json",
        "--dataset",
        &problems,
        "--answers",
        &answers,
    ];
    for (more, score, rules) in [
        (&[][..], 1.0, Value::from(help::tidy::TIDY_VERSION)),
        (&["--no-tidy"], 0.0, Value::Null),
    ] {
        let (lines, _) = self::answers(&physics(&[&grade[..], more].concat()));
        assert_eq!(lines[0]["results"][0]["score"], score);
        assert_eq!(lines[0]["tidy"], rules);
    }
}
