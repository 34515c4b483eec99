//! A setter's package: `problem.toml`, `setter.py`, `statement.md` and programs under
//! `examples/<verdict>/` (`docs/SETTING.md`).
//!
//! A package is a map of relative paths to bytes, from any source. All mistakes are found at once, each with its file
//! and line. Only [`validate`](validate()) runs programs, in the sandbox.

use serde::{Deserialize, Serialize};

use super::canonical::Canonical;
use super::verdict::VERDICT_WORDS;
use crate::package::{
    EDITORIAL, EXAMPLES, Fault, Faults, Files, MAX_STATEMENT_BYTES, editorial, text,
};

mod closed_toml;
mod findings;
mod problem;
mod report;
mod runs;
mod validate;

pub use closed_toml::{Document, Found, Mended, Table};
pub use problem::{
    DEFAULT_CHECK, DEFAULT_PUBLIC, DEFAULT_STAGE, Difficulty, MAX_CHECKED_TERMS, Problem,
    ProblemLimits,
};
pub use report::{Examined, Measures, ValidationReport};
pub use validate::{EarlierTerms, SeasonParameters, validate};

/// The most canonical bytes of a setter's program (`docs/SPEC.md`, Problem).
pub const MAX_SETTER_BYTES: usize = 4096;

/// The most examples of a package: each may use the full limits.
pub const MAX_EXAMPLES: usize = 40;

const PROBLEM: &str = "problem.toml";
const SETTER: &str = "setter.py";
const STATEMENT: &str = "statement.md";

/// An example program of a problem, with the verdict that it must get.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// Path in the package.
    pub path: String,
    /// One of [`VERDICT_WORDS`].
    pub verdict: String,
    /// The program, as it would be submitted.
    pub source: Vec<u8>,
}

/// A readable package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    /// What `problem.toml` says.
    pub problem: Problem,
    /// Markdown.
    pub statement: String,
    /// Markdown, shown after Reveal.
    pub editorial: Option<String>,
    /// `setter.py` in canonical form, at most [`MAX_SETTER_BYTES`].
    pub setter: Canonical,
    /// In the order of their paths.
    pub examples: Vec<Example>,
}

impl Package {
    /// Reads a package.
    ///
    /// # Errors
    /// Every mistake, in the order of the files.
    pub fn read(files: &Files) -> Result<Self, Vec<Fault>> {
        let Reading {
            problem,
            statement,
            editorial,
            setter,
            examples,
            mut faults,
            ..
        } = Reading::new(files);
        match (problem, statement, setter) {
            (Some(problem), Some(statement), Ok(setter)) if faults.is_empty() => Ok(Self {
                problem,
                statement,
                editorial,
                setter,
                examples,
            }),
            (_, _, setter) => {
                faults.extend(setter.err());
                Err(faults)
            }
        }
    }
}

/// The readable part of a package.
struct Reading {
    /// From `problem.toml`, when it can be read.
    slug: Option<String>,
    /// From `problem.toml`, when it can be read.
    title: Option<String>,
    /// `None` if it has a fault.
    problem: Option<Problem>,
    statement: Option<String>,
    editorial: Option<String>,
    setter: Result<Canonical, Fault>,
    examples: Vec<Example>,
    /// All faults except the setter's.
    faults: Vec<Fault>,
}

/// What is wrong if the package, or several of them, lie in folders of their own beside other files.
fn too_deep(files: &Files) -> Option<String> {
    if files.contains_key(PROBLEM) {
        return None;
    }
    let folders = files.keys().filter_map(|path| {
        let (folder, file) = path.rsplit_once('/')?;
        (file == PROBLEM).then(|| format!("{folder}/"))
    });
    let folders: Vec<String> = folders.collect();
    match folders.as_slice() {
        [] => None,
        [folder] => Some(format!(
            "the package is in {folder}; send that folder alone"
        )),
        all => Some(format!(
            "there are {} packages, in {}; send one of these folders alone",
            all.len(),
            all.join(", ")
        )),
    }
}

impl Reading {
    fn new(files: &Files) -> Self {
        if let Some(message) = too_deep(files) {
            return Self {
                slug: None,
                title: None,
                problem: None,
                statement: None,
                editorial: None,
                setter: Err(Fault::of(PROBLEM, message)),
                examples: Vec::new(),
                faults: Vec::new(),
            };
        }
        let mut faults = Vec::new();
        let written = match text(files, PROBLEM) {
            Ok(text) => {
                let mut found = Faults::new(PROBLEM, &text);
                let written = Problem::read(&text, &mut found);
                faults.append(&mut found.into_list());
                written
            }
            Err(fault) => {
                faults.push(fault);
                problem::Written::default()
            }
        };
        let statement = statement(files, written.problem.is_some(), written.statement)
            .map_err(|fault| faults.push(fault))
            .ok()
            .flatten();
        let editorial = editorial(files)
            .map_err(|fault| faults.push(fault))
            .ok()
            .flatten();
        let mut examples = Vec::new();
        for (path, source) in files {
            match example(path, source) {
                Ok(found) => examples.extend(found),
                Err(fault) => faults.push(fault),
            }
        }
        if examples.len() > MAX_EXAMPLES {
            let message = format!("{} programs, at most {MAX_EXAMPLES}", examples.len());
            faults.push(Fault::of(EXAMPLES, message));
            examples.clear();
        }
        Self {
            slug: written.slug,
            title: written.title,
            problem: written.problem,
            statement,
            editorial,
            setter: setter(files),
            examples,
            faults,
        }
    }
}

/// The statement: a separate file, or the text in `problem.toml`. If `problem.toml` cannot be read, it is unknown
/// whether the file is missing.
fn statement(
    files: &Files,
    problem_is_read: bool,
    inline: Option<String>,
) -> Result<Option<String>, Fault> {
    match (files.contains_key(STATEMENT), inline) {
        (true, Some(_)) => Err(Fault::of(
            STATEMENT,
            "problem.toml has a `statement` too; keep one of them",
        )),
        (false, Some(inline)) => Ok(Some(inline)),
        (false, None) if !problem_is_read => Ok(None),
        (_, None) => {
            let text = text(files, STATEMENT)?;
            if text.len() > MAX_STATEMENT_BYTES {
                return Err(Fault::of(STATEMENT, "longer than 64 KiB"));
            }
            if text.trim().is_empty() {
                return Err(Fault::of(STATEMENT, "the statement is empty"));
            }
            Ok(Some(text))
        }
    }
}

fn setter(files: &Files) -> Result<Canonical, Fault> {
    let bytes = files
        .get(SETTER)
        .ok_or_else(|| Fault::of(SETTER, "there is no such file"))?;
    let canonical = Canonical::new(bytes).map_err(|why| Fault::of(SETTER, why))?;
    let length = canonical.text().len();
    if length > MAX_SETTER_BYTES {
        return Err(Fault::of(
            SETTER,
            format!("{length} bytes, at most {MAX_SETTER_BYTES}"),
        ));
    }
    Ok(canonical)
}

/// The example at a path; `None` for the other files of a package.
fn example(path: &str, source: &[u8]) -> Result<Option<Example>, Fault> {
    let parts: Vec<&str> = path.split('/').collect();
    match parts.as_slice() {
        [] | [PROBLEM | SETTER | STATEMENT | EDITORIAL] => Ok(None),
        [EXAMPLES, folder, file] if has_python_name(file) => {
            let word = folder.to_ascii_uppercase();
            if !VERDICT_WORDS.contains(&word.as_str()) {
                let words = VERDICT_WORDS.map(str::to_ascii_lowercase);
                let known = words.each_ref().map(String::as_str);
                return Err(Fault::of(
                    path,
                    format!(
                        "`{folder}` is no verdict{}; verdicts: {}",
                        closed_toml::suggestion(&word.to_ascii_lowercase(), &known),
                        words.join(", ")
                    ),
                ));
            }
            Ok(Some(Example {
                path: path.to_owned(),
                verdict: word,
                source: source.to_vec(),
            }))
        }
        [EXAMPLES, ..] => Err(Fault::of(
            path,
            "an example is examples/<verdict>/<name>.py",
        )),
        [first, ..] => {
            let known = [PROBLEM, SETTER, STATEMENT, EDITORIAL, EXAMPLES];
            Err(Fault::of(
                path,
                format!(
                    "no file of a package{}; it has {}",
                    closed_toml::suggestion(first, &known),
                    known.join(", ")
                ),
            ))
        }
    }
}

fn has_python_name(file: &str) -> bool {
    file.strip_suffix(".py")
        .is_some_and(|stem| !stem.is_empty())
}

#[cfg(test)]
mod tests;
