//! Questions and announcements: who may read, ask, answer and tell.

use serde::Deserialize;

use super::problems::load_visible as load_visible_problem;
use super::reader::Reader;
use super::seasons::{load_any, load_visible};
use crate::error::{AppError, AppErrorKind};
use crate::events::News;
use crate::messages::MessageError;
use crate::messages::announcements::{self, Telling};
use crate::messages::questions::{self, Answering, Member};
use crate::store::questions::QuestionFilter;
use crate::store::seasons::Season;
use crate::store::users::User;
use crate::store::{self, AnnouncementId, AnyConnection, QuestionId};
use crate::web::visit::Visit;
use crate::words::say;

/// Which questions are asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(in crate::web) struct QuestionsQuery {
    /// `open`, `answered`, or nothing.
    pub(in crate::web) state: String,
    /// Slug of a problem, or nothing.
    pub(in crate::web) problem: String,
    /// Sign-in name, or nothing.
    pub(in crate::web) person: String,
}

impl QuestionsQuery {
    /// The filter of these words.
    ///
    /// # Errors
    /// When there is no such state.
    pub(in crate::web) fn filter(&self) -> Result<QuestionFilter, AppError> {
        let filled = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        Ok(QuestionFilter {
            answered: match self.state.as_str() {
                "" => None,
                "open" => Some(false),
                "answered" => Some(true),
                _ => {
                    let message = say!("questions-state-wrong");
                    return Err(AppError::because(AppErrorKind::Invalid, message));
                }
            },
            problem: filled(&self.problem),
            person: filled(&self.person),
            seen_by: None,
        })
    }
}

impl From<&User> for Member {
    fn from(user: &User) -> Self {
        Self {
            id: user.id,
            name: user.name.clone(),
            organizes: user.role.sees_hidden_terms(),
        }
    }
}

/// The result of a message that was written: stored, or why it was refused, which the page with the form shows.
pub(in crate::web) type Taken<T> = Result<Result<T, MessageError>, AppError>;

/// An internal error is not a refusal.
fn taken<T>(outcome: Result<T, MessageError>) -> Taken<T> {
    match outcome {
        Err(error @ (MessageError::Store(_) | MessageError::NoQuestion(_))) => Err(error.into()),
        outcome => Ok(outcome),
    }
}

/// Asks something about a season, or about one of its problems that the asker may see.
///
/// # Errors
/// When there is no such season or problem.
pub(in crate::web) async fn ask(
    visit: &Visit,
    slug: String,
    problem: Option<String>,
    text: String,
    user: &User,
) -> Taken<QuestionId> {
    let (reader, asker, now) = (Reader::person(user), user.id, visit.now);
    store::run_write(&visit.app.pool, move |conn| {
        let (season, problem) = match problem {
            Some(problem) => {
                let place = load_visible_problem(conn, &slug, &problem, reader)?;
                (place.season, Some(place.problem))
            }
            None => (load_visible(conn, &slug, reader)?, None),
        };
        taken(questions::ask(
            conn,
            &season,
            problem.as_ref(),
            asker,
            &text,
            now,
        ))
    })
    .await
}

/// An action on a question.
#[derive(Clone, Debug)]
pub(in crate::web) enum Handling {
    /// A person says that they are writing the answer.
    Claim,
    /// The setter proposes an answer.
    Draft(String),
    /// It is answered.
    Answer(Answering),
}

/// Performs an action on a question.
///
/// # Errors
///
/// When there is no such question for this person.
pub(in crate::web) async fn handle(
    visit: &Visit,
    slug: String,
    id: QuestionId,
    handling: Handling,
    user: &User,
) -> Taken<()> {
    let (reader, member, now) = (Reader::person(user), Member::from(user), visit.now);
    let by = visit.by(user);
    let done = store::run_write(&visit.app.pool, move |conn| {
        let season = load_visible(conn, &slug, reader)?;
        taken(match &handling {
            Handling::Claim => questions::claim(conn, &season, id, &member, now),
            Handling::Draft(text) => questions::draft(conn, &season, id, &member, text),
            Handling::Answer(it) => questions::answer(conn, &season, id, &member, it, (&by, now)),
        })
    })
    .await?;
    visit.app.events.publish(News::Changed);
    Ok(done)
}

/// What an organizer wants to tell, as it was typed.
pub(in crate::web) struct Message {
    pub(in crate::web) text: String,
    /// Slug of the season; the site when there is none.
    pub(in crate::web) season: Option<String>,
    /// Sign-in name; everybody when there is none.
    pub(in crate::web) person: Option<String>,
    /// The organizer has confirmed the warnings.
    pub(in crate::web) sure: bool,
}

/// Tells everybody or one person something.
///
/// # Errors
/// When there is no such season.
pub(in crate::web) async fn tell(
    visit: &Visit,
    message: Message,
    user: &User,
) -> Taken<AnnouncementId> {
    let (by, now) = (visit.by(user), visit.now);
    let told = store::run_write(&visit.app.pool, move |conn| {
        let telling = Telling {
            text: message.text,
            season: season_of(conn, message.season.as_deref())?,
            person: message.person,
            sure: message.sure,
        };
        taken(announcements::tell(conn, &telling, &by, now))
    })
    .await?;
    visit.app.events.publish(News::Changed);
    Ok(told)
}

fn season_of(conn: &mut AnyConnection, slug: Option<&str>) -> Result<Option<Season>, AppError> {
    slug.map(|slug| load_any(conn, slug)).transpose()
}
