//! Tells cargo which files outside `src` are embedded in the binary, and the binary of which commit it is.

use std::env;
use std::process::Command;

fn main() {
    for folder in [
        "../migrations",
        "../docs",
        "../seasons/demo",
        "../templates",
        "assets",
        "font",
    ] {
        println!("cargo:rerun-if-changed={folder}");
    }
    println!("cargo:rerun-if-env-changed=DOJO_COMMIT");
    println!("cargo:rustc-env=DOJO_COMMIT={}", commit());
}

/// The commit: as the environment says, or of a release as git says. A build for development is not made anew for each.
fn commit() -> String {
    if let Ok(commit) = env::var("DOJO_COMMIT") {
        return commit;
    }
    if env::var("PROFILE").as_deref() != Ok("release") {
        return "of a build for development".to_owned();
    }
    let git = |arguments: &[&str]| {
        let done = Command::new("git").args(arguments).output().ok()?;
        let text = String::from_utf8(done.stdout).ok()?.trim().to_owned();
        (done.status.success() && !text.is_empty()).then_some(text)
    };
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo:rerun-if-changed={log}");
    }
    git(&["describe", "--always", "--dirty", "--abbrev=12", "--match="])
        .unwrap_or_else(|| "unknown".to_owned())
}
