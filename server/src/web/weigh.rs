//! Weighs a program against the policy before it is submitted: nothing is stored, no attempt is used.

use actix_web::{HttpRequest, HttpResponse, web};

use super::body;
use super::problems::back_to_problem;
use super::resources::problems::load_visible;
use super::resources::reader::Reader;
use super::route::read;
use super::visit::Visit;
use crate::contests::{self, sequence};
use crate::error::{AppError, AppErrorKind};
use crate::pages::weight::WeighedFragment;
use crate::store;
use crate::words::say;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(
        web::resource("/seasons/{season}/problems/{problem}/weigh")
            .route(read().to(back_to_problem))
            .route(web::post().to(weigh)),
    );
}

async fn weigh(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, String)>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    visit.app.limiters.read.check(visit.address)?;
    let fields = body::read_form(&request, payload).await?;
    let reader = Reader::of(&visit);
    let place = store::run(&visit.app.pool, move |conn| {
        load_visible(conn, &path.0, &path.1, reader)
    })
    .await?;
    let room = contests::of(place.season.contest);
    if !room.runs() {
        let message = say!("refused-no-weighing", what = room.noun);
        return Err(AppError::because(AppErrorKind::NotFound, message));
    }
    let rules = sequence::rules(&place.season, &place.problem).map_err(AppError::internal)?;
    let check = visit.app.validator.weigh(rules, fields.source).await?;
    visit.page(&WeighedFragment { check, rules })
}
