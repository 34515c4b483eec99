//! Questions to organizers: `questions`. Answers are announcements.

use diesel::prelude::*;

use super::schema::{announcements, questions, seasons, users};
use super::{AnyConnection, Moment, QuestionId, SeasonId, SeasonState, UserId, may_exist};

/// A question.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = questions)]
pub struct Question {
    /// Number.
    pub id: QuestionId,
    /// The season that it is about.
    pub season_id: SeasonId,
    /// The slug of the problem that it is about, in any version.
    pub problem: Option<String>,
    /// The person who asks.
    pub asker_id: UserId,
    /// The text.
    pub text: String,
    /// When it was asked.
    pub asked_at: Moment,
    /// The setter's proposed answer; empty if there is none.
    pub draft: String,
    /// Who proposed it.
    pub drafted_by: Option<String>,
    /// Who last said that they are writing the answer.
    pub answering_by: Option<String>,
    /// When that was.
    pub answering_at: Option<Moment>,
    /// When it was answered last.
    pub answered_at: Option<Moment>,
}

/// A question with the asker's names.
#[derive(Clone, Debug, Queryable)]
pub struct AskedQuestion {
    /// The question.
    pub question: Question,
    /// Sign-in name.
    pub name: String,
    /// The asker's display name.
    pub display_name: String,
}

/// Which questions to list.
#[derive(Clone, Debug, Default)]
pub struct QuestionFilter {
    /// Only unanswered ones, or only answered ones.
    pub answered: Option<bool>,
    /// About the problem of this slug.
    pub problem: Option<String>,
    /// Of the person with this sign-in name.
    pub person: Option<String>,
    /// Only those that a person who is not an organizer may see.
    pub seen_by: Option<SeenBy>,
}

/// A person who sees their own questions, and those about their own problems.
#[derive(Clone, Debug)]
pub struct SeenBy {
    /// The person.
    pub id: UserId,
    /// Slugs of the person's problems in the season.
    pub problems: Vec<String>,
}

/// A question to be stored.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = questions)]
pub struct NewQuestion<'a> {
    /// The season.
    pub season_id: SeasonId,
    /// Slug of the problem.
    pub problem: Option<&'a str>,
    /// The person who asks.
    pub asker_id: UserId,
    /// The text.
    pub text: &'a str,
    /// When it was asked.
    pub asked_at: Moment,
}

/// Stores a question.
pub fn insert_question(
    conn: &mut AnyConnection,
    question: &NewQuestion<'_>,
) -> QueryResult<QuestionId> {
    diesel::insert_into(questions::table)
        .values(question)
        .returning(questions::id)
        .get_result(conn)
}

/// How many questions of a season are unanswered: of one person, or of all.
pub fn count_open(
    conn: &mut AnyConnection,
    season: SeasonId,
    asker: Option<UserId>,
) -> QueryResult<i64> {
    let mut query = questions::table
        .filter(questions::season_id.eq(season))
        .filter(questions::answered_at.is_null())
        .into_boxed();
    if let Some(asker) = asker {
        query = query.filter(questions::asker_id.eq(asker));
    }
    query.count().get_result(conn)
}

/// At most so many questions that wait are counted.
const MOST_COUNTED: i64 = 99;

/// The slug of the season whose question waits longest, and how many wait in all seasons that are not over.
pub fn find_waiting(conn: &mut AnyConnection) -> QueryResult<Option<(String, usize)>> {
    let over = [SeasonState::Final, SeasonState::Cancelled];
    let seasons: Vec<String> = questions::table
        .inner_join(seasons::table.on(questions::season_id.eq(seasons::id)))
        .filter(questions::answered_at.is_null())
        .filter(seasons::state.ne_all(over))
        .order(questions::id)
        .limit(MOST_COUNTED)
        .select(seasons::slug)
        .load(conn)?;
    let count = seasons.len();
    Ok(seasons.into_iter().next().map(|first| (first, count)))
}

/// The question of that number in a season.
pub fn find_question(
    conn: &mut AnyConnection,
    season: SeasonId,
    id: QuestionId,
) -> QueryResult<Option<AskedQuestion>> {
    questions::table
        .inner_join(users::table)
        .filter(questions::season_id.eq(season))
        .filter(questions::id.eq(id))
        .select((Question::as_select(), users::name, users::display_name))
        .first(conn)
        .optional()
}

/// The matching questions of a season, newest first.
pub fn list_questions(
    conn: &mut AnyConnection,
    season: SeasonId,
    filter: &QuestionFilter,
    limit: i64,
) -> QueryResult<Vec<AskedQuestion>> {
    let mut query = questions::table
        .inner_join(users::table)
        .filter(questions::season_id.eq(season))
        .order(questions::id.desc())
        .limit(limit)
        .select((Question::as_select(), users::name, users::display_name))
        .into_boxed();
    match filter.answered {
        Some(true) => query = query.filter(questions::answered_at.is_not_null()),
        Some(false) => query = query.filter(questions::answered_at.is_null()),
        None => {}
    }
    if let Some(problem) = &filter.problem {
        if !may_exist(problem) {
            return Ok(Vec::new());
        }
        query = query.filter(questions::problem.eq(problem));
    }
    if let Some(person) = &filter.person {
        if !may_exist(person) {
            return Ok(Vec::new());
        }
        query = query.filter(users::name_key.eq(person.to_ascii_lowercase()));
    }
    if let Some(reader) = &filter.seen_by {
        query = query.filter(
            questions::asker_id
                .eq(reader.id)
                .or(questions::problem.eq_any(&reader.problems)),
        );
    }
    query.load(conn)
}

/// Stores the setter's proposed answer.
pub fn set_draft(
    conn: &mut AnyConnection,
    id: QuestionId,
    draft: &str,
    by: &str,
) -> QueryResult<()> {
    diesel::update(questions::table.find(id))
        .set((questions::draft.eq(draft), questions::drafted_by.eq(by)))
        .execute(conn)
        .map(drop)
}

/// Records who is writing the answer.
pub fn set_answering(
    conn: &mut AnyConnection,
    id: QuestionId,
    by: &str,
    now: Moment,
) -> QueryResult<()> {
    diesel::update(questions::table.find(id))
        .set((
            questions::answering_by.eq(by),
            questions::answering_at.eq(now),
        ))
        .execute(conn)
        .map(drop)
}

/// Records that there is an answer.
pub fn set_answered(conn: &mut AnyConnection, id: QuestionId, now: Moment) -> QueryResult<()> {
    diesel::update(questions::table.find(id))
        .set(questions::answered_at.eq(now))
        .execute(conn)
        .map(drop)
}

/// Locks a question against other answers, and returns when it was last answered.
pub fn lock_question(conn: &mut AnyConnection, id: QuestionId) -> QueryResult<Option<Moment>> {
    // An update that changes nothing: the row stays locked until the transaction ends.
    diesel::update(questions::table.find(id))
        .set(questions::draft.eq(questions::draft))
        .returning(questions::answered_at)
        .get_result(conn)
}

/// The questions that a person asked, with the slugs of their seasons, in their order.
pub fn list_own(conn: &mut AnyConnection, user: UserId) -> QueryResult<Vec<(Question, String)>> {
    questions::table
        .inner_join(seasons::table.on(seasons::id.eq(questions::season_id)))
        .filter(questions::asker_id.eq(user))
        .order(questions::id)
        .select((Question::as_select(), seasons::slug))
        .load(conn)
}

/// Deletes a person's questions and the announcements to the person alone. Answers to everybody stay.
pub(super) fn delete_questions_of(conn: &mut AnyConnection, user: UserId) -> QueryResult<()> {
    diesel::delete(announcements::table)
        .filter(announcements::to_id.eq(user))
        .execute(conn)?;
    let asked = questions::table
        .filter(questions::asker_id.eq(user))
        .select(questions::id)
        .load::<QuestionId>(conn)?;
    for id in asked {
        diesel::update(announcements::table)
            .filter(announcements::question_id.eq(id))
            .set(announcements::question_id.eq(None::<QuestionId>))
            .execute(conn)?;
        diesel::delete(questions::table.find(id)).execute(conn)?;
    }
    Ok(())
}

/// Who asked a question.
pub fn find_asker(conn: &mut AnyConnection, id: QuestionId) -> QueryResult<Option<UserId>> {
    questions::table
        .find(id)
        .select(questions::asker_id)
        .first(conn)
        .optional()
}
