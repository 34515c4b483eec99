//! A page for each problem of a run. One that would show what it shows already is left as it is: to draw it, its answers
//! are graded once more.

use std::collections::HashMap;
use std::fs;
use std::io::Read as _;
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;

use anyhow::Context as _;
use askama::Template as _;
use dojo_model::folder::Answer;
use formula::credit::eed::EedScore;
use formula::credit::{GRADER_VERSION, Grader};
use help::dataset::{Graded, Item, without_thinking};
use sha2::{Digest as _, Sha256};

use super::export::file_name;
use super::graded::{GradedRun, name_in, settings, title};
use super::show;
use crate::pages::assets;
use crate::pages::markdown;
use crate::pages::physics::asked::{AskedAnswer, AskedGrade, AskedPage, BESIDE};
use crate::pages::physics::graph::{self, Graph};
use crate::pages::physics::reading::Reading;

/// Longest name of a file that an id is taken for as it stands.
const LONGEST_NAME: usize = 100;

/// An answer to a problem, with what is known of it.
struct Shown<'a> {
    place: String,
    model: String,
    answer: &'a Answer,
    grade: Option<&'a Graded>,
}

/// A problem with all that was answered.
struct Asked<'a> {
    id: &'a str,
    question: String,
    item: Option<&'a Item>,
    answers: Vec<Shown<'a>>,
}

/// The file of a problem's page. What a path, or another file beside it, could be mistaken for has a hash in its name.
pub(super) fn file_of(id: &str) -> String {
    let harmless = file_name(id);
    let is_plain = harmless == id && (1..=LONGEST_NAME).contains(&id.len());
    if is_plain && id != "index" && !id.starts_with('.') {
        return format!("{id}.html");
    }
    let hash = hex::encode(Sha256::digest(id));
    let start: String = harmless.chars().take(LONGEST_NAME / 2).collect();
    format!("{}-{}.html", start.trim_start_matches('.'), &hash[..8])
}

/// The name of a model's answer on such a page, by the model's place in the table.
pub(super) fn place_of(model: usize, sample: u32) -> String {
    match sample {
        1 => format!("m{}", model + 1),
        sample => format!("m{}-{sample}", model + 1),
    }
}

/// Writes the pages of all problems that were asked; `models` are in the order of the table.
pub(super) fn write(runs: &[GradedRun], models: &[String], folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    for name in BESIDE {
        let asset = assets::find(name).context("an asset is built in")?;
        write_file(folder, name, &asset.body)?;
    }
    let dataset = title(runs);
    let asked = asked(runs, models);
    let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let work = |problem: &Asked| {
        let stamp = problem.stamp(&dataset);
        let name = file_of(problem.id);
        let is_there = has_stamp(&folder.join(&name), &stamp);
        let render = || problem.page(&dataset, stamp).render();
        (!is_there).then(|| render().map(|html| (name, html)))
    };
    dojo_sandbox::in_order(threads, asked.iter(), work, |made| {
        if let Some(made) = made {
            let (name, html) = made?;
            write_file(folder, &name, html.as_bytes())?;
        }
        Ok(())
    })
}

fn write_file(folder: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let file = folder.join(name);
    fs::write(&file, bytes).with_context(|| format!("cannot write {}", file.display()))
}

/// Whether a page with this stamp lies there.
fn has_stamp(file: &Path, stamp: &str) -> bool {
    let mut start = String::new();
    let opened = fs::File::open(file);
    let read = opened.and_then(|file| file.take(200).read_to_string(&mut start));
    // A page that is cut within a character has its stamp before.
    read.is_ok() && start.contains(stamp)
}

/// Every problem that was asked, in the order of the data set, with the answers of each model and sample.
fn asked<'a>(runs: &'a [GradedRun], models: &[String]) -> Vec<Asked<'a>> {
    let opened = &runs[0].opened;
    let items: HashMap<&str, &Item> = (opened.problems.dataset.problems.iter())
        .map(|item| (item.problem.id.as_str(), item))
        .collect();
    let mut answers: HashMap<&str, Vec<(usize, Shown)>> = HashMap::new();
    for run in runs {
        let grades: HashMap<&str, &Graded> = (run.graded.iter())
            .map(|(answer, grade)| (answer.key.as_str(), grade))
            .collect();
        for answer in &run.opened.answers {
            let model = name_in(runs, run, &answer.model);
            let Some(at) = models.iter().position(|name| *name == model) else {
                continue;
            };
            let place = place_of(at, answer.sample);
            let grade = grades.get(answer.key.as_str()).copied();
            let shown = Shown {
                place,
                model,
                answer,
                grade,
            };
            answers.entry(&answer.id).or_default().push((at, shown));
        }
    }
    let left_out = &runs[0].left_out;
    let questions = opened.questions.iter();
    let questions = questions.filter(|question| !left_out.contains_key(&question.id));
    questions
        .map(|question| {
            let mut own = answers.remove(question.id.as_str()).unwrap_or_default();
            own.sort_by_key(|(at, shown)| (*at, shown.answer.sample));
            Asked {
                id: &question.id,
                question: question.problem(),
                item: items.get(question.id.as_str()).copied(),
                answers: own.into_iter().map(|(_, shown)| shown).collect(),
            }
        })
        .collect()
}

impl Asked<'_> {
    /// The hash of all that the page shows.
    fn stamp(&self, dataset: &str) -> String {
        let mut hash = Sha256::new();
        let mut add = |part: &[u8]| {
            hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            hash.update(part);
        };
        let version = env!("CARGO_PKG_VERSION");
        let item = self.item.map_or("", |item| &item.json);
        for part in [version, dataset, self.id, &self.question, item] {
            add(part.as_bytes());
        }
        add(format!("{GRADER_VERSION}").as_bytes());
        for shown in &self.answers {
            add(shown.place.as_bytes());
            add(shown.model.as_bytes());
            let both = (shown.answer, shown.grade);
            add(&serde_json::to_vec(&both).expect("both are read from JSON"));
        }
        hex::encode(hash.finalize())
    }

    fn page(&self, dataset: &str, stamp: String) -> AskedPage {
        let grader = self
            .item
            .and_then(|item| Grader::new(&item.problem, &settings()).ok());
        let answers = self.answers.iter();
        AskedPage {
            stamp,
            id: self.id.to_owned(),
            title: self
                .item
                .map_or_else(String::new, |item| item.problem.title.clone()),
            dataset: dataset.to_owned(),
            question: markdown::statement(&self.question),
            graph: self
                .item
                .and_then(|item| Graph::new(&item.problem, None).ok()),
            answers: answers
                .map(|shown| self.answer(shown, grader.as_ref()))
                .collect(),
        }
    }

    fn answer(&self, shown: &Shown, grader: Option<&Grader>) -> AskedAnswer {
        let answer = shown.answer;
        let solution = answer.solution.as_deref();
        AskedAnswer {
            name: shown.place.clone(),
            model: shown.model.clone(),
            sample: answer.sample,
            status: answer.status.word(),
            facts: show::facts(answer),
            text: solution.map(markdown::derivation),
            instead: answer.refusal.clone().or_else(|| answer.error.clone()),
            reasoning: answer.reasoning.clone(),
            grade: shown.grade.map(|grade| {
                let text = solution.filter(|_| grade.error.is_none());
                let text = text.and_then(without_thinking);
                let report = grader.zip(text).map(|(grader, text)| grader.grade(&text));
                let name = &shown.place;
                let report = report.as_ref();
                let lit = |report| {
                    let problem = &self.item?.problem;
                    graph::lit(problem, report, name).ok()
                };
                AskedGrade {
                    is_final: grade.final_correct,
                    step: format!("{:.1}", 100.0 * grade.step_accuracy),
                    eed: (grade.eed.map(EedScore::points)).map(|eed| format!("{eed:.2}")),
                    error: grade.error.clone(),
                    reading: report.map(|report| Reading::graded(report, name)),
                    lit: report.and_then(lit),
                    first_wrong: report
                        .and_then(|report| report.first_wrong.as_ref())
                        .map(|wrong| (wrong.formula, wrong.reason.clone())),
                }
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_problems_have_one_file() {
        assert_eq!(file_of("bohr"), "bohr.html");
        let hard = [
            "01:1013",
            "01_1013",
            "index",
            "../x",
            "",
            "a/b",
            "a b",
            ".",
            &"x".repeat(300),
        ];
        let files: std::collections::BTreeSet<String> = hard.map(file_of).into_iter().collect();
        assert_eq!(files.len(), hard.len());
        for file in files {
            assert!(
                !file.contains(['/', ':', ' ']) && !file.starts_with('.') && file != "index.html"
            );
            assert!(file.len() < 255);
        }
    }
}
