//! Taking submissions and problems out of the contest, and submissions back in. Boards follow in
//! the same transaction; when the bonuses are there already, so do the results.

use dojo_judge::season::log::EntryBody;

use super::lifecycle::{Actor, ChangeError};
use super::scores::{self, number};
use super::state::said;
use crate::store::boards::CHANGEABLE;
use crate::store::seasons::Season;
use crate::store::{
    self, AnyConnection, Moment, ProblemId, RulingKind, SeasonId, SeasonState, SubmissionId,
    SubmissionKind, UserId, boards, log, problems, rulings, seasons, users,
};
use crate::words::say;

/// Longest public reason, in characters.
pub const REASON_MAX_CHARS: usize = 500;

/// Rulings in one list, on the page and in the API.
pub const LISTED: i64 = 200;

/// A reason that everybody may read: one line that is not empty.
///
/// # Errors
/// When it is empty or too long.
pub fn check_reason(text: &str) -> Result<String, ChangeError> {
    let words: Vec<&str> = text
        .split(|c: char| c.is_control() || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .collect();
    let reason = words.join(" ");
    if reason.is_empty() {
        return Err(ChangeError::refused(say!("change-no-reason")));
    }
    if reason.chars().count() > REASON_MAX_CHARS {
        return Err(ChangeError::refused(say!(
            "change-reason-long",
            n = REASON_MAX_CHARS
        )));
    }
    Ok(reason)
}

fn changeable(season: &Season) -> Result<(), ChangeError> {
    if CHANGEABLE.contains(&season.state) {
        Ok(())
    } else {
        Err(ChangeError::refused(say!(
            "change-results-stand",
            state = said(season.state)
        )))
    }
}

/// What leaves the contest by one ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// One submission.
    Submission(SubmissionId),
    /// The person with that sign-in name.
    Person(String),
}

/// Disqualifies a submission to a season, or a person: all submissions, and those to come. How many
/// submissions that were.
///
/// # Errors
/// When there is no such one in the season, it is out already or the season does not allow it, and
/// when the database fails.
pub fn disqualify(
    conn: &mut AnyConnection,
    season: SeasonId,
    target: &Target,
    reason: &str,
    actor: &Actor,
    now: Moment,
) -> Result<usize, ChangeError> {
    let reason = check_reason(reason)?;
    store::write(conn, |conn| {
        // Locked before anybody looks, so that nothing of the person slips in.
        seasons::load_season_to_change(conn, season)?;
        let all = match target {
            Target::Submission(id) => {
                refuse_other_season(conn, season, *id)?;
                vec![*id]
            }
            Target::Person(name) => {
                let person = users::find_user(conn, name)?
                    .ok_or_else(|| ChangeError::refused(say!("change-no-user", name = name)))?;
                rulings::insert_bar(conn, season, person.id, &reason, actor.id(), now)?;
                rulings::list_unruled(conn, season, person.id)?
            }
        };
        disqualify_in(conn, season, &all, &reason, actor, now)?;
        Ok(all.len())
    })
}

fn refuse_other_season(
    conn: &mut AnyConnection,
    season: SeasonId,
    id: SubmissionId,
) -> Result<(), ChangeError> {
    match boards::load_place(conn, id) {
        Ok((of, ..)) if of == season => Ok(()),
        Ok(_) | Err(diesel::result::Error::NotFound) => Err(ChangeError::refused(say!(
            "change-no-submission",
            id = id.to_string()
        ))),
        Err(error) => Err(error.into()),
    }
}

fn disqualify_in(
    conn: &mut AnyConnection,
    season: SeasonId,
    submissions: &[SubmissionId],
    reason: &str,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    let season = seasons::load_season_to_change(conn, season)?;
    changeable(&season)?;
    let mut entries = Vec::new();
    let mut places = Vec::new();
    for id in submissions {
        let (_, _, problem, user, _, kind) = boards::load_place(conn, *id)?;
        refuse_practice(kind)?;
        if !rulings::insert_ruling(conn, *id, RulingKind::Disqualified, reason, actor.id(), now)? {
            return Err(already_out(*id));
        }
        entries.push(EntryBody::SubmissionDisqualified {
            submission: number(*id),
            reason: reason.to_owned(),
            by: actor.name(),
        });
        places.push((problem, Some(user)));
    }
    follow(conn, &season, &places, entries, now)
}

fn refuse_practice(kind: SubmissionKind) -> Result<(), ChangeError> {
    if kind == SubmissionKind::Practice {
        return Err(ChangeError::refused(say!("change-practice")));
    }
    Ok(())
}

fn already_out(id: SubmissionId) -> ChangeError {
    ChangeError::refused(say!("change-submission-out", id = id.to_string()))
}

/// Withdraws a person's own submission, while the season is open.
///
/// # Errors
/// When it is not the person's, is out already or the season is not open, and when the database
/// fails.
pub fn withdraw_own(
    conn: &mut AnyConnection,
    submission: SubmissionId,
    person: UserId,
    reason: &str,
    now: Moment,
) -> Result<(), ChangeError> {
    let reason = check_reason(reason)?;
    store::write(conn, |conn| {
        let (season, _, problem, author, _, kind) = boards::load_place(conn, submission)?;
        let season = seasons::load_season_to_change(conn, season)?;
        if author != person {
            return Err(ChangeError::refused(say!("change-not-author")));
        }
        refuse_practice(kind)?;
        if season.state != SeasonState::Open {
            return Err(ChangeError::refused(say!("change-not-open")));
        }
        if !rulings::insert_ruling(
            conn,
            submission,
            RulingKind::Withdrawn,
            &reason,
            Some(person),
            now,
        )? {
            return Err(already_out(submission));
        }
        let entry = EntryBody::SubmissionWithdrawn {
            submission: number(submission),
            reason: reason.clone(),
        };
        follow(conn, &season, &[(problem, Some(person))], vec![entry], now)
    })
}

/// Takes a submission back into the contest, or lets a person who was disqualified submit again; the
/// submissions of that one are taken back one by one.
///
/// # Errors
/// When it is not of the season, not out or the season does not allow it, and when the database fails.
pub fn reinstate(
    conn: &mut AnyConnection,
    season: SeasonId,
    target: &Target,
    reason: &str,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    let reason = check_reason(reason)?;
    store::write(conn, |conn| {
        let submission = match target {
            Target::Submission(id) => *id,
            Target::Person(name) => return let_in(conn, season, name),
        };
        refuse_other_season(conn, season, submission)?;
        let (_, _, problem, user, ..) = boards::load_place(conn, submission)?;
        let season = seasons::load_season_to_change(conn, season)?;
        changeable(&season)?;
        if !rulings::delete_ruling(conn, submission)? {
            return Err(ChangeError::refused(say!(
                "change-submission-in",
                id = submission.to_string()
            )));
        }
        let entry = EntryBody::SubmissionReinstated {
            submission: number(submission),
            reason: reason.clone(),
            by: actor.name(),
        };
        follow(conn, &season, &[(problem, Some(user))], vec![entry], now)
    })
}

fn let_in(conn: &mut AnyConnection, season: SeasonId, name: &str) -> Result<(), ChangeError> {
    changeable(&seasons::load_season_to_change(conn, season)?)?;
    let person = users::find_user(conn, name)?
        .ok_or_else(|| ChangeError::refused(say!("change-no-user", name = name)))?;
    if rulings::delete_bar(conn, season, person.id)? {
        Ok(())
    } else {
        Err(ChangeError::refused(say!("change-person-in", name = name)))
    }
}

/// Takes a problem out of the contest: 0 points for everyone.
///
/// # Errors
/// When it is out already or the season does not allow it, and when the database fails.
pub fn withdraw_problem(
    conn: &mut AnyConnection,
    season: SeasonId,
    slug: &str,
    reason: &str,
    now: Moment,
) -> Result<(), ChangeError> {
    let reason = check_reason(reason)?;
    store::write(conn, |conn| {
        let season = seasons::load_season_to_change(conn, season)?;
        if !matches!(season.state, SeasonState::Draft | SeasonState::Scheduled) {
            changeable(&season)?;
        }
        let problem = problems::find_problem(conn, season.id, slug)?
            .ok_or_else(|| ChangeError::refused(say!("change-no-problem", problem = slug)))?;
        if !problems::withdraw_problem(conn, problem.id, &reason, now)? {
            return Err(ChangeError::refused(say!(
                "change-problem-out",
                problem = slug
            )));
        }
        // What was never committed is in no log.
        let entries = problem
            .commitment
            .as_ref()
            .map(|_| EntryBody::ProblemWithdrawn {
                problem: problem.slug.clone(),
                version: u32::try_from(problem.version).unwrap_or(0),
                reason: reason.clone(),
            });
        let entries = entries.into_iter().collect();
        follow(conn, &season, &[(problem.id, None)], entries, now)
    })
}

/// Brings boards and results up to what has changed and writes the log.
pub(super) fn follow(
    conn: &mut AnyConnection,
    season: &Season,
    places: &[(ProblemId, Option<UserId>)],
    mut entries: Vec<EntryBody>,
    now: Moment,
) -> Result<(), ChangeError> {
    if season.scored_at.is_some() {
        entries.push(scores::score_in(conn, season)?);
    }
    if season.scored_at.is_none() || season.stands_still() {
        for (problem, user) in places {
            boards::rebuild_problem(conn, *problem, *user, now)?;
        }
    }
    log::append(conn, season.id, now, entries)?;
    Ok(())
}
