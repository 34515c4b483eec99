//! `dojo leaderboard`: the board of a season or of one of its problems.

use std::process::ExitCode;

use serde_json::Value;

use super::table::{Table, rows_of};
use super::{Client, ServerArgs, segment, text};
use crate::cli::input;

/// Options of `dojo leaderboard`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Slug of the season.
    season: String,
    /// Slug of one of its problems.
    problem: Option<String>,
    /// Print one JSON object.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print CSV.
    #[arg(long)]
    csv: bool,
    #[command(flatten)]
    server: ServerArgs,
}

pub(in crate::cli) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let client = Client::open(&args.server)?;
    let season = segment(&args.season);
    let board = match &args.problem {
        Some(problem) => {
            let problem = segment(problem);
            client.get(&format!("/seasons/{season}/problems/{problem}/leaderboard"))?
        }
        None => whole_board(&client, &season)?,
    };
    if args.json {
        input::print_json(&board)?;
        return Ok(ExitCode::SUCCESS);
    }
    let table = match args.problem {
        Some(_) => problem_table(&board),
        None => season_table(&board),
    };
    if args.csv {
        input::print_lines(&table.csv())?;
        return Ok(ExitCode::SUCCESS);
    }
    input::print_lines(&table.lines())?;
    if board["final"] != true {
        let what = if board["provisional"] == true {
            "Scores are provisional: the diversity bonus is pending."
        } else {
            "Results are not final."
        };
        eprintln!("{what}");
    }
    Ok(ExitCode::SUCCESS)
}

/// The board with the rows of all its pages.
fn whole_board(client: &Client, season: &str) -> anyhow::Result<Value> {
    let path = format!("/seasons/{season}/leaderboard");
    let mut board = client.get(&path)?;
    let mut rows: Vec<Value> = rows_of(&board["rows"]).cloned().collect();
    for page in 2..=board["pages"].as_u64().unwrap_or(1) {
        let next = client.get(&format!("{path}?page={page}"))?;
        rows.extend(rows_of(&next["rows"]).cloned());
    }
    board["rows"] = Value::Array(rows);
    if let Some(board) = board.as_object_mut() {
        board.retain(|key, _| !matches!(key.as_str(), "page" | "pages"));
    }
    Ok(board)
}

/// Columns of a person, then one of each problem that somebody solved.
fn season_table(board: &Value) -> Table {
    let mut problems: Vec<&String> = Vec::new();
    for row in rows_of(&board["rows"]) {
        for (problem, _) in row["scores"].as_object().into_iter().flatten() {
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
    }
    problems.sort();
    let mut columns = vec![
        "rank",
        "name",
        "score",
        "reward_correct",
        "stage_pass",
        "median_l_chars",
    ];
    columns.extend(eed_column(board));
    let names = columns.iter().copied();
    let mut table = Table::new(names.chain(problems.iter().map(|problem| problem.as_str())));
    for row in rows_of(&board["rows"]) {
        let person = columns.iter().map(|column| text(&row[*column]));
        let scores = problems
            .iter()
            .map(|problem| text(&row["scores"][problem.as_str()]));
        table.push(person.chain(scores));
    }
    table
}

fn problem_table(board: &Value) -> Table {
    let mut columns = vec![
        "rank",
        "name",
        "score",
        "l_chars",
        "diversity_bonus",
        "submission",
        "submitted_at",
    ];
    columns.extend(eed_column(board));
    let mut table = Table::new(columns.iter().copied());
    for row in rows_of(&board["rows"]) {
        table.push(columns.iter().map(|column| text(&row[*column])));
    }
    table
}

/// The column of how near derivations come to the final answers, where a board has it.
fn eed_column(board: &Value) -> Option<&'static str> {
    let has_eed = rows_of(&board["rows"]).any(|row| row["eed"].is_string());
    has_eed.then_some("eed")
}
