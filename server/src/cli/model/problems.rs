//! The problems of a data set or of a season's folder, to be asked and to be graded.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use dojo_model::question::Question;
use help::dataset::{Dataset, read_problems};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::cli::physics::load;

/// Longest file of problems, in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// Whether a problem names itself.
fn has_id(problem: &[u8]) -> bool {
    let value = serde_json::from_slice::<Value>(problem).unwrap_or_default();
    value
        .get("id")
        .or_else(|| value.get("problem_id"))
        .is_some()
}

/// Problems with the hash of the files that they came from.
pub(super) struct Problems {
    pub(super) dataset: Dataset,
    pub(super) sha256: String,
}

impl Problems {
    /// Reads a data set, or the problems of a season's folder, of which each is named by its folder if it does not name itself.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        if !path.is_dir() {
            let bytes = load::bytes(path, MAX_BYTES)?;
            let mut dataset = load::parsed_dataset(path, &bytes)?;
            load::set_broken_aside(path, &mut dataset);
            leave_out_empty(&mut dataset);
            return Ok(Self {
                dataset,
                sha256: hex::encode(Sha256::digest(&bytes)),
            });
        }
        let mut dataset = Dataset::default();
        let mut hash = Sha256::new();
        for file in files(path)? {
            let bytes = load::bytes(&file, MAX_BYTES)?;
            hash.update(Sha256::digest(&bytes));
            let mut one = read_problems(&bytes).with_context(|| file.display().to_string())?;
            if let Some(refused) = one.refused.first() {
                bail!("{}: {}", file.display(), refused.why);
            }
            if !has_id(&bytes) {
                let folder = file.parent().and_then(Path::file_name).unwrap_or_default();
                let name = folder.to_string_lossy().into_owned();
                for item in &mut one.problems {
                    item.problem.id.clone_from(&name);
                }
                for question in &mut one.without_reference {
                    question.id.clone_from(&name);
                }
            }
            load::set_broken_aside(&file, &mut one);
            dataset.problems.append(&mut one.problems);
            dataset.without_reference.append(&mut one.without_reference);
        }
        let problems = Self {
            dataset,
            sha256: hex::encode(hash.finalize()),
        };
        let mut ids = BTreeSet::new();
        if let Some((id, _)) = problems.rows().find(|(id, _)| !ids.insert(*id)) {
            bail!("{}: two problems have the id `{id}`", path.display());
        }
        Ok(problems)
    }

    /// The id and the JSON of each problem.
    pub(super) fn rows(&self) -> impl Iterator<Item = (&str, &str)> {
        let graded = self.dataset.problems.iter();
        let graded = graded.map(|item| (item.problem.id.as_str(), item.json.as_str()));
        let others = self.dataset.without_reference.iter();
        graded.chain(others.map(|question| (question.id.as_str(), question.json.as_str())))
    }

    /// What a model may be told of each problem.
    pub(super) fn questions(&self) -> anyhow::Result<Vec<Question>> {
        let questions = self.rows().map(|(id, json)| Question::new(id, json));
        Ok(questions.collect::<Result<_, _>>()?)
    }
}

/// Leaves out rows that ask nothing, as `PHYBench` was published with one, and tells which.
fn leave_out_empty(dataset: &mut Dataset) {
    let asks = |id: &str, json: &str| {
        let asks =
            Question::new(id, json).map_or(true, |question| !question.problem().trim().is_empty());
        if !asks {
            eprintln!("warning: problem {id} asks nothing and is left out");
        }
        asks
    };
    (dataset.problems).retain(|item| asks(&item.problem.id, &item.json));
    (dataset.without_reference).retain(|question| asks(&question.id, &question.json));
}

/// The problems of a season's folder, by name.
fn files(season: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let folder = season.join("problems");
    let entries = fs::read_dir(&folder).with_context(|| {
        let season = season.display();
        format!(
            "{season} is neither a run nor a season: there is no run.toml and no problems in it"
        )
    })?;
    let mut files = Vec::new();
    for entry in entries {
        let file = entry?.path().join("problem.json");
        if file.is_file() {
            files.push(file);
        }
    }
    files.sort();
    if files.is_empty() {
        bail!("{}: there is no */problem.json in it", folder.display());
    }
    Ok(files)
}
