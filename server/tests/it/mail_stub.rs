//! A mail server for tests: it takes mails, or refuses, or says nothing, as a test wants it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use dojo_server::mail::MailServer;
use serde_json::Value;

/// How long a mail may take to come.
const PATIENCE: Duration = Duration::from_mins(1);

/// Where the links of its mails lead, as the site is told.
const ORIGINS: [&str; 2] = ["https://dojo.example", "http://127.0.0.1:"];

/// How the server behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mood {
    /// It takes every mail.
    Takes,
    /// It says this to every recipient.
    Says(&'static str),
    /// It takes connections and says nothing.
    Silent,
    /// It hangs up at once.
    Away,
    /// The test is over.
    Ended,
}

/// A mail that was taken.
#[derive(Clone, Debug)]
pub(crate) struct Taken {
    pub(crate) to: String,
    /// As it came, without the dots that SMTP adds.
    pub(crate) raw: String,
}

pub(crate) struct MailStub {
    port: u16,
    mood: Arc<Mutex<Mood>>,
    taken: Arc<Mutex<Vec<Taken>>>,
    thread: Option<JoinHandle<()>>,
}

impl MailStub {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let mood = Arc::new(Mutex::new(Mood::Takes));
        let taken = Arc::new(Mutex::new(Vec::new()));
        let (theirs, mails) = (Arc::clone(&mood), Arc::clone(&taken));
        let thread = thread::spawn(move || {
            let mut silent = Vec::new();
            for stream in listener.incoming() {
                let now = *theirs.lock().unwrap();
                match (now, stream) {
                    (Mood::Ended, _) => return,
                    (Mood::Silent, Ok(stream)) => silent.push(stream),
                    (Mood::Away, _) | (_, Err(_)) => {}
                    // Whoever hangs up in the middle has said enough.
                    (_, Ok(stream)) => drop(talk(stream, &theirs, &mails)),
                }
            }
        });
        Self {
            port,
            mood,
            taken,
            thread: Some(thread),
        }
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// What the site is told of it.
    pub(crate) fn server(&self) -> MailServer {
        let url = format!("smtp://127.0.0.1:{}", self.port()).parse().unwrap();
        let origin = "https://dojo.example".to_owned();
        MailServer::new(url, None, None, "Dojo <mail@dojo.example>", origin)
            .unwrap()
            .with_patience(Duration::from_secs(2))
    }

    pub(crate) fn set(&self, mood: Mood) {
        *self.mood.lock().unwrap() = mood;
    }

    /// All that was taken.
    pub(crate) fn all(&self) -> Vec<Taken> {
        self.taken.lock().unwrap().clone()
    }

    /// Waits for so many mails in all, and gives the last one.
    #[track_caller]
    pub(crate) fn await_number(&self, number: usize) -> Taken {
        let deadline = Instant::now() + PATIENCE;
        let all = loop {
            let all = self.all();
            if all.len() >= number {
                break all;
            }
            assert!(
                Instant::now() < deadline,
                "waited in vain for mail {number}"
            );
            thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(all.len(), number, "{all:#?}");
        all[number - 1].clone()
    }
}

impl Drop for MailStub {
    fn drop(&mut self) {
        self.set(Mood::Ended);
        drop(TcpStream::connect(("127.0.0.1", self.port)));
        let ended = self.thread.take().map(JoinHandle::join);
        if !thread::panicking() {
            assert!(matches!(ended, Some(Ok(()))));
        }
    }
}

/// One conversation (RFC 5321).
fn talk(
    mut stream: TcpStream,
    mood: &Mutex<Mood>,
    taken: &Mutex<Vec<Taken>>,
) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let mut to = String::new();
    stream.write_all(b"220 stub\r\n")?;
    while let Some(line) = lines.next().transpose()? {
        let command = line.to_ascii_uppercase();
        let answer = if command.starts_with("EHLO") {
            "250-stub\r\n250 8BITMIME"
        } else if command.starts_with("RCPT") {
            to = line;
            match *mood.lock().unwrap() {
                Mood::Says(words) => words,
                _ => "250 yes",
            }
        } else if command.starts_with("DATA") {
            stream.write_all(b"354 go on\r\n")?;
            let mut raw = String::new();
            for line in lines.by_ref() {
                let line = line?;
                if line == "." {
                    break;
                }
                raw += line.strip_prefix('.').unwrap_or(&line);
                raw += "\r\n";
            }
            let to = to.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
            taken.lock().unwrap().push(Taken { to, raw });
            "250 taken"
        } else if command.starts_with("QUIT") {
            return stream.write_all(b"221 bye\r\n");
        } else {
            "250 yes"
        };
        stream.write_all(format!("{answer}\r\n").as_bytes())?;
    }
    Ok(())
}

impl Taken {
    /// The text of a mail whose letters are mostly Latin.
    pub(crate) fn text(&self) -> String {
        let (_, body) = self.raw.split_once("\r\n\r\n").unwrap();
        let mut bytes = Vec::new();
        let joined = body.replace("=\r\n", "");
        let mut parts = joined.split('=');
        bytes.extend(parts.next().unwrap().bytes());
        for part in parts {
            bytes.push(u8::from_str_radix(&part[..2], 16).unwrap());
            bytes.extend(part[2..].bytes());
        }
        String::from_utf8(bytes).unwrap()
    }

    /// The path of the link.
    #[track_caller]
    pub(crate) fn link(&self) -> String {
        let text = self.text();
        let mut words = text.split_whitespace();
        let link = words.find(|word| word.contains("/link/"));
        let link = link.unwrap_or_else(|| panic!("{text}"));
        assert!(ORIGINS.iter().any(|it| link.starts_with(it)), "{link}");
        let (_, code) = link.split_once("/link/").unwrap();
        format!("/link/{code}")
    }

    /// As Python's email package reads it: headers in lower case, `body`, `longest` line; `None` without Python.
    pub(crate) fn read_by_others(&self) -> Option<Value> {
        read_by_others(&self.raw)
    }
}

/// What Python's email package makes of a mail.
const READ: &str = "
import email, email.policy, json, sys
raw = sys.stdin.buffer.read()
mail = email.message_from_bytes(raw, policy=email.policy.default)
assert not mail.defects, mail.defects
told = {name.lower(): str(value) for name, value in mail.items()}
told['headers'] = len(mail.items())
told['body'] = mail.get_content()
told['longest'] = max(len(line) for line in raw.split(b'\\r\\n'))
print(json.dumps(told))
";

fn read_by_others(raw: &str) -> Option<Value> {
    let python = Command::new("python3")
        .args(["-c", READ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut python = match python {
        Err(error) => {
            let required = std::env::var_os("DOJO_REQUIRE_PYTHON").is_some_and(|it| it == "1");
            assert!(!required, "DOJO_REQUIRE_PYTHON=1, but {error}");
            eprintln!("skipped: no python3 on this machine");
            return None;
        }
        Ok(python) => python,
    };
    let mut stdin = python.stdin.take().unwrap();
    stdin.write_all(raw.as_bytes()).unwrap();
    drop(stdin);
    let output = python.wait_with_output().unwrap();
    Some(serde_json::from_slice(&output.stdout).unwrap())
}
