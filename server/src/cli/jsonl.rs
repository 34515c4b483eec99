//! `--jsonl`: one JSON object a line in, one a line out, in the same order, on all cores.
//!
//! A line that cannot be read is answered in its place with its number and what is wrong; the
//! others are answered all the same, and the command then ends with 2.

use std::io::{self, BufRead as _, BufWriter, Write as _};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use anyhow::Context as _;
use dojo_sandbox::Runtime;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::runtime::{self, RunsWhere};
use crate::pages::text;

/// Options that `run`, `check` and `judge` share.
#[derive(Debug, clap::Args)]
pub(super) struct SharedArgs {
    /// Print one JSON object.
    #[arg(long)]
    pub(super) json: bool,
    /// Read JSON objects from standard input, one a line: `{"id","source"}`, for `judge` with
    /// `"expected":["0",…]` too, for `check` and `judge` with `"setter"`, the setter's program, if
    /// the limits are to follow it. Answer each with one line.
    #[arg(long)]
    jsonl: bool,
    /// Folder for data; the prepared sandbox is kept there.
    #[arg(long, env = "DOJO_DATA")]
    data: Option<PathBuf>,
}

impl SharedArgs {
    /// Opens the sandbox.
    pub(super) fn runtime(&self) -> anyhow::Result<Runtime> {
        runtime::open(self.data.as_deref(), RunsWhere::Here)
    }
}

/// A line that holds a program and nothing else.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Program {
    /// Its source.
    pub(super) source: String,
}

/// An input line with the `id` it came with.
pub(super) struct Question<Q> {
    /// The `id` member, `null` when there is none.
    pub(super) id: Value,
    /// The other members.
    pub(super) body: Q,
}

/// Answers every line of standard input with `answer`. Throughput goes to standard error.
pub(super) fn answer_lines<Q, A>(
    answer: impl Fn(Question<Q>) -> Result<A, String> + Sync,
) -> anyhow::Result<ExitCode>
where
    Q: DeserializeOwned,
    A: Serialize + Send,
{
    let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let started = Instant::now();
    let mut output = BufWriter::new(io::stdout().lock());
    let (mut lines, mut refused) = (0_u64, 0_u64);
    let input = io::BufReader::new(io::stdin()).split(b'\n').enumerate();
    let work = |(index, line): (usize, io::Result<Vec<u8>>)| {
        let line = line.map_err(|error| error.to_string());
        let blank = line.as_ref().is_ok_and(|line| line.trim_ascii().is_empty());
        (!blank).then(|| answer_line(index + 1, line, &answer))
    };
    dojo_sandbox::in_order(threads, input, work, |answered| -> io::Result<()> {
        let Some(answered) = answered else {
            return Ok(());
        };
        lines += 1;
        match answered {
            Ok(answer) => serde_json::to_writer(&mut output, &answer)?,
            Err(refusal) => {
                refused += 1;
                serde_json::to_writer(&mut output, &refusal)?;
            }
        }
        output.write_all(b"\n")?;
        // Somebody may be waiting at the other end of a pipe for each answer.
        output.flush()
    })
    .context("cannot write to standard output")?;
    let seconds = started.elapsed().as_secs_f64();
    #[allow(clippy::cast_precision_loss, reason = "a rate to be read by a person")]
    let rate = lines as f64 / seconds.max(1e-9);
    let (lines, cores) = (
        text::count(&lines.to_string(), "line"),
        text::count(&threads.to_string(), "core"),
    );
    eprintln!("{lines} in {seconds:.2} s on {cores}: {rate:.0} a second");
    if refused > 0 {
        eprintln!("{refused} of them could not be read: see their \"error\"");
        return Ok(ExitCode::from(2));
    }
    Ok(ExitCode::SUCCESS)
}

fn answer_line<Q: DeserializeOwned, A>(
    number: usize,
    line: Result<Vec<u8>, String>,
    answer: impl Fn(Question<Q>) -> Result<A, String>,
) -> Result<A, Value> {
    let refuse = |id: Value, what: &dyn std::fmt::Display| json!({ "id": id, "error": format!("line {number}: {what}") });
    let line = line.map_err(|error| refuse(Value::Null, &error))?;
    let mut value: Value =
        serde_json::from_slice(&line).map_err(|error| refuse(Value::Null, &error))?;
    let Some(object) = value.as_object_mut() else {
        return Err(refuse(Value::Null, &"a JSON object is expected"));
    };
    let id = object.remove("id").unwrap_or(Value::Null);
    let body = serde_json::from_value(value).map_err(|error| refuse(id.clone(), &error))?;
    answer(Question {
        id: id.clone(),
        body,
    })
    .map_err(|error| refuse(id, &error))
}
