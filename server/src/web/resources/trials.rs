//! Programs that are run and not submitted: nothing is stored, no attempt is spent, and every submission comes first.

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
