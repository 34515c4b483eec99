//! `models.toml`: the models, how they are reached, and what is sent to them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::secret::Secret;
use crate::spending::{MOST, Price};

/// The content of a settings file. An unknown key is an error with its line.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Servers, by name.
    #[serde(default, rename = "endpoint")]
    pub endpoints: BTreeMap<String, Endpoint>,
    /// Models, by the name that tables show.
    #[serde(default, rename = "model")]
    pub models: BTreeMap<String, Model>,
}

/// A server with `/chat/completions`.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Endpoint {
    /// The address before `/chat/completions`.
    pub base_url: String,
    /// The environment variable that has the key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_env: Option<String>,
    /// The file that has the key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_file: Option<PathBuf>,
    /// The most concurrent requests.
    #[serde(default = "at_once")]
    pub at_once: u16,
    /// Certificates to trust instead of the system's, in PEM.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ca_file: Option<PathBuf>,
    /// The time limit for a connection.
    #[serde(default = "connect_seconds")]
    pub connect_seconds: f64,
    /// How long the server may send nothing.
    #[serde(default = "silence_seconds")]
    pub silence_seconds: f64,
    /// The time limit for a whole request.
    #[serde(default = "request_seconds")]
    pub request_seconds: f64,
    /// The first pause before a retry, if the server names none. Each next one is twice as long.
    #[serde(default = "first_wait_seconds")]
    pub first_wait_seconds: f64,
}

const fn at_once() -> u16 {
    8
}

const fn connect_seconds() -> f64 {
    30.0
}

const fn silence_seconds() -> f64 {
    600.0
}

const fn request_seconds() -> f64 {
    3600.0
}

const fn first_wait_seconds() -> f64 {
    1.0
}

/// A model with its parameters.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// The name of its endpoint.
    pub endpoint: String,
    /// The name that is sent.
    pub name: String,
    /// Whether the answer is streamed.
    #[serde(default = "yes")]
    pub stream: bool,
    /// Whether a stream is asked to report its usage, by `stream_options`.
    #[serde(default = "yes")]
    pub usage: bool,
    /// The price of tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// Additional parameters, sent unchanged.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub parameters: Map<String, Value>,
}

const fn yes() -> bool {
    true
}

/// Why settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// A file cannot be read.
    #[error("cannot read {}: {why}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        why: std::io::Error,
    },
    /// It is not TOML, or has an unknown key. The line itself is not shown: it may hold a key that should not be there.
    #[error("{}, line {line}: {why}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// Why.
        why: String,
    },
    /// The settings are impossible.
    #[error("{0}")]
    Senseless(String),
}

/// Keys of a request that cannot be parameters.
const RESERVED: [&str; 4] = ["model", "messages", "stream", "n"];

impl Settings {
    /// Reads a file. Paths in it are relative to its folder.
    ///
    /// # Errors
    /// When the file cannot be read, is not TOML, has an unknown key, or has impossible settings.
    pub fn read(path: &Path) -> Result<Self, SettingsError> {
        let unreadable = |why| SettingsError::Unreadable {
            path: path.to_owned(),
            why,
        };
        let text = fs::read_to_string(path).map_err(unreadable)?;
        let mut settings: Self = toml::from_str(&text).map_err(|why| {
            let before = why.span().and_then(|span| text.get(..span.start));
            SettingsError::Invalid {
                path: path.to_owned(),
                line: 1 + before.map_or(0, |before| before.matches('\n').count()),
                why: why.message().to_owned(),
            }
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let folder = std::path::absolute(folder.join(".")).map_err(unreadable)?;
        for endpoint in settings.endpoints.values_mut() {
            for file in [&mut endpoint.key_file, &mut endpoint.ca_file] {
                *file = file.take().map(|file| folder.join(file));
            }
        }
        settings
            .check()
            .map_err(|why| SettingsError::Senseless(format!("{}: {why}", path.display())))?;
        Ok(settings)
    }

    /// The endpoint of a model.
    pub fn endpoint_of(&self, model: &Model) -> &Endpoint {
        &self.endpoints[&model.endpoint]
    }

    /// Only these models, with the endpoints that they need.
    ///
    /// # Errors
    /// When a name does not exist.
    pub fn only(mut self, names: &[String]) -> Result<Self, SettingsError> {
        if let Some(name) = names.iter().find(|name| !self.models.contains_key(*name)) {
            let known: Vec<&str> = self.models.keys().map(String::as_str).collect();
            let why = format!("there is no model `{name}`; there are {}", known.join(", "));
            return Err(SettingsError::Senseless(why));
        }
        if !names.is_empty() {
            self.models.retain(|name, _| names.contains(name));
        }
        let models = &self.models;
        self.endpoints
            .retain(|name, _| models.values().any(|model| model.endpoint == *name));
        Ok(self)
    }

    pub(crate) fn check(&self) -> Result<(), String> {
        if self.models.is_empty() {
            return Err("there is no model in it".into());
        }
        for (name, endpoint) in &self.endpoints {
            endpoint
                .check()
                .map_err(|why| format!("endpoint `{name}`: {why}"))?;
        }
        for (name, model) in &self.models {
            if !self.endpoints.contains_key(&model.endpoint) {
                let why = format!("model `{name}`: there is no endpoint `{}`", model.endpoint);
                return Err(why);
            }
            if let Some(key) = RESERVED
                .iter()
                .find(|key| model.parameters.contains_key(**key))
            {
                return Err(format!("model `{name}`: `{key}` is no parameter"));
            }
            // TOML has `nan` and `inf`, which would be sent as `null`.
            if let Some((key, _)) = (model.parameters.iter()).find(|(_, value)| has_null(value)) {
                let why = "holds a number that JSON does not have";
                return Err(format!("model `{name}`: `{key}` {why}"));
            }
            if model.price.is_some_and(|price| !price.is_possible()) {
                let why = format!("prices are from 0 to {MOST}");
                return Err(format!("model `{name}`: {why}"));
            }
        }
        Ok(())
    }
}

fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(values) => values.iter().any(has_null),
        Value::Object(object) => object.values().any(has_null),
        _ => false,
    }
}

impl Endpoint {
    fn check(&self) -> Result<(), &'static str> {
        let rest = ["http://", "https://"]
            .iter()
            .find_map(|scheme| self.base_url.strip_prefix(scheme));
        let host = rest.ok_or("`base_url` has to begin with http:// or https://")?;
        if host
            .split('/')
            .next()
            .is_some_and(|host| host.contains('@'))
        {
            return Err(
                "`base_url` has a name or key in it; `key_env` and `key_file` are for keys",
            );
        }
        if self.base_url.contains(['?', '#']) {
            return Err("`base_url` is an address without `?` and `#`");
        }
        if self
            .base_url
            .trim_end_matches('/')
            .ends_with("/chat/completions")
        {
            return Err("`base_url` ends before /chat/completions, which is put behind it");
        }
        if self.key_env.is_some() && self.key_file.is_some() {
            return Err("`key_env` and `key_file` name two keys");
        }
        if self.at_once == 0 {
            return Err("`at_once` has to be at least 1");
        }
        let times = [
            self.connect_seconds,
            self.silence_seconds,
            self.request_seconds,
            self.first_wait_seconds,
        ];
        // A day is longer than any of these may be, and fits every clock.
        if times
            .iter()
            .all(|seconds| (0.001..=86_400.0).contains(seconds))
        {
            Ok(())
        } else {
            Err("times are from 0.001 to 86400 seconds")
        }
    }

    /// The key, if the endpoint has one.
    ///
    /// # Errors
    /// When the named variable or file has no key.
    pub fn key(&self) -> Result<Option<Secret>, SettingsError> {
        let (text, place) = match (&self.key_env, &self.key_file) {
            (Some(name), _) => (
                std::env::var(name).unwrap_or_default(),
                format!("the environment variable {name}"),
            ),
            (None, Some(path)) => (
                fs::read_to_string(path).map_err(|why| SettingsError::Unreadable {
                    path: path.clone(),
                    why,
                })?,
                path.display().to_string(),
            ),
            (None, None) => return Ok(None),
        };
        let senseless = |what| Err(SettingsError::Senseless(format!("{what} in {place}")));
        if !text.trim().bytes().all(|byte| byte.is_ascii_graphic()) {
            return senseless(
                "a key of letters, digits and signs is expected, and something else is",
            );
        }
        match Secret::new(&text) {
            Some(key) => Ok(Some(key)),
            None => senseless("there is no key"),
        }
    }

    pub(crate) fn connect(&self) -> Duration {
        Duration::from_secs_f64(self.connect_seconds)
    }

    pub(crate) fn silence(&self) -> Duration {
        Duration::from_secs_f64(self.silence_seconds)
    }

    pub(crate) fn request(&self) -> Duration {
        Duration::from_secs_f64(self.request_seconds)
    }

    pub(crate) fn first_wait(&self) -> Duration {
        Duration::from_secs_f64(self.first_wait_seconds)
    }
}

impl Model {
    /// The most tokens of an answer, if the parameters limit them.
    pub fn most_tokens(&self) -> Option<u64> {
        ["max_completion_tokens", "max_tokens"]
            .iter()
            .find_map(|key| self.parameters.get(*key)?.as_u64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
[endpoint.lab]
base_url = "http://127.0.0.1:8000/v1"
key_file = "key"
at_once = 32

[model."gpt-5 high"]
endpoint = "lab"
name = "gpt-5"
price = { input = 1.25, cached = 0.125, output = 10 }
[model."gpt-5 high".parameters]
reasoning_effort = "high"
max_completion_tokens = 32000
"#;

    fn read(text: &str) -> Result<Settings, SettingsError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("models.toml");
        fs::write(folder.path().join("key"), "secret-1\n").unwrap();
        fs::write(&path, text).unwrap();
        let settings = Settings::read(&path)?;
        for endpoint in settings.endpoints.values() {
            endpoint.key()?;
        }
        Ok(settings)
    }

    #[test]
    fn a_file_of_models_is_read() {
        let settings = read(GOOD).unwrap();
        let model = &settings.models["gpt-5 high"];
        assert_eq!((model.stream, model.most_tokens()), (true, Some(32_000)));
        assert_eq!(model.parameters["reasoning_effort"], "high");
        let endpoint = settings.endpoint_of(model);
        assert_eq!(
            (endpoint.at_once, endpoint.silence()),
            (32, Duration::from_mins(10))
        );
    }

    #[test]
    fn what_cannot_be_used_is_told_with_its_place() {
        for (from, to, told) in [
            ("at_once = 32", "at_onec = 32", "line 5"),
            ("name = \"gpt-5\"", "", "missing field `name`"),
            (
                "endpoint = \"lab\"",
                "endpoint = \"den\"",
                "there is no endpoint `den`",
            ),
            (
                "http://",
                "http://key@",
                "`key_env` and `key_file` are for keys",
            ),
            ("/v1\"", "/v1?api-version=1\"", "without `?`"),
            (
                "/v1\"",
                "/v1/chat/completions\"",
                "ends before /chat/completions",
            ),
            ("at_once = 32", "at_once = 0", "at least 1"),
            ("reasoning_effort", "model", "`model` is no parameter"),
            (
                "32000",
                "[1, inf]",
                "`max_completion_tokens` holds a number",
            ),
            ("output = 10", "output = nan", "prices are from 0"),
            ("input = 1.25", "input = -1", "prices are from 0"),
            (
                "key_file = \"key\"",
                "key_env = \"DOJO_NO_SUCH_KEY\"",
                "DOJO_NO_SUCH_KEY",
            ),
        ] {
            let text = GOOD.replacen(from, to, 1);
            match read(&text) {
                Ok(_) => assert_eq!(told, "", "{text}"),
                Err(error) => assert!(
                    !told.is_empty() && error.to_string().contains(told),
                    "{error}"
                ),
            }
        }
        let leaked = GOOD.replacen("key_file = \"key\"", "api_key = \"sk-1234\"", 1);
        let told = read(&leaked).unwrap_err().to_string();
        assert!(!told.contains("sk-1234"), "{told}");
        assert!(
            told.contains("models.toml, line 4: unknown field `api_key`"),
            "{told}"
        );
        let none = read("[endpoint.lab]\nbase_url = \"http://a\"\n").unwrap_err();
        assert!(
            none.to_string().ends_with("there is no model in it"),
            "{none}"
        );
    }

    #[test]
    fn the_file_in_the_documents_is_one() {
        let page = include_str!("../../docs/models.md");
        let block = page.split("```toml\n").nth(1).unwrap();
        let settings: Settings = toml::from_str(block.split("```").next().unwrap()).unwrap();
        settings.check().unwrap();
        let endpoint = settings.endpoints.values().next().unwrap();
        for (key, value) in [
            ("at_once", f64::from(endpoint.at_once)),
            ("connect_seconds", endpoint.connect_seconds),
            ("silence_seconds", endpoint.silence_seconds),
            ("request_seconds", endpoint.request_seconds),
            ("first_wait_seconds", endpoint.first_wait_seconds),
        ] {
            let row = page
                .lines()
                .find(|line| line.starts_with(&format!("| `{key}` |")));
            assert!(row.unwrap().contains(&format!(", {value}")), "{row:?}");
        }
    }

    #[test]
    fn some_models_can_be_picked() {
        let settings = read(GOOD).unwrap();
        assert_eq!(settings.clone().only(&[]).unwrap(), settings);
        let error = settings.only(&["gpt-4".into()]).unwrap_err().to_string();
        assert_eq!(error, "there is no model `gpt-4`; there are gpt-5 high");
    }
}
