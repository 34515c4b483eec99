//! The page of a person. It tells what the boards tell, and nothing of people who are on none.

use actix_web::{HttpResponse, web};

use super::views::{natural, season_head};
use super::visit::Visit;
use super::{at, read};
use crate::contests;
use crate::error::{AppError, Kind};
use crate::pages::html::TrustedHtml;
use crate::pages::person::{PersonPage, PersonRow, PersonSeason};
use crate::pages::strip;
use crate::store::problems::{self, Problem};
use crate::store::seasons::{self, Season};
use crate::store::standings::{self, Standing};
use crate::store::users::{self, User};
use crate::store::{self, AnyConnection, StoreError, totals};

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(at("/@{name}", read().to(person)));
}

async fn person(visit: Visit, name: web::Path<String>) -> Result<HttpResponse, AppError> {
    let asked = name.clone();
    let found = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let Some(user) = users::find_user(conn, &asked)? else {
                return Ok::<_, StoreError>(None);
            };
            let own = seasons::list_seasons(conn, false)?
                .iter()
                .filter_map(|season| in_season(conn, season, &user).transpose())
                .collect::<Result<Vec<_>, _>>()?;
            Ok(Some((user, own)))
        })
    })
    .await?;
    let me = visit.user_id();
    let (user, seasons) = found
        .filter(|(user, own)| !own.is_empty() || me == Some(user.id))
        .ok_or_else(|| {
            AppError::because(
                Kind::NotFound,
                format!("nobody called `{name}` is on a board"),
            )
        })?;
    visit.page(&PersonPage {
        shell: visit.shell(),
        is_me: me == Some(user.id),
        name: user.name,
        display_name: user.display_name,
        since: user.created_at.utc(),
        seasons,
    })
}

/// What the board of a season tells of a person; `None` when it does not.
fn in_season(
    conn: &mut AnyConnection,
    season: &Season,
    user: &User,
) -> Result<Option<PersonSeason>, StoreError> {
    if !season.shows_scores() {
        return Ok(None);
    }
    let Some(total) = totals::find_total(conn, season.id, user.id)? else {
        return Ok(None);
    };
    let problems = problems::list_newest(conn, season.id)?;
    let standings = standings::list_standings_of(conn, season.id, &[user.id])?;
    let mut rows = Vec::new();
    for problem in &problems {
        let Some(best) = standings.iter().find(|row| row.problem_id == problem.id) else {
            continue;
        };
        rows.push(row(conn, season, problem, best)?);
    }
    Ok(Some(PersonSeason {
        season: season_head(season),
        rank: natural(totals::count_better(conn, season.id, total)?) + 1,
        people: natural(totals::count_totals(conn, season.id)?),
        total: natural(total),
        rows,
    }))
}

fn row(
    conn: &mut AnyConnection,
    season: &Season,
    problem: &Problem,
    best: &Standing,
) -> Result<PersonRow, StoreError> {
    let room = contests::of(season.contest);
    let shortest = room.has_lengths
        && best.reward_correct
        && standings::list_solver_lengths(conn, problem.id)?.first() == Some(&best.l_chars);
    Ok(PersonRow {
        slug: problem.slug.clone(),
        title: problem.title.clone(),
        solved: best.reward_correct,
        score: natural(best.score),
        l_chars: room.has_lengths.then(|| natural(best.l_chars)),
        shortest,
        strip: if room.contest.has_terms() {
            strip_of(problem, best.reward_correct)
        } else {
            TrustedHtml::default()
        },
        submission_id: best.submission_id.0,
    })
}

/// Who stands on a board has at least the terms of a Stage Pass right.
fn strip_of(problem: &Problem, solved: bool) -> TrustedHtml {
    let length = |number: i32| usize::try_from(number).unwrap_or(0);
    let all = length(problem.n_check);
    let right = if solved { all } else { length(problem.n_stage) };
    strip::small(&strip::judged(right, false, length(problem.n_public), all))
}
