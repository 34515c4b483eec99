//! Refuses requests when the server has more work than it can do (load shedding). The refusal is sent before anything
//! else is done, from bytes that are prepared: no span, no line in the log, no page that is rendered and compressed.
//! Otherwise refusing would take the time that serving needs. `dojo_shed_total` counts the refusals.

use std::sync::LazyLock;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::middleware::Next;
use actix_web::web::{self, Bytes};
use actix_web::{Error, HttpResponse};
use askama::Template as _;
use chrono::Utc;

use super::middleware::{SOONEST_AGAIN_S, add_headers, api_answer};
use super::route::is_api;
use super::{body_limits, visit};
use crate::app::App;
use crate::error::{AppError, AppErrorKind};
use crate::pages::{ErrorPage, Shell};

/// The refusal page, for any address: it does not know its own, so its links lead back to where the reader is.
static PAGE: LazyLock<Bytes> = LazyLock::new(|| {
    let page = ErrorPage {
        again_after_s: Some(SOONEST_AGAIN_S),
        ..ErrorPage::new(Shell::visitor("", "", Utc::now()), 503)
    };
    page.render().unwrap_or_default().into()
});

/// Refuses a request whose turn would come too late. A request with a body is refused only when the body has arrived:
/// the sender would not read an answer before.
pub(super) async fn refuse_at_once(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    match refusal(&request) {
        Some(seconds) => {
            let answer = prepared(is_api(request.path()), seconds);
            let mut response = request.into_response(answer);
            add_headers(&mut response);
            Ok(response)
        }
        None => Ok(next.call(request).await?.map_into_boxed_body()),
    }
}

fn refusal(request: &ServiceRequest) -> Option<u32> {
    if !matches!(request.parts().1, Payload::None) {
        return None;
    }
    let app = request.app_data::<web::Data<App>>()?;
    let class = body_limits::class(request.request())?;
    let address = visit::address(request.request(), app.config.behind_proxy);
    app.admission.refusal(class, address)
}

fn prepared(for_programs: bool, seconds: u32) -> HttpResponse {
    if for_programs {
        return api_answer(&AppError::new(AppErrorKind::Unavailable).retry_after(seconds));
    }
    HttpResponse::ServiceUnavailable()
        .insert_header((header::RETRY_AFTER, seconds))
        .insert_header((header::CONTENT_TYPE, "text/html; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(PAGE.clone())
}
