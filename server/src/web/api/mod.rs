//! The API, version 1: JSON, with a token of the account page as `Authorization: Bearer …`.
//!
//! Cookies are ignored, so no other site can act in somebody's name. The API never tells a contestant more than the
//! pages do.

use actix_web::middleware::from_fn;
use actix_web::web;
use chrono::{DateTime, Utc};

use crate::store::Moment;

mod account;
mod bearer;
mod boards;
mod drafts;
mod messages;
mod openapi;
mod organize;
mod packages;
mod people;
mod records;
mod rejudges;
mod rulings;
mod season_commands;
mod season_people;
mod seasons;
mod submission_list;
mod submissions;
mod trials;

pub(super) use bearer::require_member;
pub(super) use openapi::{ErrorAnswer, ErrorDetails};
pub(super) use submissions::load_submission;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(
        web::scope("/api/v1")
            .wrap(from_fn(openapi::check_query))
            .configure(account::routes)
            .configure(seasons::routes)
            .configure(boards::routes)
            .configure(submissions::routes)
            .configure(trials::routes)
            .configure(packages::routes)
            .configure(drafts::routes)
            .configure(organize::routes)
            .configure(people::routes)
            .configure(messages::routes)
            .configure(season_people::routes)
            .configure(submission_list::routes)
            .configure(rulings::routes)
            .configure(rejudges::routes)
            .configure(records::routes)
            .configure(openapi::routes),
    );
}

fn utc(moment: Moment) -> DateTime<Utc> {
    moment.utc()
}
