//! Starts a browser for one test and ends it, however the test ends.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use thirtyfour::prelude::*;
use thirtyfour::{Capabilities, LoggingPrefsLogLevel};

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
        run(chromedriver, chromium().unwrap(), site(), test);
    }
}

/// Runs a test in a fresh Firefox on the demo site; returns at once, with a note, when there is none on this machine.
pub(crate) fn in_firefox(test: impl AsyncFnOnce(&Page)) {
    if let Some(geckodriver) = Driver::firefox() {
        run(geckodriver, firefox().unwrap(), Site::shared(), test);
    }
}

fn run(
    mut program: Driver,
    capabilities: Capabilities,
    site: Arc<Site>,
    test: impl AsyncFnOnce(&Page),
) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let driver = runtime.block_on(async {
        let address = format!("http://127.0.0.1:{}", program.port);
        WebDriver::builder(address, capabilities)
            .client(Client::new())
            .connect()
            .await
            .unwrap()
    });
    let page = Page::new(driver.clone(), site);
    let outcome = catch_unwind(AssertUnwindSafe(|| runtime.block_on(test(&page))));
    drop(page);
    let ended = runtime.block_on(driver.quit());
    program.stop();
    if let Err(panic) = outcome {
        resume_unwind(panic);
    }
    ended.unwrap();
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
