//! Helpers for declaring routes.

use actix_web::{Resource, Route, guard, web};

/// A route for reading: `GET`, and `HEAD` for clients that only check whether the page exists.
pub(super) fn read() -> Route {
    web::route().guard(guard::Any(guard::Get()).or(guard::Head()))
}

/// A resource with one method; other methods are answered with 405.
pub(super) fn at(path: &str, route: Route) -> Resource {
    web::resource(path).route(route)
}

/// Whether the path belongs to the API, whether or not it exists.
pub(super) fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}
