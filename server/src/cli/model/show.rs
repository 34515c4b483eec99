//! `dojo model show`: one answer, from the question to the grade.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use dojo_model::ask::Job;
use dojo_model::folder::Answer;
use formula::credit::Grader;
use serde_json::Value;

use super::graded::{OpenedRun, settings};
use super::progress::{amount, grouped};
use crate::cli::input::{self, counted};
use crate::cli::physics::grade;

/// Options of `dojo model show`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder of a run.
    run: PathBuf,
    /// The model, as tables name it.
    model: String,
    /// The id of the problem.
    id: String,
    /// Which of several answers.
    #[arg(long, default_value_t = 1)]
    sample: u32,
    /// Show what the model thought, too.
    #[arg(long)]
    reasoning: bool,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let run = OpenedRun::open(&args.run)?;
    let question = run.questions.iter().find(|question| question.id == args.id);
    let question =
        question.with_context(|| format!("there is no problem `{}` in this run", args.id))?;
    if !run.run.models.contains_key(&args.model) {
        let models: Vec<&str> = run.run.models.keys().map(String::as_str).collect();
        bail!(
            "there is no model `{}` in this run; there are {}",
            args.model,
            models.join(", ")
        );
    }
    let is_it = |answer: &&Answer| {
        answer.model == args.model && answer.id == args.id && answer.sample == args.sample
    };
    let answer = run.answers.iter().find(is_it);
    let answer = answer.with_context(|| format!("sample {} is not there", args.sample))?;

    let sent =
        Job::new(&run.run, run.run.settings(), &run.prompt, &run.questions).filled(question)?;
    let mut lines = vec![
        format!(
            "{}, asked of {}, sample {}",
            args.id, args.model, args.sample
        ),
        format!("prompt {}, {}", run.run.prompt, answer.modality),
        how(answer),
    ];
    let mut part = |title: &str, text: &str| {
        lines.extend([String::new(), format!("## {title}"), String::new()]);
        lines.extend(text.trim_end().lines().map(str::to_owned));
    };
    if let Some(system) = &sent.system {
        part("System", system);
    }
    part("Question", &sent.user);
    if let Some(reasoning) = &answer.reasoning {
        if args.reasoning {
            part("Reasoning", reasoning);
        } else {
            let count = grouped(u64::try_from(reasoning.chars().count()).unwrap_or(0));
            part(
                "Reasoning",
                &format!("{count} characters; --reasoning shows them"),
            );
        }
    }
    for (title, text) in [
        ("Answer", &answer.solution),
        ("Refusal", &answer.refusal),
        ("Error", &answer.error),
    ] {
        if let Some(text) = text {
            part(title, text);
        }
    }
    let items = &run.problems.dataset.problems;
    if let (Some(item), Some(solution)) = (
        items.iter().find(|item| item.problem.id == args.id),
        &answer.solution,
    ) {
        let grader = Grader::new(&item.problem, &settings())?;
        part(
            "Grade",
            &grade::describe(&grader.grade(solution)).join("\n"),
        );
    }
    input::print_lines(&lines)?;
    Ok(ExitCode::SUCCESS)
}

/// How it was asked.
fn how(answer: &Answer) -> String {
    let status = answer.status.word().to_owned();
    let parts: Vec<String> = [status].into_iter().chain(facts(answer)).collect();
    parts.join(" · ")
}

/// How an answer came, each a few words.
pub(super) fn facts(answer: &Answer) -> Vec<String> {
    let mut parts = Vec::from_iter(answer.finish_reason.clone());
    parts.extend(answer.seconds.map(|seconds| format!("{seconds:.1} s")));
    parts.extend(
        answer
            .first_token_seconds
            .map(|seconds| format!("first text after {seconds:.1} s")),
    );
    parts.push(counted(answer.attempts, "request"));
    let tokens = |key: &str| answer.usage.as_ref()?.get(key).and_then(Value::as_u64);
    if let (Some(sent), Some(received)) = (tokens("prompt_tokens"), tokens("completion_tokens")) {
        parts.push(format!("{} + {} tokens", grouped(sent), grouped(received)));
    }
    parts.extend(answer.cost.map(|cost| format!("{} in money", amount(cost))));
    parts.extend(
        answer
            .served_model
            .as_ref()
            .map(|model| format!("served by {model}")),
    );
    parts.push(format!("begun {}", answer.started_at));
    parts
}
