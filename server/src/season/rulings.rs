//! Takes submissions, people and problems out of the contest, and back in. Boards are updated in the same
//! transaction; if the bonuses are already computed, so are the results.

use std::collections::BTreeSet;

use dojo_judge::record::log::EntryBody;

use super::lifecycle::{Actor, ChangeError};
use super::scores::{self, number};
use super::state::said;
use crate::messages::announcements::{tell_all, tell_person};
use crate::store::boards::CHANGEABLE;
use crate::store::problems::Problem;
use crate::store::seasons::Season;
use crate::store::users::User;
use crate::store::{
    self, AnyConnection, Moment, ProblemId, ProblemState, RulingKind, SeasonId, SeasonState,
    SubmissionId, SubmissionKind, UserId, announcements, boards, log, problems, rulings, seasons,
    submissions, users,
};
use crate::words::say;

/// The most characters of a public reason.
pub const REASON_MAX_CHARS: usize = 500;

/// How many rulings a list shows, on the page and in the API.
pub const LISTED: i64 = 200;

/// Checks a public reason: one line that is not empty.
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

/// Changes a season for a public reason, in one transaction. The season is locked before anything is read, so that no
/// other change can interfere.
pub(super) fn change_for<T>(
    conn: &mut AnyConnection,
    season: SeasonId,
    reason: &str,
    change: impl FnOnce(&mut AnyConnection, &Season, &str) -> Result<T, ChangeError>,
) -> Result<T, ChangeError> {
    let reason = check_reason(reason)?;
    store::write(conn, |conn| {
        let season = seasons::load_season_to_change(conn, season)?;
        change(conn, &season, &reason)
    })
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

/// The target of a ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// These submissions.
    Submissions(Vec<SubmissionId>),
    /// The person with that sign-in name.
    Person(String),
}

/// Whether the person with this sign-in name has neither submitted to the season nor set a problem of it.
///
/// # Errors
/// When there is nobody with this name, and when the database fails.
pub fn is_stranger(
    conn: &mut AnyConnection,
    season: &Season,
    name: &str,
) -> Result<bool, ChangeError> {
    let person = load_person(conn, name)?.id;
    let sets = problems::list_problems(conn, season.id)?
        .iter()
        .any(|problem| problem.setter_id == Some(person));
    Ok(!sets && submissions::list_tried(conn, season.id, person)?.is_empty())
}

fn load_person(conn: &mut AnyConnection, name: &str) -> Result<User, ChangeError> {
    users::find_user(conn, name)?
        .ok_or_else(|| ChangeError::refused(say!("change-no-user", name = name)))
}

/// Disqualifies a submission to a season, or a person: all their submissions, including future ones.
///
/// # Errors
/// When the target does not exist in the season, is already disqualified or the season does not allow it, and when
/// the database fails.
pub fn disqualify(
    conn: &mut AnyConnection,
    season: SeasonId,
    target: &Target,
    reason: &str,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    change_for(conn, season, reason, |conn, season, reason| {
        changeable(season)?;
        let mut entries = Vec::new();
        let all = match target {
            Target::Submissions(all) => {
                for id in all {
                    refuse_other_season(conn, season.id, *id)?;
                }
                all.clone()
            }
            Target::Person(name) => {
                let person = load_person(conn, name)?;
                if !rulings::insert_bar(conn, season.id, person.id, reason, actor.id(), now)? {
                    return Err(ChangeError::refused(say!(
                        "change-person-out",
                        name = person.name
                    )));
                }
                entries.push(EntryBody::PersonDisqualified {
                    person: person.name,
                    reason: reason.to_owned(),
                    by: actor.name(),
                });
                rulings::list_unruled(conn, season.id, person.id)?
            }
        };
        disqualify_in(conn, season, &all, entries, reason, actor, now)
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
    season: &Season,
    submissions: &[SubmissionId],
    mut entries: Vec<EntryBody>,
    reason: &str,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
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
    follow(conn, season, &places, entries, now)
}

/// Keeps out what was sent again of what is out, inside a write transaction: each for the same reason and since the same
/// time, so that it comes back together with a person who is out. No board has any of it yet.
///
/// # Errors
/// When the database fails.
pub(super) fn keep_out(
    conn: &mut AnyConnection,
    season: &Season,
    out: &[(SubmissionId, &str, Moment)],
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    let mut entries = Vec::new();
    for (submission, reason, since) in out {
        let disqualified = RulingKind::Disqualified;
        rulings::insert_ruling(conn, *submission, disqualified, reason, actor.id(), *since)?;
        entries.push(EntryBody::SubmissionDisqualified {
            submission: number(*submission),
            reason: (*reason).to_owned(),
            by: actor.name(),
        });
    }
    follow(conn, season, &[], entries, now)
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

/// Withdraws a person's own submission while the season is open.
///
/// # Errors
/// When it is not the person's, is already out or the season is not open, and when the database fails.
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

/// Withdraws everything that a person submitted to seasons whose solutions are not public yet, because the account is
/// deleted; must be called inside a write transaction.
///
/// # Errors
/// When the database fails.
pub fn withdraw_all(
    conn: &mut AnyConnection,
    person: UserId,
    now: Moment,
) -> Result<(), ChangeError> {
    let reason = say!("change-account-deleted");
    for season in seasons::list_seasons(conn, false)? {
        let season = seasons::load_season_to_change(conn, season.id)?;
        if !matches!(season.state, SeasonState::Open | SeasonState::Frozen) {
            continue;
        }
        let (mut places, mut entries) = (Vec::new(), Vec::new());
        for id in rulings::list_unruled(conn, season.id, person)? {
            let (_, _, problem, ..) = boards::load_place(conn, id)?;
            let withdrawn = RulingKind::Withdrawn;
            rulings::insert_ruling(conn, id, withdrawn, reason, Some(person), now)?;
            entries.push(EntryBody::SubmissionWithdrawn {
                submission: number(id),
                reason: reason.to_owned(),
            });
            places.push((problem, Some(person)));
        }
        if !entries.is_empty() {
            follow(conn, &season, &places, entries, now)?;
        }
    }
    Ok(())
}

/// Reinstates a submission, or a person with the submissions that were disqualified together with the person. A
/// submission that was disqualified by itself stays out.
///
/// # Errors
/// When it does not belong to the season, is not out or the season does not allow it, and when the database fails.
pub fn reinstate(
    conn: &mut AnyConnection,
    season: SeasonId,
    target: &Target,
    reason: &str,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    change_for(conn, season, reason, |conn, season, reason| {
        changeable(season)?;
        let mut entries = Vec::new();
        let all = match target {
            Target::Submissions(named) => {
                let mut all = BTreeSet::new();
                for id in named {
                    refuse_other_season(conn, season.id, *id)?;
                    refuse_of_person_out(conn, season.id, *id)?;
                    refuse_withdrawn(conn, *id)?;
                    all.insert(*id);
                    for again in submissions::list_carried(conn, *id)? {
                        let ruling = rulings::find_ruling(conn, again)?;
                        let out = ruling.filter(|ruling| ruling.kind == RulingKind::Disqualified);
                        all.extend(out.map(|ruling| ruling.submission_id));
                    }
                }
                all.into_iter().collect()
            }
            Target::Person(name) => {
                let person = load_person(conn, name)?;
                let out = rulings::list_out_with(conn, season.id, person.id)?;
                if !rulings::delete_bar(conn, season.id, person.id)? {
                    return Err(ChangeError::refused(say!(
                        "change-person-in",
                        name = person.name
                    )));
                }
                entries.push(EntryBody::PersonReinstated {
                    person: person.name,
                    reason: reason.to_owned(),
                    by: actor.name(),
                });
                out
            }
        };
        let mut places = Vec::new();
        for id in all {
            let (_, _, problem, user, ..) = boards::load_place(conn, id)?;
            if !rulings::delete_ruling(conn, id)? {
                return Err(ChangeError::refused(say!(
                    "change-submission-in",
                    id = id.to_string()
                )));
            }
            entries.push(EntryBody::SubmissionReinstated {
                submission: number(id),
                reason: reason.to_owned(),
                by: actor.name(),
            });
            places.push((problem, Some(user)));
        }
        follow(conn, season, &places, entries, now)?;
        tell_of_return(conn, season, &places, reason, actor, now)
    })
}

/// Tells authors of what counts again. A replacement may have sent it to another version meanwhile, of which they were
/// told nothing.
fn tell_of_return(
    conn: &mut AnyConnection,
    season: &Season,
    places: &[(ProblemId, Option<UserId>)],
    reason: &str,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    let by = actor.name();
    let back: BTreeSet<_> = places.iter().copied().collect();
    for (problem, author) in back {
        let problem = problems::load_problem(conn, problem)?;
        if let Some(author) = author
            && problem.state != ProblemState::Withdrawn
        {
            let told = say!("change-told-back", problem = problem.title, reason = reason);
            tell_person(conn, (season.id, &problem.slug), author, &told, &by, now)?;
        }
    }
    Ok(())
}

/// What its author has withdrawn is the author's to send again.
fn refuse_withdrawn(conn: &mut AnyConnection, id: SubmissionId) -> Result<(), ChangeError> {
    let ruling = rulings::find_ruling(conn, id)?;
    if ruling.is_some_and(|ruling| ruling.kind == RulingKind::Withdrawn) {
        return Err(ChangeError::refused(say!(
            "change-author-withdrew",
            id = id.to_string()
        )));
    }
    Ok(())
}

/// What a person who is out sent comes back with the person alone, and that of a deleted account never.
fn refuse_of_person_out(
    conn: &mut AnyConnection,
    season: SeasonId,
    id: SubmissionId,
) -> Result<(), ChangeError> {
    let (_, _, _, author, ..) = boards::load_place(conn, id)?;
    let name = users::load_user(conn, author)?.name;
    if users::is_deleted(conn, author)? {
        return Err(ChangeError::refused(say!(
            "change-author-deleted",
            id = id.to_string(),
            name = name
        )));
    }
    if rulings::is_barred(conn, season, author)? {
        return Err(ChangeError::refused(say!(
            "change-author-out",
            id = id.to_string(),
            name = name
        )));
    }
    Ok(())
}

/// Withdraws a problem from the contest: 0 points for everyone.
///
/// # Errors
/// When it is already withdrawn or the season does not allow it, and when the database fails.
pub fn withdraw_problem(
    conn: &mut AnyConnection,
    season: SeasonId,
    slug: &str,
    reason: &str,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    change_for(conn, season, reason, |conn, season, reason| {
        if !matches!(season.state, SeasonState::Draft | SeasonState::Scheduled) {
            changeable(season)?;
        }
        let problem = problems::find_problem(conn, season.id, slug)?
            .ok_or_else(|| ChangeError::refused(say!("change-no-problem", problem = slug)))?;
        withdraw_in(conn, season, &problem, reason, actor, now)?;
        // Before the opening nobody may know about the problem.
        if season.has_opened() {
            let (title, about) = (problem.title.as_str(), problem.slug.as_str());
            let told = say!("withdraw-told", problem = title, reason = reason);
            tell_all(conn, season.id, Some(about), &told, &actor.name(), now)?;
            announcements::delete_holding(conn, season.id, Some(about), None)?;
        }
        Ok(())
    })
}

/// Withdraws a problem, inside a write transaction.
///
/// # Errors
/// When it is already withdrawn, and when the database fails.
pub(super) fn withdraw_in(
    conn: &mut AnyConnection,
    season: &Season,
    problem: &Problem,
    reason: &str,
    actor: &Actor,
    now: Moment,
) -> Result<(), ChangeError> {
    if !problems::withdraw_problem(conn, problem.id, reason, now)? {
        return Err(ChangeError::refused(say!(
            "change-problem-out",
            problem = problem.title
        )));
    }
    // A problem that was never committed is in no log.
    let entries = problem
        .commitment
        .as_ref()
        .map(|_| EntryBody::ProblemWithdrawn {
            problem: problem.slug.clone(),
            version: problem.recorded_version(),
            reason: reason.to_owned(),
            by: Some(actor.name()),
        });
    let entries = entries.into_iter().collect();
    follow(conn, season, &[(problem.id, None)], entries, now)
}

/// Updates boards and results after a change and writes the log.
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
            if season.has_passed(*problem) {
                scores::show_problem(conn, season, *problem)?;
            } else {
                boards::rebuild_problem(conn, *problem, *user, now)?;
            }
        }
    }
    log::append(conn, season.id, now, entries)?;
    Ok(())
}
