//! Runs against a server on this machine that answers as published ones do: too many requests, broken streams,
//! refusals.

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;

use dojo_model::ask::{Job, Outcome, Progress, Stop, Watch};
use dojo_model::folder::{self, Answer, Folder, Status};
use dojo_model::prompt::Prompt;
use dojo_model::question::Question;
use dojo_model::run::{DatasetName, Run};
use dojo_model::settings::Settings;
use dojo_model::spending::Budget;
use serde_json::Value;

const KEY: &str = "secret-key-0";

/// What is said to one request.
#[derive(Clone)]
enum Said {
    /// A response as it goes over the wire; the connection is closed after it.
    Raw(String),
    /// The same, where it is no text.
    Bytes(Vec<u8>),
    /// The answer to whichever form was asked for.
    Text(&'static str),
}

fn status(status: &str, head: &str, body: &str) -> Said {
    Said::Raw(format!(
        "HTTP/1.1 {status}\r\n{head}Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.replace("{key}", &format!("Bearer {KEY}")).len()
    ))
}

/// A stream that goes on until the connection is closed.
fn stream(events: &str) -> Said {
    Said::Raw(format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n{events}"
    ))
}

/// A server: what it says to the requests that contain a text, one after the other, the last again and again.
struct Server {
    address: String,
    requests: Arc<Mutex<Vec<Value>>>,
}

type Script = BTreeMap<&'static str, Vec<Said>>;

impl Server {
    fn new(script: Script) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/v1", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (seen, script) = (Arc::clone(&requests), Arc::new(Mutex::new(script)));
        thread::spawn(move || {
            for connection in listener.incoming().map_while(Result::ok) {
                let (seen, script) = (Arc::clone(&seen), Arc::clone(&script));
                thread::spawn(move || answer(connection, &seen, &script));
            }
        });
        Self { address, requests }
    }

    fn count(&self) -> usize {
        self.requests.lock().unwrap().len()
    }
}

fn answer(mut connection: TcpStream, seen: &Mutex<Vec<Value>>, script: &Mutex<Script>) {
    let mut reader = BufReader::new(connection.try_clone().unwrap());
    let (mut length, mut key, mut line) = (0, String::new(), String::new());
    while reader.read_line(&mut line).is_ok_and(|bytes| bytes > 2) {
        let lower = line.to_ascii_lowercase();
        if let Some(value) = lower.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if lower.starts_with("authorization:") {
            line["authorization:".len()..].trim().clone_into(&mut key);
        }
        line.clear();
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let body: Value = serde_json::from_slice(&body).unwrap();
    let text = body["messages"].to_string();
    // The last name first, so that none is taken for one that it begins.
    let said = {
        let mut script = script.lock().unwrap();
        let (_, said) = script
            .iter_mut()
            .rev()
            .find(|(part, _)| text.contains(**part))
            .unwrap();
        if said.len() > 1 {
            said.remove(0)
        } else {
            said[0].clone()
        }
    };
    let said = match said {
        Said::Raw(raw) => raw.replace("{key}", &key).into_bytes(),
        Said::Bytes(bytes) => bytes,
        Said::Text(text) => {
            let usage = r#"{"prompt_tokens": 10, "completion_tokens": 5}"#;
            let said = if body["stream"] == true {
                stream(&format!(
                    "data: {{\"choices\": [{{\"delta\": {{\"content\": {text:?}}}, \"finish_reason\": \"stop\"}}]}}\n\ndata: {{\"choices\": [], \"usage\": {usage}}}\n\ndata: [DONE]\n\n"
                ))
            } else {
                status(
                    "200 OK",
                    "",
                    &format!(
                        r#"{{"choices": [{{"message": {{"content": {text:?}}}, "finish_reason": "stop"}}], "usage": {usage}}}"#
                    ),
                )
            };
            let Said::Raw(raw) = said else { unreachable!() };
            raw.into_bytes()
        }
    };
    seen.lock().unwrap().push(body);
    // Whoever does not listen any more has all that it wanted.
    let _ = connection.write_all(&said);
}

/// Remembers what was told, and stops the run after so many answers.
#[derive(Default)]
struct Told {
    lines: Mutex<Vec<String>>,
    stop: Stop,
    stop_after: Option<usize>,
}

impl Watch for Told {
    fn progress(&self, progress: &Progress) {
        let answered: usize = progress.models.iter().map(|model| model.answered).sum();
        if self.stop_after.is_some_and(|most| answered >= most) {
            self.stop.stop();
        }
    }

    fn stopped(&self, model: &str, words: &str) {
        self.lines.lock().unwrap().push(format!("{model}: {words}"));
    }
}

struct Lab {
    folder: tempfile::TempDir,
    run: Run,
    questions: Vec<Question>,
    prompt: Prompt,
}

impl Lab {
    /// A run of one model that is asked these problems.
    fn new(server: &Server, problems: &[&str], more: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("key"), format!("{KEY}\n")).unwrap();
        let models = format!(
            "[endpoint.lab]\nbase_url = \"{}\"\nkey_file = \"key\"\nat_once = 4\nfirst_wait_seconds = 0.001\n\n[model.m]\nendpoint = \"lab\"\nname = \"m-1\"\n{more}",
            server.address
        );
        let file = folder.path().join("models.toml");
        fs::write(&file, models).unwrap();
        let settings = Settings::read(&file).unwrap();
        let prompt = Prompt::find("phybench/1").unwrap();
        let run = Run {
            dojo: "0".into(),
            samples: 1,
            images: None,
            dataset: DatasetName {
                path: "problems.jsonl".into(),
                sha256: String::new(),
                rows: problems.len(),
            },
            prompt: prompt.name.clone(),
            endpoints: settings.endpoints,
            models: settings.models,
        };
        let question =
            |text: &&str| Question::new(text, &serde_json::json!({"content": text}).to_string());
        let questions = problems
            .iter()
            .map(|text| question(text).unwrap())
            .collect();
        Self {
            folder,
            run,
            questions,
            prompt,
        }
    }

    fn path(&self) -> std::path::PathBuf {
        self.folder.path().join("run")
    }

    fn ask_within(&self, budget: Option<Budget>, told: &Told) -> Outcome {
        let folder = Folder::begin(&self.path(), &self.run, &self.prompt.source).unwrap();
        let job = Job::new(
            &self.run,
            self.run.settings(),
            &self.prompt,
            &self.questions,
        );
        job.ask(&folder, budget, told, &told.stop).unwrap()
    }

    fn ask(&self) -> Outcome {
        self.ask_within(None, &Told::default())
    }

    /// The answers, by problem.
    fn answers(&self) -> BTreeMap<String, Answer> {
        let answers = folder::read_answers(&self.path()).unwrap().into_iter();
        answers.map(|answer| (answer.id.clone(), answer)).collect()
    }
}

fn statuses(lab: &Lab) -> Vec<Status> {
    lab.answers().values().map(|answer| answer.status).collect()
}

#[test]
fn what_fails_for_a_while_is_tried_again() {
    let faults = [
        (
            "p-429",
            status("429 Too Many Requests", "Retry-After: 0\r\n", "{}"),
        ),
        (
            "p-429-ms",
            status("429 Too Many Requests", "retry-after-ms: 2\r\n", "{}"),
        ),
        (
            "p-500",
            status(
                "500 Internal Server Error",
                "",
                r#"{"error": {"message": "oh"}}"#,
            ),
        ),
        (
            "p-502",
            status("502 Bad Gateway", "", "<html><h1>502</h1></html>"),
        ),
        ("p-529", status("529 Overloaded", "", "{}")),
        ("p-closed", Said::Raw(String::new())),
        (
            "p-head",
            Said::Raw("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n".into()),
        ),
        (
            "p-half",
            Said::Raw("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{\"choi".into()),
        ),
        ("p-text", status("200 OK", "", "upstream connect error")),
        ("p-none", status("200 OK", "", r#"{"choices": null}"#)),
        ("p-done", stream("data: [DONE]\n\n")),
        (
            "p-upstream",
            stream(
                "data: {\"choices\": [{\"delta\": {\"content\": \"\"}, \"finish_reason\": \"error\", \"error\": {\"code\": 502}}]}\n\ndata: [DONE]\n\n",
            ),
        ),
        (
            "p-cut",
            stream("data: {\"choices\": [{\"delta\": {\"content\": \"$$\"}}]}\n\n"),
        ),
        (
            "p-error",
            stream("data: {\"error\": {\"message\": \"upstream error\"}}\n\n"),
        ),
        ("p-broken", stream("data: {\"choi\n\n")),
    ];
    let names: Vec<&str> = faults.iter().map(|(name, _)| *name).collect();
    let script = faults.map(|(name, fault)| (name, vec![fault, Said::Text("$$v$$")]));
    let server = Server::new(script.into_iter().collect());
    let lab = Lab::new(&server, &names, "");
    let outcome = lab.ask();
    assert!(outcome.is_complete(), "{outcome:?}");
    for (id, answer) in lab.answers() {
        assert_eq!(
            (answer.status, answer.solution.as_deref()),
            (Status::Ok, Some("$$v$$")),
            "{id}"
        );
        assert_eq!(answer.attempts, 2, "{id}");
    }
    assert_eq!(outcome.progress.unknown, names.len());
    // What is there is not asked again.
    let before = server.count();
    assert!(lab.ask().is_complete());
    assert_eq!(server.count(), before);
}

/// A response with this head besides, and this body.
fn with_head(head: &str, body: &[u8]) -> Said {
    let length = body.len();
    let head =
        format!("HTTP/1.1 200 OK\r\n{head}Content-Length: {length}\r\nConnection: close\r\n\r\n");
    Said::Bytes([head.as_bytes(), body].concat())
}

fn gzip(text: &str) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(text.as_bytes()).unwrap();
    packer.finish().unwrap()
}

/// Servers, and what stands between them and us, get the form wrong and the answer right.
#[test]
fn an_answer_counts_in_whatever_form_it_comes() {
    const WHOLE: &str =
        r#"{"choices": [{"message": {"content": "$$v$$"}, "finish_reason": "stop"}]}"#;
    const EVENTS: &str = "event: message\nid: 1\ndata: {\"choices\": [{\"delta\": {\"content\": \"$$v$$\"}, \"finish_reason\": \"stop\"}]}\n\ndata:\n\ndata: [DONE]\n\n";
    const JSON: &str = "Content-Type: application/json\r\n";
    const STREAM: &str = "Content-Type: text/event-stream\r\n";
    const PACKED: &str = "Content-Type: text/event-stream\r\nContent-Encoding: gzip\r\n";
    let lost = WHOLE.replace("$$v$$", r"$$v$$\ud835");
    let half = [
        WHOLE.split_once("$$\"}").unwrap().0.as_bytes(),
        b"$$\xff\"}, \"finish_reason\": \"stop\"}]}",
    ]
    .concat();
    let forms = [
        (
            "p-bom",
            with_head(JSON, format!("\u{feff}{WHOLE}").as_bytes()),
        ),
        (
            "p-capitals",
            with_head(
                "Content-Type: Text/Event-Stream; charset=utf-8\r\n",
                EVENTS.as_bytes(),
            ),
        ),
        (
            "p-chunked",
            Said::Raw(format!(
                "HTTP/1.1 200 OK\r\n{STREAM}Transfer-Encoding: chunked\r\nTrailer: X\r\n\r\n{:x};a=b\r\n{EVENTS}\r\n0\r\nX: 1\r\n\r\n",
                EVENTS.len()
            )),
        ),
        (
            "p-early",
            Said::Raw(format!(
                "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n{JSON}Content-Length: {}\r\n\r\n{WHOLE}",
                WHOLE.len()
            )),
        ),
        ("p-events", with_head("", EVENTS.as_bytes())),
        (
            "p-gzip",
            with_head(
                "Content-Type: application/json\r\nContent-Encoding: gzip\r\n",
                &gzip(WHOLE),
            ),
        ),
        ("p-half", with_head(JSON, &half)),
        (
            "p-http10",
            Said::Raw(format!("HTTP/1.0 200 OK\r\n{STREAM}\r\n{EVENTS}")),
        ),
        (
            "p-lines",
            with_head(JSON, format!("{}{WHOLE}\n", "\n".repeat(500)).as_bytes()),
        ),
        ("p-lost", with_head(JSON, lost.as_bytes())),
        (
            "p-number",
            with_head(
                JSON,
                WHOLE
                    .replacen(
                        '{',
                        "{\"usage\": {\"total_tokens\": NaN, \"x\": 1e999}, ",
                        1,
                    )
                    .as_bytes(),
            ),
        ),
        ("p-packed", with_head(PACKED, &gzip(EVENTS))),
        ("p-piece", with_head(STREAM, WHOLE.as_bytes())),
        (
            "p-text",
            with_head(
                "Content-Type: text/plain\r\n",
                format!(": hello\n\n{EVENTS}").as_bytes(),
            ),
        ),
    ];
    let names: Vec<&str> = forms.iter().map(|(name, _)| *name).collect();
    let script = forms.map(|(name, form)| (name, vec![form]));
    let server = Server::new(script.into_iter().collect());
    let lab = Lab::new(&server, &names, "");
    lab.ask();
    for (id, answer) in lab.answers() {
        assert_eq!(
            (answer.status, answer.error.as_deref()),
            (Status::Ok, None),
            "{id}"
        );
        let solution = answer.solution.unwrap().replace('\u{fffd}', "");
        assert_eq!((solution.as_str(), answer.attempts), ("$$v$$", 1), "{id}");
    }
}

/// Nobody knows what an answer says that has more headers than can be read, and whether it has to be paid for.
#[test]
fn an_answer_with_too_many_headers_fails_and_may_have_cost() {
    let mut head = String::new();
    for number in 0..200 {
        head.extend(["X-", &number.to_string(), ": a\r\n"]);
    }
    let script = [
        ("p1", vec![Said::Text("$$v$$")]),
        ("p2", vec![status("200 OK", &head, "{}")]),
    ];
    let server = Server::new(script.into_iter().collect());
    let lab = Lab::new(&server, &["p1", "p2"], "");
    let spent = lab.ask().progress.spent.tokens;
    assert_eq!(statuses(&lab), [Status::Ok, Status::Failed]);
    let failed = &lab.answers()["p2"];
    let told = failed.error.as_deref().unwrap();
    assert!(
        told.starts_with("the head of the answer cannot be read"),
        "{told}"
    );
    let known = Folder::open(&lab.path()).unwrap().known().unwrap();
    assert_eq!(known.spent.tokens, spent);
    assert!(
        failed.attempts == 8 && spent > 8 * 15,
        "{failed:?}, {spent}"
    );
}

/// A server whose day is used up is not waited for, whatever it was before.
#[test]
fn a_wait_of_hours_ends_the_run() {
    for (head, told) in [
        ("Retry-After: 36000\r\n", "10 h"),
        (
            "Retry-After: 10000000000000000000\r\n",
            "2777777777777777 h",
        ),
    ] {
        let script = [
            ("p1", vec![Said::Text("$$v$$")]),
            ("p2", vec![status("429 Too Many Requests", head, "{}")]),
        ];
        let server = Server::new(script.into_iter().collect());
        let mut lab = Lab::new(&server, &["p1"], "");
        lab.ask();
        lab.questions
            .push(Question::new("p2", r#"{"content": "p2"}"#).unwrap());
        let heard = Told::default();
        let outcome = lab.ask_within(None, &heard);
        assert_eq!(outcome.progress.models[0].failed, 1);
        let words = format!("m: status 429: {{}}; it wants no request for {told}");
        assert_eq!(*heard.lines.lock().unwrap(), [words]);
    }
}

#[test]
fn statuses_tell_what_the_model_did_from_what_failed() {
    let finish = |content: &str, reason: &str| {
        stream(&format!(
            "data: {{\"choices\": [{{\"delta\": {{\"content\": {content:?}}}, \"finish_reason\": \"{reason}\"}}]}}\n\n"
        ))
    };
    let script = [
        ("p1", vec![Said::Text("$$v$$")]),
        ("p2", vec![finish("$$v = \\", "length")]),
        ("p3", vec![finish("<think>so", "length")]),
        ("p4", vec![finish("", "content_filter")]),
        (
            "p5",
            vec![status(
                "400 Bad Request",
                "",
                r#"{"error": {"message": "context length"}}"#,
            )],
        ),
    ];
    let server = Server::new(script.into_iter().collect());
    let lab = Lab::new(&server, &["p1", "p2", "p3", "p4", "p5"], "");
    let outcome = lab.ask();
    assert_eq!(
        statuses(&lab),
        [
            Status::Ok,
            Status::CutOff,
            Status::Empty,
            Status::Refused,
            Status::Failed
        ]
    );
    let model = &outcome.progress.models[0];
    assert_eq!((model.answered, model.failed, model.all), (4, 1, 5));
    let failed = &lab.answers()["p5"];
    assert_eq!(failed.error.as_deref(), Some("status 400: context length"));
    assert_eq!((server.count(), failed.attempts), (5, 1));
    // What failed is asked again, and nothing else.
    lab.ask();
    assert_eq!(server.count(), 6);
}

#[test]
fn nothing_but_the_parameters_is_sent_as_they_stand() {
    let server = Server::new([("p1", vec![Said::Text("$$v$$")])].into_iter().collect());
    let parameters = "stream = false\n[model.m.parameters]\nreasoning_effort = \"high\"\nextra = { depth = [1, 2.5] }\n";
    Lab::new(&server, &["p1"], parameters).ask();
    Lab::new(&server, &["p1"], "").ask();
    let requests = server.requests.lock().unwrap();
    let sent: Vec<String> = requests
        .iter()
        .map(|request| {
            let mut request = request.clone();
            let messages = request["messages"].take();
            assert_eq!(messages.as_array().unwrap().len(), 1);
            request.to_string()
        })
        .collect();
    assert_eq!(
        sent,
        [
            r#"{"model":"m-1","messages":null,"stream":false,"extra":{"depth":[1,2.5]},"reasoning_effort":"high"}"#,
            r#"{"model":"m-1","messages":null,"stream":true,"stream_options":{"include_usage":true}}"#,
        ]
    );
}

#[test]
fn a_wrong_key_or_parameter_stops_a_model_with_the_servers_words() {
    let problems: Vec<String> = (0..30).map(|number| format!("p{number}")).collect();
    let problems: Vec<&str> = problems.iter().map(String::as_str).collect();
    for (code, most) in [
        ("401 Unauthorized", 4),
        ("404 Not Found", 4),
        ("400 Bad Request", 6),
    ] {
        let words = r#"{"error": {"message": "no, not with {key}"}}"#;
        let server = Server::new([("p", vec![status(code, "", words)])].into_iter().collect());
        let lab = Lab::new(&server, &problems, "");
        let told = Told::default();
        let outcome = lab.ask_within(None, &told);
        assert!(!outcome.is_complete());
        // Others were under way.
        assert!(server.count() <= most, "{code}: {}", server.count());
        let code = &code[..3];
        let words = format!("m: status {code}: no, not with Bearer [key]");
        assert_eq!(*told.lines.lock().unwrap(), [words]);
    }
}

/// Questions that are too long stay so, and keep no other from being asked.
#[test]
fn questions_that_are_refused_stop_no_model_that_has_answered_before() {
    let refused = status("400 Too long", "", "{}");
    let script = [
        ("p1", vec![Said::Text("$$v$$")]),
        ("p2", vec![refused]),
        ("p3", vec![Said::Text("$$v$$")]),
    ];
    let server = Server::new(script.into_iter().collect());
    let mut lab = Lab::new(&server, &["p1"], "");
    lab.ask();
    for id in ["p2 a", "p2 b", "p2 c", "p2 d", "p2 e", "p3"] {
        let row = format!("{{\"content\": \"{id}\"}}");
        lab.questions.push(Question::new(id, &row).unwrap());
    }
    let told = Told::default();
    let outcome = lab.ask_within(None, &told);
    assert_eq!(lab.answers()["p3"].status, Status::Ok);
    assert_eq!(outcome.progress.models[0].failed, 5);
    assert_eq!(*told.lines.lock().unwrap(), Vec::<String>::new());
}

/// A server that is not there fails three answers, and not all of them.
#[test]
fn a_server_that_does_not_answer_stops_its_models() {
    let problems: Vec<String> = (0..30).map(|number| format!("p{number}")).collect();
    let problems: Vec<&str> = problems.iter().map(String::as_str).collect();
    let script = [("p", vec![status("503 Loading", "Retry-After: 0\r\n", "{}")])];
    let server = Server::new(script.into_iter().collect());
    let lab = Lab::new(&server, &problems, "");
    let told = Told::default();
    let outcome = lab.ask_within(None, &told);
    // Each was tried eight times, and those under way are finished.
    assert!(
        (3..=6).contains(&outcome.progress.models[0].failed),
        "{outcome:?}"
    );
    assert!(server.count() <= 6 * 8, "{}", server.count());
    assert_eq!(*told.lines.lock().unwrap(), ["m: status 503: {}"]);
}

/// A response may say the key anywhere: none of our files has it.
#[test]
fn the_key_is_in_no_file() {
    let script = [
        (
            "p1",
            vec![stream(
                "data: {\"model\": \"{key}\", \"choices\": [{\"delta\": {\"content\": \"{key}\", \"reasoning\": \"{key}\"}, \"finish_reason\": \"{key}\"}], \"usage\": {\"{key}\": 1}}\n\n",
            )],
        ),
        (
            "p2",
            vec![
                status("500 {key}", "X-Key: {key}\r\n", "{key}"),
                status("400 No", "", "{\"error\": \"{key}\"}"),
            ],
        ),
        (
            "p3",
            vec![
                status("200 OK", "", "not JSON {key}"),
                status("403 No", "", "{key}"),
            ],
        ),
    ];
    let server = Server::new(script.into_iter().collect());
    let lab = Lab::new(&server, &["p1", "p2", "p3"], "");
    lab.ask();
    assert!(statuses(&lab).contains(&Status::Ok));
    let mut files = 0;
    for file in fs::read_dir(lab.path()).unwrap() {
        let file = file.unwrap().path();
        let text = fs::read_to_string(&file).unwrap();
        assert!(!text.contains(KEY), "{}: {text}", file.display());
        assert!(
            file.extension() != Some("jsonl".as_ref()) || text.contains("[key]"),
            "{text}"
        );
        files += 1;
    }
    assert_eq!(files, 4);
}

/// What is told of an error is its beginning, and a key that stands where it is cut is struck out as a whole.
#[test]
fn no_part_of_the_key_is_told() {
    let words = format!("{}{{key}}", "x".repeat(480));
    let server = Server::new(
        [("p", vec![status("400 No", "", &words)])]
            .into_iter()
            .collect(),
    );
    let lab = Lab::new(&server, &["p1"], "");
    lab.ask();
    let error = lab.answers()["p1"].error.clone().unwrap();
    assert!(error.ends_with("xBearer [key]"), "{error}");
}

#[test]
fn a_run_ends_by_itself_within_its_budget() {
    let problems: Vec<String> = (0..20).map(|number| format!("p{number}")).collect();
    let problems: Vec<&str> = problems.iter().map(String::as_str).collect();
    let server = Server::new([("p", vec![Said::Text("$$v$$")])].into_iter().collect());
    let limits = "price = { input = 1, output = 10 }\n[model.m.parameters]\nmax_tokens = 50\n";
    let lab = Lab::new(&server, &problems, limits);
    // A request uses 15 tokens, and 50 and what is sent at worst, which is some 250.
    let within = |most| lab.ask_within(Some(Budget::Tokens(most)), &Told::default());
    let first = within(400);
    assert!(first.out_of_budget && !first.is_complete());
    let asked = server.count();
    assert!((5..20).contains(&asked), "{asked}");
    assert_eq!(first.progress.spent.tokens, 15 * asked as u64);
    // It counts from the beginning of the run.
    let again = within(400);
    assert!(again.out_of_budget);
    assert_eq!(server.count(), asked);
    let money = lab.ask_within(Some(Budget::Money(1.0)), &Told::default());
    assert!(money.is_complete() && !money.out_of_budget);
    assert!(
        (money.progress.spent.money - 20.0 * 60e-6).abs() < 1e-9,
        "{:?}",
        money.progress.spent
    );
}

#[test]
fn a_budget_needs_a_limit_and_a_price() {
    let server = Server::new(Script::new());
    let lab = Lab::new(&server, &["p1"], "");
    let folder = Folder::begin(&lab.path(), &lab.run, &lab.prompt.source).unwrap();
    let job = Job::new(&lab.run, lab.run.settings(), &lab.prompt, &lab.questions);
    let told = Told::default();
    let error = job
        .ask(&folder, Some(Budget::Money(1.0)), &told, &told.stop)
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("`m` needs `max_completion_tokens`"),
        "{error}"
    );
    let plan = job.plan(&folder.known().unwrap()).unwrap();
    assert_eq!(
        (plan.requests, plan.unlimited.len(), plan.unpriced.len()),
        (1, 1, 1)
    );
}

#[test]
fn a_run_that_is_stopped_goes_on_where_it_was() {
    let problems: Vec<String> = (0..40).map(|number| format!("p{number}-")).collect();
    let problems: Vec<&str> = problems.iter().map(String::as_str).collect();
    let server = Server::new([("p", vec![Said::Text("$$v$$")])].into_iter().collect());
    let lab = Lab::new(&server, &problems, "");
    let told = Told {
        stop_after: Some(10),
        ..Told::default()
    };
    let stopped = lab.ask_within(None, &told);
    assert!(stopped.interrupted && !stopped.is_complete());
    // The last line is cut off, as by a kill.
    let file = lab.path().join(folder::ANSWERS);
    let text = fs::read(&file).unwrap();
    fs::write(&file, &text[..text.len() - 9]).unwrap();
    assert!(lab.ask().is_complete());
    assert_eq!(lab.answers().len(), 40);
    assert_eq!(server.count(), 41);
    each_line_is_json(&file);
}

fn each_line_is_json(file: &Path) {
    for line in fs::read_to_string(file).unwrap().lines() {
        serde_json::from_str::<Value>(line).unwrap();
    }
}

#[test]
fn other_settings_under_the_same_name_are_refused() {
    let server = Server::new([("p", vec![Said::Text("$$v$$")])].into_iter().collect());
    let mut lab = Lab::new(&server, &["p1"], "");
    lab.ask();
    lab.run.samples = 2;
    lab.run.models.get_mut("m").unwrap().name = "m-2".into();
    let begin = || Folder::begin(&lab.path(), &lab.run, &lab.prompt.source).map(drop);
    let error = begin().unwrap_err().to_string();
    assert!(
        error.ends_with("other settings: samples was 1 and is 2; model `m` was m-1, stream true, {} and is m-2, stream true, {}"),
        "{error}"
    );
}
