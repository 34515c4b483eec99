//! Starts a browser for one test and ends it, however the test ends.

use std::io::{BufRead, BufReader, ErrorKind};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use thirtyfour::prelude::*;
use thirtyfour::{Capabilities, LoggingPrefsLogLevel};

use crate::page::Page;
use crate::site::Site;
use crate::wire::Client;

/// Runs a test in a fresh browser on the demo site; returns at once, with a note, when there is no
/// browser on this machine.
pub(crate) fn in_browser(test: impl AsyncFnOnce(&Page)) {
    in_browser_on(Site::shared, test);
}

/// [`in_browser`] on another site.
pub(crate) fn in_browser_on(site: impl FnOnce() -> Arc<Site>, test: impl AsyncFnOnce(&Page)) {
    let Some(mut chromedriver) = Chromedriver::start() else {
        return;
    };
    let site = site();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let driver = runtime.block_on(async {
        let address = format!("http://127.0.0.1:{}", chromedriver.port);
        WebDriver::builder(address, capabilities().unwrap())
            .client(Client::new())
            .connect()
            .await
            .unwrap()
    });
    let page = Page::new(driver.clone(), site);
    let outcome = catch_unwind(AssertUnwindSafe(|| runtime.block_on(test(&page))));
    drop(page);
    let ended = runtime.block_on(driver.quit());
    chromedriver.stop();
    if let Err(panic) = outcome {
        resume_unwind(panic);
    }
    ended.unwrap();
}

fn capabilities() -> WebDriverResult<Capabilities> {
    let mut chrome = DesiredCapabilities::chrome();
    for switch in [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--no-default-browser-check",
        "--hide-scrollbars",
        "--window-size=1280,900",
    ] {
        chrome.add_arg(switch)?;
    }
    chrome.set_browser_log_level(LoggingPrefsLogLevel::All)?;
    Ok(chrome.into())
}

struct Chromedriver {
    process: Child,
    port: u16,
}

impl Chromedriver {
    /// Starts it on a free port of its own choice.
    fn start() -> Option<Self> {
        let started = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut process = match started {
            Ok(process) => process,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let required =
                    std::env::var_os("DOJO_REQUIRE_BROWSER").is_some_and(|value| value == "1");
                assert!(
                    !required,
                    "DOJO_REQUIRE_BROWSER=1, but there is no chromedriver on this machine"
                );
                eprintln!(
                    "skipped: no chromedriver on this machine (Debian: apt-get install chromium chromium-driver)"
                );
                return None;
            }
            Err(error) => panic!("chromedriver does not start: {error}"),
        };
        let output = process.stdout.take().unwrap();
        let port = BufReader::new(output)
            .lines()
            .map_while(Result::ok)
            .find_map(|line| {
                line.split("started successfully on port ")
                    .nth(1)?
                    .trim_end_matches('.')
                    .parse()
                    .ok()
            })
            .expect("chromedriver names its port");
        Some(Self { process, port })
    }

    fn stop(&mut self) {
        // It may have ended with its session already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Chromedriver {
    fn drop(&mut self) {
        self.stop();
    }
}
