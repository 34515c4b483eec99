//! Grades many answers on all cores, and keeps each result as it comes.

use std::num::NonZeroUsize;
use std::thread;
use std::time::Instant;

use anyhow::Context as _;
use dojo_judge::contest::physics::EedParameters;
use formula::credit::eed::{Eed, EedScore, SimplifyError};
use formula::credit::{GRADER_VERSION, Grader, Settings};
use formula::problem::dag::Dag;
use formula::problem::difficulty::{Thresholds, rate};
use formula::problem::{Level, Problem};
use help::dataset::{Graded, Item, Key, key, without_thinking};
use help::tidy::tidy;
use indicatif::{ProgressBar, ProgressStyle};

use super::load;
use super::state::State;
use crate::cli::input::counted;

/// One answer to grade.
pub(crate) struct Job<'a> {
    item: &'a Item,
    model: &'a str,
    sample: &'a str,
    solution: Option<&'a str>,
    key: Key,
}

/// How answers are graded.
pub(crate) struct Grading {
    settings: Settings,
    thresholds: Thresholds,
    eed: Option<Eed>,
    /// The number of the rules by which answers are tidied first.
    tidy: Option<u32>,
    parameters: String,
}

impl Grading {
    pub(crate) fn new(
        settings: Settings,
        thresholds: Thresholds,
        eed: Option<Eed>,
        tidy: Option<u32>,
    ) -> Self {
        let measured = eed.is_some().then(EedParameters::default);
        let parameters =
            format!("{GRADER_VERSION} {settings:?} {thresholds:?} {measured:?} {tidy:?}");
        Self {
            settings,
            thresholds,
            eed,
            tidy,
            parameters,
        }
    }

    /// An answer to a problem; without a solution it counts as 0.
    pub(crate) fn job<'a>(
        &self,
        item: &'a Item,
        model: &'a str,
        sample: &'a str,
        solution: Option<&'a str>,
    ) -> Job<'a> {
        Job {
            item,
            model,
            sample,
            solution,
            key: key(&item.json, model, solution, &self.parameters),
        }
    }

    /// Grades what is not known yet, on all cores, and gives all results in the order of the jobs.
    pub(crate) fn run(&self, jobs: &[Job], state: &mut State) -> anyhow::Result<Vec<Graded>> {
        let mut results: Vec<Option<Graded>> = jobs
            .iter()
            .map(|job| state.find(&job.key).cloned())
            .collect();
        let open: Vec<usize> = (0..jobs.len())
            .filter(|&at| results[at].is_none())
            .collect();
        if open.len() < jobs.len() {
            eprintln!(
                "{} of {} known already",
                jobs.len() - open.len(),
                counted(jobs.len(), "result")
            );
        }
        let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let bar = progress_bar(open.len());
        let started = Instant::now();
        let work = |at: usize| (at, self.grade(&jobs[at]));
        dojo_sandbox::in_order(threads, open.iter().copied(), work, |(at, graded)| {
            let graded = graded.context("EED cannot be measured; --no-eed does without")?;
            bar.inc(1);
            state
                .keep(&jobs[at].key, &graded)
                .context("cannot keep a result")?;
            results[at] = Some(graded);
            Ok::<(), anyhow::Error>(())
        })?;
        bar.finish_and_clear();
        let seconds = started.elapsed().as_secs_f64();
        eprintln!(
            "{} graded in {seconds:.2} s on {}",
            counted(open.len(), "answer"),
            counted(threads.get(), "core")
        );
        let named = results.into_iter().flatten().zip(jobs);
        Ok(named
            .map(|(graded, job)| Graded {
                sample: job.sample.to_owned(),
                ..graded
            })
            .collect())
    }

    /// How hard a problem is.
    pub(crate) fn level(&self, problem: &Problem) -> Option<Level> {
        let dag = Dag::new(&problem.nodes).ok()?;
        rate(&dag, &problem.difficulty, &self.thresholds).level
    }

    fn grade(&self, job: &Job) -> Result<Graded, SimplifyError> {
        let problem = &job.item.problem;
        let (eed, level) = (self.eed.as_ref(), self.level(problem));
        let missing = Graded {
            eed: eed.map(|_| EedScore::default()),
            ..Graded::missing(problem, level, job.model)
        };
        let Some(solution) = job.solution.and_then(without_thinking) else {
            return Ok(missing);
        };
        if let Err(why) = load::check_solution(&solution) {
            return Ok(missing.with_error(why));
        }
        let tidied = self.tidy.map(|_| tidy(&solution).text);
        let solution = tidied.as_deref().unwrap_or(&solution);
        let grader = match Grader::new(problem, &self.settings) {
            Ok(grader) => grader,
            Err(error) => return Ok(missing.with_error(error)),
        };
        let report = match eed {
            Some(eed) => grader.grade_and_measure(solution, eed)?,
            None => grader.grade(solution),
        };
        Ok(missing.with_report(&report))
    }
}

fn progress_bar(length: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} answers, {eta} left");
    let bar = ProgressBar::new(u64::try_from(length).unwrap_or(u64::MAX));
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
