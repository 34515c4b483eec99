//! Trial runs of programs: nothing is stored, no attempt is used, and every submission has priority.

use super::problems::{VisibleProblem, load_visible};
use super::reader::Reader;
use crate::auth::Whose;
use crate::contests::{self, sequence};
use crate::error::{AppError, AppErrorKind};
use crate::pages::server_trial::Tried;
use crate::store;
use crate::web::trial_runs::{admit, run_source};
use crate::web::views;
use crate::web::visit::Visit;
use crate::words::say;

/// Runs a program for a problem and compares it with the public terms.
///
/// # Errors
///
/// `NotFound` when there is no such problem for programs, `TooFast` when there were too many trials, `Unavailable`
/// while judges are busy.
pub(in crate::web) async fn run(
    visit: &Visit,
    whose: Whose,
    reader: Reader,
    path: (String, String),
    source: Vec<u8>,
) -> Result<Tried, AppError> {
    admit(visit, whose)?;
    let app = &visit.app;
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
    let ran = run_source(visit, &source, limits).await?;
    let known = views::visible_terms(&season, &problem);
    let trial = views::trial(&season, &problem, known.len()).map_err(AppError::internal)?;
    Ok(Tried::new(&trial, known, ran.run, ran.short_of_fuel))
}
