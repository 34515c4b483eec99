//! Files for crawlers: `robots.txt`, `security.txt` and the site map.

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use askama::Template as _;
use chrono::TimeDelta;

use super::docs;
use super::route::{at, read};
use super::visit::Visit;
use crate::error::AppError;
use crate::pages::sitemap::Sitemap;
use crate::pages::text;
use crate::store::{self, StoreError, problems, seasons};

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/robots.txt", read().to(robots)))
        .service(at("/sitemap.xml", read().to(sitemap)))
        .service(at("/.well-known/security.txt", read().to(security)));
}

/// Pages that are for one person alone, are expensive, or have endless addresses.
const SHUT: [&str; 7] = [
    "/api/",
    "/account",
    "/login",
    "/register",
    "/setter",
    "/problems?",
    "/*/submissions",
];

async fn robots(visit: Visit) -> HttpResponse {
    let shut = SHUT.map(|path| format!("Disallow: {path}\n")).concat();
    let text = format!(
        "User-agent: *\n{shut}\nSitemap: {}/sitemap.xml\n",
        visit.origin
    );
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/plain; charset=utf-8"))
        .body(text)
}

/// `security.txt`: where to report vulnerabilities (RFC 9116), if the operator says so.
async fn security(visit: Visit) -> Result<HttpResponse, AppError> {
    /// The file is generated for each answer, so it never expires.
    const HOLDS: TimeDelta = TimeDelta::days(90);
    let contact = visit.app.config.security_contact.as_ref();
    let contact = contact.ok_or_else(AppError::not_found)?;
    let until = text::iso(&visit.now.plus(HOLDS).utc());
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/plain; charset=utf-8"))
        .body(format!(
            "Contact: {contact}\nExpires: {until}\nCanonical: {}/.well-known/security.txt\n",
            visit.origin
        )))
}

/// The pages that everybody may see and that stay.
async fn sitemap(visit: Visit) -> Result<HttpResponse, AppError> {
    /// The most addresses that a site map may have.
    const MOST: usize = 50_000;
    let mut paths: Vec<String> = ["/", "/problems", "/daily"].map(str::to_owned).into();
    paths.extend(docs::paths());
    let of_seasons = store::run(&visit.app.pool, |conn| {
        store::read(conn, |conn| {
            let mut paths = Vec::new();
            let mut slugs = problems::list_slugs(conn)?;
            for season in seasons::list_seasons(conn, false)? {
                let place = format!("/seasons/{}", season.slug);
                if season.has_opened() {
                    paths.push(format!("{place}/leaderboard"));
                    let problems = slugs.remove(&season.id).unwrap_or_default();
                    paths.extend(
                        problems
                            .iter()
                            .filter(|(_, held)| !held || season.is_revealed())
                            .map(|(slug, _)| format!("{place}/problems/{slug}")),
                    );
                }
                paths.push(place);
            }
            Ok::<_, StoreError>(paths)
        })
    })
    .await?;
    paths.extend(of_seasons);
    paths.truncate(MOST);
    let map = Sitemap {
        origin: visit.origin.clone(),
        paths,
    };
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/xml; charset=utf-8"))
        .body(map.render()?))
}
