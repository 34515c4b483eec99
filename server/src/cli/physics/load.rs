//! Reading problems, data sets and solutions from files, with limits.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use dojo_judge::repeated_key;
use formula::credit::{MAX_SOLUTION_BYTES, read_latex};
use help::dataset::{Dataset, Item, read_problems};

use crate::cli::input::counted;

/// Longest data set or file of answers, in bytes.
const MAX_DATASET_BYTES: u64 = 1 << 30;

/// The bytes of a file, or of standard input for `-`.
pub(crate) fn bytes(file: &Path, most: u64) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        io::stdin().lock().take(most + 1).read_to_end(&mut bytes)
    } else {
        fs::File::open(file).and_then(|opened| opened.take(most + 1).read_to_end(&mut bytes))
    }
    .with_context(|| format!("cannot read {}", file.display()))?;
    if bytes.len() as u64 > most {
        bail!("{} has more than {most} bytes", file.display());
    }
    Ok(bytes)
}

/// The problems of a file. A row that cannot be read is told on standard error.
pub(super) fn dataset(file: &Path) -> anyhow::Result<Dataset> {
    parsed_dataset(file, &bytes(file, MAX_DATASET_BYTES)?)
}

/// The problems in the bytes of a file.
pub(crate) fn parsed_dataset(file: &Path, bytes: &[u8]) -> anyhow::Result<Dataset> {
    if let Some(repeated) = repeated_key::find(bytes) {
        bail!("{}: {repeated}", file.display());
    }
    let dataset = read_problems(bytes).with_context(|| file.display().to_string())?;
    let alone = dataset.problems.is_empty() && dataset.refused.len() == 1;
    if let (true, [only]) = (alone, dataset.refused.as_slice()) {
        bail!("{}: {}", file.display(), only.why);
    }
    for refused in &dataset.refused {
        eprintln!(
            "error: {}: problem {}: {}",
            file.display(),
            refused.row,
            refused.why
        );
    }
    if dataset.problems.is_empty() && dataset.without_reference.is_empty() {
        bail!(
            "{}: there is no problem in it that can be read",
            file.display()
        );
    }
    Ok(dataset)
}

/// Sets problems aside whose reference is broken, and tells which; gives their number. Tells, too, of which problems
/// nobody's answer can be right, because that of the reference cannot be read.
pub(crate) fn set_broken_aside(file: &Path, dataset: &mut Dataset) -> usize {
    let broken = dataset.set_broken_aside();
    for (id, error) in &broken {
        eprintln!(
            "error: {}: problem {id} is not graded, for its reference is broken: {error}",
            file.display()
        );
    }
    tell_unread(file, dataset);
    broken.len()
}

fn tell_unread(file: &Path, dataset: &Dataset) {
    const NAMED: usize = 10;
    let is_unread = |item: &&Item| {
        let finals = item.problem.final_answers();
        let mut nodes = item.problem.nodes.iter().zip(finals);
        nodes.any(|(node, is_final)| is_final && read_latex(node.latex()).is_err())
    };
    let unread: Vec<&str> = (dataset.problems.iter())
        .filter(is_unread)
        .map(|item| item.problem.id.as_str())
        .collect();
    if !unread.is_empty() {
        let more = if unread.len() > NAMED { ", …" } else { "" };
        eprintln!(
            "warning: {}: {} without a final answer that can be read, so that nobody's is right: {}{more}; `dojo physics \
             lint` says why",
            file.display(),
            counted(unread.len(), "problem"),
            unread[..unread.len().min(NAMED)].join(", ")
        );
    }
}

/// The one problem of a file, or the one of this id.
pub(super) fn problem(file: &Path, id: Option<&str>) -> anyhow::Result<Item> {
    let mut items = dataset(file)?.problems;
    let position = match id {
        Some(id) => items.iter().position(|item| item.problem.id == id),
        None if items.len() == 1 => Some(0),
        None => bail!(
            "{} holds {} problems: say which with --id",
            file.display(),
            items.len()
        ),
    };
    let Some(position) = position else {
        bail!(
            "{}: there is no problem with the id `{}`",
            file.display(),
            id.unwrap_or_default()
        );
    };
    Ok(items.swap_remove(position))
}

/// A solution's Markdown.
pub(super) fn solution(file: &Path) -> anyhow::Result<String> {
    let bytes = bytes(file, MAX_SOLUTION_BYTES as u64)?;
    solution_text(bytes).with_context(|| file.display().to_string())
}

/// Bytes as a solution: UTF-8 without NUL.
fn solution_text(bytes: Vec<u8>) -> anyhow::Result<String> {
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            bail!(
                "line {}: byte {at} of the solution is not UTF-8",
                error.as_bytes()[..at].split(|byte| *byte == b'\n').count()
            );
        }
    };
    check_solution(&text).map_err(anyhow::Error::msg)?;
    Ok(text)
}

/// What keeps a text from being graded as a solution.
pub(super) fn check_solution(text: &str) -> Result<(), String> {
    if text.len() > MAX_SOLUTION_BYTES {
        return Err(format!(
            "the solution has {} bytes; at most {MAX_SOLUTION_BYTES} are read",
            text.len()
        ));
    }
    match text.find('\0') {
        Some(at) => Err(format!(
            "line {}: the solution has a NUL in it",
            text[..at].matches('\n').count() + 1
        )),
        None => Ok(()),
    }
}

/// The answers of a file.
pub(super) fn answers(
    file: &Path,
    is_known: impl Fn(&str) -> bool,
) -> anyhow::Result<help::dataset::Answers> {
    let bytes = bytes(file, MAX_DATASET_BYTES)?;
    help::dataset::read_answers(&bytes, is_known).with_context(|| file.display().to_string())
}
