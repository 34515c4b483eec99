//! The submissions of a season, for organizers: the page with its filters, and the list for spreadsheets.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};

use super::answer::sentence;
use super::organize::organizer;
use super::resources::seasons::load_any;
use super::resources::submission_list::{CSV_ROWS, PAGE_ROWS, SubmissionsQuery, load_found};
use super::route::{at, read};
use super::views::season_head;
use super::visit::Visit;
use crate::error::AppError;
use crate::pages::submission_list::{SubmissionListPage, csv};
use crate::store::{self, SubmissionState, problems, users};

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/seasons/{season}/submissions", read().to(list)))
        .service(at("/seasons/{season}/submissions.csv", read().to(as_csv)));
}

async fn list(
    visit: Visit,
    slug: web::Path<String>,
    query: web::Query<SubmissionsQuery>,
) -> Result<HttpResponse, AppError> {
    organizer(&visit)?;
    let (shell, query) = (visit.shell(), query.into_inner());
    let filter = query.filter();
    let status = match &filter {
        Ok(_) => StatusCode::OK,
        Err(error) => error.kind.parts().0,
    };
    let page = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_any(conn, &slug)?;
            let ((rows, more), refused) = match &filter {
                Ok(filter) => (load_found(conn, season.id, filter, PAGE_ROWS)?, None),
                Err(error) => ((Vec::new(), false), Some(sentence(&error.to_string()))),
            };
            let problems = problems::list_newest(conn, season.id)?;
            Ok::<_, AppError>(SubmissionListPage {
                shell,
                season: season_head(&season),
                problems: problems
                    .into_iter()
                    .map(|problem| (problem.slug, problem.title))
                    .collect(),
                labels: users::list_labels(conn)?,
                states: SubmissionState::ALL.iter().map(|it| it.as_str()).collect(),
                sought: query.sought(),
                rows,
                more,
                refused,
            })
        })
    })
    .await?;
    visit.page_with(status, &page)
}

async fn as_csv(
    visit: Visit,
    slug: web::Path<String>,
    query: web::Query<SubmissionsQuery>,
) -> Result<HttpResponse, AppError> {
    organizer(&visit)?;
    let filter = query.filter()?;
    let file = format!("{slug}-submissions.csv");
    let rows = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_any(conn, &slug)?;
            load_found(conn, season.id, &filter, CSV_ROWS)
        })
    })
    .await?
    .0;
    Ok(visit.spreadsheet(&file, csv(&rows)))
}
