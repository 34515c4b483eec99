//! A run of `dojo model ask` from a server that takes its time: how many answers come a second, how much memory that needs,
//! and how soon the same command over the full folder knows that all is there.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};

use anyhow::{Context as _, ensure};
use serde::Serialize;

use super::memory;

/// How long the server takes for an answer.
const THINKING: Duration = Duration::from_millis(50);
/// Requests under way.
const AT_ONCE: u16 = 64;
/// Answers to each problem.
const SAMPLES: u32 = 4;
/// A text of about as many words as answers have.
const ANSWER: &str =
    "Energy is conserved, so $$m g h = \\frac12 m v^2$$ and $$v = \\sqrt{2 g h}$$. ";
/// How often it is said in an answer.
const REPEATED: usize = 20;

#[derive(Serialize)]
pub(super) struct Figures {
    answers: u32,
    at_once: u16,
    seconds: f64,
    answers_per_second: f64,
    /// Of what so many requests at once can bring at most.
    share: f64,
    peak_mib: Option<f64>,
    resumed_seconds: f64,
}

/// Asks for answers with the program itself, then for the same again.
pub(super) fn bench(answers: u32) -> anyhow::Result<Figures> {
    let folder = tempfile::tempdir()?;
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    thread::spawn(move || {
        for connection in listener.incoming().map_while(Result::ok) {
            thread::spawn(move || serve(connection));
        }
    });
    let problems = answers.div_ceil(SAMPLES);
    let rows = (1..=problems).map(|number| {
        format!("{{\"id\": \"p{number}\", \"content\": \"A mass falls from the height $h_{{{number}}}$. How fast is it?\"}}\n")
    });
    fs::write(
        folder.path().join("problems.jsonl"),
        rows.collect::<String>(),
    )?;
    let models = format!(
        "[endpoint.bench]\nbase_url = \"http://{address}/v1\"\nat_once = {AT_ONCE}\n\n\
         [model.bench]\nendpoint = \"bench\"\nname = \"bench\"\nstream = false\n"
    );
    fs::write(folder.path().join("models.toml"), models)?;
    let samples = SAMPLES.to_string();
    let begin = [
        "problems.jsonl",
        "--models",
        "models.toml",
        "--samples",
        &samples,
        "--out",
        "run",
    ];
    let (seconds, peak_mib) = ask(folder.path(), &begin)?;
    let (resumed_seconds, _) = ask(folder.path(), &["run"])?;
    let answers = problems * SAMPLES;
    let answers_per_second = f64::from(answers) / seconds;
    Ok(Figures {
        answers,
        at_once: AT_ONCE,
        seconds,
        answers_per_second,
        share: answers_per_second * THINKING.as_secs_f64() / f64::from(AT_ONCE),
        peak_mib,
        resumed_seconds,
    })
}

/// Runs `dojo model ask`: how long it takes, and the most memory that it has in RAM.
fn ask(folder: &Path, arguments: &[&str]) -> anyhow::Result<(f64, Option<f64>)> {
    let begun = Instant::now();
    let mut child = Command::new(env::current_exe()?)
        .args(["model", "ask"])
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .context("cannot start dojo")?;
    let process = child.id().to_string();
    let mut peak = None;
    let status = loop {
        peak = memory::peak_mib(&process).or(peak);
        if let Some(status) = child.try_wait()? {
            break status;
        }
        thread::sleep(THINKING / 10);
    };
    ensure!(status.success(), "dojo model ask: {status}");
    Ok((begun.elapsed().as_secs_f64(), peak))
}

/// Answers the requests of a connection.
fn serve(connection: TcpStream) -> Option<()> {
    let mut writer = connection.try_clone().ok()?;
    let mut reader = BufReader::new(connection);
    let content = serde_json::to_string(&ANSWER.repeat(REPEATED)).ok()?;
    let body = format!(
        "{{\"choices\": [{{\"message\": {{\"content\": {content}}}, \"finish_reason\": \"stop\"}}], \
         \"usage\": {{\"prompt_tokens\": 100, \"completion_tokens\": 500}}}}"
    );
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    loop {
        let (mut length, mut line) = (0, String::new());
        while reader.read_line(&mut line).ok()? > 2 {
            let lower = line.to_ascii_lowercase();
            if let Some(value) = lower.strip_prefix("content-length:") {
                length = value.trim().parse().ok()?;
            }
            line.clear();
        }
        let mut asked = vec![0; length];
        reader.read_exact(&mut asked).ok()?;
        if length == 0 {
            return None;
        }
        thread::sleep(THINKING);
        writer.write_all(format!("{head}{body}").as_bytes()).ok()?;
    }
}

pub(super) fn describe(figures: &Figures) -> Vec<String> {
    let mut lines = vec![format!(
        "{} answers from a server that takes {} ms, {} at once: {:.1} s, {:.0} a second, {:.0} % of the most",
        figures.answers,
        THINKING.as_millis(),
        figures.at_once,
        figures.seconds,
        figures.answers_per_second,
        100.0 * figures.share
    )];
    if let Some(peak) = figures.peak_mib {
        lines.push(format!("most memory: {peak:.0} MiB"));
    }
    lines.push(format!(
        "the same over the full folder: {:.2} s",
        figures.resumed_seconds
    ));
    lines
}
