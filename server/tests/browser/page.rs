//! A tab of the browser on the demo site, with the few things that tests do in it.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use thirtyfour::error::WebDriverErrorInner;
use thirtyfour::prelude::*;

use crate::site::Site;
use crate::wire::Chromium;

/// Longest that a test waits for anything; the first judging may compile the runtime.
const TEST_CONDITION_TIMEOUT: Duration = Duration::from_mins(2);
/// How often it looks.
const INTERVAL: Duration = Duration::from_millis(50);

/// The password of everybody who registers in a test.
pub(crate) const PASSWORD: &str = "correct horse battery";

/// A tab.
pub(crate) struct Page {
    pub(crate) driver: WebDriver,
    site: Arc<Site>,
}

impl Page {
    pub(crate) fn new(driver: WebDriver, site: Arc<Site>) -> Self {
        Self { driver, site }
    }

    /// The site.
    pub(crate) fn site(&self) -> &Site {
        &self.site
    }

    /// Opens an address of the site.
    pub(crate) async fn open(&self, path: &str) {
        self.driver
            .goto(format!("{}{path}", self.site.address))
            .await
            .unwrap();
    }

    /// Prints where the tab is and what it shows, for whoever looks for what went wrong.
    pub(crate) async fn tell(&self) {
        let shown =
            "return [location.href, document.readyState, document.body.innerText].join('\\n')";
        match self.driver.execute(shown, Vec::new()).await {
            Ok(shown) => eprintln!("the tab showed: {}", shown.json()),
            Err(error) => eprintln!("the tab shows nothing: {error}"),
        }
        if let Ok(log) = self.driver.browser_log().await {
            for entry in log {
                eprintln!("{}", entry.message);
            }
        }
    }

    /// Puts other cookies in the place of those that there are: somebody else sits down at the browser.
    pub(crate) async fn change_seats(&self, cookies: Vec<Cookie>) -> Vec<Cookie> {
        let left = self.driver.get_all_cookies().await.unwrap();
        self.driver.delete_all_cookies().await.unwrap();
        for cookie in cookies {
            self.driver.add_cookie(cookie).await.unwrap();
        }
        left
    }

    /// The path at which the tab is.
    pub(crate) async fn path(&self) -> String {
        self.driver.current_url().await.unwrap().path().to_owned()
    }

    /// The first element that fits, as soon as there is one.
    pub(crate) async fn find(&self, css: &str) -> WebElement {
        self.driver
            .query(By::Css(css))
            .wait(TEST_CONDITION_TIMEOUT, INTERVAL)
            .first()
            .await
            .unwrap()
    }

    /// What `act` gives for the first element that fits. Pages renew parts of themselves: an element
    /// that went away between being found and being used is looked for again.
    async fn with<T>(&self, css: &str, act: impl AsyncFn(WebElement) -> WebDriverResult<T>) -> T {
        loop {
            match act(self.find(css).await).await {
                Err(error) if is_gone(&error) => {}
                done => return done.unwrap(),
            }
        }
    }

    /// Its text, as a reader sees it.
    pub(crate) async fn text(&self, css: &str) -> String {
        self.with(css, async |element| element.text().await).await
    }

    /// Clicks, and nothing else.
    pub(crate) async fn click(&self, css: &str) {
        self.with(css, async |element| element.click().await).await;
    }

    /// Types into a field.
    pub(crate) async fn type_into(&self, css: &str, keys: &str) {
        self.with(css, async |element| element.send_keys(keys).await)
            .await;
    }

    /// Types a program or a derivation over what is in the box. The editor takes the place of the box
    /// when that is first used.
    pub(crate) async fn write(&self, source: &str) {
        self.script("document.getElementById('source').focus()", Vec::new())
            .await;
        self.find("#source ~ .editor").await;
        let select_all = self
            .driver
            .action_chain()
            .key_down(Key::Control)
            .send_keys("a")
            .key_up(Key::Control);
        select_all.perform().await.unwrap();
        self.keys(source).await;
    }

    /// Puts a text into the box of programs and derivations at once, as pasting does: an editor indents what is typed.
    pub(crate) async fn paste(&self, text: &str) {
        self.find("#source").await;
        let script = "const box = document.getElementById('source');
            box.value = arguments[0];
            box.dispatchEvent(new Event('input', { bubbles: true }));";
        self.script(script, vec![json!(text)]).await;
    }

    /// Types, wherever the focus is.
    pub(crate) async fn keys(&self, keys: &str) {
        self.driver
            .action_chain()
            .send_keys(keys)
            .perform()
            .await
            .unwrap();
    }

    /// Runs a script in the page that calls its last argument when it is done.
    pub(crate) async fn later(&self, source: &str, arguments: Vec<Value>) -> Value {
        self.driver
            .execute_async(source, arguments)
            .await
            .unwrap()
            .json()
            .clone()
    }

    /// Presses one key, wherever the focus is.
    pub(crate) async fn press(&self, key: Key) {
        self.driver
            .action_chain()
            .send_keys(key)
            .perform()
            .await
            .unwrap();
    }

    /// Runs a script in the page.
    pub(crate) async fn script(&self, source: &str, arguments: Vec<Value>) -> Value {
        self.driver
            .execute(source, arguments)
            .await
            .unwrap()
            .json()
            .clone()
    }

    /// Registers somebody new, comes back to `next`, and returns the name.
    pub(crate) async fn register(&self, next: &str) -> String {
        static PEOPLE: AtomicU32 = AtomicU32::new(0);
        let name = format!("guest{}", PEOPLE.fetch_add(1, Ordering::Relaxed));
        self.open(&format!("/register?next={next}")).await;
        self.type_into("#name", &name).await;
        self.type_into("#display_name", &format!("Guest <{name}>"))
            .await;
        self.type_into("#password", PASSWORD).await;
        self.click("main .button").await;
        self.find("a.me").await;
        name
    }

    /// Sends the form of the sign-in page for somebody who registered here; what comes next depends on the account.
    pub(crate) async fn sign_in(&self, name: &str, next: &str) {
        self.open(&format!("/login?next={next}")).await;
        self.type_into("#name", name).await;
        self.type_into("#password", PASSWORD).await;
        self.click("main form .button").await;
    }

    /// From now on pages run this before their own scripts.
    pub(crate) async fn before_scripts(&self, source: &str) {
        self.chromium(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": source }),
        )
        .await;
    }

    /// From now on the browser is at that place.
    pub(crate) async fn in_zone(&self, zone: &'static str) {
        let parameters = json!({ "timezoneId": zone });
        self.chromium("Emulation.setTimezoneOverride", parameters)
            .await;
    }

    /// From now on pages run no scripts.
    pub(crate) async fn without_scripts(&self) {
        self.chromium(
            "Emulation.setScriptExecutionDisabled",
            json!({ "value": true }),
        )
        .await;
    }

    /// Waits until the verdict is there; its name.
    pub(crate) async fn verdict(&self) -> String {
        self.find(r#"#verdict [data-state="done"]"#).await;
        self.text("#verdict .seal").await
    }

    /// Shows the page on a screen of that width, in one theme.
    pub(crate) async fn screen(&self, width: u32, dark: bool) {
        self.size(json!(width), json!(800)).await;
        self.prefer(&[scheme(dark)]).await;
    }

    /// The same where nothing moves: a colour on its way from one to another is none that anybody reads.
    pub(crate) async fn still_screen(&self, width: u32, dark: bool) {
        self.size(json!(width), json!(800)).await;
        self.prefer(&[scheme(dark), LITTLE_MOTION]).await;
    }

    /// Shows the page in a window of that size.
    pub(crate) async fn window(&self, width: u32, height: u32) {
        self.size(json!(width), json!(height)).await;
    }

    /// From now on, until the next screen, the reader wants little motion.
    pub(crate) async fn without_motion(&self) {
        self.prefer(&[LITTLE_MOTION]).await;
    }

    async fn prefer(&self, wishes: &[(&str, &str)]) {
        let features = wishes
            .iter()
            .map(|(name, value)| json!({ "name": name, "value": value }));
        let media = json!({ "features": features.collect::<Vec<_>>() });
        self.chromium("Emulation.setEmulatedMedia", media).await;
    }

    /// Takes a picture of the whole page as it is shown now.
    pub(crate) async fn picture(&self, name: &str) {
        let width = self.script("return innerWidth", Vec::new()).await;
        self.size(width.clone(), json!(600)).await;
        let height = self
            .script("return document.documentElement.scrollHeight", Vec::new())
            .await;
        self.size(width, height).await;
        self.shoot("screenshots", name).await;
    }

    /// Takes a picture for a guide: a window so high, with this part of the page at its top.
    pub(crate) async fn guide(&self, name: &str, css: &str, height: u32) {
        self.screen(900, false).await;
        self.window(900, height).await;
        let top = "const box = document.querySelector(arguments[0]).getBoundingClientRect();
            scrollTo({ top: scrollY + box.top - 16, behavior: 'instant' })";
        self.find(css).await;
        self.script(top, vec![json!(css)]).await;
        self.shoot("guide", name).await;
        self.window(1280, 900).await;
    }

    /// Takes a picture of the window into a folder, once everything is painted.
    async fn shoot(&self, folder: &str, name: &str) {
        // Two frames later everything is painted in the new size.
        let painted = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))";
        self.later(painted, Vec::new()).await;
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        self.driver
            .screenshot(&folder.join(format!("{name}.png")))
            .await
            .unwrap();
    }

    async fn size(&self, width: Value, height: Value) {
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.chromium("Emulation.setDeviceMetricsOverride", metrics)
            .await;
    }

    /// What the browser complained about since it was last asked: errors of scripts, refused
    /// content, failed loads.
    pub(crate) async fn complaints(&self) -> Vec<String> {
        let log = self.driver.browser_log().await.unwrap();
        log.into_iter()
            .filter(|entry| entry.level == "SEVERE" || entry.level == "WARNING")
            .map(|entry| entry.message)
            .collect()
    }

    async fn chromium(&self, command: &'static str, parameters: Value) {
        self.driver
            .handle()
            .cmd(Chromium(command, parameters))
            .await
            .unwrap();
    }
}

const LITTLE_MOTION: (&str, &str) = ("prefers-reduced-motion", "reduce");

fn scheme(dark: bool) -> (&'static str, &'static str) {
    ("prefers-color-scheme", if dark { "dark" } else { "light" })
}

fn is_gone(error: &WebDriverError) -> bool {
    matches!(
        error.as_inner(),
        WebDriverErrorInner::StaleElementReference(_)
    )
}
