//! What the author of a submission is shown after its verdict: the place on the board now and before, the neighbours
//! above and below, and the next unsolved problem.

use std::collections::BTreeSet;

use super::resources::boards::SHOWN_ROWS;
use super::views::natural;
use crate::contests;
use crate::pages::problem::ProblemLink;
use crate::pages::submission::{Afterwards, BoardPlace};
use crate::store::practice;
use crate::store::problems::{self, Problem};
use crate::store::seasons::Season;
use crate::store::standings::{self, Standing};
use crate::store::submissions::Submission;
use crate::store::{
    AnyConnection, ProblemId, ProblemState, SeasonState, StoreError, SubmissionKind, UserId, boards,
};

/// What the boards tell the author now; nothing where the boards show no scores.
///
/// # Errors
///
/// When the database fails.
pub(super) fn load_afterwards(
    conn: &mut AnyConnection,
    season: &Season,
    problem: &Problem,
    submission: &Submission,
) -> Result<Option<Afterwards>, StoreError> {
    if !problem.shows_scores(season) || submission.kind == SubmissionKind::Unranked {
        return Ok(None);
    }
    Ok(Some(Afterwards {
        place: load_place(conn, season, problem, submission)?,
        next: next_unsolved(conn, season, problem, submission.user_id)?,
    }))
}

/// The author's place on the board of the problem, or on the all-time board for practice; nothing where the boards
/// show no scores.
///
/// # Errors
///
/// When the database fails.
pub(super) fn load_place(
    conn: &mut AnyConnection,
    season: &Season,
    problem: &Problem,
    submission: &Submission,
) -> Result<Option<BoardPlace>, StoreError> {
    match submission.kind {
        _ if !problem.shows_scores(season) => Ok(None),
        SubmissionKind::Unranked => Ok(None),
        SubmissionKind::Practice => place_of_all_time(conn, season, problem.id, submission),
        SubmissionKind::Ranked => place(conn, season, problem.id, submission),
    }
}

fn place(
    conn: &mut AnyConnection,
    season: &Season,
    problem: ProblemId,
    submission: &Submission,
) -> Result<Option<BoardPlace>, StoreError> {
    let user = submission.user_id;
    let Some((first, rows)) = standings::list_around(conn, problem, user)? else {
        return Ok(None);
    };
    let Some(at) = rows.iter().position(|row| row.user_id == user) else {
        return Ok(None);
    };
    let best = &rows[at];
    let shortest = standings::list_shortest(conn, problem, 1)?.pop();
    let behind = shortest
        .zip(best.l_chars.filter(|_| best.reward_correct))
        .map(|(shortest, own)| natural(own - shortest));
    let is_best = best.submission_id == submission.id;
    let before = if is_best && season.scored_at.is_none() {
        let earlier = boards::find_best_before(conn, problem, user, submission.id)?;
        let better = earlier.map(|key| standings::count_better(conn, (problem, user), key, ""));
        Some(better.transpose()?.map(|better| natural(better) + 1))
    } else {
        None
    };
    let name = |row: &Standing| (row.name.clone(), row.display_name.clone());
    let above = at.checked_sub(1).and_then(|above| rows.get(above));
    Ok(Some(BoardPlace {
        rank: natural(first) + natural(at),
        people: natural(standings::count_standings(conn, problem)?),
        before,
        best: (!is_best).then_some(best.submission_id.0),
        behind,
        above: above.map(name),
        below: rows.get(at + 1).map(name),
        all_time: false,
    }))
}

fn place_of_all_time(
    conn: &mut AnyConnection,
    season: &Season,
    problem: ProblemId,
    submission: &Submission,
) -> Result<Option<BoardPlace>, StoreError> {
    let has_lengths = contests::of(season.contest).has_lengths;
    let rows = practice::list_all_time(conn, problem, has_lengths, SHOWN_ROWS)?;
    let rows: Vec<Standing> = rows.into_iter().map(|row| row.best).collect();
    let Some(at) = rows
        .iter()
        .position(|row| row.user_id == submission.user_id)
    else {
        return Ok(None);
    };
    let best = &rows[at];
    let shortest = rows.first().and_then(|row| row.l_chars);
    let name = |row: &Standing| (row.name.clone(), row.display_name.clone());
    let above = at.checked_sub(1).and_then(|above| rows.get(above));
    Ok(Some(BoardPlace {
        rank: natural(at) + 1,
        people: natural(rows.len()),
        before: None,
        best: (best.submission_id != submission.id).then_some(best.submission_id.0),
        behind: shortest
            .zip(best.l_chars)
            .map(|(shortest, own)| natural(own - shortest)),
        above: above.map(name),
        below: rows.get(at + 1).map(name),
        all_time: true,
    }))
}

/// The first problem after this one that the person has not solved; the search wraps around at the end of the season.
fn next_unsolved(
    conn: &mut AnyConnection,
    season: &Season,
    problem: &Problem,
    user: UserId,
) -> Result<Option<ProblemLink>, StoreError> {
    // Between its end and the Reveal nothing is taken.
    if season.state == SeasonState::Frozen {
        return Ok(None);
    }
    let solved: BTreeSet<ProblemId> = boards::list_own_best(conn, Some(season.id), user)?
        .into_iter()
        .filter_map(|(_, id, _, reward)| reward.then_some(id))
        .collect();
    let left = |other: &Problem| {
        other.id != problem.id
            && other.state != ProblemState::Withdrawn
            && !other.is_hidden(season)
            && other.setter_id != Some(user)
            && !solved.contains(&other.id)
    };
    let mut all = problems::list_newest(conn, season.id)?;
    all.retain(left);
    let next = all
        .iter()
        .find(|other| other.position > problem.position)
        .or(all.first());
    Ok(next.map(|other| ProblemLink {
        slug: other.slug.clone(),
        title: other.title.clone(),
    }))
}
