//! `dojo status`: one's own submissions, or one of them.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use dojo_judge::derivation::FinalAnswers;
use serde::Deserialize as _;
use serde_json::Value;

use super::table::{Table, rows_of};
use super::{Client, ServerArgs, text, time};
use crate::cli::input;
use crate::cli::verdict::{Measures, headline, verdict_lines};
use crate::pages::physics::verdict::scored_label;

/// Seconds for which the server is asked to hold its answer back.
const WAIT_SECONDS: u64 = 50;

/// Pause before a server is asked again that answered at once, as one does that is being stopped.
const PAUSE: Duration = Duration::from_secs(2);

/// Options of `dojo status`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Number of a submission; without it the latest hundred are listed.
    submission: Option<i64>,
    /// Wait until there is a verdict.
    #[arg(long, requires = "submission")]
    wait: bool,
    /// Print the server's answer, one JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    server: ServerArgs,
}

pub(in crate::cli) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let client = Client::signed_in(&args.server)?;
    match args.submission {
        Some(id) if args.wait => show(&await_verdict(&client, id)?, args.json)?,
        Some(id) => show(&client.get(&format!("/submissions/{id}"))?, args.json)?,
        None => list(&client.get("/submissions")?, args.json)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Asks for a submission until it is settled; the server answers when it is.
pub(super) fn await_verdict(client: &Client, id: i64) -> anyhow::Result<Value> {
    loop {
        let asked = Instant::now();
        let submission = client.get(&format!("/submissions/{id}?wait={WAIT_SECONDS}"))?;
        if submission["settled"] == true {
            return Ok(submission);
        }
        std::thread::sleep(PAUSE.saturating_sub(asked.elapsed()));
    }
}

/// Prints a submission as `dojo judge` prints a report.
pub(super) fn show(submission: &Value, json: bool) -> anyhow::Result<()> {
    if json {
        return input::print_json(submission);
    }
    let verdict = text(&submission["verdict"]);
    if submission["settled"] != true {
        return input::print_lines(&[headline(&verdict, None, "There is no verdict yet.")]);
    }
    let message = text(&submission["message"]);
    let Some(score) = score_of(submission) else {
        return input::print_lines(&[headline(&verdict, None, &message)]);
    };
    let measures = Measures::deserialize(&submission["report"]).ok();
    let mut lines = verdict_lines(&verdict, &message, score, measures.as_ref()).to_vec();
    let excerpt = submission["excerpt"].as_str().unwrap_or_default();
    lines.splice(1..1, excerpt.lines().map(str::to_owned));
    // The place is that of the best submission, which one that solves nothing is not.
    if score > 0
        && let Some(place) = place_line(&submission["board"])
    {
        lines.push(place);
    }
    if let Ok(answers) = FinalAnswers::deserialize(&submission["final_answers"]) {
        lines.push(format!("final answers {answers}"));
        lines.push(format!("EED {} of 100", answers.eed));
    }
    input::print_lines(&lines)
}

/// Its points, where they are told.
fn score_of(submission: &Value) -> Option<u32> {
    u32::try_from(submission["score"].as_u64()?).ok()
}

/// The place on the board of the problem, and how many bytes the shortest program is ahead.
fn place_line(board: &Value) -> Option<String> {
    let (rank, people) = (board["rank"].as_u64()?, board["people"].as_u64()?);
    let of = if board["all_time"] == true {
        "of all time"
    } else {
        "on this problem"
    };
    let with = match board["best"].as_i64() {
        Some(best) => format!(" with submission {best}, which stays your best"),
        None => String::new(),
    };
    let place = format!("rank {rank} of {people} {of}{with}");
    Some(match board["bytes_behind"].as_u64() {
        Some(0) => format!("{place}, nobody's program is shorter"),
        Some(1) => format!("{place}, 1 byte behind the shortest"),
        Some(bytes) => format!("{place}, {bytes} bytes behind the shortest"),
        None => place,
    })
}

fn list(answer: &Value, json: bool) -> anyhow::Result<()> {
    if json {
        return input::print_json(answer);
    }
    let mut table = Table::new(["id", "submitted", "season", "problem", "verdict", "score"]);
    for row in rows_of(&answer["submissions"]) {
        table.push([
            text(&row["id"]),
            time(&row["created_at"]),
            text(&row["season"]),
            text(&row["problem"]),
            scored_label(&text(&row["verdict"]), score_of(row))
                .name
                .to_owned(),
            text(&row["score"]),
        ]);
    }
    input::print_lines(&table.lines())
}
