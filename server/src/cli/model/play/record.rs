//! What is stored of a run that plays a season: the transcript of each problem, and what was submitted.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use dojo_model::prompt::Prompt;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::super::export::file_name;
use super::game::Round;
use super::season::{Problem, Season};

/// What was submitted.
const SUBMISSIONS: &str = "submissions.jsonl";
/// Where transcripts are.
const TRANSCRIPTS: &str = "transcripts";

/// A line of `submissions.jsonl`.
#[derive(Clone, Serialize, Deserialize)]
pub(in crate::cli::model) struct Submitted {
    pub(in crate::cli::model) problem: String,
    pub(in crate::cli::model) submission: i64,
    /// Canonical bytes of a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::cli::model) bytes: Option<u32>,
    /// The round whose solution it is, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::cli::model) round: Option<u32>,
    pub(in crate::cli::model) transcript: String,
}

/// Where the transcript of a problem is.
pub(in crate::cli::model) fn transcript_file(out: &Path, problem: &str) -> PathBuf {
    out.join(TRANSCRIPTS)
        .join(format!("{}.json", file_name(problem)))
}

/// Writes the transcript of a problem, and gives its hash. The same rounds give the same bytes. With the prompt, what the
/// model was sent follows from what is asked in a round.
pub(super) fn keep_transcript(
    out: &Path,
    season: &Season,
    problem: &Problem,
    (model, parameters, prompt): (&str, &Value, &Prompt),
    rounds: &[Round],
) -> anyhow::Result<String> {
    let transcript = json!({
        "season": season.slug, "problem": problem.slug, "model": model, "parameters": parameters,
        "prompt": { "name": format!("{}/{}", prompt.name.name, prompt.name.version), "sha256": prompt.name.sha256, "text": prompt.source },
        "rounds": rounds,
    });
    let text = serde_json::to_string_pretty(&transcript)? + "\n";
    let file = transcript_file(out, &problem.slug);
    fs::create_dir_all(out.join(TRANSCRIPTS))
        .and_then(|()| fs::write(&file, &text))
        .with_context(|| file.display().to_string())?;
    Ok(hex::encode(Sha256::digest(text)))
}

/// The hash of the transcript of a problem, if there is one.
pub(super) fn kept_transcript(out: &Path, problem: &str) -> anyhow::Result<Option<String>> {
    let file = transcript_file(out, problem);
    if !file.is_file() {
        return Ok(None);
    }
    let bytes = fs::read(&file).with_context(|| file.display().to_string())?;
    Ok(Some(hex::encode(Sha256::digest(bytes))))
}

/// Notes what was submitted.
pub(super) fn keep_submitted(out: &Path, line: &Submitted) -> anyhow::Result<()> {
    let file = out.join(SUBMISSIONS);
    let line = serde_json::to_string(line)? + "\n";
    let appended = OpenOptions::new().create(true).append(true).open(&file);
    appended
        .and_then(|mut file| file.write_all(line.as_bytes()))
        .with_context(|| file.display().to_string())
}

/// What was submitted, to each problem once. A line that was cut off is passed over.
pub(in crate::cli::model) fn submitted(out: &Path) -> anyhow::Result<Vec<Submitted>> {
    let file = out.join(SUBMISSIONS);
    if !file.is_file() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let lines = text.lines().map(serde_json::from_str);
    Ok(lines.filter_map(Result::ok).collect())
}
