//! Problems written in a form: what is typed becomes a package, which is kept as any other.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use dojo_judge::contest::Contest;
use dojo_judge::package::{Files, unpack};
use serde::Deserialize;

use super::body::read_values;
use super::drafts::{address, keep_sent, setter};
use super::resources::drafts::load_to_change;
use super::resources::packages::{list_known, packed};
use super::route::read;
use super::season_form::{errors_of, parse_contest};
use super::setter::choices;
use super::visit::Visit;
use crate::contests::{self, Editor, Room, Typed, Values};
use crate::error::{AppError, AppErrorKind};
use crate::pages::fields::{FieldView, TableView};
use crate::pages::form::FieldErrors;
use crate::pages::problem_form::ProblemFormPage;
use crate::store::drafts::{self, Draft};
use crate::store::{self, DraftId, StoreError};
use crate::web::address_query::AddressQuery;
use crate::words::say;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(
            web::resource("/setter/new")
                .route(read().to(new_form))
                .route(web::post().to(make)),
        )
        .service(
            web::resource("/setter/drafts/{draft}/edit")
                .route(read().to(edit_form))
                .route(web::post().to(edit)),
        );
}

/// The package that a form is about.
struct Subject {
    draft: Option<Draft>,
    room: &'static Room,
    editor: &'static dyn Editor,
    files: Files,
    /// What is in its fields.
    values: Values,
}

impl Subject {
    fn new(contest: Contest, draft: Option<Draft>, files: Option<Files>) -> Result<Self, AppError> {
        let room = contests::of(contest);
        let editor = room.host.editor().ok_or_else(AppError::not_found)?;
        let files = files.unwrap_or_else(|| editor.begin());
        let values = editor.read(&files).map_err(|why| {
            let text = say!("problem-form-cannot", why = why);
            AppError::because(AppErrorKind::Conflict, text)
        })?;
        Ok(Self {
            draft,
            room,
            editor,
            files,
            values,
        })
    }

    /// A draft that its setter changes.
    async fn load(visit: &Visit, id: i64) -> Result<Self, AppError> {
        let (me, id) = (setter(visit)?.id, DraftId(id));
        let (draft, package) = store::run(&visit.app.pool, move |conn| {
            store::read(conn, |conn| {
                let draft = load_to_change(conn, me, id)?;
                let package = drafts::load_package(conn, id)?;
                Ok::<_, AppError>((draft, package))
            })
        })
        .await?;
        let files = unpack(&package).map_err(AppError::internal)?;
        let contest = Contest::of_package(&files).unwrap_or_default();
        Self::new(contest, Some(draft), Some(files))
    }

    /// When the package was sent that the form shows.
    fn seen(&self) -> String {
        let draft = self.draft.as_ref();
        draft.map_or_else(String::new, |draft| draft.updated_at.utc().to_rfc3339())
    }
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct NewQuery {
    /// Word of a type of contest.
    contest: String,
    /// Slug of the season that it is for, which has its type.
    season: String,
}

async fn new_form(visit: Visit, query: AddressQuery<NewQuery>) -> Result<HttpResponse, AppError> {
    setter(&visit)?;
    let NewQuery { contest, season } = query.into_inner();
    let (is_staff, slug) = (visit.is_staff(), season.clone());
    let known = store::run(&visit.app.pool, move |conn| {
        let mut known = list_known(conn, is_staff)?.into_iter();
        Ok::<_, StoreError>(known.find(|known| known.slug == slug))
    })
    .await?;
    let contest = match known {
        Some(season) => season.contest,
        None => parse_contest(&contest)?,
    };
    let subject = Subject::new(contest, None, None)?;
    show(
        &visit,
        &subject,
        &subject.values,
        &season,
        FieldErrors::new(),
    )
    .await
}

async fn edit_form(visit: Visit, id: web::Path<i64>) -> Result<HttpResponse, AppError> {
    let subject = Subject::load(&visit, *id).await?;
    let season = subject
        .draft
        .as_ref()
        .map(|draft| draft.held_against.clone());
    let season = season.unwrap_or_default();
    show(
        &visit,
        &subject,
        &subject.values,
        &season,
        FieldErrors::new(),
    )
    .await
}

/// The form with these values.
async fn show(
    visit: &Visit,
    subject: &Subject,
    values: &Values,
    season: &str,
    errors: FieldErrors,
) -> Result<HttpResponse, AppError> {
    let Subject {
        draft,
        room,
        editor,
        ..
    } = subject;
    let (is_staff, chosen, contest) = (visit.is_staff(), season.to_owned(), room.contest);
    let seasons = store::run(&visit.app.pool, move |conn| {
        choices(conn, is_staff, &chosen, Some(contest))
    })
    .await?;
    let defaults = editor.defaults();
    let (reader, files) = (*editor, subject.files.clone());
    let notes = visit
        .app
        .validator
        .read(move || reader.notes(&files))
        .await?;
    let field = |view: FieldView| FieldView {
        default: defaults.get(&view.name).cloned(),
        note: (notes.iter().find(|(name, _)| *name == view.name)).map(|(_, note)| note.clone()),
        ..view
    };
    let fields = editor.fields().iter();
    let tables = editor.tables().iter().map(|table| {
        let filled = table.filled_rows(values).last().map_or(0, |last| last + 1);
        let asked = values.get(&format!("{}.rows", table.key));
        let asked = asked.and_then(|rows| rows.parse().ok()).unwrap_or(0);
        let rows = (filled + table.spare).max(asked).min(MAX_ROWS);
        let mut view = TableView::new(table, values, rows);
        for row in &mut view.rows {
            row.fields = std::mem::take(&mut row.fields)
                .into_iter()
                .map(field)
                .collect();
        }
        view
    });
    let status = if errors.is_empty() {
        StatusCode::OK
    } else {
        StatusCode::UNPROCESSABLE_ENTITY
    };
    let page = ProblemFormPage {
        shell: visit.shell(),
        draft: draft.as_ref().map(|draft| {
            let untitled = say!("draft-untitled").to_owned();
            (address(draft.id), draft.title.clone().unwrap_or(untitled))
        }),
        contest: room.contest.as_str(),
        noun: room.noun,
        seen: subject.seen(),
        fields: fields
            .map(|of| field(FieldView::new(of, of.key.to_owned(), values)))
            .collect(),
        tables: tables.collect(),
        seasons,
        errors,
    };
    visit.page_with(status, &page)
}

/// Most rows of one table.
const MAX_ROWS: usize = 600;

async fn make(
    visit: Visit,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    setter(&visit)?;
    let mut values = read_values(&visit, &request, payload).await?;
    let contest = parse_contest(&values.remove("contest").unwrap_or_default())?;
    answer(&visit, Subject::new(contest, None, None)?, values).await
}

async fn edit(
    visit: Visit,
    id: web::Path<i64>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    setter(&visit)?;
    let values = read_values(&visit, &request, payload).await?;
    answer(&visit, Subject::load(&visit, *id).await?, values).await
}

/// Does what a button of the form asks for.
async fn answer(
    visit: &Visit,
    subject: Subject,
    mut values: Values,
) -> Result<HttpResponse, AppError> {
    let season = values.remove("season").unwrap_or_default();
    let wanted = values.remove("do").unwrap_or_default();
    let seen = values.remove("seen").unwrap_or_default();
    if let Some(table) = subject
        .editor
        .tables()
        .iter()
        .find(|table| table.key == wanted)
    {
        let rows = format!("{}.rows", table.key);
        let now: usize = values
            .get(&rows)
            .and_then(|rows| rows.parse().ok())
            .unwrap_or(0);
        values.insert(rows, (now + table.spare).min(MAX_ROWS).to_string());
        return show(visit, &subject, &values, &season, FieldErrors::new()).await;
    }
    if wanted == "look" {
        return show(visit, &subject, &values, &season, FieldErrors::new()).await;
    }
    if seen != subject.seen() {
        let errors = FieldErrors::one("", say!("problem-form-replaced"));
        return show(visit, &subject, &values, &season, errors).await;
    }
    visit.app.limiters.submit.check(visit.address)?;
    let (editor, mut files) = (subject.editor, subject.files.clone());
    let typed = Typed::new(subject.values.clone(), &values);
    let written = visit
        .app
        .validator
        .read(move || editor.write(&mut files, &typed).map(|()| files));
    let saved = match written.await? {
        Ok(files) => {
            let replaced = subject.draft.as_ref().map(|draft| draft.id);
            let user = setter(visit)?;
            keep_sent(visit, user, replaced, &season, packed(&files)?).await?
        }
        Err(wrong) => Err(errors_of(wrong)),
    };
    match saved {
        Ok(id) => Ok(visit.see_other(&address(id), None)),
        Err(errors) => {
            let errors = match errors.of("package") {
                // Nobody here has chosen a file.
                Some(why) => FieldErrors::one("", why),
                None => errors,
            };
            show(visit, &subject, &values, &season, errors).await
        }
    }
}
