//! The Reveal of a problem, to be played again. Nothing is judged for it: how far each program came is in
//! its report.

use actix_web::{HttpResponse, web};
use dojo_judge::contest::Member as _;
use dojo_judge::contest::sequence::Programs;

use super::resources::problems::{VisibleProblem, load_visible};
use super::resources::reader::Reader;
use super::route::{at, read};
use super::views::{problem_head, program_rules, season_head};
use super::visit::Visit;
use crate::contests;
use crate::error::AppError;
use crate::pages::show::{ShowPage, ShowRow};
use crate::store::standings::{self, Standing};
use crate::store::{self, AnyConnection, StoreError, judgements};

/// Strips on the page.
const SHOWN: i64 = 100;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(at(
        "/seasons/{season}/problems/{problem}/show",
        read().to(show),
    ));
}

async fn show(visit: Visit, path: web::Path<(String, String)>) -> Result<HttpResponse, AppError> {
    let reader = Reader::of(&visit);
    let (place, rows) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let place = load_visible(conn, &path.0, &path.1, reader)?;
            if !contests::of(place.season.contest).runs() || !place.season.is_revealed() {
                return Err(AppError::not_found());
            }
            let rows = standings::list_problem_standings(conn, place.problem.id, SHOWN)?
                .iter()
                .zip(1..)
                .filter_map(|(best, rank)| row(conn, best, rank).transpose())
                .collect::<Result<Vec<_>, _>>()?;
            Ok((place, rows))
        })
    })
    .await?;
    let VisibleProblem { season, problem } = &place;
    visit.page(&ShowPage {
        shell: visit.shell(),
        season: season_head(season),
        problem: problem_head(season, problem),
        rules: program_rules(season, problem).map_err(AppError::internal)?,
        rows,
    })
}

fn row(
    conn: &mut AnyConnection,
    best: &Standing,
    rank: u32,
) -> Result<Option<ShowRow>, StoreError> {
    let judgement = judgements::find_judgement(conn, best.submission_id)?;
    let report = judgement.as_ref().map(|judgement| &judgement.report);
    let Some(report) = report.and_then(Programs::report) else {
        return Ok(None);
    };
    Ok(Some(ShowRow {
        rank,
        name: best.name.clone(),
        display_name: best.display_name.clone(),
        l_chars: report.l_chars,
        matched: report.terms_matched,
        submission_id: best.submission_id.0,
    }))
}
