//! Programs that are run and not submitted: nothing is stored, no attempt is spent, and every submission comes first.

use dojo_judge::sequence::Canonical;
use dojo_sandbox::{End, Fuel, Limits, Run};

use super::problems::{VisibleProblem, load_visible};
use super::reader::Reader;
use crate::auth::Whose;
use crate::contests::{self, sequence};
use crate::error::{AppError, AppErrorKind};
use crate::pages::tried::Tried;
use crate::store;
use crate::web::views;
use crate::web::visit::Visit;
use crate::words::say;

/// Instructions that a trial has, or fewer where the judge gives fewer: a second or two.
const FUEL: Fuel = Fuel(2_000_000_000);

/// Seconds after which judges may have less to do.
const RETRY_AFTER_S: u32 = 5;

/// Runs a program for a problem, beside the terms that are public.
///
/// # Errors
/// `NotFound` when there is no such problem of programs, `TooFast` when it is one too many, `Unavailable` while judges
/// are busy.
pub(in crate::web) async fn run(
    visit: &Visit,
    whose: Whose,
    reader: Reader,
    path: (String, String),
    source: Vec<u8>,
) -> Result<Tried, AppError> {
    let app = &visit.app;
    app.limiters.trial.check(whose)?;
    if !app.waker.has_room() {
        return Err(AppError::new(AppErrorKind::Unavailable).retry_after(RETRY_AFTER_S));
    }
    let VisibleProblem { season, problem } = store::run(&app.pool, move |conn| {
        load_visible(conn, &path.0, &path.1, reader)
    })
    .await?;
    if !contests::of(season.contest).runs() {
        return Err(AppError::because(
            AppErrorKind::NotFound,
            say!("refused-no-trial", what = contests::of(season.contest).noun),
        ));
    }
    let limits = sequence::rules(&season, &problem)
        .map_err(AppError::internal)?
        .limits;
    let short_of_fuel = FUEL < limits.fuel;
    let limits = Limits {
        fuel: limits.fuel.min(FUEL),
        ..limits
    };
    let run = match Canonical::new(&source) {
        Ok(canonical) => {
            let text = canonical.text().to_owned();
            app.validator.try_out(text, limits).await?
        }
        Err(rejection) => {
            let sentence = rejection.to_string();
            refused(sentence.trim_end_matches('.').to_owned())
        }
    };
    let known = views::visible_terms(&season, &problem);
    let trial = views::trial(&season, &problem, known.len()).map_err(AppError::internal)?;
    Ok(Tried::new(&trial, known, run, short_of_fuel))
}

/// A source that has no canonical form and is not run.
fn refused(message: String) -> Run {
    Run {
        end: End::Syntax { message },
        terms: Vec::new(),
        fuel: Fuel(0),
        peak_memory_bytes: 0,
        stderr: String::new(),
    }
}
