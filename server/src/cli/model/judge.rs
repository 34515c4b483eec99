//! `dojo model judge`: lets a model judge the answers of a run.
//!
//! A judging is a run of its own in the folder of the run, whose questions are the answers: it is asked, tried again,
//! resumed and paid for by the same rules.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context as _;
use dojo_model::ask::{Job, Stop};
use dojo_model::folder::{self, Answer, Folder, Status};
use dojo_model::judging::{Judging, ReferenceFormula, case};
use dojo_model::question::Question;
use dojo_model::run::{DatasetName, Run};
use dojo_model::settings::Settings;
use dojo_model::spending::Spent;
use dojo_model::statistics::average;
use formula::problem::Problem;
use serde_json::{Value, json};

use super::ask::{self, BudgetArgs};
use super::export::file_name;
use super::graded::{GradedRun, GradingArgs};
use super::judged::{self, Judged};
use crate::cli::input::{self, counted};
use crate::whole_file;

/// How often a judge is asked for a verdict that can be read.
const TRIES: u32 = 3;
/// Where judgings are kept, in the folder of a run.
const FOLDER: &str = "judged";

/// Options of `dojo model judge`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The judge is told the problem, the formulas of the reference solution and the answer, never who answered.
A verdict that cannot be read is asked for three times, and counts as unread then. docs/models.md says
what each kind of judge is worth.")]
pub(super) struct Args {
    /// The folder of a run.
    run: PathBuf,
    /// As what answers are judged.
    #[arg(long = "as", value_enum)]
    kind: Kind,
    /// The model that judges, by its name in the file of models.
    #[arg(long, value_name = "MODEL")]
    judge: String,
    /// The file of models.
    /// [default: the models of the run]
    #[arg(long, value_name = "FILE")]
    models: Option<PathBuf>,
    /// How often each answer is judged, to see how many verdicts change.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    repeat: u32,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    grading: GradingArgs,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Kind {
    /// 0 or 1 for the whole answer.
    Outcome,
    /// Yes or no for each formula of the reference.
    Steps,
    /// The kinds of error, of answers that are not in full.
    Errors,
}

impl Kind {
    const fn judging(self) -> Judging {
        match self {
            Self::Outcome => Judging::Outcome,
            Self::Steps => Judging::Steps,
            Self::Errors => Judging::Errors,
        }
    }
}

/// An answer that is judged.
struct Case<'a> {
    answer: &'a Answer,
    reference: Vec<ReferenceFormula>,
    /// What the judge is told; nothing where there is nothing to judge.
    told: Option<String>,
}

impl Case<'_> {
    /// The name of one of several judgings.
    fn name(&self, repeat: u32) -> String {
        format!("{}/{repeat}", self.answer.key)
    }
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let kind = args.kind.judging();
    let run = GradedRun::grade(&args.run, &args.grading)?;
    let settings = match &args.models {
        Some(file) => Settings::read(file)?,
        None => run.opened.run.settings(),
    };
    let settings = settings.only(std::slice::from_ref(&args.judge))?;
    let cases = cases(&run, kind);
    let name = format!("{}-{}", kind.word(), file_name(&args.judge));
    let out = args.run.join(FOLDER).join(&name);
    let spent = judge(args, &run, &settings, &cases, &out)?;

    let verdicts = Verdicts::read(&out)?;
    let judged: Vec<Judged> = cases
        .iter()
        .map(|case| verdicts.of(case, args, kind))
        .collect();
    let file = judged::file(&args.run, &name);
    let lines = judged.iter().map(serde_json::to_string);
    let mut text = String::new();
    for line in lines {
        text.push_str(&line?);
        text.push('\n');
    }
    whole_file::write(&file, text.as_bytes())
        .with_context(|| format!("cannot write {}", file.display()))?;

    let missing: usize = judged.iter().map(|one| one.missing).sum();
    let mut told = summary(&judged, args, kind);
    told.extend(ask::failures(&folder::read_outcomes(&out)?));
    told.push(ask::used(spent));
    let unread: usize = judged.iter().map(|one| one.unread).sum();
    if unread > 0 {
        told.push(format!(
            "{} unread: each was asked for {TRIES} times, and is not again; without {} all are asked anew",
            counted(unread, "verdict"),
            out.display()
        ));
    }
    told.push(if missing == 0 {
        format!("written: {}", file.display())
    } else {
        format!(
            "{} missing; the same command goes on",
            counted(missing, "verdict")
        )
    });
    let asked = cases.iter().zip(&judged);
    let mut asked = asked.filter(|(case, _)| case.told.is_some()).peekable();
    let none_read =
        asked.peek().is_some() && asked.all(|(_, one)| one.verdicts.iter().all(Option::is_none));
    if none_read && missing == 0 {
        told.push(format!(
            "nothing that {} says can be read as a verdict",
            args.judge
        ));
    }
    input::print_lines(&told)?;
    Ok(ExitCode::from(u8::from(missing > 0 || none_read)))
}

/// The answers that are judged: those that count, to problems with a reference; for errors those without the full score.
fn cases(run: &GradedRun, kind: Judging) -> Vec<Case<'_>> {
    let problems: HashMap<&str, &Problem> = (run.opened.problems.dataset.problems.iter())
        .map(|item| (item.problem.id.as_str(), &item.problem))
        .collect();
    let questions: HashMap<&str, &Question> = (run.opened.questions.iter())
        .map(|question| (question.id.as_str(), question))
        .collect();
    let graded = run.graded.iter();
    let graded = graded.filter(|(_, grade)| kind != Judging::Errors || !grade.full);
    graded
        .map(|(answer, _)| {
            let reference = reference(problems[answer.id.as_str()]);
            let text = answer.solution.as_deref().unwrap_or_default().trim();
            let question = questions[answer.id.as_str()].problem();
            Case {
                answer,
                told: (!text.is_empty()).then(|| case(&question, &reference, text)),
                reference,
            }
        })
        .filter(|case| kind != Judging::Errors || case.told.is_some())
        .collect()
}

fn reference(problem: &Problem) -> Vec<ReferenceFormula> {
    let nodes = problem.nodes.iter().zip(problem.final_answers());
    nodes
        .map(|(node, is_final)| ReferenceFormula {
            index: node.index,
            formula: node.formula.clone(),
            is_final,
        })
        .collect()
}

/// Asks for what is not there, and again for what could not be read. Gives what was spent in all.
fn judge(
    args: &Args,
    run: &GradedRun,
    settings: &Settings,
    cases: &[Case],
    out: &Path,
) -> anyhow::Result<Spent> {
    let kind = args.kind.judging();
    let prompt = kind.prompt();
    let mut open = Vec::new();
    let mut references: HashMap<String, &[ReferenceFormula]> = HashMap::new();
    for case in cases {
        for repeat in 1..=args.repeat {
            if let Some(told) = &case.told {
                let name = case.name(repeat);
                open.push(Question::new(&name, &json!({"content": told}).to_string())?);
                references.insert(name, &case.reference);
            }
        }
    }
    let mut judging = Run {
        dojo: env!("CARGO_PKG_VERSION").to_owned(),
        samples: TRIES,
        images: None,
        dataset: DatasetName {
            rows: cases.len(),
            ..run.opened.run.dataset.clone()
        },
        prompt: prompt.name.clone(),
        endpoints: settings.endpoints.clone(),
        models: settings.models.clone(),
    };
    Job::new(&judging, settings.clone(), &prompt, &open).check(args.budget.budget())?;
    let folder = Folder::begin(out, &judging, &prompt.source)?;
    let stop = Arc::new(Stop::default());
    ask::stop_at_ctrl_c(Arc::clone(&stop));
    let mut spent = folder.known()?.spent;
    for tries in 1..=TRIES {
        judging.samples = tries;
        let job = Job::new(&judging, settings.clone(), &prompt, &open);
        let outcome = ask::ask(&job, &folder, args.budget.budget(), &stop)?;
        spent = outcome.progress.spent;
        if !outcome.is_complete() {
            break;
        }
        let answers = folder::read_answers(out)?;
        let answers = answers.iter();
        let is_read = |answer: &&Answer| {
            let reference = references.get(answer.id.as_str());
            reference.is_some_and(|reference| verdict(answer, kind, reference).is_some())
        };
        let read: HashSet<&str> = answers
            .filter(is_read)
            .map(|answer| answer.id.as_str())
            .collect();
        open.retain(|question| !read.contains(question.id.as_str()));
        if open.is_empty() {
            break;
        }
    }
    Ok(spent)
}

/// The verdict in what a judge said, if it came to its end: one that was stopped may have meant another.
fn verdict(answer: &Answer, kind: Judging, reference: &[ReferenceFormula]) -> Option<Value> {
    let text = answer.solution.as_deref()?;
    (answer.status == Status::Ok).then(|| kind.read(text, reference))?
}

/// What judges said.
struct Verdicts {
    answers: Vec<Answer>,
}

impl Verdicts {
    fn read(out: &Path) -> anyhow::Result<Self> {
        let mut answers = folder::read_answers(out)?;
        answers.sort_by(|one, other| (&one.id, one.sample).cmp(&(&other.id, other.sample)));
        Ok(Self { answers })
    }

    /// What was said when one name was asked, in the order of the tries.
    fn said(&self, name: &str) -> &[Answer] {
        let start = self
            .answers
            .partition_point(|answer| answer.id.as_str() < name);
        let own = &self.answers[start..];
        &own[..own.partition_point(|answer| answer.id == name)]
    }

    fn of(&self, case: &Case, args: &Args, kind: Judging) -> Judged {
        let mut verdicts = Vec::new();
        let (mut unread, mut missing) = (0, 0);
        for repeat in 1..=args.repeat {
            let name = case.name(repeat);
            let said = self.said(&name);
            let verdict = match &case.told {
                None => kind.of_nothing(&case.reference),
                Some(_) => (said.iter()).find_map(|answer| verdict(answer, kind, &case.reference)),
            };
            if verdict.is_none() {
                let arrived = said.iter().filter(|answer| answer.status != Status::Failed);
                let is_over = arrived.count() >= usize::try_from(TRIES).unwrap_or(usize::MAX);
                *(if is_over { &mut unread } else { &mut missing }) += 1;
            }
            verdicts.push(verdict);
        }
        let read: Vec<&Value> = verdicts.iter().flatten().collect();
        let scores: Vec<f64> = read
            .iter()
            .filter_map(|verdict| kind.score(verdict))
            .collect();
        let differs = |pair: &[&Value]| kind.decided(pair[0]) != kind.decided(pair[1]);
        Judged {
            key: case.answer.key.clone(),
            id: case.answer.id.clone(),
            model: case.answer.model.clone(),
            sample: case.answer.sample,
            judge: args.judge.clone(),
            kind: kind.word().to_owned(),
            score: average(&scores),
            unread,
            missing,
            changed: (read.len() > 1).then(|| read.windows(2).any(differs)),
            verdicts,
        }
    }
}

/// What came of it, in lines.
fn summary(judged: &[Judged], args: &Args, kind: Judging) -> Vec<String> {
    let unread: usize = judged.iter().map(|one| one.unread).sum();
    let mut lines = vec![format!(
        "{} by {}: {}, {} each, {unread} unread",
        kind.word(),
        args.judge,
        counted(judged.len(), "answer"),
        counted(args.repeat, "time"),
    )];
    let mut by_model: BTreeMap<&str, Vec<&Judged>> = BTreeMap::new();
    for one in judged {
        by_model.entry(&one.model).or_default().push(one);
    }
    for (model, own) in by_model {
        let scores: Vec<f64> = own.iter().filter_map(|one| one.score).collect();
        if let Some(mean) = average(&scores) {
            lines.push(format!(
                "{model}: {:.2} % of {}",
                100.0 * mean,
                counted(scores.len(), "answer")
            ));
        }
        let mut labels: BTreeMap<&str, usize> = BTreeMap::new();
        if kind == Judging::Errors {
            let first = own
                .iter()
                .filter_map(|one| one.verdicts.iter().flatten().next());
            for label in first.filter_map(|verdict| verdict["primary"].as_str()) {
                *labels.entry(label).or_default() += 1;
            }
            let labels = labels
                .iter()
                .map(|(label, count)| format!("{label} {count}"));
            let labels: Vec<String> = labels.collect();
            if !labels.is_empty() {
                lines.push(format!("{model}: {}", labels.join(", ")));
            }
        }
    }
    let changed = judged.iter().filter_map(|one| one.changed);
    let (several, changed) = changed.fold((0_u32, 0_u32), |(all, changed), one| {
        (all + 1, changed + u32::from(one))
    });
    if several > 0 {
        lines.push(format!(
            "verdicts that change: of {changed} of {} ({:.2} %)",
            counted(several, "answer"),
            100.0 * f64::from(changed) / f64::from(several)
        ));
    }
    lines
}
