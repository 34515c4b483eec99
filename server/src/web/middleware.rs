//! Runs around each request: the log line, the security headers, and the body of every error, as a page for people
//! and as JSON under `/api/`.

use std::time::{Duration, Instant};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpRequest, HttpResponse, rt, web};
use chrono::Utc;
use tracing::Instrument as _;

use super::api::{ErrorAnswer, ErrorDetails};
use super::body_limits;
use super::chunked_body::in_slices;
use super::members_only;
use super::route::is_api;
use super::staff_factor;
use super::visit::{self, Visit};
use crate::allocator;
use crate::app::App;
use crate::config::PublicUrl;
use crate::connection_timeouts::AtWork;
use crate::error::{AppError, AppErrorKind};
use crate::load_shedding::Class;
use crate::metrics::METRICS;
use crate::pages::shell::with_return;
use crate::pages::{ErrorPage, Shell};
use crate::route_costs::Spent;

/// How long after a rush its memory is given back.
const AFTERMATH: Duration = Duration::from_secs(1);

/// No page retries by itself sooner than this many seconds, so that those who wait for a busy site do not keep it
/// busy.
pub(super) const SOONEST_AGAIN_S: u32 = 5;

/// The Content Security Policy: no resources from elsewhere, no inline scripts or styles, no framing by other sites,
/// and no forms that are sent elsewhere.
const POLICY: &str = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";

/// Handles a request and completes its answer.
pub(crate) async fn answer(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let id = hex::encode(rand::random::<[u8; 8]>());
    let span = tracing::info_span!("request", %id);
    let mut response = answer_in_span(request, next).instrument(span).await?;
    // Also sent in the answer, so that a person who reports a fault can quote it.
    if let Ok(id) = HeaderValue::from_str(&id) {
        let name = HeaderName::from_static("x-request-id");
        response.headers_mut().insert(name, id);
    }
    Ok(response)
}

async fn answer_in_span(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let began = Instant::now();
    let working = request.conn_data::<AtWork>().map(AtWork::begin);
    let response = match arrive(&mut request).await {
        Ok(()) => next_counted(request, next).await?,
        Err(error) => request.error_response(error),
    };
    let mut response = if is_bare_error(&response) {
        explain(response).await
    } else {
        response
    };
    drop(working);
    add_headers(&mut response);
    let request = response.request();
    body_limits::leave(request);
    let app = request.app_data::<web::Data<App>>();
    let address = app.map(|app| visit::address(request, app.config.behind_proxy));
    tracing::info!(
        method = %request.method(),
        path = without_secret(request.path()),
        status = response.status().as_u16(),
        ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
        address = address.map(tracing::field::display),
        user = visit::name_of(request),
        "request"
    );
    count(&response, began.elapsed());
    if app.is_some_and(|app| app.admission.has_calmed()) {
        rt::spawn(async {
            rt::time::sleep(AFTERMATH).await;
            // Fails only while the server shuts down.
            let _ = web::block(allocator::give_back).await;
        });
    }
    Ok(response.map_body(|_, body| in_slices(body)))
}

/// Passes a request on, and records what its answer costs.
async fn next_counted(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let app = request.app_data::<web::Data<App>>().cloned();
    let route = request.match_pattern();
    let spent = Spent::default();
    let response = spent.measure(next.call(request)).await?;
    if let Some((app, route)) = app.zip(route) {
        app.costs.note(route, &spent);
    }
    Ok(response.map_into_boxed_body())
}

/// The address as it may be logged: without secrets.
fn without_secret(path: &str) -> &str {
    if path.starts_with(body_limits::LINKS) {
        body_limits::LINKS
    } else {
        path
    }
}

fn count(response: &ServiceResponse<BoxBody>, took: Duration) {
    let class = body_limits::class(response.request()).map_or("other", Class::as_str);
    let status = response.status();
    METRICS
        .requests
        .with_label_values(&[class, status.as_str()])
        .inc();
    METRICS
        .request_seconds
        .with_label_values(&[class])
        .observe(took.as_secs_f64());
}

/// Waits for the turn of the request, and checks whether it is allowed at all.
async fn arrive(request: &mut ServiceRequest) -> Result<(), AppError> {
    let app = request
        .app_data::<web::Data<App>>()
        .cloned()
        .ok_or_else(|| AppError::internal("the application has no state"))?;
    let address = visit::address(request.request(), app.config.behind_proxy);
    body_limits::admit(request, &app, address).await?;
    members_only::check(request.request(), &app).await?;
    staff_factor::check(request.request(), &app).await
}

/// An error response that does not have our body yet.
fn is_bare_error(response: &ServiceResponse<BoxBody>) -> bool {
    let status = response.status();
    (status.is_client_error() || status.is_server_error())
        && (response.response().error().is_some()
            || matches!(
                response.response().body().size(),
                BodySize::None | BodySize::Sized(0)
            ))
}

async fn explain(response: ServiceResponse<BoxBody>) -> ServiceResponse<BoxBody> {
    let (request, response) = response.into_parts();
    let status = response.status();
    let known = response
        .error()
        .and_then(|error| error.as_error::<AppError>());
    let foreign = known
        .is_none()
        .then(|| foreign_error(status, response.error()));
    let Some(error) = known.or(foreign.as_ref()) else {
        return ServiceResponse::new(request, response);
    };
    error.log();
    let mut body = if is_api(request.path()) {
        api_answer(error)
    } else {
        page_answer(&request, error).await
    };
    if let Some(methods) = response.headers().get(header::ALLOW) {
        body.headers_mut().insert(header::ALLOW, methods.clone());
    }
    ServiceResponse::new(request, body)
}

/// Converts an error of actix's own extractors. What such an error says about the request may be shown; what it says
/// about the server may not.
fn foreign_error(status: StatusCode, error: Option<&Error>) -> AppError {
    let kind = AppErrorKind::of_status(status);
    match error {
        Some(error) if status.is_client_error() && kind != AppErrorKind::NotFound => {
            AppError::because(kind, error.to_string())
        }
        Some(error) if status.is_server_error() => AppError::internal(error.to_string()),
        _ => AppError::new(kind),
    }
}

/// The error that API clients receive, in English: pages may choose a language, the API does not.
pub(super) fn api_answer(error: &AppError) -> HttpResponse {
    let (status, code) = error.kind.parts();
    let message = match &error.detail {
        Some(detail) if !status.is_server_error() => detail.as_str(),
        _ => error.kind.clause(),
    };
    let mut answer = HttpResponse::build(status);
    if error.kind == AppErrorKind::SignIn {
        answer.insert_header((header::WWW_AUTHENTICATE, "Bearer"));
    }
    if let Some(seconds) = error.retry_after_s {
        answer.insert_header((header::RETRY_AFTER, seconds));
    }
    answer.json(ErrorAnswer {
        error: ErrorDetails {
            status: status.as_u16(),
            code,
            message,
            retry_after_s: error.retry_after_s,
        },
    })
}

async fn page_answer(request: &HttpRequest, error: &AppError) -> HttpResponse {
    let (status, _) = error.kind.parts();
    let path = request
        .uri()
        .path_and_query()
        .map_or("/", |path| path.as_str());
    if error.kind == AppErrorKind::SignIn
        && error.kept_text.is_none()
        && request.method() == Method::GET
    {
        return HttpResponse::SeeOther()
            .insert_header((header::LOCATION, with_return("/login", path)))
            .finish();
    }
    if error.kind == AppErrorKind::SecondFactor && request.method() == Method::GET {
        return HttpResponse::SeeOther()
            .insert_header((header::LOCATION, with_return(staff_factor::ADDRESS, path)))
            .finish();
    }
    // The error page is rendered even without a database or a turn at it.
    let visit = match error.kind {
        AppErrorKind::Unavailable => None,
        _ => Visit::of(request).await.ok(),
    };
    let shell = visit.map_or_else(
        || Shell::visitor(path, "", Utc::now()),
        |visit| visit.shell(),
    );
    let page = ErrorPage {
        shell,
        status: status.as_u16(),
        is_kept_back: error.kind == AppErrorKind::NotShown,
        detail: error
            .detail
            .as_deref()
            .filter(|_| !status.is_server_error())
            .map(|detail| in_quotes(&sentence(detail))),
        kept_text: error.kept_text.clone(),
        again_after_s: error
            .retry_after_s
            .filter(|_| request.method() == Method::GET)
            .map(|seconds| seconds.max(SOONEST_AGAIN_S)),
    };
    let body = askama::Template::render(&page).unwrap_or_else(|error| {
        tracing::error!(%error, "an error page could not be rendered");
        status.to_string()
    });
    let mut answer = HttpResponse::build(status);
    if let Some(seconds) = error.retry_after_s {
        answer.insert_header((header::RETRY_AFTER, seconds));
    }
    answer
        .insert_header((header::CONTENT_TYPE, "text/html; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(body)
}

/// A clause as a sentence.
pub(super) fn sentence(clause: &str) -> String {
    let mut chars = clause.chars();
    let Some(first) = chars.next() else {
        return String::new();
    };
    let end = if clause.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    format!("{}{}{end}", first.to_uppercase(), chars.as_str())
}

/// Replaces backticks by quotation marks, for pages.
fn in_quotes(sentence: &str) -> String {
    let mut parts = sentence.split('`');
    let mut quoted = parts.next().unwrap_or_default().to_owned();
    for (part, mark) in parts.zip(['“', '”'].into_iter().cycle()) {
        quoted.push(mark);
        quoted.push_str(part);
    }
    quoted
}

pub(super) fn add_headers(response: &mut ServiceResponse<BoxBody>) {
    // What a program fetched with its token must not be cached for others.
    let kept = if is_api(response.request().path()) {
        "private, no-store"
    } else {
        "no-cache"
    };
    let https = response
        .request()
        .app_data::<web::Data<App>>()
        .and_then(|app| app.config.public_url.as_ref())
        .is_some_and(PublicUrl::is_https);
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CACHE_CONTROL, kept),
        // `no-referrer` would make browsers send `Origin: null` with forms.
        (header::REFERRER_POLICY, "same-origin"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
    ] {
        set_default(headers, name, value);
    }
    if https {
        set_default(
            headers,
            header::STRICT_TRANSPORT_SECURITY,
            "max-age=31536000",
        );
    }
}

fn set_default(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    if !headers.contains_key(&name) {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_becomes_a_sentence() {
        assert_eq!(sentence("the season is over"), "The season is over.");
        assert_eq!(sentence("Already one."), "Already one.");
        assert_eq!(sentence(""), "");
        assert_eq!(
            in_quotes("No season `a` and `b`."),
            "No season “a” and “b”."
        );
    }
}
