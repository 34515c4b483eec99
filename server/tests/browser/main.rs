//! The site in a real browser: what only a browser can show.
//!
//! Chromium and its driver come from the system (Debian: `chromium`, `chromium-driver`). Without
//! them the tests print why they are skipped; `DOJO_REQUIRE_BROWSER=1` makes that a failure.
//! Screenshots are written to `target/tmp/screenshots`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on ends here")]

mod chrome;
mod comforts;
mod contest;
mod live;
mod looks;
mod page;
mod physics;
mod show;
mod site;
mod trial;
mod wire;
