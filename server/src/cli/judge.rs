//! `dojo judge`: one verdict, as the server would give it.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use dojo_judge::sequence::{self, Canonical, Report, Rules, ScoringVersion};
use dojo_sandbox::{End, Limits, Runtime};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::check::beside;
use super::input;
use super::jsonl::{self, SharedArgs};
use super::runtime;
use super::verdict::{Measures, REJECT_SYNTAX, syntax_excerpt, verdict_lines};

/// Options of `dojo judge`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The setter's program, whose terms are the right ones.
    #[arg(long, required_unless_present = "jsonl", conflicts_with = "jsonl")]
    setter: Option<PathBuf>,
    /// The program to judge; `-` reads it from standard input.
    #[arg(long, required_unless_present = "jsonl", conflicts_with = "jsonl")]
    solver: Option<PathBuf>,
    /// Scoring version; by default that of new seasons.
    #[arg(long, default_value = ScoringVersion::FOR_NEW_SEASONS.as_str())]
    scoring: ScoringVersion,
    #[command(flatten)]
    shared: SharedArgs,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    source: String,
    /// The terms; those of the setter's program where they are left out.
    expected: Option<Vec<String>>,
    setter: Option<String>,
}

#[derive(Serialize)]
struct Answer {
    id: Value,
    verdict: &'static str,
    reason: String,
    stage_pass: bool,
    reward_correct: bool,
    terms_matched: u32,
    l_chars: u32,
    fuel: u64,
    peak_memory_bytes: u64,
    brevity_bonus: u32,
    score: u32,
}

impl Answer {
    fn new(id: Value, report: &Report) -> Self {
        Self {
            id,
            verdict: report.verdict.word(),
            reason: report.verdict.sentence(0),
            stage_pass: report.stage_pass,
            reward_correct: report.reward_correct,
            terms_matched: report.terms_matched,
            l_chars: report.l_chars,
            fuel: report.fuel.0,
            peak_memory_bytes: report.peak_memory_bytes,
            brevity_bonus: report.brevity_bonus,
            score: report.score,
        }
    }
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let runtime = args.shared.runtime()?;
    let rules = Rules::of_new_season(args.scoring);
    let (Some(setter), Some(solver)) = (&args.setter, &args.solver) else {
        runtime::wall_off();
        return jsonl::answer_lines(|question: jsonl::Question<Case>| {
            let id = question.id;
            judge_case(&runtime, &rules, question.body)
                .map(|report| Answer::new(id, &report))
                .map_err(|error| format!("{error:#}"))
        });
    };
    let canonical = input::read_canonical(setter)?;
    let (id, source) = input::read_program(solver)?;
    runtime::wall_off();
    let rules = beside(&rules, Some(canonical.text()));
    let expected = setter_terms(&runtime, &rules, &canonical)
        .with_context(|| format!("the setter {}", setter.display()))?;
    let report = sequence::judge(&runtime, &rules, &expected, &source)?;
    let answer = Answer::new(id, &report);
    if args.shared.json {
        input::print_json(&answer)?;
    } else {
        let measures = Measures {
            l_chars: answer.l_chars,
            brevity_bonus: answer.brevity_bonus,
            fuel: answer.fuel,
            peak_memory_bytes: answer.peak_memory_bytes,
        };
        let mut lines = verdict_lines(
            answer.verdict,
            &answer.reason,
            answer.score,
            Some(&measures),
        )
        .to_vec();
        if answer.verdict == REJECT_SYNTAX {
            lines.splice(1..1, syntax_excerpt(&runtime, &source)?);
        }
        input::print_lines(&lines)?;
    }
    Ok(if report.reward_correct {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

fn judge_case(runtime: &Runtime, rules: &Rules, case: Case) -> anyhow::Result<Report> {
    let setter = (case.setter.as_deref())
        .map(|source| Canonical::new(source.as_bytes()))
        .transpose()
        .map_err(|why| anyhow::anyhow!("the setter: {why}"))?;
    let rules = beside(rules, setter.as_ref().map(Canonical::text));
    let expected = match (case.expected, setter) {
        (Some(expected), _) => expected,
        (None, Some(setter)) => setter_terms(runtime, &rules, &setter).context("the setter")?,
        (None, None) => bail!("neither `expected` nor `setter` says what is right"),
    };
    Ok(sequence::judge(
        runtime,
        &rules,
        &expected,
        case.source.as_bytes(),
    )?)
}

/// The terms of the setter's program, all `n_check` of them.
fn setter_terms(
    runtime: &Runtime,
    rules: &Rules,
    canonical: &Canonical,
) -> anyhow::Result<Vec<String>> {
    let limits = Limits {
        max_terms: rules.n_check,
        ..rules.limits
    };
    let run = runtime.run(canonical.text().as_bytes(), &limits)?;
    if run.end != End::Enough {
        bail!(
            "wrote {} of {} terms: {}",
            run.terms.len(),
            rules.n_check,
            run.end
        );
    }
    Ok(run.terms)
}
