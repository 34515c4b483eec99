//! `dojo model season`: what models reached in a season, beside the shortest programs of people and of setters.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use dojo_model::folder;
use dojo_model::spending::{Spent, tokens};
use dojo_model::statistics::Mean;
use dojo_model::table::{ALL, Row};
use serde_json::Value;

use super::grid::Grid;
use super::play::record::{Submitted, submitted};
use super::play::season::Season;
use super::progress::{amount, grouped};
use super::terminal_width::width;
use crate::cli::client::{Client, ServerArgs, segment};
use crate::cli::input::{self, counted};

/// Options of `dojo model season`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each mean is over problems, with its 95 % interval (Student's t). A program counts in `of people` where
people solved the problem too, and in `of setters` from Reveal on; 0.80 is a fifth shorter. Rounds,
tokens and money are known of the runs that are given.")]
pub(super) struct Args {
    /// Slug of the season.
    season: String,
    /// Folders of runs of `dojo model play` in it.
    runs: Vec<PathBuf>,
    #[command(flatten)]
    server: ServerArgs,
    /// Print every figure as JSON.
    #[arg(long)]
    json: bool,
}

/// How a figure is printed.
type Print = fn(f64) -> String;

/// The figures, and how each is printed.
const FIGURES: [(&str, Print); 8] = [
    ("solved", share),
    ("stage", share),
    ("points", points),
    ("of people", ratio),
    ("of setters", ratio),
    ("rounds", ratio),
    ("tokens", whole),
    ("money", amount),
];

/// A share; its interval, which is Student's, may reach beyond what a share can be.
fn share(value: f64) -> String {
    format!("{:.1} %", 100.0 * value.clamp(0.0, 1.0))
}

fn points(value: f64) -> String {
    format!("{value:.0}")
}

fn ratio(value: f64) -> String {
    format!("{value:.2}")
}

fn whole(value: f64) -> String {
    format!("{value:.0}")
}

/// What is public of a problem.
struct Problem {
    slug: String,
    /// Bytes of the shortest right program of people.
    people: Option<f64>,
    setter: Option<f64>,
    /// The best of each model.
    rows: Vec<Value>,
}

/// The values of each figure, one a problem.
#[derive(Default)]
struct Figures(BTreeMap<&'static str, Vec<f64>>);

impl Figures {
    fn push(&mut self, figure: &'static str, value: impl Into<Option<f64>>) {
        self.0.entry(figure).or_default().extend(value.into());
    }
}

/// A model, and what a run of it tells.
struct Player<'a> {
    name: String,
    is_on_boards: bool,
    run: Option<&'a Played>,
}

impl Player<'_> {
    /// Whether a run submitted something of which nothing is on the boards any more: what it reached is not known.
    fn is_gone(&self) -> bool {
        !self.is_on_boards && self.run.is_some_and(|run| !run.submitted.is_empty())
    }
}

/// A run that played the season.
struct Played {
    model: String,
    submitted: Vec<Submitted>,
    /// What each problem used, where all its answers tell.
    used: BTreeMap<String, (Option<u64>, Option<f64>)>,
    spent: Spent,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let client = Client::open(&args.server)?;
    let problems = problems(&client, &args.season)?;
    let played = args.runs.iter().map(|run| Played::read(run, &args.season));
    let played: Vec<Played> = played.collect::<Result<_, _>>()?;
    let mut rows = Vec::new();
    let players = players(&problems, &played);
    for player in &players {
        let figures = figures(player, &problems);
        rows.extend(FIGURES.iter().filter_map(|(figure, _)| {
            let mean = Mean::of(figures.0.get(figure)?)?;
            Some(Row::of_mean(&player.name, ALL, figure, mean))
        }));
    }
    if args.json {
        input::print_json(&rows)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut lines = vec![format!(
        "{}: {}, {}",
        args.season,
        counted(problems.len(), "problem"),
        counted(players.len(), "model")
    )];
    lines.extend(grid(&players, &rows).lines(width()));
    let gone = players.iter().filter(|player| player.is_gone());
    lines.extend(
        gone.map(|player| format!("{}: what it submitted is not on the boards", player.name)),
    );
    lines.extend(played.iter().map(Played::cost));
    input::print_lines(&lines)?;
    Ok(ExitCode::SUCCESS)
}

/// The problems that count, with their boards.
fn problems(client: &Client, season: &str) -> anyhow::Result<Vec<Problem>> {
    let path = format!("/seasons/{}/problems", segment(season));
    let listed = client.get(&path)?;
    let mut problems = Vec::new();
    for problem in listed["problems"].as_array().into_iter().flatten() {
        if problem["state"] == "withdrawn" {
            continue;
        }
        let slug = problem["slug"].as_str().context("a problem has no slug")?;
        let board =
            |who: &str| client.get(&format!("{path}/{}/leaderboard?who={who}", segment(slug)));
        let (people, models) = (board("people")?, board("models")?);
        ensure!(
            models["shows_scores"] == true,
            "{season} shows no scores yet; they come at Reveal"
        );
        let right = rows(&people).filter(|row| row["reward_correct"] == true);
        let bytes = right.filter_map(|row| row["l_chars"].as_f64());
        problems.push(Problem {
            slug: slug.to_owned(),
            people: bytes.reduce(f64::min),
            setter: problem["setter_l_chars"].as_f64(),
            rows: rows(&models).cloned().collect(),
        });
    }
    Ok(problems)
}

fn rows(board: &Value) -> impl Iterator<Item = &Value> {
    board["rows"].as_array().into_iter().flatten()
}

/// The models on the boards, and those of runs of which nothing stands there.
fn players<'a>(problems: &[Problem], played: &'a [Played]) -> Vec<Player<'a>> {
    let on_boards = || problems.iter().flat_map(|problem| &problem.rows);
    let mut players: BTreeMap<&str, Player> = BTreeMap::new();
    for row in on_boards() {
        let name = row["name"].as_str().unwrap_or_default();
        let one = players.entry(name).or_insert_with(|| Player {
            name: name.to_owned(),
            is_on_boards: true,
            run: None,
        });
        let has_row = |run: &&Played| {
            run.submitted
                .iter()
                .any(|it| row["submission"] == it.submission)
        };
        one.run = one.run.or_else(|| played.iter().find(has_row));
    }
    let mut players: Vec<Player> = players.into_values().collect();
    for run in played {
        let is_it = |player: &Player| player.run.is_some_and(|its| std::ptr::eq(its, run));
        if !players.iter().any(is_it) {
            players.push(Player {
                name: run.model.clone(),
                is_on_boards: false,
                run: Some(run),
            });
        }
    }
    players
}

fn figures(player: &Player, problems: &[Problem]) -> Figures {
    let mut figures = Figures::default();
    for problem in problems {
        let row = problem.rows.iter().find(|row| row["name"] == *player.name);
        let is_right = row.is_some_and(|row| row["reward_correct"] == true);
        if !player.is_gone() {
            figures.push("solved", f64::from(u8::from(is_right)));
            figures.push("stage", f64::from(u8::from(row.is_some())));
            figures.push(
                "points",
                row.and_then(|row| row["score"].as_f64()).unwrap_or(0.0),
            );
        }
        let bytes = row.filter(|_| is_right);
        if let Some(bytes) = bytes.and_then(|row| row["l_chars"].as_f64()) {
            figures.push("of people", problem.people.map(|people| bytes / people));
            figures.push("of setters", problem.setter.map(|setter| bytes / setter));
        }
        let Some(run) = player.run else { continue };
        let line = run
            .submitted
            .iter()
            .find(|line| line.problem == problem.slug);
        figures.push("rounds", line.and_then(|line| line.round).map(f64::from));
        if let Some((tokens, money)) = run.used.get(&problem.slug) {
            figures.push("tokens", tokens.map(as_f64));
            figures.push("money", *money);
        }
    }
    figures
}

fn grid(players: &[Player], rows: &[Row]) -> Grid {
    let of = |player: &str, figure: &str| {
        let mut rows = rows.iter();
        rows.find(|row| row.model == player && row.figure == figure)
    };
    let is_known = |figure: &str| rows.iter().any(|row| row.figure == figure);
    let known: Vec<_> = FIGURES
        .iter()
        .filter(|(figure, _)| is_known(figure))
        .collect();
    let mut grid = Grid::new(
        [""].into_iter()
            .chain(known.iter().map(|(figure, _)| *figure)),
    );
    for player in players {
        let cells = known.iter().map(|(figure, print)| {
            let row = of(&player.name, figure);
            row.map_or_else(|| "–".to_owned(), |row| cell(row, *print))
        });
        grid.push([player.name.clone()].into_iter().chain(cells).collect());
    }
    grid
}

/// A mean with its interval, where there is one.
fn cell(row: &Row, print: Print) -> String {
    let value = row.value.map(print).unwrap_or_default();
    match (row.low, row.high) {
        (Some(low), Some(high)) => format!("{value} [{}, {}]", print(low), print(high)),
        _ => value,
    }
}

impl Played {
    fn read(path: &Path, season: &str) -> anyhow::Result<Self> {
        let of = Season::read(path)?.slug;
        ensure!(
            of == season,
            "{} is a run in the season {of}",
            path.display()
        );
        let models = folder::read_run(path)?.models;
        let mut used: BTreeMap<String, (Option<u64>, Option<f64>)> = BTreeMap::new();
        for answer in folder::read_answers(path)? {
            // The id of a question is the problem and the round.
            let problem = answer
                .id
                .rsplit_once('/')
                .map_or(answer.id.as_str(), |it| it.0);
            let (all_tokens, all_money) = used
                .entry(problem.to_owned())
                .or_insert((Some(0), Some(0.0)));
            let tokens = answer.usage.as_ref().and_then(tokens);
            *all_tokens = all_tokens.zip(tokens).map(|(all, one)| all + one);
            *all_money = all_money.zip(answer.cost).map(|(all, one)| all + one);
        }
        Ok(Self {
            model: models.into_keys().next().unwrap_or_default(),
            submitted: submitted(path)?,
            used,
            spent: folder::read_spent(path)?,
        })
    }

    fn cost(&self) -> String {
        let tokens = grouped(self.spent.tokens);
        if self.spent.money > 0.0 {
            format!(
                "{} used {tokens} tokens, {} in money",
                self.model,
                amount(self.spent.money)
            )
        } else {
            format!("{} used {tokens} tokens", self.model)
        }
    }
}

#[allow(clippy::cast_precision_loss, reason = "fewer than 2^52 tokens")]
fn as_f64(number: u64) -> f64 {
    number as f64
}
