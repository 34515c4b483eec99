//! `dojo model play`: a model takes part in a season.
//!
//! It is told what a contestant is told, and one of its answers to each problem is submitted, with the hash of the
//! transcript. A playing is a run whose questions are the rounds: what a model was asked follows from the problem and from
//! what came before, so a run that goes on comes by the same way to where it was.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, bail, ensure};
use dojo_model::ask::Stop;
use dojo_model::run::DatasetName;
use dojo_model::settings::Settings;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::ask::{self, BudgetArgs};
use super::grid::Grid;
use super::prompt_folder::{PromptFolder, one_model};
use super::terminal_width::width;
use crate::cli::client::{Client, ServerArgs, segment};
use crate::cli::input::{self, counted};
use crate::cli::runtime::{self, PlaceArgs};

mod derivations;
mod game;
mod programs;
pub(super) mod record;
pub(super) mod season;

use derivations::Derivations;
use game::{Game, Round};
use programs::Programs;
use record::Submitted;
use season::{Problem, SEASON, Season};

/// Options of `dojo model play`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The token of the model's account comes from DOJO_TOKEN or `dojo login`; an organizer makes both with
`dojo user add NAME --model --operator TEXT` and `dojo user token NAME`. Programs run here, on the public
terms; of a derivation the model sees how it is read. The same command goes on where it stopped, and
submits nothing twice.")]
pub(super) struct Args {
    /// Slug of the season.
    season: String,
    #[command(flatten)]
    server: ServerArgs,
    /// The models and where they are reached, in TOML.
    #[arg(long, value_name = "FILE")]
    models: PathBuf,
    /// The model of the file that plays, if there are several.
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// How often the model is asked about each problem. Once the public terms are right, it is asked for a shorter program;
    /// for a derivation it is asked once more when it has seen how the first one is read.
    /// [default: 6, and 2 for derivations, which is the most for them]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=50))]
    rounds: Option<u32>,
    /// Answers that are submitted to each problem: one, or none.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=1))]
    submissions: u8,
    /// The folder of the run.
    #[arg(long, value_name = "RUN")]
    out: PathBuf,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    place: PlaceArgs,
    /// Folder for data; the prepared sandbox is kept there.
    #[arg(long, env = "DOJO_DATA")]
    data: Option<PathBuf>,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let client = Client::signed_in(&args.server)?;
    let settings = one_model(
        &Settings::read(&args.models)?,
        args.model.as_deref(),
        "--model",
    )?;
    let (name, model) = settings.models.first_key_value().context("no model")?;
    fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    let season = Season::load(&args.season, &args.out, &client)?;
    let runtime;
    let game: Box<dyn Game> = match season.contest.as_str() {
        "sequence" => {
            runtime = runtime::open(args.data.as_deref(), args.place.place())?;
            Box::new(Programs {
                runtime: &runtime,
                scoring_version: &season.scoring_version,
            })
        }
        "physics" => Box::new(Derivations {
            max_formulas: (season.max_formulas)
                .context("the server does not say how many formulas are compared")?,
        }),
        other => bail!(
            "{} is a season of {other}; models do not play it",
            args.season
        ),
    };
    let (usual, most) = game.rounds();
    let rounds = args.rounds.unwrap_or(usual);
    ensure!(
        rounds <= most,
        "--rounds: {most} is the most in this season"
    );
    let file = args.out.join(SEASON);
    let bytes = fs::read(&file).with_context(|| file.display().to_string())?;
    let dataset = DatasetName {
        path: file,
        sha256: hex::encode(Sha256::digest(&bytes)),
        rows: season.problems.len(),
    };
    let mut table = Table {
        season: &season,
        game: &*game,
        desk: PromptFolder::open(&args.out, dataset, &settings, game.prompt())?,
    };
    if args.submissions > 0 {
        ensure_taken(&client, &season, &args.out)?;
    }
    let stop = Arc::new(Stop::default());
    ask::stop_at_ctrl_c(Arc::clone(&stop));
    let played = match table.rounds(args, rounds, &stop)? {
        Ok(played) => played,
        Err(lines) => {
            input::print_lines(&lines)?;
            return Ok(ExitCode::from(1));
        }
    };
    let mut lines = vec![format!(
        "{name} in {}: {}, {} each",
        season.slug,
        counted(season.problems.len(), "problem"),
        counted(rounds, "round")
    )];
    let parameters = json!(model.parameters);
    let (grid, is_whole) = table.hand_in(args, &client, (name, &parameters), &played)?;
    lines.extend(grid.lines(width()));
    lines.push(ask::used(table.desk.spent));
    input::print_lines(&lines)?;
    Ok(ExitCode::from(u8::from(!is_whole)))
}

/// Refuses to ask anything whose answer could not be handed in.
fn ensure_taken(client: &Client, season: &Season, out: &Path) -> anyhow::Result<()> {
    let me = client.get("/me")?;
    ensure!(
        !me["model_of"].is_null(),
        "{} is a person's account; a model plays under its own, which an organizer makes with `dojo user add NAME --model`",
        me["name"].as_str().unwrap_or_default()
    );
    let is_done = record::submitted(out)?.len() == season.problems.len();
    let told = client.get(&format!("/seasons/{}", segment(&season.slug)))?;
    ensure!(
        is_done || told["state"] == "open",
        "the season {} takes nothing now; --submissions 0 plays without handing in",
        season.slug
    );
    ensure_first(client, season, out)
}

/// Refuses to hand in where the account did so from another folder. What was handed in from this one, and perhaps not
/// noted, has the hash of its transcript in the notes of the receipt.
fn ensure_first(client: &Client, season: &Season, out: &Path) -> anyhow::Result<()> {
    let listed = client.get("/submissions")?;
    for submission in listed["submissions"].as_array().into_iter().flatten() {
        let problem = submission["problem"].as_str().unwrap_or_default();
        let is_played = season.problems.iter().any(|one| one.slug == problem);
        if submission["season"] != season.slug.as_str() || !is_played {
            continue;
        }
        let id = submission["id"].as_i64().unwrap_or_default();
        let receipt = client.get(&format!("/submissions/{id}/receipt"))?;
        let hash = record::kept_transcript(out, problem)?;
        ensure!(
            hash.is_some_and(|hash| receipt.to_string().contains(&format!("sha256:{hash}"))),
            "this account handed in {problem} already, with submission {id}, and not from {}; --submissions 0 plays \
             without handing in",
            out.display()
        );
    }
    Ok(())
}

/// All that a model sits at.
struct Table<'a> {
    season: &'a Season,
    game: &'a dyn Game,
    desk: PromptFolder,
}

/// The rounds of each problem, or what is told where one is not whole.
type Played = Result<Vec<Vec<Round>>, Vec<String>>;

impl Table<'_> {
    /// Asks and plays all rounds.
    fn rounds(&mut self, args: &Args, rounds: u32, stop: &Stop) -> anyhow::Result<Played> {
        let problems = &self.season.problems;
        let mut played: Vec<Vec<Round>> = vec![Vec::new(); problems.len()];
        for round in 1..=rounds {
            let asked = problems.iter().zip(&played).map(|(problem, rounds)| {
                let id = format!("{}/{round}", problem.slug);
                (id, self.game.told(problem, rounds))
            });
            let asked: Vec<(String, String)> = asked.collect();
            let Some(answers) = self.desk.ask(&asked, args.budget.budget(), stop)? else {
                let mut lines = self.desk.failures()?;
                lines.push(ask::used(self.desk.spent));
                lines.push(format!(
                    "round {round} is not whole; the same command goes on"
                ));
                return Ok(Err(lines));
            };
            let places = problems.iter().zip(&mut played).zip(asked).zip(answers);
            for (((problem, rounds), (_, asked)), answer) in places {
                rounds.push(self.game.play(problem, asked, answer)?);
            }
        }
        Ok(Ok(played))
    }

    /// Keeps the transcripts and submits the best of each problem. Gives what is told of each problem, and whether all
    /// could be handed in.
    fn hand_in(
        &self,
        args: &Args,
        client: &Client,
        who: (&str, &Value),
        played: &[Vec<Round>],
    ) -> anyhow::Result<(Grid, bool)> {
        let mut grid = Grid::new(["", "first in round", "best in round", "bytes", "submission"]);
        let mut is_whole = true;
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
        let before = record::submitted(&args.out)?;
        for (problem, rounds) in self.season.problems.iter().zip(played) {
            let is_it = |line: &&Submitted| line.problem == problem.slug;
            let mut submission = before.iter().find(is_it).map(|line| line.submission);
            let best = self.game.best(rounds);
            // The transcript of what was submitted stays: its hash is in the receipt.
            if submission.is_none() {
                let asked = (who.0, who.1, self.desk.prompt());
                let transcript =
                    record::keep_transcript(&args.out, self.season, problem, asked, rounds)?;
                if let Some(best) = best.filter(|_| args.submissions > 0) {
                    match self.submit(args, client, problem, (best, &rounds[best]), transcript) {
                        Ok(id) => submission = Some(id),
                        Err(error) => {
                            eprintln!("error: {}: {error:#}", problem.slug);
                            is_whole = false;
                        }
                    }
                }
            }
            let first = (1..=rounds.len()).find(|&to| self.game.best(&rounds[..to]).is_some());
            let bytes = best.and_then(|best| rounds[best].bytes);
            grid.push(vec![
                problem.slug.clone(),
                or_dash(first.map(|first| first.to_string())),
                or_dash(best.map(|best| (best + 1).to_string())),
                or_dash(bytes.map(|bytes| bytes.to_string())),
                or_dash(submission.map(|id| id.to_string())),
            ]);
        }
        Ok((grid, is_whole))
    }

    /// Submits a round, under a key that follows from the transcript, so that the server takes it once whatever becomes of
    /// its answer.
    fn submit(
        &self,
        args: &Args,
        client: &Client,
        problem: &Problem,
        (at, round): (usize, &Round),
        transcript: String,
    ) -> anyhow::Result<i64> {
        let (season, slug) = (segment(&args.season), segment(&problem.slug));
        let path = format!("/seasons/{season}/problems/{slug}/submissions");
        let key = format!("dojo-model-play-{transcript}");
        let notes = format!("transcript sha256:{transcript}");
        let source = round.solution.as_deref().unwrap_or_default().as_bytes();
        let file = (self.game.file_name(), source);
        let stored = Client::in_turn(|| client.post_solution(&path, &key, file, &notes))?;
        let submission = stored["id"]
            .as_i64()
            .context("the server gave the submission no number")?;
        let line = Submitted {
            problem: problem.slug.clone(),
            submission,
            bytes: round.bytes,
            round: u32::try_from(at + 1).ok(),
            transcript,
        };
        record::keep_submitted(&args.out, &line)?;
        Ok(submission)
    }
}
