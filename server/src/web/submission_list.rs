//! The submissions of a season, for organizers: the page with its filters, and the list for spreadsheets.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};

use super::middleware::sentence;
use super::organize::organizer;
use super::resources::seasons::load_any;
use super::resources::submission_list::{CSV_ROWS, PAGE_ROWS, SubmissionsQuery, load_found};
use super::route::{at, read};
use super::views::{natural, season_head};
use super::visit::Visit;
use crate::contests;
use crate::error::AppError;
use crate::pages::submission_list::{ProblemVersion, SubmissionListPage, csv};
use crate::pages::verdict::VerdictLabel;
use crate::store::boards::CHANGEABLE;
use crate::store::seasons::Season;
use crate::store::{self, ProblemState, SubmissionState, judgements, problems, users};
use crate::web::address_query::AddressQuery;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/seasons/{season}/submissions", read().to(list)))
        .service(at("/seasons/{season}/submissions.csv", read().to(as_csv)));
}

async fn list(
    visit: Visit,
    slug: web::Path<String>,
    query: AddressQuery<SubmissionsQuery>,
) -> Result<HttpResponse, AppError> {
    organizer(&visit)?;
    let (shell, query) = (visit.shell(), query.into_inner());
    let (status, page) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_any(conn, &slug)?;
            let all = problems::list_problems(conn, season.id)?;
            let versions = all
                .iter()
                .map(|it| ProblemVersion {
                    slug: it.slug.clone(),
                    version: natural(it.version),
                    title: it.title.clone(),
                    is_out: it.state == ProblemState::Withdrawn,
                })
                .collect();
            let problems = problems::newest(all);
            let (status, (rows, more), refused) = match query.filter(&season, &problems) {
                Ok(filter) => {
                    let found = load_found(conn, season.id, &filter, PAGE_ROWS)?;
                    (StatusCode::OK, found, None)
                }
                Err(error) => {
                    let why = sentence(&error.to_string());
                    (error.kind.parts().0, (Vec::new(), false), Some(why))
                }
            };
            let page = SubmissionListPage {
                shell,
                season: season_head(&season),
                problems: problems
                    .into_iter()
                    .map(|problem| (problem.slug, problem.title))
                    .collect(),
                versions,
                labels: users::list_labels(conn)?,
                verdicts: verdicts_of(&season),
                runtimes: judgements::list_digests(conn, season.id)?,
                states: SubmissionState::ALL.iter().map(|it| it.as_str()).collect(),
                sought: query.sought(),
                rows,
                more,
                can_change: CHANGEABLE.contains(&season.state),
                refused,
            };
            Ok::<_, AppError>((status, page))
        })
    })
    .await?;
    visit.page_with(status, &page)
}

fn verdicts_of(season: &Season) -> Vec<VerdictLabel> {
    let verdicts = contests::of(season.contest).verdicts.iter();
    verdicts.copied().map(VerdictLabel::from).collect()
}

async fn as_csv(
    visit: Visit,
    slug: web::Path<String>,
    query: AddressQuery<SubmissionsQuery>,
) -> Result<HttpResponse, AppError> {
    organizer(&visit)?;
    let file = format!("{slug}-submissions.csv");
    let rows = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_any(conn, &slug)?;
            let filter = query.filter(&season, &problems::list_problems(conn, season.id)?)?;
            load_found(conn, season.id, &filter, CSV_ROWS)
        })
    })
    .await?
    .0;
    Ok(visit.spreadsheet(&file, csv(&rows)))
}
