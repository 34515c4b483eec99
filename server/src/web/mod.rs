//! The website and the API: one file per resource. A handler extracts, authorizes, calls the store and renders; it
//! contains no SQL and no HTML.

use actix_web::error::UrlencodedError;
use actix_web::middleware::{Compress, from_fn};
use actix_web::{HttpRequest, HttpResponse, http::Method, web};

use crate::app::App;
use crate::error::{AppError, AppErrorKind};
use crate::words::say;

mod account;
mod accounts;
mod address_query;
mod after_verdict;
mod announcement_views;
mod announcements;
mod api;
mod assets;
mod audit;
mod body;
mod body_limits;
mod browser_python;
mod cards;
mod catalogue;
mod chunked_body;
mod command;
mod cookies;
mod crawlers;
mod daily;
mod docs;
mod draft_versions;
mod drafts;
mod events;
mod export;
mod feeds;
mod guess;
pub(crate) mod health;
mod leaderboards;
mod links;
mod live;
mod mail;
mod members_only;
mod middleware;
mod organize;
mod overload_refusal;
mod people;
mod physics;
mod problem_form;
mod problems;
mod progress;
mod provider_views;
mod providers;
mod questions;
mod records;
mod rejudges;
mod resources;
mod reveal;
mod reveal_show;
mod route;
mod season_form;
mod season_people;
mod seasons;
mod second_factor;
mod setter;
mod shared_pages;
mod sign_in;
mod staff_factor;
mod submission_list;
mod submissions;
mod trial_runs;
mod trials;
mod trouble;
mod views;
mod visit;
mod weigh;

pub use body::MAX_BODY_SOURCE_BYTES;
pub(crate) use health::metrics;
use middleware::answer;
use overload_refusal::refuse_at_once;
use visit::local_path;

/// Adds all routes, with what runs around each request: refusals under overload, compression, log line, error pages
/// and headers. The program and the tests both use this.
pub fn configure(service: &mut web::ServiceConfig, app: web::Data<App>) {
    service.app_data(app).service(
        web::scope("")
            .wrap(from_fn(answer))
            .wrap(Compress::default())
            .wrap(from_fn(refuse_at_once))
            .configure(routes),
    );
}

fn routes(service: &mut web::ServiceConfig) {
    service
        .app_data(web::FormConfig::default().error_handler(|error, _| wrong_form(&error).into()))
        .configure(health::routes)
        // Registered before the other assets, whose route is wider.
        .configure(browser_python::routes)
        .configure(assets::routes)
        // Registered before the rest of the API, whose scope is wider.
        .configure(api::routes)
        .configure(sign_in::routes)
        .configure(account::routes)
        .configure(mail::routes)
        .configure(second_factor::routes)
        .configure(providers::routes)
        .configure(links::routes)
        .configure(accounts::routes)
        .configure(audit::routes)
        .configure(docs::routes)
        .configure(events::routes)
        .configure(cards::routes)
        .configure(feeds::routes)
        .configure(crawlers::routes)
        .configure(submissions::routes)
        .configure(leaderboards::routes)
        .configure(live::routes)
        .configure(problems::routes)
        .configure(progress::routes)
        .configure(catalogue::routes)
        .configure(daily::routes)
        .configure(rejudges::routes)
        .configure(submission_list::routes)
        .configure(season_people::routes)
        .configure(trouble::routes)
        .configure(questions::routes)
        .configure(announcements::routes)
        .configure(physics::routes)
        .configure(weigh::routes)
        .configure(trials::routes)
        // Registered before the organizers' page, whose route is wider.
        .configure(season_form::routes)
        .configure(problem_form::routes)
        .configure(organize::routes)
        .configure(people::routes)
        .configure(records::routes)
        .configure(reveal::routes)
        .configure(reveal_show::routes)
        .configure(seasons::routes)
        .configure(setter::routes)
        .configure(drafts::routes)
        .configure(draft_versions::routes)
        .default_service(web::to(nothing_here));
}

/// What is wrong with a form that has no file.
fn wrong_form(error: &UrlencodedError) -> AppError {
    match error {
        UrlencodedError::Overflow { limit, .. } => AppError::because(
            AppErrorKind::TooLarge,
            say!("refused-form-large", n = limit),
        ),
        UrlencodedError::ContentType => {
            AppError::because(AppErrorKind::MediaType, say!("refused-form-media"))
        }
        UrlencodedError::Parse(error) => AppError::because(
            AppErrorKind::Unreadable,
            say!("refused-form-because", why = error.to_string()),
        ),
        UrlencodedError::Payload(error) => body_limits::failure(error),
        _ => AppError::because(AppErrorKind::Unreadable, say!("refused-form-torn")),
    }
}

/// Redirects an address with a superfluous trailing slash to the page without it.
async fn nothing_here(request: HttpRequest) -> Result<HttpResponse, AppError> {
    let path = request.path();
    let trimmed = path.trim_end_matches('/');
    if request.method() == Method::GET && trimmed != path && local_path(trimmed) == trimmed {
        return Ok(HttpResponse::PermanentRedirect()
            .insert_header(("Location", trimmed))
            .finish());
    }
    Err(AppError::not_found())
}
