//! Sites for members only: a stranger gets the sign-in page with the files that it loads, links with which people
//! come in, and the health check. Every other address asks to sign in, whether or not it exists.

use actix_web::HttpRequest;

use super::api;
use super::body_limits::{LINKS, PROVIDERS};
use super::route::is_api;
use super::visit::Visit;
use crate::app::App;
use crate::config::Registration;
use crate::error::{AppError, AppErrorKind};
use crate::pages::assets;

/// Refuses a stranger if the site is for members only and the address is not public.
///
/// # Errors
///
/// `SignIn`, and when the database fails.
pub(super) async fn check(request: &HttpRequest, app: &App) -> Result<(), AppError> {
    if !app.config.members_only || is_for_all(request.path(), app.config.registration) {
        return Ok(());
    }
    if is_api(request.path()) {
        return api::require_member(request).await;
    }
    match Visit::of(request).await?.user() {
        Some(_) => Ok(()),
        None => Err(AppError::new(AppErrorKind::SignIn)),
    }
}

/// What people need who have not signed in yet, and the health check. A new address is not public unless it is added
/// here.
fn is_for_all(path: &str, registration: Registration) -> bool {
    match path {
        "/login" | "/login/code" | "/forgot" | "/healthz" | "/readyz" | "/favicon.ico" => true,
        "/register" => registration == Registration::Open,
        _ => match path.strip_prefix("/assets/") {
            Some(name) => assets::OF_EVERY_PAGE.contains(&name),
            None => path.starts_with(LINKS) || path.starts_with(PROVIDERS),
        },
    }
}
