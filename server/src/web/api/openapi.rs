//! The description of the API for programs, generated from the annotations of the handlers. It is checked in as
//! `docs/openapi.json`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{HttpResponse, web};
use serde::Serialize;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{
    ContentBuilder, ObjectBuilder, OpenApi as Document, Ref, RefOr, Required, ResponseBuilder, Type,
};
use utoipa::{OpenApi, ToSchema};

use crate::error::{AppError, AppErrorKind};
use crate::web::route::{at, read};
use crate::words::say;

/// Where the API begins.
pub(super) const ROOT: &str = "/api/v1";

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

/// The query parameters that each address takes, by path and method.
type Known = BTreeMap<(String, &'static str), BTreeSet<String>>;

static KNOWN: LazyLock<Known> = LazyLock::new(|| known(document()));

fn known(document: Document) -> Known {
    let mut all = Known::new();
    for (path, mut item) in document.paths.paths {
        for (method, operation) in operations(&mut item) {
            let parameters = operation.parameters.take().unwrap_or_default();
            let names = parameters
                .into_iter()
                .filter_map(|parameter| match parameter {
                    RefOr::T(it) if it.parameter_in == ParameterIn::Query => Some(it.name),
                    _ => None,
                });
            all.insert((path.clone(), method), names.collect());
        }
    }
    all
}

/// Refuses query parameters that the description does not name: a mistyped parameter would otherwise be ignored, and
/// the answer would be to a different question.
///
/// # Errors
///
/// `Unreadable`, with the name of the parameter.
pub(super) async fn check_query(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    if let Some(unknown) = find_unknown(&request) {
        let detail = say!("refused-query-unknown", name = unknown);
        let error = AppError::because(AppErrorKind::Unreadable, detail);
        return Ok(request.error_response(error));
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}

fn find_unknown(request: &ServiceRequest) -> Option<String> {
    let pattern = request.match_pattern()?;
    let path = pattern.strip_prefix(ROOT)?.to_owned();
    let method = match request.method().as_str() {
        "HEAD" => "GET",
        method => method,
    };
    let known = KNOWN.get(&(path, method))?;
    let asked = web::Query::<Vec<(String, String)>>::from_query(request.query_string()).ok()?;
    let mut names = asked.into_inner().into_iter().map(|(name, _)| name);
    names.find(|name| !known.contains(name))
}

fn document() -> Document {
    let mut document = Api::openapi();
    let parts: [fn() -> Document; 15] = [
        super::account::Paths::openapi,
        super::seasons::Paths::openapi,
        super::boards::Paths::openapi,
        super::submissions::Paths::openapi,
        super::trials::Paths::openapi,
        super::packages::Paths::openapi,
        super::drafts::Paths::openapi,
        super::organize::Paths::openapi,
        super::season_people::Paths::openapi,
        super::people::Paths::openapi,
        super::messages::Paths::openapi,
        super::submission_list::Paths::openapi,
        super::rulings::Paths::openapi,
        super::rejudges::Paths::openapi,
        super::records::Paths::openapi,
    ];
    for part in parts {
        document.merge(part());
    }
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("A token of your account page."))
        .build();
    let components = document.components.get_or_insert_default();
    components.add_security_scheme("token", SecurityScheme::Http(bearer));
    for (path, item) in &mut document.paths.paths {
        for (_, operation) in operations(item) {
            complete(path, operation);
        }
    }
    document
}

/// Adds to an operation what all have in common: path parameters, the token, and the error response.
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

fn operations(item: &mut PathItem) -> impl Iterator<Item = (&'static str, &mut Operation)> {
    [
        ("GET", &mut item.get),
        ("PUT", &mut item.put),
        ("POST", &mut item.post),
        ("DELETE", &mut item.delete),
    ]
    .into_iter()
    .filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}

/// A path parameter: a number, or a name.
fn part(name: &str) -> Parameter {
    let (of, what) = match name {
        "season" => (Type::String, "Slug of the season"),
        "problem" => (Type::String, "Slug of the problem"),
        "person" => (Type::String, "Sign-in name"),
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
