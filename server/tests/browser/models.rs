//! The page of a benchmark, as `dojo model table` writes it into a folder.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::thread;

use serde_json::{Value, json};

use crate::chrome::in_browser;
use crate::everywhere::faults_in_every_look;

const SEASON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../seasons/physics-demo");

/// Of ten answers of a model, so many have every formula of the reference solution. The others have half of them.
const MODELS: [(&str, usize); 3] = [("strong", 8), ("middle", 5), ("weak", 2)];

/// The beginning of each problem's context, with the formulas of its solution.
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

/// A chat server for the demo season, one request after the other; its port.
fn serve() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        let problems = problems();
        let mut asked = BTreeMap::new();
        for connection in listener.incoming().map_while(Result::ok) {
            answer(connection, &problems, &mut asked);
        }
    });
    port
}

fn answer(
    mut connection: TcpStream,
    problems: &[(String, Vec<String>)],
    asked: &mut BTreeMap<(String, usize), usize>,
) {
    let mut reader = BufReader::new(connection.try_clone().unwrap());
    let (mut length, mut line) = (0, String::new());
    while reader.read_line(&mut line).is_ok_and(|bytes| bytes > 2) {
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        line.clear();
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let body: Value = serde_json::from_slice(&body).unwrap();
    let question = body["messages"].to_string();
    let model = body["model"].as_str().unwrap().to_owned();
    let (_, of_ten) = MODELS.iter().find(|(name, _)| *name == model).unwrap();
    let is_asked = |(begins, _): &(String, Vec<String>)| {
        let begins = json!(begins).to_string();
        question.contains(begins.trim_matches('"'))
    };
    let at = problems.iter().position(is_asked).unwrap();
    let time = asked.entry((model, at)).or_default();
    *time += 1;
    let formulas = &problems[at].1;
    let is_whole = (7 * at + 3 * *time) % 10 < *of_ten;
    let count = if is_whole {
        formulas.len()
    } else {
        formulas.len() / 2
    };
    let said = json!({
        "choices": [{"message": {"content": formulas[..count].join("\n\n")}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 50},
    });
    let said = said.to_string();
    write!(
        connection,
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{said}",
        said.len()
    )
    .unwrap();
}

const OPEN_ALL: &str = "for (const part of document.querySelectorAll('details')) part.open = true";

#[test]
fn the_page_of_a_benchmark_fits_every_screen() {
    in_browser(async |page| {
        let folder = tempfile::tempdir().unwrap();
        let mut models = format!(
            "[endpoint.lab]\nbase_url = \"http://127.0.0.1:{}/v1\"\nat_once = 1\n",
            serve()
        );
        for (name, _) in MODELS {
            write!(
                models,
                "[model.\"scripted {name}\"]\nendpoint = \"lab\"\nname = \"{name}\"\n"
            )
            .unwrap();
        }
        fs::write(folder.path().join("models.toml"), models).unwrap();
        let ask = ["ask", SEASON, "--models", "models.toml", "--samples", "3"];
        let table = ["table", "run", "--no-eed"];
        for arguments in [[&ask[..], &["--out", "run"]].concat(), table.to_vec()] {
            let output = Command::new(env!("CARGO_BIN_EXE_dojo"))
                .arg("model")
                .args(&arguments)
                .current_dir(folder.path())
                .output()
                .unwrap();
            assert!(output.status.success(), "{arguments:?}: {output:?}");
        }
        let place = folder.path().join("run/page").canonicalize().unwrap();
        let open = async |name: &str| {
            let address = format!("file://{}", place.join(name).display());
            page.driver.goto(address).await.unwrap();
        };
        for (name, width, dark) in [
            ("wide", 1280, false),
            ("phone", 360, false),
            ("dark", 1280, true),
        ] {
            page.screen(width, dark).await;
            for (file, kind) in [("bohr.html", "model-problem"), ("index.html", "model-page")] {
                open(file).await;
                page.picture(&format!("{kind}-{name}")).await;
            }
        }
        // Axe itself asks a file for its styles, which a browser complains about.
        assert_eq!(page.complaints().await, Vec::<String>::new());
        for file in ["bohr.html", "index.html"] {
            open(file).await;
            page.script(OPEN_ALL, Vec::new()).await;
            let mut faults = faults_in_every_look(page).await;
            // The table's page is one file.
            faults.retain(|fault| file != "index.html" || !fault.contains(": inline: "));
            assert_eq!(json!(faults), json!([]), "{file}");
        }
        open("index.html").await;
        page.screen(1280, false).await;
        let label = async |css: &str| {
            let script =
                format!("return document.querySelector('{css}').getAttribute('aria-label')");
            page.script(&script, Vec::new()).await
        };
        let difference = label("td[aria-label]").await;
        let difference = difference.as_str().unwrap();
        assert!(
            difference.starts_with("Final of scripted strong less that of scripted middle: +"),
            "{difference}"
        );
        let answer = label(".cells a").await;
        let answer = answer.as_str().unwrap();
        assert!(answer.ends_with(" % of the steps, ok, ok, ok"), "{answer}");
        page.guide("model-page", "h1", 880).await;
    });
}
