//! The description of the API for programs, made of what the handlers say of themselves. It is checked in
//! as `docs/openapi.json`.

use actix_web::{HttpResponse, web};
use serde::Serialize;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{
    ContentBuilder, ObjectBuilder, OpenApi as Document, Ref, RefOr, Required, ResponseBuilder, Type,
};
use utoipa::{OpenApi, ToSchema};

use crate::web::{at, read};

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(at("/openapi.json", read().to(openapi)));
}

/// What is the same for all requests; the rest is said beside each handler.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Sequence Dojo",
        version = "1",
        description = "Everything a contestant or an organizer does on the site, a program can do too. docs/API.md tells how.",
        license(name = "Apache-2.0", identifier = "Apache-2.0"),
    ),
    servers((url = "/api/v1")),
    paths(openapi),
    components(schemas(ErrorAnswer)),
)]
struct Api;

/// Why a request is not done.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct ErrorAnswer<'a> {
    pub(in crate::web) error: ErrorDetails<'a>,
}

/// What is wrong.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct ErrorDetails<'a> {
    /// The status of the answer.
    pub(in crate::web) status: u16,
    /// A word that does not change.
    pub(in crate::web) code: &'static str,
    /// What in particular, for people.
    pub(in crate::web) message: &'a str,
    /// Seconds after which it may be tried again.
    pub(in crate::web) retry_after_s: Option<u32>,
}

/// The description of the API, this document.
#[utoipa::path(get, path = "/openapi.json", security(()), responses((status = 200, description = "It", body = Object)))]
async fn openapi() -> HttpResponse {
    HttpResponse::Ok().json(document())
}

fn document() -> Document {
    let mut document = Api::openapi();
    for part in [
        super::account::Paths::openapi(),
        super::seasons::Paths::openapi(),
        super::boards::Paths::openapi(),
        super::submissions::Paths::openapi(),
        super::trials::Paths::openapi(),
        super::setting::Paths::openapi(),
        super::drafts::Paths::openapi(),
        super::organize::Paths::openapi(),
        super::rulings::Paths::openapi(),
        super::rejudges::Paths::openapi(),
        super::records::Paths::openapi(),
    ] {
        document.merge(part);
    }
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("A token of your account page."))
        .build();
    let components = document.components.get_or_insert_default();
    components.add_security_scheme("token", SecurityScheme::Http(bearer));
    for (path, item) in &mut document.paths.paths {
        for operation in operations(item) {
            complete(path, operation);
        }
    }
    document
}

/// Adds what every request has: the parts of its address, a token, an answer when it fails.
fn complete(path: &str, operation: &mut Operation) {
    let parts = path.split(['{', '}']).skip(1).step_by(2).map(part);
    let mut parameters: Vec<RefOr<Parameter>> = parts.map(RefOr::T).collect();
    parameters.extend(operation.parameters.take().unwrap_or_default());
    operation.parameters = Some(parameters).filter(|all| !all.is_empty());
    operation
        .security
        .get_or_insert_with(|| vec![SecurityRequirement::new("token", [""; 0])]);
    operation.tags = None;
    let reason = Ref::from_schema_name("ErrorAnswer");
    let failed = ResponseBuilder::new()
        .description("Why it is not done")
        .content(
            "application/json",
            ContentBuilder::new().schema(Some(reason)).build(),
        );
    let answers = &mut operation.responses.responses;
    answers.insert("default".to_owned(), RefOr::T(failed.build()));
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [
        &mut item.get,
        &mut item.put,
        &mut item.post,
        &mut item.delete,
    ]
    .into_iter()
    .filter_map(Option::as_mut)
}

/// A part of an address: a number, or a name.
fn part(name: &str) -> Parameter {
    let (of, what) = match name {
        "season" => (Type::String, "Slug of the season"),
        "problem" => (Type::String, "Slug of the problem"),
        _ => (Type::Integer, "Number"),
    };
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Path)
        .required(Required::True)
        .description(Some(what))
        .schema(Some(ObjectBuilder::new().schema_type(of).build()))
        .build()
}
