//! Runs test modules of `CPython`'s own in the sandbox. The tool of `guest/test-cpython`; the product never
//! runs it.
//!
//! `cpython-tests LIB EXPECTED CACHE [MODULE…]`: LIB is the folder `Lib` of `CPython`'s source, EXPECTED says which
//! modules there are and which of their tests cannot pass in the sandbox, CACHE is where the compiled guest is
//! kept. It fails when a test that is not named there does not pass, or one that is named there does.

#![allow(missing_docs, reason = "a program, not an interface")]
#![allow(clippy::print_stdout, reason = "it reports on standard output")]

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use dojo_sandbox::{End, Fuel, Limits, Runtime, in_order};

const RUNNER: &str = include_str!("run.py");
/// Where the guest says that its library is.
const SHOWN_FOLDER: &str = "/usr/lib/python3.13";
/// What the guest leaves out and tests or their helpers ask for.
const ASKED_FOR: &str = "sysconfig tempfile unittest.mock test.support";
/// Data of the tests.
const DATA: [&str; 2] = ["mathdata", "decimaltestdata"];
/// Tests work harder than programs for sequences.
const LIMITS: Limits = Limits {
    fuel: Fuel(1_000_000_000_000),
    memory_bytes: 1 << 30,
    output_bytes: 1 << 10,
    stderr_bytes: 1 << 20,
    max_terms: 4,
    max_term_digits: 10,
};

type Result<T, E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

/// A module to test, and its tests that cannot pass.
struct Expected<'a> {
    module: &'a str,
    /// Modules that it imports in a way that is not seen.
    besides: &'a str,
    not_passing: BTreeSet<&'a str>,
}

/// Reads EXPECTED: a line that is not indented names a module and others that it needs, an indented one a test of it
/// and the reason.
fn expected(list: &str) -> Result<Vec<Expected<'_>>> {
    let mut modules: Vec<Expected> = Vec::new();
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    for line in lines.filter(|line| !line.trim().is_empty()) {
        match (line.strip_prefix("  "), modules.last_mut()) {
            (None, _) => {
                let (module, besides) = line.split_once(' ').unwrap_or((line, ""));
                modules.push(Expected {
                    module,
                    besides,
                    not_passing: BTreeSet::new(),
                });
            }
            (Some(test), Some(module)) => {
                let (name, _reason) = test.split_once(": ").ok_or("a test without a reason")?;
                module.not_passing.insert(name);
            }
            (Some(_), None) => return Err("a test before any module".into()),
        }
    }
    Ok(modules)
}

/// Modules by their full name: whether it is a package, the path that is shown, and the text.
type Sources = BTreeMap<String, (bool, String, String)>;

/// The module and all that it imports of what the guest leaves out, tests first of all.
fn sources(lib: &Path, expected: &Expected) -> Result<Sources> {
    let module = expected.module;
    let mut found = Sources::new();
    let mut wanted: VecDeque<_> = ASKED_FOR
        .split(' ')
        .chain(expected.besides.split(' '))
        .map(str::to_owned)
        .collect();
    wanted.push_back(format!("test.{module}"));
    while let Some(name) = wanted.pop_front() {
        if found.contains_key(&name) {
            continue;
        }
        let Some((package, path)) = locate(lib, &name) else {
            continue;
        };
        let text = fs::read_to_string(&path)?;
        if let Some((parent, _)) = name.rsplit_once('.') {
            wanted.push_back(parent.to_owned());
        }
        if package && (name == format!("test.{module}") || name == "test.support") {
            for entry in fs::read_dir(path.parent().ok_or("a file without a folder")?)? {
                let file = entry?.file_name().to_string_lossy().into_owned();
                wanted.extend(
                    file.strip_suffix(".py")
                        .map(|part| format!("{name}.{part}")),
                );
            }
        }
        wanted.extend(imported(&name, package, &text));
        let relative = path.strip_prefix(lib)?.to_string_lossy().into_owned();
        found.insert(name, (package, format!("{SHOWN_FOLDER}/{relative}"), text));
    }
    Ok(found)
}

fn locate(lib: &Path, name: &str) -> Option<(bool, PathBuf)> {
    let path = lib.join(name.replace('.', "/"));
    let package = path.join("__init__.py");
    let module = path.with_extension("py");
    if package.is_file() {
        return Some((true, package));
    }
    module.is_file().then_some((false, module))
}

/// Names that may be modules of `test` in the lines of a source that import.
fn imported(name: &str, package: bool, text: &str) -> Vec<String> {
    let own_package = match name.rsplit_once('.') {
        Some((parent, _)) if !package => parent,
        _ => name,
    };
    let mut names = Vec::new();
    for line in text.lines().map(str::trim_start) {
        let Some((from, what)) = line
            .strip_prefix("from ")
            .and_then(|rest| rest.split_once(" import "))
            .or_else(|| Some((line.strip_prefix("import ")?, "")))
        else {
            continue;
        };
        for from in from
            .split(',')
            .map(|part| part.split(" as ").next().unwrap_or_default().trim())
        {
            let from = match from.strip_prefix('.') {
                Some("") => own_package.to_owned(),
                Some(rest) => format!("{own_package}.{rest}"),
                None => from.to_owned(),
            };
            if from != "test" && !from.starts_with("test.") {
                continue;
            }
            let parts = what.split(|c: char| !c.is_alphanumeric() && c != '_');
            names.extend(
                parts
                    .filter(|part| !part.is_empty())
                    .map(|part| format!("{from}.{part}")),
            );
            names.push(from);
        }
    }
    names
}

/// What came of a module.
struct Outcome {
    passed: u32,
    skipped: u32,
    /// Tests that ask for files or modules that are not there.
    asking: u32,
    /// By name, with what was said.
    not_passed: BTreeMap<String, String>,
}

/// The data files that a module's source speaks of, by the path at which it looks for them.
fn files(lib: &Path, sources: &Sources) -> Result<BTreeMap<String, String>> {
    let mut files = BTreeMap::new();
    let mentioned = |folder: &&str| sources.values().any(|(_, _, text)| text.contains(folder));
    for folder in DATA.iter().filter(|folder| mentioned(folder)) {
        for entry in fs::read_dir(lib.join("test").join(folder))? {
            let entry = entry?;
            // What is not text is not asked for.
            if let Ok(text) = fs::read_to_string(entry.path()) {
                let name = entry.file_name().to_string_lossy().into_owned();
                files.insert(format!("{SHOWN_FOLDER}/test/{folder}/{name}"), text);
            }
        }
    }
    Ok(files)
}

fn test(runtime: &Runtime, lib: &Path, expected: &Expected) -> Result<Outcome> {
    let module = expected.module;
    let sources = sources(lib, expected)?;
    let files = serde_json::to_string(&files(lib, &sources)?)?;
    // JSON's strings are Python's as well, and so are its arrays; only its booleans are not.
    let sources: BTreeMap<_, _> = sources
        .into_iter()
        .map(|(name, (package, path, text))| (name, (u8::from(package), path, text)))
        .collect();
    let sources = serde_json::to_string(&sources)?;
    let program = format!("MODULE = \"{module}\"\nSOURCES = {sources}\nFILES = {files}\n{RUNNER}");
    let run = runtime.run(program.as_bytes(), &LIMITS)?;
    let [passed, skipped, asking] = &run.terms[..] else {
        return Err(format!("{module}: {}\n{}", run.end, run.stderr).into());
    };
    if run.end != End::Finished {
        return Err(format!("{module}: {}\n{}", run.end, run.stderr).into());
    }
    let lines = run.stderr.lines().filter_map(|line| line.split_once(": "));
    Ok(Outcome {
        passed: passed.parse()?,
        skipped: skipped.parse()?,
        asking: asking.parse()?,
        not_passed: lines
            .map(|(name, said)| (name.to_owned(), said.to_owned()))
            .collect(),
    })
}

fn main() -> Result<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [lib, list, cache, only @ ..] = &arguments[..] else {
        return Err("usage: cpython-tests LIB EXPECTED CACHE [MODULE…]".into());
    };
    let list = fs::read_to_string(list)?;
    let mut modules = expected(&list)?;
    let is_listed = |module: &&String| modules.iter().any(|expected| expected.module == **module);
    if let Some(unknown) = only.iter().find(|module| !is_listed(module)) {
        return Err(format!("{unknown} is not in the list of modules").into());
    }
    if !only.is_empty() {
        modules.retain(|expected| only.iter().any(|module| module == expected.module));
    }
    let runtime = Runtime::open(Path::new(cache), &mut |_| {})?;
    let threads = std::thread::available_parallelism()?;
    let mut outcomes = Vec::new();
    in_order(
        threads,
        modules.iter(),
        |expected| test(&runtime, Path::new(lib), expected),
        |outcome| -> Result<()> {
            outcomes.push(outcome?);
            Ok(())
        },
    )?;
    let (mut passed, mut skipped, mut asking, mut named, mut wrong) = (0, 0, 0, 0, 0);
    for (expected, outcome) in modules.iter().zip(&outcomes) {
        let (module, not_passed) = (expected.module, &outcome.not_passed);
        println!("{module}: {} passed", outcome.passed);
        if outcome.passed == 0 {
            wrong += 1;
            println!("  no test of it ran");
        }
        passed += outcome.passed;
        skipped += outcome.skipped;
        asking += outcome.asking;
        for (name, said) in not_passed {
            if expected.not_passing.contains(name.as_str()) {
                named += 1;
            } else {
                wrong += 1;
                println!("  {name}: {said}");
            }
        }
        for name in &expected.not_passing {
            if !not_passed.contains_key(*name) {
                wrong += 1;
                println!("  {name}: is named in the list and passes");
            }
        }
    }
    println!(
        "{} modules: {passed} tests passed, {skipped} skipped; {asking} ask for files or processes, {named} are named \
         in the list, {wrong} are wrong",
        modules.len()
    );
    Ok(ExitCode::from(u8::from(wrong > 0)))
}
