//! The documents of the site, built into the program.

use actix_web::{HttpResponse, web};

use super::visit::Visit;
use super::{at, read};
use crate::error::AppError;
use crate::pages::docs::{DocLink, DocPage};
use crate::pages::markdown;

/// Name in the address, title in lists, text.
const DOCUMENTS: [(&str, &str, &str); 4] = [
    ("rules", "Rules", include_str!("../../../docs/RULES.md")),
    ("spec", "Protocol", include_str!("../../../docs/SPEC.md")),
    (
        "platform",
        "Sandbox and limits",
        include_str!("../../../docs/PLATFORM.md"),
    ),
    (
        "scoring-v0.1",
        "Scoring",
        include_str!("../../../docs/SCORING-v0.1.md"),
    ),
];

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/docs", web::get().to(first)))
        .service(at("/docs/{name}", read().to(document)));
}

async fn first() -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header(("Location", "/docs/rules"))
        .finish()
}

async fn document(visit: Visit, name: web::Path<String>) -> Result<HttpResponse, AppError> {
    let (_, _, text) = DOCUMENTS
        .iter()
        .find(|(known, ..)| *known == name.as_str())
        .ok_or_else(AppError::not_found)?;
    visit.page(&DocPage {
        shell: visit.shell(),
        document: markdown::document(text),
        name: name.into_inner(),
        all: DOCUMENTS
            .iter()
            .map(|(name, title, _)| DocLink {
                name: (*name).to_owned(),
                title: (*title).to_owned(),
            })
            .collect(),
    })
}
