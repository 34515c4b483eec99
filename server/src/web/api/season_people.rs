//! The people of a season, for organizers.

use std::sync::Arc;

use actix_web::web;
use serde::Serialize;
use utoipa::{OpenApi, ToSchema};

use super::bearer::Bearer;
use crate::error::AppError;
use crate::pages::season_people::SeasonPerson;
use crate::store;
use crate::web::address_query::AddressQuery;
use crate::web::resources::season_people::{SeasonPeople, SeasonPeopleQuery};
use crate::web::resources::seasons::load_any;
use crate::web::route::{at, read};
use crate::web::visit::Visit;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(at(
        "/seasons/{season}/people",
        read().to(list_season_people),
    ));
}

#[derive(OpenApi)]
#[openapi(paths(list_season_people))]
pub(super) struct Paths;

/// A page of the people of a season.
#[derive(Serialize, ToSchema)]
struct SeasonPeopleAnswer {
    people: Vec<SeasonPerson>,
    total: u32,
    page: u32,
    pages: u32,
}

/// Who has submitted to a season or is out of it, by sign-in name, a hundred a page. For organizers.
#[utoipa::path(
    get,
    path = "/seasons/{season}/people",
    params(
        ("label" = Option<String>, Query, description = "Label of people, whole"),
        ("page" = Option<u32>, Query, description = "From 1"),
    ),
    responses((status = 200, description = "They", body = SeasonPeopleAnswer)),
)]
async fn list_season_people(
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
    query: AddressQuery<SeasonPeopleQuery>,
) -> Result<web::Json<SeasonPeopleAnswer>, AppError> {
    bearer.organizer()?;
    let (tallies, now) = (Arc::clone(&visit.app.tallies), visit.now);
    let found = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_any(conn, &slug)?;
            SeasonPeople::load(conn, &season, &query, (&tallies, now))
        })
    })
    .await?;
    Ok(web::Json(SeasonPeopleAnswer {
        people: found.people,
        total: found.total,
        page: found.page,
        pages: found.pages,
    }))
}
