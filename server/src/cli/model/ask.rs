//! `dojo model ask`: begins a run, or goes on with one.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use actix_web::rt;
use anyhow::{Context as _, bail};
use dojo_model::ask::{Job, Outcome, Plan, Stop};
use dojo_model::folder::{self, Became, Folder, Known, Status};
use dojo_model::prompt::Prompt;
use dojo_model::question::Question;
use dojo_model::run::{DatasetName, Run};
use dojo_model::settings::Settings;
use dojo_model::spending::{Budget, Money, Spent, Tokens};

use super::problems::Problems;
use super::progress::{Bars, amount, grouped};
use crate::cli::input::{self, counted};
use crate::whole_file;

/// Most answers of a model to a problem.
pub(super) const MAX_SAMPLES: u32 = 1000;

/// Options of `dojo model ask`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
What has an answer is never asked again. What failed is asked again by the same command, or by
`dojo model ask RUN`. Ctrl-C begins nothing new and waits for what is under way; a second one ends at
once, and nothing that was answered is lost.")]
pub(super) struct Args {
    /// A data set (JSON array or JSONL), a season's folder, or the folder of a run to go on with.
    from: PathBuf,
    /// The models and where they are reached, in TOML. A run that goes on has them already.
    #[arg(long, value_name = "FILE")]
    models: Option<PathBuf>,
    /// Ask this model of the file alone; may be repeated.
    #[arg(long, value_name = "NAME", requires = "models")]
    only: Vec<String>,
    /// The prompt: `prism/1`, `prism/1-bare`, `phybench/1`, or a file.
    /// [default: `phybench/1` for rows of `PHYBench`, else `prism/1`]
    #[arg(long, value_name = "PROMPT")]
    prompt: Option<String>,
    /// How often each model is asked each problem.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_SAMPLES)))]
    samples: u32,
    /// Send the images that problems name and that lie in this folder.
    #[arg(long, value_name = "FOLDER")]
    images: Option<PathBuf>,
    /// The folder of the run.
    #[arg(long, value_name = "RUN")]
    out: Option<PathBuf>,
    #[command(flatten)]
    budget: BudgetArgs,
    /// Ask nothing, and say how many requests there are and what they can cost.
    #[arg(long)]
    plan: bool,
}

/// What may be spent.
#[derive(Debug, clap::Args)]
pub(super) struct BudgetArgs {
    /// Spend no more than this in all, in the money of the prices.
    #[arg(long, value_name = "MONEY", conflicts_with = "budget_tokens")]
    budget: Option<Money>,
    /// Use no more tokens than this in all, as in `5M` or `200k`.
    #[arg(long, value_name = "TOKENS")]
    budget_tokens: Option<Tokens>,
}

impl BudgetArgs {
    pub(super) fn budget(&self) -> Option<Budget> {
        let money = self.budget.map(|money| Budget::Money(money.0));
        money.or(self.budget_tokens.map(|tokens| Budget::Tokens(tokens.0)))
    }
}

/// What is asked, and where it is kept.
struct Asked {
    run: Run,
    settings: Settings,
    prompt: Prompt,
    problems: Problems,
    out: PathBuf,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let asked = if args.from.join(folder::RUN).is_file() {
        go_on(args)?
    } else {
        begin(args)?
    };
    let questions = asked.problems.questions()?;
    if let Some(images) = &asked.run.images {
        tell_missing(images, &questions);
    }
    let job = Job::new(&asked.run, asked.settings, &asked.prompt, &questions);
    if args.plan {
        let is_new = !asked.out.join(folder::RUN).is_file();
        let known = if is_new {
            Known::default()
        } else {
            Folder::open(&asked.out)?.known()?
        };
        input::print_lines(&describe_plan(&job.plan(&known)?))?;
        return Ok(ExitCode::SUCCESS);
    }
    let budget = args
        .budget
        .budget()
        .map_or_else(|| kept_budget(&asked.out), |it| Ok(Some(it)))?;
    // Before the folder is made, so that nothing is left of a run that cannot be asked.
    job.check(budget)?;
    let folder = Folder::begin(&asked.out, &asked.run, &asked.prompt.source)?;
    if let Some(budget) = args.budget.budget() {
        let file = asked.out.join(BUDGET);
        let text = serde_json::to_string(&budget)? + "\n";
        whole_file::write(&file, text.as_bytes()).with_context(|| file.display().to_string())?;
    }
    let stop = Arc::new(Stop::default());
    stop_at_ctrl_c(Arc::clone(&stop));
    let outcome = ask(&job, &folder, budget, &stop)?;
    let lines = describe(&outcome, budget, &asked.out)?;
    input::print_lines(&lines)?;
    Ok(if outcome.is_complete() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

/// The budget that the run was given last.
const BUDGET: &str = "budget.json";

/// The budget of a run that goes on.
fn kept_budget(out: &Path) -> anyhow::Result<Option<Budget>> {
    let file = out.join(BUDGET);
    if !file.is_file() {
        return Ok(None);
    }
    let name = || file.display().to_string();
    let text = fs::read_to_string(&file).with_context(name)?;
    Ok(Some(serde_json::from_str(&text).with_context(name)?))
}

/// Tells which images are not sent: their problems are asked as text, or with the other images.
fn tell_missing(images: &Path, questions: &[Question]) {
    const NAMED: usize = 3;
    let missing = questions.iter().flat_map(|one| one.missing_images(images));
    let missing: Vec<&str> = missing.collect();
    if missing.is_empty() {
        return;
    }
    let more = if missing.len() > NAMED { ", …" } else { "" };
    eprintln!(
        "warning: {} that problems name cannot be sent from {}: {}{more}",
        counted(missing.len(), "image"),
        images.display(),
        missing[..missing.len().min(NAMED)].join(", ")
    );
}

/// Asks what is not there yet, with bars on the terminal.
pub(super) fn ask(
    job: &Job,
    folder: &Folder,
    budget: Option<Budget>,
    stop: &Stop,
) -> anyhow::Result<Outcome> {
    for endpoint in job.short_keys()? {
        eprintln!(
            "warning: the key of endpoint `{endpoint}` has fewer than 8 characters, so it stays where a server's words have it"
        );
    }
    let bars = Bars::new();
    let outcome = job.ask(folder, budget, &bars, stop)?;
    bars.clear();
    Ok(outcome)
}

/// A run that begins, or that has these settings.
fn begin(args: &Args) -> anyhow::Result<Asked> {
    let Some(models) = &args.models else {
        bail!("--models says which models are asked; a run that goes on needs it not");
    };
    let out = match (&args.out, args.plan) {
        (Some(out), _) => out.clone(),
        (None, true) => PathBuf::new(),
        (None, false) => bail!("--out says where the run is kept"),
    };
    let settings = Settings::read(models)?.only(&args.only)?;
    let problems = Problems::read(&args.from)?;
    let prompt = Prompt::find(args.prompt.as_deref().unwrap_or(usual_prompt(&problems)))?;
    let rows = problems.dataset.problems.len() + problems.dataset.without_reference.len();
    let absolute = |path: &Path| fs::canonicalize(path).with_context(|| path.display().to_string());
    let run = Run {
        dojo: env!("CARGO_PKG_VERSION").to_owned(),
        samples: args.samples,
        images: args.images.as_deref().map(absolute).transpose()?,
        dataset: DatasetName {
            path: absolute(&args.from)?,
            sha256: problems.sha256.clone(),
            rows,
        },
        prompt: prompt.name.clone(),
        endpoints: settings.endpoints.clone(),
        models: settings.models.clone(),
    };
    Ok(Asked {
        run,
        settings,
        prompt,
        problems,
        out,
    })
}

/// A run as its folder has it. Only how servers are reached and what they cost may be given anew.
fn go_on(args: &Args) -> anyhow::Result<Asked> {
    let given = args.prompt.is_some() || args.out.is_some() || args.samples != 1;
    if given || args.images.is_some() {
        bail!(
            "{} is a run: what is asked was set when it began",
            args.from.display()
        );
    }
    let mut run = folder::read_run(&args.from)?;
    let (prompt, problems) = of_run(&args.from, &run)?;
    if let Some(models) = &args.models {
        let settings = Settings::read(models)?.only(&args.only)?;
        let only: Vec<String> = run.models.keys().cloned().collect();
        let settings = settings.only(&only)?;
        run.endpoints = settings.endpoints;
        run.models = settings.models;
    }
    Ok(Asked {
        settings: run.settings(),
        run,
        prompt,
        problems,
        out: args.from.clone(),
    })
}

/// The prompt and the problems of a run. Problems that have changed since are told.
pub(super) fn of_run(path: &Path, run: &Run) -> anyhow::Result<(Prompt, Problems)> {
    let file = path.join(folder::PROMPT);
    let name = || file.display().to_string();
    let source = fs::read_to_string(&file).with_context(name)?;
    let prompt = Prompt::read(&source).map_err(anyhow::Error::msg);
    let problems = Problems::read(&dataset_of(path, run)?)?;
    if problems.sha256 != run.dataset.sha256 {
        eprintln!(
            "warning: {} has changed since the run began; problems whose questions have not keep their answers",
            run.dataset.path.display()
        );
    }
    Ok((prompt.with_context(name)?, problems))
}

/// Where the problems of a run are: where they were, else, where run and problems were moved together, beside the run or
/// here.
fn dataset_of(run_folder: &Path, run: &Run) -> anyhow::Result<PathBuf> {
    let was = &run.dataset.path;
    let name = was.file_name().unwrap_or_default();
    let beside = run_folder.canonicalize().ok();
    let beside = beside.and_then(|folder| Some(folder.parent()?.join(name)));
    let places = [Some(was.clone()), beside, Some(PathBuf::from(name))];
    let found = places.into_iter().flatten().find(|place| place.exists());
    found.with_context(|| {
        format!(
            "the problems of the run are not at {} any more; put {} beside the run",
            was.display(),
            name.display()
        )
    })
}

/// The prompt for these problems, where none is named.
fn usual_prompt(problems: &Problems) -> &'static str {
    let is_phybench = |json: &str| json.contains("\"content\"") && !json.contains("\"context\"");
    if problems.rows().all(|(_, json)| is_phybench(json)) {
        "phybench/1"
    } else {
        "prism/1"
    }
}

/// The first Ctrl-C ends the run, the second one the program.
pub(super) fn stop_at_ctrl_c(stop: Arc<Stop>) {
    thread::spawn(move || {
        rt::System::new().block_on(async {
            if rt::signal::ctrl_c().await.is_err() {
                return;
            }
            eprintln!(
                "nothing new is asked; waiting for what is under way (Ctrl-C again ends at once)"
            );
            stop.stop();
            if rt::signal::ctrl_c().await.is_ok() {
                std::process::exit(1);
            }
        });
    });
}

fn describe_plan(plan: &Plan) -> Vec<String> {
    let mut lines = vec![
        counted(plan.requests, "request"),
        format!(
            "{} tokens are sent (characters ÷ 4)",
            grouped(plan.sent_tokens)
        ),
    ];
    let names = |names: &[String]| names.join(", ");
    if plan.unlimited.is_empty() {
        lines.push(format!(
            "at most {} tokens in all",
            grouped(plan.most.tokens)
        ));
    } else {
        let names = names(&plan.unlimited);
        lines.push(format!(
            "answers have no limit: {names} (`max_completion_tokens` or `max_tokens` sets one)"
        ));
    }
    if !plan.unpriced.is_empty() {
        lines.push(format!(
            "the cost is not known: {} has no `price`",
            names(&plan.unpriced)
        ));
    } else if plan.unlimited.is_empty() {
        lines.push(format!("at most {} in money", amount(plan.most.money)));
    }
    lines
}

fn describe(outcome: &Outcome, budget: Option<Budget>, out: &Path) -> anyhow::Result<Vec<String>> {
    let progress = &outcome.progress;
    let mut lines = Vec::new();
    for model in &progress.models {
        let mut line = format!(
            "{}: {} of {} answered",
            model.model, model.answered, model.all
        );
        if model.failed > 0 {
            line = format!("{line}, {} failed", model.failed);
        }
        lines.push(line);
    }
    let missing: usize = progress
        .models
        .iter()
        .map(|one| one.all - one.answered)
        .sum();
    // A large folder is not read once more where it has nothing to tell.
    let answers = if missing > 0 || progress.spent.money > 0.0 {
        folder::read_outcomes(out)?
    } else {
        Vec::new()
    };
    lines.extend(failures(&answers));
    lines.push(used(progress.spent));
    let counting = answers
        .iter()
        .filter(|answer| answer.status != Status::Failed);
    let unknown = counting.filter(|answer| answer.cost.is_none()).count();
    if unknown > 0 && progress.spent.money > 0.0 {
        lines.push(format!(
            "the cost of {} is not known, and counts with the most that it can be",
            counted(unknown, "answer")
        ));
    }
    let out = out.display();
    lines.push(match budget {
        _ if missing == 0 => format!("all is there: dojo model table {out}"),
        Some(budget) if outcome.out_of_budget => {
            let (option, most) = match budget {
                Budget::Money(money) => ("--budget", money.to_string()),
                Budget::Tokens(tokens) => ("--budget-tokens", tokens.to_string()),
            };
            format!(
                "{} missing: the next request does not fit into the budget of {most}; with more: \
                 dojo model ask {out} {option} MORE",
                counted(missing, "answer")
            )
        }
        _ => format!(
            "{} missing: dojo model ask {out}",
            counted(missing, "answer")
        ),
    });
    Ok(lines)
}

/// What was spent, in a line.
pub(super) fn used(spent: Spent) -> String {
    let tokens = grouped(spent.tokens);
    if spent.money > 0.0 {
        format!(
            "used so far: {tokens} tokens, {} in money",
            amount(spent.money)
        )
    } else {
        format!("used so far: {tokens} tokens")
    }
}

/// Why answers failed, and how many, a line a reason.
pub(super) fn failures(answers: &[Became]) -> Vec<String> {
    let mut reasons: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for answer in answers {
        if answer.status == Status::Failed {
            let reason = answer.error.as_deref().unwrap_or_default();
            *reasons.entry((&answer.model, reason)).or_default() += 1;
        }
    }
    let lines = reasons.into_iter();
    lines
        .map(|((model, reason), count)| format!("{model}: {count} × {reason}"))
        .collect()
}
