//! An organizer's request to do something in a season.
//!
//! A step that was done before is answered as if it were done now, so a client may send a request again whose answer
//! got lost.

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use futures_util::future::LocalBoxFuture;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::bearer::Bearer;
use super::rejudges::RejudgingAnswer;
use crate::error::AppError;
use crate::season::command::{Command, Done, ensure};
use crate::season::lifecycle::Actor;
use crate::season::status::Status;
use crate::store::{self, AnyConnection};
use crate::web::resources::seasons::load_any;
use crate::web::visit::Visit;
use crate::web::{body, command};

/// A request of an organizer about the season of its address.
pub(super) struct Ask {
    request: HttpRequest,
    visit: Visit,
    actor: Actor,
    slug: String,
}

#[derive(Deserialize)]
struct OfSeason {
    season: String,
}

impl FromRequest for Ask {
    type Error = AppError;
    type Future = LocalBoxFuture<'static, Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let actor = Bearer::extract(&request).await?.organizer()?;
            let path = web::Path::<OfSeason>::extract(&request).await;
            Ok(Self {
                visit: Visit::of(&request).await?,
                actor,
                slug: path.map_err(|_| AppError::not_found())?.into_inner().season,
                request,
            })
        })
    }
}

impl Ask {
    /// Reads the body.
    pub(super) async fn read<T: DeserializeOwned>(
        &self,
        payload: web::Payload,
    ) -> Result<T, AppError> {
        body::read_json(&self.request, payload).await
    }

    /// Executes a command unless it is done already, and answers with the resulting state of the season or with the
    /// set that is rejudged.
    pub(super) async fn ensure(self, command: Command) -> Result<HttpResponse, AppError> {
        let slug = self.slug.clone();
        let done = command::execute(&self.visit, self.slug, command, self.actor, ensure).await?;
        if let Done::Rejudging(id, count) = done {
            let address = format!("/api/v1/seasons/{slug}/rejudges/{id}");
            return Ok(HttpResponse::Created()
                .insert_header(("Location", address))
                .json(RejudgingAnswer {
                    id,
                    submissions: count,
                }));
        }
        let pool = &self.visit.app.pool;
        let status = store::run(pool, move |conn| load_status(conn, &slug)).await?;
        Ok(HttpResponse::Ok().json(status))
    }
}

/// The state of a season.
///
/// # Errors
///
/// When there is no such season.
pub(super) fn load_status(conn: &mut AnyConnection, slug: &str) -> Result<Status, AppError> {
    store::read(conn, |conn| {
        let season = load_any(conn, slug)?;
        Ok(Status::load(conn, season)?)
    })
}
