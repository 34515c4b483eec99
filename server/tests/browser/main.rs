//! The site in a real browser: what only a browser can show.
//!
//! Chromium and its driver come from the system (Debian: `chromium`, `chromium-driver`). Without
//! them the tests print why they are skipped; `DOJO_REQUIRE_BROWSER=1` makes that a failure. What runs programs is walked
//! in Firefox too, where that and `geckodriver` are.
//! Screenshots are written to `target/tmp/screenshots`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on ends here")]

mod chrome;
mod comforts;
mod contest;
mod driver;
mod everywhere;
mod firefox;
mod live;
mod looks;
mod mail;
#[path = "../it/mail_stub.rs"]
#[allow(dead_code, reason = "the other tests use more of it")]
mod mail_stub;
mod models;
mod organize;
mod page;
mod physics;
mod provider;
#[path = "../it/provider_stub.rs"]
#[allow(dead_code, reason = "the other tests use more of it")]
mod provider_stub;
mod second_factor;
mod setting;
mod show;
mod site;
mod slow_line;
mod trial;
mod trouble;
mod wire;
