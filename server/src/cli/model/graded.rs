//! Runs with their answers graded.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use dojo_model::ask::Job;
use dojo_model::folder::{self, Answer, Status};
use dojo_model::prompt::Prompt;
use dojo_model::question::Question;
use dojo_model::run::Run;
use dojo_model::table::Observation;
use formula::credit::eed::{EedScore, Mode};
use formula::credit::{ErrorLabel, Settings};
use formula::found::{Inline, MAX_FORMULAS};
use help::dataset::{Graded, Item};
use help::tidy::TIDY_VERSION;

use super::ask::of_run;
use super::judged;
use super::problems::Problems;
use crate::cli::physics::difficulty::ThresholdArgs;
use crate::cli::physics::errata::Errata;
use crate::cli::physics::grading::Grading;
use crate::cli::physics::simplified_cache;
use crate::cli::physics::state::State;

/// What stands for a level or a domain that a problem does not have.
pub(super) const NO_LEVEL: &str = "not rated";
pub(super) const NO_DOMAIN: &str = "no domain";
/// What stands for the label of a wrong step that the rules do not name.
pub(super) const NONE_NAMED: &str = "none named";

/// How the answers of runs are graded.
#[derive(Debug, clap::Args)]
pub(super) struct GradingArgs {
    #[command(flatten)]
    thresholds: ThresholdArgs,
    /// Leave these problems out of every mean: a CSV file with the columns `id` and `reason`.
    #[arg(long, value_name = "FILE")]
    exclude: Option<PathBuf>,
    /// Do not measure how near wrong final answers are (EED), which takes `SymPy` and more time.
    #[arg(long)]
    no_eed: bool,
    /// Folder for data; the prepared sandbox of `SymPy` is kept there.
    #[arg(long, env = "DOJO_DATA")]
    data: Option<PathBuf>,
}

impl GradingArgs {
    fn grading(&self) -> Grading {
        let eed = (!self.no_eed).then(|| simplified_cache::eed(self.data.as_deref(), Mode::Dojo));
        Grading::new(
            settings(),
            self.thresholds.thresholds(),
            eed,
            Some(TIDY_VERSION),
        )
    }
}

/// How the answers to a data set are read: models write their steps into sentences, and long answers to their end.
pub(super) fn settings() -> Settings {
    Settings {
        max_formulas: MAX_FORMULAS,
        inline: Some(Inline::Count),
        ..Settings::default()
    }
}

/// A run as its folder has it.
pub(super) struct OpenedRun {
    pub(super) path: PathBuf,
    pub(super) run: Run,
    pub(super) prompt: Prompt,
    pub(super) problems: Problems,
    pub(super) questions: Vec<Question>,
    /// What was asked for and is there, failed ones too: by problem, model and sample.
    pub(super) answers: Vec<Answer>,
    /// Problems of answers that were asked for and are not there.
    pub(super) missing: Vec<String>,
}

impl OpenedRun {
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        let run = folder::read_run(path)?;
        let (prompt, problems) = of_run(path, &run)?;
        let questions = problems.questions()?;
        let wanted = Job::new(&run, run.settings(), &prompt, &questions).wanted()?;
        let mut found: HashMap<String, Answer> = folder::read_answers(path)?
            .into_iter()
            .map(|answer| (answer.key.clone(), answer))
            .collect();
        let (mut answers, mut missing) = (Vec::new(), Vec::new());
        let places: HashMap<&str, usize> = (questions.iter().enumerate())
            .map(|(at, question)| (question.id.as_str(), at))
            .collect();
        for wanted in wanted {
            match found.remove(&wanted.key) {
                Some(answer) => answers.push(answer),
                None => missing.push(wanted.id),
            }
        }
        if !found.is_empty() {
            eprintln!(
                "warning: {}: {} to questions that have changed since",
                path.display(),
                crate::cli::input::counted(found.len(), "answer")
            );
        }
        answers.sort_by(|one, other| {
            let place = |answer: &Answer| (places[answer.id.as_str()], answer.sample);
            (place(one), &one.model).cmp(&(place(other), &other.model))
        });
        drop(places);
        Ok(Self {
            path: path.to_owned(),
            run,
            prompt,
            problems,
            questions,
            answers,
            missing,
        })
    }

    /// Its name in a table with others.
    pub(super) fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        name.to_string_lossy().into_owned()
    }
}

/// A run with what its answers are worth.
pub(super) struct GradedRun {
    pub(super) opened: OpenedRun,
    /// The answers that count to problems that can be graded, each with its grade.
    pub(super) graded: Vec<(Answer, Graded)>,
    /// Why problems were left out.
    pub(super) left_out: BTreeMap<String, String>,
    /// Answers that failed or are not there.
    pub(super) unanswered: usize,
    /// The scores that judges gave, by the name of the judge and the key of the answer.
    pub(super) judges: BTreeMap<String, HashMap<String, f64>>,
}

impl GradedRun {
    /// Grades what is not graded yet, and keeps it in the folder.
    pub(super) fn grade(path: &Path, args: &GradingArgs) -> anyhow::Result<Self> {
        let errata = Errata::read(args.exclude.as_deref())?;
        let mut opened = OpenedRun::open(path)?;
        let left_out = errata.leave_out(&mut opened.problems.dataset.problems);
        let file = path.join(folder::GRADES);
        let _lock = folder::lock(&file)?;
        let mut state = State::open(&file).with_context(|| file.display().to_string())?;
        let items: HashMap<&str, &Item> = (opened.problems.dataset.problems.iter())
            .map(|item| (item.problem.id.as_str(), item))
            .collect();
        let grading = args.grading();
        let counting = opened.answers.iter();
        let counting = counting.filter(|answer| answer.status != Status::Failed);
        let counting: Vec<(&Answer, &Item)> = counting
            .filter_map(|answer| Some((answer, *items.get(answer.id.as_str())?)))
            .collect();
        let jobs: Vec<_> = counting
            .iter()
            .map(|(answer, item)| grading.job(item, &answer.model, "", answer.solution.as_deref()))
            .collect();
        let results = grading.run(&jobs, &mut state)?;
        drop(jobs);
        let answers = counting.into_iter().map(|(answer, _)| answer.clone());
        let graded = answers.zip(results).collect();
        let failed = opened.answers.iter();
        let failed = failed.filter(|answer| answer.status == Status::Failed);
        let failed = failed.map(|answer| &answer.id);
        let unanswered = opened.missing.iter().chain(failed);
        let unanswered = unanswered.filter(|id| !left_out.contains_key(*id)).count();
        Ok(Self {
            opened,
            graded,
            left_out,
            unanswered,
            judges: judged::scores(path)?,
        })
    }

    /// The scores that judges gave an answer.
    pub(super) fn judged(&self, answer: &Answer) -> BTreeMap<String, f64> {
        let judges = self.judges.iter();
        judges
            .filter_map(|(name, scores)| Some((name.clone(), *scores.get(&answer.key)?)))
            .collect()
    }

    /// Grades several runs over the same problems.
    pub(super) fn grade_all(paths: &[PathBuf], args: &GradingArgs) -> anyhow::Result<Vec<Self>> {
        let runs: Vec<Self> = paths
            .iter()
            .map(|path| Self::grade(path, args))
            .collect::<Result<_, _>>()?;
        for run in &runs {
            if run.opened.run.dataset.sha256 != runs[0].opened.run.dataset.sha256 {
                bail!(
                    "{} and {} asked other problems, so they cannot stand in one table",
                    runs[0].opened.path.display(),
                    run.opened.path.display()
                );
            }
        }
        Ok(runs)
    }
}

/// The name in tables of a model of one of these runs. One that is in several of them is told apart by theirs.
pub(super) fn name_in(runs: &[GradedRun], run: &GradedRun, model: &str) -> String {
    let with = runs
        .iter()
        .filter(|one| one.opened.run.models.contains_key(model));
    if with.count() > 1 {
        format!("{model}, {}", run.opened.name())
    } else {
        model.to_owned()
    }
}

/// The name of the data set of runs.
pub(super) fn title(runs: &[GradedRun]) -> String {
    let path = &runs[0].opened.run.dataset.path;
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// What tables know of the answers of runs.
pub(super) fn observations(runs: &[GradedRun]) -> (Vec<String>, Vec<Observation>) {
    let (mut models, mut observations) = (Vec::new(), Vec::new());
    for run in runs {
        let name = |model: &str| name_in(runs, run, model);
        models.extend(run.opened.run.models.keys().map(|model| name(model)));
        let graded = run.graded.iter();
        observations.extend(graded.map(|(answer, graded)| Observation {
            judged: run.judged(answer),
            ..observation(name(&answer.model), answer, graded)
        }));
    }
    (models, observations)
}

fn observation(model: String, answer: &Answer, graded: &Graded) -> Observation {
    let or = |text: &str, other: &str| if text.is_empty() { other } else { text }.to_owned();
    Observation {
        model,
        problem: answer.id.clone(),
        level: or(&graded.level, NO_LEVEL),
        domain: or(&graded.domain, NO_DOMAIN),
        status: answer.status,
        final_correct: graded.final_correct,
        full: graded.full,
        step: graded.step_accuracy,
        eed: graded.eed.map(EedScore::points),
        seconds: answer.seconds,
        cost: answer.cost,
        modality: answer.modality.clone(),
        judged: BTreeMap::new(),
        first_wrong: graded.first_wrong.map(|wrong| {
            let label = wrong.label.map(ErrorLabel::word);
            label.unwrap_or(NONE_NAMED).to_owned()
        }),
    }
}
