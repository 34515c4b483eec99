//! A site for members alone: a stranger gets the sign-in page, what it loads, links with which people come in, and
//! whether the server is alive. Everything else asks to sign in, whatever there is at the address.

use actix_web::HttpRequest;

use super::api;
use super::body_limits::{LINKS, PROVIDERS};
use super::route::is_api;
use super::visit::Visit;
use crate::app::App;
use crate::config::Registration;
use crate::error::{AppError, AppErrorKind};
use crate::pages::assets;

/// Refuses a stranger, where the site is for members and the address is not one of the few that are for all.
///
/// # Errors
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

/// What somebody needs who has not signed in yet, and what asks whether the server is alive. A new address is not
/// among them.
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
