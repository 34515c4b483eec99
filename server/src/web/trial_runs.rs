//! Runs a program as a trial, in the queue of validations, when judges have nothing else to do.

use dojo_judge::sequence::Canonical;
use dojo_sandbox::{End, Fuel, Limits, Run};

use super::visit::Visit;
use crate::auth::Whose;
use crate::error::{AppError, AppErrorKind};
use crate::syntax_excerpt;

/// Instructions of a trial, unless the judge allows fewer: a second or two.
const FUEL: Fuel = Fuel(2_000_000_000);

/// Seconds after which judges may have less to do.
const RETRY_AFTER_S: u32 = 5;

/// Checks whether a trial run may start.
///
/// # Errors
///
/// `TooFast` when there were too many, `Unavailable` while judges are busy.
pub(super) fn admit(visit: &Visit, whose: Whose) -> Result<(), AppError> {
    admit_solution(visit, whose)?;
    if !visit.app.waker.has_room() {
        return Err(AppError::new(AppErrorKind::Unavailable).retry_after(RETRY_AFTER_S));
    }
    Ok(())
}

/// The same of a program that is sent to count: it waits for its turn also while judges are busy.
///
/// # Errors
///
/// `TooFast` when there were too many.
pub(super) fn admit_solution(visit: &Visit, whose: Whose) -> Result<(), AppError> {
    visit.app.limiters.trial.check(whose)
}

/// A program that was run.
pub(super) struct Ran {
    pub(super) run: Run,
    /// It had fewer instructions than the judge allows.
    pub(super) short_of_fuel: bool,
    /// Its canonical bytes, where it has a canonical form.
    pub(super) l_chars: Option<u32>,
}

/// Runs a program with the instructions of a trial.
///
/// # Errors
///
/// `Unavailable` when there is no turn in time.
pub(super) async fn run_source(
    visit: &Visit,
    source: &[u8],
    limits: Limits,
) -> Result<Ran, AppError> {
    let short_of_fuel = FUEL < limits.fuel;
    let limits = Limits {
        fuel: limits.fuel.min(FUEL),
        ..limits
    };
    let (run, l_chars) = match Canonical::new(source) {
        Ok(canonical) => {
            let text = canonical.text().to_owned();
            let run = visit.app.validator.try_out(text, limits).await?;
            (run, Some(canonical.l_chars()))
        }
        Err(rejection) => {
            let sentence = rejection.to_string();
            (refused(sentence.trim_end_matches('.').to_owned()), None)
        }
    };
    Ok(Ran {
        run,
        short_of_fuel,
        l_chars,
    })
}

/// The line of a source that does not compile, with a caret under the error; `None` when there is no turn for it.
pub(super) async fn syntax_excerpt(visit: &Visit, whose: Whose, source: &[u8]) -> Option<String> {
    admit(visit, whose).ok()?;
    let text = Canonical::new(source).ok()?.text().to_owned();
    let ran = run_source(visit, source, Limits::default()).await.ok()?;
    let lines = syntax_excerpt::of_run(&ran.run, &text);
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The result for a source that has no canonical form and is therefore not run.
fn refused(message: String) -> Run {
    Run {
        end: End::Syntax { message },
        terms: Vec::new(),
        fuel: Fuel(0),
        peak_memory_bytes: 0,
        stderr: String::new(),
    }
}
