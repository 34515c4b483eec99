//! `dojo leaderboard`: the board of a season or of one of its problems.

use std::process::ExitCode;

use serde_json::Value;

use super::table::{Table, rows_of};
use super::{Client, ServerArgs, segment, text, time};
use crate::cli::input;

/// Options of `dojo leaderboard`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Slug of the season.
    season: String,
    /// Slug of one of its problems.
    problem: Option<String>,
    /// Whose rows: people, models or all. Ranks of people never depend on models.
    #[arg(long, default_value = "people", value_parser = ["people", "models", "all"])]
    who: String,
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
            let who = &args.who;
            client.get(&format!(
                "/seasons/{season}/problems/{problem}/leaderboard?who={who}"
            ))?
        }
        None => whole_board(&client, &season, &args.who)?,
    };
    if args.json {
        input::print_json(&board)?;
        return Ok(ExitCode::SUCCESS);
    }
    let table = if args.problem.is_some() {
        problem_table(&board)
    } else {
        let listed = client.get(&format!("/seasons/{season}/problems"))?;
        season_table(&board, &listed)
    };
    if args.csv {
        input::print_lines(&table.csv())?;
        return Ok(ExitCode::SUCCESS);
    }
    input::print_lines(&table.lines())?;
    if board["final"] != true {
        let what = if board["provisional"] == true {
            "Results are not final: the method bonus is still to come."
        } else {
            "Results are not final."
        };
        eprintln!("{what}");
    }
    Ok(ExitCode::SUCCESS)
}

/// The board with the rows of all its pages.
fn whole_board(client: &Client, season: &str, who: &str) -> anyhow::Result<Value> {
    let path = format!("/seasons/{season}/leaderboard?who={who}");
    let mut board = client.get(&path)?;
    let mut rows: Vec<Value> = rows_of(&board["rows"]).cloned().collect();
    for page in 2..=board["pages"].as_u64().unwrap_or(1) {
        let next = client.get(&format!("{path}&page={page}"))?;
        rows.extend(rows_of(&next["rows"]).cloned());
    }
    board["rows"] = Value::Array(rows);
    if let Some(board) = board.as_object_mut() {
        board.retain(|key, _| !matches!(key.as_str(), "page" | "pages"));
    }
    Ok(board)
}

/// Columns of a person, each with what it is called on pages, then one of each problem that somebody solved.
fn season_table(board: &Value, listed: &Value) -> Table {
    let is_solved =
        |slug: &&str| rows_of(&board["rows"]).any(|row| !row["scores"][*slug].is_null());
    let listed = rows_of(&listed["problems"]).filter_map(|problem| problem["slug"].as_str());
    let problems: Vec<&str> = listed.filter(is_solved).collect();
    let columns = [
        ("rank", "rank"),
        ("name", "name"),
        ("score", "score"),
        ("reward_correct", "solved"),
        ("stage_pass", "solved or half"),
        ("median_l_chars", "median bytes"),
    ];
    let answers = answer_columns(board);
    let names = columns.iter().chain(answers).map(|it| it.1);
    let mut table = Table::new(names.chain(problems.iter().copied()));
    for row in rows_of(&board["rows"]) {
        let person = columns.iter().map(|(key, _)| text(&row[*key]));
        let answers = answers
            .iter()
            .map(|(key, _)| text(&row["final_answers"][*key]));
        let scores = problems
            .iter()
            .map(|problem| text(&row["scores"][*problem]));
        table.push(person.chain(answers).chain(scores));
    }
    table
}

fn problem_table(board: &Value) -> Table {
    let columns = [
        ("rank", "rank"),
        ("name", "name"),
        ("score", "score"),
        ("l_chars", "bytes"),
        ("diversity_bonus", "method bonus"),
        ("submission", "submission"),
    ];
    let answers = answer_columns(board);
    let names = columns.iter().map(|it| it.1).chain(["submitted at"]);
    let mut table = Table::new(names.chain(answers.iter().map(|it| it.1)));
    for row in rows_of(&board["rows"]) {
        let own = columns.iter().map(|(key, _)| text(&row[*key]));
        let own = own.chain([time(&row["submitted_at"])]);
        let answers = answers
            .iter()
            .map(|(key, _)| text(&row["final_answers"][*key]));
        table.push(own.chain(answers));
    }
    table
}

/// The columns of how final answers came out, where a board has them, each with its key in a row's
/// `final_answers`.
fn answer_columns(board: &Value) -> &'static [(&'static str, &'static str)] {
    const COLUMNS: [(&str, &str); 3] =
        [("right", "final_right"), ("of", "final_of"), ("eed", "eed")];
    if rows_of(&board["rows"]).any(|row| row["final_answers"].is_object()) {
        &COLUMNS
    } else {
        &[]
    }
}
