//! What today's judge says of every committed input: programs by each scoring, derivations and pairs of
//! formulas by the grader. A test holds hashes over it, and `examples/verdicts.rs` prints it.

use std::convert::Infallible;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use dojo_judge::canonical_json;
use dojo_judge::contest::physics::Derivations;
use dojo_judge::contest::sequence::Programs;
use dojo_judge::contest::{Contest, Judges, Member, ProblemFiles, Report, Season};
use dojo_judge::record::archive::{self, Archive};
use dojo_judge::record::history::History;
use dojo_judge::sequence::{Rules, ScoringVersion, check, judge};
use dojo_sandbox::{Fuel, Limits, Runtime, in_order};
use formula::notation;
use formula::same::{Context, compare};
use serde::Serialize;
use serde_json::{Value, json};

/// One input and what is said of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Verdict {
    /// Where the input is, below `judge/`.
    pub(crate) input: String,
    /// The scoring, or the grader.
    pub(crate) by: String,
    /// The report, or what a comparison answers.
    pub(crate) report: Value,
}

/// A file or folder below `judge/`.
pub(crate) fn path(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(below)
}

fn value<T: Serialize>(report: &T) -> Value {
    serde_json::to_value(report).expect("reports are JSON")
}

/// The Python files below a folder, in the order of their paths.
fn programs_below(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(path(&folder)).expect("the folder is committed") {
            let entry = entry.expect("the folder can be read");
            let entry = entry.path();
            let name = entry.file_name().expect("an entry has a name").display();
            let below = format!("{folder}/{name}");
            if entry.is_dir() {
                folders.push(below);
            } else if entry.extension().is_some_and(|ending| ending == "py") {
                found.push(below);
            }
        }
    }
    found.sort_unstable();
    found
}

/// The default rules of a scoring, with less fuel, so that programs which use it up do so in a moment.
pub(crate) fn rules(scoring: ScoringVersion) -> Rules {
    Rules {
        scoring,
        limits: Limits {
            fuel: Fuel(300_000_000),
            ..Limits::default()
        },
        ..Rules::default()
    }
}

/// The terms of the problem that a case is for, by its name; `None` where it is for none.
pub(crate) fn terms(case: &str) -> Option<Vec<String>> {
    match case.split_once('_')?.0 {
        "squares" => Some((0..200u32).map(|n| (n * n).to_string()).collect()),
        "recaman" => Some(recaman().iter().map(u32::to_string).collect()),
        _ => None,
    }
}

/// A005132: subtract n from the term before if that gives a new positive number, else add it.
pub(crate) fn recaman() -> Vec<u32> {
    let mut terms = vec![0u32];
    for n in 1..200 {
        let last = *terms.last().expect("there is a first");
        let next = match last.checked_sub(n) {
            Some(down) if down > 0 && !terms.contains(&down) => down,
            _ => last + n,
        };
        terms.push(next);
    }
    terms
}

/// Two at a time, in the order of the inputs.
fn each_in_order<I: Sync, F: Fn(&I) -> Verdict + Sync>(inputs: &[I], verdict: F) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    let two = NonZeroUsize::new(2).expect("two");
    let Ok(()) = in_order(two, inputs.iter(), verdict, |verdict| {
        verdicts.push(verdict);
        Ok::<(), Infallible>(())
    });
    verdicts
}

/// What a scoring says of the committed programs: those with a problem are run, the others checked.
pub(crate) fn programs(runtime: &Runtime, scoring: ScoringVersion) -> Vec<Verdict> {
    each_in_order(&programs_below("tests/cases"), |input| {
        let source = fs::read(path(input)).expect("the case is committed");
        program(runtime, scoring, input, &source)
    })
}

/// What a scoring says of one program.
pub(crate) fn program(
    runtime: &Runtime,
    scoring: ScoringVersion,
    input: &str,
    source: &[u8],
) -> Verdict {
    let rules = rules(scoring);
    let case = input.strip_prefix("tests/cases/");
    let report = match case.and_then(terms) {
        Some(terms) => judge(runtime, &rules, &terms, source).map(|report| value(&report)),
        None => check(runtime, &rules, source).map(|report| value(&report)),
    };
    Verdict {
        input: input.to_owned(),
        by: scoring.as_str().to_owned(),
        report: report.expect("the sandbox works"),
    }
}

/// What the grader says of the committed pairs of formulas.
pub(crate) fn pairs(by: &str) -> Vec<Verdict> {
    let file = "formula/tests/cases/equivalence.jsonl";
    let text = fs::read_to_string(path(file)).expect("the pairs are committed");
    let lines: Vec<(usize, &str)> = text.lines().enumerate().collect();
    each_in_order(&lines, |(at, line)| Verdict {
        input: format!("{file}:{}", at + 1),
        by: by.to_owned(),
        report: compared(line),
    })
}

/// What comparing the two formulas of a line answers, without what a problem would say of them.
fn compared(line: &str) -> Value {
    let pair: Value = serde_json::from_str(line).expect("a line is JSON");
    let read = |key: &str| notation::read(pair[key].as_str().expect("a line has both formulas"));
    match (read("reference"), read("answer")) {
        (Ok(reference), Ok(answer)) => {
            let answer = compare(&reference, &answer, &Context::default());
            json!({ "equivalent": answer.equivalent, "reason": answer.reason.to_string() })
        }
        (Err(error), _) | (_, Err(error)) => json!({ "unread": error.to_string() }),
    }
}

/// What today's judge says of the submissions in an archive.
#[allow(
    clippy::match_wildcard_for_single_variants,
    reason = "a third type of contest is for tests alone"
)]
pub(crate) fn archive(input: &str, bytes: &[u8], judges: &Judges<'_>, by: &str) -> Vec<Verdict> {
    let archive = archive::read(|| Ok(bytes)).expect("the archive can be read");
    match archive.record.manifest.scoring.contest() {
        Contest::Sequence => submissions::<Programs>(input, &archive, judges, by),
        Contest::Physics => submissions::<Derivations>(input, &archive, judges, by),
        #[allow(
            unreachable_patterns,
            reason = "a third type of contest is for tests alone"
        )]
        other => panic!("no archive of a {other} season is kept"),
    }
}

fn submissions<K: Member>(
    input: &str,
    archive: &Archive,
    judges: &Judges<'_>,
    by: &str,
) -> Vec<Verdict> {
    let record = &archive.record;
    let season = Season::<K> {
        parameters: K::parameters(&record.manifest.parameters).expect("the season is of its type"),
        scoring: record.manifest.scoring,
        seed: History::read(&record.log).0.seed,
    };
    let mut verdicts = Vec::new();
    for problem in &record.problems {
        let key = problem.published.key();
        let files = ProblemFiles {
            slug: &problem.published.problem,
            card: &problem.problem_json,
            solution: &problem.setter_source,
            terms: &problem.terms,
        };
        let task = K::task(&season, &files).unwrap_or_else(|_| panic!("{key:?} is no problem"));
        let own: Vec<_> = (record.submissions.iter())
            .filter(|it| (it.problem.as_str(), it.version) == key)
            .collect();
        verdicts.extend(each_in_order(&own, |submitted| {
            let source = &record.sources[&submitted.source];
            let report: Report = K::judge(&task, judges, source)
                .map(K::whole)
                .expect("it is judged");
            Verdict {
                input: format!("{input}#{}", submitted.submission),
                by: by.to_owned(),
                report: value(&report),
            }
        }));
    }
    verdicts
}

/// A line of canonical JSON.
pub(crate) fn line(verdict: &Verdict) -> String {
    canonical_json::to_string(verdict).expect("texts and integers only")
}
