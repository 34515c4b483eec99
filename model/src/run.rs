//! `run.toml`: the settings of a run. It is written once.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::prompt::PromptName;
use crate::settings::{Endpoint, Model, Settings};

/// What a run asks, which models, and how.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The version of the program that began the run.
    pub dojo: String,
    /// How often each model is asked each problem.
    pub samples: u32,
    /// The folder of the problems' images, if they are sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub images: Option<PathBuf>,
    /// The problems.
    pub dataset: DatasetName,
    /// The prompt.
    pub prompt: PromptName,
    /// Servers, by name.
    #[serde(rename = "endpoint")]
    pub endpoints: BTreeMap<String, Endpoint>,
    /// Models, by the name that tables show.
    #[serde(rename = "model")]
    pub models: BTreeMap<String, Model>,
}

/// The problems that a run asks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DatasetName {
    /// The path of the data set.
    pub path: PathBuf,
    /// The SHA-256 of the data set, in hexadecimal.
    pub sha256: String,
    /// How many there are.
    pub rows: usize,
}

impl Run {
    /// The settings that it began with.
    pub fn settings(&self) -> Settings {
        Settings {
            endpoints: self.endpoints.clone(),
            models: self.models.clone(),
        }
    }

    /// How another run differs in what is asked. The way to reach servers and their prices may change, since they do
    /// not change what is asked. So may the problems: an unchanged problem keeps its answer.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let mut differences = Vec::new();
        let mut differ = |what: &str, here: &dyn ToString, there: &dyn ToString| {
            let (here, there) = (here.to_string(), there.to_string());
            if here != there {
                differences.push(format!("{what} was {here} and is {there}"));
            }
        };
        let path = |path: &Option<PathBuf>| match path {
            Some(path) => path.display().to_string(),
            None => "not given".to_owned(),
        };
        differ("samples", &self.samples, &other.samples);
        differ("images", &path(&self.images), &path(&other.images));
        differ("the prompt", &self.prompt, &other.prompt);
        let names = |run: &Self| run.models.keys().cloned().collect::<Vec<_>>().join(", ");
        differ("the list of models", &names(self), &names(other));
        for (name, model) in &self.models {
            if let Some(now) = other.models.get(name) {
                let sent = |model: &Model| {
                    let parameters = serde_json::Value::Object(model.parameters.clone());
                    format!("{}, stream {}, {parameters}", model.name, model.stream)
                };
                differ(&format!("model `{name}`"), &sent(model), &sent(now));
            }
        }
        differences
    }
}

impl std::fmt::Display for PromptName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let beginning = self.sha256.get(..12).unwrap_or(&self.sha256);
        write!(f, "{}/{} ({beginning})", self.name, self.version)
    }
}
