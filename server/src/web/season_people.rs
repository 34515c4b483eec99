//! The people of a season, for organizers: the page, and the list for spreadsheets.

use std::sync::Arc;

use actix_web::{HttpResponse, web};

use super::organize::organizer;
use super::resources::season_people::{SeasonPeople, SeasonPeopleQuery, load_all};
use super::resources::seasons::load_any;
use super::route::{at, read};
use super::views::season_head;
use super::visit::Visit;
use crate::error::AppError;
use crate::pages::boards::Pager;
use crate::pages::season_people::{SeasonPeoplePage, csv};
use crate::store::{self, users};
use crate::web::address_query::AddressQuery;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/seasons/{season}/people", read().to(list)))
        .service(at("/seasons/{season}/people.csv", read().to(as_csv)));
}

async fn list(
    visit: Visit,
    slug: web::Path<String>,
    query: AddressQuery<SeasonPeopleQuery>,
) -> Result<HttpResponse, AppError> {
    organizer(&visit)?;
    let (shell, query, now) = (visit.shell(), query.into_inner(), visit.now);
    let tallies = Arc::clone(&visit.app.tallies);
    let page = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_any(conn, &slug)?;
            let found = SeasonPeople::load(conn, &season, &query, (&tallies, now))?;
            Ok::<_, AppError>(SeasonPeoplePage {
                shell,
                season: season_head(&season),
                labels: users::list_labels(conn)?,
                label: query.label,
                people: found.people,
                total: found.total,
                pager: Pager {
                    page: found.page,
                    pages: found.pages,
                },
            })
        })
    })
    .await?;
    visit.page(&page)
}

async fn as_csv(
    visit: Visit,
    slug: web::Path<String>,
    query: AddressQuery<SeasonPeopleQuery>,
) -> Result<HttpResponse, AppError> {
    organizer(&visit)?;
    let file = format!("{slug}-people.csv");
    let people = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_any(conn, &slug)?;
            load_all(conn, season.id, &query)
        })
    })
    .await?;
    Ok(visit.spreadsheet(&file, csv(&people)))
}
