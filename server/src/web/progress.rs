//! The page on which setters see statistics of their own problems.

use actix_web::{HttpResponse, web};

use super::resources::progress::load_progress;
use super::resources::reader::Reader;
use super::route::{at, read};
use super::views::season_head;
use super::visit::Visit;
use crate::error::AppError;
use crate::pages::progress::ProgressPage;
use crate::store;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(at(
        "/seasons/{season}/problems/{problem}/progress",
        read().to(progress),
    ));
}

async fn progress(
    visit: Visit,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, AppError> {
    visit.require_user()?;
    let (reader, now) = (Reader::of(&visit), visit.now);
    let (place, progress) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            load_progress(conn, &path.0, &path.1, reader, now)
        })
    })
    .await?;
    visit.page(&ProgressPage {
        shell: visit.shell(),
        season: season_head(&place.season),
        slug: place.problem.slug,
        title: place.problem.title,
        progress,
    })
}
