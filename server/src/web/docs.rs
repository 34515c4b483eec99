//! The documents of the site, built into the program.

use actix_web::{HttpResponse, web};

use super::route::{at, read};
use super::visit::Visit;
use crate::error::AppError;
use crate::pages::docs::{DocGroup, DocLink, DocPage};
use crate::pages::markdown;
use crate::words::Phrase;

/// Whom it is for, name in the address, title in lists, text.
const DOCUMENTS: [(DocGroup, &str, Phrase, &str); 17] = [
    (
        DocGroup::Playing,
        "rules",
        Phrase("doc-rules"),
        include_str!("../../../docs/RULES.md"),
    ),
    (
        DocGroup::Checking,
        "spec",
        Phrase("doc-spec"),
        include_str!("../../../docs/SPEC.md"),
    ),
    (
        DocGroup::Playing,
        "platform",
        Phrase("doc-platform"),
        include_str!("../../../docs/PLATFORM.md"),
    ),
    (
        DocGroup::Checking,
        "scoring-v0.1",
        Phrase("doc-scoring-v0-1"),
        include_str!("../../../docs/SCORING-v0.1.md"),
    ),
    (
        DocGroup::Checking,
        "scoring-v0.3",
        Phrase("doc-scoring-v0-3"),
        include_str!("../../../docs/SCORING-v0.3.md"),
    ),
    (
        DocGroup::Setting,
        "organizing",
        Phrase("doc-organizing"),
        include_str!("../../../docs/organizing.md"),
    ),
    (
        DocGroup::Setting,
        "first-problem",
        Phrase("doc-first-problem"),
        include_str!("../../../docs/first-problem.md"),
    ),
    (
        DocGroup::Setting,
        "setting",
        Phrase("doc-setting"),
        include_str!("../../../docs/SETTING.md"),
    ),
    (
        DocGroup::Checking,
        "archive",
        Phrase("doc-archive"),
        include_str!("../../../docs/ARCHIVE.md"),
    ),
    (
        DocGroup::Setting,
        "physics",
        Phrase("doc-physics"),
        include_str!("../../../docs/physics.md"),
    ),
    (
        DocGroup::Setting,
        "models",
        Phrase("doc-models"),
        include_str!("../../../docs/models.md"),
    ),
    (
        DocGroup::Setting,
        "physics-writing",
        Phrase("doc-physics-writing"),
        include_str!("../../../docs/physics-writing.md"),
    ),
    (
        DocGroup::Setting,
        "physics-latex",
        Phrase("doc-physics-latex"),
        include_str!("../../../docs/physics-latex.md"),
    ),
    (
        DocGroup::Checking,
        "physics-equivalence",
        Phrase("doc-physics-equivalence"),
        include_str!("../../../docs/physics-equivalence.md"),
    ),
    (
        DocGroup::Checking,
        "physics-slips",
        Phrase("doc-physics-slips"),
        include_str!("../../../docs/physics-slips.md"),
    ),
    (
        DocGroup::Checking,
        "physics-eed",
        Phrase("doc-physics-eed"),
        include_str!("../../../docs/physics-eed.md"),
    ),
    (
        DocGroup::Setting,
        "api",
        Phrase("doc-api"),
        include_str!("../../../docs/API.md"),
    ),
];

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(at("/docs", read().to(first)))
        .service(at("/docs/{name}", read().to(document)));
}

/// The addresses of all documents.
pub(super) fn paths() -> impl Iterator<Item = String> {
    DOCUMENTS
        .iter()
        .map(|(_, name, ..)| format!("/docs/{name}"))
}

async fn first() -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header(("Location", "/docs/rules"))
        .finish()
}

async fn document(visit: Visit, name: web::Path<String>) -> Result<HttpResponse, AppError> {
    let (.., text) = DOCUMENTS
        .iter()
        .find(|(_, known, ..)| *known == name.as_str())
        .ok_or_else(AppError::not_found)?;
    visit.page(&DocPage {
        shell: visit.shell(),
        document: markdown::document(text),
        name: name.into_inner(),
        all: DOCUMENTS
            .iter()
            .map(|(group, name, title, _)| DocLink {
                group: *group,
                name: (*name).to_owned(),
                title: title.to_string(),
            })
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    /// What stands in quotes or backticks after `mark`, up to the next one.
    fn quoted<'a>(text: &'a str, mark: &str, end: char) -> BTreeSet<&'a str> {
        let rest = text.split(mark).skip(1);
        rest.filter_map(|rest| rest.split(end).next()).collect()
    }

    #[test]
    fn the_document_of_the_api_names_every_address() {
        let document = include_str!("../../../docs/API.md");
        let files = include_dir::include_dir!("$CARGO_MANIFEST_DIR/src/web/api");
        let codes = files.files().filter_map(|file| {
            let (_, code) = file.contents_utf8()?.split_once("fn routes(")?;
            Some(code.split_once("\n}\n")?.0)
        });
        let code = codes.collect::<String>();
        let documented = ["| `GET ", "| `POST ", "| `PUT "];
        let documented: BTreeSet<&str> = (documented.iter())
            .flat_map(|mark| quoted(document, mark, '`'))
            .collect();
        let mut routes: BTreeSet<&str> = quoted(&code, "\"/", '"');
        assert!(routes.remove("api/v1"));
        let documented: BTreeSet<&str> = documented.iter().map(|path| &path[1..]).collect();
        assert_eq!(documented, routes);
        let openapi: serde_json::Value =
            serde_json::from_str(include_str!("../../../docs/openapi.json")).unwrap();
        let described = openapi["paths"].as_object().unwrap().keys();
        assert_eq!(
            described.map(|path| &path[1..]).collect::<BTreeSet<_>>(),
            routes
        );
    }

    #[test]
    fn the_document_of_the_api_says_the_limits() {
        let document = include_str!("../../../docs/API.md");
        let kib = crate::web::MAX_BODY_SOURCE_BYTES >> 10;
        assert!(document.contains(&format!("above {kib} KiB it is not taken")));
        let program = dojo_judge::sequence::MAX_SOURCE_BYTES >> 10;
        let derivation = formula::credit::MAX_SOLUTION_BYTES >> 10;
        let judged = format!(
            "A program above {program} KiB or a derivation above {derivation} KiB is stored"
        );
        assert!(document.contains(&judged));
    }
}
