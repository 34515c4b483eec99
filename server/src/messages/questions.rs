//! What people ask about a season or one of its problems, and how it is answered.

use super::announcements::doubt;
use super::{ANNOUNCEMENT_MAX_CHARS, MessageError, QUESTION_MAX_CHARS, check_text};
use crate::store::announcements::{self, Announcement, NewAnnouncement};
use crate::store::audit::{self, By};
use crate::store::problems::Problem;
use crate::store::questions::{self, AskedQuestion, NewQuestion, QuestionFilter, SeenBy};
use crate::store::seasons::Season;
use crate::store::{
    AnyConnection, Deed, Moment, QuestionId, SeasonState, StoreError, UserId, problems, seasons,
    users, write,
};
use crate::words::say;

/// Questions of one person about one season that may wait for an answer at a time.
pub const OPEN_AT_A_TIME: i64 = 5;

/// Questions in one list.
pub const LISTED: i64 = 200;

/// Answers that an organizer is offered again.
const USUAL: i64 = 8;

/// A question with its answers, the first one first.
#[derive(Clone, Debug)]
pub struct Thread {
    /// The question.
    pub asked: AskedQuestion,
    /// Title of the problem that it is about.
    pub problem: Option<String>,
    /// Its answers.
    pub answers: Vec<Announcement>,
}

/// Who reads or writes, and what that person may see.
#[derive(Clone, Debug)]
pub struct Member {
    /// Number.
    pub id: UserId,
    /// Sign-in name.
    pub name: String,
    /// The person organizes.
    pub organizes: bool,
}

/// Questions can be asked about a season in this state.
pub fn can_ask(season: &Season) -> bool {
    matches!(
        season.state,
        SeasonState::Scheduled | SeasonState::Open | SeasonState::Frozen | SeasonState::Revealed
    )
}

/// Asks something; `problem` is one that the asker may see.
///
/// # Errors
/// When the text cannot be taken, the season takes no questions, or too many of the asker's wait already.
pub fn ask(
    conn: &mut AnyConnection,
    season: &Season,
    problem: Option<&Problem>,
    asker: UserId,
    text: &str,
    now: Moment,
) -> Result<QuestionId, MessageError> {
    let text = check_text(text, QUESTION_MAX_CHARS)?;
    if !can_ask(season) {
        return Err(MessageError::Refused(say!("ask-not-now").to_owned()));
    }
    write(conn, |conn| {
        // One after the other, so that nobody slips past the limit.
        seasons::load_season_to_change(conn, season.id)?;
        if questions::count_open(conn, season.id, Some(asker))? >= OPEN_AT_A_TIME {
            return Err(MessageError::Refused(say!(
                "ask-too-many",
                n = OPEN_AT_A_TIME
            )));
        }
        Ok(questions::insert_question(
            conn,
            &NewQuestion {
                season_id: season.id,
                problem: problem.map(|problem| problem.slug.as_str()),
                asker_id: asker,
                text: &text,
                asked_at: now,
            },
        )?)
    })
}

/// The slugs of the problems of a season that this person has set.
fn own_problems(
    conn: &mut AnyConnection,
    season: &Season,
    person: UserId,
) -> Result<Vec<String>, StoreError> {
    let all = problems::list_problems(conn, season.id)?.into_iter();
    Ok(all
        .filter(|problem| problem.setter_id == Some(person))
        .map(|problem| problem.slug)
        .collect())
}

/// The questions of a season that a person may see and asks for, newest first.
///
/// # Errors
/// When the database fails.
pub fn list_threads(
    conn: &mut AnyConnection,
    season: &Season,
    member: &Member,
    mut filter: QuestionFilter,
    limit: i64,
) -> Result<Vec<Thread>, StoreError> {
    if !member.organizes {
        filter.seen_by = Some(SeenBy {
            id: member.id,
            problems: own_problems(conn, season, member.id)?,
        });
    }
    let asked = questions::list_questions(conn, season.id, &filter, limit)?;
    let ids: Vec<QuestionId> = asked.iter().map(|it| it.question.id).collect();
    let mut answers = announcements::list_answers(conn, &ids)?;
    let slugs = asked.iter().filter_map(|it| it.question.problem.clone());
    let titles = problems::list_titles(conn, slugs.map(|slug| (season.id, slug)))?;
    Ok(asked
        .into_iter()
        .map(|asked| Thread {
            answers: answers
                .extract_if(.., |it| it.question_id == Some(asked.question.id))
                .collect(),
            problem: (asked.question.problem.as_ref())
                .and_then(|slug| titles.get(&(season.id, slug.clone())).cloned()),
            asked,
        })
        .collect())
}

/// What somebody may do with a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// Answer it.
    Answer,
    /// Propose an answer.
    Draft,
    /// Read it.
    Read,
}

/// A question that a person may see, with its answers and what the person may do with it.
///
/// # Errors
/// When there is none.
pub fn load_thread(
    conn: &mut AnyConnection,
    season: &Season,
    id: QuestionId,
    member: &Member,
) -> Result<(Thread, Right), MessageError> {
    let none = || MessageError::NoQuestion(id.0);
    let asked = questions::find_question(conn, season.id, id)?.ok_or_else(none)?;
    let is_own = asked.question.asker_id == member.id;
    let sets = match &asked.question.problem {
        Some(problem) => own_problems(conn, season, member.id)?.contains(problem),
        None => false,
    };
    let right = match (member.organizes, sets, is_own) {
        (true, ..) => Right::Answer,
        (false, true, _) => Right::Draft,
        (false, false, true) => Right::Read,
        (false, false, false) => return Err(none()),
    };
    let answers = announcements::list_answers(conn, &[id])?;
    let slug = asked.question.problem.clone();
    let titles = problems::list_titles(conn, slug.map(|slug| (season.id, slug)).into_iter())?;
    let thread = Thread {
        problem: titles.into_values().next(),
        asked,
        answers,
    };
    Ok((thread, right))
}

/// The answers that an organizer gave before, to be sent again.
///
/// # Errors
/// When the database fails.
pub fn usual_answers(
    conn: &mut AnyConnection,
    organizer: &Member,
) -> Result<Vec<String>, StoreError> {
    Ok(announcements::list_usual_answers(
        conn,
        &organizer.name,
        USUAL,
    )?)
}

/// Says that this organizer is writing the answer.
///
/// # Errors
/// When there is no such question, or not for this person.
pub fn claim(
    conn: &mut AnyConnection,
    season: &Season,
    id: QuestionId,
    member: &Member,
    now: Moment,
) -> Result<(), MessageError> {
    write(conn, |conn| {
        let (_, right) = load_thread(conn, season, id, member)?;
        if right != Right::Answer {
            return Err(MessageError::NoQuestion(id.0));
        }
        Ok(questions::set_answering(conn, id, &member.name, now)?)
    })
}

/// Keeps what the setter of the problem would answer.
///
/// # Errors
/// When the text cannot be taken, or there is no such question for this person.
pub fn draft(
    conn: &mut AnyConnection,
    season: &Season,
    id: QuestionId,
    member: &Member,
    text: &str,
) -> Result<(), MessageError> {
    let text = check_text(text, ANNOUNCEMENT_MAX_CHARS)?;
    write(conn, |conn| {
        let (_, right) = load_thread(conn, season, id, member)?;
        if right == Right::Read {
            return Err(MessageError::NoQuestion(id.0));
        }
        Ok(questions::set_draft(conn, id, &text, &member.name)?)
    })
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Answering {
    /// What.
    pub text: String,
    /// For everybody, who then read the question without a name.
    pub to_all: bool,
    /// Answers that its writer has seen.
    pub seen: usize,
    /// What is doubtful is meant.
    pub sure: bool,
}

/// Answers a question.
///
/// # Errors
/// When the text cannot be taken, there is no such question for this person, or, unless the organizer is sure, somebody
/// answered meanwhile or the answer names a problem that nobody may know of yet.
pub fn answer(
    conn: &mut AnyConnection,
    season: &Season,
    id: QuestionId,
    member: &Member,
    answering: &Answering,
    (by, now): (&By, Moment),
) -> Result<(), MessageError> {
    let text = check_text(&answering.text, ANNOUNCEMENT_MAX_CHARS)?;
    write(conn, |conn| {
        if load_thread(conn, season, id, member)?.1 != Right::Answer {
            return Err(MessageError::NoQuestion(id.0));
        }
        questions::lock_question(conn, id)?;
        let (thread, _) = load_thread(conn, season, id, member)?;
        let question = &thread.asked.question;
        if !answering.sure {
            if let Some(last) = thread.answers.last()
                && thread.answers.len() > answering.seen
            {
                let name = users::find_user(conn, &last.made_by)?
                    .map_or_else(|| last.made_by.clone(), |user| user.display_name);
                return Err(MessageError::Doubtful(say!(
                    "answer-meanwhile",
                    name = name,
                    text = last.text
                )));
            }
            let mut shown = text.clone();
            if answering.to_all {
                // The question is told with it.
                shown = [&shown, "\n", &question.text].concat();
                shown.extend(question.problem.iter().flat_map(|slug| ["\n", slug]));
            }
            doubt(conn, &shown, Some(season))?;
        }
        announcements::insert_announcement(
            conn,
            &NewAnnouncement {
                season_id: Some(season.id),
                problem: question.problem.as_deref(),
                to_id: (!answering.to_all).then_some(question.asker_id),
                question_id: Some(id),
                text: &text,
                made_by: &member.name,
                made_at: now,
                tells_holding: false,
            },
        )?;
        let number = id.0.to_string();
        audit::note(
            conn,
            by,
            (Deed::QuestionAnswered, &season.slug, &number),
            now,
        )?;
        Ok(questions::set_answered(conn, id, now)?)
    })
}
