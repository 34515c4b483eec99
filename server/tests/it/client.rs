//! Somebody with a browser, or with a token and a program.

use std::io::{BufRead as _, BufReader};
use std::time::Duration;

use serde_json::Value;
use ureq::http::{HeaderMap, HeaderValue, Request, Response};
use ureq::{Agent, Body};

use crate::openapi;
use crate::site::{PASSWORD, PATIENCE, eventually};

/// A browser with its cookies.
pub(crate) struct Person {
    agent: Agent,
    base: String,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    /// The body as text; empty for a program in WebAssembly.
    pub(crate) body: String,
    /// The body as it came.
    pub(crate) bytes: Vec<u8>,
}

impl Answer {
    fn read(mut response: Response<Body>) -> Option<Self> {
        let bytes = response.body_mut().read_to_vec().ok()?;
        let headers = response.headers().clone();
        // Ten megabytes of the interpreter are no text, and tests look for words in bodies.
        let is_program = headers
            .get("content-type")
            .is_some_and(|kind| kind == "application/wasm");
        let text = if is_program { &[] } else { bytes.as_slice() };
        Some(Self {
            status: response.status().as_u16(),
            headers,
            body: String::from_utf8_lossy(text).into_owned(),
            bytes,
        })
    }

    /// One that no server gave.
    pub(crate) fn of(status: u16, kind: &'static str, body: &str) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert("content-type", HeaderValue::from_static(kind));
        Self {
            status,
            headers,
            body: body.to_owned(),
            bytes: body.as_bytes().to_vec(),
        }
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    pub(crate) fn location(&self) -> &str {
        self.header("location")
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    #[track_caller]
    pub(crate) fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.body);
        self
    }

    /// Whether a name is one of its words; a hash in an address may have any letters.
    pub(crate) fn names(&self, name: &str) -> bool {
        let mut words = self.body.split(|letter: char| !letter.is_alphanumeric());
        words.any(|word| word == name)
    }

    #[track_caller]
    pub(crate) fn shows(self, text: &str) -> Self {
        assert!(self.body.contains(text), "no `{text}` in {}", self.body);
        self
    }
}

impl Person {
    pub(crate) fn new(base: String) -> Self {
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_global(Some(PATIENCE))
            // Sooner than the server closes what is idle, at the moment at which it is used again.
            .max_idle_age(Duration::from_secs(2))
            .build()
            .into();
        Self { agent, base }
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.get_with(path, &[])
    }

    pub(crate) fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = self.agent.get(format!("{}{path}", self.base));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = request
            .call()
            .unwrap_or_else(|error| panic!("GET {path}: {error:?}"));
        Answer::read(answer).expect("an answer")
    }

    /// Asks a server that may close its connections meanwhile.
    pub(crate) fn try_get(&self, path: &str) -> Option<Answer> {
        Answer::read(self.agent.get(format!("{}{path}", self.base)).call().ok()?)
    }

    /// Sends any body.
    pub(crate) fn post_raw(&self, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        self.try_post_raw(path, headers, body).expect("an answer")
    }

    /// Sends any body to a server that may be gone.
    pub(crate) fn try_post_raw(
        &self,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Option<Answer> {
        let mut request = self.agent.post(format!("{}{path}", self.base));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        Answer::read(request.send(body).ok()?)
    }

    /// Sends any body by that method.
    pub(crate) fn send_raw(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.base));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(body.to_vec()).unwrap();
        Answer::read(self.agent.run(request).unwrap()).expect("an answer")
    }

    /// Sends nothing by that method, with a token of the API.
    pub(crate) fn ask(&self, method: &str, path: &str, authorization: Option<&str>) -> Answer {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.base));
        if let Some(authorization) = authorization {
            request = request.header("authorization", authorization);
        }
        let request = request.body(()).unwrap();
        Answer::read(self.agent.run(request).unwrap()).expect("an answer")
    }

    /// Sends a form as it is, without a token.
    pub(crate) fn post_bare(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let body = fields
            .iter()
            .map(|(name, value)| format!("{name}={}", escaped(value.as_bytes())));
        let body = body.collect::<Vec<_>>().join("&");
        self.post_raw(
            path,
            &[("content-type", "application/x-www-form-urlencoded")],
            body.as_bytes(),
        )
    }

    /// Sends a form with the token that a page of the site gives.
    pub(crate) fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let token = self.csrf_token();
        let mut all = vec![("csrf_token", token.as_str())];
        all.extend_from_slice(fields);
        self.post_bare(path, &all)
    }

    /// The token that this person's forms carry.
    pub(crate) fn csrf_token(&self) -> String {
        // Signed in, every page has the form to sign out; otherwise the sign-in page has one.
        let mut page = self.get("/login");
        if page.status == 303 {
            page = self.get("/");
        }
        // Staff that needs a second factor first has the account page alone.
        if page.status == 303 {
            page = self.get("/account");
        }
        let (_, rest) = page
            .body
            .split_once("name=\"csrf_token\" value=\"")
            .expect("a form with a token");
        rest.split('"').next().unwrap().to_owned()
    }

    pub(crate) fn register(&self, name: &str) {
        let answer = self.post(
            "/register",
            &[("name", name), ("display_name", ""), ("password", PASSWORD)],
        );
        assert_eq!(answer.status, 303, "{}", answer.body);
    }

    pub(crate) fn sign_in(&self, name: &str, password: &str) -> Answer {
        self.post("/login", &[("name", name), ("password", password)])
    }

    /// Submits by the form of the problem's page.
    pub(crate) fn try_submit(&self, problem: &str, source: &str) -> Answer {
        self.post(
            &format!("/seasons/trial/problems/{problem}/submissions"),
            &[("source", source)],
        )
    }

    /// Submits and gives the number of the submission.
    pub(crate) fn submit(&self, problem: &str, source: &str) -> i64 {
        let answer = self.try_submit(problem, source).expect(303);
        answer
            .location()
            .strip_prefix("/submissions/")
            .unwrap()
            .parse()
            .unwrap()
    }

    /// Waits for the verdict as the page does, by server-sent events, then reads the page.
    pub(crate) fn verdict_page(&self, id: i64) -> Answer {
        assert_eq!(self.await_event(id), format!("/submissions/{id}/verdict"));
        self.get(&format!("/submissions/{id}")).expect(200)
    }

    /// The data of the event that ends the stream.
    pub(crate) fn await_event(&self, id: i64) -> String {
        let url = format!("{}/submissions/{id}/events", self.base);
        let response = self.agent.get(url).call().unwrap();
        assert_eq!(response.status().as_u16(), 200);
        let mut event = String::new();
        for line in BufReader::new(response.into_body().into_reader()).lines() {
            let line = line.unwrap();
            match line.split_once(": ") {
                Some(("event", name)) => name.clone_into(&mut event),
                Some(("data", data)) if event == "verdict" => return data.to_owned(),
                _ => {}
            }
        }
        panic!("the stream ended without a verdict");
    }

    /// Makes a token on the account page.
    pub(crate) fn api_token(&self) -> String {
        let page = self
            .post("/account/tokens", &[("label", "test")])
            .expect(200);
        let at = page.body.find("dojo_").expect("the token is shown");
        page.body[at..]
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
            .collect()
    }

    /// Waits until the API gives a verdict.
    pub(crate) fn api_verdict(&self, token: &str, id: i64) -> Value {
        let authorization = format!("Bearer {token}");
        eventually("a verdict", || {
            let answer = self.get_with(
                &format!("/api/v1/submissions/{id}"),
                &[("authorization", &authorization)],
            );
            let body = answer.expect(200).json();
            (body["settled"] == true).then_some(body)
        })
    }

    /// The stream of a submission, left open.
    pub(crate) fn open_stream(&self, id: i64) -> Response<Body> {
        self.stream(&format!("/submissions/{id}/events"))
    }

    /// What a stream without an end begins with: its first event.
    pub(crate) fn beginning(&self, path: &str) -> Answer {
        let response = self.stream(path);
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let lines = BufReader::new(response.into_body().into_reader()).lines();
        let mut body = String::new();
        for line in lines.map_while(Result::ok) {
            body.push_str(&line);
            body.push('\n');
            if line.starts_with("data: ") {
                break;
            }
        }
        Answer {
            status,
            headers,
            bytes: body.clone().into_bytes(),
            body,
        }
    }

    /// A stream that is left open.
    pub(crate) fn stream(&self, path: &str) -> Response<Body> {
        let url = format!("{}{path}", self.base);
        let config = self
            .agent
            .get(url)
            .config()
            .timeout_global(Some(Duration::from_secs(30)))
            .build();
        config.call().unwrap()
    }
}

/// Every byte as a form may carry it.
pub(crate) fn escaped(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut out, byte| {
        if byte.is_ascii_alphanumeric() {
            out.push(char::from(*byte));
        } else {
            write!(out, "%{byte:02X}").unwrap();
        }
        out
    })
}

/// A multipart body of `(name, file name, content)`, with its content type.
pub(crate) fn multipart(fields: &[(&str, Option<&str>, &[u8])]) -> (String, Vec<u8>) {
    const BOUNDARY: &str = "----dojo-test-boundary";
    let mut body = Vec::new();
    for (name, file, content) in fields {
        let file = file
            .map(|file| format!("; filename=\"{file}\""))
            .unwrap_or_default();
        body.extend_from_slice(
            format!(
                "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n"
            )
            .as_bytes(),
        );
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
    (format!("multipart/form-data; boundary={BOUNDARY}"), body)
}

/// Somebody's program, which uses the API with a token.
pub(crate) struct Api {
    pub(crate) person: Person,
    pub(crate) token: String,
}

impl Api {
    /// With a token from the account page of somebody who has signed in.
    pub(crate) fn of(person: Person) -> Self {
        let token = person.api_token();
        Self { person, token }
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        let authorization = format!("Bearer {}", self.token);
        let headers = [("authorization", authorization.as_str())];
        let answer = self.person.get_with(&format!("/api/v1{path}"), &headers);
        openapi::check("GET", path, &answer);
        answer
    }

    /// Sends a JSON document.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.post_raw(path, "application/json", body.to_string().as_bytes())
    }

    pub(crate) fn post_raw(&self, path: &str, kind: &str, body: &[u8]) -> Answer {
        let authorization = format!("Bearer {}", self.token);
        let headers = [
            ("authorization", authorization.as_str()),
            ("content-type", kind),
        ];
        let full = format!("/api/v1{path}");
        let answer = self.person.post_raw(&full, &headers, body);
        openapi::check("POST", path, &answer);
        answer
    }

    /// Puts a JSON document in the place of what is there.
    pub(crate) fn put_json(&self, path: &str, body: &Value) -> Answer {
        let request = self
            .person
            .agent
            .put(format!("{}/api/v1{path}", self.person.base))
            .header("authorization", format!("Bearer {}", self.token))
            .header("content-type", "application/json");
        let answer = Answer::read(request.send(body.to_string().as_bytes()).unwrap()).unwrap();
        openapi::check("PUT", path, &answer);
        answer
    }

    pub(crate) fn delete(&self, path: &str) -> Answer {
        let request = self
            .person
            .agent
            .delete(format!("{}/api/v1{path}", self.person.base))
            .header("authorization", format!("Bearer {}", self.token));
        let answer = Answer::read(request.call().unwrap()).unwrap();
        openapi::check("DELETE", path, &answer);
        answer
    }

    /// Does what needs to be told nothing.
    pub(crate) fn step(&self, path: &str) -> Answer {
        self.post_raw(path, "", b"")
    }
}
