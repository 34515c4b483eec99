//! `dojo model` as the person at the terminal meets it: from a server to a table, through kills.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Output, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::client::Api;
use crate::command_line::dojo;
use crate::physics::physics_folder;
use crate::site::{TestSite, eventually};

const SEASON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../seasons/physics-demo");
const KEY: &str = "secret-key-0";

/// A server that answers each problem of the demo season with the beginning of its reference solution, all of it for
/// the model `strong`. Every other request of a model for a problem meets an overloaded server, the first one too.
struct Server {
    port: u16,
    requests: Arc<Mutex<Requests>>,
}

/// How often each model was asked each problem.
type Requests = BTreeMap<(String, String), usize>;

/// What begins the problem, and its formulas.
fn problems() -> Vec<(String, Vec<String>)> {
    let mut problems = Vec::new();
    for folder in fs::read_dir(format!("{SEASON}/problems")).unwrap() {
        let text = fs::read_to_string(folder.unwrap().path().join("problem.json")).unwrap();
        let problem: Value = serde_json::from_str(&text).unwrap();
        let context = problem["context"].as_str().unwrap();
        let nodes = problem["grading_standard"].as_array().unwrap().iter();
        let formulas = nodes.map(|node| node["formula"].as_str().unwrap().to_owned());
        problems.push((context.chars().take(40).collect(), formulas.collect()));
    }
    problems.sort();
    problems
}

impl Server {
    fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let requests = Arc::new(Mutex::new(Requests::new()));
        let (seen, problems) = (Arc::clone(&requests), Arc::new(problems()));
        thread::spawn(move || {
            for connection in listener.incoming().map_while(Result::ok) {
                let (seen, problems) = (Arc::clone(&seen), Arc::clone(&problems));
                thread::spawn(move || answer(connection, &seen, &problems));
            }
        });
        Self { port, requests }
    }

    fn count(&self) -> usize {
        self.requests.lock().unwrap().values().sum()
    }
}

fn answer(
    mut connection: TcpStream,
    seen: &Mutex<Requests>,
    problems: &[(String, Vec<String>)],
) -> Option<()> {
    let mut reader = BufReader::new(connection.try_clone().ok()?);
    let (mut length, mut line, mut has_key) = (0, String::new(), false);
    while reader.read_line(&mut line).is_ok_and(|bytes| bytes > 2) {
        let lower = line.to_ascii_lowercase();
        if let Some(value) = lower.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        has_key |= lower.trim_end() == format!("authorization: bearer {KEY}");
        line.clear();
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let body: Value = serde_json::from_slice(&body).ok()?;
    let question = body["messages"].as_array()?.last()?["content"].as_str()?;
    let asked = (body["model"].as_str()?.to_owned(), question.to_owned());
    let number = {
        let mut seen = seen.lock().unwrap();
        let number = seen.entry(asked).or_default();
        *number += 1;
        *number
    };
    let (status, value) = if !has_key {
        ("401 Unauthorized", json!({"error": {"message": "no key"}}))
    } else if number % 2 == 1 {
        let words = format!("overloaded, Bearer {KEY}");
        ("503 Overloaded", json!({"error": {"message": words}}))
    } else {
        let formulas = || {
            let mut problems = problems.iter();
            let (_, formulas) = problems.find(|(begins, _)| question.contains(begins))?;
            Some(formulas)
        };
        let content = match body["model"].as_str()? {
            "player" => played(question).to_owned(),
            "editor" => edited(question),
            "critic" => reviewed(question).to_owned(),
            "rater" => rated(question).to_owned(),
            "deriver" if question.contains("# How your formulas are read") => {
                formulas()?.join("\n\n")
            }
            "deriver" => "$$E = 1$$ and $$x = (3$$, so $q = 2 y$.".to_owned(),
            "judge" => judged(question, formulas()?, number / 2),
            "strong" => formulas()?.join("\n\n"),
            _ => formulas()?[..formulas()?.len() / 2].join("\n\n"),
        };
        let message = json!({
            "role": "assistant", "content": content, "reasoning_content": "First <i>think</i>.",
        });
        let usage = json!({"prompt_tokens": 100, "completion_tokens": 50});
        let choice = json!({"message": message, "finish_reason": "stop"});
        ("200 OK", json!({"choices": [choice], "usage": usage}))
    };
    let value = value.to_string();
    let head = "Content-Type: application/json\r\nConnection: close\r\nRetry-After: 0";
    let length = value.len();
    write!(
        connection,
        "HTTP/1.1 {status}\r\n{head}\r\nContent-Length: {length}\r\n\r\n{value}"
    )
    .ok()
}

/// What the player says: of squares first something wrong, then something right, then something shorter; of all else that
/// it does not know.
fn played(question: &str) -> &'static str {
    if !question.contains("0, 1, 4, 9, 16") {
        "I do not know."
    } else if question.contains("# Now") {
        "```python\nfor n in range(999):print(n*n)\n```"
    } else if question.contains("2 of ") {
        "Squares:\n\n```python\nfor number in range(999):\n    print(number * number)\n```"
    } else {
        "Cubes?\n\n```python\nfor n in range(999):print(n**3)\n```"
    }
}

/// What the editor makes of a problem: first a slip, then what was asked for.
fn edited(question: &str) -> String {
    let is_first = !question.contains("# Version 1");
    let speed = if is_first {
        r"\sqrt{g h}"
    } else {
        r"\sqrt{2 g h}"
    };
    let law = r"$$m g h = \frac{1}{2} m v^2$$";
    let answer = |speed: &str| format!("$$v = {speed}$$");
    let asked = |title: Option<&str>, context: &str, solution: &str, form: bool| {
        let mut problem = json!({"context": context, "subquestions": [{
            "letter": "a", "subproblem": "Find the speed $v$ at the ground.", "solution": solution,
        }]});
        if let Some(title) = title {
            problem["title"] = json!(title);
        }
        if form {
            let question = &mut problem["subquestions"][0];
            question["final_answer_form"] = json!("algebraic");
            question["final_answer_instructions"] = json!("Give your answer as $v = \\dots$.");
        }
        format!("So:\n```json\n{problem}\n```")
    };
    let context = "A mass $m$ falls from rest from the height $h$.";
    if question.contains("Write it anew") {
        let solution = format!("{law}\n\n{}", answer(speed));
        asked(Some("A falling mass"), context, &solution, false)
    } else if question.contains("Make sure that it has one answer") {
        let neglected = if is_first { "" } else { " Air is neglected." };
        let solution = format!("{law}\n\n{}", answer(r"\sqrt{2 g h}"));
        asked(None, &format!("{context}{neglected}"), &solution, true)
    } else {
        let dependency = if is_first { json!([]) } else { json!([1]) };
        json!({"grading_standard": [
            {"index": 1, "formula": law, "dependency": []},
            {"index": 2, "formula": answer(r"\sqrt{2 g h}"), "dependency": dependency, "is_final_answer": true},
        ]})
        .to_string()
    }
}

/// What the reviewer says: that the air is forgotten.
fn reviewed(question: &str) -> &'static str {
    let (_, after) = question.split_once("# After").unwrap();
    if question.contains("Make sure that it has one answer") && !after.contains("Air is neglected")
    {
        r#"{"comments": ["It does not say that air is neglected."], "ok": false}"#
    } else {
        r#"{"comments": [], "ok": true}"#
    }
}

/// How hard the rater finds a problem; of one it says what cannot be read.
fn rated(question: &str) -> &'static str {
    if question.contains("In Bohr's model") {
        r#"{"reason": "Hard.", "C1": 9, "C2": 1, "domain": "Optics"}"#
    } else {
        r#"{"reason": "Easy.", "C1": 1, "C2": 2, "domain": "Optics"}"#
    }
}

/// What the judge says of an answer when it says something for the n-th time: whether the last formula is in it. Of one
/// problem it says nothing that can be read, and of one it changes its mind.
fn judged(question: &str, formulas: &[String], time: usize) -> String {
    let (told, answer) = question.split_once("# Answer\n").unwrap();
    if told.contains("In Bohr's model") {
        return "I would rather not say; {\"score\": 0.5} perhaps.".into();
    }
    let holds = |formula: &String| answer.contains(formula.as_str());
    let is_right = formulas.last().is_some_and(holds);
    let changes = told.contains("expands without exchange of heat") && is_right && time == 2;
    if question.contains("\"steps\"") {
        let steps = (1..).zip(formulas).map(|(at, formula)| {
            let word = if holds(formula) { "yes" } else { "no" };
            (at.to_string(), json!(word))
        });
        let steps: serde_json::Map<String, Value> = steps.collect();
        return json!({"steps": steps}).to_string();
    }
    if question.contains("\"primary\"") {
        return r#"{"primary": "DCE", "secondary": [], "expressions": ["\alpha"], "rationale": "It ends early.",
            "confidence": 0.9, "perception_or_reasoning": "RR"}"#
            .into();
    }
    let score = u8::from(is_right != changes);
    format!("It says $\\frac{{1}}{{2}}$.\n```json\n{{\"reason\": \"so\", \"score\": {score}}}\n```")
}

/// A folder with `models.toml`, where runs are kept.
struct Lab {
    folder: tempfile::TempDir,
    server: Server,
}

impl Lab {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::new();
        let settings = format!(
            r#"[endpoint.lab]
base_url = "http://127.0.0.1:{}/v1"
key_env = "DOJO_TEST_LAB_KEY"
at_once = 3
first_wait_seconds = 0.001

[model.strong]
endpoint = "lab"
name = "strong"
stream = false
price = {{ input = 1, output = 10 }}
parameters = {{ max_tokens = 1000 }}

[model."half as strong"]
endpoint = "lab"
name = "half"
stream = false
"#,
            server.port
        );
        fs::write(folder.path().join("models.toml"), settings).unwrap();
        Self { folder, server }
    }

    fn model(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = dojo(&[&["model"], arguments].concat());
        command
            .current_dir(self.folder.path())
            .env("DOJO_TEST_LAB_KEY", KEY)
            .stdin(Stdio::null());
        command
    }

    #[track_caller]
    fn run(&self, arguments: &[&str], code: i32) -> Output {
        let output = self.model(arguments).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {told}");
        for stream in [&output.stdout, &output.stderr] {
            assert!(!String::from_utf8_lossy(stream).contains(KEY));
        }
        output
    }

    /// Adds a model to `models.toml`.
    fn add(&self, name: &str) {
        let model =
            format!("\n[model.{name}]\nendpoint = \"lab\"\nname = \"{name}\"\nstream = false\n");
        let file = self.folder.path().join("models.toml");
        fs::write(file, self.read("models.toml") + &model).unwrap();
    }

    /// Lets a model play a season in the folder `game`; what was told.
    #[track_caller]
    fn play(&self, site: &TestSite, api: &Api, season: &str, model: &str, more: &[&str]) -> String {
        let url = site.url("");
        let start = ["play", season, "--server", &url, "--models", "models.toml"];
        let rest = ["--model", model, "--out", "game"];
        let mut command = self.model(&[&start[..], &rest, more].concat());
        let output = command.env("DOJO_TOKEN", &api.token).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{told}");
        printed(&output)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap()
    }

    /// Lets a model judge the answers of `run`; what was told.
    fn judge(&self, kind: &str, more: &[&str]) -> String {
        let settings = self.read("models.toml");
        let judge = "\n[model.judge]\nendpoint = \"lab\"\nname = \"judge\"\nstream = false\n";
        fs::write(self.folder.path().join("judges.toml"), settings + judge).unwrap();
        let models = ["--models", "judges.toml", "--judge", "judge", "--as", kind];
        printed(&self.run(
            &[&["judge", "run", "--no-eed"], &models[..], more].concat(),
            0,
        ))
    }

    /// The rows of a table, without how long answers took.
    fn rows(&self, run: &str) -> Vec<Value> {
        let table: Value = serde_json::from_str(&self.read(&format!("{run}/table.json"))).unwrap();
        let rows = table["rows"].as_array().unwrap().iter();
        rows.filter(|row| row["figure"] != "seconds")
            .cloned()
            .collect()
    }

    /// The table has the means of the same answers as a file.
    #[track_caller]
    fn has_the_means_of_its_answers(&self, run: &str) {
        let problems: Vec<Value> = problems_of_the_season();
        let dataset = self.folder.path().join("problems.json");
        fs::write(&dataset, Value::from(problems).to_string()).unwrap();
        let grade = [
            "physics",
            "grade",
            "--no-eed",
            "--json",
            "--dataset",
            "problems.json",
        ];
        let grade = dojo(&[&grade[..], &["--answers", &format!("{run}/answers.jsonl")]].concat())
            .current_dir(self.folder.path())
            .output()
            .unwrap();
        let graded: Value = serde_json::from_slice(&grade.stdout).unwrap();
        let rows = self.rows(run);
        let mut compared = 0;
        for of_model in graded["tables"].as_array().unwrap() {
            let groups = of_model["by_difficulty"].as_array().unwrap().iter();
            let groups = groups.chain(of_model["by_domain"].as_array().unwrap());
            for (group, cell) in groups
                .map(|group| (&group["name"], group))
                .chain([(&json!("all"), &of_model["all"])])
            {
                for figure in ["final", "full", "step"] {
                    let is_it = |row: &&Value| {
                        row["model"] == of_model["model"]
                            && row["group"] == *group
                            && row["figure"] == figure
                    };
                    let row = rows.iter().find(is_it).unwrap();
                    let (ours, theirs) = (
                        row["value"].as_f64().unwrap(),
                        cell[figure].as_f64().unwrap(),
                    );
                    assert!((ours - theirs).abs() < 1e-12, "{row} {cell}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 40, "{compared}");
    }
}

fn printed(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

const BEGIN: [&str; 5] = ["ask", SEASON, "--models", "models.toml", "--out"];

#[test]
fn a_run_leads_from_a_server_to_a_table() {
    let lab = Lab::new();
    let plan = printed(&lab.run(&["ask", SEASON, "--models", "models.toml", "--plan"], 0));
    assert!(plan.starts_with("30 requests\n"), "{plan}");
    assert!(plan.contains("no limit: half as strong"), "{plan}");
    assert_eq!(lab.server.count(), 0);

    let asked = lab.run(&[&BEGIN[..], &["run"]].concat(), 0);
    let told = printed(&asked);
    assert!(told.contains("strong: 15 of 15 answered\n"), "{told}");
    assert!(
        told.contains("used so far: 4,500 tokens, 0.0090 in money"),
        "{told}"
    );
    assert!(
        told.ends_with("all is there: dojo model table run\n"),
        "{told}"
    );

    let table = lab.run(&["table", "run", "--no-eed"], 0);
    let table = printed(&table);
    assert!(table.contains("Differences"), "{table}");
    let written = || {
        ["table.json", "table.csv", "page/index.html"].map(|name| lab.read(&format!("run/{name}")))
    };
    let first = written();
    lab.run(&["table", "run", "--no-eed"], 0);
    assert_eq!(written(), first);

    for told in [
        "Models on physics-demo",
        "strong",
        "Every answer",
        "bohr: 100 % of the steps, ok",
        "30 answers.",
        "They cost 0.0090, in the money of the prices.",
        "The cost of 15 answers is not known.",
    ] {
        assert!(first[2].contains(told), "no {told:?} in the page");
    }
    assert!(!first[2].contains("<script") && !first[2].contains("http"));

    // Each cell leads to the answer on the page of its problem.
    let page = lab.read("run/page/bohr.html");
    for (place, model) in [("m1", "half as strong"), ("m2", "strong")] {
        assert!(first[2].contains(&format!("href=\"bohr.html#{place}\"")));
        for told in [
            format!("<section id=\"{place}\""),
            format!("<h2 id=\"{place}-heading\">{model}, sample 1"),
            format!("<tr id=\"{place}formula-1\">"),
            format!("<g id=\"{place}graph-1\" class=\"graph-node matched"),
        ] {
            assert!(page.contains(&told), "no {told:?} in {page}");
        }
    }
    for told in [
        "In Bohr's model an electron",
        "<tr id=\"node-1\">",
        "final answers wrong",
        "final answers right",
        "First &#60;i&#62;think&#60;/i&#62;.",
        "<math",
    ] {
        assert!(page.contains(told), "no {told:?} in {page}");
    }
    assert!(!page.contains("<script") && page.contains("graph-node missed"));
    assert!(
        lab.read("run/page/style.css")
            .contains(".graph-node.matched")
    );

    lab.has_the_means_of_its_answers("run");
}

/// Pages are drawn anew where something has changed, and what cannot be graded has one too.
#[test]
fn a_problem_without_a_reference_has_a_page_and_a_page_stays_as_long_as_its_answers() {
    let lab = Lab::new();
    let mut rows = problems_of_the_season();
    rows.truncate(2);
    rows[1]["grading_standard"] = json!([]);
    let (graded, other) = (rows[0]["id"].clone(), "no reference/1");
    rows[1]["id"] = json!(other);
    let dataset = lab.folder.path().join("rows.json");
    fs::write(&dataset, Value::from(rows).to_string()).unwrap();
    let ask = [
        "ask",
        "rows.json",
        "--models",
        "models.toml",
        "--out",
        "run",
    ];
    lab.run(&ask, 0);
    let table = ["table", "run", "--no-eed"];
    lab.run(&table, 0);
    let index = lab.read("run/page/index.html");
    let pages = || {
        let files = fs::read_dir(lab.folder.path().join("run/page")).unwrap();
        let mut pages: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        pages.retain(|page| {
            page.extension()
                .is_some_and(|extension| extension == "html")
        });
        pages.sort();
        pages
    };
    let names: Vec<String> = (pages().iter())
        .map(|page| page.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    let [first, "index.html", without] = &names.iter().map(String::as_str).collect::<Vec<_>>()[..]
    else {
        panic!("{names:?}");
    };
    assert_eq!(*first, format!("{}.html", graded.as_str().unwrap()));
    assert!(
        index.contains(&format!("<a href=\"{without}\">{other}</a>")),
        "{index}"
    );
    let page = lab.read(&format!("run/page/{without}"));
    assert!(
        page.contains("There is no reference to compare with."),
        "{page}"
    );
    assert!(page.contains("First &#60;i&#62;think"), "{page}");

    // What stands there is left, until an answer is another one.
    let file = format!("run/page/{first}");
    let path = lab.folder.path().join(&file);
    let marked = format!("{}<!-- marked -->", lab.read(&file));
    fs::write(&path, &marked).unwrap();
    lab.run(&table, 0);
    assert_eq!(lab.read(&file), marked);
    let answers = lab.folder.path().join("run/answers.jsonl");
    let changed = lab
        .read("run/answers.jsonl")
        .replace("First <i>", "Then <i>");
    fs::write(&answers, changed).unwrap();
    lab.run(&table, 0);
    assert!(lab.read(&file).contains("Then &#60;i&#62;think"));
}

#[test]
fn a_run_is_shown_exported_and_put_beside_others() {
    let lab = Lab::new();
    lab.run(&[&BEGIN[..], &["run"]].concat(), 0);
    let shown = printed(&lab.run(&["show", "run", "strong", "bohr"], 0));
    for told in [
        "In Bohr's model an electron",
        "ok · stop",
        "score 1000 of 1000",
    ] {
        assert!(shown.contains(told), "no {told:?} in {shown}");
    }
    lab.run(&["show", "run", "weak", "bohr"], 2);
    lab.run(&["export", "run", "--to", "csv", "--no-eed"], 0);
    assert_eq!(lab.read("run/answers.csv").lines().count(), 31);
    lab.run(&["export", "run", "--to", "inspect", "--no-eed"], 0);
    let log: Value = serde_json::from_str(&lab.read("run/inspect/half_as_strong.json")).unwrap();
    assert_eq!(
        (
            log["version"].as_u64(),
            log["samples"].as_array().unwrap().len()
        ),
        (Some(2), 15)
    );

    // People beside models.
    fs::write(
        lab.folder.path().join("people.csv"),
        "id,person,final,eed\nbohr,ada,1,100\nbohr,bob,0,50\nbox,ada,1,100\nnone,ada,0,0\n",
    )
    .unwrap();
    lab.run(&["table", "run", "--no-eed", "--people", "people.csv"], 0);
    let rows = lab.rows("run");
    let of_people = |figure: &str| {
        let is_it = |row: &&Value| {
            row["model"] == "people" && row["group"] == "all" && row["figure"] == figure
        };
        let row = rows.iter().find(is_it).unwrap();
        (row["value"].as_f64().unwrap(), row["n"].as_u64().unwrap())
    };
    assert_eq!(
        (of_people("final"), of_people("eed")),
        ((0.75, 2), (87.5, 2))
    );
    assert!(
        lab.read("run/page/index.html")
            .contains("<th scope=\"row\">people</th>")
    );

    // A table without a problem, and two runs beside each other.
    fs::write(
        lab.folder.path().join("errata.csv"),
        "id,reason\nbohr,typo\n",
    )
    .unwrap();
    let without = printed(&lab.run(&["table", "run", "--no-eed", "--exclude", "errata.csv"], 0));
    assert!(
        without.ends_with("1 problem left out:\n  bohr: typo\n"),
        "{without}"
    );
    lab.run(
        &[
            &BEGIN[..],
            &["other", "--only", "strong", "--prompt", "prism/1-bare"],
        ]
        .concat(),
        0,
    );
    let both = printed(&lab.run(&["table", "run", "other", "--no-eed", "--out", "both"], 0));
    assert!(both.contains("strong, run - strong, other"), "{both}");

    for file in fs::read_dir(lab.folder.path().join("run")).unwrap() {
        let file = file.unwrap().path();
        if file.is_file() {
            assert!(
                !fs::read_to_string(&file).unwrap().contains(KEY),
                "{}",
                file.display()
            );
        }
    }
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Judges are asked by the rules of runs, and what they say is read or counted.
#[test]
fn answers_are_judged_by_the_rules_of_runs() {
    let lab = Lab::new();
    lab.run(&[&BEGIN[..], &["run"]].concat(), 0);
    // 2 × 15 answers thrice each, of which those to one problem cannot be read.
    let told = lab.judge("outcome", &["--repeat", "3"]);
    assert!(
        told.starts_with("outcome by judge: 30 answers, 3 times each, 6 unread\n"),
        "{told}"
    );
    assert!(told.contains("strong: "), "{told}");
    assert!(
        told.contains("verdicts that change: of 1 of 28 answers (3.57 %)\n"),
        "{told}"
    );
    let judged = lines(&lab.read("run/judged-outcome-judge.jsonl"));
    assert_eq!(judged.len(), 30);
    for one in &judged {
        let verdicts = one["verdicts"].as_array().unwrap();
        assert_eq!(verdicts.len(), 3, "{one}");
        if one["id"] == "bohr" {
            assert_eq!(
                (&one["unread"], &one["score"]),
                (&json!(3), &Value::Null),
                "{one}"
            );
            assert!(verdicts.iter().all(Value::is_null), "{one}");
        } else if one["changed"] == true {
            assert_eq!(one["model"], "strong", "{one}");
            assert!(
                (one["score"].as_f64().unwrap() - 2.0 / 3.0).abs() < 1e-12,
                "{one}"
            );
        } else {
            assert_eq!(
                one["score"].as_f64(),
                Some(if one["model"] == "strong" { 1.0 } else { 0.0 }),
                "{one}"
            );
        }
    }
    let asked = || -> Vec<(String, usize)> {
        let requests = lab.server.requests.lock().unwrap();
        let of_judge = requests.iter().filter(|((model, _), _)| model == "judge");
        of_judge
            .map(|((_, question), count)| (question.clone(), *count))
            .collect()
    };
    for (question, count) in asked() {
        assert!(!question.contains("strong"), "{question}");
        // Each answer meets an overloaded server first; what cannot be read is asked for three times.
        let wanted = if question.contains("In Bohr's model") {
            18
        } else {
            6
        };
        assert_eq!(count, wanted, "{question}");
    }
    // What is there is not asked again.
    let before = asked();
    assert_eq!(lab.judge("outcome", &["--repeat", "3"]), told);
    assert_eq!(asked(), before);

    lab.judge("steps", &[]);
    let steps = lines(&lab.read("run/judged-steps-judge.jsonl"));
    let of = |model: &str| {
        steps
            .iter()
            .find(|one| one["model"] == model && one["id"] == "adiabat")
            .unwrap()["score"]
            .as_f64()
            .unwrap()
    };
    assert!((of("strong") - 1.0).abs() < 1e-12 && of("half as strong") < 0.7);
    let errors = lab.judge("errors", &[]);
    assert!(errors.contains("half as strong: DCE "), "{errors}");
    assert!(
        lines(&lab.read("run/judged-errors-judge.jsonl"))
            .iter()
            .all(|one| one["model"] != "strong")
    );

    // One of whom nothing can be read is no judge.
    let args = [
        "judge", "run", "--no-eed", "--as", "outcome", "--judge", "strong",
    ];
    let told = printed(&lab.run(&args, 1));
    assert!(
        told.contains("nothing that strong says can be read as a verdict\n"),
        "{told}"
    );
}

/// People are held against the grader and against judges.
#[test]
fn graders_and_judges_are_held_against_people() {
    let lab = Lab::new();
    lab.run(&[&BEGIN[..], &["run"]].concat(), 0);
    lab.judge("outcome", &[]);
    lab.judge("steps", &[]);
    let judged = lines(&lab.read("run/judged-outcome-judge.jsonl"));
    // People give the strong model's answers nearly all, and two of them differ about one.
    let mut scores = vec!["id,model,sample,annotator,score".to_owned()];
    for one in &judged {
        let (id, model) = (one["id"].as_str().unwrap(), one["model"].as_str().unwrap());
        let [first, second] = match (model, id) {
            ("strong", "box") => [90, 20],
            ("strong", _) => [100, 90],
            _ => [30, 40],
        };
        scores.push(format!("{id},{model},1,ada,{first}"));
        scores.push(format!("{id},{model},1,bob,{second}"));
    }
    scores.extend(["box,strong,1,eve,0", "none,strong,1,eve,5"].map(str::to_owned));
    fs::write(lab.folder.path().join("scores.csv"), scores.join("\n")).unwrap();
    let output = lab.run(
        &[
            "agreement",
            "run",
            "--people",
            "scores.csv",
            "--no-eed",
            "--permutations",
            "99",
        ],
        0,
    );
    let table = printed(&output);
    for told in [
        "30 answers scored by people",
        "outcome-judge",
        "steps-judge",
        "ada, bob",
        "Largest differences",
    ] {
        assert!(table.contains(told), "no {told:?} in {table}");
    }
    assert!(
        table.contains("  box, strong: people 0.00, score 1.00: run/page/box.html#m2\n"),
        "{table}"
    );
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        told.contains("1 answer scored and not graded in this run, the first none of strong"),
        "{told}"
    );
    let agreement: Value = serde_json::from_str(&lab.read("run/agreement.json")).unwrap();
    let row = |grader: &str| {
        let rows = agreement["rows"].as_array().unwrap();
        let is_it = |row: &&Value| row["grader"] == grader && row["group"] == "all";
        rows.iter().find(is_it).unwrap().clone()
    };
    assert_eq!(
        (
            row("step")["n"].as_u64(),
            row("outcome-judge")["n"].as_u64()
        ),
        (Some(30), Some(28))
    );
    let full = row("full");
    let number = |key: &str| full[key].as_f64().unwrap();
    assert!(
        number("low") <= number("tau_b") && number("tau_b") <= number("high"),
        "{full}"
    );
    assert!(
        number("tau_b") > 0.8 && (number("p_permutation") - 0.01).abs() < 1e-12,
        "{full}"
    );
    let pair = &agreement["annotators"]
        .as_array()
        .unwrap()
        .iter()
        .find(|pair| pair["annotators"] == json!(["ada", "bob"]))
        .unwrap()
        .clone();
    assert_eq!(
        (pair["n"].as_u64(), pair["differ"].as_u64()),
        (Some(30), Some(1))
    );
    assert_eq!(
        lab.read("run/agreement.csv").lines().next(),
        Some("grader,group,tau_b,p_asymptotic,p_permutation,low,high,n")
    );
}

/// A model is told what a contestant is told, and the shortest of its programs is submitted once, with the hash of what
/// was said.
#[test]
fn a_model_plays_a_season_and_submits_once() {
    let site = TestSite::new();
    let gpt = Api::of(site.model("gpt", "Lab X"));
    let lab = Lab::new();
    lab.add("player");
    let play = || lab.play(&site, &gpt, "trial", "player", &["--rounds", "3"]);
    let told = play();
    assert!(told.starts_with("player in trial: "), "{told}");
    let submissions = || {
        gpt.get("/submissions").expect(200).json()["submissions"]
            .as_array()
            .unwrap()
            .clone()
    };
    let submitted = submissions();
    assert_eq!(submitted.len(), 1, "{submitted:?}");
    let number = submitted[0]["id"].as_i64().unwrap();
    let line = told
        .lines()
        .find(|line| line.starts_with("squares"))
        .unwrap();
    let cells: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(
        cells,
        ["squares", "2", "3", "30", &number.to_string()],
        "{told}"
    );

    let transcript = lab.read("game/transcripts/squares.json");
    let kept: Value = serde_json::from_str(&transcript).unwrap();
    let prompt = lab.read("game/prompt.md");
    assert_eq!(kept["prompt"]["text"], prompt);
    assert_eq!(
        kept["prompt"]["sha256"],
        hex::encode(Sha256::digest(&prompt))
    );
    for said in [
        "2 of 100 public terms are right. The term of n = 2 is 4, and your program printed 8.",
        "All 100 public terms are right. The program has",
    ] {
        assert!(transcript.contains(said), "no {said:?} in {transcript}");
    }
    let hash = hex::encode(Sha256::digest(&transcript));
    let page = gpt
        .person
        .get(&format!("/submissions/{number}"))
        .expect(200);
    page.shows(&format!("transcript sha256:{hash}"))
        .shows("model, run by Lab X");
    assert_eq!(
        gpt.person.api_verdict(&gpt.token, number)["verdict"],
        "REWARD"
    );
    let board = gpt
        .get("/seasons/trial/leaderboard?who=models")
        .expect(200)
        .json();
    assert_eq!(board["rows"][0]["name"], "gpt");

    // The same again asks nothing and submits nothing, also where nobody noted what was submitted.
    let count = lab.server.count();
    assert_eq!(play(), told);
    fs::remove_file(lab.folder.path().join("game/submissions.jsonl")).unwrap();
    assert_eq!(play(), told);
    assert_eq!((lab.server.count(), submissions().len()), (count, 1));
    // More rounds do not change the transcript whose hash is in the receipt.
    lab.play(&site, &gpt, "trial", "player", &["--rounds", "4"]);
    assert_eq!(lab.read("game/transcripts/squares.json"), transcript);
    assert_eq!(submissions().len(), 1);

    // Nothing is asked, and paid, whose answer could not be handed in; nor what was handed in from another folder.
    let count = lab.server.count();
    let url = site.url("");
    let refused = |token: &str| {
        let start = ["play", "trial", "--server", &url, "--models", "models.toml"];
        let rest = ["--model", "player", "--out", "late"];
        let mut command = lab.model(&[&start[..], &rest].concat());
        let output = command.env("DOJO_TOKEN", token).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let ada = Api::of(site.contestant("ada"));
    let told = refused(&ada.token);
    assert!(told.contains("ada is a person's account"), "{told}");
    let told = refused(&gpt.token);
    let why = format!("this account handed in squares already, with submission {number}");
    assert!(told.contains(&why), "{told}");
    site.freeze();
    let told = refused(&gpt.token);
    assert!(
        told.contains("the season trial takes nothing now"),
        "{told}"
    );
    assert_eq!(lab.server.count(), count);
}

/// Of derivations a model sees how its first answer is read, as anybody does who asks on the page, and submits its second.
#[test]
fn a_model_plays_a_season_of_derivations_and_sees_how_it_is_read() {
    let site = TestSite::builder().season(&physics_folder()).start();
    let gpt = Api::of(site.model("gpt", "Lab X"));
    let lab = Lab::new();
    lab.add("deriver");
    let play = || lab.play(&site, &gpt, "physics-demo", "deriver", &[]);
    let told = play();
    assert!(
        told.starts_with("deriver in physics-demo: 15 problems, 2 rounds each\n"),
        "{told}"
    );
    let line = told.lines().find(|line| line.starts_with("bohr")).unwrap();
    let cells: Vec<&str> = line.split_whitespace().collect();
    let [_, "1", "2", "–", number] = cells[..] else {
        panic!("{told}")
    };
    let submissions = || {
        let listed = gpt.get("/submissions").expect(200).json();
        listed["submissions"].as_array().unwrap().clone()
    };
    assert_eq!(submissions().len(), 15);
    let verdict = gpt.person.api_verdict(&gpt.token, number.parse().unwrap());
    assert_eq!(verdict["score"], 1000, "{verdict}");
    let hash = hex::encode(Sha256::digest(lab.read("game/transcripts/bohr.json")));
    let page = gpt.person.get(&format!("/submissions/{number}"));
    page.expect(200).shows(&format!("transcript sha256:{hash}"));

    // It is told what the page tells, and nothing of the reference solution.
    let questions: Vec<String> = {
        let requests = lab.server.requests.lock().unwrap();
        requests
            .keys()
            .map(|(_, question)| question.clone())
            .collect()
    };
    assert_eq!(questions.len(), 30);
    let problems = problems();
    for question in &questions {
        let (_, formulas) = (problems.iter())
            .find(|(begins, _)| question.contains(begins))
            .unwrap();
        let path = format!("/seasons/physics-demo/problems/{}", slug(question));
        let stated = gpt.get(&path).expect(200).json();
        let statement = stated["statement"].as_str().unwrap();
        for formula in formulas {
            assert!(
                !question.contains(formula) || statement.contains(formula),
                "{formula} in {question}"
            );
        }
        if question.contains("# How your formulas are read") {
            for said in [
                "$$E = 1$$ and $$x = (3$$, so $q = 2 y$.",
                "2 formulas found, 1 read, 1 not read.",
                "1. (Line 1) $$E = 1$$",
                "2. (Line 1) Not read",
                "line 1: $q = 2 y$ becomes",
            ] {
                assert!(question.contains(said), "no {said:?} in {question}");
            }
        }
    }

    // The same again asks nothing and submits nothing, also where nobody noted what was submitted.
    let count = lab.server.count();
    fs::remove_file(lab.folder.path().join("game/submissions.jsonl")).unwrap();
    assert_eq!(play(), told);
    assert_eq!((lab.server.count(), submissions().len()), (count, 15));
    let url = site.url("");
    let more = ["play", "physics-demo", "--server", &url, "--rounds", "3"];
    let rest = [
        "--models",
        "models.toml",
        "--model",
        "deriver",
        "--out",
        "game",
    ];
    let mut command = lab.model(&[&more[..], &rest].concat());
    let output = command.env("DOJO_TOKEN", &gpt.token).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("--rounds: 2 is the most"), "{error}");
}

/// The problem of the demo season that a question is about.
fn slug(question: &str) -> String {
    let about = |problem: &Value| question.contains(problem["title"].as_str().unwrap());
    let is_it = |path: &Path| {
        let text = fs::read_to_string(path.join("problem.json")).unwrap();
        let problem: Value = serde_json::from_str(&text).unwrap();
        about(&problem).then(|| path.file_name().unwrap().to_str().unwrap().to_owned())
    };
    let folders = fs::read_dir(Path::new(SEASON).join("problems")).unwrap();
    let mut folders = folders.map(|folder| folder.unwrap().path());
    folders.find_map(|path| is_it(&path)).unwrap()
}

fn problems_of_the_season() -> Vec<Value> {
    let folders = fs::read_dir(Path::new(SEASON).join("problems")).unwrap();
    let read = |path: &Path| fs::read_to_string(path.join("problem.json")).unwrap();
    folders
        .map(|folder| serde_json::from_str(&read(&folder.unwrap().path())).unwrap())
        .collect()
}

/// Killed wherever it is, a run goes on to the same table, and asks again only for what was under way.
#[test]
fn a_run_that_is_killed_goes_on_where_it_was() {
    let lab = Lab::new();
    lab.run(&[&BEGIN[..], &["whole"]].concat(), 0);
    lab.run(&["table", "whole", "--no-eed"], 0);
    let before = lab.server.count();
    let begin = [&BEGIN[..], &["run"]].concat();
    let kills = 8;
    for kill in 1..=kills {
        let arguments: &[&str] = if kill == 1 { &begin } else { &["ask", "run"] };
        let mut child = lab
            .model(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        eventually("more requests", || {
            let is_over = child.try_wait().unwrap().is_some();
            (is_over || lab.server.count() >= before + 5 * kill).then_some(())
        });
        child.kill().unwrap();
        child.wait().unwrap();
    }
    lab.run(&["ask", "run"], 0);
    // 30 answers, as many overloaded servers, and three under way at each kill.
    let most = 2 * (30 + 3 * kills);
    assert!(
        lab.server.count() - before <= most,
        "{}",
        lab.server.count() - before
    );
    for line in lab.read("run/answers.jsonl").lines() {
        serde_json::from_str::<Value>(line).unwrap();
    }
    let mut child = lab
        .model(&["table", "run", "--no-eed"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let grades = lab.folder.path().join("run/grades.jsonl");
    eventually("a grade", || {
        let is_over = child.try_wait().unwrap().is_some();
        (is_over || fs::metadata(&grades).is_ok_and(|file| file.len() > 0)).then_some(())
    });
    child.kill().unwrap();
    child.wait().unwrap();
    lab.run(&["table", "run", "--no-eed"], 0);
    assert_eq!(lab.rows("run"), lab.rows("whole"));
}

#[test]
fn a_run_that_is_not_all_there_says_so() {
    let lab = Lab::new();
    let within = [
        &BEGIN[..],
        &["run", "--only", "strong", "--budget-tokens", "2500"],
    ]
    .concat();
    let asked = printed(&lab.run(&within, 1));
    assert!(
        asked.contains("the next request does not fit into the budget"),
        "{asked}"
    );
    assert!(
        asked.contains(" of 2500; with more: dojo model ask run --budget-tokens MORE\n"),
        "{asked}"
    );
    // Nor does the run go on without it.
    let again = printed(&lab.run(&["ask", "run"], 1));
    assert_eq!(again, asked);
    let table = lab.run(&["table", "run", "--no-eed"], 1);
    assert!(printed(&table).contains("PARTIAL: "));
    let told = String::from_utf8_lossy(&table.stderr).into_owned();
    assert!(told.contains("`dojo model ask run` asks again"), "{told}");
    let partial = printed(&lab.run(&["table", "run", "--no-eed", "--partial"], 0));
    assert!(partial.contains("PARTIAL: "), "{partial}");
    // What is asked cannot be changed under the same name.
    let other = lab.run(
        &[&BEGIN[..], &["run", "--only", "strong", "--samples", "2"]].concat(),
        2,
    );
    let told = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(told.contains("samples was 1 and is 2"), "{told}");
    lab.run(&["ask", "run", "--budget-tokens", "1M"], 0);
    let table = printed(&lab.run(&["table", "run", "--no-eed"], 0));
    assert!(!table.contains("PARTIAL"), "{table}");
    for (arguments, told) in [
        (
            &["ask", "none", "--models", "models.toml", "--out", "x"][..],
            "cannot read none",
        ),
        (&["ask", SEASON, "--out", "x"], "--models"),
        (&["table", "none"], "there is no run"),
        (&["ask", "run", "--samples", "3"], "was set when it began"),
    ] {
        let output = lab.run(arguments, 2);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(told), "{error}");
    }
}

/// What was forgotten can be given, and what is asked can still be changed: nothing was asked yet.
#[test]
fn a_run_that_cannot_begin_leaves_no_folder() {
    let lab = Lab::new();
    let begin = [&BEGIN[..], &["run"]].concat();
    let without_key = lab.model(&begin).env_remove("DOJO_TEST_LAB_KEY").output();
    let told = String::from_utf8(without_key.unwrap().stderr).unwrap();
    assert!(told.contains("there is no key in"), "{told}");
    let without_limit = lab.run(&[&begin[..], &["--budget", "1"]].concat(), 2);
    let told = String::from_utf8_lossy(&without_limit.stderr).into_owned();
    assert!(told.contains("`half as strong` needs"), "{told}");
    assert!(!lab.folder.path().join("run").exists());
}

/// A model that has played, and somebody who solved the same with a longer program.
struct Game {
    site: TestSite,
    lab: Lab,
    gpt: Api,
    ada: Api,
    /// What the model submitted.
    id: i64,
}

impl Game {
    fn new() -> Self {
        let site = TestSite::new();
        let gpt = Api::of(site.model("gpt", "Lab X"));
        let ada = Api::of(site.contestant("ada"));
        let lab = Lab::new();
        lab.add("player");
        lab.play(&site, &gpt, "trial", "player", &["--rounds", "3"]);
        let submitted = lines(&lab.read("game/submissions.jsonl"));
        let id = submitted[0]["submission"].as_i64().unwrap();
        gpt.person.api_verdict(&gpt.token, id);
        let longer = "for number in range(999):\n    print(number * number)";
        let longer = ada.person.submit("squares", longer);
        ada.person.verdict_page(longer);
        Self {
            site,
            lab,
            gpt,
            ada,
            id,
        }
    }

    fn reveal(&self) {
        self.site.freeze_and_score();
        self.site.reveal();
    }

    /// Runs a command with the model's token; what it printed, and what it told of errors.
    #[track_caller]
    fn run(&self, arguments: &[&str], code: i32) -> (String, String) {
        let url = self.site.url("");
        let mut command = self.lab.model(&[arguments, &["--server", &url]].concat());
        let output = command.env("DOJO_TOKEN", &self.gpt.token).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{told}");
        (printed(&output), told)
    }

    /// Sends a transcript of the model's submission; the status, and what was said.
    fn send(&self, token: &str, body: &[u8]) -> (u16, String) {
        let url = format!("/api/v1/submissions/{}/transcript", self.id);
        let request = ureq::put(self.site.url(&url))
            .config()
            .http_status_as_error(false)
            .build()
            .header("authorization", format!("Bearer {token}"))
            .header("content-type", "application/json");
        let mut answer = request.send(body).unwrap();
        let said = answer.body_mut().read_to_string().unwrap();
        (answer.status().as_u16(), said)
    }
}

#[test]
fn a_model_is_measured_beside_people_and_the_setter() {
    let game = Game::new();
    game.reveal();
    let (table, _) = game.run(&["season", "trial", "game"], 0);
    for said in [
        "trial: 3 problems, 1 model\n",
        "gpt  33.3 % [",
        "of people",
        "player used ",
    ] {
        assert!(table.contains(said), "no {said:?} in {table}");
    }
    let (json, _) = game.run(&["season", "trial", "game", "--json"], 0);
    let rows: Vec<Value> = serde_json::from_str(&json).unwrap();
    let problem = "/seasons/trial/problems/squares";
    let board = game.gpt.get(&format!("{problem}/leaderboard")).expect(200);
    let people = board.json()["rows"][0]["l_chars"].as_f64().unwrap();
    let told = game.gpt.get(problem).expect(200).json();
    let setter = told["setter_l_chars"].as_f64().unwrap();
    for (name, value, n) in [
        ("solved", 1.0 / 3.0, 3),
        ("stage", 1.0 / 3.0, 3),
        ("of people", 30.0 / people, 1),
        ("of setters", 30.0 / setter, 1),
        ("rounds", 3.0, 1),
        ("tokens", 450.0, 3),
    ] {
        let is_it = |row: &&Value| row["figure"] == name && row["model"] == "gpt";
        let row = rows.iter().find(is_it).unwrap();
        let found = row["value"].as_f64().unwrap();
        assert!((found - value).abs() < 1e-9 && row["n"] == n, "{row}");
    }
}

/// Everybody reads what a model was asked and answered, from Reveal on, if its hash is in the receipt.
#[test]
fn transcripts_are_published_by_who_submitted_and_as_their_hashes_say() {
    let game = Game::new();
    let (_, told) = game.run(&["publish", "game"], 1);
    assert!(
        told.contains("squares.json: ") && told.contains("from Reveal on"),
        "{told}"
    );
    game.reveal();
    let transcript = game.lab.read("game/transcripts/squares.json");
    assert_eq!(game.send(&game.ada.token, transcript.as_bytes()).0, 403);
    let (status, said) = game.send(&game.gpt.token, b"{}");
    assert!(status == 422 && said.contains("has no sha256:"), "{said}");
    let large = vec![b' '; (1 << 20) + 1];
    assert_eq!(game.send(&game.gpt.token, &large).0, 413);
    let visitor = game.site.visitor();
    let public = format!("/submissions/{}/transcript.json", game.id);
    visitor.get(&public).expect(404);
    let file = game.lab.folder.path().join("game/transcripts/squares.json");
    fs::write(&file, transcript.replace("Cubes?", "Squares!")).unwrap();
    let (_, told) = game.run(&["publish", "game"], 1);
    assert!(
        told.contains("squares.json: ") && told.contains("has no sha256:"),
        "{told}"
    );

    fs::write(&file, &transcript).unwrap();
    for _ in 0..2 {
        let (said, _) = game.run(&["publish", "game"], 0);
        let published = format!("squares: published with submission {}\n", game.id);
        assert!(said.contains(&published), "{said}");
        assert!(said.contains("short.json: nothing was submitted"), "{said}");
    }
    let page = visitor.get(&format!("/submissions/{}", game.id));
    page.expect(200)
        .shows("Transcript of the model")
        .shows("2 of 100 public terms are right. The term of n = 2 is 4");
    assert_eq!(visitor.get(&public).expect(200).body, transcript);
}

/// A budget is one for all stages and both models: a request costs at most 1, and 0.5 when it is answered.
fn makes_within_one_budget(lab: &Lab) {
    let mut priced = lab.read("models.toml");
    for name in ["editor", "critic"] {
        let model = format!("name = \"{name}\"\nstream = false\n");
        let price = "price = { input = 0, output = 10000 }\nparameters = { max_tokens = 100 }\n";
        priced = priced.replace(&model, &format!("{model}{price}"));
    }
    fs::write(lab.folder.path().join("priced.toml"), priced).unwrap();
    let cut = [
        "make",
        "text.json",
        "--models",
        "priced.toml",
        "--model",
        "editor",
    ];
    let more = ["--reviewer", "critic", "--out", "cut", "--budget", "3"];
    let told = printed(&lab.run(&[&cut[..], &more].concat(), 1));
    assert!(told.contains("2.5000 in money"), "{told}");
}

/// A text becomes a problem that can be graded: what is wrong goes back, every version is kept, the answer stays.
#[test]
fn a_problem_is_made_of_a_text_by_an_editor_and_a_reviewer() {
    let lab = Lab::new();
    lab.add("editor");
    lab.add("critic");
    let text = json!({"id": "Fall 1", "source": "A book.", "licence": "CC-BY-4.0", "context": "See figure 3.",
        "subquestions": [{"letter": "a", "subproblem": "And now?",
            "solution": "Energy: $$m g h = \\frac12 m v^2$$ so $$\\boxed{v = (2gh)^{1/2}}$$."}]});
    fs::write(lab.folder.path().join("text.json"), text.to_string()).unwrap();
    let make = [
        "make",
        "text.json",
        "--models",
        "models.toml",
        "--model",
        "editor",
        "--reviewer",
        "critic",
        "--out",
        "made",
    ];
    let told = printed(&lab.run(&make, 0));
    assert!(
        told.contains("a draft that nobody has reviewed: made/draft/fall-1;"),
        "{told}"
    );

    let version = |name: &str| -> Value {
        serde_json::from_str(&lab.read(&format!("made/versions/fall-1/{name}.json"))).unwrap()
    };
    for (name, wrong) in [
        (
            "normalize-1",
            "the final answer of (a) is v = \\sqrt{g h}, and was v = (2gh)^{1/2}",
        ),
        ("clarify-1", "It does not say that air is neglected."),
        ("graph-1", "[reaches-final-answer]"),
    ] {
        let kept = version(name);
        assert!(
            kept["wrong"]
                .to_string()
                .contains(&wrong.replace('\\', "\\\\")),
            "{kept}"
        );
    }
    for name in ["normalize-2", "clarify-2", "graph-2"] {
        assert_eq!(version(name)["wrong"], json!([]), "{name}");
    }
    let statement = lab.read("made/draft/fall-1/statement.md");
    assert!(
        statement.contains("Air is neglected.\n\n**(a)** Find the speed $v$"),
        "{statement}"
    );
    let validate = || {
        let output = dojo(&["problem", "validate", "made/draft/fall-1"])
            .current_dir(lab.folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
        printed(&output)
    };
    assert!(validate().contains("made by editor, and `reviewed_by` names nobody yet"));
    let review = lab.read("made/draft/fall-1/review.toml");
    let review = review.replace("reviewed_by = \"\"", "reviewed_by = \"Ada\"");
    fs::write(
        lab.folder.path().join("made/draft/fall-1/review.toml"),
        review,
    )
    .unwrap();
    assert!(!validate().contains("review.toml"), "{}", validate());

    // The same again asks nothing.
    let count = lab.server.count();
    lab.run(&make, 0);
    assert_eq!(lab.server.count(), count);
    makes_within_one_budget(&lab);
    // An answer that the editor always changes is refused.
    let text = text.to_string().replace("(2gh)^{1/2}", "(3gh)^{1/2}");
    let text = text.replace("licence", "license");
    fs::write(lab.folder.path().join("other.json"), text).unwrap();
    let told = printed(&lab.run(
        &[
            "make",
            "other.json",
            "--models",
            "models.toml",
            "--model",
            "editor",
            "--out",
            "other",
        ],
        1,
    ));
    assert!(
        told.ends_with("normalize: refused after 5 versions; nothing was made\n"),
        "{told}"
    );
    assert!(!lab.folder.path().join("other/draft").exists());
}

#[test]
fn problems_are_rated_into_a_copy() {
    let lab = Lab::new();
    lab.add("rater");
    let rate = [
        "rate",
        SEASON,
        "--models",
        "models.toml",
        "--model",
        "rater",
        "--out",
        "rated",
    ];
    let told = printed(&lab.run(&rate, 1));
    assert!(
        told.starts_with("14 problems rated: rated/rated.json\n"),
        "{told}"
    );
    assert!(
        told.contains("no rating can be read of bohr: each"),
        "{told}"
    );
    let rows: Vec<Value> = serde_json::from_str(&lab.read("rated/rated.json")).unwrap();
    let row = |id: &str| rows.iter().find(|row| row["id"] == id).unwrap();
    assert_eq!(row("cliff")["difficulty"], json!({"C1": 1, "C2": 2}));
    assert_eq!(row("cliff")["domain"], "Optics");
    assert!(row("cliff")["grading_standard"].is_array());
    assert_eq!(row("bohr")["difficulty"], json!({"C1": 2, "C2": 2}));
    // What somebody made of it stays.
    let file = lab.folder.path().join("rated/rated.json");
    fs::write(&file, "[]").unwrap();
    let told = printed(&lab.run(&rate, 1));
    assert!(told.contains("stays as it is"), "{told}");
    assert_eq!(lab.read("rated/rated.json"), "[]");
    let requests = lab.server.requests.lock().unwrap();
    let asked = requests.keys().filter(|(model, _)| model == "rater");
    assert!(
        asked
            .clone()
            .all(|(_, question)| !question.contains("\"difficulty\""))
    );
    // Only domains of which none overlaps another are proposed.
    let domains = "Quantum Mechanics; Solid State Physics and Miscellaneous Topics.";
    assert!(
        asked
            .clone()
            .all(|(_, question)| question.contains(domains))
    );
    // Of what cannot be read it is asked three times.
    let of_bohr = asked.filter(|(_, question)| question.contains("In Bohr's model"));
    let count: usize = of_bohr.map(|asked| requests[asked]).sum();
    assert_eq!(count, 6);
}
