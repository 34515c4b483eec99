//! How addresses are written down.

use actix_web::{Resource, Route, guard, web};

/// A route for reading: `GET`, and `HEAD` for those who only ask whether it is there.
pub(super) fn read() -> Route {
    web::route().guard(guard::Any(guard::Get()).or(guard::Head()))
}

/// An address with one method; others are answered with 405.
pub(super) fn at(path: &str, route: Route) -> Resource {
    web::resource(path).route(route)
}

/// The address is one of the API, whatever there is at it.
pub(super) fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}
