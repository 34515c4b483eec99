//! `dojo model play`: a model takes part in a season of programs.
//!
//! It is told what a contestant is told. Its programs run here, on the public terms; the shortest that is right on them is
//! submitted, with the hash of the transcript. A playing is a run whose questions are the rounds: what a model was asked
//! follows from the problem and from what came before, so a run that goes on comes by the same way to where it was.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, bail, ensure};
use dojo_judge::sequence::{self, Canonical, Rules, ScoringVersion};
use dojo_model::ask::{Job, Stop};
use dojo_model::folder::{self, Folder, Status};
use dojo_model::prompt::Prompt;
use dojo_model::question::Question;
use dojo_model::run::{DatasetName, Run};
use dojo_model::settings::Settings;
use dojo_model::spending::Spent;
use dojo_sandbox::{Fuel, Limits, Runtime};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::ask::{self, BudgetArgs};
use super::export::file_name;
use super::grid::Grid;
use super::width::width;
use crate::cli::client::{Client, ServerArgs, segment};
use crate::cli::input::{self, counted};
use crate::cli::run::describe;
use crate::cli::runtime::{self, PlaceArgs};

/// The season as it was when the run began.
const SEASON: &str = "season.json";
/// What was submitted.
const SUBMISSIONS: &str = "submissions.jsonl";
/// Where transcripts are.
const TRANSCRIPTS: &str = "transcripts";
/// Terms that are told; the rest is left out.
const TOLD_TERMS: usize = 200;

/// Options of `dojo model play`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The token of the model's account comes from DOJO_TOKEN or `dojo login`; an organizer makes both with
`dojo user add NAME --model --operator TEXT` and `dojo user token NAME`. Programs run here, on the public
terms. The same command goes on where it stopped, and submits nothing twice.")]
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
    /// How often the model is asked about each problem. Once the public terms are right, it is asked for a shorter program.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=50))]
    rounds: u32,
    /// Programs that are submitted to each problem: one, or none.
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

/// A season with its problems, as the server tells everybody of them.
#[derive(Serialize, Deserialize)]
struct Season {
    slug: String,
    scoring_version: String,
    problems: Vec<Problem>,
}

#[derive(Serialize, Deserialize)]
struct Problem {
    slug: String,
    title: String,
    statement: String,
    index_origin: i64,
    public_terms: Vec<String>,
    limits: ProblemLimits,
}

#[derive(Serialize, Deserialize)]
struct ProblemLimits {
    fuel: u64,
    memory_bytes: u64,
    output_bytes: u32,
    max_term_digits: u32,
}

/// One answer of the model, and what became of it.
#[derive(Clone, Serialize)]
struct Round {
    asked: String,
    answer: Option<String>,
    program: Option<String>,
    /// What the model is told of it.
    told: String,
    /// Canonical bytes, if all public terms are right.
    bytes: Option<u32>,
}

/// A line of `submissions.jsonl`.
#[derive(Serialize, Deserialize)]
struct Submitted {
    problem: String,
    submission: i64,
    bytes: u32,
    transcript: String,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let client = Client::signed_in(&args.server)?;
    let settings = only_model(args)?;
    let (name, model) = settings.models.first_key_value().context("no model")?;
    let prompt = Prompt::for_sequences();
    fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    let season = season(args, &client)?;
    let file = args.out.join(SEASON);
    let bytes = fs::read(&file).with_context(|| file.display().to_string())?;
    let run = Run {
        dojo: env!("CARGO_PKG_VERSION").to_owned(),
        samples: 1,
        images: None,
        dataset: DatasetName {
            path: file,
            sha256: hex::encode(Sha256::digest(&bytes)),
            rows: season.problems.len(),
        },
        prompt: prompt.name.clone(),
        endpoints: settings.endpoints.clone(),
        models: settings.models.clone(),
    };
    let folder = Folder::begin(&args.out, &run, &prompt.source)?;
    let runtime = runtime::open(args.data.as_deref(), args.place.place())?;
    let stop = Arc::new(Stop::default());
    ask::stop_at_ctrl_c(Arc::clone(&stop));

    let table = Table {
        season: &season,
        run: &run,
        settings: &settings,
        prompt: &prompt,
        folder: &folder,
        runtime: &runtime,
        stop: &stop,
    };
    let (played, spent) = match table.rounds(args)? {
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
        counted(args.rounds, "round")
    )];
    let parameters = json!(model.parameters);
    let (grid, is_whole) = hand_in(args, &client, &season, (name, &parameters), &played)?;
    lines.extend(grid.lines(width()));
    lines.push(ask::used(spent));
    input::print_lines(&lines)?;
    Ok(ExitCode::from(u8::from(!is_whole)))
}

/// All that a model sits at.
struct Table<'a> {
    season: &'a Season,
    run: &'a Run,
    settings: &'a Settings,
    prompt: &'a Prompt,
    folder: &'a Folder,
    runtime: &'a Runtime,
    stop: &'a Stop,
}

/// The rounds of each problem with what they cost, or what is told where one is not whole.
type Played = Result<(Vec<Vec<Round>>, Spent), Vec<String>>;

impl Table<'_> {
    /// Asks and plays all rounds.
    fn rounds(&self, args: &Args) -> anyhow::Result<Played> {
        let problems = &self.season.problems;
        let mut played: Vec<Vec<Round>> = vec![Vec::new(); problems.len()];
        let mut spent = self.folder.known()?.spent;
        for round in 1..=args.rounds {
            let asked: Vec<String> = (problems.iter().zip(&played))
                .map(|(problem, rounds)| told(problem, rounds))
                .collect();
            let questions = problems.iter().zip(&asked).map(|(problem, text)| {
                let id = format!("{}/{round}", problem.slug);
                Question::new(&id, &json!({"content": text}).to_string())
            });
            let questions: Vec<Question> = questions.collect::<Result<_, _>>()?;
            let job = Job::new(self.run, self.settings.clone(), self.prompt, &questions);
            let outcome = ask::ask(&job, self.folder, args.budget.budget(), self.stop)?;
            spent = outcome.progress.spent;
            if !outcome.is_complete() {
                let mut lines = ask::failures(&folder::read_outcomes(&args.out)?);
                lines.push(ask::used(spent));
                lines.push(format!(
                    "round {round} is not whole; the same command goes on"
                ));
                return Ok(Err(lines));
            }
            let answers = answers(&job, &args.out)?;
            let places = problems.iter().zip(&mut played).zip(asked).zip(answers);
            for (((problem, rounds), asked), answer) in places {
                let scoring = &self.season.scoring_version;
                rounds.push(play(self.runtime, scoring, problem, asked, answer)?);
            }
        }
        Ok(Ok((played, spent)))
    }
}

/// The answers to the questions of a round, in their order.
fn answers(job: &Job, out: &Path) -> anyhow::Result<Vec<Option<String>>> {
    let wanted: HashMap<String, usize> = (job.wanted()?.into_iter().enumerate())
        .map(|(at, wanted)| (wanted.key, at))
        .collect();
    let mut answers = vec![None; wanted.len()];
    for answer in folder::read_answers(out)? {
        if let Some(&at) = wanted.get(&answer.key)
            && answer.status != Status::Failed
        {
            answers[at] = answer.solution;
        }
    }
    Ok(answers)
}

/// Keeps the transcripts and submits what is right. Gives what is told of each problem, and whether all could be handed in.
fn hand_in(
    args: &Args,
    client: &Client,
    season: &Season,
    (name, parameters): (&str, &Value),
    played: &[Vec<Round>],
) -> anyhow::Result<(Grid, bool)> {
    let mut grid = Grid::new(["", "right in round", "bytes", "submission"]);
    let mut is_whole = true;
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
    for (problem, rounds) in season.problems.iter().zip(played) {
        let transcript = keep_transcript(args, season, problem, name, parameters, rounds)?;
        let first = rounds.iter().position(|round| round.bytes.is_some());
        let right = rounds.iter();
        let right = right.filter_map(|round| Some((round.bytes?, round.program.as_deref()?)));
        let best = right.min_by_key(|(bytes, _)| *bytes);
        let mut submission = None;
        if let Some(best) = best.filter(|_| args.submissions > 0) {
            match submit(args, client, problem, best, &transcript) {
                Ok(id) => submission = Some(id.to_string()),
                Err(error) => {
                    eprintln!("error: {}: {error:#}", problem.slug);
                    is_whole = false;
                }
            }
        }
        grid.push(vec![
            problem.slug.clone(),
            or_dash(first.map(|at| (at + 1).to_string())),
            or_dash(best.map(|(bytes, _)| bytes.to_string())),
            or_dash(submission),
        ]);
    }
    Ok((grid, is_whole))
}

/// The settings of the one model that plays.
fn only_model(args: &Args) -> anyhow::Result<Settings> {
    let settings = Settings::read(&args.models)?;
    if let Some(model) = &args.model {
        return Ok(settings.only(std::slice::from_ref(model))?);
    }
    let names: Vec<&str> = settings.models.keys().map(String::as_str).collect();
    ensure!(
        names.len() == 1,
        "--model says which one plays: {}",
        names.join(", ")
    );
    Ok(settings)
}

/// The season of a run, as it was when it began, else as the server tells of it now.
fn season(args: &Args, client: &Client) -> anyhow::Result<Season> {
    let file = args.out.join(SEASON);
    let name = || file.display().to_string();
    if file.is_file() {
        let text = fs::read_to_string(&file).with_context(name)?;
        let season: Season = serde_json::from_str(&text).with_context(name)?;
        ensure!(
            season.slug == args.season,
            "{} is a run in the season {}",
            args.out.display(),
            season.slug
        );
        return Ok(season);
    }
    let path = format!("/seasons/{}", segment(&args.season));
    let told = client.get(&path)?;
    if told["contest"] != "sequence" {
        bail!(
            "{} is no season of programs; only those are played",
            args.season
        );
    }
    let mut problems = Vec::new();
    for problem in client.get(&format!("{path}/problems"))?["problems"]
        .as_array()
        .into_iter()
        .flatten()
    {
        let slug = problem["slug"].as_str().context("a problem has no slug")?;
        if problem["state"] == "withdrawn" {
            continue;
        }
        let stated = client.get(&format!("{path}/problems/{}", segment(slug)))?;
        let read = serde_json::from_value(stated);
        problems.push(read.with_context(|| format!("the server's problem {slug}"))?);
    }
    let season = Season {
        slug: args.season.clone(),
        scoring_version: told["scoring_version"]
            .as_str()
            .unwrap_or_default()
            .to_owned(),
        problems,
    };
    let half = args.out.join("season.json.new");
    fs::write(&half, serde_json::to_string_pretty(&season)?)
        .and_then(|()| fs::rename(&half, &file))
        .with_context(name)?;
    Ok(season)
}

/// What the model is told of a problem and of its own rounds.
fn told(problem: &Problem, rounds: &[Round]) -> String {
    let Problem {
        title,
        statement,
        index_origin,
        public_terms,
        ..
    } = problem;
    let terms = &public_terms[..public_terms.len().min(TOLD_TERMS)];
    let mut text = format!(
        "# {title}\n\n{}\n\nThe first terms, from n = {index_origin} on:\n\n{}\n",
        statement.trim(),
        terms.join(", ")
    );
    for (at, round) in (1..).zip(rounds) {
        write!(text, "\n# Round {at}\n\n").expect("writing to a string cannot fail");
        if let Some(program) = &round.program {
            write!(text, "```python\n{}\n```\n\n", program.trim_end())
                .expect("writing to a string cannot fail");
        }
        text.push_str(&round.told);
        text.push('\n');
    }
    if let Some(bytes) = rounds.iter().filter_map(|round| round.bytes).min() {
        write!(
            text,
            "\n# Now\n\nYour shortest program that is right on the terms above has {bytes} bytes. Write a shorter one of the same sequence.\n"
        )
        .expect("writing to a string cannot fail");
    }
    text
}

/// What became of an answer: its program runs on the public terms.
fn play(
    runtime: &Runtime,
    scoring: &str,
    problem: &Problem,
    asked: String,
    answer: Option<String>,
) -> anyhow::Result<Round> {
    let program = answer.as_deref().and_then(last_block).map(str::to_owned);
    let (told, bytes) = match &program {
        None => (
            "There was no program between ```python and ``` in your answer.".to_owned(),
            None,
        ),
        Some(program) => judged(runtime, scoring, problem, program)?,
    };
    Ok(Round {
        asked,
        answer,
        program,
        told,
        bytes,
    })
}

fn judged(
    runtime: &Runtime,
    scoring: &str,
    problem: &Problem,
    program: &str,
) -> anyhow::Result<(String, Option<u32>)> {
    let rules = Rules {
        scoring: scoring
            .parse::<ScoringVersion>()
            .map_err(anyhow::Error::msg)?,
        ..Rules::default()
    };
    let check = sequence::check(runtime, &rules, program.as_bytes())?;
    if let Some(rejection) = &check.rejection {
        return Ok((format!("The program is refused: {rejection}"), None));
    }
    let canonical = match Canonical::new(program.as_bytes()) {
        Ok(canonical) => canonical,
        Err(rejection) => return Ok((format!("The program is refused: {rejection}"), None)),
    };
    let known = &problem.public_terms;
    let limits = Limits {
        fuel: Fuel(problem.limits.fuel),
        memory_bytes: problem.limits.memory_bytes,
        output_bytes: problem.limits.output_bytes,
        max_term_digits: problem.limits.max_term_digits,
        max_terms: u32::try_from(known.len()).unwrap_or(u32::MAX),
        ..Limits::default()
    };
    let run = runtime.run(canonical.text().as_bytes(), &limits)?;
    let right = known
        .iter()
        .zip(&run.terms)
        .take_while(|(known, made)| known == made)
        .count();
    if right == known.len() {
        return Ok((
            format!(
                "All {right} public terms are right. The program has {} bytes.",
                check.l_chars
            ),
            Some(check.l_chars),
        ));
    }
    let mut text = format!("{right} of {} public terms are right.", known.len());
    let index = problem.index_origin.saturating_add_unsigned(right as u64);
    if let Some(made) = run.terms.get(right) {
        write!(
            text,
            " The term of n = {index} is {}, and your program printed {made}.",
            known[right]
        )
        .expect("writing to a string cannot fail");
    } else {
        let (_, detail) = describe(run.end, &run.terms, &limits);
        write!(text, " Then {}.", detail.trim_end_matches('.'))
            .expect("writing to a string cannot fail");
    }
    if !run.stderr.trim().is_empty() {
        write!(text, "\n\n{}", run.stderr.trim()).expect("writing to a string cannot fail");
    }
    Ok((text, None))
}

/// The last block between fences.
fn last_block(text: &str) -> Option<&str> {
    let end = text
        .trim_end()
        .strip_suffix("```")
        .map(str::len)
        .or_else(|| text.rfind("\n```").map(|at| at + 1))?;
    let before = &text[..end];
    let start = before.rfind("```")?;
    let (_, program) = before[start..].split_once('\n')?;
    (!program.trim().is_empty()).then_some(program)
}

/// Writes the transcript of a problem, and gives its hash. The same rounds give the same bytes.
fn keep_transcript(
    args: &Args,
    season: &Season,
    problem: &Problem,
    model: &str,
    parameters: &Value,
    rounds: &[Round],
) -> anyhow::Result<String> {
    let folder = args.out.join(TRANSCRIPTS);
    let transcript = json!({
        "season": season.slug, "problem": problem.slug, "model": model, "parameters": parameters, "rounds": rounds,
    });
    let text = serde_json::to_string_pretty(&transcript)? + "\n";
    let file = folder.join(format!("{}.json", file_name(&problem.slug)));
    fs::create_dir_all(&folder)
        .and_then(|()| fs::write(&file, &text))
        .with_context(|| file.display().to_string())?;
    Ok(hex::encode(Sha256::digest(text)))
}

/// Submits a program, unless that is done: under a key that follows from the transcript, so that the server takes it once
/// whatever becomes of its answer.
fn submit(
    args: &Args,
    client: &Client,
    problem: &Problem,
    (bytes, program): (u32, &str),
    transcript: &str,
) -> anyhow::Result<i64> {
    let file = args.out.join(SUBMISSIONS);
    if let Some(before) = submitted(&file, &problem.slug)? {
        return Ok(before);
    }
    let (season, slug) = (segment(&args.season), segment(&problem.slug));
    let path = format!("/seasons/{season}/problems/{slug}/submissions");
    let key = format!("dojo-model-play-{transcript}");
    let notes = format!("transcript sha256:{transcript}");
    let stored = client.post_program(&path, &key, program.as_bytes(), &notes)?;
    let submission = stored["id"]
        .as_i64()
        .context("the server gave the submission no number")?;
    let line = Submitted {
        problem: problem.slug.clone(),
        submission,
        bytes,
        transcript: transcript.to_owned(),
    };
    let line = serde_json::to_string(&line)? + "\n";
    let appended = OpenOptions::new().create(true).append(true).open(&file);
    appended
        .and_then(|mut file| file.write_all(line.as_bytes()))
        .with_context(|| file.display().to_string())?;
    Ok(submission)
}

/// What was submitted to a problem.
fn submitted(file: &Path, problem: &str) -> anyhow::Result<Option<i64>> {
    if !file.is_file() {
        return Ok(None);
    }
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let lines = text
        .lines()
        .filter_map(|line| serde_json::from_str::<Submitted>(line).ok());
    let mut own = lines.filter(|line| line.problem == problem);
    Ok(own.next().map(|line| line.submission))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_block_is_the_program() {
        for (text, program) in [
            (
                "First ```python\nprint(1)\n``` and then\n\n```python\nprint(2)\n```\n",
                Some("print(2)\n"),
            ),
            ("```\nprint(3)\n```\nThat is all.", Some("print(3)\n")),
            ("```py\nprint(4)```", Some("print(4)")),
            ("print(5)", None),
            ("``` ```", None),
            ("", None),
        ] {
            assert_eq!(last_block(text), program, "{text:?}");
        }
    }
}
