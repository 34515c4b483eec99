//! What organizers tell everybody or one person.

use chrono::TimeDelta;

use super::{ANNOUNCEMENT_MAX_CHARS, MessageError, check_text};
use crate::store::announcements::{self, NewAnnouncement, ToldAnnouncement};
use crate::store::audit::{self, By};
use crate::store::problems;
use crate::store::seasons::{self, Season};
use crate::store::{
    AnnouncementId, AnyConnection, Deed, Moment, SeasonId, SeasonState, StoreError, UserId, users,
    write,
};
use crate::words::say;

/// Announcements in one list.
pub const LISTED: i64 = 200;

/// The same words of the same organizer within this time are one announcement, whose form was sent twice.
const REPEATED_WITHIN: TimeDelta = TimeDelta::minutes(5);

/// What a person has not dismissed yet.
#[derive(Clone, Debug, Default)]
pub struct Unread {
    /// How many announcements.
    pub count: i64,
    /// The latest of them that is of no season that is over.
    pub latest: Option<ToldAnnouncement>,
}

/// What a person has not dismissed yet.
///
/// # Errors
/// When the database fails.
pub fn load_unread(conn: &mut AnyConnection, user: UserId) -> Result<Unread, StoreError> {
    let filter = announcements::load_unread_filter(conn, user)?;
    let count = announcements::count_announcements(conn, &filter)?;
    if count == 0 {
        return Ok(Unread::default());
    }
    let latest = announcements::find_current(conn, &filter)?;
    Ok(Unread { count, latest })
}

/// What an organizer tells.
#[derive(Clone, Debug)]
pub struct Telling {
    /// What.
    pub text: String,
    /// About which season; about the site when there is none.
    pub season: Option<Season>,
    /// To the person of that sign-in name; to everybody when there is none.
    pub person: Option<String>,
    /// What is doubtful is meant.
    pub sure: bool,
}

/// Tells something.
///
/// # Errors
/// When the text cannot be taken, there is nobody of that name, or the text names a problem that nobody may know of yet.
pub fn tell(
    conn: &mut AnyConnection,
    telling: &Telling,
    by: &By,
    now: Moment,
) -> Result<AnnouncementId, MessageError> {
    let text = check_text(&telling.text, ANNOUNCEMENT_MAX_CHARS)?;
    write(conn, |conn| {
        if let Some(season) = &telling.season
            && season.state == SeasonState::Draft
        {
            return Err(MessageError::Refused(say!("announce-draft").to_owned()));
        }
        let to = telling.person.as_deref().map(|name| {
            users::find_user(conn, name)?
                .ok_or_else(|| MessageError::Invalid(say!("people-nobody", name = name)))
        });
        let to = to.transpose()?.map(|user| user.id);
        if !telling.sure {
            doubt(conn, &text, telling.season.as_ref())?;
        }
        let about = telling.season.as_ref().map_or("", |season| &season.slug);
        let details = match &telling.person {
            // It goes with the account of the person.
            Some(person) => person.clone(),
            None => text.clone(),
        };
        let new = NewAnnouncement {
            season_id: telling.season.as_ref().map(|season| season.id),
            problem: None,
            to_id: to,
            question_id: None,
            text: &text,
            made_by: &by.name,
            made_at: now,
            tells_holding: false,
        };
        if let Some(id) = announcements::find_repeated(conn, &new, now.plus(-REPEATED_WITHIN))? {
            return Ok(id);
        }
        audit::note(conn, by, (Deed::Announced, about, &details), now)?;
        Ok(announcements::insert_announcement(conn, &new)?)
    })
}

/// Tells everybody what was done to a season or to one of its problems.
///
/// # Errors
/// When the database fails.
pub fn tell_all(
    conn: &mut AnyConnection,
    season: SeasonId,
    problem: Option<&str>,
    text: &str,
    by: &str,
    now: Moment,
) -> Result<(), StoreError> {
    let told = of_deed((season, problem), text, by, now);
    announcements::insert_announcement(conn, &told)?;
    Ok(())
}

/// Tells everybody that a problem is hidden or shown again, in place of what was told of that before: only the last
/// still holds.
///
/// # Errors
/// When the database fails.
pub fn tell_holding(
    conn: &mut AnyConnection,
    (season, problem): (SeasonId, &str),
    text: &str,
    by: &str,
    now: Moment,
) -> Result<(), StoreError> {
    let told = NewAnnouncement {
        tells_holding: true,
        ..of_deed((season, Some(problem)), text, by, now)
    };
    // The new one first: a database may give the number of a removed row again, and that was dismissed perhaps.
    let id = announcements::insert_announcement(conn, &told)?;
    announcements::delete_holding(conn, season, Some(problem), Some(id))?;
    Ok(())
}

/// Tells one person what an organizer did that concerns nobody else.
///
/// # Errors
/// When the database fails.
pub fn tell_person(
    conn: &mut AnyConnection,
    (season, problem): (SeasonId, &str),
    person: UserId,
    text: &str,
    by: &str,
    now: Moment,
) -> Result<(), StoreError> {
    let told = NewAnnouncement {
        to_id: Some(person),
        ..of_deed((season, Some(problem)), text, by, now)
    };
    announcements::insert_announcement(conn, &told)?;
    Ok(())
}

/// What everybody is told of something that an organizer did.
fn of_deed<'a>(
    (season, problem): (SeasonId, Option<&'a str>),
    text: &'a str,
    by: &'a str,
    now: Moment,
) -> NewAnnouncement<'a> {
    NewAnnouncement {
        season_id: Some(season),
        problem,
        to_id: None,
        question_id: None,
        text,
        made_by: by,
        made_at: now,
        tells_holding: false,
    }
}

/// Refuses a text that names a problem of a season that has not opened: of this one, or of any.
pub(super) fn doubt(
    conn: &mut AnyConnection,
    text: &str,
    season: Option<&Season>,
) -> Result<(), MessageError> {
    let seasons = match season {
        Some(season) => vec![season.clone()],
        None => seasons::list_seasons(conn, true)?,
    };
    for season in seasons {
        if season.has_opened() || season.state == SeasonState::Cancelled {
            continue;
        }
        for problem in problems::list_newest(conn, season.id)? {
            if names(text, &problem.title) || names(text, &problem.slug) {
                return Err(MessageError::Doubtful(say!(
                    "announce-names-problem",
                    problem = problem.title,
                    season = season.title
                )));
            }
        }
    }
    Ok(())
}

/// A text has these words in this order, whatever their letter case and what stands between them.
fn names(text: &str, name: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    let (text, name) = (words(text), words(name));
    !name.is_empty() && text.windows(name.len()).any(|part| part == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_named_by_whole_words() {
        assert!(names("Mind the Free-Fall problem!", "Free fall"));
        assert!(names("look at two-towers.", "two-towers"));
        assert!(!names("Squaresville is nice", "Squares"));
        assert!(!names("anything", "???"));
    }
}
