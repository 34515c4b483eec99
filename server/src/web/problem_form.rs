//! Problems written in a form: the fields become a package, which is stored like any other.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use dojo_judge::contest::Contest;
use dojo_judge::package::{Files, unpack};
use dojo_judge::sequence::guess;
use serde::Deserialize;

use super::body::read_values;
use super::drafts::{address, keep_sent, setter};
use super::middleware::sentence;
use super::resources::drafts::load_to_change;
use super::resources::packages::{list_known, packed};
use super::route::read;
use super::season_form::{errors_of, parse_contest};
use super::setter::choices;
use super::trial_runs::{admit, run_source};
use super::visit::Visit;
use crate::auth::Whose;
use crate::contests::{self, Drawing, Editor, Room, Typed, Values};
use crate::error::{AppError, AppErrorKind};
use crate::pages::fields::{FieldView, TableView};
use crate::pages::form::FieldErrors;
use crate::pages::physics::graph::Graph;
use crate::pages::problem_form::{Drawn, ProblemFormPage};
use crate::pages::server_trial::Tried;
use crate::pages::terms::PublicTerms;
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

/// The package that a form edits.
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

    /// When the package was sent that the form shows; detects concurrent changes.
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
    let filled = Filled::with(&subject, season);
    show(&visit, &subject, filled).await
}

async fn edit_form(visit: Visit, id: web::Path<i64>) -> Result<HttpResponse, AppError> {
    let subject = Subject::load(&visit, *id).await?;
    let season = subject
        .draft
        .as_ref()
        .map(|draft| draft.held_against.clone());
    let filled = Filled::with(&subject, season.unwrap_or_default());
    show(&visit, &subject, filled).await
}

/// A form that was filled in.
struct Filled {
    values: Values,
    /// The package that the fields make.
    files: Files,
    /// Slug of the season that it is for.
    season: String,
    errors: FieldErrors,
    /// The setter asked for a preview, which needs a run of a program.
    looks: bool,
    /// What is in it was typed, and is saved nowhere.
    is_unsaved: bool,
}

impl Filled {
    /// The form at the beginning.
    fn with(subject: &Subject, season: String) -> Self {
        Self {
            values: subject.values.clone(),
            files: subject.files.clone(),
            season,
            errors: FieldErrors::new(),
            looks: false,
            is_unsaved: false,
        }
    }
}

/// Renders the preview of a package. If there is no turn to run its program, the form is shown without it.
async fn draw(visit: &Visit, drawing: Drawing, looks: bool) -> Result<Option<Drawn>, AppError> {
    let (source, origin, public, limits) = match drawing {
        Drawing::Graph(problem) => return Ok(Graph::new(&problem, None).ok().map(Drawn::Graph)),
        Drawing::Terms { .. } if !looks => return Ok(None),
        Drawing::Terms {
            source,
            origin,
            public,
            limits,
        } => (source, origin, public, limits),
    };
    let check = limits.max_terms as usize;
    let ran = async {
        admit(visit, Whose::Account(setter(visit)?.id))?;
        run_source(visit, &source, limits).await
    };
    match ran.await {
        Ok(ran) => {
            let terms = PublicTerms::new(origin, &ran.run.terms);
            let all = ran.run.terms.clone();
            let guessed = move || {
                let public = u32::try_from(public).ok()?;
                (all.len() == check).then(|| guess::giveaway(&all, public, origin))?
            };
            let rule = visit.app.validator.read(guessed).await?;
            let tried = Tried::alone(origin, check, ran.run, ran.short_of_fuel);
            Ok(Some(Drawn::Terms { terms, tried, rule }))
        }
        Err(error)
            if matches!(
                error.kind,
                AppErrorKind::TooFast | AppErrorKind::Unavailable
            ) =>
        {
            let why = sentence(&error.to_string());
            Ok(Some(Drawn::Not(say!("problem-form-not-run", why = why))))
        }
        Err(error) => Err(error),
    }
}

/// The form, filled in.
async fn show(visit: &Visit, subject: &Subject, filled: Filled) -> Result<HttpResponse, AppError> {
    let Subject {
        draft,
        room,
        editor,
        ..
    } = subject;
    let Filled {
        values,
        files,
        season,
        errors,
        looks,
        is_unsaved,
    } = filled;
    let (is_staff, chosen, contest) = (visit.is_staff(), season, room.contest);
    let seasons = store::run(&visit.app.pool, move |conn| {
        choices(conn, is_staff, &chosen, Some(contest))
    })
    .await?;
    let defaults = editor.defaults();
    let reader = *editor;
    let typed = values.clone();
    let read = visit
        .app
        .validator
        .read(move || (reader.notes(&files, &typed), reader.drawing(&files)));
    let (notes, drawing) = read.await?;
    let notes = errors_of(notes);
    let drawn = match drawing {
        Some(drawing) => draw(visit, drawing, looks).await?,
        None => None,
    };
    let field = |view: FieldView| FieldView {
        default: defaults.get(&view.name).cloned(),
        // What is wrong is told as an error, once.
        note: notes
            .of(&view.name)
            .filter(|_| !errors.has(&view.name))
            .map(str::to_owned),
        ..view
    };
    let fields = editor.fields().iter();
    let tables = editor.tables().iter().map(|table| {
        let filled = table.filled_rows(&values).last().map_or(0, |last| last + 1);
        let asked = values.get(&format!("{}.rows", table.key));
        let asked = asked.and_then(|rows| rows.parse().ok()).unwrap_or(0);
        let rows = (filled + table.spare).max(asked).min(MAX_ROWS);
        let mut view = TableView::new(table, &values, rows);
        for row in &mut view.rows {
            row.fields = std::mem::take(&mut row.fields)
                .into_iter()
                .map(field)
                .collect();
        }
        view
    });
    let status = if looks || errors.is_empty() {
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
            .map(|of| field(FieldView::new(of, of.key.to_owned(), &values)))
            .collect(),
        tables: tables.collect(),
        drawn_below: editor.drawn_below(),
        drawn,
        seasons,
        errors,
        is_unsaved,
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

/// Performs the action of a button of the form.
async fn answer(
    visit: &Visit,
    subject: Subject,
    mut values: Values,
) -> Result<HttpResponse, AppError> {
    let season = values.remove("season").unwrap_or_default();
    let wanted = values.remove("do").unwrap_or_default();
    let seen = values.remove("seen").unwrap_or_default();
    let editor = subject.editor;
    let (mut files, typed) = (
        subject.files.clone(),
        Typed::new(subject.values.clone(), &values),
    );
    let write = move || (editor.write(&mut files, &typed), files);
    let (written, files) = visit.app.validator.read(write).await?;
    let mut filled = Filled {
        values,
        files,
        season,
        errors: FieldErrors::new(),
        looks: wanted == "look",
        is_unsaved: true,
    };
    if filled.looks {
        filled.errors = errors_of(written.err().unwrap_or_default());
        return show(visit, &subject, filled).await;
    }
    let mut tables = editor.tables().iter();
    if let Some(table) = tables.find(|table| table.key == wanted) {
        let rows = format!("{}.rows", table.key);
        let now = filled.values.get(&rows).and_then(|rows| rows.parse().ok());
        let more = (now.unwrap_or(0) + table.spare).min(MAX_ROWS);
        filled.values.insert(rows, more.to_string());
        return show(visit, &subject, filled).await;
    }
    if seen != subject.seen() {
        filled.errors = FieldErrors::one("", say!("problem-form-replaced"));
        return show(visit, &subject, filled).await;
    }
    visit.app.limiters.submit.check(visit.address)?;
    let saved = match written {
        Ok(()) => {
            let replaced = subject.draft.as_ref().map(|draft| draft.id);
            let (user, package) = (setter(visit)?, packed(&filled.files)?);
            keep_sent(visit, user, replaced, &filled.season, package).await?
        }
        Err(wrong) => Err(errors_of(wrong)),
    };
    match saved {
        Ok(id) => Ok(visit.see_other(&address(id), None)),
        Err(errors) => {
            filled.errors = match errors.of("package") {
                // Nobody here has chosen a file.
                Some(why) => FieldErrors::one("", why),
                None => errors,
            };
            show(visit, &subject, filled).await
        }
    }
}
