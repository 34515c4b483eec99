//! Sends one request to a server and reads the answer.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use serde_json::Value;
use ureq::http::{Response, header};
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::{Agent, Body};

use crate::event_stream::EventStream;
use crate::reply::{NoAnswer, Reply, beginning, words_of_error};
use crate::retry::{Failure, FailureKind, named_wait};
use crate::secret::Secret;
use crate::settings::{Endpoint, SettingsError};

/// The most bytes of an answer in one piece.
const MAX_ANSWER: u64 = 64 << 20;
/// How much of an error response is read.
const MAX_ERROR: u64 = 64 << 10;

/// The connection to one endpoint.
pub(crate) struct Client {
    agent: Agent,
    address: String,
    key: Option<Secret>,
    longest: Duration,
}

/// An answer, with the time until its first text.
pub(crate) struct Answered {
    pub(crate) reply: Reply,
    pub(crate) first_token: Option<Duration>,
}

impl Client {
    pub(crate) fn new(endpoint: &Endpoint, key: Option<Secret>) -> Result<Self, SettingsError> {
        let at_once = usize::from(endpoint.at_once);
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            // A key is only ever sent to the server that it was given for.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .max_idle_connections(at_once)
            .max_idle_connections_per_host(at_once)
            .timeout_connect(Some(endpoint.connect()))
            .timeout_per_read(Some(endpoint.silence()))
            .timeout_per_write(Some(endpoint.silence()))
            .user_agent(concat!("dojo/", env!("CARGO_PKG_VERSION")));
        if let Some(file) = &endpoint.ca_file {
            let roots = RootCerts::new_with_certs(&certificates(file)?);
            config = config.tls_config(TlsConfig::builder().root_certs(roots).build());
        }
        Ok(Self {
            agent: config.build().into(),
            address: format!(
                "{}/chat/completions",
                endpoint.base_url.trim_end_matches('/')
            ),
            key,
            longest: endpoint.request(),
        })
    }

    /// The text without this endpoint's key.
    pub(crate) fn strike_out(&self, text: &str) -> String {
        match &self.key {
            Some(key) => key.strike_out(text),
            None => text.to_owned(),
        }
    }

    /// Sends a request and reads the answer, both within `left`.
    pub(crate) fn ask(&self, body: &str, left: Duration) -> Result<Answered, Failure> {
        let begun = Instant::now();
        let mut request = self
            .agent
            .post(&self.address)
            .header(header::CONTENT_TYPE, "application/json")
            // A compressed stream would arrive later and in larger pieces.
            .header(header::ACCEPT_ENCODING, "identity");
        if let Some(key) = &self.key {
            request = request.header(header::AUTHORIZATION, key.authorization());
        }
        let request = request
            .config()
            .timeout_global(Some(self.longest.min(left)))
            .build();
        let response = request.send(body).map_err(|error| unreached(&error))?;
        if !response.status().is_success() {
            return Err(self.refused(response));
        }
        let packed = response.headers().get(header::CONTENT_ENCODING);
        if let Some(packed) = packed.filter(|packed| *packed != "identity") {
            let why = format!("the answer is packed, which was not asked for: {packed:?}");
            return Err(broken(why));
        }
        let kind = response.headers().get(header::CONTENT_TYPE);
        let is_stream = kind
            .and_then(|kind| kind.to_str().ok())
            .is_some_and(|kind| kind.trim_start().starts_with("text/event-stream"));
        if is_stream {
            self.read_stream(response, begun)
        } else {
            self.read_whole(response)
        }
    }

    /// A server may repeat the key in its answer, so the key is removed before anything is shortened.
    fn read_whole(&self, mut response: Response<Body>) -> Result<Answered, Failure> {
        let mut text = Vec::new();
        let body = response.body_mut().as_reader();
        body.take(MAX_ANSWER)
            .read_to_end(&mut text)
            .map_err(|error| broken(read_error(&error)))?;
        let text = String::from_utf8(text).map_err(|_| broken("the answer is no UTF-8".into()))?;
        let reply = Reply::whole(&self.strike_out(&text));
        Ok(Answered {
            reply: reply.map_err(|NoAnswer(why)| broken(why))?,
            first_token: None,
        })
    }

    fn read_stream(
        &self,
        mut response: Response<Body>,
        begun: Instant,
    ) -> Result<Answered, Failure> {
        let mut reply = Reply::default();
        let mut first_token = None;
        for event in EventStream::new(response.body_mut().as_reader()) {
            match event {
                Ok(data) => reply
                    .absorb_event(&self.strike_out(&data))
                    .map_err(|NoAnswer(why)| broken(why))?,
                // After the end of an answer, at most its usage follows.
                Err(_) if reply.is_complete() => break,
                Err(error) => return Err(broken(read_error(&error))),
            }
            let has_text = !reply.content.is_empty() || !reply.reasoning.is_empty();
            if first_token.is_none() && has_text {
                first_token = Some(begun.elapsed());
            }
            if reply.is_done() {
                break;
            }
        }
        if reply.is_complete() {
            Ok(Answered { reply, first_token })
        } else {
            Err(broken("the stream ended before the answer did".into()))
        }
    }

    /// The error of a server that did not answer.
    fn refused(&self, mut response: Response<Body>) -> Failure {
        let status = response.status().as_u16();
        let wait = named_wait(response.headers(), SystemTime::now());
        let elsewhere = response.headers().get(header::LOCATION);
        let elsewhere = elsewhere.map(|at| String::from_utf8_lossy(at.as_bytes()).into_owned());
        let mut text = Vec::new();
        // Any part of it that arrives is reported.
        let _ = response
            .body_mut()
            .as_reader()
            .take(MAX_ERROR)
            .read_to_end(&mut text);
        let text = self.strike_out(&String::from_utf8_lossy(&text));
        let told = match serde_json::from_str::<Value>(&text) {
            Ok(value) => words_of_error(value.get("error").unwrap_or(&value)),
            Err(_) => beginning(&text),
        };
        let words = match elsewhere.filter(|_| (300..400).contains(&status)) {
            Some(place) => beginning(&self.strike_out(&format!(
                "it leads to {place}, and a key goes nowhere but where base_url says"
            ))),
            None => told,
        };
        Failure {
            kind: FailureKind::of_status(status),
            status: Some(status),
            why: if words.is_empty() {
                format!("status {status}")
            } else {
                format!("status {status}: {words}")
            },
            wait,
        }
    }
}

/// The certificates of a PEM file.
fn certificates(file: &Path) -> Result<Vec<Certificate<'static>>, SettingsError> {
    let pem = fs::read(file).map_err(|why| SettingsError::Unreadable {
        path: file.to_owned(),
        why,
    })?;
    let senseless = |why: String| SettingsError::Senseless(format!("{}: {why}", file.display()));
    let mut certificates = Vec::new();
    for item in parse_pem(&pem) {
        if let PemItem::Certificate(certificate) = item.map_err(|why| senseless(why.to_string()))? {
            certificates.push(certificate);
        }
    }
    if certificates.is_empty() {
        return Err(senseless("there is no certificate in it".into()));
    }
    Ok(certificates)
}

fn broken(why: String) -> Failure {
    Failure {
        kind: FailureKind::Broken,
        status: Some(200),
        why,
        wait: None,
    }
}

fn read_error(error: &io::Error) -> String {
    format!("the answer broke off: {error}")
}

fn unreached(error: &ureq::Error) -> Failure {
    let kind = match error {
        ureq::Error::BadUri(_) | ureq::Error::InvalidProxyUrl | ureq::Error::Http(_) => {
            FailureKind::Misdirected
        }
        // The server received the request and may still be working on it.
        ureq::Error::Timeout(_) => FailureKind::Broken,
        _ => FailureKind::Unreached,
    };
    Failure {
        kind,
        status: None,
        why: error.to_string(),
        wait: None,
    }
}
