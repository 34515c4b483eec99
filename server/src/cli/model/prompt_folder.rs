//! A folder with the answers of models to one prompt, asked for a list of questions at a time. Stored answers are
//! used again, so a repeated run asks and pays for nothing twice.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::ensure;
use dojo_model::ask::{Job, Stop};
use dojo_model::folder::{self, Folder, Status};
use dojo_model::prompt::Prompt;
use dojo_model::question::Question;
use dojo_model::run::{DatasetName, Run};
use dojo_model::settings::Settings;
use dojo_model::spending::{Budget, Spent};
use serde_json::json;

use super::ask;

/// Where models are asked.
pub(super) struct PromptFolder {
    out: PathBuf,
    run: Run,
    settings: Settings,
    prompt: Prompt,
    folder: Folder,
    pub(super) spent: Spent,
}

impl PromptFolder {
    /// Begins a folder, or opens it if it was begun with the same settings.
    pub(super) fn open(
        out: &Path,
        dataset: DatasetName,
        settings: &Settings,
        prompt: Prompt,
    ) -> anyhow::Result<Self> {
        let run = Run {
            dojo: env!("CARGO_PKG_VERSION").to_owned(),
            samples: 1,
            images: None,
            dataset,
            prompt: prompt.name.clone(),
            endpoints: settings.endpoints.clone(),
            models: settings.models.clone(),
        };
        Job::new(&run, settings.clone(), &prompt, &[]).check(None)?;
        let folder = Folder::begin(out, &run, &prompt.source)?;
        Ok(Self {
            out: out.to_owned(),
            spent: folder.known()?.spent,
            settings: settings.clone(),
            prompt,
            folder,
            run,
        })
    }

    /// What models are asked with.
    pub(super) fn prompt(&self) -> &Prompt {
        &self.prompt
    }

    /// The answers to questions, each an id and a text, in their order; nothing where not all could be asked.
    pub(super) fn ask(
        &mut self,
        asked: &[(String, String)],
        budget: Option<Budget>,
        stop: &Stop,
    ) -> anyhow::Result<Option<Vec<Option<String>>>> {
        let questions = asked
            .iter()
            .map(|(id, text)| Question::new(id, &json!({"content": text}).to_string()));
        let questions: Vec<Question> = questions.collect::<Result<_, _>>()?;
        let job = Job::new(&self.run, self.settings.clone(), &self.prompt, &questions);
        let outcome = ask::ask(&job, &self.folder, budget, stop)?;
        self.spent = outcome.progress.spent;
        if !outcome.is_complete() {
            return Ok(None);
        }
        let wanted: HashMap<String, usize> = (job.wanted()?.into_iter().enumerate())
            .map(|(at, wanted)| (wanted.key, at))
            .collect();
        let mut answers = vec![None; wanted.len()];
        for answer in folder::read_answers(&self.out)? {
            if let Some(&at) = wanted.get(&answer.key)
                && answer.status != Status::Failed
            {
                answers[at] = answer.solution;
            }
        }
        Ok(Some(answers))
    }

    /// Why answers are missing.
    pub(super) fn failures(&self) -> anyhow::Result<Vec<String>> {
        Ok(ask::failures(&folder::read_outcomes(&self.out)?))
    }
}

/// The settings of one model: the one that is named, or the only one.
pub(super) fn one_model(
    settings: &Settings,
    name: Option<&str>,
    option: &str,
) -> anyhow::Result<Settings> {
    if let Some(name) = name {
        return Ok(settings.clone().only(&[name.to_owned()])?);
    }
    let names: Vec<&str> = settings.models.keys().map(String::as_str).collect();
    ensure!(
        names.len() == 1,
        "{option} says which one it is: {}",
        names.join(", ")
    );
    Ok(settings.clone())
}
