//! `dojo model make`: a problem that can be graded, from a text with its solution (PRISM-Physics, appendix C.2).
//!
//! One model edits in three stages. After each, the linter and another model look at it; what they say goes back with the
//! whole history. Every version is kept. The final answers stay those of the text, or nothing is made.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use dojo_judge::derivation;
use dojo_judge::package::Files;
use dojo_model::ask::Stop;
use dojo_model::making::{Stage, read_review, review};
use dojo_model::run::DatasetName;
use dojo_model::settings::Settings;
use dojo_model::spending::{Budget, Spent};
use formula::credit::Settings as GradingSettings;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use super::ask::{self, BudgetArgs};
use super::prompt_folder::{PromptFolder, one_model};
use super::same_answers::FinalAnswers;
use crate::cli::input::{self, counted};
use crate::cli::physics::load;
use crate::whole_file::write_once;

/// How often a stage is tried.
const TRIES: u32 = 5;
/// Where the versions are.
const VERSIONS: &str = "versions";
/// Where the draft is.
const DRAFT: &str = "draft";
/// Longest file, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Options of `dojo model make`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
FILE is JSON with `id`, `source`, `licence`, `context`, and `subquestions`, each with its `letter`,
`subproblem` and `solution`; or a row of PHYBench. The draft is RUN/draft/ID. Its review.toml says that a
model made it; no season takes it before a person has read it and is named there.")]
pub(super) struct Args {
    /// The problem with its solution.
    file: PathBuf,
    /// The models and where they are reached, in TOML.
    #[arg(long, value_name = "FILE")]
    models: PathBuf,
    /// The model of the file that edits, if there are several.
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// The model that reviews.
    /// [default: the one that edits]
    #[arg(long, value_name = "NAME")]
    reviewer: Option<String>,
    /// The folder of the run.
    #[arg(long, value_name = "RUN")]
    out: PathBuf,
    #[command(flatten)]
    budget: BudgetArgs,
}

/// A problem on its way.
type Document = Map<String, Value>;

/// What came of a stage.
enum Ended {
    Done(Document),
    /// Answers are missing: the same command goes on.
    Missing(Vec<String>),
    /// It was tried often enough; this is still wrong.
    Refused(Vec<String>),
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let bytes = load::bytes(&args.file, MAX_BYTES)?;
    let mut document = original(&bytes)
        .with_context(|| format!("cannot make a problem of {}", args.file.display()))?;
    let answers = FinalAnswers::of(&document)
        .with_context(|| format!("cannot make a problem of {}", args.file.display()))?;
    let settings = Settings::read(&args.models)?;
    let editor = one_model(&settings, args.model.as_deref(), "--model")?;
    let reviewer = match &args.reviewer {
        Some(name) => one_model(&settings, Some(name), "--reviewer")?,
        None => editor.clone(),
    };
    let dataset = DatasetName {
        path: fs::canonicalize(&args.file)?,
        sha256: hex::encode(Sha256::digest(&bytes)),
        rows: 1,
    };
    let stop = Arc::new(Stop::default());
    ask::stop_at_ctrl_c(Arc::clone(&stop));
    let mut benches = Vec::new();
    for stage in Stage::ALL {
        let folder = args.out.join(stage.word());
        benches.push(Bench {
            stage,
            elsewhere: Spent::default(),
            answers: &answers,
            editor: PromptFolder::open(&folder, dataset.clone(), &editor, stage.prompt())?,
            reviewer: PromptFolder::open(
                &folder.join("review"),
                dataset.clone(),
                &reviewer,
                review(),
            )?,
            args,
            stop: &stop,
        });
    }
    for at in 0..benches.len() {
        let others = benches.iter().enumerate();
        let others = others.filter(|(other, _)| *other != at);
        benches[at].elsewhere = sum(others.map(|(_, bench)| bench.spent()));
        let bench = &mut benches[at];
        let stage = bench.stage;
        let ended = bench.work(&document)?;
        let (mut lines, last) = match ended {
            Ended::Done(done) => {
                document = done;
                continue;
            }
            Ended::Missing(lines) => (
                lines,
                "answers are missing; the same command goes on".to_owned(),
            ),
            Ended::Refused(lines) => {
                let tries = counted(TRIES, "version");
                (
                    lines,
                    format!("{}: refused after {tries}; nothing was made", stage.word()),
                )
            }
        };
        lines.push(ask::used(sum(benches.iter().map(Bench::spent))));
        lines.push(last);
        input::print_lines(&lines)?;
        return Ok(ExitCode::from(1));
    }
    let names: Vec<&str> = editor.models.keys().map(String::as_str).collect();
    let draft = draft(&args.out, &document, names[0])?;
    let report = draft.write()?;
    let used = ask::used(sum(benches.iter().map(Bench::spent)));
    let folder = draft.folder.display();
    let Some(report) = report else {
        input::print_lines(&[
            used,
            format!(
                "{folder} has been changed since it was made, and stays as it is; move it away for a new one"
            ),
        ])?;
        return Ok(ExitCode::SUCCESS);
    };
    input::print_lines(&[
        report.to_string(),
        used,
        format!(
            "a draft that nobody has reviewed: {folder}; `dojo problem validate` looks at it again"
        ),
    ])?;
    Ok(ExitCode::from(u8::from(!report.valid)))
}

pub(super) fn pretty(value: &Value) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

/// The text that problems are made of, in the format of PRISM. What it has beside the texts stays behind.
fn original(bytes: &[u8]) -> anyhow::Result<Document> {
    let read: Document = serde_json::from_slice(bytes).context("it is no JSON object")?;
    let text = |key: &str| {
        read.get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .trim()
    };
    let mut document = Document::new();
    let id = read.get("id").or_else(|| read.get("problem_id"));
    let id = match id {
        Some(Value::String(id)) => id.clone(),
        Some(Value::Number(id)) => id.to_string(),
        _ => bail!("it has no `id`"),
    };
    document.insert("id".to_owned(), json!(id));
    // Data sets spell the second one in either way.
    for (key, names) in [
        ("source", &["source"][..]),
        ("licence", &["licence", "license"]),
    ] {
        let mut given = names.iter().map(|name| text(name));
        let given = given.find(|text| !text.is_empty());
        let given = given.with_context(|| format!("it has no `{key}`, which a draft needs"))?;
        document.insert(key.to_owned(), json!(given));
    }
    document.insert("title".to_owned(), json!(text("title")));
    let questions = read.get("subquestions").and_then(Value::as_array);
    let (context, questions) = match questions {
        Some(questions) if !questions.is_empty() => (text("context"), questions.clone()),
        _ => {
            let solution = match text("answer") {
                "" => text("solution").to_owned(),
                answer => format!("{}\n\n{answer}", text("solution")),
            };
            let context = [text("context"), text("content")];
            let context = context.into_iter().find(|text| !text.is_empty());
            let question = json!({"letter": "", "subproblem": "", "solution": solution});
            (context.unwrap_or_default(), vec![question])
        }
    };
    document.insert("context".to_owned(), json!(context));
    let questions = questions.iter().map(|question| {
        let text = |key: &str| question[key].as_str().unwrap_or_default().trim().to_owned();
        json!({"letter": text("letter"), "subproblem": text("subproblem"), "solution": text("solution")})
    });
    document.insert("subquestions".to_owned(), questions.collect());
    Ok(document)
}

/// What works on one stage.
struct Bench<'a> {
    stage: Stage,
    /// What the other stages spent, of the same budget.
    elsewhere: Spent,
    answers: &'a FinalAnswers,
    editor: PromptFolder,
    reviewer: PromptFolder,
    args: &'a Args,
    stop: &'a Stop,
}

/// All of it together.
fn sum(spent: impl Iterator<Item = Spent>) -> Spent {
    let mut sum = Spent::default();
    spent.for_each(|one| sum += one);
    sum
}

impl Bench<'_> {
    fn spent(&self) -> Spent {
        sum([self.editor.spent, self.reviewer.spent].into_iter())
    }

    /// What is left of the budget for one of the two, of whom the other spent this.
    fn budget(&self, beside: Spent) -> Option<Budget> {
        let budget = self.args.budget.budget()?;
        Some(budget.less(self.elsewhere).less(beside))
    }

    /// Tries until linter and reviewer have nothing to say.
    fn work(&mut self, before: &Document) -> anyhow::Result<Ended> {
        let stage = self.stage;
        let text = |document: &Document| pretty(&Value::Object(document.clone()));
        let mut told = format!("```json\n{}```", text(before)?);
        let mut wrong = Vec::new();
        for version in 1..=TRIES {
            let Some(answer) = self.edit(version, &told)? else {
                return Ok(Ended::Missing(self.editor.failures()?));
            };
            let mut after = before.clone();
            let changes = stage.read(&answer);
            wrong = match changes {
                Some(changes) => {
                    after.extend(changes);
                    self.answers.complaints(stage, &after)
                }
                None => {
                    vec!["there is no JSON object with the keys that were asked for".to_owned()]
                }
            };
            // What the program finds is told first: a reviewer reads only what can be read.
            if wrong.is_empty() {
                let case = format!(
                    "# What had to be done\n\n{}\n\n# Before\n\n```json\n{}```\n\n# After\n\n```json\n{}```",
                    stage.task(),
                    text(before)?,
                    text(&after)?
                );
                match self.review(version, &case)? {
                    Some(comments) => wrong = comments,
                    None => return Ok(Ended::Missing(self.reviewer.failures()?)),
                }
            }
            self.keep(version, &after, &wrong)?;
            if wrong.is_empty() {
                return Ok(Ended::Done(after));
            }
            write!(
                told,
                "\n\n# Version {version}\n\n{}\n\n# What is wrong with it\n\n- {}",
                answer.trim(),
                wrong.join("\n- ")
            )?;
        }
        Ok(Ended::Refused(wrong))
    }

    fn edit(&mut self, version: u32, told: &str) -> anyhow::Result<Option<String>> {
        let asked = [(format!("{}/{version}", self.stage.word()), told.to_owned())];
        let budget = self.budget(self.reviewer.spent);
        let answers = self.editor.ask(&asked, budget, self.stop)?;
        Ok(answers.map(|answers| answers.into_iter().flatten().next().unwrap_or_default()))
    }

    fn review(&mut self, version: u32, case: &str) -> anyhow::Result<Option<Vec<String>>> {
        let asked = [(format!("{}/{version}", self.stage.word()), case.to_owned())];
        let budget = self.budget(self.editor.spent);
        let answers = self.reviewer.ask(&asked, budget, self.stop)?;
        Ok(answers.map(|answers| {
            let text = answers.into_iter().flatten().next().unwrap_or_default();
            read_review(&text)
                .unwrap_or_else(|| vec!["what the reviewer says cannot be read".to_owned()])
        }))
    }

    /// Keeps a version with what is wrong with it.
    fn keep(&self, version: u32, document: &Document, wrong: &[String]) -> anyhow::Result<()> {
        let id = document["id"].as_str().unwrap_or_default();
        let folder = self.args.out.join(VERSIONS).join(slug(id));
        let file = folder.join(format!("{}-{version}.json", self.stage.word()));
        let kept = json!({"problem": document, "wrong": wrong});
        fs::create_dir_all(&folder)
            .and_then(|()| fs::write(&file, pretty(&kept).unwrap_or_default()))
            .with_context(|| file.display().to_string())
    }
}

/// A package made by models.
struct Draft {
    slug: String,
    folder: PathBuf,
    files: Files,
}

impl Draft {
    /// Writes it, and looks at it as `dojo problem validate` does; `None` where something else stands there, which
    /// somebody made of it.
    fn write(&self) -> anyhow::Result<Option<derivation::ValidationReport>> {
        let is_other = |(name, bytes): (&String, &Vec<u8>)| {
            fs::read(self.folder.join(name)).is_ok_and(|there| there != *bytes)
        };
        if self.files.iter().any(is_other) {
            return Ok(None);
        }
        fs::create_dir_all(&self.folder)?;
        for (name, bytes) in &self.files {
            let file = self.folder.join(name);
            write_once(&file, bytes).with_context(|| file.display().to_string())?;
        }
        let settings = GradingSettings::default();
        Ok(Some(derivation::validate(
            &self.slug,
            &settings,
            &self.files,
        )))
    }
}

/// The draft of a problem, below `out`.
fn draft(out: &Path, document: &Document, model: &str) -> anyhow::Result<Draft> {
    let id = document["id"].as_str().unwrap_or_default();
    let slug = slug(id);
    let mut problem = document.clone();
    problem.insert("id".to_owned(), json!(slug));
    let mut review = toml::Table::new();
    review.insert("made_by".to_owned(), model.into());
    review.insert("reviewed_by".to_owned(), "".into());
    let files: Files = BTreeMap::from([
        (
            "problem.json".to_owned(),
            pretty(&Value::Object(problem))?.into_bytes(),
        ),
        ("statement.md".to_owned(), statement(document).into_bytes()),
        (
            "review.toml".to_owned(),
            toml::to_string(&review)?.into_bytes(),
        ),
    ]);
    Ok(Draft {
        folder: out.join(DRAFT).join(&slug),
        slug,
        files,
    })
}

/// A name for a folder and an address.
fn slug(id: &str) -> String {
    let letters = id.chars().map(|c| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '-'
        }
    });
    let words: String = letters.collect();
    let words: Vec<&str> = words.split('-').filter(|word| !word.is_empty()).collect();
    match words.join("-") {
        empty if empty.is_empty() => "problem".to_owned(),
        slug if slug.starts_with(|c: char| c.is_ascii_digit()) => format!("p{slug}"),
        slug => slug,
    }
}

/// The statement: the context, then each question with how its answer is written.
fn statement(document: &Document) -> String {
    let mut parts = vec![
        document["context"]
            .as_str()
            .unwrap_or_default()
            .trim()
            .to_owned(),
    ];
    for question in document["subquestions"].as_array().into_iter().flatten() {
        let text = |key: &str| question[key].as_str().unwrap_or_default().trim().to_owned();
        let mark = match text("letter") {
            letter if letter.is_empty() => String::new(),
            letter => format!("**({letter})** "),
        };
        parts.push(format!("{mark}{}", text("subproblem")));
        parts.push(text("final_answer_instructions"));
    }
    parts.retain(|part| !part.trim().is_empty());
    parts.join("\n\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_that_somebody_changed_stays_as_it_is() {
        let out = tempfile::tempdir().unwrap();
        let problem = json!({"id": "Fall", "context": "A stone.", "subquestions": []});
        let draft = draft(out.path(), problem.as_object().unwrap(), "editor").unwrap();
        assert!(draft.write().unwrap().is_some());
        assert!(draft.write().unwrap().is_some());
        let review = draft.folder.join("review.toml");
        fs::write(&review, "reviewed_by = \"Ann\"\n").unwrap();
        assert!(draft.write().unwrap().is_none());
        assert_eq!(
            fs::read_to_string(&review).unwrap(),
            "reviewed_by = \"Ann\"\n"
        );
    }

    #[test]
    fn an_id_becomes_a_name() {
        for (id, name) in [
            ("Falling Mass 2", "falling-mass-2"),
            ("01:1013", "p01-1013"),
            ("…", "problem"),
        ] {
            assert_eq!(slug(id), name);
        }
    }
}
