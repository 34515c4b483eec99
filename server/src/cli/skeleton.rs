//! `dojo season new` and `dojo problem new`: a folder to begin with, which is valid as it is.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail};
use dojo_judge::package::check_slug;
use include_dir::{Dir, include_dir};

use super::data_folder::say;

static SEASON: &str = include_str!("skeleton/season.toml");

/// A small problem: the primes, with a right program and a wrong one.
static PROBLEM: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/cli/skeleton/problem");

/// A small problem of formulas, with a whole solution and a part of one.
static PHYSICS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/cli/skeleton/physics");

/// What people submit to a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Kind {
    /// Programs that continue a sequence.
    #[default]
    Sequence,
    /// Derivations.
    Physics,
}

/// Folder of the problem with which a season begins.
const FIRST_PROBLEM: &str = "primes";

/// Writes the folder of a season with one problem.
pub(super) fn new_season(folder: &Path) -> anyhow::Result<()> {
    let slug = begin(folder)?;
    let problem = folder.join("problems").join(FIRST_PROBLEM);
    write_all(&PROBLEM, &problem, FIRST_PROBLEM)?;
    let text = fill(SEASON, &slug).replace("PROBLEM", FIRST_PROBLEM);
    write(&folder.join("season.toml"), &text)?;
    let (season, problem) = (folder.display(), problem.display());
    say(&format!(
        "{season}: a season with one problem. Edit its files, then\n  \
         dojo problem validate {problem} --season {season}\n  \
         dojo season import {season}"
    ))
}

/// Writes the folder of a problem.
pub(super) fn new_problem(folder: &Path, kind: Kind) -> anyhow::Result<()> {
    let slug = begin(folder)?;
    let files = match kind {
        Kind::Sequence => &PROBLEM,
        Kind::Physics => &PHYSICS,
    };
    write_all(files, folder, &slug)?;
    let shown = folder.display();
    say(&format!(
        "{shown}: a problem. Edit its files, then\n  dojo problem validate {shown}\nand name `{slug}` \
         under `problems` in its season's season.toml."
    ))
}

/// The slug that a folder's name gives.
fn begin(folder: &Path) -> anyhow::Result<String> {
    let shown = folder.display();
    let whole = std::path::absolute(folder).with_context(|| format!("cannot find {shown}"))?;
    let slug = whole
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    if let Err(rule) = check_slug(&slug) {
        bail!("{shown}: the folder's name becomes part of an address, so it must be {rule}");
    }
    match fs::read_dir(folder).map(|mut entries| entries.next().is_some()) {
        Ok(true) => bail!("{shown} is not empty"),
        Ok(false) => Ok(slug),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(slug),
        Err(error) => Err(error).with_context(|| format!("cannot read {shown}")),
    }
}

fn write_all(from: &Dir<'_>, folder: &Path, slug: &str) -> anyhow::Result<()> {
    for file in from.files() {
        let text = file.contents_utf8().context("a skeleton is UTF-8")?;
        write(&folder.join(file.path()), &fill(text, slug))?;
    }
    for inner in from.dirs() {
        write_all(inner, folder, slug)?;
    }
    Ok(())
}

fn fill(text: &str, slug: &str) -> String {
    let words = slug.replace('-', " ");
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    let title: String = first.into_iter().chain(letters).collect();
    text.replace("SLUG", slug).replace("TITLE", &title)
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::write(path, text))
        .with_context(|| format!("cannot write {}", path.display()))
}
