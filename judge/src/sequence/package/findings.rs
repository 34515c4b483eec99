//! The findings about each rule, made from its facts. This module runs nothing.

use dojo_sandbox::{Limits, Run};

use super::report::Examined;
use super::runs::difference;
use super::validate::SeasonParameters;
use super::{Problem, Reading};
use crate::digest::terms_hash;
use crate::package::{Fault, Finding, Outcome, Subject};
use crate::sequence::guess;

pub(super) fn files_finding(reading: &Reading, limits: &Result<Limits, String>) -> Finding {
    let mut faults: Vec<String> = reading.faults.iter().map(Fault::to_string).collect();
    if let Err(message) = limits {
        faults.push(Fault::of(super::PROBLEM, message).to_string());
    }
    match faults.len() {
        0 => {
            let examples = match reading.examples.len() {
                0 => "no examples".to_owned(),
                1 => "1 example".to_owned(),
                many => format!("{many} examples"),
            };
            Finding::new(
                Subject::Files,
                Outcome::Ok,
                format!("problem.toml, setter.py, the statement and {examples}"),
            )
        }
        _ => Finding::mistakes(Subject::Files, faults),
    }
}

/// `dependence` says which parts of the sandbox the terms depend on.
pub(super) fn runs_finding(
    index_origin: i64,
    [first, second, third]: [&Run; 3],
    dependence: Vec<String>,
) -> Finding {
    let cold =
        difference(index_origin, first, second).map(|what| format!("two cold runs differ: {what}"));
    let warm = difference(index_origin, first, third)
        .map(|what| format!("a cold run and one after another program differ: {what}"));
    match cold.or(warm) {
        Some(message) => Finding::new(Subject::Runs, Outcome::Failed, message),
        None if !dependence.is_empty() => Finding {
            details: dependence,
            ..Finding::new(
                Subject::Runs,
                Outcome::Warning,
                "the terms depend on this sandbox, so that nobody can derive them from the statement",
            )
        },
        None => Finding::new(
            Subject::Runs,
            Outcome::Ok,
            "two cold runs and one after another program are the same, fuel too",
        ),
    }
}

pub(super) fn used(run: &Run, half: &Limits) -> String {
    format!(
        "{} terms within half of the limits: {} of {} fuel, {} of {} of memory",
        run.terms.len(),
        grouped(run.fuel.0),
        grouped(half.fuel.0),
        mib(run.peak_memory_bytes),
        mib(half.memory_bytes)
    )
}

pub(super) fn examples_finding(examples: &[Examined]) -> Finding {
    let differ: Vec<_> = examples
        .iter()
        .filter(|example| !example.agrees())
        .map(|example| {
            format!(
                "{} must be {} and is {}: {}",
                example.path, example.expected, example.verdict, example.reason
            )
        })
        .collect();
    match (examples.len(), differ.len()) {
        (0, _) => Finding::new(Subject::Examples, Outcome::Ok, "there are none"),
        (1, 0) => Finding::new(Subject::Examples, Outcome::Ok, "the one gets its verdict"),
        (all, 0) => Finding::new(
            Subject::Examples,
            Outcome::Ok,
            format!("all {all} get their verdict"),
        ),
        (all, wrong) => Finding {
            details: differ,
            ..Finding::new(
                Subject::Examples,
                Outcome::Failed,
                format!("{wrong} of {all} get another verdict than they must"),
            )
        },
    }
}

/// Whether the problem hides anything. `list` says that a plain list of the terms is accepted.
pub(super) fn hidden_finding(problem: &Problem, terms: &[String], list: Option<String>) -> Finding {
    let n_public = problem.n_public;
    if n_public >= problem.n_check {
        return Finding::new(
            Subject::Hidden,
            Outcome::Warning,
            "all terms are public, so that a table of them is a full solution",
        );
    }
    let rule = guess::giveaway(terms, n_public, problem.index_origin);
    let (outcome, message) = match (&rule, &list) {
        (Some(_), _) => (
            Outcome::Warning,
            format!("a simple rule in the {n_public} public terms gives the hidden ones too"),
        ),
        (None, Some(_)) => (
            Outcome::Warning,
            "whoever knows the terms needs no rule: a list of them is accepted".to_owned(),
        ),
        (None, None) => (
            Outcome::Ok,
            "no simple rule in the public terms gives the hidden ones".to_owned(),
        ),
    };
    Finding {
        details: rule.into_iter().chain(list).collect(),
        ..Finding::new(Subject::Hidden, outcome, message)
    }
}

/// Terms that an earlier problem has too. The shorter of the two lists decides.
pub(super) fn new_finding(season: &SeasonParameters, terms: &[String]) -> Finding {
    let same: Vec<_> = season
        .earlier
        .iter()
        .filter(|earlier| {
            let count = usize::try_from(earlier.n_check).unwrap_or(usize::MAX);
            terms
                .get(..count)
                .is_some_and(|first| terms_hash(first) == earlier.terms_hash)
        })
        .map(|earlier| {
            format!(
                "the first {} terms are those of `{}` in season `{}`",
                earlier.n_check, earlier.slug, earlier.season
            )
        })
        .collect();
    match same.as_slice() {
        [] => Finding::new(
            Subject::New,
            Outcome::Ok,
            match season.earlier.len() {
                0 => "there is no earlier problem to compare with".to_owned(),
                1 => "the 1 earlier problem has other terms".to_owned(),
                many => format!("none of {many} earlier problems has these terms"),
            },
        ),
        _ => Finding {
            details: same,
            ..Finding::new(
                Subject::New,
                Outcome::Warning,
                "an earlier season has the same terms, and its solutions are public",
            )
        },
    }
}

pub(super) fn longest_term(terms: &[String]) -> u32 {
    let digits = terms.iter().map(|term| term.trim_start_matches('-').len());
    u32::try_from(digits.max().unwrap_or(0)).unwrap_or(u32::MAX)
}

/// A number with its digits in groups of three.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Bytes as MiB with one decimal place.
pub(super) fn mib(bytes: u64) -> String {
    let tenths = bytes.saturating_mul(10) >> 20;
    format!("{}.{} MiB", tenths / 10, tenths % 10)
}
