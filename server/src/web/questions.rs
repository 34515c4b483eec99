//! Questions about a season: asking, reading, and how organizers and setters answer.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use serde::Deserialize;

use super::announcement_views::announcement_view;
use super::cookies::Notice;
use super::middleware::sentence;
use super::organize::organizer;
use super::resources::messages::{Handling, QuestionsQuery, ask, handle};
use super::resources::problems::list_visible;
use super::resources::reader::Reader;
use super::resources::seasons::{load_any, load_visible};
use super::route::{at, read};
use super::views::season_head;
use super::visit::Visit;
use crate::error::{AppError, AppErrorKind};
use crate::messages::MessageError;
use crate::messages::announcements::LISTED;
use crate::messages::questions::{self, Answering, Member, Right, Thread};
use crate::pages::messages::{AnswerView, QuestionPage, QuestionsPage, ThreadView, csv};
use crate::store::announcements::{self, AnnouncementFilter};
use crate::store::{self, QuestionId, problems};
use crate::web::address_query::AddressQuery;

/// Questions in one list for spreadsheets.
const CSV_ROWS: i64 = 10_000;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(
            web::resource("/seasons/{season}/questions")
                .route(read().to(list))
                .route(web::post().to(send)),
        )
        .service(at("/seasons/{season}/questions.csv", read().to(as_csv)))
        .service(at("/seasons/{season}/questions/{id}", read().to(one)))
        .service(
            web::resource("/seasons/{season}/questions/{id}/{action}")
                .route(read().to(back))
                .route(web::post().to(act)),
        );
}

/// What was typed into a form that was refused.
#[derive(Default)]
struct Refused {
    text: String,
    why: Option<String>,
    asks: bool,
    to_all: bool,
}

impl Refused {
    fn of(error: &MessageError, text: String) -> (StatusCode, Self) {
        let (status, asks) = match error {
            MessageError::Doubtful(_) => (StatusCode::CONFLICT, true),
            MessageError::Refused(_) => (StatusCode::CONFLICT, false),
            _ => (StatusCode::UNPROCESSABLE_ENTITY, false),
        };
        let why = Some(sentence(&error.to_string()));
        (
            status,
            Self {
                text,
                why,
                asks,
                to_all: false,
            },
        )
    }
}

async fn list(
    visit: Visit,
    slug: web::Path<String>,
    query: AddressQuery<QuestionsQuery>,
) -> Result<HttpResponse, AppError> {
    let (slug, query) = (slug.into_inner(), query.into_inner());
    show_list(&visit, slug, query, StatusCode::OK, Refused::default()).await
}

async fn show_list(
    visit: &Visit,
    slug: String,
    query: QuestionsQuery,
    status: StatusCode,
    refused: Refused,
) -> Result<HttpResponse, AppError> {
    let (shell, reader) = (visit.shell(), Reader::of(visit));
    let member = visit.user().map(Member::from);
    let mut filter = query.filter()?;
    let page = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_visible(conn, &slug, reader)?;
            let visible = problems::newest(list_visible(conn, &season, reader)?);
            let sets = visible
                .iter()
                .any(|it| it.setter_id.is_some() && it.setter_id == reader.id);
            if !reader.staff {
                filter.person = None;
            }
            if !reader.staff && !sets {
                // The address names the problem to ask about.
                filter.problem = None;
            }
            let threads = match &member {
                Some(member) => {
                    questions::list_threads(conn, &season, member, filter, questions::LISTED)?
                        .into_iter()
                        .map(|thread| thread_view(thread, member))
                        .collect()
                }
                None => Vec::new(),
            };
            let filter = AnnouncementFilter {
                season: Some(season.id),
                answers: true,
                ..AnnouncementFilter::default()
            };
            let told = announcements::list_announcements(conn, &filter, LISTED)?;
            Ok::<_, AppError>(QuestionsPage {
                shell,
                takes: questions::can_ask(&season),
                season: season_head(&season),
                problems: visible.into_iter().map(|it| (it.slug, it.title)).collect(),
                problem: query.problem,
                state: query.state,
                person: query.person,
                threads,
                told: told.into_iter().map(announcement_view).collect(),
                sees_others: reader.staff || sets,
                organizes: reader.staff,
                text: refused.text,
                refused: refused.why,
            })
        })
    })
    .await?;
    visit.page_with(status, &page)
}

/// The questions that are looked for, as a list for spreadsheets.
async fn as_csv(
    visit: Visit,
    slug: web::Path<String>,
    query: AddressQuery<QuestionsQuery>,
) -> Result<HttpResponse, AppError> {
    organizer(&visit)?;
    let member = Member::from(visit.require_user()?);
    let (filter, file) = (query.filter()?, format!("{slug}-questions.csv"));
    let threads = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_any(conn, &slug)?;
            let threads = questions::list_threads(conn, &season, &member, filter, CSV_ROWS)?;
            let views = threads.into_iter().map(|it| thread_view(it, &member));
            Ok::<_, AppError>(views.collect::<Vec<_>>())
        })
    })
    .await?;
    Ok(visit.spreadsheet(&file, csv(&threads)))
}

/// A question as this person may see it.
fn thread_view(thread: Thread, reader: &Member) -> ThreadView {
    let asked = thread.asked;
    let question = asked.question;
    let helps = reader.organizes || question.asker_id != reader.id;
    let by_other = question.answering_by.filter(|name| *name != reader.name);
    // A person who has answered is no longer writing an answer.
    let since = question
        .answering_at
        .filter(|since| question.answered_at.is_none_or(|at| at < *since));
    ThreadView {
        id: question.id.0,
        problem: question.problem,
        problem_title: thread.problem,
        asker: reader.organizes.then_some((asked.name, asked.display_name)),
        text: question.text,
        asked_at: question.asked_at.utc(),
        answering: by_other
            .zip(since)
            .filter(|_| reader.organizes)
            .map(|(name, at)| (name, at.utc())),
        draft: question
            .drafted_by
            .filter(|_| helps && !question.draft.is_empty())
            .map(|name| (question.draft, name)),
        answers: thread
            .answers
            .into_iter()
            .map(|answer| AnswerView {
                text: answer.text,
                to_all: answer.to_id.is_none(),
                by: reader.organizes.then_some(answer.made_by),
                at: answer.made_at.utc(),
            })
            .collect(),
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct AskForm {
    csrf_token: String,
    problem: String,
    text: String,
}

async fn send(
    visit: Visit,
    slug: web::Path<String>,
    form: web::Form<AskForm>,
) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?;
    visit.check_form(&form.csrf_token)?;
    let (slug, form) = (slug.into_inner(), form.into_inner());
    let problem = Some(form.problem.clone()).filter(|slug| !slug.is_empty());
    match ask(&visit, slug.clone(), problem, form.text.clone(), user).await? {
        Ok(_) => Ok(visit.see_other(&format!("/seasons/{slug}/questions"), Some(Notice::Asked))),
        Err(error) => {
            let (status, refused) = Refused::of(&error, form.text);
            let query = QuestionsQuery {
                problem: form.problem,
                ..QuestionsQuery::default()
            };
            show_list(&visit, slug, query, status, refused).await
        }
    }
}

#[derive(Deserialize)]
struct UsualQuery {
    usual: Option<usize>,
}

async fn one(
    visit: Visit,
    path: web::Path<(String, i64)>,
    query: AddressQuery<UsualQuery>,
) -> Result<HttpResponse, AppError> {
    let (slug, id) = path.into_inner();
    show_one(&visit, slug, id, query.usual, StatusCode::OK, None).await
}

async fn show_one(
    visit: &Visit,
    slug: String,
    id: i64,
    usual: Option<usize>,
    status: StatusCode,
    refused: Option<Refused>,
) -> Result<HttpResponse, AppError> {
    let member = Member::from(visit.require_user()?);
    let (shell, reader) = (visit.shell(), Reader::of(visit));
    let page = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_visible(conn, &slug, reader)?;
            let (thread, right) = questions::load_thread(conn, &season, QuestionId(id), &member)?;
            let offered = if right == Right::Answer {
                questions::usual_answers(conn, &member)?
            } else {
                Vec::new()
            };
            let thread = thread_view(thread, &member);
            let chosen = usual.and_then(|at| offered.get(at).cloned());
            let proposed = thread.draft.clone().map(|(text, _)| text);
            let refused = refused.unwrap_or_else(|| Refused {
                text: chosen.or(proposed).unwrap_or_default(),
                ..Refused::default()
            });
            Ok::<_, AppError>(QuestionPage {
                shell,
                season: season_head(&season),
                thread,
                right,
                text: refused.text,
                to_all: refused.to_all,
                usual: offered,
                refused: refused.why,
                asks: refused.asks,
            })
        })
    })
    .await?;
    visit.page_with(status, &page)
}

/// Leads whoever reloads the address of an action to the question.
async fn back(path: web::Path<(String, i64, String)>) -> HttpResponse {
    let (slug, id, _) = path.into_inner();
    HttpResponse::SeeOther()
        .insert_header(("Location", format!("/seasons/{slug}/questions/{id}")))
        .finish()
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct AnswerForm {
    csrf_token: String,
    text: String,
    /// `all`, or else the asker.
    to: String,
    /// Answers that the organizer has seen.
    seen: usize,
    sure: String,
}

async fn act(
    visit: Visit,
    path: web::Path<(String, i64, String)>,
    form: web::Form<AnswerForm>,
) -> Result<HttpResponse, AppError> {
    let user = visit.require_user()?;
    visit.check_form(&form.csrf_token)?;
    let ((slug, id, action), form) = (path.into_inner(), form.into_inner());
    let to_all = form.to == "all";
    let (handling, notice) = match action.as_str() {
        "claim" => (Handling::Claim, None),
        "draft" => (Handling::Draft(form.text.clone()), Some(Notice::Saved)),
        "answer" => {
            let answering = Answering {
                text: form.text.clone(),
                to_all,
                seen: form.seen,
                sure: !form.sure.is_empty(),
            };
            (Handling::Answer(answering), Some(Notice::Answered))
        }
        _ => return Err(AppError::new(AppErrorKind::NotFound)),
    };
    match handle(&visit, slug.clone(), QuestionId(id), handling, user).await? {
        Ok(()) => Ok(visit.see_other(&format!("/seasons/{slug}/questions/{id}"), notice)),
        Err(error) => {
            let (status, refused) = Refused::of(&error, form.text);
            let refused = Refused { to_all, ..refused };
            show_one(&visit, slug, id, None, status, Some(refused)).await
        }
    }
}
