//! Questions, answers and announcements.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{OpenApi, ToSchema};

use super::bearer::{Asker, Bearer};
use crate::error::AppError;
use crate::messages::announcements::LISTED;
use crate::messages::questions::{self, Answering, Member, Thread};
use crate::store::announcements::{self, Announcement, AnnouncementFilter, ToldAnnouncement};
use crate::store::{self, AnnouncementId, QuestionId, StoreError};
use crate::web::address_query::AddressQuery;
use crate::web::body;
use crate::web::resources::messages::{Handling, Message, QuestionsQuery, ask, handle, tell};
use crate::web::resources::seasons::load_visible;
use crate::web::route::{at, read};
use crate::web::visit::Visit;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service
        .service(
            web::resource("/announcements")
                .route(read().to(list_announcements))
                .route(web::post().to(announce)),
        )
        .service(at("/announcements/read", web::post().to(dismiss)))
        .service(
            web::resource("/seasons/{season}/questions")
                .route(read().to(list_questions))
                .route(web::post().to(ask_question)),
        )
        .service(at(
            "/seasons/{season}/questions/{id}/claim",
            web::post().to(claim_question),
        ))
        .service(at(
            "/seasons/{season}/questions/{id}/draft",
            web::put().to(propose_answer),
        ))
        .service(at(
            "/seasons/{season}/questions/{id}/answers",
            web::post().to(answer_question),
        ));
}

#[derive(OpenApi)]
#[openapi(paths(
    list_announcements,
    announce,
    dismiss,
    list_questions,
    ask_question,
    claim_question,
    propose_answer,
    answer_question
))]
pub(super) struct Paths;

/// Something that organizers told.
#[derive(Serialize, ToSchema)]
struct AnnouncementAnswer {
    #[schema(value_type = i64)]
    id: AnnouncementId,
    /// The season it is about; the site when there is none.
    season: Option<String>,
    problem: Option<String>,
    /// It is for the owner of the token alone.
    to_you: bool,
    /// The question that it answers.
    question: Option<String>,
    text: String,
    made_at: DateTime<Utc>,
}

impl From<ToldAnnouncement> for AnnouncementAnswer {
    fn from(told: ToldAnnouncement) -> Self {
        let one = told.announcement;
        Self {
            id: one.id,
            season: told.season.map(|(slug, _)| slug),
            problem: one.problem,
            to_you: one.to_id.is_some(),
            question: told.question,
            text: one.text,
            made_at: one.made_at.utc(),
        }
    }
}

/// What organizers told everybody and the owner of the token.
#[derive(Serialize, ToSchema)]
struct AnnouncementsAnswer {
    announcements: Vec<AnnouncementAnswer>,
    /// How many of them the owner of the token has not dismissed.
    unread: Option<i64>,
}

/// What organizers told everybody and the owner of the token, the newest first: the latest two hundred.
#[utoipa::path(get, path = "/announcements", security((), ("token" = [])), responses((status = 200, description = "They", body = AnnouncementsAnswer)))]
async fn list_announcements(
    visit: Visit,
    asker: Asker,
) -> Result<web::Json<AnnouncementsAnswer>, AppError> {
    let reader = asker.reader().id;
    let (told, unread) = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let filter = AnnouncementFilter {
                reader,
                ..AnnouncementFilter::default()
            };
            let told = announcements::list_announcements(conn, &filter, LISTED)?;
            let unread = match reader {
                Some(reader) => {
                    let filter = announcements::load_unread_filter(conn, reader)?;
                    Some(announcements::count_announcements(conn, &filter)?)
                }
                None => None,
            };
            Ok::<_, StoreError>((told, unread))
        })
    })
    .await?;
    Ok(web::Json(AnnouncementsAnswer {
        announcements: told.into_iter().map(Into::into).collect(),
        unread,
    }))
}

/// What is told, to whom.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AnnouncementRequest {
    /// At most 2,000 characters.
    text: String,
    /// About this season; without one about the site.
    season: Option<String>,
    /// To the person with this sign-in name; without one to everybody.
    person: Option<String>,
    /// Tell it although it names a problem that nobody may know of yet.
    #[serde(default)]
    sure: bool,
}

/// The number of what was made.
#[derive(Serialize, ToSchema)]
struct NumberAnswer {
    id: i64,
}

/// Tells everybody or one person something.
#[utoipa::path(post, path = "/announcements", request_body = AnnouncementRequest,
    responses((status = 201, description = "It is told", body = NumberAnswer)))]
async fn announce(
    request: HttpRequest,
    visit: Visit,
    bearer: Bearer,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let user = bearer.0.clone();
    bearer.organizer()?;
    let wanted: AnnouncementRequest = body::read_json(&request, payload).await?;
    let message = Message {
        text: wanted.text,
        season: wanted.season,
        person: wanted.person,
        sure: wanted.sure,
    };
    let id = tell(&visit, message, &user).await??;
    Ok(HttpResponse::Created().json(NumberAnswer { id: id.0 }))
}

/// What is dismissed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DismissRequest {
    /// The number of the last announcement that is dismissed; earlier ones are as well.
    until: i64,
}

/// Dismisses announcements.
#[utoipa::path(post, path = "/announcements/read", request_body = DismissRequest,
    responses((status = 204, description = "They are dismissed")))]
async fn dismiss(
    request: HttpRequest,
    visit: Visit,
    bearer: Bearer,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let wanted: DismissRequest = body::read_json(&request, payload).await?;
    let (user, until) = (bearer.0.id, AnnouncementId(wanted.until));
    store::run_transaction(&visit.app.pool, move |conn| {
        announcements::set_mark(conn, user, until).map_err(StoreError::from)
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}

/// An answer to a question.
#[derive(Serialize, ToSchema)]
struct AnswerAnswer {
    text: String,
    /// It is for everybody.
    to_all: bool,
    made_at: DateTime<Utc>,
}

impl From<Announcement> for AnswerAnswer {
    fn from(answer: Announcement) -> Self {
        Self {
            text: answer.text,
            to_all: answer.to_id.is_none(),
            made_at: answer.made_at.utc(),
        }
    }
}

/// A question.
#[derive(Serialize, ToSchema)]
struct QuestionAnswer {
    #[schema(value_type = i64)]
    id: QuestionId,
    problem: Option<String>,
    /// Sign-in name of who asks; for organizers.
    person: Option<String>,
    text: String,
    asked_at: DateTime<Utc>,
    /// Sign-in name of who said last to be writing the answer; for organizers.
    answering: Option<String>,
    /// What the setter proposes to answer; for organizers and the setter.
    draft: Option<String>,
    answers: Vec<AnswerAnswer>,
}

fn question_answer(thread: Thread, reader: &Member) -> QuestionAnswer {
    let question = thread.asked.question;
    let helps = reader.organizes || question.asker_id != reader.id;
    QuestionAnswer {
        id: question.id,
        problem: question.problem,
        person: reader.organizes.then_some(thread.asked.name),
        text: question.text,
        asked_at: question.asked_at.utc(),
        answering: question.answering_by.filter(|_| reader.organizes),
        draft: Some(question.draft).filter(|draft| helps && !draft.is_empty()),
        answers: thread.answers.into_iter().map(Into::into).collect(),
    }
}

/// The questions that the owner of the token may see.
#[derive(Serialize, ToSchema)]
struct QuestionsAnswer {
    questions: Vec<QuestionAnswer>,
}

/// Questions about a season, the newest first: one's own, a setter's those about own problems, an organizer's all.
#[utoipa::path(
    get,
    path = "/seasons/{season}/questions",
    params(
        ("state" = Option<String>, Query, description = "`open` or `answered`"),
        ("problem" = Option<String>, Query, description = "Slug of a problem"),
        ("person" = Option<String>, Query, description = "Sign-in name of who asks"),
    ),
    responses((status = 200, description = "They", body = QuestionsAnswer)),
)]
async fn list_questions(
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
    query: AddressQuery<QuestionsQuery>,
) -> Result<web::Json<QuestionsAnswer>, AppError> {
    let (reader, member) = (bearer.reader(), Member::from(&bearer.0));
    let filter = query.filter()?;
    let questions = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let season = load_visible(conn, &slug, reader)?;
            let threads = questions::list_threads(conn, &season, &member, filter, LISTED)?;
            let answers = threads
                .into_iter()
                .map(|thread| question_answer(thread, &member));
            Ok::<_, AppError>(answers.collect())
        })
    })
    .await?;
    Ok(web::Json(QuestionsAnswer { questions }))
}

/// What is asked.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct QuestionRequest {
    /// At most 500 characters.
    text: String,
    /// About this problem; without one about the season.
    problem: Option<String>,
}

/// Asks the organizers something. Five questions may wait for an answer at a time.
#[utoipa::path(post, path = "/seasons/{season}/questions", request_body = QuestionRequest,
    responses((status = 201, description = "It is asked", body = NumberAnswer)))]
async fn ask_question(
    request: HttpRequest,
    visit: Visit,
    bearer: Bearer,
    slug: web::Path<String>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let wanted: QuestionRequest = body::read_json(&request, payload).await?;
    let slug = slug.into_inner();
    let id = ask(&visit, slug, wanted.problem, wanted.text, &bearer.0).await??;
    Ok(HttpResponse::Created().json(NumberAnswer { id: id.0 }))
}

/// Says that the owner of the token is writing the answer, for other organizers.
#[utoipa::path(post, path = "/seasons/{season}/questions/{id}/claim",
    responses((status = 204, description = "It is said")))]
async fn claim_question(
    visit: Visit,
    bearer: Bearer,
    path: web::Path<(String, i64)>,
) -> Result<HttpResponse, AppError> {
    let (slug, id) = path.into_inner();
    handle(&visit, slug, QuestionId(id), Handling::Claim, &bearer.0).await??;
    Ok(HttpResponse::NoContent().finish())
}

/// What a setter proposes.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DraftRequest {
    /// At most 2,000 characters.
    text: String,
}

/// Proposes an answer to a question about a problem of the owner of the token.
#[utoipa::path(put, path = "/seasons/{season}/questions/{id}/draft", request_body = DraftRequest,
    responses((status = 204, description = "It is kept")))]
async fn propose_answer(
    request: HttpRequest,
    visit: Visit,
    bearer: Bearer,
    path: web::Path<(String, i64)>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let wanted: DraftRequest = body::read_json(&request, payload).await?;
    let (slug, id) = path.into_inner();
    let handling = Handling::Draft(wanted.text);
    handle(&visit, slug, QuestionId(id), handling, &bearer.0).await??;
    Ok(HttpResponse::NoContent().finish())
}

/// What is answered.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AnswerRequest {
    /// At most 2,000 characters.
    text: String,
    /// For everybody, who then read the question without a name.
    #[serde(default)]
    to_all: bool,
    /// How many answers there were when it was written; when there are more, it is refused.
    #[serde(default)]
    seen: usize,
    /// Send it all the same, and although it names a problem that nobody may know of yet.
    #[serde(default)]
    sure: bool,
}

/// Answers a question.
#[utoipa::path(post, path = "/seasons/{season}/questions/{id}/answers", request_body = AnswerRequest,
    responses((status = 204, description = "It is answered")))]
async fn answer_question(
    request: HttpRequest,
    visit: Visit,
    bearer: Bearer,
    path: web::Path<(String, i64)>,
    payload: web::Payload,
) -> Result<HttpResponse, AppError> {
    let wanted: AnswerRequest = body::read_json(&request, payload).await?;
    let (slug, id) = path.into_inner();
    let answering = Answering {
        text: wanted.text,
        to_all: wanted.to_all,
        seen: wanted.seen,
        sure: wanted.sure,
    };
    let handling = Handling::Answer(answering);
    handle(&visit, slug, QuestionId(id), handling, &bearer.0).await??;
    Ok(HttpResponse::NoContent().finish())
}
