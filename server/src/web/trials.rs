//! Trial runs on the server, for browsers that cannot run the interpreter.

use actix_web::{HttpRequest, HttpResponse, web};

use super::problems::{back_to_problem, show_tried};
use super::resources::reader::Reader;
use super::resources::trials::run;
use super::route::read;
use super::visit::Visit;
use super::{body, body_limits};
use crate::auth::Whose;
use crate::error::AppError;
use crate::pages::problem::SubmitForm;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(
        web::resource("/seasons/{season}/problems/{problem}/try")
            .route(read().to(back_to_problem))
            .route(web::post().to(try_out)),
    );
}

async fn try_out(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, String)>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let fields = body::read_form(&request, payload).await?;
    body_limits::leave(&request);
    let form = SubmitForm {
        source: String::from_utf8_lossy(&fields.source).into_owned(),
        method_tag: fields.method_tag,
        notes: fields.notes,
    };
    let keeping = |error: AppError| error.keeping(form.source.clone());
    let whose = visit
        .user_id()
        .map_or(Whose::Address(visit.address), Whose::Account);
    let (path, reader) = (path.into_inner(), Reader::of(&visit));
    let tried = run(&visit, whose, reader, path.clone(), fields.source)
        .await
        .map_err(keeping)?;
    show_tried(&visit, path, form, tried).await
}
