//! Validates a package (`docs/SPEC.md`, Problem): reads it, runs the setter's program and the examples, and checks
//! whether the problem hides anything.

use std::num::NonZeroUsize;

use dojo_sandbox::{Count, End, Fuel, Limits, Run, Runtime, in_order};

use super::findings::{
    examples_finding, files_finding, grouped, hidden_finding, longest_term, mib, new_finding,
    runs_finding, used,
};
use super::report::{Examined, FIRST_TERMS, Measures, ValidationReport};
use super::runs::{dependence, difference, three};
use super::{MAX_SETTER_BYTES, Problem, Reading};
use crate::digest::{Digest, terms_hash};
use crate::package::{Fault, Files, Finding, Outcome, Subject, is_valid};
use crate::sequence::canonical::Canonical;
use crate::sequence::judge::{JudgeError, check, judge};
use crate::sequence::rules::{Rules, ScoringVersion};
use crate::sequence::verdict::term_at;

/// The season's parameters that a package is validated against.
#[derive(Clone, Debug)]
pub struct SeasonParameters {
    /// The scoring version by which the examples are judged.
    pub scoring: ScoringVersion,
    /// The season's limits. `max_terms` is ignored.
    pub limits: Limits,
    /// Problems of earlier seasons.
    pub earlier: Vec<EarlierTerms>,
}

/// What is known about the terms of an earlier problem.
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

/// Half of the limits. For memory it is half of what the interpreter leaves: it takes about 30 MiB before the program
/// starts, and half of the total would leave almost nothing of a limit near that.
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
/// When the sandbox fails or the season's parameters are invalid; never because of the package.
pub fn validate(
    runtime: &Runtime,
    season: &SeasonParameters,
    files: &Files,
    threads: NonZeroUsize,
) -> Result<ValidationReport, JudgeError> {
    let reading = Reading::new(files);
    let mut report = ValidationReport {
        valid: false,
        slug: reading.slug.clone(),
        title: reading.title.clone(),
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
    let terms = if let Some((problem, limits, setter)) = runnable {
        run_setter(runtime, problem, &limits, setter, &mut report)?
            .map(|terms| (problem, limits, setter, terms))
    } else {
        let later = [Subject::Runs, Subject::Limits, Subject::Digits];
        report.findings.extend(later.map(Finding::skipped));
        None
    };
    if let Some((problem, limits, setter, terms)) = terms {
        let rules = Rules {
            scoring: season.scoring,
            n_check: problem.n_check,
            n_stage: problem.n_stage,
            limits,
            ..Rules::default()
        };
        let rules = rules.beside(setter.text(), problem.limits.par);
        report.examples = judge_examples(runtime, &rules, &terms, &reading, threads)?;
        report.findings.push(examples_finding(&report.examples));
        let list = accepted_list(runtime, &rules, &terms)?;
        report.findings.push(hidden_finding(problem, &terms, list));
        report.findings.push(new_finding(season, &terms));
    } else {
        let later = [Subject::Examples, Subject::Hidden, Subject::New];
        report.findings.extend(later.map(Finding::skipped));
    }
    report.valid = is_valid(&report.findings);
    Ok(report)
}

/// The weight of a program that only lists the terms, if programs are weighed and it is accepted.
fn accepted_list(
    runtime: &Runtime,
    rules: &Rules,
    terms: &[String],
) -> Result<Option<String>, JudgeError> {
    let Some(most) = rules.allowance() else {
        return Ok(None);
    };
    let list = format!("print({})", terms.join(","));
    let check = check(runtime, rules, list.as_bytes())?;
    let payload = check.payload.filter(|_| check.rejection.is_none());
    Ok(payload.map(|payload| {
        format!(
            "a plain list of the {} terms weighs {} bytes, and {} are accepted",
            terms.len(),
            payload.total_bytes,
            most.total_bytes
        )
    }))
}

fn setter_compiles(report: &ValidationReport) -> bool {
    report
        .finding(Subject::Setter)
        .is_some_and(|finding| finding.outcome == Outcome::Ok)
}

fn setter_finding(
    runtime: &Runtime,
    setter: &Result<Canonical, Fault>,
) -> Result<Finding, JudgeError> {
    let setter = match setter {
        Ok(setter) => setter,
        Err(fault) => {
            return Ok(Finding::new(
                Subject::Setter,
                Outcome::Failed,
                fault.to_string(),
            ));
        }
    };
    Ok(match runtime.count(setter.text().as_bytes())? {
        Count::Counted(_) => Finding::new(
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
            Finding::new(Subject::Setter, Outcome::Failed, fault.to_string())
        }
    })
}

/// The terms of the setter's program, if it produces them as required.
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
        report.findings.push(Finding::skipped(Subject::Runs));
        report
            .findings
            .push(Finding::new(Subject::Limits, Outcome::Failed, message));
        report.findings.push(Finding::skipped(Subject::Digits));
        return Ok(None);
    }
    let half = half(&whole, interpreter);
    let [first, second, third] = three(runtime, source, &half)?;
    let dependence = dependence(runtime, problem.index_origin, setter.text(), &whole, &first)?;
    report.findings.push(runs_finding(
        problem.index_origin,
        [&first, &second, &third],
        dependence,
    ));
    let longest = longest_term(&first.terms);
    let long_term = matches!(first.end, End::TermSize { .. });
    let complete = first.end == End::Enough;
    report.findings.push(if complete {
        let used = used(&first, &half);
        Finding::new(Subject::Limits, Outcome::Ok, used)
    } else if long_term {
        Finding::skipped(Subject::Limits)
    } else {
        limits_failure(runtime, source, &whole, &first)?
    });
    report
        .findings
        .push(if let End::TermSize { index } = first.end {
            let message = format!(
                "{} has more than {} digits",
                term_at(problem.index_origin, index as usize),
                whole.max_term_digits
            );
            Finding::new(Subject::Digits, Outcome::Failed, message)
        } else if complete {
            let message = format!(
                "the longest term has {longest} of at most {} digits",
                whole.max_term_digits
            );
            Finding::new(Subject::Digits, Outcome::Ok, message)
        } else {
            Finding::skipped(Subject::Digits)
        });
    if !complete
        || difference(problem.index_origin, &first, &second)
            .or(difference(problem.index_origin, &first, &third))
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
        first_terms: (first.terms.iter())
            .take(FIRST_TERMS.min(problem.n_public as usize))
            .cloned()
            .collect(),
    });
    Ok(Some(first.terms))
}

/// The explanation for a setter if the terms are incomplete: how far the program got, and whether the full limits
/// would have been enough.
fn limits_failure(
    runtime: &Runtime,
    source: &[u8],
    whole: &Limits,
    run: &Run,
) -> Result<Finding, JudgeError> {
    let mut failure = Finding::new(
        Subject::Limits,
        Outcome::Failed,
        format!(
            "{} of {} terms within half of the limits, then {}",
            run.terms.len(),
            whole.max_terms,
            run.end
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
                all.end
            )
        });
    }
    // The last line of a traceback is the exception, which is named already; the place before it is not.
    let place = run
        .stderr
        .lines()
        .rev()
        .find(|line| line.trim_start().starts_with("File "));
    if let (End::Exception { .. } | End::Stack, Some(place)) = (&run.end, place) {
        failure
            .details
            .push(format!("it stopped at {}", place.trim()));
    }
    Ok(failure)
}

/// Every example is judged, even if an earlier one differs.
fn judge_examples(
    runtime: &Runtime,
    rules: &Rules,
    terms: &[String],
    reading: &Reading,
    threads: NonZeroUsize,
) -> Result<Vec<Examined>, JudgeError> {
    let index_origin = (reading.problem.as_ref()).map_or(0, |problem| problem.index_origin);
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
                reason: report.verdict.sentence(index_origin),
                l_chars: report.l_chars,
                fuel: report.fuel.0,
                peak_memory_bytes: report.peak_memory_bytes,
            });
            Ok::<_, JudgeError>(())
        },
    )?;
    Ok(judged)
}
