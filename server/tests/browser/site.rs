//! The real program, serving its demo season on a temporary folder.

use std::fs;
use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use tempfile::TempDir;

/// A running `dojo demo`.
pub(crate) struct Site {
    /// As in `http://127.0.0.1:43121`.
    pub(crate) address: String,
    /// Path of the address that it printed: on an empty database that of the link for the first organizer.
    pub(crate) opening: String,
    process: Mutex<Child>,
    data: TempDir,
}

/// The site of the tests that run now; it ends with the last of them.
static CURRENT: Mutex<Weak<Site>> = Mutex::new(Weak::new());

impl Site {
    /// The site of this run, started when no other test has it.
    pub(crate) fn shared() -> Arc<Self> {
        let mut current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(site) = current.upgrade() {
            return site;
        }
        let site = Arc::new(Self::start());
        *current = Arc::downgrade(&site);
        site
    }

    /// A site for one test, whose seasons may go on.
    pub(crate) fn own() -> Arc<Self> {
        Arc::new(Self::start())
    }

    /// A site on an empty database.
    pub(crate) fn empty() -> Arc<Self> {
        Self::empty_with(&[])
    }

    /// The same with other settings.
    pub(crate) fn empty_with(options: &[&str]) -> Arc<Self> {
        Arc::new(Self::starting("serve", options))
    }

    /// A site on an empty database that mails to the server at that port of this machine.
    pub(crate) fn mailing(smtp: u16) -> Arc<Self> {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let listen = free.local_addr().unwrap().to_string();
        drop(free);
        let smtp = format!("smtp://127.0.0.1:{smtp}");
        let address = format!("http://{listen}");
        let options = [
            ["--smtp", &smtp],
            ["--public-url", &address],
            ["--mail-from", "dojo@dojo.example"],
        ];
        Arc::new(Self::starting_at("serve", options.as_flattened(), &listen))
    }

    /// A site on an empty database where people sign in through a provider; its settings lie in that folder.
    pub(crate) fn with_provider(issuer: &str, folder: &Path) -> Arc<Self> {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let listen = free.local_addr().unwrap().to_string();
        drop(free);
        let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
        let (settings, secret) = (file("dojo.toml"), file("secret"));
        fs::write(&secret, crate::provider_stub::SECRET).unwrap();
        let text = format!(
            "public-url = \"http://{listen}\"\n[[oidc]]\nname = \"school\"\nword = \"School account\"\n\
             issuer = {issuer:?}\nclient-id = \"dojo\"\nsecret-file = {secret:?}\ncreate = true\n"
        );
        fs::write(&settings, text).unwrap();
        Arc::new(Self::starting_at(
            "serve",
            &["--config", &settings],
            &listen,
        ))
    }

    /// Runs another command of the program on the data of the site.
    pub(crate) fn run(&self, arguments: &[&str]) {
        let output = self.output(arguments);
        assert!(output.status.success(), "{arguments:?}: {output:?}");
    }

    /// Takes a season to its Reveal, as soon as all that was submitted is judged.
    pub(crate) fn reveal(&self, season: &str) {
        self.score(season);
        self.run(&["season", "reveal", season]);
    }

    /// Ends a season, and scores it as soon as all that was submitted is judged.
    pub(crate) fn score(&self, season: &str) {
        self.run(&["season", "freeze", season]);
        loop {
            let output = self.output(&["season", "score", season]);
            if output.status.success() {
                break;
            }
            let waits = String::from_utf8_lossy(&output.stderr).contains("wait to be judged");
            assert!(waits, "{output:?}");
        }
    }

    fn output(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_dojo"))
            .args(arguments)
            .arg("--data")
            .arg(self.data.path())
            .arg("--cache")
            .arg(cache())
            .output()
            .unwrap()
    }

    /// Ends the server; what pages still need then fails.
    pub(crate) fn end(&self) {
        let mut process = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = process.kill();
        let _ = process.wait();
    }

    /// Ends the server, answers so many requests as one that has too much to do, and starts it again.
    pub(crate) fn be_busy_for(&self, requests: usize) {
        self.end();
        let authority = self.address.strip_prefix("http://").unwrap();
        let busy = TcpListener::bind(authority).unwrap();
        for stream in busy.incoming().take(requests) {
            let mut stream = stream.unwrap();
            // The browser may have left already.
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(
                b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            );
        }
        drop(busy);
        let (process, _) = serve("demo", &DEMO, self.data.path(), authority);
        *self.process.lock().unwrap_or_else(PoisonError::into_inner) = process;
    }

    fn start() -> Self {
        let data = tempfile::tempdir().unwrap();
        copy_demo(data.path());
        Self::on(data, "demo", &DEMO, "127.0.0.1:0")
    }

    fn starting(command: &str, options: &[&str]) -> Self {
        Self::starting_at(command, options, "127.0.0.1:0")
    }

    fn starting_at(command: &str, options: &[&str], listen: &str) -> Self {
        Self::on(tempfile::tempdir().unwrap(), command, options, listen)
    }

    fn on(data: TempDir, command: &str, options: &[&str], listen: &str) -> Self {
        let (process, printed) = serve(command, options, data.path(), listen);
        let host = printed.strip_prefix("http://").unwrap();
        let (host, path) = host.split_once('/').unwrap_or((host, ""));
        Self {
            address: format!("http://{host}"),
            opening: format!("/{path}"),
            process: Mutex::new(process),
            data,
        }
    }
}

const DEMO: [&str; 2] = ["--rate-trial", "99,99"];

/// Puts the data of the demo into a folder. They are made once: to judge all that its people sent takes longer than most
/// tests.
fn copy_demo(folder: &Path) {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join("demo-data");
        let _ = fs::remove_dir_all(&made);
        fs::create_dir_all(&made).unwrap();
        let (mut process, _) = serve("demo", &DEMO, &made, "127.0.0.1:0");
        process.kill().unwrap();
        process.wait().unwrap();
        made
    });
    let everything = made.join(".");
    let mut copy = Command::new("cp");
    copy.arg("-r").args([&*everything, folder]);
    assert!(copy.status().unwrap().success());
}

/// Starts a server on a folder; the process, and the first address that it prints.
fn serve(command: &str, options: &[&str], data: &Path, listen: &str) -> (Child, String) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_dojo"))
        .args([command, "--listen", listen])
        .args(options)
        .arg("--data")
        .arg(data)
        .arg("--cache")
        .arg(cache())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap())
        .lines()
        .map_while(Result::ok);
    let address = lines
        .find_map(|line| {
            let start = line.find("http://")?;
            let rest = line.get(start..)?;
            Some(
                rest.split_whitespace()
                    .next()?
                    .trim_end_matches(['/', '.', ','])
                    .to_owned(),
            )
        })
        .expect("it prints its address");
    // What it prints later must find a reader, or it would end.
    std::thread::spawn(move || lines.for_each(drop));
    (process, address)
}

/// The compiled sandbox is kept from one run to the next.
pub(crate) fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache")
}

impl Drop for Site {
    fn drop(&mut self) {
        self.end();
    }
}
