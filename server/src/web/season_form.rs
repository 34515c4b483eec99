//! Creating and editing draft seasons in a form: parameters, problems, and the folder to download.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, web};
use dojo_judge::contest::Contest;
use dojo_judge::digest::Fields;
use serde::Deserialize;

use super::command;
use super::organize::organizer;
use super::resources::packages::packed;
use super::resources::seasons::load_any;
use super::route::{at, read};
use super::visit::Visit;
use crate::contests::{self, Values, Wrong};
use crate::error::{AppError, AppErrorKind};
use crate::pages::fields::FieldView;
use crate::pages::form::FieldErrors;
use crate::pages::season_form::{ContestChoice, DraftView, SeasonFormPage};
use crate::season::audit::note_import;
use crate::season::command::{Command, execute};
use crate::season::drafting::{self, DraftError};
use crate::season::form;
use crate::season::state;
use crate::store::problems;
use crate::store::seasons::{NewSeason, Season};
use crate::store::users::User;
use crate::store::{self, ProblemState, SeasonState, StoreError};
use crate::web::address_query::AddressQuery;
use crate::words::say;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(
            web::resource("/new-season")
                .route(read().to(new_form))
                .route(web::post().to(make)),
        )
        .service(
            web::resource("/seasons/{season}/organize/settings")
                .route(read().to(edit_form))
                .route(web::post().to(edit)),
        )
        .service(at(
            "/seasons/{season}/organize/arrange",
            web::post().to(arrange),
        ))
        .service(at(
            "/seasons/{season}/organize/folder.tar",
            read().to(folder),
        ));
}

/// What a new season begins with.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct NewQuery {
    /// Word of a type of contest.
    contest: String,
    /// Slug of a draft that is copied.
    copy: String,
}

pub(super) fn parse_contest(word: &str) -> Result<Contest, AppError> {
    if word.is_empty() {
        return Ok(Contest::default());
    }
    let invalid = |error: dojo_judge::words::UnknownWord| {
        AppError::because(AppErrorKind::Invalid, error.to_string())
    };
    word.parse().map_err(invalid)
}

/// The draft of that slug.
async fn load_draft(visit: &Visit, slug: String) -> Result<Season, AppError> {
    let season = store::run(&visit.app.pool, move |conn| load_any(conn, &slug)).await?;
    if season.state == SeasonState::Draft {
        Ok(season)
    } else {
        let text = say!("draft-none", state = state::said(season.state));
        Err(AppError::because(AppErrorKind::Conflict, text))
    }
}

async fn new_form(visit: Visit, query: AddressQuery<NewQuery>) -> Result<HttpResponse, AppError> {
    organizer(&visit)?;
    let NewQuery { contest, copy } = query.into_inner();
    let page = if copy.is_empty() {
        let contest = parse_contest(&contest)?;
        page(&visit, contest, &form::defaults(contest))
    } else {
        let season = load_draft(&visit, copy).await?;
        SeasonFormPage {
            copied: Some((season.slug.clone(), season.title.clone())),
            ..page(&visit, season.contest, &values_of(&season))
        }
    };
    visit.page(&page)
}

fn values_of(season: &Season) -> Values {
    form::values_of(&NewSeason::from(season))
}

/// What a form that was opened sends with it, so that two organizers do not save over each other.
fn digest_of(values: &Values) -> String {
    let hash = Fields::new("season-form");
    let add = |hash: Fields, (key, value): (&String, &String)| hash.text(key).text(value);
    values.iter().fold(hash, add).finish().to_string()
}

/// The form with these values.
fn page(visit: &Visit, contest: Contest, values: &Values) -> SeasonFormPage {
    let defaults = form::defaults(contest);
    let choice = |of: &Contest| ContestChoice {
        word: of.as_str(),
        noun: contests::of(*of).noun.text(),
        chosen: *of == contest,
    };
    SeasonFormPage {
        shell: visit.shell(),
        draft: None,
        copied: None,
        contests: (Contest::ALL.iter())
            .filter(|of| **of == contest || contests::of(**of).has_editor())
            .map(choice)
            .collect(),
        slug: values.get("slug").cloned().unwrap_or_default(),
        fields: form::fields(contest)
            .map(|field| FieldView {
                default: defaults.get(field.key).cloned(),
                ..FieldView::new(field, field.key.to_owned(), values)
            })
            .collect(),
        errors: FieldErrors::new(),
    }
}

pub(super) fn errors_of(wrong: Vec<Wrong>) -> FieldErrors {
    let mut errors = FieldErrors::new();
    for (key, message) in wrong {
        errors.add(key, super::middleware::sentence(&message));
    }
    errors
}

/// The values of a form, after its anti-forgery token has been checked.
fn sent(visit: &Visit, form: web::Form<Values>) -> Result<Values, AppError> {
    let mut values = form.into_inner();
    let token = values.remove("csrf_token").unwrap_or_default();
    visit.check_form(&token)?;
    Ok(values)
}

async fn make(visit: Visit, sent_form: web::Form<Values>) -> Result<HttpResponse, AppError> {
    organizer(&visit)?;
    let mut values = sent(&visit, sent_form)?;
    let copied = match values.remove("copy") {
        Some(slug) => Some(load_draft(&visit, slug).await?),
        None => None,
    };
    let contest = match &copied {
        Some(season) => season.contest,
        None => parse_contest(&values.remove("contest").unwrap_or_default())?,
    };
    let typed = |key: &str| values.get(key).map_or("", |typed| typed.trim()).to_owned();
    let slug = match typed("slug") {
        slug if slug.is_empty() => contests::slug_of(&typed("title"), "season"),
        slug => slug,
    };
    let made = match form::read(&slug, contest, &values) {
        Ok(season) => save(&visit, visit.require_user()?, season, copied.clone(), true).await?,
        Err(wrong) => Err(errors_of(wrong)),
    };
    match made {
        Ok(()) => Ok(visit.see_other(&format!("/seasons/{slug}/organize"), None)),
        Err(errors) => {
            let page = SeasonFormPage {
                copied: copied.map(|season| (season.slug, season.title)),
                errors,
                ..page(&visit, contest, &values)
            };
            visit.page_with(StatusCode::UNPROCESSABLE_ENTITY, &page)
        }
    }
}

/// Stores a draft from its folder; errors are shown in the form.
async fn save(
    visit: &Visit,
    user: &User,
    new: NewSeason,
    of: Option<Season>,
    is_new: bool,
) -> Result<Result<(), FieldErrors>, AppError> {
    let (pool, now, by) = (visit.app.pool.clone(), visit.now, visit.by(user));
    let saved = visit
        .app
        .validator
        .run(move |runtime| {
            store::blocking(&pool, |conn| {
                note_import(conn, &new.slug, &by, now, |conn| match of {
                    Some(season) if !is_new => drafting::edit(conn, runtime, &season, &new, now),
                    of => drafting::make(conn, runtime, &new, of.as_ref(), now),
                })
            })
        })
        .await?;
    visit.app.events.publish(crate::events::News::Changed);
    match saved {
        Ok(_) => Ok(Ok(())),
        Err(DraftError::Taken(slug)) => {
            let text = DraftError::Taken(slug).to_string();
            Ok(Err(FieldErrors::one(
                "slug",
                super::middleware::sentence(&text),
            )))
        }
        Err(DraftError::Change(error)) => Err(error.into()),
        Err(DraftError::Import(error)) => {
            let error = AppError::from(error);
            if matches!(error.kind, AppErrorKind::Conflict | AppErrorKind::Invalid) {
                let text = super::middleware::sentence(&error.to_string());
                return Ok(Err(FieldErrors::one("", text)));
            }
            Err(error)
        }
    }
}

async fn edit_form(visit: Visit, slug: web::Path<String>) -> Result<HttpResponse, AppError> {
    organizer(&visit)?;
    let season = load_draft(&visit, slug.into_inner()).await?;
    let values = values_of(&season);
    show_draft(&visit, &season, values, FieldErrors::new()).await
}

async fn show_draft(
    visit: &Visit,
    season: &Season,
    values: Values,
    errors: FieldErrors,
) -> Result<HttpResponse, AppError> {
    let id = season.id;
    let mut problems = store::run(&visit.app.pool, move |conn| {
        Ok::<_, StoreError>(problems::list_newest(conn, id)?)
    })
    .await?;
    problems.retain(|problem| problem.state != ProblemState::Withdrawn);
    let status = if errors.is_empty() {
        StatusCode::OK
    } else {
        StatusCode::UNPROCESSABLE_ENTITY
    };
    let page = SeasonFormPage {
        draft: Some(DraftView {
            seen: digest_of(&values_of(season)),
            slug: season.slug.clone(),
            title: season.title.clone(),
            problems: problems
                .into_iter()
                .map(|problem| {
                    let committed = problem.commitment.is_some();
                    (problem.slug, problem.title, committed)
                })
                .collect(),
        }),
        errors,
        ..page(visit, season.contest, &values)
    };
    visit.page_with(status, &page)
}

async fn edit(
    visit: Visit,
    slug: web::Path<String>,
    sent_form: web::Form<Values>,
) -> Result<HttpResponse, AppError> {
    organizer(&visit)?;
    let mut values = sent(&visit, sent_form)?;
    let seen = values.remove("seen");
    let season = load_draft(&visit, slug.into_inner()).await?;
    let stored = values_of(&season);
    let is_outdated = seen.is_some_and(|seen| seen != digest_of(&stored));
    let saved = match form::read(&season.slug, season.contest, &values) {
        Ok(new) if is_outdated => Err(changed_meanwhile(&stored, &form::values_of(&new))),
        Ok(new) => {
            save(
                &visit,
                visit.require_user()?,
                new,
                Some(season.clone()),
                false,
            )
            .await?
        }
        Err(wrong) => Err(errors_of(wrong)),
    };
    match saved {
        Ok(()) => {
            let page = format!("/seasons/{}/organize", season.slug);
            Ok(visit.see_other(&page, None))
        }
        Err(errors) => show_draft(&visit, &season, values, errors).await,
    }
}

/// Says at each field what is stored there by now, where that is something else than `typed`.
fn changed_meanwhile(stored: &Values, typed: &Values) -> FieldErrors {
    let mut errors = FieldErrors::one("", say!("form-changed-meanwhile"));
    let keys: BTreeSet<&String> = stored.keys().chain(typed.keys()).collect();
    for key in keys {
        let (now, mine) = (stored.get(key), typed.get(key));
        if now != mine {
            let now = now.map_or("", String::as_str);
            errors.add(key.clone(), say!("form-stored-now", what = now));
        }
    }
    errors
}

/// Reorders the problems: `place.SLUG` is a number, `out.SLUG` removes one.
async fn arrange(
    visit: Visit,
    slug: web::Path<String>,
    sent_form: web::Form<Values>,
) -> Result<HttpResponse, AppError> {
    let actor = organizer(&visit)?;
    let slug = slug.into_inner();
    let (mut places, mut out) = (BTreeMap::new(), Vec::new());
    for (key, value) in sent(&visit, sent_form)? {
        if let Some(problem) = key.strip_prefix("out.") {
            out.push(problem.to_owned());
        } else if let Some(problem) = key.strip_prefix("place.") {
            let place = value.trim().parse().map_err(|_| {
                AppError::because(AppErrorKind::Invalid, say!("form-number", n = 1))
            })?;
            places.insert(problem.to_owned(), place);
        }
    }
    let asked = Command::Arrange { places, out };
    command::execute(&visit, slug.clone(), asked, actor, execute).await?;
    Ok(visit.see_other(&format!("/seasons/{slug}/organize/settings"), None))
}

/// The folder of a season, which `dojo season import` and the API take.
async fn folder(visit: Visit, slug: web::Path<String>) -> Result<HttpResponse, AppError> {
    organizer(&visit)?;
    let slug = slug.into_inner();
    let asked = slug.clone();
    let files = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_any(conn, &asked)?;
            Ok::<_, AppError>(drafting::folder(conn, &season)?)
        })
    })
    .await?;
    let name = format!("attachment; filename=\"{slug}.tar\"");
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/x-tar"))
        .insert_header((header::CONTENT_DISPOSITION, name))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(packed(&files)?))
}
