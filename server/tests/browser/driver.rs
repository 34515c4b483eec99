//! The program that drives a browser, on a free port of its own choice.

use std::env::var_os;
use std::io::{BufRead, BufReader, ErrorKind};
use std::process::{Child, Command, Stdio};

/// A running driver; it ends when it is dropped.
pub(crate) struct Driver {
    process: Child,
    pub(crate) port: u16,
}

impl Driver {
    /// That of Chromium; `None`, with a note, where there is none and none is required.
    pub(crate) fn chrome() -> Option<Self> {
        let missing = || {
            let required = var_os("DOJO_REQUIRE_BROWSER").is_some_and(|value| value == "1");
            assert!(
                !required,
                "DOJO_REQUIRE_BROWSER=1, but there is no chromedriver on this machine"
            );
            "skipped: no chromedriver on this machine (Debian: apt-get install chromium chromium-driver)"
        };
        Self::start("chromedriver", "started successfully on port ", missing)
    }

    /// That of Firefox; `None`, with a note, where it or Firefox is missing.
    pub(crate) fn firefox() -> Option<Self> {
        let missing = || "skipped: no Firefox and geckodriver on this machine (Debian: apt-get install firefox-esr; cargo install geckodriver)";
        if Command::new("firefox")
            .arg("--version")
            .stdout(Stdio::null())
            .status()
            .is_err()
        {
            eprintln!("{}", missing());
            return None;
        }
        Self::start("geckodriver", "Listening on 127.0.0.1:", missing)
    }

    /// Starts `program`, which names its port after the words `mark`. chromedriver takes a free port of
    /// IPv4 and ends where IPv6 has that one in use, so it may have to be asked again.
    fn start(program: &str, mark: &str, missing: impl Fn() -> &'static str) -> Option<Self> {
        for _ in 0..8 {
            let started = Command::new(program)
                .arg("--port=0")
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn();
            let mut process = match started {
                Ok(process) => process,
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    eprintln!("{}", missing());
                    return None;
                }
                Err(error) => panic!("{program} does not start: {error}"),
            };
            let mut lines = BufReader::new(process.stdout.take().unwrap())
                .lines()
                .map_while(Result::ok);
            let port = lines.find_map(|line| {
                let rest = line.split(mark).nth(1)?;
                rest.trim_end_matches('.').parse().ok()
            });
            if let Some(port) = port {
                // What it prints later must find a reader, or it would end.
                std::thread::spawn(move || lines.for_each(drop));
                return Some(Self { process, port });
            }
            let _ = process.wait();
        }
        panic!("{program} names no port");
    }

    pub(crate) fn stop(&mut self) {
        // It may have ended with its session already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        self.stop();
    }
}
