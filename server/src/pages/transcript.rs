//! What a model was asked and answered, as the page of its submission shows it.

use serde::Deserialize;

/// A transcript, as far as it can be read: whoever published it wrote it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Transcript {
    /// The model, as whoever ran it calls it.
    #[serde(default)]
    pub model: String,
    /// What it was asked with.
    #[serde(default)]
    pub prompt: TranscriptPrompt,
    /// Each question with its answer.
    #[serde(default)]
    pub rounds: Vec<TranscriptRound>,
}

/// The prompt of a transcript.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct TranscriptPrompt {
    /// Name and version.
    #[serde(default)]
    pub name: String,
    /// The file, into which what is asked is put.
    #[serde(default)]
    pub text: String,
}

/// A question with its answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct TranscriptRound {
    /// What was asked.
    #[serde(default)]
    pub asked: String,
    /// What came back.
    #[serde(default)]
    pub answer: Option<String>,
    /// What the model was told of it.
    #[serde(default)]
    pub told: String,
}

impl Transcript {
    /// Reads a transcript. Of one that is something else nothing is shown but where it is.
    pub fn read(json: &str) -> Self {
        serde_json::from_str(json).unwrap_or_default()
    }

    /// What was asked first. What was asked later has it again.
    pub(super) fn question(&self) -> &str {
        self.rounds.first().map_or("", |round| round.asked.as_str())
    }
}
