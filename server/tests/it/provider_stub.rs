//! A provider of OpenID Connect for tests: it names whom a test wants, and does one thing wrong when a test wants that.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use chrono::Utc;
use dojo_server::oidc::{ProviderSettings, check_issuer};
use percent_encoding::percent_decode_str;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// What the site's password at the provider is.
pub(crate) const SECRET: &str = "a-secret-of-the-site";

/// What the provider does with whoever comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mood {
    /// What it should.
    Honest,
    /// Sends the person back with this error.
    Error(&'static str),
    /// Names itself so in its answer.
    Iss(String),
    /// Puts another value into the token.
    Claim(&'static str, Value),
    /// Leaves a claim out of the token.
    Without(&'static str),
    /// Signs with a key that it does not show.
    OtherKey,
    /// Signs with the secret that it shares with the site.
    Symmetric,
    /// Does not sign.
    Unsigned,
    /// Gives no token.
    NoToken,
    /// Answers with something that is no JSON.
    Garbage,
}

struct State {
    mood: Mood,
    subject: String,
    more_in_token: Value,
    more_for_asking: Value,
    always_names_itself: bool,
    codes: HashMap<String, HashMap<String, String>>,
    made: u32,
    asked: u32,
    is_over: bool,
}

pub(crate) struct ProviderStub {
    pub(crate) port: u16,
    state: Arc<Mutex<State>>,
    thread: Option<JoinHandle<()>>,
}

impl ProviderStub {
    pub(crate) fn start() -> Self {
        Self::start_at(0)
    }

    /// At a port that one had before.
    pub(crate) fn start_at(port: u16) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", port)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::new(Mutex::new(State {
            mood: Mood::Honest,
            subject: "subject-1".to_owned(),
            more_in_token: json!({}),
            more_for_asking: json!({}),
            always_names_itself: false,
            codes: HashMap::new(),
            made: 0,
            asked: 0,
            is_over: false,
        }));
        let theirs = Arc::clone(&state);
        let thread = thread::spawn(move || {
            let keys = Arc::new([key(), key()]);
            for stream in listener.incoming() {
                if theirs.lock().unwrap().is_over {
                    return;
                }
                let (state, keys) = (Arc::clone(&theirs), Arc::clone(&keys));
                // A browser connects ahead of time and says nothing for a while; nobody waits for that.
                thread::spawn(move || serve(&stream.unwrap(), port, &keys, &state));
            }
        });
        Self {
            port,
            state,
            thread: Some(thread),
        }
    }

    pub(crate) fn issuer(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// What the settings of a site say of it, which makes accounts.
    pub(crate) fn settings(&self, name: &str) -> ProviderSettings {
        ProviderSettings {
            name: name.to_owned(),
            word: format!("The {name}"),
            issuer: check_issuer(&self.issuer()).unwrap(),
            client_id: openidconnect::ClientId::new("dojo".to_owned()),
            secret: openidconnect::ClientSecret::new(SECRET.to_owned()),
            create: true,
            required: None,
            scopes: Vec::new(),
            roots: None,
        }
    }

    pub(crate) fn mood(&self, mood: Mood) {
        self.state.lock().unwrap().mood = mood;
    }

    /// Whom it names from now on.
    pub(crate) fn names(&self, subject: &str) {
        subject.clone_into(&mut self.state.lock().unwrap().subject);
    }

    /// What it says of people in its token, and to who asks for more.
    pub(crate) fn says(&self, in_token: Value, for_asking: Value) {
        let mut state = self.state.lock().unwrap();
        state.more_in_token = in_token;
        state.more_for_asking = for_asking;
    }

    /// It says that it names itself in every answer.
    pub(crate) fn always_names_itself(&self) {
        self.state.lock().unwrap().always_names_itself = true;
    }

    /// How often it was asked what it is.
    pub(crate) fn asked(&self) -> u32 {
        self.state.lock().unwrap().asked
    }
}

impl Drop for ProviderStub {
    fn drop(&mut self) {
        self.state.lock().unwrap().is_over = true;
        drop(TcpStream::connect(("127.0.0.1", self.port)));
        let ended = self.thread.take().map(JoinHandle::join);
        if !thread::panicking() {
            ended.unwrap().unwrap();
        }
    }
}

fn key() -> EcdsaKeyPair {
    let random = SystemRandom::new();
    let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, document.as_ref(), &random).unwrap()
}

fn encoded(bytes: impl AsRef<[u8]>) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// The fields of a form, or of what follows the question mark.
pub(crate) fn fields(text: &str) -> HashMap<String, String> {
    let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
    let read = |text: &str| {
        let text = text.replace('+', " ");
        percent_decode_str(&text)
            .decode_utf8()
            .unwrap()
            .into_owned()
    };
    pairs
        .map(|(name, value)| (read(name), read(value)))
        .collect()
}

fn serve(
    mut stream: &TcpStream,
    port: u16,
    keys: &[EcdsaKeyPair; 2],
    state: &Mutex<State>,
) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let (mut length, mut authorization) = (0, String::new());
    loop {
        let mut header = String::new();
        if reader.read_line(&mut header)? == 0 || header == "\r\n" {
            break;
        }
        let (name, value) = header.split_once(':').unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().unwrap(),
            "authorization" => value.trim().clone_into(&mut authorization),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let target = line.split(' ').nth(1).unwrap_or_default();
    let issuer = &format!("http://127.0.0.1:{port}");
    let state = &mut *state.lock().unwrap();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let answer = match path {
        "/.well-known/openid-configuration" => {
            state.asked += 1;
            Reply::Json(200, metadata(issuer, state.always_names_itself))
        }
        "/keys" => Reply::Json(200, json!({ "keys": [shown(&keys[0])] })),
        "/authorize" => Reply::Elsewhere(send_back(issuer, state, fields(query))),
        "/token" => {
            let form = fields(std::str::from_utf8(&body).unwrap());
            token(issuer, keys, state, &form, &authorization)
        }
        "/userinfo" => {
            let mut said = json!({ "sub": state.subject });
            merge(&mut said, &state.more_for_asking);
            Reply::Json(200, said)
        }
        _ => Reply::Json(404, json!({})),
    };
    let (status, head, body) = match answer {
        Reply::Json(status, body) => (
            status,
            "Content-Type: application/json".into(),
            body.to_string(),
        ),
        Reply::Text(body) => (200, "Content-Type: text/plain".into(), body.to_owned()),
        Reply::Elsewhere(to) => (302, format!("Location: {to}"), String::new()),
    };
    write!(
        stream,
        "HTTP/1.1 {status} Fine\r\n{head}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

enum Reply {
    Json(u16, Value),
    Text(&'static str),
    Elsewhere(String),
}

/// What a provider says of itself.
pub(crate) fn metadata(issuer: &str, always_names_itself: bool) -> Value {
    json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "userinfo_endpoint": format!("{issuer}/userinfo"),
        "jwks_uri": format!("{issuer}/keys"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        // What a site must not take even so.
        "id_token_signing_alg_values_supported": ["ES256", "HS256", "none"],
        "authorization_response_iss_parameter_supported": always_names_itself,
    })
}

fn shown(key: &EcdsaKeyPair) -> Value {
    let point = &key.public_key().as_ref()[1..];
    let (x, y) = point.split_at(32);
    json!({ "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": "1", "x": encoded(x), "y": encoded(y) })
}

/// Where the person is sent, who agrees at once.
fn send_back(issuer: &str, state: &mut State, asked: HashMap<String, String>) -> String {
    for (name, value) in [
        ("response_type", "code"),
        ("client_id", "dojo"),
        ("code_challenge_method", "S256"),
    ] {
        assert_eq!(asked[name], value);
    }
    assert!(asked["scope"].split(' ').any(|scope| scope == "openid"));
    let (to, echo) = (asked["redirect_uri"].clone(), asked["state"].clone());
    let answer = if let Mood::Error(error) = &state.mood {
        format!("error={error}")
    } else {
        state.made += 1;
        let code = format!("code-{}-{echo}", state.made);
        let answer = format!("code={code}");
        state.codes.insert(code, asked);
        answer
    };
    let named = match &state.mood {
        Mood::Iss(iss) => Some(iss.as_str()),
        _ => state.always_names_itself.then_some(issuer),
    };
    let iss = named.map_or_else(String::new, |iss| {
        format!("&iss={}", iss.replace(':', "%3A"))
    });
    format!("{to}?{answer}&state={echo}{iss}")
}

/// Takes a code, once, from who has asked for it.
fn token(
    issuer: &str,
    keys: &[EcdsaKeyPair; 2],
    state: &mut State,
    form: &HashMap<String, String>,
    authorization: &str,
) -> Reply {
    let refused = |error| Reply::Json(400, json!({ "error": error }));
    let known = format!("Basic {}", BASE64_STANDARD.encode(format!("dojo:{SECRET}")));
    if authorization != known {
        return refused("invalid_client");
    }
    let Some(asked) = state.codes.remove(&form["code"]) else {
        return refused("invalid_grant");
    };
    let challenge = encoded(Sha256::digest(&form["code_verifier"]));
    if challenge != asked["code_challenge"] || form["redirect_uri"] != asked["redirect_uri"] {
        return refused("invalid_grant");
    }
    let now = Utc::now().timestamp();
    let mut claims = json!({
        "iss": issuer, "aud": "dojo", "sub": state.subject, "nonce": asked["nonce"],
        "iat": now, "exp": now + 3600,
    });
    merge(&mut claims, &state.more_in_token);
    match &state.mood {
        Mood::Claim(name, value) => claims[*name] = value.clone(),
        Mood::Without(name) => drop(claims.as_object_mut().unwrap().remove(*name)),
        Mood::Garbage => return Reply::Text("what?"),
        _ => {}
    }
    let mut answer = json!({ "access_token": "an-access-token", "token_type": "Bearer" });
    if state.mood != Mood::NoToken {
        answer["id_token"] = sign(&state.mood, keys, &claims).into();
    }
    Reply::Json(200, answer)
}

fn merge(into: &mut Value, more: &Value) {
    for (name, value) in more.as_object().unwrap() {
        into[name] = value.clone();
    }
}

fn sign(mood: &Mood, keys: &[EcdsaKeyPair; 2], claims: &Value) -> String {
    let algorithm = match mood {
        Mood::Unsigned => "none",
        Mood::Symmetric => "HS256",
        _ => "ES256",
    };
    let head = json!({ "alg": algorithm, "kid": "1" });
    let signed = format!(
        "{}.{}",
        encoded(head.to_string()),
        encoded(claims.to_string())
    );
    let signature = match mood {
        Mood::Unsigned => String::new(),
        Mood::Symmetric => {
            let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, SECRET.as_bytes());
            encoded(ring::hmac::sign(&key, signed.as_bytes()))
        }
        mood => {
            let key = &keys[usize::from(*mood == Mood::OtherKey)];
            encoded(key.sign(&SystemRandom::new(), signed.as_bytes()).unwrap())
        }
    };
    format!("{signed}.{signature}")
}
