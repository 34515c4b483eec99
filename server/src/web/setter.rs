//! The setter's page: their drafts, and the form that sends a package, which is validated and stored.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use dojo_judge::contest::Contest;
use dojo_judge::package::MAX_ARCHIVE_BYTES;
use dojo_judge::sequence::ScoringVersion;

use super::body::{PackageFields, read_package_form};
use super::drafts;
use super::resources::drafts::{MAX_DRAFTS, with_hand_ins};
use super::resources::packages::{list_known, require_setter};
use super::route::read;
use super::views::draft_row;
use super::visit::Visit;
use crate::contests;
use crate::error::AppError;
use crate::pages::SetterPage;
use crate::pages::form::FieldErrors;
use crate::pages::setter::SeasonChoice;
use crate::season::hand_in::TAKING;
use crate::store::{self, AnyConnection, StoreError, drafts as draft_table, drafts::Whose};
use crate::words::say;

/// Drafts of other setters that organizers see.
const SHOWN_OTHERS: i64 = 200;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(
        web::resource("/setter")
            .route(read().to(form))
            .route(web::post().to(upload)),
    );
}

async fn form(visit: Visit) -> Result<HttpResponse, AppError> {
    require_setter(visit.require_user()?)?;
    page(&visit, StatusCode::OK, "", FieldErrors::new()).await
}

async fn upload(
    visit: Visit,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?;
    require_setter(user)?;
    let PackageFields {
        csrf_token,
        season,
        package,
    } = read_package_form(&visit, &request, payload).await?;
    visit.check_form(&csrf_token)?;
    match drafts::keep_sent(&visit, user, None, &season, package).await? {
        Ok(id) => Ok(visit.see_other(&drafts::address(id), None)),
        Err(errors) => page(&visit, StatusCode::UNPROCESSABLE_ENTITY, &season, errors).await,
    }
}

/// The choices of what a package is validated against, for all types of contest or for one.
pub(super) fn choices(
    conn: &mut AnyConnection,
    is_staff: bool,
    chosen: &str,
    of: Option<Contest>,
) -> Result<Vec<SeasonChoice>, StoreError> {
    let mut known = list_known(conn, is_staff)?;
    known.retain(|season| of.is_none_or(|contest| season.contest == contest));
    // A season that takes no problem any more is offered where a draft was made for it.
    known.retain(|season| TAKING.contains(&season.state) || season.slug == chosen);
    let seasons = known.iter().map(|season| {
        let takes = season.takes_problems && TAKING.contains(&season.state);
        let label = if takes {
            say!("setter-takes-problems", season = season.title)
        } else {
            season.title.clone()
        };
        (season.slug.clone(), label)
    });
    let defaults = (ScoringVersion::ALL.iter().rev())
        .filter(|version| !version.is_retired())
        .map(|&version| {
            // Only packages of programs are validated against a scoring version alone.
            let label = if of.is_none_or(Contest::has_terms) {
                say!("setter-default-season", version = version.as_str())
            } else {
                say!("setter-no-season").to_owned()
            };
            (version.as_str().to_owned(), label)
        })
        .take(if of.is_none_or(Contest::has_terms) {
            usize::MAX
        } else {
            1
        });
    Ok(seasons
        .chain(defaults)
        .map(|(value, label)| SeasonChoice {
            chosen: value == chosen,
            value,
            label,
        })
        .collect())
}

async fn page(
    visit: &Visit,
    status: StatusCode,
    chosen: &str,
    errors: FieldErrors,
) -> Result<HttpResponse, AppError> {
    let (is_staff, me, chosen) = (
        visit.is_staff(),
        visit.require_user()?.id,
        chosen.to_owned(),
    );
    let (seasons, own, others) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let seasons = choices(conn, is_staff, &chosen, None)?;
            let own = draft_table::list_drafts(conn, Whose::Of(me), i64::MAX)?;
            let others = if is_staff {
                draft_table::list_drafts(conn, Whose::NotOf(me), SHOWN_OTHERS)?
            } else {
                Vec::new()
            };
            Ok::<_, StoreError>((
                seasons,
                with_hand_ins(conn, own)?,
                with_hand_ins(conn, others)?,
            ))
        })
    })
    .await?;
    visit.page_with(
        status,
        &SetterPage {
            shell: visit.shell(),
            seasons,
            errors,
            max_mib: MAX_ARCHIVE_BYTES >> 20,
            max_drafts: MAX_DRAFTS,
            forms: (Contest::ALL.iter().map(|contest| contests::of(*contest)))
                .filter(|room| room.has_editor())
                .map(|room| (room.contest.as_str(), room.noun))
                .collect(),
            own: own.into_iter().map(draft_row).collect(),
            others: others.into_iter().map(draft_row).collect(),
        },
    )
}
