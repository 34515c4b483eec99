//! Announcements of organizers, to everybody or to one person: `announcements`. The answer to a question is one too.

use diesel::dsl::max;
use diesel::prelude::*;

use super::schema::{announcements, questions, seasons, users};
use super::{
    AnnouncementId, AnyConnection, Moment, QuestionId, SeasonId, SeasonState, UserId, mails,
    problems,
};

/// An announcement.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = announcements)]
pub struct Announcement {
    /// Number.
    pub id: AnnouncementId,
    /// The season that it is about; `None` if it is about the site.
    pub season_id: Option<SeasonId>,
    /// The slug of the problem that it is about.
    pub problem: Option<String>,
    /// The recipient; `None` if it is for everybody.
    pub to_id: Option<UserId>,
    /// The question that it answers.
    pub question_id: Option<QuestionId>,
    /// The text.
    pub text: String,
    /// The sign-in name of the organizer.
    pub made_by: String,
    /// When it was made.
    pub made_at: Moment,
}

/// An announcement with the names of what it is about.
#[derive(Clone, Debug)]
pub struct ToldAnnouncement {
    /// The announcement.
    pub announcement: Announcement,
    /// Slug and title of the season.
    pub season: Option<(String, String)>,
    /// Title of the problem.
    pub problem: Option<String>,
    /// The question that it answers.
    pub question: Option<String>,
}

/// An announcement with slug and title of its season and the text of its question.
type FoundAnnouncement = (Announcement, Option<(String, String)>, Option<String>);

/// Adds the titles of problems.
fn with_titles(
    conn: &mut AnyConnection,
    found: Vec<FoundAnnouncement>,
) -> QueryResult<Vec<ToldAnnouncement>> {
    let of = |one: &Announcement| one.season_id.zip(one.problem.clone());
    let titles = problems::list_titles(conn, found.iter().filter_map(|(one, ..)| of(one)))?;
    let told = found
        .into_iter()
        .map(|(announcement, season, question)| ToldAnnouncement {
            problem: of(&announcement).and_then(|of| titles.get(&of).cloned()),
            announcement,
            season,
            question,
        });
    Ok(told.collect())
}

/// An announcement to be stored.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = announcements)]
pub struct NewAnnouncement<'a> {
    /// The season.
    pub season_id: Option<SeasonId>,
    /// Slug of the problem.
    pub problem: Option<&'a str>,
    /// The recipient.
    pub to_id: Option<UserId>,
    /// The question that it answers.
    pub question_id: Option<QuestionId>,
    /// The text.
    pub text: &'a str,
    /// The organizer.
    pub made_by: &'a str,
    /// When.
    pub made_at: Moment,
    /// Whether it tells that the problem is hidden or shown again.
    pub tells_holding: bool,
}

/// Stores an announcement, inside a write transaction, and queues its mails.
pub fn insert_announcement(
    conn: &mut AnyConnection,
    announcement: &NewAnnouncement<'_>,
) -> QueryResult<AnnouncementId> {
    let id = diesel::insert_into(announcements::table)
        .values(announcement)
        .returning(announcements::id)
        .get_result(conn)?;
    mails::queue_announcement(conn, id, announcement.made_at)?;
    Ok(id)
}

/// The latest announcement of the same organizer that has the same text, season and recipient, made since `since`.
pub fn find_repeated(
    conn: &mut AnyConnection,
    new: &NewAnnouncement<'_>,
    since: Moment,
) -> QueryResult<Option<AnnouncementId>> {
    let told: Vec<(AnnouncementId, Option<SeasonId>, Option<UserId>)> = announcements::table
        .filter(announcements::made_by.eq(new.made_by))
        .filter(announcements::made_at.ge(since))
        .filter(announcements::text.eq(new.text))
        .order(announcements::id.desc())
        .select((
            announcements::id,
            announcements::season_id,
            announcements::to_id,
        ))
        .load(conn)?;
    let is_same = |(_, season, to): &(_, _, _)| (*season, *to) == (new.season_id, new.to_id);
    Ok(told.into_iter().find(is_same).map(|(id, ..)| id))
}

/// Removes what was told of problems of a season, or of one of them, being hidden or shown, with the mails that still
/// wait: it does not hold any more. `kept` and what came after it stays.
pub fn delete_holding(
    conn: &mut AnyConnection,
    season: SeasonId,
    problem: Option<&str>,
    kept: Option<AnnouncementId>,
) -> QueryResult<()> {
    let mut told = diesel::delete(announcements::table)
        .filter(announcements::season_id.eq(season))
        .filter(announcements::tells_holding)
        .into_boxed();
    if let Some(problem) = problem {
        told = told.filter(announcements::problem.eq(problem));
    }
    if let Some(kept) = kept {
        told = told.filter(announcements::id.lt(kept));
    }
    told.execute(conn).map(drop)
}

/// The announcement of that number.
pub fn find_announcement(
    conn: &mut AnyConnection,
    id: AnnouncementId,
) -> QueryResult<Option<ToldAnnouncement>> {
    let found = announcements::table
        .left_join(seasons::table)
        .left_join(questions::table)
        .filter(announcements::id.eq(id))
        .select((
            Announcement::as_select(),
            (seasons::slug, seasons::title).nullable(),
            questions::text.nullable(),
        ))
        .load(conn)?;
    Ok(with_titles(conn, found)?.pop())
}

/// The answers to these questions, the first one first.
pub fn list_answers(
    conn: &mut AnyConnection,
    questions: &[QuestionId],
) -> QueryResult<Vec<Announcement>> {
    announcements::table
        .filter(announcements::question_id.eq_any(questions))
        .order(announcements::id)
        .select(Announcement::as_select())
        .load(conn)
}

/// The texts that an organizer has answered with, the latest first and each once.
pub fn list_usual_answers(
    conn: &mut AnyConnection,
    organizer: &str,
    limit: i64,
) -> QueryResult<Vec<String>> {
    announcements::table
        .filter(announcements::made_by.eq(organizer))
        .filter(announcements::question_id.is_not_null())
        .group_by(announcements::text)
        .order(max(announcements::id).desc())
        .select(announcements::text)
        .limit(limit)
        .load(conn)
}

/// Which announcements are looked for.
#[derive(Clone, Debug, Default)]
pub struct AnnouncementFilter {
    /// Those that this person may read; without one, those that everybody may read.
    pub reader: Option<UserId>,
    /// About this season.
    pub season: Option<SeasonId>,
    /// Made after this one.
    pub after: Option<AnnouncementId>,
    /// Not before this moment.
    pub since: Option<Moment>,
    /// Of what is told to everybody, nothing of the organizer of this sign-in name.
    pub not_by: Option<String>,
    /// Answers to questions alone.
    pub answers: bool,
}

/// The announcements that match.
macro_rules! narrowed {
    ($query:expr, $filter:expr) => {{
        let filter: &AnnouncementFilter = $filter;
        let mut query = $query.into_boxed();
        query = match filter.reader {
            Some(reader) => query.filter(
                announcements::to_id
                    .is_null()
                    .or(announcements::to_id.eq(reader)),
            ),
            None => query.filter(announcements::to_id.is_null()),
        };
        if let Some(season) = filter.season {
            query = query.filter(announcements::season_id.eq(season));
        }
        if let Some(after) = filter.after {
            query = query.filter(announcements::id.gt(after));
        }
        if let Some(since) = filter.since {
            query = query.filter(announcements::made_at.ge(since));
        }
        if filter.answers {
            query = query.filter(announcements::question_id.is_not_null());
        }
        if let Some(name) = &filter.not_by {
            let to_one = announcements::to_id.is_not_null();
            query = query.filter(announcements::made_by.ne(name).or(to_one));
        }
        query
    }};
}

/// The matching announcements with what they are about, newest first.
macro_rules! told {
    ($filter:expr) => {{
        let all = announcements::table
            .left_join(seasons::table)
            .left_join(questions::table)
            .select((
                Announcement::as_select(),
                (seasons::slug, seasons::title).nullable(),
                questions::text.nullable(),
            ))
            .order(announcements::id.desc());
        narrowed!(all, $filter)
    }};
}

/// The matching announcements, newest first.
pub fn list_announcements(
    conn: &mut AnyConnection,
    filter: &AnnouncementFilter,
    limit: i64,
) -> QueryResult<Vec<ToldAnnouncement>> {
    let found = told!(filter).limit(limit).load(conn)?;
    with_titles(conn, found)
}

/// The newest one that is not about a finished season.
pub fn find_current(
    conn: &mut AnyConnection,
    filter: &AnnouncementFilter,
) -> QueryResult<Option<ToldAnnouncement>> {
    let over = [SeasonState::Final, SeasonState::Cancelled];
    let found = told!(filter)
        .filter(
            announcements::season_id
                .is_null()
                .or(seasons::state.nullable().ne_all(over)),
        )
        .limit(1)
        .load(conn)?;
    Ok(with_titles(conn, found)?.pop())
}

/// The number of matching announcements.
pub fn count_announcements(
    conn: &mut AnyConnection,
    filter: &AnnouncementFilter,
) -> QueryResult<i64> {
    narrowed!(announcements::table, filter)
        .count()
        .get_result(conn)
}

/// The announcements that a person has not dismissed: none from before the person joined, and none that they told
/// everybody themselves.
pub fn load_unread_filter(
    conn: &mut AnyConnection,
    user: UserId,
) -> QueryResult<AnnouncementFilter> {
    let (read, since, name) = users::table
        .find(user)
        .select((users::announcements_read, users::created_at, users::name))
        .first(conn)?;
    Ok(AnnouncementFilter {
        reader: Some(user),
        after: Some(read),
        since: Some(since),
        not_by: Some(name),
        ..AnnouncementFilter::default()
    })
}

/// Records that a person has dismissed all announcements up to this one.
pub fn set_mark(conn: &mut AnyConnection, user: UserId, until: AnnouncementId) -> QueryResult<()> {
    diesel::update(users::table.find(user))
        .filter(users::announcements_read.lt(until))
        .set(users::announcements_read.eq(until))
        .execute(conn)
        .map(drop)
}

/// The recipients of the latest announcements, newest first.
pub fn list_latest(
    conn: &mut AnyConnection,
    limit: i64,
) -> QueryResult<Vec<(AnnouncementId, Option<UserId>)>> {
    announcements::table
        .order(announcements::id.desc())
        .limit(limit)
        .select((announcements::id, announcements::to_id))
        .load(conn)
}

/// The latest announcement to everybody about each season, and about the site.
pub fn list_last_to_all(
    conn: &mut AnyConnection,
) -> QueryResult<Vec<(Option<SeasonId>, Option<AnnouncementId>)>> {
    announcements::table
        .filter(announcements::to_id.is_null())
        .group_by(announcements::season_id)
        .select((announcements::season_id, max(announcements::id)))
        .load(conn)
}
