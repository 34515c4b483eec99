//! Sends one request to a server and reads the answer.

use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use flate2::read::MultiGzDecoder;
use serde_json::Value;
use ureq::http::{Response, header};
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::{Agent, Body};

use crate::event_stream::{BYTE_ORDER_MARK, Event, EventStream};
use crate::proxy::proxy_for;
use crate::reply::{NoAnswer, Reply, beginning, is_filtered, words_of_error};
use crate::retry::{Failure, FailureKind, named_wait};
use crate::secret::Secret;
use crate::settings::{Endpoint, SettingsError};

/// Longest answer, in bytes.
const MAX_ANSWER: u64 = 64 << 20;
/// The longest field with which an event begins.
const LONGEST_FIELD: &str = "event:";
/// As much is read of what a server says in an error.
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
            .proxy(proxy_for(&endpoint.base_url)?)
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
        let response = request.send(body).map_err(|error| self.unreached(&error))?;
        if !response.status().is_success() {
            return self.refused(response);
        }
        let says_stream = is_event_stream(&response);
        let mut body = BufReader::new(unpacked(response)?.take(MAX_ANSWER));
        let beginning = significant_beginning(&mut body).map_err(|why| broken(read_error(&why)))?;
        let is_stream = says_stream || begins_event_stream(&beginning);
        let body = beginning.as_slice().chain(body);
        // Servers in between answer in one piece under the old head, or lose the head of a stream.
        if is_stream && !beginning.starts_with(b"{") {
            self.read_stream(body, begun)
        } else {
            self.read_whole(body)
        }
    }

    /// What a server says may have the key in it, which goes before anything is cut short.
    fn read_whole(&self, mut body: impl Read) -> Result<Answered, Failure> {
        let mut text = Vec::new();
        body.read_to_end(&mut text)
            .map_err(|error| broken(read_error(&error)))?;
        let text = String::from_utf8_lossy(&text);
        let reply = Reply::whole(&self.strike_out(&text));
        Ok(Answered {
            reply: reply.map_err(|NoAnswer(why)| broken(why))?,
            first_token: None,
        })
    }

    fn read_stream(&self, body: impl Read, begun: Instant) -> Result<Answered, Failure> {
        let mut reply = Reply::default();
        let mut first_token = None;
        for event in EventStream::new(body) {
            match event {
                Ok(event) => reply
                    .absorb_event(&Event {
                        data: self.strike_out(&event.data),
                        ..event
                    })
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
        if !reply.is_complete() {
            Err(broken("the stream ended before the answer did".into()))
        } else if reply.has_choice {
            Ok(Answered { reply, first_token })
        } else {
            Err(broken("the answer has no choices".into()))
        }
    }

    /// The failure of a request to which no answer came that can be read.
    fn unreached(&self, error: &ureq::Error) -> Failure {
        let (kind, why) = match error {
            ureq::Error::BadUri(_) | ureq::Error::InvalidProxyUrl | ureq::Error::Http(_) => {
                (FailureKind::Misdirected, error.to_string())
            }
            // That is how TLS says that it does not trust the certificate, and that the server does not speak it.
            ureq::Error::Io(why) if why.kind() == io::ErrorKind::InvalidData => {
                let told = format!(
                    "there is no secure connection to the server: {why}; `ca_file` of the endpoint names who signs its certificate"
                );
                (FailureKind::Misdirected, told)
            }
            ureq::Error::ConnectProxyFailed(why) => {
                let told = format!("the proxy does not lead to the server: {why}");
                (FailureKind::Misdirected, told)
            }
            // The server received the request and may still be working on it.
            ureq::Error::Timeout(_) => (FailureKind::Broken, error.to_string()),
            ureq::Error::Protocol(_) | ureq::Error::LargeResponseHeader(..) => {
                let why = format!("the head of the answer cannot be read: {error}");
                (FailureKind::Broken, why)
            }
            _ => {
                let why = format!("{} is not reached: {error}", self.address);
                (FailureKind::Unreached, why)
            }
        };
        Failure {
            kind,
            status: None,
            why,
            wait: None,
        }
    }

    /// The error of a server that did not answer; its filter's refusal is the model's.
    fn refused(&self, response: Response<Body>) -> Result<Answered, Failure> {
        let status = response.status().as_u16();
        let wait = named_wait(response.headers(), SystemTime::now());
        let elsewhere = response.headers().get(header::LOCATION);
        let elsewhere = elsewhere.map(|at| String::from_utf8_lossy(at.as_bytes()).into_owned());
        let mut text = Vec::new();
        // Any part of it that arrives is reported.
        if let Ok(body) = unpacked(response) {
            let _ = body.take(MAX_ERROR).read_to_end(&mut text);
        }
        let text = self.strike_out(&String::from_utf8_lossy(&text));
        let value = serde_json::from_str::<Value>(&text).ok();
        let error = value
            .as_ref()
            .map(|value| value.get("error").unwrap_or(value));
        let told = error.map_or_else(|| beginning(&text), words_of_error);
        if status == 400 && error.is_some_and(is_filtered) {
            return Ok(Answered {
                reply: Reply::filtered(told),
                first_token: None,
            });
        }
        let is_unpaid = error.is_some_and(|error| error["code"] == "insufficient_quota");
        let words = match elsewhere.filter(|_| (300..400).contains(&status)) {
            Some(place) => beginning(&self.strike_out(&format!(
                "it leads to {place}, and a key goes nowhere but where base_url says"
            ))),
            None => told,
        };
        Err(Failure {
            // Nothing is answered until somebody pays, however long it is waited for.
            kind: if is_unpaid {
                FailureKind::Misdirected
            } else {
                FailureKind::of_status(status)
            },
            status: Some(status),
            why: if words.is_empty() {
                format!("status {status}")
            } else {
                format!("status {status}: {words}")
            },
            wait,
        })
    }
}

/// Whether the head of a response says that events come.
fn is_event_stream(response: &Response<Body>) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE);
    kind.and_then(|kind| kind.to_str().ok())
        .is_some_and(|kind| {
            let kind = kind.split(';').next().unwrap_or_default();
            kind.trim().eq_ignore_ascii_case("text/event-stream")
        })
}

/// The body of a response. Some servers pack it whether it is asked for or not.
fn unpacked(response: Response<Body>) -> Result<Box<dyn Read>, Failure> {
    let packed = response.headers().get(header::CONTENT_ENCODING);
    let packed = packed.map(|packed| packed.as_bytes().to_ascii_lowercase());
    let body = response.into_body().into_reader();
    match packed.as_deref() {
        None | Some(b"identity" | b"") => Ok(Box::new(body)),
        Some(b"gzip" | b"x-gzip") => Ok(Box::new(MultiGzDecoder::new(body))),
        Some(packed) => Err(broken(format!(
            "the answer is packed, which was not asked for: {}",
            String::from_utf8_lossy(packed)
        ))),
    }
}

/// The first bytes of a body that say what it is, without spaces, line ends and a byte order mark before them.
fn significant_beginning(body: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut beginning = Vec::new();
    while beginning.len() < LONGEST_FIELD.len() {
        let mut byte = [0];
        if body.read(&mut byte)? == 0 {
            break;
        }
        let is_blank = byte[0].is_ascii_whitespace() || BYTE_ORDER_MARK.contains(&byte[0]);
        if !beginning.is_empty() || !is_blank {
            beginning.extend(byte);
        }
    }
    Ok(beginning)
}

/// Whether a body begins with a field or comment of an event.
fn begins_event_stream(beginning: &[u8]) -> bool {
    [":", "data:", "id:", "retry:", LONGEST_FIELD]
        .iter()
        .any(|field| beginning.starts_with(field.as_bytes()))
}

/// The certificates of a file in PEM.
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
