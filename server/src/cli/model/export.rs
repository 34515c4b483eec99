//! `dojo model export`: a run for other programs, as CSV or as logs that Inspect reads.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use dojo_model::ask::Job;
use dojo_model::folder::{Answer, Status};
use formula::credit::eed::EedScore;
use help::dataset::Graded;
use serde_json::{Map, Value, json};

use super::graded::{GradedRun, GradingArgs};
use crate::cli::{csv, input};

/// Options of `dojo model export`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder of a run.
    run: PathBuf,
    /// As what: one line an answer, or a log of Inspect a model.
    #[arg(long, value_enum)]
    to: Format,
    /// The file, or for `inspect` the folder.
    /// [default: answers.csv or inspect/ in the folder of the run]
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    #[command(flatten)]
    grading: GradingArgs,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    Csv,
    Inspect,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let run = GradedRun::grade(&args.run, &args.grading)?;
    let out = |usual: &str| args.out.clone().unwrap_or_else(|| args.run.join(usual));
    let written = match args.to {
        Format::Csv => {
            let file = out("answers.csv");
            write(&file, &csv(&run))?;
            vec![file]
        }
        Format::Inspect => {
            let folder = out("inspect");
            fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
            let mut files = Vec::new();
            for model in run.opened.run.models.keys() {
                // Inspect reads no log without a sample.
                if !run.graded.iter().any(|(answer, _)| answer.model == *model) {
                    eprintln!("warning: nothing of {model} is graded, so there is no log of it");
                    continue;
                }
                let mut file = folder.join(format!("{}.json", file_name(model)));
                // Names may differ only in what no path can have.
                let mut number = 1;
                while files.contains(&file) {
                    number += 1;
                    file = folder.join(format!("{}-{number}.json", file_name(model)));
                }
                write(&file, &inspect_log(&run, model)?.to_string())?;
                files.push(file);
            }
            files
        }
    };
    let lines: Vec<String> = written
        .iter()
        .map(|file| file.display().to_string())
        .collect();
    input::print_lines(&lines)?;
    Ok(ExitCode::SUCCESS)
}

fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}

/// A name without what a path gives a meaning to.
pub(super) fn file_name(model: &str) -> String {
    let harmless = |c: char| {
        if c.is_alphanumeric() || "-_.".contains(c) {
            c
        } else {
            '_'
        }
    };
    model.chars().map(harmless).collect()
}

fn number(usage: Option<&Value>, key: &str) -> Option<u64> {
    usage?.pointer(key).and_then(Value::as_u64)
}

/// A line for each answer; without figures where it is not graded.
fn csv(run: &GradedRun) -> String {
    let mut text = String::from(
        "id,model,sample,status,level,domain,final,full,step,score,eed,seconds,first_token_seconds,prompt_tokens,completion_tokens,cost,attempts,finish_reason,first_wrong,first_wrong_label,modality,served_model\r\n",
    );
    let graded: HashSet<&str> = (run.graded.iter())
        .map(|(answer, _)| answer.key.as_str())
        .collect();
    let others = run.opened.answers.iter();
    let others = others.filter(|answer| !graded.contains(answer.key.as_str()));
    let graded = run.graded.iter();
    let all = graded
        .map(|(answer, grade)| (answer, Some(grade)))
        .chain(others.map(|answer| (answer, None)));
    for (answer, grade) in all {
        let of_grade = |told: &dyn Fn(&Graded) -> String| grade.map(told).unwrap_or_default();
        let optional =
            |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
        let tokens =
            |key| number(answer.usage.as_ref(), key).map_or_else(String::new, |n| n.to_string());
        let wrong = grade.and_then(|grade| grade.first_wrong);
        let cells = [
            answer.id.clone(),
            answer.model.clone(),
            answer.sample.to_string(),
            answer.status.word().to_owned(),
            of_grade(&|grade| grade.level.clone()),
            of_grade(&|grade| grade.domain.clone()),
            of_grade(&|grade| grade.final_correct.to_string()),
            of_grade(&|grade| grade.full.to_string()),
            of_grade(&|grade| grade.step_accuracy.to_string()),
            of_grade(&|grade| grade.score.to_string()),
            optional(grade.and_then(|grade| grade.eed).map(EedScore::points)),
            optional(answer.seconds),
            optional(answer.first_token_seconds),
            tokens("/prompt_tokens"),
            tokens("/completion_tokens"),
            optional(answer.cost),
            answer.attempts.to_string(),
            answer.finish_reason.clone().unwrap_or_default(),
            wrong.map_or_else(String::new, |wrong| wrong.formula.to_string()),
            wrong
                .and_then(|wrong| wrong.label)
                .map_or_else(String::new, |label| label.word().to_owned()),
            answer.modality.clone(),
            answer.served_model.clone().unwrap_or_default(),
        ];
        text.push_str(&csv::line(cells));
        text.push_str("\r\n");
    }
    text
}

/// The mean of each figure, as Inspect has them.
fn means(own: &[&(Answer, Graded)]) -> Vec<Value> {
    let mean = |name: &str, value: &dyn Fn(&Graded) -> f64| {
        let sum: f64 = own.iter().map(|(_, grade)| value(grade)).sum();
        #[allow(clippy::cast_precision_loss, reason = "fewer than 2^52 answers")]
        let count = own.len().max(1) as f64;
        let metrics = json!({"mean": {"name": "mean", "value": sum / count}});
        json!({"name": name, "scorer": "dojo", "metrics": metrics})
    };
    let share = |is_so: bool| f64::from(u8::from(is_so));
    let mut means = vec![
        mean("final", &|grade| share(grade.final_correct)),
        mean("full", &|grade| share(grade.full)),
        mean("step", &|grade| grade.step_accuracy),
    ];
    if own.iter().any(|(_, grade)| grade.eed.is_some()) {
        means.push(mean("eed", &|grade| {
            grade.eed.map_or(0.0, EedScore::points)
        }));
    }
    means
}

/// A log of Inspect, version 2.
fn inspect_log(run: &GradedRun, model: &str) -> anyhow::Result<Value> {
    let opened = &run.opened;
    let settings = &opened.run.models[model];
    let job = Job::new(
        &opened.run,
        opened.run.settings(),
        &opened.prompt,
        &opened.questions,
    );
    let own: Vec<&(Answer, Graded)> = run
        .graded
        .iter()
        .filter(|(answer, _)| answer.model == model)
        .collect();
    let mut samples = Vec::with_capacity(own.len());
    for (answer, grade) in &own {
        let question = opened
            .questions
            .iter()
            .find(|question| question.id == answer.id);
        let question = question.expect("a graded answer is to a question");
        let item = opened
            .problems
            .dataset
            .problems
            .iter()
            .find(|item| item.problem.id == answer.id);
        let target: Vec<String> = item.map_or_else(Vec::new, |item| {
            let finals = item.problem.final_answers();
            let nodes = item.problem.nodes.iter().zip(finals);
            nodes
                .filter(|(_, is_final)| *is_final)
                .map(|(node, _)| node.formula.clone())
                .collect()
        });
        samples.push(inspect_sample(
            answer,
            grade,
            &job.filled(question)?,
            &target,
        ));
    }
    let mut ids: Vec<&str> = own.iter().map(|(answer, _)| answer.id.as_str()).collect();
    ids.dedup();
    let begun = own
        .iter()
        .map(|(answer, _)| answer.started_at.as_str())
        .min()
        .unwrap_or_default();
    let ended = own
        .iter()
        .map(|(answer, _)| answer.started_at.as_str())
        .max()
        .unwrap_or_default();
    let name = opened.name();
    let full_name = format!("openai/{}", settings.name);
    let means = means(&own);
    let names = means.iter().map(|mean| &mean["name"]);
    let scorers: Vec<Value> = names
        .map(|name| json!({"name": name, "metrics": [{"name": "mean"}]}))
        .collect();
    let mut usage = Map::new();
    usage.insert(full_name.clone(), total_usage(&own));
    Ok(json!({
        "version": 2,
        "status": "success",
        "eval": {
            "run_id": name, "eval_id": format!("{name}-{}", file_name(model)), "created": begun,
            "task": name, "task_id": name, "task_version": 1,
            "dataset": {
                "name": name, "location": opened.run.dataset.path, "samples": ids.len(), "sample_ids": ids,
            },
            "model": full_name,
            "model_base_url": opened.run.settings().endpoint_of(settings).base_url,
            "config": {"epochs": opened.run.samples},
            "scorers": scorers,
            "metadata": {
                "model": model, "parameters": settings.parameters, "prompt": opened.prompt.to_string(),
                "prompt_sha256": opened.run.prompt.sha256, "dataset_sha256": opened.run.dataset.sha256,
                "dojo": opened.run.dojo, "unanswered": run.unanswered,
            },
        },
        "plan": {"name": "plan", "steps": [], "config": {}},
        "results": {
            "total_samples": own.len(), "completed_samples": own.len(),
            "scores": means,
        },
        "stats": {"started_at": begun, "completed_at": ended, "model_usage": usage},
        "samples": samples,
    }))
}

fn inspect_usage(usage: Option<&Value>) -> Value {
    let tokens = |key| number(usage, key);
    let (sent, received) = (
        tokens("/prompt_tokens").unwrap_or(0),
        tokens("/completion_tokens").unwrap_or(0),
    );
    json!({
        "input_tokens": sent, "output_tokens": received, "total_tokens": sent + received,
        "input_tokens_cache_read": tokens("/prompt_tokens_details/cached_tokens"),
        "reasoning_tokens": tokens("/completion_tokens_details/reasoning_tokens"),
    })
}

fn total_usage(own: &[&(Answer, Graded)]) -> Value {
    let total = |key| {
        own.iter()
            .filter_map(|(answer, _)| number(answer.usage.as_ref(), key))
            .sum::<u64>()
    };
    let (sent, received) = (total("/prompt_tokens"), total("/completion_tokens"));
    json!({"input_tokens": sent, "output_tokens": received, "total_tokens": sent + received})
}

fn inspect_sample(
    answer: &Answer,
    grade: &Graded,
    sent: &dojo_model::prompt::Filled,
    target: &[String],
) -> Value {
    let text = answer
        .solution
        .as_deref()
        .or(answer.refusal.as_deref())
        .unwrap_or_default();
    let content: Vec<Value> = (answer.reasoning.iter())
        .map(|reasoning| json!({"type": "reasoning", "reasoning": reasoning}))
        .chain([json!({"type": "text", "text": text})])
        .collect();
    let message = json!({"role": "assistant", "content": content, "source": "generate", "model": answer.model});
    let system = sent
        .system
        .iter()
        .map(|system| json!({"role": "system", "content": system}));
    let asked = json!({"role": "user", "content": sent.user});
    let messages: Vec<Value> = system.chain([asked, message.clone()]).collect();
    let stop = match answer.status {
        Status::CutOff | Status::Empty => "max_tokens",
        Status::Refused => "content_filter",
        Status::Ok | Status::Failed => "stop",
    };
    let matched: Vec<String> = grade.matched.iter().map(u32::to_string).collect();
    let mut scores = json!({
        "final": {"value": if grade.final_correct { "C" } else { "I" }, "answer": text},
        "full": {"value": if grade.full { "C" } else { "I" }},
        "step": {"value": grade.step_accuracy, "explanation": format!("matched {}", matched.join(", "))},
    });
    if let Some(eed) = grade.eed {
        scores["eed"] = json!({"value": eed.points()});
    }
    json!({
        "id": answer.id, "epoch": answer.sample, "input": sent.user, "target": target,
        "messages": messages,
        "output": {
            "model": answer.served_model.as_deref().unwrap_or(&answer.model),
            "choices": [{"message": message, "stop_reason": stop}],
            "usage": inspect_usage(answer.usage.as_ref()),
            "time": answer.seconds,
        },
        "scores": scores,
        "metadata": {
            "level": grade.level, "domain": grade.domain, "status": answer.status.word(),
            "first_wrong": grade.first_wrong.map(|wrong| wrong.formula), "cost": answer.cost,
        },
        "model_usage": {},
        "total_time": answer.seconds,
    })
}
