//! Starts a browser for one test and ends it, however the test ends.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::time::Duration;

use thirtyfour::error::WebDriverError;
use thirtyfour::prelude::*;
use thirtyfour::{Capabilities, LoggingPrefsLogLevel};
use tokio::runtime::{Builder, Runtime};

use crate::driver::Driver;
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
    if let Some(chromedriver) = Driver::chrome() {
        let browser = Browser::start(chromedriver, chromium().unwrap()).unwrap();
        browser.run(site(), test);
    }
}

/// Runs a test in a fresh Firefox on the demo site; returns at once, with a note, when there is none on this machine,
/// or none that starts.
pub(crate) fn in_firefox(test: impl AsyncFnOnce(&Page)) {
    let Some(geckodriver) = Driver::firefox() else {
        return;
    };
    match Browser::start(geckodriver, firefox().unwrap()) {
        Ok(browser) => browser.run(Site::shared(), test),
        Err(error) => eprintln!("skipped: Firefox does not start on this machine: {error}"),
    }
}

/// A browser with the program that drives it.
struct Browser {
    program: Driver,
    driver: WebDriver,
    runtime: Runtime,
}

impl Browser {
    fn start(program: Driver, capabilities: Capabilities) -> WebDriverResult<Self> {
        /// Longest that a script of a test works.
        const SCRIPT_TIMEOUT: Duration = Duration::from_mins(2);

        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let driver = runtime.block_on(async {
            let address = format!("http://127.0.0.1:{}", program.port);
            let driver = WebDriver::builder(address, capabilities)
                .client(Client::new())
                .connect()
                .await?;
            driver.set_script_timeout(SCRIPT_TIMEOUT).await?;
            Ok::<_, WebDriverError>(driver)
        })?;
        Ok(Self {
            program,
            driver,
            runtime,
        })
    }

    fn run(mut self, site: Arc<Site>, test: impl AsyncFnOnce(&Page)) {
        let page = Page::new(self.driver.clone(), site);
        let outcome = catch_unwind(AssertUnwindSafe(|| self.runtime.block_on(test(&page))));
        if outcome.is_err() {
            self.runtime.block_on(page.tell());
        }
        drop(page);
        let ended = self.runtime.block_on(self.driver.quit());
        self.program.stop();
        if let Err(panic) = outcome {
            resume_unwind(panic);
        }
        ended.unwrap();
    }
}

fn chromium() -> WebDriverResult<Capabilities> {
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

fn firefox() -> WebDriverResult<Capabilities> {
    let mut firefox = DesiredCapabilities::firefox();
    firefox.add_arg("-headless")?;
    Ok(firefox.into())
}
