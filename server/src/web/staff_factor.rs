//! If the settings demand a second factor from staff, staff without one are led to set it up and get nothing else:
//! neither the pages of staff nor the public pages, on which staff see more.

use actix_web::HttpRequest;

use super::body_limits::{LINKS, PROVIDERS};
use super::route::is_api;
use super::visit::Visit;
use crate::app::App;
use crate::config::StaffSecondFactor;
use crate::error::{AppError, AppErrorKind};
use crate::words::say;

/// Where somebody sets it up.
pub(super) const ADDRESS: &str = "/account/second-factor";

/// Refuses staff without a second factor if the settings demand one. The pages for setting it up and the own account
/// stay available.
///
/// # Errors
///
/// `SecondFactor`, and when the database fails.
pub(super) async fn check(request: &HttpRequest, app: &App) -> Result<(), AppError> {
    let path = request.path();
    if app.config.staff_second_factor == StaffSecondFactor::Optional
        || is_api(path)
        || is_there_without(path)
    {
        return Ok(());
    }
    match Visit::of(request).await?.user() {
        Some(user) if user.is_staff_without_factor() => {
            let why = say!("refused-second-factor");
            Err(AppError::because(AppErrorKind::SecondFactor, why))
        }
        _ => Ok(()),
    }
}

fn is_there_without(path: &str) -> bool {
    let of_all = ["/assets/", "/account/", LINKS, PROVIDERS];
    let one = [
        "/account",
        "/login",
        "/login/code",
        "/logout",
        "/forgot",
        "/healthz",
        "/readyz",
        "/favicon.ico",
    ];
    one.contains(&path) || of_all.iter().any(|start| path.starts_with(start))
}
