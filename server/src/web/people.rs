//! The page of a person. It shows what the boards show, and nothing of people who are on no board.

use actix_web::{HttpResponse, web};

use super::route::{at, read};
use super::views::{improvement_row, natural, season_head};
use super::visit::Visit;
use crate::contests;
use crate::error::{AppError, AppErrorKind};
use crate::html::TrustedHtml;
use crate::pages::person::{
    Badge, OwnRuling, PersonPage, PersonRow, PersonSeason, PracticeRow, RARE_FROM,
};
use crate::pages::rating_chart::climb;
use crate::pages::strip::{self, Cell};
use crate::rating;
use crate::store::practice::{self, Improved, Practised, list_improvements};
use crate::store::problems::{self, Problem, TermCounts};
use crate::store::seasons::{self, Season};
use crate::store::standings::{self, Standing};
use crate::store::users::{self, User};
use crate::store::{
    self, AnyConnection, Moment, ProblemId, ProblemState, StoreError, SubmissionId, UserId,
    rulings, submissions, totals,
};
use crate::words::say;

/// Cells of a strip that is complete, where nobody counts them.
const WHOLE: usize = 50;

/// Records on the page.
const RECORDS: i64 = 20;

pub(super) fn routes(service: &mut web::ServiceConfig) {
    service.service(at("/@{name}", read().to(person)));
}

async fn person(visit: Visit, name: web::Path<String>) -> Result<HttpResponse, AppError> {
    visit.page(&load_person(&visit, &name).await?)
}

/// Loads what the page of a person shows to the reader.
///
/// # Errors
///
/// `NotFound` when the person is on no board and is not the reader, and when the database fails.
pub(super) async fn load_person(visit: &Visit, name: &str) -> Result<PersonPage, AppError> {
    let asked = name.to_owned();
    let me = visit.user_id();
    let found = store::run(&visit.app.pool, move |conn| {
        store::read(conn, |conn| {
            let Some(user) = users::find_user(conn, &asked)? else {
                return Ok::<_, StoreError>(None);
            };
            let totals = totals::list_totals_of(conn, user.id)?;
            let practised = practice::list_practised(conn, user.id)?;
            let practised_in = practised.iter().map(|row| row.season_id);
            let ids = totals.keys().copied().chain(practised_in).collect();
            let all = seasons::list_these(conn, false, &ids)?;
            let own = all
                .iter()
                .filter(|season| season.shows_scores())
                .filter_map(|season| Some((season, *totals.get(&season.id)?)))
                .map(|(season, total)| in_season(conn, season, &user, total))
                .collect::<Result<Vec<_>, _>>()?;
            let out = if me == Some(user.id) {
                rulings::list_seasons_out(conn, user.id)?
            } else {
                Vec::new()
            };
            let practice = load_practice(conn, &all, user.id, practised)?;
            let records = list_improvements(conn, Improved::With(user.id), RECORDS)?;
            Ok(Some((user, own, out, practice, records)))
        })
    })
    .await?;
    let (user, mut seasons, out, mut practice, mut records) = found
        .filter(|(user, own, _, practice, _)| {
            // A model is on no board of people, and its operator may be known to everybody.
            !own.is_empty()
                || !practice.is_empty()
                || me == Some(user.id)
                || user.operator.is_some()
        })
        .ok_or_else(|| {
            AppError::because(AppErrorKind::NotFound, say!("refused-nobody", name = name))
        })?;
    let is_me = me == Some(user.id);
    if user.is_private && !is_me {
        seasons.clear();
        practice.clear();
        records.clear();
    }
    let ratings = rate(&mut seasons);
    let drawn: Vec<(&str, u32)> = ratings
        .iter()
        .map(|(place, rating)| (seasons[*place].season.title.as_str(), *rating))
        .collect();
    Ok(PersonPage {
        shell: visit.shell(),
        climb: climb(&drawn),
        rating: ratings.last().map(|(_, rating)| *rating),
        is_me,
        is_private: user.is_private,
        operator: user.operator,
        name: user.name,
        display_name: user.display_name,
        since: user.created_at.utc(),
        seasons,
        practice,
        records: records.into_iter().map(improvement_row).collect(),
        out: out
            .into_iter()
            .map(|(season, title, reason)| OwnRuling {
                season,
                title,
                reason,
            })
            .collect(),
    })
}

/// The problems that a person solved in practice, in the seasons that everybody may see.
fn load_practice(
    conn: &mut AnyConnection,
    seasons: &[Season],
    user: UserId,
    practised: Vec<Practised>,
) -> Result<Vec<PracticeRow>, StoreError> {
    let mut rows = Vec::new();
    for row in practised {
        let Some(season) = seasons.iter().find(|season| season.id == row.season_id) else {
            continue;
        };
        rows.push(PracticeRow {
            badges: badges(
                conn,
                season,
                row.problem_id,
                (user, row.submission_id),
                false,
            )?,
            strip: if row.l_chars.is_some() {
                strip::small(&[Cell::Right; WHOLE])
            } else {
                TrustedHtml::default()
            },
            season: season_head(season),
            slug: row.slug,
            title: row.title,
            score: natural(row.score),
            l_chars: row.l_chars.map(natural),
            submission_id: row.submission_id.0,
        });
    }
    Ok(rows)
}

/// Rates a person in each final season, in the order in which the seasons became final: pairs of the season's index
/// in the list and the rating after it.
fn rate(seasons: &mut [PersonSeason]) -> Vec<(usize, u32)> {
    let mut finals: Vec<usize> = (0..seasons.len())
        .filter(|place| seasons[*place].season.phase.is_final())
        .collect();
    finals.sort_by_key(|place| seasons[*place].finalized_at);
    let mut rating = rating::START;
    for place in &finals {
        let own = &mut seasons[*place];
        let after = rating::after(rating, own.rank, own.people);
        own.rating = Some((rating, after));
        rating = after;
    }
    let after = |place: usize| Some((place, seasons[place].rating?.1));
    finals.into_iter().filter_map(after).collect()
}

/// What the board of a season shows of a person with this total.
fn in_season(
    conn: &mut AnyConnection,
    season: &Season,
    user: &User,
    total: i32,
) -> Result<PersonSeason, StoreError> {
    let problems = problems::list_newest(conn, season.id)?;
    let standings = standings::list_standings_of(conn, season.id, &[user.id])?;
    let mut rows = Vec::new();
    for problem in &problems {
        let Some(best) = standings.iter().find(|row| row.problem_id == problem.id) else {
            continue;
        };
        rows.push(row(conn, season, problem, best)?);
    }
    Ok(PersonSeason {
        season: season_head(season),
        rank: natural(totals::count_better(conn, season.id, total)?) + 1,
        people: natural(totals::count_totals(conn, season.id)?),
        total: natural(total),
        finalized_at: season.finalized_at.map(Moment::utc),
        rating: None,
        problems: problems
            .iter()
            .filter(|problem| problem.state != ProblemState::Withdrawn)
            .count(),
        rows,
    })
}

fn row(
    conn: &mut AnyConnection,
    season: &Season,
    problem: &Problem,
    best: &Standing,
) -> Result<PersonRow, StoreError> {
    Ok(PersonRow {
        slug: problem.slug.clone(),
        title: problem.title.clone(),
        solved: best.reward_correct,
        score: natural(best.score),
        l_chars: best.l_chars.map(natural),
        badges: if best.reward_correct {
            let whose = (best.user_id, best.submission_id);
            badges(conn, season, problem.id, whose, true)?
        } else {
            Vec::new()
        },
        strip: problem
            .term_counts()
            .map_or_else(TrustedHtml::default, |counts| {
                strip_of(&counts, best.reward_correct)
            }),
        submission_id: best.submission_id.0,
    })
}

/// Badges for rare features of a program that solves a problem, shown from Reveal on.
fn badges(
    conn: &mut AnyConnection,
    season: &Season,
    problem: ProblemId,
    (user, submission): (UserId, SubmissionId),
    in_season: bool,
) -> Result<Vec<Badge>, StoreError> {
    let mut badges = Vec::new();
    let few = natural::<usize>(RARE_FROM);
    if !season.is_revealed() || natural(standings::count_solvers(conn, problem)?) < few {
        return Ok(badges);
    }
    if contests::of(season.contest).has_lengths {
        let best = practice::list_all_time(conn, problem, true, 2)?;
        let alone = best.get(1).map(|row| row.best.l_chars);
        if best.first().is_some_and(|row| {
            row.best.submission_id == submission && Some(row.best.l_chars) != alone
        }) {
            badges.push(Badge::Shortest);
        }
    }
    if in_season && submissions::is_first_solver(conn, problem, user)? {
        badges.push(Badge::FirstSolver);
    }
    Ok(badges)
}

/// Everybody on a board has at least the terms of a Stage Pass right.
fn strip_of(counts: &TermCounts, solved: bool) -> TrustedHtml {
    let length = |number: u32| usize::try_from(number).unwrap_or(0);
    let all = length(counts.n_check);
    let right = if solved { all } else { length(counts.n_stage) };
    strip::small(&strip::judged(right, false, length(counts.n_public), all))
}
