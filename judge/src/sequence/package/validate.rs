//! Validates a package (`docs/SPEC.md`, Problem): reads it, runs the setter's program and the
//! examples, and looks whether the problem hides anything.

use std::num::NonZeroUsize;

use dojo_sandbox::{Count, End, Fuel, Limits, Run, Runtime, in_order};
use num_bigint::BigInt;

use super::report::{Examined, Finding, Measures, Outcome, Subject, ValidationReport};
use super::runs::{difference, three, why};
use super::{Fault, Files, MAX_SETTER_BYTES, Problem, Reading};
use crate::season::Digest;
use crate::season::commitment::terms_hash;
use crate::sequence::canonical::Canonical;
use crate::sequence::guess;
use crate::sequence::judge::{JudgeError, judge};
use crate::sequence::rules::{Rules, ScoringVersion};

/// What a package is validated against.
#[derive(Clone, Debug)]
pub struct SeasonParameters {
    /// Scoring version, by which the examples are judged.
    pub scoring: ScoringVersion,
    /// The season's limits. `max_terms` is not read.
    pub limits: Limits,
    /// Problems of earlier seasons.
    pub earlier: Vec<EarlierTerms>,
}

/// The terms of an earlier problem, as far as they need to be known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlierTerms {
    /// Its season.
    pub season: String,
    /// The problem.
    pub slug: String,
    /// How many terms it checks.
    pub n_check: u32,
    /// Hash of those terms.
    pub terms_hash: Digest,
}

/// What half of the limits is. Of memory it is half of what the interpreter leaves: it takes
/// some 30 MiB before the program begins, and half of the whole would leave next to nothing of a
/// limit near that.
fn half(limits: &Limits, interpreter_bytes: u64) -> Limits {
    let room = limits.memory_bytes.saturating_sub(interpreter_bytes);
    Limits {
        fuel: Fuel(limits.fuel.0 / 2),
        memory_bytes: limits.memory_bytes - room / 2,
        output_bytes: limits.output_bytes / 2,
        ..*limits
    }
}

/// Validates a package. The examples run on `threads` threads.
///
/// # Errors
/// When the sandbox fails or the season's parameters are none; never for what is in the package.
pub fn validate(
    runtime: &Runtime,
    season: &SeasonParameters,
    files: &Files,
    threads: NonZeroUsize,
) -> Result<ValidationReport, JudgeError> {
    let reading = Reading::new(files);
    let mut report = ValidationReport {
        valid: false,
        slug: reading.problem.as_ref().map(|problem| problem.slug.clone()),
        title: reading
            .problem
            .as_ref()
            .map(|problem| problem.title.clone()),
        scoring: season.scoring,
        runtime_digest: runtime.digest().to_string(),
        findings: Vec::new(),
        examples: Vec::new(),
        measures: None,
    };
    let limits = match &reading.problem {
        Some(problem) => problem.limits.within(&season.limits),
        None => Ok(season.limits),
    };
    report.findings.push(files_finding(&reading, &limits));
    report
        .findings
        .push(setter_finding(runtime, &reading.setter)?);
    let runnable = match (&reading.problem, limits, &reading.setter) {
        (Some(problem), Ok(limits), Ok(setter)) if setter_compiles(&report) => {
            Some((problem, limits, setter))
        }
        _ => None,
    };
    let terms = match runnable {
        Some((problem, limits, setter)) => {
            run_setter(runtime, problem, &limits, setter, &mut report)?
                .map(|terms| (problem, limits, terms))
        }
        None => {
            let later = [Subject::Runs, Subject::Limits, Subject::Digits];
            report.findings.extend(later.map(skipped));
            None
        }
    };
    if let Some((problem, limits, terms)) = terms {
        let rules = Rules {
            scoring: season.scoring,
            n_check: problem.n_check,
            n_stage: problem.n_stage,
            limits,
        };
        report.examples = judge_examples(runtime, &rules, &terms, &reading, threads)?;
        report.findings.push(examples_finding(&report.examples));
        report.findings.push(hidden_finding(problem, &terms));
        report.findings.push(new_finding(season, &terms));
    } else {
        let later = [Subject::Examples, Subject::Hidden, Subject::New];
        report.findings.extend(later.map(skipped));
    }
    report.valid = report.count(Outcome::Failed) == 0 && report.count(Outcome::Skipped) == 0;
    Ok(report)
}

fn finding(subject: Subject, outcome: Outcome, summary: impl Into<String>) -> Finding {
    Finding {
        subject,
        outcome,
        summary: summary.into(),
        details: Vec::new(),
    }
}

fn skipped(subject: Subject) -> Finding {
    finding(
        subject,
        Outcome::Skipped,
        "not looked at before the above is mended",
    )
}

fn setter_compiles(report: &ValidationReport) -> bool {
    report
        .finding(Subject::Setter)
        .is_some_and(|finding| finding.outcome == Outcome::Ok)
}

fn files_finding(reading: &Reading, limits: &Result<Limits, String>) -> Finding {
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
            finding(
                Subject::Files,
                Outcome::Ok,
                format!("problem.toml, setter.py, the statement and {examples}"),
            )
        }
        many => {
            let s = if many == 1 { "" } else { "s" };
            Finding {
                details: faults,
                ..finding(
                    Subject::Files,
                    Outcome::Failed,
                    format!("{many} mistake{s}"),
                )
            }
        }
    }
}

fn setter_finding(
    runtime: &Runtime,
    setter: &Result<Canonical, Fault>,
) -> Result<Finding, JudgeError> {
    let setter = match setter {
        Ok(setter) => setter,
        Err(fault) => {
            return Ok(finding(Subject::Setter, Outcome::Failed, fault.to_string()));
        }
    };
    Ok(match runtime.count(setter.text().as_bytes())? {
        Count::Counted(_) => finding(
            Subject::Setter,
            Outcome::Ok,
            format!(
                "canonical, compiles, {} of at most {MAX_SETTER_BYTES} bytes",
                setter.l_chars()
            ),
        ),
        Count::Syntax { message, line } => {
            let line = (line > 0).then_some(line);
            let fault = Fault {
                line,
                ..Fault::of(super::SETTER, format!("does not compile: {message}"))
            };
            finding(Subject::Setter, Outcome::Failed, fault.to_string())
        }
    })
}

/// The terms of the setter's program, when it gives them as it must.
fn run_setter(
    runtime: &Runtime,
    problem: &Problem,
    limits: &Limits,
    setter: &Canonical,
    report: &mut ValidationReport,
) -> Result<Option<Vec<String>>, JudgeError> {
    let source = setter.text().as_bytes();
    let whole = Limits {
        max_terms: problem.n_check,
        ..*limits
    };
    let interpreter = runtime.run(b"0", &Limits::default())?.peak_memory_bytes;
    if whole.memory_bytes < interpreter {
        let message = format!(
            "the interpreter itself takes {} of memory, more than the {} that there are",
            mib(interpreter),
            mib(whole.memory_bytes)
        );
        report.findings.push(skipped(Subject::Runs));
        report
            .findings
            .push(finding(Subject::Limits, Outcome::Failed, message));
        report.findings.push(skipped(Subject::Digits));
        return Ok(None);
    }
    let half = half(&whole, interpreter);
    let [first, second, third] = three(runtime, source, &half)?;
    report.findings.push(runs_finding(&first, &second, &third));
    let longest = longest_term(&first.terms);
    let long_term = matches!(first.end, End::TermSize { .. });
    let complete = first.end == End::Enough;
    report.findings.push(if complete {
        let used = used(&first, &half);
        finding(Subject::Limits, Outcome::Ok, used)
    } else if long_term {
        skipped(Subject::Limits)
    } else {
        limits_failure(runtime, source, &whole, &first)?
    });
    report
        .findings
        .push(if let End::TermSize { index } = first.end {
            let message = format!(
                "term {index} (counted from 0) has more than {} digits",
                whole.max_term_digits
            );
            finding(Subject::Digits, Outcome::Failed, message)
        } else if complete {
            let message = format!(
                "the longest term has {longest} of at most {} digits",
                whole.max_term_digits
            );
            finding(Subject::Digits, Outcome::Ok, message)
        } else {
            skipped(Subject::Digits)
        });
    if !complete
        || difference(&first, &second)
            .or(difference(&first, &third))
            .is_some()
    {
        return Ok(None);
    }
    report.measures = Some(Measures {
        n_check: problem.n_check,
        n_stage: problem.n_stage,
        n_public: problem.n_public,
        setter_bytes: setter.l_chars(),
        fuel: first.fuel.0,
        peak_memory_bytes: first.peak_memory_bytes,
        longest_term_digits: longest,
        terms_hash: terms_hash(&first.terms).to_string(),
    });
    Ok(Some(first.terms))
}

fn runs_finding(first: &Run, second: &Run, third: &Run) -> Finding {
    let cold = difference(first, second).map(|what| format!("two cold runs differ: {what}"));
    let warm = difference(first, third)
        .map(|what| format!("a cold run and one after another program differ: {what}"));
    match cold.or(warm) {
        Some(message) => finding(Subject::Runs, Outcome::Failed, message),
        None => finding(
            Subject::Runs,
            Outcome::Ok,
            "two cold runs and one after another program are the same, fuel too",
        ),
    }
}

fn used(run: &Run, half: &Limits) -> String {
    format!(
        "{} terms within half of the limits: {} of {} fuel, {} of {} of memory",
        run.terms.len(),
        grouped(run.fuel.0),
        grouped(half.fuel.0),
        mib(run.peak_memory_bytes),
        mib(half.memory_bytes)
    )
}

/// What a setter needs to know when the terms do not come: how far it came, and whether the whole
/// limits would have been enough.
fn limits_failure(
    runtime: &Runtime,
    source: &[u8],
    whole: &Limits,
    run: &Run,
) -> Result<Finding, JudgeError> {
    let mut failure = finding(
        Subject::Limits,
        Outcome::Failed,
        format!(
            "{} of {} terms within half of the limits, then {}",
            run.terms.len(),
            whole.max_terms,
            why(&run.end)
        ),
    );
    if matches!(run.end, End::Fuel | End::Memory | End::Output) {
        let all = runtime.run(source, whole)?;
        failure.details.push(if all.end == End::Enough {
            format!(
                "with the whole limits it gives all terms, with {} fuel of {} and {} of memory of {}",
                grouped(all.fuel.0),
                grouped(whole.fuel.0),
                mib(all.peak_memory_bytes),
                mib(whole.memory_bytes)
            )
        } else {
            format!(
                "with the whole limits it gives {} terms, then {}",
                all.terms.len(),
                why(&all.end)
            )
        });
    }
    let last_words = run
        .stderr
        .lines()
        .rev()
        .find(|line| !line.trim().is_empty());
    if let (End::Exception { .. } | End::Stack, Some(line)) = (&run.end, last_words) {
        failure
            .details
            .push(format!("standard error ends with: {line}"));
    }
    Ok(failure)
}

/// Every example is judged to its end, also when one before it differs.
fn judge_examples(
    runtime: &Runtime,
    rules: &Rules,
    terms: &[String],
    reading: &Reading,
    threads: NonZeroUsize,
) -> Result<Vec<Examined>, JudgeError> {
    let mut judged = Vec::with_capacity(reading.examples.len());
    in_order(
        threads,
        reading.examples.iter(),
        |example| (example, judge(runtime, rules, terms, &example.source)),
        |(example, report)| {
            let report = report?;
            judged.push(Examined {
                path: example.path.clone(),
                expected: example.verdict.clone(),
                verdict: report.verdict.word().to_owned(),
                reason: report.verdict.to_string(),
                l_chars: report.l_chars,
                fuel: report.fuel.0,
                peak_memory_bytes: report.peak_memory_bytes,
            });
            Ok::<_, JudgeError>(())
        },
    )?;
    Ok(judged)
}

fn examples_finding(examples: &[Examined]) -> Finding {
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
        (0, _) => finding(Subject::Examples, Outcome::Ok, "there are none"),
        (all, 0) => finding(
            Subject::Examples,
            Outcome::Ok,
            format!("all {all} get their verdict"),
        ),
        (all, wrong) => Finding {
            details: differ,
            ..finding(
                Subject::Examples,
                Outcome::Failed,
                format!("{wrong} of {all} get another verdict than they must"),
            )
        },
    }
}

fn hidden_finding(problem: &Problem, terms: &[String]) -> Finding {
    let numbers: Option<Vec<BigInt>> = terms.iter().map(|term| term.parse().ok()).collect();
    let n_public = usize::try_from(problem.n_public).unwrap_or(usize::MAX);
    if problem.n_public >= problem.n_check {
        return finding(
            Subject::Hidden,
            Outcome::Warning,
            "all terms are public, so that a table of them is a full solution",
        );
    }
    let rule = numbers.and_then(|terms| guess::foretold(&terms, n_public, problem.index_origin));
    match rule {
        Some(rule) => Finding {
            details: vec![rule],
            ..finding(
                Subject::Hidden,
                Outcome::Warning,
                format!("a simple rule in the {n_public} public terms gives the hidden ones too"),
            )
        },
        None => finding(
            Subject::Hidden,
            Outcome::Ok,
            "no simple rule in the public terms gives the hidden ones",
        ),
    }
}

/// Terms that an earlier problem has too. The shorter of both decides.
fn new_finding(season: &SeasonParameters, terms: &[String]) -> Finding {
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
        [] => finding(
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
            ..finding(
                Subject::New,
                Outcome::Warning,
                "an earlier season has the same terms, and its solutions are public",
            )
        },
    }
}

fn longest_term(terms: &[String]) -> u32 {
    let digits = terms.iter().map(|term| term.trim_start_matches('-').len());
    u32::try_from(digits.max().unwrap_or(0)).unwrap_or(u32::MAX)
}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
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
fn mib(bytes: u64) -> String {
    let tenths = bytes.saturating_mul(10) >> 20;
    format!("{}.{} MiB", tenths / 10, tenths % 10)
}
