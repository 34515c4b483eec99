//! The submissions of a season, for organizers.

use actix_web::web;
use serde::Serialize;
use utoipa::{OpenApi, ToSchema};

use super::bearer::Bearer;
use crate::error::AppError;
use crate::pages::submission_list::SeasonSubmission;
use crate::store::{self, problems};
use crate::web::address_query::AddressQuery;
use crate::web::resources::seasons::load_any;
use crate::web::resources::submission_list::{PAGE_ROWS, SubmissionsQuery, load_found};
use crate::web::route::{at, read};
use crate::web::visit::Visit;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(at(
        "/seasons/{season}/submissions",
        read().to(list_season_submissions),
    ));
}

#[derive(OpenApi)]
#[openapi(paths(list_season_submissions))]
pub(super) struct Paths;

/// Submissions of a season.
#[derive(Serialize, ToSchema)]
struct SeasonSubmissionsAnswer {
    submissions: Vec<SeasonSubmission>,
    /// The `before` with which older ones are asked for; `null` when there are none.
    before: Option<i64>,
}

/// The submissions of a season that are looked for, the newest first, a hundred at a time. For organizers.
#[utoipa::path(
    get,
    path = "/seasons/{season}/submissions",
    params(
        ("problem" = Option<String>, Query, description = "Slug of a problem, in whatever version"),
        ("person" = Option<String>, Query, description = "Sign-in name"),
        ("label" = Option<String>, Query, description = "Label of people, whole"),
        ("verdict" = Option<String>, Query, description = "Word of a verdict"),
        ("runtime" = Option<String>, Query, description = "Beginning of the digest of the runtime that judged it, in hexadecimal"),
        ("state" = Option<String>, Query, description = "`queued`, `running`, `judged` or `internal`"),
        ("since" = Option<String>, Query, description = "Received then or later, in RFC 3339"),
        ("until" = Option<String>, Query, description = "Received before then, in RFC 3339"),
        ("zone" = Option<String>, Query, description = "Time zone of `since` and `until` where they name none"),
        ("words" = Option<String>, Query, description = "Each of these words is in the source"),
        ("before" = Option<i64>, Query, description = "With a smaller number"),
    ),
    responses((status = 200, description = "They", body = SeasonSubmissionsAnswer)),
)]
async fn list_season_submissions(
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
    query: AddressQuery<SubmissionsQuery>,
) -> Result<web::Json<SeasonSubmissionsAnswer>, AppError> {
    bearer.organizer()?;
    let (submissions, more) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_any(conn, &slug)?;
            let filter = query.filter(&season, &problems::list_problems(conn, season.id)?)?;
            load_found(conn, season.id, &filter, PAGE_ROWS)
        })
    })
    .await?;
    let last = submissions.last().map(|row| row.id);
    Ok(web::Json(SeasonSubmissionsAnswer {
        before: last.filter(|_| more),
        submissions,
    }))
}
