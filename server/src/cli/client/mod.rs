//! The commands that use a server's API from a terminal: sign in, submit, look at verdicts and boards. Nothing here
//! depends on the type of contest; the server describes the results.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, bail};
use chrono::DateTime;
use serde_json::Value;
use ureq::http::{Response, header};
use ureq::unversioned::multipart::{Form, Part};
use ureq::{Agent, Body, RequestBuilder};

use crate::config::PublicUrl;
use crate::date_words::iso;

pub(super) mod leaderboard;
mod login;
pub(super) mod sign_in;
pub(super) mod status;
pub(super) mod submit;
mod table;
pub(super) mod trial;

use login::Login;

/// How long the server may take to answer, beyond what it is asked to wait.
const PATIENCE: Duration = Duration::from_mins(1);

/// Which server.
#[derive(Debug, clap::Args)]
pub(super) struct ServerArgs {
    /// Address of the server, as in `https://dojo.example`; by default the one of `dojo login`. A
    /// token in `DOJO_TOKEN` comes before the one of `dojo login`.
    #[arg(long, alias = "server", value_name = "URL", env = "DOJO_URL")]
    url: Option<PublicUrl>,
}

/// The server takes this later.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
struct NotYet {
    message: String,
    /// After how many.
    seconds: u64,
}

/// A connection to the API of one server.
pub(super) struct Client {
    agent: Agent,
    login: Login,
}

impl Client {
    /// The server that is meant, with the token that belongs to it, if there is one.
    pub(super) fn open(args: &ServerArgs) -> anyhow::Result<Self> {
        let login = Login::find(args.url.as_ref())?
            .context("no server is named: run `dojo login URL`, or set DOJO_URL")?;
        Ok(Self::new(login))
    }

    /// The same, for what needs a token.
    pub(super) fn signed_in(args: &ServerArgs) -> anyhow::Result<Self> {
        let client = Self::open(args)?;
        if client.login.token.is_none() {
            bail!(
                "there is no token for {}: run `dojo login {0}`, or set DOJO_TOKEN",
                client.login.url
            );
        }
        Ok(client)
    }

    fn new(login: Login) -> Self {
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            // A token goes to the server that it was given for and nowhere else.
            .max_redirects(0)
            .timeout_global(Some(PATIENCE + PATIENCE))
            .user_agent(concat!("dojo/", env!("CARGO_PKG_VERSION")))
            .build()
            .into();
        Self { agent, login }
    }

    /// Reads below `/api/v1`.
    pub(super) fn get(&self, path: &str) -> anyhow::Result<Value> {
        let request = self.authorized(self.agent.get(self.address(path)));
        self.answer(request.call())
    }

    /// Sends files and fields below `/api/v1`, and once more when no answer comes: under one key, so
    /// that it counts once.
    fn post<'f>(&self, path: &str, form: impl Fn() -> Form<'f>) -> anyhow::Result<Value> {
        let key = hex::encode(rand::random::<[u8; 16]>());
        self.post_once(path, &key, form)
    }

    /// Submits a file with notes under a key: the same under the same key is the same submission.
    pub(super) fn post_solution(
        &self,
        path: &str,
        key: &str,
        (name, source): (&str, &[u8]),
        notes: &str,
    ) -> anyhow::Result<Value> {
        self.post_once(path, key, || {
            let source = Part::bytes(source).file_name(name);
            Form::new().part("source", source).text("notes", notes)
        })
    }

    /// Sends until the server takes the next attempt.
    pub(super) fn in_turn(
        mut send: impl FnMut() -> anyhow::Result<Value>,
    ) -> anyhow::Result<Value> {
        loop {
            let error = match send() {
                Err(error) => error,
                Ok(answer) => return Ok(answer),
            };
            let Some(NotYet { seconds, .. }) = error.downcast_ref() else {
                return Err(error);
            };
            eprintln!("the server takes the next attempt in {seconds} s; waiting");
            thread::sleep(Duration::from_secs(*seconds));
        }
    }

    /// Puts JSON below `/api/v1`, as the bytes are.
    pub(super) fn put_json(&self, path: &str, bytes: &[u8]) -> anyhow::Result<Value> {
        let request = self.agent.put(self.address(path));
        let request = request.header(header::CONTENT_TYPE, "application/json");
        self.answer(self.authorized(request).send(bytes))
    }

    fn post_once<'f>(
        &self,
        path: &str,
        key: &str,
        form: impl Fn() -> Form<'f>,
    ) -> anyhow::Result<Value> {
        let send = || {
            let request = self.agent.post(self.address(path));
            let request = request.header("idempotency-key", key);
            self.authorized(request).send(form())
        };
        self.answer(send().or_else(|_| send()))
    }

    /// The one season that takes submissions.
    fn open_season(&self) -> anyhow::Result<String> {
        let seasons = self.get("/seasons")?;
        let all = seasons["seasons"].as_array().map_or(&[][..], Vec::as_slice);
        let is_open = |season: &&Value| season["state"] == "open";
        let open: Vec<String> = all
            .iter()
            .filter(is_open)
            .map(|season| text(&season["slug"]))
            .collect();
        match open.as_slice() {
            [one] => Ok(one.clone()),
            [] => bail!("no season is open; name one with --season to practise in it"),
            several => bail!(
                "several seasons are open; name one with --season: {}",
                several.join(", ")
            ),
        }
    }

    fn address(&self, path: &str) -> String {
        format!("{}/api/v1{path}", self.login.url)
    }

    fn authorized<B>(&self, request: RequestBuilder<B>) -> RequestBuilder<B> {
        match &self.login.token {
            Some(token) => request.header(header::AUTHORIZATION, format!("Bearer {token}")),
            None => request,
        }
    }

    fn answer(&self, answer: Result<Response<Body>, ureq::Error>) -> anyhow::Result<Value> {
        let url = &self.login.url;
        let mut response = answer.with_context(|| format!("cannot reach {url}"))?;
        let status = response.status();
        if status.is_redirection() {
            let to = response.headers().get(header::LOCATION);
            let to = to.and_then(|to| to.to_str().ok()).unwrap_or("elsewhere");
            bail!("{url} leads to {to}: is the address right?");
        }
        let retry_after = response.headers().get(header::RETRY_AFTER);
        let retry_after = retry_after.and_then(|after| after.to_str().ok()?.parse().ok());
        let text = response
            .body_mut()
            .read_to_string()
            .with_context(|| format!("cannot read the answer of {url}"))?;
        let Ok(value) = serde_json::from_str::<Value>(&text) else {
            bail!("{url} answers with {status} and no JSON: is it a Sequence Dojo?");
        };
        if status.is_success() {
            return Ok(value);
        }
        let message = value["error"]["message"].as_str().unwrap_or("no reason");
        if let (429, Some(seconds)) = (status.as_u16(), retry_after) {
            let message = format!("{url}: {message}");
            return Err(NotYet { message, seconds }.into());
        }
        if status == 401 {
            bail!("{url}: {message}; run `dojo login {url}`");
        }
        bail!("{url}: {message}");
    }
}

/// Bytes as they are: what they are worth is the server's business.
fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes).map(drop)
    } else {
        fs::read(path).map(|read| bytes = read)
    }
    .with_context(|| format!("cannot read {}", path.display()))?;
    Ok(bytes)
}

/// The part of an address for a name, which may be anything that somebody typed.
pub(super) fn segment(name: &str) -> String {
    use std::fmt::Write as _;
    name.bytes().fold(String::new(), |mut out, byte| {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            write!(out, "%{byte:02X}").expect("writing to a text does not fail");
        }
        out
    })
}

/// A member of an answer as text; empty when there is none.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A time of the server's as text, to the second.
fn time(value: &Value) -> String {
    let read = value.as_str().map(DateTime::parse_from_rfc3339);
    match read {
        Some(Ok(at)) => iso(&at.to_utc()),
        _ => text(value),
    }
}
