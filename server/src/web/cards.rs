//! Preview pictures for sharing a page. Each shows what its page shows to the same reader.

use actix_web::http::header::{self, EntityTag};
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template as _;
use sha2::{Digest as _, Sha256};

use super::assets::has_already;
use super::daily::{OfDay, load_page};
use super::people::load_person;
use super::physics;
use super::resources::problems::load_visible;
use super::resources::reader::Reader;
use super::route::{at, read};
use super::seasons::{Archived, load_list, load_season};
use super::submissions::load_view;
use super::views::{self, problem_head, season_head};
use super::visit::Visit;
use crate::error::AppError;
use crate::pages::card::Card;
use crate::pages::terms::opening;
use crate::store;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at(
            "/seasons/{season}/problems/{problem}/card.png",
            read().to(problem),
        ))
        .service(at("/card.png", read().to(site)))
        .service(at("/daily/card.png", read().to(daily)))
        .service(at("/daily/{day}/card.png", read().to(daily)))
        .service(at("/seasons/{season}/card.png", read().to(season)))
        .service(at("/submissions/{id}/card.png", read().to(submission)))
        .service(at("/@{name}/card.png", read().to(person)));
}

async fn site(visit: Visit, request: HttpRequest) -> Result<HttpResponse, AppError> {
    let page = load_list(visit.clone(), Archived::All).await?;
    answer(&visit, &request, &Card::of_site(&page)).await
}

async fn daily(of: OfDay, request: HttpRequest) -> Result<HttpResponse, AppError> {
    let page = load_page(&of).await?;
    answer(&of.visit, &request, &Card::of_daily(&page)).await
}

async fn season(
    visit: Visit,
    request: HttpRequest,
    slug: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    let page = load_season(visit.clone(), slug.into_inner()).await?;
    answer(&visit, &request, &Card::of_season(&page)).await
}

async fn problem(
    visit: Visit,
    request: HttpRequest,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, AppError> {
    let reader = Reader::of(&visit);
    let place = store::run(&visit.app.pool, move |conn| {
        load_visible(conn, &path.0, &path.1, reader)
    })
    .await?;
    let head = problem_head(&place.season, &place.problem);
    let season = season_head(&place.season);
    let known = views::visible_terms(&place.season, &place.problem);
    let trial = views::trial(&place.season, &place.problem, known.len()).ok();
    let first = opening(&known);
    let terms = trial.as_ref().map(|trial| (first.as_str(), trial));
    let graph = physics::graph(&visit, &place).await?;
    let card = Card::of_problem(&season, &head, terms, graph);
    answer(&visit, &request, &card).await
}

async fn submission(
    visit: Visit,
    request: HttpRequest,
    id: web::Path<i64>,
) -> Result<HttpResponse, AppError> {
    let submission = load_view(&visit, *id).await?;
    answer(&visit, &request, &Card::of_submission(&submission)).await
}

async fn person(
    visit: Visit,
    request: HttpRequest,
    name: web::Path<String>,
) -> Result<HttpResponse, AppError> {
    let page = load_person(&visit, &name).await?;
    if page.is_private {
        return Err(AppError::not_found());
    }
    let card = Card::of_person(&page);
    answer(&visit, &request, &card).await
}

/// The picture of a card, unless the reader has it.
async fn answer(
    visit: &Visit,
    request: &HttpRequest,
    card: &Card,
) -> Result<HttpResponse, AppError> {
    let drawing = card.render()?;
    let hash = Sha256::digest(drawing.as_bytes());
    let name = hex::encode(hash.get(..16).expect("a hash has 32 bytes"));
    let tag = EntityTag::new_strong(name.clone());
    let lasts = if visit.is_anybody() && !visit.app.config.members_only {
        "public, max-age=300"
    } else {
        "private, no-cache"
    };
    let known = has_already(request, &tag);
    let mut answer = if known {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    answer
        .insert_header((header::CACHE_CONTROL, lasts))
        .insert_header((header::VARY, "cookie"))
        .insert_header(header::ETag(tag));
    if known {
        return Ok(answer.finish());
    }
    let picture = visit.app.pictures.png(&name, drawing).await?;
    Ok(answer
        .insert_header((header::CONTENT_TYPE, "image/png"))
        .body(picture))
}
