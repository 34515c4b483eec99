//! What judges of a run said, a file a judge.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How the names of such files begin and end.
const BEGIN: &str = "judged-";
const END: &str = ".jsonl";

/// The file of a judge, who is named by what it says and by its model.
pub(super) fn file(run: &Path, name: &str) -> PathBuf {
    run.join(format!("{BEGIN}{name}{END}"))
}

/// A line of `judged-<as>-<judge>.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Judged {
    /// The key of the answer.
    pub(super) key: String,
    pub(super) id: String,
    pub(super) model: String,
    pub(super) sample: u32,
    pub(super) judge: String,
    #[serde(rename = "as")]
    pub(super) kind: String,
    /// Each verdict; `null` where none could be read.
    pub(super) verdicts: Vec<Option<Value>>,
    /// The mean score of those that were read.
    pub(super) score: Option<f64>,
    /// Verdicts that could not be read.
    pub(super) unread: usize,
    /// Verdicts that did not come.
    pub(super) missing: usize,
    /// Whether they differ; `null` with fewer than two.
    pub(super) changed: Option<bool>,
}

/// The scores of each judge of a run, by its name and the key of the answer.
pub(super) fn scores(run: &Path) -> anyhow::Result<BTreeMap<String, HashMap<String, f64>>> {
    let mut judges = BTreeMap::new();
    for entry in fs::read_dir(run).with_context(|| run.display().to_string())? {
        let path = entry?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let Some(name) = name
            .strip_prefix(BEGIN)
            .and_then(|name| name.strip_suffix(END))
        else {
            continue;
        };
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let mut scores = HashMap::new();
        for line in text.lines() {
            let read: Judged =
                serde_json::from_str(line).with_context(|| path.display().to_string())?;
            if let Some(score) = read.score {
                scores.insert(read.key, score);
            }
        }
        if !scores.is_empty() {
            judges.insert(name.to_owned(), scores);
        }
    }
    Ok(judges)
}
